// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets with rules for their operands.  The walk has checked header and length.
 *
 * Reserved bits are refused, because no document says what they do.  Addresses are compared with
 * the map if there is one; alignment is a rule of the packet in any case.
 *
 * Called by si_check.c; takes no lock.
 */
#include "si_check.h"

#define HIGH16		0xffffu		/* of an address: bits 47:32 */
#define HIGH8		0xffu		/* of an address: bits 39:32 */
#define MEM_WRITE_HIGH	0x7ffffu	/* the same, and three flags */
#define SWAP		0x3u		/* of an address: how to swap the bytes */
#define INV_L2		(1u << 20)	/* of an event: invalidate the L2 cache as well */
#define QUERY_PAIR	16u		/* bytes of the counters of one render backend */

/* ---- operands ---- */

static int bits(struct si_checker *ck, const u32 *at, u32 allowed)
{
	return likely(!(*at & ~allowed)) ? 0 : si_refuse_bits(ck, at, allowed);
}

static int align(struct si_checker *ck, const u32 *at, u32 unit)
{
	if (likely(!(*at & (unit - 1))))
		return 0;
	ck->verdict->detail = (u32)(at - ck->header) - 1;
	return si_refuse(ck, PM4_CODE_ALIGNMENT, at, unit, *at);
}

/* Field @field, 1 + its number, has a value that is more than @most. */
static int most(struct si_checker *ck, const u32 *at, u32 field, u32 value, u32 limit)
{
	if (likely(value <= limit))
		return 0;
	ck->verdict->field = field;
	ck->verdict->shape[0] = PM4_VALUE_MOST;
	return si_refuse(ck, PM4_CODE_FIELD_VALUE, at, limit, value);
}

/* Field @field has to be @only. */
static int exact(struct si_checker *ck, const u32 *at, u32 field, u32 value, u32 only)
{
	if (likely(value == only))
		return 0;
	ck->verdict->field = field;
	return si_refuse(ck, PM4_CODE_FIELD_VALUE, at, only, value);
}

/* The value of a field selects what all clients share; @detail: enum pm4_shared. */
static int shared(struct si_checker *ck, const u32 *at, u32 detail)
{
	ck->verdict->detail = detail;
	return si_refuse(ck, PM4_CODE_SHARED, at, 0, *at);
}

/* An address of two dwords of which the second has nothing but bits 47:32. */
static int address(struct si_checker *ck, const u32 *at, u32 unit, u64 bytes, u32 access)
{
	if (align(ck, at, unit) || bits(ck, at + 1, HIGH16))
		return 1;
	return si_access(ck, at, si_addr48(at), bytes, access);
}

/* The same with the swap of the bytes in bits 1:0. */
static int address_swap(struct si_checker *ck, const u32 *at, u64 bytes, u32 access)
{
	if (bits(ck, at + 1, HIGH16))
		return 1;
	return si_access(ck, at, si_addr48(at) & ~(u64)SWAP, bytes, access);
}

/* An address of 64 bits. */
static int address64(struct si_checker *ck, const u32 *at, u32 unit, u64 bytes, u32 access)
{
	if (align(ck, at, unit))
		return 1;
	return si_access(ck, at, si_addr64(at), bytes, access);
}

/* An address relative to a base that the stream has set; with a map it has to have. */
static int relative(struct si_checker *ck, const u32 *at, bool is_set, u64 base, u64 offset,
		    u64 bytes)
{
	if (!ck->map || !bytes)
		return 0;
	if (!is_set)
		return si_refuse(ck, PM4_CODE_ADDRESS_UNKNOWN, at, PM4_OPCODE(*ck->header), 0);
	/* The base has 48 bits, the offset 34 at most. */
	return si_access(ck, at, base + offset, bytes, PM4_READS);
}

/* ---- draws and dispatches ---- */

static int set_base(struct si_checker *ck, const u32 *p)
{
	u32 which = p[1] & 0xf;

	if (bits(ck, p + 1, 0xf))
		return 1;
	if (which == PM4_V_SET_BASE_BASE_INDEX_GDS_PARTITIONS)
		return shared(ck, p + 1, PM4_SHARED_GDS_PARTITIONS);
	if (which == PM4_V_SET_BASE_BASE_INDEX_CE_PARTITIONS)
		return shared(ck, p + 1, PM4_SHARED_CE_PARTITIONS);
	if (most(ck, p + 1, PM4_F_SET_BASE_BASE_INDEX + 1, which, 1) || align(ck, p + 2, 8) ||
	    bits(ck, p + 3, HIGH16))
		return 1;
	/* The constant engine has bases of its own. */
	if (ck->ring == PM4_RING_CONST)
		return 0;
	ck->base[which] = si_addr48(p + 2);
	ck->base_set |= 1u << which;
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
	if (align(ck, p + 1, 2) || bits(ck, p + 2, HIGH16))
		return 1;
	ck->index_base = si_addr48(p + 1);
	ck->index_base_set = true;
	return 0;
}

static int index_type(struct si_checker *ck, const u32 *p)
{
	if (bits(ck, p + 1, 0xd))
		return 1;
	ck->index_bytes = si_conditional(ck) ? 0 : p[1] & 1 ? 4 : 2;
	return 0;
}

/* Bytes of one index; at least those of the shortest if the stream does not say. */
static u64 index_bytes(const struct si_checker *ck)
{
	return ck->index_bytes ? ck->index_bytes : 2;
}

static int draw_index(struct si_checker *ck, const u32 *p)
{
	if (address(ck, p + 2, 2, min(p[1], p[4]) * index_bytes(ck), PM4_READS))
		return 1;
	return si_draw(ck);
}

static int draw_offset(struct si_checker *ck, const u32 *p)
{
	if (relative(ck, p + 2, ck->index_base_set, ck->index_base, p[2] * index_bytes(ck),
		     min(p[1], p[3]) * index_bytes(ck)))
		return 1;
	return si_draw(ck);
}

static int draw_immediate(struct si_checker *ck, const u32 *p, u32 count)
{
	u64 half = ((u64)p[1] + 1) / 2, have = count - 1;

	if (ck->index_bytes == 2 ? have == half : ck->index_bytes == 4 ? have == p[1] :
	    have == half || have == p[1])
		return si_draw(ck);
	return si_refuse(ck, PM4_CODE_INDEX_COUNT, p + 1, ck->index_bytes == 4 ? p[1] : half,
			 have);
}

static int draw_indirect(struct si_checker *ck, const u32 *p)
{
	bool indexed = PM4_OPCODE(*p) == PM4_OP_DRAW_INDEX_INDIRECT;

	if (align(ck, p + 1, 4) || si_target_indirect(ck, p + 2, p[2]) ||
	    si_target_indirect(ck, p + 3, p[3]))
		return 1;
	if (relative(ck, p + 1, ck->base_set & 2, ck->base[1], p[1], indexed ? 20 : 16))
		return 1;
	/* Memory tells which of the indices the draw fetches: it may be any of them. */
	if (indexed && relative(ck, p, ck->index_base_set, ck->index_base, 0,
				ck->index_count * index_bytes(ck)))
		return 1;
	return si_draw(ck);
}

static int dispatch_indirect(struct si_checker *ck, const u32 *p)
{
	if (align(ck, p + 1, 4) ||
	    relative(ck, p + 1, ck->base_set & 2, ck->base[1], p[1], 12))
		return 1;
	return si_dispatch(ck);
}

/* ---- queries and predication ---- */

/* Pairs of counters: one for each render backend. */
static u32 backends(const struct si_checker *ck)
{
	return ck->card.backends ? ck->card.backends : 1;
}

static int occlusion_query(struct si_checker *ck, const u32 *p)
{
	if (address(ck, p + 1, 16, 128, PM4_READS) || address(ck, p + 3, 4, 8, PM4_MODIFIES))
		return 1;
	si_note(ck, SI_NOTE_QUERY, PM4_CODE_WAIT_QUERY, p);
	return 0;
}

static int predication(struct si_checker *ck, const u32 *p)
{
	u32 op = pm4_get(SET_PREDICATION_PRED_OP, p[2]);

	if (bits(ck, p + 2, 0x800711ff) || align(ck, p + 1, 16) ||
	    most(ck, p + 2, PM4_F_SET_PREDICATION_PRED_OP + 1, op, 2))
		return 1;
	if (op == PM4_V_SET_PREDICATION_PRED_OP_CLEAR)
		return 0;
	return si_access(ck, p + 1, p[1] | (u64)(p[2] & HIGH8) << 32, QUERY_PAIR, PM4_READS);
}

/* ---- skips ---- */

static int skip(struct si_checker *ck, const u32 *p, u32 count)
{
	bool cond = PM4_OPCODE(*p) == PM4_OP_COND_EXEC;
	const u32 *at = p + (cond ? 3 : 1), *next = p + count + 2;
	u32 dw = *at & 0x3fff;

	if (ck->skip) {
		ck->verdict->detail = (u32)(ck->skip - ck->ib);
		return si_refuse(ck, PM4_CODE_SKIP_NESTED, p, 0, 0);
	}
	if (cond && (exact(ck, p + 2, PM4_F_COND_EXEC_COMMAND + 1,
			   pm4_get(COND_EXEC_COMMAND, p[2]), 0) || bits(ck, p + 2, HIGH16) ||
		     align(ck, p + 1, 4) || bits(ck, at, 0x3fff) ||
		     si_access(ck, p + 1, si_addr48(p + 1), 4, PM4_READS)))
		return 1;
	if (!cond && bits(ck, at, 0xff003fff))
		return 1;
	if (dw > ck->ib_end - next) {
		ck->verdict->detail = PM4_NO_DWORD;
		return si_refuse(ck, PM4_CODE_SKIP_END, at, (u32)(ck->ib_end - next), dw);
	}
	if (dw) {
		ck->skip = p;
		ck->end = next + dw;
	}
	return 0;
}

static int context_control(struct si_checker *ck, const u32 *p)
{
	return bits(ck, p + 1, 1u << 31) || bits(ck, p + 2, 1u << 31);
}

/* ---- memory and registers ---- */

static int atomic(struct si_checker *ck, const u32 *p)
{
	/* Operations on 64 bits have bit 5. */
	u32 bytes = p[1] & 0x20 ? 8 : 4;

	if (bits(ck, p + 1, 0xf7f) ||
	    exact(ck, p + 1, PM4_F_ATOMIC_COMMAND + 1, pm4_get(ATOMIC_COMMAND, p[1]), 0) ||
	    address64(ck, p + 2, bytes, bytes, PM4_MODIFIES))
		return 1;
	if (!si_conditional(ck))
		ck->atomic = true;
	return 0;
}

static int strmout_update(struct si_checker *ck, const u32 *p)
{
	if (bits(ck, p + 1, 0x387))
		return 1;
	if (pm4_get(STRMOUT_BUFFER_UPDATE_UPDATE_MEMORY, p[1]) &&
	    address_swap(ck, p + 2, 4, PM4_WRITES))
		return 1;
	return pm4_get(STRMOUT_BUFFER_UPDATE_SOURCE_SELECT, p[1]) ==
	       PM4_V_STRMOUT_BUFFER_UPDATE_SOURCE_SELECT_FROM_MEM &&
	       address_swap(ck, p + 4, 4, PM4_READS);
}

enum { REGISTER, MEMORY, TC_L2, GDS, RESERVED, MEMORY_ASYNC };

/* The destination of WRITE_DATA and COPY_DATA, in bits 11:8; @field: 1 + its number. */
static int destination(struct si_checker *ck, const u32 *at, u32 field, u32 *which)
{
	*which = *at >> 8 & 0xf;
	if (*which == GDS)
		return shared(ck, at, PM4_SHARED_GDS);
	return most(ck, at, field, *which, *which == RESERVED ? MEMORY_ASYNC - 2 : MEMORY_ASYNC);
}

static int write_data(struct si_checker *ck, const u32 *p, u32 count)
{
	bool one = pm4_get(WRITE_DATA_WR_ONE_ADDR, p[1]);
	u32 n = one ? 1 : count - 2, which;
	/* The last dword is what a register keeps. */
	const u32 *values = one ? p + count + 1 : p + 4;

	if (bits(ck, p + 1, 0xc0110f00))
		return 1;
	if (pm4_get(WRITE_DATA_ENGINE_SEL, p[1]) == PM4_V_WRITE_DATA_ENGINE_SEL_CE)
		return exact(ck, p + 1, PM4_F_WRITE_DATA_ENGINE_SEL + 1, 2, 0);
	if (destination(ck, p + 1, PM4_F_WRITE_DATA_DST_SEL + 1, &which))
		return 1;
	if (which == REGISTER)
		return si_target(ck, p + 2, p[2], n, values, si_conditional(ck));
	return address64(ck, p + 2, 4, 4ull * n, PM4_WRITES);
}

static int copy_dw(struct si_checker *ck, const u32 *p)
{
	if (bits(ck, p + 1, 3))
		return 1;
	if (pm4_get(COPY_DW_SRC_SEL, p[1]) ? address(ck, p + 2, 4, 4, PM4_READS) :
	    si_source(ck, p + 2, p[2], 1))
		return 1;
	return pm4_get(COPY_DW_DST_SEL, p[1]) ? address(ck, p + 4, 4, 4, PM4_WRITES) :
	       si_target(ck, p + 4, p[4], 1, NULL, si_conditional(ck));
}

static int copy_source(struct si_checker *ck, const u32 *p, u32 n)
{
	switch (pm4_get(COPY_DATA_SRC_SEL, p[1])) {
	case REGISTER:
		return si_source(ck, p + 2, p[2], n);
	case MEMORY:
	case TC_L2:
		return address64(ck, p + 2, 4 * n, 4 * n, PM4_READS);
	case GDS:
	case PM4_V_COPY_DATA_SRC_SEL_GDS_ATOMIC_RETURN0:
	case PM4_V_COPY_DATA_SRC_SEL_GDS_ATOMIC_RETURN1:
		return shared(ck, p + 1, PM4_SHARED_GDS);
	case PM4_V_COPY_DATA_SRC_SEL_IMMEDIATE:
		return 0;
	case PM4_V_COPY_DATA_SRC_SEL_ATOMIC_RETURN:
		if (ck->atomic)
			return 0;
		return si_refuse(ck, PM4_CODE_REGISTER_SOURCE, p + 1, 0, 0);
	}
	return most(ck, p + 1, PM4_F_COPY_DATA_SRC_SEL + 1, pm4_get(COPY_DATA_SRC_SEL, p[1]),
		    GDS);
}

static int copy_data(struct si_checker *ck, const u32 *p)
{
	bool immediate = pm4_get(COPY_DATA_SRC_SEL, p[1]) == PM4_V_COPY_DATA_SRC_SEL_IMMEDIATE;
	u32 n = pm4_get(COPY_DATA_COUNT_SEL, p[1]) ? 2 : 1, which;

	if (bits(ck, p + 1, 0xc0110f0f) ||
	    exact(ck, p + 1, PM4_F_COPY_DATA_ENGINE_SEL + 1,
		  pm4_get(COPY_DATA_ENGINE_SEL, p[1]), 0) ||
	    copy_source(ck, p, n) ||
	    destination(ck, p + 1, PM4_F_COPY_DATA_DST_SEL + 1, &which))
		return 1;
	if (which == REGISTER)
		return si_target(ck, p + 4, p[4], n, immediate ? p + 2 : NULL,
				 si_conditional(ck));
	return address64(ck, p + 4, 4 * n, 4 * n, PM4_WRITES);
}

static int mem_write(struct si_checker *ck, const u32 *p)
{
	u32 bytes = pm4_get(MEM_WRITE_DATA32, p[2]) ? 4 : 8;
	u64 addr = si_addr48(p + 1) & ~(u64)SWAP;

	if (bits(ck, p + 2, MEM_WRITE_HIGH))
		return 1;
	if (addr & (bytes - 1)) {
		ck->verdict->detail = 0;
		return si_refuse(ck, PM4_CODE_ALIGNMENT, p + 1, bytes, addr);
	}
	return si_access(ck, p + 1, addr, bytes, PM4_WRITES);
}

/* The same address, and as many dwords as the packet has. */
static int ce_write(struct si_checker *ck, const u32 *p, u32 count)
{
	if (bits(ck, p + 2, MEM_WRITE_HIGH) || align(ck, p + 1, 4))
		return 1;
	return si_access(ck, p + 1, si_addr48(p + 1), 4ull * (count - 1), PM4_WRITES);
}

static int cp_dma(struct si_checker *ck, const u32 *p)
{
	u32 bytes = pm4_get(CP_DMA_BYTE_COUNT, p[5]);
	u32 src = pm4_get(CP_DMA_SRC_SEL, p[2]), dst = pm4_get(CP_DMA_DST_SEL, p[2]);

	if (bits(ck, p + 2, 0xe83000ff) || bits(ck, p + 4, HIGH16) || bits(ck, p + 5, 0x7fffffff))
		return 1;
	if (src == PM4_V_CP_DMA_SRC_SEL_GDS || dst == PM4_V_CP_DMA_DST_SEL_GDS)
		return shared(ck, p + 2, PM4_SHARED_GDS);
	if (most(ck, p + 2, PM4_F_CP_DMA_SRC_SEL + 1, src, 2) ||
	    exact(ck, p + 2, PM4_F_CP_DMA_DST_SEL + 1, dst, 0) ||
	    exact(ck, p + 5, PM4_F_CP_DMA_SRC_REGISTER + 1,
		  pm4_get(CP_DMA_SRC_REGISTER, p[5]), 0) ||
	    exact(ck, p + 5, PM4_F_CP_DMA_DST_REGISTER + 1,
		  pm4_get(CP_DMA_DST_REGISTER, p[5]), 0))
		return 1;
	if (!bytes)
		return 0;
	if (src == PM4_V_CP_DMA_SRC_SEL_MEMORY &&
	    si_access(ck, p + 1, p[1] | (u64)(p[2] & HIGH8) << 32,
		      pm4_get(CP_DMA_SRC_NO_INCREMENT, p[5]) ? min(bytes, 4u) : bytes, PM4_READS))
		return 1;
	return si_access(ck, p + 3, si_addr48(p + 3),
			 pm4_get(CP_DMA_DST_NO_INCREMENT, p[5]) ? min(bytes, 4u) : bytes,
			 PM4_WRITES);
}

static int cond_write(struct si_checker *ck, const u32 *p)
{
	if (bits(ck, p + 1, 0x117) ||
	    most(ck, p + 1, PM4_F_COND_WRITE_FUNCTION + 1, p[1] & 7, 6))
		return 1;
	if (pm4_get(COND_WRITE_POLL_SPACE, p[1]) ? address_swap(ck, p + 2, 4, PM4_READS) :
	    si_source(ck, p + 2, p[2], 1))
		return 1;
	return pm4_get(COND_WRITE_WRITE_SPACE, p[1]) ? address_swap(ck, p + 6, 4, PM4_WRITES) :
	       si_target(ck, p + 6, p[6], 1, p + 8, true);
}

static int set_indirect(struct si_checker *ck, const u32 *p)
{
	const struct si_window *w = &ck->windows[PM4_WINDOW_CONTEXT];

	if (p[1] >= w->count) {
		ck->verdict->reg = p[1] <= 0xffff ? 4 * (w->first + p[1]) : 0;
		ck->verdict->offset = p[1];
		ck->verdict->detail = PM4_WINDOW_CONTEXT;
		return si_refuse(ck, PM4_CODE_RANGE, p + 1, w->count, 1);
	}
	if (si_target(ck, p + 1, w->first + p[1], 1, NULL, si_conditional(ck)))
		return 1;
	return relative(ck, p + 2, ck->base_set & 1, ck->base[0], 4ull * p[2], 4);
}

/* ---- events ---- */

/* Returns 0 if the event @type may be sent in the form @form. */
static int event(struct si_checker *ck, const u32 *p, u32 form)
{
	u32 type = p[1] & 0x3f;

	if (likely(ck->events[type] == form))
		return 0;
	ck->verdict->detail = type;
	return si_refuse(ck, !pm4_event_find(&si_tables, type) ? PM4_CODE_EVENT_UNKNOWN :
			 ck->events[type] == PM4_EVENT_DENIED ? PM4_CODE_EVENT_DENIED :
			 PM4_CODE_EVENT_FORM, p + 1, form, p[1]);
}

static int event_form(struct si_checker *ck, const u32 *p)
{
	ck->verdict->detail = p[1] & 0x3f;
	return si_refuse(ck, PM4_CODE_EVENT_FORM, p + 1, ck->events[p[1] & 0x3f], p[1]);
}

/* EVENT_INDEX of an event with an address, and the bytes that it writes. */
static u32 event_bytes(const struct si_checker *ck, u32 type, u32 *index)
{
	switch (type) {
	case PM4_EVENT_ZPASS_DONE:
		*index = 1;
		return QUERY_PAIR * (backends(ck) - 1) + 8;
	case PM4_EVENT_SAMPLE_PIPELINESTAT:
		*index = 2;
		return 88;
	default:
		*index = 3;
		return 16;
	}
}

static int event_write(struct si_checker *ck, const u32 *p, u32 count)
{
	u32 type = p[1] & 0x3f, index = pm4_get(EVENT_WRITE_EVENT_INDEX, p[1]), need, bytes;

	if (bits(ck, p + 1, SI_EVENT_BITS | INV_L2))
		return 1;
	if (likely(!count)) {
		if (event(ck, p, PM4_EVENT_PLAIN))
			return 1;
		if (index && index != 4 && index != 7)
			return event_form(ck, p);
		if (type == PM4_EVENT_SO_VGTSTREAMOUT_FLUSH && !(*p & PM4_PREDICATE))
			ck->flushed |= ck->skip ? SI_FLUSHED_HERE : SI_FLUSHED;
		return 0;
	}
	if (event(ck, p, PM4_EVENT_ADDR))
		return 1;
	bytes = event_bytes(ck, type, &need);
	if (index != need || count != 2)
		return event_form(ck, p);
	return address(ck, p + 2, 8, bytes, PM4_WRITES);
}

static int event_write_eop(struct si_checker *ck, const u32 *p)
{
	u32 data = pm4_get(EVENT_WRITE_EOP_DATA_SEL, p[3]);
	u32 bytes = !data ? 0 : data == PM4_V_EVENT_WRITE_EOP_DATA_SEL_DATA_32 ? 4 : 8;

	if (bits(ck, p + 1, SI_EVENT_BITS | INV_L2) || event(ck, p, PM4_EVENT_EOP))
		return 1;
	if (pm4_get(EVENT_WRITE_EOP_EVENT_INDEX, p[1]) != 5)
		return event_form(ck, p);
	if (most(ck, p + 3, PM4_F_EVENT_WRITE_EOP_DATA_SEL + 1, data, 4))
		return 1;
	if (pm4_get(EVENT_WRITE_EOP_INT_SEL, p[3]))
		return shared(ck, p + 3, PM4_SHARED_INTERRUPT);
	if (bits(ck, p + 3, 0xe000ffff))
		return 1;
	if (bytes && align(ck, p + 2, bytes))
		return 1;
	return si_access(ck, p + 2, si_addr48(p + 2), bytes, PM4_WRITES);
}

static int event_write_eos(struct si_checker *ck, const u32 *p)
{
	u32 cmd = pm4_get(EVENT_WRITE_EOS_CMD, p[3]);

	if (bits(ck, p + 1, SI_EVENT_BITS) || event(ck, p, PM4_EVENT_EOS))
		return 1;
	if (pm4_get(EVENT_WRITE_EOS_EVENT_INDEX, p[1]) != 6)
		return event_form(ck, p);
	if (cmd == PM4_V_EVENT_WRITE_EOS_CMD_STORE_GDS)
		return shared(ck, p + 3, PM4_SHARED_GDS);
	if (exact(ck, p + 3, PM4_F_EVENT_WRITE_EOS_CMD + 1, cmd, 2) ||
	    bits(ck, p + 3, 0xe000ffff) || align(ck, p + 2, 4))
		return 1;
	return si_access(ck, p + 2, si_addr48(p + 2), 4, PM4_WRITES);
}

/* ---- constant RAM ---- */

/* Bytes of the partition of the ring. */
static u32 ram_bytes(const struct si_checker *ck)
{
	return ck->in->ring == PM4_RING_COMPUTE ? SI_CONST_RAM_COMPUTE : SI_CONST_RAM_GFX;
}

/* A range of constant RAM must lie inside of the partition. */
static int ram_range(struct si_checker *ck, const u32 *at, u32 offset, u64 dw)
{
	if (likely(offset + 4 * dw <= ram_bytes(ck)))
		return 0;
	ck->verdict->offset = offset;
	return si_refuse(ck, PM4_CODE_CONST_RAM, at, ram_bytes(ck), 4 * dw);
}

/* The bits of dwords @first to @last of one word of &si_checker.ram. */
static u64 ram_bits(u32 word, u32 first, u32 last)
{
	u64 mask = ~0ull;

	if (word == first / 64)
		mask &= ~0ull << first % 64;
	if (word == last / 64)
		mask &= ~0ull >> (63 - last % 64);
	return mask;
}

static void ram_set(struct si_checker *ck, u32 offset, u32 dw)
{
	u32 first = offset / 4, last = first + dw - 1, i;

	if (!dw || *ck->header & PM4_PREDICATE)
		return;
	for (i = first / 64; i <= last / 64; i++)
		ck->ram[i] |= ram_bits(i, first, last);
}

/* Number of the first dword of a range that the stream has not written; @dw: none. */
static u32 ram_unset(const struct si_checker *ck, u32 offset, u32 dw)
{
	u32 first = offset / 4, last = first + dw - 1, i;
	u64 missing;

	for (i = first / 64; dw && i <= last / 64; i++) {
		missing = ram_bits(i, first, last) & ~ck->ram[i];
		if (missing)
			return 64 * i + (u32)__ffs64(missing) - first;
	}
	return dw;
}

static int load_ram(struct si_checker *ck, const u32 *p)
{
	if (bits(ck, p + 3, 0x7fff) || align(ck, p + 3, 8) || bits(ck, p + 4, 0xffff) ||
	    align(ck, p + 4, 32) || ram_range(ck, p + 4, p[4], p[3]) ||
	    address64(ck, p + 1, 32, 4ull * p[3], PM4_READS))
		return 1;
	ram_set(ck, p[4], p[3]);
	return 0;
}

static int write_ram(struct si_checker *ck, const u32 *p, u32 count)
{
	if (bits(ck, p + 1, 0xffff) || align(ck, p + 1, 4) || ram_range(ck, p + 1, p[1], count))
		return 1;
	ram_set(ck, p[1], count);
	return 0;
}

static int dump_ram(struct si_checker *ck, const u32 *p)
{
	u32 unset;

	if (bits(ck, p + 1, 0xffff) || align(ck, p + 1, 4) || bits(ck, p + 2, 0x7fff) ||
	    ram_range(ck, p + 1, p[1], p[2]))
		return 1;
	unset = ram_unset(ck, p[1], p[2]);
	if (unset < p[2])
		return si_refuse(ck, PM4_CODE_CONST_RAM_UNSET, p + 1, 0, p[1] + 4 * unset);
	return address64(ck, p + 3, 4, 4ull * p[2], PM4_WRITES);
}

/**
 * si_packet() - check a packet, but not a plain draw, which the walk checks
 * @ck: the checker
 * @p: the packet
 * @handler: enum pm4_packet_handler
 * @count: dwords after the header, minus 1
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
		return event_write(ck, p, count);
	case PM4_PH_CP_DMA:
		return cp_dma(ck, p);
	case PM4_PH_DISPATCH:
		return si_dispatch(ck);
	case PM4_PH_DRAW_INDEX:
		return draw_index(ck, p);
	case PM4_PH_SET_BASE:
		return set_base(ck, p);
	case PM4_PH_CLEAR_STATE:
		return clear_state(ck);
	case PM4_PH_INDEX_SIZE:
		ck->index_count = p[1];
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
		return atomic(ck, p);
	case PM4_PH_OCCLUSION_QUERY:
		return occlusion_query(ck, p);
	case PM4_PH_PREDICATION:
		return predication(ck, p);
	case PM4_PH_SKIP:
		return skip(ck, p, count);
	case PM4_PH_CONTEXT_CONTROL:
		return context_control(ck, p);
	case PM4_PH_STRMOUT_UPDATE:
		return strmout_update(ck, p);
	case PM4_PH_WRITE_DATA:
		return write_data(ck, p, count);
	case PM4_PH_COPY_DW:
		return copy_dw(ck, p);
	case PM4_PH_COPY_DATA:
		return copy_data(ck, p);
	case PM4_PH_WAIT_REG_MEM:
		return si_wait(ck, p);
	case PM4_PH_MEM_WRITE:
		return mem_write(ck, p);
	case PM4_PH_COND_WRITE:
		return cond_write(ck, p);
	case PM4_PH_EVENT_WRITE_EOP:
		return event_write_eop(ck, p);
	case PM4_PH_EVENT_WRITE_EOS:
		return event_write_eos(ck, p);
	case PM4_PH_SET_INDIRECT:
		return set_indirect(ck, p);
	case PM4_PH_COUNTER:
		return si_counter(ck, p);
	case PM4_PH_CE_WRITE:
		return ce_write(ck, p, count);
	case PM4_PH_LOAD_RAM:
		return load_ram(ck, p);
	case PM4_PH_WRITE_RAM:
		return write_ram(ck, p, count);
	case PM4_PH_DUMP_RAM:
		return dump_ram(ck, p);
	}
	/* pm4_gen knows all handlers, so this is none of the tables. */
	return si_refuse(ck, PM4_CODE_PACKET_UNKNOWN, p, 0, 0);
}
