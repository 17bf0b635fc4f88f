// SPDX-License-Identifier: GPL-2.0
/*
 * The memory controller of R6xx/R7xx: VRAM at MC_VM_FB_LOCATION, the page table of VM
 * context 0 with entries of 8 bytes, invalidation with a response, blackout.
 *
 * The HDP (host data path) must be flushed before an invalidation.
 */
#include "r600/r600.h"

/*
 * A slow card responds after so many reads of a register, or after this time.  The time limit
 * is needed because a driver that the host delays reads the register only once more when its
 * timeout has expired.
 */
#define LATE_READS	5u
#define LATE_NS		10000000ull

u64 r600_fb_start(const struct model *m)
{
	u32 loc = reg_get(m, is_r7xx(m) ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION);

	return (u64)(loc & 0xffff) << 24;
}

u64 r600_fb_end(const struct model *m)
{
	u32 loc = reg_get(m, is_r7xx(m) ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION);

	return ((u64)(loc >> 16) << 24) | 0xffffff;
}

static u64 vm_reg(const struct model *m, u32 r6, u32 r7)
{
	return (u64)reg_get(m, is_r7xx(m) ? r7 : r6) << 12;
}

void r600_gart(const struct model *m, struct gart *g)
{
	*g = (struct gart){
		.on = reg_get(m, VM_CONTEXT0_CNTL) & VM_ENABLE_CONTEXT,
		.first = vm_reg(m, R6_VM_PT_START, R7_VM_PT_START),
		.last = vm_reg(m, R6_VM_PT_END, R7_VM_PT_END) | (GPU_PAGE - 1),
		.table = vm_reg(m, R6_VM_PT_BASE, R7_VM_PT_BASE),
		.entry = 8,
		.flushes = 1,
	};
}

const char *r600_pte_fault(const struct model *m, u64 pte, bool write)
{
	if (!(pte & PTE_VALID))
		return "an entry that is not valid";
	if (!(pte & PTE_SYSTEM))
		return "an entry without the SYSTEM bit, which the model does not follow";
	if (!(pte & (write ? PTE_WRITE : PTE_READ)))
		return write ? "an entry that is not writable" : "an entry that is not readable";
	if ((pte & PTE_ADDR) == vm_reg(m, R6_VM_FAULT_DEFAULT, R7_VM_FAULT_DEFAULT))
		return "the default page: nothing is mapped there";
	return NULL;
}

u64 r600_pte_bus(u64 pte)
{
	return pte & PTE_ADDR;
}

bool r600_pte_snooped(u64 pte)
{
	return pte & PTE_SNOOPED;
}

/* R7xx have more bits of the address in a register of their own. */
u64 r600_surface(const struct model *m, u32 crtc)
{
	u64 addr = reg_get(m, D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc * D2_OFFSET);

	if (is_r7xx(m))
		addr |= (u64)(reg_get(m, crtc ? R7_D2GRPH_PRIMARY_HIGH : R7_D1GRPH_PRIMARY_HIGH) & 0xff) << 32;
	return addr;
}

void r600_set_surface(struct model *m, u32 crtc, u64 addr)
{
	reg_set(m, D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc * D2_OFFSET, (u32)addr);
	reg_set(m, D1GRPH_SECONDARY_SURFACE_ADDRESS + crtc * D2_OFFSET, (u32)addr);
	if (is_r7xx(m))
		reg_set(m, crtc ? R7_D2GRPH_PRIMARY_HIGH : R7_D1GRPH_PRIMARY_HIGH, (u32)(addr >> 32));
}

/*
 * Each invalidation needs a flush of its own.  The in-tree driver holds no lock across the two, so
 * on a preemptible kernel several threads flush before the first of them invalidates; a guest has
 * fewer threads than this that do so at once.  With --alone a driver promises to serialise them.
 */
#define OVERLAPS	32u

static void hdp_flush(struct model *m, u32 flushes)
{
	u32 most = m->config.alone ? 1 : OVERLAPS;

	r600(m)->mc.hdp_flushes += flushes;
	if (r600(m)->mc.hdp_flushes > most)
		r600(m)->mc.hdp_flushes = most;
}

/* HDP_DEBUG1 was written: the flush ends with a read of VRAM, if the model sees those. */
static void hdp_arm(struct model *m)
{
	if (m->config.see_vram)
		r600(m)->mc.hdp_armed++;
	else
		hdp_flush(m, 1);
}

static void invalidate_request(struct model *m, u32 value)
{
	if ((value & 0xf) != 1)
		return;
	if (!r600(m)->mc.hdp_flushes && r600(m)->mc.hdp_armed)
		violation(m, "hdp-flush",
			  "the TLB was invalidated after a write to HDP_DEBUG1 that was not followed by a read of VRAM");
	else if (!r600(m)->mc.hdp_flushes)
		violation(m, "hdp-flush",
			  "the TLB was invalidated without an HDP flush of its own; page table writes may still sit in the HDP");
	r600(m)->mc.hdp_flushes -= !!r600(m)->mc.hdp_flushes;
	mc_setup_hdp(m, mc_fb_start(m));
	mc_invalidate(m);
	count(m, MODEL_TLB_FLUSH);
	r600(m)->mc.response = (value & ~0xf0u) | 0x10;
	r600(m)->mc.response_polls = m->config.slow ? LATE_READS : 0;
	r600(m)->mc.response_due_ns = m->host->now_ns(m->ctx) + LATE_NS;
	reg_set(m, VM_CONTEXT0_REQUEST_RESPONSE, m->config.slow ? value & ~0xf0u : r600(m)->mc.response);
}

bool mc_reg_read(struct model *m, u32 reg, u32 *value)
{
	if (reg != VM_CONTEXT0_REQUEST_RESPONSE || !r600(m)->mc.response_polls)
		return false;
	if (m->host->now_ns(m->ctx) >= r600(m)->mc.response_due_ns) {
		r600(m)->mc.response_polls = 0;
		reg_set(m, reg, r600(m)->mc.response);
		return false;
	}
	*value = reg_get(m, reg);
	if (!--r600(m)->mc.response_polls)
		reg_set(m, reg, r600(m)->mc.response);
	return true;
}

/* SRBM_STATUS is read: test whether a client of the memory controller is busy. */
bool mc_is_busy(struct model *m)
{
	if (!r600(m)->mc.busy_polls)
		return m->config.mc_busy;
	r600(m)->mc.busy_polls--;
	return true;
}

bool r600_blacked_out(const struct model *m)
{
	u32 citf = reg_get(m, is_r7xx(m) ? R7_CITF_CNTL : R6_CITF_CNTL);

	return (citf & BLACKOUT_MASK) == BLACKOUT_MASK && !reg_get(m, BIF_FB_EN);
}

static void check_fb_move(struct model *m, u32 value)
{
	u32 reg = is_r7xx(m) ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION;
	bool posting = !reg_get(m, CONFIG_MEMSIZE) && !reg_get(m, BIF_FB_EN);

	if (value == reg_get(m, reg))
		return;
	/* A card that is being posted has no memory in use yet. */
	if (!posting && !mc_blacked_out(m))
		violation(m, "mc-live",
			  "MC_VM_FB_LOCATION was changed to 0x%08x without a blackout (CITF_CNTL) and with CPU access on (BIF_FB_EN)",
			  value);
	mc_invalidate(m);
}

/* Registers that move memory for all clients of the memory controller, or block their accesses. */
static const char *moves_memory(const struct model *m, u32 reg, u32 value)
{
	bool r7 = is_r7xx(m);

	if (reg == (r7 ? R7_CITF_CNTL : R6_CITF_CNTL))
		return value & ~reg_get(m, reg) & BLACKOUT_MASK ? "the memory controller was blacked out" : NULL;
	if (value == reg_get(m, reg))
		return NULL;
	if (reg == (r7 ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION))
		return "MC_VM_FB_LOCATION was changed";
	if (reg >= (r7 ? R7_MC_VM_AGP_TOP : R6_MC_VM_AGP_TOP) &&
	    reg <= (r7 ? R7_MC_VM_SYSTEM_DEFAULT : R6_MC_VM_SYSTEM_DEFAULT))
		return "an aperture of the memory controller was changed";
	return NULL;
}

bool mc_reg_write(struct model *m, u32 reg, u32 value)
{
	const char *moves = moves_memory(m, reg, value);

	if (moves)
		scanout_must_rest(m, moves);
	switch (reg) {
	case VM_CONTEXT0_REQUEST_RESPONSE:
		invalidate_request(m, value);
		return true;
	case VM_L2_CNTL2:
		if (value & 3)
			mc_invalidate(m);
		return false;
	case HDP_DEBUG1:
		if (is_r7xx(m))
			hdp_arm(m);
		return false;
	case HDP_MEM_COHERENCY_FLUSH_CNTL:
		if (!is_r7xx(m)) {
			hdp_flush(m, 1);
			hdp_drain(m);
		}
		return false;
	case R7_MC_VM_FB_LOCATION:
		if (is_r7xx(m))
			check_fb_move(m, value);
		return false;
	case R6_MC_VM_FB_LOCATION:
		if (!is_r7xx(m))
			check_fb_move(m, value);
		return false;
	case BIF_FB_EN:
		if (m->config.slow)
			r600(m)->mc.busy_polls = LATE_READS;
		if ((value & (FB_READ_EN | FB_WRITE_EN)) && !reg_get(m, reg))
			scanout_check_surfaces(m);
		return false;
	}
	return false;
}

/* The in-tree driver looks for an integrated chip's video BIOS at 0, posted or not. */
static bool seeks_bios(const struct model *m, u64 offset, u32 bit)
{
	return m->chip->igp && m->config.not_posted && bit == FB_READ_EN && offset < 2;
}

static void check_cpu_access(struct model *m, u64 offset, const char *verb, u32 bit)
{
	if (!seeks_bios(m, offset, bit) && !(reg_get(m, BIF_FB_EN) & bit))
		violation(m, "fb-blocked", "CPU %s of VRAM at 0x%llx while BIF_FB_EN forbids it", verb,
			  (unsigned long long)offset);
}

void r600_cpu_access(struct model *m, u64 offset, bool write)
{
	check_cpu_access(m, offset, write ? "write" : "read", write ? FB_WRITE_EN : FB_READ_EN);
	mc_setup_hdp(m, mc_fb_start(m));
	if (write || !r600(m)->mc.hdp_armed)
		return;
	hdp_flush(m, r600(m)->mc.hdp_armed);
	r600(m)->mc.hdp_armed = 0;
	hdp_drain(m);
}

void r600_mc_power_on(struct model *m)
{
	u64 start = board_fb_start(m);
	u64 end = start + (m->config.vram_size >> 24) - 1;
	u32 loc = (u32)(end << 16 | start);

	if (m->config.not_posted)
		return;
	reg_set(m, is_r7xx(m) ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION, loc);
	reg_set(m, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
}
