/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * What the files of the assembler share.  ctm_as.c reads lines and instructions, and calls
 * ctm_as_operand.c for registers, masks and swizzles; both call ctm_as_text.c for words, numbers
 * and errors.
 *
 * Each function that reads a part of the text returns false after it has filled in the error, and
 * its callers return at once.  No state but struct as, no allocation.
 */
#ifndef CTM_AS_INT_H
#define CTM_AS_INT_H

#include <stdbool.h>
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

static inline bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* ctm_as_text.c */
bool as_fail(struct as *as, const char *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void as_blanks(struct as *as);
bool as_newline(struct as *as);
bool as_punct(struct as *as, char c);
bool as_expect(struct as *as, char c);
bool as_word(struct as *as, char *name, const char *what);
bool as_number(struct as *as, uint32_t max, uint32_t *value);
uint32_t as_find(const char * const *names, const char *name);
void as_put(uint32_t *dword, unsigned int shift, unsigned int width, uint32_t value);

/* ctm_as_operand.c */
bool as_source(struct as *as, const char *name, bool *known);
bool as_temporary(struct as *as, uint32_t *temp);
bool as_mask(struct as *as, const char *allowed, uint32_t *bits);
bool as_swizzle(struct as *as, const char *letters, unsigned int bits, unsigned int count,
		uint32_t *value);
bool as_operand(struct as *as, bool alpha, uint32_t *bits);

#endif /* CTM_AS_INT_H */
