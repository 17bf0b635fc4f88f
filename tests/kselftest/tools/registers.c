// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the card's registers, one line for each that is not zero.
 *
 *	registers FIRST-LAST|REGISTER=VALUE...
 *
 * The second form writes.  All numbers are hexadecimal.  Registers past the BAR are
 * accessed through MM_INDEX, so the driver should be idle.  R5xx's behind an index have
 * numbers from 100000 (PLL), 200000 (PCIE) and 300000 (MC) on.  Run as root in the guest.
 */
#include "emulated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MM_INDEX	0x0
#define MM_DATA		0x4
#define BEHIND		0x10000

/* R5xx: index and data of PLL, PCIE and MC */
#define PLL		0x100000
#define PCIE		0x200000
#define MC		0x300000

static uint32_t read_indexed(volatile uint32_t *regs, uint32_t reg)
{
	uint32_t index = reg & 0xffff, value;

	switch (reg & ~0xffffu) {
	case PLL:
		/* takes a byte */
		*((volatile uint8_t *)regs + 0x08) = index;
		return regs[0x0c / 4];
	case PCIE:
		regs[0x30 / 4] = index;
		return regs[0x34 / 4];
	default:
		regs[0x70 / 4] = 0x7f0000 | index;
		value = regs[0x74 / 4];
		regs[0x70 / 4] = 0;
		return value;
	}
}

static uint32_t read_register(volatile uint32_t *regs, uint32_t reg)
{
	if (reg < BEHIND)
		return regs[reg / 4];
	if (reg >= PLL)
		return read_indexed(regs, reg);
	regs[MM_INDEX / 4] = reg;
	return regs[MM_DATA / 4];
}

int main(int argc, char **argv)
{
	volatile uint32_t *regs;
	int i, err;

	err = card_map(&regs);
	if (err) {
		fprintf(stderr, "registers: %s\n", strerror(-err));
		return 1;
	}
	for (i = 1; i < argc; i++) {
		unsigned int first, last, reg;

		if (sscanf(argv[i], "%x=%x", &first, &last) == 2 && first % 4 == 0 && first < BEHIND) {
			regs[first / 4] = last;
			continue;
		}
		if (sscanf(argv[i], "%x-%x", &first, &last) != 2 || first % 4 || first > last) {
			fprintf(stderr, "usage: registers FIRST-LAST|REGISTER=VALUE...\n");
			return 2;
		}
		for (reg = first; reg <= last; reg += first < PLL ? 4 : 1) {
			uint32_t value = read_register(regs, reg);

			if (value)
				printf("%05x %08x\n", reg, value);
		}
	}
	return 0;
}
