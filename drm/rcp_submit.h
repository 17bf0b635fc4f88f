/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One submission on its way through the ioctl.
 *
 * rcp_cs_args.c copies and checks what the client said, rcp_syncs.c does so for its
 * syncobjs, rcp_cs.c submits it, rcp_verdict.c reports what became of it.
 */
#ifndef RCP_SUBMIT_H
#define RCP_SUBMIT_H

#include "rcp_bo.h"
#include "rcp_device.h"

/* So many buffers are looked at before a spinlock is offered to others. */
#define RCP_CS_BATCH	64u

struct dma_fence_chain;
struct drm_syncobj;

/**
 * struct rcp_submit_bo - a buffer that a submission names
 * @bo: the buffer; a reference
 * @domains: where the submission wants it
 * @write: it is written, says the client or the checker
 * @explicit: the client asks for no implicit sync
 * @reserved: we hold its reservation, by this naming of it
 * @wanted: the card reaches it, but the submission wants it elsewhere
 */
struct rcp_submit_bo {
	struct rcp_bo *bo;
	u32 domains;
	bool write;
	bool explicit;
	bool reserved;
	bool wanted;
};

/**
 * struct rcp_submit_sync - a syncobj that a submission waits for or signals
 * @args: as the client passed it
 * @fence: what it is to wait for; a reference
 * @syncobj: what it is to signal; a reference
 * @chain: a link of its timeline
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
 * @queue: the context's queue; a reference
 * @has_room: and room for a job in it
 * @begin_ns: CLOCK_MONOTONIC when the ioctl began, 0 if nothing captured it then
 * @captured: the stream as the client passed it, if the job has @ib and it is captured
 * @ib: the only copy of the stream: checked, filled in, then the job's
 * @ib_dw: its length
 * @user_relocs: where the client has the relocation list
 * @user_nrelocs: its length
 * @relocs: a copy of it; the memory of all lists from here to @addrs
 * @nrelocs: its length, 0 before it is copied
 * @cs_flags: RADEON_CS_*
 * @ring: RADEON_CS_RING_*
 * @has_flags: there was a FLAGS chunk
 * @has_relocs: there was a RELOCS chunk
 * @has_verdict: the client wants a verdict
 * @user_verdict: how it wants it
 * @context: the CONTEXT chunk
 * @user_seqno: where the client wants the number, or NULL
 * @has_syncs: there was a SYNCS chunk
 * @syncs: its entries
 * @nsyncs: their number
 * @has_reloc_flags: there was a RELOC_FLAGS chunk
 * @reloc_flags: RCP_RELOC_* for each relocation, or NULL
 * @reloc_flags_dw: length of the RELOC_FLAGS chunk
 * @bos: one for each relocation
 * @bos_end: behind the last of them
 * @buffers: the same for the checker
 * @written: bitmap of the relocations through which the stream writes
 * @patches: the places where addresses and cut sizes go
 * @addrs: addresses of @bos, once they have their place
 * @ticket: the reservation
 * @now: jiffies when it was reserved
 * @named_again: two relocations name one buffer, or two that share a reservation
 * @bump: a buffer has not been moved in the LRU for a while
 * @wanted: buffers of these priorities (a bit each) are wanted elsewhere than where they are
 * @unbound: a buffer has no GPU address yet
 * @need: what is known of the space in the GART that it needs
 * @vram_full: a buffer had no room in VRAM, and none is moved there any more
 * @job: what the card is to run
 * @number: its number in the context, once it is accepted
 * @result: what the checker found out
 * @verdict: why it refused
 * @refused: it did
 * @why_stage: enum drm_rcp_verdict_stage, where the ioctl refused
 * @why_buffer: index of the relocation because of which the ioctl refused
 * @why_actual: &drm_rcp_verdict.actual
 * @why: why it did; what follows the end of the sentence is not zeroed
 */
struct rcp_submit {
	struct rcp_device *rdev;
	struct drm_file *drm_file;
	struct rcp_file *file;
	struct rcp_queue *queue;
	bool has_room;
	u64 begin_ns;
	u32 *captured;

	u32 *ib;
	u32 ib_dw;
	const void __user *user_relocs;
	u32 user_nrelocs;
	struct drm_radeon_cs_reloc *relocs;
	u32 nrelocs;
	u32 cs_flags;
	u32 ring;
	bool has_flags;
	bool has_relocs;
	bool has_verdict;
	struct drm_rcp_cs_verdict user_verdict;
	struct drm_rcp_cs_context context;
	u64 __user *user_seqno;
	bool has_syncs;
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
	u64 *addrs;
	struct ww_acquire_ctx ticket;
	unsigned long now;
	bool named_again;
	bool bump;
	u32 wanted;
	bool unbound;
	struct rcp_gtt_need need;
	bool vram_full;
	struct rcp_job *job;
	u64 number;

	struct pm4_result result;
	struct pm4_verdict verdict;
	bool refused;
	u32 why_stage;
	u32 why_buffer;
	u64 why_actual;
	char why[RCP_VERDICT_TEXT];
};

/* rcp_cs_args.c */
int rcp_submit_args(struct rcp_submit *sub, const struct drm_radeon_cs *args);
int rcp_submit_lookup(struct rcp_submit *sub);
void rcp_submit_free(struct rcp_submit *sub);

/* rcp_cs_place.c */
int rcp_cs_move(struct rcp_submit *sub, struct rcp_submit_bo *entry);
int rcp_cs_move_wanted(struct rcp_submit *sub);
int rcp_cs_bind(struct rcp_submit *sub);

/* rcp_syncs.c */
int rcp_syncs_copy(struct rcp_submit *sub, const struct drm_rcp_cs_syncs *args);
int rcp_syncs_find(struct rcp_submit *sub);
int rcp_syncs_depend(struct rcp_submit *sub);
void rcp_syncs_signal(struct rcp_submit *sub, struct dma_fence *fence);
void rcp_syncs_free(struct rcp_submit *sub);

/* rcp_verdict.c */
__printf(3, 4)
int rcp_submit_refuse(struct rcp_submit *sub, int error, const char *fmt, ...);
int rcp_submit_refuse_reloc(struct rcp_submit *sub, int error, u32 reloc, const char *what);
int rcp_submit_verdict(struct rcp_submit *sub, int error);

#endif /* RCP_SUBMIT_H */
