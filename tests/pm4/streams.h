/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recorded streams in tests: from a file, and from a block of exactly their size, so that the
 * address sanitizer sees an access past its end.
 */
#ifndef STREAMS_H
#define STREAMS_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tool/tool.h"

/**
 * stream_load() - read a recorded stream of at most 1 MiB
 * @path: the file
 * @cs: the stream, for r6cs_free()
 * @error: what is wrong, R6CS_ERROR bytes
 *
 * Return: whether the file is one, of a chip of a front or not.
 */
static inline bool stream_load(const char *path, struct r6cs *cs, char *error)
{
	static u8 bytes[1 << 20];
	FILE *f = fopen(path, "rb");
	size_t size;

	*cs = (struct r6cs){ 0 };
	if (!f) {
		snprintf(error, R6CS_ERROR, "cannot be opened: %s", strerror(errno));
		return false;
	}
	size = fread(bytes, 1, sizeof(bytes), f);
	fclose(f);
	return !r6cs_parse(bytes, size, cs, error);
}

/**
 * stream_parse() - parse the first bytes of a file
 * @file: the bytes
 * @n: their number
 * @cs: the stream, for r6cs_free()
 * @error: what is wrong, R6CS_ERROR bytes
 *
 * Return: whether they are a recorded stream.
 */
static inline bool stream_parse(const u8 *file, size_t n, struct r6cs *cs, char *error)
{
	u8 *copy = malloc(n ? n : 1);
	int ret;

	memcpy(copy, file, n);
	strcpy(error, "(none)");
	ret = r6cs_parse(n ? copy : NULL, n, cs, error);
	free(copy);
	return !ret;
}

#endif /* STREAMS_H */
