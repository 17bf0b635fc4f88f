// SPDX-License-Identifier: GPL-2.0
/* The status of a handled timeout is called RESET. */
#include <drm/gpu_scheduler.h>

enum drm_gpu_sched_stat rcp_probe = DRM_GPU_SCHED_STAT_RESET;
