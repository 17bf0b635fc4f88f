/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The sentences of refusals: the shared part of the rows' files.  check_words.c compares, and notes
 * which codes it has seen.
 */
#ifndef CHECK_WORDS_H
#define CHECK_WORDS_H

#include "check_scene.h"
#include "tap.h"

#define OP(x) PM4_OP_##x
#define CODE(x) PM4_CODE_##x
#define R(x) PM4_R_##x

void words_compare(const struct scene *s, u32 code, const char *words);
void words_expect(struct scene *s, u32 code, const char *words);
void words_small(struct scene *s);
void words_unset(struct scene *s, u32 reg);
void words_strmout(struct scene *s);

void test_packet_words(struct scene *s);
void test_stream_words(struct scene *s);
void test_draw_words(struct scene *s);
void test_state_words(struct scene *s);

#endif /* CHECK_WORDS_H */
