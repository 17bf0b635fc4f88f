// SPDX-License-Identifier: GPL-2.0
/*
 * Branches, the uniform stream after them, and loops.
 *
 * The program: a uniform, a branch over one instruction, then at the target a reset of the stream
 * and another uniform.
 *	0 mov r0, uniform   1 branch to 6   2 3 4 slots   5 mov r1, 0   6 li r2   7 reset
 *	8 9 quiet   10 mov r0, uniform   11 color   12 end   14 unlock
 */
#include "cases.h"

#define FS(ip)	s->code[VC4_FRAGMENT][ip]
#define ADD(ip, inst)	add_code(s, VC4_FRAGMENT, ip, inst)

#define RESET	ra(add(OP_ADD, W_UNIFORMS, 2, A), R_UNIFORM)

static void branches(struct sub *s)
{
	static const u32 words[] = { 1, 0, 2 };

	PROGRAM(s, VC4_FRAGMENT,
		ra(mov(W_R0, A), R_UNIFORM), branch(0, 1, 6), NOP, NOP, NOP, mov(W_R1, 0),
		li(W_R2, 8), RESET, NOP, NOP, ra(mov(W_R0, A), R_UNIFORM), mov(W_COLOR, 0),
		sig(NOP, S_END), NOP, sig(NOP, S_UNLOCK));
	uniforms(s, VC4_FRAGMENT, 0, NULL, 3, words);
	poke(s, 3, 1, 0);
}

/* A loop: the branch at 11 leads back to 6. */
static void loop(struct sub *s)
{
	branches(s);
	ADD(11, NOP);
	ADD(11, NOP);
	ADD(11, NOP);
	ADD(11, branch(0, 11, 6));
	s->nwords[VC4_FRAGMENT] = 4;	/* the address for the loop */
}

#define B_(name, rule, words, ...)	T(name, rule, words, branches(s); __VA_ARGS__)
#define G_(name, ...)			GOOD(name, branches(s); __VA_ARGS__)

static void test_targets(void)
{
	G_("branch");
	G_("branch in the first instruction", FS(0) = branch(0, 0, 6); FS(1) = NOP;
	   FS(6) = li(W_R2, 4); s->nwords[VC4_FRAGMENT] = 2);
	G_("branch to the end", FS(1) = branch(0, 1, 12));
	B_("branch into the slots of the end", BRANCH_TARGET,
	  "shader (buffer 0) ip 1: branch to ip 13 past the program end", FS(1) = branch(0, 1, 13));
	B_("branch over the end", BRANCH_TARGET,
	  "shader (buffer 0) ip 1: branch to ip 15 past the program end", FS(1) = branch(0, 1, 15); ADD(15, NOP);
	   ADD(15, ws(mov(W_DMA, 0))));
	B_("branch before the program", BRANCH_TARGET,
	  "shader (buffer 0) ip 1: branch to ip -1 before the program", FS(1) = branch(0, 1, ~0u));
	B_("branch far away", BRANCH_TARGET,
	  "shader (buffer 0) ip 1: branch to ip 268435460 past the program end", FS(1) = (branch(0, 1, 0) & ~0xffffffffull) |
	   0x7ffffff8);
	B_("reserved condition", BRANCH_FORM,
	  "shader (buffer 0) ip 1: branch condition 12 is reserved", FS(1) = branch(12, 1, 6));
	B_("absolute branch", BRANCH_FORM,
	  "shader (buffer 0) ip 1: branch to an absolute address", FS(1) &= ~(1ull << 51));
	B_("branch by a register", BRANCH_FORM,
	  "shader (buffer 0) ip 1: branch to the value of a register", FS(1) |= 1ull << 50);
	B_("branch with link", BRANCH_FORM,
	  "shader (buffer 0) ip 1: branch writes its address to a register", FS(1) &= ~(63ull << 38));
	B_("branch with link by the mul unit", BRANCH_FORM,
	  "shader (buffer 0) ip 1: branch writes its address to a register", FS(1) &= ~(63ull << 32));
	B_("reserved branch bits", BRANCH_FORM,
	  "shader (buffer 0) ip 1: branch sets reserved bits 0x1", FS(1) |= 1ull << 56);
	B_("branch to half an instruction", BRANCH_FORM,
	  "shader (buffer 0) ip 1: branch of 12 bytes does not lead to an instruction", FS(1) += 4);
	B_("branch in the slots", BRANCH_SLOT,
	  "shader (buffer 0) ip 3: a branch or a switch in the slots of the branch at ip 1", FS(3) = branch(0, 3, 8));
	B_("branch two before the end", BRANCH_SLOT,
	  "shader (buffer 0) ip 10: the slots of this branch reach the end at ip 12", FS(10) = branch(0, 10, 6));
	B_("thread switch in the slots", BRANCH_SLOT,
	  "shader (buffer 0) ip 3: a branch or a switch in the slots of the branch at ip 1", FS(3) = sig(NOP, S_LAST);
	   poke(s, 0, 2, 4));
	B_("branch in a thread switch", BRANCH_SLOT,
	  "shader (buffer 0) ip 1: the thread switch at ip 0 has not taken effect", FS(0) = sig(FS(0), S_LAST);
	   poke(s, 0, 2, 4));
	B_("branch over the last thread switch", THREAD_LAST,
	  "shader (buffer 0) ip 1: branch over the last thread switch at ip 5", FS(5) = sig(NOP, S_LAST);
	   poke(s, 0, 2, 4));
	G_("thread switch before the branch", ADD(0, NOP); ADD(0, NOP); ADD(0, sig(NOP, S_LAST));
	   poke(s, 0, 2, 4));
}

static void test_loops(void)
{
	GOOD("loop", loop(s));
	T("loop without the address after it", UNIFORMS_CUT,
	  "uniforms, byte 20: 0 handles and the words have 4 bytes, and 0 are left", loop(s);
	  s->nwords[VC4_FRAGMENT] = 3; s->nwords[VC4_VERTEX] = 1; s->nwords[VC4_COORDINATE] = 1);
	T("loop without an end", BRANCH_ENDLESS,
	  "shader (buffer 0) ip 0: no way leads from here to the end", loop(s); FS(11) = branch(15, 11, 6));
	T("branch to itself", BRANCH_ENDLESS,
	  "shader (buffer 0) ip 0: no way leads from here to the end", branches(s); FS(1) = branch(15, 1, 1));
	GOOD("endless loop that is not reached", branches(s); FS(1) = branch(15, 1, 10);
	     ADD(6, branch(15, 6, 6)); ADD(7, NOP); ADD(7, NOP); ADD(7, NOP); ADD(7, NOP);
	     FS(1) = branch(15, 1, 11); s->nwords[VC4_FRAGMENT] = 3);
	T("varying in a loop", VARYING_ONCE,
	  "shader (buffer 0) ip 8: a varying is read after a branch, so not once on each way", loop(s);
	  FS(8) = rb(mov(W_R1, B), R_VARYING); poke(s, 3, 1, 1));
	B_("varying on one way", VARYING_ONCE,
	  "shader (buffer 0) ip 5: a varying is read after a branch, so not once on each way", FS(5) = rb(mov(W_R1, B), R_VARYING);
	   poke(s, 3, 1, 1));
	GOOD("varying before the branch", loop(s); ADD(0, rb(mov(W_R1, B), R_VARYING));
	     poke(s, 3, 1, 1));
}

static void test_resets(void)
{
	B_("uniform after a branch", UNIFORM_UNKNOWN,
	  "shader (buffer 0) ip 10: a uniform after a branch, before the stream is reset", FS(6) = NOP; FS(7) = NOP;
	   s->nwords[VC4_FRAGMENT] = 2);
	B_("uniform in the slots", ACCEPTED, "accepted", FS(3) = ra(mov(W_R0, A), R_UNIFORM);
	   FS(6) = li(W_R2, 12); s->nwords[VC4_FRAGMENT] = 4);
	B_("uniform on the way that is not taken", UNIFORM_UNKNOWN,
	  "shader (buffer 0) ip 5: a uniform after a branch, before the stream is reset",
	   FS(5) = ra(mov(W_R1, A), R_UNIFORM); s->nwords[VC4_FRAGMENT] = 4);
	B_("lookup after a branch", UNIFORM_UNKNOWN,
	  "shader (buffer 0) ip 6, tmu0_t: a uniform after a branch, before the stream is reset", FS(6) = mov(W_TMU0_T, 0));
	B_("reset to another word", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: the constant is 4, and the next word is at 8", FS(6) = li(W_R2, 4));
	B_("reset by an immediate of elements", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: the first operand is no known constant", FS(6) = unpack(FS(6), 1));
	B_("reset by a conditional immediate", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: the first operand is no known constant", FS(6) = cond(FS(6), 2, 0));
	T("reset by a varying", UNIFORM_RESET,
	  "shader (buffer 0) ip 2, uniforms_address: reset of the uniform stream: the first operand is no known constant", add_code(s, VC4_FRAGMENT, 2,
	  rb(ra(add(OP_ADD, W_UNIFORMS, B, A), R_UNIFORM), R_VARYING)));
	B_("reset by a varying after a branch", VARYING_ONCE,
	  "shader (buffer 0) ip 7: a varying is read after a branch, so not once on each way",
	   FS(7) = rb(ra(add(OP_ADD, W_UNIFORMS, B, A), R_UNIFORM), R_VARYING));
	B_("reset by a register of another file", UNIFORM_RESET,
	  "shader (buffer 0) ip 8, uniforms_address: reset of the uniform stream: the first operand is no known constant", FS(6) = ws(li(3, 8));
	   ADD(7, NOP); FS(8) = rb(ra(add(OP_ADD, W_UNIFORMS, A, B), 3), R_UNIFORM));
	G_("reset by a register of file A", FS(6) = li(3, 8); ADD(7, NOP);
	   FS(8) = rb(ra(add(OP_ADD, W_UNIFORMS, A, B), 3), R_UNIFORM));
	B_("reset by an unpacked register", UNIFORM_RESET,
	  "shader (buffer 0) ip 8, uniforms_address: reset of the uniform stream: conditional, or packed on its way", FS(6) = li(3, 8); ADD(7, NOP);
	   FS(8) = unpack(rb(ra(add(OP_ADD, W_UNIFORMS, A, B), 3), R_UNIFORM), 1));
	B_("reset by a register that is just written", CODE_EARLY,
	  "shader (buffer 0) ip 7: ra3 is read in the instruction after its write", FS(6) = li(3, 8);
	   FS(7) = rb(ra(add(OP_ADD, W_UNIFORMS, A, B), 3), R_UNIFORM));
	B_("reset by a sum", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: the first operand is no known constant", FS(6) = mov(W_R2, 0));
	B_("reset by the mul unit", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: not an add of the add unit",
	   FS(7) = ws(ra(mul(NOP, MUL_V8MIN, W_UNIFORMS, 2, A), R_UNIFORM)));
	B_("reset by an immediate", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: not an add of the add unit", FS(7) = li(W_UNIFORMS, 8));
	B_("reset without an add", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: not an add of the add unit",
	   FS(7) = ra(add(OP_OR, W_UNIFORMS, 2, A), R_UNIFORM));
	B_("conditional reset", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: conditional, or packed on its way", FS(7) = cond(FS(7), 2, 0));
	B_("reset without a uniform", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: the second operand is no uniform", FS(7) = add(OP_ADD, W_UNIFORMS, 2, 2));
	B_("uniform one instruction after a reset", UNIFORM_EARLY,
	  "shader (buffer 0) ip 8: a uniform before ip 10: two instructions must pass after a reset",
	   FS(8) = ra(mov(W_R0, A), R_UNIFORM));
	B_("uniform two instructions after a reset", UNIFORM_EARLY,
	  "shader (buffer 0) ip 9: a uniform before ip 10: two instructions must pass after a reset",
	   FS(9) = ra(mov(W_R0, A), R_UNIFORM));
	B_("uniform after a reset whose constant is gone", UNIFORM_EARLY,
	  "shader (buffer 0) ip 9: a uniform before ip 10: two instructions must pass after a reset",
	   FS(8) = mov(W_R2, 0); FS(9) = ra(mov(W_R0, A), R_UNIFORM));
	B_("lookup after a reset", UNIFORM_EARLY,
	  "shader (buffer 0) ip 9, tmu0_t: a uniform before ip 10: two instructions must pass after a reset", FS(9) = mov(W_TMU0_T, 0));
	B_("reset one instruction after a reset", UNIFORM_EARLY,
	  "shader (buffer 0) ip 9: a uniform before ip 11: two instructions must pass after a reset", ADD(7, li(W_R3, 12));
	   FS(9) = ra(add(OP_ADD, W_UNIFORMS, 3, A), R_UNIFORM); s->nwords[VC4_FRAGMENT] = 4);
	B_("reset in the last slot of a branch", UNIFORM_EARLY,
	  "shader (buffer 0) ip 5: a uniform before ip 7: two instructions must pass after a reset", FS(0) = li(W_R2, 4);
	   FS(4) = RESET; s->nwords[VC4_FRAGMENT] = 3);
	G_("reset before a branch", ADD(0, RESET); ADD(0, li(W_R2, 4)); ADD(2, NOP); ADD(2, NOP);
	   FS(5) = branch(0, 5, 10); FS(10) = li(W_R2, 12); s->nwords[VC4_FRAGMENT] = 4);
}

/* At @from a branch leads to @to, before the write setup or after it; then seven rows are written. */
static void skipped_setup(struct sub *s, u32 from, u32 to)
{
	u32 stage = VC4_COORDINATE, n = 0, i;
	u64 *c = s->code[stage];

	c[n++] = NOP;
	c[n++] = NOP;
	c[n++] = from == 2 ? branch(0, 2, to) : ws(li(W_SETUP, VPM_WRITE(0)));
	c[n++] = from == 3 ? branch(0, 3, to) : NOP;
	while (n < 6)
		c[n++] = NOP;
	c[n++] = from == 2 ? ws(li(W_SETUP, VPM_WRITE(0))) : NOP;
	c[n++] = NOP;
	for (i = 0; i < 7; i++)
		c[n++] = mov(W_VPM, 0);
	c[n++] = sig(NOP, S_END);
	c[n++] = NOP;
	c[n++] = NOP;
	s->ncode[stage] = n;
	s->nwords[stage] = 0;
}

static void test_meetings(void)
{
	B_("lookup open at a target", LOOKUP_OPEN,
	  "shader (buffer 0) ip 6: a lookup of TMU0 has 1 coordinates and no S at a branch target", ADD(1, mov(W_TMU0_T, 0));
	   FS(2) = branch(0, 2, 7));
	B_("result left at a target", RESULT_LEFT,
	  "shader (buffer 0) ip 7: 1 results of TMU0 are not taken at a branch target", ADD(1, mov(W_TMU0_S, 0));
	   ADD(1, mov(W_TMU0_T, 0)); FS(3) = branch(0, 3, 8));
	B_("clamp over a branch", READ_CLAMP,
	  "shader (buffer 0) ip 12, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)", ADD(1, ra(add(OP_MIN, W_R3, 3, A), R_UNIFORM));
	   ADD(1, small(add(OP_MAX, W_R3, 0, B), 0)); FS(3) = branch(0, 3, 8);
	   FS(8) = li(W_R2, 12); ADD(12, sig(NOP, S_TMU0));
	   ADD(12, ra(add(OP_ADD, W_TMU0_S, 3, A), R_UNIFORM)));
	B_("constant over a branch", UNIFORM_RESET,
	  "shader (buffer 0) ip 7, uniforms_address: reset of the uniform stream: the first operand is no known constant", FS(0) = li(W_R2, 4); FS(6) = NOP;
	   s->nwords[VC4_FRAGMENT] = 2);
	T("write setup on one way", VPM_SETUP,
	  "shader (buffer 2) ip 8, vpm: vertex memory is written without a setup", skipped_setup(s, 2, 8));
	GOOD("write setup before the branch", skipped_setup(s, 3, 8));
	GOOD("write setup at the target", skipped_setup(s, 2, 6));
	T("rows left at a target", VPM_LEFT,
	  "shader (buffer 1) ip 6: 8 rows of a setup are not read at a branch target", add_code(s, VC4_VERTEX, 2, NOP);
	  add_code(s, VC4_VERTEX, 2, NOP); add_code(s, VC4_VERTEX, 2, NOP);
	  add_code(s, VC4_VERTEX, 2, branch(0, 2, 6)));
}

void test_branches(void)
{
	test_targets();
	test_loops();
	test_resets();
	test_meetings();
}
