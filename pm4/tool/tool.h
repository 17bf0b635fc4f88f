/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pm4 tool's own parts: streams from files, and one function per command.
 */
#ifndef PM4_TOOL_H
#define PM4_TOOL_H

#include <stdio.h>

#include "pm4.h"

/* Longest message of r6cs_parse(), with its NUL. */
#define R6CS_ERROR 256

/**
 * struct r6cs - a stream
 * @name: its file, and which submission of it
 * @card: the card that it was recorded for
 * @in: what pm4_check() takes
 * @buffers: @in.buffers, one per relocation, for freeing
 * @addrs: address of each relocation's buffer
 * @ib: @in.ib, for freeing
 * @known: false when the chip is none of the twelve: nothing but @in.ib is filled
 * @chip: the chip's name in the file
 * @ring: the ring's number in the file: 0 gfx, 1 DMA, 3 UVD
 * @captured: it comes from a capture, and what follows holds
 * @driver_error: the errno that the client got, positive; 0 if it was accepted
 * @driver_text: the driver's sentence
 * @ctx_id: its context
 * @number: its number there, or 0
 */
struct r6cs {
	const char *name;
	struct pm4_card card;
	struct pm4_input in;
	struct pm4_buffer *buffers;
	u64 *addrs;
	u32 *ib;
	bool known;
	char chip[17];
	u32 ring;
	bool captured;
	u32 driver_error;
	char driver_text[256];
	u32 ctx_id;
	u64 number;
};

int r6cs_parse(const void *data, size_t size, struct r6cs *cs, char *error);
void r6cs_free(struct r6cs *cs);
void r6cs_card(enum pm4_chip chip, struct pm4_card *card);
int r6cs_chip(const char *name);

/**
 * struct bytes - memory that grows
 * @data: the bytes
 * @size: how many there are
 * @room: how many fit
 */
struct bytes {
	u8 *data;
	size_t size, room;
};

u8 *bytes_add(struct bytes *b, size_t size);

/**
 * struct r6cs_head - the head of a recorded stream
 * @chip: its name
 * @ring: RADEON_CS_RING_*
 * @cs_flags: RADEON_CS_*
 * @ib_dw: dwords
 * @nreloc: relocations
 * @nbo: buffers
 */
struct r6cs_head {
	const char *chip;
	u32 ring, cs_flags, ib_dw, nreloc, nbo;
};

int r6cs_begin(struct bytes *b, const struct r6cs_head *head);
int r6cs_add_bo(struct bytes *b, u64 size, u32 domain, u32 tiling, u32 pitch);
int r6cs_add_reloc(struct bytes *b, u32 bo, u32 read, u32 write, u32 flags);
int r6cs_add_ib(struct bytes *b, const u8 *dwords, u32 count);

/**
 * struct input - what a command reads
 * @files: their names
 * @nfiles: their number
 * @at: how many of them were opened
 * @file: the one being read, or NULL
 * @raw: the files are nothing but dwords
 * @chip: for this chip, if @raw
 * @nbuffers: with so many buffers, if @raw
 * @buffer_size: of so many bytes each
 * @wants_folder: the command takes -o
 * @folder: its value
 * @no_raw: the command reads something else than streams: --raw and what goes with it
 *	are no options
 * @wants_fields: the command takes --fields
 * @fields: it was given
 * @capture: @file is a capture
 * @submission: which of its submissions this is, from 1
 * @image: the stream as the bytes of a .r6cs file
 * @name: what it is called in messages
 * @comm: name of the client
 * @pid: its process
 */
struct input {
	char **files;
	int nfiles, at;
	FILE *file;
	bool raw;
	const char *chip;
	u32 nbuffers;
	u64 buffer_size;
	bool wants_folder;
	const char *folder;
	bool no_raw, wants_fields, fields;
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

bool capture_magic(const u8 *bytes);
int capture_next(struct input *in, bool first, struct r6cs *cs, char *error);

int tool_check(int nfiles, char **files);
int tool_decode(int nfiles, char **files);
int tool_export(int nfiles, char **files);
int tool_dump(int nfiles, char **files);
int tool_stats(int nfiles, char **files);
int tool_bench(int nfiles, char **files);
int tool_tables(int nfiles, char **files);

#endif /* PM4_TOOL_H */
