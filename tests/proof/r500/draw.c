// SPDX-License-Identifier: GPL-2.0
/*
 * r500_draw_immd(): a draw whose vertices are in the packet, with any dwords and registers.
 */
#define WORLD_REGS 2
#include "surface.h"
#include "../../../pm4/r500/r500_draw.c"

/* The units of a draw have theorems of their own. */
int r500_check_color(struct r500_checker *ck) { return nondet_bool(); }
int r500_check_depth(struct r500_checker *ck) { return nondet_bool(); }
int r500_check_resolve(struct r500_checker *ck) { return nondet_bool(); }
int r500_check_textures(struct r500_checker *ck) { return nondet_bool(); }
int r500_moved(struct r500_checker *ck) { return nondet_bool(); }
u32 r500_promised_dw(const struct r500_checker *ck) { return nondet_u32(); }
int r500_check_promise(struct r500_checker *ck, u32 dw) { return nondet_bool(); }

static const u32 regs[] = { PM4_R_VAP_ALT_NUM_VERTICES, PM4_R_VAP_VTX_SIZE };
enum { VERTICES, SIZE };

/* The packet has all dwords of its vertices, and no more. */
void draw_immd(void)
{
	struct r500_checker any, *ck = &any;
	u32 control = nondet_u32(), body_dw = nondet_u32(), vertices;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	/* What a draw checks before its vertices changes nothing of them. */
	ck->dirty = 0;
	/* The masks of both registers, see invariant_test.c. */
	ASSUME(world_regs[VERTICES].value < 1u << 24 && world_regs[SIZE].value <= 0x7f);
	ASSUME(body_dw >= 1 && body_dw <= 0x4000);
	if (r500_draw_immd(ck, control, body_dw))
		return;
	REACHED("a draw is accepted");
	PROVE((control >> 4 & 3) == 3, "the primitives walk the data of the packet");
	PROVE((control & 15) && ((control & 15) < 7 || (control & 15) >= 12),
	      "the primitives exist");
	PROVE(!(control & 0xa7c0), "no reserved bit is set");
	vertices = control >> 16;
	if (control & 1 << 14) {
		REACHED("a register has the number of vertices");
		PROVE(world_regs[VERTICES].is_set, "the stream has set the number of vertices");
		vertices = world_regs[VERTICES].value;
	}
	PROVE(world_regs[SIZE].is_set && world_regs[SIZE].value && vertices,
	      "vertices have dwords");
	PROVE(proof_times(world_regs[SIZE].value, vertices) == body_dw - 1,
	      "the packet ends with the last vertex");
}
