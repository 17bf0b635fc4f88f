/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copies of memory on R5xx, by draws.
 */
#ifndef COPY_TEXEL_H
#define COPY_TEXEL_H

#include "stream.h"

/* One end of a copy */
struct copy_end {
	uint32_t handle;
	uint32_t domain;
	uint64_t offset;
};

/* Copies @ndw dwords, each by a draw; ends with all of them in memory, and fresh caches. */
void copy_texels(struct stream *s, struct copy_end src, struct copy_end dst, uint32_t ndw);

#endif /* COPY_TEXEL_H */
