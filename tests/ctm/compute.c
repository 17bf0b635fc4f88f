// SPDX-License-Identifier: GPL-2.0
/*
 * The bench of the programs that compute: places, submission, and the way a test waits.
 *
 * Results are compared to the bit with the host's results.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compute.h"

/* Places in SYSC. */
#define PROGRAM		0u
#define FLOATS		0x4000u
#define INTEGERS	0x8000u
#define PARAMS		0x9000u
#define COMMANDS	0x10000u
#define COMMANDS_DW	0x4000u

static uint64_t state = 88172645463325252ull;

uint32_t any_bits(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32);
}

float any_float(void)
{
	return (float)((int)(any_bits() % 8192) - 4096) / 2048;
}

static char *sysc(const struct bench *b, uint32_t offset)
{
	return (char *)b->info.baseAddressCPUc + offset;
}

float *floats(const struct bench *b)
{
	return (float *)sysc(b, FLOATS);
}

uint32_t *integers(const struct bench *b)
{
	return (uint32_t *)sysc(b, INTEGERS);
}

uint32_t surface(const struct bench *b, unsigned int n)
{
	return b->info.baseAddressGPU + n * SURFACE_BYTES;
}

void *pixels(const struct bench *b, unsigned int n)
{
	return (char *)b->info.baseAddressCPUg + n * SURFACE_BYTES;
}

void bench_open(struct bench *b)
{
	memset(b, 0, sizeof(*b));
	b->dev = amOpenManagedConnection("/dev/pcie0", &b->info);
	if (!b->dev) {
		printf("1..0 # SKIP no R5xx card\n");
		exit(4);
	}
}

/* New commands, with a program and everything that it may read. */
void bench_begin(struct bench *b, const char *text)
{
	static struct ctm_as_program p;
	struct ctm_as_error e;
	uint32_t base = b->info.baseAddressSYSc;

	b->pack = (struct ctm_pack){ .words = (uint32_t *)sysc(b, COMMANDS), .size = COMMANDS_DW };
	if (ctm_as_assemble(text, &p, &e) || (!b->unchecked && ctm_as_check(&p, &e))) {
		printf("Bail out! %u:%u %s\n", e.line, e.column, e.text);
		exit(1);
	}
	memset(sysc(b, PROGRAM), 0, 4 * CTM_AS_DW * CTM_AS_MAX);
	memcpy(sysc(b, PROGRAM), p.words, 4 * CTM_AS_DW * p.count);
	ctmAppendSetInstFmt(&b->pack, base + PROGRAM);
	ctmAppendSetConstfFmt(&b->pack, base + FLOATS);
	ctmAppendSetConstiFmt(&b->pack, base + INTEGERS);
	ctmAppendSimple(&b->pack, CTM_INV_INP_CACHE);
	ctmAppendSetCondOutFmt(&b->pack, 0, 0, 0, 0, 0);
}

void bench_area(struct bench *b, unsigned int w, unsigned int h, float across, float down)
{
	float *p = (float *)sysc(b, PARAMS);

	memset(p, 0, 4 * CTM_PARAMS);
	p[32] = 3 * across;
	p[65] = 3 * down;
	ctmAppendSetParams(&b->pack, b->info.baseAddressSYSc + PARAMS);
	ctmAppendSetDomain(&b->pack, 0, 0, w - 1, h - 1);
}

/* Submit what is in the pack and wait for its end.  Returns 0 if all is well. */
int bench_submit(struct bench *b)
{
	uint32_t id;

	ctmAppendSimple(&b->pack, CTM_FLUSH_OUT_CACHE);
	ctmAppendSimple(&b->pack, CTM_FLUSH_COND_OUT_CACHE);
	ctmAppendSimple(&b->pack, CTM_WAIT_IDLE);
	id = amSubmitCommandBuffer(b->dev, b->info.baseAddressSYSc + COMMANDS, 4 * b->pack.used);
	if (!id || id <= b->last_id) {
		tap_note("id %u after %u: %s", id, b->last_id, ctmError(b->dev));
		return -1;
	}
	b->last_id = id;
	while (!amCommandBufferConsumed(b->dev, id))
		device_wait(b->dev);
	if (!*ctmError(b->dev))
		return 0;
	tap_note("%s", ctmError(b->dev));
	return -1;
}

int main(int argc, char **argv)
{
	struct bench b = { 0 };

	bench_open(&b);
	compute_arrays(&b);
	compute_flow(&b);
	compute_condition(&b);
	compute_errors(&b);
	/* In a VM a hang costs the job timeout: only on request. */
	if (COMPUTE_HANGS || (argc > 1 && !strcmp(argv[1], "--hang")))
		compute_hang(&b);
	amCloseManagedConnection(b.dev);
	return tap_end();
}
