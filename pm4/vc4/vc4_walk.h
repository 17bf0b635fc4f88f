/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The walk over a QPU program: its state, fields of an instruction, and the functions by which
 * the files of the walk call each other.  vc4_program.c calls vc4_inst.c for an instruction,
 * which calls vc4_queue.c for words of queues; all use vc4_known.c.
 */
#ifndef VC4_WALK_H
#define VC4_WALK_H

#include "vc4_check.h"

#define ACCUMULATORS	PM4_I_WRITE_A_r	/* the first address of r0 to r3 */
#define FILE_REGS	32u
#define KNOWN_REGS	(2 * FILE_REGS + 4)	/* file A, file B, r0 to r3 */

#define NO_REG		255u

#define LAST		3u	/* instructions from the end on */
#define ROTATIONS	48u	/* the first small immediate that rotates */
#define R4		4u	/* the input that coupled units write */
#define SFU_DELAY	3u	/* instructions from a write of the SFU to its result */
#define FIRST_TILE	2u	/* the first instruction that may wait for the scoreboard */
#define VPM_ROWS	64u
#define NO_ROW		VPM_ROWS
#define POINT_ROW	7u	/* of coordinates, if they have a point size (guide figure 11) */

#define PLAIN_WRITES	(PM4_K_WRITE_A_FILE | PM4_K_WRITE_A_PLAIN)
#define PLAIN_READS	(PM4_K_READ_A_FILE | PM4_K_READ_A_PLAIN)
/* Numbers of bits 56:52: pack of file A, or of the mul unit's color. */
#define PACKS		(PM4_K_PACK_KNOWN | PM4_K_COLOR_KNOWN << 16)

/* What is known of a register. */
enum vc4_known {
	UNKNOWN,
	AT_LEAST_0,	/* a signed value of at least 0 */
	CLAMPED,	/* at least 0 and at most a uniform, or the uniform */
	CONSTANT,
};

/**
 * struct vc4_walk - the walk over a program
 * @ck: the check
 * @p: the program
 * @lookups: its lookups, one for each S that was written
 * @code: its instructions
 * @buffer: index of its buffer
 * @end: the instruction with the signal of the end
 * @ip: the current instruction
 * @inst: the same
 * @signals: bit mask of its signals
 * @words: uniform words so far
 * @needs_reset: the position in the uniform stream is unknown
 * @needs_word: a loop ends with the position unknown, so one more word is its address
 * @reset_ip: instruction after the last reset of the stream after which it can be used
 * @branched: a branch target is at or before @ip
 * @known: number of registers of which something is known
 * @state: enum vc4_known of each register
 * @value: the constant, or the uniform word of the clamp
 * @wrote_a: the register of file A that the instruction before wrote, as a bit; 0: none
 * @wrote_b: the same for file B
 * @writes: bit mask of all registers that were written
 * @reads: the same for reads
 * @fifo: words that wait in each texture unit
 * @waiting: words of each request that waits, the oldest in bits 3:0
 * @requests: number of requests that wait
 * @open: words of the lookup that is open
 * @nopen: number of these words
 * @coordinates: bit mask of the coordinates that the open lookup has
 * @switched: instruction at which the last thread switch has taken effect
 * @last_switch: the one that is marked as the last
 * @asked: requests of each unit that were made before the last thread switch took effect
 * @switching: a thread switch has not taken effect
 * @tile_first: first access to the tile buffer, VC4_NONE: none
 * @tile_last: the last one
 * @unlock: the last signal that unlocks the scoreboard, VC4_NONE: none
 * @target: the last branch target
 * @result_ip: instruction from which on r4 may be used after an SFU write
 * @mask_ip: instruction from which on the multisample mask may be read after a Z write
 * @quiet: the later of the two
 * @setups: rows of each VPM read that waits, the oldest in bits 7:0
 * @nsetups: number of these reads
 * @vpm_writes: a VPM write setup was made
 * @vpm_first: one was made before the first branch target, so on each way
 * @row: row that the next VPM write fills, NO_ROW if it is unknown
 * @row_first: the same before the first branch target
 * @stride: rows from one write to the next
 * @moved: a write or a setup after the first branch target: not on each way
 * @written_first: &vc4_program.written before the first branch target
 * @point_ip: instruction that filled row 7 last, VC4_NONE: none
 * @point_unit: the unit that did
 * @loads: samples of the color that are read
 * @stores: samples of the color that are written one by one
 */
struct vc4_walk {
	struct vc4_checker *ck;
	struct vc4_program *p;
	struct vc4_lookup *lookups;
	const u8 *code;
	u32 buffer;
	u32 end;
	u32 ip;
	u64 inst;
	u64 signals;
	u32 words;
	bool needs_reset;
	bool needs_word;
	u32 reset_ip;
	bool branched;
	u32 known;
	u8 state[KNOWN_REGS];
	u32 value[KNOWN_REGS];
	u32 wrote_a;
	u32 wrote_b;
	u64 writes;
	u64 reads;
	u32 fifo[2];
	u32 waiting[2];
	u32 requests[2];
	u32 open[2][4];
	u32 nopen[2];
	u32 coordinates[2];
	u32 switched;
	u32 last_switch;
	u32 asked[2];
	bool switching;
	u32 tile_first;
	u32 tile_last;
	u32 unlock;
	u32 target;
	u32 result_ip;
	u32 mask_ip;
	u32 quiet;
	u32 setups;
	u32 nsetups;
	bool vpm_writes;
	bool vpm_first;
	u32 row;
	u32 row_first;
	u32 stride;
	bool moved;
	u64 written_first;
	u32 point_ip;
	u32 point_unit;
	u32 loads;
	u32 stores;
};

enum { UNIT_ADD, UNIT_MUL, NO_UNIT = VC4_NONE };

static inline u32 write_address(u64 inst, u32 unit)
{
	return unit == UNIT_ADD ? VC4_WADDR_ADD(inst) : VC4_WADDR_MUL(inst);
}

/* The add unit writes file A, the mul unit file B, or with write swap the reverse. */
static inline bool writes_b(u64 inst, u32 unit)
{
	return VC4_WS(inst) != (unit == UNIT_MUL);
}

static inline bool unconditional(u64 inst, u32 unit)
{
	u32 cond = unit == UNIT_ADD ? VC4_COND_ADD(inst) : VC4_COND_MUL(inst);

	return cond == PM4_I_CONDITION_always;
}

/*
 * The add unit takes and gives whole words: unpacking changes values of file A, packing those on
 * the way there.  With the pm bit they are about r4, and about the mul unit.
 */
static inline bool unpacked(u64 inst)
{
	u32 addr = VC4_WADDR_ADD(inst);

	if (VC4_PM(inst))
		return true;
	if (VC4_UNPACK(inst) && (VC4_ADD_A(inst) == PM4_I_INPUT_a ||
				 VC4_ADD_B(inst) == PM4_I_INPUT_a))
		return false;
	return !VC4_PACK(inst) || VC4_WS(inst) ||
	       (addr >= ACCUMULATORS && addr < ACCUMULATORS + 4);
}

static inline bool has_small_immediate(u64 inst)
{
	return VC4_SIGNAL(inst) == PM4_I_SIGNAL_SMALL_IMMEDIATE;
}

static inline bool rotates(u64 inst)
{
	return has_small_immediate(inst) && VC4_RADDR_B(inst) >= ROTATIONS;
}

/* An operation takes this input. */
static inline bool takes_input(u64 inst, u32 input)
{
	return (VC4_OP_ADD(inst) && (VC4_ADD_A(inst) == input || VC4_ADD_B(inst) == input)) ||
	       (VC4_OP_MUL(inst) && (VC4_MUL_A(inst) == input || VC4_MUL_B(inst) == input));
}

static inline bool input_is_uniform(u64 inst, u32 input)
{
	if (input == PM4_I_INPUT_a)
		return VC4_RADDR_A(inst) == PM4_I_READ_A_uniform;
	return input == PM4_I_INPUT_b && VC4_RADDR_B(inst) == PM4_I_READ_B_uniform &&
	       !has_small_immediate(inst);
}

static inline bool reads_uniform(u64 inst)
{
	return VC4_RADDR_A(inst) == PM4_I_READ_A_uniform ||
	       (VC4_RADDR_B(inst) == PM4_I_READ_B_uniform && !has_small_immediate(inst));
}

/* vc4_refuse.c */
int __cold vc4_refuse_inst(struct vc4_walk *w, u32 rule, u32 unit, u32 detail, u64 expected,
			   u64 actual);

/* vc4_known.c */
u32 vc4_written_reg(u64 inst, u32 unit);
u32 vc4_input_reg(u64 inst, u32 input);
enum vc4_known vc4_known_input(const struct vc4_walk *w, u32 input, u32 *value);
void vc4_forget_from(struct vc4_walk *w, u32 first);
void vc4_track(struct vc4_walk *w, u32 word);
void vc4_track_load(struct vc4_walk *w);

/* vc4_queue.c */
int vc4_use_uniform(struct vc4_walk *w, u32 unit);
int vc4_reset_uniforms(struct vc4_walk *w, u32 unit);
int vc4_take_result(struct vc4_walk *w, u32 tmu);
int vc4_write_lookup(struct vc4_walk *w, u32 unit, u32 addr);
int vc4_setup_vpm(struct vc4_walk *w, u32 unit);
int vc4_settle_switch(struct vc4_walk *w);
int vc4_queues_empty(struct vc4_walk *w, bool end);

/* vc4_point.c */
void vc4_find_point(struct vc4_walk *w);

/* vc4_inst.c */
int vc4_check_inst(struct vc4_walk *w);
int vc4_check_last(struct vc4_walk *w);

/* A read takes a row of the oldest setup. */
static inline int vc4_read_vpm(struct vc4_walk *w)
{
	if (unlikely(!w->nsetups))
		return vc4_refuse_inst(w, VC4_VPM_READ, NO_UNIT, 0, 0, 0);
	if ((--w->setups & 255) == 0) {
		w->setups >>= 8;
		w->nsetups--;
	}
	w->p->uses |= VC4_USES_VPM;
	return 0;
}

/* A write fills the next row; under a condition it may or may not go on to it. */
static inline void vc4_write_vpm(struct vc4_walk *w, u32 ip, u64 inst, u32 unit)
{
	u32 op = unit == UNIT_ADD ? VC4_OP_ADD(inst) : VC4_OP_MUL(inst);

	w->p->uses |= VC4_USES_VPM;
	w->moved |= w->branched;
	if (!unconditional(inst, unit) ||
	    (!op && VC4_SIGNAL(inst) != PM4_I_SIGNAL_LOAD_IMMEDIATE)) {
		w->row = NO_ROW;
	} else if (w->row < NO_ROW) {
		if (w->row == POINT_ROW) {
			w->point_ip = ip;
			w->point_unit = unit;
		}
		w->p->written |= 1ull << w->row;
		w->row = min(w->row + w->stride, NO_ROW);
	}
}

#endif /* VC4_WALK_H */
