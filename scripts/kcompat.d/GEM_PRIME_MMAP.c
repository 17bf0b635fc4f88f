// SPDX-License-Identifier: GPL-2.0
/* A driver has to say that its shared buffers can be mapped. */
#include <drm/drm_drv.h>

struct drm_driver rcp_probe = { .gem_prime_mmap = NULL };
