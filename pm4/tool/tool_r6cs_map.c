// SPDX-License-Identifier: GPL-2.0
/*
 * Recorded streams of chips with page tables: version 2 of the format, which has the client's
 * address space and the stream of the constant engine, and version 1, which has the addresses of
 * the listed buffers.  r6cs_split() has checked the lengths of the file, and its relocations.
 */
#include <stdlib.h>
#include "tool.h"

#define VA_END		(1ull << 48)
#define PAGE_SHIFT	12

/* RADEON_CS_USE_VM */
#define CS_USE_VM	0x2u

/* Numbers of the rings in the file. */
enum { FILE_GFX = 0, FILE_COMPUTE = 5 };

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
 * struct found - facts on a buffer from the parts
 * @reloc: the first relocation that names it, or PM4_NO_BUFFER
 * @mapped: it has an address
 * @va: the address
 */
struct found {
	u32 reloc;
	bool mapped;
	u64 va;
};

static int take_relocs(const struct r6cs_file *f, struct found *found, struct r6cs *cs, char *error)
{
	u32 i;

	for (i = 0; i < f->head.nbo; i++) {
		found[i].reloc = PM4_NO_BUFFER;
		if (!r6cs_bo_at(f, i).size || r6cs_bo_at(f, i).size > VA_END)
			return r6cs_err(error, "buffer %u: size %llu is not possible", i,
					(unsigned long long)r6cs_bo_at(f, i).size);
	}
	for (i = 0; i < f->head.nreloc; i++) {
		u32 index = r6cs_reloc_at(f, i).bo;
		struct r6cs_file_bo bo = r6cs_bo_at(f, index);

		if (found[index].reloc == PM4_NO_BUFFER)
			found[index].reloc = i;
		cs->buffers[i] = (struct pm4_buffer){
			.size = bo.size, .align = 1u << PAGE_SHIFT,
			.tiling = bo.tiling, .pitch = bo.pitch, .writable = true,
		};
	}
	return 0;
}

/* Version 2: the mappings are in order, and do not overlap. */
static int take_vas(const struct r6cs_file *f, struct found *found, struct r6cs *cs, char *error)
{
	u64 end = 0;
	u32 i;

	for (i = 0; i < f->more.nva; i++) {
		struct r6cs_file_va va = r6cs_va_at(f, i);
		bool listed = va.bo != R6CS_UNLISTED;

		if (listed && va.bo >= f->head.nbo)
			return r6cs_err(error, "mapping %u names buffer %u of %u", i, va.bo,
					f->head.nbo);
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
	cs->in.nmap = f->more.nva;
	cs->in.map = cs->map;
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct pm4_mapping *x = a, *y = b;

	return x->va < y->va ? -1 : x->va > y->va;
}

/* Version 1: the buffers have addresses, or none of them has. */
static int take_addresses(const struct r6cs_file *f, struct found *found, struct r6cs *cs,
			  char *error)
{
	u32 i, n = 0;

	for (i = 0; i < f->head.nbo; i++) {
		struct r6cs_file_bo bo = r6cs_bo_at(f, i);

		found[i].va = (u64)bo.reserved << PAGE_SHIFT;
		found[i].mapped = bo.reserved;
		if (bo.reserved)
			cs->map[n++] = (struct pm4_mapping){
				found[i].va, bo.size, found[i].reloc,
				PM4_MAP_READ | PM4_MAP_WRITE,
			};
	}
	if (!n) {
		for (i = 0; i < f->head.nbo; i++)
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

static int take_map(const struct r6cs_file *f, struct r6cs *cs, char *error)
{
	struct found *found = calloc(f->head.nbo + 1ull, sizeof(*found));
	u32 i, most = f->head.version == 2 ? f->more.nva : f->head.nbo;
	int ret;

	cs->buffers = calloc(f->head.nreloc + 1ull, sizeof(*cs->buffers));
	cs->addrs = calloc(f->head.nreloc + 1ull, sizeof(*cs->addrs));
	cs->map = calloc(most + 1ull, sizeof(*cs->map));
	if (!found || !cs->buffers || !cs->addrs || !cs->map) {
		free(found);
		return r6cs_err(error, "out of memory");
	}
	ret = take_relocs(f, found, cs, error);
	if (!ret)
		ret = f->head.version == 2 ? take_vas(f, found, cs, error) :
					  take_addresses(f, found, cs, error);
	for (i = 0; !ret && i < f->head.nreloc; i++) {
		cs->addrs[i] = found[r6cs_reloc_at(f, i).bo].va;
		if (!cs->in.no_address && !found[r6cs_reloc_at(f, i).bo].mapped)
			cs->in.no_address = i + 1;
	}
	free(found);
	return ret;
}

/**
 * r6cs_take_map() - take what only streams of a chip with page tables have
 * @f: the file
 * @cs: the stream; has its card and the dwords
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int r6cs_take_map(const struct r6cs_file *f, struct r6cs *cs, char *error)
{
	if (f->head.reserved | f->more.reserved)
		return r6cs_err(error, "the reserved word is 0x%x, not 0",
				f->head.reserved | f->more.reserved);
	if (f->head.ring != FILE_GFX && f->head.ring != FILE_COMPUTE)
		return r6cs_err(error, "ring %u has no PM4 packets: %u is gfx, %u compute",
				f->head.ring, FILE_GFX, FILE_COMPUTE);
	cs->const_ib = malloc(f->more.const_dw ? (size_t)f->more.const_dw * 4 : 1);
	if (!cs->const_ib)
		return r6cs_err(error, "out of memory");
	memcpy(cs->const_ib, f->const_ib, (size_t)f->more.const_dw * 4);
	if (take_map(f, cs, error))
		return -1;
	cs->in.const_ib = cs->const_ib;
	cs->in.const_dw = f->more.const_dw;
	cs->in.priority = f->more.priority;
	cs->in.buffers = cs->buffers;
	cs->in.nbuffers = f->head.nreloc;
	cs->in.ring = f->head.ring ? PM4_RING_COMPUTE : PM4_RING_GFX;
	cs->in.flags = f->head.cs_flags & CS_USE_VM ? PM4_USE_VM : 0;
	cs->known = true;
	return 0;
}
