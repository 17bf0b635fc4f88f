// SPDX-License-Identifier: GPL-2.0
/*
 * System pages of buffers: allocate them, charge them to the client, map them for DMA.
 *
 * The driver does not use TTM's pool, because the pool can neither charge pages to a memory
 * cgroup nor unmap them before they are freed.  rcp_gtt.c binds the pages to GPU addresses.
 *
 * TTM neither counts the pages nor swaps them out (TTM_TT_FLAG_EXTERNAL): above its limit each
 * allocation would walk all buffers of the machine, and a copy to shmem can end in the OOM killer.
 * rcp_tt_limit() bounds them instead.
 *
 * If the bus bounces the pages (rcp_bus.c), they come from dma_alloc_coherent() instead, page by
 * page.
 *
 * When the card leaves, the DMA mappings go.  The pages stay until their buffer is freed:
 * importers and the kernel may still use them, and other threads free buffers at the same time.
 *
 * Called by TTM with the buffer reserved, or when no other reference to it is left.
 * rcp_tt_unplug() is called at unplug without any reservation.  &rcp_device.tt_lock decides
 * which of rcp_tt_unpopulate() and rcp_tt_unplug() removes the mappings.
 */
#include <linux/dma-mapping.h>
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/swap.h>
#include <linux/vmalloc.h>
#ifdef CONFIG_X86
#include <asm/set_memory.h>
#endif

#include "rcp_bo.h"

/* Buffers may use all of the machine's memory except an eighth. */
#define RCP_TT_SPARE_SHIFT	3
/* A sixteenth of the memory must stay available when pages are allocated. */
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

	return ram - (ram >> RCP_TT_SPARE_SHIFT);
}

/*
 * Test whether enough memory is available for pages, with some to spare.  Refuses allocations
 * before memory runs out: the OOM killer cannot see which process the pages of a buffer belong
 * to, and would kill another process.  Swap counts, because other memory can go there.
 */
static bool rcp_tt_has_room(unsigned long pages)
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

/* Pages of a buffer and of the list of them. */
static unsigned long rcp_tt_cost(const struct ttm_tt *tt)
{
	return tt->num_pages + PFN_UP(tt->num_pages * sizeof(*tt->pages));
}

/**
 * rcp_tt_create() - create the object for a buffer's system pages
 * @tbo: the buffer
 * @page_flags: TTM_TT_FLAG_*
 *
 * Does not use ttm_tt_init(), which would allocate the list of the pages, although the buffer
 * may never have any, and would not charge it.
 *
 * Context: may sleep; called by TTM with the buffer reserved.
 * Return: the object, unpopulated, or NULL.
 */
struct ttm_tt *rcp_tt_create(struct ttm_buffer_object *tbo, u32 page_flags)
{
	struct rcp_bo *bo = rcp_bo_is_ours(tbo) ? to_rcp_bo(tbo) : NULL;
	struct rcp_payer *payer = bo ? bo->payer : NULL;
	u32 flags = bo ? bo->flags : 0;
	struct mem_cgroup *before;
	struct rcp_tt *rtt;

	before = set_active_memcg(payer ? payer->memcg : NULL);
	rtt = kzalloc(sizeof(*rtt), RCP_GFP_ACCOUNT);
	set_active_memcg(before);
	if (!rtt && bo && rcp_bo_domain(bo) == RADEON_GEM_DOMAIN_VRAM &&
	    payer && rcp_payer_may_owe(payer))
		rtt = kzalloc(sizeof(*rtt), GFP_KERNEL | __GFP_NOWARN);
	if (!rtt)
		return NULL;
	/* TTM has set the flag of an import, whose pages only the exporter maps. */
	if (!(page_flags & TTM_TT_FLAG_EXTERNAL))
		page_flags |= TTM_TT_FLAG_EXTERNAL | TTM_TT_FLAG_EXTERNAL_MAPPABLE;
	rtt->tt.page_flags = page_flags;
	rtt->tt.num_pages = PFN_UP(tbo->base.size);
	rtt->tt.sg = tbo->sg;
	rtt->tt.caching = ttm_cached;
	if (flags & RADEON_GEM_GTT_UC)
		rtt->tt.caching = ttm_uncached;
	else if (flags & RADEON_GEM_GTT_WC)
		rtt->tt.caching = ttm_write_combined;
	rtt->bo = bo;
	rtt->payer = payer;
	INIT_LIST_HEAD(&rtt->mapped);
	return &rtt->tt;
}

/* Also change the kernel's mapping: x86 refuses aliases of a page with different caching. */
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

/*
 * Free the blocks as they were allocated, and the list of them: page_private of the first page
 * is the order; 0 for pages of dma_alloc_coherent().
 */
static void rcp_tt_free_pages(struct ttm_tt *tt, pgoff_t n)
{
	unsigned int order;
	pgoff_t i;

	for (i = 0; i < n; i += 1ul << order) {
		order = page_private(tt->pages[i]);
		set_page_private(tt->pages[i], 0);
		__free_pages(tt->pages[i], order);
	}
	kvfree(tt->pages);
	tt->pages = NULL;
}

/*
 * All pages are zeroed, also those that the card fills: an error between the two must not show
 * a client what was in them.  The flags keep the OOM killer out.
 */
static int rcp_tt_alloc_pages(struct rcp_device *rdev, struct rcp_tt *rtt, gfp_t account)
{
	gfp_t gfp = rcp_bus_gfp(rdev) | __GFP_NOWARN | account;
	struct ttm_tt *tt = &rtt->tt;
	unsigned int order = RCP_TT_MAX_ORDER;
	struct page *page;
	pgoff_t n = 0, i;

	tt->pages = kvmalloc_array(tt->num_pages, sizeof(*tt->pages), GFP_KERNEL | account |
				   __GFP_RETRY_MAYFAIL | __GFP_NOWARN);
	if (!tt->pages)
		return -ENOMEM;
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
static int rcp_tt_list_pieces(struct rcp_tt *rtt, gfp_t account)
{
	struct ttm_tt *tt = &rtt->tt;
	struct scatterlist *sg;
	unsigned int n = 0;
	pgoff_t i;
	int ret;

	for (i = 0; i < tt->num_pages; i += 1ul << page_private(tt->pages[i]))
		n++;
	ret = sg_alloc_table(&rtt->own, n, GFP_KERNEL | account | __GFP_RETRY_MAYFAIL |
			     __GFP_NOWARN);
	if (ret)
		return ret;
	i = 0;
	for_each_sgtable_sg(&rtt->own, sg, n) {
		sg_set_page(sg, tt->pages[i], PAGE_SIZE << page_private(tt->pages[i]), 0);
		i += 1ul << page_private(tt->pages[i]);
	}
	return 0;
}

static void rcp_tt_mapped(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	mutex_lock(&rdev->tt_lock);
	rtt->sg = &rtt->own;
	list_add(&rtt->mapped, &rdev->mapped_tts);
	mutex_unlock(&rdev->tt_lock);
}

/* Returns -EXDEV if the bus uses or lacks bounce buffers. */
static int rcp_tt_map(struct rcp_device *rdev, struct rcp_tt *rtt, gfp_t account)
{
	struct device *dev = rdev->drm.dev;
	int ret;

	ret = rcp_tt_list_pieces(rtt, account);
	if (ret)
		return ret;
	ret = dma_map_sgtable(dev, &rtt->own, DMA_BIDIRECTIONAL, DMA_ATTR_NO_WARN);
	if (!ret && rcp_bus_is_direct(dev, &rtt->own)) {
		rcp_tt_mapped(rdev, rtt);
		return 0;
	}
	if (!ret)
		dma_unmap_sgtable(dev, &rtt->own, DMA_BIDIRECTIONAL, DMA_ATTR_SKIP_CPU_SYNC);
	sg_free_table(&rtt->own);
	return !ret || ret == -EIO ? -EXDEV : -ENOMEM;
}

/* ---- pages of dma_alloc_coherent() ---- */

static void rcp_tt_free_coherent(struct device *dev, struct scatterlist *sg)
{
	dma_free_coherent(dev, PAGE_SIZE, page_address(sg_page(sg)), sg_dma_address(sg));
}

/*
 * The reference keeps the page until rcp_tt_put_pages(), because clients may have it mapped
 * after the card has left.
 */
static void rcp_tt_unmap_coherent(struct device *dev, struct rcp_tt *rtt)
{
	struct scatterlist *sg;
	int i;

	for_each_sgtable_sg(&rtt->own, sg, i) {
		get_page(sg_page(sg));
		rcp_tt_free_coherent(dev, sg);
	}
}

static void rcp_tt_unmap(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	lockdep_assert_held(&rdev->tt_lock);
	if (!rtt->sg)
		return;
	list_del_init(&rtt->mapped);
	if (rtt->coherent)
		rcp_tt_unmap_coherent(rdev->drm.dev, rtt);
	else
		dma_unmap_sgtable(rdev->drm.dev, &rtt->own, DMA_BIDIRECTIONAL, 0);
	sg_free_table(&rtt->own);
	rtt->coherent = false;
	rtt->sg = NULL;
}

/* Allocate a page of its own for each entry of the table: pages of a block have no references. */
static int rcp_tt_fill_coherent(struct device *dev, struct rcp_tt *rtt, gfp_t account)
{
	gfp_t gfp = GFP_USER | __GFP_RETRY_MAYFAIL | __GFP_NOWARN | account;
	struct scatterlist *sg, *filled;
	dma_addr_t bus;
	void *cpu;
	int i, n;

	for_each_sgtable_sg(&rtt->own, sg, i) {
		cpu = dma_alloc_coherent(dev, PAGE_SIZE, &bus, gfp);
		if (!cpu)
			break;
		/* Pages that are mapped anew have no kernel address of their own. */
		if (is_vmalloc_addr(cpu)) {
			dma_free_coherent(dev, PAGE_SIZE, cpu, bus);
			break;
		}
		sg_set_page(sg, virt_to_page(cpu), PAGE_SIZE, 0);
		sg_dma_address(sg) = bus;
		sg_dma_len(sg) = PAGE_SIZE;
		rtt->tt.pages[i] = sg_page(sg);
		cond_resched();
	}
	if (i == rtt->own.nents)
		return 0;
	n = i;
	for_each_sg(rtt->own.sgl, filled, n, i)
		rcp_tt_free_coherent(dev, filled);
	return -ENOMEM;
}

static int rcp_tt_alloc_coherent(struct rcp_device *rdev, struct rcp_tt *rtt, gfp_t account)
{
	gfp_t gfp = GFP_KERNEL | account | __GFP_RETRY_MAYFAIL | __GFP_NOWARN;
	struct device *dev = rdev->drm.dev;
	struct ttm_tt *tt = &rtt->tt;

	if (tt->num_pages > UINT_MAX)
		return -ENOMEM;
	tt->pages = kvmalloc_array(tt->num_pages, sizeof(*tt->pages), gfp);
	if (!tt->pages)
		return -ENOMEM;
	if (sg_alloc_table(&rtt->own, tt->num_pages, gfp))
		goto free_list;
	if (rcp_tt_fill_coherent(dev, rtt, account))
		goto free_table;
	rtt->coherent = true;
	rcp_tt_mapped(rdev, rtt);
	if (tt->caching == ttm_cached || !rcp_tt_set_caching(tt, tt->caching))
		return 0;
	mutex_lock(&rdev->tt_lock);
	rcp_tt_unmap(rdev, rtt);
	mutex_unlock(&rdev->tt_lock);
	rcp_tt_put_pages(rtt);
	return -ENOMEM;

free_table:
	sg_free_table(&rtt->own);
free_list:
	kvfree(tt->pages);
	tt->pages = NULL;
	return -ENOMEM;
}

/*
 * Use the pages of an exporter.  Refuse a table whose length differs from the length of the
 * buffer: past its end, the GART would map memory that is not part of the buffer.  Refuse
 * addresses that the card does not have, because the GART would map others.
 */
static int rcp_tt_adopt(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	u64 last = dma_get_mask(rdev->drm.dev);
	struct ttm_tt *tt = &rtt->tt;
	struct scatterlist *sg;
	u64 size = 0;
	int i;

	if (!tt->sg)
		return -ENODEV;
	for_each_sgtable_dma_sg(tt->sg, sg, i) {
		if (!PAGE_ALIGNED(sg_dma_address(sg)) || !PAGE_ALIGNED(sg_dma_len(sg)) ||
		    sg_dma_address(sg) > last || sg_dma_len(sg) > last - sg_dma_address(sg) + 1)
			return -EINVAL;
		size += sg_dma_len(sg);
	}
	if (size != (u64)tt->num_pages << PAGE_SHIFT)
		return -EINVAL;
	rtt->sg = tt->sg;
	return 0;
}

static int rcp_tt_alloc(struct rcp_device *rdev, struct rcp_tt *rtt, gfp_t account)
{
	int ret;

	if (READ_ONCE(rdev->coherent))
		return rcp_tt_alloc_coherent(rdev, rtt, account);
	ret = rcp_tt_alloc_pages(rdev, rtt, account);
	if (ret)
		return ret;
	ret = rcp_tt_map(rdev, rtt, account);
	if (ret)
		rcp_tt_put_pages(rtt);
	if (ret != -EXDEV)
		return ret;
	rcp_bus_set_coherent(rdev);
	return rcp_tt_alloc_coherent(rdev, rtt, account);
}

/* Charge the pages to the payer, or let it owe those that must leave VRAM. */
static int rcp_tt_alloc_paid(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	struct mem_cgroup *before = set_active_memcg(rtt->payer->memcg);
	int ret = rcp_tt_alloc(rdev, rtt, __GFP_ACCOUNT);

	set_active_memcg(before);
	if (ret != -ENOMEM || !rtt->evicted || !rcp_payer_may_owe(rtt->payer))
		return ret;
	ret = rcp_tt_alloc(rdev, rtt, 0);
	if (!ret) {
		rtt->unpaid = rcp_tt_cost(&rtt->tt);
		atomic_long_add(rtt->unpaid, &rtt->payer->unpaid);
	}
	return ret;
}

/* Count the pages in /proc/meminfo, as TTM's pool does on kernels that have a line for them. */
static void rcp_tt_show_pages(const struct ttm_tt *tt, int sign)
{
	unsigned long n;
	pgoff_t i;

	for (i = 0; i < tt->num_pages; i += n) {
		n = 1ul << page_private(tt->pages[i]);
		rcp_compat_show_gpu_pages(tt->pages[i], sign * (long)n);
	}
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
	int ret;

	if (rcp_tt_is_import(tt))
		return rcp_tt_adopt(rdev, rtt);
	if (rcp_tt_count(rdev, rcp_tt_cost(tt)))
		return -ENOMEM;
	if (rtt->payer)
		ret = rcp_tt_alloc_paid(rdev, rtt);
	else
		ret = rcp_tt_alloc(rdev, rtt, 0);
	if (ret)
		atomic_long_sub(rcp_tt_cost(tt), &rdev->tt_pages);
	else
		rcp_tt_show_pages(tt, 1);
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
	if (rcp_tt_is_import(tt)) {
		rtt->sg = NULL;
		return;
	}
	mutex_lock(&rdev->tt_lock);
	rcp_tt_unmap(rdev, rtt);
	mutex_unlock(&rdev->tt_lock);
	rcp_tt_show_pages(tt, -1);
	rcp_tt_put_pages(rtt);
	atomic_long_sub(rcp_tt_cost(tt), &rdev->tt_pages);
	if (rtt->unpaid)
		atomic_long_sub(rtt->unpaid, &rtt->payer->unpaid);
	rtt->unpaid = 0;
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
	ttm_tt_fini(tt);
	kfree(to_rcp_tt(tt));
}
