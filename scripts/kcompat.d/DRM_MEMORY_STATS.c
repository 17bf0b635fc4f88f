// SPDX-License-Identifier: GPL-2.0
/* The DRM core prints the memory lines of fdinfo. */
#include <linux/types.h>
#include <drm/drm_file.h>
#include <drm/drm_gem.h>

void rcp_probe(struct drm_printer *p);
void rcp_probe(struct drm_printer *p)
{
	struct drm_memory_stats stats = { .private = 1 };

	drm_print_memory_stats(p, &stats, DRM_GEM_OBJECT_RESIDENT, "vram");
}
