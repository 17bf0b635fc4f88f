// SPDX-License-Identifier: GPL-2.0
/*
 * The memory controller of R5xx: 32 bits of address, VRAM at MC_FB_LOCATION, the GART of the
 * PCI Express port with entries of 4 bytes.
 *
 * A flush of the TLB is a write of GART_INVALIDATE_TLB that has been read back, and a write
 * without it.  Because of an erratum an entry is gone only after two of them.
 */
#include "r500/r500.h"

#define LATE_POLLS	5u	/* of the status of a slow card */

#define PTE_UNSNOOPED	(1u << 0)
#define PTE_WRITE	(1u << 2)
#define PTE_READ	(1u << 3)
#define PTE_ADDR	0x00fffff0u	/* bits 31 to 12 of the bus address */

static u32 status_reg(const struct model *m)
{
	return r500_chip(m)->rv515 ? RV515_MC_STATUS : R520_MC_STATUS;
}

static u32 location_reg(const struct model *m)
{
	return r500_chip(m)->rv515 ? RV515_MC_FB_LOCATION : R520_MC_FB_LOCATION;
}

static u32 location(const struct model *m)
{
	return r500(m)->index.mc[location_reg(m)];
}

u64 r500_fb_start(const struct model *m)
{
	return (u64)(location(m) & 0xffff) << 16;
}

u64 r500_fb_end(const struct model *m)
{
	return (u64)(location(m) >> 16) << 16 | 0xffff;
}

void r500_gart(const struct model *m, struct gart *g)
{
	const u32 *pcie = r500(m)->index.pcie;

	*g = (struct gart){
		.on = pcie[PCIE_TX_GART_CNTL] & GART_EN,
		.first = (u64)pcie[PCIE_TX_GART_START_HI] << 32 | (pcie[PCIE_TX_GART_START_LO] & ~(GPU_PAGE - 1)),
		.last = (u64)pcie[PCIE_TX_GART_END_HI] << 32 | pcie[PCIE_TX_GART_END_LO] | (GPU_PAGE - 1),
		.table = pcie[PCIE_TX_GART_BASE],
		.entry = 4,
		.flushes = 2,
	};
}

const char *r500_pte_fault(const struct model *m, u64 pte, bool write)
{
	if (pte & (write ? PTE_WRITE : PTE_READ))
		return NULL;
	if (!(pte & (PTE_WRITE | PTE_READ)))
		return "an entry without rights: nothing is mapped there";
	return write ? "an entry that is not writable" : "an entry that is not readable";
}

u64 r500_pte_bus(u64 pte)
{
	return (pte >> 24) << 32 | (pte & PTE_ADDR) << 8;
}

bool r500_pte_snooped(u64 pte)
{
	return !(pte & PTE_UNSNOOPED);
}

bool r500_vram_setup(struct model *m, const char *who, u64 addr)
{
	return true;
}

/* Accesses outside of the page table must not reach the bus. */
bool r500_gart_setup(struct model *m, const char *who, u64 addr)
{
	u32 cntl = r500(m)->index.pcie[PCIE_TX_GART_CNTL];

	if ((cntl & GART_UNMAPPED_DISCARD) == GART_UNMAPPED_DISCARD)
		return true;
	violation(m, "gart-discard",
		  "%s access at GPU address 0x%llx, and PCIE_TX_GART_CNTL (0x%x) lets unmapped accesses pass", who,
		  (unsigned long long)addr, cntl);
	return false;
}

static void check_hdp(struct model *m)
{
	if ((u64)reg_get(m, HDP_FB_LOCATION) << 16 != r500_fb_start(m))
		violation(m, "hdp-base",
			  "the CPU's accesses to BAR 0 go to GPU address 0x%x0000 (HDP_FB_LOCATION), and VRAM is at 0x%llx",
			  reg_get(m, HDP_FB_LOCATION), (unsigned long long)r500_fb_start(m));
}

/* There is no register to flush the HDP: a read pushes the writes before it. */
void r500_cpu_access(struct model *m, u64 offset, bool write)
{
	if (!reg_get(m, CONFIG_MEMSIZE))
		violation(m, "fb-blocked", "CPU %s of VRAM at 0x%llx of a card that is not posted",
			  write ? "write" : "read", (unsigned long long)offset);
	else if (r500(m)->index.pcie[PCIE_TX_GART_CNTL] & GART_EN)
		check_hdp(m);
	if (!write)
		hdp_push(m);
}

void mc_disturb(struct model *m)
{
	r500(m)->mc.seen_idle = false;
	if (m->config.slow)
		r500(m)->mc.busy_polls = LATE_POLLS;
}

static u32 status(struct model *m)
{
	struct r500_mc *mc = &r500(m)->mc;

	if (mc->busy_polls) {
		mc->busy_polls--;
		return 0;
	}
	if (m->config.mc_busy)
		return 0;
	mc->seen_idle = true;
	return r500_chip(m)->rv515 ? RV515_MC_IDLE : R520_MC_IDLE;
}

u32 mc_ind_read(struct model *m, u32 index)
{
	return index == status_reg(m) ? status(m) : r500(m)->index.mc[index];
}

/* VRAM moves for all clients. */
static void move_fb(struct model *m)
{
	scanout_must_rest(m, "MC_FB_LOCATION was changed");
	if (!cp_halted(m) || cp_busy(m))
		violation(m, "mc-live", "MC_FB_LOCATION was changed while the CP runs");
	else if (!r500(m)->mc.seen_idle && !m->config.mc_busy)
		violation(m, "mc-live", "MC_FB_LOCATION was changed without having seen the memory controller idle");
	mc_invalidate(m);
}

void mc_ind_write(struct model *m, u32 index, u32 value)
{
	u32 first = r500_chip(m)->rv515 ? RV515_MC_AGP_LOCATION : R520_MC_AGP_LOCATION;
	u32 last = r500_chip(m)->rv515 ? RV515_MC_AGP_BASE_2 : R520_MC_AGP_BASE_2;

	if (index == status_reg(m))
		return;
	if (index == location_reg(m) && value != location(m))
		move_fb(m);
	if (index >= first && index <= last && value != r500(m)->index.mc[index])
		scanout_must_rest(m, "an aperture of the memory controller was changed");
	r500(m)->index.mc[index] = value;
}

u32 pcie_read(struct model *m, u32 index)
{
	if (index == PCIE_TX_GART_CNTL)
		r500(m)->mc.unread = 0;
	return r500(m)->index.pcie[index];
}

static void end_round(struct model *m)
{
	/* The in-tree driver relies on the order of its writes alone. */
	if (!m->config.alone)
		hdp_push(m);
	mc_invalidate(m);
	count(m, MODEL_TLB_FLUSH);
}

/*
 * A write of GART_INVALIDATE_TLB begins a round, and the next write ends it, if the register was
 * read in between.  The in-tree driver holds no lock across its rounds, so on a preemptible kernel
 * rounds of several threads overlap, and a thread may take the bit of another one for a part of the
 * value; a driver with --alone promises to serialise them.
 */
static void flush(struct model *m, u32 value)
{
	struct r500_mc *mc = &r500(m)->mc;

	if (value & GART_INVALIDATE_TLB) {
		if (m->config.alone)
			mc->rounds = mc->unread = 0;
		else if (mc->unread < mc->rounds)
			end_round(m);
		mc->rounds++;
		mc->unread++;
		return;
	}
	if (!mc->rounds)
		return;
	if (mc->unread == mc->rounds)
		violation(m, "gart-flush", "PCIE_TX_GART_CNTL ends a flush of the TLB that was not read back");
	else
		end_round(m);
	mc->rounds--;
	if (mc->unread > mc->rounds)
		mc->unread = mc->rounds;
}

void pcie_write(struct model *m, u32 index, u32 value)
{
	if (index >= PCIE_TX_GART_BASE && index <= PCIE_TX_GART_END_HI && !cp_halted(m) &&
	    value != r500(m)->index.pcie[index])
		violation(m, "gart-live", "PCIE register 0x%02x of the GART was changed while the CP runs", index);
	if (index == PCIE_TX_GART_CNTL) {
		flush(m, value);
		if (value & GART_EN && !(r500(m)->index.pcie[index] & GART_EN))
			check_hdp(m);
	}
	r500(m)->index.pcie[index] = value;
}

void r500_mc_power_on(struct model *m)
{
	u64 start = (u64)board_fb_start(m) << 24, end = start + m->config.vram_size;

	r500(m)->mc.seen_idle = true;
	r500(m)->mc.busy_polls = m->config.not_posted ? m->config.seed % 4 : 0;
	if (m->config.not_posted)
		return;
	/* Addresses have 32 bits, so the rest of VRAM past their end has no address. */
	if (end > 1ull << 32)
		end = 1ull << 32;
	r500(m)->index.mc[location_reg(m)] = (u32)((end - 1) >> 16 << 16 | start >> 16);
	reg_set(m, HDP_FB_LOCATION, (u32)(start >> 16));
}
