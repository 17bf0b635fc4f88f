/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The judge by execution: streams that the checker accepts run on the card of tests/replay, whose
 * memory is the buffers of the stream, to the byte, and nothing around them.
 *
 *	draw_memory.c	buffers with their contents, which each run finds as they were
 *	draw_case.c	a stream with its contents, as a file
 *	draw_capture.c	recordings of the native node as cases
 *	draw_run.c	check, patch, run, and what an access or a written byte says
 *	draw_front.h	what it knows of a generation: draw_r500.c, draw_r600.c
 *	draw_mutate.c	changes of contents and sizes; draw_mutate_r500.c and draw_mutate_r600.c of fields and
 *			programs, mutate.c of words
 *	draw_main.c	build/pm4-judge
 *
 * One thread.
 */
#ifndef FUZZ_DRAW_H
#define FUZZ_DRAW_H

#include "mutate.h"
#include "r6cs.h"
#include "replay.h"

#define DRAW_TEXT	256
#define DRAW_SPARE	4u	/* buffers beyond the recorded ones, for mutants */
#define DRAW_MAX_BOS	(STREAM_MAX_BOS + DRAW_SPARE)
#define DRAW_WINDOW	0x10000u
#define DRAW_MAX_DIRTY	4096u
#define DRAW_EDITS	24u
#define DRAW_EDIT_WORDS	4u

/**
 * struct draw_bo - a buffer of a case
 * @room: bytes that it may have at most
 * @bytes: its first byte
 */
struct draw_bo {
	u64 room;
	u8 *bytes;
};

/**
 * struct draw_window - DRAW_WINDOW bytes of a memory
 * @dirty: a run may write it; @first, @end: what it has written
 * @copied: pages of it may be copies
 */
struct draw_window {
	bool dirty, copied;
	u32 first, end;
};

/**
 * struct draw_memory - the buffers of a recorded submission
 * @fd: file with their contents before the submission
 * @all: a private mapping of it; @as_file: one for reads, which stays as the file is
 * @bytes: length of both
 * @nbos: number of buffers, with spare ones
 * @dirty: windows that may differ from the file, by their number in @all
 * @window: all of them
 * @copied: number of windows with copies of pages
 */
struct draw_memory {
	int fd;
	u8 *all, *as_file;
	u64 bytes;
	u32 nbos;
	struct draw_bo bo[DRAW_MAX_BOS];
	u32 ndirty;
	u32 dirty[DRAW_MAX_DIRTY];
	struct draw_window *window;
	u32 copied;
};

/* Buffers of these sizes, all zeros; NULL without memory, or for more than 64 GiB of room. */
struct draw_memory *draw_memory_new(const u64 *sizes, u32 n);
void draw_memory_free(struct draw_memory *m);
/* Contents from now on; before the first run. */
bool draw_memory_put(struct draw_memory *m, u32 bo, u64 offset, const void *bytes, u64 n);
/* A run may write the window around @p from now on; false: there are too many. */
bool draw_memory_touch(struct draw_memory *m, const u8 *p);
/* It has written, or is about to write, bytes of such windows. */
void draw_memory_wrote(struct draw_memory *m, const u8 *p, u64 n);
/* Contents are the file's contents again. */
void draw_memory_reset(struct draw_memory *m);

/* What a run does beside the stream. */
#define DRAW_WHOLE	(1u << 0)	/* draws are whole, not sparse */
#define DRAW_TWICE	(1u << 1)	/* again with other left-over state: the same bytes */
#define DRAW_NEXT	(1u << 2)	/* a part of the stream again as another client's, on what it has left */
#define DRAW_ORACLE	(1u << 3)	/* accesses are held against the oracle's ranges */
#define DRAW_OPTIONS	0xfu

/**
 * struct draw_edit - a change of contents
 * @bo, @offset: where
 * @words: number of dwords
 * @kind: 0: @value; otherwise numbers of a kind, by a seed in @value
 */
struct draw_edit {
	u32 bo, words, kind;
	u64 offset;
	u32 value[DRAW_EDIT_WORDS];
};

/**
 * struct draw_case - what runs
 * @stream: the stream
 * @memory: its buffers; the case does not own them
 * @seed: of state that others have left, and of the parts of draws
 * @options: DRAW_*
 */
struct draw_case {
	struct stream stream;
	struct draw_memory *memory;
	u32 seed, options;
	u32 nedits;
	struct draw_edit edit[DRAW_EDITS];
};

/* Contents as the case's edits make them. */
void draw_case_apply(const struct draw_case *c);
/* A file of its own; false: it cannot be written. */
bool draw_case_save(const struct draw_case *c, const char *path);
/* NULL, or why the file is no case.  The case owns its memory then. */
const char *draw_case_load(struct draw_case *c, const char *path);
/* The same of a .r6cs of R5xx, whose programs are in the stream: buffers begin with made-up contents. */
const char *draw_case_stream(struct draw_case *c, const char *path);

/**
 * draw_capture() - the submissions of a recording
 * @path: a file that scripts/draw --record has written
 * @take: called for each accepted one that is not too long, with its buffers as they were
 *	before it; keeps @c->memory
 * @ctx: passed to @take
 *
 * Return: NULL, or why the file is no recording.
 */
const char *draw_capture(const char *path, void (*take)(void *ctx, const struct draw_case *c), void *ctx);

/* Cards of R6xx and R7xx have caches from now on.  @strict: a flush that is missing is a finding. */
void draw_caches(u32 seed, bool strict);

#define DRAW_FEATURES	65536u

/**
 * struct draw_client - what a client of the chip has done
 * @accesses: their number
 * @ends: spans in which an access reached the last byte of its buffer
 * @near: the nearest that one came to the end, in bytes
 */
struct draw_client {
	u64 accesses, ends, near;
};

/**
 * struct draw_stats - sums over all runs
 * @refused, @accepted: streams, by the checker
 * @large: accepted, but not run, because they have more buffers than there is memory
 * @hung: runs in which the card hung
 * @endless: programs that left their buffer
 * @draws: packets that draw
 * @stale: with caches: lines about a flush that is missing
 */
struct draw_stats {
	u64 refused, accepted, large, hung, endless, draws, stale;
	struct draw_client client[GPU_CLIENTS];
};

extern struct draw_stats draw_stats;

/**
 * struct draw_verdict - outcome of a run
 * @accepted: the checker accepts the stream
 * @at: otherwise the packet at fault, PM4_NO_DWORD if there is none
 * @code: ... and the rule
 * @finding: empty, or one line
 * @near: for each client, read and write: 1 + log2 of the least distance to the end of a buffer; 0: none
 */
struct draw_verdict {
	bool accepted;
	u32 at, code;
	char finding[DRAW_TEXT];
	u8 near[GPU_CLIENTS][2];
};

/*
 * Called before the checker sees a stream; NULL: no caller.  The stream that it has accepted last is not checked again, so from
 * this call to the end of draw_run() the stream is checked once.
 */
extern void (*draw_begins)(void);

void draw_run(const struct draw_case *c, struct draw_verdict *v);
/* Only the checker. */
bool draw_accepts(const struct stream *s, struct draw_verdict *v);
/* A hash of the bytes that the last run has written. */
u64 draw_sum(const struct draw_memory *m);

/* draw_mutate.c */
void draw_mutate(struct draw_case *c, struct random *r);
/* Shrinks buffers to the sizes that the checker wants: all, or one. */
void draw_tighten(struct draw_case *c, struct random *r, bool all);

#endif /* FUZZ_DRAW_H */
