// SPDX-License-Identifier: GPL-2.0
/* R5xx cards of a replay: see replay_r500.h. */
#include "r500/r500.h"

#include "replay_r500.h"

bool replay_is_r500(const struct model *m)
{
	return m->chip->gen == &r500_gen;
}

void replay_r500_bring_up(struct model *m)
{
	static const u32 sizes[] = { 0, 3, 6, 7 };

	model_mmio_write(m, GB_TILE_CONFIG, 0x11 | sizes[r500_chip(m)->pipes - 1] << 1, 4);
	model_mmio_write(m, SU_REG_DEST, r500_pipes(m), 4);
}

struct replay_straps replay_r500_straps(const struct model *m)
{
	return (struct replay_straps){
		.r500 = true, .chip = m->chip->id - GPU_RV515, .pipes = r500_chip(m)->pipes,
		.backends = r500_chip(m)->z_pipes,
	};
}

const struct r500_upload *replay_r500_upload(const struct model *m)
{
	return replay_is_r500(m) ? &r500(m)->draw.upload : NULL;
}

uint32_t replay_r500_arrays(const struct model *m, const struct gpu_array **arrays)
{
	*arrays = NULL;
	if (!replay_is_r500(m))
		return 0;
	*arrays = r500(m)->draw.array;
	return r500(m)->draw.arrays;
}
