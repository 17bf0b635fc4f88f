// SPDX-License-Identifier: GPL-2.0
/* Flags say how TTM allocates pages. */
#include <drm/ttm/ttm_allocation.h>
#include <drm/ttm/ttm_pool.h>

bool rcp_probe(const struct ttm_pool *pool);
bool rcp_probe(const struct ttm_pool *pool)
{
	return pool->alloc_flags & TTM_ALLOCATION_POOL_USE_DMA_ALLOC;
}
