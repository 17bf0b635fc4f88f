// SPDX-License-Identifier: GPL-2.0
/*
 * The checker keeps the positions of register writes from one check to the next.  After any
 * streams, its result for a stream equals a new checker's result: verdict, counts, footprint,
 * patches and written buffers.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "r600_check.h"
#include "tap.h"

static struct pm4_checker *warm;
static u32 differ;

/* Check the stream with the checker that has checked others before. */
static u32 compare(struct scene *s)
{
	struct pm4_input in = { .ib = s->dw, .ib_dw = s->ndw, .buffers = s->buffers,
				.nbuffers = s->nbuffers, .flags = s->flags };
	static u32 out[SCENE_DW];
	struct pm4_verdict verdict;
	struct pm4_result result;
	u32 code = scene_check(s);
	u64 written;

	check_and_patch(warm, &in, s->addrs, out, &written, &result, &verdict);
	if (memcmp(&verdict, &s->verdict, sizeof(verdict)) ||
	    (!code && memcmp(&result, &s->result, sizeof(result))) ||
	    (!code && memcmp(out, s->out, s->ndw * sizeof(u32))) ||
	    (!code && written != s->written))
		differ++;
	return code;
}

static void run(struct scene *s, u32 reg, u32 count, u32 value)
{
	u32 body[33], i;

	body[0] = (reg - PM4_CONTEXT_BASE) / 4;
	for (i = 1; i <= count; i++)
		body[i] = value;
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, count + 1, body);
}

/* Like the first packets of a client: most of the state, with zeros. */
static void opening(struct scene *s)
{
	scene_packet(s, PM4_OP_CONTEXT_CONTROL, 2, (u32[]){ 0x80000000, 0x80000000 });
	run(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS, 16, 0);
	run(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_VS, 16, 0);
	run(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_GS, 16, 0);
	run(s, PM4_R_SQ_PGM_CF_OFFSET_PS, 5, 0);
	scene_context(s, PM4_R_VGT_GS_MODE, 0);
}

static void everything(struct scene *s)
{
	scene_state(s);
	scene_draw(s);
}

/* Only the state that a draw needs. */
static void little(struct scene *s)
{
	scene_context(s, PM4_R_SQ_PGM_START_PS, 0);
	scene_reloc(s, BUF_PROGRAM);
	scene_context(s, PM4_R_SQ_PGM_START_VS, 0);
	scene_reloc(s, BUF_PROGRAM);
	scene_draw(s);
}

static void start(struct scene *s)
{
	scene_default(s);
	pm4_checker_init(warm, &s->card);
	differ = 0;
}

/* All state, and a draw. */
static void whole(struct scene *s)
{
	scene_default(s);
	opening(s);
	everything(s);
}

static void test_nothing_stays(struct scene *s)
{
	start(s);
	whole(s);
	tap_ok(!compare(s) && !differ, "a stream that sets all state");
	s->ndw = 0;
	little(s);
	tap_ok(!compare(s) && s->result.footprint.live_in.groups >> PM4_STATE_CONST_VS & 1 &&
	       !differ, "what it sets is not set in the next stream");
	s->ndw = 0;
	scene_draw(s);
	tap_ok(compare(s) == PM4_CODE_NOT_SET && !differ, "nor what a draw needs");
}

/* Streams that are truncated, or refused at any dword, leave no state either. */
static void test_broken(struct scene *s)
{
	u32 all, i;

	start(s);
	whole(s);
	all = s->ndw;
	for (i = 1; i < all; i++) {
		s->ndw = i;
		compare(s);
	}
	for (i = 0; i < all; i++) {
		whole(s);
		s->dw[i] ^= 1;
		compare(s);
		s->dw[i] ^= 0x80000001;
		compare(s);
	}
	tap_ok(!differ, "streams that end or break at any dword: %u differ", differ);
}

/* Positions are counted in 32 bits, over all streams. */
static void test_full(struct scene *s)
{
	u32 left;

	for (left = 0; left < 4; left++) {
		start(s);
		whole(s);
		r600_checker(warm)->next_position = ~0u - s->ndw - left;
		compare(s);
		s->ndw = 0;
		little(s);
		compare(s);
	}
	tap_ok(!differ, "the count of places begins again: %u differ", differ);
}

/* Without PM4_KEEP_TILING a relocation may follow an INFO register. */
static void test_tiling(struct scene *s)
{
	u32 i;

	start(s);
	for (i = 0; i < 6; i++) {
		scene_default(s);
		s->flags = i < 3 ? PM4_KEEP_TILING : 0;
		s->buffers[BUF_COLOR].tiling = 2;
		opening(s);
		scene_context(s, PM4_R_CB_COLOR_INFO, CB_INFO(0x1a, 0));
		if (i == 5)
			scene_reloc(s, BUF_COLOR);
		everything(s);
		compare(s);
	}
	tap_ok(!differ, "tiling from relocations, after streams without");
}

void test_again(void)
{
	struct scene *s = calloc(1, sizeof(*s));

	warm = malloc(pm4_checker_size(&r600_front));
	test_nothing_stays(s);
	test_broken(s);
	test_full(s);
	test_tiling(s);
	free(warm);
	free(s);
}
