// SPDX-License-Identifier: GPL-2.0
/* drm_dev_wedged_event() tells userspace of a reset, and may name the task. */
#include <drm/drm_device.h>
#include <drm/drm_drv.h>

int rcp_probe(struct drm_device *drm);
int rcp_probe(struct drm_device *drm)
{
	return drm_dev_wedged_event(drm, DRM_WEDGE_RECOVERY_NONE, NULL);
}
