// SPDX-License-Identifier: GPL-2.0
/* The memory lines of fdinfo have "active" only if the driver requests it. */
#include <linux/types.h>
#include <drm/drm_gem.h>

enum drm_gem_object_status rcp_probe = DRM_GEM_OBJECT_ACTIVE;
