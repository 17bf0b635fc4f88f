/* SPDX-License-Identifier: GPL-2.0 */
/*
 * pm4-draw: recorded frames, draw by draw, on the drawing machine.
 *
 *	dump.c		device core dumps and reports
 *	file.c		a recording in memory
 *	card.c		buffers, checker and card; a replay that stops at packets
 *	bounds.c	the size that the checker demands of a surface's buffer
 *	state.c		registers by name, programs as text
 *	picture.c	targets as pixels; png.c writes them
 *	texture.c	textures as pixels
 *	history.c	the fragments of a pixel
 *	trace.c		one invocation of a program
 *	log.c		the draws of a frame as hashes; align.c pairs the draws of two
 *	export.c	a whole frame as JSON (json.c)
 *	page.c		the same as an HTML page (page.html, page.css, page.js)
 *	trim.c		the least of a recording that gives a draw its pixels
 *	draw.c		one draw: state, programs, picture
 *	compare.c	two frames
 *	beside.c	a frame and a picture
 *	main.c		options
 *
 * Each uses only those above it.  The files of recordings are not trusted: pm4/tool reads them, the
 * checker decides which streams run, and the card reaches the buffers of a stream alone.
 */
#ifndef FRAME_H
#define FRAME_H

#include "tool.h"
#include "watch.h"

/* Room for a message, with its NUL. */
#define FRAME_ERROR	R6CS_ERROR

/* ---- dump.c, file.c ---- */

/* Bytes that the CPU wrote to a buffer before a submission. */
struct frame_write {
	u64 id, offset;
	size_t size;
	u8 *data;
};

/**
 * struct frame_submission - a stream of the file
 * @cs: the stream; without its name
 * @name: number in the file, process id and name of the client
 * @ids: identity of the buffer of each relocation; NULL: the file has no contents
 * @writes: writes of the CPU before
 * @nwrites: their number
 */
struct frame_submission {
	struct r6cs cs;
	char name[64];
	u64 *ids;
	struct frame_write *writes;
	u32 nwrites;
};

/**
 * struct frame_dumped - a program that a device core dump has
 * @sub: its submission
 * @stage: of the program; @buffer, @offset: where it is; @dw: its dwords, @ndw of them
 */
struct frame_dumped {
	u32 sub;
	char stage[4];
	u32 buffer;
	u64 offset;
	u32 *dw;
	u32 ndw;
};

/**
 * struct frame_file - a recording
 * @path: its name
 * @subs: submissions
 * @nsubs: their number
 * @bytes: of all contents
 * @dumped: programs of device core dumps; @ndumped: their number
 * @caches: its cards have caches, whose lines @seed drops: gpu_caches()
 * @bare: a submission has no contents of its buffers: a capture of the driver.  Nothing runs then
 */
struct frame_file {
	const char *path;
	struct frame_submission *subs;
	u32 nsubs;
	size_t bytes;
	struct frame_dumped *dumped;
	u32 ndumped;
	bool caches;
	u32 seed;
	bool bare;
};

/* dump.c: a device core dump, or a report.  As frame_file_read(), which calls it. */
bool frame_is_text(const char *path);
int frame_dump_read(struct frame_file *file, const char *path, char *error);

/* Return: 0, or -1 with @error.  The file needs frame_file_free() in any case. */
int frame_file_read(struct frame_file *file, const char *path, char *error);
void frame_file_free(struct frame_file *file);
/* Sets @file->bare.  Return: 0, or -1 with @error: there is no machine for a submission. */
int frame_file_check(struct frame_file *file, char *error);

/* ---- card.c ---- */

enum frame_kind { FRAME_DRAW, FRAME_COPY, FRAME_FLUSH };

/**
 * struct frame_event - a packet that draws, moves bytes or flushes caches
 * @kind: which
 * @draw: number of the draw, from 1 on in the file; of other events the number of the draw before
 * @sub: submission, an index
 * @at: dword of the header
 * @ndw: dwords of the packet
 * @name: AMD's name
 */
struct frame_event {
	enum frame_kind kind;
	u32 draw;
	u32 sub, at, ndw;
	const char *name;
};

/* Register space with constants, in dwords. */
#define FRAME_REGS	0x10000u

struct frame_card;

/**
 * struct frame_sink - who follows a replay
 * @before: is called before a packet runs; NULL: none.  Returns false to end the replay
 * @after: the same, after it
 * @ctx: their first argument
 */
struct frame_sink {
	bool (*before)(void *ctx, struct frame_card *card, const struct frame_event *e);
	bool (*after)(void *ctx, struct frame_card *card, const struct frame_event *e);
	void *ctx;
};

/* @sees: frame_accesses() is wanted.  Return: the card with nothing in its buffers; NULL with @error. */
struct frame_card *frame_card_new(const struct frame_file *file, bool sees, char *error);
void frame_card_free(struct frame_card *card);

/**
 * frame_replay() - execute the file
 * @card: a new card
 * @sink: follows; NULL: no caller
 *
 * Streams that the checker refuses do not run, as they did not when the file was recorded.
 */
void frame_replay(struct frame_card *card, const struct frame_sink *sink);

/* Without lines on stderr about refused streams and bad accesses. */
void frame_quiet(struct frame_card *card, bool quiet);
/* Draws of the file, draws of refused streams among them. */
u32 frame_draws(const struct frame_card *card);

/**
 * struct frame_access - what a client of the chip has read or written of a buffer
 * @client: its name
 * @write: it wrote
 * @id: identity of the buffer
 * @offset, @end: the first byte, and the first one after the last
 * @count: accesses
 */
struct frame_access {
	const char *client;
	bool write;
	u64 id, offset, end, count;
};

/* Of the packet that ran last.  Return: how many. */
u32 frame_accesses(const struct frame_card *card, const struct frame_access **list);

struct gpu;
struct gpu_array;
struct r500_upload;

struct gpu *frame_gpu(struct frame_card *card);
/* R5xx: programs and constants in the chip; NULL: another generation.  And the vertex arrays of a draw. */
const struct r500_upload *frame_upload(const struct frame_card *card);
u32 frame_arrays(const struct frame_card *card, const struct gpu_array **arrays);
/* A register of R5xx through which programs and constants go to the chip: no state. */
bool frame_is_port(const struct frame_card *card, u32 reg);
/* The register file, and which of its dwords streams have set so far. */
const u32 *frame_regs(struct frame_card *card);
/* The same as streams have written them: without the addresses of buffers. */
const u32 *frame_values(const struct frame_card *card);
bool frame_reg_is_set(const struct frame_card *card, u32 dword);
const struct pm4_card *frame_pm4_card(const struct frame_card *card);

/* A buffer of the current submission. */
struct frame_place {
	u32 reloc;
	u64 id, offset, room;
	const u8 *bytes;
};

/* Return: false if the address is in no buffer of the current submission. */
bool frame_find(const struct frame_card *card, u64 addr, struct frame_place *place);
const struct frame_file *frame_of(const struct frame_card *card);

/* ---- bounds.c ---- */

/*
 * Bytes from a surface's place on that the checker demands of its buffer, in the stream up to a draw; 0: it does not
 * say, because something else demands more of the buffer.
 */
u64 frame_bound(const struct frame_card *card, const struct frame_event *e, const struct frame_place *place);

/* ---- state.c ---- */

/* A register or constant, as a line of text: NAME = VALUE FIELDS. */
typedef void (*frame_line)(void *ctx, u32 dword, u32 value, const char *text);

/**
 * frame_state() - name registers
 * @card: the generation and the chip
 * @regs: values, FRAME_REGS dwords
 * @take: which of them
 * @line: is called for each, in order
 * @ctx: its first argument
 */
void frame_state(const struct pm4_card *card, const u32 *regs, const bool *take, frame_line line, void *ctx);

/* The dword is a place in a buffer of the client's uploads, which moves without a meaning. */
bool frame_is_place(const struct frame_card *card, u32 dword);

/**
 * struct frame_program - a program of the next or last draw
 * @stage: PS, VS, GS, ES, FS
 * @addr: GPU address
 * @place: its buffer
 * @in_chip: R5xx: it is in the chip, and @place has its bytes alone
 */
struct frame_program {
	const char *stage;
	u64 addr;
	struct frame_place place;
	bool in_chip;
};

#define FRAME_PROGRAMS	5u

/* Return: how many. */
u32 frame_programs(struct frame_card *card, struct frame_program *programs);
/* Calls @line for each line of the text. */
void frame_program_text(const struct frame_card *card, const struct frame_program *p,
			void (*line)(void *ctx, const char *text), void *ctx);

/* The line of a program without its place and its dwords, which differ between chips. */
const char *frame_instruction(const char *line);

/* A constant buffer of the next or last draw. */
struct frame_constants {
	const char *stage;
	u32 number, bytes;
	struct frame_place place;
	bool in_chip;
};

/* Sixteen of PS, VS and GS each. */
#define FRAME_CONSTANTS	48u

/* Return: false if constant buffer @i is not there. */
bool frame_constants(struct frame_card *card, u32 i, struct frame_constants *c);
/* Four channels in brackets; four dwords as floats and as they are. */
void frame_print_color(FILE *out, const u32 color[4], bool integer);
void frame_print_vector(const char *before, const u8 *bytes, u32 size);

/* ---- picture.c, png.c ---- */

#define FRAME_DEPTH	8u	/* target: depth as grey */
#define FRAME_STENCIL	9u
#define FRAME_TARGETS	10u

const char *frame_target_name(u32 target);

/**
 * struct frame_picture - a target
 * @width, @height: in pixels
 * @samples: of a pixel
 * @integer: values are integers
 * @format: as the registers name it
 * @rgba: four bytes a pixel, from the first row of memory on
 */
struct frame_picture {
	u32 width, height, samples;
	bool integer;
	u8 *rgba;
};

/* The target as the last draw left it.  Return: false if there is none; free @p->rgba. */
bool frame_picture(struct frame_card *card, u32 target, struct frame_picture *p);
/* A file in memory, to be freed; NULL without memory. */
u8 *frame_png(const struct frame_picture *p, size_t *size);
/* The last row on top. */
void frame_flip(struct frame_picture *p);
int frame_png_write(const struct frame_picture *p, const char *path, char *error);

/* ---- texture.c ---- */

#define FRAME_TEXTURES	48u

/**
 * struct frame_texture - a texture of a draw
 * @stage: of the program that names it
 * @resource: its resource in the register file, or unit of R5xx
 * @number: as instructions name it
 * @view: its shape
 * @place: where its first level is
 */
struct frame_texture {
	const char *stage;
	u32 resource, number;
	struct gpu_texture_view view;
	struct frame_place place;
};

/* The textures of the last draw.  Return: how many. */
u32 frame_textures(struct frame_card *card, struct frame_texture list[FRAME_TEXTURES]);
/* Each @step-th texel of its first level and slice.  Return: false without memory; free @p->rgba. */
bool frame_texture_picture(struct frame_card *card, const struct frame_texture *t, u32 step, struct frame_picture *p);

/* ---- log.c, align.c ---- */

/**
 * struct frame_step - a draw of a frame as hashes
 * @e: the packet
 * @drawn: of the packet and, for one chip, the programs: draws of two frames with the same one are a pair
 * @state: of the registers as streams have written them, without places
 * @constants: of the constant buffers, and of the data in the packet
 * @programs: of their texts
 * @target: of each colour target and the depth buffer after it; 0: there is none
 */
struct frame_step {
	struct frame_event e;
	u64 drawn, state, constants, programs;
	u64 target[FRAME_DEPTH + 1];
};

/* @same_chip: the programs of both frames are by one compiler. */
struct frame_log {
	bool same_chip;
	struct frame_step *steps;
	u32 count;
};

/* Return: 0, or -1 with @error. */
int frame_log_read(struct frame_log *log, const struct frame_file *file, char *error);

/* Draws are a pair by their packets alone. */
void frame_log_forget_programs(struct frame_log *log);

/* Of each colour target and the depth buffer; 0: there is none. */
void frame_hash_targets(struct frame_card *card, u64 target[FRAME_DEPTH + 1]);

struct frame_pair {
	u32 a, b;
};

/* The pairs of two frames, in order: room for all draws of both.  Return: their number. */
u32 frame_align(const struct frame_log *a, const struct frame_log *b, struct frame_pair *pairs);

/* ---- json.c, export.c, page.c ---- */

/**
 * struct frame_json - JSON on its way out
 * @out: the file
 * @more: the next value is not the first one of its array or object
 */
struct frame_json {
	FILE *out;
	bool more;
};

void frame_json_begin(struct frame_json *j, char bracket);
void frame_json_end(struct frame_json *j, char bracket);
void frame_json_key(struct frame_json *j, const char *name);
void frame_json_text(struct frame_json *j, const char *text);
void frame_json_number(struct frame_json *j, u64 value);
/* Dwords as one string. */
void frame_json_hex(struct frame_json *j, const u32 *dw, u32 count);

/**
 * struct frame_export - a whole frame
 * @want_tiles: keep @tiles
 * @tiles: of each target of each draw: number and elements of each tile that the draw changed
 * @left_out: they are too many; tiles of later draws are missing
 * @history: lines about a pixel that go with the frame; NULL: none
 * @draws: draws that ran
 */
struct frame_export {
	bool want_tiles, left_out;
	const char *history;
	struct bytes tiles;
	u32 draws;
};

/* Writes the frame as JSON.  Return: 0, or -1 with @error. */
int frame_export(struct frame_card *card, FILE *out, struct frame_export *e, char *error);

/* ---- the commands ---- */

enum frame_trace_kind { FRAME_TRACE_PIXEL, FRAME_TRACE_VERTEX, FRAME_TRACE_THREAD };

/**
 * struct frame_options - options of the command line
 * @output: -o
 * @flip: --flip
 * @draw: --draw, or the last one
 * @target: --target; FRAME_TARGETS: the first one that there is
 * @texture: --texture: as instructions name it; negative: none
 * @page: --page
 * @caches: --caches, with its @seed
 * @compare: --compare; @within: --within: how far channels may be apart, of 255
 * @json: --json
 * @pixel: --pixel: x, y, and the sample or -1
 * @has_pixel: it was given
 * @trim: --trim, to @output
 * @trace: --trace; @trace_kind: of @pixel, of the vertex with the index @number, or of the fragment with it
 */
struct frame_options {
	const char *output, *page;
	bool flip;
	u32 draw;
	u32 target;
	int texture;
	bool compare, json, caches;
	u32 seed;
	int within;
	int pixel[3];
	bool has_pixel;
	bool trace, trim;
	enum frame_trace_kind trace_kind;
	u32 number;
};

/* Return: 0, or -1 with @error. */
/* page.c: the frame as an HTML file, with the history of a pixel if there is one in @o. */
int frame_page(struct frame_card *card, const struct frame_options *o, char *error);
int frame_draw(struct frame_card *card, const struct frame_options *o, char *error);
int frame_trim(const struct frame_file *file, const struct frame_options *o, char *error);
int frame_trace(struct frame_card *card, const struct frame_options *o, char *error);
/* Writes the lines to @out. */
int frame_history(struct frame_card *card, const struct frame_options *o, FILE *out, char *error);
/* beside.c: @differ: a pixel of the target differs from the picture. */
bool frame_is_png(const char *path);
int frame_beside(struct frame_card *card, const struct frame_options *o, const char *png, bool *differ, char *error);
int frame_compare(const struct frame_file *a, const struct frame_file *b, bool *differ, char *error);

#endif
