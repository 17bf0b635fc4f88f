// SPDX-License-Identifier: GPL-2.0
/* A placement has a separate list of places that are worth an eviction. */
#include <drm/ttm/ttm_placement.h>

struct ttm_placement rcp_probe = { .num_busy_placement = 1 };
