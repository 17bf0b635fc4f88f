// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The assembler: one pass over the text, then the labels.
 *
 * Each function that reads a part of the text returns false after it has filled in the error, and
 * its callers return at once.  No state but struct as, no allocation.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ctm_as.h"
#include "r500/r500_us.h"

#define NAME_MAX_LEN	32
#define LABELS		256
#define NONE		0xffffffffu

struct label {
	char name[NAME_MAX_LEN];
	unsigned int slot;
};

/* JUMP_ADDR=label */
struct jump {
	char name[NAME_MAX_LEN];
	const char *at;
	const char *line_start;
	unsigned int line;
	unsigned int slot;
};

/**
 * struct as - a text that is being assembled
 * @at: next character
 * @line_start: first character of the line
 * @line: its number, from 1
 * @inst: the instruction
 * @source: sources 0 to 2 of rgb, then of alpha; NONE if the text has not named it
 */
struct as {
	const char *at;
	const char *line_start;
	unsigned int line;
	struct ctm_as_program *p;
	struct ctm_as_error *e;
	uint32_t *inst;
	uint32_t type;
	uint32_t source[6];
	struct label label[LABELS];
	unsigned int nlabels;
	struct jump jump[CTM_AS_MAX];
	unsigned int njumps;
};

static bool fail_at(struct as *as, const char *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static bool fail_at(struct as *as, const char *at, const char *format, ...)
{
	va_list ap;

	as->e->line = as->line;
	as->e->column = (unsigned int)(at - as->line_start) + 1;
	va_start(ap, format);
	vsnprintf(as->e->text, sizeof(as->e->text), format, ap);
	va_end(ap);
	return false;
}

static void blanks(struct as *as)
{
	while (*as->at == ' ' || *as->at == '\t' || *as->at == '\r')
		as->at++;
	if (*as->at == '#')
		while (*as->at && *as->at != '\n')
			as->at++;
}

static bool newline(struct as *as)
{
	blanks(as);
	if (*as->at != '\n')
		return false;
	as->line_start = ++as->at;
	as->line++;
	return true;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool punct(struct as *as, char c)
{
	blanks(as);
	if (*as->at != c)
		return false;
	as->at++;
	return true;
}

static bool expect(struct as *as, char c)
{
	return punct(as, c) || fail_at(as, as->at, "Here a '%c' is missing.", c);
}

/* A word of letters and digits; @what it should be, for the error. */
static bool word(struct as *as, char *name, const char *what)
{
	const char *start;
	size_t n;

	blanks(as);
	start = as->at;
	while (is_letter(*as->at) || (as->at > start && is_digit(*as->at)))
		as->at++;
	n = (size_t)(as->at - start);
	if (!n)
		return fail_at(as, start, "Here %s is missing.", what);
	if (n >= NAME_MAX_LEN)
		return fail_at(as, start, "This name has more than %d characters.",
			       NAME_MAX_LEN - 1);
	memcpy(name, start, n);
	name[n] = 0;
	return true;
}

static bool number(struct as *as, uint32_t max, uint32_t *value)
{
	const char *start;
	unsigned long n;
	char *end;

	blanks(as);
	start = as->at;
	if (!is_digit(*start))
		return fail_at(as, start, "Here a number is missing.");
	n = strtoul(start, &end, 0);
	if (n > max)
		return fail_at(as, start, "The number is more than %u.", max);
	as->at = end;
	*value = (uint32_t)n;
	return true;
}

static uint32_t find(const char * const *names, const char *name)
{
	uint32_t i;

	for (i = 0; names[i]; i++)
		if (*name && !strcmp(names[i], name))
			return i;
	return NONE;
}

/* OP and a number: an operation that the guide reserves. */
static bool reserved_op(const char *name, uint32_t max, uint32_t *op)
{
	char *end;

	if (strncmp(name, "OP", 2) || !is_digit(name[2]))
		return false;
	*op = (uint32_t)strtoul(name + 2, &end, 10);
	return !*end && *op <= max;
}

static void put(uint32_t *dword, unsigned int shift, unsigned int width, uint32_t value)
{
	uint32_t bits = width == 32 ? ~0u : (1u << width) - 1;

	*dword = (*dword & ~(bits << shift)) | (value & bits) << shift;
}

static bool jump_label(struct as *as)
{
	struct jump *j = &as->jump[as->njumps];

	blanks(as);
	*j = (struct jump){ .at = as->at, .line_start = as->line_start, .line = as->line,
			    .slot = as->p->count };
	if (!word(as, j->name, "the name of a label"))
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
		return fail_at(as, start, "%s is no field or operation of %s instructions.", name,
			       r500_us_types[as->type]);
	if (!punct(as, '=')) {
		if (f->width > 1 || f->values)
			return fail_at(as, as->at, "%s needs a value: here a '=' is missing.",
				       name);
	} else if (!strcmp(name, "JUMP_ADDR") && is_letter(*as->at)) {
		return jump_label(as);
	} else if (is_digit(*as->at)) {
		if (!number(as, f->width == 32 ? ~0u : (1u << f->width) - 1, &value))
			return false;
	} else {
		blanks(as);
		start = as->at;
		if (!word(as, text, "a value"))
			return false;
		value = f->values ? find(f->values, text) : NONE;
		if (value == NONE)
			return fail_at(as, start, "%s is no value of %s.", text, name);
	}
	put(&as->inst[f->word], f->shift, f->width, value);
	return true;
}

/* An inline constant: 128 values are possible. */
static bool inline_constant(struct as *as, uint32_t *source)
{
	const char *start = as->at;
	double value = 0, place = 1024;
	uint32_t bits;

	while (is_digit(*as->at))
		value = value * 10 + (*as->at++ - '0');
	value *= 1024;
	if (*as->at == '.' && is_digit(as->at[1]))
		for (as->at++; is_digit(*as->at); as->at++) {
			place /= 10;
			value += place * (*as->at - '0');
		}
	for (bits = 0; bits < 128; bits++) {
		double d = value - r500_us_inline_1024(bits);

		if (d < 1e-6 && d > -1e-6) {
			*source = 0x80 | bits;
			return true;
		}
	}
	return fail_at(
		as, start,
		"This number is no inline constant: those have 3 bits of mantissa, up to 480.");
}

/* rN, cN, r[N+aL], c[N+aL] */
static bool register_name(struct as *as, bool constants, uint32_t *source)
{
	bool constant = *as->at == 'c', bracket;
	const char *start = as->at;
	uint32_t n;

	if (*as->at != 'r' && !(constants && constant))
		return fail_at(as, start, "Here a register is missing: %s.",
			       constants ? "r0 to r127 or c0 to c255" : "r0 to r127");
	as->at++;
	bracket = *as->at == '[';
	as->at += bracket;
	if (!is_digit(*as->at))
		return fail_at(as, start, "The register has no number.");
	if (!number(as, constant ? 255 : 127, &n))
		return false;
	*source = n | (uint32_t)constant << 8 | (uint32_t)bracket << 9;
	if (!bracket)
		return true;
	if (strncmp(as->at, "+aL]", 4))
		return fail_at(as, as->at, "Here \"+aL]\" is missing.");
	as->at += 4;
	return true;
}

static bool source_value(struct as *as, uint32_t *source)
{
	blanks(as);
	return is_digit(*as->at) ? inline_constant(as, source) : register_name(as, true, source);
}

/* rgb0=, a2=, rgbp= or ap=; @known: the name is one of them */
static bool source(struct as *as, const char *name, bool *known)
{
	bool alpha = name[0] == 'a';
	const char *which = name + (alpha ? 1 : 3);
	uint32_t *dword = &as->inst[alpha ? 2 : 1], value;
	char text[NAME_MAX_LEN];
	const char *start;

	*known = (alpha || !strncmp(name, "rgb", 3)) && which[0] && !which[1] &&
		 strchr("012p", which[0]);
	if (!*known)
		return true;
	if (!expect(as, '='))
		return false;
	if (*which == 'p') {
		start = as->at;
		if (!word(as, text, "a presubtract operation"))
			return false;
		value = find(r500_us_presubtracts, text);
		if (value == NONE)
			return fail_at(as, start,
				       "%s is no presubtract operation: BIAS, SUB, ADD, INV.",
				       text);
		put(dword, 30, 2, value);
		return true;
	}
	if (!source_value(as, &value))
		return false;
	put(dword, 10 * (unsigned int)(*which - '0'), 10, value);
	as->source[3 * alpha + *which - '0'] = value;
	return true;
}

/* A temporary register in eight bits. */
static bool temporary(struct as *as, uint32_t *temp)
{
	uint32_t value;

	blanks(as);
	if (!register_name(as, false, &value))
		return false;
	*temp = (value & 0x7f) | value >> 9 << 7;
	return true;
}

/* .rgb or ._; @allowed: the letters */
static bool mask(struct as *as, const char *allowed, uint32_t *bits)
{
	static const char letters[] = "rgba";

	*bits = 0;
	if (*as->at != '.')
		return fail_at(as, as->at,
			       "Here a mask is missing: '.' and some of \"%s\", or \"._\".",
			       allowed);
	as->at++;
	if (*as->at == '_') {
		as->at++;
		return true;
	}
	if (!is_letter(*as->at))
		return fail_at(as, as->at, "The mask is empty: \"._\" writes nothing.");
	for (; is_letter(*as->at); as->at++) {
		if (!strchr(allowed, *as->at))
			return fail_at(as, as->at, "The mask may have \"%s\" only.", allowed);
		*bits |= 1u << (strchr(letters, *as->at) - letters);
	}
	return true;
}

/* @count letters of @letters, @bits each; a single one stands for all */
static bool swizzle(struct as *as, const char *letters, unsigned int bits, unsigned int count,
		    uint32_t *value)
{
	const char *start = as->at, *letter;
	unsigned int i;

	*value = 0;
	if (*as->at != '.')
		return fail_at(as, start, "Here a swizzle is missing: '.' and %u of \"%s\".", count,
			       letters);
	as->at++;
	for (i = 0; i < count; i++) {
		letter = *as->at ? strchr(letters, *as->at) : NULL;
		if (!letter)
			return fail_at(as, as->at, "The swizzle has %u of \"%s\".", count, letters);
		*value |= (uint32_t)(letter - letters) << bits * i;
		as->at++;
	}
	if (is_letter(*as->at) || is_digit(*as->at))
		return fail_at(as, as->at, "The swizzle has more than %u channels.", count);
	return true;
}

/*
 * A source for a register that an operand names.  The rgb and the alpha part of a source are
 * separate registers, so that the channels of the swizzle decide which of them it needs.
 */
static bool allocate(struct as *as, uint32_t reg, uint32_t swizzles, unsigned int count,
		     const char *start, uint32_t *select)
{
	bool needs[2] = { false, false };
	unsigned int i, k;

	for (i = 0; i < count; i++)
		if ((swizzles >> 3 * i & 7) < 4)
			needs[(swizzles >> 3 * i & 7) == 3] = true;
	for (i = 0; i < 3; i++) {
		for (k = 0; k < 2; k++)
			if (needs[k] && as->source[3 * k + i] != NONE &&
			    as->source[3 * k + i] != reg)
				break;
		if (k < 2)
			continue;
		for (k = 0; k < 2; k++)
			if (needs[k]) {
				as->source[3 * k + i] = reg;
				put(&as->inst[1 + k], 10 * i, 10, reg);
			}
		*select = i;
		return true;
	}
	return fail_at(as, start,
		       "The instruction reads more than three registers: no source is free.");
}

/* 0, 0.5 or 1 without a swizzle; @bits: the operand */
static bool plain_constant(struct as *as, unsigned int count, uint32_t *bits, bool *is)
{
	static const struct { const char *text; uint32_t channel; } plain[] = {
		{ "0.5", 5 }, { "0", 4 }, { "1", 6 },
	};
	unsigned int i, k;
	size_t n;

	*is = false;
	for (i = 0; i < 3; i++) {
		n = strlen(plain[i].text);
		if (strncmp(as->at, plain[i].text, n) || as->at[n] == '.' || is_digit(as->at[n]))
			continue;
		as->at += n;
		*is = true;
		for (k = 0; k < count; k++)
			*bits |= plain[i].channel << (2 + 3 * k);
		return true;
	}
	return true;
}

/* The register or source of an operand, and its swizzle. */
static bool operand_value(struct as *as, unsigned int count, uint32_t *bits)
{
	const char *start = as->at;
	uint32_t select = 0, reg, channels;
	bool plain;

	if (!plain_constant(as, count, bits, &plain))
		return false;
	if (plain)
		return true;
	if (!strncmp(as->at, "src", 3)) {
		as->at += 3;
		if (!*as->at || !strchr("012p", *as->at))
			return fail_at(as, start, "A source is src0, src1, src2 or srcp.");
		select = *as->at == 'p' ? 3 : (uint32_t)(*as->at - '0');
		as->at++;
		if (!swizzle(as, R500_US_SWIZZLE, 3, count, &channels))
			return false;
	} else {
		if (!source_value(as, &reg) || !swizzle(as, R500_US_SWIZZLE, 3, count, &channels) ||
		    !allocate(as, reg, channels, count, start, &select))
			return false;
	}
	*bits |= select | channels << 2;
	return true;
}

static bool operand(struct as *as, bool alpha, uint32_t *bits)
{
	unsigned int count = alpha ? 1 : 3;
	uint32_t mod = 0;

	*bits = 0;
	if (punct(as, '-'))
		mod |= 1;
	if (punct(as, '|'))
		mod |= 2;
	blanks(as);
	if (!operand_value(as, count, bits))
		return false;
	if (mod & 2 && !expect(as, '|'))
		return false;
	*bits |= mod << (2 + 3 * count);
	return true;
}

static bool modifiers(struct as *as, bool alpha)
{
	char name[NAME_MAX_LEN];
	const char *start;
	uint32_t omod;

	while (*as->at == '.') {
		start = ++as->at;
		if (!word(as, name, "a modifier"))
			return false;
		omod = find(r500_us_omods, name);
		if (!strcmp(name, "CLAMP"))
			put(&as->inst[0], alpha ? 20 : 19, 1, 1);
		else if (omod != NONE)
			put(&as->inst[alpha ? 4 : 3], 26, 3, omod);
		else
			return fail_at(as, start,
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
		blanks(as);
		start = as->at;
		if (!is_letter(*start))
			return true;
		if (!word(as, name, "a target"))
			return false;
		if (alpha && !strcmp(name, "W")) {
			put(&as->inst[4], 31, 1, 1);
			continue;
		}
		target = find(names, name);
		if (target == NONE)
			return fail_at(as, start, as->type == R500_US_OUT ?
				       "%s is no target: A, B, C, D%s." :
				       "%s is no compare: EQUAL, LESS, GREATER_EQUAL, NOT_EQUAL%s.",
				       name, alpha ? ", or W" : "");
		if (!mask(as, alpha ? "a" : "rgb", &bits))
			return false;
		put(&as->inst[alpha ? 4 : 3], 29, 2, target);
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

	for (n = 0; punct(as, ','); n++) {
		if (n == 3)
			return fail_at(as, as->at, "An operation has three operands at most.");
		if (!operand(as, alpha, &bits))
			return false;
		put(&as->inst[where[alpha][n].word], where[alpha][n].shift, alpha ? 7 : 13, bits);
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

	blanks(as);
	start = as->at;
	if (!word(as, name, "RGB or ALPHA"))
		return false;
	alpha = !strcmp(name, "ALPHA");
	if (!alpha && strcmp(name, "RGB"))
		return fail_at(as, start, "After the semicolon comes RGB or ALPHA, not %s.", name);
	if (seen[alpha])
		return fail_at(as, start, "The instruction has %s twice.", name);
	seen[alpha] = true;
	blanks(as);
	start = as->at;
	if (!word(as, name, "an operation"))
		return false;
	op = find(alpha ? r500_us_alpha_ops : r500_us_rgb_ops, name);
	if (op == NONE && !reserved_op(name, 15, &op))
		return fail_at(as, start, "%s is no operation of the %s unit.", name,
			       alpha ? "ALPHA" : "RGB");
	put(&as->inst[alpha ? 4 : 5], 0, 4, op);
	if (!modifiers(as, alpha) || !temporary(as, &dest) || !mask(as, alpha ? "a" : "rgb", &bits))
		return false;
	put(&as->inst[alpha ? 4 : 5], 4, 8, dest);
	as->inst[0] |= bits << 11;
	return outputs(as, alpha) && operands(as, alpha);
}

static bool alu(struct as *as)
{
	bool known, seen[2] = { false, false };
	char name[NAME_MAX_LEN];
	const char *start;

	for (;;) {
		blanks(as);
		start = as->at;
		if (!is_letter(*start))
			break;
		if (!word(as, name, "a field") || !source(as, name, &known) ||
		    (!known && !field(as, name, start)))
			return false;
	}
	while (punct(as, ';')) {
		while (newline(as))
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

	if (!temporary(as, &temp) || !swizzle(as, "rgba", 2, 4, &channels))
		return false;
	put(&as->inst[word_number], shift, 8, temp);
	put(&as->inst[word_number], letters, 8, channels);
	return true;
}

static bool tex_operands(struct as *as)
{
	uint32_t temp, bits, unit;

	if (!temporary(as, &temp) || !mask(as, "rgba", &bits) || !expect(as, ','))
		return false;
	put(&as->inst[2], 16, 8, temp);
	as->inst[0] |= bits << 11;
	blanks(as);
	if (*as->at != 't' || !is_digit(as->at[1]))
		return fail_at(as, as->at, "Here a texture is missing: t0 to t15.");
	as->at++;
	if (!number(as, 15, &unit) || !swizzle(as, "rgba", 2, 4, &bits) || !expect(as, ','))
		return false;
	put(&as->inst[1], 16, 4, unit);
	put(&as->inst[2], 24, 8, bits);
	if (!coordinates(as, 2, 0, 8))
		return false;
	if (!punct(as, ','))
		return true;
	return coordinates(as, 3, 0, 8) && expect(as, ',') && coordinates(as, 3, 16, 24);
}

static bool tex(struct as *as)
{
	char name[NAME_MAX_LEN];
	const char *start;
	uint32_t op;

	for (;;) {
		blanks(as);
		start = as->at;
		if (!word(as, name, "a texture operation"))
			return false;
		blanks(as);
		op = find(r500_us_tex_ops, name);
		if (op == NONE && !reserved_op(name, 7, &op))
			op = NONE;
		/* NOP is a field as well: the operation stands before a register. */
		if (op != NONE && (*as->at == 'r' || strcmp(name, "NOP")))
			break;
		if (!field(as, name, start))
			return false;
	}
	put(&as->inst[1], 22, 3, op);
	return tex_operands(as);
}

static bool fc(struct as *as)
{
	char name[NAME_MAX_LEN];
	const char *start;
	bool seen = false;
	uint32_t op;

	for (;;) {
		blanks(as);
		start = as->at;
		if (!is_letter(*start))
			break;
		if (!word(as, name, "a field"))
			return false;
		op = find(r500_us_fc_ops, name);
		if (op == NONE) {
			if (!field(as, name, start))
				return false;
			continue;
		}
		if (seen)
			return fail_at(as, start, "The instruction has two operations.");
		seen = true;
		put(&as->inst[2], 0, 3, op);
	}
	return seen || fail_at(as, start, "Here a flow control operation is missing.");
}

static bool dwords(struct as *as)
{
	unsigned int i;

	for (i = 0; i < CTM_AS_DW; i++)
		if (!number(as, ~0u, &as->inst[i]))
			return false;
	return true;
}

static bool instruction(struct as *as)
{
	char name[NAME_MAX_LEN];
	const char *start = as->at;
	unsigned int i;

	if (as->p->count == CTM_AS_MAX)
		return fail_at(as, start, "The program has more than %u instructions.", CTM_AS_MAX);
	as->p->line[as->p->count] = as->line;
	as->inst = as->p->words + CTM_AS_DW * as->p->count;
	memset(as->inst, 0, 4 * CTM_AS_DW);
	for (i = 0; i < 6; i++)
		as->source[i] = NONE;
	if (!strncmp(start, ".inst", 5)) {
		as->at += 5;
		return dwords(as);
	}
	if (!word(as, name, "an instruction"))
		return false;
	as->type = find(r500_us_types, name);
	if (as->type == NONE)
		return fail_at(as, start, "%s is no instruction: ALU, OUT, FC, TEX.", name);
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
	if (!word(as, name, "a label"))
		return false;
	as->at++;
	if (label_slot(as, name) != NONE)
		return fail_at(as, start, "The label %s is there twice.", name);
	if (as->nlabels == LABELS)
		return fail_at(as, start, "The program has more than %d labels.", LABELS);
	strcpy(as->label[as->nlabels].name, name);
	as->label[as->nlabels++].slot = as->p->count;
	return true;
}

static bool line(struct as *as)
{
	bool is;

	do {
		blanks(as);
		if (!label(as, &is))
			return false;
	} while (is);
	blanks(as);
	if (!*as->at || *as->at == '\n')
		return true;
	if (!instruction(as))
		return false;
	as->p->count++;
	blanks(as);
	if (*as->at && *as->at != '\n')
		return fail_at(as, as->at, "The instruction has ended, but not the line.");
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
			return fail_at(as, j->at, "The label %s does not exist.", j->name);
		}
		put(&as->p->words[CTM_AS_DW * j->slot + 3], 16, 9, slot);
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
	} while (good && newline(as));
	good = good && resolve(as);
	free(as);
	return good ? 0 : -1;
}
