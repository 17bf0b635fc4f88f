// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * One instruction: its signal, its reads and its writes, with all rules.
 */
#include "vc4_walk.h"

#define FORBIDDEN	14u	/* the register that gets the next thread's W and Z */
#define MASK_DELAY	3u	/* from a write of Z to its multisample mask */

#define TILE_BUFFER	(1ull << PM4_I_WRITE_A_tlb_z | 1ull << PM4_I_WRITE_A_tlb_color_ms | \
			 1ull << PM4_I_WRITE_A_tlb_color_all)
/* Units of which an instruction can access one; the stencil setup is a register of the QPU. */
#define COUPLED		(PM4_K_WRITE_A_LOOKUP | PM4_K_WRITE_A_SFU | TILE_BUFFER)
#define SAMPLE_WRITE	(1ull << PM4_I_WRITE_A_tlb_color_ms)
#define R4_SIGNALS	(PM4_K_SIGNAL_RESULT | 1u << PM4_I_SIGNAL_LOAD_COLOR)

static int check_read(struct vc4_walk *w, bool b)
{
	u32 addr = b ? VC4_RADDR_B(w->inst) : VC4_RADDR_A(w->inst);
	u64 bit = 1ull << addr;

	if (bit & PLAIN_READS)
		return 0;
	if (!(bit & (b ? PM4_K_READ_B_KNOWN : PM4_K_READ_A_KNOWN)))
		return vc4_refuse_inst(w, VC4_CODE_READ, NO_UNIT, b, 0, addr);
	/* Both files have these registers: one read takes one value, two are not described. */
	if (!b && bit & (PM4_K_READ_A_VARYING | PM4_K_READ_A_VPM) &&
	    VC4_RADDR_B(w->inst) == addr && !has_small_immediate(w->inst))
		return vc4_refuse_inst(w, VC4_CODE_BOTH, NO_UNIT, 0, 0, addr);
	if (bit & PM4_K_READ_A_VPM)
		return vc4_read_vpm(w);
	if (bit & PM4_K_READ_A_FRAGMENT)
		w->p->uses |= VC4_USES_TILE;
	if (bit & PM4_K_READ_A_VARYING) {
		if (w->branched)
			return vc4_refuse_inst(w, VC4_VARYING_ONCE, NO_UNIT, b, 0, 0);
		w->p->varyings++;
	}
	return 0;
}

/* An access to the tile buffer, which waits for the scoreboard. */
static int touch_tile(struct vc4_walk *w, u32 unit)
{
	/* Pixels could go to the tile before, at first another job's (erratum HW-2796). */
	if (w->ip < FIRST_TILE)
		return vc4_refuse_inst(w, VC4_CODE_FIRST, unit, 0, FIRST_TILE, w->ip);
	if (w->tile_first == VC4_NONE)
		w->tile_first = w->ip;
	w->tile_last = w->ip;
	return 0;
}

static int write_tile(struct vc4_walk *w, u32 unit, u64 bit)
{
	w->p->uses |= VC4_USES_TILE;
	if (!(bit & TILE_BUFFER))
		return 0;
	if (bit == 1ull << PM4_I_WRITE_A_tlb_z) {
		w->mask_ip = w->ip + MASK_DELAY;
		w->quiet = w->mask_ip;
	}
	w->stores += bit == SAMPLE_WRITE;
	return touch_tile(w, unit);
}

static int check_write(struct vc4_walk *w, u32 unit)
{
	u32 addr = write_address(w->inst, unit);
	bool b = writes_b(w->inst, unit);
	u64 bit = 1ull << addr;

	if (bit & PLAIN_WRITES)
		return 0;
	if (!(bit & (b ? PM4_K_WRITE_B_KNOWN : PM4_K_WRITE_A_KNOWN)))
		return vc4_refuse_inst(w, VC4_CODE_WRITE, unit, b, 0, addr);
	if (bit & PM4_K_WRITE_A_LOOKUP)
		return vc4_write_lookup(w, unit, addr);
	if (bit & PM4_K_WRITE_A_RESET)
		return vc4_reset_uniforms(w, unit);
	if (bit & PM4_K_WRITE_A_SETUP)
		return vc4_setup_vpm(w, unit);
	if (bit & PM4_K_WRITE_A_VPM) {
		if (!w->vpm_writes)
			return vc4_refuse_inst(w, VC4_VPM_SETUP, unit, 3, 0, 0);
		vc4_write_vpm(w, w->ip, w->inst, unit);
		return 0;
	}
	if (bit & PM4_K_WRITE_A_SFU) {
		w->result_ip = w->ip + SFU_DELAY;
		w->quiet = w->result_ip;
		return 0;
	}
	return write_tile(w, unit, bit);
}

/* One access to a coupled unit, but a sample can be read while the one before is written. */
static int check_coupled(struct vc4_walk *w, u64 add, u64 mul)
{
	u32 signal = VC4_SIGNAL(w->inst);
	u64 allowed = signal == PM4_I_SIGNAL_LOAD_COLOR ? SAMPLE_WRITE : 0;

	if (add & COUPLED && mul & COUPLED)
		return vc4_refuse_inst(w, VC4_CODE_COUPLED, NO_UNIT, 0, 0, 0);
	if (R4_SIGNALS >> signal & 1 && (add | mul) & COUPLED & ~allowed)
		return vc4_refuse_inst(w, VC4_CODE_COUPLED, NO_UNIT, 1, 0, signal);
	return 0;
}

static int check_writes(struct vc4_walk *w)
{
	u64 add = 1ull << VC4_WADDR_ADD(w->inst), mul = 1ull << VC4_WADDR_MUL(w->inst);

	/* Both write an accumulator, or a register of hardware: the guide has no order. */
	if (unlikely(add == mul && !(add & (PM4_K_WRITE_A_FILE | 1ull << PM4_I_WRITE_A_nop))))
		return vc4_refuse_inst(w, add & PM4_K_WRITE_A_LOOKUP ? VC4_LOOKUP_UNITS :
				       VC4_CODE_BOTH, NO_UNIT, 1, 0, VC4_WADDR_ADD(w->inst));
	if (!((add | mul) & ~PLAIN_WRITES))
		return 0;
	if (unlikely(add & PM4_K_WRITE_A_LOOKUP && mul & PM4_K_WRITE_A_LOOKUP))
		return vc4_refuse_inst(w, VC4_LOOKUP_UNITS, NO_UNIT, 0, 0, 0);
	return check_coupled(w, add, mul) || check_write(w, UNIT_ADD) || check_write(w, UNIT_MUL);
}

static int check_signal(struct vc4_walk *w)
{
	u32 signal = VC4_SIGNAL(w->inst);
	u64 bit = 1ull << signal;

	if (!(bit & PM4_K_SIGNAL_KNOWN))
		return vc4_refuse_inst(w, VC4_CODE_SIGNAL, NO_UNIT, 0, 0, signal);
	if (bit & PM4_K_SIGNAL_RESULT)
		return vc4_take_result(w, signal - PM4_I_SIGNAL_LOAD_TMU0);
	if (bit & PM4_K_SIGNAL_TILE) {
		w->p->uses |= VC4_USES_TILE;
		w->loads += signal == PM4_I_SIGNAL_LOAD_COLOR;
		if (signal != PM4_I_SIGNAL_UNLOCK_SCOREBOARD)
			return touch_tile(w, NO_UNIT);
		w->unlock = w->ip;
	}
	if (!(bit & PM4_K_SIGNAL_SWITCH))
		return 0;
	if (w->ip < w->switched)
		return vc4_refuse_inst(w, VC4_THREAD_SWITCH, NO_UNIT, 0, w->switched, w->ip);
	if (w->last_switch != VC4_NONE)
		return vc4_refuse_inst(w, VC4_THREAD_LAST, NO_UNIT, 0, w->last_switch, w->ip);
	if (signal == PM4_I_SIGNAL_LAST_THREAD_SWITCH)
		w->last_switch = w->ip;
	w->switched = w->ip + LAST;
	w->switching = true;
	return 0;
}

/* Instruction @ip wrote an accumulator; reading a varying writes r5. */
static bool writes_accumulator(const struct vc4_walk *w, u32 ip, u32 number)
{
	u64 inst = vc4_u64(w->code + 8ull * ip);
	u32 addr = number == 5 ? PM4_I_WRITE_A_r5 : ACCUMULATORS + number;
	u32 signal = VC4_SIGNAL(inst);

	if (signal == PM4_I_SIGNAL_BRANCH)
		return false;
	if (VC4_WADDR_ADD(inst) == addr || VC4_WADDR_MUL(inst) == addr)
		return true;
	return number == 5 && signal != PM4_I_SIGNAL_LOAD_IMMEDIATE &&
	       (VC4_RADDR_A(inst) == PM4_I_READ_A_varying ||
		(VC4_RADDR_B(inst) == PM4_I_READ_B_varying && !has_small_immediate(inst)));
}

/* A rotation turns r0 to r3, which the instruction before leaves alone, as it does r5. */
static int check_rotation(struct vc4_walk *w)
{
	u64 i = w->inst;
	u32 a = VC4_MUL_A(i), b = VC4_MUL_B(i);

	if (likely(!rotates(i)))
		return 0;
	if (VC4_OP_ADD(i) && (VC4_ADD_A(i) == PM4_I_INPUT_b || VC4_ADD_B(i) == PM4_I_INPUT_b))
		return vc4_refuse_inst(w, VC4_CODE_ROTATE, UNIT_ADD, 3, 0, 0);
	if (!VC4_OP_MUL(i))
		return 0;
	if (a > 3 || b > 3)
		return vc4_refuse_inst(w, VC4_CODE_ROTATE, UNIT_MUL, 2, 0, 0);
	if (!w->ip)
		return 0;
	if (w->branched && w->ip == w->target)
		return vc4_refuse_inst(w, VC4_CODE_ROTATE, UNIT_MUL, 4, 0, 0);
	if (VC4_RADDR_B(i) == ROTATIONS && writes_accumulator(w, w->ip - 1, 5))
		return vc4_refuse_inst(w, VC4_CODE_ROTATE, UNIT_MUL, 0, 0, 5);
	if (writes_accumulator(w, w->ip - 1, a) || writes_accumulator(w, w->ip - 1, b))
		return vc4_refuse_inst(w, VC4_CODE_ROTATE, UNIT_MUL, 1, 0,
				       writes_accumulator(w, w->ip - 1, a) ? a : b);
	return 0;
}

/* Nothing reads or writes r4 while the SFU works, nor the mask while Z is tested. */
static int check_quiet(struct vc4_walk *w)
{
	u64 writes = 1ull << VC4_WADDR_ADD(w->inst) | 1ull << VC4_WADDR_MUL(w->inst);
	bool load = VC4_SIGNAL(w->inst) == PM4_I_SIGNAL_LOAD_IMMEDIATE;

	if (likely(w->ip >= w->quiet))
		return 0;
	if (w->ip < w->result_ip) {
		if (!load && takes_input(w->inst, R4))
			return vc4_refuse_inst(w, VC4_CODE_RESULT, NO_UNIT, 0, w->result_ip, 0);
		if (R4_SIGNALS >> VC4_SIGNAL(w->inst) & 1 || writes & PM4_K_WRITE_A_SFU)
			return vc4_refuse_inst(w, VC4_CODE_RESULT, NO_UNIT, 1, w->result_ip, 0);
	}
	if (w->ip < w->mask_ip && !load && VC4_RADDR_A(w->inst) == PM4_I_READ_A_ms_flags)
		return vc4_refuse_inst(w, VC4_CODE_MASK, NO_UNIT, 0, w->mask_ip, 0);
	return 0;
}

/* A file is read a whole cycle before it is written: the chip would return the old value. */
static int check_delay(struct vc4_walk *w)
{
	u64 i = w->inst;
	bool a = VC4_ADD_A(i) == PM4_I_INPUT_a || VC4_ADD_B(i) == PM4_I_INPUT_a ||
		 VC4_MUL_A(i) == PM4_I_INPUT_a || VC4_MUL_B(i) == PM4_I_INPUT_a;
	bool b = VC4_ADD_A(i) == PM4_I_INPUT_b || VC4_ADD_B(i) == PM4_I_INPUT_b ||
		 VC4_MUL_A(i) == PM4_I_INPUT_b || VC4_MUL_B(i) == PM4_I_INPUT_b;

	if (a && 1ull << VC4_RADDR_A(i) & w->wrote_a)
		return vc4_refuse_inst(w, VC4_CODE_EARLY, NO_UNIT, 0, 0, VC4_RADDR_A(i));
	if (b && 1ull << VC4_RADDR_B(i) & w->wrote_b && !has_small_immediate(i))
		return vc4_refuse_inst(w, VC4_CODE_EARLY, NO_UNIT, 1, 0, VC4_RADDR_B(i));
	return 0;
}

/* The low halves of the masks are the files. */
static void remember_writes(struct vc4_walk *w)
{
	w->wrote_a = (u32)(1ull << write_address(w->inst, VC4_WS(w->inst) ? UNIT_MUL : UNIT_ADD));
	w->wrote_b = (u32)(1ull << write_address(w->inst, VC4_WS(w->inst) ? UNIT_ADD : UNIT_MUL));
}

static int load_immediate(struct vc4_walk *w)
{
	u32 kind = VC4_UNPACK(w->inst);

	if (!(PM4_K_IMMEDIATE_KNOWN >> kind & 1))
		return vc4_refuse_inst(w, VC4_CODE_IMMEDIATE, NO_UNIT, 0, 0, kind);
	w->writes |= 1ull << VC4_WADDR_ADD(w->inst) | 1ull << VC4_WADDR_MUL(w->inst);
	if (check_quiet(w) || check_writes(w))
		return 1;
	vc4_track_load(w);
	return 0;
}

/* Operations and packs that the guide does not describe. */
static int check_operations(struct vc4_walk *w)
{
	if (!(PM4_K_ADD_KNOWN >> VC4_OP_ADD(w->inst) & 1))
		return vc4_refuse_inst(w, VC4_CODE_OPERATION, UNIT_ADD, 0, 0, VC4_OP_ADD(w->inst));
	if (!(PACKS >> (VC4_PM(w->inst) << 4 | VC4_PACK(w->inst)) & 1))
		return vc4_refuse_inst(w, VC4_CODE_OPERATION, UNIT_MUL, 1, 0, VC4_PACK(w->inst));
	return 0;
}

static int alu(struct vc4_walk *w)
{
	u32 word = w->words;
	bool uniform = reads_uniform(w->inst);

	if (check_operations(w) || check_delay(w) || check_rotation(w) || check_quiet(w) ||
	    check_signal(w) || check_read(w, false))
		return 1;
	if (!has_small_immediate(w->inst) && check_read(w, true))
		return 1;
	w->writes |= 1ull << VC4_WADDR_ADD(w->inst) | 1ull << VC4_WADDR_MUL(w->inst);
	w->reads |= 1ull << VC4_RADDR_A(w->inst);
	if (!has_small_immediate(w->inst))
		w->reads |= 1ull << VC4_RADDR_B(w->inst);
	if (unlikely(uniform && w->ip < w->reset_ip))
		return vc4_refuse_inst(w, VC4_UNIFORM_EARLY, NO_UNIT, 0, w->reset_ip, w->ip);
	/* Before the count: a reset and a direct read have this word. */
	if (check_writes(w))
		return 1;
	if (uniform) {
		/* The reset reads its own word, which is the address at any position. */
		bool reset = VC4_WADDR_ADD(w->inst) == PM4_I_WRITE_A_uniforms_address &&
			     !VC4_WS(w->inst);

		if (!reset && vc4_use_uniform(w, NO_UNIT))
			return 1;
		w->words++;
	}
	vc4_track(w, word);
	return 0;
}

static int one(struct vc4_walk *w)
{
	switch (VC4_SIGNAL(w->inst)) {
	case PM4_I_SIGNAL_LOAD_IMMEDIATE:
		return load_immediate(w);
	case PM4_I_SIGNAL_BRANCH:
		/* The next word is the address that the loop resets to, even if none is read. */
		if ((s32)(u32)w->inst < 0)
			w->needs_word = true;
		return 0;
	default:
		return alu(w);
	}
}

/**
 * vc4_check_inst() - check the current instruction
 * @w: the walk
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_check_inst(struct vc4_walk *w)
{
	int ret = one(w);

	remember_writes(w);
	return ret;
}

/* The last three instructions leave alone the registers that the next thread already uses. */
int vc4_check_last(struct vc4_walk *w)
{
	u64 i = w->inst, bit;
	bool immediate = VC4_SIGNAL(i) == PM4_I_SIGNAL_LOAD_IMMEDIATE;
	u32 unit, rb = has_small_immediate(i) ? PM4_I_READ_B_nop : VC4_RADDR_B(i);
	u64 reads = immediate ? 0 : 1ull << VC4_RADDR_A(i) | 1ull << rb;
	u64 signals = PM4_K_SIGNAL_SWITCH | PM4_K_SIGNAL_RESULT | 1u << PM4_I_SIGNAL_BRANCH;

	if (w->ip != w->end)
		signals |= PM4_K_SIGNAL_END;
	if (signals >> VC4_SIGNAL(i) & 1)
		return vc4_refuse_inst(w, VC4_CODE_LAST, NO_UNIT, 0, 0, VC4_SIGNAL(i));
	if (reads & (PM4_K_READ_A_UNIFORM | PM4_K_READ_A_VARYING | PM4_K_READ_A_VPM |
		     1ull << FORBIDDEN))
		return vc4_refuse_inst(w, VC4_CODE_LAST, NO_UNIT, 1, 0, 0);
	for (unit = UNIT_ADD; unit <= UNIT_MUL; unit++) {
		bit = 1ull << write_address(i, unit);
		if (bit & (PM4_K_WRITE_A_LOOKUP | PM4_K_WRITE_A_VPM | PM4_K_WRITE_A_SETUP |
			   PM4_K_WRITE_A_RESET | 1ull << FORBIDDEN))
			return vc4_refuse_inst(w, VC4_CODE_LAST, unit, 2, 0, write_address(i,
					       unit));
		if (w->ip == w->end && bit & PM4_K_WRITE_A_FILE)
			return vc4_refuse_inst(w, VC4_CODE_LAST, unit, 3, 0, write_address(i,
					       unit));
		/* They could change the mask of the next thread (erratum HW-2806). */
		if (bit & (1ull << PM4_I_WRITE_A_tlb_z | PM4_K_WRITE_A_FRAGMENT))
			return vc4_refuse_inst(w, VC4_CODE_LAST, unit, 4, 0, 0);
	}
	return 0;
}
