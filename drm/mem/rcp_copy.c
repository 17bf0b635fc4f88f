// SPDX-License-Identifier: GPL-2.0
/*
 * Copies and clears by the card: jobs of the driver, and the windows through which it copies system
 * pages.
 *
 * One queue runs all copies, because TTM keeps only one fence for all evictions from VRAM: the
 * later one by sequence number, which needs a common fence context.
 *
 * The card can copy system pages only if they have a GPU address.  Pages that are not bound,
 * or too many, are copied through windows: parts of the aperture that the driver reserves.
 * A window maps the next pages when its last copy is done.  So no copy depends on free space
 * in the aperture, which clients can use up, and VRAM can always be evicted.
 *
 * A window waits for copies only, and hang detection bounds that wait; rcp_move.c makes sure
 * that no copy waits for a client.
 *
 * Called by rcp_move.c and rcp_proof.c, and by rcp_tt.c when pages are freed.
 *
 * Lock order: reservations -> &rcp_windows.lock -> &rcp_queue.lock; &rcp_windows.lock is
 * not taken where a fence is signalled.
 */
#include <linux/slab.h>

#include <drm/drm_drv.h>

#include "rcp_bo_types.h"
#include "../debug/rcp_trace.h"

/*
 * All pieces that are under way must fit into the ring at once.  Otherwise the stream after them
 * waits for a turn, and its buffers do not move for the next submission.
 */
static_assert(RCP_WINDOWS <= RCP_ORDER_COPIES);

/**
 * rcp_copy_submit() - push a copy or a clear
 * @rdev: the device
 * @tbo: the buffer, reserved; the copy waits for its KERNEL fences
 * @copy: addresses and sizes
 *
 * Context: may sleep.
 * Return: the copy's fence, a reference, or an ERR_PTR: -ENOMEM, -E2BIG, -EIO if the card is
 * dead, -ENODEV if it is gone.
 */
struct dma_fence *rcp_copy_submit(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
				  const struct rcp_copy *copy)
{
	struct rcp_queue *queue = rdev->sched.kernel;
	struct rcp_account *account;
	struct dma_fence *fence;
	struct rcp_job *job;
	int ret = -ENOMEM;

	if (rcp_ring_copy_dw(&rdev->card, copy->size, copy->span) > rdev->card.traits->work_max_dw)
		return ERR_PTR(-E2BIG);
	/* Without memory for an account the copy is charged to none. */
	account = rcp_account_open(&rdev->sched.accounts);
	job = kmalloc(sizeof(*job), GFP_KERNEL_ACCOUNT);
	if (job)
		ret = rcp_job_init(job, queue, account, RCP_JOB_COPY);
	rcp_account_put(account);
	if (ret) {
		kfree(job);
		return ERR_PTR(ret);
	}
	job->copy = *copy;
	job->uses_vram = true;
	/* Its memory may have belonged to a buffer with a CPU mapping. */
	job->cpu_maps = RCP_CPU_MAPPED;
	job->writes_vram = copy->dst_addr - rdev->card.vram.addr < rdev->card.vram.size;

	/* KERNEL fences include fences of evictions from the VRAM that the buffer gets. */
	ret = rcp_job_depend(job, tbo->base.resv, DMA_RESV_USAGE_KERNEL);
	if (ret < 0) {
		rcp_job_discard(job);
		return ERR_PTR(ret);
	}
	trace_rcp_copy(copy->dst_addr, copy->src_addr, copy->size);

	mutex_lock(&queue->lock);
	fence = rcp_job_arm(job);
	rcp_sched_push(job);
	mutex_unlock(&queue->lock);
	return fence;
}

/* Make an idle window map the next pages.  Returns its first GPU page, or a negative errno. */
static int rcp_window_map(struct rcp_device *rdev, struct rcp_window *window, struct rcp_tt *rtt,
			  struct rcp_bus_pages *pages, u32 count)
{
	u32 first = rdev->gtt.windows.start + (window - rdev->windows.all) * RCP_WINDOW_PAGES;
	u32 before = window->pages;
	int ret;

	WRITE_ONCE(window->rtt, rtt);
	window->pages = count;
	if (before > count)
		rcp_gart_unmap(&rdev->card, first + count, before - count);
	ret = rcp_gart_map(&rdev->card, first, count, pages, rtt->tt.caching == ttm_cached);
	if (!ret) {
		ret = rcp_gart_flush(&rdev->card);
		if (ret)
			rcp_gart_unmap(&rdev->card, first, count);
	}
	if (!ret)
		return first;
	WRITE_ONCE(window->rtt, NULL);
	window->pages = 0;
	return ret;
}

static int rcp_window_wait(struct rcp_window *window, struct ttm_operation_ctx *ctx)
{
	long left;

	if (!window->fence || dma_fence_is_signaled(window->fence))
		return 0;
	if (ctx->no_wait_gpu)
		return -EBUSY;
	left = dma_fence_wait_timeout(window->fence, ctx->interruptible, MAX_SCHEDULE_TIMEOUT);
	return min(left, 0L);
}

/* Push the next piece of a copy.  Returns its fence; the window holds the reference. */
static struct dma_fence *rcp_window_copy(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
					 struct ttm_operation_ctx *ctx, struct rcp_copy *copy,
					 struct rcp_bus_pages *pages, bool to_vram)
{
	struct rcp_windows *windows = &rdev->windows;
	struct rcp_window *window = &windows->all[windows->next];
	struct dma_fence *fence;
	u64 addr;
	int ret;

	ret = rcp_window_wait(window, ctx);
	if (!ret)
		ret = rcp_window_map(rdev, window, to_rcp_tt(tbo->ttm), pages,
				     copy->size >> PAGE_SHIFT);
	if (ret < 0)
		return ERR_PTR(ret);
	addr = rdev->card.gart.addr + ((u64)ret << PAGE_SHIFT);
	*(to_vram ? &copy->src_addr : &copy->dst_addr) = addr;
	fence = rcp_copy_submit(rdev, tbo, copy);
	if (IS_ERR(fence))
		return fence;
	dma_fence_put(window->fence);
	window->fence = fence;
	windows->next = (windows->next + 1) % RCP_WINDOWS;
	return fence;
}

/**
 * rcp_windows_copy() - copy between VRAM and system pages, piece by piece
 * @rdev: the device
 * @tbo: the buffer, reserved; all jobs that use it are in the ring
 * @ctx: how to wait
 * @vram_addr: GPU address of the VRAM
 * @to_vram: true to copy from system pages to VRAM, false for the other direction
 *
 * The fence of the last piece is the whole copy's fence, because the ring runs the pieces in
 * order, and fails the rest of a series with each copy that it gives up.
 *
 * Context: may sleep.
 * Return: the fence, a reference, or an ERR_PTR: -ENOMEM, -EBUSY, -ERESTARTSYS, or the error
 * of rcp_copy_submit() or rcp_gart_map().
 */
struct dma_fence *rcp_windows_copy(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
				   struct ttm_operation_ctx *ctx, u64 vram_addr, bool to_vram)
{
	struct rcp_tt *rtt = to_rcp_tt(tbo->ttm);
	struct dma_fence *last = NULL, *fence = NULL;
	struct rcp_bus_pages pages = { .sg = rtt->sg->sgl };
	u64 done, size = tbo->base.size;

	if (!ctx->interruptible)
		mutex_lock(&rdev->windows.lock);
	else if (mutex_lock_interruptible(&rdev->windows.lock))
		return ERR_PTR(-ERESTARTSYS);
	rdev->windows.series++;
	for (done = 0; done < size && !IS_ERR(fence); done += RCP_WINDOW_SIZE) {
		struct rcp_copy copy = {
			.src_addr = vram_addr + done,
			.dst_addr = vram_addr + done,
			.size = min_t(u64, size - done, RCP_WINDOW_SIZE),
			.series = rdev->windows.series,
		};

		fence = rcp_window_copy(rdev, tbo, ctx, &copy, &pages, to_vram);
		if (!IS_ERR(fence))
			last = fence;
	}
	dma_fence_get(last);
	mutex_unlock(&rdev->windows.lock);
	if (!IS_ERR(fence))
		return last;
	/* The caller frees the new memory, so wait until the card has stopped copying to it. */
	if (last)
		dma_fence_wait(last, false);
	dma_fence_put(last);
	return fence;
}

/**
 * rcp_windows_unmap() - remove pages that are about to be freed from the windows
 * @rdev: the device
 * @rtt: the pages; no copy uses them any more
 *
 * Context: may sleep.
 */
void rcp_windows_unmap(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	struct rcp_window *window;
	int idx;

	for (window = rdev->windows.all; window < rdev->windows.all + RCP_WINDOWS; window++) {
		if (READ_ONCE(window->rtt) != rtt)
			continue;
		mutex_lock(&rdev->windows.lock);
		if (window->rtt == rtt && drm_dev_enter(&rdev->drm, &idx)) {
			rcp_gart_unmap(&rdev->card, rdev->gtt.windows.start +
				       (window - rdev->windows.all) * RCP_WINDOW_PAGES,
				       window->pages);
			rcp_gart_flush(&rdev->card);
			drm_dev_exit(idx);
		}
		if (window->rtt == rtt) {
			WRITE_ONCE(window->rtt, NULL);
			window->pages = 0;
		}
		mutex_unlock(&rdev->windows.lock);
	}
}

/**
 * rcp_windows_fini() - drop the fences of the windows, after the last copy
 * @rdev: the device
 *
 * Context: may sleep.
 */
void rcp_windows_fini(struct rcp_device *rdev)
{
	unsigned int i;

	for (i = 0; i < RCP_WINDOWS; i++)
		dma_fence_put(rdev->windows.all[i].fence);
	mutex_destroy(&rdev->windows.lock);
}
