// SPDX-License-Identifier: GPL-2.0
/*
 * The memory controller: translation of GPU addresses.
 *
 * An address inside MC_VM_FB_LOCATION is VRAM; one inside VM context 0's page
 * table range goes through an 8-byte entry in VRAM to a page of guest memory.
 * Anything else is a violation.  Translations are cached until the driver
 * invalidates them; an access through a cached entry that no longer agrees
 * with the page table is a violation too, which reveals a missing TLB flush.
 * The HDP (host data path) must be flushed before an invalidation.
 */
#include <stdlib.h>
#include <string.h>

#include "model_int.h"

/*
 * A slow card responds after so many reads of a register, or after this time.  The time limit
 * is needed because a driver that the host delays reads the register only once more when its
 * timeout has expired.
 */
#define LATE_READS	5u
#define LATE_NS		10000000ull

static const char * const client_name[] = { "CP", "IH", "DMA engine", "graphics pipe", "CP fetch", "write-back" };

u64 mc_fb_start(const struct model *m)
{
	u32 loc = reg_get(m, m->chip->r7xx ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION);

	return (u64)(loc & 0xffff) << 24;
}

u64 mc_fb_end(const struct model *m)
{
	u32 loc = reg_get(m, m->chip->r7xx ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION);

	return ((u64)(loc >> 16) << 24) | 0xffffff;
}

static u64 vm_reg(const struct model *m, u32 r6, u32 r7)
{
	return (u64)reg_get(m, m->chip->r7xx ? r7 : r6) << 12;
}

void mc_invalidate(struct model *m)
{
	m->mc.generation++;
}

/* Writes of the CPU may not be in VRAM yet. */
static void check_arrived(struct model *m, enum mc_client client, u64 addr, u64 len)
{
	if (hdp_holds(m, addr - mc_fb_start(m), len))
		violation(m, "hdp-write",
			  "%s read at GPU address 0x%llx of data that the CPU wrote without flushing the HDP",
			  client_name[client], (unsigned long long)addr);
}

static bool vram_ptr(struct model *m, enum mc_client client, u64 addr, u64 len, bool write, u8 **out)
{
	u64 off = addr - mc_fb_start(m);

	if (addr + len - 1 > mc_fb_end(m) || off + len > m->config.vram_size) {
		violation(m, "vram-bounds",
			  "%s %s at GPU address 0x%llx is 0x%llx into VRAM, which has 0x%llx bytes",
			  client_name[client], write ? "write" : "read", (unsigned long long)addr,
			  (unsigned long long)off, (unsigned long long)m->config.vram_size);
		return false;
	}
	if (write)
		scanout_check_write(m, client_name[client], addr, len);
	if (m->config.see_vram && write)
		hdp_age(m, off, len);
	else if (m->config.see_vram)
		check_arrived(m, client, addr, len);
	*out = m->vram + off;
	return true;
}

/* Read the page table entry of @addr; false after a violation. */
static bool pte_fetch(struct model *m, enum mc_client client, u64 addr, u64 *pte)
{
	u64 start = vm_reg(m, R6_VM_PT_START, R7_VM_PT_START);
	u64 base = vm_reg(m, R6_VM_PT_BASE, R7_VM_PT_BASE);
	u64 pos = base + ((addr - start) >> 12) * 8;

	if (pos < mc_fb_start(m) || pos + 8 > mc_fb_start(m) + m->config.vram_size) {
		violation(m, "page-table-bounds",
			  "%s access at GPU address 0x%llx needs the page table entry at 0x%llx, outside VRAM",
			  client_name[client], (unsigned long long)addr, (unsigned long long)pos);
		return false;
	}
	memcpy(pte, m->vram + (pos - mc_fb_start(m)), sizeof(*pte));
	return true;
}

/* An entry written by the CPU is in memory only after an HDP flush. */
static void check_written(struct model *m, enum mc_client client, u64 addr)
{
	u64 pos = vm_reg(m, R6_VM_PT_BASE, R7_VM_PT_BASE) +
		  ((addr - vm_reg(m, R6_VM_PT_START, R7_VM_PT_START)) >> 12) * 8;

	if (pos < mc_fb_start(m) || !hdp_holds(m, pos - mc_fb_start(m), 8))
		return;
	violation(m, "hdp-flush",
		  "%s access at GPU address 0x%llx uses a page table entry that the CPU wrote without flushing the HDP",
		  client_name[client], (unsigned long long)addr);
}

static bool tlb_holds(const struct model *m, u64 page)
{
	const struct tlb_entry *t = &m->mc.tlb[page & (TLB_ENTRIES - 1)];

	return t->page == page + 1 && t->generation == m->mc.generation;
}

/* The MC reads the page table in lines of 64 bytes, so neighbours are cached, too. */
static void tlb_fill(struct model *m, u64 page, u64 pte)
{
	u64 first = vm_reg(m, R6_VM_PT_START, R7_VM_PT_START) >> 12;
	u64 last = vm_reg(m, R6_VM_PT_END, R7_VM_PT_END) >> 12;
	u64 at = vm_reg(m, R6_VM_PT_BASE, R7_VM_PT_BASE) - mc_fb_start(m), p;

	for (p = first + ((page - first) & ~7ull); p < first + ((page - first) | 7) + 1; p++) {
		struct tlb_entry *t = &m->mc.tlb[p & (TLB_ENTRIES - 1)];

		if (p != page && (p > last || tlb_holds(m, p) ||
				  at + (p - first) * 8 + 8 > m->config.vram_size))
			continue;
		t->page = p + 1;
		t->generation = m->mc.generation;
		t->pte = pte;
		if (p != page)
			memcpy(&t->pte, m->vram + at + (p - first) * 8, sizeof(t->pte));
	}
}

static bool tlb_lookup(struct model *m, enum mc_client client, u64 addr, u64 *pte)
{
	u64 page = addr >> 12;
	struct tlb_entry *t = &m->mc.tlb[page & (TLB_ENTRIES - 1)];
	u64 fresh;

	check_written(m, client, addr);
	if (!pte_fetch(m, client, addr, &fresh))
		return false;
	if (t->page == page + 1 && t->generation == m->mc.generation) {
		if (t->pte != fresh) {
			violation(m, "stale-tlb",
				  "%s access at GPU address 0x%llx uses the cached entry 0x%llx, the page table now has 0x%llx; entries must be invalidated after they change",
				  client_name[client], (unsigned long long)addr,
				  (unsigned long long)t->pte, (unsigned long long)fresh);
			t->pte = fresh;
		}
		*pte = t->pte;
		return true;
	}
	tlb_fill(m, page, fresh);
	*pte = fresh;
	return true;
}

static bool pte_permits(struct model *m, enum mc_client client, u64 addr, u64 pte, bool write)
{
	const char *why = NULL;

	if (!(pte & PTE_VALID))
		why = "an entry that is not valid";
	else if (!(pte & PTE_SYSTEM))
		why = "an entry without the SYSTEM bit, which the model does not follow";
	else if (!(pte & (write ? PTE_WRITE : PTE_READ)))
		why = write ? "an entry that is not writable" : "an entry that is not readable";
	else if ((pte & PTE_ADDR) == vm_reg(m, R6_VM_FAULT_DEFAULT, R7_VM_FAULT_DEFAULT))
		why = "the default page: nothing is mapped there";
	if (!why)
		return true;
	violation(m, "unmapped-page", "%s %s at GPU address 0x%llx goes through %s (0x%llx)",
		  client_name[client], write ? "write" : "read", (unsigned long long)addr, why,
		  (unsigned long long)pte);
	return false;
}

/* Memory that the CPU writes for the CP, or polls, is in the CPU's caches. */
static bool snoops(struct model *m, enum mc_client client, u64 addr, u64 pte)
{
	if (pte & PTE_SNOOPED || (client != MC_FETCH && client != MC_WB && client != MC_IH))
		return true;
	violation(m, "unsnooped",
		  "%s access at GPU address 0x%llx does not snoop the CPU's caches (page table entry 0x%llx)",
		  client_name[client], (unsigned long long)addr, (unsigned long long)pte);
	return false;
}

static bool gart_ptr(struct model *m, enum mc_client client, u64 addr, u64 len, bool write, u8 **out)
{
	u64 pte, gpa;

	if (!mc_setup_gart(m, client_name[client], addr) || !tlb_lookup(m, client, addr, &pte) ||
	    !pte_permits(m, client, addr, pte, write) || !snoops(m, client, addr, pte))
		return false;
	if (!pci_bus_master(m)) {
		violation(m, "bus-master", "%s access at GPU address 0x%llx while bus mastering is off",
			  client_name[client], (unsigned long long)addr);
		return false;
	}
	gpa = (pte & PTE_ADDR) | (addr & (GPU_PAGE - 1));
	*out = m->host->ram(m->ctx, gpa, len);
	if (!*out) {
		violation(m, "bus-address",
			  "%s access at GPU address 0x%llx goes to bus address 0x%llx, where there is no memory",
			  client_name[client], (unsigned long long)addr, (unsigned long long)gpa);
		return false;
	}
	return true;
}

/* Host pointer for @len bytes at @addr, which must not cross a page. */
static bool translate(struct model *m, enum mc_client client, u64 addr, u64 len, bool write, u8 **out)
{
	u64 start = vm_reg(m, R6_VM_PT_START, R7_VM_PT_START);
	u64 end = vm_reg(m, R6_VM_PT_END, R7_VM_PT_END) | (GPU_PAGE - 1);

	if (addr >= mc_fb_start(m) && addr <= mc_fb_end(m))
		return mc_setup_vram(m, client_name[client], addr) &&
		       vram_ptr(m, client, addr, len, write, out);
	if ((reg_get(m, VM_CONTEXT0_CNTL) & VM_ENABLE_CONTEXT) && addr >= start && addr <= end)
		return gart_ptr(m, client, addr, len, write, out);
	violation(m, "mc-address",
		  "%s %s at GPU address 0x%llx is neither in VRAM (0x%llx-0x%llx) nor in the GART (0x%llx-0x%llx%s)",
		  client_name[client], write ? "write" : "read", (unsigned long long)addr,
		  (unsigned long long)mc_fb_start(m), (unsigned long long)mc_fb_end(m),
		  (unsigned long long)start, (unsigned long long)end,
		  reg_get(m, VM_CONTEXT0_CNTL) & VM_ENABLE_CONTEXT ? "" : ", disabled");
	return false;
}

static bool access(struct model *m, enum mc_client client, u64 addr, void *rd, const void *wr, u64 len)
{
	u64 done = 0;

	if (client == MC_CP)
		ahead_access(m, addr, len, false);
	while (done < len) {
		u64 chunk = GPU_PAGE - ((addr + done) & (GPU_PAGE - 1));
		u8 *p;

		if (chunk > len - done)
			chunk = len - done;
		if (!translate(m, client, addr + done, chunk, wr != NULL, &p))
			return false;
		if (wr)
			memcpy(p, (const u8 *)wr + done, chunk);
		else if (rd)
			memcpy((u8 *)rd + done, p, chunk);
		done += chunk;
	}
	count(m, wr ? MODEL_DMA_WRITE : MODEL_DMA_READ);
	return true;
}

static u8 *peek_page(struct model *m, u64 addr, u64 len)
{
	u64 start = vm_reg(m, R6_VM_PT_START, R7_VM_PT_START);
	u64 end = vm_reg(m, R6_VM_PT_END, R7_VM_PT_END) | (GPU_PAGE - 1);
	u64 pos, pte;

	if (addr >= mc_fb_start(m) && addr - mc_fb_start(m) + len <= m->config.vram_size)
		return m->vram + (addr - mc_fb_start(m));
	if (addr < start || addr > end)
		return NULL;
	pos = vm_reg(m, R6_VM_PT_BASE, R7_VM_PT_BASE) + ((addr - start) >> 12) * 8 - mc_fb_start(m);
	if (pos > m->config.vram_size - 8)
		return NULL;
	memcpy(&pte, m->vram + pos, sizeof(pte));
	return pte & PTE_VALID ? m->host->ram(m->ctx, (pte & PTE_ADDR) | (addr & (GPU_PAGE - 1)), len) : NULL;
}

bool mc_peek(struct model *m, u64 addr, void *data, u64 len)
{
	u8 *out = data;

	while (len) {
		u64 n = GPU_PAGE - (addr & (GPU_PAGE - 1));
		u8 *p;

		if (n > len)
			n = len;
		p = peek_page(m, addr, n);
		if (!p)
			return false;
		memcpy(out, p, n);
		out += n;
		addr += n;
		len -= n;
	}
	return true;
}

bool mc_read(struct model *m, enum mc_client client, u64 addr, void *data, u64 len)
{
	if (access(m, client, addr, data, NULL, len))
		return true;
	memset(data, 0, len);
	return false;
}

bool mc_write(struct model *m, enum mc_client client, u64 addr, const void *data, u64 len)
{
	return access(m, client, addr, NULL, data, len);
}

/* Check that a range can be read, page by page, without reading it. */
bool mc_touch(struct model *m, enum mc_client client, u64 addr, u64 len, const char *what)
{
	u64 before = m->count[MODEL_VIOLATION];

	if (access(m, client, addr, NULL, NULL, len))
		return true;
	if (m->count[MODEL_VIOLATION] != before && m->report)
		fprintf(m->report, "note the access was for %s\n", what);
	return false;
}

u32 mc_read32(struct model *m, enum mc_client client, u64 addr)
{
	u32 v;

	mc_read(m, client, addr & ~3ull, &v, sizeof(v));
	return v;
}

void mc_write32(struct model *m, enum mc_client client, u64 addr, u32 value)
{
	mc_write(m, client, addr & ~3ull, &value, sizeof(value));
}

void mc_write64(struct model *m, enum mc_client client, u64 addr, u64 value)
{
	mc_write(m, client, addr, &value, sizeof(value));
}

/* Two invalidations may overlap: both callers flush, then both invalidate. */
static void hdp_flush(struct model *m)
{
	if (m->mc.hdp_flushes < 2)
		m->mc.hdp_flushes++;
}

static void invalidate_request(struct model *m, u32 value)
{
	if ((value & 0xf) != 1)
		return;
	if (!m->mc.hdp_flushes)
		violation(m, "hdp-flush",
			  "the TLB was invalidated without an HDP flush of its own; page table writes may still sit in the HDP");
	else if (m->config.see_vram && m->mc.hdp_armed)
		violation(m, "hdp-flush",
			  "the TLB was invalidated after a write to HDP_DEBUG1 that was not followed by a read of VRAM");
	m->mc.hdp_flushes -= !!m->mc.hdp_flushes;
	mc_setup_hdp(m, mc_fb_start(m));
	mc_invalidate(m);
	count(m, MODEL_TLB_FLUSH);
	m->mc.response = (value & ~0xf0u) | 0x10;
	m->mc.response_polls = m->config.slow ? LATE_READS : 0;
	m->mc.response_due_ns = m->host->now_ns(m->ctx) + LATE_NS;
	reg_set(m, VM_CONTEXT0_REQUEST_RESPONSE, m->config.slow ? value & ~0xf0u : m->mc.response);
}

bool mc_reg_read(struct model *m, u32 reg, u32 *value)
{
	if (reg != VM_CONTEXT0_REQUEST_RESPONSE || !m->mc.response_polls)
		return false;
	if (m->host->now_ns(m->ctx) >= m->mc.response_due_ns) {
		m->mc.response_polls = 0;
		reg_set(m, reg, m->mc.response);
		return false;
	}
	*value = reg_get(m, reg);
	if (!--m->mc.response_polls)
		reg_set(m, reg, m->mc.response);
	return true;
}

/* SRBM_STATUS is read: test whether a client of the memory controller is busy. */
bool mc_is_busy(struct model *m)
{
	if (!m->mc.busy_polls)
		return m->config.mc_busy;
	m->mc.busy_polls--;
	return true;
}

bool mc_blacked_out(const struct model *m)
{
	u32 citf = reg_get(m, m->chip->r7xx ? R7_CITF_CNTL : R6_CITF_CNTL);

	return (citf & BLACKOUT_MASK) == BLACKOUT_MASK && !reg_get(m, BIF_FB_EN);
}

static void check_fb_move(struct model *m, u32 value)
{
	u32 reg = m->chip->r7xx ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION;
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
	bool r7 = m->chip->r7xx;

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
		if (m->chip->r7xx) {
			hdp_flush(m);
			m->mc.hdp_armed = true;
		}
		return false;
	case HDP_MEM_COHERENCY_FLUSH_CNTL:
		if (!m->chip->r7xx) {
			hdp_flush(m);
			hdp_drain(m);
		}
		return false;
	case R7_MC_VM_FB_LOCATION:
		if (m->chip->r7xx)
			check_fb_move(m, value);
		return false;
	case R6_MC_VM_FB_LOCATION:
		if (!m->chip->r7xx)
			check_fb_move(m, value);
		return false;
	case BIF_FB_EN:
		if (m->config.slow)
			m->mc.busy_polls = LATE_READS;
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

void mc_cpu_read(struct model *m, u64 offset)
{
	check_cpu_access(m, offset, "read", FB_READ_EN);
	mc_setup_hdp(m, mc_fb_start(m));
	if (m->mc.hdp_armed) {
		m->mc.hdp_armed = false;
		hdp_drain(m);
	}
	hdp_read(m, offset);
}

void mc_cpu_write(struct model *m, u64 offset, u64 len)
{
	check_cpu_access(m, offset, "write", FB_WRITE_EN);
	mc_setup_hdp(m, mc_fb_start(m));
	hdp_wrote(m, offset, len);
}

void mc_power_on(struct model *m)
{
	u64 start = board_fb_start(m);
	u64 end = start + (m->config.vram_size >> 24) - 1;
	u32 loc = (u32)(end << 16 | start);

	m->mc.hdp_flushes = 0;
	m->mc.hdp_armed = false;
	hdp_drain(m);
	mc_invalidate(m);
	if (m->config.not_posted)
		return;
	reg_set(m, m->chip->r7xx ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION, loc);
	reg_set(m, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
}

void model_vram_hidden(struct model *m)
{
	hdp_drain(m);
}
