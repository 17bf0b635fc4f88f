// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The binner list: one pass over its records.  The list configures the binner, starts it, and sets
 * all state that a draw depends on, so that no job inherits state.  It ends with the increment of
 * the semaphore and the flush, which the render list waits for.
 */
#include "pm4_check.h"

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

/**
 * struct walk - the walk over a list
 * @ck: the check
 * @p: the current record
 * @at: its byte in the list
 * @set: state that the list has set since the start of the binner
 * @indices: the buffer of indices
 * @width: width of all tiles in pixels
 * @height: height of all tiles in pixels
 */
struct walk {
	struct vc4_checker *ck;
	const u8 *p;
	u32 at;
	u32 set;
	u32 indices;
	u32 width;
	u32 height;
};

static int __cold refuse(struct walk *w, u32 rule, u32 field, u64 expected, u64 actual)
{
	return VC4_REFUSE(w->ck, .rule = rule, .part = VC4_LIST, .at = w->at, .code = *w->p,
			  .field = field, .buffer = VC4_NONE, .expected = expected,
			  .actual = actual);
}

#define REFUSE_FIELD(w, rule, name, expected, actual) \
	refuse(w, rule, PM4_F_##name + 1, expected, actual)

/* The first state that @need has and the list has not set. */
static int __cold refuse_unset(struct walk *w, u32 need)
{
	return refuse(w, VC4_LIST_UNSET, 0, setters[__ffs(need & ~w->set)], 0);
}

static int config(struct walk *w)
{
	u32 columns = VC4_GET(w->p, TILE_BINNING_MODE_CONFIG_COLUMNS);
	u32 rows = VC4_GET(w->p, TILE_BINNING_MODE_CONFIG_ROWS), tiles = columns * rows;
	u32 samples = VC4_GET(w->p, TILE_BINNING_MODE_CONFIG_MULTISAMPLE);
	const struct vc4_surface *frame = &w->ck->in->render.surfaces[VC4_COLOR_WRITE];

	if (w->set & SET_CONFIG)
		return refuse(w, VC4_LIST_TWICE, 0, 0, 0);
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
		return refuse(w, VC4_LIST_GRID, 0, BINNER_BYTES, tiles * TILE_STATE_BYTES);
	if (samples != pm4_get(RENDER_BITS_MULTISAMPLE, frame->bits))
		return REFUSE_FIELD(w, VC4_LIST_SAMPLES, TILE_BINNING_MODE_CONFIG_MULTISAMPLE,
				    !samples, samples);
	w->ck->columns = columns;
	w->ck->rows = rows;
	w->width = columns * TILE_PIXELS(samples);
	w->height = rows * TILE_PIXELS(samples);
	w->set |= SET_CONFIG;
	return 0;
}

static int start(struct walk *w)
{
	if (w->set & SET_START)
		return refuse(w, VC4_LIST_TWICE, 0, 0, 0);
	w->set = SET_CONFIG | SET_START;	/* state before the start is no part of the tiles */
	return 0;
}

static int configuration_bits(struct walk *w)
{
	u32 bits = vc4_u16(w->p + 1) | (u32)w->p[3] << 16;

	if (unlikely(bits & PM4_UNUSED_CONFIGURATION_BITS))
		return refuse(w, VC4_LIST_BITS, 0, PM4_UNUSED_CONFIGURATION_BITS, bits);
	/* Fragments in the coverage pipe can lock up the card (erratum HW-2885). */
	if (unlikely(pm4_get(CONFIGURATION_BITS_COVERAGE_PIPE, bits)))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, CONFIGURATION_BITS_COVERAGE_PIPE, 0, 1);
	if (unlikely(pm4_get(CONFIGURATION_BITS_OVERSAMPLE, bits) >
		     PM4_V_CONFIGURATION_BITS_OVERSAMPLE_16x))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, CONFIGURATION_BITS_OVERSAMPLE,
				    PM4_V_CONFIGURATION_BITS_OVERSAMPLE_16x, 3);
	w->set |= SET_BITS;
	return 0;
}

static int clip_window(struct walk *w)
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

static int list_format(struct walk *w)
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

static int shader_state(struct walk *w)
{
	u32 attributes = VC4_GET(w->p, GL_SHADER_STATE_ATTRIBUTES);

	/* The format takes effect with the next shader state. */
	if (unlikely((SET_START | SET_FORMAT) & ~w->set))
		return refuse_unset(w, SET_START | SET_FORMAT);
	if (unlikely(VC4_GET(w->p, GL_SHADER_STATE_EXTENDED)))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, GL_SHADER_STATE_EXTENDED, 0, 1);
	if (unlikely(VC4_GET(w->p, GL_SHADER_STATE_ADDRESS)))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, GL_SHADER_STATE_ADDRESS, 0,
				    VC4_GET(w->p, GL_SHADER_STATE_ADDRESS));
	w->set |= SET_SHADER;
	return vc4_end_record(w->ck) ||
	       vc4_begin_record(w->ck, attributes ? attributes : 8, w->at);
}

/* A draw may fetch the vertices from 0 to @last of each attribute. */
static int draw(struct walk *w, u32 mode, u32 field, u32 last)
{
	if (unlikely(SET_FOR_DRAW & ~w->set))
		return refuse_unset(w, SET_FOR_DRAW);
	if (unlikely(mode > PM4_V_ARRAY_PRIMITIVE_MODE_triangle_fan))
		return refuse(w, VC4_LIST_FIELD, field, PM4_V_ARRAY_PRIMITIVE_MODE_triangle_fan,
			      mode);
	w->ck->modes |= 1u << mode;
	if (last > w->ck->max_index)
		w->ck->max_index = last;
	return 0;
}

static int __cold refuse_indices(struct walk *w, const struct vc4_buffer *buffer, u32 type)
{
	struct vc4_verdict why = {
		.part = VC4_LIST, .at = w->at, .code = *w->p, .buffer = w->indices,
		.field = PM4_F_INDEXED_PRIMITIVE_ADDRESS + 1, .detail = 1u << type,
		.offset = VC4_GET(w->p, INDEXED_PRIMITIVE_ADDRESS),
		.actual = VC4_GET(w->p, INDEXED_PRIMITIVE_COUNT),
	};

	if (!buffer)
		return vc4_refuse_buffer(w->ck, &why);
	why.expected = buffer->size;
	why.rule = why.offset & type ? VC4_INDEX_ALIGN : VC4_INDEX_BOUNDS;
	return vc4_refuse(w->ck, &why);
}

static int indexed_primitive(struct walk *w)
{
	u32 type = VC4_GET(w->p, INDEXED_PRIMITIVE_INDEX_TYPE);
	u32 count = VC4_GET(w->p, INDEXED_PRIMITIVE_COUNT);
	u32 offset = VC4_GET(w->p, INDEXED_PRIMITIVE_ADDRESS);
	const struct vc4_buffer *buffer;

	if (draw(w, VC4_GET(w->p, INDEXED_PRIMITIVE_MODE), PM4_F_INDEXED_PRIMITIVE_MODE + 1,
		 VC4_GET(w->p, INDEXED_PRIMITIVE_MAX_INDEX)))
		return 1;
	if (unlikely(!(w->set & SET_INDICES)))
		return refuse(w, VC4_LIST_UNSET, 0, PM4_RECORD_GEM_HANDLES, 0);
	if (unlikely(type > PM4_V_INDEXED_PRIMITIVE_INDEX_TYPE_u16))
		return REFUSE_FIELD(w, VC4_LIST_FIELD, INDEXED_PRIMITIVE_INDEX_TYPE,
				    PM4_V_INDEXED_PRIMITIVE_INDEX_TYPE_u16, type);
	buffer = vc4_data_buffer(w->ck, w->indices);
	if (unlikely(!buffer || offset & type || offset + ((u64)count << type) > buffer->size))
		return refuse_indices(w, buffer, type);
	return 0;
}

static int array_primitive(struct walk *w)
{
	u32 count = VC4_GET(w->p, ARRAY_PRIMITIVE_COUNT);
	u32 first = VC4_GET(w->p, ARRAY_PRIMITIVE_FIRST), last;

	/* A draw of no vertices fetches none. */
	if (count && unlikely(check_add_overflow(first, count - 1, &last)))
		return REFUSE_FIELD(w, VC4_DRAW_WRAPS, ARRAY_PRIMITIVE_COUNT, first, count);
	return draw(w, VC4_GET(w->p, ARRAY_PRIMITIVE_MODE), PM4_F_ARRAY_PRIMITIVE_MODE + 1,
		    count ? last : 0);
}

static int semaphore(struct walk *w)
{
	if (w->at + 2 != w->ck->in->list_bytes)
		return refuse(w, VC4_LIST_END, 0, w->ck->in->list_bytes - 2, w->at);
	w->set |= SET_SEMAPHORE;
	return 0;
}

static int flush(struct walk *w)
{
	if (w->at + 1 != w->ck->in->list_bytes)
		return refuse(w, VC4_LIST_END, 0, w->ck->in->list_bytes - 1, w->at);
	if (!(w->set & SET_START))
		return refuse(w, VC4_LIST_MISSING, 0, PM4_RECORD_START_TILE_BINNING, 0);
	if (!(w->set & SET_SEMAPHORE))
		return refuse(w, VC4_LIST_MISSING, 0, PM4_RECORD_INCREMENT_SEMAPHORE, 0);
	return 0;
}

/* Codes of no handler: free, denied or reserved. */
static int other(struct walk *w, const struct pm4_record_row *row)
{
	if (!row)
		return refuse(w, VC4_LIST_CODE, 0, 0, *w->p);
	if (row->cls == PM4_DENIED)
		return refuse(w, VC4_LIST_DENIED, 0, 0, *w->p);
	return 0;
}

static __always_inline int check_one(struct walk *w, const struct pm4_record_row *row)
{
	switch (*w->p) {
	case PM4_RECORD_INDEXED_PRIMITIVE:
		return indexed_primitive(w);
	case PM4_RECORD_ARRAY_PRIMITIVE:
		return array_primitive(w);
	case PM4_RECORD_GL_SHADER_STATE:
		return shader_state(w);
	case PM4_RECORD_GEM_HANDLES:
		w->indices = VC4_GET(w->p, GEM_HANDLES_INDICES);
		w->set |= SET_INDICES;
		return 0;
	case PM4_RECORD_TILE_BINNING_MODE_CONFIG:
		return config(w);
	case PM4_RECORD_START_TILE_BINNING:
		return start(w);
	case PM4_RECORD_CONFIGURATION_BITS:
		return configuration_bits(w);
	case PM4_RECORD_CLIP_WINDOW:
		return clip_window(w);
	case PM4_RECORD_PRIMITIVE_LIST_FORMAT:
		return list_format(w);
	case PM4_RECORD_VIEWPORT_OFFSET:
		w->set |= SET_VIEWPORT;
		return 0;
	case PM4_RECORD_CLIPPER_XY_SCALING:
		w->set |= SET_XY;
		return 0;
	case PM4_RECORD_CLIPPER_Z_SCALING:
		w->set |= SET_Z;
		return 0;
	case PM4_RECORD_INCREMENT_SEMAPHORE:
		return semaphore(w);
	case PM4_RECORD_FLUSH:
		return flush(w);
	default:
		return other(w, row);
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
	const struct pm4_record_row *rows = vc4_tables.record_rows, *row;
	const u8 *index = vc4_tables.records, *list = ck->in->list;
	u32 end = ck->in->list_bytes;
	struct walk w = { .ck = ck, .p = list };

	while (w.at < end) {
		w.p = list + w.at;
		row = index[*w.p] ? &rows[index[*w.p] - 1] : NULL;
		if (likely(row) && unlikely(row->bytes > end - w.at))
			return refuse(&w, VC4_LIST_CUT, 0, row->bytes, end - w.at);
		if (unlikely(!(w.set & SET_CONFIG) && *w.p != PM4_RECORD_NOP &&
			     *w.p != PM4_RECORD_TILE_BINNING_MODE_CONFIG && row &&
			     row->cls != PM4_DENIED))
			return refuse(&w, VC4_LIST_ORDER, 0, PM4_RECORD_TILE_BINNING_MODE_CONFIG,
				      0);
		/* A record without a row is refused. */
		if (check_one(&w, row) || unlikely(!row))
			return 1;
		w.at += row->bytes;
	}
	/* FLUSH is the last record, and refuses a list without the others. */
	if (end && *w.p != PM4_RECORD_FLUSH)
		return refuse(&w, VC4_LIST_MISSING, 0, PM4_RECORD_FLUSH, 0);
	return vc4_end_record(ck);
}
