// SPDX-License-Identifier: GPL-2.0
/*
 * Contents of registers and VRAM at power-on, and after resets that lose state.
 *
 * Firmware sets few registers.  The others, and VRAM, hold noise from a seed.  This reveals a
 * driver that modifies bits of a register that it must set as a whole, or reads memory that
 * it has not written.  Engines come up halted.
 */
#include <string.h>

#include "model_int.h"

/* Parts of the register space that hold noise; the rest is 0. */
static const struct {
	u32 first, last;
} noisy[] = {
	{ 0x01400, 0x015fc },	/* VM */
	{ 0x02000, 0x02ffc },	/* memory controller, HDP */
	{ 0x03e00, 0x03f7c },	/* IH, RLC */
	{ 0x08000, 0x0bffc },	/* 3D engine */
	{ 0x0c000, 0x0c3fc },	/* CP */
	{ 0x0d000, 0x0d0fc },	/* DMA */
	{ 0x28000, 0x28ffc },	/* contexts */
};

/* Registers in these parts that a reset sets to a known value. */
static const struct {
	u32 reg, value;
} known[] = {
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
};

/* Registers that SOFT_RESET_CP resets. */
static const u32 cp_forgets[] = {
	CP_RB_BASE, CP_RB_CNTL, CP_RB_RPTR_ADDR, CP_RB_RPTR_ADDR_HI, CP_RB_WPTR_DELAY,
	CP_SEM_WAIT_TIMER, CP_DEBUG, SCRATCH_ADDR, SCRATCH_UMSK,
};

u32 power_noise(u32 seed, u32 at)
{
	u32 x = seed * 0x9e3779b9u ^ at * 0x85ebca6bu;

	x = (x ^ x >> 15) * 0x2c1b3c6du;
	x = (x ^ x >> 12) * 0x297a2d39u;
	return x ^ x >> 15;
}

static void forget(struct model *m, u32 first, u32 last)
{
	for (u32 reg = first; reg <= last; reg += 4)
		reg_set(m, reg, m->config.seed ? power_noise(m->config.seed, reg) : 0);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].reg >= first && known[i].reg <= last)
			reg_set(m, known[i].reg, known[i].value);
}

/* Contexts of the VM come up switched off. */
void power_forget_vm(struct model *m)
{
	forget(m, noisy[0].first, noisy[0].last);
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
	m->unposted = m->config.not_posted ||
		      ((m->config.board & MODEL_BOARD_KEEPS_SIZE) && m->woken);
	if (!m->config.not_posted)
		reg_set(m, CONFIG_MEMSIZE, (u32)m->config.vram_size);
	reg_set(m, CONFIG_APER_SIZE, (u32)m->config.bar_size);
	reg_set(m, m->chip->r7xx ? R7_RAMCFG : R6_RAMCFG, m->chip->ramcfg);
	reg_set(m, CHMAP, 1u << 12);
	reg_set(m, CC_GC_SHADER_PIPE_CONFIG, m->chip->shader_pipe_config);
	reg_set(m, CC_RB_BACKEND_DISABLE, m->chip->rb_disable);
	m->tiling_config = m->chip->tiling_config;
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

	m->mc_busy_reads = x % 4;
	if (!x || !m->config.not_posted)
		return;
	for (size_t i = 0; i < sizeof(regs) / sizeof(regs[0]); i++) {
		x = x * 1664525 + 1013904223;
		reg_set(m, regs[i], x ^ x >> 15);
	}
}

/* The state after power-on and POST. */
void model_power_on(struct model *m)
{
	memset(m->reg, 0, sizeof(m->reg));
	memset(m->owner, 0, sizeof(m->owner));
	for (size_t i = 0; i < sizeof(noisy) / sizeof(noisy[0]); i++)
		forget(m, noisy[i].first, noisy[i].last);
	power_forget_vm(m);
	straps(m);
	seeded(m);
	cp_power_on(m);
	memset(&m->dma, 0, sizeof(m->dma));
	ih_power_on(m);
	mc_power_on(m);
	scanout_power_on(m);
	link_power_on(m);
	board_power_on(m);
}

/* Noise only at page tables and the first buffers, because all of VRAM would cost memory and time. */
void model_lose_vram(struct model *m)
{
	u64 size = MIB(4), end = m->config.bar_size;

	if (m->host->lose_vram)
		m->host->lose_vram(m->ctx);
	if (!m->config.seed || end < 2 * size)
		return;
	for (u32 i = 0; i < size; i += 4) {
		u32 x = power_noise(m->config.seed, 1u << 20 | i);

		memcpy(m->vram + i, &x, sizeof(x));
		memcpy(m->vram + end - size + i, &x, sizeof(x));
	}
}
