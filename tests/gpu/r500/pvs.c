// SPDX-License-Identifier: GPL-2.0
/*
 * Vertex programs of R5xx: see pvs.h.  Operations are in pvs_ops.c.
 *
 * Where the guide is silent: a flow control instruction after the last instruction of a loop acts when the
 * loop is done, of two after the same instruction the first one does, and a loop of 0 rounds has one.
 */
#include "pvs.h"

#include <stddef.h>
#include <string.h>

#include "../float.h"
#include "../regs.h"
#include "front_regs.h"
#include "pvs_ops.h"

enum { DST_TEMPORARY, DST_ADDRESS, DST_OUTPUT, DST_OUTPUT_X, DST_ALTERNATE, DST_INPUT };
enum { MODE_ABSOLUTE, MODE_ADDRESS, MODE_LOOP };

#define MATH_INST	(1u << 6)
#define MACRO_INST	(1u << 7)
#define VE_SAT		(1u << 24)
#define ME_SAT		(1u << 25)
#define PRED_ENABLE	(1u << 26)
#define PRED_SENSE	(1u << 27)
#define DUAL_MATH	(1u << 28)

void r500_pvs_begin(struct r500_pvs *pvs, const struct r500_upload *upload, const uint32_t *regs)
{
	uint32_t code = gpu_reg(regs, R500_VAP_PVS_CODE_CNTL_0), constants = gpu_reg(regs, R500_VAP_PVS_CONST_CNTL);
	uint32_t ops = gpu_reg(regs, R500_VAP_PVS_FLOW_CNTL_OPC);

	pvs->code = upload->pvs;
	pvs->constant = upload->pvs_constant;
	pvs->first = gpu_field(code, 9, 0);
	pvs->last = gpu_field(code, 29, 20);
	pvs->const_base = gpu_field(constants, 7, 0);
	pvs->const_max = gpu_field(constants, 23, 16);
	pvs->steps_max = R500_PVS_STEPS;
	memset(pvs->flows_at, 0, sizeof(pvs->flows_at));
	for (uint32_t i = 0; i < R500_PVS_FLOWS; i++) {
		uint32_t low = gpu_reg(regs, R500_VAP_PVS_FLOW_CNTL_ADDRS_LW_0 + 8 * i);
		uint32_t high = gpu_reg(regs, R500_VAP_PVS_FLOW_CNTL_ADDRS_LW_0 + 8 * i + 4);
		uint32_t index = gpu_reg(regs, R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX_0 + 4 * i);

		pvs->flow[i] = (struct r500_flow) {
			.op = ops >> 2 * i & 3,
			.at = low & 0x3ff,
			.target = low >> 16 & 0x3ff,
			.last = high & 0x3ff,
			.back = high >> 16 & 0x3ff,
			.init = index & 0xff,
			.step = gpu_sext(index >> 8 & 0xff, 8),
			.inherit = index >> 31,
		};
		if (pvs->flow[i].op != R500_FLOW_NONE)
			pvs->flows_at[pvs->flow[i].at / 64] |= 1ull << pvs->flow[i].at % 64;
	}
}

static void hang(struct r500_pvs_vertex *v, uint32_t at, const char *why)
{
	if (v->hang)
		return;
	v->hang = why;
	v->hang_at = at;
}

/* The index of a register; the hang is for those that are not there. */
static int32_t place(const struct r500_pvs_vertex *v, uint32_t offset, uint32_t mode, uint32_t sel)
{
	if (mode == MODE_ADDRESS)
		return (int32_t)offset + v->address[sel];
	return (int32_t)offset + (mode == MODE_LOOP ? v->loop : 0);
}

static const float zeros[4];

static const float *source_vector(const struct r500_pvs *pvs, struct r500_pvs_vertex *v, uint32_t pc, uint32_t dw,
				  float constant[4])
{
	uint32_t mode = (dw >> 4 & 1) | (dw >> 30 & 2), type = dw & 3;
	int32_t at = place(v, dw >> 5 & 0xff, mode, dw >> 29 & 3);
	int32_t end = type == 3 ? R500_PVS_ALTERNATES : R500_PVS_REGISTERS;

	if (mode > MODE_LOOP) {
		hang(v, pc, "an address that does not exist");
		return zeros;
	}
	if (type == 2) {
		if (at < 0 || (uint32_t)at > pvs->const_max)
			return zeros;
		memcpy(constant, pvs->constant[(pvs->const_base + at) % R500_PVS_CONSTANTS], 4 * sizeof(float));
		return constant;
	}
	if (at < 0 || at >= end) {
		hang(v, pc, "a source that is not there");
		return zeros;
	}
	return type == 0 ? v->temporary[at] : type == 1 ? v->input[at] : v->alternate[at];
}

/* Denormals are zero. */
static uint32_t flushed(uint32_t bits)
{
	return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

/* The channels that the operand selects: 6 and 7 are reserved, and 0. */
static void read_source(const struct r500_pvs *pvs, struct r500_pvs_vertex *v, uint32_t pc, uint32_t dw,
			uint32_t channels, float out[4])
{
	float constant[4], from[8] = { [5] = 1.0f };
	uint32_t keep = dw & 1 << 3 ? 0x7fffffff : ~0u;

	memcpy(from, source_vector(pvs, v, pc, dw, constant), sizeof(constant));
	for (uint32_t c = 0; c < channels; c++) {
		uint32_t bits = flushed(gpu_bits(from[dw >> (13 + 3 * c) & 7])) & keep;

		out[c] = gpu_float(bits ^ (dw >> (25 + c) & 1) << 31);
	}
}

static void finish(float value[4], bool saturate)
{
	for (int c = 0; c < 4; c++) {
		value[c] = gpu_float(flushed(gpu_bits(value[c])));
		if (saturate)
			value[c] = value[c] > 0.0f ? value[c] < 1.0f ? value[c] : 1.0f : 0.0f;
	}
}

static float *destination(struct r500_pvs_vertex *v, uint32_t pc, uint32_t dw)
{
	uint32_t mode = dw >> 31 | (dw >> 11 & 2), type = dw >> 8 & 15;
	int32_t at = place(v, dw >> 13 & 0x7f, mode, dw >> 29 & 3);
	int32_t end = type == DST_ALTERNATE ? R500_PVS_ALTERNATES : R500_PVS_REGISTERS;

	if (mode > MODE_LOOP || type > DST_INPUT || at < 0 || at >= end) {
		hang(v, pc, "a destination that is not there");
		return NULL;
	}
	switch (type) {
	case DST_TEMPORARY:
		return v->temporary[at];
	case DST_ALTERNATE:
		return v->alternate[at];
	case DST_INPUT:
		return v->input[at];
	default:
		return v->output[at];
	}
}

/* Address registers hold integers from -256 to 255; what is no number is 0. */
static void write_address(struct r500_pvs_vertex *v, const float value[4], uint32_t mask)
{
	for (int c = 0; c < 4; c++) {
		float f = value[c] == value[c] ? value[c] : 0.0f;

		if (mask >> c & 1)
			v->address[c] = f < -256.0f ? -256 : f > 255.0f ? 255 : (int32_t)f;
	}
}

static void write_result(struct r500_pvs_vertex *v, uint32_t pc, uint32_t dw, float value[4], uint32_t enabled)
{
	uint32_t type = dw >> 8 & 15, mask = dw >> 20 & enabled;
	float *to;

	if (type == DST_ADDRESS) {
		write_address(v, value, mask);
		return;
	}
	to = destination(v, pc, dw);
	for (int c = 0; to && c < 4; c++) {
		if (mask >> c & 1)
			to[c] = value[type == DST_OUTPUT_X ? 0 : c];
	}
}

/* The math engine's half of a dual operation: both scalars are channels of one vector. */
static void dual_math(const struct r500_pvs *pvs, struct r500_pvs_vertex *v, uint32_t pc, bool sat)
{
	uint32_t dw = pvs->code[pc][3];
	float scalar[4], result[4];

	read_source(pvs, v, pc, dw, 2, scalar);
	if (!r500_math_op((dw >> 21 & 15) | (dw & 4) << 2, scalar[0], scalar[1], scalar[1], result, &v->predicate)) {
		hang(v, pc, "an operation of the math engine that does not exist");
		return;
	}
	finish(result, sat);
	v->alternate[dw >> 19 & 3][dw >> 27 & 3] = result[dw >> 27 & 3];
}

static void execute(const struct r500_pvs *pvs, struct r500_pvs_vertex *v, uint32_t pc)
{
	const uint32_t *inst = pvs->code[pc];
	uint32_t op = inst[0], number = op & 0x3f, enabled = 15;
	float in[3][4] = { 0 }, result[4];
	bool dual = op & DUAL_MATH, known;

	if (op & PRED_ENABLE && v->predicate != !!(op & PRED_SENSE))
		return;
	for (int i = 0; i < 3 - dual; i++)
		read_source(pvs, v, pc, inst[1 + i], 4, in[i]);
	if (op & MACRO_INST)
		known = r500_macro_op(number, in[0], in[1], in[2], result);
	else if (op & MATH_INST)
		known = r500_math_op(number, in[0][3], in[1][3], in[2][3], result, &v->predicate);
	else
		known = r500_vector_op(number, in[0], in[1], in[2], result, &v->predicate, &enabled);
	if (!known)
		hang(v, pc, "an operation that does not exist");
	/* The math engine reads before the vector engine writes. */
	if (dual)
		dual_math(pvs, v, pc, op & ME_SAT);
	if (v->hang || (!number && !(op & MACRO_INST)))
		return;
	finish(result, op & (op & MATH_INST ? ME_SAT : VE_SAT));
	write_result(v, pc, op, result, enabled);
}

/* Loops and subroutines that end with this instruction.  Return: where the program goes on. */
static uint32_t leave(struct r500_pvs_vertex *v, uint32_t pc, bool *jumped)
{
	while (v->frames && v->frame[v->frames - 1].flow->last == pc) {
		struct r500_pvs_frame *f = &v->frame[v->frames - 1];

		*jumped = true;
		if (f->flow->op == R500_FLOW_CALL) {
			v->frames--;
			return f->flow->back;
		}
		if (f->rounds > 1) {
			f->rounds--;
			v->loop += f->flow->step;
			v->loop = v->loop < -256 ? -256 : v->loop > 255 ? 255 : v->loop;
			return f->flow->back;
		}
		v->loop = f->outer;
		v->frames--;
		*jumped = false;
	}
	return pc + 1;
}

/* Flow control that acts after this instruction. */
static uint32_t enter(const struct r500_pvs *pvs, struct r500_pvs_vertex *v, uint32_t pc, bool *jumped)
{
	for (uint32_t i = 0; i < R500_PVS_FLOWS && pvs->flows_at[pc / 64] >> pc % 64 & 1; i++) {
		const struct r500_flow *flow = &pvs->flow[i];

		if (flow->op == R500_FLOW_NONE || flow->at != pc)
			continue;
		*jumped = true;
		if (flow->op == R500_FLOW_JUMP)
			return flow->target;
		if (v->frames == R500_PVS_NESTED) {
			hang(v, pc, "more than 8 loops and subroutines");
			return pc;
		}
		v->frame[v->frames++] = (struct r500_pvs_frame) { flow, flow->target, v->loop };
		if (flow->op == R500_FLOW_CALL)
			return flow->target;
		if (!flow->inherit)
			v->loop = flow->init;
		return pc + 1;
	}
	return pc + 1;
}

void r500_pvs_run(const struct r500_pvs *pvs, struct r500_pvs_vertex *v)
{
	uint32_t pc = pvs->first;

	memset(v->temporary, 0, sizeof(*v) - offsetof(struct r500_pvs_vertex, temporary));
	if (pvs->trace)
		pvs->trace->step(pvs->trace->ctx, v, -1);
	for (;;) {
		bool jumped = false;
		uint32_t next;

		if (++v->steps == pvs->steps_max)
			hang(v, pc, "a program that does not end");
		execute(pvs, v, pc);
		if (v->hang)
			return;
		if (pvs->trace)
			pvs->trace->step(pvs->trace->ctx, v, (int32_t)pc);
		next = leave(v, pc, &jumped);
		if (!jumped)
			next = enter(pvs, v, pc, &jumped);
		if (v->hang || (!jumped && pc == pvs->last))
			return;
		pc = next % R500_PVS_SLOTS;
	}
}
