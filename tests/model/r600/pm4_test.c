// SPDX-License-Identifier: GPL-2.0
/*
 * Packets: their effects on memory, registers, streams and interrupts, and reports
 * of malformed ones.
 */
#include "r600/up.h"

TEST(mem_write_64_and_32_bits)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x3d, (u32)DATA, 0, 1, 2);
	PACKET(r, 0x3d, (u32)DATA + 12, 1 << 18, 3, 4);
	go(r);
	EQ(ram64(r, RIG_DATA), 0x200000001ull);
	EQ(ram32(r, RIG_DATA + 8), 0);
	EQ(ram32(r, RIG_DATA + 12), 3);
	CLEAN(r);
	PACKET(r, 0x3d, (u32)DATA + 4, 0, 1, 2);
	go(r);
	BROKE(r, "packet-align");
	rig_free(r);
}

TEST(eop_writes_its_data_and_interrupts)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x47, 0x514, (u32)DATA, 1u << 29 | 2 << 24, 77, 88);
	go(r);
	EQ(ram64(r, RIG_DATA), 77);
	EQ(r->msis, 1);
	EQ(r->msi_addr, RIG_MSI_ADDR);
	EQ(r->msi_data, RIG_MSI_DATA);
	EQ(ram32(r, RIG_IH), SRC_CP_EOP);
	EQ(ram32(r, RIG_WB_IH), 16);
	PACKET(r, 0x47, 0x514, (u32)DATA, 2u << 29, 77, 88);
	go(r);
	EQ(ram64(r, RIG_DATA), 88ull << 32 | 77);
	r->now += 1000000000;
	PACKET(r, 0x47, 0x514, (u32)DATA, 3u << 29, 0, 0);
	go(r);
	CHECK(ram64(r, RIG_DATA) >= 27000000);
	EQ(r->msis, 1);
	CLEAN(r);
	rig_free(r);
}

TEST(the_clock_may_step_with_each_timestamp)
{
	struct rig *r = up("RV710", NULL);
	u64 first, second, running;

	r->now += 1000000000;
	w(r, MODEL_REG_STEP_US, 3000);
	r->now += 1000000000;
	PACKET(r, 0x47, 0x514, (u32)DATA, 3u << 29, 0, 0);
	go(r);
	first = ram64(r, RIG_DATA);
	r->now += 1000000000;
	PACKET(r, 0x3d, (u32)DATA, 1u << 16, 0, 0);
	go(r);
	second = ram64(r, RIG_DATA);
	EQ(second, first + 3 * 27000);
	w(r, RLC_CAPTURE_GPU_CLOCK_COUNT, 1);
	EQ(rd(r, RLC_GPU_CLOCK_COUNT_LSB), (u32)second);
	/* it runs again, and has not jumped */
	w(r, MODEL_REG_STEP_US, 0);
	r->now += 1000000;
	PACKET(r, 0x47, 0x514, (u32)DATA, 3u << 29, 0, 0);
	go(r);
	running = ram64(r, RIG_DATA);
	CHECK(running >= second + 27000);
	CHECK(running < second + 2 * 27000);
	CLEAN(r);
	rig_free(r);
}

TEST(eop_does_not_interrupt_while_it_is_masked)
{
	struct rig *r = up("RV710", NULL);

	w(r, CP_INT_CNTL, 0);
	PACKET(r, 0x47, 0x514, (u32)DATA, 1u << 29 | 2 << 24, 1, 0);
	go(r);
	EQ(ram32(r, RIG_DATA), 1);
	EQ(r->msis, 0);
	EQ(model_count(r->m, MODEL_IH_ENTRY), 0);
	rig_free(r);
}

TEST(queries_write_results_for_each_backend)
{
	struct rig *r = up("RV670", NULL);

	PACKET(r, 0x46, 0x115, (u32)DATA, 0);
	go(r);
	for (int rb = 0; rb < 4; rb++)
		EQ(ram64(r, RIG_DATA + rb * 16), 1ull << 63);
	EQ(ram64(r, RIG_DATA + 64), 0);
	ram_set32(r, RIG_DATA + 4, 0);
	PACKET(r, 0x46, 0x15, (u32)DATA, 0);
	go(r);
	EQ(ram64(r, RIG_DATA), 1ull << 63);
	ram_set32(r, RIG_DATA + 60, 5);
	PACKET(r, 0x46, 0x21e, (u32)DATA, 0);
	go(r);
	EQ(ram32(r, RIG_DATA + 60), 0);
	PACKET(r, 0x46, 0x320, (u32)DATA, 0);
	go(r);
	EQ(ram64(r, RIG_DATA + 8), 1ull << 63);
	CLEAN(r);
	PACKET(r, 0x46, 0x115);
	go(r);
	BROKE(r, "event-address");
	rig_free(r);
}

TEST(streamout_flush_is_seen_by_a_register_wait)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x68, (CP_STRMOUT_CNTL - 0x8000) / 4, 0);
	PACKET(r, 0x46, 0x1f);
	PACKET(r, 0x3c, 3, CP_STRMOUT_CNTL / 4, 0, 1, 1, 4);
	PACKET(r, 0x3d, (u32)DATA, 1 << 18, 5, 0);
	go(r);
	EQ(ram32(r, RIG_DATA), 5);
	CLEAN(r);
	rig_free(r);
}

TEST(a_memory_wait_ends_when_the_value_arrives)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x3c, 0x15, (u32)DATA, 0, 10, 0xff, 4);
	PACKET(r, 0x3d, (u32)DATA + 8, 1 << 18, 5, 0);
	commit(r);
	model_run(r->m);
	EQ(ram32(r, RIG_DATA + 8), 0);
	CHECK(rd(r, GRBM_STATUS) & GRBM_CP_BUSY);
	ram_set32(r, RIG_DATA, 0x10a);
	run(r);
	EQ(ram32(r, RIG_DATA + 8), 5);
	EQ(model_count(r->m, MODEL_PACKET), 3);
	CLEAN(r);
	rig_free(r);
}

TEST(cond_write_to_memory_and_register)
{
	struct rig *r = up("RV710", NULL);

	ram_set32(r, RIG_DATA, 4);
	PACKET(r, 0x45, 0x111, (u32)DATA, 0, 5, ~0u, (u32)DATA + 8, 0, 1);
	PACKET(r, 0x45, 0x116, (u32)DATA, 0, 5, ~0u, (u32)DATA + 12, 0, 1);
	PACKET(r, 0x45, 0x013, (u32)DATA, 0, 4, ~0u, SCRATCH_REG0 / 4, 0, 66);
	go(r);
	EQ(ram32(r, RIG_DATA + 8), 1);
	EQ(ram32(r, RIG_DATA + 12), 0);
	EQ(rd(r, SCRATCH_REG0), 66);
	CLEAN(r);
	rig_free(r);
}

TEST(copy_dw_between_memory_and_registers)
{
	struct rig *r = up("RV710", NULL);

	ram_set32(r, RIG_DATA, 0x77);
	PACKET(r, 0x3b, 1, (u32)DATA, 0, SCRATCH_REG0 / 4, 0);
	PACKET(r, 0x3b, 2, SCRATCH_REG0 / 4, 0, (u32)DATA + 4, 0);
	go(r);
	EQ(rd(r, SCRATCH_REG0), 0x77);
	EQ(ram32(r, RIG_DATA + 4), 0x77);
	CLEAN(r);
	rig_free(r);
}

TEST(cp_dma_copies_between_guest_memory_and_vram)
{
	struct rig *r = up("RV710", NULL);

	for (u32 i = 0; i < 0x30000; i += 4)
		ram_set32(r, RIG_DATA + i, i * 7 + 1);
	PACKET(r, 0x41, (u32)DATA + 4, 0, (u32)(RIG_FB + MIB(8)), 0, 0x2fff0);
	go(r);
	EQ(model_vram_read(r->m, MIB(8), 4), 4 * 7 + 1);
	EQ(model_vram_read(r->m, MIB(8) + 0x2ffec, 4), 0x2fff0 * 7 + 1);
	EQ(model_vram_read(r->m, MIB(8) + 0x2fff0, 4), 0);
	CLEAN(r);
	rig_free(r);
}

/* The CPU sees what was written. */
TEST(a_worn_page_of_vram_keeps_no_zero)
{
	struct rig *r = up("RV710", NULL);

	w(r, MODEL_REG_WORN, MIB(8) / 4096 + 1);
	for (u32 page = 0; page < 2; page++) {
		vram_set64(r, MIB(8) + page * 4096, 0);
		PACKET(r, 0x41, (u32)(RIG_FB + MIB(8) + page * 4096), 0, (u32)DATA, 0, 8);
		go(r);
		EQ(ram64(r, RIG_DATA), page ? 0 : 1);
		EQ(model_vram_read(r->m, MIB(8) + page * 4096, 8), 0);
	}
	w(r, MODEL_REG_WORN, 0);
	PACKET(r, 0x41, (u32)(RIG_FB + MIB(8)), 0, (u32)DATA, 0, 8);
	go(r);
	EQ(ram64(r, RIG_DATA), 0);
	rig_free(r);
}

/* Rings change only while no shader runs, a fence passes only while no copy runs. */
TEST(what_still_runs)
{
	struct rig *r = up("RV710", NULL);
	u32 psize = (SQ_RING_LAST - 0x8000) / 4;

	PACKET(r, 0x68, psize, 1);
	PACKET(r, 0x2d, 3, 2);
	PACKET(r, 0x68, psize, 1);
	PACKET(r, 0x68, (WAIT_UNTIL - 0x8000) / 4, WAIT_3D_IDLE);
	PACKET(r, 0x68, psize, 2);
	go(r);
	CLEAN(r);
	PACKET(r, 0x2d, 3, 2);
	PACKET(r, 0x68, (WAIT_UNTIL - 0x8000) / 4, WAIT_CP_DMA_IDLE);
	PACKET(r, 0x68, psize, 3);
	go(r);
	BROKE(r, "ring-live");
	rig_free(r);

	r = up("RV710", NULL);
	PACKET(r, 0x41, (u32)DATA, 0x80000000u, (u32)(RIG_FB + MIB(8)), 0, 64);
	PACKET(r, 0x47, 0x514, (u32)DATA, 2u << 24 | 1u << 29, 1, 0);
	PACKET(r, 0x41, (u32)DATA, 0, (u32)(RIG_FB + MIB(8)), 0, 64);
	PACKET(r, 0x68, (WAIT_UNTIL - 0x8000) / 4, WAIT_CP_DMA_IDLE);
	PACKET(r, 0x47, 0x514, (u32)DATA, 2u << 24 | 1u << 29, 1, 0);
	go(r);
	CLEAN(r);
	PACKET(r, 0x41, (u32)DATA, 0, (u32)(RIG_FB + MIB(8)), 0, 64);
	PACKET(r, 0x47, 0x514, (u32)DATA, 2u << 24 | 1u << 29, 1, 0);
	go(r);
	BROKE(r, "copy-live");
	rig_free(r);
}

TEST(streamout_buffer_sizes_are_kept)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x34, 2 << 8, 0, 0, 48, 0);
	PACKET(r, 0x34, 2 << 8 | 3 << 1 | 1, (u32)DATA, 0, 0, 0);
	go(r);
	EQ(ram32(r, RIG_DATA), 48);
	CLEAN(r);
	rig_free(r);
}

TEST(semaphores_signal_and_wait)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x39, (u32)DATA, 7u << 29);
	PACKET(r, 0x3d, (u32)DATA + 8, 1 << 18, 5, 0);
	commit(r);
	model_run(r->m);
	EQ(ram32(r, RIG_DATA + 8), 0);
	ram_set32(r, RIG_DATA, 1);
	run(r);
	EQ(ram32(r, RIG_DATA + 8), 5);
	EQ(ram32(r, RIG_DATA), 0);
	PACKET(r, 0x39, (u32)DATA, 6u << 29);
	go(r);
	EQ(ram32(r, RIG_DATA), 1);
	CLEAN(r);
	rig_free(r);
}

static void ib_dw(struct rig *r, u32 i, u32 dw)
{
	ram_set32(r, RIG_IB + i * 4, dw);
}

TEST(indirect_buffers_run_and_return)
{
	struct rig *r = up("RV710", NULL);

	ib_dw(r, 0, pkt3(0x68, 2));
	ib_dw(r, 1, (SCRATCH_REG0 - 0x8000) / 4);
	ib_dw(r, 2, 5);
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 3);
	PACKET(r, 0x3b, 2, SCRATCH_REG0 / 4, 0, (u32)DATA, 0);
	go(r);
	EQ(ram32(r, RIG_DATA), 5);
	EQ(model_count(r->m, MODEL_IB), 1);
	CLEAN(r);
	rig_free(r);
}

TEST(a_packet_must_end_inside_its_buffer)
{
	struct rig *r = up("RV710", NULL);

	ib_dw(r, 0, pkt3(0x10, 8));
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 8);
	go(r);
	BROKE(r, "packet-truncated");
	EQ(model_count(r->m, MODEL_HANG), 1);
	rig_free(r);
}

TEST(indirect_buffers_nest_once)
{
	struct rig *r = up("RV710", NULL);

	for (int i = 0; i < 3; i++) {
		ib_dw(r, i * 64, pkt3(0x32, 3));
		ib_dw(r, i * 64 + 1, (u32)(RIG_GART + RIG_IB + (i + 1) * 256));
		ib_dw(r, i * 64 + 2, 0);
		ib_dw(r, i * 64 + 3, 4);
	}
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 4);
	go(r);
	BROKE(r, "ib-depth");
	rig_free(r);
}

TEST(the_nth_indirect_buffer_can_hang)
{
	struct rig *r = up("RV710", NULL);

	ib_dw(r, 0, 0x80000000);
	w(r, MODEL_REG_HANG_IB, 2);
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 1);
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 1);
	PACKET(r, 0x3d, (u32)DATA, 1 << 18, 5, 0);
	go(r);
	EQ(model_count(r->m, MODEL_IB), 2);
	EQ(model_count(r->m, MODEL_HANG), 1);
	EQ(ram32(r, RIG_DATA), 0);
	CLEAN(r);
	rig_free(r);
}

TEST(cp_int_has_a_source_per_level)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x40, INT_RB);
	PACKET(r, 0x40, INT_IB1);
	PACKET(r, 0x40, INT_IB2);
	go(r);
	EQ(ram32(r, RIG_IH), SRC_CP_INT_RB);
	EQ(ram32(r, RIG_IH + 16), SRC_CP_INT_IB1);
	EQ(ram32(r, RIG_WB_IH), 32);
	CLEAN(r);
	rig_free(r);
}

TEST(predicated_packets_are_skipped)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x20, (u32)DATA, 1 << 16 | 1 << 8);
	emit(r, pkt3(0x2d, 2) | 1);
	emit(r, 3);
	emit(r, 2);
	PACKET(r, 0x2d, 3, 2);
	PACKET(r, 0x20, (u32)DATA, 1 << 16);
	emit(r, pkt3(0x2d, 2) | 1);
	emit(r, 3);
	emit(r, 2);
	go(r);
	EQ(r->draws, 2);
	CLEAN(r);
	rig_free(r);
}

TEST(cond_exec_skips_in_its_stream)
{
	struct rig *r = up("RV710", NULL);

	ib_dw(r, 0, pkt3(0x22, 3));
	ib_dw(r, 1, (u32)DATA);
	ib_dw(r, 2, 0);
	ib_dw(r, 3, 3);
	ib_dw(r, 4, pkt3(0x68, 2));
	ib_dw(r, 5, (SCRATCH_REG0 - 0x8000) / 4);
	ib_dw(r, 6, 5);
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 7);
	go(r);
	EQ(rd(r, SCRATCH_REG0), 0);
	ram_set32(r, RIG_DATA, 1);
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 7);
	go(r);
	EQ(rd(r, SCRATCH_REG0), 5);
	CLEAN(r);
	rig_free(r);
}

TEST(constants_land_in_their_windows)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x6d, 7, 1, 2, 3, 4, 5, 6, 0xc0000000);
	PACKET(r, 0x69, 0x10, 0xabc);
	PACKET(r, 0x6e, 3, 1, 2, 3);
	PACKET(r, 0x6f, 1, 9);
	go(r);
	EQ(model_reg(r->m, 0x38000 + 28 + 24), 0xc0000000);
	EQ(model_reg(r->m, 0x28040), 0xabc);
	EQ(model_reg(r->m, 0x3c000 + 12), 1);
	EQ(model_reg(r->m, 0x3cff4), 9);
	CLEAN(r);
	PACKET(r, 0x69, 0x3ff, 1, 2);
	go(r);
	BROKE(r, "register-window");
	rig_free(r);
}

TEST(a_stream_must_not_touch_the_drivers_registers)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x68, (GRBM_SOFT_RESET - 0x8000) / 4, 1);
	go(r);
	BROKE(r, "register-from-stream");
	rig_free(r);
	r = up("RV710", NULL);
	emit(r, CP_RB_BASE / 4);
	emit(r, 0);
	go(r);
	BROKE(r, "register-from-stream");
	rig_free(r);
}

TEST(the_indices_of_a_draw_must_be_mapped)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x2a, 1);
	PACKET(r, 0x2b, (u32)DATA, 0, 64, 0);
	go(r);
	CLEAN(r);
	EQ(r->draws, 1);
	PACKET(r, 0x2b, (u32)(RIG_GART + RIG_GART_PAGES * 4096ull - 128), 0, 64, 0);
	go(r);
	BROKE(r, "mc-address");
	rig_free(r);
}

static void malformed(const char *chip, u32 header, const char *rule)
{
	struct rig *r = up(chip, NULL);

	emit(r, header);
	for (u32 i = 0; i < 8; i++)
		emit(r, 0);
	go(r);
	BROKE(r, rule);
	EQ(model_count(r->m, MODEL_HANG), 1);
	rig_free(r);
}

TEST(malformed_packets_hang_with_a_reason)
{
	malformed("RV710", pkt3(0x99, 1), "packet-unknown");
	malformed("RV710", pkt3(0x24, 1), "packet-unknown");
	malformed("RV670", pkt3(0x42, 1), "packet-unknown");
	malformed("RV710", pkt3(0x3c, 5), "packet-length");
	malformed("RV710", 1u << 30, "packet-type");
	malformed("RV710", pkt3(0x32, 3), "ib-size");
}

/* One draw from an indirect buffer that may set a texture and a colour buffer first. */
static void draw_ib(struct rig *r, bool sets)
{
	u32 n = 0;

	if (sets) {
		ib_dw(r, n++, pkt3(0x6d, 8));
		ib_dw(r, n++, 7 * 3);
		for (int i = 0; i < 6; i++)
			ib_dw(r, n++, 0x1000);
		ib_dw(r, n++, 2u << 30);
	}
	ib_dw(r, n++, pkt3(0x2d, 2));
	ib_dw(r, n++, 3);
	ib_dw(r, n++, 2);
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, n);
	go(r);
	PACKET(r, 0x68, (WAIT_UNTIL - 0x8000) / 4, WAIT_3D_IDLE);
}

static void forget_caches(struct rig *r)
{
	PACKET(r, 0x43, 1u << 23 | 1u << 24 | 1u << 27, ~0u, 0, 10);
}

TEST(a_draw_is_alone_with_its_own_addresses)
{
	struct model_config c = { .alone = true };
	struct rig *r = up("RV710", &c);

	forget_caches(r);
	draw_ib(r, true);
	CLEAN(r);
	PACKET(r, 0x6d, 7 * 3, 0, 0, 0, 0, 0, 0, 0);
	draw_ib(r, false);
	CLEAN(r);
	draw_ib(r, true);
	draw_ib(r, true);
	CLEAN(r);
	draw_ib(r, false);
	BROKE(r, "alone");
	EQ(r->draws, 5);
	rig_free(r);
}

TEST(the_ring_divides_the_shader_core_as_bring_up_did)
{
	struct model_config c = { .alone = true };
	struct rig *r = up("RV710", &c);

	w(r, 0x8c04, 0x123);
	PACKET(r, 0x68, (0x8c04 - 0x8000) / 4, 0x123);
	go(r);
	CLEAN(r);
	PACKET(r, 0x68, (0x8c04 - 0x8000) / 4, 0);
	go(r);
	BROKE(r, "alone");
	rig_free(r);
}

TEST(a_draw_finds_caches_without_what_was_there_at_the_last_fence)
{
	struct model_config c = { .alone = true };
	struct rig *r = up("RV710", &c);

	forget_caches(r);
	draw_ib(r, false);
	PACKET(r, 0x47, 0x514, 0, 0x01000000, 0, 0);
	forget_caches(r);
	draw_ib(r, false);
	draw_ib(r, false);
	CLEAN(r);
	forget_caches(r);
	PACKET(r, 0x47, 0x514, 0, 0x01000000, 0, 0);
	draw_ib(r, false);
	draw_ib(r, false);
	BROKE(r, "caches");
	rig_free(r);

	r = up("RV710", &c);
	PACKET(r, 0x43, 1u << 23 | 1u << 24, ~0u, 0, 10);
	draw_ib(r, false);
	BROKE(r, "caches");
	rig_free(r);
}

TEST(a_stream_begins_when_no_shader_runs)
{
	struct model_config c = { .alone = true };
	struct rig *r = up("RV710", &c);

	forget_caches(r);
	draw_ib(r, false);
	draw_ib(r, false);
	CLEAN(r);
	PACKET(r, 0x2d, 3, 2);
	draw_ib(r, false);
	BROKE(r, "shaders");
	rig_free(r);
}

TEST(a_published_indirect_buffer_must_not_change)
{
	struct model_config c = { .delay_ns = 1000000 };
	struct rig *r = up("RV710", &c);

	for (u32 i = 0; i < 4; i++)
		ib_dw(r, i, 0x80000000 + i);
	for (int pass = 0; pass < 3; pass++) {
		PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 4);
		commit(r);
		if (pass == 2)
			ib_dw(r, 3, 0x80000000);
		run(r);
		if (pass < 2)
			CLEAN(r);
		ib_dw(r, 0, 0x80000100 + pass);
	}
	BROKE(r, "published");
	rig_free(r);
}

TEST(a_published_ring_packet_must_not_change)
{
	struct model_config c = { .delay_ns = 1000000 };
	struct rig *r = rig_new("RV710", &c);
	u32 at;

	rig_up(r);
	for (u32 i = 0; i < 8; i++)
		ib_dw(r, i, 0x80000000);
	at = r->wptr;
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 4);
	commit(r);
	ram_set32(r, RIG_RING + (at + 3) * 4, 8);
	run(r);
	BROKE(r, "published");
	rig_free(r);
}
