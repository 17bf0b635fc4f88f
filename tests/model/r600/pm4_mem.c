// SPDX-License-Identifier: GPL-2.0
/*
 * Packets that read or write memory, wait, or interrupt.
 *
 * Results of queries are the counts of the host's machine, with the bits that mark them as
 * written.
 */
#include <string.h>

#include "r600/pm4.h"

#define FULL_CACHE	(1u << 20)	/* of CP_COHER_CNTL */
#define READ_CACHES	(1u << 23 | 1u << 24 | 1u << 27)	/* TC, VC, SH */
#define BUGGY_FLUSH	(1u << 0 | 1u << 7)		/* DEST_BASE_0, CB1_DEST_BASE */
#define ID_RV670	3				/* struct model_chip */
#define EVENT_CACHE_FLUSH_TS		0x04
#define EVENT_CACHE_FLUSH		0x06
#define EVENT_CACHE_FLUSH_AND_INV_TS	0x14
#define EVENT_CACHE_FLUSH_AND_INV	0x16
#define EVENT_ZPASS_DONE		0x15
#define EVENT_PIPELINESTAT_START	0x19
#define EVENT_PIPELINESTAT_STOP		0x1a
#define EVENT_SO_VGTSTREAMOUT_FLUSH	0x1f
#define EVENT_FLUSH_AND_INV_DB_META	0x2c
#define EVENT_FLUSH_AND_INV_CB_META	0x2e
#define EVENT_INDEX_ZPASS		1
#define EVENT_INDEX_PIPELINESTAT	2
#define EVENT_INDEX_STREAMOUTSTAT	3
#define EVENT_INDEX_EOP			5
#define RESULT_VALID			(1ull << 63)
#define DMA_CHUNK			65536u

static bool compare(u32 function, u32 value, u32 reference, u32 mask)
{
	value &= mask;
	switch (function & 7) {
	case 0:
		return true;
	case 1:
		return value < reference;
	case 2:
		return value <= reference;
	case 3:
		return value == reference;
	case 4:
		return value != reference;
	case 5:
		return value >= reference;
	case 6:
		return value > reference;
	}
	return false;
}

static u32 poll(struct model *m, bool memory, u32 lo, u32 hi)
{
	return memory ? mc_read32(m, MC_CP, pm4_addr(lo, hi, 3)) : reg_read_cp(m, (lo & 0xffff) * 4);
}

static void misaligned(struct model *m, const char *packet, u64 addr, u32 align)
{
	if (addr & (align - 1))
		violation(m, "packet-align", "%s at GPU address 0x%llx, which must be %u-byte aligned", packet,
			  (unsigned long long)addr, align);
}

static struct gpu_counters *counters(struct model *m)
{
	return m->host->counters ? m->host->counters(m->ctx) : &r600(m)->cp.zero;
}

/* What was counted while statistics were on; they are on until the first STOP. */
static void statistics(struct model *m, u64 values[8])
{
	const struct r600_cp *cp = &r600(m)->cp;
	const u64 *now = cp->stats_off ? cp->stats_stopped : counters(m)->stats;

	for (u32 i = 0; i < 8; i++)
		values[i] = now[i] - cp->stats_missed[i];
}

static void statistics_on(struct model *m, bool on)
{
	struct r600_cp *cp = &r600(m)->cp;
	const u64 *now = counters(m)->stats;

	if (on != cp->stats_off)
		return;
	for (u32 i = 0; i < 8; i++) {
		if (on)
			cp->stats_missed[i] += now[i] - cp->stats_stopped[i];
		else
			cp->stats_stopped[i] = now[i];
	}
	cp->stats_off = !on;
}

static void flush(struct model *m, u32 caches, u64 first, u64 end, bool keep)
{
	if (m->host->flush)
		m->host->flush(m->ctx, caches, first, end, keep);
}

/* Events write back what draws have written; some also drop it.  R7xx has events of their own for masks and HTILE. */
static void flush_by_event(struct model *m, u32 initiator)
{
	u32 event = initiator & 0x3f, caches = 1u << GPU_CACHE_CB | 1u << GPU_CACHE_DB | 1u << GPU_CACHE_SMX;

	if (!is_r7xx(m))
		caches |= 1u << GPU_CACHE_CB_META | 1u << GPU_CACHE_DB_META;
	if (event == EVENT_CACHE_FLUSH || event == EVENT_CACHE_FLUSH_TS)
		flush(m, caches, 0, UINT64_MAX, true);
	else if (event == EVENT_CACHE_FLUSH_AND_INV || event == EVENT_CACHE_FLUSH_AND_INV_TS)
		flush(m, caches, 0, UINT64_MAX, false);
	else if (is_r7xx(m) && event == EVENT_FLUSH_AND_INV_CB_META)
		flush(m, 1u << GPU_CACHE_CB_META, 0, UINT64_MAX, false);
	else if (is_r7xx(m) && event == EVENT_FLUSH_AND_INV_DB_META)
		flush(m, 1u << GPU_CACHE_DB_META, 0, UINT64_MAX, false);
}

/* An event without an address: few have an effect here. */
void pm4_vgt_event(struct model *m, u32 initiator)
{
	flush_by_event(m, initiator);
	if ((initiator & 0x3f) == EVENT_CACHE_FLUSH_AND_INV) {
		if (!m->cp.depth)
			count(m, MODEL_FLUSH);
		r600(m)->cp.flush_begun = true;
	}
	if ((initiator & 0x3f) == EVENT_SO_VGTSTREAMOUT_FLUSH)
		reg_set(m, CP_STRMOUT_CNTL, reg_get(m, CP_STRMOUT_CNTL) | 1);
	if ((initiator & 0x3f) == EVENT_PIPELINESTAT_START || (initiator & 0x3f) == EVENT_PIPELINESTAT_STOP)
		statistics_on(m, (initiator & 0x3f) == EVENT_PIPELINESTAT_START);
}

static void query_result(struct model *m, u32 index, u64 addr)
{
	const struct gpu_counters *c = counters(m);

	u64 stats[8];

	misaligned(m, "EVENT_WRITE", addr, 8);
	switch (index) {
	case EVENT_INDEX_ZPASS:
		for (u32 rb = 0; rb < r600_chip(m->chip)->backends; rb++)
			mc_write64(m, MC_GFX, addr + rb * 16, c->samples[rb] | RESULT_VALID);
		break;
	case EVENT_INDEX_PIPELINESTAT:
		statistics(m, stats);
		mc_write(m, MC_GFX, addr, stats, sizeof(stats));
		break;
	case EVENT_INDEX_STREAMOUTSTAT:
		mc_write64(m, MC_GFX, addr, c->strmout_needed | RESULT_VALID);
		mc_write64(m, MC_GFX, addr + 8, c->strmout_written | RESULT_VALID);
		break;
	}
}

enum pm4_outcome pm4_event_write(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 index = d[0] >> 8 & 0xf;
	bool wants;

	/* Old clients omit the index of this event. */
	if (!index && ndw == 3 && (d[0] & 0x3f) == EVENT_ZPASS_DONE)
		index = EVENT_INDEX_ZPASS;
	wants = index >= EVENT_INDEX_ZPASS && index <= EVENT_INDEX_STREAMOUTSTAT;
	if (ndw == 2 || wants != (ndw == 3)) {
		violation(m, "event-address", "EVENT_WRITE 0x%x with event index %u has %u payload dwords", d[0] & 0x3f,
			  index, ndw);
		return PM4_DONE;
	}
	pm4_vgt_event(m, d[0]);
	if (wants)
		query_result(m, index, pm4_addr(d[1], d[2], 7));
	return PM4_DONE;
}

/* Some chips end the flush of an event only with a SURFACE_SYNC for these destinations. */
static bool flush_is_buggy(const struct model *m)
{
	return m->chip->igp || m->chip->id == ID_RV670;
}

/* A timestamp event of the ring flushes.  The in-tree driver leaves the SURFACE_SYNC to the streams. */
static void flush_by_ring(struct model *m)
{
	struct r600_cp *cp = &r600(m)->cp;

	count(m, MODEL_FLUSH);
	if (m->config.alone && cp->drawn && !cp->flush_ended && flush_is_buggy(m))
		violation(m, "buggy-flush",
			  "a timestamp event flushes, and no SURFACE_SYNC of CB1 and destination 0 has ended a flush before it, which %s needs",
			  m->chip->name);
	cp->flush_begun = false;
	cp->flush_ended = false;
	cp->dirty = false;
}

static bool flushes(u32 initiator)
{
	return (initiator & 0x3f) == EVENT_CACHE_FLUSH_TS || (initiator & 0x3f) == EVENT_CACHE_FLUSH_AND_INV_TS;
}

enum pm4_outcome pm4_event_write_eop(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 data_sel = d[2] >> 29;
	u32 int_sel = d[2] >> 24 & 3;
	u64 addr = pm4_addr(d[1], d[2], 3);
	enum mc_client to = m->cp.depth ? MC_GFX : MC_WB;

	count(m, MODEL_EOP);
	flush_by_event(m, d[0]);
	if (!m->cp.depth && flushes(d[0]))
		flush_by_ring(m);
	/* The driver's own fence, after all work */
	if (!m->cp.depth && int_sel) {
		if (r600(m)->cp.copying)
			violation(m, "copy-live", "a fence passes while CP_DMA may still copy");
		if (r600(m)->cp.dirty)
			violation(m, "fence-dirty", "a fence passes after draws, and no event has flushed their caches");
		if (m->host->fence)
			m->host->fence(m->ctx);
		r600(m)->cp.caches_empty = false;
	}
	ahead_event(m, addr);
	if ((d[0] >> 8 & 0xf) != EVENT_INDEX_EOP)
		violation(m, "event-index", "EVENT_WRITE_EOP with event index %u instead of %u", d[0] >> 8 & 0xf,
			  EVENT_INDEX_EOP);
	if (data_sel == 2 || data_sel == 3)
		misaligned(m, "EVENT_WRITE_EOP", addr, 8);
	switch (data_sel) {
	case 0:
		break;
	case 1:
		mc_write32(m, to, addr, d[3]);
		break;
	case 2:
		mc_write64(m, to, addr, (u64)d[4] << 32 | d[3]);
		break;
	case 3:
		mc_write64(m, to, addr, gpu_stamp(m));
		break;
	default:
		violation(m, "event-data", "EVENT_WRITE_EOP with the reserved data select %u", data_sel);
	}
	if (int_sel && (reg_get(m, CP_INT_CNTL) & INT_TIME_STAMP))
		ih_post(m, SRC_CP_EOP, 0);
	return PM4_DONE;
}

enum pm4_outcome pm4_wait_reg_mem(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	if (!compare(d[0], poll(m, d[0] & 0x10, d[1], d[2]), d[3], d[4]))
		return PM4_WAIT;
	if (d[0] & 0x10)
		ahead_waited(m, d[0], pm4_addr(d[1], d[2], 3));
	return PM4_DONE;
}

enum pm4_outcome pm4_cond_write(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	if (!compare(d[0], poll(m, d[0] & 0x10, d[1], d[2]), d[3], d[4]))
		return PM4_DONE;
	if (d[0] & 0x100)
		mc_write32(m, MC_CP, pm4_addr(d[5], d[6], 3), d[7]);
	else
		reg_write_cp(m, (d[5] & 0xffff) * 4, d[7]);
	return PM4_DONE;
}

enum pm4_outcome pm4_mem_write(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u64 addr = pm4_addr(d[0], d[1], 3);

	ahead_mem_write(m, addr);
	if (d[1] & (1u << 18)) {
		mc_write32(m, MC_CP, addr, d[2]);
		return PM4_DONE;
	}
	misaligned(m, "MEM_WRITE", addr, 8);
	mc_write64(m, MC_CP, addr & ~7ull,
		   d[1] & (1u << 16) ? gpu_stamp(m) : (u64)d[3] << 32 | d[2]);
	return PM4_DONE;
}

/* A semaphore is a 64-bit counter: a signal adds one, a wait takes one. */
enum pm4_outcome pm4_mem_semaphore(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u64 addr = pm4_addr(d[0], d[1], 7);
	u64 value;

	mc_read(m, MC_CP, addr, &value, sizeof(value));
	switch (d[1] >> 29) {
	case 6:
		mc_write64(m, MC_CP, addr, value + 1);
		return PM4_DONE;
	case 7:
		if (!value)
			return PM4_WAIT;
		mc_write64(m, MC_CP, addr, value - 1);
		return PM4_DONE;
	}
	violation(m, "semaphore", "MEM_SEMAPHORE with select %u is neither signal nor wait", d[1] >> 29);
	return PM4_DONE;
}

enum pm4_outcome pm4_copy_dw(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 value = poll(m, d[0] & 1, d[1], d[2]);

	if (d[0] & 2)
		mc_write32(m, MC_CP, pm4_addr(d[3], d[4], 3), value);
	else
		reg_write_cp(m, (d[3] & 0xffff) * 4, value);
	return PM4_DONE;
}

#define CP_DMA_CP_SYNC	0x80000000u

enum pm4_outcome pm4_cp_dma(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	static u8 buf[DMA_CHUNK];
	u64 src = pm4_addr(d[0], d[1], 0), dst = pm4_addr(d[2], d[3], 0);
	u32 left = d[4] & 0x1fffff;

	if (d[4] & (3u << 26)) {
		violation(m, "cp-dma", "CP_DMA from or to registers (0x%08x)", d[4]);
		return PM4_DONE;
	}
	if (!left)
		violation(m, "cp-dma", "CP_DMA of 0 bytes");
	/* CP_SYNC waits on R7xx only; the in-tree driver does not check the copies of streams. */
	r600(m)->cp.copying = !(d[1] & CP_DMA_CP_SYNC) || (m->config.alone && !is_r7xx(m));
	ahead_copy(m, src, dst, left, d[1] & CP_DMA_CP_SYNC);
	while (left) {
		u32 n = left < DMA_CHUNK ? left : DMA_CHUNK;

		if (!mc_read(m, MC_CP, src, buf, n) || !mc_write(m, MC_CP, dst, buf, n))
			break;
		src += n;
		dst += n;
		left -= n;
	}
	return PM4_DONE;
}

enum pm4_outcome pm4_strmout_update(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 *filled = &counters(m)->strmout_dw[d[0] >> 8 & 3];

	if (d[0] & 1)
		mc_write32(m, MC_CP, pm4_addr(d[1], d[2], 3), *filled);
	switch (d[0] >> 1 & 3) {
	case 0:
		*filled = d[3];
		break;
	case 1:
		/* The offset goes on from the filled size. */
		break;
	case 2:
		*filled = mc_read32(m, MC_CP, pm4_addr(d[3], d[4], 3));
		break;
	}
	return PM4_DONE;
}

/* The actions of CP_COHER_CNTL, in the order of enum gpu_cache_id. */
static u32 actions(u32 coher_cntl)
{
	static const u8 bits[GPU_CACHES] = { 23, 24, 27, 25, 26, 28, 25, 26 };
	u32 caches = 0;

	for (u32 i = 0; i < GPU_CACHES; i++)
		caches |= (coher_cntl >> bits[i] & 1) << i;
	return caches;
}

enum pm4_outcome pm4_surface_sync(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	bool full = (d[0] & FULL_CACHE) || d[1] == ~0u;
	u64 first = full ? 0 : (u64)d[2] << 8;

	flush(m, actions(d[0]), first, full ? UINT64_MAX : first + ((u64)d[1] << 8), false);
	reg_set(m, CP_COHER_CNTL, d[0]);
	reg_set(m, CP_COHER_SIZE, d[1]);
	reg_set(m, CP_COHER_BASE, d[2]);
	/* Shaders that still run would fill the caches again. */
	if ((d[0] & READ_CACHES) == READ_CACHES && d[1] == ~0u && !m->cp.depth && !r600(m)->cp.drawing)
		r600(m)->cp.caches_empty = true;
	if ((d[0] & BUGGY_FLUSH) == BUGGY_FLUSH && r600(m)->cp.flush_begun)
		r600(m)->cp.flush_ended = true;
	return PM4_DONE;
}

/* CP_INT: one source for each level of stream, each with its enable bit. */
void pm4_interrupt(struct model *m, u32 bits)
{
	u32 on = bits & reg_get(m, CP_INT_CNTL);

	if (on & INT_RB)
		ih_post(m, SRC_CP_INT_RB, 0);
	if (on & INT_IB1)
		ih_post(m, SRC_CP_INT_IB1, 0);
	if (on & INT_IB2)
		ih_post(m, SRC_CP_INT_IB2, 0);
}

enum pm4_outcome pm4_cp_interrupt(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	pm4_interrupt(m, d[0]);
	return PM4_DONE;
}

static bool any_sample(struct model *m, u64 addr)
{
	for (u32 rb = 0; rb < r600_chip(m->chip)->backends; rb++) {
		u64 q[2];

		mc_read(m, MC_CP, addr + rb * 16, q, sizeof(q));
		if ((q[1] - q[0]) & ~RESULT_VALID)
			return true;
	}
	return false;
}

static bool no_overflow(struct model *m, u64 addr)
{
	u64 q[4];

	mc_read(m, MC_CP, addr, q, sizeof(q));
	return q[2] - q[0] == q[3] - q[1];
}

#define PRED_VISIBLE	(1u << 8)	/* draws are executed if there are samples, else if there are none */
#define PRED_CONTINUE	(1u << 31)	/* one more query of the same predicate */

/*
 * A predicate may have several queries: their samples count together, and one of them that has
 * overflowed is enough.  Results are complete when the packet runs, so the hint to wait for them
 * or to draw changes nothing.
 */
enum pm4_outcome pm4_set_predication(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	struct r600_cp *cp = &r600(m)->cp;
	u32 operation = d[1] >> 16 & 7;
	u64 addr = pm4_addr(d[0], d[1], 15);
	bool goes_on = (d[1] & PRED_CONTINUE) && cp->pred_active;

	if (operation == 0 || operation > 2) {
		cp->pred_active = false;
		if (operation > 2)
			violation(m, "predication", "SET_PREDICATION with operation %u", operation);
		return PM4_DONE;
	}
	if (operation == 1)
		cp->pred_visible = any_sample(m, addr) || (goes_on && cp->pred_visible);
	else
		cp->pred_visible = no_overflow(m, addr) && (!goes_on || cp->pred_visible);
	cp->pred_active = true;
	cp->predicated = cp->pred_visible != !!(d[1] & PRED_VISIBLE);
	return PM4_DONE;
}

/* Skips the next dwords of the same stream when the dword at the address is 0. */
enum pm4_outcome pm4_cond_exec(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 skip = d[2] & 0x3fff;
	struct pm4_stream *s;

	if (mc_read32(m, MC_CP, pm4_addr(d[0], d[1], 3)))
		return PM4_DONE;
	if (!m->cp.depth) {
		violation(m, "cond-exec", "COND_EXEC in the ring, where the model does not follow it");
		return PM4_DONE;
	}
	s = &m->cp.ib[m->cp.depth - 1];
	if (skip > s->left_dw)
		skip = s->left_dw;
	s->addr += skip * 4ull;
	s->left_dw -= skip;
	return PM4_DONE;
}
