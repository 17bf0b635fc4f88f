// SPDX-License-Identifier: GPL-2.0
/*
 * Growing memory of the tool's readers and writers, bounded so that no file makes the
 * tool take all of the machine's memory.
 */
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
