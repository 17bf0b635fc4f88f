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

static void send_message(struct model *m)
{
	count(m, MODEL_IRQ_SENT);
	m->host->msi(m->ctx, pci_msi_address(m), pci_msi_data(m));
}

/* Send a message, late on some cards; every n-th is lost.  False if none could go out. */
bool irq_message(struct model *m, u32 every)
{
	if (!pci_bus_master(m)) {
		violation(m, "bus-master", "an interrupt message was due while bus mastering is off");
		return false;
	}
	if (drop(m, every))
		return true;
	m->irq.late = m->config.irq_ns;
	m->irq.due_ns = m->irq.event_ns + m->config.irq_ns;
	m->irq.untold = false;
	if (!m->irq.late)
		send_message(m);
	return true;
}

/* Something new to tell by a message, now or when the sender is armed again. */
void irq_event(struct model *m)
{
	if (!m->irq.untold)
		m->irq.event_ns = m->host->now_ns(m->ctx);
	m->irq.untold = true;
}

/* The driver has seen all events. */
void irq_all_seen(struct model *m)
{
	m->irq.untold = false;
}

u64 irq_run(struct model *m)
{
	if (!m->irq.late)
		return MODEL_NEVER;
	if (m->host->now_ns(m->ctx) < m->irq.due_ns)
		return m->irq.due_ns;
	m->irq.late = false;
	if (pci_bus_master(m) && pci_msi_enabled(m))
		send_message(m);
	return MODEL_NEVER;
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
	m->irq.late = false;
	m->irq.untold = false;
	irq_line(m, false);
}
