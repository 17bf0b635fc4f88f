/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the stages of a draw share.  Data flows through these files, and each uses only those
 * before it:
 *
 *	vgt.c		indices to primitives
 *	stage.c		registers of a shader stage
 *	geometry.c	export and geometry programs, for the primitives of the VGT
 *	vertex.c	primitives to batches, vertex programs, stream-out
 *	spi.c		parameters of vertices to inputs of pixel programs
 *	place.c		pixels of a group in memory
 *	db.c, cb.c	depth and stencil, colour
 *	pixel.c		pixel programs for groups of four quads
 *	interpolate.c	weights of a polygon's corners
 *	raster.c	a polygon to quads
 *	setup.c		points, lines and triangles to polygons
 *	pa.c		clipping, viewport, culling, polygon mode
 *	r600.c		R6xx and R7xx as a generation; R5xx has r500/r500.h
 *	rows.c		rows of tiles on threads
 *	watch.c		the history of a pixel, for hosts that ask
 *	draw.c		the draw
 *
 * raster.c, setup.c, rows.c and draw.c know no register: a generation (struct gpu_generation) fills
 * struct gpu_window and executes what is left.
 */
#ifndef GPU_MACHINE_H
#define GPU_MACHINE_H

#include "masks.h"
#include "regs.h"
#include "shader.h"
#include "vgt.h"

#define GPU_BATCH	256	/* vertices, and primitives, that a batch has at most */
#define GPU_SAMPLES	8
#define GPU_INPUTS	32
#define GPU_TARGETS	8

/**
 * struct gpu_batch - primitives with their vertices, through the vertex program
 * @vertices: number of vertices
 * @key: index, instance and primitive id of each vertex
 * @slot: vertices of each primitive
 * @hash: first vertex of a hash value, plus 1; @chain: the next one with the same, plus 1
 * @strmout_dw: of each vertex, where stream-out writes it in each buffer; UINT32_MAX: it is not written
 * @out: the program's exports for each 16 vertices
 */
struct gpu_batch {
	uint32_t vertices;
	struct { uint32_t index, instance, id; } key[GPU_BATCH];
	struct gpu_primitive prim[GPU_BATCH];
	uint16_t slot[GPU_BATCH][6];
	uint16_t hash[2 * GPU_BATCH], chain[GPU_BATCH];
	uint32_t strmout_dw[GPU_BATCH][4];
	struct gpu_exports out[GPU_BATCH / GPU_LANES];
};

/**
 * struct gpu_geometry - a group of primitives in the geometry program
 * @on: the draw has a geometry program
 * @type: VGT_GS_OUT_PRIM_TYPE
 * @esgs, @gsvs: the rings; @item: dwords of a vertex of ESGS, of a primitive of GSVS, of a vertex of GSVS
 * @lane, @at: the next vertex that a primitive of the output ends with
 * @strip: vertices of the current strip before @at
 * @emitted, @cut: as struct gpu_group has them
 */
struct gpu_geometry {
	bool on;
	uint32_t type;
	struct { uint64_t addr; uint32_t dw; } esgs, gsvs;
	uint32_t item[3];
	uint32_t prims, lane, at, strip;
	uint32_t emitted[GPU_LANES];
	uint8_t cut[GPU_LANES][GPU_GS_VERTICES / 8];
};

/* Stream-out: VGT_STRMOUT_*. */
struct gpu_strmout {
	bool on;
	uint32_t buffers;	/* a bit for each that is enabled */
	uint64_t addr[4];
	uint32_t stride_dw[4], size_dw[4];
};

/**
 * struct gpu_corner - a corner of a primitive after the clipper
 * @x, @y: window coordinates in 1/256 of a pixel
 * @z: window depth
 * @rw: 1 / w
 * @weight: of the primitive's three vertices in the corner's attributes
 */
struct gpu_corner {
	int64_t x, y;
	double z;
	double rw;
	float weight[3];
};

/**
 * struct gpu_scan - a convex polygon that is being rasterized
 *
 * Points (x, y) in 1/256 of a pixel are inside if a x + b y + c >= 0 for all edges.
 *
 * @x0, @y0, @x1, @y1: the first pixel, and the one past the last, inside of the scissors
 * @row: the next row of tiles
 * @l1, @l2: weights of corners 1 and 2: constant, by x, by y in pixels; of points the sprite's s and t
 * @zp: the plane of z, in the same way
 * @rw: 1 / w of the corners
 * @front: it is a front face
 * @point: its inputs may be sprite coordinates
 * @constant: no input depends on the weights
 * @same, @cost: the pixel program has run, for that much of the budget, and gives all other pixels the same
 * @flat_w: inputs need no correction for perspective
 * @base, @d1, @d2: inputs of corner 0, and their differences to the inputs of corners 1 and 2
 * @stipple: a line with a pattern: its pixel @stipple_first along x, or along y if @steep, is number
 *	@stipple_base of the pattern
 * @layer: slice of the targets
 */
struct gpu_scan {
	unsigned int edges;
	int64_t a[4], b[4], c[4];
	int32_t x0, y0, x1, y1, row;
	double l1[3], l2[3], zp[3];
	float rw[3];
	bool front, point, flat_w;
	bool stipple, steep;
	int32_t stipple_first, stipple_base;
	uint32_t layer, viewport;
	bool constant, same;
	int64_t cost;
	float base[GPU_INPUTS][4], d1[GPU_INPUTS][4], d2[GPU_INPUTS][4];
};

/**
 * struct gpu_quads - four quads on their way to the targets
 * @count: quads
 * @x, @y: of each invocation's pixel
 * @covered: invocations that a sample covers, for each sample
 * @z: depth for each sample; @center_z: at the centre
 * @back: it is a back face
 * @sample: the program runs for this sample; negative: for the pixel
 */
struct gpu_quads {
	unsigned int count;
	int32_t x[GPU_LANES], y[GPU_LANES];
	gpu_mask covered[GPU_SAMPLES];
	union gpu_lanes z[GPU_SAMPLES], center_z;
	bool back;
	int sample;
	uint32_t layer;
};

/* An input of the pixel program: SPI_PS_INPUT_CNTL, looked up. */
struct gpu_input {
	int8_t param;	/* parameter of the vertex program; -1: the default */
	uint8_t def;
	bool flat, linear, sprite, centroid;
};

struct gpu_spi {
	uint32_t inputs;
	struct gpu_input input[GPU_INPUTS];
	bool sprites, sprite_top, centroids;
	uint8_t override[4];
	bool position, face, fixed_position;
	uint8_t position_gpr, face_gpr, face_chan, fixed_gpr;
};

/* The tile whose address was computed last: its pixels follow each other in most draws. */
struct gpu_tile_cache {
	uint32_t tile_x, tile_y, slice;
	uint64_t addr;
};

/* A colour target. */
struct gpu_target {
	bool live, blend, integer, clamp, dual;
	uint8_t mask;
	uint8_t show[4];	/* channel of a colour that each of the target's is, for who looks */
	uint32_t slice, slice_max;
	uint32_t rows;	/* pixels from here on are outside */
	uint32_t pitch;
	struct gpu_surface surface;
	struct gpu_tile_cache cache;
	struct gpu_masks masks;
	struct gpu_color_format format;
	uint32_t blend_control;
	union gpu_lanes packed;	/* the colours of a group, without blending */
};

struct gpu_cb {
	struct gpu_target target[GPU_TARGETS];
	uint32_t special, rop;
	bool resolve;
	bool multiwrite;
	float constant[4];
	bool any;
	uint32_t packed;	/* a bit for each target whose @packed are the colours of all pixels of the scan */
};

/* db->format: DB_DEPTH_INFO.FORMAT, and R5xx's 24 bits above 8 of stencil. */
enum gpu_depth_format {
	GPU_DEPTH_16 = 1, GPU_DEPTH_X8_24 = 2, GPU_DEPTH_8_24 = 3, GPU_DEPTH_32_FLOAT = 6, GPU_DEPTH_X24_8_32_FLOAT = 7,
	GPU_DEPTH_24_8 = 8,
};

struct gpu_db {
	bool live, test_z, write_z, test_stencil, backface;
	bool clear_z, clear_stencil, copy_z, copy_stencil;
	uint32_t format;
	uint32_t control, ref_mask[2];
	uint32_t slice, slice_max;
	uint8_t bytes;
	uint32_t clear_stencil_value, clear_z_bits;
	float clear_value;
	uint32_t pitch, rows;
	uint32_t copy_sample;
	struct gpu_surface surface;
	struct gpu_tile_cache cache;
	bool htile;
	uint64_t htile_base;
	bool count;
	uint32_t backends;	/* that count the samples of each pipe, 2 bits each */
	bool early;
	bool program_z, program_stencil;	/* they come from the pixel program */
	float zmin, zmax;
	bool clamp_z;
};

/* Depth that is added to a face: scale * slope + units * 2^exponent. */
struct gpu_offset {
	bool on;
	double scale, units;
};

/**
 * struct gpu_window - what setup and scan converter know of the registers
 * @scissor: first x, first y, past the last x and y
 * @cliprect: in the same way; @cliprect_rule: a bit for each set of them that a pixel may be inside of
 * @samples: of a pixel; @sample_x, @sample_y: 1/256 of a pixel from its centre
 * @linear: no input is corrected for perspective
 * @needs_z: depth of pixels is computed
 * @offset: of front faces, and of the others
 * @offset_exponent: of units; @offset_float: the exponent of the primitive's largest depth is added to it
 * @offset_clamp: above 0 no offset is larger, below 0 none is smaller
 * @line_half: half the width of lines, in 1/256 of a pixel; @line_across: across the line, else along
 *	its shorter axis
 * @stipple: lines have @stipple_pattern, whose bit 0 (15 if @stipple_down) comes first, each @stipple_repeat
 *	times; @stipple_restart: each line begins it anew
 */
struct gpu_window {
	int32_t scissor[4];
	int32_t cliprect[4][4];
	uint32_t cliprect_rule;
	bool cliprects;
	unsigned int samples;
	int32_t sample_x[GPU_SAMPLES], sample_y[GPU_SAMPLES];
	uint32_t sample_mask;
	bool linear, needs_z;
	struct gpu_offset offset[2];
	int offset_exponent;
	bool offset_float;
	double offset_clamp;
	int64_t line_half;
	bool line_across;
	bool stipple, stipple_restart, stipple_down;
	uint32_t stipple_pattern, stipple_repeat;
};

/* Registers of the PA. */
struct gpu_pa {
	uint32_t mode, vte, clip, out;
	uint32_t viewport;	/* whose registers are below */
	float scale[3], offset[3];
	bool discard;
	int32_t center;		/* added to coordinates so that centres are at halves */
	bool iterate;		/* the pixel program runs for each sample */
	uint32_t vectors;	/* positions of the misc and clip vectors, a nibble each; 0 none */
};

/* Twice the area of a triangle on the window; positive if it turns from x to y. */
static inline int64_t gpu_area(const struct gpu_corner *a, const struct gpu_corner *b, const struct gpu_corner *c)
{
	return (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
}

/* Polygons that a primitive becomes: clipped, or drawn as lines or points. */
#define GPU_PIECES	24

struct gpu_piece {
	uint8_t shape;
	struct gpu_corner corner[3];
	float size[2];	/* points: width and height in pixels */
};

struct gpu;

/**
 * struct gpu_generation - what generations of chips do in their own way
 * @create: what a machine, or a part of one, has of its own; false without memory
 * @destroy: and frees
 * @begin: takes state from the registers; false if nothing is drawn
 * @can_split: no pixel of the draw reads or writes what pixels in other rows of tiles do
 * @begin_part: a part begins a draw that @whole has begun
 * @fill: the next batch of primitives, and how many they are; 0: there are no more
 * @primitive: pieces of primitive gpu->next_prim of the batch
 * @inputs: inputs of the scan's corners, from the weights of the piece's corners
 * @pixels: executes four quads
 * @place: with caches: gpu_place(); NULL: registers move no lines
 * @look: for gpu_look(): sets up the targets, textures and @gpu->looked
 * @depth_cleared: after @look: a pixel's depth is the clear value, and its memory is stale; NULL: HTILE says so
 * @texture: after @look: a texture by its resource, and the component of each channel; NULL: there is none
 * @unit: what reads it
 */
struct gpu_generation {
	bool (*create)(struct gpu *gpu);
	void (*destroy)(struct gpu *gpu);
	bool (*begin)(struct gpu *gpu, const struct gpu_draw_call *call);
	bool (*can_split)(struct gpu *gpu);
	void (*begin_part)(struct gpu *part, const struct gpu *whole);
	uint32_t (*fill)(struct gpu *gpu);
	void (*primitive)(struct gpu *gpu);
	void (*inputs)(struct gpu *gpu, const struct gpu_piece *piece);
	void (*pixels)(struct gpu *gpu, struct gpu_quads *q);
	void (*place)(struct gpu *gpu);
	void (*look)(struct gpu *gpu);
	bool (*depth_cleared)(const struct gpu *gpu, uint32_t x, uint32_t y);
	const struct gpu_texture *(*texture)(struct gpu *gpu, uint32_t resource, uint8_t sel[4]);
	struct gpu_texture_unit *(*unit)(struct gpu *gpu);
};

extern const struct gpu_generation gpu_r600, gpu_r500;

/**
 * struct gpu - the machine
 * @drawing: a draw has begun and is not done
 * @scanning: @scan has rows left
 * @piece, @pieces, @next_piece: of the current primitive
 * @current: its vertices
 * @part, @parts: this one draws rows of tiles @part, @part + @parts and so on
 * @rows: threads for the other parts; NULL: none
 * @in_batch: parts have more to do in the batch
 * @sparse, @program_steps: as gpu_sparse() has them
 * @watch: a watched pixel; NULL: none
 * @looked: width and height of the targets that gpu_look() sees
 * @prims: primitives of the batch; @next_prim: the one that comes next
 * @r500: what only R5xx has
 */
struct gpu {
	const struct gpu_host *host;
	void *ctx;
	struct gpu_rows *rows;
	uint32_t part, parts;
	bool in_batch;
	enum gpu_chip chip;
	const struct gpu_generation *gen;
	bool r7xx;
	struct gpu_mem mem;
	struct gpu_programs programs;
	struct gpu_texture_unit *unit;
	struct gpu_counters counters;

	const uint32_t *regs;
	struct gpu_tiling tiling;
	int64_t budget;
	bool drawing, scanning;
	uint32_t sparse, program_steps;
	const char *hang;
	struct gpu_watch *watch;
	uint32_t looked[2];
	struct gpu_vgt vgt;
	struct gpu_stage vs, ps, es, gs;
	struct gpu_geometry geometry;
	struct gpu_strmout strmout;
	struct gpu_spi spi;
	struct gpu_window window;
	struct gpu_pa pa;
	struct gpu_cb cb;
	struct gpu_db db;
	bool no_pixel_program;

	struct gpu_r500 *r500;
	struct gpu_batch *batch;
	uint32_t prims, next_prim;
	struct gpu_primitive current;
	uint16_t slot[3], provoking;
	unsigned int pieces, next_piece;
	struct gpu_piece piece[GPU_PIECES];
	struct gpu_scan scan;
	int32_t stipple;	/* pixels of lines since the pattern began */
	struct gpu_quads quads;
	struct gpu_group group;
	struct gpu_exports out;
};

/* One line to the host. */
void gpu_say(struct gpu *gpu, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Pipeline statistics, in the order of SAMPLE_PIPELINESTAT. */
enum gpu_stat {
	GPU_PS_INVOCATIONS, GPU_C_PRIMITIVES, GPU_C_INVOCATIONS, GPU_VS_INVOCATIONS, GPU_GS_INVOCATIONS,
	GPU_GS_PRIMITIVES, GPU_IA_PRIMITIVES, GPU_IA_VERTICES,
};

/* stage.c */
void gpu_stage_init(struct gpu *gpu, struct gpu_stage *stage, enum gpu_stage_id id);
/* rows.c: whether no other part of the draw has said that it hangs. */
bool gpu_rows_first_hang(struct gpu *gpu);

/* Runs the group; a program that hangs ends the draw, with a line that says where. */
void gpu_stage_run(struct gpu *gpu, const struct gpu_stage *stage, uint32_t inputs);

/* geometry.c */
void gpu_geometry_init(struct gpu *gpu);
/*
 * The next primitive: of the VGT, or of the geometry program.  Without @again the geometry program does not
 * run, because it would overwrite the vertices of primitives that it has made.
 */
bool gpu_geometry_next(struct gpu *gpu, struct gpu_primitive *p, bool again);

/* vertex.c */
void gpu_vertex_init(struct gpu *gpu);
/* Takes primitives from the VGT and runs their vertices.  Return: how many; 0: there are no more. */
uint32_t gpu_batch_fill(struct gpu *gpu);

static inline float gpu_vertex_value(const struct gpu *gpu, uint32_t slot, uint32_t vector, uint32_t chan)
{
	const struct gpu_exports *out = &gpu->batch->out[slot / GPU_LANES];

	return out->written >> vector & 1 ? out->vector[vector].c[chan].f[slot % GPU_LANES] : 0.0f;
}

/* interpolate.c */

/* Weights of corners 1 and 2 of the scan, and what 1 / w of the pixels makes of w. */
struct gpu_weights {
	union gpu_lanes linear[2], persp[2], w;
};

/* Where inputs are evaluated, in pixels. */
struct gpu_places {
	double x[GPU_LANES], y[GPU_LANES];
};

/* The centres of pixels, or the sample that the program runs for. */
void gpu_center(const struct gpu *gpu, const struct gpu_quads *q, struct gpu_places *at);
/* Moves pixels that are not covered whole to their first covered sample. */
void gpu_centroid(const struct gpu *gpu, const struct gpu_quads *q, struct gpu_places *at);
void gpu_weights_at(const struct gpu_scan *s, const struct gpu_places *at, struct gpu_weights *out);
void gpu_constant(union gpu_lanes *d, float base);
void gpu_plane(union gpu_lanes *d, float base, float d1, float d2, const union gpu_lanes *weight);

/* spi.c */
void gpu_spi_init(struct gpu *gpu);
/* Inputs of the scan's corners, from the weights of the primitive's vertices. */
void gpu_spi_setup(struct gpu *gpu, const struct gpu_piece *piece);
/* Inputs of the group; returns how many registers they fill. */
uint32_t gpu_spi_interpolate(struct gpu *gpu, const struct gpu_quads *q);

/* The slice of a target for a layer: what a view does not have goes to its last slice. */
static inline uint32_t gpu_slice(uint32_t first, uint32_t layer, uint32_t last)
{
	return first + layer < last ? first + layer : last;
}

/**
 * gpu_places() - a sample of a group's pixels in memory, to write
 * @gpu: the machine
 * @client: who writes
 * @s: the surface
 * @cache: of the surface
 * @q: the group
 * @slice: of the surface
 * @sample: of the pixels
 * @lanes: pixels that are inside of the surface
 * @p: the host's memory, for the lanes that are returned
 *
 * Return: the lanes without a fault.
 */
gpu_mask gpu_places(struct gpu *gpu, enum gpu_client client, const struct gpu_surface *s, struct gpu_tile_cache *cache,
		const struct gpu_quads *q, uint32_t slice, uint32_t sample, gpu_mask lanes, uint8_t *p[GPU_LANES]);

/* Pixels of four bytes; other lanes are loaded as 0. */
void gpu_load_dwords(uint8_t *const p[GPU_LANES], gpu_mask lanes, union gpu_lanes *to);
void gpu_store_dwords(uint8_t *const p[GPU_LANES], gpu_mask lanes, const union gpu_lanes *from);

/* Lanes of a group of the scan below a width and a height, among those that are covered. */
gpu_mask gpu_lanes_inside(const struct gpu *gpu, const struct gpu_quads *q, uint32_t width, uint32_t height);

/* db.c */
void gpu_db_init(struct gpu *gpu);
/* Takes the samples that fail away from @q, and updates depth and stencil. */
void gpu_db_run(struct gpu *gpu, struct gpu_quads *q, const struct gpu_exports *out);

/* cb.c */
void gpu_cb_init(struct gpu *gpu);
void gpu_cb_run(struct gpu *gpu, const struct gpu_quads *q, struct gpu_exports *out);
/* The pixels of the draw copy the average of target 0's samples to target 1. */
void gpu_cb_resolve(struct gpu *gpu, const struct gpu_quads *q);
/* The pixels of the draw copy depth and stencil to target 0. */
void gpu_cb_copy(struct gpu *gpu, const struct gpu_quads *q);

/* pixel.c */
void gpu_pixels_init(struct gpu *gpu);
void gpu_pixels_run(struct gpu *gpu, struct gpu_quads *q);

/* raster.c: one row of tiles of the scan.  Return: false if it was the last. */
bool gpu_raster_row(struct gpu *gpu);

/* setup.c: begins to scan a piece.  Return: false if nothing of it is visible. */
bool gpu_scan_begin(struct gpu *gpu, const struct gpu_piece *piece);

/* pa.c */
void gpu_pa_init(struct gpu *gpu);
/* The pieces of the next primitive of the batch. */
void gpu_pa_primitive(struct gpu *gpu);

#endif
