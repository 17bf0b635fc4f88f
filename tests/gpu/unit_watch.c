// SPDX-License-Identifier: GPL-2.0
/* The history of a pixel: a fragment for each primitive on it, and the test that ended it. */
#include <string.h>

#include "program.h"
#include "unit_rig.h"
#include "watch.h"

struct seen {
	unsigned int count;
	struct gpu_fragment f[8];
};

static void note(void *ctx, const struct gpu_fragment *f)
{
	struct seen *seen = ctx;

	if (seen->count < 8)
		seen->f[seen->count] = *f;
	seen->count++;
}

static float as_float(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static void triangle(struct rig *rig, uint32_t n, float z, float red)
{
	rig_vertex(rig, 3 * n, 0, 0, z, 1, red, 0, 0, 0.5f);
	rig_vertex(rig, 3 * n + 1, 128, 0, z, 1, red, 0, 0, 0.5f);
	rig_vertex(rig, 3 * n + 2, 0, 128, z, 1, red, 0, 0, 0.5f);
}

/* Draws triangles and returns how many fragments the pixel (x, y) had. */
static unsigned int draw(struct rig *rig, struct seen *seen, int32_t x, int32_t y, unsigned int triangles)
{
	struct gpu_watch watch = { .x = x, .y = y, .sample = -1, .fragment = note, .ctx = seen };

	memset(seen, 0, sizeof(*seen));
	gpu_watch(rig->gpu, &watch);
	rig_draw(rig, 4, 3 * triangles);
	gpu_watch(rig->gpu, NULL);
	return seen->count;
}

/* One triangle: what ended its fragment. */
static enum gpu_kill killed(struct rig *rig, struct seen *seen)
{
	rig_clear(rig);
	return draw(rig, seen, 9, 7, 1) == 1 ? seen->f[0].kill : GPU_KILLS;
}

static void order(struct rig *rig, struct seen *seen)
{
	for (uint32_t n = 0; n < 3; n++)
		triangle(rig, n, 0.5f, (n + 1) / 4.0f);
	rig_clear(rig);
	draw(rig, seen, 9, 7, 3);
	tap_ok(seen->count == 3, "three triangles of a draw on a pixel are three fragments: %u", seen->count);
	for (uint32_t n = 0; n < 3; n++)
		tap_ok(seen->f[n].primitive == n && seen->f[n].kill == GPU_ALIVE && seen->f[n].shaded &&
		       as_float(seen->f[n].out[0][0]) == (n + 1) / 4.0f, "primitive %u is in its place", n);
	tap_ok(as_float(seen->f[2].before.color[0][0]) == 128 / 255.0f && as_float(seen->f[2].after.color[0][0]) == 191 / 255.0f,
	       "the target before and after a fragment");
	tap_ok(!draw(rig, seen, 63, 65, 3), "a pixel outside has no fragment");
	rig_vertex(rig, 2, 0, 4, 0.5f, 1, 1, 0, 0, 1);
	tap_ok(!draw(rig, seen, 9, 7, 1), "a triangle beside the pixel has no fragment");
}

static void blend(struct rig *rig, struct seen *seen)
{
	triangle(rig, 0, 0.5f, 1.0f);
	rig_field(rig, CB_COLOR_CONTROL, 15, 8, 1);
	rig_reg(rig, CB_BLEND_CONTROL, 4 | 5u << 8);
	tap_ok(killed(rig, seen) == GPU_ALIVE && as_float(seen->f[0].out[0][0]) == 1.0f &&
	       as_float(seen->f[0].after.color[0][0]) == 128 / 255.0f, "the output, and the blended result");
	rig_field(rig, CB_COLOR_CONTROL, 15, 8, 0);
}

static void tests(struct rig *rig, struct seen *seen)
{
	rig_reg(rig, DB_DEPTH_BASE, (RIG_BASE + RIG_DEPTH) >> 8);
	rig_reg(rig, DB_DEPTH_SIZE, 7 | 63u << 10);
	rig_reg(rig, DB_DEPTH_INFO, 6 | 2u << 15);
	for (uint32_t i = 0; i < RIG_EDGE * RIG_EDGE; i++)
		rig_set_word(rig, RIG_DEPTH + 4 * i, 0x3e800000);
	rig_reg(rig, DB_DEPTH_CONTROL, 2 | 4 | 1u << 4);
	tap_ok(killed(rig, seen) == GPU_KILL_DEPTH && seen->f[0].z == 0.5 && seen->f[0].before.depth == 0.25 &&
	       seen->f[0].tested && !seen->f[0].shaded, "the depth test ends a fragment before its program");
	triangle(rig, 0, 0.125f, 1.0f);
	tap_ok(killed(rig, seen) == GPU_ALIVE && seen->f[0].after.depth == 0.125, "a fragment that passes stores its depth");
	rig_reg(rig, DB_DEPTH_INFO, 3 | 2u << 15);
	for (uint32_t i = 0; i < RIG_EDGE * RIG_EDGE; i++)
		rig_set_word(rig, RIG_DEPTH + 4 * i, 0x05800000);
	rig_reg(rig, DB_STENCILREFMASK, 6 | 0xffu << 8 | 0xffu << 16);
	/* EQUAL; a failure replaces. */
	rig_reg(rig, DB_DEPTH_CONTROL, 1 | 2 | 7u << 4 | 2u << 8 | 2u << 11);
	tap_ok(killed(rig, seen) == GPU_KILL_STENCIL && seen->f[0].before.stencil == 5 && seen->f[0].after.stencil == 6,
	       "the stencil test ends a fragment, and its operation is seen");
	rig_reg(rig, DB_DEPTH_CONTROL, 0);
	rig_reg(rig, DB_DEPTH_INFO, 0);
}

/* A tile that HTILE calls clear has the clear value, not the bytes of its memory. */
static void cleared(struct rig *rig, struct seen *seen)
{
	struct gpu_mask_view mask;
	bool expanded;

	rig_reg(rig, DB_DEPTH_INFO, 6 | 2u << 15 | 1u << 25);
	rig_reg(rig, DB_HTILE_DATA_BASE, (RIG_BASE + RIG_RINGS) >> 8);
	memset(rig->bytes + RIG_RINGS, 0, 256);
	rig_reg_float(rig, DB_DEPTH_CLEAR, 0.75f);
	rig_reg(rig, DB_DEPTH_CONTROL, 2 | 4 | 1u << 4);
	triangle(rig, 0, 0.5f, 1.0f);
	gpu_look(rig->gpu, rig->regs);
	tap_ok(gpu_look_mask(rig->gpu, GPU_VIEW_DEPTH, &mask) && !strcmp(mask.name, "HTILE") && mask.wide == 8 && mask.high == 8 &&
	       !gpu_look_mask_tile(rig->gpu, GPU_VIEW_DEPTH, 1, 0, &expanded) && !expanded, "HTILE: a tile that is clear");
	tap_ok(!gpu_look_mask(rig->gpu, 0, &mask), "a colour without CMASK");
	tap_ok(killed(rig, seen) == GPU_ALIVE && seen->f[0].before.depth == 0.75 && seen->f[0].after.depth == 0.5,
	       "the depth of a tile that is clear in HTILE only");
	gpu_look(rig->gpu, rig->regs);
	gpu_look_mask_tile(rig->gpu, GPU_VIEW_DEPTH, 1, 0, &expanded);
	tap_ok(expanded, "HTILE: a tile that was drawn to");
	rig_reg(rig, DB_DEPTH_CONTROL, 0);
	rig_reg(rig, DB_DEPTH_INFO, 0);
}

static void before_quads(struct rig *rig, struct seen *seen)
{
	uint32_t scissor = gpu_reg(rig->regs, PA_SC_SCREEN_SCISSOR_BR);

	rig_reg(rig, PA_SC_SCREEN_SCISSOR_BR, 8 | 64u << 16);
	tap_ok(killed(rig, seen) == GPU_KILL_SCISSOR && seen->f[0].covered == 1, "a pixel outside of the scissor");
	rig_reg(rig, PA_SC_SCREEN_SCISSOR_BR, scissor);
	rig_reg(rig, PA_SC_CLIPRECT_RULE, 0);
	tap_ok(killed(rig, seen) == GPU_KILL_CLIP_RECT, "a pixel that the clip rectangles leave out");
	rig_reg(rig, PA_SC_CLIPRECT_RULE, 0xffff);
	rig_field(rig, PA_SU_SC_MODE_CNTL, 0, 0, 1);
	rig_field(rig, PA_SU_SC_MODE_CNTL, 1, 1, 1);
	tap_ok(killed(rig, seen) == GPU_KILL_CULL, "a face that is culled");
	tap_ok(!rig_drawn(rig), "nothing is drawn of it");
	rig_field(rig, PA_SU_SC_MODE_CNTL, 1, 0, 0);
}

static void outputs(struct rig *rig, struct seen *seen)
{
	/* LESS than 0.25. */
	rig_reg(rig, SX_ALPHA_TEST_CONTROL, 8 | 1);
	rig_reg_float(rig, SX_ALPHA_REF, 0.25f);
	tap_ok(killed(rig, seen) == GPU_KILL_ALPHA && as_float(seen->f[0].out[0][3]) == 0.5f, "the alpha test ends a fragment");
	rig_reg(rig, SX_ALPHA_TEST_CONTROL, 0);
	rig_reg(rig, CB_TARGET_MASK, 0);
	tap_ok(killed(rig, seen) == GPU_KILL_MASK, "no target takes a channel");
	rig_reg(rig, CB_TARGET_MASK, 15);
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_KILL, 0, 0, false);
	rig_export(rig, 0, 0, 0, true);
	rig_reg(rig, DB_SHADER_CONTROL, 1u << 6);
	tap_ok(killed(rig, seen) == GPU_KILL_SHADER, "the program kills its pixel");
	rig_reg(rig, DB_SHADER_CONTROL, 0);
	rig_copy_programs(rig);
}

/* A draw leaves the same bytes with a watch as without. */
static void same(struct rig *rig, struct seen *seen)
{
	static uint8_t bytes[RIG_EDGE * RIG_EDGE * 4];

	for (uint32_t n = 0; n < 8; n++)
		triangle(rig, n, 0.5f, n / 8.0f);
	rig_vertex(rig, 4, 50, 20, 0.5f, 2, 0, 1, 0, 1);
	rig_clear(rig);
	rig_draw(rig, 4, 24);
	memcpy(bytes, rig->bytes + RIG_COLOR, sizeof(bytes));
	rig_clear(rig);
	tap_ok(draw(rig, seen, 9, 7, 8) >= 7 && !memcmp(bytes, rig->bytes + RIG_COLOR, sizeof(bytes)),
	       "a watch changes no byte");
}

struct steps {
	unsigned int begins, groups, ends, fetches;
	float input, result;
	struct gpu_fetched last;
};

static void note_fetch(void *ctx, const struct gpu_fetched *f)
{
	struct steps *steps = ctx;

	steps->fetches++;
	steps->last = *f;
}

static void follow(void *ctx, const struct gpu_trace *trace, const struct gpu_group *g, int number)
{
	struct steps *steps = ctx;

	steps->begins += number == GPU_TRACE_BEGIN;
	steps->groups += number >= 0;
	steps->ends += number == -1;
	if (number == GPU_TRACE_BEGIN)
		steps->input = g->gpr[0].c[0].f[trace->lane];
	steps->result = g->gpr[0].c[1].f[trace->lane];
}

/* One invocation, step by step: R0.y = R0.x + R0.x, then the export. */
static void trace(struct rig *rig, struct seen *seen)
{
	struct steps steps = { 0 };
	struct gpu_trace trace = { .step = follow, .fetched = note_fetch, .ctx = &steps };
	struct gpu_watch watch = { .x = 9, .y = 7, .sample = -1, .trace = &trace, .fragment = note, .ctx = seen };

	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, 0, 0, 1, CHAN(0, 0), CHAN(0, 0), ALU_LAST);
	rig_export(rig, 0, 0, 0, true);
	triangle(rig, 0, 0.5f, 0.25f);
	triangle(rig, 1, 0.5f, 0.375f);
	memset(seen, 0, sizeof(*seen));
	gpu_watch(rig->gpu, &watch);
	rig_draw(rig, 4, 6);
	tap_ok(steps.begins == 2 && steps.groups == 2 && steps.ends == 4 && seen->count == 2,
	       "a pixel's two fragments: %u begin, %u groups, %u CF instructions", steps.begins, steps.groups, steps.ends);
	tap_ok(steps.input == 0.375f && steps.result == 0.75f, "the input and the result of the second one");
	memset(&steps, 0, sizeof(steps));
	watch.vertices = true;
	watch.vertex = 4;
	watch.x = -1;
	gpu_watch(rig->gpu, &watch);
	rig_draw(rig, 4, 6);
	gpu_watch(rig->gpu, NULL);
	tap_ok(steps.begins == 1 && steps.groups == 2 && steps.ends == 5,
	       "a vertex: %u begin, %u fetches, %u CF instructions", steps.begins, steps.groups, steps.ends);
	tap_ok(steps.fetches == 2 && !steps.last.texel && steps.last.addr == RIG_BASE + RIG_VERTICES + 4 * 32 + 16 &&
	       steps.last.bytes == 16, "the second fetch: %u bytes at 0x%llx", steps.last.bytes,
	       (unsigned long long)steps.last.addr);
	memset(&steps, 0, sizeof(steps));
	watch = (struct gpu_watch){ .threads = true, .thread = 1, .sample = -1, .trace = &trace, .fragment = note, .ctx = seen };
	memset(seen, 0, sizeof(*seen));
	gpu_watch(rig->gpu, &watch);
	rig_draw(rig, 4, 6);
	gpu_watch(rig->gpu, NULL);
	tap_ok(seen->count == 1 && steps.begins == 1 && seen->f[0].x == 1 && !seen->f[0].y && watch.count == 2 * 64 * 64, "fragment 1 of %u, at %d,%d",
	       (unsigned int)watch.count, seen->f[0].x, seen->f[0].y);
	rig_copy_programs(rig);
}

/* What a host sees of the targets between two draws. */
static void shapes(struct rig *rig)
{
	struct gpu_view view;
	uint8_t bytes[GPU_TILE_BYTES];
	uint32_t color[4];

	rig_reg(rig, PA_SC_WINDOW_SCISSOR_BR, 40 | 30u << 16);
	gpu_look(rig->gpu, rig->regs);
	tap_ok(gpu_look_view(rig->gpu, 0, &view) && view.width == 40 && view.height == 30 && view.samples == 1 &&
	       !view.integer, "a target ends at the window scissor");
	tap_ok(!gpu_look_view(rig->gpu, 1, &view) && !gpu_look_view(rig->gpu, GPU_VIEW_DEPTH, &view),
	       "targets that are not there");
	rig_set_word(rig, RIG_COLOR, 0xff);
	gpu_cb_look(rig->gpu, 0, 0, 0, 0, 0, color);
	tap_ok(as_float(color[0]) == 1.0f && as_float(color[1]) == 0.0f, "a pixel of it");
	tap_ok(gpu_look_tile(rig->gpu, 0, 0, 0, 0, bytes) == 4 && bytes[0] == 0xff && !bytes[1], "a tile of it");
	gpu_cb_look(rig->gpu, 0, 64, 0, 0, 0, color);
	tap_ok(!color[0] && !color[3], "a pixel outside is 0");
	rig_reg(rig, PA_SC_WINDOW_SCISSOR_BR, 64 | 64u << 16);
}

void unit_watch(void)
{
	struct rig *rig = rig_new(GPU_RV770);
	struct seen seen;

	rig_copy_programs(rig);
	order(rig, &seen);
	blend(rig, &seen);
	tests(rig, &seen);
	cleared(rig, &seen);
	before_quads(rig, &seen);
	outputs(rig, &seen);
	same(rig, &seen);
	trace(rig, &seen);
	shapes(rig);
	rig_free(rig);
}
