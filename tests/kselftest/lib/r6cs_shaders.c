// SPDX-License-Identifier: GPL-2.0
/*
 * Programs for the shaders of a recorded frame: see r6cs_shaders.h.  Facts of the
 * registers are AMD's R6xx/R7xx 3D register guide, those of the instructions its
 * R600 family instruction set.
 */
#include "r6cs_shaders.h"
#include "client.h"
#include "stream.h"

#include <errno.h>
#include <sys/mman.h>

#define CONTEXT_REG_FIRST	0x28000
#define SPI_VS_OUT_CONFIG	0x286c4
#define SQ_PGM_START_PS		0x28840
#define SQ_PGM_EXPORTS_PS	0x28854
#define SQ_PGM_START_VS		0x28858
#define SQ_PGM_START_GS		0x2886c
#define SQ_PGM_START_ES		0x28880
#define VGT_GS_MODE		0x28a40
#define GS_SCENARIO_G		3u	/* of its MODE: the client's vertex shader is ES */

/* CF_ALLOC_EXPORT_WORD0 and _WORD1 */
#define EXPORT_PIXEL		(0u << 13)
#define EXPORT_POSITION		(1u << 13)
#define EXPORT_PARAMETER	(2u << 13)
#define EXPORT_XYZW		(0u | 1u << 3 | 2u << 6 | 3u << 9)
#define EXPORT			(0x27u << 23)
#define EXPORT_DONE		(0x28u << 23)
#define END_OF_PROGRAM		(1u << 21)
#define BARRIER			(1u << 31)
/* Where positions and the depth of pixels begin */
#define POSITION_0		60
#define PIXEL_DEPTH		61

/* The longest: 32 parameters and a position */
#define PROGRAM_DW		(2 * 33)

struct program {
	uint32_t dw[PROGRAM_DW];
	uint32_t n;
};

/* A shader that the stream names: buffer and offset */
struct shader {
	uint32_t bo;
	uint64_t offset;
	bool named;
};

struct state {
	int fd;
	const struct r6cs_frame *f;
	const uint32_t *handles;
	struct shader vs, ps, gs, es;
	uint32_t vs_out, ps_exports, gs_mode;
	bool changed;
};

static void export(struct program *p, uint32_t type, uint32_t base, bool done)
{
	p->dw[p->n++] = type | base;
	p->dw[p->n++] = EXPORT_XYZW | (done ? EXPORT_DONE : EXPORT) | BARRIER;
}

static void end(struct program *p)
{
	p->dw[p->n - 1] |= END_OF_PROGRAM;
}

/* VS_EXPORT_COUNT is the number of parameters less one. */
static void vertex_program(struct program *p, const struct state *s)
{
	uint32_t i, last = s->vs_out >> 1 & 0x1f;

	p->n = 0;
	export(p, EXPORT_POSITION, POSITION_0, true);
	for (i = 0; i <= last; i++)
		export(p, EXPORT_PARAMETER, i, i == last);
	end(p);
}

/* EXPORT_MODE: depth in bit 0, the number of colours above.  At least one export is needed. */
static void pixel_program(struct program *p, const struct state *s)
{
	uint32_t i, colors = s->ps_exports >> 1 & 0xf;
	bool depth = s->ps_exports & 1;

	if (!colors && !depth)
		colors = 1;
	p->n = 0;
	for (i = 0; i < colors; i++)
		export(p, EXPORT_PIXEL, i, i == colors - 1 && !depth);
	if (depth)
		export(p, EXPORT_PIXEL, PIXEL_DEPTH, true);
	end(p);
}

/* A program that writes no vertex and no item of a ring. */
static void empty_program(struct program *p)
{
	p->dw[0] = 0;
	p->dw[1] = BARRIER;
	p->n = 2;
	end(p);
}

static int store(const struct state *s, const struct shader *shader, const struct program *p)
{
	uint64_t size = s->f->bo[shader->bo].size;
	uint32_t *map, i;

	if (shader->offset > size || size - shader->offset < p->n * sizeof(*p->dw))
		return -ERANGE;
	map = gem_map(s->fd, s->handles[shader->bo], size);
	if (!map)
		return -errno;
	for (i = 0; i < p->n; i++)
		map[shader->offset / 4 + i] = p->dw[i];
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
	struct shader *shader = reg == SQ_PGM_START_VS ? &s->vs : reg == SQ_PGM_START_PS ? &s->ps :
				reg == SQ_PGM_START_GS ? &s->gs : &s->es;

	s->changed = true;
	switch (reg) {
	case SQ_PGM_START_VS:
	case SQ_PGM_START_PS:
	case SQ_PGM_START_GS:
	case SQ_PGM_START_ES:
		shader->offset = (uint64_t)value << 8;
		shader->named = relocation(s->f, next, &shader->bo);
		break;
	case SPI_VS_OUT_CONFIG:
		s->vs_out = value;
		break;
	case SQ_PGM_EXPORTS_PS:
		s->ps_exports = value;
		break;
	case VGT_GS_MODE:
		s->gs_mode = value;
		break;
	}
}

/* Writes the programs of a draw. */
static int draw(struct state *s, bool *left)
{
	struct program p;
	int ret;

	if (!s->changed)
		return 0;
	s->changed = false;
	if (!s->vs.named || !s->ps.named || ((s->gs_mode & 3) == GS_SCENARIO_G && (!s->gs.named || !s->es.named))) {
		*left = true;
		return 0;
	}
	if ((s->gs_mode & 3) == GS_SCENARIO_G) {
		empty_program(&p);
		ret = store(s, &s->es, &p) ?: store(s, &s->gs, &p);
		if (ret)
			return ret;
	}
	vertex_program(&p, s);
	ret = store(s, &s->vs, &p);
	if (ret)
		return ret;
	pixel_program(&p, s);
	return store(s, &s->ps, &p);
}

int shaders_write(int fd, const struct r6cs_frame *f, const uint32_t *handles, bool *left)
{
	struct state s = { .fd = fd, .f = f, .handles = handles };
	uint32_t i, j, next;
	int ret = 0;

	*left = false;
	for (i = 0; i < f->ib_dw && !ret; i = next) {
		uint32_t op = f->ib[i] >> 8 & 0xff;

		next = i + (f->ib[i] >> 30 == 2 ? 1 : (f->ib[i] >> 16 & 0x3fff) + 2);
		if (f->ib[i] >> 30 != 3 || next > f->ib_dw)
			continue;
		if (op == PKT_SET_CONTEXT_REG)
			for (j = i + 2; j < next; j++)
				set(&s, CONTEXT_REG_FIRST + 4 * ((f->ib[i + 1] & 0xffff) + j - i - 2),
				    f->ib[j], next);
		else if (r6cs_is_draw(f, op))
			ret = draw(&s, left);
	}
	return ret;
}
