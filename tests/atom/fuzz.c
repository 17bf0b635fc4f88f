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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rcp_atom_powerplay powerplay;
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
			if (rcp_atom_powerplay(&image, igp, &powerplay, NULL))
				check_powerplay(&powerplay, igp);
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
