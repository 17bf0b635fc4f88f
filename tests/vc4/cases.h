/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cases: a name, the rule that refuses the submission (ACCEPTED: none), its sentence, and the
 * statements that change the base submission *s.
 */
#ifndef VC4_CASES_H
#define VC4_CASES_H

#include "sub.h"
#include "../pm4/tap.h"

void expect(const char *name, u32 rule, const char *words, const struct sub *s);

#define T(name, rule, words, ...) \
	do { \
		static struct sub sub, *s = &sub; \
		base(s); \
		__VA_ARGS__; \
		expect(name, VC4_##rule, words, s); \
	} while (0)

/* A neighbour of a hole: it is accepted. */
#define GOOD(name, ...) T(name, ACCEPTED, "accepted", __VA_ARGS__)

void test_list(void);
void test_records(void);
void test_textures(void);
void test_programs(void);
void test_branches(void);
void test_render(void);
void test_files(void);
void test_words(void);
void test_hostile(void);
void test_guide(void);

#endif /* VC4_CASES_H */
