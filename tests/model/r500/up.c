// SPDX-License-Identifier: GPL-2.0
/*
 * The test bench for R5xx: see up.h.
 */
#include "r500/up.h"

u32 mc_get(struct rig *r, u32 index)
{
	u32 value;

	w(r, MC_IND_INDEX, MC_IND_READ | index);
	value = rd(r, MC_IND_DATA);
	w(r, MC_IND_INDEX, 0);
	return value;
}

void mc_set(struct rig *r, u32 index, u32 value)
{
	w(r, MC_IND_INDEX, MC_IND_WRITE | index);
	w(r, MC_IND_DATA, value);
	w(r, MC_IND_INDEX, 0);
}

u32 pcie_get(struct rig *r, u32 index)
{
	w(r, PCIE_INDEX, index);
	return rd(r, PCIE_DATA);
}

void pcie_set(struct rig *r, u32 index, u32 value)
{
	w(r, PCIE_INDEX, index);
	w(r, PCIE_DATA, value);
}

void r5_mc(struct rig *r)
{
	bool rv515 = r500_chip(r->m)->rv515;
	u32 start = RIG_FB >> 16, end = (RIG_FB + RIG_VRAM - 1) >> 16;

	mc_get(r, rv515 ? RV515_MC_STATUS : R520_MC_STATUS);
	mc_set(r, rv515 ? RV515_MC_FB_LOCATION : R520_MC_FB_LOCATION, end << 16 | start);
	w(r, HDP_FB_LOCATION, start);
}

void r5_flush_once(struct rig *r)
{
	u32 cntl = pcie_get(r, PCIE_TX_GART_CNTL);

	pcie_set(r, PCIE_TX_GART_CNTL, cntl | GART_INVALIDATE_TLB);
	pcie_get(r, PCIE_TX_GART_CNTL);
	pcie_set(r, PCIE_TX_GART_CNTL, cntl);
}

void r5_flush(struct rig *r)
{
	r5_flush_once(r);
	r5_flush_once(r);
}

void r5_gart(struct rig *r)
{
	for (u32 i = 0; i < RIG_GART_PAGES; i++)
		model_vram_write(r->m, RIG_TABLE + i * 4, i << 4 | 0xc, 4);
	model_vram_read(r->m, RIG_TABLE, 4);
	pcie_set(r, PCIE_TX_GART_CNTL, GART_UNMAPPED_DISCARD);
	pcie_set(r, PCIE_TX_GART_START_LO, (u32)RIG_GART);
	pcie_set(r, PCIE_TX_GART_START_HI, 0);
	pcie_set(r, PCIE_TX_GART_END_LO, (u32)RIG_GART + (RIG_GART_PAGES - 1) * GPU_PAGE);
	pcie_set(r, PCIE_TX_GART_END_HI, 0);
	pcie_set(r, PCIE_TX_GART_BASE, (u32)(RIG_FB + RIG_TABLE));
	pcie_set(r, PCIE_TX_GART_CNTL, GART_UNMAPPED_DISCARD | GART_EN);
	r5_flush(r);
}

void r5_pipes(struct rig *r)
{
	static const u32 sizes[] = { 0, 3, 6, 7 };
	u32 strap = rd(r, GB_PIPE_SELECT), n = strap >> 12 & 3;

	pll_write(r, PLL_CP_DYN_CNTL, PLL_FORCEON);
	pll_write(r, PLL_E2_DYN_CNTL, PLL_FORCEON);
	pll_write(r, PLL_IDCT_DYN_CNTL, PLL_FORCEON);
	w(r, SU_REG_DEST, (2u << n) - 1);
	w(r, GB_TILE_CONFIG, 0x11 | sizes[n] << 1);
	w(r, DST_PIPE_CONFIG, 0);
	for (u32 i = 0; i < 16; i++)
		w(r, TX_FILTER0_0 + 4 * i, i << 28);
	pll_write(r, PLL_PIPE_CNTL, 1 | (strap >> 8 & 0xf) << 4);
}

void r5_load(struct rig *r)
{
	w(r, CP_ME_RAM_ADDR, 0);
	for (u32 i = 0; i < model_ucode_words(r->m->chip, MODEL_UCODE_ME); i++)
		w(r, i & 1 ? CP_ME_RAM_DATAL : CP_ME_RAM_DATAH,
		  model_ucode_word(r->m->chip, MODEL_UCODE_ME, i));
}

void r5_setup(struct rig *r)
{
	u32 cntl = log2u(RIG_RING_DW / 2) | 9 << 8;

	w(r, CP_RB_BASE, (u32)(RIG_GART + RIG_RING));
	w(r, CP_RB_CNTL, cntl | RB_RPTR_WR_ENA);
	w(r, CP_RB_RPTR_WR, 0);
	w(r, CP_RB_WPTR, 0);
	w(r, CP_RB_RPTR_ADDR, (u32)(RIG_GART + RIG_WB_RPTR));
	w(r, SCRATCH_ADDR, (u32)(RIG_GART + RIG_WB));
	w(r, SCRATCH_UMSK, 0xff);
	w(r, CP_RB_CNTL, cntl);
	r->doorbell = CP_RB_WPTR;
	r->wptr = 0;
}

void r5_start(struct rig *r)
{
	w(r, CP_CSQ_CNTL, CSQ_PRIBM_INDBM);
}

void r5_up(struct rig *r)
{
	rig_pci(r);
	r5_mc(r);
	r5_gart(r);
	r5_pipes(r);
	r5_load(r);
	r5_setup(r);
	w(r, GEN_INT_CNTL, SW_INT);
	r5_start(r);
}

struct rig *up5(const char *chip, const struct model_config *override)
{
	struct rig *r = rig_new(chip, override);

	r5_up(r);
	CLEAN(r);
	return r;
}

void set_reg(struct rig *r, u32 reg, u32 value)
{
	emit(r, reg / 4);
	emit(r, value);
}

void call_ib5(struct rig *r, u32 ndw)
{
	emit(r, 1 << 16 | CP_IB_BASE / 4);
	emit(r, (u32)(RIG_GART + RIG_IB));
	emit(r, ndw);
}
