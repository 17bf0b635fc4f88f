// SPDX-License-Identifier: GPL-2.0
/*
 * PCI configuration space: a VGA-class endpoint with VRAM in BAR 0,
 * registers in BAR 2, I/O in BAR 4 (integrated chips: 1), an expansion ROM and an MSI capability.
 *
 * BAR 0 and 2 of real cards have 64 bits, here with MODEL_BOARD_BAR64.  The proxy device maps
 * them only below 4 GiB.
 */
#include "pci.h"

#define CFG_LINK_STATUS	(CFG_PCIE + 0x12)
#define COMMAND_IO	0x1
#define COMMAND_MEM	0x2

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

bool pci_is_bar64(const struct model *m, unsigned int bar)
{
	return (m->config.board & MODEL_BOARD_BAR64) && !m->chip->igp && (bar == 0 || bar == 2) &&
	       model_bar_size(m, bar);
}

/* The address of a BAR, whether or not decoding is on. */
u64 pci_bar_address(const struct model *m, unsigned int bar)
{
	u64 v = pci_get32(m, CFG_BAR0 + bar * 4);

	if (pci_is_bar64(m, bar))
		v |= (u64)pci_get32(m, CFG_BAR0 + bar * 4 + 4) << 32;
	return v & ~(bar == model_io_bar(m) ? 0x3ull : 0xfull);
}

u64 model_bar(const struct model *m, unsigned int bar)
{
	u32 need = bar == model_io_bar(m) ? COMMAND_IO : COMMAND_MEM;

	if (m->pci.off || !model_bar_size(m, bar) || !(pci_get32(m, CFG_COMMAND) & need))
		return 0;
	return pci_bar_address(m, bar);
}

bool pci_off(const struct model *m)
{
	return m->pci.off;
}

bool pci_bus_master(const struct model *m)
{
	return pci_get32(m, CFG_COMMAND) & COMMAND_MASTER;
}

/* The state that a former driver leaves. */
void pci_leave_master(struct model *m)
{
	pci_set32(m, CFG_COMMAND, pci_get32(m, CFG_COMMAND) | COMMAND_MASTER);
}

bool pci_msi_enabled(const struct model *m)
{
	return !m->config.no_msi && !(m->config.board & MODEL_BOARD_AGP) && (m->pci.config[CFG_MSI + 2] & MSI_ENABLE);
}

u64 pci_msi_address(const struct model *m)
{
	return (u64)pci_get32(m, CFG_MSI + 8) << 32 | pci_get32(m, CFG_MSI + 4);
}

u32 pci_msi_data(const struct model *m)
{
	return pci_get32(m, CFG_MSI + 12) & 0xffff;
}

bool pci_asleep(const struct model *m)
{
	return (pci_get32(m, CFG_PMCSR) & PM_STATE) == PM_D3HOT;
}

/* LINK_STATUS has the speed of the link: 1 or 2. */
void pci_set_link_speed(struct model *m, u32 speed)
{
	if (!m->chip->igp && !(m->config.board & MODEL_BOARD_AGP))
		set16(m, CFG_LINK_STATUS, 0x0100 | speed);
}

u32 pci_link_cntl2(const struct model *m)
{
	return pci_get32(m, LINK_CNTL2) & 0xffff;
}

/* Version 2 of the capability, and behind a port the speeds that the link supports. */
static void gen2_capability(struct model *m)
{
	if (!m->chip->gen2)
		return;
	m->pci.config[CFG_PCIE + 2] ^= 0x01 ^ 0x02;
	pci_set32(m, CFG_PCIE + 12, 0x00000102);
	set16(m, LINK_CNTL2, 1 | (m->config.board & MODEL_BOARD_DEEMPHASIS ? SELECTABLE_DEEMPHASIS : 0));
}

/* The only one besides power management: there is no MSI. */
static void agp_capability(struct model *m)
{
	m->pci.config[CFG_AGP] = 0x02;
	set16(m, CFG_AGP + 2, 0x0030);	/* version 3.0 */
	pci_set32(m, CFG_AGP + 4, 0xff000e1b);	/* 8x and 4x, side-band addresses */
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
		pci_set32(m, CFG_PCIE + 4, 0x00008fa0);
		pci_set32(m, CFG_PCIE + 12, 0x00000101);	/* x16, 2.5 GT/s */
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
	pci_set32(m, 0x08, 0x03000000);	/* VGA compatible controller */
	m->pci.config[0x0e] = m->config.audio ? 0x80 : 0;	/* one of several functions */
	if (model_bar_size(m, 0))
		pci_set32(m, CFG_BAR0, pci_is_bar64(m, 0) ? 0xc : 0x8);	/* prefetchable memory */
	if (pci_is_bar64(m, 2))
		pci_set32(m, CFG_BAR0 + 8, 0x4);
	pci_set32(m, CFG_BAR0 + model_io_bar(m) * 4, 0x1);
	set16(m, 0x2c, 0x1002);
	set16(m, 0x2e, 0x0b00);
	m->pci.config[0x3d] = 1;	/* INTA# */
	capabilities(m);
}
