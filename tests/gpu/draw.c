// SPDX-License-Identifier: GPL-2.0
/* Draws: state from registers, then batches, primitives, pieces and rows until the budget is spent. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"

void gpu_say(struct gpu *gpu, const char *format, ...)
{
	char line[256];
	va_list args;

	if (!gpu->host->fault)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	gpu->host->fault(gpu->ctx, line);
}

struct gpu *gpu_part_create(const struct gpu_host *host, void *ctx, enum gpu_chip chip)
{
	struct gpu *gpu = aligned_alloc(64, (sizeof(*gpu) + 63) / 64 * 64);

	if (!gpu)
		return NULL;
	memset(gpu, 0, sizeof(*gpu));
	gpu->host = host;
	gpu->ctx = ctx;
	gpu->chip = chip;
	gpu->parts = 1;
	gpu->r7xx = gpu_is_r7xx(chip);
	gpu_mem_init(&gpu->mem, host, ctx);
	gpu->programs.mem = &gpu->mem;
	gpu->programs.r7xx = gpu->r7xx;
	gpu->unit = gpu_texture_unit_create(&gpu->mem, chip);
	if (!gpu->unit) {
		free(gpu);
		return NULL;
	}
	return gpu;
}

void gpu_part_destroy(struct gpu *gpu)
{
	gpu_programs_clear(&gpu->programs);
	gpu_texture_unit_destroy(gpu->unit);
	free(gpu);
}

struct gpu *gpu_create(const struct gpu_host *host, void *ctx, enum gpu_chip chip)
{
	struct gpu *gpu = gpu_part_create(host, ctx, chip);

	if (!gpu)
		return NULL;
	gpu->batch = aligned_alloc(64, (sizeof(*gpu->batch) + 63) / 64 * 64);
	if (gpu->batch) {
		memset(gpu->batch, 0, sizeof(*gpu->batch));
		return gpu;
	}
	gpu_part_destroy(gpu);
	return NULL;
}

void gpu_destroy(struct gpu *gpu)
{
	if (!gpu)
		return;
	gpu_rows_destroy(gpu);
	free(gpu->batch);
	gpu_part_destroy(gpu);
}

void gpu_invalidate(struct gpu *gpu)
{
	gpu_mem_forget(&gpu->mem);
}

void gpu_sparse(struct gpu *gpu, uint32_t seed)
{
	gpu->sparse = seed;
}

struct gpu_counters *gpu_counters(struct gpu *gpu)
{
	return &gpu->counters;
}

void gpu_abort(struct gpu *gpu)
{
	gpu->drawing = false;
	gpu->scanning = false;
	gpu->parts = 1;
	gpu->part = 0;
	gpu->in_batch = false;
}

bool gpu_part_step(struct gpu *gpu)
{
	if (gpu->scanning) {
		gpu->scanning = gpu_raster_row(gpu);
		gpu->budget -= 4;
		return true;
	}
	gpu->budget--;
	if (gpu->next_piece < gpu->pieces) {
		gpu->scanning = gpu_pa_scan(gpu, &gpu->piece[gpu->next_piece++]);
		return true;
	}
	if (gpu->next_prim < gpu->batch->prims) {
		gpu_pa_primitive(gpu);
		return true;
	}
	return false;
}

/* One step of the draw: a row of tiles, a piece, a primitive or a batch.  Return: false at its end. */
static bool step(struct gpu *gpu)
{
	bool begins = false;

	if (gpu->parts == 1)
		return gpu_part_step(gpu) || gpu_batch_fill(gpu);
	if (!gpu->in_batch) {
		begins = gpu_batch_fill(gpu);
		if (!begins || gpu->hang)
			return begins;
	}
	gpu->in_batch = !gpu_rows_batch(gpu, begins);
	return true;
}

enum gpu_result gpu_continue(struct gpu *gpu, uint64_t budget)
{
	gpu->budget = budget > INT64_MAX ? INT64_MAX : (int64_t)budget;
	while (gpu->drawing) {
		if (gpu->budget <= 0)
			return GPU_MORE;
		if (!step(gpu)) {
			gpu->counters.stats[GPU_IA_VERTICES] += gpu->vgt.taken;
			gpu_abort(gpu);
		}
		if (gpu->hang) {
			gpu_abort(gpu);
			return GPU_HUNG;
		}
	}
	return GPU_DONE;
}

enum gpu_result gpu_draw(struct gpu *gpu, const uint32_t *regs, const struct gpu_draw_call *call, uint64_t budget)
{
	const char *bad;

	gpu_abort(gpu);
	gpu->regs = regs;
	gpu->hang = NULL;
	gpu->stipple = 0;
	gpu->pieces = 0;
	gpu->next_piece = 0;
	gpu->batch->prims = 0;
	gpu->next_prim = 0;
	gpu->quads.count = 0;
	memset(gpu->quads.covered, 0, sizeof(gpu->quads.covered));
	gpu_mem_forget(&gpu->mem);
	gpu->tiling = gpu_tiling(gpu_reg(regs, GB_TILING_CONFIG), gpu->chip);
	gpu_texture_begin(gpu->unit, regs);
	bad = gpu_vgt_begin(&gpu->vgt, &gpu->mem, regs, call);
	if (bad) {
		gpu_say(gpu, "%s: VGT_PRIMITIVE_TYPE 0x%x", bad, gpu_reg(regs, VGT_PRIMITIVE_TYPE));
		return GPU_DONE;
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
	if (!gpu->vs.program || !gpu->vs.fs || !gpu->ps.program)
		return GPU_DONE;
	gpu->drawing = true;
	if (!gpu->sparse && gpu_rows_can_split(gpu))
		gpu_rows_begin(gpu);
	return gpu_continue(gpu, budget);
}
