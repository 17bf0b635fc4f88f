// SPDX-License-Identifier: GPL-2.0
/*
 * r500_upload(): a packet to one register, with any dwords, UPLOAD_DW at most, after any dword.
 *
 * A turn of the loop over instructions reads one and knows the semaphore before it: two represent
 * every number.
 */
#define WORLD_REGS 2
#include "surface.h"

/* A header and the index before the packet. */
#define BEFORE		2
#define UPLOAD_DW	12
static u32 stream[BEFORE + 1 + UPLOAD_DW + 1];
/* The last write of the register with the index. */
static const u32 *index_at;

/* The write of the index is one dword of the stream, and no row of a register has its value. */
static inline const u32 *upload_at(const struct r500_checker *ck, u32 i)
{
	PROVE(proof_isset(ck, i), "only the write of a register that the stream has set is read");
	return index_at;
}

#undef r500_at
#define r500_at			upload_at
#define r500_position(ck, p)	((u32)((p) - stream) * 4)
#include "../../../pm4/r500/r500_upload.c"

/* The instructions that count as the stream's own. */
static const struct r500_slots *own;
static u32 own_slots, own_first, own_count;

void r500_own_slots(struct r500_slots *of, u32 slots, u32 first, u32 count)
{
	PROVE(!own, "a packet uploads instructions once");
	own = of;
	own_slots = slots;
	own_first = first;
	own_count = count;
}

void r500_note_flow(struct r500_checker *ck, u32 at, u32 word, bool flow) { }

static const u32 regs[] = { PM4_R_VAP_PVS_VECTOR_INDX_REG, PM4_R_GA_US_VECTOR_INDEX };

/* Any slot, and whether the footprint had it before. */
static u32 slot;
static bool had_slot;

static bool has_slot(void)
{
	return world_result.footprint.live_out.slots[slot / 64] >> slot % 64 & 1;
}

/* Returns true if the packet may be accepted at all; count: its dwords. */
static bool upload_world(struct r500_checker *ck, u32 port, u32 *count)
{
	u32 i, rest = nondet_u32();

	surface_world(ck, regs, ARRAY_SIZE(regs));
	for (i = 0; i < ARRAY_SIZE(stream); i++)
		stream[i] = nondet_u32();
	ASSUME(rest >= 1 && rest <= UPLOAD_DW + 2);
	world_in.ib = stream;
	ck->header = stream + BEFORE;
	ck->end = ck->header + rest;
	ck->partial = nondet_bool() ? stream : NULL;
	i = nondet_u32();
	ASSUME(i < ARRAY_SIZE(stream));
	index_at = stream + i;
	/* Reserved bits, and any number of dwords: the source refuses other registers. */
	stream[BEFORE] = (nondet_u32() & 0x3fff6000) | R500_ONE_REG | port;
	*count = (stream[BEFORE] >> 16 & 0x3fff) + 1;
	slot = any_below(R500_SLOTS);
	had_slot = has_slot();
	return !r500_upload(ck);
}

/* What holds of each packet that is accepted. */
static void prove_form(const struct r500_checker *ck, u32 count, bool vertex)
{
	u32 port = stream[BEFORE] & 0x1fff;

	PROVE(!(stream[BEFORE] & 0x6000), "no reserved bit of the header is set");
	PROVE(count <= (u32)(ck->end - ck->header) - 1 && ck->cursor == ck->header + 1 + count,
	      "the packet ends inside the stream");
	PROVE(port == (vertex ? 0x2208 / 4 : 0x4254 / 4), "the register is one of both ports");
	PROVE(world_regs[!vertex].is_set && index_at == ck->header - 1,
	      "the packet before sets the index");
	PROVE(!ck->partial, "all pipes listen");
}

/* Constants and instructions of fragment programs. */
void fragment(void)
{
	struct r500_checker any, *ck = &any;
	u32 count, first, n, *inst, op, alpha;

	if (!upload_world(ck, R500_INDEX(GA_US_VECTOR_DATA), &count))
		return;
	prove_form(ck, count, false);
	first = stream[BEFORE - 1] & 0x1ff;
	if (stream[BEFORE - 1] >> 16 & 1) {
		REACHED("constants are accepted");
		PROVE(count % 4 == 0 && first + count / 4 <= 256, "constants are whole, and exist");
		PROVE(!own, "a constant is no instruction");
		if (has_slot() && !had_slot)
			PROVE(slot >= first && slot < first + count / 4,
			      "only constants that the packet sets count as set");
		return;
	}
	REACHED("instructions are accepted");
	PROVE(count % 6 == 0, "instructions are whole");
	PROVE(has_slot() == had_slot, "an instruction is no constant");
	PROVE(own == &ck->pixel_own && own_slots == R500_PIXEL_SLOTS && own_first == first && own_count == count / 6,
	      "only instructions that the packet uploads are the stream's own");
	ASSUME(count <= UPLOAD_DW);
	n = any_below(UPLOAD_DW / 6);
	ASSUME(6 * n < count);
	inst = stream + BEFORE + 1 + 6 * n;
	REACHED_IF(n, "a second instruction is accepted");
	PROVE((inst[0] >> 3 & 7) <= 5 && (inst[0] >> 25 & 7) <= 5, "the predicates exist");
	switch (inst[0] & 3) {
	case 3:
		PROVE((inst[1] >> 22 & 7) <= 6, "the operation of textures exists");
		PROVE(!(inst[1] & 0xf030ffff) && !inst[4] && !inst[5],
		      "reserved bits of a texture instruction are 0");
		break;
	case 2:
		PROVE(!inst[1] && !(inst[2] & 0xe0e00008) && !(inst[3] & 0x7e00e0e0) && !inst[4] &&
		      !inst[5],
		      "reserved bits of flow control are 0");
		PROVE((inst[2] >> 6 & 3) <= 2 && (inst[2] >> 24 & 3) <= 2 &&
		      (inst[2] >> 26 & 3) <= 2,
		      "the operations on stacks exist");
		break;
	default:
		op = inst[5] & 15;
		alpha = inst[4] & 15;
		PROVE(op <= 12 && op != 6 && alpha != 4, "the operations of the ALU exist");
		PROVE(op != 10 || (alpha >= 8 && alpha <= 13), "SOP has a scalar operation");
		PROVE(alpha != 1 || (op >= 1 && op <= 3), "DP has a dot product");
	}
	if (n && (inst[0] & 3) == 3 && inst[1] >> 25 & 1 && !(inst[0] >> 2 & 1) &&
	    (inst[-6] & 3) == 3)
		PROVE(!(inst[-5] >> 25 & 1), "the semaphore is not acquired while it is held");
}

/* Vectors of the vertex shader. */
void vertex(void)
{
	struct r500_checker any, *ck = &any;
	u32 count, first, vector;

	if (!upload_world(ck, R500_INDEX(VAP_PVS_VECTOR_DATA_REG_128), &count))
		return;
	prove_form(ck, count, true);
	REACHED("vectors are accepted");
	first = stream[BEFORE - 1] & 0x7ff;
	PROVE(count % 4 == 0, "vectors are whole");
	count /= 4;
	PROVE(first + count <= 1544 || first < 1536, "vectors of clipping do not wrap");
	PROVE(!own == (first >= 1024) && (!own || (own == &ck->vertex_own && own_slots == 1024 &&
						   own_first == first && own_count == count)),
	      "only instructions that the packet uploads are the stream's own");
	/* What constants.c takes from the last upload. */
	vector = slot - R500_SLOT_PVS;
	if (first >= 1024 && first < 1536 && vector < R500_CONSTANTS &&
	    ((vector >= ck->constants_first && vector < ck->constants_end) ||
	     vector + R500_CONSTANTS < ck->constants_end))
		PROVE(has_slot(), "each constant of the last upload counts as set");
	if (!has_slot() || had_slot)
		return;
	REACHED("a constant counts as set");
	PROVE(first >= 1024 && slot >= R500_CONSTANTS, "an instruction is no constant");
	if (slot >= R500_SLOT_CLIP) {
		vector = 1536 + slot - R500_SLOT_CLIP;
		PROVE(vector >= first && vector < first + count && (vector != 1543 ||
		      first == 1543),
		      "only vectors of clipping that the packet sets count as set");
		return;
	}
	/* A ring of 256 constants. */
	PROVE(first < 1536 && (slot - R500_SLOT_PVS - first) % 256 < count,
	      "only constants that the packet sets count as set");
}
