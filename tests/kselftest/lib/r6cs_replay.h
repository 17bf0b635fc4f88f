/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Plays recorded frames through DRM_RADEON_CS.
 *
 * A frame is prepared once (its buffers are created as they were recorded)
 * and may then be submitted any number of times.  The contents of buffers were not
 * recorded: they start zeroed, except shaders (r6cs_shaders.h).  One struct replay
 * belongs to one thread.
 */
#ifndef R6CS_REPLAY_H
#define R6CS_REPLAY_H

#include "client.h"
#include "r6cs.h"
#include "r6cs_shaders.h"

/* The largest alignment that streams assume; Mesa asks for up to 128 KiB. */
#define REPLAY_ALIGN	(1u << 20)

struct replay {
	int fd;
	const struct r6cs_frame *frame;
	uint32_t *handles;			/* one per buffer */
	struct drm_radeon_cs_reloc *relocs;	/* the frame's, with our handles */
	uint32_t marker;	/* small GTT buffer that every submission writes: its fence */
	struct r6cs_drawn drawn;
};

/**
 * replay_prepare() - create a frame's buffers
 * @r: filled on success, to be released by replay_release()
 * @fd: the device
 * @frame: must stay until then
 *
 * Return: 0, or the negative errno of the call that failed; all buffers are freed then.
 */
int replay_prepare(struct replay *r, int fd, const struct r6cs_frame *frame);
void replay_release(struct replay *r);

/* Submits the frame as recorded; @verdict may be NULL (always on radeon.ko). */
int replay_submit(struct replay *r, struct drm_rcp_verdict *verdict, uint32_t verdict_flags);

/* Waits until the last submission is done. */
int replay_wait(struct replay *r);

#endif /* R6CS_REPLAY_H */
