// SPDX-License-Identifier: GPL-2.0
/* R5xx as a generation: see struct gpu_generation. */
#include <stdlib.h>
#include <string.h>

#include "../watch.h"
#include "r500.h"

static void destroy(struct gpu *gpu)
{
	if (!gpu->r500)
		return;
	/* Parts have the machine's front. */
	if (!gpu->part)
		r500_front_destroy(gpu->r500->front);
	gpu_texture_unit_destroy(gpu->r500->tx.unit);
	free(gpu->r500);
}

static bool create(struct gpu *gpu)
{
	gpu->r500 = aligned_alloc(64, (sizeof(*gpu->r500) + 63) / 64 * 64);
	if (!gpu->r500)
		return false;
	memset(gpu->r500, 0, sizeof(*gpu->r500));
	gpu->r500->tx.unit = gpu_texture_unit_create(&gpu->mem, gpu->chip);
	if (!gpu->part)
		gpu->r500->front = r500_front_create();
	if (gpu->r500->tx.unit && (gpu->part || gpu->r500->front))
		return true;
	destroy(gpu);
	return false;
}

/* Registers have no size of a target: it is the size of the largest scissor of the draws to it. */
static void note_size(struct gpu *gpu)
{
	struct gpu_r500 *r = gpu->r500;
	struct r500_size *s = &r->size[0];
	uint64_t base = gpu->cb.target[0].live ? gpu->cb.target[0].surface.base : gpu->db.surface.base;

	gpu->looked[0] = gpu->window.scissor[2] > 0 ? (uint32_t)gpu->window.scissor[2] : 0;
	gpu->looked[1] = gpu->window.scissor[3] > 0 ? (uint32_t)gpu->window.scissor[3] : 0;
	for (uint32_t i = 0; i < R500_SIZES && s->base != base; i++)
		s = &r->size[i];
	if (s->base != base) {
		s = &r->size[r->next_size++ % R500_SIZES];
		*s = (struct r500_size){ .base = base };
	}
	/* A clear by the depth block has a rectangle of its own, which counts until there is a draw. */
	if (!r->cb_clear && !s->drawn)
		memset(s->size, 0, sizeof(s->size));
	s->drawn |= !r->cb_clear;
	for (int i = 0; i < 2; i++) {
		if ((!r->cb_clear || !s->drawn) && gpu->looked[i] > s->size[i])
			s->size[i] = gpu->looked[i];
		gpu->looked[i] = s->size[i];
	}
}

static bool begin(struct gpu *gpu, const struct gpu_draw_call *call)
{
	const char *bad = r500_front_begin(gpu->r500->front, &gpu->mem, gpu->regs, call);

	if (bad) {
		gpu_say(gpu, "%s: VAP_VF_CNTL 0x%x", bad, call->control);
		return false;
	}
	r500_front_sparse(gpu->r500->front, gpu->sparse, gpu->program_steps);
	/* One pipe counts samples: the host sums up the counts of the pipes. */
	gpu->tiling = (struct gpu_tiling){ .pipes = 1, .banks = 4, .group = 256 };
	r500_window(&gpu->window, gpu->regs);
	r500_trace_vertex(gpu);
	gpu->r500->ram = call->ram;
	r500_lines_move(gpu);
	r500_targets_begin(gpu);
	r500_lines_note(gpu);
	note_size(gpu);
	r500_pixels_begin(gpu, call->upload);
	gpu->window.needs_z = gpu->db.test_z || gpu->db.test_stencil;
	return true;
}

static bool reads(const struct gpu *gpu, const struct gpu_surface *s)
{
	return r500_tx_reads(&gpu->r500->tx, s->base, s->base + s->slice_bytes);
}

/* Whether no row of tiles reads what others write; a resolve and a clear by the depth block write two surfaces. */
static bool can_split(struct gpu *gpu)
{
	if (gpu->cb.resolve || gpu->r500->cb_clear || (gpu->db.live && reads(gpu, &gpu->db.surface)))
		return false;
	for (uint32_t n = 0; n < GPU_TARGETS; n++)
		if (gpu->cb.target[n].live && reads(gpu, &gpu->cb.target[n].surface))
			return false;
	return true;
}

static void begin_part(struct gpu *part, const struct gpu *whole)
{
	const struct gpu_r500 *from = whole->r500;
	struct gpu_r500 *to = part->r500;

	part->tiling = whole->tiling;
	part->no_pixel_program = whole->no_pixel_program;
	to->front = from->front;
	r500_tx_begin(&to->tx, part->regs);
	to->program = from->program;
	to->program.ctx = &to->tx;
	to->temps = from->temps;
	to->kills = from->kills;
	to->inputs = from->inputs;
	memcpy(to->input, from->input, sizeof(to->input));
	to->two_sided = from->two_sided;
	to->alpha_func = from->alpha_func;
	memcpy(to->select, from->select, sizeof(to->select));
	to->depth_source = from->depth_source;
	to->cb_clear = from->cb_clear;
	to->zmask = from->zmask;
	to->hiz = from->hiz;
	to->cmask = from->cmask;
}

static uint32_t fill(struct gpu *gpu)
{
	uint32_t n = r500_front_fill(gpu->r500->front, &gpu->budget);

	gpu->hang = r500_front_hang(gpu->r500->front);
	if (gpu->hang)
		gpu_say(gpu, "PVS hangs: %s", gpu->hang);
	return n;
}

static void primitive(struct gpu *gpu)
{
	struct r500_primitive *p = &gpu->r500->primitive;

	r500_front_primitive(gpu->r500->front, gpu->next_prim, p);
	gpu->current.id = p->id;
	gpu->current.shape = p->shape;
	gpu->scan.front = p->front;
	gpu->scan.layer = 0;
	gpu->pieces = p->pieces;
	memcpy(gpu->piece, p->piece, p->pieces * sizeof(p->piece[0]));
	for (unsigned int i = 0; gpu->watch && i < p->culled; i++)
		gpu_watch_cull(gpu, &p->piece[i]);
}

static void look(struct gpu *gpu)
{
	gpu->tiling = (struct gpu_tiling){ .pipes = 1, .banks = 4, .group = 256 };
	r500_window(&gpu->window, gpu->regs);
	r500_targets_begin(gpu);
	note_size(gpu);
	r500_tx_begin(&gpu->r500->tx, gpu->regs);
	/* The targets once more, with that size. */
	gpu->window.scissor[3] = (int32_t)gpu->looked[1];
	r500_targets_begin(gpu);
}

static bool depth_cleared(const struct gpu *gpu, uint32_t x, uint32_t y)
{
	return r500_block_cleared(&gpu->r500->zmask, x, y);
}

static const struct gpu_texture *texture(struct gpu *gpu, uint32_t resource, uint8_t sel[4])
{
	const struct r500_tx *tx = &gpu->r500->tx;

	if (resource >= R500_TX_UNITS || !(tx->enabled >> resource & 1))
		return NULL;
	memcpy(sel, tx->texture[resource].sel, 4);
	return &tx->texture[resource].t;
}

static struct gpu_texture_unit *unit(struct gpu *gpu)
{
	return gpu->r500->tx.unit;
}

const struct gpu_generation gpu_r500 = {
	.create = create,
	.destroy = destroy,
	.begin = begin,
	.can_split = can_split,
	.begin_part = begin_part,
	.fill = fill,
	.primitive = primitive,
	.inputs = r500_rs_setup,
	.pixels = r500_pixels_run,
	.place = r500_lines_move,
	.look = look,
	.depth_cleared = depth_cleared,
	.texture = texture,
	.unit = unit,
};
