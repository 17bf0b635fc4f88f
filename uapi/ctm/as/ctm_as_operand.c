// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Operands: registers, inline constants, masks and swizzles, and the sources that they need.
 */
#include "ctm_as_int.h"

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
	return as_fail(
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
		return as_fail(as, start, "Here a register is missing: %s.",
			       constants ? "r0 to r127 or c0 to c255" : "r0 to r127");
	as->at++;
	bracket = *as->at == '[';
	as->at += bracket;
	if (!is_digit(*as->at))
		return as_fail(as, start, "The register has no number.");
	if (!as_number(as, constant ? 255 : 127, &n))
		return false;
	*source = n | (uint32_t)constant << 8 | (uint32_t)bracket << 9;
	if (!bracket)
		return true;
	if (strncmp(as->at, "+aL]", 4))
		return as_fail(as, as->at, "Here \"+aL]\" is missing.");
	as->at += 4;
	return true;
}

static bool source_value(struct as *as, uint32_t *source)
{
	as_blanks(as);
	return is_digit(*as->at) ? inline_constant(as, source) : register_name(as, true, source);
}

/* rgb0=, a2=, rgbp= or ap=; @known: the name is one of them */
bool as_source(struct as *as, const char *name, bool *known)
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
	if (!as_expect(as, '='))
		return false;
	if (*which == 'p') {
		start = as->at;
		if (!as_word(as, text, "a presubtract operation"))
			return false;
		value = as_find(r500_us_presubtracts, text);
		if (value == NONE)
			return as_fail(as, start,
				       "%s is no presubtract operation: BIAS, SUB, ADD, INV.",
				       text);
		as_put(dword, 30, 2, value);
		return true;
	}
	if (!source_value(as, &value))
		return false;
	as_put(dword, 10 * (unsigned int)(*which - '0'), 10, value);
	as->source[3 * alpha + *which - '0'] = value;
	return true;
}

/* A temporary register in eight bits. */
bool as_temporary(struct as *as, uint32_t *temp)
{
	uint32_t value;

	as_blanks(as);
	if (!register_name(as, false, &value))
		return false;
	*temp = (value & 0x7f) | value >> 9 << 7;
	return true;
}

/* .rgb or ._; @allowed: the letters */
bool as_mask(struct as *as, const char *allowed, uint32_t *bits)
{
	static const char letters[] = "rgba";

	*bits = 0;
	if (*as->at != '.')
		return as_fail(as, as->at,
			       "Here a mask is missing: '.' and some of \"%s\", or \"._\".",
			       allowed);
	as->at++;
	if (*as->at == '_') {
		as->at++;
		return true;
	}
	if (!is_letter(*as->at))
		return as_fail(as, as->at, "The mask is empty: \"._\" writes nothing.");
	for (; is_letter(*as->at); as->at++) {
		if (!strchr(allowed, *as->at))
			return as_fail(as, as->at, "The mask may have \"%s\" only.", allowed);
		*bits |= 1u << (strchr(letters, *as->at) - letters);
	}
	return true;
}

/* @count letters of @letters, @bits each; a single one counts for all */
bool as_swizzle(struct as *as, const char *letters, unsigned int bits, unsigned int count,
		uint32_t *value)
{
	const char *start = as->at, *letter;
	unsigned int i;

	*value = 0;
	if (*as->at != '.')
		return as_fail(as, start, "Here a swizzle is missing: '.' and %u of \"%s\".", count,
			       letters);
	as->at++;
	for (i = 0; i < count; i++) {
		letter = *as->at ? strchr(letters, *as->at) : NULL;
		if (!letter)
			return as_fail(as, as->at, "The swizzle has %u of \"%s\".", count, letters);
		*value |= (uint32_t)(letter - letters) << bits * i;
		as->at++;
	}
	if (is_letter(*as->at) || is_digit(*as->at))
		return as_fail(as, as->at, "The swizzle has more than %u channels.", count);
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
				as_put(&as->inst[1 + k], 10 * i, 10, reg);
			}
		*select = i;
		return true;
	}
	return as_fail(as, start,
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
			return as_fail(as, start, "A source is src0, src1, src2 or srcp.");
		select = *as->at == 'p' ? 3 : (uint32_t)(*as->at - '0');
		as->at++;
		if (!as_swizzle(as, R500_US_SWIZZLE, 3, count, &channels))
			return false;
	} else {
		if (!source_value(as, &reg) ||
		    !as_swizzle(as, R500_US_SWIZZLE, 3, count, &channels) ||
		    !allocate(as, reg, channels, count, start, &select))
			return false;
	}
	*bits |= select | channels << 2;
	return true;
}

bool as_operand(struct as *as, bool alpha, uint32_t *bits)
{
	unsigned int count = alpha ? 1 : 3;
	uint32_t mod = 0;

	*bits = 0;
	if (as_punct(as, '-'))
		mod |= 1;
	if (as_punct(as, '|'))
		mod |= 2;
	as_blanks(as);
	if (!operand_value(as, count, bits))
		return false;
	if (mod & 2 && !as_expect(as, '|'))
		return false;
	*bits |= mod << (2 + 3 * count);
	return true;
}
