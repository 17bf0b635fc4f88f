// SPDX-License-Identifier: GPL-2.0
/*
 * Registers behind an index: PLLs, the PCI Express port with the GART, and the memory
 * controller.
 *
 * CLOCK_CNTL_INDEX takes bytes, and has a bit that turns the next CLOCK_CNTL_DATA into a
 * write.  MC_IND_INDEX has bits that enable a read or a write; between two accesses it must
 * be 0, because the memory controller compares it with each access of its clients.
 */
#include "r500/r500.h"

void index_pll_select(struct model *m, u8 value)
{
	reg_set(m, CLOCK_CNTL_INDEX, value);
}

static u32 *pll(struct model *m)
{
	return &r500(m)->index.pll[reg_get(m, CLOCK_CNTL_INDEX) & PLL_ADDR];
}

static void pll_data(struct model *m, u32 value)
{
	if (reg_get(m, CLOCK_CNTL_INDEX) & PLL_WR_EN)
		*pll(m) = value;
	else
		violation(m, "pll-index",
			  "CLOCK_CNTL_DATA was written while CLOCK_CNTL_INDEX (0x%02x) lacks PLL_WR_EN: PLL register 0x%02x stays",
			  reg_get(m, CLOCK_CNTL_INDEX), reg_get(m, CLOCK_CNTL_INDEX) & PLL_ADDR);
}

/* Test whether MC_IND_INDEX enables the access. */
static bool mc_enabled(struct model *m, bool write)
{
	u32 index = reg_get(m, MC_IND_INDEX), want = write ? MC_IND_WRITE : MC_IND_READ;

	if ((index & ~MC_IND_ADDR) == want && (index & MC_IND_ADDR) < MC_REGS)
		return true;
	violation(m, "mc-index", "MC_IND_DATA was %s while MC_IND_INDEX is 0x%06x instead of 0x%06x + register",
		  write ? "written" : "read", index, want);
	return false;
}

/* An access to a register other than the index registers. */
void index_check_mc(struct model *m, u32 reg)
{
	if (reg == MC_IND_INDEX || reg == MC_IND_DATA || !reg_get(m, MC_IND_INDEX) || r500(m)->index.told)
		return;
	r500(m)->index.told = true;
	violation(m, "mc-index", "register 0x%04x was accessed while MC_IND_INDEX is 0x%06x; it must be 0 after an access",
		  reg, reg_get(m, MC_IND_INDEX));
}

bool index_reg_read(struct model *m, u32 reg, u32 *value)
{
	switch (reg) {
	case CLOCK_CNTL_DATA:
		*value = *pll(m);
		return true;
	case PCIE_DATA:
		*value = pcie_read(m, reg_get(m, PCIE_INDEX) % PCIE_REGS);
		return true;
	case MC_IND_DATA:
		*value = mc_enabled(m, false) ? mc_ind_read(m, reg_get(m, MC_IND_INDEX) & MC_IND_ADDR) : 0;
		return true;
	}
	return false;
}

bool index_reg_write(struct model *m, u32 reg, u32 value)
{
	switch (reg) {
	case CLOCK_CNTL_INDEX:
		violation(m, "pll-index", "CLOCK_CNTL_INDEX was written as a dword; its upper bytes control clocks");
		return true;
	case CLOCK_CNTL_DATA:
		pll_data(m, value);
		return true;
	case PCIE_DATA:
		pcie_write(m, reg_get(m, PCIE_INDEX) % PCIE_REGS, value);
		return true;
	case MC_IND_DATA:
		if (mc_enabled(m, true))
			mc_ind_write(m, reg_get(m, MC_IND_INDEX) & MC_IND_ADDR, value);
		return true;
	}
	return false;
}
