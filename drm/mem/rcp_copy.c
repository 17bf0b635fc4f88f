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
 * A move waits for a window for each piece, without a lock, and the order of clients decides which
 * move gets the next one.  So pieces of several moves take turns, and a small move waits for no
 * large one of a client that has used more.  A window waits for copies only, and hang detection
 * bounds that wait; rcp_move.c makes sure that no copy waits for a client.
 *
 * Called by rcp_move.c and rcp_proof.c, and by rcp_tt.c when pages are freed.
 *
 * Lock order: reservations -> &rcp_windows.lock -> &rcp_gart.lock or &rcp_turns.lock.  A copy is
 * pushed without &rcp_windows.lock, which is not taken where a fence is signalled.
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
	dma_fence_get(job->copy.after);
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

/**
 * struct rcp_window_move - a move through windows
 * @node: entry of &rcp_windows.moves, or of none if all its pieces have had a window
 * @process: the process that moves the buffer, in the order of clients; or NULL
 * @left: pieces without a window
 * @windows: windows that it may use next, a bit each
 * @granted: completed for each of @windows
 */
struct rcp_window_move {
	struct list_head node;
	struct rcp_order_node *process;
	u64 left;
	unsigned long windows;
	struct completion granted;
};

/* Let a window, which no copy uses any more, go to the move that is next. */
static void rcp_window_free(struct rcp_window *window)
{
	struct rcp_windows *windows = window->all;

	/* Pairs with rcp_windows_grant(): the next copy has the same callback. */
	smp_store_release(&window->busy, false);
	queue_work(system_highpri_wq, &windows->work);
}

static void rcp_window_done(struct dma_fence *fence, struct dma_fence_cb *cb)
{
	rcp_window_free(container_of(cb, struct rcp_window, done));
}

/* Give a window to the move whose user, and then process, has used least. */
static void rcp_window_grant(struct rcp_device *rdev, struct rcp_window *window)
{
	struct rcp_window_move *move, *next = NULL;

	list_for_each_entry(move, &rdev->windows.moves, node)
		if (!next || rcp_turns_is_before(&rdev->sched.turns, move->process, next->process))
			next = move;
	if (!next)
		return;
	if (!--next->left)
		list_del_init(&next->node);
	WRITE_ONCE(window->busy, true);
	next->windows |= BIT(window - rdev->windows.all);
	complete(&next->granted);
}

static void rcp_windows_grant(struct rcp_device *rdev)
{
	struct rcp_window *window;

	lockdep_assert_held(&rdev->windows.lock);
	for (window = rdev->windows.all; window < rdev->windows.all + RCP_WINDOWS; window++)
		/* Pairs with rcp_window_free(). */
		if (!smp_load_acquire(&window->busy))
			rcp_window_grant(rdev, window);
}

static void rcp_windows_work(struct work_struct *work)
{
	struct rcp_device *rdev = container_of(work, struct rcp_device, windows.work);

	mutex_lock(&rdev->windows.lock);
	rcp_windows_grant(rdev);
	mutex_unlock(&rdev->windows.lock);
}

/* Wait for a window, without a lock.  Returns 0, -EBUSY or -ERESTARTSYS. */
static int rcp_window_wait(struct rcp_device *rdev, struct ttm_operation_ctx *ctx,
			   struct rcp_window_move *move)
{
	int ret;

	if (try_wait_for_completion(&move->granted))
		return 0;
	if (ctx->no_wait_gpu)
		return -EBUSY;
	rcp_turns_block(&rdev->sched.turns, move->process, 1);
	ret = wait_for_completion_state(&move->granted, ctx->interruptible ? TASK_INTERRUPTIBLE :
					TASK_UNINTERRUPTIBLE);
	rcp_turns_block(&rdev->sched.turns, move->process, -1);
	return ret;
}

/* Push the next piece of a move, which has a window.  Returns its fence, a reference. */
static struct dma_fence *rcp_window_copy(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
					 struct rcp_window_move *move, struct rcp_copy *copy,
					 struct rcp_bus_pages *pages, bool to_vram)
{
	struct rcp_window *window;
	struct dma_fence *fence;
	u64 addr;
	int ret;

	mutex_lock(&rdev->windows.lock);
	window = &rdev->windows.all[__ffs(move->windows)];
	move->windows &= move->windows - 1;
	ret = rcp_window_map(rdev, window, to_rcp_tt(tbo->ttm), pages, copy->size >> PAGE_SHIFT);
	mutex_unlock(&rdev->windows.lock);
	if (ret >= 0) {
		addr = rdev->card.gart.addr + ((u64)ret << PAGE_SHIFT);
		*(to_vram ? &copy->src_addr : &copy->dst_addr) = addr;
	}
	fence = ret < 0 ? ERR_PTR(ret) : rcp_copy_submit(rdev, tbo, copy);
	if (!IS_ERR(fence)) {
		dma_fence_put(window->fence);
		window->fence = dma_fence_get(fence);
	}
	if (IS_ERR(fence) || dma_fence_add_callback(fence, &window->done, rcp_window_done))
		rcp_window_free(window);
	return fence;
}

static void rcp_window_begin(struct rcp_device *rdev, struct rcp_window_move *move)
{
	init_completion(&move->granted);
	mutex_lock(&rdev->windows.lock);
	list_add_tail(&move->node, &rdev->windows.moves);
	rcp_windows_grant(rdev);
	mutex_unlock(&rdev->windows.lock);
}

/* End a move, which may have windows that it has not used. */
static void rcp_window_end(struct rcp_device *rdev, struct rcp_window_move *move)
{
	unsigned int i;

	mutex_lock(&rdev->windows.lock);
	list_del(&move->node);
	for_each_set_bit(i, &move->windows, RCP_WINDOWS)
		rcp_window_free(&rdev->windows.all[i]);
	mutex_unlock(&rdev->windows.lock);
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
 * order, and each piece fails if the one before it did.  Pieces of several buffers take turns.
 *
 * Context: may sleep.
 * Return: the fence, a reference, or an ERR_PTR: -ENOMEM, -EBUSY, -ERESTARTSYS, or the error
 * of rcp_copy_submit() or rcp_gart_map().
 */
struct dma_fence *rcp_windows_copy(struct rcp_device *rdev, struct ttm_buffer_object *tbo,
				   struct ttm_operation_ctx *ctx, u64 vram_addr, bool to_vram)
{
	struct rcp_account *account = rcp_account_open(&rdev->sched.accounts);
	struct rcp_window_move move = {
		.process = account ? &account->order : NULL,
		.left = DIV_ROUND_UP_ULL(tbo->base.size, RCP_WINDOW_SIZE),
	};
	struct rcp_tt *rtt = to_rcp_tt(tbo->ttm);
	struct rcp_bus_pages pages = { .sg = rtt->sg->sgl };
	struct dma_fence *last = NULL, *fence = NULL;
	u64 done, size = tbo->base.size;
	int ret;

	rcp_window_begin(rdev, &move);
	for (done = 0; done < size; done += RCP_WINDOW_SIZE) {
		struct rcp_copy copy = {
			.src_addr = vram_addr + done,
			.dst_addr = vram_addr + done,
			.size = min_t(u64, size - done, RCP_WINDOW_SIZE),
			.after = last,
		};

		ret = rcp_window_wait(rdev, ctx, &move);
		fence = ret ? ERR_PTR(ret) :
			rcp_window_copy(rdev, tbo, &move, &copy, &pages, to_vram);
		if (IS_ERR(fence))
			break;
		dma_fence_put(last);
		last = fence;
	}
	rcp_window_end(rdev, &move);
	rcp_account_put(account);
	if (!IS_ERR(fence))
		return last;
	/* The caller frees the new memory, so wait until the card has stopped copying to it. */
	if (last)
		dma_fence_wait(last, false);
	dma_fence_put(last);
	return fence;
}

/**
 * rcp_windows_init() - initialise the windows
 * @rdev: the device
 *
 * Context: any.
 */
void rcp_windows_init(struct rcp_device *rdev)
{
	unsigned int i;

	mutex_init(&rdev->windows.lock);
	INIT_LIST_HEAD(&rdev->windows.moves);
	INIT_WORK(&rdev->windows.work, rcp_windows_work);
	for (i = 0; i < RCP_WINDOWS; i++)
		rdev->windows.all[i].all = &rdev->windows;
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
 * rcp_windows_fini() - drop the fences of the windows, after the last copy and its callbacks
 * @rdev: the device
 *
 * Context: may sleep.
 */
void rcp_windows_fini(struct rcp_device *rdev)
{
	unsigned int i;

	cancel_work_sync(&rdev->windows.work);
	for (i = 0; i < RCP_WINDOWS; i++)
		dma_fence_put(rdev->windows.all[i].fence);
	mutex_destroy(&rdev->windows.lock);
}
