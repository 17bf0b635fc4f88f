// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Neutral state: the preamble that resets the state that a stream inherits.
 *
 * The driver runs the preamble before a stream that inherits state of an earlier stream.  The
 * preamble sets the values that the checker assumes for unset state: sizes and enables 0.
 * The tables name the registers of each group and their neutral values.  Bases point to a buffer
 * of the driver, so that even a unit that ignores a size of 0 accesses no client's memory.
 *
 * Called by the driver before each stream, by the tool and by the judges of the tests.  Writes
 * only to memory of the caller; takes no lock.
 */
#include "r600_check.h"

struct emit {
	u32 *out;
	u32 n;
	u32 capacity;
	u32 head;	/* header of the current packet of registers */
	u32 next;	/* register that would continue it; 0: none */
};

#define TYPE3(op, count) (PM4_TYPE3 | (count) << 16 | (u32)(op) << 8)

static void put(struct emit *e, u32 value)
{
	if (e->n < e->capacity)
		e->out[e->n] = value;
	e->n++;
}

/* One register; consecutive registers share a packet. */
static void put_reg(struct emit *e, u32 reg, u32 value)
{
	bool config = reg < PM4_CONFIG_END;

	if (reg != e->next) {
		e->head = e->n;
		put(e, TYPE3(config ? PM4_OP_SET_CONFIG_REG : PM4_OP_SET_CONTEXT_REG, 0));
		put(e, (reg - (config ? PM4_CONFIG_BASE : PM4_CONTEXT_BASE)) / 4);
	}
	put(e, value);
	if (e->head < e->capacity)
		e->out[e->head] += TYPE3(0, 1) - TYPE3(0, 0);
	e->next = reg + 4;
}

/**
 * struct run - a run of slots or of rows, all of which are reset
 * @first: the first one that is not reset yet
 * @next: the first one past the run
 * @end: where the search for the next run ends; 0 for rows
 */
struct run {
	u32 first;
	u32 next;
	u32 end;
};

/* A register of a group, if the chip has it. */
static void neutral_row(struct emit *e, const struct pm4_card *card, u32 row, u32 null)
{
	const struct pm4_state_reg *r = &r600_tables.state_regs[row];
	u32 value = r->value;

	if (!(r->chips >> card->chip & 1))
		return;
	if (r->kind == PM4_NEUTRAL_NULL)
		value = null;
	else if (r->kind == PM4_NEUTRAL_BRINGUP)
		value = card->bringup[r->value];
	put_reg(e, r->reg, value);
}

/* The registers of a group, as the tables list them. */
static void neutral_group(struct emit *e, const struct pm4_card *card, u32 group, u32 null)
{
	struct run run = { r600_tables.state_first[group], r600_tables.state_first[group + 1] };

	while (run.first < run.next)
		neutral_row(e, card, run.first++, null);
	/* NUM_INSTANCES also sets a register that no stream may set. */
	if (group == PM4_STATE_DRAWS) {
		put(e, TYPE3(PM4_OP_NUM_INSTANCES, 0));
		put(e, 1);
		put(e, TYPE3(PM4_OP_INDEX_TYPE, 0));
		put(e, 0);
	}
	if (group == PM4_STATE_PREDICATE) {
		put(e, TYPE3(PM4_OP_SET_PREDICATION, 1));
		put(e, 0);
		put(e, 0);
	}
	e->next = 0;
}

/* First slot from @slot on whose bit is set, or with @flip ~0 is clear; otherwise @end. */
static __always_inline u32 next_slot(const u64 *slots, u32 slot, u32 end, u64 flip)
{
	u64 word = 0;

	if (slot < end)
		word = (slots[slot / 64] ^ flip) >> (slot % 64);
	if (word)
		return min(slot + (u32)__ffs64(word), end);
	for (slot = (slot / 64 + 1) * 64; slot < end; slot += 64) {
		word = slots[slot / 64] ^ flip;
		if (word)
			return min(slot + (u32)__ffs64(word), end);
	}
	return end;
}

/* The next run of slots whose bits are set, from @run->next on.  Returns false if there is none. */
static __always_inline bool next_run(const u64 *slots, struct run *run)
{
	run->first = next_slot(slots, run->next, run->end, 0);
	if (run->first >= run->end)
		return false;
	run->next = next_slot(slots, run->first, run->end, ~0ull);
	return true;
}

/* The bases of the constant buffers whose slots are set. */
static void neutral_bases(struct emit *e, const u64 *slots, u32 null)
{
	struct run run = { .next = R600_RESOURCES, .end = R600_SLOT_ALU };

	while (next_run(slots, &run))
		while (run.first < run.next)
			put_reg(e, PM4_R_SQ_ALU_CONST_CACHE_PS +
				   4 * (run.first++ - R600_RESOURCES), null);
}

/*
 * An invalid descriptor.  Its address is the null buffer, both as a texture and as a vertex
 * buffer (of one byte).
 */
static void neutral_resource(struct emit *e, u64 null_addr)
{
	put(e, (u32)null_addr);
	put(e, 0);
	put(e, (u32)(null_addr >> 8));
	put(e, (u32)(null_addr >> 8));
	put(e, 0);
	put(e, 0);
	put(e, 0);
}

/* An invalid descriptor for each resource whose slot is set. */
static void neutral_resources(struct emit *e, const u64 *slots, u64 null_addr)
{
	struct run run = { .end = R600_RESOURCES };

	while (next_run(slots, &run)) {
		put(e, TYPE3(PM4_OP_SET_RESOURCE, (run.next - run.first) * 7));
		put(e, run.first * 7);
		while (run.first < run.next) {
			neutral_resource(e, null_addr);
			run.first++;
		}
	}
}

/**
 * struct constants - constants that shaders read
 * @op: opcode of their packet
 * @first: their first slot
 * @end: slot after the last
 * @slot_dw: dwords of a slot
 */
struct constants {
	u32 op;
	u32 first;
	u32 end;
	u32 slot_dw;
};

static const struct constants constants[] = {
	{ PM4_OP_SET_ALU_CONST, R600_SLOT_ALU, R600_SLOT_LOOP, R600_ALU_BLOCK_DW },
	{ PM4_OP_SET_LOOP_CONST, R600_SLOT_LOOP, R600_SLOT_BOOL, 1 },
	{ PM4_OP_SET_BOOL_CONST, R600_SLOT_BOOL, R600_SLOT_CTL, 1 },
	{ PM4_OP_SET_CTL_CONST, R600_SLOT_CTL, R600_SLOTS, 1 },
};

/* Zeros for all constants whose slots are set. */
static void neutral_constants(struct emit *e, const struct constants *c, const u64 *slots)
{
	struct run run = { .next = c->first, .end = c->end };
	u32 ndw;

	while (next_run(slots, &run)) {
		ndw = (run.next - run.first) * c->slot_dw;
		put(e, TYPE3(c->op, ndw));
		put(e, (run.first - c->first) * c->slot_dw);
		while (ndw--)
			put(e, 0);
	}
}

/* The groups of state, from the first on. */
static void neutral_groups(struct emit *e, const struct pm4_card *card, u64 groups, u32 null)
{
	while (groups) {
		neutral_group(e, card, (u32)__ffs64(groups), null);
		groups &= groups - 1;
	}
}

/**
 * r600_neutral() - write the neutral preamble
 * @card: the card
 * @reset: the slots and groups to reset
 * @null_addr: GPU address of the driver's null buffer, see pm4_neutral_emit()
 * @out: receives the preamble
 * @capacity_dw: length of @out in dwords; R600_PREAMBLE_MAX_DW is always enough
 *
 * Return: dwords written, or 0 if @capacity_dw is too small.
 */
u32 r600_neutral(const struct pm4_card *card, const struct pm4_live *reset,
		 u64 null_addr, u32 *out, u32 capacity_dw)
{
	struct emit e = { .out = out, .capacity = capacity_dw };
	u32 i, null = (u32)(null_addr >> 8);

	neutral_groups(&e, card, reset->groups & PM4_STATE_ALL, null);
	neutral_bases(&e, reset->slots, null);
	for (i = 0; i < ARRAY_SIZE(constants); i++)
		neutral_constants(&e, &constants[i], reset->slots);
	neutral_resources(&e, reset->slots, null_addr);
	return e.n <= e.capacity ? e.n : 0;
}
