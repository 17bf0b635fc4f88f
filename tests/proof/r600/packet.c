// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_packet(): any packet, with any dwords, at any place of a stream, from any state.  The
 * handlers are their contracts: each gets the body of its packet, which has the dwords that the
 * theorem of the handler reads.
 */
#define IN_PACKET(at)	in_stream(at)
static _Bool in_stream(const unsigned int *at);
/*
 * The check of a packet reads one row of the tables, and the space of this row: one of each with
 * any members represents all tables.
 */
#define r600_tables	packet_tables
#include "surface.h"

static struct pm4_packet_row table_row;
static struct pm4_space table_space;
static u16 table_packets[256];
const struct pm4_tables packet_tables = {
	.packet_rows = &table_row,
	.npacket_rows = 1,
	.spaces = &table_space,
	.nspaces = 1,
	.packets = { [PM4_RING_GFX] = table_packets },
};

/* The packet, and the end of the stream. */
static const u32 *packet, *stream_end;
static struct r600_packet_rule rule;
static u32 handlers, handled;

static bool in_stream(const u32 *at)
{
	return at >= packet && at < stream_end;
}

/* Each constant is in its space, and each slot is one of the list. */
static inline void proof_constants_set(struct r600_checker *ck, u32 slot, u32 first, u32 count)
{
	PROVE(slot == R600_SLOT_ALU ? first + count <= R600_ALU_BLOCKS * R600_ALU_BLOCK_DW :
	      slot > R600_SLOT_ALU && slot + first + count <= R600_SLOTS,
	      "each slot is one of the list");
}

/* The rule of the opcode: a rule of any members represents the rules of all opcodes. */
static inline const struct r600_packet_rule *proof_rule(u32 opcode)
{
	PROVE(opcode == (*packet >> 8 & 0xff), "the rule is the opcode's");
	return &rule;
}

#define r600_rule(ck, opcode)	proof_rule(opcode)
#define r600_constants_set	proof_constants_set
#include "../../../pm4/r600/r600_check_packet.c"

/* A handler whose theorem is about a packet with at least @dw dwords after its header. */
static int handle(struct r600_checker *ck, const u32 *b, u32 handler, u32 dw)
{
	PROVE(rule.handler == handler, "the handler is the rule's");
	PROVE(ck->header == packet && b == packet + 1, "a handler gets the body of the packet");
	PROVE(ck->cursor == b + PM4_COUNT(*packet) + 1 && ck->cursor <= ck->end,
	      "the body ends inside the stream");
	PROVE(dw <= PM4_COUNT(*packet) + 1, "the body has the dwords that the handler reads");
	handlers++;
	handled = handler;
	return nondet_bool();
}

#define HANDLER(function, handler, dw) \
	int r600_check_##function(struct r600_checker *ck, const u32 *b) \
	{ \
		return handle(ck, b, handler, dw); \
	}

HANDLER(draw_auto, PM4_PH_DRAW, 2)
HANDLER(draw_index, PM4_PH_DRAW_INDEX, 4)
HANDLER(index_type, PM4_PH_INDEX_TYPE, 1)
HANDLER(predication, PM4_PH_PREDICATION, 2)
HANDLER(wait_reg_mem, PM4_PH_WAIT_REG_MEM, 6)
HANDLER(mem_write, PM4_PH_MEM_WRITE, 4)
HANDLER(surface_sync, PM4_PH_SURFACE_SYNC, 4)
HANDLER(event_write_eop, PM4_PH_EVENT_WRITE_EOP, 5)
HANDLER(strmout_update, PM4_PH_STRMOUT_UPDATE, 5)
HANDLER(strmout_base, PM4_PH_STRMOUT_BASE, 2)
HANDLER(copy_dw, PM4_PH_COPY_DW, 5)
HANDLER(cp_dma, PM4_PH_CP_DMA, 5)

int r600_check_num_instances(struct r600_checker *ck)
{
	return handle(ck, packet + 1, PM4_PH_NUM_INSTANCES, 1);
}

int r600_check_draw_immediate(struct r600_checker *ck, const u32 *b, u32 ndw)
{
	PROVE(ndw == PM4_COUNT(*packet) + 1, "the indices end with the packet");
	return handle(ck, b, PM4_PH_DRAW_IMMEDIATE, 3);
}

int r600_check_event_write(struct r600_checker *ck, const u32 *b, u32 ndw)
{
	PROVE(ndw == PM4_COUNT(*packet) + 1, "the event has the length of the packet");
	return handle(ck, b, PM4_PH_EVENT_WRITE, 1);
}

/* The loops over registers and descriptors are registers.c and texture.c. */
int r600_set_context(struct r600_checker *ck, u32 first, u32 count)
{
	PROVE(count == PM4_COUNT(*packet), "the values of registers end with the packet");
	return handle(ck, packet + 1, PM4_PH_SET_CONTEXT_REG, 1);
}

int r600_set_config(struct r600_checker *ck, u32 first, u32 count)
{
	PROVE(count == PM4_COUNT(*packet), "the values of registers end with the packet");
	return handle(ck, packet + 1, PM4_PH_SET_CONFIG_REG, 1);
}

int r600_set_resources(struct r600_checker *ck, u32 first, u32 count, const u32 *words)
{
	PROVE(count == PM4_COUNT(*packet) && words == packet + 2,
	      "the descriptors end with the packet");
	return handle(ck, packet + 1, PM4_PH_SET_RESOURCE, 1);
}

int r600_refuse_unit(struct r600_checker *ck, u32 unit, u32 first, u32 count)
{
	PROVE(unit, "constants have a size");
	return 1;
}

/* The packets that the predicate may skip: they set no state that the check relies on. */
static bool may_skip(u32 handler, u32 ndw)
{
	return handler == PM4_PH_DRAW || handler == PM4_PH_DRAW_INDEX ||
	       handler == PM4_PH_DRAW_IMMEDIATE || handler == PM4_PH_INDEX_TYPE ||
	       handler == PM4_PH_SURFACE_SYNC || handler == PM4_PH_NOP ||
	       handler == PM4_PH_NUM_INSTANCES || (handler == PM4_PH_EVENT_WRITE && ndw == 1);
}

void whole_packet(void)
{
	struct r600_checker any, *ck = &any;
	struct pm4_result result;
	u32 rest = nondet_u32(), header, ndw;
	struct pm4_packet_row any_row;
	struct pm4_space any_space;
	struct r600_packet_rule any_rule;

	table_row = any_row;
	table_space = any_space;
	surface_world(ck, NULL, 0);
	ASSUME(rest && rest <= PM4_MAX_DW);
	packet = malloc(rest * sizeof(u32));
	ASSUME(packet);
	stream_end = ck->end = packet + rest;
	ck->result = &result;
	header = *packet;
	rule = any_rule;
	ASSUME(invariant_rule(&rule));
	if (r600_check_packet(ck, packet, nondet_u64()))
		return;
	REACHED("a packet is accepted");
	REACHED_IF(handled == PM4_PH_CP_DMA, "a packet with a handler is accepted");
	REACHED_IF(header & 0xff, "a packet with the predicate bit is accepted");
	ndw = PM4_COUNT(header) + 1;
	PROVE(header >> 30 == 3, "only packets of type 3 are accepted");
	PROVE(ndw <= rest - 1 && ck->cursor == packet + 1 + ndw,
	      "the packet ends inside the stream");
	PROVE(ndw >= rule.min_dw && ndw <= (u32)rule.min_dw + rule.more_dw,
	      "the length is one that the rule allows");
	PROVE(!(header & 0xff) || ((header & 0xff) == 1 && may_skip(rule.handler, ndw)),
	      "only packets that may be skipped have the predicate bit");
	PROVE(!(header & 0xff) || ck->predicated ||
	      result.footprint.live_in.groups >> PM4_STATE_PREDICATE & 1,
	      "the predicate is the stream's, or inherited");
	/* Context control and constants have their rules in this file. */
	PROVE(handlers == 1 || (!handlers && (rule.handler == PM4_PH_NONE ||
					      rule.handler == PM4_PH_NOP ||
					      rule.handler == PM4_PH_CONTEXT_CONTROL ||
					      invariant_is_constants(rule.handler))),
	      "the rules of the packet have been called once");
}
