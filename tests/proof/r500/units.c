// SPDX-License-Identifier: GPL-2.0
/*
 * The units of a draw: each unit that has changed since the last draw is checked before the draw
 * counts, with any registers and marks.
 */
#define WORLD_REGS 5
#include "surface.h"

#include "../../../pm4/r500/r500_draw.c"

/* Checks that were run, in order, and what they left to do. */
static bool colors, depths, resolves, looked;
static u32 textures_left;

int r500_check_color(struct r500_checker *ck)
{
	colors = true;
	ck->uses = (ck->uses & ~R500_CACHE_COLOR) | (nondet_bool() ? R500_CACHE_COLOR : 0);
	return nondet_bool();
}

int r500_check_depth(struct r500_checker *ck)
{
	depths = true;
	ck->uses = (ck->uses & ~R500_CACHE_DEPTH) | (nondet_bool() ? R500_CACHE_DEPTH : 0);
	ck->dirty |= nondet_bool() ? R500_GROUP(DEPTH) : 0;
	return nondet_bool();
}

int r500_check_resolve(struct r500_checker *ck)
{
	PROVE(!resolves, "a unit is checked once");
	resolves = true;
	return nondet_bool();
}

int r500_check_textures(struct r500_checker *ck)
{
	textures_left = ck->textures_ok;
	looked = true;
	return nondet_bool();
}

static bool programs;

int r500_check_pixel_program(struct r500_checker *ck)
{
	programs = true;
	return nondet_bool();
}

int r500_check_vertex_program(struct r500_checker *ck) { return nondet_bool(); }

static bool moved_called;

int r500_moved(struct r500_checker *ck)
{
	PROVE(!colors && !depths && !resolves,
	      "lines are looked at before the surfaces of the draw");
	moved_called = true;
	return nondet_bool();
}

u32 r500_promised_dw(const struct r500_checker *ck) { return nondet_u32(); }

int r500_check_promise(struct r500_checker *ck, u32 dw)
{
	return nondet_bool();
}

int r500_refuse_packet(struct r500_checker *ck) { return 1; }
int r500_refuse_reloc(struct r500_checker *ck, u32 reg, const u32 *where) { return 1; }

/* A draw, whose vertices are in the packet: the other packets call the same check. */
void units(void)
{
	static const u32 regs[] = {
		PM4_R_SC_SCISSOR0, PM4_R_SC_SCISSOR1, PM4_R_GB_AA_CONFIG, PM4_R_VAP_ALT_NUM_VERTICES,
		PM4_R_VAP_VTX_SIZE,
	};
	struct r500_checker any, *ck = &any;
	u32 dirty, ok, cached, before, first, x1, y1;
	bool lines;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	ck->arrays = NULL;
	world_header[0] = PM4_TYPE3 | PM4_OP_3D_DRAW_IMMD_2 << 8;
	/* The masks of both registers, and the marks of one that places lines: invariant_test.c. */
	ASSUME(world_regs[3].value < 1u << 24 && world_regs[4].value <= 0x7f);
	ASSUME(!(ck->dirty & R500_WRITE_MOVES) || ck->dirty & R500_TARGETS);
	dirty = ck->dirty;
	ok = ck->textures_ok;
	cached = ck->cached;
	before = ck->touched;
	ck->last_draw = NULL;
	if (r500_draw_immd(ck, nondet_u32(), nondet_u32()))
		return;
	REACHED("a draw is accepted");
	PROVE((ck->touched & (dirty | before)) == (dirty | before), "the footprint has all marks");
	PROVE(ck->last_draw == ck->header, "the draw counts as the last one");
	lines = dirty & R500_WRITE_MOVES && cached;
	PROVE(!lines || moved_called, "lines of an earlier draw are looked at before they move");
	if (ck->empty && (dirty & (R500_FIRST_DRAW | R500_TARGETS))) {
		REACHED("an empty draw is dropped");
		PROVE(world_patched == world_header &&
		      world_patch.arg >> 8 == (PM4_TYPE3 | PM4_NOP << 8) >> 8 &&
		      world_patch.dword >> PM4_PATCH_KIND == PM4_PATCH_VALUE,
		      "the packet of an empty draw becomes a NOP");
		PROVE((ck->dirty & dirty) == dirty,
		      "the next draw checks what an empty draw has not");
		PROVE(ck->cached == cached, "an empty draw leaves no lines");
		return;
	}
	PROVE((ck->cached & cached) == cached && (ck->cached & ck->uses) == ck->uses,
	      "the caches have the lines of the draw");
	first = R500_FIRST_DRAW | R500_GROUP(RASTER);
	PROVE(!(dirty & (first | R500_GROUP(COLOR) | R500_GROUP(RESOLVE))) || colors,
	      "colour targets that have changed are checked");
	PROVE(!(dirty & (first | R500_GROUP(DEPTH))) || depths,
	      "depth that has changed is checked");
	PROVE(!(dirty & (first | R500_GROUP(COLOR) | R500_GROUP(RESOLVE))) || resolves,
	      "a resolve that has changed is checked");
	PROVE(!(dirty & (R500_FIRST_DRAW | R500_GROUP(PROGRAM))) || programs,
	      "a fragment program that has changed is checked");
	PROVE(!(dirty & (R500_FIRST_DRAW | R500_GROUP(TEXTURE) | R500_TEXTURES)) || looked,
	      "textures that have changed are checked");
	PROVE(!looked || !(textures_left & dirty & R500_TEXTURES),
	      "a texture that has changed is not taken for checked");
	PROVE(looked || !(dirty & R500_TEXTURES),
	      "a texture that has changed is not taken for checked");
	PROVE(!(dirty & R500_FIRST_DRAW) ||
	      world_result.footprint.live_in.groups >> PM4_STATE_RARE & 1,
	      "what streams set rarely is inherited");
	if (!(dirty & first))
		return;
	REACHED("the first draw is accepted");
	if (!(dirty & R500_GROUP(RASTER)) && !(dirty & R500_FIRST_DRAW))
		return;
	PROVE(ck->samples == (world_regs[2].is_set && world_regs[2].value & 1 ?
			      (world_regs[2].value >> 1 & 3) == 3 ? 6 :
			       (world_regs[2].value >> 1 & 3) + 2 : 1),
	      "the samples are the register's");
	x1 = R500_X1(ck->scissor);
	y1 = R500_Y1(ck->scissor);
	if (world_regs[0].is_set)
		PROVE((world_regs[0].value & 0x1fff) < x1 &&
		      (world_regs[0].value >> 13 & 0x1fff) < y1,
		      "the scissor is not empty");
}
