// SPDX-License-Identifier: GPL-2.0
/*
 * DRM_RADEON_CS: the steps of one submission.
 *
 * Copy, look up, check, reserve, place, patch, push.  The check reads the only copy of the
 * stream, holds no lock and does not depend on addresses: it returns a list of patches.
 * Once the buffers are reserved and placed, they cannot move until the job is in the ring.
 * A job that waits for nothing gets the addresses of its buffers here, and the patches are
 * applied; any other when it has waited (rcp_bind.c).  The stream then waits in memory that is
 * charged to the client; rcp_ib_write() copies it to memory that the CP reads.
 *
 * A submission that fails takes no number and touches no syncobj.  No step can fail after
 * the job is armed.
 *
 * Locks: the reservations of all named buffers from the reserve step to the push, and
 * inside them &rcp_queue.lock, under which the job's fence gets its place in the queue.
 * rcp_gate_enter() covers only these steps, because drm_dev_unplug() waits for rcp_gate_exit().
 */
#include <linux/sched/signal.h>

#include "rcp_submit.h"
#include "debug/rcp_trace.h"

/* A submission leaves the LRU alone if all its buffers moved there within this time. */
#define RCP_BUMP_JIFFIES	max_t(unsigned long, HZ / 50, 1)

/* So many fences of a buffer that have signalled are dropped, instead of looked at each time. */
#define RCP_CS_OVER_MAX	64

/* A signal interrupts the search for dependencies only after this time. */
#define RCP_DEPEND_JIFFIES	max_t(unsigned long, HZ / 50, 1)

/* ---- check ---- */

static int rcp_cs_check(struct rcp_submit *sub)
{
	struct rcp_device *rdev = sub->rdev;
	struct pm4_input in = {
		.ib = sub->ib,
		.ib_dw = sub->ib_dw,
		.buffers = sub->buffers,
		.nbuffers = sub->nrelocs,
		.ring = PM4_RING_GFX,
		.flags = sub->cs_flags & RADEON_CS_KEEP_TILING_FLAGS ? PM4_KEEP_TILING : 0,
	};
	struct rcp_checker *checker;
	int ret;

	sub->owns = rcp_grants_use(sub->file);
	sub->checked_owns = sub->owns;
	in.flags |= sub->owns;
	checker = rcp_checker_get(rdev);
	ret = pm4_check(checker->pm4, &in, sub->patches, sub->max_patches, sub->written,
			&sub->result, &sub->verdict);
	rcp_checker_put(rdev, checker);
	if (!ret && (sub->has_verdict || trace_rcp_check_enabled() ||
		     rcp_capture_on(&rdev->capture)))
		pm4_count(rdev->card.pm4.front, sub->ib, sub->ib_dw, &sub->counts);
	trace_rcp_check(sub->ib_dw, sub->nrelocs, sub->counts.packets, sub->result.draws, ret);
	sub->refused = ret;
	return ret ? -EINVAL : 0;
}

/* ---- reserve ---- */

static void rcp_cs_unlock(struct rcp_submit *sub)
{
	struct rcp_submit_bo *entry;

	for (entry = sub->bos; entry != sub->bos_end; entry++) {
		if (!entry->reserved)
			continue;
		entry->reserved = false;
		dma_resv_unlock(entry->bo->tbo.base.resv);
	}
}

/*
 * Move the submission's buffers to the tails of the LRUs, so that they are evicted last.
 * The order is exact to RCP_BUMP_JIFFIES only, so that buffers in constant use are moved
 * seldom.
 */
static void rcp_cs_bump(struct rcp_submit *sub)
{
	spinlock_t *lock = &sub->rdev->ttm.lru_lock;
	struct rcp_submit_bo *entry;
	u32 batch = RCP_CS_BATCH;

	spin_lock(lock);
	for (entry = sub->bos; entry != sub->bos_end; entry++) {
		if (!entry->reserved)
			continue;
		entry->bo->bumped = sub->now;
		ttm_bo_move_to_lru_tail(&entry->bo->tbo);
		if (!--batch) {
			cond_resched_lock(lock);
			batch = RCP_CS_BATCH;
		}
	}
	spin_unlock(lock);
}

/*
 * Lock each buffer once, no matter how often it is named.  No helper fits: TTM's leaves a
 * buffer locked when it runs out of memory.  drm_exec ends the acquire phase of the ticket,
 * but TTM takes more locks with the ticket when it places a buffer and evicts others; and
 * some kernels that this driver builds for do not have drm_exec.
 */
static int rcp_cs_lock(struct rcp_submit *sub)
{
	struct rcp_submit_bo *contended = NULL, *entry;
	int ret = 0;

again:
	if (contended) {
		ret = dma_resv_lock_slow_interruptible(contended->bo->tbo.base.resv,
						       &sub->ticket);
		if (ret)
			return ret;
		contended->reserved = true;
	}
	for (entry = sub->bos; entry != sub->bos_end; entry++) {
		if (entry == contended)
			continue;
		ret = dma_resv_lock_interruptible(entry->bo->tbo.base.resv, &sub->ticket);
		if (ret == -EALREADY) {
			sub->named_again = true;
			continue;
		}
		if (ret) {
			rcp_cs_unlock(sub);
			if (ret != -EDEADLK)
				return ret;
			contended = entry;
			goto again;
		}
		entry->reserved = true;
	}
	return 0;
}

/*
 * The submission names a buffer more than once, or two imports of one dma-buf, which share
 * its reservation.  Only the entry that holds the reservation waits and gets the fence, so
 * it needs the usage of the others: the buffer is written if any entry writes it, and
 * explicit only if all entries are.  An import whose entry does not hold the reservation
 * makes all imports written or implicit, because any of them may share its reservation.
 */
static void rcp_cs_share_usage(struct rcp_submit *sub)
{
	bool write = false, implicit = false;
	struct rcp_submit_bo *entry;

	for (entry = sub->bos; entry != sub->bos_end; entry++) {
		entry->bo->written = false;
		entry->bo->explicit = true;
	}
	for (entry = sub->bos; entry != sub->bos_end; entry++) {
		entry->bo->written |= entry->write;
		entry->bo->explicit &= entry->explicit;
		if (entry->reserved || entry->bo->tbo.type != ttm_bo_type_sg)
			continue;
		write |= entry->write;
		implicit |= !entry->explicit;
	}
	for (entry = sub->bos; entry != sub->bos_end; entry++) {
		bool import = entry->bo->tbo.type == ttm_bo_type_sg;

		entry->write = entry->bo->written || (import && write);
		entry->explicit = entry->bo->explicit && !(import && implicit);
	}
}

/* Find out how the submission uses each buffer; the checker has listed those it writes. */
static void rcp_cs_find_usage(struct rcp_submit *sub)
{
	u32 i;

	for (i = 0; i < PM4_BITMAP_WORDS(sub->nrelocs); i++) {
		u64 bits = sub->written[i];

		for (; bits; bits &= bits - 1)
			sub->bos[64 * i + __ffs64(bits)].write = true;
	}
	if (sub->named_again)
		rcp_cs_share_usage(sub);
}

static int rcp_cs_reserve(struct rcp_submit *sub)
{
	int ret;

	sub->now = jiffies;
	ww_acquire_init(&sub->ticket, &reservation_ww_class);
	ret = rcp_cs_lock(sub);
	if (ret) {
		ww_acquire_fini(&sub->ticket);
		return ret == -EINTR ? -ERESTARTSYS : ret;
	}
	rcp_cs_find_usage(sub);
	return 0;
}

/* ---- place ---- */

/* Move a reserved buffer to a heap that the card reaches, and reserve a fence slot. */
static int rcp_cs_place(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	struct rcp_bo *bo = entry->bo;
	int ret = 0;

	if (unlikely(rcp_bo_is_stale(bo))) {
		sub->why_buffer = entry - sub->bos;
		return rcp_verdict_refuse(sub, -EIO,
					  "relocation %u: the contents of a buffer are lost: the card failed while it cleared or copied them",
					  sub->why_buffer);
	}
	if (!(bo->domain & entry->domains) || READ_ONCE(bo->addr) == RCP_NO_ADDR) {
		ret = rcp_cs_move(sub, entry);
		sub->unbound |= READ_ONCE(bo->addr) == RCP_NO_ADDR;
	}

	/* Only now: a move may use up the fence slot. */
	if (!ret)
		ret = dma_resv_reserve_fences(bo->tbo.base.resv, 1);
	return ret ? rcp_verdict_refuse(sub, ret, "no memory for the buffers") : 0;
}

/* All fences on the buffer belong to jobs of this queue, which run in order anyway. */
static bool rcp_cs_is_own(const struct rcp_submit *sub, const struct rcp_bo *bo)
{
	return bo->user == sub->queue && !bo->moved && !READ_ONCE(bo->shared);
}

/*
 * Interruptible after a while: the cost is buffers x fences on each, which a client
 * controls.  Not at once, because a submission under a storm of signals would never end.
 */
static int rcp_cs_depend(struct rcp_submit *sub, const struct rcp_submit_bo *entry)
{
	struct dma_resv *resv = entry->bo->tbo.base.resv;
	int ret;

	if (time_after(jiffies, sub->now + RCP_DEPEND_JIFFIES) && signal_pending(current))
		return -ERESTARTSYS;
	ret = rcp_job_depend(sub->job, resv, entry->explicit ?
			     DMA_RESV_USAGE_KERNEL : dma_resv_usage_rw(entry->write));
	/* A copy to itself keeps the others.  The new list has no slot yet for the job's fence. */
	if (ret > RCP_CS_OVER_MAX)
		ret = dma_resv_copy_fences(resv, resv) ?: dma_resv_reserve_fences(resv, 1);
	return ret < 0 ? rcp_verdict_refuse(sub, ret, "no memory for dependencies") : 0;
}

/*
 * Bind buffers without an address if the job could go to the ring now, so that an error of the
 * mapping is the result of the ioctl.  Any other job binds its buffers at its turn.
 */
static int rcp_cs_bind(struct rcp_submit *sub)
{
	int ret;

	if (!rcp_bind_init(sub->binding)) {
		sub->why_actual = sub->binding->pages << PAGE_SHIFT;
		return rcp_verdict_refuse(sub, -ENOMEM,
					  "the buffers outside of VRAM need %llu bytes, the aperture has %llu",
					  sub->why_actual, rcp_heap_size(sub->rdev, TTM_PL_TT));
	}
	ret = sub->direct ? rcp_bind_now(sub->binding) : 0;
	return ret ? rcp_verdict_refuse(sub, ret, "the card does not map the buffers") : 0;
}

/*
 * The slow path: move buffers that are not in a heap that the submission prefers.  Those in the
 * GTT may have no address then.
 */
static noinline int rcp_cs_place_slow(struct rcp_submit *sub)
{
	struct rcp_submit_bo *entry;
	int ret;

	ret = rcp_cs_move_wanted(sub);
	for (entry = sub->bos; entry != sub->bos_end && !ret; entry++) {
		if (!entry->wanted)
			continue;
		/* The job must also wait for the fence of the move. */
		ret = dma_resv_reserve_fences(entry->bo->tbo.base.resv, 1);
		if (ret)
			return rcp_verdict_refuse(sub, ret, "no memory for the buffers");
		ret = rcp_cs_depend(sub, entry);
		sub->unbound |= READ_ONCE(entry->bo->addr) == RCP_NO_ADDR;
	}
	return ret;
}

/* Place each buffer; it then stays in its place until the job is in the ring. */
static int rcp_cs_place_all(struct rcp_submit *sub)
{
	unsigned long bumped_before = sub->now - RCP_BUMP_JIFFIES;
	struct rcp_submit_bo *entry, *end = sub->bos_end;
	bool bump = false;
	int ret;

	sub->wanted = 0;
	sub->unbound = false;
	for (entry = sub->bos; entry != end; entry++) {
		struct rcp_bo *bo = entry->bo;

		/* Of the entries that name a buffer, the one that locked it decides the place. */
		if (!entry->reserved) {
			sub->unbound |= READ_ONCE(bo->addr) == RCP_NO_ADDR;
			continue;
		}
		/* An attempt that ended with -EAGAIN may have set it. */
		entry->wanted = false;
		ret = rcp_cs_place(sub, entry);
		if (!ret && !entry->wanted && !rcp_cs_is_own(sub, bo))
			ret = rcp_cs_depend(sub, entry);
		if (ret)
			return ret;
		bump |= time_before(bo->bumped, bumped_before);
	}
	sub->bump |= bump;
	return sub->wanted ? rcp_cs_place_slow(sub) : 0;
}

/*
 * Note the buffers, which are in their places now, for the flushes of the HDP and for the dump of a
 * hang.  rcp_bind_apply() fills in their addresses.  Not inline: the loop needs all registers.
 */
static noinline void rcp_cs_note_bos(struct rcp_submit *sub, struct rcp_job *job)
{
	u32 i, n = min(sub->nrelocs, RCP_JOB_BOS);
	struct rcp_job_bo *note = (void *)sub->ib + rcp_submit_bos_at(sub->ib_dw);
	const struct rcp_job_bo *notes_end = note + n;
	const struct rcp_submit_bo *entry, *end = sub->bos_end;
	const struct drm_radeon_cs_reloc *reloc = sub->relocs;
	u64 cpu_maps = rcp_vram_cpu_maps(&sub->rdev->card);
	bool uses_vram = false, writes_vram = false;

	job->bos = note;
	job->nbos = sub->nrelocs;
	for (entry = sub->bos; entry != end; entry++, reloc++) {
		const struct rcp_bo *bo = entry->bo;
		bool vram = bo->domain == RADEON_GEM_DOMAIN_VRAM;

		if (vram) {
			uses_vram = true;
			writes_vram |= entry->write;
			if (bo->cpu_mapped)
				cpu_maps = RCP_CPU_MAPPED;
		}
		if (note == notes_end)
			continue;
		*note++ = (struct rcp_job_bo){
			.size = rcp_bo_size(bo),
			.handle = reloc->handle,
			.vram = vram,
			.write = entry->write,
		};
	}
	for (i = 0; unlikely(sub->reloc_flags) && i < n; i++)
		job->bos[i].dump = sub->reloc_flags[i] & RCP_RELOC_DUMP;
	job->uses_vram = uses_vram;
	job->writes_vram = writes_vram;
	job->cpu_maps = cpu_maps;
}

static void rcp_cs_give_stream(struct rcp_submit *sub)
{
	struct rcp_job *job = sub->job;

	sub->binding->patches = sub->patches;
	sub->binding->npatches = sub->result.npatches;
	rcp_cs_note_bos(sub, job);
	job->stream = sub->ib;
	job->stream_dw = sub->ib_dw;
	job->stream_size = sub->ib_size;
	job->footprint = sub->result.footprint;
	job->owns = sub->owns;
	sub->owns = 0;
	sub->ib = NULL;
	sub->job_memory = NULL;
}

/* ---- push ---- */

/*
 * Get &rcp_bo.idle_seqno of a buffer that another queue has used, after a job with this seqno.  A
 * job of the other queue may not be in the ring yet: two readers do not wait for each other.  Then
 * the fences tell.
 */
static u64 rcp_cs_idle_seqno(const struct rcp_bo *bo, u64 seqno)
{
	if (bo->idle_seqno != RCP_NO_SEQNO || seqno == RCP_NO_SEQNO || !bo->user ||
	    READ_ONCE(bo->shared))
		return seqno;
	return dma_resv_test_signaled(bo->tbo.base.resv, DMA_RESV_USAGE_BOOKKEEP) ? seqno :
										   RCP_NO_SEQNO;
}

/* Add the job's fence to the buffers and unlock them: TTM may move them again. */
static void rcp_cs_attach_fence(struct rcp_submit *sub, struct dma_fence *fence)
{
	struct rcp_submit_bo *entry, *end = sub->bos_end;
	const struct rcp_queue *queue = sub->queue;
	u64 idle_seqno = sub->idle_seqno;
	enum dma_resv_usage usage;
	u32 batch = RCP_CS_BATCH;
	struct rcp_bo *bo;

	if (sub->bump)
		rcp_cs_bump(sub);
	for (entry = sub->bos; entry != end; entry++) {
		if (!entry->reserved)
			continue;
		bo = entry->bo;
		if (bo->user == queue) {
			WRITE_ONCE(bo->idle_seqno, idle_seqno);
		} else {
			WRITE_ONCE(bo->idle_seqno, rcp_cs_idle_seqno(bo, idle_seqno));
			bo->user = bo->user ? RCP_BO_MANY : queue;
		}
		bo->moved = false;
		usage = entry->write ? DMA_RESV_USAGE_WRITE : DMA_RESV_USAGE_READ;
		if (entry->explicit)
			usage = DMA_RESV_USAGE_BOOKKEEP;
		dma_resv_add_fence(bo->tbo.base.resv, fence, usage);
		entry->reserved = false;
		dma_resv_unlock(bo->tbo.base.resv);
		if (!--batch) {
			cond_resched();
			batch = RCP_CS_BATCH;
		}
	}
	if (sub->nrelocs)
		ww_acquire_fini(&sub->ticket);
}

/*
 * Write the job to the ring, or let it wait.  While &rcp_gtt.lock is held no buffer loses its
 * address, so the address for a job in the ring is recorded under the same hold. Fences wait for
 * the write, and rcp_job_write() takes &rcp_gtt.lock in its own critical section for signalling, so
 * the section begins outside of the lock here as well.
 */
static void rcp_cs_push_job(struct rcp_submit *sub)
{
	struct rcp_binding *binding = sub->binding;
	struct rcp_job *job = sub->job;
	bool direct = false, cookie;
	u64 seqno;

	if (!sub->nrelocs) {
		rcp_bind_apply(binding, job);
		rcp_sched_push(job);
		return;
	}
	if (sub->direct) {
		cookie = dma_fence_begin_signalling();
		mutex_lock(&sub->rdev->gtt.lock);
		direct = rcp_bind_is_bound_locked(binding) && rcp_sched_direct_begin(job);
		if (direct) {
			rcp_bind_apply(binding, job);
			seqno = rcp_sched_direct_end(job);
			rcp_bind_used_locked(binding, seqno);
			sub->idle_seqno = seqno;
		}
		mutex_unlock(&sub->rdev->gtt.lock);
		dma_fence_end_signalling(cookie);
	}
	if (direct)
		return;
	sub->idle_seqno = RCP_NO_SEQNO;
	rcp_bind_give(binding, job);
	sub->binding_given = true;
	rcp_sched_queue(job);
}

/* Cannot fail: an armed job must be pushed. */
static void rcp_cs_push(struct rcp_submit *sub)
{
	struct rcp_queue *queue = sub->queue;
	struct dma_fence *fence;

	mutex_lock(&queue->lock);
	fence = rcp_job_arm(sub->job);
	sub->number = sub->job->number;
	trace_rcp_submit(sub->job, sub->nrelocs);
	rcp_cs_push_job(sub);
	mutex_unlock(&queue->lock);
	sub->job = NULL;

	rcp_cs_attach_fence(sub, fence);
	if (sub->nsyncs)
		rcp_syncs_signal(sub, fence);
	dma_fence_put(fence);
	atomic64_inc(&sub->rdev->count.submitted);
}

/* The buffers are reserved, if there are any. */
static int rcp_cs_place_and_push(struct rcp_submit *sub)
{
	const struct rcp_gtt *gtt = &sub->rdev->gtt;
	int ret;

	ret = rcp_cs_place_all(sub);
	if (ret)
		return ret;
	if (sub->nsyncs) {
		ret = rcp_syncs_depend(sub);
		if (ret)
			return rcp_verdict_refuse(sub, ret, "no memory for dependencies");
	}
	sub->direct = rcp_sched_direct_may(sub->job);
	/* Addresses may be lost before the job runs, and not fit in their order then. */
	if (sub->nrelocs && (sub->unbound || !sub->direct ||
			     sub->span > (gtt->end - gtt->first) << PAGE_SHIFT))
		ret = rcp_cs_bind(sub);
	if (ret)
		return ret;
	rcp_cs_give_stream(sub);
	rcp_cs_push(sub);
	return 0;
}

static int rcp_cs_reserve_and_push(struct rcp_submit *sub)
{
	int ret;

	if (sub->nrelocs) {
		ret = rcp_cs_reserve(sub);
		if (ret)
			return rcp_verdict_refuse(sub, ret, "cannot reserve the buffers");
	}
	ret = rcp_cs_place_and_push(sub);
	if (ret && sub->nrelocs) {
		rcp_cs_unlock(sub);
		ww_acquire_fini(&sub->ticket);
	}
	return ret;
}

/* Say why the card is dead, or the client or the context banned; 0 if neither is. */
static int rcp_cs_refuse(struct rcp_submit *sub)
{
	int error = rcp_sched_error(&sub->rdev->sched);

	if (unlikely(error))
		return rcp_verdict_refuse(sub, error, error == -ENODEV ? "the card is gone" :
					  "the card is dead");
	if (unlikely(rcp_account_is_banned(sub->account)))
		return rcp_verdict_refuse(sub, -ECANCELED,
					  "the process is banned: its jobs hung the card %d times",
					  atomic_read(&sub->account->hangs));
	if (unlikely(rcp_queue_is_banned(sub->queue, sub->account)))
		return rcp_verdict_refuse(sub, -ECANCELED,
					  "context %u is banned: its jobs hung the card %d times",
					  sub->context.ctx_id, atomic_read(&sub->queue->hangs));
	return 0;
}

/* The job takes over the queue room of the submission. */
static int rcp_cs_make_job(struct rcp_submit *sub)
{
	int ret;

	ret = rcp_job_init(sub->job_memory, sub->queue, sub->account, RCP_JOB_IB);
	if (ret)
		return rcp_cs_refuse(sub) ?: rcp_verdict_refuse(sub, ret, "no memory for a job");
	sub->job = sub->job_memory;
	sub->has_room = false;
	return 0;
}

static int rcp_cs_submit_once(struct rcp_submit *sub)
{
	int ret, idx;

	ret = rcp_gate_enter(sub->rdev, &idx);
	if (ret == -ERESTARTSYS)
		return ret;
	if (ret)
		return rcp_verdict_refuse(sub, ret, "the card is gone");
	ret = rcp_cs_make_job(sub);
	if (!ret)
		ret = rcp_cs_reserve_and_push(sub);
	if (sub->job) {
		rcp_job_discard(sub->job);
		sub->job = NULL;
	}
	rcp_gate_exit(sub->rdev, idx);
	return ret;
}

/* Wait for a clear, or for a job that uses a buffer that must move. */
static int rcp_cs_wait(struct rcp_submit *sub)
{
	long left = dma_fence_wait(sub->busy, true);

	dma_fence_put(sub->busy);
	sub->busy = NULL;
	return min(left, 0L);
}

static int rcp_cs_submit(struct rcp_submit *sub)
{
	int ret = 0;

	while (!ret) {
		if (!sub->has_room)
			ret = rcp_queue_get_room(sub->queue, sub->account);
		if (ret)
			break;
		sub->has_room = true;
		ret = rcp_cs_submit_once(sub);
		if (ret != -EAGAIN)
			break;
		ret = rcp_cs_wait(sub);
	}
	return ret;
}

static int rcp_cs_process(struct rcp_submit *sub, const struct drm_radeon_cs *args)
{
	int ret;

	ret = rcp_cs_args_copy(sub, args);
	if (!ret)
		ret = rcp_cs_args_find(sub);
	if (!ret)
		ret = rcp_cs_refuse(sub);
	if (!ret)
		ret = rcp_cs_check(sub);
	if (!ret && !(sub->user_verdict.flags & RCP_VERDICT_VALIDATE_ONLY)) {
		rcp_capture_stream(sub);
		ret = rcp_cs_submit(sub);
	}
	return ret;
}

/*
 * DRM_RADEON_CS.  Sleeps while the context has RCP_QUEUE_JOBS jobs that have not finished, or the
 * process RCP_ACCOUNT_JOBS.
 * Context: may sleep.  Return: 0; -EINVAL if the stream or an argument is refused (the verdict
 * says why); -ENOENT for an unknown handle; -EFAULT; -ENOMEM; -ECANCELED if the context is banned;
 * -EIO if the card is dead; -ENODEV if it is gone; -ERESTARTSYS.
 */
int rcp_cs_ioctl(struct drm_device *drm, void *data, struct drm_file *drm_file)
{
	struct rcp_submit sub;
	int ret;

	memset(&sub, 0, offsetof(struct rcp_submit, why));
	sub.why[0] = '\0';
	sub.rdev = to_rcp(drm);
	sub.drm_file = drm_file;
	sub.file = drm_file->driver_priv;
	sub.why_stage = RCP_STAGE_ARGUMENTS;
	sub.why_buffer = RCP_VERDICT_NONE;
	if (rcp_capture_on(&sub.rdev->capture))
		sub.begin_ns = ktime_get_ns();

	ret = rcp_cs_process(&sub, data);
	if (ret || sub.has_verdict || sub.user_seqno || rcp_capture_on(&sub.rdev->capture))
		ret = rcp_verdict_report(&sub, ret);

	rcp_cs_args_free(&sub);
	return ret;
}
