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

/* NULL: nothing executes draws of the chip. */
static const struct gpu_generation *generation(enum gpu_chip chip)
{
	return chip < GPU_RV515 ? &gpu_r600 : chip < GPU_CHIPS ? &gpu_r500 : NULL;
}

struct gpu *gpu_part_create(const struct gpu_host *host, void *ctx, enum gpu_chip chip, uint32_t part)
{
	struct gpu *gpu = aligned_alloc(64, (sizeof(*gpu) + 63) / 64 * 64);

	if (!gpu)
		return NULL;
	memset(gpu, 0, sizeof(*gpu));
	gpu->host = host;
	gpu->ctx = ctx;
	gpu->chip = chip;
	gpu->gen = generation(chip);
	gpu->parts = 1;
	gpu->part = part;
	gpu_mem_init(&gpu->mem, host, ctx);
	if (gpu->gen && gpu->gen->create(gpu))
		return gpu;
	free(gpu);
	return NULL;
}

void gpu_part_destroy(struct gpu *gpu)
{
	gpu_cache_destroy(gpu->mem.cache);
	gpu->gen->destroy(gpu);
	free(gpu);
}

struct gpu *gpu_create(const struct gpu_host *host, void *ctx, enum gpu_chip chip)
{
	return gpu_part_create(host, ctx, chip, 0);
}

void gpu_destroy(struct gpu *gpu)
{
	if (!gpu)
		return;
	gpu_rows_destroy(gpu);
	gpu_part_destroy(gpu);
}

void gpu_invalidate(struct gpu *gpu)
{
	gpu_mem_forget(&gpu->mem);
}

bool gpu_caches(struct gpu *gpu, uint32_t seed)
{
	if (gpu->mem.cache || !gpu_threads(gpu, 1))
		return false;
	gpu_invalidate(gpu);
	gpu->mem.cache = gpu_cache_create(gpu->host, gpu->ctx, gpu->chip, seed);
	return gpu->mem.cache;
}

void gpu_flush(struct gpu *gpu, uint32_t caches, uint64_t first, uint64_t end, bool keep)
{
	if (!gpu->mem.cache || first >= end)
		return;
	gpu_cache_tell(gpu->mem.cache);
	gpu_cache_sync(gpu->mem.cache, caches, first, end, keep);
}

void gpu_discard(struct gpu *gpu, uint32_t caches)
{
	if (!gpu->mem.cache)
		return;
	gpu_cache_tell(gpu->mem.cache);
	gpu_cache_discard(gpu->mem.cache, caches);
}

void gpu_place(struct gpu *gpu, const uint32_t *regs)
{
	if (!gpu->mem.cache || !gpu->gen->place)
		return;
	gpu->regs = regs;
	gpu->gen->place(gpu);
}

void gpu_fence(struct gpu *gpu)
{
	if (gpu->mem.cache)
		gpu_cache_fence(gpu->mem.cache);
}

void gpu_packet_access(struct gpu *gpu, bool write, uint64_t addr, uint64_t n, const struct gpu_span *s, uint8_t *copy)
{
	if (gpu->mem.cache)
		gpu_cache_use(gpu->mem.cache, GPU_CP, write, addr, n, s, copy);
}

void gpu_sparse(struct gpu *gpu, uint32_t seed, uint32_t steps)
{
	gpu->sparse = seed;
	gpu->program_steps = steps;
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
		gpu->scanning = gpu_scan_begin(gpu, &gpu->piece[gpu->next_piece++]);
		return true;
	}
	if (gpu->next_prim < gpu->prims) {
		gpu->pieces = 0;
		gpu->next_piece = 0;
		gpu->gen->primitive(gpu);
		gpu->next_prim++;
		return true;
	}
	return false;
}

static bool fill(struct gpu *gpu)
{
	gpu->prims = gpu->gen->fill(gpu);
	gpu->next_prim = 0;
	return gpu->prims;
}

/* One step of the draw: a row of tiles, a piece, a primitive or a batch.  Return: false at its end. */
static bool step(struct gpu *gpu)
{
	bool begins = false;

	if (gpu->parts == 1)
		return gpu_part_step(gpu) || fill(gpu);
	if (!gpu->in_batch) {
		begins = fill(gpu);
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
		if (!step(gpu))
			gpu_abort(gpu);
		if (gpu->hang) {
			gpu_abort(gpu);
			return GPU_HUNG;
		}
	}
	return GPU_DONE;
}

enum gpu_result gpu_draw(struct gpu *gpu, const uint32_t *regs, const struct gpu_draw_call *call, uint64_t budget)
{
	gpu_abort(gpu);
	gpu->regs = regs;
	gpu->hang = NULL;
	gpu->stipple = 0;
	gpu->pieces = 0;
	gpu->next_piece = 0;
	gpu->prims = 0;
	gpu->next_prim = 0;
	gpu->quads.count = 0;
	memset(gpu->quads.covered, 0, sizeof(gpu->quads.covered));
	gpu_mem_forget(&gpu->mem);
	if (!gpu->gen->begin(gpu, call))
		return GPU_DONE;
	gpu->drawing = true;
	if (!gpu->sparse && gpu_rows_can_split(gpu))
		gpu_rows_begin(gpu);
	return gpu_continue(gpu, budget);
}
