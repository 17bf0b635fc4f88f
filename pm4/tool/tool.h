/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Internals of the pm4 tool: streams from files, and one function for each command.  From
 * bottom to top: tool_bytes.c, the r6cs format, contents of buffers, captures, tool_input.c, the
 * commands.
 */
#ifndef PM4_TOOL_H
#define PM4_TOOL_H

#include <stdio.h>

#include "pm4_decode.h"
#include "pm4_fronts.h"
#include "r6cs_file.h"

struct format;

/**
 * struct r6cs - a stream
 * @name: file name, with the number of the submission for captures
 * @card: the card of the recording
 * @in: input for pm4_check()
 * @buffers: @in.buffers, one for each relocation, for freeing
 * @addrs: address of each relocation's buffer
 * @ib: @in.ib, for freeing
 * @const_ib: @in.const_ib, for freeing
 * @map: @in.map, for freeing
 * @known: a front has the chip and the ring; otherwise of @card and @in only
 *	the dwords are valid
 * @chip: name of the chip in the file
 * @ring: number of the ring in the file: 0 gfx, 1 DMA, 3 UVD, 5 compute
 * @first_dw: number of the first dword, as a text gives it
 * @wrap_dw: length of the ring that a text shows, 0 for a stream
 * @format: another format than streams of dwords; only @name and the members below are valid
 * @image: the bytes of the file, until the next input_next()
 * @image_bytes: their number
 * @captured: the stream comes from a capture, and the members below are valid
 * @driver_error: positive errno that the client got, 0 if the driver accepted the stream
 * @driver_text: the driver's sentence
 * @driver_args: the driver refused the arguments, before it checked the stream
 * @ctx_id: id of the context
 * @number: number of the submission in its context, or 0
 */
struct r6cs {
	const char *name;
	struct pm4_card card;
	struct pm4_input in;
	struct pm4_buffer *buffers;
	u64 *addrs;
	u32 *ib;
	u32 *const_ib;
	struct pm4_mapping *map;
	bool known;
	char chip[17];
	u32 ring;
	u32 first_dw, wrap_dw;
	const struct format *format;
	const u8 *image;
	size_t image_bytes;
	bool captured;
	u32 driver_error;
	char driver_text[256];
	bool driver_args;
	u32 ctx_id;
	u64 number;
};

int r6cs_parse(const void *data, size_t size, struct r6cs *cs, char *error);
void r6cs_free(struct r6cs *cs);

bool r6cs_card(const char *name, struct pm4_card *card);
bool r6cs_takes_map(const struct pm4_front *front);
int r6cs_take_map(const struct r6cs_file *f, struct r6cs *cs, char *error);

/* All fronts, in the order of pm4_fronts.h; NULL at the end. */
#define FRONT_COUNT(name) + 1
#define FRONTS (0 PM4_FRONTS(FRONT_COUNT))
extern const struct pm4_front * const fronts[FRONTS + 1];

/**
 * struct bytes - growing memory
 * @data: the bytes
 * @size: number of bytes in use
 * @room: number of bytes allocated
 */
struct bytes {
	u8 *data;
	size_t size, room;
};

u8 *bytes_add(struct bytes *b, size_t size);
size_t bytes_follow(void *to, size_t size, FILE *f);

/* Most bytes of contents that are kept. */
#define CONTENTS_MAX	(256u << 20)

struct page;

/**
 * struct contents - contents of the buffers of a capture
 * @pages: lists of pages, NULL without pages
 * @npages: number of pages
 * @ids: identity of the buffer of each relocation of the current submission; NULL if the
 *	submission has none
 */
struct contents {
	struct page **pages;
	u32 npages;
	u64 *ids;
};

int contents_write(struct contents *c, u64 id, u64 offset, const u8 *data, size_t size,
		   char *error);
u32 contents_read(const struct contents *c, u64 id, u64 offset, u32 *dw, u32 count);
void contents_free(struct contents *c);

/* Bits of the reserved word: the client owned the RAM. */
#define R6CS_OWNS_HYPERZ	0x1u
#define R6CS_OWNS_CMASK		0x2u

/**
 * struct r6cs_head - the head of a recorded stream
 * @chip: name of the chip
 * @ring: number of the ring, see &r6cs.ring
 * @cs_flags: RADEON_CS_*
 * @ib_dw: number of dwords
 * @nreloc: number of relocations
 * @nbo: number of buffers
 * @owns: R6CS_OWNS_*
 */
struct r6cs_head {
	const char *chip;
	u32 ring, cs_flags, ib_dw, nreloc, nbo, owns;
};

int r6cs_begin(struct bytes *b, const struct r6cs_head *head);
int r6cs_add_bo(struct bytes *b, u64 size, u32 domain, u32 tiling, u32 pitch);
int r6cs_add_reloc(struct bytes *b, u32 bo, u32 read, u32 write, u32 flags);
int r6cs_add_ib(struct bytes *b, const u8 *dwords, u32 count);

/* Room for the sentence of a refusal in any format, with its NUL. */
#define FORMAT_TEXT 256

/**
 * struct format - files that hold no stream of dwords, known by their first four bytes
 * @magic: these bytes; NULL: @is tells
 * @is: the file has this format
 * @front: the front
 * @check: returns 0: accepted, 1: refused with @rule and @text, -1: bad file with @error
 * @decode: prints the submission, and its refusal; returns as @check
 * @count: counts what is in it, for @print_counts; returns 0, or -1 with @error
 * @print_counts: prints the counts of all files, nothing without files
 * @bench_add: keeps a copy for @bench; returns 0, or -1 with @error
 * @bench: measures the check of all copies and frees them; prints nothing without copies
 */
struct format {
	const char *magic;
	bool (*is)(const u8 *image, size_t size);
	const struct pm4_front *front;
	int (*check)(const struct r6cs *cs, const char **rule, char *text, char *error);
	int (*decode)(const struct r6cs *cs, char *error);
	int (*count)(const struct r6cs *cs, char *error);
	void (*print_counts)(void);
	int (*bench_add)(const struct r6cs *cs, char *error);
	void (*bench)(int counter);
};

extern const struct format v4cs_format;
extern const struct format vc4_hang_format;
extern const struct format * const formats[];
const struct pm4_front *format_front(const char *chip);

/**
 * struct cost - cost of some work
 * @ns: time in nanoseconds
 * @instructions: instructions, 0 if they cannot be counted
 */
struct cost {
	double ns;
	u64 instructions;
};

#define MEASURE_ROUNDS 20

int measure_counter(void);
struct cost measure(int counter, void (*work)(void *ctx), void *ctx);

/**
 * struct input - options and files of a command
 * @files: names of the files
 * @nfiles: number of files
 * @at: number of files opened so far
 * @file: the current file, or NULL
 * @raw: --raw or --text: the files are plain dwords
 * @text: --text: they are a text; without it a file of printable bytes is one
 * @chip: --chip: chip of a raw file
 * @nbuffers: --buffers: number of buffers of a raw file
 * @buffer_size: --buffers: size of each of them in bytes
 * @ring: --ring: number of the ring of a raw file, as in &r6cs.ring
 * @priority: --priority: priority of a raw file
 * @const_name: --const: file with the stream of the constant engine of a raw file
 * @no_map: --no-map: forget the client's address space
 * @wants_folder: the command has the option -o
 * @folder: value of -o
 * @no_raw: the command does not read streams and has none of the options for raw files
 * @wants_fields: the command has the option --fields
 * @fields: --fields was given
 * @formats: other formats that the command takes, up to NULL; NULL: none
 * @wants_dump: the command has the option --dump
 * @dump: --dump was given
 * @wants_state: the command has the option --state
 * @state: --state was given
 * @state_dw: value of --state
 * @wants_program: the command has the option --program
 * @program: --program was given: raw files are shader programs
 * @vertex: --vertex was given: programs of R5xx are vertex programs
 * @wants_contents: the command reads the contents of buffers; others skip their sections
 * @contents: the contents up to the current submission of a capture
 * @wrote: takes contents instead of @contents, which then has identities alone; returns 0, or -1
 *	with the error.  NULL: they are kept
 * @wrote_ctx: first argument of @wrote
 * @capture: @file is a capture
 * @submission: number of the current submission of a capture, from 1
 * @image: the current stream as the bytes of a .r6cs file
 * @name: name of the current stream in messages
 * @comm: process name of the client
 * @pid: process id of the client
 */
struct input {
	char **files;
	int nfiles, at;
	FILE *file;
	bool raw, text;
	const char *chip;
	u32 nbuffers;
	u64 buffer_size;
	u32 ring, priority;
	const char *const_name;
	bool no_map;
	bool wants_folder;
	const char *folder;
	bool no_raw, wants_fields, fields, wants_dump, dump;
	const struct format * const *formats;
	bool wants_state, state;
	u32 state_dw;
	bool wants_program, program, vertex;
	bool wants_contents;
	struct contents contents;
	int (*wrote)(void *ctx, u64 id, u64 offset, const u8 *data, size_t size, char *error);
	void *wrote_ctx;
	bool capture;
	u32 submission;
	struct bytes image;
	char name[4096 + 64];
	char comm[17];
	u32 pid;
};

int input_open(struct input *in, int nargs, char **args);
bool input_next(struct input *in, struct r6cs *cs, char *error, int *ret);
void input_close(struct input *in);

bool is_capture(const u8 *bytes);
int capture_next(struct input *in, bool first, struct r6cs *cs, char *error);

int print_patched(const struct r6cs *cs, char *error);
int show_state(const struct pm4_decoder *d, u32 before, char *error);
int show_programs(const struct r6cs *cs, const struct contents *contents, char *error);

int tool_check(int nfiles, char **files);
int tool_decode(int nfiles, char **files);
int tool_decode_raw(int nfiles, char **files);
int tool_export(int nfiles, char **files);
int tool_dump(int nfiles, char **files);
int tool_stats(int nfiles, char **files);
int tool_bench(int nfiles, char **files);
int tool_tables(int nfiles, char **files);

#endif /* PM4_TOOL_H */
