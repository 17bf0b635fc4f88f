/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Jobs, from the ioctl to the ring.
 *
 * drm/ creates a job with all the memory that it needs (rcp_account_take() and rcp_job_init(),
 * which may sleep and allocate), adds its dependencies, and pushes it.  From then on the job is
 * written to the ring in its turn, without allocating or taking a reservation lock, and freed after
 * its fence has signalled.  rcp_reset.c detects hangs, resets the card and runs the jobs of
 * innocent queues again.
 *
 * rcp_sched_types.h has the order of the locks.
 */
#ifndef RCP_SCHED_H
#define RCP_SCHED_H

#include "rcp_queue.h"
#include "rcp_sched_types.h"

/* rcp_sched.c */
int rcp_sched_setup(void);
void rcp_sched_cleanup(void);
int rcp_sched_init(struct rcp_sched *sched, struct rcp_card *card,
		   const struct rcp_sched_ops *ops);
void rcp_sched_fini(struct rcp_sched *sched);
void rcp_sched_push(struct rcp_job *job);
bool rcp_sched_direct_may(const struct rcp_job *job);
bool rcp_sched_direct_begin(struct rcp_job *job);
u64 rcp_sched_direct_end(struct rcp_job *job);
void rcp_sched_queue(struct rcp_job *job);

/* rcp_reset.c */
void rcp_reset_init(struct rcp_sched *sched, unsigned int timeout_ms, unsigned int shared_ms);
bool rcp_reset_set_engine(struct rcp_sched *sched, u32 khz);
bool rcp_reset_busy(struct rcp_sched *sched, u64 *busy_ns);
void rcp_reset_quiesce(struct rcp_sched *sched);
void rcp_reset_suspend(struct rcp_sched *sched);
void rcp_reset_resume(struct rcp_sched *sched, int error);
void rcp_reset_fail(struct rcp_sched *sched);
void rcp_reset_close(struct rcp_sched *sched);

#endif /* RCP_SCHED_H */
