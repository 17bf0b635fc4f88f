/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A measured operation of scripts/bench: repeated, with marks around it for the plugin that
 * counts the kernel's instructions, while the emulated card counts the accesses to its
 * registers.
 *
 * All programs of the bench are single-threaded and run as root.
 */
#ifndef SERIES_H
#define SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "stream.h"

/* After this time without work, finished jobs are freed and worker threads sleep. */
#define SETTLE_US	1000
#define SMALLEST_DW	16
/* Repetitions of a series after its warm-up */
#define TIMES		11

/**
 * struct series - a repeated operation
 * @group: the table it belongs to: one word
 * @name: its row: one word
 * @dw: length of the stream, 0 without one
 * @relocs: number of its relocations
 * @batch: operations per repetition
 * @settle: a repetition ends only after SETTLE_US more, so that deferred work counts
 * @arg: argument of the functions, each of which may be NULL
 * @prepare: runs before each repetition, not counted
 * @first: counted up to MARK_FIRST
 * @second: counted after it
 * @undo: runs after each repetition, not counted
 */
struct series {
	const char *group;
	const char *name;
	uint32_t dw;
	uint32_t relocs;
	uint32_t batch;
	bool settle;
	void *arg;
	int (*prepare)(void *arg);
	int (*first)(void *arg);
	int (*second)(void *arg);
	int (*undo)(void *arg);
};

/*
 * Maps the card's registers and makes the card late or not: 0 or -errno.  When an idle late
 * card gets a job, its engine waits for card_go().
 */
int series_open(bool late);
void card_go(void);
/* End the delay of a late card. */
void series_close(void);
/*
 * Measures @s and prints it as a line of its members and of the medians of register
 * reads, register writes, interrupts, flushes of the ring and bytes over
 * the bus.  Fails without a mark if a repetition fails
 * while it warms up; a later failure ends the program.
 */
int series_run(const struct series *s);

/* The smallest stream that has a fence: it writes 8 bytes of @handle. */
void smallest_stream(struct stream *s, uint32_t handle);
/* Buffers of a frame fit beside each other */
struct r6cs_frame;
bool frame_fits(int fd, const struct r6cs_frame *frame);

/* The groups; 0 or -errno */
int bench_streams(int fd, char **paths, int n);
int bench_rates(int fd, char **paths, int n, bool late);
int bench_memory(int fd);
int bench_pressure(int fd);

#endif /* SERIES_H */
