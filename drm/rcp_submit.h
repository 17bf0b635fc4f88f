/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of one submission while the CS ioctl runs.
 *
 * rcp_cs_args.c copies and checks the client's arguments, rcp_syncs.c its syncobjs;
 * rcp_cs.c checks and submits the stream, rcp_cs_place.c places the buffers, rcp_verdict.c
 * reports the result.  Only the thread of the ioctl uses the state, so it has no lock.
 */
#ifndef RCP_SUBMIT_H
#define RCP_SUBMIT_H

#include "mem/rcp_bo.h"

/* Buffers that a loop handles before it offers its spinlock to other threads. */
#define RCP_CS_BATCH	64u

/* Memory for the lists of a short submission and of a longer one; a client keeps one of each */
#define RCP_LISTS_SIZE		1024u
#define RCP_LONG_LISTS_SIZE	8192u

struct dma_fence_chain;
struct drm_syncobj;

/**
 * struct rcp_submit_sync - a syncobj that a submission waits for or signals
 * @args: the entry as the client passed it
 * @fence: fence to wait for, or NULL; a reference
 * @syncobj: syncobj to signal, or NULL; a reference
 * @chain: link for the timeline of @syncobj, or NULL
 */
struct rcp_submit_sync {
	struct drm_rcp_sync args;
	struct dma_fence *fence;
	struct drm_syncobj *syncobj;
	struct dma_fence_chain *chain;
};

/**
 * struct rcp_submit - a submission
 * @rdev: the device
 * @drm_file: DRM's side of the client's file
 * @file: the client's file
 * @account: the client that submits; a reference
 * @queue: the context's queue; a reference
 * @has_room: the submission holds room for a job in @queue
 * @begin_ns: CLOCK_MONOTONIC when the ioctl began, 0 if captures were off then
 * @captured: copy of the stream as the client passed it, for a capture; or NULL
 * @job_memory: memory of the job; the job takes it over with the stream
 * @ib: the only copy of the stream that is checked and patched, in the room of @job_memory or in
 *	memory of its own; the job takes it over
 * @ib_size: bytes of that memory that are in use
 * @ib_dw: length of the stream
 * @room_relocs: relocations for which the memory of @ib has room, as struct rcp_job_bo
 * @user_relocs: the client's relocation list
 * @user_nrelocs: entries in @user_relocs
 * @binding: addresses for the job's buffers; the memory block of @relocs, and of @bos to @addrs,
 *	begins with it
 * @lists_size: bytes in use of that block
 * @binding_given: a job that waits shares the binding
 * @relocs: copy of the relocation list
 * @nrelocs: entries in @relocs, 0 before they are copied
 * @cs_flags: RADEON_CS_*
 * @ring: RADEON_CS_RING_*
 * @kinds: bitmap of the kinds of chunks that were copied
 * @has_verdict: there was a VERDICT chunk
 * @user_verdict: the VERDICT chunk
 * @context: the CONTEXT chunk
 * @user_seqno: address for the number of the submission, or NULL without a CONTEXT chunk
 * @syncs: entries of the SYNCS chunk
 * @nsyncs: number of @syncs
 * @has_reloc_flags: there was a RELOC_FLAGS chunk
 * @reloc_flags: RCP_RELOC_* for each relocation, or NULL
 * @reloc_flags_dw: length of the RELOC_FLAGS chunk
 * @bos: one entry for each relocation
 * @bos_end: end of @bos
 * @buffers: the checker's description of each buffer
 * @written: bitmap of the relocations through which the stream writes
 * @patches: patches for the stream: addresses and clamped sizes
 * @max_patches: room for so many
 * @addrs: GPU addresses of @bos, once the buffers are placed
 * @ticket: acquire context of the reservations
 * @now: jiffies when the submission began to reserve its buffers
 * @named_again: two relocations name one buffer, or two that share a reservation
 * @bump: a buffer was last moved in the LRU more than RCP_BUMP_JIFFIES ago
 * @wanted: bitmap of the priorities of entries with &rcp_submit_bo.wanted
 * @unbound: a buffer has no GPU address yet
 * @span: bytes of the aperture that the buffers need at most, wherever they are
 * @direct: the job waits for nothing but its turn
 * @idle_seqno: &rcp_bo.idle_seqno of the buffers from the push on
 * @busy: fence of a clear to wait for, or NULL; a reference
 * @vram_full: VRAM had no room for a buffer, so no further buffer is moved there
 * @owns: grants that the stream was checked with, until the job has them
 * @checked_owns: the same, for captures: it stays
 * @job: the job, until it is pushed
 * @number: number of the submission in its context, once it is accepted
 * @result: result of the checker
 * @counts: counts of an accepted stream, if a trace, a capture or a VERDICT chunk needs them
 * @verdict: reason of the checker, if @refused
 * @refused: the checker has refused the stream
 * @why_stage: enum drm_rcp_verdict_stage if the ioctl has refused
 * @why_buffer: index of the relocation because of which the ioctl has refused
 * @why_actual: &drm_rcp_verdict.actual if the ioctl has refused
 * @why: reason of the ioctl; the bytes after the terminating NUL are not zeroed
 */
struct rcp_submit {
	struct rcp_device *rdev;
	struct drm_file *drm_file;
	struct rcp_file *file;
	struct rcp_account *account;
	struct rcp_queue *queue;
	bool has_room;
	u64 begin_ns;
	u32 *captured;

	struct rcp_job *job_memory;
	u32 *ib;
	u32 ib_size;
	u32 ib_dw;
	u32 room_relocs;
	const void __user *user_relocs;
	u32 user_nrelocs;
	struct rcp_binding *binding;
	size_t lists_size;
	bool binding_given;
	struct drm_radeon_cs_reloc *relocs;
	u32 nrelocs;
	u32 cs_flags;
	u32 ring;
	u32 kinds;
	bool has_verdict;
	struct drm_rcp_cs_verdict user_verdict;
	struct drm_rcp_cs_context context;
	u64 __user *user_seqno;
	struct rcp_submit_sync *syncs;
	u32 nsyncs;
	bool has_reloc_flags;
	u32 *reloc_flags;
	u32 reloc_flags_dw;

	struct rcp_submit_bo *bos;
	struct rcp_submit_bo *bos_end;
	struct pm4_buffer *buffers;
	u64 *written;
	struct pm4_patch *patches;
	u32 max_patches;
	u64 *addrs;
	struct ww_acquire_ctx ticket;
	unsigned long now;
	bool named_again;
	bool bump;
	u32 wanted;
	bool unbound;
	u64 span;
	bool direct;
	u64 idle_seqno;
	struct dma_fence *busy;
	bool vram_full;
	u32 owns;
	u32 checked_owns;
	struct rcp_job *job;
	u64 number;

	struct pm4_result result;
	struct pm4_counts counts;
	struct pm4_verdict verdict;
	bool refused;
	u32 why_stage;
	u32 why_buffer;
	u64 why_actual;
	char why[RCP_VERDICT_TEXT];
};

/* Offset of the list of buffers in the memory of a stream of @ib_dw dwords, in bytes. */
static inline size_t rcp_submit_bos_at(u32 ib_dw)
{
	return round_up(ib_dw * sizeof(u32), sizeof(u64));
}

/* rcp_cs_args.c */
int rcp_cs_args_copy(struct rcp_submit *sub, const struct drm_radeon_cs *args);
int rcp_cs_args_find(struct rcp_submit *sub);
void rcp_cs_args_free(struct rcp_submit *sub);

/* rcp_cs_place.c */
int rcp_cs_move(struct rcp_submit *sub, struct rcp_submit_bo *entry);
int rcp_cs_move_wanted(struct rcp_submit *sub);

/* rcp_syncs.c */
int rcp_syncs_copy(struct rcp_submit *sub, const struct drm_rcp_cs_syncs *args);
int rcp_syncs_find(struct rcp_submit *sub);
int rcp_syncs_depend(struct rcp_submit *sub);
void rcp_syncs_signal(struct rcp_submit *sub, struct dma_fence *fence);
void rcp_syncs_free(struct rcp_submit *sub);

/* rcp_verdict.c */
__printf(3, 4)
int rcp_verdict_refuse(struct rcp_submit *sub, int error, const char *fmt, ...);
int rcp_verdict_report(struct rcp_submit *sub, int error);

#endif /* RCP_SUBMIT_H */
