// SPDX-License-Identifier: GPL-2.0
/* DMA operations take physical addresses instead of pages. */
#include <linux/dma-map-ops.h>

dma_addr_t rcp_probe(const struct dma_map_ops *ops, struct device *dev);
dma_addr_t rcp_probe(const struct dma_map_ops *ops, struct device *dev)
{
	return ops->map_phys(dev, 0, PAGE_SIZE, DMA_BIDIRECTIONAL, 0);
}
