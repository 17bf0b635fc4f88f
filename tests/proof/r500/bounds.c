// SPDX-License-Identifier: GPL-2.0
/*
 * r500_check_textures(): a texture of a draw with any registers, relocation and kept sizes.  The
 * bytes are those that texture.c and levels.c are about; here they are any number.
 *
 * The loop over the textures is proven by induction: the first turn is about any of them, and the
 * proof ends when the next one begins.  An entry of the table of sizes is written at one place,
 * with the registers that it follows from, so an entry of an earlier stream is one of the same.
 */
#define WORLD_REGS 9
/*
 * The table as an object of its own, for the solver.  An entry represents all: the check reads and
 * writes one, and the hash has the bits of an index.  A shift by all bits makes 0 here.
 */
#define shapes	*few_shapes, (*no_shapes)
#include "surface.h"
#undef shapes
#define shapes	few_shapes
#undef R500_SHAPES_LOG2
#define R500_SHAPES_LOG2	0u

/* The texture, a constant for the solver: the last one represents all. */
#define UNIT	(R500_UNITS - 1)

static u64 bytes;
static u32 products, todo, turns;

/* The bytes of a level are the second product. */
static u64 any_product(void)
{
	products++;
	bytes = nondet_u64();
	return bytes;
}

static u32 turn(u32 now)
{
	if (turns++) {
		PROVE(now == (todo & ~(1u << UNIT)), "the other textures are left");
		ASSUME(0);
	}
	todo = now;
	ASSUME((todo & -todo) == 1u << UNIT);
	return UNIT;
}

#undef __ffs
#define __ffs(now)	turn(now)
#undef pm4_times
#define pm4_times(a, b)	((void)(a), (void)(b), any_product())
/* The loop over the levels, which levels.c is about, adds to any bytes: it does not run. */
#define for(head)	if (#head[0] == ';') for (head)
/* texture.c has the shifts of a level. */
#pragma CPROVER check push
#pragma CPROVER check disable "undefined-shift"
#include "../../../pm4/r500/r500_texture.c"
#pragma CPROVER check pop
#undef for
#undef BLOCK
#undef NO_FORMAT
#include "../../../pm4/r500/r500_surface.c"

static const u32 regs[] = {
	PM4_R_TX_FILTER0, PM4_R_TX_FORMAT0, PM4_R_TX_FORMAT1, PM4_R_TX_FORMAT2, PM4_R_TX_OFFSET,
	PM4_R_US_FORMAT0, PM4_R_TX_FILTER1, PM4_R_TX_BORDER_COLOR,
};
enum { FILTER0, FORMAT0, FORMAT1, FORMAT2, OFFSET, US_FORMAT0, FILTER1, BORDER_COLOR, ENABLE };

/* The entry has the shape of the registers of the texture. */
static bool is_entry(const struct r500_checker *ck, const struct r500_shape *s)
{
	return s->format0 == world_regs[FORMAT0].value && s->format1 == world_regs[FORMAT1].value &&
	       s->format2 == world_regs[FORMAT2].value && s->filter == world_regs[FILTER0].value &&
	       s->tiling == R500_SHAPE_TILING(ck->texture_offset[UNIT]);
}

void bounds(void)
{
	static struct r500_shape shape;
	struct r500_checker any, *ck = &any;
	const struct pm4_buffer *buffer;
	struct r500_shape before;
	u32 i, offset, enabled, ok = ck->textures_ok;
	bool is_set = true, was_set;
	struct texture t;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	for (i = 0; i < ARRAY_SIZE(regs); i++)
		world_regs[i].reg += 4 * UNIT;
	world_regs[ENABLE].reg = PM4_R_TX_ENABLE;
	world_regs[ENABLE].is_set = nondet_bool();
	world_regs[ENABLE].value = nondet_u32();
	ASSUME(ck->texture_buffer[UNIT] < WORLD_BUFFERS);
	shape = before;
	/* take_shape() */
	ASSUME(!shape.tiling || shape.unit == (shape.tiling & 4 ? 2048 : 32));
	ck->few_shapes = &shape;
	for (i = FILTER0; i <= OFFSET; i++)
		is_set = is_set && world_regs[i].is_set;
	/* An earlier draw has looked. */
	was_set = ck->textures_set >> UNIT & 1;
	ASSUME(!was_set || is_set);
	enabled = world_regs[ENABLE].is_set ? world_regs[ENABLE].value : 0;
	if (r500_check_textures(ck))
		return;
	PROVE(ck->textures_ok == (ok | enabled), "these textures have passed");
	if (!turns) {
		PROVE(!(enabled & ~ok), "a draw without a new texture is accepted");
		return;
	}
	REACHED("a texture is accepted");
	PROVE(todo == (enabled & ~ok) && todo == 1u << UNIT, "no texture is left");
	PROVE(is_set, "the stream has set the texture");
	PROVE(was_set || (world_regs[FILTER1].is_set && world_regs[BORDER_COLOR].is_set) ||
	      world_result.footprint.live_in.groups >> PM4_STATE_TEXTURE & 1,
	      "filter and border are the stream's, or neutral");
	CUT(is_entry(ck, &shape), "the size is the size of the registers");
	REACHED_IF(!products, "a size is kept");
	if (products) {
		REACHED("a size is computed");
		PROVE(!take_texture(ck, UNIT, &t), "the texture has a size");
		PROVE(shape.unit == (ck->texture_offset[UNIT] & 4 ? 2048 : 32),
		      "tiles begin at whole tiles");
		PROVE(shape.bytes == bytes, "the bytes are kept");
	}
	offset = ck->texture_offset[UNIT] & ~31u;
	buffer = &world_buffers[ck->texture_buffer[UNIT]];
	PROVE(offset <= buffer->size && shape.bytes <= buffer->size - offset,
	      "the texture is in its buffer");
	PROVE(!(offset & (shape.unit - 1)) && buffer->align >= shape.unit,
	      "the texture begins at whole tiles");
	PROVE(products || shape.bytes == before.bytes, "a size that is kept stays");
}
