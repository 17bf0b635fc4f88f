// SPDX-License-Identifier: GPL-2.0
/* dma_fence_set_deadline() says when a waiter needs a fence. */
#include <linux/dma-fence.h>

void rcp_probe(struct dma_fence *fence, ktime_t deadline);
void rcp_probe(struct dma_fence *fence, ktime_t deadline)
{
	dma_fence_set_deadline(fence, deadline);
}
