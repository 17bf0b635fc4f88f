/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bounded reads of an image, and error sentences.  Only for the files of ring/atom/.
 */
#ifndef RCP_ATOM_READ_H
#define RCP_ATOM_READ_H

#include "rcp_atom.h"

/**
 * struct rcp_atom_reader - a read position in an image
 * @bytes: the image
 * @pos: offset of the next byte
 * @end: offset past the last byte that may be read
 * @over: a read went beyond @end and returned 0
 */
struct rcp_atom_reader {
	const u8 *bytes;
	u32 pos;
	u32 end;
	bool over;
};

static inline u32 rcp_atom_get(struct rcp_atom_reader *reader, u32 count)
{
	u32 value = 0, i;

	if (reader->over || reader->pos > reader->end || count > reader->end - reader->pos) {
		reader->over = true;
		return 0;
	}
	for (i = 0; i < count; i++)
		value |= (u32)reader->bytes[reader->pos + i] << 8 * i;
	reader->pos += count;
	return value;
}

static inline struct rcp_atom_reader rcp_atom_reader(const struct rcp_atom_image *image, u32 pos)
{
	return (struct rcp_atom_reader){ .bytes = image->bytes, .pos = pos, .end = image->size };
}

/* Read @count bytes at @pos, little-endian.  Returns 0 outside of the image. */
static inline u32 rcp_atom_at(const struct rcp_atom_image *image, u32 pos, u32 count)
{
	struct rcp_atom_reader reader = rcp_atom_reader(image, pos);

	return rcp_atom_get(&reader, count);
}

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* RCP_ATOM_READ_H */
