// SPDX-License-Identifier: GPL-2.0
/* R5xx for the judge by execution: see struct draw_front. */
#include <string.h>

#include "draw_front.h"

#define NOP		0xc0001000u
#define ONE_REG		0x8000u
#define SU_REG_DEST	0x42c8u
#define FG_ZBREG_DEST	0x4be8u
#define TX_FILTER0_0	0x4400u
#define TX_FILTER0_15	0x443cu

static bool draws(u32 header)
{
	u32 op = header >> 8 & 0xff;

	return header >> 30 == 3 && ((op >= 0x28 && op <= 0x2a) || (op >= 0x33 && op <= 0x36));
}

static u32 reg_of(const u32 *packet, u32 n)
{
	if (packet[0] >> 30)
		return 0;
	return 4 * ((packet[0] & 0x1fff) + (packet[0] & ONE_REG ? 0 : n - 1));
}

/* Whether a stream of one write, with a buffer for its address or without, is accepted. */
static bool accepted(struct pm4_checker *ck, u32 reg, u32 value, bool reloc)
{
	static const struct pm4_buffer buffer = { .size = 1ull << 32, .align = R6CS_PLACE, .writable = true };
	u32 ib[4] = { reg / 4, value, NOP, 0 };
	struct pm4_input in = {
		.ib = ib, .ib_dw = reloc ? 4 : 2, .buffers = &buffer, .nbuffers = 1,
		.flags = PM4_KEEP_TILING | PM4_OWNS_HYPERZ | PM4_OWNS_CMASK,
	};
	struct pm4_patch patches[8];
	struct pm4_verdict verdict;
	struct pm4_result result;
	u64 written;

	return !pm4_check(ck, &in, patches, pm4_patches_max(ck->front, in.ib_dw), &written, &result, &verdict);
}

/* Bits that a client can set one by one.  Addresses have all: they are what the relocation says. */
static struct draw_loose loose_bits(struct pm4_checker *ck, u32 reg)
{
	struct draw_loose l = { .reg = reg / 4 };
	u32 bit;

	/* The texture's own number. */
	if (reg >= TX_FILTER0_0 && reg <= TX_FILTER0_15)
		l.value = (reg - TX_FILTER0_0) / 4 << 28;
	if (!accepted(ck, reg, l.value, false)) {
		l.bits = accepted(ck, reg, l.value, true) ? ~0u : 0;
		return l;
	}
	for (bit = 0; bit < 32; bit++)
		if (!(l.value >> bit & 1) && accepted(ck, reg, l.value | 1u << bit, false))
			l.bits |= 1u << bit;
	return l;
}

static u32 find_loose(struct pm4_checker *ck, struct draw_loose *loose)
{
	u32 reg, n = 0;

	for (reg = 0x1000; reg < 0x8000; reg += 4) {
		/* Streams leave them at all pipes, whatever bits they take: replay_leave() does it. */
		if (reg == SU_REG_DEST || reg == FG_ZBREG_DEST)
			continue;
		loose[n] = loose_bits(ck, reg);
		n += loose[n].bits != 0;
	}
	return n;
}

/* A client gets the RAM of HyperZ and CMASK clear, as the driver makes it; without it no draw uses them. */
static void leave(struct replay *r, const struct r6cs *cs, u64 seed)
{
	struct replay_left left = { .ram = seed | 1 };
	u32 owns = oracle_flags(cs);

	replay_leave(r, &left);
	replay_clear_ram(r, owns & PM4_OWNS_HYPERZ, owns & PM4_OWNS_CMASK);
}

static void judge(struct oracle *o, const struct r6cs *cs, const u32 *preamble, u32 preamble_dw, const u32 *ib,
		  void (*trace)(void *ctx, const struct oracle_access *a))
{
	struct pm4_card card = oracle_card(cs);

	oracle_r500_begin(o, &card, cs->owns);
	oracle_r500_run(o, preamble, preamble_dw);
	o->trace = trace;
	oracle_r500_run(o, ib, cs->ib_dw);
	oracle_r500_end(o);
}

const struct draw_front draw_r500 = {
	.front = &r500_front, .next = R6CS_R5XX_END_ADDR, .steps = { 1u << 18, 1u << 14 }, .draws = draws, .reg = reg_of,
	.loose = find_loose, .leave = leave, .judge = judge,
};
