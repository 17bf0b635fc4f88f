/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recordings with contents (scripts/draw --record), for clients that play them: what the CPU writes
 * to buffers before each submission, and its stream.  uapi/rcp_capture.h describes the format.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "client.h"
#include "rcp_capture.h"

/* Larger buffers are rings of geometry programs; no picture depends on all of their bytes. */
#define RECORDING_LARGE	(1u << 20)
/* The size of Mesa's buffers for results of queries */
#define RECORDING_COUNTS	4096u

/**
 * struct recorded - a submission
 * @buffer: of each relocation, an index of &recording.buffer
 * @contents: sections of CPU writes, up to @contents_end
 */
struct recorded {
	const struct rcp_capture_submit *submit;
	const uint32_t *ib;
	uint32_t ib_dw, nrelocs;
	const struct rcp_capture_reloc *relocs;
	uint32_t *buffer;
	const uint8_t *contents, *contents_end;
};

struct recording_buffer {
	uint64_t id, size;
	uint32_t align, domain;
};

struct recording {
	uint8_t *file;
	struct recorded *submission;
	struct recording_buffer *buffer;
	uint32_t n, nbuffers;
};

/* A whole file, to be freed, or NULL */
uint8_t *recording_read(const char *path, size_t *size);
/* NULL, or a sentence that says why the file is no recording with contents */
const char *recording_load(struct recording *r, const char *path);
void recording_free(struct recording *r);
/* Is the recording of the instructions of this card, R6xx's or R7xx's? */
bool recording_fits(const struct recording *r, const char *chip);

/**
 * struct player - the buffers of a recording on a device
 * @domain: of all relocations but large buffers' instead of the recorded ones; 0: the recorded ones
 * @handle, @map: of each buffer, made when a submission names it first, unless the caller has set them
 */
struct player {
	int fd;
	uint32_t domain;
	const struct recording *r;
	uint32_t *handle;
	uint8_t **map;
};

/* 0 or -ENOMEM */
int player_open(struct player *p, int fd, const struct recording *r);
/* Also closes the buffers. */
void player_close(struct player *p);
/* Has the buffers of submission @i, which are made when they are first named, and writes what the CPU wrote. */
int player_write(struct player *p, uint32_t i);
/* Submits its stream, with the other chunks of @cs. */
int player_submit(struct player *p, uint32_t i, struct client_cs *cs);
/* Waits for each of its buffers. */
int player_wait(struct player *p, uint32_t i);
/* A hash of all buffers that it may write, but for large ones */
uint64_t player_sum(const struct player *p, uint32_t i);

#endif /* RECORDING_H */
