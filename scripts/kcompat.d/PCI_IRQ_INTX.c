// SPDX-License-Identifier: GPL-2.0
/* PCI_IRQ_INTX (6.8) is the new name of PCI_IRQ_LEGACY. */
#include <linux/pci.h>

int rcp_probe(void);
int rcp_probe(void)
{
	return PCI_IRQ_INTX;
}
