// SPDX-License-Identifier: GPL-2.0
/*
 * The video BIOS of R6xx/R7xx.
 *
 * ASIC_Init resembles ASIC_Init of real images: it calls tables, walks a list of registers in a
 * data table, polls with delays, accesses PCI Express registers through a port's access
 * programs, and computes register values from a strap and a data table.  The setup of the
 * memory controller comes last, so the card has no memory if a driver skips any step.
 */
#include "r600/r600.h"
#include "rom.h"

#define MC_REG			0x21

#define THERMAL_RV6XX		0x07
#define THERMAL_RV770		0x08
#define THERMAL_EXTERNAL_GPIO	0x0b
#define LOW_SCLK_10KHZ		11000	/* of the lower power state */
#define LOW_MCLK_10KHZ		20000

#define BIOS_SCRATCH(n)		(BIOS_0_SCRATCH + 4 * (n))

/* Wait for a bit as real tables do: without a delay and without a limit. */
static void wait_for(struct asm_image *a, u32 offset, unsigned int place, u8 bit, unsigned int label)
{
	asm_label(a, label);
	asm_two(a, ASM_TEST, rom_reg(offset), place, IMM(bit), ASM_BYTE0);
	asm_jump(a, ASM_JUMP_EQUAL, label);
}

/* The engine clock, which is the caller's parameter, as a multiple of the reference clock and a rest. */
static void clock_source(struct asm_image *a, const struct model_chip *chip)
{
	enum { LOCKED };

	asm_command(a, CLOCK_SOURCE, 8, 0);
	asm_two(a, ASM_DIV, PS(0), 0, IMM(model_reference(chip)), ASM_DWORD);
	asm_move(a, WS(0), WS(0x40));
	asm_two(a, ASM_MOVE, rom_reg(CG_SPLL_FUNC_CNTL), 2, WS(0x41), ASM_WORD0);
	asm_two(a, ASM_SHL, WS(0), 0, IMM(5), ASM_DWORD);
	asm_mask(a, rom_reg(CG_SPLL_FUNC_CNTL), 0, 0xf01f, WS(0), ASM_WORD0);
	wait_for(a, CG_SPLL_STATUS, 0, SPLL_CHG_STATUS, LOCKED);
	asm_op8(a, ASM_DELAY_US, 50);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

/* The target is in 10 kHz; the parameter of the called table follows it. */
static void set_engine_clock(struct asm_image *a)
{
	asm_command(a, SET_ENGINE_CLOCK, 0, 4);
	asm_two(a, ASM_AND, rom_reg(BIOS_SCRATCH(12)), 0, IMM(0xff), ASM_BYTE0);
	asm_move(a, PS(1), PS(0));
	asm_op8(a, ASM_CALL_TABLE, CLOCK_SOURCE);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

/* Above 400 MHz a bit is set; the lock takes some time. */
static void set_memory_clock(struct asm_image *a, const struct model_chip *chip, u32 board)
{
	enum { LOW, LOCKED };

	asm_command(a, SET_MEMORY_CLOCK, 8, 4);
	/* As real tables do: the CPU has no VRAM until the end. */
	if (board & MODEL_BOARD_STATES)
		asm_move(a, rom_reg(BIF_FB_EN), IMM(0));
	asm_move(a, WS(0), PS(0));
	asm_two(a, ASM_DIV, WS(0), 0, IMM(model_reference(chip)), ASM_DWORD);
	asm_move(a, WS(0), WS(0x40));
	asm_two(a, ASM_MOVE, WS(0), 2, WS(0x41), ASM_WORD0);
	asm_two(a, ASM_COMPARE, PS(0), 0, IMM(40000), ASM_DWORD);
	asm_jump(a, ASM_JUMP_BELOW, LOW);
	asm_two(a, ASM_OR, WS(0), 0, IMM(0x100), ASM_WORD0);
	asm_label(a, LOW);
	asm_move(a, rom_reg(MPLL_FUNC_CNTL), WS(0));
	wait_for(a, MPLL_STATUS, 0, MPLL_CHG_STATUS, LOCKED);
	asm_op8(a, ASM_DELAY_US, 20);
	asm_two(a, ASM_OR, rom_reg(BIOS_SCRATCH(13)), 0, IMM(1), ASM_BYTE0);
	if (board & MODEL_BOARD_STATES)
		asm_move(a, rom_reg(BIF_FB_EN), IMM(3));
	asm_op(a, ASM_EOT);
	rom_data_block(a);
	asm_end(a);
}

/* Revision 1.2: the type of the voltage in bits 7:0, mV in bits 31:16; the pins count levels. */
static void set_voltage(struct asm_image *a)
{
	enum { OTHER };
	enum { VDDC = 1 };

	asm_command(a, SET_VOLTAGE, 8, 4);
	asm_content(a, 2);
	asm_two(a, ASM_COMPARE, PS(0), 0, IMM(VDDC), ASM_WORD0);
	asm_jump(a, ASM_JUMP_NOT_EQUAL, OTHER);
	asm_move(a, WS(0), PS(0));
	asm_two(a, ASM_SHR, WS(0), 0, IMM(16), ASM_DWORD);
	asm_two(a, ASM_SUB, WS(0), 0, IMM(LEVEL_MV), ASM_DWORD);
	asm_two(a, ASM_DIV, WS(0), 0, IMM(LEVEL_STEP_MV), ASM_DWORD);
	asm_two(a, ASM_OR, rom_reg(VOLTAGE_PINS_MASK), 0, IMM(VOLTAGE_PINS_ALL), ASM_BYTE0);
	asm_two(a, ASM_MOVE, rom_reg(VOLTAGE_PINS), 0, WS(0x40), ASM_BYTE0);
	asm_op8(a, ASM_DELAY_US, 50);
	asm_label(a, OTHER);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

static void memory_controller_init(struct asm_image *a, const struct model_chip *chip)
{
	enum { POLL, IDLE, EIGHT, BANKS_DONE };
	u32 location = r600_chip(chip)->r7xx ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION;
	u32 ramcfg = r600_chip(chip)->r7xx ? R7_RAMCFG : R6_RAMCFG;
	u32 citf = r600_chip(chip)->r7xx ? R7_CITF_CNTL : R6_CITF_CNTL;

	asm_command(a, MEMORY_CONTROLLER_INIT, 16, 0);
	asm_two(a, ASM_MOVE, WS(0), 0, IMM(100), ASM_BYTE0);
	asm_label(a, POLL);
	asm_two(a, ASM_TEST, rom_reg(SRBM_STATUS), 0, IMM(SRBM_MC_BUSY), ASM_WORD0);
	asm_jump(a, ASM_JUMP_EQUAL, IDLE);
	asm_op8(a, ASM_DELAY_US, 10);
	asm_two(a, ASM_SUB, WS(0), 0, IMM(1), ASM_BYTE0);
	asm_two(a, ASM_COMPARE, WS(0), 0, IMM(0), ASM_BYTE0);
	asm_jump(a, ASM_JUMP_ABOVE, POLL);
	asm_label(a, IDLE);

	/* A register of the memory controller behind its index. */
	asm_two(a, ASM_OR, MC(MC_REG), 1, IMM(0x40), ASM_BYTE0);

	/* Store the strap in the scratch memory of the tables; no driver reads it. */
	asm_two(a, ASM_MOVE, WS(1), 0, rom_reg(ramcfg), ASM_BYTE0);
	asm_two(a, ASM_AND, WS(1), 0, IMM(1), ASM_BYTE0);
	asm_source(a, ASM_SWITCH, WS(1), ASM_BYTE0);
	asm_case(a, ASM_BYTE0, 1, EIGHT);
	asm_case_end(a);
	asm_move(a, FB(0), IMM(4));
	asm_jump(a, ASM_JUMP, BANKS_DONE);
	asm_label(a, EIGHT);
	asm_move(a, FB(0), IMM(8));
	asm_label(a, BANKS_DONE);
	asm_two(a, ASM_MOVE, rom_reg(BIOS_SCRATCH(1)), 2, FB(0), ASM_BYTE0);

	asm_op8(a, ASM_SET_DATA_BLOCK, VRAM_INFO);
	asm_move(a, WS(2), ID(4));
	asm_two(a, ASM_SHR, WS(2), 0, IMM(4), ASM_DWORD);
	asm_two(a, ASM_ADD, WS(2), 0, IMM(FB_START - 1), ASM_DWORD);
	asm_shift(a, ASM_SHIFT_LEFT, WS(2), ASM_DWORD, 16);
	asm_two(a, ASM_MOVE, WS(2), 0, IMM(FB_START), ASM_WORD0);
	/* The in-tree driver posts a card again after a reset, when memory is in use. */
	asm_move(a, rom_reg(BIF_FB_EN), IMM(0));
	asm_two(a, ASM_OR, rom_reg(citf), 0, IMM(BLACKOUT_MASK), ASM_BYTE0);
	asm_move(a, rom_reg(location), WS(2));
	asm_two(a, ASM_AND, rom_reg(citf), 0, IMM((u8)~BLACKOUT_MASK), ASM_BYTE0);
	asm_move(a, WS(3), ID(4));
	asm_shift(a, ASM_SHIFT_LEFT, WS(3), ASM_DWORD, 20);
	asm_move(a, rom_reg(CONFIG_MEMSIZE), WS(3));
	asm_move(a, rom_reg(BIF_FB_EN), IMM(3));
	asm_op(a, ASM_EOT);
	rom_data_block(a);
	asm_end(a);
}

static void asic_init(struct asm_image *a, const struct model_chip *chip)
{
	asm_command(a, ASIC_INIT, 0, 8);
	asm_op8(a, ASM_CALL_TABLE, ASIC_REGISTERS_INIT);
	/* The parameters of a called table follow the caller's parameters. */
	asm_move(a, PS(2), PS(0));
	asm_op8(a, ASM_CALL_TABLE, CLOCK_SOURCE);
	if (!chip->igp) {
		asm_move(a, PS(2), PS(1));
		asm_op8(a, ASM_CALL_TABLE, SET_MEMORY_CLOCK);
		asm_op16(a, ASM_SET_ATI_PORT, PCIE_PORT);
		asm_two(a, ASM_OR, REG(0xa0), 1, IMM(0x80), ASM_BYTE0);
		asm_op16(a, ASM_SET_ATI_PORT, 0);
	}
	asm_op8(a, ASM_DELAY_MS, 2);
	asm_op8(a, ASM_CALL_TABLE, MEMORY_CONTROLLER_INIT);
	asm_two(a, ASM_OR, rom_reg(BIOS_SCRATCH(7)), 0, IMM(INIT_COMPLETE), ASM_WORD0);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

static u8 thermal_controller(const struct model_chip *chip, u32 board)
{
	if (chip->igp)
		return 0;
	if (board & MODEL_BOARD_GPIO_THERMAL)
		return THERMAL_EXTERNAL_GPIO;
	return r600_chip(chip)->r7xx ? THERMAL_RV770 : THERMAL_RV6XX;
}

/* Clock info: an engine clock and a memory clock of 24 bits, and others; 16 bytes. */
static void clock_info(struct asm_image *a, const struct model_chip *chip, u32 sclk, u32 mclk, u32 mv)
{
	asm_16(a, sclk);
	asm_8(a, sclk >> 16);
	asm_16(a, chip->igp ? sclk : mclk);
	asm_8(a, (chip->igp ? sclk : mclk) >> 16);
	asm_16(a, chip->igp ? mclk : mv);
	asm_16(a, chip->igp ? mclk >> 16 : 0);
	asm_16(a, 0);
	asm_32(a, 0);
}

/* PowerPlayInfo 4.1.  Most boards have a power state with the default clocks, and one with lower clocks. */
static void powerplay_info(struct asm_image *a, const struct model_chip *chip, u32 board)
{
	enum { HEAD = 37, STATE = 2, CLOCK = 16, NONCLOCK = 24 };
	static const struct rom_state usual[] = {
		{ 0x0008, SCLK_10KHZ, MCLK_10KHZ, BOOT_MV },
		{ 0, LOW_SCLK_10KHZ, LOW_MCLK_10KHZ, BOOT_MV },
	};
	const struct rom_state *states = board & MODEL_BOARD_STATES ? rom_states : usual;
	u32 n = board & MODEL_BOARD_STATES ? ROM_STATES : 2;

	asm_data(a, POWERPLAY_INFO, 4, 1);
	asm_8(a, 1);
	asm_8(a, n);
	asm_8(a, STATE);
	asm_8(a, CLOCK);
	asm_8(a, NONCLOCK);
	asm_16(a, HEAD);
	asm_16(a, HEAD + n * STATE);
	asm_16(a, HEAD + n * (STATE + CLOCK));
	asm_16(a, 0);
	asm_16(a, 0);
	asm_16(a, HEAD);
	asm_32(a, 0);
	asm_8(a, thermal_controller(chip, board));
	for (u32 i = 26; i < HEAD; i++)
		asm_8(a, 0);
	for (u32 i = 0; i < n; i++) {
		asm_8(a, i);		/* other info */
		asm_8(a, i);		/* clock info */
	}
	for (u32 i = 0; i < n; i++)
		clock_info(a, chip, states[i].sclk, states[i].mclk, states[i].mv);
	for (u32 i = 0; i < n; i++) {
		asm_16(a, states[i].class);
		for (u32 j = 2; j < NONCLOCK; j++)
			asm_8(a, 0);
	}
	asm_end(a);
}

/* One VGA connector with the first DAC: radeon.ko selects power states only on a card with connectors. */
static void supported_devices_info(struct asm_image *a)
{
	enum { CRT1 = 1 << 0, VGA_OF_DAC1 = 0x11, DEVICES = 10 };

	asm_data(a, SUPPORTED_DEVICES_INFO, 1, 1);
	asm_16(a, CRT1);
	for (u32 i = 0; i < DEVICES; i++)
		asm_16(a, i ? 0 : VGA_OF_DAC1);
	asm_end(a);
}

void r600_rom(struct asm_image *a, const struct model_chip *chip, u64 vram_size, u32 board)
{
	rom_ports(a, PCIE_PORT_INDEX, PCIE_PORT_DATA);
	rom_list(a, BIOS_0_SCRATCH);
	rom_vram_info(a, vram_size);
	asic_init(a, chip);
	rom_registers_init(a);
	clock_source(a, chip);
	memory_controller_init(a, chip);
	set_engine_clock(a);
	set_memory_clock(a, chip, board);
	if (board & MODEL_BOARD_STATES) {
		set_voltage(a);
		rom_voltage_info(a);
		supported_devices_info(a);
	}
	rom_get_clock(a, GET_ENGINE_CLOCK, rom_reg(CG_SPLL_FUNC_CNTL), 0xfe0, 5, model_reference(chip));
	rom_get_clock(a, GET_MEMORY_CLOCK, rom_reg(MPLL_FUNC_CNTL), 0xff, 0, model_reference(chip));
	powerplay_info(a, chip, board);
}
