// SPDX-License-Identifier: GPL-2.0
/*
 * Programs for the shaders of a recorded frame: see r6cs_shaders.h.  Facts of the
 * registers are AMD's R6xx/R7xx 3D register guide.
 */
#include "r6cs_shaders.h"
#include "client.h"
#include "shader.h"
#include "stream.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define CONFIG_REG_FIRST	0x08000
#define CONTEXT_REG_FIRST	0x28000
#define SQ_GSVS_RING_BASE	0x08c48
#define CB_COLOR0_BASE		0x28040
#define CB_TARGET_MASK		0x28238
#define SPI_VS_OUT_CONFIG	0x286c4
#define SQ_PGM_START_PS		0x28840
#define SQ_PGM_EXPORTS_PS	0x28854
#define SQ_PGM_START_VS		0x28858
#define SQ_PGM_START_GS		0x2886c
#define SQ_PGM_START_ES		0x28880
#define SQ_ESGS_RING_ITEMSIZE	0x288a8
#define SQ_GSVS_RING_ITEMSIZE	0x288ac
#define SQ_GS_VERT_ITEMSIZE	0x288c8
#define VGT_GS_MODE		0x28a40
#define GS_SCENARIO_G		3u	/* of its MODE: the client's vertex shader is ES */

/* Descriptors of 7 dwords: descriptors of VS */
#define VS_RESOURCES		160u
#define RESOURCE_DW		7u
#define RESOURCE_STRIDE(dw2)	((dw2) >> 8 & 0x7ff)

/* Primitives are small, so that frames with many draws take seconds on the emulated card. */
#define HALF			0.25f
#define VERTEX_DW		4u	/* of a position in a ring */

/* A buffer that the stream names, and an offset in it */
struct named {
	uint32_t bo;
	uint64_t offset;
	bool named;
};

struct state {
	int fd;
	const struct r6cs_frame *f;
	const uint32_t *handles;
	struct named vs, ps, gs, es, color, gsvs;
	/* Vertex resources with a stride of a dword, as rings have: buffer plus 1 */
	uint32_t ring[VS_RESOURCES];
	uint32_t vs_out, ps_exports, gs_mode, target_mask;
	uint32_t esgs_item, gsvs_item, vertex_item;
	float half;	/* of a box; 0: nothing is drawn */
	bool changed;
};

/* Of the card, on which a frame of another family may be tried */
static bool is_r7xx(void)
{
	return !strncmp(client_chip, "RV7", 3);
}

static void export_vertex(struct shader *p, uint32_t last)
{
	uint32_t i;

	shader_export(p, SHADER_POSITION, SHADER_POSITION_0, true);
	for (i = 0; i <= last; i++)
		shader_export(p, SHADER_PARAMETER, i, i == last);
	shader_end(p);
}

/* VS_EXPORT_COUNT is the number of parameters less one. */
static void vertex_program(struct shader *p, const struct state *s)
{
	uint32_t last = s->vs_out >> 1 & 0x1f;

	shader_begin(p, is_r7xx(), last + 3);
	/* Without it the vertices are those numbers of register 0 that are next to nothing as floats. */
	if (s->half)
		shader_corner(p, -s->half, s->half);
	export_vertex(p, last);
}

/* Behind a geometry program: the vertex from the ring of resource @id. */
static void copy_program(struct shader *p, const struct state *s, uint32_t id)
{
	uint32_t last = s->vs_out >> 1 & 0x1f;

	shader_begin(p, is_r7xx(), last + 3);
	shader_fetch(p, id);
	export_vertex(p, last);
}

/* EXPORT_MODE: depth in bit 0, the number of colours above.  At least one export is needed. */
static void pixel_program(struct shader *p, const struct state *s)
{
	static const uint32_t color[4] = { SHADER_HALF, SHADER_ONE, SHADER_HALF, SHADER_ONE };
	uint32_t i, colors = s->ps_exports >> 1 & 0xf;
	bool depth = s->ps_exports & 1;

	if (!colors && !depth)
		colors = 1;
	shader_begin(p, is_r7xx(), 1 + colors + depth);
	shader_clause(p, 4);
	shader_move(p, color);
	for (i = 0; i < colors; i++)
		shader_export(p, SHADER_PIXEL, i, i == colors - 1 && !depth);
	if (depth)
		shader_export(p, SHADER_PIXEL, SHADER_DEPTH, true);
	shader_end(p);
}

/* The client's vertices go to the ring, if its items have room. */
static void export_program(struct shader *p, const struct state *s)
{
	shader_begin(p, is_r7xx(), 2);
	shader_corner(p, -s->half, s->half);
	if (s->esgs_item >= VERTEX_DW)
		shader_ring(p, 0);
	else
		shader_cf(p, SHADER_NOP);
	shader_end(p);
}

/* A triangle for each primitive, or as many of its vertices as an item of the ring has room for */
static void geometry_program(struct shader *p, const struct state *s)
{
	uint32_t i, n = s->vertex_item >= VERTEX_DW ? s->gsvs_item / s->vertex_item : 0;

	n = n < 3 ? n : 3;
	shader_begin(p, is_r7xx(), 3 * n + 1);
	for (i = 0; i < n; i++) {
		const uint32_t corner[4] = {
			SHADER_LITERAL(i == 1), SHADER_LITERAL(i == 2), SHADER_ZERO, SHADER_ONE,
		};

		shader_clause(p, 5);
		shader_move(p, corner);
		shader_literals(p, -s->half, s->half);
		shader_ring(p, i * s->vertex_item);
		shader_cf(p, SHADER_EMIT_VERTEX);
	}
	shader_cf(p, n ? SHADER_CUT_VERTEX : SHADER_NOP);
	shader_end(p);
}

/* Writes no vertex and no item of a ring. */
static void empty_program(struct shader *p)
{
	shader_begin(p, is_r7xx(), 1);
	shader_cf(p, SHADER_NOP);
	shader_end(p);
}

static int store(const struct state *s, const struct named *to, const struct shader *p)
{
	uint64_t size = s->f->bo[to->bo].size;
	uint32_t *map, i;

	if (to->offset > size || size - to->offset < p->n * sizeof(*p->dw))
		return -ERANGE;
	map = gem_map(s->fd, s->handles[to->bo], size);
	if (!map)
		return -errno;
	for (i = 0; i < p->n; i++)
		map[to->offset / 4 + i] = p->dw[i];
	munmap(map, size);
	return 0;
}

/* The buffer that the relocation NOP at @at names */
static bool relocation(const struct r6cs_frame *f, uint32_t at, uint32_t *bo)
{
	if (at + 1 >= f->ib_dw || f->ib[at] != PACKET3(PKT_NOP, 1) || f->ib[at + 1] / 4 >= f->nreloc)
		return false;
	*bo = f->reloc[f->ib[at + 1] / 4].bo;
	return true;
}

/* Notes a register that a packet sets, whose relocation is at @next. */
static void set(struct state *s, uint32_t reg, uint32_t value, uint32_t next)
{
	struct named *n = reg == SQ_PGM_START_VS ? &s->vs : reg == SQ_PGM_START_PS ? &s->ps :
			  reg == SQ_PGM_START_GS ? &s->gs : reg == SQ_PGM_START_ES ? &s->es :
			  reg == CB_COLOR0_BASE ? &s->color : &s->gsvs;

	s->changed = true;
	switch (reg) {
	case SQ_PGM_START_VS:
	case SQ_PGM_START_PS:
	case SQ_PGM_START_GS:
	case SQ_PGM_START_ES:
	case CB_COLOR0_BASE:
	case SQ_GSVS_RING_BASE:
		n->offset = (uint64_t)value << 8;
		n->named = relocation(s->f, next, &n->bo);
		break;
	case SPI_VS_OUT_CONFIG:
		s->vs_out = value;
		break;
	case SQ_PGM_EXPORTS_PS:
		s->ps_exports = value;
		break;
	case SQ_ESGS_RING_ITEMSIZE:
		s->esgs_item = value;
		break;
	case SQ_GSVS_RING_ITEMSIZE:
		s->gsvs_item = value;
		break;
	case SQ_GS_VERT_ITEMSIZE:
		s->vertex_item = value;
		break;
	case CB_TARGET_MASK:
		s->target_mask = value;
		break;
	case VGT_GS_MODE:
		s->gs_mode = value;
		break;
	}
}

/* Notes a descriptor of VS, alone in its packet. */
static void set_resource(struct state *s, const uint32_t *d, uint32_t ndw, uint32_t next)
{
	uint32_t id = (d[0] & 0xffff) / RESOURCE_DW - VS_RESOURCES, bo;

	if (ndw != 1 + RESOURCE_DW || id >= VS_RESOURCES)
		return;
	s->ring[id] = RESOURCE_STRIDE(d[3]) == 4 && relocation(s->f, next, &bo) ? bo + 1 : 0;
	s->changed = true;
}

/* The resource by which VS reads what GS has written, or VS_RESOURCES */
static uint32_t ring_resource(const struct state *s)
{
	uint32_t id = 0;

	while (id < VS_RESOURCES && s->ring[id] != s->gsvs.bo + 1)
		id++;
	return s->gsvs.named ? id : VS_RESOURCES;
}

/* Writes the programs of a draw. */
static int draw(struct state *s, struct r6cs_drawn *drawn)
{
	bool geometry = (s->gs_mode & 3) == GS_SCENARIO_G;
	uint32_t ring = ring_resource(s);
	struct shader p;
	int ret;

	if (!s->changed)
		return 0;
	s->changed = false;
	if (!s->vs.named || !s->ps.named || (geometry && (!s->gs.named || !s->es.named || ring == VS_RESOURCES))) {
		drawn->left = true;
		return 0;
	}
	if (drawn->target < 0 && s->color.named && s->target_mask)
		drawn->target = s->color.bo;
	if (geometry && !s->half) {
		empty_program(&p);
		ret = store(s, &s->es, &p);
		ret = ret ? ret : store(s, &s->gs, &p);
		if (ret)
			return ret;
		vertex_program(&p, s);
	} else if (geometry) {
		export_program(&p, s);
		ret = store(s, &s->es, &p);
		if (ret)
			return ret;
		geometry_program(&p, s);
		ret = store(s, &s->gs, &p);
		if (ret)
			return ret;
		copy_program(&p, s, ring);
	} else {
		vertex_program(&p, s);
	}
	ret = store(s, &s->vs, &p);
	if (ret)
		return ret;
	pixel_program(&p, s);
	return store(s, &s->ps, &p);
}

int shaders_write(int fd, const struct r6cs_frame *f, const uint32_t *handles, struct r6cs_drawn *drawn)
{
	/* The gate gives radeon.ko less time than the longest of these frames takes. */
	struct state s = { .fd = fd, .f = f, .handles = handles, .half = client_is_rcp ? HALF : 0 };
	uint32_t i, j, next;
	int ret = 0;

	*drawn = (struct r6cs_drawn){ .target = -1 };
	for (i = 0; i < f->ib_dw && !ret; i = next) {
		uint32_t op = f->ib[i] >> 8 & 0xff, first;

		next = i + (f->ib[i] >> 30 == 2 ? 1 : (f->ib[i] >> 16 & 0x3fff) + 2);
		if (f->ib[i] >> 30 != 3 || next > f->ib_dw)
			continue;
		first = op == PKT_SET_CONFIG_REG ? CONFIG_REG_FIRST : CONTEXT_REG_FIRST;
		if (op == PKT_SET_CONTEXT_REG || op == PKT_SET_CONFIG_REG)
			for (j = i + 2; j < next; j++)
				set(&s, first + 4 * ((f->ib[i + 1] & 0xffff) + j - i - 2), f->ib[j], next);
		else if (op == PKT_SET_RESOURCE)
			set_resource(&s, &f->ib[i + 1], next - i - 1, next);
		else if (r6cs_is_draw(f, op))
			ret = draw(&s, drawn);
	}
	return ret;
}
