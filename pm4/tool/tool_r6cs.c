// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of recorded streams (.r6cs).  The reader does not trust the file: it checks every
 * length against the size of the file before it reads, and reports errors with a message.
 * Buffers get consecutive addresses, each a multiple of 1 MiB.
 */
#include <stdlib.h>
#include "pm4_table.h"
#include "r6cs_file.h"
#include "tool.h"

#define ALIGN_ADDR	(1ull << 20)
#define ADDR_END	(1ull << 40)

/* RADEON_CS_KEEP_TILING_FLAGS */
#define CS_KEEP_TILING	0x1u

/* Bits of the reserved word: the client owned the RAM. */
#define OWNS_HYPERZ	0x1u
#define OWNS_CMASK	0x2u

#define FRONT_POINTER(name) &name##_front,
const struct pm4_front * const fronts[FRONTS + 1] = { PM4_FRONTS(FRONT_POINTER) NULL };

/**
 * r6cs_card() - the card of a recording
 * @name: name of the chip, in capital letters
 * @card: receives the usual card with this chip
 *
 * Return: true, or false if no front has such a chip.
 */
bool r6cs_card(const char *name, struct pm4_card *card)
{
	const struct pm4_front * const *front;
	const struct pm4_chip *row;
	int chip;

	for (front = fronts; *front; front++) {
		chip = pm4_chip_find(*front, name);
		if (chip < 0)
			continue;
		row = &(*front)->tables->chips[chip];
		*card = (struct pm4_card){
			.front = *front,
			.chip = (u32)chip,
			.pipes = row->pipes,
			.banks = row->banks,
			.group_bytes = row->group_bytes,
			.backends = row->backends,
		};
		return true;
	}
	return false;
}

/**
 * r6cs_err() - report an error of a file
 * @error: R6CS_ERROR bytes, receive the message
 * @fmt: format of the message
 *
 * Return: -1, always.
 */
int r6cs_err(char *error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(error, R6CS_ERROR, fmt, ap);
	va_end(ap);
	return -1;
}

static int check_head(const struct r6cs_file_head *h, size_t size, char *error)
{
	u64 need;

	if (memcmp(h->magic, "R6CS", 4))
		return r6cs_err(error, "not a recorded stream: it does not begin with R6CS");
	if (h->version == 2)
		return r6cs_err(error, "version 2 is not for chip '%.16s' (1 is)", h->chip);
	if (h->version != 1)
		return r6cs_err(error, "version %u is not known (1 is)", h->version);
	if (!memchr(h->chip, 0, sizeof(h->chip)))
		return r6cs_err(error, "the chip's name has no end");
	need = sizeof(*h) + (u64)h->nbo * sizeof(struct r6cs_file_bo) +
	       (u64)h->nreloc * sizeof(struct r6cs_file_reloc) + (u64)h->ib_dw * 4;
	if (size < need)
		return r6cs_err(error,
				"truncated: %u buffers, %u relocations and %u dwords need %llu bytes, the file has %zu",
				h->nbo, h->nreloc, h->ib_dw, (unsigned long long)need, size);
	if (size > need)
		return r6cs_err(error, "%llu bytes too many after the stream",
				(unsigned long long)(size - need));
	return 0;
}

/* Give each buffer an address, and each relocation its buffer. */
static int place_buffers(const struct r6cs_file_head *h, const u8 *data, struct r6cs *cs,
			 char *error)
{
	const u8 *bos = data + sizeof(*h);
	const u8 *relocs = bos + (size_t)h->nbo * sizeof(struct r6cs_file_bo);
	u64 *addr = calloc(h->nbo ? h->nbo : 1, sizeof(*addr));
	u64 next = ALIGN_ADDR;
	int ret = -1;
	u32 i;

	cs->buffers = calloc(h->nreloc ? h->nreloc : 1, sizeof(*cs->buffers));
	cs->addrs = calloc(h->nreloc ? h->nreloc : 1, sizeof(*cs->addrs));
	if (!addr || !cs->buffers || !cs->addrs) {
		r6cs_err(error, "out of memory");
		goto out;
	}
	for (i = 0; i < h->nbo; i++) {
		struct r6cs_file_bo bo;

		memcpy(&bo, bos + i * sizeof(bo), sizeof(bo));
		if (!bo.size || bo.size > ADDR_END - next) {
			r6cs_err(error, "buffer %u: size %llu does not fit into 40 bits of address",
				 i, (unsigned long long)bo.size);
			goto out;
		}
		addr[i] = next;
		next = (next + bo.size + ALIGN_ADDR - 1) & ~(ALIGN_ADDR - 1);
	}
	for (i = 0; i < h->nreloc; i++) {
		struct r6cs_file_reloc reloc;
		struct r6cs_file_bo bo;

		memcpy(&reloc, relocs + i * sizeof(reloc), sizeof(reloc));
		if (reloc.bo >= h->nbo) {
			r6cs_err(error, "relocation %u names buffer %u of %u", i, reloc.bo, h->nbo);
			goto out;
		}
		memcpy(&bo, bos + reloc.bo * sizeof(bo), sizeof(bo));
		cs->buffers[i] = (struct pm4_buffer){
			.size = bo.size,
			.align = ALIGN_ADDR,
			.tiling = bo.tiling,
			.pitch = bo.pitch,
			.writable = true,
		};
		cs->addrs[i] = addr[reloc.bo];
	}
	ret = 0;
out:
	free(addr);
	return ret;
}

/* The flags of the stream, of those that its front knows. */
static int take_flags(const struct r6cs_file_head *h, struct r6cs *cs, char *error)
{
	u32 owns = 0;

	if (h->reserved & OWNS_HYPERZ)
		owns |= PM4_OWNS_HYPERZ;
	if (h->reserved & OWNS_CMASK)
		owns |= PM4_OWNS_CMASK;
	if (h->reserved & ~(OWNS_HYPERZ | OWNS_CMASK) || owns & ~cs->card.front->flags)
		return r6cs_err(error, "the reserved word is 0x%x, which %s does not have",
				h->reserved, cs->chip);
	cs->in.flags = owns | (h->cs_flags & CS_KEEP_TILING ? PM4_KEEP_TILING : 0);
	return 0;
}

/**
 * r6cs_parse() - parse a recorded stream
 * @data: the bytes of the file
 * @size: number of bytes
 * @cs: receives the stream; the caller calls r6cs_free(), even after an error
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int r6cs_parse(const void *data, size_t size, struct r6cs *cs, char *error)
{
	struct r6cs_file_head h;

	memset(cs, 0, sizeof(*cs));
	if (size < sizeof(h))
		return r6cs_err(error, "truncated: the head has %zu bytes, the file %zu",
				sizeof(h), size);
	memcpy(&h, data, sizeof(h));
	if (r6cs_has_map(&h, &cs->card))
		return r6cs_parse_map(data, size, cs, error);
	if (check_head(&h, size, error))
		return -1;
	strcpy(cs->chip, h.chip);
	cs->ring = h.ring;
	cs->ib = malloc(h.ib_dw ? (size_t)h.ib_dw * 4 : 1);
	if (!cs->ib)
		return r6cs_err(error, "out of memory");
	memcpy(cs->ib, (const u8 *)data + size - (size_t)h.ib_dw * 4, (size_t)h.ib_dw * 4);
	cs->in.ib = cs->ib;
	cs->in.ib_dw = h.ib_dw;
	if (h.ring > 1 || !r6cs_card(h.chip, &cs->card))
		return 0;
	if (place_buffers(&h, data, cs, error))
		return -1;
	cs->in.buffers = cs->buffers;
	cs->in.nbuffers = h.nreloc;
	cs->in.ring = h.ring ? PM4_RING_DMA : PM4_RING_GFX;
	if (take_flags(&h, cs, error))
		return -1;
	cs->known = true;
	return 0;
}

/**
 * r6cs_free() - free the memory of a stream
 * @cs: the stream
 */
void r6cs_free(struct r6cs *cs)
{
	free(cs->buffers);
	free(cs->addrs);
	free(cs->ib);
	free(cs->map);
	free(cs->const_ib);
	cs->map = NULL;
	cs->const_ib = NULL;
	cs->buffers = NULL;
	cs->addrs = NULL;
	cs->ib = NULL;
}
