// SPDX-License-Identifier: GPL-2.0
/* Must compile everywhere: shows that headers and compiler work for the other probes. */
#include <linux/module.h>
#include <linux/pci.h>

int rcp_probe(struct pci_dev *pdev);
int rcp_probe(struct pci_dev *pdev)
{
	return pci_enable_device(pdev);
}
