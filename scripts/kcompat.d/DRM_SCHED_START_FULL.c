// SPDX-License-Identifier: GPL-2.0
/* drm_sched_start() has an argument for full recovery. */
#include <drm/gpu_scheduler.h>

_Static_assert(__builtin_types_compatible_p(typeof(&drm_sched_start),
	void (*)(struct drm_gpu_scheduler *, bool)), "");
