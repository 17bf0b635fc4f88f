// SPDX-License-Identifier: GPL-2.0
/*
 * The expansion ROM: an ATOM BIOS that can post the card, inside a valid PCI option ROM.
 *
 * PC firmware may run the image: its entry point returns immediately.  The tables are the
 * generation's.
 */
#include <string.h>

#include "../atom/asm.h"
#include "gen.h"
#include "rom.h"

void model_rom_build(const struct model_chip *chip, u64 vram_size, u8 rom[MODEL_ROM_SIZE])
{
	static const struct asm_firmware firmware = {
		.sclk = SCLK_10KHZ, .mclk = MCLK_10KHZ, .max_sclk = SCLK_10KHZ,
		.max_mclk = MCLK_10KHZ, .reference = XTAL_10KHZ,
	};
	static struct asm_image a;
	char message[32] = "MODEL.";

	strncat(message, chip->name, sizeof(message) - strlen(message) - 1);
	asm_open(&a, MODEL_ROM_SIZE, chip->device_id, message);
	asm_firmware_info(&a, &firmware);
	chip->gen->rom(&a, chip, vram_size);
	asm_close(&a);
	memcpy(rom, a.bytes, MODEL_ROM_SIZE);
}
