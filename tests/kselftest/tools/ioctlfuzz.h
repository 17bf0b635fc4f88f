/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of ioctlfuzz share: a program of calls, the state of the process that runs
 * it, and the values that calls are made of.
 */
#ifndef IOCTLFUZZ_H
#define IOCTLFUZZ_H

#include "client.h"
#include "stream.h"

#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define GTT		RADEON_GEM_DOMAIN_GTT
#define MAX_CALLS	24
#define MAX_HANDLES	32
#define MAX_CONTEXTS	6
#define MAX_SYNCOBJS	6

enum call_kind {
	CALL_CREATE, CALL_CLOSE, CALL_MAP, CALL_TOUCH, CALL_WAIT, CALL_BUSY,
	CALL_TILING, CALL_OP, CALL_SHARE, CALL_INFO, CALL_QUERY, CALL_SUBMIT,
	CALL_SUBMIT_FRAME, CALL_CONTEXT, CALL_FENCE, CALL_SYNCOBJ, CALL_BO_WAIT,
	CALL_RAW, CALL_REOPEN, CALL_KINDS
};

/* One call: its own seed decides its arguments, so that programs can mutate. */
struct call {
	uint8_t kind;
	uint32_t seed;
};

struct program {
	struct call call[MAX_CALLS];
	uint32_t ncalls;
};

/* The state of the process that runs programs. */
struct runner {
	int fd;
	uint32_t handle[MAX_HANDLES];
	uint64_t size[MAX_HANDLES];
	uint32_t ctx[MAX_CONTEXTS];	/* 0: none, or the default one */
	uint32_t syncobj[MAX_SYNCOBJS];
	uint32_t next;
	struct stream stream;
	const char *wrong;	/* the call that answered what it must not */
	int wrong_errno;
};

/* Counters of all processes */
struct counts {
	uint64_t calls, submitted, refused, programs, kept, covered;
};

extern struct counts *counts;

/* A small generator that is the same everywhere; each advances @s */
uint32_t rnd(uint32_t *s);
uint32_t below(uint32_t *s, uint32_t n);
bool one_in(uint32_t *s, uint32_t n);

/* A number near a limit, a bad pointer; mostly good handles, contexts, syncobjs and timeouts */
uint64_t odd_number(uint32_t *s);
void *odd_pointer(struct runner *r, uint32_t *s);
uint32_t a_handle(struct runner *r, uint32_t *s);
uint32_t a_context(struct runner *r, uint32_t *s);
uint32_t a_syncobj(struct runner *r, uint32_t *s);
int64_t a_timeout(uint32_t *s);

/* Counts a call, and stores in @r that its answer is none that the driver documents */
void expect(struct runner *r, const char *what, int ret);

/* Loads the recorded frames of @chip; returns how many there are */
int load_frames(const char *dir, const char *chip);
/* Submissions: of made-up packets, and of a recorded frame with a few wrong dwords */
void do_submit(struct runner *r, uint32_t *s);
void do_submit_frame(struct runner *r, uint32_t *s);

void run_call(struct runner *r, const struct call *call);

#endif /* IOCTLFUZZ_H */
