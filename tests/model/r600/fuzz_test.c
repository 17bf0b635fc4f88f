// SPDX-License-Identifier: GPL-2.0
/*
 * Invalid input from the guest must never corrupt the model itself: random accesses
 * and random streams, from fixed seeds, under the sanitizers.
 */
#include <stdlib.h>

#include "r600/up.h"

static u64 state;

static u32 rnd(void)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return state >> 33;
}

/* Packets with their required payload, so that most streams run for a while. */
static const u8 packets[][2] = {
	{ 0x10, 3 }, { 0x20, 2 }, { 0x21, 3 }, { 0x22, 3 }, { 0x27, 5 }, { 0x28, 2 }, { 0x2a, 1 }, { 0x2b, 4 },
	{ 0x2d, 2 }, { 0x2e, 4 }, { 0x2f, 1 }, { 0x34, 5 }, { 0x3b, 5 }, { 0x3d, 4 }, { 0x40, 1 }, { 0x41, 5 },
	{ 0x43, 4 }, { 0x45, 8 }, { 0x46, 1 }, { 0x46, 3 }, { 0x47, 5 }, { 0x57, 2 }, { 0x68, 3 }, { 0x69, 3 },
	{ 0x6a, 5 }, { 0x6b, 2 }, { 0x6c, 2 }, { 0x6d, 8 }, { 0x6e, 4 }, { 0x6f, 2 }, { 0x72, 2 }, { 0x73, 1 },
	{ 0x3c, 6 }, { 0x39, 2 }, { 0x32, 3 },
};

static u32 rnd_dw(void)
{
	switch (rnd() % 6) {
	case 0:
		return rnd() % 64;
	case 1:
		return ~0u - rnd() % 4;
	case 2:
		return (u32)RIG_GART + rnd() % (RIG_GART_PAGES * 4096);
	case 3:
		return 1u << rnd() % 32;
	}
	return rnd() << 16 ^ rnd();
}

TEST(random_accesses_do_the_model_no_harm)
{
	static const char * const chips[] = { "RV710", "RV670" };

	for (u64 seed = 0; seed < 20; seed++) {
		struct rig *r = rig_new(chips[seed & 1], NULL);

		state = seed;
		if (seed & 2)
			rig_up(r);
		for (int i = 0; i < 20000; i++) {
			u64 off = rnd() % 4 ? rnd() % REG_BAR_SIZE & ~3u : rnd() % REG_BAR_SIZE;
			unsigned int size = rnd() % 8 ? 4 : 1u << rnd() % 4;

			switch (rnd() % 8) {
			case 0:
				model_mmio_read(r->m, off, size);
				break;
			case 1:
				model_config_write(r->m, rnd() % 260, rnd_dw(), 1u << rnd() % 3);
				break;
			case 2:
				model_vram_write(r->m, rnd() % (RIG_VRAM + 64), rnd_dw(), 1u << rnd() % 4);
				break;
			case 3:
				model_run(r->m);
				r->now += rnd() % 1000000;
				break;
			default:
				model_mmio_write(r->m, off, rnd_dw(), size);
			}
		}
		rig_free(r);
	}
}

TEST(random_streams_do_the_model_no_harm)
{
	static const char * const chips[] = { "RV770", "RV610" };
	u64 executed = 0;

	for (u64 seed = 0; seed < 300; seed++) {
		struct rig *r = rig_new(chips[seed & 1], NULL);
		u32 n = 0;

		state = seed * 77 + 5;
		rig_up(r);
		while (n < 2000) {
			u32 k = rnd() % (rnd() % 64 ? 32 : 35), len = packets[k][1], i;

			ram_set32(r, RIG_IB + n++ * 4, rnd() % 256 ? pkt3(packets[k][0], len) | (rnd() & 1) : rnd_dw());
			for (i = 0; i < len; i++)
				ram_set32(r, RIG_IB + n++ * 4, rnd_dw());
		}
		PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, n);
		go(r);
		rig_dma(r);
		for (int i = 0; i < 200; i++)
			dma_emit(r, rnd() % 2 ? rnd() % 16 << 28 | rnd() % 32 : rnd_dw());
		dma_commit(r);
		executed += model_count(r->m, MODEL_PACKET);
		rig_free(r);
	}
	CHECK(executed > 5000);
}
