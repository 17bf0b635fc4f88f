// SPDX-License-Identifier: GPL-2.0
/*
 * GART addresses of buffers.
 *
 * A buffer in TTM_PL_TT has pages but no address.  It is bound to an address when a
 * submission names it, and stays bound until another submission needs the space or the
 * pages are freed.  So pages that no submission names take no space in the aperture,
 * exported ones included.
 *
 * A reserved buffer stays bound, and so does a buffer that an unfinished job of this card
 * uses: rcp_gtt_evict() unbinds only buffers that it can reserve and that are idle.  So a
 * submission reserves its buffers, binds them and adds its job's fence, and needs no
 * reference to the addresses.  A buffer that is already bound costs it nothing.
 *
 * A submission that does not find enough space drops its reservations and waits for a job;
 * see rcp_gtt_wait().
 *
 * Called by submissions (rcp_cs.c, rcp_cs_place.c), by moves (rcp_move.c) and when pages
 * are freed (rcp_tt.c).
 *
 * Locks: &rcp_gtt.lock protects the space, the nodes and the LRU.  It nests inside
 * reservations.  rcp_gtt_evict() only trylocks further reservations.
 */
#include <drm/drm_drv.h>

#include "rcp_bo_types.h"

/* How long a new submission yields to submissions that wait for space. */
#define RCP_GTT_YIELD_JIFFIES	max_t(unsigned long, HZ / 10, 1)
/* How long a submission waits for a job before it looks for space again. */
#define RCP_GTT_WAIT_JIFFIES	max_t(unsigned long, HZ / 20, 1)

/**
 * rcp_gtt_addr() - get the GPU address of system pages
 * @rdev: the device
 * @rtt: the pages
 *
 * Context: the buffer is reserved, or &rcp_gtt.lock is held.
 * Return: the address, RCP_NO_ADDR if they are not bound.
 */
u64 rcp_gtt_addr(const struct rcp_device *rdev, const struct rcp_tt *rtt)
{
	if (!drm_mm_node_allocated(&rtt->node))
		return RCP_NO_ADDR;
	return rdev->card.gart.addr + (rtt->node.start << PAGE_SHIFT);
}

static void rcp_gtt_remove(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	int idx;

	lockdep_assert_held(&rdev->gtt.lock);
	if (!drm_mm_node_allocated(&rtt->node))
		return;
	/* Once the card is gone there is no GART to update. */
	if (drm_dev_enter(&rdev->drm, &idx)) {
		rcp_gart_unmap(&rdev->card, rtt->node.start, rtt->node.size);
		drm_dev_exit(idx);
	}
	drm_mm_remove_node(&rtt->node);
	list_del_init(&rtt->lru);
	if (rtt->bo)
		WRITE_ONCE(rtt->bo->addr, RCP_NO_ADDR);
	dma_fence_put(rtt->leaving);
	rtt->leaving = NULL;
}

/**
 * rcp_gtt_unbind() - unbind pages, if they are bound
 * @rdev: the device
 * @rtt: the pages; the card does not use them any more
 *
 * Context: may sleep.
 */
void rcp_gtt_unbind(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	mutex_lock(&rdev->gtt.lock);
	rcp_gtt_remove(rdev, rtt);
	mutex_unlock(&rdev->gtt.lock);
}

/**
 * rcp_gtt_leave() - separate pages from a buffer that moves away from them
 * @rdev: the device
 * @rtt: the pages
 * @fence: the fence of the copy, after which the pages are freed; takes a reference
 *
 * Context: may sleep; the buffer is reserved.
 */
void rcp_gtt_leave(struct rcp_device *rdev, struct rcp_tt *rtt, struct dma_fence *fence)
{
	mutex_lock(&rdev->gtt.lock);
	if (drm_mm_node_allocated(&rtt->node))
		rtt->leaving = dma_fence_get(fence);
	rtt->bo = NULL;
	mutex_unlock(&rdev->gtt.lock);
}

/**
 * rcp_gtt_stay() - undo rcp_gtt_leave() after a failed move
 * @rdev: the device
 * @rtt: the pages
 * @bo: their buffer, reserved
 *
 * Context: may sleep.
 */
void rcp_gtt_stay(struct rcp_device *rdev, struct rcp_tt *rtt, struct rcp_bo *bo)
{
	mutex_lock(&rdev->gtt.lock);
	dma_fence_put(rtt->leaving);
	rtt->leaving = NULL;
	rtt->bo = bo;
	WRITE_ONCE(bo->addr, rcp_gtt_addr(rdev, rtt));
	mutex_unlock(&rdev->gtt.lock);
}

/* Find an unfinished job of this card that uses a reserved buffer.  Takes a reference. */
static struct dma_fence *rcp_gtt_user(struct rcp_device *rdev, struct rcp_bo *bo)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;

	dma_resv_for_each_fence(&cursor, bo->tbo.base.resv, DMA_RESV_USAGE_BOOKKEEP, fence)
		if (rcp_sched_owns(&rdev->sched, fence) && !dma_fence_is_signaled(fence))
			return dma_fence_get(fence);
	return NULL;
}

/*
 * Find out why pages have to stay bound.  Returns the fence of a job that uses them, with a
 * reference; ERR_PTR(-EBUSY) if their buffer is reserved, by this submission or by another
 * thread; NULL if they are idle.  Idle pages of a buffer are unbound here, because that
 * needs the reservation; idle pages of a ghost object are left to the caller.
 */
static struct dma_fence *rcp_gtt_keeper(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	struct dma_fence *fence;

	if (!rtt->bo)
		return dma_fence_is_signaled(rtt->leaving) ? NULL : dma_fence_get(rtt->leaving);
	if (!dma_resv_trylock(rtt->bo->tbo.base.resv))
		return ERR_PTR(-EBUSY);
	fence = rcp_gtt_user(rdev, rtt->bo);
	if (!fence)
		rcp_gtt_remove(rdev, rtt);
	dma_resv_unlock(rtt->bo->tbo.base.resv);
	return fence;
}

/* Make space: unbind the least recently used pages that are idle. */
static bool rcp_gtt_evict(struct rcp_device *rdev, struct rcp_gtt_need *need)
{
	struct dma_fence *fence;
	struct rcp_tt *rtt;

	list_for_each_entry(rtt, &rdev->gtt.lru, lru) {
		fence = rcp_gtt_keeper(rdev, rtt);
		if (!fence) {
			rcp_gtt_remove(rdev, rtt);
			return true;
		}
		if (IS_ERR(fence)) {
			if (dma_resv_locking_ctx(rtt->bo->tbo.base.resv) != need->ticket)
				need->others = true;
			continue;
		}
		need->others = true;
		if (need->busy)
			dma_fence_put(fence);
		else
			need->busy = fence;
	}
	return false;
}

/* Bind the pages of a buffer if there is space. */
static int rcp_gtt_map(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	struct rcp_bus_pages pages = { .sg = rtt->sg->sgl };
	struct rcp_gtt *gtt = &rdev->gtt;
	int ret;

	lockdep_assert_held(&gtt->lock);
	ret = drm_mm_insert_node_generic(&gtt->mm, &rtt->node, rtt->tt.num_pages,
					 rtt->bo->tbo.page_alignment, 0, DRM_MM_INSERT_BEST);
	if (ret)
		return ret;
	ret = rcp_gart_map(&rdev->card, rtt->node.start, rtt->tt.num_pages, &pages,
			   rtt->tt.caching == ttm_cached);
	if (ret)
		drm_mm_remove_node(&rtt->node);
	else
		list_add_tail(&rtt->lru, &gtt->lru);
	return ret;
}

/**
 * rcp_gtt_bind() - bind a buffer to a GPU address, if necessary with evictions
 * @rdev: the device
 * @bo: the buffer, reserved, in TTM_PL_TT
 * @need: state of the submission
 *
 * Context: may sleep; &rcp_gtt.lock is held.
 * Return: 0; -ENOSPC if there is no space now, and @need->busy and @need->others say which
 * buffers occupy it; or the error of rcp_gart_map().
 */
int rcp_gtt_bind(struct rcp_device *rdev, struct rcp_bo *bo, struct rcp_gtt_need *need)
{
	struct rcp_tt *rtt = to_rcp_tt(bo->tbo.ttm);
	int ret;

	do {
		ret = rcp_gtt_map(rdev, rtt);
	} while (ret == -ENOSPC && rcp_gtt_evict(rdev, need));
	if (!ret)
		WRITE_ONCE(bo->addr, rcp_gtt_addr(rdev, rtt));
	return ret;
}

/**
 * rcp_gtt_bind_free() - bind pages that a buffer is about to move to, without evictions
 * @rdev: the device
 * @rtt: the pages; their buffer is reserved
 *
 * After the move rcp_bo_moved() records the address in the buffer.  If the move fails, the
 * caller has to call rcp_gtt_unbind().
 *
 * Context: may sleep.
 * Return: the address, or RCP_NO_ADDR.
 */
u64 rcp_gtt_bind_free(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	u64 addr;

	mutex_lock(&rdev->gtt.lock);
	if (!drm_mm_node_allocated(&rtt->node))
		rcp_gtt_map(rdev, rtt);
	addr = rcp_gtt_addr(rdev, rtt);
	mutex_unlock(&rdev->gtt.lock);
	return addr;
}

/**
 * rcp_gtt_drop() - unbind a buffer of the submission itself, to bind all of them again
 * @rdev: the device
 * @bo: the buffer, reserved
 * @need: state of the submission
 *
 * A buffer that an earlier job still uses stays bound, and @need->busy is set.
 *
 * Context: may sleep; &rcp_gtt.lock is held.
 */
void rcp_gtt_drop(struct rcp_device *rdev, struct rcp_bo *bo, struct rcp_gtt_need *need)
{
	struct dma_fence *fence;

	lockdep_assert_held(&rdev->gtt.lock);
	if (bo->domain == RADEON_GEM_DOMAIN_VRAM || bo->addr == RCP_NO_ADDR)
		return;
	fence = rcp_gtt_user(rdev, bo);
	if (!fence)
		rcp_gtt_remove(rdev, to_rcp_tt(bo->tbo.ttm));
	else if (need->busy)
		dma_fence_put(fence);
	else
		need->busy = fence;
}

/**
 * rcp_gtt_used() - move a buffer that a submission uses to the tail of the LRU
 * @rdev: the device
 * @bo: the buffer, reserved
 *
 * Context: &rcp_gtt.lock is held.
 */
void rcp_gtt_used(struct rcp_device *rdev, struct rcp_bo *bo)
{
	if (bo->domain != RADEON_GEM_DOMAIN_VRAM && bo->addr != RCP_NO_ADDR)
		list_move_tail(&to_rcp_tt(bo->tbo.ttm)->lru, &rdev->gtt.lru);
}

/**
 * rcp_gtt_wait() - wait until another attempt may succeed
 * @rdev: the device
 * @need: state of the submission; drops its fence
 *
 * While a submission waits for space, new submissions yield for a moment.  So clients take
 * turns if their buffers do not fit into the aperture together.
 *
 * Context: may sleep; no lock is held.
 * Return: 0 or -ERESTARTSYS.
 */
int rcp_gtt_wait(struct rcp_device *rdev, struct rcp_gtt_need *need)
{
	long left;

	if (need->space && !need->waits) {
		need->waits = true;
		atomic_inc(&rdev->gtt.waiting);
	}
	if (need->busy)
		left = dma_fence_wait_timeout(need->busy, true, RCP_GTT_WAIT_JIFFIES);
	else
		left = schedule_timeout_interruptible(1) && signal_pending(current) ?
		       -ERESTARTSYS : 0;
	dma_fence_put(need->busy);
	need->busy = NULL;
	need->others = false;
	need->space = false;
	return min(left, 0L);
}

/**
 * rcp_gtt_wait_end() - end the waits of a submission that has its space, or gives up
 * @rdev: the device
 * @need: state of the submission
 *
 * Context: any.
 */
void rcp_gtt_wait_end(struct rcp_device *rdev, struct rcp_gtt_need *need)
{
	dma_fence_put(need->busy);
	need->busy = NULL;
	if (need->waits && atomic_dec_and_test(&rdev->gtt.waiting))
		wake_up_all(&rdev->gtt.no_waiters);
	need->waits = false;
}

/**
 * rcp_gtt_yield() - yield to submissions that wait for space
 * @rdev: the device
 *
 * The time is bounded, because they may wait for a job that waits for another driver.
 *
 * Context: may sleep; no lock is held.
 * Return: 0 or -ERESTARTSYS.
 */
int rcp_gtt_yield(struct rcp_device *rdev)
{
	struct rcp_gtt *gtt = &rdev->gtt;
	long left;

	if (!atomic_read(&gtt->waiting))
		return 0;
	left = wait_event_interruptible_timeout(gtt->no_waiters, !atomic_read(&gtt->waiting),
						RCP_GTT_YIELD_JIFFIES);
	return min(left, 0L);
}

/**
 * rcp_gtt_init() - prepare the aperture
 * @rdev: the device; its card is initialised
 *
 * Context: probe.
 * Return: 0 or -ENOSPC; rcp_gtt_fini() cleans up in both cases.
 */
int rcp_gtt_init(struct rcp_device *rdev)
{
	const struct rcp_gart *gart = &rdev->card.gart;
	struct rcp_gtt *gtt = &rdev->gtt;

	mutex_init(&gtt->lock);
	INIT_LIST_HEAD(&gtt->lru);
	atomic_set(&gtt->waiting, 0);
	init_waitqueue_head(&gtt->no_waiters);
	drm_mm_init(&gtt->mm, gart->client_first_page, gart->pages - gart->client_first_page);
	return drm_mm_insert_node(&gtt->mm, &gtt->windows, RCP_WINDOWS * RCP_WINDOW_PAGES);
}

/**
 * rcp_gtt_fini() - undo rcp_gtt_init(), also after it has failed
 * @rdev: the device; no pages are left
 *
 * Context: may sleep.
 */
void rcp_gtt_fini(struct rcp_device *rdev)
{
	struct rcp_gtt *gtt = &rdev->gtt;

	if (drm_mm_node_allocated(&gtt->windows))
		drm_mm_remove_node(&gtt->windows);
	drm_mm_takedown(&gtt->mm);
	mutex_destroy(&gtt->lock);
}
