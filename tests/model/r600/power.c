// SPDX-License-Identifier: GPL-2.0
/*
 * Registers of R6xx/R7xx at power-on, and after resets that lose state.
 */
#include <string.h>

#include "r600/r600.h"
#include "rom.h"

/* Parts of the register space that hold noise; the rest is 0. */
const struct reg_range r600_noisy[] = {
	{ 0x01400, 0x015fc },	/* VM */
	{ 0x02000, 0x02ffc },	/* memory controller, HDP */
	{ 0x03e00, 0x03f7c },	/* IH, RLC */
	{ 0x08000, 0x0bffc },	/* 3D engine */
	{ 0x0c000, 0x0c3fc },	/* CP */
	{ 0x0d000, 0x0d0fc },	/* DMA */
	{ 0x28000, 0x28ffc },	/* contexts */
	{ 0, 0 },
};

const struct reg_value r600_known[] = {
	{ VM_CONTEXT0_REQUEST_RESPONSE, 0 },
	{ R6_CITF_CNTL, 0 },
	{ R7_CITF_CNTL, 0 },
	{ MC_INDEX, 0 },
	{ IH_RB_CNTL, 0 },
	{ IH_CNTL, 0 },
	{ RLC_CNTL, 0 },
	{ GRBM_SOFT_RESET, 0 },
	{ CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT },
	{ CP_INT_CNTL, 0 },
	{ DMA_RB_CNTL, 0 },
	{ DMA_CNTL, 0 },
	{ ~0u, 0 },
};

/* Registers that SOFT_RESET_CP resets. */
static const u32 cp_forgets[] = {
	CP_RB_BASE, CP_RB_CNTL, CP_RB_RPTR_ADDR, CP_RB_RPTR_ADDR_HI, CP_RB_WPTR_DELAY,
	CP_SEM_WAIT_TIMER, CP_DEBUG, SCRATCH_ADDR, SCRATCH_UMSK,
};

/* Contexts of the VM come up switched off. */
void power_forget_vm(struct model *m)
{
	power_forget(m, r600_noisy[0].first, r600_noisy[0].last);
	for (u32 i = 0; i < 8; i++)
		reg_set(m, VM_CONTEXT0_CNTL + 4 * i,
			reg_get(m, VM_CONTEXT0_CNTL + 4 * i) & ~VM_ENABLE_CONTEXT);
}

/* Interrupts are disabled, the address of the ring is noise. */
void power_forget_cp(struct model *m)
{
	for (size_t i = 0; i < sizeof(cp_forgets) / sizeof(cp_forgets[0]); i++)
		reg_set(m, cp_forgets[i], power_noise(m->config.seed + 1, cp_forgets[i]));
	reg_set(m, CP_INT_CNTL, 0);
}

/*
 * Firmware of some boards writes CONFIG_MEMSIZE before any video BIOS runs, so it is not 0 on
 * a card whose engine clock nothing has set.
 */
static void straps(struct model *m)
{
	r600(m)->unposted = m->config.not_posted ||
			    ((m->config.board & MODEL_BOARD_KEEPS_SIZE) && m->woken);
	if (!m->config.not_posted)
		reg_set(m, CONFIG_MEMSIZE, (u32)m->config.vram_size);
	reg_set(m, CONFIG_APER_SIZE, (u32)m->config.bar_size);
	reg_set(m, is_r7xx(m) ? R7_RAMCFG : R6_RAMCFG, r600_chip(m->chip)->ramcfg);
	reg_set(m, CHMAP, 1u << 12);
	reg_set(m, CC_GC_SHADER_PIPE_CONFIG, r600_chip(m->chip)->shader_pipe_config);
	reg_set(m, CC_RB_BACKEND_DISABLE, r600_chip(m->chip)->rb_disable);
	r600(m)->tiling_config = r600_chip(m->chip)->tiling_config;
	if (!r600(m)->unposted) {
		reg_set(m, CG_SPLL_FUNC_CNTL, rom_pll(SCLK_10KHZ, m->reference, 5));
		reg_set(m, MPLL_FUNC_CNTL, rom_pll(MCLK_10KHZ, m->reference, 0) | 0x100);
	}
	clocks_power_on(m);
	board_straps(m);
}

/* Registers that a video BIOS modifies in part, or polls. */
static void seeded(struct model *m)
{
	static const u32 regs[] = {
		CG_SPLL_FUNC_CNTL, BIOS_0_SCRATCH + 4, BIOS_0_SCRATCH + 16,
		BIOS_0_SCRATCH + 20, BIOS_0_SCRATCH + 28,
	};
	u32 x = m->config.seed;

	r600(m)->mc.busy_reads = x % 4;
	if (!x || !m->config.not_posted)
		return;
	for (size_t i = 0; i < sizeof(regs) / sizeof(regs[0]); i++) {
		x = x * 1664525 + 1013904223;
		reg_set(m, regs[i], x ^ x >> 15);
	}
}

void r600_power_on(struct model *m)
{
	memset(r600(m), 0, sizeof(struct r600));
	power_forget_vm(m);
	straps(m);
	seeded(m);
	cp_soft_reset(m);
	ih_power_on(m);
	r600_mc_power_on(m);
	link_power_on(m);
	board_power_on(m);
}
