// SPDX-License-Identifier: GPL-2.0
/*
 * pm4-fuzz: the libFuzzer target.  Inputs are .r6cs files; mutations are from
 * mutate.c, and sometimes libFuzzer's own.  A finding prints the violated property
 * and aborts; libFuzzer keeps the file.
 */
#include <stdio.h>
#include <stdlib.h>

#include "judge.h"
#include "mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b,
				 size_t nb, uint8_t *out, size_t max,
				 unsigned int seed);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct stream one, two;

static void report(void)
{
	fprintf(stderr,
		"judged: %llu streams, %llu accepted, %llu draws, %llu ranges\n",
		(unsigned long long)judge_counts.streams,
		(unsigned long long)judge_counts.accepted,
		(unsigned long long)judge_counts.draws,
		(unsigned long long)judge_counts.ranges);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	atexit(report);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[JUDGE_TEXT];
	const char *why = judge_stream(data, size, text);

	if (why) {
		fprintf(stderr, "FINDING: %s\n", why);
		abort();
	}
	return 0;
}

/*
 * The checker refuses most mutations at once.  Without the packet at fault a stream becomes
 * acceptable, and the oracle can judge it.
 */
static size_t repair(uint8_t *data, size_t size, size_t max)
{
	uint32_t tries, at;
	size_t n = size;

	for (tries = 0; tries < 6; tries++) {
		at = judge_packet_at_fault(data, n);
		if (at >= one.ndw)
			break;
		stream_remove(&one, at, stream_packet_dw(&one, at));
		n = stream_write(&one, data, max);
	}
	return n;
}

/*
 * Shrink a buffer to the smallest size with which the checker accepts the stream, so that
 * the oracle finds every byte that is missing in a rule of the checker.
 */
static size_t tighten(uint8_t *data, size_t size, size_t max, uint32_t which)
{
	uint64_t low = 0, *bytes;

	if (!one.nbos || !judge_accepts(data, size))
		return size;
	bytes = &one.bo[which % one.nbos].size;
	while (low < *bytes) {
		uint64_t high = *bytes;

		*bytes = low + (high - low) / 2;
		stream_write(&one, data, max);
		if (!judge_accepts(data, size)) {
			low = *bytes + 1;
			*bytes = high;
		}
	}
	return stream_write(&one, data, max);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned int seed)
{
	size_t n;

	if (seed % 64 == 1)
		return LLVMFuzzerMutate(data, size, max);
	if (!stream_read(&one, data, size))
		stream_minimal(&one);
	mutate(&one, seed);
	n = stream_write(&one, data, max);
	if (n && seed % 4)
		n = repair(data, n, max);
	if (n && seed % 16 == 7)
		n = tighten(data, n, max, seed / 16);
	return n ? n : size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b,
				 size_t nb, uint8_t *out, size_t max,
				 unsigned int seed)
{
	size_t n;

	if (!stream_read(&one, a, na) || !stream_read(&two, b, nb))
		return 0;
	mutate_splice(&one, &two, seed);
	n = stream_write(&one, out, max);
	return n && seed % 4 ? repair(out, n, max) : n;
}
