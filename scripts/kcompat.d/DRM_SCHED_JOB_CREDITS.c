// SPDX-License-Identifier: GPL-2.0
/* A job has a number of credits. */
#include <drm/gpu_scheduler.h>

int rcp_probe(struct drm_sched_job *job, struct drm_sched_entity *entity, void *owner);
int rcp_probe(struct drm_sched_job *job, struct drm_sched_entity *entity, void *owner)
{
	return drm_sched_job_init(job, entity, 1, owner);
}
