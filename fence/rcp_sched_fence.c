// SPDX-License-Identifier: GPL-2.0
/*
 * Internals of the DRM scheduler.
 *
 * This is the only file that touches the scheduler's own members of its objects: its job's
 * dependencies, and the scheduler of a scheduler fence.
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

static int rcp_sched_index(struct rcp_job *job, const struct dma_fence *fence, unsigned long id)
{
	return xa_err(xa_store(&job->contexts, fence->context, xa_mk_value(id),
			       GFP_KERNEL_ACCOUNT));
}

/* As drm_sched_job_add_dependency(), which would search all dependencies for the context. */
static int rcp_sched_depend_indexed(struct rcp_job *job, struct dma_fence *fence)
{
	struct xarray *dependencies = &job->base.dependencies;
	struct dma_fence *other = fence;
	void *index = xa_load(&job->contexts, fence->context);
	u32 id;
	int ret;

	if (!index) {
		ret = xa_alloc(dependencies, &id, fence, xa_limit_32b, GFP_KERNEL);
		if (!ret)
			return rcp_sched_index(job, fence, id);
	} else {
		id = xa_to_value(index);
		other = xa_load(dependencies, id);
		ret = 0;
		if (dma_fence_is_later(fence, other))
			ret = xa_err(xa_store(dependencies, id, fence, GFP_KERNEL));
		else
			other = fence;
	}
	dma_fence_put(other);
	return ret;
}

/**
 * rcp_sched_job_depend() - add a fence as a dependency
 * @job: a job that is not armed
 * @fence: the fence, which has not signalled; the caller's reference is consumed
 *
 * The scheduler keeps the latest fence of each fence context, and searches all of them for the
 * context of a new one.  Other users can put any number of fences on a shared buffer, so from
 * RCP_DEPEND_FEW on an index finds it.
 *
 * Context: may sleep; reservations may be held.
 * Return: 0 or -ENOMEM.
 */
int rcp_sched_job_depend(struct rcp_job *job, struct dma_fence *fence)
{
	struct dma_fence *other;
	unsigned long id;
	int ret = 0;

	/* Also consumes the reference on failure. */
	if (job->depends < RCP_DEPEND_FEW) {
		job->depends++;
		return drm_sched_job_add_dependency(&job->base, fence);
	}
	if (job->depends == RCP_DEPEND_FEW) {
		xa_for_each(&job->base.dependencies, id, other)
			ret = ret ?: rcp_sched_index(job, other, id);
		job->depends++;
	}
	if (!ret)
		return rcp_sched_depend_indexed(job, fence);
	dma_fence_put(fence);
	return ret;
}

/**
 * rcp_sched_job_cleanup() - undo drm_sched_job_init() and drm_sched_job_arm()
 * @job: the job
 *
 * drm_sched_job_cleanup() also searches and destroys the list of dependencies.  Most jobs never
 * had one, and the list, an empty xarray, has no memory then.
 *
 * Context: process.
 */
void rcp_sched_job_cleanup(struct rcp_job *job)
{
	struct drm_sched_fence *s_fence = job->base.s_fence;

	if (!xa_empty(&job->contexts))
		xa_destroy(&job->contexts);
	if (!RCP_COMPAT_JOB_IS_PLAIN || job->waits || !job->late.fence) {
		drm_sched_job_cleanup(&job->base);
		return;
	}
	job->base.s_fence = NULL;
	dma_fence_put(&s_fence->finished);
}

/**
 * rcp_sched_owns() - test whether a fence belongs to a job of this card
 * @sched: the scheduler
 * @fence: the fence; the caller holds a reference
 *
 * Context: any.
 * Return: true for a job of this card that is not freed; false for all other fences,
 * including those of freed jobs of this card.
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

	while (*left && (fence = xa_find(&job->base.dependencies, &job->dependency, ULONG_MAX,
					 XA_PRESENT))) {
		--*left;
		fence = rcp_sched_dependency(job->sched, fence);
		if (fence)
			return fence;
		job->dependency++;
	}
	return NULL;
}
