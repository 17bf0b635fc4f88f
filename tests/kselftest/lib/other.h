/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Somebody else, who does one thing that may take long; and memory that does not
 * come until the test wants it to.
 */
#ifndef OTHER_H
#define OTHER_H

#include "client.h"

#include <pthread.h>
#include <sys/types.h>

struct other {
	pthread_t thread;
	volatile pid_t tid;
	volatile bool done;
	int fd;
	int (*act)(struct other *o);	/* does this, */
	volatile uint32_t *touch;	/* or reads this, */
	struct client_cs cs;		/* or submits it */
	uint32_t value;
	int ret;
};

/* Starts it, and returns 0 when it sleeps for a while already. */
int other_begin(struct other *o);
/* Ends its wait by a signal (SIGUSR1), and returns what it got from that. */
int other_interrupt(struct other *o);
/* Is it done within these seconds? */
bool other_done(struct other *o, unsigned int seconds);
/* Waits until it is done; what it got. */
int other_join(struct other *o);

/*
 * Memory whose first touch, also the kernel's, waits until the file descriptor that
 * is stored in @gate is closed; then it is ordinary memory.  NULL where the kernel
 * has no userfaultfd.
 */
void *stuck_memory(size_t size, int *gate);

#endif /* OTHER_H */
