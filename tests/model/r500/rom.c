// SPDX-License-Identifier: GPL-2.0
/*
 * The video BIOS of R5xx.
 *
 * ASIC_Init walks a list of registers, sets a PLL and lets clocks run, accesses the PCI
 * Express port, waits with delays until the memory controller is idle, and computes its
 * location of VRAM from a data table.  That comes last, so the card has no memory if a driver
 * skips any step.
 */
#include "r500/r500.h"
#include "rom.h"

#define PCIE_TUNED	0xa0		/* of the port; has no name */
#define FB_UNIT		(FB_START << 8)	/* in 64 KiB */
#define IDLE_POLLS	100

/* The engine clock as a multiple of the reference clock, which is the caller's parameter. */
static void clock_source(struct asm_image *a)
{
	asm_command(a, CLOCK_SOURCE, 8, 0);
	asm_two(a, ASM_DIV, PS(0), 0, IMM(MODEL_REFERENCE), ASM_DWORD);
	asm_move(a, WS(0), WS(0x40));
	asm_two(a, ASM_SHL, WS(0), 0, IMM(5), ASM_DWORD);
	asm_two(a, ASM_MOVE, WS(0), 2, WS(0x41), ASM_WORD0);
	asm_move(a, PLL(PLL_SPLL), WS(0));
	asm_op8(a, ASM_DELAY_US, 50);
	asm_two(a, ASM_OR, PLL(PLL_CP_DYN_CNTL), 0, IMM(PLL_FORCEON), ASM_BYTE0);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

/* The target is in 10 kHz; the parameter of the called table follows it. */
static void set_engine_clock(struct asm_image *a)
{
	asm_command(a, SET_ENGINE_CLOCK, 0, 4);
	asm_move(a, PS(1), PS(0));
	asm_op8(a, ASM_CALL_TABLE, CLOCK_SOURCE);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

static void memory_controller_init(struct asm_image *a, bool rv515)
{
	enum { POLL, IDLE };
	u32 status = rv515 ? RV515_MC_STATUS : R520_MC_STATUS;
	u32 location = rv515 ? RV515_MC_FB_LOCATION : R520_MC_FB_LOCATION;

	asm_command(a, MEMORY_CONTROLLER_INIT, 16, 0);
	asm_two(a, ASM_MOVE, WS(0), 0, IMM(IDLE_POLLS), ASM_BYTE0);
	asm_label(a, POLL);
	asm_two(a, ASM_TEST, MC(status), 0, IMM(rv515 ? RV515_MC_IDLE : R520_MC_IDLE), ASM_BYTE0);
	asm_jump(a, ASM_JUMP_NOT_EQUAL, IDLE);
	asm_op8(a, ASM_DELAY_US, 10);
	asm_two(a, ASM_SUB, WS(0), 0, IMM(1), ASM_BYTE0);
	asm_two(a, ASM_COMPARE, WS(0), 0, IMM(0), ASM_BYTE0);
	asm_jump(a, ASM_JUMP_ABOVE, POLL);
	asm_label(a, IDLE);

	asm_op8(a, ASM_SET_DATA_BLOCK, VRAM_INFO);
	asm_move(a, WS(2), ID(4));
	asm_two(a, ASM_SHL, WS(2), 0, IMM(4), ASM_DWORD);
	asm_two(a, ASM_ADD, WS(2), 0, IMM(FB_UNIT - 1), ASM_DWORD);
	asm_shift(a, ASM_SHIFT_LEFT, WS(2), ASM_DWORD, 16);
	asm_two(a, ASM_MOVE, WS(2), 0, IMM(FB_UNIT), ASM_WORD0);
	asm_move(a, MC(location), WS(2));
	asm_move(a, rom_reg(HDP_FB_LOCATION), IMM(FB_UNIT));
	asm_move(a, WS(3), ID(4));
	asm_shift(a, ASM_SHIFT_LEFT, WS(3), ASM_DWORD, 20);
	asm_move(a, rom_reg(CONFIG_MEMSIZE), WS(3));
	asm_op(a, ASM_EOT);
	rom_data_block(a);
	asm_end(a);
}

static void asic_init(struct asm_image *a)
{
	asm_command(a, ASIC_INIT, 0, 8);
	asm_op8(a, ASM_CALL_TABLE, ASIC_REGISTERS_INIT);
	/* The parameters of a called table follow the caller's parameters. */
	asm_move(a, PS(2), PS(0));
	asm_op8(a, ASM_CALL_TABLE, CLOCK_SOURCE);
	asm_op16(a, ASM_SET_ATI_PORT, PCIE_PORT);
	asm_two(a, ASM_OR, REG(PCIE_TUNED), 1, IMM(0x80), ASM_BYTE0);
	asm_op16(a, ASM_SET_ATI_PORT, 0);
	asm_op8(a, ASM_DELAY_MS, 2);
	asm_op8(a, ASM_CALL_TABLE, MEMORY_CONTROLLER_INIT);
	asm_two(a, ASM_OR, rom_reg(BIOS_0_SCRATCH + 28), 0, IMM(INIT_COMPLETE), ASM_WORD0);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

void r500_rom(struct asm_image *a, const struct model_chip *chip, u64 vram_size, u32 board)
{
	rom_ports(a, PCIE_INDEX, PCIE_DATA);
	rom_list(a, BIOS_0_SCRATCH);
	rom_vram_info(a, vram_size);
	asic_init(a);
	rom_registers_init(a);
	clock_source(a);
	memory_controller_init(a, ((const struct r500_chip *)chip)->rv515);
	set_engine_clock(a);
	rom_get_clock(a, GET_ENGINE_CLOCK, PLL(PLL_SPLL), 0xfe0, 5, MODEL_REFERENCE);
}
