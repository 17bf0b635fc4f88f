// SPDX-License-Identifier: GPL-2.0
/* Shader stages: their programs, constants, resources and scratch memory. */
#include <string.h>

#include "machine.h"

/* Instructions that one run of a program may execute. */
#define RUN_LIMIT	(4u << 20)

struct stage_registers {
	uint32_t start, resources, sizes, caches, scratch, scratch_item;
	uint32_t first_resource, resource_count, sampler, border, cfile, loop;
};

static const struct stage_registers stage_registers[] = {
	[GPU_STAGE_PS] = {
		SQ_PGM_START_PS, SQ_PGM_RESOURCES_PS, SQ_ALU_CONST_BUFFER_SIZE_PS_0, SQ_ALU_CONST_CACHE_PS_0,
		SQ_PSTMP_RING_BASE, SQ_PSTMP_RING_ITEMSIZE, 0, 160, 0, TD_PS_SAMPLER0_BORDER_RED, 0, 0,
	},
	[GPU_STAGE_VS] = {
		SQ_PGM_START_VS, SQ_PGM_RESOURCES_VS, SQ_ALU_CONST_BUFFER_SIZE_VS_0, SQ_ALU_CONST_CACHE_VS_0,
		SQ_VSTMP_RING_BASE, SQ_VSTMP_RING_ITEMSIZE, 160, 176, 18, TD_VS_SAMPLER0_BORDER_RED, 256, 32,
	},
	[GPU_STAGE_GS] = {
		SQ_PGM_START_GS, SQ_PGM_RESOURCES_GS, SQ_ALU_CONST_BUFFER_SIZE_GS_0, SQ_ALU_CONST_CACHE_GS_0,
		SQ_GSTMP_RING_BASE, SQ_GSTMP_RING_ITEMSIZE, 336, 160, 36, TD_GS_SAMPLER0_BORDER_RED, 0, 64,
	},
	/* ES has the constants, resources and samplers of VS. */
	[GPU_STAGE_ES] = {
		SQ_PGM_START_ES, SQ_PGM_RESOURCES_ES, SQ_ALU_CONST_BUFFER_SIZE_VS_0, SQ_ALU_CONST_CACHE_VS_0,
		SQ_ESTMP_RING_BASE, SQ_ESTMP_RING_ITEMSIZE, 160, 176, 18, TD_VS_SAMPLER0_BORDER_RED, 256, 32,
	},
};

void gpu_stage_init(struct gpu *gpu, struct gpu_stage *stage, enum gpu_stage_id id)
{
	const struct stage_registers *r = &stage_registers[id];
	const uint32_t *regs = gpu->regs;

	memset(stage, 0, sizeof(*stage));
	stage->id = id;
	stage->regs = regs;
	stage->mem = &gpu->mem;
	stage->programs = &gpu->programs;
	stage->unit = gpu->unit;
	stage->r7xx = gpu->r7xx;
	stage->steps = gpu->program_steps ? gpu->program_steps : RUN_LIMIT;
	stage->program = gpu_program_get(&gpu->programs, (uint64_t)gpu_reg(regs, r->start) << 8);
	if (id == GPU_STAGE_VS || id == GPU_STAGE_ES)
		stage->fs = gpu_program_get(&gpu->programs, (uint64_t)gpu_reg(regs, SQ_PGM_START_FS) << 8);
	stage->gprs = gpu_field(gpu_reg(regs, r->resources), 7, 0);
	stage->gprs = stage->gprs > 128 ? 128 : stage->gprs;
	for (int i = 0; i < 16; i++) {
		stage->const_addr[i] = (uint64_t)gpu_reg(regs, r->caches + 4 * i) << 8;
		stage->const_bytes[i] = (gpu_reg(regs, r->sizes + 4 * i) & 0x1ff) * 256;
	}
	stage->resource = SQ_RESOURCE0_WORD0 + 28 * r->first_resource;
	stage->resources = r->resource_count;
	stage->sampler = SQ_SAMPLER0_WORD0 + 12 * r->sampler;
	stage->border = r->border;
	stage->cfile = SQ_ALU_CONSTANT0_0 + 16 * r->cfile;
	stage->loop = SQ_LOOP_CONST_0 + 4 * r->loop;
	stage->scratch_addr = (uint64_t)gpu_reg(regs, r->scratch) << 8;
	stage->scratch_dw = gpu_field(gpu_reg(regs, r->scratch_item), 14, 0);
	stage->scratch_items = stage->scratch_dw ? (uint64_t)gpu_reg(regs, r->scratch + 4) * 64 / stage->scratch_dw : 0;
}

void gpu_stage_run(struct gpu *gpu, const struct gpu_stage *stage, uint32_t inputs)
{
	static const char *const name[] = {
		[GPU_STAGE_PS] = "PS", [GPU_STAGE_VS] = "VS", [GPU_STAGE_GS] = "GS", [GPU_STAGE_ES] = "ES",
	};
	const char *bad = gpu_shader_run(stage, &gpu->group, inputs, &gpu->budget);

	if (!bad || gpu->hang)
		return;
	gpu->hang = bad;
	/* Parts of a draw may find the same hang. */
	if (!gpu_rows_first_hang(gpu))
		return;
	gpu_say(gpu, "%s hangs: %s, CF instruction %u of the program at 0x%010llx", name[stage->id], bad,
		gpu->group.at_cf, (unsigned long long)gpu->group.at_program);
}
