// SPDX-License-Identifier: GPL-2.0
/*
 * Reports a PCI error to a driver, as the kernel's recovery does, for a card and a bus
 * that cannot have one.
 *
 *	insmod pci_error.ko slot=0000:00:04.0 how=WORD
 *
 * normal: the bus corrected the error.  frozen: the card is cut off, reset, and comes back.
 * lost: the card is cut off for good.  found: a lost card is reset and comes back after all.
 */
#include <linux/device.h>
#include <linux/module.h>
#include <linux/pci.h>

static char *slot;
module_param(slot, charp, 0);
static char *how;
module_param(how, charp, 0);

static pci_ers_result_t detect(struct pci_dev *pdev, pci_channel_state_t state)
{
	pdev->error_state = state;
	return pdev->driver->err_handler->error_detected(pdev, state);
}

/* The bus resets the card, which forgets its configuration and all else. */
static void come_back(struct pci_dev *pdev)
{
	const struct pci_error_handlers *handlers = pdev->driver->err_handler;

	pdev->error_state = pci_channel_io_frozen;
	pci_write_config_word(pdev, PCI_COMMAND, 0);
	pci_set_power_state(pdev, PCI_D3hot);
	pci_set_power_state(pdev, PCI_D0);
	if (handlers->slot_reset(pdev) == PCI_ERS_RESULT_RECOVERED) {
		pdev->error_state = pci_channel_io_normal;
		handlers->resume(pdev);
	}
}

static int tell(struct pci_dev *pdev)
{
	pci_ers_result_t result;

	if (!pdev->driver || !pdev->driver->err_handler)
		return -ENODEV;
	if (!strcmp(how, "normal")) {
		result = detect(pdev, pci_channel_io_normal);
		pdev->driver->err_handler->resume(pdev);
		return result == PCI_ERS_RESULT_CAN_RECOVER ? 0 : -EPROTO;
	}
	if (!strcmp(how, "lost")) {
		result = detect(pdev, pci_channel_io_perm_failure);
		return result == PCI_ERS_RESULT_DISCONNECT ? 0 : -EPROTO;
	}
	if (!strcmp(how, "frozen") && detect(pdev, pci_channel_io_frozen) != PCI_ERS_RESULT_NEED_RESET)
		return -EPROTO;
	come_back(pdev);
	return 0;
}

static int __init pci_error_init(void)
{
	struct device *dev = slot && how ? bus_find_device_by_name(&pci_bus_type, NULL, slot) : NULL;
	int ret;

	if (!dev)
		return -ENODEV;
	device_lock(dev);
	ret = tell(to_pci_dev(dev));
	device_unlock(dev);
	put_device(dev);
	/* It has done all that it is for, and does not stay. */
	return ret ?: -ECANCELED;
}
module_init(pci_error_init);

MODULE_DESCRIPTION("PCI errors for drivers under test");
MODULE_LICENSE("GPL");
