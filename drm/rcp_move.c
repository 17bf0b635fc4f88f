// SPDX-License-Identifier: GPL-2.0
/*
 * Moving buffers between VRAM, the GTT and plain system memory.
 *
 * The card copies, through the ring, in order with everybody's jobs; the copy's
 * fence keeps old and new memory busy for as long as it takes.  New VRAM is
 * cleared the same way before a client can see it.  Plain system memory is
 * reached by way of the GTT.
 *
 * All copies are in one queue, and one that had to wait for a client, or for
 * another driver, would hold up all others.  So the task that moves a buffer waits
 * for these before the copy is queued; in the queue it waits for copies alone.
 *
 * Called by TTM with the buffer reserved.
 */
#include "rcp_bo.h"
#include "rcp_trace.h"

/**
 * rcp_resource_addr - GPU address of a place
 * @rdev: the device
 * @res: the place, or NULL
 *
 * Return: the address, RCP_NO_ADDR if the GPU does not reach it.
 */
u64 rcp_resource_addr(struct rcp_device *rdev, const struct ttm_resource *res)
{
	u64 offset;

	if (!res)
		return RCP_NO_ADDR;
	offset = (u64)res->start << PAGE_SHIFT;
	switch (res->mem_type) {
	case TTM_PL_VRAM:
		return rdev->card.vram.addr + offset;
	case TTM_PL_TT:
		return rdev->card.gart.addr + offset;
	default:
		return RCP_NO_ADDR;
	}
}

/* Wait for everything that uses a buffer but the driver's own copies. */
static int rcp_copy_wait(struct ttm_buffer_object *tbo, struct ttm_operation_ctx *ctx)
{
	struct rcp_sched *sched = &rcp_from_ttm(tbo->bdev)->sched;
	unsigned long most = MAX_SCHEDULE_TIMEOUT;
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	long left;

	/* Another device may be asleep already, and its fence with it: then stay awake. */
	if (READ_ONCE(sched->cancelling))
		most = 2 * sched->timeline.limits.job;
	if (ctx->no_wait_gpu)
		most = 0;

	/* Submissions without implicit sync are among the BOOKKEEP fences alone. */
	dma_resv_for_each_fence(&cursor, tbo->base.resv, DMA_RESV_USAGE_BOOKKEEP, fence) {
		if (dma_resv_iter_usage(&cursor) == DMA_RESV_USAGE_KERNEL)
			continue;
		left = dma_fence_wait_timeout(fence, ctx->interruptible, most);
		if (left <= 0)
			return left ?: -EBUSY;
	}
	return 0;
}

/*
 * Have the card copy, after everything that uses the buffer now.  Returns the
 * fence, with a reference for the caller.
 */
static struct dma_fence *rcp_copy_submit(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
					 struct ttm_operation_ctx *ctx,
					 const struct rcp_copy *copy)
{
	struct rcp_queue *queue = rdev->sched.kernel;
	struct dma_fence *fence;
	struct rcp_job *job;
	int ret;

	if (rcp_copy_dw(copy->size, copy->src_size) > PM4_HARMLESS_MAX_DW)
		return ERR_PTR(-E2BIG);
	ret = rcp_copy_wait(tbo, ctx);
	if (ret)
		return ERR_PTR(ret);

	job = rcp_job_create(queue, RCP_JOB_COPY);
	if (IS_ERR(job))
		return ERR_CAST(job);
	job->copy = *copy;
	job->writes_vram = copy->dst_addr - rdev->card.vram.addr < rdev->card.vram.size;

	ret = rcp_job_depend(job, tbo->base.resv, DMA_RESV_USAGE_KERNEL);
	if (ret) {
		rcp_job_discard(job);
		return ERR_PTR(ret);
	}
	trace_rcp_copy(copy->dst_addr, copy->src_addr, copy->size);

	mutex_lock(&queue->lock);
	fence = rcp_job_arm(job);
	rcp_job_push(job);
	mutex_unlock(&queue->lock);
	return fence;
}

/* New VRAM: nobody may see what was there before. */
static int rcp_move_new(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
			struct ttm_operation_ctx *ctx, struct ttm_resource *to)
{
	struct rcp_copy copy = {
		.dst_addr = rcp_resource_addr(rdev, to),
		.src_addr = rdev->zero_addr,
		.size = tbo->base.size,
	};
	struct dma_fence *fence;

	if (to->mem_type == TTM_PL_VRAM && !to_rcp_bo(tbo)->keep) {
		copy.src_size = rcp_bo_size(rdev->zero);
		fence = rcp_copy_submit(rdev, tbo, ctx, &copy);
		if (IS_ERR(fence))
			return PTR_ERR(fence);
		dma_resv_add_fence(tbo->base.resv, fence, DMA_RESV_USAGE_KERNEL);
		dma_fence_put(fence);
		atomic64_add(tbo->base.size, &rdev->count.bytes_cleared);
	}
	ttm_bo_move_null(tbo, to);
	return 0;
}

static int rcp_move_by_card(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
			    bool evict, struct ttm_operation_ctx *ctx,
			    struct ttm_resource *to)
{
	struct rcp_copy copy = {
		.dst_addr = rcp_resource_addr(rdev, to),
		.src_addr = rcp_resource_addr(rdev, tbo->resource),
		.size = tbo->base.size,
		.src_size = tbo->base.size,
	};
	struct dma_fence *fence;
	int ret;

	fence = rcp_copy_submit(rdev, tbo, ctx, &copy);
	if (IS_ERR(fence))
		return PTR_ERR(fence);
	atomic64_add(tbo->base.size, &rdev->count.bytes_moved);
	ret = ttm_bo_move_accel_cleanup(tbo, fence, evict, true, to);
	/* The copy is on its way: nobody may take the new memory back before. */
	if (ret)
		dma_fence_wait(fence, false);
	dma_fence_put(fence);
	return ret;
}

static bool rcp_move_is_hop(u32 from, u32 to)
{
	return (from == TTM_PL_SYSTEM && to == TTM_PL_VRAM) ||
	       (from == TTM_PL_VRAM && to == TTM_PL_SYSTEM);
}

static int rcp_move_between(struct rcp_device *rdev, struct ttm_buffer_object *tbo, bool evict,
			    struct ttm_operation_ctx *ctx, struct ttm_resource *to)
{
	u32 from = tbo->resource->mem_type;
	int ret;

	if (from == TTM_PL_TT && to->mem_type == TTM_PL_TT) {
		ret = ttm_bo_wait_ctx(tbo, ctx);
		if (ret)
			return ret;
	}
	if (to->mem_type == TTM_PL_TT) {
		ret = rcp_tt_bind(rdev, tbo->ttm, to);
		if (ret)
			return ret;
	}
	if (from == TTM_PL_SYSTEM || (from == TTM_PL_TT && to->mem_type == TTM_PL_TT)) {
		ttm_bo_move_null(tbo, to);
		return 0;
	}
	if (from == TTM_PL_TT && to->mem_type == TTM_PL_SYSTEM) {
		ret = ttm_bo_wait_ctx(tbo, ctx);
		if (ret)
			return ret;
		rcp_tt_unbind(rdev, tbo->ttm);
		ttm_bo_move_null(tbo, to);
		return 0;
	}
	ret = rcp_move_by_card(rdev, tbo, evict, ctx, to);
	if (ret && READ_ONCE(rdev->sched.dead)) {
		/* What the CPU reaches can be saved from a dead card. */
		ret = ttm_bo_wait_ctx(tbo, ctx);
		if (!ret)
			ret = ttm_bo_move_memcpy(tbo, ctx, to);
	}
	if (ret && to->mem_type == TTM_PL_TT)
		rcp_tt_unbind(rdev, tbo->ttm);
	return ret;
}

/**
 * rcp_ttm_move - move a buffer
 * @tbo: the buffer, reserved
 * @evict: to make room
 * @ctx: how
 * @to: where to
 * @hop: filled in with the way, if it takes two steps
 *
 * Context: may sleep.
 * Return: 0, -EMULTIHOP, or an error; then the buffer is where it was.
 */
int rcp_ttm_move(struct ttm_buffer_object *tbo, bool evict, struct ttm_operation_ctx *ctx,
		 struct ttm_resource *to, struct ttm_place *hop)
{
	struct rcp_device *rdev = rcp_from_ttm(tbo->bdev);
	struct ttm_resource *from = tbo->resource;
	int ret;

	if (!from || (from->mem_type == TTM_PL_SYSTEM && !tbo->ttm)) {
		if (to->mem_type == TTM_PL_TT) {
			ret = rcp_tt_bind(rdev, tbo->ttm, to);
			if (ret)
				return ret;
		}
		ret = rcp_move_new(rdev, tbo, ctx, to);
	} else if (!rcp_move_is_hop(from->mem_type, to->mem_type)) {
		ret = rcp_move_between(rdev, tbo, evict, ctx, to);
	} else {
		memset(hop, 0, sizeof(*hop));
		hop->mem_type = TTM_PL_TT;
		hop->fpfn = rdev->card.gart.client_first_page;
		hop->flags = TTM_PL_FLAG_TEMPORARY;
		return -EMULTIHOP;
	}
	/* What a move left behind can be evicted, too, for a moment. */
	if (!ret && rcp_bo_is_ours(tbo))
		rcp_bo_moved(to_rcp_bo(tbo));
	return ret;
}
