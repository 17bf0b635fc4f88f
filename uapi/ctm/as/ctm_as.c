// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The assembler: one pass over the text, then the labels.
 */
#include <stdlib.h>
#include "ctm_as_int.h"

/* OP and a number: an operation that the guide reserves. */
static bool reserved_op(const char *name, uint32_t max, uint32_t *op)
{
	char *end;

	if (strncmp(name, "OP", 2) || !is_digit(name[2]))
		return false;
	*op = (uint32_t)strtoul(name + 2, &end, 10);
	return !*end && *op <= max;
}

static bool jump_label(struct as *as)
{
	struct jump *j = &as->jump[as->njumps];

	as_blanks(as);
	*j = (struct jump){ .at = as->at, .line_start = as->line_start, .line = as->line,
			    .slot = as->p->count };
	if (!as_word(as, j->name, "the name of a label"))
		return false;
	as->njumps++;
	return true;
}

/* NAME, NAME=value or NAME=number; @start is the name in the text. */
static bool field(struct as *as, const char *name, const char *start)
{
	const struct r500_us_field *f;
	char text[NAME_MAX_LEN];
	uint32_t value = 1;

	for (f = r500_us_fields; f->name; f++)
		if (f->types >> as->type & 1 && !strcmp(f->name, name))
			break;
	if (!f->name)
		return as_fail(as, start, "%s is no field or operation of %s instructions.", name,
			       r500_us_types[as->type]);
	if (!as_punct(as, '=')) {
		if (f->width > 1 || f->values)
			return as_fail(as, as->at, "%s needs a value: here a '=' is missing.",
				       name);
	} else if (!strcmp(name, "JUMP_ADDR") && is_letter(*as->at)) {
		return jump_label(as);
	} else if (is_digit(*as->at)) {
		if (!as_number(as, f->width == 32 ? ~0u : (1u << f->width) - 1, &value))
			return false;
	} else {
		as_blanks(as);
		start = as->at;
		if (!as_word(as, text, "a value"))
			return false;
		value = f->values ? as_find(f->values, text) : NONE;
		if (value == NONE)
			return as_fail(as, start, "%s is no value of %s.", text, name);
	}
	as_put(&as->inst[f->word], f->shift, f->width, value);
	return true;
}

static bool modifiers(struct as *as, bool alpha)
{
	char name[NAME_MAX_LEN];
	const char *start;
	uint32_t omod;

	while (*as->at == '.') {
		start = ++as->at;
		if (!as_word(as, name, "a modifier"))
			return false;
		omod = as_find(r500_us_omods, name);
		if (!strcmp(name, "CLAMP"))
			as_put(&as->inst[0], alpha ? 20 : 19, 1, 1);
		else if (omod != NONE)
			as_put(&as->inst[alpha ? 4 : 3], 26, 3, omod);
		else
			return as_fail(as, start,
				       "%s is no modifier: U1 U2 U4 U8 D2 D4 D8 DISABLED CLAMP.",
				       name);
	}
	return true;
}

/* After the register: a target or a compare with its mask, and W. */
static bool outputs(struct as *as, bool alpha)
{
	const char * const *names = as->type == R500_US_OUT ? r500_us_targets : r500_us_compares;
	char name[NAME_MAX_LEN];
	const char *start;
	uint32_t target, bits;

	for (;;) {
		as_blanks(as);
		start = as->at;
		if (!is_letter(*start))
			return true;
		if (!as_word(as, name, "a target"))
			return false;
		if (alpha && !strcmp(name, "W")) {
			as_put(&as->inst[4], 31, 1, 1);
			continue;
		}
		target = as_find(names, name);
		if (target == NONE)
			return as_fail(as, start, as->type == R500_US_OUT ?
				       "%s is no target: A, B, C, D%s." :
				       "%s is no compare: EQUAL, LESS, GREATER_EQUAL, NOT_EQUAL%s.",
				       name, alpha ? ", or W" : "");
		if (!as_mask(as, alpha ? "a" : "rgb", &bits))
			return false;
		as_put(&as->inst[alpha ? 4 : 3], 29, 2, target);
		as->inst[0] |= bits << 15;
	}
}

static bool operands(struct as *as, bool alpha)
{
	static const struct { uint8_t word, shift; } where[2][3] = {
		{ { 3, 0 }, { 3, 13 }, { 5, 12 } }, { { 4, 12 }, { 4, 19 }, { 5, 25 } },
	};
	unsigned int n;
	uint32_t bits;

	for (n = 0; as_punct(as, ','); n++) {
		if (n == 3)
			return as_fail(as, as->at, "An operation has three operands at most.");
		if (!as_operand(as, alpha, &bits))
			return false;
		as_put(&as->inst[where[alpha][n].word], where[alpha][n].shift, alpha ? 7 : 13,
		       bits);
	}
	return true;
}

/* RGB or ALPHA, and what this unit does. */
static bool half(struct as *as, bool *seen)
{
	char name[NAME_MAX_LEN];
	const char *start;
	uint32_t op, dest, bits;
	bool alpha;

	as_blanks(as);
	start = as->at;
	if (!as_word(as, name, "RGB or ALPHA"))
		return false;
	alpha = !strcmp(name, "ALPHA");
	if (!alpha && strcmp(name, "RGB"))
		return as_fail(as, start, "After the semicolon comes RGB or ALPHA, not %s.", name);
	if (seen[alpha])
		return as_fail(as, start, "The instruction has %s twice.", name);
	seen[alpha] = true;
	as_blanks(as);
	start = as->at;
	if (!as_word(as, name, "an operation"))
		return false;
	op = as_find(alpha ? r500_us_alpha_ops : r500_us_rgb_ops, name);
	if (op == NONE && !reserved_op(name, 15, &op))
		return as_fail(as, start, "%s is no operation of the %s unit.", name,
			       alpha ? "ALPHA" : "RGB");
	as_put(&as->inst[alpha ? 4 : 5], 0, 4, op);
	if (!modifiers(as, alpha) || !as_temporary(as, &dest) ||
	    !as_mask(as, alpha ? "a" : "rgb", &bits))
		return false;
	as_put(&as->inst[alpha ? 4 : 5], 4, 8, dest);
	as->inst[0] |= bits << 11;
	return outputs(as, alpha) && operands(as, alpha);
}

static bool alu(struct as *as)
{
	bool known, seen[2] = { false, false };
	char name[NAME_MAX_LEN];
	const char *start;

	for (;;) {
		as_blanks(as);
		start = as->at;
		if (!is_letter(*start))
			break;
		if (!as_word(as, name, "a field") || !as_source(as, name, &known) ||
		    (!known && !field(as, name, start)))
			return false;
	}
	while (as_punct(as, ';')) {
		while (as_newline(as))
			;
		if (!half(as, seen))
			return false;
	}
	return true;
}

/* One of the three registers of a texture instruction, with four letters. */
static bool coordinates(struct as *as, unsigned int word_number, unsigned int shift,
			unsigned int letters)
{
	uint32_t temp, channels;

	if (!as_temporary(as, &temp) || !as_swizzle(as, "rgba", 2, 4, &channels))
		return false;
	as_put(&as->inst[word_number], shift, 8, temp);
	as_put(&as->inst[word_number], letters, 8, channels);
	return true;
}

static bool tex_operands(struct as *as)
{
	uint32_t temp, bits, unit;

	if (!as_temporary(as, &temp) || !as_mask(as, "rgba", &bits) || !as_expect(as, ','))
		return false;
	as_put(&as->inst[2], 16, 8, temp);
	as->inst[0] |= bits << 11;
	as_blanks(as);
	if (*as->at != 't' || !is_digit(as->at[1]))
		return as_fail(as, as->at, "Here a texture is missing: t0 to t15.");
	as->at++;
	if (!as_number(as, 15, &unit) || !as_swizzle(as, "rgba", 2, 4, &bits) ||
	    !as_expect(as, ','))
		return false;
	as_put(&as->inst[1], 16, 4, unit);
	as_put(&as->inst[2], 24, 8, bits);
	if (!coordinates(as, 2, 0, 8))
		return false;
	if (!as_punct(as, ','))
		return true;
	return coordinates(as, 3, 0, 8) && as_expect(as, ',') && coordinates(as, 3, 16, 24);
}

static bool tex(struct as *as)
{
	char name[NAME_MAX_LEN];
	const char *start;
	uint32_t op;

	for (;;) {
		as_blanks(as);
		start = as->at;
		if (!as_word(as, name, "a texture operation"))
			return false;
		as_blanks(as);
		op = as_find(r500_us_tex_ops, name);
		if (op == NONE && !reserved_op(name, 7, &op))
			op = NONE;
		/* NOP is a field as well: the operation is before a register. */
		if (op != NONE && (*as->at == 'r' || strcmp(name, "NOP")))
			break;
		if (!field(as, name, start))
			return false;
	}
	as_put(&as->inst[1], 22, 3, op);
	return tex_operands(as);
}

static bool fc(struct as *as)
{
	char name[NAME_MAX_LEN];
	const char *start;
	bool seen = false;
	uint32_t op;

	for (;;) {
		as_blanks(as);
		start = as->at;
		if (!is_letter(*start))
			break;
		if (!as_word(as, name, "a field"))
			return false;
		op = as_find(r500_us_fc_ops, name);
		if (op == NONE) {
			if (!field(as, name, start))
				return false;
			continue;
		}
		if (seen)
			return as_fail(as, start, "The instruction has two operations.");
		seen = true;
		as_put(&as->inst[2], 0, 3, op);
	}
	return seen || as_fail(as, start, "Here a flow control operation is missing.");
}

static bool dwords(struct as *as)
{
	unsigned int i;

	for (i = 0; i < CTM_AS_DW; i++)
		if (!as_number(as, ~0u, &as->inst[i]))
			return false;
	return true;
}

static bool instruction(struct as *as)
{
	char name[NAME_MAX_LEN];
	const char *start = as->at;
	unsigned int i;

	if (as->p->count == CTM_AS_MAX)
		return as_fail(as, start, "The program has more than %u instructions.", CTM_AS_MAX);
	as->p->line[as->p->count] = as->line;
	as->inst = as->p->words + CTM_AS_DW * as->p->count;
	memset(as->inst, 0, 4 * CTM_AS_DW);
	for (i = 0; i < 6; i++)
		as->source[i] = NONE;
	if (!strncmp(start, ".inst", 5)) {
		as->at += 5;
		return dwords(as);
	}
	if (!as_word(as, name, "an instruction"))
		return false;
	as->type = as_find(r500_us_types, name);
	if (as->type == NONE)
		return as_fail(as, start, "%s is no instruction: ALU, OUT, FC, TEX.", name);
	as->inst[0] = as->type;
	if (as->type == R500_US_TEX)
		return tex(as);
	return as->type == R500_US_FC ? fc(as) : alu(as);
}

static unsigned int label_slot(const struct as *as, const char *name)
{
	unsigned int i;

	for (i = 0; i < as->nlabels; i++)
		if (!strcmp(as->label[i].name, name))
			return as->label[i].slot;
	return NONE;
}

/* A name and a colon. */
static bool label(struct as *as, bool *is)
{
	const char *start = as->at, *p = start;
	char name[NAME_MAX_LEN];

	while (is_letter(*p) || (p > start && is_digit(*p)))
		p++;
	*is = p > start && *p == ':';
	if (!*is)
		return true;
	if (!as_word(as, name, "a label"))
		return false;
	as->at++;
	if (label_slot(as, name) != NONE)
		return as_fail(as, start, "The label %s is there twice.", name);
	if (as->nlabels == LABELS)
		return as_fail(as, start, "The program has more than %d labels.", LABELS);
	strcpy(as->label[as->nlabels].name, name);
	as->label[as->nlabels++].slot = as->p->count;
	return true;
}

static bool line(struct as *as)
{
	bool is;

	do {
		as_blanks(as);
		if (!label(as, &is))
			return false;
	} while (is);
	as_blanks(as);
	if (!*as->at || *as->at == '\n')
		return true;
	if (!instruction(as))
		return false;
	as->p->count++;
	as_blanks(as);
	if (*as->at && *as->at != '\n')
		return as_fail(as, as->at, "The instruction has ended, but not the line.");
	return true;
}

static bool resolve(struct as *as)
{
	unsigned int i, slot;

	for (i = 0; i < as->njumps; i++) {
		const struct jump *j = &as->jump[i];

		slot = label_slot(as, j->name);
		if (slot == NONE || slot >= CTM_AS_MAX) {
			as->line = j->line;
			as->line_start = j->line_start;
			return as_fail(as, j->at, "The label %s does not exist.", j->name);
		}
		as_put(&as->p->words[CTM_AS_DW * j->slot + 3], 16, 9, slot);
	}
	return true;
}

/**
 * ctm_as_assemble() - make a program of a text
 * @text: the text, ending with a NUL
 * @p: receives the program
 * @e: receives the first error
 *
 * Any instruction has a text, also those that the card would not run well: ctm_as_check() knows
 * the guide's rules.
 *
 * Return: 0, or -1 with @e filled in.
 */
int ctm_as_assemble(const char *text, struct ctm_as_program *p, struct ctm_as_error *e)
{
	struct as *as = calloc(1, sizeof(*as));
	bool good;

	memset(p, 0, sizeof(*p));
	memset(e, 0, sizeof(*e));
	if (!as) {
		strcpy(e->text, "There is no memory.");
		return -1;
	}
	as->at = as->line_start = text;
	as->line = 1;
	as->p = p;
	as->e = e;
	do {
		good = line(as);
	} while (good && as_newline(as));
	good = good && resolve(as);
	free(as);
	return good ? 0 : -1;
}
