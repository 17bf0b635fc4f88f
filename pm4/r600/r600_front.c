// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The front of R6xx and R7xx.
 *
 * Const data: no locks, any context.
 */
#include "r600_check.h"
#include "r600_shader.h"

#define OTHER_CHIP(number, name) + (PM4_##name != (number))
static_assert(!(0 PM4_TABLE_CHIPS(OTHER_CHIP)), "the order of enum r600_chip is that of chips.tbl");
static_assert(R600_SLOT_WORDS <= PM4_SLOT_WORDS, "room for the slots of a footprint");
static_assert(PM4_NBRINGUP <= PM4_BRINGUP_REGS, "room for the values of bring-up");

/* The opcode of a type-3 packet, or of a packet of the DMA engine. */
static int opcode(enum pm4_ring ring, u32 header)
{
	if (ring == PM4_RING_DMA)
		return (int)(header >> 28);
	return PM4_TYPE(header) == 3 ? (int)PM4_OPCODE(header) : -1;
}

static void count(u32 header, struct pm4_counts *counts)
{
	counts->packets += header != PM4_NOP_RELOC;
	if (PM4_TYPE(header) == 3 && (PM4_OPCODE(header) == PM4_OP_SET_CONTEXT_REG ||
				      PM4_OPCODE(header) == PM4_OP_SET_CONFIG_REG))
		counts->registers += PM4_COUNT(header);
}

/*
 * Patches: a packet with its relocations needs at most 4 in 7 dwords.
 *
 * - DRAW_INDEX with offset and count clamped: 4 in 7 (header, 4 dwords, relocation of 2);
 * - a descriptor has 7 dwords and at least one relocation.  Vertex buffer with offset and
 *   size clamped: 4 in 9; texture with array mode and levels: 4 in 11;
 * - a register has one patch and a relocation: 1 in 3; CMASK or FMASK without a relocation
 *   is alone in its packet: 1 in 3;
 * - other packets have one patch for each relocation, and at least two more dwords:
 *   1 in 4 or 2 in 6;
 * - packets of the DMA engine have no relocations in the stream: write and fill 1 in 4,
 *   linear copy 2 in 5, tiled copy 2 in 7.
 */
const struct pm4_front r600_front = {
	.name = "r600",
	.tables = &r600_tables,
	.rings = 1u << PM4_RING_GFX | PM4_LIBRARY << PM4_RING_DMA,
	.flags = PM4_KEEP_TILING,
	.patches = 4,
	.patch_dw = 7,
	.slot_words = R600_SLOT_WORDS,
	.preamble_max_dw = R600_PREAMBLE_MAX_DW,
	.checker_size = sizeof(struct r600_checker),
	.init = r600_init,
	.check = r600_check,
	.neutral = r600_neutral,
	.opcode = opcode,
	.count = count,
	.program_next = r600_program_next,
	.say_register = r600_say_register,
	.say_rule = r600_say_rule,
	.packet_dw = PM4_LIBRARY ? r600_packet_dw : NULL,
	.show = PM4_LIBRARY ? r600_show : NULL,
	.show_program = PM4_LIBRARY ? r600_show_program : NULL,
};
