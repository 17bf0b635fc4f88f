// SPDX-License-Identifier: GPL-2.0
/*
 * PCI configuration space: a VGA-class endpoint with VRAM in BAR 0,
 * registers in BAR 2, I/O in BAR 4 (integrated chips: 1), an expansion ROM and an MSI capability.
 *
 * BAR 0 and 2 of real cards have 64 bits, here with MODEL_BOARD_BAR64.  The proxy device maps
 * them only below 4 GiB.
 */
#include <string.h>

#include "model_int.h"

#define CFG_COMMAND	0x04
#define CFG_BAR0	0x10
#define CFG_BARS	6
#define CFG_ROM		0x30
#define CFG_LINE	0x3c
#define CFG_PM		0x50
#define CFG_PMCSR	(CFG_PM + 4)
#define CFG_PCIE	0x58
#define CFG_AGP		0x58	/* instead */
#define CFG_LINK_STATUS	(CFG_PCIE + 0x12)
#define CFG_ASIC_RESET	0x7c
#define CFG_DEVICE_CNTL2	(CFG_PCIE + 0x28)
#define CFG_MSI		0xa0

#define COMMAND_IO	0x1
#define COMMAND_MEM	0x2
#define COMMAND_MASTER	0x4
#define COMMAND_MASK	0x0547
#define PM_STATE	0x3
#define PM_D3HOT	0x3
#define MSI_ENABLE	0x1
#define ASIC_RESET_DATA	0x39d5e86bu

static u32 get32(const struct model *m, u32 off)
{
	u32 v;

	memcpy(&v, m->pci.config + off, 4);
	return v;
}

static void set32(struct model *m, u32 off, u32 v)
{
	memcpy(m->pci.config + off, &v, 4);
}

static void set16(struct model *m, u32 off, u16 v)
{
	memcpy(m->pci.config + off, &v, 2);
}

/* Integrated chips have their ports in another BAR than cards. */
unsigned int model_io_bar(const struct model *m)
{
	return m->chip->igp ? 1 : 4;
}

u64 model_bar_size(const struct model *m, unsigned int bar)
{
	u32 board = m->config.board;

	switch (bar) {
	case 0:
		return board & MODEL_BOARD_NO_VRAM_BAR ? 0 : m->config.bar_size;
	case 2:
		if (board & MODEL_BOARD_NO_REGISTERS)
			return 0;
		return board & MODEL_BOARD_FEW_REGISTERS ? REG_BAR_SIZE / 2 : REG_BAR_SIZE;
	}
	return bar == model_io_bar(m) ? IO_BAR_SIZE : 0;
}

static bool is_bar64(const struct model *m, unsigned int bar)
{
	return (m->config.board & MODEL_BOARD_BAR64) && !m->chip->igp && (bar == 0 || bar == 2) &&
	       model_bar_size(m, bar);
}

/* The address of a BAR, whether or not decoding is on. */
u64 pci_bar_address(const struct model *m, unsigned int bar)
{
	u64 v = get32(m, CFG_BAR0 + bar * 4);

	if (is_bar64(m, bar))
		v |= (u64)get32(m, CFG_BAR0 + bar * 4 + 4) << 32;
	return v & ~(bar == model_io_bar(m) ? 0x3ull : 0xfull);
}

u64 model_bar(const struct model *m, unsigned int bar)
{
	u32 need = bar == model_io_bar(m) ? COMMAND_IO : COMMAND_MEM;

	if (m->pci.off || !model_bar_size(m, bar) || !(get32(m, CFG_COMMAND) & need))
		return 0;
	return pci_bar_address(m, bar);
}

bool pci_bus_master(const struct model *m)
{
	return get32(m, CFG_COMMAND) & COMMAND_MASTER;
}

/* The state that a former driver leaves. */
void pci_leave_master(struct model *m)
{
	set32(m, CFG_COMMAND, get32(m, CFG_COMMAND) | COMMAND_MASTER);
}

bool pci_msi_enabled(const struct model *m)
{
	return !m->config.no_msi && !(m->config.board & MODEL_BOARD_AGP) && (m->pci.config[CFG_MSI + 2] & MSI_ENABLE);
}

u64 pci_msi_address(const struct model *m)
{
	return (u64)get32(m, CFG_MSI + 8) << 32 | get32(m, CFG_MSI + 4);
}

u32 pci_msi_data(const struct model *m)
{
	return get32(m, CFG_MSI + 12) & 0xffff;
}

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

		if (bar && is_bar64(m, bar - 1))
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

bool pci_asleep(const struct model *m)
{
	return (get32(m, CFG_PMCSR) & PM_STATE) == PM_D3HOT;
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
	set32(m, CFG_PMCSR, state);
	if (!wakes)
		return;
	m->woken = true;
	model_power_on(m);
	m->woken = false;
	model_lose_vram(m);
	count(m, MODEL_RESET);
}

bool pci_off(const struct model *m)
{
	return m->pci.off;
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
	set32(m, off, (get32(m, off) & ~mask) | (value << shift & mask));
	if (off == CFG_BAR0)
		board_bar_moved(m);
	if (off == CFG_MSI || off == CFG_COMMAND)
		m->chip->gen->update_line(m);
}

/* LINK_STATUS has the speed of the link: 1 or 2. */
void pci_set_link_speed(struct model *m, u32 speed)
{
	if (!m->chip->igp && !(m->config.board & MODEL_BOARD_AGP))
		set16(m, CFG_LINK_STATUS, 0x0100 | speed);
}

u32 pci_link_cntl2(const struct model *m)
{
	return get32(m, LINK_CNTL2) & 0xffff;
}

/* Version 2 of the capability, and behind a port the speeds that the link supports. */
static void gen2_capability(struct model *m)
{
	if (!m->chip->gen2)
		return;
	m->pci.config[CFG_PCIE + 2] ^= 0x01 ^ 0x02;
	set32(m, CFG_PCIE + 12, 0x00000102);
	set16(m, LINK_CNTL2, 1 | (m->config.board & MODEL_BOARD_DEEMPHASIS ? SELECTABLE_DEEMPHASIS : 0));
}

/* The only one besides power management: there is no MSI. */
static void agp_capability(struct model *m)
{
	m->pci.config[CFG_AGP] = 0x02;
	set16(m, CFG_AGP + 2, 0x0030);	/* version 3.0 */
	set32(m, CFG_AGP + 4, 0xff000e1b);	/* 8x and 4x, side-band addresses */
}

/* Integrated chips are not on PCI Express. */
static void capabilities(struct model *m)
{
	u8 *c = m->pci.config;
	bool agp = m->config.board & MODEL_BOARD_AGP;
	u8 msi = agp || m->config.no_msi ? 0 : CFG_MSI;

	c[0x06] = 0x10;			/* capability list */
	c[0x34] = CFG_PM;
	c[CFG_PM] = 0x01;		/* power management 1.2: D0 and D3 */
	c[CFG_PM + 1] = m->chip->igp ? msi : CFG_PCIE;
	set16(m, CFG_PM + 2, 0x0003);
	if (agp) {
		agp_capability(m);
	} else if (!m->chip->igp) {
		c[CFG_PCIE] = 0x10;		/* PCI Express, version 1, legacy endpoint */
		c[CFG_PCIE + 1] = msi;
		set16(m, CFG_PCIE + 2, m->config.endpoint ? 0x0001 : 0x0011);
		set32(m, CFG_PCIE + 4, 0x00008fa0);
		set32(m, CFG_PCIE + 12, 0x00000101);	/* x16, 2.5 GT/s */
		set16(m, CFG_LINK_STATUS, 0x0101);
		if (m->config.port)
			gen2_capability(m);
	}
	if (!msi)
		return;
	c[CFG_MSI] = 0x05;
	c[CFG_MSI + 1] = 0;
	set16(m, CFG_MSI + 2, 0x0080);	/* 64-bit addresses, one vector */
}

void pci_power_on(struct model *m)
{
	memset(&m->pci, 0, sizeof(m->pci));
	set16(m, 0x00, 0x1002);
	set16(m, 0x02, m->chip->device_id);
	set32(m, 0x08, 0x03000000);	/* VGA compatible controller */
	m->pci.config[0x0e] = m->config.audio ? 0x80 : 0;	/* one of several functions */
	if (model_bar_size(m, 0))
		set32(m, CFG_BAR0, is_bar64(m, 0) ? 0xc : 0x8);	/* prefetchable memory */
	if (is_bar64(m, 2))
		set32(m, CFG_BAR0 + 8, 0x4);
	set32(m, CFG_BAR0 + model_io_bar(m) * 4, 0x1);
	set16(m, 0x2c, 0x1002);
	set16(m, 0x2e, 0x0b00);
	m->pci.config[0x3d] = 1;	/* INTA# */
	capabilities(m);
}
