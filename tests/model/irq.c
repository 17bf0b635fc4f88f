// SPDX-License-Identifier: GPL-2.0
/*
 * The way of interrupts to the host: a message, or the INTA# line.  Both can be lost: the
 * sender of a message does not know, and a line stays low.
 */
#include "model_int.h"

void irq_line(struct model *m, bool level)
{
	if (m->irq.line == level)
		return;
	m->irq.line = level;
	m->host->intx(m->ctx, level);
}

static bool drop(struct model *m, u32 every)
{
	m->irq.seen++;
	if (m->irq.to_drop) {
		m->irq.to_drop--;
		count(m, MODEL_IRQ_DROPPED);
		return true;
	}
	if (!every || m->irq.seen % every)
		return false;
	count(m, MODEL_IRQ_DROPPED);
	return true;
}

/* Send a message; every n-th is lost.  False if none could go out. */
bool irq_message(struct model *m, u32 every)
{
	if (!pci_bus_master(m)) {
		violation(m, "bus-master", "an interrupt message was due while bus mastering is off");
		return false;
	}
	if (drop(m, every))
		return true;
	count(m, MODEL_IRQ_SENT);
	m->host->msi(m->ctx, pci_msi_address(m), pci_msi_data(m));
	return true;
}

/* Something new to tell by the line. */
void irq_raise(struct model *m)
{
	if (m->irq.line || drop(m, m->config.drop_irq))
		return;
	count(m, MODEL_IRQ_SENT);
	m->chip->gen->update_line(m);
}

void irq_power_on(struct model *m)
{
	irq_line(m, false);
}
