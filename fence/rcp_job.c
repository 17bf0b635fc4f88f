// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a job: create it with all its memory, add dependencies, arm, write, free.
 *
 * A short stream is in the memory of its job.  A client keeps the memory of its last job that
 * was freed for its next one, and the memory of a stream of medium length.
 *
 * A stream waits in memory that is charged to its client.  So a job that waits for a fence
 * of another driver holds no resource that other clients need.
 *
 * The ioctls and buffer moves call rcp_job_init() to rcp_job_arm(), and rcp_sched_push().
 * rcp_sched.c calls rcp_job_write(), the reset rcp_job_cancel().  The timeline calls
 * rcp_job_finish(); then the job waits for rcp_job_reap(), which runs in the next submission, in
 * checks for an idle scheduler, in fdinfo, and in delayed work.
 *
 * Locks: &rcp_queue.lock from rcp_job_arm() to rcp_sched_push(); &rcp_sched.ring_lock in
 * rcp_job_write(); &rcp_sched.lock around the wake-up for the last job.
 */
#include <linux/llist.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include <rcp_drm.h>

#include "rcp_queue.h"
#include "rcp_sched_types.h"

/**
 * rcp_job_stream_alloc() - allocate memory for a stream and the list of its buffers
 * @account: the client that submits the job, which is charged
 * @job: the memory of the job, which has room for a short stream
 * @size: bytes
 *
 * Context: may sleep.
 * Return: the memory, for rcp_job_stream_free() with the same size, or NULL.
 */
u32 *rcp_job_stream_alloc(struct rcp_account *account, struct rcp_job *job, size_t size)
{
	if (size <= RCP_JOB_ROOM)
		return rcp_job_room(job);
	if (size <= RCP_STREAM_SIZE)
		return rcp_account_take(&account->spare_stream, RCP_STREAM_SIZE);
	return kvmalloc(size, GFP_KERNEL_ACCOUNT);
}

/**
 * rcp_job_stream_free() - undo rcp_job_stream_alloc()
 * @account: the client
 * @stream: the memory of the stream
 * @size: bytes
 *
 * Context: may sleep; must not allocate, because fences may wait for the caller.
 */
void rcp_job_stream_free(struct rcp_account *account, u32 *stream, size_t size)
{
	if (size <= RCP_JOB_ROOM)
		return;
	if (size <= RCP_STREAM_SIZE)
		rcp_account_keep(&account->spare_stream, stream);
	else
		kvfree(stream);
}

/**
 * rcp_job_init() - initialise a job and its fences
 * @job: its memory
 * @queue: the queue of the job.  For a stream the caller holds room from
 *	rcp_queue_get_room(), which the job takes over.
 * @account: the client that submits the job; the job takes its own reference.  NULL for a copy
 *	that the kernel makes.
 * @kind: stream or copy
 *
 * Context: may sleep; reservations may be held.
 * Return: 0, -ENOMEM, -EIO if the card is dead, -ENODEV if the card is gone, -ECANCELED if the
 * client may not submit to the queue.  On error the caller keeps the room, and the memory is
 * not initialised.
 */
int rcp_job_init(struct rcp_job *job, struct rcp_queue *queue, struct rcp_account *account,
		 enum rcp_job_kind kind)
{
	struct rcp_sched *sched = queue->sched;
	int ret = rcp_sched_error(sched);

	if (ret)
		return ret;
	if (kind == RCP_JOB_IB && rcp_queue_is_banned(queue, account))
		return -ECANCELED;

	memset(job, 0, sizeof(*job));
	xa_init_flags(&job->dependencies, XA_FLAGS_ACCOUNT);
	INIT_LIST_HEAD(&job->late.callbacks);
	ret = rcp_compat_sched_job_init(&job->base, &queue->entity, queue,
					queue->client ? queue->client->id : 0);
	if (ret)
		return ret;
	job->sched = sched;
	job->kind = kind;
	job->queue = queue;
	kref_get(&queue->kref);
	job->account = account;
	rcp_account_get(account);
	/* Before drm/ tests for buffers whose copies were given up; see rcp_job_cancel(). */
	job->vram_lost = atomic_read_acquire(&sched->vram_lost);
	if (kind == RCP_JOB_COPY)
		atomic_inc(&queue->live);
	job->pid = task_tgid_nr(current);
	/* Without alloc_lock: during a rename the copy may mix the old and the new name. */
	memcpy(job->comm, current->comm, sizeof(job->comm));
	INIT_LIST_HEAD(&job->turn.node);
	INIT_LIST_HEAD(&job->turn.waiting);
	INIT_LIST_HEAD(&job->turn.entry);
	job->turn.order.process = account ? &account->order : NULL;
	job->turn.order.is_copy = kind == RCP_JOB_COPY;
	atomic_inc(&sched->live);
	/* Only now, so that no job that it frees is the last one: that costs more. */
	rcp_job_reap(sched);
	return 0;
}

/**
 * rcp_job_depend_fence() - add a fence as a dependency
 * @job: a job that is not armed
 * @fence: the fence; the caller's reference is consumed
 *
 * Skips signalled fences, and fences of jobs that are in the ring already.
 *
 * Context: may sleep; reservations may be held.
 * Return: 0 or -ENOMEM.
 */
int rcp_job_depend_fence(struct rcp_job *job, struct dma_fence *fence)
{
	struct dma_fence *other = NULL, *drop = fence;
	int ret = 0;

	if (rcp_sched_dependency(job->sched, fence)) {
		other = xa_load(&job->dependencies, fence->context);
		if (!other || dma_fence_is_later(fence, other)) {
			ret = xa_err(xa_store(&job->dependencies, fence->context, fence,
					      GFP_KERNEL));
			drop = ret ? fence : other;
		}
	}
	dma_fence_put(drop);
	return ret;
}

/**
 * rcp_job_depend() - add the fences of a buffer as dependencies
 * @job: a job that is not armed
 * @resv: the buffer's reservation, held
 * @usage: the lowest usage whose fences count
 *
 * Context: may sleep.
 * Return: how many of the fences have signalled, or -ENOMEM.
 */
int rcp_job_depend(struct rcp_job *job, struct dma_resv *resv, enum dma_resv_usage usage)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	unsigned int n = 0;
	int ret, over = 0;

	dma_resv_for_each_fence(&cursor, resv, usage, fence) {
		over += test_bit(DMA_FENCE_FLAG_SIGNALED_BIT, &fence->flags);
		ret = rcp_job_depend_fence(job, dma_fence_get(fence));
		if (ret)
			return ret;
		if (!(++n % RCP_DEPEND_BATCH))
			cond_resched();
	}
	return over;
}

/**
 * rcp_job_arm() - assign the submission number and arm the fences
 * @job: a job with all its dependencies
 *
 * An armed job must be pushed; it cannot be discarded any more.
 *
 * Context: may sleep; the caller holds &rcp_queue.lock, and keeps it until rcp_sched_push().
 * Return: the fence that signals when the job completes, with a reference for the caller.
 */
struct dma_fence *rcp_job_arm(struct rcp_job *job)
{
	struct rcp_queue *queue = job->queue;
	struct dma_fence *fence;

	lockdep_assert_held(&queue->lock);
	drm_sched_job_arm(&job->base);
	fence = dma_fence_get(&job->base.s_fence->finished);
	job->late.fence = fence;
	if (job->kind != RCP_JOB_IB)
		return fence;
	job->number = rcp_queue_add(queue, fence);
	if (!queue->owner) {
		rcp_account_get(job->account);
		WRITE_ONCE(queue->owner, job->account);
	}
	return fence;
}

/**
 * rcp_job_cancel() - fail a job that will not run, or not to its end
 * @job: the job; its fence has not signalled
 * @error: the error of its fence, a negative errno
 * @status: RCP_CTX_STATUS_* bits for the reason, or 0
 *
 * The caller still writes the seqno of the job to the ring, so that the fences signal in order.
 *
 * Context: rcp_job_write(), or the reset while the scheduler is stopped.
 */
void rcp_job_cancel(struct rcp_job *job, int error, u32 status)
{
	job->cancelled = true;
	dma_fence_set_error(&job->base.s_fence->finished, error);
	if (job->kind == RCP_JOB_IB) {
		rcp_queue_lost(job->queue, status);
		return;
	}
	/*
	 * The destination of a lost copy has no valid contents.  Pairs with rcp_job_init(): a
	 * stream that was created before is cancelled, a later one finds the error.
	 */
	smp_mb__before_atomic();
	atomic_inc(&job->sched->vram_lost);
}

/**
 * rcp_job_write() - assign a seqno to a job and write it to the ring
 * @job: the job; the card works, and rcp_emit_begin() has returned 0
 *
 * Context: &rcp_sched.ring_lock is held; must not allocate, because fences wait for it.
 */
void rcp_job_write(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;
	u32 status;
	int ret;

	lockdep_assert_held(&sched->ring_lock);
	ret = rcp_job_error(job, &status);
	if (!ret && job->binding)
		ret = job->unbound;
	if (ret)
		rcp_job_cancel(job, ret, status);
	job->seqno = sched->timeline.emitted + 1;
	WRITE_ONCE(sched->timeline.emitted, job->seqno);
	sched->ops->run(job);
	rcp_turn_start(job);
	rcp_timeline_add(&sched->timeline, job);
	rcp_emit_job(sched, job);
}

/* Free the memory of a job; a stream that was not set is its submission's. */
static void rcp_job_free_memory(struct rcp_job *job)
{
	if (job->kind != RCP_JOB_IB) {
		dma_fence_put(job->copy.after);
		kfree(job);
	} else if (job->stream) {
		rcp_job_stream_free(job->account, job->stream, job->stream_size);
		rcp_account_keep(&job->account->spare_job, job);
	}
}

/* Drop the dependencies. */
static void rcp_job_forget(struct rcp_job *job)
{
	struct dma_fence *fence;
	unsigned long context;

	xa_for_each(&job->dependencies, context, fence) {
		dma_fence_put(fence);
		cond_resched();
	}
	xa_destroy(&job->dependencies);
}

/**
 * rcp_job_discard() - free a job that was not armed
 * @job: the job.  A stream's job only loses what it has from rcp_job_init(), if
 *	&rcp_job.stream is not set; then the caller keeps its memory.
 *
 * Drops the fences, the room and the queue reference.  Wakes &rcp_sched.idle if this was the
 * last job.  Also the last step of rcp_job_reap().
 *
 * Context: process; must not allocate, because fences may wait for the caller.
 */
void rcp_job_discard(struct rcp_job *job)
{
	struct rcp_account *account = job->account;
	struct rcp_sched *sched = job->sched;

	if (!xa_empty(&job->dependencies))
		rcp_job_forget(job);
	if (job->late.fence)
		rcp_compat_sched_job_put(&job->base);
	else
		drm_sched_job_cleanup(&job->base);
	rcp_queue_put_room(job->queue, job->kind == RCP_JOB_IB ? account : NULL);
	rcp_queue_put(job->queue);
	rcp_account_put(job->follows);
	rcp_job_free_memory(job);
	rcp_account_put(account);
	/* rcp_sched_fini() waits for the last job and then takes this lock before it frees. */
	if (!atomic_dec_and_lock(&sched->live, &sched->lock))
		return;
	if (wq_has_sleeper(&sched->idle))
		wake_up_all(&sched->idle);
	sched->ops->idle(sched);
	spin_unlock(&sched->lock);
}

static void rcp_job_free(struct rcp_job *job)
{
	/* vfree() of a long stream may. */
	might_sleep();
	if (job->ticks && job->queue->client)
		atomic64_add(job->ticks, &job->queue->client->busy_ticks);
	rcp_sched_fence_detach(job->base.s_fence);
	rcp_job_discard(job);
}

/* A completed job is freed after this time at the latest, ... */
#define RCP_JOB_REAP_JIFFIES	max_t(unsigned long, HZ / 10, 1)

/*
 * ... or at once, if a submission waits for its room.  Without a barrier: one that begins to
 * wait at this moment waits for RCP_JOB_REAP_JIFFIES at most.
 */
static bool rcp_job_is_awaited(struct rcp_job *job)
{
	/* no barrier, see above */
	return waitqueue_active(&job->queue->wait) ||
	       /* nor here */
	       (job->account && waitqueue_active(&job->account->wait));
}

/*
 * Leave a job whose fence has signalled, and has no late callbacks any more, to rcp_job_reap(),
 * because freeing needs process context.  Work that is pending runs later than the test, and finds
 * the job.
 */
static void rcp_job_over(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;
	bool awaited = rcp_job_is_awaited(job), first;

	sched->ops->done(job);
	first = llist_add(&job->done, &sched->done);
	if (awaited)
		mod_delayed_work(sched->wq, &sched->reap_work, 0);
	else if (first && !delayed_work_pending(&sched->reap_work))
		queue_delayed_work(sched->wq, &sched->reap_work, RCP_JOB_REAP_JIFFIES);
}

/**
 * rcp_job_late() - &rcp_late.over
 * @entry: the late callbacks of a job, which have run
 *
 * Context: process.
 */
void rcp_job_late(struct rcp_late_fence *entry)
{
	rcp_job_over(container_of(entry, struct rcp_job, late));
}

/**
 * rcp_job_finish() - signal the fence of a job that has left the ring, or will not enter it
 * @job: the job, which may be freed then
 * @when: the time
 *
 * Context: any; &rcp_timeline.lock is held if the job was in the ring.
 */
void rcp_job_finish(struct rcp_job *job, ktime_t when)
{
	dma_fence_signal_timestamp(job->late.fence, when);
	if (!rcp_late_run(&job->sched->timeline.late, &job->late))
		rcp_job_over(job);
}

/**
 * rcp_job_reap() - free completed jobs
 * @sched: the scheduler
 *
 * Context: process; may sleep, also if there is none; must not allocate, because fences may wait
 * for the caller.
 */
void rcp_job_reap(struct rcp_sched *sched)
{
	struct rcp_job *job, *next;
	struct llist_node *done;

	might_sleep();
	if (llist_empty(&sched->done))
		return;
	done = llist_reverse_order(llist_del_all(&sched->done));
	llist_for_each_entry_safe(job, next, done, done)
		rcp_job_free(job);
}
