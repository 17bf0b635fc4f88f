// SPDX-License-Identifier: GPL-2.0
/* Fetch clauses: vertex fetches, reads of scratch memory, texture instructions. */
#include <string.h>

#include "regs.h"
#include "shader.h"

enum { OP_VFETCH = 0, OP_SEMFETCH = 1, OP_MEM = 2 };

static int32_t loop_index(const struct gpu_group *g)
{
	return g->loops ? g->loop[g->loops - 1].index : 0;
}

static const uint32_t *resource(const struct gpu_stage *stage, uint32_t id)
{
	static const uint32_t none[7];

	return id < stage->resources ? stage->regs + (stage->resource + 28 * id) / 4 : none;
}

/* The element that the traced invocation reads. */
static void fetched(const struct gpu_group *g, const struct gpu_fetch *fetch, const union gpu_lanes *index)
{
	uint32_t lane = (uint32_t)g->trace->lane;
	struct gpu_fetched f = {
		.addr = fetch->first + (uint64_t)fetch->stride * index->u[lane], .bytes = fetch->reader.format->used,
	};

	if (g->trace->fetched && fetch->live && g->active >> lane & 1 && f.addr - fetch->base < fetch->size)
		g->trace->fetched(g->trace->ctx, &f);
}

static void vertex_fetch(const struct gpu_stage *stage, struct gpu_group *g, struct gpu_fetch_op *op,
			 const struct gpu_vec *src, struct gpu_vec *dst)
{
	uint32_t type = gpu_field(op->word[0], 6, 5);
	uint32_t add = type == 0 ? gpu_reg(stage->regs, SQ_VTX_BASE_VTX_LOC) :
		       type == 1 ? gpu_reg(stage->regs, SQ_VTX_START_INST_LOC) : 0;
	const union gpu_lanes *from = &src->c[gpu_field(op->word[0], 25, 24)];
	union gpu_lanes index;

	for (int i = 0; i < GPU_LANES; i++)
		index.u[i] = from->u[i] + add;
	gpu_fetch_decode(&op->fetch, op->word, resource(stage, gpu_field(op->word[0], 15, 8)));
	if (g->trace)
		fetched(g, &op->fetch, &index);
	gpu_fetch_run(&op->fetch, stage->mem, GPU_VERTEX, g->active, &index, dst);
}

/* Reads scratch memory as R7xx does; the other memories are not given to clients. */
static const char *memory_read(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_fetch_op *op,
			       const struct gpu_vec *src, struct gpu_vec *dst)
{
	uint32_t base = gpu_field(op->word[2], 12, 0), size = gpu_field(op->word[2], 31, 20);
	const union gpu_lanes *index = &src->c[gpu_field(op->word[0], 25, 24)];
	bool indexed = gpu_field(op->word[0], 12, 12);

	if (gpu_field(op->word[0], 10, 8) != 0)
		return "a read of a memory that clients do not have";
	for (int i = 0; i < GPU_LANES; i++) {
		uint32_t extra = indexed ? index->u[i] < size ? index->u[i] : size : 0;
		uint32_t at = (base + extra) * 4, word[4] = { 0 };

		if (!(g->active >> i & 1))
			continue;
		if (at + 4 <= stage->scratch_dw && (uint64_t)i < stage->scratch_items)
			gpu_mem_read(stage->mem, GPU_SCRATCH,
				     stage->scratch_addr + 4ull * (i * stage->scratch_dw + at), word, sizeof(word));
		for (int c = 0; c < 4; c++) {
			uint32_t sel = gpu_field(op->word[1], 11 + 3 * c, 9 + 3 * c);

			if (sel != 7)
				dst->c[c].u[i] = gpu_select(word, sel, false);
		}
	}
	return NULL;
}

static const char *texture(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_fetch_op *op,
			   const struct gpu_vec *src, struct gpu_vec *dst)
{
	uint32_t sampler = gpu_field(op->word[2], 19, 15);
	struct gpu_tex_call call = {
		.inst = op->word, .mask = g->active, .src = src, .dst = dst, .grad = &g->grad,
		.res = resource(stage, gpu_field(op->word[0], 15, 8)),
	};
	bool known;

	g->grad_written |= gpu_texture_keeps_gradients(op->word);
	if (sampler >= 18)
		sampler = 0;
	call.sampler = stage->regs + (stage->sampler + 12 * sampler) / 4;
	call.border = stage->regs + (stage->border + 16 * sampler) / 4;
	if (g->trace)
		gpu_texture_follow(stage->unit, g->trace->fetched, g->trace->ctx, g->trace->lane);
	known = gpu_texture_run(stage->unit, &call);
	if (g->trace)
		gpu_texture_follow(stage->unit, NULL, NULL, 0);
	return known ? NULL : "a texture opcode that does not exist";
}

const char *gpu_fetch_clause(const struct gpu_stage *stage, struct gpu_group *g, struct gpu_cf *cf)
{
	static const struct gpu_vec zeros;

	if (stage->mem->cache)
		gpu_cache_by_tc(stage->mem->cache, cf->op != CF_VTX);
	for (uint32_t n = 0; n < cf->count; n++) {
		struct gpu_fetch_op *op = &cf->fetch[n];
		int32_t s = op->src + (op->src_relative ? loop_index(g) : 0);
		int32_t d = op->dst + (op->dst_relative ? loop_index(g) : 0);
		const struct gpu_vec *src = s >= 0 && s < 128 ? &g->gpr[s] : &zeros;
		struct gpu_vec away, *dst = d >= 0 && d < 128 ? &g->gpr[d] : &away;
		const char *bad = NULL;

		if (op->op == OP_VFETCH)
			vertex_fetch(stage, g, op, src, dst);
		else if (op->op == OP_MEM && stage->r7xx)
			bad = memory_read(stage, g, op, src, dst);
		else if (op->op > OP_MEM)
			bad = texture(stage, g, op, src, dst);
		else
			bad = "a fetch opcode that does not exist";
		if (bad)
			return bad;
		gpu_step(g, (int)n);
	}
	return NULL;
}
