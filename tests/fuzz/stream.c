// SPDX-License-Identifier: GPL-2.0
/*
 * Splits .r6cs files into their parts and joins them again, for the mutator.
 */
#include <string.h>

#include "stream.h"

static uint32_t min32(uint64_t a, uint64_t b)
{
	return (uint32_t)(a < b ? a : b);
}

/** stream_read() - split a file, up to the caps; false if it is no stream */
bool stream_read(struct stream *s, const uint8_t *data, size_t size)
{
	char error[R6CS_ERROR];
	struct r6cs_file f;

	if (r6cs_split(&f, data, size, 1, error) || f.head.nreloc > STREAM_MAX_RELOCS ||
	    f.head.nbo > STREAM_MAX_BOS)
		return false;
	memcpy(s->chip, f.head.chip, sizeof(s->chip));
	s->ring = f.head.ring;
	s->flags = f.head.cs_flags;
	s->straps = f.head.reserved;
	s->nbos = f.head.nbo;
	memcpy(s->bo, f.bos, s->nbos * sizeof(s->bo[0]));
	s->nrelocs = f.head.nreloc;
	memcpy(s->reloc, f.relocs, s->nrelocs * sizeof(s->reloc[0]));
	s->ndw = min32(f.head.ib_dw, STREAM_MAX_DW);
	memcpy(s->ib, f.ib, 4 * s->ndw);
	stream_index(s);
	return true;
}

/** stream_write() - write a file; 0 if it does not fit */
size_t stream_write(const struct stream *s, uint8_t *data, size_t max)
{
	struct r6cs_file_head head = {
		.magic = "R6CS", .version = 1, .ring = s->ring, .cs_flags = s->flags,
		.ib_dw = s->ndw, .nreloc = s->nrelocs, .nbo = s->nbos, .reserved = s->straps,
	};
	size_t bos = s->nbos * sizeof(s->bo[0]);
	size_t relocs = s->nrelocs * sizeof(s->reloc[0]);
	size_t size = sizeof(head) + bos + relocs + 4 * s->ndw;

	if (size > max)
		return 0;
	memcpy(head.chip, s->chip, sizeof(head.chip));
	memcpy(data, &head, sizeof(head));
	memcpy(data + sizeof(head), s->bo, bos);
	memcpy(data + sizeof(head) + bos, s->reloc, relocs);
	memcpy(data + sizeof(head) + bos + relocs, s->ib, 4 * s->ndw);
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
