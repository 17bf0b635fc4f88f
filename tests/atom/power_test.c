// SPDX-License-Identifier: GPL-2.0
/*
 * Which power state is chosen from an image, and the order of the steps to it and back.  The
 * image of rig_open() boots with 600 and 500 MHz at 1100 mV.
 */
#include <stdio.h>
#include <string.h>

#include "rig.h"

static struct rig rig;

/* A state of one level; clocks in MHz. */
struct state {
	u32 class;	/* flags of an entry before revision 4 */
	u32 sclk, mclk;
	u32 voltage;
};

#define STATES	3

struct image {
	u8 format;
	u8 set_voltage;		/* content revision of the command table; 0: none */
	bool no_levels;		/* of the voltage */
	struct state states[STATES];
};

static void put_pplib(const struct image *image)
{
	enum { HEAD = 36, CLOCK = 8, OTHER = 2 };

	asm_8(&rig.a, 1);
	asm_8(&rig.a, STATES);
	asm_8(&rig.a, 2);
	asm_8(&rig.a, CLOCK);
	asm_8(&rig.a, OTHER);
	asm_16(&rig.a, HEAD);
	asm_16(&rig.a, HEAD + STATES * 2);
	asm_16(&rig.a, HEAD + STATES * (2 + CLOCK));
	for (u32 i = 15; i < HEAD; i++)
		asm_8(&rig.a, 0);
	for (u32 i = 0; i < STATES; i++)
		asm_16(&rig.a, i | i << 8);
	for (u32 i = 0; i < STATES; i++) {
		u32 sclk = image->states[i].sclk * 100, mclk = image->states[i].mclk * 100;

		asm_16(&rig.a, sclk);
		asm_8(&rig.a, sclk >> 16);
		asm_16(&rig.a, mclk);
		asm_8(&rig.a, mclk >> 16);
		asm_16(&rig.a, image->states[i].voltage);
	}
	for (u32 i = 0; i < STATES; i++)
		asm_16(&rig.a, image->states[i].class);
}

static void put_modes(const struct image *image)
{
	enum { ENTRY = 20 };

	asm_32(&rig.a, 0);
	asm_8(&rig.a, ENTRY);
	asm_8(&rig.a, STATES);
	for (u32 i = 0; i < STATES; i++) {
		const struct state *s = &image->states[i];
		u32 pos = rig.a.pos;

		asm_32(&rig.a, s->class);
		asm_32(&rig.a, 0);
		if (image->format == 1) {
			asm_32(&rig.a, 0);
			asm_16(&rig.a, s->sclk * 100);
			asm_16(&rig.a, s->mclk * 100);
		} else {
			asm_32(&rig.a, s->sclk * 100);
			asm_32(&rig.a, s->mclk * 100);
		}
		asm_8(&rig.a, s->voltage);
		while (rig.a.pos < pos + ENTRY)
			asm_8(&rig.a, 0);
	}
}

/* 900 to 1250 mV by 50. */
static void put_levels(void)
{
	asm_data(&rig.a, RCP_ATOM_VOLTAGE_INFO, 1, 1);
	asm_8(&rig.a, 1);
	asm_8(&rig.a, 24);
	for (u32 i = 2; i < 18; i++)
		asm_8(&rig.a, 0);
	asm_16(&rig.a, 900);
	asm_16(&rig.a, 50);
	asm_8(&rig.a, 8);
	asm_8(&rig.a, 0);
	asm_end(&rig.a);
}

static void read_image(const struct image *image, bool igp, struct rcp_atom_power *power)
{
	rig_open(&rig);
	if (image->set_voltage) {
		asm_command(&rig.a, RCP_ATOM_SET_VOLTAGE, 0, 4);
		asm_content(&rig.a, image->set_voltage);
		asm_op(&rig.a, ASM_EOT);
		asm_end(&rig.a);
	}
	if (!image->no_levels)
		put_levels();
	asm_data(&rig.a, RCP_ATOM_POWERPLAY_INFO, image->format, 1);
	if (image->format < 4)
		put_modes(image);
	else
		put_pplib(image);
	asm_end(&rig.a);
	rig_ready(&rig);
	rcp_atom_power(&rig.image, igp, power, &rig.why);
}

static const char *plan_text(const struct rcp_atom_power *power, const struct rcp_atom_point *from,
			     const struct rcp_atom_point *to)
{
	static const char names[] = "vem";
	static char text[100];
	struct rcp_atom_plan plan;
	char *end = text;

	text[0] = 0;
	rcp_atom_plan(power, from, to, &plan);
	for (u32 i = 0; i < plan.nsteps; i++) {
		u32 value = plan.steps[i].value;

		end += sprintf(end, "%s%c%u", i ? " " : "", names[plan.steps[i].kind],
			       plan.steps[i].kind == RCP_ATOM_STEP_VOLTAGE ? value : value / 1000);
	}
	return text;
}

/* The way to a state and back, as "v1200 e750 m600 | e600 m500 v1100", or the reason. */
static void way(const struct image *image, const char *wish, const char *want, const char *what)
{
	bool igp = strstr(wish, "igp"), memory = !igp && !strstr(wish, "console");
	struct rcp_atom_why why = { };
	struct rcp_atom_power power;
	struct rcp_atom_point to;
	char text[250];

	read_image(image, igp, &power);
	if (rcp_atom_choose(&power, wish[0] == 'b', memory, &to, &why)) {
		int n = sprintf(text, "%s | ", plan_text(&power, &power.boot, &to));

		strcpy(text + n, plan_text(&power, &to, &power.boot));
	} else {
		strcpy(text, why.text);
	}
	same_text(text, want, what);
}

#define BOOT		{ 0x0008, 600, 500, 1100 }
#define REFUSED		"clocks above those at boot, and no voltage that can be set"
#define NO_STATE	"the video BIOS has no such state"

static void states_by_mv(void)
{
	struct image image = {
		4, 2, false, { BOOT, { 0x0001, 300, 250, 900 }, { 0x0005, 750, 600, 1200 } },
	};

	way(&image, "performance", "v1200 e750 m600 | e600 m500 v1100",
	    "power: the voltage rises before the clocks, and falls after them");
	way(&image, "battery", "e300 m250 v900 | v1100 e600 m500", "power: a lower state");
	way(&image, "performance, console", "v1200 e750 | e600 v1100",
	    "power: with a console the memory clock stays");
	way(&image, "battery, console", "e300 | e600",
	    "power: memory that stays at a higher clock keeps its voltage");
	image.set_voltage = 3;
	image.format = 5;
	way(&image, "performance", "v1200 e750 m600 | e600 m500 v1100",
	    "power: revision 5, SetVoltage 1.3");
	image.set_voltage = 1;
	way(&image, "performance", REFUSED, "power: SetVoltage 1.1 takes no mV");
	way(&image, "battery", "e300 m250 | e600 m500", "power: a lower state at the voltage at boot");
	image.set_voltage = 4;
	way(&image, "performance", REFUSED, "power: another SetVoltage");
	image.set_voltage = 0;
	way(&image, "performance", REFUSED, "power: no SetVoltage");
	image.set_voltage = 2;
	image.no_levels = true;
	way(&image, "performance", REFUSED, "power: no VoltageObjectInfo");
	image.no_levels = false;
	image.states[2].voltage = 1225;
	way(&image, "performance", REFUSED, "power: a voltage that is no level");
	image.states[2].voltage = 0xff01;
	way(&image, "performance", REFUSED, "power: a higher clock whose voltage is to stay");
	image.states[2].voltage = 0;
	way(&image, "performance", REFUSED, "power: a state without a voltage");
	image.states[2].voltage = 1050;
	way(&image, "performance", REFUSED, "power: a higher clock with a lower voltage");
	image.states[2] = (struct state){ 0x0005, 600, 501, 0 };
	way(&image, "performance", REFUSED, "power: a higher memory clock without a voltage");
	way(&image, "performance, console", " | ", "power: ... which stays with a console");
	image.states[2] = (struct state){ 0x0005, 500, 400, 1200 };
	way(&image, "performance", "v1200 e500 m400 | e600 m500 v1100",
	    "power: lower clocks at a higher voltage");
}

static void levels_of_voltage(void)
{
	struct image image = { 4, 2, false, { BOOT, { 0x0101, 700, 500, 1150 }, { 0x0005, 650, 500, 1200 } } };
	struct rcp_atom_power power;
	struct rcp_atom_point to;

	way(&image, "performance", "v1150 e700 | e600 v1100", "power: 3D performance, the highest engine clock");
	image.states[1].class = 0x0015;
	way(&image, "performance", "v1200 e650 | e600 v1100", "power: a thermal state does not count");
	image.states[1].class = 0x0405;
	way(&image, "performance", "v1200 e650 | e600 v1100", "power: a state for UVD does not count");
	way(&image, "battery", NO_STATE, "power: no battery state");
	way(&image, "performance, igp", REFUSED, "power: an integrated chip has no voltage");
	/* A table may name any voltage, and make it a level. */
	read_image(&image, false, &power);
	power.voltage = (struct rcp_atom_voltage){ 1100, 550, 2 };
	power.powerplay.states[2].levels[0].voltage = 1650;
	tap_ok(rcp_atom_choose(&power, false, true, &to, NULL) && to.voltage == 1650,
	       "power: half as much again as at boot");
	power.voltage.step_mv = 551;
	power.powerplay.states[2].levels[0].voltage = 1651;
	tap_ok(!rcp_atom_choose(&power, false, true, &to, NULL), "power: more than that is no voltage");
	power.boot.sclk_khz = 0;
	tap_ok(!rcp_atom_choose(&power, false, true, &to, &rig.why) &&
	       strstr(rig.why.text, "does not tell the clocks at boot"), "power: no clocks at boot");
}

static void states_by_number(void)
{
	struct image image = {
		2, 1, false,
		{ { 0x8080, 600, 500, 2 }, { 0x40080, 300, 250, 1 }, { 0x08000080, 640, 600, 3 } },
	};

	for (image.format = 1; image.format <= 3; image.format++) {
		way(&image, "performance", "v3 e640 m600 | e600 m500 v2", "power: R5xx, a 3D state");
		way(&image, "battery", "e300 m250 v1 | v2 e600 m500", "power: R5xx, a power saving state");
	}
	image.format = 2;
	way(&image, "battery, console", "e300 | e600", "power: a number stays with memory's clock");
	way(&image, "performance, console", "v3 e640 | e600 v2", "power: a number and a higher clock");
	image.states[2].class = 0x08000004;
	way(&image, "performance", REFUSED, "power: a voltage by a pin is not set");
	image.states[2].class = 0x08000080;
	image.states[0].class = 0x8000;
	way(&image, "performance", REFUSED, "power: without a voltage at boot none is set");
	way(&image, "battery", "e300 m250 | e600 m500", "power: ... and lower clocks are");
	image.states[0].class = 0x8080;
	image.set_voltage = 2;
	way(&image, "performance", REFUSED, "power: SetVoltage 1.2 takes no number");
}

static void unknown_points(void)
{
	struct image image = { 4, 2, false, { BOOT, { 0x0001, 300, 250, 900 }, { 0x0005, 750, 600, 1200 } } };
	struct rcp_atom_point lost = { 0, 600000, 1200 };
	struct rcp_atom_power power;

	read_image(&image, false, &power);
	same_text(plan_text(&power, &lost, &power.boot), "e600 m500 v1100", "power: from a clock that is not known");
	lost = (struct rcp_atom_point){ 300000, 500000, 0 };
	same_text(plan_text(&power, &lost, &power.boot), "v1100 e600", "power: from a voltage that is not known");
	lost = (struct rcp_atom_point){ 700000, 500000, 0 };
	same_text(plan_text(&power, &power.boot, &lost), "e700", "power: what is 0 is left alone");
}

static void held_memory(void)
{
	struct image image = { 4, 2, false, { BOOT, { 0x0001, 300, 250, 900 }, { 0x0005, 750, 600, 1200 } } };
	struct rcp_atom_point high = { 750000, 600000, 1200 }, low = { 300000, 250000, 900 }, to;
	struct rcp_atom_power power;

	read_image(&image, false, &power);
	to = power.boot;
	rcp_atom_hold_memory(&power, &high, &to);
	same_text(plan_text(&power, &high, &to), "e600", "power: memory that is held keeps its voltage");
	to = high;
	rcp_atom_hold_memory(&power, &power.boot, &to);
	same_text(plan_text(&power, &power.boot, &to), "v1200 e750", "power: ... also below its clock");
	to = power.boot;
	rcp_atom_hold_memory(&power, &low, &to);
	same_text(plan_text(&power, &low, &to), "v1100 e600", "power: ... and the voltage rises");
	high.mclk_khz = power.boot.mclk_khz;
	to = power.boot;
	rcp_atom_hold_memory(&power, &high, &to);
	same_text(plan_text(&power, &high, &to), "e600 v1100", "power: memory at its clock needs no more");
}

void power_tests(void)
{
	held_memory();
	states_by_mv();
	levels_of_voltage();
	states_by_number();
	unknown_points();
}
