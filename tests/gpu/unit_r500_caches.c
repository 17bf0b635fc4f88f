// SPDX-License-Identifier: GPL-2.0
/*
 * Caches of R5xx in whole draws: what a draw sees without the flush before it, and where lines go that registers move.
 */
#include <string.h>

#include "unit_r500_back.h"

#define ALL	UINT64_MAX
#define OLD	0x11111111u
#define CB	(1u << GPU_CACHE_CB)
#define DB	(1u << GPU_CACHE_DB)
#define TC	(1u << GPU_CACHE_TC)
#define OTHER	(MEMORY + 0xc0000u)

static const float white[4] = { 1, 1, 1, 1 }, zero[4] = { 0, 0, 0, 0 };

/* All of the memory is old. */
static struct r500_rig *caches_rig(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_R580);

	memset(rig->memory, OLD & 0xff, sizeof(rig->memory));
	tap_ok(gpu_caches(rig->gpu, 0) && !gpu_caches(rig->gpu, 0), "R5xx has caches, once");
	return rig;
}

/* So many lines, of which the last one has the text; NULL: none */
static bool said(struct r500_rig *rig, unsigned int lines, const char *text)
{
	bool ok = rig->stale == lines && (!lines || strstr(rig->stale_line, text));

	if (!ok)
		tap_note("%u lines, the last one: %s", rig->stale, rig->stale_line);
	rig->stale = 0;
	return ok;
}

static void draw(struct r500_rig *rig, const float color[4])
{
	r500_rig_rectangle(rig, 0, 0, 64, 64, 0.5f, color);
	gpu_invalidate(rig->gpu);
}

static void flush(struct r500_rig *rig, uint32_t caches, bool keep)
{
	gpu_place(rig->gpu, rig->regs);
	gpu_flush(rig->gpu, caches, 0, ALL, keep);
}

/* ---- a texture that draws write ---- */

/* A program that looks up texture 0, 64x64 pixels of 8_8_8_8 in rows. */
static void sample_state(struct r500_rig *rig)
{
	static const uint32_t tex[6] = { 3 | 15 << 11 | 1 << 2, 1u << 22 | 1 << 25, 0xe400 | 0xe401u << 16 };
	static const uint32_t end[6] = { 0x00078105, 1, 1, 0x00db0220, 0x00c0c000, 0x20490000 };

	r500_rig_inst(rig, 0, tex);
	r500_rig_inst(rig, 1, end);
	r500_rig_reg(rig, R500_US_CODE_ADDR, 1 << 16);
	r500_rig_reg(rig, R500_TX_ENABLE, 1);
	r500_rig_reg(rig, R500_TX_FILTER0_0, 1u << 9 | 1 << 11 | 2 | 2 << 3 | 2 << 6);
	r500_rig_reg(rig, R500_TX_FILTER1_0, 1 << 3);
	r500_rig_reg(rig, R500_TX_FORMAT0_0, 63 | 63 << 11);
	r500_rig_reg(rig, R500_TX_FORMAT1_0, 12 | 0u << 12 | 1 << 15 | 2 << 18 | 3 << 9);
	r500_rig_reg(rig, R500_TX_OFFSET_0, TEXTURE);
	r500_rig_reg(rig, R500_RB3D_CCTL, 0);
}

/* ... that writes its input to two targets */
static void copy_state(struct r500_rig *rig)
{
	static const uint32_t copy[6] = { 0x00078105, 0, 0, 0x00db0220, 0x00c0c000, 0x20490000 };

	r500_rig_inst(rig, 0, copy);
	r500_rig_reg(rig, R500_US_CODE_ADDR, 0);
	r500_rig_reg(rig, R500_TX_ENABLE, 0);
	r500_rig_reg(rig, R500_RB3D_CCTL, 1 << 5);
}

/*
 * Samples a texture, draws to it as a second target, and samples it again, with flushes of @caches between; the pixel of the
 * third draw.
 */
static uint32_t sample_again(struct r500_rig *rig, uint32_t caches)
{
	flush(rig, CB | DB | TC, false);
	memset(rig->memory, OLD & 0xff, sizeof(rig->memory));
	rig->stale = 0;
	sample_state(rig);
	draw(rig, zero);
	tap_ok(r500_rig_word(rig, TARGET) == OLD && said(rig, 0, NULL), "a texture is sampled");
	copy_state(rig);
	draw(rig, white);
	flush(rig, caches, false);
	sample_state(rig);
	draw(rig, zero);
	return r500_rig_word(rig, TARGET);
}

static void textures(void)
{
	struct r500_rig *rig = caches_rig();

	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0 + 4, TEXTURE);
	r500_rig_reg(rig, R500_RB3D_COLORPITCH0 + 4, 64 | 6 << 21);
	tap_ok(sample_again(rig, CB | TC) == UINT32_MAX && said(rig, 0, NULL), "and again, rewritten, behind both flushes");
	tap_ok(sample_again(rig, CB) == OLD && said(rig, 1, "of which TX keeps older bytes: a write to TX_INVALTAGS is missing"),
	       "without TX_INVALTAGS it has its old texels");
	tap_ok(sample_again(rig, TC) == OLD &&
	       said(rig, 1, "texture reads 0x0000180000 to 0x0000180003, of which RB3D has bytes that are not in memory: DC_FLUSH of RB3D_DSTCACHE_CTLSTAT is missing"),
	       "without DC_FLUSH as well");
	r500_rig_free(rig);
}

/* ---- what the CPU sees ---- */

/* Depth of 64x64 in rows, by a draw that always passes. */
static void depth_state(struct r500_rig *rig)
{
	r500_rig_reg(rig, R500_ZB_CNTL, 2 | 4);
	r500_rig_reg(rig, R500_ZB_ZSTENCILCNTL, 7);
	r500_rig_reg(rig, R500_ZB_FORMAT, 2);
	r500_rig_reg(rig, R500_ZB_DEPTHOFFSET, DEPTH);
	r500_rig_reg(rig, R500_ZB_DEPTHPITCH, 64);
}

static void fences(void)
{
	static const struct { uint32_t cache, addr; const char *name, *text; } rows[] = {
		{ CB, TARGET, "RB3D", "a fence passes, and of 0x0000100000 to 0x0000103fff RB3D has bytes that are not in memory: DC_FLUSH" },
		{ DB, DEPTH, "ZB", "a fence passes, and of 0x0000140000 to 0x0000143fff ZB has bytes that are not in memory: ZC_FLUSH" },
	};

	for (uint32_t i = 0; i < 2; i++) {
		struct r500_rig *rig = caches_rig();
		uint32_t word;

		depth_state(rig);
		draw(rig, white);
		flush(rig, (CB | DB) & ~rows[i].cache, false);
		gpu_fence(rig->gpu);
		tap_ok(r500_rig_word(rig, rows[i].addr) == OLD && said(rig, 1, rows[i].text), "%s: the CPU sees what was there", rows[i].name);
		flush(rig, rows[i].cache, true);
		word = r500_rig_word(rig, rows[i].addr);
		gpu_fence(rig->gpu);
		tap_ok(word != OLD && said(rig, 0, NULL), "%s: after the flush what the draw wrote", rows[i].name);

		/* The lines are still there. */
		r500_rig_set_word(rig, rows[i].addr, OLD);
		r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, 1);
		r500_rig_reg(rig, R500_ZB_ZSTENCILCNTL, i ? 0 : 7);
		draw(rig, zero);
		flush(rig, CB | DB, false);
		tap_ok(r500_rig_word(rig, rows[i].addr) != OLD && said(rig, 1, i ? "ZC_FREE of ZB_ZCACHE_CTLSTAT is missing" : "DC_FREE of RB3D_DSTCACHE_CTLSTAT is missing"),
		       "%s: a flush that does not free keeps what the CPU has written over", rows[i].name);

		r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, 15);
		r500_rig_reg(rig, R500_ZB_ZSTENCILCNTL, 7);
		r500_rig_set_word(rig, rows[i].addr, OLD);
		draw(rig, white);
		gpu_discard(rig->gpu, rows[i].cache);
		flush(rig, CB | DB, false);
		gpu_fence(rig->gpu);
		tap_ok(r500_rig_word(rig, rows[i].addr) == OLD && said(rig, 1, "are freed and not in memory"), "%s: without a flush a free loses the draw", rows[i].name);
		r500_rig_free(rig);
	}
}

/* ---- lines that registers move ---- */

/* Where pixel (x, y) is with a pitch, in rows of 4 bytes. */
static uint32_t at(uint32_t base, uint32_t x, uint32_t y, uint32_t pitch)
{
	return base + (y * pitch + x) * 4;
}

static void moved(void)
{
	static const struct {
		uint32_t reg, value, addr, gone;	/* @addr: where pixel (5, 3) is then; @gone: where it was */
		const char *name, *text;
	} rows[] = {
		{ R500_RB3D_COLOROFFSET0, OTHER, OTHER + (3 * 64 + 5) * 4, TARGET, "an offset",
		  "registers move 0x0000100000 to 0x0000103fff of colour target 0, which are not in memory, to a surface at 0x00001c0000: DC_FLUSH and DC_FREE of RB3D_DSTCACHE_CTLSTAT are missing" },
		{ R500_RB3D_COLORPITCH0, 128 | 6 << 21, TARGET + (3 * 128 + 5) * 4, TARGET, "a pitch", "of colour target 0" },
		{ R500_RB3D_COLORPITCH0, 64 | 6 << 21 | 1 << 17, TARGET + (1 * 16 * 8 + 1 * 8 + 1 * 4 + 1) * 4, TARGET, "tiles", "of colour target 0" },
		{ R500_ZB_DEPTHOFFSET, OTHER, OTHER + (3 * 64 + 5) * 4, DEPTH, "an offset of depth",
		  "registers move 0x0000140000 to 0x0000143fff of depth, which are not in memory, to a surface at 0x00001c0000: ZC_FLUSH and ZC_FREE of ZB_ZCACHE_CTLSTAT are missing" },
		{ R500_ZB_DEPTHPITCH, 128, DEPTH + (3 * 128 + 5) * 4, DEPTH, "a pitch of depth", "of depth" },
	};

	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct r500_rig *rig = caches_rig();
		bool color = rows[i].gone == TARGET;
		uint32_t word;

		depth_state(rig);
		draw(rig, white);
		word = r500_rig_word(rig, at(rows[i].gone, 5, 3, 64));
		flush(rig, color ? DB : CB, false);
		r500_rig_reg(rig, rows[i].reg, rows[i].value);
		flush(rig, CB | DB, false);
		tap_ok(said(rig, 1, rows[i].text), "%s moves lines", rows[i].name);
		tap_ok(r500_rig_word(rig, rows[i].addr) == word, "%s: to where the pixel is now", rows[i].name);
		tap_ok(color && rows[i].reg != R500_RB3D_COLOROFFSET0 ? true : r500_rig_word(rig, at(rows[i].gone, 5, 3, 64)) == OLD,
		       "%s: and not where it was", rows[i].name);
		/* The surface of today is the one that a draw finds. */
		draw(rig, white);
		flush(rig, CB | DB, false);
		tap_ok(said(rig, 0, NULL) && !rig->faults, "%s: once", rows[i].name);
		r500_rig_free(rig);
	}
}

/* Lines of a draw move at the next draw, of several targets, of a resolve; out of all memory; and to no surface. */
static void moved_more(void)
{
	struct r500_rig *rig = caches_rig();

	draw(rig, white);
	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0, OTHER);
	draw(rig, zero);
	tap_ok(said(rig, 1, "colour target 0") && !r500_rig_word(rig, OTHER), "a draw after the move: its own pixels are on top");
	flush(rig, CB, false);
	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0, TARGET);
	draw(rig, white);
	tap_ok(said(rig, 0, NULL) && r500_rig_word(rig, TARGET) == UINT32_MAX, "after a flush nothing moves");
	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0, 0);
	flush(rig, CB, false);
	tap_ok(said(rig, 1, "colour target 0") && rig->faults && strstr(rig->line, "colour write of 4 bytes at 0x000000"),
	       "lines that leave memory are writes outside");
	tap_ok(r500_rig_word(rig, TARGET) == OLD, "and what was there stays");
	r500_rig_free(rig);

	rig = caches_rig();
	r500_rig_reg(rig, R500_RB3D_CCTL, 1 << 14);
	for (uint32_t n = 0; n < 2; n++) {
		r500_rig_reg(rig, R500_US_OUT_FMT_0 + 4 * n, 3 << 8 | 2 << 10 | 1 << 12);
		r500_rig_reg(rig, R500_RB3D_COLORPITCH0 + 4 * n, 64 | 6 << 21);
		r500_rig_reg(rig, R500_RB3D_COLOROFFSET0 + 4 * n, n ? DEPTH : TARGET);
	}
	r500_rig_reg(rig, R500_RB3D_CCTL, 1 << 14 | 1 << 5);
	draw(rig, white);
	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0 + 4, OTHER);
	flush(rig, CB, false);
	tap_ok(said(rig, 1, "colour target 1") && r500_rig_word(rig, OTHER) == UINT32_MAX && r500_rig_word(rig, TARGET) == UINT32_MAX &&
	       r500_rig_word(rig, DEPTH) == OLD, "of two targets the one moves whose offset changes");
	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0 + 4, DEPTH);
	draw(rig, white);
	r500_rig_reg(rig, R500_RB3D_COLORPITCH0 + 4, 0);
	flush(rig, CB, false);
	tap_ok(said(rig, 1, "colour target 1") && r500_rig_word(rig, DEPTH) == OLD, "lines of a surface that ends are lost");
	r500_rig_free(rig);

	rig = caches_rig();
	r500_rig_reg(rig, R500_GB_AA_CONFIG, 1 | 2 << 1);
	draw(rig, white);
	flush(rig, CB, false);
	r500_rig_reg(rig, R500_RB3D_AARESOLVE_CTL, 1);
	r500_rig_reg(rig, R500_RB3D_AARESOLVE_OFFSET, TEXTURE);
	r500_rig_reg(rig, R500_RB3D_AARESOLVE_PITCH, 64);
	draw(rig, white);
	r500_rig_reg(rig, R500_RB3D_AARESOLVE_OFFSET, OTHER);
	flush(rig, CB, false);
	tap_ok(said(rig, 1, "of the resolve") && r500_rig_word(rig, OTHER) != OLD && r500_rig_word(rig, TEXTURE) == OLD,
	       "the result of a resolve moves");
	r500_rig_reg(rig, R500_RB3D_AARESOLVE_CTL, 0);
	draw(rig, white);
	r500_rig_reg(rig, R500_GB_AA_CONFIG, 0);
	flush(rig, CB, false);
	tap_ok(said(rig, 1, "colour target 0"), "other samples move lines");
	r500_rig_free(rig);
}

void test_r500_caches(void)
{
	textures();
	fences();
	moved();
	moved_more();
}
