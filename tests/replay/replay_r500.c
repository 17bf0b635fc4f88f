// SPDX-License-Identifier: GPL-2.0
/* R5xx cards of a replay: see replay_r500.h. */
#include <string.h>

#include "r500/r500.h"

#include "replay_r500.h"

#define VAP_PVS_VECTOR_INDX	0x2200u

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

static uint32_t next(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return (uint32_t)(*x >> 16);
}

static void fill(void *words, size_t bytes, uint64_t *x)
{
	next(x);
	replay_noise(words, (uint32_t)(bytes / sizeof(uint32_t)), *x);
}

void replay_r500_leave(struct model *m, uint64_t seed)
{
	struct r500_draw *draw = &r500(m)->draw;
	struct r500_upload *u = &draw->upload;

	reg_set(m, SU_REG_DEST, r500_pipes(m));
	reg_set(m, FG_ZBREG_DEST, (1u << r500_chip(m)->z_pipes) - 1);
	fill(u->pvs, sizeof(u->pvs), &seed);
	fill(u->pvs_constant, sizeof(u->pvs_constant), &seed);
	fill(u->clip, sizeof(u->clip), &seed);
	fill(u->us, sizeof(u->us), &seed);
	fill(u->us_constant, sizeof(u->us_constant), &seed);
	r500_upload_write(u, VAP_PVS_VECTOR_INDX, next(&seed));
	r500_upload_write(u, GA_US_VECTOR_INDEX, next(&seed));
	draw->arrays = GPU_ARRAYS;
	fill(draw->array, sizeof(draw->array), &seed);
	draw->waits = false;
	draw->control = next(&seed);
	memset(draw->samples, 0, sizeof(draw->samples));
	fill(draw->zpass, sizeof(draw->zpass), &seed);
}

void replay_r500_clear_ram(struct model *m, bool hyperz, bool cmask)
{
	struct r500_ram *ram = &r500(m)->draw.ram;

	if (hyperz && !ram->hyperz_clear) {
		r500_ram_clear(ram->zmask, 0, R500_RAM_DW, 0);
		r500_ram_clear_hiz(ram->hiz, 0, R500_HIZ_DW, 0);
		ram->hyperz_clear = true;
	}
	if (cmask && !ram->cmask_clear) {
		r500_ram_clear(ram->cmask, 0, R500_RAM_DW, 0);
		ram->cmask_clear = true;
	}
}

uint32_t replay_r500_arrays(const struct model *m, const struct gpu_array **arrays)
{
	*arrays = NULL;
	if (!replay_is_r500(m))
		return 0;
	*arrays = r500(m)->draw.array;
	return r500(m)->draw.arrays;
}
