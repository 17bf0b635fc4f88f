// SPDX-License-Identifier: GPL-2.0
/*
 * The table of the twelve R6xx/R7xx chips, and the PCI ids that select a chip.
 *
 * AMD's guides and the in-tree radeon driver agree on all values.  RS880 is an RS780 to the
 * command processor; RV740 uses the microcode of RV730.
 *
 * rcp_card_init() looks up the chip, drm/ registers the PCI ids.  Constant data: no locks.
 */
#include <linux/module.h>
#include <linux/pci.h>

#include "../rcp_chip.h"

#define R6XX_FW	.rlc = "R600", .pfp_dw = 576, .me_dw = 1792 * 3, .rlc_dw = 768
#define R7XX_FW	.rlc = "R700", .pfp_dw = 848, .me_dw = 1360, .rlc_dw = 1024

static const struct rcp_chip rcp_chips[PM4_CHIPS] = {
	[PM4_R600] = {
		.id = PM4_R600,
		.name = "R600", .microcode = "R600", R6XX_FW, .vertex_cache = true,
		.max_pipes = 4, .max_tile_pipes = 8, .max_simds = 4, .max_backends = 4,
		.max_gprs = 256, .max_threads = 192, .max_stack_entries = 256,
		.max_hw_contexts = 8, .crystal_khz = 27000,
	},
	[PM4_RV610] = {
		.id = PM4_RV610,
		.name = "RV610", .microcode = "RV610", R6XX_FW,
		.max_pipes = 1, .max_tile_pipes = 1, .max_simds = 2, .max_backends = 1,
		.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
		.max_hw_contexts = 4, .crystal_khz = 27000,
		.pcie_gen2 = true,
	},
	[PM4_RV630] = {
		.id = PM4_RV630,
		.name = "RV630", .microcode = "RV630", R6XX_FW, .vertex_cache = true,
		.max_pipes = 2, .max_tile_pipes = 2, .max_simds = 3, .max_backends = 1,
		.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
		.max_hw_contexts = 8, .crystal_khz = 27000,
		.pcie_gen2 = true,
	},
	[PM4_RV670] = {
		.id = PM4_RV670,
		.name = "RV670", .microcode = "RV670", R6XX_FW, .vertex_cache = true,
		.max_pipes = 4, .max_tile_pipes = 4, .max_simds = 4, .max_backends = 4,
		.max_gprs = 192, .max_threads = 192, .max_stack_entries = 256,
		.max_hw_contexts = 8, .crystal_khz = 27000,
		.pcie_gen2 = true, .r6xx_55nm = true, .buggy_flush = true,
	},
	[PM4_RV620] = {
		.id = PM4_RV620,
		.name = "RV620", .microcode = "RV620", R6XX_FW,
		.max_pipes = 1, .max_tile_pipes = 1, .max_simds = 2, .max_backends = 1,
		.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
		.max_hw_contexts = 4, .crystal_khz = 27000,
		.pcie_gen2 = true, .r6xx_55nm = true,
	},
	[PM4_RV635] = {
		.id = PM4_RV635,
		.name = "RV635", .microcode = "RV635", R6XX_FW, .vertex_cache = true,
		.max_pipes = 2, .max_tile_pipes = 2, .max_simds = 3, .max_backends = 1,
		.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
		.max_hw_contexts = 8, .crystal_khz = 27000,
		.pcie_gen2 = true, .r6xx_55nm = true,
	},
	[PM4_RS780] = {
		.id = PM4_RS780,
		.name = "RS780", .microcode = "RS780", R6XX_FW, .igp = true,
		.max_pipes = 1, .max_tile_pipes = 1, .max_simds = 2, .max_backends = 1,
		.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
		.max_hw_contexts = 4, .crystal_khz = 14318,
		.buggy_flush = true,
	},
	[PM4_RS880] = {
		.id = PM4_RS880,
		.name = "RS880", .microcode = "RS780", R6XX_FW, .igp = true,
		.max_pipes = 1, .max_tile_pipes = 1, .max_simds = 2, .max_backends = 1,
		.max_gprs = 128, .max_threads = 192, .max_stack_entries = 128,
		.max_hw_contexts = 4, .crystal_khz = 14318,
		.buggy_flush = true,
	},
	[PM4_RV770] = {
		.id = PM4_RV770,
		.name = "RV770", .microcode = "RV770", R7XX_FW, .r7xx = true,
		.vertex_cache = true,
		.max_pipes = 4, .max_tile_pipes = 8, .max_simds = 10, .max_backends = 4,
		.max_gprs = 256, .max_threads = 248, .max_stack_entries = 512,
		.max_hw_contexts = 8, .crystal_khz = 27000,
		.pcie_gen2 = true,
	},
	[PM4_RV730] = {
		.id = PM4_RV730,
		.name = "RV730", .microcode = "RV730", R7XX_FW, .r7xx = true,
		.vertex_cache = true,
		.max_pipes = 2, .max_tile_pipes = 4, .max_simds = 8, .max_backends = 2,
		.max_gprs = 128, .max_threads = 248, .max_stack_entries = 256,
		.max_hw_contexts = 8, .crystal_khz = 27000,
		.pcie_gen2 = true,
	},
	[PM4_RV710] = {
		.id = PM4_RV710,
		.name = "RV710", .microcode = "RV710", R7XX_FW, .r7xx = true,
		.max_pipes = 2, .max_tile_pipes = 2, .max_simds = 2, .max_backends = 1,
		.max_gprs = 256, .max_threads = 192, .max_stack_entries = 256,
		.max_hw_contexts = 4, .crystal_khz = 27000,
		.pcie_gen2 = true,
	},
	[PM4_RV740] = {
		.id = PM4_RV740,
		.name = "RV740", .microcode = "RV730", R7XX_FW, .r7xx = true,
		.vertex_cache = true,
		.max_pipes = 4, .max_tile_pipes = 4, .max_simds = 8, .max_backends = 4,
		.max_gprs = 256, .max_threads = 248, .max_stack_entries = 512,
		.max_hw_contexts = 8, .crystal_khz = 27000,
		.pcie_gen2 = true,
	},
};

/**
 * rcp_chip_get() - look up a chip
 * @id: the chip
 *
 * Context: any.
 * Return: the row of the table, or NULL if there is none.
 */
const struct rcp_chip *rcp_chip_get(enum pm4_chip id)
{
	return (unsigned int)id < PM4_CHIPS ? &rcp_chips[id] : NULL;
}

/* PCI ids of the chips */
#define RCP_IDS(X) \
	X(0x9400, R600) \
	X(0x9401, R600) \
	X(0x9402, R600) \
	X(0x9403, R600) \
	X(0x9405, R600) \
	X(0x940a, R600) \
	X(0x940b, R600) \
	X(0x940f, R600) \
	X(0x9440, RV770) \
	X(0x9441, RV770) \
	X(0x9442, RV770) \
	X(0x9443, RV770) \
	X(0x9444, RV770) \
	X(0x9446, RV770) \
	X(0x944a, RV770) \
	X(0x944b, RV770) \
	X(0x944c, RV770) \
	X(0x944e, RV770) \
	X(0x9450, RV770) \
	X(0x9452, RV770) \
	X(0x9456, RV770) \
	X(0x945a, RV770) \
	X(0x945b, RV770) \
	X(0x945e, RV770) \
	X(0x9460, RV770) \
	X(0x9462, RV770) \
	X(0x946a, RV770) \
	X(0x946b, RV770) \
	X(0x947a, RV770) \
	X(0x947b, RV770) \
	X(0x9480, RV730) \
	X(0x9487, RV730) \
	X(0x9488, RV730) \
	X(0x9489, RV730) \
	X(0x948a, RV730) \
	X(0x948f, RV730) \
	X(0x9490, RV730) \
	X(0x9491, RV730) \
	X(0x9495, RV730) \
	X(0x9498, RV730) \
	X(0x949c, RV730) \
	X(0x949e, RV730) \
	X(0x949f, RV730) \
	X(0x94a0, RV740) \
	X(0x94a1, RV740) \
	X(0x94a3, RV740) \
	X(0x94b1, RV740) \
	X(0x94b3, RV740) \
	X(0x94b4, RV740) \
	X(0x94b5, RV740) \
	X(0x94b9, RV740) \
	X(0x94c0, RV610) \
	X(0x94c1, RV610) \
	X(0x94c3, RV610) \
	X(0x94c4, RV610) \
	X(0x94c5, RV610) \
	X(0x94c6, RV610) \
	X(0x94c7, RV610) \
	X(0x94c8, RV610) \
	X(0x94c9, RV610) \
	X(0x94cb, RV610) \
	X(0x94cc, RV610) \
	X(0x94cd, RV610) \
	X(0x9500, RV670) \
	X(0x9501, RV670) \
	X(0x9504, RV670) \
	X(0x9505, RV670) \
	X(0x9506, RV670) \
	X(0x9507, RV670) \
	X(0x9508, RV670) \
	X(0x9509, RV670) \
	X(0x950f, RV670) \
	X(0x9511, RV670) \
	X(0x9515, RV670) \
	X(0x9517, RV670) \
	X(0x9519, RV670) \
	X(0x9540, RV710) \
	X(0x9541, RV710) \
	X(0x9542, RV710) \
	X(0x954e, RV710) \
	X(0x954f, RV710) \
	X(0x9552, RV710) \
	X(0x9553, RV710) \
	X(0x9555, RV710) \
	X(0x9557, RV710) \
	X(0x955f, RV710) \
	X(0x9580, RV630) \
	X(0x9581, RV630) \
	X(0x9583, RV630) \
	X(0x9586, RV630) \
	X(0x9587, RV630) \
	X(0x9588, RV630) \
	X(0x9589, RV630) \
	X(0x958a, RV630) \
	X(0x958b, RV630) \
	X(0x958c, RV630) \
	X(0x958d, RV630) \
	X(0x958e, RV630) \
	X(0x958f, RV630) \
	X(0x9590, RV635) \
	X(0x9591, RV635) \
	X(0x9593, RV635) \
	X(0x9595, RV635) \
	X(0x9596, RV635) \
	X(0x9597, RV635) \
	X(0x9598, RV635) \
	X(0x9599, RV635) \
	X(0x959b, RV635) \
	X(0x95c0, RV620) \
	X(0x95c2, RV620) \
	X(0x95c4, RV620) \
	X(0x95c5, RV620) \
	X(0x95c6, RV620) \
	X(0x95c7, RV620) \
	X(0x95c9, RV620) \
	X(0x95cc, RV620) \
	X(0x95cd, RV620) \
	X(0x95ce, RV620) \
	X(0x95cf, RV620) \
	X(0x9610, RS780) \
	X(0x9611, RS780) \
	X(0x9612, RS780) \
	X(0x9613, RS780) \
	X(0x9614, RS780) \
	X(0x9615, RS780) \
	X(0x9616, RS780) \
	X(0x9710, RS880) \
	X(0x9711, RS880) \
	X(0x9712, RS880) \
	X(0x9713, RS880) \
	X(0x9714, RS880) \
	X(0x9715, RS880)

#define RCP_ID_ROW(device, chip) \
	{ PCI_DEVICE(PCI_VENDOR_ID_ATI, device), .driver_data = PM4_##chip },

const struct pci_device_id rcp_pci_ids[] = {
	RCP_IDS(RCP_ID_ROW)
	{ }
};

/*
 * Not MODULE_DEVICE_TABLE(): without PCI aliases neither udev nor a generator of initramfs
 * images loads this module for a card that radeon drives.  rcp-claim reads the ids from
 * here (modinfo -F cards) and writes the aliases of claimed cards.
 */
#define RCP_ID_TEXT(device, chip) " " #device

MODULE_INFO(cards, RCP_IDS(RCP_ID_TEXT));
