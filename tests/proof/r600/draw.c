// SPDX-License-Identifier: GPL-2.0
/*
 * r600_draw(): from any state that keeps the invariant, the state that the first draw inherits.
 * The units of a draw are in units.c, surfaces in color.c and depth.c.
 */
#include "world.h"
#include "../../../pm4/r600/pm4_check_draw.c"

int r600_check_color(struct r600_checker *ck, u32 n)
{
	PROVE(n < 8, "there are eight colour buffers");
	return nondet_bool();
}

int r600_check_depth(struct r600_checker *ck)
{
	return nondet_bool();
}

void r600_scissor_update(struct r600_checker *ck)
{
	ck->scissor.x = nondet_u32();
	ck->scissor.y = nondet_u32();
	ASSUME(ck->scissor.x <= PM4_SCREEN_MAX && ck->scissor.y <= PM4_SCREEN_MAX);
}

static const u32 *draw_cursor, *draw_header;
static const struct pm4_patch *draw_patch;
static u32 draw_write, draw_index_bytes, draw_index_bytes_predicated;

/* A draw whose packet, with its relocations, ends at the cursor. */
static void draw_world(struct r600_checker *ck)
{
	const u32 *p = world(ck);
	u32 length = nondet_u32();

	ASSUME(length && length <= ck->end - p);
	ck->cursor = p + length;
	draw_cursor = ck->cursor;
	draw_header = ck->header;
	draw_patch = ck->patch;
	draw_write = ck->context.last_write[world_register_i % PM4_CONTEXT_REGS];
	draw_index_bytes = ck->index_bytes;
	draw_index_bytes_predicated = ck->index_bytes_predicated;
}

/* A draw consumes nothing, patches nothing and sets no register. */
static void prove_draw(const struct r600_checker *ck)
{
	prove_state(ck);
	PROVE(ck->cursor == draw_cursor && ck->header == draw_header && ck->patch == draw_patch,
	      "a draw consumes and patches nothing");
	PROVE(ck->index_bytes == draw_index_bytes &&
	      ck->index_bytes_predicated == draw_index_bytes_predicated,
	      "a draw keeps the size of an index");
	PROVE(ck->context.last_write[world_register_i % PM4_CONTEXT_REGS] == draw_write,
	      "a draw sets no register");
}

#define UNIT(name, call, bounds) \
	void name(void) \
	{ \
		struct r600_checker any, *ck = &any; \
\
		draw_world(ck); \
		if (call) \
			return; \
		prove_draw(ck); \
		REACHED(#name " are accepted"); \
		bounds; \
	}

static void first_draw_bounds(const struct r600_checker *ck, u32 slot)
{
	PROVE((world_result.footprint.live_in.slots[slot / 64] ^ ck->slots[slot / 64]) >>
	      slot % 64 & 1, "the draw inherits a slot that the stream has not set");
}

static u32 any_below(u32 end)
{
	u32 n = nondet_u32();

	ASSUME(n < end);
	return n;
}

UNIT(state_of_first_draw, (first_draw(ck), 0), first_draw_bounds(ck, any_below(R600_SLOTS)))
