// SPDX-License-Identifier: GPL-2.0
/*
 * GART addresses of system pages.
 *
 * A buffer in TTM_PL_TT has pages but no address.  It is bound to an address when a job needs
 * it, and stays bound until another job needs the space or the pages are freed.  So pages that
 * no job needs take no space in the aperture, exported ones included.
 *
 * Pages stay bound while a job in the ring uses them, while a copy uses them, and while they
 * are held: from the time at which the job that is next has its buffers bound until it is in the
 * ring.  A job that waits holds nothing.  fence/order/ decides which job gets space when, and
 * rcp_bind.c binds.
 *
 * Space is searched by address, not in the order of use: a hand goes round the aperture and
 * unbinds the idle pages in its way.  So a search visits a bounded number of nodes, however
 * many buffers clients have bound, and finds contiguous space.
 *
 * Called by rcp_bind.c, by moves (rcp_move.c) and when pages are freed (rcp_tt.c).
 *
 * Locks: &rcp_gtt.lock protects the space, the nodes and the holds; no other lock but
 * &rcp_gart.lock nests inside.  Functions with "locked" in their name need it.  No thread
 * waits for a fence or polls a register under it, and none allocates, because fences wait for
 * its holders.
 */
#include <drm/drm_drv.h>

#include "rcp_bo_types.h"

/*
 * Nodes that a search for space visits at most.  If that is not enough, the worker of rcp_bind.c
 * clears a range in batches.
 */
#define RCP_GTT_LOOK	512

/* While a buffer in VRAM moves, it also has system pages. */
static void rcp_gtt_set_addr(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	if (rtt->bo && rtt->bo->domain != RADEON_GEM_DOMAIN_VRAM)
		WRITE_ONCE(rtt->bo->addr, rcp_gtt_addr(rdev, rtt));
}

/**
 * rcp_gtt_remove_locked() - unbind pages, if they are bound
 * @rdev: the device
 * @rtt: the pages; the card does not use them any more
 *
 * The caller flushes the TLBs before the pages are freed or the space is used.
 *
 * Context: &rcp_gtt.lock is held.
 */
void rcp_gtt_remove_locked(struct rcp_device *rdev, struct rcp_tt *rtt)
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
	rtt->usable = false;
	rtt->binder = NULL;
	rcp_gtt_set_addr(rdev, rtt);
	dma_fence_put(rtt->copy);
	rtt->copy = NULL;
}

/**
 * rcp_gtt_unbind() - unbind pages before they are freed
 * @rdev: the device
 * @rtt: the pages; the card does not use them any more
 *
 * Context: may sleep.
 */
void rcp_gtt_unbind(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	int idx;

	mutex_lock(&rdev->gtt.lock);
	rcp_gtt_remove_locked(rdev, rtt);
	mutex_unlock(&rdev->gtt.lock);
	/* Another thread may have unbound them, and may not have flushed the TLBs yet. */
	if (drm_dev_enter(&rdev->drm, &idx)) {
		if (!READ_ONCE(rdev->card.lost))
			rcp_gart_flush(&rdev->card);
		drm_dev_exit(idx);
	}
}

/**
 * rcp_gtt_is_busy_locked() - test whether bound pages must stay bound
 * @rdev: the device
 * @rtt: the pages
 *
 * Context: &rcp_gtt.lock is held.
 * Return: true if they are held, or if the card uses them.
 */
bool rcp_gtt_is_busy_locked(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	lockdep_assert_held(&rdev->gtt.lock);
	if (rtt->holds || (rtt->copy && !dma_fence_is_signaled(rtt->copy)))
		return true;
	/* The fence of the copy covers earlier jobs of a buffer that has left its pages. */
	return rtt->bo && rtt->bo->seqno > rcp_timeline_signalled(&rdev->sched.timeline);
}

/**
 * rcp_gtt_first_locked() - find the first bound pages in a range
 * @gtt: the allocator
 * @start: first page of the range; not below &rcp_gtt.first
 * @end: the page after the range
 *
 * Context: &rcp_gtt.lock is held.
 * Return: the pages, or NULL.
 */
struct rcp_tt *rcp_gtt_first_locked(struct rcp_gtt *gtt, u64 start, u64 end)
{
	struct drm_mm_node *node;

	drm_mm_for_each_node_in_range(node, &gtt->mm, start, end)
		return container_of(node, struct rcp_tt, node);
	return NULL;
}

/* Find the first busy node in @n pages from @start on, or NULL; visit up to @look nodes. */
static struct rcp_tt *rcp_gtt_find_busy(struct rcp_device *rdev, u64 start, u64 n, u32 *look)
{
	struct drm_mm_node *node;

	drm_mm_for_each_node_in_range(node, &rdev->gtt.mm, start, start + n) {
		struct rcp_tt *rtt = container_of(node, struct rcp_tt, node);

		if (!*look || rcp_gtt_is_busy_locked(rdev, rtt))
			return rtt;
		(*look)--;
	}
	return NULL;
}

/* Move the hand to @n aligned pages without busy nodes.  Returns false if it finds none. */
static bool rcp_gtt_sweep(struct rcp_device *rdev, u64 n, u64 align)
{
	struct rcp_gtt *gtt = &rdev->gtt;
	u64 from = roundup(gtt->hand, align);
	u32 look = RCP_GTT_LOOK;
	u64 start = from;
	struct rcp_tt *rtt;
	bool again = false;

	while (look && !(again && start >= from)) {
		if (start + n > gtt->end) {
			if (again)
				break;
			again = true;
			start = roundup(gtt->first, align);
			continue;
		}
		gtt->hand = start;
		rtt = rcp_gtt_find_busy(rdev, start, n, &look);
		if (!rtt)
			return true;
		start = roundup(rtt->node.start + rtt->node.size, align);
	}
	return false;
}

/**
 * rcp_gtt_take_locked() - give pages a range of the aperture, and hold them
 * @rdev: the device
 * @rtt: the pages, not bound
 * @start: first page of the range, a multiple of the alignment; unbinds idle pages there
 *
 * The caller calls rcp_gtt_map() next, without the lock.
 *
 * Context: &rcp_gtt.lock is held.
 * Return: 0, or -ENOSPC if busy pages or the driver's own are in the way.
 */
int rcp_gtt_take_locked(struct rcp_device *rdev, struct rcp_tt *rtt, u64 start)
{
	struct rcp_gtt *gtt = &rdev->gtt;
	u64 end = start + rtt->tt.num_pages;
	struct rcp_tt *other;

	lockdep_assert_held(&gtt->lock);
	while ((other = rcp_gtt_first_locked(gtt, start, end))) {
		if (rcp_gtt_is_busy_locked(rdev, other))
			return -ENOSPC;
		rcp_gtt_remove_locked(rdev, other);
	}
	rtt->node.start = start;
	rtt->node.size = rtt->tt.num_pages;
	if (drm_mm_reserve_node(&gtt->mm, &rtt->node))
		return -ENOSPC;
	rtt->holds++;
	return 0;
}

/* Give pages free space, and hold them. */
static int rcp_gtt_take_free(struct rcp_device *rdev, struct rcp_tt *rtt, u64 align)
{
	int ret;

	/* Once: a search through all holes for a large alignment could take long. */
	ret = drm_mm_insert_node_generic(&rdev->gtt.mm, &rtt->node, rtt->tt.num_pages, align, 0,
					 DRM_MM_INSERT_BEST | DRM_MM_INSERT_ONCE);
	if (!ret)
		rtt->holds++;
	return ret;
}

static u64 rcp_gtt_align(const struct rcp_tt *rtt)
{
	return rtt->bo ? rcp_bo_align(rtt->bo) : 1;
}

/**
 * rcp_gtt_take_any_locked() - give pages free space, or the space of idle pages, and hold them
 * @rdev: the device
 * @rtt: the pages, not bound
 *
 * The caller calls rcp_gtt_map() next, without the lock.
 *
 * Context: &rcp_gtt.lock is held.
 * Return: 0, or -ENOSPC.
 */
int rcp_gtt_take_any_locked(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	struct rcp_gtt *gtt = &rdev->gtt;
	u64 n = rtt->tt.num_pages, start;
	int ret;

	ret = rcp_gtt_take_free(rdev, rtt, rcp_gtt_align(rtt));
	if (!ret || !rcp_gtt_sweep(rdev, n, rcp_gtt_align(rtt)))
		return ret;
	start = gtt->hand;
	gtt->hand += n;
	return rcp_gtt_take_locked(rdev, rtt, start);
}

/**
 * rcp_gtt_map() - map held pages at their new address
 * @rdev: the device
 * @rtt: the pages, held by the caller, which has just taken space for them
 *
 * The caller flushes the TLBs and then calls rcp_gtt_publish_locked().
 *
 * Context: may sleep; between drm_dev_enter() and drm_dev_exit(); without &rcp_gtt.lock.
 * Return: 0, or the error of rcp_gart_map(): then the pages are not bound, and not held.
 */
int rcp_gtt_map(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	struct rcp_bus_pages pages = { .sg = rtt->sg ? rtt->sg->sgl : NULL };
	int ret;

	ret = rcp_gart_map(&rdev->card, rtt->node.start, rtt->tt.num_pages, &pages,
			   rtt->tt.caching == ttm_cached);
	if (!ret)
		return 0;
	mutex_lock(&rdev->gtt.lock);
	rtt->holds--;
	rcp_gtt_remove_locked(rdev, rtt);
	mutex_unlock(&rdev->gtt.lock);
	return ret;
}

/**
 * rcp_gtt_publish_locked() - let jobs use the address of bound pages
 * @rdev: the device
 * @rtt: the pages; they are mapped, and the TLBs have been flushed since then
 *
 * Context: &rcp_gtt.lock is held.
 */
void rcp_gtt_publish_locked(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	lockdep_assert_held(&rdev->gtt.lock);
	if (rtt->usable)
		return;
	rtt->usable = true;
	rcp_gtt_set_addr(rdev, rtt);
}

/* ---- copies ---- */

/**
 * rcp_gtt_copy_begin() - get the address of pages for a copy, and hold them
 * @rdev: the device
 * @rtt: the pages; their buffer is reserved
 * @bind: bind them if there is free space and no job waits for it
 *
 * If the function returns an address, the caller calls rcp_gtt_copy_end().
 *
 * Context: may sleep; between drm_dev_enter() and drm_dev_exit().
 * Return: the address, or RCP_NO_ADDR if they are not bound.
 */
u64 rcp_gtt_copy_begin(struct rcp_device *rdev, struct rcp_tt *rtt, bool bind)
{
	struct rcp_gtt *gtt = &rdev->gtt;
	bool fresh = false;
	u64 addr;
	int ret;

	mutex_lock(&gtt->lock);
	if (!drm_mm_node_allocated(&rtt->node))
		fresh = bind && !gtt->waiter &&
			!rcp_gtt_take_free(rdev, rtt, rcp_gtt_align(rtt));
	addr = rcp_gtt_addr(rdev, rtt);
	if (addr != RCP_NO_ADDR)
		rtt->holds++;
	mutex_unlock(&gtt->lock);
	if (!fresh || rcp_gtt_map(rdev, rtt))
		return addr;

	ret = rcp_gart_flush(&rdev->card);
	mutex_lock(&gtt->lock);
	if (ret) {
		rtt->holds--;
		rcp_gtt_remove_locked(rdev, rtt);
	} else {
		rcp_gtt_publish_locked(rdev, rtt);
		addr = rcp_gtt_addr(rdev, rtt);
	}
	mutex_unlock(&gtt->lock);
	return addr;
}

/**
 * rcp_gtt_copy_end() - stop holding pages
 * @rdev: the device
 * @rtt: the pages
 * @fence: the fence of the copy that uses them, or NULL if there is none; takes a reference
 *
 * Context: may sleep.
 */
void rcp_gtt_copy_end(struct rcp_device *rdev, struct rcp_tt *rtt, struct dma_fence *fence)
{
	mutex_lock(&rdev->gtt.lock);
	rtt->holds--;
	if (fence) {
		dma_fence_put(rtt->copy);
		rtt->copy = dma_fence_get(fence);
	}
	mutex_unlock(&rdev->gtt.lock);
}

/**
 * rcp_gtt_detach() - separate pages from a buffer that moves away from them
 * @rdev: the device
 * @rtt: the pages
 * @fence: the fence of the copy, after which the pages are freed; takes a reference
 *
 * Context: may sleep; the buffer is reserved.
 */
void rcp_gtt_detach(struct rcp_device *rdev, struct rcp_tt *rtt, struct dma_fence *fence)
{
	mutex_lock(&rdev->gtt.lock);
	if (drm_mm_node_allocated(&rtt->node)) {
		dma_fence_put(rtt->copy);
		rtt->copy = dma_fence_get(fence);
	}
	rtt->bo = NULL;
	mutex_unlock(&rdev->gtt.lock);
}

/**
 * rcp_gtt_reattach() - undo rcp_gtt_detach() after a failed move
 * @rdev: the device
 * @rtt: the pages
 * @bo: their buffer, reserved
 *
 * Context: may sleep.
 */
void rcp_gtt_reattach(struct rcp_device *rdev, struct rcp_tt *rtt, struct rcp_bo *bo)
{
	mutex_lock(&rdev->gtt.lock);
	rtt->bo = bo;
	rcp_gtt_set_addr(rdev, rtt);
	mutex_unlock(&rdev->gtt.lock);
}

/* ---- life ---- */

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
	drm_mm_init(&gtt->mm, gart->client_first_page, gart->pages - gart->client_first_page);
	gtt->windows.start = gart->client_first_page;
	gtt->windows.size = RCP_WINDOWS * RCP_WINDOW_PAGES;
	gtt->first = gtt->windows.start + gtt->windows.size;
	gtt->hand = gtt->first;
	gtt->end = gart->pages;
	return drm_mm_reserve_node(&gtt->mm, &gtt->windows);
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
