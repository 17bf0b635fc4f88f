/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recorded command streams (.r6cs): reading them from a file.
 *
 * r6cs_load() checks every offset and index of a frame against the file's size, so
 * that callers may use them as they are.  The layout of the file is the pm4 tool's layout,
 * pm4/tool/r6cs_file.h.  No locks, no global state.
 */
#ifndef R6CS_H
#define R6CS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "r6cs_file.h"

struct r6cs_frame {
	char chip[17];
	char name[256];		/* the file's name without folder and ending */
	uint32_t ring;		/* 0 gfx, 1 async DMA */
	uint32_t cs_flags;	/* RADEON_CS_* flags */
	uint32_t ib_dw;
	uint32_t nreloc;
	uint32_t nbo;
	uint64_t bo_bytes;	/* all buffers together */
	uint32_t owned;		/* RAM on the chip: bit 0 HiZ and ZMASK, bit 1 CMASK */
	const struct r6cs_file_bo *bo;
	const struct r6cs_file_reloc *reloc;
	const uint32_t *ib;
	void *file;		/* the memory the three pointers point into */
};

/* Packets of a graphics stream, counted without their meaning */
struct r6cs_counts {
	uint32_t packets;
	uint32_t nops;		/* type-3 NOPs among them, most of them relocations */
	uint32_t draws;
	uint32_t registers;	/* written by SET_CONFIG_REG and SET_CONTEXT_REG */
};

/**
 * r6cs_load() - read one file
 * @path: the file
 * @frame: filled on success, to be released by r6cs_free()
 * @why: R6CS_ERROR bytes, receive the fault of the file as text on failure; may be NULL
 *
 * Return: 0, or a negative errno (-EINVAL for an inconsistent file).
 */
int r6cs_load(const char *path, struct r6cs_frame *frame, char *why);
void r6cs_free(struct r6cs_frame *frame);

/* Does this type-3 packet draw? */
bool r6cs_is_draw(const struct r6cs_frame *frame, uint32_t op);

/**
 * r6cs_count() - packets, draws and registers of a graphics stream
 *
 * Stops at a packet that does not end inside the stream.
 */
void r6cs_count(const struct r6cs_frame *frame, struct r6cs_counts *counts);

/**
 * r6cs_list() - names of the frames in a folder, and in r5xx/ below it, that were recorded on a chip
 * @dir: the folder
 * @chip: "rv710" and the like, as the files' names begin
 * @paths: filled with a malloc()ed array of malloc()ed paths, sorted
 *
 * Return: the number of paths, or a negative errno.
 */
int r6cs_list(const char *dir, const char *chip, char ***paths);
void r6cs_list_free(char **paths, int n);

#endif /* R6CS_H */
