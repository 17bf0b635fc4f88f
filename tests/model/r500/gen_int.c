// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts: one status register, whose bits a write acknowledges, and its enable bits.
 *
 * By pin, the line follows status and enable.  By message, one is sent and the next only
 * after a write to MSI_REARM_EN, or after messages were enabled again.
 *
 * With rearm_is_blind a fence comes between the acknowledgment of each message and its re-arm,
 * which sends no message for it: the status bit is set, so later fences send none either.
 */
#include "r500/r500.h"

#define RV515_LOSES	2u	/* every n-th message */

static bool pending(const struct model *m)
{
	return reg_get(m, GEN_INT_STATUS) & reg_get(m, GEN_INT_CNTL) & SW_INT;
}

static void send_msi(struct model *m)
{
	u32 every = m->config.drop_irq;

	if (!every && r500_chip(m)->loses_msi)
		every = RV515_LOSES;
	if (r500(m)->irq.armed && irq_message(m, every))
		r500(m)->irq.armed = false;
}

void gen_int_update(struct model *m)
{
	struct r500_irq *irq = &r500(m)->irq;

	if (pci_msi_enabled(m) && !irq->msi)
		irq->armed = true;
	irq->msi = pci_msi_enabled(m);
	irq_line(m, pending(m) && !irq->msi);
}

static void notify(struct model *m)
{
	if (!pending(m))
		gen_int_update(m);
	else if (pci_msi_enabled(m))
		send_msi(m);
	else
		irq_raise(m);
}

static void status(struct model *m, u32 value)
{
	u32 old = reg_get(m, GEN_INT_STATUS);
	u32 now = old & ~(value & SW_INT);

	if (value & SW_INT_FIRE)
		now |= SW_INT;
	reg_set(m, GEN_INT_STATUS, now);
	if (now & ~old) {
		count(m, MODEL_EOP);
		irq_event(m);
		notify(m);
	} else {
		if (!pending(m))
			irq_all_seen(m);
		gen_int_update(m);
	}
}

static void rearm(struct model *m)
{
	struct r500_irq *irq = &r500(m)->irq;

	if (m->config.rearm_is_blind && !irq->armed)
		reg_set(m, GEN_INT_STATUS, reg_get(m, GEN_INT_STATUS) | SW_INT);
	irq->armed = true;
	if (pending(m) && pci_msi_enabled(m) && !m->config.rearm_is_blind)
		send_msi(m);
}

bool gen_int_reg_write(struct model *m, u32 reg, u32 value)
{
	bool was = pending(m);

	switch (reg) {
	case GEN_INT_STATUS:
		status(m, value);
		return true;
	case GEN_INT_CNTL:
		reg_set(m, reg, value);
		if (pending(m) && !was)
			notify(m);
		else
			gen_int_update(m);
		return true;
	case MSI_REARM_EN:
		if (value & 1)
			rearm(m);
		return false;
	}
	return false;
}

void gen_int_power_on(struct model *m)
{
	r500(m)->irq = (struct r500_irq){ .armed = true };
}
