// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Neutral state: the preamble that resets the state that a stream inherits.
 *
 * The driver runs the preamble before a stream that inherits state of an earlier stream.  The
 * preamble sets the values that the checker assumes for unset state.  The tables name the
 * registers of each group and their neutral values.  No address is among them, because a draw
 * that needs one must set it.
 *
 * Called by the driver before each stream, by the tool and by the judges of the tests.  Writes
 * only to memory of the caller; takes no lock.
 */
#include "r500_check.h"

struct emit {
	u32 *out;
	u32 n;
	u32 capacity;
	u32 head;	/* header of the current packet */
	u32 next;	/* register that would continue it; 0: none */
};

static void put(struct emit *e, u32 value)
{
	if (e->n < e->capacity)
		e->out[e->n] = value;
	e->n++;
}

/* One register; consecutive registers share a packet. */
static void put_reg(struct emit *e, u32 reg, u32 value)
{
	if (reg != e->next) {
		e->head = e->n;
		put(e, reg / 4);
	} else if (e->head < e->capacity) {
		e->out[e->head] += 1u << 16;
	}
	put(e, value);
	e->next = reg + 4;
}

/* Dwords to a port, from an index on; without @words zeros. */
static void put_port(struct emit *e, u32 reg, u32 index, u32 port, const u32 *words, u32 count)
{
	put_reg(e, reg, index);
	put(e, (count - 1) << 16 | R500_ONE_REG | port / 4);
	while (count--)
		put(e, words ? *words++ : 0);
	e->next = 0;
}

/* One fragment: output black; the last instruction (OUTPUT, LAST, TEX_SEM_WAIT, empty masks). */
static const u32 fragment_program[6] = { 0x00000105, 0, 0, 0, 0, 0 };

/* One vertex: position = input + 0. */
static const u32 vertex_program[4] = { 0x00f00203, 0x00d10001, 0x01248001, 0x01248001 };

/* The registers of a group, as the tables list them, and programs. */
static void neutral_group(struct emit *e, const struct pm4_card *card, u32 group)
{
	u32 i;

	for (i = r500_tables.state_first[group]; i < r500_tables.state_first[group + 1]; i++) {
		const struct pm4_state_reg *r = &r500_tables.state_regs[i];

		if (r->chips >> card->chip & 1)
			put_reg(e, r->reg, r->value);
	}
	if (group == PM4_STATE_PROGRAM)
		put_port(e, PM4_R_GA_US_VECTOR_INDEX, 0, PM4_R_GA_US_VECTOR_DATA, fragment_program,
			 ARRAY_SIZE(fragment_program));
	if (group == PM4_STATE_VSHADER)
		put_port(e, PM4_R_VAP_PVS_VECTOR_INDX_REG, 0, PM4_R_VAP_PVS_VECTOR_DATA_REG_128,
			 vertex_program, ARRAY_SIZE(vertex_program));
	e->next = 0;
}

/**
 * struct vectors - vectors of a shader
 * @first: slot of the first
 * @end: slot after the last
 * @reg: the register that takes an index
 * @index: index of the first
 * @port: the register that takes the dwords
 */
struct vectors {
	u32 first;
	u32 end;
	u32 reg;
	u32 index;
	u32 port;
};

static const struct vectors vectors[] = {
	{ 0, R500_SLOT_PVS, PM4_R_GA_US_VECTOR_INDEX, 1 << PM4_S_GA_US_VECTOR_INDEX_TYPE,
	  PM4_R_GA_US_VECTOR_DATA },
	{ R500_SLOT_PVS, R500_SLOT_CLIP, PM4_R_VAP_PVS_VECTOR_INDX_REG, R500_INSTRUCTIONS,
	  PM4_R_VAP_PVS_VECTOR_DATA_REG_128 },
	/* The last one alone: no upload of several vectors reaches it. */
	{ R500_SLOT_CLIP, R500_SLOTS - 1, PM4_R_VAP_PVS_VECTOR_INDX_REG,
	  R500_VECTORS - R500_CLIP_VECTORS, PM4_R_VAP_PVS_VECTOR_DATA_REG_128 },
	{ R500_SLOTS - 1, R500_SLOTS, PM4_R_VAP_PVS_VECTOR_INDX_REG, R500_VECTORS - 1,
	  PM4_R_VAP_PVS_VECTOR_DATA_REG_128 },
};

static bool is_set(const u64 *slots, u32 slot)
{
	return slots[slot / 64] >> slot % 64 & 1;
}

/* Zeros for all vectors whose slots are set. */
static void neutral_vectors(struct emit *e, const struct vectors *v, const u64 *slots)
{
	u32 slot, first;

	for (slot = v->first; slot < v->end; slot++) {
		if (!is_set(slots, slot))
			continue;
		first = slot;
		while (slot < v->end && is_set(slots, slot))
			slot++;
		put_port(e, v->reg, v->index + first - v->first, v->port, NULL, 4 * (slot - first));
	}
}

/* All pipes take the preamble.  A stream leaves them so, but a reset does not. */
static void all_pipes(struct emit *e, const struct pm4_card *card)
{
	put_reg(e, PM4_R_SU_REG_DEST, (1u << card->pipes) - 1);
	if (card->chip == PM4_RV530)
		put_reg(e, PM4_R_FG_ZBREG_DEST, R500_ALL_Z_PIPES);
	e->next = 0;
}

/**
 * r500_neutral() - write the neutral preamble
 * @card: the card
 * @reset: the groups and slots to reset
 * @null_addr: unused, because no address is neutral
 * @out: receives the preamble
 * @capacity_dw: length of @out in dwords; R500_PREAMBLE_MAX_DW is always enough
 *
 * Return: dwords written, or 0 if @capacity_dw is too small.
 */
u32 r500_neutral(const struct pm4_card *card, const struct pm4_live *reset, u64 null_addr,
		 u32 *out, u32 capacity_dw)
{
	struct emit e = { .out = out, .capacity = capacity_dw };
	u64 groups = reset->groups & PM4_STATE_ALL, vertex = groups & 1ull << PM4_STATE_VSHADER;
	u64 any = groups;
	u32 i;

	for (i = 0; i < R500_SLOT_WORDS; i++) {
		any |= reset->slots[i];
		if (i >= R500_SLOT_PVS / 64)
			vertex |= reset->slots[i];
	}
	if (any)
		all_pipes(&e, card);
	/* Draws of another client may still read programs and constants (guide 6.4.11). */
	if (vertex)
		put_reg(&e, PM4_R_VAP_PVS_STATE_FLUSH_REG, 0);
	e.next = 0;
	for (; groups; groups &= groups - 1)
		neutral_group(&e, card, (u32)__ffs64(groups));
	for (i = 0; i < ARRAY_SIZE(vectors); i++)
		neutral_vectors(&e, &vectors[i], reset->slots);
	return e.n <= e.capacity ? e.n : 0;
}
