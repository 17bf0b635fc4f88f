// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The front of R5xx.
 *
 * Const data: no locks, any context.
 */
#include "r500_check.h"

#define OTHER_CHIP(number, name) + (PM4_##name != (number))
static_assert(!(0 PM4_TABLE_CHIPS(OTHER_CHIP)), "the order of enum r500_chip is that of chips.tbl");
static_assert(!(PM4_STATE_ALL & (R500_TEXTURES | 0xf0000000)), "groups are no other flags");

/* The opcode of a type-3 packet. */
static int opcode(enum pm4_ring ring, u32 header)
{
	return PM4_TYPE(header) == 3 ? (int)PM4_OPCODE(header) : -1;
}

static void count(u32 header, struct pm4_counts *counts)
{
	counts->packets += header != PM4_NOP_RELOC;
	if (!PM4_TYPE(header))
		counts->registers += PM4_COUNT(header) + 1;
}

/*
 * Most patches: a run of TX_OFFSET without PM4_KEEP_TILING.  Each register and its relocation
 * have 3 dwords, and two patches, for tiling and address.  A cut scissor, a cut index and a cut
 * logic operation have one patch in the 2 dwords of their packet, and belong to a draw of 2 dwords
 * or more; all others have one patch and a relocation.
 */
const struct pm4_front r500_front = {
	.name = "r500",
	.tables = &r500_tables,
	.rings = 1u << PM4_RING_GFX,
	.flags = PM4_KEEP_TILING | PM4_OWNS_HYPERZ | PM4_OWNS_CMASK,
	.patches = 2,
	.patch_dw = 3,
	.slot_words = R500_SLOT_WORDS,
	.preamble_max_dw = R500_PREAMBLE_MAX_DW,
	.checker_size = sizeof(struct r500_checker),
	.init = r500_init,
	.check = r500_check,
	.neutral = r500_neutral,
	.opcode = opcode,
	.count = count,
	.say_register = r500_say_register,
	.say_rule = r500_say_rule,
	.packet_dw = PM4_LIBRARY ? r500_packet_dw : NULL,
	.type0_reg = PM4_LIBRARY ? r500_type0_reg : NULL,
	.show = PM4_LIBRARY ? r500_show : NULL,
	.show_program = PM4_LIBRARY ? r500_show_program : NULL,
};
