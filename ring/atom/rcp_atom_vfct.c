// SPDX-License-Identifier: GPL-2.0
/*
 * VFCT: the ACPI table in which UEFI firmware stores the video BIOS images of the cards.
 *
 * The images follow the header of the table.  The header of each image names its PCI device.
 * The layout is from atombios.h in the in-tree driver.
 *
 * Pure functions: no locks, no allocation.
 */
#include "rcp_atom_read.h"

#define VFCT_IMAGES		52	/* holds the offset of the first image */
#define VFCT_BYTES		76
#define IMAGE_BUS		0
#define IMAGE_DEVICE		4
#define IMAGE_FUNCTION		8
#define IMAGE_VENDOR		12
#define IMAGE_DEVICE_ID		14
#define IMAGE_LENGTH		24
#define IMAGE_BYTES		28

/**
 * rcp_atom_vfct() - find the image of a card in VFCT
 * @bytes: the ACPI table
 * @size: size of @bytes
 * @id: the card
 * @start: returns the offset of the image in the table
 * @length: returns the size of the image
 * @why: returns the error
 *
 * Context: any.
 * Return: true if the table has an image for the card that is in the table.
 */
bool rcp_atom_vfct(const u8 *bytes, size_t size, const struct rcp_atom_vfct_id *id, u32 *start,
		   u32 *length, struct rcp_atom_why *why)
{
	struct rcp_atom_image table = { .bytes = bytes, .size = size };
	u32 pos, left;

	if (size > 0x7fffffff || size < VFCT_BYTES)
		return rcp_atom_say(why, "ACPI table VFCT has %zu bytes, %u are needed", size,
				    VFCT_BYTES);
	pos = rcp_atom_at(&table, VFCT_IMAGES, 4);
	while (pos < table.size) {
		left = table.size - pos;
		*length = rcp_atom_at(&table, pos + IMAGE_LENGTH, 4);
		if (left < IMAGE_BYTES || *length > left - IMAGE_BYTES)
			return rcp_atom_say(why, "ACPI table VFCT: the image at 0x%x is cut off",
					    pos);
		*start = pos + IMAGE_BYTES;
		if (*length && rcp_atom_at(&table, pos + IMAGE_BUS, 4) == id->bus &&
		    rcp_atom_at(&table, pos + IMAGE_DEVICE, 4) == id->device &&
		    rcp_atom_at(&table, pos + IMAGE_FUNCTION, 4) == id->function &&
		    rcp_atom_at(&table, pos + IMAGE_VENDOR, 2) == id->vendor &&
		    rcp_atom_at(&table, pos + IMAGE_DEVICE_ID, 2) == id->device_id)
			return true;
		pos = *start + *length;
	}
	return rcp_atom_say(why, "ACPI table VFCT has no image for this card");
}
