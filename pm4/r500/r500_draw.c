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

/* The groups of which the stream has not set every key before its first draw. */
static noinline void inherit_groups(struct r500_checker *ck)
{
#define UNSET(group, window, first, count) | (u64)!all_set(ck, first, count) << (group)
	ck->result->footprint.live_in.groups |= 0 PM4_STATE_KEYS(UNSET);
#undef UNSET
	if (!r500_is_set(ck, GA_US_VECTOR_DATA))
		r500_inherit(ck, PM4_STATE_PROGRAM);
}

/* Groups that a draw uses only with certain values of registers. */
static void inherit_used(struct r500_checker *ck)
{
	bool bypass = !r500_is_set(ck, VAP_CNTL_STATUS) ||
		      r500_get(ck, VAP_CNTL_STATUS) & R500_PVS_BYPASS;

	if (!r500_is_set(ck, VAP_CNTL_STATUS) ||
	    (!bypass && !(r500_is_set(ck, VAP_PVS_VECTOR_DATA_REG_128) &&
			  all_set(ck, R500_INDEX(VAP_PVS_CODE_CNTL_0), 4))))
		r500_inherit(ck, PM4_STATE_VSHADER);
	if ((r500_get(ck, ZB_BW_CNTL) & R500_BW_HYPERZ ||
	     r500_get(ck, SC_HYPERZ_EN) & R500_SC_HYPERZ) &&
	    !(r500_is_set(ck, ZB_ZMASK_OFFSET) && r500_is_set(ck, ZB_ZMASK_PITCH) &&
	      r500_is_set(ck, ZB_HIZ_OFFSET) && r500_is_set(ck, ZB_HIZ_PITCH)))
		r500_inherit(ck, PM4_STATE_HYPERZ);
	if (r500_get(ck, RB3D_CCTL) & R500_CCTL_CMASK &&
	    !(r500_is_set(ck, RB3D_CMASK_OFFSET0) && r500_is_set(ck, RB3D_CMASK_PITCH0)))
		r500_inherit(ck, PM4_STATE_CMASK);
}

/* All that check_targets() looks at. */
#define R500_TARGETS	(R500_RASTER | R500_GROUP(VSHADER) | R500_GROUP(DEPTH) | \
			 R500_GROUP(COLOR) | R500_GROUP(RESOLVE))

/* The scissor and the samples, for the checks of surfaces. */
static void take_raster(struct r500_checker *ck)
{
	static const u8 samples[] = { 2, 3, 4, 6 };
	u32 aa = r500_get(ck, GB_AA_CONFIG);

	ck->samples = aa & 1 ? samples[aa >> 1 & 3] : 1;
	/* A write that a draw has cut stays cut. */
	if (ck->last[R500_INDEX(SC_SCISSOR1)] == ck->scissor_at)
		return;
	ck->scissor_at = ck->last[R500_INDEX(SC_SCISSOR1)];
	ck->scissor = r500_get(ck, SC_SCISSOR1);
	ck->cut = NULL;
}

/* The units whose state changes less often than that of textures. */
static noinline int check_targets(struct r500_checker *ck, u32 dirty)
{
	if (dirty & (R500_GROUP(VSHADER) | R500_GROUP(DEPTH) | R500_GROUP(COLOR)))
		inherit_used(ck);
	if (dirty & R500_RASTER) {
		take_raster(ck);
		dirty |= R500_GROUP(COLOR) | R500_GROUP(DEPTH) | R500_GROUP(RESOLVE);
	}
	if (dirty & (R500_GROUP(COLOR) | R500_GROUP(RESOLVE)) && r500_check_color(ck))
		return 1;
	if (dirty & R500_GROUP(DEPTH) && r500_check_depth(ck))
		return 1;
	return dirty & (R500_GROUP(RESOLVE) | R500_GROUP(COLOR)) ? r500_check_resolve(ck) : 0;
}

/* All units but the vertices. */
static __always_inline int draw(struct r500_checker *ck)
{
	u32 dirty = ck->dirty;

	ck->touched |= dirty;
	ck->dirty = 0;
	if (unlikely(!ck->result->draws++)) {
		inherit_groups(ck);
		dirty |= PM4_STATE_ALL;
	}
	if (dirty & R500_TARGETS && check_targets(ck, dirty))
		return 1;
	ck->textures_ok &= ~dirty;
	return dirty & (R500_GROUP(TEXTURE) | R500_TEXTURES) ? r500_check_textures(ck) : 0;
}

static noinline int __cold refuse_control(struct r500_checker *ck, u32 control, u32 walk)
{
	if (control & ~CONTROL_BITS)
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_BITS, .at = ck->header + 1,
				   .expected = CONTROL_BITS, .actual = control);
	if (PRIM_WALK(control) != walk)
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .at = ck->header + 1,
				   .detail = R500_SOURCE_WALK, .expected = walk,
				   .actual = PRIM_WALK(control));
	return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .at = ck->header + 1,
			   .detail = R500_SOURCE_PRIMITIVE, .actual = PRIM_TYPE(control));
}

/*
 * VAP_VF_CNTL, and the number of vertices.  Refuse a draw of 0 vertices: the guide ends at element
 * NUM_VERTICES - 1, so the chip may take 0 for 2^16.  Refuse PRIM_TYPE 0: it starts no draw, so
 * that nothing takes the indices after it.
 */
static __always_inline int take_control(struct r500_checker *ck, u32 control, u32 walk, u32 *count)
{
	if (unlikely((control & (~CONTROL_BITS | PRIM_WALK_BITS)) != walk << PRIM_WALK_SHIFT ||
		     PRIM_NONE >> PRIM_TYPE(control) & 1)) {
		refuse_control(ck, control, walk);
		return 1;
	}
	*count = NUM_VERTICES(control);
	if (control & USE_ALT_NUM_VERTS) {
		if (!r500_is_set(ck, VAP_ALT_NUM_VERTICES))
			return r500_refuse_unset(ck, PM4_R_VAP_ALT_NUM_VERTICES);
		*count = r500_get(ck, VAP_ALT_NUM_VERTICES);
	}
	if (unlikely(!*count))
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .at = ck->header + 1,
				   .detail = R500_SOURCE_NOTHING);
	return 0;
}

/* Dwords from one element of an array to the next. */
static u32 stride_dw(const struct r500_array *a)
{
	return a->bits >> 8 & 0x7f;
}

/* Dwords of an element that the chip fetches: with VC_FORCE_PREFETCH also of one without any. */
static u32 element_dw(const struct r500_array *a)
{
	return max(a->bits & 0x7f, 1u);
}

/* Bytes that an array needs for elements 0 to @last. */
static u64 array_bytes(const struct r500_array *a, u32 last)
{
	return 4 * ((u64)last * stride_dw(a) + element_dw(a));
}

/* An element of an array lies outside of its buffer; @reg bounds the index, 0: the draw does. */
static noinline int __cold refuse_elements(struct r500_checker *ck, u32 last, u32 reg)
{
	const struct r500_array *a = ck->arrays;
	const struct pm4_buffer *buffer;

	while (pm4_inside(r500_buffer(ck, a->buffer), *a->at, array_bytes(a, last)))
		a++;
	buffer = r500_buffer(ck, a->buffer);
	return R500_REFUSE(ck, .code = PM4_CODE_VERTEX_BOUNDS, .reg = reg, .buffer = buffer,
			   .detail = (u32)(a - ck->arrays), .offset = *a->at,
			   .expected = buffer->size, .actual = array_bytes(a, last),
			   .shape = { last, r500_dword(ck, a->at) });
}

/* A draw that fetches elements 0 to @last of the arrays. */
static int check_arrays(struct r500_checker *ck, u32 last, u32 reg)
{
	if (unlikely(!ck->arrays_set))
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .detail = R500_SOURCE_ARRAYS);
	if (likely(last < ck->arrays_room))
		return 0;
	return refuse_elements(ck, last, reg);
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
 * that lies inside: the chip clamps larger indices, as GL allows it to.  Earlier draws under the
 * same write stay inside as well.
 */
static int check_indexed_arrays(struct r500_checker *ck)
{
	u32 last = max_index(ck);

	if (likely(last < ck->arrays_room) || !ck->arrays_set || !ck->arrays_room)
		return check_arrays(ck, last, PM4_R_VAP_VF_MAX_VTX_INDX);
	ck->max_index = (u32)ck->arrays_room - 1;
	if (ck->max_index_cut) {
		ck->max_index_cut->arg = ck->max_index;
		return 0;
	}
	ck->max_index_cut = ck->patch;
	r500_patch(ck, r500_at(ck, R500_INDEX(VAP_VF_MAX_VTX_INDX)), PM4_PATCH_VALUE,
		   ck->max_index);
	return 0;
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

	if (take_control(ck, control, WALK_VERTICES, &count) || draw(ck))
		return 1;
	if (unlikely(r500_get(ck, VAP_INDEX_OFFSET)))
		return R500_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE,
				   .reg = PM4_R_VAP_INDEX_OFFSET, .expected = 0,
				   .actual = r500_get(ck, VAP_INDEX_OFFSET));
	return check_arrays(ck, count - 1, 0);
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

	if (take_control(ck, control, WALK_DATA, &count))
		return 1;
	if (!r500_is_set(ck, VAP_VTX_SIZE))
		return r500_refuse_unset(ck, PM4_R_VAP_VTX_SIZE);
	need = (u64)count * r500_get(ck, VAP_VTX_SIZE);
	if (unlikely(need != body_dw - 1))
		return R500_REFUSE(ck, .code = PM4_CODE_INDEX_COUNT, .at = ck->header + 1,
				   .expected = need, .actual = body_dw - 1, .detail = 1);
	return draw(ck);
}

/*
 * The indices of a draw without any, in a buffer: INDX_BUFFER makes the CP fetch them and write
 * them to a register.  The packet can fill any register from memory, so it is allowed only here,
 * with the one register that takes indices.
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
	ck->result->packets++;
	ck->body_dw += 3;
	if (p[1] != INDX_DESTINATION)
		return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .at = p + 1,
				   .detail = R500_SOURCE_DESTINATION, .actual = p[1],
				   .expected = INDX_DESTINATION);
	if (p[3] != need_dw)
		return R500_REFUSE(ck, .code = PM4_CODE_INDEX_COUNT, .at = p + 3,
				   .expected = need_dw, .actual = p[3]);
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

	if (take_control(ck, control, WALK_INDICES, &count))
		return 1;
	need_dw = control & INDEX_32 ? count : (count + 1) / 2;
	if (unlikely(body_dw > 1 && need_dw != body_dw - 1))
		return R500_REFUSE(ck, .code = PM4_CODE_INDEX_COUNT, .at = ck->header + 1,
				   .expected = need_dw, .actual = body_dw - 1);
	if (draw(ck) || check_indexed_arrays(ck))
		return 1;
	return body_dw > 1 ? 0 : indices_in_buffer(ck, need_dw);
}

/* Elements that lie inside the buffer of an array. */
static __always_inline u64 array_room(const struct r500_checker *ck, const struct r500_array *a)
{
	u64 size = r500_buffer(ck, a->buffer)->size, offset = *a->at;

	if (!pm4_inside(r500_buffer(ck, a->buffer), offset, array_bytes(a, 0)))
		return 0;
	if (!stride_dw(a))
		return ~0ull;
	return 1 + div_u64((size - offset) / 4 - element_dw(a), stride_dw(a));
}

static noinline int __cold refuse_array(struct r500_checker *ck, const u32 *attributes, u32 bits,
					const u32 *at)
{
	if (bits & 0x8080)
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_BITS, .at = attributes, .detail = 1,
				   .expected = 0x7f7f7f7f, .actual = *attributes);
	return R500_REFUSE(ck, .code = PM4_CODE_ALIGNMENT, .at = at, .detail = 1, .expected = 4,
			   .actual = *at);
}

/* An array, whose size and stride stand in 16 bits of @attributes, before the addresses. */
static __always_inline int take_array(struct r500_checker *ck, struct r500_array *a,
				      const u32 *attributes, u32 bits, const u32 *at)
{
	a->at = at;
	a->bits = bits;
	if (unlikely(bits & 0x8080 || *at & 3))
		return refuse_array(ck, attributes, bits, at);
	if (r500_next_reloc(ck, 0, at, &a->buffer))
		return 1;
	r500_patch(ck, at, PM4_PATCH_ADDR_32, a->buffer);
	ck->arrays_room = min(ck->arrays_room, array_room(ck, a));
	return 0;
}

static noinline int __cold refuse_arrays(struct r500_checker *ck, const u32 *body, u32 ndw,
					 u32 need)
{
	if (body[0] & ~ARRAYS_BITS)
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_BITS, .at = body,
				   .expected = ARRAYS_BITS, .actual = body[0]);
	if ((body[0] & ARRAYS_COUNT) > R500_ARRAYS)
		return R500_REFUSE(ck, .code = PM4_CODE_FIELD_VALUE, .at = body,
				   .shape = { PM4_VALUE_MOST }, .expected = R500_ARRAYS,
				   .actual = body[0] & ARRAYS_COUNT);
	return R500_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH, .expected = need,
			   .detail = need + 1, .actual = ndw);
}

/**
 * r500_arrays() - check 3D_LOAD_VBPNTR
 * @ck: the check
 * @body: the packet after its header
 * @ndw: number of dwords
 *
 * Arrays come in pairs: a dword with two sizes and strides, and two addresses.  Mesa sends the
 * second address also of an odd last array.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_arrays(struct r500_checker *ck, const u32 *body, u32 ndw)
{
	u32 i, bits = 0, n = body[0] & ARRAYS_COUNT, need = 1 + n + (n + 1) / 2;
	const u32 *p = body + 1, *attributes = p;
	struct r500_array *a = ck->arrays;

	if (unlikely(body[0] & ~ARRAYS_BITS || n > R500_ARRAYS || ndw - need > 1))
		return refuse_arrays(ck, body, ndw, need);
	ck->narrays = n;
	ck->arrays_set = true;
	ck->arrays_room = ~0ull;
	for (i = 0; i < n; i++, a++) {
		bits >>= 16;
		if (!(i & 1)) {
			attributes = p++;
			bits = *attributes;
		}
		if (take_array(ck, a, attributes, bits & 0xffff, p++))
			return 1;
	}
	return 0;
}
