// SPDX-License-Identifier: GPL-2.0
/* A driver needs a hook for mmap of shared buffers. */
#include <drm/drm_drv.h>

struct drm_driver rcp_probe = { .gem_prime_mmap = NULL };
