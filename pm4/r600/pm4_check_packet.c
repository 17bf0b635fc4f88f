// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets: draws, synchronisation, memory writes, copies, queries, constants and
 * predication.  The walk calls r600_check_packet() for every packet that it does not accept
 * itself.  Parameter b of the functions is the packet's body, in the input.  Takes no lock.
 */
#include "pm4_check.h"

#define ADDR_HI		0xffu

/* Sizes of query results.  ZPASS_DONE: a slot with begin and end for each backend. */
#define ZPASS_SLOT	16u
#define PRIMCOUNT_BYTES	32u
#define PIPELINESTAT_BYTES (11 * 8u)
#define STREAMOUTSTATS_BYTES 16u

enum { DRAW_DMA, DRAW_IMMEDIATE, DRAW_AUTO };
#define DRAW_USE_OPAQUE	0x40u

static const u32 *body_at(const struct r600_checker *ck, u32 i)
{
	return ck->header + 1 + i;
}

static int field_bits(struct r600_checker *ck, u32 i, u32 value, u32 allowed)
{
	if (likely(!(value & ~allowed)))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_FIELD_BITS,
			  .at = body_at(ck, i), .detail = i,
			  .expected = allowed, .actual = value);
}

/* Refuse the value of a field; @how is PM4_VALUE_*. */
static noinline int __cold refuse_value(struct r600_checker *ck, u32 i, u32 field, u32 how,
					u32 expected, u32 actual)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_FIELD_VALUE,
			  .at = body_at(ck, i), .detail = i, .field = field + 1,
			  .expected = expected, .actual = actual, .shape = { how });
}

/**
 * struct access - a memory access of a packet
 * @lo: dword of the body with the low 32 bits of the address; the next dword has the high 8
 * @keep: low bits of the dword that are not part of the address
 * @align: required alignment of the address in bytes
 * @bytes: bytes read or written
 * @write: true for a write
 */
struct access {
	u32 lo;
	u32 keep;
	u32 align;
	u64 bytes;
	bool write;
};

/* The offset in the two dwords at @at. */
static u64 access_offset(const u32 *at, struct access p)
{
	return (at[0] & ~p.keep) | (u64)(at[1] & ADDR_HI) << 32;
}

/* Refuse an access to @buffer.  @p is passed by value, so that the caller needs no memory. */
static noinline int __cold refuse_access(struct r600_checker *ck, const u32 *at,
					 struct access p, const struct pm4_buffer *buffer)
{
	u64 offset = access_offset(at, p);

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

/* Consume the relocation of an access, check the access, and patch the address. */
static __always_inline int check_access(struct r600_checker *ck, const u32 *b,
					const struct access *p)
{
	const u32 *at = b + p->lo;
	const struct pm4_buffer *buffer;
	u64 offset;
	u32 index;

	if (r600_next_reloc(ck, at, &index))
		return 1;
	buffer = r600_buffer(ck, index);
	offset = access_offset(at, *p);
	if (unlikely(offset & (p->align - 1) || !pm4_inside(buffer, offset, p->bytes) ||
		     (p->write && !buffer->writable)))
		return refuse_access(ck, at, *p, buffer);
	if (p->write)
		r600_mark_written(ck, index);
	r600_patch(ck, at, PM4_PATCH_ADDR_NEXT, index);
	return 0;
}

static int draw_initiator(struct r600_checker *ck, u32 i, u32 value, u32 source, u32 more)
{
	if (likely(value == source || value == (source | more)))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE,
			  .at = body_at(ck, i), .detail = more,
			  .expected = source, .actual = value);
}

static bool is_predicated(const struct r600_checker *ck)
{
	return *ck->header & PM4_PREDICATE;
}

/* Size of an index in bytes for the current draw, 0: unknown. */
static u32 index_bytes(const struct r600_checker *ck)
{
	return is_predicated(ck) ? ck->index_bytes_predicated : ck->index_bytes;
}

static noinline int check_draw_auto(struct r600_checker *ck, const u32 *b)
{
	static const u32 opaque[] = {
		PM4_R_VGT_STRMOUT_DRAW_OPAQUE_OFFSET,
		PM4_R_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE,
		PM4_R_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE,
	};
	u32 i;

	if (draw_initiator(ck, 1, b[1], DRAW_AUTO, DRAW_USE_OPAQUE))
		return 1;
	/* The number of vertices: not that of an earlier stream. */
	for (i = 0; b[1] & DRAW_USE_OPAQUE && i < ARRAY_SIZE(opaque); i++)
		if (r600_must_be_set(ck, opaque[i]))
			return 1;
	return r600_draw(ck, 0, is_predicated(ck));
}

/*
 * Clamp the draw to the indices in the buffer, because Mesa passes on a GL program's count
 * and offset unchecked.  If no index is left, the offset becomes that of the last index.
 * A draw of 0 indices gets the same checks.
 */
static noinline int check_draw_index(struct r600_checker *ck, const u32 *b)
{
	u64 offset = b[0] | (u64)(b[1] & ADDR_HI) << 32, last;
	/* Indices of unknown size count as 4 bytes. */
	u32 bytes = index_bytes(ck) == 2 ? 2 : 4;
	const struct pm4_buffer *buffer;
	u64 room;
	u32 index;

	if (draw_initiator(ck, 3, b[3], DRAW_DMA, DRAW_DMA) ||
	    field_bits(ck, 1, b[1], ADDR_HI) ||
	    r600_next_reloc(ck, body_at(ck, 0), &index))
		return 1;
	buffer = &ck->buffers[index];
	if (offset & 1)
		return PM4_REFUSE(ck, .code = PM4_CODE_ALIGNMENT, .buffer = r600_buffer(ck, index),
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
		r600_patch(ck, b, PM4_PATCH_VALUE, (u32)offset);
		r600_patch(ck, b + 1, PM4_PATCH_VALUE, (u32)(offset >> 32));
	}
	room = (buffer->size - offset) >> (bytes == 2 ? 1 : 2);
	if (b[2] > room)
		r600_patch(ck, b + 2, PM4_PATCH_VALUE, (u32)room);
	r600_patch(ck, b, PM4_PATCH_ADDR_NEXT, index);
	return r600_draw(ck, 0, is_predicated(ck));
}

/*
 * The count must match the indices in the packet, otherwise VGT would wait for more or take
 * too many.  So the stream must also have set the size of an index.
 */
static noinline int check_draw_immediate(struct r600_checker *ck, const u32 *b, u32 ndw)
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
	return r600_draw(ck, 0, is_predicated(ck));
}

/*
 * A predicated INDEX_TYPE makes the size unknown, because the CP may skip the packet, unless
 * the packet repeats the current size.  For draws with the same predicate the size is
 * known: the CP skips them together with the packet.
 */
static noinline int check_index_type(struct r600_checker *ck, const u32 *b)
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

/* The CP may skip a predicated packet: then the number is that of an earlier stream. */
static noinline int check_num_instances(struct r600_checker *ck)
{
	ck->dirty |= 1ull << PM4_STATE_INSTANCES;
	if (!is_predicated(ck))
		ck->instances = true;
	return 0;
}

static noinline int check_predication(struct r600_checker *ck, const u32 *b)
{
	u32 op = pm4_bits(b[1], 16, 3);
	struct access result = { .lo = 0, .align = 16 };

	if (field_bits(ck, 1, b[1], 0x800711ff))
		return 1;
	ck->predicated = true;
	/* Packets after this one depend on another predicate than packets before. */
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
	return check_access(ck, b, &result);
}

#define WAIT_MEMORY	0x10u
#define WAIT_PFP	0x100u
#define WAIT_GEQUAL	5u

/* Byte offset of a register from its dword number, 0 if no register can have the number. */
static u32 register_offset(u32 number)
{
	return number <= 0xffff ? number << 2 : 0;
}

/* Registers that reach the awaited value by themselves when earlier work completes. */
static bool wait_register(const struct r600_checker *ck, u32 reg)
{
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, ck->card.chip, reg);

	return row && row->poll;
}

static noinline int check_wait_reg_mem(struct r600_checker *ck, const u32 *b)
{
	static const struct access poll = { .lo = 1, .keep = 3, .align = 16, .bytes = 4 };
	u32 function = pm4_bits(b[0], 0, 3);

	if (field_bits(ck, 0, b[0], WAIT_PFP | WAIT_MEMORY | 7))
		return 1;
	if (function == 7)
		return refuse_value(ck, 0, PM4_F_WAIT_REG_MEM_FUNCTION, PM4_VALUE_MOST,
				    6, function);
	if (b[0] & WAIT_MEMORY) {
		/* The prefetch parser (PFP) has only one comparison. */
		if (b[0] & WAIT_PFP && function != WAIT_GEQUAL)
			return refuse_value(ck, 0, PM4_F_WAIT_REG_MEM_FUNCTION, PM4_VALUE_EXACT,
					    WAIT_GEQUAL, function);
		return field_bits(ck, 2, b[2], ADDR_HI) || check_access(ck, b, &poll);
	}
	if (b[0] & WAIT_PFP || b[1] > 0xffff || !wait_register(ck, b[1] << 2))
		return PM4_REFUSE(ck, .code = PM4_CODE_WAIT_REGISTER, .at = body_at(ck, 1),
				  .detail = b[0] & WAIT_PFP, .reg = register_offset(b[1]),
				  .actual = b[1]);
	return field_bits(ck, 2, b[2], 0);
}

#define MEM_WRITE_DATA32 0x40000u

static noinline int check_mem_write(struct r600_checker *ck, const u32 *b)
{
	bool data32 = b[1] & MEM_WRITE_DATA32;
	u32 bytes = data32 ? 4 : 8;
	struct access dst = { .lo = 0, .keep = 3, .align = bytes, .bytes = bytes,
			      .write = true };

	return field_bits(ck, 1, b[1], 0x70000 | ADDR_HI) || check_access(ck, b, &dst);
}

static noinline int check_surface_sync(struct r600_checker *ck, const u32 *b)
{
	u32 index;

	/* The packet syncs all memory: it has no surface and no relocation. */
	if (b[1] == 0xffffffff && !b[2])
		return 0;
	if (r600_next_reloc(ck, body_at(ck, 2), &index))
		return 1;
	r600_patch(ck, b + 2, PM4_PATCH_ADDR_256, index);
	return 0;
}

/* EVENT_INDEX of an event that EVENT_WRITE sends with an address. */
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

static noinline int __cold refuse_event(struct r600_checker *ck, u32 code, u32 event)
{
	return PM4_REFUSE(ck, .code = code, .at = body_at(ck, 0),
			  .detail = event & 0x3f, .actual = event,
			  .expected = address_index(event & 0x3f));
}

static const struct pm4_event *event_find(struct r600_checker *ck, u32 event)
{
	const struct pm4_event *e = pm4_event_find(&r600_tables, event & 0x3f);

	if (e && e->chips & ck->chip_bit && e->form != PM4_EVENT_DENIED)
		return e;
	refuse_event(ck, e ? PM4_CODE_EVENT_DENIED : PM4_CODE_EVENT_UNKNOWN, event);
	return NULL;
}

/**
 * r600_events_init() - expand the events that need no address
 * @ck: the checker; @ck->card is valid
 */
void r600_events_init(struct r600_checker *ck)
{
	static const u8 indices[] = { 0, 4, 7 };
	u32 type, i;

	for (type = 0; type < 64; type++) {
		const struct pm4_event *e = pm4_event_find(&r600_tables, type);

		for (i = 0; i < ARRAY_SIZE(indices); i++)
			ck->plain_event[type | indices[i] << 8] =
				e && e->chips & ck->chip_bit &&
				e->form == PM4_EVENT_PLAIN;
	}
}

/*
 * EVENT_INDEX selects the CP's handling of an event, so it must match the event.  Mesa 7.x
 * sends 0 with ZPASS_DONE.
 */
static bool address_index_fits(u32 type, u32 index)
{
	return index == address_index(type) || (type == PM4_EVENT_ZPASS_DONE && !index);
}

static noinline int check_event_write(struct r600_checker *ck, const u32 *b, u32 ndw)
{
	struct access result = { .lo = 1, .align = 8, .write = true };
	const struct pm4_event *event;

	if (ndw == 1 && r600_plain_event(ck, b[0]))
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
	return field_bits(ck, 2, b[2], ADDR_HI) || check_access(ck, b, &result);
}

static noinline int check_event_write_eop(struct r600_checker *ck, const u32 *b)
{
	u32 data = pm4_bits(b[2], 29, 3);
	struct access result = { .lo = 1, .align = data == 1 ? 4 : 8, .write = true,
				 .bytes = data == 0 ? 0 : data == 1 ? 4 : 8 };
	const struct pm4_event *event;

	/* INT_SEL must be 0: interrupts belong to the driver. */
	if (field_bits(ck, 0, b[0], 0xf3f) || field_bits(ck, 2, b[2], 0xe00000ff))
		return 1;
	event = event_find(ck, b[0]);
	if (!event)
		return 1;
	if (event->form != PM4_EVENT_EOP || pm4_bits(b[0], 8, 4) != 5)
		return refuse_event(ck, PM4_CODE_EVENT_FORM, b[0]);
	if (data > 3)
		return refuse_value(ck, 2, PM4_F_EVENT_WRITE_EOP_DATA_SEL, PM4_VALUE_MOST, 3, data);
	return check_access(ck, b, &result);
}

/* STRMOUT_BUFFER_UPDATE.SOURCE: where the offset comes from. */
enum { STRMOUT_PACKET, STRMOUT_FILLED, STRMOUT_MEMORY, STRMOUT_NONE };

static noinline int __cold refuse_strmout_unset(struct r600_checker *ck, u32 n)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_MISSING,
			  .detail = PM4_OP_STRMOUT_BUFFER_UPDATE, .actual = n);
}

static noinline int check_strmout_update(struct r600_checker *ck, const u32 *b)
{
	static const struct access dst = { .lo = 1, .align = 4, .bytes = 4, .write = true };
	static const struct access src = { .lo = 3, .align = 4, .bytes = 4 };
	u32 source = pm4_bits(b[0], 1, 2), n = pm4_bits(b[0], 8, 2);
	u32 size;

	if (field_bits(ck, 0, b[0], 0x307))
		return 1;
	/* The filled size of an earlier stream: to memory, or as the offset. */
	if ((b[0] & 1 || source == STRMOUT_FILLED) && !(ck->strmout_offset_set >> n & 1))
		return refuse_strmout_unset(ck, n);
	if (source == STRMOUT_PACKET || source == STRMOUT_MEMORY) {
		ck->strmout_offset_set |= 1u << n;
		ck->dirty |= PM4_UNIT_STRMOUT;
	}
	if (b[0] & 1 && (field_bits(ck, 2, b[2], ADDR_HI) || check_access(ck, b, &dst)))
		return 1;
	if (source == STRMOUT_MEMORY) {
		ck->strmout_offset[n] = 0;
		return field_bits(ck, 4, b[4], ADDR_HI) || check_access(ck, b, &src);
	}
	if (source == STRMOUT_PACKET) {
		/* The offset is in the packet, in dwords. */
		size = r600_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n);
		if (b[3] > size)
			return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_BOUNDS,
					  .at = body_at(ck, 3),
					  .expected = (u64)size * 4,
					  .actual = (u64)b[3] * 4);
		ck->strmout_offset[n] = b[3];
	}
	return 0;
}

static noinline int check_strmout_base(struct r600_checker *ck, const u32 *b)
{
	u32 reg = PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * (b[0] & 3);
	u32 index;

	if (field_bits(ck, 0, b[0], 3))
		return 1;
	if (!r600_context_isset(ck, reg))
		return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .reg = reg);
	if (r600_next_reloc(ck, body_at(ck, 1), &index))
		return 1;
	if (index != r600_context_buffer(ck, reg) || b[1] != r600_context_get(ck, reg))
		return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_MISMATCH,
				  .at = body_at(ck, 1), .reg = reg,
				  .buffer = r600_buffer(ck, index),
				  .detail = r600_context_buffer(ck, reg),
				  .expected = r600_context_get(ck, reg),
				  .actual = b[1]);
	ck->strmout_base_sent |= 1u << b[0];
	ck->strmout_base[b[0]].value = b[1];
	ck->strmout_base[b[0]].buffer = index;
	r600_patch(ck, b + 1, pm4_base_inside(r600_buffer(ck, index), b[1]) ?
		   PM4_PATCH_ADDR_256 : PM4_PATCH_START_256, index);
	return 0;
}

/*
 * COPY_DW may access only registers that hold no address and have no rule for the value.  It
 * reads only what this stream has set: another client may have left any other value.
 */
static int copy_register(struct r600_checker *ck, u32 i, const u32 *b, bool write)
{
	u32 reg = register_offset(b[i]);
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, ck->card.chip, reg);
	struct r600_window *w = reg < PM4_CONFIG_END ? &ck->config : &ck->context;

	if (b[i] > 0xffff || !row || row->cls != PM4_ALLOWED)
		return PM4_REFUSE(ck, .code = PM4_CODE_COPY_REGISTER,
				  .at = body_at(ck, i), .reg = reg,
				  .actual = b[i]);
	if (write) {
		w->last_write[(reg - w->base) / 4] = r600_position(b + i, ck->shift);
		ck->dirty |= w->flags[(reg - w->base) / 4];
	} else if (!r600_isset(ck, w, (reg - w->base) / 4)) {
		return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .at = body_at(ck, i), .reg = reg);
	}
	return field_bits(ck, i + 1, b[i + 1], 0);
}

static noinline int check_copy_dw(struct r600_checker *ck, const u32 *b)
{
	static const struct access src = { .lo = 1, .align = 4, .bytes = 4 };
	static const struct access dst = { .lo = 3, .align = 4, .bytes = 4, .write = true };

	if (field_bits(ck, 0, b[0], 3))
		return 1;
	if (b[0] & 1) {
		if (field_bits(ck, 2, b[2], ADDR_HI) || check_access(ck, b, &src))
			return 1;
	} else if (copy_register(ck, 1, b, false)) {
		return 1;
	}
	if (b[0] & 2)
		return field_bits(ck, 4, b[4], ADDR_HI) || check_access(ck, b, &dst);
	return copy_register(ck, 3, b, true);
}

/* Only copies from memory to memory, without byte swapping. */
static noinline int check_cp_dma(struct r600_checker *ck, const u32 *b)
{
	u64 bytes = b[4] & 0x1fffff;
	struct access src = { .lo = 0, .align = 1, .bytes = bytes };
	struct access dst = { .lo = 2, .align = 1, .bytes = bytes, .write = true };

	/* No document says that a count of 0 copies nothing. */
	if (!bytes)
		return refuse_value(ck, 4, PM4_F_CP_DMA_BYTE_COUNT, PM4_VALUE_NOT_0, 1, 0);
	return field_bits(ck, 4, b[4], 0x1fffff) ||
	       field_bits(ck, 1, b[1], 0x800000ff) ||
	       field_bits(ck, 3, b[3], ADDR_HI) ||
	       check_access(ck, b, &src) ||
	       check_access(ck, b, &dst);
}

/* Loading registers from memory and shadowing them to memory are refused. */
static noinline int check_context_control(struct r600_checker *ck, const u32 *b)
{
	return field_bits(ck, 0, b[0], 0x80000000) || field_bits(ck, 1, b[1], 0x80000000);
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
				  .at = body_at(ck, 0),
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

	if (!ck->packets[opcode].row)
		return PM4_REFUSE(ck, .code = r600_tables.packets[PM4_RING_GFX][opcode] ?
				  PM4_CODE_PACKET_CHIP : PM4_CODE_PACKET_UNKNOWN);
	row = &r600_tables.packet_rows[ck->packets[opcode].row - 1];
	if (row->cls == PM4_DENIED)
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_DENIED);
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH, .expected = row->min_dw,
			  .detail = row->max_dw, .actual = ndw);
}

/*
 * Returns true if the packet may have the predicate bit.  The CP must not skip a packet that
 * sets state or that the checker tracks.  Older Mesa sets the bit in all packets of a draw
 * and in the flushes before it.  These are safe: flushes only serve the client (the driver
 * flushes between streams), a NOP does nothing, check_index_type() and check_num_instances()
 * track both outcomes.
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
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_check_packet(struct r600_checker *ck, const u32 *p, u64 dirty)
{
	u32 header = *p;
	u32 opcode = header >> 8 & 0xff;
	u32 ndw = PM4_COUNT(header) + 1;
	const struct r600_packet_rule *rule = &ck->packets[opcode];
	const u32 *b = p + 1;

	ck->dirty |= dirty;
	ck->header = p;
	ck->cursor = b + ndw;
	if (unlikely(header < PM4_TYPE3 || ck->cursor > ck->end))
		return refuse_header(ck, header);
	if (unlikely(ndw - rule->min_dw > rule->more_dw))
		return refuse_packet(ck, opcode, ndw);
	if (unlikely(header & 0xff) && ((header & 0xff) != PM4_PREDICATE ||
					!may_be_predicated(rule->handler, ndw)))
		return refuse_low_bits(ck, header);

	switch ((enum pm4_packet_handler)rule->handler) {
	case PM4_PH_NONE:
	case PM4_PH_NOP:
		return 0;
	case PM4_PH_SET_CONTEXT_REG:
		ck->result->registers += ndw - 1;
		return r600_set_context(ck, b[0], ndw - 1);
	case PM4_PH_SET_CONFIG_REG:
		ck->result->registers += ndw - 1;
		return r600_set_config(ck, b[0], ndw - 1);
	case PM4_PH_SET_RESOURCE:
		return r600_set_resources(ck, b[0], ndw - 1, b + 1);
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
	case PM4_PH_NUM_INSTANCES:
		return check_num_instances(ck);
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
		return check_constants(ck, *rule, b, ndw);
	case PM4_PH_DMA_WRITE:
	case PM4_PH_DMA_COPY:
	case PM4_PH_DMA_FILL:
	case PM4_PH_COUNT:
		break;
	}
	return refuse_packet(ck, opcode, ndw);
}
