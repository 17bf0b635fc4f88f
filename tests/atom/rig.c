// SPDX-License-Identifier: GPL-2.0
/*
 * The test card: see rig.h.
 */
#include <stdio.h>
#include <string.h>

#include "rig.h"

static void note(struct rig *rig, char kind, u8 space, u32 index, u32 value)
{
	if (rig->nevents < RIG_EVENTS)
		rig->event[rig->nevents] = (struct rig_event){ kind, space, index, value };
	rig->nevents++;
}

u32 rig_reg(const struct rig *rig, enum rcp_atom_space space, u32 index)
{
	for (u32 i = 0; i < rig->nregs; i++)
		if (rig->reg[i].space == space && rig->reg[i].index == index)
			return rig->reg[i].value;
	return 0;
}

void rig_set(struct rig *rig, enum rcp_atom_space space, u32 index, u32 value)
{
	u32 i;

	for (i = 0; i < rig->nregs; i++)
		if (rig->reg[i].space == space && rig->reg[i].index == index)
			break;
	if (i == RIG_REGS)
		return;
	if (i == rig->nregs)
		rig->nregs++;
	rig->reg[i].space = space;
	rig->reg[i].index = index;
	rig->reg[i].value = value;
}

static u32 rig_read(void *priv, enum rcp_atom_space space, u32 index)
{
	struct rig *rig = priv;
	u32 value = rig_reg(rig, space, index);

	note(rig, 'r', space, index, value);
	return value;
}

static void rig_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
	struct rig *rig = priv;

	note(rig, 'w', space, index, value);
	rig_set(rig, space, index, value);
}

static void rig_delay(void *priv, u32 us)
{
	note(priv, 'd', 0, 0, us);
}

static bool rig_go_on(void *priv)
{
	struct rig *rig = priv;

	return ++rig->asked != rig->go_on;
}

static const struct rcp_atom_ops ops = {
	.read = rig_read,
	.write = rig_write,
	.delay = rig_delay,
	.go_on = rig_go_on,
};

void rig_open(struct rig *rig)
{
	static const struct asm_firmware firmware = {
		.sclk = 60000, .mclk = 50000, .max_sclk = 65000, .max_mclk = 55000,
		.reference = 2700, .vddc = 1100,
	};

	memset(rig, 0, sizeof(*rig));
	asm_open(&rig->a, 0x2000, 0x9540, "\r\nTEST IMAGE\r\n");
	asm_firmware_info(&rig->a, &firmware);
}

bool rig_ready(struct rig *rig)
{
	asm_close(&rig->a);
	rig->why.text[0] = 0;
	if (!rcp_atom_parse(&rig->image, rig->a.bytes, rig->a.size, &rig->why))
		return false;
	rig->atom.image = &rig->image;
	rig->atom.ops = &ops;
	rig->atom.priv = rig;
	rig->atom.scratch = rig->scratch;
	rig->atom.scratch_dw = RIG_SCRATCH_DW;
	return true;
}

bool rig_run(struct rig *rig, u32 number, u32 *params, u32 nparams)
{
	rig->nevents = 0;
	rig->asked = 0;
	return rcp_atom_run(&rig->atom, number, params, nparams);
}

const char *rig_events(const struct rig *rig)
{
	static const char * const spaces[] = { "mm", "io", "pll", "mc" };
	static char text[RIG_EVENTS * 40];
	size_t n = 0;

	text[0] = 0;
	for (u32 i = 0; i < rig->nevents && i < RIG_EVENTS; i++) {
		const struct rig_event *e = &rig->event[i];

		n += (size_t)sprintf(text + n, "%s", i ? ", " : "");
		if (e->kind == 'd')
			n += (size_t)sprintf(text + n, "d %u", e->value);
		else
			n += (size_t)sprintf(text + n, "%c %s %x %s %x", e->kind, spaces[e->space],
					     e->index, e->kind == 'r' ? "->" : "<-", e->value);
	}
	return text;
}

bool same_text(const char *got, const char *want, const char *what)
{
	bool same = !strcmp(got, want);

	if (!same) {
		tap_note("got:  %s", got);
		tap_note("want: %s", want);
	}
	return tap_ok(same, "%s", what);
}
