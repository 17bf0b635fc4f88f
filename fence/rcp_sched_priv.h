/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What rcp_sched.c and rcp_reset.c share.  Nobody above includes this.
 */
#ifndef RCP_SCHED_PRIV_H
#define RCP_SCHED_PRIV_H

#include "rcp_sched.h"

int rcp_sched_emit(struct rcp_sched *sched, struct rcp_job *job);
void rcp_sched_forget(struct rcp_sched *sched);
enum drm_gpu_sched_stat rcp_sched_timedout_job(struct drm_sched_job *base);

#endif /* RCP_SCHED_PRIV_H */
