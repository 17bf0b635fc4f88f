// SPDX-License-Identifier: GPL-2.0
/*
 * r500_packet(): a packet of type 1 to 3 with any dwords, any distance before the end of the
 * stream,
 * with any rule of its opcode.  The handlers are their contracts: each gets the body of its packet,
 * which has the dwords that the theorem of the handler reads.
 */
#include "surface.h"

static const u32 *packet, *stream_end;
static u32 handlers, handled;

/* The rule of the opcode: a rule of any members represents the rules of all opcodes. */
static struct r500_packet_rule rule;

static inline const struct r500_packet_rule *proof_rule(u32 opcode)
{
	PROVE(opcode == (*packet >> 8 & 0xff), "the rule is the opcode's");
	return &rule;
}

#define r500_rule(ck, opcode)	proof_rule(opcode)
#include "../../../pm4/r500/r500_packet.c"

/* A handler whose theorem is about a packet with at least one dword after its header. */
static int handle(struct r500_checker *ck, u32 handler, const u32 *body, u32 ndw)
{
	PROVE(rule.handler == handler, "the handler is the rule's");
	PROVE(ck->header == packet && body == packet + 1 && ndw == PM4_COUNT(*packet) + 1 &&
	      ndw <= (size_t)(stream_end - body), "a handler gets the body of the packet");
	PROVE(!ck->partial, "all pipes listen");
	handlers++;
	handled = handler;
	return nondet_bool();
}

/* Draws and the packet of the indices consume more. */
static u32 more;

int r500_arrays(struct r500_checker *ck, const u32 *body, u32 ndw)
{
	more = nondet_u32();
	ASSUME(more <= (size_t)(stream_end - body) - ndw);
	ck->cursor = body + ndw + more;
	return handle(ck, PM4_PH_ARRAYS, body, ndw);
}

int r500_draw_vbuf(struct r500_checker *ck, u32 control)
{
	PROVE(control == packet[1], "a draw gets its first dword");
	PROVE(ck->cursor == packet + 1 + PM4_COUNT(*packet) + 1, "the packet is consumed");
	return handle(ck, PM4_PH_DRAW_VBUF, packet + 1, PM4_COUNT(*packet) + 1);
}

int r500_draw_immd(struct r500_checker *ck, u32 control, u32 ndw)
{
	PROVE(control == packet[1], "a draw gets its first dword");
	PROVE(ck->cursor == packet + 1 + PM4_COUNT(*packet) + 1, "the packet is consumed");
	return handle(ck, PM4_PH_DRAW_IMMD, packet + 1, ndw);
}

int r500_draw_indx(struct r500_checker *ck, u32 control, u32 ndw)
{
	PROVE(control == packet[1], "a draw gets its first dword");
	PROVE(ck->cursor == packet + 1 + PM4_COUNT(*packet) + 1, "the packet is consumed");
	more = nondet_u32();
	ASSUME(more <= (size_t)(ck->end - ck->cursor));
	ck->cursor += more;
	return handle(ck, PM4_PH_DRAW_INDX, packet + 1, ndw);
}

int r500_refuse_packet(struct r500_checker *ck)
{
	return 1;
}

/* The dwords of a RAM of HyperZ or CMASK, and who may clear it. */
static u32 ram_dw(const struct r500_checker *ck, u32 handler)
{
	u32 pipes = ck->card.pipes;

	if (handler == PM4_PH_CLEAR_CMASK)
		return pipes == 1 ? 5120 : 4096 * pipes;
	if (pipes < ck->card.backends)
		pipes = ck->card.backends;
	if (handler == PM4_PH_CLEAR_ZMASK)
		return 4096 * pipes;
	return ck->card.chip == PM4_RV515 || ck->card.chip == PM4_R520 ? 10240 * pipes : 15360 * pipes;
}

void whole_packet(void)
{
	struct r500_checker any, *ck = &any;
	u32 rest = nondet_u32(), header, ndw, k;
	struct r500_packet_rule any_rule;
	u32 *dwords;
	bool partial;

	surface_world(ck, NULL, 0);
	ASSUME(rest && rest <= PM4_MAX_DW);
	dwords = malloc(rest * sizeof(u32));
	ASSUME(dwords);
	world_in.ib = packet = dwords;
	stream_end = ck->end = packet + rest;
	ck->header = packet;
	header = *packet;
	ASSUME(PM4_TYPE(header));
	rule = any_rule;
	ASSUME(invariant_rule(&rule));
	partial = nondet_bool();
	ck->partial = partial ? packet : NULL;
	if (r500_packet(ck))
		return;
	REACHED("a packet is accepted");
	PROVE(PM4_TYPE(header) != 1, "no packet of type 1 is accepted");
	PROVE(ck->cursor > packet && ck->cursor <= stream_end, "the packet ends inside the stream");
	if (PM4_TYPE(header) == 2) {
		REACHED("a filler is accepted");
		PROVE(ck->cursor == packet + 1 && !handlers, "a filler is one dword");
		return;
	}
	ndw = PM4_COUNT(header) + 1;
	PROVE(ck->cursor == packet + 1 + ndw + more,
	      "the packet is consumed, and what its handler takes");
	PROVE(!(header & 0xff), "no reserved bit of the header is set");
	PROVE(ndw >= rule.min_dw && ndw <= (u32)rule.min_dw + rule.more_dw && rule.min_dw != 0xffff,
	      "the length is one that the rule allows");
	PROVE(!partial || rule.handler == PM4_PH_NOP,
	      "while some pipes do not listen only NOP is accepted");
	if (handlers) {
		PROVE(handlers == 1 && handled == rule.handler,
		      "the rules of the packet have been called once");
		return;
	}
	PROVE(rule.handler == PM4_PH_NOP || rule.handler == PM4_PH_CLEAR_HIZ ||
	      rule.handler == PM4_PH_CLEAR_ZMASK || rule.handler == PM4_PH_CLEAR_CMASK,
	      "any other packet is refused");
	if (rule.handler == PM4_PH_NOP)
		return;
	REACHED("a clear of on-chip RAM is accepted");
	PROVE(ck->flags & (rule.handler == PM4_PH_CLEAR_CMASK ? PM4_OWNS_CMASK : PM4_OWNS_HYPERZ),
	      "only the owner clears a RAM");
	k = nondet_u32();
	ASSUME(k < packet[2]);
	PROVE(packet[2] && (u64)packet[1] + k < ram_dw(ck, rule.handler),
	      "a clear stays inside of the RAM");
}
