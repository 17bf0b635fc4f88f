// SPDX-License-Identifier: GPL-2.0
/* R5xx's RAM on the chip: blocks that packets have cleared read as the clear value until a draw writes them to memory. */
#include <string.h>

#include "unit_r500_back.h"

static const float color[4] = { 0.2f, 0.4f, 0.6f, 0.8f };

#define FAST_FILL	(1u << 2)
#define RD_COMP		(1u << 3)
#define STALE		0x11111111u
#define CLEAR		0xc0000042u

/* Depth of 64 x 64 pixels of 4 samples at most, in micro tiles, whose memory is stale. */
static struct r500_rig *stale_depth(enum gpu_chip chip)
{
	struct r500_rig *rig = r500_rig_new(chip);

	memset(rig->memory + (DEPTH - MEMORY), STALE & 0xff, 64 * 64 * 4 * 4);
	r500_rig_reg(rig, R500_ZB_CNTL, 2 | 4);
	r500_rig_reg(rig, R500_ZB_ZSTENCILCNTL, 1);
	r500_rig_reg(rig, R500_ZB_FORMAT, 2);
	r500_rig_reg(rig, R500_ZB_DEPTHOFFSET, DEPTH);
	r500_rig_reg(rig, R500_ZB_DEPTHPITCH, 64 | 1 << 17);
	r500_rig_reg(rig, R500_ZB_BW_CNTL, FAST_FILL);
	r500_rig_reg(rig, R500_ZB_DEPTHCLEARVALUE, CLEAR);
	r500_rig_reg(rig, R500_ZB_ZMASK_PITCH, 64);
	return rig;
}

static uint32_t depth_at(const struct r500_rig *rig, uint32_t x, uint32_t y, uint32_t sample, uint8_t samples)
{
	struct gpu_surface s = { .base = DEPTH, .pitch = 64, .height = 64, .bytes = 4, .samples = samples };

	r500_surface_init(&s, R500_TILED, false);
	return r500_rig_word(rig, (uint32_t)gpu_surface_address(&s, x, y, 0, sample));
}

/* A dword is a rectangle of blocks, by the depth pipes and the size of the blocks. */
static void rectangles(void)
{
	static const struct { enum gpu_chip chip; uint32_t peq, pitch, offset, dw, box[4]; } rows[] = {
		{ GPU_RV515, 0, 64, 0, 1, { 16, 0, 32, 16 } }, { GPU_RV515, 0, 64, 0, 4, { 0, 16, 16, 32 } },
		{ GPU_RV515, 0, 64, 8, 4, { 32, 0, 48, 16 } }, { GPU_RV515, 1, 64, 0, 3, { 32, 32, 64, 64 } },
		{ GPU_RV530, 0, 64, 0, 3, { 32, 16, 64, 32 } }, { GPU_RV560, 0, 64, 0, 3, { 32, 16, 64, 32 } },
		{ GPU_RV560, 1, 64, 0, 1, { 0, 32, 64, 64 } }, { GPU_RV570, 0, 96, 0, 3, { 48, 16, 64, 32 } },
		{ GPU_R520, 0, 64, 0, 2, { 0, 32, 32, 64 } }, { GPU_R580, 0, 64, 0, 1, { 32, 0, 64, 32 } },
		{ GPU_R580, 1, 64, 0, 0, { 0, 0, 64, 64 } },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = stale_depth(rows[n].chip);
		const uint32_t *box = rows[n].box;
		unsigned int wrong = 0;

		r500_ram_clear(rig->ram.zmask, rows[n].dw, 1, 0);
		r500_rig_reg(rig, R500_ZB_ZSTENCILCNTL, 0);
		r500_rig_reg(rig, R500_GB_Z_PEQ_CONFIG, rows[n].peq);
		r500_rig_reg(rig, R500_ZB_ZMASK_PITCH, rows[n].pitch);
		r500_rig_reg(rig, R500_ZB_ZMASK_OFFSET, rows[n].offset);
		r500_rig_rectangle(rig, 0, 0, 64, 64, 0.5f, color);
		for (uint32_t i = 0; i < 64 * 64; i++) {
			uint32_t x = i % 64, y = i / 64;
			bool in = x >= box[0] && y >= box[1] && x < box[2] && y < box[3];

			wrong += depth_at(rig, x, y, 0, 1) != (in ? CLEAR : STALE);
		}
		tap_ok(!wrong, "row %zu: dword %u of ZMASK, %u pixels differ", n, rows[n].dw, wrong);
		r500_rig_free(rig);
	}
}

static void cleared_depth(void)
{
	struct r500_rig *rig = stale_depth(GPU_RV515);

	r500_ram_clear(rig->ram.zmask, 0, 16, 0);
	r500_rig_rectangle(rig, 0, 0, 5, 4, 0.5f, color);
	tap_ok(r500_rig_word(rig, TARGET) && depth_at(rig, 0, 0, 0, 1) == 0x80000042,
	       "a cleared block: the test sees the clear value, and so does the stencil beside it: 0x%08x",
	       depth_at(rig, 0, 0, 0, 1));
	tap_ok(depth_at(rig, 7, 3, 0, 1) == CLEAR && depth_at(rig, 8, 0, 0, 1) == STALE && depth_at(rig, 0, 4, 0, 1) == STALE,
	       "the rest of a block goes to memory; other blocks do not");
	r500_rig_rectangle(rig, 0, 0, 5, 4, 0.6f, color);
	tap_ok(depth_at(rig, 0, 0, 0, 1) == 0x80000042, "a block is cleared once");
	r500_rig_reg(rig, R500_ZB_BW_CNTL, 0);
	r500_rig_set_word(rig, TARGET + 4 * 8, 0);
	r500_rig_rectangle(rig, 8, 0, 16, 4, 0.5f, color);
	tap_ok(!r500_rig_word(rig, TARGET + 4 * 8) && depth_at(rig, 8, 0, 0, 1) == STALE, "without fast fill memory counts");
	r500_rig_free(rig);
}

/* As Mesa's r300 writes a buffer to memory: depth may be written, and nothing is tested. */
static void decompression(void)
{
	struct r500_rig *rig = stale_depth(GPU_R580);

	r500_ram_clear(rig->ram.zmask, 0, 4, 0);
	r500_rig_reg(rig, R500_ZB_BW_CNTL, FAST_FILL | RD_COMP);
	r500_rig_reg(rig, R500_ZB_CNTL, 0);
	r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, 0);
	r500_rig_rectangle(rig, 0, 0, 64, 64, 0.5f, color);
	tap_ok(depth_at(rig, 0, 0, 0, 1) == STALE, "a draw without depth leaves blocks as they are");
	r500_rig_reg(rig, R500_ZB_CNTL, 4);
	r500_rig_rectangle(rig, 0, 0, 64, 32, 0.5f, color);
	tap_ok(depth_at(rig, 0, 0, 0, 1) == CLEAR && depth_at(rig, 63, 31, 0, 1) == CLEAR && depth_at(rig, 0, 32, 0, 1) == STALE,
	       "decompression writes the clear value to what it covers: 0x%08x", depth_at(rig, 0, 0, 0, 1));
	r500_rig_free(rig);
}

/* Between two draws; blocks of 4x4 pixels are a quarter of a tile of the view. */
static void looks(void)
{
	struct r500_rig *rig = stale_depth(GPU_R580);
	uint8_t tile[GPU_TILE_BYTES];
	uint32_t words[64];

	r500_ram_clear(rig->ram.zmask, 0, 4, 0);
	r500_rig_rectangle(rig, 4, 0, 8, 4, 0.5f, color);
	gpu_look(rig->gpu, rig->regs);
	gpu_look_tile(rig->gpu, GPU_VIEW_DEPTH, 0, 0, 0, tile);
	memcpy(words, tile, sizeof(words));
	tap_ok(words[0] == CLEAR && words[4] == 0x80000042 && words[63] == CLEAR && depth_at(rig, 0, 0, 0, 1) == STALE,
	       "a view shows the clear value: 0x%08x 0x%08x 0x%08x", words[0], words[4], words[63]);
	r500_rig_free(rig);
}

static void all_samples(void)
{
	struct r500_rig *rig = stale_depth(GPU_R580);
	unsigned int wrong = 0;

	r500_rig_reg(rig, R500_GB_AA_CONFIG, 1 | 2 << 1);
	r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, 0);
	r500_rig_reg(rig, R500_ZB_ZSTENCILCNTL, 0);
	r500_ram_clear(rig->ram.zmask, 0, 4, 0);
	r500_rig_rectangle(rig, 0, 0, 64, 64, 0.5f, color);
	for (uint32_t i = 0; i < 64 * 64 * 4; i++)
		wrong += depth_at(rig, i % 64, i / 64 % 64, i / 4096, 4) != CLEAR;
	tap_ok(!wrong, "all samples of a block are cleared: %u are not", wrong);
	r500_rig_free(rig);
}

/* Four samples, whose cleared blocks a resolve reads; RV530 has one pipe of colour. */
static void cleared_color(void)
{
	static const struct { enum gpu_chip chip; uint32_t cctl, x, color, out, want[2]; } rows[] = {
		{ GPU_RV530, 3 << 9, 16, 6, 3 << 8 | 2 << 10 | 1 << 12, { 0x80402010, 0 } },
		{ GPU_R580, 3 << 9, 32, 6, 3 << 8 | 2 << 10 | 1 << 12, { 0x80402010, 0 } },
		{ GPU_R580, 0, 32, 6, 3 << 8 | 2 << 10 | 1 << 12, { STALE, 0 } },
		{ GPU_R580, 3 << 9, 32, 10, 5 | 1 << 8 | 2 << 10 | 3 << 12, { 0x22223333, 0x44445555 } },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(rows[n].chip);
		uint32_t bytes = rows[n].want[1] ? 8 : 4, at = DEPTH + bytes * rows[n].x;

		memset(rig->memory, STALE & 0xff, DEPTH - MEMORY);
		r500_rig_reg(rig, R500_US_OUT_FMT_0, rows[n].out);
		r500_rig_reg(rig, R500_GB_AA_CONFIG, 1 | 2 << 1);
		r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | rows[n].color << 21);
		r500_rig_reg(rig, R500_RB3D_CCTL, rows[n].cctl);
		r500_rig_reg(rig, R500_RB3D_CMASK_PITCH0, 64);
		r500_rig_reg(rig, R500_RB3D_COLOR_CLEAR_VALUE, 0x80402010);
		r500_rig_reg(rig, R500_RB3D_COLOR_CLEAR_VALUE_GB, 0x22223333);
		r500_rig_reg(rig, R500_RB3D_COLOR_CLEAR_VALUE_AR, 0x44445555);
		r500_ram_clear(rig->ram.cmask, 1, 1, 0);
		r500_rig_rectangle(rig, 60, 60, 64, 64, 0.5f, color);
		r500_rig_reg(rig, R500_RB3D_AARESOLVE_OFFSET, DEPTH);
		r500_rig_reg(rig, R500_RB3D_AARESOLVE_PITCH, 64);
		r500_rig_reg(rig, R500_RB3D_AARESOLVE_CTL, 1 | 1 << 2);
		r500_rig_rectangle(rig, 0, 0, 64, 16, 0.5f, color);
		tap_ok(r500_rig_word(rig, at) == rows[n].want[0] && (bytes == 4 || r500_rig_word(rig, at + 4) == rows[n].want[1]) &&
		       r500_rig_word(rig, at - bytes) == STALE, "row %zu: CMASK, then a resolve: 0x%08x 0x%08x", n,
		       r500_rig_word(rig, at), r500_rig_word(rig, at - bytes));
		r500_rig_free(rig);
	}
}

static void drawn_color(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_RV515);

	memset(rig->memory, STALE & 0xff, DEPTH - MEMORY);
	r500_rig_reg(rig, R500_RB3D_CCTL, 1 << 10);
	r500_rig_reg(rig, R500_RB3D_CMASK_PITCH0, 64);
	r500_rig_reg(rig, R500_RB3D_COLOR_CLEAR_VALUE, 0x80402010);
	r500_ram_clear(rig->ram.cmask, 0, 16, 0);
	r500_rig_rectangle(rig, 0, 0, 5, 4, 0.5f, color);
	tap_ok(r500_rig_word(rig, TARGET) == 0xcc336699 && r500_rig_word(rig, TARGET + 4 * 7) == 0x80402010 &&
	       r500_rig_word(rig, TARGET + 4 * 8) == STALE, "the rest of a block of colour goes to memory: 0x%08x 0x%08x",
	       r500_rig_word(rig, TARGET), r500_rig_word(rig, TARGET + 4 * 7));
	r500_rig_reg(rig, R500_RB3D_CCTL, 0);
	r500_rig_rectangle(rig, 8, 0, 13, 4, 0.5f, color);
	tap_ok(r500_rig_word(rig, TARGET + 4 * 15) == STALE, "a later draw without CMASK leaves blocks as they are");
	r500_rig_free(rig);
}

static void states(void)
{
	static const struct { uint32_t value, first, count; uint64_t want; } rows[] = {
		{ 0, 0, 1, ~0ull }, { 0x55555555, 0, 1, 0 }, { 0xffffffff, 0, 1, 0 }, { 0xfffffff3, 0, 1, 0x0002000200020002 },
		{ 0, 1, 5, 0 }, { 0, R500_RAM_DW, 1, 0 }, { 0, 0, UINT32_MAX, ~0ull },
	};
	struct r500_rig *rig;

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		rig = r500_rig_new(GPU_R580);
		r500_ram_clear(rig->ram.zmask, rows[n].first, rows[n].count, rows[n].value);
		tap_ok(rig->ram.zmask[0] == rows[n].want, "%u dwords of 0x%08x from %u on", rows[n].count, rows[n].value,
		       rows[n].first);
		r500_rig_free(rig);
	}
	rig = stale_depth(GPU_RV515);
	r500_ram_clear(rig->ram.zmask, 0, R500_RAM_DW, 0);
	r500_rig_reg(rig, R500_ZB_ZMASK_OFFSET, 4 * (R500_RAM_DW - 1));
	r500_rig_rectangle(rig, 0, 0, 64, 64, 0.6f, color);
	tap_ok(depth_at(rig, 15, 15, 0, 1) == 0x99999942 && depth_at(rig, 16, 0, 0, 1) == STALE,
	       "blocks outside of the RAM are not cleared: 0x%08x", depth_at(rig, 15, 15, 0, 1));
	r500_rig_free(rig);
}

void test_r500_ram(void)
{
	tap_note("R5xx: RAM on the chip");
	rectangles();
	cleared_depth();
	decompression();
	looks();
	all_samples();
	cleared_color();
	drawn_color();
	states();
}
