// SPDX-License-Identifier: GPL-2.0
/* drm_sched_start() takes the error of jobs without a fence. */
#include <drm/gpu_scheduler.h>

void (*rcp_probe)(struct drm_gpu_scheduler *sched, int errno) = drm_sched_start;
