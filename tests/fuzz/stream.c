// SPDX-License-Identifier: GPL-2.0
/*
 * Splits .r6cs files into their parts and joins them again, for the mutator.  Lengths in a
 * damaged file are clamped to the size of the file.
 */
#include <string.h>

#include "stream.h"

enum { HEADER = 48 };

static uint32_t min32(uint64_t a, uint64_t b)
{
	return (uint32_t)(a < b ? a : b);
}

/** stream_read() - split a file; false if it is no stream */
bool stream_read(struct stream *s, const uint8_t *data, size_t size)
{
	uint32_t head[6];
	size_t at = HEADER;

	if (size < HEADER || memcmp(data, "R6CS\1\0\0\0", 8))
		return false;
	memcpy(s->chip, data + 8, 16);
	memcpy(head, data + 24, sizeof(head));
	s->ring = head[0];
	s->flags = head[1];
	s->straps = head[5];
	if (head[3] > STREAM_MAX_RELOCS || head[4] > STREAM_MAX_BOS)
		return false;
	s->nbos = min32(head[4], (size - at) / sizeof(s->bo[0]));
	memcpy(s->bo, data + at, s->nbos * sizeof(s->bo[0]));
	at += s->nbos * sizeof(s->bo[0]);
	s->nrelocs = min32(head[3], (size - at) / sizeof(s->reloc[0]));
	memcpy(s->reloc, data + at, s->nrelocs * sizeof(s->reloc[0]));
	at += s->nrelocs * sizeof(s->reloc[0]);
	s->ndw = min32(min32(head[2], STREAM_MAX_DW), (size - at) / 4);
	memcpy(s->ib, data + at, 4 * s->ndw);
	stream_index(s);
	return true;
}

/** stream_write() - write a file; 0 if it does not fit */
size_t stream_write(const struct stream *s, uint8_t *data, size_t max)
{
	uint32_t head[6] = { s->ring, s->flags, s->ndw, s->nrelocs, s->nbos,
			     s->straps };
	size_t bos = s->nbos * sizeof(s->bo[0]);
	size_t relocs = s->nrelocs * sizeof(s->reloc[0]);
	size_t size = HEADER + bos + relocs + 4 * s->ndw;

	if (size > max)
		return 0;
	memcpy(data, "R6CS\1\0\0\0", 8);
	memcpy(data + 8, s->chip, 16);
	memcpy(data + 24, head, sizeof(head));
	memcpy(data + HEADER, s->bo, bos);
	memcpy(data + HEADER + bos, s->reloc, relocs);
	memcpy(data + HEADER + bos + relocs, s->ib, 4 * s->ndw);
	return size;
}

/** stream_minimal() - one buffer, one relocation, one packet */
void stream_minimal(struct stream *s)
{
	static const uint32_t ib[] = { 0xc0012800, 0x80000000, 0x80000000 };

	memset(s, 0, sizeof(*s));
	memcpy(s->chip, "RV710", 6);
	s->flags = 1;
	s->nbos = 1;
	s->bo[0].size = 65536;
	s->nrelocs = 1;
	s->ndw = 3;
	memcpy(s->ib, ib, sizeof(ib));
	stream_index(s);
}

static uint32_t dma_packet_dw(uint32_t header)
{
	switch (header >> 28) {
	case 2:
		return 3 + (header & 0xffff);
	case 3:
		return header >> 23 & 1 ? 7 : 5;
	case 13:
		return 4;
	default:
		return 1;
	}
}

/** stream_packet_dw() - dwords of the packet at @at, clamped to the stream's end */
uint32_t stream_packet_dw(const struct stream *s, uint32_t at)
{
	uint32_t n = 1;

	if (s->ring == 1)
		n = dma_packet_dw(s->ib[at]);
	else if (s->ib[at] >> 30 != 2)
		n = (s->ib[at] >> 16 & 0x3fff) + 2;
	return min32(n, s->ndw - at);
}

/** stream_index() - find the packets */
void stream_index(struct stream *s)
{
	uint32_t at;

	s->npackets = 0;
	for (at = 0; at < s->ndw; at += stream_packet_dw(s, at))
		s->packet[s->npackets++] = at;
}

/** stream_insert() - insert @n dwords at @at */
bool stream_insert(struct stream *s, uint32_t at, const uint32_t *dw,
		   uint32_t n)
{
	if (at > s->ndw || n > STREAM_MAX_DW - s->ndw)
		return false;
	memmove(s->ib + at + n, s->ib + at, 4 * (s->ndw - at));
	memcpy(s->ib + at, dw, 4 * n);
	s->ndw += n;
	stream_index(s);
	return true;
}

/** stream_remove() - remove @n dwords at @at */
void stream_remove(struct stream *s, uint32_t at, uint32_t n)
{
	if (at >= s->ndw)
		return;
	n = min32(n, s->ndw - at);
	memmove(s->ib + at, s->ib + at + n, 4 * (s->ndw - at - n));
	s->ndw -= n;
	stream_index(s);
}
