// SPDX-License-Identifier: GPL-2.0
/*
 * Boards with R6xx/R7xx: fused-off parts, and engines that a former driver left on.
 */
#include "r600/r600.h"

static void set_bits(struct model *m, u32 reg, u32 bits)
{
	reg_set(m, reg, reg_get(m, reg) | bits);
}

/* Fuses of a cheaper board of the same chip: HD 4830 and 4730 of RV770, HD 2400 LE of RV610. */
static void harvest(struct model *m)
{
	u32 pipes = __builtin_popcount(~r600_chip(m->chip)->shader_pipe_config >> 8 & 0xff);

	if (r600_chip(m->chip)->backends > 1)
		set_bits(m, CC_RB_BACKEND_DISABLE, 2u << 16);
	if (pipes > 1)
		set_bits(m, CC_GC_SHADER_PIPE_CONFIG, 1u << (8 + pipes - 1));
	if (r600_chip(m->chip)->hw_contexts == 8)
		set_bits(m, CC_GC_SHADER_PIPE_CONFIG, 3u << 16);
	r600(m)->tiling_config = 0;
}

void board_straps(struct model *m)
{
	u32 board = m->config.board, ramcfg = is_r7xx(m) ? R7_RAMCFG : R6_RAMCFG;

	if (board & MODEL_BOARD_HARVESTED)
		harvest(m);
	if (board & MODEL_BOARD_LONG_BURST) {
		set_bits(m, ramcfg, is_r7xx(m) ? 1u << 9 : 1u << 8);
		r600(m)->tiling_config = 0;
	}
	if ((board & MODEL_BOARD_ODD_MEMORY) && !m->config.not_posted)
		reg_set(m, CONFIG_MEMSIZE, (u32)m->config.vram_size - 0x12345);
	if (board & MODEL_BOARD_NO_STRAPS) {
		reg_set(m, CC_RB_BACKEND_DISABLE, ~0u);
		reg_set(m, CC_GC_SHADER_PIPE_CONFIG, ~0u);
		reg_set(m, ramcfg, ~0u);
		r600(m)->tiling_config = 0;
	}
}

/* A driver that died: its engines are idle but enabled, and bus mastering is on. */
static void leave_running(struct model *m)
{
	reg_set(m, RLC_CNTL, RLC_ENABLE);
	reg_set(m, IH_RB_BASE, 0x01234500);
	reg_set(m, IH_RB_CNTL, IH_RB_ENABLE | IH_WPTR_WRITEBACK | 14u << 1);
	reg_set(m, IH_CNTL, IH_ENABLE_INTR);
	reg_set(m, CP_RB_BASE, 0x00123400);
	reg_set(m, CP_RB_CNTL, 17);
	reg_set(m, CP_INT_CNTL, INT_TIME_STAMP | INT_RB);
	reg_set(m, CP_ME_CNTL, 0xff);
	reg_set(m, DMA_RB_BASE, 0x00234500);
	reg_set(m, DMA_RB_CNTL, DMA_RB_ENABLE | 14u << 1);
	reg_set(m, DMA_CNTL, DMA_TRAP_ENABLE);
	reg_set(m, VM_CONTEXT0_CNTL, VM_ENABLE_CONTEXT);
	pci_leave_master(m);
}

void board_power_on(struct model *m)
{
	if (m->config.board & MODEL_BOARD_LIVE)
		leave_running(m);
}
