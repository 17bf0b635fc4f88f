// SPDX-License-Identifier: GPL-2.0
/* The rig of the unit tests of draws, and their main program: build/gpu-test. */
#include "unit_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static void span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	struct rig *rig = ctx;
	uint64_t first = RIG_BASE, end = RIG_BASE + RIG_SIZE;

	(void)client;
	(void)write;
	if (rig->hole < rig->hole_end) {
		if (addr >= RIG_BASE + (uint64_t)rig->hole && addr < RIG_BASE + (uint64_t)rig->hole_end)
			return;
		if (addr < RIG_BASE + (uint64_t)rig->hole)
			end = RIG_BASE + (uint64_t)rig->hole;
		else
			first = RIG_BASE + (uint64_t)rig->hole_end;
	}
	if (addr >= first && addr < end)
		*s = (struct gpu_span){ first, end, rig->bytes + (first - RIG_BASE) };
}

static void fault(void *ctx, const char *what)
{
	struct rig *rig = ctx;

	rig->lines++;
	snprintf(rig->last, sizeof(rig->last), "%s", what);
}

static void stale(void *ctx, uint64_t first, const char *what)
{
	struct rig *rig = ctx;

	(void)first;
	rig->stale++;
	snprintf(rig->last, sizeof(rig->last), "%s", what);
}

static const struct gpu_host host = { .span = span, .fault = fault, .stale = stale };

void rig_reg(struct rig *rig, uint32_t reg, uint32_t value)
{
	rig->regs[reg / 4] = value;
}

void rig_reg_float(struct rig *rig, uint32_t reg, float value)
{
	union { float f; uint32_t u; } v = { .f = value };

	rig_reg(rig, reg, v.u);
}

void rig_field(struct rig *rig, uint32_t reg, unsigned int high, unsigned int low, uint32_t value)
{
	uint32_t mask = (uint32_t)((2ull << (high - low)) - 1) << low;

	rig_reg(rig, reg, (gpu_reg(rig->regs, reg) & ~mask) | value << low);
}

static void vertex_resource(struct rig *rig, uint32_t id, uint32_t offset, uint32_t size, uint32_t stride)
{
	uint32_t reg = SQ_RESOURCE0_WORD0 + 28 * id;

	rig_reg(rig, reg, RIG_BASE + offset);
	rig_reg(rig, reg + 4, size - 1);
	rig_reg(rig, reg + 8, stride << 8 | 35u << 20);
	rig_reg(rig, reg + 24, 3u << 30);
}

static void neutral_state(struct rig *rig)
{
	uint32_t box = RIG_EDGE | RIG_EDGE << 16;

	rig_reg(rig, GB_TILING_CONFIG, 0x00004902);
	rig_reg(rig, SQ_PGM_START_VS, (RIG_BASE + RIG_VS) >> 8);
	rig_reg(rig, SQ_PGM_START_PS, (RIG_BASE + RIG_PS) >> 8);
	rig_reg(rig, SQ_PGM_START_FS, (RIG_BASE + RIG_FS) >> 8);
	rig_reg(rig, SQ_PGM_RESOURCES_VS, 8);
	rig_reg(rig, SQ_PGM_RESOURCES_PS, 8);
	rig_reg(rig, VGT_MAX_VTX_INDX, UINT32_MAX);
	rig_reg(rig, PA_SC_SCREEN_SCISSOR_BR, box);
	rig_reg(rig, PA_SC_WINDOW_SCISSOR_BR, box);
	rig_reg(rig, PA_SC_GENERIC_SCISSOR_BR, box);
	rig_reg(rig, PA_SC_VPORT_SCISSOR_0_TL + 4, box);
	rig_reg(rig, PA_SC_CLIPRECT_RULE, 0xffff);
	rig_reg_float(rig, PA_SC_VPORT_ZMIN_0 + 4, 1.0f);
	/* Positions are pixels: scale 1, offset 0; z as it comes. */
	rig_reg(rig, PA_CL_VTE_CNTL, 0x43f);
	for (uint32_t c = 0; c < 3; c++)
		rig_reg_float(rig, PA_CL_VPORT_XSCALE_0 + 8 * c, 1.0f);
	rig_reg(rig, PA_CL_CLIP_CNTL, 1u << 19);
	rig_reg(rig, PA_SU_SC_MODE_CNTL, 1u << 2 | 1u << 19);
	rig_reg(rig, PA_SU_VTX_CNTL, 1);
	rig_reg(rig, PA_SC_AA_MASK, UINT32_MAX);
	rig_reg(rig, SPI_PS_IN_CONTROL_0, 1);
	rig_reg(rig, SPI_VS_OUT_ID_0, 1);
	rig_reg(rig, SPI_PS_INPUT_CNTL_0, 1);
	rig_reg(rig, SPI_INTERP_CONTROL_0, 1);
	rig_reg(rig, CB_TARGET_MASK, 15);
	rig_reg(rig, CB_SHADER_MASK, 15);
	rig_reg(rig, CB_COLOR_CONTROL, 0xcc << 16);
	rig_reg(rig, CB_COLOR0_BASE, (RIG_BASE + RIG_COLOR) >> 8);
	rig_reg(rig, CB_COLOR0_SIZE, 7 | 63u << 10);
	rig_reg(rig, CB_COLOR0_INFO, 26u << 2 | 2u << 8 | 1u << 20);
	vertex_resource(rig, 160, RIG_VERTICES, 0x4000, 32);
}

struct rig *rig_new(enum gpu_chip chip)
{
	struct rig *rig = calloc(1, sizeof(*rig));

	rig->regs = calloc(GPU_REG_END / 4, sizeof(*rig->regs));
	rig->bytes = calloc(1, RIG_SIZE);
	rig->gpu = gpu_create(&host, rig, chip);
	rig->r7xx = chip >= GPU_RV770;
	neutral_state(rig);
	rig_copy_programs(rig);
	return rig;
}

void rig_free(struct rig *rig)
{
	gpu_destroy(rig->gpu);
	free(rig->regs);
	free(rig->bytes);
	free(rig);
}

uint32_t rig_word(const struct rig *rig, uint32_t offset)
{
	uint32_t word;

	memcpy(&word, rig->bytes + offset, sizeof(word));
	return word;
}

void rig_set_word(struct rig *rig, uint32_t offset, uint32_t value)
{
	memcpy(rig->bytes + offset, &value, sizeof(value));
}

#define CLAUSES		0x200u

void rig_program(struct rig *rig, uint32_t at)
{
	rig->program = at;
	rig->cf = at;
	rig->clause = at + CLAUSES;
}

static void cf_words(struct rig *rig, uint32_t word0, uint32_t word1)
{
	rig_set_word(rig, rig->cf, word0);
	rig_set_word(rig, rig->cf + 4, word1);
	rig->cf += 8;
}

void rig_cf(struct rig *rig, uint32_t op, uint32_t addr, uint32_t pop, bool end)
{
	cf_words(rig, addr, pop | (uint32_t)end << 21 | op << 23 | 1u << 31);
}

void rig_export(struct rig *rig, uint32_t type, uint32_t base, uint32_t gpr, bool end)
{
	cf_words(rig, base | type << 13 | gpr << 15 | 3u << 30,
		 0u | 1u << 3 | 2u << 6 | 3u << 9 | (uint32_t)end << 21 | (uint32_t)CF_EXPORT_DONE << 23 | 1u << 31);
}

void rig_memory(struct rig *rig, uint32_t op, uint32_t type, uint32_t base, uint32_t gpr, uint32_t index, bool end)
{
	cf_words(rig, base | type << 13 | gpr << 15 | index << 23 | 3u << 30,
		 15u << 12 | (uint32_t)end << 21 | op << 23 | 1u << 31);
}

void rig_alu_clause(struct rig *rig, uint32_t op, uint32_t pairs)
{
	/* 16 constants from vec4 0 of buffer 0 are locked. */
	cf_words(rig, (rig->clause - rig->program) / 8 | 1u << 30, (pairs - 1) << 18 | (op & 15) << 26 | 1u << 31);
}

static void clause_word(struct rig *rig, uint32_t word)
{
	rig_set_word(rig, rig->clause, word);
	rig->clause += 4;
}

void rig_alu(struct rig *rig, uint32_t op, uint32_t dst, uint32_t chan, uint32_t src0, uint32_t src1, uint32_t more)
{
	bool write = !(more & ALU_NO_WRITE), last = more & ALU_LAST;

	clause_word(rig, (src0 & 511) | src0 / 512 << 10 | (more & ALU_NEG0 ? 1u << 12 : 0) | (src1 & 511) << 13 |
		    src1 / 512 << 23 | (uint32_t)last << 31);
	clause_word(rig, (more & ALU_MASK ? 1u << 2 | 1u << 3 : 0) | (uint32_t)write << 4 |
		    op << (rig->r7xx ? 7 : 8) | dst << 21 | chan << 29 | (more & ALU_CLAMP ? 1u << 31 : 0));
}

void rig_literal(struct rig *rig, uint32_t x, uint32_t y)
{
	clause_word(rig, x);
	clause_word(rig, y);
}

void rig_fetch_clause(struct rig *rig, uint32_t count)
{
	/* Fetch clauses begin at 16 bytes. */
	rig->clause = (rig->clause + 15) & ~15u;
	cf_words(rig, (rig->clause - rig->program) / 8, (count - 1) << 10 | (uint32_t)CF_VTX << 23 | 1u << 31);
}

void rig_fetch(struct rig *rig, uint32_t resource, uint32_t offset, uint32_t src, uint32_t chan, uint32_t dst)
{
	clause_word(rig, 2u << 5 | resource << 8 | src << 16 | chan << 24);
	clause_word(rig, dst | 0u << 9 | 1u << 12 | 2u << 15 | 3u << 18 | 1u << 21);
	clause_word(rig, offset);
	clause_word(rig, 0);
}

void rig_copy_programs(struct rig *rig)
{
	rig_program(rig, RIG_VS);
	rig_cf(rig, CF_CALL_FS, 0, 0, false);
	rig_export(rig, 1, 60, 1, false);
	rig_export(rig, 2, 0, 2, true);
	rig_program(rig, RIG_FS);
	rig_fetch_clause(rig, 2);
	rig_fetch(rig, 0, 0, 0, 0, 1);
	rig_fetch(rig, 0, 16, 0, 0, 2);
	rig_cf(rig, CF_RETURN, 0, 0, false);
	rig_program(rig, RIG_PS);
	rig_export(rig, 0, 0, 0, true);
}

void rig_vertex(struct rig *rig, uint32_t n, float x, float y, float z, float w, float r, float g, float b, float a)
{
	const float values[8] = { x, y, z, w, r, g, b, a };

	memcpy(rig->bytes + RIG_VERTICES + 32 * n, values, sizeof(values));
}

enum gpu_result rig_draw(struct rig *rig, uint32_t type, uint32_t count)
{
	const struct gpu_draw_call call = { .index = GPU_INDEX_AUTO, .count = count, .instances = 1 };

	rig_reg(rig, VGT_PRIMITIVE_TYPE, type);
	rig->lines = 0;
	return gpu_draw(rig->gpu, rig->regs, &call, UINT64_MAX);
}

/* 1D tiles of 8x8 pixels of four bytes; inside of a tile bits go x0 x1 y0 x2 y1 y2. */
static uint32_t pixel_offset(uint32_t x, uint32_t y)
{
	return (y / 8 * (RIG_EDGE / 8) + x / 8) * 256 +
	       ((x & 3) | (y & 1) << 2 | (x >> 2 & 1) << 3 | (y >> 1 & 3) << 4) * 4;
}

uint32_t rig_pixel(const struct rig *rig, uint32_t x, uint32_t y)
{
	return rig_word(rig, RIG_COLOR + pixel_offset(x, y));
}

unsigned int rig_drawn(const struct rig *rig)
{
	unsigned int n = 0;

	for (uint32_t i = 0; i < RIG_EDGE * RIG_EDGE; i++)
		n += rig_word(rig, RIG_COLOR + 4 * i) != 0;
	return n;
}

void rig_clear(struct rig *rig)
{
	memset(rig->bytes + RIG_COLOR, 0, RIG_EDGE * RIG_EDGE * 4);
}

int main(void)
{
	unit_alu();
	unit_flow();
	unit_vertices();
	unit_raster();
	unit_targets();
	unit_limits();
	unit_rows();
	unit_watch();
	unit_cache();
	return tap_end();
}
