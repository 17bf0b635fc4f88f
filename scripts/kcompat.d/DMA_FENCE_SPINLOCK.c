// SPDX-License-Identifier: GPL-2.0
/* A fence may have its own lock, so dma_fence_spinlock() finds it. */
#include <linux/dma-fence.h>

spinlock_t *rcp_probe(struct dma_fence *fence);
spinlock_t *rcp_probe(struct dma_fence *fence)
{
	return dma_fence_spinlock(fence);
}
