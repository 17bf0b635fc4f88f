// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Draws: check everything that a draw can reach.  The packets that draw call this for every draw;
 * it checks only the state that has changed since the last one.
 *
 * The checker does not inspect what programs compute.  It assumes that a draw uses every unit
 * that is enabled.  State that the stream has not set counts as the neutral value.  Its group
 * goes into the footprint, so that the driver resets the group before the stream if an earlier
 * stream left other values.  Addresses have no neutral value: a draw that needs one which the
 * stream has not set is refused.
 *
 * Takes no lock.
 */
#include "r500_check.h"

/* VAP_VF_CNTL */
#define PRIM_TYPE(control)	((control) & 15)
/* No type, triangles with flags among the indices, and types below LINE_LOOP that do not exist. */
#define PRIM_NONE		(1u << 0 | 0x1fu << 7)
#define PRIM_WALK_SHIFT		4
#define PRIM_WALK_BITS		(3u << PRIM_WALK_SHIFT)
#define PRIM_WALK(control)	((control) >> PRIM_WALK_SHIFT & 3)
#define INDEX_32		(1u << 11)
#define USE_ALT_NUM_VERTS	(1u << 14)
#define CONTROL_BITS		0xffff583fu	/* not reserved, and not DUAL_INDEX_MODE */
#define NUM_VERTICES(control)	((control) >> 16)

enum { WALK_STATE, WALK_INDICES, WALK_VERTICES, WALK_DATA };

/* INDX_BUFFER: all dwords to VAP_PORT_IDX0, none skipped */
#define INDX_BUFFER_HEADER	(PM4_TYPE3 | 2u << 16 | PM4_OP_INDX_BUFFER << 8)
#define INDX_DESTINATION	(1u << 31 | R500_INDEX(VAP_PORT_IDX))

/* Guide 5.2.3.11: BUFFER_SIZE has 23 bits. */
#define INDX_BUFFER_MOST_DW	0x7fffffu

/* 3D_LOAD_VBPNTR: VTX_NUM_ARRAYS and VC_FORCE_PREFETCH of the first dword */
#define ARRAYS_COUNT		0x1fu
#define ARRAYS_BITS		0x3fu

/* Returns true if the stream has set all registers of a run. */
static __always_inline bool all_set(const struct r500_checker *ck, u32 first, u32 count)
{
	u32 i;

#pragma GCC unroll 4
	for (i = 0; i < count; i++)
		if (!r500_isset(ck, first + i))
			return false;
	return true;
}

/* Most keys are set: a branch for each costs less than its bit. */
static __always_inline void add_unset(const struct r500_checker *ck, u32 group, u32 first,
				      u32 count, u64 *groups)
{
	if (unlikely(!all_set(ck, first, count)))
		*groups |= 1ull << group;
}

/* The groups of which the stream has not set every key before its first draw. */
static noinline void inherit_groups(struct r500_checker *ck)
{
	struct pm4_footprint *footprint = &ck->result->footprint;
	u64 groups;
	u32 i;

#define UNSET(group, window, first, count), add_unset(ck, group, first, count, &groups)
	groups = PM4_STATE_ALWAYS PM4_STATE_KEYS(UNSET);
#undef UNSET
	footprint->live_in.groups |= groups;
	/* A fragment program may read all constants. */
	for (i = 0; i < R500_SLOT_PVS / 64; i++)
		footprint->live_in.slots[i] = ~footprint->live_out.slots[i];
	i = R500_SLOT_CLIP / 64;
	footprint->live_in.slots[i] = ~footprint->live_out.slots[i] &
				      ((1u << R500_CLIP_VECTORS) - 1);
}

/* Constants that a vertex program may read, of which the stream has not set all with one upload. */
static noinline void inherit_constants(struct r500_checker *ck, u32 first, u32 end)
{
	struct pm4_footprint *footprint = &ck->result->footprint;

	for (first += R500_SLOT_PVS, end += R500_SLOT_PVS; first < end; first = (first | 63) + 1) {
		/* A ring. */
		u32 word = first / 64 - (first < R500_SLOT_CLIP ? 0 : R500_CONSTANTS / 64);

		footprint->live_in.slots[word] |= r500_slot_mask(first, end) &
						  ~footprint->live_out.slots[word];
	}
}

/*
 * What a vertex program reads besides vertices: constants from a base to a limit, past which it
 * gets zeros, and registers for jumps and loops.
 */
static __always_inline void inherit_program(struct r500_checker *ck)
{
	u32 constants = r500_get(ck, VAP_PVS_CONST_CNTL);
	u32 first = constants & 0xff, end = first + (constants >> 16 & 0xff) + 1;

	if (unlikely(first < ck->constants_first || end > ck->constants_end))
		inherit_constants(ck, first, end);
	if (unlikely(r500_get(ck, VAP_PVS_FLOW_CNTL_OPC)))
		r500_inherit(ck, PM4_STATE_FLOW);
}

/* Returns true if the stream has set what vertices are made of, up to the last element. */
static __always_inline bool format_set(const struct r500_checker *ck)
{
	u32 n, i = R500_INDEX(VAP_PROG_STREAM_CNTL), e = R500_INDEX(VAP_PROG_STREAM_CNTL_EXT);

	if (!all_set(ck, R500_INDEX(VAP_OUT_VTX_FMT_0), 2) || !r500_is_set(ck, VAP_CNTL) ||
	    !r500_is_set(ck, VAP_PVS_VTX_TIMEOUT_REG))
		return false;
	for (n = 0; n < R500_ELEMENTS / 2; n++) {
		if (!r500_isset(ck, i + n) || !r500_isset(ck, e + n))
			return false;
		if (likely(*r500_at(ck, i + n) & (R500_LAST_VEC | R500_LAST_VEC << 16)))
			break;
	}
	return true;
}

/* The number of slots, of controllers and of units for vertices; unset, the preamble has them. */
static bool vertices_pass(const struct r500_checker *ck)
{
	u32 value = r500_value(ck, R500_INDEX(VAP_CNTL), ~0u);

	return pm4_get(VAP_CNTL_PVS_NUM_SLOTS, value) && pm4_get(VAP_CNTL_PVS_NUM_CNTLRS, value) &&
	       pm4_get(VAP_CNTL_PVS_NUM_FPUS, value);
}

/* Without slots, controllers and units no vertex gets through: the chip hangs (guide 6.4.2). */
static noinline int __cold refuse_slots(struct r500_checker *ck)
{
	return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .reg = PM4_R_VAP_CNTL,
			   .detail = R500_SOURCE_SLOTS);
}

/*
 * Groups that a draw uses only with certain values of registers, and the slots of vertices.  What a
 * draw has inherited stays so: only a change of these registers makes it more.
 */
static int inherit_used(struct r500_checker *ck, u32 dirty)
{
	if (dirty & R500_GROUP(VSHADER)) {
		bool bypass = !r500_is_set(ck, VAP_CNTL_STATUS) ||
			      r500_get(ck, VAP_CNTL_STATUS) & R500_PVS_BYPASS;

		if (!r500_is_set(ck, VAP_CNTL_STATUS) ||
		    (!bypass && !all_set(ck, R500_INDEX(VAP_PVS_CODE_CNTL_0), 4)))
			r500_inherit(ck, PM4_STATE_VSHADER);
		ck->promised_dw = 0;
		if (unlikely(bypass))
			ck->promised_dw = r500_promised_dw(ck);
		else
			inherit_program(ck);
		if (!format_set(ck))
			r500_inherit(ck, PM4_STATE_VSHADER);
		if (!vertices_pass(ck))
			return refuse_slots(ck);
		if (!bypass && r500_check_vertex_program(ck))
			return 1;
	}
	if (dirty & R500_GROUP(DEPTH) &&
	    (r500_get(ck, ZB_BW_CNTL) & R500_BW_HYPERZ ||
	     r500_get(ck, SC_HYPERZ_EN) & R500_SC_HYPERZ) &&
	    !(r500_is_set(ck, ZB_ZMASK_OFFSET) && r500_is_set(ck, ZB_ZMASK_PITCH) &&
	      r500_is_set(ck, ZB_HIZ_OFFSET) && r500_is_set(ck, ZB_HIZ_PITCH)))
		r500_inherit(ck, PM4_STATE_HYPERZ);
	if (dirty & R500_GROUP(COLOR) && r500_get(ck, RB3D_CCTL) & R500_CCTL_CMASK &&
	    !(r500_is_set(ck, RB3D_CMASK_OFFSET0) && r500_is_set(ck, RB3D_CMASK_PITCH0)))
		r500_inherit(ck, PM4_STATE_CMASK);
	return 0;
}

/* All that check_targets() looks at. */
#define R500_TARGETS	(R500_RASTER | R500_GROUP(VSHADER) | R500_GROUP(DEPTH) | \
			 R500_GROUP(COLOR) | R500_GROUP(RESOLVE) | R500_GROUP(PROGRAM))

/* The scissor and the samples, for the checks of surfaces. */
static __always_inline void take_raster(struct r500_checker *ck)
{
	static const u8 samples[] = { 2, 3, 4, 6 };
	u32 aa = r500_get(ck, GB_AA_CONFIG), first;

	ck->samples = aa & 1 ? samples[aa >> 1 & 3] : 1;
	/* A write that a draw has cut stays cut. */
	if (ck->last[R500_INDEX(SC_SCISSOR1)] != ck->scissor_at) {
		ck->scissor_at = ck->last[R500_INDEX(SC_SCISSOR1)];
		ck->scissor = r500_get(ck, SC_SCISSOR1);
		ck->scissor_left = 0;
		ck->cut = NULL;
	}
	/* The common first corner is 0. */
	first = r500_get(ck, SC_SCISSOR0);
	ck->empty = unlikely(first) && ((first & 0x1fff) >= R500_X1(ck->scissor) ||
					(first >> 13 & 0x1fff) >= R500_Y1(ck->scissor));
	if (unlikely(first) && !ck->empty)
		ck->scissor_left = max(ck->scissor_left, first & 0x1fff);
}

/* Patches the packet at @at to a NOP. */
static void drop_packet(struct r500_checker *ck, const u32 *at)
{
	r500_patch(ck, at, PM4_PATCH_VALUE, (*at & ~0xff00u) | PM4_OP_NOP << 8);
}

/*
 * A scissor that ends before it begins: no document says what it passes, and clients mean nothing.
 * The draw becomes a NOP, which the chip skips.  Changes before it are for the next draw to
 * check.
 */
static noinline int drop_draw(struct r500_checker *ck, u32 dirty)
{
	ck->dirty = dirty | R500_GROUP(COLOR) | R500_GROUP(DEPTH);
	ck->uses = 0;
	drop_packet(ck, ck->header);
	return 0;
}

/* The units whose state changes less often than the state of textures. */
static int check_targets(struct r500_checker *ck, u32 dirty)
{
	if (dirty & (R500_GROUP(VSHADER) | R500_GROUP(DEPTH) | R500_GROUP(COLOR)) &&
	    inherit_used(ck, dirty))
		return 1;
	if (dirty & R500_GROUP(PROGRAM) && r500_check_pixel_program(ck))
		return 1;
	if (dirty & R500_RASTER)
		dirty |= R500_GROUP(COLOR) | R500_GROUP(DEPTH) | R500_GROUP(RESOLVE);
	if (dirty & (R500_GROUP(COLOR) | R500_GROUP(RESOLVE)) && r500_check_color(ck))
		return 1;
	if (dirty & R500_GROUP(DEPTH) && r500_check_depth(ck))
		return 1;
	return dirty & (R500_GROUP(RESOLVE) | R500_GROUP(COLOR)) ? r500_check_resolve(ck) : 0;
}

/* The half of VTX_AOS_ATTR of an array: dwords of an element, and from one element to the next. */
#define ARRAY_DW(bits)		((bits) & 0x7f)
#define ARRAY_STRIDE_DW(bits)	((bits) >> 8 & 0x7f)
#define ARRAY_FORBID		0x8080u

/* Arrays come in pairs: a dword with two sizes and strides, and two addresses. */
static const u32 *array_pair(const u32 *body, u32 n)
{
	return body + 1 + n / 2 * 3;
}

static u32 array_bits(const u32 *body, u32 n)
{
	return array_pair(body, n)[0] >> (n & 1) * 16 & 0xffff;
}

/* Dwords of a vertex of the current draw; more than any if it lacks arrays, and is refused. */
static u32 vertex_dw(const struct r500_checker *ck)
{
	u32 n, dw = 0;

	if (PM4_OPCODE(*ck->header) == PM4_OP_3D_DRAW_IMMD_2)
		return r500_get(ck, VAP_VTX_SIZE);
	if (!ck->arrays)
		return ~0u;
	for (n = ck->arrays[0] & ARRAYS_COUNT; n--; )
		dw += ARRAY_DW(array_bits(ck->arrays, n));
	return dw;
}

/*
 * A draw without a vertex program, perhaps.  The next one may have other vertices, although no
 * register changes.
 */
static noinline int keep_promise(struct r500_checker *ck)
{
	if (!ck->promised_dw)
		return 0;
	ck->dirty = R500_DRAW_AGAIN;
	return r500_check_promise(ck, vertex_dw(ck));
}

/* The first draw, or one after a change that is not only of textures. */
static noinline int draw_targets(struct r500_checker *ck, u32 dirty)
{
	if (unlikely(r500_may_move(ck, dirty)) && r500_moved(ck))
		return 1;
	if (dirty & R500_FIRST_DRAW) {
		inherit_groups(ck);
		dirty |= (u32)(PM4_STATE_ALL & 0xffffffffu);
	}
	if (dirty & R500_RASTER)
		take_raster(ck);
	if (unlikely(ck->empty))
		return drop_draw(ck, dirty);
	if (check_targets(ck, dirty))
		return 1;
	if (unlikely(ck->promised_dw) && keep_promise(ck))
		return 1;
	ck->textures_ok &= ~dirty;
	return dirty & (R500_GROUP(TEXTURE) | R500_TEXTURES) ? r500_check_textures(ck) : 0;
}

/* All units but the vertices. */
static __always_inline int draw(struct r500_checker *ck)
{
	u32 dirty = ck->dirty;

	ck->touched |= dirty;
	ck->dirty = 0;
	ck->result->draws++;
	if (dirty & (R500_FIRST_DRAW | R500_TARGETS)) {
		if (draw_targets(ck, dirty))
			return 1;
	} else if (dirty & (R500_GROUP(TEXTURE) | R500_TEXTURES | R500_DRAW_AGAIN)) {
		if (dirty & R500_DRAW_AGAIN && keep_promise(ck))
			return 1;
		ck->textures_ok &= ~dirty;
		if (r500_check_textures(ck))
			return 1;
	}
	ck->cached |= ck->uses;
	ck->last_draw = ck->header;
	return 0;
}

/* Why take_control() refuses a draw. */
static noinline int __cold refuse_control(struct r500_checker *ck, u32 control, u32 walk)
{
	if (control & ~CONTROL_BITS)
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_BITS, .at = ck->header + 1,
				   .expected = CONTROL_BITS, .actual = control);
	if (PRIM_WALK(control) != walk)
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .at = ck->header + 1,
				   .detail = R500_SOURCE_WALK, .expected = walk,
				   .actual = PRIM_WALK(control));
	if (PRIM_NONE >> PRIM_TYPE(control) & 1)
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .at = ck->header + 1,
				   .detail = R500_SOURCE_PRIMITIVE, .actual = PRIM_TYPE(control));
	if (control & USE_ALT_NUM_VERTS && !r500_is_set(ck, VAP_ALT_NUM_VERTICES))
		return r500_refuse_unset(ck, PM4_R_VAP_ALT_NUM_VERTICES);
	return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .at = ck->header + 1,
			   .detail = R500_SOURCE_NOTHING);
}

/*
 * VAP_VF_CNTL, and the number of vertices.  Refuse a draw of 0 vertices: the guide ends at element
 * NUM_VERTICES - 1, so the chip may take 0 for 2^16.  Refuse PRIM_TYPE 0: it starts no draw, so
 * that nothing takes the indices after it.
 */
static __always_inline bool take_control(struct r500_checker *ck, u32 control, u32 walk, u32 *count)
{
	if (unlikely((control & (~CONTROL_BITS | PRIM_WALK_BITS)) != walk << PRIM_WALK_SHIFT ||
		     PRIM_NONE >> PRIM_TYPE(control) & 1))
		return false;
	*count = control & USE_ALT_NUM_VERTS ? r500_get(ck, VAP_ALT_NUM_VERTICES) :
					       NUM_VERTICES(control);
	return *count;
}

/**
 * struct array - a vertex array
 * @at: the dword of its address
 * @buffer: its buffer
 * @stride: bytes from one element to the next
 * @element: bytes of an element
 */
struct array {
	const u32 *at;
	const struct pm4_buffer *buffer;
	u32 stride;
	u32 element;
};

/* Bytes of an element that the chip fetches: with VC_FORCE_PREFETCH also of one without any. */
static __always_inline u32 element_bytes(u32 bits)
{
	return 4 * max(ARRAY_DW(bits), 1u);
}

/* Array @n of the last 3D_LOAD_VBPNTR, which r500_arrays() has accepted. */
static struct array array(const struct r500_checker *ck, u32 n)
{
	const u32 *relocs = ck->arrays + PM4_COUNT(ck->arrays[-1]) + 1;
	u32 bits = array_bits(ck->arrays, n);

	return (struct array){
		.at = array_pair(ck->arrays, n) + 1 + (n & 1),
		.buffer = r500_buffer(ck, pm4_reloc_index(relocs[2 * n + 1])),
		.stride = 4 * ARRAY_STRIDE_DW(bits),
		.element = element_bytes(bits),
	};
}

/* Bytes that an array needs for elements 0 to @last. */
static u64 array_bytes(const struct array *a, u32 last)
{
	return pm4_times(a->stride, last) + a->element;
}

/* Elements that are inside the buffer of an array. */
static u64 array_room(const struct array *a)
{
	u64 offset = *a->at;

	if (!pm4_inside(a->buffer, offset, a->element))
		return 0;
	if (!a->stride)
		return ~0ull;
	return 1 + div_u64(a->buffer->size - offset - a->element, a->stride);
}

/* Elements that are inside the buffers of all arrays; none if the stream has not set arrays. */
static noinline u64 arrays_room(const struct r500_checker *ck)
{
	u64 room = ck->arrays ? ~0ull : 0;
	struct array a;
	u32 n;

	for (n = ck->arrays ? ck->arrays[0] & ARRAYS_COUNT : 0; n--; ) {
		a = array(ck, n);
		room = min(room, array_room(&a));
	}
	return room;
}

/* An element of an array is outside of its buffer; @reg bounds the index, 0: the draw does. */
static noinline int __cold refuse_elements(struct r500_checker *ck, u32 last, u32 reg)
{
	struct array a;
	u32 n = 0;

	if (!ck->arrays)
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .detail = R500_SOURCE_ARRAYS);
	do {
		a = array(ck, n++);
	} while (pm4_inside(a.buffer, *a.at, array_bytes(&a, last)));
	return R500_REFUSE(ck, .code = PM4_CODE_VERTEX_BOUNDS, .reg = reg, .buffer = a.buffer,
			   .detail = n - 1, .offset = *a.at, .expected = a.buffer->size,
			   .actual = array_bytes(&a, last),
			   .shape = { last, r500_dword(ck, a.at) });
}

/*
 * Returns true if elements 0 to @last of all arrays are inside their buffers even if each array had
 * the largest element and stride.  Otherwise arrays_room() knows, with a division for each array.
 */
static __always_inline bool elements_inside(const struct r500_checker *ck, u32 last)
{
	return (s64)pm4_times(ck->arrays_stride, last) <= ck->arrays_slack;
}

/* VAP_VF_MAX_VTX_INDX as earlier draws have cut it. */
static u32 max_index(struct r500_checker *ck)
{
	u32 at = ck->last[R500_INDEX(VAP_VF_MAX_VTX_INDX)];

	if (at != ck->max_index_at) {
		ck->max_index_at = at;
		ck->max_index = r500_get(ck, VAP_VF_MAX_VTX_INDX);
		ck->max_index_cut = NULL;
	}
	return ck->max_index;
}

/*
 * The arrays of a draw by indices.  Mesa allows indices up to the end of a buffer that holds
 * several arrays, whatever the offset of the last of them is.  Lower the bound to the last element
 * that is inside: the chip clamps larger indices, as GL allows it to.  Earlier draws under the
 * same write stay inside as well.
 */
static int check_indexed_arrays(struct r500_checker *ck)
{
	u32 last = max_index(ck);
	u64 room;

	if (likely(elements_inside(ck, last)))
		return 0;
	room = arrays_room(ck);
	if (last < room)
		return 0;
	if (!room)
		return refuse_elements(ck, last, PM4_R_VAP_VF_MAX_VTX_INDX);
	ck->max_index = (u32)room - 1;
	if (ck->max_index_cut) {
		ck->max_index_cut->arg = ck->max_index;
		return 0;
	}
	ck->max_index_cut = ck->patch;
	r500_patch(ck, r500_at(ck, R500_INDEX(VAP_VF_MAX_VTX_INDX)), PM4_PATCH_VALUE,
		   ck->max_index);
	return 0;
}

/* A draw of elements 0 to @last that needs the exact bound, or has a fault after its units. */
static noinline int draw_list(struct r500_checker *ck, u32 last)
{
	if (draw(ck))
		return 1;
	if (r500_get(ck, VAP_INDEX_OFFSET))
		return R500_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE,
				   .reg = PM4_R_VAP_INDEX_OFFSET, .expected = 0,
				   .actual = r500_get(ck, VAP_INDEX_OFFSET));
	return last < arrays_room(ck) ? 0 : refuse_elements(ck, last, 0);
}

/**
 * r500_draw_vbuf() - check 3D_DRAW_VBUF_2
 * @ck: the check
 * @control: VAP_VF_CNTL
 *
 * The guide also adds VAP_INDEX_OFFSET in this mode, so it must be 0.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_draw_vbuf(struct r500_checker *ck, u32 control)
{
	u32 count;

	if (unlikely(!take_control(ck, control, WALK_VERTICES, &count)))
		return refuse_control(ck, control, WALK_VERTICES);
	if (unlikely(r500_get(ck, VAP_INDEX_OFFSET) || !elements_inside(ck, count - 1)))
		return draw_list(ck, count - 1);
	return draw(ck);
}

/**
 * r500_draw_immd() - check 3D_DRAW_IMMD_2
 * @ck: the check
 * @control: VAP_VF_CNTL
 * @body_dw: dwords after the header
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_draw_immd(struct r500_checker *ck, u32 control, u32 body_dw)
{
	u32 count;
	u64 need;

	if (unlikely(!take_control(ck, control, WALK_DATA, &count)))
		return refuse_control(ck, control, WALK_DATA);
	if (!r500_is_set(ck, VAP_VTX_SIZE))
		return r500_refuse_unset(ck, PM4_R_VAP_VTX_SIZE);
	need = pm4_times(r500_get(ck, VAP_VTX_SIZE), count);
	/* No document says how many dwords the chip waits for with a size of 0. */
	if (unlikely(!need))
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .reg = PM4_R_VAP_VTX_SIZE,
				   .detail = R500_SOURCE_EMPTY);
	if (unlikely(need != body_dw - 1))
		return R500_REFUSE(ck, .code = PM4_CODE_INDEX_COUNT, .at = ck->header + 1,
				   .expected = need, .actual = body_dw - 1, .detail = 1);
	return draw(ck);
}

/*
 * The indices of a draw without any, in a buffer: INDX_BUFFER makes the CP fetch them and write
 * them to a register.  The packet can fill any register from memory, so it is allowed only here,
 * with the one register that takes indices.
 *
 * VAP_ALT_NUM_VERTICES can ask for more dwords than the packet can name.  The chip would fetch
 * fewer, and take what follows for the rest of the indices.
 */
static int indices_in_buffer(struct r500_checker *ck, u32 need_dw)
{
	const u32 *p = ck->cursor;
	const struct pm4_buffer *buffer;
	u32 index;

	if (ck->end - p < 4 || p[0] != INDX_BUFFER_HEADER)
		return R500_REFUSE(ck, .code = PM4_CODE_INDEX_MISSING, .at = ck->header + 1,
				   .expected = need_dw);
	ck->header = p;
	ck->cursor = p + 4;
	if (p[1] != INDX_DESTINATION)
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .at = p + 1,
				   .detail = R500_SOURCE_DESTINATION, .actual = p[1],
				   .expected = INDX_DESTINATION);
	if (p[3] != need_dw)
		return R500_REFUSE(ck, .code = PM4_CODE_INDEX_COUNT, .at = p + 3,
				   .expected = need_dw, .actual = p[3]);
	if (need_dw > INDX_BUFFER_MOST_DW)
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_VALUE, .at = p + 3, .detail = 2,
				   .shape = { PM4_VALUE_MOST }, .expected = INDX_BUFFER_MOST_DW,
				   .actual = need_dw);
	if (p[2] & 3)
		return R500_REFUSE(ck, .code = PM4_CODE_ALIGNMENT, .at = p + 2, .detail = 1,
				   .expected = 4, .actual = p[2]);
	if (r500_next_reloc(ck, 0, p + 2, &index))
		return 1;
	buffer = r500_buffer(ck, index);
	if (!pm4_inside(buffer, p[2], 4ull * need_dw))
		return R500_REFUSE(ck, .code = PM4_CODE_BOUNDS, .at = p + 2, .detail = 1,
				   .buffer = buffer, .offset = p[2], .expected = buffer->size,
				   .actual = 4ull * need_dw);
	r500_patch(ck, p + 2, PM4_PATCH_ADDR_32, index);
	if (unlikely(ck->empty))
		drop_packet(ck, p);
	return 0;
}

/**
 * r500_draw_indx() - check 3D_DRAW_INDX_2
 * @ck: the check
 * @control: VAP_VF_CNTL
 * @body_dw: dwords after the header
 *
 * The chip adds VAP_INDEX_OFFSET to an index before it clamps it to VAP_VF_MAX_VTX_INDX.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_draw_indx(struct r500_checker *ck, u32 control, u32 body_dw)
{
	u32 count, need_dw;

	if (unlikely(!take_control(ck, control, WALK_INDICES, &count)))
		return refuse_control(ck, control, WALK_INDICES);
	need_dw = control & INDEX_32 ? count : (count + 1) / 2;
	if (unlikely(body_dw > 1 && need_dw != body_dw - 1))
		return R500_REFUSE(ck, .code = PM4_CODE_INDEX_COUNT, .at = ck->header + 1,
				   .expected = need_dw, .actual = body_dw - 1);
	if (draw(ck) || check_indexed_arrays(ck))
		return 1;
	return body_dw > 1 ? 0 : indices_in_buffer(ck, need_dw);
}

static noinline int __cold refuse_arrays(struct r500_checker *ck, const u32 *body, u32 ndw,
					 u32 need)
{
	const struct r500_packet_rule *rule = r500_rule(ck, PM4_OP_3D_LOAD_VBPNTR);

	if (ndw - rule->min_dw > rule->more_dw)
		return r500_refuse_packet(ck);
	if (body[0] & ~ARRAYS_BITS)
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_BITS, .at = body,
				   .expected = ARRAYS_BITS, .actual = body[0]);
	if ((body[0] & ARRAYS_COUNT) > R500_ARRAYS)
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_VALUE, .at = body,
				   .shape = { PM4_VALUE_MOST }, .expected = R500_ARRAYS,
				   .actual = body[0] & ARRAYS_COUNT);
	return R500_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH, .expected = need,
			   .detail = need + (body[0] & 1), .actual = ndw);
}

/* The first array with a fault, at which its relocation is the last of its faults. */
static noinline int __cold refuse_array(struct r500_checker *ck, const u32 *body)
{
	const u32 *at;
	u32 n = 0, index;

	ck->cursor = body + PM4_COUNT(body[-1]) + 1;
	do {
		at = array_pair(body, n) + 1 + (n & 1);
		if (array_bits(body, n) & ARRAY_FORBID)
			return R500_REFUSE(ck, .code = PM4_CODE_FIELD_BITS, .detail = 1,
					   .at = array_pair(body, n), .expected = 0x7f7f7f7f,
					   .actual = *array_pair(body, n));
		if (*at & 3)
			return R500_REFUSE(ck, .code = PM4_CODE_ALIGNMENT, .at = at, .detail = 1,
					   .expected = 4, .actual = *at);
		n++;
	} while (!r500_next_reloc(ck, 0, at, &index));
	return 1;
}

/*
 * Dwords of the packet by the number of arrays.  The chip has 16 arrays: no packet is long enough
 * for more.
 */
static const u16 arrays_dw[ARRAYS_COUNT + 1] = {
	1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25,
	0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff,
	0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff,
};

/* An array with its relocation.  Returns false if the relocation names no buffer. */
static __always_inline bool take_array(const struct pm4_buffer *buffers, u32 nbuffers,
				       struct pm4_patch *patch, u32 dword, u32 offset,
				       const u32 *reloc, s64 *slack)
{
	u32 index = pm4_reloc_index(reloc[1]);

	if (unlikely(reloc[0] != PM4_NOP_RELOC || index >= nbuffers))
		return false;
	*patch = (struct pm4_patch){ dword, index };
	*slack = min(*slack, (s64)(buffers[index].size - offset));
	return true;
}

/**
 * r500_arrays() - check 3D_LOAD_VBPNTR
 * @ck: the check
 * @body: the packet after its header
 * @ndw: number of dwords, which are inside of the stream
 *
 * Sets ck->cursor past the relocations.
 *
 * Arrays come in pairs: a dword with two sizes and strides, and two addresses.  Mesa sends the
 * second address also of an odd last array.  Any other dword more would be a second half of
 * VTX_AOS_ATTR, or after 16 arrays the value of a register that no client may write.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_arrays(struct r500_checker *ck, const u32 *body, u32 ndw)
{
	u32 n = body[0] & ARRAYS_COUNT, all = 0, offsets = 0;
	u32 dword = r500_dword(ck, body) | PM4_PATCH_ADDR_32 << PM4_PATCH_KIND;
	struct pm4_patch *patch = ck->patch;
	const u32 *p = body + 1, *reloc = body + ndw;
	const struct pm4_buffer *buffers = ck->in->buffers;
	u32 nbuffers = ck->nbuffers;
	s64 slack = ~0ull >> 1;

	if (unlikely(body[0] & ~ARRAYS_BITS || ndw - arrays_dw[n] > (n & 1)))
		return refuse_arrays(ck, body, ndw, 1 + n + (n + 1) / 2);
	if (unlikely((size_t)((const char *)ck->end - (const char *)reloc) < 8 * n))
		return refuse_array(ck, body);
	for (; n >= 2; n -= 2, p += 3, reloc += 4, patch += 2, dword += 3) {
		all |= p[0];
		offsets |= p[1] | p[2];
		if (unlikely(!take_array(buffers, nbuffers, patch, dword + 2, p[1], reloc,
					 &slack) ||
			     !take_array(buffers, nbuffers, patch + 1, dword + 3, p[2], reloc + 2,
					 &slack)))
			return refuse_array(ck, body);
	}
	if (n) {
		all |= p[0] & 0xffff;
		offsets |= p[1];
		if (unlikely(!take_array(buffers, nbuffers, patch, dword + 2, p[1], reloc, &slack)))
			return refuse_array(ck, body);
		reloc += 2;
		patch++;
	}
	all |= all >> 16;
	if (unlikely(all & ARRAY_FORBID || offsets & 3))
		return refuse_array(ck, body);
	ck->arrays = body;
	ck->arrays_slack = slack - element_bytes(all);
	ck->arrays_stride = 4 * ARRAY_STRIDE_DW(all);
	ck->cursor = reloc;
	ck->patch = patch;
	return 0;
}
