// SPDX-License-Identifier: GPL-2.0
/*
 * When the card does not finish: who hangs, and how everybody else goes on.
 *
 * The scheduler calls rcp_sched_timedout_job() when the oldest job has had its
 * time.  Perhaps it finished and only the interrupt was lost; perhaps the card
 * is still getting on with it.  If not, the oldest unfinished job is the guilty
 * one, since the CP executes in order.  The card is reset; then all jobs that
 * were in the ring are written to it again, in the same order and with the same
 * numbers: the guilty job and what its queue had pushed before the hang as a
 * bare fence that carries an error, everybody else's in full.
 *
 * So no fence is replaced and none overtakes another, and the time a hang costs
 * is bounded by the timeout and its one extension plus the card's bring-up.
 *
 * Context: an ordered workqueue, or suspend, resume and unplug in process
 * context, each with the scheduler stopped; so nobody writes to the ring
 * meanwhile.  Fences wait for all of this: no allocation that could wait for
 * them.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include "rcp_sched.h"
#include "rcp_sched_priv.h"

/* The second look that decides whether the card still gets on. */
#define RCP_SECOND_LOOK_MS	20

/* How long suspend and unplug wait for what is in the ring. */
#define RCP_DRAIN_MS		3000

/**
 * rcp_sched_forget - what is left in the chip is unknown
 * @sched: the scheduler
 *
 * After bring-up every slot counts as holding somebody's address.
 */
void rcp_sched_forget(struct rcp_sched *sched)
{
	memset(sched->left.left, 0xff, sizeof(sched->left.left));
	sched->left.left_state = ~0u;
}

static struct rcp_fence *rcp_sched_oldest(struct rcp_sched *sched)
{
	/* The scheduler is stopped: only signalling could change the list. */
	return list_first_entry_or_null(&sched->timeline.pending, struct rcp_fence, node);
}

/* Is the card still working on the oldest job? */
static bool rcp_sched_gets_on(struct rcp_sched *sched, struct rcp_fence *oldest)
{
	struct rcp_progress before, after;

	rcp_card_progress(sched->card, &before);
	msleep(RCP_SECOND_LOOK_MS);
	rcp_ih_poll(sched->card);
	rcp_timeline_process(&sched->timeline);
	rcp_card_progress(sched->card, &after);

	return rcp_sched_oldest(sched) != oldest || before.seqno != after.seqno ||
	       before.rptr != after.rptr;
}

/*
 * The guilty job and what its queue pushed before it hung will not run.  Copies
 * are the driver's own and known to end: if the card hangs in one it gets a
 * second chance, since what it would leave behind is memory that was not
 * cleared.
 */
static void rcp_sched_blame(struct rcp_sched *sched, struct rcp_job *guilty)
{
	struct rcp_fence *fence;

	if (guilty->kind == RCP_JOB_COPY) {
		guilty->retried = true;
		return;
	}
	atomic_inc(&guilty->queue->hangs);
	list_for_each_entry(fence, &sched->timeline.pending, node) {
		struct rcp_job *job = fence->job;

		if (job == guilty || (job->queue == guilty->queue && job->kind == RCP_JOB_IB))
			job->cancelled = true;
		else
			atomic_inc(&job->queue->innocent);
		if (job->cancelled)
			dma_fence_set_error(&job->base.s_fence->finished,
					    job == guilty ? -ETIME : -ECANCELED);
	}
}

/*
 * No job will ever finish: say so on each fence that is not signalled.  Whoever
 * waits for them takes the memory back, so the card is stopped first.
 */
static void rcp_sched_give_up(struct rcp_sched *sched, int error)
{
	struct rcp_fence *fence;

	rcp_card_stop(sched->card);
	list_for_each_entry(fence, &sched->timeline.pending, node)
		dma_fence_set_error(&fence->job->base.s_fence->finished, error);
	rcp_timeline_abort(&sched->timeline, error);
}

/* Write everything that was in the ring to the new one. */
static int rcp_sched_replay(struct rcp_sched *sched)
{
	struct rcp_fence *fence;
	int ret = 0;

	rcp_sched_forget(sched);
	rcp_card_set_seqno(sched->card, sched->timeline.signalled);
	rcp_timeline_freeze(&sched->timeline, false);

	/*
	 * What is written may finish at once and leave the list, so the list is
	 * followed by numbers.
	 */
	for (u64 next = 0;;) {
		struct rcp_job *job = NULL;
		unsigned long flags;

		spin_lock_irqsave(&sched->timeline.lock, flags);
		list_for_each_entry(fence, &sched->timeline.pending, node) {
			if (fence->base.seqno > next) {
				job = fence->job;
				next = fence->base.seqno;
				break;
			}
		}
		spin_unlock_irqrestore(&sched->timeline.lock, flags);
		if (!job)
			break;
		/* The scheduler is stopped, so the job stays even if it finishes. */
		ret = rcp_sched_emit(sched, job);
		if (ret)
			break;
	}
	return ret;
}

/*
 * drm_sched_stop() took the scheduler's hands off the hardware fences of jobs
 * that are not finished; the fences are still the right ones.
 */
static void rcp_sched_restart(struct rcp_sched *sched)
{
	struct drm_sched_job *base;

	list_for_each_entry(base, &sched->base.pending_list, list) {
		struct rcp_job *job = rcp_job_from(base);

		if (!base->s_fence->parent && job->seqno)
			base->s_fence->parent = dma_fence_get(&job->hw->base);
	}
	rcp_compat_sched_start(&sched->base);
}

/*
 * Before the scheduler is stopped from outside its timer: run_job may still be
 * at work, and must not have the timer run out meanwhile.
 */
static void rcp_sched_stop_timer(struct rcp_sched *sched)
{
	spin_lock(&sched->lock);
	sched->untimed = true;
	spin_unlock(&sched->lock);
	cancel_delayed_work_sync(&sched->base.work_tdr);
}

static void rcp_sched_reset(struct rcp_sched *sched, struct rcp_job *guilty)
{
	bool again = guilty->retried || guilty->cancelled;
	bool cookie;
	int ret;

	if (sched->ops->hung)
		sched->ops->hung(sched, guilty);

	cookie = dma_fence_begin_signalling();
	rcp_timeline_freeze(&sched->timeline, true);
	rcp_sched_blame(sched, guilty);
	atomic_inc(&sched->resets);
	ret = again ? -EIO : rcp_card_reset(sched->card);
	if (!ret)
		ret = rcp_sched_replay(sched);
	if (ret) {
		WRITE_ONCE(sched->dead, true);
		rcp_sched_give_up(sched, -EIO);
	}
	dma_fence_end_signalling(cookie);
}

/**
 * rcp_sched_timedout_job - the oldest job has had its time
 * @base: what the scheduler takes for the oldest
 *
 * Return: that the scheduler may go on.
 */
enum drm_gpu_sched_stat rcp_sched_timedout_job(struct drm_sched_job *base)
{
	struct rcp_sched *sched = rcp_job_from(base)->sched;
	struct rcp_fence *oldest;
	unsigned long age;

	/* Gives the job back to the scheduler's list, so that none gets lost. */
	drm_sched_stop(&sched->base, base);

	if (!READ_ONCE(sched->stopped)) {
		rcp_ih_poll(sched->card);
		rcp_timeline_process(&sched->timeline);
		oldest = rcp_sched_oldest(sched);
		/* Who has not been the oldest for that long has not had its time. */
		if (oldest && &oldest->job->base == base &&
		    rcp_timeline_age(&sched->timeline, &age) && age >= sched->base.timeout) {
			if (!rcp_sched_gets_on(sched, oldest))
				rcp_sched_reset(sched, oldest->job);
			rcp_timeline_grant(&sched->timeline);
		}
	}
	rcp_sched_restart(sched);
	return RCP_COMPAT_SCHED_STAT_RESET;
}

/*
 * Wait until nothing is in the ring, but no longer for a job than its time.  The
 * scheduler is stopped.
 */
static bool rcp_sched_drain(struct rcp_sched *sched)
{
	u64 end_ns = ktime_get_ns() + RCP_DRAIN_MS * NSEC_PER_MSEC;
	unsigned long age;

	for (;;) {
		rcp_timeline_process(&sched->timeline);
		if (!rcp_timeline_age(&sched->timeline, &age))
			return true;
		if (rcp_card_gone(sched->card) || age >= sched->base.timeout ||
		    ktime_get_ns() > end_ns)
			return false;
		rcp_ih_poll(sched->card);
		usleep_range(500, 1500);
	}
}

/**
 * rcp_sched_suspend - let the card finish and give it nothing more
 * @sched: the scheduler
 *
 * Jobs that wait for their turn keep waiting, until rcp_sched_resume().  Jobs
 * that do not finish in time stay and will run again.
 *
 * Context: may sleep.
 * Return: 0.
 */
int rcp_sched_suspend(struct rcp_sched *sched)
{
	rcp_sched_stop_timer(sched);
	drm_sched_stop(&sched->base, NULL);
	rcp_sched_drain(sched);
	rcp_timeline_freeze(&sched->timeline, true);
	WRITE_ONCE(sched->stopped, true);
	sched->suspended = true;
	return 0;
}

/**
 * rcp_sched_resume - go on after rcp_sched_suspend()
 * @sched: the scheduler
 * @error: what rcp_card_start() said; if it failed every job fails
 *
 * Context: may sleep.
 */
void rcp_sched_resume(struct rcp_sched *sched, int error)
{
	WRITE_ONCE(sched->stopped, false);
	sched->suspended = false;
	if (!error)
		error = rcp_sched_replay(sched);
	if (error) {
		WRITE_ONCE(sched->dead, true);
		rcp_sched_give_up(sched, -EIO);
	}
	rcp_timeline_grant(&sched->timeline);
	spin_lock(&sched->lock);
	sched->untimed = false;
	spin_unlock(&sched->lock);
	rcp_sched_restart(sched);
}

/**
 * rcp_sched_close - the card is leaving
 * @sched: the scheduler
 *
 * What is in the ring may finish for a moment; then the card is stopped, and
 * everything else fails.  When this returns nobody writes to the ring any more;
 * the scheduler itself keeps running for what clients still hold, until
 * rcp_sched_fini().
 *
 * Context: may sleep.
 */
void rcp_sched_close(struct rcp_sched *sched)
{
	struct rcp_job *job;

	/*
	 * The card may have been pulled out while the system slept.  The second time
	 * drm_sched_stop() would wait for jobs that it let go of the first time.
	 */
	if (!sched->suspended) {
		rcp_sched_stop_timer(sched);
		drm_sched_stop(&sched->base, NULL);
	}
	if (!READ_ONCE(sched->dead) && !READ_ONCE(sched->stopped))
		rcp_sched_drain(sched);
	WRITE_ONCE(sched->dead, true);
	WRITE_ONCE(sched->stopped, true);
	rcp_timeline_close(&sched->timeline);
	rcp_sched_give_up(sched, -ENODEV);

	/* The pool goes away with the card; what waits for its turn waits in vain. */
	spin_lock(&sched->lock);
	list_for_each_entry(job, &sched->jobs, node)
		rcp_ib_put(sched->card, &job->ib);
	spin_unlock(&sched->lock);
	rcp_sched_restart(sched);
}
