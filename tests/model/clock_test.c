// SPDX-License-Identifier: GPL-2.0
/*
 * The guest's clock, with the test as the emulator's plugin.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "guest_clock.h"
#include "rig.h"
#include "transport.h"

static struct guest_clock *guest;

static struct clock *clock_of_test(void)
{
	char path[] = "/tmp/clock-test-XXXXXX";
	int fd = mkstemp(path);
	struct clock *c = clock_open(path);

	CHECK(fd >= 0 && c);
	guest = mmap(NULL, sizeof(*guest), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(guest != MAP_FAILED);
	close(fd);
	unlink(path);
	return c;
}

static void close_both(struct clock *c)
{
	clock_close(c);
	munmap(guest, sizeof(*guest));
}

TEST(an_instruction_of_the_guest_takes_a_nanosecond)
{
	struct clock *c = clock_of_test();
	u64 begin;

	guest->insns = 1000;
	begin = clock_ns(c);
	usleep(2000);
	EQ(clock_ns(c), begin);
	guest->insns += 300;
	EQ(clock_ns(c), begin + 300);
	close_both(c);
}

/* ... and a halted guest the time of the host, but no time in which the card did not look. */
TEST(a_halted_guest_has_the_clock_of_the_host)
{
	struct clock *c = clock_of_test();
	u64 begin;

	guest->insns = 1000;
	guest->halted = 999;
	begin = clock_ns(c);
	usleep(1000);
	CHECK(clock_ns(c) >= begin + 1000000);
	begin = clock_ns(c);
	usleep(30000);
	CHECK(clock_ns(c) < begin + 20000000);
	guest->insns += 5;
	begin = clock_ns(c);
	usleep(1000);
	EQ(clock_ns(c), begin);
	close_both(c);
}

TEST(the_guest_stops_where_the_card_has_something_to_do)
{
	struct clock *c = clock_of_test();

	EQ(guest->stop, ~0ull);
	guest->insns = 1000;
	guest->halted = 1000;
	clock_ns(c);
	usleep(1000);
	clock_go(c, clock_ns(c) + 500);
	CHECK(guest->stop > 1000 && guest->stop <= 1500);
	clock_stop(c);
	EQ(guest->stop, 0);
	clock_go(c, MODEL_NEVER);
	EQ(guest->stop, ~0ull);
	clock_stop(c);
	/* A card that ends lets the guest go. */
	clock_close(c);
	EQ(guest->stop, ~0ull);
	munmap(guest, sizeof(*guest));
}
