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
#include "pm4_check.h"

#define ACCUMULATORS	PM4_I_WRITE_A_r	/* the first address of r0 to r3 */
#define FILE_REGS	32u
#define KNOWN_REGS	(2 * FILE_REGS + 4)	/* file A, file B, r0 to r3 */
#define NO_REG		255u

#define FIFO_WORDS	8u	/* of requests of a texture unit */
#define THREAD_WORDS	4u	/* the part of each of two threads */
#define VPM_SETUPS	2u	/* reads of the VPM that can wait */
#define VPM_ROWS	64u
#define LAST		3u	/* instructions from the end on */
#define BRANCH_SIZE	4u	/* instructions of a branch with its slots */
#define FORBIDDEN	14u	/* the register that gets the next thread's W and Z */

#define PLAIN_WRITES	(PM4_K_WRITE_A_FILE | PM4_K_WRITE_A_PLAIN)
#define PLAIN_READS	(PM4_K_READ_A_FILE | PM4_K_READ_A_PLAIN)
/* Numbers of bits 56:52: pack of file A, or of the mul unit's color. */
#define PACKS		(PM4_K_PACK_KNOWN | PM4_K_COLOR_KNOWN << 16)
#define PLAIN_SIGNALS	(1u << PM4_I_SIGNAL_NONE | PM4_K_SIGNAL_TILE)
#define UPPER_HALF	0xffff0000u	/* of a file: another thread's */

/* What is known of a register. */
enum known {
	UNKNOWN,
	AT_LEAST_0,	/* a signed value of at least 0 */
	CLAMPED,	/* at least 0 and at most a uniform, or the uniform */
	CONSTANT,
};

/**
 * struct walk - the walk over a program
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
 * @reset_ip: instruction past the last reset of the stream after which it can be used
 * @branched: a branch target lies at or before @ip
 * @known: number of registers of which something is known
 * @state: enum known of each register
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
 * @setups: rows of each VPM read that waits, the oldest in bits 7:0
 * @nsetups: number of these reads
 * @vpm_writes: a VPM write setup was made
 * @vpm_first: one was made before the first branch target, so on each way
 */
struct walk {
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
	u32 setups;
	u32 nsetups;
	bool vpm_writes;
	bool vpm_first;
};

enum { UNIT_ADD, UNIT_MUL, NO_UNIT = VC4_NONE };

static int __cold refuse(struct walk *w, u32 rule, u32 unit, u32 detail, u64 expected, u64 actual)
{
	return VC4_REFUSE(w->ck, .rule = rule, .part = VC4_CODE, .ip = w->ip, .inst = w->inst,
			  .index = unit, .buffer = w->buffer, .detail = detail,
			  .expected = expected, .actual = actual);
}

static u32 write_address(u64 inst, u32 unit)
{
	return unit == UNIT_ADD ? VC4_WADDR_ADD(inst) : VC4_WADDR_MUL(inst);
}

/* The add unit writes file A, the mul unit file B, or with write swap the reverse. */
static bool writes_b(u64 inst, u32 unit)
{
	return VC4_WS(inst) != (unit == UNIT_MUL);
}

static bool unconditional(u64 inst, u32 unit)
{
	u32 cond = unit == UNIT_ADD ? VC4_COND_ADD(inst) : VC4_COND_MUL(inst);

	return cond == PM4_I_CONDITION_always;
}

/*
 * The add unit takes and gives whole words: unpacking changes values of file A, packing those on
 * the way there.  With the pm bit they are about r4, and about the mul unit.
 */
static bool unpacked(u64 inst)
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

static bool has_small_immediate(u64 inst)
{
	return VC4_SIGNAL(inst) == PM4_I_SIGNAL_SMALL_IMMEDIATE;
}

/* ---- what is known of registers ---- */

static u32 written_reg(u64 inst, u32 unit)
{
	u32 addr = write_address(inst, unit);

	if (addr < FILE_REGS)
		return addr + (writes_b(inst, unit) ? FILE_REGS : 0);
	if (addr >= ACCUMULATORS && addr < ACCUMULATORS + 4)
		return addr - ACCUMULATORS + 2 * FILE_REGS;
	return NO_REG;
}

/* The register of an input of a unit; NO_REG for those of which nothing is known. */
static u32 input_reg(u64 inst, u32 input)
{
	if (input < 4)
		return input + 2 * FILE_REGS;
	if (input == PM4_I_INPUT_a && VC4_RADDR_A(inst) < FILE_REGS)
		return VC4_RADDR_A(inst);
	if (input == PM4_I_INPUT_b && VC4_RADDR_B(inst) < FILE_REGS && !has_small_immediate(inst))
		return VC4_RADDR_B(inst) + FILE_REGS;
	return NO_REG;
}

static bool input_is_uniform(u64 inst, u32 input)
{
	if (input == PM4_I_INPUT_a)
		return VC4_RADDR_A(inst) == PM4_I_READ_A_uniform;
	return input == PM4_I_INPUT_b && VC4_RADDR_B(inst) == PM4_I_READ_B_uniform &&
	       !has_small_immediate(inst);
}

static u32 known_of(const struct walk *w, u32 reg)
{
	return reg == NO_REG ? UNKNOWN : w->state[reg];
}

static void forget(struct walk *w, u32 reg)
{
	if (reg == NO_REG || !w->state[reg])
		return;
	w->state[reg] = UNKNOWN;
	w->known--;
}

static void learn(struct walk *w, u32 reg, enum known state, u32 value)
{
	if (reg == NO_REG)
		return;
	w->known += !w->state[reg];
	w->state[reg] = state;
	w->value[reg] = value;
}

static void forget_all(struct walk *w, u32 first)
{
	u32 reg;

	for (reg = first; w->known && reg < KNOWN_REGS; reg++)
		forget(w, reg);
}

/* max(x, 0), or min(that, uniform): the add unit's result is bounded. */
static enum known bounded(const struct walk *w)
{
	u64 inst = w->inst;
	u32 a = VC4_ADD_A(inst), b = VC4_ADD_B(inst);

	if (!unconditional(inst, UNIT_ADD) || !unpacked(inst))
		return UNKNOWN;
	if (VC4_OP_ADD(inst) == PM4_I_ADD_max && has_small_immediate(inst) &&
	    !VC4_RADDR_B(inst) && (a == PM4_I_INPUT_b || b == PM4_I_INPUT_b))
		return AT_LEAST_0;
	if (VC4_OP_ADD(inst) == PM4_I_ADD_min &&
	    known_of(w, input_reg(inst, a)) == AT_LEAST_0 && input_is_uniform(inst, b))
		return CLAMPED;
	return UNKNOWN;
}

/* Follow the writes of an instruction; @word is the number of the uniform that it reads. */
static void track(struct walk *w, u32 word)
{
	u32 add, mul;
	enum known state = bounded(w);

	if (!w->known && !state)
		return;
	add = written_reg(w->inst, UNIT_ADD);
	mul = written_reg(w->inst, UNIT_MUL);
	forget(w, add);
	forget(w, mul);
	if (state && add != mul)
		learn(w, add, state, word);
}

/* ---- the uniform stream ---- */

static int use_uniform(struct walk *w, u32 unit)
{
	if (unlikely(w->needs_reset))
		return refuse(w, VC4_UNIFORM_UNKNOWN, unit, 0, 0, 0);
	if (unlikely(w->ip < w->reset_ip))
		return refuse(w, VC4_UNIFORM_EARLY, unit, 0, w->reset_ip, w->ip);
	return 0;
}

static bool reads_uniform(u64 inst)
{
	return VC4_RADDR_A(inst) == PM4_I_READ_A_uniform ||
	       (VC4_RADDR_B(inst) == PM4_I_READ_B_uniform && !has_small_immediate(inst));
}

/* add uniforms_address, constant, uniform: the constant leads to the word after this uniform. */
static int reset_stream(struct walk *w, u32 unit)
{
	u32 reg = input_reg(w->inst, VC4_ADD_A(w->inst)), want = 4 * (w->words + 1);

	if (unit != UNIT_ADD || VC4_SIGNAL(w->inst) == PM4_I_SIGNAL_LOAD_IMMEDIATE ||
	    VC4_OP_ADD(w->inst) != PM4_I_ADD_add || has_small_immediate(w->inst))
		return refuse(w, VC4_UNIFORM_RESET, unit, 0, 0, 0);
	if (!unconditional(w->inst, UNIT_ADD) || !unpacked(w->inst))
		return refuse(w, VC4_UNIFORM_RESET, unit, 1, 0, 0);
	if (!input_is_uniform(w->inst, VC4_ADD_B(w->inst)))
		return refuse(w, VC4_UNIFORM_RESET, unit, 2, 0, 0);
	if (known_of(w, reg) != CONSTANT)
		return refuse(w, VC4_UNIFORM_RESET, unit, 3, want, 0);
	if (w->value[reg] != want)
		return refuse(w, VC4_UNIFORM_RESET, unit, 4, want, w->value[reg]);
	w->needs_reset = false;
	w->needs_word = false;
	w->reset_ip = w->ip + LAST;
	return 0;
}

/* ---- texture units ---- */

/* A result takes the oldest request. */
static int take_result(struct walk *w, u32 tmu)
{
	if (unlikely(!w->requests[tmu]))
		return refuse(w, VC4_RESULT_NONE, NO_UNIT, tmu, 0, 0);
	w->fifo[tmu] -= w->waiting[tmu] & 15;
	w->waiting[tmu] >>= 4;
	w->requests[tmu]--;
	return 0;
}

static int send_request(struct walk *w, u32 tmu, u32 unit, u32 words, bool direct)
{
	u32 most = w->p->uses & VC4_USES_THREADS ? THREAD_WORDS : FIFO_WORDS, i;
	struct vc4_lookup *lookup = &w->lookups[w->p->nlookups];

	if (unlikely(w->fifo[tmu] + words > most))
		return refuse(w, VC4_LOOKUP_FULL, unit, tmu, most, w->fifo[tmu] + words);
	w->fifo[tmu] += words;
	w->waiting[tmu] |= words << 4 * w->requests[tmu];
	w->requests[tmu]++;
	for (i = 0; i < w->nopen[tmu]; i++)
		lookup->words[i] = w->open[tmu][i];
	lookup->nwords = w->nopen[tmu];
	lookup->direct = direct;
	w->p->nlookups++;
	w->nopen[tmu] = 0;
	w->coordinates[tmu] = 0;
	return 0;
}

/* S alone: add tmu_s, clamped, uniform.  The unit reads 4 bytes there. */
static int read_direct(struct walk *w, u32 tmu, u32 unit)
{
	u32 reg = input_reg(w->inst, VC4_ADD_A(w->inst));

	if (unit != UNIT_ADD || VC4_SIGNAL(w->inst) == PM4_I_SIGNAL_LOAD_IMMEDIATE ||
	    VC4_OP_ADD(w->inst) != PM4_I_ADD_add || has_small_immediate(w->inst))
		return refuse(w, VC4_READ_CLAMP, unit, 0, 0, 0);
	if (!unpacked(w->inst))
		return refuse(w, VC4_READ_CLAMP, unit, 1, 0, 0);
	if (!input_is_uniform(w->inst, VC4_ADD_B(w->inst)))
		return refuse(w, VC4_READ_CLAMP, unit, 2, 0, 0);
	if (known_of(w, reg) != CLAMPED)
		return refuse(w, VC4_READ_CLAMP, unit, 3, 0, known_of(w, reg));
	w->open[tmu][0] = w->words;
	w->open[tmu][1] = w->value[reg];
	w->nopen[tmu] = 2;
	return send_request(w, tmu, unit, 1, true);
}

static int write_lookup(struct walk *w, u32 unit, u32 addr)
{
	u32 tmu = addr >= PM4_I_WRITE_A_tmu1_s, coordinate = addr & 3, n = w->nopen[tmu];
	u32 op = unit == UNIT_ADD ? VC4_OP_ADD(w->inst) : VC4_OP_MUL(w->inst);

	if (!unconditional(w->inst, unit) ||
	    (VC4_SIGNAL(w->inst) != PM4_I_SIGNAL_LOAD_IMMEDIATE && !op))
		return refuse(w, VC4_LOOKUP_CONDITION, unit, 0, 0, 0);
	if (!coordinate && !n)
		return read_direct(w, tmu, unit);
	if (VC4_SIGNAL(w->inst) != PM4_I_SIGNAL_LOAD_IMMEDIATE && reads_uniform(w->inst))
		return refuse(w, VC4_LOOKUP_UNIFORM, unit, 0, 0, 0);
	if (w->coordinates[tmu] >> coordinate & 1)
		return refuse(w, VC4_LOOKUP_TWICE, unit, 0, 0, 0);
	if (use_uniform(w, unit))
		return 1;
	w->coordinates[tmu] |= 1u << coordinate;
	w->open[tmu][n] = w->words++;
	w->nopen[tmu] = n + 1;
	return coordinate ? 0 : send_request(w, tmu, unit, n + 1, false);
}

/* ---- vertex memory ---- */

/* A read takes a row of the oldest setup. */
static int read_vpm(struct walk *w)
{
	if (unlikely(!w->nsetups))
		return refuse(w, VC4_VPM_READ, NO_UNIT, 0, 0, 0);
	if ((--w->setups & 255) == 0) {
		w->setups >>= 8;
		w->nsetups--;
	}
	w->p->uses |= VC4_USES_VPM;
	return 0;
}

static int setup_read(struct walk *w, u32 unit, u32 value)
{
	u32 rows = pm4_get(VPM_READ_SETUP_NUM, value), first = pm4_get(VPM_READ_SETUP_ADDR, value);
	u32 stride = pm4_get(VPM_READ_SETUP_STRIDE, value), end;

	rows = rows ? rows : 16;
	stride = stride ? stride : 64;
	end = first + (rows - 1) * stride + 1;
	if (end > VPM_ROWS)
		return refuse(w, VC4_VPM_ROWS, unit, 0, VPM_ROWS, end);
	if (w->nsetups == VPM_SETUPS)
		return refuse(w, VC4_VPM_SETUP, unit, 4, VPM_SETUPS, w->nsetups + 1);
	w->setups |= rows << 8 * w->nsetups;
	w->nsetups++;
	if (w->p->rows < end)
		w->p->rows = end;
	return 0;
}

/* The setup is a constant: blocks of whole rows of 32-bit words. */
static int setup_vpm(struct walk *w, u32 unit)
{
	u32 value = (u32)w->inst;

	if (VC4_SIGNAL(w->inst) != PM4_I_SIGNAL_LOAD_IMMEDIATE || VC4_UNPACK(w->inst) ||
	    VC4_PACK(w->inst) || !unconditional(w->inst, unit))
		return refuse(w, VC4_VPM_SETUP, unit, 0, 0, 0);
	if (pm4_get(VPM_READ_SETUP_ID, value))
		return refuse(w, VC4_VPM_SETUP, unit, 1, 0, pm4_get(VPM_READ_SETUP_ID, value));
	if (!pm4_get(VPM_READ_SETUP_HORIZONTAL, value) ||
	    pm4_get(VPM_READ_SETUP_SIZE, value) != PM4_V_VPM_READ_SETUP_SIZE_32_bit)
		return refuse(w, VC4_VPM_SETUP, unit, 2, 0, value);
	if (pm4_get(VPM_READ_SETUP_ADDR, value) >= VPM_ROWS)
		return refuse(w, VC4_VPM_ROWS, unit, 1, VPM_ROWS,
			      pm4_get(VPM_READ_SETUP_ADDR, value));
	w->p->uses |= VC4_USES_VPM;
	if (!writes_b(w->inst, unit))
		return setup_read(w, unit, value);
	w->vpm_writes = true;
	return 0;
}

/* ---- instructions ---- */

static int check_read(struct walk *w, bool b)
{
	u32 addr = b ? VC4_RADDR_B(w->inst) : VC4_RADDR_A(w->inst);
	u64 bit = 1ull << addr;

	if (bit & PLAIN_READS)
		return 0;
	if (!(bit & (b ? PM4_K_READ_B_KNOWN : PM4_K_READ_A_KNOWN)))
		return refuse(w, VC4_CODE_READ, NO_UNIT, b, 0, addr);
	/* Both files have these registers: one read takes one value, two are not described. */
	if (!b && bit & (PM4_K_READ_A_VARYING | PM4_K_READ_A_VPM) &&
	    VC4_RADDR_B(w->inst) == addr && !has_small_immediate(w->inst))
		return refuse(w, VC4_CODE_BOTH, NO_UNIT, 0, 0, addr);
	if (bit & PM4_K_READ_A_VPM)
		return read_vpm(w);
	if (bit & PM4_K_READ_A_FRAGMENT)
		w->p->uses |= VC4_USES_TILE;
	if (bit & PM4_K_READ_A_VARYING) {
		if (w->branched)
			return refuse(w, VC4_VARYING_ONCE, NO_UNIT, b, 0, 0);
		w->p->varyings++;
	}
	return 0;
}

static int check_write(struct walk *w, u32 unit)
{
	u32 addr = write_address(w->inst, unit);
	bool b = writes_b(w->inst, unit);
	u64 bit = 1ull << addr;

	if (bit & PLAIN_WRITES)
		return 0;
	if (!(bit & (b ? PM4_K_WRITE_B_KNOWN : PM4_K_WRITE_A_KNOWN)))
		return refuse(w, VC4_CODE_WRITE, unit, b, 0, addr);
	if (bit & PM4_K_WRITE_A_LOOKUP)
		return write_lookup(w, unit, addr);
	if (bit & PM4_K_WRITE_A_RESET)
		return reset_stream(w, unit);
	if (bit & PM4_K_WRITE_A_SETUP)
		return setup_vpm(w, unit);
	if (bit & PM4_K_WRITE_A_VPM) {
		if (!w->vpm_writes)
			return refuse(w, VC4_VPM_SETUP, unit, 3, 0, 0);
		w->p->uses |= VC4_USES_VPM;
		return 0;
	}
	w->p->uses |= VC4_USES_TILE;
	return 0;
}

static int check_writes(struct walk *w)
{
	u64 add = 1ull << VC4_WADDR_ADD(w->inst), mul = 1ull << VC4_WADDR_MUL(w->inst);

	if (!((add | mul) & ~PLAIN_WRITES))
		return 0;
	if (unlikely(add & PM4_K_WRITE_A_LOOKUP && mul & PM4_K_WRITE_A_LOOKUP))
		return refuse(w, VC4_LOOKUP_UNITS, NO_UNIT, 0, 0, 0);
	if (unlikely(add == mul && !(add & PLAIN_WRITES)))
		return refuse(w, VC4_CODE_BOTH, NO_UNIT, 1, 0, VC4_WADDR_ADD(w->inst));
	return check_write(w, UNIT_ADD) || check_write(w, UNIT_MUL);
}

static int check_signal(struct walk *w)
{
	u32 signal = VC4_SIGNAL(w->inst);
	u64 bit = 1ull << signal;

	if (!(bit & PM4_K_SIGNAL_KNOWN))
		return refuse(w, VC4_CODE_SIGNAL, NO_UNIT, 0, 0, signal);
	if (bit & PM4_K_SIGNAL_RESULT)
		return take_result(w, signal - PM4_I_SIGNAL_LOAD_TMU0);
	if (bit & PM4_K_SIGNAL_TILE)
		w->p->uses |= VC4_USES_TILE;
	if (!(bit & PM4_K_SIGNAL_SWITCH))
		return 0;
	if (w->ip < w->switched)
		return refuse(w, VC4_THREAD_SWITCH, NO_UNIT, 0, w->switched, w->ip);
	if (w->last_switch != VC4_NONE)
		return refuse(w, VC4_THREAD_LAST, NO_UNIT, 0, w->last_switch, w->ip);
	if (signal == PM4_I_SIGNAL_LAST_THREAD_SWITCH)
		w->last_switch = w->ip;
	w->switched = w->ip + LAST;
	return 0;
}

/* A file is read a whole cycle before it is written: the chip would return the old value. */
static int check_delay(struct walk *w)
{
	u64 i = w->inst;
	bool a = VC4_ADD_A(i) == PM4_I_INPUT_a || VC4_ADD_B(i) == PM4_I_INPUT_a ||
		 VC4_MUL_A(i) == PM4_I_INPUT_a || VC4_MUL_B(i) == PM4_I_INPUT_a;
	bool b = VC4_ADD_A(i) == PM4_I_INPUT_b || VC4_ADD_B(i) == PM4_I_INPUT_b ||
		 VC4_MUL_A(i) == PM4_I_INPUT_b || VC4_MUL_B(i) == PM4_I_INPUT_b;

	if (a && 1ull << VC4_RADDR_A(i) & w->wrote_a)
		return refuse(w, VC4_CODE_EARLY, NO_UNIT, 0, 0, VC4_RADDR_A(i));
	if (b && 1ull << VC4_RADDR_B(i) & w->wrote_b && !has_small_immediate(i))
		return refuse(w, VC4_CODE_EARLY, NO_UNIT, 1, 0, VC4_RADDR_B(i));
	return 0;
}

/* The low halves of the masks are the files. */
static void remember_writes(struct walk *w)
{
	w->wrote_a = (u32)(1ull << write_address(w->inst, VC4_WS(w->inst) ? UNIT_MUL : UNIT_ADD));
	w->wrote_b = (u32)(1ull << write_address(w->inst, VC4_WS(w->inst) ? UNIT_ADD : UNIT_MUL));
}

static int load_immediate(struct walk *w)
{
	u32 kind = VC4_UNPACK(w->inst), unit, reg[2];

	if (!(PM4_K_IMMEDIATE_KNOWN >> kind & 1))
		return refuse(w, VC4_CODE_IMMEDIATE, NO_UNIT, 0, 0, kind);
	w->writes |= 1ull << VC4_WADDR_ADD(w->inst) | 1ull << VC4_WADDR_MUL(w->inst);
	if (check_writes(w))
		return 1;
	for (unit = UNIT_ADD; unit <= UNIT_MUL; unit++) {
		reg[unit] = written_reg(w->inst, unit);
		forget(w, reg[unit]);
	}
	for (unit = UNIT_ADD; unit <= UNIT_MUL; unit++)
		if (reg[UNIT_ADD] != reg[UNIT_MUL] && unconditional(w->inst, unit) &&
		    !VC4_PACK(w->inst) && kind == PM4_I_IMMEDIATE_word)
			learn(w, reg[unit], CONSTANT, (u32)w->inst);
	return 0;
}

/* Operations and packs that the guide does not describe. */
static int check_operations(struct walk *w)
{
	if (!(PM4_K_ADD_KNOWN >> VC4_OP_ADD(w->inst) & 1))
		return refuse(w, VC4_CODE_OPERATION, UNIT_ADD, 0, 0, VC4_OP_ADD(w->inst));
	if (!(PACKS >> (VC4_PM(w->inst) << 4 | VC4_PACK(w->inst)) & 1))
		return refuse(w, VC4_CODE_OPERATION, UNIT_MUL, 1, 0, VC4_PACK(w->inst));
	return 0;
}

static int alu(struct walk *w)
{
	u32 word = w->words;
	bool uniform = reads_uniform(w->inst);

	if (check_operations(w) || check_delay(w) || check_signal(w) || check_read(w, false))
		return 1;
	if (!has_small_immediate(w->inst) && check_read(w, true))
		return 1;
	w->writes |= 1ull << VC4_WADDR_ADD(w->inst) | 1ull << VC4_WADDR_MUL(w->inst);
	w->reads |= 1ull << VC4_RADDR_A(w->inst);
	if (!has_small_immediate(w->inst))
		w->reads |= 1ull << VC4_RADDR_B(w->inst);
	if (unlikely(uniform && w->ip < w->reset_ip))
		return refuse(w, VC4_UNIFORM_EARLY, NO_UNIT, 0, w->reset_ip, w->ip);
	/* Before the count: a reset and a direct read have this word. */
	if (check_writes(w))
		return 1;
	if (uniform) {
		/* The reset reads its own word, which is the address at any position. */
		bool reset = VC4_WADDR_ADD(w->inst) == PM4_I_WRITE_A_uniforms_address &&
			     !VC4_WS(w->inst);

		if (!reset && use_uniform(w, NO_UNIT))
			return 1;
		w->words++;
	}
	track(w, word);
	return 0;
}

/**
 * struct recent - what the short way keeps, apart from struct walk so that it stays in registers
 * @wrote_a: &walk.wrote_a
 * @wrote_b: &walk.wrote_b
 * @writes: bit mask of registers that were written on the short way
 * @reads: the same for reads
 * @uses: VC4_USES_* of the short way
 */
struct recent {
	u32 wrote_a;
	u32 wrote_b;
	u64 writes;
	u64 reads;
	u32 uses;
};

/* A read of one queue, through one port; a uniform may come through both. */
static __always_inline bool plain_read(struct walk *w, u64 special, u32 ip, bool both)
{
	if (likely(special == PM4_K_READ_A_UNIFORM)) {
		if (w->needs_reset || ip < w->reset_ip)
			return false;
		w->words++;
		return true;
	}
	if (special == PM4_K_READ_A_VPM && w->nsetups && !both)
		return !read_vpm(w);
	if (special == PM4_K_READ_A_VARYING && !w->branched && !both) {
		w->p->varyings++;
		return true;
	}
	return false;
}

/*
 * Most instructions: known operations on registers of which nothing is known, a word of one
 * queue, the tile buffer, vertex memory.  Returns false if the instruction needs more than that;
 * then nothing has changed.
 */
static __always_inline bool plain(struct walk *w, struct recent *r, u32 ip, u64 inst)
{
	u64 a = 1ull << VC4_WADDR_ADD(inst), b = 1ull << VC4_WADDR_MUL(inst), special;
	u64 ra = 1ull << VC4_RADDR_A(inst), rb = 1ull << VC4_RADDR_B(inst);
	u32 signal = VC4_SIGNAL(inst), uses = 0;

	if (signal == PM4_I_SIGNAL_SMALL_IMMEDIATE) {
		rb = 0;
		if (unlikely(VC4_OP_ADD(inst) == PM4_I_ADD_max))
			return false;
	} else if (unlikely(!(PLAIN_SIGNALS >> signal & 1))) {
		return false;
	}
	if (unlikely(w->known || !(PM4_K_ADD_KNOWN >> VC4_OP_ADD(inst) & 1) ||
		     !(PACKS >> (inst >> 52 & 31) & 1) || (ra & r->wrote_a) | (rb & r->wrote_b)))
		return false;
	special = (a | b) & ~PLAIN_WRITES;
	if (special) {
		if (a == b || (special != PM4_K_WRITE_A_VPM && special & ~PM4_K_WRITE_A_TILE) ||
		    (special == PM4_K_WRITE_A_VPM && !w->vpm_writes))
			return false;
		uses = special == PM4_K_WRITE_A_VPM ? VC4_USES_VPM : VC4_USES_TILE;
	}
	special = (ra | rb) & ~PLAIN_READS;
	if (special && !plain_read(w, special, ip, ra == rb))
		return false;
	if (PM4_K_SIGNAL_TILE >> signal & 1)
		uses |= VC4_USES_TILE;
	r->uses |= uses;
	r->writes |= a | b;
	r->reads |= ra | rb;
	/* The low halves are the files. */
	r->wrote_a = VC4_WS(inst) ? b : a;
	r->wrote_b = VC4_WS(inst) ? a : b;
	return true;
}

/* Everything is unknown where branches meet. */
static int enter_target(struct walk *w)
{
	u32 tmu;

	for (tmu = 0; tmu < 2; tmu++) {
		if (w->nopen[tmu])
			return refuse(w, VC4_LOOKUP_OPEN, NO_UNIT, tmu, 0, w->nopen[tmu]);
		if (w->requests[tmu])
			return refuse(w, VC4_RESULT_LEFT, NO_UNIT, tmu, 0, w->requests[tmu]);
	}
	if (w->nsetups)
		return refuse(w, VC4_VPM_LEFT, NO_UNIT, 0, 0, w->setups & 255);
	/* A reset in the slots of a branch would be too near to the use at its target. */
	if (w->ip < w->reset_ip && w->ip >= BRANCH_SIZE && VC4_SIGNAL(vc4_u64(w->code + 8ull *
			(w->ip - BRANCH_SIZE))) == PM4_I_SIGNAL_BRANCH)
		return refuse(w, VC4_UNIFORM_EARLY, NO_UNIT, 1, w->reset_ip, w->ip);
	forget_all(w, 0);
	w->needs_reset = true;
	/* A branch may lead over a setup past the first target. */
	if (!w->branched)
		w->vpm_first = w->vpm_writes;
	w->vpm_writes = w->vpm_first;
	w->branched = true;
	return 0;
}

static int one(struct walk *w)
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

/* The last three instructions leave alone what the next thread already uses. */
static int check_last(struct walk *w)
{
	u64 i = w->inst, bit;
	bool immediate = VC4_SIGNAL(i) == PM4_I_SIGNAL_LOAD_IMMEDIATE;
	u32 unit, rb = has_small_immediate(i) ? PM4_I_READ_B_nop : VC4_RADDR_B(i);
	u64 reads = immediate ? 0 : 1ull << VC4_RADDR_A(i) | 1ull << rb;
	u64 signals = PM4_K_SIGNAL_SWITCH | PM4_K_SIGNAL_RESULT | 1u << PM4_I_SIGNAL_BRANCH;

	if (w->ip != w->end)
		signals |= PM4_K_SIGNAL_END;
	if (signals >> VC4_SIGNAL(i) & 1)
		return refuse(w, VC4_CODE_LAST, NO_UNIT, 0, 0, VC4_SIGNAL(i));
	if (reads & (PM4_K_READ_A_UNIFORM | PM4_K_READ_A_VARYING | PM4_K_READ_A_VPM |
		     1ull << FORBIDDEN))
		return refuse(w, VC4_CODE_LAST, NO_UNIT, 1, 0, 0);
	for (unit = UNIT_ADD; unit <= UNIT_MUL; unit++) {
		bit = 1ull << write_address(i, unit);
		if (bit & (PM4_K_WRITE_A_LOOKUP | PM4_K_WRITE_A_VPM | PM4_K_WRITE_A_SETUP |
			   PM4_K_WRITE_A_RESET | 1ull << FORBIDDEN))
			return refuse(w, VC4_CODE_LAST, unit, 2, 0, write_address(i, unit));
		if (w->ip == w->end && bit & PM4_K_WRITE_A_FILE)
			return refuse(w, VC4_CODE_LAST, unit, 3, 0, write_address(i, unit));
		if (w->ip == w->end + LAST - 1 && write_address(i, unit) == PM4_I_WRITE_A_tlb_z)
			return refuse(w, VC4_CODE_LAST, unit, 4, 0, 0);
	}
	return 0;
}

/* All that the program began is over. */
static int check_end(struct walk *w)
{
	u32 tmu;

	w->ip = w->end;
	w->inst = vc4_u64(w->code + 8ull * w->ip);
	for (tmu = 0; tmu < 2; tmu++) {
		if (w->nopen[tmu])
			return refuse(w, VC4_LOOKUP_OPEN, NO_UNIT, tmu, 1, w->nopen[tmu]);
		if (w->requests[tmu])
			return refuse(w, VC4_RESULT_LEFT, NO_UNIT, tmu, 1, w->requests[tmu]);
	}
	if (w->nsetups)
		return refuse(w, VC4_VPM_LEFT, NO_UNIT, 1, 0, w->setups & 255);
	if (!(w->p->uses & VC4_USES_THREADS))
		return 0;
	if (w->last_switch == VC4_NONE)
		return refuse(w, VC4_THREAD_LAST, NO_UNIT, 2, 0, 0);
	if (w->end < w->switched)
		return refuse(w, VC4_THREAD_SWITCH, NO_UNIT, 1, w->switched, w->end);
	return 0;
}

/* The instruction of a threaded program that uses the half of the other thread. */
static int __cold refuse_half(struct walk *w)
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
	return refuse(w, VC4_THREAD_FILE, NO_UNIT, 0, 0, 0);
}

/* The program is all up to the second instruction past the first end. */
static int find_end(struct walk *w, u32 count)
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
		return refuse(w, VC4_CODE_END, NO_UNIT, 0, 0, count);
	w->end = ip;
	if (count - w->end < LAST)
		return refuse(w, VC4_CODE_CUT, NO_UNIT, 0, w->end + LAST, count);
	return 0;
}

/* The last thread switch in the order of the code, VC4_NONE if there is none. */
static u32 find_last_switch(const struct walk *w)
{
	u32 ip, last = VC4_NONE;

	for (ip = 0; ip < w->end; ip++)
		if (w->code[8ull * ip + 7] >> 4 == PM4_I_SIGNAL_LAST_THREAD_SWITCH)
			last = ip;
	return last;
}

/* An instruction that is not plain(), or one at a branch target. */
static int full(struct walk *w, struct recent *r, u32 ip, u64 inst)
{
	int ret;

	w->ip = ip;
	w->inst = inst;
	w->wrote_a = r->wrote_a;
	w->wrote_b = r->wrote_b;
	/* Accumulators do not outlive a switch.  plain() is false if one is known. */
	if (unlikely(ip == w->switched))
		forget_all(w, 2 * FILE_REGS);
	ret = (ip >= w->end && check_last(w)) || one(w);
	remember_writes(w);
	r->wrote_a = w->wrote_a;
	r->wrote_b = w->wrote_b;
	return ret;
}

static int walk_all(struct walk *w)
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
	w->p->uses |= r.uses;
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
	struct walk w = {
		.ck = ck, .p = &ck->programs[buffer], .lookups = ck->lookups, .code = b->code,
		.buffer = buffer, .last_switch = VC4_NONE,
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
	if (walk_all(&w) || check_end(&w))
		return 1;
	if (w.p->uses & VC4_USES_THREADS && (w.writes | w.reads) & UPPER_HALF)
		return refuse_half(&w);
	w.p->words = w.words + w.needs_word;
	ck->lookups += w.p->nlookups;
	return 0;
}
