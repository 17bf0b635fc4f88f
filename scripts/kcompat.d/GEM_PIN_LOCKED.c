// SPDX-License-Identifier: GPL-2.0
/*
 * drm_gem_object_funcs.pin is called with the reservation held.  The same change
 * exported the function by which it is recognised.
 */
#include <drm/drm_gem_shmem_helper.h>

int (*rcp_probe)(struct drm_gem_shmem_object *shmem) = drm_gem_shmem_pin_locked;
