// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Branches of a QPU program: each leads to an instruction that is checked, and the end can be
 * reached from each instruction that runs.
 *
 * Three instructions after a branch, its slots, run whether it is taken or not.  So control
 * moves after the third: to the target, and unless the branch is unconditional to the next one.
 *
 * The work is linear: each instruction and each branch is visited once in each direction.
 */
#include "vc4_check.h"

#define SLOTS	3u	/* instructions that run after a branch */

struct flow {
	struct vc4_checker *ck;
	const struct vc4_flow *m;
	const u8 *code;
	u32 buffer;
	u32 end;
	u32 last;	/* the last thread switch */
};

static u64 inst_at(const struct flow *f, u32 ip)
{
	return vc4_u64(f->code + 8ull * ip);
}

static int __cold refuse(const struct flow *f, u32 rule, u32 ip, u32 detail, u64 expected,
			 u64 actual)
{
	return VC4_REFUSE(f->ck, .rule = rule, .part = VC4_CODE, .ip = ip, .index = VC4_NONE,
			  .buffer = f->buffer, .inst = inst_at(f, ip), .detail = detail,
			  .expected = expected, .actual = actual);
}

static bool is_branch(u64 inst)
{
	return VC4_SIGNAL(inst) == PM4_I_SIGNAL_BRANCH;
}

static bool is_switch(u64 inst)
{
	return PM4_K_SIGNAL_SWITCH >> VC4_SIGNAL(inst) & 1;
}

/* The fields of a branch.  The link would be an address, and a register has any value. */
static int check_form(const struct flow *f, u32 ip, u64 inst)
{
	u32 cond = VC4_BRANCH_COND(inst);

	if (!(PM4_K_BRANCH_KNOWN >> cond & 1))
		return refuse(f, VC4_BRANCH_FORM, ip, 0, 0, cond);
	if (!VC4_BRANCH_REL(inst))
		return refuse(f, VC4_BRANCH_FORM, ip, 1, 1, 0);
	if (VC4_BRANCH_REG(inst))
		return refuse(f, VC4_BRANCH_FORM, ip, 2, 0, 1);
	if (VC4_WADDR_ADD(inst) != PM4_I_WRITE_A_nop || VC4_WADDR_MUL(inst) != PM4_I_WRITE_A_nop)
		return refuse(f, VC4_BRANCH_FORM, ip, 3, 0, 0);
	if (VC4_BRANCH_UNUSED(inst))
		return refuse(f, VC4_BRANCH_FORM, ip, 4, 0, VC4_BRANCH_UNUSED(inst));
	if ((u32)inst % 8)
		return refuse(f, VC4_BRANCH_FORM, ip, 5, 8, (u32)inst);
	return 0;
}

/* Slots hold no branch, no thread switch and not the end. */
static int check_slots(const struct flow *f, u32 ip, u64 inst)
{
	u32 i;

	if (ip + SLOTS >= f->end)
		return refuse(f, VC4_BRANCH_SLOT, ip, 0, f->end, ip);
	for (i = ip + 1; i <= ip + SLOTS; i++)
		if (is_branch(inst_at(f, i)) || is_switch(inst_at(f, i)))
			return refuse(f, VC4_BRANCH_SLOT, i, 1, ip, i);
	/* Two instructions run before the switch takes effect. */
	for (i = ip; i-- > 0 && ip - i <= 2; )
		if (is_switch(inst_at(f, i)))
			return refuse(f, VC4_BRANCH_SLOT, ip, 2, i, ip);
	return 0;
}

static int list_branches(const struct flow *f)
{
	u32 ip, number = 0;
	bool from_before, to_before;

	for (ip = 0; ip < f->end; ip++) {
		u64 inst = inst_at(f, ip);
		s64 target = vc4_branch_target(ip, inst);

		if (!is_branch(inst))
			continue;
		if (check_form(f, ip, inst) || check_slots(f, ip, inst))
			return 1;
		if (target < 0 || target > f->end)
			return refuse(f, VC4_BRANCH_TARGET, ip, 0, f->end, (u64)target);
		from_before = ip < f->last;
		to_before = target <= f->last;
		if (f->last != VC4_NONE && from_before != to_before)
			return refuse(f, VC4_THREAD_LAST, ip, 1, f->last, (u64)target);
		vc4_set(f->m->targets, (u32)target);
		vc4_set(f->m->targets, ip + SLOTS + 1);
		f->m->next[number] = f->m->head[target];
		f->m->todo[number] = ip;
		f->m->head[target] = ++number;
	}
	return 0;
}

/* The branch whose slots end before @ip: control moves there.  Returns false if there is none. */
static bool branch_before(const struct flow *f, u32 ip, u64 *inst)
{
	if (ip <= SLOTS)
		return false;
	*inst = inst_at(f, ip - SLOTS - 1);
	return is_branch(*inst);
}

static bool falls_through(const struct flow *f, u32 ip)
{
	u64 inst;

	return !branch_before(f, ip, &inst) || VC4_BRANCH_COND(inst) != PM4_I_BRANCH_always;
}

/* Mark the instructions that are reached from the start. */
static void reach(const struct flow *f, u32 *todo)
{
	u32 n = 0, ip;
	u64 inst;

	todo[n++] = 0;
	while (n) {
		for (ip = todo[--n]; ip <= f->end && !vc4_test(f->m->reached, ip); ip++) {
			vc4_set(f->m->reached, ip);
			if (!branch_before(f, ip + 1, &inst))
				continue;
			todo[n++] = (u32)vc4_branch_target(ip - SLOTS, inst);
			if (VC4_BRANCH_COND(inst) == PM4_I_BRANCH_always)
				break;
		}
	}
}

/* Mark the instructions from which the end is reached: backwards from there. */
static void reach_end(const struct flow *f, const u32 *branches, u32 *todo)
{
	u32 n = 0, ip, b;

	todo[n++] = f->end;
	while (n) {
		for (ip = todo[--n]; !vc4_test(f->m->ends, ip); ip--) {
			vc4_set(f->m->ends, ip);
			for (b = f->m->head[ip]; b; b = f->m->next[b - 1])
				todo[n++] = branches[b - 1] + SLOTS;
			if (!ip || !falls_through(f, ip))
				break;
		}
	}
}

/**
 * vc4_take_flow() - share out the memory for the branches of a program, the wider types first
 * @ck: the check
 * @lookups: lookups for which to leave room
 * @count: instructions of the program
 */
void vc4_take_flow(struct vc4_checker *ck, u32 lookups, u32 count)
{
	u64 *targets = (u64 *)(((uintptr_t)(ck->lookups + lookups) + 7) & ~(uintptr_t)7);
	size_t words = count / 64 + 1;

	ck->flow.targets = targets;
	ck->flow.reached = targets + words;
	ck->flow.ends = targets + 2 * words;
	ck->flow.head = (u32 *)(targets + 3 * words);
	ck->flow.next = ck->flow.head + count + 1;
	ck->flow.todo = ck->flow.next + count + 1;	/* twice */
}

/**
 * vc4_check_flow() - check the branches of a program
 * @ck: the check, after vc4_take_flow(); fills in &vc4_flow.targets
 * @buffer: index of the buffer with the program
 * @end: the instruction with the signal of the end
 * @last: the last thread switch, which runs once: no branch crosses it; VC4_NONE: there is none
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_check_flow(struct vc4_checker *ck, u32 buffer, u32 end, u32 last)
{
	struct flow f = { .ck = ck, .m = &ck->flow, .code = ck->in->buffers[buffer].code,
			  .buffer = buffer, .end = end, .last = last };
	size_t words = end / 64 + 1;
	u32 ip;

	memset(f.m->targets, 0, words * 8);
	memset(f.m->reached, 0, words * 8);
	memset(f.m->ends, 0, words * 8);
	memset(f.m->head, 0, (end + 1ull) * 4);
	if (list_branches(&f))
		return 1;
	reach(&f, f.m->todo + end + 1);
	reach_end(&f, f.m->todo, f.m->todo + end + 1);
	for (ip = 0; ip <= end; ip++)
		if (vc4_test(f.m->reached, ip) && !vc4_test(f.m->ends, ip))
			return refuse(&f, VC4_BRANCH_ENDLESS, ip, 0, end, ip);
	return 0;
}
