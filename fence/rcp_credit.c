// SPDX-License-Identifier: GPL-2.0
/*
 * The arithmetic of credit; see rcp_credit.h.
 *
 * Called by rcp_turn.c with &rcp_turns.lock held.
 */
#include <linux/jiffies.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "rcp_credit.h"

/* Forget the slices that are older than the window. */
static void rcp_credit_advance(struct rcp_credit *credit)
{
	u64 now = div_u64(get_jiffies_64(), msecs_to_jiffies(RCP_CREDIT_SLICE_MS));
	u64 n = min_t(u64, now - credit->slice, RCP_CREDIT_SLICES);

	while (n--)
		credit->ns[(now - n) % RCP_CREDIT_SLICES] = 0;
	credit->slice = now;
}

/**
 * rcp_credit_use() - note that a job kept others waiting
 * @credit: the credit of its client
 * @ns: card time of the job for which others waited
 *
 * Context: any.
 */
void rcp_credit_use(struct rcp_credit *credit, u64 ns)
{
	if (!ns)
		return;
	rcp_credit_advance(credit);
	credit->ns[credit->slice % RCP_CREDIT_SLICES] += ns;
}

/**
 * rcp_credit_left() - test whether a client has used less than its share of the card
 * @credit: its credit
 * @clients: clients that share the card now, at least 1
 *
 * Context: any.
 * Return: true if jobs of the client may keep others waiting.
 */
bool rcp_credit_left(struct rcp_credit *credit, unsigned int clients)
{
	u64 used = 0;
	unsigned int i;

	rcp_credit_advance(credit);
	for (i = 0; i < RCP_CREDIT_SLICES; i++)
		used += credit->ns[i];
	return used * clients < (u64)RCP_CREDIT_WINDOW_MS * NSEC_PER_MSEC;
}
