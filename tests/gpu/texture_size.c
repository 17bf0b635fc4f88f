// SPDX-License-Identifier: GPL-2.0
/*
 * Texture descriptors: levels, slices and their surfaces.
 *
 * Level 0 is at the base address with the pitch of the descriptor.  The others follow each other
 * from the mip address; in memory their sizes are powers of two, padded to the array mode.  From
 * the first level on that is smaller than a macro tile, 2D tiles are 1D tiles.
 */
#include "texture_unit.h"

#include <stdio.h>
#include <string.h>

#define TYPE_TEXTURE	2

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t power_of_two(uint32_t v)
{
	uint32_t p = 1;

	while (p < v)
		p <<= 1;
	return p;
}

static uint32_t round_up(uint32_t v, uint32_t unit)
{
	return (v + unit - 1) / unit * unit;
}

static uint32_t minified(uint32_t size, uint32_t level)
{
	return larger(1, size >> level);
}

static uint32_t elements(uint32_t texels, uint32_t block)
{
	return (texels + (1u << block) - 1) >> block;
}

static bool is_msaa(const struct gpu_texture *t)
{
	return t->dim == GPU_2D_MSAA || t->dim == GPU_2D_ARRAY_MSAA;
}

/* ---- slices ---- */

static void read_slices(struct gpu_texture *t, const uint32_t *w)
{
	uint32_t last = w[5] >> 17 & 0x1fff;

	t->first_slice = w[5] >> 4 & 0x1fff;
	t->last_slice = larger(t->first_slice, last);
	t->depth = (w[1] >> 13 & 0x1fff) + 1;
	if (t->dim == GPU_CUBE)
		t->last_slice = larger(t->first_slice + 5, last);
	else if (t->dim == GPU_1D || t->dim == GPU_2D || t->dim == GPU_2D_MSAA)
		t->last_slice = t->first_slice;
	if (t->dim == GPU_3D) {
		t->first_slice = 0;
		t->last_slice = 0;
	}
}

/*
 * Slices from one level to the next: a power of two of an array's layers, whether LAST_ARRAY or
 * TEX_DEPTH names more of them; cubes have room for 8 faces on R7xx.
 */
static uint32_t slices_stored(const struct gpu_texture *t, const uint32_t *w, uint32_t level, bool r7xx)
{
	uint32_t n, last = w[5] >> 17 & 0x1fff;

	switch (t->dim) {
	case GPU_3D:
		return level ? power_of_two(minified(t->depth, level)) : t->depth;
	case GPU_CUBE:
		n = larger(t->first_slice + 6, last + 1);
		return n > 6 || r7xx ? power_of_two(n) : 6;
	}
	return power_of_two(larger(last + 1, t->first_slice + t->depth));
}

/* ---- levels ---- */

static void level_sizes(struct gpu_level *l, const struct gpu_texture *t, const uint32_t *w, uint32_t n)
{
	l->width = minified((w[0] >> 19) + 1, n);
	l->height = t->dim == GPU_1D || t->dim == GPU_1D_ARRAY ? 1 : minified((w[1] & 0x1fff) + 1, n);
	l->depth = t->dim == GPU_3D ? minified(t->depth, n) : 1;
	l->host = NULL;
}

/* The surface of level n > 0 from the surface of the level before; only the mode goes on. */
static void smaller_surface(struct gpu_surface *s, const struct gpu_texture *t, const uint32_t *w,
			    uint32_t n, struct gpu_tiling tiling)
{
	uint32_t width = elements(power_of_two(minified((w[0] >> 19) + 1, n)), t->block_x);
	uint32_t height = elements(power_of_two(minified((w[1] & 0x1fff) + 1, n)), t->block_y);

	if (s->mode == GPU_2D_THIN && (width < gpu_pitch_align(tiling, s->mode, s->bytes, 1) ||
				       height < gpu_height_align(tiling, s->mode)))
		s->mode = GPU_1D_THIN;
	s->pitch = round_up(width, gpu_pitch_align(tiling, s->mode, s->bytes, 1));
	s->height = round_up(height, gpu_height_align(tiling, s->mode));
}

static bool first_surface(struct gpu_texture *t, const uint32_t *w, struct gpu_tiling tiling)
{
	struct gpu_level *l = &t->level[0];

	level_sizes(l, t, w, 0);
	l->surface = (struct gpu_surface) {
		.base = (uint64_t)w[2] << 8,
		.pitch = ((w[0] >> 8 & 0x7ff) + 1) * 8 >> t->block_x,
		.height = elements((w[1] & 0x1fff) + 1, t->block_y),
		.bytes = t->reader.format->bytes,
		.samples = t->samples,
		.mode = w[0] >> 3 & 15,
		.depth_order = w[0] >> 7 & 1,
	};
	/* Coordinates end where rows end. */
	if (l->width > l->surface.pitch << t->block_x)
		l->width = l->surface.pitch << t->block_x;
	return gpu_surface_init(&l->surface, tiling);
}

static bool read_levels(struct gpu_texture *t, const uint32_t *w, struct gpu_tiling tiling)
{
	uint64_t at = (uint64_t)w[3] << 8;
	uint32_t n;

	if (!first_surface(t, w, tiling))
		return false;
	t->level[0].slices = slices_stored(t, w, 0, tiling.r7xx);
	for (n = 1; n <= t->last_level; n++) {
		struct gpu_level *l = &t->level[n];

		level_sizes(l, t, w, n);
		l->slices = slices_stored(t, w, n, tiling.r7xx);
		l->surface = t->level[n - 1].surface;
		l->surface.base = at;
		smaller_surface(&l->surface, t, w, n, tiling);
		if (!gpu_surface_init(&l->surface, tiling))
			return false;
		at += l->surface.slice_bytes * l->slices;
	}
	return true;
}

/* ---- the descriptor ---- */

static uint8_t log2_of_block(uint32_t texels)
{
	return texels == 4 ? 2 : texels == 2;
}

static bool read_format(struct gpu_texture *t, const uint32_t *w)
{
	uint8_t comp[4];
	int i;

	for (i = 0; i < 4; i++) {
		comp[i] = w[4] >> (2 * i) & 3;
		t->sel[i] = w[4] >> (16 + 3 * i) & 7;
	}
	if (!gpu_reader_init(&t->reader, w[1] >> 26, w[4] >> 8 & 3, comp, w[4] >> 11 & 1,
			     w[4] >> 10 & 1, w[4] >> 12 & 3))
		return false;
	t->block_x = log2_of_block(t->reader.format->block_w);
	t->block_y = log2_of_block(t->reader.format->block_h);
	t->four_bytes = t->reader.format == gpu_format(26) && !t->reader.endian && !t->reader.no_clamp;
	t->clamp_reference = t->reader.number[0] == GPU_UNORM;
	return true;
}

static void read_level_range(struct gpu_texture *t, const uint32_t *w)
{
	uint32_t last = w[5] & 15;

	t->base_level = w[4] >> 28;
	t->last_level = last;
	t->samples = 1;
	if (is_msaa(t)) {
		t->samples = 1u << (last < 3 ? last : 3);
		t->base_level = 0;
		t->last_level = 0;
	}
	if (t->last_level < t->base_level)
		t->last_level = t->base_level;
}

static void say(struct gpu_texture_unit *unit, const uint32_t *w)
{
	char line[128];

	unit->mem->faults++;
	if (!unit->mem->host->fault)
		return;
	snprintf(line, sizeof(line), "texture: format %u in array mode %u has no layout",
		 w[1] >> 26, w[0] >> 3 & 15);
	unit->mem->host->fault(unit->mem->ctx, line);
}

static void decode(struct gpu_texture_unit *unit, struct gpu_texture *t, const uint32_t *w)
{
	t->live = false;
	t->dim = w[0] & 7;
	if (w[6] >> 30 != TYPE_TEXTURE)
		return;
	read_slices(t, w);
	read_level_range(t, w);
	t->live = read_format(t, w) && read_levels(t, w, unit->tiling);
	if (!t->live)
		say(unit, w);
}

static void decode_or_zero(struct gpu_texture_unit *unit, struct gpu_texture *t, const uint32_t *w)
{
	decode(unit, t, w);
	if (!t->live) {
		t->reader = (struct gpu_reader) { .format = gpu_format(0) };
		memset(t->sel, 4, sizeof(t->sel));
	}
}

/*
 * The host's memory of a level, so that texels need no check.  A level whose last macro tile ends
 * inside of a unit of pipes and banks reaches to the end of that unit.  A host that wants to hear of accesses
 * hears of each.
 */
static void find_host(struct gpu_texture_unit *unit, struct gpu_level *l)
{
	const struct gpu_surface *s = &l->surface;
	uint64_t bytes = s->slice_bytes * l->slices;
	uint64_t unit_bytes = (uint64_t)s->tiling.group << (s->pipe_bits + s->bank_bits);

	if (s->mode == GPU_2D_THIN)
		bytes = (bytes + unit_bytes - 1) / unit_bytes * unit_bytes;
	l->host = unit->mem->host->seen ? NULL : gpu_mem_try(unit->mem, GPU_TEXTURE, s->base, bytes);
}

const struct gpu_texture *gpu_texture_get(struct gpu_texture_unit *unit, const uint32_t words[7])
{
	uint32_t hash = words[0] ^ words[1] >> 7 ^ words[2] * 0x9e3779b1 ^ words[4] ^ words[5] * 5;
	struct gpu_texture *t = &unit->texture[(hash ^ hash >> 16 ^ hash >> 8) % GPU_TEXTURES];
	uint32_t n;

	if (!t->decoded || memcmp(t->words, words, sizeof(t->words))) {
		memcpy(t->words, words, sizeof(t->words));
		decode_or_zero(unit, t, words);
		t->decoded = true;
		t->serial = 0;
	}
	if (t->serial != unit->serial && t->live) {
		for (n = t->base_level; n <= t->last_level; n++)
			find_host(unit, &t->level[n]);
		t->serial = unit->serial;
	}
	return t;
}

void gpu_texel(struct gpu_texture_unit *unit, const struct gpu_texture *t, const struct gpu_level *level,
	       uint32_t x, uint32_t y, uint32_t slice, uint32_t sample, uint32_t out[4])
{
	uint64_t addr = gpu_surface_address(&level->surface, x >> t->block_x, y >> t->block_y, slice,
					    sample);
	const uint8_t *element;
	uint8_t copy[16];

	if (unit->fetched && unit->follow == unit->lane) {
		const struct gpu_fetched f = {
			.addr = addr, .bytes = t->reader.format->bytes, .texel = true, .x = x, .y = y, .slice = slice,
			.level = (uint32_t)(level - t->level),
		};

		unit->fetched(unit->fetched_ctx, &f);
	}
	if (level->host) {
		element = level->host + (addr - level->surface.base);
	} else {
		gpu_mem_read(unit->mem, GPU_TEXTURE, addr, copy, t->reader.format->bytes);
		element = copy;
	}
	if (t->block_x | t->block_y)
		gpu_unpack_texel(&t->reader, element, x, y, out);
	else
		gpu_unpack(&t->reader, element, out);
}
