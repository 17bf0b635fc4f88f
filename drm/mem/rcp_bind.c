// SPDX-License-Identifier: GPL-2.0
/*
 * Bindings: GART addresses for the buffers of a job.
 *
 * A job that waits for nothing and is next gets its addresses in the ioctl, if its buffers are
 * bound or if there is space, and goes to the ring under the same hold of &rcp_gtt.lock.  Every
 * other job takes a binding along, and gets its addresses when it has its turn (rcp_turn.c).
 * So a job that waits, for whatever, holds no space, and the ioctl never waits for space.
 *
 * One job at a time has its turn and is not in the ring.  If its buffers are not bound, it is bound
 * where there is idle space, else in a range that is as large as all of them, once the jobs in the
 * ring that use it are over.  No job passes it while it waits, so none extends that use.
 *
 * rcp_cs.c and the hooks of the scheduler (rcp_drv.c) call the functions.
 *
 * Locks: &rcp_gtt.lock protects @held of bindings of jobs, and the waiter; see
 * rcp_gtt.c.  Nothing here allocates, because fences wait for it.
 */
#include <drm/drm_drv.h>

#include "rcp_bo_types.h"

/* Alignments, in pages: powers of two up to RCP_MAX_ALIGNMENT */
#define RCP_BIND_ALIGNS	16
/* Nodes that the worker unbinds before it offers the lock to other threads. */
#define RCP_BIND_BATCH		64u

/* System pages of an entry, or NULL if its buffer is in VRAM. */
static struct rcp_tt *rcp_bind_tt(const struct rcp_submit_bo *entry)
{
	if (entry->bo->domain == RADEON_GEM_DOMAIN_VRAM)
		return NULL;
	return to_rcp_tt(entry->bo->tbo.ttm);
}

static void rcp_bind_hold_one(struct rcp_submit_bo *entry, struct rcp_tt *rtt)
{
	if (!rtt)
		return;
	rtt->holds++;
	entry->held = true;
}

/**
 * rcp_bind_is_bound_locked() - test whether all buffers are bound, and get their addresses
 * @binding: the binding
 *
 * Context: &rcp_gtt.lock is held; the buffers are reserved, or used by a job that is not in the
 * ring, so they do not move.
 * Return: true if the job may use the addresses in @binding->addrs while the lock is held.
 */
bool rcp_bind_is_bound_locked(struct rcp_binding *binding)
{
	struct rcp_submit_bo *entry;
	u64 *addr = binding->addrs;

	lockdep_assert_held(&binding->rdev->gtt.lock);
	for (entry = binding->bos; entry != binding->bos_end; entry++) {
		*addr = entry->bo->addr;
		if (*addr++ == RCP_NO_ADDR)
			return false;
	}
	return true;
}

/**
 * rcp_bind_used_locked() - record the job that uses the buffers
 * @binding: the binding
 * @seqno: the job's seqno
 *
 * Context: &rcp_gtt.lock is held.
 */
void rcp_bind_used_locked(struct rcp_binding *binding, u64 seqno)
{
	struct rcp_submit_bo *entry;

	lockdep_assert_held(&binding->rdev->gtt.lock);
	for (entry = binding->bos; entry != binding->bos_end; entry++)
		entry->bo->seqno = seqno;
}

static void rcp_bind_unhold_locked(struct rcp_binding *binding)
{
	struct rcp_submit_bo *entry;

	lockdep_assert_held(&binding->rdev->gtt.lock);
	for (entry = binding->bos; entry != binding->bos_end; entry++) {
		if (entry->held)
			rcp_bind_tt(entry)->holds--;
		entry->held = false;
	}
}

/**
 * rcp_bind_init() - compute how much of the aperture the buffers need together
 * @binding: the binding, zeroed except for the device, the buffers and the patches
 *
 * The sum depends on the buffers, not on the order in which the client names them.  A hole after
 * each buffer reaches up to the next multiple of its alignment, except after the one of each
 * alignment with the largest hole: rcp_bind_in_order() places that last.
 *
 * Context: any; the buffers are reserved, and used by a job from now on.
 * Return: true if the aperture is large enough, so that the job can run once it is the only one.
 */
bool rcp_bind_init(struct rcp_binding *binding)
{
	const struct rcp_gtt *gtt = &binding->rdev->gtt;
	u64 sum[RCP_BIND_ALIGNS] = {}, hole[RCP_BIND_ALIGNS] = {};
	struct rcp_submit_bo *entry;
	u64 align, size, pages = 0;
	int i;

	binding->align = 1;
	/* A buffer counts once, even if it is named more than once. */
	for (entry = binding->bos; entry != binding->bos_end; entry++)
		entry->bo->written = entry->bo->domain != RADEON_GEM_DOMAIN_VRAM;
	for (entry = binding->bos; entry != binding->bos_end; entry++) {
		if (!entry->bo->written)
			continue;
		entry->bo->written = false;
		align = rcp_bo_align(entry->bo);
		size = PFN_UP(rcp_bo_size(entry->bo));
		i = ilog2(align);
		binding->align = max(binding->align, align);
		sum[i] += round_up(size, align);
		hole[i] = max(hole[i], round_up(size, align) - size);
	}
	for (i = RCP_BIND_ALIGNS - 1; i >= 0; i--)
		if (sum[i])
			pages = round_up(pages, 1ull << i) + sum[i] - hole[i];
	binding->pages = pages;
	return roundup(gtt->first, binding->align) + pages <= gtt->end;
}

/* ---- binding ---- */

/* Bind the buffer of an entry, if it is not bound, and hold it. */
static int rcp_bind_one(struct rcp_binding *binding, struct rcp_submit_bo *entry, u64 *start)
{
	struct rcp_device *rdev = binding->rdev;
	struct rcp_tt *rtt = rcp_bind_tt(entry);
	int ret = 0;

	if (!rtt)
		return 0;
	cond_resched();
	mutex_lock(&rdev->gtt.lock);
	if (drm_mm_node_allocated(&rtt->node)) {
		/* Another thread that has not flushed the TLBs yet owns the pages. */
		if (!rtt->usable && rtt->binder != binding)
			ret = -EAGAIN;
		else
			rcp_bind_hold_one(entry, rtt);
		mutex_unlock(&rdev->gtt.lock);
		return ret;
	}
	/* The space is for the job that is next. */
	if (rdev->gtt.waiter && rdev->gtt.waiter != binding) {
		ret = -ENOSPC;
	} else if (start) {
		*start = round_up(*start, rcp_bo_align(entry->bo));
		ret = rcp_gtt_take_locked(rdev, rtt, *start);
		*start += rtt->tt.num_pages;
	} else {
		ret = rcp_gtt_take_any_locked(rdev, rtt);
	}
	if (!ret)
		rtt->binder = binding;
	mutex_unlock(&rdev->gtt.lock);
	ret = ret ?: rcp_gtt_map(rdev, rtt);
	entry->held = !ret;
	return ret;
}

/* Bind and hold the buffers of one alignment, the one with the largest hole after it last. */
static int rcp_bind_aligned(struct rcp_binding *binding, u64 align, u64 *start)
{
	const struct rcp_bo *last = NULL;
	struct rcp_submit_bo *entry;
	u64 hole, largest = 0;
	int ret = 0, pass;
	bool is_last;

	for (entry = binding->bos; entry != binding->bos_end; entry++) {
		if (!rcp_bind_tt(entry) || rcp_bo_align(entry->bo) != align)
			continue;
		hole = -PFN_UP(rcp_bo_size(entry->bo)) & (align - 1);
		if (!last || hole > largest) {
			last = entry->bo;
			largest = hole;
		}
	}
	for (pass = 0; pass < 2; pass++) {
		for (entry = binding->bos; entry != binding->bos_end && !ret; entry++) {
			is_last = entry->bo == last;
			if (rcp_bind_tt(entry) && rcp_bo_align(entry->bo) == align &&
			    is_last == pass)
				ret = rcp_bind_one(binding, entry, start);
		}
	}
	return ret;
}

/*
 * Bind and hold all buffers from @start on, the largest alignment first.  They need no
 * more than &rcp_binding.pages, also if some of them have addresses elsewhere.
 */
static int rcp_bind_in_order(struct rcp_binding *binding, u64 *start)
{
	const struct rcp_submit_bo *entry;
	unsigned long aligns = 0;
	int ret = 0;

	for (entry = binding->bos; entry != binding->bos_end; entry++)
		if (rcp_bind_tt(entry))
			aligns |= rcp_bo_align(entry->bo);
	for (; aligns && !ret; aligns &= ~BIT(__fls(aligns)))
		ret = rcp_bind_aligned(binding, BIT(__fls(aligns)), start);
	return ret;
}

/*
 * Bind and hold all buffers: in the claim, from @start on, or without a claim where there is
 * space.  On failure some of them may be bound, and none is held.
 */
static int rcp_bind_all(struct rcp_binding *binding, u64 *start)
{
	struct rcp_device *rdev = binding->rdev;
	struct rcp_submit_bo *entry;
	int ret = 0, flushed;
	struct rcp_tt *rtt;

	if (start)
		ret = rcp_bind_in_order(binding, start);
	for (entry = binding->bos; !start && !ret && entry != binding->bos_end; entry++)
		ret = rcp_bind_one(binding, entry, NULL);
	/* One flush for all buffers, also for those that have lost their addresses. */
	flushed = rcp_gart_flush(&rdev->card);
	mutex_lock(&rdev->gtt.lock);
	for (entry = binding->bos; entry != binding->bos_end && !flushed; entry++)
		if (entry->held)
			rcp_gtt_publish_locked(rdev, rcp_bind_tt(entry));
	ret = ret ?: flushed;
	if (ret)
		rcp_bind_unhold_locked(binding);
	/* Without a flush the new addresses are not valid. */
	for (entry = binding->bos; entry != binding->bos_end && flushed; entry++) {
		rtt = rcp_bind_tt(entry);
		if (rtt && !rtt->usable && rtt->binder == binding)
			rcp_gtt_remove_locked(rdev, rtt);
	}
	mutex_unlock(&rdev->gtt.lock);
	return ret;
}

/**
 * rcp_bind_now() - bind the buffers of a job in its ioctl, if there is space
 * @binding: the binding; the buffers are reserved
 *
 * They are not held: rcp_bind_is_bound_locked() tells whether all of them are bound.
 *
 * Context: may sleep; between drm_dev_enter() and drm_dev_exit().
 * Return: 0, also if there is no space; or the error of the mapping.
 */
int rcp_bind_now(struct rcp_binding *binding)
{
	struct rcp_gtt *gtt = &binding->rdev->gtt;
	int ret;

	ret = rcp_bind_all(binding, NULL);
	if (ret)
		return ret == -ENOSPC || ret == -EAGAIN ? 0 : ret;
	mutex_lock(&gtt->lock);
	rcp_bind_unhold_locked(binding);
	mutex_unlock(&gtt->lock);
	return 0;
}

/* ---- space ---- */

/* Choose a range that is large enough for all buffers, where the hand is. */
static int rcp_bind_claim(struct rcp_binding *binding)
{
	struct rcp_gtt *gtt = &binding->rdev->gtt;
	u64 start;

	mutex_lock(&gtt->lock);
	start = roundup(gtt->hand, binding->align);
	if (start + binding->pages > gtt->end)
		start = roundup(gtt->first, binding->align);
	if (start + binding->pages <= gtt->end) {
		gtt->hand = start + binding->pages;
		binding->claim = start;
	}
	mutex_unlock(&gtt->lock);
	return binding->claim ? 0 : -ENOMEM;
}

/* Unbind idle pages in the range of a binding.  Returns false if there are busy ones. */
static bool rcp_bind_clear_claim(const struct rcp_binding *binding)
{
	u64 at = binding->claim, end = at + binding->pages;
	struct rcp_device *rdev = binding->rdev;
	struct rcp_gtt *gtt = &rdev->gtt;
	u32 batch = RCP_BIND_BATCH;
	bool busy = false;
	struct rcp_tt *rtt;

	mutex_lock(&gtt->lock);
	while (at < end && (rtt = rcp_gtt_first_locked(gtt, at, end))) {
		at = rtt->node.start + rtt->node.size;
		if (rcp_gtt_is_busy_locked(rdev, rtt))
			busy = true;
		else
			rcp_gtt_remove_locked(rdev, rtt);
		if (--batch)
			continue;
		batch = RCP_BIND_BATCH;
		mutex_unlock(&gtt->lock);
		cond_resched();
		mutex_lock(&gtt->lock);
	}
	mutex_unlock(&gtt->lock);
	return !busy;
}

/* Does the card run jobs?  Otherwise they are cancelled at their turn, and need no address. */
static int rcp_bind_error(const struct rcp_sched *sched)
{
	if (READ_ONCE(sched->stopped) || READ_ONCE(sched->cancelling))
		return -ECANCELED;
	return rcp_sched_error(sched);
}

/*
 * Bind the buffers of the job that is next: where there is idle space, else in its claim.  Returns
 * -EBUSY if jobs in the ring still use the claim, or another thread is binding at this moment.
 */
static int rcp_bind_serve(struct rcp_binding *binding)
{
	struct rcp_device *rdev = binding->rdev;
	int ret, idx;
	u64 start;

	if (!drm_dev_enter(&rdev->drm, &idx))
		return -ENODEV;
	ret = rcp_bind_error(&rdev->sched);
	if (!ret && !binding->claim) {
		ret = rcp_bind_all(binding, NULL);
		if (ret != -ENOSPC)
			goto out;
		ret = rcp_bind_claim(binding);
	}
	if (!ret)
		ret = rcp_bind_clear_claim(binding) ? 0 : -EBUSY;
	start = binding->claim;
	if (!ret)
		ret = rcp_bind_all(binding, &start);
out:
	drm_dev_exit(idx);
	return ret == -EAGAIN ? -EBUSY : ret;
}

/* ---- jobs ---- */

/* Drop the references to the buffers, which may sleep and allocate. */
static void rcp_bind_end(struct rcp_binding *binding)
{
	struct rcp_submit_bo *entry;

	for (entry = binding->bos; entry != binding->bos_end; entry++)
		drm_gem_object_put(&entry->bo->tbo.base);
	kvfree(binding);
}

static void rcp_bind_end_work(struct work_struct *work)
{
	struct rcp_gtt *gtt = container_of(work, struct rcp_gtt, end_work);
	struct rcp_binding *binding, *next;

	llist_for_each_entry_safe(binding, next, llist_del_all(&gtt->ended), ended) {
		rcp_bind_end(binding);
		cond_resched();
	}
}

/**
 * rcp_bind_give() - give a binding to a job that waits
 * @binding: the binding of a submission that keeps a share of it
 * @job: the job
 *
 * Context: any; the buffers are reserved.
 */
void rcp_bind_give(struct rcp_binding *binding, struct rcp_job *job)
{
	refcount_set(&binding->users, 2);
	/* All buffers were bound, until the job found that it could not go to the ring. */
	if (!binding->align)
		rcp_bind_init(binding);
	binding->claim = 0;
	job->binding = binding;
	job->unbound = -ECANCELED;
}

/**
 * rcp_bind_put() - drop the submission's share of a binding that a job shares
 * @binding: the binding
 *
 * Context: may sleep.
 */
void rcp_bind_put(struct rcp_binding *binding)
{
	if (refcount_dec_and_test(&binding->users))
		rcp_bind_end(binding);
}

/**
 * rcp_bind_apply() - fill in the addresses of a job that is about to run
 * @binding: the binding; its buffers are bound and stay so
 * @job: the job, with its stream and the list of its buffers
 *
 * Context: any.
 */
void rcp_bind_apply(const struct rcp_binding *binding, struct rcp_job *job)
{
	struct rcp_job_bo *note = job->bos;
	const struct rcp_job_bo *end = note + min(job->nbos, RCP_JOB_BOS);
	const u64 *addr = binding->addrs;

	pm4_patch_apply(job->stream, binding->patches, binding->npatches, addr);
	for (; note != end; note++)
		note->addr = *addr++;
	job->unbound = 0;
}

/**
 * rcp_bind_prepare() - bind and hold the buffers of the job that is next
 * @job: the job, with a binding; it has its turn
 *
 * Context: process; may sleep, but must not allocate.
 * Return: true if the job can be written; false if it must wait for space and this is called
 * again.
 */
bool rcp_bind_prepare(struct rcp_job *job)
{
	struct rcp_binding *binding = job->binding;
	struct rcp_gtt *gtt = &binding->rdev->gtt;
	struct rcp_submit_bo *entry;
	u64 *addr = binding->addrs;
	int ret = -EBUSY;

	mutex_lock(&gtt->lock);
	if (!gtt->waiter && rcp_bind_is_bound_locked(binding)) {
		for (entry = binding->bos; entry != binding->bos_end; entry++)
			rcp_bind_hold_one(entry, rcp_bind_tt(entry));
		ret = 0;
	} else {
		gtt->waiter = binding;
	}
	mutex_unlock(&gtt->lock);
	if (ret)
		ret = rcp_bind_serve(binding);
	if (ret == -EBUSY)
		return false;
	mutex_lock(&gtt->lock);
	gtt->waiter = NULL;
	for (entry = binding->bos; entry != binding->bos_end; entry++)
		*addr++ = entry->bo->addr;
	mutex_unlock(&gtt->lock);
	if (ret)
		job->unbound = ret;
	else
		rcp_bind_apply(binding, job);
	return true;
}

/**
 * rcp_bind_drop() - take the binding from a job that is in the ring, or that will not run
 * @job: the job
 *
 * Context: may sleep, but must not allocate; &rcp_sched.ring_lock may be held.
 */
void rcp_bind_drop(struct rcp_job *job)
{
	struct rcp_binding *binding = job->binding;
	struct rcp_gtt *gtt;

	if (!binding)
		return;
	gtt = &binding->rdev->gtt;
	mutex_lock(&gtt->lock);
	if (job->seqno && !job->unbound)
		rcp_bind_used_locked(binding, job->seqno);
	rcp_bind_unhold_locked(binding);
	if (gtt->waiter == binding)
		gtt->waiter = NULL;
	mutex_unlock(&gtt->lock);
	job->binding = NULL;
	/*
	 * The submission puts the buffers if it still runs.  Else other work does: to put a buffer
	 * may allocate and wait for fences.
	 */
	if (refcount_dec_and_test(&binding->users) && llist_add(&binding->ended, &gtt->ended))
		queue_work(rcp_client_wq, &gtt->end_work);
}

/**
 * rcp_bind_setup() - initialise &rcp_gtt.end_work, which puts buffers
 * @rdev: the device
 *
 * Context: probe.
 */
void rcp_bind_setup(struct rcp_device *rdev)
{
	INIT_WORK(&rdev->gtt.end_work, rcp_bind_end_work);
	init_llist_head(&rdev->gtt.ended);
}
