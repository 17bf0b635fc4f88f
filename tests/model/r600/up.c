// SPDX-License-Identifier: GPL-2.0
/*
 * The test bench for R6xx/R7xx: see up.h.
 */
#include "r600/up.h"

void rig_mc(struct rig *r)
{
	bool r7 = is_r7xx(r->m);
	u32 start = RIG_FB >> 24, end = (RIG_FB + RIG_VRAM - 1) >> 24;

	w(r, BIF_FB_EN, 0);
	w(r, r7 ? R7_CITF_CNTL : R6_CITF_CNTL, BLACKOUT_MASK);
	w(r, r7 ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION, end << 16 | start);
	w(r, r7 ? R7_MC_VM_SYSTEM_LOW : R6_MC_VM_SYSTEM_LOW, RIG_FB >> 12);
	w(r, r7 ? R7_MC_VM_SYSTEM_HIGH : R6_MC_VM_SYSTEM_HIGH, (RIG_FB + RIG_VRAM - 1) >> 12);
	w(r, HDP_NONSURFACE_BASE, RIG_FB >> 8);
	w(r, r7 ? R7_CITF_CNTL : R6_CITF_CNTL, 0);
	w(r, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
}

/* L1 TLBs and L2 cache; the L1 TLBs are in a few runs of registers. */
static void rig_tlbs(struct rig *r)
{
	static const u32 r6[][2] = { { 0x2124, 0x212c }, { 0x219c, 0x21a8 }, { 0x21fc, 0x2220 } };
	static const u32 r7[][2] = { { 0x2234, 0x2240 }, { 0x2654, 0x265c } };
	bool new = is_r7xx(r->m);

	for (u32 i = 0; i < (new ? 2 : 3); i++)
		for (u32 reg = new ? r7[i][0] : r6[i][0]; reg <= (new ? r7[i][1] : r6[i][1]); reg += 4)
			w(r, reg, L1_TLB_ENABLE | (new ? 3u << 3 : 3u << 6));
	w(r, VM_L2_CNTL, VM_L2_ENABLE);
}

void rig_flush(struct rig *r)
{
	if (is_r7xx(r->m)) {
		w(r, HDP_DEBUG1, 0);
		model_vram_read(r->m, RIG_TABLE, 4);
	} else {
		w(r, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	}
	w(r, VM_CONTEXT0_INVALIDATION_LOW, RIG_GART >> 12);
	w(r, VM_CONTEXT0_INVALIDATION_HIGH, (RIG_GART >> 12) + RIG_GART_PAGES - 1);
	w(r, VM_CONTEXT0_REQUEST_RESPONSE, 1);
	EQ(rd(r, VM_CONTEXT0_REQUEST_RESPONSE) >> 4 & 0xf, 1);
}

void rig_gart(struct rig *r)
{
	bool r7 = is_r7xx(r->m);

	for (u64 i = 0; i < RIG_GART_PAGES; i++)
		vram_set64(r, RIG_TABLE + i * 8,
			   i << 12 | PTE_VALID | PTE_SYSTEM | PTE_SNOOPED | PTE_READ | PTE_WRITE);
	w(r, r7 ? R7_VM_PT_BASE : R6_VM_PT_BASE, (RIG_FB + RIG_TABLE) >> 12);
	w(r, r7 ? R7_VM_PT_START : R6_VM_PT_START, RIG_GART >> 12);
	w(r, r7 ? R7_VM_PT_END : R6_VM_PT_END, (RIG_GART >> 12) + RIG_GART_PAGES - 1);
	w(r, r7 ? R7_VM_FAULT_DEFAULT : R6_VM_FAULT_DEFAULT, 0xabc);
	rig_tlbs(r);
	w(r, VM_CONTEXT0_CNTL, VM_ENABLE_CONTEXT);
	rig_flush(r);
}

void rig_ih(struct rig *r)
{
	bool msi = pci_msi_enabled(r->m);
	u32 cntl = log2u(RIG_IH_BYTES / 4) << 1 | IH_WPTR_WRITEBACK | IH_OVERFLOW_ENABLE;

	w(r, IH_RB_BASE, (u32)((RIG_GART + RIG_IH) >> 8));
	w(r, IH_RB_WPTR_ADDR_LO, (u32)(RIG_GART + RIG_WB_IH));
	w(r, IH_RB_WPTR_ADDR_HI, 0);
	w(r, IH_RB_CNTL, cntl | IH_OVERFLOW_CLEAR);
	w(r, IH_RB_RPTR, 0);
	w(r, IH_RB_WPTR, 0);
	w(r, IH_CNTL, msi ? IH_RPTR_REARM : 0);
	w(r, IH_CNTL, (msi ? IH_RPTR_REARM : 0) | IH_ENABLE_INTR);
	w(r, IH_RB_CNTL, cntl | IH_RB_ENABLE);
}

void rig_rlc(struct rig *r)
{
	u32 n = model_ucode_words(r->m->chip, MODEL_UCODE_RLC);

	w(r, RLC_CNTL, 0);
	for (u32 i = 0; i < n; i++) {
		w(r, RLC_UCODE_ADDR, i);
		w(r, RLC_UCODE_DATA, model_ucode_word(r->m->chip, MODEL_UCODE_RLC, i));
	}
	w(r, RLC_UCODE_ADDR, 0);
	w(r, RLC_CNTL, RLC_ENABLE);
}

void rig_cp_load(struct rig *r)
{
	const struct model_chip *c = r->m->chip;

	w(r, CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT);
	w(r, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rd(r, GRBM_SOFT_RESET);
	w(r, GRBM_SOFT_RESET, 0);
	w(r, CP_PFP_UCODE_ADDR, 0);
	for (u32 i = 0; i < model_ucode_words(c, MODEL_UCODE_PFP); i++)
		w(r, CP_PFP_UCODE_DATA, model_ucode_word(c, MODEL_UCODE_PFP, i));
	w(r, CP_PFP_UCODE_ADDR, 0);
	w(r, CP_ME_RAM_WADDR, 0);
	for (u32 i = 0; i < model_ucode_words(c, MODEL_UCODE_ME); i++)
		w(r, CP_ME_RAM_DATA, model_ucode_word(c, MODEL_UCODE_ME, i));
	w(r, CP_ME_RAM_WADDR, 0);
}

void rig_cp_setup(struct rig *r)
{
	u32 cntl = log2u(RIG_RING_DW / 2) | 9 << 8;

	w(r, CP_RB_CNTL, cntl | RB_RPTR_WR_ENA);
	w(r, CP_RB_RPTR_WR, 0);
	w(r, CP_RB_WPTR, 0);
	w(r, CP_RB_RPTR_ADDR, (u32)(RIG_GART + RIG_WB_RPTR));
	w(r, CP_RB_RPTR_ADDR_HI, 0);
	w(r, SCRATCH_ADDR, (u32)((RIG_GART + RIG_WB) >> 8));
	w(r, SCRATCH_UMSK, 0xff);
	w(r, CP_RB_CNTL, cntl);
	w(r, CP_RB_BASE, (u32)((RIG_GART + RIG_RING) >> 8));
	r->doorbell = CP_RB_WPTR;
	r->wptr = 0;
}

void rig_cp_start(struct rig *r)
{
	emit(r, pkt3(0x44, 6));
	emit(r, 1);
	emit(r, is_r7xx(r->m) ? 0 : 3);
	emit(r, r600_chip(r->m->chip)->hw_contexts - 1);
	emit(r, 1 << 16);
	emit(r, 0);
	emit(r, 0);
	commit(r);
	w(r, CP_ME_CNTL, 0xff);
	run(r);
}

void rig_dma(struct rig *r)
{
	u32 cntl = log2u(RIG_DMA_DW) << 1;

	w(r, DMA_RB_CNTL, cntl);
	w(r, DMA_RB_RPTR, 0);
	w(r, DMA_RB_WPTR, 0);
	w(r, DMA_RB_RPTR_ADDR_HI, 0);
	w(r, DMA_RB_RPTR_ADDR_LO, (u32)(RIG_GART + RIG_WB + 0xc00));
	w(r, DMA_RB_BASE, (u32)((RIG_GART + RIG_DMA) >> 8));
	w(r, DMA_IB_CNTL, DMA_IB_ENABLE);
	w(r, DMA_CNTL, DMA_TRAP_ENABLE);
	w(r, DMA_RB_CNTL, cntl | DMA_RPTR_WRITEBACK | DMA_RB_ENABLE);
	r->dma_wptr = 0;
}

void rig_up(struct rig *r)
{
	rig_pci(r);
	rig_mc(r);
	rig_gart(r);
	w(r, GB_TILING_CONFIG, r600_chip(r->m->chip)->tiling_config);
	rig_rlc(r);
	rig_ih(r);
	rig_cp_load(r);
	rig_cp_setup(r);
	w(r, CP_INT_CNTL, INT_TIME_STAMP | INT_RB | INT_IB1);
	rig_cp_start(r);
}

struct rig *up(const char *chip, const struct model_config *override)
{
	struct rig *r = rig_new(chip, override);

	rig_up(r);
	CLEAN(r);
	return r;
}

void dma_emit(struct rig *r, u32 dw)
{
	ram_set32(r, RIG_DMA + r->dma_wptr * 4, dw);
	r->dma_wptr = (r->dma_wptr + 1) % RIG_DMA_DW;
}

void dma_commit(struct rig *r)
{
	w(r, DMA_RB_WPTR, r->dma_wptr * 4);
	run(r);
}
