// SPDX-License-Identifier: GPL-2.0
/*
 * The interpolator (SPI): parameters of vertices become inputs of the pixel program.
 *
 * An input is base + i d1 + j d2 with the weights i and j of corners 1 and 2, corrected for
 * perspective unless it is linear.
 */
#include <string.h>

#include "machine.h"

/* The parameter with a semantic, or -1. */
static int find_param(const uint32_t *regs, uint32_t semantic)
{
	uint32_t count = gpu_field(gpu_reg(regs, SPI_VS_OUT_CONFIG), 5, 1) + 1;

	for (uint32_t i = 0; i < count && i < GPU_PARAMS; i++) {
		if ((gpu_reg(regs, SPI_VS_OUT_ID_0 + i / 4 * 4) >> i % 4 * 8 & 0xff) == semantic)
			return (int)i;
	}
	return -1;
}

void gpu_spi_init(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_spi *spi = &gpu->spi;
	uint32_t in0 = gpu_reg(regs, SPI_PS_IN_CONTROL_0), in1 = gpu_reg(regs, SPI_PS_IN_CONTROL_1);
	uint32_t interp = gpu_reg(regs, SPI_INTERP_CONTROL_0);

	memset(spi, 0, sizeof(*spi));
	spi->inputs = gpu_field(in0, 5, 0);
	if (spi->inputs > GPU_INPUTS)
		spi->inputs = GPU_INPUTS;
	spi->sprites = gpu_field(interp, 1, 1);
	spi->sprite_top = gpu_field(interp, 14, 14);
	for (int c = 0; c < 4; c++)
		spi->override[c] = gpu_field(interp, 4 + 3 * c, 2 + 3 * c);
	for (uint32_t i = 0; i < spi->inputs; i++) {
		uint32_t cntl = gpu_reg(regs, SPI_PS_INPUT_CNTL_0 + 4 * i);
		struct gpu_input *in = &spi->input[i];

		in->param = find_param(regs, gpu_field(cntl, 7, 0));
		in->def = gpu_field(cntl, 9, 8);
		in->flat = gpu_field(cntl, 10, 10) && gpu_field(interp, 0, 0);
		in->centroid = gpu_field(cntl, 11, 11);
		spi->centroids |= in->centroid;
		in->linear = gpu_field(cntl, 12, 12);
		in->sprite = gpu_field(cntl, 17, 17);
	}
	spi->position = gpu_field(in0, 8, 8);
	spi->position_gpr = gpu_field(in0, 14, 10);
	spi->face = gpu_field(in1, 8, 8);
	spi->face_chan = gpu_field(in1, 10, 9);
	spi->face_gpr = gpu_field(in1, 16, 12);
	spi->fixed_position = gpu_field(in1, 24, 24);
	spi->fixed_gpr = gpu_field(in1, 29, 25);
}

/*
 * The value of a corner between the primitive's vertices.  The clipper's weights are weights in space; an
 * input without perspective is linear on the screen, where a vertex weighs as much more as its w.
 */
static float corner_value(const struct gpu *gpu, const struct gpu_corner *corner, bool linear, uint32_t vector,
			  uint32_t chan)
{
	float sum = 0.0f;

	for (int v = 0; v < 3; v++) {
		if (corner->weight[v] == 1.0f)
			return gpu_vertex_value(gpu, gpu->slot[v], vector, chan);
	}
	for (int v = 0; v < 3; v++) {
		float weight = corner->weight[v];

		if (weight == 0.0f)
			continue;
		if (linear)
			weight *= gpu_vertex_value(gpu, gpu->slot[v], 0, 3) * (float)corner->rw;
		sum += weight * gpu_vertex_value(gpu, gpu->slot[v], vector, chan);
	}
	return sum;
}

static float difference(float to, float from)
{
	/* Infinite constants stay constant. */
	return to == from ? 0.0f : to - from;
}

static void setup_input(struct gpu *gpu, uint32_t i, const struct gpu_piece *piece)
{
	static const float defaults[4][4] = { { 0, 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1, 0 }, { 1, 1, 1, 1 } };
	const struct gpu_input *in = &gpu->spi.input[i];
	uint32_t vector = GPU_EXPORT_PARAM + in->param;
	struct gpu_scan *s = &gpu->scan;

	memset(s->d1[i], 0, sizeof(s->d1[i]));
	memset(s->d2[i], 0, sizeof(s->d2[i]));
	if (in->param < 0) {
		memcpy(s->base[i], defaults[in->def], sizeof(s->base[i]));
		return;
	}
	for (uint32_t c = 0; c < 4; c++) {
		if (in->flat || piece->shape == GPU_POINT) {
			uint32_t slot = in->flat ? gpu->provoking : gpu->slot[0];
			uint32_t w = piece->shape == GPU_POINT && !in->flat;

			s->base[i][c] = w ? corner_value(gpu, &piece->corner[0], in->linear, vector, c) :
					    gpu_vertex_value(gpu, slot, vector, c);
			continue;
		}
		s->base[i][c] = corner_value(gpu, &piece->corner[0], in->linear, vector, c);
		s->d1[i][c] = difference(corner_value(gpu, &piece->corner[1], in->linear, vector, c), s->base[i][c]);
		if (piece->shape != GPU_LINE)
			s->d2[i][c] = difference(corner_value(gpu, &piece->corner[2], in->linear, vector, c), s->base[i][c]);
	}
}

static bool is_constant(const struct gpu_scan *s, uint32_t i)
{
	for (int c = 0; c < 4; c++)
		if (s->d1[i][c] != 0.0f || s->d2[i][c] != 0.0f)
			return false;
	return true;
}

void gpu_spi_setup(struct gpu *gpu, const struct gpu_piece *piece)
{
	struct gpu_scan *s = &gpu->scan;

	s->constant = !s->point && !gpu->spi.position;
	for (uint32_t i = 0; i < gpu->spi.inputs; i++) {
		setup_input(gpu, i, piece);
		s->constant &= is_constant(s, i);
	}
}

/* A component of a sprite's coordinates: 0 zero, 1 one, 2 s, 3 t. */
static void sprite(const struct gpu_spi *spi, uint32_t chan, const struct gpu_weights *w, union gpu_lanes *d)
{
	for (int i = 0; i < GPU_LANES; i++) {
		float t = w->linear[1].f[i];

		switch (spi->override[chan]) {
		case 0:
			d->f[i] = 0.0f;
			break;
		case 1:
			d->f[i] = 1.0f;
			break;
		case 2:
			d->f[i] = w->linear[0].f[i];
			break;
		case 3:
			d->f[i] = spi->sprite_top ? 1.0f - t : t;
			break;
		}
	}
}

static void interpolate(struct gpu *gpu, uint32_t i, const struct gpu_weights *w)
{
	const struct gpu_input *in = &gpu->spi.input[i];
	const struct gpu_scan *s = &gpu->scan;
	const union gpu_lanes *weight = in->linear || s->flat_w ? w->linear : w->persp;
	struct gpu_vec *gpr = &gpu->group.gpr[i];
	bool is_sprite = in->sprite && gpu->spi.sprites && s->point;

	for (uint32_t c = 0; c < 4; c++) {
		if (is_sprite && gpu->spi.override[c] < 4)
			sprite(&gpu->spi, c, w, &gpr->c[c]);
		else if (s->d1[i][c] == 0.0f && s->d2[i][c] == 0.0f)
			gpu_constant(&gpr->c[c], s->base[i][c]);
		else
			gpu_plane(&gpr->c[c], s->base[i][c], s->d1[i][c], s->d2[i][c], weight);
	}
}

uint32_t gpu_spi_interpolate(struct gpu *gpu, const struct gpu_quads *q)
{
	const struct gpu_spi *spi = &gpu->spi;
	struct gpu_vec *gpr = gpu->group.gpr;
	uint32_t inputs = spi->inputs;
	struct gpu_weights w, at_centroid, *moved_weights = &w;
	struct gpu_places at;
	int sample = q->sample > 0 ? q->sample : 0;

	if (!gpu->scan.constant) {
		gpu_center(gpu, q, &at);
		gpu_weights_at(&gpu->scan, &at, &w);
	}
	if (spi->centroids && q->sample < 0 && gpu->window.samples > 1 && !gpu->scan.constant) {
		struct gpu_places moved = at;

		gpu_centroid(gpu, q, &moved);
		gpu_weights_at(&gpu->scan, &moved, &at_centroid);
		moved_weights = &at_centroid;
	}
	for (uint32_t i = 0; i < spi->inputs; i++)
		interpolate(gpu, i, spi->input[i].centroid ? moved_weights : &w);
	if ((spi->position && spi->position_gpr >= inputs) || (spi->face && spi->face_gpr >= inputs) ||
	    (spi->fixed_position && spi->fixed_gpr >= inputs)) {
		memset(&gpr[inputs], 0, (GPU_INPUTS - inputs) * sizeof(gpr[0]));
		inputs = GPU_INPUTS;
	}
	for (int i = 0; spi->position && i < GPU_LANES; i++) {
		gpr[spi->position_gpr].c[0].f[i] = (float)at.x[i];
		gpr[spi->position_gpr].c[1].f[i] = (float)at.y[i];
		gpr[spi->position_gpr].c[2].f[i] = q->sample < 0 ? q->center_z.f[i] : q->z[sample].f[i];
		gpr[spi->position_gpr].c[3].f[i] = w.w.f[i];
	}
	for (int i = 0; spi->face && i < GPU_LANES; i++)
		gpr[spi->face_gpr].c[spi->face_chan].f[i] = q->back ? -1.0f : 1.0f;
	for (int i = 0; spi->fixed_position && i < GPU_LANES; i++) {
		gpr[spi->fixed_gpr].c[0].i[i] = q->x[i];
		gpr[spi->fixed_gpr].c[1].i[i] = q->y[i];
		gpr[spi->fixed_gpr].c[2].i[i] = 0;
		gpr[spi->fixed_gpr].c[3].i[i] = sample;
	}
	return inputs;
}
