// SPDX-License-Identifier: GPL-2.0
/*
 * The ROM posts a card that firmware has not posted: its ASIC_Init, run by the driver's
 * interpreter, sets up the memory controller like firmware.
 */
#include <string.h>

#include "rcp_atom.h"
#include "r600/up.h"

static u32 mc_value;

static u32 post_read(void *priv, enum rcp_atom_space space, u32 index)
{
	return space <= RCP_ATOM_IO ? rd(priv, index * 4) : mc_value;
}

static void post_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
	if (space <= RCP_ATOM_IO)
		w(priv, index * 4, value);
	else if (space == RCP_ATOM_MC && index == 0x21)
		mc_value = value;
}

static void post_delay(void *priv, u32 us)
{
	struct rig *r = priv;

	r->now += us * 1000ull;
}

static const struct rcp_atom_ops ops = {
	.read = post_read, .write = post_write, .delay = post_delay,
};

static u32 returned;	/* the parameter after a table */

/* ASIC_Init, or a table with a parameter. */
static bool run_table(struct rig *r, const struct model_chip *c, u32 scratch[4], u32 table, u32 param)
{
	static u8 rom[MODEL_ROM_SIZE];
	static struct rcp_atom_image image;
	static struct rcp_atom atom;
	struct rcp_atom_why why = { };
	u32 params[4] = { param };
	bool good;

	model_rom_build(c, RIG_VRAM, 0, rom);
	memset(&atom, 0, sizeof(atom));
	if (!rcp_atom_parse(&image, rom, sizeof(rom), &why)) {
		test_fail(__FILE__, __LINE__, "%s", why.text);
		return false;
	}
	atom.image = &image;
	atom.ops = &ops;
	atom.priv = r;
	atom.scratch = scratch;
	atom.scratch_dw = 4;
	good = table ? rcp_atom_run(&atom, table, params, 4) : rcp_atom_asic_init(&atom);
	if (!good)
		test_fail(__FILE__, __LINE__, "%s", atom.why.text);
	EQ(atom.notes, 0);
	returned = params[0];
	return good;
}

static u32 get_clock(struct rig *r, const struct model_chip *c, u32 table)
{
	u32 scratch[4] = { };

	return run_table(r, c, scratch, table, 0) ? returned : 0;
}

static bool post(struct rig *r, const struct model_chip *c, u32 scratch[4])
{
	bool good;

	mc_value = 1;
	good = run_table(r, c, scratch, RCP_ATOM_ASIC_INIT, 0);
	EQ(mc_value, 0x4001);
	return good;
}

static bool is_100mhz(const struct model_chip *c)
{
	return !strcmp(c->name, "RV770");
}

TEST(the_rom_posts_every_chip)
{
	const struct model_chip *c;

	for (unsigned int i = 0; (c = r600_chip_by_index(i)); i++) {
		struct model_config config = { .not_posted = true };
		u32 location = r600_chip(c)->r7xx ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION;
		u32 scratch[4] = { };
		struct rig *posted = rig_new(c->name, NULL), *r = rig_new(c->name, &config);

		EQ(rd(r, CONFIG_MEMSIZE), 0);
		EQ(rd(r, BIF_FB_EN), 0);
		if (post(r, c, scratch)) {
			EQ(rd(r, CONFIG_MEMSIZE), rd(posted, CONFIG_MEMSIZE));
			EQ(rd(r, location), rd(posted, location));
			EQ(rd(r, BIF_FB_EN), rd(posted, BIF_FB_EN));
			/* 600 MHz of 27 MHz is 22, in bits 5 to 11; of 100 MHz 6. */
			EQ(rd(r, CG_SPLL_FUNC_CNTL) & 0xffff, (is_100mhz(c) ? 6 : 22) << 5);
			EQ(rd(r, CG_SPLL_FUNC_CNTL), rd(posted, CG_SPLL_FUNC_CNTL));
			EQ(rd(r, MPLL_FUNC_CNTL), c->igp ? 0 : rd(posted, MPLL_FUNC_CNTL));
			EQ(rd(r, BIOS_0_SCRATCH + 16), 0x1256);
			EQ(rd(r, BIOS_0_SCRATCH + 20), 0x5a5a0001);
			EQ(rd(r, BIOS_0_SCRATCH + 28), 0x200);
			EQ(scratch[0], r600_chip(c)->ramcfg & 1 ? 8 : 4);
			EQ(rd(r, BIOS_0_SCRATCH + 4), scratch[0] << 16);
		}
		EQ(violations(r), 0);
		rig_free(r);
		rig_free(posted);
	}
}

/* 300 MHz of 27 MHz is 11, of 100 MHz 3; 450 MHz is 16 or 4, and has the bit of a fast memory. */
TEST(the_rom_sets_clocks)
{
	const struct model_chip *c;

	for (unsigned int i = 0; (c = r600_chip_by_index(i)); i++) {
		struct rig *r = rig_new(c->name, NULL);
		u32 scratch[4] = { };

		run_table(r, c, scratch, RCP_ATOM_SET_ENGINE_CLOCK, 30000);
		EQ(rd(r, CG_SPLL_FUNC_CNTL) & 0xffff, (is_100mhz(c) ? 3 : 11) << 5);
		EQ(get_clock(r, c, RCP_ATOM_GET_ENGINE_CLOCK), 30000);
		run_table(r, c, scratch, RCP_ATOM_SET_MEMORY_CLOCK, 45000);
		EQ(rd(r, MPLL_FUNC_CNTL) & 0xffff, is_100mhz(c) ? 0x104 : 0x110);
		run_table(r, c, scratch, RCP_ATOM_SET_MEMORY_CLOCK, 25000);
		EQ(rd(r, MPLL_FUNC_CNTL) & 0xffff, is_100mhz(c) ? 2 : 9);
		EQ(get_clock(r, c, RCP_ATOM_GET_MEMORY_CLOCK), 25000);
		EQ(violations(r), 0);
		rig_free(r);
	}
}

TEST(what_a_bios_reads_comes_from_the_seed)
{
	struct model_config config = { .not_posted = true, .seed = 3 };
	struct rig *r = rig_new("RV670", &config);
	u32 scratch[4] = { }, was = rd(r, BIOS_0_SCRATCH + 4);
	u64 now = r->now;

	CHECK(was && rd(r, CG_SPLL_FUNC_CNTL) && was != rd(r, CG_SPLL_FUNC_CNTL));
	post(r, model_chip_by_name("RV670"), scratch);
	EQ(rd(r, BIOS_0_SCRATCH + 4), (was & 0xff00ffff) | 8 << 16);
	/* The memory controller was busy three times: three delays of 10 us more. */
	EQ(r->now - now, (50 + 20 + 2000 + 30) * 1000);
	EQ(rd(r, SRBM_STATUS), SRBM_IDLE);
	EQ(violations(r), 0);
	rig_free(r);
}

TEST(posting_a_card_again_changes_nothing)
{
	const struct model_chip *c = model_chip_by_name("RV710");
	struct rig *r = rig_new("RV710", NULL);
	u32 scratch[4] = { }, size = rd(r, CONFIG_MEMSIZE);

	post(r, c, scratch);
	EQ(rd(r, CONFIG_MEMSIZE), size);
	w(r, CONFIG_MEMSIZE, 0);
	EQ(rd(r, CONFIG_MEMSIZE), size);
	EQ(violations(r), 0);
	rig_free(r);
}
