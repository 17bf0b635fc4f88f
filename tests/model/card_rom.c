// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the emulated card's expansion ROM to standard output.
 *
 *	card-rom CHIP [MIB]
 */
#include <stdio.h>
#include <stdlib.h>

#include "model.h"

int main(int argc, char **argv)
{
	static u8 rom[MODEL_ROM_SIZE];
	const struct model_chip *chip = argc > 1 ? model_chip_by_name(argv[1]) : NULL;

	if (!chip) {
		fputs("usage: card-rom CHIP [MIB]\n", stderr);
		return 2;
	}
	model_rom_build(chip, (u64)(argc > 2 ? atoi(argv[2]) : 1984) << 20, 0, rom);
	return fwrite(rom, 1, sizeof(rom), stdout) != sizeof(rom);
}
