// SPDX-License-Identifier: GPL-2.0
/*
 * Jobs: made, pushed, written to the ring, freed.
 *
 * A job is made with all that it needs.  run_job only moves numbers into the
 * ring: the preamble that makes address state of earlier jobs harmless where
 * this one would inherit it, the stream or the copy, the cache flush and the
 * end-of-pipe fence, and one publication of the write pointer.
 *
 * The scheduler never has more jobs in the ring than fit however large their
 * preambles are, so writing to the ring never waits for room.
 *
 * Locks: the scheduler calls run_job from one place at a time, and not at all
 * while rcp_reset.c has it stopped; so what run_job alone touches has no lock.
 */
#include <linux/kmemleak.h>
#include <linux/ktime.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "rcp_sched.h"
#include "rcp_sched_priv.h"

/* Everything about a job but its preamble, stream and copy. */
#define RCP_JOB_FRAME_DW	(RCP_EMIT_SHADERS_END_DW + RCP_EMIT_IB_DW + RCP_EMIT_WAIT_DW + \
				 RCP_EMIT_FLUSH_DW + RCP_EMIT_FENCE_DW + 2 * RCP_EMIT_STAMP_DW + \
				 RCP_EMIT_PAD_DW)
/* The most that one job takes.  A copy has no preamble. */
#define RCP_JOB_MAX_DW		(RCP_JOB_FRAME_DW + PM4_HARMLESS_MAX_DW)

#define RCP_JOBS_IN_RING	32u

/*
 * One client's share of the IB pool.  Whoever queues up more waits for its own
 * jobs, so that others find room however slow those are.
 */
#define RCP_QUEUE_IB_BYTES	(RCP_IB_CHUNKS * RCP_IB_CHUNK_SIZE / 4)

/*
 * The most jobs in one share, however short their streams: many kernels' schedulers
 * take jobs as they were pushed, so that each is in the way of everybody who comes
 * later.  It is more than the ring takes, which need never run dry.
 */
#define RCP_QUEUE_JOBS		(2 * RCP_JOBS_IN_RING)

/*
 * What the fences of finished jobs name as their scheduler.  Whoever holds one
 * may ask for its timeline's name when the device and even this module are gone;
 * so this stays for good.  Nothing but the name is looked at.  The fences' code
 * is the scheduler's own: its module must outlast them, whoever used it.
 */
static struct rcp_sched_rest {
	struct drm_gpu_scheduler base;
	char name[4];
} *rcp_sched_rest;

/* ---- queues ---- */

static void rcp_queue_free(struct kref *kref)
{
	/* Whoever wakes the entity up may have a last look at it. */
	kfree_rcu(container_of(kref, struct rcp_queue, kref), rcu);
}

/**
 * rcp_queue_create - a new queue of jobs
 * @sched: where they run
 *
 * All are alike, also the driver's own: one that came first could be kept busy by
 * a client, and nobody else would get to the card.  What has to be in order is so
 * by fences.  Whose job is next is the scheduler's policy: each queue's in turn, or
 * (newer kernels, unless gpu_sched.sched_policy is 0) the one that was pushed first;
 * then nobody waits for more than what each of the others may have queued before.
 *
 * Context: may sleep.
 * Return: the queue, or an ERR_PTR: -ENOMEM.
 */
struct rcp_queue *rcp_queue_create(struct rcp_sched *sched)
{
	struct drm_gpu_scheduler *base = &sched->base;
	struct rcp_queue *queue = kzalloc(sizeof(*queue), GFP_KERNEL);
	int ret;

	if (!queue)
		return ERR_PTR(-ENOMEM);
	queue->sched = sched;
	kref_init(&queue->kref);
	mutex_init(&queue->lock);
	ret = drm_sched_entity_init(&queue->entity, DRM_SCHED_PRIORITY_NORMAL, &base, 1, NULL);
	if (ret) {
		kfree(queue);
		return ERR_PTR(ret);
	}
	return queue;
}

/**
 * rcp_queue_close - nobody pushes to it any more
 * @queue: the queue
 *
 * Waits a moment for what is queued; what a killed process left is cancelled.
 * Jobs on the card keep running.
 *
 * Context: may sleep; no reservation is held.
 */
void rcp_queue_close(struct rcp_queue *queue)
{
	drm_sched_entity_destroy(&queue->entity);
	kref_put(&queue->kref, rcp_queue_free);
}

/* ---- a job's life ---- */

/**
 * rcp_job_create - make a job with its fences
 * @queue: whose it is
 * @kind: what it is to be
 *
 * Context: may sleep; reservations may be held.
 * Return: the job, or an ERR_PTR: -ENOMEM, -EIO if the card is dead.
 */
struct rcp_job *rcp_job_create(struct rcp_queue *queue, enum rcp_job_kind kind)
{
	struct rcp_sched *sched = queue->sched;
	struct rcp_job *job;
	int ret = -ENOMEM;

	if (READ_ONCE(sched->dead))
		return ERR_PTR(-EIO);

	job = kzalloc(sizeof(*job), GFP_KERNEL);
	if (!job)
		return ERR_PTR(-ENOMEM);
	job->hw = rcp_fence_create(job);
	if (!job->hw)
		goto free_job;
	ret = rcp_compat_sched_job_init(&job->base, &queue->entity, queue);
	if (ret)
		goto free_fence;

	job->sched = sched;
	job->kind = kind;
	job->queue = queue;
	kref_get(&queue->kref);
	job->pid = task_tgid_nr(current);
	get_task_comm(job->comm, current);
	spin_lock(&sched->lock);
	list_add_tail(&job->node, &sched->jobs);
	spin_unlock(&sched->lock);
	atomic_inc(&sched->live);
	return job;

free_fence:
	kfree(job->hw);
free_job:
	kfree(job);
	return ERR_PTR(ret);
}

static bool rcp_queue_charge(struct rcp_queue *queue, int bytes)
{
	int held = atomic_read(&queue->ib_bytes);

	do {
		if (held && held + bytes > RCP_QUEUE_IB_BYTES)
			return false;
	} while (!atomic_try_cmpxchg(&queue->ib_bytes, &held, held + bytes));
	return true;
}

/**
 * rcp_job_get_ib - memory for a job's stream
 * @job: the job
 * @size_dw: how much
 *
 * Waits for the queue's own jobs if they hold its share (a short stream counts as
 * one of RCP_QUEUE_JOBS parts of it), then for the pool.  It comes back with the job.
 *
 * Context: may sleep; no reservation is held, because those who hold memory may
 * be waiting for it.
 * Return: 0 or what rcp_ib_get() says.
 */
int rcp_job_get_ib(struct rcp_job *job, u32 size_dw)
{
	struct rcp_card *card = job->sched->card;
	int bytes = max(size_dw * 4, RCP_QUEUE_IB_BYTES / RCP_QUEUE_JOBS);
	int ret;

	ret = wait_event_interruptible(card->ibs.wait, rcp_queue_charge(job->queue, bytes) ||
				       READ_ONCE(card->ibs.closed));
	if (ret)
		return ret;
	if (READ_ONCE(card->ibs.closed))
		return -ENODEV;
	job->charged = bytes;
	return rcp_ib_get(card, size_dw, &job->ib);
}

/**
 * rcp_job_depend - have a job wait for those who use a buffer now
 * @job: a job that is not armed
 * @resv: the buffer's reservation, held
 * @write: the job writes to the buffer
 *
 * The scheduler keeps one fence of each context, and looks for it among all that
 * it has: so what is over does not get there.
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int rcp_job_depend(struct rcp_job *job, struct dma_resv *resv, bool write)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	int ret;

	dma_resv_for_each_fence(&cursor, resv, dma_resv_usage_rw(write), fence) {
		if (dma_fence_is_signaled(fence))
			continue;
		/* This takes the reference, also when it fails. */
		ret = drm_sched_job_add_dependency(&job->base, dma_fence_get(fence));
		if (ret)
			return ret;
		cond_resched();
	}
	return 0;
}

static void rcp_job_free(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;

	atomic_sub(job->charged, &job->queue->ib_bytes);
	spin_lock(&sched->lock);
	list_del(&job->node);
	rcp_ib_put(sched->card, &job->ib);
	spin_unlock(&sched->lock);
	/* Also for those who wait for the queue's share. */
	if (job->charged)
		wake_up(&sched->card->ibs.wait);
	if (job->seqno)
		dma_fence_put(&job->hw->base);
	else
		kfree(job->hw);
	kref_put(&job->queue->kref, rcp_queue_free);
	kfree(job);
	/* Whoever waits for the last job lets the scheduler go. */
	spin_lock(&sched->lock);
	if (atomic_dec_and_test(&sched->live))
		wake_up_all(&sched->idle);
	spin_unlock(&sched->lock);
}

/**
 * rcp_job_discard - drop a job that was not armed
 * @job: the job
 *
 * Context: may sleep.
 */
void rcp_job_discard(struct rcp_job *job)
{
	drm_sched_job_cleanup(&job->base);
	rcp_job_free(job);
}

/**
 * rcp_job_arm - there is no way back from here
 * @job: a job whose dependencies are complete
 *
 * The caller holds &rcp_queue.lock until rcp_job_push().
 *
 * Return: the fence that signals when the job is over, with a reference for
 * the caller.
 */
struct dma_fence *rcp_job_arm(struct rcp_job *job)
{
	lockdep_assert_held(&job->queue->lock);
	drm_sched_job_arm(&job->base);
	return dma_fence_get(&job->base.s_fence->finished);
}

/**
 * rcp_job_push - give an armed job to the scheduler
 * @job: the job; not the caller's any more
 */
void rcp_job_push(struct rcp_job *job)
{
	lockdep_assert_held(&job->queue->lock);
	job->hangs = atomic_read(&job->queue->hangs);
	job->pushed_ns = ktime_get_ns();
	atomic64_inc(&job->queue->jobs);
	drm_sched_entity_push_job(&job->base);
}

/* ---- into the ring ---- */

/*
 * Where the job would inherit address state from whoever ran before, make the
 * harmless values for it, in sched->scratch.  Returns the dwords that they take.
 */
static u32 rcp_sched_preamble(struct rcp_sched *sched, const struct rcp_job *job)
{
	const struct pm4_footprint *own = &job->footprint;
	struct pm4_footprint *left = &sched->left;
	u64 need[PM4_SLOT_WORDS];
	u32 need_state, count_dw = 0;
	u64 any = 0;
	unsigned int i;

	for (i = 0; i < PM4_SLOT_WORDS; i++) {
		need[i] = left->left[i] & own->inherited[i];
		left->left[i] = (left->left[i] & ~need[i]) | own->left[i];
		any |= need[i];
	}
	need_state = left->left_state & own->inherited_state;
	left->left_state = (left->left_state & ~need_state) | own->left_state;

	if (any || need_state)
		count_dw = pm4_harmless_emit(&sched->card->pm4, need, need_state,
					     sched->card->null.addr, sched->scratch,
					     PM4_HARMLESS_MAX_DW);
	return count_dw;
}

/**
 * rcp_sched_emit - write a numbered job to the ring
 * @sched: the scheduler
 * @job: the job; if it is cancelled only its fence is written
 *
 * Context: run_job, or the reset while the scheduler is stopped.
 * Return: 0, or -ENOSPC if the ring has no room, which the limit of jobs in it
 * rules out.
 */
int rcp_sched_emit(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_card *card = sched->card;
	u32 work_dw = 0, i;
	int ret;

	if (job->cancelled) {
		job->preamble_dw = 0;
	} else if (job->kind == RCP_JOB_COPY) {
		work_dw = rcp_copy_dw(job->copy.size, job->copy.src_size);
	} else {
		job->preamble_dw = rcp_sched_preamble(sched, job);
		work_dw = job->preamble_dw;
	}

	ret = rcp_ring_begin(card, RCP_JOB_FRAME_DW + work_dw);
	if (ret)
		return ret;

	job->stamp = 2 * (u32)(job->seqno % (RCP_STAMPS / 2));
	if (!job->cancelled) {
		rcp_ring_emit_stamp(card, job->stamp);
		if (job->kind == RCP_JOB_COPY) {
			rcp_ring_emit_copy(card, job->copy.dst_addr, job->copy.src_addr,
					   job->copy.size, job->copy.src_size);
		} else {
			/*
			 * Here and not behind it: until now memory that has become the
			 * client's may have been read for whoever had it before.
			 */
			rcp_ring_emit_flush(card);
			/*
			 * What the chip has only once, such as the rings of shaders and the
			 * division of their registers, acts on those that still run.
			 */
			rcp_ring_emit_shaders_end(card);
			for (i = 0; i < job->preamble_dw; i++)
				rcp_ring_emit(card, sched->scratch[i]);
			rcp_ring_emit_ib(card, job->ib.addr, job->ib_dw);
			rcp_ring_emit_dma_end(card);
		}
		rcp_ring_emit_stamp(card, job->stamp + 1);
	}
	rcp_ring_emit_fence(card, job->seqno);
	/* What clients wrote to VRAM through their mappings is to be seen by the job. */
	rcp_hdp_flush(card);
	rcp_ring_commit(card);
	return 0;
}

/*
 * The scheduler's timer is the oldest job's.  Some kernels start it anew with
 * each job that begins, so that small jobs could put off a hang's end for as
 * long as somebody pushes them; it is set to what is left of the oldest's time.
 */
static void rcp_sched_set_timer(struct rcp_sched *sched)
{
	unsigned long age, timeout = sched->base.timeout;

	spin_lock(&sched->lock);
	if (!sched->untimed && rcp_timeline_age(&sched->timeline, &age))
		mod_delayed_work(sched->wq, &sched->base.work_tdr,
				 age < timeout ? timeout - age : 0);
	spin_unlock(&sched->lock);
}

static struct dma_fence *rcp_sched_run_job(struct drm_sched_job *base)
{
	struct rcp_job *job = rcp_job_from(base);
	struct rcp_sched *sched = job->sched;
	struct dma_fence *fence;
	bool cookie;
	int ret;

	if (READ_ONCE(sched->dead))
		return ERR_PTR(-EIO);
	/* The stream may rely on one of its queue that hung and is lost. */
	if (job->kind == RCP_JOB_IB && job->hangs != atomic_read(&job->queue->hangs)) {
		rcp_sched_set_timer(sched);
		return ERR_PTR(-ECANCELED);
	}

	cookie = dma_fence_begin_signalling();
	job->seqno = rcp_timeline_next(&sched->timeline, job->hw);
	job->run_ns = ktime_get_ns();
	fence = dma_fence_get(&job->hw->base);
	ret = rcp_timeline_add(&sched->timeline, job->hw);
	if (!ret) {
		if (sched->ops->run)
			sched->ops->run(job);
		ret = rcp_sched_emit(sched, job);
		if (ret)
			rcp_timeline_drop(&sched->timeline, job->hw);
	}
	rcp_sched_set_timer(sched);
	dma_fence_end_signalling(cookie);

	if (ret) {
		dma_fence_put(fence);
		return ERR_PTR(ret);
	}
	return fence;
}

static void rcp_sched_free_job(struct drm_sched_job *base)
{
	struct rcp_job *job = rcp_job_from(base);
	struct rcp_sched *sched = job->sched;
	struct dma_fence *parent = base->s_fence->parent;

	if (job->seqno && !job->cancelled && !job->hw->base.error && !READ_ONCE(sched->stopped)) {
		u64 from = rcp_card_stamp(sched->card, job->stamp);
		u64 to = rcp_card_stamp(sched->card, job->stamp + 1);

		if (to > from)
			atomic64_add(to - from, &job->queue->busy_ticks);
	}
	if (sched->ops->done)
		sched->ops->done(job);

	/*
	 * Whoever holds the scheduler's fence (a sync_file, another driver) may do
	 * so long after this module is gone; so it must hold neither our fence nor
	 * our scheduler.
	 */
	base->s_fence->parent = NULL;
	dma_fence_put(parent);
	WRITE_ONCE(base->s_fence->sched, &rcp_sched_rest->base);

	drm_sched_job_cleanup(base);
	rcp_job_free(job);
}

static const struct drm_sched_backend_ops rcp_sched_backend_ops = {
	.run_job = rcp_sched_run_job,
	.free_job = rcp_sched_free_job,
	.timedout_job = rcp_sched_timedout_job,
};

/**
 * rcp_sched_eop - the card said that it finished something
 * @sched: the scheduler
 *
 * Context: any, also interrupts off.
 */
void rcp_sched_eop(struct rcp_sched *sched)
{
	rcp_timeline_process(&sched->timeline);
}

/* ---- life ---- */

/**
 * rcp_sched_setup - what the module needs once, before any card
 *
 * Context: module init.
 * Return: 0 or -ENOMEM.
 */
int __init rcp_sched_setup(void)
{
	rcp_sched_rest = kzalloc(sizeof(*rcp_sched_rest), GFP_KERNEL);
	if (!rcp_sched_rest)
		return -ENOMEM;
	/* Fences point to it that nobody counts: it is never freed. */
	kmemleak_not_leak(rcp_sched_rest);
	strscpy(rcp_sched_rest->name, "rcp", sizeof(rcp_sched_rest->name));
	rcp_sched_rest->base.name = rcp_sched_rest->name;
	return 0;
}

/**
 * rcp_sched_init - make the way to the ring
 * @sched: the scheduler, zeroed
 * @card: the card; rcp_card_init() has been done, rcp_card_start() has not
 * @ops: how to call up
 * @timeout_ms: how long a job may keep the card without finishing
 *
 * Context: may sleep.
 * Return: 0, -ENOMEM, or -EINVAL if the ring is too small for one job.
 */
int rcp_sched_init(struct rcp_sched *sched, struct rcp_card *card,
		   const struct rcp_sched_ops *ops, unsigned int timeout_ms)
{
	int ret;

	sched->card = card;
	sched->ops = ops;
	init_waitqueue_head(&sched->idle);
	spin_lock_init(&sched->lock);
	INIT_LIST_HEAD(&sched->jobs);
	/* The CP may lag behind the fence by the last job's padding. */
	sched->limit = min(card->ring.size_dw / RCP_JOB_MAX_DW, RCP_JOBS_IN_RING + 1);
	if (sched->limit < 2)
		return -EINVAL;
	sched->limit--;

	sched->scratch = kvmalloc_array(PM4_HARMLESS_MAX_DW, sizeof(u32), GFP_KERNEL);
	if (!sched->scratch)
		return -ENOMEM;
	ret = -ENOMEM;
	sched->wq = alloc_ordered_workqueue("rcp-reset", WQ_MEM_RECLAIM);
	if (!sched->wq)
		goto free_scratch;

	rcp_timeline_init(&sched->timeline, card);
	rcp_sched_forget(sched);
	ret = rcp_compat_sched_init(&sched->base, &rcp_sched_backend_ops, sched->limit,
				    msecs_to_jiffies(timeout_ms), sched->wq,
				    rcp_sched_rest->name, card->dev);
	if (ret)
		goto free_wq;

	sched->kernel = rcp_queue_create(sched);
	if (IS_ERR(sched->kernel)) {
		ret = PTR_ERR(sched->kernel);
		goto fini;
	}
	return 0;

fini:
	drm_sched_fini(&sched->base);
free_wq:
	destroy_workqueue(sched->wq);
free_scratch:
	kvfree(sched->scratch);
	return ret;
}

/**
 * rcp_sched_fini - the last client is gone
 * @sched: a scheduler that rcp_sched_close() closed
 *
 * Context: may sleep.
 */
void rcp_sched_fini(struct rcp_sched *sched)
{
	rcp_queue_close(sched->kernel);
	wait_event(sched->idle, !atomic_read(&sched->live));
	/* The last job may still be about to wake us. */
	spin_lock(&sched->lock);
	spin_unlock(&sched->lock);
	drm_sched_fini(&sched->base);
	rcp_timeline_fini(&sched->timeline);
	destroy_workqueue(sched->wq);
	kvfree(sched->scratch);
}
