// SPDX-License-Identifier: GPL-2.0
/*
 * The GART: entries of its table, the TLBs, and the registers of virtual memory context 0.
 *
 * An entry has 8 bytes.  Unmapped pages point to the dummy page of ring/, because an invalid entry
 * would stop the card.
 *
 * Called by rcp_gart.c, which holds gart.flush_lock, and but for the flush gart.lock.
 */
#include "r600.h"

#define R600_FLUSH_TIMEOUT_US	100000

/**
 * r600_gart_fill() - compute entries of the table
 * @to: entries of 8 bytes
 * @count: number of entries
 * @bus: bus address of the first page
 * @step: bytes from page to page
 * @snooped: the card snoops the CPU's caches
 *
 * Context: any.
 */
void r600_gart_fill(void *to, u32 count, dma_addr_t bus, u32 step, bool snooped)
{
	u64 flags = PTE_VALID | PTE_SYSTEM | PTE_READABLE | PTE_WRITEABLE;
	__le64 *pte = to;

	if (snooped)
		flags |= PTE_SNOOPED;
	for (; count; count--, bus += step)
		*pte++ = cpu_to_le64((bus & PTE_ADDR) | flags);
}

/**
 * r600_gart_flush() - invalidate the TLBs for the whole aperture
 * @card: the card
 *
 * Context: process; gart.flush_lock is held.
 * Return: 0, the error of the poll, or -EIO if the card refuses.
 */
int r600_gart_flush(struct rcp_card *card)
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
			   R600_FLUSH_TIMEOUT_US, &response);
	if (ret)
		return ret;
	if ((response & RESPONSE_TYPE) == RESPONSE_FAILED) {
		rcp_err(card, "GART: the card refused a TLB flush (VM_CONTEXT0_REQUEST_RESPONSE 0x%08x)\n",
			response);
		return -EIO;
	}
	return 0;
}

static const u32 r600_l1_tlbs[] = {
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

static const u32 r700_l1_tlbs[] = {
	R700_MC_VM_MD_L1_TLB0_CNTL,
	R700_MC_VM_MD_L1_TLB1_CNTL,
	R700_MC_VM_MD_L1_TLB2_CNTL,
	R700_MC_VM_MB_L1_TLB0_CNTL,
	R700_MC_VM_MB_L1_TLB1_CNTL,
	R700_MC_VM_MB_L1_TLB2_CNTL,
	R700_MC_VM_MB_L1_TLB3_CNTL,
};

/* Enable or disable the L1 TLBs of all clients of the memory controller. */
static void r600_gart_l1(struct rcp_card *card, bool on)
{
	u32 value, i;

	if (r600_row(card)->r7xx) {
		value = R700_EFFECTIVE_L1_TLB_SIZE(5) | R700_EFFECTIVE_L1_QUEUE_SIZE(5);
		if (on)
			value |= ENABLE_L1_TLB | ENABLE_L1_FRAGMENT_PROCESSING |
				 R700_SYSTEM_ACCESS_MODE_NOT_IN_SYS;
		for (i = 0; i < ARRAY_SIZE(r700_l1_tlbs); i++)
			rcp_wr(card, r700_l1_tlbs[i], value);
		if (r600_row(card)->l1_tlb3)
			rcp_wr(card, RV740_MC_VM_MD_L1_TLB3_CNTL, value);
		return;
	}

	value = R600_EFFECTIVE_L1_TLB_SIZE(5) | R600_EFFECTIVE_L1_QUEUE_SIZE(5) |
		R600_ENABLE_WAIT_L2_QUERY;
	if (on)
		value |= ENABLE_L1_TLB | ENABLE_L1_FRAGMENT_PROCESSING |
			 R600_SYSTEM_ACCESS_MODE_NOT_IN_SYS;
	for (i = 0; i < ARRAY_SIZE(r600_l1_tlbs); i++) {
		u32 reg = r600_l1_tlbs[i];
		u32 extra = 0;

		if (on && reg == R600_MC_VM_L1_TLB_MCB_RD_HDP_CNTL)
			extra = R600_ENABLE_L1_STRICT_ORDERING;
		if (on && (reg == R600_MC_VM_L1_TLB_MCB_RD_SEM_CNTL ||
			   reg == R600_MC_VM_L1_TLB_MCB_WR_SEM_CNTL))
			extra = R600_ENABLE_SEMAPHORE_MODE;
		rcp_wr(card, reg, value | extra);
	}
}

static void r600_gart_l2(struct rcp_card *card, bool on)
{
	u32 value = ENABLE_L2_FRAGMENT_PROCESSING |
		    r600_by_family(card, R600_EFFECTIVE_L2_QUEUE_SIZE(7),
				   R700_EFFECTIVE_L2_QUEUE_SIZE(7));

	if (on)
		value |= ENABLE_L2_CACHE | ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE;
	rcp_wr(card, VM_L2_CNTL, value);
	rcp_wr(card, VM_L2_CNTL2, 0);
	rcp_wr(card, VM_L2_CNTL3, r600_by_family(card, R600_BANK_SELECT_1(1),
						 R700_CACHE_UPDATE_MODE(2)));
}

/**
 * r600_gart_enable() - translate through the table
 * @card: the card; the table is written
 *
 * Context: process; gart.flush_lock and gart.lock are held.
 */
void r600_gart_enable(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;
	u32 start = gart->addr >> RCP_GPU_PAGE_SHIFT;
	u32 end = (gart->addr + gart->size - 1) >> RCP_GPU_PAGE_SHIFT;
	u32 table = (card->vram.addr + gart->table_offset) >> RCP_GPU_PAGE_SHIFT;
	u32 dummy = gart->dummy_bus >> RCP_GPU_PAGE_SHIFT;
	int i;

	r600_gart_l2(card, true);
	r600_gart_l1(card, true);
	rcp_wr(card, r600_by_family(card, R600_VM_CONTEXT0_PAGE_TABLE_START_ADDR,
				    R700_VM_CONTEXT0_PAGE_TABLE_START_ADDR), start);
	rcp_wr(card, r600_by_family(card, R600_VM_CONTEXT0_PAGE_TABLE_END_ADDR,
				    R700_VM_CONTEXT0_PAGE_TABLE_END_ADDR), end);
	rcp_wr(card, r600_by_family(card, R600_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR,
				    R700_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR), table);
	rcp_wr(card, VM_CONTEXT0_CNTL, ENABLE_CONTEXT | RANGE_PROTECTION_FAULT_ENABLE_DEFAULT);
	rcp_wr(card, r600_by_family(card, R600_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR,
				    R700_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR), dummy);
	for (i = 1; i < VM_CONTEXTS; i++)
		rcp_wr(card, VM_CONTEXT0_CNTL + 4 * i, 0);
}

/**
 * r600_gart_disable() - disable translation
 * @card: the card; no engine accesses system memory
 *
 * Context: process; gart.flush_lock and gart.lock are held.
 */
void r600_gart_disable(struct rcp_card *card)
{
	int i;

	for (i = 0; i < VM_CONTEXTS; i++)
		rcp_wr(card, VM_CONTEXT0_CNTL + 4 * i, 0);
	r600_gart_l2(card, false);
	r600_gart_l1(card, false);
}
