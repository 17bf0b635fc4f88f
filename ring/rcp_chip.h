/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Chips as data: the differences between them that do not follow from a strap.
 *
 * r600/r600_chip.c has the table.  ring/ reads it, and drm/ for the answers to INFO queries.
 * Constant data: no locks.
 */
#ifndef RCP_CHIP_H
#define RCP_CHIP_H

#include <linux/mod_devicetable.h>
#include <linux/types.h>

#include "../pm4/pm4.h"

/**
 * struct rcp_chip - a chip
 * @id: number in chip masks
 * @name: AMD's name
 * @r7xx: RV770 and later: other MC, CP microcode and 3D defaults
 * @igp: memory is a carve-out of system memory (RS780, RS880)
 * @vertex_cache: the chip has a vertex cache; otherwise vertices use the texture cache
 * @pcie_gen2: the PCIe link supports 5 GT/s
 * @r6xx_55nm: an R6xx of 55 nm, whose link takes another sequence than that of 65 nm
 * @buggy_flush: the flush of an event completes only with a SURFACE_SYNC of certain
 *	destinations
 * @microcode: stem of the CP microcode files below radeon/
 * @rlc: stem of the RLC microcode file below radeon/
 * @pfp_dw: size of the prefetch parser's microcode
 * @me_dw: size of the micro engine's microcode
 * @rlc_dw: size of the run list controller's microcode
 * @max_pipes: shader pipes
 * @max_tile_pipes: tile pipes
 * @max_simds: SIMDs
 * @max_backends: render backends
 * @max_gprs: general purpose registers of one SIMD
 * @max_threads: threads of one SIMD
 * @max_stack_entries: stack entries of one SIMD
 * @max_hw_contexts: hardware contexts of the CP
 * @crystal_khz: reference clock, the unit of timestamps
 */
struct rcp_chip {
	enum pm4_chip id;
	const char *name;
	bool r7xx;
	bool igp;
	bool vertex_cache;
	bool pcie_gen2;
	bool r6xx_55nm;
	bool buggy_flush;
	const char *microcode;
	const char *rlc;
	u32 pfp_dw;
	u32 me_dw;
	u32 rlc_dw;
	u8 max_pipes;
	u8 max_tile_pipes;
	u8 max_simds;
	u8 max_backends;
	u16 max_gprs;
	u16 max_threads;
	u16 max_stack_entries;
	u8 max_hw_contexts;
	u32 crystal_khz;
};

const struct rcp_chip *rcp_chip_get(enum pm4_chip id);

/* PCI ids of the chips; driver_data is the enum pm4_chip. */
extern const struct pci_device_id rcp_pci_ids[];

#endif /* RCP_CHIP_H */
