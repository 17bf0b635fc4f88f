// SPDX-License-Identifier: GPL-2.0
/* The rig of the unit tests of R5xx's back, and their main program: build/gpu-r500-back-test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit_r500_back.h"

static void span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	struct r500_rig *rig = ctx;

	if (addr < MEMORY)
		*s = (struct gpu_span){ 0, MEMORY, NULL };
	else if (addr < MEMORY + MEMORY_SIZE)
		*s = (struct gpu_span){ MEMORY, MEMORY + MEMORY_SIZE, rig->memory };
	else
		*s = (struct gpu_span){ MEMORY + MEMORY_SIZE, UINT64_MAX, NULL };
}

static void fault(void *ctx, const char *what)
{
	struct r500_rig *rig = ctx;

	rig->faults++;
	snprintf(rig->line, sizeof(rig->line), "%s", what);
}

static void stale(void *ctx, uint64_t first, const char *what)
{
	struct r500_rig *rig = ctx;

	rig->stale++;
	snprintf(rig->stale_line, sizeof(rig->stale_line), "%s", what);
}

static const struct gpu_host host = { .span = span, .fault = fault, .stale = stale };

void r500_rig_reg(struct r500_rig *rig, uint32_t reg, uint32_t value)
{
	rig->regs[reg / 4] = value;
}

void r500_rig_inst(struct r500_rig *rig, uint32_t n, const uint32_t inst[6])
{
	memcpy(rig->upload.us[n], inst, sizeof(rig->upload.us[n]));
}

uint32_t r500_rig_word(const struct r500_rig *rig, uint32_t addr)
{
	uint32_t word;

	memcpy(&word, rig->memory + (addr - MEMORY), sizeof(word));
	return word;
}

void r500_rig_set_word(struct r500_rig *rig, uint32_t addr, uint32_t value)
{
	memcpy(rig->memory + (addr - MEMORY), &value, sizeof(value));
}

/* A target of 64x64 pixels in rows, and a program that writes its only input. */
static void neutral_state(struct r500_rig *rig)
{
	static const uint32_t copy[6] = { 0x00078105, 0, 0, 0x00db0220, 0x00c0c000, 0x20490000 };

	r500_rig_reg(rig, R500_VAP_CNTL_STATUS, 1 << 8);
	r500_rig_reg(rig, R500_VAP_VTE_CNTL, 0x300);
	r500_rig_reg(rig, R500_VAP_VTX_SIZE, 8);
	r500_rig_reg(rig, R500_VAP_PROG_STREAM_CNTL_0, 3 | (3 | 6 << 8 | 1 << 13) << 16);
	r500_rig_reg(rig, R500_VAP_PROG_STREAM_CNTL_EXT_0, 0xf688f688);
	r500_rig_reg(rig, R500_VAP_OUT_VTX_FMT_0, 1);
	r500_rig_reg(rig, R500_VAP_OUT_VTX_FMT_1, 4);
	r500_rig_reg(rig, R500_VAP_VF_MAX_VTX_INDX, 0xffffff);
	r500_rig_reg(rig, R500_GB_MSPOS0, 0x66666666);
	r500_rig_reg(rig, R500_GB_MSPOS1, 0x6666666);
	r500_rig_reg(rig, R500_RS_IP_0, 0 | 1 << 6 | 2 << 12 | 3 << 18);
	r500_rig_reg(rig, R500_RS_INST_0, 1 << 4);
	r500_rig_reg(rig, R500_SC_CLIP_RULE, 0xffff);
	r500_rig_reg(rig, R500_SC_SCISSOR1, 63 | 63 << 13);
	r500_rig_reg(rig, R500_SC_SCREENDOOR, 0xffffff);
	r500_rig_reg(rig, R500_US_OUT_FMT_0, 3 << 8 | 2 << 10 | 1 << 12);
	for (uint32_t n = 1; n < 4; n++)
		r500_rig_reg(rig, R500_US_OUT_FMT_0 + 4 * n, 15);
	r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, 15);
	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0, TARGET);
	r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | 6 << 21);
	r500_rig_inst(rig, 0, copy);
}

struct r500_rig *r500_rig_new(enum gpu_chip chip)
{
	struct r500_rig *rig = calloc(1, sizeof(*rig));

	if (!rig)
		abort();
	rig->gpu = gpu_create(&host, rig, chip);
	if (!rig->gpu)
		abort();
	neutral_state(rig);
	return rig;
}

void r500_rig_free(struct r500_rig *rig)
{
	gpu_destroy(rig->gpu);
	free(rig);
}

enum gpu_result r500_rig_rectangle(struct r500_rig *rig, float x0, float y0, float x1, float y1, float z,
				   const float texture[4])
{
	const float corner[4][2] = { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } };
	union { float f[32]; uint32_t u[32]; } data;
	struct gpu_draw_call call = { .control = 13 | 3 << 4 | 4 << 16, .immediate = data.u, .data_dw = 32,
				      .upload = &rig->upload, .ram = &rig->ram };

	for (int i = 0; i < 4; i++) {
		const float v[8] = { corner[i][0], corner[i][1], z, 1, texture[0], texture[1], texture[2], texture[3] };

		memcpy(&data.f[8 * i], v, sizeof(v));
	}
	return gpu_draw(rig->gpu, rig->regs, &call, UINT64_MAX);
}

int main(void)
{
	test_r500_us();
	test_r500_tiles();
	test_r500_textures();
	test_r500_targets();
	test_r500_ram();
	test_r500_hiz();
	test_r500_caches();
	return tap_end();
}
