// SPDX-License-Identifier: GPL-2.0
/* One delayed work frees the buffers that were closed while busy, not a queue of works. */
#include <drm/ttm/ttm_device.h>

int rcp_probe(struct ttm_device *bdev);
int rcp_probe(struct ttm_device *bdev)
{
	return work_pending(&bdev->wq.work);
}
