// SPDX-License-Identifier: GPL-2.0
/*
 * The checker for rig_kernel.c, in a file of its own: checker and model both name registers.
 */
#include <stdlib.h>
#include "pm4.h"
#include "r500/pm4_r500.h"

bool judge(const char *chip, uint32_t *ib, uint32_t dw, const uint32_t *sizes, const uint64_t *addrs,
	   uint32_t nbuffers, char *why, size_t size);

bool judge(const char *chip, uint32_t *ib, uint32_t dw, const uint32_t *sizes, const uint64_t *addrs,
	   uint32_t nbuffers, char *why, size_t size)
{
	struct pm4_card card = { .front = &r500_front, .chip = pm4_chip_find(&r500_front, chip),
				 .pipes = 4, .backends = 1 };
	struct pm4_checker *ck = malloc(pm4_checker_size(&r500_front));
	u32 room = pm4_patches_max(&r500_front, dw), i;
	struct pm4_patch *patches = malloc((room + 1) * sizeof(*patches));
	struct pm4_buffer buffers[4];
	struct pm4_input in = { .ib = ib, .ib_dw = dw, .buffers = buffers, .nbuffers = nbuffers,
				.flags = PM4_KEEP_TILING };
	struct pm4_result result;
	struct pm4_verdict verdict;
	u64 written;

	for (i = 0; i < nbuffers; i++)
		buffers[i] = (struct pm4_buffer){ .size = sizes[i], .align = 4096, .writable = true };
	pm4_checker_init(ck, &card);
	pm4_check(ck, &in, patches, room, &written, &result, &verdict);
	if (verdict.code)
		pm4_verdict_text(&verdict, &r500_front, card.chip, why, size);
	else
		pm4_patch_apply(ib, patches, result.npatches, addrs);
	free(patches);
	free(ck);
	return !verdict.code;
}
