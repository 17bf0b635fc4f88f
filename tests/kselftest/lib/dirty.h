/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A client that sets all that a client may set on R6xx/R7xx, and draws nothing: registers, constants,
 * samplers, resources, a predicate.  What the driver accepts is found by trial, so no list of
 * registers can leave one out.
 */
#ifndef DIRTY_H
#define DIRTY_H

#include "stream.h"

/**
 * struct dirty - the client
 * @s: its two streams: registers, and the rest
 * @registers: how many it sets
 */
struct dirty {
	int fd;
	uint32_t bo, registers;
	struct stream s[2];
};

/* 0 or a negative errno; @fd stays the caller's */
int dirty_make(struct dirty *d, int fd);
/* Leaves it all in the chip. */
int dirty_submit(struct dirty *d);

#endif /* DIRTY_H */
