// SPDX-License-Identifier: GPL-2.0
/*
 * Resets of single blocks, packet comparisons, semaphores of the DMA engine,
 * and the registers for tests.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "r600/up.h"

TEST(after_a_reset_me_initialize_is_due_again)
{
	struct rig *r = up("RV710", NULL);

	w(r, CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT);
	w(r, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rd(r, GRBM_SOFT_RESET);
	w(r, GRBM_SOFT_RESET, 0);
	rig_cp_setup(r);
	PACKET(r, 0x10, 0);
	commit(r);
	w(r, CP_ME_CNTL, 0xff);
	run(r);
	BROKE(r, "me-init");
	rig_free(r);
}

TEST(srbm_resets_reach_their_blocks)
{
	struct rig *r = up("RV710", NULL);

	mc_read32(r->m, MC_CP, DATA);
	w(r, SRBM_SOFT_RESET, SRBM_RESET_RLC | SRBM_RESET_IH);
	EQ(rd(r, RLC_CNTL), 0);
	EQ(rd(r, IH_RB_CNTL), 0);
	CHECK(!ih_enabled(r->m));
	rd(r, SRBM_SOFT_RESET);
	w(r, SRBM_SOFT_RESET, 0);
	CLEAN(r);
	rig_free(r);
}

TEST(a_reset_of_the_vm_forgets_its_registers)
{
	struct rig *r = up("RV710", NULL);

	mc_read32(r->m, MC_CP, DATA);
	w(r, SRBM_SOFT_RESET, SRBM_RESET_VMC);
	rd(r, SRBM_SOFT_RESET);
	w(r, SRBM_SOFT_RESET, 0);
	CHECK(!(rd(r, VM_CONTEXT0_CNTL) & VM_ENABLE_CONTEXT));
	CLEAN(r);
	/* The TLB is empty: a changed entry is not stale. */
	rig_gart(r);
	vram_set64(r, RIG_TABLE + (RIG_DATA >> 12) * 8,
		   0x300000ull | PTE_VALID | PTE_SYSTEM | PTE_READ | PTE_WRITE);
	rig_flush(r);
	mc_read32(r->m, MC_CP, DATA);
	CLEAN(r);
	w(r, SRBM_SOFT_RESET, SRBM_RESET_VMC);
	mc_read32(r->m, MC_CP, DATA);
	BROKE(r, "mc-address");
	rig_free(r);
}

TEST(a_reset_must_have_reached_the_chip)
{
	struct rig *r = up("RV670", NULL);

	w(r, SRBM_SOFT_RESET, SRBM_RESET_IH);
	w(r, SRBM_SOFT_RESET, 0);
	BROKE(r, "reset-posted");
	rig_free(r);
}

TEST(a_reset_of_the_cp_forgets_its_registers)
{
	static const u32 regs[] = {
		CP_RB_BASE, CP_RB_CNTL, CP_RB_RPTR_ADDR, CP_RB_RPTR_ADDR_HI, CP_RB_WPTR_DELAY,
		CP_SEM_WAIT_TIMER, CP_DEBUG, SCRATCH_ADDR, SCRATCH_UMSK, CP_INT_CNTL,
	};
	struct rig *r = up("RV710", NULL);
	u32 was[sizeof(regs) / sizeof(regs[0])];

	w(r, CP_RB_WPTR_DELAY, 0);
	w(r, CP_SEM_WAIT_TIMER, 0);
	w(r, CP_DEBUG, 0);
	for (u32 i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		was[i] = rd(r, regs[i]);
	w(r, CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT);
	w(r, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rd(r, GRBM_SOFT_RESET);
	w(r, GRBM_SOFT_RESET, 0);
	for (u32 i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		CHECK(rd(r, regs[i]) != was[i]);
	/* If a driver enables interrupts before it resets the CP, they are disabled again. */
	EQ(rd(r, CP_INT_CNTL), 0);
	CLEAN(r);
	rig_free(r);
}

TEST(only_the_magic_value_resets_through_configuration_space)
{
	struct rig *r = up("RV710", NULL);

	model_config_write(r->m, 0x7c, 0x12345678, 4);
	CHECK(ucode_ready(r->m, MODEL_UCODE_ME));
	rig_free(r);
}

static bool waits(u32 function, u32 value, u32 reference, u32 mask)
{
	struct rig *r = up("RV710", NULL);
	bool waiting;

	ram_set32(r, RIG_DATA, value);
	PACKET(r, 0x3c, 0x10 | function, (u32)DATA, 0, reference, mask, 4);
	commit(r);
	waiting = model_run(r->m) != MODEL_NEVER;
	rig_free(r);
	return waiting;
}

TEST(every_comparison_of_a_wait)
{
	for (u32 value = 4; value <= 6; value++) {
		EQ(waits(0, value, 5, ~0u), false);
		EQ(waits(1, value, 5, ~0u), !(value < 5));
		EQ(waits(2, value, 5, ~0u), !(value <= 5));
		EQ(waits(3, value, 5, ~0u), !(value == 5));
		EQ(waits(4, value, 5, ~0u), !(value != 5));
		EQ(waits(5, value, 5, ~0u), !(value >= 5));
		EQ(waits(6, value, 5, ~0u), !(value > 5));
	}
	EQ(waits(3, 0xff05, 5, 0xff), false);
	EQ(waits(3, 0xff05, 5, 0xffff), true);
}

TEST(dma_semaphores_signal_and_wait)
{
	struct rig *r = up("RV710", NULL);

	rig_dma(r);
	DMA_PACKET(r, 5u << 28 | 1 << 22, (u32)DATA, 0);
	dma_commit(r);
	EQ(ram64(r, RIG_DATA), 1);
	DMA_PACKET(r, 5u << 28, (u32)DATA, 0, 5u << 28, (u32)DATA, 0, 7u << 28);
	w(r, DMA_RB_WPTR, r->dma_wptr * 4);
	for (int i = 0; i < 3; i++) {
		CHECK(model_run(r->m) != MODEL_NEVER);
		EQ(ram64(r, RIG_DATA), 0);
		EQ(rd(r, DMA_RB_RPTR), 24);
		EQ(r->msis, 0);
	}
	ram_set32(r, RIG_DATA, 1);
	run(r);
	EQ(rd(r, DMA_RB_RPTR), 40);
	EQ(r->msis, 1);
	CLEAN(r);
	rig_free(r);
}

TEST(microcode_that_is_one_word_short_is_incomplete)
{
	struct rig *r = rig_new("RV710", NULL);
	u32 n = model_ucode_words(r->m->chip, MODEL_UCODE_ME);

	w(r, CP_ME_RAM_WADDR, 0);
	for (u32 i = 0; i < n; i++) {
		CHECK(!ucode_ready(r->m, MODEL_UCODE_ME));
		w(r, CP_ME_RAM_DATA, model_ucode_word(r->m->chip, MODEL_UCODE_ME, i));
	}
	CHECK(ucode_ready(r->m, MODEL_UCODE_ME));
	CLEAN(r);
	rig_free(r);
}

TEST(turning_msi_on_takes_the_line_down)
{
	struct model_config c = { 0 };
	struct rig *r = rig_new("RV710", &c);

	rig_pci(r);
	model_config_write(r->m, 0xa2, 0, 2);
	rig_mc(r);
	rig_gart(r);
	rig_ih(r);
	ih_post(r->m, SRC_CP_EOP, 0);
	CHECK(r->line);
	model_config_write(r->m, 0xa2, 1, 2);
	CHECK(!r->line);
	rig_free(r);
}

TEST(faults_can_be_armed_from_the_guest)
{
	struct rig *r = up("RV710", NULL);

	w(r, MODEL_REG_STUCK_VALUE, 0x3f00);
	w(r, MODEL_REG_STUCK, SRBM_STATUS);
	EQ(rd(r, SRBM_STATUS), 0x3f00);
	w(r, MODEL_REG_STUCK, 0);
	EQ(rd(r, SRBM_STATUS), SRBM_IDLE);
	w(r, MODEL_REG_DELAY_US, 1500);
	EQ(rd(r, MODEL_REG_DELAY_US), 1500);
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, 1);
	commit(r);
	EQ(model_run(r->m), r->now + 1500000);
	rig_free(r);
}

TEST(a_mark_reports_every_counter)
{
	struct rig *r = rig_new("RV710", NULL);
	char *text = NULL;
	size_t size = 0;

	r->m->report = open_memstream(&text, &size);
	rd(r, SRBM_STATUS);
	w(r, MODEL_REG_MARK, 7);
	w(r, SRBM_STATUS + 1, 0);
	fclose(r->m->report);
	r->m->report = NULL;
	CHECK(strstr(text, "mark 7 mmio_read 1\n"));
	CHECK(strstr(text, "mark 7 dma_packet 0\n"));
	CHECK(strstr(text, "violation mmio-width: "));
	free(text);
	rig_free(r);
}

TEST(the_rom_names_the_clocks_and_returns_at_once)
{
	static u8 rom[MODEL_ROM_SIZE];
	u32 data, info;

	model_rom_build(model_chip_by_name("RV710"), 256 << 20, 0, rom);
	EQ(rom[3], 0xcb);
	data = rom[0x80 + 0x20] | rom[0x80 + 0x21] << 8;
	info = rom[data + 12] | rom[data + 13] << 8;
	EQ(rom[info + 2] << 8 | rom[info + 3], 0x104);
	EQ(rom[info + 82] | rom[info + 83] << 8, 2700);
	EQ(rom[info + 8] | rom[info + 9] << 8, 60000);
	model_rom_build(model_chip_by_name("RV770"), 256 << 20, 0, rom);
	EQ(rom[info + 82] | rom[info + 83] << 8, 10000);
}

TEST(a_dma_indirect_buffer_resumes_where_it_waited)
{
	static const u32 ib[] = {
		5u << 28 | 1 << 22, (u32)DATA + 8, 0,	/* signal */
		5u << 28, (u32)DATA, 0,			/* wait */
		2u << 28 | 1, (u32)DATA + 16, 0, 9,
	};
	struct rig *r = up("RV710", NULL);

	rig_dma(r);
	memcpy(r->ram + RIG_IB, ib, sizeof(ib));
	while (r->dma_wptr % 8 != 5)
		dma_emit(r, 0xf0000000);
	DMA_PACKET(r, 4u << 28, (u32)(RIG_GART + RIG_IB), sizeof(ib) / 4 << 16);
	w(r, DMA_RB_WPTR, r->dma_wptr * 4);
	model_run(r->m);
	model_run(r->m);
	EQ(ram64(r, RIG_DATA + 8), 1);
	EQ(ram32(r, RIG_DATA + 16), 0);
	ram_set32(r, RIG_DATA, 1);
	run(r);
	EQ(ram32(r, RIG_DATA + 16), 9);
	EQ(model_count(r->m, MODEL_IB), 1);
	CLEAN(r);
	rig_free(r);
}

TEST(a_card_that_slept_has_forgotten_everything)
{
	struct rig *r = up("RV710", NULL);

	w(r, CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT);
	w(r, IH_CNTL, 0);
	model_config_write(r->m, 0x54, 3, 2);
	model_config_write(r->m, 0x54, 0, 2);
	CHECK(!ucode_ready(r->m, MODEL_UCODE_PFP));
	EQ(rd(r, IH_RB_BASE), 0);
	EQ(rd(r, CONFIG_MEMSIZE), RIG_VRAM);
	CLEAN(r);
	rig_up(r);
	CLEAN(r);
	rig_free(r);
}

TEST(sleep_wants_idle_engines_and_no_accesses)
{
	struct rig *r = up("RV710", NULL);

	model_config_write(r->m, 0x54, 3, 2);
	BROKE(r, "sleep-live");
	rig_free(r);
	r = rig_new("RV710", NULL);
	model_config_write(r->m, 0x54, 3, 2);
	rd(r, SRBM_STATUS);
	BROKE(r, "asleep");
	rig_free(r);
}

/* CONFIG_MEMSIZE is not 0, but no video BIOS has run since the sleep. */
TEST(a_card_that_slept_is_posted_before_its_cp_runs)
{
	struct model_config c = { .board = MODEL_BOARD_KEEPS_SIZE };
	struct rig *r = rig_new("RV710", &c);

	rig_up(r);
	CLEAN(r);
	rig_free(r);
	for (u32 posts = 0; posts < 2; posts++) {
		r = rig_new("RV710", &c);
		model_config_write(r->m, 0x54, 3, 2);
		model_config_write(r->m, 0x54, 0, 2);
		EQ(rd(r, CONFIG_MEMSIZE), RIG_VRAM);
		if (posts)
			w(r, CG_SPLL_FUNC_CNTL, 22 << 5);
		rig_up(r);
		if (posts)
			CLEAN(r);
		else
			BROKE(r, "cp-before-post");
		rig_free(r);
	}
}

static void power(struct rig *r, bool on)
{
	model_config_write(r->m, MODEL_CFG_POWER, on, 4);
}

/* Neither registers nor configuration space answer; the switch itself does. */
TEST(a_card_that_is_switched_off_reads_all_ones)
{
	struct model_config c = { .board = MODEL_BOARD_SWITCHED };
	struct rig *r = rig_new("RV710", &c);

	EQ(model_config_read(r->m, MODEL_CFG_POWER, 4), 1);
	power(r, false);
	EQ(model_config_read(r->m, MODEL_CFG_POWER, 4), 0);
	EQ(model_config_read(r->m, 0, 4), ~0u);
	EQ(model_config_read(r->m, 0, 2), 0xffff);
	EQ(rd(r, CONFIG_MEMSIZE), ~0u);
	w(r, SCRATCH_ADDR, 0x1234);
	model_config_write(r->m, 0x10, 0x10000000, 4);
	EQ(model_bar(r->m, 0), 0);
	power(r, true);
	EQ(model_config_read(r->m, 0, 2), 0x1002);
	/* All state is lost, and the video BIOS must run. */
	EQ(model_config_read(r->m, 0x10, 4), 8);
	EQ(rd(r, CONFIG_MEMSIZE), 0);
	CHECK(rd(r, SCRATCH_ADDR) != 0x1234);
	CLEAN(r);
	rig_free(r);
}

TEST(the_power_of_other_boards_has_no_switch)
{
	struct model_config c = { .board = MODEL_BOARD_SWITCHED | MODEL_BOARD_DEAD_SWITCH };
	struct rig *r = rig_new("RV710", NULL);

	power(r, false);
	EQ(model_config_read(r->m, 0, 2), 0x1002);
	rig_free(r);
	r = rig_new("RV710", &c);
	power(r, false);
	power(r, true);
	EQ(model_config_read(r->m, 0, 2), 0xffff);
	CLEAN(r);
	rig_free(r);
	r = up("RV710", &(struct model_config){ .board = MODEL_BOARD_SWITCHED });
	power(r, false);
	BROKE(r, "sleep-live");
	rig_free(r);
}

static void revive(struct rig *r, u32 mask)
{
	w(r, CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT);
	w(r, SCRATCH_UMSK, 0);
	w(r, GRBM_SOFT_RESET, mask);
	rd(r, GRBM_SOFT_RESET);
	w(r, GRBM_SOFT_RESET, 0);
	rig_cp_setup(r);
	rig_cp_start(r);
	PACKET(r, 0x3d, (u32)DATA, 1 << 18, 5, 0);
	go(r);
}

TEST(a_hang_in_a_draw_needs_the_whole_pipe_reset)
{
	struct rig *r = up("RV710", NULL);

	w(r, MODEL_REG_HANG_OP, 0x2d);
	PACKET(r, 0x2d, 3, 2);
	go(r);
	EQ(rd(r, GRBM_STATUS) & GRBM_PIPE_BUSY, GRBM_PIPE_BUSY);
	revive(r, SOFT_RESET_CP);
	EQ(ram32(r, RIG_DATA), 0);
	EQ(rd(r, GRBM_STATUS) & GRBM_PIPE_BUSY, GRBM_PIPE_BUSY);
	revive(r, SOFT_RESET_CP | PIPE_RESET);
	EQ(ram32(r, RIG_DATA), 5);
	EQ(rd(r, GRBM_STATUS) & GRBM_PIPE_BUSY, 0);
	CLEAN(r);
	rig_free(r);
}
