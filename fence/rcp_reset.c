// SPDX-License-Identifier: GPL-2.0
/*
 * Hangs, suspend and unplug: the card does not finish its jobs.
 *
 * The timeline's watchdog queues rcp_reset_work() when the oldest job exceeds its timeout.
 * The work first checks whether the job finished and only the interrupt was lost, or whether
 * the card still makes progress: the seqno or the read pointer changes.  If neither, the oldest
 * unfinished job is guilty, because the CP executes in order; or slow, without blame, if it only
 * kept others waiting for longer than it may.  The work resets the card and writes all jobs that
 * were in the ring to it again, in the same order and with the same seqnos.  Of the guilty job, and
 * of the jobs of its queue, it writes only the fence, because these jobs may depend on the guilty
 * one; so it does with all jobs of the process to blame if that is banned or gone, and with
 * all jobs but one of a process whose job was slow.  All other jobs run again in full.
 *
 * So no fence is replaced, and none overtakes another.  A hang costs at most the timeout,
 * one check for progress, and the bring-up of the card.  The state that clients query after
 * a hang is stored before the first fence of the hang signals.
 *
 * If the card has not begun with the oldest job, an earlier stream of another client has left the
 * 3D engine busy after its end-of-pipe event.  Then that client is to blame, and the job runs
 * again.  A job that runs again is first in the ring, so its next hang is its own.
 *
 * A copy has no client to blame.  It runs once more, and is given up if it hangs again; its
 * buffer is stale then, and streams that were submitted before may not use it.
 *
 * Locks: &rcp_sched.reset_lock serialises reset, suspend, resume and unplug.  Each of them
 * stops the scheduler first, which takes &rcp_sched.ring_lock, so no other thread writes to
 * the ring then.  Fences wait for these paths, so the paths must not allocate memory in
 * a way that waits for fences.
 */
#include <linux/delay.h>
#include <linux/dev_printk.h>
#include <linux/ktime.h>

#include <rcp_drm.h>

#include "rcp_sched.h"

/* Time between the two samples that tell whether the card makes progress. */
#define RCP_SECOND_LOOK_US	20000

/* How long suspend and unplug wait for jobs to finish. */
#define RCP_DRAIN_MS		3000
/* How long a change of the engine clock waits for them; a new job then waits for as long. */
#define RCP_PAUSE_MS		20

/* Stop emission, and the order of clients.  Jobs are still pushed, and leave the ring. */
static void rcp_reset_stop_ring(struct rcp_sched *sched)
{
	lockdep_assert_held(&sched->reset_lock);
	mutex_lock(&sched->ring_lock);
	rcp_turns_stop(&sched->turns);
}

static void rcp_reset_begin(struct rcp_sched *sched)
{
	mutex_lock(&sched->reset_lock);
	rcp_reset_stop_ring(sched);
}

static void rcp_reset_end(struct rcp_sched *sched)
{
	rcp_turns_restart(sched);
	mutex_unlock(&sched->ring_lock);
	mutex_unlock(&sched->reset_lock);
}

/* Test whether the card still works on the oldest job, or has finished it. */
static bool rcp_reset_made_progress(struct rcp_sched *sched, const struct rcp_job *oldest)
{
	struct rcp_progress before, after;

	rcp_card_progress(sched->card, &before);
	usleep_range(RCP_SECOND_LOOK_US, RCP_SECOND_LOOK_US + 500);
	rcp_irq_poll(sched->card);
	rcp_timeline_process(&sched->timeline);
	rcp_card_progress(sched->card, &after);

	return rcp_timeline_first(&sched->timeline) != oldest || before.seqno != after.seqno ||
	       before.rptr != after.rptr;
}

/*
 * Return the job that hangs the card, or NULL.  If there is one, the timeline stays frozen:
 * the fence of a job that finishes after this check does not signal before the replay.
 */
static struct rcp_job *rcp_reset_find_guilty(struct rcp_sched *sched)
{
	struct rcp_timeline *tl = &sched->timeline;
	struct rcp_job *oldest;

	rcp_irq_poll(sched->card);
	rcp_timeline_process(tl);
	oldest = rcp_timeline_first(tl);
	if (!oldest || !rcp_timeline_is_overdue(tl))
		return NULL;
	if (rcp_reset_made_progress(sched, oldest)) {
		rcp_turns_rerun(&sched->turns);
		return NULL;
	}

	rcp_timeline_freeze(tl, true);
	/* Blame only the job that exceeded its timeout, not the job after it. */
	if (rcp_timeline_first(tl) == oldest &&
	    rcp_card_seqno(sched->card) < oldest->seqno) {
		oldest->slow = rcp_turns_oldest(&sched->turns, NULL) <
			       rcp_turns_timeout_ms(&sched->turns);
		return oldest;
	}
	/* The job finished during the check. */
	rcp_timeline_freeze(tl, false);
	rcp_timeline_process(tl);
	return NULL;
}

/*
 * Get the error with which a job in the ring is cancelled, or 0 if it runs again: the jobs of
 * the guilty queue, because they may depend on the guilty job; and if the client to blame is
 * banned, has closed the file, or is asked to go, all its jobs, so that no other thread waits for
 * further hangs of them.
 */
static int rcp_reset_error(const struct rcp_job *job, const struct rcp_job *guilty,
			   const struct rcp_account *blamed, u32 *status)
{
	*status = 0;
	if (guilty->cancelled && job->queue == guilty->queue)
		return -ECANCELED;
	return job->account == blamed ? rcp_job_error(job, status) : 0;
}

/*
 * Fail the job that hung, or that kept others waiting for longer than it may.  The latter is no
 * fault: it gives no strike, and the error says so.
 */
static void rcp_reset_stop(struct rcp_job *job)
{
	int error = -ETIME;
	u32 status;

	if (job->slow) {
		error = rcp_job_error(job, &status);
		atomic_inc(&job->queue->breaks);
		rcp_queue_lost(job->queue, error ? status : RCP_CTX_STATUS_SLOW);
		error = error ?: -EDQUOT;
	} else {
		rcp_queue_blame(job->queue, job->account, job->number);
	}
	job->cancelled = true;
	dma_fence_set_error(&job->base.s_fence->finished, error);
}

/*
 * Give up a copy, and the later copies of its series.  Streams that were created before may use its
 * destination, which keeps what other clients had there: cancel those in the ring here, and the
 * others at their turn.
 */
static void rcp_reset_give_up_copy(struct rcp_sched *sched, struct rcp_job *copy)
{
	struct rcp_job *job;
	u32 status;
	int error;

	rcp_job_cancel(copy, -EIO, 0);
	list_for_each_entry(job, &sched->timeline.pending, pending) {
		error = job->cancelled ? 0 : rcp_job_error(job, &status);
		if (error)
			rcp_job_cancel(job, error, status);
	}
}

/*
 * Find the client to blame for the hang, account it, and fail the job or copy.  A copy is the
 * driver's own and known to terminate.  If the card hangs in a copy, run the copy once more,
 * because without it memory stays uncleared.
 */
static struct rcp_account *rcp_reset_judge(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_account *earlier = rcp_emit_blocker(sched, job);

	if (earlier) {
		rcp_account_blame(earlier, false);
		return earlier;
	}
	if (job->kind == RCP_JOB_IB)
		rcp_reset_stop(job);
	else if (job->retried)
		rcp_reset_give_up_copy(sched, job);
	else
		job->retried = true;
	return job->account;
}

/*
 * Test whether a job is dropped because another one of its client was stopped for lack of credit.
 * A client that had the ring alone may have filled it with jobs that take longer than the card's
 * timestamps said; while others wait it has two at most, the stopped one and the next.
 */
static bool rcp_reset_is_excess(const struct rcp_job *job, const struct rcp_job *guilty,
				unsigned int *others)
{
	return guilty->slow && guilty->cancelled && job->account == guilty->account &&
	       (*others)++;
}

/* Count a reset for the file that a job belongs to, because the job is lost: once each. */
static void rcp_reset_count(const struct rcp_job *job, u32 reset)
{
	struct rcp_client *client = job->queue->client;

	if (!client || client->last_hit == reset)
		return;
	client->last_hit = reset;
	atomic_inc(&client->hits);
}

/*
 * Account the hang, cancel jobs of the guilty queue and client, and count the reset for all other
 * queues in the ring.  A stop of a slow job is no hang, and jobs that run again lose nothing by it.
 */
static void rcp_reset_blame(struct rcp_sched *sched, struct rcp_job *guilty)
{
	struct rcp_account *blamed = rcp_reset_judge(sched, guilty);
	u32 reset = atomic_inc_return(&sched->resets);
	bool stop = guilty->slow && guilty->cancelled;
	unsigned int others = 0;
	struct rcp_job *job;
	u32 status;
	int error;

	if (guilty->cancelled)
		rcp_reset_count(guilty, reset);
	list_for_each_entry(job, &sched->timeline.pending, pending) {
		if (job->kind == RCP_JOB_COPY || job->cancelled)
			continue;
		error = rcp_reset_error(job, guilty, blamed, &status);
		if (!error && rcp_reset_is_excess(job, guilty, &others)) {
			error = -ECANCELED;
			status = RCP_CTX_STATUS_UNKNOWN;
		}
		if (error) {
			rcp_job_cancel(job, error, status);
			rcp_reset_count(job, reset);
		} else if (!stop) {
			rcp_queue_mark_innocent(job->queue, reset);
		}
	}
}

/*
 * Cancel and signal all jobs in the ring.  Stop the card first, because waiters may free
 * the memory of the jobs as soon as their fences signal.
 */
static void rcp_reset_give_up(struct rcp_sched *sched, int error, u32 status)
{
	struct rcp_job *job;

	rcp_card_stop(sched->card);
	list_for_each_entry(job, &sched->timeline.pending, pending)
		if (!job->cancelled)
			rcp_job_cancel(job, error, status);
	rcp_timeline_abort(&sched->timeline);
}

/* Declare the card dead: cancel the jobs in the ring and fail all later ones. */
static void rcp_reset_die(struct rcp_sched *sched)
{
	rcp_timeline_freeze(&sched->timeline, true);
	atomic_inc(&sched->vram_lost);
	WRITE_ONCE(sched->dead, -EIO);
	rcp_reset_give_up(sched, -EIO, 0);
}

/* Return the first pending job after @seqno, or NULL. */
static struct rcp_job *rcp_reset_next(struct rcp_timeline *tl, u64 seqno)
{
	struct rcp_job *job, *next = NULL;
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	list_for_each_entry(job, &tl->pending, pending) {
		if (job->seqno > seqno) {
			next = job;
			break;
		}
	}
	spin_unlock_irqrestore(&tl->lock, flags);
	return next;
}

/*
 * Write all jobs that were in the ring to the ring of the restarted card.  A re-emitted job
 * may complete and leave the list immediately, so iterate by seqno instead of by list node.
 * The scheduler is stopped, so the job itself is not freed.
 */
static int rcp_reset_replay(struct rcp_sched *sched)
{
	struct rcp_timeline *tl = &sched->timeline;
	struct rcp_job *job;
	u64 seqno = 0;
	int ret;

	rcp_emit_mark_all_live(sched);
	rcp_card_set_seqno(sched->card, tl->signalled);
	rcp_timeline_freeze(tl, false);
	while ((job = rcp_reset_next(tl, seqno))) {
		seqno = job->seqno;
		ret = rcp_emit_begin(sched);
		if (ret)
			return ret;
		rcp_emit_job(sched, job);
	}
	return 0;
}

static void rcp_reset_card(struct rcp_sched *sched, struct rcp_job *guilty)
{
	/* The card hangs in a bare fence, or in one copy after the other: it is broken. */
	bool again = guilty->cancelled ||
		     (guilty->retried && rcp_strike(&sched->copy_strikes, RCP_BAN_HANGS,
						    RCP_BAN_WINDOW_MS));
	bool cookie = dma_fence_begin_signalling();
	int ret = -EIO;

	sched->ops->hung(sched, guilty);
	if (!again) {
		rcp_reset_blame(sched, guilty);
		rcp_turns_recheck(&sched->turns);
		ret = rcp_card_reset(sched->card);
		if (!guilty->cancelled)
			rcp_turns_rerun(&sched->turns);
	}
	if (!ret)
		ret = rcp_reset_replay(sched);
	if (ret)
		rcp_reset_die(sched);
	dma_fence_end_signalling(cookie);
}

/* A card that was pulled out or lost its power finishes no job, and no client is to blame. */
static void rcp_reset_gone(struct rcp_sched *sched)
{
	bool cookie = dma_fence_begin_signalling();

	dev_notice(sched->card->dev, "card is gone: its jobs are cancelled\n");
	rcp_reset_die(sched);
	dma_fence_end_signalling(cookie);
}

static void rcp_reset_work(struct work_struct *work)
{
	struct rcp_sched *sched = container_of(work, struct rcp_sched, hang_work);
	struct rcp_job *guilty;

	mutex_lock(&sched->reset_lock);
	if (READ_ONCE(sched->stopped)) {
		mutex_unlock(&sched->reset_lock);
		return;
	}
	rcp_reset_stop_ring(sched);
	guilty = rcp_reset_find_guilty(sched);
	if (guilty && rcp_card_gone(sched->card))
		rcp_reset_gone(sched);
	else if (guilty)
		rcp_reset_card(sched, guilty);
	rcp_reset_end(sched);
}

static void rcp_reset_overdue(struct rcp_timeline *tl)
{
	struct rcp_sched *sched = container_of(tl, struct rcp_sched, timeline);

	queue_work(sched->wq, &sched->hang_work);
}

static const struct rcp_timeline_ops rcp_reset_timeline_ops = {
	.left = rcp_turn_end,
	.finish = rcp_job_finish,
	.deadline = rcp_turns_deadline,
	.overdue = rcp_reset_overdue,
};

/**
 * rcp_reset_init() - initialise the timeline, the order of clients, and hang detection
 * @sched: the scheduler, after rcp_sched_init(); no job has been created yet
 * @timeout_ms: a job that runs for longer hangs
 * @shared_ms: each job may keep others waiting for so long
 *
 * Context: may sleep.
 */
void rcp_reset_init(struct rcp_sched *sched, unsigned int timeout_ms, unsigned int shared_ms)
{
	INIT_WORK(&sched->hang_work, rcp_reset_work);
	rcp_turns_init(&sched->turns, timeout_ms, shared_ms);
	rcp_timeline_init(&sched->timeline, sched->card, &rcp_reset_timeline_ops);
}

/*
 * Wait until the ring is empty, up to @ms and up to the timeout of the oldest job.
 * The scheduler is stopped.  Returns false if jobs are left in the ring.
 */
static bool rcp_reset_drain(struct rcp_sched *sched, unsigned int ms)
{
	u64 end_ns = ktime_get_ns() + ms * NSEC_PER_MSEC;

	for (;;) {
		rcp_timeline_process(&sched->timeline);
		if (!READ_ONCE(sched->timeline.count))
			return true;
		if (rcp_card_gone(sched->card) || rcp_timeline_is_overdue(&sched->timeline) ||
		    ktime_get_ns() > end_ns)
			return false;
		rcp_irq_poll(sched->card);
		usleep_range(500, 1500);
	}
}

/* Take the lock if the card runs and nothing else stops, resets or starts it. */
static bool rcp_reset_try_running(struct rcp_sched *sched)
{
	if (!mutex_trylock(&sched->reset_lock))
		return false;
	if (!READ_ONCE(sched->stopped) && !rcp_sched_error(sched))
		return true;
	mutex_unlock(&sched->reset_lock);
	return false;
}

/**
 * rcp_reset_set_engine() - set the engine clock while no job runs
 * @sched: the scheduler
 * @khz: the clock
 *
 * Jobs wait for RCP_PAUSE_MS and a change of the clock at most.  Nothing happens if the jobs in the
 * ring take longer, or the card does not run.
 *
 * Context: may sleep.
 * Return: false if new jobs have waited in vain, because the jobs in the ring take longer.
 */
bool rcp_reset_set_engine(struct rcp_sched *sched, u32 khz)
{
	bool drained;

	if (!rcp_reset_try_running(sched))
		return true;
	rcp_reset_stop_ring(sched);
	drained = rcp_reset_drain(sched, RCP_PAUSE_MS);
	if (!drained)
		WRITE_ONCE(sched->vain_pauses, sched->vain_pauses + 1);
	else if (rcp_clock_set_engine(sched->card, khz))
		rcp_reset_die(sched);
	rcp_reset_end(sched);
	return drained;
}

/**
 * rcp_reset_busy() - measure for how long the card has worked on jobs
 * @sched: the scheduler
 * @busy_ns: receives the time since probe
 *
 * Context: may sleep.
 * Return: false if the card does not run.
 */
bool rcp_reset_busy(struct rcp_sched *sched, u64 *busy_ns)
{
	if (!rcp_reset_try_running(sched))
		return false;
	*busy_ns = rcp_time_busy(sched);
	mutex_unlock(&sched->reset_lock);
	return true;
}

/**
 * rcp_reset_quiesce() - drain clients' jobs before the card is suspended or reset
 * @sched: the scheduler
 *
 * Waits up to RCP_DRAIN_MS for all jobs.  From then on a client's job that is not in the ring
 * yet is cancelled as soon as its in-fences have signalled.  A job that hangs in the ring is
 * handled as usual.  Copies still run, so that VRAM can be evicted.  Without the
 * cancellation, another device that shares a reservation could wait indefinitely in its own
 * suspend.
 *
 * Context: may sleep; userspace is frozen or cannot submit.
 */
void rcp_reset_quiesce(struct rcp_sched *sched)
{
	/* &rcp_sched.reap_work frees the jobs that complete during the wait. */
	rcp_job_reap(sched);
	wait_event_timeout(sched->idle, !atomic_read(&sched->live),
			   msecs_to_jiffies(RCP_DRAIN_MS));
	WRITE_ONCE(sched->cancelling, true);
	rcp_turns_drain(sched);
}

/**
 * rcp_reset_suspend() - drain the ring and stop the card
 * @sched: the scheduler, after rcp_reset_quiesce()
 *
 * When rcp_reset_suspend() returns, the ring is empty and all jobs that were in it have
 * signalled.  A job whose in-fences signal before rcp_reset_resume() is cancelled.
 *
 * Context: may sleep.
 */
void rcp_reset_suspend(struct rcp_sched *sched)
{
	/* Wait for the copies from VRAM; a hang before them is reset during the wait. */
	rcp_job_reap(sched);
	wait_event_timeout(sched->kernel->wait, !atomic_read(&sched->kernel->live),
			   msecs_to_jiffies(rcp_turns_timeout_ms(&sched->turns) +
					    RCP_DRAIN_MS));
	rcp_reset_begin(sched);
	rcp_reset_drain(sched, RCP_DRAIN_MS);
	rcp_timeline_freeze(&sched->timeline, true);
	WRITE_ONCE(sched->stopped, true);
	rcp_reset_give_up(sched, -ECANCELED, RCP_CTX_STATUS_UNKNOWN);
	rcp_reset_end(sched);
}

/**
 * rcp_reset_resume() - accept jobs again after rcp_reset_suspend() or rcp_reset_fail(), or
 *	after rcp_reset_quiesce() alone
 * @sched: the scheduler
 * @error: the result of rcp_card_start(); if it is not 0, all jobs fail from now on
 *
 * A dead card that was stopped and comes up again works again; &rcp_sched.vram_lost stays.
 *
 * Context: may sleep.
 */
void rcp_reset_resume(struct rcp_sched *sched, int error)
{
	rcp_reset_begin(sched);
	if (READ_ONCE(sched->stopped) && !error)
		error = rcp_reset_replay(sched);
	if (error)
		rcp_reset_die(sched);
	else if (READ_ONCE(sched->stopped))
		WRITE_ONCE(sched->dead, 0);
	WRITE_ONCE(sched->stopped, false);
	WRITE_ONCE(sched->cancelling, false);
	rcp_reset_end(sched);
}

/**
 * rcp_reset_fail() - fail all jobs, because the card was cut off
 * @sched: the scheduler
 *
 * Until rcp_reset_resume() all jobs fail with -EIO.  VRAM counts as lost.
 *
 * Context: may sleep.
 */
void rcp_reset_fail(struct rcp_sched *sched)
{
	rcp_reset_begin(sched);
	rcp_reset_die(sched);
	WRITE_ONCE(sched->stopped, true);
	rcp_reset_end(sched);
}

/**
 * rcp_reset_close() - stop the card for good on unplug or unbind
 * @sched: the scheduler
 *
 * Waits up to RCP_DRAIN_MS for the jobs in the ring, then stops the card and fails all other
 * jobs.  When rcp_reset_close() returns, no job touches the card any more.  The
 * scheduler itself runs until rcp_sched_fini(), for the jobs and files that are left.
 *
 * Context: may sleep.
 */
void rcp_reset_close(struct rcp_sched *sched)
{
	rcp_reset_begin(sched);
	if (!READ_ONCE(sched->dead) && !READ_ONCE(sched->stopped))
		rcp_reset_drain(sched, RCP_DRAIN_MS);
	WRITE_ONCE(sched->dead, -ENODEV);
	WRITE_ONCE(sched->stopped, true);
	rcp_timeline_close(&sched->timeline);
	rcp_reset_give_up(sched, -ENODEV, 0);
	rcp_reset_end(sched);
}
