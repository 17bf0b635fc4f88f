// SPDX-License-Identifier: GPL-2.0
/*
 * Register accesses, straps, PCI configuration, ROM, test registers.
 */
#include <string.h>

#include "r600/up.h"

TEST(registers_above_64k_go_through_the_index)
{
	struct rig *r = rig_new("RV710", NULL);

	w(r, MM_INDEX, 0x28040);
	w(r, MM_DATA, 0x12345678);
	EQ(rd(r, MM_DATA), 0x12345678);
	EQ(model_reg(r->m, 0x28040), 0x12345678);
	CLEAN(r);
	w(r, MM_INDEX, 0x40000);
	rd(r, MM_DATA);
	BROKE(r, "mm-index");
	rig_free(r);
}

TEST(a_narrow_register_write_is_refused)
{
	struct rig *r = rig_new("RV710", NULL);

	model_mmio_write(r->m, DC_LUT_RW_INDEX, 1, 1);
	CLEAN(r);
	model_mmio_write(r->m, SCRATCH_REG0, 0xff, 1);
	BROKE(r, "mmio-width");
	EQ(rd(r, SCRATCH_REG0), 0);
	rig_free(r);
}

TEST(straps_are_read_only)
{
	struct rig *r = rig_new("RV770", NULL);

	w(r, CONFIG_MEMSIZE, 1);
	EQ(rd(r, CONFIG_MEMSIZE), RIG_VRAM);
	w(r, R7_RAMCFG, 0);
	EQ(rd(r, R7_RAMCFG), r600_chip(r->m->chip)->ramcfg);
	rig_free(r);
}

/* The values that a driver derives from the straps must match the recorded streams. */
TEST(straps_give_the_tiling_config_of_every_chip)
{
	static const unsigned int log2_pipes[] = { 3, 0, 1, 2, 0, 1, 0, 0, 3, 2, 1, 2 };
	const struct model_chip *chip;

	for (unsigned int i = 0; (chip = r600_chip_by_index(i)); i++) {
		const struct r600_chip *c = r600_chip(chip);
		u32 bank = c->ramcfg & 1;
		u32 rows = c->r7xx ? c->ramcfg >> 3 & 7 : c->ramcfg >> 2 & 7;
		u32 burst = c->ramcfg >> (c->r7xx ? 9 : 8) & 1;
		u32 npipes = 1u << log2_pipes[i], map = 0, shift = 0;

		for (u32 rb = 0; rb < c->backends; rb++)
			for (u32 n = 0; n < npipes / c->backends; n++, shift += 2)
				map |= rb << shift;
		EQ(map << 16 | rows << 14 | 1 << 11 | rows << 8 | burst << 6 | bank << 4 | log2_pipes[i] << 1,
		   c->tiling_config);
		EQ(chip->id, i);
	}
}

/* 45.5 degrees at first; the in-tree driver's rv770_get_temp() and rv6xx_get_temp() read it so. */
TEST(the_sensor_says_what_a_test_has_set)
{
	struct rig *r = rig_new("RV770", NULL);

	EQ(rd(r, CG_MULT_THERMAL_STATUS), 91u << 16);
	w(r, CG_MULT_THERMAL_STATUS, 0);
	w(r, MODEL_REG_TEMPERATURE, (u32)-3);
	EQ(rd(r, CG_MULT_THERMAL_STATUS), 0x1fdu << 16);
	EQ(rd(r, MODEL_REG_TEMPERATURE), (u32)-3);
	w(r, MODEL_REG_TEMPERATURE, 300);
	EQ(rd(r, CG_MULT_THERMAL_STATUS), 0x200u << 16);
	EQ(rd(r, CG_THERMAL_STATUS), 0);
	rig_free(r);
	r = rig_new("RV670", NULL);
	EQ(rd(r, CG_THERMAL_STATUS), 45);
	w(r, MODEL_REG_TEMPERATURE, (u32)-20);
	EQ(rd(r, CG_THERMAL_STATUS), 0x1f6);
	EQ(rd(r, CG_MULT_THERMAL_STATUS), 0);
	CLEAN(r);
	rig_free(r);
}

TEST(a_card_that_is_not_posted_has_no_memory_size)
{
	struct model_config c = { .not_posted = true };
	struct rig *r = rig_new("RV710", &c);

	EQ(rd(r, CONFIG_MEMSIZE), 0);
	rig_free(r);
}

TEST(a_stuck_register_reads_its_value_after_n_honest_reads)
{
	struct model_config c = { .stuck[0] = { .reg = SRBM_STATUS, .value = 0x3f00, .after = 2 }, .nstuck = 1 };
	struct rig *r = rig_new("RV710", &c);

	EQ(rd(r, SRBM_STATUS), SRBM_IDLE);
	EQ(rd(r, SRBM_STATUS), SRBM_IDLE);
	EQ(rd(r, SRBM_STATUS), 0x3f00);
	EQ(rd(r, SRBM_STATUS), 0x3f00);
	rig_free(r);
}

/* A card with one backend less needs another tiling configuration than the chip's. */
TEST(pinned_straps_give_another_tiling)
{
	struct model_config c = { .stuck[0] = { .reg = CC_RB_BACKEND_DISABLE, .value = 0xf1 << 16 }, .nstuck = 1 };
	struct rig *r;
	int pinned;

	for (pinned = 0; pinned < 2; pinned++) {
		r = rig_new("RV670", pinned ? &c : NULL);
		w(r, GB_TILING_CONFIG, 0x12340000);
		EQ(violations(r), !pinned);
		rig_free(r);
	}
}

TEST(bars_size_and_decode)
{
	struct rig *r = rig_new("RV710", NULL);

	model_config_write(r->m, 0x10, ~0u, 4);
	EQ(model_config_read(r->m, 0x10, 4), (~(u32)(RIG_VRAM - 1)) | 8);
	model_config_write(r->m, 0x18, ~0u, 4);
	EQ(model_config_read(r->m, 0x18, 4), ~(REG_BAR_SIZE - 1));
	model_config_write(r->m, 0x14, ~0u, 4);
	EQ(model_config_read(r->m, 0x14, 4), 0);
	model_config_write(r->m, 0x30, ~0u, 4);
	EQ(model_config_read(r->m, 0x30, 4), ~(MODEL_ROM_SIZE - 1) | 1);
	EQ(model_bar(r->m, 2), 0);
	rig_pci(r);
	EQ(model_bar(r->m, 0), 0xd0000000);
	EQ(model_bar(r->m, 2), 0xe0000000);
	rig_free(r);
}

TEST(byte_writes_to_configuration_space_touch_their_byte)
{
	struct rig *r = rig_new("RV710", NULL);

	model_config_write(r->m, 0x12, 0xd00d, 2);
	EQ(model_config_read(r->m, 0x10, 4), (0xd0000008 & ~(u32)(RIG_VRAM - 1)) | 8);
	model_config_write(r->m, 0x3c, 0x0b, 1);
	EQ(model_config_read(r->m, 0x3c, 2), 0x010b);
	EQ(model_config_read(r->m, 0x02, 2), 0x9540);
	rig_free(r);
}

TEST(a_card_without_msi_has_no_capability)
{
	struct model_config c = { .no_msi = true };
	struct rig *r = rig_new("RV710", &c);

	for (u32 p = model_config_read(r->m, 0x34, 1); p; p = model_config_read(r->m, p + 1, 1))
		CHECK(model_config_read(r->m, p, 1) != 0x05);
	rig_pci(r);
	CHECK(!pci_msi_enabled(r->m));
	rig_free(r);
}

TEST(the_rom_is_valid_for_every_chip)
{
	static u8 rom[MODEL_ROM_SIZE];
	const struct model_chip *c;

	for (unsigned int i = 0; (c = r600_chip_by_index(i)); i++) {
		u8 sum = 0;
		u32 header;

		model_rom_build(c, 256 << 20, 0, rom);
		for (u32 j = 0; j < MODEL_ROM_SIZE / 2; j++)
			sum += rom[j];
		EQ(sum, 0);
		EQ(rom[0] | rom[1] << 8, 0xaa55);
		CHECK(!memcmp(rom + (rom[0x18] | rom[0x19] << 8), "PCIR", 4));
		header = rom[0x48] | rom[0x49] << 8;
		CHECK(!memcmp(rom + header + 4, "ATOM", 4));
	}
}

TEST(a_configuration_write_resets_the_whole_chip)
{
	struct rig *r = up("RV710", NULL);

	model_config_write(r->m, 0x7c, 0x39d5e86b, 4);
	EQ(rd(r, IH_RB_CNTL), 0);
	CHECK(!ucode_ready(r->m, MODEL_UCODE_ME));
	CHECK(pci_bus_master(r->m));
	EQ(rd(r, CONFIG_MEMSIZE), RIG_VRAM);
	CLEAN(r);
	rig_up(r);
	CLEAN(r);
	rig_free(r);
}

TEST(the_clock_counter_has_the_reference_of_the_board)
{
	struct rig *r = rig_new("RV770", NULL);

	r->now += 1000000;
	w(r, RLC_CAPTURE_GPU_CLOCK_COUNT, 1);
	EQ(rd(r, RLC_GPU_CLOCK_COUNT_LSB), 100000);
	/* Another card in the slot has the same ROM, and so the same reference. */
	w(r, MODEL_REG_CARD, MODEL_CARD_CHIP(10));
	r->now += 1000000;
	w(r, RLC_CAPTURE_GPU_CLOCK_COUNT, 1);
	EQ(rd(r, RLC_GPU_CLOCK_COUNT_LSB), 200000);
	rig_free(r);
}

TEST(the_clock_counter_latches)
{
	struct rig *r = rig_new("RV710", NULL);
	u32 lo;

	r->now += 1000000;
	w(r, RLC_CAPTURE_GPU_CLOCK_COUNT, 1);
	lo = rd(r, RLC_GPU_CLOCK_COUNT_LSB);
	EQ(lo, 27000);
	r->now += 1000000;
	EQ(rd(r, RLC_GPU_CLOCK_COUNT_LSB), lo);
	EQ(rd(r, RLC_GPU_CLOCK_COUNT_MSB), 0);
	rig_free(r);
}

TEST(counters_are_readable_from_the_guest)
{
	struct rig *r = rig_new("RV710", NULL);

	EQ(rd(r, MODEL_REG_MAGIC), MODEL_MAGIC);
	w(r, MODEL_REG_CLEAR, 0);
	rd(r, SCRATCH_REG0);
	rd(r, SCRATCH_REG0);
	w(r, MODEL_REG_COUNTER, MODEL_MMIO_READ);
	EQ(rd(r, MODEL_REG_VALUE), 2);
	model_mmio_write(r->m, SCRATCH_REG0, 0, 2);
	w(r, MODEL_REG_CLEAR, 0);
	w(r, MODEL_REG_COUNTER, MODEL_VIOLATION);
	EQ(rd(r, MODEL_REG_VALUE), 1);
	rig_free(r);
}

TEST(another_card_in_the_slot)
{
	struct rig *r = rig_new("RV710", NULL);

	rig_pci(r);
	EQ(rd(r, CONFIG_MEMSIZE), RIG_VRAM);
	w(r, SCRATCH_REG0, 1);
	w(r, MODEL_REG_CARD, MODEL_CARD_CHIP(3) | MODEL_CARD_NO_MSI);
	EQ(model_config_read(r->m, 0x00, 4), 0x95011002);
	EQ(model_bar(r->m, 2), 0);
	EQ(model_config_read(r->m, 0x59, 1), 0);
	EQ(rd(r, SCRATCH_REG0), 0);
	w(r, MODEL_REG_CARD, MODEL_CARD_CHIP(10) | MODEL_CARD_NOT_POSTED);
	EQ(model_config_read(r->m, 0x00, 4), 0x95401002);
	EQ(model_config_read(r->m, 0x59, 1), 0xa0);
	EQ(rd(r, CONFIG_MEMSIZE), 0);
	CLEAN(r);
	w(r, MODEL_REG_CARD, MODEL_CARD_CHIP(0xff));
	BROKE(r, "control");
	rig_free(r);
}

TEST(tiling_registers_must_follow_the_straps)
{
	struct rig *r = rig_new("RV670", NULL);

	w(r, GB_TILING_CONFIG, r600_chip(r->m->chip)->tiling_config);
	w(r, DCP_TILING_CONFIG, r600_chip(r->m->chip)->tiling_config & 0xffff);
	w(r, R6_DMA_TILING_CONFIG, r600_chip(r->m->chip)->tiling_config & 0xffff);
	CLEAN(r);
	w(r, GB_TILING_CONFIG, r600_chip(r->m->chip)->tiling_config ^ 2);
	BROKE(r, "tiling-config");
	rig_free(r);
}

TEST(bus_mastering_stays_on_while_engines_run)
{
	struct rig *r = up("RV710", NULL);

	model_config_write(r->m, 0x04, 0x3, 2);
	BROKE(r, "master-off-live");
	rig_free(r);
	r = rig_new("RV710", NULL);
	rig_pci(r);
	model_config_write(r->m, 0x04, 0x3, 2);
	CLEAN(r);
	rig_free(r);
}
