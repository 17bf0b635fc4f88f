// SPDX-License-Identifier: GPL-2.0
/*
 * R5xx: each chip comes up, and each rule is broken once.
 */
#include <string.h>

#include "r500/copy_texel.h"
#include "r500/poll.h"
#include "r500/up.h"

TEST(every_r5xx_passes_a_ring_test)
{
	const struct model_chip *c;

	for (unsigned int i = 0; (c = r500_chip_by_index(i)); i++) {
		struct model_config config = { .seed = i };
		struct rig *r = up5(c->name, &config);

		set_reg(r, SCRATCH_REG0, 0xdeadbeef);
		go(r);
		EQ(rd(r, SCRATCH_REG0), 0xdeadbeef);
		EQ(ram32(r, RIG_WB), 0xdeadbeef);
		EQ(ram32(r, RIG_WB_RPTR), r->wptr);
		CLEAN(r);
		rig_free(r);
	}
}

TEST(r5xx_indices_are_used_as_the_chip_wants)
{
	struct rig *r = rig_new("R580", NULL);

	w(r, CLOCK_CNTL_INDEX, PLL_WR_EN);
	BROKE(r, "pll-index");
	rig_free(r);
	r = rig_new("R580", NULL);
	model_mmio_write(r->m, CLOCK_CNTL_INDEX, PLL_CP_DYN_CNTL, 1);
	w(r, CLOCK_CNTL_DATA, 1);
	BROKE(r, "pll-index");
	rig_free(r);
	r = rig_new("R580", NULL);
	w(r, MC_IND_INDEX, MC_IND_READ);
	w(r, MC_IND_DATA, 1);
	BROKE(r, "mc-index");
	rig_free(r);
	r = rig_new("R580", NULL);
	w(r, MC_IND_INDEX, MC_IND_READ);
	rd(r, MC_IND_DATA);
	rd(r, RBBM_STATUS);
	BROKE(r, "mc-index");
	rig_free(r);
}

/* A changed entry stays cached for one flush, and is gone after two. */
TEST(r5xx_tlb_flushes_count_in_twos)
{
	for (int flushes = 1; flushes <= 2; flushes++) {
		struct rig *r = up5("R580", NULL);

		mc_read32(r->m, MC_CP, DATA);
		model_vram_write(r->m, RIG_TABLE + (RIG_DATA >> 12) * 4, 0x300 << 4 | 0xc, 4);
		model_vram_read(r->m, RIG_TABLE, 4);
		for (int i = 0; i < flushes; i++)
			r5_flush_once(r);
		mc_read32(r->m, MC_CP, DATA);
		if (flushes == 1)
			BROKE(r, "stale-tlb");
		else
			CLEAN(r);
		rig_free(r);
	}
}

TEST(r5xx_flush_is_read_back)
{
	struct rig *r = up5("R580", NULL);

	pcie_set(r, PCIE_TX_GART_CNTL, GART_UNMAPPED_DISCARD | GART_EN | GART_INVALIDATE_TLB);
	pcie_set(r, PCIE_TX_GART_CNTL, GART_UNMAPPED_DISCARD | GART_EN);
	BROKE(r, "gart-flush");
	rig_free(r);
}

/* Two threads of a driver without a lock; the second takes the first one's bit for a part of the value. */
static void overlapping_flushes(struct rig *r)
{
	u32 on = GART_UNMAPPED_DISCARD | GART_EN, both;

	pcie_set(r, PCIE_TX_GART_CNTL, on | GART_INVALIDATE_TLB);
	pcie_get(r, PCIE_TX_GART_CNTL);
	both = pcie_get(r, PCIE_TX_GART_CNTL);
	EQ(both, on | GART_INVALIDATE_TLB);
	pcie_set(r, PCIE_TX_GART_CNTL, both);
	pcie_set(r, PCIE_TX_GART_CNTL, on);
	pcie_get(r, PCIE_TX_GART_CNTL);
	pcie_set(r, PCIE_TX_GART_CNTL, both);
	for (int i = 0; i < 2; i++) {
		pcie_get(r, PCIE_TX_GART_CNTL);
		pcie_set(r, PCIE_TX_GART_CNTL, both);
	}
}

TEST(r5xx_flushes_may_overlap_unless_the_driver_is_alone)
{
	struct model_config alone = { .alone = true };
	struct rig *r = up5("R580", NULL);

	mc_read32(r->m, MC_CP, DATA);
	model_vram_write(r->m, RIG_TABLE + (RIG_DATA >> 12) * 4, 0x300 << 4 | 0xc, 4);
	model_vram_read(r->m, RIG_TABLE, 4);
	overlapping_flushes(r);
	mc_read32(r->m, MC_CP, DATA);
	CLEAN(r);
	rig_free(r);
	r = up5("R580", &alone);
	overlapping_flushes(r);
	BROKE(r, "gart-flush");
	rig_free(r);
}

TEST(r5xx_gart_discards_and_stays)
{
	struct rig *r = up5("R580", NULL);

	pcie_set(r, PCIE_TX_GART_CNTL, GART_EN);
	mc_read32(r->m, MC_CP, DATA);
	BROKE(r, "gart-discard");
	rig_free(r);
	r = up5("R580", NULL);
	pcie_set(r, PCIE_TX_GART_BASE, 0);
	BROKE(r, "gart-live");
	rig_free(r);
	r = up5("R580", NULL);
	model_vram_write(r->m, RIG_TABLE + 0x200 * 4, 0x200 << 4 | 1, 4);
	model_vram_read(r->m, RIG_TABLE, 4);
	mc_read32(r->m, MC_CP, RIG_GART + 0x200000);
	BROKE(r, "unmapped-page");
	rig_free(r);
}

TEST(r5xx_vram_moves_while_all_is_idle)
{
	struct rig *r = up5("RV515", NULL);

	mc_set(r, RV515_MC_FB_LOCATION, 0x01ff0000);
	BROKE(r, "mc-live");
	rig_free(r);
	r = rig_new("R580", NULL);
	w(r, VGA_RENDER_CONTROL, 1);
	mc_set(r, R520_MC_FB_LOCATION, 0x01ff0000);
	BROKE(r, "mc-live");
	rig_free(r);
	r = rig_new("R580", &(struct model_config){ .board = MODEL_BOARD_SECOND_CRTC });
	mc_set(r, R520_MC_FB_LOCATION, 0x01ff0000);
	BROKE(r, "scanout-live");
	rig_free(r);
}

/* Leave one step of bring-up out, or do it wrongly. */
static struct rig *before_start(void)
{
	struct rig *r = rig_new("R580", &(struct model_config){ .seed = 1 });

	rig_pci(r);
	r5_mc(r);
	r5_gart(r);
	r5_pipes(r);
	r5_load(r);
	r5_setup(r);
	CLEAN(r);
	return r;
}

TEST(r5xx_cp_starts_last)
{
	struct rig *r = before_start();

	w(r, CP_ME_RAM_ADDR, 0);
	w(r, CP_ME_RAM_DATAH, model_ucode_word(r->m->chip, MODEL_UCODE_ME, 0));
	r5_start(r);
	BROKE(r, "cp-before-ucode");
	rig_free(r);
	r = before_start();
	pll_write(r, PLL_E2_DYN_CNTL, 0);
	r5_start(r);
	BROKE(r, "clock-gated");
	rig_free(r);
	r = before_start();
	pll_write(r, PLL_PIPE_CNTL, 0);
	r5_start(r);
	BROKE(r, "pipes");
	rig_free(r);
	r = before_start();
	w(r, CP_RB_WPTR, 16);
	r5_start(r);
	BROKE(r, "csq-late");
	rig_free(r);
	r = before_start();
	w(r, CP_CSQ_CNTL, 1u << 28);
	BROKE(r, "csq-mode");
	rig_free(r);
	r = before_start();
	w(r, CP_ME_RAM_ADDR, 0);
	w(r, CP_ME_RAM_DATAL, model_ucode_word(r->m->chip, MODEL_UCODE_ME, 0));
	BROKE(r, "ucode-order");
	rig_free(r);
}

TEST(r5xx_ib_size_comes_last)
{
	struct rig *r = up5("R580", NULL);

	emit(r, 2 << 16 | CP_IB_BASE / 4);
	emit(r, (u32)(RIG_GART + RIG_IB));
	emit(r, 1);
	emit(r, 0);
	go(r);
	BROKE(r, "ib-last");
	rig_free(r);
}

TEST(r5xx_stream_runs_and_writes_memory)
{
	struct rig *r = up5("R580", NULL);

	ram_set32(r, RIG_IB, ZB_ZPASS_DATA / 4);
	ram_set32(r, RIG_IB + 4, 0x600df00d);
	ram_set32(r, RIG_IB + 8, ZB_ZPASS_ADDR / 4);
	ram_set32(r, RIG_IB + 12, (u32)DATA);
	call_ib5(r, 4);
	go(r);
	EQ(ram32(r, RIG_DATA), 0x600df00d);
	CLEAN(r);
	rig_free(r);
}

TEST(r5xx_queue_shows_what_was_fetched)
{
	struct rig *r = up5("R580", NULL);
	bool ring = false, stream = false;

	ram_set32(r, RIG_IB, ZB_ZPASS_DATA / 4);
	ram_set32(r, RIG_IB + 4, 0x600df00d);
	call_ib5(r, 2);
	go(r);
	for (u32 i = 0; i < CSQ_WORDS; i++) {
		u32 word;

		w(r, CP_CSQ_ADDR, i * 4);
		word = rd(r, CP_CSQ_DATA);
		ring |= word == (u32)(RIG_GART + RIG_IB);
		stream |= word == 0x600df00d;
	}
	EQ(ring, true);
	EQ(stream, true);
	CLEAN(r);
	w(r, CP_CSQ_ADDR, CSQ_WORDS * 4);
	rd(r, CP_CSQ_DATA);
	BROKE(r, "csq-address");
	rig_free(r);
}

/* A fence after a draw, with some of the steps before it; @dest has the pipes that flush colour. */
static struct rig *fenced(u32 dest, bool colour, bool depth)
{
	struct rig *r = up5("R580", NULL);

	PACKET(r, 0x34, 0x00030024);
	set_reg(r, SU_REG_DEST, dest);
	if (colour)
		set_reg(r, RB3D_DSTCACHE_CTLSTAT, 0xa);
	set_reg(r, SU_REG_DEST, 0xf);
	if (depth)
		set_reg(r, ZB_ZCACHE_CTLSTAT, 3);
	set_reg(r, WAIT_UNTIL, WAIT_2D_IDLECLEAN | WAIT_3D_IDLECLEAN);
	set_reg(r, SCRATCH_REG0, 1);
	go(r);
	return r;
}

TEST(r5xx_fence_follows_the_flush_of_each_pipe)
{
	struct rig *r = fenced(0xf, true, true);

	CLEAN(r);
	rig_free(r);
	r = fenced(0xf, false, true);
	BROKE(r, "fence-dirty");
	rig_free(r);
	r = fenced(0xf, true, false);
	BROKE(r, "fence-dirty");
	rig_free(r);
	/* one pipe of four */
	r = fenced(1, true, true);
	BROKE(r, "fence-dirty");
	rig_free(r);
}

TEST(r5xx_registers_flush_caches)
{
	static const struct {
		u32 reg, value, caches;
		bool flushes, keeps, discards;
	} rows[] = {
		{ RB3D_DSTCACHE_CTLSTAT, 0xa, 1u << GPU_CACHE_CB, true, false, false },
		{ RB3D_DSTCACHE_CTLSTAT, 0x2, 1u << GPU_CACHE_CB, true, true, false },
		{ RB3D_DSTCACHE_CTLSTAT, 0x8, 1u << GPU_CACHE_CB, false, false, true },
		{ RB3D_DSTCACHE_CTLSTAT, 0x15, 0, false, false, false },
		{ ZB_ZCACHE_CTLSTAT, 3, 1u << GPU_CACHE_DB, true, false, false },
		{ ZB_ZCACHE_CTLSTAT, 1, 1u << GPU_CACHE_DB, true, true, false },
		{ ZB_ZCACHE_CTLSTAT, 2, 1u << GPU_CACHE_DB, false, false, true },
		{ TX_INVALTAGS, 0, 1u << GPU_CACHE_TC, true, false, false },
	};
	struct rig *r = up5("R580", NULL);
	unsigned int fences;

	for (u32 i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		r->flush.count = r->discard.count = 0;
		set_reg(r, rows[i].reg, rows[i].value);
		go(r);
		EQ(r->flush.count, rows[i].flushes);
		EQ(r->discard.count, rows[i].discards);
		if (rows[i].flushes) {
			EQ(r->flush.caches, rows[i].caches);
			EQ(r->flush.first, 0);
			EQ(r->flush.end, UINT64_MAX);
			EQ(r->flush.keep, rows[i].keeps);
		}
		if (rows[i].discards)
			EQ(r->discard.caches, rows[i].caches);
	}
	/* One pipe of four is not the cache. */
	r->flush.count = 0;
	set_reg(r, SU_REG_DEST, 1);
	set_reg(r, RB3D_DSTCACHE_CTLSTAT, 0xa);
	set_reg(r, ZB_ZCACHE_CTLSTAT, 3);
	set_reg(r, TX_INVALTAGS, 0);
	set_reg(r, SU_REG_DEST, 0xf);
	go(r);
	EQ(r->flush.count, 0);
	fences = r->fence.count;
	set_reg(r, RB3D_DSTCACHE_CTLSTAT, 0xa);
	set_reg(r, SCRATCH_REG0, 1);
	go(r);
	EQ(r->fence.count, fences + 1);
	EQ(r->fence.flushes, 1);
	CLEAN(r);
	rig_free(r);
}

TEST(r5xx_draw_reaches_all_pipes)
{
	struct rig *r = up5("R580", NULL);

	set_reg(r, SU_REG_DEST, 1);
	PACKET(r, 0x34, 0x00030024);
	go(r);
	BROKE(r, "pipes");
	rig_free(r);
}

static void cp_dma(struct rig *r)
{
	emit(r, 2 << 16 | CP_GUI_SRC_ADDR / 4);
	emit(r, (u32)DATA);
	emit(r, (u32)DATA + 0x1000);
	emit(r, 64 | CP_GUI_MODE);
}

TEST(r5xx_copies_are_waited_for)
{
	struct rig *r = up5("R580", NULL);

	ram_set32(r, RIG_DATA + 60, 77);
	cp_dma(r);
	set_reg(r, WAIT_UNTIL, WAIT_DMA_GUI_IDLE);
	set_reg(r, SCRATCH_REG0, 1);
	go(r);
	EQ(ram32(r, RIG_DATA + 0x1000 + 60), 77);
	CLEAN(r);
	cp_dma(r);
	set_reg(r, SCRATCH_REG0, 2);
	go(r);
	BROKE(r, "copy-live");
	rig_free(r);
}

TEST(r5xx_packets_leave_the_drivers_registers_alone)
{
	struct rig *r = up5("R580", NULL);

	set_reg(r, RBBM_SOFT_RESET, 1);
	go(r);
	BROKE(r, "register-from-stream");
	rig_free(r);
	r = up5("R580", NULL);
	w(r, WAIT_UNTIL, WAIT_3D_IDLE);
	BROKE(r, "mmio-queued");
	rig_free(r);
}

static void interrupt(struct rig *r)
{
	set_reg(r, GEN_INT_STATUS, SW_INT_FIRE);
	go(r);
}

TEST(r5xx_messages_want_a_rearm_and_rv515_loses_them)
{
	struct rig *r = up5("R580", NULL);

	interrupt(r);
	EQ(r->msis, 1);
	w(r, GEN_INT_STATUS, SW_INT);
	interrupt(r);
	EQ(r->msis, 1);
	w(r, GEN_INT_STATUS, SW_INT);
	w(r, MSI_REARM_EN, 1);
	interrupt(r);
	EQ(r->msis, 2);
	CLEAN(r);
	rig_free(r);
	r = up5("RV515", NULL);
	for (int i = 0; i < 4; i++) {
		interrupt(r);
		w(r, GEN_INT_STATUS, SW_INT);
		w(r, MSI_REARM_EN, 1);
	}
	EQ(r->msis, 2);
	rig_free(r);
	r = up5("RV515", &(struct model_config){ .no_msi = true });
	interrupt(r);
	CHECK(r->line);
	w(r, GEN_INT_STATUS, SW_INT);
	CHECK(!r->line);
	rig_free(r);
}

TEST(r5xx_a_fence_can_come_before_a_blind_rearm)
{
	struct rig *r = up5("R580", NULL);

	w(r, MODEL_REG_HABITS, MODEL_HABIT_REARM_IS_BLIND);
	interrupt(r);
	EQ(r->msis, 1);
	w(r, GEN_INT_STATUS, SW_INT);
	EQ(rd(r, GEN_INT_STATUS) & SW_INT, 0);
	w(r, MSI_REARM_EN, 1);
	EQ(rd(r, GEN_INT_STATUS) & SW_INT, SW_INT);
	/* No message while the bit is set */
	interrupt(r);
	EQ(r->msis, 1);
	/* One fence for each message */
	w(r, GEN_INT_STATUS, SW_INT);
	w(r, MSI_REARM_EN, 1);
	EQ(rd(r, GEN_INT_STATUS) & SW_INT, 0);
	interrupt(r);
	EQ(r->msis, 2);
	CLEAN(r);
	rig_free(r);
}

static void soft_reset(struct rig *r, u32 bits)
{
	w(r, RBBM_SOFT_RESET, bits);
	rd(r, RBBM_SOFT_RESET);
	w(r, RBBM_SOFT_RESET, 0);
}

TEST(r5xx_reset_wants_the_bus_master_off_and_forgets)
{
	struct rig *r = up5("R580", &(struct model_config){ .seed = 1 });

	w(r, CP_CSQ_CNTL, 0);
	soft_reset(r, SOFT_RESET_CP);
	BROKE(r, "reset-master");
	rig_free(r);
	r = up5("R580", &(struct model_config){ .seed = 1 });
	w(r, CP_CSQ_CNTL, 0);
	model_config_write(r->m, 0x04, 0x3, 2);
	soft_reset(r, SOFT_RESET_VAP | SOFT_RESET_GA);
	soft_reset(r, SOFT_RESET_CP);
	CHECK(!ucode_ready(r->m, MODEL_UCODE_ME));
	CHECK(rd(r, CP_RB_BASE) != (u32)(RIG_GART + RIG_RING));
	CHECK(rd(r, SU_REG_DEST) != 0xf);
	EQ(rd(r, GB_PIPE_SELECT), 0x3f00);
	CLEAN(r);
	w(r, RBBM_SOFT_RESET, SOFT_RESET_CP);
	w(r, RBBM_SOFT_RESET, 0);
	BROKE(r, "reset-posted");
	rig_free(r);
}

TEST(r5xx_blit_ends_before_cp_dma)
{
	struct rig *r = up5("R580", NULL);

	ram_set32(r, RIG_DATA, 5);
	PACKET(r, 0x9b, 0, 64u << 22 | (u32)DATA >> 10, 64u << 22 | ((u32)DATA + 0x1000) >> 10, 0, 0, 0, 0, 0,
	       1024u << 16 | 1);
	cp_dma(r);
	go(r);
	EQ(ram32(r, RIG_DATA + 0x1000), 5);
	BROKE(r, "copy-2d");
	rig_free(r);
}

TEST(r5xx_scratch_address_is_aligned)
{
	struct rig *r = up5("R580", NULL);

	w(r, SCRATCH_ADDR, (u32)(RIG_GART + RIG_WB) + 4);
	set_reg(r, SCRATCH_REG0, 1);
	go(r);
	BROKE(r, "scratch-align");
	rig_free(r);
}

TEST(r5xx_fence_waits_for_the_engine)
{
	struct rig *r = up5("R580", NULL);

	PACKET(r, 0x34, 0x00030024);
	set_reg(r, RB3D_DSTCACHE_CTLSTAT, 0xa);
	set_reg(r, ZB_ZCACHE_CTLSTAT, 3);
	set_reg(r, ISYNC_CNTL, 0);
	set_reg(r, SCRATCH_REG0, 1);
	go(r);
	BROKE(r, "fence-early");
	rig_free(r);
}

/* A draw whose program polls the second dword of DATA for 0x11223344 */
static void poll_data(struct rig *r)
{
	static const u32 program[] = R500_POLL_PROGRAM;
	static const float constants[] = { 0x44 / 255.0f, 0x33 / 255.0f, 0x22 / 255.0f, 0x11 / 255.0f, 1.5f, 0, 0, 0 };
	u32 word;

	set_reg(r, GA_US_VECTOR_INDEX, 0);
	for (u32 i = 0; i < sizeof(program) / 4; i++)
		set_reg(r, GA_US_VECTOR_DATA, program[i]);
	set_reg(r, GA_US_VECTOR_INDEX, US_VECTOR_CONST);
	for (u32 i = 0; i < 8; i++) {
		memcpy(&word, &constants[i], 4);
		set_reg(r, GA_US_VECTOR_DATA, word);
	}
	set_reg(r, US_CODE_ADDR, R500_POLL_LAST << 16);
	set_reg(r, US_CODE_OFFSET, 0);
	set_reg(r, TX_OFFSET0, DATA);
	PACKET(r, 0x34, 0x00030024);
	set_reg(r, RB3D_DSTCACHE_CTLSTAT, DC_FLUSH);
	set_reg(r, ZB_ZCACHE_CTLSTAT, ZC_FLUSH);
	set_reg(r, WAIT_UNTIL, WAIT_3D_IDLECLEAN);
	set_reg(r, SCRATCH_REG6, 7);
	go(r);
}

TEST(r5xx_program_that_polls_memory_ends_with_the_value)
{
	struct rig *r = up5("R580", &(struct model_config){ .alone = true });

	poll_data(r);
	CHECK(rd(r, SCRATCH_REG6) != 7);
	mc_write32(r->m, MC_CP, DATA + 4, 0x11223345);
	run(r);
	CHECK(rd(r, SCRATCH_REG6) != 7);
	mc_write32(r->m, MC_CP, DATA + 4, 0x11223344);
	run(r);
	EQ(rd(r, SCRATCH_REG6), 7);
	CHECK(!(rd(r, RBBM_STATUS) & RBBM_GUI_ACTIVE));
	CLEAN(r);
	rig_free(r);
}

/* A draw of an indirect buffer that gives a texture the number of another one */
TEST(r5xx_textures_have_their_own_numbers)
{
	struct rig *r = up5("R580", &(struct model_config){ .alone = true });

	ram_set32(r, RIG_IB, 0xc0003400);
	ram_set32(r, RIG_IB + 4, 0x00030024);
	call_ib5(r, 2);
	go(r);
	CLEAN(r);
	rig_free(r);
	r = up5("R580", &(struct model_config){ .alone = true });
	ram_set32(r, RIG_IB, (TX_FILTER0_0 + 20) / 4);
	ram_set32(r, RIG_IB + 4, 0);
	ram_set32(r, RIG_IB + 8, 0xc0003400);
	ram_set32(r, RIG_IB + 12, 0x00030024);
	call_ib5(r, 4);
	go(r);
	BROKE(r, "alone");
	rig_free(r);
}

TEST(r5xx_program_that_polls_memory_wants_the_reset_of_the_pipe)
{
	struct rig *r = up5("R580", &(struct model_config){ .alone = true });

	poll_data(r);
	CHECK(rd(r, SCRATCH_REG6) != 7);
	w(r, CP_CSQ_CNTL, 0);
	model_config_write(r->m, 0x04, 0x3, 2);
	soft_reset(r, SOFT_RESET_VAP | SOFT_RESET_GA);
	soft_reset(r, SOFT_RESET_CP);
	CHECK(rd(r, RBBM_STATUS) & RBBM_GUI_ACTIVE);
	w(r, GA_SOFT_RESET, GA_SOFT_RESET_3D);
	CHECK(!(rd(r, RBBM_STATUS) & RBBM_GUI_ACTIVE));
	CLEAN(r);
	rig_free(r);
}

/* A draw whose program copies the fourth dword of DATA to the second one of the line after it */
TEST(r5xx_program_that_copies_a_texel)
{
	static const u32 program[] = R500_COPY_PROGRAM;
	static const float constants[] = { 3.5f, 0.5f, 0.5f, 0.5f };
	struct rig *r = up5("R580", NULL);
	u32 word;

	mc_write32(r->m, MC_CP, DATA + 12, 0x11223344);
	mc_write32(r->m, MC_CP, DATA + 40, 0);
	set_reg(r, GA_US_VECTOR_INDEX, 0);
	for (u32 i = 0; i < sizeof(program) / 4; i++)
		set_reg(r, GA_US_VECTOR_DATA, program[i]);
	set_reg(r, GA_US_VECTOR_INDEX, US_VECTOR_CONST);
	for (u32 i = 0; i < 4; i++) {
		memcpy(&word, &constants[i], 4);
		set_reg(r, GA_US_VECTOR_DATA, word);
	}
	set_reg(r, US_CODE_ADDR, R500_COPY_LAST << 16);
	set_reg(r, US_CODE_OFFSET, 0);
	set_reg(r, US_OUT_FMT_0, 0x3900);
	set_reg(r, TX_ENABLE, 1);
	set_reg(r, TX_FORMAT1_0, 12);
	set_reg(r, TX_OFFSET0, DATA);
	set_reg(r, RB3D_COLOR_CHANNEL_MASK, 15);
	set_reg(r, RB3D_COLORPITCH0, 6 << 21 | 8);
	set_reg(r, RB3D_COLOROFFSET0, DATA + 32);
	set_reg(r, SC_SCISSOR0, 1);
	set_reg(r, SC_SCISSOR1, 1);
	PACKET(r, 0x34, 0x00030024);
	go(r);
	EQ(mc_read32(r->m, MC_CP, DATA + 36), 0x11223344);
	EQ(mc_read32(r->m, MC_CP, DATA + 40), 0);
	CLEAN(r);
	rig_free(r);
}

/* The packet with the place of the indices comes after the draw; arrays come in pairs. */
TEST(r5xx_draws_have_their_indices_and_arrays)
{
	struct rig *r = up5("RV530", NULL);

	PACKET(r, 0x2f, 3, 0x04030201, DATA, DATA + 16, 0x00000605, DATA + 32);
	PACKET(r, 0x36, 0x00040814);
	go(r);
	EQ(r->draws, 0);
	PACKET(r, 0x33, 0x80000810, DATA + 64, 2);
	go(r);
	EQ(r->draws, 1);
	EQ(r->call.control, 0x00040814);
	EQ(r->call.address, DATA + 64);
	EQ(r->call.data_dw, 2);
	EQ(r->call.arrays, 3);
	EQ(r->call.array[1].address, DATA + 16);
	EQ(r->call.array[1].count_dw, 3);
	EQ(r->call.array[1].stride_dw, 4);
	EQ(r->call.array[2].address, DATA + 32);
	EQ(r->call.array[2].count_dw, 5);
	EQ(r->call.array[2].stride_dw, 6);
	PACKET(r, 0x36, 0x00020814, 0x00010000);
	go(r);
	EQ(r->draws, 2);
	EQ(r->call.data_dw, 1);
	EQ(r->call.address, 0);
	CLEAN(r);
	rig_free(r);
}

/* Each pipe counts from what ZB_ZPASS_DATA was set to; on RV530 FG_ZBREG_DEST selects the depth pipes. */
TEST(r5xx_counts_samples_by_pipe)
{
	struct rig *r = up5("RV530", NULL);

	r->counters.samples[0] = 100;
	set_reg(r, FG_ZBREG_DEST, 3);
	set_reg(r, ZB_ZPASS_DATA, 5);
	go(r);
	r->counters.samples[0] = 130;
	set_reg(r, FG_ZBREG_DEST, 1);
	set_reg(r, ZB_ZPASS_ADDR, DATA);
	set_reg(r, FG_ZBREG_DEST, 2);
	set_reg(r, ZB_ZPASS_ADDR, DATA + 4);
	set_reg(r, FG_ZBREG_DEST, 3);
	go(r);
	EQ(mc_read32(r->m, MC_CP, DATA), 35);
	EQ(mc_read32(r->m, MC_CP, DATA + 4), 5);
	CLEAN(r);
	rig_free(r);
}

TEST(r5xx_ram_on_the_chip_is_cleared_before_its_use)
{
	struct rig *r = up5("R580", &(struct model_config){ .alone = true });

	set_reg(r, ZB_BW_CNTL, 1);
	/* In pieces, because COUNT has 14 bits: 15360 dwords for each of four pipes */
	for (u32 i = 0; i < 4; i++)
		PACKET(r, 0x37, 15360 * i, 15360, 0x80);
	PACKET(r, 0x32, 0, 0x3fff, 0);
	PACKET(r, 0x32, 0x3fff, 1, 0);
	PACKET(r, 0x34, 0x00030024);
	go(r);
	EQ(model_count(r->m, MODEL_RAM_CLEAR), 2);
	EQ(r500(r->m)->draw.ram.zmask[0], ~0ull);
	EQ(r500(r->m)->draw.ram.zmask[0x3fff], ~0ull);
	EQ(r500(r->m)->draw.ram.cmask[0], 0);
	EQ(r500(r->m)->draw.ram.hiz[16 * 61439 + 12], 0x80);
	EQ(r500(r->m)->draw.ram.hiz[16 * 61439 + 13], 0);
	PACKET(r, 0x38, 0, 1, 0);
	go(r);
	EQ(r500(r->m)->draw.ram.cmask[0], ~0ull);
	CLEAN(r);
	set_reg(r, RB3D_CCTL, CCTL_CMASK);
	PACKET(r, 0x34, 0x00030024);
	go(r);
	BROKE(r, "ram-unknown");
	rig_free(r);
}

TEST(r5xx_clear_of_ram_in_pieces)
{
	struct rig *r = up5("R580", NULL);

	/* A piece is missing, and a piece comes twice. */
	PACKET(r, 0x32, 0, 8192, 0);
	PACKET(r, 0x32, 8193, 8191, 0);
	PACKET(r, 0x32, 8192, 8192, 0);
	go(r);
	EQ(model_count(r->m, MODEL_RAM_CLEAR), 0);
	CLEAN(r);
	PACKET(r, 0x32, 0, 16384, 0);
	go(r);
	EQ(model_count(r->m, MODEL_RAM_CLEAR), 0);
	BROKE(r, "ram-count");
	/* Mesa's streams have such numbers, and mean them. */
	EQ(r500(r->m)->draw.ram.zmask[0x3fff], ~0ull);
	rig_free(r);
}

TEST(r5xx_clear_of_ram_stays_inside)
{
	static const struct { const char *chip; u32 op, dw; } rows[] = {
		{ "R520", 0x37, 4 * 10240 }, { "RV515", 0x37, 10240 }, { "RV530", 0x37, 2 * 15360 },
		{ "RV570", 0x37, 3 * 15360 }, { "RV530", 0x32, 2 * 4096 }, { "RV515", 0x32, 4096 },
		{ "RV530", 0x38, 5120 }, { "RV515", 0x38, 5120 }, { "RV560", 0x38, 2 * 4096 },
	};

	for (u32 i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct rig *r = up5(rows[i].chip, NULL);

		PACKET(r, rows[i].op, rows[i].dw - 1, 1, 0);
		go(r);
		CLEAN(r);
		PACKET(r, rows[i].op, rows[i].dw, 1, 0);
		go(r);
		BROKE(r, "ram-bounds");
		rig_free(r);
	}
}
