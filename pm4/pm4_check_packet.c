// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets: draws, synchronisation, memory writes, copies, queries, constants and
 * predication.  pm4_check_packet() is called for every packet that the walk has not
 * let through; each function gets the packet's body, in the input.
 */
#include "pm4_check.h"

#define ADDR_HI		0xffu

/* Reads of queries and predicates: one slot of a begin and an end per backend. */
#define ZPASS_SLOT	16u
#define PRIMCOUNT_BYTES	32u
#define PIPELINESTAT_BYTES (11 * 8u)
#define STREAMOUTSTATS_BYTES 16u

enum { DRAW_DMA, DRAW_IMMEDIATE, DRAW_AUTO };
#define DRAW_USE_OPAQUE	0x40u

static const u32 *body_at(const struct pm4_checker *ck, u32 i)
{
	return ck->header + 1 + i;
}

static int field_bits(struct pm4_checker *ck, u32 i, u32 value, u32 allowed)
{
	if (likely(!(value & ~allowed)))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_FIELD_BITS,
			  .at = body_at(ck, i), .detail = i,
			  .expected = allowed, .actual = value);
}

/* Refuse the value of a field; @how (PM4_VALUE_*) it is bounded by @expected. */
static noinline int __cold refuse_value(struct pm4_checker *ck, u32 i, u32 field, u32 how,
					u32 expected, u32 actual)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_FIELD_VALUE,
			  .at = body_at(ck, i), .detail = i, .field = field + 1,
			  .expected = expected, .actual = actual, .shape = { how });
}

/**
 * struct place - an address in a packet
 * @lo: number of the dword with its low 32 bits; the next one has the high 8
 * @keep: low bits that are not address
 * @align: what the address must be a multiple of
 * @bytes: what is read or written there
 * @write: it is written
 */
struct place {
	u32 lo;
	u32 keep;
	u32 align;
	u64 bytes;
	bool write;
};

/* The offset that the two dwords at @at hold. */
static u64 place_offset(const u32 *at, struct place p)
{
	return (at[0] & ~p.keep) | (u64)(at[1] & ADDR_HI) << 32;
}

/* An address whose relocation names @buffer; by value, so that @p needs no memory. */
static noinline int __cold refuse_place(struct pm4_checker *ck, const u32 *at,
					struct place p, const struct pm4_buffer *buffer)
{
	u64 offset = place_offset(at, p);

	if (offset & (p.align - 1))
		return PM4_REFUSE(ck, .code = PM4_CODE_ALIGNMENT,
				  .at = at, .detail = p.lo, .buffer = buffer,
				  .expected = p.align, .actual = offset);
	if (!pm4_inside(buffer, offset, p.bytes))
		return PM4_REFUSE(ck, .code = PM4_CODE_BOUNDS,
				  .at = at, .detail = p.lo, .buffer = buffer,
				  .offset = offset, .expected = buffer->size,
				  .actual = p.bytes);
	return PM4_REFUSE(ck, .code = PM4_CODE_READ_ONLY, .at = at, .buffer = buffer);
}

/* Take the relocation of an address, hold the access inside, have the address put in. */
static __always_inline int place_address(struct pm4_checker *ck, const u32 *b,
					 const struct place *p)
{
	const u32 *at = b + p->lo;
	const struct pm4_buffer *buffer;
	u64 offset;
	u32 index;

	if (pm4_next_reloc(ck, at, &index))
		return 1;
	buffer = pm4_buffer(ck, index);
	offset = place_offset(at, *p);
	if (unlikely(offset & (p->align - 1) || !pm4_inside(buffer, offset, p->bytes) ||
		     (p->write && !buffer->writable)))
		return refuse_place(ck, at, *p, buffer);
	if (p->write)
		pm4_mark_written(ck, index);
	pm4_patch(ck, at, PM4_PATCH_ADDR_NEXT, index);
	return 0;
}

static int draw_initiator(struct pm4_checker *ck, u32 i, u32 value, u32 source, u32 more)
{
	if (likely(value == source || value == (source | more)))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE,
			  .at = body_at(ck, i), .detail = more,
			  .expected = source, .actual = value);
}

static bool is_predicated(const struct pm4_checker *ck)
{
	return *ck->header & PM4_PREDICATE;
}

/* Bytes of an index for the draw at work, 0: unknown. */
static u32 index_bytes(const struct pm4_checker *ck)
{
	return is_predicated(ck) ? ck->index_bytes_predicated : ck->index_bytes;
}

static noinline int check_draw_auto(struct pm4_checker *ck, const u32 *b)
{
	return draw_initiator(ck, 1, b[1], DRAW_AUTO, DRAW_USE_OPAQUE) ||
	       pm4_draw(ck, 0, is_predicated(ck));
}

/*
 * No more indices are drawn than the buffer has, but the last one if there are none: Mesa
 * passes on what a GL program asks for.  A draw of none has its base held, too.
 */
static noinline int check_draw_index(struct pm4_checker *ck, const u32 *b)
{
	u64 offset = b[0] | (u64)(b[1] & ADDR_HI) << 32, last;
	/* Of an unknown size they are taken to be large. */
	u32 bytes = index_bytes(ck) == 2 ? 2 : 4;
	const struct pm4_buffer *buffer;
	u64 room;
	u32 index;

	if (draw_initiator(ck, 3, b[3], DRAW_DMA, DRAW_DMA) ||
	    field_bits(ck, 1, b[1], ADDR_HI) ||
	    pm4_next_reloc(ck, body_at(ck, 0), &index))
		return 1;
	buffer = &ck->buffers[index];
	if (offset & 1)
		return PM4_REFUSE(ck, .code = PM4_CODE_ALIGNMENT, .buffer = pm4_buffer(ck, index),
				  .at = body_at(ck, 0),
				  .expected = 2, .actual = offset);
	if (buffer->size < bytes)
		return PM4_REFUSE(ck, .code = PM4_CODE_INDEX_BOUNDS, .buffer = buffer,
				  .at = body_at(ck, 2),
				  .offset = offset, .detail = b[2],
				  .expected = buffer->size,
				  .actual = (u64)max(b[2], 1u) * bytes);
	last = (buffer->size - bytes) & ~1ull;
	if (offset > last) {
		offset = last;
		pm4_patch(ck, b, PM4_PATCH_VALUE, (u32)offset);
		pm4_patch(ck, b + 1, PM4_PATCH_VALUE, (u32)(offset >> 32));
	}
	room = (buffer->size - offset) >> (bytes == 2 ? 1 : 2);
	if (b[2] > room)
		pm4_patch(ck, b + 2, PM4_PATCH_VALUE, (u32)room);
	pm4_patch(ck, b, PM4_PATCH_ADDR_NEXT, index);
	return pm4_draw(ck, 0, is_predicated(ck));
}

/*
 * The count has to be that of the indices: VGT would wait for more, or get too many.
 * So their size, too, has to be what this stream says.
 */
static noinline int check_draw_immediate(struct pm4_checker *ck, const u32 *b, u32 ndw)
{
	u64 indices = b[0];
	u32 bytes = index_bytes(ck);
	u64 want = bytes == 2 ? (indices + 1) / 2 : indices;

	if (draw_initiator(ck, 1, b[1], DRAW_IMMEDIATE, DRAW_IMMEDIATE))
		return 1;
	if (!bytes)
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_MISSING,
				  .detail = PM4_OP_INDEX_TYPE);
	if (want != ndw - 2)
		return PM4_REFUSE(ck, .code = PM4_CODE_INDEX_COUNT,
				  .at = body_at(ck, 0),
				  .expected = want, .actual = ndw - 2);
	return pm4_draw(ck, 0, is_predicated(ck));
}

/*
 * A packet that may be skipped leaves the size unknown, unless it says what was said
 * before; but not to a draw that is skipped with it.
 */
static noinline int check_index_type(struct pm4_checker *ck, const u32 *b)
{
	u32 bytes = b[0] & 1 ? 4 : 2;

	if (field_bits(ck, 0, b[0], 0xd))
		return 1;
	ck->index_bytes_predicated = bytes;
	if (!is_predicated(ck))
		ck->index_bytes = bytes;
	else if (ck->index_bytes != bytes)
		ck->index_bytes = 0;
	return 0;
}

static noinline int check_predication(struct pm4_checker *ck, const u32 *b)
{
	u32 op = pm4_bits(b[1], 16, 3);
	struct place result = { .lo = 0, .align = 16 };

	if (field_bits(ck, 1, b[1], 0x800711ff))
		return 1;
	ck->predicated = true;
	/* From here on another predicate decides than for packets before. */
	ck->index_bytes_predicated = ck->index_bytes;
	switch (op) {
	case 0:
		return 0;
	case 1:
		result.bytes = (u64)ck->card.backends * ZPASS_SLOT;
		break;
	case 2:
		result.bytes = PRIMCOUNT_BYTES;
		break;
	default:
		return refuse_value(ck, 1, PM4_F_SET_PREDICATION_PRED_OP, PM4_VALUE_MOST, 2, op);
	}
	return place_address(ck, b, &result);
}

#define WAIT_MEMORY	0x10u
#define WAIT_PFP	0x100u
#define WAIT_GEQUAL	5u

/* Of a dword number; 0 where there can be no register. */
static u32 register_offset(u32 number)
{
	return number <= 0xffff ? number << 2 : 0;
}

/* Registers whose awaited value comes by itself once work before is done. */
static bool wait_register(u32 reg)
{
	return reg == PM4_R_CP_STRMOUT_CNTL || reg == PM4_R_CP_COHER_STATUS;
}

static noinline int check_wait_reg_mem(struct pm4_checker *ck, const u32 *b)
{
	static const struct place poll = { .lo = 1, .keep = 3, .align = 16, .bytes = 4 };
	u32 function = pm4_bits(b[0], 0, 3);

	if (field_bits(ck, 0, b[0], WAIT_PFP | WAIT_MEMORY | 7))
		return 1;
	if (function == 7)
		return refuse_value(ck, 0, PM4_F_WAIT_REG_MEM_FUNCTION, PM4_VALUE_MOST,
				    6, function);
	if (b[0] & WAIT_MEMORY) {
		/* The prefetch parser knows one comparison. */
		if (b[0] & WAIT_PFP && function != WAIT_GEQUAL)
			return refuse_value(ck, 0, PM4_F_WAIT_REG_MEM_FUNCTION, PM4_VALUE_EXACT,
					    WAIT_GEQUAL, function);
		return field_bits(ck, 2, b[2], ADDR_HI) || place_address(ck, b, &poll);
	}
	if (b[0] & WAIT_PFP || b[1] > 0xffff || !wait_register(b[1] << 2))
		return PM4_REFUSE(ck, .code = PM4_CODE_WAIT_REGISTER, .at = body_at(ck, 1),
				  .detail = b[0] & WAIT_PFP, .reg = register_offset(b[1]),
				  .actual = b[1]);
	return field_bits(ck, 2, b[2], 0);
}

#define MEM_WRITE_DATA32 0x40000u

static noinline int check_mem_write(struct pm4_checker *ck, const u32 *b)
{
	bool data32 = b[1] & MEM_WRITE_DATA32;
	u32 bytes = data32 ? 4 : 8;
	struct place dst = { .lo = 0, .keep = 3, .align = bytes, .bytes = bytes,
			     .write = true };

	return field_bits(ck, 1, b[1], 0x70000 | ADDR_HI) || place_address(ck, b, &dst);
}

static noinline int check_surface_sync(struct pm4_checker *ck, const u32 *b)
{
	u32 index;

	/* Everything: no surface is named. */
	if (b[1] == 0xffffffff && !b[2])
		return 0;
	if (pm4_next_reloc(ck, body_at(ck, 2), &index))
		return 1;
	pm4_patch(ck, b + 2, PM4_PATCH_ADDR_256, index);
	return 0;
}

/* The EVENT_INDEX of an event that EVENT_WRITE sends with an address. */
static u32 address_index(u32 type)
{
	switch (type) {
	case PM4_EVENT_ZPASS_DONE:
		return 1;
	case PM4_EVENT_SAMPLE_PIPELINESTAT:
		return 2;
	case PM4_EVENT_SAMPLE_STREAMOUTSTATS:
		return 3;
	}
	return 0;
}

static noinline int __cold refuse_event(struct pm4_checker *ck, u32 code, u32 event)
{
	return PM4_REFUSE(ck, .code = code, .at = body_at(ck, 0),
			  .detail = event & 0x3f, .actual = event,
			  .expected = address_index(event & 0x3f));
}

static const struct pm4_event *event_find(struct pm4_checker *ck, u32 event)
{
	const struct pm4_event *e = &pm4_events[event & 0x3f];

	if (e->name && e->chips & ck->chip_bit && e->form != PM4_EVENT_DENIED)
		return e;
	refuse_event(ck, e->name ? PM4_CODE_EVENT_DENIED : PM4_CODE_EVENT_UNKNOWN, event);
	return NULL;
}

/**
 * pm4_events_init() - which events need no address
 * @ck: the checker; its card is set
 */
void pm4_events_init(struct pm4_checker *ck)
{
	static const u8 indices[] = { 0, 4, 7 };
	u32 type, i;

	for (type = 0; type < 64; type++) {
		const struct pm4_event *e = &pm4_events[type];

		for (i = 0; i < ARRAY_SIZE(indices); i++)
			ck->plain_event[type | indices[i] << 8] =
				e->name && e->chips & ck->chip_bit &&
				e->form == PM4_EVENT_PLAIN;
	}
}

/*
 * EVENT_INDEX says to the CP what to do about an event, and has to fit it.  Mesa 7.x leaves
 * that of ZPASS_DONE out.
 */
static bool address_index_fits(u32 type, u32 index)
{
	return index == address_index(type) || (type == PM4_EVENT_ZPASS_DONE && !index);
}

static noinline int check_event_write(struct pm4_checker *ck, const u32 *b, u32 ndw)
{
	struct place result = { .lo = 1, .align = 8, .write = true };
	const struct pm4_event *event;

	if (ndw == 1 && pm4_plain_event(ck, b[0]))
		return 0;
	if (field_bits(ck, 0, b[0], 0xf3f))
		return 1;
	event = event_find(ck, b[0]);
	if (!event)
		return 1;
	if (event->form != PM4_EVENT_ADDR || ndw != 3 ||
	    !address_index_fits(event->type, pm4_bits(b[0], 8, 4)))
		return refuse_event(ck, PM4_CODE_EVENT_FORM, b[0]);
	switch (event->type) {
	case PM4_EVENT_ZPASS_DONE:
		result.bytes = (u64)(ck->card.backends - 1) * ZPASS_SLOT + 8;
		break;
	case PM4_EVENT_SAMPLE_PIPELINESTAT:
		result.bytes = PIPELINESTAT_BYTES;
		break;
	case PM4_EVENT_SAMPLE_STREAMOUTSTATS:
		result.bytes = STREAMOUTSTATS_BYTES;
		break;
	default:
		return refuse_event(ck, PM4_CODE_EVENT_FORM, b[0]);
	}
	return field_bits(ck, 2, b[2], ADDR_HI) || place_address(ck, b, &result);
}

static noinline int check_event_write_eop(struct pm4_checker *ck, const u32 *b)
{
	u32 data = pm4_bits(b[2], 29, 3);
	struct place result = { .lo = 1, .align = data == 1 ? 4 : 8, .write = true,
				.bytes = data == 0 ? 0 : data == 1 ? 4 : 8 };
	const struct pm4_event *event;

	/* No interrupt: those are the driver's. */
	if (field_bits(ck, 0, b[0], 0xf3f) || field_bits(ck, 2, b[2], 0xe00000ff))
		return 1;
	event = event_find(ck, b[0]);
	if (!event)
		return 1;
	if (event->form != PM4_EVENT_EOP || pm4_bits(b[0], 8, 4) != 5)
		return refuse_event(ck, PM4_CODE_EVENT_FORM, b[0]);
	if (data > 3)
		return refuse_value(ck, 2, PM4_F_EVENT_WRITE_EOP_DATA_SEL, PM4_VALUE_MOST, 3, data);
	return place_address(ck, b, &result);
}

static noinline int check_strmout_update(struct pm4_checker *ck, const u32 *b)
{
	static const struct place dst = { .lo = 1, .align = 4, .bytes = 4, .write = true };
	static const struct place src = { .lo = 3, .align = 4, .bytes = 4 };
	u32 source = pm4_bits(b[0], 1, 2), n = pm4_bits(b[0], 8, 2);
	u32 size;

	if (field_bits(ck, 0, b[0], 0x307))
		return 1;
	if (b[0] & 1 && (field_bits(ck, 2, b[2], ADDR_HI) || place_address(ck, b, &dst)))
		return 1;
	if (source == 2)
		return field_bits(ck, 4, b[4], ADDR_HI) || place_address(ck, b, &src);
	if (source == 0) {
		/* The offset is in the packet, in dwords. */
		size = pm4_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n);
		if (b[3] > size)
			return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_BOUNDS,
					  .at = body_at(ck, 3),
					  .expected = (u64)size * 4,
					  .actual = (u64)b[3] * 4);
		ck->strmout_start[n] = b[3];
		ck->dirty |= PM4_UNIT_STRMOUT;
	}
	return 0;
}

static noinline int check_strmout_base(struct pm4_checker *ck, const u32 *b)
{
	u32 reg = PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * (b[0] & 3);
	u32 index;

	if (field_bits(ck, 0, b[0], 3))
		return 1;
	if (!pm4_context_isset(ck, reg))
		return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .reg = reg);
	if (pm4_next_reloc(ck, body_at(ck, 1), &index))
		return 1;
	if (index != pm4_context_buffer(ck, reg) || b[1] != pm4_context_get(ck, reg))
		return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_MISMATCH,
				  .at = body_at(ck, 1), .reg = reg,
				  .buffer = pm4_buffer(ck, index),
				  .detail = pm4_context_buffer(ck, reg),
				  .expected = pm4_context_get(ck, reg),
				  .actual = b[1]);
	ck->strmout_told |= 1u << b[0];
	ck->strmout_base[b[0]].value = b[1];
	ck->strmout_base[b[0]].buffer = index;
	pm4_patch(ck, b + 1, PM4_PATCH_ADDR_256, index);
	return 0;
}

/* A register that holds no address and is not followed, so that any value will do. */
static int copy_register(struct pm4_checker *ck, u32 i, const u32 *b)
{
	u32 reg = register_offset(b[i]);
	const struct pm4_reg_row *row = pm4_reg_find(ck->card.chip, reg);

	if (b[i] <= 0xffff && row && row->cls == PM4_ALLOWED)
		return field_bits(ck, i + 1, b[i + 1], 0);
	return PM4_REFUSE(ck, .code = PM4_CODE_COPY_REGISTER,
			  .at = body_at(ck, i), .reg = reg,
			  .actual = b[i]);
}

static noinline int check_copy_dw(struct pm4_checker *ck, const u32 *b)
{
	static const struct place src = { .lo = 1, .align = 4, .bytes = 4 };
	static const struct place dst = { .lo = 3, .align = 4, .bytes = 4, .write = true };

	if (field_bits(ck, 0, b[0], 3))
		return 1;
	if (b[0] & 1) {
		if (field_bits(ck, 2, b[2], ADDR_HI) || place_address(ck, b, &src))
			return 1;
	} else if (copy_register(ck, 1, b)) {
		return 1;
	}
	if (b[0] & 2)
		return field_bits(ck, 4, b[4], ADDR_HI) || place_address(ck, b, &dst);
	return copy_register(ck, 3, b);
}

/* Memory to memory only, and nothing swapped on the way. */
static noinline int check_cp_dma(struct pm4_checker *ck, const u32 *b)
{
	u64 bytes = b[4] & 0x1fffff;
	struct place src = { .lo = 0, .align = 1, .bytes = bytes };
	struct place dst = { .lo = 2, .align = 1, .bytes = bytes, .write = true };

	/* No document says that a count of 0 copies nothing. */
	if (!bytes)
		return refuse_value(ck, 4, PM4_F_CP_DMA_BYTE_COUNT, PM4_VALUE_NOT_0, 1, 0);
	return field_bits(ck, 4, b[4], 0x1fffff) ||
	       field_bits(ck, 1, b[1], 0x800000ff) ||
	       field_bits(ck, 3, b[3], ADDR_HI) ||
	       place_address(ck, b, &src) ||
	       place_address(ck, b, &dst);
}

/* Registers are neither loaded from memory nor shadowed there. */
static noinline int check_context_control(struct pm4_checker *ck, const u32 *b)
{
	return field_bits(ck, 0, b[0], 0x80000000) || field_bits(ck, 1, b[1], 0x80000000);
}

/* Constants that hold no address: the range is the rule. */
static noinline int check_constants(struct pm4_checker *ck, const struct pm4_packet_rule *rule,
				    const u32 *b, u32 ndw)
{
	const struct pm4_packet_row *row = &pm4_packet_rows[rule->row - 1];
	const struct pm4_space *space = &pm4_spaces[row->space - 1];
	u32 room = (space->end - space->base) / 4;
	u32 count = ndw - 1;

	if (b[0] >= room || count > room - b[0])
		return PM4_REFUSE(ck, .code = PM4_CODE_RANGE,
				  .at = body_at(ck, 0),
				  .detail = row->space, .expected = room,
				  .offset = b[0], .actual = count);
	if (space->unit_dw > 1 && row->handler != PM4_PH_SET_ALU_CONST &&
	    (count % space->unit_dw || b[0] % space->unit_dw))
		return pm4_refuse_unit(ck, space->unit_dw, b[0], count);
	return 0;
}

/* No packet begins here, or not all of it is there. */
static noinline int __cold refuse_header(struct pm4_checker *ck, u32 header)
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

/* A packet that has no row for this chip, or a row that denies it, or its length. */
static noinline int __cold refuse_packet(struct pm4_checker *ck, u32 opcode, u32 ndw)
{
	const struct pm4_packet_row *row;

	if (!ck->packets[opcode].row)
		return PM4_REFUSE(ck, .code = pm4_gfx_packets[opcode] ?
				  PM4_CODE_PACKET_CHIP : PM4_CODE_PACKET_UNKNOWN);
	row = &pm4_packet_rows[ck->packets[opcode].row - 1];
	if (row->cls == PM4_DENIED)
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_DENIED);
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH, .expected = row->min_dw,
			  .detail = row->max_dw, .actual = ndw);
}

/*
 * No packet may be skipped that sets state or that the check has followed.  Older Mesa puts
 * the bit into all packets of a draw and into the flushes before it: NUM_INSTANCES bounds
 * nothing, flushes are for the client's own sake (between streams the driver flushes), a NOP
 * does nothing, and check_index_type() follows both outcomes.
 */
static bool may_be_predicated(u32 opcode, u32 handler, u32 ndw)
{
	switch (handler) {
	case PM4_PH_DRAW:
	case PM4_PH_DRAW_INDEX:
	case PM4_PH_DRAW_IMMEDIATE:
	case PM4_PH_INDEX_TYPE:
	case PM4_PH_SURFACE_SYNC:
	case PM4_PH_NOP:
		return true;
	case PM4_PH_EVENT_WRITE:
		return ndw == 1;
	}
	return opcode == PM4_OP_NUM_INSTANCES;
}

static noinline int __cold refuse_low_bits(struct pm4_checker *ck, u32 header)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_HEADER_BITS, .actual = header & 0xff);
}

/**
 * pm4_check_packet() - check any packet but a filler, by all the rules
 * @ck: the check; ck->at is then what lies behind the packet and its relocations
 * @p: the packet
 * @dirty: what has been set besides ck->dirty
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int pm4_check_packet(struct pm4_checker *ck, const u32 *p, u64 dirty)
{
	u32 header = *p;
	u32 opcode = header >> 8 & 0xff;
	u32 ndw = PM4_COUNT(header) + 1;
	const struct pm4_packet_rule *rule = &ck->packets[opcode];
	const u32 *b = p + 1;

	ck->dirty |= dirty;
	ck->header = p;
	ck->at = b + ndw;
	if (unlikely(header < PM4_TYPE3 || ck->at > ck->end))
		return refuse_header(ck, header);
	if (unlikely(ndw - rule->min_dw > rule->more_dw))
		return refuse_packet(ck, opcode, ndw);
	if (unlikely(header & 0xff) && ((header & 0xff) != PM4_PREDICATE ||
					!may_be_predicated(opcode, rule->handler, ndw)))
		return refuse_low_bits(ck, header);

	switch ((enum pm4_packet_handler)rule->handler) {
	case PM4_PH_NONE:
	case PM4_PH_NOP:
		return 0;
	case PM4_PH_SET_CONTEXT_REG:
		ck->result->registers += ndw - 1;
		return pm4_set_context(ck, b[0], ndw - 1);
	case PM4_PH_SET_CONFIG_REG:
		ck->result->registers += ndw - 1;
		return pm4_set_config(ck, b[0], ndw - 1);
	case PM4_PH_SET_RESOURCE:
		return pm4_set_resources(ck, b[0], ndw - 1, b + 1);
	case PM4_PH_EVENT_WRITE:
		return check_event_write(ck, b, ndw);
	case PM4_PH_DRAW:
		return check_draw_auto(ck, b);
	case PM4_PH_DRAW_INDEX:
		return check_draw_index(ck, b);
	case PM4_PH_DRAW_IMMEDIATE:
		return check_draw_immediate(ck, b, ndw);
	case PM4_PH_INDEX_TYPE:
		return check_index_type(ck, b);
	case PM4_PH_PREDICATION:
		return check_predication(ck, b);
	case PM4_PH_WAIT_REG_MEM:
		return check_wait_reg_mem(ck, b);
	case PM4_PH_MEM_WRITE:
		return check_mem_write(ck, b);
	case PM4_PH_SURFACE_SYNC:
		return check_surface_sync(ck, b);
	case PM4_PH_EVENT_WRITE_EOP:
		return check_event_write_eop(ck, b);
	case PM4_PH_STRMOUT_UPDATE:
		return check_strmout_update(ck, b);
	case PM4_PH_STRMOUT_BASE:
		return check_strmout_base(ck, b);
	case PM4_PH_COPY_DW:
		return check_copy_dw(ck, b);
	case PM4_PH_CP_DMA:
		return check_cp_dma(ck, b);
	case PM4_PH_CONTEXT_CONTROL:
		return check_context_control(ck, b);
	case PM4_PH_SET_ALU_CONST:
	case PM4_PH_SET_CONST:
	case PM4_PH_SET_SAMPLER:
		return check_constants(ck, rule, b, ndw);
	case PM4_PH_DMA_WRITE:
	case PM4_PH_DMA_COPY:
	case PM4_PH_DMA_FILL:
	case PM4_PH_COUNT:
		break;
	}
	return refuse_packet(ck, opcode, ndw);
}
