// SPDX-License-Identifier: GPL-2.0
/*
 * The card's end of the guest's clock.  The card reads the clock when it serves the guest or
 * waits for a time; only then does time pass for it while the guest is halted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "guest_clock.h"
#include "transport.h"

/* More is no wait of the card, but a time in which it had nothing to wait for. */
#define LONGEST_HALT_NS	5000000ull

struct clock {
	struct guest_clock *guest;
	u64 halted_ns;		/* for so long the guest was halted */
	u64 insns;		/* at the last look, */
	u64 seen_ns;		/* ... the host's time */
};

u64 host_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

struct clock *clock_open(const char *path)
{
	struct clock *c = calloc(1, sizeof(*c));
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (!c || fd < 0 || ftruncate(fd, sizeof(*c->guest))) {
		fprintf(stderr, "card: %s: %s\n", path, strerror(errno));
		goto fail;
	}
	c->guest = mmap(NULL, sizeof(*c->guest), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (c->guest == MAP_FAILED)
		goto fail;
	close(fd);
	c->seen_ns = host_ns();
	clock_go(c, MODEL_NEVER);
	return c;
fail:
	if (fd >= 0)
		close(fd);
	free(c);
	return NULL;
}

void clock_close(struct clock *c)
{
	if (!c)
		return;
	clock_go(c, MODEL_NEVER);
	munmap(c->guest, sizeof(*c->guest));
	free(c);
}

u64 clock_ns(struct clock *c)
{
	u64 insns = __atomic_load_n(&c->guest->insns, __ATOMIC_ACQUIRE);
	u64 host = host_ns(), spent = host - c->seen_ns;

	/* The plugin may count HLT itself after its call. */
	if (insns == c->insns && insns - __atomic_load_n(&c->guest->halted, __ATOMIC_ACQUIRE) <= 1)
		c->halted_ns += spent < LONGEST_HALT_NS ? spent : LONGEST_HALT_NS;
	c->insns = insns;
	c->seen_ns = host;
	return insns + c->halted_ns;
}

void clock_stop(struct clock *c)
{
	__atomic_store_n(&c->guest->stop, 0, __ATOMIC_RELEASE);
}

void clock_go(struct clock *c, u64 ns)
{
	u64 stop = ns == MODEL_NEVER || ns < c->halted_ns ? ns : ns - c->halted_ns;

	__atomic_store_n(&c->guest->stop, stop, __ATOMIC_RELEASE);
}
