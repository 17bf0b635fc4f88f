// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Scissors: the columns and lines of a surface that a draw can reach, and the refusal of a
 * draw that reaches past the end of a surface.
 *
 * pm4_check_draw.c updates ck->scissor when a scissor register has changed;
 * pm4_check_color.c and pm4_check_depth.c compare it with their surfaces and refuse.  Takes
 * no lock.
 */
#include "pm4_check.h"

struct scissor {
	u32 br;
	u32 tl;		/* holds WINDOW_OFFSET_DISABLE; 0: the offset never moves this one */
};

static const struct scissor scissors[] = {
	{ PM4_R_PA_SC_SCREEN_SCISSOR_BR, 0 },
	{ PM4_R_PA_SC_GENERIC_SCISSOR_BR, PM4_R_PA_SC_GENERIC_SCISSOR_TL },
	{ PM4_R_PA_SC_WINDOW_SCISSOR_BR, PM4_R_PA_SC_WINDOW_SCISSOR_TL },
};

/* Returns true unless the window offset is known to be 0. */
static bool window_moves(const struct pm4_checker *ck)
{
	return !pm4_context_isset(ck, PM4_R_PA_SC_WINDOW_OFFSET) ||
	       pm4_context_get(ck, PM4_R_PA_SC_WINDOW_OFFSET);
}

/* Returns true if the window offset may move a scissor, which then bounds nothing. */
static bool is_moved(const struct pm4_checker *ck, const struct scissor *s, bool moves)
{
	return moves && s->tl && !(pm4_context_get(ck, s->tl) >> 31);
}

static __always_inline void narrow(const struct pm4_checker *ck, const struct scissor *s,
				   bool moves, struct pm4_rect *limit)
{
	u32 value;

	if (!pm4_context_isset(ck, s->br) || is_moved(ck, s, moves))
		return;
	value = pm4_context_get(ck, s->br);
	limit->x = min(limit->x, value & 0x7fff);
	limit->y = min(limit->y, value >> 16 & 0x7fff);
}

/**
 * pm4_scissor_update() - set ck->scissor to the pixels that a draw can reach
 * @ck: the check
 *
 * A pixel has to pass all scissors, so the tightest one counts.  The window scissor and
 * the generic scissor count only if no window offset can move them.
 */
void pm4_scissor_update(struct pm4_checker *ck)
{
	struct pm4_rect limit = { PM4_SCREEN_MAX, PM4_SCREEN_MAX };
	bool moves = window_moves(ck);

	/* Unrolled by hand, so that the register offsets are constants. */
	narrow(ck, &scissors[0], moves, &limit);
	narrow(ck, &scissors[1], moves, &limit);
	narrow(ck, &scissors[2], moves, &limit);
	ck->scissor = limit;
}

/**
 * pm4_refuse_scissor() - refuse a draw whose scissors exceed a surface
 * @ck: the check
 * @surface: register that names the surface in the sentence
 * @index: relocation of the surface
 * @down: true: too many lines, false: too many columns
 * @fits: number of lines or columns that fit
 *
 * The sentence names the tightest scissor, or the scissor that would be tight enough if the
 * window offset did not move it.
 *
 * Return: 1, always.
 */
int __cold pm4_refuse_scissor(struct pm4_checker *ck, u32 surface, u32 index, bool down, u32 fits)
{
	u32 reg = PM4_R_PA_SC_SCREEN_SCISSOR_BR, kind = PM4_SCISSOR_UNSET;
	u32 tightest = ~0u, moved = 0;
	bool moves = window_moves(ck);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(scissors); i++) {
		const struct scissor *s = &scissors[i];
		u32 value = pm4_context_get(ck, s->br) >> (down ? 16 : 0) & 0x7fff;

		if (!pm4_context_isset(ck, s->br))
			continue;
		if (is_moved(ck, s, moves)) {
			if (value <= fits)
				moved = s->br;
			continue;
		}
		if (value >= tightest)
			continue;
		tightest = value;
		reg = s->br;
		kind = PM4_SCISSOR_TIGHTEST;
	}
	if (moved) {
		reg = moved;
		kind = PM4_SCISSOR_MOVED;
	}
	return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_SCISSOR, .reg = reg,
			  .buffer = pm4_buffer(ck, index),
			  .detail = kind | (down ? PM4_SCISSOR_DOWN : 0), .expected = fits,
			  .actual = min(tightest, PM4_SCREEN_MAX), .shape = { surface });
}
