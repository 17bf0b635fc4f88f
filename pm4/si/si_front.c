// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The front of Southern Islands.  It is for the library and the tool: the driver has no such
 * chips, so the front has no neutral state and makes no patches.
 *
 * Const data: no locks, any context.
 */
#include "si_state.h"

#define OTHER_CHIP(number, name) + (PM4_##name != (number))
static_assert(!(0 PM4_TABLE_CHIPS(OTHER_CHIP)), "the order of enum si_chip is that of chips.tbl");

static int opcode(enum pm4_ring ring, u32 header)
{
	return PM4_TYPE(header) == 3 ? (int)PM4_OPCODE(header) : -1;
}

static void count(u32 header, struct pm4_counts *counts)
{
	counts->packets++;
	switch (opcode(PM4_RING_GFX, header)) {
	case PM4_OP_SET_CONFIG_REG:
	case PM4_OP_SET_CONTEXT_REG:
	case PM4_OP_SET_SH_REG:
		counts->registers += PM4_COUNT(header);
	}
}

const struct pm4_front si_front = {
	.name = "si",
	.tables = &si_tables,
	.rings = 1u << PM4_RING_GFX | 1u << PM4_RING_COMPUTE | 1u << PM4_RING_CONST,
	.flags = PM4_USE_VM,
	.patch_dw = 1,
	.checker_size = sizeof(struct si_checker),
	.init = si_init,
	.check = si_check,
	.notes = si_notes,
	.opcode = opcode,
	.count = count,
	.say_register = si_say_register,
	.say_rule = si_say_rule,
	.packet_dw = si_packet_dw,
	.show = si_show,
};
