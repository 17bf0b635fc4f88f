// SPDX-License-Identifier: GPL-2.0
/*
 * The PCI ids of all chips, and what they select: a generation and one of its chips.
 *
 * This file is above the generations: it is the only one outside of their folders that
 * names them, and drm/ the only one that uses it.  Constant data: no locks.
 */
#include <linux/module.h>
#include <linux/pci.h>

#include <r500/pm4_r500.h>
#include <r600/pm4_r600.h>

#include "rcp_chip.h"

/* Which of rcp_generations[] */
enum rcp_generation {
	RCP_R600,
	RCP_R500,
};

static const struct rcp_chip *const rcp_generations[] = {
	[RCP_R600] = r600_chips,
	[RCP_R500] = r500_chips,
};

#define R600_IDS(X) \
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

#define R500_IDS(X) \
	X(0x7100, R520) \
	X(0x7101, R520) \
	X(0x7102, R520) \
	X(0x7103, R520) \
	X(0x7104, R520) \
	X(0x7105, R520) \
	X(0x7106, R520) \
	X(0x7108, R520) \
	X(0x7109, R520) \
	X(0x710a, R520) \
	X(0x710b, R520) \
	X(0x710c, R520) \
	X(0x710e, R520) \
	X(0x710f, R520) \
	X(0x7140, RV515) \
	X(0x7141, RV515) \
	X(0x7142, RV515) \
	X(0x7143, RV515) \
	X(0x7144, RV515) \
	X(0x7145, RV515) \
	X(0x7146, RV515) \
	X(0x7147, RV515) \
	X(0x7149, RV515) \
	X(0x714a, RV515) \
	X(0x714b, RV515) \
	X(0x714c, RV515) \
	X(0x714d, RV515) \
	X(0x714e, RV515) \
	X(0x714f, RV515) \
	X(0x7151, RV515) \
	X(0x7152, RV515) \
	X(0x7153, RV515) \
	X(0x715e, RV515) \
	X(0x715f, RV515) \
	X(0x7180, RV515) \
	X(0x7181, RV515) \
	X(0x7183, RV515) \
	X(0x7186, RV515) \
	X(0x7187, RV515) \
	X(0x7188, RV515) \
	X(0x718a, RV515) \
	X(0x718b, RV515) \
	X(0x718c, RV515) \
	X(0x718d, RV515) \
	X(0x718f, RV515) \
	X(0x7193, RV515) \
	X(0x7196, RV515) \
	X(0x719b, RV515) \
	X(0x719f, RV515) \
	X(0x71c0, RV530) \
	X(0x71c1, RV530) \
	X(0x71c2, RV530) \
	X(0x71c3, RV530) \
	X(0x71c4, RV530) \
	X(0x71c5, RV530) \
	X(0x71c6, RV530) \
	X(0x71c7, RV530) \
	X(0x71cd, RV530) \
	X(0x71ce, RV530) \
	X(0x71d2, RV530) \
	X(0x71d4, RV530) \
	X(0x71d5, RV530) \
	X(0x71d6, RV530) \
	X(0x71da, RV530) \
	X(0x71de, RV530) \
	X(0x7200, RV515) \
	X(0x7210, RV515) \
	X(0x7211, RV515) \
	X(0x7240, R580) \
	X(0x7243, R580) \
	X(0x7244, R580) \
	X(0x7245, R580) \
	X(0x7246, R580) \
	X(0x7247, R580) \
	X(0x7248, R580) \
	X(0x7249, R580) \
	X(0x724a, R580) \
	X(0x724b, R580) \
	X(0x724c, R580) \
	X(0x724d, R580) \
	X(0x724e, R580) \
	X(0x724f, R580) \
	X(0x7280, RV570) \
	X(0x7281, RV560) \
	X(0x7283, RV560) \
	X(0x7284, R580) \
	X(0x7287, RV560) \
	X(0x7288, RV570) \
	X(0x7289, RV570) \
	X(0x728b, RV570) \
	X(0x728c, RV570) \
	X(0x7290, RV560) \
	X(0x7291, RV560) \
	X(0x7293, RV560) \
	X(0x7297, RV560)

#define R600_ID_ROW(device, chip) \
	{ PCI_DEVICE(PCI_VENDOR_ID_ATI, device), .driver_data = RCP_R600 << 8 | PM4_##chip },

#define R500_ID_ROW(device, chip) \
	{ PCI_DEVICE(PCI_VENDOR_ID_ATI, device), .driver_data = RCP_R500 << 8 | PM4_##chip },

/* driver_data is an index into rcp_generations[], and in the low byte one into its chips. */
const struct pci_device_id rcp_pci_ids[] = {
	R500_IDS(R500_ID_ROW)
	R600_IDS(R600_ID_ROW)
	{ }
};

/**
 * rcp_chip_find() - find the chip of a PCI device
 * @pdev: the device
 *
 * Context: any.
 * Return: the chip, or NULL for a device without one.
 */
const struct rcp_chip *rcp_chip_find(struct pci_dev *pdev)
{
	const struct pci_device_id *id = pci_match_id(rcp_pci_ids, pdev);

	return id ? &rcp_generations[id->driver_data >> 8][id->driver_data & 0xff] : NULL;
}

/*
 * Not MODULE_DEVICE_TABLE(): without PCI aliases neither udev nor a generator of initramfs
 * images loads this module for a card that radeon drives.  rcp-claim reads the ids from
 * here (modinfo -F cards) and writes the aliases of claimed cards.
 */
#define RCP_ID_TEXT(device, chip) " " #device

MODULE_INFO(cards, R500_IDS(RCP_ID_TEXT) R600_IDS(RCP_ID_TEXT));
