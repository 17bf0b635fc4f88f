// SPDX-License-Identifier: GPL-2.0
/*
 * The async DMA engine: a ring with pointers in bytes and packets of its own.
 *
 * Tiled copies are counted and checked at both ends, not executed.
 */
#include <string.h>

#include "r600/r600.h"

#define SLICE_PACKETS	4096
#define POLL_NS		100000ull
#define MAX_DW		0x10004u

enum {
	DMA_WRITE = 0x2,
	DMA_COPY = 0x3,
	DMA_INDIRECT = 0x4,
	DMA_SEMAPHORE = 0x5,
	DMA_FENCE = 0x6,
	DMA_TRAP = 0x7,
	DMA_FILL = 0xd,
	DMA_NOP = 0xf,
};

/* A source of dwords: the ring or one indirect buffer. */
struct source {
	u64 base;
	u32 pos_dw;
	u32 size_dw;	/* of the ring; wraps */
	u32 left_dw;
	bool ring;
};

static u32 ring_bytes(const struct model *m)
{
	return 4u << (reg_get(m, DMA_RB_CNTL) >> 1 & 0x1f);
}

bool dma_running(const struct model *m)
{
	return reg_get(m, DMA_RB_CNTL) & DMA_RB_ENABLE;
}

bool dma_busy(const struct model *m)
{
	return r600(m)->dma.state != CP_IDLE || (dma_running(m) && r600(m)->dma.rptr != r600(m)->dma.wptr);
}

void dma_soft_reset(struct model *m)
{
	r600(m)->dma = (struct r600_dma){ 0 };
	reg_set(m, DMA_RB_CNTL, 0);
}

bool dma_reg_write(struct model *m, u32 reg, u32 value)
{
	switch (reg) {
	case DMA_RB_WPTR:
		if (dma_running(m)) {
			count(m, MODEL_DOORBELL);
			if (value >= ring_bytes(m) || (value & 3))
				violation(m, "dma-wptr", "DMA_RB_WPTR was set to 0x%x; the ring has 0x%x bytes", value,
					  ring_bytes(m));
		}
		r600(m)->dma.wptr = value & (ring_bytes(m) - 1) & ~3u;
		r600(m)->dma.due_ns = m->host->now_ns(m->ctx) + m->config.delay_ns;
		return true;
	case DMA_RB_RPTR:
		if (dma_running(m))
			violation(m, "dma-live", "DMA_RB_RPTR was written while the DMA ring is enabled");
		r600(m)->dma.rptr = value & (ring_bytes(m) - 1) & ~3u;
		return true;
	case DMA_RB_BASE:
		if (dma_running(m) && value != reg_get(m, reg))
			violation(m, "dma-live", "DMA_RB_BASE was changed while the DMA ring is enabled");
		return false;
	case DMA_RB_CNTL:
		if ((value & DMA_RB_ENABLE) && !reg_get(m, DMA_RB_BASE))
			violation(m, "dma-setup", "the DMA ring was enabled without a base address");
		return false;
	}
	return false;
}

bool dma_reg_read(struct model *m, u32 reg, u32 *value)
{
	switch (reg) {
	case DMA_RB_RPTR:
		*value = r600(m)->dma.rptr;
		return true;
	case DMA_RB_WPTR:
		*value = r600(m)->dma.wptr;
		return true;
	case DMA_STATUS_REG:
		*value = dma_busy(m) ? 0 : DMA_IDLE;
		return true;
	}
	return false;
}

static bool pull(struct model *m, struct source *s, u32 *out)
{
	if (!s->left_dw)
		return false;
	mc_read(m, MC_DMA, s->base + s->pos_dw * 4ull, out, 4);
	s->pos_dw++;
	if (s->ring && s->pos_dw == s->size_dw)
		s->pos_dw = 0;
	s->left_dw--;
	return true;
}

static u64 addr40(u32 lo, u32 hi)
{
	return (u64)(hi & 0xff) << 32 | (lo & ~3u);
}

/* Payload dwords after the header; 0xffffffff for a packet that does not exist. */
static u32 payload_dw(const struct model *m, u32 header)
{
	u32 n = header & 0xffff;
	bool tiled = header & (1u << 23);

	switch (header >> 28) {
	case DMA_WRITE:
		return 2 + n;
	case DMA_COPY:
		return tiled ? 6 : is_r7xx(m) ? 4 : 3;
	case DMA_INDIRECT:
		return 2;
	case DMA_SEMAPHORE:
		return 2;
	case DMA_FENCE:
		return 3;
	case DMA_TRAP:
	case DMA_NOP:
		return 0;
	case DMA_FILL:
		return is_r7xx(m) ? 3 : ~0u;
	}
	return ~0u;
}

static void linear_copy(struct model *m, const u32 *d, u32 ndw)
{
	u64 dst, src;

	if (is_r7xx(m)) {
		dst = addr40(d[1], d[3]);
		src = addr40(d[2], d[4]);
	} else {
		dst = addr40(d[1], d[3] >> 16);
		src = addr40(d[2], d[3]);
	}
	while (ndw) {
		u32 buf[1024];
		u32 n = ndw < 1024 ? ndw : 1024;

		if (!mc_read(m, MC_DMA, src, buf, n * 4ull) || !mc_write(m, MC_DMA, dst, buf, n * 4ull))
			return;
		src += n * 4ull;
		dst += n * 4ull;
		ndw -= n;
	}
}

static bool semaphore(struct model *m, const u32 *d)
{
	u64 addr = addr40(d[1], d[2]) & ~7ull;
	u64 value;

	mc_read(m, MC_DMA, addr, &value, sizeof(value));
	if (d[0] & (1u << 22)) {
		mc_write64(m, MC_DMA, addr, value + 1);
		return true;
	}
	if (!value)
		return false;
	mc_write64(m, MC_DMA, addr, value - 1);
	return true;
}

static bool stream(struct model *m, struct source *s, bool nested);

static bool indirect(struct model *m, const struct source *s, const u32 *d, bool nested)
{
	struct source ib = {
		.base = (u64)(d[2] & 0xff) << 32 | (d[1] & ~0x1fu),
		.left_dw = d[2] >> 16,
	};
	bool done;

	if (nested) {
		violation(m, "dma-ib", "a DMA indirect buffer inside a DMA indirect buffer");
		return true;
	}
	if (s->pos_dw & 7)
		violation(m, "dma-ib-align", "a DMA INDIRECT_BUFFER packet ends at dword %u, not on an 8-dword boundary",
			  s->pos_dw);
	if (!(reg_get(m, DMA_IB_CNTL) & DMA_IB_ENABLE))
		violation(m, "dma-ib", "a DMA INDIRECT_BUFFER packet while DMA_IB_CNTL.IB_ENABLE is clear");
	if (r600(m)->dma.ib_pos_dw) {
		ib.pos_dw = r600(m)->dma.ib_pos_dw;
		ib.left_dw -= ib.pos_dw;
	} else {
		count(m, MODEL_IB);
	}
	done = stream(m, &ib, true);
	r600(m)->dma.ib_pos_dw = done ? 0 : ib.pos_dw;
	return done;
}

static void fill(struct model *m, const u32 *d)
{
	u64 addr = addr40(d[1], d[3] >> 16);

	for (u32 i = 0; i < (d[0] & 0xffff); i++)
		mc_write32(m, MC_DMA, addr + i * 4ull, d[2]);
}

/* Execute the packet @d; false if it must wait. */
static bool execute(struct model *m, struct source *s, const u32 *d, bool nested)
{
	u32 n = d[0] & 0xffff;

	switch (d[0] >> 28) {
	case DMA_WRITE:
		mc_write(m, MC_DMA, addr40(d[1], d[2]), d + 3, n * 4ull);
		break;
	case DMA_COPY:
		if (!(d[0] & (1u << 23)))
			linear_copy(m, d, n);
		break;
	case DMA_INDIRECT:
		return indirect(m, s, d, nested);
	case DMA_SEMAPHORE:
		return semaphore(m, d);
	case DMA_FENCE:
		mc_write32(m, MC_DMA, addr40(d[1], d[2]), d[3]);
		break;
	case DMA_TRAP:
		if (reg_get(m, DMA_CNTL) & DMA_TRAP_ENABLE)
			ih_post(m, SRC_DMA_TRAP, 0);
		break;
	case DMA_FILL:
		fill(m, d);
		break;
	}
	return true;
}

/* Execute a source to its end; false if a packet waits or the engine hung. */
static bool stream(struct model *m, struct source *s, bool nested)
{
	static u32 bufs[2][MAX_DW];
	u32 *d = bufs[nested];

	while (s->left_dw) {
		struct source before = *s;
		u32 need;

		pull(m, s, d);
		need = payload_dw(m, d[0]);
		if (need == ~0u || need > s->left_dw) {
			violation(m, "dma-packet", "DMA packet 0x%08x %s", d[0],
				  need == ~0u ? "does not exist on this chip" : "runs past its stream");
			r600(m)->dma.state = CP_HUNG;
			count(m, MODEL_HANG);
			return false;
		}
		for (u32 i = 0; i < need; i++)
			pull(m, s, d + 1 + i);
		count(m, MODEL_DMA_PACKET);
		if (!execute(m, s, d, nested)) {
			*s = before;
			return false;
		}
		if (!nested)
			r600(m)->dma.rptr = s->pos_dw * 4;
	}
	return true;
}

static void write_rptr(struct model *m)
{
	u64 addr = addr40(reg_get(m, DMA_RB_RPTR_ADDR_LO), reg_get(m, DMA_RB_RPTR_ADDR_HI));

	if (reg_get(m, DMA_RB_CNTL) & DMA_RPTR_WRITEBACK)
		mc_write32(m, MC_DMA, addr, r600(m)->dma.rptr);
}

u64 dma_run(struct model *m)
{
	u64 now = m->host->now_ns(m->ctx);
	struct source s = { .base = (u64)reg_get(m, DMA_RB_BASE) << 8, .ring = true };
	u32 size = ring_bytes(m);
	bool done;

	if (!dma_running(m) || r600(m)->dma.state == CP_HUNG || r600(m)->dma.rptr == r600(m)->dma.wptr)
		return MODEL_NEVER;
	if (now < r600(m)->dma.due_ns)
		return r600(m)->dma.due_ns;
	s.pos_dw = r600(m)->dma.rptr / 4;
	s.size_dw = size / 4;
	s.left_dw = ((r600(m)->dma.wptr - r600(m)->dma.rptr) & (size - 1)) / 4;
	done = stream(m, &s, false);
	write_rptr(m);
	if (r600(m)->dma.state == CP_HUNG)
		return MODEL_NEVER;
	r600(m)->dma.state = done ? CP_IDLE : CP_WAITING;
	return done ? MODEL_NEVER : now + POLL_NS;
}
