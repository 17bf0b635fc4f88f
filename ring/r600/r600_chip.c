// SPDX-License-Identifier: GPL-2.0
/*
 * The twelve R6xx/R7xx chips.
 *
 * AMD's guides and the in-tree radeon driver agree on all values.  RS880 is an RS780 to the
 * command processor; RV740 uses the microcode of RV730.  All of RV6xx is snooped_only: chips hung
 * when the CPU wrote to memory that they read without snooping (bug 91268 of freedesktop.org).
 *
 * Constant data: no locks.
 */
#include "r600.h"

#define R6XX_FW(pfp, me)	.fw = {				\
		[R600_FW_PFP] = { pfp, 576 },			\
		[R600_FW_ME] = { me, 1792 * 3 },		\
		[R600_FW_RLC] = { "radeon/R600_rlc.bin", 768 },	\
	}

#define R7XX_FW(pfp, me)	.fw = {				\
		[R600_FW_PFP] = { pfp, 848 },			\
		[R600_FW_ME] = { me, 1360 },			\
		[R600_FW_RLC] = { "radeon/R700_rlc.bin", 1024 }, \
	}

const struct rcp_chip r600_chips[R600_CHIPS] = {
	[PM4_R600] = {
		.id = PM4_R600, .name = "R600", .gen = &r600_gen,
		.gart_mib = 512, .crystal_khz = 27000,
		R6XX_FW("radeon/R600_pfp.bin", "radeon/R600_me.bin"),
		.row = &(const struct r600_row){
			.vertex_cache = true,
			.rom = &r600_rom_r6xx, .gfx6 = &r600_gfx_r600,
			.max_pipes = 4, .max_tile_pipes = 8, .max_simds = 4, .max_backends = 4,
			.max_gprs = 256, .max_threads = 192, .max_stack_entries = 256,
			.max_hw_contexts = 8,
		},
	},
	[PM4_RV610] = {
		.id = PM4_RV610, .name = "RV610", .gen = &r600_gen,
		.gart_mib = 512, .crystal_khz = 27000, .snooped_only = true,
		R6XX_FW("radeon/RV610_pfp.bin", "radeon/RV610_me.bin"),
		.row = &(const struct r600_row){
			.pcie_gen2 = true,
			.rom = &r600_rom_r6xx, .gfx6 = &r600_gfx_rv610,
			.max_pipes = 1, .max_tile_pipes = 1, .max_simds = 2, .max_backends = 1,
			.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
			.max_hw_contexts = 4,
		},
	},
	[PM4_RV630] = {
		.id = PM4_RV630, .name = "RV630", .gen = &r600_gen,
		.gart_mib = 512, .crystal_khz = 27000, .snooped_only = true,
		R6XX_FW("radeon/RV630_pfp.bin", "radeon/RV630_me.bin"),
		.row = &(const struct r600_row){
			.vertex_cache = true, .pcie_gen2 = true,
			.rom = &r600_rom_r6xx, .gfx6 = &r600_gfx_rv630,
			.max_pipes = 2, .max_tile_pipes = 2, .max_simds = 3, .max_backends = 1,
			.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
			.max_hw_contexts = 8,
		},
	},
	[PM4_RV670] = {
		.id = PM4_RV670, .name = "RV670", .gen = &r600_gen,
		.gart_mib = 512, .crystal_khz = 27000, .snooped_only = true,
		R6XX_FW("radeon/RV670_pfp.bin", "radeon/RV670_me.bin"),
		.row = &(const struct r600_row){
			.vertex_cache = true, .pcie_gen2 = true, .r6xx_55nm = true,
			.buggy_flush = true,
			.rom = &r600_rom_r6xx, .gfx6 = &r600_gfx_rv670,
			.max_pipes = 4, .max_tile_pipes = 4, .max_simds = 4, .max_backends = 4,
			.max_gprs = 192, .max_threads = 192, .max_stack_entries = 256,
			.max_hw_contexts = 8,
		},
	},
	[PM4_RV620] = {
		.id = PM4_RV620, .name = "RV620", .gen = &r600_gen,
		.gart_mib = 512, .crystal_khz = 27000, .snooped_only = true,
		R6XX_FW("radeon/RV620_pfp.bin", "radeon/RV620_me.bin"),
		.row = &(const struct r600_row){
			.pcie_gen2 = true, .r6xx_55nm = true,
			.rom = &r600_rom_r6xx, .gfx6 = &r600_gfx_rv610,
			.max_pipes = 1, .max_tile_pipes = 1, .max_simds = 2, .max_backends = 1,
			.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
			.max_hw_contexts = 4,
		},
	},
	[PM4_RV635] = {
		.id = PM4_RV635, .name = "RV635", .gen = &r600_gen,
		.gart_mib = 512, .crystal_khz = 27000, .snooped_only = true,
		R6XX_FW("radeon/RV635_pfp.bin", "radeon/RV635_me.bin"),
		.row = &(const struct r600_row){
			.vertex_cache = true, .pcie_gen2 = true, .r6xx_55nm = true,
			.rom = &r600_rom_r6xx, .gfx6 = &r600_gfx_rv635,
			.max_pipes = 2, .max_tile_pipes = 2, .max_simds = 3, .max_backends = 1,
			.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
			.max_hw_contexts = 8,
		},
	},
	[PM4_RS780] = {
		.id = PM4_RS780, .name = "RS780", .gen = &r600_gen,
		.gart_mib = 512, .crystal_khz = 14318, .igp = true, .by_pin = true,
		R6XX_FW("radeon/RS780_pfp.bin", "radeon/RS780_me.bin"),
		.row = &(const struct r600_row){
			.buggy_flush = true,
			.rom = &r600_rom_r6xx, .gfx6 = &r600_gfx_rv610,
			.max_pipes = 1, .max_tile_pipes = 1, .max_simds = 2, .max_backends = 1,
			.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
			.max_hw_contexts = 4,
		},
	},
	[PM4_RS880] = {
		.id = PM4_RS880, .name = "RS880", .gen = &r600_gen,
		.gart_mib = 512, .crystal_khz = 14318, .igp = true, .by_pin = true,
		R6XX_FW("radeon/RS780_pfp.bin", "radeon/RS780_me.bin"),
		.row = &(const struct r600_row){
			.buggy_flush = true,
			.rom = &r600_rom_r6xx, .gfx6 = &r600_gfx_rv610,
			.max_pipes = 1, .max_tile_pipes = 1, .max_simds = 2, .max_backends = 1,
			.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
			.max_hw_contexts = 4,
		},
	},
	[PM4_RV770] = {
		.id = PM4_RV770, .name = "RV770", .gen = &r600_gen,
		.gart_mib = 1024, .crystal_khz = 27000, .wide_surfaces = true,
		R7XX_FW("radeon/RV770_pfp.bin", "radeon/RV770_me.bin"),
		.row = &(const struct r600_row){
			.r7xx = true, .vertex_cache = true, .pcie_gen2 = true, .eight_banks = true,
			.golden = { &r600_golden_r700, &r600_golden_rv770 },
			.rom = &r600_rom_r7xx,
			.gfx7 = { 128, 16, 112, 2, 0xf9, 384, 32, 0x1f, 1, true, false },
			.max_pipes = 4, .max_tile_pipes = 8, .max_simds = 10, .max_backends = 4,
			.max_gprs = 256, .max_threads = 248, .max_stack_entries = 512,
			.max_hw_contexts = 8,
		},
	},
	[PM4_RV730] = {
		.id = PM4_RV730, .name = "RV730", .gen = &r600_gen,
		.gart_mib = 1024, .crystal_khz = 27000, .wide_surfaces = true,
		R7XX_FW("radeon/RV730_pfp.bin", "radeon/RV730_me.bin"),
		.row = &(const struct r600_row){
			.r7xx = true, .vertex_cache = true, .pcie_gen2 = true,
			.golden = { &r600_golden_r700, &r600_golden_rv710 },
			.rom = &r600_rom_rv730,
			.gfx7 = { 256, 16, 240, 2, 0xf9, 384, 32, 2, 1, true, true },
			.max_pipes = 2, .max_tile_pipes = 4, .max_simds = 8, .max_backends = 2,
			.max_gprs = 128, .max_threads = 248, .max_stack_entries = 256,
			.max_hw_contexts = 8,
		},
	},
	[PM4_RV710] = {
		.id = PM4_RV710, .name = "RV710", .gen = &r600_gen,
		.gart_mib = 1024, .crystal_khz = 27000, .wide_surfaces = true,
		R7XX_FW("radeon/RV710_pfp.bin", "radeon/RV710_me.bin"),
		.row = &(const struct r600_row){
			.r7xx = true, .pcie_gen2 = true,
			.golden = { &r600_golden_r700, &r600_golden_rv710 },
			.rom = &r600_rom_r7xx,
			.gfx7 = { 128, 16, 112, 1, 0x40, 128, 16, 2, 1, true, true },
			.max_pipes = 2, .max_tile_pipes = 2, .max_simds = 2, .max_backends = 1,
			.max_gprs = 256, .max_threads = 192, .max_stack_entries = 256,
			.max_hw_contexts = 4,
		},
	},
	[PM4_RV740] = {
		.id = PM4_RV740, .name = "RV740", .gen = &r600_gen,
		.gart_mib = 1024, .crystal_khz = 27000, .wide_surfaces = true,
		R7XX_FW("radeon/RV730_pfp.bin", "radeon/RV730_me.bin"),
		.row = &(const struct r600_row){
			.r7xx = true, .vertex_cache = true, .pcie_gen2 = true, .l1_tlb3 = true,
			.golden = { &r600_golden_rv740 },
			.rom = &r600_rom_r7xx,
			.gfx7 = { 256, 16, 240, 2, 0x100, 384, 32, 0x1f, 4, false, true },
			.max_pipes = 4, .max_tile_pipes = 4, .max_simds = 8, .max_backends = 4,
			.max_gprs = 256, .max_threads = 248, .max_stack_entries = 512,
			.max_hw_contexts = 8,
		},
	},
};
