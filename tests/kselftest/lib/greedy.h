/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Greedy clients: each tries to keep the card, its memory or a lock of the driver from all
 * others, with nothing but the ioctls.  Those without @rcp_only run on radeon.ko, too.
 */
#ifndef GREEDY_H
#define GREEDY_H

#include "client.h"

#include <sys/types.h>

struct greedy {
	const char *name;	/* a word */
	const char *text;	/* what it does */
	bool rcp_only;
	/* Runs until it is killed; returns a negative errno if it cannot go on. */
	int (*run)(const struct client *c);
};

extern const struct greedy greedy_all[];
extern const unsigned int greedy_count;

/*
 * A child that has a job that never ends in each of @n contexts, and sleeps until it is killed;
 * or -1.
 */
pid_t greedy_hang(unsigned int n);

#endif /* GREEDY_H */
