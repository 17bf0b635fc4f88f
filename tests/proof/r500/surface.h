/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state from which the theorems about draws start: any card, any list of buffers, and registers
 * of any values.
 *
 * A register is a row of world_regs[] with any value, or one that the stream has not set; value.c
 * proves that the source reads the dword of the last write.  A register without a row has any value
 * at each read.
 */
#ifndef R500_SURFACE_H
#define R500_SURFACE_H

#include "../product.h"
#include "invariant.h"

/* What the stream has set of one register. */
struct world_reg {
	u32 reg;
	bool is_set;
	u32 value;
};

#ifndef WORLD_REGS
#define WORLD_REGS 12
#endif
static struct world_reg world_regs[WORLD_REGS];

/* A check compares no two relocations, and reads one: a list of four represents every list. */
#define WORLD_BUFFERS 4
static struct pm4_buffer world_buffers[WORLD_BUFFERS];
static struct pm4_input world_in;
static struct pm4_result world_result;
static u32 world_any_buffer;
static bool world_marked;

/* Any dword: a header, or the value of a register without a row. */
static u32 world_header[4];
static u32 world_dword;

/* Patches are counted, and the last two are kept: of registers alone, by their number. */
static u32 world_patches;
static struct pm4_patch world_patch;
static const u32 *world_patched;

/* Makes @ck, whose members have any values, the state before a draw is checked. */
static void surface_world(struct r500_checker *ck, const u32 *regs, u32 nregs)
{
	u32 i;

	ASSUME(invariant_card(&ck->card));
	for (i = 0; i < WORLD_BUFFERS; i++) {
		struct pm4_buffer one;

		world_buffers[i] = one;
		ASSUME(one.align >= 256 && !(one.align & (one.align - 1)));
	}
	world_in.buffers = world_buffers;
	world_in.nbuffers = WORLD_BUFFERS;
	ck->nbuffers = WORLD_BUFFERS;
	ck->in = &world_in;
	ck->result = &world_result;
	ck->header = world_header;
	for (i = 0; i < 4; i++)
		world_header[i] = nondet_u32();
	for (i = 0; i < WORLD_REGS && i < nregs; i++) {
		world_regs[i].reg = regs[i];
		world_regs[i].is_set = nondet_bool();
		world_regs[i].value = nondet_u32();
	}
	world_any_buffer = nondet_u32();
}

/* The row of a register, or NULL. */
static struct world_reg *world_reg(u32 reg)
{
	u32 i;

	for (i = 0; i < WORLD_REGS; i++)
		if (world_regs[i].reg == reg)
			return &world_regs[i];
	return NULL;
}

static inline bool proof_isset(const struct r500_checker *ck, u32 i)
{
	const struct world_reg *r = world_reg(4 * i);

	PROVE(i < PM4_MMREG_REGS, "a register is one of the window");
	return r ? r->is_set : nondet_bool();
}

static inline const u32 *proof_at(const struct r500_checker *ck, u32 i)
{
	struct world_reg *r = world_reg(4 * i);

	PROVE(i < PM4_MMREG_REGS, "a register is one of the window");
	if (r) {
		PROVE(r->is_set, "only the write of a register that the stream has set is read");
		return &r->value;
	}
	world_dword = nondet_u32();
	return &world_dword;
}

static inline u32 proof_value(const struct r500_checker *ck, u32 i, u32 neutral)
{
	const struct world_reg *r = world_reg(4 * i);

	return r ? r->is_set ? r->value : neutral : nondet_u32();
}

static inline void proof_patch(struct r500_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	PROVE(kind == PM4_PATCH_VALUE || (kind == PM4_PATCH_ADDR_32 && arg < ck->nbuffers),
	      "a patch adds the address of a buffer of the list, or is a value");
	world_patches++;
	world_patched = at;
	world_patch = (struct pm4_patch){ kind << PM4_PATCH_KIND, arg };
}

static inline int proof_writes(struct r500_checker *ck, u32 index, u32 reg, const u32 *where)
{
	PROVE(index < ck->nbuffers, "a written buffer is one of the list");
	if (!world_buffers[index].writable)
		return 1;
	if (index == world_any_buffer)
		world_marked = true;
	return 0;
}

#define r500_isset	proof_isset
#define r500_at		proof_at
#define r500_value	proof_value
#define r500_patch	proof_patch
#define r500_writes	proof_writes

int r500_refuse(struct r500_checker *ck)
{
	const struct pm4_why *why = &ck->why;

	PROVE(!why->buffer || (why->buffer >= world_buffers &&
			       why->buffer < world_buffers + WORLD_BUFFERS),
	      "a refusal names a buffer of the list");
	return 1;
}

int r500_refuse_unset(struct r500_checker *ck, u32 reg)
{
	return 1;
}

static u32 any_below(u32 end)
{
	u32 n = nondet_u32();

	ASSUME(n < end);
	return n;
}

/*
 * log2 of the pixels of a micro tile in a direction (guide 2.2 and 2.3), for 1 << @bytes a
 * pixel.
 */
static u32 tile_width(u32 micro, u32 bytes)
{
	return micro == R500_SQUARE ? 2 : micro == R500_LINEAR ? 5 - bytes : bytes <= 1 ? 3 :
	       bytes == 2 ? 2 : 1;
}

static u32 tile_height(u32 micro, u32 bytes)
{
	return micro == R500_LINEAR ? 0 : 5 - bytes - tile_width(micro, bytes);
}

/* Byte @byte from @offset on is in buffer @index, whose addresses keep the bits below @unit. */
static void prove_byte(u32 index, u64 offset, u64 byte)
{
	const struct pm4_buffer *buffer = &world_buffers[index];

	PROVE(index < WORLD_BUFFERS && byte < buffer->size && offset <= buffer->size - 1 - byte,
	      "each byte is in the buffer");
}

#endif /* R500_SURFACE_H */
