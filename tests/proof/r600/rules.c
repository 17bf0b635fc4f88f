// SPDX-License-Identifier: GPL-2.0
/*
 * The walk accepts nothing that the rules refuse: a packet goes through r600_check_gfx() and through
 * r600_check_packet() from the same state, whatever it is.  If the walk accepts it, the rules accept
 * it, and both leave the same state and the same patches.  If the walk leaves it to the rules, they
 * begin with the state before it.
 *
 * The loop is proven by induction: it begins with any packet, and the proof ends after it.  A
 * function that both sides call is no part of this: both give it the same arguments and state.
 *
 * With ACCESSES, the packet goes through the walk alone, with the checks of pointers: the walk reads
 * only the stream, writes only its state and the room for patches, keeps the invariant, and moves on
 * inside the stream.  The other rows leave these checks out; the accesses of the rules are packet.c,
 * registers.c and access.c.
 */
#define r600_tables	rules_tables
#include "../product.h"
#include "pm4_packet.h"
#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"

/*
 * Windows of a few registers of any rules.  The walk tells registers apart by their rules only; the
 * rules do so by their numbers too, so a window begins with any register.
 */
#undef PM4_CONTEXT_REGS
#undef PM4_CONFIG_REGS
#define PM4_CONTEXT_REGS	6u
#define PM4_CONFIG_REGS		6u
#include "invariant.h"

/* The check of a packet reads one row of packets and its space: any members represent all rows. */
static struct pm4_packet_row table_row;
static struct pm4_space table_space;
static u16 table_packets[256];
const struct pm4_tables rules_tables = {
	.packet_rows = &table_row,
	.npacket_rows = 1,
	.spaces = &table_space,
	.nspaces = 1,
	.packets = { [PM4_RING_GFX] = table_packets },
};

/*
 * A short stream has a length that is a constant, so that the model checker knows the place of each
 * dword.  Of a packet of any length, both sides read two dwords.
 */
#ifdef RUNS
static u32 stream[RUNS];
static const u32 length = RUNS;
#else
static u32 stream[12], length;
#endif
static struct pm4_input in;
static struct pm4_buffer buffers[4];
static u64 written[1], rules_written[1];
static struct pm4_patch walk_patches[2], rules_patches[2];
static struct pm4_result walk_result, rules_result;
static struct pm4_verdict verdict;
static const struct r600_checker *walk_ck;
static struct r600_checker *rules;
static const u32 *packet;
/* The units that the walk has marked before the packet. */
static u64 marked;
/* Any register of both windows. */
static u32 any_register;
static bool with_address, is_run;

/* For the other loop of the walk's file. */
static u64 dirty;

/* A function that both sides call once. */
enum { CALL_CONSTANTS = 1, CALL_DRAW, CALL_IMMEDIATE, CALL_INDEX_TYPE, CALL_MEM_WRITE, CALL_CP_DMA,
       CALL_WAIT };

struct call {
	u32 function;
	const u32 *header, *body, *cursor;
	u32 a, b, c;
	u64 dirty;
};

static struct call walk_call, rules_call;
/* The relocations that the function consumes. */
static u32 relocs;

static struct call *called(const struct r600_checker *ck, u32 function, const u32 *body)
{
	struct call *call = ck == rules ? &rules_call : &walk_call;

	PROVE(!call->function, "a packet has one call");
	call->function = function;
	call->header = ck->header;
	call->body = body;
	return call;
}

static inline void proof_slot_set(struct r600_checker *ck, u32 slot)
{
	PROVE(slot < R600_SLOTS, "a slot is one of the list");
	r600_slot_set(ck, slot);
}

/*
 * Each constant is in its space, and each slot is one of the list.  A single constant is its
 * slot.
 */
static inline void proof_constants_set(struct r600_checker *ck, u32 slot, u32 first, u32 count)
{
	struct call *call;

	PROVE(slot == R600_SLOT_ALU ? first + count <= R600_ALU_BLOCKS * R600_ALU_BLOCK_DW :
	      slot > R600_SLOT_ALU && slot + first + count <= R600_SLOTS,
	      "each slot is one of the list");
	if (slot > R600_SLOT_ALU && count == 1) {
		r600_slot_set(ck, slot + first);
		return;
	}
	call = called(ck, CALL_CONSTANTS, NULL);
	call->header = NULL;
	call->a = slot;
	call->b = first;
	call->c = count;
}

/* A window begins with any register, so the number of the first constant buffer is no constant. */
static inline u32 proof_const_slot(u32 i)
{
	return R600_RESOURCES + (walk_ck->context.base + 4 * i - PM4_R_SQ_ALU_CONST_CACHE_PS) / 4;
}

static void before(struct r600_checker *ck, const u32 **p, u64 *dirty);
static void after(const struct r600_checker *ck, const u32 *p, u64 dirty);
static int to_the_rules(struct r600_checker *ck, const u32 *p, u64 dirty);

#ifdef ANY_HEADER
/* Of the rules, both sides read the opcode's rule. */
static struct r600_packet_rule any_rule;
#define r600_rule(ck, opcode)	(&any_rule)
#endif
#define r600_slot_set		proof_slot_set
#define r600_constants_set	proof_constants_set
#define r600_const_slot		proof_const_slot
/* No packet changes the events that need no address. */
#define r600_plain_event(ck, event)	(r600_plain_event)(walk_ck, event)
#define r600_check_packet	to_the_rules
#define while(condition)	for (before(ck, &p, &dirty); (condition); after(ck, p, dirty))
#include "../../../pm4/r600/r600_check_gfx.c"
#undef while
#undef r600_check_packet
#undef DRAW_AUTO
#include "../../../pm4/r600/r600_check_packet.c"
#ifndef ANY_HEADER
#include "../../../pm4/r600/r600_check_reg.c"
#include "../../../pm4/r600/r600_check_resource.c"
#include "../../../pm4/r600/r600_packet_event.c"
/* Both sides call these. */
#define r600_check_index_type		real_index_type
#define r600_check_draw_immediate	real_draw_immediate
#include "../../../pm4/r600/r600_packet_draw.c"
#undef r600_check_index_type
#undef r600_check_draw_immediate
#define r600_check_mem_write	real_mem_write
#define r600_check_cp_dma	real_cp_dma
#define r600_check_wait_reg_mem	real_wait_reg_mem
#include "../../../pm4/r600/r600_packet_memory.c"
#undef r600_check_mem_write
#undef r600_check_cp_dma
#undef r600_check_wait_reg_mem
#endif

/* A handler that reads no units; access.c proves it for @dw dwords, and it consumes @n relocations. */
#define HANDLER(name, function, dw, n) \
	int r600_check_##name(struct r600_checker *ck, const u32 *b) \
	{ \
		struct call *call = called(ck, function, b); \
\
		PROVE(ck->header == packet && b == packet + 1 && ck->cursor == b + (dw) && \
		      ck->cursor <= ck->end, "a handler gets the body of the packet"); \
		ASSUME(2 * (n) <= ck->end - ck->cursor); \
		ck->cursor += 2 * (n); \
		return 0; \
	}

HANDLER(index_type, CALL_INDEX_TYPE, 1, 0)
HANDLER(mem_write, CALL_MEM_WRITE, 4, relocs)
HANDLER(cp_dma, CALL_CP_DMA, 5, relocs)
HANDLER(wait_reg_mem, CALL_WAIT, 6, relocs)

#define STATE_BITS	(PM4_STATE_ALL | PM4_UNIT_ALL | PM4_CONSTS_ALL)

/* A draw takes the marked units. */
static int draw_call(struct r600_checker *ck, struct call *call, u64 dirty)
{
	PROVE(ck->header == packet, "the packet is the draw");
	call->dirty = (ck->dirty | dirty) & STATE_BITS;
	ck->dirty = 0;
	return 0;
}

int r600_check_draw_immediate(struct r600_checker *ck, const u32 *b, u32 ndw)
{
	struct call *call = called(ck, CALL_IMMEDIATE, b);

	PROVE(b == packet + 1 && ck->cursor == b + ndw && ck->cursor <= ck->end && ndw >= 3,
	      "the indices are in the stream");
	call->a = ndw;
	return draw_call(ck, call, 0);
}

int r600_draw(struct r600_checker *ck, u64 dirty)
{
	return draw_call(ck, called(ck, CALL_DRAW, NULL), dirty);
}

/* What the walk has accepted is not refused. */
static int refused(void)
{
	PROVE(0, "the rules refuse nothing that the walk accepts");
	ASSUME(0);
	return 1;
}

int r600_refuse(struct r600_checker *ck, const struct pm4_why *why)
{
	return refused();
}

int r600_refuse_reloc(struct r600_checker *ck, const u32 *where)
{
	return refused();
}

int r600_refuse_write(struct r600_checker *ck, u32 index, const u32 *where, u32 reg)
{
	return refused();
}

int r600_refuse_unset(struct r600_checker *ck, u32 reg)
{
	return refused();
}

int r600_refuse_far(struct r600_checker *ck, u32 index, u64 offset, u32 reg, const u32 *at)
{
	return refused();
}

int r600_refuse_unit(struct r600_checker *ck, u32 unit, u32 first, u32 count)
{
	return refused();
}

int r600_refuse_base(struct r600_checker *ck, u32 index, u64 offset, u32 unit, const u32 *where,
		    u32 reg)
{
	return refused();
}

int r600_refuse_value(struct r600_checker *ck, u32 i, u32 field, u32 how, u32 expected, u32 actual)
{
	return refused();
}

int r600_refuse_access(struct r600_checker *ck, const u32 *at, struct r600_access p,
		       const struct pm4_buffer *buffer)
{
	return refused();
}

/* The rules look up a register only if its value has bits that must be 0. */
const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	refused();
	return NULL;
}

/* Any register keeps the invariant of its last write. */
#define HOLDS(ck, window) \
	invariant_write((ck)->window.last_write[any_register], (ck)->start_position, length, \
			(ck)->window.flags[any_register], (ck)->window.buffer[any_register], \
			(ck)->nbuffers)

/* The walk has gone on to @next inside of the stream, and has kept the invariant. */
static void prove_step(const struct r600_checker *ck, const u32 *next)
{
	u64 patches = ck->patch - walk_patches;

	PROVE(next > packet && next <= ck->end, "a step ends inside the stream, further on");
	PROVE(invariant_room(patches, next - packet), "pm4_patches_max() has room for the patches");
	PROVE(patches <= 1, "the walk makes one patch of a packet");
	PROVE(HOLDS(ck, context), "each context register keeps its invariant");
	PROVE(HOLDS(ck, config), "each config register keeps its invariant");
	if (!patches)
		return;
	PROVE(invariant_patch(&walk_patches[0], length, ck->nbuffers),
	      "a patch changes dwords of the stream");
	if (walk_patches[0].dword >> PM4_PATCH_KIND == PM4_PATCH_ADDR_256)
		PROVE((u64)packet[2] << 8 < buffers[walk_patches[0].arg].size,
		      "the base of a register is in its buffer");
	else
		PROVE(packet[3] < buffers[walk_patches[0].arg].size &&
		      (packet[2] | (u64)(packet[4] & 0xff) << 32) <=
		      buffers[walk_patches[0].arg].size - 1 - packet[3],
		      "a vertex buffer is in its buffer");
}

#ifndef ACCESSES
/* The state of a stream, but for what no packet of a theorem reads. */
static void before(struct r600_checker *ck, const u32 **p, u64 *dirty)
{
	u32 opcode = packet[0] >> 8 & 0xff, i;

	*p = packet;
	*dirty = marked;
	rules->card = ck->card;
	rules->chip_bit = ck->chip_bit;
#ifndef ANY_HEADER
	rules->packets[opcode] = ck->packets[opcode];
#endif
	rules->in = ck->in;
	rules->ib = ck->ib;
	rules->shift = ck->shift;
	rules->buffers = ck->buffers;
	rules->nbuffers = ck->nbuffers;
	rules->end = ck->end;
	rules->patch = rules_patches;
	rules->written = rules_written;
	rules->keep_tiling = ck->keep_tiling;
	rules->drawing = ck->drawing;
	rules->instances = ck->instances;
	rules->predicated = ck->predicated;
	rules->depth_work = ck->depth_work;
	rules->depth_ok = ck->depth_ok;
	rules->color_ok = ck->color_ok;
	rules->color_use = ck->color_use;
	rules->gs_mode = ck->gs_mode;
	rules->index_bytes = ck->index_bytes;
	rules->index_bytes_predicated = ck->index_bytes_predicated;
	rules->strmout_base_sent = ck->strmout_base_sent;
	rules->strmout_offset_set = ck->strmout_offset_set;
	rules->start_position = ck->start_position;
	rules->dirty = ck->dirty;
	rules->touched = ck->touched;
	for (i = 0; i < ARRAY_SIZE(ck->tiled); i++)
		rules->tiled[i] = ck->tiled[i];
	for (i = 0; i < R600_SLOT_WORDS; i++)
		rules->slots[i] = ck->slots[i];
	rules->alu_parts = ck->alu_parts;
	rules->result = &rules_result;
	rules->verdict = &verdict;
	rules->context = ck->context;
	rules->config = ck->config;
}

/* Register @i of a window, but for the last write of those from @first to @end. */
static void same_register(const struct r600_window *w, const struct r600_window *r, u32 first,
			  u32 end)
{
	u32 i = any_register;

	PROVE(w->flags[i] == r->flags[i] && w->forbid[i] == r->forbid[i], "no rules change");
	/* Nothing reads the last write of a register that has neither rules nor units. */
	PROVE(!w->flags[i] || w->last_write[i] == r->last_write[i] || (i >= first && i < end),
	      "the same writes");
	PROVE(w->buffer[i] == r->buffer[i], "the same relocations of registers");
}

static void same_state(const struct r600_checker *ck)
{
	u32 n = nondet_u32();

	PROVE(ck->patch - walk_patches == rules->patch - rules_patches, "as many patches");
	ASSUME(n < ARRAY_SIZE(walk_patches));
	PROVE(walk_patches[n].dword == rules_patches[n].dword &&
	      walk_patches[n].arg == rules_patches[n].arg, "the same patches");
	n = nondet_u32();
	ASSUME(n < R600_SLOT_WORDS);
	PROVE(ck->slots[n] == rules->slots[n] && ck->alu_parts == rules->alu_parts, "the same slots");
	PROVE(written[0] == rules_written[0], "the same buffers are written");
	PROVE(ck->drawing == rules->drawing && ck->instances == rules->instances &&
	      ck->predicated == rules->predicated && ck->depth_work == rules->depth_work &&
	      ck->depth_ok == rules->depth_ok && ck->color_ok == rules->color_ok &&
	      ck->color_use == rules->color_use && ck->gs_mode == rules->gs_mode &&
	      ck->index_bytes == rules->index_bytes &&
	      ck->index_bytes_predicated == rules->index_bytes_predicated &&
	      ck->strmout_base_sent == rules->strmout_base_sent &&
	      ck->strmout_offset_set == rules->strmout_offset_set && ck->touched == rules->touched,
	      "the same state");
	n = nondet_u32();
	ASSUME(n < ARRAY_SIZE(rules->tiled));
	PROVE(ck->tiled[n] == rules->tiled[n], "the same array modes");
}

/* A run that clears constant buffers marks no buffer: a valid one is valid with size 0. */
static bool clears_constants(void)
{
	u32 k, any = 0;

	for (k = 0; is_run && k < PM4_COUNT(packet[0]); k++)
		any |= packet[2 + k];
	return is_run && !any;
}

/* The walk has accepted the packet, and goes on at @p. */
static void after(const struct r600_checker *ck, const u32 *p, u64 dirty)
{
	u64 missing;

	REACHED("the walk accepts a packet");
	REACHED_IF(!with_address || ck->patch > walk_patches, "the walk accepts an address");
	prove_step(ck, p);
	/* r600_check_packets() skips fillers before the rules. */
	rules->cursor = packet + 1;
	rules->dirty |= marked;
	if (packet[0] != PM4_FILLER)
		PROVE(!r600_check_packet(rules, packet, marked), "the rules accept the packet");
	PROVE(p == rules->cursor, "the packet ends at the same dword");
	PROVE(!((ck->dirty | dirty) & ~rules->dirty & STATE_BITS), "no other unit is marked");
	missing = rules->dirty & ~(ck->dirty | dirty) & STATE_BITS;
	PROVE(!(missing & ~(clears_constants() ? PM4_CONSTS_ALL : 0)), "each unit is marked");
	same_state(ck);
	same_register(&ck->context, &rules->context, 0, 0);
	same_register(&ck->config, &rules->config, 0, 0);
	PROVE(walk_call.function == rules_call.function && walk_call.header == rules_call.header &&
	      walk_call.body == rules_call.body && walk_call.a == rules_call.a &&
	      walk_call.b == rules_call.b && walk_call.c == rules_call.c &&
	      walk_call.dirty == rules_call.dirty, "both sides call the same function");
	ASSUME(0);
}

/* The walk leaves packet @p to the rules, which set its registers or refuse the stream. */
static int to_the_rules(struct r600_checker *ck, const u32 *p, u64 dirty)
{
	u32 first = 0, end = 0;

	PROVE(p == packet && p < ck->end, "the rules get the packet");
	PROVE((ck->dirty | dirty) == (rules->dirty | marked), "the rules get the units");
	same_state(ck);
	if (length > 1) {
		first = packet[1];
		end = first + PM4_COUNT(packet[0]);
	}
	same_register(&ck->context, &rules->context, first, end);
	same_register(&ck->config, &rules->config, first, end);
	ASSUME(0);
	return 0;
}

#else
/* The members that a step reads as an index or a position, and the rules of any register. */
static struct pm4_card card;
static u32 start_position, shift, nbuffers;
static u64 context_flags, config_flags;
static u32 context_forbid, config_forbid;

static void before(struct r600_checker *ck, const u32 **p, u64 *dirty)
{
	*p = packet;
	*dirty = marked;
	card = ck->card;
	start_position = ck->start_position;
	shift = ck->shift;
	nbuffers = ck->nbuffers;
	context_flags = ck->context.flags[any_register];
	context_forbid = ck->context.forbid[any_register];
	config_flags = ck->config.flags[any_register];
	config_forbid = ck->config.forbid[any_register];
}

/* The state is that before a packet. */
static void prove_state(const struct r600_checker *ck)
{
	PROVE(ck->in == &in && ck->ib == stream && ck->end == stream + length &&
	      ck->buffers == buffers && ck->nbuffers == nbuffers &&
	      ck->start_position == start_position && ck->shift == shift &&
	      ck->card.chip == card.chip && ck->result == &walk_result,
	      "the stream and the card stay");
	PROVE(ck->context.flags[any_register] == context_flags &&
	      ck->context.forbid[any_register] == context_forbid &&
	      ck->config.flags[any_register] == config_flags &&
	      ck->config.forbid[any_register] == config_forbid &&
	      ck->context.nregs == PM4_CONTEXT_REGS && ck->config.nregs == PM4_CONFIG_REGS,
	      "the rules of registers stay");
	PROVE(ck->gs_mode <= 3 && ck->color_use <= PM4_COLOR_RESOLVE &&
	      (!ck->index_bytes || ck->index_bytes == 2 || ck->index_bytes == 4) &&
	      !(ck->slots[R600_SLOT_WORDS - 1] >> (R600_SLOTS % 64)),
	      "the state keeps its invariant");
}

/* The walk has accepted the packet, and goes on at @p. */
static void after(const struct r600_checker *ck, const u32 *p, u64 dirty)
{
	REACHED("the walk accepts a packet");
	REACHED_IF(!with_address || ck->patch > walk_patches, "the walk accepts an address");
	prove_step(ck, p);
	prove_state(ck);
	/* A handler's patches are access.c. */
	PROVE(walk_call.function <= CALL_CONSTANTS || ck->patch == walk_patches,
	      "the walk makes no patch of a packet that has a handler");
	if ((packet[0] & 0xc000fe00) == (HEADER(SET_CONFIG_REG, 0) & 0xc000fe00))
		PROVE(packet[1] <= PM4_CONTEXT_REGS &&
		      PM4_COUNT(packet[0]) <= PM4_CONTEXT_REGS - packet[1],
		      "the registers are in their window");
	ASSUME(0);
}

/* The registers that the walk has tried keep their invariant. */
static int to_the_rules(struct r600_checker *ck, const u32 *p, u64 dirty)
{
	PROVE(p == packet && p < ck->end, "the rules get the packet");
	PROVE(ck->patch == walk_patches, "no patch precedes the rules");
	prove_state(ck);
	ASSUME(0);
	return 0;
}
#endif

/* Only the rules ask for it, so the accesses of the walk do not depend on it. */
#ifdef ACCESSES
#define AND_GROUP(flags)
#else
#define AND_GROUP(flags)	invariant_context_group(flags) &&
#endif

/* A packet with @header, of which the rule has handler @handler, first in a stream. */
static void compare(u32 header, u32 handler)
{
	u32 opcode = header >> 8 & 0xff, first, i;
	struct r600_checker any, any_too, *ck = &any;
	struct r600_packet_rule *rule = &ck->packets[opcode];

#ifndef RUNS
	length = nondet_u32();
	ASSUME(length && length <= PM4_MAX_DW);
#endif
	for (i = 1; i < ARRAY_SIZE(stream); i++)
		stream[i] = nondet_u32();
	stream[0] = header;
	packet = stream;
	walk_ck = ck;
	rules = &any_too;
	first = length > 1 ? stream[1] : 0;
	for (i = 0; i < ARRAY_SIZE(buffers); i++) {
		struct pm4_buffer one;

		buffers[i] = one;
	}
	in.ib = stream;
	in.ib_dw = length;
	in.buffers = buffers;
	in.nbuffers = nondet_u32();
	ASSUME(in.nbuffers <= ARRAY_SIZE(buffers));
	marked = nondet_u64();
	relocs = nondet_u32();
	ASSUME(relocs <= 2);
	ck->in = &in;
	ck->ib = stream;
	ck->end = stream + length;
	ck->buffers = buffers;
	ck->nbuffers = in.nbuffers;
	ck->written = written;
	ck->patch = walk_patches;
	ck->result = &walk_result;
	ck->verdict = &verdict;
	ck->shift = ck->start_position - (u32)(uintptr_t)ck->ib;
	ASSUME(ck->start_position <= ~0u - 4 * length);
	ck->context.nregs = PM4_CONTEXT_REGS;
	ck->config.nregs = PM4_CONFIG_REGS;
	ASSUME(ck->context.base % 4 == 0 && ck->context.base <= PM4_CONTEXT_END);
	ASSUME(ck->config.base % 4 == 0 && ck->config.base <= PM4_CONTEXT_END);
	any_register = nondet_u32();
	ASSUME(any_register < PM4_CONTEXT_REGS && HOLDS(ck, context) && HOLDS(ck, config));
#ifdef ACCESSES
	ASSUME(ck->gs_mode <= 3 && ck->color_use <= PM4_COLOR_RESOLVE &&
	       (!ck->index_bytes || ck->index_bytes == 2 || ck->index_bytes == 4) &&
	       !(ck->slots[R600_SLOT_WORDS - 1] >> (R600_SLOTS % 64)));
#endif
#ifdef ANY_HEADER
	any_rule = ck->packets[0];
	rule = &any_rule;
#endif
	rule->handler = handler;
	ASSUME(invariant_rule(rule) && invariant_walk_rule(rule, opcode));
	for (i = 0; i < PM4_COUNT(header) && i < PM4_CONTEXT_REGS; i++) {
		if (first < PM4_CONTEXT_REGS - i)
			ASSUME(invariant_context(ck->context.flags[first + i]) &&
			       AND_GROUP(ck->context.flags[first + i])
			       invariant_rules(&ck->context, first + i) &&
			       invariant_rules(&ck->config, first + i));
		if (first < PM4_CONTEXT_REGS)
			ASSUME(invariant_run(&ck->context, first, i) &&
			       invariant_run(&ck->config, first, i));
	}
	r600_check_gfx(ck);
}

#define SAME(name, op, count, handler) \
	void same_##name(void) \
	{ \
		compare(HEADER(op, count), PM4_PH_##handler); \
	}

/* The registers of a packet: a longer one repeats the same step. */
#ifndef COUNT
#define COUNT	1
#endif

void same_context(void)
{
	with_address = COUNT == 1;
	is_run = COUNT > 2;
	compare(HEADER(SET_CONTEXT_REG, COUNT), PM4_PH_SET_CONTEXT_REG);
}

void same_config(void)
{
	is_run = COUNT > 1;
	compare(HEADER(SET_CONFIG_REG, COUNT), PM4_PH_SET_CONFIG_REG);
}

void same_resource(void)
{
	with_address = true;
	compare(HEADER(SET_RESOURCE, 7), PM4_PH_SET_RESOURCE);
}

SAME(event, EVENT_WRITE, 0, EVENT_WRITE)
SAME(draw, DRAW_INDEX_AUTO, 1, DRAW)
SAME(sync, SURFACE_SYNC, 3, SURFACE_SYNC)
SAME(instances, NUM_INSTANCES, 0, NUM_INSTANCES)
SAME(index_type, INDEX_TYPE, 0, INDEX_TYPE)
SAME(mem_write, MEM_WRITE, 3, MEM_WRITE)
SAME(cp_dma, CP_DMA, 4, CP_DMA)
SAME(wait, WAIT_REG_MEM, 5, WAIT_REG_MEM)

#ifdef ANY_HEADER
/* The packets that have theorems of their own. */
static bool has_theorem(u32 header)
{
	u32 opcode = header >> 8 & 0xff;

	return (header & 0xc00000ff) == 0xc0000000 &&
	       (opcode == PM4_OP_SET_CONTEXT_REG || opcode == PM4_OP_SET_CONFIG_REG ||
		header == HEADER(SET_RESOURCE, 7) || header == HEADER(EVENT_WRITE, 0) ||
		header == HEADER(DRAW_INDEX_AUTO, 1) || header == HEADER(SURFACE_SYNC, 3) ||
		header == HEADER(NUM_INSTANCES, 0) || header == HEADER(INDEX_TYPE, 0) ||
		header == HEADER(MEM_WRITE, 3) || header == HEADER(CP_DMA, 4) ||
		header == HEADER(WAIT_REG_MEM, 5));
}

/* The walk accepts no packet of any other handler. */
#define NO_HANDLER(function, ...) \
	int r600_##function(struct r600_checker *ck, ##__VA_ARGS__) \
	{ \
		return refused(); \
	}

NO_HANDLER(set_context, u32 first, u32 count)
NO_HANDLER(set_config, u32 first, u32 count)
NO_HANDLER(set_resources, u32 first, u32 count, const u32 *words)
NO_HANDLER(check_event_write, const u32 *b, u32 ndw)
NO_HANDLER(check_draw_auto, const u32 *b)
NO_HANDLER(check_draw_index, const u32 *b)
NO_HANDLER(check_num_instances)
NO_HANDLER(check_predication, const u32 *b)
NO_HANDLER(check_surface_sync, const u32 *b)
NO_HANDLER(check_event_write_eop, const u32 *b)
NO_HANDLER(check_strmout_update, const u32 *b)
NO_HANDLER(check_strmout_base, const u32 *b)
NO_HANDLER(check_copy_dw, const u32 *b)

/* A packet with any other header, of any length. */
void same_any(void)
{
	u32 header = nondet_u32();

#ifdef ACCESSES
	with_address = true;
#else
	ASSUME(!has_theorem(header));
#endif
	compare(header, nondet_u16());
}
#endif
