// SPDX-License-Identifier: GPL-2.0
/* Shader programs, word by word: see shader.h. */
#include "shader.h"

#include <string.h>

#define BARRIER			(1u << 31)
#define END_OF_PROGRAM		(1u << 21)
#define XYZW			(0u | 1u << 3 | 2u << 6 | 3u << 9)
#define CF_TEX			0x01
#define CF_VTX			0x02
#define CF_MEM_STREAM0		0x20
#define CF_MEM_RING		0x26
#define CF_EXPORT		0x27
#define CF_EXPORT_DONE		0x28
#define CF_ALU			8
#define LOCK_OF_CONSTANTS	(1u << 30)	/* 16 of buffer 0 */
#define FORMAT_32_32_32_32_FLOAT	35
#define FETCH_WITHOUT_OFFSET	2
#define TEX_SAMPLE		0x10
#define NORMALIZED		(15u << 28)

void shader_begin(struct shader *s, bool r7xx, uint32_t cfs)
{
	memset(s, 0, sizeof(*s));
	s->r7xx = r7xx;
	/* Clauses of fetches begin at 16 bytes. */
	s->n = (2 * cfs + 3) & ~3u;
}

void shader_end(struct shader *s)
{
	s->dw[s->cf - 1] |= END_OF_PROGRAM;
}

static void cf_words(struct shader *s, uint32_t word0, uint32_t word1)
{
	s->dw[s->cf++] = word0;
	s->dw[s->cf++] = word1 | BARRIER;
}

void shader_cf(struct shader *s, uint32_t op)
{
	cf_words(s, 0, op << 23);
}

void shader_export(struct shader *s, enum shader_export type, uint32_t base, bool done)
{
	cf_words(s, base | type << 13, XYZW | (done ? CF_EXPORT_DONE : CF_EXPORT) << 23);
}

void shader_ring(struct shader *s, uint32_t base_dw)
{
	cf_words(s, base_dw | 3u << 30, 0xfffu | 15u << 12 | CF_MEM_RING << 23);
}

void shader_stream_out(struct shader *s)
{
	cf_words(s, 3u << 30, 0xfffu | 15u << 12 | CF_MEM_STREAM0 << 23);
}

void shader_fetch(struct shader *s, uint32_t id)
{
	s->n = (s->n + 3) & ~3u;
	cf_words(s, s->n / 2, CF_VTX << 23);
	s->dw[s->n++] = FETCH_WITHOUT_OFFSET << 5 | id << 8 | 15u << 26;
	s->dw[s->n++] = XYZW << 9 | FORMAT_32_32_32_32_FLOAT << 22 | 1u << 30 | 1u << 31;
	s->dw[s->n++] = 1u << 19;
	s->dw[s->n++] = 0;
}

void shader_sample(struct shader *s, uint32_t id, uint32_t sampler)
{
	s->n = (s->n + 3) & ~3u;
	cf_words(s, s->n / 2, CF_TEX << 23);
	s->dw[s->n++] = TEX_SAMPLE | id << 8;
	s->dw[s->n++] = XYZW << 9 | NORMALIZED;
	s->dw[s->n++] = sampler << 15 | XYZW << 20;
	s->dw[s->n++] = 0;
}

void shader_clause(struct shader *s, uint32_t pairs)
{
	cf_words(s, s->n / 2, (pairs - 1) << 18 | CF_ALU << 26);
}

void shader_clause_of_constants(struct shader *s, uint32_t pairs)
{
	cf_words(s, s->n / 2 | LOCK_OF_CONSTANTS, (pairs - 1) << 18 | CF_ALU << 26);
}

static uint32_t sources(uint32_t src0, uint32_t src1, bool last)
{
	return (src0 & 511) | src0 / 512 << 10 | (src1 & 511) << 13 | src1 / 512 << 23 | (uint32_t)last << 31;
}

void shader_op2(struct shader *s, uint32_t op, uint32_t chan, uint32_t src0, uint32_t src1, bool last)
{
	s->dw[s->n++] = sources(src0, src1, last);
	s->dw[s->n++] = 1u << 4 | op << (s->r7xx ? 7 : 8) | chan << 29;
}

void shader_op3(struct shader *s, uint32_t op, uint32_t chan, uint32_t src0, uint32_t src1, uint32_t src2, bool last)
{
	s->dw[s->n++] = sources(src0, src1, last);
	s->dw[s->n++] = (src2 & 511) | src2 / 512 << 10 | op << 13 | chan << 29;
}

void shader_literals(struct shader *s, float x, float y)
{
	memcpy(&s->dw[s->n++], &x, sizeof(x));
	memcpy(&s->dw[s->n++], &y, sizeof(y));
}

void shader_move(struct shader *s, const uint32_t src[4])
{
	uint32_t c;

	for (c = 0; c < 4; c++)
		shader_op2(s, SHADER_OP_MOV, c, src[c], SHADER_ZERO, c == 3);
}

void shader_corner(struct shader *s, float low, float high)
{
	const uint32_t bits[2] = { 2, ~(SHADER_CORNERS - 1u) };
	float mask[2];
	uint32_t c;

	memcpy(mask, bits, sizeof(mask));
	shader_clause(s, 11);
	shader_op2(s, SHADER_OP_AND_INT, 0, SHADER_CHAN(0, 0), SHADER_INT_ONE, false);
	shader_op2(s, SHADER_OP_AND_INT, 1, SHADER_CHAN(0, 0), SHADER_LITERAL(0), false);
	shader_op2(s, SHADER_OP_AND_INT, 2, SHADER_CHAN(0, 0), SHADER_LITERAL(1), true);
	shader_literals(s, mask[0], mask[1]);
	for (c = 0; c < 2; c++)
		shader_op3(s, SHADER_OP_CNDE_INT, c, SHADER_CHAN(0, 2), SHADER_CHAN(0, c), SHADER_ZERO, c);
	for (c = 0; c < 2; c++)
		shader_op3(s, SHADER_OP_CNDE_INT, c, SHADER_CHAN(0, c), SHADER_LITERAL(0), SHADER_LITERAL(1), false);
	shader_op2(s, SHADER_OP_MOV, 2, SHADER_ZERO, SHADER_ZERO, false);
	shader_op2(s, SHADER_OP_MOV, 3, SHADER_ONE, SHADER_ZERO, true);
	shader_literals(s, low, high);
}
