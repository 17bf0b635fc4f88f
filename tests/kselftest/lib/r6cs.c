// SPDX-License-Identifier: GPL-2.0
/*
 * Reads recorded command streams.  The file is read as a whole and checked once; the
 * frame then points into that memory.  The format is
 * described in tests/corpus/README.md.  Little-endian machines only.
 */
#include "r6cs.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define R6CS_VERSION	1
#define R6CS_MAX_FILE	(16u << 20)

struct r6cs_header {
	char magic[4];
	uint32_t version;
	char chip[16];
	uint32_t ring;
	uint32_t cs_flags;
	uint32_t ib_dw;
	uint32_t nreloc;
	uint32_t nbo;
	uint32_t reserved;
};

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

static const char *check_header(const struct r6cs_header *h, size_t size)
{
	uint64_t want;

	if (size < sizeof(*h))
		return "shorter than its header";
	if (memcmp(h->magic, "R6CS", 4))
		return "not a recorded stream";
	if (h->version != R6CS_VERSION)
		return "of an unknown version";
	want = sizeof(*h) + (uint64_t)h->nbo * sizeof(struct r6cs_bo) +
	       (uint64_t)h->nreloc * sizeof(struct r6cs_reloc) +
	       (uint64_t)h->ib_dw * 4;
	if (size < want)
		return "cut off";
	if (size > want)
		return "longer than its header says";
	return NULL;
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

int r6cs_load(const char *path, struct r6cs_frame *frame, const char **why)
{
	const char *wrong = NULL;
	struct r6cs_header *h;
	size_t size;
	uint32_t i;

	memset(frame, 0, sizeof(*frame));
	h = read_whole(path, &size);
	if (!h) {
		int err = errno ? errno : EIO;

		if (why)
			*why = strerror(err);
		return -err;
	}
	wrong = check_header(h, size);
	if (wrong)
		goto lies;

	memcpy(frame->chip, h->chip, sizeof(h->chip));
	frame->owned = h->reserved;
	set_name(frame, path);
	frame->ring = h->ring;
	frame->cs_flags = h->cs_flags;
	frame->ib_dw = h->ib_dw;
	frame->nreloc = h->nreloc;
	frame->nbo = h->nbo;
	frame->bo = (const void *)(h + 1);
	frame->reloc = (const void *)(frame->bo + h->nbo);
	frame->ib = (const void *)(frame->reloc + h->nreloc);
	frame->file = h;

	for (i = 0; i < frame->nreloc; i++)
		if (frame->reloc[i].bo >= frame->nbo) {
			wrong = "names a buffer that it does not have";
			goto lies;
		}
	for (i = 0; i < frame->nbo; i++)
		if (__builtin_add_overflow(frame->bo_bytes, frame->bo[i].size,
					   &frame->bo_bytes)) {
			wrong = "has buffers of impossible size";
			goto lies;
		}
	return 0;

lies:
	if (why)
		*why = wrong;
	free(h);
	memset(frame, 0, sizeof(*frame));
	return -EINVAL;
}

void r6cs_free(struct r6cs_frame *frame)
{
	free(frame->file);
	memset(frame, 0, sizeof(*frame));
}

/* Packet 3 of R5xx has other numbers, and packet 0 sets its registers. */
static bool is_r5xx(const struct r6cs_frame *frame)
{
	return frame->chip[strspn(frame->chip, "RVrv")] == '5';
}

bool r6cs_is_draw(const struct r6cs_frame *frame, uint32_t op)
{
	if (is_r5xx(frame))
		return op >= 0x34 && op <= 0x36;
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
		if (type == 0) {
			counts->registers += payload_dw;
		} else if (type == 3) {
			counts->nops += op == 0x10;
			counts->draws += r6cs_is_draw(frame, op);
			if (!is_r5xx(frame) && (op == 0x68 || op == 0x69))
				counts->registers += payload_dw - 1;
		}
		i += payload_dw + 1;
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

/* Adds the frames of a chip in one folder to a list. */
static int list_folder(const char *dir, const char *chip, char ***list, int *n)
{
	size_t len = strlen(chip);
	struct dirent *entry;
	DIR *d = opendir(dir);

	if (!d)
		return -errno;
	while ((entry = readdir(d))) {
		const char *dot = strrchr(entry->d_name, '.');
		char **more;

		if (!dot || strcmp(dot, ".r6cs"))
			continue;
		if (strncasecmp(entry->d_name, chip, len) || entry->d_name[len] != '-')
			continue;
		more = realloc(*list, (*n + 1) * sizeof(**list));
		if (!more)
			goto no_memory;
		*list = more;
		if (asprintf(&more[*n], "%s/%s", dir, entry->d_name) < 0)
			goto no_memory;
		++*n;
	}
	closedir(d);
	return 0;

no_memory:
	closedir(d);
	return -ENOMEM;
}

int r6cs_list(const char *dir, const char *chip, char ***paths)
{
	char **list = NULL, *r5xx;
	int n = 0, ret;

	*paths = NULL;
	if (asprintf(&r5xx, "%s/r5xx", dir) < 0)
		return -ENOMEM;
	ret = list_folder(dir, chip, &list, &n);
	if (!ret) {
		ret = list_folder(r5xx, chip, &list, &n);
		ret = ret == -ENOENT ? 0 : ret;
	}
	free(r5xx);
	if (ret) {
		r6cs_list_free(list, n);
		return ret;
	}
	if (n)
		qsort(list, n, sizeof(*list), by_name);
	*paths = list;
	return n;
}

void r6cs_list_free(char **paths, int n)
{
	while (n-- > 0)
		free(paths[n]);
	free(paths);
}
