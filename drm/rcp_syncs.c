// SPDX-License-Identifier: GPL-2.0
/*
 * Syncobjs of a submission: RCP_CHUNK_ID_SYNCS.
 *
 * All steps that can fail come before the job is armed: entries are copied and checked,
 * fences to wait for and syncobjs to signal are looked up, and links for timelines are
 * allocated.  So a submission that fails touches no syncobj.  All fences to wait for are
 * looked up before the first syncobj is signalled, so a syncobj may be in the list for both.
 *
 * Called by rcp_cs.c and rcp_cs_args.c in the order of this file.  Only rcp_syncs_depend()
 * runs with reservations held.
 */
#include <linux/dma-fence-chain.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <drm/drm_syncobj.h>

#include "rcp_submit.h"

#define RCP_SYNC_FLAGS		(RCP_SYNC_SIGNAL | RCP_SYNC_TIMELINE)
#define RCP_MAX_SYNC_STRIDE	256u

static int rcp_syncs_check(struct rcp_submit *sub, u32 i, const struct drm_rcp_sync *sync)
{
	if (sync->flags & ~RCP_SYNC_FLAGS)
		return rcp_verdict_refuse(sub, -EINVAL,
					  "SYNCS chunk, entry %u: flags 0x%x are not among 0x%x", i,
					  sync->flags, RCP_SYNC_FLAGS);
	if (!!(sync->flags & RCP_SYNC_TIMELINE) != !!sync->point)
		return rcp_verdict_refuse(sub, -EINVAL, sync->point ?
					  "SYNCS chunk, entry %u: point %llu without TIMELINE" :
					  "SYNCS chunk, entry %u: point %llu of a timeline", i,
					  sync->point);
	return 0;
}

/**
 * rcp_syncs_copy() - copy and check the entries
 * @sub: the submission
 * @args: the chunk
 *
 * Context: may sleep; no lock is held.
 * Return: 0, -EINVAL, -EFAULT, -ENOMEM.
 */
int rcp_syncs_copy(struct rcp_submit *sub, const struct drm_rcp_cs_syncs *args)
{
	u32 i;
	int ret;

	if (args->count > RCP_MAX_SYNCS)
		return rcp_verdict_refuse(sub, -EINVAL, "SYNCS chunk: count %u, the maximum is %u",
					  args->count, RCP_MAX_SYNCS);
	if (args->stride < sizeof(struct drm_rcp_sync) || args->stride > RCP_MAX_SYNC_STRIDE ||
	    args->stride % 8)
		return rcp_verdict_refuse(sub, -EINVAL,
					  "SYNCS chunk: stride %u is no multiple of 8 from %zu to %u",
					  args->stride, sizeof(struct drm_rcp_sync),
					  RCP_MAX_SYNC_STRIDE);
	if (!args->count)
		return 0;
	sub->syncs = kcalloc(args->count, sizeof(*sub->syncs), GFP_KERNEL_ACCOUNT);
	if (!sub->syncs)
		return rcp_verdict_refuse(sub, -ENOMEM, "no memory for %u syncobjs", args->count);

	for (i = 0; i < args->count; i++) {
		struct drm_rcp_sync *sync = &sub->syncs[i].args;
		u64 from = args->syncs + (u64)i * args->stride;

		ret = copy_struct_from_user(sync, sizeof(*sync), u64_to_user_ptr(from),
					    args->stride);
		if (ret == -E2BIG)
			return rcp_verdict_refuse(sub, -EINVAL,
						  "SYNCS chunk, entry %u: its tail is not zero", i);
		if (ret)
			return rcp_verdict_refuse(sub, ret, "SYNCS chunk: cannot copy entry %u", i);
		ret = rcp_syncs_check(sub, i, sync);
		if (ret)
			return ret;
		sub->nsyncs = i + 1;
	}
	return 0;
}

static int rcp_syncs_find_wait(struct rcp_submit *sub, u32 i)
{
	struct rcp_submit_sync *sync = &sub->syncs[i];
	int ret;

	ret = drm_syncobj_find_fence(sub->drm_file, sync->args.handle, sync->args.point, 0,
				     &sync->fence);
	/* A failed lookup may leave a pointer to a fence whose reference it has dropped. */
	if (ret)
		sync->fence = NULL;
	if (ret != -EINVAL)
		return ret ? rcp_verdict_refuse(sub, ret,
						"SYNCS chunk, entry %u: unknown handle %u",
						i, sync->args.handle) : 0;
	sub->why_stage = RCP_STAGE_SYNCS;
	sub->why_actual = i;
	return rcp_verdict_refuse(sub, ret,
				  "SYNCS chunk, entry %u: syncobj %u has no fence at point %llu",
				  i, sync->args.handle, sync->args.point);
}

static int rcp_syncs_find_signal(struct rcp_submit *sub, u32 i)
{
	struct rcp_submit_sync *sync = &sub->syncs[i];

	sync->syncobj = drm_syncobj_find(sub->drm_file, sync->args.handle);
	if (!sync->syncobj)
		return rcp_verdict_refuse(sub, -ENOENT, "SYNCS chunk, entry %u: unknown handle %u",
					  i, sync->args.handle);
	if (!(sync->args.flags & RCP_SYNC_TIMELINE))
		return 0;
	sync->chain = dma_fence_chain_alloc();
	return sync->chain ? 0 : rcp_verdict_refuse(sub, -ENOMEM, "no memory for %u syncobjs",
						    sub->nsyncs);
}

/**
 * rcp_syncs_find() - look up all fences and syncobjs
 * @sub: the submission, with its entries
 *
 * Context: may sleep; no lock is held.
 * Return: 0, -ENOENT for an unknown handle, -EINVAL for one without a fence, -ENOMEM.
 */
int rcp_syncs_find(struct rcp_submit *sub)
{
	u32 i;
	int ret;

	for (i = 0; i < sub->nsyncs; i++) {
		ret = sub->syncs[i].args.flags & RCP_SYNC_SIGNAL ?
		      rcp_syncs_find_signal(sub, i) : rcp_syncs_find_wait(sub, i);
		if (ret)
			return ret;
		/* The search for a point takes long if its timeline is long. */
		cond_resched();
	}
	return 0;
}

/**
 * rcp_syncs_depend() - make the job wait for its in-fences
 * @sub: the submission, with its job
 *
 * Context: may sleep; reservations may be held.
 * Return: 0 or -ENOMEM.
 */
int rcp_syncs_depend(struct rcp_submit *sub)
{
	struct dma_fence *fence;
	u32 i;
	int ret;

	for (i = 0; i < sub->nsyncs; i++) {
		fence = sub->syncs[i].fence;
		sub->syncs[i].fence = NULL;
		ret = fence ? rcp_job_depend_fence(sub->job, fence) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * rcp_syncs_signal() - put the submission's fence into its syncobjs
 * @sub: the submission
 * @fence: its fence
 *
 * Follows the order of the list.  Cannot fail.
 *
 * Context: process; no reservation is held.
 */
void rcp_syncs_signal(struct rcp_submit *sub, struct dma_fence *fence)
{
	u32 i;

	for (i = 0; i < sub->nsyncs; i++) {
		struct rcp_submit_sync *sync = &sub->syncs[i];

		if (!sync->syncobj)
			continue;
		if (sync->chain)
			drm_syncobj_add_point(sync->syncobj, sync->chain, fence, sync->args.point);
		else
			drm_syncobj_replace_fence(sync->syncobj, fence);
		sync->chain = NULL;
	}
}

/**
 * rcp_syncs_free() - drop the fences, syncobjs and links that are left
 * @sub: the submission, with its entries
 *
 * Context: may sleep.
 */
void rcp_syncs_free(struct rcp_submit *sub)
{
	u32 i;

	for (i = 0; i < sub->nsyncs; i++) {
		struct rcp_submit_sync *sync = &sub->syncs[i];

		dma_fence_put(sync->fence);
		dma_fence_chain_free(sync->chain);
		if (sync->syncobj)
			drm_syncobj_put(sync->syncobj);
	}
	kfree(sub->syncs);
}
