/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Greedy clients: each tries to keep the card, its memory or a lock of the driver from all
 * others, with nothing but the ioctls.  Those without @rcp_only also run on radeon.ko.
 */
#ifndef GREEDY_H
#define GREEDY_H

#include "client.h"

#include <sys/types.h>

struct greedy {
	const char *name;	/* a word */
	const char *text;	/* what it does */
	bool rcp_only;
	unsigned int lead_s;	/* it is a nuisance after this time, or once *greedy_ready; 0: 2 s */
	unsigned int least_s;	/* so long the small client is measured at least: it waits for seconds */
	bool other;		/* a client of another user */
	bool shares;		/* it imports greedy_shared */
	/* See greedy_run(). */
	int (*run)(const struct client *c);
};

extern const struct greedy greedy_all[];
extern const unsigned int greedy_count;

/* What a client sets once it has all that it needs, in memory that it shares with its parent; or NULL */
extern volatile bool *greedy_ready;

/* The dma-buf of a page that the small client reads in each job */
extern int greedy_shared;

/*
 * Opens the card and runs the client until SIGTERM, which ends all its jobs, unless the
 * client leaves hangs.  Returns a negative errno if it cannot go on.
 */
int greedy_run(const struct greedy *greedy);

/*
 * A child that has a job that never ends in each of @n contexts, and sleeps until it is killed;
 * or -1.
 */
pid_t greedy_hang(unsigned int n);

#endif /* GREEDY_H */
