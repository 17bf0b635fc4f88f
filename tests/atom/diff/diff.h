/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Common parts of the two interpreters of the comparison: generated registers, and a tape of
 * the accesses in their order.
 */
#ifndef ATOM_DIFF_H
#define ATOM_DIFF_H

#include <stdbool.h>
#include <stdint.h>

#define TAPE_EVENTS	4096
#define DIFF_PARAMS	16
#define DIFF_PS		256
#define DIFF_SCRATCH_DW	256

struct tape_event {
	uint32_t kind;		/* 'r', 'w', 'd', with the space above it */
	uint32_t index;
	uint32_t value;
};

struct tape {
	uint32_t seed;
	uint32_t n;
	struct tape_event event[TAPE_EVENTS];
};

/* A register's value: a function of its number, or different at each read. */
uint32_t tape_read(struct tape *tape, unsigned int space, uint32_t index);
void tape_write(struct tape *tape, unsigned int space, uint32_t index, uint32_t value);
void tape_delay(struct tape *tape, uint32_t us);

/* The end of a run of the in-tree interpreter. */
enum kernel_end {
	KERNEL_DONE,		/* at the table's end */
	KERNEL_FAILED,		/* with an error, or it does not accept the image */
	KERNEL_FULL,		/* at the limit of accesses */
	KERNEL_ENDLESS,		/* too many blocks, or too deep */
	KERNEL_FAULT,		/* it accessed memory out of bounds */
	KERNEL_UNREAD,		/* it ran away while it read the image's lists */
	KERNEL_OTHER,		/* an opcode that differs on purpose */
};

struct kernel_run {
	uint32_t most;				/* events to stop at */
	uint32_t ps[DIFF_PS];			/* parameters, before and after */
	uint32_t scratch[DIFF_SCRATCH_DW];	/* likewise */
	struct tape *tape;
};

enum kernel_end kernel_run(struct kernel_run *run, const uint8_t *image, uint32_t size,
			   unsigned int table);
/* Number of executions of each opcode. */
extern uint32_t kernel_opcode[256];

/* Fills @bytes with an image made from @seed; returns its size. */
uint32_t diff_image(uint8_t *bytes, uint32_t seed);

#endif /* ATOM_DIFF_H */
