// SPDX-License-Identifier: GPL-2.0
/*
 * The ACPI table VFCT: images for several cards, and broken tables.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig.h"

static u8 table[1024];
static u32 end;

static void put(u32 pos, u32 value, u32 n)
{
	for (u32 i = 0; i < n; i++)
		table[pos + i] = (u8)(value >> 8 * i);
}

static void begin(void)
{
	memset(table, 0, sizeof(table));
	memcpy(table, "VFCT", 4);
	put(52, 76, 4);
	end = 76;
}

static void image(u32 bus, u32 device, u32 function, u32 id, u32 length)
{
	put(end, bus, 4);
	put(end + 4, device, 4);
	put(end + 8, function, 4);
	put(end + 12, 0x1002, 2);
	put(end + 14, id, 2);
	put(end + 24, length, 4);
	end += 28 + length;
}

/* Find the image of 02:00.1, 1002:9540, in memory of exactly the table's size. */
static void find(u32 size, const char *want, const char *what)
{
	static const struct rcp_atom_vfct_id id = {
		.bus = 2, .device = 0, .function = 1, .vendor = 0x1002, .device_id = 0x9540,
	};
	struct rcp_atom_why why = { };
	u8 *bytes = malloc(size ? size : 1);
	u32 start, length;

	memcpy(bytes, table, size);
	if (rcp_atom_vfct(bytes, size, &id, &start, &length, &why))
		sprintf(why.text, "%u bytes at %u", length, start);
	same_text(why.text, want, what);
	free(bytes);
}

void vfct_tests(void)
{
	begin();
	image(2, 0, 1, 0x9540, 100);
	find(end, "100 bytes at 104", "VFCT: an image");
	find(end - 1, "ACPI table VFCT: the image at 0x4c is cut off", "one byte less");
	find(76 + 27, "ACPI table VFCT: the image at 0x4c is cut off", "half a header");
	find(76, "ACPI table VFCT has no image for this card", "no images");
	find(75, "ACPI table VFCT has 75 bytes, 76 are needed", "half a table");
	find(0, "ACPI table VFCT has 0 bytes, 76 are needed", "nothing");

	begin();
	image(1, 0, 1, 0x9540, 4);
	image(2, 1, 1, 0x9540, 5);
	image(2, 0, 0, 0x9540, 6);
	image(2, 0, 1, 0x9541, 7);
	image(2, 0, 1, 0x9540, 0);
	find(end, "ACPI table VFCT has no image for this card", "other cards, and one without bytes");
	image(2, 0, 1, 0x9540, 8);
	find(end, "8 bytes at 266", "after those of others");
	put(76 + 24, 0xfffffff0, 4);
	find(end, "ACPI table VFCT: the image at 0x4c is cut off", "a length that wraps");
	put(52, 0xfffffff0, 4);
	find(end, "ACPI table VFCT has no image for this card", "images outside");
}
