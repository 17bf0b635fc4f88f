// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The decoder's part of R5xx for packets whose dwords depend on each other (guide 5.2.2 and
 * 5.2.3.12): the 2D engine's, which begin with settings, and MPEG_INDEX.  Checked streams have none
 * of them.
 *
 * Called by pm4_decode(), so not in the module.  No locks, no allocation.
 */
#include "r500_show_2d.h"
#include "r500_check.h"

#define NO_LAYOUT	(-1)
#define HAS_SETTINGS	0x80u	/* bit of the opcode */
#define MAX_PARTS	6
#define COLOR_BRUSH	10u	/* a brush of 8x8 pixels */
#define BRUSH_DW	16u	/* of such a brush, for each byte of a pixel */

struct part {
	const char *name;
	int layout;
};

/**
 * struct block - the data of a packet, after the settings
 * @opcode: the packet
 * @once: parts that it has once; the others are repeated
 * @parts: the parts; after one with a count, the last is repeated by it
 */
struct block {
	u32 opcode;
	u32 once;
	struct part parts[MAX_PARTS];
};

static const struct block blocks[] = {
	{ PM4_OP_PAINT, 0, {
		{ "TOP_LEFT", PM4_L_X_LOW_2D }, { "BOTTOM_RIGHT", PM4_L_X_LOW_2D },
	} },
	{ PM4_OP_BITBLT, 0, {
		{ "SRC", PM4_L_Y_LOW_2D }, { "DST", PM4_L_Y_LOW_2D },
		{ "SIZE", PM4_L_HEIGHT_13_2D },
	} },
	{ PM4_OP_HOSTDATA_BLT, 2, {
		{ "FRGD_COLOUR", PM4_L_COLOR_2D }, { "BKGD_COLOUR", PM4_L_COLOR_2D },
		{ "BASE", PM4_L_X_LOW_2D }, { "SIZE", PM4_L_WIDTH_LOW_2D },
		{ "NUMBER", PM4_L_COUNT_2D }, { "RASTER", NO_LAYOUT },
	} },
	{ PM4_OP_POLYLINE, 0, {
		{ "POINT", PM4_L_X_LOW_2D },
	} },
	{ PM4_OP_POLYSCANLINES, 1, {
		{ "SCAN_COUNT", NO_LAYOUT }, { "NUM_LINE", PM4_L_COUNT_2D },
		{ "LINE", PM4_L_LINE_2D }, { "SPAN", PM4_L_SPAN_2D },
	} },
	{ PM4_OP_PAINT_MULTI, 0, {
		{ "DST", PM4_L_Y_LOW_2D }, { "SIZE", PM4_L_HEIGHT_LOW_2D },
	} },
	{ PM4_OP_BITBLT_MULTI, 0, {
		{ "SRC", PM4_L_Y_LOW_2D }, { "DST", PM4_L_Y_LOW_2D },
		{ "SIZE", PM4_L_HEIGHT_13_2D },
	} },
	{ PM4_OP_TRANS_BITBLT, 3, {
		{ "CLR_CMP_CNTL", PM4_L_CLR_CMP_CNTL_2D }, { "SRC_REF_CLR", PM4_L_COLOR_2D },
		{ "DST_REF_CLR", PM4_L_COLOR_2D }, { "SRC", PM4_L_Y_LOW_2D },
		{ "DST", PM4_L_Y_LOW_2D }, { "SIZE", PM4_L_HEIGHT_13_2D },
	} },
	{ PM4_OP_PLY_NEXTSCAN, 1, {
		{ "LINE", PM4_L_LINE_2D }, { "SPAN", PM4_L_SPAN_2D },
	} },
};

/* One dword, if there is one more.  Returns its value. */
static u32 show_part(struct pm4_walk *w, const char *name, int layout)
{
	u32 value;

	if (w->at >= w->end)
		return 0;
	value = w->d->ib[w->at];
	pm4_line_start(w, false);
	say(&w->t, "%s = 0x%x", name, value);
	if (layout != NO_LAYOUT)
		pm4_show_fields(w, r500_tables.layouts[layout].fields,
				r500_tables.layouts[layout].nfields);
	pm4_line_end(w);
	return value;
}

static void show_parts(struct pm4_walk *w, const char *name, int layout, u32 count)
{
	while (count-- && w->at < w->end)
		show_part(w, name, layout);
}

/* Bytes of a pixel of DST_TYPE; 3 bytes are held as 4. */
static u32 pixel_bytes(u32 type)
{
	switch (type) {
	case PM4_V_GUI_CONTROL_DST_TYPE_8BPP_PSEUDO:
	case PM4_V_GUI_CONTROL_DST_TYPE_RGB332:
	case PM4_V_GUI_CONTROL_DST_TYPE_Y8:
	case PM4_V_GUI_CONTROL_DST_TYPE_RGB8:
		return 1;
	case PM4_V_GUI_CONTROL_DST_TYPE_ARGB8888:
	case PM4_V_GUI_CONTROL_DST_TYPE_AYUV444:
		return 4;
	default:
		return 2;
	}
}

static void show_brush(struct pm4_walk *w, u32 gui)
{
	u32 type = pm4_get(GUI_CONTROL_BRUSH_TYPE, gui);
	/* Dwords of each color, and of the pattern. */
	static const u8 background[16] = { [0] = 1, [6] = 1 };
	static const u8 foreground[16] = { [0] = 1, [1] = 1, [6] = 1, [7] = 1, [13] = 1, [14] = 1 };
	static const u8 pattern[16] = { [0] = 2, [1] = 2, [6] = 1, [7] = 1 };

	show_parts(w, "BKGRD_COLOR", PM4_L_COLOR_2D, background[type]);
	show_parts(w, "FRGRD_COLOR", PM4_L_COLOR_2D, foreground[type]);
	show_parts(w, "MONO_BMP", NO_LAYOUT, pattern[type]);
	if (type == COLOR_BRUSH)
		show_parts(w, "COLOR_BMP", NO_LAYOUT,
			   BRUSH_DW * pixel_bytes(pm4_get(GUI_CONTROL_DST_TYPE, gui)));
}

static void show_settings(struct pm4_walk *w)
{
	u32 gui = show_part(w, "GUI_CONTROL", PM4_L_GUI_CONTROL);

	if (pm4_get(GUI_CONTROL_SRC_PITCH_OFF, gui))
		show_part(w, "SRC_PITCH_OFFSET", PM4_L_PITCH_OFFSET_2D);
	if (pm4_get(GUI_CONTROL_DST_PITCH_OFF, gui))
		show_part(w, "DST_PITCH_OFFSET", PM4_L_PITCH_OFFSET_2D);
	if (pm4_get(GUI_CONTROL_SRC_CLIPPING, gui))
		show_part(w, "SRC_SC_BOT_RITE", PM4_L_CLIP_2D);
	if (pm4_get(GUI_CONTROL_DST_CLIPPING, gui)) {
		show_part(w, "SC_TOP_LEFT", PM4_L_CLIP_2D);
		show_part(w, "SC_BOT_RITE", PM4_L_CLIP_2D);
	}
	show_brush(w, gui);
	if (pm4_get(GUI_CONTROL_BRUSH_FLAG, gui))
		show_part(w, "BRUSH_Y_X", PM4_L_BRUSH_Y_X_2D);
}

static void show_block(struct pm4_walk *w, const struct block *b)
{
	u32 n = 0, i, value, count = 1;

	while (n < MAX_PARTS && b->parts[n].name)
		n++;
	for (i = 0; i < b->once; i++)
		show_part(w, b->parts[i].name, b->parts[i].layout);
	while (w->at < w->end) {
		for (i = b->once; i + 1 < n; i++) {
			value = show_part(w, b->parts[i].name, b->parts[i].layout);
			if (b->parts[i].layout == PM4_L_COUNT_2D)
				count = pm4_get(COUNT_2D_COUNT, value);
		}
		show_parts(w, b->parts[n - 1].name, b->parts[n - 1].layout, count);
	}
}

/* Registers by a mask, then a draw of quads by their first indices. */
static void show_mpeg_index(struct pm4_walk *w)
{
	const struct pm4_layout *l = &r500_tables.layouts[PM4_L_MPEG_MASK];
	u32 mask = show_part(w, "MASK", PM4_L_MPEG_MASK), i;

	for (i = 0; i < l->nfields; i++)
		if (mask >> i & 1)
			show_part(w, r500_tables.fields[l->fields + i].name, NO_LAYOUT);
	if (w->at < w->end) {
		pm4_line_start(w, false);
		pm4_show_reg(w, PM4_R_VAP_VF_CNTL);
		pm4_line_end(w);
	}
	show_parts(w, "FIRST_INDEX", NO_LAYOUT,
		   pm4_get(COUNT_2D_COUNT, show_part(w, "NUM_INDICES", PM4_L_COUNT_2D)));
	while (w->at < w->end)
		show_part(w, "DUMMY", NO_LAYOUT);
}

/**
 * r500_show_2d() - show the dwords of a packet whose number depends on others
 * @w: the walk, after the packet's header
 * @header: the header
 *
 * Return: false if it is another packet.
 */
bool r500_show_2d(struct pm4_walk *w, u32 header)
{
	u32 opcode = PM4_OPCODE(header), i;

	if (PM4_TYPE(header) != 3)
		return false;
	if (opcode == PM4_OP_MPEG_INDEX) {
		show_mpeg_index(w);
		return true;
	}
	for (i = 0; i < ARRAY_SIZE(blocks) && blocks[i].opcode != opcode; i++)
		;
	if (i == ARRAY_SIZE(blocks))
		return false;
	if (opcode & HAS_SETTINGS)
		show_settings(w);
	show_block(w, &blocks[i]);
	return true;
}
