// SPDX-License-Identifier: GPL-2.0
/*
 * Sizes and usage of the heaps, without the reserved ranges of VRAM, which no client can use.
 *
 * rcp_bo.c and rcp_cs_place.c check limits here; the ioctls and debugfs report the figures.
 * No lock is held, so the usage may be stale.
 */
#include "rcp_bo_types.h"

static u64 rcp_heap_reserved(const struct rcp_card *card)
{
	u64 size = 0;
	u32 i;

	for (i = 0; i < card->vram.nreserved; i++)
		size += card->vram.reserved[i].size;
	return size;
}

/**
 * rcp_heap_usage() - get the bytes of a heap that buffers occupy
 * @rdev: the device
 * @mem_type: TTM_PL_VRAM or TTM_PL_TT
 *
 * Context: any.
 * Return: bytes.
 */
u64 rcp_heap_usage(struct rcp_device *rdev, u32 mem_type)
{
	u64 usage = ttm_resource_manager_usage(ttm_manager_type(&rdev->ttm, mem_type));

	if (mem_type == TTM_PL_VRAM)
		usage -= min(usage, rcp_heap_reserved(&rdev->card));
	return usage;
}

/**
 * rcp_heap_size() - get the bytes of a heap that the buffers of one submission can occupy
 * @rdev: the device
 * @mem_type: TTM_PL_VRAM or TTM_PL_TT
 *
 * Context: any.
 * Return: bytes.
 */
u64 rcp_heap_size(const struct rcp_device *rdev, u32 mem_type)
{
	const struct rcp_card *card = &rdev->card;

	if (mem_type == TTM_PL_TT)
		return (u64)(card->gart.pages - card->gart.client_first_page -
			     RCP_WINDOWS * RCP_WINDOW_PAGES) << PAGE_SHIFT;
	return card->vram.size - rcp_heap_reserved(card);
}

/**
 * rcp_heap_max_bo_size() - get the size of the largest buffer that a submission can use
 * @rdev: the device
 * @domains: the heaps where it may be, RADEON_GEM_DOMAIN_* bits
 *
 * Context: any.
 * Return: bytes.
 */
u64 rcp_heap_max_bo_size(const struct rcp_device *rdev, u32 domains)
{
	u64 size = rcp_heap_size(rdev, TTM_PL_TT);

	return domains & RADEON_GEM_DOMAIN_VRAM ? max(rdev->card.vram.size, size) : size;
}
