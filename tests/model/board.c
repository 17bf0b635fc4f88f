// SPDX-License-Identifier: GPL-2.0
/*
 * Boards: the state that firmware or a former driver leaves, and parts that are fused off.
 */
#include <string.h>

#include "model_int.h"

static const struct {
	const char *name;
	u32 bit;
} boards[] = {
	{ "fb-zero", MODEL_BOARD_FB_ZERO },
	{ "fb-c0", MODEL_BOARD_FB_C0 },
	{ "fb-across", MODEL_BOARD_FB_ACROSS },
	{ "vga-text", MODEL_BOARD_VGA_TEXT },
	{ "second-crtc", MODEL_BOARD_SECOND_CRTC },
	{ "live", MODEL_BOARD_LIVE },
	{ "harvested", MODEL_BOARD_HARVESTED },
	{ "long-burst", MODEL_BOARD_LONG_BURST },
	{ "odd-memory", MODEL_BOARD_ODD_MEMORY },
	{ "no-straps", MODEL_BOARD_NO_STRAPS },
	{ "no-vram-bar", MODEL_BOARD_NO_VRAM_BAR },
	{ "no-registers", MODEL_BOARD_NO_REGISTERS },
	{ "few-registers", MODEL_BOARD_FEW_REGISTERS },
	{ "no-gen2", MODEL_BOARD_NO_GEN2 },
	{ "deemphasis", MODEL_BOARD_DEEMPHASIS },
	{ "gpio-thermal", MODEL_BOARD_GPIO_THERMAL },
	{ "keeps-size", MODEL_BOARD_KEEPS_SIZE },
	{ "agp", MODEL_BOARD_AGP },
};

u32 model_board_by_name(const char *name)
{
	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++)
		if (!strcmp(boards[i].name, name))
			return boards[i].bit;
	return 0;
}

/* In 16 MiB. */
u32 board_fb_start(const struct model *m)
{
	u32 board = m->config.board;

	if (board & MODEL_BOARD_FB_ZERO)
		return 0;
	if (board & (MODEL_BOARD_FB_C0 | MODEL_BOARD_AGP))
		return 0xc0;
	if (board & MODEL_BOARD_FB_ACROSS)
		return 0x100 - (u32)(m->config.vram_size >> 25);
	return 0x40;
}

static void set_bits(struct model *m, u32 reg, u32 bits)
{
	reg_set(m, reg, reg_get(m, reg) | bits);
}

/* Fuses of a cheaper board of the same chip: HD 4830 and 4730 of RV770, HD 2400 LE of RV610. */
static void harvest(struct model *m)
{
	u32 pipes = __builtin_popcount(~m->chip->shader_pipe_config >> 8 & 0xff);

	if (m->chip->backends > 1)
		set_bits(m, CC_RB_BACKEND_DISABLE, 2u << 16);
	if (pipes > 1)
		set_bits(m, CC_GC_SHADER_PIPE_CONFIG, 1u << (8 + pipes - 1));
	if (m->chip->hw_contexts == 8)
		set_bits(m, CC_GC_SHADER_PIPE_CONFIG, 3u << 16);
	m->tiling_config = 0;
}

void board_straps(struct model *m)
{
	u32 board = m->config.board, ramcfg = m->chip->r7xx ? R7_RAMCFG : R6_RAMCFG;

	if (board & MODEL_BOARD_HARVESTED)
		harvest(m);
	if (board & MODEL_BOARD_LONG_BURST) {
		set_bits(m, ramcfg, m->chip->r7xx ? 1u << 9 : 1u << 8);
		m->tiling_config = 0;
	}
	if ((board & MODEL_BOARD_ODD_MEMORY) && !m->config.not_posted)
		reg_set(m, CONFIG_MEMSIZE, (u32)m->config.vram_size - 0x12345);
	if (board & MODEL_BOARD_NO_STRAPS) {
		reg_set(m, CC_RB_BACKEND_DISABLE, ~0u);
		reg_set(m, CC_GC_SHADER_PIPE_CONFIG, ~0u);
		reg_set(m, ramcfg, ~0u);
		m->tiling_config = 0;
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
