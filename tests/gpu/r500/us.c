// SPDX-License-Identifier: GPL-2.0
/*
 * Fragment programs: instructions, their operands and masks, the texture semaphore.  Flow control
 * is in us_flow.c, arithmetic in us_alu.c.
 */
#include <stddef.h>
#include <string.h>

#include "us_int.h"

const char * const us_fault_names[] = {
	"", "it does not end", "a stack overflows", "a loop or call needs full flow control",
	"TEX_SEM_ACQUIRE while the semaphore is held", "the last instruction is not OUT with TEX_SEM_WAIT",
	"an operation is reserved",
};

enum { ALU, OUT, FC, TEX };
enum { OP_DP3 = 1, OP_D2A = 3, OP_SOP = 10, OP_MDH = 11, OP_MDV = 12, ALPHA_DP = 1, ALPHA_MDH = 14 };

#define UNIT_RGB	1u
#define UNIT_ALPHA	2u

/* Pixels of each channel that a result reaches. */
static gpu_mask predicated(const struct us_group *g, uint32_t cmn, unsigned int channel)
{
	if (channel == 3)
		return us_predicate(g, us_field(cmn, 25, 3), us_field(cmn, 22, 1), 3);
	return us_predicate(g, us_field(cmn, 3, 3), us_field(cmn, 6, 1), channel);
}

static uint32_t relative(const struct us_machine *m, uint32_t address, bool rel, uint32_t count)
{
	return (address + (rel ? m->al : 0)) % count;
}

static const union gpu_lanes *filled(union gpu_lanes *room, uint32_t value)
{
	for (int i = 0; i < GPU_LANES; i++)
		room->u[i] = value;
	return room;
}

/* A channel of a source of ten bits; constants are put into @room. */
static const union gpu_lanes *source(const struct us_machine *m, uint32_t word, unsigned int n, unsigned int channel,
				     union gpu_lanes *room)
{
	uint32_t address = us_field(word, 10 * n, 8);
	bool constant = us_field(word, 10 * n + 8, 1), rel = us_field(word, 10 * n + 9, 1);

	if (constant)
		return filled(room, m->p->constants[relative(m, address, rel, 256)][channel]);
	if (address & 0x80)
		return filled(room, us_inline(address & 0x7f));
	return &m->g->temp[relative(m, address, rel, US_TEMPS)].c[channel];
}

/* Channel of src0, src1, src2 or srcp: red, green and blue come from word 1, alpha from word 2. */
static const union gpu_lanes *selected(const struct us_machine *m, const uint32_t *inst, uint32_t select,
				       unsigned int channel, union gpu_lanes *room)
{
	uint32_t word = inst[channel == 3 ? 2 : 1];
	union gpu_lanes other[2];

	if (select < 3)
		return source(m, word, select, channel, room);
	us_presubtract_lanes(word >> 30, source(m, word, 0, channel, &other[0]), source(m, word, 1, channel, &other[1]),
			     room);
	return room;
}

static void modify(union gpu_lanes *to, const union gpu_lanes *from, uint32_t mod)
{
	uint32_t keep = mod & 2 ? 0x7fffffff : 0xffffffff, flip = mod & 1 ? 0x80000000 : 0;

	for (int i = 0; i < GPU_LANES; i++)
		to->u[i] = (from->u[i] & keep) ^ flip;
}

static void operand(const struct us_machine *m, const uint32_t *inst, uint32_t select, uint32_t swizzle, uint32_t mod,
		    union gpu_lanes *to)
{
	static const uint32_t fixed[4] = { 0, 0x3f000000, 0x3f800000, 0 };
	union gpu_lanes room;

	modify(to, swizzle < 4 ? selected(m, inst, select, swizzle, &room) : filled(&room, fixed[swizzle - 4]), mod);
}

/* Operand A, B or C of the rgb unit: select, three swizzles, modifier, in 13 bits. */
static void rgb_operand(const struct us_machine *m, const uint32_t *inst, uint32_t bits, union gpu_lanes to[3])
{
	for (unsigned int c = 0; c < 3; c++)
		operand(m, inst, bits & 3, us_field(bits, 2 + 3 * c, 3), us_field(bits, 11, 2), &to[c]);
}

/* ... and of the alpha unit: one swizzle, in 7 bits. */
static void alpha_operand(const struct us_machine *m, const uint32_t *inst, uint32_t bits, union gpu_lanes *to)
{
	operand(m, inst, bits & 3, us_field(bits, 2, 3), us_field(bits, 5, 2), to);
}

static void take_inputs(const struct us_machine *m, const uint32_t *inst, unsigned int units, struct us_inputs *in)
{
	uint32_t rgb = inst[5] & 15;

	if (units & UNIT_RGB) {
		rgb_operand(m, inst, inst[3] & 0x1fff, in->rgb[0]);
		rgb_operand(m, inst, us_field(inst[3], 13, 13), in->rgb[1]);
		rgb_operand(m, inst, us_field(inst[5], 12, 13), in->rgb[2]);
	}
	if (!(units & UNIT_ALPHA) && !(rgb >= OP_DP3 && rgb <= OP_D2A) && rgb != OP_SOP)
		return;
	alpha_operand(m, inst, us_field(inst[4], 12, 7), &in->alpha[0]);
	alpha_operand(m, inst, us_field(inst[4], 19, 7), &in->alpha[1]);
	alpha_operand(m, inst, us_field(inst[5], 25, 7), &in->alpha[2]);
}

/* Of each quad the value of one pixel: 0 top left, 1 top right, 2 bottom left. */
static void of_quad(const struct us_machine *m, uint32_t word, unsigned int channel, unsigned int pixel, uint32_t mod,
		    union gpu_lanes *to)
{
	union gpu_lanes room, all;
	const union gpu_lanes *from = source(m, word, 0, channel, &room);

	for (unsigned int i = 0; i < GPU_LANES; i++)
		all.u[i] = from->u[(i & ~3u) + pixel];
	modify(to, &all, mod);
}

/* MDH and MDV: A is src0 of the top left pixel, C is src0 of its right or lower neighbour. */
static void take_quads(const struct us_machine *m, const uint32_t *inst, struct us_inputs *in)
{
	uint32_t rgb = inst[5] & 15, alpha = inst[4] & 15;

	for (unsigned int c = 0; c < 3 && (rgb == OP_MDH || rgb == OP_MDV); c++) {
		of_quad(m, inst[1], c, 0, us_field(inst[3], 11, 2), &in->rgb[0][c]);
		of_quad(m, inst[1], c, rgb == OP_MDH ? 1 : 2, us_field(inst[5], 23, 2), &in->rgb[2][c]);
	}
	if (alpha < ALPHA_MDH)
		return;
	of_quad(m, inst[2], 3, 0, us_field(inst[4], 17, 2), &in->alpha[0]);
	of_quad(m, inst[2], 3, alpha == ALPHA_MDH ? 1 : 2, us_field(inst[5], 30, 2), &in->alpha[2]);
}

static void merge(union gpu_lanes *to, const union gpu_lanes *from, gpu_mask mask)
{
	if ((mask & GPU_ALL_LANES) == GPU_ALL_LANES) {
		*to = *from;
		return;
	}
	for (int i = 0; i < GPU_LANES; i++)
		to->u[i] = mask >> i & 1 ? from->u[i] : to->u[i];
}

static void write_temp(struct us_machine *m, const uint32_t *inst, gpu_mask runs, const union gpu_lanes out[4])
{
	uint32_t rgb = relative(m, us_field(inst[5], 4, 7), us_field(inst[5], 11, 1), US_TEMPS);
	uint32_t alpha = relative(m, us_field(inst[4], 4, 7), us_field(inst[4], 11, 1), US_TEMPS);

	for (unsigned int c = 0; c < 4; c++)
		if (inst[0] >> (11 + c) & 1)
			merge(&m->g->temp[c == 3 ? alpha : rgb].c[c], &out[c], runs & predicated(m->g, inst[0], c));
}

static gpu_mask compare(uint32_t op, const union gpu_lanes *v)
{
	gpu_mask mask = 0;

	for (int i = 0; i < GPU_LANES; i++)
		mask |= (gpu_mask)us_compare(op, v->u[i]) << i;
	return mask;
}

/* Targets and depth of OUT, predicates of ALU.  Old predicates do not mask new ones. */
static void write_output(struct us_machine *m, const uint32_t *inst, gpu_mask active, const union gpu_lanes out[4])
{
	struct us_group *g = m->g;
	gpu_mask depth = predicated(g, inst[0], 3);

	for (unsigned int c = 0; c < 4; c++) {
		uint32_t target = us_field(inst[c == 3 ? 4 : 3], 29, 2);

		if (!(inst[0] >> (15 + c) & 1))
			continue;
		if ((inst[0] & 3) == ALU) {
			g->predicate[c] = (g->predicate[c] & ~active) | (compare(target, &out[c]) & active);
			continue;
		}
		merge(&g->out[target].c[c], &out[c], active & predicated(g, inst[0], c));
		g->written |= 1u << target;
	}
	if ((inst[0] & 3) == OUT && inst[4] >> 31) {
		merge(&g->w, &out[3], active & depth);
		g->written |= 16;
	}
}

/* The units whose results reach something. */
static unsigned int units_of(const uint32_t *inst)
{
	uint32_t masks = us_field(inst[0], 11, 4) | us_field(inst[0], 15, 4), result = inst[3] >> 31;
	unsigned int units = 0;

	if (masks & 7 || (result && !us_field(inst[0], 21, 1)))
		units |= UNIT_RGB;
	if (masks & 8 || inst[4] >> 31 || (result && us_field(inst[0], 21, 1)))
		units |= UNIT_ALPHA;
	if ((inst[4] & 15) == ALPHA_DP && units & UNIT_ALPHA)
		units |= UNIT_RGB;
	if ((inst[5] & 15) == OP_SOP && units & UNIT_RGB)
		units |= UNIT_ALPHA;
	return units;
}

static void run_alu(struct us_machine *m, const uint32_t *inst)
{
	uint32_t cmn = inst[0], rgb = inst[5] & 15;
	gpu_mask active = us_active(m);
	unsigned int units = units_of(inst);
	union gpu_lanes out[4];
	struct us_inputs in;

	if (rgb == 6 || rgb > OP_MDV || (inst[4] & 15) == 4)
		m->fault = US_RESERVED;
	if (!units)
		return;
	take_inputs(m, inst, units, &in);
	take_quads(m, inst, &in);
	us_compute(inst, &in, units, m->p->zero_wins, out);
	write_temp(m, inst, us_field(cmn, 7, 1) ? ~m->g->done : active, out);
	if (!active)
		return;
	write_output(m, inst, active, out);
	if (inst[3] >> 31)
		m->g->alu_result = (m->g->alu_result & ~active) |
				   (compare(us_field(cmn, 23, 2), &out[us_field(cmn, 21, 1) ? 3 : 0]) & active);
}

/* ---- textures ---- */

static const struct gpu_vec *tex_register(const struct us_machine *m, uint32_t bits)
{
	return &m->g->temp[relative(m, bits & 0x7f, us_field(bits, 7, 1), US_TEMPS)];
}

static void kill(struct us_machine *m, const uint32_t *inst, gpu_mask runs)
{
	const struct gpu_vec *src = tex_register(m, inst[2]);

	for (unsigned int c = 0; c < 4; c++)
		if (inst[0] >> (11 + c) & 1)
			m->g->covered &= ~(compare(1, &src->c[c]) & predicated(m->g, inst[0], c) & runs);
}

/* A register with the four swizzles behind its address. */
static void swizzled(const struct us_machine *m, uint32_t bits, struct gpu_vec *to)
{
	const struct gpu_vec *src = tex_register(m, bits);

	for (unsigned int c = 0; c < 4; c++)
		to->c[c] = src->c[us_field(bits, 8 + 2 * c, 2)];
}

static void look_up(struct us_machine *m, const uint32_t *inst, gpu_mask runs)
{
	struct us_lookup l = {
		.op = us_field(inst[1], 22, 3), .unit = us_field(inst[1], 16, 4), .unscaled = us_field(inst[1], 27, 1),
		.mask = runs,
	};
	struct us_pending *to = &m->pending[m->npending];
	struct gpu_vec texel;

	if (m->npending == US_PENDING) {
		m->fault = US_STACK;
		return;
	}
	swizzled(m, inst[2], &l.coord);
	if (l.op == US_TEX_DXDY) {
		swizzled(m, inst[3], &l.dx);
		swizzled(m, inst[3] >> 16, &l.dy);
	}
	for (int i = 0; l.op == US_TEX_PROJ && i < GPU_LANES; i++)
		for (unsigned int c = 0; c < 3; c++)
			l.coord.c[c].f[i] /= l.coord.c[3].f[i];
	m->p->lookup(m->p->ctx, &l, &texel);
	to->temp = relative(m, us_field(inst[2], 16, 7), us_field(inst[2], 23, 1), US_TEMPS);
	for (unsigned int c = 0; c < 4; c++) {
		to->mask[c] = inst[0] >> (11 + c) & 1 ? runs & predicated(m->g, inst[0], c) : 0;
		to->value.c[c] = texel.c[us_field(inst[2], 24 + 2 * c, 2)];
	}
	m->npending++;
}

/* The semaphore is free: the lookups that it covers have reached their registers. */
static void sem_wait(struct us_machine *m)
{
	for (unsigned int i = 0; i < m->covered_by_sem; i++) {
		const struct us_pending *from = &m->pending[i];

		for (unsigned int c = 0; c < 4; c++)
			if (from->mask[c])
				merge(&m->g->temp[from->temp].c[c], &from->value.c[c], from->mask[c]);
	}
	m->npending -= m->covered_by_sem;
	memmove(m->pending, m->pending + m->covered_by_sem, m->npending * sizeof(m->pending[0]));
	m->covered_by_sem = 0;
	m->held = false;
}

static void run_tex(struct us_machine *m, const uint32_t *inst)
{
	uint32_t op = us_field(inst[1], 22, 3);
	gpu_mask runs = us_field(inst[0], 7, 1) ? ~m->g->done & GPU_ALL_LANES : us_active(m);

	if (op > US_TEX_DXDY) {
		m->fault = US_RESERVED;
		return;
	}
	if (op == US_TEX_KILL)
		kill(m, inst, runs);
	else if (op && runs)
		look_up(m, inst, runs);
	if (!us_field(inst[1], 25, 1))
		return;
	if (m->held)
		m->fault = US_SEMAPHORE;
	m->held = true;
	m->covered_by_sem = m->npending;
}

/* ---- the program ---- */

/* Pixels that have run an instruction with LAST do nothing more. */
static bool all_done(struct us_machine *m, const uint32_t *inst)
{
	if (us_field(inst[0], 8, 1))
		m->g->done |= us_active(m);
	return m->g->done == GPU_ALL_LANES && (inst[0] & 3) == OUT && us_field(inst[0], 8, 1) &&
	       us_field(inst[0], 2, 1);
}

/* Runs one instruction; returns true at the end of the program. */
static bool step(struct us_machine *m)
{
	const uint32_t *inst = m->p->inst[m->pc];
	bool end = m->pc == (m->p->end + m->p->offset) % US_SLOTS;
	gpu_mask active = m->p->step ? us_active(m) : 0;

	if (us_field(inst[0], 2, 1))
		sem_wait(m);
	m->next = (m->pc + 1) % US_SLOTS;
	switch (inst[0] & 3) {
	case FC:
		us_flow(m, inst);
		break;
	case TEX:
		run_tex(m, inst);
		break;
	default:
		run_alu(m, inst);
	}
	if (end && ((inst[0] & 3) != OUT || !us_field(inst[0], 2, 1)))
		m->fault = US_NO_OUTPUT;
	if (m->p->step)
		m->p->step(m->p->step_ctx, m->g, m->pc, active);
	m->pc = m->next;
	return all_done(m, inst) || end || m->fault;
}

enum us_fault us_run(const struct us_program *p, struct us_group *g, int64_t *steps)
{
	struct us_machine m;
	uint32_t n = 0;

	/* What is pending is written before it is read. */
	memset(&m, 0, offsetof(struct us_machine, pending));
	m.p = p;
	m.g = g;
	m.pc = (p->start + p->offset) % US_SLOTS;
	g->active = GPU_ALL_LANES;
	while (!step(&m) && ++n < US_STEPS_MAX)
		;
	if (steps)
		*steps += n + 1;
	return n == US_STEPS_MAX ? US_ENDLESS : m.fault;
}
