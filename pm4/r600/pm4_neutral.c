// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Neutral state: which address state must be reset before a stream, and the preamble that
 * resets it.
 *
 * The driver runs the preamble before a stream that inherits state of an earlier stream.  The
 * preamble sets the values that the checker assumes for unset state: sizes and enables 0.
 * Bases point to a buffer of the driver, so that even a unit that ignores a size of 0 accesses
 * no client's memory.
 *
 * Called by the driver before each stream, by the tool and by the judges of the tests.  Writes
 * only to memory of the caller; takes no lock.
 */
#include "../pm4_table.h"
#include "../pm4_util.h"

struct emit {
	u32 *out;
	u32 n;
	u32 capacity;
};

/* SQ_ESGS_RING_ITEMSIZE to SQ_GS_VERT_ITEMSIZE */
#define RING_ITEMS	9u

#define TYPE3(op, count) (0xc0000000u | (count) << 16 | (u32)(op) << 8)

static void put(struct emit *e, u32 value)
{
	if (e->n < e->capacity)
		e->out[e->n] = value;
	e->n++;
}

/* Writes the same value to a run of registers. */
static void fill(struct emit *e, u32 reg, u32 count, u32 value)
{
	bool config = reg < PM4_CONFIG_END;

	put(e, TYPE3(config ? PM4_OP_SET_CONFIG_REG : PM4_OP_SET_CONTEXT_REG, count));
	put(e, (reg - (config ? PM4_CONFIG_BASE : PM4_CONTEXT_BASE)) / 4);
	while (count--)
		put(e, value);
}

static void neutral_color(struct emit *e, u32 n, u32 null)
{
	static const u32 zero[] = {
		PM4_R_CB_COLOR_INFO, PM4_R_CB_COLOR_SIZE, PM4_R_CB_COLOR_VIEW,
		PM4_R_CB_COLOR_MASK,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(zero); i++)
		fill(e, zero[i] + 4 * n, 1, 0);
	fill(e, PM4_R_CB_COLOR_BASE + 4 * n, 1, null);
}

static void neutral_masks(struct emit *e, u32 n, u32 null)
{
	fill(e, PM4_R_CB_COLOR_TILE + 4 * n, 1, null);
	fill(e, PM4_R_CB_COLOR_FRAG + 4 * n, 1, null);
}

static void neutral_depth(struct emit *e, u32 null)
{
	fill(e, PM4_R_DB_DEPTH_INFO, 1, 0);
	fill(e, PM4_R_DB_DEPTH_SIZE, 2, 0);
	fill(e, PM4_R_DB_DEPTH_BASE, 1, null);
	fill(e, PM4_R_DB_HTILE_SURFACE, 1, 0);
}

static void neutral_targets(struct emit *e)
{
	fill(e, PM4_R_CB_TARGET_MASK, 1, 0);
	fill(e, PM4_R_CB_COLOR_CONTROL, 1, 0);
	fill(e, PM4_R_DB_RENDER_CONTROL, 1, 0);
	fill(e, PM4_R_SX_MISC, 1, 0);
	fill(e, PM4_R_PA_SC_AA_CONFIG, 1, 0);
}

static void neutral_strmout(struct emit *e, u32 null)
{
	u32 n;

	fill(e, PM4_R_VGT_STRMOUT_EN, 1, 0);
	fill(e, PM4_R_VGT_STRMOUT_BUFFER_EN, 1, 0);
	for (n = 0; n < 4; n++) {
		fill(e, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n, 1, 0);
		fill(e, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n, 1, null);
	}
}

static void neutral_programs(struct emit *e, u32 null)
{
	static const u32 starts[] = {
		PM4_R_SQ_PGM_START_PS, PM4_R_SQ_PGM_START_VS, PM4_R_SQ_PGM_START_GS,
		PM4_R_SQ_PGM_START_ES, PM4_R_SQ_PGM_START_FS,
	};
	u32 i;

	fill(e, PM4_R_VGT_GS_MODE, 1, 0);
	for (i = 0; i < ARRAY_SIZE(starts); i++)
		fill(e, starts[i], 1, null);
	fill(e, PM4_R_SQ_PGM_CF_OFFSET_PS, 5, 0);
}

static void neutral_rings(struct emit *e, u32 null)
{
	u32 i;

	for (i = 0; i < 6; i++) {
		fill(e, PM4_R_SQ_ESGS_RING_SIZE + 8 * i, 1, 0);
		fill(e, PM4_R_SQ_ESGS_RING_BASE + 8 * i, 1, null);
	}
}

/* No constant is neutral here, but the values of bring-up are known to work. */
static void neutral_sq_mgmt(struct emit *e, const struct pm4_card *card)
{
	u32 i;

	put(e, TYPE3(PM4_OP_SET_CONFIG_REG, PM4_SQ_MGMT));
	put(e, (PM4_R_SQ_CONFIG - PM4_CONFIG_BASE) / 4);
	for (i = 0; i < PM4_SQ_MGMT; i++)
		put(e, card->sq_mgmt[i]);
}

static void neutral_state(struct emit *e, const struct pm4_card *card, u32 groups, u32 null)
{
	u32 n;

	for (n = 0; n < 8; n++) {
		if (groups >> (PM4_STATE_COLOR0 + n) & 1)
			neutral_color(e, n, null);
		if (groups >> (PM4_STATE_MASKS0 + n) & 1)
			neutral_masks(e, n, null);
	}
	if (groups >> PM4_STATE_HTILE & 1)
		fill(e, PM4_R_DB_HTILE_DATA_BASE, 1, null);
	if (groups >> PM4_STATE_ITEMS & 1)
		fill(e, PM4_R_SQ_ESGS_RING_ITEMSIZE, RING_ITEMS, 0);
	if (groups >> PM4_STATE_SQ_MGMT & 1)
		neutral_sq_mgmt(e, card);
	if (groups >> PM4_STATE_DEPTH & 1)
		neutral_depth(e, null);
	if (groups >> PM4_STATE_TARGETS & 1)
		neutral_targets(e);
	if (groups >> PM4_STATE_STRMOUT & 1)
		neutral_strmout(e, null);
	for (n = 0; n < 3; n++) {
		if (!(groups >> (PM4_STATE_CONST_PS + n) & 1))
			continue;
		fill(e, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS + 64 * n, 16, 0);
		fill(e, PM4_R_SQ_ALU_CONST_CACHE_PS + 64 * n, 16, null);
	}
	if (groups >> PM4_STATE_PROGRAM & 1)
		neutral_programs(e, null);
	if (groups >> PM4_STATE_RING & 1)
		neutral_rings(e, null);
	if (groups >> PM4_STATE_EXPORT & 1) {
		fill(e, PM4_R_SX_MEMORY_EXPORT_SIZE, 1, 0);
		fill(e, PM4_R_SX_MEMORY_EXPORT_BASE, 1, null);
	}
	if (groups >> PM4_STATE_PREDICATE & 1) {
		put(e, TYPE3(PM4_OP_SET_PREDICATION, 1));
		put(e, 0);
		put(e, 0);
	}
}

/* First slot from @slot on whose bit is set, or with @flip ~0 is clear; otherwise @end. */
static u32 next_slot(const u64 *slots, u32 slot, u32 end, u64 flip)
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

/**
 * pm4_footprint_apply() - follow the address state of a chip over a stream
 * @live: the state that earlier streams have left; updated to the state after the stream
 * @footprint: footprint of the stream
 * @reset: receives the state that must be reset before the stream, because an earlier
 *	stream has left it and this one inherits it
 *
 * Context: Any context.
 * Return: true if @reset is not empty.
 */
bool pm4_footprint_apply(struct pm4_live *live, const struct pm4_footprint *footprint,
			 struct pm4_live *reset)
{
	const struct pm4_live *in = &footprint->live_in, *out = &footprint->live_out;
	u64 any;
	u32 i;

	reset->groups = live->groups & in->groups;
	live->groups = (live->groups & ~reset->groups) | out->groups;
	any = reset->groups;
	for (i = 0; i < PM4_SLOT_WORDS; i++) {
		reset->slots[i] = live->slots[i] & in->slots[i];
		live->slots[i] = (live->slots[i] & ~reset->slots[i]) | out->slots[i];
		any |= reset->slots[i];
	}
	return any;
}

/**
 * pm4_neutral_emit() - write the neutral preamble
 * @card: the card
 * @reset: the slots and groups to reset
 * @null_addr: GPU address of a buffer of the driver: 64 KiB, 64 KiB aligned, below 4 GiB
 * @out: receives the preamble
 * @capacity_dw: length of @out in dwords; PM4_NEUTRAL_MAX_DW is always enough
 *
 * Context: Any context.
 * Return: dwords written, or 0 if @capacity_dw is too small.
 */
u32 pm4_neutral_emit(const struct pm4_card *card, const struct pm4_live *reset,
		     u64 null_addr, u32 *out, u32 capacity_dw)
{
	struct emit e = { .out = out, .capacity = capacity_dw };
	const u64 *slots = reset->slots;
	u32 slot, next;

	neutral_state(&e, card, reset->groups, (u32)(null_addr >> 8));
	slot = next_slot(slots, PM4_RESOURCES, PM4_SLOTS, 0);
	for (; slot < PM4_SLOTS; slot = next_slot(slots, next, PM4_SLOTS, 0)) {
		next = next_slot(slots, slot, PM4_SLOTS, ~0ull);
		fill(&e, PM4_R_SQ_ALU_CONST_CACHE_PS + 4 * (slot - PM4_RESOURCES), next - slot,
		     (u32)(null_addr >> 8));
	}
	slot = next_slot(slots, 0, PM4_RESOURCES, 0);
	for (; slot < PM4_RESOURCES; slot = next_slot(slots, next, PM4_RESOURCES, 0)) {
		next = next_slot(slots, slot, PM4_RESOURCES, ~0ull);
		put(&e, TYPE3(PM4_OP_SET_RESOURCE, (next - slot) * 7));
		put(&e, slot * 7);
		for (; slot < next; slot++)
			neutral_resource(&e, null_addr);
	}
	return e.n <= e.capacity ? e.n : 0;
}
