// SPDX-License-Identifier: GPL-2.0
/* The scheduler asks prepare_job for one more fence; dependency in older kernels. */
#include <drm/gpu_scheduler.h>

const struct drm_sched_backend_ops rcp_probe = { .prepare_job = NULL };
