// SPDX-License-Identifier: GPL-2.0
/*
 * Time and instructions of some work.  The best of several rounds counts, because disturbances
 * only add time.
 */
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "tool.h"

/**
 * measure_counter() - open a counter of instructions for measure()
 *
 * Return: its file descriptor, or -1 if the machine has none.
 */
int measure_counter(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.disabled = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/**
 * measure() - measure some work: the best of several rounds counts
 * @counter: counter of instructions, or -1
 * @work: the work
 * @ctx: its argument
 *
 * Return: the cost of one round.
 */
struct cost measure(int counter, void (*work)(void *ctx), void *ctx)
{
	struct cost best = { 1e300, 0 };
	int i;

	work(ctx);
	for (i = 0; i < MEASURE_ROUNDS; i++) {
		u64 count = 0;
		double t;

		if (counter >= 0) {
			ioctl(counter, PERF_EVENT_IOC_RESET, 0);
			ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
		}
		t = now_ns();
		work(ctx);
		t = now_ns() - t;
		if (counter >= 0) {
			ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
			if (read(counter, &count, sizeof(count)) != sizeof(count))
				count = 0;
		}
		if (t < best.ns)
			best.ns = t;
		if (count && (!best.instructions || count < best.instructions))
			best.instructions = count;
	}
	return best;
}
