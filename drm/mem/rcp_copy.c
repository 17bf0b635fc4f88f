// SPDX-License-Identifier: GPL-2.0
/*
 * Copies and clears by the card: jobs of the driver.
 *
 * One queue runs them all, because TTM keeps only one fence for all evictions from VRAM: the
 * later one by sequence number, which needs a common fence context.
 *
 * Called by rcp_move.c, rcp_window.c and rcp_proof.c.
 *
 * Lock order: reservations -> &rcp_queue.lock.
 */
#include <linux/slab.h>

#include "rcp_bo_types.h"
#include "../debug/rcp_trace.h"

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
