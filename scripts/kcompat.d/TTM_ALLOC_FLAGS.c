// SPDX-License-Identifier: GPL-2.0
/* TTM takes flags for the allocation of pages. */
#include <drm/ttm/ttm_allocation.h>
#include <drm/ttm/ttm_pool.h>

bool rcp_probe(const struct ttm_pool *pool);
bool rcp_probe(const struct ttm_pool *pool)
{
	return pool->alloc_flags & TTM_ALLOCATION_POOL_USE_DMA_ALLOC;
}
