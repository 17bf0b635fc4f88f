// SPDX-License-Identifier: GPL-2.0
/*
 * Packets of the async DMA engine: any dwords and counts.  Each byte that a packet reads or writes
 * lies in the buffer whose address a patch adds, for all packets but the copy to and from tiled
 * memory.
 */
#include "surface.h"

#define DWORDS 5
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
#include "../../../pm4/r600/pm4_check_dma.c"

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
	d->ck = ck;
	d->next = before = nondet_u32();
}

/* @bytes from the address at dword @lo on, whose bits 39:32 lie in dword @hi, from @shift on. */
static void prove_access(const struct r600_checker *ck, u32 lo, u32 hi, u32 shift, u32 kind,
			 u64 bytes, bool write)
{
	u64 first = packet[lo] + ((u64)(packet[hi] >> shift & 0xff) << 32), byte = nondet_u64();
	const struct pm4_buffer *buffer = &ck->buffers[patched[lo].index];

	PROVE(patched[lo].has && patched[lo].kind == kind, "the access gets the address of a buffer");
	PROVE(patched[lo].index < WORLD_BUFFERS, "the buffer is one of the list");
	ASSUME(byte < bytes);
	PROVE(first + byte < buffer->size, "each byte of the access lies in the buffer");
	if (!write)
		return;
	PROVE(buffer->writable, "only a buffer that may be written is written");
	if (patched[lo].index == world_any_buffer)
		PROVE(world_marked, "a written buffer is reported");
}

#define PACKET(name, call, used, bounds) \
	void name(void) \
	{ \
		struct r600_checker any, *ck = &any; \
		struct dma d; \
		u32 count = nondet_u32() & 0xffff; \
\
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
