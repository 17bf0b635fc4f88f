// SPDX-License-Identifier: GPL-2.0
/*
 * The rasterizer (RS): attributes of vertices become registers of the fragment program.  Instructions name
 * components of the packet that a vertex is, in the order of struct r500_layout.
 */
#include <string.h>

#include "back_regs.h"
#include "r500.h"

/* A component of the packet's textures; 62 and 63 are constants.  What the packet does not have is 0. */
static int8_t texture_component(const struct r500_layout *layout, uint32_t pointer)
{
	if (pointer == 63)
		return R500_FROM_ONE;
	if (pointer >= layout->components)
		return R500_FROM_ZERO;
	return (int8_t)(R500_FROM_TEX + 4 * layout->component[pointer].texture + layout->component[pointer].channel);
}

static void add_texture(struct gpu_r500 *r, const struct r500_layout *layout, uint32_t inst, uint32_t ip)
{
	struct r500_input *in = &r->input[r->inputs++];

	in->reg = gpu_field(inst, 11, 5);
	for (int c = 0; c < 4; c++)
		in->from[c] = texture_component(layout, ip >> 6 * c & 63);
}

/* COL_FMT: red, green and blue, then alpha: 0 the colour's, 1 zero, 2 one. */
static int8_t color_component(const struct r500_layout *layout, uint32_t ip, int c)
{
	static const uint8_t rgb[16] = { 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2 }, alpha[16] = { 0, 1, 2, 0, 0, 1, 2, 0, 0, 1, 2 };
	uint32_t format = gpu_field(ip, 30, 27), pointer = gpu_field(ip, 26, 24);
	uint8_t kind = c == 3 ? alpha[format] : rgb[format];

	if (kind)
		return kind == 1 ? R500_FROM_ZERO : R500_FROM_ONE;
	if (pointer >= layout->colors)
		return R500_FROM_ZERO;
	return (int8_t)(4 * layout->color[pointer] + c);
}

static void add_color(struct gpu_r500 *r, const struct r500_layout *layout, uint32_t inst, uint32_t ip)
{
	struct r500_input *in = &r->input[r->inputs++];
	bool face = gpu_field(inst, 17, 16) == 3;

	in->reg = gpu_field(inst, 24, 18);
	for (int c = 0; c < 4; c++)
		in->from[c] = !face ? color_component(layout, ip, c) : c ? R500_FROM_ZERO : R500_FROM_FACE;
}

/*
 * With colours 2 and 3 beside 0 and 1, back faces have these: no document says so, Mesa relies on it and
 * real cards pass piglit's tests of two-sided colours.
 */
static bool has_back_colors(const struct r500_layout *layout)
{
	uint32_t have = 0;

	for (int i = 0; i < layout->colors; i++)
		have |= 1u << layout->color[i];
	return have >> 2;
}

void r500_rs_begin(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_r500 *r = gpu->r500;
	const struct r500_layout *layout = r500_front_layout(r->front);
	uint32_t count = gpu_field(gpu_reg(regs, R500_RS_INST_COUNT), 3, 0) + 1;

	r->inputs = 0;
	r->two_sided = has_back_colors(layout);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t inst = gpu_reg(regs, R500_RS_INST_0 + 4 * i);

		if (gpu_field(inst, 4, 4))
			add_texture(r, layout, inst, gpu_reg(regs, R500_RS_IP_0 + 4 * gpu_field(inst, 3, 0)));
		/* 2 writes the address of an fbuffer, which is not modelled. */
		if (gpu_field(inst, 16, 16))
			add_color(r, layout, inst, gpu_reg(regs, R500_RS_IP_0 + 4 * gpu_field(inst, 15, 12)));
	}
}

/* ---- corners ---- */

static float attribute(const struct r500_vertex *v, int from)
{
	if (from < R500_FROM_TEX)
		return v->color[from / 4][from % 4];
	return v->tex[from / 4 - 4][from % 4];
}

/* As in spi.c: the clipper's weights are weights in space. */
static float corner_value(const struct gpu *gpu, const struct gpu_corner *corner, int from)
{
	const struct r500_vertex *v = gpu->r500->primitive.vertex;
	float sum = 0.0f;

	for (int i = 0; i < 3; i++)
		if (corner->weight[i] == 1.0f)
			return attribute(&v[i], from);
	for (int i = 0; i < 3; i++) {
		float weight = corner->weight[i];

		if (weight == 0.0f)
			continue;
		if (gpu->window.linear)
			weight *= v[i].position[3] * (float)corner->rw;
		sum += weight * attribute(&v[i], from);
	}
	return sum;
}

static float difference(float to, float from)
{
	return to == from ? 0.0f : to - from;
}

/* The place in a sprite instead of a texture's S and T: S goes right, T up. */
static bool setup_sprite(struct gpu_scan *s, const struct r500_layout *layout, uint32_t i, int c, int from)
{
	const float *stuff = layout->stuff;

	if (from < R500_FROM_TEX || !(layout->stuffed >> (from / 4 - 4) & 1) || from % 4 > 1)
		return false;
	s->base[i][c] = from % 4 ? stuff[3] : stuff[0];
	if (from % 4)
		s->d2[i][c] = stuff[1] - stuff[3];
	else
		s->d1[i][c] = stuff[2] - stuff[0];
	return true;
}

static int side(const struct gpu *gpu, int from)
{
	return gpu->r500->two_sided && !gpu->scan.front && from >= 0 && from < 8 ? from + 8 : from;
}

static void setup_component(struct gpu *gpu, const struct gpu_piece *piece, uint32_t i, int c)
{
	struct gpu_scan *s = &gpu->scan;
	int from = side(gpu, gpu->r500->input[i].from[c]);

	s->d1[i][c] = 0.0f;
	s->d2[i][c] = 0.0f;
	if (from < 0) {
		s->base[i][c] = from == R500_FROM_ONE || (from == R500_FROM_FACE && !s->front) ? 1.0f : 0.0f;
		return;
	}
	if (s->point && setup_sprite(s, r500_front_layout(gpu->r500->front), i, c, from))
		return;
	s->base[i][c] = corner_value(gpu, &piece->corner[0], from);
	if (s->point)
		return;
	s->d1[i][c] = difference(corner_value(gpu, &piece->corner[1], from), s->base[i][c]);
	if (piece->shape != GPU_LINE)
		s->d2[i][c] = difference(corner_value(gpu, &piece->corner[2], from), s->base[i][c]);
}

void r500_rs_setup(struct gpu *gpu, const struct gpu_piece *piece)
{
	for (uint32_t i = 0; i < gpu->r500->inputs; i++)
		for (int c = 0; c < 4; c++)
			setup_component(gpu, piece, i, c);
}

/* ---- pixels ---- */

void r500_rs_interpolate(struct gpu *gpu, const struct gpu_quads *q)
{
	struct gpu_r500 *r = gpu->r500;
	const struct gpu_scan *s = &gpu->scan;
	const union gpu_lanes *weight;
	struct gpu_weights w;
	struct gpu_places at;

	gpu_center(gpu, q, &at);
	gpu_weights_at(s, &at, &w);
	weight = s->flat_w ? w.linear : w.persp;
	for (uint32_t i = 0; i < r->inputs; i++) {
		struct gpu_vec *reg = &r->group.temp[r->input[i].reg];

		for (int c = 0; c < 4; c++) {
			if (s->d1[i][c] == 0.0f && s->d2[i][c] == 0.0f)
				gpu_constant(&reg->c[c], s->base[i][c]);
			else
				gpu_plane(&reg->c[c], s->base[i][c], s->d1[i][c], s->d2[i][c], weight);
		}
	}
}
