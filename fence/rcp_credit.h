/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Credit: the card time that a client may take from others before its jobs are limited.
 *
 * A job cannot be preempted, so one long job makes all other clients wait.  That is no fault
 * as long as it is rare.  A client has credit while its jobs have kept others waiting for less
 * than its share of the last minute; with credit, a job has the long timeout, without credit the
 * short one.  Time for which no other client waited costs nothing.  The clients of a user share a
 * credit for long jobs, because a process can fork.
 */
#ifndef RCP_CREDIT_H
#define RCP_CREDIT_H

#include <linux/types.h>

/* The last minute, in slices */
#define RCP_CREDIT_SLICES	12u
#define RCP_CREDIT_SLICE_MS	5000u
#define RCP_CREDIT_WINDOW_MS	(RCP_CREDIT_SLICES * RCP_CREDIT_SLICE_MS)

/**
 * struct rcp_credit - for how long jobs of a client kept others waiting; serialised by the caller
 * @ns: card time by slice; a ring buffer
 * @slice: the slice that was used last, counted from boot
 */
struct rcp_credit {
	u64 ns[RCP_CREDIT_SLICES];
	u64 slice;
};

void rcp_credit_use(struct rcp_credit *credit, u64 ns);
bool rcp_credit_left(struct rcp_credit *credit, unsigned int clients);

#endif /* RCP_CREDIT_H */
