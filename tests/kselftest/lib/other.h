/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A second thread that makes one call which may sleep; and memory whose page faults
 * block until the test releases them.
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
	int (*act)(struct other *o);	/* calls this, */
	volatile uint32_t *touch;	/* or reads this, */
	struct client_cs cs;		/* or submits it */
	uint32_t value;
	int ret;
};

/* Starts the thread. */
int other_start(struct other *o);
/* The same; returns 0 once it has slept for a while, -ETIME if it ends or goes on for a minute. */
int other_begin(struct other *o);
/* Interrupts the call by SIGUSR1, and returns its result. */
int other_interrupt(struct other *o);
/* Does the call return within a minute? */
bool other_done(struct other *o);
/* Waits for the thread, and returns the result of its call. */
int other_join(struct other *o);

/*
 * Memory whose first access, also by the kernel, blocks until the test closes the file
 * descriptor that is stored in @gate.  NULL if the kernel has no userfaultfd.
 */
void *stuck_memory(size_t size, int *gate);

#endif /* OTHER_H */
