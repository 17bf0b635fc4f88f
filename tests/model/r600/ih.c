// SPDX-License-Identifier: GPL-2.0
/*
 * The interrupt ring (IH): the card writes 16-byte entries into a ring in
 * memory, then the write pointer, then interrupts the host.
 *
 * With MSI, one message is sent and the next only after the driver has moved
 * RPTR (IH_CNTL.RPTR_REARM); without MSI the INTA# line follows RPTR != WPTR.
 * A message that is lost disarms the sender like one that arrives.
 */
#include "r600/r600.h"

#define IGP_LOSES	5u		/* every n-th message of an integrated chip */
/*
 * If a message overtakes the write pointer, the write pointer arrives when the driver
 * re-arms, or after this time: long enough that the handler on a busy machine still reads
 * the old value.
 */
#define LATE_NS		50000000ull

static u32 ring_bytes(const struct model *m)
{
	return 4u << (reg_get(m, IH_RB_CNTL) >> 1 & 0x1f);
}

bool ih_enabled(const struct model *m)
{
	return (reg_get(m, IH_RB_CNTL) & IH_RB_ENABLE) && (reg_get(m, IH_CNTL) & IH_ENABLE_INTR);
}

void ih_update_line(struct model *m)
{
	irq_line(m, ih_enabled(m) && !pci_msi_enabled(m) && r600(m)->ih.rptr != r600(m)->ih.wptr);
}

static void send_msi(struct model *m)
{
	u32 every = m->config.drop_irq;

	if (!every && m->chip->igp)
		every = IGP_LOSES;
	if (r600(m)->ih.armed && irq_message(m, every))
		r600(m)->ih.armed = false;
}

static void notify(struct model *m)
{
	if (pci_msi_enabled(m))
		send_msi(m);
	else
		irq_raise(m);
}

static void write_wptr(struct model *m)
{
	u64 addr = (u64)(reg_get(m, IH_RB_WPTR_ADDR_HI) & 0xff) << 32 |
		   (reg_get(m, IH_RB_WPTR_ADDR_LO) & ~3u);

	r600(m)->ih.late = false;
	if (reg_get(m, IH_RB_CNTL) & IH_WPTR_WRITEBACK)
		mc_write32(m, MC_IH, addr, r600(m)->ih.wptr | r600(m)->ih.overflow);
}

/* The message overtakes the write pointer on cards with that habit. */
static void write_wptr_late(struct model *m)
{
	if (!m->config.irq_overtakes) {
		write_wptr(m);
		return;
	}
	r600(m)->ih.late = true;
	r600(m)->ih.due_ns = m->host->now_ns(m->ctx) + LATE_NS;
}

u64 ih_run(struct model *m)
{
	r600(m)->ih.late &= ih_enabled(m);
	if (!r600(m)->ih.late)
		return MODEL_NEVER;
	if (m->host->now_ns(m->ctx) < r600(m)->ih.due_ns)
		return r600(m)->ih.due_ns;
	write_wptr(m);
	return MODEL_NEVER;
}

void ih_post(struct model *m, u32 source, u32 data)
{
	u64 base = (u64)reg_get(m, IH_RB_BASE) << 8;
	u32 entry[4] = { source, data, 0, 0 };
	u32 mask = ring_bytes(m) - 1;

	if (!ih_enabled(m))
		return;
	count(m, MODEL_IH_ENTRY);
	mc_write(m, MC_IH, base + r600(m)->ih.wptr, entry, sizeof(entry));
	r600(m)->ih.wptr = (r600(m)->ih.wptr + 16) & mask;
	if ((r600(m)->ih.wptr == r600(m)->ih.rptr || r600(m)->ih.overrun) && (reg_get(m, IH_RB_CNTL) & IH_OVERFLOW_ENABLE))
		r600(m)->ih.overflow = true;
	r600(m)->ih.overrun = false;
	irq_event(m);
	write_wptr_late(m);
	notify(m);
}

static void move_rptr(struct model *m, u32 value)
{
	if (ih_enabled(m) && ((value & 15) || value >= ring_bytes(m)))
		violation(m, "ih-rptr", "IH_RB_RPTR was set to 0x%x; the ring has 0x%x bytes in 16-byte entries",
			  value, ring_bytes(m));
	r600(m)->ih.rptr = value & (ring_bytes(m) - 1);
	if (r600(m)->ih.late)
		write_wptr(m);
	if (r600(m)->ih.rptr == r600(m)->ih.wptr)
		irq_all_seen(m);
	ih_update_line(m);
	if (!(reg_get(m, IH_CNTL) & IH_RPTR_REARM) && r600(m)->ih.rptr != r600(m)->ih.wptr)
		return;
	r600(m)->ih.armed = true;
	if (r600(m)->ih.rptr != r600(m)->ih.wptr && ih_enabled(m) && pci_msi_enabled(m) && !m->config.rearm_is_blind)
		send_msi(m);
}

static void check_enable(struct model *m, u32 reg, u32 value)
{
	u32 rb = reg == IH_RB_CNTL ? value : reg_get(m, IH_RB_CNTL);
	u32 cntl = reg == IH_CNTL ? value : reg_get(m, IH_CNTL);

	if (!(rb & IH_RB_ENABLE) || !(cntl & IH_ENABLE_INTR) || ih_enabled(m))
		return;
	r600(m)->ih.armed = true;
	if (!reg_get(m, IH_RB_BASE))
		violation(m, "ih-setup", "the interrupt ring was enabled without a base address");
	if ((cntl & IH_RPTR_REARM) && !pci_msi_enabled(m))
		violation(m, "ih-rearm", "IH_CNTL.RPTR_REARM is set but MSI is not enabled");
	if (!(cntl & IH_RPTR_REARM) && pci_msi_enabled(m))
		violation(m, "ih-rearm", "MSI is enabled but IH_CNTL.RPTR_REARM is not set");
	if (!pci_bus_master(m))
		violation(m, "bus-master", "the interrupt ring was enabled while bus mastering is off");
}

bool ih_reg_write(struct model *m, u32 reg, u32 value)
{
	switch (reg) {
	case IH_RB_BASE:
	case IH_RB_WPTR_ADDR_LO:
	case IH_RB_WPTR_ADDR_HI:
		if (ih_enabled(m) && value != reg_get(m, reg))
			violation(m, "ih-live", "register 0x%04x of the interrupt ring was changed while the ring is enabled", reg);
		return false;
	case IH_RB_CNTL:
		check_enable(m, reg, value);
		if (value & IH_OVERFLOW_CLEAR)
			r600(m)->ih.overflow = false;
		reg_set(m, reg, value & ~IH_OVERFLOW_CLEAR);
		ih_update_line(m);
		return true;
	case IH_CNTL:
		check_enable(m, reg, value);
		reg_set(m, reg, value);
		ih_update_line(m);
		return true;
	case IH_RB_RPTR:
		move_rptr(m, value);
		return true;
	case IH_RB_WPTR:
		r600(m)->ih.wptr = value & (ring_bytes(m) - 1);
		ih_update_line(m);
		return true;
	}
	return false;
}

bool ih_reg_read(struct model *m, u32 reg, u32 *value)
{
	switch (reg) {
	case IH_RB_RPTR:
		*value = r600(m)->ih.rptr;
		return true;
	case IH_RB_WPTR:
		/* The completion of a read pushes earlier writes to memory. */
		if (r600(m)->ih.late)
			write_wptr(m);
		*value = r600(m)->ih.wptr | r600(m)->ih.overflow;
		return true;
	}
	return false;
}

void ih_soft_reset(struct model *m)
{
	reg_set(m, IH_RB_CNTL, 0);
	reg_set(m, IH_CNTL, 0);
	ih_power_on(m);
}

void ih_power_on(struct model *m)
{
	irq_line(m, false);
	r600(m)->ih = (struct r600_ih){ 0 };
}
