// SPDX-License-Identifier: GPL-2.0
/*
 * The expansion ROM: an ATOM BIOS that can post the card, inside a valid PCI option ROM of 64
 * KiB, and after it an image for EFI.
 *
 * PC firmware may run the image: its entry point returns immediately.  The generation
 * composes ASIC_Init of its own tables and of these.
 */
#include <string.h>

#include "gen.h"
#include "rom.h"

#define LIST_END	0xffff

const struct rom_state rom_states[ROM_STATES] = {
	{ 0x0008, SCLK_10KHZ, MCLK_10KHZ, BOOT_MV },
	{ 0x0001, 30000, 25000, 900 },
	{ 0x0005, 75000, 60000, 1200 },
	{ 0x0003, 45000, 40000, 1000 },
};

struct asm_operand rom_reg(u32 offset)
{
	return REG(offset / 4);
}

/* The data of a table, after its end. */
void rom_data_block(struct asm_image *a)
{
	static const u8 bytes[] = { 0x00, 0x53, 0xff, 0x38, 0x80, 0x01, 0x7a };

	asm_op16(a, ASM_DATA, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		asm_8(a, bytes[i]);
}

/* Registers of the port behind PCI Express: an index register and a data register. */
void rom_ports(struct asm_image *a, u32 index, u32 data)
{
	asm_data(a, INDIRECT_IO, 1, 1);
	asm_method(a, PCIE_PORT);
	asm_method_bits(a, false, 32, 0);
	asm_method_move(a, ASM_FROM_INDEX, 8, 0, 0);
	asm_method_reg(a, true, index / 4);
	asm_method_reg(a, false, data / 4);
	asm_method_end(a);
	asm_method(a, 0x80 | PCIE_PORT);
	asm_method_bits(a, false, 32, 0);
	asm_method_move(a, ASM_FROM_INDEX, 8, 0, 0);
	asm_method_reg(a, true, index / 4);
	asm_method_move(a, ASM_FROM_DATA, 32, 0, 0);
	asm_method_reg(a, true, data / 4);
	asm_method_end(a);
	asm_8(a, 0);
	asm_end(a);
}

/* Register, mask of the bits that stay, bits to set; up to LIST_END. */
void rom_list(struct asm_image *a, u32 scratch)
{
	const struct {
		u32 reg, keep, add;
	} rows[] = {
		{ scratch + 16, 0xffff0000, 0x00001234 },
		{ scratch + 20, 0x00000000, 0x5a5a0001 },
		{ scratch + 16, 0xffffff00, 0x00000056 },
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

void rom_vram_info(struct asm_image *a, u64 vram_size)
{
	asm_data(a, VRAM_INFO, 1, 3);
	asm_32(a, (u32)(vram_size >> 20));
	asm_end(a);
}

void rom_voltage_info(struct asm_image *a)
{
	enum { VDDC = 1, BYTES = 24 };

	asm_data(a, VOLTAGE_OBJECT_INFO, 1, 1);
	asm_8(a, VDDC);
	asm_8(a, BYTES);
	for (u32 i = 2; i < 18; i++)
		asm_8(a, 0);
	asm_16(a, LEVEL_MV);
	asm_16(a, LEVEL_STEP_MV);
	asm_8(a, LEVELS);
	asm_8(a, 0);
	asm_end(a);
}

void rom_get_clock(struct asm_image *a, unsigned int table, struct asm_operand pll, u32 mask, u32 shift,
		   u32 reference)
{
	asm_command(a, table, 8, 4);
	asm_move(a, WS(0), pll);
	asm_move(a, WS(1), WS(0));
	asm_two(a, ASM_AND, WS(0), 0, IMM(mask), ASM_DWORD);
	asm_two(a, ASM_SHR, WS(0), 0, IMM(shift), ASM_DWORD);
	asm_two(a, ASM_MUL, WS(0), 0, IMM(reference), ASM_DWORD);
	asm_move(a, PS(0), WS(0x40));
	asm_two(a, ASM_SHR, WS(1), 0, IMM(16), ASM_DWORD);
	asm_two(a, ASM_ADD, PS(0), 0, WS(1), ASM_DWORD);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

/* Walk the list. */
void rom_registers_init(struct asm_image *a)
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
	const struct asm_firmware firmware = {
		.sclk = SCLK_10KHZ, .mclk = MCLK_10KHZ, .max_sclk = SCLK_10KHZ + 5000,
		.max_mclk = MCLK_10KHZ + 5000, .reference = model_reference(chip),
		.vddc = board & MODEL_BOARD_STATES ? BOOT_MV : 0,
	};
	static struct asm_image a;
	char message[32] = "MODEL.";

	strncat(message, chip->name, sizeof(message) - strlen(message) - 1);
	asm_open(&a, ASM_IMAGE, chip->device_id, message);
	asm_not_last(&a);
	asm_firmware_info(&a, &firmware);
	chip->gen->rom(&a, chip, vram_size, board);
	asm_close(&a);
	memcpy(rom, a.bytes, ASM_IMAGE);
	other_image(rom + ASM_IMAGE);
}
