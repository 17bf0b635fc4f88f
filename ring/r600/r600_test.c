// SPDX-License-Identifier: GPL-2.0
/*
 * The tests at the end of bring-up: packets from the ring, then a stream with its fence and its
 * interrupt.
 *
 * Called at bring-up, one call at a time; takes no locks.
 */
#include <linux/wait.h>

#include "r600.h"

#define R600_TEST_TIMEOUT_US	500000
#define R600_TEST_BEFORE		0xcafedeadu
#define R600_TEST_AFTER		0xdeadbeefu
#define R600_TEST_TRIES		2
#define R600_TEST_IB_DW		R600_FETCH_DW

/**
 * r600_ring_test() - test whether the CP executes packets from the ring
 * @card: the card
 *
 * The test packet writes a scratch register.
 *
 * Context: process; sleeps.
 * Return: 0 or the error of the poll.
 */
int r600_ring_test(struct rcp_card *card)
{
	int ret;

	rcp_wr(card, SCRATCH_REG0, R600_TEST_BEFORE);
	ret = rcp_ring_begin(card, 3);
	if (ret)
		return ret;
	rcp_ring_emit(card, PACKET3(PACKET3_SET_CONFIG_REG, 1));
	rcp_ring_emit(card, (SCRATCH_REG0 - SET_CONFIG_REG_BASE) >> 2);
	rcp_ring_emit(card, R600_TEST_AFTER);
	rcp_ring_commit(card);
	return rcp_poll_is(card, SCRATCH_REG0, ~0u, R600_TEST_AFTER, R600_TEST_TIMEOUT_US);
}

static bool r600_ib_test_passed(const struct rcp_card *card)
{
	return le64_to_cpu(READ_ONCE(*rcp_wb64(card, R600_WB_TEST))) == r600_of(card)->test_seqno;
}

/* One round: a stream, a fence of its own, an interrupt. */
static int r600_ib_test_once(struct rcp_card *card)
{
	u64 events = READ_ONCE(card->irq.events);
	int ret;

	rcp_wr(card, SCRATCH_REG0, R600_TEST_BEFORE);
	r600_of(card)->test_seqno++;
	ret = rcp_ring_begin(card, R600_EMIT_FLUSH_DW + R600_EMIT_IB_DW + R600_EMIT_FENCE_DW);
	if (ret)
		return ret;
	r600_emit_flush(card);
	r600_emit_call(card, card->wb.addr + R600_WB_TEST_IB, R600_TEST_IB_DW);
	r600_emit_eop_seqno(card, card->wb.addr + R600_WB_TEST, r600_of(card)->test_seqno);
	rcp_ring_commit(card);

	if (wait_event_timeout(card->test_wait, READ_ONCE(card->irq.events) != events &&
			       r600_ib_test_passed(card), usecs_to_jiffies(R600_TEST_TIMEOUT_US)))
		return rcp_poll_is(card, SCRATCH_REG0, ~0u, R600_TEST_AFTER, R600_TEST_TIMEOUT_US);
	if (r600_ib_test_passed(card))
		return -ENOLINK;
	rcp_err(card, "IB test: the stream's fence does not pass (GRBM_STATUS 0x%08x, CP_STAT 0x%08x)\n",
		rcp_rd(card, GRBM_STATUS), rcp_rd(card, CP_STAT));
	return -ETIMEDOUT;
}

/**
 * r600_ib_test() - test streams, fences and interrupts
 * @card: the card
 *
 * A stream writes a scratch register, and its fence must arrive by an interrupt.  The test
 * runs again after one lost interrupt.
 *
 * Context: process; sleeps.
 * Return: 0, -ENOLINK if fences pass but interrupts do not arrive, or another error.
 */
int r600_ib_test(struct rcp_card *card)
{
	__le32 *ib = rcp_wb32(card, R600_WB_TEST_IB);
	int try, ret = 0;
	u32 i;

	/* Do not use a slot: during a reset the slots hold streams that will run again. */
	ib[0] = cpu_to_le32(PACKET3(PACKET3_SET_CONFIG_REG, 1));
	ib[1] = cpu_to_le32((SCRATCH_REG0 - SET_CONFIG_REG_BASE) >> 2);
	ib[2] = cpu_to_le32(R600_TEST_AFTER);
	for (i = 3; i < R600_TEST_IB_DW; i++)
		ib[i] = cpu_to_le32(PACKET2_NOP);

	for (try = 0; try < R600_TEST_TRIES; try++) {
		ret = r600_ib_test_once(card);
		if (ret != -ENOLINK)
			break;
		rcp_irq_poll(card);
	}
	return ret;
}
