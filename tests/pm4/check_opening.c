// SPDX-License-Identifier: GPL-2.0
/*
 * The checker keeps how streams begin and where registers were set from one
 * check to the next.  Whatever it has seen, it says of a stream what a fresh one
 * says: verdict, counts, footprint, patches and written buffers.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

static struct pm4_checker *warm;
static u32 differ;

/* Check the stream as it stands with the checker that has seen others. */
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

/* As a client's first packets are: most of the state, and nothing in it. */
static void opening(struct scene *s, u32 const_size)
{
	s->ndw = 0;
	scene_packet(s, PM4_OP_CONTEXT_CONTROL, 2, (u32[]){ 0x80000000, 0x80000000 });
	run(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS, 16, const_size);
	run(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_VS, 16, 0);
	run(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_GS, 16, 0);
	run(s, PM4_R_SQ_PGM_CF_OFFSET_PS, 5, 0);
	scene_context(s, PM4_R_VGT_GS_MODE, 0);
	scene_context(s, PM4_R_VGT_STRMOUT_EN, 0);
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, 0);
	scene_context(s, PM4_R_DB_RENDER_OVERRIDE, 0);
	scene_context(s, PM4_R_CB_TARGET_MASK, 0xf);
	scene_config(s, PM4_R_VGT_PRIMITIVE_TYPE, 4);
}

static void everything(struct scene *s)
{
	scene_state(s);
	scene_draw(s);
}

/* No more than a draw needs. */
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

/* Three streams that begin alike: the last two from what the first left. */
static void learn(struct scene *s)
{
	u32 i;

	scene_default(s);
	for (i = 0; i < 3; i++) {
		opening(s, 0);
		everything(s);
		compare(s);
	}
}

static void test_alike(struct scene *s)
{
	u32 whole, i;

	start(s);
	learn(s);
	tap_ok(!s->verdict.code && s->ndw > 64 && !differ, "streams that begin alike");
	whole = s->ndw;
	for (i = 1; i < whole; i++) {
		s->ndw = i;
		compare(s);
	}
	tap_ok(!differ, "... and end anywhere: %u differ", differ);

	for (i = 0; i < whole; i++) {
		learn(s);
		s->dw[i] ^= 1;
		compare(s);
		s->dw[i] ^= 0x80000001;
		compare(s);
	}
	tap_ok(!differ, "... and part at any dword: %u differ", differ);
}

static void test_nothing_stays(struct scene *s)
{
	start(s);
	learn(s);
	s->ndw = 0;
	little(s);
	tap_ok(!compare(s) && s->result.footprint.inherited_state >> PM4_STATE_CONST_VS & 1 &&
	       !differ, "what an opening sets is not set in streams that begin otherwise");
	s->ndw = 0;
	scene_draw(s);
	tap_ok(compare(s) == PM4_CODE_NOT_SET && !differ, "nor what the last stream set");
}

static void test_consts(struct scene *s)
{
	u32 i, n;

	start(s);
	for (i = 0; i < 3; i++) {
		scene_default(s);
		opening(s, 1);
		little(s);
		compare(s);
	}
	tap_ok(s->verdict.code == PM4_CODE_NOT_SET && !differ,
	       "a size in the opening, and no base");
	for (i = 0; i < 3; i++) {
		opening(s, 1);
		for (n = 0; n < 16; n++) {
			scene_context(s, PM4_R_SQ_ALU_CONST_CACHE_PS + 4 * n, i == 2);
			scene_reloc(s, BUF_CONST);
		}
		s->buffers[BUF_CONST].size = 257;
		little(s);
		compare(s);
		tap_ok(s->verdict.code == (i == 2 ? PM4_CODE_CONST_BOUNDS : 0) && !differ,
		       "... and a base behind it, %s", i == 2 ? "too far" : "that fits");
	}
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
		opening(s, 0);
		scene_context(s, PM4_R_CB_COLOR_INFO, CB_INFO(0x1a, 0));
		if (i == 5)
			scene_reloc(s, BUF_COLOR);
		everything(s);
		compare(s);
	}
	tap_ok(!differ, "tiling from relocations, behind openings that were learnt without");
}

static void test_others(struct scene *s)
{
	u32 i;

	start(s);
	for (i = 0; i < 40; i++) {
		scene_default(s);
		s->ndw = 0;
		if (i & 2)
			run(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_VS, 16, 0);
		if (i % 3)
			run(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_GS, 16, 0);
		for (; s->ndw < 100; )
			scene_context(s, PM4_R_CB_TARGET_MASK, i & 2 ? 0xf : 0xff);
		if (i % 7 == 6)
			scene_context(s, 0x28ffc, 0);
		little(s);
		compare(s);
	}
	tap_ok(!differ, "several openings in turn, some refused");
}

void test_opening(void)
{
	struct scene *s = calloc(1, sizeof(*s));

	warm = malloc(pm4_checker_size());
	test_alike(s);
	test_nothing_stays(s);
	test_consts(s);
	test_tiling(s);
	test_others(s);
	free(warm);
	free(s);
}
