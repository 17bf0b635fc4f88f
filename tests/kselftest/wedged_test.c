// SPDX-License-Identifier: GPL-2.0
/*
 * Uevents after a reset (WEDGED=), on kernels that have them: one for a reset, when the dump of the
 * hang is there, no second one at once for clients that hang the card again and again, one for a
 * card that is dead, none for each resume of that card, and another one if it dies after it worked.
 */
#include "client.h"
#include "emulated.h"
#include "faults.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <errno.h>
#include <glob.h>
#include <linux/netlink.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(wedged) {
	struct client c;
	struct stream s;
	uint32_t bo;
	int uevents;
};

static int listen_to_uevents(void)
{
	struct sockaddr_nl all = { .nl_family = AF_NETLINK, .nl_groups = 1 };
	int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);

	if (fd < 0 || bind(fd, (struct sockaddr *)&all, sizeof(all)))
		return -errno;
	return fd;
}

static bool kernel_has_event(void)
{
	static char line[256];
	FILE *f = fopen("/proc/kallsyms", "r");
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f))
		found = strstr(line, " drm_dev_wedged_event");
	if (f)
		fclose(f);
	return found;
}

FIXTURE_SETUP(wedged)
{
	if (client_open(&self->c) || !self->c.rcp || stick(0, 0))
		SKIP(_exit(HARNESS_SKIP), "no rcp with an emulated card");
	if (!kernel_has_event())
		SKIP(_exit(HARNESS_SKIP), "the kernel has no such uevent");
	client_close(&self->c);
	/* What a card that is bound has told is not remembered. */
	ASSERT_EQ(0, card_unbind());
	ASSERT_EQ(0, card_bind());
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	self->uevents = listen_to_uevents();
	ASSERT_LE(0, self->uevents);
}

FIXTURE_TEARDOWN(wedged)
{
	EXPECT_EQ(0, stick(0, 0));
	client_close(&self->c);
	close(self->uevents);
	EXPECT_EQ(0, card_unbind());
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
}

/* Hangs the card, and returns when the reset is over. */
static int hang(struct stream *s, int fd, uint32_t bo)
{
	int ret;

	stream_init(s);
	stream_wait_mem(s, bo, GTT, 0, 0x12345678);
	ret = stream_submit(s, fd, NULL);
	return ret ? ret : gem_wait(fd, bo);
}

/* The next event of a card with WEDGED within @ms; 0, or -ETIME */
static int next_event(int fd, int ms, char how[64])
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	static char text[8192];
	const char *at;
	ssize_t n;

	while (poll(&p, 1, ms) > 0) {
		n = recv(fd, text, sizeof(text) - 1, 0);
		if (n <= 0)
			continue;
		text[n] = 0;
		for (at = text; at < text + n; at += strlen(at) + 1) {
			if (strncmp(at, "WEDGED=", 7))
				continue;
			snprintf(how, 64, "%s", at + 7);
			return strstr(text, "/drm/card") ? 0 : -ENODEV;
		}
	}
	return -ETIME;
}

TEST_F(wedged, a_reset_is_told)
{
	static char dump[1 << 20];
	glob_t found = { 0 };
	char how[64] = "";

	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	EXPECT_EQ(0, next_event(self->uevents, 60000, how));
	EXPECT_STREQ("none", how);
	/* The path that the example of a udev rule has. */
	EXPECT_EQ(0, glob("/sys/class/drm/card*/device/devcoredump/data", 0, NULL, &found));
	globfree(&found);
	EXPECT_LT(0, take_dump(dump, sizeof(dump)));
	EXPECT_EQ(0, strncmp(dump, "rcp devcoredump 1\n", 18));
	EXPECT_EQ(0, client_works());
}

/* Three clients hang one after the other, within less than ten seconds. */
TEST_F(wedged, many_resets_are_told_once)
{
	char how[64] = "";
	struct client other;
	uint64_t start = now_ns();
	uint32_t bo, i;

	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, client_open(&other));
		ASSERT_EQ(0, gem_create(other.fd, 4096, 4096, GTT, 0, &bo));
		ASSERT_EQ(0, hang(&self->s, other.fd, bo));
		client_close(&other);
	}
	if (now_ns() - start > 9000000000ull)
		SKIP(return, "the machine was as slow as the pause between events");
	EXPECT_EQ(0, next_event(self->uevents, 60000, how));
	EXPECT_STREQ("none", how);
	EXPECT_EQ(-ETIME, next_event(self->uevents, 500, how));
}

/* The death is told also if a reset was told just before it, and only once. */
TEST_F(wedged, a_death_is_told)
{
	char how[64] = "";

	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	EXPECT_EQ(0, next_event(self->uevents, 60000, how));
	EXPECT_STREQ("none", how);
	client_close(&self->c);
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	ASSERT_EQ(0, stick(REG_RING_TEST, 0xcafedead));
	hang(&self->s, self->c.fd, self->bo);
	EXPECT_EQ(0, next_event(self->uevents, 60000, how));
	EXPECT_STREQ("rebind,bus-reset", how);
	EXPECT_EQ(-EIO, stream_write(&self->s, self->c.fd, self->bo, GTT, 0, 1));
	EXPECT_EQ(-ETIME, next_event(self->uevents, 500, how));
}

/* A card that does not come up from a resume has died, once; after it worked it may die again. */
TEST_F(wedged, a_resume_that_fails_is_told_once)
{
	char how[64] = "";
	int round;

	for (round = 0; round < 2; round++) {
		ASSERT_EQ(0, stick(REG_RING_TEST, 0xcafedead));
		ASSERT_EQ(0, card_pci_reset());
		EXPECT_EQ(-EIO, stream_write(&self->s, self->c.fd, self->bo, GTT, 0, 1));
		EXPECT_EQ(0, next_event(self->uevents, 60000, how));
		EXPECT_STREQ("rebind,bus-reset", how);
		ASSERT_EQ(0, card_pci_reset());
		EXPECT_EQ(-EIO, stream_write(&self->s, self->c.fd, self->bo, GTT, 0, 1));
		EXPECT_EQ(-ETIME, next_event(self->uevents, 500, how));
		ASSERT_EQ(0, stick(0, 0));
		ASSERT_EQ(0, card_pci_reset());
		EXPECT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, GTT, 0, 1));
		EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
		EXPECT_EQ(-ETIME, next_event(self->uevents, 500, how));
	}
}

TEST_HARNESS_MAIN
