// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets: header, length, predicate bit, and the call of the rules of each kind, which are
 * in the files r600_packet_*.c.  The walk calls r600_check_packet() for every packet that it
 * does not accept itself.  Takes no lock.
 */
#include "r600_packet_body.h"

/* Loading registers from memory and shadowing them to memory are refused. */
static noinline int check_context_control(struct r600_checker *ck, const u32 *b)
{
	return r600_field_bits(ck, 0, b[0], 0x80000000) || r600_field_bits(ck, 1, b[1], 0x80000000);
}

/* Constants hold no address: their range is the only rule. */
static noinline int check_constants(struct r600_checker *ck, struct r600_packet_rule rule,
				    const u32 *b, u32 ndw)
{
	const struct pm4_packet_row *row = &r600_tables.packet_rows[rule.row - 1];
	const struct pm4_space *space = &r600_tables.spaces[row->space - 1];
	u32 room = (space->end - space->base) / 4;
	u32 count = ndw - 1;

	if (b[0] >= room || count > room - b[0])
		return PM4_REFUSE(ck, .code = PM4_CODE_RANGE,
				  .at = r600_body_at(ck, 0),
				  .detail = row->space, .expected = room,
				  .offset = b[0], .actual = count);
	if (space->unit_dw > 1 && row->handler != PM4_PH_SET_ALU_CONST &&
	    (count % space->unit_dw || b[0] % space->unit_dw))
		return r600_refuse_unit(ck, space->unit_dw, b[0], count);
	if (rule.slot)
		r600_constants_set(ck, rule.slot, b[0], count);
	return 0;
}

/* Refuse a header that starts no packet, or a packet that exceeds the stream. */
static noinline int __cold refuse_header(struct r600_checker *ck, u32 header)
{
	switch (header >> 30) {
	case 0:
		return PM4_REFUSE(ck, .code = PM4_CODE_TYPE0, .at = ck->header,
				  .reg = (header & 0xffff) << 2);
	case 2:
		return PM4_REFUSE(ck, .code = PM4_CODE_HEADER_BITS,
				  .actual = header & ~PM4_FILLER);
	}
	if (header >> 30 == 3)
		return PM4_REFUSE(ck, .code = PM4_CODE_TRUNCATED,
				  .expected = PM4_COUNT(header) + 1,
				  .actual = ck->end - ck->header - 1);
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_TYPE, .actual = header >> 30);
}

/* Refuse a packet without a row for this chip, a denied packet, or a wrong length. */
static noinline int __cold refuse_packet(struct r600_checker *ck, u32 opcode, u32 ndw)
{
	const struct pm4_packet_row *row;

	if (!r600_rule(ck, opcode)->row)
		return PM4_REFUSE(ck, .code = r600_tables.packets[PM4_RING_GFX][opcode] ?
				  PM4_CODE_PACKET_CHIP : PM4_CODE_PACKET_UNKNOWN);
	row = &r600_tables.packet_rows[r600_rule(ck, opcode)->row - 1];
	if (row->cls == PM4_DENIED)
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_DENIED);
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH, .expected = row->min_dw,
			  .detail = row->max_dw, .actual = ndw);
}

/*
 * Returns true if the packet may have the predicate bit.  The CP must not skip a packet that
 * sets state or that the checker tracks.  Older Mesa sets the bit in all packets of a draw
 * and in the flushes before it.  These are safe: flushes only serve the client (the driver
 * flushes between streams), a NOP does nothing, r600_check_index_type() and
 * r600_check_num_instances() track both outcomes.
 */
static bool may_be_predicated(u32 handler, u32 ndw)
{
	switch (handler) {
	case PM4_PH_DRAW:
	case PM4_PH_DRAW_INDEX:
	case PM4_PH_DRAW_IMMEDIATE:
	case PM4_PH_INDEX_TYPE:
	case PM4_PH_SURFACE_SYNC:
	case PM4_PH_NOP:
	case PM4_PH_NUM_INSTANCES:
		return true;
	case PM4_PH_EVENT_WRITE:
		return ndw == 1;
	}
	return false;
}

static noinline int __cold refuse_low_bits(struct r600_checker *ck, u32 header)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_HEADER_BITS, .actual = header & 0xff);
}

/**
 * r600_check_packet() - check a packet against all rules
 * @ck: the check; advances ck->cursor past the packet and its relocations
 * @p: the packet; not a filler
 * @dirty: units and constant buffers that changed, in addition to ck->dirty
 *
 * Long, because it is the rules of all packets and then one switch over the handlers.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_check_packet(struct r600_checker *ck, const u32 *p, u64 dirty)
{
	u32 header = *p;
	u32 opcode = header >> 8 & 0xff;
	u32 ndw = PM4_COUNT(header) + 1;
	const u32 *b = p + 1;
	u32 handler;

	ck->dirty |= dirty;
	ck->header = p;
	/* A pointer past the end of the stream is undefined: compare lengths. */
	if (unlikely(header < PM4_TYPE3 || ck->end - b < (ptrdiff_t)ndw))
		return refuse_header(ck, header);
	ck->cursor = b + ndw;
	if (unlikely(ndw - r600_rule(ck, opcode)->min_dw > r600_rule(ck, opcode)->more_dw))
		return refuse_packet(ck, opcode, ndw);
	handler = r600_rule(ck, opcode)->handler;
	if (unlikely(header & 0xff) && ((header & 0xff) != PM4_PREDICATE ||
					!may_be_predicated(handler, ndw)))
		return refuse_low_bits(ck, header);
	if (unlikely(header & PM4_PREDICATE) && !ck->predicated)
		r600_inherit(ck, PM4_STATE_PREDICATE);

	switch ((enum pm4_packet_handler)handler) {
	case PM4_PH_NONE:
	case PM4_PH_NOP:
		return 0;
	case PM4_PH_SET_CONTEXT_REG:
		return r600_set_context(ck, b[0], ndw - 1);
	case PM4_PH_SET_CONFIG_REG:
		return r600_set_config(ck, b[0], ndw - 1);
	case PM4_PH_SET_RESOURCE:
		return r600_set_resources(ck, b[0], ndw - 1, b + 1);
	case PM4_PH_EVENT_WRITE:
		return r600_check_event_write(ck, b, ndw);
	case PM4_PH_DRAW:
		return r600_check_draw_auto(ck, b);
	case PM4_PH_DRAW_INDEX:
		return r600_check_draw_index(ck, b);
	case PM4_PH_DRAW_IMMEDIATE:
		return r600_check_draw_immediate(ck, b, ndw);
	case PM4_PH_INDEX_TYPE:
		return r600_check_index_type(ck, b);
	case PM4_PH_NUM_INSTANCES:
		return r600_check_num_instances(ck);
	case PM4_PH_PREDICATION:
		return r600_check_predication(ck, b);
	case PM4_PH_WAIT_REG_MEM:
		return r600_check_wait_reg_mem(ck, b);
	case PM4_PH_MEM_WRITE:
		return r600_check_mem_write(ck, b);
	case PM4_PH_SURFACE_SYNC:
		return r600_check_surface_sync(ck, b);
	case PM4_PH_EVENT_WRITE_EOP:
		return r600_check_event_write_eop(ck, b);
	case PM4_PH_STRMOUT_UPDATE:
		return r600_check_strmout_update(ck, b);
	case PM4_PH_STRMOUT_BASE:
		return r600_check_strmout_base(ck, b);
	case PM4_PH_COPY_DW:
		return r600_check_copy_dw(ck, b);
	case PM4_PH_CP_DMA:
		return r600_check_cp_dma(ck, b);
	case PM4_PH_CONTEXT_CONTROL:
		return check_context_control(ck, b);
	case PM4_PH_SET_ALU_CONST:
	case PM4_PH_SET_CONST:
	case PM4_PH_SET_SAMPLER:
		return check_constants(ck, *r600_rule(ck, opcode), b, ndw);
	case PM4_PH_DMA_WRITE:
	case PM4_PH_DMA_COPY:
	case PM4_PH_DMA_FILL:
	case PM4_PH_COUNT:
		break;
	}
	return refuse_packet(ck, opcode, ndw);
}
