// SPDX-License-Identifier: GPL-2.0
/*
 * Where texels of random textures are, beside the oracle's extents and addresses: every level,
 * slice and sample; no sampler and no coordinate reaches a byte that the oracle does not name.
 * Then the instructions that do not filter.
 */
#include <string.h>

#include "float.h"
#include "surface.h"
#include "unit_surface.h"
#include "unit_texture.h"

#define BASE	0x100000ull

/* ---- the layout ---- */

static const struct surface_chip chip = { 2, 4, 256, true };

/* Levels of these have a power of two of bytes; 12 bytes are for textures without levels. */
static const uint8_t formats[] = { 1, 5, 8, 13, 17, 26, 28, 29, 31, 34, 39, 43, 49, 50, 53, 47 };

static uint32_t below(uint32_t n)
{
	return unit_random() % n;
}

static uint32_t up(uint32_t v, uint64_t unit)
{
	return (uint32_t)((v + unit - 1) / unit * unit);
}

static uint32_t power(uint32_t v)
{
	uint32_t p = 1;

	while (p < v)
		p *= 2;
	return p;
}

static void random_range(struct unit_descriptor *d)
{
	uint32_t size = d->width > d->height ? d->width : d->height;

	if (d->dim == GPU_3D && d->depth > size)
		size = d->depth;
	while (size >> (d->last_level + 1) && below(4))
		d->last_level++;
	d->base_level = below(3) ? 0 : below(d->last_level + 1);
}

static void random_slices(struct unit_descriptor *d)
{
	switch (d->dim) {
	case GPU_3D:
		d->depth = 1 + below(9);
		d->last_array = d->depth - 1;
		break;
	case GPU_CUBE:
		d->last_array = 5;
		d->height = d->width;
		break;
	case GPU_1D_ARRAY:
	case GPU_2D_ARRAY:
	case GPU_2D_ARRAY_MSAA:
		d->base_array = below(3);
		d->last_array = d->base_array + below(4);
		d->depth = 1 + below(6);
		break;
	}
}

static struct unit_descriptor random_descriptor(void)
{
	struct unit_descriptor d = { .dim = below(8), .depth = 1, .width = 1 + below(90),
				     .height = 1 + below(60), .comp = below(2), .num_format = below(3),
				     .mode = (uint8_t[]){ 1, 2, 4 }[below(3)] };
	struct surface_format f;

	d.format = formats[below(sizeof(formats))];
	random_slices(&d);
	if (d.dim == GPU_1D || d.dim == GPU_1D_ARRAY) {
		d.height = 1;
		/* The oracle has no rule for blocks of lines in these. */
		if (surface_format(d.format).height > 1)
			d.format = 26;
	}
	if (d.dim >= GPU_2D_MSAA) {
		d.mode = GPU_2D_THIN;
		d.format = 26;
		d.last_level = below(4);
	} else if (d.format == 47) {
		d.mode = GPU_LINEAR_ALIGNED;
	} else {
		random_range(&d);
	}
	f = surface_format(d.format);
	d.pitch = up((d.width + f.width - 1) / f.width,
		     surface_pitch_align(&chip, d.mode, f.bytes, d.dim >= GPU_2D_MSAA ? 1u << d.last_level : 1));
	/* The field counts eight texels. */
	while (d.pitch * f.width % 8)
		d.pitch *= 2;
	d.pitch *= f.width;
	return d;
}

/* The shape of a level, and where it begins behind its base. */
static uint64_t level_shape(const struct surface_texture *t, uint32_t level, struct surface_shape *s)
{
	struct surface_format f = surface_format(t->format);
	struct surface_texture one = *t;
	struct surface_extent e;
	uint32_t n, w, h;

	*s = (struct surface_shape) {
		.mode = t->mode, .bytes = f.bytes, .samples = 1, .pitch = t->pitch / f.width,
		.height = up((t->height + f.height - 1) / f.height, surface_height_align(&chip, t->mode)),
	};
	s->width = s->pitch;
	if (t->dim >= GPU_2D_MSAA)
		s->samples = 1u << t->last_level;
	if (!level || s->samples > 1)
		return 0;
	for (n = 1; n <= level; n++) {
		w = (power(t->width >> n ? t->width >> n : 1) + f.width - 1) / f.width;
		h = (power(t->height >> n ? t->height >> n : 1) + f.height - 1) / f.height;
		if (s->mode == SURFACE_2D_THIN && (w < surface_pitch_align(&chip, s->mode, f.bytes, 1) ||
						   h < surface_height_align(&chip, s->mode)))
			s->mode = SURFACE_1D_THIN;
		s->pitch = up(w, surface_pitch_align(&chip, s->mode, f.bytes, 1));
		s->height = up(h, surface_height_align(&chip, s->mode));
		s->width = s->pitch;
	}
	one.base_level = level;
	one.last_level = level;
	surface_texture_extent(&chip, &one, &e);
	n = t->dim == GPU_3D ? power(t->depth >> level ? t->depth >> level : 1) :
	    t->dim == GPU_CUBE ? 6 : t->last_array + 1 > t->base_array + t->depth ?
	    t->last_array + 1 : t->base_array + t->depth;
	return e.mip - surface_reach(&chip, s, n);
}

static uint32_t size_at(uint32_t size, uint32_t level)
{
	return size >> level ? size >> level : 1;
}

/* A random texel by LD, and the texel at the oracle's address. */
static bool texel_is_there(struct unit_tex *t, const struct unit_descriptor *d,
			   const struct surface_texture *o)
{
	bool msaa = d->dim >= GPU_2D_MSAA, layers = d->dim >= GPU_1D_ARRAY && d->dim != GPU_2D_MSAA;
	uint32_t level = msaa ? 0 : d->base_level + below(d->last_level - d->base_level + 1);
	uint32_t x = below(size_at(d->width, level)), y = below(size_at(d->height, level)), z = 0;
	uint32_t sample = msaa ? below(1u << d->last_level) : 0, want[4], i;
	struct surface_format f = surface_format(d->format);
	const uint8_t comp[4] = { d->comp, d->comp, d->comp, d->comp };
	struct gpu_reader reader;
	struct surface_shape s;
	uint64_t at = level_shape(o, level, &s);

	if (layers)
		z = below(d->last_array - d->base_array + 1);
	if (d->dim == GPU_CUBE)
		z = below(6);
	if (d->dim == GPU_3D)
		z = below(size_at(d->depth, level));
	at += (level ? d->mip : d->base) - BASE +
	      surface_address(&chip, &s, x / f.width, y / f.height, z + d->base_array, sample);
	gpu_reader_init(&reader, d->format, d->num_format, comp, false, false, 0);
	gpu_unpack_texel(&reader, t->m->bytes + at, x % f.width, y % f.height, want);
	unit_tex_run_int(t, x, y, z, msaa ? sample : level - d->base_level);
	for (i = 0; i < 4; i++)
		if (t->dst.c[i].u[7] != want[i])
			return false;
	return true;
}

/* Any words of a sampler, any coordinates, any sampling instruction. */
static void sample_anyhow(struct unit_tex *t)
{
	uint32_t i, k, op = unit_random() % 17;

	unit_instruction(t->inst, op ? 0x0f + op : 0x0f, unit_random() & 1);
	t->inst[1] |= unit_random() & 0x7f << 21;
	t->inst[2] |= unit_random() & 0x7fff;
	for (i = 0; i < 3; i++)
		t->sampler[i] = unit_random();
	for (k = 0; k < 4; k++)
		for (i = 0; i < GPU_LANES; i++)
			t->src.c[k].u[i] = unit_random() & 1 ? unit_random() :
					   gpu_bits((float)(unit_random() % 4096) / 1024 - 1);
	unit_tex_run(t, t->src.c[0].f[0], t->src.c[1].f[0], t->src.c[2].f[0], t->src.c[3].f[0]);
}

static void one_texture(uint32_t *wrong, uint32_t *outside)
{
	struct unit_descriptor d = random_descriptor();
	struct surface_texture o;
	struct surface_extent e;
	struct unit_tex t;
	uint32_t w[7], i;

	unit_descriptor_words(&d, w);
	surface_texture_read(w, &o);
	if (surface_texture_extent(&chip, &o, &e)) {
		(*wrong)++;
		return;
	}
	d.base = BASE;
	d.mip = BASE + up((uint32_t)e.base, 256);
	/* Memory ends with the last byte that the oracle names. */
	unit_tex_open(&t, BASE, e.mip ? d.mip - BASE + e.mip : e.base);
	unit_descriptor_words(&d, t.res);
	t.m->page = unit_random() & 3 ? 0 : 64;
	unit_instruction(t.inst, 3, true);
	for (i = 0; i < 20; i++)
		*wrong += !texel_is_there(&t, &d, &o);
	for (i = 0; i < 30; i++)
		sample_anyhow(&t);
	*outside += t.m->faults;
	if (t.m->faults)
		tap_note("%s: dim %u mode %u format %u %ux%ux%u", t.m->last, d.dim, d.mode, d.format,
			 d.width, d.height, d.depth);
	unit_tex_close(&t);
}

static void layouts(void)
{
	uint32_t i, wrong = 0, outside = 0;

	for (i = 0; i < 1500; i++)
		one_texture(&wrong, &outside);
	tap_ok(!wrong, "%u random textures: texels are where the oracle has them, %u wrong", i, wrong);
	tap_ok(!outside, "no sampler and no coordinate reaches further, %u accesses", outside);
}

/* ---- instructions ---- */

static struct unit_descriptor plain(uint32_t format)
{
	return (struct unit_descriptor) { .dim = GPU_2D, .mode = 1, .format = format, .width = 8,
					  .height = 4, .pitch = 64, .base = BASE };
}

static bool all(const struct gpu_vec *v, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
	return v->c[0].u[9] == x && v->c[1].u[9] == y && v->c[2].u[9] == z && v->c[3].u[9] == w;
}

/* Each invocation looks into another tile. */
static void loads_of_many_tiles(struct unit_tex *t)
{
	struct unit_descriptor d = plain(13);
	struct gpu_tex_call call = {
		.inst = t->inst, .res = t->res, .sampler = t->sampler, .border = t->border,
		.mask = GPU_ALL_LANES, .src = &t->src, .dst = &t->dst, .grad = &t->grad,
	};
	uint32_t i, wrong = 0;

	d.num_format = 1;
	d.mode = 2;
	d.width = 64;
	d.height = 64;
	unit_descriptor_words(&d, t->res);
	for (i = 0; i < GPU_LANES; i++) {
		t->src.c[0].u[i] = i / 4 * 8 + 1;
		t->src.c[1].u[i] = i % 4 * 8 + 2;
		t->src.c[2].u[i] = 0;
		t->src.c[3].u[i] = 0;
	}
	gpu_texture_run(t->unit, &call);
	for (i = 0; i < GPU_LANES; i++)
		wrong += t->dst.c[0].u[i] != unit_dword(t->m, surface_address(&chip,
			&(struct surface_shape){ 2, 4, 1, 64, 64, 64 }, i / 4 * 8 + 1, i % 4 * 8 + 2, 0, 0));
	tap_ok(!wrong, "LD of sixteen tiles");
}

static void loads(struct unit_tex *t)
{
	struct unit_descriptor d = plain(13);

	d.num_format = 1;
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 3, true);
	unit_tex_run_int(t, 3, 2, 0, 0);
	tap_ok(all(&t->dst, unit_dword(t->m, (2 * 64 + 3) * 4), 0, 0, 1), "LD of integers");
	loads_of_many_tiles(t);
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 3, true);
	unit_tex_run_int(t, 8, 2, 0, 0);
	tap_ok(all(&t->dst, 0, 0, 0, 0), "LD right of the texture is 0");
	unit_tex_run_int(t, 0, (uint32_t)-1, 0, 0);
	tap_ok(all(&t->dst, 0, 0, 0, 0), "LD above it");
	unit_tex_run_int(t, 0, 0, 0, 1);
	tap_ok(all(&t->dst, 0, 0, 0, 0), "LD of a level that is not there");
	unit_tex_run_int(t, 0, 0, 0, 0xffffffff);
	tap_ok(all(&t->dst, 0, 0, 0, 0), "... of level -1");
	t->inst[2] |= 4 | 0x1e << 5;
	unit_tex_run_int(t, 1, 2, 0, 0);
	tap_ok(t->dst.c[0].u[0] == unit_dword(t->m, (64 + 3) * 4), "LD with offsets of 2 and -1");
	d.format = 26;
	d.degamma = 1;
	d.num_format = 0;
	t->m->bytes[0] = 128;
	t->m->bytes[3] = 128;
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 3, true);
	unit_tex_run_int(t, 0, 0, 0, 0);
	tap_ok(t->dst.c[0].f[0] == gpu_srgb_to_linear(128 / 255.0f) && t->dst.c[3].f[0] == 128 / 255.0f,
	       "FORCE_DEGAMMA of x, not of w");
}

static void selections(struct unit_tex *t)
{
	struct unit_descriptor d = plain(13);
	struct gpu_tex_call call = {
		.inst = t->inst, .res = t->res, .sampler = t->sampler, .border = t->border,
		.mask = 0x00f0, .src = &t->src, .dst = &t->src, .grad = &t->grad,
	};
	uint32_t i, wrong = 0, texel = unit_dword(t->m, (2 * 64 + 3) * 4);

	d.num_format = 1;
	d.sel = 05430;
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 3, true);
	unit_tex_run_int(t, 3, 2, 0, 0);
	tap_ok(all(&t->dst, texel, 1, 0, 1), "DST_SEL of the resource: x, w, 0, 1");
	t->inst[1] = 07053u << 9;
	unit_tex_run_int(t, 3, 2, 0, 0);
	tap_ok(all(&t->dst, 1, 1, texel, 1), "then of the instruction; 7 keeps the register");
	t->inst[2] = 04410u << 20;
	unit_tex_run_int(t, 3, 2, 77, 77);
	tap_ok(t->dst.c[2].u[0] == texel, "SRC_SEL 4 is 0");
	t->inst[2] = 04401u << 20;
	unit_tex_run_int(t, 2, 3, 77, 77);
	tap_ok(t->dst.c[2].u[0] == texel, "SRC_SEL swaps");
	t->inst[1] = 03210 << 9;
	for (i = 0; i < GPU_LANES; i++) {
		t->src.c[0].u[i] = 2;
		t->src.c[1].u[i] = 3;
	}
	gpu_texture_run(t->unit, &call);
	for (i = 0; i < GPU_LANES; i++)
		wrong += t->src.c[0].u[i] != (i / 4 == 1 ? texel : 2);
	tap_ok(!wrong, "inactive invocations keep the register, which may be the source");
}

static void others(struct unit_tex *t)
{
	struct unit_descriptor d = plain(26);
	struct gpu_tex_call call = {
		.inst = t->inst, .res = t->res, .sampler = t->sampler, .border = t->border,
		.mask = GPU_ALL_LANES, .src = &t->src, .dst = &t->dst, .grad = &t->grad,
	};

	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 2, false);
	tap_ok(!gpu_texture_run(t->unit, &call), "an instruction that is none of textures is refused");
	unit_instruction(t->inst, 5, true);
	unit_tex_run_int(t, 0, 0, 0, 0);
	tap_ok(t->dst.c[3].u[0] == 1, "GET_NUMBER_OF_SAMPLES of one");
	d.dim = GPU_2D_MSAA;
	d.mode = GPU_2D_THIN;
	d.last_level = 2;
	unit_descriptor_words(&d, t->res);
	unit_tex_run_int(t, 0, 0, 0, 0);
	tap_ok(t->dst.c[3].u[0] == 4, "... of four");
	d.dim = GPU_2D_ARRAY;
	d.mode = 2;
	d.depth = 7;
	d.last_array = 6;
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 4, true);
	unit_tex_run_int(t, 1, 0, 0, 0);
	tap_ok(all(&t->dst, 4, 2, 7, 3), "GET_TEXTURE_RESINFO of an array");
	d.dim = GPU_3D;
	unit_descriptor_words(&d, t->res);
	unit_tex_run_int(t, 1, 0, 0, 0);
	tap_ok(all(&t->dst, 4, 2, 3, 3), "... of a volume");
	d = plain(26);
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 0x0f, false);
	unit_sampler(t->sampler, GPU_CLAMP, 1, 0);
	unit_tex_run(t, 2.0f / 8, 2.0f / 4, 0, 0);
	tap_ok(t->dst.c[3].f[0] == t->m->bytes[(64 + 1) * 4] / 255.0f &&
	       t->dst.c[0].f[0] == t->m->bytes[(128 + 1) * 4] / 255.0f &&
	       t->dst.c[1].f[0] == t->m->bytes[(128 + 2) * 4] / 255.0f &&
	       t->dst.c[2].f[0] == t->m->bytes[(64 + 2) * 4] / 255.0f, "FETCH4: four texels around");
}

static void no_textures(struct unit_tex *t)
{
	struct unit_descriptor d = plain(26);
	uint32_t faults = t->m->faults;

	d.sel = 05555;
	unit_descriptor_words(&d, t->res);
	t->res[6] = 0;
	unit_instruction(t->inst, 0x10, false);
	unit_tex_run(t, 0.5f, 0.5f, 0, 0);
	tap_ok(all(&t->dst, 0, 0, 0, 0) && t->m->faults == faults, "a resource of no type reads 0");
	unit_instruction(t->inst, 4, false);
	unit_tex_run_int(t, 0, 0, 0, 0);
	tap_ok(all(&t->dst, 0, 0, 0, 0), "... and has no size");
	d.mode = 7;
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 0x10, false);
	unit_tex_run(t, 0.5f, 0.5f, 0, 0);
	unit_tex_run(t, 0.5f, 0.5f, 0, 0);
	tap_ok(all(&t->dst, 0, 0, 0, 0) && t->m->faults == faults + 1 &&
	       !strcmp(t->m->last, "texture: format 26 in array mode 7 has no layout"),
	       "thick tiles read 0, and are named once");
	d.mode = 2;
	d.format = 47;
	unit_descriptor_words(&d, t->res);
	unit_tex_run(t, 0.5f, 0.5f, 0, 0);
	tap_ok(t->m->faults == faults + 2, "so are tiles of 12 bytes");
	d.format = 63;
	unit_descriptor_words(&d, t->res);
	unit_tex_run(t, 0.5f, 0.5f, 0, 0);
	tap_ok(t->m->faults == faults + 3, "and a number that names no format");
	d = plain(26);
	d.base = BASE << 4;
	unit_descriptor_words(&d, t->res);
	unit_tex_run(t, 0.5f, 0.5f, 0, 0);
	tap_ok(all(&t->dst, 0, 0, 0, 0) && t->m->faults > faults + 3, "memory that is not there reads 0");
}

/* Descriptors of any words, in memory that is too small for most: no crash, and faults are named. */
static void any_words(struct unit_tex *t)
{
	uint32_t i, k, text = 0;

	for (i = 0; i < 4000; i++) {
		for (k = 0; k < 7; k++)
			t->res[k] = unit_random();
		t->res[0] &= ~(unit_random() & 0x7f << 3);
		t->res[2] = (uint32_t)(BASE >> 8);
		t->res[3] &= 0xffff;
		if (unit_random() & 7)
			t->res[6] = 2u << 30;
		t->m->last[0] = 0;
		k = t->m->faults;
		if (unit_random() & 3) {
			sample_anyhow(t);
		} else {
			unit_instruction(t->inst, 3 + below(4), true);
			unit_tex_run_int(t, unit_random() & 63, unit_random() & 31, unit_random() & 3,
					 unit_random() & 7);
		}
		text += t->m->faults != k && !t->m->last[0];
	}
	tap_ok(!text, "%u descriptors of any words", i);
}

/* A texture that changes in place, and one whose spans change. */
static void changes(struct unit_tex *t)
{
	struct unit_descriptor d = plain(13);
	const struct surface_chip eight_pipes = { 8, 4, 256, true };
	const struct surface_shape shape = { 4, 4, 1, 64, 64, 64 };
	static uint32_t regs[GPU_REG_END / 4];
	uint8_t *moved;

	d.num_format = 1;
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 3, true);
	unit_tex_run_int(t, 0, 0, 0, 0);
	moved = t->m->bytes;
	moved[0] ^= 1;
	unit_tex_run_int(t, 0, 0, 0, 0);
	tap_ok(t->dst.c[0].u[0] == unit_dword(t->m, 0), "a texel that changes");
	/* A macro tile more to the right: with 8 pipes level 0 is laid out anew. */
	d.mode = GPU_2D_THIN;
	d.width = 64;
	d.height = 64;
	unit_descriptor_words(&d, t->res);
	unit_tex_run_int(t, 9, 9, 0, 0);
	regs[0x98f0 / 4] = 3 << 1;
	gpu_texture_begin(t->unit, regs);
	unit_tex_run_int(t, 9, 9, 0, 0);
	tap_ok(t->dst.c[0].u[0] == unit_dword(t->m, surface_address(&eight_pipes, &shape, 9, 9, 0, 0)),
	       "another GB_TILING_CONFIG");
}

void unit_texture(void)
{
	struct unit_tex t;

	layouts();
	unit_tex_open(&t, BASE, 65536);
	loads(&t);
	selections(&t);
	others(&t);
	tap_ok(!t.m->faults, "no access was outside");
	no_textures(&t);
	any_words(&t);
	changes(&t);
	unit_tex_close(&t);
}
