// SPDX-License-Identifier: GPL-2.0
/*
 * r500_pipes_whole(): the packets after one that has left some pipes out.  A turn of its loop
 * begins at any packet, with any pipes, and the proof ends after it.
 */
#include "surface.h"

static const u32 *stream, *before;
static u32 turns, checked;

static bool turn(const struct r500_checker *ck);

/* Registers and packets of the other types have one contract here. */
#undef PM4_TYPE
#define PM4_TYPE(header)	((header), 1u)
#define while(condition)	while (turn(ck) && (condition))
#include "../../../pm4/r500/r500_reg.c"
#undef while

int r500_moved(struct r500_checker *ck) { return 1; }
int r500_enlarged(struct r500_checker *ck, u32 i) { return 1; }
bool r500_is_placing(u32 i) { return nondet_bool(); }
int r500_refuse_reloc(struct r500_checker *ck, u32 reg, const u32 *where) { return 1; }
int r500_upload(struct r500_checker *ck) { return 1; }

/* packet.c and registers.c: a packet that is accepted ends inside the stream. */
int r500_packet(struct r500_checker *ck)
{
	u32 dw = nondet_u32();

	PROVE(ck->header == before && ck->header < ck->end, "the packet is inside the stream");
	PROVE(ck->partial, "some pipes are left out");
	checked++;
	ASSUME(dw && dw <= (size_t)(ck->end - ck->header));
	ck->cursor = ck->header + dw;
	ck->partial = nondet_bool() ? stream : NULL;
	return nondet_bool();
}

static bool turn(const struct r500_checker *ck)
{
	if (!turns++) {
		before = ck->cursor;
		return true;
	}
	REACHED("a turn ends");
	PROVE(checked == 1 && ck->cursor > before && ck->cursor <= ck->end,
	      "a turn checks a packet, and goes on inside of the stream");
	ASSUME(!ck->partial);
	return true;
}

void pipes_whole(void)
{
	struct r500_checker any, *ck = &any;
	u32 dw = nondet_u32(), at = nondet_u32();

	surface_world(ck, NULL, 0);
	ASSUME(dw && dw <= PM4_MAX_DW && at <= dw);
	stream = malloc(dw * sizeof(u32));
	ASSUME(stream);
	world_in.ib = stream;
	ck->cursor = stream + at;
	ck->end = stream + dw;
	ck->partial = nondet_bool() ? stream : NULL;
	if (r500_pipes_whole(ck))
		return;
	REACHED("all pipes listen");
	PROVE(!ck->partial, "all pipes listen");
}
