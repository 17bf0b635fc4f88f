// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Addresses against the map of the client's address space.  An access must be in one mapping,
 * from its first to its last byte; the mapping must be of a buffer in the relocation list, because
 * the kernel may have evicted the others; and it must allow the access.
 *
 * Without a map nothing is said of addresses.  Context: any; takes no lock.
 */
#include "si_state.h"

/* Neighbouring buffers differ in these bits. */
#define CACHE_SHIFT	16

/**
 * si_map_find() - look up the mapping of an address
 * @ck: the checker
 * @addr: the address
 *
 * Return: the mapping, or NULL.
 */
const struct pm4_mapping *si_map_find(struct si_checker *ck, u64 addr)
{
	u32 *cached = &ck->map_cache[(addr >> CACHE_SHIFT) % ARRAY_SIZE(ck->map_cache)];
	const struct pm4_mapping *m;
	u32 low = 0, high = ck->nmap, mid;

	if (likely(*cached < ck->nmap)) {
		m = &ck->map[*cached];
		if (likely(addr - m->va < m->size))
			return m;
	}
	/* The first mapping past the address. */
	while (low < high) {
		mid = low + (high - low) / 2;
		if (ck->map[mid].va <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	m = &ck->map[low - 1];
	if (addr - m->va >= m->size)
		return NULL;
	*cached = low - 1;
	return m;
}

static u32 needed_flags(u32 access)
{
	return (access & PM4_READS ? PM4_MAP_READ : 0) | (access & PM4_WRITES ? PM4_MAP_WRITE : 0);
}

/**
 * si_map_allows() - check an access
 * @ck: the checker, with a map
 * @addr: the address
 * @bytes: number of bytes, not 0
 * @access: enum pm4_access
 *
 * Return: true if the access is good.
 */
bool si_map_allows(struct si_checker *ck, u64 addr, u64 bytes, u32 access)
{
	const struct pm4_mapping *m = si_map_find(ck, addr);
	u32 need = needed_flags(access);

	return m && bytes <= m->size - (addr - m->va) && m->buffer != PM4_NO_BUFFER &&
	       (m->flags & need) == need;
}

static int __cold refuse_access(struct si_checker *ck, const u32 *at, u64 addr, u64 bytes,
				u32 access)
{
	const struct pm4_mapping *m = si_map_find(ck, addr);
	struct pm4_verdict *v = ck->verdict;

	v->offset = bytes;
	v->detail = PM4_ADDRESS_UNMAPPED;
	if (m) {
		v->shape[0] = m->va;
		v->shape[1] = m->size;
		v->buffer = m->buffer;
		if (bytes > m->size - (addr - m->va))
			v->detail = PM4_ADDRESS_END;
		else if (m->buffer == PM4_NO_BUFFER)
			v->detail = PM4_ADDRESS_UNLISTED;
		else if (access & PM4_READS && !(m->flags & PM4_MAP_READ))
			v->detail = PM4_ADDRESS_UNREADABLE;
		else
			v->detail = PM4_ADDRESS_READ_ONLY;
	}
	return si_refuse(ck, PM4_CODE_ADDRESS, at, access, addr);
}

/**
 * si_access() - check an access of a packet, if there is a map
 * @ck: the checker
 * @at: the dword with the address
 * @addr: the address
 * @bytes: number of bytes
 * @access: enum pm4_access
 *
 * Return: 0, or 1 after a refusal.
 */
int si_access(struct si_checker *ck, const u32 *at, u64 addr, u64 bytes, u32 access)
{
	if (!ck->map || !bytes || si_map_allows(ck, addr, bytes, access))
		return 0;
	return refuse_access(ck, at, addr, bytes, access);
}
