// SPDX-License-Identifier: GPL-2.0
/* RAM with states of blocks: see ram.h. */
#include <string.h>

#include "ram.h"

void r500_ram_clear(uint64_t *ram, uint32_t first, uint32_t count, uint32_t value)
{
	uint64_t cleared = 0;

	for (uint32_t i = 0; i < 64; i++)
		cleared |= (uint64_t)!(value >> i % 16 * 2 & 3) << i;
	for (uint32_t i = first; i < R500_RAM_DW && i - first < count; i++)
		ram[i] = cleared;
}

void r500_ram_clear_hiz(uint8_t *ram, uint32_t first, uint32_t count, uint32_t value)
{
	for (uint32_t i = first; i < R500_HIZ_DW && i - first < count; i++)
		for (uint32_t pipe = 0; pipe < 4; pipe++)
			memcpy(ram + 4 * (4 * i + pipe), &value, 4);
}

uint32_t r500_depth_pipes(enum gpu_chip chip)
{
	static const uint8_t pipes[] = { 1, 4, 2, 4, 2, 3 };

	return pipes[chip - GPU_RV515];
}

void r500_blocks_init(struct r500_blocks *b, uint64_t *ram, uint32_t pipes, uint32_t size, uint32_t offset,
		      uint32_t pitch)
{
	static const uint8_t across[4] = { 4, 8, 12, 8 }, down[4] = { 4, 4, 4, 8 };

	b->ram = ram;
	b->size = size;
	b->across = across[pipes - 1];
	b->down = down[pipes - 1];
	b->first = offset >> 2 & 0xffff;
	b->pitch = ((pitch & 0x3ff0) + size * b->across - 1) / (size * b->across);
}

/* The dword and the bit of a block; NULL: it is outside of the RAM. */
static uint64_t *find(const struct r500_blocks *b, uint32_t x, uint32_t y, uint64_t *bit)
{
	uint32_t column = x / b->size, row = y / b->size;
	uint64_t dw = b->first + (uint64_t)(row / b->down) * b->pitch + column / b->across;

	*bit = 1ull << (row % b->down * b->across + column % b->across);
	return dw < R500_RAM_DW ? &b->ram[dw] : NULL;
}

bool r500_block_cleared(const struct r500_blocks *b, uint32_t x, uint32_t y)
{
	uint64_t bit, *dw = b->ram ? find(b, x, y, &bit) : NULL;

	return dw && __atomic_load_n(dw, __ATOMIC_RELAXED) & bit;
}

void r500_block_expand(const struct r500_blocks *b, uint32_t x, uint32_t y)
{
	uint64_t bit, *dw = find(b, x, y, &bit);

	if (dw)
		__atomic_fetch_and(dw, ~bit, __ATOMIC_RELAXED);
}
