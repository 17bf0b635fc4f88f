// SPDX-License-Identifier: GPL-2.0
/*
 * What radeon's parser of these chips takes, in short: the opcodes of each engine, 27
 * configuration registers, and its tests of registers in operands, with their faults.  The tests
 * compare the checker with it: what radeon refuses, the checker refuses.
 */
#include "si_scene.h"

/* Opcodes, 0 at the end. */
const u8 radeon_gfx[] = {
	0x10, 0x11, 0x12, 0x13, 0x15, 0x16, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x22, 0x23, 0x24,
	0x25, 0x26, 0x27, 0x28, 0x2a, 0x2c, 0x2d, 0x2e, 0x2f, 0x30, 0x34, 0x35, 0x36, 0x37, 0x38,
	0x3a, 0x3b, 0x3c, 0x3d, 0x40, 0x41, 0x42, 0x43, 0x45, 0x46, 0x47, 0x48, 0x68, 0x69, 0x73,
	0x76, 0x77, 0x7a, 0x85, 0x86, 0x8a, 0,
};

const u8 radeon_compute[] = {
	0x10, 0x11, 0x12, 0x15, 0x16, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x22, 0x23, 0x28, 0x34,
	0x37, 0x3b, 0x3c, 0x3d, 0x40, 0x41, 0x42, 0x43, 0x45, 0x46, 0x47, 0x48, 0x69, 0x73, 0x76,
	0x77, 0x7a, 0x85, 0x86, 0x8a, 0,
};

const u8 radeon_const[] = { 0x10, 0x11, 0x7f, 0x80, 0x81, 0x82, 0x83, 0x84, 0x87, 0x89, 0 };

const u32 radeon_config[] = {
	0x802c, 0x84fc, 0x88b0, 0x88c4, 0x88c8, 0x88cc, 0x88d4, 0x8958, 0x895c, 0x8970, 0x8974,
	0x8988, 0x89b0, 0x89b8, 0x8a14, 0x8a60, 0x8b10, 0x8bf0, 0x8c08, 0x90e0, 0x90e4, 0x90e8,
	0x90ec, 0x9100, 0x913c, 0x9508, 0x950c, 0,
};

static bool listed(const u8 *list, u32 op)
{
	while (*list && *list != op)
		list++;
	return *list;
}

static bool good_register(u32 reg)
{
	const u32 *r = radeon_config;

	if (reg >= 0x28000 || (reg >= 0xb000 && reg < 0xc000))
		return true;
	while (*r && *r != reg)
		r++;
	return *r;
}

static bool good_registers(u32 first, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (!good_register(first + 4 * i))
			return false;
	return true;
}

/* Operands; dwords past the end of the stream count as 0. */
static bool good_operands(const u32 *p, u32 op, u32 count, u32 left)
{
	u32 w[8] = { 0 }, i, first;

	for (i = 0; i < 8 && i < left; i++)
		w[i] = p[i];
	switch (op) {
	case 0x40:
		return w[1] & 0xf00 || good_register(4 * w[4]);
	case 0x37:
		if (w[1] & 0xf00)
			return true;
		/* With fewer operands its loop goes on until a sum wraps to a register that is none. */
		if (!(w[1] & 0x10000) && count < 2)
			return false;
		return good_registers(4 * w[2], w[1] & 0x10000 ? 1 : count - 2);
	case 0x45:
		return !(w[1] & 0x100) || good_register(4 * w[6]);
	case 0x3b:
		return !(w[1] & 2) || good_register(4 * w[4]);
	case 0x68:
		first = 4 * w[1] + 0x8000;
		if (first < 0x8000 || first >= 0xb000 || first + 4 * count - 4 >= 0xb000)
			return false;
		return good_registers(first, count);
	}
	return true;
}

static bool takes_ib(const u32 *ib, u32 dw, const u8 *list)
{
	u32 at = 0, op, count;

	do {
		if (ib[at] >> 30 == 2) {
			at++;
			continue;
		}
		op = ib[at] >> 8 & 0xff;
		count = ib[at] >> 16 & 0x3fff;
		if (ib[at] >> 30 != 3 || !listed(list, op))
			return false;
		if (list != radeon_const && !good_operands(ib + at, op, count, dw - at))
			return false;
		at += count + 2;
	} while (at < dw);
	return true;
}

bool radeon_takes(const struct pm4_input *in)
{
	if (in->const_dw && !takes_ib(in->const_ib, in->const_dw, radeon_const))
		return false;
	return takes_ib(in->ib, in->ib_dw,
			in->ring == PM4_RING_COMPUTE ? radeon_compute : radeon_gfx);
}
