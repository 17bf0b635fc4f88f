// SPDX-License-Identifier: GPL-2.0
/*
 * A card whose former driver had no remove callback, and a machine that grants no interrupt.
 *
 *	insmod pci_vectors.ko slot=0000:00:04.0 how=WORD
 *
 * The slot has no driver.  Until this module is removed, it is as if MSI were enabled (left), or
 * it has neither messages nor a pin (refused).
 */
#include <linux/device.h>
#include <linux/module.h>
#include <linux/pci.h>

static char *slot;
module_param(slot, charp, 0);
static char *how;
module_param(how, charp, 0);

static struct pci_dev *card;
static unsigned int irq;
static u8 pin;

static int __init pci_vectors_init(void)
{
	struct device *dev = slot && how ? bus_find_device_by_name(&pci_bus_type, NULL, slot) : NULL;
	int ret = 0;

	if (!dev)
		return -ENODEV;
	card = to_pci_dev(dev);
	if (dev->driver) {
		ret = -EBUSY;
	} else if (!strcmp(how, "left")) {
		/* Its unbinding has freed the vectors, but has not disabled MSI. */
		ret = card->msi_enabled ? -EBUSY : 0;
		card->msi_enabled = true;
	} else {
		irq = card->irq;
		pin = card->pin;
		card->irq = 0;
		card->pin = 0;
		card->no_msi = true;
	}
	if (ret)
		put_device(dev);
	return ret;
}
module_init(pci_vectors_init);

static void __exit pci_vectors_exit(void)
{
	if (!strcmp(how, "left")) {
		card->msi_enabled = false;
	} else {
		card->irq = irq;
		card->pin = pin;
		card->no_msi = false;
	}
	pci_dev_put(card);
}
module_exit(pci_vectors_exit);

MODULE_DESCRIPTION("Interrupt vectors that a former driver left");
MODULE_LICENSE("GPL");
