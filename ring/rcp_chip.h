/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The twelve chips as data: what differs between them and does not follow from
 * a strap.  Filled in rcp_chip.c, read by ring/ and, for the answers to INFO
 * queries, by drm/.  Constant, so no locks.
 */
#ifndef RCP_CHIP_H
#define RCP_CHIP_H

#include <linux/mod_devicetable.h>
#include <linux/types.h>

#include "../pm4/pm4.h"

/**
 * struct rcp_chip - one of the twelve
 * @id: its number in chip masks
 * @name: as AMD spells it
 * @r7xx: RV770 and later: other MC, CP microcode and 3D defaults
 * @igp: memory is a carve-out of system memory (RS780, RS880)
 * @vertex_cache: has a vertex cache of its own; else vertices go through the
 *	texture cache
 * @pcie_gen2: its PCIe link does 5 GT/s
 * @r6xx_55nm: an R6xx of 55 nm, whose link is raised in another way than that of 65 nm
 * @buggy_flush: the flush of an event ends with a SURFACE_SYNC of certain destinations only
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
 * @crystal_khz: reference clock, which the timestamps count
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

/* PCI ids of the twelve; driver_data is the enum pm4_chip. */
extern const struct pci_device_id rcp_pci_ids[];

#endif /* RCP_CHIP_H */
