// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Queues of a program: the uniform stream, lookups with their results, and rows of vertex memory.
 * Each word comes in the order in which it was asked for.
 */
#include "vc4_walk.h"

#define FIFO_WORDS	8u	/* of requests of a texture unit */
#define THREAD_WORDS	4u	/* the part of each of two threads */
#define VPM_SETUPS	2u	/* reads of the VPM that can wait */
/* Bits of a setup of vertex memory without a meaning. */
#define READ_UNUSED	0x3f0c0000u
#define WRITE_UNUSED	0x3ffc0000u

/* A read of the uniform stream at this instruction. */
int vc4_use_uniform(struct vc4_walk *w, u32 unit)
{
	if (unlikely(w->needs_reset))
		return vc4_refuse_inst(w, VC4_UNIFORM_UNKNOWN, unit, 0, 0, 0);
	if (unlikely(w->ip < w->reset_ip))
		return vc4_refuse_inst(w, VC4_UNIFORM_EARLY, unit, 0, w->reset_ip, w->ip);
	return 0;
}

/* add uniforms_address, constant, uniform: the constant leads to the word after this uniform. */
int vc4_reset_uniforms(struct vc4_walk *w, u32 unit)
{
	u32 value, want = 4 * (w->words + 1);

	if (unit != UNIT_ADD || VC4_SIGNAL(w->inst) == PM4_I_SIGNAL_LOAD_IMMEDIATE ||
	    VC4_OP_ADD(w->inst) != PM4_I_ADD_add || has_small_immediate(w->inst))
		return vc4_refuse_inst(w, VC4_UNIFORM_RESET, unit, 0, 0, 0);
	if (!unconditional(w->inst, UNIT_ADD) || !unpacked(w->inst))
		return vc4_refuse_inst(w, VC4_UNIFORM_RESET, unit, 1, 0, 0);
	if (!input_is_uniform(w->inst, VC4_ADD_B(w->inst)))
		return vc4_refuse_inst(w, VC4_UNIFORM_RESET, unit, 2, 0, 0);
	if (vc4_known_input(w, VC4_ADD_A(w->inst), &value) != CONSTANT)
		return vc4_refuse_inst(w, VC4_UNIFORM_RESET, unit, 3, want, 0);
	if (value != want)
		return vc4_refuse_inst(w, VC4_UNIFORM_RESET, unit, 4, want, value);
	w->needs_reset = false;
	w->needs_word = false;
	w->reset_ip = w->ip + LAST;
	return 0;
}

/* A result takes the oldest request. */
int vc4_take_result(struct vc4_walk *w, u32 tmu)
{
	if (unlikely(!w->requests[tmu]))
		return vc4_refuse_inst(w, VC4_RESULT_NONE, NO_UNIT, tmu, 0, 0);
	/* The oldest one may be of the other thread, which runs until the switch back. */
	if (unlikely(w->p->uses & VC4_USES_THREADS && !w->asked[tmu]))
		return vc4_refuse_inst(w, VC4_THREAD_RESULT, NO_UNIT, tmu, 0, 0);
	w->asked[tmu] -= w->asked[tmu] != 0;
	w->fifo[tmu] -= w->waiting[tmu] & 15;
	w->waiting[tmu] >>= 4;
	w->requests[tmu]--;
	return 0;
}

static int send_request(struct vc4_walk *w, u32 tmu, u32 unit, u32 words, bool direct)
{
	u32 most = w->p->uses & VC4_USES_THREADS ? THREAD_WORDS : FIFO_WORDS, i;
	struct vc4_lookup *lookup = &w->lookups[w->p->nlookups];

	if (unlikely(w->fifo[tmu] + words > most))
		return vc4_refuse_inst(w, VC4_LOOKUP_FULL, unit, tmu, most, w->fifo[tmu] + words);
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
static int read_direct(struct vc4_walk *w, u32 tmu, u32 unit)
{
	u32 known, value;

	if (unit != UNIT_ADD || VC4_SIGNAL(w->inst) == PM4_I_SIGNAL_LOAD_IMMEDIATE ||
	    VC4_OP_ADD(w->inst) != PM4_I_ADD_add || has_small_immediate(w->inst))
		return vc4_refuse_inst(w, VC4_READ_CLAMP, unit, 0, 0, 0);
	if (!unpacked(w->inst))
		return vc4_refuse_inst(w, VC4_READ_CLAMP, unit, 1, 0, 0);
	if (!input_is_uniform(w->inst, VC4_ADD_B(w->inst)))
		return vc4_refuse_inst(w, VC4_READ_CLAMP, unit, 2, 0, 0);
	known = vc4_known_input(w, VC4_ADD_A(w->inst), &value);
	if (known != CLAMPED)
		return vc4_refuse_inst(w, VC4_READ_CLAMP, unit, 3, 0, known);
	w->open[tmu][0] = w->words;
	w->open[tmu][1] = value;
	w->nopen[tmu] = 2;
	return send_request(w, tmu, unit, 1, true);
}

/* A write of S, T, R or B; S is the last, and sends the request. */
int vc4_write_lookup(struct vc4_walk *w, u32 unit, u32 addr)
{
	u32 tmu = addr >= PM4_I_WRITE_A_tmu1_s, coordinate = addr & 3, n = w->nopen[tmu];
	u32 op = unit == UNIT_ADD ? VC4_OP_ADD(w->inst) : VC4_OP_MUL(w->inst);

	if (!unconditional(w->inst, unit) ||
	    (VC4_SIGNAL(w->inst) != PM4_I_SIGNAL_LOAD_IMMEDIATE && !op))
		return vc4_refuse_inst(w, VC4_LOOKUP_CONDITION, unit, 0, 0, 0);
	if (!coordinate && !n)
		return read_direct(w, tmu, unit);
	if (VC4_SIGNAL(w->inst) != PM4_I_SIGNAL_LOAD_IMMEDIATE && reads_uniform(w->inst))
		return vc4_refuse_inst(w, VC4_LOOKUP_UNIFORM, unit, 0, 0, 0);
	if (w->coordinates[tmu] >> coordinate & 1)
		return vc4_refuse_inst(w, VC4_LOOKUP_TWICE, unit, 0, 0, 0);
	if (vc4_use_uniform(w, unit))
		return 1;
	w->coordinates[tmu] |= 1u << coordinate;
	w->open[tmu][n] = w->words++;
	w->nopen[tmu] = n + 1;
	return coordinate ? 0 : send_request(w, tmu, unit, n + 1, false);
}

static int setup_read(struct vc4_walk *w, u32 unit, u32 value)
{
	u32 rows = pm4_get(VPM_READ_SETUP_NUM, value), first = pm4_get(VPM_READ_SETUP_ADDR, value);
	u32 stride = pm4_get(VPM_READ_SETUP_STRIDE, value), end;

	rows = rows ? rows : 16;
	stride = stride ? stride : 64;
	end = first + (rows - 1) * stride + 1;
	if (end > VPM_ROWS)
		return vc4_refuse_inst(w, VC4_VPM_ROWS, unit, 0, VPM_ROWS, end);
	if (w->nsetups == VPM_SETUPS)
		return vc4_refuse_inst(w, VC4_VPM_SETUP, unit, 4, VPM_SETUPS, w->nsetups + 1);
	w->setups |= rows << 8 * w->nsetups;
	w->nsetups++;
	if (w->p->rows < end)
		w->p->rows = end;
	return 0;
}

/* The setup is a constant: blocks of whole rows of 32-bit words. */
int vc4_setup_vpm(struct vc4_walk *w, u32 unit)
{
	u32 value = (u32)w->inst;
	u32 unused = writes_b(w->inst, unit) ? WRITE_UNUSED : READ_UNUSED;

	if (VC4_SIGNAL(w->inst) != PM4_I_SIGNAL_LOAD_IMMEDIATE || VC4_UNPACK(w->inst) ||
	    VC4_PACK(w->inst) || !unconditional(w->inst, unit))
		return vc4_refuse_inst(w, VC4_VPM_SETUP, unit, 0, 0, 0);
	if (pm4_get(VPM_READ_SETUP_ID, value))
		return vc4_refuse_inst(w, VC4_VPM_SETUP, unit, 1, 0,
				       pm4_get(VPM_READ_SETUP_ID, value));
	if (!pm4_get(VPM_READ_SETUP_HORIZONTAL, value) ||
	    pm4_get(VPM_READ_SETUP_SIZE, value) != PM4_V_VPM_READ_SETUP_SIZE_32_bit)
		return vc4_refuse_inst(w, VC4_VPM_SETUP, unit, 2, 0, value);
	if (pm4_get(VPM_READ_SETUP_ADDR, value) >= VPM_ROWS)
		return vc4_refuse_inst(w, VC4_VPM_ROWS, unit, 1, VPM_ROWS,
				       pm4_get(VPM_READ_SETUP_ADDR, value));
	if (value & unused)
		return vc4_refuse_inst(w, VC4_VPM_SETUP, unit, 5, 0, value & unused);
	w->p->uses |= VC4_USES_VPM;
	if (!writes_b(w->inst, unit))
		return setup_read(w, unit, value);
	w->vpm_writes = true;
	w->row = pm4_get(VPM_WRITE_SETUP_ADDR, value);
	w->stride = pm4_get(VPM_WRITE_SETUP_STRIDE, value);
	w->stride = w->stride ? w->stride : 64;
	w->moved |= w->branched;
	return 0;
}

/**
 * vc4_settle_switch() - take account of a thread switch when it has taken effect
 * @w: the walk
 *
 * The texture units know no threads: results come in the order of the requests, of which the other
 * thread makes some until it switches back.  So each request is answered after the next switch,
 * and before the one after that.
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_settle_switch(struct vc4_walk *w)
{
	u32 tmu;

	w->switching = false;
	for (tmu = 0; tmu < 2; tmu++) {
		if (w->asked[tmu])
			return vc4_refuse_inst(w, VC4_THREAD_RESULT, NO_UNIT, tmu, w->switched,
					       w->asked[tmu]);
		w->asked[tmu] = w->requests[tmu];
	}
	return 0;
}

/**
 * vc4_queues_empty() - check that the program waits for nothing
 * @w: the walk
 * @end: at the end, not at a branch target
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_queues_empty(struct vc4_walk *w, bool end)
{
	u32 tmu;

	for (tmu = 0; tmu < 2; tmu++) {
		if (w->nopen[tmu])
			return vc4_refuse_inst(w, VC4_LOOKUP_OPEN, NO_UNIT, tmu, end,
					       w->nopen[tmu]);
		if (w->requests[tmu])
			return vc4_refuse_inst(w, VC4_RESULT_LEFT, NO_UNIT, tmu, end,
					       w->requests[tmu]);
	}
	if (w->nsetups)
		return vc4_refuse_inst(w, VC4_VPM_LEFT, NO_UNIT, end, 0, w->setups & 255);
	return 0;
}
