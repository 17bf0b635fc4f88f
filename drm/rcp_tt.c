// SPDX-License-Identifier: GPL-2.0
/*
 * System pages of buffers: allocated by TTM, mapped for the bus, bound in the
 * GART.
 *
 * When the card leaves, its mappings go.  The pages stay until their buffer goes:
 * other devices and the kernel may still be using them, and buffers are being
 * freed meanwhile.
 *
 * Called by TTM with the buffer reserved, or when nobody knows it any more, and
 * rcp_tt_unplug() without any reservation.  &rcp_device.tt_lock decides who takes
 * the mappings away.
 */
#include <linux/dma-mapping.h>
#include <linux/mm.h>
#include <linux/swap.h>

#include <drm/drm_drv.h>
#include <drm/drm_prime.h>

#include "rcp_bo.h"

/**
 * struct rcp_tt - system pages of a buffer
 * @tt: TTM's side of it
 * @first_page: where it is bound in the GART
 * @count: how many pages are bound there; 0 if it is not
 * @dma_address: the memory for @tt.dma_address
 * @list_pages: how many pages the lists of pages take; they are counted
 * @counted: so are the pages, since they were there first.  TTM may have them in shmem
 *	meanwhile, which takes as much.
 * @mapped: in &rcp_device.mapped_tts while they are mapped for the bus.  Protected by
 *	&rcp_device.tt_lock.
 */
struct rcp_tt {
	struct ttm_tt tt;
	u32 first_page;
	u32 count;
	dma_addr_t *dma_address;
	unsigned long list_pages;
	bool counted;
	struct list_head mapped;
};

#define to_rcp_tt(x) container_of(x, struct rcp_tt, tt)

/* Of the machine's memory, this part is not for buffers: an eighth. */
#define RCP_TT_SPARE_SHIFT	3
/* That much has to be available still when pages are taken: a sixteenth. */
#define RCP_TT_ROOM_SHIFT	4

/**
 * rcp_tt_most - how many system pages all buffers together may have
 *
 * Return: pages.
 */
unsigned long rcp_tt_most(void)
{
	unsigned long ram = totalram_pages();

	return ram - (ram >> RCP_TT_SPARE_SHIFT) + get_nr_swap_pages();
}

/*
 * Pages of a buffer are nobody's in the eyes of the OOM killer, and it would take
 * somebody else for them: nothing is begun that cannot be, or that would leave others
 * without what is theirs.  TTM makes room for pages by copying others to shmem, and
 * needs memory for that, too, before it has any back.
 */
static bool rcp_tt_fits(unsigned long all, unsigned long pages)
{
	unsigned long room = max(si_mem_available(), 0l) + get_nr_swap_pages();

	return all <= rcp_tt_most() && pages + (totalram_pages() >> RCP_TT_ROOM_SHIFT) <= room;
}

static int rcp_tt_count(struct rcp_device *rdev, unsigned long pages)
{
	if (rcp_tt_fits(atomic_long_add_return(pages, &rdev->tt_pages), pages))
		return 0;
	atomic_long_sub(pages, &rdev->tt_pages);
	return -ENOMEM;
}

/* What a pointer and an address for each page take. */
static unsigned long rcp_tt_list_pages(const struct ttm_buffer_object *tbo)
{
	return PFN_UP((tbo->base.size >> PAGE_SHIFT) *
		      (sizeof(struct page *) + sizeof(dma_addr_t)));
}

/**
 * rcp_tt_has_room - could a buffer that has none get system pages now?
 * @rdev: the device
 * @tbo: the buffer
 *
 * Context: any.
 */
bool rcp_tt_has_room(struct rcp_device *rdev, const struct ttm_buffer_object *tbo)
{
	unsigned long pages = (tbo->base.size >> PAGE_SHIFT) + rcp_tt_list_pages(tbo);

	return rcp_tt_fits(atomic_long_read(&rdev->tt_pages) + pages, pages);
}

/**
 * rcp_tt_create - TTM wants system pages for a buffer
 * @tbo: the buffer
 * @page_flags: TTM_TT_FLAG_*
 *
 * Return: them, unpopulated, or NULL.
 */
struct ttm_tt *rcp_tt_create(struct ttm_buffer_object *tbo, u32 page_flags)
{
	struct rcp_device *rdev = rcp_from_ttm(tbo->bdev);
	u32 flags = rcp_bo_is_ours(tbo) ? to_rcp_bo(tbo)->flags : 0;
	enum ttm_caching caching = ttm_cached;
	struct rcp_tt *rtt = kzalloc(sizeof(*rtt), GFP_KERNEL_ACCOUNT);

	if (!rtt)
		return NULL;
	rtt->list_pages = rcp_tt_list_pages(tbo);
	if (rcp_tt_count(rdev, rtt->list_pages)) {
		kfree(rtt);
		return NULL;
	}
	if (flags & RADEON_GEM_GTT_UC)
		caching = ttm_uncached;
	else if (flags & RADEON_GEM_GTT_WC)
		caching = ttm_write_combined;
	if (ttm_sg_tt_init(&rtt->tt, tbo, page_flags, caching)) {
		atomic_long_sub(rtt->list_pages, &rdev->tt_pages);
		kfree(rtt);
		return NULL;
	}
	rtt->dma_address = rtt->tt.dma_address;
	INIT_LIST_HEAD(&rtt->mapped);
	return &rtt->tt;
}

static int rcp_tt_get_pages(struct rcp_device *rdev, struct rcp_tt *rtt,
			    const struct ttm_operation_ctx *ctx)
{
	struct ttm_operation_ctx may_fail = *ctx;
	bool first = !rtt->counted;
	int ret;

	if (first && rcp_tt_count(rdev, rtt->tt.num_pages))
		return -ENOMEM;
	rtt->counted = true;
	/* The OOM killer is not to be called. */
	may_fail.gfp_retry_mayfail = true;
	ret = ttm_pool_alloc(&rdev->ttm.pool, &rtt->tt, &may_fail);
	if (ret && first) {
		atomic_long_sub(rtt->tt.num_pages, &rdev->tt_pages);
		rtt->counted = false;
	}
	return ret;
}

/**
 * rcp_tt_populate - get system pages and map them for the bus
 * @bdev: TTM's device
 * @tt: what wants them
 * @ctx: how to wait
 *
 * Context: may sleep; the buffer is reserved.
 * Return: 0, -ENOMEM, -ERESTARTSYS.
 */
int rcp_tt_populate(struct ttm_device *bdev, struct ttm_tt *tt,
		    struct ttm_operation_ctx *ctx)
{
	struct rcp_device *rdev = rcp_from_ttm(bdev);
	struct rcp_tt *rtt = to_rcp_tt(tt);
	int ret;

	if (tt->sg && (tt->page_flags & TTM_TT_FLAG_EXTERNAL))
		return drm_prime_sg_to_dma_addr_array(tt->sg, tt->dma_address, tt->num_pages);
	tt->dma_address = rtt->dma_address;
	ret = rcp_tt_get_pages(rdev, rtt, ctx);
	/* What x86 says when it lacks the memory to change how pages are cached. */
	if (ret)
		return ret == -EINVAL ? -ENOMEM : ret;
	mutex_lock(&rdev->tt_lock);
	list_add(&rtt->mapped, &rdev->mapped_tts);
	mutex_unlock(&rdev->tt_lock);
	return 0;
}

/*
 * Take pages off the bus.  TTM maps at once what it allocates at once, and keeps
 * the order of that with the first page.  Memory that it had from the DMA API
 * itself stays mapped until it is freed.
 */
static void rcp_tt_unmap(struct rcp_device *rdev, struct rcp_tt *rtt)
{
	bool coherent = rcp_compat_ttm_pool_is_coherent(&rdev->ttm.pool);
	struct ttm_tt *tt = &rtt->tt;
	unsigned long i, n;

	lockdep_assert_held(&rdev->tt_lock);
	list_del_init(&rtt->mapped);
	/* Without addresses TTM has nothing to unmap. */
	tt->dma_address = NULL;
	for (i = 0; i < tt->num_pages && !coherent; i += n) {
		n = 1ul << page_private(tt->pages[i]);
		dma_unmap_page(rdev->drm.dev, rtt->dma_address[i], n << PAGE_SHIFT,
			       DMA_BIDIRECTIONAL);
	}
}

/**
 * rcp_tt_unpopulate - give system pages back
 * @bdev: TTM's device
 * @tt: what had them; the card does not use them any more
 *
 * Context: may sleep.
 */
void rcp_tt_unpopulate(struct ttm_device *bdev, struct ttm_tt *tt)
{
	struct rcp_device *rdev = rcp_from_ttm(bdev);
	struct rcp_tt *rtt = to_rcp_tt(tt);

	rcp_tt_unbind(rdev, tt);
	if (tt->page_flags & TTM_TT_FLAG_EXTERNAL)
		return;
	mutex_lock(&rdev->tt_lock);
	if (!list_empty(&rtt->mapped))
		rcp_tt_unmap(rdev, rtt);
	mutex_unlock(&rdev->tt_lock);
	ttm_pool_free(&bdev->pool, tt);
}

/**
 * rcp_tt_unplug - take all pages off the bus
 * @rdev: the device; nobody populates any more, and the card does nothing
 *
 * Context: may sleep.
 */
void rcp_tt_unplug(struct rcp_device *rdev)
{
	struct rcp_tt *rtt, *next;

	mutex_lock(&rdev->tt_lock);
	list_for_each_entry_safe(rtt, next, &rdev->mapped_tts, mapped) {
		rcp_tt_unmap(rdev, rtt);
		/* Nor is there a GART to take them from, also where a probe failed. */
		rtt->count = 0;
	}
	mutex_unlock(&rdev->tt_lock);
}

/**
 * rcp_tt_bind - map a buffer's pages for the card
 * @rdev: the device
 * @tt: the pages, populated
 * @res: where in the GTT
 *
 * Where they were bound before they are not any more, and the card must not be using
 * them there; if it fails they still are.
 *
 * Context: may sleep.
 * Return: 0 or what rcp_gart_map() says; -ENODEV if the card is gone.
 */
int rcp_tt_bind(struct rcp_device *rdev, struct ttm_tt *tt, const struct ttm_resource *res)
{
	struct rcp_tt *rtt = to_rcp_tt(tt);
	int idx, ret;

	BUILD_BUG_ON(PAGE_SHIFT != RCP_GPU_PAGE_SHIFT);
	if (!drm_dev_enter(&rdev->drm, &idx))
		return -ENODEV;
	ret = rcp_gart_map(&rdev->card, res->start, tt->num_pages, tt->dma_address,
			   tt->caching == ttm_cached);
	if (!ret) {
		rcp_tt_unbind(rdev, tt);
		rtt->first_page = res->start;
		rtt->count = tt->num_pages;
	}
	drm_dev_exit(idx);
	return ret;
}

/**
 * rcp_tt_unbind - take a buffer's pages away from the card
 * @rdev: the device
 * @tt: the pages; the card does not use them any more
 *
 * Context: may sleep.
 */
void rcp_tt_unbind(struct rcp_device *rdev, struct ttm_tt *tt)
{
	struct rcp_tt *rtt = to_rcp_tt(tt);
	int idx;

	if (!rtt->count)
		return;
	/* The GART of a card that is gone needs no care. */
	if (drm_dev_enter(&rdev->drm, &idx)) {
		rcp_gart_unmap(&rdev->card, rtt->first_page, rtt->count);
		drm_dev_exit(idx);
	}
	rtt->count = 0;
}

/**
 * rcp_tt_destroy - TTM is done with system pages
 * @bdev: TTM's device
 * @tt: the pages, unpopulated
 */
void rcp_tt_destroy(struct ttm_device *bdev, struct ttm_tt *tt)
{
	struct rcp_device *rdev = rcp_from_ttm(bdev);
	struct rcp_tt *rtt = to_rcp_tt(tt);

	rcp_tt_unbind(rdev, tt);
	ttm_tt_fini(tt);
	atomic_long_sub(rtt->list_pages + (rtt->counted ? tt->num_pages : 0), &rdev->tt_pages);
	kfree(rtt);
}
