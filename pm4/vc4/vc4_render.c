// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Render arguments: the driver makes a list of them that loads, draws and stores each tile.  The
 * check proves that its tiles are the binner's tiles, and that each surface holds all of them.
 */
#include "vc4_check.h"

#define MAX_PIXELS	4096u
#define ALIGN		16u
#define FULL_RES	1u	/* &vc4_surface.flags */

#define RENDER_KNOWN	(PM4_M_RENDER_BITS_MULTISAMPLE << PM4_S_RENDER_BITS_MULTISAMPLE | \
			 PM4_M_RENDER_BITS_PIXEL << PM4_S_RENDER_BITS_PIXEL | \
			 1u << PM4_S_RENDER_BITS_DECIMATE | \
			 PM4_M_RENDER_BITS_FORMAT << PM4_S_RENDER_BITS_FORMAT)
#define TILE_KNOWN	(PM4_M_TILE_BITS_BUFFER << PM4_S_TILE_BITS_BUFFER | \
			 PM4_M_TILE_BITS_FORMAT << PM4_S_TILE_BITS_FORMAT | \
			 PM4_M_TILE_BITS_PIXEL << PM4_S_TILE_BITS_PIXEL)

static int __cold refuse(struct vc4_checker *ck, u32 rule, u32 use, u32 field, u64 expected,
			 u64 actual)
{
	return VC4_REFUSE(ck, .rule = rule, .part = VC4_RENDER, .index = use, .field = field,
			  .buffer = VC4_NONE, .expected = expected, .actual = actual);
}

static int check_range(struct vc4_checker *ck, u32 use, u64 bytes)
{
	const struct vc4_surface *s = &ck->in->render.surfaces[use];
	struct vc4_verdict why = { .part = VC4_RENDER, .index = use, .buffer = s->hindex };
	const struct vc4_buffer *buffer = vc4_data_buffer(ck, s->hindex);

	if (!buffer)
		return vc4_refuse_buffer(ck, &why);
	if (s->offset % ALIGN)
		return refuse(ck, VC4_SURFACE_ALIGN, use, 0, ALIGN, s->offset);
	if (s->offset + bytes <= buffer->size)
		return 0;
	why.rule = VC4_SURFACE_BOUNDS;
	why.offset = s->offset;
	why.actual = bytes;
	why.expected = buffer->size;
	return vc4_refuse(ck, &why);
}

static bool multisample(const struct vc4_checker *ck)
{
	return pm4_get(RENDER_BITS_MULTISAMPLE, ck->in->render.surfaces[VC4_COLOR_WRITE].bits);
}

/* All tiles up to the last, at full resolution. */
static u64 full_res_bytes(const struct vc4_render *r)
{
	u64 columns = (r->width + 31) / 32;

	return (columns * r->max_y + r->max_x + 1) * VC4_TILE_BYTES;
}

static int check_color_write(struct vc4_checker *ck)
{
	const struct vc4_render *r = &ck->in->render;
	const struct vc4_surface *s = &r->surfaces[VC4_COLOR_WRITE];
	u32 pixel = pm4_get(RENDER_BITS_PIXEL, s->bits);
	u32 format = pm4_get(RENDER_BITS_FORMAT, s->bits);
	u32 bytes = pixel == PM4_V_RENDER_BITS_PIXEL_rgba8888 ? 4 : 2;
	u32 samples = pm4_get(RENDER_BITS_MULTISAMPLE, s->bits);
	u32 decimate = pm4_get(RENDER_BITS_DECIMATE, s->bits);

	if (s->flags)
		return refuse(ck, VC4_SURFACE_FLAGS, VC4_COLOR_WRITE, 0, 0, s->flags);
	if (s->bits & ~RENDER_KNOWN)
		return refuse(ck, VC4_SURFACE_BITS, VC4_COLOR_WRITE, 0, RENDER_KNOWN, s->bits);
	if (s->hindex == VC4_NONE)
		return 0;
	if (format > PM4_V_RENDER_BITS_FORMAT_LT)
		return refuse(ck, VC4_SURFACE_FORMAT, VC4_COLOR_WRITE,
			      PM4_F_RENDER_BITS_FORMAT + 1, PM4_V_RENDER_BITS_FORMAT_LT, format);
	if (pixel > PM4_V_RENDER_BITS_PIXEL_bgr565)
		return refuse(ck, VC4_SURFACE_FORMAT, VC4_COLOR_WRITE, PM4_F_RENDER_BITS_PIXEL + 1,
			      PM4_V_RENDER_BITS_PIXEL_bgr565, pixel);
	/* Four samples are stored as one; the guide leaves open what is stored otherwise. */
	if (samples != decimate)
		return refuse(ck, VC4_SURFACE_SAMPLES, VC4_COLOR_WRITE,
			      PM4_F_RENDER_BITS_DECIMATE + 1, samples, decimate);
	return check_range(ck, VC4_COLOR_WRITE, vc4_image_bytes(format, r->width, r->height,
								bytes));
}

/* A load or a store that follows the tile coordinates, or a load at full resolution. */
static int check_tile_surface(struct vc4_checker *ck, u32 use)
{
	const struct vc4_render *r = &ck->in->render;
	const struct vc4_surface *s = &r->surfaces[use];
	u32 pixel = pm4_get(TILE_BITS_PIXEL, s->bits), format = pm4_get(TILE_BITS_FORMAT, s->bits);
	bool color = use == VC4_COLOR_READ;
	u32 buffer = color ? PM4_V_TILE_BITS_BUFFER_color : PM4_V_TILE_BITS_BUFFER_ZS;

	if (s->flags & ~(use == VC4_ZS_WRITE ? 0 : FULL_RES))
		return refuse(ck, VC4_SURFACE_FLAGS, use, 0, use == VC4_ZS_WRITE ? 0 : FULL_RES,
			      s->flags);
	if (s->hindex == VC4_NONE)
		return 0;
	/* Z has no decimation, so a store of four samples has no size. */
	if (use == VC4_ZS_WRITE && multisample(ck))
		return refuse(ck, VC4_SURFACE_SAMPLES, use, 0, 0, 1);
	if (s->flags) {
		if (s->bits)
			return refuse(ck, VC4_SURFACE_BITS, use, 0, 0, s->bits);
		return check_range(ck, use, full_res_bytes(r));
	}
	if (s->bits & ~TILE_KNOWN)
		return refuse(ck, VC4_SURFACE_BITS, use, 0, TILE_KNOWN, s->bits);
	if (format > PM4_V_TILE_BITS_FORMAT_LT)
		return refuse(ck, VC4_SURFACE_FORMAT, use, PM4_F_TILE_BITS_FORMAT + 1,
			      PM4_V_TILE_BITS_FORMAT_LT, format);
	if (pm4_get(TILE_BITS_BUFFER, s->bits) != buffer)
		return refuse(ck, VC4_SURFACE_BUFFER, use, PM4_F_TILE_BITS_BUFFER + 1, buffer,
			      pm4_get(TILE_BITS_BUFFER, s->bits));
	if (pixel > (color ? PM4_V_TILE_BITS_PIXEL_bgr565 : 0))
		return refuse(ck, VC4_SURFACE_FORMAT, use, PM4_F_TILE_BITS_PIXEL + 1,
			      color ? PM4_V_TILE_BITS_PIXEL_bgr565 : 0, pixel);
	return check_range(ck, use, vc4_image_bytes(format, r->width, r->height,
						    pixel && color ? 2 : 4));
}

static int check_msaa_write(struct vc4_checker *ck, u32 use)
{
	const struct vc4_surface *s = &ck->in->render.surfaces[use];

	if (s->flags)
		return refuse(ck, VC4_SURFACE_FLAGS, use, 0, 0, s->flags);
	if (s->bits)
		return refuse(ck, VC4_SURFACE_BITS, use, 0, 0, s->bits);
	if (s->hindex == VC4_NONE)
		return 0;
	return check_range(ck, use, full_res_bytes(&ck->in->render));
}

/* The tiles from @first to @last, of @most. */
static int check_tiles(struct vc4_checker *ck, u32 down, u32 first, u32 last, u32 most)
{
	if (first <= last && last < most)
		return 0;
	return VC4_REFUSE(ck, .rule = VC4_RENDER_TILES, .part = VC4_RENDER, .index = VC4_NONE,
			  .buffer = VC4_NONE, .detail = down, .expected = most, .offset = first,
			  .actual = last);
}

static int check_frame(struct vc4_checker *ck)
{
	const struct vc4_render *r = &ck->in->render;
	u32 unit = multisample(ck) ? 32 : 64;
	u32 columns = (r->width + unit - 1) / unit, rows = (r->height + unit - 1) / unit;

	if (r->flags & ~VC4_RENDER_FLAGS)
		return refuse(ck, VC4_RENDER_BITS, VC4_NONE, 0, VC4_RENDER_FLAGS, r->flags);
	if (!r->width || r->width > MAX_PIXELS || !r->height || r->height > MAX_PIXELS)
		return refuse(ck, VC4_RENDER_SIZE, VC4_NONE, 0, r->width, r->height);
	if (ck->in->list_bytes) {
		columns = min(columns, ck->columns);
		rows = min(rows, ck->rows);
	}
	return check_tiles(ck, 0, r->min_x, r->max_x, columns) ||
	       check_tiles(ck, 1, r->min_y, r->max_y, rows);
}

/* Early Z would compare with values of the tile before, at first another job's. */
static int check_early_z(struct vc4_checker *ck)
{
	u32 use;

	if (!ck->early_z || !multisample(ck))
		return 0;
	for (use = 0; use < VC4_SURFACES; use++) {
		const struct vc4_surface *s = &ck->in->render.surfaces[use];

		if (s->hindex != VC4_NONE && s->flags & FULL_RES)
			return refuse(ck, VC4_RENDER_EARLY_Z, use, 0, 0, 0);
	}
	return 0;
}

/**
 * vc4_check_render() - check the render arguments
 * @ck: the check, after its list
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_check_render(struct vc4_checker *ck)
{
	const struct vc4_surface *s = ck->in->render.surfaces;

	if (check_frame(ck) || check_color_write(ck) || check_tile_surface(ck, VC4_COLOR_READ) ||
	    check_tile_surface(ck, VC4_ZS_READ) || check_tile_surface(ck, VC4_ZS_WRITE) ||
	    check_msaa_write(ck, VC4_MSAA_COLOR_WRITE) ||
	    check_msaa_write(ck, VC4_MSAA_ZS_WRITE) || check_early_z(ck))
		return 1;
	if (s[VC4_COLOR_WRITE].hindex == VC4_NONE && s[VC4_ZS_WRITE].hindex == VC4_NONE &&
	    s[VC4_MSAA_COLOR_WRITE].hindex == VC4_NONE && s[VC4_MSAA_ZS_WRITE].hindex == VC4_NONE)
		return refuse(ck, VC4_RENDER_NOTHING, VC4_NONE, 0, 0, 0);
	return 0;
}
