// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_packet(): any packet with any dwords, from any state that keeps the invariant.  The
 * handlers, draws, registers and descriptors are theorems of their own.
 */
#include "world.h"
#include "../../../pm4/r600/pm4_packet_body.c"
#include "../../../pm4/r600/pm4_packet_draw.c"
#include "../../../pm4/r600/pm4_packet_event.c"
#include "../../../pm4/r600/pm4_packet_memory.c"
#include "../../../pm4/r600/pm4_packet_strmout.c"
#include "../../../pm4/r600/pm4_check_packet.c"

const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	static struct pm4_reg_row row;
	struct pm4_reg_row any;

	row = any;
	if (nondet_bool())
		return NULL;
	ASSUME(invariant_row(&row, offset, world_flags(offset)));
	return &row;
}

static void at_a_packet(const struct r600_checker *ck)
{
	PROVE(ck->header == world_packet && ck->cursor > world_packet && ck->cursor <= ck->end,
	      "the packet lies in the stream");
}

/* draw.c proves that a draw changes nothing else. */
int r600_draw(struct r600_checker *ck, u64 dirty, bool predicated)
{
	at_a_packet(ck);
	ck->touched = nondet_u64();
	ck->dirty = 0;
	ck->drawing = true;
	ck->color_ok = nondet_u32();
	ck->depth_ok = nondet_bool();
	ck->gs_mode = nondet_u8() & 3;
	ck->scissor.x = nondet_u32();
	ck->scissor.y = nondet_u32();
	ASSUME(ck->scissor.x <= PM4_SCREEN_MAX && ck->scissor.y <= PM4_SCREEN_MAX);
	return nondet_bool();
}

static int any_registers(const struct r600_checker *ck, u32 count)
{
	at_a_packet(ck);
	PROVE(ck->cursor - ck->header == count + 2, "the values of registers lie in the packet");
	/* If they are accepted, registers.c and resources.c prove the rest of the step. */
	ASSUME(0);
	return 0;
}

int r600_set_context(struct r600_checker *ck, u32 first, u32 count)
{
	return any_registers(ck, count);
}

int r600_set_config(struct r600_checker *ck, u32 first, u32 count)
{
	return any_registers(ck, count);
}

int r600_set_resources(struct r600_checker *ck, u32 first, u32 count, const u32 *words)
{
	PROVE(words == ck->header + 2, "the descriptors lie in the packet");
	return any_registers(ck, count);
}

/* The whole packet, from its header on. */
void packet(void)
{
	struct r600_checker any, *ck = &any;
	const u32 *p = world(ck);

	ASSUME(invariant_rule(&ck->packets[*p >> 8 & 0xff]));
	if (r600_check_packet(ck, p, nondet_u64()))
		return;
	prove_step(ck, ck->cursor);
	REACHED("a packet is accepted");
}
