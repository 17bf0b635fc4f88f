// SPDX-License-Identifier: GPL-2.0
/* R6xx and R7xx for the judge by execution: see struct draw_front. */
#include <string.h>

#include "draw_front.h"

static bool draws(u32 header)
{
	static const u8 ops[] = { 0x27, 0x29, 0x2b, 0x2d, 0x2e, 0x3a };

	return header >> 30 == 3 && memchr(ops, header >> 8 & 0xff, sizeof(ops));
}

static u32 reg_of(const u32 *packet, u32 n)
{
	static const u32 window[] = {
		[0x68 - 0x68] = 0x8000, [0x69 - 0x68] = 0x28000, [0x6a - 0x68] = 0x30000, [0x6b - 0x68] = 0x3e380,
		[0x6c - 0x68] = 0x3e200, [0x6d - 0x68] = 0x38000, [0x6e - 0x68] = 0x3c000, [0x6f - 0x68] = 0x3cff0,
	};
	u32 op = packet[0] >> 8 & 0xff;

	return n > 1 && op >= 0x68 && op <= 0x6f ? window[op - 0x68] + 4 * (packet[1] + n - 2) : 0;
}

/* Registers of the windows that packets reach, if the probe does not list them as the driver's. */
static u32 find_loose(struct pm4_checker *ck, struct draw_loose *loose)
{
	static const u32 window[][2] = {
		{ 0x8000, 0xac00 }, { 0x28000, 0x29000 }, { 0x30000, 0x32000 }, { 0x38000, 0x3c000 },
		{ 0x3c000, 0x40000 },
	};
	static u8 known[ORACLE_REGS];
	u32 i, reg, n = 0;

	oracle_probe(ck, known);
	for (i = 0; i < sizeof(window) / sizeof(window[0]); i++)
		for (reg = window[i][0]; reg < window[i][1]; reg += 4)
			if (!known[reg / 4])
				loose[n++] = (struct draw_loose){ .reg = reg / 4, .bits = ~0u };
	return n;
}

/* GB_TILING_CONFIG of a board of the chip with the straps of the stream. */
static u32 tiling_config(u32 config, const struct pm4_card *card)
{
	u32 pipes = 0;

	while (1u << pipes < card->pipes)
		pipes++;
	return (config & ~0xfeu) | pipes << 1 | (card->banks == 8) << 4 | (card->group_bytes == 512) << 6;
}

static void leave(struct replay *r, const struct r6cs *cs, u64 seed)
{
	struct replay_left left = { (u32)seed & 0xf, (u32)(seed >> 8) % 5, seed >> 40 & 1 };

	replay_leave(r, &left);
	replay_set_tiling(r, tiling_config(replay_straps(r).tiling_config, &cs->card));
}

static void judge(struct oracle *o, const struct r6cs *cs, const u32 *preamble, u32 preamble_dw, const u32 *ib,
		  void (*trace)(void *ctx, const struct oracle_access *a))
{
	oracle_run(o, preamble, preamble_dw);
	o->trace = trace;
	oracle_run(o, ib, cs->ib_dw);
}

const struct draw_front draw_r600 = {
	.front = &r600_front, .next = R6CS_END_ADDR, .steps = { 0, 1u << 16 }, .draws = draws, .reg = reg_of,
	.loose = find_loose, .leave = leave, .judge = judge,
};
