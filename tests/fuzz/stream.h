/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recorded stream as the mutator's data structure: read, change, write.  Sizes are capped,
 * so that an input stays small enough for thousands of checks a second.  No locks.
 */
#ifndef FUZZ_STREAM_H
#define FUZZ_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "r6cs_file.h"

#define STREAM_MAX_BOS		256u
#define STREAM_MAX_RELOCS	512u
#define STREAM_MAX_DW		12288u

/**
 * struct stream - a .r6cs file in memory
 * @chip: name
 * @ring: 0 gfx, 1 DMA
 * @flags: the client's flags
 * @straps: the header's reserved dword: see r6cs.c
 * @nbos: buffers
 * @nrelocs: relocations
 * @ndw: dwords
 * @npackets: packets found by stream_index()
 * @packet: header offset of each
 */
struct stream {
	char chip[16];
	uint32_t ring, flags, straps;
	uint32_t nbos, nrelocs, ndw, npackets;
	struct r6cs_file_bo bo[STREAM_MAX_BOS];
	struct r6cs_file_reloc reloc[STREAM_MAX_RELOCS];
	uint32_t ib[STREAM_MAX_DW];
	uint32_t packet[STREAM_MAX_DW];
};

bool stream_read(struct stream *s, const uint8_t *data, size_t size);
size_t stream_write(const struct stream *s, uint8_t *data, size_t max);
void stream_minimal(struct stream *s);
void stream_index(struct stream *s);
uint32_t stream_packet_dw(const struct stream *s, uint32_t at);
bool stream_insert(struct stream *s, uint32_t at, const uint32_t *dw,
		   uint32_t n);
void stream_remove(struct stream *s, uint32_t at, uint32_t n);

#endif /* FUZZ_STREAM_H */
