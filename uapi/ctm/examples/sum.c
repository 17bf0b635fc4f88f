// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The sum of 256 x 256 floats by CTM: each pass adds 2 x 2 elements, until one is left.
 *
 *	ctm-as -o sum.ctm sum.s
 *	cc -o sum sum.c $(pkg-config --cflags --libs libctm) && ./sum sum.ctm
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <ctm.h>

#define SIDE	256u

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
	AMmanagedDeviceInfo info;
	AMmanagedDevice dev = amOpenManagedConnection("/dev/pcie0", &info);
	FILE *program = argc > 1 ? fopen(argv[1], "rb") : NULL;
	unsigned int size = SIDE, n, from = 0;
	double expected = 0, start;

	if (!dev || !program)
		return fprintf(stderr, "sum: no %s\n", dev ? "program" : "R5xx card of rcp"), 1;
	/* System memory: program, constants, parameters, commands.  GPU memory: two arrays. */
	char *sys = info.baseAddressCPUc;
	float *constants = (float *)(sys + 0x4000), *params = (float *)(sys + 0x8000),
	      *array = info.baseAddressCPUg;
	AMuint32 base = info.baseAddressSYSc,
		 arrays[2] = { info.baseAddressGPU, info.baseAddressGPU + (1 << 20) };

	if (!fread(sys, 1, 0x4000, program))
		return 1;
	constants[0] = 0.5f;
	constants[1] = -0.5f;
	for (n = 0; n < SIDE * SIDE; n++)
		expected += array[n] = n % 17 * 0.25f;
	while ((size /= 2)) {
		struct ctm_pack p = { .words = (uint32_t *)(sys + 0x10000), .size = 0x1000 };

		memset(params, 0, 4 * CTM_PARAMS);
		params[32] = params[65] = 3 * 2.0f * size;
		ctmAppendSetInstFmt(&p, base);
		ctmAppendSetConstfFmt(&p, base + 0x4000);
		ctmAppendSetInpFmt(&p, 0, arrays[from], CTM_FLOAT32_1, CTM_TILING_LINEAR, SIDE,
				   SIDE);
		ctmAppendSetOutFmt(&p, 0, arrays[!from], CTM_FLOAT32_1, CTM_TILING_LINEAR, SIDE,
				   SIDE);
		ctmAppendSetDomain(&p, 0, 0, size - 1, size - 1);
		ctmAppendSetParams(&p, base + 0x8000);
		ctmAppendSimple(&p, CTM_INV_INP_CACHE);
		ctmAppendSimple(&p, CTM_START_PROGRAM);
		ctmAppendSimple(&p, CTM_FLUSH_OUT_CACHE);
		start = now_ms();
		AMuint32 id = amSubmitCommandBuffer(dev, base + 0x10000, 4 * p.used);
		while (id && !amCommandBufferConsumed(dev, id))
			usleep(100);
		if (*ctmError(dev))
			return fprintf(stderr, "sum: %s\n", ctmError(dev)), 1;
		printf("  pass %u: %3u x %-3u sums, %.1f ms\n", id, size, size, now_ms() - start);
		from = !from;
	}
	float sum = from ? array[1 << 18] : array[0];
	printf("  the sum is %g, the host's is %g\n", sum, expected);
	amCloseManagedConnection(dev);
	return sum != expected;
}
