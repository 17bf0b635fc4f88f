// SPDX-License-Identifier: GPL-2.0
/*
 * The assembler: bytes in their order in an image.
 */
#include <assert.h>
#include <string.h>

#include "asm.h"

#define PCIR		0x60
#define HEADER		0x80
#define MESSAGE		0xb0
#define COMMANDS	0x100
#define NCOMMANDS	81
#define DATA		0x1b0
#define NDATA		34
#define TABLES		0x200

void asm_8(struct asm_image *a, uint32_t value)
{
	assert(a->pos < a->size);
	a->bytes[a->pos++] = (uint8_t)value;
}

void asm_16(struct asm_image *a, uint32_t value)
{
	asm_8(a, value);
	asm_8(a, value >> 8);
}

void asm_32(struct asm_image *a, uint32_t value)
{
	asm_16(a, value);
	asm_16(a, value >> 16);
}

void asm_put16(struct asm_image *a, uint32_t pos, uint32_t value)
{
	assert(pos + 2 <= a->size);
	a->bytes[pos] = (uint8_t)value;
	a->bytes[pos + 1] = (uint8_t)(value >> 8);
}

void asm_open(struct asm_image *a, uint32_t size, uint16_t device, const char *message)
{
	assert(size <= ASM_IMAGE && size % 512 == 0 && size >= 1024);
	assert(strlen(message) < COMMANDS - MESSAGE);
	memset(a, 0, sizeof(*a));
	a->size = size;
	asm_put16(a, 0, 0xaa55);
	a->bytes[2] = (uint8_t)(size / 512);
	a->bytes[3] = 0xcb;			/* a PC that runs it gets a far return */
	asm_put16(a, 0x18, PCIR);
	memcpy(a->bytes + PCIR, "PCIR", 4);
	asm_put16(a, PCIR + 4, 0x1002);
	asm_put16(a, PCIR + 6, device);
	asm_put16(a, PCIR + 10, 24);
	a->bytes[PCIR + 15] = 3;		/* a display controller */
	asm_put16(a, PCIR + 16, size / 512);
	a->bytes[PCIR + 21] = 0x80;		/* the last image */
	memcpy(a->bytes + 0x30, " 761295520", 10);
	asm_put16(a, 0x48, HEADER);
	asm_put16(a, HEADER, 0x24);
	a->bytes[HEADER + 2] = 1;
	a->bytes[HEADER + 3] = 1;
	memcpy(a->bytes + HEADER + 4, "ATOM", 4);
	asm_put16(a, HEADER + 0x10, MESSAGE);
	asm_put16(a, HEADER + 0x1e, COMMANDS);
	asm_put16(a, HEADER + 0x20, DATA);
	strcpy((char *)a->bytes + MESSAGE, message);
	asm_put16(a, COMMANDS, 4 + 2 * NCOMMANDS);
	a->bytes[COMMANDS + 2] = 1;
	a->bytes[COMMANDS + 3] = 1;
	asm_put16(a, DATA, 4 + 2 * NDATA);
	a->bytes[DATA + 2] = 1;
	a->bytes[DATA + 3] = 1;
	a->commands = COMMANDS;
	a->data = DATA;
	a->pos = TABLES;
}

void asm_not_last(struct asm_image *a)
{
	a->bytes[PCIR + 21] = 0;
}

void asm_close(struct asm_image *a)
{
	uint8_t sum = 0;

	for (uint32_t i = 0; i < a->size - 1; i++)
		sum += a->bytes[i];
	a->bytes[a->size - 1] = (uint8_t)-sum;
}

static void open_table(struct asm_image *a, uint32_t entry, uint8_t format, uint8_t content)
{
	a->table = a->pos;
	a->nfixups = 0;
	memset(a->label, 0, sizeof(a->label));
	asm_put16(a, entry, a->table);
	asm_16(a, 0);
	asm_8(a, format);
	asm_8(a, content);
}

void asm_command(struct asm_image *a, unsigned int number, uint8_t ws, uint8_t ps_bytes)
{
	open_table(a, a->commands + 4 + 2 * number, 1, 1);
	asm_8(a, ws);
	asm_8(a, ps_bytes);
}

void asm_content(struct asm_image *a, uint8_t content)
{
	a->bytes[a->table + 3] = content;
}

void asm_data(struct asm_image *a, unsigned int number, uint8_t format, uint8_t content)
{
	open_table(a, a->data + 4 + 2 * number, format, content);
}

void asm_end(struct asm_image *a)
{
	for (uint32_t i = 0; i < a->nfixups; i++) {
		assert(a->label[a->fixup[i].label]);
		asm_put16(a, a->fixup[i].pos, a->label[a->fixup[i].label] - a->table);
	}
	a->nfixups = 0;
	asm_put16(a, a->table, a->pos - a->table);
}

void asm_firmware_info(struct asm_image *a, const struct asm_firmware *f)
{
	asm_data(a, 4, 1, 4);
	asm_32(a, 0x01020304);			/* firmware revision */
	asm_32(a, f->sclk);
	asm_32(a, f->mclk);
	asm_32(a, 0);				/* what a driver is to set */
	asm_32(a, 0);
	asm_32(a, 120000);			/* highest PLL outputs: engine, memory, pixel */
	asm_32(a, 120000);
	asm_32(a, 120000);
	asm_32(a, f->max_sclk);
	asm_32(a, f->max_mclk);
	asm_16(a, 0);
	asm_16(a, f->vddc);
	asm_32(a, 0);
	asm_32(a, 0);
	asm_32(a, 60000);			/* lowest pixel PLL output */
	asm_16(a, 100);				/* PLL inputs and outputs */
	asm_16(a, 1350);
	asm_16(a, 60000);
	asm_16(a, 100);
	asm_16(a, 1350);
	asm_16(a, 60000);
	asm_16(a, 40000);
	asm_16(a, 100);
	asm_16(a, 1350);
	asm_16(a, 0);
	asm_16(a, 0);				/* flags, at 80 */
	asm_16(a, f->reference);
	while (a->pos - a->table < 96)
		asm_8(a, 0);
	asm_end(a);
}

/* ---- instructions ---- */

static uint32_t opcode(enum asm_op op, enum asm_place place)
{
	static const uint8_t order[] = {
		[ASM_REG] = 0, [ASM_PS] = 1, [ASM_WS] = 2, [ASM_FB] = 3, [ASM_PLL] = 4, [ASM_MC] = 5,
	};

	assert(place != ASM_ID && place != ASM_IMM);
	return op + order[place];
}

static void immediate(struct asm_image *a, uint32_t value, enum asm_part part)
{
	if (part == ASM_DWORD)
		asm_32(a, value);
	else if (part <= ASM_WORD16)
		asm_16(a, value);
	else
		asm_8(a, value);
}

static void operand(struct asm_image *a, struct asm_operand o, enum asm_part part)
{
	if (o.place == ASM_IMM)
		immediate(a, o.value, part);
	else if (o.place == ASM_REG || o.place == ASM_ID)
		asm_16(a, o.value);
	else
		asm_8(a, o.value);
}

void asm_two(struct asm_image *a, enum asm_op op, struct asm_operand dst, unsigned int place,
	     struct asm_operand src, enum asm_part part)
{
	asm_8(a, opcode(op, dst.place));
	asm_8(a, src.place | part << 3 | place << 6);
	operand(a, dst, part);
	operand(a, src, part);
}

void asm_mask(struct asm_image *a, struct asm_operand dst, unsigned int place, uint32_t mask,
	      struct asm_operand src, enum asm_part part)
{
	asm_8(a, opcode(ASM_MASK, dst.place));
	asm_8(a, src.place | part << 3 | place << 6);
	operand(a, dst, part);
	immediate(a, mask, part);
	operand(a, src, part);
}

void asm_shift(struct asm_image *a, enum asm_op op, struct asm_operand dst, enum asm_part part,
	       uint8_t count)
{
	asm_8(a, opcode(op, dst.place));
	asm_8(a, part << 3);
	operand(a, dst, part);
	asm_8(a, count);
}

void asm_clear(struct asm_image *a, struct asm_operand dst, enum asm_part part)
{
	asm_8(a, opcode(ASM_CLEAR, dst.place));
	asm_8(a, part << 3);
	operand(a, dst, part);
}

void asm_source(struct asm_image *a, enum asm_op op, struct asm_operand src, enum asm_part part)
{
	asm_8(a, op);
	asm_8(a, src.place | part << 3);
	operand(a, src, part);
}

void asm_op(struct asm_image *a, enum asm_op op)
{
	asm_8(a, op);
}

void asm_op8(struct asm_image *a, enum asm_op op, uint32_t value)
{
	asm_8(a, op);
	asm_8(a, value);
}

void asm_op16(struct asm_image *a, enum asm_op op, uint32_t value)
{
	asm_8(a, op);
	asm_16(a, value);
}

static void to_label(struct asm_image *a, unsigned int label)
{
	assert(a->nfixups < ASM_FIXUPS && label < ASM_LABELS);
	a->fixup[a->nfixups].pos = a->pos;
	a->fixup[a->nfixups++].label = label;
	asm_16(a, 0);
}

void asm_jump(struct asm_image *a, enum asm_op op, unsigned int label)
{
	asm_8(a, op);
	to_label(a, label);
}

void asm_label(struct asm_image *a, unsigned int label)
{
	assert(label < ASM_LABELS);
	a->label[label] = a->pos;
}

void asm_case(struct asm_image *a, enum asm_part part, uint32_t value, unsigned int label)
{
	asm_8(a, 'c');
	immediate(a, value, part);
	to_label(a, label);
}

void asm_case_end(struct asm_image *a)
{
	asm_16(a, 0x5a5a);
}

void asm_move(struct asm_image *a, struct asm_operand dst, struct asm_operand src)
{
	asm_two(a, ASM_MOVE, dst, 0, src, ASM_DWORD);
}

/* ---- indirect access ---- */

void asm_method(struct asm_image *a, uint8_t number)
{
	asm_8(a, 1);
	asm_8(a, number);
}

void asm_method_reg(struct asm_image *a, bool write, uint16_t reg)
{
	asm_8(a, write ? 3 : 2);
	asm_16(a, reg);
}

void asm_method_bits(struct asm_image *a, bool set, uint8_t count, uint8_t shift)
{
	asm_8(a, set ? 5 : 4);
	asm_8(a, count);
	asm_8(a, shift);
}

void asm_method_move(struct asm_image *a, enum asm_from from, uint8_t count, uint8_t shift,
		     uint8_t place)
{
	asm_8(a, from);
	asm_8(a, count);
	asm_8(a, shift);
	asm_8(a, place);
}

/* Two unused bytes follow the end. */
void asm_method_end(struct asm_image *a)
{
	asm_8(a, 9);
	asm_16(a, 0);
}
