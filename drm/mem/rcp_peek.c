// SPDX-License-Identifier: GPL-2.0
/*
 * Memory at a GPU address, read by the CPU: for the dump of a hang.
 *
 * While a job is in the ring, the buffers that it names keep their addresses, so that an address of
 * its stream leads to them.  VRAM is read through its BAR, system pages through the kernel's own
 * mapping.  Memory that the CPU cannot reach without the card, invisible VRAM, and pages of other
 * devices are not read.
 *
 * rcp_dump.c calls this before a reset, and fences wait for it; so nothing here allocates or waits
 * for a fence.
 *
 * Locks: &rcp_gtt.lock, under which pages stay bound; or &rcp_gart.lock for VRAM.
 */
#include <linux/highmem.h>

#include "rcp_bo_types.h"

/* Read dwords of one page.  Returns false if there is no page of a buffer. */
static bool rcp_peek_page(struct rcp_gtt *gtt, u64 page, u32 offset, u32 *words, u32 count)
{
	struct rcp_tt *rtt;
	const u32 *from;
	u32 i;

	if (page < gtt->first || page >= gtt->end)
		return false;
	rtt = rcp_gtt_first_locked(gtt, page, page + 1);
	if (!rtt || rcp_tt_is_import(&rtt->tt) || !rtt->tt.pages)
		return false;
	from = kmap_local_page(rtt->tt.pages[page - rtt->node.start]);
	for (i = 0; i < count; i++)
		words[i] = le32_to_cpu(READ_ONCE(((const __le32 *)from)[offset / 4 + i]));
	kunmap_local(from);
	return true;
}

static bool rcp_peek_gtt(struct rcp_device *rdev, u64 offset, u32 *words, u32 count)
{
	bool good = true;
	u32 n;

	mutex_lock(&rdev->gtt.lock);
	while (count && good) {
		n = min_t(u32, count, (PAGE_SIZE - offset_in_page(offset)) / 4);
		good = rcp_peek_page(&rdev->gtt, offset >> PAGE_SHIFT, offset_in_page(offset),
				     words, n);
		offset += n * 4;
		words += n;
		count -= n;
	}
	mutex_unlock(&rdev->gtt.lock);
	return good;
}

/**
 * rcp_peek() - read memory at a GPU address
 * @rdev: the device
 * @addr: the address, a multiple of 4, in a buffer of a job in the ring
 * @words: receives the dwords
 * @count: number of dwords; all are in that buffer
 *
 * Context: may sleep.
 * Return: true, or false if the CPU cannot read it; then @words is undefined.
 */
bool rcp_peek(struct rcp_device *rdev, u64 addr, u32 *words, u32 count)
{
	const struct rcp_card *card = &rdev->card;

	if (addr >= card->vram.addr && addr - card->vram.addr < card->vram.size)
		return rcp_vram_read(&rdev->card, addr - card->vram.addr, words, count);
	if (addr >= card->gart.addr)
		return rcp_peek_gtt(rdev, addr - card->gart.addr, words, count);
	return false;
}
