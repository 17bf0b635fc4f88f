/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Streams of the tests of pm4/si, and the checker's answers.
 */
#ifndef SI_SCENE_H
#define SI_SCENE_H

#include "pm4_table.h"
#include "pm4_si.h"
#include "si.h"
#include "si_tables.h"

/* Header of a type-3 packet with @n dwords after it. */
#define P(op, n)	(0xc0000000u | ((n) - 1u) << 16 | (u32)(op) << 8)
#define PO(name, n)	P(PM4_OP_##name, n)

/* A list of dwords, and its length. */
#define DW(...)		(const u32[]){ __VA_ARGS__ }, sizeof((u32[]){ __VA_ARGS__ }) / 4

/**
 * struct said - the checker's answer to a stream
 * @verdict: its verdict
 * @result: the description of an accepted stream
 * @text: the sentence
 * @notes: the notes
 * @nnotes: their number
 */
struct said {
	struct pm4_verdict verdict;
	struct pm4_result result;
	char text[PM4_VERDICT_TEXT];
	struct pm4_verdict notes[4];
	u32 nnotes;
};

#define NUMBER(reg)	((reg) / 4)	/* dword number */
#define ANY		(~0u)

/* Packets between others. */
#define NOP1		PO(NOP, 1), 0
#define DRAW		PO(DRAW_INDEX_AUTO, 2), 3, 2

/**
 * struct rule - a stream, and the answer that the checker must give
 * @what: the stream
 * @code: rule of the refusal, 0: accepted
 * @dword: its dword; ANY: not compared
 * @words: part of the sentence
 * @ib: the dwords
 * @dw: their number
 * @const_ib: dwords for the constant engine
 * @const_dw: their number
 * @ring: the ring
 */
struct rule {
	const char *what;
	enum pm4_code code;
	u32 dword;
	const char *words;
	const u32 *ib;
	u32 dw;
	const u32 *const_ib;
	u32 const_dw;
	enum pm4_ring ring;
};

#define GOOD(what, ...)	{ what, 0, ANY, NULL, DW(__VA_ARGS__) }
#define BAD(what, code, dword, words, ...) \
	{ what, PM4_CODE_##code, dword, words, DW(__VA_ARGS__) }

void try_rules(const struct rule *rules, u32 n);

/* The first fault that the oracle finds in @seeds runs of a stream, or NULL. */
const char *find_fault(const struct pm4_input *in, u32 chip, u32 seeds);

const struct said *ask(const struct pm4_input *in);
const struct said *ask_chip(const struct pm4_input *in, u32 chip);

/* The parts of pm4-si-test; all run from the top of the tree. */
void test_rules(void);		/* for each rule a stream that breaks it, and one that does not */
void test_guide(void);		/* the same for the guide's rules beside the rows */
void test_map(void);		/* addresses against a map */
void test_when(void);		/* addresses under a condition */
void test_engines(void);	/* the two engines against all interleavings */
void test_lists(void);		/* the tables beside radeon's lists */
void test_streams(void);	/* recorded streams, and mutations of them */
void test_files(void);		/* the reader of version 2 */
void test_show(void);		/* the decoder */

/* si_radeon.c: radeon's parser of these chips, in short; true if it takes the stream. */
bool radeon_takes(const struct pm4_input *in);
extern const u8 radeon_gfx[], radeon_compute[], radeon_const[];
extern const u32 radeon_config[];

#endif /* SI_SCENE_H */
