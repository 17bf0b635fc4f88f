// SPDX-License-Identifier: GPL-2.0
/* Device memory is charged to a cgroup; its size is an argument. */
#include <drm/drm_drv.h>
#include <drm/ttm/ttm_resource.h>

int rcp_probe(struct drm_device *drm, struct ttm_resource_manager *man, u64 size);
int rcp_probe(struct drm_device *drm, struct ttm_resource_manager *man, u64 size)
{
	man->cg = drmm_cgroup_register_region(drm, "vram", size);
	return IS_ERR(man->cg);
}
