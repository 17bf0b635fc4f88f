// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets with rules for their operands: draws, dispatches, queries and skips here, the others in
 * files of their own.  The walk has checked header and length.
 *
 * Called by si_check.c; takes no lock.
 */
#include "si_operand.h"

#define OVERFLOW_BYTES	32u	/* of PRIMCOUNT for SET_PREDICATION: two pairs of counters */

/* SOURCE_SELECT of DRAW_INITIATOR. */
enum { DMA, IMMEDIATE, AUTO_INDEX };

/* ---- draws and dispatches ---- */

static int set_base(struct si_checker *ck, const u32 *p)
{
	u32 which = p[1] & 0xf;

	if (si_bits(ck, p + 1, 0xf))
		return 1;
	if (which == PM4_V_SET_BASE_BASE_INDEX_GDS_PARTITIONS)
		return si_shared(ck, p + 1, PM4_SHARED_GDS_PARTITIONS);
	if (which == PM4_V_SET_BASE_BASE_INDEX_CE_PARTITIONS)
		return si_shared(ck, p + 1, PM4_SHARED_CE_PARTITIONS);
	if (si_most(ck, p + 1, PM4_F_SET_BASE_BASE_INDEX + 1, which, 1) || si_align(ck, p + 2, 8) ||
	    si_bits(ck, p + 3, SI_HIGH16))
		return 1;
	if (ck->ring != PM4_RING_CONST) {
		si_track(ck, &ck->base[which], si_addr48(p + 2));
		return 0;
	}
	if (ck->const_set >> which & 1 && ck->const_base[which] != si_addr48(p + 2))
		ck->const_differs |= 1u << which;
	ck->const_set |= 1u << which;
	ck->const_base[which] = si_addr48(p + 2);
	return 0;
}

/* Context registers get the defaults of the chip, which no stream shows: everything off. */
static int clear_state(struct si_checker *ck)
{
	if (si_conditional(ck))
		return 0;
	memset(ck->values, 0, SI_PGM_LO * sizeof(ck->values[0]));
	ck->dirty |= SI_DIRTY_COLORS | SI_DIRTY_DEPTH | SI_DIRTY_PROGRAMS;
	return 0;
}

static int index_base(struct si_checker *ck, const u32 *p)
{
	if (si_align(ck, p + 1, 2) || si_bits(ck, p + 2, SI_HIGH16))
		return 1;
	si_track(ck, &ck->index_base, si_addr48(p + 1));
	return 0;
}

static int index_type(struct si_checker *ck, const u32 *p)
{
	if (si_bits(ck, p + 1, 0xd))
		return 1;
	si_track(ck, &ck->index_bytes, p[1] & 1 ? 4 : 2);
	/* The units that are not selected keep the old type. */
	ck->index_bytes.is_set = !si_narrow(ck);
	return 0;
}

/* Bytes of one index, 0 if the stream does not say in any case. */
static u32 known_bytes(const struct si_checker *ck)
{
	return si_is_certain(ck, &ck->index_bytes) ? (u32)ck->index_bytes.value : 0;
}

/* The same; the longest index's bytes if the stream does not say. */
static u64 index_bytes(const struct si_checker *ck)
{
	u32 bytes = known_bytes(ck);

	return bytes ? bytes : 4;
}

/* DRAW_INITIATOR at @at: where the draw gets its indices from; nothing else may be set. */
static int source(struct si_checker *ck, const u32 *at, u32 select)
{
	return likely(*at == select) ? 0 :
	       si_refuse(ck, PM4_CODE_DRAW_SOURCE, at, select, *at);
}

/* DRAW_INDEX_AUTO */
static int draw_auto(struct si_checker *ck, const u32 *p)
{
	return (p[2] != (AUTO_INDEX | SI_USE_OPAQUE) && source(ck, p + 2, AUTO_INDEX)) ||
	       si_draw(ck);
}

static int draw_multi(struct si_checker *ck, const u32 *p)
{
	return source(ck, p + 2, AUTO_INDEX) || si_draw(ck);
}

static int draw_index(struct si_checker *ck, const u32 *p)
{
	if (source(ck, p + 5, DMA) ||
	    si_address(ck, p + 2, 2, min(p[1], p[4]) * index_bytes(ck), PM4_READS))
		return 1;
	return si_draw(ck);
}

static int draw_offset(struct si_checker *ck, const u32 *p)
{
	u64 bytes = index_bytes(ck);

	if (source(ck, p + 4, DMA) ||
	    si_relative(ck, p + 2, PM4_UNKNOWN_INDEX_BASE, &ck->index_base, p[2] * bytes,
			min(p[1], p[3]) * bytes))
		return 1;
	return si_draw(ck);
}

static int draw_immediate(struct si_checker *ck, const u32 *p, u32 count)
{
	u64 half = ((u64)p[1] + 1) / 2, have = count - 1;
	u32 bytes = known_bytes(ck);

	if (source(ck, p + 2, IMMEDIATE))
		return 1;
	if (bytes == 2 ? have == half : bytes == 4 ? have == p[1] : have == half || have == p[1])
		return si_draw(ck);
	return si_refuse(ck, PM4_CODE_INDEX_COUNT, p + 1, bytes == 4 ? p[1] : half, have);
}

static int draw_indirect(struct si_checker *ck, const u32 *p)
{
	bool indexed = PM4_OPCODE(*p) == PM4_OP_DRAW_INDEX_INDIRECT;

	/* By the guide, the second value goes to the register after the first one. */
	if (si_align(ck, p + 1, 4) || si_target_indirect(ck, p + 2, p[2], 2) ||
	    si_target_indirect(ck, p + 3, p[3], 1) || source(ck, p + 4, indexed ? DMA : AUTO_INDEX))
		return 1;
	if (si_set_base_relative(ck, p + 1, 1, p[1], indexed ? 20 : 16))
		return 1;
	/* Memory tells which of the indices the draw fetches: it may be any of them. */
	if (indexed && (si_needs(ck, p, PM4_UNKNOWN_INDEX_SIZE, &ck->index_count) ||
			si_relative(ck, p, PM4_UNKNOWN_INDEX_BASE, &ck->index_base, 0,
				    ck->index_count.value * index_bytes(ck))))
		return 1;
	return si_draw(ck);
}

static int dispatch_indirect(struct si_checker *ck, const u32 *p)
{
	if (si_align(ck, p + 1, 4) || si_set_base_relative(ck, p + 1, 1, p[1], 12))
		return 1;
	return si_dispatch(ck);
}

/* ---- queries and predication ---- */

static int occlusion_query(struct si_checker *ck, const u32 *p)
{
	if (si_address(ck, p + 1, 16, 128, PM4_READS) || si_bits(ck, p + 4, SI_HIGH8) ||
	    si_address(ck, p + 3, 4, 8, PM4_MODIFIES))
		return 1;
	si_note(ck, SI_NOTE_QUERY, PM4_CODE_WAIT_QUERY, p);
	return 0;
}

static int predication(struct si_checker *ck, const u32 *p)
{
	u32 op = pm4_get(SET_PREDICATION_PRED_OP, p[2]);

	if (si_bits(ck, p + 2, 0x800711ff) || si_align(ck, p + 1, 16) ||
	    si_most(ck, p + 2, PM4_F_SET_PREDICATION_PRED_OP + 1, op, 2))
		return 1;
	/* With CONTINUE the counts of the packet before are added, perhaps another client's. */
	if (pm4_get(SET_PREDICATION_CONTINUE, p[2]) &&
	    (!op || !si_is_certain(ck, &ck->predicate) || ck->predicate.value != op))
		return si_refuse(ck, PM4_CODE_PREDICATE_CONTINUES, p + 2, op, 0);
	si_track(ck, &ck->predicate, op);
	ck->predication++;
	if (op == PM4_V_SET_PREDICATION_PRED_OP_CLEAR)
		return 0;
	return si_access(ck, p + 1, p[1] | (u64)(p[2] & SI_HIGH8) << 32,
			 op == PM4_V_SET_PREDICATION_PRED_OP_ZPASS ?
			 SI_QUERY_PAIR * si_backends(ck) : OVERFLOW_BYTES, PM4_READS);
}

/* ---- skips ---- */

static int cond_exec(struct si_checker *ck, const u32 *p)
{
	u32 command = pm4_get(COND_EXEC_COMMAND, p[2]);

	if (si_exact(ck, p + 2, PM4_F_COND_EXEC_COMMAND + 1, command, 0) ||
	    si_bits(ck, p + 2, SI_HIGH16) || si_align(ck, p + 1, 4) ||
	    si_bits(ck, p + 3, 0x3fff) || si_bits(ck, p + 4, 0x7fffffff))
		return 1;
	return si_access(ck, p + 1, si_addr48(p + 1), 4, PM4_READS);
}

/* COND_EXEC and PRED_EXEC: the skipped dwords are whole packets, which the walk checks next. */
static int skip(struct si_checker *ck, const u32 *p, u32 count)
{
	bool cond = PM4_OPCODE(*p) == PM4_OP_COND_EXEC;
	const u32 *at = si_skip_count(p), *next = p + count + 2;
	u32 dw = si_skip_dw(p);

	if (ck->skip) {
		ck->verdict->detail = (u32)(ck->skip - ck->ib);
		ck->verdict->offset = *ck->skip;
		return si_refuse(ck, PM4_CODE_SKIP_NESTED, p, 0, 0);
	}
	if (cond ? cond_exec(ck, p) : si_bits(ck, at, 0xff003fff))
		return 1;
	if (dw > ck->ib_end - next) {
		ck->verdict->detail = PM4_NO_DWORD;
		return si_refuse(ck, PM4_CODE_SKIP_END, at, (u32)(ck->ib_end - next), dw);
	}
	if (dw) {
		ck->conditions = true;
		ck->skip = p;
		ck->end = next + dw;
	}
	return 0;
}

static int context_control(struct si_checker *ck, const u32 *p)
{
	return si_bits(ck, p + 1, 1u << 31) || si_bits(ck, p + 2, 1u << 31);
}

/**
 * si_packet() - check a packet
 * @ck: the checker
 * @p: the packet
 * @handler: enum pm4_packet_handler
 * @count: dwords after the header, minus 1
 *
 * Long, because it is one switch over the handlers.
 *
 * Return: 0, or 1 after a refusal.
 */
int si_packet(struct si_checker *ck, const u32 *p, u32 handler, u32 count)
{
	switch (handler) {
	case PM4_PH_SET_CONTEXT_REG:
		return si_set(ck, PM4_WINDOW_CONTEXT, p, count);
	case PM4_PH_SET_SH_REG:
		return si_set(ck, PM4_WINDOW_SH, p, count);
	case PM4_PH_SET_CONFIG_REG:
		return si_set(ck, PM4_WINDOW_CONFIG, p, count);
	case PM4_PH_EVENT_WRITE:
		return si_event_write(ck, p, count);
	case PM4_PH_CP_DMA:
		return si_cp_dma(ck, p);
	case PM4_PH_DRAW:
		return draw_auto(ck, p);
	case PM4_PH_DRAW_MULTI:
		return draw_multi(ck, p);
	case PM4_PH_SURFACE_SYNC:
		return si_surface_sync(ck, p);
	case PM4_PH_DISPATCH:
		return si_dispatch(ck);
	case PM4_PH_DRAW_INDEX:
		return draw_index(ck, p);
	case PM4_PH_SET_BASE:
		return set_base(ck, p);
	case PM4_PH_CLEAR_STATE:
		return clear_state(ck);
	case PM4_PH_INDEX_SIZE:
		si_track(ck, &ck->index_count, p[1]);
		return 0;
	case PM4_PH_INDEX_BASE:
		return index_base(ck, p);
	case PM4_PH_INDEX_TYPE:
		return index_type(ck, p);
	case PM4_PH_DRAW_OFFSET:
		return draw_offset(ck, p);
	case PM4_PH_DRAW_IMMEDIATE:
		return draw_immediate(ck, p, count);
	case PM4_PH_DRAW_INDIRECT:
		return draw_indirect(ck, p);
	case PM4_PH_DISPATCH_INDIRECT:
		return dispatch_indirect(ck, p);
	case PM4_PH_ATOMIC:
		return si_atomic(ck, p);
	case PM4_PH_OCCLUSION_QUERY:
		return occlusion_query(ck, p);
	case PM4_PH_PREDICATION:
		return predication(ck, p);
	case PM4_PH_SKIP:
		return skip(ck, p, count);
	case PM4_PH_CONTEXT_CONTROL:
		return context_control(ck, p);
	case PM4_PH_STRMOUT_UPDATE:
		return si_strmout_update(ck, p);
	case PM4_PH_WRITE_DATA:
		return si_write_data(ck, p, count);
	case PM4_PH_COPY_DW:
		return si_copy_dw(ck, p);
	case PM4_PH_COPY_DATA:
		return si_copy_data(ck, p);
	case PM4_PH_WAIT_REG_MEM:
		return si_wait(ck, p);
	case PM4_PH_MEM_WRITE:
		return si_mem_write(ck, p);
	case PM4_PH_COND_WRITE:
		return si_cond_write(ck, p);
	case PM4_PH_EVENT_WRITE_EOP:
		return si_event_write_eop(ck, p);
	case PM4_PH_EVENT_WRITE_EOS:
		return si_event_write_eos(ck, p);
	case PM4_PH_SET_INDIRECT:
		return si_set_indirect(ck, p);
	case PM4_PH_COUNTER:
		return si_counter(ck, p);
	case PM4_PH_CE_WRITE:
		return si_ce_write(ck, p, count);
	case PM4_PH_LOAD_RAM:
		return si_load_ram(ck, p);
	case PM4_PH_WRITE_RAM:
		return si_write_ram(ck, p, count);
	case PM4_PH_DUMP_RAM:
		return si_dump_ram(ck, p);
	}
	/* pm4_gen knows all handlers, so this is none of the tables. */
	return si_refuse(ck, PM4_CODE_PACKET_UNKNOWN, p, 0, 0);
}
