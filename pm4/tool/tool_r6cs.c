// SPDX-License-Identifier: GPL-2.0
/*
 * Recorded streams (.r6cs) for the checker: the card, and buffers at consecutive addresses, each
 * a multiple of 1 MiB.  r6cs_split() has checked the lengths and indices of the file.
 */
#include <stdlib.h>
#include "pm4_table.h"
#include "tool.h"

#define ALIGN_ADDR	(1ull << 20)
#define ADDR_END	(1ull << 40)

/* RADEON_CS_KEEP_TILING_FLAGS */
#define CS_KEEP_TILING	0x1u

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

/* Give each buffer an address, and each relocation its buffer. */
static int place_buffers(const struct r6cs_file *f, struct r6cs *cs, char *error)
{
	u64 *addr = calloc(f->head.nbo ? f->head.nbo : 1, sizeof(*addr));
	u64 next = ALIGN_ADDR;
	int ret = -1;
	u32 i;

	cs->buffers = calloc(f->head.nreloc ? f->head.nreloc : 1, sizeof(*cs->buffers));
	cs->addrs = calloc(f->head.nreloc ? f->head.nreloc : 1, sizeof(*cs->addrs));
	if (!addr || !cs->buffers || !cs->addrs) {
		r6cs_err(error, "out of memory");
		goto out;
	}
	for (i = 0; i < f->head.nbo; i++) {
		u64 size = r6cs_bo_at(f, i).size;

		if (!size || size > ADDR_END - next) {
			r6cs_err(error, "buffer %u: size %llu does not fit into 40 bits of address",
				 i, (unsigned long long)size);
			goto out;
		}
		addr[i] = next;
		next = (next + size + ALIGN_ADDR - 1) & ~(ALIGN_ADDR - 1);
	}
	for (i = 0; i < f->head.nreloc; i++) {
		u32 index = r6cs_reloc_at(f, i).bo;
		struct r6cs_file_bo bo = r6cs_bo_at(f, index);

		cs->buffers[i] = (struct pm4_buffer){
			.size = bo.size,
			.align = ALIGN_ADDR,
			.tiling = bo.tiling,
			.pitch = bo.pitch,
			.writable = true,
		};
		cs->addrs[i] = addr[index];
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

	if (h->reserved & R6CS_OWNS_HYPERZ)
		owns |= PM4_OWNS_HYPERZ;
	if (h->reserved & R6CS_OWNS_CMASK)
		owns |= PM4_OWNS_CMASK;
	if (h->reserved & ~(R6CS_OWNS_HYPERZ | R6CS_OWNS_CMASK) || owns & ~cs->card.front->flags)
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
	struct r6cs_file f;
	bool known, map;

	memset(cs, 0, sizeof(*cs));
	if (r6cs_read_head(&f, data, size, error))
		return -1;
	known = r6cs_card(f.head.chip, &cs->card);
	map = known && r6cs_takes_map(cs->card.front);
	if (r6cs_split(&f, data, size, map ? 2 : 1, error))
		return -1;
	strcpy(cs->chip, f.head.chip);
	cs->ring = f.head.ring;
	cs->ib = malloc(f.head.ib_dw ? (size_t)f.head.ib_dw * 4 : 1);
	if (!cs->ib)
		return r6cs_err(error, "out of memory");
	memcpy(cs->ib, f.ib, (size_t)f.head.ib_dw * 4);
	cs->in.ib = cs->ib;
	cs->in.ib_dw = f.head.ib_dw;
	if (map)
		return r6cs_take_map(&f, cs, error);
	if (f.head.ring > 1 || !known)
		return 0;
	if (place_buffers(&f, cs, error))
		return -1;
	cs->in.buffers = cs->buffers;
	cs->in.nbuffers = f.head.nreloc;
	cs->in.ring = f.head.ring ? PM4_RING_DMA : PM4_RING_GFX;
	if (take_flags(&f.head, cs, error))
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
