/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A watched pixel: a line of history for each fragment that a draw makes of it.
 *
 * Stages report to these functions only while the machine has a watch, so a draw without one costs a
 * test of a pointer for each group of quads.  A draw with a watch runs on one thread.
 */
#ifndef GPU_WATCH_H
#define GPU_WATCH_H

#include "machine.h"

/* What ended a fragment; in the order in which the machine asks. */
enum gpu_kill {
	GPU_ALIVE,
	GPU_KILL_CULL,		/* the primitive's face */
	GPU_KILL_SCISSOR,
	GPU_KILL_CLIP_RECT,
	GPU_KILL_STIPPLE,
	GPU_KILL_SAMPLE_MASK,
	GPU_KILL_SHADER,	/* KILL instructions */
	GPU_KILL_ALPHA,		/* the alpha test */
	GPU_KILL_COVERAGE,	/* alpha to mask, or a mask that the program exports */
	GPU_KILL_STENCIL,
	GPU_KILL_HIZ,
	GPU_KILL_DEPTH,
	GPU_KILL_MASK,		/* no target lets a channel through */
	GPU_KILLS
};

const char *gpu_kill_name(enum gpu_kill kill);

/**
 * struct gpu_stored - a sample of the targets
 * @color: channels of each colour target, floats or integers
 * @depth: as it is stored, a number of 0 to 1 if the format is normalised
 * @stencil: the stencil value
 */
struct gpu_stored {
	uint32_t color[GPU_TARGETS][4];
	double depth;
	uint8_t stencil;
};

/**
 * struct gpu_fragment - a primitive on the watched pixel
 * @primitive, @instance: which one of the draw
 * @x, @y: the pixel
 * @layer: slice of the targets
 * @back: it is a back face
 * @shaded: the pixel program ran
 * @tested: depth or stencil were tested
 * @copies: no fragment of a program: the draw copies depth, or resolves samples
 * @covered: samples that it covers
 * @left: samples that reach the targets
 * @sample: the one that the values below belong to
 * @kill: what ended that sample
 * @z: depth of the fragment as it is compared, in the unit of @depth
 * @exported: bits of colours that the program exports; bit 8: depth
 * @out: its colours, and depth, stencil, mask
 * @targets, @integers: bits of colour targets that can be written, and of those with integers
 * @has_depth: there is a depth buffer
 * @before, @after: the targets
 */
struct gpu_fragment {
	uint32_t primitive, instance, layer;
	int32_t x, y;
	bool back, shaded, tested, copies;
	uint8_t covered, left;
	uint8_t sample;
	enum gpu_kill kill;
	double z;
	uint32_t exported;
	uint32_t out[9][4];
	uint8_t targets, integers;
	bool has_depth;
	struct gpu_stored before, after;
};

/**
 * struct gpu_watch - the pixel, and who wants to know
 * @x, @y: the pixel; with @threads set by the fragment that is found
 * @sample: the sample, or negative: the lowest one that a fragment covers
 * @threads: the fragment is the one with the number @thread of the draw, in the machine's order from 0 on
 * @count: fragments so far
 * @vertex: index of a vertex that @trace follows, if @vertices
 * @trace: follows the pixel program of each fragment, or the vertex program; NULL: no caller
 * @fragment: is called with each one in the order of the draw
 * @ctx: its first argument
 * @lane, @now: of the fragment that is on its way; @lane is negative without one
 */
struct gpu_watch {
	int32_t x, y;
	int sample;
	bool threads;
	uint64_t thread, count;
	bool vertices;
	uint32_t vertex;
	struct gpu_trace *trace;
	void (*fragment)(void *ctx, const struct gpu_fragment *f);
	void *ctx;
	int lane;
	struct gpu_fragment now;
};

/* Watches a pixel from the next draw on; NULL: none. */
void gpu_watch(struct gpu *gpu, struct gpu_watch *watch);

/**
 * struct gpu_view - a target, for who looks at it
 * @width, @height: inside of the window scissor, in pixels
 * @base: GPU address of its first slice
 * @samples: of a pixel
 * @integer: its channels are integers
 * @srgb: it keeps sRGB
 * @channels: bits of the channels that it has
 * @stencil: the depth buffer has stencil
 */
struct gpu_view {
	uint64_t base;
	uint32_t width, height, samples;
	bool integer, srgb, stencil;
	uint8_t channels;
};

#define GPU_VIEW_DEPTH	8u

/*
 * Between two draws: the targets as the register file has them, without a line about bad state.
 * gpu_cb_look() and gpu_db_look() then read their samples.
 */
void gpu_look(struct gpu *gpu, const uint32_t *regs);
/* Target 0 to 7, or GPU_VIEW_DEPTH.  Return: false if there is none. */
bool gpu_look_view(const struct gpu *gpu, uint32_t target, struct gpu_view *view);

/*
 * The bytes of a sample of 8x8 pixels that begin at (@x, @y), multiples of 8, row by row: 64 elements, in
 * the byte order of the target.  Pixels outside are 0.  Return: bytes of an element, 0 without a target.
 */
#define GPU_TILE_BYTES	(64 * 16)
uint32_t gpu_look_tile(struct gpu *gpu, uint32_t target, uint32_t x, uint32_t y, uint32_t sample,
		       uint8_t to[GPU_TILE_BYTES]);
/**
 * struct gpu_mask_view - HTILE of the depth buffer, or CMASK of a colour
 * @base: GPU address
 * @name: which
 * @wide, @high: its tiles of 8x8 pixels
 */
struct gpu_mask_view {
	uint64_t base;
	const char *name;
	uint32_t wide, high;
};

/* After gpu_look().  Return: false if the target has no mask. */
bool gpu_look_mask(const struct gpu *gpu, uint32_t target, struct gpu_mask_view *view);
/* A tile's bits: the dword of HTILE, the nibble of CMASK.  @expanded: its pixels are all in memory. */
uint32_t gpu_look_mask_tile(struct gpu *gpu, uint32_t target, uint32_t x, uint32_t y, bool *expanded);

/**
 * struct gpu_texture_view - a texture, for who looks at it
 * @base, @bytes: GPU address and size of its first level
 * @width, @height, @slices: of that level
 * @levels: how many can be sampled
 * @samples: of a texel
 * @sel: component of red to alpha: 4 zero, 5 one
 * @integer: its channels are integers
 */
struct gpu_texture_view {
	uint64_t base, bytes;
	uint32_t width, height, slices, levels, samples;
	uint8_t sel[4];
	bool integer;
};

/*
 * After gpu_look(): a texture by the number of its resource, as SQ_TEX_RESOURCE_WORD0 counts, or of R5xx's unit.
 * Return: false if there is none.
 */
bool gpu_look_texture(struct gpu *gpu, uint32_t resource, struct gpu_texture_view *view);
/* A texel of its first level and slice as a program gets it; 0 outside. */
void gpu_look_texel(struct gpu *gpu, uint32_t resource, uint32_t x, uint32_t y, uint32_t color[4]);

/* An element as the channels of a shader, or as depth and stencil. */
void gpu_look_color(const struct gpu *gpu, uint32_t target, const uint8_t *element, uint32_t color[4]);
void gpu_look_depth(const struct gpu *gpu, const uint8_t *element, struct gpu_stored *to);

/* vertex.c: the trace of a group of @count vertices whose inputs are set; NULL: the watched one is not in it. */
const struct gpu_trace *gpu_watch_vertices(struct gpu *gpu, uint32_t count);
/* pa.c: the piece's face is culled. */
void gpu_watch_cull(struct gpu *gpu, const struct gpu_piece *piece);
/* setup.c: a piece is set up, whether or not its bounds leave anything. */
void gpu_watch_scan(struct gpu *gpu);
/* pixel.c: a group of quads begins, was shaded, and ends. */
void gpu_watch_begin(struct gpu *gpu, const struct gpu_quads *q, bool copies);
void gpu_watch_shaded(struct gpu *gpu, gpu_mask killed, gpu_mask alpha);
void gpu_watch_end(struct gpu *gpu, const struct gpu_quads *q);
/* hiz.c of R5xx: lanes that are not drawn. */
void gpu_watch_hiz(struct gpu *gpu, gpu_mask rejected);
/* db.c: the tests of a sample; @z as it is compared. */
void gpu_watch_tests(struct gpu *gpu, uint32_t sample, gpu_mask stencil, gpu_mask pass, const union gpu_lanes *z);
/* db.c: a sample of the depth buffer, also of a tile that is cleared in HTILE or ZMASK only. */
void gpu_db_look(struct gpu *gpu, int32_t x, int32_t y, uint32_t layer, uint32_t sample, struct gpu_stored *to);
bool gpu_db_has_stencil(const struct gpu_db *db);
/* Fills the pixels of a tile that are cleared in HTILE or ZMASK only. */
void gpu_db_look_cleared(struct gpu *gpu, int32_t x, int32_t y, uint32_t slice, uint8_t *to);
double gpu_db_value(const struct gpu *gpu, uint32_t stored);
/* raster.c: why the scan's polygon has no samples of a pixel; GPU_KILLS: it does not cover it. */
enum gpu_kill gpu_raster_verdict(const struct gpu *gpu, int32_t x, int32_t y, uint8_t *samples);
/* cb.c: an element as a colour. */
void gpu_cb_unpack(const struct gpu_target *t, const uint8_t *element, uint32_t color[4]);
/* cb.c: a sample of a colour target. */
void gpu_cb_look(struct gpu *gpu, uint32_t n, int32_t x, int32_t y, uint32_t layer, uint32_t sample, uint32_t color[4]);

#endif
