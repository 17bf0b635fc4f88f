// SPDX-License-Identifier: GPL-2.0
/*
 * A second thread, and memory whose page faults block.  See other.h.
 */
#include "other.h"
#include "client.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/userfaultfd.h>

static void *act(void *arg)
{
	struct other *o = arg;

	o->tid = syscall(SYS_gettid);
	if (o->act)
		o->ret = o->act(o);
	else if (o->touch)
		o->value = *o->touch;
	else
		o->ret = client_submit(o->fd, &o->cs);
	o->done = true;
	return NULL;
}

int other_start(struct other *o)
{
	o->tid = 0;
	o->done = false;
	return pthread_create(&o->thread, NULL, act, o) ? -EAGAIN : 0;
}

int other_begin(struct other *o)
{
	char path[64], text[256];
	int i, asleep = 0, ret = other_start(o);

	if (ret)
		return ret;
	for (i = 0; i < 30000 && asleep < 5 && !o->done; i++) {
		const char *state = NULL;

		usleep(2000);
		snprintf(path, sizeof(path), "/proc/self/task/%d/stat", o->tid);
		if (o->tid && read_text(path, text, sizeof(text)) > 0)
			state = strrchr(text, ')');
		asleep = state && (state[2] == 'S' || state[2] == 'D') ? asleep + 1 : 0;
	}
	return asleep >= 5 && !o->done ? 0 : -ETIME;
}

int other_interrupt(struct other *o)
{
	pthread_kill(o->thread, SIGUSR1);
	return other_join(o);
}

bool other_done(struct other *o)
{
	return COMES_TRUE(o->done);
}

int other_join(struct other *o)
{
	pthread_join(o->thread, NULL);
	return o->ret;
}

void *stuck_memory(size_t size, int *gate)
{
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	struct uffdio_api api = { .api = UFFD_API };
	void *memory;

	*gate = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (*gate < 0)
		return NULL;
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	range.range.start = (uintptr_t)memory;
	range.range.len = size;
	if (memory == MAP_FAILED || ioctl(*gate, UFFDIO_API, &api) ||
	    ioctl(*gate, UFFDIO_REGISTER, &range)) {
		close(*gate);
		return NULL;
	}
	return memory;
}
