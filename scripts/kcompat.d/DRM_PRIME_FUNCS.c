// SPDX-License-Identifier: GPL-2.0
/* A driver names the functions that share buffers, or none can be shared. */
#include <drm/drm_drv.h>
#include <drm/drm_gem.h>

struct drm_driver rcp_probe = { .gem_prime_mmap = NULL };
