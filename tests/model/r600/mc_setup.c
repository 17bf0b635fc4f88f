// SPDX-License-Identifier: GPL-2.0
/*
 * The setup that the memory controller needs before the first access: the system aperture,
 * L1 TLBs and L2 cache, the depth of the page table, and the target of the CPU's accesses
 * to BAR 0.
 *
 * With SYSTEM_ACCESS_MODE = NOT_IN_SYS an address inside the system aperture is physical,
 * and an address outside of it goes through the page table.  So VRAM must be inside and
 * the GART outside.
 */
#include "r600/r600.h"

#define L1_MODE_R6		(3u << 6)	/* SYSTEM_ACCESS_MODE; all ones: NOT_IN_SYS */
#define L1_MODE_R7		(3u << 3)

/* One L1 TLB for each client and direction. */
static const u16 r6_l1[] = {
	0x2124, 0x212c, 0x219c, 0x21a0, 0x21a4, 0x21a8, 0x21fc, 0x2200,
	0x2204, 0x2208, 0x220c, 0x2210, 0x2214, 0x2218, 0x221c, 0x2220,
};

static const u16 r7_l1[] = {
	0x2234, 0x2238, 0x223c, 0x2240, 0x2654, 0x2658, 0x265c,
};

/* Find the first L1 TLB that does not translate; 0 if all do. */
static u32 l1_off(const struct model *m)
{
	u32 need = L1_TLB_ENABLE | (is_r7xx(m) ? L1_MODE_R7 : L1_MODE_R6);
	const u16 *reg = is_r7xx(m) ? r7_l1 : r6_l1;
	size_t n = is_r7xx(m) ? sizeof(r7_l1) / 2 : sizeof(r6_l1) / 2;

	for (size_t i = 0; i < n; i++)
		if ((reg_get(m, reg[i]) & need) != need)
			return reg[i];
	return 0;
}

/* Test whether an address is physical. */
static bool in_system_aperture(const struct model *m, u64 addr)
{
	u64 low = reg_get(m, is_r7xx(m) ? R7_MC_VM_SYSTEM_LOW : R6_MC_VM_SYSTEM_LOW);
	u64 high = reg_get(m, is_r7xx(m) ? R7_MC_VM_SYSTEM_HIGH : R6_MC_VM_SYSTEM_HIGH);

	return addr >> 12 >= low && addr >> 12 <= high;
}

/* Check the setup for an access to VRAM.  @who is for the report. */
bool mc_setup_vram(struct model *m, const char *who, u64 addr)
{
	if (in_system_aperture(m, addr))
		return true;
	violation(m, "system-aperture",
		  "%s access to VRAM at GPU address 0x%llx, which is outside of the system aperture and goes through the GART",
		  who, (unsigned long long)addr);
	return false;
}

/* Check the setup for an access through the page table. */
bool mc_setup_gart(struct model *m, const char *who, u64 addr)
{
	u32 reg = l1_off(m);

	if (in_system_aperture(m, addr)) {
		violation(m, "system-aperture",
			  "%s access at GPU address 0x%llx of the GART, which is inside of the system aperture and not translated",
			  who, (unsigned long long)addr);
		return false;
	}
	if (reg)
		violation(m, "vm-setup",
			  "%s access at GPU address 0x%llx of the GART, but the L1 TLB of register 0x%04x (0x%08x) does not translate",
			  who, (unsigned long long)addr, reg, reg_get(m, reg));
	else if (!(reg_get(m, VM_L2_CNTL) & VM_L2_ENABLE))
		violation(m, "vm-setup",
			  "%s access at GPU address 0x%llx of the GART while VM_L2_CNTL.ENABLE_L2_CACHE is clear",
			  who, (unsigned long long)addr);
	else if (reg_get(m, VM_CONTEXT0_CNTL) & VM_PAGE_TABLE_DEPTH)
		violation(m, "vm-setup",
			  "%s access at GPU address 0x%llx of the GART, whose flat table is no table of PAGE_TABLE_DEPTH %u",
			  who, (unsigned long long)addr, (reg_get(m, VM_CONTEXT0_CNTL) & VM_PAGE_TABLE_DEPTH) >> 1);
	else
		return true;
	return false;
}

/* Check the target of the CPU's accesses to BAR 0.  @fb is the address of VRAM. */
void mc_setup_hdp(struct model *m, u64 fb)
{
	u64 base = (u64)reg_get(m, HDP_NONSURFACE_BASE) << 8;

	if (base == fb || !(reg_get(m, VM_CONTEXT0_CNTL) & VM_ENABLE_CONTEXT))
		return;
	violation(m, "hdp-base",
		  "the CPU's accesses to BAR 0 go to GPU address 0x%llx (HDP_NONSURFACE_BASE), and VRAM is at 0x%llx",
		  (unsigned long long)base, (unsigned long long)fb);
}
