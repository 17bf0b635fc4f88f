// SPDX-License-Identifier: GPL-2.0
/*
 * The GART: the GPU's access to system memory.
 *
 * A flat table in VRAM has one entry for each 4 KiB page of the aperture.  A shadow in
 * system memory holds the same entries, so that the table can be rewritten after VRAM was
 * lost.  Unmapped pages point to a dummy page, because an invalid entry would stop the card.
 *
 * The first pages belong to ring/: rcp_dma_alloc() allocates them at init and never reuses
 * them.  The pages after them belong to the buffer manager in drm/.
 *
 * A change of the table takes effect with the next TLB flush, which the caller asks for: one
 * flush covers all changes before it, also other threads' changes, because it drops the
 * translations of the whole aperture after the table's writes have left the HDP.
 *
 * A move needs no more: the address of a buffer in VRAM has no translation, and the pages that a
 * buffer has left stay mapped until the fence of the copy.  rcp_gtt_unbind() flushes before they
 * are freed.
 *
 * Locks: gart.lock serialises writes to the table and the shadow, gart.flush_lock the TLB
 * flushes; gart.flush_lock is taken before gart.lock.  No thread polls a register under
 * gart.lock, except for bring-up.
 */
#include <linux/dma-mapping.h>
#include <linux/pci.h>
#include <linux/scatterlist.h>
#include <linux/vmalloc.h>

#include "rcp_priv.h"

/* Entries that rcp_gart_start() writes between two calls of cond_resched(). */
#define RCP_TABLE_PIECE		8192u

static void *rcp_gart_shadow(const struct rcp_card *card, u32 page)
{
	return card->gart.shadow + (u64)page * card->gen->pte_bytes;
}

/* Point @count pages from @first on to contiguous pages of system memory.  Shadow only. */
static void rcp_gart_fill(struct rcp_card *card, u32 first, u32 count, dma_addr_t bus,
			  bool snooped)
{
	card->gen->gart_fill(rcp_gart_shadow(card, first), count, bus, RCP_GPU_PAGE_SIZE, snooped);
}

/* Point @count pages from @first on to the dummy page.  Shadow only. */
static void rcp_gart_fill_dummy(struct rcp_card *card, u32 first, u32 count)
{
	card->gen->gart_fill(rcp_gart_shadow(card, first), count, card->gart.dummy_bus, 0, true);
}

/* Copy entries from the shadow to the table.  The caller has checked that VRAM is reachable. */
static void rcp_gart_write(struct rcp_card *card, u32 first, u32 count)
{
	memcpy_toio(card->gart.table + (u64)first * card->gen->pte_bytes,
		    rcp_gart_shadow(card, first), (u64)count * card->gen->pte_bytes);
	atomic64_inc(&card->gart.changes);
}

/**
 * rcp_gart_flush() - make all changes of the table so far take effect
 * @card: the card
 *
 * Does nothing if another thread has flushed the TLBs since the last change.  After a failed
 * flush the changes stay pending for the next one.
 *
 * Context: process; takes gart.flush_lock.
 * Return: 0, or the error of the flush.
 */
int rcp_gart_flush(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;
	u64 changes = atomic64_read(&gart->changes);
	int ret = 0;

	mutex_lock(&gart->flush_lock);
	if (gart->live && gart->flushed < changes) {
		changes = atomic64_read(&gart->changes);
		ret = card->gen->gart_flush(card);
		if (!ret)
			gart->flushed = changes;
	}
	mutex_unlock(&gart->flush_lock);
	return ret;
}

/*
 * Return the next contiguous pages, up to @most: their number, and the bus address of the first.
 * Does not use for_each_sgtable_dma_page(), because that counts pages from the first page of an
 * entry, which is wrong for entries that begin inside of a huge page, such as the entries of
 * udmabuf.
 */
static u32 rcp_bus_pages_next(struct rcp_bus_pages *pages, u32 most, dma_addr_t *bus)
{
	u32 left, count;

	if (!pages->sg || pages->offset >= sg_dma_len(pages->sg))
		return 0;
	*bus = sg_dma_address(pages->sg) + pages->offset;
	left = (sg_dma_len(pages->sg) - pages->offset - 1) / PAGE_SIZE + 1;
	count = min(most, left);
	pages->offset += count * PAGE_SIZE;
	if (pages->offset >= sg_dma_len(pages->sg)) {
		pages->sg = sg_next(pages->sg);
		pages->offset = 0;
	}
	return count;
}

/**
 * rcp_gart_map() - map system memory into the aperture
 * @card: the card
 * @first_page: first GPU page, not below gart.client_first_page
 * @count: number of pages
 * @pages: bus addresses of the pages; advanced by @count pages
 * @snooped: the card snoops the CPU's caches (cached memory)
 *
 * The caller calls rcp_gart_flush() before the card uses the pages.
 *
 * Context: process; takes gart.lock.
 * Return: 0, or -EINVAL for a range outside the aperture or fewer addresses than pages; then
 * nothing is mapped.
 */
int rcp_gart_map(struct rcp_card *card, u32 first_page, u32 count,
		 struct rcp_bus_pages *pages, bool snooped)
{
	struct rcp_gart *gart = &card->gart;
	dma_addr_t bus;
	u32 i, n;
	int ret = 0;

	BUILD_BUG_ON(PAGE_SHIFT != RCP_GPU_PAGE_SHIFT);
	if (first_page > gart->pages || count > gart->pages - first_page)
		return -EINVAL;

	mutex_lock(&gart->lock);
	for (i = 0; i < count; i += n) {
		n = rcp_bus_pages_next(pages, count - i, &bus);
		if (!n)
			break;
		rcp_gart_fill(card, first_page + i, n, bus, snooped);
	}
	if (i < count)
		ret = -EINVAL;
	else if (gart->live)
		rcp_gart_write(card, first_page, count);
	mutex_unlock(&gart->lock);

	if (ret)
		rcp_gart_unmap(card, first_page, count);
	return ret;
}

/**
 * rcp_gart_mapped() - count the mapped pages of the aperture
 * @card: the card
 * @unsnooped: returns how many of them the card reads without snooping the CPU's caches
 *
 * Reads the table in VRAM, because the card uses the table and not the shadow.  This is slow.
 *
 * Context: process; takes gart.lock.
 * Return: GPU pages that do not point to the dummy page, including the driver's own.
 */
u32 rcp_gart_mapped(struct rcp_card *card, u32 *unsnooped)
{
	struct rcp_gart *gart = &card->gart;
	u64 dummy = 0, uncached = 0, entry = 0;
	u32 i, n = 0;

	/* The bits in which these two entries differ tell whether the card snoops a page. */
	card->gen->gart_fill(&dummy, 1, gart->dummy_bus, 0, true);
	card->gen->gart_fill(&uncached, 1, gart->dummy_bus, 0, false);
	*unsnooped = 0;
	mutex_lock(&gart->lock);
	for (i = 0; i < gart->pages && gart->live; i++) {
		memcpy_fromio(&entry, gart->table + (u64)i * card->gen->pte_bytes,
			      card->gen->pte_bytes);
		n += entry != dummy;
		*unsnooped += !!((entry ^ dummy) & (uncached ^ dummy));
	}
	mutex_unlock(&gart->lock);
	return n;
}

/**
 * rcp_gart_unmap() - unmap pages: point them to the dummy page again
 * @card: the card
 * @first_page: first GPU page
 * @count: number of GPU pages
 *
 * The card does not access the unmapped memory any more after the next rcp_gart_flush().  If
 * that flush fails, the card does not run, either; the failure is logged once, and the next
 * bring-up writes the table from the shadow.
 *
 * Context: process; takes gart.lock.
 */
void rcp_gart_unmap(struct rcp_card *card, u32 first_page, u32 count)
{
	struct rcp_gart *gart = &card->gart;

	if (first_page > gart->pages || count > gart->pages - first_page)
		return;

	mutex_lock(&gart->lock);
	rcp_gart_fill_dummy(card, first_page, count);
	if (gart->live && !READ_ONCE(card->lost))
		rcp_gart_write(card, first_page, count);
	mutex_unlock(&gart->lock);
}

/**
 * rcp_dma_alloc() - allocate memory that card and CPU share, mapped permanently
 * @card: the card
 * @mem: filled in
 * @size: bytes
 *
 * For init only, because GPU addresses are not reused.  The memory is zeroed.
 *
 * The ring, the interrupt ring, the write-back page with the scratch values, timestamps, IBs and
 * the zero page come from here, and the dummy page also from dma_alloc_coherent(): so no memory of
 * ring/ can have a bounce buffer, and all of it is contiguous for the device.
 *
 * Context: process; one call at a time.
 * Return: 0, -ENOMEM, or -ENOSPC if the aperture is full.
 */
int rcp_dma_alloc(struct rcp_card *card, struct rcp_dma *mem, u64 size)
{
	struct rcp_gart *gart = &card->gart;
	u32 pages;

	size = PAGE_ALIGN(size);
	pages = size >> RCP_GPU_PAGE_SHIFT;
	if (pages > gart->pages - gart->next_page)
		return -ENOSPC;
	mem->cpu = dma_alloc_coherent(card->dev, size, &mem->bus, GFP_KERNEL | __GFP_NOWARN);
	if (!mem->cpu)
		return -ENOMEM;
	mem->size = size;
	mem->addr = gart->addr + ((u64)gart->next_page << RCP_GPU_PAGE_SHIFT);
	rcp_gart_fill(card, gart->next_page, pages, mem->bus, true);
	gart->next_page += pages;
	return 0;
}

/**
 * rcp_dma_free() - free memory of rcp_dma_alloc()
 * @card: the card, stopped
 * @mem: the memory; may be empty
 *
 * Context: process; one call at a time.
 */
void rcp_dma_free(struct rcp_card *card, struct rcp_dma *mem)
{
	if (mem->cpu)
		dma_free_coherent(card->dev, mem->size, mem->cpu, mem->bus);
	memset(mem, 0, sizeof(*mem));
}

/**
 * rcp_gart_init() - allocate the shadow and the dummy page
 * @card: the card, after rcp_layout_init() and rcp_vram_map()
 *
 * Context: process.
 * Return: 0 or -ENOMEM.
 */
int rcp_gart_init(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;

	mutex_init(&gart->lock);
	mutex_init(&gart->flush_lock);
	/* Keep GPU address 0 on the dummy page. */
	gart->next_page = gart->addr ? 0 : 1;
	gart->live = false;

	gart->dummy = dma_alloc_coherent(card->dev, PAGE_SIZE, &gart->dummy_bus, GFP_KERNEL);
	if (!gart->dummy)
		return -ENOMEM;
	gart->shadow = vmalloc(gart->table_size);
	if (!gart->shadow)
		goto free_dummy;
	rcp_gart_fill_dummy(card, 0, gart->pages);
	gart->table = card->vram.map + gart->table_offset;
	return 0;

free_dummy:
	dma_free_coherent(card->dev, PAGE_SIZE, gart->dummy, gart->dummy_bus);
	gart->dummy = NULL;
	return -ENOMEM;
}

/**
 * rcp_gart_fini() - undo rcp_gart_init()
 * @card: the card, stopped
 *
 * Context: process.
 */
void rcp_gart_fini(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;

	vfree(gart->shadow);
	dma_free_coherent(card->dev, PAGE_SIZE, gart->dummy, gart->dummy_bus);
	gart->table = NULL;
	gart->shadow = NULL;
	gart->dummy = NULL;
	mutex_destroy(&gart->flush_lock);
	mutex_destroy(&gart->lock);
}

/**
 * rcp_gart_start() - write the table and enable translation
 * @card: the card; the memory controller is set up
 *
 * Context: process; takes gart.flush_lock and gart.lock.
 * Return: 0 or the error of the TLB flush.
 */
int rcp_gart_start(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;
	u32 page;
	int ret;

	mutex_lock(&gart->flush_lock);
	mutex_lock(&gart->lock);
	/* The table has up to 2 MiB, and writes through the BAR are slow. */
	for (page = 0; page < gart->pages; page += RCP_TABLE_PIECE) {
		rcp_gart_write(card, page, min(gart->pages - page, RCP_TABLE_PIECE));
		cond_resched();
	}
	card->gen->gart_enable(card);
	ret = card->gen->gart_flush(card);
	gart->live = !ret;
	gart->flushed = atomic64_read(&gart->changes);
	mutex_unlock(&gart->lock);
	mutex_unlock(&gart->flush_lock);
	return ret;
}

/**
 * rcp_gart_suspend() - stop writing the table until the next rcp_gart_start()
 * @card: the card; no engine accesses system memory
 *
 * VRAM is not accessible while the memory controller is set up or reset.  Until the next
 * rcp_gart_start() mappings only change the shadow.
 *
 * Context: process; takes gart.flush_lock and gart.lock.
 */
void rcp_gart_suspend(struct rcp_card *card)
{
	mutex_lock(&card->gart.flush_lock);
	mutex_lock(&card->gart.lock);
	card->gart.live = false;
	mutex_unlock(&card->gart.lock);
	mutex_unlock(&card->gart.flush_lock);
}

/**
 * rcp_gart_stop() - disable translation
 * @card: the card; no engine accesses system memory
 *
 * Context: process; takes gart.flush_lock and gart.lock.
 */
void rcp_gart_stop(struct rcp_card *card)
{
	mutex_lock(&card->gart.flush_lock);
	mutex_lock(&card->gart.lock);
	card->gart.live = false;
	card->gen->gart_disable(card);
	mutex_unlock(&card->gart.lock);
	mutex_unlock(&card->gart.flush_lock);
}
