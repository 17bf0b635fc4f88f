/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The language of the proofs, and the state from which each starts: any card, any stream, any
 * buffers, and any past that keeps the invariant.
 *
 * A harness includes this file and then the sources that it proves something of, so that the
 * proof is about the sources as they are.  Functions of other files are stubs that prove their
 * precondition and return any result that their own theorem allows.
 *
 * The model checker's integers for addresses are offsets in an object.  Positions use only
 * differences of addresses modulo 2^32, so this loses nothing.
 */
#ifndef WORLD_H
#define WORLD_H

#include "../proof.h"
#include "invariant.h"

#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
#pragma CPROVER check disable "bounds"

/* The packet's dword in the stream: any, unless the step reads no dword before its packet. */
#ifndef WORLD_AT
#define WORLD_AT	nondet_u32()
/* The patches before the packet: any number. */
#define WORLD_USED	nondet_u32()
#endif

/*
 * A short stream, whose length is its array's length: a read past the end is one of no object.  The
 * length is a constant, so that the model checker knows the place of each dword of a packet.
 */
#ifdef WORLD_STREAM
static u32 world_stream[WORLD_STREAM];
#endif

static struct pm4_input world_in;
static struct pm4_result world_result;
static struct pm4_verdict world_verdict;
static struct pm4_patch *world_patches;
static const u32 *world_packet;
static u64 world_used, world_consumed;
static const u32 *world_cursor;
static const struct r600_checker *world_ck;
/* Any register of either window, and its rules before the step. */
static u32 world_register_i;
static u64 world_context_flags, world_config_flags;

/* pm4_patches_max() without a division, which costs the solver much; see invariant_test.c. */
static u32 world_room(void)
{
	u32 room = nondet_u32();

	ASSUME(room <= PM4_MAX_DW && invariant_is_room(room, world_in.ib_dw));
	return room;
}

/*
 * The invariant of register @i: invariant_register() without a pointer to the window, which costs
 * the model checker a copy of the window.
 */
#define HOLDS(ck, window, i) \
	invariant_write((ck)->window.last_write[i], (ck)->start_position, world_in.ib_dw, \
			(ck)->window.flags[i], (ck)->window.buffer[i], (ck)->nbuffers)

/* Makes @ck, whose members have any values, the state at the start of any packet. */
static const u32 *world(struct r600_checker *ck)
{
	u32 at = WORLD_AT;

#ifdef WORLD_STREAM
	world_in.ib_dw = WORLD_STREAM;
#else
	world_in.ib_dw = nondet_u32();
	ASSUME(world_in.ib_dw && world_in.ib_dw <= PM4_MAX_DW && at < world_in.ib_dw);
#endif
	world_in.nbuffers = nondet_u32();
	world_in.ring = PM4_RING_GFX;
	ck->nbuffers = min(world_in.nbuffers, 1u << 30);
#ifdef WORLD_STREAM
	world_in.ib = world_stream;
#else
	ANY_LIST(world_in.ib, u32, world_in.ib_dw);
#endif
	ANY_LIST(world_in.buffers, struct pm4_buffer, world_in.nbuffers);
	ANY_LIST(world_patches, struct pm4_patch, world_room());
	ANY_LIST(ck->written, u64, PM4_BITMAP_WORDS(ck->nbuffers));
	ck->in = &world_in;
	ck->ib = world_in.ib;
	ck->end = ck->ib + world_in.ib_dw;
	ck->buffers = world_in.buffers;
	ck->result = &world_result;
	ck->verdict = &world_verdict;
	ck->shift = ck->start_position - (u32)(uintptr_t)ck->ib;
	ck->context.base = PM4_CONTEXT_BASE;
	ck->context.nregs = PM4_CONTEXT_REGS;
	ck->config.base = PM4_CONFIG_BASE;
	ck->config.nregs = PM4_CONFIG_REGS;
	ASSUME(invariant_state(ck));

	world_packet = ck->ib + at;
	world_used = WORLD_USED;
	ASSUME(invariant_room(world_used, at));
	ck->patch = world_patches + world_used;
	ck->header = world_packet;
	world_ck = ck;
	world_register_i = nondet_u32();
	ASSUME(world_register_i < PM4_CONFIG_REGS);
	if (world_register_i < PM4_CONTEXT_REGS)
		ASSUME(HOLDS(ck, context, world_register_i));
	ASSUME(HOLDS(ck, config, world_register_i));
	world_context_flags = ck->context.flags[world_register_i];
	world_config_flags = ck->config.flags[world_register_i];
	return world_packet;
}

/*
 * Assumes the invariant of a register that the step reads.  Register @world_register_i is any, and
 * of that one it is proven: so each register has it when it is read.
 */
static inline void world_register(const struct r600_checker *ck, const struct r600_window *w, u32 i)
{
	bool holds = w == &ck->context ? HOLDS(ck, context, i) : HOLDS(ck, config, i);

	if (i == world_register_i)
		PROVE(holds, "a register that is read has its invariant");
	ASSUME(holds);
}

/* The flags of a register of the windows, 0 for other registers. */
static inline u64 world_flags(u32 reg)
{
	if (reg >= PM4_CONTEXT_BASE && reg < PM4_CONTEXT_END)
		return world_ck->context.flags[(reg - PM4_CONTEXT_BASE) / 4];
	if (reg >= PM4_CONFIG_BASE && reg < PM4_CONFIG_END)
		return world_ck->config.flags[(reg - PM4_CONFIG_BASE) / 4];
	return 0;
}

/* The patches since the step began are valid. */
static void prove_new_patches(const struct r600_checker *ck)
{
	u64 used = ck->patch - world_patches, k = nondet_u64();

	PROVE(used >= world_used, "patches are appended");
	if (k >= world_used && k < used)
		PROVE(invariant_patch(&world_patches[k], world_in.ib_dw, ck->nbuffers),
		      "a patch changes dwords of the stream");
}

/* The state and every register keep their invariants. */
static void prove_state(const struct r600_checker *ck)
{
	u32 i = world_register_i;

	PROVE(invariant_state(ck), "the state keeps its invariant");
	if (i < PM4_CONTEXT_REGS)
		PROVE(HOLDS(ck, context, i) &&
		      ck->context.flags[i] == world_context_flags,
		      "each context register keeps its invariant and its rules");
	PROVE(HOLDS(ck, config, i) && ck->config.flags[i] == world_config_flags,
	      "each config register keeps its invariant and its rules");
}

/* The step accepted a packet that ends at @next. */
static void prove_step(const struct r600_checker *ck, const u32 *next)
{
	PROVE(next > world_packet && next <= ck->end, "a step ends inside the stream, further on");
	PROVE(invariant_room(ck->patch - world_patches, next - ck->ib),
	      "pm4_patches_max() has room for the patches");
	prove_new_patches(ck);
	prove_state(ck);
}

/*
 * The functions that read a register assume its invariant first.  A function that is not in
 * this list only makes a proof fail.
 */
/*
 * The model checker compares an index with the end of struct r600_checker, and not with the
 * end of the array.
 */
static inline void prove_register(const struct r600_window *w, u32 i)
{
	PROVE(i < w->nregs, "a register is one of its window");
}

static inline void proof_slot_set(struct r600_checker *ck, u32 slot)
{
	PROVE(slot < R600_SLOTS, "a slot is one of the list");
	r600_slot_set(ck, slot);
}

static inline bool proof_isset(const struct r600_checker *ck, const struct r600_window *w, u32 i)
{
	prove_register(w, i);
	return r600_isset(ck, w, i);
}

static inline bool proof_context_isset(const struct r600_checker *ck, u32 reg)
{
	return proof_isset(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
}

static inline bool proof_config_isset(const struct r600_checker *ck, u32 reg)
{
	return proof_isset(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4);
}

static inline u32 proof_value(const struct r600_checker *ck, const struct r600_window *w, u32 i)
{
	u32 position = w->last_write[i], distance = position - ck->start_position;

	prove_register(w, i);
	world_register(ck, w, i);
	/* value.c proves that r600_value() is this. */
	return position > ck->start_position ? ck->ib[distance / 4] : 0;
}

static inline u32 proof_context_get(const struct r600_checker *ck, u32 reg)
{
	return proof_value(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
}

static inline u32 proof_config_get(const struct r600_checker *ck, u32 reg)
{
	return proof_value(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4);
}

static inline u32 proof_surface_info(const struct r600_checker *ck, u32 n)
{
	u32 reg = n < 8 ? PM4_R_CB_COLOR_INFO + 4 * n : PM4_R_DB_DEPTH_INFO;

	world_register(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
	return r600_surface_info(ck, n);
}

static inline u32 proof_reg_buffer(const struct r600_checker *ck, const struct r600_window *w, u32 i)
{
	prove_register(w, i);
	PROVE(invariant_is_address(w->base + 4 * i), "only address registers have a relocation");
	ASSUME(w->flags[i] & PM4_WRITE_RELOC);
	world_register(ck, w, i);
	return r600_reg_buffer(ck, w, i);
}

static inline u32 proof_context_buffer(const struct r600_checker *ck, u32 reg)
{
	return proof_reg_buffer(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
}

static inline u32 proof_config_buffer(const struct r600_checker *ck, u32 reg)
{
	return proof_reg_buffer(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4);
}

#define r600_slot_set		proof_slot_set
#define r600_isset		proof_isset
#define r600_context_isset	proof_context_isset
#define r600_config_isset	proof_config_isset
#define r600_value		proof_value
#define r600_context_get		proof_context_get
#define r600_config_get		proof_config_get
#define r600_surface_info	proof_surface_info
#define r600_reg_buffer		proof_reg_buffer
#define r600_context_buffer	proof_context_buffer
#define r600_config_buffer	proof_config_buffer

/* Refusals: their arguments, and not the verdict, which refuse.c proves. */

static bool in_stream(const u32 *at)
{
	return !at || (at >= world_in.ib && at < world_in.ib + world_in.ib_dw);
}

static int refused(const u32 *at)
{
	PROVE(in_stream(at), "a refusal names a dword of the stream");
	return 1;
}

static int refused_buffer(u32 index, const u32 *at)
{
	PROVE(index < world_in.nbuffers, "a refusal names a buffer of the list");
	return refused(at);
}

int r600_refuse(struct r600_checker *ck, const struct pm4_why *why)
{
	PROVE(!why->buffer || (why->buffer >= world_in.buffers &&
			       why->buffer < world_in.buffers + world_in.nbuffers),
	      "a refusal names a buffer of the list");
	return refused(why->at);
}

int r600_refuse_reloc(struct r600_checker *ck, const u32 *where)
{
	return refused(where);
}

int r600_refuse_write(struct r600_checker *ck, u32 index, const u32 *where, u32 reg)
{
	return refused_buffer(index, where);
}

int r600_refuse_unset(struct r600_checker *ck, u32 reg)
{
	return 1;
}

int r600_refuse_far(struct r600_checker *ck, u32 index, u64 offset, u32 reg, const u32 *at)
{
	return refused_buffer(index, at);
}

int r600_refuse_unit(struct r600_checker *ck, u32 unit, u32 first, u32 count)
{
	PROVE(unit, "constants have a size");
	return 1;
}

int r600_refuse_base(struct r600_checker *ck, u32 index, u64 offset, u32 unit, const u32 *where,
		    u32 reg)
{
	return refused_buffer(index, where);
}

#pragma CPROVER check pop

#endif /* WORLD_H */
