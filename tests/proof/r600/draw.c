// SPDX-License-Identifier: GPL-2.0
/*
 * r600_draw(): from any state that keeps the invariant, each unit of a draw.  Surfaces are in
 * color.c and depth.c.
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

/* The value of a register, and the buffer that its relocation names. */
static u64 value_of(const struct r600_checker *ck, u32 reg)
{
	return reg < PM4_CONFIG_END ? r600_config_get(ck, reg) : r600_context_get(ck, reg);
}

static const struct pm4_buffer *buffer_of(const struct r600_checker *ck, u32 reg)
{
	return &ck->buffers[reg < PM4_CONFIG_END ? r600_config_buffer(ck, reg) :
						   r600_context_buffer(ck, reg)];
}

static bool is_set(const struct r600_checker *ck, u32 reg)
{
	return reg < PM4_CONFIG_END ? r600_config_isset(ck, reg) : r600_context_isset(ck, reg);
}

/*
 * Each of @bytes from the address in @base on lies in the buffer of its relocation.  A base past
 * the end of its buffer reaches the chip as the start of the buffer (take_address()).
 */
static void prove_unit(const struct r600_checker *ck, u32 base, u64 bytes, bool write)
{
	const struct pm4_buffer *buffer = buffer_of(ck, base);
	u64 first = value_of(ck, base) * 256, byte = nondet_u64();

	if (first >= buffer->size)
		first = 0;
	ASSUME(byte < bytes);
	PROVE(first + byte < buffer->size, "each byte of the unit lies in its buffer");
	if (write)
		PROVE(buffer->writable, "only a buffer that may be written is written");
}

/* A size of 0 disables a unit, and one unit of it lies in the buffer even so. */
static u64 at_least_1(u64 size)
{
	return size ? size : 1;
}

static void constants_bounds(const struct r600_checker *ck, u32 n)
{
	u32 base = PM4_R_SQ_ALU_CONST_CACHE_PS + 4 * n;
	u64 size = value_of(ck, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS + 4 * n);

	if (is_set(ck, base))
		prove_unit(ck, base, at_least_1(size) * 256, false);
	else
		PROVE(!size, "a constant buffer without a base is off");
}

static void strmout_bounds(const struct r600_checker *ck, u32 n)
{
	u32 base = PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n;
	u64 size = value_of(ck, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n);
	u32 on = value_of(ck, PM4_R_VGT_STRMOUT_BUFFER_EN);

	if (is_set(ck, base))
		prove_unit(ck, base, at_least_1(size) * 4, true);
	else
		PROVE(!(value_of(ck, PM4_R_VGT_STRMOUT_EN) & 1) || !(on & 0x1111u << n),
		      "a stream-out buffer without a base is off");
}

static void rings_bounds(const struct r600_checker *ck, u32 n)
{
	u32 base = PM4_R_SQ_ESGS_RING_BASE + 8 * n;
	u64 size = value_of(ck, PM4_R_SQ_ESGS_RING_SIZE + 8 * n);

	/* Neither rings of geometry shaders nor a ring that this stream has set */
	if ((value_of(ck, PM4_R_VGT_GS_MODE) & 3) < 2 && !(ck->touched & PM4_UNIT_RING))
		return;
	if (is_set(ck, base))
		prove_unit(ck, base, at_least_1(size) * 256, true);
	else
		PROVE(!size, "a ring without a base is off");
}

static void export_bounds(const struct r600_checker *ck)
{
	PROVE(!value_of(ck, PM4_R_SX_MEMORY_EXPORT_SIZE), "memory export is off");
	if (is_set(ck, PM4_R_SX_MEMORY_EXPORT_BASE))
		prove_unit(ck, PM4_R_SX_MEMORY_EXPORT_BASE, 256, true);
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

/* The loop over the constant buffers checks each apart from the others. */
void constant_buffers(void)
{
	struct r600_checker any, *ck = &any;
	u32 n = any_below(48);

	draw_world(ck);
	if (check_consts(ck, 1ull << n))
		return;
	prove_draw(ck);
	REACHED("constant buffers are accepted");
	constants_bounds(ck, n);
}

/* In state.tbl the bits of a group are those of its units. */
UNIT(surfaces, check_surfaces(ck, nondet_u32() & PM4_UNIT_SURFACES), (void)0)
UNIT(stream_out, check_strmout(ck), strmout_bounds(ck, any_below(4)))
UNIT(programs, check_programs(ck),
	prove_unit(ck, nondet_bool() ? PM4_R_SQ_PGM_START_PS : PM4_R_SQ_PGM_START_VS, 8, false))
UNIT(rings, check_rings(ck), rings_bounds(ck, any_below(6)))
UNIT(memory_export, check_export(ck), export_bounds(ck))
UNIT(state_of_first_draw, (first_draw(ck), 0), first_draw_bounds(ck, any_below(R600_SLOTS)))
