// SPDX-License-Identifier: GPL-2.0
/* drm_sched_start() asks whether recovery is full. */
#include <drm/gpu_scheduler.h>

void (*rcp_probe)(struct drm_gpu_scheduler *sched, bool full) = drm_sched_start;
