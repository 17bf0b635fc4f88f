// SPDX-License-Identifier: GPL-2.0
/* Device memory is charged to a cgroup; a struct describes it. */
#include <linux/cgroup_dmem.h>
#include <drm/drm_drv.h>
#include <drm/ttm/ttm_resource.h>

int rcp_probe(struct drm_device *drm, struct ttm_resource_manager *man, u64 bytes);
int rcp_probe(struct drm_device *drm, struct ttm_resource_manager *man, u64 bytes)
{
	man->cg = drmm_cgroup_register_region(drm, "vram",
					      &(const struct dmem_cgroup_init){ .size = bytes });
	return IS_ERR(man->cg);
}
