// SPDX-License-Identifier: GPL-2.0
/*
 * GPU addresses: VRAM, the GART walk, the TLB, HDP and blackout rules.
 */
#include "rig.h"

static struct rig *mapped(const char *chip)
{
	struct rig *r = rig_new(chip, NULL);

	rig_pci(r);
	rig_mc(r);
	rig_gart(r);
	CLEAN(r);
	return r;
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

TEST(two_invalidations_may_overlap_but_a_third_flush_is_missed)
{
	struct rig *r = mapped("RV670");

	w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
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

TEST(a_console_is_not_to_be_written_or_abandoned)
{
	struct model_config c = { .console = true };
	struct rig *r = rig_new("RV710", &c);

	CHECK(rd(r, D1CRTC_CONTROL) & CRTC_EN);
	rig_pci(r);
	rig_mc(r);
	CLEAN(r);
	mc_write32(r->m, MC_CP, RIG_FB + 4096, 1);
	BROKE(r, "console-write");
	rig_free(r);
	r = rig_new("RV710", &c);
	w(r, BIF_FB_EN, 0);
	w(r, R7_CITF_CNTL, 3);
	w(r, R7_MC_VM_FB_LOCATION, 0x00010000);
	w(r, R7_CITF_CNTL, 0);
	w(r, BIF_FB_EN, 3);
	BROKE(r, "console-lost");
	rig_free(r);
}
