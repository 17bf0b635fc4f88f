// SPDX-License-Identifier: GPL-2.0
/*
 * The guest's accesses to configuration space: bits that it can write, and writes that switch
 * the card off, on, or reset it.
 */
#include "pci.h"

#define CFG_BARS	6
#define CFG_ROM		0x30
#define CFG_LINE	0x3c
#define CFG_ASIC_RESET	0x7c
#define CFG_DEVICE_CNTL2	(CFG_PCIE + 0x28)
#define COMMAND_MASK	0x0547
#define ASIC_RESET_DATA	0x39d5e86bu

u32 model_config_read(struct model *m, u32 offset, unsigned int size)
{
	u32 v = 0;

	if (size > 4 || offset + size > sizeof(m->pci.config))
		return ~0u;
	if (m->config.board & MODEL_BOARD_SWITCHED && offset == MODEL_CFG_POWER)
		return !m->pci.off;
	if (m->pci.off)
		return ~0u >> (32 - 8 * size);
	memcpy(&v, m->pci.config + offset, size);
	return v;
}

/* Bits of the dword at @off that a write changes. */
static u32 writable(const struct model *m, u32 off)
{
	unsigned int bar = (off - CFG_BAR0) / 4;

	if (off == CFG_COMMAND)
		return COMMAND_MASK;
	if (off >= CFG_BAR0 && off < CFG_BAR0 + CFG_BARS * 4) {
		u64 size = model_bar_size(m, bar);

		if (bar && pci_is_bar64(m, bar - 1))
			return ~0u;
		return size ? ~((u32)size - 1) : 0;
	}
	if (off == CFG_ROM)
		return ~(MODEL_ROM_SIZE - 1) | 1;
	if (off == CFG_LINE)
		return 0xff;
	if (m->config.board & MODEL_BOARD_AGP && off == CFG_AGP + 8)
		return 0x030fu;
	if (off == CFG_PCIE + 8 || off == CFG_PCIE + 16)
		return 0xffff;
	if (m->config.port && (off == CFG_DEVICE_CNTL2 || off == LINK_CNTL2))
		return 0xffff;
	if (m->config.no_msi || m->config.board & MODEL_BOARD_AGP)
		return 0;
	switch (off) {
	case CFG_MSI:
		return MSI_ENABLE << 16;
	case CFG_MSI + 4:
		return 0xfffffffcu;
	case CFG_MSI + 8:
		return 0xffffffffu;
	case CFG_MSI + 12:
		return 0xffffu;
	}
	return 0;
}

/* If bus mastering is switched off, engines that still run lose their writes. */
static void check_master(struct model *m, u32 value, u32 lanes)
{
	if (!(lanes & COMMAND_MASTER) || (value & COMMAND_MASTER) || !pci_bus_master(m))
		return;
	if (m->chip->gen->running(m))
		violation(m, "master-off-live", "bus mastering was turned off while %s", m->chip->gen->running(m));
}

/*
 * A card that returns from D3hot has lost all state, VRAM included, as after a
 * system sleep; the kernel restores configuration space.
 */
static void set_power(struct model *m, u32 state)
{
	bool wakes = pci_asleep(m) && state != PM_D3HOT;

	if (!pci_asleep(m) && state == PM_D3HOT && m->chip->gen->running(m))
		violation(m, "sleep-live", "the card was put to sleep while %s", m->chip->gen->running(m));
	pci_set32(m, CFG_PMCSR, state);
	if (!wakes)
		return;
	m->woken = true;
	model_power_on(m);
	m->woken = false;
	model_lose_vram(m);
	count(m, MODEL_RESET);
}

/* A card without power loses all state, and needs its video BIOS afterwards. */
static void switch_power(struct model *m, bool on)
{
	if (m->pci.off != on || (on && m->config.board & MODEL_BOARD_DEAD_SWITCH))
		return;
	if (!on && m->chip->gen->running(m))
		violation(m, "sleep-live", "the card was switched off while %s", m->chip->gen->running(m));
	m->config.not_posted = true;
	model_bus_reset(m);
	m->pci.off = !on;
	count(m, MODEL_RESET);
}

void model_config_write(struct model *m, u32 offset, u32 value, unsigned int size)
{
	u32 off = offset & ~3u;
	u32 shift = (offset & 3) * 8;
	u32 lanes = size >= 4 ? ~0u : ((1u << (size * 8)) - 1) << shift;
	u32 mask;

	if (size > 4 || offset + size > sizeof(m->pci.config))
		return;
	if (m->config.board & MODEL_BOARD_SWITCHED && offset == MODEL_CFG_POWER) {
		switch_power(m, value & 1);
		return;
	}
	if (m->pci.off)
		return;
	if (off == CFG_ASIC_RESET) {
		if (value == ASIC_RESET_DATA && size == 4) {
			model_power_on(m);
			count(m, MODEL_RESET);
		}
		return;
	}
	if (off == CFG_PMCSR) {
		if (lanes & PM_STATE)
			set_power(m, value & PM_STATE);
		return;
	}
	if (off == CFG_COMMAND)
		check_master(m, value << shift, lanes);
	mask = writable(m, off) & lanes;
	pci_set32(m, off, (pci_get32(m, off) & ~mask) | (value << shift & mask));
	if (off == CFG_BAR0)
		board_bar_moved(m);
	if (off == CFG_MSI || off == CFG_COMMAND)
		m->chip->gen->update_line(m);
}
