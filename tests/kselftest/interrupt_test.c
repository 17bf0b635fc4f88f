// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts of a faulty card: bad contents of the interrupt ring, and messages that do
 * not arrive, or arrive too early.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

FIXTURE(interrupt) {
	struct client c;
	struct stream s;
	uint32_t bo;
};

FIXTURE_SETUP(interrupt)
{
	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	if (stick(0, 0))
		SKIP(_exit(HARNESS_SKIP), "no way to the registers of an emulated card");
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, RADEON_GEM_DOMAIN_GTT, 0, &self->bo));
}

/* The card works after it is bound again. */
FIXTURE_TEARDOWN(interrupt)
{
	EXPECT_EQ(0, stick(0, 0));
	EXPECT_EQ(0, model_write(MODEL_REG_HABITS, 0));
	client_close(&self->c);
	EXPECT_EQ(0, card_unbind());
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
}

static bool is_in(const char *file, const char *word, const char *other)
{
	FILE *f = fopen(file, "r");
	char line[4096];
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f))
		found = strstr(line, word) && strstr(line, other);
	if (f)
		fclose(f);
	return found;
}

static bool is_by_pin(void)
{
	return is_in("/proc/interrupts", "rcp", "IO-APIC");
}

static int run(FIXTURE_DATA(interrupt) *self)
{
	int ret;

	ret = stream_write(&self->s, self->c.fd, self->bo, RADEON_GEM_DOMAIN_GTT, 0, 1);
	return ret ? ret : gem_wait(self->c.fd, self->bo);
}

/* With pin interrupts the handler detects first that the card is gone; a message says nothing. */
TEST_F(interrupt, from_a_card_that_is_gone)
{
	int ret;

	/* A single register of all ones is no card that is gone. */
	ASSERT_EQ(0, stick(REG_IH_RB_WPTR, ~0u));
	EXPECT_EQ(0, run(self));
	EXPECT_EQ(0, run(self));
	ASSERT_EQ(0, stick(REG_MEMSIZE, ~0u));
	ret = run(self);
	if (!ret)
		ret = run(self);
	EXPECT_TRUE(!ret || ret == -EIO || ret == -ENODEV)
		TH_LOG("%d", ret);
}

TEST_F(interrupt, ring_overruns)
{
	ASSERT_EQ(0, model_write(MODEL_REG_IH_OVERRUN, 1));
	EXPECT_EQ(0, run(self));
	EXPECT_EQ(0, run(self));
}

/* Counts the jobs that the watchdog completed; all at once, because it may be faster */
#define RUNS	20
#define FEW	5

static long long rescued_of_runs(FIXTURE_DATA(interrupt) *self)
{
	long long before = debugfs_value("rcp_ring", "irq_rescued");
	int i;

	for (i = 0; i < RUNS; i++)
		if (run(self))
			return -1;
	return before < 0 ? -1 : debugfs_value("rcp_ring", "irq_rescued") - before;
}

/* The card sends no further message until its read pointer is written. */
TEST_F(interrupt, one_message_is_lost)
{
	long long n;

	if (is_by_pin())
		SKIP(return, "a card without messages");
	ASSERT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 1));
	n = rescued_of_runs(self);
	EXPECT_LE(0, n);
	EXPECT_GT(FEW, n);
}

/* The handler finds no entry, and re-arms the interrupt. */
TEST_F(interrupt, messages_overtake_their_entries)
{
	long long n;

	if (is_by_pin())
		SKIP(return, "a card without messages");
	ASSERT_EQ(0, model_write(MODEL_REG_HABITS, MODEL_HABIT_IRQ_OVERTAKES));
	n = rescued_of_runs(self);
	EXPECT_LE(0, n);
	EXPECT_GT(FEW, n);
}

/*
 * No message comes for entries that arrived before the read pointer was written.  On R5xx a fence
 * comes between each acknowledgment and its re-arm.
 */
TEST_F(interrupt, re_arming_is_blind)
{
	long long n;

	if (is_by_pin())
		SKIP(return, "a card without messages");
	ASSERT_EQ(0, model_write(MODEL_REG_HABITS, MODEL_HABIT_REARM_IS_BLIND));
	n = rescued_of_runs(self);
	EXPECT_LE(0, n);
	EXPECT_GT(FEW, n);
	/* With both, the watchdog completes each job, and no job hangs. */
	ASSERT_EQ(0, model_write(MODEL_REG_HABITS, MODEL_HABIT_REARM_IS_BLIND | MODEL_HABIT_IRQ_OVERTAKES));
	EXPECT_EQ(0, run(self));
	EXPECT_EQ(0, run(self));
}

/*
 * Beside another client a process has few jobs in the ring.  No message comes for those that the card
 * has left, so the next submission must find out by itself.
 */
TEST_F(interrupt, a_submission_notices_what_the_card_has_left)
{
	pid_t other = fork();
	int i, status;

	if (!other)
		_exit(!!client_works());
	ASSERT_EQ(other, waitpid(other, &status, 0));
	ASSERT_EQ(0, status);
	if (is_by_pin())
		SKIP(return, "a card without messages");
	/* For a millisecond the order waits for the next job of the other one. */
	usleep(10000);
	ASSERT_EQ(0, model_write(MODEL_REG_HABITS, MODEL_HABIT_REARM_IS_BLIND | MODEL_HABIT_IRQ_OVERTAKES));
	for (i = 0; i < RUNS; i++) {
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, RADEON_GEM_DOMAIN_GTT, 0, 1));
		EXPECT_EQ(0, debugfs_value("rcp_ring", "waiting_jobs"));
		ASSERT_TRUE(debugfs_reaches("rcp_ring", "seqno_completed", debugfs_value("rcp_ring", "seqno_emitted")));
	}
}

/* If the interrupt test of bring-up gets no message twice, the driver uses the pin. */
TEST_F(interrupt, messages_do_not_arrive)
{
	char text[1024];
	int kmsg;

	if (is_by_pin())
		SKIP(return, "a card without messages");
	if (is_in("/proc/cmdline", "acpi=noirq", ""))
		SKIP(return, "this kernel does not know where the pins are");
	client_close(&self->c);
	ASSERT_EQ(0, card_unbind());
	kmsg = kmsg_open();
	ASSERT_LE(0, kmsg);
	ASSERT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 2));
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 0));
	EXPECT_EQ(0, kmsg_errors(kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(kmsg);
	EXPECT_TRUE(is_by_pin());
	ASSERT_EQ(0, client_open(&self->c));
}

TEST_HARNESS_MAIN
