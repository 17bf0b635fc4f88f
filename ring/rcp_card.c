// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a card: init, bring-up, reset, fini.
 *
 * rcp_card_start() is the only bring-up, for probe, resume and reset.  It first stops all
 * engines, so it starts from any state that firmware, a former driver or a hung stream left.
 *
 * drm/ and fence/ call init, start, stop, reset and fini one at a time, in process context;
 * takes no locks.
 */
#include <linux/dma-mapping.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "rcp_priv.h"

#define RCP_REGISTER_BAR	2
#define RCP_REGISTER_SIZE_MIN	0x10000

/* ---- init ---- */

/*
 * After a sleep or a reset of the bus, CONFIG_MEMSIZE does not tell whether the card is posted:
 * firmware of boards with RS780 writes it before any video BIOS runs, and some cards keep it.
 * The in-tree driver runs ASIC_Init on each resume.  A display that firmware has switched on
 * again must not read memory during the post, and moves along if ASIC_Init moves VRAM.
 */
static int rcp_card_post_again(struct rcp_card *card)
{
	u64 from = card->gen->vram(card).start, to;
	struct rcp_scanout scanout;
	int ret;

	rcp_scanout_stop(card, &scanout);
	ret = rcp_bios_post(card);
	if (ret)
		return ret;
	to = card->gen->vram(card).start;
	if (from != to && rcp_scanout_active(card))
		rcp_scanout_move(card, from, to);
	rcp_scanout_restart(card, &scanout);
	return 0;
}

static int rcp_card_check_posted(struct rcp_card *card)
{
	if (rcp_card_gone(card)) {
		rcp_err(card, "card does not answer: CONFIG_MEMSIZE (0x%04x) reads all ones\n",
			card->gen->memsize_reg);
		return -ENODEV;
	}
	/* Firmware has not set up the memory. */
	if (!card->gen->posted(card))
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
	ret = rcp_zeros_init(card);
	if (ret)
		goto ring;
	ret = rcp_ibs_init(card);
	if (ret)
		goto zeros;
	ret = card->gen->init(card);
	if (ret)
		goto ibs;
	return 0;

ibs:
	rcp_ibs_fini(card);
zeros:
	rcp_zeros_fini(card);
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
	card->gen->fini(card);
	rcp_ibs_fini(card);
	rcp_zeros_fini(card);
	rcp_ring_fini(card);
	rcp_gart_fini(card);
	rcp_vram_unmap(card);
}

/* Fill in the card, which is on from here on, before any register is accessed. */
static int rcp_card_begin(struct rcp_card *card, struct pci_dev *pdev, const struct rcp_chip *chip,
			  const struct rcp_card_ops *ops)
{
	int ret;

	card->pdev = pdev;
	card->dev = &pdev->dev;
	ret = rcp_irq_check_free(card);
	if (!ret)
		ret = rcp_acpi_power_on(card);
	if (ret)
		return ret;
	card->ops = ops;
	card->chip = chip;
	card->gen = chip->gen;
	card->traits = &chip->gen->traits;
	card->pm4.front = chip->gen->front;
	card->pm4.chip = chip->id;
	spin_lock_init(&card->index_lock);
	spin_lock_init(&card->irq.lock);
	init_waitqueue_head(&card->test_wait);
	card->priv = kzalloc(chip->gen->priv_bytes, GFP_KERNEL);
	return card->priv ? 0 : -ENOMEM;
}

/**
 * rcp_card_init() - initialise a card
 * @card: the card, zeroed
 * @pdev: PCI device
 * @chip: the chip of @pdev, from rcp_chip_find(); NULL fails
 * @ops: calls to the layers above
 *
 * Claims and maps the registers, posts the card if firmware has not, loads the microcode files
 * and allocates all memory.  Only reads from a card that was posted.  Logs one line on failure.
 *
 * Context: process; sleeps.
 * Return: 0 or an error; on error nothing is held.
 */
int rcp_card_init(struct rcp_card *card, struct pci_dev *pdev, const struct rcp_chip *chip,
		  const struct rcp_card_ops *ops)
{
	int ret;

	if (!chip)
		return -ENODEV;
	ret = rcp_card_begin(card, pdev, chip, ops);
	if (ret)
		return ret;

	ret = rcp_card_map(card);
	if (ret)
		goto priv;
	ret = rcp_bios_init(card);
	if (ret)
		goto unmap;
	ret = rcp_card_check_posted(card);
	if (ret)
		goto bios;
	ret = dma_set_mask_and_coherent(card->dev, DMA_BIT_MASK(card->traits->dma_bits));
	if (ret) {
		dev_err(card->dev, "no DMA with %u-bit addresses (%d)\n",
			card->traits->dma_bits, ret);
		goto bios;
	}
	/* The GART maps single pages, so it has no limit for the length of a segment. */
	dma_set_max_seg_size(card->dev, UINT_MAX);
	ret = rcp_layout_init(card);
	if (ret)
		goto bios;
	rcp_clock_init(card);
	rcp_vga_init(card);
	ret = rcp_fw_init(card);
	if (ret)
		goto bios;
	ret = rcp_card_alloc(card);
	if (ret) {
		dev_err(card->dev, "no memory for ring, streams and page table (%d)\n", ret);
		goto fw;
	}
	ret = rcp_irq_init(card);
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
priv:
	kfree(card->priv);
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
	rcp_irq_fini(card);
	rcp_card_free(card);
	rcp_fw_fini(card);
	rcp_bios_fini(card);
	rcp_card_unmap(card);
	kfree(card->priv);
}

/* ---- bring-up ---- */

static void rcp_card_quiesce(struct rcp_card *card)
{
	WRITE_ONCE(card->running, false);
	card->gen->stop(card);
}

static int rcp_card_start_memory(struct rcp_card *card)
{
	int ret;

	rcp_vga_start(card);
	ret = card->gen->mc_start(card);
	if (ret)
		return ret;
	rcp_step_done(card, "mc");

	ret = rcp_gart_start(card);
	if (ret)
		return ret;
	rcp_zeros_start(card);
	rcp_step_done(card, "gart");
	return 0;
}

static int rcp_card_test(struct rcp_card *card)
{
	int ret = card->gen->ring_test(card);

	if (ret)
		return ret;
	rcp_step_done(card, "ring test");

	ret = card->gen->ib_test(card);
	if (ret)
		return ret;
	rcp_step_done(card, "ib test");
	return 0;
}

static int rcp_card_bring_up(struct rcp_card *card)
{
	const struct rcp_gen *gen = card->gen;
	int ret;

	rcp_card_quiesce(card);
	rcp_step_done(card, "quiesce");

	/* The reset after a hang does not change the link, and clocks only to those at boot. */
	if (!card->quiet && gen->link_start && gen->link_start(card))
		rcp_step_done(card, "link");
	ret = card->quiet ? rcp_clock_reset(card) : rcp_clock_start(card);
	if (ret < 0)
		return ret;
	if (ret)
		rcp_step_done(card, "clocks");
	if (!card->quiet)
		rcp_clock_read(card);

	ret = rcp_card_start_memory(card);
	if (ret)
		return ret;
	ret = gen->start(card);
	if (ret)
		return ret;
	return rcp_card_test(card);
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
 * fails; or the error of rcp_irq_use_pin().  On error the reason is logged, and the card is
 * stopped.
 */
int rcp_card_start(struct rcp_card *card)
{
	int ret;

	rcp_step_begin(card);
	WRITE_ONCE(card->starts, card->starts + 1);
	ret = rcp_card_check_posted(card);
	if (!ret)
		ret = rcp_card_bring_up(card);
	/* Not in a reset: fences wait for it, and installing a handler allocates memory. */
	if (ret == -ENOLINK && card->irq.msi && !card->quiet) {
		dev_notice(card->dev, "MSI does not arrive: trying INTx\n");
		rcp_card_stop(card);
		rcp_step_begin(card);
		ret = rcp_irq_use_pin(card);
		if (!ret)
			ret = rcp_card_bring_up(card);
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

static int rcp_card_soft_reset(struct rcp_card *card)
{
	rcp_card_quiesce(card);
	if (rcp_card_gone(card)) {
		rcp_err(card, "card is gone: it cannot be reset\n");
		return -ENODEV;
	}
	card->gen->soft_reset(card);
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

