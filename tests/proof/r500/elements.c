// SPDX-License-Identifier: GPL-2.0
/*
 * Elements of vertex arrays and indices of a draw, with any packets, relocations and registers.
 * A turn of a loop over arrays reads one, so up to three represent every number.  The source
 * compares no two relocations, so each array has a buffer of its own, of any size.
 */
#define WORLD_REGS 3
#include "surface.h"

#define SIZE_MAX_BYTES	(1ull << 40)

#define ARRAYS		3

/* Without a body: a function, any one.  The model checker knows the prefix. */
u64 __CPROVER_uninterpreted_div(u64 value, u32 unit);

/* A quotient that is rounded down. */
static inline u64 proof_div(u64 value, u32 unit)
{
	u64 quotient = __CPROVER_uninterpreted_div(value, unit);

	PROVE(unit, "a quotient is defined");
	ASSUME(quotient <= value);
	ASSUME(proof_times(unit, quotient) <= value);
	return quotient;
}

#define div_u64		proof_div

/* The bound and the address of the indices. */
static struct pm4_patch patches[2];
static const u32 *cut_at;

static inline void keep_patch(struct r500_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	PROVE(ck->patch >= patches && ck->patch < patches + 2, "a draw has at most two patches");
	proof_patch(ck, at, kind, arg);
	if (ck->patch == patches)
		cut_at = at;
	*ck->patch++ = world_patch;
}

#undef r500_patch
#define r500_patch	keep_patch

#ifndef RUNS
#define RUNS 0
#endif

/* Only refusals search, for the array that they name: a turn reads one, and represents all. */
#define while(condition)	while ((condition), 0)
#include "../../../pm4/r500/r500_draw.c"
#undef while

/* The units of a draw have theorems of their own. */
int r500_check_color(struct r500_checker *ck) { return nondet_bool(); }
int r500_check_depth(struct r500_checker *ck) { return nondet_bool(); }
int r500_check_resolve(struct r500_checker *ck) { return nondet_bool(); }
int r500_check_textures(struct r500_checker *ck) { return nondet_bool(); }
int r500_moved(struct r500_checker *ck) { return nondet_bool(); }
u32 r500_promised_dw(const struct r500_checker *ck) { return nondet_u32(); }
int r500_check_promise(struct r500_checker *ck, u32 dw) { return nondet_bool(); }
int r500_refuse_packet(struct r500_checker *ck) { return 1; }

int r500_refuse_reloc(struct r500_checker *ck, u32 reg, const u32 *where)
{
	return 1;
}

/*
 * A header, the longest packet with arrays, its relocations, a dword more, and the longest packet
 * with the indices of a draw and its relocation.
 */
#define BODY_DW	(1 + (ARRAYS + 1) / 2 * 3)
#define INDICES	(1 + BODY_DW + 2 * ARRAYS + 1)
#define INDICES_DW	6
static u32 stream[INDICES + INDICES_DW];

/* What the guide says of array @n (5.2.3.5): pairs of sizes and strides, and of addresses. */
static struct {
	u32 offset, element, stride, index;
} a;

static void take_any_array(const u32 *body, u32 ndw, u32 n)
{
	u32 attributes = body[1 + n / 2 * 3] >> n % 2 * 16;

	a.offset = body[1 + n / 2 * 3 + 1 + n % 2];
	a.element = 4 * (attributes & 0x7f);
	/* A fetch of no dwords may fetch one. */
	a.element = a.element ? a.element : 4;
	a.stride = 4 * (attributes >> 8 & 0x7f);
	a.index = pm4_reloc_index(body[ndw + 2 * n + 1]);
}

static const u32 draw_regs[] = {
	PM4_R_VAP_VF_MAX_VTX_INDX, PM4_R_VAP_ALT_NUM_VERTICES, PM4_R_VAP_INDEX_OFFSET,
};

/* By RUNS: whether the stream has sent arrays, how many, and the one of which is proven. */
static const struct {
	bool any;
	u32 number;
	u32 array;
} cases[] = { { false }, { true }, { true, 2, 0 }, { true, 3, 2 } };

/* The state before a draw: arrays that r500_arrays() has accepted (arrays.c). */
static void draw_world(struct r500_checker *ck)
{
	const u32 n = cases[RUNS].number, ndw = 1 + n + (n + 1) / 2;
	u32 i;

	surface_world(ck, draw_regs, ARRAY_SIZE(draw_regs));
	for (i = 0; i < WORLD_BUFFERS; i++)
		ASSUME(world_buffers[i].size <= SIZE_MAX_BYTES);
	for (i = 0; i < ARRAY_SIZE(stream); i++)
		stream[i] = nondet_u32();
	world_in.ib = stream;
	ck->arrays_slack = -1;
	ck->arrays = NULL;
	/* What a draw checks before its vertices changes nothing of them. */
	ck->dirty = 0;
	ASSUME(world_regs[1].value < 1u << 24);
	/* An earlier stream's, or none. */
	ASSUME(ck->arrays_stride <= 4 * 0x7f);
	if (!cases[RUNS].any)
		return;
	stream[0] = PM4_TYPE3 | (ndw - 1) << 16 | PM4_OP_3D_LOAD_VBPNTR << 8;
	stream[1] = n | 0x20;
	for (i = 0; i < n; i++)
		stream[1 + ndw + 2 * i + 1] = 4 * i;
	ck->arrays = stream + 1;
	ck->arrays_slack = nondet_u64();
	if (!n)
		return;
	take_any_array(ck->arrays, ndw, cases[RUNS].array);
	ASSUME(a.stride <= ck->arrays_stride);
	ASSUME(ck->arrays_slack <= (s64)(world_buffers[a.index].size - a.offset) - (s64)a.element);
}

/* Each byte of element @element of any array is in its buffer, if no element is past @last. */
static void prove_element(const struct r500_checker *ck, u32 element, u32 last)
{
	const struct pm4_buffer *buffer = &world_buffers[a.index];
	u32 byte = any_below(4 * 0x80);
	u64 before;

	PROVE(ck->arrays, "the stream has set arrays");
	if (!(ck->arrays[0] & 0x1f))
		return;
	REACHED("an element is fetched");
	ASSUME(element <= last && byte < a.element);
	MONOTONE(a.stride, element, a.stride, last);
	MONOTONE(a.stride, last, ck->arrays_stride, last);
	if (a.stride && pm4_inside(buffer, a.offset, a.element))
		MONOTONE(a.stride, last, a.stride,
			 proof_div(buffer->size - a.offset - a.element, a.stride));
	before = proof_times(a.stride, element);
	prove_byte(a.index, a.offset, before + byte);
}

/* The number of vertices of a draw (VAP_VF_CNTL). */
static u32 vertices(u32 control)
{
	if (!(control & 1 << 14))
		return control >> 16;
	PROVE(world_regs[1].is_set, "the stream has set the number of vertices");
	return world_regs[1].value;
}

static void prove_control(u32 control, u32 walk)
{
	PROVE((control >> 4 & 3) == walk, "the walk of the primitives is the packet's");
	PROVE((control & 15) && ((control & 15) < 7 || (control & 15) >= 12),
	      "the primitives exist");
	PROVE(!(control & 0xa7c0), "no reserved bit is set");
}

/* r500_draw_vbuf(): elements 0 to the number of vertices. */
void draw_vbuf(void)
{
	struct r500_checker any, *ck = &any;
	u32 control = nondet_u32();

	draw_world(ck);
	if (r500_draw_vbuf(ck, control))
		return;
	REACHED("a draw is accepted");
	prove_control(control, 2);
	PROVE(vertices(control), "a draw has vertices");
	PROVE(!world_regs[2].is_set || !world_regs[2].value, "no offset is added to an index");
	prove_element(ck, nondet_u32(), vertices(control) - 1);
}

/* r500_draw_indx(): the bound of the indices as the patches leave it, and the indices. */
void draw_indx(void)
{
	struct r500_checker any, *ck = &any;
	u32 control = nondet_u32(), body_dw = nondet_u32(), rest = any_below(INDICES_DW + 1),
	    at, byte, value, before, need, in_effect;
	const u32 *packet = stream + INDICES;
	struct pm4_patch earlier;

	draw_world(ck);
	ASSUME(body_dw >= 1 && body_dw <= 0x4000);
	ck->cursor = packet;
	ck->end = packet + rest;
	ck->patch = patches;
	/* A draw that is dropped reaches no memory. */
	ck->empty = false;
	value = world_regs[0].is_set ? world_regs[0].value : 0;
	/* An earlier draw under the same write may have cut it. */
	at = ck->last[R500_INDEX(VAP_VF_MAX_VTX_INDX)];
	before = at == ck->max_index_at ? ck->max_index : value;
	ASSUME(before <= value);
	earlier.arg = before;
	ck->max_index_cut = before != value ? &earlier : NULL;
	if (r500_draw_indx(ck, control, body_dw))
		return;
	REACHED("a draw is accepted");
	prove_control(control, 1);
	PROVE(vertices(control), "a draw has vertices");
	need = control & 1 << 11 ? vertices(control) : (vertices(control) + 1) / 2;
	PROVE(!ck->max_index_cut || ck->max_index_cut == &earlier ||
	      (ck->max_index_cut == patches && ck->patch > patches &&
	       cut_at == &world_regs[0].value &&
	       patches[0].dword >> PM4_PATCH_KIND == PM4_PATCH_VALUE),
	      "a bound is cut where the stream has set it");
	in_effect = ck->max_index_cut ? ck->max_index_cut->arg : value;
	PROVE(in_effect <= before, "a bound is never raised");
	PROVE(in_effect == ck->max_index && at == ck->max_index_at, "the next draw knows the bound");
	REACHED_IF(ck->max_index_cut == patches, "a bound is cut");
	REACHED_IF(ck->max_index_cut == &earlier && in_effect < before, "a bound is cut again");
	prove_element(ck, nondet_u32(), in_effect);
	if (body_dw > 1) {
		PROVE(need == body_dw - 1, "the packet has the indices");
		return;
	}
	REACHED("indices are in a buffer");
	CUT(ck->cursor == packet + INDICES_DW && rest == INDICES_DW,
	    "the packet with the indices and its relocation are inside the stream");
	PROVE(packet[0] == (PM4_TYPE3 | 2 << 16 | 0x33 << 8) &&
	      packet[1] == (1u << 31 | 0x2040 / 4),
	      "the indices go to the register that takes them");
	PROVE(packet[3] == need && packet[3] <= 0x7fffff, "as many dwords as the draw needs");
	PROVE(packet[4] == PM4_NOP_RELOC, "the indices have their relocation");
	PROVE(ck->patch > patches && world_patched == packet + 2 &&
	      world_patch.dword >> PM4_PATCH_KIND == PM4_PATCH_ADDR_32 &&
	      world_patch.arg == pm4_reloc_index(packet[5]),
	      "the address of the buffer is added");
	PROVE(!(packet[2] & 3), "the indices are aligned");
	byte = any_below(4 * 0x800000);
	ASSUME(byte < 4 * need);
	prove_byte(pm4_reloc_index(packet[5]), packet[2], byte);
}
