// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_gfx(): one packet of the walk, from any state that keeps the invariant.
 *
 * What the walk accepts by itself, r600_check_packet() accepts from the same state, and both leave
 * the same state.  The loop is proven by induction: it begins with any packet, and the proof ends
 * after this packet.  A packet has at most RUN registers: a longer one repeats
 * the same step for each.
 */
#include "../proof.h"
#include "pm4_packet.h"
#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"

/*
 * Windows of a few registers of any rules, among them bases of constant buffers: both ways tell
 * registers apart by their rules only, and the model checker cannot copy windows of thousands.
 */
#undef PM4_CONTEXT_BASE
#undef PM4_CONTEXT_REGS
#undef PM4_CONTEXT_END
#undef PM4_CONFIG_REGS
#undef PM4_CONFIG_END
#define PM4_CONTEXT_BASE	(PM4_R_SQ_ALU_CONST_CACHE_PS - 4)
#define PM4_CONTEXT_REGS	4u
#define PM4_CONTEXT_END		(PM4_CONTEXT_BASE + 16)
#define PM4_CONFIG_REGS		5u
#define PM4_CONFIG_END		(PM4_CONFIG_BASE + 20)

/* The packets before are not read, nor their patches. */
#define WORLD_AT	0
#define WORLD_STREAM	12
#define WORLD_USED	0
#include "world.h"

#define RUN	3

int walk_check_packet(struct r600_checker *ck, const u32 *p, u64 dirty);
static void walk_packet(struct r600_checker *ck, const u32 **p, u64 *dirty);
static void walk_accepted(struct r600_checker *ck, const u32 *p, u64 dirty);

/* The constants that a packet sets: both ways have to call this with the same arguments. */
static struct { u32 calls, slot, first, count; } constants_set;

static inline void proof_constants_set(struct r600_checker *ck, u32 slot, u32 first, u32 count)
{
	constants_set.calls++;
	constants_set.slot = slot;
	constants_set.first = first;
	constants_set.count = count;
}

/* r600_check_packets() has no variable of this name. */
static u64 dirty;

#define r600_constants_set	proof_constants_set
#define r600_check_packet	walk_check_packet
#define while(condition) \
	for (walk_packet(ck, &p, &dirty); (condition); walk_accepted(ck, p, dirty))
#include "../../../pm4/r600/pm4_check_gfx.c"
#undef while
#undef r600_check_packet
#undef DRAW_AUTO
#include "../../../pm4/r600/pm4_packet_body.c"
#include "../../../pm4/r600/pm4_packet_draw.c"
#include "../../../pm4/r600/pm4_packet_event.c"
#include "../../../pm4/r600/pm4_packet_memory.c"

/* Packets of these kinds the walk gives away. */
static int given_away(void)
{
	PROVE(0, "the walk accepts no packet of this kind by itself");
	return 1;
}

#define r600_check_wait_reg_mem(ck, b)		given_away()
#define r600_check_mem_write(ck, b)		given_away()
#define r600_check_copy_dw(ck, b)		given_away()
#define r600_check_cp_dma(ck, b)		given_away()
#define r600_check_event_write_eop(ck, b)	given_away()
#define r600_check_predication(ck, b)		given_away()
#define r600_check_strmout_update(ck, b)	given_away()
#define r600_check_strmout_base(ck, b)		given_away()
#define r600_check_draw_index(ck, b)		given_away()
#define r600_check_draw_immediate(ck, b, ndw)	given_away()
#define r600_check_index_type(ck, b)		given_away()
#include "../../../pm4/r600/pm4_check_packet.c"
#include "../../../pm4/r600/pm4_check_reg.c"

static struct r600_checker before;
static u64 dirty_before;
static bool draw_refused;
static struct { u32 calls; u64 dirty; bool predicated; const u32 *header; } drawn;

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

const struct pm4_reg_row *pm4_reg_find_any(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	return pm4_reg_find(tables, chip, offset);
}

u32 r600_tiling_mode(const struct pm4_buffer *buffer, u32 mode)
{
	return mode | nondet_u32();
}

int r600_set_resources(struct r600_checker *ck, u32 first, u32 count, const u32 *words)
{
	return 1;
}

/* Both ways reach the same draw, so both have the same answer. */
int r600_draw(struct r600_checker *ck, u64 more, bool predicated)
{
	drawn.calls++;
	drawn.dirty = ck->dirty | more;
	drawn.predicated = predicated;
	drawn.header = ck->header;
	ck->dirty = 0;
	return draw_refused;
}

/* The walk gives the packet away: packet.c proves the step. */
int walk_check_packet(struct r600_checker *ck, const u32 *p, u64 more)
{
	PROVE(p == world_packet, "the packet is the one that the walk has read");
	ASSUME(0);
	return 0;
}

static void walk_packet(struct r600_checker *ck, const u32 **p, u64 *more)
{
	u32 opcode, first, k;

	*p = world_packet;
	*more = dirty_before;
	if (ck->end - world_packet < 2)
		return;
	opcode = world_packet[0] >> 8 & 0xff;
	first = world_packet[1];
	ASSUME(invariant_rule(&ck->packets[opcode]));
	ASSUME(invariant_walk_rule(&ck->packets[opcode], opcode));
	if (opcode != PM4_OP_SET_CONTEXT_REG && opcode != PM4_OP_SET_CONFIG_REG)
		return;
	ASSUME(PM4_COUNT(world_packet[0]) <= RUN);
	for (k = 0; k < RUN; k++) {
		ASSUME(first >= PM4_CONTEXT_REGS - k || invariant_rules(&ck->context, first + k));
		ASSUME(first >= PM4_CONFIG_REGS - k || invariant_rules(&ck->config, first + k));
		ASSUME(first >= PM4_CONTEXT_REGS || invariant_run(&ck->context, first, k));
		ASSUME(first >= PM4_CONFIG_REGS || invariant_run(&ck->config, first, k));
	}
}

/* The walk has accepted a packet that ends at @p. */
static void walk_accepted(struct r600_checker *ck, const u32 *p, u64 more)
{
	u32 opcode = world_packet[0] >> 8 & 0xff, i = world_register_i, word = nondet_u32();
	struct pm4_patch patch = world_patches[world_used];
	u64 patches = ck->patch - world_patches - world_used;
	typeof(constants_set) set = constants_set;
	typeof(drawn) draw = drawn;

	ASSUME(word < R600_SLOT_WORDS);
	PROVE(p > world_packet && p <= ck->end, "the packet ends inside the stream, further on");
	if (world_packet[0] == PM4_FILLER) {
		PROVE(p == world_packet + 1, "a filler is one dword");
		ASSUME(0);
	}
	/* texture.c compares these. */
	ASSUME(opcode != PM4_OP_SET_RESOURCE);
	if (opcode == PM4_OP_SET_CONTEXT_REG)
		PROVE(world_packet[1] + PM4_COUNT(world_packet[0]) <= PM4_CONTEXT_REGS,
		      "the context registers lie in their window");
	if (opcode == PM4_OP_SET_CONFIG_REG)
		PROVE(world_packet[1] + PM4_COUNT(world_packet[0]) <= PM4_CONFIG_REGS,
		      "the config registers lie in their window");
	REACHED("the walk accepts a packet");
	constants_set.calls = 0;
	drawn.calls = 0;
	PROVE(!r600_check_packet(&before, world_packet, dirty_before),
	      "r600_check_packet() accepts what the walk accepts");
	PROVE(before.cursor == p, "both ways go on at the same packet");
	PROVE(patches <= 1 && before.patch == ck->patch, "both ways make as many patches");
	if (patches)
		PROVE(patch.dword == world_patches[world_used].dword &&
		      patch.arg == world_patches[world_used].arg, "both ways make the same patch");
	PROVE(draw.calls == drawn.calls, "both ways draw as often");
	if (draw.calls)
		PROVE(draw.dirty == drawn.dirty && draw.predicated == drawn.predicated &&
		      draw.header == drawn.header, "both ways draw in the same state");
	/* One constant alone is a slot of its own. */
	if (set.calls)
		PROVE(set.calls == 1 && constants_set.calls == 1 && set.slot == constants_set.slot &&
		      set.first == constants_set.first && set.count == constants_set.count,
		      "both ways set the same constants");
	else if (constants_set.calls)
		PROVE(constants_set.slot > R600_SLOT_ALU && constants_set.count == 1 &&
		      ck->slots[(constants_set.slot + constants_set.first) / 64] >>
		      (constants_set.slot + constants_set.first) % 64 & 1,
		      "both ways set the same constant");
	else
		PROVE(ck->slots[word] == before.slots[word], "both ways set the same slots");
	PROVE(before.drawing == ck->drawing && before.instances == ck->instances &&
	      before.index_bytes == ck->index_bytes && before.predicated == ck->predicated,
	      "both ways leave the same state");
	if (i < PM4_CONTEXT_REGS) {
		PROVE(before.context.last_write[i] == ck->context.last_write[i],
		      "both ways set the same context registers");
		PROVE(before.context.buffer[i] == ck->context.buffer[i],
		      "both ways take the same relocation");
	}
	PROVE(before.config.last_write[i] == ck->config.last_write[i],
	      "both ways set the same config registers");
	/* A run of zeros leaves constant buffers as they are, see set_run(). */
	if (!draw.calls)
		PROVE(!(before.dirty & ~(ck->dirty | more) & ~PM4_CONSTS_ALL),
		      "the walk forgets no change of a unit");
	ASSUME(0);
}

/* The packet has header @header: a constant, so that its rule is known at once. */
static void walk(u32 header)
{
	struct r600_checker any, *ck = &any;
	u32 i;

	for (i = 1; i < WORLD_STREAM; i++)
		world_stream[i] = nondet_u32();
	world_stream[0] = header;
	world(ck);
	before = *ck;
	dirty_before = nondet_u64();
	draw_refused = nondet_bool();
	r600_check_gfx(ck);
}

#define WALK(name, header) \
	void walk_##name(void) \
	{ \
		walk(header); \
	}

WALK(context_1, HEADER(SET_CONTEXT_REG, 1))
WALK(context_2, HEADER(SET_CONTEXT_REG, 2))
WALK(context_3, HEADER(SET_CONTEXT_REG, 3))
WALK(config_1, HEADER(SET_CONFIG_REG, 1))
WALK(config_2, HEADER(SET_CONFIG_REG, 2))
WALK(event, HEADER(EVENT_WRITE, 0))
WALK(draw, HEADER(DRAW_INDEX_AUTO, 1))
WALK(sync, HEADER(SURFACE_SYNC, 3))
WALK(instances, HEADER(NUM_INSTANCES, 0))
WALK(loop_const, HEADER(SET_LOOP_CONST, 2))
WALK(bool_const, HEADER(SET_BOOL_CONST, 1))
WALK(sampler, HEADER(SET_SAMPLER, 3))
WALK(nop, HEADER(NOP, 4))
