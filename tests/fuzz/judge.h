/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Judges one stream by the oracle and the checker's properties.  The fuzzer and the replay
 * of kept cases share this file.
 */
#ifndef FUZZ_JUDGE_H
#define FUZZ_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JUDGE_TEXT 512

/**
 * struct judge_counts - counters of the report
 * @streams: readable streams
 * @accepted: accepted streams
 * @draws: draws judged
 * @ranges: ranges judged
 */
struct judge_counts {
	uint64_t streams, accepted, draws, ranges;
};

extern struct judge_counts judge_counts;

uint32_t judge_packet_at_fault(const uint8_t *data, size_t size);
bool judge_accepts(const uint8_t *data, size_t size);
const char *judge_stream(const uint8_t *data, size_t size, char *text);

#endif /* FUZZ_JUDGE_H */
