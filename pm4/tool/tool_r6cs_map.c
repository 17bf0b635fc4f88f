// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of recorded streams of chips with page tables: version 2 of the format, which has the
 * client's address space and the stream of the constant engine, and version 1, which has the
 * addresses of the listed buffers.  The reader does not trust the file: it checks every length
 * against the size of the file before it reads, and reports errors with a message.
 */
#include <stdlib.h>
#include "r6cs_file.h"

#define VA_END		(1ull << 48)
#define PAGE_SHIFT	12

/* RADEON_CS_USE_VM */
#define CS_USE_VM	0x2u

/* Numbers of the rings in the file. */
enum { FILE_GFX = 0, FILE_COMPUTE = 5 };

/**
 * struct parts - the parts of a file
 * @h: its head
 * @more: the second head, zero in version 1
 * @bos: buffers
 * @relocs: relocations
 * @maps: mappings
 * @const_ib: the stream of the constant engine
 * @ib: the stream
 */
struct parts {
	struct r6cs_file_head h;
	struct r6cs_file_head2 more;
	const u8 *bos, *relocs, *maps, *const_ib, *ib;
};

/**
 * r6cs_takes_map() - find out whether streams of a front use page tables
 * @front: the front
 *
 * Return: true if they do: a file has their map, and may have the stream of a constant engine.
 */
bool r6cs_takes_map(const struct pm4_front *front)
{
	return front->flags & PM4_USE_VM;
}

/**
 * r6cs_has_map() - find out whether this reader is the one for a file
 * @h: head of the file
 * @card: receives the card
 *
 * Return: true if it is.
 */
bool r6cs_has_map(const struct r6cs_file_head *h, struct pm4_card *card)
{
	return !memcmp(h->magic, "R6CS", 4) && memchr(h->chip, 0, sizeof(h->chip)) &&
	       r6cs_card(h->chip, card) && r6cs_takes_map(card->front);
}

static struct r6cs_file_bo bo_at(const struct parts *p, u32 i)
{
	struct r6cs_file_bo bo;

	memcpy(&bo, p->bos + (size_t)i * sizeof(bo), sizeof(bo));
	return bo;
}

static struct r6cs_file_reloc reloc_at(const struct parts *p, u32 i)
{
	struct r6cs_file_reloc reloc;

	memcpy(&reloc, p->relocs + (size_t)i * sizeof(reloc), sizeof(reloc));
	return reloc;
}

static struct r6cs_file_va va_at(const struct parts *p, u32 i)
{
	struct r6cs_file_va va;

	memcpy(&va, p->maps + (size_t)i * sizeof(va), sizeof(va));
	return va;
}

/* Find the parts of the file, which has exactly these. */
static int find_parts(const u8 *data, size_t size, struct parts *p, char *error)
{
	size_t heads = sizeof(p->h);
	u64 need;

	if (p->h.version != 1 && p->h.version != 2)
		return r6cs_err(error, "version %u is not known (1 and 2 are)", p->h.version);
	if (p->h.version == 2) {
		if (size < heads + sizeof(p->more))
			return r6cs_err(error, "truncated: the heads have %zu bytes, the file %zu",
					heads + sizeof(p->more), size);
		memcpy(&p->more, data + heads, sizeof(p->more));
		heads += sizeof(p->more);
	}
	if (p->h.reserved | p->more.reserved)
		return r6cs_err(error, "the reserved word is 0x%x, not 0",
				p->h.reserved | p->more.reserved);
	need = heads + (u64)p->h.nbo * sizeof(struct r6cs_file_bo) +
	       (u64)p->h.nreloc * sizeof(struct r6cs_file_reloc) +
	       (u64)p->more.nva * sizeof(struct r6cs_file_va) + (u64)p->more.const_dw * 4 +
	       (u64)p->h.ib_dw * 4;
	if (size < need)
		return r6cs_err(error,
				"truncated: %u buffers, %u relocations, %u mappings, %u and %u dwords need %llu bytes, the file has %zu",
				p->h.nbo, p->h.nreloc, p->more.nva, p->more.const_dw, p->h.ib_dw,
				(unsigned long long)need, size);
	if (size > need)
		return r6cs_err(error, "%llu bytes too many behind the stream",
				(unsigned long long)(size - need));
	p->bos = data + heads;
	p->relocs = p->bos + (size_t)p->h.nbo * sizeof(struct r6cs_file_bo);
	p->maps = p->relocs + (size_t)p->h.nreloc * sizeof(struct r6cs_file_reloc);
	p->const_ib = p->maps + (size_t)p->more.nva * sizeof(struct r6cs_file_va);
	p->ib = p->const_ib + (size_t)p->more.const_dw * 4;
	return 0;
}

/* Returns a copy of dwords, NULL when out of memory. */
static u32 *copy_dwords(const u8 *from, u32 count)
{
	u32 *to = malloc(count ? (size_t)count * 4 : 1);

	if (to && count)
		memcpy(to, from, (size_t)count * 4);
	return to;
}

/**
 * struct found - what the parts say of a buffer
 * @reloc: the first relocation that names it, or PM4_NO_BUFFER
 * @mapped: it has an address
 * @va: the address
 */
struct found {
	u32 reloc;
	bool mapped;
	u64 va;
};

static int take_relocs(const struct parts *p, struct found *found, struct r6cs *cs, char *error)
{
	u32 i;

	for (i = 0; i < p->h.nbo; i++) {
		found[i].reloc = PM4_NO_BUFFER;
		if (!bo_at(p, i).size || bo_at(p, i).size > VA_END)
			return r6cs_err(error, "buffer %u: size %llu is not possible", i,
					(unsigned long long)bo_at(p, i).size);
	}
	for (i = 0; i < p->h.nreloc; i++) {
		struct r6cs_file_reloc reloc = reloc_at(p, i);

		if (reloc.bo >= p->h.nbo)
			return r6cs_err(error, "relocation %u names buffer %u of %u", i, reloc.bo,
					p->h.nbo);
		if (found[reloc.bo].reloc == PM4_NO_BUFFER)
			found[reloc.bo].reloc = i;
		cs->buffers[i] = (struct pm4_buffer){
			.size = bo_at(p, reloc.bo).size, .align = 1u << PAGE_SHIFT,
			.tiling = bo_at(p, reloc.bo).tiling, .pitch = bo_at(p, reloc.bo).pitch,
			.writable = true,
		};
	}
	return 0;
}

/* Version 2: the mappings are in order, and do not overlap. */
static int take_vas(const struct parts *p, struct found *found, struct r6cs *cs, char *error)
{
	u64 end = 0;
	u32 i;

	for (i = 0; i < p->more.nva; i++) {
		struct r6cs_file_va va = va_at(p, i);
		bool listed = va.bo != R6CS_UNLISTED;

		if (listed && va.bo >= p->h.nbo)
			return r6cs_err(error, "mapping %u names buffer %u of %u", i, va.bo,
					p->h.nbo);
		if (!va.size || va.va > VA_END || va.size > VA_END - va.va)
			return r6cs_err(error, "mapping %u: %llu bytes at 0x%llx exceed 48 bits", i,
					(unsigned long long)va.size, (unsigned long long)va.va);
		if (va.va < end)
			return r6cs_err(error, "mapping %u at 0x%llx: one before ends at 0x%llx",
					i, (unsigned long long)va.va, (unsigned long long)end);
		end = va.va + va.size;
		cs->map[i] = (struct pm4_mapping){ va.va, va.size, PM4_NO_BUFFER, va.flags };
		if (!listed)
			continue;
		cs->map[i].buffer = found[va.bo].reloc;
		found[va.bo].mapped = true;
		found[va.bo].va = va.va;
	}
	cs->in.nmap = p->more.nva;
	cs->in.map = cs->map;
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct pm4_mapping *x = a, *y = b;

	return x->va < y->va ? -1 : x->va > y->va;
}

/* Version 1: the buffers have addresses, or none of them has. */
static int take_addresses(const struct parts *p, struct found *found, struct r6cs *cs, char *error)
{
	u32 i, n = 0;

	for (i = 0; i < p->h.nbo; i++) {
		struct r6cs_file_bo bo = bo_at(p, i);

		found[i].va = (u64)bo.reserved << PAGE_SHIFT;
		found[i].mapped = bo.reserved;
		if (bo.reserved)
			cs->map[n++] = (struct pm4_mapping){
				found[i].va, bo.size, found[i].reloc,
				PM4_MAP_READ | PM4_MAP_WRITE,
			};
	}
	if (!n) {
		for (i = 0; i < p->h.nbo; i++)
			found[i].mapped = true;
		return 0;
	}
	qsort(cs->map, n, sizeof(*cs->map), by_address);
	for (i = 1; i < n; i++)
		if (cs->map[i].va - cs->map[i - 1].va < cs->map[i - 1].size)
			return r6cs_err(error, "two buffers overlap at 0x%llx",
					(unsigned long long)cs->map[i].va);
	cs->in.nmap = n;
	cs->in.map = cs->map;
	return 0;
}

static int take_map(const struct parts *p, struct r6cs *cs, char *error)
{
	struct found *found = calloc(p->h.nbo + 1ull, sizeof(*found));
	u32 i, most = p->h.version == 2 ? p->more.nva : p->h.nbo;
	int ret;

	cs->buffers = calloc(p->h.nreloc + 1ull, sizeof(*cs->buffers));
	cs->addrs = calloc(p->h.nreloc + 1ull, sizeof(*cs->addrs));
	cs->map = calloc(most + 1ull, sizeof(*cs->map));
	if (!found || !cs->buffers || !cs->addrs || !cs->map)
		ret = r6cs_err(error, "out of memory");
	else
		ret = take_relocs(p, found, cs, error);
	if (!ret)
		ret = p->h.version == 2 ? take_vas(p, found, cs, error) :
					  take_addresses(p, found, cs, error);
	for (i = 0; !ret && i < p->h.nreloc; i++) {
		cs->addrs[i] = found[reloc_at(p, i).bo].va;
		if (!cs->in.no_address && !found[reloc_at(p, i).bo].mapped)
			cs->in.no_address = i + 1;
	}
	free(found);
	return ret;
}

/**
 * r6cs_parse_map() - parse a recorded stream of a chip with page tables
 * @data: the bytes of the file
 * @size: number of bytes, at least those of the head
 * @cs: receives the stream; has its card
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int r6cs_parse_map(const void *data, size_t size, struct r6cs *cs, char *error)
{
	struct parts p = { 0 };

	memcpy(&p.h, data, sizeof(p.h));
	if (find_parts(data, size, &p, error))
		return -1;
	strcpy(cs->chip, p.h.chip);
	cs->ring = p.h.ring;
	if (p.h.ring != FILE_GFX && p.h.ring != FILE_COMPUTE)
		return r6cs_err(error, "ring %u has no PM4 packets: %u is gfx, %u compute",
				p.h.ring, FILE_GFX, FILE_COMPUTE);
	cs->ib = copy_dwords(p.ib, p.h.ib_dw);
	cs->const_ib = copy_dwords(p.const_ib, p.more.const_dw);
	if (!cs->ib || !cs->const_ib)
		return r6cs_err(error, "out of memory");
	if (take_map(&p, cs, error))
		return -1;
	cs->in.ib = cs->ib;
	cs->in.ib_dw = p.h.ib_dw;
	cs->in.const_ib = cs->const_ib;
	cs->in.const_dw = p.more.const_dw;
	cs->in.priority = p.more.priority;
	cs->in.buffers = cs->buffers;
	cs->in.nbuffers = p.h.nreloc;
	cs->in.ring = p.h.ring ? PM4_RING_COMPUTE : PM4_RING_GFX;
	cs->in.flags = p.h.cs_flags & CS_USE_VM ? PM4_USE_VM : 0;
	cs->known = true;
	return 0;
}
