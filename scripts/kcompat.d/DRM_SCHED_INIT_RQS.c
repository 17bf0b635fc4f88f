// SPDX-License-Identifier: GPL-2.0
/* drm_sched_init() takes a submit workqueue and a number of run queues. */
#include <drm/gpu_scheduler.h>

int rcp_probe(struct drm_gpu_scheduler *sched, const struct drm_sched_backend_ops *ops);
int rcp_probe(struct drm_gpu_scheduler *sched, const struct drm_sched_backend_ops *ops)
{
	return drm_sched_init(sched, ops, NULL, 1, 1, 0, 0, NULL, NULL, "", NULL);
}
