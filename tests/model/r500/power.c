// SPDX-License-Identifier: GPL-2.0
/*
 * Registers of R5xx at power-on, after resets that lose state, and on unusual boards.
 */
#include <string.h>

#include "r500/r500.h"
#include "rom.h"

#define MEMORY_CHANNELS	(2u << 24)	/* MC_CNTL0 of a board with 128 bits */

const struct reg_range r500_noisy[] = {
	{ 0x0700, 0x07fc },	/* CP */
	{ 0x1400, 0x17fc },	/* 2D engine, waits */
	{ 0x2000, 0x22fc },	/* vertex engine */
	{ 0x3400, 0x34fc },	/* 2D cache */
	{ 0x4000, 0x4ffc },	/* 3D engine */
	{ 0, 0 },
};

const struct reg_value r500_known[] = {
	{ CP_CSQ_CNTL, 0 },
	{ CP_RB_CNTL, 0 },
	{ GA_SOFT_RESET, 0 },
	{ ~0u, 0 },
};

/* Registers that SOFT_RESET_CP resets. */
static const u32 cp_forgets[] = {
	CP_RB_BASE, CP_RB_RPTR_ADDR, CP_RB_WPTR_DELAY, CP_CSQ_MODE, SCRATCH_UMSK, SCRATCH_ADDR,
};

void r500_forget_cp(struct model *m)
{
	for (size_t i = 0; i < sizeof(cp_forgets) / sizeof(cp_forgets[0]); i++)
		reg_set(m, cp_forgets[i], power_noise(m->config.seed + 1, cp_forgets[i]));
	reg_set(m, CP_CSQ_CNTL, 0);
}

static void straps(struct model *m)
{
	u32 n = r500_chip(m)->pipes, board = m->config.board;

	if (board & MODEL_BOARD_HARVESTED && n > 1)
		n--;
	reg_set(m, CONFIG_APER_SIZE, (u32)m->config.bar_size);
	reg_set(m, GB_PIPE_SELECT, (n - 1) << 12 | ((1u << n) - 1) << 8);
	reg_set(m, GB_PIPE_SELECT2, r500_chip(m)->z_pipes == 2 ? 3 : 0);
	if (board & MODEL_BOARD_NO_STRAPS)
		reg_set(m, GB_PIPE_SELECT, ~0u);
	if (m->config.not_posted)
		return;
	reg_set(m, CONFIG_MEMSIZE, (u32)m->config.vram_size);
	if (board & MODEL_BOARD_ODD_MEMORY)
		reg_set(m, CONFIG_MEMSIZE, (u32)m->config.vram_size - 0x12345);
}

/* A reset of the 3D engine: pipes and first words must be set up again. */
void r500_forget_3d(struct model *m)
{
	power_forget(m, r500_noisy[2].first, r500_noisy[2].last);
	power_forget(m, r500_noisy[4].first, r500_noisy[4].last);
	reg_set(m, GB_PIPE_SELECT, 0);
	reg_set(m, GB_PIPE_SELECT2, 0);
	straps(m);
}

/* Clocks may be gated, and the GART is off. */
static void index_power_on(struct model *m)
{
	struct r500_index *index = &r500(m)->index;
	u32 seed = m->config.seed;

	memset(index, 0, sizeof(*index));
	for (u32 i = 0; seed && i < PLL_REGS; i++)
		index->pll[i] = power_noise(seed, 1u << 26 | i) & ~PLL_FORCEON;
	if (!m->config.not_posted)
		index->pll[PLL_SPLL] = rom_pll(SCLK_10KHZ, MODEL_REFERENCE, 5);
	for (u32 i = PCIE_TX_GART_BASE; seed && i <= PCIE_TX_GART_END_HI; i++)
		index->pcie[i] = power_noise(seed, 1u << 27 | i);
	index->mc[R520_MC_CNTL0] = MEMORY_CHANNELS;
}

/* Registers that a video BIOS modifies in part. */
static void seeded(struct model *m)
{
	static const u32 regs[] = { BIOS_0_SCRATCH + 4, BIOS_0_SCRATCH + 16, BIOS_0_SCRATCH + 20, BIOS_0_SCRATCH + 28 };

	for (u32 i = 0; m->config.seed && m->config.not_posted && i < 4; i++)
		reg_set(m, regs[i], power_noise(m->config.seed, regs[i]));
}

/* A driver that died: its CP is idle but enabled, and so are its interrupts and bus mastering. */
static void leave_running(struct model *m)
{
	reg_set(m, CP_RB_BASE, 0x01234000);
	reg_set(m, CP_RB_CNTL, 17);
	reg_set(m, CP_CSQ_CNTL, CSQ_PRIBM_INDBM);
	reg_set(m, SCRATCH_UMSK, 0xff);
	reg_set(m, GEN_INT_CNTL, SW_INT);
	r500(m)->index.pcie[PCIE_TX_GART_CNTL] = GART_EN | GART_UNMAPPED_DISCARD;
	pci_leave_master(m);
}

void r500_power_on(struct model *m)
{
	memset(r500(m), 0, sizeof(struct r500));
	index_power_on(m);
	straps(m);
	seeded(m);
	r500_cp_soft_reset(m);
	engine_reset(m);
	gen_int_power_on(m);
	r500_mc_power_on(m);
	if (m->config.board & MODEL_BOARD_LIVE)
		leave_running(m);
}
