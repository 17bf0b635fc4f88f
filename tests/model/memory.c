// SPDX-License-Identifier: GPL-2.0
/*
 * The memory controller: translation of GPU addresses.
 *
 * An address inside VRAM's range is VRAM; one inside the range of the page table goes
 * through an entry in VRAM to a page of guest memory.  Anything else is a violation.
 * Translations are cached until the driver invalidates them; an access through a cached
 * entry that no longer agrees with the page table is a violation too, which reveals a
 * missing TLB flush.  The generation knows where the ranges are, and what an entry means.
 */
#include <stdlib.h>
#include <string.h>

#include "model_int.h"

#define MC_BURST	32u

static const char * const client_name[] = { "CP", "IH", "DMA engine", "graphics pipe", "CP fetch", "write-back" };

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

static u64 entry_of(const struct gart *g, u64 addr)
{
	return g->table + ((addr - g->first) >> 12) * g->entry;
}

/* Read the page table entry of @addr; false after a violation. */
static bool pte_fetch(struct model *m, enum mc_client client, const struct gart *g, u64 addr, u64 *pte)
{
	u64 pos = entry_of(g, addr);

	if (pos < mc_fb_start(m) || pos + g->entry > mc_fb_start(m) + m->config.vram_size) {
		violation(m, "page-table-bounds",
			  "%s access at GPU address 0x%llx needs the page table entry at 0x%llx, outside VRAM",
			  client_name[client], (unsigned long long)addr, (unsigned long long)pos);
		return false;
	}
	*pte = 0;
	memcpy(pte, m->vram + (pos - mc_fb_start(m)), g->entry);
	return true;
}

/* An entry written by the CPU is in memory only after an HDP flush. */
static void check_written(struct model *m, enum mc_client client, const struct gart *g, u64 addr)
{
	u64 pos = entry_of(g, addr);

	if (pos < mc_fb_start(m) || !hdp_holds(m, pos - mc_fb_start(m), g->entry))
		return;
	violation(m, "hdp-flush",
		  "%s access at GPU address 0x%llx uses a page table entry that the CPU wrote without flushing the HDP",
		  client_name[client], (unsigned long long)addr);
}

static bool tlb_holds(const struct model *m, const struct gart *g, u64 page)
{
	const struct tlb_entry *t = &m->mc.tlb[page & (TLB_ENTRIES - 1)];

	return t->page == page + 1 && m->mc.generation - t->generation < g->flushes;
}

/* The MC reads the page table in lines of 64 bytes, so neighbours are also cached. */
static void tlb_fill(struct model *m, const struct gart *g, u64 page, u64 pte)
{
	u64 first = g->first >> 12, last = g->last >> 12, line = 64 / g->entry;
	u64 at = g->table - mc_fb_start(m), p;

	for (p = first + ((page - first) & ~(line - 1)); p < first + ((page - first) | (line - 1)) + 1; p++) {
		struct tlb_entry *t = &m->mc.tlb[p & (TLB_ENTRIES - 1)];

		if (p != page && (p > last || tlb_holds(m, g, p) ||
				  at + (p - first + 1) * g->entry > m->config.vram_size))
			continue;
		t->page = p + 1;
		t->generation = m->mc.generation;
		t->pte = pte;
		if (p == page)
			continue;
		t->pte = 0;
		memcpy(&t->pte, m->vram + at + (p - first) * g->entry, g->entry);
	}
}

static bool tlb_lookup(struct model *m, enum mc_client client, const struct gart *g, u64 addr, u64 *pte)
{
	u64 page = addr >> 12;
	struct tlb_entry *t = &m->mc.tlb[page & (TLB_ENTRIES - 1)];
	u64 fresh;

	check_written(m, client, g, addr);
	if (!pte_fetch(m, client, g, addr, &fresh))
		return false;
	if (tlb_holds(m, g, page)) {
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
	tlb_fill(m, g, page, fresh);
	*pte = fresh;
	return true;
}

static bool pte_permits(struct model *m, enum mc_client client, u64 addr, u64 pte, bool write)
{
	const char *why = m->chip->gen->pte_fault(m, pte, write);

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
	if (m->chip->gen->pte_snooped(pte) || (client != MC_FETCH && client != MC_WB && client != MC_IH))
		return true;
	violation(m, "unsnooped",
		  "%s access at GPU address 0x%llx does not snoop the CPU's caches (page table entry 0x%llx)",
		  client_name[client], (unsigned long long)addr, (unsigned long long)pte);
	return false;
}

static bool gart_ptr(struct model *m, enum mc_client client, const struct gart *g, u64 addr, u64 len,
		     bool write, u8 **out)
{
	u64 pte, gpa;

	if (!m->chip->gen->gart_setup(m, client_name[client], addr) || !tlb_lookup(m, client, g, addr, &pte) ||
	    !pte_permits(m, client, addr, pte, write) || !snoops(m, client, addr, pte))
		return false;
	if (!pci_bus_master(m)) {
		violation(m, "bus-master", "%s access at GPU address 0x%llx while bus mastering is off",
			  client_name[client], (unsigned long long)addr);
		return false;
	}
	gpa = m->chip->gen->pte_bus(pte) | (addr & (GPU_PAGE - 1));
	*out = m->host->ram(m->ctx, gpa, len);
	if (!*out) {
		violation(m, "bus-address",
			  "%s access at GPU address 0x%llx goes to bus address 0x%llx, where there is no memory",
			  client_name[client], (unsigned long long)addr, (unsigned long long)gpa);
		return false;
	}
	m->count[MODEL_BUS_BYTES] += len;
	return true;
}

/* Host pointer for @len bytes at @addr, which must not cross a page. */
static bool translate(struct model *m, enum mc_client client, u64 addr, u64 len, bool write, u8 **out)
{
	struct gart g;

	if (addr >= mc_fb_start(m) && addr <= mc_fb_end(m))
		return m->chip->gen->vram_setup(m, client_name[client], addr) &&
		       vram_ptr(m, client, addr, len, write, out);
	m->chip->gen->gart(m, &g);
	if (g.on && addr >= g.first && addr <= g.last)
		return gart_ptr(m, client, &g, addr, len, write, out);
	violation(m, "mc-address",
		  "%s %s at GPU address 0x%llx is neither in VRAM (0x%llx-0x%llx) nor in the GART (0x%llx-0x%llx%s)",
		  client_name[client], write ? "write" : "read", (unsigned long long)addr,
		  (unsigned long long)mc_fb_start(m), (unsigned long long)mc_fb_end(m),
		  (unsigned long long)g.first, (unsigned long long)g.last, g.on ? "" : ", disabled");
	return false;
}

/* A page of VRAM whose first dword does not keep zeros: see MODEL_REG_WORN. */
static void read_worn(const struct model *m, u64 addr, u8 *rd, u64 len)
{
	u64 worn = mc_fb_start(m) + (m->worn_page - 1ull) * GPU_PAGE;

	if (m->worn_page && worn >= addr && worn < addr + len)
		rd[worn - addr] |= 1;
}

static bool access(struct model *m, enum mc_client client, u64 addr, void *rd, const void *wr, u64 len)
{
	u64 done = 0;

	if (m->host->memory)
		return m->host->memory(m->ctx, addr, rd, wr, len);
	if (client == MC_CP)
		m->chip->gen->cp_access(m, addr, len);
	while (done < len) {
		u64 chunk = GPU_PAGE - ((addr + done) & (GPU_PAGE - 1));
		u8 *p;

		if (chunk > len - done)
			chunk = len - done;
		if (!translate(m, client, addr + done, chunk, wr != NULL, &p))
			return false;
		if (!wr && rd) {
			memcpy((u8 *)rd + done, p, chunk);
			read_worn(m, addr + done, (u8 *)rd + done, chunk);
		}
		if (m->host->packet && (wr || rd) && (client == MC_CP || client == MC_GFX))
			m->host->packet(m->ctx, wr, addr + done, chunk, p, wr ? NULL : (u8 *)rd + done);
		if (wr)
			memcpy(p, (const u8 *)wr + done, chunk);
		done += chunk;
	}
	count(m, wr ? MODEL_DMA_WRITE : MODEL_DMA_READ);
	return true;
}

static u8 *peek_page(struct model *m, u64 addr, u64 len)
{
	u64 pos, pte = 0;
	struct gart g;

	if (addr >= mc_fb_start(m) && addr - mc_fb_start(m) + len <= m->config.vram_size)
		return m->vram + (addr - mc_fb_start(m));
	m->chip->gen->gart(m, &g);
	if (addr < g.first || addr > g.last)
		return NULL;
	pos = entry_of(&g, addr) - mc_fb_start(m);
	if (pos > m->config.vram_size - g.entry)
		return NULL;
	memcpy(&pte, m->vram + pos, g.entry);
	if (m->chip->gen->pte_fault(m, pte, false))
		return NULL;
	return m->host->ram(m->ctx, m->chip->gen->pte_bus(pte) | (addr & (GPU_PAGE - 1)), len);
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

void model_span(struct model *m, u64 addr, bool write, struct gpu_span *s)
{
	/* The rules on HDP are about bytes; a read is one of a burst. */
	u64 bytes = m->config.see_vram ? MC_BURST : GPU_PAGE;
	u8 *host;

	s->first = addr & ~(bytes - 1);
	s->end = s->first + bytes;
	s->host = translate(m, MC_GFX, s->first, bytes, write, &host) ? host : NULL;
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

void mc_cpu_read(struct model *m, u64 offset)
{
	m->chip->gen->cpu_access(m, offset, false);
	hdp_read(m, offset);
}

void mc_cpu_write(struct model *m, u64 offset, u64 len)
{
	m->chip->gen->cpu_access(m, offset, true);
	hdp_wrote(m, offset, len);
}

void mc_power_on(struct model *m)
{
	hdp_drain(m);
	mc_invalidate(m);
}

void model_vram_hidden(struct model *m)
{
	hdp_drain(m);
}
