// SPDX-License-Identifier: GPL-2.0
/*
 * Control flow: a mask of executing lanes, a stack of masks, loops, calls.
 *
 * A program that cannot go on hangs: a bad instruction, a stack that over- or underflows, or more
 * instructions than any program needs.
 */
#include <string.h>

#include "regs.h"
#include "shader.h"

struct position {
	struct gpu_program *program;
	uint32_t pc;
};

struct flow {
	const struct gpu_stage *stage;
	struct gpu_group *g;
	struct position at, call[GPU_CALL_DEPTH];
	unsigned int calls;
	uint32_t cleared;	/* registers from 0 on that have a value */
};

static const char *push(struct gpu_group *g)
{
	if (g->depth == GPU_MASK_DEPTH)
		return "too many nested conditions";
	g->stack[g->depth++] = g->active;
	return NULL;
}

/* Lanes that wait for the end of the loop, or of its turn. */
static gpu_mask gone(const struct gpu_group *g)
{
	return g->loops ? g->loop[g->loops - 1].broken | g->loop[g->loops - 1].continued : 0;
}

static const char *pop(struct gpu_group *g, unsigned int count)
{
	if (!count)
		return NULL;
	if (g->depth < count)
		return "an end of a condition that did not begin";
	g->depth -= count;
	gpu_set_active(g, g->stack[g->depth] & ~gone(g));
	return NULL;
}

static const char *other_branch(struct gpu_group *g)
{
	if (!g->depth)
		return "an ELSE outside of a condition";
	gpu_set_active(g, g->stack[g->depth - 1] & ~g->active & ~gone(g));
	return NULL;
}

/* Leaves a condition, if no lane executes, to the instruction's address. */
static const char *jump_if_idle(struct flow *f, const struct gpu_cf *cf)
{
	if (f->g->active)
		return NULL;
	f->at.pc = cf->addr;
	return pop(f->g, cf->pop);
}

static const char *loop_start(struct flow *f, const struct gpu_cf *cf)
{
	struct gpu_group *g = f->g;
	struct gpu_loop *loop = &g->loop[g->loops];

	if (!g->active) {
		f->at.pc = cf->addr;
		return NULL;
	}
	if (g->loops == GPU_LOOP_DEPTH)
		return "too many nested loops";
	*loop = (struct gpu_loop){ .start = f->at.pc, .depth = g->depth, .entry = g->active, .left = UINT32_MAX };
	if (cf->op != CF_LOOP_START_DX10) {
		uint32_t constant = gpu_reg(f->stage->regs, f->stage->loop + 4 * cf->cf_const);

		loop->left = gpu_field(constant, 11, 0);
		loop->index = gpu_field(constant, 23, 12);
		loop->step = gpu_sext(gpu_field(constant, 31, 24), 8);
		if (!loop->left) {
			f->at.pc = cf->addr;
			return NULL;
		}
	}
	g->loops++;
	return NULL;
}

static const char *loop_end(struct flow *f)
{
	struct gpu_group *g = f->g;
	struct gpu_loop *loop;

	if (!g->loops)
		return "an end of a loop that did not begin";
	loop = &g->loop[g->loops - 1];
	gpu_set_active(g, g->active | loop->continued);
	loop->continued = 0;
	loop->index += loop->step;
	/* A break inside of a condition leaves the condition open. */
	g->depth = loop->depth;
	if (g->active && (loop->left == UINT32_MAX || --loop->left)) {
		f->at.pc = loop->start;
		return NULL;
	}
	gpu_set_active(g, loop->entry);
	g->loops--;
	return NULL;
}

static const char *loop_leave(struct gpu_group *g, bool turn, gpu_mask lanes)
{
	struct gpu_loop *loop;

	if (!g->loops)
		return "a break outside of a loop";
	loop = &g->loop[g->loops - 1];
	if (turn)
		loop->continued |= lanes;
	else
		loop->broken |= lanes;
	gpu_set_active(g, g->active & ~lanes);
	return NULL;
}

static const char *call(struct flow *f, struct gpu_program *program, uint32_t pc)
{
	if (f->calls == GPU_CALL_DEPTH)
		return "too many nested calls";
	if (!program)
		return "a call without a fetch program";
	f->call[f->calls++] = f->at;
	f->at = (struct position){ program, pc };
	return NULL;
}

static const char *give_back(struct flow *f)
{
	if (!f->calls)
		return "a return without a call";
	f->at = f->call[--f->calls];
	return NULL;
}

static const char *alu(struct flow *f, const struct gpu_cf *cf)
{
	struct gpu_group *g = f->g;
	gpu_mask before = g->active;
	const char *bad = NULL;

	if (cf->op == CF_ALU_PUSH_BEFORE)
		bad = push(g);
	if (bad)
		return bad;
	gpu_alu_clause(f->stage, g, cf);
	switch (cf->op) {
	case CF_ALU_POP_AFTER:
		return pop(g, 1);
	case CF_ALU_POP2_AFTER:
		return pop(g, 2);
	case CF_ALU_ELSE_AFTER:
		return other_branch(g);
	case CF_ALU_BREAK:
	case CF_ALU_CONTINUE:
		/* Lanes that fail the clause's predicate leave. */
		return loop_leave(g, cf->op == CF_ALU_CONTINUE, before & ~g->active);
	}
	return NULL;
}

static void emit(struct gpu_group *g, uint8_t op)
{
	for (int i = 0; i < GPU_LANES; i++) {
		uint32_t *n = &g->emitted[i];

		if (!(g->active & g->valid & 1u << i))
			continue;
		if (op != CF_CUT_VERTEX && *n < GPU_GS_VERTICES)
			++*n;
		if (op != CF_EMIT_VERTEX && *n < GPU_GS_VERTICES)
			g->cut[i][*n / 8] |= 1u << *n % 8;
	}
}

static const char *execute(struct flow *f, struct gpu_cf *cf)
{
	struct gpu_group *g = f->g;
	const char *bad;

	switch (cf->op) {
	case CF_NOP:
	case CF_END:
		return NULL;
	case CF_TEX:
	case CF_VTX:
	case CF_VTX_TC:
		return g->active ? gpu_fetch_clause(f->stage, g, cf) : NULL;
	case CF_LOOP_START:
	case CF_LOOP_START_DX10:
	case CF_LOOP_START_NO_AL:
		return loop_start(f, cf);
	case CF_LOOP_END:
		return loop_end(f);
	case CF_LOOP_CONTINUE:
	case CF_LOOP_BREAK:
		return loop_leave(g, cf->op == CF_LOOP_CONTINUE, g->active);
	case CF_JUMP:
		return jump_if_idle(f, cf);
	case CF_PUSH:
		return push(g);
	case CF_PUSH_ELSE:
		bad = push(g);
		return bad ? bad : other_branch(g);
	case CF_ELSE:
		bad = other_branch(g);
		return bad ? bad : jump_if_idle(f, cf);
	case CF_POP:
		return pop(g, cf->pop);
	case CF_POP_JUMP:
		bad = pop(g, cf->pop);
		if (!bad && !g->active)
			f->at.pc = cf->addr;
		return bad;
	case CF_POP_PUSH:
	case CF_POP_PUSH_ELSE:
		bad = pop(g, cf->pop);
		bad = bad ? bad : push(g);
		return bad || cf->op == CF_POP_PUSH ? bad : other_branch(g);
	case CF_CALL:
		return g->active ? call(f, f->at.program, cf->addr) : NULL;
	case CF_CALL_FS:
		return g->active ? call(f, f->stage->fs, 0) : NULL;
	case CF_RETURN:
		return give_back(f);
	case CF_EMIT_VERTEX:
	case CF_EMIT_CUT_VERTEX:
	case CF_CUT_VERTEX:
		if (f->stage->id != GPU_STAGE_GS)
			return "a vertex emitted outside of a geometry program";
		emit(g, cf->op);
		return NULL;
	case CF_KILL:
		g->killed |= g->active;
		return NULL;
	case CF_EXPORT:
	case CF_EXPORT_DONE:
		return gpu_export_vectors(f->stage, g, cf);
	default:
		return cf->op & GPU_CF_ALU ? alu(f, cf) : gpu_export_memory(f->stage, g, cf);
	}
}

/* Few registers: a call of memset(), or what compilers have for one, takes longer. */
static GPU_CLONES GPU_LOOP void clear(struct gpu_vec *v, uint32_t count)
{
	for (uint32_t n = 0; n < count; n++)
		for (int c = 0; c < 4; c++)
			for (int i = 0; i < GPU_LANES; i++)
				v[n].c[c].u[i] = 0;
}

/* Registers that have not been written read 0, whatever the group before has left in them. */
static void clear_registers(struct flow *f)
{
	uint32_t gprs = f->at.program->gprs > f->stage->gprs ? f->at.program->gprs : f->stage->gprs;

	if (gprs <= f->cleared)
		return;
	clear(&f->g->gpr[f->cleared], gprs - f->cleared);
	f->cleared = gprs;
}

static const char *run(struct flow *f, int64_t *budget)
{
	for (uint32_t done = 0; done < f->stage->steps;) {
		struct gpu_cf *cf = gpu_program_cf(f->stage->programs, f->at.program, f->at.pc);
		const char *bad;
		bool end;

		f->g->at_program = f->at.program->addr;
		f->g->at_cf = f->at.pc;
		if (!cf)
			return "a program outside of memory";
		if (cf->bad)
			return cf->bad;
		clear_registers(f);
		f->at.pc++;
		done += 1 + cf->count;
		*budget -= 1 + cf->count;
		end = cf->end;
		bad = execute(f, cf);
		gpu_step(f->g, -1);
		if (bad || end || cf->op == CF_END)
			return bad;
	}
	return "a program without an end";
}

const char *gpu_shader_run(const struct gpu_stage *stage, struct gpu_group *g, uint32_t inputs, int64_t *budget)
{
	struct flow f;

	f.stage = stage;
	f.g = g;
	f.at = (struct position){ stage->program, 0 };
	f.calls = 0;
	f.cleared = inputs;
	g->depth = 0;
	g->loops = 0;
	g->pred = 0;
	g->killed = 0;
	if (g->ar_written)
		memset(g->ar, 0, sizeof(g->ar));
	if (g->grad_written)
		memset(&g->grad, 0, sizeof(g->grad));
	g->ar_written = false;
	g->grad_written = false;
	g->inputs = inputs;
	g->at_program = stage->program->addr;
	gpu_set_active(g, GPU_ALL_LANES);
	gpu_step(g, GPU_TRACE_BEGIN);
	return run(&f, budget);
}
