// SPDX-License-Identifier: GPL-2.0
/*
 * drm_gem_object_funcs.vmap is called with the reservation held.  The same change
 * added the function that takes it.
 */
#include <linux/dma-buf.h>

int (*rcp_probe)(struct dma_buf *dmabuf, struct iosys_map *map) = dma_buf_vmap_unlocked;
