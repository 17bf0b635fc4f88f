// SPDX-License-Identifier: GPL-2.0
/*
 * r600_draw() chooses the units that a draw must check: any marks, on any card.  The checks of
 * units are functions of their own (units.c), which are noted here.
 */
#define WORLD_REGS 1
#include "surface.h"

#define r600_isset(...)		nondet_bool()
#define r600_value(...)		nondet_u32()
#define r600_reg_buffer(...)	0
#define r600_config_isset	proof_isset
#define r600_config_get		proof_get
#define r600_config_buffer	proof_buffer

/*
 * A definition, whose first argument begins with "struct", gets another name than the calls, whose
 * first argument is "ck".
 */
#define check_surfaces(first, units)	SURFACES_##first, units)
#define SURFACES_struct			its_surfaces(struct
#define SURFACES_ck			note_surfaces(ck
#define check_strmout(first)		STRMOUT_##first)
#define STRMOUT_struct			its_strmout(struct
#define STRMOUT_ck			note_strmout(ck
#define check_consts(first, which)	CONSTS_##first, which)
#define CONSTS_struct			its_consts(struct
#define CONSTS_ck			note_consts(ck
#define check_programs(first)		PROGRAMS_##first)
#define PROGRAMS_struct			its_programs(struct
#define PROGRAMS_ck			note_programs(ck
#define check_rings(first)		RINGS_##first)
#define RINGS_struct			its_rings(struct
#define RINGS_ck			note_rings(ck
#define check_export(first)		EXPORT_##first)
#define EXPORT_struct			its_export(struct
#define EXPORT_ck			note_export(ck
#define first_draw(first)		FIRST_##first)
#define FIRST_struct			its_first_draw(struct
#define FIRST_ck			note_first_draw(ck

static u32 surfaces;
static u64 consts;
static bool strmout, programs, rings, exports, first;

static int note_surfaces(struct r600_checker *ck, u32 units)
{
	surfaces = units;
	return nondet_bool();
}

static int note_strmout(struct r600_checker *ck)
{
	strmout = true;
	return nondet_bool();
}

static int note_consts(struct r600_checker *ck, u64 which)
{
	consts = which;
	return nondet_bool();
}

static int note_programs(struct r600_checker *ck)
{
	programs = true;
	return nondet_bool();
}

static int note_rings(struct r600_checker *ck)
{
	rings = true;
	return nondet_bool();
}

static int note_export(struct r600_checker *ck)
{
	exports = true;
	return nondet_bool();
}

static void note_first_draw(struct r600_checker *ck)
{
	first = true;
}

#include "../../../pm4/r600/r600_check_draw.c"

int r600_check_color(struct r600_checker *ck, u32 n)
{
	return nondet_bool();
}

int r600_check_depth(struct r600_checker *ck)
{
	return nondet_bool();
}

void r600_scissor_update(struct r600_checker *ck)
{
}

int r600_refuse_unset(struct r600_checker *ck, u32 reg)
{
	return 1;
}

static struct pm4_result result;

void draw_units(void)
{
	struct r600_checker any, *ck = &any;
	const u32 regs[] = { PM4_R_VGT_GS_MODE };
	u64 dirty = nondet_u64(), marks;
	u32 mode, old_mode, n = any_below(16), stage = any_below(3), draws;
	bool marked;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	result.draws = draws = nondet_u32();
	ck->result = &result;
	marks = dirty | ck->dirty;
	old_mode = ck->gs_mode;
	mode = r600_context_get(ck, PM4_R_VGT_GS_MODE) & 3;
	if (r600_draw(ck, dirty))
		return;
	REACHED_IF(!draws, "a first draw is accepted");
	REACHED_IF(draws && !marks, "a draw without a change is accepted");
	REACHED_IF(draws && consts && rings && !surfaces, "a draw checks the units that have changed");
	PROVE(!ck->dirty && (ck->touched & marks) == marks && ck->drawing && result.draws == draws + 1,
	      "the marks of a draw are gone, and kept in those of the stream");
	PROVE(draws ? !first : first, "the first draw inherits");
	if (!draws)
		marks |= PM4_UNIT_ALL & ~PM4_UNIT_CONSTS;
	PROVE(surfaces == (marks & PM4_UNIT_SURFACES), "surfaces that have changed are checked");
	PROVE(strmout || !(marks & PM4_UNIT_STRMOUT), "stream-out is checked if it has changed");
	PROVE(programs || !(marks & PM4_UNIT_PROGRAM), "programs are checked if they have changed");
	PROVE(rings || !(marks & (PM4_UNIT_RING | PM4_UNIT_ITEM)), "rings are checked");
	PROVE(exports || !(marks & PM4_UNIT_EXPORT), "memory export is checked if it has changed");
	marked = (stage == 0 ? marks & PM4_UNIT_CONST_PS : stage == 1 ? marks & PM4_UNIT_CONST_VS :
		  marks & PM4_UNIT_CONST_GS) && marks >> (32 + n) & 1;
	PROVE((consts >> (16 * stage + n) & 1) == marked,
	      "constant buffers that have changed are checked");
	if (marks & PM4_UNIT_GS && mode != old_mode)
		PROVE(programs && rings && ck->gs_mode == mode,
		      "programs and rings are checked if others run");
}
