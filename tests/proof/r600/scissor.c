// SPDX-License-Identifier: GPL-2.0
/*
 * r600_scissor_update(): the scissors in any state of the chip, of which the stream has set any
 * registers to any values and knows no other one.
 *
 * A pixel passes a scissor that it is inside of, from TL to the pixel before BR; the window offset
 * moves the window and the generic scissor unless their TL has WINDOW_OFFSET_DISABLE (3D engine
 * guide, PA_SC_WINDOW_OFFSET).
 */
#include "surface.h"
#undef r600_refuse_scissor
#include "../../../pm4/r600/r600_check_surface.c"

static const u32 regs[] = {
	PM4_R_PA_SC_SCREEN_SCISSOR_BR,
	PM4_R_PA_SC_GENERIC_SCISSOR_TL, PM4_R_PA_SC_GENERIC_SCISSOR_BR,
	PM4_R_PA_SC_WINDOW_SCISSOR_TL, PM4_R_PA_SC_WINDOW_SCISSOR_BR,
	PM4_R_PA_SC_WINDOW_OFFSET,
};

/* What the chip has: what the stream has set, or anything. */
static u32 chip(u32 reg)
{
	const struct world_reg r = world_reg(reg);

	return r.is_set ? r.value : nondet_u32();
}

/* A field of 15 bits with a sign. */
static s32 offset(u32 field)
{
	return (s32)((field & 0x7fff) ^ 0x4000) - 0x4000;
}

/* Test whether a pixel passes the end of a scissor; @bits of a field. */
static bool passes(u32 x, u32 y, u32 br, u32 mask, s32 dx, s32 dy)
{
	return (s32)x < (s32)(br & mask) + dx && (s32)y < (s32)(br >> 16 & mask) + dy;
}

/* The same for one that the window offset may move. */
static bool passes_moved(u32 x, u32 y, u32 tl, u32 br, u32 by)
{
	bool still = tl >> 31;

	return passes(x, y, br, 0x3fff, still ? 0 : offset(by), still ? 0 : offset(by >> 16));
}

void scissor(void)
{
	u32 x = any_below(PM4_SCREEN_MAX), y = any_below(PM4_SCREEN_MAX), by;
	struct r600_checker any, *ck = &any;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	by = chip(PM4_R_PA_SC_WINDOW_OFFSET);
	ASSUME(passes(x, y, chip(PM4_R_PA_SC_SCREEN_SCISSOR_BR), 0x7fff, 0, 0));
	ASSUME(passes_moved(x, y, chip(PM4_R_PA_SC_GENERIC_SCISSOR_TL),
			    chip(PM4_R_PA_SC_GENERIC_SCISSOR_BR), by));
	ASSUME(passes_moved(x, y, chip(PM4_R_PA_SC_WINDOW_SCISSOR_TL),
			    chip(PM4_R_PA_SC_WINDOW_SCISSOR_BR), by));
	r600_scissor_update(ck);
	REACHED_IF(ck->scissor.x == 100 && ck->scissor.y == 1 && offset(by), "a scissor bounds a draw");
	REACHED_IF(ck->scissor.x == PM4_SCREEN_MAX, "no scissor is set");
	PROVE(x < ck->scissor.x && y < ck->scissor.y, "a pixel that is drawn is inside of the bound");
	PROVE(ck->scissor.x <= PM4_SCREEN_MAX && ck->scissor.y <= PM4_SCREEN_MAX,
	      "the bound is the largest screen at most");
}

void refusal(void)
{
	u32 surface = nondet_u32(), index, fits = nondet_u32();
	struct r600_checker any, *ck = &any;
	bool down = nondet_bool();

	surface_world(ck, regs, ARRAY_SIZE(regs));
	index = any_below(ck->nbuffers);
	r600_scissor_update(ck);
	ASSUME((down ? ck->scissor.y : ck->scissor.x) > fits);
	PROVE(r600_refuse_scissor(ck, surface, index, down, fits) == 1, "a draw is refused");
	REACHED("a draw is refused");
}
