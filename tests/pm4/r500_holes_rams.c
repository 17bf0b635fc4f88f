// SPDX-License-Identifier: GPL-2.0
/*
 * HiZ, ZMASK and CMASK of another client, and clears past the end of these, each with a neighbour
 * that is accepted.
 */
#include "r500_scene.h"

static void hyperz(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_HYPERZ : 0;
	reg(s, 0x4f30, 0);
	reg(s, 0x4f34, 0);
	reg(s, 0x4f44, 0);
	reg(s, 0x4f54, 0);
	reg(s, 0x4f1c, 1);
	draw_list(s, 3);
}

static void sc_hyperz(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_HYPERZ : 0;
	reg(s, 0x43a4, 1);
	draw_list(s, 3);
}

static void hiz_pitch(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_HYPERZ : PM4_OWNS_CMASK;
	reg(s, 0x4f54, 64);
	draw_list(s, 3);
}

static void cmask(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_CMASK : PM4_OWNS_HYPERZ;
	reg(s, 0x4e54, 0);
	reg(s, 0x4e64, 0);
	reg(s, 0x4e00, 1 << 14 | 3 << 9);
	draw_list(s, 3);
}

static void clear(struct scene *s, u32 op, u32 start, u32 count)
{
	packet(s, op, 3);
	dw(s, start);
	dw(s, count);
	dw(s, 0);
	draw_list(s, 3);
}

static void clear_hiz(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_HYPERZ : 0;
	clear(s, 0x37, 0, 64);
}

static u32 depth_pipes(const struct scene *s)
{
	return s->card.chip == PM4_RV530 ? s->card.backends : s->card.pipes;
}

static void clear_hiz_size(struct scene *s, bool ok)
{
	bool small = s->card.chip == PM4_R520 || s->card.chip == PM4_RV515;

	s->flags |= PM4_OWNS_HYPERZ;
	clear(s, 0x37, 64, (small ? 10240 : 15360) * depth_pipes(s) - (ok ? 64 : 63));
}

static void clear_none(struct scene *s, bool ok)
{
	s->flags |= PM4_OWNS_HYPERZ;
	packet(s, 0x37, 3);
	dw(s, 0);
	dw(s, ok ? 1 : 0);
	dw(s, 0);
}

static void clear_zmask(struct scene *s, bool ok)
{
	s->flags |= PM4_OWNS_HYPERZ;
	clear(s, 0x32, 0, 4096 * depth_pipes(s) + !ok);
}

static void clear_cmask(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_CMASK : PM4_OWNS_HYPERZ;
	clear(s, 0x38, 0, 64);
}

static void clear_cmask_size(struct scene *s, bool ok)
{
	s->flags |= PM4_OWNS_CMASK;
	clear(s, 0x38, 1, (s->card.pipes == 1 ? 5120 : 4096 * s->card.pipes) - ok);
}

static const struct hole holes[] = {
	{ "HiZ of another client", hyperz, PM4_CODE_NOT_OWNER, 0x4f1c },
	{ "HiZ in the scan converter", sc_hyperz, PM4_CODE_NOT_OWNER, 0x43a4 },
	{ "the pitch of HiZ", hiz_pitch, PM4_CODE_NOT_OWNER, 0x4f54 },
	{ "CMASK of another client", cmask, PM4_CODE_NOT_OWNER, 0x4e00 },
	{ "a clear of another client's HiZ", clear_hiz, PM4_CODE_NOT_OWNER, 0 },
	{ "a clear past the end of HiZ", clear_hiz_size, PM4_CODE_RAM_BOUNDS, 0 },
	{ "a clear of 0 dwords, which may be 2^14", clear_none, PM4_CODE_FIELD_VALUE, 0 },
	{ "a clear past the end of ZMASK", clear_zmask, PM4_CODE_RAM_BOUNDS, 0 },
	{ "a clear of another client's CMASK", clear_cmask, PM4_CODE_NOT_OWNER, 0 },
	{ "a clear past the end of CMASK", clear_cmask_size, PM4_CODE_RAM_BOUNDS, 0 },
};

void test_holes_of_rams(void)
{
	try_holes(holes, sizeof(holes) / sizeof(holes[0]));
}
