// SPDX-License-Identifier: GPL-2.0
/*
 * Bytes of the tool's readers and writers: growing memory, bounded so that no file makes the
 * tool take all of the machine's memory, and reads of a file that grows.
 */
#include <poll.h>
#include <stdlib.h>
#include "tool.h"

#define FIRST_ROOM	65536u
#define BYTES_MAX	(256u << 20)

/**
 * bytes_add() - append room to bytes
 * @b: the bytes
 * @size: number of bytes to append
 *
 * Return: the start of the new room, or NULL when out of memory or above 256 MiB.
 */
u8 *bytes_add(struct bytes *b, size_t size)
{
	size_t room = b->room ? b->room : FIRST_ROOM;
	u8 *more;

	if (size > BYTES_MAX - b->size)
		return NULL;
	while (room < b->size + size)
		room *= 2;
	if (room != b->room) {
		more = realloc(b->data, room);
		if (!more)
			return NULL;
		b->data = more;
		b->room = room;
	}
	b->size += size;
	return b->data + b->size - size;
}

/**
 * bytes_follow() - read from a file that may grow
 * @to: takes the bytes
 * @size: number of bytes
 * @f: the file
 *
 * At its end, the driver's capture has more when poll() says so; any other file is at its
 * end for good, and poll() returns at once.
 *
 * Return: bytes read, less than @size at the end or after an error.
 */
size_t bytes_follow(void *to, size_t size, FILE *f)
{
	struct pollfd p = { .fd = fileno(f), .events = POLLIN };
	size_t n = fread(to, 1, size, f);

	/* Memory has no descriptor, and poll() would wait without end. */
	if (n || ferror(f) || p.fd < 0)
		return n;
	fflush(stdout);
	clearerr(f);
	poll(&p, 1, -1);
	return fread(to, 1, size, f);
}
