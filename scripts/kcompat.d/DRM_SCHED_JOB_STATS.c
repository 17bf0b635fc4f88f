// SPDX-License-Identifier: GPL-2.0
/* A job has a reference to the statistics of its entity. */
#include <drm/gpu_scheduler.h>

void *rcp_probe(struct drm_sched_job *job);
void *rcp_probe(struct drm_sched_job *job)
{
	return job->entity_stats;
}
