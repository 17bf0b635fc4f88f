// SPDX-License-Identifier: GPL-2.0
/*
 * The memory controller: where VRAM and GART lie in the GPU's address space,
 * which parts of VRAM are spoken for, and the registers that say so.
 *
 * VRAM stays where firmware put it, so that a console that firmware left on the
 * screen goes on being scanned out; the memory it shows is reserved.  Display
 * registers are read and never written.
 *
 * Called at init and bring-up, single threaded; no locks.
 */
#include <linux/align.h>
#include <linux/bitfield.h>
#include <linux/delay.h>
#include <linux/log2.h>
#include <linux/moduleparam.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "rcp_priv.h"

#define RCP_MC_TIMEOUT_US	100000
/* GPU addresses are kept within 32 bits: several registers hold no more. */
#define RCP_MC_SPACE		SZ_4G
/* Leave at least this much for the GART. */
#define RCP_VRAM_MAX		0xe0000000ull
#define RCP_VRAM_MIN		SZ_16M
#define RCP_FB_GRANULE		SZ_16M

static unsigned int gart_mib;
module_param(gart_mib, uint, 0644);
MODULE_PARM_DESC(gart_mib,
		 "GART aperture in MiB, 32..1024 (default: 1024, on R6xx 512); read at probe");

struct rcp_vram_range {
	u64 start;
	u64 end;
};

/* What MC_VM_FB_LOCATION says: 16 bits of 16 MiB each for first and last. */
static struct rcp_vram_range rcp_mc_fb_location(struct rcp_card *card)
{
	u32 value = rcp_rd(card, rcp_by_family(card, R600_MC_VM_FB_LOCATION,
					       R700_MC_VM_FB_LOCATION));
	struct rcp_vram_range fb = {
		.start = (u64)(value & 0xffff) << 24,
		.end = ((u64)(value >> 16) + 1) << 24,
	};

	return fb;
}

/* Note a range of VRAM as taken; ranges that touch become one. */
static void rcp_mc_reserve(struct rcp_card *card, u64 offset, u64 size, const char *what)
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

static void rcp_mc_reserve_addr(struct rcp_card *card, u64 addr, u64 size, const char *what)
{
	if (addr >= card->vram.addr && addr - card->vram.addr < card->vram.size)
		rcp_mc_reserve(card, addr - card->vram.addr, size, what);
}

/* The surface that one of the two display controllers scans out, if any. */
static void rcp_mc_console_surface(struct rcp_card *card, int crtc)
{
	u32 d = crtc * D2_OFFSET;
	u32 depth, pitch, height, high;
	u64 addr;

	if (!(rcp_rd(card, D1CRTC_CONTROL + d) & CRTC_MASTER_EN))
		return;
	card->console_active = true;

	if (!(rcp_rd(card, D1GRPH_ENABLE + d) & GRPH_ENABLE))
		return;
	addr = rcp_rd(card, D1GRPH_PRIMARY_SURFACE_ADDRESS + d);
	high = crtc ? R700_D2GRPH_PRIMARY_SURFACE_ADDRESS_HIGH :
		      R700_D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH;
	if (card->chip->r7xx)
		addr |= (u64)(rcp_rd(card, high) & 0xff) << 32;
	depth = rcp_rd(card, D1GRPH_CONTROL + d) & GRPH_DEPTH;
	pitch = rcp_rd(card, D1GRPH_PITCH + d) & 0x3fff;
	height = rcp_rd(card, D1GRPH_Y_END + d) & 0x3fff;
	rcp_mc_reserve_addr(card, addr, ((u64)pitch << depth) * height, "firmware console");
}

/*
 * VGA text and graphics: the VGA core renders from and into the memory at its
 * base, for as long as its renderer is on.
 */
static void rcp_mc_console_vga(struct rcp_card *card)
{
	if (!(rcp_rd(card, D1VGA_CONTROL) & DVGA_MODE_ENABLE) &&
	    !(rcp_rd(card, D2VGA_CONTROL) & DVGA_MODE_ENABLE) &&
	    !(rcp_rd(card, VGA_RENDER_CONTROL) & VGA_VSTATUS_CNTL))
		return;
	rcp_mc_reserve_addr(card, rcp_rd(card, VGA_MEMORY_BASE_ADDRESS), SZ_1M, "VGA");
}

/* Place @size bytes as high as possible below @limit, clear of what is reserved. */
static int rcp_mc_place(struct rcp_card *card, u64 limit, u64 size, const char *what,
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
	rcp_mc_reserve(card, *offset, size, what);
	return 0;
}

/* Where VRAM lies: where firmware put it, unless that cannot be. */
static void rcp_mc_place_vram(struct rcp_card *card)
{
	struct rcp_vram_range fb = rcp_mc_fb_location(card);
	u64 span = ALIGN(card->vram.size, RCP_FB_GRANULE);

	card->vram.addr = fb.start;
	if (fb.end <= fb.start || fb.start + span > RCP_MC_SPACE) {
		dev_info(card->dev, "VRAM moves from 0x%llx to 0: a firmware console may vanish\n",
			 fb.start);
		card->vram.addr = 0;
	}
}

/*
 * The GART takes the larger of the two gaps around VRAM, up to what suits the family;
 * RCP_VRAM_MAX sees to it that there is one.
 */
static void rcp_mc_place_gart(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;
	u64 below = card->vram.addr;
	u64 vram_end = ALIGN(card->vram.addr + card->vram.size, RCP_FB_GRANULE);
	u64 above = RCP_MC_SPACE - vram_end;
	u64 size = card->chip->r7xx ? SZ_1G : SZ_512M;

	static_assert(RCP_MC_SPACE - RCP_VRAM_MAX >= 2ull * SZ_64M);
	if (gart_mib)
		size = roundup_pow_of_two(clamp(gart_mib, 32u, 1024u)) * (u64)SZ_1M;
	while (size > max(above, below))
		size >>= 1;
	gart->size = size;
	gart->addr = above >= size ? vram_end : ALIGN_DOWN(below - size, RCP_FB_GRANULE);
	gart->pages = size >> RCP_GPU_PAGE_SHIFT;
	gart->table_size = (u64)gart->pages * sizeof(*gart->shadow);
}

/* Width of the memory bus, for people. */
static u32 rcp_mc_width(struct rcp_card *card)
{
	u32 ramcfg = rcp_rd(card, rcp_by_family(card, R600_RAMCFG, R700_MC_ARB_RAMCFG));
	u32 override = rcp_by_family(card, BIT(10), BIT(11));
	u32 wide = rcp_by_family(card, BIT(7), BIT(8));
	u32 channels = 1u << FIELD_GET(NOOFCHAN, rcp_rd(card, CHMAP));

	return channels * (ramcfg & override ? 16 : ramcfg & wide ? 64 : 32);
}

/**
 * rcp_mc_layout - find out how much VRAM there is, and divide the address space
 * @card: the card; registers are mapped, firmware has posted it
 *
 * Return: 0, or -ENODEV or -ENOSPC with one line that says why.
 */
int rcp_mc_layout(struct rcp_card *card)
{
	struct rcp_vram *vram = &card->vram;
	struct rcp_gart *gart = &card->gart;
	u32 i;
	int ret;

	vram->size = rcp_rd(card, CONFIG_MEMSIZE);
	vram->size = min_t(u64, ALIGN_DOWN(vram->size, RCP_GPU_PAGE_SIZE), RCP_VRAM_MAX);
	vram->io_base = pci_resource_start(card->pdev, 0);
	vram->visible = min_t(u64, vram->size, pci_resource_len(card->pdev, 0));
	vram->width_bits = rcp_mc_width(card);
	if (vram->visible < RCP_VRAM_MIN) {
		dev_err(card->dev, "only %llu KiB of VRAM reachable, needs %u\n",
			vram->visible >> 10, RCP_VRAM_MIN >> 10);
		return -ENODEV;
	}

	rcp_mc_place_vram(card);
	rcp_mc_place_gart(card);

	vram->nreserved = 0;
	for (i = 0; i < 2; i++)
		rcp_mc_console_surface(card, i);
	rcp_mc_console_vga(card);

	/* The CPU writes the table through the BAR, so it lies in the visible part. */
	ret = rcp_mc_place(card, vram->visible, gart->table_size, "page table",
			   &gart->table_offset);
	if (!ret)
		ret = rcp_mc_place(card, vram->visible, RCP_GPU_PAGE_SIZE, "default page",
				   &card->vram_page_offset);
	if (ret) {
		dev_err(card->dev, "no room for the page table in %llu MiB of visible VRAM\n",
			vram->visible >> 20);
		return ret;
	}
	return 0;
}

/* Wait until no client of the memory controller is busy. */
static int rcp_mc_idle(struct rcp_card *card)
{
	/* A display that scans out keeps the memory controller busy for good. */
	if (card->console_active)
		return 0;
	return rcp_poll_is(card, SRBM_STATUS, SRBM_MC_BUSY, 0, RCP_MC_TIMEOUT_US);
}

/**
 * rcp_mc_blackout - keep everybody off memory
 * @card: the card
 */
void rcp_mc_blackout(struct rcp_card *card)
{
	u32 reg = rcp_by_family(card, R600_CITF_CNTL, R700_MC_CITF_CNTL);

	rcp_wr(card, BIF_FB_EN, 0);
	rcp_rmw(card, reg, 0, MC_BLACKOUT);
	usleep_range(100, 200);
}

/**
 * rcp_mc_unblackout - undo rcp_mc_blackout()
 * @card: the card
 */
void rcp_mc_unblackout(struct rcp_card *card)
{
	u32 reg = rcp_by_family(card, R600_CITF_CNTL, R700_MC_CITF_CNTL);

	rcp_rmw(card, reg, MC_BLACKOUT, 0);
	rcp_wr(card, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
}

/* Linear view of VRAM for the CPU: no surfaces, no swapping. */
static void rcp_mc_hdp(struct rcp_card *card)
{
	int i, j;

	for (i = 0; i < HDP_SURFACES; i++)
		for (j = 0; j < 5; j++)
			rcp_wr(card, HDP_SURFACE0 + i * HDP_SURFACE_STRIDE + 4 * j, 0);
	if (card->chip->r7xx)
		rcp_rd(card, HDP_DEBUG1);
	else
		rcp_wr(card, HDP_REG_COHERENCY_FLUSH_CNTL, 0);
}

/* Where things lie, register by register; most of them moved between the families. */
#define RCP_MC_REGS 7

struct rcp_mc_reg {
	u32 reg;
	u32 value;
};

static void rcp_mc_want(const struct rcp_card *card, struct rcp_mc_reg want[RCP_MC_REGS])
{
	u64 first = card->vram.addr;
	u64 last = first + card->vram.size - 1;

	want[0].reg = rcp_by_family(card, R600_MC_VM_SYSTEM_APERTURE_LOW_ADDR,
				    R700_MC_VM_SYSTEM_APERTURE_LOW_ADDR);
	want[0].value = first >> RCP_GPU_PAGE_SHIFT;
	want[1].reg = rcp_by_family(card, R600_MC_VM_SYSTEM_APERTURE_HIGH_ADDR,
				    R700_MC_VM_SYSTEM_APERTURE_HIGH_ADDR);
	want[1].value = last >> RCP_GPU_PAGE_SHIFT;
	want[2].reg = rcp_by_family(card, R600_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR,
				    R700_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR);
	want[2].value = (first + card->vram_page_offset) >> RCP_GPU_PAGE_SHIFT;
	want[3].reg = rcp_by_family(card, R600_MC_VM_FB_LOCATION, R700_MC_VM_FB_LOCATION);
	want[3].value = (last >> 24) << 16 | first >> 24;
	want[4].reg = rcp_by_family(card, R600_MC_VM_AGP_BASE, R700_MC_VM_AGP_BASE);
	want[4].value = 0;
	want[5].reg = rcp_by_family(card, R600_MC_VM_AGP_TOP, R700_MC_VM_AGP_TOP);
	want[5].value = 0x0fffffff;
	want[6].reg = rcp_by_family(card, R600_MC_VM_AGP_BOT, R700_MC_VM_AGP_BOT);
	want[6].value = 0x0fffffff;
}

/*
 * Only where something changes is memory shut off meanwhile: a bring-up after a
 * reset changes nothing, and clients may be writing to VRAM.
 */
static int rcp_mc_apertures(struct rcp_card *card)
{
	struct rcp_mc_reg want[RCP_MC_REGS];
	bool same = true;
	int i, ret;

	rcp_mc_want(card, want);
	for (i = 0; i < RCP_MC_REGS && same; i++)
		same = rcp_rd(card, want[i].reg) == want[i].value;
	if (same)
		return 0;

	ret = rcp_mc_idle(card);
	if (ret)
		return ret;
	rcp_mc_blackout(card);
	for (i = 0; i < RCP_MC_REGS; i++)
		rcp_wr(card, want[i].reg, want[i].value);
	ret = rcp_mc_idle(card);
	rcp_mc_unblackout(card);
	return ret;
}

/**
 * rcp_mc_start - tell the memory controller the layout
 * @card: the card; CP and interrupts are off
 *
 * Return: 0 or the error of a poll.
 */
int rcp_mc_start(struct rcp_card *card)
{
	int ret;

	rcp_mc_hdp(card);
	ret = rcp_mc_apertures(card);
	if (ret)
		return ret;
	rcp_wr(card, HDP_NONSURFACE_BASE, card->vram.addr >> 8);
	rcp_wr(card, HDP_NONSURFACE_INFO, 2 << 7);
	rcp_wr(card, HDP_NONSURFACE_SIZE, 0x3fffffff);
	/* Whoever had the card before may have left memory shut off. */
	rcp_mc_unblackout(card);
	return rcp_mc_idle(card);
}
