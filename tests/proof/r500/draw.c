// SPDX-License-Identifier: GPL-2.0
/*
 * Vertices and indices of a draw: any packets, arrays, relocations and registers.
 *
 * A turn of a loop over arrays reads one array, so three represent every number in the theorems of
 * draws.  Sizes of buffers have 40 bits.
 */
#define WORLD_REGS 4
#include "surface.h"

#define SIZE_MAX_BYTES	(1ull << 40)

#ifndef ARRAYS
#define ARRAYS	3
#endif

static struct division {
	u32 unit;
	u64 quotient;
} divided[ARRAYS];
static u32 divisions;

/* A quotient that is rounded down. */
static inline u64 proof_div(u64 value, u32 unit)
{
	u64 quotient = nondet_u64();

	PROVE(unit, "a quotient is defined");
	if (divisions < ARRAYS)
		divided[divisions++] = (struct division){ unit, quotient };
	ASSUME(quotient <= value);
	ASSUME(proof_times(unit, quotient) <= value);
	return quotient;
}

#define div_u64		proof_div
#ifndef RUNS
#define RUNS 0
#endif
#include "../../../pm4/r500/r500_draw.c"

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

/* A header, the longest packet with arrays, its relocations, and a dword more. */
#define BODY_DW	(1 + (ARRAYS + 1) / 2 * 3)
static u32 stream[1 + BODY_DW + 2 * ARRAYS + 1];
static struct pm4_patch patches[ARRAYS + 1];

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

/*
 * r500_arrays(): RUNS / 2 arrays, and RUNS % 2 dwords more than they need; the source refuses any
 * other length before it reads an array.
 */
void arrays(void)
{
	struct r500_checker any, *ck = &any;
	const u32 *body = stream + 1;
	const u32 n = RUNS / 2, ndw = 1 + n + (n + 1) / 2 + RUNS % 2;
	u32 rest = nondet_u32(), i;

	surface_world(ck, NULL, 0);
	for (i = 0; i < WORLD_BUFFERS; i++)
		ASSUME(world_buffers[i].size <= SIZE_MAX_BYTES);
	for (i = 0; i < ARRAY_SIZE(stream); i++)
		stream[i] = nondet_u32();
	ASSUME(rest >= ndw && rest <= ARRAY_SIZE(stream) - 1);
	stream[0] = PM4_TYPE3 | (ndw - 1) << 16 | PM4_OP_3D_LOAD_VBPNTR << 8;
	stream[1] = n | (nondet_bool() ? 0x20 : 0);
	world_in.ib = stream;
	ck->header = stream;
	ck->end = body + rest;
	ck->patch = patches;
	if (r500_arrays(ck, body, ndw))
		return;
	REACHED("arrays are accepted");
	PROVE(RUNS % 2 <= n % 2, "only an odd last array has a dword more");
	PROVE(ck->arrays == body && !(body[0] & ~0x3fu), "the arrays are the packet's");
	PROVE(ck->cursor == body + ndw + 2 * n && ck->cursor <= ck->end,
	      "the relocations are inside the stream");
	PROVE(ck->patch == patches + n, "an array has one patch");
	i = nondet_u32();
	ASSUME(i < n);
	REACHED_IF(i == 2, "the last array is accepted");
	PROVE(3 * (i / 2) + 2 + i % 2 < ndw, "an array is in its packet");
	take_any_array(body, ndw, i);
	PROVE(body[ndw + 2 * i] == PM4_NOP_RELOC && a.index < WORLD_BUFFERS,
	      "an array has its relocation");
	PROVE(!(a.offset & 3) && !(body[1 + i / 2 * 3] >> i % 2 * 16 & 0x8080),
	      "no reserved bit is set");
	PROVE((patches[i].dword & (PM4_MAX_DW - 1)) == (u32)(body + 2 + i / 2 * 3 + i % 2 - stream) &&
	      patches[i].dword >> PM4_PATCH_KIND == PM4_PATCH_ADDR_32 && patches[i].arg == a.index,
	      "the address of the buffer is added to the array's offset");
	PROVE(a.stride <= ck->arrays_stride && ck->arrays_stride <= 4 * 0x7f,
	      "no array has more bytes between elements");
	PROVE(ck->arrays_slack <= (s64)(world_buffers[a.index].size - a.offset) - (s64)a.element,
	      "each array has the bytes that are left for all");
}

static const u32 draw_regs[] = {
	PM4_R_VAP_VF_MAX_VTX_INDX, PM4_R_VAP_ALT_NUM_VERTICES, PM4_R_VAP_INDEX_OFFSET,
	PM4_R_VAP_VTX_SIZE,
};

static u32 any_array, arrays_ndw;

/* The state before a draw: RUNS arrays that r500_arrays() has accepted; ARRAYS + 1: no such packet. */
static void draw_world(struct r500_checker *ck)
{
	const u32 n = RUNS;
	u32 i;

	surface_world(ck, draw_regs, ARRAY_SIZE(draw_regs));
	for (i = 0; i < WORLD_BUFFERS; i++)
		ASSUME(world_buffers[i].size <= SIZE_MAX_BYTES);
	for (i = 0; i < ARRAY_SIZE(stream); i++)
		stream[i] = nondet_u32();
	world_in.ib = stream;
	any_array = nondet_u32();
	ck->arrays_slack = -1;
	ck->arrays = NULL;
	/* What a draw checks before its vertices changes nothing of them. */
	ck->dirty = 0;
	ASSUME(world_regs[1].value < 1u << 24);
	if (RUNS > ARRAYS)
		return;
	arrays_ndw = 1 + n + (n + 1) / 2;
	stream[0] = PM4_TYPE3 | (arrays_ndw - 1) << 16 | PM4_OP_3D_LOAD_VBPNTR << 8;
	stream[1] = n | (nondet_bool() ? 0x20 : 0);
	for (i = 0; i < n; i++)
		ASSUME(pm4_reloc_index(stream[1 + arrays_ndw + 2 * i + 1]) < WORLD_BUFFERS);
	ck->arrays = stream + 1;
	ck->arrays_slack = nondet_u64();
	ASSUME(any_array < n || !n);
	if (!n)
		return;
	take_any_array(ck->arrays, arrays_ndw, any_array);
	ASSUME(a.stride <= ck->arrays_stride && ck->arrays_stride <= 4 * 0x7f);
	ASSUME(ck->arrays_slack <= (s64)(world_buffers[a.index].size - a.offset) - (s64)a.element);
}

/* Each byte of element @element of any array is in its buffer, if no element is past @last. */
static void prove_element(const struct r500_checker *ck, u32 element, u32 last)
{
	u32 byte = any_below(4 * 0x80), i;
	u64 before;

	PROVE(ck->arrays, "the stream has set arrays");
	if (!(ck->arrays[0] & 0x1f))
		return;
	REACHED("an element is fetched");
	ASSUME(element <= last && byte < a.element);
	MONOTONE(a.stride, element, a.stride, last);
	MONOTONE(a.stride, last, ck->arrays_stride, last);
	for (i = 0; i < divisions; i++)
		MONOTONE(a.stride, last, divided[i].unit, divided[i].quotient);
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

/* r500_draw_immd(): the packet has all dwords of its vertices. */
void draw_immd(void)
{
	struct r500_checker any, *ck = &any;
	u32 control = nondet_u32(), body_dw = nondet_u32();

	draw_world(ck);
	ASSUME(body_dw >= 1 && body_dw <= 0x4000 && world_regs[3].value <= 0x7f);
	if (r500_draw_immd(ck, control, body_dw))
		return;
	REACHED("a draw is accepted");
	prove_control(control, 3);
	PROVE(world_regs[3].is_set && world_regs[3].value && vertices(control),
	      "vertices have dwords");
	PROVE(proof_times(world_regs[3].value, vertices(control)) == body_dw - 1,
	      "the packet ends with the last vertex");
}

/*
 * r500_draw_indx(): the bound of the indices as the patches leave it, and the indices
 * themselves.
 */
void draw_indx(void)
{
	struct r500_checker any, *ck = &any;
	u32 control = nondet_u32(), body_dw = nondet_u32(), rest = nondet_u32(),
	    i = R500_INDEX(VAP_VF_MAX_VTX_INDX);
	u32 value, before, need, in_effect;
	static u32 packet[6];
	static struct pm4_patch earlier;

	draw_world(ck);
	ASSUME(body_dw >= 1 && body_dw <= 0x4000 && rest <= 6);
	for (u32 k = 0; k < 6; k++)
		packet[k] = nondet_u32();
	world_in.ib = packet;
	ck->cursor = packet;
	ck->end = packet + rest;
	ck->patch = patches;
	ck->empty = false;
	value = world_regs[0].is_set ? world_regs[0].value : 0;
	/* An earlier draw under the same write may have cut it. */
	ck->max_index_cut = NULL;
	if (ck->last[i] == ck->max_index_at) {
		ASSUME(ck->max_index <= value);
		if (ck->max_index != value)
			ck->max_index_cut = &earlier;
		earlier.arg = ck->max_index;
	}
	before = ck->last[i] == ck->max_index_at ? ck->max_index : value;
	if (r500_draw_indx(ck, control, body_dw))
		return;
	REACHED("a draw is accepted");
	prove_control(control, 1);
	need = control & 1 << 11 ? vertices(control) : (vertices(control) + 1) / 2;
	PROVE(vertices(control), "a draw has vertices");
	in_effect = ck->max_index_cut == &earlier ? earlier.arg : ck->max_index_cut == patches ?
	world_patch.arg : value;
	PROVE(in_effect <= before, "the bound is never raised");
	PROVE(in_effect == ck->max_index, "the next draw knows the bound");
	REACHED_IF(ck->max_index_cut == patches, "a bound is cut");
	prove_element(ck, nondet_u32(), in_effect);
	if (body_dw > 1) {
		PROVE(need == body_dw - 1, "the packet has the indices");
		return;
	}
	REACHED("indices are in a buffer");
	PROVE(ck->cursor == packet + 6 && rest == 6,
	      "the packet with the indices and its relocation are inside the stream");
	PROVE(packet[0] == (0xc0000000 | 2 << 16 | 0x33 << 8) &&
	      packet[1] == (1u << 31 | 0x2040 / 4),
	      "the indices go to the register that takes them");
	PROVE(packet[3] == need && packet[3] <= 0x7fffff, "as many dwords as the draw needs");
	PROVE(packet[4] == PM4_NOP_RELOC, "the indices have their relocation");
	i = any_below(1u << 25);
	ASSUME(i < 4 * need);
	prove_byte(pm4_reloc_index(packet[5]), packet[2], i);
	PROVE(!(packet[2] & 3), "the indices are aligned");
}
