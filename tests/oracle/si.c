// SPDX-License-Identifier: GPL-2.0
/*
 * The machine: a PFP that parses the stream and runs some packets itself, a queue, and an ME that
 * runs the others later.  A packet of another client is in the queue at the start.  Registers
 * have a copy in each of two units, of which GRBM_GFX_INDEX selects one or both.  The seed decides
 * how far the PFP runs ahead, when the constant engine runs, which skips and predicates hold, and
 * what COND_WRITE finds.
 *
 * A fault is
 * - a register that the PFP writes while the other client's packet is in the queue, or that the
 *   dispatch engine writes;
 * - a read of a register, or of a result of ATOMIC, that the stream has not written in that unit;
 * - a selection of some units at the end;
 * - an access outside of the map: indices, arguments, predicates, queries, targets and programs;
 * - an EVENT_WRITE_EOS without a draw before it; a reserved event, operation, source or interval.
 */
#include <stdlib.h>
#include <string.h>
#include "si.h"

#define REGS		0x10000u	/* by dword number */
#define QUEUE		256u

#define SET_CONTEXT	0xa000u
#define SET_SH		0x2c00u
#define SET_CONFIG	0x2000u
#define GFX_INDEX	0x200bu
#define INDEX_TYPE	0x2257u
#define ALL		0xe0000000u

enum { READ = 2, WRITE = 4 };

/* Packets, as the guide numbers and names them. */
enum {
	SET_BASE = 0x11, CLEAR_STATE, INDEX_BUFFER_SIZE, DISPATCH_DIRECT = 0x15,
	DISPATCH_INDIRECT, ATOMIC = 0x1e, SET_PREDICATION = 0x20, COND_EXEC = 0x22, PRED_EXEC,
	DRAW_INDIRECT, DRAW_INDEX_INDIRECT, INDEX_BASE, DRAW_INDEX_2, SET_INDEX_TYPE = 0x2a,
	DRAW_INDEX_AUTO = 0x2d, DRAW_INDEX_IMMD, DRAW_INDEX_MULTI_AUTO = 0x30,
	DRAW_INDEX_OFFSET_2 = 0x35, WRITE_DATA = 0x37, COPY_DW = 0x3b, WAIT_REG_MEM,
	COPY_DATA = 0x40, PFP_SYNC_ME = 0x42, SURFACE_SYNC, COND_WRITE = 0x45, EVENT_WRITE,
	EVENT_WRITE_EOP, EVENT_WRITE_EOS, SET_CONFIG_REG = 0x68, SET_CONTEXT_REG,
	SET_CONTEXT_REG_INDIRECT = 0x73, SET_SH_REG = 0x76,
};

/**
 * struct value - a number that a packet sets
 * @v: the number
 * @set: the stream has set it
 */
struct value {
	u64 v;
	bool set;
};

struct machine {
	const struct pm4_input *in;
	u32 backends;
	u64 random;
	const char *fault;
	u32 regs[2][REGS];
	u8 set[2][REGS];
	u32 select;
	struct value base[2], index_base, index_count;
	bool preop_lo, preop_hi;
	bool after_draw, after_dispatch;
	bool foreign;			/* the other client's packet is in the queue */
	const u32 *queue[QUEUE];
	u32 first, last;
	const u32 *ce;			/* next packet of the constant engine */
};

static u32 pick(struct machine *m, u32 n)
{
	m->random = m->random * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(m->random >> 33) % n;
}

static void fault(struct machine *m, const char *text)
{
	if (!m->fault)
		m->fault = text;
}

static u64 addr48(const u32 *p)
{
	return p[0] | (u64)(p[1] & 0xffff) << 32;
}

static u32 dwords(u32 header)
{
	return header >> 30 == 3 ? (header >> 16 & 0x3fff) + 2 : 1;
}

/* An access must be in one mapping that is listed and allows it. */
static void touch(struct machine *m, u64 addr, u64 bytes, u32 flags, const char *what)
{
	u32 i;

	if (!m->in->map || !bytes)
		return;
	for (i = 0; i < m->in->nmap; i++) {
		const struct pm4_mapping *map = &m->in->map[i];

		if (addr >= map->va && addr - map->va < map->size &&
		    bytes <= map->size - (addr - map->va) && map->buffer != PM4_NO_BUFFER &&
		    (map->flags & flags) == flags)
			return;
	}
	fault(m, what);
}

static void write_reg(struct machine *m, u32 number, u32 value)
{
	u32 unit;

	if (number >= REGS) {
		fault(m, "a register above 16 bits");
		return;
	}
	if (number == GFX_INDEX)
		m->select = value;
	for (unit = 0; unit < 2; unit++) {
		if (number != GFX_INDEX && !(m->select >> 31) && (m->select >> 16 & 1) != unit)
			continue;
		m->regs[unit][number] = value;
		m->set[unit][number] = 1;
	}
}

static u32 read_reg(struct machine *m, u32 number)
{
	u32 unit = m->select >> 31 ? pick(m, 2) : m->select >> 16 & 1;

	if (number >= REGS || !m->set[unit][number]) {
		fault(m, "a read of a register that the stream has not set");
		return 0;
	}
	return m->regs[unit][number];
}

static void write_run(struct machine *m, u32 first, const u32 *values, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		write_reg(m, first + i, values[i]);
}

/* WRITE_DATA of registers; with one address the last value stays. */
static void write_data(struct machine *m, const u32 *p, u32 n)
{
	if (p[1] >> 16 & 1)
		write_run(m, p[2], p + n + 1, 1);
	else
		write_run(m, p[2], p + 4, n - 2);
}

/* Bytes of an index in one unit; the longest if the stream has not said. */
static u32 index_bytes(const struct machine *m, u32 unit)
{
	return m->set[unit][INDEX_TYPE] && !(m->regs[unit][INDEX_TYPE] & 3) ? 2 : 4;
}

static void program(struct machine *m, u32 unit, u32 lo)
{
	const u32 *r = &m->regs[unit][lo];

	if (m->set[unit][lo])
		touch(m, (u64)r[0] << 8 | (u64)(r[1] & 0xff) << 40, 1, READ, "a program");
}

/* Targets and programs of a draw in one unit; a register that is not set is off. */
static void targets(struct machine *m, u32 unit)
{
	const u32 *r = m->regs[unit];
	u32 n, stages = r[0xa2d5], info;

	for (n = 0; n < 8; n++) {
		info = r[0xa31c + 15 * n];
		if (!((r[0xa08e] & r[0xa08f]) >> 4 * n & 0xf) || !(info >> 2 & 0x1f))
			continue;
		touch(m, (u64)r[0xa318 + 15 * n] << 8, 1, READ | WRITE, "a colour buffer");
		if (info >> 13 & 1)
			touch(m, (u64)r[0xa31f + 15 * n] << 8, 1, READ | WRITE, "a CMASK");
		if (info >> 14 & 1)
			touch(m, (u64)r[0xa321 + 15 * n] << 8, 1, READ | WRITE, "an FMASK");
	}
	if (r[0xa010] & 3) {
		touch(m, (u64)r[0xa012] << 8, 1, READ, "a depth buffer");
		touch(m, (u64)r[0xa014] << 8, 1, WRITE, "a depth buffer");
		if (r[0xa010] >> 29 & 1)
			touch(m, (u64)r[0xa005] << 8, 1, READ | WRITE, "an HTILE buffer");
	}
	if (r[0xa011] & 1) {
		touch(m, (u64)r[0xa013] << 8, 1, READ, "a stencil buffer");
		touch(m, (u64)r[0xa015] << 8, 1, WRITE, "a stencil buffer");
	}
	program(m, unit, 0x2c08);
	program(m, unit, 0x2c48);
	if (stages & 3)
		program(m, unit, 0x2d48);
	if (stages >> 2 & 1)
		program(m, unit, 0x2d08);
	if (stages >> 3 & 3)
		program(m, unit, 0x2cc8);
	if (stages >> 5 & 1)
		program(m, unit, 0x2c88);
}

static void relative(struct machine *m, const struct value *base, u64 offset, u64 bytes)
{
	if (m->in->map && bytes && !base->set)
		fault(m, "an address relative to what the stream has not set");
	touch(m, base->v + offset, bytes, READ, "indices or arguments");
}

static u32 least(u32 a, u32 b)
{
	return a < b ? a : b;
}

static void draw(struct machine *m, const u32 *p, u32 op)
{
	u32 unit, initiator = 0, want = 2;

	for (unit = 0; unit < 2; unit++) {
		u64 bytes = index_bytes(m, unit);

		targets(m, unit);
		switch (op) {
		case DRAW_INDEX_2:
			touch(m, addr48(p + 2), bytes * least(p[1], p[4]), READ, "indices");
			break;
		case DRAW_INDEX_OFFSET_2:
			relative(m, &m->index_base, bytes * p[2], bytes * least(p[1], p[3]));
			break;
		case DRAW_INDEX_INDIRECT:
			if (m->in->map && !m->index_count.set)
				fault(m, "as many indices as another client set");
			relative(m, &m->index_base, 0, bytes * m->index_count.v);
			break;
		}
	}
	switch (op) {
	case DRAW_INDEX_AUTO:
		initiator = p[2] & ~0x40u;
		break;
	case DRAW_INDEX_MULTI_AUTO:
		initiator = p[2];
		break;
	case DRAW_INDEX_IMMD:
		initiator = p[2];
		want = 1;
		break;
	case DRAW_INDEX_2:
		initiator = p[5];
		want = 0;
		break;
	case DRAW_INDEX_OFFSET_2:
	case DRAW_INDEX_INDIRECT:
		initiator = p[4];
		want = 0;
		break;
	case DRAW_INDIRECT:
		initiator = p[4];
		break;
	}
	if (initiator != want)
		fault(m, "another source than the packet's");
	if (op == DRAW_INDIRECT || op == DRAW_INDEX_INDIRECT) {
		relative(m, &m->base[1], p[1], op == DRAW_INDIRECT ? 16 : 20);
		/* The second value may go to the register after the first. */
		write_reg(m, SET_SH + p[2], 0);
		write_reg(m, SET_SH + p[2] + 1, 0);
		write_reg(m, SET_SH + p[3], 0);
		if ((p[2] & 0xf) == 0xb)
			fault(m, "a write past the user data");
	}
}

static void event(struct machine *m, const u32 *p, u32 op)
{
	u32 type = p[1] & 0x3f, index = p[1] >> 8 & 0xf, want = 0;

	switch (type) {
	case 0x15:
		want = 1;
		break;
	case 0x1e:
		want = 2;
		break;
	case 1:
	case 2:
	case 3:
	case 0x20:
		want = 3;
		break;
	case 7:
	case 0xf:
	case 0x10:
		want = 4;
		break;
	case 6:
	case 0x16:
		want = 7;
		break;
	}
	if (op == EVENT_WRITE_EOP)
		want = 5;
	if (op == EVENT_WRITE_EOS)
		want = 6;
	if (index != want)
		fault(m, "another EVENT_INDEX than the event's");
	if (p[1] >> 20 & 1 && want != 7 && want != 5)
		fault(m, "INV_L2 with another event");
	if (op == EVENT_WRITE_EOP && (p[3] >> 29 > 3 || p[3] >> 24 & 3))
		fault(m, "a performance counter, a reserved value or an interrupt");
	if (op == EVENT_WRITE_EOS && !m->after_draw && (type != 0x2f || !m->after_dispatch))
		fault(m, "EVENT_WRITE_EOS without a draw before it");
	if (op == EVENT_WRITE && want == 1)
		touch(m, addr48(p + 2), 16 * m->backends - 8, WRITE, "a query");
}

static void atomic(struct machine *m, const u32 *p)
{
	u32 op = p[1] & 0x7f, base = op & 0x1f;

	/* 4 to 6, 12 to 14 and those from 26 on are reserved, 0 reads and 0x20 writes. */
	if (op >= 0x40 || !base || (base > 3 && base < 7) || (base > 11 && base < 15) || base > 25)
		fault(m, "ATOMIC without a result");
	touch(m, p[2] | (u64)p[3] << 32, op & 0x20 ? 8 : 4, READ | WRITE, "ATOMIC");
	m->preop_lo = true;
	m->preop_hi |= op >> 5 & 1;
}

static void copy_data(struct machine *m, const u32 *p)
{
	u32 n = (p[1] >> 16 & 1) + 1, source = p[1] & 0xf, i;

	if (source == 6 && (!m->preop_lo || (n == 2 && !m->preop_hi)))
		fault(m, "a result of ATOMIC that the stream does not have");
	for (i = 0; i < n; i++) {
		u32 value = source ? p[2 + i] : read_reg(m, p[2] + i);

		if (!(p[1] >> 8 & 0xf))
			write_reg(m, p[4] + i, value);
	}
}

/* The ME runs packet @p. */
static void run_me(struct machine *m, const u32 *p)
{
	u32 op = *p >> 8 & 0xff, n = *p >> 16 & 0x3fff, was_draw = 0, was_dispatch = 0;

	switch (op) {
	case SET_CONFIG_REG:
		write_run(m, SET_CONFIG + p[1], p + 2, n);
		break;
	case SET_CONTEXT_REG:
		write_run(m, SET_CONTEXT + p[1], p + 2, n);
		break;
	case SET_SH_REG:
		write_run(m, SET_SH + p[1], p + 2, n);
		break;
	case CLEAR_STATE:
		memset(&m->regs[0][SET_CONTEXT], 0, 4 * 0x400);
		memset(&m->regs[1][SET_CONTEXT], 0, 4 * 0x400);
		break;
	case SET_CONTEXT_REG_INDIRECT:
		relative(m, &m->base[0], 4ull * p[2], 4);
		write_reg(m, SET_CONTEXT + p[1], 0);
		break;
	case SET_INDEX_TYPE:
		write_reg(m, INDEX_TYPE, p[1] & 1);
		break;
	case INDEX_BASE:
		m->index_base = (struct value){ addr48(p + 1), true };
		break;
	case INDEX_BUFFER_SIZE:
		m->index_count = (struct value){ p[1], true };
		break;
	case SET_BASE:
		m->base[p[1] & 1] = (struct value){ addr48(p + 2), true };
		break;
	case WRITE_DATA:
		if (!(p[1] >> 8 & 0xf) && p[1] >> 30 > 1)
			fault(m, "a register that the dispatch engine writes");
		if (!(p[1] >> 8 & 0xf))
			write_data(m, p, n);
		break;
	case COPY_DATA:
		copy_data(m, p);
		break;
	case COPY_DW:
		if (!(p[1] & 1))
			read_reg(m, p[2]);
		if (!(p[1] & 2))
			write_reg(m, p[4], 0);
		break;
	case COND_WRITE:
		if (!(p[1] >> 4 & 1))
			read_reg(m, p[2]);
		if (!(p[1] >> 8 & 1) && pick(m, 2))
			write_reg(m, p[6], p[8]);
		break;
	case ATOMIC:
		atomic(m, p);
		break;
	case EVENT_WRITE:
	case EVENT_WRITE_EOP:
	case EVENT_WRITE_EOS:
		event(m, p, op);
		break;
	case SURFACE_SYNC:
		if (p[4] >> 16)
			fault(m, "a reserved interval");
		break;
	case WAIT_REG_MEM:
		if (p[6] >> 16)
			fault(m, "a reserved interval");
		break;
	case DISPATCH_DIRECT:
	case DISPATCH_INDIRECT:
		program(m, 0, 0x2e0c);
		program(m, 1, 0x2e0c);
		if (op == DISPATCH_INDIRECT)
			relative(m, &m->base[1], p[1], 12);
		was_dispatch = 1;
		break;
	case DRAW_INDEX_2:
	case DRAW_INDEX_AUTO:
	case DRAW_INDEX_IMMD:
	case DRAW_INDEX_MULTI_AUTO:
	case DRAW_INDEX_OFFSET_2:
	case DRAW_INDIRECT:
	case DRAW_INDEX_INDIRECT:
		draw(m, p, op);
		was_draw = 1;
		break;
	}
	m->after_draw = was_draw;
	m->after_dispatch = was_dispatch;
}

/* The ME runs the oldest packet of the queue. */
static void step_me(struct machine *m)
{
	if (m->foreign)
		m->foreign = false;
	else if (m->first != m->last)
		run_me(m, m->queue[m->first++ % QUEUE]);
}

static bool is_idle(const struct machine *m)
{
	return !m->foreign && m->first == m->last;
}

/* The constant engine goes on by a packet; the draw engine may use the values that it sets. */
static void step_ce(struct machine *m)
{
	const u32 *end = m->in->const_ib + m->in->const_dw, *p = m->ce;

	if (!m->in->const_dw || p >= end)
		return;
	if (*p >> 30 == 3 && (*p >> 8 & 0xff) == SET_BASE && m->base[p[1] & 1].set)
		m->base[p[1] & 1].v = addr48(p + 2);
	m->ce += dwords(*p);
}

/* Returns true if the PFP has run the packet itself. */
static bool run_pfp(struct machine *m, const u32 *p)
{
	u32 op = *p >> 8 & 0xff, n = *p >> 16 & 0x3fff;

	if (op == PFP_SYNC_ME) {
		while (!is_idle(m))
			step_me(m);
		return true;
	}
	if (op == SET_PREDICATION && p[2] >> 16 & 7)
		touch(m, p[1] | (u64)(p[2] & 0xff) << 32,
		      (p[2] >> 16 & 7) == 1 ? 16 * m->backends : 32, READ, "a predicate");
	if (op != WRITE_DATA || p[1] >> 30 != 1)
		return false;
	if ((p[1] >> 8 & 0xf) > 1)
		fault(m, "a place that the PFP cannot write");
	if (p[1] >> 8 & 0xf)
		return true;
	if (m->foreign)
		fault(m, "a register that the PFP writes under another client's packets");
	write_data(m, p, n);
	return true;
}

static void run(struct machine *m)
{
	const u32 *p = m->in->ib, *end = p + m->in->ib_dw;
	u32 ahead = 1 + pick(m, QUEUE - 1), predicate = pick(m, 2);

	while (p < end && !m->fault) {
		u32 op = *p >> 8 & 0xff;
		const u32 *next = p + dwords(*p);

		while (!is_idle(m) && (m->last - m->first >= ahead || !pick(m, 8)))
			step_me(m);
		if (!pick(m, 4))
			step_ce(m);
		if (*p >> 30 != 3 || (*p & 1 && !predicate)) {
			p = next;
			continue;
		}
		if (op == COND_EXEC || op == PRED_EXEC)
			next += pick(m, 2) ? p[op == COND_EXEC ? 3 : 1] & 0x3fff : 0;
		if (op == SET_PREDICATION)
			predicate = pick(m, 2);
		if (!run_pfp(m, p))
			m->queue[m->last++ % QUEUE] = p;
		p = next;
	}
	while (!is_idle(m) && !m->fault)
		step_me(m);
	if (m->select != ALL)
		fault(m, "a selection of some units at the end");
}

/**
 * si_oracle() - run an accepted stream once
 * @in: the stream, of a ring that takes draws or dispatches
 * @backends: render backends that write a query
 * @seed: decides where the stream leaves a choice
 *
 * Return: NULL, or the first fault.
 */
const char *si_oracle(const struct pm4_input *in, u32 backends, u32 seed)
{
	struct machine *m = calloc(1, sizeof(*m));
	const char *text;

	if (!m)
		abort();
	m->in = in;
	m->backends = backends ? backends : 1;
	m->random = seed * 0x9e3779b97f4a7c15ull + 1;
	m->select = ALL;
	m->foreign = true;
	m->ce = in->const_ib;
	run(m);
	text = m->fault;
	free(m);
	return text;
}
