// SPDX-License-Identifier: GPL-2.0
/*
 * The expansion ROM: as much of an ATOM BIOS as the in-tree driver wants to
 * see on a card that is already posted, inside a valid PCI option ROM.
 *
 * A PC firmware may run the image: its entry point returns at once.  All
 * command tables are absent; the data tables hold FirmwareInfo alone.
 */
#include <string.h>

#include "model.h"

#define ROM_PCIR	0x60
#define ROM_HEADER	0x80
#define ROM_NAME	0x100
#define ROM_COMMANDS	0x200
#define ROM_DATA	0x300
#define ROM_FIRMWARE	0x400
#define ROM_INDIRECT	0x480

#define XTAL_10KHZ	2700
#define SCLK_10KHZ	60000
#define MCLK_10KHZ	50000

static void put16(u8 *rom, u32 off, u16 v)
{
	rom[off] = (u8)v;
	rom[off + 1] = v >> 8;
}

static void put32(u8 *rom, u32 off, u32 v)
{
	put16(rom, off, (u16)v);
	put16(rom, off + 2, v >> 16);
}

static void option_rom(const struct model_chip *chip, u8 *rom)
{
	rom[0] = 0x55;
	rom[1] = 0xaa;
	rom[2] = MODEL_ROM_SIZE / 512;
	rom[3] = 0xcb;			/* retf */
	put16(rom, 0x18, ROM_PCIR);
	memcpy(rom + ROM_PCIR, "PCIR", 4);
	put16(rom, ROM_PCIR + 4, 0x1002);
	put16(rom, ROM_PCIR + 6, chip->device_id);
	put16(rom, ROM_PCIR + 10, 24);
	rom[ROM_PCIR + 15] = 0x03;	/* display controller */
	put16(rom, ROM_PCIR + 16, MODEL_ROM_SIZE / 512);
	rom[ROM_PCIR + 21] = 0x80;	/* the last image */
}

/* FirmwareInfo 1.4: clocks in units of 10 kHz. */
static void firmware_info(u8 *rom)
{
	u8 *t = rom + ROM_FIRMWARE;

	put16(t, 0, 0x60);
	t[2] = 1;
	t[3] = 4;
	put32(t, 8, SCLK_10KHZ);
	put32(t, 12, MCLK_10KHZ);
	put32(t, 24, 120000);		/* highest PLL outputs: engine, memory, pixel */
	put32(t, 28, 120000);
	put32(t, 32, 120000);
	put32(t, 36, SCLK_10KHZ);
	put32(t, 40, MCLK_10KHZ);
	put32(t, 56, 60000);		/* lowest pixel PLL output */
	put16(t, 60, 100);		/* PLL input range */
	put16(t, 62, 1350);
	put16(t, 64, 60000);
	put16(t, 66, 100);
	put16(t, 68, 1350);
	put16(t, 70, 60000);
	put16(t, 72, 40000);
	put16(t, 74, 100);
	put16(t, 76, 1350);
	put16(t, 82, XTAL_10KHZ);
}

static void atom(const struct model_chip *chip, u8 *rom)
{
	memcpy(rom + 0x30, " 761295520", 10);
	put16(rom, 0x48, ROM_HEADER);
	put16(rom, ROM_HEADER, 0x24);
	rom[ROM_HEADER + 2] = 1;
	rom[ROM_HEADER + 3] = 1;
	memcpy(rom + ROM_HEADER + 4, "ATOM", 4);
	put16(rom, ROM_HEADER + 0x10, ROM_NAME);
	put16(rom, ROM_HEADER + 0x1e, ROM_COMMANDS);
	put16(rom, ROM_HEADER + 0x20, ROM_DATA);
	memcpy(rom + ROM_NAME, "MODEL.", 6);
	strcpy((char *)rom + ROM_NAME + 6, chip->name);
	put16(rom, ROM_COMMANDS, 0xa6);
	rom[ROM_COMMANDS + 2] = 1;
	rom[ROM_COMMANDS + 3] = 1;
	put16(rom, ROM_DATA, 0x48);
	rom[ROM_DATA + 2] = 1;
	rom[ROM_DATA + 3] = 1;
	put16(rom, ROM_DATA + 4 + 2 * 4, ROM_FIRMWARE);
	put16(rom, ROM_DATA + 4 + 2 * 23, ROM_INDIRECT);
	put16(rom, ROM_INDIRECT, 4);
	firmware_info(rom);
}

void model_rom_build(const struct model_chip *chip, u8 rom[MODEL_ROM_SIZE])
{
	u8 sum = 0;

	memset(rom, 0, MODEL_ROM_SIZE);
	option_rom(chip, rom);
	atom(chip, rom);
	for (u32 i = 0; i < MODEL_ROM_SIZE - 1; i++)
		sum += rom[i];
	rom[MODEL_ROM_SIZE - 1] = (u8)-sum;
}
