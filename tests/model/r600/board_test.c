// SPDX-License-Identifier: GPL-2.0
/*
 * Unusual boards: registers and VRAM at power-on, and running engines.
 */
#include "r600/up.h"

static struct rig *board(const char *chip, u32 bits)
{
	struct model_config c = { .board = bits };

	return rig_new(chip, &c);
}

static u32 location(struct rig *r)
{
	return rd(r, is_r7xx(r->m) ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION);
}

TEST(what_firmware_does_not_set_comes_from_the_seed)
{
	static const u32 regs[] = {
		R7_MC_VM_SYSTEM_LOW, R7_VM_PT_BASE, SX_EXPORT_BASE, CP_RB_BASE, 0x28a4c, 0x9508,
	};
	struct model_config one = { .seed = 1 }, two = { .seed = 2 };
	struct rig *a = rig_new("RV710", &one), *b = rig_new("RV710", &two), *c = rig_new("RV710", &one);
	u32 different = 0;

	for (u32 i = 0; i < sizeof(regs) / sizeof(regs[0]); i++) {
		CHECK(model_reg(a->m, regs[i]));
		different += model_reg(a->m, regs[i]) != model_reg(b->m, regs[i]);
		EQ(model_reg(a->m, regs[i]), model_reg(c->m, regs[i]));
	}
	EQ(different, sizeof(regs) / sizeof(regs[0]));
	CHECK(model_vram_read(a->m, RIG_VRAM - 4096, 4) != model_vram_read(b->m, RIG_VRAM - 4096, 4));
	EQ(location(a), 0x00410040);
	EQ(rd(a, CC_RB_BACKEND_DISABLE), r600_chip(a->m->chip)->rb_disable);
	CLEAN(a);
	rig_free(c);
	rig_free(b);
	rig_free(a);
}

TEST(engines_come_up_halted_whatever_the_seed)
{
	for (u32 seed = 0; seed < 50; seed++) {
		struct model_config c = { .seed = seed };
		struct rig *r = rig_new(seed & 1 ? "RV710" : "RV670", &c);

		CHECK(cp_halted(r->m) && !ih_enabled(r->m) && !dma_running(r->m));
		EQ(rd(r, RLC_CNTL), 0);
		EQ(rd(r, GRBM_SOFT_RESET), 0);
		CHECK(!(rd(r, VM_CONTEXT0_CNTL) & VM_ENABLE_CONTEXT));
		CHECK(!mc_blacked_out(r->m));
		rig_up(r);
		CLEAN(r);
		rig_free(r);
	}
}

TEST(firmware_puts_vram_where_the_board_says)
{
	struct rig *r = board("RV670", MODEL_BOARD_FB_ZERO);

	EQ(location(r), 0x00010000);
	rig_free(r);
	r = board("RV670", MODEL_BOARD_FB_C0);
	EQ(location(r), 0x00c100c0);
	rig_free(r);
	r = board("RV710", MODEL_BOARD_FB_ACROSS | MODEL_BOARD_SECOND_CRTC);
	EQ(location(r), 0x010000ff);
	EQ(rd(r, D1CRTC_CONTROL), 0);
	EQ(rd(r, D1CRTC_CONTROL + D2_OFFSET), CRTC_EN);
	EQ(rd(r, D1GRPH_PRIMARY_SURFACE_ADDRESS + D2_OFFSET), 0xff800000);
	EQ(rd(r, R7_D2GRPH_PRIMARY_HIGH), 0);
	rig_free(r);
}

TEST(firmware_puts_vram_where_bar_0_is)
{
	struct rig *r = board("RS880", MODEL_BOARD_FB_BAR);

	rig_pci(r);
	EQ(location(r), 0x00d100d0);
	/* A driver that has begun is the one that moves VRAM. */
	w(r, SCRATCH_UMSK, 0);
	model_config_write(r->m, 0x10, 0xc0000000, 4);
	EQ(location(r), 0x00d100d0);
	CLEAN(r);
	rig_free(r);
}

TEST(a_bar_of_64_bits_has_an_upper_half)
{
	struct rig *r = board("RV710", MODEL_BOARD_BAR64), *igp = board("RS780", MODEL_BOARD_BAR64);

	EQ(model_config_read(r->m, 0x10, 4), 0xc);
	EQ(model_config_read(r->m, 0x18, 4), 0x4);
	for (u32 off = 0x10; off <= 0x1c; off += 4)
		model_config_write(r->m, off, ~0u, 4);
	EQ(model_config_read(r->m, 0x10, 4), (u32)-RIG_VRAM | 0xc);
	EQ(model_config_read(r->m, 0x14, 4), ~0u);
	EQ(model_config_read(r->m, 0x18, 4), 0xffff0004);
	EQ(model_config_read(r->m, 0x1c, 4), ~0u);
	rig_pci(r);
	model_config_write(r->m, 0x14, 0x12, 4);
	model_config_write(r->m, 0x1c, 0, 4);
	EQ(model_bar(r->m, 0), 0x12d0000000ull);
	EQ(model_bar(r->m, 1), 0);
	EQ(model_bar(r->m, 2), 0xe0000000);
	/* The BAR after an integrated chip's first BAR has its ports. */
	EQ(model_config_read(igp->m, 0x10, 4), 0x8);
	EQ(model_config_read(igp->m, 0x14, 4), 0x1);
	rig_free(igp);
	rig_free(r);
}

TEST(vga_text_is_rendered_each_frame_until_it_is_switched_off)
{
	struct rig *r = board("RV710", MODEL_BOARD_VGA_TEXT);

	vram_set64(r, 0x3000, ~0ull);
	r->now += 20000000;
	model_run(r->m);
	CHECK(model_vram_read(r->m, 0x3000, 8) != ~0ull);
	w(r, VGA_RENDER_CONTROL, 0);
	vram_set64(r, 0x3000, ~0ull);
	r->now += 20000000;
	model_run(r->m);
	CHECK(model_vram_read(r->m, 0x3000, 8) == ~0ull);
	CLEAN(r);
	w(r, VGA_MEMORY_BASE_ADDRESS, 0);
	w(r, VGA_RENDER_CONTROL, 0x10000);
	r->now += 20000000;
	model_run(r->m);
	BROKE(r, "console-lost");
	rig_free(r);
}

TEST(a_driver_that_died_leaves_engines_and_the_bus)
{
	struct rig *r = board("RV670", MODEL_BOARD_LIVE);

	CHECK(!cp_halted(r->m) && ih_enabled(r->m) && dma_running(r->m) && pci_bus_master(r->m));
	model_run(r->m);
	CLEAN(r);
	w(r, CP_RB_BASE, 0);
	BROKE(r, "ring-live");
	rig_free(r);
}

TEST(fuses_take_what_a_cheaper_board_lacks)
{
	struct rig *r = board("RV770", MODEL_BOARD_HARVESTED | MODEL_BOARD_LONG_BURST | MODEL_BOARD_ODD_MEMORY);

	EQ(rd(r, CC_RB_BACKEND_DISABLE) >> 16, 0xf2);
	EQ(rd(r, CC_GC_SHADER_PIPE_CONFIG), 3 << 16 | 0xf8 << 8);
	CHECK(rd(r, R7_RAMCFG) & 1u << 9);
	CHECK(rd(r, CONFIG_MEMSIZE) % 4096);
	/* The expected value differs from the whole chip's value, and is not computed here. */
	w(r, GB_TILING_CONFIG, 0x1234);
	CLEAN(r);
	rig_free(r);
	r = board("RV710", MODEL_BOARD_NO_STRAPS);
	EQ(rd(r, CC_RB_BACKEND_DISABLE), ~0u);
	EQ(rd(r, R7_RAMCFG), ~0u);
	rig_free(r);
}

TEST(bars_may_be_missing)
{
	struct rig *r = board("RV710", MODEL_BOARD_NO_VRAM_BAR | MODEL_BOARD_FEW_REGISTERS);

	EQ(model_bar_size(r->m, 0), 0);
	EQ(model_bar_size(r->m, 2), 0x8000);
	/* Size a BAR like the kernel. */
	model_config_write(r->m, 0x10, ~0u, 4);
	model_config_write(r->m, 0x18, ~0u, 4);
	EQ(model_config_read(r->m, 0x10, 4), 0);
	EQ(model_config_read(r->m, 0x18, 4), 0xffff8000);
	rig_free(r);
	r = board("RV710", MODEL_BOARD_NO_REGISTERS);
	EQ(model_bar_size(r->m, 2), 0);
	CHECK(model_bar_size(r->m, 0));
	rig_free(r);
}

TEST(the_next_card_is_another_board)
{
	struct rig *r = board("RV710", 0);

	w(r, MODEL_REG_BOARD, MODEL_BOARD_FB_ZERO);
	EQ(location(r), 0x00410040);
	w(r, MODEL_REG_CARD, MODEL_CARD_CHIP(10));
	EQ(location(r), 0x00010000);
	w(r, MODEL_REG_CARD, MODEL_CARD_CHIP(10));
	EQ(location(r), 0x00410040);
	EQ(model_board_by_name("fb-zero"), MODEL_BOARD_FB_ZERO);
	EQ(model_board_by_name("fb"), 0);
	rig_free(r);
}

TEST(integrated_chips_have_their_ports_in_bar_1)
{
	struct rig *card = rig_new("RV710", NULL), *integrated = rig_new("RS780", NULL);

	EQ(model_config_read(card->m, 0x14, 4), 0);
	EQ(model_config_read(card->m, 0x20, 4) & 3, 1);
	EQ(model_config_read(integrated->m, 0x14, 4) & 3, 1);
	EQ(model_config_read(integrated->m, 0x20, 4), 0);
	EQ(model_bar_size(integrated->m, 1), model_bar_size(card->m, 4));
	EQ(model_bar_size(integrated->m, 4), 0);
	rig_free(card);
	rig_free(integrated);
}
