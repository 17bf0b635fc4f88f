/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recorded streams (.r6cs) for the oracle, the fuzzers and their tools: a reader
 * of its own, so that a fault of the pm4 tool's reader cannot hide here.
 */
#ifndef ORACLE_R6CS_H
#define ORACLE_R6CS_H

#include "r600/pm4_r600.h"

/* Chips of R5xx; their numbers count from 0, like the numbers of R6xx/R7xx. */
#define R6CS_R5XX_CHIPS		6u

#define R6CS_MAX_DW		(1u << 20)
#define R6CS_MAX_RELOCS		65536u
#define R6CS_STRAPS		65u

/* Buffers are placed at multiples of this, with as much between them. */
#define R6CS_PLACE		(1ull << 20)
#define R6CS_FIRST_ADDR		(16ull << 20)
#define R6CS_END_ADDR		(1ull << 39)
#define R6CS_R5XX_END_ADDR	(1ull << 31)	/* the other half is for another client */

/**
 * struct r6cs - one recorded submission, placed
 *
 * Each relocation has an address of its own, also where several name the same buffer:
 * then an address says which relocation it came from.
 *
 * @card: the chip and the straps that the stream assumes
 * @r5xx: the chip is one of R5xx
 * @owns: R5xx: RAM that the client owns: 1 HyperZ, 2 CMASK
 * @straps: 0 for the recorded card's, else a number below R6CS_STRAPS
 * @ring: 0 gfx, 1 DMA, 3 UVD
 * @flags: the client's flags; bit 0 is PM4_KEEP_TILING
 * @ib: the dwords
 * @ib_dw: their number
 * @buffers: the relocation list
 * @addrs: the address of each, a multiple of its alignment and of no more
 * @nbuffers: its length
 */
struct r6cs {
	struct pm4_card card;
	bool r5xx;
	u32 owns;
	u32 straps;
	u32 ring;
	u32 flags;
	u32 *ib;
	u32 ib_dw;
	struct pm4_buffer *buffers;
	u64 *addrs;
	u32 nbuffers;
};

const char *r6cs_parse(struct r6cs *cs, const u8 *data, size_t size);
const char *r6cs_load(struct r6cs *cs, const char *path);
void r6cs_free(struct r6cs *cs);
bool r6cs_card(const char *name, struct pm4_card *card);
bool r6cs_r5xx_card(const char *name, struct pm4_card *card);
const char *r6cs_card_name(u32 chip);
void r6cs_relocate(const struct r6cs *cs, u32 *out);
void r6cs_r500_relocate(const struct r6cs *cs, u32 *out);

#endif /* ORACLE_R6CS_H */
