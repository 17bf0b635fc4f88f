/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state from which the theorems about surfaces start: any card, any list of buffers, and
 * registers of any values.
 *
 * A register is a row of world_regs[] with any value, and with any buffer if it takes a
 * relocation; value.c proves that the source reads the dword of the last write.  A register
 * without a row has any value at each read.
 */
#ifndef SURFACE_H
#define SURFACE_H

#include "../product.h"
#include "invariant.h"

/* What the stream has set of one register. */
struct world_reg {
	u32 reg;
	bool is_set;
	u32 value;
	u32 buffer;
};

#ifndef WORLD_REGS
#define WORLD_REGS 8
#endif
static struct world_reg world_regs[WORLD_REGS];
static u32 world_any_buffer;
static bool world_marked;

/*
 * A check of a surface compares no indices, and reads the buffers of at most three relocations: a
 * list of four represents every list.
 */
#define WORLD_BUFFERS 4
static struct pm4_buffer world_buffers[WORLD_BUFFERS];

/* Makes @ck, whose members have any values, the state before a draw checks a surface. */
static void surface_world(struct r600_checker *ck, const u32 *regs, u32 nregs)
{
	u32 i;

	ASSUME(invariant_card(&ck->card));
	for (i = 0; i < WORLD_BUFFERS; i++) {
		struct pm4_buffer one;

		world_buffers[i] = one;
	}
	ck->nbuffers = WORLD_BUFFERS;
	ASSUME(ck->color_use <= PM4_COLOR_RESOLVE);
	ASSUME(ck->scissor.x <= PM4_SCREEN_MAX && ck->scissor.y <= PM4_SCREEN_MAX);
	ck->buffers = world_buffers;
	for (i = 0; i < WORLD_REGS && i < nregs; i++) {
		world_regs[i].reg = regs[i];
		world_regs[i].is_set = nondet_bool();
		world_regs[i].value = world_regs[i].is_set ? nondet_u32() : 0;
		world_regs[i].buffer = nondet_u32();
		ASSUME(world_regs[i].buffer < ck->nbuffers);
	}
	world_any_buffer = nondet_u32();
}

/* The row of a register, or any values. */
static struct world_reg world_reg(u32 reg)
{
	struct world_reg any;
	u32 i;

	for (i = 0; i < WORLD_REGS; i++)
		if (world_regs[i].reg == reg)
			return world_regs[i];
	return any;
}

static inline bool proof_isset(const struct r600_checker *ck, u32 reg)
{
	return world_reg(reg).is_set;
}

static inline u32 proof_get(const struct r600_checker *ck, u32 reg)
{
	return world_reg(reg).value;
}

static inline u32 proof_buffer(const struct r600_checker *ck, u32 reg)
{
	struct world_reg r = world_reg(reg);

	PROVE(invariant_is_address(reg), "only address registers have a relocation");
	PROVE(r.is_set, "a buffer is read only of a register that the stream has set");
	return r.buffer;
}

/* The array mode that a relocation supplies counts as the value of the register. */
static inline u32 proof_info(const struct r600_checker *ck, u32 n)
{
	return proof_get(ck, n < 8 ? PM4_R_CB_COLOR_INFO + 4 * n : PM4_R_DB_DEPTH_INFO);
}

static inline void proof_mark(struct r600_checker *ck, u32 index)
{
	PROVE(index < ck->nbuffers, "a written buffer is one of the list");
	if (index == world_any_buffer)
		world_marked = true;
}

static inline int proof_must_be_set(struct r600_checker *ck, u32 reg)
{
	return !proof_isset(ck, reg);
}

static inline int proof_writable(struct r600_checker *ck, u32 index, const u32 *where, u32 reg)
{
	if (!ck->buffers[index].writable)
		return 1;
	proof_mark(ck, index);
	return 0;
}

static inline int proof_aligned(struct r600_checker *ck, u32 index, u64 offset, u32 unit,
				const u32 *where, u32 reg)
{
	PROVE(unit && !(unit & (unit - 1)), "a unit of alignment is a power of two");
	return ((offset | ck->buffers[index].align) & (unit - 1)) != 0;
}

#define r600_context_isset	proof_isset
#define r600_context_get		proof_get
#define r600_context_buffer	proof_buffer
#define r600_surface_info	proof_info
#define r600_must_be_set		proof_must_be_set
#define r600_writable		proof_writable
#define r600_aligned		proof_aligned

/* Returns true if a dword is one of the packet; a harness with packets defines it. */
#ifndef IN_PACKET
#define IN_PACKET(at)	true
#endif

int r600_refuse(struct r600_checker *ck, const struct pm4_why *why)
{
	PROVE(!why->at || IN_PACKET(why->at), "a refusal names a dword of the packet");
	PROVE(!why->buffer || (why->buffer >= world_buffers &&
			       why->buffer < world_buffers + WORLD_BUFFERS),
	      "a refusal names a buffer of the list");
	return 1;
}

int r600_refuse_far(struct r600_checker *ck, u32 index, u64 offset, u32 reg, const u32 *at)
{
	PROVE(index < ck->nbuffers, "a refusal names a buffer of the list");
	return 1;
}

/* The sentence of a refusal of scissors: its numbers decide nothing. */
static inline int proof_refuse_scissor(struct r600_checker *ck, u32 index)
{
	PROVE(index < ck->nbuffers, "a refusal names a buffer of the list");
	return 1;
}

#define r600_refuse_scissor(ck, surface, index, down, fits)	proof_refuse_scissor(ck, index)

static u32 any_below(u32 end)
{
	u32 n = nondet_u32();

	ASSUME(n < end);
	return n;
}

/* The lines of a row of tiles. */
static u32 tile_lines(const struct pm4_card *card, u32 mode)
{
	return mode == 4 ? 8 * card->pipes : mode == 2 ? 8 : 1;
}

/* A step on the way: @bytes from the base in register @reg on are in its buffer. */
static void prove_size(const struct r600_checker *ck, u32 reg, u64 bytes)
{
	const struct world_reg r = world_reg(reg);
	u64 size = ck->buffers[r.buffer].size;

	CUT(r.value * 256ull <= size && bytes <= size - r.value * 256ull, "the size is in the buffer");
}

/* Byte @byte from the base in register @reg on is in its buffer. */
static void prove_surface(const struct r600_checker *ck, u32 reg, u64 byte)
{
	const struct world_reg r = world_reg(reg);
	const struct pm4_buffer *buffer = &ck->buffers[r.buffer];

	PROVE(r.is_set, "the stream has set the base");
	PROVE(byte < buffer->size && r.value * 256ull <= buffer->size - 1 - byte,
	      "each byte is in the buffer");
	PROVE(buffer->writable, "only a buffer that may be written is written");
	if (r.buffer == world_any_buffer)
		PROVE(world_marked, "a written buffer is reported");
}

/* A struct texture when its smaller levels are counted. */
#define TEXTURE_WITH_LEVELS(t) \
	((t)->width >= 1 && (t)->width <= 8192 && (t)->height >= 1 && (t)->height <= 8192 && \
	 (t)->depth >= 1 && (t)->depth <= 8192 && (t)->dim <= 5 && (t)->last_level <= 13 && \
	 (t)->mode && (t)->samples == 1 && (t)->format.bytes && (t)->format.bytes != 12 && \
	 (t)->slices >= 1 && (t)->slices <= (t)->stride && (t)->stride <= 1u << 14 && \
	 ((t)->dim != 2 || (t)->stride == 1))

#endif /* SURFACE_H */
