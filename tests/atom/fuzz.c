// SPDX-License-Identifier: GPL-2.0
/*
 * atom-fuzz: libFuzzer on images of a video BIOS.
 *
 * An input is an image from its first byte on.  The fuzzer writes the signatures that the
 * parser requires, so that it explores the code behind them.  All tables are run and
 * disassembled; a failure has an error message, and a run stays within its budget.
 */
#include <stdlib.h>
#include <string.h>

#include "rcp_atom.h"
#include "../../ring/atom/tool/atom_tool.h"

#define STEPS	500
#define HEADER	0x80

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static u32 fuzz_read(void *priv, enum rcp_atom_space space, u32 index)
{
	u32 *state = priv;

	*state = *state * 1664525 + index * 2654435761u + space;
	return *state & 0x100 ? *state >> 9 : *state >> 28;
}

static void fuzz_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
	u32 *state = priv;

	*state ^= value + index + space;
}

static void fuzz_delay(void *priv, u32 us)
{
}

static const struct rcp_atom_ops ops = {
	.read = fuzz_read, .write = fuzz_write, .delay = fuzz_delay,
};

static void put_marks(u8 *image, size_t size)
{
	if (size < HEADER + 36)
		return;
	image[0] = 0x55;
	image[1] = 0xaa;
	memcpy(image + 0x30, " 761295520", 10);
	image[0x48] = HEADER;
	image[0x49] = 0;
	memcpy(image + HEADER + 4, "ATOM", 4);
}

static void run_all(const struct rcp_atom_image *image)
{
	static struct rcp_atom atom;
	u32 scratch[16] = { }, state = 1, params[4] = { 1, 2, 3, 4 };

	for (u32 i = 0; i < image->ncommands && i < 16; i++) {
		struct rcp_atom_why why = { };

		memset(&atom, 0, sizeof(atom));
		atom.image = image;
		atom.ops = &ops;
		atom.priv = &state;
		atom.scratch = scratch;
		atom.scratch_dw = 16;
		atom.max_steps = STEPS;
		atom.max_delay_us = 100000;
		if (rcp_atom_run(&atom, i, params, 4) == !!atom.why.text[0])
			abort();
		if (atom.steps > STEPS)
			abort();
		if (atom_code_is_good(image, i, &why) == !!why.text[0])
			abort();
	}
}

/* No state without a level, no level without a clock. */
static void check_powerplay(const struct rcp_atom_powerplay *p, bool igp)
{
	if (p->nstates > RCP_ATOM_STATES)
		abort();
	for (u32 i = 0; i < p->nstates; i++) {
		const struct rcp_atom_state *s = &p->states[i];

		if (!s->nlevels || s->nlevels > RCP_ATOM_LEVELS || !rcp_atom_class_name(s->class)[0])
			abort();
		for (u32 j = 0; j < s->nlevels; j++)
			if (!s->levels[j].sclk_khz || (!s->levels[j].mclk_khz && !igp))
				abort();
	}
}

/*
 * A clock above that at boot has a voltage of its own that the board has and that is not below that
 * at boot, and between two points no clock is above the clocks of the point with this voltage.
 */
static void check_point(const struct rcp_atom_power *p, const struct rcp_atom_point *to, bool memory)
{
	bool above = to->sclk_khz > p->boot.sclk_khz || to->mclk_khz > p->boot.mclk_khz;
	struct rcp_atom_plan plan;

	if (!to->sclk_khz || (!memory && to->mclk_khz != p->boot.mclk_khz) || to->sclk_khz > 10000000)
		abort();
	if (above && p->by == RCP_ATOM_VOLTAGE_NONE)
		abort();
	if (p->by == RCP_ATOM_VOLTAGE_NONE ? to->voltage : !to->voltage)
		abort();
	if (p->by != RCP_ATOM_VOLTAGE_MV)
		return;
	if (!rcp_atom_voltage_has(&p->voltage, to->voltage) || (above && to->voltage < p->boot.voltage))
		abort();
	for (u32 back = 0; back < 2; back++) {
		struct rcp_atom_point now = back ? *to : p->boot;

		rcp_atom_plan(p, &now, back ? &p->boot : to, &plan);
		for (u32 i = 0; i < plan.nsteps; i++) {
			u32 *member[] = { &now.voltage, &now.sclk_khz, &now.mclk_khz };

			*member[plan.steps[i].kind] = plan.steps[i].value;
			/* At the lower of both voltages, the clocks are the point's clocks. */
			if (to->voltage < p->boot.voltage && now.voltage == to->voltage &&
			    (now.sclk_khz > to->sclk_khz || now.mclk_khz > to->mclk_khz))
				abort();
			if (to->voltage > p->boot.voltage && now.voltage == p->boot.voltage &&
			    (now.sclk_khz > p->boot.sclk_khz || now.mclk_khz > p->boot.mclk_khz))
				abort();
		}
		if (memcmp(&now, back ? &p->boot : to, sizeof(now)))
			abort();
	}
}

static void check_power(const struct rcp_atom_image *image, bool igp)
{
	struct rcp_atom_point point;
	struct rcp_atom_power power;

	if (rcp_atom_power(image, igp, &power, NULL))
		check_powerplay(&power.powerplay, igp);
	if (power.by == RCP_ATOM_VOLTAGE_NONE && power.boot.voltage)
		abort();
	for (u32 i = 0; i < 4; i++)
		if (rcp_atom_choose(&power, i & 1, i & 2 && !igp, &point, NULL))
			check_point(&power, &point, i & 2 && !igp);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rcp_atom_firmware firmware;
	struct rcp_atom_voltage voltage;
	struct rcp_atom_image image;
	struct rcp_atom_rom rom;
	struct rcp_atom_why why = { };
	char text[16];
	u8 *bytes = malloc(size + !size);

	if (!bytes)
		return 0;
	if (size)
		memcpy(bytes, data, size);
	put_marks(bytes, size);
	rcp_atom_rom(bytes, size, &rom, NULL);
	if (rcp_atom_parse(&image, bytes, size, &why)) {
		rcp_atom_firmware(&image, &firmware, NULL);
		for (u32 igp = 0; igp < 2; igp++)
			check_power(&image, igp);
		if (rcp_atom_voltage(&image, &voltage, NULL) && (!voltage.levels || !voltage.base_mv))
			abort();
		rcp_atom_scratch_bytes(&image, NULL);
		rcp_atom_message(&image, text, sizeof(text));
		run_all(&image);
	} else if (!why.text[0]) {
		abort();
	}
	free(bytes);
	return 0;
}
