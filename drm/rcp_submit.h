/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One submission on its way through the ioctl.
 *
 * rcp_cs_args.c fills in what the client said, rcp_cs.c does it, rcp_verdict.c
 * tells the client and whoever looks on what became of it.
 */
#ifndef RCP_SUBMIT_H
#define RCP_SUBMIT_H

#include "rcp_bo.h"
#include "rcp_device.h"

/**
 * struct rcp_submit_bo - a buffer that a submission names
 * @bo: the buffer; a reference
 * @domains: where the submission wants it
 * @write: it may be written
 * @reserved: we hold its reservation, by this naming of it
 */
struct rcp_submit_bo {
	struct rcp_bo *bo;
	u32 domains;
	bool write;
	bool reserved;
};

/**
 * struct rcp_submit - a submission
 * @rdev: the device
 * @file: the client's DRM file
 * @client: the client
 * @ib: the stream as the client passed it, the only copy that is ever looked at
 * @ib_dw: its length
 * @relocs: the relocation list as the client passed it
 * @nrelocs: its length
 * @cs_flags: RADEON_CS_*
 * @ring: RADEON_CS_RING_*
 * @has_flags: there was a FLAGS chunk
 * @has_relocs: there was a RELOCS chunk
 * @has_verdict: the client wants a verdict
 * @user_verdict: how it wants it
 * @bos: one for each relocation
 * @buffers: the same for the checker
 * @ticket: the reservation
 * @crowded: a buffer had no room in VRAM, and none is moved there any more
 * @job: what the card is to run
 * @result: what the checker found out
 * @verdict: why it refused
 * @refused: it did
 * @why_buffer: index of the relocation because of which the ioctl refused
 * @why: why it did
 */
struct rcp_submit {
	struct rcp_device *rdev;
	struct drm_file *file;
	struct rcp_file *client;

	u32 *ib;
	u32 ib_dw;
	struct drm_radeon_cs_reloc *relocs;
	u32 nrelocs;
	u32 cs_flags;
	u32 ring;
	bool has_flags;
	bool has_relocs;
	bool has_verdict;
	struct drm_rcp_cs_verdict user_verdict;

	struct rcp_submit_bo *bos;
	struct pm4_buffer *buffers;
	struct ww_acquire_ctx ticket;
	bool crowded;
	struct rcp_job *job;

	struct pm4_result result;
	struct pm4_verdict verdict;
	bool refused;
	u32 why_buffer;
	char why[RCP_VERDICT_TEXT];
};

int rcp_submit_args(struct rcp_submit *sub, const struct drm_radeon_cs *args);
int rcp_submit_lookup(struct rcp_submit *sub);
void rcp_submit_free(struct rcp_submit *sub);

__printf(3, 4)
int rcp_submit_refuse(struct rcp_submit *sub, int error, const char *fmt, ...);
int rcp_submit_refuse_reloc(struct rcp_submit *sub, int error, u32 reloc, const char *what);
int rcp_submit_verdict(struct rcp_submit *sub, int error);

#endif /* RCP_SUBMIT_H */
