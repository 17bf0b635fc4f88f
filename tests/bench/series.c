// SPDX-License-Identifier: GPL-2.0
/*
 * Repeats a measured operation with marks around it.  See series.h.
 */
#include "emulated.h"
#include "mark.h"
#include "series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WARM	3
/* Longer than any wait of these programs */
#define LATE_US	60000000

/* Counters of the card, in the order of the output */
static const uint32_t counters[] = { MODEL_MMIO_READ, MODEL_MMIO_WRITE, MODEL_IRQ_SENT, MODEL_FLUSH,
				     MODEL_BUS_BYTES };

#define COUNTERS	(sizeof(counters) / sizeof(counters[0]))

static volatile uint32_t *regs;

int series_open(bool late)
{
	int ret = card_map(&regs);

	if (!ret)
		regs[MODEL_REG_DELAY_US / 4] = late ? LATE_US : 0;
	return ret;
}

void series_close(void)
{
	regs[MODEL_REG_DELAY_US / 4] = 0;
	card_go();
}

void card_go(void)
{
	regs[MODEL_REG_GO / 4] = 1;
}

/* The card does not count accesses to the registers that return its counters. */
static void read_counters(uint32_t value[COUNTERS])
{
	size_t i;

	for (i = 0; i < COUNTERS; i++) {
		regs[MODEL_REG_COUNTER / 4] = counters[i];
		value[i] = regs[MODEL_REG_VALUE / 4];
	}
}

static int call(int (*function)(void *arg), void *arg)
{
	return function ? function(arg) : 0;
}

static int warm(const struct series *s)
{
	int ret = call(s->prepare, s->arg);

	ret = ret ? ret : call(s->first, s->arg);
	ret = ret ? ret : call(s->second, s->arg);
	ret = ret ? ret : call(s->undo, s->arg);
	return ret;
}

static int repeat(const struct series *s, uint32_t spent[COUNTERS])
{
	uint32_t before[COUNTERS], after[COUNTERS];
	size_t i;
	int ret;

	usleep(SETTLE_US);
	ret = call(s->prepare, s->arg);
	if (ret)
		return ret;
	read_counters(before);
	MARK(MARK_BEGIN);
	ret = call(s->first, s->arg);
	MARK(MARK_FIRST);
	ret = ret ? ret : call(s->second, s->arg);
	if (s->settle)
		usleep(SETTLE_US);
	MARK(MARK_END);
	read_counters(after);
	for (i = 0; i < COUNTERS; i++)
		spent[i] = after[i] - before[i];
	return ret ? ret : call(s->undo, s->arg);
}

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

int series_run(const struct series *s)
{
	uint32_t spent[TIMES][COUNTERS], sorted[TIMES];
	int i, ret = 0;
	size_t c;

	for (i = 0; i < WARM && !ret; i++)
		ret = warm(s);
	if (ret) {
		printf("# %s %s: %s\n", s->group, s->name, strerror(-ret));
		return ret;
	}
	MARK(MARK_SERIES);
	for (i = 0; i < TIMES; i++) {
		ret = repeat(s, spent[i]);
		if (ret) {
			fprintf(stderr, "%s %s: %s\n", s->group, s->name, strerror(-ret));
			exit(1);
		}
	}
	printf("series %s %s %u %u %u %d", s->group, s->name, s->dw, s->relocs, s->batch, s->settle);
	for (c = 0; c < COUNTERS; c++) {
		for (i = 0; i < TIMES; i++)
			sorted[i] = spent[i][c];
		qsort(sorted, TIMES, sizeof(sorted[0]), compare);
		printf(" %u", sorted[TIMES / 2]);
	}
	putchar('\n');
	return 0;
}
