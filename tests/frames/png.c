// SPDX-License-Identifier: GPL-2.0
/* PNG files: 8 bits of red, green and blue, each row as it is, compressed by zlib. */
#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

#include "frame.h"

static u8 *put32(u8 *to, u32 v)
{
	for (int i = 0; i < 4; i++)
		*to++ = v >> (24 - 8 * i);
	return to;
}

/* A chunk whose data are in place behind its head. */
static u8 *end_chunk(u8 *at, const char *type, u32 size)
{
	put32(at, size);
	memcpy(at + 4, type, 4);
	return put32(at + 8 + size, crc32(0, at + 4, size + 4));
}

/* A filter byte, and the pixels, of each row. */
static u8 *rows_of(const struct frame_picture *p, size_t *size)
{
	size_t row = 3ul * p->width + 1;
	u8 *rows = malloc(row * p->height + 1), *to = rows;

	for (u32 y = 0; rows && y < p->height; y++) {
		*to++ = 0;
		for (u32 x = 0; x < p->width; x++, to += 3)
			memcpy(to, p->rgba + 4ull * (y * p->width + x), 3);
	}
	*size = row * p->height;
	return rows;
}

u8 *frame_png(const struct frame_picture *p, size_t *size)
{
	static const u8 magic[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
	size_t raw;
	u8 *rows = rows_of(p, &raw), *png = NULL, *at;
	uLongf packed = compressBound(raw);

	if (rows)
		png = malloc(sizeof(magic) + 25 + 12 + packed + 12);
	if (!png) {
		free(rows);
		return NULL;
	}
	memcpy(png, magic, sizeof(magic));
	at = png + sizeof(magic);
	put32(put32(at + 8, p->width), p->height);
	/* 8 bits, true colour. */
	memcpy(at + 16, "\x08\x02\0\0\0", 5);
	at = end_chunk(at, "IHDR", 13);
	compress2(at + 8, &packed, rows, raw, 6);
	at = end_chunk(at, "IDAT", packed);
	at = end_chunk(at, "IEND", 0);
	*size = at - png;
	free(rows);
	return png;
}

int frame_png_write(const struct frame_picture *p, const char *path, char *error)
{
	size_t size;
	u8 *png = frame_png(p, &size);
	FILE *f = png ? fopen(path, "wb") : NULL;
	bool good = f && fwrite(png, 1, size, f) == size && !fflush(f);
	int why = errno;

	if (f && fclose(f) && good) {
		good = false;
		why = errno;
	}
	free(png);
	return good ? 0 : r6cs_err(error, "%s cannot be written: %s", path, png ? strerror(why) : "out of memory");
}
