// SPDX-License-Identifier: GPL-2.0
/*
 * TTM: the device functions, and the managers of VRAM and GTT.
 *
 * Pinned buffers of the driver occupy the reserved ranges of VRAM (the page table, the
 * firmware's console), so the manager of VRAM needs no special case for them.
 *
 * rcp_ttm_init() runs at probe, rcp_ttm_unplug() when the card leaves, rcp_ttm_fini() after
 * the last client.  TTM calls the device functions, most of them with the buffer reserved.
 */
#include <linux/delay.h>
#include <linux/pci.h>

#include <drm/drm_cache.h>
#include <drm/ttm/ttm_range_manager.h>

#include "rcp_bo.h"

/* A buffer evicted from CPU-visible VRAM may move to invisible VRAM, but not for suspend. */
static bool rcp_evict_is_to_vram(struct rcp_device *rdev, struct ttm_buffer_object *tbo)
{
	const struct rcp_vram *vram = &rdev->card.vram;

	return !READ_ONCE(rdev->sched.cancelling) && vram->visible < vram->size &&
	       tbo->resource->start < vram->visible >> PAGE_SHIFT &&
	       !(to_rcp_bo(tbo)->flags & RADEON_GEM_CPU_ACCESS);
}

/* To system memory an eviction fails only without pages, or above rcp_tt_limit(). */
static void rcp_evict_flags(struct ttm_buffer_object *tbo, struct ttm_placement *placement)
{
	static const struct ttm_place system = { .mem_type = TTM_PL_SYSTEM };
	struct rcp_device *rdev = rcp_from_ttm(tbo->bdev);

	/* A ghost object needs no other place: TTM waits for its copy and frees it. */
	if (!rcp_bo_is_ours(tbo))
		rcp_compat_placement_set(placement, NULL, 0);
	else if (rcp_evict_is_to_vram(rdev, tbo))
		rcp_bo_placement_hidden(to_rcp_bo(tbo), placement);
	else
		rcp_compat_placement_set(placement, &system, 1);
}

static int rcp_io_mem_reserve(struct ttm_device *bdev, struct ttm_resource *res)
{
	const struct rcp_vram *vram = &rcp_from_ttm(bdev)->card.vram;
	u64 offset = (u64)res->start << PAGE_SHIFT;

	switch (res->mem_type) {
	case TTM_PL_SYSTEM:
	case TTM_PL_TT:
		return 0;
	case TTM_PL_VRAM:
		if (offset + res->bo->base.size > vram->visible)
			return -EINVAL;
		res->bus.offset = vram->io_base + offset;
		res->bus.is_iomem = true;
		res->bus.caching = ttm_write_combined;
		return 0;
	default:
		return -EINVAL;
	}
}

/*
 * Evict a buffer from VRAM only if all jobs that use it are in the ring.  Otherwise a client
 * would wait for another client's job and for its in-fences.  TTM does not ask at suspend.
 */
static bool rcp_eviction_valuable(struct ttm_buffer_object *tbo, const struct ttm_place *place)
{
	if (tbo->resource->mem_type == TTM_PL_VRAM && rcp_bo_is_ours(tbo) &&
	    !rcp_move_is_ready(to_rcp_bo(tbo)))
		return false;
	return ttm_bo_eviction_valuable(tbo, place);
}

static struct ttm_device_funcs rcp_ttm_funcs = {
	.ttm_tt_create = rcp_tt_create,
	.ttm_tt_populate = rcp_tt_populate,
	.ttm_tt_unpopulate = rcp_tt_unpopulate,
	.ttm_tt_destroy = rcp_tt_destroy,
	.eviction_valuable = rcp_eviction_valuable,
	.evict_flags = rcp_evict_flags,
	.move = rcp_move,
	.io_mem_reserve = rcp_io_mem_reserve,
};

/* ---- TTM_PL_TT: pages that the GPU can use; no limit, and addresses only by rcp_gtt.c ---- */

static int rcp_tt_man_alloc(struct ttm_resource_manager *man, struct ttm_buffer_object *tbo,
			    const struct ttm_place *place, struct ttm_resource **res)
{
	*res = kzalloc(sizeof(**res), GFP_KERNEL);
	if (!*res)
		return -ENOMEM;
	ttm_resource_init(tbo, place, *res);
	return 0;
}

static void rcp_tt_man_free(struct ttm_resource_manager *man, struct ttm_resource *res)
{
	ttm_resource_fini(man, res);
	kfree(res);
}

static const struct ttm_resource_manager_func rcp_tt_man_func = {
	.alloc = rcp_tt_man_alloc,
	.free = rcp_tt_man_free,
};

static void rcp_tt_man_init(struct rcp_device *rdev)
{
	struct ttm_resource_manager *man = &rdev->tt_man;

	man->use_tt = true;
	man->func = &rcp_tt_man_func;
	ttm_resource_manager_init(man, &rdev->ttm, 0);
	ttm_set_driver_manager(&rdev->ttm, TTM_PL_TT, man);
	ttm_resource_manager_set_used(man, true);
}

static void rcp_tt_man_fini(struct rcp_device *rdev)
{
	struct ttm_resource_manager *man = &rdev->tt_man;

	ttm_resource_manager_set_used(man, false);
	ttm_resource_manager_cleanup(man);
	ttm_set_driver_manager(&rdev->ttm, TTM_PL_TT, NULL);
}

static int rcp_ttm_reserve_vram(struct rcp_device *rdev)
{
	const struct rcp_vram *vram = &rdev->card.vram;
	struct rcp_bo *bo;
	u32 i;

	for (i = 0; i < vram->nreserved; i++) {
		struct rcp_bo_args args = {
			.size = vram->reserved[i].size,
			.domains = RADEON_GEM_DOMAIN_VRAM,
			.type = ttm_bo_type_kernel,
			.vram_offset = vram->reserved[i].offset,
			.fixed = true,
		};

		bo = rcp_bo_create(rdev, &args);
		if (IS_ERR(bo))
			return PTR_ERR(bo);
		rdev->reserved[i] = bo;
	}
	return 0;
}

/*
 * May the card read system memory without snooping the CPU's caches?  radeon disables this
 * for cards that are not on PCI Express (integrated chips, AGP), and for chips that hang when the
 * CPU writes to such memory with write combining.
 */
static bool rcp_ttm_may_be_uncached(const struct rcp_device *rdev)
{
	struct pci_dev *pdev = rdev->card.pdev;

	return !rdev->card.chip->snooped_only && pci_is_pcie(pdev) &&
	       !pci_find_capability(pdev, PCI_CAP_ID_AGP);
}

/**
 * rcp_ttm_init() - set up the heaps
 * @rdev: the device; its card has been started
 *
 * Context: may sleep.
 * Return: 0 or an error; rcp_ttm_fini() cleans up in both cases.
 */
int rcp_ttm_init(struct rcp_device *rdev)
{
	struct drm_device *drm = &rdev->drm;
	struct rcp_card *card = &rdev->card;
	int ret;

	rdev->gem_funcs = &rcp_gem_funcs;
	mutex_init(&rdev->tt_lock);
	INIT_LIST_HEAD(&rdev->mapped_tts);
	xa_init(&rdev->payers);
	mutex_init(&rdev->import_lock);
	INIT_LIST_HEAD(&rdev->imports);
	rdev->uncached = rcp_ttm_may_be_uncached(rdev);
	rdev->dma32 = drm_need_swiotlb(card->traits->dma_bits) || dma_addressing_limited(drm->dev);
	ret = rcp_bus_init(rdev);
	if (ret)
		return ret;
	ret = rcp_compat_ttm_device_init(&rdev->ttm, &rcp_ttm_funcs, drm->dev,
					 drm->anon_inode->i_mapping, drm->vma_offset_manager,
					 false, false);
	if (ret)
		return ret;
	rdev->ttm_up = true;
	rcp_windows_init(rdev);
	rcp_bind_setup(rdev);
	ret = rcp_gtt_init(rdev);
	if (ret)
		return ret;
	rcp_tt_man_init(rdev);

	ret = ttm_range_man_init(&rdev->ttm, TTM_PL_VRAM, false, card->vram.size >> PAGE_SHIFT);
	if (!ret)
		ret = rcp_ttm_reserve_vram(rdev);
	/* The size excludes reserved ranges, because no client can use them. */
	if (!ret)
		ret = rcp_compat_dmem_charge(ttm_manager_type(&rdev->ttm, TTM_PL_VRAM), drm,
					     "vram", rcp_heap_size(rdev, TTM_PL_VRAM));
	return ret;
}

/**
 * rcp_ttm_evict_vram() - evict all buffers from VRAM before suspend
 * @rdev: the device; its card runs
 *
 * Pinned buffers stay in VRAM: only the driver pins buffers there.  When the function
 * returns, copies may still be in flight.
 *
 * Context: may sleep.
 * Return: 0 or an error.
 */
int rcp_ttm_evict_vram(struct rcp_device *rdev)
{
	int ret;

	/* TTM of 6.1 returns an uninitialised value if there is nothing to evict. */
	if (!rcp_heap_usage(rdev, TTM_PL_VRAM))
		return 0;
	ret = ttm_resource_manager_evict_all(&rdev->ttm, ttm_manager_type(&rdev->ttm, TTM_PL_VRAM));
	return ret == -EINTR ? -ENOMEM : ret;
}

/**
 * rcp_ttm_unplug() - drop all DMA mappings when the card leaves
 * @rdev: the device; drm_dev_unplug() has been called and the card is stopped
 *
 * The DMA mappings of a device must be gone when its driver is unbound.  Buffers and their
 * pages stay until clients free them.
 *
 * Context: may sleep.
 */
void rcp_ttm_unplug(struct rcp_device *rdev)
{
	if (!rdev->ttm_up)
		return;
	rcp_prime_unplug(rdev);
	rcp_tt_unplug(rdev);
}

/**
 * rcp_ttm_fini() - tear down the heaps after the last client
 * @rdev: the device
 *
 * Context: may sleep.
 */
void rcp_ttm_fini(struct rcp_device *rdev)
{
	unsigned int i;

	if (!rdev->ttm_up)
		return;
	/* Until the buffers of finished jobs are put. */
	flush_work(&rdev->gtt.end_work);
	for (i = 0; i < ARRAY_SIZE(rdev->reserved) && rdev->reserved[i]; i++)
		rcp_bo_free(rdev->reserved[i]);
	/* Buffers that were closed while busy may not have been freed yet. */
	rcp_compat_ttm_flush(&rdev->ttm);
	if (ttm_manager_type(&rdev->ttm, TTM_PL_TT))
		rcp_tt_man_fini(rdev);
	if (ttm_manager_type(&rdev->ttm, TTM_PL_VRAM))
		ttm_range_man_fini(&rdev->ttm, TTM_PL_VRAM);
	ttm_device_fini(&rdev->ttm);
	rcp_gtt_fini(rdev);
	rcp_windows_fini(rdev);
	rdev->ttm_up = false;
}
