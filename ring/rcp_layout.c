// SPDX-License-Identifier: GPL-2.0
/*
 * The layout of the GPU's address space and of VRAM: the addresses of VRAM and GART, and the
 * parts of VRAM that are reserved.
 *
 * VRAM stays at the address that firmware chose, unless it would end above the card's address
 * space.  The memory that a firmware console shows is reserved.  The layout is fixed at init,
 * because buffers and the page table have addresses from then on.  If firmware posts the card
 * again during system sleep, bring-up moves VRAM, and the surfaces of the displays, back to
 * these addresses.
 *
 * Called at init, one call at a time; takes no locks.
 */
#include <linux/align.h>
#include <linux/bits.h>
#include <linux/log2.h>
#include <linux/moduleparam.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "rcp_priv.h"

/* The most VRAM that is used; the rest of the address space is left for the GART. */
#define RCP_VRAM_MAX		0xe0000000ull
#define RCP_VRAM_MIN		SZ_16M
#define RCP_FB_GRANULE		SZ_16M
#define RCP_VGA_SIZE		SZ_1M

static unsigned int gart_mib;
module_param(gart_mib, uint, 0644);
MODULE_PARM_DESC(gart_mib,
		 "GART aperture in MiB, 32..1024, rounded up to a power of two (default: 1024, on R5xx and R6xx 512); read at probe");

static u64 rcp_layout_space(const struct rcp_card *card)
{
	return BIT_ULL(card->gen->addr_bits);
}

/* Reserve a range of VRAM; overlapping ranges are merged. */
static void rcp_layout_reserve(struct rcp_card *card, u64 offset, u64 size, const char *what)
{
	struct rcp_vram *vram = &card->vram;
	u64 end = min_t(u64, ALIGN(offset + size, RCP_GPU_PAGE_SIZE), vram->size);
	u32 i, j;

	offset = ALIGN_DOWN(offset, RCP_GPU_PAGE_SIZE);
	if (offset >= end)
		return;

	for (i = 0; i < vram->nreserved; ) {
		struct rcp_range *r = &vram->reserved[i];

		if (offset >= r->offset + r->size || end <= r->offset) {
			i++;
			continue;
		}
		offset = min(offset, r->offset);
		end = max(end, r->offset + r->size);
		*r = vram->reserved[--vram->nreserved];
		i = 0;
	}
	if (WARN_ON(vram->nreserved == RCP_RESERVED_MAX))
		return;

	for (i = 0; i < vram->nreserved && vram->reserved[i].offset < offset; i++)
		;
	for (j = vram->nreserved; j > i; j--)
		vram->reserved[j] = vram->reserved[j - 1];
	vram->reserved[i] = (struct rcp_range){ .offset = offset, .size = end - offset,
						.what = what };
	vram->nreserved++;
}

/* Reserve the surface that a CRTC scans out; VRAM begins at GPU address @fb. */
static void rcp_layout_console(struct rcp_card *card, u64 fb, u32 crtc)
{
	u32 d = crtc * D2_OFFSET;
	u32 depth, pitch, height;
	u64 addr;

	if (!(rcp_rd(card, D1CRTC_CONTROL + d) & CRTC_MASTER_EN) ||
	    !(rcp_rd(card, D1GRPH_ENABLE + d) & GRPH_ENABLE))
		return;
	depth = rcp_rd(card, D1GRPH_CONTROL + d) & GRPH_DEPTH;
	pitch = rcp_rd(card, D1GRPH_PITCH + d) & 0x3fff;
	height = rcp_rd(card, D1GRPH_Y_END + d) & 0x3fff;
	addr = rcp_scanout_surface(card, crtc);
	if (addr >= fb && addr - fb < card->vram.size)
		rcp_layout_reserve(card, addr - fb, ((u64)pitch << depth) * height,
				   "firmware console");
}

/* Reserve the memory that the VGA renderer reads and writes, if a display shows it. */
static void rcp_layout_vga(struct rcp_card *card, u64 fb)
{
	u32 offset = rcp_rd(card, VGA_MEMORY_BASE_ADDRESS) - lower_32_bits(fb);

	card->vga_offset = RCP_NO_VGA;
	if (!rcp_scanout_vga_shown(card) || offset >= card->vram.size)
		return;
	card->vga_offset = offset;
	rcp_layout_reserve(card, offset, RCP_VGA_SIZE, "VGA");
}

/* Reserve @size bytes as high as possible below @limit, in free VRAM. */
static int rcp_layout_place(struct rcp_card *card, u64 limit, u64 size, const char *what,
			    u64 *offset)
{
	struct rcp_vram *vram = &card->vram;
	int i;

	for (i = vram->nreserved - 1; i >= 0; i--) {
		struct rcp_range *r = &vram->reserved[i];

		if (r->offset >= limit)
			continue;
		if (r->offset + r->size <= limit && limit - (r->offset + r->size) >= size)
			break;
		limit = r->offset;
	}
	if (limit < size)
		return -ENOSPC;
	*offset = ALIGN_DOWN(limit - size, RCP_GPU_PAGE_SIZE);
	rcp_layout_reserve(card, *offset, size, what);
	return 0;
}

/* Keep VRAM at the address that firmware chose, or move it to 0 if that is not usable. */
static void rcp_layout_vram(struct rcp_card *card, const struct rcp_vram_range *fb)
{
	u64 span = ALIGN(card->vram.size, RCP_FB_GRANULE);

	card->vram.addr = fb->start;
	if (fb->end <= fb->start || fb->start + span > rcp_layout_space(card)) {
		dev_info(card->dev, "VRAM moves from 0x%llx to 0\n", fb->start);
		card->vram.addr = 0;
	}
}

/*
 * Test whether a GPU range overlaps the bus addresses of the card's own BARs.  The chips may
 * not distinguish the two address spaces.
 */
static bool rcp_layout_hits_bar(struct rcp_card *card, u64 addr, u64 size)
{
	int i;

	for (i = 0; i < PCI_STD_NUM_BARS; i++) {
		u64 start = pci_resource_start(card->pdev, i);

		if (pci_resource_flags(card->pdev, i) & IORESOURCE_MEM &&
		    addr < start + pci_resource_len(card->pdev, i) && start < addr + size)
			return true;
	}
	return false;
}

/* Find a range for the GART in the larger of the two gaps around VRAM, or else in the other. */
static bool rcp_layout_find_gart(struct rcp_card *card, u64 size, u64 *addr)
{
	u64 below = card->vram.addr;
	u64 above = ALIGN(card->vram.addr + card->vram.size, RCP_FB_GRANULE);
	u64 space = rcp_layout_space(card);
	bool first_above = space - above >= below;
	int i;

	/* Try both ends of each gap. */
	for (i = 0; i < 4; i++) {
		bool is_above = (i < 2) == first_above;
		u64 start = is_above ? above : 0, end = is_above ? space : below;

		if (end - start < size)
			continue;
		*addr = (i & 1) == is_above ? ALIGN_DOWN(end - size, RCP_FB_GRANULE) : start;
		if (*addr >= start && !rcp_layout_hits_bar(card, *addr, size))
			return true;
	}
	return false;
}

/*
 * Size the GART: the default of the chip or gart_mib, halved until the range fits.  This
 * succeeds, because RCP_VRAM_MAX leaves 512 MiB, and the BARs of these cards cover less.
 */
static void rcp_layout_gart(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;

	gart->size = card->chip->gart_mib * (u64)SZ_1M;
	if (gart_mib)
		gart->size = roundup_pow_of_two(rcp_parameter(card, "gart_mib", gart_mib, 32,
							      1024)) * (u64)SZ_1M;
	while (!rcp_layout_find_gart(card, gart->size, &gart->addr) && gart->size > SZ_32M)
		gart->size >>= 1;
	gart->pages = gart->size >> RCP_GPU_PAGE_SHIFT;
	gart->table_size = (u64)gart->pages * card->gen->pte_bytes;
}

/**
 * rcp_layout_init() - read the size of VRAM, and lay out the address space
 * @card: the card; registers are mapped, and the card is posted
 *
 * Logs one line on failure.
 *
 * Context: process.
 * Return: 0, -ENODEV if VRAM is too small, or -ENOSPC if the page table has no space.
 */
int rcp_layout_init(struct rcp_card *card)
{
	struct rcp_vram *vram = &card->vram;
	struct rcp_gart *gart = &card->gart;
	struct rcp_vram_range fb = card->gen->vram(card);
	u32 i;
	int ret;

	vram->size = rcp_rd(card, card->gen->memsize_reg);
	vram->size = min_t(u64, ALIGN_DOWN(vram->size, RCP_GPU_PAGE_SIZE), RCP_VRAM_MAX);
	vram->io_base = pci_resource_start(card->pdev, 0);
	vram->visible = min_t(u64, vram->size, pci_resource_len(card->pdev, 0));
	vram->width_bits = card->gen->vram_width(card);
	if (vram->visible < RCP_VRAM_MIN) {
		dev_err(card->dev, "only %llu KiB of VRAM reachable, needs %u\n",
			vram->visible >> 10, RCP_VRAM_MIN >> 10);
		return -ENODEV;
	}

	rcp_layout_vram(card, &fb);
	rcp_layout_gart(card);

	vram->nreserved = 0;
	for (i = 0; i < RCP_CRTCS; i++)
		rcp_layout_console(card, fb.start, i);
	rcp_layout_vga(card, fb.start);

	/* The CPU writes the table through the BAR, so place it in CPU-visible VRAM. */
	ret = rcp_layout_place(card, vram->visible, gart->table_size, "page table",
			       &gart->table_offset);
	if (!ret)
		ret = rcp_layout_place(card, vram->visible, RCP_GPU_PAGE_SIZE, "default page",
				       &card->vram_page_offset);
	/* The CPU writes the zeros. */
	if (!ret)
		ret = rcp_layout_place(card, vram->visible, RCP_ZEROS_SIZE, "zeros",
				       &card->zeros.vram_offset);
	if (ret) {
		dev_err(card->dev, "no room for the page table in %llu MiB of visible VRAM\n",
			vram->visible >> 20);
		return ret;
	}
	return 0;
}
