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

/* US_CMN_INST, the first of the six dwords of an instruction: a texture instruction */
#define INSTRUCTION_DW		6u
#define TYPE_TEX		3u
/* US_TEX_INST, the second: TEX_ID, INST, TEX_SEM_ACQUIRE, IGNORE_UNCOVERED, UNSCALED */
#define TEX_BITS		0x0fcf0000u
#define TEX_OP(word)		((word) >> 22 & 7)
#define TEX_OP_MAX		6u

#define CONSTANT_DW		4u
#define CONSTANTS		256u
#define VERTEX_DW		4u

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

	if (likely(first + count <= CONSTANTS))
		return 0;
	return R500_REFUSE(ck, .code = PM4_CODE_UPLOAD, .reg = PM4_R_GA_US_VECTOR_DATA,
			   .at = ck->header, .detail = R500_UPLOAD_END, .offset = first,
			   .expected = CONSTANTS, .actual = count);
}

static int refuse_instruction(struct r500_checker *ck, const u32 *word)
{
	return R500_REFUSE(ck, .code = PM4_CODE_INSTRUCTION, .at = word,
			   .reg = PM4_R_GA_US_VECTOR_DATA, .actual = *word,
			   .expected = TEX_OP(*word) > TEX_OP_MAX ? TEX_OP_MAX : TEX_BITS,
			   .detail = TEX_OP(*word) > TEX_OP_MAX);
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
	const u32 *end = p + count;
	bool vertex = first == R500_INDEX(VAP_PVS_VECTOR_DATA_REG_128);
	u32 reg = 4 * first, unit = VERTEX_DW;
	u32 index = vertex ? R500_INDEX(VAP_PVS_VECTOR_INDX_REG) : R500_INDEX(GA_US_VECTOR_INDEX);

	if (unlikely(*header & R500_TYPE0_BITS))
		return R500_REFUSE(ck, .code = PM4_CODE_HEADER_BITS,
				   .actual = *header & R500_TYPE0_BITS);
	if (unlikely(ck->end - p < count))
		return R500_REFUSE(ck, .code = PM4_CODE_TRUNCATED, .reg = reg, .at = header,
				   .expected = count, .actual = ck->end - p);
	ck->cursor = end;
	if (!vertex && first != R500_INDEX(GA_US_VECTOR_DATA))
		return refuse_form(ck, reg, R500_UPLOAD_FORM, 0, 0);
	if (ck->partial)
		return R500_REFUSE(ck, .code = PM4_CODE_PIPES, .at = p, .reg = reg,
				   .detail = r500_dword(ck, ck->partial), .actual = *ck->partial,
				   .expected = ck->all_pipes);
	if (!r500_isset(ck, index) || r500_at(ck, index) != header - 1)
		return refuse_form(ck, reg, R500_UPLOAD_INDEX, 0, 0);
	if (!vertex)
		unit = pm4_get(GA_US_VECTOR_INDEX_TYPE, header[-1]) ? CONSTANT_DW :
									   INSTRUCTION_DW;
	if (count % unit)
		return refuse_form(ck, reg, R500_UPLOAD_UNIT, unit, count);
	ck->last[first] = r500_position(ck, p);
	ck->dirty |= R500_FLAGS(ck->regs[first]);
	if (unit != INSTRUCTION_DW)
		return vertex ? 0 : check_constants(ck, count / CONSTANT_DW);
	for (; p < end; p += INSTRUCTION_DW)
		if (unlikely((p[0] & 3) == TYPE_TEX &&
			     (p[1] & ~TEX_BITS || TEX_OP(p[1]) > TEX_OP_MAX)))
			return refuse_instruction(ck, p + 1);
	return 0;
}
