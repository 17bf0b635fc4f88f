// SPDX-License-Identifier: GPL-2.0
/* drm_sched_init() takes a struct (6.1.191 and 6.15) rather than a list of arguments. */
#include <drm/gpu_scheduler.h>

int rcp_probe(struct drm_gpu_scheduler *sched, const struct drm_sched_init_args *args);
int rcp_probe(struct drm_gpu_scheduler *sched, const struct drm_sched_init_args *args)
{
	return drm_sched_init(sched, args);
}
