// SPDX-License-Identifier: GPL-2.0
/* The width of a message's address is a mask rather than a flag. */
#include <linux/pci.h>

u64 rcp_probe(struct pci_dev *pdev);
u64 rcp_probe(struct pci_dev *pdev)
{
	return pdev->msi_addr_mask;
}
