// SPDX-License-Identifier: GPL-2.0
/*
 * PowerPlayInfo of any bytes and of any revision, in any image.  Each loop is proven by induction:
 * after its first turn it is at any, and the proof ends at the next.  There
 * are 8, 7 or no states then, by RUNS: fewer than 7 differ only in the place of the next.
 */
#include "image.h"

#ifndef RUNS
#define RUNS 0
#endif
#define STATES_READ	(RUNS < 2 ? RCP_ATOM_STATES - RUNS : 0)

#define MOST_KHZ	10000000u

/* A state and a level of it, which represent all. */
static u32 some_state, some_level;
static struct rcp_atom_firmware firmware;
static bool has_firmware;

/* image.c proves it. */
bool rcp_atom_data(const struct rcp_atom_image *image, u32 number, struct rcp_atom_table *table,
		   struct rcp_atom_why *why)
{
	struct rcp_atom_table any;

	if (nondet_bool())
		return false;
	ASSUME(table_is_inside(image, &any) && any.size <= 0xffff);
	*table = any;
	return true;
}

/* And this: no clock is above 10 GHz, and the clocks of a table that is missing are 0. */
bool rcp_atom_firmware(const struct rcp_atom_image *image, struct rcp_atom_firmware *to,
		       struct rcp_atom_why *why)
{
	ASSUME(firmware.sclk_khz <= MOST_KHZ && firmware.mclk_khz <= MOST_KHZ);
	ASSUME(has_firmware || (!firmware.sclk_khz && !firmware.mclk_khz));
	*to = firmware;
	return has_firmware;
}

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	return false;
}

static bool is_clock(u32 khz, u32 boot_khz)
{
	return khz && khz <= MOST_KHZ && (!boot_khz || khz <= 2 * boot_khz);
}

/* Test whether a state has room for its levels, and each level has clocks. */
static bool is_state(const struct rcp_atom_state *state, bool igp)
{
	const struct rcp_atom_level *level = &state->levels[some_level];

	if (state->nlevels > RCP_ATOM_LEVELS)
		return false;
	if (some_level >= state->nlevels)
		return true;
	if (igp)
		return level->sclk_khz && level->sclk_khz <= MOST_KHZ && !level->mclk_khz;
	return is_clock(level->sclk_khz, firmware.sclk_khz) &&
	       is_clock(level->mclk_khz, firmware.mclk_khz);
}

static bool is_powerplay(const struct rcp_atom_powerplay *p, bool igp)
{
	return p->nstates <= RCP_ATOM_STATES &&
	       (some_state >= p->nstates ||
		(p->states[some_state].nlevels && is_state(&p->states[some_state], igp)));
}

enum { STATES_LOOP, MODES_LOOP, NUMBERS_LOOP, LEVELS_LOOP, LOOPS };

static u32 before[LOOPS], turns[LOOPS];

/* The turn from @from on is any, and the one after the next is the end. */
static void any_turn(u32 loop, u32 *number)
{
	if (turns[loop]++) {
		REACHED_IF(loop == STATES_LOOP, "a state is passed");
		REACHED_IF(loop == MODES_LOOP, "an entry is passed");
		REACHED_IF(loop == NUMBERS_LOOP, "a clock info is passed");
		REACHED_IF(loop == LEVELS_LOOP, "a level at boot is passed");
		PROVE(*number == before[loop] + 1, "a turn passes one");
		ASSUME(0);
	}
	before[loop] = nondet_u32();
	ASSUME(before[loop] >= *number && before[loop] <= 255);
	*number = before[loop];
}

static void any_powerplay(struct rcp_atom_powerplay *p, bool igp)
{
	struct rcp_atom_powerplay any;

	PROVE(is_powerplay(p, igp), "the states have room, and clocks");
	*p = any;
	p->nstates = STATES_READ;
	ASSUME(is_powerplay(p, igp));
}

static void any_levels(struct rcp_atom_state *state, bool igp)
{
	struct rcp_atom_state any;

	PROVE(is_state(state, igp), "the levels have room, and clocks");
	*state = any;
	ASSUME(is_state(state, igp));
}

/* Locals of the functions that have no such loop. */
static u32 j, pos;
static bool has_default;

static u32 loop_of(const char *clauses)
{
	if (clauses[0] == 'j')
		return NUMBERS_LOOP;
	if (clauses[11] == 'c')
		return MODES_LOOP;
	return clauses[16] == '-' ? LEVELS_LOOP : STATES_LOOP;
}

#define NEXT(clauses) \
	next_turn(loop_of(clauses), r->powerplay, r->igp, state, &i, &j, &pos, &has_default)

static void next_turn(u32 loop, struct rcp_atom_powerplay *p, bool igp,
		      struct rcp_atom_state *state, u32 *i, u32 *number, u32 *place,
		      bool *some_default)
{
	if (loop == STATES_LOOP || loop == MODES_LOOP) {
		any_powerplay(p, igp);
		any_turn(loop, i);
		*place = nondet_u32();
		ASSUME(*place <= 0x20000);
		*some_default = nondet_bool();
		turns[NUMBERS_LOOP] = turns[LEVELS_LOOP] = 0;
		return;
	}
	PROVE(state == &p->states[p->nstates] && p->nstates < RCP_ATOM_STATES, "a state has room");
	any_levels(state, igp);
	any_turn(loop, loop == NUMBERS_LOOP ? number : i);
}

/* Bytes of the image, or 0 outside of it: atom-read proves it. */
static u32 any_bytes(u32 count)
{
	u32 value = nondet_u32();

	PROVE(count && count <= 4, "a value has one to four bytes");
	return value >> (32 - 8 * count);
}

/* The source sets structs to zero, each by its pointer. */
#define memset(to, value, bytes)	((void)(*(to) = (typeof(*(to))){ 0 }))
#define rcp_atom_at(image, pos, count)	any_bytes(count)
#define for(...)	for (__VA_ARGS__, NEXT(#__VA_ARGS__))
#include "../../../ring/atom/rcp_atom_powerplay.c"
#undef for
#undef rcp_atom_at
#undef memset

void read(void)
{
	u32 pos = nondet_u32(), count = nondet_u32(), value;
	struct rcp_atom_image image;

	any_image(&image);
	ASSUME(count && count <= 4);
	value = rcp_atom_at(&image, pos, count);
	REACHED_IF(pos < image.size && image.size - pos == count && count == 4 && value,
		   "the last bytes are read");
	PROVE(value <= 0xffffffff >> (32 - 8 * count), "a value has its bytes");
	PROVE((pos < image.size && image.size - pos >= count) || !value,
	      "a value outside of the image is 0");
}

void powerplay(void)
{
	struct rcp_atom_powerplay found;
	struct rcp_atom_firmware any;
	struct rcp_atom_image image;
	struct rcp_atom_why why;
	bool igp = nondet_bool(), good;

	any_image(&image);
	firmware = any;
	has_firmware = nondet_bool();
	some_state = nondet_u32();
	some_level = nondet_u32();
	ASSUME(some_state < RCP_ATOM_STATES && some_level < RCP_ATOM_LEVELS);
	good = rcp_atom_powerplay(&image, igp, &found, &why);
	REACHED_IF(good && found.format >= 4 && found.nstates == RCP_ATOM_STATES,
		   "states of revision 4 or 5 are read");
	REACHED_IF(good && found.format <= 3 && found.nstates == RCP_ATOM_STATES,
		   "entries of revisions 1 to 3 are read");
	PROVE(is_powerplay(&found, igp), "the states have room, and clocks");
	PROVE(good || !found.nstates, "a table that cannot be read has no states");
}
