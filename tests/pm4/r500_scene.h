/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Streams for R5xx, made of register writes and packets, for the tests of pm4/r500.
 *
 * scene_begin() writes all state that a draw needs: a colour target, depth, a texture, a vertex
 * array and programs.  A test changes some of it, draws, and asks the checker and the oracle.
 * Registers are byte offsets, as in AMD's guide: nothing here comes from the tables.
 */
#ifndef R500_SCENE_H
#define R500_SCENE_H

#include "pm4.h"
#include "r500/pm4_r500.h"

#define SCENE_DW	4096u
#define SCENE_BUFFERS	8u
#define SCENE_RELOCS	64u

/* Buffers of scene_begin() and their sizes. */
enum { B_COLOR, B_DEPTH, B_TEXTURE, B_VERTEX, B_INDEX, B_QUERY, B_SPARE, B_LAST };

/**
 * struct scene - a stream and its buffers
 * @card: the card
 * @ib: the dwords
 * @n: number of dwords
 * @buffers: the relocation list
 * @addrs: their addresses
 * @flags: PM4_KEEP_TILING, PM4_OWNS_*
 * @reloc: dwords that take an address, in the order of the stream
 * @index: relocation of each of them
 * @nrelocs: their number
 * @moved: without the checker: the stream with its addresses
 */
struct scene {
	struct pm4_card card;
	u32 ib[SCENE_DW];
	u32 n;
	struct pm4_buffer buffers[SCENE_BUFFERS];
	u64 addrs[SCENE_BUFFERS];
	u32 flags;
	u32 reloc[SCENE_RELOCS];
	u32 index[SCENE_RELOCS];
	u32 nrelocs;
};

/**
 * struct answer - the checker's answer, and the oracle's
 * @refused: pm4_check() has refused the stream
 * @verdict: why
 * @result: of an accepted stream
 * @text: the sentence
 * @patches: the patches of an accepted stream
 * @written: relocations that it can write
 * @out: the patched stream
 * @faults: accepted: faults of the patched stream; refused: faults of the stream with its
 *	addresses, as a checker without rules would run it
 * @fault: the first of them
 */
struct answer {
	bool refused;
	struct pm4_verdict verdict;
	struct pm4_result result;
	char text[PM4_VERDICT_TEXT];
	struct pm4_patch patches[SCENE_DW];
	u64 written;
	u32 out[SCENE_DW];
	u32 faults;
	char fault[256];
};

/**
 * struct hole - a stream with a fault, and a neighbour without it
 * @what: the fault
 * @make: changes a scene into the stream, or for @ok into the neighbour, and draws
 * @code: code of the verdict
 * @reg: its register; 0: any
 */
struct hole {
	const char *what;
	void (*make)(struct scene *s, bool ok);
	u32 code, reg;
};

void scene_empty(struct scene *s, u32 chip);
void scene_begin(struct scene *s, u32 chip);
void dw(struct scene *s, u32 value);
void reg(struct scene *s, u32 offset, u32 value);
void address(struct scene *s, u32 offset, u32 value, u32 buffer);
void nop(struct scene *s, u32 buffer);
void packet(struct scene *s, u32 op, u32 count);
void place(struct scene *s, u32 buffer);
void upload(struct scene *s, u32 index, const u32 *words, u32 count);
void arrays(struct scene *s, u32 buffer, u32 offset, u32 size, u32 stride);
void empty_caches(struct scene *s);
void draw_list(struct scene *s, u32 count);
void draw_data(struct scene *s, u32 count, u32 ndw);
void draw_indices(struct scene *s, u32 count);
void draw_buffer(struct scene *s, u32 count, u32 offset, u32 ndw);
u32 *last(struct scene *s, u32 offset);

const struct answer *ask(struct scene *s);
void forget(const struct scene *s);
bool accepted(struct scene *s);
bool refused(struct scene *s, u32 code);
bool refused_dw(u32 chip, u32 code, u32 n, ...);
void without(struct scene *s, u32 offset);

/*
 * The checker must refuse each stream, the oracle must find its fault without the checker, and both
 * must accept the neighbour.
 */
void try_holes(const struct hole *holes, u32 count);

void test_holes_of_vertices(void);
void test_holes_of_textures(void);
void test_holes_of_targets(void);
void test_holes_of_denied(void);
void test_holes_of_rams(void);
void test_vertices(void);
void test_guide(void);
void test_moved(void);
void test_caches(void);
void test_rules(void);
void test_left_over(void);
void test_surfaces(void);
void test_front(void);
void test_decode_packets(void);
void test_own(void);
void test_programs(void);
void test_corpus(void);

#endif /* R500_SCENE_H */
