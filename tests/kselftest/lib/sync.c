// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts, fences, syncobjs and sync_files for the tests.  See sync.h.
 */
#include "sync.h"
#include "client.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/dma-buf.h>
#include <linux/sync_file.h>

/* Longer than any wait with a reset on a slow emulator */
#define IN_TIME_MS	60000

int ctx_create(int fd, uint32_t flags, uint32_t priority, uint32_t *ctx)
{
	struct drm_rcp_ctx_create create = { .flags = flags, .priority = priority };
	int ret = client_ioctl(fd, DRM_IOCTL_RCP_CTX_CREATE, &create);

	*ctx = ret ? 0 : create.ctx_id;
	return ret;
}

int ctx_destroy(int fd, uint32_t ctx)
{
	struct drm_rcp_ctx_destroy destroy = { .ctx_id = ctx };

	return client_ioctl(fd, DRM_IOCTL_RCP_CTX_DESTROY, &destroy);
}

int ctx_state(int fd, uint32_t ctx, struct drm_rcp_ctx_state *state)
{
	/* a pattern, which shows outputs that the kernel does not write */
	memset(state, 0x55, sizeof(*state));
	state->ctx_id = ctx;
	return client_ioctl(fd, DRM_IOCTL_RCP_CTX_STATE, state);
}

int fence_query(int fd, uint32_t ctx, uint64_t seqno, struct drm_rcp_fence_query *query)
{
	memset(query, 0x55, sizeof(*query));
	query->ctx_id = ctx;
	query->flags = 0;
	query->seqno = seqno;
	query->pad = 0;
	return client_ioctl(fd, DRM_IOCTL_RCP_FENCE_QUERY, query);
}

int fence_progress(int fd, uint32_t ctx, uint64_t *submitted, uint64_t *completed)
{
	struct drm_rcp_fence_query query;
	int ret = fence_query(fd, ctx, 0, &query);

	if (submitted)
		*submitted = query.submitted;
	if (completed)
		*completed = query.completed;
	return ret;
}

int fence_wait(int fd, uint32_t ctx, uint64_t seqno, int64_t timeout_ns, uint32_t *error)
{
	struct drm_rcp_fence_wait wait = {
		.ctx_id = ctx,
		.seqno = seqno,
		.timeout_ns = timeout_ns,
		.error = 0x55555555,
	};
	int ret = client_ioctl(fd, DRM_IOCTL_RCP_FENCE_WAIT, &wait);

	if (error)
		*error = wait.error;
	return ret;
}

int fence_sync_file(int fd, uint32_t ctx, uint64_t seqno, int *sync_file)
{
	struct drm_rcp_fence_export export = {
		.ctx_id = ctx,
		.flags = RCP_FENCE_EXPORT_SYNC_FILE,
		.seqno = seqno,
		.fd = 0x5555,
	};
	int ret = client_ioctl(fd, DRM_IOCTL_RCP_FENCE_EXPORT, &export);

	*sync_file = ret ? -1 : export.fd;
	return ret;
}

int fence_to_syncobj(int fd, uint32_t ctx, uint64_t seqno, uint32_t syncobj, uint64_t point)
{
	struct drm_rcp_fence_export export = {
		.ctx_id = ctx,
		.flags = RCP_FENCE_EXPORT_SYNCOBJ,
		.seqno = seqno,
		.point = point,
		.syncobj = syncobj,
		.fd = 0x5555,
	};
	int ret = client_ioctl(fd, DRM_IOCTL_RCP_FENCE_EXPORT, &export);

	/* no file was made, and the kernel stored -1 */
	return ret ? ret : export.fd == -1 ? 0 : -EBADF;
}

int bo_wait(int fd, uint32_t handle, uint32_t flags, int64_t timeout_ns)
{
	struct drm_rcp_bo_wait wait = {
		.handle = handle,
		.flags = flags,
		.timeout_ns = timeout_ns,
	};

	return client_ioctl(fd, DRM_IOCTL_RCP_BO_WAIT, &wait);
}

int64_t in_ms(unsigned int ms)
{
	return now_ns() + ms * 1000000ll;
}

int64_t in_time(void)
{
	return in_ms(IN_TIME_MS);
}

/* ---- syncobjs ---- */

int syncobj_create(int fd, uint32_t flags, uint32_t *handle)
{
	struct drm_syncobj_create create = { .flags = flags };
	int ret = client_ioctl(fd, DRM_IOCTL_SYNCOBJ_CREATE, &create);

	*handle = ret ? 0 : create.handle;
	return ret;
}

int syncobj_destroy(int fd, uint32_t handle)
{
	struct drm_syncobj_destroy destroy = { .handle = handle };

	return client_ioctl(fd, DRM_IOCTL_SYNCOBJ_DESTROY, &destroy);
}

int syncobj_wait(int fd, uint32_t handle, uint64_t point, int64_t timeout_ns)
{
	struct drm_syncobj_timeline_wait wait = {
		.handles = (uintptr_t)&handle,
		.points = (uintptr_t)&point,
		.timeout_nsec = timeout_ns,
		.count_handles = 1,
		.flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL,
	};

	return client_ioctl(fd, DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &wait);
}

int syncobj_point(int fd, uint32_t handle, uint64_t *point)
{
	struct drm_syncobj_timeline_array array = {
		.handles = (uintptr_t)&handle,
		.points = (uintptr_t)point,
		.count_handles = 1,
	};

	return client_ioctl(fd, DRM_IOCTL_SYNCOBJ_QUERY, &array);
}

int syncobj_signal(int fd, uint32_t handle, uint64_t point)
{
	struct drm_syncobj_timeline_array array = {
		.handles = (uintptr_t)&handle,
		.points = (uintptr_t)&point,
		.count_handles = 1,
	};

	return client_ioctl(fd, DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array);
}

int syncobj_import(int fd, uint32_t handle, int sync_file)
{
	struct drm_syncobj_handle arg = {
		.handle = handle,
		.flags = DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE,
		.fd = sync_file,
	};

	return client_ioctl(fd, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &arg);
}

int syncobj_export(int fd, uint32_t handle, int *sync_file)
{
	struct drm_syncobj_handle arg = {
		.handle = handle,
		.flags = DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE,
		.fd = -1,
	};
	int ret = client_ioctl(fd, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &arg);

	*sync_file = ret ? -1 : arg.fd;
	return ret;
}

bool syncobj_has_fence(int fd, uint32_t handle, uint64_t point)
{
	return syncobj_wait(fd, handle, point, 0) != -EINVAL;
}

/* ---- sync_files ---- */

int sync_file_status(int sync_file)
{
	struct sync_file_info info = { .num_fences = 0 };
	int ret = client_ioctl(sync_file, SYNC_IOC_FILE_INFO, &info);

	return ret ? ret : info.status;
}

int sync_file_driver(int sync_file, char name[32])
{
	struct sync_fence_info fence = { .status = 0 };
	struct sync_file_info info = {
		.num_fences = 1,
		.sync_fence_info = (uintptr_t)&fence,
	};
	int ret = client_ioctl(sync_file, SYNC_IOC_FILE_INFO, &info);

	memcpy(name, fence.driver_name, 32);
	name[31] = 0;
	return ret;
}

int sync_file_poll(int sync_file, int ms)
{
	struct pollfd p = { .fd = sync_file, .events = POLLIN };
	int ret = poll(&p, 1, ms);

	if (ret < 0)
		return -errno;
	if (!ret)
		return -ETIME;
	return p.revents & POLLIN ? 0 : -EBADF;
}

int dmabuf_sync_file(int dmabuf, uint32_t flags, int *sync_file)
{
	struct dma_buf_export_sync_file export = { .flags = flags, .fd = -1 };
	int ret = client_ioctl(dmabuf, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &export);

	*sync_file = ret ? -1 : export.fd;
	return ret;
}
