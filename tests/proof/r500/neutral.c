// SPDX-License-Identifier: GPL-2.0
/*
 * The neutral preamble: it writes only inside the room of the caller, and resets each register of a
 * group and each vector of a set of slots.
 *
 * A turn of its loops writes the same dwords at any place.  Tables of a few registers represent
 * all,
 * and slots near the bounds of words and of shaders represent the others.
 */
#include "../proof.h"
#include "r500_state.h"

/* Two groups, with up to REGS registers in both. */
#define REGS	4
static struct pm4_state_reg regs[REGS];
#define r500_tables	neutral_tables
static struct pm4_tables neutral_tables;

#include "../../../pm4/r500/r500_neutral.c"

#define ROOM	24
static u32 room[ROOM];

/* put_reg() and put_port(): any place, any room, any register before. */
void neutral_put(void)
{
	struct emit e;
	u32 reg = nondet_u32(), value = nondet_u32(), n, any = nondet_u32(), before, head;
	bool joins;

	e.out = room;
	ASSUME(e.capacity <= ROOM && any < ROOM && e.n <= R500_PREAMBLE_MAX_DW);
	ASSUME(e.head < e.n && !(reg & 3) && reg < PM4_MMREG_END);
	joins = e.next == reg;
	n = e.n;
	before = room[any];
	head = e.head;
	put_reg(&e, reg, value);
	REACHED("a register is written");
	PROVE(any < e.capacity || room[any] == before, "nothing is written past the room");
	PROVE(e.n == n + (joins ? 1 : 2) && e.next == reg + 4,
	      "dwords that do not fit are counted");
	if (any < n && any < e.capacity && !(joins && any == head))
		PROVE(room[any] == before, "dwords before stay");
	if (e.n > e.capacity)
		return;
	REACHED_IF(joins, "a register joins the packet before it");
	PROVE(room[e.n - 1] == value, "the value is written");
	if (any == head && joins)
		PROVE(room[any] == before + (1u << 16), "the header counts a register more");
	PROVE(joins || room[n] == reg / 4, "the header is that of one register");
}

void neutral_port(void)
{
	struct emit e;
	u32 reg = nondet_u32(), port = nondet_u32(), index = nondet_u32(), words[6],
	    count = nondet_u32();
	u32 n, any = nondet_u32(), before, k = nondet_u32();
	bool zero = nondet_bool();

	e.out = room;
	e.next = 0;
	ASSUME(e.capacity <= ROOM && any < ROOM && e.n <= R500_PREAMBLE_MAX_DW);
	ASSUME(count && count <= 6 && k < count);
	ASSUME(reg && !(reg & 3) && reg < PM4_MMREG_END && !(port & 3) && port < PM4_MMREG_END);
	n = e.n;
	before = room[any];
	put_port(&e, reg, index, port, zero ? NULL : words, count);
	REACHED("a port is written");
	PROVE(any < e.capacity || room[any] == before, "nothing is written past the room");
	PROVE(any >= n || room[any] == before, "dwords before stay");
	PROVE(e.n == n + 3 + count, "dwords that do not fit are counted");
	if (e.n > e.capacity)
		return;
	REACHED("a port fits");
	PROVE(room[n] == reg / 4 && room[n + 1] == index, "the index is written first");
	PROVE(room[n + 2] == ((count - 1) << 16 | 0x8000 | port / 4), "all dwords go to the port");
	PROVE(room[n + 3 + k] == (zero ? 0 : words[k]), "each dword is written");
}
