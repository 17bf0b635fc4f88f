/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Contexts, fences, syncobjs and sync_files for the tests: one ioctl per function,
 * which returns 0 or a negative errno, as in client.h.  The syncobj calls are the
 * kernel's own, so that a 32-bit test needs no libdrm.
 */
#ifndef SYNC_H
#define SYNC_H

#include "client.h"

/* Contexts */
int ctx_create(int fd, uint32_t flags, uint32_t priority, uint32_t *ctx);
int ctx_destroy(int fd, uint32_t ctx);
int ctx_state(int fd, uint32_t ctx, struct drm_rcp_ctx_state *state);

/* Fences; @error, @completed and @submitted may be NULL. */
int fence_query(int fd, uint32_t ctx, uint64_t seqno, struct drm_rcp_fence_query *query);
int fence_progress(int fd, uint32_t ctx, uint64_t *submitted, uint64_t *completed);
int fence_wait(int fd, uint32_t ctx, uint64_t seqno, int64_t timeout_ns, uint32_t *error);
int fence_sync_file(int fd, uint32_t ctx, uint64_t seqno, int *sync_file);
int fence_to_syncobj(int fd, uint32_t ctx, uint64_t seqno, uint32_t syncobj, uint64_t point);
int bo_wait(int fd, uint32_t handle, uint32_t flags, int64_t timeout_ns);

/* CLOCK_MONOTONIC: a deadline that only a stuck call misses */
int64_t in_time(void);
/* @ms from now */
int64_t in_ms(unsigned int ms);

/* Syncobjs; a timeline's points are not 0, a binary one has point 0. */
int syncobj_create(int fd, uint32_t flags, uint32_t *handle);
int syncobj_destroy(int fd, uint32_t handle);
int syncobj_wait(int fd, uint32_t handle, uint64_t point, int64_t timeout_ns);
/* The last point that signalled */
int syncobj_point(int fd, uint32_t handle, uint64_t *point);
int syncobj_signal(int fd, uint32_t handle, uint64_t point);
int syncobj_import(int fd, uint32_t handle, int sync_file);
int syncobj_export(int fd, uint32_t handle, int *sync_file);
/* Does it have a fence, signalled or not? */
bool syncobj_has_fence(int fd, uint32_t handle, uint64_t point);

/* Sync_files: 1 signalled, 0 not yet, or the negative errno of its first fence */
int sync_file_status(int sync_file);
/* The name of the driver of its first fence */
int sync_file_driver(int sync_file, char name[32]);
/* 0 once poll() says that it signalled, -ETIME after @ms, -errno */
int sync_file_poll(int sync_file, int ms);
/* The fences of a dma-buf that a reader (DMA_BUF_SYNC_READ) or writer must wait for */
int dmabuf_sync_file(int dmabuf, uint32_t flags, int *sync_file);

#endif /* SYNC_H */
