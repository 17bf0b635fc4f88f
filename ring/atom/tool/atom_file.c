// SPDX-License-Identifier: GPL-2.0
/*
 * Reading an image from a file.
 */
#include <errno.h>
#include <stdlib.h>

#include "atom_tool.h"

#define FILE_MAX	(1u << 20)

static u8 *take_all(FILE *f, const char *path, size_t *size)
{
	u8 *bytes = malloc(FILE_MAX + 1), *fitting;

	if (!bytes) {
		fprintf(stderr, "atom: no memory\n");
		return NULL;
	}
	*size = fread(bytes, 1, FILE_MAX + 1, f);
	if (ferror(f)) {
		fprintf(stderr, "atom: %s: cannot be read: %s\n", path, strerror(errno));
	} else if (!*size) {
		fprintf(stderr, "atom: %s: the file is empty\n", path);
	} else if (*size > FILE_MAX) {
		fprintf(stderr, "atom: %s: larger than %u KiB; no video BIOS is\n", path,
			FILE_MAX / 1024);
	} else {
		/* Shrink to the size of the image, so that memory checkers see every overrun. */
		fitting = realloc(bytes, *size);
		return fitting ? fitting : bytes;
	}
	free(bytes);
	return NULL;
}

u8 *atom_file(const char *path, size_t *size)
{
	FILE *f;
	u8 *bytes;

	if (!strcmp(path, "-"))
		return take_all(stdin, path, size);
	f = fopen(path, "rb");
	if (!f) {
		fprintf(stderr, "atom: %s: %s\n", path, strerror(errno));
		return NULL;
	}
	bytes = take_all(f, path, size);
	fclose(f);
	return bytes;
}
