// SPDX-License-Identifier: GPL-2.0
/*
 * PRIME: buffers shared with other devices.
 *
 * Exports: while a dma-buf importer is attached, the buffer is pinned in system memory.  Its
 * pages take no space in the GART as long as no submission names the buffer.
 *
 * Where the bus gives a device copies of the pages (rcp_bus.c), both are refused with
 * -EOPNOTSUPP.
 *
 * Imports: pages of another driver, mapped for this device.  They never move, because a move
 * would make a copy that the exporter does not see.  When the device goes, its attachments
 * go, although clients still hold the buffers.
 *
 * The table of the GEM functions is here, because most of them serve exports.
 *
 * Called by the DRM core and by dma-buf importers.  The reservation of a buffer protects the
 * pin count, &rcp_device.import_lock the list of imports.
 */
#include <linux/dma-buf.h>
#include <linux/dma-mapping.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>

#include <drm/drm_drv.h>
#include <drm/drm_gem_ttm_helper.h>
#include <drm/drm_prime.h>

#include "rcp_bo.h"

/* ---- exports ---- */

/*
 * Importers may access the pages as soon as pin returns, and not all of them wait for
 * fences; so wait here until the card has filled them.
 */
static int rcp_gem_pin_locked(struct rcp_bo *bo)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	struct ttm_placement placement;
	long ret = 0;

	dma_resv_assert_held(bo->tbo.base.resv);
	/* Jobs may wait for other clients: rcp_gem_attach() waits for them. */
	if (rcp_bo_domain(bo) == RADEON_GEM_DOMAIN_VRAM && !rcp_move_is_ready(bo))
		return -EAGAIN;
	if (!bo->tbo.pin_count) {
		rcp_bo_placement(bo, RADEON_GEM_DOMAIN_GTT, false, &placement);
		ret = rcp_bo_validate(bo, &placement, &ctx);
	}
	if (!ret)
		ret = dma_resv_wait_timeout(bo->tbo.base.resv, DMA_RESV_USAGE_KERNEL, true,
					    MAX_SCHEDULE_TIMEOUT);
	if (ret < 0)
		return ret;
	if (rcp_bo_is_lost(bo))
		return -EIO;
	rcp_bo_pin(bo);
	return 0;
}

/*
 * Pin a buffer in system memory for a dma-buf importer.  The buffer is reserved if
 * RCP_COMPAT_PIN_LOCKED.  Returns -EIO if a copy or clear has failed, -ENODEV if the card is
 * gone, -EAGAIN if a job that uses the buffer in VRAM is not in the ring.
 */
static int rcp_gem_pin(struct drm_gem_object *gem)
{
	struct rcp_bo *bo = gem_to_rcp_bo(gem);
	int ret = 0, idx;

	if (!drm_dev_enter(gem->dev, &idx))
		return -ENODEV;
	if (!RCP_COMPAT_PIN_LOCKED)
		ret = dma_resv_lock_interruptible(gem->resv, NULL);
	if (!ret) {
		ret = rcp_gem_pin_locked(bo);
		if (!RCP_COMPAT_PIN_LOCKED)
			dma_resv_unlock(gem->resv);
	}
	drm_dev_exit(idx);
	return ret;
}

/* The buffer is reserved if RCP_COMPAT_PIN_LOCKED. */
static void rcp_gem_unpin(struct drm_gem_object *gem)
{
	if (!RCP_COMPAT_PIN_LOCKED)
		dma_resv_lock(gem->resv, NULL);
	rcp_bo_unpin(gem_to_rcp_bo(gem));
	if (!RCP_COMPAT_PIN_LOCKED)
		dma_resv_unlock(gem->resv);
}

/*
 * List the pages of a pinned buffer in a table that the caller frees.  Only the DRM core's own
 * map_dma_buf() calls it, but 6.4 to 6.8 refuse each attachment of a driver without it.
 */
static struct sg_table *rcp_gem_get_sg_table(struct drm_gem_object *gem)
{
	struct rcp_bo *bo = gem_to_rcp_bo(gem);

	if (!bo->tbo.ttm || !ttm_tt_is_populated(bo->tbo.ttm))
		return ERR_PTR(-EINVAL);
	return drm_prime_pages_to_sg(gem->dev, bo->tbo.ttm->pages, bo->tbo.ttm->num_pages);
}

/*
 * Give a buffer its contents before the kernel reads them.  Uninterruptible: dma-buf warns about
 * each vmap that fails, and a client must not be able to cause that by a signal.
 */
static int rcp_gem_fill(struct rcp_bo *bo)
{
	struct rcp_account *account = rcp_account_open(&rcp_from_ttm(bo->tbo.bdev)->sched.accounts);
	struct dma_fence *busy;
	int ret;

	while ((ret = rcp_move_clear(bo, account, &busy)) == -EAGAIN) {
		dma_fence_wait(busy, false);
		dma_fence_put(busy);
	}
	rcp_account_put(account);
	if (ret)
		return ret;
	dma_resv_wait_timeout(bo->tbo.base.resv, DMA_RESV_USAGE_KERNEL, false,
			      MAX_SCHEDULE_TIMEOUT);
	return rcp_bo_is_lost(bo) ? -EIO : 0;
}

static int rcp_gem_vmap_locked(struct rcp_bo *bo, struct iosys_map *map)
{
	int ret, idx;

	dma_resv_assert_held(bo->tbo.base.resv);
	/*
	 * The pages of an importer's buffer are filled and pinned in system memory, and stay
	 * when the card is gone.  Without an importer VRAM or new pages would be mapped.
	 */
	if (bo->tbo.pin_count)
		return ttm_bo_vmap(&bo->tbo, map);
	if (!drm_dev_enter(bo->tbo.base.dev, &idx))
		return -ENODEV;
	ret = rcp_gem_fill(bo);
	if (!ret)
		rcp_bo_cpu_begins(bo);
	if (!ret)
		ret = ttm_bo_vmap(&bo->tbo, map);
	drm_dev_exit(idx);
	return ret;
}

/*
 * Map a buffer for the kernel.  The buffer is reserved if RCP_COMPAT_VMAP_LOCKED.  Returns
 * -EINVAL for an imported buffer, -EIO if a copy or clear has failed, -ENODEV if the card is
 * gone and the buffer has no importer.
 */
static int rcp_gem_vmap(struct drm_gem_object *gem, struct iosys_map *map)
{
	struct rcp_bo *bo = gem_to_rcp_bo(gem);
	int ret;

	if (bo->dmabuf)
		return -EINVAL;
	if (RCP_COMPAT_VMAP_LOCKED)
		return rcp_gem_vmap_locked(bo, map);
	dma_resv_lock(gem->resv, NULL);
	ret = rcp_gem_vmap_locked(bo, map);
	dma_resv_unlock(gem->resv);
	return ret;
}

/* Returns -EOPNOTSUPP if the importer would see copies of the pages, -ENOMEM if they lack room. */
static int rcp_prime_map(struct rcp_device *rdev, struct dma_buf_attachment *attach,
			 struct sg_table *sg, enum dma_data_direction direction)
{
	const unsigned long attrs = DMA_ATTR_SKIP_CPU_SYNC | DMA_ATTR_NO_WARN;
	int ret = dma_map_sgtable(attach->dev, sg, direction, attrs);

	if (ret == -EIO) {
		drm_dbg_driver(&rdev->drm,
			       "export to %s refused: no room in the bus's bounce buffers for %zu bytes\n",
			       dev_name(attach->dev), attach->dmabuf->size);
		return -ENOMEM;
	}
	if (ret || !rcp_bus_is_bounced(rdev, attach->dev, sg))
		return ret == -EREMOTEIO ? -ENOMEM : ret;
	drm_dbg_driver(&rdev->drm, "export to %s refused: the bus gives it copies of the pages\n",
		       dev_name(attach->dev));
	dma_unmap_sgtable(attach->dev, sg, direction, attrs);
	return -EOPNOTSUPP;
}

/*
 * Like drm_gem_map_dma_buf(), but with segments that are no longer than the importer's
 * device allows, and with a test for bounce buffers.
 */
static struct sg_table *rcp_gem_map_dmabuf(struct dma_buf_attachment *attach,
					   enum dma_data_direction direction)
{
	struct drm_gem_object *gem = attach->dmabuf->priv;
	struct rcp_device *rdev = to_rcp(gem->dev);
	struct ttm_tt *tt = gem_to_rcp_bo(gem)->tbo.ttm;
	struct sg_table *sg;
	int ret;

	if (direction == DMA_NONE || !tt || !ttm_tt_is_populated(tt))
		return ERR_PTR(-EINVAL);
	/* Charged to the importer: a client can import a buffer any number of times. */
	sg = kzalloc(sizeof(*sg), RCP_GFP_ACCOUNT);
	if (!sg)
		return ERR_PTR(-ENOMEM);
	ret = sg_alloc_table_from_pages_segment(sg, tt->pages, tt->num_pages, 0,
						(u64)tt->num_pages << PAGE_SHIFT,
						dma_get_max_seg_size(attach->dev),
						RCP_GFP_ACCOUNT);
	if (ret)
		goto free;
	ret = rcp_prime_map(rdev, attach, sg, direction);
	if (!ret)
		return sg;
	sg_free_table(sg);
free:
	kfree(sg);
	return ERR_PTR(ret);
}

/*
 * Wait until @end, in jiffies, for a job that is not in the ring, and that the move of a buffer
 * would wait for.  Returns 0 to look again, -EBUSY after the end, or -ERESTARTSYS.
 */
static int rcp_gem_wait_for_job(struct rcp_bo *bo, unsigned long end)
{
	struct dma_resv *resv = bo->tbo.base.resv;
	long left = end - jiffies;
	struct dma_fence *fence;

	if (left <= 0)
		return -EBUSY;
	if (signal_pending(current) || dma_resv_lock_interruptible(resv, NULL))
		return -ERESTARTSYS;
	fence = dma_fence_get(rcp_move_dependency(bo));
	dma_resv_unlock(resv);
	if (fence)
		left = dma_fence_wait_timeout(fence, true, left);
	dma_fence_put(fence);
	return min(left, 0L);
}

/*
 * Pin a buffer for an importer.  The jobs that use it may wait for other clients and other drivers,
 * so the wait for them is without the reservation, which submissions and evictions need.  It ends
 * with -EBUSY after the timeout of a job, because the DRM core holds a lock of the importing device
 * that all its clients need.
 */
static int rcp_gem_attach(struct dma_buf *dmabuf, struct dma_buf_attachment *attach)
{
	struct rcp_bo *bo = gem_to_rcp_bo(dmabuf->priv);
	struct rcp_sched *sched = &rcp_from_ttm(bo->tbo.bdev)->sched;
	unsigned long end = jiffies + msecs_to_jiffies(rcp_turns_timeout_ms(&sched->turns));
	int ret;

	/* Each turn may find a job that was submitted since. */
	while ((ret = drm_gem_map_attach(dmabuf, attach)) == -EAGAIN) {
		ret = rcp_gem_wait_for_job(bo, end);
		if (ret)
			return ret;
	}
	return ret;
}

static const struct dma_buf_ops rcp_dmabuf_ops = {
	.attach = rcp_gem_attach,
	.detach = drm_gem_map_detach,
	.map_dma_buf = rcp_gem_map_dmabuf,
	.unmap_dma_buf = drm_gem_unmap_dma_buf,
	.release = drm_gem_dmabuf_release,
	.mmap = drm_gem_dmabuf_mmap,
	.vmap = drm_gem_dmabuf_vmap,
	.vunmap = drm_gem_dmabuf_vunmap,
};

static struct dma_buf *rcp_gem_export(struct drm_gem_object *gem, int flags)
{
	struct dma_buf_export_info info = {
		.exp_name = KBUILD_MODNAME,
		.owner = gem->dev->driver->fops->owner,
		.ops = &rcp_dmabuf_ops,
		.size = gem->size,
		.flags = flags,
		.priv = gem,
		.resv = gem->resv,
	};

	/* Before an importer can add a fence, which takes the reservation. */
	WRITE_ONCE(gem_to_rcp_bo(gem)->shared, true);
	return drm_gem_dmabuf_export(gem->dev, &info);
}

/* ---- the GEM functions of all buffers ---- */

static void rcp_gem_free(struct drm_gem_object *gem)
{
	ttm_bo_fini(&gem_to_rcp_bo(gem)->tbo);
}

const struct drm_gem_object_funcs rcp_gem_funcs = {
	.free = rcp_gem_free,
	.export = rcp_gem_export,
	.pin = rcp_gem_pin,
	.unpin = rcp_gem_unpin,
	.get_sg_table = rcp_gem_get_sg_table,
	.vmap = rcp_gem_vmap,
	.vunmap = drm_gem_ttm_vunmap,
	.mmap = rcp_gem_mmap,
	.vm_ops = &rcp_gem_vm_ops,
};

/* ---- imports ---- */

static struct drm_gem_object *rcp_prime_refuse(struct drm_device *drm, struct dma_buf *dmabuf)
{
	drm_dbg_driver(drm, "import from %s refused: the bus gives the card copies of the pages\n",
		       dmabuf->exp_name);
	return ERR_PTR(-EOPNOTSUPP);
}

/**
 * rcp_prime_import() - import a dma-buf
 * @drm: the device
 * @dmabuf: the dma-buf
 *
 * Context: may sleep.
 * Return: the exported buffer if @drm is the exporter, else a new buffer, or an ERR_PTR:
 * -EOPNOTSUPP if the bus has bounce buffers.
 */
struct drm_gem_object *rcp_prime_import(struct drm_device *drm, struct dma_buf *dmabuf)
{
	struct drm_gem_object *gem = dmabuf->priv;

	if (dmabuf->ops == &rcp_dmabuf_ops && gem->dev == drm) {
		drm_gem_object_get(gem);
		return gem;
	}
	/* Before the exporter maps the pages: for lack of bounce buffers the bus logs a warning. */
	if (READ_ONCE(to_rcp(drm)->coherent))
		return rcp_prime_refuse(drm, dmabuf);
	return drm_gem_prime_import(drm, dmabuf);
}

/**
 * rcp_prime_import_sg() - create a buffer for another driver's pages
 * @drm: the device
 * @attach: the attachment to the dma-buf
 * @sg: bus addresses of the pages
 *
 * Context: may sleep; takes the reservation of the dma-buf.
 * Return: the object, or an ERR_PTR: -EOPNOTSUPP if the card would see copies of the pages.
 */
struct drm_gem_object *rcp_prime_import_sg(struct drm_device *drm,
					   struct dma_buf_attachment *attach,
					   struct sg_table *sg)
{
	struct rcp_device *rdev = to_rcp(drm);
	struct rcp_bo_args args = {
		.size = attach->dmabuf->size,
		.domains = RADEON_GEM_DOMAIN_GTT,
		.type = ttm_bo_type_sg,
		.sg = sg,
		.dmabuf = attach->dmabuf,
	};
	struct rcp_bo *bo;
	int idx;

	if (rcp_bus_is_bounced(rdev, drm->dev, sg))
		return rcp_prime_refuse(drm, attach->dmabuf);
	if (!drm_dev_enter(drm, &idx))
		return ERR_PTR(-ENODEV);
	dma_resv_lock(args.dmabuf->resv, NULL);
	bo = rcp_bo_create(rdev, &args);
	dma_resv_unlock(args.dmabuf->resv);
	if (!IS_ERR(bo)) {
		mutex_lock(&rdev->import_lock);
		list_add(&bo->import_node, &rdev->imports);
		mutex_unlock(&rdev->import_lock);
	}
	drm_dev_exit(idx);
	return IS_ERR(bo) ? ERR_CAST(bo) : &bo->tbo.base;
}

/**
 * rcp_prime_unplug() - drop the DMA mappings of all imports
 * @rdev: the device; the card is stopped, and no new import can start
 *
 * Also drops the attachments, because most exporters keep a mapping until its attachment
 * goes.  Takes &drm_device.object_name_lock, because the DRM core reads an attachment under
 * it, to export its dma-buf again.
 *
 * Context: may sleep.
 */
void rcp_prime_unplug(struct rcp_device *rdev)
{
	struct drm_gem_object *gem;
	struct rcp_bo *bo;

	mutex_lock(&rdev->drm.object_name_lock);
	mutex_lock(&rdev->import_lock);
	list_for_each_entry(bo, &rdev->imports, import_node) {
		gem = &bo->tbo.base;
		if (!gem->import_attach)
			continue;
		drm_prime_gem_destroy(gem, bo->tbo.sg);
		gem->import_attach = NULL;
		bo->tbo.sg = NULL;
	}
	mutex_unlock(&rdev->import_lock);
	mutex_unlock(&rdev->drm.object_name_lock);
}
