// SPDX-License-Identifier: GPL-2.0
/*
 * Packets of the async DMA engine: any dwords and counts.  Each byte that a packet reads or writes
 * is in the buffer whose address a patch adds.
 */
#include "surface.h"

#define DWORDS 7
/* The header and what follows. */
static u32 packet[DWORDS];
static struct { bool has; u32 kind, index; } patched[DWORDS];
static u32 relocs, patches;

static inline void proof_patch(struct r600_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	u32 i = at - packet;

	PROVE(i < DWORDS, "a patch changes a dword of the packet");
	PROVE(!patched[i].has && kind != PM4_PATCH_VALUE, "an address is added once");
	patches++;
	patched[i].has = true;
	patched[i].kind = kind;
	patched[i].index = arg;
}

#define r600_patch	proof_patch
#include "../../../pm4/r600/r600_check_dma.c"
#undef r600_refuse_scissor
#include "../../../pm4/r600/r600_check_surface.c"

static struct pm4_input in;
static u32 before;

/* Makes any state, and any packet. */
static void dma_world(struct r600_checker *ck, struct dma *d)
{
	u32 i;

	surface_world(ck, NULL, 0);
	in.nbuffers = WORLD_BUFFERS;
	in.buffers = world_buffers;
	ck->in = &in;
	ck->header = packet;
	for (i = 0; i < DWORDS; i++)
		packet[i] = nondet_u32();
#ifdef TILE_MODE
	packet[2] = (packet[2] & ~(0xfu << 27)) | (u32)TILE_MODE << 27;
#endif
	d->ck = ck;
	d->next = before = nondet_u32();
}

/* @bytes from the address at dword @lo on, whose bits 39:32 are in dword @hi, from @shift on. */
static void prove_access(const struct r600_checker *ck, u32 lo, u32 hi, u32 shift, u32 kind,
			 u64 bytes, bool write)
{
	u64 first = packet[lo] + ((u64)(packet[hi] >> shift & 0xff) << 32), byte = nondet_u64();
	const struct pm4_buffer *buffer = &ck->buffers[patched[lo].index];

	PROVE(patched[lo].has && patched[lo].kind == kind, "the access gets the address of a buffer");
	PROVE(patched[lo].index < WORLD_BUFFERS, "the buffer is one of the list");
	ASSUME(byte < bytes);
	PROVE(first + byte < buffer->size, "each byte of the access is in the buffer");
	if (!write)
		return;
	PROVE(buffer->writable, "only a buffer that may be written is written");
	if (patched[lo].index == world_any_buffer)
		PROVE(world_marked, "a written buffer is reported");
}

/* r600_check_dma() refuses a count of 0. */
#define PACKET(name, call, used, bounds) \
	void name(void) \
	{ \
		struct r600_checker any, *ck = &any; \
		struct dma d; \
		u32 count = nondet_u32() & 0xffff; \
\
		ASSUME(count); \
		dma_world(ck, &d); \
		if (call(&d, packet, count)) \
			return; \
		REACHED(#name " is accepted"); \
		PROVE(d.next == before + (used) && d.next <= WORLD_BUFFERS && patches == (used), \
		      "each address consumes one entry of the list"); \
		bounds; \
	}

static void copy_bounds(const struct r600_checker *ck, u32 count)
{
	prove_access(ck, 1, 3, 0, PM4_PATCH_ADDR_VERTEX, 4ull * count, true);
	prove_access(ck, 2, 4, 0, PM4_PATCH_ADDR_VERTEX, 4ull * count, false);
}

PACKET(write_data, dma_write, 1, prove_access(ck, 1, 2, 0, PM4_PATCH_ADDR_NEXT, 4ull * count, true))
PACKET(fill, dma_fill, 1, prove_access(ck, 1, 3, 16, PM4_PATCH_ADDR_FILL, 4ull * count, true))
PACKET(copy_linear, dma_copy_linear, 2, copy_bounds(ck, count))

/*
 * The tiled side of a copy of @bytes.  Byte by byte, from pixel x of line y of slice z on, line by
 * line of the pitch; a byte is anywhere in the row of tiles that holds its line.  A line past
 * the height is in the same slice, or in a later one.
 */
static void prove_tiled(const struct r600_checker *ck, u32 bytes, bool write)
{
	u32 bpp = 1u << (packet[2] >> 24 & 7), pitch = 8 * ((packet[2] & 0x3ff) + 1);
	u32 height = (packet[2] >> 10 & 0x3fff) + 1, z = packet[3] & 0xfff;
	u32 x = packet[4] >> 3 & 0x3fff, y = packet[4] >> 17 & 0x3fff, row = pitch * bpp;
	u64 slice = ((packet[3] >> 12) + 1) * 64ull * bpp, byte = nondet_u64(), end;
	u32 line = any_below(1u << 20), later = any_below(1u << 20);
	u32 from, unit, lines, units, slices;
	const struct pm4_buffer *buffer = &ck->buffers[patched[1].index];

	PROVE(patched[1].has && patched[1].kind == PM4_PATCH_ADDR_256 &&
	      patched[1].index < WORLD_BUFFERS, "the tiled side gets the address of a buffer");
	unit = tile_lines(&ck->card, packet[2] >> 27 & 0xf);
	/* Line @line after the first holds a byte of the copy. */
	ASSUME(proof_times(line, row) < bytes + x * bpp);
	units = proof_div_up(bytes + x * bpp, row);
	MONOTONE(units, row, line, row);
	CUT(line < units, "each line is counted");
	lines = y + units;
	line += y;
	if (nondet_bool()) {
		/* It goes on straight. */
		end = proof_align(line + 1, unit);
		MONOTONE(end, row, proof_align(lines, unit), row);
		ASSUME(byte < proof_times(end, row));
		byte += proof_times(z, slice);
	} else {
		/* It wraps to slice @later from this one on. */
		ASSUME(proof_times(later, height) <= line);
		slices = proof_div_up(lines, height);
		MONOTONE(slices, height, later, height);
		CUT(later < slices, "each slice is counted");
		from = line - (u32)proof_times(later, height);
		ASSUME(from < height);
		end = proof_align(from + 1, unit);
		lines = proof_align(lines < height ? lines : height, unit);
		MONOTONE(end, row, lines, row);
		ASSUME(byte < proof_times(end, row) || byte < slice);
		MONOTONE(z + later, slice, z + slices - 1, slice);
		byte += proof_times(z + later, slice);
	}
	PROVE(byte < buffer->size && packet[1] * 256ull <= buffer->size - 1 - byte,
	      "each byte of the tiled side is in the buffer");
	if (!write)
		return;
	PROVE(buffer->writable, "only a buffer that may be written is written");
	if (patched[1].index == world_any_buffer)
		PROVE(world_marked, "a written buffer is reported");
}

static void tiled_bounds(const struct r600_checker *ck, u32 count)
{
	bool detile = packet[2] >> 31;

	REACHED_IF(detile, "a copy from tiled memory is accepted");
	if (nondet_bool())
		prove_access(ck, 5, 6, 0, PM4_PATCH_ADDR_NEXT, 4ull * count, detile);
	else
		prove_tiled(ck, 4 * count, !detile);
}

PACKET(copy_tiled, dma_copy_tiled, 2, tiled_bounds(ck, count))
