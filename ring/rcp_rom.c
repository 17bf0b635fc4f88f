// SPDX-License-Identifier: GPL-2.0
/*
 * Clocks from the card's video BIOS.
 *
 * An ATOM BIOS has a table of data tables; FirmwareInfo among them says the
 * default clocks and the reference clock.  Every offset comes from the ROM and is
 * checked against its size.  A card without a readable ROM (an IGP's lies in the
 * system's own) gets what its chip usually has.
 *
 * Called once, at init; no locks.
 */
#include <linux/pci.h>

#include "rcp_priv.h"

/* Layout of an ATOM BIOS; all values are little-endian. */
#define ATOM_SIGNATURE			0xaa55
#define ATOM_HEADER_POINTER		0x48
#define ATOM_HEADER_MAGIC		4	/* "ATOM" */
#define ATOM_HEADER_DATA_TABLES		32
#define ATOM_DATA_FIRMWARE_INFO		(4 + 2 * 4)	/* the fifth entry */
#define ATOM_FIRMWARE_SCLK		8	/* in 10 kHz */
#define ATOM_FIRMWARE_MCLK		12	/* in 10 kHz */
#define ATOM_FIRMWARE_REFERENCE		82	/* in 10 kHz */

struct rcp_rom {
	const void __iomem *base;
	size_t size;
};

static u32 rcp_rom16(const struct rcp_rom *rom, u32 offset)
{
	return offset + 2 <= rom->size ? readw(rom->base + offset) : 0;
}

static u32 rcp_rom32(const struct rcp_rom *rom, u32 offset)
{
	return rcp_rom16(rom, offset) | rcp_rom16(rom, offset + 2) << 16;
}

/* Offset of FirmwareInfo, or 0. */
static u32 rcp_rom_firmware_info(const struct rcp_rom *rom)
{
	u32 header, tables;

	if (rcp_rom16(rom, 0) != ATOM_SIGNATURE)
		return 0;
	header = rcp_rom16(rom, ATOM_HEADER_POINTER);
	if (!header || rcp_rom32(rom, header + ATOM_HEADER_MAGIC) != 0x4d4f5441)
		return 0;
	tables = rcp_rom16(rom, header + ATOM_HEADER_DATA_TABLES);
	return tables ? rcp_rom16(rom, tables + ATOM_DATA_FIRMWARE_INFO) : 0;
}

/**
 * rcp_rom_read - fill in the clocks of card->config
 * @card: the card
 */
void rcp_rom_read(struct rcp_card *card)
{
	struct rcp_config *config = &card->config;
	struct rcp_rom rom;
	void __iomem *base;
	u32 info, reference;

	config->crystal_khz = card->chip->crystal_khz;
	base = pci_map_rom(card->pdev, &rom.size);
	if (!base)
		return;
	rom.base = base;
	info = rcp_rom_firmware_info(&rom);
	if (info) {
		config->sclk_khz = rcp_rom32(&rom, info + ATOM_FIRMWARE_SCLK) * 10;
		config->mclk_khz = rcp_rom32(&rom, info + ATOM_FIRMWARE_MCLK) * 10;
		reference = rcp_rom16(&rom, info + ATOM_FIRMWARE_REFERENCE) * 10;
		/* Anything else than a crystal's usual range is not believed. */
		if (reference >= 10000 && reference <= 100000)
			config->crystal_khz = reference;
	}
	pci_unmap_rom(card->pdev, base);
}
