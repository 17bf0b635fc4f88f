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
	{ "bar64", MODEL_BOARD_BAR64 },
	{ "fb-bar", MODEL_BOARD_FB_BAR },
	{ "states", MODEL_BOARD_STATES },
	{ "weak-pll", MODEL_BOARD_WEAK_PLL },
	{ "switched", MODEL_BOARD_SWITCHED },
	{ "dead-switch", MODEL_BOARD_SWITCHED | MODEL_BOARD_DEAD_SWITCH },
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
	if (board & MODEL_BOARD_FB_BAR)
		return (u32)(pci_bar_address(m, 0) >> 24);
	if (board & (MODEL_BOARD_FB_C0 | MODEL_BOARD_AGP))
		return 0xc0;
	if (board & MODEL_BOARD_FB_ACROSS)
		return 0x100 - (u32)(m->config.vram_size >> 25);
	return 0x40;
}

/* Firmware assigns BAR 0 first, and writes its address to the memory controller. */
void board_bar_moved(struct model *m)
{
	if (m->config.board & MODEL_BOARD_FB_BAR && !m->touched)
		model_power_on(m);
}
