// SPDX-License-Identifier: GPL-2.0
/* A driver has a date. */
#include <drm/drm_drv.h>

struct drm_driver rcp_probe = { .date = "" };
