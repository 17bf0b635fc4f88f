// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What the stream has done so far, for rules that few streams need: which registers it has set,
 * and which values it has written to memory.  The scan runs from the first packet, or from the
 * place that the last one reached, to the current packet.  So all scans of a stream together
 * look at each dword once.
 *
 * The scan counts only what happens in any case: nothing with the predicate bit, and nothing
 * that COND_EXEC or PRED_EXEC may skip.
 *
 * Context: any; takes no lock.
 */
#include "si_state.h"

#define PROBES		8u

static struct si_written *place(struct si_checker *ck, u64 addr, u32 probe)
{
	u32 hash = (u32)(addr >> 2) * 0x9e3779b1u;

	return &ck->written[((hash >> 16) + probe) % SI_WRITTEN];
}

/* Returns the entry of @addr, or NULL. */
static struct si_written *find(struct si_checker *ck, u64 addr)
{
	u32 i;

	for (i = 0; i < PROBES; i++) {
		struct si_written *w = place(ck, addr, i);

		if (w->round == ck->round && w->addr == addr)
			return w;
	}
	return NULL;
}

/* Remember a dword of memory; if there is no room, forget an older one. */
static void remember(struct si_checker *ck, u64 addr, u32 value)
{
	struct si_written *w = find(ck, addr);
	u32 i;

	for (i = 0; !w && i < PROBES; i++)
		if (place(ck, addr, i)->round != ck->round)
			w = place(ck, addr, i);
	if (!w)
		w = place(ck, addr, 0);
	*w = (struct si_written){ addr, value, ck->round };
}

static void forget(struct si_checker *ck, u64 addr)
{
	struct si_written *w = find(ck, addr);

	if (w)
		w->round = ck->round - 1;
}

/* @count registers from @first on, by window. */
static void mark(struct si_checker *ck, u32 window, u32 first, u32 count)
{
	u32 i;

	for (i = first; i < first + count && i < ck->windows[window].count; i++)
		ck->regs_set[window][i / 64] |= 1ull << i % 64;
}

static void mark_number(struct si_checker *ck, u32 number, u32 count)
{
	const struct si_window *w;

	for (; count; number++, count--) {
		w = si_window_of(ck, number);
		if (w)
			mark(ck, (u32)(w - ck->windows), number - w->first, 1);
	}
}

static void scan_write_data(struct si_checker *ck, const u32 *p, u32 count)
{
	u32 n = count - 2, i, one = p[1] >> 16 & 1;
	u64 addr = si_addr64(p + 2) & ~3ull;

	if (!pm4_get(WRITE_DATA_DST_SEL, p[1])) {
		mark_number(ck, p[2], one ? 1 : n);
		return;
	}
	for (i = 0; i < n; i++)
		remember(ck, addr + (one ? 0 : 4 * (u64)i), p[4 + i]);
}

static void scan_eop(struct si_checker *ck, const u32 *p)
{
	u64 addr = (p[2] & ~3u) | (u64)(p[3] & 0xffff) << 32;
	u32 data = pm4_get(EVENT_WRITE_EOP_DATA_SEL, p[3]);

	switch (data) {
	case PM4_V_EVENT_WRITE_EOP_DATA_SEL_DATA_64:
		remember(ck, addr + 4, p[5]);
		remember(ck, addr, p[4]);
		return;
	case PM4_V_EVENT_WRITE_EOP_DATA_SEL_DATA_32:
		remember(ck, addr, p[4]);
		return;
	case PM4_V_EVENT_WRITE_EOP_DATA_SEL_DISCARD:
		return;
	}
	forget(ck, addr);
	forget(ck, addr + 4);
}

static void scan_packet(struct si_checker *ck, const u32 *p)
{
	u32 count = PM4_COUNT(*p);

	switch (PM4_OPCODE(*p)) {
	case PM4_OP_SET_CONFIG_REG:
		mark(ck, PM4_WINDOW_CONFIG, p[1], count);
		return;
	case PM4_OP_SET_CONTEXT_REG:
		mark(ck, PM4_WINDOW_CONTEXT, p[1], count);
		return;
	case PM4_OP_SET_SH_REG:
		mark(ck, PM4_WINDOW_SH, p[1], count);
		return;
	case PM4_OP_SET_CONTEXT_REG_INDIRECT:
		mark(ck, PM4_WINDOW_CONTEXT, p[1], 1);
		return;
	case PM4_OP_COPY_DATA:
		if (!pm4_get(COPY_DATA_DST_SEL, p[1]))
			mark_number(ck, p[4], pm4_get(COPY_DATA_COUNT_SEL, p[1]) ? 2 : 1);
		return;
	case PM4_OP_COPY_DW:
		if (!pm4_get(COPY_DW_DST_SEL, p[1]))
			mark_number(ck, p[4], 1);
		return;
	case PM4_OP_WRITE_DATA:
		scan_write_data(ck, p, count);
		return;
	case PM4_OP_EVENT_WRITE_EOP:
		scan_eop(ck, p);
		return;
	}
}

/* Go on to the current packet.  The walk has checked all packets before it. */
static void scan(struct si_checker *ck)
{
	const u32 *p;

	if (!ck->scanning) {
		ck->scanning = true;
		ck->scan_at = ck->ib;
		memset(ck->regs_set, 0, sizeof(ck->regs_set));
	}
	for (p = ck->scan_at; p < ck->header;) {
		u32 op = PM4_OPCODE(*p), dw = PM4_COUNT(*p) + 2;

		if (PM4_TYPE(*p) == 2) {
			p++;
			continue;
		}
		if (!(*p & PM4_PREDICATE))
			scan_packet(ck, p);
		if (op == PM4_OP_COND_EXEC)
			dw += p[3] & 0x3fff;
		else if (op == PM4_OP_PRED_EXEC)
			dw += p[1] & 0x3fff;
		p += dw;
	}
	ck->scan_at = p;
}

/**
 * si_scan_reg() - find out whether the stream has set a register in any case
 * @ck: the checker
 * @window: PM4_WINDOW_*
 * @index: number of the register in the window
 *
 * Return: true if it has.
 */
bool si_scan_reg(struct si_checker *ck, u32 window, u32 index)
{
	scan(ck);
	return ck->regs_set[window][index / 64] >> index % 64 & 1;
}

/**
 * si_scan_memory() - find out which value a dword of memory gets from the stream
 * @ck: the checker
 * @addr: its address, a multiple of 4
 * @value: receives the value
 *
 * Return: true if the stream has written it, by EVENT_WRITE_EOP or WRITE_DATA.
 */
bool si_scan_memory(struct si_checker *ck, u64 addr, u32 *value)
{
	const struct si_written *w;

	scan(ck);
	w = find(ck, addr);
	if (w)
		*value = w->value;
	return w;
}
