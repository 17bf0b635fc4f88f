// SPDX-License-Identifier: GPL-2.0
/*
 * Recorded command streams as the kernel takes them.  The file is read as a whole, and
 * r6cs_split() checks it; the frame then points into that memory.  The format is described in
 * tests/corpus/README.md.  Little-endian machines only.
 */
#include "r6cs.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define R6CS_MAX_FILE	(16u << 20)

static void *read_whole(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t got = 0, room = 0;

	if (!f)
		return NULL;
	for (;;) {
		size_t n;

		if (got == room) {
			uint8_t *more;

			room = room ? room * 2 : 64 * 1024;
			more = room > R6CS_MAX_FILE ? NULL : realloc(data, room);
			if (!more) {
				free(data);
				fclose(f);
				errno = EFBIG;
				return NULL;
			}
			data = more;
		}
		n = fread(data + got, 1, room - got, f);
		if (!n)
			break;
		got += n;
	}
	fclose(f);
	*size = got;
	return data;
}

static void set_name(struct r6cs_frame *frame, const char *path)
{
	const char *base = strrchr(path, '/');
	char *dot;

	snprintf(frame->name, sizeof(frame->name), "%s", base ? base + 1 : path);
	dot = strrchr(frame->name, '.');
	if (dot)
		*dot = 0;
}

int r6cs_load(const char *path, struct r6cs_frame *frame, char *why)
{
	char error[R6CS_ERROR];
	struct r6cs_file file;
	uint32_t i;
	size_t size;

	memset(frame, 0, sizeof(*frame));
	if (!why)
		why = error;
	frame->file = read_whole(path, &size);
	if (!frame->file) {
		int err = errno ? errno : EIO;

		r6cs_err(why, "%s", strerror(err));
		return -err;
	}
	if (r6cs_split(&file, frame->file, size, 1, why))
		goto lies;

	memcpy(frame->chip, file.head.chip, sizeof(file.head.chip));
	set_name(frame, path);
	frame->ring = file.head.ring;
	frame->cs_flags = file.head.cs_flags;
	frame->ib_dw = file.head.ib_dw;
	frame->nreloc = file.head.nreloc;
	frame->nbo = file.head.nbo;
	frame->bo = (const void *)file.bos;
	frame->reloc = (const void *)file.relocs;
	frame->ib = (const void *)file.ib;

	for (i = 0; i < frame->nbo; i++)
		if (__builtin_add_overflow(frame->bo_bytes, frame->bo[i].size,
					   &frame->bo_bytes)) {
			r6cs_err(why, "has buffers of impossible size");
			goto lies;
		}
	return 0;

lies:
	r6cs_free(frame);
	return -EINVAL;
}

void r6cs_free(struct r6cs_frame *frame)
{
	free(frame->file);
	memset(frame, 0, sizeof(*frame));
}

bool r6cs_is_draw(uint32_t op)
{
	return op == 0x29 || op == 0x2b || op == 0x2d || op == 0x2e;
}

void r6cs_count(const struct r6cs_frame *frame, struct r6cs_counts *counts)
{
	uint32_t i = 0;

	memset(counts, 0, sizeof(*counts));
	while (i < frame->ib_dw) {
		uint32_t header = frame->ib[i];
		uint32_t type = header >> 30;
		uint32_t payload_dw = ((header >> 16) & 0x3fff) + 1;
		uint32_t op = (header >> 8) & 0xff;

		if (type == 2)
			payload_dw = 0;
		if (payload_dw >= frame->ib_dw - i)
			return;
		counts->packets++;
		if (type == 3) {
			counts->nops += op == 0x10;
			counts->draws += r6cs_is_draw(op);
			if (op == 0x68 || op == 0x69)
				counts->registers += payload_dw - 1;
		}
		i += payload_dw + 1;
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

int r6cs_list(const char *dir, const char *chip, char ***paths)
{
	size_t len = strlen(chip);
	struct dirent *entry;
	char **list = NULL;
	int n = 0;
	DIR *d = opendir(dir);

	*paths = NULL;
	if (!d)
		return -errno;
	while ((entry = readdir(d))) {
		const char *dot = strrchr(entry->d_name, '.');
		char **more;

		if (!dot || strcmp(dot, ".r6cs"))
			continue;
		if (strncasecmp(entry->d_name, chip, len) || entry->d_name[len] != '-')
			continue;
		more = realloc(list, (n + 1) * sizeof(*list));
		if (!more)
			goto no_memory;
		list = more;
		if (asprintf(&list[n], "%s/%s", dir, entry->d_name) < 0)
			goto no_memory;
		n++;
	}
	closedir(d);
	if (n)
		qsort(list, n, sizeof(*list), by_name);
	*paths = list;
	return n;

no_memory:
	closedir(d);
	r6cs_list_free(list, n);
	return -ENOMEM;
}

void r6cs_list_free(char **paths, int n)
{
	while (n-- > 0)
		free(paths[n]);
	free(paths);
}
