// SPDX-License-Identifier: GPL-2.0
/*
 * Images generated from a seed: a few command tables that call each other, data tables,
 * access programs; some images have a few broken bytes.
 */
#include <string.h>

#include "asm.h"
#include "diff.h"

#define SIZE		0x4000u
#define TABLES		6
#define LABELS		16

static uint32_t state;

static uint32_t random32(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state * 0x9e3779b1u >> 3 ^ state;
}

static uint32_t below(uint32_t n)
{
	return random32() % n;
}

static bool once_in(uint32_t n)
{
	return !below(n);
}

struct maker {
	struct asm_image *a;
	uint8_t ws;
	uint32_t labels;		/* of this table */
	uint32_t next;			/* label to be set next */
};

static uint32_t value(void)
{
	switch (below(5)) {
	case 0:
		return below(8);
	case 1:
		return 1u << below(32);
	case 2:
		return 0u - below(8);
	default:
		return random32() ^ random32() << 9;
	}
}

static struct asm_operand workspace(const struct maker *m)
{
	if (once_in(3))
		return WS(0x40 + below(9));
	if (!m->ws || once_in(200))
		return WS(once_in(20) ? below(256) : 0x40 + below(2));
	return WS(below(m->ws < 0x40 ? m->ws : 0x40));
}

static struct asm_operand place(const struct maker *m, bool source)
{
	switch (below(source ? 12 : 8)) {
	case 0:
	case 1:
		return REG(once_in(4) ? below(4) : below(0x10000));
	case 2:
	case 3:
		return PS(once_in(300) ? below(256) : below(DIFF_PARAMS));
	case 4:
	case 5:
		return workspace(m);
	case 6:
		return FB(once_in(100) ? below(256) : below(32));
	case 7:
		return once_in(2) ? PLL(below(256)) : MC(below(256));
	case 8:
		return ID(once_in(200) ? below(0x10000) : below(48));
	default:
		return IMM(value());
	}
}

static void put_two(const struct maker *m)
{
	static const enum asm_op ops[] = {
		ASM_MOVE, ASM_MOVE, ASM_AND, ASM_OR, ASM_XOR, ASM_ADD, ASM_SUB, ASM_MUL, ASM_DIV,
		ASM_COMPARE, ASM_TEST, ASM_SHL, ASM_SHR,
	};

	asm_two(m->a, ops[below(sizeof(ops) / sizeof(ops[0]))], place(m, false), below(4),
		place(m, true), below(8));
}

/* Mostly forward, because an endless loop costs time and tests little. */
static uint32_t label(const struct maker *m)
{
	if (once_in(6) || m->next == m->labels)
		return below(m->labels);
	return m->next + below(m->labels - m->next);
}

static void put_jump(const struct maker *m)
{
	if (once_in(2))
		asm_two(m->a, once_in(2) ? ASM_COMPARE : ASM_TEST, place(m, false), below(4),
			place(m, true), below(8));
	asm_jump(m->a, ASM_JUMP + below(7), label(m));
}

static void put_switch(const struct maker *m)
{
	enum asm_part part = below(8);
	struct asm_operand src = place(m, true);

	asm_source(m->a, ASM_SWITCH, src, part);
	for (uint32_t n = below(5); n; n--)
		asm_case(m->a, part, once_in(2) && src.place == ASM_IMM ? src.value : value(), label(m));
	asm_case_end(m->a);
}

static void put_setting(const struct maker *m)
{
	switch (below(5)) {
	case 0:
		asm_op16(m->a, ASM_SET_ATI_PORT, once_in(40) ? below(0x10000) : below(4));
		break;
	case 1:
		asm_op16(m->a, ASM_SET_REG_BLOCK, once_in(2) ? 0 : below(0x10000));
		break;
	case 2:
		asm_source(m->a, ASM_SET_FB_BASE, IMM(once_in(60) ? value() : below(0x300)), below(8));
		break;
	default:
		asm_op8(m->a, ASM_SET_DATA_BLOCK, once_in(60) ? below(256) : once_in(4) ? 255 : below(6));
		break;
	}
}

static void put_other(const struct maker *m)
{
	switch (below(6)) {
	case 0:
		asm_op8(m->a, once_in(2) ? ASM_DELAY_MS : ASM_DELAY_US, below(256));
		break;
	case 1:
	case 2:
		asm_op8(m->a, ASM_CALL_TABLE, once_in(30) ? below(256) : below(TABLES + 1));
		break;
	case 3:
		asm_op(m->a, once_in(2) ? ASM_NOP : ASM_BEEP);
		break;
	case 4:
		asm_op8(m->a, ASM_POST_CARD, below(256));
		break;
	default:
		if (once_in(6))
			asm_op(m->a, ASM_EOT);
		break;
	}
}

static void put_instruction(const struct maker *m)
{
	switch (below(16)) {
	case 0:
		asm_mask(m->a, place(m, false), below(4), value(), place(m, true), below(8));
		break;
	case 1:
		asm_shift(m->a, once_in(2) ? ASM_SHIFT_LEFT : ASM_SHIFT_RIGHT, place(m, false), below(8),
			  once_in(4) ? below(256) : below(32));
		break;
	case 2:
		asm_clear(m->a, place(m, false), below(8));
		break;
	case 3:
	case 4:
		put_jump(m);
		break;
	case 5:
		put_switch(m);
		break;
	case 6:
		put_setting(m);
		break;
	case 7:
		put_other(m);
		break;
	default:
		put_two(m);
		break;
	}
}

static void put_command(struct asm_image *a, unsigned int number)
{
	struct maker m = { .a = a, .ws = once_in(4) ? 0 : below(0x60), .labels = 1 + below(LABELS) };
	uint32_t instructions = 4 + below(40);

	asm_command(a, number, m.ws, below(8) * 4 + (once_in(8) ? 0x80 : 0));
	for (uint32_t i = 0; i < instructions; i++) {
		if (m.next < m.labels && (once_in(3) || m.labels - m.next >= instructions - i))
			asm_label(a, m.next++);
		put_instruction(&m);
	}
	while (m.next < m.labels)
		asm_label(a, m.next++);
	asm_op(a, ASM_EOT);
	asm_end(a);
}

static void put_method(struct asm_image *a, uint8_t number)
{
	asm_method(a, number);
	for (uint32_t n = 1 + below(7); n; n--) {
		switch (below(8)) {
		case 0:
		case 1:
			asm_method_reg(a, false, below(0x10000));
			break;
		case 2:
		case 3:
			asm_method_reg(a, true, below(0x10000));
			break;
		case 4:
			asm_method_bits(a, once_in(2), once_in(9) ? below(256) : below(33),
					once_in(9) ? below(256) : below(32));
			break;
		case 5:
			asm_8(a, 0);
			break;
		default:
			asm_method_move(a, ASM_FROM_INDEX + below(3), below(33), below(32),
					once_in(9) ? below(256) : below(32));
			break;
		}
	}
	asm_method_end(a);
}

uint32_t diff_image(uint8_t *bytes, uint32_t seed)
{
	static struct asm_image a;
	uint32_t first, used;

	state = seed * 2654435761u + 0x1234567;
	if (!state)
		state = 1;
	asm_open(&a, SIZE, 0x9540, "DIFF");
	asm_firmware_info(&a, &(const struct asm_firmware){ .sclk = 60000, .mclk = 50000, .reference = 2700 });
	first = a.pos;
	for (uint32_t i = 1; i < 6; i++) {
		if (i == 4)
			continue;
		asm_data(&a, i, 1, 1);
		for (uint32_t n = 0; n < 14; n++)
			asm_32(&a, value());
		asm_end(&a);
	}
	asm_data(&a, 23, 1, 1);
	for (uint32_t i = 1; i < 4; i++) {
		if (!once_in(12))
			put_method(&a, (uint8_t)i);
		if (!once_in(12))
			put_method(&a, (uint8_t)(0x80 | i));
	}
	asm_8(&a, 0);
	asm_end(&a);
	for (uint32_t i = 0; i < TABLES; i++)
		put_command(&a, i);
	used = a.pos;
	if (once_in(3))
		for (uint32_t n = 1 + below(6); n; n--)
			a.bytes[first + below(used - first)] = (uint8_t)random32();
	asm_close(&a);
	memcpy(bytes, a.bytes, a.size);
	return a.size;
}
