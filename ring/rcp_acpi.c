// SPDX-License-Identifier: GPL-2.0
/*
 * ACPI methods of laptops with two GPUs: ATRM has the video BIOS of the discrete card, which has
 * no ROM of its own, and ATPX switches its power.
 *
 * ATPX takes a function and a buffer, and returns a buffer whose first 16 bits are its length.
 * Function 0 returns a version and, in bit n, whether function n + 1 exists.  Function 2 takes
 * the state of the power.  Some firmware has function 2 without its bit, so the bit is not
 * asked for, as in the in-tree driver.
 *
 * Called once at init, while no other code uses the card; takes no locks.
 */
#include <linux/acpi.h>
#include <linux/iopoll.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "rcp_priv.h"

#ifdef CONFIG_ACPI
#define RCP_ATRM_PAGE		SZ_4K	/* bytes of the image that one call of ATRM returns */

#define RCP_ATPX_VERIFY		0	/* returns: length 16, version 16, functions 32 */
#define RCP_ATPX_VERIFY_BYTES	8
#define RCP_ATPX_POWER		2	/* takes: length 16, state 8 */
#define RCP_ATPX_ON		1

/* Firmware needs some 10 ms to some 100 ms for the voltages; PCI allows 1 s from a reset. */
#define RCP_ATPX_ON_US		(2 * USEC_PER_SEC)
#define RCP_ATPX_POLL_US	(10 * USEC_PER_MSEC)

static acpi_handle rcp_acpi_method(struct pci_dev *pdev, const char *name)
{
	acpi_handle gpu = ACPI_HANDLE(&pdev->dev), method;

	return gpu && ACPI_SUCCESS(acpi_get_handle(gpu, (char *)name, &method)) ? method : NULL;
}

/*
 * A method belongs to a GPU, but not always to the discrete one: look at all others that firmware
 * describes.
 */
static acpi_handle rcp_acpi_find(struct rcp_card *card, const char *name)
{
	static const u32 classes[] = { PCI_CLASS_DISPLAY_VGA, PCI_CLASS_DISPLAY_OTHER };
	struct pci_dev *pdev = NULL;
	acpi_handle method;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(classes); i++) {
		while ((pdev = pci_get_class(classes[i] << 8, pdev))) {
			method = pdev == card->pdev ? NULL : rcp_acpi_method(pdev, name);
			if (!method)
				continue;
			pci_dev_put(pdev);
			return method;
		}
	}
	return NULL;
}

/*
 * Call a method with two arguments.  Returns the bytes of the buffer that it returns, no more
 * than @size of which are copied to @out.
 */
static u32 rcp_acpi_call(acpi_handle method, union acpi_object args[2], u8 *out, u32 size)
{
	struct acpi_object_list list = { 2, args };
	struct acpi_buffer result = { ACPI_ALLOCATE_BUFFER, NULL };
	union acpi_object *object;
	u32 bytes = 0;

	if (ACPI_FAILURE(acpi_evaluate_object(method, NULL, &list, &result)))
		return 0;
	object = result.pointer;
	if (object && object->type == ACPI_TYPE_BUFFER) {
		bytes = min(object->buffer.length, size);
		memcpy(out, object->buffer.pointer, bytes);
	}
	kfree(object);
	return bytes;
}

/* ---- ATRM ---- */

/**
 * rcp_acpi_atrm() - read the image of the video BIOS by ATRM
 * @card: the card
 * @own: ask the card's own node; else the nodes of all other GPUs, whose image may be for another
 *	card
 * @rom: filled in if the method exists; the caller frees rom->bytes with kvfree()
 *
 * Context: process; sleeps.
 */
void rcp_acpi_atrm(struct rcp_card *card, bool own, struct rcp_rom *rom)
{
	acpi_handle atrm = own ? rcp_acpi_method(card->pdev, "ATRM") : rcp_acpi_find(card, "ATRM");
	u32 bytes;

	if (!atrm)
		return;
	rom->source = "ATRM";
	rom->bytes = kvmalloc(RCP_ROM_MAX, GFP_KERNEL);
	if (!rom->bytes)
		return;
	do {
		union acpi_object args[2] = {
			{ .integer = { ACPI_TYPE_INTEGER, rom->size } },
			{ .integer = { ACPI_TYPE_INTEGER, RCP_ATRM_PAGE } },
		};

		bytes = rcp_acpi_call(atrm, args, rom->bytes + rom->size, RCP_ATRM_PAGE);
		rom->size += bytes;
	} while (bytes == RCP_ATRM_PAGE && rom->size < RCP_ROM_MAX);
}

/* ---- ATPX ---- */

static u32 rcp_acpi_atpx(acpi_handle atpx, u32 function, u8 *in, u32 in_bytes, u8 *out, u32 size)
{
	union acpi_object args[2] = {
		{ .integer = { ACPI_TYPE_INTEGER, function } },
		{ .buffer = { ACPI_TYPE_BUFFER, in_bytes, in } },
	};

	return rcp_acpi_call(atpx, args, out, size);
}

/* Returns 0 if the card answers in the end, -ENOENT without ATPX, -EIO if it has no effect. */
static int rcp_acpi_switch_on(struct rcp_card *card)
{
	u8 out[RCP_ATPX_VERIFY_BYTES], none[RCP_ATPX_VERIFY_BYTES] = { };
	u8 state[] = { 3, 0, RCP_ATPX_ON };
	acpi_handle atpx = rcp_acpi_method(card->pdev, "ATPX") ?: rcp_acpi_find(card, "ATPX");
	bool present;

	if (!atpx)
		return -ENOENT;
	if (rcp_acpi_atpx(atpx, RCP_ATPX_VERIFY, none, sizeof(none), out, sizeof(out)) <
	    sizeof(out))
		return -EIO;
	rcp_acpi_atpx(atpx, RCP_ATPX_POWER, state, sizeof(state), out, sizeof(out));
	read_poll_timeout(pci_device_is_present, present, present, RCP_ATPX_POLL_US,
			  RCP_ATPX_ON_US, true, card->pdev);
	if (!present)
		return -EIO;
	/* The BARs are lost.  The PCI core writes them again for a card that was in D3cold. */
	card->pdev->current_state = PCI_D3cold;
	return pci_set_power_state(card->pdev, PCI_D0);
}

#else /* CONFIG_ACPI */

void rcp_acpi_atrm(struct rcp_card *card, bool own, struct rcp_rom *rom)
{
}

static int rcp_acpi_switch_on(struct rcp_card *card)
{
	return -ENOENT;
}
#endif

/**
 * rcp_acpi_power_on() - switch on a card that is off
 * @card: the card, not touched yet
 *
 * A former driver, or a program that saves power, may have switched off the discrete card of a
 * laptop by ATPX.  It does not answer on the bus then, and has lost all state.  rcp does not
 * switch it off again.  Logs one line if the card was off.
 *
 * Context: process; sleeps.
 * Return: 0, or -ENODEV for a card that stays off.
 */
int rcp_acpi_power_on(struct rcp_card *card)
{
	if (pci_device_is_present(card->pdev))
		return 0;
	switch (rcp_acpi_switch_on(card)) {
	case 0:
		dev_notice(card->dev, "card was off: switched on by the ACPI method ATPX\n");
		return 0;
	case -ENOENT:
		dev_err(card->dev, "card is off or gone: it does not answer on the PCI bus, and no ACPI method (ATPX) switches it on: reboot\n");
		return -ENODEV;
	default:
		dev_err(card->dev, "card is off, and the ACPI method ATPX does not switch it on: reboot\n");
		return -ENODEV;
	}
}
