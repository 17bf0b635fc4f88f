// SPDX-License-Identifier: GPL-2.0
/*
 * Draws of the machine of tests/gpu: the state from packets and registers becomes its call.
 *
 * Packets of both kinds draw: the older kind has VAP_VTX_FMT before VAP_VF_CNTL.  A draw with
 * indices that are not in its packet waits for INDX_BUFFER, which follows it.
 */
#include <string.h>

#include "r500/r500.h"

/* Sizes and strides in pairs of bytes, then two addresses; an odd last array has one. */
void draw_arrays(struct model *m, const u32 *d, u32 ndw)
{
	struct r500_draw *draw = &r500(m)->draw;
	u32 n = d[0] & 0x1f;

	draw->arrays = n < GPU_ARRAYS ? n : GPU_ARRAYS;
	for (u32 i = 0; i < draw->arrays; i++) {
		const u32 *pair = d + 1 + i / 2 * 3;
		u32 sizes = pair[0] >> i % 2 * 16;

		draw->array[i] = (struct gpu_array){
			.address = pair[1 + i % 2], .count_dw = sizes & 0x7f, .stride_dw = sizes >> 8 & 0x7f,
		};
	}
}

/* Begins a draw, or goes on with it. */
static enum pm4_outcome run(struct model *m, struct gpu_draw_call *call)
{
	struct r500_draw *draw = &r500(m)->draw;

	call->upload = &draw->upload;
	call->ram = &draw->ram;
	call->instances = 1;
	call->arrays = draw->arrays;
	memcpy(call->array, draw->array, sizeof(call->array));
	switch (m->host->draw(m->ctx, m, m->cp.state != CP_DRAWING ? call : NULL)) {
	case GPU_DONE:
		return PM4_DONE;
	case GPU_MORE:
		return PM4_MORE;
	case GPU_HUNG:
		break;
	}
	m->cp.pipe_stuck = true;
	cp_hang(m, "a draw does not end");
	return PM4_HANG;
}

enum pm4_outcome draw_run(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 head = op < 0x30 ? 2 : 1;
	struct gpu_draw_call call = { .control = d[head - 1], .data_dw = ndw - head };

	if ((op == 0x2a || op == 0x36) && ndw == head) {
		r500(m)->draw.waits = true;
		r500(m)->draw.control = call.control;
		return PM4_DONE;
	}
	call.immediate = ndw > head ? d + head : NULL;
	return run(m, &call);
}

enum pm4_outcome draw_indices(struct model *m, u32 addr, u32 ndw)
{
	struct r500_draw *draw = &r500(m)->draw;
	struct gpu_draw_call call = { .control = draw->control, .address = addr, .data_dw = ndw };
	enum pm4_outcome outcome;

	if (!draw->waits)
		return PM4_DONE;
	outcome = run(m, &call);
	draw->waits = outcome == PM4_MORE;
	return outcome;
}

static u64 samples(struct model *m, u32 pipe)
{
	return m->host->counters ? m->host->counters(m->ctx)->samples[pipe] : 0;
}

void draw_count_from(struct model *m, u32 pipes, u32 value)
{
	struct r500_draw *draw = &r500(m)->draw;

	for (u32 i = 0; i < 4; i++) {
		if (!(pipes >> i & 1))
			continue;
		draw->samples[i] = samples(m, i);
		draw->zpass[i] = value;
	}
}

u32 draw_counted(struct model *m, u32 pipe)
{
	const struct r500_draw *draw = &r500(m)->draw;

	return draw->zpass[pipe] + (u32)(samples(m, pipe) - draw->samples[pipe]);
}
