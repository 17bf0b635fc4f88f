/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pm4 tool's own parts: recorded streams, and one function per command.
 */
#ifndef PM4_TOOL_H
#define PM4_TOOL_H

#include "pm4.h"

/* Longest message of r6cs_read(), with its NUL. */
#define R6CS_ERROR 256

/**
 * struct r6cs - a recorded stream
 * @name: its file
 * @card: the card that it was recorded for
 * @in: what pm4_check() takes
 * @buffers: @in.buffers, one per relocation, for freeing
 * @addrs: address of each relocation's buffer
 * @ib: @in.ib, for freeing
 * @known: false when the chip is none of the twelve: nothing but @in.ib is filled
 * @chip: the chip's name in the file
 * @ring: the ring's number in the file: 0 gfx, 1 DMA, 3 UVD
 */
struct r6cs {
	const char *name;
	struct pm4_card card;
	struct pm4_input in;
	struct pm4_buffer *buffers;
	u64 *addrs;
	u32 *ib;
	bool known;
	char chip[17];
	u32 ring;
};

int r6cs_read(const char *name, struct r6cs *cs, char *error);
int r6cs_parse(const void *data, size_t size, struct r6cs *cs, char *error);
void r6cs_free(struct r6cs *cs);
void r6cs_card(enum pm4_chip chip, struct pm4_card *card);
int r6cs_chip(const char *name);

int tool_check(int nfiles, char **files);
int tool_decode(int nfiles, char **files);
int tool_dump(int nfiles, char **files);
int tool_stats(int nfiles, char **files);
int tool_bench(int nfiles, char **files);
int tool_tables(int nfiles, char **files);

#endif /* PM4_TOOL_H */
