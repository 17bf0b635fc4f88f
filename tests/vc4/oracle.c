// SPDX-License-Identifier: GPL-2.0
/*
 * The oracle's lists, records, textures and tiles.
 */
#include "oracle.h"

void finding(struct oracle *o, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(o->finding, sizeof(o->finding), fmt, ap);
	va_end(ap);
	longjmp(o->out, 1);
}

void access_bytes(struct oracle *o, const char *what, u32 handle, long long first, long long end)
{
	if (handle >= o->in->nbuffers)
		finding(o, "%s: no buffer %u", what, handle);
	if (o->in->buffers[handle].code)
		finding(o, "%s: buffer %u is a shader", what, handle);
	if (first < 0 || end > (long long)o->in->buffers[handle].size)
		finding(o, "%s: bytes %lld to %lld of buffer %u of %llu", what, first, end, handle,
			(unsigned long long)o->in->buffers[handle].size);
}

/* ---- images ---- */

static u32 units(u32 pixels, u32 unit)
{
	return pixels / unit + (pixels % unit != 0);
}

/* Bytes of an image: whole tiles of 4096 bytes, whole micro-tiles of 64, or lines. */
static long long image_bytes(u32 format, u32 width, u32 height, u32 bytes)
{
	static const u8 mw[9] = { [1] = 8, [2] = 8, [4] = 4, [8] = 2 };
	static const u8 mh[9] = { [1] = 8, [2] = 4, [4] = 4, [8] = 4 };

	if (format == 1)
		return 4096ll * units(width, 8 * mw[bytes]) * units(height, 8 * mh[bytes]);
	if (format == 2)
		return 64ll * units(width, mw[bytes]) * units(height, mh[bytes]);
	return (long long)units(width, mw[bytes]) * mw[bytes] * bytes * height;
}

static u32 ceil_power(u32 v)
{
	u32 p = 1;

	while (p < v)
		p *= 2;
	return p;
}

static long long level(u32 type, u32 width, u32 height, u32 bytes)
{
	long long lt, t;

	if (type == 16)
		return image_bytes(0, ceil_power(width), height, bytes);
	lt = image_bytes(2, width, height, bytes);
	t = image_bytes(1, width, height, bytes);
	/* Smaller than half a tile in a direction: T takes more, and the format is LT. */
	if (bytes == 1)
		return width <= 32 || height <= 32 ? lt : t;
	if (bytes == 2)
		return width <= 32 || height <= 16 ? lt : t;
	if (bytes == 4)
		return width <= 16 || height <= 16 ? lt : t;
	return width <= 8 || height <= 16 ? lt : t;
}

void texture(struct oracle *o, u32 handle, const u32 *p, u32 n)
{
	static const u8 sizes[32] = { 4, 4, 2, 2, 2, 1, 1, 2, 8, 2, 1, 2, [16] = 4 };
	u32 type = bits(p[0], 7, 4) | bits(p[1], 31, 31) << 4, bytes = sizes[type];
	u32 width = bits(p[1], 18, 8), height = bits(p[1], 30, 20), i, stride = 0;
	long long first, base = p[0] & ~4095u, end;

	if (n < 2 || !bytes)
		finding(o, "texture of type %u with %u words", type, n);
	width = width ? width : 2048;
	height = height ? height : 2048;
	if (bits(p[1], 6, 4) > 5 || (width < 1u << bits(p[0], 3, 0) &&
				     height < 1u << bits(p[0], 3, 0)))
		finding(o, "texture of %ux%u with filter %u and %u levels", width, height,
			bits(p[1], 6, 4), bits(p[0], 3, 0) + 1);
	if (bits(p[0], 9, 9) && (bits(p[1], 1, 0) == 3 || bits(p[1], 3, 2) == 3))
		finding(o, "border of a cube");
	if (type == 8) {
		width = units(width, 4);
		height = units(height, 4);
	}
	for (i = 2; i < n; i++) {
		if (p[i] >> 30 > 1)
			finding(o, "child image");
		if (p[i] >> 30 == 1 && bits(p[0], 9, 9))
			stride = p[i] & 0x3ffff000;
	}
	first = base;
	for (i = 1; i <= bits(p[0], 3, 0); i++) {
		u32 w = ceil_power(width) >> i, h = ceil_power(height) >> i;

		first -= level(type, w ? w : 1, h ? h : 1, bytes);
	}
	end = base + level(type, width, height, bytes);
	for (i = 0; i < (bits(p[0], 9, 9) ? 6 : 1); i++)
		access_bytes(o, "texture", handle, first + (long long)i * stride,
			     end + (long long)i * stride);
}

/* ---- tiles ---- */

static void surface(struct oracle *o, u32 use, u32 tile)
{
	static const char * const names[] = { "color read", "color write", "ZS read", "ZS write",
					      "MSAA color write", "MSAA ZS write" };
	const struct vc4_render *r = &o->in->render;
	const struct vc4_surface *s = &r->surfaces[use];
	u32 x, y, bytes, format;

	if (s->hindex == VC4_NONE)
		return;
	/* The hardware takes bits 3:0 of the address as flags. */
	if (s->offset & 15)
		finding(o, "%s: flags in the address", names[use]);
	if (use >= VC4_MSAA_COLOR_WRITE || s->flags & 1) {
		for (y = r->min_y; y <= r->max_y; y++)
			for (x = r->min_x; x <= r->max_x; x++) {
				long long at = s->offset + 16384ll * (units(r->width, 32) * y + x);

				access_bytes(o, names[use], s->hindex, at, at + 16384);
			}
		return;
	}
	format = use == VC4_COLOR_WRITE ? bits(s->bits, 7, 6) : bits(s->bits, 5, 4);
	bytes = 4;
	if (use == VC4_COLOR_WRITE && bits(s->bits, 3, 2) != 1)
		bytes = 2;
	if (use == VC4_COLOR_READ && bits(s->bits, 9, 8))
		bytes = 2;
	if (format > 2)
		finding(o, "%s: format 3", names[use]);
	/* A tile past the frame would be drawn over its first lines. */
	if (r->max_x >= units(r->width, tile) || r->max_y >= units(r->height, tile))
		finding(o, "%s: tile %u,%u of a frame of %ux%u", names[use], r->max_x, r->max_y,
			r->width, r->height);
	/* Four samples: as one, or the guide does not say as how many. */
	if ((use == VC4_COLOR_WRITE && (s->bits >> 4 & 3) != (tile == 32)) ||
	    (use == VC4_ZS_WRITE && tile == 32))
		finding(o, "%s: any number of bytes", names[use]);
	access_bytes(o, names[use], s->hindex, s->offset,
		     s->offset + image_bytes(format, r->width, r->height, bytes));
}

static void render(struct oracle *o, u32 columns, u32 rows)
{
	const struct vc4_render *r = &o->in->render;
	u32 i, tile = r->surfaces[VC4_COLOR_WRITE].bits & 1 ? 32 : 64;

	if (!r->width || !r->height || r->min_x > r->max_x || r->min_y > r->max_y)
		finding(o, "no tiles");
	if (o->in->list_bytes && (r->max_x >= columns || r->max_y >= rows))
		finding(o, "tile %u,%u of %ux%u: a branch to stale memory", r->max_x, r->max_y,
			columns, rows);
	for (i = 0; i < VC4_SURFACES; i++)
		surface(o, i, tile);
}

/* ---- records ---- */

struct cursor {
	u32 records, uniforms;
	u32 attributes;		/* of the open record; 0: none is open */
	u32 vertices;		/* 1 + the largest index */
	u32 modes;
	bool small;		/* points of less than 0.125, by the list */
};

static u32 take_uniforms(struct oracle *o, struct cursor *c, u32 handle, u32 stage, u32 rows,
			 struct stream *out)
{
	const struct vc4_input *in = o->in;
	struct stream s = { .rows = rows };
	u32 nhandles, varyings;

	if (handle >= in->nbuffers || !in->buffers[handle].code)
		finding(o, "buffer %u is run as a shader", handle);
	count_stream(o, handle, &nhandles, &s.nwords);
	if (4ull * nhandles + 4ull * s.nwords > in->uniforms_bytes - c->uniforms)
		finding(o, "the driver copies uniforms past the end");
	s.handles = in->uniforms + c->uniforms;
	s.words = s.handles + 4 * nhandles;
	c->uniforms += 4 * (nhandles + s.nwords);
	varyings = run_program(o, handle, stage, &s);
	*out = s;
	return varyings;
}

/* The hardware's reads of vertices and pixels, beside the programs' outputs. */
static void outputs(struct oracle *o, const struct cursor *c, u32 stage, const u8 *r,
		    const struct stream *s)
{
	u32 own = r[0] >> 1 & 1, rows = stage == 1 ? 3 + own + r[3] : 7 + own;
	u32 samples = o->in->render.surfaces[VC4_COLOR_WRITE].bits & 1 ? 4 : 1;

	if (!stage) {
		if (s->samples > samples)
			finding(o, "%u samples of %u", s->samples, samples);
		return;
	}
	if (rows > 64 || ~s->written & (~0ull >> (64 - rows)))
		finding(o, "stage %u: rows of another vertex, %llx of %u", stage, s->written, rows);
	if (stage == 2 && c->modes & 1 && (own ? s->point < 0x3e000000 : c->small))
		finding(o, "points that the binner cannot handle");
}

static void close_record(struct oracle *o, struct cursor *c)
{
	const struct vc4_input *in = o->in;
	u32 n = c->attributes, i, stage, varyings, more;
	const u8 *handles = in->records + c->records, *r = handles + 4 * (3 + n);
	struct stream s;

	if (!n)
		return;
	if (4 * (3 + n) + 36 + 8 * n > in->records_bytes - c->records)
		finding(o, "the driver copies records past the end");
	for (stage = 0; stage < 3; stage++) {
		if (get32(r + 12 * stage + 4))
			finding(o, "code at an offset");
		varyings = take_uniforms(o, c, get32(handles + 4 * stage), stage,
					 stage ? r[12 * stage + 3] / 4 : 0, &s);
		outputs(o, c, stage, r, &s);
		more = c->modes == 1 ? 2 : c->modes && !(c->modes & ~0xeu) ? 1 : 0;
		if (!stage && c->modes && varyings != r[3] + more)
			finding(o, "%u varyings are read of %u", varyings, r[3] + more);
	}
	for (i = 0; i < n; i++) {
		const u8 *a = r + 36 + 8 * i;
		long long first = get32(a), bytes = a[4] + 1ll;
		u32 last = c->vertices ? c->vertices - 1 : 0;

		access_bytes(o, "vertex", get32(handles + 4 * (3 + i)), first,
			     first + bytes + (long long)last * a[5]);
	}
	c->records += 4 * (3 + n) + 36 + 8 * n;
	c->attributes = 0;
}

/* ---- the list ---- */

static void use_vertices(struct cursor *c, unsigned long long end)
{
	if (end > c->vertices)
		c->vertices = end > 0xffffffff ? 0xffffffff : (u32)end;
}

static void bin(struct oracle *o)
{
	static const u8 lengths[256] = {
		[1] = 1, [4] = 1, [6] = 1, [7] = 1, [32] = 14, [33] = 10, [56] = 2, [64] = 5,
		[96] = 4, [97] = 5, [98] = 5, [99] = 5, [100] = 3, [101] = 5, [102] = 9, [103] = 5,
		[105] = 9, [106] = 9, [112] = 16, [254] = 9,
	};
	const struct vc4_input *in = o->in;
	u32 at, length, columns = 0, rows = 0, tile = 64, indices = VC4_NONE, count, first;
	u32 draws = 0, point = 0;
	struct cursor c = { 0 };
	bool started = false, window = false, flushed = false, early = false;

	for (at = 0; at < in->list_bytes; at += length) {
		const u8 *p = in->list + at;

		length = lengths[*p];
		if (!length || length > in->list_bytes - at || flushed)
			finding(o, "record %u at %u", *p, at);
		switch (*p) {
		case 112:
			columns = p[13];
			rows = p[14];
			tile = p[15] & 1 ? 32 : 64;
			if ((48 * columns * rows + 4095) / 4096 * 4096 >= 512 << 10)
				finding(o, "tile state of %ux%u", columns, rows);
			break;
		case 6:
			started = columns;
			point = 0;
			break;
		case 96:
			early = p[3] & 1;
			if (p[1] & 0x10 || (p[1] >> 6 && (tile == 64 || p[1] >> 6 > 1)))
				finding(o, "a way to draw that the tiles do not have");
			break;
		case 98:
			point = get32(p + 1);
			break;
		case 102:
			window = started;
			if (get32(p + 1) % 65536 + get32(p + 5) % 65536 > columns * tile ||
			    get32(p + 1) / 65536 + get32(p + 5) / 65536 > rows * tile)
				finding(o, "clip window beyond the tiles");
			break;
		case 64:
			close_record(o, &c);
			c.attributes = p[1] % 8 ? p[1] % 8 : 8;
			c.vertices = c.modes = 0;
			c.small = false;
			if (p[1] & 8)
				finding(o, "extended record");
			break;
		case 254:
			indices = get32(p + 1);
			break;
		case 32:
		case 33:
			if (!started || !window || !c.attributes)
				finding(o, "draw with the tiles or the shaders of another job");
			c.modes |= 1u << (p[1] & 15);
			c.small |= !(p[1] & 15) && (point < 0x3e000000 || point >= 0x7f800000);
			if (++draws > 7920)
				finding(o, "counters of state wrap");
			for (count = 0; early && tile == 32 && count < VC4_SURFACES; count++)
				if (in->render.surfaces[count].hindex != VC4_NONE &&
				    in->render.surfaces[count].flags & 1)
					finding(o, "early Z of the tile before");
			count = get32(p + 2);
			first = get32(p + 6);
			if (*p == 33) {
				if (count && (unsigned long long)first + count > 1ull << 32)
					finding(o, "vertices wrap");
				use_vertices(&c, count ? (unsigned long long)first + count : 0);
				break;
			}
			use_vertices(&c, get32(p + 10) + 1ull);
			if (p[1] >> 4 > 1)
				finding(o, "index type %u", p[1] >> 4);
			access_bytes(o, "indices", indices, first,
				     first + ((long long)count << (p[1] >> 4)));
			break;
		case 4:
			flushed = true;
			break;
		}
	}
	close_record(o, &c);
	if (in->list_bytes && (!flushed || !started))
		finding(o, "no start or no flush");
	render(o, columns, rows);
}

bool oracle(struct oracle *o, const struct vc4_input *in)
{
	o->in = in;
	o->finding[0] = 0;
	if (setjmp(o->out))
		return false;
	bin(o);
	return true;
}
