// SPDX-License-Identifier: GPL-2.0
/*
 * The neutral preamble: it consists of whole packets, is complete, and its values
 * reach only the null buffer.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "r600_check.h"
#include "tap.h"

#define NULL_ADDR	0x10000u
#define REGS		0x10000u

/**
 * struct preamble - a preamble as registers
 * @set: registers that it writes, by dword address
 * @value: their values
 */
struct preamble {
	u32 out[R600_PREAMBLE_MAX_DW + 1];
	u32 n;
	u8 set[REGS];
	u32 value[REGS];
	u32 predications;
	u32 instances;
	u32 index_types;
};

static u32 window_base(u32 opcode)
{
	switch (opcode) {
	case PM4_OP_SET_CONFIG_REG:
		return PM4_CONFIG_BASE;
	case PM4_OP_SET_CONTEXT_REG:
		return PM4_CONTEXT_BASE;
	case PM4_OP_SET_RESOURCE:
		return PM4_RESOURCE_BASE;
	case PM4_OP_SET_ALU_CONST:
		return PM4_SPACE_ALU_CONST_BASE;
	case PM4_OP_SET_LOOP_CONST:
		return PM4_SPACE_LOOP_CONST_BASE;
	case PM4_OP_SET_BOOL_CONST:
		return PM4_SPACE_BOOL_CONST_BASE;
	case PM4_OP_SET_CTL_CONST:
		return PM4_SPACE_CTL_CONST_BASE;
	}
	return 0;
}

/* Decode it; false if it contains anything but whole, known packets. */
static bool walk(struct preamble *p)
{
	u32 i, k, ndw;

	memset(p->set, 0, sizeof(p->set));
	p->predications = 0;
	p->instances = 0;
	p->index_types = 0;
	for (i = 0; i < p->n; i += 1 + ndw) {
		u32 opcode = p->out[i] >> 8 & 0xff;
		u32 base = window_base(opcode) / 4;

		ndw = (p->out[i] >> 16 & 0x3fff) + 1;
		if (p->out[i] >> 30 != 3 || p->out[i] & 0xff || i + ndw >= p->n)
			return false;
		if (opcode == PM4_OP_SET_PREDICATION) {
			p->predications += !p->out[i + 1] && !p->out[i + 2];
			continue;
		}
		if (opcode == PM4_OP_NUM_INSTANCES) {
			p->instances += ndw == 1 && p->out[i + 1] == 1;
			continue;
		}
		if (opcode == PM4_OP_INDEX_TYPE) {
			p->index_types += ndw == 1 && !p->out[i + 1];
			continue;
		}
		if (!base)
			return false;
		for (k = 1; k < ndw; k++) {
			u32 reg = base + p->out[i + 1] + k - 1;

			p->set[reg]++;
			p->value[reg] = p->out[i + 1 + k];
		}
	}
	return true;
}

static bool emit(struct preamble *p, const struct pm4_card *card, const struct pm4_live *reset)
{
	p->n = pm4_neutral_emit(card, reset, NULL_ADDR, p->out, R600_PREAMBLE_MAX_DW);
	return p->n && walk(p);
}

/* The value that the row of a register wants in the preamble. */
static u32 wanted(const struct pm4_card *card, const struct pm4_reg_row *row)
{
	switch (row->kind) {
	case PM4_NEUTRAL_NULL:
		return NULL_ADDR >> 8;
	case PM4_NEUTRAL_BRINGUP:
		return 0x12345678;
	}
	return row->neutral;
}

/* Every register of a group is in the preamble of its group, once. */
static void test_complete(struct preamble *p, struct r600_checker *ck)
{
	u32 missing = 0, twice = 0, bad = 0, strange = 0, checked = 0, homeless = 0, unflagged = 0;
	const struct r600_window *windows[] = { &ck->context, &ck->config };
	u32 w, i;

	for (w = 0; w < 2; w++) {
		for (i = 0; i < windows[w]->nregs; i++) {
			u32 reg = windows[w]->base / 4 + i;
			const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, ck->card.chip, reg * 4);
			struct pm4_live reset = { 0 };

			if (!row || row->cls == PM4_DENIED)
				continue;
			homeless += !row->state && !row->stays && row->cls != PM4_FORCED;
			if (!row->state)
				continue;
			reset.groups = 1ull << (row->state - 1 + row->state_step *
						(reg * 4 - row->offset) / row->stride);
			checked++;
			unflagged += !(windows[w]->flags[i] & reset.groups);
			if (!emit(p, &ck->card, &reset)) {
				strange++;
				continue;
			}
			missing += !p->set[reg];
			twice += p->set[reg] > 1;
			bad += p->value[reg] != wanted(&ck->card, row);
		}
	}
	tap_ok(checked > 150, "%u registers in groups", checked);
	tap_ok(!homeless, "... every other one has a reason");
	tap_ok(!unflagged, "... a write leaves the group of the register");
	tap_ok(!strange, "their preambles are made of whole packets");
	tap_ok(!missing, "... have them all (%u missing)", missing);
	tap_ok(!twice, "... and each once");
	tap_ok(!bad, "... with the value of the row, of bring-up, or the null buffer");
}

/* Values that bring-up notes, and those that it does not. */
static void test_bringup(enum r600_chip chip)
{
	struct pm4_card card = { .front = &r600_front, .chip = chip };
	u32 i, before, n;

	for (i = 0; i < r600_tables.state_first[64]; i++) {
		const struct pm4_state_reg *r = &r600_tables.state_regs[i];

		memset(card.bringup, 0, sizeof(card.bringup));
		pm4_bringup_set(&card, r->reg, 7);
		for (n = before = 0; n < PM4_BRINGUP_REGS; n++)
			before += card.bringup[n];
		if (r->chips >> chip & 1 && before != (r->kind == PM4_NEUTRAL_BRINGUP ? 7 : 0))
			tap_ok(false, "bring-up notes %u of register 0x%x", before, r->reg);
	}
	tap_ok(PM4_NBRINGUP <= PM4_BRINGUP_REGS, "room for %u values of bring-up", PM4_NBRINGUP);
}

static void test_nothing_else(struct preamble *p, struct r600_checker *ck)
{
	static const struct pm4_live reset = { .groups = PM4_STATE_ALL };
	u32 unknown = 0, denied = 0, reg;

	tap_ok(emit(p, &ck->card, &reset), "the preamble of all groups");
	for (reg = 0; reg < REGS; reg++) {
		const struct pm4_reg_row *row;

		if (!p->set[reg])
			continue;
		row = pm4_reg_find(&r600_tables, ck->card.chip, reg * 4);
		unknown += !row;
		denied += row && row->cls == PM4_DENIED;
	}
	tap_ok(!unknown && !denied, "writes no register that the tables deny");
	tap_ok(p->predications == 1, "... and clears the predicate");
	tap_ok(p->instances == 1, "... and draws one instance");
	tap_ok(p->index_types == 1, "... and indices of 16 bits");
}

/* Constants that shaders read: zeros, each dword of the space once. */
static void test_constants(struct preamble *p, struct r600_checker *ck)
{
	static const struct { u32 base, end, first, slot_dw; } spaces[] = {
		{ PM4_SPACE_ALU_CONST_BASE, PM4_SPACE_ALU_CONST_END, R600_SLOT_ALU, 32 },
		{ PM4_SPACE_LOOP_CONST_BASE, PM4_SPACE_LOOP_CONST_END, R600_SLOT_LOOP, 1 },
		{ PM4_SPACE_BOOL_CONST_BASE, PM4_SPACE_BOOL_CONST_END, R600_SLOT_BOOL, 1 },
		{ PM4_SPACE_CTL_CONST_BASE, PM4_SPACE_CTL_CONST_END, R600_SLOT_CTL, 1 },
	};
	u32 i, k, dw, bad = 0, alone = 0;
	struct pm4_live reset;

	memset(&reset, 0xff, sizeof(reset));
	reset.groups = 0;
	emit(p, &ck->card, &reset);
	for (i = 0; i < ARRAY_SIZE(spaces); i++)
		for (dw = spaces[i].base / 4; dw < spaces[i].end / 4; dw++)
			bad += p->set[dw] != 1 || p->value[dw];
	tap_ok(!bad, "every constant is 0");
	for (i = 0; i < ARRAY_SIZE(spaces); i++) {
		u32 n = (spaces[i].end - spaces[i].base) / 4 / spaces[i].slot_dw;

		for (k = 0; k < n; k++) {
			u32 slot = spaces[i].first + k;

			memset(&reset, 0, sizeof(reset));
			reset.slots[slot / 64] = 1ull << slot % 64;
			alone += !emit(p, &ck->card, &reset) || p->n != 2 + spaces[i].slot_dw ||
				 !p->set[spaces[i].base / 4 + (k + 1) * spaces[i].slot_dw - 1];
		}
	}
	tap_ok(!alone, "... and each slot alone");
}

static void test_slots(struct preamble *p, struct r600_checker *ck)
{
	struct pm4_live reset;
	u32 bad = 0, i, k, reg = PM4_RESOURCE_BASE / 4;

	memset(&reset, 0xff, sizeof(reset));
	tap_ok(emit(p, &ck->card, &reset), "the preamble of everything");
	for (i = 0; i < R600_RESOURCES; i++) {
		const u32 *v = p->value + reg + 7 * i;

		for (k = 0; k < 7; k++)
			bad += p->set[reg + 7 * i + k] != 1;
		/* No type; as a vertex buffer one byte at the null buffer, so too as a texture. */
		bad += v[6] >> 30 != 0 || v[0] != NULL_ADDR || v[1] || v[2] & 0xff ||
		       v[2] != NULL_ADDR >> 8 || v[3] != NULL_ADDR >> 8;
	}
	tap_ok(!bad, "every slot is invalid, and at the null buffer");
	reset.groups = 0;
	tap_ok(emit(p, &ck->card, &reset), "the preamble of all slots");
	for (i = 0; i < R600_CONST_BASES; i++)
		bad += p->set[PM4_R_SQ_ALU_CONST_CACHE_PS / 4 + i] != 1 ||
		       p->value[PM4_R_SQ_ALU_CONST_CACHE_PS / 4 + i] != NULL_ADDR >> 8;
	tap_ok(!bad, "... and every constant buffer is at the null buffer");
	tap_ok(!p->set[reg + 7 * R600_RESOURCES], "... and none past the last");
	reset.groups = ~0ull;
	tap_ok(!pm4_neutral_emit(&ck->card, &reset, NULL_ADDR, p->out, p->n - 1),
	       "no room: nothing");
	for (i = 0; i < R600_RESOURCES; i++) {
		memset(&reset, 0, sizeof(reset));
		reset.slots[i / 64] = 1ull << (i % 64);
		bad += !emit(p, &ck->card, &reset) || p->n != 9 || !p->set[reg + 7 * i];
	}
	tap_ok(!bad, "each slot alone");
	memset(&reset, 0, sizeof(reset));
	tap_ok(!pm4_neutral_emit(&ck->card, &reset, NULL_ADDR, p->out, R600_PREAMBLE_MAX_DW),
	       "nothing to do: nothing");
	reset.slots[0] = 1ull << 63;
	reset.slots[1] = 5;
	tap_ok(emit(p, &ck->card, &reset) && p->n == 2 + 14 + 9, "slots in a row share a packet");
}

void test_neutral(void)
{
	struct preamble *p = malloc(sizeof(*p));
	struct pm4_checker *head = malloc(pm4_checker_size(&r600_front));
	struct r600_checker *ck = r600_checker(head);
	struct pm4_card card = { .front = &r600_front, .pipes = 8, .banks = 8,
				 .group_bytes = 256, .backends = 4 };
	enum r600_chip chip;
	u32 i;

	for (i = 0; i < PM4_BRINGUP_REGS; i++)
		card.bringup[i] = 0x12345678;
	for (chip = PM4_R600; chip <= PM4_RV770; chip += PM4_RV770) {
		card.chip = chip;
		pm4_checker_init(head, &card);
		tap_note("%s", pm4_chip_name(&r600_front, chip));
		test_complete(p, ck);
		test_bringup(chip);
		test_nothing_else(p, ck);
		test_slots(p, ck);
		test_constants(p, ck);
	}
	free(head);
	free(p);
}
