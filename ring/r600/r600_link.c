// SPDX-License-Identifier: GPL-2.0
/*
 * The PCIe link: raise it to 5 GT/s.
 *
 * A card begins with the link that firmware has trained, at 2.5 GT/s if neither firmware nor the
 * strap of the board requests more.  Where both ends do 5 GT/s the link is raised, as the in-tree
 * driver does; the parameter pcie_gen2 leaves it alone, or asks for the reason if it stays.
 * The video BIOS has no table for the link, so this follows the register sequences of the
 * in-tree driver's r600.c and rv770.c, access by access.
 *
 * The sequence runs while the card is idle: in the bring-up of probe, resume and a PCI reset.
 * Neither the reset after a hang nor unload changes the link.  The hardware retrains the link
 * by itself when LC_GEN2_EN_STRAP is set; current_link_speed in sysfs shows the result.
 *
 * Called at init and bring-up, one call at a time.  Locks: port_lock.
 */
#include <linux/bitfield.h>
#include <linux/moduleparam.h>
#include <linux/pci.h>

#include "r600.h"

static int pcie_gen2 = -1;
module_param(pcie_gen2, int, 0444);
MODULE_PARM_DESC(pcie_gen2,
		 "PCIe link at 5 GT/s: -1 where both ends can (default), 1 and say why not, 0 leaves the link alone; read at probe");

/* HD 4870 X2, HD 3870 X2 and the like: two chips behind a bridge on the board. */
static bool r600_link_is_x2(const struct pci_dev *pdev)
{
	switch (pdev->device) {
	case 0x9441:
	case 0x9443:
	case 0x944b:
	case 0x9506:
	case 0x9509:
	case 0x950f:
		return true;
	default:
		return false;
	}
}

/*
 * Ports of more than 8 GT/s also support 5 GT/s.  The in-tree driver accepts 5 and 8 GT/s only,
 * because no faster ports existed when it was written.
 */
static bool r600_link_port_does_gen2(const struct pci_dev *pdev)
{
	enum pci_bus_speed speed = pdev->bus->max_bus_speed;

	return speed >= PCIE_SPEED_5_0GT && speed != PCI_SPEED_UNKNOWN;
}

/* Returns the reason why the link of this card cannot be raised, or NULL. */
static const char *r600_link_refusal(const struct rcp_card *card)
{
	if (card->chip->igp || !pci_is_pcie(card->pdev))
		return "the card is not on PCI Express";
	if (!r600_row(card)->pcie_gen2)
		return "the link of this chip ends at 2.5 GT/s";
	if (r600_link_is_x2(card->pdev))
		return "a board with two chips needs another sequence";
	if (!r600_link_port_does_gen2(card->pdev))
		return "the port above the card does not do 5 GT/s";
	return NULL;
}

/**
 * r600_link_init() - read the parameter
 * @card: the card; registers are mapped
 *
 * A link that cannot be raised stays as it is.  If the parameter is 1, one line says why.
 *
 * Context: probe.
 */
void r600_link_init(struct rcp_card *card)
{
	s64 asked = rcp_parameter(card, "pcie_gen2", pcie_gen2, -1, 1);
	const char *refusal = asked ? r600_link_refusal(card) : NULL;

	r600_of(card)->want_gen2 = asked && !refusal;
	r600_of(card)->told_gen2 = asked == 1;
	if (refusal && r600_of(card)->told_gen2)
		dev_notice(card->dev, "pcie_gen2: %s\n", refusal);
}

/*
 * Registers of the PCIe port.  Index and value are read back, as the in-tree driver does, so
 * that the writes have arrived.  port_lock keeps the accesses together.
 */
static u32 r600_port_rd(struct rcp_card *card, u32 index)
{
	unsigned long flags;
	u32 value;

	spin_lock_irqsave(&r600_of(card)->port_lock, flags);
	rcp_wr(card, PCIE_PORT_INDEX, index);
	rcp_rd(card, PCIE_PORT_INDEX);
	value = rcp_rd(card, PCIE_PORT_DATA);
	spin_unlock_irqrestore(&r600_of(card)->port_lock, flags);
	return value;
}

static void r600_port_wr(struct rcp_card *card, u32 index, u32 value)
{
	unsigned long flags;

	spin_lock_irqsave(&r600_of(card)->port_lock, flags);
	rcp_wr(card, PCIE_PORT_INDEX, index);
	rcp_rd(card, PCIE_PORT_INDEX);
	rcp_wr(card, PCIE_PORT_DATA, value);
	rcp_rd(card, PCIE_PORT_DATA);
	spin_unlock_irqrestore(&r600_of(card)->port_lock, flags);
}

static void r600_port_rmw(struct rcp_card *card, u32 index, u32 clear, u32 set)
{
	r600_port_wr(card, index, (r600_port_rd(card, index) & ~clear) | set);
}

/* Advertise that the link may change its width; renegotiate the width that it has. */
static void r600_link_upconfigure(struct rcp_card *card, u32 set)
{
	u32 width;

	r600_port_rmw(card, PCIE_LC_LINK_WIDTH_CNTL, LC_UPCONFIGURE_DIS, 0);
	width = r600_port_rd(card, PCIE_LC_LINK_WIDTH_CNTL);
	if (width & LC_RENEGOTIATION_SUPPORT) {
		u32 lanes = FIELD_GET(LC_LINK_WIDTH_RD, width);

		width &= ~(LC_LINK_WIDTH | LC_RECONFIG_ARC_MISSING_ESCAPE);
		width |= FIELD_PREP(LC_LINK_WIDTH, lanes) | set;
	} else {
		width |= LC_UPCONFIGURE_DIS;
	}
	r600_port_wr(card, PCIE_LC_LINK_WIDTH_CNTL, width);
}

/* Test whether the port above sent 5 GT/s during training; its capability is not enough. */
static bool r600_link_partner_does_gen2(u32 speed)
{
	return speed & LC_OTHER_SIDE_EVER_SENT_GEN2 && speed & LC_OTHER_SIDE_SUPPORTS_GEN2;
}

/* Debug level unless the parameter asks, and for runtime resume, which repeats bring-up often. */
static void r600_link_notice(struct rcp_card *card, const char *why)
{
	bool quiet = card->waking || !r600_of(card)->told_gen2;

	dev_printk(quiet ? KERN_DEBUG : KERN_NOTICE, card->dev, "pcie_gen2: %s\n", why);
}

/*
 * Test by configuration space whether the link is at 5 GT/s, so that the registers see the
 * accesses of the in-tree driver alone.
 */
static bool r600_link_is_fast(const struct rcp_card *card)
{
	u16 status;

	return !pcie_capability_read_word(card->pdev, PCI_EXP_LNKSTA, &status) &&
	       (status & PCI_EXP_LNKSTA_CLS) >= PCI_EXP_LNKSTA_CLS_5_0GB;
}

static void r600_link_give_up(struct rcp_card *card)
{
	r600_port_rmw(card, PCIE_LC_LINK_WIDTH_CNTL, 0, LC_UPCONFIGURE_DIS);
	r600_link_notice(card, "the port above the card has never sent 5 GT/s");
}

/* Write LINK_CNTL2 through the mirror of configuration space. */
static void r600_link_set_target(struct rcp_card *card)
{
	u16 cntl2;

	rcp_rmw(card, BIF_541C, 0, BIF_541C_LINK_CNTL2_EN);
	rcp_wr(card, MM_CFGREGS_CNTL, MM_WR_TO_CFG_EN);
	cntl2 = rcp_rd16(card, MM_CFGREGS + LINK_CNTL2) & ~TARGET_LINK_SPEED;
	rcp_wr16(card, MM_CFGREGS + LINK_CNTL2, cntl2 | FIELD_PREP(TARGET_LINK_SPEED, 2));
	rcp_wr(card, MM_CFGREGS_CNTL, 0);
}

/* R6xx of 55 nm: the sequence does not support SELECTABLE_DEEMPHASIS. */
static bool r600_link_deemphasis(struct rcp_card *card)
{
	u32 cntl2;

	rcp_wr(card, MM_CFGREGS_CNTL, MM_WR_TO_CFG_EN);
	cntl2 = rcp_rd(card, MM_CFGREGS + LINK_CNTL2);
	rcp_wr(card, MM_CFGREGS_CNTL, 0);
	return cntl2 & SELECTABLE_DEEMPHASIS;
}

static void r600_link_start_r6xx(struct rcp_card *card)
{
	bool shrunk = r600_row(card)->r6xx_55nm;
	u32 speed;

	if (r600_port_rd(card, PCIE_LC_SPEED_CNTL) & LC_CURRENT_DATA_RATE)
		return;
	if (shrunk)
		r600_link_upconfigure(card, LC_RECONFIG_NOW | LC_RENEGOTIATE_EN);

	speed = r600_port_rd(card, PCIE_LC_SPEED_CNTL);
	if (!r600_link_partner_does_gen2(speed)) {
		r600_link_give_up(card);
		return;
	}
	if (shrunk && r600_link_deemphasis(card)) {
		r600_link_notice(card, "the de-emphasis that firmware has chosen is not supported");
		return;
	}

	/*
	 * The in-tree driver tries to allow three attempts, but shifts the field by 3 instead
	 * of 8: the field becomes 0, and bits 4:3 are set.  Cards have run with these values for
	 * years, so write the same.
	 */
	speed &= ~(LC_SPEED_CHANGE_ATTEMPTS_ALLOWED | LC_VOLTAGE_TIMER_SEL |
		   LC_FORCE_DIS_HW_SPEED_CHANGE);
	speed |= R600_LC_SPEED_CNTL_4_3 | LC_FORCE_EN_HW_SPEED_CHANGE;
	r600_port_wr(card, PCIE_LC_SPEED_CNTL, speed);

	r600_link_set_target(card);
	if (shrunk)
		r600_port_rmw(card, PCIE_LC_TRAINING_CNTL, LC_POINT_7_PLUS_EN, 0);
	else
		r600_port_rmw(card, PCIE_LC_SPEED_CNTL, LC_TARGET_LINK_SPEED_OVERRIDE_EN, 0);
	r600_port_rmw(card, PCIE_LC_SPEED_CNTL, 0, LC_GEN2_EN_STRAP);
}

static void r600_link_start_r7xx(struct rcp_card *card)
{
	r600_link_upconfigure(card, LC_RECONFIG_NOW | LC_RENEGOTIATE_EN | LC_UPCONFIGURE_SUPPORT);
	if (!r600_link_partner_does_gen2(r600_port_rd(card, PCIE_LC_SPEED_CNTL))) {
		r600_link_give_up(card);
		return;
	}
	r600_link_set_target(card);
	r600_port_rmw(card, PCIE_LC_SPEED_CNTL, LC_TARGET_LINK_SPEED_OVERRIDE_EN, 0);
	r600_port_rmw(card, PCIE_LC_SPEED_CNTL, 0, LC_CLR_FAILED_SPD_CHANGE_CNT);
	r600_port_rmw(card, PCIE_LC_SPEED_CNTL, LC_CLR_FAILED_SPD_CHANGE_CNT, 0);
	r600_port_rmw(card, PCIE_LC_SPEED_CNTL, 0, LC_GEN2_EN_STRAP);
}

/**
 * r600_link_start() - raise the link unless the parameter or the card forbids it
 * @card: the card; no job runs
 *
 * Does not fail, because a link that stays at 2.5 GT/s works.  Does not poll, because the link
 * holds register accesses back while it trains.
 *
 * Context: process; takes port_lock.
 * Return: true if it tried.
 */
bool r600_link_start(struct rcp_card *card)
{
	bool was_fast = r600_link_is_fast(card);

	if (!r600_of(card)->want_gen2)
		return false;
	if (r600_row(card)->r7xx)
		r600_link_start_r7xx(card);
	else
		r600_link_start_r6xx(card);
	if (!was_fast && r600_link_is_fast(card))
		WRITE_ONCE(card->link_raised, true);
	return true;
}
