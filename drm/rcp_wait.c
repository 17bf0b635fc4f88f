// SPDX-License-Identifier: GPL-2.0
/*
 * Waits for a fence, and until a buffer is idle.
 *
 * A wait for a buffer counts the implicit fences of all devices, and explicit fences of this
 * card's jobs, because Mesa reuses a buffer once DRM_RADEON_GEM_BUSY says that it is idle.
 * Explicit fences of other drivers are never tested for a signal, because the test would arm
 * their preemption and eviction fences.
 *
 * A buffer whose jobs are all in the ring is idle once the ring has completed the seqno of the last
 * one; if a job waits elsewhere, or if others may use the buffer, its fences count.
 *
 * A wait takes a snapshot of the fences.  dma_resv_wait_timeout() starts again when the
 * reservation changes, so a client that keeps submitting could delay the wait of another
 * client indefinitely.
 *
 * Called from ioctls, without locks.
 */
#include <linux/dma-resv.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include <drm/drm_print.h>
#include <drm/drm_utils.h>

#include "mem/rcp_bo.h"

/**
 * rcp_wait_flags_ok() - test whether the flags and the deadline of a wait are allowed
 * @flags: the flags
 * @allowed: the flags that the ioctl has
 * @deadline_ns: the deadline, which must be 0 without RCP_WAIT_DEADLINE
 *
 * Context: any.
 * Return: true if they are.
 */
bool rcp_wait_flags_ok(u32 flags, u32 allowed, u64 deadline_ns)
{
	return !(flags & ~allowed) && (!deadline_ns || (flags & RCP_WAIT_DEADLINE));
}

/**
 * rcp_wait_set_deadline() - tell the driver of a fence when a client needs it
 * @fence: the fence; the caller holds a reference
 * @flags: the flags of the wait
 * @deadline_ns: CLOCK_MONOTONIC, of a wait with RCP_WAIT_DEADLINE
 *
 * It changes nothing for a fence of this card, whose clocks follow the load (rcp_devfreq.c) and
 * whose order knows no deadlines; other drivers raise clocks by it.
 *
 * Context: process.
 */
void rcp_wait_set_deadline(struct dma_fence *fence, u32 flags, u64 deadline_ns)
{
	if (flags & RCP_WAIT_DEADLINE)
		rcp_compat_fence_set_deadline(fence, ns_to_ktime(min_t(u64, deadline_ns, S64_MAX)));
}

/**
 * rcp_wait_for_fence() - wait for a fence with an absolute timeout
 * @rdev: the device
 * @fence: the fence; the caller holds a reference
 * @timeout_ns: CLOCK_MONOTONIC; with a time in the past, the function only polls
 *
 * Checks the card's sequence number before it sleeps, because the job may have finished
 * while its interrupt is still on the way.
 *
 * Context: sleeps; no lock is held.
 * Return: 0, -ETIME, -ERESTARTSYS.
 */
int rcp_wait_for_fence(struct rcp_device *rdev, struct dma_fence *fence, s64 timeout_ns)
{
	signed long left = 0;

	if (dma_fence_is_signaled(fence))
		return 0;
	rcp_timeline_process(&rdev->sched.timeline);
	if (dma_fence_is_signaled(fence))
		return 0;
	/* Repeat: a timeout of n jiffies can end early, because the first jiffy is partly over. */
	while (!left && timeout_ns > ktime_to_ns(ktime_get()))
		left = dma_fence_wait_timeout(fence, true,
					      drm_timeout_abs_to_jiffies(timeout_ns));
	if (left < 0)
		return left;
	return left || dma_fence_is_signaled(fence) ? 0 : -ETIME;
}

/* Test whether a wait with this usage counts the fence. */
static bool rcp_wait_counts(struct rcp_bo *bo, struct dma_resv_iter *cursor,
			    struct dma_fence *fence, enum dma_resv_usage usage)
{
	return dma_resv_iter_usage(cursor) <= usage ||
	       (usage >= DMA_RESV_USAGE_READ &&
		rcp_sched_owns(&rcp_from_ttm(bo->tbo.bdev)->sched, fence));
}

/*
 * Test whether all jobs that use the buffer are over, without a look at its fences.  The last one
 * went to the ring in its ioctl, and all earlier ones, and the driver's copies, come before it
 * there (rcp_cs_idle_seqno()).
 */
static bool rcp_wait_is_over(const struct rcp_bo *bo)
{
	const struct rcp_timeline *tl = &rcp_from_ttm(bo->tbo.bdev)->sched.timeline;

	return !READ_ONCE(bo->shared) &&
	       READ_ONCE(bo->idle_seqno) <= rcp_timeline_completed(tl);
}

/**
 * rcp_bo_is_busy() - test whether a buffer is in use
 * @bo: the buffer
 *
 * Context: process; does not wait.
 * Return: true if a fence that counts has not signalled.
 */
bool rcp_bo_is_busy(struct rcp_bo *bo)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	bool busy = false;

	if (rcp_wait_is_over(bo))
		return false;
	dma_resv_iter_begin(&cursor, bo->tbo.base.resv, DMA_RESV_USAGE_BOOKKEEP);
	dma_resv_for_each_fence_unlocked(&cursor, fence) {
		if (dma_resv_iter_is_restarted(&cursor))
			busy = false;
		if (rcp_wait_counts(bo, &cursor, fence, DMA_RESV_USAGE_READ) &&
		    !dma_fence_is_signaled(fence)) {
			busy = true;
			break;
		}
	}
	dma_resv_iter_end(&cursor);
	return busy;
}

/* GEM_WAIT_IDLE and SET_DOMAIN wait for so long for other devices and for jobs not in the ring. */
#define RCP_WAIT_IDLE_NS	(30 * NSEC_PER_SEC)

/**
 * struct rcp_snapshot_fences - a snapshot of the fences of a buffer
 * @fences: the fences, a reference each
 * @count: number of fences
 * @room: size of @fences, in entries
 */
struct rcp_snapshot_fences {
	struct dma_fence **fences;
	unsigned int count;
	unsigned int room;
};

static void rcp_wait_drop(struct rcp_snapshot_fences *snap)
{
	while (snap->count)
		dma_fence_put(snap->fences[--snap->count]);
}

static int rcp_wait_keep(struct rcp_snapshot_fences *snap, struct dma_fence *fence)
{
	unsigned int room = 2 * snap->room ?: 8;
	struct dma_fence **fences;

	if (snap->count == snap->room) {
		/* Other users may have put any number of them on the buffer. */
		fences = kvmalloc_array(room, sizeof(*fences), RCP_GFP_ACCOUNT);
		if (!fences)
			return -ENOMEM;
		if (snap->count)
			memcpy(fences, snap->fences, snap->count * sizeof(*fences));
		kvfree(snap->fences);
		snap->fences = fences;
		snap->room = room;
	}
	snap->fences[snap->count++] = dma_fence_get(fence);
	return 0;
}

static int rcp_wait_snapshot(struct rcp_bo *bo, enum dma_resv_usage usage,
			     struct rcp_snapshot_fences *snap)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	int ret = 0;

	dma_resv_iter_begin(&cursor, bo->tbo.base.resv, DMA_RESV_USAGE_BOOKKEEP);
	dma_resv_for_each_fence_unlocked(&cursor, fence) {
		if (dma_resv_iter_is_restarted(&cursor))
			rcp_wait_drop(snap);
		if (!rcp_wait_counts(bo, &cursor, fence, usage))
			continue;
		ret = rcp_wait_keep(snap, fence);
		if (ret)
			break;
	}
	dma_resv_iter_end(&cursor);
	return ret;
}

/*
 * Wait for a fence up to *@until_ns, which is set when it is 0.  A job in the ring ends in any
 * case, because a hang does, so its fence needs no timer.
 */
static int rcp_wait_until_idle(struct rcp_device *rdev, struct dma_fence *fence, s64 *until_ns)
{
	if (rcp_sched_is_in_ring(&rdev->sched, fence)) {
		rcp_timeline_process(&rdev->sched.timeline);
		return dma_fence_wait(fence, true);
	}
	if (!*until_ns)
		*until_ns = ktime_to_ns(ktime_get()) + RCP_WAIT_IDLE_NS;
	return rcp_wait_for_fence(rdev, fence, *until_ns);
}

/*
 * Wait for the job that is the last one of all that use a buffer: it is in the ring, so it ends in
 * any case.
 */
static int rcp_wait_for_seqno(const struct rcp_bo *bo, u64 seqno)
{
	struct rcp_timeline *tl = &rcp_from_ttm(bo->tbo.bdev)->sched.timeline;
	struct dma_fence *fence = rcp_timeline_fence(tl, seqno);
	int ret;

	if (!fence)
		return 0;
	ret = dma_fence_wait(fence, true);
	dma_fence_put(fence);
	return ret;
}

/* Wait for the fences that a buffer has now: up to @timeout_ns, or as rcp_bo_wait_idle(). */
static noinline int rcp_wait_for_all(struct rcp_bo *bo, enum dma_resv_usage usage, bool idle,
				     s64 timeout_ns)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	struct rcp_snapshot_fences snap = {};
	unsigned int i;
	int ret;

	ret = rcp_wait_snapshot(bo, usage, &snap);
	for (i = 0; !ret && i < snap.count; i++)
		ret = idle ? rcp_wait_until_idle(rdev, snap.fences[i], &timeout_ns) :
			     rcp_wait_for_fence(rdev, snap.fences[i], timeout_ns);
	rcp_wait_drop(&snap);
	kvfree(snap.fences);
	return ret;
}

/**
 * rcp_bo_wait_idle() - wait until a buffer is idle, as radeon's ABI does
 * @bo: the buffer
 *
 * For at most RCP_WAIT_IDLE_NS and the time that jobs in the ring take.  Userspace repeats the call
 * after -EBUSY.  After a return of 0, the CPU sees the data that the jobs wrote.
 *
 * Context: sleeps; no reservation is held.
 * Return: 0, -EBUSY, -ERESTARTSYS, -ENOMEM.
 */
int rcp_bo_wait_idle(struct rcp_bo *bo)
{
	u64 seqno;
	int ret;

	if (rcp_wait_is_over(bo))
		return 0;
	seqno = READ_ONCE(bo->idle_seqno);
	if (seqno != RCP_NO_SEQNO && !READ_ONCE(bo->shared))
		return rcp_wait_for_seqno(bo, seqno);
	ret = rcp_wait_for_all(bo, DMA_RESV_USAGE_READ, true, 0);
	return ret == -ETIME ? -EBUSY : ret;
}

/* Fences that the wait does not count get no deadline, so that no other driver acts on them. */
static void rcp_wait_set_deadlines(struct rcp_bo *bo, enum dma_resv_usage usage,
				   const struct drm_rcp_bo_wait *args)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;

	if (!(args->flags & RCP_WAIT_DEADLINE) || !RCP_COMPAT_FENCE_DEADLINE)
		return;
	dma_resv_iter_begin(&cursor, bo->tbo.base.resv, usage);
	dma_resv_for_each_fence_unlocked(&cursor, fence)
		rcp_wait_set_deadline(fence, args->flags, args->deadline_ns);
	dma_resv_iter_end(&cursor);
}

/*
 * DRM_RCP_BO_WAIT.  Context: sleeps.  Return: 0, -EINVAL, -ENOENT, -ETIME, -ERESTARTSYS, -ENOMEM.
 */
int rcp_bo_wait_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file)
{
	struct drm_rcp_bo_wait *args = data;
	enum dma_resv_usage usage;
	struct drm_gem_object *gem;
	int ret = 0;

	if (!rcp_wait_flags_ok(args->flags, RCP_WAIT_DEADLINE | RCP_BO_WAIT_WRITERS,
			       args->deadline_ns)) {
		drm_dbg_driver(drm, "BO_WAIT: flags 0x%x deadline %llu\n", args->flags,
			       args->deadline_ns);
		return -EINVAL;
	}
	gem = drm_gem_object_lookup(drm_file, args->handle);
	if (!gem)
		return -ENOENT;
	usage = args->flags & RCP_BO_WAIT_WRITERS ? DMA_RESV_USAGE_WRITE : DMA_RESV_USAGE_READ;
	rcp_wait_set_deadlines(gem_to_rcp_bo(gem), usage, args);
	if (!rcp_wait_is_over(gem_to_rcp_bo(gem)))
		ret = rcp_wait_for_all(gem_to_rcp_bo(gem), usage, false, args->timeout_ns);
	drm_gem_object_put(gem);
	return ret;
}
