/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Chips as data: what all generations say about a chip.
 *
 * The folder of a generation has one row for each of its chips, and rcp_chip.c has the PCI ids
 * that select a row.  ring/ reads the rows, and drm/ for the answers to queries.  Constant data:
 * no locks.
 */
#ifndef RCP_CHIP_H
#define RCP_CHIP_H

#include <linux/mod_devicetable.h>
#include <linux/types.h>

#include "../pm4/pm4.h"

struct pci_dev;
struct rcp_gen;

#define RCP_FW_MAX	3

/**
 * struct rcp_fw_file - a microcode file
 * @name: its name below the folders of firmware; NULL ends the list of a chip
 * @size_dw: its size in dwords; no other size is accepted
 */
struct rcp_fw_file {
	const char *name;
	u32 size_dw;
};

/**
 * struct rcp_chip - a chip
 * @id: number in chip masks
 * @name: AMD's name
 * @gen: the generation
 * @row: what only the generation knows about the chip
 * @igp: memory is a carve-out of system memory
 * @by_pin: interrupts are by pin unless a parameter asks for messages
 * @snooped_only: the chip hangs if it reads system memory without snooping the CPU's caches
 * @wide_surfaces: displays have surface addresses of more than 32 bits
 * @gart_mib: default size of the GART aperture
 * @crystal_khz: reference clock, the unit of timestamps
 * @fw: microcode files
 */
struct rcp_chip {
	u32 id;
	const char *name;
	const struct rcp_gen *gen;
	const void *row;
	bool igp;
	bool by_pin;
	bool snooped_only;
	bool wide_surfaces;
	u16 gart_mib;
	u32 crystal_khz;
	struct rcp_fw_file fw[RCP_FW_MAX];
};

/* The chips of each generation, by their numbers in its front. */
extern const struct rcp_chip r500_chips[];
extern const struct rcp_chip r600_chips[];

extern const struct pci_device_id rcp_pci_ids[];

const struct rcp_chip *rcp_chip_find(struct pci_dev *pdev);

#endif /* RCP_CHIP_H */
