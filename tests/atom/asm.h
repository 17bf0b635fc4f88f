/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An assembler for images of an ATOM BIOS: headers, lists, tables, indirect access
 * programs, and the instructions of command tables.
 *
 * It implements AMD's description of the format and shares no code with the tested parser.
 * It does not check its arguments, so that tests can make broken images; only a table that
 * does not fit into the image is a bug of the caller.
 */
#ifndef ATOM_ASM_H
#define ATOM_ASM_H

#include <stdint.h>
#include <stdbool.h>

#define ASM_IMAGE	0x10000u
#define ASM_LABELS	64
#define ASM_FIXUPS	256

/* Opcodes with a destination: the first of six, in the order REG PS WS FB PLL MC. */
enum asm_op {
	ASM_MOVE = 1, ASM_AND = 7, ASM_OR = 13, ASM_SHIFT_LEFT = 19, ASM_SHIFT_RIGHT = 25,
	ASM_MUL = 31, ASM_DIV = 37, ASM_ADD = 43, ASM_SUB = 49,
	ASM_SET_ATI_PORT = 55, ASM_SET_PCI_PORT = 56, ASM_SET_SYS_IO_PORT = 57,
	ASM_SET_REG_BLOCK = 58, ASM_SET_FB_BASE = 59, ASM_COMPARE = 60, ASM_SWITCH = 66,
	ASM_JUMP = 67, ASM_JUMP_EQUAL = 68, ASM_JUMP_BELOW = 69, ASM_JUMP_ABOVE = 70,
	ASM_JUMP_BELOW_OR_EQUAL = 71, ASM_JUMP_ABOVE_OR_EQUAL = 72, ASM_JUMP_NOT_EQUAL = 73,
	ASM_TEST = 74, ASM_DELAY_MS = 80, ASM_DELAY_US = 81, ASM_CALL_TABLE = 82,
	ASM_REPEAT = 83, ASM_CLEAR = 84, ASM_NOP = 90, ASM_EOT = 91, ASM_MASK = 92,
	ASM_POST_CARD = 98, ASM_BEEP = 99, ASM_SAVE_REG = 100, ASM_RESTORE_REG = 101,
	ASM_SET_DATA_BLOCK = 102, ASM_XOR = 103, ASM_SHL = 109, ASM_SHR = 115, ASM_DEBUG = 121,
	ASM_DATA = 122,
};

/* Places of operands, numbered as in the attribute byte. */
enum asm_place {
	ASM_REG, ASM_PS, ASM_WS, ASM_FB, ASM_ID, ASM_IMM, ASM_PLL, ASM_MC,
};

/* Parts of a dword, numbered as in the attribute byte. */
enum asm_part {
	ASM_DWORD, ASM_WORD0, ASM_WORD8, ASM_WORD16, ASM_BYTE0, ASM_BYTE8, ASM_BYTE16, ASM_BYTE24,
};

struct asm_operand {
	enum asm_place place;
	uint32_t value;
};

#define REG(n)	((struct asm_operand){ ASM_REG, (n) })
#define PS(n)	((struct asm_operand){ ASM_PS, (n) })
#define WS(n)	((struct asm_operand){ ASM_WS, (n) })
#define FB(n)	((struct asm_operand){ ASM_FB, (n) })
#define ID(n)	((struct asm_operand){ ASM_ID, (n) })
#define IMM(n)	((struct asm_operand){ ASM_IMM, (n) })
#define PLL(n)	((struct asm_operand){ ASM_PLL, (n) })
#define MC(n)	((struct asm_operand){ ASM_MC, (n) })

struct asm_image {
	uint8_t bytes[ASM_IMAGE];
	uint32_t size;			/* bytes of the whole image */
	uint32_t pos;			/* position of the next byte */
	uint32_t table;			/* the open table */
	uint32_t commands, data;	/* the lists */
	uint32_t label[ASM_LABELS];
	struct {
		uint32_t pos;
		uint32_t label;
	} fixup[ASM_FIXUPS];
	uint32_t nfixups;
};

/* The image: headers, both lists, FirmwareInfo; then tables; then the checksum. */
void asm_open(struct asm_image *a, uint32_t size, uint16_t device, const char *message);
/* Another image follows in the ROM. */
void asm_not_last(struct asm_image *a);
void asm_close(struct asm_image *a);

/* FirmwareInfo 1.4; clocks in 10 kHz, the core's voltage in mV. */
struct asm_firmware {
	uint32_t sclk, mclk;
	uint32_t max_sclk, max_mclk;
	uint16_t reference;
	uint16_t vddc;
};

void asm_firmware_info(struct asm_image *a, const struct asm_firmware *f);

void asm_command(struct asm_image *a, unsigned int number, uint8_t ws, uint8_t ps_bytes);
void asm_data(struct asm_image *a, unsigned int number, uint8_t format, uint8_t content);
/* The content revision of the open table. */
void asm_content(struct asm_image *a, uint8_t content);
/* End a table: fill in labels and the size. */
void asm_end(struct asm_image *a);

/* Bytes. */
void asm_8(struct asm_image *a, uint32_t value);
void asm_16(struct asm_image *a, uint32_t value);
void asm_32(struct asm_image *a, uint32_t value);
void asm_put16(struct asm_image *a, uint32_t pos, uint32_t value);

/* Instructions.  @part is the source's; @place numbers the destination's parts of that size. */
void asm_two(struct asm_image *a, enum asm_op op, struct asm_operand dst, unsigned int place,
	     struct asm_operand src, enum asm_part part);
void asm_mask(struct asm_image *a, struct asm_operand dst, unsigned int place, uint32_t mask,
	      struct asm_operand src, enum asm_part part);
void asm_shift(struct asm_image *a, enum asm_op op, struct asm_operand dst, enum asm_part part,
	       uint8_t count);
void asm_clear(struct asm_image *a, struct asm_operand dst, enum asm_part part);
void asm_source(struct asm_image *a, enum asm_op op, struct asm_operand src, enum asm_part part);
void asm_op(struct asm_image *a, enum asm_op op);
void asm_op8(struct asm_image *a, enum asm_op op, uint32_t value);
void asm_op16(struct asm_image *a, enum asm_op op, uint32_t value);
void asm_jump(struct asm_image *a, enum asm_op op, unsigned int label);
void asm_label(struct asm_image *a, unsigned int label);
/* After asm_source(ASM_SWITCH): cases of the source's size, and their end. */
void asm_case(struct asm_image *a, enum asm_part part, uint32_t value, unsigned int label);
void asm_case_end(struct asm_image *a);

/* dst = src, both whole dwords. */
void asm_move(struct asm_image *a, struct asm_operand dst, struct asm_operand src);

/* Indirect access: programs inside of data table 23, each from start to end. */
void asm_method(struct asm_image *a, uint8_t number);
void asm_method_reg(struct asm_image *a, bool write, uint16_t reg);
void asm_method_bits(struct asm_image *a, bool set, uint8_t count, uint8_t shift);
enum asm_from { ASM_FROM_INDEX = 6, ASM_FROM_ATTRIBUTE = 7, ASM_FROM_DATA = 8 };
void asm_method_move(struct asm_image *a, enum asm_from from, uint8_t count, uint8_t shift,
		     uint8_t place);
void asm_method_end(struct asm_image *a);

#endif /* ATOM_ASM_H */
