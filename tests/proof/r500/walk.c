// SPDX-License-Identifier: GPL-2.0
/*
 * r500_walk(): a packet with any dwords, at any place of a stream with any past and any rest.  The
 * walk reads only the stream, goes on inside of it, and accepts registers by their rules; it leaves
 * every other packet to the rules, or to a handler, with its body and with the marks before it.
 *
 * The loop is proven by induction: the first turn begins with any packet, and the proof ends after
 * it.
 */
#include "../proof.h"
#include "r500_tables.h"

/* The walk knows these registers by their numbers, and no other from the next. */
#undef PM4_MMREG_REGS
#undef PM4_R_RB3D_COLOROFFSET
#undef PM4_R_ZB_DEPTHOFFSET
#undef PM4_R_RB3D_DSTCACHE_CTLSTAT
#undef PM4_R_ZB_ZCACHE_CTLSTAT
#undef PM4_R_TX_OFFSET
#undef PM4_R_TX_FILTER0
#undef PM4_R_GA_US_VECTOR_INDEX
#undef PM4_R_GA_US_VECTOR_DATA
#undef PM4_R_VAP_PVS_VECTOR_INDX_REG
#undef PM4_R_VAP_PVS_VECTOR_DATA_REG_128
#undef PM4_R_VAP_PVS_FLOW_CNTL_ADDRS_LW
#define PM4_MMREG_REGS				24u
#define PM4_R_RB3D_COLOROFFSET			(0 * 4)
#define PM4_R_ZB_DEPTHOFFSET			(2 * 4)
#define PM4_R_RB3D_DSTCACHE_CTLSTAT		(3 * 4)
#define PM4_R_ZB_ZCACHE_CTLSTAT			(4 * 4)
#define PM4_R_TX_OFFSET				(5 * 4)
#define PM4_R_TX_FILTER0			(7 * 4)
#define PM4_R_GA_US_VECTOR_INDEX		(9 * 4)
#define PM4_R_GA_US_VECTOR_DATA			(10 * 4)
#define PM4_R_VAP_PVS_VECTOR_INDX_REG		(11 * 4)
#define PM4_R_VAP_PVS_VECTOR_DATA_REG_128	(12 * 4)
#define PM4_R_VAP_PVS_FLOW_CNTL_ADDRS_LW	(13 * 4)
/* Fewer rows of the runs, and the buffers of colour as an object of their own, for the solver. */
#define plain		few_plain[PM4_MMREG_REGS + 1], (*no_plain)
#define masked		few_masked[PM4_MMREG_REGS + 1], (*no_masked)
#define simple		few_simple[PM4_MMREG_REGS + 1], (*no_simple)
#define color_buffer	*color_buffers, (*no_color_buffers)
#include "r500_check.h"
#undef plain
#undef masked
#undef simple
#undef color_buffer
#define plain		few_plain
#define masked		few_masked
#define simple		few_simple
#define color_buffer	color_buffers

/* Two textures, two colour buffers and three places of flow control represent all. */
#undef R500_UNITS
#undef R500_COLORS
#undef R500_FLOW_REGS
#define R500_UNITS	2u
#define R500_COLORS	2u
#define R500_FLOW_REGS	3u

/* No run begins with a register outside of the window (invariant_test.c): one represents them. */
static inline u32 first_of(u32 header)
{
	return min(header & 0x1fff, PM4_MMREG_REGS);
}

#undef R500_REG
#define R500_REG(header)	first_of(header)
#include "invariant.h"
#include "walk.h"

#ifndef RUNS
#define RUNS 5
#endif

/*
 * A stream whose last RUNS dwords are a packet with any header, and the dwords that it may read.  A
 * turn of the loops over a longer run of registers repeats the same step.
 */
#define MOST	(RUNS > 3 ? RUNS : 3)

/*
 * Position 0 is the first byte of @memory, as in value.c.  The stream begins at the packet or up to
 * PAST bytes before it, which may be packets of one register.
 */
#define START	4u
#define PAST	32u
static u32 memory[(START + PAST) / 4 + RUNS];
static u32 packets_at, end_at;
/* Packets of one register before this one, since the end was tested. */
static u32 place;
static struct pm4_input in;
static struct pm4_buffer buffers[4];
static struct pm4_patch patches[4];
static u32 colors[R500_COLORS];
static u64 marked;
static u32 turns, block, block_asked;
/* The function that the walk has called. */
static enum { NOTHING, RULES, HANDLER, DRAW, FRAGMENTS, VECTORS } called;
static const u32 *packet;
static u32 cached_before;

static bool turn(struct r500_checker *ck, char which, u64 *at, u64 *dirty);
static bool one(struct r500_checker *ck, char which, u64 *at, u64 *dirty, u32 *n);

/* The next filler begins a turn like this one. */
static bool goes_on(char which)
{
	ASSUME(which != 'a');
	return true;
}

/* A packet that is none of those that the test counts is at the turn's begin. */
static bool ends(char which)
{
	ASSUME(which != 'l' || !place);
	return false;
}

/* Of the loops, only that over the packets begins with a condition that is likely. */
#define while(condition) \
	while (turn(ck, #condition[0], &at, (u64 *)&dirty) && \
	       ((condition) ? goes_on(#condition[0]) : ends(#condition[0])))
/* Only that over packets of one register begins with its counter. */
#define for(...) \
	for (__VA_ARGS__) \
		if (one(ck, #__VA_ARGS__[0], &at, (u64 *)&dirty, &n))
/* For the loops of functions that have none of these. */
static u64 at, dirty;
static u32 n;
#include "../../../pm4/r500/r500_walk.c"
#undef for
#undef while

/* The packet, whose header is in the stream. */
static void prove_packet(const struct r500_checker *ck)
{
	u32 at = (u32)((const char *)ck->header - (const char *)memory);

	PROVE(called == NOTHING, "a packet has one check");
	PROVE(at == packets_at, "the packet is the next one");
	PROVE(!(R500_FLAGS(marked) & ~ck->dirty), "the marks before the packet are kept");
	packet = ck->header;
}

/* What a handler consumes, after its body. */
static int consumes(struct r500_checker *ck, const u32 *body, size_t dw)
{
	size_t more = nondet_u32();

	ASSUME(more <= (size_t)(ck->end - body) - dw);
	ck->cursor = body + dw + more;
	return nondet_bool();
}

static int handler(struct r500_checker *ck, const u32 *body, size_t dw)
{
	prove_packet(ck);
	PROVE(PM4_TYPE(*packet) == 3 && body == packet + 1 && dw == PM4_COUNT(*packet) + 1 &&
	      dw <= (size_t)(ck->end - body), "a handler gets the body of the packet");
	called = HANDLER;
	return consumes(ck, body, dw);
}

int r500_arrays(struct r500_checker *ck, const u32 *body, u32 ndw)
{
	PROVE((*ck->header & ~PM4_COUNT_BITS) == ck->arrays_header, "the packet has arrays");
	return handler(ck, body, ndw);
}

int r500_packet_inside(struct r500_checker *ck, const u32 *body, u32 header, size_t body_dw)
{
	PROVE(header == *ck->header, "the rules get the header");
	return handler(ck, body, body_dw);
}

int r500_draw_immd(struct r500_checker *ck, u32 control, u32 body_dw)
{
	PROVE((*ck->header & ~PM4_COUNT_BITS) == ck->immd_header && control == ck->header[1] &&
	      ck->cursor == ck->header + 1 + body_dw, "the packet is the draw");
	handler(ck, ck->header + 1, body_dw);
	ck->cursor = ck->header + 1 + body_dw;
	return nondet_bool();
}

int r500_draw_vbuf(struct r500_checker *ck, u32 control)
{
	PROVE(*ck->header == ck->list_header && control == ck->header[1], "the packet is the draw");
	handler(ck, ck->header + 1, 1);
	called = DRAW;
	return nondet_bool();
}

/* All the rules: each consumes its header at least (packet.c, registers.c, upload.c). */
static int rules(struct r500_checker *ck)
{
	prove_packet(ck);
	called = RULES;
	return consumes(ck, packet + 1, 0);
}

int r500_packet(struct r500_checker *ck)
{
	PROVE(PM4_TYPE(*ck->header), "it is no packet of registers");
	return rules(ck);
}

int r500_upload(struct r500_checker *ck)
{
	PROVE(!PM4_TYPE(*ck->header) && *ck->header & R500_ONE_REG, "it is an upload");
	return rules(ck);
}

int r500_registers(struct r500_checker *ck)
{
	PROVE(!PM4_TYPE(*ck->header) && !(*ck->header & R500_ONE_REG), "it is a packet of registers");
	if (nondet_bool())
		ck->partial = packet;
	return rules(ck);
}

/* pipes.c */
int r500_pipes_whole(struct r500_checker *ck)
{
	PROVE(ck->partial, "some pipes are left out");
	ck->partial = NULL;
	return consumes(ck, packet + 1, 0);
}

int r500_fragments(struct r500_checker *ck, const u32 *p, u32 count)
{
	u32 at = (u32)((const char *)p - (const char *)memory) - 4, i = R500_INDEX(GA_US_VECTOR_INDEX);

	PROVE(called == NOTHING && ck->header == p - 1, "a packet has one check");
	PROVE((*ck->header & (3u << 30 | 0xffff)) ==
	      (R500_ONE_REG | R500_INDEX(GA_US_VECTOR_DATA)) &&
	      count == PM4_COUNT(*ck->header) + 1 && count <= (size_t)(ck->end - p),
	      "the upload gets the dwords of the packet");
	PROVE(at >= ck->start_position + 8 && ck->last[i] == at - 8,
	      "the packet before it sets the index");
	packet = ck->header;
	called = FRAGMENTS;
	return nondet_bool();
}

static void uploads(u32 first, u32 count)
{
	PROVE(called == NOTHING, "a packet has one check");
	PROVE(first < R500_VECTORS && count && count <= R500_VECTORS - first,
	      "each vector of an upload exists");
	packet = memory + packets_at / 4;
	PROVE((*packet & (3u << 30 | 0xffff)) ==
	      (R500_ONE_REG | R500_INDEX(VAP_PVS_VECTOR_DATA_REG_128)) &&
	      4 * count == PM4_COUNT(*packet) + 1 && packet[-1] == first,
	      "the upload has whole vectors, from the index on");
	called = VECTORS;
}

void r500_vectors_set(struct r500_checker *ck, u32 first, u32 count)
{
	uploads(first, count);
	PROVE(first >= R500_INSTRUCTIONS, "they are constants");
}

void r500_own_slots(struct r500_slots *own, u32 slots, u32 first, u32 count)
{
	uploads(first, count);
	PROVE(first < slots && slots == R500_INSTRUCTIONS, "they begin with an instruction");
}

u32 r500_depth_block(const struct r500_checker *ck)
{
	block_asked++;
	return block;
}

/* The rules of a register that the walk checks itself. */
static u32 prove_rule(const struct r500_checker *ck, u32 at, u32 i, u32 value, u32 flags)
{
	const u32 *reloc = memory + at / 4 + 2;
	u32 handler = ck->handler[i], kept = value, n = (at - ck->start_position) / 4 + 1, used = 0;
	bool is_depth = handler == PM4_RH_DEPTH_BASE, is_texture = handler == PM4_RH_TX_BASE;

	switch (handler) {
	case PM4_RH_COLOR_CACHE:
	case PM4_RH_DEPTH_CACHE:
		PROVE(!cached_before || !(ck->dirty & R500_WRITE_MOVES), "no line of a cache moves");
		return 0;
	case PM4_RH_BW_CNTL:
	case PM4_RH_Z_PEQ:
		REACHED("a change of the blocks of depth is accepted");
		PROVE(!(cached_before & R500_CACHE_DEPTH) ||
		      (block_asked && block <= ck->depth_block),
		      "blocks of cached lines are not enlarged");
		return 0;
	case PM4_RH_TX_FILTER:
		PROVE(value >> 28 == i - R500_INDEX(TX_FILTER0), "a texture has its own number");
		return 0;
	case PM4_RH_TX_BASE:
	case PM4_RH_COLOR_BASE:
	case PM4_RH_DEPTH_BASE:
		break;
	default:
		PROVE(0, "any other rule in code is left to the rules");
	}
	CUT(at + 16 <= end_at, "a relocation is inside the stream");
	CUT(reloc[0] == PM4_NOP_RELOC && pm4_reloc_index(reloc[1]) < ARRAY_SIZE(buffers),
	    "an address has its relocation");
	if (is_texture && !(ck->flags & PM4_KEEP_TILING)) {
		u32 tiling = buffers[pm4_reloc_index(reloc[1])].tiling;

		kept |= ((tiling & 1) | (tiling & 2 ? 2 : tiling & 0x20 ? 4 : 0)) << 2;
		if (kept != value) {
			PROVE(patches[used].dword == (n | PM4_PATCH_VALUE << PM4_PATCH_KIND) &&
			      patches[used].arg == kept, "the tiling is the buffer's");
			used++;
		}
	}
	PROVE(ck->patch == patches + used + 1 &&
	      patches[used].dword == (n | PM4_PATCH_ADDR_32 << PM4_PATCH_KIND) &&
	      patches[used].arg == pm4_reloc_index(reloc[1]), "the address of the buffer is added");
	PROVE((is_depth ? ck->depth_buffer :
	       is_texture ? ck->texture_buffer[i - R500_INDEX(TX_OFFSET)] :
	       ck->color_buffer[i - R500_INDEX(RB3D_COLOROFFSET)]) == pm4_reloc_index(reloc[1]),
	      "the surface has the buffer of its relocation");
	PROVE(!is_texture || ck->texture_offset[i - R500_INDEX(TX_OFFSET)] == kept,
	      "a texture has the tiling of its buffer");
	REACHED("an address is accepted");
	return 8;
}

/* Register @i has been set by dword @k of the @count of the packet at @at. */
static u32 prove_register(const struct r500_checker *ck, u32 at, u32 i, u32 k, u32 count, u32 dirty,
			  u32 next)
{
	u32 flags = R500_FLAGS(ck->regs[i]), value, handler;
	bool is_flow = count == R500_FLOW_REGS &&
		       i - k == R500_INDEX(VAP_PVS_FLOW_CNTL_ADDRS_LW);

	CUT(i < PM4_MMREG_REGS, "the register is one of the window");
	CUT(at + 8 + 4 * k <= next, "the values are consumed");
	value = memory[at / 4 + 1 + k];
	handler = ck->handler[i];
	PROVE(!(flags & R500_WRITE_DENIED), "the register may be written");
	PROVE(!(value & R500_FORBID(ck->regs[i])), "no bit is set that must be 0");
	PROVE(!(flags & ~R500_WRITE_SLOW & ~(ck->dirty | dirty)), "the marks of the register are kept");
	if ((handler != PM4_RH_NONE || flags & PM4_STATE_ALL) &&
	    handler != PM4_RH_COLOR_CACHE && handler != PM4_RH_DEPTH_CACHE)
		PROVE(ck->last[i] == at + 4 * k || (is_flow && ck->flow_at == at),
		      "the last write is kept");
	if (!(flags & R500_WRITE_SLOW))
		return 0;
	PROVE(count == 1, "a run has no rule in code");
	return prove_rule(ck, at, i, value, flags);
}

/* The walk has accepted a packet itself, and returns its bytes. */
static u32 prove_accepted(const struct r500_checker *ck, u32 at, u32 dirty, u32 next)
{
	u32 header = memory[at / 4], count = PM4_COUNT(header) + 1, k, more = 0,
	    first = header & 0x1fff;

	if (PM4_TYPE(header) == 2) {
		PROVE(header == PM4_FILLER, "a filler has no reserved bits");
		return 4;
	}
	if (PM4_TYPE(header) == 3) {
		PROVE(header == PM4_NOP_RELOC, "a relocation alone is skipped");
		return 8;
	}
	PROVE(!PM4_TYPE(header) && !(header & (R500_ONE_REG | R500_TYPE0_BITS)),
	      "any other packet is left to the rules");
	CUT(count < MOST, "the run is inside the stream");
	for (k = 0; k < count; k++)
		more += prove_register(ck, at, first + k, k, count, dirty, next);
	REACHED_IF(count > 2, "a run is accepted");
	return 4 + 4 * count + more;
}

/* A turn has ended at @next. */
static void prove_turn(const struct r500_checker *ck, u64 next, u64 dirty)
{
	u32 at = packets_at, count;

	REACHED("a turn ends");
	CUT(next > packets_at && next <= end_at && !(next % 4), "a turn ends inside the stream, further on");
	PROVE(!R500_SLOW(dirty), "no rule in code is left over");
	PROVE(!ck->partial, "all pipes listen");
	PROVE(invariant_room(ck->patch - patches, (next - packets_at) / 4),
	      "pm4_patches_max() has room for the patches");
	if (!called) {
		PROVE(at + prove_accepted(ck, at, R500_FLAGS(dirty), next) == next,
		      "a turn goes on after the dwords that it has checked");
		PROVE(!(R500_FLAGS(marked) & ~(ck->dirty | R500_FLAGS(dirty))), "no mark is lost");
		return;
	}
	count = PM4_COUNT(*packet) + 1;
	if (called == FRAGMENTS || called == VECTORS) {
		PROVE(ck->start_position < packets_at, "the index is the stream's");
		REACHED("an upload is accepted");
		PROVE(next == at + 4 + 4 * count, "an upload is consumed");
		PROVE(!(R500_FLAGS(marked) & ~(ck->dirty | R500_FLAGS(dirty))), "no mark is lost");
		PROVE(called == FRAGMENTS || (R500_FLAGS(dirty) & R500_GROUP(VSHADER)),
		      "the next draw looks at the vertex program");
		return;
	}
	if (called == DRAW)
		PROVE(next == at + 8, "a draw is consumed");
	else
		PROVE(next == (u32)((const char *)ck->cursor - (const char *)memory),
		      "the walk goes on where its rules have ended");
}

static bool turn(struct r500_checker *ck, char which, u64 *at, u64 *dirty)
{
	if (which != 'l')
		return true;
	if (turns++) {
		prove_turn(ck, *at, *dirty);
		ASSUME(0);
	}
	*at = packets_at - 8 * place;
	*dirty = marked;
	return true;
}

/* The loop is at packet @place, and its counter too; the end was tested before its first one. */
static bool one(struct r500_checker *ck, char which, u64 *at, u64 *dirty, u32 *n)
{
	if (which != 'n')
		return true;
	if (*n) {
		/* The next packet begins like this one. */
		PROVE(*n == place + 1 && *n < ONES, "one test of the end is for so many packets");
		REACHED("another packet of one register follows");
		prove_turn(ck, *at, *dirty);
		ASSUME(0);
	}
	REACHED_IF(place == ONES - 1, "the packet is the last of those that the test counts");
	*n = place;
	*at = packets_at;
	return true;
}

/* Register @i has what follows from the tables. */
static bool register_holds(const struct r500_checker *ck, u32 i)
{
	return invariant_register(ck, i) && invariant_handler(ck, i) && invariant_usual(ck, i);
}

void walk(void)
{
	struct r500_checker any, *ck = &any;
	u32 index = R500_INDEX(VAP_PVS_VECTOR_INDX_REG), header, first, k;

	for (k = 0; k < ARRAY_SIZE(memory); k++)
		memory[k] = nondet_u32();
	packets_at = START + PAST;
	end_at = sizeof(memory);
	place = nondet_u32();
	ck->start_position = packets_at - 8 * (place + nondet_bool());
	ASSUME(place < ONES && ck->start_position >= START && ck->start_position <= packets_at);
	ck->origin = (const char *)memory;
	ck->values = ck->origin + sizeof(u32);
	ck->end = memory + ARRAY_SIZE(memory);
	in.ib = memory + ck->start_position / 4;
	in.buffers = buffers;
	ck->in = &in;
	ck->nbuffers = ARRAY_SIZE(buffers);
	ck->color_buffers = colors;
	ck->patch = patches;
	ck->partial = NULL;
	ASSUME(ck->list_header == (PM4_TYPE3 | PM4_OP_3D_DRAW_VBUF_2 << 8));
	ASSUME(ck->arrays_header == (PM4_TYPE3 | PM4_OP_3D_LOAD_VBPNTR << 8));
	block = nondet_u32();
	cached_before = ck->cached;
	marked = nondet_u64();
	ASSUME(!R500_SLOW(marked));
	/* The value of an index that is set has passed its rule. */
	ASSUME(register_holds(ck, index));
	ASSUME(ck->last[index] < packets_at);
	ASSUME(ck->last[R500_INDEX(GA_US_VECTOR_INDEX)] < packets_at);
	ASSUME(ck->last[index] != packets_at - 8 ||
	       !(memory[packets_at / 4 - 1] & R500_FORBID(ck->regs[index])));
	header = memory[packets_at / 4];
	first = first_of(header);
	ASSUME(!ck->simple[PM4_MMREG_REGS] && !ck->masked[PM4_MMREG_REGS] &&
	       !ck->plain[PM4_MMREG_REGS]);
	/* invariant_test.c: places() */
	for (k = 0; k < R500_FLOW_REGS; k++)
		ASSUME(ck->regs[R500_INDEX(VAP_PVS_FLOW_CNTL_ADDRS_LW) + k] ==
		       R500_RULE(R500_GROUP(VSHADER), 0));
	ASSUME(ck->masked[R500_INDEX(VAP_PVS_FLOW_CNTL_ADDRS_LW)] < R500_FLOW_REGS);
	for (k = 0; k < MOST; k++) {
		if (first + k >= PM4_MMREG_REGS)
			break;
		ASSUME(register_holds(ck, first + k));
		ASSUME(invariant_run(ck, first, k));
	}
	r500_walk(ck);
}
