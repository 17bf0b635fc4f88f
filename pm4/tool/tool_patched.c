// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 check --dump: print what the card would get of an accepted stream, for programs that judge
 * it: where the buffers are, the neutral preamble in full, and the stream with its patches.
 */
#include <stdlib.h>
#include "pm4_table.h"
#include "tool.h"

#define PAGE		4096ull
#define ROW_DW		8u

/* The driver's buffer for neutral addresses: below the first buffer of a stream. */
#define NULL_ADDR	(1ull << 16)
#define NULL_BYTES	(1ull << 16)

static void print_dwords(char kind, const u32 *dw, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		if (i % ROW_DW == 0)
			putchar(kind);
		printf(" %08x", dw[i]);
		if (i % ROW_DW == ROW_DW - 1 || i == count - 1)
			putchar('\n');
	}
}

/* Returns true if a neutral value of the front is the address of the driver's buffer. */
static bool needs_null(const struct pm4_tables *tables)
{
	u32 i;

	for (i = 0; i < tables->state_first[PM4_GROUPS]; i++)
		if (tables->state_regs[i].kind == PM4_NEUTRAL_NULL)
			return true;
	return false;
}

/* The preamble of a stream that inherits everything. */
static int print_preamble(const struct pm4_card *card)
{
	u32 *out = calloc(card->front->preamble_max_dw, sizeof(*out));
	struct pm4_live all;

	if (!out)
		return -1;
	memset(&all, 0xff, sizeof(all));
	print_dwords('p', out, pm4_neutral_emit(card, &all, NULL_ADDR, out,
						card->front->preamble_max_dw));
	free(out);
	return 0;
}

/**
 * print_patched() - print what the card would get
 * @cs: an accepted stream, with its patches applied to @cs->ib
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int print_patched(const struct r6cs *cs, char *error)
{
	bool gfx = cs->in.ring == PM4_RING_GFX;
	u32 i;

	for (i = 0; i < cs->in.nbuffers; i++)
		printf("buffer %u 0x%llx %llu\n", i, (unsigned long long)cs->addrs[i],
		       (unsigned long long)(cs->in.buffers[i].size + PAGE - 1) / PAGE * PAGE);
	if (gfx && needs_null(cs->card.front->tables))
		printf("null 0x%llx %llu\n", NULL_ADDR, NULL_BYTES);
	if (gfx && print_preamble(&cs->card))
		return r6cs_err(error, "out of memory");
	print_dwords('s', cs->ib, cs->in.ib_dw);
	return 0;
}
