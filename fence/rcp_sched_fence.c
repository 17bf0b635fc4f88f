// SPDX-License-Identifier: GPL-2.0
/*
 * Internals of the DRM scheduler.
 *
 * This is the only file that touches the scheduler's own members of its objects: the scheduler of a
 * scheduler fence.
 *
 * Called by rcp_job.c and rcp_sched.c for each job, and by drm/ to order moves.
 */
#include <linux/kmemleak.h>
#include <linux/slab.h>

#include "rcp_sched_types.h"

/*
 * The scheduler that fences of finished jobs point to.  A fence holder may ask for the
 * timeline name after the device and this module are gone, so the stub is never freed.  Only
 * its name is read.  The code of these fences belongs to the scheduler module, which must
 * outlive them for every driver that uses it.
 */
struct drm_gpu_scheduler *rcp_sched_stub;

/**
 * rcp_sched_fence_setup() - allocate the stub of the fences
 *
 * Context: module init.
 * Return: 0 or -ENOMEM.
 */
int __init rcp_sched_fence_setup(void)
{
	struct {
		struct drm_gpu_scheduler base;
		char name[4];
	} *stub = kzalloc(sizeof(*stub), GFP_KERNEL);

	if (!stub)
		return -ENOMEM;
	/* Fences point to the stub without a reference, so it is never freed. */
	kmemleak_not_leak(stub);
	/* A constant would go with the module. */
	strscpy(stub->name, "rcp", sizeof(stub->name));
	stub->base.name = stub->name;
	rcp_sched_stub = &stub->base;
	return 0;
}

/**
 * rcp_sched_fence_settle() - wait until no CPU uses a scheduler that is about to be freed
 *
 * Fences point to their scheduler without a reference.  The callback that a job has on a fence of
 * another driver wakes the job first and queues work afterwards; it runs under the lock of that
 * fence, so a grace period of RCU is enough.  A thread that asks a fence for its timeline reads
 * the name through the scheduler, under RCU on newer kernels only.  That read does not sleep, so a
 * grace period of tasks RCU covers it on all kernels.
 *
 * Context: may sleep; all jobs are freed, and all entities are torn down.
 */
void rcp_sched_fence_settle(void)
{
	synchronize_rcu();
	synchronize_rcu_tasks();
}

/**
 * rcp_sched_fence_detach() - detach a scheduler fence from this driver
 * @s_fence: the fence of a completed or failed job
 *
 * A sync_file or another driver may hold the fence after this module is gone.
 *
 * Context: process.
 */
void rcp_sched_fence_detach(struct drm_sched_fence *s_fence)
{
	WRITE_ONCE(s_fence->sched, rcp_sched_stub);
}

/**
 * rcp_sched_owns() - test whether a fence belongs to a job of this card
 * @sched: the scheduler
 * @fence: the fence; the caller holds a reference
 *
 * Context: any.
 * Return: true for a job of this card that is not freed; false for all other fences,
 * including fences of freed jobs of this card.
 */
bool rcp_sched_owns(const struct rcp_sched *sched, struct dma_fence *fence)
{
	struct drm_sched_fence *s_fence = to_drm_sched_fence(fence);

	return s_fence && READ_ONCE(s_fence->sched) == &sched->base;
}

/**
 * rcp_sched_is_in_ring() - test whether a fence belongs to a job that is in the ring of this card
 * @sched: the scheduler
 * @fence: the fence; the caller holds a reference
 *
 * Context: any.
 * Return: true if the job has been written to the ring and is not freed.
 */
bool rcp_sched_is_in_ring(const struct rcp_sched *sched, struct dma_fence *fence)
{
	return rcp_sched_owns(sched, fence) &&
	       dma_fence_is_signaled(&to_drm_sched_fence(fence)->scheduled);
}

/**
 * rcp_sched_dependency() - find the fence that a later job of this card must wait for
 * @sched: the scheduler
 * @fence: a fence; the caller holds a reference
 *
 * A job of this card only must reach the ring, so its scheduled fence is enough: a job that is
 * written to the ring later runs after it.
 *
 * Context: any.
 * Return: NULL if the order of the ring covers @fence, or if it has signalled; else the fence to
 * wait for, which lives as long as @fence.
 */
struct dma_fence *rcp_sched_dependency(const struct rcp_sched *sched, struct dma_fence *fence)
{
	if (dma_fence_is_signaled(fence))
		return NULL;
	if (rcp_sched_owns(sched, fence))
		fence = &to_drm_sched_fence(fence)->scheduled;
	return dma_fence_is_signaled(fence) ? NULL : fence;
}

/**
 * rcp_sched_job_dependency() - find the next fence that a pushed job must wait for
 * @job: the job
 * @left: number of fences to look at, which decreases
 *
 * Context: process.
 * Return: a fence that has not signalled, which lives as long as the job; or NULL: there is none
 * if @left is not 0.
 */
struct dma_fence *rcp_sched_job_dependency(struct rcp_job *job, unsigned int *left)
{
	struct dma_fence *fence;

	while (*left && (fence = xa_find(&job->dependencies, &job->dependency, ULONG_MAX,
					 XA_PRESENT))) {
		--*left;
		fence = rcp_sched_dependency(job->sched, fence);
		if (fence)
			return fence;
		job->dependency++;
	}
	return NULL;
}
