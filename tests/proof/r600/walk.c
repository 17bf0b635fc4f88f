// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_gfx(): one packet of the walk, from any state that keeps the invariant.  The walk
 * reads only the stream, writes only its state and the room for patches, keeps the invariant, and
 * moves on inside the stream.
 *
 * The loop is proven by induction: it begins with any packet, and the proof ends after it.  The
 * handlers and r600_check_packet() are their contracts: packet.c and access.c prove these.  A
 * packet has at most RUN registers: a longer one repeats the same step for each.
 */
#include "../proof.h"
#include "pm4_packet.h"
#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"

/*
 * Windows of a few registers of any rules, because the model checker cannot copy windows of
 * thousands.  The walk tells registers apart by their rules only: two context registers are bases
 * of constant buffers, and a run of RUN registers and the last one are none.
 */
#undef PM4_CONTEXT_BASE
#undef PM4_CONTEXT_REGS
#undef PM4_CONTEXT_END
#undef PM4_CONFIG_REGS
#undef PM4_CONFIG_END
#undef R600_CONST_BASES
#define PM4_CONTEXT_BASE	(PM4_R_SQ_ALU_CONST_CACHE_PS - 4)
#define PM4_CONTEXT_REGS	7u
#define PM4_CONTEXT_END		(PM4_CONTEXT_BASE + 4 * PM4_CONTEXT_REGS)
#define PM4_CONFIG_REGS		8u
#define PM4_CONFIG_END		(PM4_CONFIG_BASE + 4 * PM4_CONFIG_REGS)
#define R600_CONST_BASES	2u

/* The packets before are not read, nor their patches.  The row names the lengths of the stream. */
#define WORLD_AT	0
#define WORLD_STREAM	RUNS
#define WORLD_USED	0
#include "world.h"

#define RUN	4

static bool with_address;

static void walk_packet(const struct r600_checker *ck, const u32 **p);
static void walk_accepted(const struct r600_checker *ck, const u32 *p);
static int walk_check_packet(struct r600_checker *ck, const u32 *p, u64 dirty);

/* Each constant lies in its space, and each slot is one of the list. */
static inline void proof_constants_set(struct r600_checker *ck, u32 slot, u32 first, u32 count)
{
	PROVE(slot == R600_SLOT_ALU ? first + count <= R600_ALU_BLOCKS * R600_ALU_BLOCK_DW :
	      slot > R600_SLOT_ALU && slot + first + count <= R600_SLOTS,
	      "each slot is one of the list");
}

#define r600_constants_set	proof_constants_set
#define r600_check_packet	walk_check_packet
#define while(condition) \
	for (walk_packet(ck, &p); (condition); walk_accepted(ck, p))
#include "../../../pm4/r600/pm4_check_gfx.c"
#undef while
#undef r600_check_packet

/* packet.c proves this step. */
static int walk_check_packet(struct r600_checker *ck, const u32 *p, u64 dirty)
{
	PROVE(p == world_packet && p < ck->end, "the packet lies in the stream");
	ASSUME(0);
	return 0;
}

/* A handler of a packet with @dw dwords, which may consume relocations; access.c proves it. */
static int handle(struct r600_checker *ck, const u32 *b, u32 dw)
{
	u32 patches = nondet_u32(), relocs = nondet_u32();

	PROVE(ck->header == world_packet && b == world_packet + 1,
	      "a handler gets the body of the packet");
	PROVE(ck->cursor == b + dw && ck->cursor <= ck->end, "the body ends inside the stream");
	PROVE(PM4_COUNT(*world_packet) + 1 == dw, "the body has the dwords that the handler reads");
	ASSUME(relocs <= 2 && 2 * relocs <= ck->end - ck->cursor);
	ASSUME(invariant_room(patches, 1 + dw + 2 * relocs));
	ck->cursor += 2 * relocs;
	ck->patch += patches;
	world_used += patches;
	return nondet_bool();
}

int r600_check_mem_write(struct r600_checker *ck, const u32 *b)
{
	return handle(ck, b, 4);
}

int r600_check_cp_dma(struct r600_checker *ck, const u32 *b)
{
	return handle(ck, b, 5);
}

int r600_check_wait_reg_mem(struct r600_checker *ck, const u32 *b)
{
	return handle(ck, b, 6);
}

/* These consume no relocation, and have no patch. */
int r600_check_index_type(struct r600_checker *ck, const u32 *b)
{
	PROVE(ck->header == world_packet && b == world_packet + 1 && ck->cursor == b + 1 &&
	      ck->cursor <= ck->end, "the body of INDEX_TYPE lies in the stream");
	return nondet_bool();
}

int r600_check_draw_immediate(struct r600_checker *ck, const u32 *b, u32 ndw)
{
	PROVE(ck->header == world_packet && b == world_packet + 1 && ck->cursor == b + ndw &&
	      ck->cursor <= ck->end && ndw >= 3, "the indices lie in the stream");
	return nondet_bool();
}

int r600_draw(struct r600_checker *ck, u64 dirty, bool predicated)
{
	PROVE(ck->header == world_packet, "the packet is the draw");
	return nondet_bool();
}

static void walk_packet(const struct r600_checker *ck, const u32 **p)
{
	const struct r600_packet_rule *rule;
	u32 opcode, first, k;

	*p = world_packet;
	if (ck->end - world_packet < 2)
		return;
	opcode = world_packet[0] >> 8 & 0xff;
	first = world_packet[1];
	rule = &ck->packets[opcode];
	ASSUME(rule->handler != PM4_PH_DRAW_IMMEDIATE || rule->min_dw >= 3);
	ASSUME(!rule->room || (rule->unit && invariant_slots(rule->slot, rule->room)));
	if (opcode != PM4_OP_SET_CONTEXT_REG && opcode != PM4_OP_SET_CONFIG_REG)
		return;
	ASSUME(invariant_walk_rule(rule, opcode));
	ASSUME(PM4_COUNT(world_packet[0]) <= RUN);
	for (k = 0; k < RUN; k++) {
		ASSUME(first >= PM4_CONTEXT_REGS - k || invariant_rules(&ck->context, first + k));
		ASSUME(first >= PM4_CONFIG_REGS - k || invariant_rules(&ck->config, first + k));
		ASSUME(first >= PM4_CONTEXT_REGS || invariant_run(&ck->context, first, k));
		ASSUME(first >= PM4_CONFIG_REGS || invariant_run(&ck->config, first, k));
	}
}

/* The walk has accepted a packet that ends at @p. */
static void walk_accepted(const struct r600_checker *ck, const u32 *p)
{
	u32 opcode = world_packet[0] >> 8 & 0xff, regs = PM4_COUNT(world_packet[0]);
	u64 patches = ck->patch - world_patches;
	struct pm4_patch patch;

	REACHED("the walk accepts a packet");
	REACHED_IF(!with_address || (patches > world_used && p == world_packet + 5),
		   "the walk accepts an address");
	prove_step(ck, p);
	/* The arrays of both windows have the length of the larger one. */
	if (world_packet[0] >> 30 == 3 && opcode == PM4_OP_SET_CONTEXT_REG)
		PROVE(world_packet[1] <= PM4_CONTEXT_REGS &&
		      regs <= PM4_CONTEXT_REGS - world_packet[1],
		      "the context registers lie in their window");
	if (world_packet[0] >> 30 == 3 && opcode == PM4_OP_SET_CONFIG_REG)
		PROVE(world_packet[1] <= PM4_CONFIG_REGS &&
		      regs <= PM4_CONFIG_REGS - world_packet[1],
		      "the config registers lie in their window");
	if (patches > world_used) {
		PROVE(patches == world_used + 1, "the walk makes one patch of a packet");
		patch = world_patches[world_used];
		if (patch.dword >> PM4_PATCH_KIND == PM4_PATCH_ADDR_256)
			PROVE((u64)world_packet[2] << 8 < world_in.buffers[patch.arg].size,
			      "the base of a register lies in its buffer");
		else
			PROVE(world_packet[3] < world_in.buffers[patch.arg].size &&
			      (world_packet[2] | (u64)(world_packet[4] & 0xff) << 32) <=
			      world_in.buffers[patch.arg].size - 1 - world_packet[3],
			      "a vertex buffer lies in its buffer");
	}
	ASSUME(0);
}

/* The packet has header @header, and is the first of a stream; with @address it has a base. */
static void walk(u32 header, bool address)
{
	struct r600_checker any, *ck = &any;
	u32 i;

	world_stream[0] = header;
	for (i = 1; i < WORLD_STREAM; i++)
		world_stream[i] = nondet_u32();
	world(ck);
	with_address = address;
	r600_check_gfx(ck);
}

#define WALK(name, header, address) \
	void walk_##name(void) \
	{ \
		walk(header, address); \
	}

WALK(context_1, HEADER(SET_CONTEXT_REG, 1), true)
WALK(context_2, HEADER(SET_CONTEXT_REG, 2), false)
WALK(context_run, HEADER(SET_CONTEXT_REG, RUN), false)
WALK(config_1, HEADER(SET_CONFIG_REG, 1), false)
WALK(config_run, HEADER(SET_CONFIG_REG, RUN), false)
WALK(resource, HEADER(SET_RESOURCE, 7), false)
WALK(cp_dma, HEADER(CP_DMA, 4), false)
WALK(any, nondet_u32(), true)
