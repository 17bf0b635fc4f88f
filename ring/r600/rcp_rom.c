// SPDX-License-Identifier: GPL-2.0
/*
 * Search for the video BIOS.
 *
 * The sources are those of the in-tree driver, in its order: the ACPI method ATRM, by which
 * laptops with two GPUs give the image of the discrete one; the ACPI table VFCT; for an integrated
 * chip the copy that firmware leaves at the start of VRAM; the ROM behind the PCI
 * BAR; the same ROM after enabling it, if the card has it disabled; the copy that UEFI keeps.
 * Each image is copied to memory, and the caller's check grades it: the first good one is
 * taken, else the first doubtful one.
 *
 * Called once at init, while no other code uses the card; takes no locks.
 */
#include <linux/acpi.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "../atom/rcp_atom.h"
#include "rcp_priv.h"

#define RCP_ROM_MAX		SZ_256K
#define RCP_ROM_SIGNATURE	0xaa55

#define RCP_ATRM_PAGE		SZ_4K	/* bytes of the image that one call of ATRM returns */

#define RCP_SPLL_TIMEOUT_US	100000

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

#ifdef CONFIG_ACPI
/*
 * The method belongs to a GPU, but not always to the discrete one: look at all that firmware
 * describes.
 */
static acpi_handle rcp_rom_find_atrm(void)
{
	static const u32 classes[] = { PCI_CLASS_DISPLAY_VGA, PCI_CLASS_DISPLAY_OTHER };
	struct pci_dev *pdev = NULL;
	acpi_handle gpu, atrm;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(classes); i++) {
		while ((pdev = pci_get_class(classes[i] << 8, pdev))) {
			gpu = ACPI_HANDLE(&pdev->dev);
			if (!gpu || ACPI_FAILURE(acpi_get_handle(gpu, "ATRM", &atrm)))
				continue;
			pci_dev_put(pdev);
			return atrm;
		}
	}
	return NULL;
}

/* Read a page of the image.  Returns its bytes, fewer at the end of the image. */
static u32 rcp_rom_atrm_page(acpi_handle atrm, u32 offset, u8 *page)
{
	union acpi_object args[] = {
		{ .integer = { ACPI_TYPE_INTEGER, offset } },
		{ .integer = { ACPI_TYPE_INTEGER, RCP_ATRM_PAGE } },
	};
	struct acpi_object_list list = { ARRAY_SIZE(args), args };
	struct acpi_buffer result = { ACPI_ALLOCATE_BUFFER, NULL };
	union acpi_object *object;
	u32 bytes = 0;

	if (ACPI_FAILURE(acpi_evaluate_object(atrm, NULL, &list, &result)))
		return 0;
	object = result.pointer;
	if (object && object->type == ACPI_TYPE_BUFFER) {
		bytes = min_t(u32, object->buffer.length, RCP_ATRM_PAGE);
		memcpy(page, object->buffer.pointer, bytes);
	}
	kfree(object);
	return bytes;
}
#endif

static bool rcp_rom_from_atrm(struct rcp_card *card, struct rcp_rom *rom)
{
#ifdef CONFIG_ACPI
	acpi_handle atrm = card->chip->igp ? NULL : rcp_rom_find_atrm();
	u32 bytes;

	if (!atrm)
		return false;
	rom->source = "ATRM";
	rom->bytes = kvmalloc(RCP_ROM_MAX, GFP_KERNEL);
	if (!rom->bytes)
		return false;
	do {
		bytes = rcp_rom_atrm_page(atrm, rom->size, rom->bytes + rom->size);
		rom->size += bytes;
	} while (bytes == RCP_ATRM_PAGE && rom->size < RCP_ROM_MAX);
	memcpy(rom->first, rom->bytes, min_t(u32, rom->size, sizeof(rom->first)));
	if ((rom->first[0] | rom->first[1] << 8) != RCP_ROM_SIGNATURE) {
		kvfree(rom->bytes);
		rom->bytes = NULL;
	}
#endif
	return rom->bytes;
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

	if (!card->chip->igp || !rcp_rd(card, CONFIG_MEMSIZE) || rcp_card_gone(card))
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

/* A register that is changed while the ROM is read, and restored afterwards. */
struct rcp_rom_change {
	u32 reg;
	u32 clear;
	u32 set;
};

static const struct rcp_rom_change rcp_rom_r6xx[] = {
	{ VIPH_CONTROL, VIPH_EN, 0 },
	{ BUS_CNTL, BIOS_ROM_DIS, 0 },
	{ D1VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ D2VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0 },
	{ ROM_CNTL, SCK_PRESCALE_CRYSTAL_CLK, BIT(28) | SCK_OVERWRITE },
	{ GENERAL_PWRMGT, OPEN_DRAIN_PADS, 0 },
	{ LOW_VID_LOWER_GPIO_CNTL, LOWER_GPIO_ROM, 0 },
	{ MEDIUM_VID_LOWER_GPIO_CNTL, LOWER_GPIO_ROM, 0 },
	{ HIGH_VID_LOWER_GPIO_CNTL, LOWER_GPIO_ROM, 0 },
	{ CTXSW_VID_LOWER_GPIO_CNTL, LOWER_GPIO_ROM, 0 },
	{ LOWER_GPIO_ENABLE, 0, LOWER_GPIO_ROM },
};

static const struct rcp_rom_change rcp_rom_r7xx[] = {
	{ VIPH_CONTROL, VIPH_EN, 0 },
	{ BUS_CNTL, BIOS_ROM_DIS, 0 },
	{ D1VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ D2VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0 },
	{ ROM_CNTL, 0, SCK_OVERWRITE },
};

/* The ROM of RV730 takes its clock from the engine PLL, so bypass that PLL meanwhile. */
static const struct rcp_rom_change rcp_rom_rv730[] = {
	{ VIPH_CONTROL, VIPH_EN, 0 },
	{ BUS_CNTL, BIOS_ROM_DIS, 0 },
	{ D1VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ D2VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0 },
	{ CG_SPLL_FUNC_CNTL, 0, SPLL_BYPASS_EN },
	{ ROM_CNTL, SCK_OVERWRITE, 0 },
};

/* rcp_poll() logs a PLL that does not answer; read the ROM nevertheless. */
static void rcp_rom_change(struct rcp_card *card, u32 reg, u32 value)
{
	rcp_wr(card, reg, value);
	if (reg == CG_SPLL_FUNC_CNTL)
		rcp_poll_is(card, CG_SPLL_STATUS, SPLL_CHG_STATUS, SPLL_CHG_STATUS,
			    RCP_SPLL_TIMEOUT_US);
}

static bool rcp_rom_from_disabled(struct rcp_card *card, struct rcp_rom *rom)
{
	const struct rcp_rom_change *changes = rcp_rom_r6xx;
	u32 saved[ARRAY_SIZE(rcp_rom_r6xx)], count = ARRAY_SIZE(rcp_rom_r6xx), i;

	/* An integrated chip has no ROM; a card that is gone does not keep register values. */
	if (card->chip->igp || rcp_card_gone(card))
		return false;
	if (card->chip->id == PM4_RV730) {
		changes = rcp_rom_rv730;
		count = ARRAY_SIZE(rcp_rom_rv730);
	} else if (card->chip->r7xx) {
		changes = rcp_rom_r7xx;
		count = ARRAY_SIZE(rcp_rom_r7xx);
	}
	for (i = 0; i < count; i++)
		saved[i] = rcp_rd(card, changes[i].reg);
	for (i = 0; i < count; i++)
		rcp_rom_change(card, changes[i].reg,
			       (saved[i] & ~changes[i].clear) | changes[i].set);
	rcp_rom_from_bar(card, rom);
	for (i = 0; i < count; i++)
		rcp_rom_change(card, changes[i].reg, saved[i]);
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
 * If the image is doubtful, the last call of @check need not have been for this image.
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
	};
	struct rcp_rom now;
	u32 i;

	memset(rom, 0, sizeof(*rom));
	for (i = 0; i < ARRAY_SIZE(sources); i++) {
		memset(&now, 0, sizeof(now));
		sources[i](card, &now);
		switch (now.source ? check(card, &now, data) : RCP_ROM_BAD) {
		case RCP_ROM_GOOD:
			kvfree(rom->bytes);
			*rom = now;
			return RCP_ROM_GOOD;
		case RCP_ROM_DOUBTFUL:
			if (!rom->bytes) {
				*rom = now;
				continue;
			}
			break;
		default:
			break;
		}
		kvfree(now.bytes);
	}
	return rom->bytes ? RCP_ROM_DOUBTFUL : RCP_ROM_BAD;
}
