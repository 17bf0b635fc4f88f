// SPDX-License-Identifier: GPL-2.0
/* The struct that drm_sched_init() takes has a number of run queues. */
#include <drm/gpu_scheduler.h>

struct drm_sched_init_args rcp_probe = { .num_rqs = DRM_SCHED_PRIORITY_COUNT };
