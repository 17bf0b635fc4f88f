// SPDX-License-Identifier: GPL-2.0
/*
 * Output of the model: violations, one line each with the rule's name and a
 * sentence, and counters.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model_int.h"

/* A broken driver may break a rule at every access, so print only the first ones. */
#define MAX_VIOLATION_LINES	200

static const char * const names[MODEL_COUNTERS] = {
	[MODEL_MMIO_READ] = "mmio_read",
	[MODEL_MMIO_WRITE] = "mmio_write",
	[MODEL_VRAM_READ] = "vram_read",
	[MODEL_VRAM_WRITE] = "vram_write",
	[MODEL_DMA_READ] = "dma_read",
	[MODEL_DMA_WRITE] = "dma_write",
	[MODEL_IRQ_SENT] = "irq_sent",
	[MODEL_IRQ_DROPPED] = "irq_dropped",
	[MODEL_IH_ENTRY] = "ih_entry",
	[MODEL_DOORBELL] = "doorbell",
	[MODEL_PACKET] = "packet",
	[MODEL_IB] = "ib",
	[MODEL_DRAW] = "draw",
	[MODEL_EOP] = "eop",
	[MODEL_TLB_FLUSH] = "tlb_flush",
	[MODEL_HANG] = "hang",
	[MODEL_RESET] = "reset",
	[MODEL_VIOLATION] = "violation",
	[MODEL_DMA_PACKET] = "dma_packet",
	[MODEL_RAM_CLEAR] = "ram_clear",
	[MODEL_FLUSH] = "flush",
	[MODEL_BUS_BYTES] = "bus_bytes",
};

const char *model_counter_name(enum model_counter counter)
{
	return names[counter];
}

u64 model_count(const struct model *m, enum model_counter counter)
{
	return m->count[counter];
}

const char *model_last_violation(const struct model *m)
{
	return m->last_violation;
}

void violation(struct model *m, const char *rule, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	snprintf(m->last_violation, sizeof(m->last_violation), "%s: %s", rule, text);
	if (m->count[MODEL_VIOLATION]++ >= MAX_VIOLATION_LINES)
		return;
	if (m->report) {
		fprintf(m->report, "violation %s\n", m->last_violation);
		fflush(m->report);
	}
	fprintf(stderr, "card: violation %s\n", m->last_violation);
}

/* One line per counter, "word name value". */
void model_report_counters(struct model *m, const char *word)
{
	if (!m->report)
		return;
	for (int i = 0; i < MODEL_COUNTERS; i++)
		fprintf(m->report, "%s %s %llu\n", word, names[i],
			(unsigned long long)m->count[i]);
	fflush(m->report);
}
