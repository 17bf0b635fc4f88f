// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_dma(): one packet of a stream of the async DMA engine, with any dwords, at any place
 * and with any entry of the list of relocations next.  The loop is proven by induction: it begins
 * with any packet, and the proof ends after it.
 */
#define IN_PACKET(at)	in_stream(at)
static _Bool in_stream(const unsigned int *at);
#include "surface.h"

static const u32 *packet, *stream_end;
static u32 next_before, patches;

static bool in_stream(const u32 *at)
{
	return at >= packet && at < stream_end;
}

static inline void proof_patch(struct r600_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	struct pm4_patch patch = { (u32)(at - packet) | kind << PM4_PATCH_KIND, arg };

	PROVE(in_stream(at), "a patch changes a dword of the stream");
	PROVE(kind != PM4_PATCH_VALUE && invariant_patch(&patch, stream_end - packet, WORLD_BUFFERS),
	      "a patch adds the address of a buffer of the list, inside the stream");
	patches++;
}

/* A row of any class, or none. */
const struct pm4_packet_row *pm4_packet_find(const struct pm4_tables *tables, enum pm4_ring ring,
					     u32 chip, u32 opcode)
{
	static struct pm4_packet_row row;
	struct pm4_packet_row any;

	row = any;
	return nondet_bool() ? NULL : &row;
}

/* After a packet that was accepted, of which the next one begins at @p. */
static void dma_accepted(u32 next, const u32 *p)
{
	u32 command = packet[0] >> 28, count = packet[0] & 0xffff;

	REACHED("a packet is accepted");
	REACHED_IF(command == PM4_DMA_COPY && patches, "a copy is accepted");
	REACHED_IF(command == PM4_DMA_WRITE && count == 0xffff, "the longest packet is accepted");
	PROVE(p > packet && p <= stream_end, "the next packet begins inside the stream, and later");
	PROVE(next <= WORLD_BUFFERS && next == next_before + patches,
	      "each address consumes one entry of the list");
	PROVE(invariant_room(patches, p - packet), "there is room for the patches of a packet");
	PROVE(count || command == PM4_DMA_NOP, "no packet counts 0 dwords");
	PROVE(command != PM4_DMA_WRITE || p == packet + 3 + count,
	      "the data of a write are skipped");
	ASSUME(0);
}

#define r600_patch	proof_patch
#define while(condition) \
	for (d.next = next_before; (condition); dma_accepted(d.next, p))
#include "../../../pm4/r600/r600_check_dma.c"
#undef while
#undef r600_refuse_scissor
#include "../../../pm4/r600/r600_check_surface.c"

void dma_step(void)
{
	struct r600_checker any, *ck = &any;
	static struct pm4_result result;
	static struct pm4_input in;
	u32 rest = nondet_u32();

	surface_world(ck, NULL, 0);
	ASSUME(rest && rest <= PM4_MAX_DW);
	packet = malloc(rest * sizeof(u32));
	ASSUME(packet);
	stream_end = ck->end = packet + rest;
	next_before = nondet_u32();
	ASSUME(next_before <= WORLD_BUFFERS);
	in.ib = packet;
	in.nbuffers = WORLD_BUFFERS;
	in.buffers = world_buffers;
	ck->in = &in;
	ck->result = &result;
	r600_check_dma(ck);
}
