// SPDX-License-Identifier: GPL-2.0
/*
 * build/tsc: the frequency of the CPU's time stamp counter in kHz, for a guest that has the same
 * counter and would measure it in a moment in which the host may hold the emulator.  Prints nothing
 * on a CPU without one.
 *
 * A counter and a clock belong together if nothing came between their reads: of many reads of the
 * clock on both sides of the counter the closest ones count.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "model.h"

#ifdef __x86_64__
static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

static void read_both(u64 *ns, u64 *tsc)
{
	u64 before, after, count, least = UINT64_MAX;
	int i;

	for (i = 0; i < 1000; i++) {
		before = now_ns();
		count = __builtin_ia32_rdtsc();
		after = now_ns();
		if (after - before >= least)
			continue;
		least = after - before;
		*ns = before + least / 2;
		*tsc = count;
	}
}

int main(void)
{
	const struct timespec pause = { .tv_nsec = 20000000 };
	u64 ns[2], tsc[2];

	read_both(&ns[0], &tsc[0]);
	nanosleep(&pause, NULL);
	read_both(&ns[1], &tsc[1]);
	printf("%llu\n", (unsigned long long)((tsc[1] - tsc[0]) * 1000000 / (ns[1] - ns[0])));
	return 0;
}
#else
int main(void)
{
	return 0;
}
#endif
