// SPDX-License-Identifier: GPL-2.0
/*
 * Fragment programs: instructions, their operands and masks, the texture semaphore.  Flow control
 * is in us_flow.c, arithmetic in us_alu.c.
 */
#include <string.h>

#include "r500/us_int.h"

const char * const us_fault_names[] = {
	"", "it does not end", "a stack overflows", "a loop or call needs full flow control",
	"TEX_SEM_ACQUIRE while the semaphore is held", "the last instruction is not OUT with TEX_SEM_WAIT",
	"an operation is reserved",
};

enum { ALU, OUT, FC, TEX };

static uint32_t bits(uint32_t word, unsigned int shift, unsigned int width)
{
	return word >> shift & ((1u << width) - 1);
}

/* Bit mask of the channels that a result reaches. */
static uint32_t predicated(const struct us_pixel *px, uint32_t cmn)
{
	uint32_t mask = 0;

	for (unsigned int c = 0; c < 3; c++)
		mask |= (uint32_t)us_predicate(px, bits(cmn, 3, 3), bits(cmn, 6, 1), c) << c;
	return mask | (uint32_t)us_predicate(px, bits(cmn, 25, 3), bits(cmn, 22, 1), 3) << 3;
}

static uint32_t relative(const struct us_machine *m, uint32_t address, bool rel, uint32_t count)
{
	return (address + (rel ? m->al : 0)) % count;
}

/* A source of ten bits, of which the caller takes the channel that it needs. */
static uint32_t source(const struct us_machine *m, const struct us_pixel *px, uint32_t word, unsigned int n,
		       unsigned int channel)
{
	uint32_t address = bits(word, 10 * n, 8);
	bool constant = bits(word, 10 * n + 8, 1), rel = bits(word, 10 * n + 9, 1);

	if (constant)
		return m->p->constants[4 * relative(m, address, rel, 256) + channel];
	if (address & 0x80)
		return us_inline(address & 0x7f);
	return px->temp[relative(m, address, rel, US_TEMPS)][channel];
}

/* Channel of src0, src1, src2 or srcp: red, green and blue come from word 1, alpha from word 2. */
static uint32_t selected(const struct us_machine *m, const struct us_pixel *px, const uint32_t *inst,
			 uint32_t select, unsigned int channel)
{
	uint32_t word = inst[channel == 3 ? 2 : 1];

	if (select < 3)
		return source(m, px, word, select, channel);
	return us_presubtract(word >> 30, source(m, px, word, 0, channel), source(m, px, word, 1, channel));
}

static uint32_t modified(uint32_t value, uint32_t mod)
{
	if (mod & 2)
		value &= 0x7fffffff;
	return mod & 1 ? value ^ 0x80000000 : value;
}

static uint32_t swizzled(const struct us_machine *m, const struct us_pixel *px, const uint32_t *inst,
			 uint32_t select, uint32_t swizzle)
{
	static const uint32_t fixed[4] = { 0, 0x3f000000, 0x3f800000, 0 };

	return swizzle < 4 ? selected(m, px, inst, select, swizzle) : fixed[swizzle - 4];
}

/* Operand A, B or C of the rgb unit: select, three swizzles, modifier, in 13 bits. */
static void rgb_operand(const struct us_machine *m, const struct us_pixel *px, const uint32_t *inst,
			uint32_t operand, uint32_t *value)
{
	for (unsigned int c = 0; c < 3; c++)
		value[c] = modified(swizzled(m, px, inst, operand & 3, bits(operand, 2 + 3 * c, 3)),
				    bits(operand, 11, 2));
}

/* ... and of the alpha unit: one swizzle, in 7 bits. */
static uint32_t alpha_operand(const struct us_machine *m, const struct us_pixel *px, const uint32_t *inst,
			      uint32_t operand)
{
	return modified(swizzled(m, px, inst, operand & 3, bits(operand, 2, 3)), bits(operand, 5, 2));
}

/**
 * struct inputs - operands of an instruction for a pixel
 * @rgb: A, B and C of the rgb unit
 * @alpha: A, B and C of the alpha unit
 */
struct inputs {
	uint32_t rgb[3][3];
	uint32_t alpha[3];
};

static void take_inputs(const struct us_machine *m, const struct us_pixel *px, const uint32_t *inst,
			struct inputs *in)
{
	rgb_operand(m, px, inst, inst[3] & 0x1fff, in->rgb[0]);
	rgb_operand(m, px, inst, bits(inst[3], 13, 13), in->rgb[1]);
	rgb_operand(m, px, inst, bits(inst[5], 12, 13), in->rgb[2]);
	in->alpha[0] = alpha_operand(m, px, inst, bits(inst[4], 12, 7));
	in->alpha[1] = alpha_operand(m, px, inst, bits(inst[4], 19, 7));
	in->alpha[2] = alpha_operand(m, px, inst, bits(inst[5], 25, 7));
}

/* MDH and MDV: A is src0 of the top left pixel, C that of its right or lower neighbour. */
static void take_quad(const struct us_machine *m, const uint32_t *inst, struct inputs *in)
{
	uint32_t rgb = inst[5] & 15, alpha = inst[4] & 15;
	const struct us_pixel *px = m->px;

	for (unsigned int c = 0; c < 3 && (rgb == 11 || rgb == 12); c++) {
		in->rgb[0][c] = modified(source(m, &px[0], inst[1], 0, c), bits(inst[3], 11, 2));
		in->rgb[2][c] = modified(source(m, &px[rgb == 11 ? 1 : 2], inst[1], 0, c), bits(inst[5], 23, 2));
	}
	if (alpha < 14)
		return;
	in->alpha[0] = modified(source(m, &px[0], inst[2], 0, 3), bits(inst[4], 17, 2));
	in->alpha[2] = modified(source(m, &px[alpha == 14 ? 1 : 2], inst[2], 0, 3), bits(inst[5], 30, 2));
}

static void dot(const struct us_machine *m, const struct inputs *in, uint32_t op, uint32_t omod, uint32_t *out)
{
	uint32_t a[4] = { in->rgb[0][0], in->rgb[0][1], in->rgb[0][2], in->alpha[0] };
	uint32_t b[4] = { in->rgb[1][0], in->rgb[1][1], in->rgb[1][2], in->alpha[1] };
	static const uint8_t terms[] = { 0, 3, 4, 2 };

	out[0] = us_dot(a, b, terms[op], op == 3 ? in->rgb[2][2] : US_NO_ADD, omod, m->p->zero_wins);
	out[1] = out[2] = out[0];
}

static uint32_t simple(const struct us_machine *m, uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t omod)
{
	switch (op) {
	case 4:
		return us_select(US_MIN, a, b, c, omod);
	case 5:
		return us_select(US_MAX, a, b, c, omod);
	case 7:
		return us_select(US_CND, a, b, c, omod);
	case 8:
		return us_select(US_CMP, a, b, c, omod);
	case 9:
		return us_fraction(a, omod);
	}
	return us_mad(a, b, c, omod, m->p->zero_wins);
}

/* Results of both units.  Reserved operations end the program. */
static void compute(struct us_machine *m, const uint32_t *inst, const struct inputs *in, uint32_t *out)
{
	/* Operations of the alpha unit, with the numbers of the rgb unit. */
	static const uint8_t same[16] = { 0, 0, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 11, 12 };
	uint32_t rgb = inst[5] & 15, alpha = inst[4] & 15, omod = bits(inst[3], 26, 3);
	uint32_t alpha_omod = bits(inst[4], 26, 3);

	if (rgb == 6 || rgb > 12 || alpha == 4)
		m->fault = US_RESERVED;
	if (rgb >= 1 && rgb <= 3)
		dot(m, in, rgb, omod, out);
	else
		for (unsigned int c = 0; c < 3; c++)
			out[c] = simple(m, rgb, in->rgb[0][c], in->rgb[1][c], in->rgb[2][c], omod);
	if (alpha == 1)
		out[3] = out[0];
	else if (alpha >= 8 && alpha <= 13)
		out[3] = us_transcendental(alpha, in->alpha[0], alpha_omod);
	else
		out[3] = simple(m, same[alpha], in->alpha[0], in->alpha[1], in->alpha[2], alpha_omod);
	if (rgb == 10)
		out[0] = out[1] = out[2] = us_transcendental(alpha, in->alpha[0], omod);
	for (unsigned int c = 0; c < 3; c++)
		if (bits(inst[0], 19, 1) && omod != 7)
			out[c] = us_clamp(out[c]);
	if (bits(inst[0], 20, 1) && alpha_omod != 7)
		out[3] = us_clamp(out[3]);
}

static void write_temp(const struct us_machine *m, struct us_pixel *px, const uint32_t *inst, uint32_t mask,
		       const uint32_t *out)
{
	uint32_t rgb = relative(m, bits(inst[5], 4, 7), bits(inst[5], 11, 1), US_TEMPS);
	uint32_t alpha = relative(m, bits(inst[4], 4, 7), bits(inst[4], 11, 1), US_TEMPS);

	mask &= bits(inst[0], 11, 4);
	for (unsigned int c = 0; c < 3; c++)
		if (mask >> c & 1)
			px->temp[rgb][c] = out[c];
	if (mask & 8)
		px->temp[alpha][3] = out[3];
}

/* Targets and depth of OUT, predicates of ALU.  Old predicates do not mask new ones. */
static void write_output(struct us_pixel *px, const uint32_t *inst, uint32_t mask, const uint32_t *out)
{
	uint32_t omask = bits(inst[0], 15, 4);

	for (unsigned int c = 0; c < 4; c++) {
		uint32_t target = bits(inst[c == 3 ? 4 : 3], 29, 2);

		if (!(omask >> c & 1))
			continue;
		if ((inst[0] & 3) == ALU)
			px->predicate[c] = us_compare(target, out[c]);
		else if (mask >> c & 1)
			px->out[target][c] = out[c];
	}
	if ((inst[0] & 3) == OUT && inst[4] >> 31 && mask & 8)
		px->w = out[3];
}

static void run_alu(struct us_machine *m, const uint32_t *inst)
{
	uint32_t out[US_PIXELS][4], cmn = inst[0];
	struct inputs in;

	/* All pixels read before one writes, because MDH and MDV read neighbours. */
	for (unsigned int i = 0; i < US_PIXELS; i++) {
		take_inputs(m, &m->px[i], inst, &in);
		take_quad(m, inst, &in);
		compute(m, inst, &in, out[i]);
	}
	for (unsigned int i = 0; i < US_PIXELS; i++) {
		struct us_pixel *px = &m->px[i];
		bool active = us_active(m, px);
		uint32_t mask = predicated(px, cmn);

		if (active || (bits(cmn, 7, 1) && !px->done))
			write_temp(m, px, inst, mask, out[i]);
		if (!active)
			continue;
		write_output(px, inst, mask, out[i]);
		if (inst[3] >> 31)
			px->alu_result = us_compare(bits(cmn, 23, 2), out[i][bits(cmn, 21, 1) ? 3 : 0]);
	}
}

/* ---- textures ---- */

static void kill(struct us_machine *m, struct us_pixel *px, const uint32_t *inst)
{
	const uint32_t *src = px->temp[relative(m, inst[2] & 0x7f, bits(inst[2], 7, 1), US_TEMPS)];
	uint32_t mask = predicated(px, inst[0]) & bits(inst[0], 11, 4);

	for (unsigned int c = 0; c < 4; c++)
		if (mask >> c & 1 && us_compare(1, src[c]))
			px->covered = false;
}

static void look_up(struct us_machine *m, unsigned int n, const uint32_t *inst)
{
	struct us_pixel *px = &m->px[n];
	const uint32_t *src = px->temp[relative(m, inst[2] & 0x7f, bits(inst[2], 7, 1), US_TEMPS)];
	struct us_pending *to = &m->pending[m->npending];
	uint32_t texel[4];
	float coord[4];

	if (m->npending == US_PENDING) {
		m->fault = US_STACK;
		return;
	}
	for (unsigned int c = 0; c < 4; c++)
		coord[c] = us_float(src[bits(inst[2], 8 + 2 * c, 2)]);
	if (bits(inst[1], 22, 3) == 3)
		for (unsigned int c = 0; c < 3; c++)
			coord[c] /= coord[3];
	m->p->lookup(m->p->ctx, bits(inst[1], 16, 4), bits(inst[1], 27, 1), coord, texel);
	*to = (struct us_pending){
		.pixel = n, .mask = predicated(px, inst[0]) & bits(inst[0], 11, 4),
		.temp = relative(m, bits(inst[2], 16, 7), bits(inst[2], 23, 1), US_TEMPS),
	};
	for (unsigned int c = 0; c < 4; c++)
		to->value[c] = texel[bits(inst[2], 24 + 2 * c, 2)];
	m->npending++;
}

/* The semaphore is free: the lookups that it covers have reached their registers. */
static void sem_wait(struct us_machine *m)
{
	for (unsigned int i = 0; i < m->covered_by_sem; i++) {
		const struct us_pending *from = &m->pending[i];

		for (unsigned int c = 0; c < 4; c++)
			if (from->mask >> c & 1)
				m->px[from->pixel].temp[from->temp][c] = from->value[c];
	}
	m->npending -= m->covered_by_sem;
	memmove(m->pending, m->pending + m->covered_by_sem, m->npending * sizeof(m->pending[0]));
	m->covered_by_sem = 0;
	m->held = false;
}

static void run_tex(struct us_machine *m, const uint32_t *inst)
{
	uint32_t op = bits(inst[1], 22, 3);

	if (op == 7) {
		m->fault = US_RESERVED;
		return;
	}
	for (unsigned int i = 0; i < US_PIXELS; i++) {
		struct us_pixel *px = &m->px[i];

		if (!us_active(m, px) && !(bits(inst[0], 7, 1) && !px->done))
			continue;
		if (op == 2)
			kill(m, px, inst);
		else if (op)
			look_up(m, i, inst);
	}
	if (!bits(inst[1], 25, 1))
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
	bool all = true;

	for (unsigned int i = 0; i < US_PIXELS; i++) {
		if (bits(inst[0], 8, 1) && us_active(m, &m->px[i]))
			m->px[i].done = true;
		all &= m->px[i].done;
	}
	return all && (inst[0] & 3) == OUT && bits(inst[0], 8, 1) && bits(inst[0], 2, 1);
}

/* Runs one instruction; returns true at the end of the program. */
static bool step(struct us_machine *m)
{
	const uint32_t *inst = m->p->inst[m->pc];
	bool end = m->pc == (m->p->end + m->p->offset) % US_SLOTS;

	if (bits(inst[0], 2, 1))
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
	if (end && ((inst[0] & 3) != OUT || !bits(inst[0], 2, 1)))
		m->fault = US_NO_OUTPUT;
	m->pc = m->next;
	return all_done(m, inst) || end || m->fault;
}

/**
 * us_run() - run a program for a quad
 * @p: the program
 * @pixels: US_PIXELS pixels with their registers; covered says which of them are drawn
 *
 * Return: US_FINE, or the fault that has ended the program.
 */
enum us_fault us_run(const struct us_program *p, struct us_pixel *pixels)
{
	struct us_machine m = { .p = p, .px = pixels, .pc = (p->start + p->offset) % US_SLOTS };

	for (unsigned int i = 0; i < US_PIXELS; i++)
		pixels[i].active = true;
	while (!step(&m))
		if (++m.steps == US_STEPS_MAX)
			return US_ENDLESS;
	return m.fault;
}
