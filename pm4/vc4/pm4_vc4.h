/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The front of VideoCore IV: a submission of DRM_VC4_SUBMIT_CL, which has a binner list, shader
 * records, uniform streams and render arguments, and the QPU programs that it runs.
 *
 * The hardware has no MMU: the checker proves that each address that a list, a record, a
 * uniform or a program can form is in a buffer of the submission.  It only reads.  The driver
 * writes addresses into its copy and makes the render list.
 *
 * The language has no dwords, no relocations and no state that stays in the card, so pm4_check()
 * and its patches do not fit: vc4_check() is beside it.  Tables and words are shared
 * (&vc4_front.tables).
 *
 * No function takes a lock; two checks may run at the same time, each with its own memory.
 */
#ifndef PM4_VC4_H
#define PM4_VC4_H

#include "../pm4_fronts.h"

extern const struct pm4_front vc4_front;

#define VC4_NONE		0xffffffffu
#define VC4_MAX_BUFFERS		65536u

/**
 * struct vc4_buffer - a buffer of a submission
 * @size: size in bytes
 * @code: the program, little-endian; NULL: a data buffer.  The rest of a shader buffer is zero
 * @code_bytes: length of @code, a multiple of 8, at most @size
 */
struct vc4_buffer {
	u64 size;
	const u8 *code;
	u32 code_bytes;
};

enum vc4_surface_use {
	VC4_COLOR_READ,
	VC4_COLOR_WRITE,
	VC4_ZS_READ,
	VC4_ZS_WRITE,
	VC4_MSAA_COLOR_WRITE,
	VC4_MSAA_ZS_WRITE,
	VC4_SURFACES
};

/**
 * struct vc4_surface - a surface of the render arguments (struct drm_vc4_submit_rcl_surface)
 * @hindex: index of the buffer, VC4_NONE if there is no surface
 * @offset: offset in the buffer, in bytes
 * @bits: layout RENDER_BITS for VC4_COLOR_WRITE, TILE_BITS for the others
 * @flags: bit 0: loads whole tiles at full resolution
 */
struct vc4_surface {
	u32 hindex;
	u32 offset;
	u16 bits;
	u16 flags;
};

/**
 * struct vc4_render - the render arguments
 * @width: width of the frame in pixels
 * @height: height of the frame in pixels
 * @min_x: first column of tiles
 * @min_y: first row of tiles
 * @max_x: last column of tiles
 * @max_y: last row of tiles
 * @surfaces: by enum vc4_surface_use
 * @clear_color: clear values of the color buffer
 * @clear_z: clear value of the depth buffer
 * @clear_s: clear value of the stencil buffer
 * @flags: VC4_RENDER_FLAGS
 */
struct vc4_render {
	u16 width;
	u16 height;
	u8 min_x;
	u8 min_y;
	u8 max_x;
	u8 max_y;
	struct vc4_surface surfaces[VC4_SURFACES];
	u32 clear_color[2];
	u32 clear_z;
	u32 clear_s;
	u32 flags;
};

/* 0: set the clear values; 1: fixed order of the tiles; 2, 3: x, y rise. */
#define VC4_RENDER_FLAGS	0xfu

/**
 * struct vc4_input - a submission
 * @list: the binner list
 * @list_bytes: its length; 0: the job only clears, loads and stores
 * @records: shader records, each after its handles
 * @records_bytes: length of @records
 * @nrecords: number of records that the client declares
 * @uniforms: for each record and stage the handles of the lookups and the words
 * @uniforms_bytes: length of @uniforms
 * @buffers: the buffers; handles are indices
 * @nbuffers: length of @buffers
 * @render: the render arguments
 */
struct vc4_input {
	const u8 *list;
	u32 list_bytes;
	const u8 *records;
	u32 records_bytes;
	u32 nrecords;
	const u8 *uniforms;
	u32 uniforms_bytes;
	const struct vc4_buffer *buffers;
	u32 nbuffers;
	struct vc4_render render;
};

/* Stages in the order of a record and of the uniforms. */
enum vc4_stage {
	VC4_FRAGMENT,
	VC4_VERTEX,
	VC4_COORDINATE,
	VC4_STAGES
};

/* Part of the submission that a rule is about. */
enum vc4_part {
	VC4_LIST,
	VC4_RECORD,
	VC4_UNIFORMS,
	VC4_CODE,
	VC4_RENDER
};

/* Rules, by part.  vc4_say.c documents the numbers of each. */
#define VC4_RULES(X) \
	X(ACCEPTED) \
	X(LIST_CODE) X(LIST_DENIED) X(LIST_CUT) X(LIST_ORDER) X(LIST_TWICE) X(LIST_END) \
	X(LIST_MISSING) X(LIST_FIELD) X(LIST_BITS) X(LIST_GRID) X(LIST_SAMPLES) X(LIST_WINDOW) \
	X(LIST_UNSET) X(LIST_POINT) X(LIST_DRAWS) X(INDEX_ALIGN) X(INDEX_BOUNDS) X(DRAW_WRAPS) \
	X(RECORD_COUNT) X(RECORD_CUT) X(RECORD_LEFT) X(RECORD_FLAGS) X(RECORD_THREADS) \
	X(RECORD_OFFSET) X(RECORD_STAGE) X(RECORD_VARYINGS) X(RECORD_MASK) X(RECORD_ROWS) \
	X(RECORD_LIMIT) X(RECORD_OUTPUT) X(RECORD_POINT) X(RECORD_SAMPLES) \
	X(ATTRIBUTE_VPM) X(ATTRIBUTE_BOUNDS) X(VERTEX_BOUNDS) \
	X(BUFFER_INDEX) X(BUFFER_SHADER) X(BUFFER_DATA) \
	X(UNIFORMS_CUT) X(UNIFORMS_LEFT) X(READ_BOUNDS) X(TEXTURE_TYPE) X(TEXTURE_CHILD) \
	X(TEXTURE_CUBE) X(TEXTURE_BOUNDS) X(TEXTURE_LEVELS) X(TEXTURE_FACES) \
	X(TEXTURE_FILTER) X(TEXTURE_COUNT) X(TEXTURE_WRAP) \
	X(CODE_END) X(CODE_CUT) X(CODE_SIGNAL) X(CODE_OPERATION) X(CODE_READ) X(CODE_WRITE) \
	X(CODE_BOTH) X(CODE_EARLY) X(CODE_IMMEDIATE) X(CODE_COUPLED) X(CODE_RESULT) \
	X(CODE_ROTATE) X(CODE_MASK) X(CODE_FIRST) X(CODE_UNLOCK) X(CODE_LAST) \
	X(BRANCH_FORM) X(BRANCH_TARGET) X(BRANCH_SLOT) X(BRANCH_ENDLESS) \
	X(THREAD_SWITCH) X(THREAD_LAST) X(THREAD_TILE) X(THREAD_RESULT) X(THREAD_FILE) \
	X(UNIFORM_RESET) X(UNIFORM_EARLY) X(UNIFORM_UNKNOWN) \
	X(LOOKUP_UNITS) X(LOOKUP_CONDITION) X(LOOKUP_UNIFORM) X(LOOKUP_TWICE) X(LOOKUP_FULL) \
	X(LOOKUP_OPEN) X(READ_CLAMP) X(RESULT_NONE) X(RESULT_LEFT) \
	X(VPM_SETUP) X(VPM_ROWS) X(VPM_READ) X(VPM_LEFT) X(VARYING_ONCE) \
	X(RENDER_BITS) X(RENDER_SIZE) X(RENDER_TILES) X(RENDER_NOTHING) X(RENDER_EARLY_Z) \
	X(SURFACE_SAMPLES) X(SURFACE_FLAGS) \
	X(SURFACE_BITS) X(SURFACE_FORMAT) X(SURFACE_BUFFER) X(SURFACE_ALIGN) X(SURFACE_BOUNDS)

enum vc4_rule {
#define VC4_RULE_ENUM(name) VC4_##name,
	VC4_RULES(VC4_RULE_ENUM)
#undef VC4_RULE_ENUM
	VC4_RULE_COUNT
};

/**
 * struct vc4_verdict - the reason for a refusal
 * @rule: enum vc4_rule; 0 if the submission is accepted
 * @part: enum vc4_part
 * @at: byte in the list, the records or the uniforms
 * @code: code of the list's record
 * @record: number of the shader record, VC4_NONE if there is none
 * @stage: enum vc4_stage, of records and uniforms
 * @index: number of the attribute, the lookup or the surface; for programs the unit: 0 add,
 *	1 mul, VC4_NONE both
 * @field: 1 + number of the field in &vc4_front.tables, 0: none
 * @buffer: index of the buffer, VC4_NONE if there is none; of programs always
 * @ip: number of the instruction
 * @detail: depends on @rule, see vc4_say.c
 * @expected: bound or value that the rule demands
 * @actual: value in the submission
 * @offset: for rules about ranges: offset in the buffer, in bytes
 * @inst: the instruction
 */
struct vc4_verdict {
	u32 rule;
	u32 part;
	u32 at;
	u32 code;
	u32 record;
	u32 stage;
	u32 index;
	u32 field;
	u32 buffer;
	u32 ip;
	u32 detail;
	u64 expected;
	u64 actual;
	u64 offset;
	u64 inst;
};

/* Room for the longest sentence, with its NUL. */
#define VC4_TEXT	256

/**
 * struct vc4_lookup - a texture lookup or a direct read of a program
 * @words: numbers of the uniform words, P0 first.  Of a direct read: the base and the clamp
 * @nwords: number of @words
 * @direct: a direct read
 */
struct vc4_lookup {
	u32 words[4];
	u8 nwords;
	bool direct;
};

/* Uniforms whose values may become the size of points, at most. */
#define VC4_POINT_WORDS		4u

/* What a program uses: &vc4_program.uses. */
#define VC4_USES_TILE		1u	/* the tile buffer, and values of a fragment */
#define VC4_USES_VPM		2u	/* the vertex memory */
#define VC4_USES_THREADS	4u

/**
 * struct vc4_program - a program that the walk accepted
 * @words: uniform words, without handles
 * @lookups: its lookups
 * @nlookups: number of @lookups
 * @varyings: varyings that it reads
 * @uses: VC4_USES_*
 * @rows: rows of vertex memory that it reads: all below this number
 * @written: bit mask of the rows that it writes on each way
 * @samples: samples of a pixel that it reads, or writes one by one: the larger number
 * @bounded: row 7 holds at least 0.125, if each of @points does
 * @points: uniform words, of which row 7 holds one
 * @npoints: number of @points
 */
struct vc4_program {
	u32 words;
	u32 nlookups;
	const struct vc4_lookup *lookups;
	u32 varyings;
	u8 uses;
	u8 rows;
	u64 written;
	u32 samples;
	bool bounded;
	u8 npoints;
	u32 points[VC4_POINT_WORDS];
};

size_t vc4_memory_size(const struct vc4_input *in);
int vc4_check_code(const struct vc4_input *in, void *memory, struct vc4_verdict *verdict);
int vc4_check(const struct vc4_input *in, void *memory, struct vc4_verdict *verdict);
size_t vc4_verdict_text(const struct vc4_verdict *verdict, char *text, size_t size);
const char *vc4_rule_name(u32 rule);

/**
 * struct vc4_decoder - input of the decoder and receiver of the lines
 * @in: the submission; need not have been checked
 * @verdict: marks the place of a refusal, NULL: none
 * @line: called with each line, without a newline
 * @ctx: first argument of @line
 */
struct vc4_decoder {
	const struct vc4_input *in;
	const struct vc4_verdict *verdict;
	void (*line)(void *ctx, const char *text);
	void *ctx;
};

void vc4_decode(const struct vc4_decoder *d, void *memory);
u32 vc4_decode_record(const u8 *p, u32 left, char *text, size_t size);

void vc4_count(const struct vc4_input *in, void *memory,
	       void (*item)(void *ctx, u32 set, u32 number), void *ctx);

/* Room for the longest error of vc4_file_parse(), with its NUL. */
#define VC4_ERROR	192

u32 vc4_file_buffers(const u8 *data, size_t size);
int vc4_file_parse(const u8 *data, size_t size, struct vc4_buffer *buffers, struct vc4_input *in,
		   char *error);

#endif /* PM4_VC4_H */
