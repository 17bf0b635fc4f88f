// SPDX-License-Identifier: GPL-2.0
/*
 * The installed libdrm_radeon, which the X driver and older Mesa drivers use: its buffers,
 * its command streams with relocations, and its surfaces; the checker must accept a
 * stream that draws to them.  Also runs on radeon.ko.
 */
#include "client.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <radeon_bo.h>
#include <radeon_bo_gem.h>
#include <radeon_cs.h>
#include <radeon_cs_gem.h>
#include <radeon_surface.h>

#include <stdio.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define COPY_BYTES	65536u

FIXTURE(libdrm) {
	struct client c;
	struct radeon_bo_manager *bom;
	struct radeon_cs_manager *csm;
	struct radeon_surface_manager *surfaces;	/* NULL: the library knows none of R5xx */
};

FIXTURE_SETUP(libdrm)
{
	ASSERT_EQ(0, client_open(&self->c));
	self->bom = radeon_bo_manager_gem_ctor(self->c.fd);
	self->csm = radeon_cs_manager_gem_ctor(self->c.fd);
	self->surfaces = radeon_surface_manager_new(self->c.fd);
	ASSERT_NE(NULL, self->bom);
	ASSERT_NE(NULL, self->csm);
	ASSERT_EQ(client_generation == RCP_GENERATION_R500, !self->surfaces);
}

FIXTURE_TEARDOWN(libdrm)
{
	if (self->surfaces)
		radeon_surface_manager_free(self->surfaces);
	radeon_cs_manager_gem_dtor(self->csm);
	radeon_bo_manager_gem_dtor(self->bom);
	client_close(&self->c);
}

/* --- buffers */

TEST_F(libdrm, buffers)
{
	static const uint32_t domains[] = { VRAM, GTT };
	uint32_t domain, flags, pitch;
	struct radeon_bo *bo;
	size_t i;

	for (i = 0; i < 2; i++) {
		bo = radeon_bo_open(self->bom, 0, COPY_BYTES, 4096, domains[i], 0);
		ASSERT_NE(NULL, bo);
		EXPECT_EQ(COPY_BYTES, bo->size);
		ASSERT_EQ(0, radeon_bo_map(bo, 1));
		/* radeon.ko does not clear VRAM */
		if (self->c.rcp)
			EXPECT_EQ(0, ((uint32_t *)bo->ptr)[COPY_BYTES / 4 - 1]);
		memset(bo->ptr, 0x5a, COPY_BYTES);
		EXPECT_EQ(0, radeon_bo_unmap(bo));
		ASSERT_EQ(0, radeon_bo_map(bo, 0));
		EXPECT_EQ(0x5a5a5a5a, ((uint32_t *)bo->ptr)[100]);
		EXPECT_EQ(0, radeon_bo_unmap(bo));

		EXPECT_EQ(0, radeon_bo_wait(bo));
		EXPECT_EQ(0, radeon_bo_is_busy(bo, &domain));
		EXPECT_EQ(domains[i], domain);
		EXPECT_EQ(0, radeon_bo_set_tiling(bo, RADEON_TILING_MACRO, 1024));
		EXPECT_EQ(0, radeon_bo_get_tiling(bo, &flags, &pitch));
		EXPECT_EQ(RADEON_TILING_MACRO, flags);
		EXPECT_EQ(1024, pitch);
		EXPECT_EQ(0, radeon_gem_set_domain(bo, RADEON_GEM_DOMAIN_CPU, 0));
		EXPECT_EQ(NULL, radeon_bo_unref(bo));
	}
	/* more than the card has */
	EXPECT_EQ(NULL, radeon_bo_open(self->bom, 0, 0xfffff000, 4096, GTT, 0));
}

TEST_F(libdrm, shared_buffers)
{
	struct radeon_bo *bo = radeon_bo_open(self->bom, 0, 8192, 4096, GTT, 0), *there;
	struct radeon_bo_manager *other;
	struct client c;
	int fd = -1;

	ASSERT_NE(NULL, bo);
	ASSERT_EQ(0, radeon_bo_map(bo, 1));
	memset(bo->ptr, 0x33, 8192);
	ASSERT_EQ(0, radeon_gem_prime_share_bo(bo, &fd));

	ASSERT_EQ(0, client_open(&c));
	other = radeon_bo_manager_gem_ctor(c.fd);
	there = radeon_gem_bo_open_prime(other, fd, 8192);
	close(fd);
	ASSERT_NE(NULL, there);
	ASSERT_EQ(0, radeon_bo_map(there, 0));
	EXPECT_EQ(0x33333333, ((uint32_t *)there->ptr)[2047]);
	radeon_bo_unmap(there);
	radeon_bo_unref(there);
	radeon_bo_manager_gem_dtor(other);
	client_close(&c);
	radeon_bo_unmap(bo);
	radeon_bo_unref(bo);
}

/* --- command streams */

/* With the limits of GEM_INFO, as the X driver sets them. */
static struct radeon_cs *create_cs(struct radeon_cs_manager *csm, int fd)
{
	struct radeon_cs *cs = radeon_cs_create(csm, 1024);
	struct drm_radeon_gem_info info = { 0 };

	if (!cs || client_ioctl(fd, DRM_IOCTL_RADEON_GEM_INFO, &info))
		return NULL;
	radeon_cs_set_limit(cs, VRAM, info.vram_size < 1u << 31 ? info.vram_size : 1u << 31);
	radeon_cs_set_limit(cs, GTT, info.gart_size < 1u << 31 ? info.gart_size : 1u << 31);
	return cs;
}

/*
 * CP_DMA.  The library must know all buffers before they are written into the stream,
 * and begin() and end() count the dwords between them.
 */
static void write_copy(struct radeon_cs *cs, struct radeon_bo *src, uint32_t src_domain,
		       struct radeon_bo *dst, uint32_t dst_domain, uint32_t bytes)
{
	radeon_cs_space_check_with_bo(cs, src, src_domain, 0);
	radeon_cs_space_check_with_bo(cs, dst, 0, dst_domain);
	radeon_cs_begin(cs, 10, __FILE__, __func__, __LINE__);
	radeon_cs_write_dword(cs, PACKET3(PKT_CP_DMA, 5));
	radeon_cs_write_dword(cs, 0);
	radeon_cs_write_dword(cs, 1u << 31);
	radeon_cs_write_dword(cs, 0);
	radeon_cs_write_dword(cs, 0);
	radeon_cs_write_dword(cs, bytes);
	radeon_cs_write_reloc(cs, src, src_domain, 0, 0);
	radeon_cs_write_reloc(cs, dst, 0, dst_domain, 0);
	radeon_cs_end(cs, __FILE__, __func__, __LINE__);
}

static bool filled(struct radeon_bo *bo, uint32_t start)
{
	bool same = true;
	uint32_t i;

	if (radeon_bo_map(bo, 0))
		return false;
	for (i = 0; i < COPY_BYTES / 4; i++)
		same &= ((uint32_t *)bo->ptr)[i] == start + i;
	radeon_bo_unmap(bo);
	return same;
}

TEST_F(libdrm, copies)
{
	struct radeon_cs *cs = create_cs(self->csm, self->c.fd);
	struct radeon_bo *from, *by, *to;
	uint32_t round, i;

	if (client_generation == RCP_GENERATION_R500)
		SKIP(return, "R5xx: no stream may copy by the CP's DMA");
	ASSERT_NE(NULL, cs);
	from = radeon_bo_open(self->bom, 0, COPY_BYTES, 4096, GTT, 0);
	by = radeon_bo_open(self->bom, 0, COPY_BYTES, 4096, VRAM, 0);
	to = radeon_bo_open(self->bom, 0, COPY_BYTES, 4096, GTT, 0);
	ASSERT_TRUE(from && by && to);
	for (round = 0; round < 3; round++) {
		uint32_t start = 0x1000000 * (round + 1);

		ASSERT_EQ(0, radeon_bo_map(from, 1));
		for (i = 0; i < COPY_BYTES / 4; i++)
			((uint32_t *)from->ptr)[i] = start + i;
		radeon_bo_unmap(from);
		/* the same buffer twice in one list, read and written */
		write_copy(cs, from, GTT, by, VRAM, COPY_BYTES);
		write_copy(cs, by, VRAM, to, GTT, COPY_BYTES);
		EXPECT_TRUE(radeon_bo_is_referenced_by_cs(by, cs));
		ASSERT_EQ(0, radeon_cs_emit(cs));
		radeon_cs_erase(cs);
		ASSERT_EQ(0, radeon_bo_wait(to));
		EXPECT_TRUE(filled(to, start));
		EXPECT_TRUE(filled(by, start));
	}
	radeon_cs_destroy(cs);
	radeon_bo_unref(from);
	radeon_bo_unref(by);
	radeon_bo_unref(to);
}

TEST_F(libdrm, a_copy_that_is_too_long)
{
	struct radeon_bo *small = radeon_bo_open(self->bom, 0, 4096, 4096, GTT, 0);
	struct radeon_bo *large = radeon_bo_open(self->bom, 0, 8192, 4096, GTT, 0);
	struct radeon_cs *cs = create_cs(self->csm, self->c.fd);

	if (client_generation == RCP_GENERATION_R500)
		SKIP(return, "R5xx: no stream may copy by the CP's DMA");
	ASSERT_TRUE(small && large && cs);
	write_copy(cs, large, GTT, small, GTT, 4100);
	EXPECT_EQ(-EINVAL, radeon_cs_emit(cs));
	radeon_cs_erase(cs);
	write_copy(cs, large, GTT, small, GTT, 4096);
	EXPECT_EQ(0, radeon_cs_emit(cs));
	radeon_cs_destroy(cs);
	radeon_bo_unref(small);
	radeon_bo_unref(large);
}

/* R5xx: ZB_ZPASS_DATA, and ZB_ZPASS_ADDR, which writes it to memory */
static void write_value(struct radeon_cs *cs, struct radeon_bo *bo, uint32_t offset, uint32_t value)
{
	radeon_cs_space_check_with_bo(cs, bo, 0, GTT);
	radeon_cs_begin(cs, 6, __FILE__, __func__, __LINE__);
	radeon_cs_write_dword(cs, PACKET0(R500_ZB_ZPASS_DATA, 1));
	radeon_cs_write_dword(cs, value);
	radeon_cs_write_dword(cs, PACKET0(R500_ZB_ZPASS_ADDR, 1));
	radeon_cs_write_dword(cs, offset);
	radeon_cs_write_reloc(cs, bo, 0, GTT, 0);
	radeon_cs_end(cs, __FILE__, __func__, __LINE__);
}

TEST_F(libdrm, writes_of_registers)
{
	struct radeon_bo *bo = radeon_bo_open(self->bom, 0, 4096, 4096, GTT, 0);
	struct radeon_cs *cs = create_cs(self->csm, self->c.fd);
	uint32_t i;

	if (client_generation != RCP_GENERATION_R500)
		SKIP(return, "the registers are those of R5xx");
	ASSERT_TRUE(bo && cs);
	for (i = 0; i < 4; i++)
		write_value(cs, bo, 256 * i, 0x1000 + i);
	EXPECT_TRUE(radeon_bo_is_referenced_by_cs(bo, cs));
	ASSERT_EQ(0, radeon_cs_emit(cs));
	radeon_cs_erase(cs);
	ASSERT_EQ(0, radeon_bo_wait(bo));
	ASSERT_EQ(0, radeon_bo_map(bo, 0));
	for (i = 0; i < 4; i++)
		EXPECT_EQ(0x1000 + i, ((uint32_t *)bo->ptr)[64 * i]);
	radeon_bo_unmap(bo);
	/* radeon.ko does not bound this write */
	if (self->c.rcp) {
		write_value(cs, bo, 4096, 1);
		EXPECT_EQ(-EINVAL, radeon_cs_emit(cs));
		radeon_cs_erase(cs);
	}
	radeon_cs_destroy(cs);
	radeon_bo_unref(bo);
}

/* The library reports that the buffers do not fit before the client submits them. */
TEST_F(libdrm, space)
{
	struct radeon_bo *small = radeon_bo_open(self->bom, 0, 4096, 4096, GTT, 0);
	struct radeon_bo *large = radeon_bo_open(self->bom, 0, 32 << 20, 4096, GTT, 0);
	struct radeon_cs *cs = create_cs(self->csm, self->c.fd);

	ASSERT_TRUE(small && large && cs);
	radeon_cs_set_limit(cs, GTT, 16 << 20);
	EXPECT_EQ(RADEON_CS_SPACE_OK, radeon_cs_space_check_with_bo(cs, small, GTT, 0));
	EXPECT_EQ(-1, radeon_cs_space_check_with_bo(cs, large, GTT, 0));
	radeon_cs_destroy(cs);
	radeon_bo_unref(small);
	radeon_bo_unref(large);
}

/* --- surfaces */

#define CONTEXT_BASE			0x28000
#define R_DB_DEPTH_SIZE			0x28000
#define R_DB_DEPTH_VIEW			0x28004
#define R_DB_DEPTH_BASE			0x2800c
#define R_DB_DEPTH_INFO			0x28010
#define R_PA_SC_SCREEN_SCISSOR_BR	0x28034
#define R_CB_COLOR0_BASE		0x28040
#define R_CB_COLOR0_SIZE		0x28060
#define R_CB_COLOR0_VIEW		0x28080
#define R_CB_COLOR0_INFO		0x280a0
#define R_SQ_ALU_CONST_BUFFER_SIZE_PS_0	0x28140
#define R_PA_SC_WINDOW_SCISSOR_TL	0x28204
#define R_PA_SC_WINDOW_SCISSOR_BR	0x28208
#define R_CB_TARGET_MASK		0x28238
#define R_PA_SC_GENERIC_SCISSOR_TL	0x28240
#define R_PA_SC_GENERIC_SCISSOR_BR	0x28244
#define R_SX_MISC			0x28350
#define R_SQ_PGM_START_PS		0x28840
#define R_SQ_PGM_START_VS		0x28858
#define R_SQ_PGM_START_FS		0x28894
#define R_SQ_PGM_CF_OFFSET_PS		0x288cc
#define R_DB_DEPTH_CONTROL		0x28800
#define R_CB_COLOR_CONTROL		0x28808
#define R_VGT_GS_MODE			0x28a40
#define R_VGT_STRMOUT_EN		0x28ab0
#define R_VGT_STRMOUT_BUFFER_EN		0x28b20
#define R_PA_SC_AA_CONFIG		0x28c04
#define R_DB_RENDER_CONTROL		0x28d0c
#define R_DB_RENDER_OVERRIDE		0x28d10
#define R_DB_HTILE_SURFACE		0x28d24
#define Z_ENABLE_WRITE_ALWAYS		0x76

struct kind {
	uint32_t bpe;
	uint32_t format;	/* of the colour block or, with @flags, the depth block */
	uint32_t flags;
};

static void set(struct stream *s, uint32_t reg, uint32_t value)
{
	stream_packet3(s, PKT_SET_CONTEXT_REG, 2);
	stream_dw(s, (reg - CONTEXT_BASE) / 4);
	stream_dw(s, value);
}

static void set_base(struct stream *s, uint32_t reg, uint64_t offset, uint32_t handle, uint32_t write)
{
	set(s, reg, offset >> 8);
	stream_reloc(s, handle, VRAM, write);
}

/* Both blocks number modes alike, as libdrm does: linear aligned, 1D, and 2D as 4. */
static uint32_t array_mode(uint32_t mode)
{
	return mode == RADEON_SURF_MODE_2D ? 4 : mode;
}

/* Emits all state of a draw that fills one level of a surface. */
static void draw_to(struct stream *s, const struct kind *kind, const struct radeon_surface_level *level,
		    uint32_t handle, uint32_t program)
{
	static const uint32_t programs[] = { R_SQ_PGM_START_PS, R_SQ_PGM_START_VS, R_SQ_PGM_START_FS };
	uint32_t size = (level->nblk_x / 8 - 1) | (level->nblk_x * level->nblk_y / 64 - 1) << 10;
	uint32_t corner = level->npix_x | level->npix_y << 16, i;

	stream_init(s);
	set(s, R_CB_TARGET_MASK, kind->flags ? 0 : 0xf);
	set(s, R_CB_COLOR_CONTROL, 0xcc0000);
	set(s, R_SX_MISC, 0);
	set(s, R_PA_SC_AA_CONFIG, 0);
	set(s, R_PA_SC_SCREEN_SCISSOR_BR, corner);
	set(s, R_PA_SC_GENERIC_SCISSOR_TL, 1u << 31);
	set(s, R_PA_SC_GENERIC_SCISSOR_BR, corner);
	set(s, R_PA_SC_WINDOW_SCISSOR_TL, 1u << 31);
	set(s, R_PA_SC_WINDOW_SCISSOR_BR, corner);
	for (i = 0; i < 8; i++)
		set(s, R_CB_COLOR0_INFO + 4 * i, i || kind->flags ? 0 :
		    kind->format << 2 | array_mode(level->mode) << 8);
	set(s, R_DB_DEPTH_CONTROL, kind->flags ? Z_ENABLE_WRITE_ALWAYS : 0);
	set(s, R_DB_RENDER_CONTROL, 0);
	set(s, R_DB_RENDER_OVERRIDE, 0);
	set(s, R_DB_HTILE_SURFACE, 0);
	set(s, R_DB_DEPTH_INFO, kind->flags ? kind->format | array_mode(level->mode) << 15 : 0);
	if (kind->flags) {
		set_base(s, R_DB_DEPTH_BASE, level->offset, handle, VRAM);
		set(s, R_DB_DEPTH_SIZE, size);
		set(s, R_DB_DEPTH_VIEW, 0);
	} else {
		set_base(s, R_CB_COLOR0_BASE, level->offset, handle, VRAM);
		set(s, R_CB_COLOR0_SIZE, size);
		set(s, R_CB_COLOR0_VIEW, 0);
	}
	set(s, R_VGT_STRMOUT_EN, 0);
	set(s, R_VGT_STRMOUT_BUFFER_EN, 0);
	for (i = 0; i < 48; i++)
		set(s, R_SQ_ALU_CONST_BUFFER_SIZE_PS_0 + 4 * i, 0);
	for (i = 0; i < 3; i++)
		set_base(s, programs[i], 0, program, 0);
	for (i = 0; i < 5; i++)
		set(s, R_SQ_PGM_CF_OFFSET_PS + 4 * i, 0);
	set(s, R_VGT_GS_MODE, 0);
	stream_packet3(s, PKT_DRAW_INDEX_AUTO, 2);
	stream_dw(s, 3);
	stream_dw(s, 2);
	stream_pad(s, 8);
}

static int judge(int fd, const struct stream *s, struct drm_rcp_verdict *verdict)
{
	struct client_cs cs = {
		.ib = s->dw,
		.ib_dw = s->n,
		.relocs = s->reloc,
		.nrelocs = s->nreloc,
		.flags = RADEON_CS_KEEP_TILING_FLAGS,
		.verdict = verdict,
		.verdict_flags = RCP_VERDICT_VALIDATE_ONLY,
	};

	memset(verdict, 0, sizeof(*verdict));
	return client_submit(fd, &cs);
}

static const struct kind kinds[] = {
	{ 1, 0x01, 0 }, { 2, 0x08, 0 }, { 4, 0x1a, 0 }, { 8, 0x20, 0 }, { 16, 0x23, 0 },
	{ 2, 1, RADEON_SURF_ZBUFFER }, { 4, 3, RADEON_SURF_ZBUFFER },
};

static const uint32_t sizes[][2] = {
	{ 8, 8 }, { 64, 64 }, { 100, 37 }, { 256, 128 }, { 1000, 700 }, { 1024, 1024 },
};

static const uint32_t modes[] = { RADEON_SURF_MODE_LINEAR_ALIGNED, RADEON_SURF_MODE_1D, RADEON_SURF_MODE_2D };

/* Draws to each level of a surface: the number of levels, or -1 */
static int check_surface(struct radeon_surface_manager *surfaces, struct radeon_bo_manager *bom,
			 int fd, uint32_t program, const struct kind *kind, const uint32_t *size,
			 uint32_t mode)
{
	static struct stream s;
	struct radeon_surface surface = {
		.npix_x = size[0],
		.npix_y = size[1],
		.npix_z = 1,
		.blk_w = 1,
		.blk_h = 1,
		.blk_d = 1,
		.array_size = 1,
		.last_level = size[0] >= 64 ? 2 : 0,
		.bpe = kind->bpe,
		.nsamples = 1,
		.flags = RADEON_SURF_SET(RADEON_SURF_TYPE_2D, TYPE) | RADEON_SURF_SET(mode, MODE) | kind->flags,
	};
	struct drm_rcp_verdict verdict;
	struct radeon_bo *bo, *page;
	uint32_t level;
	int ret;

	ret = radeon_surface_best(surfaces, &surface);
	ret = ret ? ret : radeon_surface_init(surfaces, &surface);
	if (ret) {
		fprintf(stderr, "# no surface: %s\n", strerror(-ret));
		return -1;
	}
	bo = radeon_bo_open(bom, 0, surface.bo_size, surface.bo_alignment, VRAM, 0);
	page = radeon_bo_open(bom, 0, 4096, surface.bo_alignment, VRAM, 0);
	for (level = 0; bo && page && !ret && level <= surface.last_level; level++) {
		struct radeon_surface_level *at = &surface.level[level];

		draw_to(&s, kind, at, bo->handle, program);
		ret = judge(fd, &s, &verdict);
		if (ret)
			fprintf(stderr, "# level %u: %s: %s\n", level, strerror(-ret), verdict.text);
		/* The sizes of the library satisfy the checker. */
		if (ret || level || at->slice_size <= 4096)
			continue;
		draw_to(&s, kind, at, page->handle, program);
		ret = judge(fd, &s, &verdict);
		if (ret != -EINVAL || verdict.stage != RCP_STAGE_STREAM ||
		    verdict.actual != at->slice_size) {
			fprintf(stderr, "# in a page, %lu bytes: %s: %s\n",
				(unsigned long)at->slice_size, strerror(-ret), verdict.text);
			ret = -ERANGE;
		} else {
			ret = 0;
		}
	}
	ret = bo && page && !ret ? (int)level : -1;
	if (bo)
		radeon_bo_unref(bo);
	if (page)
		radeon_bo_unref(page);
	return ret;
}

TEST_F(libdrm, surfaces)
{
	uint32_t program, drawn = 0;
	size_t i, j, k;
	int ret;

	if (!self->c.rcp)
		SKIP(return, "radeon.ko has no verdicts");
	if (!self->surfaces)
		SKIP(return, "the library knows no surfaces of R5xx");
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, VRAM, 0, &program));
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		for (j = 0; j < ARRAY_SIZE(sizes); j++) {
			for (k = kinds[i].flags ? 1 : 0; k < ARRAY_SIZE(modes); k++) {
				ret = check_surface(self->surfaces, self->bom, self->c.fd, program,
						    &kinds[i], sizes[j], modes[k]);
				EXPECT_LT(0, ret)
					TH_LOG("%u bytes%s, %ux%u, mode %u", kinds[i].bpe,
					       kinds[i].flags ? " of depth" : "", sizes[j][0], sizes[j][1],
					       modes[k]);
				drawn += ret > 0 ? ret : 0;
			}
		}
	}
	TH_LOG("%u levels of surfaces", drawn);
}

TEST_HARNESS_MAIN
