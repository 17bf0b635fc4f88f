/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Configuration space as bytes, for pci.c, which knows what they mean, and config.c, by which
 * the guest reads and writes them.
 */
#ifndef PCI_H
#define PCI_H

#include <string.h>

#include "model_int.h"

#define CFG_COMMAND	0x04
#define CFG_BAR0	0x10
#define CFG_PM		0x50
#define CFG_PMCSR	(CFG_PM + 4)
#define CFG_PCIE	0x58
#define CFG_AGP		0x58	/* instead */
#define CFG_MSI		0xa0

#define COMMAND_MASTER	0x4
#define PM_STATE	0x3
#define PM_D3HOT	0x3
#define MSI_ENABLE	0x1

static inline u32 pci_get32(const struct model *m, u32 off)
{
	u32 v;

	memcpy(&v, m->pci.config + off, 4);
	return v;
}

static inline void pci_set32(struct model *m, u32 off, u32 v)
{
	memcpy(m->pci.config + off, &v, 4);
}

#endif
