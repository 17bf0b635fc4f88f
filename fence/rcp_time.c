// SPDX-License-Identifier: GPL-2.0
/*
 * For how long jobs have the card.
 *
 * The card itself stamps the beginning and the end of each job.  Both stamps are end-of-pipe
 * writes: the first one waits until the job before has left the pipe, so the spans of two jobs
 * never overlap.  On a generation without stamps the CPU's time counts: a job has the card from
 * when it is written to the ring, or when the job before it completes, until it completes.
 *
 * rcp_turn.c charges clients for it, and fdinfo shows it.  Reads stamps without locks.
 */
#include <linux/ktime.h>
#include <linux/minmax.h>

#include "rcp_sched_types.h"

/**
 * rcp_time_now() - read the clock that measures jobs
 * @sched: the scheduler; its card runs
 * @now: receives ticks, in which rcp_time_running() is measured
 *
 * Context: any.
 * Return: 0, or -ENODEV if the card does not answer.
 */
int rcp_time_now(const struct rcp_sched *sched, u64 *now)
{
	if (rcp_card_has_stamps(sched->card))
		return rcp_card_clock(sched->card, now);
	*now = ktime_get_ns();
	return 0;
}

/* When a job got the card, by the CPU's time. */
static u64 rcp_time_cpu_begin(const struct rcp_job *job)
{
	return max(job->run_ns, READ_ONCE(job->sched->left_ns));
}

/**
 * rcp_time_running() - measure for how long a job has had the card so far
 * @job: the oldest job in the ring
 * @now: from rcp_time_now()
 *
 * The begin slot is 0 until the card begins, after the wait for shaders of earlier jobs.  While
 * the job runs, its end slot still holds the stamp of the job that used both slots before, which
 * is older than the begin stamp.
 *
 * Context: any; &rcp_timeline.lock is held, or the scheduler is stopped.
 * Return: ticks since the card began with it, 0 if it has not begun or has finished.
 */
u64 rcp_time_running(const struct rcp_job *job, u64 now)
{
	const struct rcp_card *card = job->sched->card;
	u64 from, to = 0;

	if (rcp_card_has_stamps(card)) {
		from = rcp_card_stamp(card, job->stamp);
		to = rcp_card_stamp(card, job->stamp + 1);
	} else {
		from = rcp_time_cpu_begin(job);
	}
	return from <= to || from >= now ? 0 : now - from;
}

/**
 * rcp_time_measure() - measure for how long a job that left the ring had the card
 * @job: the job; sets &rcp_job.ticks
 *
 * The stamps are valid: the fence signals later, and remove waits for it.
 *
 * Context: any; under &rcp_timeline.lock if the card has finished the job.
 * Return: the time in ns, 0 if it is not known.
 */
u64 rcp_time_measure(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;
	const struct rcp_card *card = sched->card;
	u32 khz = rcp_time_khz(sched);
	u64 from, to;

	if (rcp_card_has_stamps(card)) {
		from = rcp_card_stamp(card, job->stamp);
		to = rcp_card_stamp(card, job->stamp + 1);
	} else {
		from = rcp_time_cpu_begin(job);
		to = ktime_get_ns();
		WRITE_ONCE(sched->left_ns, to);
	}
	/*
	 * A begin stamp of 0 is one that the card has not written.  A card that was reset in
	 * between may have set its clock back.
	 */
	if (!from || to <= from)
		return 0;
	job->ticks = to - from;
	return khz ? min(div_u64(job->ticks * NSEC_PER_MSEC, khz), 60 * NSEC_PER_SEC) : 0;
}

/**
 * rcp_time_busy() - measure for how long the card has worked on jobs
 * @sched: the scheduler; its card runs
 *
 * With the part of the oldest job that has passed.
 *
 * Context: any; takes &rcp_timeline.lock.
 * Return: the time in ns since probe.
 */
u64 rcp_time_busy(struct rcp_sched *sched)
{
	struct rcp_timeline *tl = &sched->timeline;
	u32 khz = rcp_time_khz(sched);
	struct rcp_job *oldest;
	u64 now, busy_ns;
	bool known;

	known = khz && !rcp_time_now(sched, &now);
	spin_lock_irq(&tl->lock);
	busy_ns = READ_ONCE(sched->turns.busy_ns);
	oldest = rcp_timeline_first(tl);
	if (known && oldest)
		busy_ns += div_u64(rcp_time_running(oldest, now) * NSEC_PER_MSEC, khz);
	spin_unlock_irq(&tl->lock);
	return busy_ns;
}
