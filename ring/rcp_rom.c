// SPDX-License-Identifier: GPL-2.0
/*
 * Search for the video BIOS.
 *
 * The sources are the in-tree driver's: the ACPI method ATRM, by which laptops with two
 * GPUs give the image of the discrete one; the ACPI table VFCT; for an integrated
 * chip the copy that firmware leaves at the start of VRAM; the ROM behind the PCI
 * BAR; the same ROM after enabling it, if the card has it disabled; the copy that UEFI keeps.
 * Last, because the image may be for another card: the method ATRM of other GPUs, which some
 * firmware gives to the integrated one.  Each image is copied to memory, and the caller's check
 * grades it: the first one of the best grade is taken.
 *
 * Called once at init, while no other code uses the card; takes no locks.
 */
#include <linux/acpi.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "atom/rcp_atom.h"
#include "rcp_priv.h"

#define RCP_ROM_SIGNATURE	0xaa55

/* Copy an image that begins with the signature.  The caller frees the copy. */
static bool rcp_rom_copy(struct rcp_rom *rom, const void __iomem *base, size_t size,
			 const char *source)
{
	rom->source = source;
	memcpy_fromio(rom->first, base, min(size, sizeof(rom->first)));
	if ((rom->first[0] | rom->first[1] << 8) != RCP_ROM_SIGNATURE)
		return false;
	rom->size = min_t(size_t, size, RCP_ROM_MAX);
	rom->bytes = kvmalloc(rom->size, GFP_KERNEL);
	if (!rom->bytes)
		return false;
	memcpy_fromio(rom->bytes, base, rom->size);
	return true;
}

static bool rcp_rom_by_atrm(struct rcp_card *card, bool own, struct rcp_rom *rom)
{
	if (card->chip->igp)
		return false;
	rcp_acpi_atrm(card, own, rom);
	if (!rom->bytes)
		return false;
	memcpy(rom->first, rom->bytes, min_t(u32, rom->size, sizeof(rom->first)));
	if ((rom->first[0] | rom->first[1] << 8) != RCP_ROM_SIGNATURE) {
		kvfree(rom->bytes);
		rom->bytes = NULL;
	}
	return rom->bytes;
}

static bool rcp_rom_from_atrm(struct rcp_card *card, struct rcp_rom *rom)
{
	return rcp_rom_by_atrm(card, true, rom);
}

static bool rcp_rom_from_others(struct rcp_card *card, struct rcp_rom *rom)
{
	return rcp_rom_by_atrm(card, false, rom);
}

static bool rcp_rom_from_acpi(struct rcp_card *card, struct rcp_rom *rom)
{
#ifdef CONFIG_ACPI
	const struct rcp_atom_vfct_id id = {
		.bus = card->pdev->bus->number,
		.device = PCI_SLOT(card->pdev->devfn),
		.function = PCI_FUNC(card->pdev->devfn),
		.vendor = card->pdev->vendor,
		.device_id = card->pdev->device,
	};
	struct rcp_atom_why why = { };
	struct acpi_table_header *table;
	u32 start, length;

	if (ACPI_FAILURE(acpi_get_table("VFCT", 1, &table)))
		return false;
	if (rcp_atom_vfct((const u8 *)table, table->length, &id, &start, &length, &why)) {
		rom->size = min_t(u32, length, RCP_ROM_MAX);
		rom->bytes = kvmalloc(rom->size, GFP_KERNEL);
		rom->source = "ACPI";
		if (rom->bytes)
			memcpy(rom->bytes, (const u8 *)table + start, rom->size);
	} else {
		dev_dbg(card->dev, "%s\n", why.text);
	}
	acpi_put_table(table);
#endif
	return rom->bytes;
}

/* VRAM is readable only if firmware has set up the memory controller. */
static bool rcp_rom_from_vram(struct rcp_card *card, struct rcp_rom *rom)
{
	size_t size = min_t(u64, pci_resource_len(card->pdev, 0), RCP_ROM_MAX);
	void __iomem *base;

	if (!card->chip->igp || !card->gen->posted(card) || rcp_card_gone(card))
		return false;
	base = ioremap(pci_resource_start(card->pdev, 0), size);
	if (!base)
		return false;
	rcp_rom_copy(rom, base, size, "VRAM");
	iounmap(base);
	return rom->bytes;
}

/* The PCI core does not map a ROM without a signature: read what is there instead. */
static void rcp_rom_peek(struct rcp_card *card, struct rcp_rom *rom)
{
	resource_size_t start = pci_resource_start(card->pdev, PCI_ROM_RESOURCE);
	void __iomem *base;

	if (!start || pci_enable_rom(card->pdev))
		return;
	base = ioremap(start, sizeof(rom->first));
	if (base) {
		memcpy_fromio(rom->first, base, sizeof(rom->first));
		rom->source = "ROM";
		iounmap(base);
	}
	pci_disable_rom(card->pdev);
}

static bool rcp_rom_from_bar(struct rcp_card *card, struct rcp_rom *rom)
{
	void __iomem *base;
	size_t size;

	base = pci_map_rom(card->pdev, &size);
	if (!base) {
		rcp_rom_peek(card, rom);
		return false;
	}
	rcp_rom_copy(rom, base, size, "ROM");
	pci_unmap_rom(card->pdev, base);
	return rom->bytes;
}

static void rcp_rom_change(struct rcp_card *card, const struct rcp_rom_change *change, u32 value)
{
	rcp_wr(card, change->reg, value);
	/* Read the ROM even if the card does not answer. */
	if (change->wait)
		rcp_poll(card, change->wait, NULL);
}

static bool rcp_rom_from_disabled(struct rcp_card *card, struct rcp_rom *rom)
{
	const struct rcp_rom_change *changes;
	u32 saved[RCP_ROM_CHANGES_MAX], count, i;

	/* An integrated chip has no ROM; a card that is gone does not keep register values. */
	if (card->chip->igp || rcp_card_gone(card))
		return false;
	changes = card->gen->rom_changes(card, &count);
	for (i = 0; i < count; i++)
		saved[i] = rcp_rd(card, changes[i].reg);
	for (i = 0; i < count; i++)
		rcp_rom_change(card, &changes[i], (saved[i] & ~changes[i].clear) | changes[i].set);
	rcp_rom_from_bar(card, rom);
	for (i = 0; i < count; i++)
		rcp_rom_change(card, &changes[i], saved[i]);
	if (rom->source)
		rom->source = "ROM, which was switched off";
	return rom->bytes;
}

static bool rcp_rom_from_platform(struct rcp_card *card, struct rcp_rom *rom)
{
	void __iomem *base;

	if (!card->pdev->rom || !card->pdev->romlen)
		return false;
	base = ioremap(card->pdev->rom, card->pdev->romlen);
	if (!base)
		return false;
	rcp_rom_copy(rom, base, card->pdev->romlen, "UEFI");
	iounmap(base);
	return rom->bytes;
}

/**
 * rcp_rom_find() - find the video BIOS of the card
 * @card: the card; registers are mapped
 * @rom: filled in
 * @check: grades an image
 * @data: argument of @check
 *
 * Unless the image is good, the last call of @check need not have been for this image.
 *
 * Context: process; sleeps.
 * Return: the grade of the image; unless it is RCP_ROM_BAD, the caller frees rom->bytes with
 * kvfree().
 */
enum rcp_rom_grade rcp_rom_find(struct rcp_card *card, struct rcp_rom *rom,
				rcp_rom_check check, void *data)
{
	static bool (* const sources[])(struct rcp_card *card, struct rcp_rom *rom) = {
		rcp_rom_from_atrm,
		rcp_rom_from_acpi,
		rcp_rom_from_vram,
		rcp_rom_from_bar,
		rcp_rom_from_disabled,
		rcp_rom_from_platform,
		rcp_rom_from_others,
	};
	enum rcp_rom_grade best = RCP_ROM_BAD, grade;
	struct rcp_rom now;
	u32 i;

	memset(rom, 0, sizeof(*rom));
	for (i = 0; i < ARRAY_SIZE(sources) && best != RCP_ROM_GOOD; i++) {
		memset(&now, 0, sizeof(now));
		sources[i](card, &now);
		grade = now.source ? check(card, &now, data) : RCP_ROM_BAD;
		if (grade > best) {
			swap(*rom, now);
			best = grade;
		}
		kvfree(now.bytes);
	}
	return best;
}
