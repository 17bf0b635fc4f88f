/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fixture of the programs about turns and credit: a client, memory that it shares with the
 * children that it forks, and long timeouts of jobs, with which the card is bound again.  After
 * each test the log is quiet and the device works.
 *
 * A program defines struct shared, and then includes this header.  Run as root.
 */
#ifndef TURNS_H
#define TURNS_H

#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "stream.h"
#include "sync.h"

#include <kselftest_harness.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define NEVER	0x12345678

FIXTURE(turns) {
	struct client c;
	struct stream s;
	struct shared *shared;
	struct card_limits limits;
	int kmsg;
};

FIXTURE_SETUP(turns)
{
	self->kmsg = -1;
	if (!card_has_limits())
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	ASSERT_EQ(0, card_read_limits(&self->limits));
	ASSERT_EQ(0, card_bind_with_limits("60000", "60000"));
	self->shared = mmap(NULL, sizeof(*self->shared), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->shared);
	ASSERT_EQ(0, client_open(&self->c));
	self->kmsg = kmsg_open();
}

FIXTURE_TEARDOWN(turns)
{
	EXPECT_EQ(0, card_clock_steps(0));
	if (self->kmsg < 0)
		return;
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
	EXPECT_EQ(0, card_bind_with_limits(self->limits.alone, self->limits.shared));
	EXPECT_EQ(0, client_works());
}

/* The client opens the card again, with another timeout for jobs that others wait for. */
static inline int bind_again(FIXTURE_DATA(turns) *self, const char *shared_ms)
{
	int ret;

	client_close(&self->c);
	ret = card_bind_with_limits("60000", shared_ms);
	return ret ? ret : client_open(&self->c);
}

/* The notices of jobs that were stopped are expected. */
static inline void forget_notices(FIXTURE_DATA(turns) *self)
{
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

/* Waits up to a minute for a number in shared or mapped memory. */
static inline bool wait_for_value(volatile uint32_t *value, uint32_t wanted)
{
	uint64_t end = now_ns() + 60000000000ull;

	while (*value < wanted && now_ns() < end)
		usleep(5000);
	return *value >= wanted;
}

#endif /* TURNS_H */
