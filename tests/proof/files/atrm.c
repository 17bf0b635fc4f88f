// SPDX-License-Identifier: GPL-2.0
/*
 * The image of a video BIOS from the ACPI method ATRM, with firmware that returns anything.  The
 * loop over its parts is proven by induction: it begins at any, and the proof ends at the next.
 */
#include <linux/acpi.h>

/* What the source reads of rcp_priv.h.  An image has any number of whole parts. */
#define RCP_PRIV_H
#define RCP_ROM_MAX	rom_max
static u32 rom_max;

struct rcp_rom {
	u8 *bytes;
	u32 size;
	const char *source;
	u8 first[4];
};

struct rcp_card {
	struct pci_dev *pdev;
	struct device *dev;
};

#define HAS_ROOM(rom)	((rom)->size % SZ_4K == 0 && (rom)->size < rom_max)

/* Bytes that firmware has returned are copied to where they belong. */
static void proof_copy(const u8 *to, const u8 *from, u32 bytes)
{
	PROVE(from == &object_buffer && bytes <= object_bytes, "the copy is of the object");
	if (!memory)
		return;
	PROVE((u64)(to - memory) <= memory_bytes && bytes <= memory_bytes - (u64)(to - memory),
	      "the copy is in the image");
	REACHED_IF(to != memory && bytes == SZ_4K, "a part is copied");
}

#define memcpy(to, from, bytes)	proof_copy(to, from, bytes)

static u32 size_before;

static void any_part(struct rcp_rom *rom)
{
	PROVE(HAS_ROOM(rom), "the image has room for the first part");
	rom->size = size_before = nondet_u32();
	ASSUME(HAS_ROOM(rom));
}

static bool next_part(const struct rcp_rom *rom, bool again)
{
	PROVE(rom->size <= rom_max, "an image is not larger than its memory");
	PROVE(!again || (HAS_ROOM(rom) && rom->size > size_before),
	      "a turn goes on, and the image has room for the next part");
	REACHED_IF(again, "a part is followed by another one");
	return false;
}

/* The source has another loop, over devices, in a function without an image. */
static struct rcp_rom *rom;

#define do	any_part(rom); do
#define while(condition)	while (#condition[0] == 'b' ? next_part(rom, condition) : (condition))
#include "../../../ring/rcp_acpi.c"
#undef while
#undef do

void atrm(void)
{
	struct rcp_card card = { &a_device, NULL };
	struct rcp_rom image = { 0 };

	rom_max = nondet_u32();
	ASSUME(rom_max && rom_max % SZ_4K == 0 && rom_max <= 1u << 24);
	rcp_acpi_atrm(&card, nondet_bool(), &image);
	REACHED_IF(image.size % SZ_4K, "the last part is shorter");
	PROVE(!object_of, "each object of firmware is free");
	PROVE(image.size <= rom_max && (!image.size || memory_bytes == rom_max),
	      "the image is in its memory");
}
