// SPDX-License-Identifier: GPL-2.0
/*
 * r500_arrays(): RUNS / 2 arrays, and RUNS % 2 dwords more than they need, with any dwords and any
 * distance before the end of the stream.  The source refuses any other length before it reads an
 * array.  A turn of its loop reads two arrays: up to three represent every number.
 */
#define ARRAYS 3
#include "surface.h"

#ifndef RUNS
#define RUNS 0
#endif

#define SIZE_MAX_BYTES	(1ull << 40)

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

/* Each array has its relocation, its patch and its bound. */
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
	stream[1] = n | 0x20;
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
