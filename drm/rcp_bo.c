// SPDX-License-Identifier: GPL-2.0
/*
 * Making buffers, saying where they may be, and sharing them.
 *
 * A buffer is a GEM object inside a TTM object.  It never shows a client what
 * somebody else left in its memory: system pages come zeroed from TTM, VRAM is
 * cleared by the card before anybody can see it (rcp_move.c).
 *
 * Called from the ioctls and from the GEM core.  The reservation protects where
 * a buffer is.
 */
#include <linux/dma-buf.h>
#include <linux/jiffies.h>
#include <linux/slab.h>

#include <drm/drm_cache.h>
#include <drm/drm_drv.h>
#include <drm/drm_gem_ttm_helper.h>
#include <drm/drm_prime.h>

#include <trace/events/gpu_mem.h>

#include "rcp_bo.h"

static const struct drm_gem_object_funcs rcp_gem_funcs;

/*
 * Memory that the card reaches, of all clients: event gpu_mem_total with pid 0.  There is
 * no sum by process, because buffers are shared.
 */
static void rcp_bo_trace_memory(struct rcp_bo *bo, bool reachable)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	u64 size = rcp_bo_size(bo);
	u64 total;

	/* Placeholders of reserved VRAM are not counted. */
	if (bo->keep)
		return;
	if (reachable && !bo->reachable)
		total = atomic64_add_return(size, &rdev->reachable);
	else if (!reachable && bo->reachable)
		total = atomic64_sub_return(size, &rdev->reachable);
	else
		total = atomic64_read(&rdev->reachable);
	bo->reachable = reachable;
	trace_gpu_mem_total(rdev->drm.primary->index, 0, total);
}

static void rcp_bo_destroy(struct ttm_buffer_object *tbo)
{
	struct rcp_bo *bo = to_rcp_bo(tbo);

	rcp_bo_trace_memory(bo, false);
	atomic64_sub(bo->visible, &rcp_from_ttm(tbo->bdev)->visible_used);
	if (tbo->base.import_attach)
		drm_prime_gem_destroy(&tbo->base, tbo->sg);
	drm_gem_object_release(&tbo->base);
	if (bo->dmabuf)
		dma_buf_put(bo->dmabuf);
	if (bo->blank)
		__free_page(bo->blank);
	kfree(bo);
}

/**
 * rcp_bo_is_ours - is it a buffer, and not what a move leaves behind
 * @tbo: TTM's object
 */
bool rcp_bo_is_ours(struct ttm_buffer_object *tbo)
{
	return tbo->destroy == rcp_bo_destroy;
}

/* Bytes of a client's buffer that lie in CPU-visible VRAM. */
static u64 rcp_bo_visible(const struct rcp_bo *bo)
{
	const struct ttm_resource *res = bo->tbo.resource;
	u64 start = (u64)res->start << PAGE_SHIFT;
	u64 end = rcp_from_ttm(bo->tbo.bdev)->card.vram.visible;

	if (bo->keep || res->mem_type != TTM_PL_VRAM || start >= end)
		return 0;
	return min(rcp_bo_size(bo), end - start);
}

/**
 * rcp_bo_moved - remember where a buffer is now
 * @bo: the buffer, reserved
 */
void rcp_bo_moved(struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	const struct ttm_resource *res = bo->tbo.resource;
	u32 domain = RADEON_GEM_DOMAIN_CPU;
	u64 visible = rcp_bo_visible(bo);

	if (res->mem_type == TTM_PL_VRAM)
		domain = RADEON_GEM_DOMAIN_VRAM;
	else if (res->mem_type == TTM_PL_TT)
		domain = RADEON_GEM_DOMAIN_GTT;
	WRITE_ONCE(bo->domain, domain);
	WRITE_ONCE(bo->resident, domain != RADEON_GEM_DOMAIN_CPU ||
		   (bo->tbo.ttm && ttm_tt_is_populated(bo->tbo.ttm)));
	WRITE_ONCE(bo->addr, rcp_resource_addr(rdev, res));
	bo->moved = true;
	atomic64_add((s64)(visible - bo->visible), &rdev->visible_used);
	bo->visible = visible;
	rcp_bo_trace_memory(bo, domain != RADEON_GEM_DOMAIN_CPU);
}

/**
 * rcp_bo_placement - where a buffer may go, best first
 * @bo: the buffer; reserved, or not yet known to anybody
 * @domains: RADEON_GEM_DOMAIN_* bits
 * @visible: only where the CPU reaches it
 * @placement: out; good for as long as the reservation is held
 */
void rcp_bo_placement(struct rcp_bo *bo, u32 domains, bool visible,
		      struct ttm_placement *placement)
{
	const struct rcp_card *card = &rcp_from_ttm(bo->tbo.bdev)->card;
	u32 visible_pages = card->vram.visible >> PAGE_SHIFT;
	bool hidden = card->vram.visible < card->vram.size;
	unsigned int n = 0;

	memset(bo->place, 0, sizeof(bo->place));
	if (bo->flags & RADEON_GEM_CPU_ACCESS)
		visible = true;
	if (domains & RADEON_GEM_DOMAIN_VRAM) {
		/* Keep what the CPU can reach for those who need it. */
		if (hidden && !visible && (bo->flags & RADEON_GEM_NO_CPU_ACCESS)) {
			bo->place[n].fpfn = visible_pages;
			bo->place[n++].mem_type = TTM_PL_VRAM;
		}
		if (hidden && visible)
			bo->place[n].lpfn = visible_pages;
		bo->place[n++].mem_type = TTM_PL_VRAM;
	}
	if (domains & RADEON_GEM_DOMAIN_GTT) {
		bo->place[n].fpfn = card->gart.client_first_page;
		bo->place[n++].mem_type = TTM_PL_TT;
	}
	if (!n || (domains & RADEON_GEM_DOMAIN_CPU))
		bo->place[n++].mem_type = TTM_PL_SYSTEM;
	rcp_compat_placement_set(placement, bo->place, n);
}

/**
 * rcp_bo_placement_hidden - out of the CPU's part of VRAM
 * @bo: the buffer, reserved; in VRAM
 * @placement: out; good for as long as the reservation is held
 *
 * To the rest of VRAM if there is room, to the GTT if not.
 */
void rcp_bo_placement_hidden(struct rcp_bo *bo, struct ttm_placement *placement)
{
	const struct rcp_card *card = &rcp_from_ttm(bo->tbo.bdev)->card;

	rcp_bo_placement(bo, RADEON_GEM_DOMAIN_GTT, false, placement);
	bo->place[1] = bo->place[0];
	bo->place[0] = (struct ttm_place) {
		.fpfn = card->vram.visible >> PAGE_SHIFT,
		.mem_type = TTM_PL_VRAM,
	};
	rcp_compat_placement_spare(placement, bo->place, 2);
}

/* Caching flags that this card and this machine can honour. */
static u32 rcp_bo_caching_flags(const struct rcp_device *rdev, u32 flags)
{
	if (!rdev->uncached)
		flags &= ~(RADEON_GEM_GTT_WC | RADEON_GEM_GTT_UC);
	if (!drm_arch_can_wc_memory())
		flags &= ~RADEON_GEM_GTT_WC;
	return flags;
}

/**
 * rcp_bo_create - make a buffer
 * @rdev: the device
 * @args: what it is to be; the reservation of an @args->dmabuf is held
 *
 * Context: may sleep; between drm_dev_enter() and drm_dev_exit().
 * Return: the buffer, or an ERR_PTR: -EINVAL, -ENOMEM, -EIO if the card is dead,
 * -ERESTARTSYS.
 */
struct rcp_bo *rcp_bo_create(struct rcp_device *rdev, const struct rcp_bo_args *args)
{
	u64 size = round_up(args->size, PAGE_SIZE);
	u32 align_pages = max_t(u64, args->alignment, PAGE_SIZE) >> PAGE_SHIFT;
	struct ttm_placement placement;
	struct rcp_bo *bo;
	int ret;

	/* A buffer that the GTT cannot take could never be evicted from VRAM. */
	if (!size || size < args->size)
		return ERR_PTR(-EINVAL);
	if (size > rcp_ttm_size(rdev, TTM_PL_TT) && !args->fixed)
		return ERR_PTR(-ENOMEM);

	bo = kzalloc(sizeof(*bo), GFP_KERNEL_ACCOUNT);
	if (!bo)
		return ERR_PTR(-ENOMEM);
	bo->domains = args->domains;
	bo->flags = rcp_bo_caching_flags(rdev, args->flags);
	bo->keep = args->fixed;
	bo->addr = RCP_NO_ADDR;
	bo->bumped = jiffies;
	bo->domain = RADEON_GEM_DOMAIN_CPU;
	if (args->dmabuf) {
		get_dma_buf(args->dmabuf);
		bo->dmabuf = args->dmabuf;
	}
	bo->tbo.bdev = &rdev->ttm;
	bo->tbo.base.funcs = &rcp_gem_funcs;
	drm_gem_private_object_init(&rdev->drm, &bo->tbo.base, size);

	rcp_bo_placement(bo, args->domains, false, &placement);
	if (args->fixed) {
		bo->place[0].fpfn = args->vram_offset >> PAGE_SHIFT;
		bo->place[0].lpfn = (args->vram_offset + size) >> PAGE_SHIFT;
	}
	/* On failure TTM drops the object, and rcp_bo_destroy() frees it. */
	ret = ttm_bo_init_validate(&rdev->ttm, &bo->tbo, args->type, &placement, align_pages,
				   args->type != ttm_bo_type_kernel, args->sg,
				   args->dmabuf ? args->dmabuf->resv : NULL, rcp_bo_destroy);
	if (ret)
		return ERR_PTR(ret);
	return bo;
}

/**
 * rcp_bo_put - drop a reference of the driver's own
 * @bo: the buffer, or NULL
 */
void rcp_bo_put(struct rcp_bo *bo)
{
	if (bo)
		drm_gem_object_put(&bo->tbo.base);
}

/**
 * rcp_bo_pin - keep a buffer where it is
 * @bo: the buffer, reserved
 *
 * Takes it off the list of what can be evicted, where it would be in the way.
 */
void rcp_bo_pin(struct rcp_bo *bo)
{
	ttm_bo_pin(&bo->tbo);
	ttm_bo_move_to_lru_tail_unlocked(&bo->tbo);
}

/**
 * rcp_bo_unpin - let a buffer move again
 * @bo: the buffer, reserved
 */
void rcp_bo_unpin(struct rcp_bo *bo)
{
	ttm_bo_unpin(&bo->tbo);
	ttm_bo_move_to_lru_tail_unlocked(&bo->tbo);
}

/* Wait for what the card has to copy or clear in a buffer. */
static int rcp_bo_wait_filled(struct ttm_buffer_object *tbo)
{
	long left = dma_resv_wait_timeout(tbo->base.resv, DMA_RESV_USAGE_KERNEL, true,
					  MAX_SCHEDULE_TIMEOUT);

	return min(left, 0L);
}

/*
 * Did the card do it?  To be asked when its fences are signalled: if it died, it
 * was called dead before they were.
 */
static bool rcp_bo_is_filled(const struct rcp_device *rdev)
{
	/* The fences first; signalling one is a barrier, too. */
	smp_rmb();
	return !READ_ONCE(rdev->sched.dead);
}

/* ---- GEM ---- */

static void rcp_gem_free(struct drm_gem_object *gem)
{
	ttm_bo_fini(&gem_to_rcp_bo(gem)->tbo);
}

static int rcp_gem_pin_charge(struct rcp_device *rdev, u64 size)
{
	s64 pinned = atomic64_read(&rdev->pinned);

	do {
		if (pinned + size > rcp_ttm_lendable(rdev))
			return -ENOMEM;
	} while (!atomic64_try_cmpxchg(&rdev->pinned, &pinned, pinned + size));
	return 0;
}

static void rcp_gem_unpin_locked(struct rcp_bo *bo)
{
	rcp_bo_unpin(bo);
	if (!bo->tbo.pin_count)
		atomic64_sub(rcp_bo_size(bo), &rcp_from_ttm(bo->tbo.bdev)->pinned);
}

/* Brings a buffer to where it can be pinned. */
static int rcp_gem_pin_place(struct rcp_device *rdev, struct rcp_bo *bo)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	struct ttm_placement placement;

	rcp_bo_placement(bo, RADEON_GEM_DOMAIN_GTT, false, &placement);
	bo->place[0].fpfn = rdev->card.gart.pages - (rcp_ttm_lendable(rdev) >> PAGE_SHIFT);
	bo->place[0].flags = TTM_PL_FLAG_TOPDOWN;
	return ttm_bo_validate(&bo->tbo, &placement, &ctx);
}

/* Another device may look as soon as this returns, and not each of them waits. */
static int rcp_gem_pin_locked(struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	int ret;

	dma_resv_assert_held(bo->tbo.base.resv);
	/* Nobody pins a buffer of a client's anywhere else; and the second time nothing fails. */
	if (!bo->tbo.pin_count) {
		ret = rcp_gem_pin_charge(rdev, rcp_bo_size(bo));
		if (ret)
			return ret;
		ret = rcp_gem_pin_place(rdev, bo);
		if (ret) {
			atomic64_sub(rcp_bo_size(bo), &rdev->pinned);
			return ret;
		}
	}
	rcp_bo_pin(bo);
	ret = rcp_bo_wait_filled(&bo->tbo);
	if (!ret && !rcp_bo_is_filled(rdev))
		ret = -EIO;
	if (ret)
		rcp_gem_unpin_locked(bo);
	return ret;
}

static int rcp_gem_pin(struct drm_gem_object *gem)
{
	struct rcp_bo *bo = gem_to_rcp_bo(gem);
	int ret, idx;

	if (!drm_dev_enter(gem->dev, &idx))
		return -ENODEV;
	if (RCP_COMPAT_PIN_LOCKED) {
		ret = rcp_gem_pin_locked(bo);
	} else {
		ret = dma_resv_lock_interruptible(gem->resv, NULL);
		if (!ret) {
			ret = rcp_gem_pin_locked(bo);
			dma_resv_unlock(gem->resv);
		}
	}
	drm_dev_exit(idx);
	return ret;
}

static void rcp_gem_unpin(struct drm_gem_object *gem)
{
	struct rcp_bo *bo = gem_to_rcp_bo(gem);

	if (RCP_COMPAT_PIN_LOCKED) {
		rcp_gem_unpin_locked(bo);
	} else {
		dma_resv_lock(gem->resv, NULL);
		rcp_gem_unpin_locked(bo);
		dma_resv_unlock(gem->resv);
	}
}

static struct sg_table *rcp_gem_get_sg_table(struct drm_gem_object *gem)
{
	struct rcp_bo *bo = gem_to_rcp_bo(gem);

	if (!bo->tbo.ttm || !bo->tbo.ttm->pages)
		return ERR_PTR(-EINVAL);
	return drm_prime_pages_to_sg(gem->dev, bo->tbo.ttm->pages, bo->tbo.ttm->num_pages);
}

/* Without a card neither its memory nor new pages are to be had. */
static int rcp_gem_vmap(struct drm_gem_object *gem, struct iosys_map *map)
{
	int ret, idx;

	if (!drm_dev_enter(gem->dev, &idx))
		return -ENODEV;
	ret = drm_gem_ttm_vmap(gem, map);
	drm_dev_exit(idx);
	return ret;
}

/**
 * rcp_gem_import_sg - make a buffer of another driver's pages
 * @drm: the device
 * @attach: the attachment to the dma-buf
 * @sg: its pages
 *
 * Context: may sleep.
 * Return: the object, or an ERR_PTR.
 */
struct drm_gem_object *rcp_gem_import_sg(struct drm_device *drm,
					 struct dma_buf_attachment *attach,
					 struct sg_table *sg)
{
	struct rcp_bo_args args = {
		.size = attach->dmabuf->size,
		.domains = RADEON_GEM_DOMAIN_GTT,
		.type = ttm_bo_type_sg,
		.sg = sg,
		.dmabuf = attach->dmabuf,
	};
	struct rcp_bo *bo;
	int idx;

	if (!drm_dev_enter(drm, &idx))
		return ERR_PTR(-ENODEV);
	dma_resv_lock(args.dmabuf->resv, NULL);
	bo = rcp_bo_create(to_rcp(drm), &args);
	dma_resv_unlock(args.dmabuf->resv);
	drm_dev_exit(idx);
	return IS_ERR(bo) ? ERR_CAST(bo) : &bo->tbo.base;
}

/*
 * Wait for what the card still has to copy or clear in a buffer.  On the first
 * attempt everything is let go of meanwhile, so that the process can change its
 * memory map.
 */
static vm_fault_t rcp_gem_fault_wait(struct vm_fault *vmf, struct ttm_buffer_object *tbo)
{
	struct dma_resv *resv = tbo->base.resv;

	if (dma_resv_test_signaled(resv, DMA_RESV_USAGE_KERNEL))
		return 0;
	if (!fault_flag_allow_retry_first(vmf->flags))
		return rcp_bo_wait_filled(tbo) ? VM_FAULT_NOPAGE : 0;
	if (!(vmf->flags & FAULT_FLAG_RETRY_NOWAIT)) {
		drm_gem_object_get(&tbo->base);
		mmap_read_unlock(vmf->vma->vm_mm);
		rcp_bo_wait_filled(tbo);
		dma_resv_unlock(resv);
		drm_gem_object_put(&tbo->base);
	}
	return VM_FAULT_RETRY;
}

/*
 * Get a buffer's system pages.  Where there is no memory for them, TTM of older kernels
 * would have the fault tried again for ever.
 */
static vm_fault_t rcp_gem_fault_populate(struct rcp_bo *bo)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	int ret;

	if (rcp_bo_domain(bo) == RADEON_GEM_DOMAIN_VRAM)
		return 0;
	ret = rcp_compat_ttm_bo_populate(&bo->tbo, &ctx);
	if (ret == -ERESTARTSYS || ret == -EINTR)
		return VM_FAULT_NOPAGE;
	if (ret)
		return VM_FAULT_SIGBUS;
	WRITE_ONCE(bo->resident, true);
	return 0;
}

/* In place of memory that nobody may see: a page that leads nowhere. */
static vm_fault_t rcp_gem_fault_blank(struct vm_fault *vmf, struct rcp_bo *bo)
{
	if (!bo->blank)
		bo->blank = alloc_page(GFP_KERNEL | __GFP_ZERO);
	if (!bo->blank)
		return VM_FAULT_OOM;
	return vmf_insert_pfn(vmf->vma, vmf->address, page_to_pfn(bo->blank));
}

/*
 * The CPU touches a buffer.  It must be where the CPU can reach it, and what the
 * card still has to copy or clear there must be done.  If the card died before
 * it did, nobody gets to see that memory.
 */
static vm_fault_t rcp_gem_fault_locked(struct vm_fault *vmf, struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	struct ttm_operation_ctx ctx = { .interruptible = true };
	struct ttm_resource *res = bo->tbo.resource;
	struct ttm_placement placement;
	vm_fault_t wait;
	int ret;

	if (res && res->mem_type == TTM_PL_VRAM &&
	    ((u64)res->start << PAGE_SHIFT) + rcp_bo_size(bo) > rdev->card.vram.visible) {
		if (bo->tbo.pin_count)
			return VM_FAULT_SIGBUS;
		rcp_bo_placement(bo, RADEON_GEM_DOMAIN_VRAM, true, &placement);
		ret = ttm_bo_validate(&bo->tbo, &placement, &ctx);
		if (ret == -ENOMEM) {
			rcp_bo_placement(bo, RADEON_GEM_DOMAIN_GTT, true, &placement);
			ret = ttm_bo_validate(&bo->tbo, &placement, &ctx);
		}
		if (ret == -EBUSY || ret == -ERESTARTSYS || ret == -EINTR)
			return VM_FAULT_NOPAGE;
		if (ret)
			return VM_FAULT_SIGBUS;
	}
	wait = rcp_gem_fault_wait(vmf, &bo->tbo);
	if (wait)
		return wait;
	if (!rcp_bo_is_filled(rdev))
		return rcp_gem_fault_blank(vmf, bo);
	wait = rcp_gem_fault_populate(bo);
	if (wait)
		return wait;
	/* What the CPU's window read ahead there may be older than that. */
	if (rcp_bo_domain(bo) == RADEON_GEM_DOMAIN_VRAM)
		rcp_vram_sync(&rdev->card);
	return ttm_bo_vm_fault_reserved(vmf, vmf->vma->vm_page_prot, TTM_BO_VM_NUM_PREFAULT);
}

static vm_fault_t rcp_gem_fault(struct vm_fault *vmf)
{
	struct ttm_buffer_object *tbo = vmf->vma->vm_private_data;
	struct drm_device *drm = tbo->base.dev;
	vm_fault_t ret;
	int idx;

	ret = ttm_bo_vm_reserve(tbo, vmf);
	if (ret)
		return ret;
	if (drm_dev_enter(drm, &idx)) {
		ret = rcp_gem_fault_locked(vmf, to_rcp_bo(tbo));
		drm_dev_exit(idx);
	} else {
		ret = rcp_gem_fault_blank(vmf, to_rcp_bo(tbo));
	}
	/* The reservation has been let go of, if we had to wait for the card. */
	if (ret == VM_FAULT_RETRY && !(vmf->flags & FAULT_FLAG_RETRY_NOWAIT))
		return ret;
	dma_resv_unlock(tbo->base.resv);
	return ret;
}

static const struct vm_operations_struct rcp_gem_vm_ops = {
	.fault = rcp_gem_fault,
	.open = ttm_bo_vm_open,
	.close = ttm_bo_vm_close,
	/* No access for debuggers: it would not wait for the card. */
};

static int rcp_gem_mmap(struct drm_gem_object *gem, struct vm_area_struct *vma)
{
	/* Another driver's pages are mapped there. */
	if (gem->import_attach)
		return -EINVAL;
	return drm_gem_ttm_mmap(gem, vma);
}

static const struct drm_gem_object_funcs rcp_gem_funcs = {
	.free = rcp_gem_free,
	.pin = rcp_gem_pin,
	.unpin = rcp_gem_unpin,
	.get_sg_table = rcp_gem_get_sg_table,
	.vmap = rcp_gem_vmap,
	.vunmap = drm_gem_ttm_vunmap,
	.mmap = rcp_gem_mmap,
	.vm_ops = &rcp_gem_vm_ops,
};
