/* SPDX-License-Identifier: GPL-2.0 */
/* What the two halves of the reader of texts share: lines of listings, and dumps of memory. */
#ifndef PM4_TOOL_TEXT_READER_H
#define PM4_TOOL_TEXT_READER_H

#include "tool_text.h"

#define DIGITS		8
#define MAX_DWORDS	(16u << 20)
#define MAX_GAP		(1u << 18)	/* dwords that a text may lack: the largest ring's */
#define FILLER		0x80000000u	/* type 2 */

enum listing { LISTING_NONE, LISTING_INDEXED, LISTING_UMR, LISTING_DUMP, LISTING_BARE };

/* What the number before a line of a dump counts. */
enum unit { HEX_BYTES, OCT_BYTES, DEC_BYTES, DEC_DWORDS, HEX_DWORDS, UNITS };

/**
 * struct reader - the text as far as it was read
 * @t: receives the dwords
 * @listing: what it is; LISTING_NONE before the first dword
 * @name: of LISTING_INDEXED, the text before the bracket
 * @name_size: its length
 * @line: number of the line, from 1
 * @units: of LISTING_DUMP, a bit for each unit in which all numbers so far fit
 * @first: the first number, in bytes, by unit
 * @line_dw: dwords of the last line
 * @star: a line of a dump said that the line before it repeats
 * @table: the head line of a ring in amdgpu's dump was read
 * @in_order: the words of a dump are bytes in their order
 * @counts: of LISTING_BARE, the first word of each line has counted the bytes so far
 * @lines: lines of LISTING_BARE
 * @next: the first word of the next line, if @counts
 * @error: receives the message
 */
struct reader {
	struct text *t;
	enum listing listing;
	const char *name;
	size_t name_size;
	u32 line;
	u32 units;
	u64 first[UNITS];
	u32 line_dw;
	bool star, table, in_order, counts;
	u32 lines, next;
	char *error;
};

/* A token of hexadecimal digits, with or without 0x. */
struct word {
	const char *text;
	u32 digits;
	u64 value;
	bool prefix;
};

/* tool_text_reader.c */
const char *skip_blanks(const char *p, const char *end);
const char *take_word(const char *p, const char *end, struct word *w);
int no_dword(struct reader *r, const struct word *w);
int add_dword(struct reader *r, u32 value);
int add_gap(struct reader *r, u64 dwords);
int is_listing(struct reader *r, enum listing listing);

/* tool_text_dump.c */
int take_dump(struct reader *r, const char *p, const char *end);
void end_dump(struct reader *r);

#endif
