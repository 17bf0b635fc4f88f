/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Vertex programs of R5xx (guide, 6.5), executed for one vertex at a time.
 *
 * Each result is rounded once, as a float: the product of a sum as well, and sums of dot products from x
 * to w.  A product with a zero is 0, which Mesa's r300 says of the chip.  Denormals are zero before and after:
 * a real card passes tests of lengths of 0, which are 1 / MAX_FLOAT.
 *
 * An operation that does not exist, a register that is not there, a stack that overflows and a program
 * that does not end hang the draw.
 *
 * No locks.
 */
#ifndef GPU_R500_PVS_H
#define GPU_R500_PVS_H

#include "upload.h"

#define R500_PVS_REGISTERS	128u	/* inputs, temporaries and outputs; the guide has so many vectors */
#define R500_PVS_ALTERNATES	20u
#define R500_PVS_FLOWS		16u
#define R500_PVS_NESTED		8u

/* Instructions of a vertex: two nested loops of 255 rounds are common, because a loop has no exit. */
#define R500_PVS_STEPS		(1u << 26)

enum r500_flow_op { R500_FLOW_NONE, R500_FLOW_JUMP, R500_FLOW_LOOP, R500_FLOW_CALL };

/**
 * struct r500_flow - an instruction of flow control
 * @op: enum r500_flow_op
 * @at: the instruction after which it acts
 * @target: where a jump or a call goes; rounds of a loop
 * @last: the last instruction of the loop or the subroutine
 * @back: where it goes back to after @last
 * @init, @step: the loop's index, and what is added to it
 * @inherit: the loop begins with the index of the outer one
 */
struct r500_flow {
	uint8_t op;
	uint32_t at, target, last, back;
	int32_t init, step;
	bool inherit;
};

struct r500_pvs_vertex;

/* Who follows a vertex: @step is called before its program with -1, and after each instruction with its number. */
struct r500_pvs_trace {
	void (*step)(void *ctx, const struct r500_pvs_vertex *v, int32_t at);
	void *ctx;
};

/**
 * struct r500_pvs - what a draw runs
 * @code, @constant: of the upload
 * @first, @last: the first instruction, and the one after which the program ends
 * @const_base: of the program's constants
 * @const_max: constants after it are 0
 * @steps_max: instructions of a vertex after which the program counts as endless
 * @trace: follows the vertex; NULL: no caller
 * @flow: flow control
 * @flows_at: a bit for each instruction after which one of @flow acts
 */
struct r500_pvs {
	const uint32_t (*code)[4];
	const uint32_t (*constant)[4];
	uint32_t first, last;
	uint32_t const_base, const_max;
	uint32_t steps_max;
	const struct r500_pvs_trace *trace;
	struct r500_flow flow[R500_PVS_FLOWS];
	uint64_t flows_at[R500_PVS_SLOTS / 64];
};

/* A loop or a subroutine that runs. */
struct r500_pvs_frame {
	const struct r500_flow *flow;
	uint32_t rounds;
	int32_t outer;
};

/**
 * struct r500_pvs_vertex - a vertex in the program
 * @input: the caller fills it
 * @output: 0 where the program writes nothing
 * @address: A0; @loop: index of the inner loop
 * @steps: instructions so far
 * @hang: why the program hangs; @hang_at: its instruction
 */
struct r500_pvs_vertex {
	float input[R500_PVS_REGISTERS][4];
	float temporary[R500_PVS_REGISTERS][4];
	float alternate[R500_PVS_ALTERNATES][4];
	float output[R500_PVS_REGISTERS][4];
	int32_t address[4];
	int32_t loop;
	bool predicate;
	struct r500_pvs_frame frame[R500_PVS_NESTED];
	uint32_t frames;
	uint32_t steps;
	const char *hang;
	uint32_t hang_at;
};

void r500_pvs_begin(struct r500_pvs *pvs, const struct r500_upload *upload, const uint32_t *regs);
/* Runs the program; all but @input of the vertex begins as 0. */
void r500_pvs_run(const struct r500_pvs *pvs, struct r500_pvs_vertex *v);

#endif
