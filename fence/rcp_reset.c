// SPDX-License-Identifier: GPL-2.0
/*
 * When the card does not finish: hangs, suspend, unplug.
 *
 * The timeline's watchdog queues rcp_reset_work() when the oldest job has used up its
 * time.  Perhaps it finished and only the interrupt was lost; perhaps the card is
 * still making progress.  If not, the oldest unfinished job is the guilty one, since
 * the CP executes in order.  The card is reset; then all jobs that were in the ring
 * are written to it again, in the same order and with the same numbers: the guilty
 * job and those of its queue as a bare fence, because they may rely on it, all others
 * in full.
 *
 * So no fence is replaced and none overtakes another, and the time that a hang costs
 * is bounded by the limit, one second look, and the card's bring-up.  What clients are
 * told of the hang is stored before its first fence signals.
 *
 * &rcp_sched.reset_lock keeps the reset, suspend, resume and unplug apart.  Each stops
 * the scheduler first, so run_job does not write to the ring meanwhile.  Fences wait
 * for all of this: no allocation that could wait for them.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include <rcp_drm.h>

#include "rcp_sched.h"

/* The second look that decides whether the card still makes progress. */
#define RCP_SECOND_LOOK_US	20000

/* How long suspend and unplug wait for jobs that could still finish. */
#define RCP_DRAIN_MS		3000

static struct rcp_fence *rcp_reset_oldest(struct rcp_sched *sched)
{
	/* The scheduler is stopped: only signalling could change the list. */
	return list_first_entry_or_null(&sched->timeline.pending, struct rcp_fence, node);
}

/* Is the card still working on the oldest job? */
static bool rcp_reset_made_progress(struct rcp_sched *sched, struct rcp_fence *oldest)
{
	struct rcp_progress before, after;

	rcp_card_progress(sched->card, &before);
	usleep_range(RCP_SECOND_LOOK_US, RCP_SECOND_LOOK_US + 500);
	rcp_ih_poll(sched->card);
	rcp_timeline_process(&sched->timeline);
	rcp_card_progress(sched->card, &after);

	return rcp_reset_oldest(sched) != oldest || before.seqno != after.seqno ||
	       before.rptr != after.rptr;
}

/*
 * The job that hangs the card, or NULL.  If there is one, the timeline is frozen: a
 * job that still finishes after this look is cancelled with its fence unsignalled.
 */
static struct rcp_job *rcp_reset_find_guilty(struct rcp_sched *sched)
{
	struct rcp_timeline *tl = &sched->timeline;
	struct rcp_fence *oldest;

	rcp_ih_poll(sched->card);
	rcp_timeline_process(tl);
	oldest = rcp_reset_oldest(sched);
	if (!oldest || !rcp_timeline_is_overdue(tl) || rcp_reset_made_progress(sched, oldest))
		return NULL;

	rcp_timeline_freeze(tl, true);
	/* Only the job that has used up its time, not the one behind it. */
	if (rcp_reset_oldest(sched) == oldest &&
	    rcp_card_seqno(sched->card) < oldest->base.seqno)
		return oldest->job;
	/* It finished while we looked. */
	rcp_timeline_freeze(tl, false);
	rcp_timeline_process(tl);
	return NULL;
}

/*
 * Copies are the driver's own and known to end: if the card hangs in one it gets a
 * second chance, because it would leave memory behind that was not cleared.
 */
static void rcp_reset_blame(struct rcp_sched *sched, struct rcp_job *guilty)
{
	u32 reset = atomic_inc_return(&sched->resets);
	struct rcp_fence *fence;

	if (guilty->kind == RCP_JOB_COPY) {
		guilty->retried = true;
	} else {
		rcp_queue_blame(guilty->queue, guilty->number);
		guilty->cancelled = true;
		dma_fence_set_error(&guilty->base.s_fence->finished, -ETIME);
	}
	list_for_each_entry(fence, &sched->timeline.pending, node) {
		struct rcp_job *job = fence->job;

		if (job->kind == RCP_JOB_COPY || job->cancelled)
			continue;
		if (job->queue == guilty->queue)
			rcp_job_cancel(job, -ECANCELED, 0);
		else
			rcp_queue_hit(job->queue, reset);
	}
}

/*
 * No job in the ring will ever finish: signal them all.  Waiters free the jobs' memory
 * then, so the card is stopped first.
 */
static void rcp_reset_give_up(struct rcp_sched *sched, int error, u32 status)
{
	struct rcp_fence *fence;

	rcp_card_stop(sched->card);
	list_for_each_entry(fence, &sched->timeline.pending, node) {
		if (fence->job->cancelled)
			continue;
		/* A copy that did not happen leaves a buffer without its contents. */
		if (fence->job->kind == RCP_JOB_COPY)
			atomic_inc(&sched->vram_lost);
		rcp_job_cancel(fence->job, error, status);
	}
	rcp_timeline_abort(&sched->timeline);
}

/* The card is dead: every job fails from now on. */
static void rcp_reset_die(struct rcp_sched *sched)
{
	rcp_timeline_freeze(&sched->timeline, true);
	atomic_inc(&sched->vram_lost);
	WRITE_ONCE(sched->dead, -EIO);
	rcp_reset_give_up(sched, -EIO, 0);
}

/* The first pending job after number @seqno on the card. */
static struct rcp_job *rcp_reset_next(struct rcp_timeline *tl, u64 seqno)
{
	struct rcp_job *job = NULL;
	struct rcp_fence *fence;
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	list_for_each_entry(fence, &tl->pending, node) {
		if (fence->base.seqno > seqno) {
			job = fence->job;
			break;
		}
	}
	spin_unlock_irqrestore(&tl->lock, flags);
	return job;
}

/*
 * Write everything that was in the ring to the new one.  A re-emitted job may complete
 * and leave the list immediately, so iterate by seqno instead of by list node; the
 * scheduler is stopped, so the job itself stays.
 */
static int rcp_reset_replay(struct rcp_sched *sched)
{
	struct rcp_timeline *tl = &sched->timeline;
	struct rcp_job *job;
	u64 seqno = 0;
	int ret;

	rcp_emit_forget(sched);
	rcp_card_set_seqno(sched->card, tl->signalled);
	rcp_timeline_freeze(tl, false);
	while ((job = rcp_reset_next(tl, seqno))) {
		seqno = job->seqno;
		ret = rcp_emit_job(sched, job);
		if (ret)
			return ret;
	}
	return 0;
}

static void rcp_reset_card(struct rcp_sched *sched, struct rcp_job *guilty)
{
	/* A bare fence, or a copy that was tried twice: the card itself is broken. */
	bool again = guilty->retried || guilty->cancelled;
	bool cookie;
	int ret = -EIO;

	if (sched->ops->hung)
		sched->ops->hung(sched, guilty);

	cookie = dma_fence_begin_signalling();
	if (!again) {
		rcp_reset_blame(sched, guilty);
		ret = rcp_card_reset(sched->card);
	}
	if (!ret)
		ret = rcp_reset_replay(sched);
	if (ret)
		rcp_reset_die(sched);
	dma_fence_end_signalling(cookie);
}

static void rcp_reset_work(struct work_struct *work)
{
	struct rcp_sched *sched = container_of(work, struct rcp_sched, hang_work);
	struct rcp_job *guilty;

	mutex_lock(&sched->reset_lock);
	if (READ_ONCE(sched->stopped))
		goto out;
	rcp_sched_stop(sched);
	guilty = rcp_reset_find_guilty(sched);
	if (guilty)
		rcp_reset_card(sched, guilty);
	rcp_timeline_grant(&sched->timeline);
	rcp_sched_restart(sched);
out:
	mutex_unlock(&sched->reset_lock);
}

static void rcp_reset_overdue(struct rcp_timeline *tl)
{
	struct rcp_sched *sched = container_of(tl, struct rcp_sched, timeline);

	queue_work(sched->wq, &sched->hang_work);
}

/**
 * rcp_reset_init() - watch over the jobs in the ring
 * @sched: the scheduler; rcp_sched_init() has been done, no job was made yet
 * @limits: how long a job may keep the card
 *
 * Context: may sleep.
 */
void rcp_reset_init(struct rcp_sched *sched, const struct rcp_limits *limits)
{
	INIT_WORK(&sched->hang_work, rcp_reset_work);
	rcp_timeline_init(&sched->timeline, sched->card, limits,
			  sched->limit - sched->direct_limit, rcp_reset_overdue);
}

/*
 * Wait until the ring is empty, but for a job no longer than its time.  The scheduler
 * is stopped.
 */
static bool rcp_reset_drain(struct rcp_sched *sched)
{
	u64 end_ns = ktime_get_ns() + RCP_DRAIN_MS * NSEC_PER_MSEC;

	for (;;) {
		rcp_timeline_process(&sched->timeline);
		if (rcp_timeline_is_empty(&sched->timeline))
			return true;
		if (rcp_card_gone(sched->card) || rcp_timeline_is_overdue(&sched->timeline) ||
		    ktime_get_ns() > end_ns)
			return false;
		rcp_ih_poll(sched->card);
		usleep_range(500, 1500);
	}
}

/**
 * rcp_sched_is_idle() - is no job in flight, neither of clients nor of the driver?
 * @sched: the scheduler
 *
 * Context: process.
 */
bool rcp_sched_is_idle(struct rcp_sched *sched)
{
	rcp_direct_reap(sched);
	return !atomic_read(&sched->live);
}

/**
 * rcp_sched_quiesce() - let clients' jobs end before the card is put to sleep or reset
 * @sched: the scheduler
 *
 * They have a moment to finish.  Then those that have not reached the ring are
 * cancelled as soon as their in-fences have signalled; a job that hangs in the ring is
 * handled like at any other time.  Copies still run, so VRAM can be emptied.  Without
 * this a device that shares a reservation would wait for ever in its own suspend.
 *
 * Context: may sleep; userspace is frozen, or kept from new jobs.
 */
void rcp_sched_quiesce(struct rcp_sched *sched)
{
	wait_event_timeout(sched->idle, rcp_sched_is_idle(sched), msecs_to_jiffies(RCP_DRAIN_MS));
	WRITE_ONCE(sched->cancelling, true);
}

/**
 * rcp_sched_suspend() - let the card finish, and stop it
 * @sched: the scheduler; rcp_sched_quiesce() has been called
 *
 * When it returns the ring is empty and every job in it has signalled.  A job whose
 * in-fences signal while the system sleeps is cancelled.
 *
 * Context: may sleep.
 */
void rcp_sched_suspend(struct rcp_sched *sched)
{
	/* The copies from VRAM; a job that hangs in front of them is reset meanwhile. */
	wait_event_timeout(sched->kernel->wait,
			   (rcp_direct_reap(sched), !atomic_read(&sched->kernel->live)),
			   sched->timeline.limits.job + msecs_to_jiffies(RCP_DRAIN_MS));
	mutex_lock(&sched->reset_lock);
	rcp_sched_stop(sched);
	rcp_reset_drain(sched);
	rcp_timeline_freeze(&sched->timeline, true);
	WRITE_ONCE(sched->stopped, true);
	rcp_reset_give_up(sched, -ECANCELED, RCP_CTX_STATUS_UNKNOWN);
	rcp_sched_restart(sched);
	mutex_unlock(&sched->reset_lock);
}

/**
 * rcp_sched_resume() - go on after rcp_sched_suspend(), or without it after
 *	rcp_sched_quiesce()
 * @sched: the scheduler
 * @error: what rcp_card_start() said; if it failed every job fails
 *
 * A card that was dead before and comes up is alive again; what it lost stays lost.
 *
 * Context: may sleep.
 */
void rcp_sched_resume(struct rcp_sched *sched, int error)
{
	mutex_lock(&sched->reset_lock);
	rcp_sched_stop(sched);
	if (READ_ONCE(sched->stopped) && !error)
		error = rcp_reset_replay(sched);
	if (error)
		rcp_reset_die(sched);
	else if (READ_ONCE(sched->stopped))
		WRITE_ONCE(sched->dead, 0);
	WRITE_ONCE(sched->stopped, false);
	WRITE_ONCE(sched->cancelling, false);
	rcp_sched_restart(sched);
	mutex_unlock(&sched->reset_lock);
}

/**
 * rcp_sched_fail() - the card was cut off; it may come back
 * @sched: the scheduler
 *
 * Every job fails with -EIO, and VRAM counts as lost, until rcp_sched_resume().
 *
 * Context: may sleep.
 */
void rcp_sched_fail(struct rcp_sched *sched)
{
	mutex_lock(&sched->reset_lock);
	rcp_sched_stop(sched);
	rcp_reset_die(sched);
	WRITE_ONCE(sched->stopped, true);
	rcp_sched_restart(sched);
	mutex_unlock(&sched->reset_lock);
}

/**
 * rcp_sched_close() - the card is leaving
 * @sched: the scheduler
 *
 * Jobs in the ring may finish for a moment; then the card is stopped, and all others
 * fail.  When this returns run_job does not touch the card any more; the scheduler
 * itself keeps running for what clients still hold, until rcp_sched_fini().
 *
 * Context: may sleep.
 */
void rcp_sched_close(struct rcp_sched *sched)
{
	mutex_lock(&sched->reset_lock);
	rcp_sched_stop(sched);
	if (!READ_ONCE(sched->dead) && !READ_ONCE(sched->stopped))
		rcp_reset_drain(sched);
	WRITE_ONCE(sched->dead, -ENODEV);
	WRITE_ONCE(sched->stopped, true);
	rcp_timeline_close(&sched->timeline);
	rcp_reset_give_up(sched, -ENODEV, 0);
	rcp_sched_restart(sched);
	mutex_unlock(&sched->reset_lock);
}
