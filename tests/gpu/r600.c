// SPDX-License-Identifier: GPL-2.0
/* R6xx and R7xx as a generation: see struct gpu_generation. */
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "texture_unit.h"

static void destroy(struct gpu *gpu)
{
	gpu_programs_clear(&gpu->programs);
	gpu_texture_unit_destroy(gpu->unit);
	/* Parts have the machine's. */
	if (!gpu->part)
		free(gpu->batch);
}

static bool create(struct gpu *gpu)
{
	gpu->r7xx = gpu_is_r7xx(gpu->chip);
	gpu->programs.mem = &gpu->mem;
	gpu->programs.r7xx = gpu->r7xx;
	gpu->unit = gpu_texture_unit_create(&gpu->mem, gpu->chip);
	if (!gpu->part)
		gpu->batch = aligned_alloc(64, (sizeof(*gpu->batch) + 63) / 64 * 64);
	if (!gpu->unit || (!gpu->part && !gpu->batch)) {
		destroy(gpu);
		return false;
	}
	if (!gpu->part)
		memset(gpu->batch, 0, sizeof(*gpu->batch));
	return true;
}

static bool begin(struct gpu *gpu, const struct gpu_draw_call *call)
{
	const uint32_t *regs = gpu->regs;
	const char *bad;

	gpu->tiling = gpu_tiling(gpu_reg(regs, GB_TILING_CONFIG), gpu->chip);
	gpu_texture_begin(gpu->unit, regs);
	bad = gpu_vgt_begin(&gpu->vgt, &gpu->mem, regs, call);
	if (bad) {
		gpu_say(gpu, "%s: VGT_PRIMITIVE_TYPE 0x%x", bad, gpu_reg(regs, VGT_PRIMITIVE_TYPE));
		return false;
	}
	if (gpu->sparse)
		gpu_vgt_sparse(&gpu->vgt, gpu->sparse);
	gpu_stage_init(gpu, &gpu->vs, GPU_STAGE_VS);
	gpu_geometry_init(gpu);
	gpu_vertex_init(gpu);
	gpu_pa_init(gpu);
	gpu_spi_init(gpu);
	gpu_cb_init(gpu);
	gpu_db_init(gpu);
	gpu_pixels_init(gpu);
	gpu->window.needs_z = gpu->db.test_z || gpu->db.test_stencil || gpu->spi.position;
	return gpu->vs.program && gpu->vs.fs && gpu->ps.program;
}

/* Whether the memory around an address is a target's memory. */
static bool near_target(struct gpu *gpu, uint64_t addr)
{
	const struct gpu_span *s;
	uint64_t base;

	if (!gpu_mem_try(&gpu->mem, GPU_TEXTURE, addr, 1))
		return false;
	s = &gpu->mem.span[GPU_TEXTURE][0];
	for (uint32_t n = 0; n < GPU_TARGETS; n++) {
		base = gpu->cb.target[n].surface.base;
		if (gpu->cb.target[n].live && base >= s->first && base < s->end)
			return true;
	}
	base = gpu->db.surface.base;
	return gpu->db.live && base >= s->first && base < s->end;
}

/* Whether the pixel program could read the draw's output: by a resource, or by constants. */
static bool reads_targets(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;

	for (uint32_t id = 0; id < 160; id++) {
		const uint32_t *word = &regs[(SQ_RESOURCE0_WORD0 + 28 * id) / 4];

		/* A buffer has an address of bytes, a texture two of 256 bytes. */
		if (word[6] >> 30 == 3 && near_target(gpu, (uint64_t)(word[2] & 0xff) << 32 | word[0]))
			return true;
		if (word[6] >> 30 == 2 && (near_target(gpu, (uint64_t)word[2] << 8) ||
					   near_target(gpu, (uint64_t)word[3] << 8)))
			return true;
	}
	for (uint32_t n = 0; n < 16; n++)
		if (gpu->ps.const_bytes[n] && near_target(gpu, gpu->ps.const_addr[n]))
			return true;
	return false;
}

static bool can_split(struct gpu *gpu)
{
	if (gpu->pa.discard || gpu->cb.resolve || gpu->ps.scratch_dw)
		return false;
	/* A byte of CMASK belongs to two tiles. */
	for (uint32_t n = 0; n < GPU_TARGETS; n++)
		if (gpu->cb.target[n].live && gpu->cb.target[n].masks.cmask)
			return false;
	return !reads_targets(gpu);
}

static void begin_part(struct gpu *part, const struct gpu *whole)
{
	gpu_texture_begin(part->unit, part->regs);
	part->tiling = whole->tiling;
	part->vgt = whole->vgt;
	part->pa = whole->pa;
	part->spi = whole->spi;
	part->no_pixel_program = whole->no_pixel_program;
	part->batch = whole->batch;
	gpu_stage_init(part, &part->ps, GPU_STAGE_PS);
}

static uint32_t fill(struct gpu *gpu)
{
	uint32_t n = gpu_batch_fill(gpu);

	if (!n)
		gpu->counters.stats[GPU_IA_VERTICES] += gpu->vgt.taken;
	return n;
}

static void look(struct gpu *gpu)
{
	uint32_t corner = gpu_reg(gpu->regs, PA_SC_WINDOW_SCISSOR_BR);

	gpu->tiling = gpu_tiling(gpu_reg(gpu->regs, GB_TILING_CONFIG), gpu->chip);
	gpu_pa_init(gpu);
	gpu_cb_init(gpu);
	gpu_db_init(gpu);
	gpu_texture_begin(gpu->unit, gpu->regs);
	gpu->looked[0] = gpu_field(corner, 13, 0);
	gpu->looked[1] = gpu_field(corner, 29, 16);
}

static const struct gpu_texture *texture(struct gpu *gpu, uint32_t resource, uint8_t sel[4])
{
	const struct gpu_texture *t;

	if (SQ_RESOURCE0_WORD0 + 28 * (resource + 1) > SQ_SAMPLER0_WORD0)
		return NULL;
	t = gpu_texture_get(gpu->unit, gpu->regs + (SQ_RESOURCE0_WORD0 + 28 * resource) / 4);
	memcpy(sel, t->sel, 4);
	return t;
}

static struct gpu_texture_unit *unit(struct gpu *gpu)
{
	return gpu->unit;
}

const struct gpu_generation gpu_r600 = {
	.create = create,
	.destroy = destroy,
	.begin = begin,
	.can_split = can_split,
	.begin_part = begin_part,
	.fill = fill,
	.primitive = gpu_pa_primitive,
	.inputs = gpu_spi_setup,
	.pixels = gpu_pixels_run,
	.look = look,
	.texture = texture,
	.unit = unit,
};
