// SPDX-License-Identifier: GPL-2.0
/*
 * The PCIe link: its registers, the requirements of a change to 5 GT/s, and the
 * configuration space among the registers.
 */
#include <string.h>

#include "r600/up.h"

#define SPEED		PCIE_LC_SPEED_CNTL
#define WIDTH		PCIE_LC_LINK_WIDTH_CNTL
#define TRAINING	PCIE_LC_TRAINING_CNTL
#define CFG_LINK_STATUS	0x6a

static struct rig *behind(const char *chip, unsigned int port, u32 board)
{
	struct model_config c = { .port = port, .board = board, .seed = 1 };

	return rig_new(chip, &c);
}

static u32 port_rd(struct rig *r, u32 index)
{
	w(r, PCIE_PORT_INDEX, index);
	rd(r, PCIE_PORT_INDEX);
	return rd(r, PCIE_PORT_DATA);
}

static void port_wr(struct rig *r, u32 index, u32 value)
{
	w(r, PCIE_PORT_INDEX, index);
	rd(r, PCIE_PORT_INDEX);
	w(r, PCIE_PORT_DATA, value);
}

static void port_rmw(struct rig *r, u32 index, u32 clear, u32 set)
{
	port_wr(r, index, (port_rd(r, index) & ~clear) | set);
}

static void target(struct rig *r, u32 speed)
{
	u16 cntl2;

	w(r, BIF_541C, rd(r, BIF_541C) | BIF_541C_LINK_CNTL2_EN);
	w(r, MM_CFGREGS_CNTL, MM_WR_TO_CFG_EN);
	cntl2 = model_mmio_read(r->m, MM_CFGREGS + LINK_CNTL2, 2);
	model_mmio_write(r->m, MM_CFGREGS + LINK_CNTL2, (cntl2 & ~0xfu) | speed, 2);
	w(r, MM_CFGREGS_CNTL, 0);
}

/* The steps before the strap, in any order. */
enum {
	HW_CHANGE = 1, TARGET = 2, POINT_7 = 4, NO_OVERRIDE = 8, CLEAR_FAILED = 16, STRAP = 32,
	ALL = 63,
};

static void raise(struct rig *r, unsigned int what)
{
	if (what & HW_CHANGE)
		port_rmw(r, SPEED, LC_FORCE_DIS_HW_SPEED_CHANGE, LC_FORCE_EN_HW_SPEED_CHANGE);
	if (what & TARGET)
		target(r, 2);
	if (what & POINT_7)
		port_rmw(r, TRAINING, LC_POINT_7_PLUS_EN, 0);
	if (what & NO_OVERRIDE)
		port_rmw(r, SPEED, LC_TARGET_LINK_SPEED_OVERRIDE_EN, 0);
	if (what & CLEAR_FAILED) {
		port_rmw(r, SPEED, 0, LC_CLR_FAILED_SPD_CHANGE_CNT);
		port_rmw(r, SPEED, LC_CLR_FAILED_SPD_CHANGE_CNT, 0);
	}
	if (what & STRAP)
		port_rmw(r, SPEED, 0, LC_GEN2_EN_STRAP);
}

static u32 speed_of(struct rig *r)
{
	return model_config_read(r->m, CFG_LINK_STATUS, 2) & 0xf;
}

/* Each chip, with each step of its sequence left out in turn. */
TEST(a_link_is_raised_by_its_whole_sequence_only)
{
	static const struct {
		const char *chip;
		unsigned int needs;
	} cases[] = {
		{ "RV670", HW_CHANGE | TARGET | POINT_7 },
		{ "RV635", HW_CHANGE | TARGET | POINT_7 },
		{ "RV610", HW_CHANGE | TARGET | NO_OVERRIDE },
		{ "RV710", TARGET | NO_OVERRIDE | CLEAR_FAILED },
		{ "RV770", TARGET | NO_OVERRIDE | CLEAR_FAILED },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rig *r;

		for (unsigned int step = 1; step < STRAP; step <<= 1) {
			if (!(cases[i].needs & step))
				continue;
			r = behind(cases[i].chip, MODEL_PORT_5, 0);
			raise(r, (cases[i].needs & ~step) | STRAP);
			BROKE(r, "link-speed");
			EQ(speed_of(r), 1);
			CHECK(!(port_rd(r, SPEED) & LC_CURRENT_DATA_RATE));
			rig_free(r);
		}
		r = behind(cases[i].chip, MODEL_PORT_8, 0);
		raise(r, cases[i].needs);
		EQ(speed_of(r), 1);
		raise(r, STRAP);
		CLEAN(r);
		EQ(speed_of(r), 2);
		CHECK(port_rd(r, SPEED) & LC_CURRENT_DATA_RATE);
		/* A bus reset brings the link back to 2.5 GT/s. */
		model_bus_reset(r->m);
		EQ(speed_of(r), 1);
		CHECK(!(port_rd(r, SPEED) & (LC_CURRENT_DATA_RATE | LC_GEN2_EN_STRAP)));
		rig_free(r);
	}
}

TEST(a_link_is_not_raised_where_the_other_side_does_not_go)
{
	static const struct {
		const char *chip;
		unsigned int port;
		u32 board;
	} cases[] = {
		{ "RV670", MODEL_PORT_5, MODEL_BOARD_NO_GEN2 },
		{ "RV670", MODEL_PORT_5, MODEL_BOARD_DEEMPHASIS },
		{ "RV710", MODEL_PORT_5, MODEL_BOARD_NO_GEN2 },
		{ "RV710", MODEL_PORT_2_5, 0 },
		{ "RV710", 0, 0 },
		{ "R600", MODEL_PORT_5, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rig *r = behind(cases[i].chip, cases[i].port, cases[i].board);

		/* Writes of a driver there are dropped. */
		port_rmw(r, SPEED, 0, LC_OTHER_SIDE_EVER_SENT_GEN2 | LC_OTHER_SIDE_SUPPORTS_GEN2);
		raise(r, ALL);
		BROKE(r, "link-speed");
		EQ(speed_of(r), 1);
		rig_free(r);
	}
}

TEST(a_width_is_renegotiated_to_what_it_is)
{
	struct rig *r = behind("RV710", MODEL_PORT_5, 0);
	u32 lanes = port_rd(r, WIDTH) >> LC_LINK_WIDTH_RD_SHIFT & LC_LINK_WIDTH_MASK;
	u32 clear = LC_LINK_WIDTH_MASK | LC_UPCONFIGURE_DIS | LC_RECONFIG_ARC_MISSING_ESCAPE;

	port_rmw(r, WIDTH, clear, lanes | LC_RECONFIG_NOW | LC_RENEGOTIATE_EN);
	CLEAN(r);
	CHECK(!(port_rd(r, WIDTH) & LC_RECONFIG_NOW));
	port_rmw(r, WIDTH, clear, 1 | LC_RECONFIG_NOW | LC_RENEGOTIATE_EN);
	BROKE(r, "link-width");
	rig_free(r);

	r = behind("RV710", MODEL_PORT_5, 0);
	port_rmw(r, WIDTH, LC_LINK_WIDTH_MASK | LC_RECONFIG_ARC_MISSING_ESCAPE, lanes | LC_RECONFIG_NOW | LC_RENEGOTIATE_EN);
	BROKE(r, "link-width");
	rig_free(r);

	/* An even seed: a link that cannot renegotiate its width. */
	r = rig_new("RV710", &(struct model_config){ .port = MODEL_PORT_5, .seed = 2 });
	port_rmw(r, WIDTH, clear, lanes | LC_RECONFIG_NOW | LC_RENEGOTIATE_EN);
	BROKE(r, "link-width");
	rig_free(r);
}

TEST(configuration_space_is_written_when_it_is_open_only)
{
	struct rig *r = behind("RV710", MODEL_PORT_5, 0);

	EQ(rd(r, MM_CFGREGS), 0x95401002);
	EQ(model_mmio_read(r->m, MM_CFGREGS + LINK_CNTL2, 2), 1);
	model_mmio_write(r->m, MM_CFGREGS + LINK_CNTL2, 2, 2);
	BROKE(r, "link-config");
	rig_free(r);

	r = behind("RV710", MODEL_PORT_5, 0);
	w(r, MM_CFGREGS_CNTL, MM_WR_TO_CFG_EN);
	model_mmio_write(r->m, MM_CFGREGS + LINK_CNTL2, 2, 2);
	BROKE(r, "link-config");
	EQ(model_config_read(r->m, LINK_CNTL2, 2), 1);
	rig_free(r);

	r = behind("RV710", MODEL_PORT_5, 0);
	w(r, MM_CFGREGS_CNTL, MM_WR_TO_CFG_EN);
	w(r, MM_CFGREGS + 4, 7);
	BROKE(r, "link-config");
	rig_free(r);

	r = behind("RV710", MODEL_PORT_5, 0);
	target(r, 2);
	CLEAN(r);
	EQ(model_config_read(r->m, LINK_CNTL2, 2), 2);
	/* Not left open. */
	w(r, MM_CFGREGS_CNTL, MM_WR_TO_CFG_EN);
	raise(r, ALL & ~TARGET);
	BROKE(r, "link-speed");
	rig_free(r);
}

TEST(a_port_is_written_after_its_index_was_read_back)
{
	struct rig *r = behind("RV710", MODEL_PORT_5, 0);

	/* A program of a video BIOS */
	w(r, PCIE_PORT_INDEX, WIDTH);
	w(r, PCIE_PORT_DATA, 0);
	EQ(violations(r), 0);
	/* A driver */
	rd(r, PCIE_PORT_INDEX);
	w(r, PCIE_PORT_INDEX, WIDTH);
	w(r, PCIE_PORT_DATA, 0);
	BROKE(r, "link-index");
	rig_free(r);

	/* Registers outside of the link are storage, for the video BIOS. */
	r = behind("RV710", 0, 0);
	w(r, PCIE_PORT_INDEX, 0xa0);
	w(r, PCIE_PORT_DATA, 0x12345678);
	w(r, PCIE_PORT_INDEX, 0xa3);
	w(r, PCIE_PORT_DATA, 0);
	EQ(port_rd(r, 0xa0), 0x12345678);
	CLEAN(r);
	rig_free(r);
}

TEST(a_link_is_left_alone_while_engines_run)
{
	struct rig *r = behind("RV710", MODEL_PORT_5, 0);

	rig_up(r);
	CLEAN(r);
	port_rmw(r, TRAINING, LC_POINT_7_PLUS_EN, 0);
	BROKE(r, "link-live");
	rig_free(r);
}
