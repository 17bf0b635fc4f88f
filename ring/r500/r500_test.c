// SPDX-License-Identifier: GPL-2.0
/*
 * The tests at the end of bring-up: packets from the ring, then a stream with its fence and its
 * interrupt.
 *
 * Called at bring-up, one call at a time; takes no locks.
 */
#include <linux/wait.h>

#include "r500.h"

#define R500_TEST_TIMEOUT_US	500000
#define R500_TEST_BEFORE	0xcafedeadu
#define R500_TEST_AFTER		0xdeadbeefu
#define R500_TEST_TRIES		2
#define R500_TEST_IB_DW		R500_FETCH_DW

/**
 * r500_ring_test() - test whether the CP executes packets from the ring
 * @card: the card
 *
 * The test packet writes a scratch register.
 *
 * Context: process; sleeps.
 * Return: 0 or the error of the poll.
 */
int r500_ring_test(struct rcp_card *card)
{
	int ret;

	rcp_wr(card, SCRATCH_REG1, R500_TEST_BEFORE);
	ret = rcp_ring_begin(card, R500_EMIT_REG_DW);
	if (ret)
		return ret;
	r500_emit_reg(card, SCRATCH_REG1, R500_TEST_AFTER);
	rcp_ring_commit(card);
	return rcp_poll_is(card, SCRATCH_REG1, ~0u, R500_TEST_AFTER,
			   R500_TEST_TIMEOUT_US);
}

static bool r500_ib_test_passed(const struct rcp_card *card)
{
	return le32_to_cpu(READ_ONCE(*rcp_wb32(card, R500_WB_TEST))) == r500_of(card)->test_seqno;
}

/* One round: a stream, a fence of its own, an interrupt. */
static int r500_ib_test_once(struct rcp_card *card)
{
	u64 events = READ_ONCE(card->irq.events);
	int ret;

	rcp_wr(card, SCRATCH_REG1, R500_TEST_BEFORE);
	r500_of(card)->test_seqno++;
	ret = rcp_ring_begin(card, R500_EMIT_IB_DW + R500_EMIT_FENCE_DW);
	if (ret)
		return ret;
	r500_emit_ib(card, card->wb.addr + R500_WB_TEST_IB, R500_TEST_IB_DW);
	r500_emit_fence(card, R500_SCRATCH_TEST, r500_of(card)->test_seqno);
	rcp_ring_commit(card);

	if (wait_event_timeout(card->test_wait, READ_ONCE(card->irq.events) != events &&
			       r500_ib_test_passed(card), usecs_to_jiffies(R500_TEST_TIMEOUT_US)))
		return rcp_poll_is(card, SCRATCH_REG1, ~0u, R500_TEST_AFTER,
				   R500_TEST_TIMEOUT_US);
	if (r500_ib_test_passed(card))
		return -ENOLINK;
	rcp_err(card, "IB test: the stream's fence does not pass (RBBM_STATUS 0x%08x, CP_STAT 0x%08x)\n",
		rcp_rd(card, RBBM_STATUS), rcp_rd(card, CP_STAT));
	return -ETIMEDOUT;
}

/**
 * r500_ib_test() - test streams, fences and interrupts
 * @card: the card
 *
 * A stream writes a scratch register, and its fence must arrive by an interrupt.  The test
 * runs again after one lost interrupt.
 *
 * Context: process; sleeps.
 * Return: 0, -ENOLINK if fences pass but interrupts do not arrive, or another error.
 */
int r500_ib_test(struct rcp_card *card)
{
	__le32 *ib = rcp_wb32(card, R500_WB_TEST_IB);
	int try, ret = 0;
	u32 i;

	/* Do not use a slot: during a reset the slots hold streams that will run again. */
	ib[0] = cpu_to_le32(PACKET0(SCRATCH_REG1, 1));
	ib[1] = cpu_to_le32(R500_TEST_AFTER);
	for (i = 2; i < R500_TEST_IB_DW; i++)
		ib[i] = cpu_to_le32(PACKET2_NOP);

	for (try = 0; try < R500_TEST_TRIES; try++) {
		ret = r500_ib_test_once(card);
		if (ret != -ENOLINK)
			break;
		rcp_irq_poll(card);
	}
	return ret;
}
