/* SPDX-License-Identifier: GPL-2.0 */
/*
 * RAM on the chip that has a state for each block of pixels: ZMASK of depth, CMASK of colour; and HiZ (hiz.h).
 *
 * A block has two bits; 0 says that it is cleared: its memory is stale, and it reads as the clear value
 * (guide, 9.4.4 and 10.11).  Compression is not modelled, so all other states say that memory counts, and the
 * first access to a cleared block writes the clear value to memory.
 *
 * A packet's dword holds 16 blocks of each pipe.  The guide does not say which pixels these are.  Mesa's r300
 * computes sizes from rectangles of blocks, in rows; the order inside of a rectangle is this file's choice.
 *
 * Threads may use different blocks at a time.
 */
#ifndef GPU_R500_RAM_H
#define GPU_R500_RAM_H

#include <stdbool.h>
#include <stdint.h>

#include "../gpu.h"

/* Dwords of four pipes with 4096 each, and 15360 of HiZ each. */
#define R500_RAM_DW	16384u
#define R500_HIZ_DW	61440u

/**
 * struct r500_ram - the RAM of a chip
 * @zmask, @cmask: of each dword, a bit for each block that is cleared
 * @hiz: of each dword, four bytes of each pipe
 * @hyperz_clear, @cmask_clear: the host has cleared it, and no packet or draw has written it since
 */
struct r500_ram {
	bool hyperz_clear, cmask_clear;
	uint64_t zmask[R500_RAM_DW], cmask[R500_RAM_DW];
	uint8_t hiz[4 * 4 * R500_HIZ_DW];
};

/**
 * r500_ram_clear() - a packet writes dwords
 * @ram: zmask or cmask of struct r500_ram
 * @first: the first dword
 * @count: dwords; those past the end are dropped
 * @value: what is written
 */
void r500_ram_clear(uint64_t *ram, uint32_t first, uint32_t count, uint32_t value);
/* The same of HiZ; all pipes get the dword. */
void r500_ram_clear_hiz(uint8_t *ram, uint32_t first, uint32_t count, uint32_t value);

/* Pipes with ZMASK and HiZ; RV530 has two depth pipes behind one pixel pipe. */
uint32_t r500_depth_pipes(enum gpu_chip chip);

/**
 * struct r500_blocks - the blocks of a surface
 * @ram: zmask or cmask of struct r500_ram; NULL: the draw does not use it
 * @size: pixels of a block in each direction
 * @across, @down: blocks of a dword
 * @first: the surface's first dword; @pitch: dwords of a row
 * @value: cleared pixels have it
 */
struct r500_blocks {
	uint64_t *ram;
	uint32_t size, across, down, first, pitch, value[2];
};

/**
 * r500_blocks_init() - blocks of a surface
 * @b: result
 * @ram: zmask or cmask of struct r500_ram
 * @pipes: 1 to 4
 * @size: pixels of a block in each direction
 * @offset: register of the first dword
 * @pitch: register of the pixels of a row
 */
void r500_blocks_init(struct r500_blocks *b, uint64_t *ram, uint32_t pipes, uint32_t size, uint32_t offset,
		      uint32_t pitch);

/* Whether the block with a pixel is cleared. */
bool r500_block_cleared(const struct r500_blocks *b, uint32_t x, uint32_t y);
/* The block is cleared no longer; its memory is the caller's. */
void r500_block_expand(const struct r500_blocks *b, uint32_t x, uint32_t y);

#endif
