// SPDX-License-Identifier: GPL-2.0
/*
 * Clocks and the core's voltage: the tables of a board with power states, run by the driver's
 * interpreter in the order of the driver's plan; and what breaks the rules.
 */
#include <string.h>

#include "rcp_atom.h"
#include "r600/up.h"
#include "rom.h"

static u32 clocks_read(void *priv, enum rcp_atom_space space, u32 index)
{
	return rd(priv, index * 4);
}

static void clocks_write_reg(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
	w(priv, index * 4, value);
}

static void clocks_delay(void *priv, u32 us)
{
	((struct rig *)priv)->now += us * 1000ull;
}

static const struct rcp_atom_ops ops = {
	.read = clocks_read, .write = clocks_write_reg, .delay = clocks_delay,
};

static struct rcp_atom_image image;
static struct rcp_atom_power power;

static struct rig *board(const char *chip, const struct model_config *more)
{
	struct model_config config = *more;
	static u8 rom[MODEL_ROM_SIZE];

	config.board |= MODEL_BOARD_STATES;
	model_rom_build(model_chip_by_name(chip), RIG_VRAM, config.board, rom);
	CHECK(rcp_atom_parse(&image, rom, sizeof(rom), NULL));
	CHECK(rcp_atom_power(&image, false, &power, NULL));
	EQ(power.by, RCP_ATOM_VOLTAGE_MV);
	return rig_new(chip, &config);
}

static bool step(struct rig *r, const struct rcp_atom_step *s)
{
	static const u32 tables[] = { RCP_ATOM_SET_VOLTAGE, RCP_ATOM_SET_ENGINE_CLOCK, RCP_ATOM_SET_MEMORY_CLOCK };
	u32 params[4] = { s->kind == RCP_ATOM_STEP_VOLTAGE ? 1 | s->value << 16 : s->value / 10 };
	static struct rcp_atom atom;

	memset(&atom, 0, sizeof(atom));
	atom.image = &image;
	atom.ops = &ops;
	atom.priv = r;
	atom.max_steps = 5000;
	return rcp_atom_run(&atom, tables[s->kind], params, 4);
}

/* Returns the number of steps. */
static u32 follow(struct rig *r, const struct rcp_atom_point *from, const struct rcp_atom_point *to)
{
	struct rcp_atom_plan plan;

	rcp_atom_plan(&power, from, to, &plan);
	for (u32 i = 0; i < plan.nsteps; i++)
		CHECK(step(r, &plan.steps[i]));
	return plan.nsteps;
}

TEST(a_plan_gives_each_clock_its_voltage)
{
	for (u32 i = 0; i < 4; i++) {
		struct rig *r = board(i & 2 ? "RV770" : "RV630", &(struct model_config){ .seed = 1 });
		u32 boot[2] = { rd(r, CG_SPLL_FUNC_CNTL), rd(r, MPLL_FUNC_CNTL) };
		struct rcp_atom_point to;

		CHECK(rcp_atom_choose(&power, i & 1, true, &to, NULL));
		EQ(follow(r, &power.boot, &to), 3);
		EQ(rd(r, VOLTAGE_PINS), i & 1 ? 0 : 6);
		CHECK(rd(r, CG_SPLL_FUNC_CNTL) != boot[0] && rd(r, MPLL_FUNC_CNTL) != boot[1]);
		EQ(follow(r, &to, &power.boot), 3);
		EQ(rd(r, VOLTAGE_PINS), 4);
		EQ(rd(r, CG_SPLL_FUNC_CNTL), boot[0]);
		EQ(rd(r, MPLL_FUNC_CNTL), boot[1]);
		CLEAN(r);
		rig_free(r);
	}
}

TEST(another_order_breaks_a_rule)
{
	static const struct rcp_atom_step wrong[] = {
		{ RCP_ATOM_STEP_ENGINE, 750000 }, { RCP_ATOM_STEP_MEMORY, 600000 }, { RCP_ATOM_STEP_VOLTAGE, 1000 },
	};

	for (u32 i = 0; i < 3; i++) {
		struct rig *r = board("RV630", &(struct model_config){ .seed = 1 });

		CHECK(step(r, &wrong[i]));
		BROKE(r, "voltage");
		rig_free(r);
	}
}

TEST(a_display_reads_memory_at_its_clock)
{
	struct rig *r = board("RV630", &(struct model_config){ .seed = 1, .console = true });

	w(r, VGA_RENDER_CONTROL, 0);
	CHECK(step(r, &(struct rcp_atom_step){ RCP_ATOM_STEP_ENGINE, 300000 }));
	CHECK(step(r, &(struct rcp_atom_step){ RCP_ATOM_STEP_MEMORY, 500000 }));
	CLEAN(r);
	CHECK(step(r, &(struct rcp_atom_step){ RCP_ATOM_STEP_MEMORY, 250000 }));
	BROKE(r, "scanout-live");
	rig_free(r);
}

TEST(the_cpu_has_no_vram_while_memory_changes_its_clock)
{
	struct rig *r = board("RV630", &(struct model_config){ .seed = 1, .see_vram = true });

	CHECK(step(r, &(struct rcp_atom_step){ RCP_ATOM_STEP_MEMORY, 250000 }));
	EQ(rd(r, BIF_FB_EN), 3);
	CLEAN(r);
	w(r, BIF_FB_EN, 0);
	model_vram_write(r->m, 0, 1, 4);
	BROKE(r, "fb-blocked");
	rig_free(r);
}

TEST(a_pll_stays_while_the_engine_is_busy)
{
	struct rig *r = up("RV710", &(struct model_config){ .board = MODEL_BOARD_STATES });

	w(r, CG_SPLL_FUNC_CNTL, rd(r, CG_SPLL_FUNC_CNTL));
	w(r, CG_SPLL_FUNC_CNTL, rom_pll(30000, 2700, 5));
	CLEAN(r);
	PACKET(r, 0x10, 0);
	commit(r);
	w(r, CG_SPLL_FUNC_CNTL, rom_pll(SCLK_10KHZ, 2700, 5));
	BROKE(r, "clock-live");
	rig_free(r);
}

TEST(a_weak_pll_does_not_lock_above_its_clock)
{
	struct rig *r = board("RV630", &(struct model_config){ .board = MODEL_BOARD_WEAK_PLL });

	CHECK(step(r, &(struct rcp_atom_step){ RCP_ATOM_STEP_ENGINE, 300000 }));
	CHECK(step(r, &(struct rcp_atom_step){ RCP_ATOM_STEP_ENGINE, 600000 }));
	CHECK(!step(r, &(struct rcp_atom_step){ RCP_ATOM_STEP_ENGINE, 610000 }));
	CHECK(step(r, &(struct rcp_atom_step){ RCP_ATOM_STEP_ENGINE, 600000 }));
	CLEAN(r);
	rig_free(r);
}
