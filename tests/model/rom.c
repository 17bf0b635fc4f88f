// SPDX-License-Identifier: GPL-2.0
/*
 * The expansion ROM: an ATOM BIOS that can post the card, inside a valid PCI option ROM of 64
 * KiB, and behind it an image for EFI.
 *
 * PC firmware may run the image: its entry point returns immediately.  ASIC_Init resembles
 * that of real images: it calls tables, walks a list of registers in a data table, polls
 * with delays, accesses PCI Express registers through a port's access programs, and computes
 * register values from a strap and a data table.  The setup of the memory controller comes
 * last, so the card has no memory if a driver skips any step.
 */
#include <string.h>

#include "../atom/asm.h"
#include "model.h"
#include "model_regs.h"

#define XTAL_10KHZ	2700
#define SCLK_10KHZ	60000
#define MCLK_10KHZ	50000

/* Command tables. */
#define ASIC_INIT		0
#define ASIC_REGISTERS_INIT	2
#define MEMORY_CONTROLLER_INIT	5
#define SET_ENGINE_CLOCK	10
#define SET_MEMORY_CLOCK	11
#define CLOCK_SOURCE		71

/* Data tables. */
#define POWERPLAY_INFO		15
#define INDIRECT_IO		23
#define MC_INIT_PARAMETER	24
#define VRAM_INFO		28

#define THERMAL_RV6XX		0x07
#define THERMAL_RV770		0x08
#define THERMAL_EXTERNAL_GPIO	0x0b
#define LOW_SCLK_10KHZ		11000	/* of the lower power state */
#define LOW_MCLK_10KHZ		20000

#define PCIE_PORT		4
#define LIST_END		0xffff
#define MC_REG			0x21
#define FB_START		0x40u		/* in 16 MiB */
#define BIOS_SCRATCH(n)		(BIOS_0_SCRATCH + 4 * (n))
#define INIT_COMPLETE		0x200		/* of BIOS_7_SCRATCH */

static struct asm_operand reg(u32 offset)
{
	return REG(offset / 4);
}

/* Wait for a bit as real tables do: without a delay and without a limit. */
static void wait_for(struct asm_image *a, u32 offset, unsigned int place, u8 bit, unsigned int label)
{
	asm_label(a, label);
	asm_two(a, ASM_TEST, reg(offset), place, IMM(bit), ASM_BYTE0);
	asm_jump(a, ASM_JUMP_EQUAL, label);
}

/* The data of a table, behind its end. */
static void data_block(struct asm_image *a)
{
	static const u8 bytes[] = { 0x00, 0x53, 0xff, 0x38, 0x80, 0x01, 0x7a };

	asm_op16(a, ASM_DATA, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		asm_8(a, bytes[i]);
}

/* Registers of the port behind PCI Express: an index register and a data register. */
static void ports(struct asm_image *a)
{
	asm_data(a, INDIRECT_IO, 1, 1);
	asm_method(a, PCIE_PORT);
	asm_method_bits(a, false, 32, 0);
	asm_method_move(a, ASM_FROM_INDEX, 8, 0, 0);
	asm_method_reg(a, true, PCIE_PORT_INDEX / 4);
	asm_method_reg(a, false, PCIE_PORT_DATA / 4);
	asm_method_end(a);
	asm_method(a, 0x80 | PCIE_PORT);
	asm_method_bits(a, false, 32, 0);
	asm_method_move(a, ASM_FROM_INDEX, 8, 0, 0);
	asm_method_reg(a, true, PCIE_PORT_INDEX / 4);
	asm_method_move(a, ASM_FROM_DATA, 32, 0, 0);
	asm_method_reg(a, true, PCIE_PORT_DATA / 4);
	asm_method_end(a);
	asm_8(a, 0);
	asm_end(a);
}

/* Register, mask of the bits that stay, bits to set; up to LIST_END. */
static void list(struct asm_image *a)
{
	static const struct {
		u32 reg, keep, add;
	} rows[] = {
		{ BIOS_SCRATCH(4), 0xffff0000, 0x00001234 },
		{ BIOS_SCRATCH(5), 0x00000000, 0x5a5a0001 },
		{ BIOS_SCRATCH(4), 0xffffff00, 0x00000056 },
	};

	asm_data(a, MC_INIT_PARAMETER, 1, 1);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		asm_16(a, rows[i].reg / 4);
		asm_32(a, rows[i].keep);
		asm_32(a, rows[i].add);
	}
	asm_16(a, LIST_END);
	asm_end(a);
}

static u8 thermal_controller(const struct model_chip *chip, u32 board)
{
	if (chip->igp)
		return 0;
	if (board & MODEL_BOARD_GPIO_THERMAL)
		return THERMAL_EXTERNAL_GPIO;
	return chip->r7xx ? THERMAL_RV770 : THERMAL_RV6XX;
}

/* Clock info: an engine clock and a memory clock of 24 bits, and others; 16 bytes. */
static void clock_info(struct asm_image *a, const struct model_chip *chip, u32 sclk, u32 mclk)
{
	asm_16(a, sclk);
	asm_8(a, sclk >> 16);
	asm_16(a, chip->igp ? sclk : mclk);
	asm_8(a, (chip->igp ? sclk : mclk) >> 16);
	asm_16(a, chip->igp ? mclk : 1100);
	asm_16(a, chip->igp ? mclk >> 16 : 0);
	asm_16(a, 0);
	asm_32(a, 0);
}

/* PowerPlayInfo 4.1: a power state with the default clocks, and one with lower clocks. */
static void powerplay_info(struct asm_image *a, const struct model_chip *chip, u32 board)
{
	enum { HEAD = 37, STATE = 2, CLOCK = 16, NONCLOCK = 24 };

	asm_data(a, POWERPLAY_INFO, 4, 1);
	asm_8(a, 1);
	asm_8(a, 2);			/* states */
	asm_8(a, STATE);
	asm_8(a, CLOCK);
	asm_8(a, NONCLOCK);
	asm_16(a, HEAD);
	asm_16(a, HEAD + 2 * STATE);
	asm_16(a, HEAD + 2 * STATE + 2 * CLOCK);
	asm_16(a, 0);
	asm_16(a, 0);
	asm_16(a, HEAD);
	asm_32(a, 0);
	asm_8(a, thermal_controller(chip, board));
	for (u32 i = 26; i < HEAD; i++)
		asm_8(a, 0);
	for (u32 i = 0; i < 2; i++) {
		asm_8(a, i);		/* other info */
		asm_8(a, i);		/* clock info */
	}
	clock_info(a, chip, SCLK_10KHZ, MCLK_10KHZ);
	clock_info(a, chip, LOW_SCLK_10KHZ, LOW_MCLK_10KHZ);
	for (u32 i = 0; i < 2; i++) {
		asm_16(a, i ? 0 : 0x0008);	/* the first is the state at boot */
		for (u32 j = 2; j < NONCLOCK; j++)
			asm_8(a, 0);
	}
	asm_end(a);
}

static void vram_info(struct asm_image *a, u64 vram_size)
{
	asm_data(a, VRAM_INFO, 1, 3);
	asm_32(a, (u32)(vram_size >> 20));
	asm_end(a);
}

static void registers_init(struct asm_image *a)
{
	enum { ROW, DONE };

	asm_command(a, ASIC_REGISTERS_INIT, 8, 0);
	asm_op8(a, ASM_SET_DATA_BLOCK, MC_INIT_PARAMETER);
	asm_label(a, ROW);
	asm_two(a, ASM_MOVE, WS(0), 0, ID(4), ASM_WORD0);
	asm_two(a, ASM_COMPARE, WS(0), 0, IMM(LIST_END), ASM_WORD0);
	asm_jump(a, ASM_JUMP_EQUAL, DONE);
	asm_two(a, ASM_MOVE, WS(0x48), 0, WS(0), ASM_WORD0);
	asm_move(a, WS(1), REG(0));
	asm_two(a, ASM_AND, WS(1), 0, ID(6), ASM_DWORD);
	asm_two(a, ASM_OR, WS(1), 0, ID(10), ASM_DWORD);
	asm_move(a, REG(0), WS(1));
	asm_two(a, ASM_ADD, WS(0x42), 0, IMM(10), ASM_WORD0);
	asm_jump(a, ASM_JUMP, ROW);
	asm_label(a, DONE);
	asm_op16(a, ASM_SET_REG_BLOCK, 0);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

/* The engine clock as a multiple of the reference clock, which is the caller's parameter. */
static void clock_source(struct asm_image *a)
{
	enum { LOCKED };

	asm_command(a, CLOCK_SOURCE, 8, 0);
	asm_two(a, ASM_DIV, PS(0), 0, IMM(XTAL_10KHZ), ASM_DWORD);
	asm_move(a, WS(0), WS(0x40));
	asm_two(a, ASM_SHL, WS(0), 0, IMM(5), ASM_DWORD);
	asm_mask(a, reg(CG_SPLL_FUNC_CNTL), 0, 0xf01f, WS(0), ASM_WORD0);
	wait_for(a, CG_SPLL_STATUS, 0, SPLL_CHG_STATUS, LOCKED);
	asm_op8(a, ASM_DELAY_US, 50);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

/* The target is in 10 kHz; the parameter of the called table follows it. */
static void set_engine_clock(struct asm_image *a)
{
	asm_command(a, SET_ENGINE_CLOCK, 0, 4);
	asm_two(a, ASM_AND, reg(BIOS_SCRATCH(12)), 0, IMM(0xff), ASM_BYTE0);
	asm_move(a, PS(1), PS(0));
	asm_op8(a, ASM_CALL_TABLE, CLOCK_SOURCE);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

/* Above 400 MHz a bit is set; the lock takes some time. */
static void set_memory_clock(struct asm_image *a)
{
	enum { LOW, LOCKED };

	asm_command(a, SET_MEMORY_CLOCK, 8, 4);
	asm_move(a, WS(0), PS(0));
	asm_two(a, ASM_DIV, WS(0), 0, IMM(XTAL_10KHZ), ASM_DWORD);
	asm_move(a, WS(0), WS(0x40));
	asm_two(a, ASM_COMPARE, PS(0), 0, IMM(40000), ASM_DWORD);
	asm_jump(a, ASM_JUMP_BELOW, LOW);
	asm_two(a, ASM_OR, WS(0), 0, IMM(0x100), ASM_WORD0);
	asm_label(a, LOW);
	asm_move(a, reg(MPLL_FUNC_CNTL), WS(0));
	wait_for(a, MPLL_STATUS, 0, MPLL_CHG_STATUS, LOCKED);
	asm_op8(a, ASM_DELAY_US, 20);
	asm_two(a, ASM_OR, reg(BIOS_SCRATCH(13)), 0, IMM(1), ASM_BYTE0);
	asm_op(a, ASM_EOT);
	data_block(a);
	asm_end(a);
}

static void memory_controller_init(struct asm_image *a, const struct model_chip *chip)
{
	enum { POLL, IDLE, EIGHT, BANKS_DONE };
	u32 location = chip->r7xx ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION;
	u32 ramcfg = chip->r7xx ? R7_RAMCFG : R6_RAMCFG;
	u32 citf = chip->r7xx ? R7_CITF_CNTL : R6_CITF_CNTL;

	asm_command(a, MEMORY_CONTROLLER_INIT, 16, 0);
	asm_two(a, ASM_MOVE, WS(0), 0, IMM(100), ASM_BYTE0);
	asm_label(a, POLL);
	asm_two(a, ASM_TEST, reg(SRBM_STATUS), 0, IMM(SRBM_MC_BUSY), ASM_WORD0);
	asm_jump(a, ASM_JUMP_EQUAL, IDLE);
	asm_op8(a, ASM_DELAY_US, 10);
	asm_two(a, ASM_SUB, WS(0), 0, IMM(1), ASM_BYTE0);
	asm_two(a, ASM_COMPARE, WS(0), 0, IMM(0), ASM_BYTE0);
	asm_jump(a, ASM_JUMP_ABOVE, POLL);
	asm_label(a, IDLE);

	/* A register of the memory controller behind its index. */
	asm_two(a, ASM_OR, MC(MC_REG), 1, IMM(0x40), ASM_BYTE0);

	/* Store the strap in the scratch memory of the tables; no driver reads it. */
	asm_two(a, ASM_MOVE, WS(1), 0, reg(ramcfg), ASM_BYTE0);
	asm_two(a, ASM_AND, WS(1), 0, IMM(1), ASM_BYTE0);
	asm_source(a, ASM_SWITCH, WS(1), ASM_BYTE0);
	asm_case(a, ASM_BYTE0, 1, EIGHT);
	asm_case_end(a);
	asm_move(a, FB(0), IMM(4));
	asm_jump(a, ASM_JUMP, BANKS_DONE);
	asm_label(a, EIGHT);
	asm_move(a, FB(0), IMM(8));
	asm_label(a, BANKS_DONE);
	asm_two(a, ASM_MOVE, reg(BIOS_SCRATCH(1)), 2, FB(0), ASM_BYTE0);

	asm_op8(a, ASM_SET_DATA_BLOCK, VRAM_INFO);
	asm_move(a, WS(2), ID(4));
	asm_two(a, ASM_SHR, WS(2), 0, IMM(4), ASM_DWORD);
	asm_two(a, ASM_ADD, WS(2), 0, IMM(FB_START - 1), ASM_DWORD);
	asm_shift(a, ASM_SHIFT_LEFT, WS(2), ASM_DWORD, 16);
	asm_two(a, ASM_MOVE, WS(2), 0, IMM(FB_START), ASM_WORD0);
	/* The in-tree driver posts a card again after a reset, when memory is in use. */
	asm_move(a, reg(BIF_FB_EN), IMM(0));
	asm_two(a, ASM_OR, reg(citf), 0, IMM(BLACKOUT_MASK), ASM_BYTE0);
	asm_move(a, reg(location), WS(2));
	asm_two(a, ASM_AND, reg(citf), 0, IMM((u8)~BLACKOUT_MASK), ASM_BYTE0);
	asm_move(a, WS(3), ID(4));
	asm_shift(a, ASM_SHIFT_LEFT, WS(3), ASM_DWORD, 20);
	asm_move(a, reg(CONFIG_MEMSIZE), WS(3));
	asm_move(a, reg(BIF_FB_EN), IMM(3));
	asm_op(a, ASM_EOT);
	data_block(a);
	asm_end(a);
}

static void asic_init(struct asm_image *a, const struct model_chip *chip)
{
	asm_command(a, ASIC_INIT, 0, 8);
	asm_op8(a, ASM_CALL_TABLE, ASIC_REGISTERS_INIT);
	/* The parameters of a called table follow those of the caller. */
	asm_move(a, PS(2), PS(0));
	asm_op8(a, ASM_CALL_TABLE, CLOCK_SOURCE);
	if (!chip->igp) {
		asm_op16(a, ASM_SET_ATI_PORT, PCIE_PORT);
		asm_two(a, ASM_OR, REG(0xa0), 1, IMM(0x80), ASM_BYTE0);
		asm_op16(a, ASM_SET_ATI_PORT, 0);
	}
	asm_op8(a, ASM_DELAY_MS, 2);
	asm_op8(a, ASM_CALL_TABLE, MEMORY_CONTROLLER_INIT);
	asm_two(a, ASM_OR, reg(BIOS_SCRATCH(7)), 0, IMM(INIT_COMPLETE), ASM_WORD0);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

/* The second half: an image for another platform, as many cards have one for EFI. */
static void other_image(u8 *rom)
{
	enum { PCIR = 0x1c, BYTES = 1024 };

	memset(rom, 0xff, MODEL_ROM_SIZE - ASM_IMAGE);
	memset(rom, 0, BYTES);
	rom[0] = 0x55;
	rom[1] = 0xaa;
	rom[2] = BYTES / 512;
	rom[0x18] = PCIR;
	memcpy(rom + PCIR, "PCIR", 4);
	rom[PCIR + 4] = 0x02;
	rom[PCIR + 5] = 0x10;
	rom[PCIR + 10] = 24;
	rom[PCIR + 16] = BYTES / 512;
	rom[PCIR + 20] = 3;		/* EFI */
	rom[PCIR + 21] = 0x80;		/* the last image */
}

void model_rom_build(const struct model_chip *chip, u64 vram_size, u32 board, u8 rom[MODEL_ROM_SIZE])
{
	static const struct asm_firmware firmware = {
		.sclk = SCLK_10KHZ, .mclk = MCLK_10KHZ, .max_sclk = SCLK_10KHZ,
		.max_mclk = MCLK_10KHZ, .reference = XTAL_10KHZ,
	};
	static struct asm_image a;
	char message[32] = "MODEL.";

	strncat(message, chip->name, sizeof(message) - strlen(message) - 1);
	asm_open(&a, ASM_IMAGE, chip->device_id, message);
	asm_not_last(&a);
	asm_firmware_info(&a, &firmware);
	ports(&a);
	list(&a);
	vram_info(&a, vram_size);
	asic_init(&a, chip);
	registers_init(&a);
	clock_source(&a);
	memory_controller_init(&a, chip);
	set_engine_clock(&a);
	set_memory_clock(&a);
	powerplay_info(&a, chip, board);
	asm_close(&a);
	memcpy(rom, a.bytes, ASM_IMAGE);
	other_image(rom + ASM_IMAGE);
}
