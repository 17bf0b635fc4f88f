// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Programs and constants.  A client uploads them through two ports: the packet before sets the
 * index, then a packet with R500_ONE_REG writes all dwords to the port.
 *
 * A vertex program reaches no memory.  A fragment program reaches memory through the textures,
 * which the draw checks, and through nothing else that a document describes.  Texture operation 7
 * and some bits of texture instructions are undocumented, and the chip has a write mode beyond
 * its render targets (CTM's "uncached writes"), so both are refused.
 *
 * Called by the walk and by r500_registers().  Takes no lock.
 */
#include "r500_check.h"

/* US_CMN_INST, the first of the six dwords of an instruction: TYPE, TEX_SEM_WAIT */
#define INSTRUCTION_DW		6u
#define TYPE(word)		((word) & 3)
#define TYPE_FC			2u
#define TYPE_TEX		3u
#define TEX_SEM_WAIT		(1u << 2)
#define LAST			(1u << 8)
/* RGB_PRED_SEL in bits 5:3 and ALPHA_PRED_SEL in bits 27:25 have the values 0 to 5. */
#define PRED_RESERVED(word)	((word) & (word) >> 1 & (1u << 4 | 1u << 26))
/* US_TEX_INST, the second: TEX_ID, INST, TEX_SEM_ACQUIRE, IGNORE_UNCOVERED, UNSCALED */
#define TEX_BITS		0x0fcf0000u
#define TEX_OP(word)		((word) >> 22 & 7)
#define TEX_OP_MAX		6u
#define TEX_SEM_ACQUIRE		(1u << 25)
/* US_FC_INST and US_FC_ADDR, the third and fourth */
#define FC_INST_BITS		0x1f1ffff7u
#define FC_ADDR_BITS		0x81ff1f1fu
/* A_OP, B_OP0 and B_OP1 of US_FC_INST have the values 0 to 2. */
#define STACK_RESERVED(word)	((word) & (word) >> 1 & (1u << 6 | 1u << 24 | 1u << 26))
/* RGB_OP of the sixth, ALPHA_OP of the fifth; OMOD of the fourth and the fifth */
#define ALU_OP(word)		((word) & 15)
#define OMOD_DISABLED(word)	(((word) >> 26 & 7) == 7)
/*
 * RGB_WMASK and RGB_OMASK, ALPHA_WMASK and ALPHA_OMASK of the first, ALU_WMASK of the
 * fourth, W_OMASK of the fifth
 */
#define RGB_MASKS		(7u << 11 | 7u << 15)
#define ALPHA_MASKS		(1u << 14 | 1u << 18)
#define ALU_WMASK		(1u << 31)
#define W_OMASK			(1u << 31)

#define CONSTANT_DW		4u
#define VERTEX_DW		4u

/* Guide 6.4.10: user clip planes and point sprites are the last vectors of the vertex shader. */
#define CLIP_VECTORS		1536u

/* Note that the stream has set a run of slots, which is not empty. */
static void slots_set(struct r500_checker *ck, u32 first, u32 end)
{
	u64 *slots = ck->result->footprint.live_out.slots;

	for (; unlikely(end > (first | 63) + 1); first = (first | 63) + 1)
		slots[first / 64] |= ~0ull << first % 64;
	slots[first / 64] |= ~0ull >> (first - end) % 64 << first % 64;
}

/**
 * r500_vectors_set() - note the constants that an upload to the vertex shader sets
 * @ck: the check
 * @first: the first vector, not one of the program
 * @count: number of vectors
 *
 * The vectors from 1024 to 1535 are a ring of 256 constants, to whose start an upload past the end
 * goes on.  An upload reaches the last vector of all only if it begins there (guide 6.4.11).
 */
void r500_vectors_set(struct r500_checker *ck, u32 first, u32 count)
{
	u32 end;

	if (first >= CLIP_VECTORS) {
		end = min(first + count, max(first + 1, R500_VECTORS - 1));
		slots_set(ck, R500_SLOT_CLIP + first - CLIP_VECTORS,
			  R500_SLOT_CLIP + end - CLIP_VECTORS);
		return;
	}
	first %= R500_CONSTANTS;
	end = first + min(count, R500_CONSTANTS);
	ck->constants_first = first;
	ck->constants_end = end;
	slots_set(ck, R500_SLOT_PVS + first, R500_SLOT_PVS + min(end, R500_CONSTANTS));
	if (unlikely(end > R500_CONSTANTS))
		slots_set(ck, R500_SLOT_PVS, R500_SLOT_PVS + end - R500_CONSTANTS);
}

/* Only whole instructions from a known index on, so that none is made of two uploads. */
static int refuse_form(struct r500_checker *ck, u32 reg, u32 detail, u32 unit, u32 count)
{
	return R500_REFUSE(ck, .code = PM4_CODE_UPLOAD, .at = ck->header, .reg = reg,
			   .detail = detail, .expected = unit, .actual = count);
}

/*
 * Constants have numbers from 0 to 255 (guide 7.8.2).  INDEX has a bit more, and no document says
 * what follows the last one.  It might be instructions, whose operations nothing has looked at.
 */
static int check_constants(struct r500_checker *ck, u32 count)
{
	u32 first = pm4_get(GA_US_VECTOR_INDEX_INDEX, ck->header[-1]);

	if (likely(first + count <= R500_CONSTANTS)) {
		slots_set(ck, first, first + count);
		return 0;
	}
	return R500_REFUSE(ck, .code = PM4_CODE_UPLOAD, .reg = PM4_R_GA_US_VECTOR_DATA,
			   .at = ck->header, .detail = R500_UPLOAD_END, .offset = first,
			   .expected = R500_CONSTANTS, .actual = count);
}

/* No document says what is past the last vector, and vectors of clipping do not wrap to others. */
static int check_vectors(struct r500_checker *ck, u32 count)
{
	u32 first = pm4_get(VAP_PVS_VECTOR_INDX_REG_OCTWORD_OFFSET, ck->header[-1]);

	if (likely(first + count <= R500_VECTORS ||
		   (first < CLIP_VECTORS && count <= CLIP_VECTORS))) {
		if (first >= R500_INSTRUCTIONS)
			r500_vectors_set(ck, first, count);
		else
			r500_own_slots(&ck->vertex_own, R500_INSTRUCTIONS, first, count);
		return 0;
	}
	return R500_REFUSE(ck, .code = PM4_CODE_UPLOAD, .reg = PM4_R_VAP_PVS_VECTOR_DATA_REG_128,
			   .at = ck->header, .detail = R500_UPLOAD_END, .offset = first,
			   .expected = R500_VECTORS, .actual = count);
}

/* Dword @n of an instruction has a value that no document defines; @bits: those that it may set. */
static int refuse_instruction(struct r500_checker *ck, const u32 *inst, u32 n, u32 detail, u32 bits)
{
	return R500_REFUSE(ck, .code = PM4_CODE_INSTRUCTION, .at = inst + n,
			   .reg = PM4_R_GA_US_VECTOR_DATA, .actual = inst[n], .expected = bits,
			   .detail = detail);
}

/* What guide 7.8.1 wants to be 0, and operations that it does not have. */
static __always_inline int check_texture(struct r500_checker *ck, const u32 *inst)
{
	if (likely(!(inst[1] & ~TEX_BITS) && TEX_OP(inst[1]) <= TEX_OP_MAX && !(inst[4] | inst[5])))
		return 0;
	if (TEX_OP(inst[1]) > TEX_OP_MAX)
		return refuse_instruction(ck, inst, 1, R500_INST_TEX_OP, TEX_OP_MAX);
	if (inst[1] & ~TEX_BITS)
		return refuse_instruction(ck, inst, 1, R500_INST_BITS, TEX_BITS);
	return refuse_instruction(ck, inst, inst[4] ? 4 : 5, R500_INST_BITS, 0);
}

static int check_flow(struct r500_checker *ck, const u32 *inst)
{
	static const u32 bits[INSTRUCTION_DW] = { ~0u, 0, FC_INST_BITS, FC_ADDR_BITS, 0, 0 };
	u32 n;

	for (n = 1; n < INSTRUCTION_DW; n++)
		if (inst[n] & ~bits[n])
			return refuse_instruction(ck, inst, n, R500_INST_BITS, bits[n]);
	return STACK_RESERVED(inst[2]) ? refuse_instruction(ck, inst, 2, R500_INST_STACK, 0) : 0;
}

/*
 * The alpha operations that go with each RGB operation (guide 7.4.4): DP copies a dot product, and
 * SOP the result of a scalar operation.  Three operations of RGB and one of alpha are reserved.
 */
#define ANY	0xffefu
#define NO_DOT	0xffedu
#define SCALAR	0x3f00u
static const u16 alpha_ops[16] = {
	NO_DOT, ANY, ANY, ANY, NO_DOT, NO_DOT, 0, NO_DOT, NO_DOT, NO_DOT, SCALAR, NO_DOT, NO_DOT,
};

/* MIN, MAX, CND and CMP, which can be without output modifier (guide 7.4.5.1) */
#define RGB_COPIES	0x01b0u
#define ALPHA_COPIES	0x006cu
#define SOP		10u
#define DP		1u

/*
 * A unit whose result is unused can have any output modifier: Mesa gives an idle RGB unit
 * the one of the alpha unit.
 */
static __always_inline bool rgb_omod(const u32 *inst)
{
	return !OMOD_DISABLED(inst[3]) || RGB_COPIES >> ALU_OP(inst[5]) & 1 ||
	       !(inst[0] & RGB_MASKS || inst[3] & ALU_WMASK || ALU_OP(inst[4]) == DP);
}

static __always_inline bool alpha_omod(const u32 *inst)
{
	return !OMOD_DISABLED(inst[4]) || ALPHA_COPIES >> ALU_OP(inst[4]) & 1 ||
	       !(inst[0] & ALPHA_MASKS || inst[3] & ALU_WMASK || inst[4] & W_OMASK ||
		 ALU_OP(inst[5]) == SOP);
}

static noinline int __cold refuse_alu(struct r500_checker *ck, const u32 *inst)
{
	u32 rgb = ALU_OP(inst[5]), alpha = ALU_OP(inst[4]);

	if (!alpha_ops[rgb])
		return refuse_instruction(ck, inst, 5, R500_INST_ALU_OP, 0);
	if (!(ANY >> alpha & 1))
		return refuse_instruction(ck, inst, 4, R500_INST_ALU_OP, 0);
	if (!(alpha_ops[rgb] >> alpha & 1))
		return refuse_instruction(ck, inst, 5, R500_INST_ALU_PAIR, alpha);
	if (!rgb_omod(inst))
		return refuse_instruction(ck, inst, 3, R500_INST_OMOD, 0);
	return refuse_instruction(ck, inst, 4, R500_INST_OMOD, 0);
}

static __always_inline int check_alu(struct r500_checker *ck, const u32 *inst)
{
	if (likely(alpha_ops[ALU_OP(inst[5])] >> ALU_OP(inst[4]) & 1 && rgb_omod(inst) &&
		   alpha_omod(inst)))
		return 0;
	return refuse_alu(ck, inst);
}

/* The texture semaphore before an instruction.  Nothing holds it at the start of a program. */
enum { FREE, HELD, UNKNOWN };

/*
 * The hardware has one texture semaphore: an instruction that acquires it while an earlier one
 * holds it must wait first, and a program must not end with it (guide 7.5.2).  The order is the
 * order of the slots: what a jump leaves out is not looked at.  Only the first slot begins a
 * program for certain, and what is before others is known if the last upload has put it there.
 */
static __always_inline int check_semaphore(struct r500_checker *ck, const u32 *inst, bool acquires,
					   u32 *state)
{
	if (inst[0] & TEX_SEM_WAIT)
		*state = FREE;
	if (acquires) {
		if (unlikely(*state != FREE))
			return refuse_instruction(ck, inst, 0, R500_INST_ACQUIRE, *state);
		*state = HELD;
	}
	if (unlikely(inst[0] & LAST && *state == HELD))
		return refuse_instruction(ck, inst, 0, R500_INST_HELD, 0);
	return 0;
}

/* The instructions of an upload, from slot @slot on. */
static noinline int check_instructions(struct r500_checker *ck, const u32 *inst,
				       const u32 *end, u32 slot)
{
	u32 state = slot == ck->next_slot ? ck->semaphore : slot ? UNKNOWN : FREE;
	bool acquires, flow;

	ck->next_slot = slot + (u32)(end - inst) / INSTRUCTION_DW;
	r500_own_slots(&ck->pixel_own, R500_PIXEL_SLOTS, slot, ck->next_slot - slot);

	for (; inst < end; inst += INSTRUCTION_DW, slot++) {
		if (unlikely(PRED_RESERVED(inst[0])))
			return refuse_instruction(ck, inst, 0, R500_INST_PREDICATE, 0);
		acquires = false;
		flow = false;
		if (likely(TYPE(inst[0]) < TYPE_FC)) {
			if (check_alu(ck, inst))
				return 1;
		} else if (TYPE(inst[0]) == TYPE_FC) {
			if (check_flow(ck, inst))
				return 1;
			flow = true;
		} else {
			if (check_texture(ck, inst))
				return 1;
			acquires = inst[1] & TEX_SEM_ACQUIRE;
		}
		if (unlikely(flow | ck->flow))
			r500_note_flow(ck, slot, inst[3], flow);
		if (check_semaphore(ck, inst, acquires, &state))
			return 1;
	}
	ck->semaphore = state;
	return 0;
}

/**
 * r500_fragments() - check the dwords of an upload for fragment programs
 * @ck: the check; ck->header is the packet, and the one before it sets the index
 * @p: the dwords, which are inside of the stream
 * @count: their number
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_fragments(struct r500_checker *ck, const u32 *p, u32 count)
{
	u32 i = R500_INDEX(GA_US_VECTOR_DATA), index = p[-2];
	bool constants = pm4_get(GA_US_VECTOR_INDEX_TYPE, index);
	u32 unit = constants ? CONSTANT_DW : INSTRUCTION_DW;

	if (unlikely(count % unit))
		return refuse_form(ck, 4 * i, R500_UPLOAD_UNIT, unit, count);
	ck->last[i] = r500_position(ck, p);
	if (constants) {
		ck->touched |= R500_FLAGS(ck->regs[i]);
		return check_constants(ck, count / CONSTANT_DW);
	}
	ck->dirty |= R500_FLAGS(ck->regs[i]);
	return check_instructions(ck, p, p + count, pm4_get(GA_US_VECTOR_INDEX_INDEX, index));
}

/**
 * r500_upload() - check a packet with R500_ONE_REG
 * @ck: the check; ck->header is the packet
 *
 * Sets ck->cursor past the packet.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_upload(struct r500_checker *ck)
{
	const u32 *header = ck->header, *p = header + 1;
	u32 first = R500_REG(*header), count = PM4_COUNT(*header) + 1;
	bool vertex = first == R500_INDEX(VAP_PVS_VECTOR_DATA_REG_128);
	u32 reg = 4 * first;
	u32 index = vertex ? R500_INDEX(VAP_PVS_VECTOR_INDX_REG) : R500_INDEX(GA_US_VECTOR_INDEX);

	if (unlikely(*header & R500_TYPE0_BITS))
		return R500_REFUSE(ck, .code = PM4_CODE_HEADER_BITS,
				   .actual = *header & R500_TYPE0_BITS);
	if (unlikely(ck->end - p < count))
		return R500_REFUSE(ck, .code = PM4_CODE_TRUNCATED, .reg = reg, .at = header,
				   .expected = count, .actual = ck->end - p);
	ck->cursor = p + count;
	if (!vertex && first != R500_INDEX(GA_US_VECTOR_DATA))
		return refuse_form(ck, reg, R500_UPLOAD_FORM, 0, 0);
	if (ck->partial)
		return R500_REFUSE(ck, .code = PM4_CODE_PIPES, .at = p, .reg = reg,
				   .detail = r500_dword(ck, ck->partial), .actual = *ck->partial,
				   .expected = ck->all_pipes);
	if (!r500_isset(ck, index) || r500_at(ck, index) != header - 1)
		return refuse_form(ck, reg, R500_UPLOAD_INDEX, 0, 0);
	if (!vertex)
		return r500_fragments(ck, p, count);
	if (count % VERTEX_DW)
		return refuse_form(ck, reg, R500_UPLOAD_UNIT, VERTEX_DW, count);
	ck->last[first] = r500_position(ck, p);
	ck->dirty |= R500_FLAGS(ck->regs[first]);
	return check_vectors(ck, count / VERTEX_DW);
}
