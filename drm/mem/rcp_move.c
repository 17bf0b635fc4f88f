// SPDX-License-Identifier: GPL-2.0
/*
 * Moving buffers between VRAM and system pages.
 *
 * The card copies (rcp_copy.c) through the ring, in order with all other jobs.  The fence
 * of the copy keeps the old and the new memory busy until the copy is done.  VRAM is cleared
 * in the same way before a buffer uses it for the first time, or by the CPU if it is small.
 *
 * A copy uses the GPU address of system pages if they are bound, and binds the pages that a
 * buffer moves to if there is space.  Otherwise it goes through windows (rcp_copy.c), which
 * must never wait for a client.  So a buffer moves only when all jobs that use it are in the ring,
 * which executes in order.  Submissions and rcp_eviction_valuable() leave out any other buffer;
 * rcp_move_dependency() has the fence for callers that wait before; suspend waits in here.
 *
 * rcp_move() is called by TTM, the other functions by submissions, faults and exports;
 * all of them with the buffer reserved.
 */
#include "rcp_bo.h"

/* Wait until all jobs that use a buffer are in the ring, so that a copy runs after them. */
static int rcp_move_wait(struct ttm_buffer_object *tbo, struct ttm_operation_ctx *ctx)
{
	struct rcp_sched *sched = &rcp_from_ttm(tbo->bdev)->sched;
	unsigned long most = MAX_SCHEDULE_TIMEOUT;
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	long left;

	/*
	 * Bound the wait during suspend: another device may be suspended already, and then
	 * its fence does not signal.  After the timeout the suspend fails.
	 */
	if (READ_ONCE(sched->cancelling))
		most = msecs_to_jiffies(2 * rcp_turns_timeout_ms(&sched->turns));
	if (ctx->no_wait_gpu)
		most = 0;

	/* Include BOOKKEEP: submissions without implicit sync add no other fences. */
	dma_resv_for_each_fence(&cursor, tbo->base.resv, DMA_RESV_USAGE_BOOKKEEP, fence) {
		if (dma_resv_iter_usage(&cursor) == DMA_RESV_USAGE_KERNEL)
			continue;
		fence = rcp_sched_dependency(sched, fence);
		left = fence ? dma_fence_wait_timeout(fence, ctx->interruptible, most) : 1;
		if (left <= 0)
			return left ?: -EBUSY;
	}
	return 0;
}

/**
 * rcp_move_dependency() - find a fence for which a move of a buffer would wait
 * @bo: the buffer, reserved
 *
 * Context: any.
 * Return: the fence, which lives as long as the buffer is reserved; NULL if all jobs that use the
 * buffer are in the ring or over.
 */
struct dma_fence *rcp_move_dependency(struct rcp_bo *bo)
{
	struct rcp_sched *sched = &rcp_from_ttm(bo->tbo.bdev)->sched;
	struct dma_resv_iter cursor;
	struct dma_fence *fence;

	dma_resv_for_each_fence(&cursor, bo->tbo.base.resv, DMA_RESV_USAGE_BOOKKEEP, fence) {
		if (dma_resv_iter_usage(&cursor) == DMA_RESV_USAGE_KERNEL)
			continue;
		fence = rcp_sched_dependency(sched, fence);
		if (fence)
			return fence;
	}
	return NULL;
}

/* ---- clears ---- */

/* For larger buffers a job is cheaper; it costs the CPU about 10,000 instructions. */
#define RCP_CPU_CLEAR_MAX	SZ_16K

/*
 * A larger buffer is cleared in pieces, so that jobs of other clients run in between.  The zeros
 * are in VRAM, so no byte crosses the bus; from system memory a piece takes 0.7 ms at 2.5 GT/s x16.
 */
#define RCP_CLEAR_PIECE		SZ_2M
static_assert(RCP_CLEAR_PIECE % RCP_ZEROS_SIZE == 0);

static void rcp_move_cleared(struct rcp_bo *bo, u64 bytes)
{
	atomic64_add(bytes, &rcp_from_ttm(bo->tbo.bdev)->count.bytes_cleared);
	bo->cleared += bytes;
	if (bo->cleared < rcp_bo_size(bo))
		return;
	bo->uncleared = false;
	bo->cleared = 0;
	rcp_bo_moved(bo);
}

/* Clear VRAM with the CPU if that is cheaper than a job.  Returns false if it is not. */
static bool rcp_move_clear_small(struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);

	/* Unfinished copies may still read or write the memory. */
	if (rcp_bo_size(bo) > RCP_CPU_CLEAR_MAX ||
	    !dma_resv_test_signaled(bo->tbo.base.resv, DMA_RESV_USAGE_KERNEL) ||
	    !rcp_vram_clear(&rdev->card, (u64)bo->tbo.resource->start << PAGE_SHIFT,
			    rcp_bo_size(bo)))
		return false;
	rcp_move_cleared(bo, rcp_bo_size(bo));
	return true;
}

/* Push the clear of the next piece.  Returns its fence or an ERR_PTR. */
static struct dma_fence *rcp_move_clear_piece(struct rcp_bo *bo)
{
	struct rcp_device *rdev = rcp_from_ttm(bo->tbo.bdev);
	struct rcp_copy copy = {
		.dst_addr = rcp_vram_addr(rdev, bo->tbo.resource) + bo->cleared,
		.src_addr = READ_ONCE(rdev->card.zeros.addr),
		.span = RCP_ZEROS_SIZE,
		.size = min_t(u64, rcp_bo_size(bo) - bo->cleared, RCP_CLEAR_PIECE),
	};
	struct dma_fence *fence;
	int ret;

	ret = dma_resv_reserve_fences(bo->tbo.base.resv, 1);
	if (ret)
		return ERR_PTR(ret);
	fence = rcp_copy_submit(rdev, &bo->tbo, &copy);
	if (IS_ERR(fence))
		return fence;
	dma_resv_add_fence(bo->tbo.base.resv, fence, DMA_RESV_USAGE_KERNEL);
	rcp_bo_set_contents_fence(bo, fence);
	rcp_move_cleared(bo, copy.size);
	return fence;
}

/**
 * rcp_move_clear() - clear the VRAM of a buffer before its first use
 * @bo: the buffer, reserved; in any heap, cleared or not
 * @account: the client that needs the buffer, or NULL
 * @busy: for -EAGAIN: returns the fence of an earlier clear to wait for, a reference
 *
 * Otherwise a client could see data of another one.  The clear is delayed until the first
 * use, because the buffer may leave VRAM without having been used.
 *
 * One queue does the clears of all clients.  So of each buffer two pieces are in flight at
 * most, and of each client RCP_ACCOUNT_CLEARS, and the caller waits for more, without the
 * reservation: a client that needs much memory cleared does not hold up the clears of others.
 *
 * Context: may sleep; between drm_dev_enter() and drm_dev_exit().
 * Return: 0, and a buffer in VRAM has an address; -EAGAIN, -ENOMEM, -EIO, -ENODEV.
 */
int rcp_move_clear(struct rcp_bo *bo, struct rcp_account *account, struct dma_fence **busy)
{
	struct dma_fence *fence;
	unsigned int slot = 0;

	if (!bo->uncleared || rcp_move_clear_small(bo))
		return 0;
	while (bo->uncleared) {
		fence = NULL;
		if (bo->prev_contents_fence && !dma_fence_is_signaled(bo->prev_contents_fence))
			fence = dma_fence_get(bo->prev_contents_fence);
		else if (account)
			fence = rcp_account_begin_clear(account, &slot);
		if (fence) {
			*busy = fence;
			return -EAGAIN;
		}
		fence = rcp_move_clear_piece(bo);
		if (IS_ERR(fence))
			return PTR_ERR(fence);
		if (account)
			rcp_account_end_clear(account, slot, fence);
		dma_fence_put(fence);
	}
	return 0;
}

/* ---- moves ---- */

/*
 * Move a buffer without contents: without a copy, because its memory is not in use, except by a
 * clear that has begun.  The buffer is cleared, or gets zeroed pages, when it is used.
 */
static int rcp_move_empty(struct ttm_buffer_object *tbo, struct ttm_operation_ctx *ctx,
			  struct ttm_resource *to)
{
	struct rcp_bo *bo = to_rcp_bo(tbo);
	int ret = bo->cleared ? ttm_bo_wait_ctx(tbo, ctx) : 0;

	if (ret)
		return ret;
	ttm_bo_move_null(tbo, to);
	bo->uncleared = to->mem_type == TTM_PL_VRAM && !bo->no_clear;
	bo->cleared = 0;
	return 0;
}

/* Test whether a buffer has no contents yet.  A ghost object always has contents. */
static bool rcp_move_is_empty(struct ttm_buffer_object *tbo)
{
	const struct ttm_resource *from = tbo->resource;

	if (!rcp_bo_is_ours(tbo))
		return false;
	if (!from || to_rcp_bo(tbo)->uncleared)
		return true;
	/* The contents of pages that were never populated are zero. */
	return from->mem_type == TTM_PL_SYSTEM &&
	       (!tbo->ttm || (!ttm_tt_is_populated(tbo->ttm) && !rcp_tt_is_import(tbo->ttm)));
}

/*
 * Get the GPU address of a resource for a single copy, or RCP_NO_ADDR.  If @bind is set,
 * pages in the GTT are bound now, if there is space, instead of after the copy.  Pages of a
 * buffer that is larger than a window are copied in pieces, through windows.  @held is set to
 * the pages if rcp_gtt_copy_end() is due.
 */
static u64 rcp_move_addr(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
			 const struct ttm_resource *res, bool bind, struct rcp_tt **held)
{
	struct rcp_tt *rtt;
	u64 addr;

	if (res->mem_type == TTM_PL_VRAM)
		return rcp_vram_addr(rdev, res);
	rtt = to_rcp_tt(tbo->ttm);
	if (tbo->base.size > RCP_WINDOW_SIZE)
		return RCP_NO_ADDR;
	addr = rcp_gtt_copy_begin(rdev, rtt, bind);
	if (addr != RCP_NO_ADDR)
		*held = rtt;
	return addr;
}

static struct dma_fence *rcp_move_submit(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
					 struct ttm_operation_ctx *ctx, struct ttm_resource *to)
{
	struct rcp_copy copy = { .size = tbo->base.size };
	struct rcp_tt *held = NULL;
	struct dma_fence *fence;

	copy.src_addr = rcp_move_addr(rdev, tbo, tbo->resource, false, &held);
	copy.dst_addr = rcp_move_addr(rdev, tbo, to, to->mem_type == TTM_PL_TT, &held);
	if (copy.src_addr != RCP_NO_ADDR && copy.dst_addr != RCP_NO_ADDR)
		fence = rcp_copy_submit(rdev, tbo, &copy);
	else if (copy.dst_addr != RCP_NO_ADDR)
		fence = rcp_windows_copy(rdev, tbo, ctx, copy.dst_addr, true);
	else
		fence = rcp_windows_copy(rdev, tbo, ctx, copy.src_addr, false);
	if (held)
		rcp_gtt_copy_end(rdev, held, IS_ERR(fence) ? NULL : fence);
	return fence;
}

static int rcp_move_by_card(struct rcp_device *rdev, struct ttm_buffer_object *tbo, bool evict,
			    struct ttm_operation_ctx *ctx, struct ttm_resource *to)
{
	bool leave = tbo->resource->mem_type != TTM_PL_VRAM;
	bool enter = to->mem_type != TTM_PL_VRAM;
	struct rcp_tt *rtt = leave || enter ? to_rcp_tt(tbo->ttm) : NULL;
	struct dma_fence *fence;
	int ret;

	ret = rcp_move_wait(tbo, ctx);
	if (ret)
		return ret;
	fence = rcp_move_submit(rdev, tbo, ctx, to);
	ret = PTR_ERR_OR_ZERO(fence);
	if (!ret) {
		atomic64_add(tbo->base.size, &rdev->count.bytes_moved);
		rcp_bo_set_contents_fence(to_rcp_bo(tbo), fence);
		/* TTM keeps the pages in a ghost object until the copy is done. */
		if (leave)
			rcp_gtt_detach(rdev, rtt, fence);
		ret = ttm_bo_move_accel_cleanup(tbo, fence, evict, true, to);
		/* The copy is in flight: TTM must not free the new memory before its end. */
		if (ret)
			dma_fence_wait(fence, false);
		if (ret && leave)
			rcp_gtt_reattach(rdev, rtt, to_rcp_bo(tbo));
		dma_fence_put(fence);
	}
	if (ret && enter) {
		rcp_gtt_unbind(rdev, rtt);
		rcp_bo_moved(to_rcp_bo(tbo));
	}
	return ret;
}

/* Populate system pages: TTM does not do so for a move, because the driver copies. */
static int rcp_move_populate(struct ttm_buffer_object *tbo, bool evict,
			     struct ttm_operation_ctx *ctx)
{
	struct rcp_tt *rtt = to_rcp_tt(tbo->ttm);
	int ret;

	rtt->evicted = evict;
	ret = rcp_compat_ttm_bo_populate(tbo, ctx);
	rtt->evicted = false;
	return ret;
}

/*
 * Move a buffer without its contents, which are lost.  Jobs that have not run yet are
 * cancelled, and no other buffer gets its VRAM before the card comes up again.
 */
static void rcp_move_give_up(struct ttm_buffer_object *tbo, struct ttm_resource *to)
{
	ttm_bo_move_null(tbo, to);
	to_rcp_bo(tbo)->lost = true;
	atomic_inc(&rcp_from_ttm(tbo->bdev)->sched.vram_lost);
}

static int rcp_move_vram(struct rcp_device *rdev, struct ttm_buffer_object *tbo, bool evict,
			 struct ttm_operation_ctx *ctx, struct ttm_resource *to)
{
	bool inside = tbo->resource->mem_type == TTM_PL_VRAM && to->mem_type == TTM_PL_VRAM;
	int ret = inside ? 0 : rcp_move_populate(tbo, evict, ctx);

	if (!ret)
		ret = rcp_move_by_card(rdev, tbo, evict, ctx, to);
	/* On a dead card the CPU can still copy CPU-visible VRAM. */
	if (ret && READ_ONCE(rdev->sched.dead))
		ret = ttm_bo_wait_ctx(tbo, ctx) ?: ttm_bo_move_memcpy(tbo, ctx, to);
	/* Without this, the buffers after it on the LRU would not be saved either. */
	if (ret && evict && rcp_pm_gives_up(rdev)) {
		rcp_move_give_up(tbo, to);
		ret = 0;
	}
	return ret;
}

/**
 * rcp_move() - move a buffer
 * @tbo: the buffer or ghost object, reserved
 * @evict: the move is an eviction
 * @ctx: how to wait
 * @to: the new resource
 * @hop: not used: every move is a single step
 *
 * A failed eviction returns -EINTR: TTM logs any other failure as an error, and a client can
 * cause such failures by using up memory.  rcp_bo_validate() translates it back.
 *
 * Context: may sleep.
 * Return: 0; or an error, and the buffer is where it was.
 */
int rcp_move(struct ttm_buffer_object *tbo, bool evict, struct ttm_operation_ctx *ctx,
	     struct ttm_resource *to, struct ttm_place *hop)
{
	struct rcp_device *rdev = rcp_from_ttm(tbo->bdev);
	struct ttm_resource *from = tbo->resource;
	int ret = 0;

	if (rcp_move_is_empty(tbo))
		ret = rcp_move_empty(tbo, ctx, to);
	else if (from->mem_type == TTM_PL_VRAM || to->mem_type == TTM_PL_VRAM)
		ret = rcp_move_vram(rdev, tbo, evict, ctx, to);
	else
		ttm_bo_move_null(tbo, to);
	/* TTM may also evict a ghost object until its copy is done. */
	if (!ret && rcp_bo_is_ours(tbo))
		rcp_bo_moved(to_rcp_bo(tbo));
	return ret && evict && ret != -ERESTARTSYS ? -EINTR : ret;
}
