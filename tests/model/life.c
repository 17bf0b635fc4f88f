// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a model: it is made, runs its engines, and goes.
 */
#include <stdlib.h>
#include <string.h>

#include "model_int.h"

#define TEMPERATURE		91		/* half degrees Celsius: 45.5 */

u64 model_run(struct model *m)
{
	u64 next[] = { cp_run(m), m->chip->gen->run(m), cp_rptr_run(m), irq_run(m) };
	u64 first = MODEL_NEVER;

	scanout_run(m);
	for (size_t i = 0; i < sizeof(next) / sizeof(next[0]); i++)
		first = next[i] < first ? next[i] : first;
	return first;
}

struct model *model_new(const struct model_config *config, const struct model_host *host,
			void *ctx, void *vram, FILE *report)
{
	struct model *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->mc.tlb = calloc(TLB_ENTRIES, sizeof(*m->mc.tlb));
	m->gen_state = calloc(1, model_state_size());
	m->config = *config;
	if (!m->mc.tlb || !m->gen_state || !hdp_new(m)) {
		model_free(m);
		return NULL;
	}
	m->mc.generation = 1;
	m->hdp.round = 1;
	m->chip = config->chip;
	m->reference = model_reference(config->chip);
	m->host = host;
	m->ctx = ctx;
	m->vram = vram;
	m->report = report;
	m->nstuck = config->nstuck;
	memcpy(m->stuck, config->stuck, sizeof(m->stuck));
	m->start_ns = host->now_ns(ctx);
	m->temperature = TEMPERATURE;
	m->cp.ibs_until_hang = config->hang_ib;
	m->cp.packets_until_hang = config->hang_packet;
	m->cp.hang_op = config->hang_op;
	m->cp.ops_until_hang = config->hang_op_count;
	model_bus_reset(m);
	return m;
}

void model_free(struct model *m)
{
	if (!m)
		return;
	hdp_free(m);
	free(m->gen_state);
	free(m->mc.tlb);
	free(m);
}
