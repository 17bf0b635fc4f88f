// SPDX-License-Identifier: GPL-2.0
/*
 * Writer of recorded streams (.r6cs), the format that r6cs_parse() reads.  The caller adds
 * head, buffers, relocations and stream in this order; their numbers match the head.
 */
#include <stdlib.h>
#include "tool.h"

static int add(struct bytes *b, const void *data, size_t size)
{
	u8 *p = bytes_add(b, size);

	if (!p)
		return -1;
	if (size)
		memcpy(p, data, size);
	return 0;
}

static int add_le32(struct bytes *b, u32 value)
{
	const u8 le[4] = { value, value >> 8, value >> 16, value >> 24 };

	return add(b, le, sizeof(le));
}

/**
 * r6cs_begin() - append the head of a recorded stream
 * @b: the output
 * @head: the head
 *
 * Return: 0, or -1 when out of memory.
 */
int r6cs_begin(struct bytes *b, const struct r6cs_head *head)
{
	const u32 words[] = {
		head->ring, head->cs_flags, head->ib_dw, head->nreloc, head->nbo,
		head->owns,
	};
	char chip[16] = "";
	size_t i;

	strncpy(chip, head->chip, sizeof(chip) - 1);
	if (add(b, "R6CS", 4) || add_le32(b, 1) || add(b, chip, sizeof(chip)))
		return -1;
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (add_le32(b, words[i]))
			return -1;
	return 0;
}

/**
 * r6cs_add_bo() - append a buffer
 * @b: the output
 * @size: size in bytes
 * @domain: initial domain
 * @tiling: RADEON_TILING_* flags
 * @pitch: pitch of @tiling
 *
 * Return: 0, or -1 when out of memory.
 */
int r6cs_add_bo(struct bytes *b, u64 size, u32 domain, u32 tiling, u32 pitch)
{
	return add_le32(b, (u32)size) || add_le32(b, size >> 32) || add_le32(b, domain) ||
	       add_le32(b, tiling) || add_le32(b, pitch) || add_le32(b, 0) ? -1 : 0;
}

/**
 * r6cs_add_reloc() - append a relocation
 * @b: the output
 * @bo: index of the buffer
 * @read: read domains
 * @write: write domain
 * @flags: flags of the client
 *
 * Return: 0, or -1 when out of memory.
 */
int r6cs_add_reloc(struct bytes *b, u32 bo, u32 read, u32 write, u32 flags)
{
	return add_le32(b, bo) || add_le32(b, read) || add_le32(b, write) ||
	       add_le32(b, flags) ? -1 : 0;
}

/**
 * r6cs_add_ib() - append the stream
 * @b: the output
 * @dwords: the little-endian dwords
 * @count: number of dwords
 *
 * Return: 0, or -1 when out of memory.
 */
int r6cs_add_ib(struct bytes *b, const u8 *dwords, u32 count)
{
	return add(b, dwords, (size_t)count * 4);
}
