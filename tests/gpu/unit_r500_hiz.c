// SPDX-License-Identifier: GPL-2.0
/* R5xx's HiZ: a quad behind its block's byte is not drawn, whatever memory says; writes of depth change the byte. */
#include <string.h>

#include "unit_r500_back.h"

static const float color[4] = { 0.2f, 0.4f, 0.6f, 0.8f };

enum { LESS = 1, LEQUAL, EQUAL, GEQUAL, GREATER, NOTEQUAL, ALWAYS };

#define HIZ		1u
#define HIZ_MIN		(1u << 1)
#define EQUAL_REJECT	(1u << 11)
#define SC		1u
#define SC_MAX		(1u << 1)
#define NEAR		0x00000000u
#define FAR		0xffffff00u

/* A depth buffer of 64x64 pixels with a depth everywhere, and HiZ of the same size. */
static struct r500_rig *deep(enum gpu_chip chip, uint32_t func, uint32_t stored)
{
	struct r500_rig *rig = r500_rig_new(chip);

	for (uint32_t i = 0; i < 64 * 64 * 4; i++)
		r500_rig_set_word(rig, DEPTH + 4 * i, stored);
	r500_rig_reg(rig, R500_ZB_CNTL, 2 | 4);
	r500_rig_reg(rig, R500_ZB_ZSTENCILCNTL, func);
	r500_rig_reg(rig, R500_ZB_FORMAT, 2);
	r500_rig_reg(rig, R500_ZB_DEPTHOFFSET, DEPTH);
	r500_rig_reg(rig, R500_ZB_DEPTHPITCH, 64 | 1 << 17);
	r500_rig_reg(rig, R500_ZB_BW_CNTL, HIZ);
	r500_rig_reg(rig, R500_SC_HYPERZ_EN, SC);
	r500_rig_reg(rig, R500_ZB_HIZ_PITCH, 64);
	return rig;
}

static bool drawn(const struct r500_rig *rig, uint32_t x, uint32_t y)
{
	return r500_rig_word(rig, TARGET + 4 * (64 * y + x)) == 0xcc336699;
}

/* Memory lets each of these draws pass; a depth of 0.5 has the upper bits 127. */
static void decisions(void)
{
	static const struct { uint32_t func, bw, sc, byte; bool drawn; } rows[] = {
		{ LESS, HIZ, SC, 128, true }, { LESS, HIZ, SC, 126, true }, { LESS, HIZ, SC, 125, false },
		{ LESS, 0, SC, 0, true }, { LESS, HIZ, 0, 0, true }, { LEQUAL, HIZ, SC, 126, true },
		{ LEQUAL, HIZ, SC, 125, false }, { LESS, HIZ | HIZ_MIN, SC, 125, false },
		{ LESS, HIZ | 1 << 12, SC, 0, true },
		{ GREATER, HIZ | HIZ_MIN, SC | SC_MAX, 128, true }, { GREATER, HIZ | HIZ_MIN, SC | SC_MAX, 129, false },
		{ GEQUAL, HIZ | HIZ_MIN, SC | SC_MAX, 128, true }, { GEQUAL, HIZ | HIZ_MIN, SC | SC_MAX, 129, false },
		{ NOTEQUAL, HIZ | EQUAL_REJECT, SC, 0, true }, { ALWAYS, HIZ | EQUAL_REJECT, SC, 0, true },
		{ LEQUAL, HIZ | HIZ_MIN, SC, 125, false },
		{ EQUAL, HIZ, SC, 0, true }, { EQUAL, HIZ | EQUAL_REJECT, SC, 126, true },
		{ EQUAL, HIZ | EQUAL_REJECT, SC, 125, false }, { EQUAL, HIZ | EQUAL_REJECT, SC | SC_MAX, 0, true },
		{ EQUAL, HIZ | HIZ_MIN | EQUAL_REJECT, SC | SC_MAX, 128, true },
		{ EQUAL, HIZ | HIZ_MIN | EQUAL_REJECT, SC | SC_MAX, 129, false },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		uint32_t func = rows[n].func;
		struct r500_rig *rig = deep(GPU_RV515, func, func == EQUAL ? 0x80000000 :
					    func == GREATER || func == GEQUAL ? NEAR : FAR);

		memset(rig->ram.hiz, (int)rows[n].byte, sizeof(rig->ram.hiz));
		r500_rig_reg(rig, R500_ZB_BW_CNTL, rows[n].bw);
		r500_rig_reg(rig, R500_SC_HYPERZ_EN, rows[n].sc);
		r500_rig_rectangle(rig, 0, 0, 8, 8, 0.5f, color);
		tap_ok(drawn(rig, 3, 3) == rows[n].drawn && drawn(rig, 4, 7) == rows[n].drawn,
		       "row %zu: ZFUNC %u with a byte of %u", n, func, rows[n].byte);
		r500_rig_free(rig);
	}
}

/* Which block has a byte, by the pipes. */
static void places(void)
{
	static const struct { enum gpu_chip chip; uint32_t pitch, offset, dw, pipe, part, x, y; } rows[] = {
		{ GPU_RV515, 64, 0, 0, 0, 1, 4, 0 }, { GPU_RV515, 64, 0, 0, 0, 2, 0, 4 }, { GPU_RV515, 64, 0, 7, 0, 0, 56, 0 },
		{ GPU_RV515, 64, 0, 8, 0, 0, 0, 8 }, { GPU_RV515, 64, 8, 3, 0, 0, 8, 0 }, { GPU_RV515, 32, 0, 8, 0, 3, 4, 20 },
		{ GPU_RV530, 64, 0, 1, 0, 0, 8, 0 }, { GPU_RV530, 64, 0, 1, 1, 0, 24, 0 }, { GPU_RV530, 64, 0, 2, 0, 0, 32, 0 },
		{ GPU_RV560, 64, 0, 4, 1, 0, 16, 8 }, { GPU_RV570, 96, 0, 1, 2, 0, 40, 0 }, { GPU_RV570, 96, 0, 4, 0, 0, 0, 8 },
		{ GPU_R580, 64, 0, 0, 1, 0, 16, 0 }, { GPU_R580, 64, 0, 0, 2, 0, 0, 16 }, { GPU_R580, 64, 0, 7, 3, 0, 56, 24 },
		{ GPU_R580, 64, 0, 8, 0, 0, 0, 32 }, { GPU_R520, 64, 0, 5, 0, 3, 12, 12 },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = deep(rows[n].chip, LESS, FAR);
		unsigned int wrong = 0;

		memset(rig->ram.hiz, 255, sizeof(rig->ram.hiz));
		rig->ram.hiz[16 * rows[n].dw + 4 * rows[n].pipe + rows[n].part] = 0;
		r500_rig_reg(rig, R500_ZB_HIZ_PITCH, rows[n].pitch);
		r500_rig_reg(rig, R500_ZB_HIZ_OFFSET, rows[n].offset);
		r500_rig_rectangle(rig, 0, 0, 64, rows[n].pitch == 32 ? 24 : 64, 0.5f, color);
		for (uint32_t i = 0; i < 64 * (rows[n].pitch == 32 ? 24 : 64); i++) {
			uint32_t x = i % 64, y = i / 64;
			bool in = x >= rows[n].x && y >= rows[n].y && x < rows[n].x + 4 && y < rows[n].y + 4;

			/* A pitch below the width puts several blocks into a byte. */
			if (rows[n].pitch != 32)
				wrong += drawn(rig, x, y) == in;
			else if (in)
				wrong += drawn(rig, x, y);
		}
		tap_ok(!wrong, "row %zu: byte %u of dword %u, pipe %u: %u pixels differ", n, rows[n].part, rows[n].dw,
		       rows[n].pipe, wrong);
		r500_rig_free(rig);
	}
}

static uint32_t byte(const struct r500_rig *rig, uint32_t n)
{
	return rig->ram.hiz[n];
}

static void writes(void)
{
	struct r500_rig *rig = deep(GPU_RV515, LESS, FAR);

	memset(rig->ram.hiz, 255, sizeof(rig->ram.hiz));
	r500_rig_rectangle(rig, 0, 0, 6, 4, 0.5f, color);
	tap_ok(byte(rig, 0) == 128 && byte(rig, 1) == 255 && byte(rig, 2) == 255,
	       "a block has the greatest depth of its pixels: %u %u %u", byte(rig, 0), byte(rig, 1), byte(rig, 2));
	r500_rig_rectangle(rig, 6, 0, 8, 4, 0.25f, color);
	tap_ok(byte(rig, 1) == 128, "... of all draws: %u", byte(rig, 1));
	/* A scissor hides pixels of a block, not their depth. */
	r500_rig_reg(rig, R500_SC_SCISSOR1, 63 | 5 << 13);
	r500_rig_rectangle(rig, 0, 4, 4, 8, 0.5f, color);
	tap_ok(byte(rig, 2) == 255, "pixels behind the scissor count: %u", byte(rig, 2));
	r500_rig_reg(rig, R500_SC_SCISSOR1, 63 | 63 << 13);
	r500_rig_reg(rig, R500_ZB_CNTL, 2);
	r500_rig_rectangle(rig, 8, 0, 12, 4, 0.5f, color);
	tap_ok(byte(rig, 16) == 255, "without writes of depth a byte stays: %u", byte(rig, 16));
	r500_rig_reg(rig, R500_ZB_CNTL, 2 | 4);
	r500_rig_reg(rig, R500_ZB_BW_CNTL, 0);
	r500_rig_rectangle(rig, 8, 0, 12, 4, 0.5f, color);
	tap_ok(byte(rig, 16) == 255, "... and without HiZ: %u", byte(rig, 16));
	r500_rig_free(rig);

	rig = deep(GPU_RV515, GREATER, NEAR);
	r500_rig_reg(rig, R500_ZB_BW_CNTL, HIZ | HIZ_MIN);
	r500_rig_reg(rig, R500_SC_HYPERZ_EN, SC | SC_MAX);
	r500_rig_rectangle(rig, 0, 0, 4, 4, 0.5f, color);
	r500_rig_rectangle(rig, 4, 0, 6, 4, 0.5f, color);
	tap_ok(byte(rig, 0) == 128 && byte(rig, 1) == 0, "HIZ_MIN: the least depth: %u %u", byte(rig, 0), byte(rig, 1));
	r500_rig_free(rig);
}

/* All samples of a block count, whether a draw covers them or not; 16 bits of depth have the same byte. */
static void forms(void)
{
	struct r500_rig *rig = deep(GPU_RV515, LESS, FAR);

	memset(rig->ram.hiz, 255, sizeof(rig->ram.hiz));
	r500_rig_reg(rig, R500_GB_AA_CONFIG, 1 | 2 << 1);
	r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, 0);
	r500_rig_reg(rig, R500_SC_SCREENDOOR, 0x1c71c7 & 0xffffff);
	r500_rig_rectangle(rig, 0, 0, 4, 4, 0.5f, color);
	tap_ok(byte(rig, 0) == 255, "a sample that is masked keeps its depth, and the block's byte: %u", byte(rig, 0));
	r500_rig_reg(rig, R500_SC_SCREENDOOR, 0xffffff);
	r500_rig_rectangle(rig, 0, 0, 4, 4, 0.25f, color);
	tap_ok(byte(rig, 0) == 64, "all samples: %u", byte(rig, 0));
	r500_rig_free(rig);

	rig = deep(GPU_RV515, LESS, 0xffffffff);
	memset(rig->ram.hiz, 255, sizeof(rig->ram.hiz));
	r500_rig_reg(rig, R500_ZB_FORMAT, 0);
	r500_rig_reg(rig, R500_ZB_DEPTHPITCH, 64 | 2 << 17);
	r500_rig_rectangle(rig, 0, 0, 4, 4, 0.5f, color);
	tap_ok(byte(rig, 0) == 128, "16 bits: %u", byte(rig, 0));
	r500_rig_free(rig);
}

static void outside(void)
{
	struct r500_rig *rig = deep(GPU_R580, LESS, FAR);

	r500_rig_reg(rig, R500_ZB_HIZ_OFFSET, 4 * (R500_HIZ_DW - 1));
	r500_rig_rectangle(rig, 0, 0, 64, 64, 0.5f, color);
	tap_ok(!drawn(rig, 0, 0) && !drawn(rig, 23, 23) && drawn(rig, 8, 0) && drawn(rig, 32, 0) && !rig->faults,
	       "blocks outside of the RAM are drawn");
	r500_ram_clear_hiz(rig->ram.hiz, R500_HIZ_DW - 1, 5, 0x04030201);
	tap_ok(byte(rig, 16 * R500_HIZ_DW - 1) == 4 && byte(rig, 16 * R500_HIZ_DW - 16) == 1 &&
	       !byte(rig, 16 * R500_HIZ_DW - 17), "a clear writes the dword to all pipes, and ends with the RAM");
	r500_ram_clear_hiz(rig->ram.hiz, 2, 1, 0xffffffff);
	tap_ok(!byte(rig, 31) && byte(rig, 32) == 255 && byte(rig, 47) == 255 && !byte(rig, 48), "... and no other dword");
	r500_rig_free(rig);
}

static void note(void *ctx, const struct gpu_fragment *f)
{
	*(enum gpu_kill *)ctx = f->kill;
}

static void watched(void)
{
	struct r500_rig *rig = deep(GPU_RV515, LESS, FAR);
	enum gpu_kill kill = GPU_KILLS;
	struct gpu_watch watch = { .x = 3, .y = 2, .sample = -1, .fragment = note, .ctx = &kill };

	gpu_watch(rig->gpu, &watch);
	r500_rig_rectangle(rig, 0, 0, 8, 8, 0.5f, color);
	tap_ok(kill == GPU_KILL_HIZ && !strcmp(gpu_kill_name(kill), "HiZ"), "the history of a pixel says that HiZ has ended it");
	memset(rig->ram.hiz, 255, sizeof(rig->ram.hiz));
	r500_rig_rectangle(rig, 0, 0, 8, 8, 0.5f, color);
	tap_ok(kill == GPU_ALIVE, "... or has not");
	r500_rig_free(rig);
}

void test_r500_hiz(void)
{
	tap_note("R5xx: HiZ");
	decisions();
	places();
	writes();
	forms();
	outside();
	watched();
}
