// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The opcodes of R6xx and R7xx shaders, one row each, and what all instructions have in common.
 *
 * Numbers and names are from AMD's headers (xf86-video-ati r600_reg_r6xx.h, r600_reg_r7xx.h)
 * and the R600 and R700 ISA documents, without SQ_CF_INST_, SQ_OP2_INST_ and the like.
 *
 * Const data and pure functions: no allocation, no locks.
 */
#include "../pm4_util.h"
#include "r600_shader.h"

const struct r600_op r600_cf_ops[] = {
	[0x00] = { "NOP" },
	[0x01] = { "TEX", 0, R600_OP_CLAUSE },
	[0x02] = { "VTX", 0, R600_OP_CLAUSE },
	[0x03] = { "VTX_TC", 0, R600_OP_CLAUSE },
	[0x04] = { "LOOP_START", 0, R600_OP_ADDR | R600_OP_CONST },
	[0x05] = { "LOOP_END", 0, R600_OP_ADDR | R600_OP_CONST },
	[0x06] = { "LOOP_START_DX10", 0, R600_OP_ADDR },
	[0x07] = { "LOOP_START_NO_AL", 0, R600_OP_ADDR | R600_OP_CONST },
	[0x08] = { "LOOP_CONTINUE", 0, R600_OP_ADDR },
	[0x09] = { "LOOP_BREAK", 0, R600_OP_ADDR },
	[0x0a] = { "JUMP", 0, R600_OP_ADDR },
	[0x0b] = { "PUSH" },
	[0x0c] = { "PUSH_ELSE" },
	[0x0d] = { "ELSE", 0, R600_OP_ADDR },
	[0x0e] = { "POP" },
	[0x0f] = { "POP_JUMP", 0, R600_OP_ADDR },
	[0x10] = { "POP_PUSH" },
	[0x11] = { "POP_PUSH_ELSE" },
	[0x12] = { "CALL", 0, R600_OP_ADDR },
	[0x13] = { "CALL_FS" },
	[0x14] = { "RETURN", 0, R600_OP_END },
	[0x15] = { "EMIT_VERTEX" },
	[0x16] = { "EMIT_CUT_VERTEX" },
	[0x17] = { "CUT_VERTEX" },
	[0x18] = { "KILL" },
	[0x19] = { "END_PROGRAM", 0, R600_OP_END | R600_OP_R7XX },
	[0x1a] = { "WAIT_ACK", 0, R600_OP_R7XX },
	[0x1b] = { "TEX_ACK", 0, R600_OP_CLAUSE | R600_OP_R7XX },
	[0x1c] = { "VTX_ACK", 0, R600_OP_CLAUSE | R600_OP_R7XX },
	[0x1d] = { "VTX_TC_ACK", 0, R600_OP_CLAUSE | R600_OP_R7XX },
	[0x20] = { "MEM_STREAM0", 0, R600_OP_MEMORY },
	[0x21] = { "MEM_STREAM1", 0, R600_OP_MEMORY },
	[0x22] = { "MEM_STREAM2", 0, R600_OP_MEMORY },
	[0x23] = { "MEM_STREAM3", 0, R600_OP_MEMORY },
	[0x24] = { "MEM_SCRATCH", 0, R600_OP_MEMORY | R600_OP_READS },
	[0x25] = { "MEM_REDUCTION", 0, R600_OP_MEMORY | R600_OP_READS },
	[0x26] = { "MEM_RING", 0, R600_OP_MEMORY },
	[0x27] = { "EXPORT" },
	[0x28] = { "EXPORT_DONE" },
	[0x3a] = { "MEM_EXPORT", 0, R600_OP_MEMORY | R600_OP_R7XX },
};

const struct r600_op r600_alu_clauses[] = {
	[0x8] = { "ALU" },
	[0x9] = { "ALU_PUSH_BEFORE" },
	[0xa] = { "ALU_POP_AFTER" },
	[0xb] = { "ALU_POP2_AFTER" },
	[0xd] = { "ALU_CONTINUE" },
	[0xe] = { "ALU_BREAK" },
	[0xf] = { "ALU_ELSE_AFTER" },
};

const struct r600_op r600_op2_ops[] = {
	[0x00] = { "ADD", 2 },
	[0x01] = { "MUL", 2 },
	[0x02] = { "MUL_IEEE", 2 },
	[0x03] = { "MAX", 2 },
	[0x04] = { "MIN", 2 },
	[0x05] = { "MAX_DX10", 2 },
	[0x06] = { "MIN_DX10", 2 },
	[0x07] = { "FREXP_64", 1, R600_OP_DOUBLE },
	[0x08] = { "SETE", 2 },
	[0x09] = { "SETGT", 2 },
	[0x0a] = { "SETGE", 2 },
	[0x0b] = { "SETNE", 2 },
	[0x0c] = { "SETE_DX10", 2 },
	[0x0d] = { "SETGT_DX10", 2 },
	[0x0e] = { "SETGE_DX10", 2 },
	[0x0f] = { "SETNE_DX10", 2 },
	[0x10] = { "FRACT", 1 },
	[0x11] = { "TRUNC", 1 },
	[0x12] = { "CEIL", 1 },
	[0x13] = { "RNDNE", 1 },
	[0x14] = { "FLOOR", 1 },
	[0x15] = { "MOVA", 1 },
	[0x16] = { "MOVA_FLOOR", 1 },
	[0x17] = { "ADD_64", 2, R600_OP_DOUBLE },
	[0x18] = { "MOVA_INT", 1 },
	[0x19] = { "MOV", 1 },
	[0x1a] = { "NOP", 0 },
	[0x1b] = { "MUL_64", 2, R600_OP_DOUBLE },
	[0x1c] = { "FLT64_TO_FLT32", 1, R600_OP_DOUBLE },
	[0x1d] = { "FLT32_TO_FLT64", 1, R600_OP_DOUBLE },
	[0x1e] = { "PRED_SETGT_UINT", 2 },
	[0x1f] = { "PRED_SETGE_UINT", 2 },
	[0x20] = { "PRED_SETE", 2 },
	[0x21] = { "PRED_SETGT", 2 },
	[0x22] = { "PRED_SETGE", 2 },
	[0x23] = { "PRED_SETNE", 2 },
	[0x24] = { "PRED_SET_INV", 1 },
	[0x25] = { "PRED_SET_POP", 2 },
	[0x26] = { "PRED_SET_CLR", 0 },
	[0x27] = { "PRED_SET_RESTORE", 1 },
	[0x28] = { "PRED_SETE_PUSH", 2 },
	[0x29] = { "PRED_SETGT_PUSH", 2 },
	[0x2a] = { "PRED_SETGE_PUSH", 2 },
	[0x2b] = { "PRED_SETNE_PUSH", 2 },
	[0x2c] = { "KILLE", 2 },
	[0x2d] = { "KILLGT", 2 },
	[0x2e] = { "KILLGE", 2 },
	[0x2f] = { "KILLNE", 2 },
	[0x30] = { "AND_INT", 2 },
	[0x31] = { "OR_INT", 2 },
	[0x32] = { "XOR_INT", 2 },
	[0x33] = { "NOT_INT", 1 },
	[0x34] = { "ADD_INT", 2 },
	[0x35] = { "SUB_INT", 2 },
	[0x36] = { "MAX_INT", 2 },
	[0x37] = { "MIN_INT", 2 },
	[0x38] = { "MAX_UINT", 2 },
	[0x39] = { "MIN_UINT", 2 },
	[0x3a] = { "SETE_INT", 2 },
	[0x3b] = { "SETGT_INT", 2 },
	[0x3c] = { "SETGE_INT", 2 },
	[0x3d] = { "SETNE_INT", 2 },
	[0x3e] = { "SETGT_UINT", 2 },
	[0x3f] = { "SETGE_UINT", 2 },
	[0x40] = { "KILLGT_UINT", 2 },
	[0x41] = { "KILLGE_UINT", 2 },
	[0x42] = { "PRED_SETE_INT", 2 },
	[0x43] = { "PRED_SETGT_INT", 2 },
	[0x44] = { "PRED_SETGE_INT", 2 },
	[0x45] = { "PRED_SETNE_INT", 2 },
	[0x46] = { "KILLE_INT", 2 },
	[0x47] = { "KILLGT_INT", 2 },
	[0x48] = { "KILLGE_INT", 2 },
	[0x49] = { "KILLNE_INT", 2 },
	[0x4a] = { "PRED_SETE_PUSH_INT", 2 },
	[0x4b] = { "PRED_SETGT_PUSH_INT", 2 },
	[0x4c] = { "PRED_SETGE_PUSH_INT", 2 },
	[0x4d] = { "PRED_SETNE_PUSH_INT", 2 },
	[0x4e] = { "PRED_SETLT_PUSH_INT", 2 },
	[0x4f] = { "PRED_SETLE_PUSH_INT", 2 },
	[0x50] = { "DOT4", 2 },
	[0x51] = { "DOT4_IEEE", 2 },
	[0x52] = { "CUBE", 2 },
	[0x53] = { "MAX4", 1 },
	[0x60] = { "MOVA_GPR_INT", 1, R600_OP_R6XX },
	[0x61] = { "EXP_IEEE", 1, R600_OP_TRANS },
	[0x62] = { "LOG_CLAMPED", 1, R600_OP_TRANS },
	[0x63] = { "LOG_IEEE", 1, R600_OP_TRANS },
	[0x64] = { "RECIP_CLAMPED", 1, R600_OP_TRANS },
	[0x65] = { "RECIP_FF", 1, R600_OP_TRANS },
	[0x66] = { "RECIP_IEEE", 1, R600_OP_TRANS },
	[0x67] = { "RECIPSQRT_CLAMPED", 1, R600_OP_TRANS },
	[0x68] = { "RECIPSQRT_FF", 1, R600_OP_TRANS },
	[0x69] = { "RECIPSQRT_IEEE", 1, R600_OP_TRANS },
	[0x6a] = { "SQRT_IEEE", 1, R600_OP_TRANS },
	[0x6b] = { "FLT_TO_INT", 1, R600_OP_TRANS },
	[0x6c] = { "INT_TO_FLT", 1, R600_OP_TRANS },
	[0x6d] = { "UINT_TO_FLT", 1, R600_OP_TRANS },
	[0x6e] = { "SIN", 1, R600_OP_TRANS },
	[0x6f] = { "COS", 1, R600_OP_TRANS },
	[0x70] = { "ASHR_INT", 2, R600_OP_TRANS_R6XX },
	[0x71] = { "LSHR_INT", 2, R600_OP_TRANS_R6XX },
	[0x72] = { "LSHL_INT", 2, R600_OP_TRANS_R6XX },
	[0x73] = { "MULLO_INT", 2, R600_OP_TRANS },
	[0x74] = { "MULHI_INT", 2, R600_OP_TRANS },
	[0x75] = { "MULLO_UINT", 2, R600_OP_TRANS },
	[0x76] = { "MULHI_UINT", 2, R600_OP_TRANS },
	[0x77] = { "RECIP_INT", 1, R600_OP_TRANS },
	[0x78] = { "RECIP_UINT", 1, R600_OP_TRANS },
	[0x79] = { "FLT_TO_UINT", 1, R600_OP_TRANS },
	[0x7a] = { "LDEXP_64", 2, R600_OP_DOUBLE },
	[0x7b] = { "FRACT_64", 1, R600_OP_DOUBLE },
	[0x7c] = { "PRED_SETGT_64", 2, R600_OP_DOUBLE },
	[0x7d] = { "PRED_SETE_64", 2, R600_OP_DOUBLE },
	[0x7e] = { "PRED_SETGE_64", 2, R600_OP_DOUBLE },
};

const struct r600_op r600_op3_ops[] = {
	[0x08] = { "MULADD_64", 3, R600_OP_DOUBLE },
	[0x09] = { "MULADD_64_M2", 3, R600_OP_DOUBLE },
	[0x0a] = { "MULADD_64_M4", 3, R600_OP_DOUBLE },
	[0x0b] = { "MULADD_64_D2", 3, R600_OP_DOUBLE },
	[0x0c] = { "MUL_LIT", 3, R600_OP_TRANS },
	[0x0d] = { "MUL_LIT_M2", 3, R600_OP_TRANS },
	[0x0e] = { "MUL_LIT_M4", 3, R600_OP_TRANS },
	[0x0f] = { "MUL_LIT_D2", 3, R600_OP_TRANS },
	[0x10] = { "MULADD", 3 },
	[0x11] = { "MULADD_M2", 3 },
	[0x12] = { "MULADD_M4", 3 },
	[0x13] = { "MULADD_D2", 3 },
	[0x14] = { "MULADD_IEEE", 3 },
	[0x15] = { "MULADD_IEEE_M2", 3 },
	[0x16] = { "MULADD_IEEE_M4", 3 },
	[0x17] = { "MULADD_IEEE_D2", 3 },
	[0x18] = { "CNDE", 3 },
	[0x19] = { "CNDGT", 3 },
	[0x1a] = { "CNDGE", 3 },
	[0x1c] = { "CNDE_INT", 3 },
	[0x1d] = { "CNDGT_INT", 3 },
	[0x1e] = { "CNDGE_INT", 3 },
};

/* The first three have the words of a vertex fetch, and of a read of memory. */
const struct r600_op r600_tex_ops[] = {
	[0x00] = { "FETCH" },
	[0x01] = { "SEMANTIC" },
	[0x02] = { "MEM", 0, R600_OP_R7XX },
	[0x03] = { "LD" },
	[0x04] = { "GET_TEXTURE_RESINFO" },
	[0x05] = { "GET_NUMBER_OF_SAMPLES" },
	[0x06] = { "GET_COMP_TEX_LOD" },
	[0x07] = { "GET_GRADIENTS_H" },
	[0x08] = { "GET_GRADIENTS_V" },
	[0x09] = { "GET_LERP_FACTORS" },
	[0x0a] = { "KEEP_GRADIENTS", 0, R600_OP_R7XX },
	[0x0b] = { "SET_GRADIENTS_H" },
	[0x0c] = { "SET_GRADIENTS_V" },
	[0x0d] = { "PASS" },
	[0x0e] = { "SET_CUBEMAP_INDEX" },
	[0x0f] = { "FETCH4", 0, R600_OP_R7XX },
	[0x10] = { "SAMPLE" },
	[0x11] = { "SAMPLE_L" },
	[0x12] = { "SAMPLE_LB" },
	[0x13] = { "SAMPLE_LZ" },
	[0x14] = { "SAMPLE_G" },
	[0x15] = { "SAMPLE_G_L" },
	[0x16] = { "SAMPLE_G_LB" },
	[0x17] = { "SAMPLE_G_LZ" },
	[0x18] = { "SAMPLE_C" },
	[0x19] = { "SAMPLE_C_L" },
	[0x1a] = { "SAMPLE_C_LB" },
	[0x1b] = { "SAMPLE_C_LZ" },
	[0x1c] = { "SAMPLE_C_G" },
	[0x1d] = { "SAMPLE_C_G_L" },
	[0x1e] = { "SAMPLE_C_G_LB" },
	[0x1f] = { "SAMPLE_C_G_LZ" },
};

const struct r600_op r600_mem_ops[] = {
	[0] = { "RD_SCRATCH" },
	[1] = { "RD_REDUC" },
	[2] = { "RD_SCATTER" },
	[4] = { "LOCAL_DS_WRITE" },
	[5] = { "LOCAL_DS_READ" },
};

static const struct r600_op *find(const struct r600_op *ops, u32 count, u32 number)
{
	return number < count && ops[number].name ? &ops[number] : NULL;
}

/**
 * r600_cf_op() - find the row of a word of control flow
 * @word: the two dwords
 *
 * Return: the row; NULL if the opcode is reserved.
 */
const struct r600_op *r600_cf_op(const u32 *word)
{
	if (r600_cf_is_alu(word))
		return find(r600_alu_clauses, R600_ALU_CLAUSES, word[1] >> 26 & 15);
	return find(r600_cf_ops, R600_CF_OPS, word[1] >> 23 & 0x7f);
}

/**
 * r600_alu_op() - find the row of an ALU instruction
 * @chip: the chip
 * @word: the two dwords
 *
 * Return: the row; NULL if the opcode is reserved.
 */
const struct r600_op *r600_alu_op(u32 chip, const u32 *word)
{
	if (word[1] >> 15 & 7)
		return find(r600_op3_ops, R600_OP3_OPS, word[1] >> 13 & 31);
	return find(r600_op2_ops, R600_OP2_OPS,
		    r600_chip_is_r7xx(chip) ? word[1] >> 7 & 0x7ff : word[1] >> 8 & 0x3ff);
}

static bool exists(const struct r600_op *op, u32 chip)
{
	if (op->flags & R600_OP_DOUBLE)
		return chip == PM4_RV670 || chip == PM4_RV770;
	return !(op->flags & (r600_chip_is_r7xx(chip) ? R600_OP_R6XX : R600_OP_R7XX));
}

/**
 * r600_say_op() - append the name of an opcode
 * @t: the text
 * @op: its row, NULL if it is reserved
 * @kind: name of the field
 * @number: the opcode
 */
void r600_say_op(struct pm4_text *t, const struct r600_op *op, const char *kind, u32 number)
{
	if (!op)
		say(t, "%s=0x%02x (unknown)", kind, number);
	else if (exists(op, t->chip))
		say(t, "%s", op->name);
	else
		say(t, "%s (not on %s)", op->name, pm4_chip_name(t->front, t->chip));
}

/**
 * r600_say_other() - append the bits that no field has
 * @t: the text
 * @word: number of the dword in its instruction
 * @value: the dword
 * @known: bits of fields
 */
void r600_say_other(struct pm4_text *t, u32 word, u32 value, u32 known)
{
	if (value & ~known)
		say(t, " other%u=0x%x", word, value & ~known);
}

/**
 * r600_say_gpr() - append a register, or several
 * @t: the text
 * @gpr: the first one
 * @count: their number, not 0
 * @relative: relative to the loop index
 */
void r600_say_gpr(struct pm4_text *t, u32 gpr, u32 count, bool relative)
{
	say(t, relative ? "R[%u+aL]" : "R%u", gpr);
	if (count > 1)
		say(t, "..R%u", gpr + count - 1);
}
