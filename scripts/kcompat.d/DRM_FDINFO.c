// SPDX-License-Identifier: GPL-2.0
/* The DRM core prints fdinfo and asks the driver for its part. */
#include <drm/drm_drv.h>
#include <drm/drm_file.h>

struct drm_driver rcp_probe = { .show_fdinfo = NULL };
