// SPDX-License-Identifier: GPL-2.0
/* Control flow and ALU clauses, by pixel programs: input 0 of a rectangle's pixels is (x, y, 0, 1). */
#include <string.h>

#include "program.h"
#include "unit_rig.h"

#define OP_ADD		0x00
#define OP_MUL		0x01
#define OP_SETGT	0x09
#define OP_MOVA_INT	0x18
#define OP_MOV		0x19
#define OP_PRED_SETGT	0x21
#define OP_KILLGT	0x2d
#define OP_ADD_INT	0x34
#define OP_SETGE_INT	0x3c
#define OP_PRED_SETGE_INT 0x44

#define LITERAL		253u
#define ZERO		248u
#define ONE_F		249u
#define ONE_I		250u
#define PV		254u

static void rectangle(struct rig *rig)
{
	/* The parameter is the position, so that programs see where they are. */
	rig_vertex(rig, 0, 0, 0, 0, 1, 0, 0, 0, 1);
	rig_vertex(rig, 1, 32, 0, 0, 1, 32, 0, 0, 1);
	rig_vertex(rig, 2, 0, 8, 0, 1, 0, 8, 0, 1);
	rig_clear(rig);
}

static uint32_t float_bits(float value)
{
	union { float f; uint32_t u; } v = { .f = value };

	return v.u;
}

/* if (x > 16) red = 1 else green = 1. */
static void conditions(struct rig *rig)
{
	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU_PUSH_BEFORE, 2);
	rig_alu(rig, OP_PRED_SETGT, 0, 3, CHAN(0, 0), LITERAL, ALU_MASK | ALU_NO_WRITE | ALU_LAST);
	rig_literal(rig, float_bits(16.0f), 0);
	rig_cf(rig, CF_JUMP, 3, 0, false);
	rig_alu_clause(rig, CF_ALU, 2);
	rig_alu(rig, OP_MOV, 1, 0, ONE_F, ZERO, 0);
	rig_alu(rig, OP_MOV, 1, 3, ONE_F, ZERO, ALU_LAST);
	rig_cf(rig, CF_ELSE, 5, 1, false);
	rig_alu_clause(rig, CF_ALU_POP_AFTER, 2);
	rig_alu(rig, OP_MOV, 1, 1, ONE_F, ZERO, 0);
	rig_alu(rig, OP_MOV, 1, 3, ONE_F, ZERO, ALU_LAST);
	rig_export(rig, 0, 0, 1, true);
	rectangle(rig);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && rig_pixel(rig, 17, 3) == 0xff0000ff &&
	       rig_pixel(rig, 15, 3) == 0xff00ff00, "lanes of a quad take both branches of a condition");
	tap_ok(rig_pixel(rig, 16, 0) == 0xff0000ff, "the branch changes between pixels of a quad");
}

/* n = 0; loop { if (n >= x) break; n++; } red = n / 32. */
static void loops(struct rig *rig)
{
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_LOOP_START_DX10, 7, 0, false);
	rig_alu_clause(rig, CF_ALU_PUSH_BEFORE, 1);
	rig_alu(rig, 0x22, 0, 3, CHAN(1, 0), CHAN(0, 0), ALU_MASK | ALU_NO_WRITE | ALU_LAST);
	rig_cf(rig, CF_JUMP, 5, 1, false);
	rig_cf(rig, CF_LOOP_BREAK, 6, 0, false);
	rig_cf(rig, CF_POP, 5, 1, false);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, OP_ADD, 1, 0, CHAN(1, 0), ONE_F, ALU_LAST);
	rig_cf(rig, CF_LOOP_END, 1, 0, false);
	rig_alu_clause(rig, CF_ALU, 2);
	rig_alu(rig, OP_MUL, 1, 0, CHAN(1, 0), LITERAL, ALU_LAST);
	rig_literal(rig, float_bits(1.0f / 255.0f), 0);
	rig_export(rig, 0, 0, 1, true);
	rectangle(rig);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && rig_pixel(rig, 0, 0) == 1 && rig_pixel(rig, 5, 5) == 6 &&
	       rig_pixel(rig, 31, 7) == 32, "a loop runs for each lane as often as the lane needs");
}

/* A subroutine, PV, a relative register, a constant. */
static void calls(struct rig *rig)
{
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_CALL, 3, 0, false);
	rig_export(rig, 0, 0, 2, true);
	rig_cf(rig, CF_NOP, 0, 0, true);
	rig_alu_clause(rig, CF_ALU, 5);
	rig_alu(rig, OP_MOVA_INT, 0, 0, ONE_I, ZERO, ALU_NO_WRITE | ALU_LAST);
	/* R2.x = constant 1.y, R2.y = PV.x, R2.z = R[1 + AR.x].x = R2.x. */
	rig_alu(rig, OP_MOV, 2, 0, CHAN(128 + 1, 1), ZERO, ALU_LAST);
	rig_alu(rig, OP_MOV, 2, 1, CHAN(PV, 0), ZERO, ALU_LAST);
	rig_alu(rig, OP_MOV, 2, 2, CHAN(1, 0), ZERO, ALU_LAST);
	rig_set_word(rig, rig->clause - 8, rig_word(rig, rig->clause - 8) | 1u << 9);
	rig_alu(rig, OP_ADD, 2, 3, CHAN(2, 2), CHAN(2, 0), ALU_LAST);
	rig_cf(rig, CF_RETURN, 0, 0, false);
	rig_set_word(rig, RIG_CONSTANTS + 20, float_bits(0.5f));
	rig_reg(rig, SQ_ALU_CONST_CACHE_PS_0, (RIG_BASE + RIG_CONSTANTS) >> 8);
	rig_reg(rig, SQ_ALU_CONST_BUFFER_SIZE_PS_0, 1);
	rectangle(rig);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && rig_pixel(rig, 3, 3) == 0xff808080,
	       "a call, a constant, the previous vector and a relative register");
	rig_reg(rig, SQ_ALU_CONST_BUFFER_SIZE_PS_0, 0);
	rectangle(rig);
	rig_draw(rig, 17, 3);
	tap_ok(rig_pixel(rig, 3, 3) == 0 && !rig->lines, "constants past the buffer's size are 0");
}

static void kills(struct rig *rig)
{
	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU, 2);
	rig_alu(rig, OP_KILLGT, 1, 0, CHAN(0, 1), LITERAL, ALU_NO_WRITE | ALU_LAST);
	rig_literal(rig, float_bits(4.0f), 0);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, OP_MOV, 1, 3, ONE_F, ZERO, ALU_LAST);
	rig_export(rig, 0, 0, 1, true);
	rectangle(rig);
	rig_draw(rig, 17, 3);
	tap_ok(rig_pixel(rig, 9, 3) == 0xff000000 && rig_pixel(rig, 9, 4) == 0 && rig_drawn(rig) == 128,
	       "a killed pixel is not written");
}

static void scratch(struct rig *rig)
{
	rig_reg(rig, SQ_PSTMP_RING_BASE, (RIG_BASE + RIG_RINGS) >> 8);
	rig_reg(rig, SQ_PSTMP_RING_BASE + 4, 8 * 4 * 16 / 256);
	rig_reg(rig, SQ_PSTMP_RING_ITEMSIZE, 8);
	rig_program(rig, RIG_PS);
	rig_memory(rig, CF_MEM_SCRATCH, 0, 1, 0, 0, false);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, OP_MOV, 1, 0, ZERO, ZERO, ALU_LAST);
	if (rig->r7xx) {
		rig_fetch_clause(rig, 1);
		rig_fetch(rig, 0, 0, 0, 0, 1);
		rig_set_word(rig, rig->clause - 16, 2u | 3u << 5);
		rig_set_word(rig, rig->clause - 8, 1u | 8u << 20);
	} else {
		rig_memory(rig, CF_MEM_SCRATCH, 2, 1, 1, 0, false);
	}
	rig_alu_clause(rig, CF_ALU, 2);
	rig_alu(rig, OP_MUL, 1, 0, CHAN(1, 0), LITERAL, ALU_LAST);
	rig_literal(rig, float_bits(1.0f / 255.0f), 0);
	rig_export(rig, 0, 0, 1, true);
	rectangle(rig);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && (rig_pixel(rig, 20, 3) & 0xff) == 21,
	       "a lane reads back what it wrote to scratch memory");
	rig_reg(rig, SQ_PSTMP_RING_BASE + 4, 0);
	rig_set_word(rig, RIG_RINGS + 16, 0xabababab);
	rig_draw(rig, 17, 3);
	tap_ok(!(rig_pixel(rig, 20, 3) & 0xff) && rig_word(rig, RIG_RINGS + 16) == 0xabababab,
	       "scratch memory of no size is none");
}

void unit_flow(void)
{
	for (int r7xx = 0; r7xx < 2; r7xx++) {
		struct rig *rig = rig_new(r7xx ? GPU_RV710 : GPU_RV610);

		tap_note("%s", r7xx ? "R7xx" : "R6xx");
		conditions(rig);
		loops(rig);
		calls(rig);
		kills(rig);
		scratch(rig);
		rig_free(rig);
	}
}
