/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parts of a video BIOS that the generations share.
 */
#ifndef MODEL_ROM_H
#define MODEL_ROM_H

#include "../atom/asm.h"
#include "model.h"

#define SCLK_10KHZ	60000
#define MCLK_10KHZ	50000

/* The core's voltage: base and step in mV. */
#define BOOT_MV		1100u
#define LEVEL_MV	900u
#define LEVEL_STEP_MV	50u
#define LEVELS		8u

/* A power state of one level; clocks in 10 kHz. */
struct rom_state {
	u16 class;
	u32 sclk, mclk;
	u16 mv;
};

/* Of a board with MODEL_BOARD_STATES */
#define ROM_STATES	4u
extern const struct rom_state rom_states[ROM_STATES];

/* Command tables. */
#define ASIC_INIT		0
#define ASIC_REGISTERS_INIT	2
#define MEMORY_CONTROLLER_INIT	5
#define SET_ENGINE_CLOCK	10
#define SET_MEMORY_CLOCK	11
#define GET_MEMORY_CLOCK	47
#define GET_ENGINE_CLOCK	48
#define SET_VOLTAGE		67
#define CLOCK_SOURCE		71

/* Data tables. */
#define SUPPORTED_DEVICES_INFO	9
#define POWERPLAY_INFO		15
#define INDIRECT_IO		23
#define MC_INIT_PARAMETER	24
#define VRAM_INFO		28
#define VOLTAGE_OBJECT_INFO	32

/* Where a video BIOS puts VRAM, in 16 MiB. */
#define FB_START	0x40u
#define INIT_COMPLETE	0x200		/* of BIOS_7_SCRATCH */
#define PCIE_PORT	4		/* of ASM_SET_ATI_PORT */

/* The operand for a register by its byte offset. */
struct asm_operand rom_reg(u32 offset);
/* Data after the end of a command table. */
void rom_data_block(struct asm_image *a);
/* The access programs of PCIE_PORT. */
void rom_ports(struct asm_image *a, u32 index, u32 data);
/* A list of changes of registers, here of BIOS scratch registers, and the table that walks it. */
void rom_list(struct asm_image *a, u32 scratch);
void rom_registers_init(struct asm_image *a);
/* A table that returns a clock: a field of the PLL is a multiple of the reference, bits 31:16 are the rest. */
void rom_get_clock(struct asm_image *a, unsigned int table, struct asm_operand pll, u32 mask, u32 shift,
		   u32 reference);
/* That PLL after a clock has been set. */
static inline u32 rom_pll(u32 clock_10khz, u32 reference, u32 shift)
{
	return clock_10khz % reference << 16 | clock_10khz / reference << shift;
}
/* VoltageObjectInfo 1.1, of the core alone. */
void rom_voltage_info(struct asm_image *a);
void rom_vram_info(struct asm_image *a, u64 vram_size);

#endif
