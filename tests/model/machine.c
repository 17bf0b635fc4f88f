// SPDX-License-Identifier: GPL-2.0
/* Draws of the emulated card, executed by the machine of tests/gpu. */
#include <stdlib.h>

#include "machine.h"
#include "model_int.h"

/* Shader instructions of 16 invocations in a slice: some milliseconds. */
#define BUDGET		(1ull << 16)
#define MAX_FAULTS	50u	/* lines of a report */

struct machine {
	struct model *model;
	struct gpu *gpu;	/* of @chip, from its first draw on */
	enum gpu_chip chip;
	FILE *report;
	u32 faults;
};

static void span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	struct machine *machine = ctx;

	model_span(machine->model, addr, write, s);
}

/* What makes no sense to the machine breaks no rule of the hardware: the card goes on, or hangs. */
static void fault(void *ctx, const char *what)
{
	struct machine *machine = ctx;

	if (machine->report && machine->faults++ < MAX_FAULTS)
		fprintf(machine->report, "note draw: %s\n", what);
}

static void stale(void *ctx, uint64_t first, const char *what)
{
	struct machine *machine = ctx;

	violation(machine->model, "cache-stale", "%s", what);
}

static const struct gpu_host host = { .span = span, .fault = fault, .stale = stale };

struct machine *machine_new(struct model *m, FILE *report)
{
	struct machine *machine = calloc(1, sizeof(*machine));

	if (!machine)
		return NULL;
	machine->model = m;
	machine->report = report;
	return machine;
}

/* Another chip may have taken the slot since the last draw. */
static struct gpu *machine_gpu(struct machine *machine, struct model *m)
{
	enum gpu_chip chip = (enum gpu_chip)model_chip(m)->id;

	if (machine->gpu && machine->chip == chip)
		return machine->gpu;
	gpu_destroy(machine->gpu);
	machine->chip = chip;
	machine->gpu = model_chip(m)->gen->draws && !m->config.blank ? gpu_create(&host, machine, chip) : NULL;
	if (machine->gpu && m->config.caches && !gpu_caches(machine->gpu, m->config.cache_seed)) {
		gpu_destroy(machine->gpu);
		machine->gpu = NULL;
	}
	return machine->gpu;
}

void machine_free(struct machine *machine)
{
	if (!machine)
		return;
	gpu_destroy(machine->gpu);
	free(machine);
}

enum gpu_result machine_draw(void *ctx, struct model *m, const struct gpu_draw_call *call)
{
	struct machine *machine = ((struct transport *)ctx)->machine;

	if (!call)
		return gpu_continue(machine->gpu, BUDGET);
	if (!machine_gpu(machine, m))
		return GPU_DONE;
	/* A reset may have ended the draw before. */
	gpu_abort(machine->gpu);
	return gpu_draw(machine->gpu, model_regs(m), call, BUDGET);
}

void machine_packet(void *ctx, bool write, u64 addr, u64 n, u8 *host, u8 *copy)
{
	const struct gpu_span s = { addr, addr + n, host };
	struct machine *machine = ((struct transport *)ctx)->machine;

	if (machine->gpu)
		gpu_packet_access(machine->gpu, write, addr, n, &s, copy);
}

void machine_flush(void *ctx, u32 caches, u64 first, u64 end, bool keep)
{
	struct machine *machine = ((struct transport *)ctx)->machine;

	/* There is none while the card is made. */
	if (!machine || !machine->gpu)
		return;
	gpu_place(machine->gpu, model_regs(machine->model));
	gpu_flush(machine->gpu, caches, first, end, keep);
}

void machine_discard(void *ctx, u32 caches)
{
	struct machine *machine = ((struct transport *)ctx)->machine;

	if (!machine->gpu)
		return;
	gpu_place(machine->gpu, model_regs(machine->model));
	gpu_discard(machine->gpu, caches);
}

void machine_fence(void *ctx)
{
	struct machine *machine = ((struct transport *)ctx)->machine;

	if (machine->gpu)
		gpu_fence(machine->gpu);
}

/* Streams also set and store counters before the first draw. */
struct gpu_counters *machine_counters(void *ctx)
{
	static struct gpu_counters none;
	struct machine *machine = ((struct transport *)ctx)->machine;
	struct gpu *gpu = machine_gpu(machine, machine->model);

	return gpu ? gpu_counters(gpu) : &none;
}
