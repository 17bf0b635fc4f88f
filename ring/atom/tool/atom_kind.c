// SPDX-License-Identifier: GPL-2.0
/*
 * What an image is: of which generation, if it is one of AMD's with tables, and else whose.  The
 * revision of FirmwareInfo tells the generation (atombios.h and atomfirmware.h of the in-tree
 * drivers).
 */
#include "atom_tool.h"

#define PCIR_POINTER	0x18
#define PCIR_VENDOR	4
#define PCIR_DEVICE	6
#define PCIR_CODE	0x14
#define CODE_UEFI	3
#define AMD		0x1002

static u32 word(const u8 *bytes, size_t size, size_t at)
{
	return at + 2 <= size ? bytes[at] | bytes[at + 1] << 8 : 0;
}

/**
 * atom_foreign() - name an option ROM that is no video BIOS with tables of AMD's
 * @bytes: the image, which rcp_atom_parse() has refused
 * @size: its bytes
 *
 * Return: true if it is one, after a line on standard error.
 */
bool atom_foreign(const u8 *bytes, size_t size)
{
	size_t pcir = word(bytes, size, PCIR_POINTER);
	u32 vendor, device;

	if (word(bytes, size, 0) != 0xaa55 || pcir + PCIR_CODE >= size ||
	    memcmp(bytes + pcir, "PCIR", 4))
		return false;
	vendor = word(bytes, size, pcir + PCIR_VENDOR);
	device = word(bytes, size, pcir + PCIR_DEVICE);
	if (bytes[pcir + PCIR_CODE] == CODE_UEFI)
		fprintf(stderr, "atom: a UEFI driver for %04x:%04x, no BIOS for a PC\n", vendor,
			device);
	else if (vendor != AMD)
		fprintf(stderr, "atom: a BIOS for %04x:%04x, none of AMD's\n", vendor, device);
	else
		fprintf(stderr, "atom: a BIOS for %04x:%04x without tables, as of R1xx to R3xx\n",
			vendor, device);
	return true;
}

/**
 * atom_generation() - the generation of an image
 * @image: the image
 * @same: returns true if data has the layout of R6xx and R7xx
 *
 * Return: the generation, NULL if nothing tells it.
 */
const char *atom_generation(const struct rcp_atom_image *image, bool *same)
{
	struct rcp_atom_table table;

	*same = true;
	if (!rcp_atom_data(image, RCP_ATOM_FIRMWARE_INFO, &table, NULL))
		return NULL;
	*same = table.format <= 1;
	if (table.format == 1)
		return "R4xx to R7xx";
	if (table.format == 2)
		return table.content < 2 ? "Evergreen" : "Northern Islands to Volcanic Islands";
	return table.format == 3 ? ATOM_LATER : NULL;
}
