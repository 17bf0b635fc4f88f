// SPDX-License-Identifier: GPL-2.0
/*
 * The checker against the tables, exhaustively: every register offset of the
 * whole space by every packet that could reach it, every opcode in every length
 * up to a few dwords, per chip.  The checker must follow the row.
 */
#include <stdlib.h>
#include "pm4_decode.h"
#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"
#include "table_test.h"
#include "tap.h"
#include "tool/tool.h"

static struct pm4_checker *ck;
static struct pm4_verdict verdict;

static u32 check(enum pm4_ring ring, const u32 *ib, u32 n)
{
	struct pm4_buffer buffer = { .size = 1 << 20, .align = 1 << 20, .writable = true };
	struct pm4_input in = {
		.ib = ib, .ib_dw = n, .buffers = &buffer, .nbuffers = 1, .ring = ring,
	};
	struct pm4_patch patches[64];
	struct pm4_result result;
	u64 written;
	int ret;

	memset(&verdict, 0, sizeof(verdict));
	ret = pm4_check(ck, &in, patches, ARRAY_SIZE(patches), &written, &result, &verdict);
	if ((ret != 0) != (verdict.code != PM4_CODE_ACCEPTED))
		return PM4_CODE_COUNT;
	return verdict.code;
}

static bool elsewhere(u32 offset)
{
	int chip;

	for (chip = 0; chip < R600_CHIPS; chip++)
		if (pm4_reg_find(&r600_tables, chip, offset))
			return true;
	return false;
}

/* The expected result of a write of @value to the register. */
static bool right(enum r600_chip chip, u32 offset, u32 value, u32 code)
{
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, chip, offset);

	if (!row)
		return code == (elsewhere(offset) ? PM4_CODE_REGISTER_CHIP : PM4_CODE_REGISTER_UNKNOWN);
	switch ((enum pm4_class)row->cls) {
	case PM4_DENIED:
		return code == PM4_CODE_REGISTER_DENIED;
	case PM4_ALLOWED:
		return code == PM4_CODE_ACCEPTED;
	case PM4_FIELDS:
	case PM4_TRACKED:
		if (value & ~row->mask)
			return code == PM4_CODE_REGISTER_BITS;
		return code == PM4_CODE_ACCEPTED;
	case PM4_FORCED:
		return code == ((value & row->mask) == row->value ?
				PM4_CODE_ACCEPTED : PM4_CODE_REGISTER_VALUE);
	case PM4_RELOC:
		/* Some may omit it: then they use the colour buffer's relocation. */
		return code == PM4_CODE_RELOC_MISSING || code == PM4_CODE_NOT_SET ||
		       row->handler == PM4_RH_CB_TILE || row->handler == PM4_RH_CB_FRAG;
	}
	return false;
}

static int wrong_writes(enum r600_chip chip, u32 opcode, u32 base, u32 end)
{
	static const u32 values[] = { 0, 1, 0x80000000, 0xffffffff };
	u32 offset, i;
	int bad = 0;

	for (offset = base; offset < base + 0x40000; offset += 4)
		for (i = 0; i < ARRAY_SIZE(values); i++) {
			u32 ib[] = { 0xc0010000 | opcode << 8, (offset - base) / 4, values[i] };
			u32 code;

			if (offset >= end && i)
				break;
			code = check(PM4_RING_GFX, ib, 3);
			if (offset < end ? right(chip, offset, values[i], code) : code == PM4_CODE_RANGE)
				continue;
			if (bad++ < 5)
				tap_note("0x%05x = 0x%x: code %s, detail in dword %u", offset,
					 values[i], pm4_code_name(code), verdict.dword);
		}
	return bad;
}

/* One constant at every offset, and one that ends a dword past its space. */
static int wrong_constants(enum r600_chip chip)
{
	static const u8 ops[] = {
		PM4_OP_SET_ALU_CONST, PM4_OP_SET_BOOL_CONST, PM4_OP_SET_LOOP_CONST,
		PM4_OP_SET_SAMPLER, PM4_OP_SET_CTL_CONST,
	};
	u32 i, offset, code, bad = 0;

	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		const struct pm4_packet_row *row = pm4_packet_find(&r600_tables, PM4_RING_GFX, chip, ops[i]);
		const struct pm4_space *space = &r600_tables.spaces[row->space - 1];
		u32 n = (space->end - space->base) / 4, unit = space->unit_dw;

		for (offset = 0; offset < 0x10000; offset++) {
			u32 ib[8] = { 0xc0000000 | unit << 16 | ops[i] << 8, offset };

			/* DX9_CONSTS controls ALU constants, which have their own tests. */
			code = check(PM4_RING_GFX, ib, unit + 2);
			if (offset + unit <= n && offset % unit == 0)
				bad += code == PM4_CODE_RANGE;
			else if (offset + unit > n)
				bad += code != PM4_CODE_RANGE;
		}
	}
	return bad;
}

static int wrong_type0(void)
{
	u32 i, bad = 0;

	for (i = 0; i < 0x10000; i++) {
		u32 ib[] = { i, 0 };

		bad += check(PM4_RING_GFX, ib, 2) != PM4_CODE_TYPE0;
	}
	return bad;
}

/* A packet's opcode, length and class are checked before all other rules. */
static bool right_packet(enum pm4_ring ring, enum r600_chip chip, u32 op, u32 n, u32 code)
{
	const struct pm4_packet_row *row = pm4_packet_find(&r600_tables, ring, chip, op);
	bool other = false;
	int c;

	for (c = 0; c < R600_CHIPS; c++)
		other |= pm4_packet_find(&r600_tables, ring, c, op) != NULL;
	if (!row)
		return code == (other ? PM4_CODE_PACKET_CHIP : PM4_CODE_PACKET_UNKNOWN);
	if (row->cls == PM4_DENIED)
		return code == PM4_CODE_PACKET_DENIED || code == PM4_CODE_PACKET_CHIP;
	if (n < row->min_dw || n > row->max_dw)
		return code == PM4_CODE_PACKET_LENGTH;
	if (row->cls == PM4_ALLOWED)
		return code == PM4_CODE_ACCEPTED;
	return code != PM4_CODE_PACKET_UNKNOWN && code != PM4_CODE_PACKET_DENIED &&
	       code != PM4_CODE_PACKET_CHIP;
}

static int wrong_packets(enum r600_chip chip)
{
	u32 op, n, code, ib[20] = { 0 };
	int bad = 0;

	for (op = 0; op < 256; op++)
		for (n = 1; n < 16; n++) {
			ib[0] = 0xc0000000 | (n - 1) << 16 | op << 8;
			code = check(PM4_RING_GFX, ib, n + 1);
			if (right_packet(PM4_RING_GFX, chip, op, n, code))
				continue;
			if (bad++ < 5)
				tap_note("opcode 0x%02x with %u dwords: %s", op, n, pm4_code_name(code));
		}
	return bad;
}

static int wrong_dma(enum r600_chip chip)
{
	u32 op, code, ib[8] = { 0 };
	int bad = 0;

	for (op = 0; op < 16; op++) {
		const struct pm4_packet_row *row = pm4_packet_find(&r600_tables, PM4_RING_DMA, chip, op);
		bool good;

		ib[0] = op << 28 | (op == PM4_DMA_NOP ? 0 : 1);
		code = check(PM4_RING_DMA, ib, pm4_packet_dw(&r600_front, PM4_RING_DMA, chip, ib[0]));
		if (PM4_CHIPS_R6XX & (1u << chip))
			good = code == PM4_CODE_CHIP_RING && (!row || row->cls == PM4_DENIED);
		else if (!row)
			good = code == PM4_CODE_PACKET_UNKNOWN;
		else if (row->cls == PM4_DENIED)
			good = code == PM4_CODE_PACKET_DENIED;
		else if (row->cls == PM4_ALLOWED)
			good = code == PM4_CODE_ACCEPTED;
		else
			good = code == PM4_CODE_RELOC_MISSING || code == PM4_CODE_RELOC_INDEX ||
			       code == PM4_CODE_ACCEPTED;
		if (!good) {
			tap_note("DMA opcode 0x%x: %s", op, pm4_code_name(code));
			bad++;
		}
	}
	return bad;
}

/* Every event in every form that a packet can give it. */
static int wrong_events(enum r600_chip chip)
{
	u32 type, dw;
	int bad = 0;

	for (type = 0; type < 64; type++)
		for (dw = 1; dw <= 5; dw++) {
			u32 ib[8] = { 0xc0000000 | (dw - 1) << 16 | (dw == 5 ? 0x47 : 0x46) << 8, type,
				      0, 0, 0, 0, 0xc0001000, 0 };
			u32 n = dw + 1, code;
			const struct pm4_event *e = pm4_event_find(&r600_tables, type);
			bool fits;

			if (dw == 2 || dw == 4)
				continue;
			/* Each form has an EVENT_INDEX of its own. */
			if (dw == 5)
				ib[1] |= 5 << 8;
			else if (dw == 3)
				ib[1] |= (type == PM4_EVENT_ZPASS_DONE ? 1 :
					  type == PM4_EVENT_SAMPLE_PIPELINESTAT ? 2 : 3) << 8;
			ib[n] = 0xc0001000;
			ib[n + 1] = 0;
			code = check(PM4_RING_GFX, ib, n + 2);
			fits = e && (e->form == PM4_EVENT_PLAIN ? dw == 1 :
					   e->form == PM4_EVENT_ADDR ? dw == 3 :
					   e->form == PM4_EVENT_EOP ? dw == 5 : false);
			if (fits != (code == PM4_CODE_ACCEPTED)) {
				if (bad++ < 5)
					tap_note("event %u in %u dwords: %s", type, dw, pm4_code_name(code));
			}
		}
	return bad;
}

void test_checker(void)
{
	struct pm4_card card;
	int chip;

	ck = calloc(1, pm4_checker_size(&r600_front));
	for (chip = 0; chip < R600_CHIPS; chip++) {
		const char *name = pm4_chip_name(&r600_front, chip);
		int bad;

		r6cs_card(name, &card);
		pm4_checker_init(ck, &card);
		bad = wrong_writes(chip, PM4_OP_SET_CONFIG_REG, PM4_CONFIG_BASE, PM4_CONFIG_END);
		tap_ok(!bad, "%s: every offset by SET_CONFIG_REG as its row says", name);
		bad = wrong_writes(chip, PM4_OP_SET_CONTEXT_REG, PM4_CONTEXT_BASE, PM4_CONTEXT_END);
		tap_ok(!bad, "%s: every offset by SET_CONTEXT_REG as its row says", name);
		tap_ok(!wrong_constants(chip), "%s: constants end with their spaces", name);
		tap_ok(!wrong_type0(), "%s: no offset by a type 0 packet", name);
		tap_ok(!wrong_packets(chip), "%s: every opcode in 15 lengths as its row says", name);
		tap_ok(!wrong_dma(chip), "%s: every DMA opcode as its row says", name);
		tap_ok(!wrong_events(chip), "%s: every event in every form as its row says", name);
	}
	free(ck);
}
