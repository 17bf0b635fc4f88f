// SPDX-License-Identifier: GPL-2.0
/*
 * The fence ioctls: query a context's progress, wait for a submission, export its fence.
 *
 * A wait holds a reference to the fence and does not run inside of drm_dev_enter(): unplug
 * ends the wait by signalling the fence.  A wait that is interrupted leaves its arguments
 * unchanged, so that libdrm can restart the call.
 *
 * Called from ioctls, without locks.
 */
#include <linux/dma-fence-chain.h>
#include <linux/file.h>
#include <linux/sync_file.h>

#include <drm/drm_print.h>
#include <drm/drm_syncobj.h>

#include "mem/rcp_bo.h"

/* Find the fence of a submission, or its error if it is over; see rcp_queue_query(). */
static int rcp_fence_ioctl_find(struct drm_file *drm_file, struct drm_rcp_fence_query *query,
				struct dma_fence **fence)
{
	struct rcp_queue *queue = rcp_file_queue(drm_file->driver_priv, query->ctx_id);
	int ret;

	if (!queue)
		return -ENOENT;
	ret = rcp_queue_query(queue, query, fence);
	rcp_queue_put(queue);
	return ret;
}

/*
 * DRM_RCP_FENCE_QUERY.  Context: may sleep, but does not wait for jobs.  Return: 0, -EINVAL,
 * -ENOENT.
 */
int rcp_fence_ioctl_query(struct drm_device *drm, void *data, struct drm_file *drm_file)
{
	struct drm_rcp_fence_query *args = data;
	struct dma_fence *fence = NULL;
	int ret;

	if (args->flags || args->pad) {
		drm_dbg_driver(drm, "FENCE_QUERY: flags 0x%x pad 0x%x\n", args->flags, args->pad);
		return -EINVAL;
	}
	ret = rcp_fence_ioctl_find(drm_file, args, &fence);
	dma_fence_put(fence);
	return ret;
}

/* DRM_RCP_FENCE_WAIT.  Context: sleeps.  Return: 0, -EINVAL, -ENOENT, -ETIME, -ERESTARTSYS. */
int rcp_fence_ioctl_wait(struct drm_device *drm, void *data, struct drm_file *drm_file)
{
	struct drm_rcp_fence_wait *args = data;
	struct drm_rcp_fence_query query = { .ctx_id = args->ctx_id, .seqno = args->seqno };
	struct dma_fence *fence;
	int ret;

	if (args->pad || !rcp_wait_flags_ok(args->flags, RCP_WAIT_DEADLINE, args->deadline_ns)) {
		drm_dbg_driver(drm, "FENCE_WAIT: flags 0x%x deadline %llu pad 0x%x\n",
			       args->flags, args->deadline_ns, args->pad);
		return -EINVAL;
	}
	ret = rcp_fence_ioctl_find(drm_file, &query, &fence);
	if (ret)
		return ret;
	if (fence) {
		rcp_wait_set_deadline(fence, args->flags, args->deadline_ns);
		ret = rcp_wait_for_fence(to_rcp(drm), fence, args->timeout_ns);
		if (!ret)
			query.error = max(-dma_fence_get_status(fence), 0);
		dma_fence_put(fence);
	}
	if (!ret)
		args->error = query.error;
	return ret;
}

/* Make a fence that has signalled with an error, for the export of a job that is over. */
static struct dma_fence *rcp_fence_ioctl_signalled(int error)
{
	struct dma_fence *fence = rcp_compat_fence_stub();

	/* No other thread has it yet; dma_fence_set_error() warns about a signalled fence. */
	if (fence)
		fence->error = -error;
	return fence;
}

static int rcp_fence_ioctl_to_fd(struct dma_fence *fence, s32 *out)
{
	struct sync_file *sync;
	int fd = get_unused_fd_flags(O_CLOEXEC);

	if (fd < 0)
		return fd;
	sync = sync_file_create(fence);
	if (!sync) {
		put_unused_fd(fd);
		return -ENOMEM;
	}
	fd_install(fd, sync->file);
	*out = fd;
	return 0;
}

static int rcp_fence_ioctl_to_syncobj(struct drm_file *drm_file, struct dma_fence *fence,
				      u32 handle, u64 point)
{
	struct drm_syncobj *syncobj = drm_syncobj_find(drm_file, handle);
	struct dma_fence_chain *chain;
	int ret = 0;

	if (!syncobj)
		return -ENOENT;
	if (!point) {
		drm_syncobj_replace_fence(syncobj, fence);
	} else {
		chain = dma_fence_chain_alloc();
		if (chain)
			drm_syncobj_add_point(syncobj, chain, fence, point);
		else
			ret = -ENOMEM;
	}
	drm_syncobj_put(syncobj);
	return ret;
}

/*
 * DRM_RCP_FENCE_EXPORT.  Context: may sleep, but does not wait for jobs.  Return: 0, -EINVAL,
 * -ENOENT, -EMFILE, -ENFILE, -ENOMEM.
 */
int rcp_fence_ioctl_export(struct drm_device *drm, void *data, struct drm_file *drm_file)
{
	struct drm_rcp_fence_export *args = data;
	struct drm_rcp_fence_query query = { .ctx_id = args->ctx_id, .seqno = args->seqno };
	bool to_fd = args->flags == RCP_FENCE_EXPORT_SYNC_FILE;
	struct dma_fence *fence;
	int ret;

	if ((!to_fd && args->flags != RCP_FENCE_EXPORT_SYNCOBJ) ||
	    (to_fd && (args->syncobj || args->point))) {
		drm_dbg_driver(drm, "FENCE_EXPORT: flags 0x%x syncobj %u point %llu\n",
			       args->flags, args->syncobj, args->point);
		return -EINVAL;
	}
	ret = rcp_fence_ioctl_find(drm_file, &query, &fence);
	if (ret)
		return ret;
	if (!fence)
		fence = rcp_fence_ioctl_signalled(query.error);
	if (!fence)
		return -ENOMEM;
	args->fd = -1;
	if (to_fd)
		ret = rcp_fence_ioctl_to_fd(fence, &args->fd);
	else
		ret = rcp_fence_ioctl_to_syncobj(drm_file, fence, args->syncobj, args->point);
	dma_fence_put(fence);
	return ret;
}
