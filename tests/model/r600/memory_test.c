// SPDX-License-Identifier: GPL-2.0
/*
 * GPU addresses: VRAM, the GART walk, the TLB, HDP and blackout rules.
 */
#include "r600/up.h"

static struct rig *mapped_with(const char *chip, const struct model_config *config)
{
	struct rig *r = rig_new(chip, config);

	rig_pci(r);
	rig_mc(r);
	rig_gart(r);
	CLEAN(r);
	return r;
}

static struct rig *mapped(const char *chip)
{
	return mapped_with(chip, NULL);
}

static void vram_and_gart(const char *chip)
{
	struct rig *r = mapped(chip);

	mc_write32(r->m, MC_CP, RIG_GART + RIG_DATA + 8, 0xabcd);
	EQ(ram32(r, RIG_DATA + 8), 0xabcd);
	mc_write32(r->m, MC_CP, RIG_FB + 64, 0x1234);
	EQ(model_vram_read(r->m, 64, 4), 0x1234);
	EQ(mc_read32(r->m, MC_CP, RIG_FB + 64), 0x1234);
	CLEAN(r);
	rig_free(r);
}

TEST(gpu_addresses_reach_vram_and_guest_memory_r6xx)
{
	vram_and_gart("RV670");
}

TEST(gpu_addresses_reach_vram_and_guest_memory_r7xx)
{
	vram_and_gart("RV710");
}

/* Change a register and expect the next access to break a rule. */
static void without(const char *chip, u32 reg, u32 value, u64 addr, const char *rule)
{
	struct rig *r = mapped(chip);

	w(r, reg, value);
	mc_read32(r->m, MC_CP, addr);
	BROKE(r, rule);
	rig_free(r);
}

TEST(vram_lies_inside_of_the_system_aperture)
{
	without("RV670", R6_MC_VM_SYSTEM_LOW, (RIG_FB >> 12) + 1, RIG_FB, "system-aperture");
	without("RV710", R7_MC_VM_SYSTEM_HIGH, RIG_FB >> 12, RIG_FB + 4096, "system-aperture");
}

TEST(the_gart_lies_outside_of_it)
{
	without("RV670", R6_MC_VM_SYSTEM_HIGH, ~0u, RIG_GART + RIG_DATA, "system-aperture");
	without("RV710", R7_MC_VM_SYSTEM_HIGH, ~0u, RIG_GART + RIG_DATA, "system-aperture");
}

TEST(translation_needs_its_tlbs_cache_and_a_flat_table)
{
	u32 mode = 3u << 3;

	without("RV670", 0x2220, 0, RIG_GART + RIG_DATA, "vm-setup");
	without("RV710", 0x2240, mode, RIG_GART + RIG_DATA, "vm-setup");
	without("RV710", 0x2240, L1_TLB_ENABLE, RIG_GART + RIG_DATA, "vm-setup");
	without("RV670", VM_L2_CNTL, 0, RIG_GART + RIG_DATA, "vm-setup");
	without("RV710", VM_CONTEXT0_CNTL, VM_ENABLE_CONTEXT | 1u << 1, RIG_GART + RIG_DATA, "vm-setup");
}

TEST(what_the_cpu_has_in_its_caches_is_snooped)
{
	static const struct {
		enum mc_client client;
		bool must;
	} clients[] = {
		{ MC_FETCH, true }, { MC_WB, true }, { MC_IH, true }, { MC_CP, false }, { MC_GFX, false },
	};

	for (u32 i = 0; i < 5; i++) {
		struct rig *r = mapped("RV710");

		vram_set64(r, RIG_TABLE + 0x100 * 8, 0x100000ull | PTE_VALID | PTE_SYSTEM | PTE_READ | PTE_WRITE);
		rig_flush(r);
		mc_read32(r->m, clients[i].client, RIG_GART + 0x100000);
		if (clients[i].must)
			BROKE(r, "unsnooped");
		else
			CLEAN(r);
		rig_free(r);
	}
}

TEST(the_window_of_the_cpu_leads_to_vram)
{
	struct rig *r = mapped("RV670");

	w(r, HDP_NONSURFACE_BASE, (RIG_FB >> 8) + 0x1000);
	model_vram_write(r->m, 0, 1, 4);
	BROKE(r, "hdp-base");
	rig_free(r);
	r = mapped("RV710");
	w(r, HDP_NONSURFACE_BASE, 0);
	w(r, HDP_DEBUG1, 0);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	CHECK(violations(r));
	rig_free(r);
}

/* Count the reads of a register until a bit has a value. */
static u32 polls(struct rig *r, u32 reg, u32 bit, bool set)
{
	u32 n;

	for (n = 1; n < 100 && !(rd(r, reg) & bit) == set; n++)
		;
	return n;
}

TEST(a_slow_card_takes_its_time)
{
	struct rig *r = up("RV710", NULL);

	EQ(polls(r, VM_CONTEXT0_REQUEST_RESPONSE, 0x10, true), 1);
	EQ(polls(r, SRBM_STATUS, SRBM_MC_BUSY, false), 1);
	w(r, MODEL_REG_HABITS, MODEL_HABIT_SLOW);
	w(r, HDP_DEBUG1, 0);
	model_vram_read(r->m, 0, 4);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	EQ(polls(r, VM_CONTEXT0_REQUEST_RESPONSE, 0x10, true), 6);
	/* The card also responds by time if the driver is delayed. */
	w(r, HDP_DEBUG1, 0);
	model_vram_read(r->m, 0, 4);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	r->now += 10000000;
	EQ(polls(r, VM_CONTEXT0_REQUEST_RESPONSE, 0x10, true), 1);
	w(r, BIF_FB_EN, 0);
	EQ(polls(r, SRBM_STATUS, SRBM_MC_BUSY, false), 6);
	w(r, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
	PACKET(r, 0x10, 0);
	commit(r);
	model_run(r->m);
	EQ(rd(r, CP_RB_RPTR), r->wptr);
	CHECK(ram32(r, RIG_WB_RPTR) != r->wptr);
	run(r);
	EQ(ram32(r, RIG_WB_RPTR), r->wptr);
	PACKET(r, 0x10, 0);
	commit(r);
	model_run(r->m);
	CHECK(ram32(r, RIG_WB_RPTR) != r->wptr);
	/* A CP that is halted has written all. */
	w(r, CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT);
	model_run(r->m);
	EQ(ram32(r, RIG_WB_RPTR), r->wptr);
	w(r, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rd(r, GRBM_SOFT_RESET);
	w(r, GRBM_SOFT_RESET, 0);
	CHECK(rd(r, GRBM_STATUS) & GRBM_GUI_ACTIVE);
	r->now += 4000000;
	CHECK(!(rd(r, GRBM_STATUS) & GRBM_GUI_ACTIVE));
	w(r, MODEL_REG_HABITS, MODEL_HABIT_MC_BUSY);
	EQ(polls(r, SRBM_STATUS, SRBM_MC_BUSY, false), 100);
	CLEAN(r);
	rig_free(r);
}

TEST(an_access_across_pages_is_translated_per_page)
{
	struct rig *r = mapped("RV710");
	u64 v = 0x1122334455667788ull;

	vram_set64(r, RIG_TABLE + 0x101 * 8, 0x203000ull | PTE_VALID | PTE_SYSTEM | PTE_READ | PTE_WRITE);
	rig_flush(r);
	mc_write(r->m, MC_CP, RIG_GART + 0x100ffc, &v, 8);
	EQ(ram32(r, 0x100ffc), 0x55667788);
	EQ(ram32(r, 0x203000), 0x11223344);
	CLEAN(r);
	rig_free(r);
}

TEST(a_used_entry_that_changes_without_invalidation_is_stale)
{
	struct rig *r = mapped("RV670");
	u64 pte = 0x300000ull | PTE_VALID | PTE_SYSTEM | PTE_READ | PTE_WRITE;

	mc_read32(r->m, MC_CP, RIG_GART + RIG_DATA);
	vram_set64(r, RIG_TABLE + (RIG_DATA >> 12) * 8, pte);
	w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	mc_read32(r->m, MC_CP, RIG_GART + RIG_DATA);
	BROKE(r, "stale-tlb");
	rig_free(r);
}

TEST(the_neighbours_of_a_used_entry_are_cached_too)
{
	struct rig *r = mapped("RV710");
	u64 next = RIG_DATA ^ 0x1000;

	mc_read32(r->m, MC_CP, RIG_GART + RIG_DATA);
	vram_set64(r, RIG_TABLE + (next >> 12) * 8,
		   0x300000ull | PTE_VALID | PTE_SYSTEM | PTE_READ | PTE_WRITE);
	w(r, HDP_DEBUG1, 0);
	mc_cpu_read(r->m, RIG_TABLE);
	mc_read32(r->m, MC_CP, RIG_GART + next);
	BROKE(r, "stale-tlb");
	rig_free(r);
}

TEST(an_invalidated_entry_is_fetched_again)
{
	struct rig *r = mapped("RV710");

	mc_read32(r->m, MC_CP, RIG_GART + RIG_DATA);
	vram_set64(r, RIG_TABLE + (RIG_DATA >> 12) * 8,
		   0x300000ull | PTE_VALID | PTE_SYSTEM | PTE_READ | PTE_WRITE);
	rig_flush(r);
	ram_set32(r, 0x300000, 77);
	EQ(mc_read32(r->m, MC_CP, RIG_GART + RIG_DATA), 77);
	CLEAN(r);
	rig_free(r);
}

TEST(an_invalidation_needs_an_hdp_flush_before_it)
{
	struct rig *r = mapped("RV670");

	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	BROKE(r, "hdp-flush");
	rig_free(r);
}

TEST(invalidations_may_overlap_but_each_needs_a_flush)
{
	struct rig *r = mapped("RV670");

	for (int i = 0; i < 8; i++)
		w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	for (int i = 0; i < 8; i++)
		w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	CLEAN(r);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	BROKE(r, "hdp-flush");
	rig_free(r);
	r = mapped("RV710");
	for (int i = 0; i < 2; i++)
		w(r, HDP_DEBUG1, 0);
	for (int i = 0; i < 2; i++)
		model_vram_read(r->m, 0, 4);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	w(r, HDP_DEBUG1, 0);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	CLEAN(r);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	BROKE(r, "hdp-flush");
	rig_free(r);
}

TEST(a_driver_that_is_alone_flushes_between_invalidations)
{
	struct model_config c = { .alone = true };
	struct rig *r = mapped_with("RV670", &c);

	w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	CLEAN(r);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	BROKE(r, "hdp-flush");
	rig_free(r);
}

TEST(r7xx_hdp_flush_needs_the_read_of_vram)
{
	struct rig *r = mapped("RV710");

	w(r, HDP_DEBUG1, 0);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	BROKE(r, "hdp-flush");
	rig_free(r);
}

TEST(the_cpu_may_read_what_the_gpu_wrote_after_a_flush)
{
	struct rig *r = mapped("RV670");

	mc_cpu_read(r->m, 0x200000);
	mc_write32(r->m, MC_CP, RIG_FB + 0x200004, 1);
	w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	mc_cpu_read(r->m, 0x200004);
	mc_cpu_read(r->m, 0x200008);
	CLEAN(r);
	rig_free(r);
}

TEST(what_the_hdp_holds_is_old_once_the_gpu_has_written_it)
{
	struct rig *r = mapped("RV670");

	mc_cpu_read(r->m, 0x200000);
	mc_cpu_read(r->m, 0x200100);
	mc_write32(r->m, MC_CP, RIG_FB + 0x200004, 1);
	mc_cpu_read(r->m, 0x200100);
	CLEAN(r);
	mc_cpu_read(r->m, 0x200008);
	BROKE(r, "hdp-read");
	rig_free(r);
}

TEST(what_the_cpu_wrote_waits_in_the_hdp)
{
	static const char *const chips[] = { "RV670", "RV710" };

	for (int i = 0; i < 2; i++) {
		struct rig *r = mapped(chips[i]);

		model_vram_write(r->m, 0x200004, 7, 4);
		mc_read32(r->m, MC_CP, RIG_FB + 0x200000);
		mc_read32(r->m, MC_CP, RIG_FB + 0x200008);
		CLEAN(r);
		EQ(mc_read32(r->m, MC_CP, RIG_FB + 0x200004), 7);
		BROKE(r, "hdp-write");
		rig_free(r);
		r = mapped(chips[i]);
		model_vram_write(r->m, 0x200ffe, 7, 4);
		rig_flush(r);
		mc_read32(r->m, MC_CP, RIG_FB + 0x200ffc);
		mc_read32(r->m, MC_CP, RIG_FB + 0x201000);
		CLEAN(r);
		rig_free(r);
	}
}

TEST(a_page_table_walk_after_an_unflushed_write_is_seen)
{
	struct rig *r = mapped("RV670");

	vram_set64(r, RIG_TABLE + 8, 0);
	mc_read32(r->m, MC_CP, RIG_GART + RIG_DATA);
	CLEAN(r);
	vram_set64(r, RIG_TABLE + (RIG_DATA >> 12) * 8,
		   RIG_DATA | PTE_VALID | PTE_SYSTEM | PTE_SNOOPED | PTE_READ | PTE_WRITE);
	mc_read32(r->m, MC_CP, RIG_GART + RIG_DATA);
	BROKE(r, "hdp-flush");
	rig_free(r);
}

static void through_pte(u64 pte, bool write, const char *rule)
{
	struct rig *r = mapped("RV710");

	vram_set64(r, RIG_TABLE + (RIG_DATA >> 12) * 8, pte);
	rig_flush(r);
	if (write)
		mc_write32(r->m, MC_CP, RIG_GART + RIG_DATA, 1);
	else
		mc_read32(r->m, MC_CP, RIG_GART + RIG_DATA);
	BROKE(r, rule);
	rig_free(r);
}

TEST(entries_must_permit_the_access)
{
	through_pte(0, false, "unmapped-page");
	through_pte(0x100000 | PTE_VALID | PTE_SYSTEM | PTE_READ, true, "unmapped-page");
	through_pte(0x100000 | PTE_VALID | PTE_SYSTEM | PTE_WRITE, false, "unmapped-page");
	through_pte(0xabc000 | PTE_VALID | PTE_SYSTEM | PTE_READ | PTE_WRITE, true, "unmapped-page");
	through_pte(RIG_RAM | PTE_VALID | PTE_SYSTEM | PTE_READ | PTE_WRITE, true, "bus-address");
}

TEST(addresses_outside_both_apertures_are_violations)
{
	struct rig *r = mapped("RV710");

	mc_write32(r->m, MC_CP, RIG_GART + RIG_GART_PAGES * 4096ull, 1);
	BROKE(r, "mc-address");
	rig_free(r);
	r = mapped("RV710");
	mc_write32(r->m, MC_CP, RIG_FB - 4, 1);
	BROKE(r, "mc-address");
	rig_free(r);
	r = mapped("RV710");
	w(r, VM_CONTEXT0_CNTL, 0);
	mc_write32(r->m, MC_CP, RIG_GART, 1);
	BROKE(r, "mc-address");
	rig_free(r);
}

TEST(vram_ends_where_the_card_says)
{
	struct rig *r = mapped("RV710");

	w(r, BIF_FB_EN, 0);
	w(r, R7_CITF_CNTL, 3);
	w(r, R7_MC_VM_FB_LOCATION, (u32)((RIG_FB >> 24) + 7) << 16 | RIG_FB >> 24);
	w(r, R7_MC_VM_SYSTEM_HIGH, (RIG_FB >> 12) + 0x7fff);
	mc_write32(r->m, MC_CP, RIG_FB + RIG_VRAM, 1);
	BROKE(r, "vram-bounds");
	rig_free(r);
}

TEST(dma_without_bus_mastering_is_a_violation)
{
	struct rig *r = mapped("RV710");

	model_config_write(r->m, 0x04, 0x3, 2);
	mc_write32(r->m, MC_CP, RIG_GART + RIG_DATA, 1);
	BROKE(r, "bus-master");
	EQ(ram32(r, RIG_DATA), 0);
	rig_free(r);
}

TEST(fb_location_moves_only_in_a_blackout)
{
	struct rig *r = rig_new("RV710", NULL);

	w(r, R7_MC_VM_FB_LOCATION, 0x00100000);
	BROKE(r, "mc-live");
	rig_free(r);
}

TEST(the_cpu_must_not_touch_vram_in_a_blackout)
{
	struct rig *r = rig_new("RV710", NULL);

	w(r, BIF_FB_EN, 0);
	model_vram_write(r->m, 0, 1, 4);
	BROKE(r, "fb-blocked");
	rig_free(r);
}
