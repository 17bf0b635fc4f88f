// SPDX-License-Identifier: GPL-2.0
/*
 * Programs without branches: forms of instructions, direct reads, lookups, threads, vertex memory,
 * and the end.
 *
 * The base's fragment program: 0 1 varyings, 2 T, 3 S, 4 result, 5 max, 6 min, 7 S of a direct
 * read, 8 result, 9 color, 10 end.
 */
#include "cases.h"

#define FS(ip)	s->code[VC4_FRAGMENT][ip]
#define VS(ip)	s->code[VC4_VERTEX][ip]
#define ADD(ip, inst)	add_code(s, VC4_FRAGMENT, ip, inst)
#define ADD_VS(ip, inst) add_code(s, VC4_VERTEX, ip, inst)

/* A second lookup, after the first. */
static void lookup(struct sub *s, u32 ip)
{
	ADD(ip, mov(W_TMU0_S, 0));
	ADD(ip, mov(W_TMU0_T, 1));
}

/* Handles and words of @n lookups before the handle and words of the direct read. */
static void lookup_words(struct sub *s, u32 n)
{
	u32 handles[MAX_WORDS], words[MAX_WORDS], i;

	for (i = 0; i < n; i++) {
		handles[i] = B_TEXTURE;
		words[2 * i] = P0(0, 0, 1);
		words[2 * i + 1] = P1(64, 64, 0);
	}
	handles[n] = B_CONSTANTS;
	words[2 * n] = 4092;
	words[2 * n + 1] = 0;
	uniforms(s, VC4_FRAGMENT, n + 1, handles, 2 * n + 2, words);
}

/*
 * Threads: a switch after each of the two requests: 4 switch, 7 result, 8 max, 9 min, 10 S of the
 * direct read, 11 last switch, 14 result, 15 color, 16 end.
 */
static void threads(struct sub *s)
{
	poke(s, 0, 2, 4);
	ADD(8, NOP);
	ADD(8, NOP);
	ADD(8, sig(NOP, S_LAST));
	ADD(4, NOP);
	ADD(4, NOP);
	ADD(4, sig(NOP, S_SWITCH));
}

static void test_end(void)
{
	T("no end", CODE_END,
	  "shader (buffer 0) ip 13: the 13 instructions have no end", FS(10) = NOP);
	T("all zero code", CODE_END,
	  "shader (buffer 0) ip 13: the 13 instructions have no end", memset(s->code[0], 0, sizeof(s->code[0])));
	T("end in the last instruction", CODE_CUT,
	  "shader (buffer 0) ip 10: two instructions run past the end, and the code has 11", s->ncode[VC4_FRAGMENT] = 11);
	T("end in the last but one", CODE_CUT,
	  "shader (buffer 0) ip 10: two instructions run past the end, and the code has 12", s->ncode[VC4_FRAGMENT] = 12);
	T("end in the last words of the buffer", CODE_CUT,
	  "shader (buffer 0) ip 10: two instructions run past the end, and the code has 11", s->size[B_FS] = 88;
	  s->ncode[VC4_FRAGMENT] = 11);
	GOOD("code past the end is never reached", s->ncode[VC4_FRAGMENT] = 14;
	     FS(13) = ws(mov(W_DMA, 0)));
	T("program of a buffer that no record names", CODE_WRITE,
	  "shader (buffer 0) ip 0, vpm_st_addr: it stores to any address", no_list(s);
	  FS(0) = ws(mov(W_DMA, 0)));
	T("uniform at the end", CODE_LAST,
	  "shader (buffer 0) ip 10: the last three instructions may not read uniforms, varyings, vertex memory or register 14", FS(10) = ra(sig(mov(W_R0, A), S_END), R_UNIFORM));
	T("uniform past the end", CODE_LAST,
	  "shader (buffer 0) ip 12: the last three instructions may not read uniforms, varyings, vertex memory or register 14", FS(12) = ra(mov(W_R0, A), R_UNIFORM));
	T("varying past the end", CODE_LAST,
	  "shader (buffer 0) ip 11: the last three instructions may not read uniforms, varyings, vertex memory or register 14", FS(11) = rb(mov(W_R0, B), R_VARYING));
	T("vertex memory past the end", CODE_LAST,
	  "shader (buffer 1) ip 18, vpm: the last three instructions may not write this",
	  VS(s->ncode[VC4_VERTEX] - 1) = mov(W_VPM, 0));
	T("lookup past the end", CODE_LAST,
	  "shader (buffer 0) ip 11, tmu0_t: the last three instructions may not write this", FS(11) = mov(W_TMU0_T, 0));
	T("result past the end", CODE_LAST,
	  "shader (buffer 0) ip 12: the last three instructions may not have this signal", FS(12) = sig(NOP, S_TMU0));
	T("register 14 read at the end", CODE_LAST,
	  "shader (buffer 0) ip 10: the last three instructions may not read uniforms, varyings, vertex memory or register 14", FS(10) = ra(sig(mov(W_R0, A), S_END), 14));
	T("register 14 written past the end", CODE_LAST,
	  "shader (buffer 0) ip 12, ra14: the last three instructions may not write this", FS(12) = mov(14, 0));
	T("file written by the end", CODE_LAST,
	  "shader (buffer 0) ip 10, ra3: the end may not write a register of a file", FS(10) = sig(mov(3, 0), S_END));
	GOOD("file written past the end", FS(11) = mov(3, 0));
	T("depth in the last instruction", CODE_LAST,
	  "shader (buffer 0) ip 12, tlb_z: the last three instructions may not write the depth or the multisample mask", FS(12) = mov(W_Z, 0));
	T("depth in the last but one", CODE_LAST,
	  "shader (buffer 0) ip 11, tlb_z: the last three instructions may not write the depth or the multisample mask", FS(11) = mov(W_Z, 0));
	T("depth by the end", CODE_LAST,
	  "shader (buffer 0) ip 10, tlb_z: the last three instructions may not write the depth or the multisample mask", FS(10) = sig(mov(W_Z, 0), S_END));
	T("multisample mask past the end", CODE_LAST,
	  "shader (buffer 0) ip 11, ms_flags: the last three instructions may not write the depth or the multisample mask", FS(11) = mov(W_FLAGS, 0));
	GOOD("depth and its color before the end", ADD(9, mov(W_Z, 0)));
	T("second end past the end", CODE_LAST,
	  "shader (buffer 0) ip 11: the last three instructions may not have this signal", FS(11) = sig(NOP, S_END));
	T("branch past the end", CODE_LAST,
	  "shader (buffer 0) ip 12: the last three instructions may not have this signal", FS(12) = branch(15, 12, 0));
	T("small immediate 14 is no register", ACCEPTED, "accepted",
	  FS(11) = small(add(OP_OR, W_R0, 0, B), 14));
}

static void test_forms(void)
{
	T("breakpoint", CODE_SIGNAL,
	  "shader (buffer 0) ip 4: BREAKPOINT: the program would stop for a debugger", ADD(4, sig(NOP, S_BREAK)));
	T("coverage load", CODE_SIGNAL,
	  "shader (buffer 0) ip 4: LOAD_COVERAGE: no client needs the coverage", ADD(4, sig(NOP, S_COVERAGE)));
	T("color load and end", CODE_SIGNAL,
	  "shader (buffer 0) ip 4: LOAD_COLOR_END: a program ends with PROGRAM_END", ADD(4, sig(NOP, S_COLOR_END)));
	T("alpha mask load", CODE_SIGNAL,
	  "shader (buffer 0) ip 4: LOAD_ALPHA_MASK: no client needs the alpha mask", ADD(4, sig(NOP, S_ALPHA)));
	GOOD("color load", ADD(4, sig(NOP, S_COLOR)));
	T("reserved operation", CODE_OPERATION,
	  "shader (buffer 0) ip 4, r0: add operation 9 is reserved", ADD(4, add(9, W_R0, 0, 0)));
	T("reserved color packing", CODE_OPERATION,
	  "shader (buffer 0) ip 4, nop: color packing 1 is reserved", ADD(4, pack(NOP, 1, 1)));
	GOOD("color packing", ADD(4, pack(mul(NOP, 1, W_R0, 0, 0), 1, 4)));
	T("reserved read", CODE_READ,
	  "shader (buffer 0) ip 4: register 33 of file A cannot be read", ADD(4, ra(mov(W_R0, A), 33)));
	T("mutex", CODE_READ,
	  "shader (buffer 0) ip 4: mutex: the mutex stops the program until another one releases it", ADD(4, ra(mov(W_R0, A), R_MUTEX)));
	T("DMA wait", CODE_READ,
	  "shader (buffer 0) ip 4: vpm_st_wait: no program stores by DMA", ADD(4, rb(mov(W_R0, B), R_LD_WAIT)));
	GOOD("element number", ADD(4, ra(mov(W_R0, A), R_ELEMENT)));
	T("swap of texture units", CODE_WRITE,
	  "shader (buffer 0) ip 4, tmu_noswap: the results of lookups in flight would change places", ADD(4, mov(W_NOSWAP, 0)));
	T("host interrupt", CODE_WRITE,
	  "shader (buffer 0) ip 4, host_interrupt: interrupts are the driver's", ADD(4, mov(W_INT, 0)));
	T("relative address of uniforms", CODE_WRITE,
	  "shader (buffer 0) ip 4, uniforms_address: the stream's position would be unknown", ADD(4, ws(mov(W_UNIFORMS, 0))));
	T("quad", CODE_WRITE,
	  "shader (buffer 0) ip 4, quad_x: fragments would be drawn elsewhere", ADD(4, mov(W_QUAD, 0)));
	T("alpha mask", CODE_WRITE,
	  "shader (buffer 0) ip 4, tlb_alpha_mask: no client needs the alpha mask", ADD(4, mov(W_ALPHA, 0)));
	T("DMA load", CODE_WRITE,
	  "shader (buffer 0) ip 4, vpm_ld_addr: it loads from any address", ADD(4, mov(W_DMA, 0)));
	T("DMA store", CODE_WRITE,
	  "shader (buffer 0) ip 4, vpm_st_addr: it stores to any address", ADD(4, ws(mov(W_DMA, 0))));
	T("DMA store by the mul unit", CODE_WRITE,
	  "shader (buffer 0) ip 4, vpm_st_addr: it stores to any address", ADD(4, mul(NOP, MUL_V8MIN, W_DMA, 0, 0)));
	T("DMA store by an immediate", CODE_WRITE,
	  "shader (buffer 0) ip 4, vpm_st_addr: it stores to any address", ADD(4, ws(li(W_DMA, 0))));
	T("mutex release", CODE_WRITE,
	  "shader (buffer 0) ip 4, mutex_release: the mutex stops the program until another one releases it", ADD(4, mov(W_MUTEX, 0)));
	GOOD("SFU", ADD(4, NOP); ADD(4, NOP); ADD(4, mov(W_RECIP, 0)));
	GOOD("sample flags", ADD(4, mov(W_FLAGS, 0)));
	T("both units write the stencil", CODE_BOTH,
	  "shader (buffer 0) ip 4: tlb_stencil is written by both units",
	  ADD(4, mul(mov(W_STENCIL, 0), MUL_V8MIN, W_STENCIL, 0, 0)));
	T("register read after its write", CODE_EARLY,
	  "shader (buffer 0) ip 5: ra3 is read in the instruction after its write", ADD(4, ra(mov(W_R0, A), 3));
	  ADD(4, mov(3, 0)));
	T("register of file A that the mul unit writes", CODE_EARLY,
	  "shader (buffer 0) ip 1: ra3 is read in the instruction after its write",
	  ADD(0, ra(mov(W_R0, A), 3)); ADD(0, ws(mul(NOP, MUL_V8MIN, 3, 0, 0))));
	T("register of file B that the add unit writes", CODE_EARLY,
	  "shader (buffer 0) ip 1: rb3 is read in the instruction after its write",
	  ADD(0, rb(mov(W_R0, B), 3)); ADD(0, ws(mov(3, 0))));
	GOOD("register of file A that the add unit does not write", ADD(0, ra(mov(W_R0, A), 3));
	     ADD(0, ws(mov(3, 0))));
	GOOD("register of file B that the mul unit does not write", ADD(0, rb(mov(W_R0, B), 3));
	     ADD(0, ws(mul(NOP, MUL_V8MIN, 3, 0, 0))));
	T("register of file B read after its write", CODE_EARLY,
	  "shader (buffer 0) ip 5: rb3 is read in the instruction after its write", ADD(4, rb(mov(W_R0, B), 3));
	  ADD(4, ws(mov(3, 0))));
	GOOD("register of the other file", ADD(4, rb(mov(W_R0, B), 3)); ADD(4, mov(3, 0)));
	GOOD("register read two after its write", ADD(4, ra(mov(W_R0, A), 3)); ADD(4, NOP);
	     ADD(4, mov(3, 0)));
	GOOD("small immediate 3 is no register", ADD(4, small(add(OP_OR, W_R0, 0, B), 3));
	     ADD(4, ws(mov(3, 0))));
	T("semaphore", CODE_IMMEDIATE,
	  "shader (buffer 0) ip 4: semaphore: a semaphore stops the program until another one moves it", ADD(4, unpack(li(W_NOP, 0), 4)));
	T("reserved immediate", CODE_IMMEDIATE,
	  "shader (buffer 0) ip 4: immediate of kind 2 is reserved", ADD(4, unpack(li(W_NOP, 0), 2)));
	GOOD("immediate of elements", ADD(4, unpack(li(W_R0, 0), 3)));
}

/* A direct read is add tmu_s, clamped, uniform: 5 max, 6 min, 7 S. */
static void test_clamps(void)
{
	T("no max", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(5) = mov(W_R2, 4));
	T("max with 1", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(5) = small(add(OP_MAX, W_R2, 4, B), 1));
	T("max with a register", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(5) = add(OP_MAX, W_R2, 4, 0));
	T("conditional max", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(5) = cond(FS(5), 2, 0));
	T("max of no immediate", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(5) = rb(add(OP_MAX, W_R2, 4, B), 0));
	T("no min", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(6) = ra(add(OP_OR, W_R3, 2, A), R_UNIFORM));
	T("min with a register", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(6) = add(OP_MIN, W_R3, 2, 0);
	  s->nwords[VC4_FRAGMENT] = 3);
	T("conditional min", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(6) = cond(FS(6), 3, 0));
	T("min in the other order", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  FS(6) = ra(add(OP_MIN, W_R3, A, 2), R_UNIFORM));
	T("min of another register", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  FS(6) = ra(add(OP_MIN, W_R3, 1, A), R_UNIFORM));
	T("min with pack", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(6) = pack(ra(add(OP_MIN, 3, 2, A), R_UNIFORM), 0, 1);
	  ADD(7, NOP); FS(8) = rb(ra(add(OP_ADD, W_TMU0_S, A, B), 3), R_UNIFORM));
	T("max with pack", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(5) = pack(small(add(OP_MAX, 3, 4, B), 0), 0, 2);
	  ADD(6, NOP); FS(7) = rb(ra(add(OP_MIN, W_R3, A, B), 3), R_UNIFORM));
	GOOD("clamp in file A", FS(6) = ra(add(OP_MIN, 3, 2, A), R_UNIFORM); ADD(7, NOP);
	     FS(8) = rb(ra(add(OP_ADD, W_TMU0_S, A, B), 3), R_UNIFORM));
	T("clamp in file A is unpacked", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: an operand or the sum is packed on its way",
	  FS(6) = ra(add(OP_MIN, 3, 2, A), R_UNIFORM); ADD(7, NOP);
	  FS(8) = unpack(rb(ra(add(OP_ADD, W_TMU0_S, A, B), 3), R_UNIFORM), 1));
	T("clamp uniform is unpacked", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(6) = unpack(FS(6), 2));
	T("base uniform is unpacked", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: an operand or the sum is packed on its way", FS(7) = unpack(FS(7), 4));
	GOOD("r4 is unpacked", FS(7) |= 1ull << 56; FS(7) = unpack(FS(7), 4));
	T("clamp read one instruction after its write", CODE_EARLY,
	  "shader (buffer 0) ip 7: ra3 is read in the instruction after its write",
	  FS(6) = ra(add(OP_MIN, 3, 2, A), R_UNIFORM);
	  FS(7) = rb(ra(add(OP_ADD, W_TMU0_S, A, B), 3), R_UNIFORM));
	T("both units write the clamp", CODE_BOTH,
	  "shader (buffer 0) ip 6: r3 is written by both units", FS(6) = mul(FS(6), MUL_V8MIN, W_R3, 0, 0));
	T("clamp is overwritten", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", ADD(7, mov(W_R3, 0)));
	T("clamp is overwritten by an immediate", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", ADD(7, li(W_R3, 0)));
	T("clamp is overwritten in part", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", ADD(7, cond(mov(W_R3, 0), 2, 0)));
	T("clamp is overwritten by the mul unit", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  ADD(7, mul(NOP, MUL_V8MIN, W_R3, 0, 0)));
	GOOD("another register is written", ADD(7, mov(W_R1, 0)));
	T("read of a varying", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(7) = rb(ra(add(OP_ADD, W_TMU0_S, B, A), R_UNIFORM),
	  R_VARYING); poke(s, 3, 1, 3));
	T("read of the element number", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  FS(7) = rb(ra(add(OP_ADD, W_TMU0_S, A, B), R_ELEMENT), R_UNIFORM));
	T("read of vertex memory", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  ADD(0, li(W_SETUP, VPM_READ(1, 0)));
	  FS(8) = rb(ra(add(OP_ADD, W_TMU0_S, A, B), R_VPM), R_UNIFORM));
	T("read without an add", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: not an add of the add unit", FS(7) = mov(W_TMU0_S, 3));
	T("read by the mul unit", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: not an add of the add unit",
	  FS(7) = ra(mul(NOP, MUL_V8MIN, W_TMU0_S, 3, A), R_UNIFORM));
	T("read of a register", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the second operand is no uniform", FS(7) = add(OP_ADD, W_TMU0_S, 3, 0));
	T("read with a small immediate", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: not an add of the add unit",
	  FS(7) = small(add(OP_ADD, W_TMU0_S, 3, B), R_UNIFORM));
	T("read of an immediate that looks like the add", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: not an add of the add unit",
	  FS(7) = li(W_TMU0_S, (u32)FS(7)));
	T("min that is an immediate", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", FS(6) = li(W_R3, (u32)FS(6)));
	T("conditional read", LOOKUP_CONDITION,
	  "shader (buffer 0) ip 7, tmu0_s: a texture coordinate that is not always written", FS(7) = cond(FS(7), 2, 0));
	T("clamp outlives a thread switch", READ_CLAMP,
	  "shader (buffer 0) ip 13, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", threads(s);
	  ADD(10, NOP); ADD(10, NOP); ADD(10, sig(NOP, S_SWITCH)));
	GOOD("clamp in the slots of a thread switch", threads(s);
	     FS(9) = sig(FS(9), S_LAST); FS(11) = NOP);
	T("clamp in file B is that of another register", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  FS(6) = ws(ra(add(OP_MIN, 3, 2, A), R_UNIFORM)); ADD(7, NOP);
	  FS(8) = rb(ra(add(OP_ADD, W_TMU0_S, A, B), 3), R_UNIFORM));
	T("element number is no register of file B", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  FS(6) = ws(ra(add(OP_MIN, R_ELEMENT - 32, 2, A), R_UNIFORM)); ADD(7, NOP);
	  FS(8) = rb(ra(add(OP_ADD, W_TMU0_S, A, B), R_ELEMENT), R_UNIFORM));
	GOOD("clamp in file B", FS(6) = ws(ra(add(OP_MIN, 3, 2, A), R_UNIFORM)); ADD(7, NOP);
	     FS(8) = rb(ra(add(OP_ADD, W_TMU0_S, B, A), R_UNIFORM), 3));
}

static void test_lookups(void)
{
	T("coordinates of both units", LOOKUP_UNITS,
	  "shader (buffer 0) ip 2: both units write texture coordinates",
	  FS(2) = mul(FS(2), MUL_V8MIN, W_TMU1_T, 0, 0));
	T("conditional coordinate", LOOKUP_CONDITION,
	  "shader (buffer 0) ip 2, tmu0_t: a texture coordinate that is not always written", FS(2) = cond(FS(2), 2, 0));
	T("coordinate that is never written", LOOKUP_CONDITION,
	  "shader (buffer 0) ip 2, tmu0_t: a texture coordinate that is not always written", FS(2) = cond(FS(2), 0, 0));
	T("coordinate by a nop", LOOKUP_CONDITION,
	  "shader (buffer 0) ip 2, tmu0_t: a texture coordinate that is not always written", FS(2) = add(0, W_TMU0_T, 1, 1));
	GOOD("coordinate by the mul unit", FS(2) = mul(NOP, MUL_V8MIN, W_TMU0_T, 1, 1));
	GOOD("coordinate by an immediate", FS(2) = li(W_TMU0_T, 0));
	T("uniform beside a coordinate", LOOKUP_UNIFORM,
	  "shader (buffer 0) ip 2, tmu0_t: a texture coordinate takes a uniform, and the instruction reads one",
	  FS(2) = ra(mov(W_TMU0_T, A), R_UNIFORM));
	T("coordinate twice", LOOKUP_TWICE,
	  "shader (buffer 0) ip 3, tmu0_t: the lookup has this coordinate already", ADD(2, mov(W_TMU0_T, 1)));
	T("T without S", LOOKUP_OPEN,
	  "shader (buffer 0) ip 11: a lookup of TMU0 has 1 coordinates and no S at the end", ADD(9, mov(W_TMU0_T, 1)));
	GOOD("eight words wait", lookup(s, 4); lookup(s, 4); lookup(s, 4); ADD(10, sig(NOP, S_TMU0));
	     ADD(10, sig(NOP, S_TMU0)); ADD(10, sig(NOP, S_TMU0)); lookup_words(s, 4));
	T("ten words wait", LOOKUP_FULL,
	  "shader (buffer 0) ip 11, tmu0_s: 10 words wait in TMU0, which holds 8", lookup(s, 4); lookup(s, 4); lookup(s, 4);
	  lookup(s, 4));
	T("result without a request", RESULT_NONE,
	  "shader (buffer 0) ip 5: TMU0 has no request whose result could come", ADD(5, sig(NOP, S_TMU0)));
	T("result of the other unit", RESULT_NONE,
	  "shader (buffer 0) ip 4: TMU1 has no request whose result could come", FS(4) = sig(NOP, S_TMU1));
	T("result before its request", RESULT_NONE,
	  "shader (buffer 0) ip 3: TMU0 has no request whose result could come", FS(3) = sig(FS(3), S_TMU0));
	T("result left", RESULT_LEFT,
	  "shader (buffer 0) ip 10: 1 results of TMU0 are not taken at the end", FS(8) = NOP);
	GOOD("the other unit", FS(2) = mov(W_TMU1_T, 1); FS(3) = mov(W_TMU1_S, 0);
	     FS(4) = sig(NOP, S_TMU1));
}

static void test_threads(void)
{
	GOOD("threads", threads(s));
	GOOD("a switch between results and requests", threads(s); ADD(8, NOP); ADD(8, NOP);
	     ADD(8, NOP); ADD(8, sig(mov(3, 4), S_SWITCH));
	     FS(12) = small(ra(add(OP_MAX, W_R2, A, B), 3), 0));
	T("a switch while an older request waits", THREAD_RESULT,
	  "shader (buffer 0) ip 10: 1 requests of TMU0 wait since the thread switch before the last one",
	  threads(s); ADD(4, NOP); ADD(4, NOP); ADD(4, sig(NOP, S_SWITCH)));
	T("a result without a switch", THREAD_RESULT,
	  "shader (buffer 0) ip 11: the oldest request of TMU0 may be the other thread's: no switch since",
	  threads(s); drop_code(s, VC4_FRAGMENT, 11, 3); FS(4) = sig(NOP, S_LAST));
	T("a result in the slots of the switch", THREAD_RESULT,
	  "shader (buffer 0) ip 6: the oldest request of TMU0 may be the other thread's: no switch since",
	  threads(s); drop_code(s, VC4_FRAGMENT, 6, 1));
	T("tile buffer before the last switch", THREAD_TILE,
	  "shader (buffer 0) ip 13: the scoreboard is locked before ip 14, up to which threads switch",
	  threads(s); FS(13) = mov(W_COLOR, 0));
	GOOD("tile buffer after the last switch", threads(s); FS(14) = NOP; ADD(15, sig(NOP, S_TMU0)));
	T("no last switch", THREAD_LAST,
	  "shader (buffer 0) ip 16: the last thread switch is missing", threads(s); FS(11) = sig(NOP, S_SWITCH));
	T("switch after the last", THREAD_LAST,
	  "shader (buffer 0) ip 14: a thread switch after the last one at ip 11", threads(s); ADD(14, NOP); ADD(14, NOP);
	  ADD(14, sig(NOP, S_SWITCH)));
	T("two last switches", THREAD_LAST,
	  "shader (buffer 0) ip 14: a thread switch after the last one at ip 11", threads(s); ADD(14, NOP); ADD(14, NOP);
	  ADD(14, sig(NOP, S_LAST)));
	T("switch before the last has taken effect", THREAD_SWITCH,
	  "shader (buffer 0) ip 13: a thread switch before ip 14, where the last thread switch takes effect", threads(s);
	  FS(13) = sig(NOP, S_SWITCH));
	T("end before the switch has taken effect", THREAD_SWITCH,
	  "shader (buffer 0) ip 16: the end before ip 18, where the last thread switch takes effect", threads(s);
	  FS(11) = sig(NOP, S_SWITCH); FS(15) = sig(FS(15), S_LAST));
	T("switch past the end", CODE_LAST,
	  "shader (buffer 0) ip 11: the last three instructions may not have this signal", poke(s, 0, 2, 4); FS(11) = sig(NOP, S_LAST));
	T("record says single threaded", RECORD_THREADS,
	  "record 0, byte 20: FS single threaded is 1, and the code says 0", threads(s); poke(s, 0, 2, 5));
	T("register 16 of file A", THREAD_FILE,
	  "shader (buffer 0) ip 0: registers 16 to 31 belong to the other thread", threads(s); ADD(0, mov(16, 0)));
	T("register 31 of file B", THREAD_FILE,
	  "shader (buffer 0) ip 0: registers 16 to 31 belong to the other thread", threads(s); ADD(0, ws(mov(31, 0))));
	T("register 20 is read", THREAD_FILE,
	  "shader (buffer 0) ip 0: registers 16 to 31 belong to the other thread", threads(s); ADD(0, rb(mov(W_R0, B), 20)));
	T("register 17 by an immediate", THREAD_FILE,
	  "shader (buffer 0) ip 0: registers 16 to 31 belong to the other thread", threads(s); ADD(0, li(17, 0)));
	GOOD("register 15", threads(s); ADD(0, mov(15, 0)));
	GOOD("register 16 without threads", ADD(0, mov(16, 0)));
	GOOD("small immediate 16 is no register", threads(s);
	     ADD(0, small(add(OP_OR, W_R0, 0, B), 16)));
	T("six words of one thread wait", LOOKUP_FULL,
	  "shader (buffer 0) ip 7, tmu0_s: 6 words wait in TMU0, which holds 4", threads(s); lookup(s, 4); lookup(s, 4));
	GOOD("four words of one thread wait", threads(s); lookup(s, 4); ADD(10, sig(NOP, S_TMU0));
	     lookup_words(s, 2));
}

static void test_vpm(void)
{
	T("setup by a register", VPM_SETUP,
	  "shader (buffer 1) ip 0, vpm_read_setup: the setup of vertex memory is no constant", VS(0) = mov(W_SETUP, 0));
	T("conditional setup", VPM_SETUP,
	  "shader (buffer 1) ip 0, vpm_read_setup: the setup of vertex memory is no constant", VS(0) = cond(VS(0), 2, 0));
	T("setup of elements", VPM_SETUP,
	  "shader (buffer 1) ip 0, vpm_read_setup: the setup of vertex memory is no constant", VS(0) = unpack(VS(0), 1));
	T("setup of a DMA load", VPM_SETUP,
	  "shader (buffer 1) ip 0, vpm_read_setup: the setup is one of DMA", VS(0) = li(W_SETUP, 0x80001a00));
	T("setup of a DMA store", VPM_SETUP,
	  "shader (buffer 1) ip 1, vpm_write_setup: the setup is one of DMA", VS(1) = ws(li(W_SETUP, 0x80001a00)));
	T("vertical setup", VPM_SETUP,
	  "shader (buffer 1) ip 0, vpm_read_setup: the setup is not of whole rows of 32-bit words", VS(0) = li(W_SETUP, 0x801200));
	T("setup of bytes", VPM_SETUP,
	  "shader (buffer 1) ip 0, vpm_read_setup: the setup is not of whole rows of 32-bit words", VS(0) = li(W_SETUP, 0x801800));
	T("vertex memory written without a setup", VPM_SETUP,
	  "shader (buffer 1) ip 11, vpm: vertex memory is written without a setup", VS(1) = NOP);
	T("three setups wait", VPM_SETUP,
	  "shader (buffer 1) ip 2, vpm_read_setup: more setups than can wait", ADD_VS(0, li(W_SETUP, VPM_READ(1, 0)));
	  ADD_VS(0, li(W_SETUP, VPM_READ(1, 0))));
	GOOD("two setups wait", VS(0) = li(W_SETUP, VPM_READ(4, 4));
	     ADD_VS(0, li(W_SETUP, VPM_READ(4, 0))));
	T("rows past the memory", VPM_ROWS,
	  "shader (buffer 1) ip 0, vpm_read_setup: the rows end at 68, and vertex memory has 64", VS(0) = li(W_SETUP, VPM_READ(8, 60)));
	T("stride leaves the memory", VPM_ROWS,
	  "shader (buffer 1) ip 0, vpm_read_setup: the rows end at 442, and vertex memory has 64", VS(0) = li(W_SETUP, 0x83fa00));
	T("write row past the memory", VPM_ROWS,
	  "shader (buffer 1) ip 1, vpm_write_setup: the rows end at 64, and vertex memory has 64", VS(1) = ws(li(W_SETUP, VPM_WRITE(64))));
	T("rows outside the vertex", RECORD_ROWS,
	  "record 0, byte 35: vertex shader (buffer 1) reads 36 bytes of each vertex, which has 32", VS(0) = li(W_SETUP, VPM_READ(8, 1)));
	T("a row too many is read", VPM_READ,
	  "shader (buffer 1) ip 11: vertex memory is read without a setup", ADD_VS(3, ra(mov(W_R0, A), R_VPM)));
	T("read without a setup", VPM_READ,
	  "shader (buffer 1) ip 3: vertex memory is read without a setup", VS(0) = NOP);
	T("a row is left", VPM_LEFT,
	  "shader (buffer 1) ip 16: 1 rows of a setup are not read at the end", VS(3) = NOP);
	T("rows through both files", CODE_BOTH,
	  "shader (buffer 1) ip 3: vpm is read through both files", VS(3) = rb(VS(3), R_VPM));
}

void test_programs(void)
{
	test_end();
	test_forms();
	test_clamps();
	test_lookups();
	test_threads();
	test_vpm();
}
