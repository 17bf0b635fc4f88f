// SPDX-License-Identifier: GPL-2.0
/* Textures of a draw for who looks at them between two draws (watch.h). */
#include <string.h>

#include "texture_unit.h"
#include "watch.h"

/* Level 0 has been asked for, but a descriptor may begin with another one. */
static const struct gpu_level *first_level(const struct gpu_texture *t)
{
	return &t->level[t->base_level];
}

bool gpu_look_texture(struct gpu *gpu, uint32_t resource, struct gpu_texture_view *view)
{
	const struct gpu_texture *t = gpu->gen->texture(gpu, resource, view->sel);
	const struct gpu_level *l;

	if (!t || !t->live)
		return false;
	l = first_level(t);
	*view = (struct gpu_texture_view){
		.base = l->surface.base, .bytes = l->surface.slice_bytes * l->slices, .width = l->width, .height = l->height,
		.slices = l->slices, .levels = t->last_level - t->base_level + 1u, .samples = t->samples,
		.sel = { view->sel[0], view->sel[1], view->sel[2], view->sel[3] }, .integer = t->reader.integer,
	};
	return true;
}

void gpu_look_texel(struct gpu *gpu, uint32_t resource, uint32_t x, uint32_t y, uint32_t color[4])
{
	uint8_t sel[4];
	const struct gpu_texture *t = gpu->gen->texture(gpu, resource, sel);
	uint32_t in[4];

	memset(color, 0, 4 * sizeof(*color));
	if (!t || !t->live || x >= first_level(t)->width || y >= first_level(t)->height)
		return;
	gpu_texel(gpu->gen->unit(gpu), t, first_level(t), x, y, t->first_slice, 0, in);
	gpu_remove_gamma(t, in);
	for (int c = 0; c < 4; c++)
		color[c] = gpu_select(in, sel[c], t->reader.integer);
}
