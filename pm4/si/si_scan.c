// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What the stream has done so far, for rules that few streams need: which registers it has set,
 * and which values it has written to memory.  The scan runs from the first packet, or from the
 * place that the last one reached, to the current packet.  So all scans of a stream together
 * look at each dword once.
 *
 * - A register counts as set if the packet runs in any case: it has no predicate bit, and no
 *   COND_EXEC or PRED_EXEC may skip it.  While GRBM_GFX_INDEX selects some units, only these get
 *   the value, so the register counts as set for a read under the same selection only.
 * - A dword of memory has a known value if the order of its writes is known.  The ME writes in
 *   the order of the stream.  The end of the pipe (EOP and the like) writes later than the ME goes
 *   on, so a write of the ME after it may come first.  The PFP runs ahead of the ME, so a write of
 *   the PFP may come before a write or a wait of the ME that is before it, unless PFP_SYNC_ME
 *   is between them.  The constant engine may write at any time.
 *
 * Context: any; takes no lock.
 */
#include "si_state.h"

#define PROBES		8u

/* Who writes to memory. */
enum writer { BY_ME, BY_PFP, BY_PIPE };

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

/* The entry of a dword of memory; if there is no room, the entry of an older one. */
static struct si_written *entry(struct si_checker *ck, u64 addr)
{
	struct si_written *w = find(ck, addr);
	u32 i;

	if (w)
		return w;
	for (i = 0; !w && i < PROBES; i++)
		if (place(ck, addr, i)->round != ck->round)
			w = place(ck, addr, i);
	if (!w)
		w = place(ck, addr, 0);
	*w = (struct si_written){ .addr = addr, .round = ck->round };
	return w;
}

/* A write of the PFP to a dword for which the ME may still wait. */
static void __cold note_overtaken(struct si_checker *ck, const struct si_written *w)
{
	const u32 *header = ck->header;

	ck->header = ck->ib + w->wait_dw;
	si_note(ck, SI_NOTE_WAIT, PM4_CODE_WAIT_MEMORY, ck->header);
	ck->header = header;
}

/* @by writes a dword that has an entry.  Returns true if the order of all its writes is known. */
static bool order(struct si_checker *ck, struct si_written *w, enum writer by)
{
	switch (by) {
	case BY_PIPE:
		w->pipe = true;
		return true;
	case BY_PFP:
		if (w->wait_sync == ck->scan_sync)
			note_overtaken(ck, w);
		return !w->pipe && w->me_sync != ck->scan_sync;
	case BY_ME:
		w->me_sync = ck->scan_sync;
		break;
	}
	return !w->pipe;
}

/* @by writes @value to a dword of memory. */
static void remember(struct si_checker *ck, u64 addr, u32 value, enum writer by, bool certain)
{
	struct si_written *w = entry(ck, addr);

	w->known = order(ck, w, by) && certain;
	w->value = value;
}

/* @by writes @bytes that the check does not know, from @addr on. */
static void forget(struct si_checker *ck, u64 addr, u64 bytes, enum writer by)
{
	u64 first = addr & ~3ull, last = addr + bytes - 1;
	struct si_written *w;

	if (!bytes)
		return;
	if (bytes <= 4 * SI_WRITTEN && by == BY_PIPE) {
		for (; first <= last; first += 4)
			remember(ck, first, 0, by, false);
		return;
	}
	for (w = ck->written; w < ck->written + SI_WRITTEN; w++) {
		if (w->round != ck->round || w->addr < first || w->addr > last)
			continue;
		order(ck, w, by);
		w->known = false;
	}
}

/* GRBM_GFX_INDEX gets a value; NULL: from memory. */
static void select(struct si_checker *ck, const u32 *value, bool certain)
{
	if (value && ck->selected_known && *value == ck->selected)
		return;
	memset(ck->regs_here, 0, sizeof(ck->regs_here));
	ck->selected_known = certain && value;
	ck->selected = value ? *value : 0;
}

/* Register @i of a window gets a value. */
static void mark(struct si_checker *ck, u32 window, u32 i, const u32 *value, bool certain)
{
	const struct si_window *w = &ck->windows[window];

	if (i >= w->count)
		return;
	if (w->kind[i] == PM4_RH_GFX_INDEX) {
		select(ck, value, certain);
	} else if (ck->selected != SI_GFX_INDEX_ALL || !ck->selected_known) {
		if (certain) {
			ck->regs_here[window][i / 64] |= 1ull << i % 64;
			ck->regs_some[window][i / 64] |= 1ull << i % 64;
		}
		return;
	}
	if (certain)
		ck->regs_set[window][i / 64] |= 1ull << i % 64;
}

/* @count registers from @first on, by window; @values may be NULL. */
static void mark_set(struct si_checker *ck, u32 window, u32 first, u32 count, const u32 *values,
		     bool certain)
{
	u32 i;

	for (i = 0; i < count; i++)
		mark(ck, window, first + i, values ? values + i : NULL, certain);
}

/* The same by their dword numbers. */
static void mark_number(struct si_checker *ck, u32 number, u32 count, const u32 *values,
			bool certain)
{
	const struct si_window *w;
	u32 i;

	for (i = 0; i < count; i++) {
		w = si_window_of(ck, number + i);
		if (w)
			mark(ck, (u32)(w - ck->windows), number + i - w->first,
			     values ? values + i : NULL, certain);
	}
}

static void scan_write_data(struct si_checker *ck, const u32 *p, u32 count, bool certain)
{
	u32 n = count - 2, i, one = pm4_get(WRITE_DATA_WR_ONE_ADDR, p[1]);
	u64 addr = si_addr64(p + 2) & ~3ull;
	u32 engine = pm4_get(WRITE_DATA_ENGINE_SEL, p[1]);
	enum writer by = engine == PM4_V_WRITE_DATA_ENGINE_SEL_PFP ? BY_PFP : BY_ME;

	/* No document says when the dispatch engine writes. */
	if (engine == PM4_V_WRITE_DATA_ENGINE_SEL_DE) {
		by = BY_PIPE;
		certain = false;
	}
	if (!pm4_get(WRITE_DATA_DST_SEL, p[1])) {
		mark_number(ck, p[2], one ? 1 : n, one ? p + count + 1 : p + 4, certain);
		return;
	}
	for (i = 0; i < n; i++)
		remember(ck, addr + (one ? 0 : 4 * (u64)i), p[4 + i], by, certain);
}

static void scan_eop(struct si_checker *ck, const u32 *p, bool certain)
{
	u64 addr = (p[2] & ~3u) | (u64)(p[3] & 0xffff) << 32;
	u32 data = pm4_get(EVENT_WRITE_EOP_DATA_SEL, p[3]);

	switch (data) {
	case PM4_V_EVENT_WRITE_EOP_DATA_SEL_DATA_64:
		remember(ck, addr + 4, p[5], BY_PIPE, certain);
		remember(ck, addr, p[4], BY_PIPE, certain);
		return;
	case PM4_V_EVENT_WRITE_EOP_DATA_SEL_DATA_32:
		remember(ck, addr, p[4], BY_PIPE, certain);
		return;
	case PM4_V_EVENT_WRITE_EOP_DATA_SEL_DISCARD:
		return;
	}
	forget(ck, addr, 8, BY_PIPE);
}

static void scan_copy_data(struct si_checker *ck, const u32 *p, bool certain)
{
	bool immediate = pm4_get(COPY_DATA_SRC_SEL, p[1]) == PM4_V_COPY_DATA_SRC_SEL_IMMEDIATE;
	u32 n = pm4_get(COPY_DATA_COUNT_SEL, p[1]) ? 2 : 1;

	if (pm4_get(COPY_DATA_DST_SEL, p[1]))
		forget(ck, si_addr64(p + 4), 4 * n, BY_ME);
	else
		mark_number(ck, p[4], n, immediate ? p + 2 : NULL, certain);
}

/* Packets that write a value to memory that the check does not know. */
static void scan_memory(struct si_checker *ck, const u32 *p)
{
	switch (PM4_OPCODE(*p)) {
	case PM4_OP_ATOMIC:
		forget(ck, si_addr64(p + 2), 8, BY_ME);
		return;
	case PM4_OP_OCCLUSION_QUERY:
		forget(ck, si_addr48(p + 3), 8, BY_ME);
		return;
	case PM4_OP_STRMOUT_BUFFER_UPDATE:
		if (pm4_get(STRMOUT_BUFFER_UPDATE_UPDATE_MEMORY, p[1]))
			forget(ck, si_addr48(p + 2) & ~3ull, 4, BY_PIPE);
		return;
	case PM4_OP_MEM_WRITE:
		forget(ck, si_addr48(p + 1) & ~3ull, 8, BY_ME);
		return;
	case PM4_OP_CP_DMA:
		forget(ck, si_addr48(p + 3), pm4_get(CP_DMA_BYTE_COUNT, p[5]),
		       pm4_get(CP_DMA_ENGINE, p[2]) ? BY_PFP : BY_ME);
		return;
	case PM4_OP_EVENT_WRITE:
		if (PM4_COUNT(*p) == 2)
			forget(ck, si_addr48(p + 2), si_event_bytes(ck, p[1] & 0x3f), BY_PIPE);
		return;
	case PM4_OP_EVENT_WRITE_EOS:
		forget(ck, si_addr48(p + 2), 4, BY_PIPE);
		return;
	}
}

/* @certain: the packet runs in any case. */
static void scan_packet(struct si_checker *ck, const u32 *p, bool certain)
{
	u32 count = PM4_COUNT(*p);

	switch (PM4_OPCODE(*p)) {
	case PM4_OP_SET_CONFIG_REG:
		mark_set(ck, PM4_WINDOW_CONFIG, p[1], count, p + 2, certain);
		return;
	case PM4_OP_SET_CONTEXT_REG:
		mark_set(ck, PM4_WINDOW_CONTEXT, p[1], count, p + 2, certain);
		return;
	case PM4_OP_SET_SH_REG:
		mark_set(ck, PM4_WINDOW_SH, p[1], count, p + 2, certain);
		return;
	case PM4_OP_SET_CONTEXT_REG_INDIRECT:
		mark_set(ck, PM4_WINDOW_CONTEXT, p[1], 1, NULL, certain);
		return;
	case PM4_OP_COPY_DATA:
		scan_copy_data(ck, p, certain);
		return;
	case PM4_OP_COPY_DW:
		if (pm4_get(COPY_DW_DST_SEL, p[1]))
			forget(ck, si_addr48(p + 4), 4, BY_ME);
		else
			mark_number(ck, p[4], 1, NULL, certain);
		return;
	case PM4_OP_COND_WRITE:
		if (pm4_get(COND_WRITE_WRITE_SPACE, p[1]))
			forget(ck, si_addr48(p + 6) & ~3ull, 4, BY_ME);
		else
			mark_number(ck, p[6], 1, p + 8, false);
		return;
	case PM4_OP_WRITE_DATA:
		scan_write_data(ck, p, count, certain);
		return;
	case PM4_OP_EVENT_WRITE_EOP:
		scan_eop(ck, p, certain);
		return;
	case PM4_OP_PFP_SYNC_ME:
		ck->scan_sync += certain;
		return;
	}
	scan_memory(ck, p);
}

/* What the constant engine writes, as one range. */
static void scan_const(struct si_checker *ck)
{
	const u32 *p = ck->in->const_ib, *end = p + ck->in->const_dw;
	u64 addr, bytes;

	ck->const_low = ~0ull;
	ck->const_high = 0;
	if (!ck->in->const_dw)
		return;
	for (; p < end; p = si_next(p)) {
		if (PM4_TYPE(*p) != 3)
			continue;
		if (PM4_OPCODE(*p) == PM4_OP_CE_WRITE) {
			addr = si_addr48(p + 1);
			bytes = 4ull * (PM4_COUNT(*p) - 1);
		} else if (PM4_OPCODE(*p) == PM4_OP_DUMP_CONST_RAM) {
			addr = si_addr64(p + 3);
			bytes = 4ull * p[2];
		} else {
			continue;
		}
		ck->const_low = min(ck->const_low, addr);
		ck->const_high = max(ck->const_high, addr + bytes);
	}
}

/* Go on to @end.  The walk has checked all packets before it. */
static void scan(struct si_checker *ck, const u32 *end)
{
	const u32 *p;

	if (!ck->scanning) {
		ck->scanning = true;
		ck->scan_at = ck->ib;
		ck->scan_skip_end = ck->ib;
		ck->scan_sync = 1;
		ck->selected = SI_GFX_INDEX_ALL;
		ck->selected_known = true;
		memset(ck->regs_set, 0, sizeof(ck->regs_set));
		memset(ck->regs_here, 0, sizeof(ck->regs_here));
		memset(ck->regs_some, 0, sizeof(ck->regs_some));
		scan_const(ck);
	}
	for (p = ck->scan_at; p < end; p = si_next(p)) {
		if (PM4_TYPE(*p) == 2)
			continue;
		scan_packet(ck, p, !(*p & PM4_PREDICATE) && p >= ck->scan_skip_end);
		if (PM4_OPCODE(*p) == PM4_OP_COND_EXEC || PM4_OPCODE(*p) == PM4_OP_PRED_EXEC)
			ck->scan_skip_end = si_next(p) + si_skip_dw(p);
	}
	ck->scan_at = p;
}

/**
 * si_scan_reg() - find out whether the stream has set a register in any case
 * @ck: the checker
 * @window: PM4_WINDOW_*
 * @index: number of the register in the window
 * @others: receives true if it has set it for other units than those that are selected
 *
 * Return: true if it has set what a read gets.
 */
bool si_scan_reg(struct si_checker *ck, u32 window, u32 index, bool *others)
{
	u64 bit = 1ull << index % 64;

	scan(ck, ck->header);
	/* Whichever units are selected, the write has reached them. */
	if ((ck->regs_set[window][index / 64] | ck->regs_here[window][index / 64]) & bit)
		return true;
	*others = ck->regs_some[window][index / 64] & bit;
	return false;
}

/**
 * si_scan_wait() - find out which value a dword of memory gets from the stream
 * @ck: the checker, at a wait of the ME or the PFP
 * @addr: its address, a multiple of 4
 * @value: receives the value
 *
 * A later write of the PFP may overtake the wait; si_scan_end() notes that.
 *
 * Return: true if the stream has written it, by EVENT_WRITE_EOP or WRITE_DATA.
 */
bool si_scan_wait(struct si_checker *ck, u64 addr, u32 *value)
{
	struct si_written *w;

	scan(ck, ck->header);
	w = find(ck, addr);
	if (!w || !w->known || (addr >= ck->const_low && addr < ck->const_high))
		return false;
	*value = w->value;
	if (!pm4_get(WAIT_REG_MEM_ENGINE, ck->header[1])) {
		w->wait_sync = ck->scan_sync;
		w->wait_dw = (u32)(ck->header - ck->ib);
		ck->waits = true;
	}
	return true;
}

/**
 * si_scan_end() - look at the rest of a stream with waits for what it writes itself
 * @ck: the checker
 */
void si_scan_end(struct si_checker *ck)
{
	if (ck->scanning && ck->waits)
		scan(ck, ck->ib_end);
}
