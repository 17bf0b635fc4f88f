// SPDX-License-Identifier: GPL-2.0
/*
 * The GART: the GPU's access to system memory.
 *
 * A flat table in VRAM has one 8-byte entry for each 4 KiB page of the aperture.  A shadow in
 * system memory holds the same entries, so that the table can be rewritten after VRAM was
 * lost.  Unmapped pages point to a dummy page, because an invalid entry would stop the card.
 *
 * The first pages belong to ring/: rcp_dma_alloc() allocates them at init and never reuses
 * them.  The pages after them belong to the buffer manager in drm/.
 *
 * A change of the table takes effect with the next TLB flush, which the caller asks for: one
 * flush covers all changes before it, also those of other threads.
 *
 * Locks: gart.lock serialises writes to the table and the shadow, gart.flush_lock the TLB
 * flushes; gart.flush_lock is outside of gart.lock.  No thread polls a register under
 * gart.lock, except for bring-up.
 */
#include <linux/dma-mapping.h>
#include <linux/pci.h>
#include <linux/scatterlist.h>
#include <linux/vmalloc.h>

#include "rcp_priv.h"

#define RCP_FLUSH_TIMEOUT_US	100000

/* Entries that rcp_gart_start() writes between two calls of cond_resched(). */
#define RCP_TABLE_PIECE		8192u

static __le64 rcp_pte(dma_addr_t bus, bool snooped)
{
	u64 pte = (bus & PTE_ADDR) | PTE_VALID | PTE_SYSTEM | PTE_READABLE | PTE_WRITEABLE;

	if (snooped)
		pte |= PTE_SNOOPED;
	return cpu_to_le64(pte);
}

/* Invalidate the TLBs for the whole aperture.  gart.flush_lock is held. */
static int rcp_gart_invalidate(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;
	u32 response;
	int ret;

	rcp_hdp_flush(card);
	rcp_wr(card, VM_CONTEXT0_INVALIDATION_LOW_ADDR, gart->addr >> RCP_GPU_PAGE_SHIFT);
	rcp_wr(card, VM_CONTEXT0_INVALIDATION_HIGH_ADDR,
	       (gart->addr + gart->size - 1) >> RCP_GPU_PAGE_SHIFT);
	rcp_wr(card, VM_CONTEXT0_REQUEST_RESPONSE, REQUEST_TYPE(1));
	ret = rcp_poll_not(card, VM_CONTEXT0_REQUEST_RESPONSE, RESPONSE_TYPE, 0,
			   RCP_FLUSH_TIMEOUT_US, &response);
	if (ret)
		return ret;
	if ((response & RESPONSE_TYPE) == RESPONSE_FAILED) {
		rcp_err(card, "GART: the card refused a TLB flush (VM_CONTEXT0_REQUEST_RESPONSE 0x%08x)\n",
			response);
		return -EIO;
	}
	return 0;
}

/* Copy entries from the shadow to the table.  The caller has checked that VRAM is reachable. */
static void rcp_gart_write(struct rcp_card *card, u32 first, u32 count)
{
	struct rcp_gart *gart = &card->gart;

	memcpy_toio(gart->table + (u64)first * sizeof(*gart->shadow), gart->shadow + first,
		    (u64)count * sizeof(*gart->shadow));
	atomic64_inc(&gart->changes);
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
		ret = rcp_gart_invalidate(card);
		if (!ret)
			gart->flushed = changes;
	}
	mutex_unlock(&gart->flush_lock);
	return ret;
}

/*
 * Return the next bus address.  Does not use for_each_sgtable_dma_page(), because that counts
 * pages from the first page of an entry, which is wrong for entries that begin inside of a
 * huge page, such as those of udmabuf.
 */
static bool rcp_bus_pages_next(struct rcp_bus_pages *pages, dma_addr_t *bus)
{
	if (!pages->sg || pages->offset >= sg_dma_len(pages->sg))
		return false;
	*bus = sg_dma_address(pages->sg) + pages->offset;
	pages->offset += PAGE_SIZE;
	if (pages->offset >= sg_dma_len(pages->sg)) {
		pages->sg = sg_next(pages->sg);
		pages->offset = 0;
	}
	return true;
}

/**
 * rcp_gart_map() - map system memory into the aperture
 * @card: the card
 * @first_page: first GPU page, not below gart.client_first_page
 * @count: number of pages
 * @pages: bus addresses of the pages; advanced by @count pages
 * @snooped: the card snoops the CPU's caches (cached memory)
 *
 * The caller has to call rcp_gart_flush() before the card uses the pages.
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
	int ret = 0;
	u32 i;

	BUILD_BUG_ON(PAGE_SHIFT != RCP_GPU_PAGE_SHIFT);
	if (first_page > gart->pages || count > gart->pages - first_page)
		return -EINVAL;

	mutex_lock(&gart->lock);
	for (i = 0; i < count && rcp_bus_pages_next(pages, &bus); i++)
		gart->shadow[first_page + i] = rcp_pte(bus, snooped);
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
	__le64 dummy = rcp_pte(gart->dummy_bus, true), entry;
	u32 i, n = 0;

	*unsnooped = 0;
	mutex_lock(&gart->lock);
	for (i = 0; i < gart->pages && gart->live; i++) {
		memcpy_fromio(&entry, gart->table + (u64)i * sizeof(entry), sizeof(entry));
		n += entry != dummy;
		*unsnooped += !(le64_to_cpu(entry) & PTE_SNOOPED);
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
	u32 i;

	if (first_page > gart->pages || count > gart->pages - first_page)
		return;

	mutex_lock(&gart->lock);
	for (i = 0; i < count; i++)
		gart->shadow[first_page + i] = rcp_pte(gart->dummy_bus, true);
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
 * the zero page come from here, and the dummy page from dma_alloc_coherent(), too: so no memory of
 * ring/ can have a bounce buffer, and all of it is contiguous for the device.
 *
 * Context: process; one call at a time.
 * Return: 0, -ENOMEM, or -ENOSPC if the aperture is full.
 */
int rcp_dma_alloc(struct rcp_card *card, struct rcp_dma *mem, u64 size)
{
	struct rcp_gart *gart = &card->gart;
	u32 pages, i;

	size = PAGE_ALIGN(size);
	pages = size >> RCP_GPU_PAGE_SHIFT;
	if (pages > gart->pages - gart->next_page)
		return -ENOSPC;
	mem->cpu = dma_alloc_coherent(card->dev, size, &mem->bus, GFP_KERNEL | __GFP_NOWARN);
	if (!mem->cpu)
		return -ENOMEM;
	mem->size = size;
	mem->addr = gart->addr + ((u64)gart->next_page << RCP_GPU_PAGE_SHIFT);
	for (i = 0; i < pages; i++)
		gart->shadow[gart->next_page + i] =
			rcp_pte(mem->bus + ((u64)i << RCP_GPU_PAGE_SHIFT), true);
	gart->next_page += pages;
	return 0;
}

/**
 * rcp_dma_repeat() - map memory of rcp_dma_alloc() repeatedly
 * @card: the card
 * @mem: the last allocation of rcp_dma_alloc()
 * @span: bytes of the aperture from the GPU address of @mem on that map it repeatedly
 *
 * Context: process; one call at a time.
 * Return: 0, or -ENOSPC if the aperture is full.
 */
int rcp_dma_repeat(struct rcp_card *card, const struct rcp_dma *mem, u64 span)
{
	struct rcp_gart *gart = &card->gart;
	u32 more = (span - mem->size) >> RCP_GPU_PAGE_SHIFT;
	u32 pages = mem->size >> RCP_GPU_PAGE_SHIFT;
	u32 i;

	if (more > gart->pages - gart->next_page)
		return -ENOSPC;
	for (i = 0; i < more; i++, gart->next_page++)
		gart->shadow[gart->next_page] = gart->shadow[gart->next_page - pages];
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
	u32 i;

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
	for (i = 0; i < gart->pages; i++)
		gart->shadow[i] = rcp_pte(gart->dummy_bus, true);
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

static const u32 rcp_r600_l1_tlbs[] = {
	R600_MC_VM_L1_TLB_MCB_RD_SYS_CNTL,
	R600_MC_VM_L1_TLB_MCB_WR_SYS_CNTL,
	R600_MC_VM_L1_TLB_MCB_RD_HDP_CNTL,
	R600_MC_VM_L1_TLB_MCB_WR_HDP_CNTL,
	R600_MC_VM_L1_TLB_MCD_RD_A_CNTL,
	R600_MC_VM_L1_TLB_MCD_WR_A_CNTL,
	R600_MC_VM_L1_TLB_MCD_RD_B_CNTL,
	R600_MC_VM_L1_TLB_MCD_WR_B_CNTL,
	R600_MC_VM_L1_TLB_MCB_RD_GFX_CNTL,
	R600_MC_VM_L1_TLB_MCB_WR_GFX_CNTL,
	R600_MC_VM_L1_TLB_MCB_RD_PDMA_CNTL,
	R600_MC_VM_L1_TLB_MCB_WR_PDMA_CNTL,
	R600_MC_VM_L1_TLB_MCB_RD_UVD_CNTL,
	R600_MC_VM_L1_TLB_MCB_WR_UVD_CNTL,
	R600_MC_VM_L1_TLB_MCB_RD_SEM_CNTL,
	R600_MC_VM_L1_TLB_MCB_WR_SEM_CNTL,
};

static const u32 rcp_r700_l1_tlbs[] = {
	R700_MC_VM_MD_L1_TLB0_CNTL,
	R700_MC_VM_MD_L1_TLB1_CNTL,
	R700_MC_VM_MD_L1_TLB2_CNTL,
	R700_MC_VM_MB_L1_TLB0_CNTL,
	R700_MC_VM_MB_L1_TLB1_CNTL,
	R700_MC_VM_MB_L1_TLB2_CNTL,
	R700_MC_VM_MB_L1_TLB3_CNTL,
};

/* Enable or disable the L1 TLBs of all clients of the memory controller. */
static void rcp_gart_l1(struct rcp_card *card, bool on)
{
	u32 value, i;

	if (card->chip->r7xx) {
		value = R700_EFFECTIVE_L1_TLB_SIZE(5) | R700_EFFECTIVE_L1_QUEUE_SIZE(5);
		if (on)
			value |= ENABLE_L1_TLB | ENABLE_L1_FRAGMENT_PROCESSING |
				 R700_SYSTEM_ACCESS_MODE_NOT_IN_SYS;
		for (i = 0; i < ARRAY_SIZE(rcp_r700_l1_tlbs); i++)
			rcp_wr(card, rcp_r700_l1_tlbs[i], value);
		if (card->chip->id == PM4_RV740)
			rcp_wr(card, RV740_MC_VM_MD_L1_TLB3_CNTL, value);
		return;
	}

	value = R600_EFFECTIVE_L1_TLB_SIZE(5) | R600_EFFECTIVE_L1_QUEUE_SIZE(5) |
		R600_ENABLE_WAIT_L2_QUERY;
	if (on)
		value |= ENABLE_L1_TLB | ENABLE_L1_FRAGMENT_PROCESSING |
			 R600_SYSTEM_ACCESS_MODE_NOT_IN_SYS;
	for (i = 0; i < ARRAY_SIZE(rcp_r600_l1_tlbs); i++) {
		u32 reg = rcp_r600_l1_tlbs[i];
		u32 extra = 0;

		if (on && reg == R600_MC_VM_L1_TLB_MCB_RD_HDP_CNTL)
			extra = R600_ENABLE_L1_STRICT_ORDERING;
		if (on && (reg == R600_MC_VM_L1_TLB_MCB_RD_SEM_CNTL ||
			   reg == R600_MC_VM_L1_TLB_MCB_WR_SEM_CNTL))
			extra = R600_ENABLE_SEMAPHORE_MODE;
		rcp_wr(card, reg, value | extra);
	}
}

static void rcp_gart_l2(struct rcp_card *card, bool on)
{
	u32 value = ENABLE_L2_FRAGMENT_PROCESSING |
		    rcp_by_family(card, R600_EFFECTIVE_L2_QUEUE_SIZE(7),
				  R700_EFFECTIVE_L2_QUEUE_SIZE(7));

	if (on)
		value |= ENABLE_L2_CACHE | ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE;
	rcp_wr(card, VM_L2_CNTL, value);
	rcp_wr(card, VM_L2_CNTL2, 0);
	rcp_wr(card, VM_L2_CNTL3, rcp_by_family(card, R600_BANK_SELECT_1(1),
						R700_CACHE_UPDATE_MODE(2)));
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
	u32 start = gart->addr >> RCP_GPU_PAGE_SHIFT;
	u32 end = (gart->addr + gart->size - 1) >> RCP_GPU_PAGE_SHIFT;
	u32 table = (card->vram.addr + gart->table_offset) >> RCP_GPU_PAGE_SHIFT;
	u32 dummy = gart->dummy_bus >> RCP_GPU_PAGE_SHIFT;
	u32 page;
	int i, ret;

	mutex_lock(&gart->flush_lock);
	mutex_lock(&gart->lock);
	/* The table has up to 2 MiB, and writes through the BAR are slow. */
	for (page = 0; page < gart->pages; page += RCP_TABLE_PIECE) {
		rcp_gart_write(card, page, min(gart->pages - page, RCP_TABLE_PIECE));
		cond_resched();
	}
	rcp_gart_l2(card, true);
	rcp_gart_l1(card, true);
	rcp_wr(card, rcp_by_family(card, R600_VM_CONTEXT0_PAGE_TABLE_START_ADDR,
				   R700_VM_CONTEXT0_PAGE_TABLE_START_ADDR), start);
	rcp_wr(card, rcp_by_family(card, R600_VM_CONTEXT0_PAGE_TABLE_END_ADDR,
				   R700_VM_CONTEXT0_PAGE_TABLE_END_ADDR), end);
	rcp_wr(card, rcp_by_family(card, R600_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR,
				   R700_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR), table);
	rcp_wr(card, VM_CONTEXT0_CNTL, ENABLE_CONTEXT | RANGE_PROTECTION_FAULT_ENABLE_DEFAULT);
	rcp_wr(card, rcp_by_family(card, R600_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR,
				   R700_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR), dummy);
	for (i = 1; i < VM_CONTEXTS; i++)
		rcp_wr(card, VM_CONTEXT0_CNTL + 4 * i, 0);
	ret = rcp_gart_invalidate(card);
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
	int i;

	mutex_lock(&card->gart.flush_lock);
	mutex_lock(&card->gart.lock);
	card->gart.live = false;
	for (i = 0; i < VM_CONTEXTS; i++)
		rcp_wr(card, VM_CONTEXT0_CNTL + 4 * i, 0);
	rcp_gart_l2(card, false);
	rcp_gart_l1(card, false);
	mutex_unlock(&card->gart.lock);
	mutex_unlock(&card->gart.flush_lock);
}
