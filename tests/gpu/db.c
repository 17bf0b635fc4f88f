// SPDX-License-Identifier: GPL-2.0
/*
 * The depth block (DB): stencil and depth test, HTILE, fast clears, the count of samples.
 *
 * HTILE has a dword for each 8x8 pixels.  AMD documents no bits of it.  Here its low nibble is 0 while
 * the tile has the clear value and its memory is stale, and 15 when memory counts; the first access to
 * a tile writes the clear value to memory.
 */
#include <math.h>
#include <string.h>

#include "watch.h"

enum { HTILE_CLEAR = 0, HTILE_EXPANDED = 15 };

/* A stored sample: depth as it is compared, and stencil. */
struct stored {
	uint32_t z;
	uint8_t stencil;
};

static bool is_float(const struct gpu_db *db)
{
	return db->format == GPU_DEPTH_32_FLOAT || db->format == GPU_DEPTH_X24_8_32_FLOAT;
}

bool gpu_db_has_stencil(const struct gpu_db *db)
{
	return db->format == GPU_DEPTH_8_24 || db->format == GPU_DEPTH_X24_8_32_FLOAT;
}

/* Depth as it is stored: rounded to nearest, or the bits of a float. */
static GPU_CLONES void encode_z(const struct gpu_db *db, const union gpu_lanes *z, union gpu_lanes *to)
{
	double most = db->format == GPU_DEPTH_16 ? 65535.0 : 16777215.0;

	if (is_float(db)) {
		*to = *z;
		return;
	}
	for (int i = 0; i < GPU_LANES; i++) {
		float f = z->f[i] > 0.0f ? z->f[i] : 0.0f;

		f = f < 1.0f ? f : 1.0f;
		to->i[i] = (int32_t)(f * most + 0.5);
	}
}

static uint32_t encode_one(const struct gpu_db *db, float value)
{
	union gpu_lanes z, to;

	for (int i = 0; i < GPU_LANES; i++)
		z.f[i] = value;
	encode_z(db, &z, &to);
	return to.u[0];
}

static bool compare_stored(uint32_t func, bool less, bool equal)
{
	return (func & 1 && less) || (func & 2 && equal) || (func & 4 && !less && !equal);
}

/* Lanes whose depth passes; stored integers are below 2^31, so they compare as signed ones. */
static GPU_CLONES gpu_mask compare_z(const struct gpu_db *db, uint32_t func, const union gpu_lanes *z,
				     const union gpu_lanes *stored)
{
	union gpu_lanes pass;
	uint32_t less = func & 1 ? ~0u : 0, equal = func & 2 ? ~0u : 0, more = func & 4 ? ~0u : 0;
	gpu_mask mask = 0;

	if (is_float(db)) {
		for (int i = 0; i < GPU_LANES; i++)
			pass.u[i] = z->f[i] < stored->f[i] ? less : z->f[i] == stored->f[i] ? equal : more;
	} else {
		for (int i = 0; i < GPU_LANES; i++)
			pass.u[i] = z->i[i] < stored->i[i] ? less : z->i[i] == stored->i[i] ? equal : more;
	}
	for (int i = 0; i < GPU_LANES; i++)
		mask |= (pass.u[i] & 1) << i;
	return mask;
}

static void init_surface(struct gpu *gpu, struct gpu_db *db)
{
	const uint32_t *regs = gpu->regs;
	uint32_t size = gpu_reg(regs, DB_DEPTH_SIZE), view = gpu_reg(regs, DB_DEPTH_VIEW);
	uint32_t info = gpu_reg(regs, DB_DEPTH_INFO);
	uint64_t pixels = ((uint64_t)gpu_field(size, 29, 10) + 1) * 64;

	db->pitch = (gpu_field(size, 9, 0) + 1) * 8;
	db->rows = (uint32_t)(pixels / db->pitch);
	db->slice = gpu_field(view, 10, 0);
	db->slice_max = gpu_field(view, 23, 13);
	db->surface = (struct gpu_surface){
		.base = (uint64_t)gpu_reg(regs, DB_DEPTH_BASE) << 8, .pitch = db->pitch, .height = db->rows,
		.bytes = db->bytes, .samples = gpu->window.samples, .mode = gpu_field(info, 18, 15), .depth_order = true,
	};
	if (!db->rows || !gpu_surface_init(&db->surface, gpu->tiling)) {
		gpu_say(gpu, "DB_DEPTH_INFO 0x%08x, DB_DEPTH_SIZE 0x%08x: not a depth buffer", info, size);
		db->live = false;
		return;
	}
	db->surface.slice_bytes = pixels * db->bytes * gpu->window.samples;
	db->htile = gpu_field(info, 25, 25);
	db->htile_base = (uint64_t)gpu_reg(regs, DB_HTILE_DATA_BASE) << 8;
}

void gpu_db_init(struct gpu *gpu)
{
	static const uint8_t format_bytes[8] = {
		[GPU_DEPTH_16] = 2, [GPU_DEPTH_X8_24] = 4, [GPU_DEPTH_8_24] = 4, [GPU_DEPTH_32_FLOAT] = 4, [GPU_DEPTH_X24_8_32_FLOAT] = 8,
	};
	const uint32_t *regs = gpu->regs;
	struct gpu_db *db = &gpu->db;
	uint32_t render = gpu_reg(regs, DB_RENDER_CONTROL);

	memset(db, 0, sizeof(*db));
	db->control = gpu_reg(regs, DB_DEPTH_CONTROL);
	db->format = gpu_field(gpu_reg(regs, DB_DEPTH_INFO), 2, 0);
	db->bytes = format_bytes[db->format];
	db->live = db->bytes;
	if (db->live)
		init_surface(gpu, db);
	db->test_stencil = gpu_field(db->control, 0, 0) && db->live && gpu_db_has_stencil(db);
	db->test_z = gpu_field(db->control, 1, 1) && db->live;
	db->write_z = gpu_field(db->control, 2, 2) && db->test_z;
	db->backface = gpu_field(db->control, 7, 7);
	db->ref_mask[0] = gpu_reg(regs, DB_STENCILREFMASK);
	db->ref_mask[1] = gpu_reg(regs, DB_STENCILREFMASK_BF);
	db->clear_z = gpu_field(render, 0, 0);
	db->clear_stencil = gpu_field(render, 1, 1);
	db->copy_z = gpu_field(render, 2, 2) && db->live;
	db->copy_stencil = gpu_field(render, 3, 3) && db->live;
	db->copy_sample = gpu_field(render, 10, 8);
	db->count = !gpu_field(render, 11, 11);
	db->backends = gpu_reg(regs, GB_TILING_CONFIG) >> 16;
	db->program_z = gpu_field(gpu_reg(regs, DB_SHADER_CONTROL), 0, 0);
	db->program_stencil = gpu_field(gpu_reg(regs, DB_SHADER_CONTROL), 1, 1);
	db->clear_value = gpu_reg_float(regs, DB_DEPTH_CLEAR);
	db->clear_z_bits = encode_one(db, db->clear_value);
	db->cache.tile_x = UINT32_MAX;
	db->clear_stencil_value = gpu_reg(regs, DB_STENCIL_CLEAR) & 0xff;
	db->zmin = gpu_reg_float(regs, PA_SC_VPORT_ZMIN_0);
	db->zmax = gpu_reg_float(regs, PA_SC_VPORT_ZMIN_0 + 4);
	db->clamp_z = !gpu_field(gpu_reg(regs, DB_RENDER_OVERRIDE), 16, 16);
}

static uint64_t sample_address(const struct gpu_db *db, int32_t x, int32_t y, uint32_t layer, uint32_t sample)
{
	return gpu_surface_address(&db->surface, x, y, layer, sample);
}

static uint32_t load16(const uint8_t *p)
{
	uint16_t word;

	memcpy(&word, p, sizeof(word));
	return word;
}

static uint32_t load32(const uint8_t *p)
{
	uint32_t word;

	memcpy(&word, p, sizeof(word));
	return word;
}

static void load(const struct gpu_db *db, const uint8_t *p, struct stored *s)
{
	uint32_t word = db->bytes == 2 ? load16(p) : load32(p);

	s->stencil = db->format == GPU_DEPTH_8_24 ? word >> 24 : db->format == GPU_DEPTH_X24_8_32_FLOAT ? p[4] : 0;
	s->z = db->format == GPU_DEPTH_X8_24 || db->format == GPU_DEPTH_8_24 ? word & 0xffffff : word;
	if (db->format == GPU_DEPTH_24_8) {
		s->stencil = word & 0xff;
		s->z = word >> 8;
	}
}

static void store(const struct gpu_db *db, uint8_t *p, const struct stored *s)
{
	uint32_t word = s->z;

	if (db->format == GPU_DEPTH_8_24)
		word |= (uint32_t)s->stencil << 24;
	else if (db->format == GPU_DEPTH_X8_24)
		word |= (uint32_t)p[3] << 24;
	else if (db->format == GPU_DEPTH_24_8)
		word = word << 8 | s->stencil;
	else if (db->format == GPU_DEPTH_X24_8_32_FLOAT)
		p[4] = s->stencil;
	if (db->bytes == 2)
		memcpy(p, &word, 2);
	else
		memcpy(p, &word, 4);
}

/* Writes the clear value to a tile whose memory is stale. */
static void expand_tile(struct gpu *gpu, int32_t x, int32_t y, uint32_t layer)
{
	const struct gpu_db *db = &gpu->db;
	struct stored clear = { encode_one(db, db->clear_value), db->clear_stencil_value };

	for (int32_t i = 0; i < 64; i++) {
		for (uint32_t s = 0; s < db->surface.samples; s++) {
			uint8_t *p = gpu_mem_at(&gpu->mem, GPU_DEPTH, true,
						sample_address(db, (x & ~7) + i % 8, (y & ~7) + i / 8, layer, s), db->bytes);

			if (p)
				store(db, p, &clear);
		}
	}
}

/* Makes the memory of the pixel's tile valid. */
static void touch_htile(struct gpu *gpu, int32_t x, int32_t y, uint32_t layer)
{
	const struct gpu_db *db = &gpu->db;
	uint64_t tiles = (uint64_t)(db->pitch / 8) * ((db->rows + 7) / 8);
	uint64_t index = tiles * layer + (uint64_t)(y / 8) * (db->pitch / 8) + x / 8;
	uint8_t *p = gpu_mem_at(&gpu->mem, GPU_HTILE, true, db->htile_base + 4 * index, 4);

	if (!p || (*p & 15) == HTILE_EXPANDED)
		return;
	expand_tile(gpu, x, y, layer);
	*p = (*p & ~15) | HTILE_EXPANDED;
}

static uint8_t stencil_op(uint32_t op, uint8_t value, uint8_t ref)
{
	switch (op) {
	case 1:
		return 0;
	case 2:
		return ref;
	case 3:
		return value == 255 ? 255 : value + 1;
	case 4:
		return value ? value - 1 : 0;
	case 5:
		return ~value;
	case 6:
		return value + 1;
	case 7:
		return value - 1;
	}
	return value;
}

/* A sample of a group, on its way through the tests. */
struct tested {
	uint8_t *p[GPU_LANES];
	gpu_mask lanes;
	union gpu_lanes word, z, stored_z;
	uint8_t stencil[GPU_LANES], ref[GPU_LANES];
	bool back;
};

/* Makes the memory of all tiles valid that the quads are in. */
static void touch_tiles(struct gpu *gpu, const struct gpu_quads *q, uint32_t slice, gpu_mask lanes)
{
	for (int i = 0; i < GPU_LANES; i += 4) {
		if (lanes >> i & 15)
			touch_htile(gpu, q->x[i], q->y[i], slice);
	}
}

/* Depth and stencil of dwords, for formats of four bytes. */
static GPU_CLONES void split_dwords(const struct gpu_db *db, struct tested *t)
{
	uint32_t shift = db->format == GPU_DEPTH_24_8 ? 8 : 0, mask = is_float(db) ? ~0u : 0xffffff;

	for (int i = 0; i < GPU_LANES; i++)
		t->stored_z.u[i] = t->word.u[i] >> shift & mask;
	for (int i = 0; db->test_stencil && i < GPU_LANES; i++)
		t->stencil[i] = t->word.u[i] >> (24 - 3 * shift);
}

static GPU_CLONES void join_dwords(const struct gpu_db *db, struct tested *t, gpu_mask write_z)
{
	uint32_t shift = db->format == GPU_DEPTH_24_8 ? 8 : 0, mask = is_float(db) ? ~0u : 0xffffffu << shift;
	uint32_t stencil = 24 - 3 * shift;

	for (int i = 0; i < GPU_LANES; i++) {
		uint32_t bits = -(write_z >> i & 1) & mask, z = db->clear_z ? db->clear_z_bits : t->z.u[i];

		t->word.u[i] = (t->word.u[i] & ~bits) | (z << shift & bits);
	}
	for (int i = 0; db->test_stencil && i < GPU_LANES; i++)
		t->word.u[i] = (t->word.u[i] & ~(0xffu << stencil)) | (uint32_t)t->stencil[i] << stencil;
}

static void load_lanes(const struct gpu_db *db, struct tested *t)
{
	struct stored stored;

	if (db->bytes == 4) {
		gpu_load_dwords(t->p, t->lanes, &t->word);
		split_dwords(db, t);
		return;
	}
	for (int i = 0; i < GPU_LANES; i++) {
		t->stored_z.u[i] = 0;
		if (!(t->lanes >> i & 1))
			continue;
		load(db, t->p[i], &stored);
		t->stored_z.u[i] = stored.z;
		t->stencil[i] = stored.stencil;
	}
}

/* Stores depth of the lanes @z, and stencil of all if it is tested. */
static void store_lanes(const struct gpu_db *db, struct tested *t, gpu_mask z)
{
	gpu_mask lanes = z | (db->test_stencil ? t->lanes : 0);

	if (!lanes)
		return;
	if (db->bytes == 4) {
		join_dwords(db, t, z);
		gpu_store_dwords(t->p, lanes, &t->word);
		return;
	}
	for (int i = 0; i < GPU_LANES; i++) {
		struct stored new = { t->stored_z.u[i], t->stencil[i] };

		if (!(lanes >> i & 1))
			continue;
		if (z >> i & 1)
			new.z = db->clear_z ? db->clear_z_bits : t->z.u[i];
		store(db, t->p[i], &new);
	}
}

/* Finds the samples in memory. */
static void find_samples(struct gpu *gpu, const struct gpu_quads *q, uint32_t s, struct tested *t)
{
	struct gpu_db *db = &gpu->db;
	uint32_t slice = gpu_slice(db->slice, q->layer, db->slice_max);
	gpu_mask inside = q->covered[s] & gpu_lanes_inside(gpu, q, db->pitch, db->rows);

	if (db->htile)
		touch_tiles(gpu, q, slice, inside);
	t->lanes = gpu_places(gpu, GPU_DEPTH, &db->surface, &db->cache, q, slice, s, inside, t->p);
	load_lanes(db, t);
}

/* Depth of the interpolator or of the program, and stencil's reference value. */
static void incoming(const struct gpu *gpu, const struct gpu_quads *q, uint32_t s, const struct gpu_exports *out,
		     struct tested *t)
{
	const struct gpu_db *db = &gpu->db;
	bool exported = out && out->written >> GPU_EXPORT_Z & 1;
	const struct gpu_vec *export = exported ? &out->color[GPU_EXPORT_Z] : NULL;
	union gpu_lanes z = exported && db->program_z ? export->c[0] : q->z[s];

	for (int i = 0; db->clamp_z && i < GPU_LANES; i++) {
		float f = z.f[i] > db->zmin ? z.f[i] : db->zmin;

		z.f[i] = f < db->zmax ? f : db->zmax;
	}
	encode_z(db, &z, &t->z);
	t->back = q->back && db->backface;
	for (int i = 0; db->test_stencil && i < GPU_LANES; i++)
		t->ref[i] = exported && db->program_stencil ? export->c[1].u[i] & 0xff : db->ref_mask[t->back] & 0xff;
}

/* Stencil test and operation; @pass_z: lanes whose depth passes.  Return: lanes that pass the stencil test. */
static gpu_mask test_stencil(const struct gpu_db *db, struct tested *t, gpu_mask pass_z)
{
	uint8_t mask = gpu_field(db->ref_mask[t->back], 15, 8), write = gpu_field(db->ref_mask[t->back], 23, 16);
	uint32_t shift = t->back ? 12 : 0;
	gpu_mask pass = 0;

	for (int i = 0; i < GPU_LANES; i++) {
		uint8_t ref = t->ref[i] & mask, value = t->stencil[i] & mask;
		uint32_t op;
		bool yes;

		if (!(t->lanes >> i & 1))
			continue;
		yes = compare_stored(db->control >> (8 + shift) & 7, ref < value, ref == value);
		op = db->control >> ((!yes ? 11 : pass_z >> i & 1 ? 14 : 17) + shift) & 7;
		pass |= (gpu_mask)yes << i;
		t->stencil[i] = (stencil_op(op, t->stencil[i], t->ref[i]) & write) | (t->stencil[i] & ~write);
		if (db->clear_stencil)
			t->stencil[i] = db->clear_stencil_value;
	}
	return pass;
}

static void test_sample(struct gpu *gpu, struct gpu_quads *q, uint32_t s, const struct gpu_exports *out)
{
	struct gpu_db *db = &gpu->db;
	struct tested t;
	gpu_mask pass = GPU_ALL_LANES, stencil = GPU_ALL_LANES;

	find_samples(gpu, q, s, &t);
	incoming(gpu, q, s, out, &t);
	if (db->test_z)
		pass = compare_z(db, gpu_field(db->control, 6, 4), &t.z, &t.stored_z);
	if (db->test_stencil)
		stencil = test_stencil(db, &t, pass);
	if (gpu->watch)
		gpu_watch_tests(gpu, s, stencil, pass & t.lanes, &t.z);
	pass &= stencil & t.lanes;
	store_lanes(db, &t, db->write_z ? pass : 0);
	q->covered[s] = pass;
}

static void count_samples(struct gpu *gpu, const struct gpu_quads *q)
{
	for (unsigned int n = 0; n < q->count; n++) {
		unsigned int count = 0;

		for (unsigned int s = 0; s < gpu->window.samples; s++)
			count += __builtin_popcount(q->covered[s] >> 4 * n & 15);
		if (count) {
			uint32_t pipe = gpu_tile_pipe(gpu->tiling, q->x[4 * n], q->y[4 * n]);

			gpu->counters.samples[gpu->db.backends >> 2 * pipe & 3] += count;
		}
	}
}

void gpu_db_run(struct gpu *gpu, struct gpu_quads *q, const struct gpu_exports *out)
{
	struct gpu_db *db = &gpu->db;

	if (db->test_z || db->test_stencil) {
		for (unsigned int s = 0; s < gpu->window.samples; s++) {
			if (q->covered[s])
				test_sample(gpu, q, s, out);
		}
	}
	if (db->count)
		count_samples(gpu, q);
}

double gpu_db_value(const struct gpu *gpu, uint32_t stored)
{
	union { uint32_t u; float f; } v = { .u = stored };

	if (is_float(&gpu->db))
		return v.f;
	return stored / (gpu->db.format == GPU_DEPTH_16 ? 65535.0 : 16777215.0);
}

/* The tile has the clear value, and its memory is stale. */
static bool only_cleared(struct gpu *gpu, int32_t x, int32_t y, uint32_t slice)
{
	const struct gpu_db *db = &gpu->db;
	uint64_t tiles = (uint64_t)(db->pitch / 8) * ((db->rows + 7) / 8);
	uint64_t index = tiles * slice + (uint64_t)(y / 8) * (db->pitch / 8) + x / 8;
	const uint8_t *p;

	if (gpu->gen->depth_cleared)
		return gpu->gen->depth_cleared(gpu, x, y);
	p = db->htile ? gpu_mem_try(&gpu->mem, GPU_HTILE, db->htile_base + 4 * index, 4) : NULL;
	return p && (*p & 15) != HTILE_EXPANDED;
}

void gpu_db_look(struct gpu *gpu, int32_t x, int32_t y, uint32_t layer, uint32_t sample, struct gpu_stored *to)
{
	const struct gpu_db *db = &gpu->db;
	uint32_t slice = gpu_slice(db->slice, layer, db->slice_max);
	struct stored s = { db->clear_z_bits, db->clear_stencil_value };
	const uint8_t *p;

	to->depth = 0.0;
	to->stencil = 0;
	if (x < 0 || y < 0 || (uint32_t)x >= db->pitch || (uint32_t)y >= db->rows)
		return;
	p = gpu_mem_try(&gpu->mem, GPU_DEPTH, sample_address(db, x, y, slice, sample), db->bytes);
	if (!p)
		return;
	if (!only_cleared(gpu, x, y, slice))
		load(db, p, &s);
	to->depth = gpu_db_value(gpu, s.z);
	to->stencil = s.stencil;
}

void gpu_db_look_cleared(struct gpu *gpu, int32_t x, int32_t y, uint32_t slice, uint8_t *to)
{
	const struct gpu_db *db = &gpu->db;
	struct stored s = { db->clear_z_bits, db->clear_stencil_value };

	for (int i = 0; i < 64; i++)
		if (only_cleared(gpu, (x & ~7) + i % 8, (y & ~7) + i / 8, slice))
			store(db, to + i * db->bytes, &s);
}

void gpu_look_depth(const struct gpu *gpu, const uint8_t *element, struct gpu_stored *to)
{
	struct stored s = { 0 };

	load(&gpu->db, element, &s);
	to->depth = gpu_db_value(gpu, s.z);
	to->stencil = s.stencil;
}
