// SPDX-License-Identifier: GPL-2.0
/*
 * Invalid input from the guest must never corrupt the model of an R5xx either: random
 * accesses and random streams, from fixed seeds, under the sanitizers.
 */
#include "r500/up.h"

static u64 state;

static u32 rnd(void)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return state >> 33;
}

static u32 rnd_dw(void)
{
	static const u8 ops[] = { 0x10, 0x28, 0x2f, 0x33, 0x34, 0x35, 0x36, 0x38, 0x9b };

	switch (rnd() % 6) {
	case 0:
		return rnd() % 64;
	case 1:
		return (rnd() % 3) << 16 | rnd() % 0x2000;
	case 2:
		return (u32)RIG_GART + rnd() % (RIG_GART_PAGES * GPU_PAGE);
	case 3:
		return pkt3(ops[rnd() % sizeof(ops)], 1 + rnd() % 9);
	}
	return rnd() << 16 ^ rnd();
}

TEST(random_input_does_an_r5xx_no_harm)
{
	for (u64 seed = 0; seed < 20; seed++) {
		struct rig *r = up5(seed & 1 ? "RV515" : "R580", &(struct model_config){ .alone = seed & 2 });

		state = seed;
		for (int i = 0; i < 1000; i++) {
			emit(r, rnd_dw());
			if (rnd() % 64 == 0)
				go(r);
		}
		go(r);
		for (int i = 0; i < 2000; i++) {
			model_mmio_write(r->m, rnd() % 0x8000 & ~3u, rnd_dw(), 4);
			model_mmio_read(r->m, rnd() % 0x8000, 1u << rnd() % 3);
			if (rnd() % 64 == 0)
				run(r);
		}
		rig_free(r);
	}
}
