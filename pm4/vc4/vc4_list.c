// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The binner list: one pass over its records.  The list configures the binner, starts it, and sets
 * all state that a draw depends on, so that no job inherits state.  It ends with the increment of
 * the semaphore and the flush, which the render list waits for.
 */
#include "vc4_check.h"

/* State that a draw must find set: bits of &struct walk.set. */
enum {
	SET_CONFIG = 1,
	SET_START = 2,
	SET_FORMAT = 4,
	SET_BITS = 8,
	SET_WINDOW = 16,
	SET_VIEWPORT = 32,
	SET_XY = 64,
	SET_Z = 128,
	SET_SHADER = 256,
	SET_FOR_DRAW = 511,
	SET_INDICES = 512,
	SET_SEMAPHORE = 1024,
};

/* The record that sets each bit. */
static const u8 setters[] = {
	PM4_RECORD_TILE_BINNING_MODE_CONFIG, PM4_RECORD_START_TILE_BINNING,
	PM4_RECORD_PRIMITIVE_LIST_FORMAT, PM4_RECORD_CONFIGURATION_BITS,
	PM4_RECORD_CLIP_WINDOW, PM4_RECORD_VIEWPORT_OFFSET, PM4_RECORD_CLIPPER_XY_SCALING,
	PM4_RECORD_CLIPPER_Z_SCALING, PM4_RECORD_GL_SHADER_STATE, PM4_RECORD_GEM_HANDLES,
};

#define TILE_STATE_BYTES	48u	/* for each tile */
#define BINNER_BYTES		(512u << 10)	/* tile state and tile lists of a job */
#define TILE_PIXELS(samples)	((samples) ? 32u : 64u)
/*
 * The counters of state wrap, and then tiles get the state of other draws (erratum HW-2116).  The
 * guide has no number; Mesa begins another job after as many draws.
 */
#define MAX_DRAWS		0x1ef0u

/**
 * struct walk - the walk over a list
 * @ck: the check
 * @p: the current record
 * @end: end of the list
 * @bytes: length of the record
 * @set: state that the list has set since the start of the binner
 * @indices: the buffer of indices
 * @width: width of all tiles in pixels
 * @height: height of all tiles in pixels
 * @samples: multisample mode
 * @early_z: the configuration enables early Z
 * @point: the size of points, 0 before it is set
 * @draws: number of draws
 */
struct walk {
	struct vc4_checker *ck;
	const u8 *p;
	const u8 *end;
	u32 bytes;
	u32 set;
	u32 indices;
	u32 width;
	u32 height;
	bool samples;
	bool early_z;
	u32 point;
	u32 draws;
};

static int __cold refuse_record(struct vc4_checker *ck, const u8 *p, u32 rule, u32 field,
				u64 expected, u64 actual)
{
	return VC4_REFUSE(ck, .rule = rule, .part = VC4_LIST, .at = p - ck->in->list, .code = *p,
			  .field = field, .buffer = VC4_NONE, .expected = expected,
			  .actual = actual);
}

/* By value, so that the walk stays in registers. */
#define REFUSE(w, rule, expected, actual) \
	refuse_record((w)->ck, (w)->p, rule, 0, expected, actual)
#define REFUSE_FIELD(w, rule, name, expected, actual) \
	refuse_record((w)->ck, (w)->p, rule, PM4_F_##name + 1, expected, actual)
/* The first state that @need has and the list has not set. */
#define REFUSE_UNSET(w, need) \
	REFUSE(w, VC4_LIST_UNSET, setters[__ffs((need) & ~(w)->set)], 0)

static __always_inline int config(struct walk *w)
{
	u32 columns = VC4_GET(w->p, TILE_BINNING_MODE_CONFIG_COLUMNS);
	u32 rows = VC4_GET(w->p, TILE_BINNING_MODE_CONFIG_ROWS), tiles = columns * rows;
	u32 samples = VC4_GET(w->p, TILE_BINNING_MODE_CONFIG_MULTISAMPLE);
	const struct vc4_surface *frame = &w->ck->in->render.surfaces[VC4_COLOR_WRITE];

	if (w->set & SET_CONFIG)
		return REFUSE(w, VC4_LIST_TWICE, 0, 0);
	if (!columns)
		return REFUSE_FIELD(w, VC4_LIST_FIELD, TILE_BINNING_MODE_CONFIG_COLUMNS, 1, 0);
	if (!rows)
		return REFUSE_FIELD(w, VC4_LIST_FIELD, TILE_BINNING_MODE_CONFIG_ROWS, 1, 0);
	if (VC4_GET(w->p, TILE_BINNING_MODE_CONFIG_64_BIT))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, TILE_BINNING_MODE_CONFIG_64_BIT, 0, 1);
	if (VC4_GET(w->p, TILE_BINNING_MODE_CONFIG_DOUBLE_BUFFER))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, TILE_BINNING_MODE_CONFIG_DOUBLE_BUFFER, 0,
				    1);
	if (pm4_align(tiles * TILE_STATE_BYTES, 4096) >= BINNER_BYTES)
		return REFUSE(w, VC4_LIST_GRID, BINNER_BYTES, tiles * TILE_STATE_BYTES);
	if (samples != pm4_get(RENDER_BITS_MULTISAMPLE, frame->bits))
		return REFUSE_FIELD(w, VC4_LIST_SAMPLES, TILE_BINNING_MODE_CONFIG_MULTISAMPLE,
				    !samples, samples);
	w->ck->columns = columns;
	w->ck->rows = rows;
	w->width = columns * TILE_PIXELS(samples);
	w->height = rows * TILE_PIXELS(samples);
	w->samples = samples;
	w->set |= SET_CONFIG;
	return 0;
}

static __always_inline int start(struct walk *w)
{
	if (w->set & SET_START)
		return REFUSE(w, VC4_LIST_TWICE, 0, 0);
	w->set = SET_CONFIG | SET_START;	/* state before the start is no part of the tiles */
	w->point = 0;
	return 0;
}

static __always_inline int configuration_bits(struct walk *w)
{
	u32 bits = vc4_u16(w->p + 1) | (u32)w->p[3] << 16;
	/* 16x is for coverage, and 4x for tiles of four samples. */
	u32 most = w->samples ? PM4_V_CONFIGURATION_BITS_OVERSAMPLE_4x : 0;

	if (unlikely(bits & PM4_UNUSED_CONFIGURATION_BITS))
		return REFUSE(w, VC4_LIST_BITS, PM4_UNUSED_CONFIGURATION_BITS, bits);
	/* Fragments in the coverage pipe can lock up the card (erratum HW-2885). */
	if (unlikely(pm4_get(CONFIGURATION_BITS_COVERAGE_PIPE, bits)))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, CONFIGURATION_BITS_COVERAGE_PIPE, 0, 1);
	if (unlikely(pm4_get(CONFIGURATION_BITS_OVERSAMPLE, bits) > most))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, CONFIGURATION_BITS_OVERSAMPLE, most,
				    pm4_get(CONFIGURATION_BITS_OVERSAMPLE, bits));
	if (unlikely(pm4_get(CONFIGURATION_BITS_ANTIALIASED, bits)))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, CONFIGURATION_BITS_ANTIALIASED, 0, 1);
	w->early_z = pm4_get(CONFIGURATION_BITS_EARLY_Z, bits);
	w->set |= SET_BITS;
	return 0;
}

static __always_inline int clip_window(struct walk *w)
{
	u32 right = VC4_GET(w->p, CLIP_WINDOW_LEFT) + VC4_GET(w->p, CLIP_WINDOW_WIDTH);
	u32 top = VC4_GET(w->p, CLIP_WINDOW_BOTTOM) + VC4_GET(w->p, CLIP_WINDOW_HEIGHT);

	if (unlikely(right > w->width))
		return REFUSE_FIELD(w, VC4_LIST_WINDOW, CLIP_WINDOW_WIDTH, w->width, right);
	if (unlikely(top > w->height))
		return REFUSE_FIELD(w, VC4_LIST_WINDOW, CLIP_WINDOW_HEIGHT, w->height, top);
	w->set |= SET_WINDOW;
	return 0;
}

static __always_inline int list_format(struct walk *w)
{
	u32 type = VC4_GET(w->p, PRIMITIVE_LIST_FORMAT_TYPE);
	u32 data = VC4_GET(w->p, PRIMITIVE_LIST_FORMAT_DATA);

	/* Rectangles and coordinates are for VG shader states. */
	if (unlikely(type > PM4_V_PRIMITIVE_LIST_FORMAT_TYPE_triangles))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, PRIMITIVE_LIST_FORMAT_TYPE,
				    PM4_V_PRIMITIVE_LIST_FORMAT_TYPE_triangles, type);
	if (unlikely(data != PM4_V_PRIMITIVE_LIST_FORMAT_DATA_16_bit_index))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, PRIMITIVE_LIST_FORMAT_DATA,
				    PM4_V_PRIMITIVE_LIST_FORMAT_DATA_16_bit_index, data);
	w->set |= SET_FORMAT;
	return 0;
}

static __always_inline int shader_state(struct walk *w)
{
	u32 attributes = VC4_GET(w->p, GL_SHADER_STATE_ATTRIBUTES);

	/* The format takes effect with the next shader state. */
	if (unlikely((SET_START | SET_FORMAT) & ~w->set))
		return REFUSE_UNSET(w, SET_START | SET_FORMAT);
	if (unlikely(VC4_GET(w->p, GL_SHADER_STATE_EXTENDED)))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, GL_SHADER_STATE_EXTENDED, 0, 1);
	if (unlikely(VC4_GET(w->p, GL_SHADER_STATE_ADDRESS)))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, GL_SHADER_STATE_ADDRESS, 0,
				    VC4_GET(w->p, GL_SHADER_STATE_ADDRESS));
	w->set |= SET_SHADER;
	return vc4_end_record(w->ck) ||
	       vc4_begin_record(w->ck, attributes ? attributes : 8, w->p);
}

/* A draw may fetch the vertices from 0 to @last of each attribute. */
static __always_inline int draw(struct walk *w, u32 mode, u32 field, u32 last)
{
	if (unlikely(SET_FOR_DRAW & ~w->set))
		return REFUSE_UNSET(w, SET_FOR_DRAW);
	if (unlikely(mode > PM4_V_ARRAY_PRIMITIVE_MODE_triangle_fan))
		return refuse_record(w->ck, w->p, VC4_LIST_FIELD, field,
				     PM4_V_ARRAY_PRIMITIVE_MODE_triangle_fan, mode);
	if (unlikely(++w->draws > MAX_DRAWS))
		return REFUSE(w, VC4_LIST_DRAWS, MAX_DRAWS, w->draws);
	w->ck->early_z |= w->early_z;
	/* Matters only if the record has no size of its own: vc4_end_record(). */
	if (unlikely(mode == PM4_V_ARRAY_PRIMITIVE_MODE_points) && !vc4_is_point(w->point) &&
	    w->ck->small_point == VC4_NONE) {
		w->ck->small_point = w->p - w->ck->in->list;
		w->ck->point = w->point;
	}
	w->ck->modes |= 1u << mode;
	if (last > w->ck->max_index)
		w->ck->max_index = last;
	return 0;
}

static int __cold refuse_indices(struct vc4_checker *ck, const u8 *p, u32 index)
{
	const struct vc4_buffer *buffer = vc4_data_buffer(ck, index);
	u32 type = VC4_GET(p, INDEXED_PRIMITIVE_INDEX_TYPE);
	struct vc4_verdict why = {
		.part = VC4_LIST, .at = p - ck->in->list, .code = *p, .buffer = index,
		.field = PM4_F_INDEXED_PRIMITIVE_ADDRESS + 1, .detail = 1u << type,
		.offset = VC4_GET(p, INDEXED_PRIMITIVE_ADDRESS),
		.actual = VC4_GET(p, INDEXED_PRIMITIVE_COUNT),
	};

	if (!buffer)
		return vc4_refuse_buffer(ck, &why);
	why.expected = buffer->size;
	why.rule = why.offset & type ? VC4_INDEX_ALIGN : VC4_INDEX_BOUNDS;
	return vc4_refuse(ck, &why);
}

static __always_inline int indexed_primitive(struct walk *w)
{
	u32 type = VC4_GET(w->p, INDEXED_PRIMITIVE_INDEX_TYPE);
	u32 count = VC4_GET(w->p, INDEXED_PRIMITIVE_COUNT);
	u32 offset = VC4_GET(w->p, INDEXED_PRIMITIVE_ADDRESS);
	const struct vc4_buffer *buffer;

	if (draw(w, VC4_GET(w->p, INDEXED_PRIMITIVE_MODE), PM4_F_INDEXED_PRIMITIVE_MODE + 1,
		 VC4_GET(w->p, INDEXED_PRIMITIVE_MAX_INDEX)))
		return 1;
	if (unlikely(!(w->set & SET_INDICES)))
		return REFUSE(w, VC4_LIST_UNSET, PM4_RECORD_GEM_HANDLES, 0);
	if (unlikely(type > PM4_V_INDEXED_PRIMITIVE_INDEX_TYPE_u16))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, INDEXED_PRIMITIVE_INDEX_TYPE,
				    PM4_V_INDEXED_PRIMITIVE_INDEX_TYPE_u16, type);
	buffer = vc4_data_buffer(w->ck, w->indices);
	if (unlikely(!buffer || offset & type || offset + ((u64)count << type) > buffer->size))
		return refuse_indices(w->ck, w->p, w->indices);
	return 0;
}

static __always_inline int array_primitive(struct walk *w)
{
	u32 count = VC4_GET(w->p, ARRAY_PRIMITIVE_COUNT);
	u32 first = VC4_GET(w->p, ARRAY_PRIMITIVE_FIRST), last;

	/* A draw of no vertices fetches none. */
	if (count && unlikely(check_add_overflow(first, count - 1, &last)))
		return REFUSE_FIELD(w, VC4_DRAW_WRAPS, ARRAY_PRIMITIVE_COUNT, first, count);
	return draw(w, VC4_GET(w->p, ARRAY_PRIMITIVE_MODE), PM4_F_ARRAY_PRIMITIVE_MODE + 1,
		    count ? last : 0);
}

static __always_inline int gem_handles(struct walk *w)
{
	w->indices = VC4_GET(w->p, GEM_HANDLES_INDICES);
	w->set |= SET_INDICES;
	return 0;
}

static __always_inline int point_size(struct walk *w)
{
	w->point = VC4_GET(w->p, POINT_SIZE_SIZE);
	return 0;
}

static __always_inline int semaphore(struct walk *w)
{
	if (w->p + 2 != w->end)
		return REFUSE(w, VC4_LIST_END, w->ck->in->list_bytes - 2, w->p - w->ck->in->list);
	w->set |= SET_SEMAPHORE;
	return 0;
}

static __always_inline int flush(struct walk *w)
{
	if (w->p + 1 != w->end)
		return REFUSE(w, VC4_LIST_END, w->ck->in->list_bytes - 1, w->p - w->ck->in->list);
	if (!(w->set & SET_START))
		return REFUSE(w, VC4_LIST_MISSING, PM4_RECORD_START_TILE_BINNING, 0);
	if (!(w->set & SET_SEMAPHORE))
		return REFUSE(w, VC4_LIST_MISSING, PM4_RECORD_INCREMENT_SEMAPHORE, 0);
	return 0;
}

static __always_inline int set(struct walk *w, u32 state)
{
	w->set |= state;
	return 0;
}

/* The length and the class of a record, from its row. */
#define ROW(name)	PM4_BYTES_##name, PM4_CLASS_##name

/* The record is inside the list, and its class allows it. */
static __always_inline int take(struct walk *w, u32 bytes, enum pm4_class cls)
{
	w->bytes = bytes;
	if (unlikely(bytes > w->end - w->p))
		return REFUSE(w, VC4_LIST_CUT, bytes, w->end - w->p);
	if (unlikely(cls == PM4_DENIED))
		return REFUSE(w, VC4_LIST_DENIED, 0, *w->p);
	return 0;
}

/* A record without a case of its own.  Returns its length, 0 after a refusal. */
static u32 __cold other(struct vc4_checker *ck, const u8 *p, const u8 *end)
{
	u32 n = vc4_tables.records[*p];
	const struct pm4_record_row *row = &vc4_tables.record_rows[n ? n - 1 : 0];
	struct walk w = { .ck = ck, .p = p, .end = end };

	if (!n) {
		REFUSE(&w, VC4_LIST_CODE, 0, *p);
		return 0;
	}
	return take(&w, row->bytes, row->cls) ? 0 : row->bytes;
}

/* Only NOP comes before the configuration. */
static int __cold refuse_order(struct vc4_checker *ck, const u8 *p, const u8 *end)
{
	return !other(ck, p, end) || refuse_record(ck, p, VC4_LIST_ORDER, 0,
						   PM4_RECORD_TILE_BINNING_MODE_CONFIG, 0);
}

/*
 * The lengths are constants here.  So the place of the next record follows from the case, and waits
 * for no table.
 */
static __always_inline int check_one(struct walk *w)
{
	switch (*w->p) {
	case PM4_RECORD_INDEXED_PRIMITIVE:
		return take(w, ROW(INDEXED_PRIMITIVE)) || indexed_primitive(w);
	case PM4_RECORD_ARRAY_PRIMITIVE:
		return take(w, ROW(ARRAY_PRIMITIVE)) || array_primitive(w);
	case PM4_RECORD_GL_SHADER_STATE:
		return take(w, ROW(GL_SHADER_STATE)) || shader_state(w);
	case PM4_RECORD_GEM_HANDLES:
		return take(w, ROW(GEM_HANDLES)) || gem_handles(w);
	case PM4_RECORD_TILE_BINNING_MODE_CONFIG:
		return take(w, ROW(TILE_BINNING_MODE_CONFIG)) || config(w);
	case PM4_RECORD_START_TILE_BINNING:
		return take(w, ROW(START_TILE_BINNING)) || start(w);
	case PM4_RECORD_CONFIGURATION_BITS:
		return take(w, ROW(CONFIGURATION_BITS)) || configuration_bits(w);
	case PM4_RECORD_CLIP_WINDOW:
		return take(w, ROW(CLIP_WINDOW)) || clip_window(w);
	case PM4_RECORD_PRIMITIVE_LIST_FORMAT:
		return take(w, ROW(PRIMITIVE_LIST_FORMAT)) || list_format(w);
	case PM4_RECORD_VIEWPORT_OFFSET:
		return take(w, ROW(VIEWPORT_OFFSET)) || set(w, SET_VIEWPORT);
	case PM4_RECORD_CLIPPER_XY_SCALING:
		return take(w, ROW(CLIPPER_XY_SCALING)) || set(w, SET_XY);
	case PM4_RECORD_CLIPPER_Z_SCALING:
		return take(w, ROW(CLIPPER_Z_SCALING)) || set(w, SET_Z);
	case PM4_RECORD_INCREMENT_SEMAPHORE:
		return take(w, ROW(INCREMENT_SEMAPHORE)) || semaphore(w);
	case PM4_RECORD_FLUSH:
		return take(w, ROW(FLUSH)) || flush(w);
	/* No address and no loop depends on these. */
	case PM4_RECORD_POINT_SIZE:
		return take(w, ROW(POINT_SIZE)) || point_size(w);
	case PM4_RECORD_LINE_WIDTH:
		return take(w, ROW(LINE_WIDTH));
	case PM4_RECORD_DEPTH_OFFSET:
		return take(w, ROW(DEPTH_OFFSET));
	case PM4_RECORD_FLAT_SHADE_FLAGS:
		return take(w, ROW(FLAT_SHADE_FLAGS));
	default:
		w->bytes = other(w->ck, w->p, w->end);
		return !w->bytes;
	}
}

/**
 * vc4_check_list() - check the binner list with its records and uniforms
 * @ck: the check
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_check_list(struct vc4_checker *ck)
{
	struct walk w = { .ck = ck, .p = ck->in->list, .bytes = PM4_BYTES_NOP };

	if (!ck->in->list_bytes)
		return 0;
	w.end = w.p + ck->in->list_bytes;
	while (w.p < w.end && *w.p == PM4_RECORD_NOP)
		w.p++;
	if (w.p < w.end && *w.p != PM4_RECORD_TILE_BINNING_MODE_CONFIG)
		return refuse_order(ck, w.p, w.end);
	for (; w.p < w.end; w.p += w.bytes)
		if (check_one(&w))
			return 1;
	/* FLUSH is the last record, and refuses a list without the others. */
	w.p -= w.bytes;
	if (*w.p != PM4_RECORD_FLUSH)
		return REFUSE(&w, VC4_LIST_MISSING, PM4_RECORD_FLUSH, 0);
	return vc4_end_record(ck);
}
