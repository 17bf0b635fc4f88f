/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the judge by execution knows of a generation: packets, state that another client may have left, its oracle,
 * and its mutations.
 */
#ifndef FUZZ_DRAW_FRONT_H
#define FUZZ_DRAW_FRONT_H

#include "draw.h"
#include "r500/pm4_r500.h"
#include "run.h"

/**
 * struct draw_loose - a register that another client may have left
 * @reg: its number
 * @bits: bits that may have any value; @value: the others
 * @reset: it is a part of neutral state
 */
struct draw_loose {
	u32 reg, bits, value;
	bool reset;
};

/**
 * struct draw_front - a generation
 * @front: of the checker
 * @next: added to addresses of the next client
 * @steps: instructions after which a program is endless, of whole and of sparse draws (gpu_sparse())
 * @draws: whether the packet with this header makes the chip draw
 * @reg: byte address of the register that dword @n of the packet writes, from 1 on; 0: it writes none
 * @loose: writes the registers that a client can change to @loose, without @reset, and returns their number
 * @leave: writes the other state: programs, constants, state of the CP
 * @judge: gives a preamble and the stream to the oracle, with @o->trace set for the stream alone
 */
struct draw_front {
	const struct pm4_front *front;
	u64 next;
	u32 steps[2];
	bool (*draws)(u32 header);
	u32 (*reg)(const u32 *packet, u32 n);
	u32 (*loose)(struct pm4_checker *ck, struct draw_loose *loose);
	void (*leave)(struct replay *r, const struct r6cs *cs, u64 seed);
	void (*judge)(struct oracle *o, const struct r6cs *cs, const u32 *preamble, u32 preamble_dw, const u32 *ib,
		      void (*trace)(void *ctx, const struct oracle_access *a));
};

extern const struct draw_front draw_r600, draw_r500;

/* draw_mutate.c */

/* Bits of a dword, or of a register. */
struct draw_field {
	u32 reg;
	u8 low, bits;
};

void draw_set_field(struct random *r, u32 *word, const struct draw_field *f);
struct draw_edit *draw_new_edit(struct draw_case *c, struct random *r);

/* Changes a case in one way. */
void draw_mutate_r500(struct draw_case *c, struct random *r);
void draw_mutate_r600(struct draw_case *c, struct random *r);
/* Whether programs of R6xx begin in the buffer: their ends are in no rule, so it keeps its size. */
bool draw_has_program(const struct stream *s, u32 bo);

#endif /* FUZZ_DRAW_FRONT_H */
