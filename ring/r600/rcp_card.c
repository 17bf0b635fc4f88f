// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a card: init, bring-up, reset, snapshots, fini.
 *
 * rcp_card_start() is the only bring-up, for probe, resume and reset.  It first stops all
 * engines, so it starts from any state that firmware, a former driver or a hung stream left.
 * It records the duration of each step.
 *
 * drm/ and fence/ call init, start, stop, reset and fini one at a time, in process context.
 * Locks: clock_lock keeps the two halves of the clock together.
 */
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/ktime.h>
#include <linux/pci.h>

#include "rcp_priv.h"

#define RCP_REGISTER_BAR	2
#define RCP_REGISTER_SIZE_MIN	0x10000
#define RCP_IDLE_TIMEOUT_US	100000

/* Longest wait of a reset for a busy memory controller. */
#define RCP_RESET_SETTLE_MS	50

/* ---- init ---- */

/*
 * After a sleep or a reset of the bus, CONFIG_MEMSIZE does not tell whether the card is posted:
 * firmware of boards with RS780 writes it before any video BIOS runs, and some cards keep it.
 * The in-tree driver runs ASIC_Init on each resume.  A display that firmware has switched on
 * again must not read memory meanwhile, and moves along if ASIC_Init moves VRAM.
 */
static int rcp_card_post_again(struct rcp_card *card)
{
	u64 from = rcp_mc_fb_location(card).start, to;
	struct rcp_scanout scanout;
	int ret;

	rcp_scanout_stop(card, &scanout);
	ret = rcp_bios_post(card);
	if (ret)
		return ret;
	to = rcp_mc_fb_location(card).start;
	if (from != to && rcp_scanout_active(card))
		rcp_scanout_move(card, from, to);
	rcp_scanout_restart(card, &scanout);
	return 0;
}

static int rcp_card_check_posted(struct rcp_card *card)
{
	if (rcp_card_gone(card)) {
		rcp_err(card, "card does not answer: CONFIG_MEMSIZE (0x%04x) reads all ones\n",
			CONFIG_MEMSIZE);
		return -ENODEV;
	}
	/* Firmware has not set up the memory. */
	if (!rcp_rd(card, CONFIG_MEMSIZE))
		return rcp_bios_post(card);
	if (card->slept && rcp_bios_can_post(card))
		return rcp_card_post_again(card);
	return 0;
}

static int rcp_card_map(struct rcp_card *card)
{
	struct pci_dev *pdev = card->pdev;
	int ret;

	ret = pci_enable_device(pdev);
	if (ret) {
		dev_err(card->dev, "PCI device cannot be enabled (%d)\n", ret);
		return ret;
	}
	card->mmio_size = pci_resource_len(pdev, RCP_REGISTER_BAR);
	if (!(pci_resource_flags(pdev, RCP_REGISTER_BAR) & IORESOURCE_MEM) ||
	    card->mmio_size < RCP_REGISTER_SIZE_MIN || !pci_resource_len(pdev, 0)) {
		dev_err(card->dev, "PCI resources are not those of a Radeon\n");
		ret = -ENODEV;
		goto disable;
	}
	/*
	 * Claim only the registers.  BAR 0 may belong to the driver of a firmware console
	 * (simpledrm, efifb, vesafb).  rcp has no display to offer instead, so it does not
	 * remove that driver, and reserves the memory of the console.
	 */
	ret = pci_request_region(pdev, RCP_REGISTER_BAR, "rcp");
	if (ret) {
		dev_err(card->dev, "registers are in use by another driver (%d)\n", ret);
		goto disable;
	}
	card->mmio = pci_iomap(pdev, RCP_REGISTER_BAR, 0);
	if (!card->mmio) {
		ret = -ENOMEM;
		goto release;
	}
	return 0;

release:
	pci_release_region(pdev, RCP_REGISTER_BAR);
disable:
	pci_disable_device(pdev);
	return ret;
}

static void rcp_card_unmap(struct rcp_card *card)
{
	pci_iounmap(card->pdev, card->mmio);
	card->mmio = NULL;
	pci_release_region(card->pdev, RCP_REGISTER_BAR);
	pci_disable_device(card->pdev);
}

/* Map VRAM, and allocate all memory that card and CPU share. */
static int rcp_card_alloc(struct rcp_card *card)
{
	int ret;

	ret = rcp_vram_map(card);
	if (ret)
		return ret;
	ret = rcp_gart_init(card);
	if (ret)
		goto vram;
	ret = rcp_ring_init(card);
	if (ret)
		goto gart;
	ret = rcp_ibs_init(card);
	if (ret)
		goto ring;
	return 0;

ring:
	rcp_ring_fini(card);
gart:
	rcp_gart_fini(card);
vram:
	rcp_vram_unmap(card);
	return ret;
}

static void rcp_card_free(struct rcp_card *card)
{
	rcp_ibs_fini(card);
	rcp_ring_fini(card);
	rcp_gart_fini(card);
	rcp_vram_unmap(card);
}

/**
 * rcp_card_init() - initialise a card
 * @card: the card, zeroed
 * @pdev: PCI device, matched by rcp_pci_ids
 * @ops: calls to the layers above
 *
 * Claims and maps the registers, posts the card if firmware has not, loads the microcode files
 * and allocates all memory.  Only reads from a card that was posted.  Logs one line on failure.
 *
 * Context: process; sleeps.
 * Return: 0 or an error; on error nothing is held.
 */
int rcp_card_init(struct rcp_card *card, struct pci_dev *pdev,
		  const struct rcp_card_ops *ops)
{
	const struct pci_device_id *id = pci_match_id(rcp_pci_ids, pdev);
	int ret;

	if (!id)
		return -ENODEV;
	card->pdev = pdev;
	card->dev = &pdev->dev;
	ret = rcp_ih_check_free(card);
	if (ret)
		return ret;
	card->ops = ops;
	card->chip = rcp_chip_get(id->driver_data);
	card->alive_reg = CONFIG_MEMSIZE;
	spin_lock_init(&card->index_lock);
	spin_lock_init(&card->port_lock);
	spin_lock_init(&card->clock_lock);
	init_waitqueue_head(&card->test_wait);

	ret = rcp_card_map(card);
	if (ret)
		return ret;
	ret = rcp_bios_init(card);
	if (ret)
		goto unmap;
	ret = rcp_card_check_posted(card);
	if (ret)
		goto bios;
	ret = dma_set_mask_and_coherent(card->dev, DMA_BIT_MASK(40));
	if (ret) {
		dev_err(card->dev, "no DMA with 40-bit addresses (%d)\n", ret);
		goto bios;
	}
	/* The GART maps single pages, so it has no limit for the length of a segment. */
	dma_set_max_seg_size(card->dev, UINT_MAX);
	ret = rcp_layout_init(card);
	if (ret)
		goto bios;
	rcp_clock_init(card);
	rcp_vga_init(card);
	rcp_link_init(card);
	ret = rcp_fw_init(card);
	if (ret)
		goto bios;
	ret = rcp_card_alloc(card);
	if (ret) {
		dev_err(card->dev, "no memory for ring, streams and page table (%d)\n", ret);
		goto fw;
	}
	ret = rcp_ih_init(card);
	if (ret) {
		dev_err(card->dev, "no interrupt, neither by message nor by pin (%d)\n", ret);
		goto memory;
	}
	/* Align the pages of clients. */
	card->gart.client_first_page = ALIGN(card->gart.next_page, 256);
	return 0;

memory:
	rcp_card_free(card);
fw:
	rcp_fw_fini(card);
bios:
	rcp_bios_fini(card);
unmap:
	rcp_card_unmap(card);
	return ret;
}

/**
 * rcp_card_fini() - undo rcp_card_init()
 * @card: the card, stopped; no pages of clients are mapped
 *
 * Context: process; sleeps.
 */
void rcp_card_fini(struct rcp_card *card)
{
	rcp_clock_stop(card);
	rcp_vga_fini(card);
	rcp_ih_fini(card);
	rcp_card_free(card);
	rcp_fw_fini(card);
	rcp_bios_fini(card);
	rcp_card_unmap(card);
}

/* ---- bring-up ---- */

static void rcp_step_begin(struct rcp_card *card)
{
	WRITE_ONCE(card->nsteps, 0);
	card->step_start_ns = ktime_get_ns();
}

/* Record a completed step. */
static void rcp_step_done(struct rcp_card *card, const char *name)
{
	struct rcp_step *step = &card->steps[card->nsteps];
	u64 now = ktime_get_ns();

	if (WARN_ON(card->nsteps == RCP_STEPS_MAX))
		return;
	WRITE_ONCE(step->name, name);
	WRITE_ONCE(step->ns, now - card->step_start_ns);
	/* Pairs with the readers in debugfs. */
	smp_store_release(&card->nsteps, card->nsteps + 1);
	card->step_start_ns = now;
}

/* Log all steps in one line; at debug level after runtime resume, which happens often. */
static void rcp_steps_report(struct rcp_card *card)
{
	char text[256];
	u64 total = 0;
	size_t n = 0;
	u32 i;

	for (i = 0; i < card->nsteps; i++) {
		total += card->steps[i].ns;
		n += scnprintf(text + n, sizeof(text) - n, "%s%s %llu", i ? ", " : "",
			       card->steps[i].name, div_u64(card->steps[i].ns, 1000));
	}
	dev_printk(card->waking ? KERN_DEBUG : KERN_INFO, card->dev,
		   "%s up: %llu MiB VRAM (%llu visible), %llu MiB GART, %s; %llu us: %s\n",
		   card->chip->name, card->vram.size >> 20, card->vram.visible >> 20,
		   card->gart.size >> 20, card->ih.msi ? "MSI" : "INTx", div_u64(total, 1000),
		   text);
}

/* Stop all engines, in the reverse order of bring-up; also after a part of it. */
static void rcp_card_quiesce(struct rcp_card *card)
{
	WRITE_ONCE(card->running, false);
	rcp_cp_halt(card);
	/* rcp does not use the DMA engine; a former driver may have. */
	rcp_wr(card, DMA_RB_CNTL, 0);
	rcp_wr(card, DMA_CNTL, 0);
	rcp_ih_stop(card);
	rcp_gart_suspend(card);
	rcp_rlc_stop(card);
}

static int rcp_card_steps(struct rcp_card *card)
{
	int ret;

	rcp_card_quiesce(card);
	rcp_step_done(card, "quiesce");

	/* The reset after a hang does not change link and clocks. */
	if (!card->quiet && rcp_link_start(card))
		rcp_step_done(card, "link");
	if (!card->quiet && rcp_clock_start(card))
		rcp_step_done(card, "clocks");

	rcp_vga_start(card);
	ret = rcp_mc_start(card);
	if (ret)
		return ret;
	rcp_step_done(card, "mc");

	ret = rcp_gart_start(card);
	if (ret)
		return ret;
	rcp_step_done(card, "gart");

	ret = rcp_gfx_straps(card);
	if (ret)
		return ret;
	rcp_golden_start(card);
	rcp_gfx_start(card);
	rcp_step_done(card, "3d");

	rcp_rlc_start(card);
	rcp_step_done(card, "rlc");

	rcp_ih_start(card);
	rcp_step_done(card, "irq");

	ret = rcp_cp_start(card);
	if (ret)
		return ret;
	rcp_ih_enable_eop(card);
	rcp_step_done(card, "cp");

	ret = rcp_ring_test(card);
	if (ret)
		return ret;
	rcp_step_done(card, "ring test");

	ret = rcp_ib_test(card);
	if (ret)
		return ret;
	rcp_step_done(card, "ib test");
	return 0;
}

/**
 * rcp_card_start() - bring the card up
 * @card: the card; no job is in flight
 *
 * For probe, resume and reset.  The contents of the ring are lost, and the state of the chip
 * is unknown.  rcp_card_seqno() keeps its value.
 *
 * Context: process; sleeps some 100 ms.
 * Return: 0; -ENODEV if the card is gone or not posted; -ETIMEDOUT, -EIO or -ENOLINK if it
 * fails; or the error of rcp_ih_use_pin().  On error the reason is logged, and the card is
 * stopped.
 */
int rcp_card_start(struct rcp_card *card)
{
	int ret;

	rcp_step_begin(card);
	WRITE_ONCE(card->starts, card->starts + 1);
	ret = rcp_card_check_posted(card);
	if (!ret)
		ret = rcp_card_steps(card);
	/* Not in a reset: fences wait for it, and installing a handler allocates memory. */
	if (ret == -ENOLINK && card->ih.msi && !card->quiet) {
		dev_notice(card->dev, "MSI does not arrive: trying INTx\n");
		rcp_card_stop(card);
		rcp_step_begin(card);
		ret = rcp_ih_use_pin(card);
		if (!ret)
			ret = rcp_card_steps(card);
	}
	if (ret) {
		if (ret == -ENOLINK)
			rcp_err(card, "IB test: the stream ran, but no interrupt comes\n");
		rcp_card_stop(card);
		return ret;
	}
	WRITE_ONCE(card->running, true);
	rcp_steps_report(card);
	return 0;
}

/**
 * rcp_card_resume() - bring the card up after it may have lost its power or its state
 * @card: the card; no job is in flight
 *
 * Like rcp_card_start(), but posts the card by its video BIOS, if there is one.
 *
 * Context: process; sleeps some 100 ms.
 * Return: as rcp_card_start().
 */
int rcp_card_resume(struct rcp_card *card)
{
	int ret;

	card->slept = true;
	ret = rcp_card_start(card);
	card->slept = false;
	return ret;
}

/**
 * rcp_card_stop() - stop all engines
 * @card: the card; may be stopped already, or gone
 *
 * When rcp_card_stop() returns, the card neither interrupts nor accesses system memory.
 *
 * Context: process; sleeps.
 */
void rcp_card_stop(struct rcp_card *card)
{
	rcp_card_quiesce(card);
	rcp_gart_stop(card);
	pci_clear_master(card->pdev);
}

/* ---- reset ---- */

static u32 rcp_reset_grbm_mask(const struct rcp_card *card)
{
	u32 mask = SOFT_RESET_CP | SOFT_RESET_CB | SOFT_RESET_DB | SOFT_RESET_PA |
		   SOFT_RESET_SC | SOFT_RESET_SPI | SOFT_RESET_SH | SOFT_RESET_SX |
		   SOFT_RESET_TC | SOFT_RESET_TA | SOFT_RESET_VC | SOFT_RESET_VGT;

	if (!card->chip->r7xx)
		mask |= SOFT_RESET_CR | SOFT_RESET_SMX;
	return mask;
}

/* Reset blocks outside of the 3D engine only if they are stuck. */
static u32 rcp_reset_srbm_mask(struct rcp_card *card)
{
	static const struct {
		u32 busy;
		u32 reset;
	} blocks[] = {
		{ BIT(3) | BIT(15), SOFT_RESET_RLC },
		{ BIT(8), SOFT_RESET_VMC },
		{ BIT(14), SOFT_RESET_SEM },
		{ BIT(17), SOFT_RESET_IH },
	};
	u32 status = rcp_rd(card, SRBM_STATUS);
	u32 mask = SOFT_RESET_GRBM;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(blocks); i++)
		if (status & blocks[i].busy)
			mask |= blocks[i].reset;
	return mask;
}

static void rcp_reset_pulse(struct rcp_card *card, u32 reg, u32 mask)
{
	rcp_wr(card, reg, mask);
	rcp_rd(card, reg);
	usleep_range(50, 100);
	rcp_wr(card, reg, 0);
	rcp_rd(card, reg);
}

/*
 * Let accesses that are in flight in the memory controller complete.  The in-tree driver
 * always waits RCP_RESET_SETTLE_MS; an idle controller needs no wait.
 */
static void rcp_reset_settle(struct rcp_card *card)
{
	u64 end_ns = ktime_get_ns() + RCP_RESET_SETTLE_MS * NSEC_PER_MSEC;

	do {
		usleep_range(1000, 1200);
	} while (rcp_rd(card, SRBM_STATUS) & SRBM_MC_BUSY && ktime_get_ns() < end_ns);
}

/*
 * GRBM_STATUS may report a busy engine for milliseconds after the reset; the ring test decides
 * whether the engine works.
 */
static int rcp_card_soft_reset(struct rcp_card *card)
{
	struct rcp_scanout scanout;

	rcp_card_quiesce(card);
	if (rcp_card_gone(card)) {
		rcp_err(card, "card is gone: it cannot be reset\n");
		return -ENODEV;
	}
	rcp_scanout_stop(card, &scanout);
	rcp_reset_settle(card);
	rcp_mc_blackout(card);
	rcp_reset_pulse(card, GRBM_SOFT_RESET, rcp_reset_grbm_mask(card));
	rcp_reset_pulse(card, SRBM_SOFT_RESET, rcp_reset_srbm_mask(card));
	usleep_range(1000, 1500);
	rcp_mc_unblackout(card);
	rcp_scanout_restart(card, &scanout);
	rcp_poll_notice(card, GRBM_STATUS, GUI_ACTIVE, 0, RCP_IDLE_TIMEOUT_US);
	return 0;
}

/**
 * rcp_card_reset() - reset a hung card
 * @card: the card; the ring has no writer
 *
 * A soft reset of the 3D engine and the command processor, then bring-up.  VRAM keeps its
 * contents, except that CPU writes during the two milliseconds of the blackout are lost.  All
 * work in flight is lost; the caller sets the seqno that counts as passed with
 * rcp_card_set_seqno().
 *
 * Messages are notices, because a stream of a client can cause them.
 *
 * Context: process; sleeps some 200 ms.
 * Return: 0 or an error; on error the card is stopped, and the caller may try again.
 */
int rcp_card_reset(struct rcp_card *card)
{
	int ret;

	card->quiet = true;
	WRITE_ONCE(card->resets, card->resets + 1);
	ret = rcp_card_soft_reset(card);
	if (!ret)
		ret = rcp_card_start(card);
	else
		rcp_card_stop(card);
	card->quiet = false;
	return ret;
}

/* ---- inspection ---- */

#define RCP_SNAP(reg) { #reg, reg }

static const struct {
	const char *name;
	u32 offset;
} rcp_snapshot_regs[] = {
	RCP_SNAP(SRBM_STATUS),
	RCP_SNAP(GRBM_STATUS),
	RCP_SNAP(GRBM_STATUS2),
	RCP_SNAP(CP_STALLED_STAT1),
	RCP_SNAP(CP_STALLED_STAT2),
	RCP_SNAP(CP_BUSY_STAT),
	RCP_SNAP(CP_STAT),
	RCP_SNAP(CP_ME_CNTL),
	RCP_SNAP(CP_RB_BASE),
	RCP_SNAP(CP_RB_CNTL),
	RCP_SNAP(CP_RB_RPTR),
	RCP_SNAP(CP_RB_WPTR),
	RCP_SNAP(CP_INT_CNTL),
	RCP_SNAP(SCRATCH_REG0),
	RCP_SNAP(RLC_CNTL),
	RCP_SNAP(IH_CNTL),
	RCP_SNAP(IH_RB_CNTL),
	RCP_SNAP(IH_RB_RPTR),
	RCP_SNAP(IH_RB_WPTR),
	RCP_SNAP(VM_CONTEXT0_CNTL),
	RCP_SNAP(VM_L2_CNTL),
	RCP_SNAP(GB_TILING_CONFIG),
	RCP_SNAP(CC_RB_BACKEND_DISABLE),
	RCP_SNAP(CC_GC_SHADER_PIPE_CONFIG),
	RCP_SNAP(CONFIG_MEMSIZE),
};

static_assert(ARRAY_SIZE(rcp_snapshot_regs) <= RCP_SNAPSHOT_REGS);

/**
 * rcp_card_snapshot() - read the registers of the card
 * @card: the card
 * @snap: filled in
 *
 * As in rcp_card_progress(), the read pointer comes from the register.
 *
 * Context: any; some 25 register reads.
 */
void rcp_card_snapshot(struct rcp_card *card, struct rcp_snapshot *snap)
{
	u32 i;

	snap->seqno = rcp_card_seqno(card);
	snap->rptr = rcp_rd(card, CP_RB_RPTR);
	snap->wptr = card->ring.published;
	snap->nregs = ARRAY_SIZE(rcp_snapshot_regs);
	for (i = 0; i < snap->nregs; i++)
		snap->regs[i] = (struct rcp_reg_value){
			.name = rcp_snapshot_regs[i].name,
			.offset = rcp_snapshot_regs[i].offset,
			.value = rcp_rd(card, rcp_snapshot_regs[i].offset),
		};
}

/**
 * rcp_card_progress() - read the progress of the card
 * @card: the card
 * @progress: filled in
 *
 * The read pointer comes from the register, because the card updates the copy in memory only
 * after each RB_BLKSZ, which may be seconds of copying.
 *
 * Context: any; two register reads.
 */
void rcp_card_progress(struct rcp_card *card, struct rcp_progress *progress)
{
	progress->seqno = rcp_card_seqno(card);
	progress->rptr = rcp_rd(card, CP_RB_RPTR);
	progress->grbm_status = rcp_rd(card, GRBM_STATUS);
	progress->busy = progress->grbm_status & (GUI_ACTIVE | CP_BUSY);
}

/**
 * rcp_card_status() - read a status register, by which users see how busy the card is
 * @card: the card
 * @reg: byte offset
 * @value: receives the value
 *
 * Context: any.
 * Return: 0, -EINVAL for any other register, or -ENODEV if the card does not answer.
 */
int rcp_card_status(struct rcp_card *card, u32 reg, u32 *value)
{
	switch (reg) {
	case GRBM_STATUS:
	case GRBM_STATUS2:
	case SRBM_STATUS:
		*value = rcp_rd(card, reg);
		return *value == ~0u || rcp_card_gone(card) ? -ENODEV : 0;
	default:
		return -EINVAL;
	}
}

/**
 * rcp_card_clock() - read the free-running counter of the reference clock
 * @card: the card, running
 * @ticks: receives the ticks since an arbitrary moment, config.crystal_khz in a millisecond
 *
 * Context: any; takes clock_lock.
 * Return: 0, or -ENODEV if the card does not answer.
 */
int rcp_card_clock(struct rcp_card *card, u64 *ticks)
{
	unsigned long flags;
	u32 low, high;

	spin_lock_irqsave(&card->clock_lock, flags);
	rcp_wr(card, RLC_CAPTURE_GPU_CLOCK_COUNT, 1);
	low = rcp_rd(card, RLC_GPU_CLOCK_COUNT_LSB);
	high = rcp_rd(card, RLC_GPU_CLOCK_COUNT_MSB);
	spin_unlock_irqrestore(&card->clock_lock, flags);
	*ticks = (u64)high << 32 | low;
	/* The counter itself gets there after thousands of years. */
	return high == ~0u || rcp_card_gone(card) ? -ENODEV : 0;
}
