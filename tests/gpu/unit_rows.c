// SPDX-License-Identifier: GPL-2.0
/* A draw on any number of threads leaves the same bytes and counters. */
#include <stdio.h>
#include <string.h>

#include "program.h"
#include "unit_rig.h"

static uint64_t state;

static float chance(float least, float most)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return least + (most - least) * (float)(state >> 40) / (1 << 24);
}

/* Forty triangles with perspective, some of which overlap. */
static void vertices(struct rig *rig)
{
	state = 7;
	for (uint32_t v = 0; v < 120; v++) {
		float w = chance(0.5f, 3.0f);

		rig_vertex(rig, v, chance(-9, 73) * w, chance(-9, 73) * w, chance(0, 1) * w, w, chance(0, 1), chance(0, 1),
			   chance(0, 1), chance(0, 1));
	}
}

/* Depth test and blending, so that the order of primitives decides each pixel. */
static void blend_and_test(struct rig *rig)
{
	rig_reg(rig, DB_DEPTH_CONTROL, 1u << 1 | 1u << 2 | 3u << 4);
	rig_reg(rig, DB_DEPTH_INFO, 6 | 2u << 15);
	rig_reg(rig, DB_DEPTH_BASE, (RIG_BASE + RIG_DEPTH) >> 8);
	rig_reg(rig, DB_DEPTH_SIZE, 7 | 63u << 10);
	rig_reg(rig, CB_COLOR_CONTROL, 0xcc << 16 | 1u << 8 | 1u << 7);
	rig_reg(rig, CB_BLEND0_CONTROL, 4 | 5u << 8);
}

struct result {
	uint8_t bytes[2 * RIG_EDGE * RIG_EDGE * 4];
	struct gpu_counters counters;
	enum gpu_result result;
	unsigned int lines, parts;
};

static void take(struct rig *rig, struct result *r)
{
	memcpy(r->bytes, rig->bytes + RIG_COLOR, RIG_EDGE * RIG_EDGE * 4);
	memcpy(r->bytes + RIG_EDGE * RIG_EDGE * 4, rig->bytes + RIG_DEPTH, RIG_EDGE * RIG_EDGE * 4);
	r->counters = *gpu_counters(rig->gpu);
	r->lines = rig->lines;
	memset(gpu_counters(rig->gpu), 0, sizeof(r->counters));
}

/* Draws all on so many threads, in slices of @budget. */
static void run(struct rig *rig, unsigned int threads, uint64_t budget, struct result *r)
{
	const struct gpu_draw_call call = { .index = GPU_INDEX_AUTO, .count = 120, .instances = 3 };

	tap_ok(gpu_threads(rig->gpu, threads), "%u threads", threads);
	rig_clear(rig);
	for (uint32_t i = 0; i < RIG_EDGE * RIG_EDGE; i++)
		rig_set_word(rig, RIG_DEPTH + 4 * i, 0x3f800000);
	rig_reg(rig, VGT_PRIMITIVE_TYPE, 4);
	rig->lines = 0;
	r->parts = 1;
	r->result = gpu_draw(rig->gpu, rig->regs, &call, budget);
	while (r->result == GPU_MORE) {
		r->result = gpu_continue(rig->gpu, budget);
		r->parts++;
	}
	take(rig, r);
}

static bool same(const struct result *a, const struct result *b)
{
	return !memcmp(a->bytes, b->bytes, sizeof(a->bytes)) && !memcmp(&a->counters, &b->counters, sizeof(a->counters)) &&
	       a->result == b->result && a->lines == b->lines;
}

static void any_number(struct rig *rig, const char *what)
{
	static const unsigned int numbers[] = { 2, 3, 5, GPU_THREADS_MAX };
	static struct result one, many;

	run(rig, 1, UINT64_MAX, &one);
	for (unsigned int i = 0; i < 4; i++) {
		run(rig, numbers[i], UINT64_MAX, &many);
		tap_ok(same(&one, &many), "%s: the same on %u threads", what, numbers[i]);
	}
	run(rig, 3, 500, &many);
	tap_ok(same(&one, &many) && many.parts > 3, "%s: the same on 3 threads in %u slices", what, many.parts);
}

/*
 * A program that draws a pixel of row 32, a little brighter: one thread, because rows would depend on each
 * other.
 */
static void reads_its_target(struct rig *rig)
{
	static struct result one, many;
	const uint32_t reg = SQ_RESOURCE0_WORD0;

	rig_reg(rig, DB_DEPTH_CONTROL, 0);
	rig_reg(rig, CB_COLOR_CONTROL, 0xcc << 16);
	rig_program(rig, RIG_PS);
	rig_fetch_clause(rig, 1);
	rig_fetch(rig, 0, 0x2300, 0, 0, 0);
	rig_alu_clause(rig, CF_ALU, 5);
	for (uint32_t c = 0; c < 4; c++)
		rig_alu(rig, 0x00, 0, c, CHAN(0, c), 253, c == 3 ? ALU_LAST : 0);
	rig_literal(rig, 0x3c800000, 0);
	rig_export(rig, 0, 0, 0, true);
	rig_reg(rig, reg, RIG_BASE + RIG_COLOR);
	rig_reg(rig, reg + 4, 0x3fff);
	rig_reg(rig, reg + 8, 0u << 8 | 26u << 20);
	rig_reg(rig, reg + 24, 3u << 30);
	run(rig, 1, UINT64_MAX, &one);
	run(rig, 4, UINT64_MAX, &many);
	tap_ok(same(&one, &many) && rig_pixel(rig, 24, 32) > 0x10101010, "a draw that reads its target: %08x",
	       rig_pixel(rig, 24, 32));
	rig_reg(rig, reg + 24, 0);
	rig_copy_programs(rig);
}

static void hang(struct rig *rig)
{
	static struct result many;

	rig_program(rig, RIG_PS);
	rig_cf(rig, 0x1f, 0, 0, true);
	run(rig, 4, UINT64_MAX, &many);
	tap_ok(many.result == GPU_HUNG && many.lines == 1, "a hang on four threads is one line: %u", many.lines);
	rig_copy_programs(rig);
}

void unit_rows(void)
{
	struct rig *rig = rig_new(GPU_RV770);

	vertices(rig);
	any_number(rig, "colour");
	blend_and_test(rig);
	any_number(rig, "depth and blending");
	rig->hole = RIG_COLOR + 0x1000;
	rig->hole_end = RIG_COLOR + 0x1800;
	any_number(rig, "with a hole");
	rig->hole = 0;
	rig->hole_end = 0;
	reads_its_target(rig);
	hang(rig);
	rig_free(rig);
}
