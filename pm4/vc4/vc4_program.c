// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * QPU programs: one pass over the instructions up to the two that run after the signal of the
 * end.  It follows the uniform stream, so that each word of it has a meaning, and knows for each
 * register whether its value is bounded, so that a direct read stays in its buffer.
 *
 * Nothing is known at a branch target: the uniform stream must be reset before its next use, no
 * lookup is open and no result is outstanding.
 *
 * Most instructions use only registers: they take a short way (plain()).
 */
#include "vc4_walk.h"

#define BRANCH_SIZE	4u	/* instructions of a branch with its slots */
#define PLAIN_SIGNALS	(1u << PM4_I_SIGNAL_NONE)
#define PLAIN_TILE	(1ull << PM4_I_WRITE_A_tlb_color_all)
/* Registers that both units may write: of both files, and none. */
#define BOTH_WRITES	(PM4_K_WRITE_A_FILE | 1ull << PM4_I_WRITE_A_nop)
#define UPPER_HALF	0xffff0000u	/* of a file: another thread's */
#define MANY		255u	/* samples: more than any pixel has */

/**
 * struct recent - state of the short way, apart from the walk so that it stays in registers
 * @wrote_a: &walk.wrote_a
 * @wrote_b: &walk.wrote_b
 * @writes: bit mask of registers that were written on the short way
 * @reads: the same for reads
 * @tile: the last access to the tile buffer on the short way
 */
struct recent {
	u32 wrote_a;
	u32 wrote_b;
	u64 writes;
	u64 reads;
	u32 tile;
};

/* A read of one queue, through one port; a uniform may come through both. */
static __always_inline bool plain_read(struct vc4_walk *w, u64 special, u32 ip, bool both)
{
	if (likely(special == PM4_K_READ_A_UNIFORM)) {
		if (w->needs_reset || ip < w->reset_ip)
			return false;
		w->words++;
		return true;
	}
	if (special == PM4_K_READ_A_VPM && w->nsetups && !both)
		return !vc4_read_vpm(w);
	if (special == PM4_K_READ_A_VARYING && !w->branched && !both) {
		w->p->varyings++;
		return true;
	}
	return false;
}

/* A write of one unit to vertex memory, the SFU or the color, if nothing speaks against it. */
static __always_inline bool plain_write(const struct vc4_walk *w, u64 special, u32 ip)
{
	if (special == PM4_K_WRITE_A_VPM)
		return w->vpm_writes;
	if (special == PLAIN_TILE)
		return ip >= FIRST_TILE;
	return special & PM4_K_WRITE_A_SFU && !(special & (special - 1)) && ip >= w->result_ip;
}

static __always_inline void take_write(struct vc4_walk *w, struct recent *r, u32 ip, u64 inst,
				       u64 special, u32 unit)
{
	if (special == PM4_K_WRITE_A_VPM) {
		vc4_write_vpm(w, ip, inst, unit);
	} else if (special == PLAIN_TILE) {
		/* The signal that must follow sets VC4_USES_TILE. */
		w->tile_first = min(w->tile_first, ip);
		r->tile = ip;
	} else {
		w->result_ip = ip + SFU_DELAY;
		w->quiet = w->result_ip;
	}
}

/*
 * Most instructions: known operations on registers of which nothing is known, a word of one
 * queue, the tile buffer, vertex memory.  Returns false if the instruction needs more than that;
 * then nothing has changed.
 */
static __always_inline bool plain(struct vc4_walk *w, struct recent *r, u32 ip, u64 inst)
{
	u64 a = 1ull << VC4_WADDR_ADD(inst), b = 1ull << VC4_WADDR_MUL(inst), special, writes;
	u64 ra = 1ull << VC4_RADDR_A(inst), rb = 1ull << VC4_RADDR_B(inst);
	u32 signal = VC4_SIGNAL(inst);

	if (signal == PM4_I_SIGNAL_SMALL_IMMEDIATE) {
		if (unlikely(VC4_OP_ADD(inst) == PM4_I_ADD_max || rb >> ROTATIONS))
			return false;
		rb = 0;
	} else if (unlikely(!(PLAIN_SIGNALS >> signal & 1))) {
		return false;
	}
	if (unlikely(ip < w->quiet) && takes_input(inst, R4))
		return false;
	if (unlikely(w->known || (a & b & ~BOTH_WRITES) ||
		     !(PM4_K_ADD_KNOWN >> VC4_OP_ADD(inst) & 1) ||
		     !(PACKS >> (inst >> 52 & 31) & 1) || (ra & r->wrote_a) | (rb & r->wrote_b)))
		return false;
	special = (a | b) & ~PLAIN_WRITES;
	if (special && !plain_write(w, special, ip))
		return false;
	writes = special;
	special = (ra | rb) & ~PLAIN_READS;
	if (special && !plain_read(w, special, ip, ra == rb))
		return false;
	if (writes)
		take_write(w, r, ip, inst, writes, a == writes ? UNIT_ADD : UNIT_MUL);
	r->writes |= a | b;
	r->reads |= ra | rb;
	/* The low halves are the files. */
	r->wrote_a = VC4_WS(inst) ? b : a;
	r->wrote_b = VC4_WS(inst) ? a : b;
	return true;
}

/* Everything is unknown where branches meet. */
static int enter_target(struct vc4_walk *w)
{
	if (vc4_queues_empty(w, false))
		return 1;
	if (w->ip < w->result_ip)
		return vc4_refuse_inst(w, VC4_CODE_RESULT, NO_UNIT, 2, w->result_ip, w->ip);
	if (w->ip < w->mask_ip)
		return vc4_refuse_inst(w, VC4_CODE_MASK, NO_UNIT, 1, w->mask_ip, w->ip);
	/* A reset in the slots of a branch would be too near to the use at its target. */
	if (w->ip < w->reset_ip && w->ip >= BRANCH_SIZE && VC4_SIGNAL(vc4_u64(w->code + 8ull *
			(w->ip - BRANCH_SIZE))) == PM4_I_SIGNAL_BRANCH)
		return vc4_refuse_inst(w, VC4_UNIFORM_EARLY, NO_UNIT, 1, w->reset_ip, w->ip);
	vc4_forget_from(w, 0);
	w->needs_reset = true;
	/* A branch may lead over a setup and a write after the first target. */
	if (!w->branched) {
		w->vpm_first = w->vpm_writes;
		w->row_first = w->row;
		w->written_first = w->p->written;
	}
	w->vpm_writes = w->vpm_first;
	w->row = w->moved ? NO_ROW : w->row_first;
	w->p->written = w->written_first;
	if (w->moved)
		w->point_ip = VC4_NONE;
	/* What was read and written since the first target may be so again. */
	if (w->branched) {
		w->loads = w->loads ? MANY : 0;
		w->stores = w->stores ? MANY : 0;
	}
	w->target = w->ip;
	w->branched = true;
	return 0;
}

static void go_to(struct vc4_walk *w, u32 ip)
{
	w->ip = ip;
	w->inst = vc4_u64(w->code + 8ull * ip);
}

/* The scoreboard is locked by one thread at a time, and is unlocked on each way. */
static int check_scoreboard(struct vc4_walk *w)
{
	u32 first = w->tile_first;

	if (first == VC4_NONE)
		return 0;
	if (w->unlock == VC4_NONE || w->unlock < w->tile_last || w->unlock < w->target) {
		go_to(w, w->tile_last);
		return vc4_refuse_inst(w, VC4_CODE_UNLOCK, NO_UNIT, 0, 0, 0);
	}
	/* The other thread would wait for it, and so never switch back. */
	if (w->p->uses & VC4_USES_THREADS && first < w->switched) {
		go_to(w, first);
		return vc4_refuse_inst(w, VC4_THREAD_TILE, NO_UNIT, 0, w->switched, first);
	}
	return 0;
}

/* All that the program began is over. */
static int check_end(struct vc4_walk *w)
{
	go_to(w, w->end);
	if (vc4_queues_empty(w, true))
		return 1;
	if (!(w->p->uses & VC4_USES_THREADS))
		return 0;
	if (w->last_switch == VC4_NONE)
		return vc4_refuse_inst(w, VC4_THREAD_LAST, NO_UNIT, 2, 0, 0);
	if (w->end < w->switched)
		return vc4_refuse_inst(w, VC4_THREAD_SWITCH, NO_UNIT, 1, w->switched, w->end);
	return 0;
}

/* The instruction of a threaded program that uses the half of the other thread. */
static int __cold refuse_half(struct vc4_walk *w)
{
	for (w->ip = 0; w->ip < w->end + LAST; w->ip++) {
		bool immediate;
		u32 ra, rb;

		w->inst = vc4_u64(w->code + 8ull * w->ip);
		immediate = PM4_K_SIGNAL_FORM >> VC4_SIGNAL(w->inst) & 1;
		ra = immediate ? PM4_I_READ_A_nop : VC4_RADDR_A(w->inst);
		rb = immediate || has_small_immediate(w->inst) ? PM4_I_READ_B_nop :
			VC4_RADDR_B(w->inst);
		if ((1ull << ra | 1ull << rb | 1ull << VC4_WADDR_ADD(w->inst) |
		     1ull << VC4_WADDR_MUL(w->inst)) & UPPER_HALF)
			break;
	}
	return vc4_refuse_inst(w, VC4_THREAD_FILE, NO_UNIT, 0, 0, 0);
}

/* The program is all up to the second instruction after the first end. */
static int find_end(struct vc4_walk *w, u32 count)
{
	u64 signals = 0;
	u32 ip, signal;

	for (ip = 0; ip < count; ip++) {
		/* The byte with bits 63:56. */
		signal = w->code[8ull * ip + 7] >> 4;
		signals |= 1ull << signal;
		if (unlikely(signal == PM4_I_SIGNAL_PROGRAM_END))
			break;
	}
	w->signals = signals;
	w->ip = ip;
	if (ip == count)
		return vc4_refuse_inst(w, VC4_CODE_END, NO_UNIT, 0, 0, count);
	w->end = ip;
	if (count - w->end < LAST)
		return vc4_refuse_inst(w, VC4_CODE_CUT, NO_UNIT, 0, w->end + LAST, count);
	return 0;
}

/* The last thread switch in the order of the code, VC4_NONE if there is none. */
static u32 find_last_switch(const struct vc4_walk *w)
{
	u32 ip, last = VC4_NONE;

	for (ip = 0; ip < w->end; ip++)
		if (w->code[8ull * ip + 7] >> 4 == PM4_I_SIGNAL_LAST_THREAD_SWITCH)
			last = ip;
	return last;
}

/* An instruction that is not plain(), or one at a branch target. */
static int full(struct vc4_walk *w, struct recent *r, u32 ip, u64 inst)
{
	int ret;

	w->ip = ip;
	w->inst = inst;
	w->wrote_a = r->wrote_a;
	w->wrote_b = r->wrote_b;
	/* Accumulators do not outlive a switch.  plain() is false if one is known. */
	if (unlikely(ip == w->switched))
		vc4_forget_from(w, 2 * FILE_REGS);
	if (unlikely(w->switching) && ip >= w->switched && vc4_settle_switch(w))
		return 1;
	ret = (ip >= w->end && vc4_check_last(w)) || vc4_check_inst(w);
	r->wrote_a = w->wrote_a;
	r->wrote_b = w->wrote_b;
	return ret;
}

static int walk_all(struct vc4_walk *w)
{
	struct recent r = { 0 };
	bool branches = w->signals >> PM4_I_SIGNAL_BRANCH & 1;
	u32 ip, end = w->end;

	for (ip = 0; ip < end + LAST; ip++) {
		u64 inst = vc4_u64(w->code + 8ull * ip);

		if (unlikely(branches) && ip <= end && vc4_test(w->ck->flow.targets, ip)) {
			w->ip = ip;
			w->inst = inst;
			if (enter_target(w))
				return 1;
		}
		if (likely(ip < end) ? likely(plain(w, &r, ip, inst)) : inst == VC4_NOP)
			continue;
		if (full(w, &r, ip, inst))
			return 1;
	}
	w->writes |= r.writes;
	w->reads |= r.reads;
	w->tile_last = max(w->tile_last, r.tile);
	return 0;
}

/**
 * vc4_check_program() - check the program of a shader buffer
 * @ck: the check; &vc4_checker.programs gets the program
 * @buffer: index of the buffer
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_check_program(struct vc4_checker *ck, u32 buffer)
{
	const struct vc4_buffer *b = &ck->in->buffers[buffer];
	struct vc4_walk w = {
		.ck = ck, .p = &ck->programs[buffer], .lookups = ck->lookups, .code = b->code,
		.buffer = buffer, .last_switch = VC4_NONE, .tile_first = VC4_NONE,
		.unlock = VC4_NONE, .row = NO_ROW, .point_ip = VC4_NONE,
	};

	w.p->lookups = ck->lookups;
	if (find_end(&w, b->code_bytes / 8))
		return 1;
	if (w.signals & PM4_K_SIGNAL_SWITCH)
		w.p->uses |= VC4_USES_THREADS;
	if (w.signals >> PM4_I_SIGNAL_BRANCH & 1) {
		/* Each instruction of the program may be a lookup. */
		vc4_take_flow(ck, b->code_bytes / 8, b->code_bytes / 8);
		if (vc4_check_flow(ck, buffer, w.end, find_last_switch(&w)))
			return 1;
	}
	if (walk_all(&w) || check_end(&w) || check_scoreboard(&w))
		return 1;
	if (w.p->uses & VC4_USES_THREADS && (w.writes | w.reads) & UPPER_HALF)
		return refuse_half(&w);
	w.p->words = w.words + w.needs_word;
	w.p->samples = max(w.loads, w.stores);
	if (w.point_ip != VC4_NONE)
		vc4_find_point(&w);
	ck->lookups += w.p->nlookups;
	return 0;
}
