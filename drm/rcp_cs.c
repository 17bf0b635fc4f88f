// SPDX-License-Identifier: GPL-2.0
/*
 * DRM_RADEON_CS: the way of one submission.
 *
 * Copy, look up, check, reserve, push.  The check comes before the reservation
 * and holds no lock: it uses the addresses that the buffers have at that moment.
 * Once the buffers are reserved and placed, so that they cannot move any more
 * until the submission's fence is on them, the addresses are compared.  They are
 * nearly always the same; if a buffer has moved meanwhile, or was nowhere the
 * card could reach it, the stream is checked once more, this time under the
 * reservations.  What reaches the card was therefore always checked against the
 * addresses at which its buffers are.
 *
 * The checked stream goes straight into memory of the IB pool.  That memory is
 * obtained first, while nothing is held, because those who wait for it may hold
 * up whoever has it; and user memory is not touched while it is held.
 *
 * Locks: between reservations and the push, those of the named buffers and at
 * last &rcp_queue.lock, under which the job's fence gets its place in the
 * queue.
 */
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include <drm/drm_drv.h>

#include "rcp_submit.h"
#include "rcp_trace.h"

#define PACKET2		0x80000000u

/* Pad streams to whole fetches of the CP. */
#define RCP_IB_ALIGN_DW	16u

/* A buffer in the GTT may go back to VRAM while that much of it is free. */
#define RCP_VRAM_SPARE(size)	((size) / 8)

/* ---- check ---- */

/*
 * Fill in the checker's view of the buffers.  With @held the addresses are for
 * good; returns false if some buffer has none, or (with @compare) if one differs
 * from what was used before.
 */
static bool rcp_cs_addresses(struct rcp_submit *sub, bool compare)
{
	bool same = true;
	u32 i;

	for (i = 0; i < sub->nrelocs; i++) {
		struct rcp_bo *bo = sub->bos[i].bo;
		struct pm4_buffer *buffer = &sub->buffers[i];
		u64 addr = READ_ONCE(bo->addr);

		if (addr == RCP_NO_ADDR || (compare && addr != buffer->addr))
			same = false;
		buffer->addr = addr;
		if (compare)
			continue;
		buffer->size = rcp_bo_size(bo);
		buffer->tiling = READ_ONCE(bo->tiling);
		buffer->pitch = READ_ONCE(bo->pitch);
		buffer->writable = true;
	}
	return same;
}

static int rcp_cs_check(struct rcp_submit *sub)
{
	struct rcp_device *rdev = sub->rdev;
	struct rcp_job *job = sub->job;
	struct pm4_input in = {
		.ib = sub->ib,
		.ib_dw = sub->ib_dw,
		.buffers = sub->buffers,
		.nbuffers = sub->nrelocs,
		.ring = PM4_RING_GFX,
		.flags = sub->cs_flags & RADEON_CS_KEEP_TILING_FLAGS ? PM4_KEEP_TILING : 0,
	};
	struct pm4_checker *checker;
	u32 capacity_dw = job->ib.size_dw - RCP_IB_ALIGN_DW;
	int ret;

	checker = rcp_checker_get(rdev);
	ret = pm4_check(checker, &in, job->ib.cpu, capacity_dw, &sub->result, &sub->verdict);
	rcp_checker_put(rdev, checker);
	trace_rcp_check(sub->ib_dw, sub->nrelocs, &sub->result, ret);
	if (ret) {
		sub->refused = true;
		return -EINVAL;
	}

	job->ib_dw = sub->result.out_dw;
	do {
		job->ib.cpu[job->ib_dw++] = PACKET2;
	} while (job->ib_dw % RCP_IB_ALIGN_DW);
	job->footprint = sub->result.footprint;
	return 0;
}

/* A stand-in for each buffer that is nowhere: good for a check, not for a run. */
static void rcp_cs_fake_addresses(struct rcp_submit *sub)
{
	u64 addr = sub->rdev->card.gart.addr;
	u32 i;

	for (i = 0; i < sub->nrelocs; i++)
		if (sub->buffers[i].addr == RCP_NO_ADDR)
			sub->buffers[i].addr = addr;
}

/* Is there still one that is nowhere? */
static bool rcp_cs_nowhere(const struct rcp_submit *sub)
{
	bool nowhere = false;
	u32 i;

	for (i = 0; i < sub->nrelocs; i++)
		nowhere |= sub->buffers[i].addr == RCP_NO_ADDR;
	return nowhere;
}

/* ---- reserve and place ---- */

static void rcp_cs_unlock(struct rcp_submit *sub)
{
	u32 i;

	for (i = 0; i < sub->nrelocs; i++) {
		struct rcp_submit_bo *entry = &sub->bos[i];

		if (!entry->reserved)
			continue;
		entry->reserved = false;
		ttm_bo_unreserve(&entry->bo->tbo);
	}
}

static void rcp_cs_unreserve(struct rcp_submit *sub)
{
	rcp_cs_unlock(sub);
	ww_acquire_fini(&sub->ticket);
}

/*
 * Lock all buffers, each once however often it is named.  By hand: TTM's helper
 * leaves a buffer locked when it runs out of memory, and drm_exec is not in all
 * kernels that this builds for.
 */
static int rcp_cs_lock(struct rcp_submit *sub)
{
	struct rcp_submit_bo *contended = NULL;
	int ret = 0;
	u32 i;

again:
	if (contended) {
		ret = dma_resv_lock_slow_interruptible(contended->bo->tbo.base.resv,
						       &sub->ticket);
		if (ret)
			return ret;
		contended->reserved = true;
	}
	for (i = 0; i < sub->nrelocs; i++) {
		struct rcp_submit_bo *entry = &sub->bos[i];

		if (entry == contended)
			continue;
		ret = dma_resv_lock_interruptible(entry->bo->tbo.base.resv, &sub->ticket);
		if (ret == -EALREADY)
			continue;
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
 * Which of the buffers does the submission write to?  A buffer may be named more than
 * once; any one naming can make it written.  And two buffers may be one of another
 * driver's: they share its reservation, and only the one by which that was locked
 * waits and gets the fence.  So where an import that is not that one is written, all
 * imports count as written.
 */
static void rcp_cs_find_written(struct rcp_submit *sub)
{
	bool foreign = false;
	u32 i;

	for (i = 0; i < sub->nrelocs; i++)
		sub->bos[i].bo->written = false;
	for (i = 0; i < sub->nrelocs; i++) {
		struct rcp_submit_bo *entry = &sub->bos[i];

		entry->bo->written |= entry->write;
		foreign |= entry->write && !entry->reserved &&
			   entry->bo->tbo.type == ttm_bo_type_sg;
	}
	for (i = 0; i < sub->nrelocs; i++)
		sub->bos[i].bo->written |= foreign && sub->bos[i].bo->tbo.type == ttm_bo_type_sg;
}

static int rcp_cs_reserve(struct rcp_submit *sub)
{
	int ret;

	ww_acquire_init(&sub->ticket, &reservation_ww_class);
	ret = rcp_cs_lock(sub);
	if (ret) {
		ww_acquire_fini(&sub->ticket);
		return ret == -EINTR ? -ERESTARTSYS : ret;
	}
	rcp_cs_find_written(sub);
	return 0;
}

/* Is it worth moving this buffer from the GTT to VRAM? */
static bool rcp_cs_promote(struct rcp_submit *sub, const struct rcp_bo *bo)
{
	u64 size = rcp_ttm_size(sub->rdev, TTM_PL_VRAM);
	u64 usage = rcp_ttm_usage(sub->rdev, TTM_PL_VRAM);

	return usage + rcp_bo_size(bo) + RCP_VRAM_SPARE(size) <= size;
}

static int rcp_cs_place_one(struct rcp_submit *sub, struct rcp_submit_bo *entry)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	struct ttm_placement placement;
	struct rcp_bo *bo = entry->bo;
	u32 now = rcp_bo_domain(bo);
	u32 domains = entry->domains;
	int ret;

	if (bo->tbo.pin_count)
		return 0;
	/* Of another driver's pages it would make a copy that nobody else sees. */
	if (bo->tbo.type == ttm_bo_type_sg)
		domains = RADEON_GEM_DOMAIN_GTT;
	/*
	 * Whatever prefers VRAM may also be in the GTT; it goes there rather than
	 * push out others, and comes back when there is room to spare.  Then VRAM
	 * alone is asked for, as TTM moves nothing that is in one of its places.
	 */
	if (domains & RADEON_GEM_DOMAIN_VRAM) {
		if (now == RADEON_GEM_DOMAIN_GTT &&
		    ((domains & RADEON_GEM_DOMAIN_GTT) || sub->crowded ||
		     !rcp_cs_promote(sub, bo)))
			return 0;
		if (now != RADEON_GEM_DOMAIN_GTT)
			domains |= RADEON_GEM_DOMAIN_GTT;
	}
	if (now == RADEON_GEM_DOMAIN_VRAM && (domains & RADEON_GEM_DOMAIN_VRAM))
		return 0;
	if (now == RADEON_GEM_DOMAIN_GTT && !(domains & RADEON_GEM_DOMAIN_VRAM))
		return 0;
	rcp_bo_placement(bo, domains, false, &placement);
	ret = ttm_bo_validate(&bo->tbo, &placement, &ctx);
	if (ret != -ENOMEM || now != RADEON_GEM_DOMAIN_GTT)
		return ret;
	/*
	 * Where it was will do.  TTM may have met somebody with an older ticket, whom it
	 * says nothing of: then we may not ask for further locks.
	 */
	sub->crowded = true;
	return 0;
}

/* Bring the reserved buffers to where the card reaches them. */
static int rcp_cs_place(struct rcp_submit *sub)
{
	u32 i;
	int ret;

	for (i = 0; i < sub->nrelocs; i++) {
		struct rcp_submit_bo *entry = &sub->bos[i];

		/* The first naming of a buffer decides where it goes. */
		if (!entry->reserved)
			continue;
		ret = rcp_cs_place_one(sub, entry);
		if (!ret && entry->bo->addr == RCP_NO_ADDR)
			ret = -ENOMEM;
		/* Room for our fence, which a move may have used up. */
		if (!ret)
			ret = dma_resv_reserve_fences(entry->bo->tbo.base.resv, 1);
		if (ret)
			return ret == -EINTR ? -ERESTARTSYS : ret;
	}
	return 0;
}

/* With many buffers that many others use this takes long, and can be told to stop. */
static int rcp_cs_depend(struct rcp_submit *sub)
{
	u32 i;
	int ret;

	for (i = 0; i < sub->nrelocs; i++) {
		struct rcp_bo *bo = sub->bos[i].bo;

		if (!sub->bos[i].reserved)
			continue;
		if (signal_pending(current))
			return -ERESTARTSYS;
		ret = rcp_job_depend(sub->job, bo->tbo.base.resv, bo->written);
		if (ret)
			return ret;
	}
	return 0;
}

/* No way back from here: push the job, put its fence on the buffers, let go. */
static void rcp_cs_push(struct rcp_submit *sub)
{
	struct rcp_queue *queue = sub->client->queue;
	struct dma_fence *fence;
	u32 i;

	mutex_lock(&queue->lock);
	fence = rcp_job_arm(sub->job);
	trace_rcp_submit(sub->job, sub->nrelocs);
	rcp_job_push(sub->job);
	mutex_unlock(&queue->lock);
	sub->job = NULL;

	for (i = 0; i < sub->nrelocs; i++) {
		struct rcp_bo *bo = sub->bos[i].bo;

		if (sub->bos[i].reserved)
			dma_resv_add_fence(bo->tbo.base.resv, fence, bo->written ?
					   DMA_RESV_USAGE_WRITE : DMA_RESV_USAGE_READ);
	}
	if (sub->nrelocs)
		rcp_cs_unreserve(sub);
	dma_fence_put(fence);
	atomic64_inc(&sub->rdev->count.submitted);
}

static int rcp_cs_run(struct rcp_submit *sub, bool checked)
{
	int ret;

	if (sub->nrelocs) {
		ret = rcp_cs_reserve(sub);
		if (ret)
			return rcp_submit_refuse(sub, ret, "cannot reserve the buffers");
		ret = rcp_cs_place(sub);
		if (ret) {
			rcp_submit_refuse(sub, ret, "the buffers do not fit into memory together");
			goto unreserve;
		}
	}

	if (!rcp_cs_addresses(sub, true) || !checked) {
		if (checked)
			atomic64_inc(&sub->rdev->count.rechecked);
		/* Of buffers that share a reservation only one has been placed. */
		ret = rcp_cs_nowhere(sub) ?
		      rcp_submit_refuse(sub, -EINVAL, "a buffer is nowhere") : rcp_cs_check(sub);
		if (ret)
			goto unreserve;
	}

	if (sub->nrelocs) {
		ret = rcp_cs_depend(sub);
		if (ret) {
			rcp_submit_refuse(sub, ret, "no memory for dependencies");
			goto unreserve;
		}
	}
	rcp_cs_push(sub);
	return 0;

unreserve:
	if (sub->nrelocs)
		rcp_cs_unreserve(sub);
	return ret;
}

static int rcp_cs_submit(struct rcp_submit *sub)
{
	bool checked;
	int ret;

	sub->job = rcp_job_create(sub->client->queue, RCP_JOB_IB);
	if (IS_ERR(sub->job)) {
		ret = PTR_ERR(sub->job);
		sub->job = NULL;
		return rcp_submit_refuse(sub, ret, "cannot make a job");
	}
	ret = rcp_job_get_ib(sub->job, round_up(sub->ib_dw, RCP_IB_ALIGN_DW) + RCP_IB_ALIGN_DW);
	if (ret)
		return rcp_submit_refuse(sub, ret, "no memory for the checked stream");

	checked = rcp_cs_addresses(sub, false);
	if (sub->user_verdict.flags & RCP_VERDICT_VALIDATE_ONLY) {
		rcp_cs_fake_addresses(sub);
		return rcp_cs_check(sub);
	}
	if (checked) {
		ret = rcp_cs_check(sub);
		if (ret)
			return ret;
	}
	return rcp_cs_run(sub, checked);
}

/*
 * User memory, which may keep us as long as it likes, is read before and written
 * after what others wait for: a piece of the IB pool, and the device, which cannot
 * be unplugged meanwhile.
 */
static int rcp_cs_do(struct rcp_submit *sub, const struct drm_radeon_cs *args)
{
	int ret, idx;

	ret = rcp_submit_args(sub, args);
	if (ret)
		return ret;
	ret = rcp_submit_lookup(sub);
	if (ret)
		return ret;
	if (!drm_dev_enter(&sub->rdev->drm, &idx))
		return rcp_submit_refuse(sub, -ENODEV, "the card is gone");
	ret = rcp_cs_submit(sub);
	if (sub->job)
		rcp_job_discard(sub->job);
	drm_dev_exit(idx);
	return ret;
}

/**
 * rcp_cs_ioctl - DRM_RADEON_CS
 * @drm: the device
 * @data: struct drm_radeon_cs
 * @file: the client
 *
 * Context: may sleep.
 * Return: 0; -EINVAL if the stream or an argument is refused (the verdict says
 * why); -ENOENT for an unknown handle; -EFAULT; -ENOMEM; -EIO if the card is
 * dead; -ENODEV if it is gone; -ERESTARTSYS.
 */
int rcp_cs_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct rcp_submit *sub = kzalloc(sizeof(*sub), GFP_KERNEL);
	int ret;

	if (!sub)
		return -ENOMEM;
	sub->rdev = to_rcp(drm);
	sub->file = file;
	sub->client = file->driver_priv;
	sub->why_buffer = RCP_VERDICT_NONE;

	ret = rcp_submit_verdict(sub, rcp_cs_do(sub, data));

	rcp_submit_free(sub);
	kfree(sub);
	return ret;
}
