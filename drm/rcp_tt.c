// SPDX-License-Identifier: GPL-2.0
/*
 * System pages of buffers: allocate them, charge them to the client, map them for DMA.
 *
 * The driver does not use TTM's pool, because the pool can neither charge pages to a memory
 * cgroup nor unmap them before they are freed.  rcp_gtt.c binds the pages to GPU addresses.
 *
 * When the card leaves, the DMA mappings go.  The pages stay until their buffer is freed:
 * importers and the kernel may still use them, and other threads free buffers meanwhile.
 *
 * Called by TTM with the buffer reserved, or when no other reference to it is left.
 * rcp_tt_unplug() is called at unplug without any reservation.  &rcp_device.tt_lock decides
 * which of rcp_tt_unpopulate() and rcp_tt_unplug() removes the mappings.
 */
#include <linux/dma-mapping.h>
#include <linux/mm.h>
#include <linux/swap.h>
#ifdef CONFIG_X86
#include <asm/set_memory.h>
#endif

#include <drm/drm_drv.h>

#include "rcp_bo.h"

/* Buffers may use all of the machine's memory except an eighth. */
#define RCP_TT_SPARE_SHIFT	3
/* A sixteenth of the memory has to stay available when pages are allocated. */
#define RCP_TT_ROOM_SHIFT	4
/* Allocate pages in blocks of up to 2 MiB. */
#define RCP_TT_MAX_ORDER	9u

/**
 * rcp_tt_limit() - get the limit of system pages for all buffers together
 *
 * Context: any.
 * Return: pages.
 */
unsigned long rcp_tt_limit(void)
{
	unsigned long ram = totalram_pages();

	return ram - (ram >> RCP_TT_SPARE_SHIFT) + get_nr_swap_pages();
}

/**
 * rcp_tt_has_room() - test whether enough memory is available for pages, with some to spare
 * @pages: number of pages
 *
 * Refuses allocations before memory runs out: the OOM killer cannot see which process the
 * pages of a buffer belong to, and would kill another process.
 *
 * Context: any.
 * Return: true if there is enough.
 */
bool rcp_tt_has_room(unsigned long pages)
{
	unsigned long room = max(si_mem_available(), 0l) + get_nr_swap_pages();

	return pages + (totalram_pages() >> RCP_TT_ROOM_SHIFT) <= room;
}

static int rcp_tt_count(struct rcp_device *rdev, unsigned long pages)
{
	if (atomic_long_add_return(pages, &rdev->tt_pages) <= rcp_tt_limit() &&
	    rcp_tt_has_room(pages))
		return 0;
	atomic_long_sub(pages, &rdev->tt_pages);
	return -ENOMEM;
}

/**
 * rcp_tt_create() - create the object for a buffer's system pages
 * @tbo: the buffer
 * @page_flags: TTM_TT_FLAG_*
 *
 * Context: may sleep; called by TTM with the buffer reserved.
 * Return: the object, unpopulated, or NULL.
 */
struct ttm_tt *rcp_tt_create(struct ttm_buffer_object *tbo, u32 page_flags)
{
	struct rcp_device *rdev = rcp_from_ttm(tbo->bdev);
	struct rcp_bo *bo = rcp_bo_is_ours(tbo) ? to_rcp_bo(tbo) : NULL;
	u32 flags = bo ? bo->flags : 0;
	enum ttm_caching caching = ttm_cached;
	/* A pointer for each page. */
	u64 list = (tbo->base.size >> PAGE_SHIFT) * sizeof(struct page *);
	struct rcp_tt *rtt = kzalloc(sizeof(*rtt), GFP_KERNEL_ACCOUNT);

	if (!rtt)
		return NULL;
	rtt->list_pages = PFN_UP(list);
	/*
	 * Do not refuse a small list, which is smaller than the buffer's object, nor an
	 * eviction from VRAM, which TTM would log as an error; rcp_move() refuses that.
	 */
	if (list <= SZ_512 || (bo && rcp_bo_domain(bo) == RADEON_GEM_DOMAIN_VRAM))
		atomic_long_add(rtt->list_pages, &rdev->tt_pages);
	else if (rcp_tt_count(rdev, rtt->list_pages))
		goto free;
	if (flags & RADEON_GEM_GTT_UC)
		caching = ttm_uncached;
	else if (flags & RADEON_GEM_GTT_WC)
		caching = ttm_write_combined;
	/* VRAM that has not been cleared is not copied, so the pages have to be zeroed. */
	if (bo && bo->uncleared)
		page_flags |= TTM_TT_FLAG_ZERO_ALLOC;
	if (ttm_tt_init(&rtt->tt, tbo, page_flags, caching, 0))
		goto uncount;
	rtt->bo = bo;
	INIT_LIST_HEAD(&rtt->mapped);
	return &rtt->tt;

uncount:
	atomic_long_sub(rtt->list_pages, &rdev->tt_pages);
free:
	kfree(rtt);
	return NULL;
}

/* Change the kernel's mapping, too: x86 refuses aliases of a page with different caching. */
static int rcp_tt_set_caching(struct ttm_tt *tt, enum ttm_caching caching)
{
#ifdef CONFIG_X86
	switch (caching) {
	case ttm_write_combined:
		return set_pages_array_wc(tt->pages, tt->num_pages);
	case ttm_uncached:
		return set_pages_array_uc(tt->pages, tt->num_pages);
	default:
		return set_pages_array_wb(tt->pages, tt->num_pages);
	}
#else
	return 0;
#endif
}

/* Free the blocks as they were allocated: page_private of the first page is the order. */
static void rcp_tt_free_pages(struct ttm_tt *tt, pgoff_t n)
{
	unsigned int order;
	pgoff_t i;

	for (i = 0; i < n; i += 1ul << order) {
		order = page_private(tt->pages[i]);
		set_page_private(tt->pages[i], 0);
		__free_pages(tt->pages[i], order);
	}
}

/*
 * Charge the pages to the current process.  Evictions are not charged: another client
 * causes them, and the size of VRAM bounds them.  The flags keep the OOM killer out.
 */
static int rcp_tt_alloc_pages(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	struct ttm_tt *tt = &rtt->tt;
	gfp_t gfp = rdev->dma32 ? GFP_USER | __GFP_DMA32 : GFP_HIGHUSER;
	unsigned int order = RCP_TT_MAX_ORDER;
	struct page *page;
	pgoff_t n = 0, i;

	gfp |= __GFP_NOWARN;
	if (!rtt->evicted)
		gfp |= __GFP_ACCOUNT;
	if (tt->page_flags & TTM_TT_FLAG_ZERO_ALLOC)
		gfp |= __GFP_ZERO;
	while (n < tt->num_pages) {
		order = min_t(unsigned int, order, __fls(tt->num_pages - n));
		if (order)
			page = alloc_pages((gfp & ~__GFP_DIRECT_RECLAIM) | __GFP_NORETRY |
					   __GFP_NOMEMALLOC, order);
		else
			page = alloc_page(gfp | __GFP_RETRY_MAYFAIL);
		if (!page && !order--)
			goto free;
		if (!page)
			continue;
		set_page_private(page, order);
		for (i = 0; i < 1ul << order; i++)
			tt->pages[n++] = page + i;
		cond_resched();
	}
	if (tt->caching == ttm_cached || !rcp_tt_set_caching(tt, tt->caching))
		return 0;
	rcp_tt_set_caching(tt, ttm_cached);
free:
	rcp_tt_free_pages(tt, n);
	return -ENOMEM;
}

static void rcp_tt_put_pages(struct rcp_tt *rtt)
{
	if (rtt->tt.caching != ttm_cached)
		rcp_tt_set_caching(&rtt->tt, ttm_cached);
	rcp_tt_free_pages(&rtt->tt, rtt->tt.num_pages);
}

/* List the blocks in a table.  Adjacent blocks are not merged: finding them costs more. */
static int rcp_tt_list_pieces(struct rcp_tt *rtt)
{
	struct ttm_tt *tt = &rtt->tt;
	struct scatterlist *sg;
	unsigned int n = 0;
	pgoff_t i;
	int ret;

	for (i = 0; i < tt->num_pages; i += 1ul << page_private(tt->pages[i]))
		n++;
	ret = sg_alloc_table(&rtt->own, n, GFP_KERNEL_ACCOUNT);
	if (ret)
		return ret;
	i = 0;
	for_each_sgtable_sg(&rtt->own, sg, n) {
		sg_set_page(sg, tt->pages[i], PAGE_SIZE << page_private(tt->pages[i]), 0);
		i += 1ul << page_private(tt->pages[i]);
	}
	return 0;
}

static int rcp_tt_map(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	struct device *dev = rdev->drm.dev;
	int ret;

	ret = rcp_tt_list_pieces(rtt);
	if (ret)
		return ret;
	ret = dma_map_sgtable(dev, &rtt->own, DMA_BIDIRECTIONAL, 0);
	if (ret) {
		sg_free_table(&rtt->own);
		return ret == -EREMOTEIO ? -ENOMEM : ret;
	}
	mutex_lock(&rdev->tt_lock);
	rtt->sg = &rtt->own;
	list_add(&rtt->mapped, &rdev->mapped_tts);
	mutex_unlock(&rdev->tt_lock);
	return 0;
}

static void rcp_tt_unmap(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	lockdep_assert_held(&rdev->tt_lock);
	if (!rtt->sg)
		return;
	list_del_init(&rtt->mapped);
	dma_unmap_sgtable(rdev->drm.dev, &rtt->own, DMA_BIDIRECTIONAL, 0);
	sg_free_table(&rtt->own);
	rtt->sg = NULL;
}

/*
 * Use the pages of an exporter.  Refuse a table whose length differs from that of the
 * buffer: behind its end, the GART would map memory that is not part of the buffer.
 */
static int rcp_tt_adopt(struct rcp_tt *rtt)
{
	struct ttm_tt *tt = &rtt->tt;
	struct scatterlist *sg;
	u64 size = 0;
	int i;

	if (!tt->sg)
		return -ENODEV;
	for_each_sgtable_dma_sg(tt->sg, sg, i) {
		if (!PAGE_ALIGNED(sg_dma_address(sg)) || !PAGE_ALIGNED(sg_dma_len(sg)))
			return -EINVAL;
		size += sg_dma_len(sg);
	}
	if (size != (u64)tt->num_pages << PAGE_SHIFT)
		return -EINVAL;
	rtt->sg = tt->sg;
	return 0;
}

/**
 * rcp_tt_populate() - allocate system pages and map them for DMA
 * @bdev: TTM's device
 * @tt: the object for the pages
 * @ctx: how to wait; not used
 *
 * Context: may sleep; the buffer is reserved.
 * Return: 0; -ENOMEM; for an import -ENODEV if its attachment is gone, or -EINVAL if its
 * table does not match the buffer.
 */
int rcp_tt_populate(struct ttm_device *bdev, struct ttm_tt *tt, struct ttm_operation_ctx *ctx)
{
	struct rcp_device *rdev = rcp_from_ttm(bdev);
	struct rcp_tt *rtt = to_rcp_tt(tt);
	bool first = !rtt->counted;
	int ret;

	if (tt->page_flags & TTM_TT_FLAG_EXTERNAL)
		return rcp_tt_adopt(rtt);
	if (first && rcp_tt_count(rdev, tt->num_pages))
		return -ENOMEM;
	rtt->counted = true;
	ret = rcp_tt_alloc_pages(rdev, rtt);
	rtt->evicted = false;
	if (!ret) {
		ret = rcp_tt_map(rdev, rtt);
		if (ret)
			rcp_tt_put_pages(rtt);
	}
	if (ret && first) {
		atomic_long_sub(tt->num_pages, &rdev->tt_pages);
		rtt->counted = false;
	}
	return ret;
}

/**
 * rcp_tt_unpopulate() - unmap and free system pages
 * @bdev: TTM's device
 * @tt: the object for the pages; the card does not use them any more
 *
 * Context: may sleep.
 */
void rcp_tt_unpopulate(struct ttm_device *bdev, struct ttm_tt *tt)
{
	struct rcp_device *rdev = rcp_from_ttm(bdev);
	struct rcp_tt *rtt = to_rcp_tt(tt);

	rcp_gtt_unbind(rdev, rtt);
	rcp_windows_unmap(rdev, rtt);
	if (tt->page_flags & TTM_TT_FLAG_EXTERNAL) {
		rtt->sg = NULL;
		return;
	}
	mutex_lock(&rdev->tt_lock);
	rcp_tt_unmap(rdev, rtt);
	mutex_unlock(&rdev->tt_lock);
	rcp_tt_put_pages(rtt);
}

/**
 * rcp_tt_unplug() - drop the DMA mappings of all pages
 * @rdev: the device; no further pages are populated, and the card is stopped
 *
 * Context: may sleep.
 */
void rcp_tt_unplug(struct rcp_device *rdev)
{
	struct rcp_tt *rtt, *next;

	mutex_lock(&rdev->tt_lock);
	list_for_each_entry_safe(rtt, next, &rdev->mapped_tts, mapped)
		rcp_tt_unmap(rdev, rtt);
	mutex_unlock(&rdev->tt_lock);
}

/**
 * rcp_tt_destroy() - free the object for a buffer's system pages
 * @bdev: TTM's device
 * @tt: the object, unpopulated
 *
 * Context: may sleep.
 */
void rcp_tt_destroy(struct ttm_device *bdev, struct ttm_tt *tt)
{
	struct rcp_device *rdev = rcp_from_ttm(bdev);
	struct rcp_tt *rtt = to_rcp_tt(tt);

	ttm_tt_fini(tt);
	atomic_long_sub(rtt->list_pages + (rtt->counted ? tt->num_pages : 0), &rdev->tt_pages);
	kfree(rtt);
}
