// SPDX-License-Identifier: GPL-2.0
/*
 * The command processor: ring and indirect-buffer fetch, its registers, halt,
 * soft reset and hangs.  pm4.c executes packets.
 *
 * The CP runs after the access to the doorbell (CP_RB_WPTR) has been answered.  The engine
 * delay stands for the duration of work.  If the CP was idle, it elapses in front of the
 * first stream or copy of the ring.  Packets before that (a timestamp, cache flushes) take
 * effect immediately, as on a card, and the CP reads as busy during the delay.
 */
#include <string.h>

#include "model_int.h"

#define SLICE_PACKETS	4096		/* per model_run(), so accesses are served in between */
#define POLL_NS		100000ull	/* poll interval of a condition that does not hold */
#define WPTR_ALIGN_DW	16u
#define LATE_RPTR_NS	5000000ull
#define LATE_RESET_NS	3000000ull

#define OP_INDIRECT_BUFFER	0x32
#define OP_CP_DMA		0x41

static u32 ring_dw(const struct model *m)
{
	u32 log2_qw = reg_get(m, CP_RB_CNTL) & 0x3f;

	return 2u << (log2_qw > 22 ? 22 : log2_qw);
}

bool cp_halted(const struct model *m)
{
	u32 cntl = reg_get(m, CP_ME_CNTL);

	return (cntl & CP_ME_HALT) || (m->chip->r7xx && (cntl & CP_PFP_HALT)) ||
	       (reg_get(m, GRBM_SOFT_RESET) & SOFT_RESET_CP);
}

bool cp_busy(const struct model *m)
{
	return m->cp.state != CP_IDLE || m->cp.depth ||
	       (!cp_halted(m) && m->cp.rptr != m->cp.wptr);
}

void cp_hang(struct model *m, const char *why)
{
	m->cp.state = CP_HUNG;
	count(m, MODEL_HANG);
	if (m->report) {
		fprintf(m->report, "note CP hangs: %s\n", why);
		fflush(m->report);
	}
}

/* Reset pointers and engine state; keep microcode and halt bits. */
void cp_soft_reset(struct model *m)
{
	m->cp.state = CP_IDLE;
	m->cp.rptr = 0;
	m->cp.wptr = 0;
	m->cp.depth = 0;
	m->cp.nfrozen = 0;
	m->cp.packet_dw = 0;
	m->cp.initialised = false;
	m->cp.complained = false;
	m->cp.pred_active = false;
	m->cp.drawing = false;
	m->cp.copying = false;
	m->cp.unflushed = false;
	m->cp.rptr_due_ns = 0;
	m->cp.reset_due_ns = m->config.slow ? m->host->now_ns(m->ctx) + LATE_RESET_NS : 0;
	ahead_reset(m);
	reg_set(m, CP_STRMOUT_CNTL, 0);
}

void cp_power_on(struct model *m)
{
	m->cp.pipe_stuck = false;
	cp_soft_reset(m);
	memset(m->cp.ucode, 0, sizeof(m->cp.ucode));
}

static void doorbell(struct model *m, u32 value)
{
	u32 size = ring_dw(m);
	u32 old = (m->cp.wptr - m->cp.rptr) & (size - 1);
	u32 new = (value - m->cp.rptr) & (size - 1);
	bool idle = !cp_busy(m);

	count(m, MODEL_DOORBELL);
	if (value >= size)
		violation(m, "wptr-range", "CP_RB_WPTR was set to %u; the ring has %u dwords", value, size);
	else if (value % WPTR_ALIGN_DW)
		violation(m, "wptr-align", "CP_RB_WPTR was set to %u; the ring is filled in multiples of %u dwords",
			  value, WPTR_ALIGN_DW);
	if (m->cp.initialised && new < old)
		violation(m, "ring-overrun", "CP_RB_WPTR went from %u to %u past CP_RB_RPTR %u: unread packets are lost",
			  m->cp.wptr, value, m->cp.rptr);
	if (!(reg_get(m, CP_RB_CNTL) & RB_RPTR_WR_ENA))
		frozen_publish(m, m->cp.wptr, value & (size - 1), size);
	m->cp.wptr = value & (size - 1);
	reg_set(m, CP_RB_WPTR, m->cp.wptr);
	if (idle)
		m->cp.fresh = true;
}

static bool startable(struct model *m)
{
	bool ok = true;

	for (int k = MODEL_UCODE_PFP; k <= MODEL_UCODE_ME; k++)
		if (!ucode_ready(m, k)) {
			violation(m, "cp-before-ucode",
				  "CP_ME_CNTL released the CP, but its %s microcode holds %u of %u words",
				  k == MODEL_UCODE_PFP ? "PFP" : "ME", m->cp.ucode[k].words,
				  model_ucode_words(m->chip, k));
			ok = false;
		}
	if (!(reg_get(m, RLC_CNTL) & RLC_ENABLE))
		violation(m, "cp-before-rlc", "CP_ME_CNTL released the CP while the RLC is not running");
	if (!reg_get(m, CP_RB_BASE))
		violation(m, "cp-before-ring", "CP_ME_CNTL released the CP without a ring: CP_RB_BASE is 0");
	if (reg_get(m, CP_RB_CNTL) & RB_RPTR_WR_ENA)
		violation(m, "cp-before-ring", "CP_ME_CNTL released the CP while CP_RB_CNTL.RB_RPTR_WR_ENA is set");
	if (m->unposted)
		violation(m, "cp-before-post",
			  "CP_ME_CNTL released the CP while no video BIOS has set the engine clock since power-on");
	if (m->cp.wptr == m->cp.rptr)
		violation(m, "cp-before-init", "CP_ME_CNTL released the CP before ME_INITIALIZE was in the ring");
	return ok;
}

static void me_cntl(struct model *m, u32 value)
{
	bool was = cp_halted(m);

	if (m->config.no_microcode && !(value & CP_ME_HALT))
		value |= CP_ME_HALT | CP_PFP_HALT;
	reg_set(m, CP_ME_CNTL, value);
	if (!was || cp_halted(m))
		return;
	if (!startable(m)) {
		reg_set(m, CP_ME_CNTL, value | CP_ME_HALT | CP_PFP_HALT);
		return;
	}
	m->cp.fresh = true;
}

static void ring_setup(struct model *m, u32 reg, u32 value)
{
	if (!cp_halted(m) && value != reg_get(m, reg))
		violation(m, "ring-live", "register 0x%04x of the ring was changed while the CP runs", reg);
	reg_set(m, reg, value);
}

bool cp_reg_write(struct model *m, u32 reg, u32 value)
{
	switch (reg) {
	case CP_ME_CNTL:
		me_cntl(m, value);
		return true;
	case CP_RB_WPTR:
		doorbell(m, value);
		return true;
	case CP_RB_RPTR_WR:
		if (!(reg_get(m, CP_RB_CNTL) & RB_RPTR_WR_ENA))
			violation(m, "rptr-locked", "CP_RB_RPTR_WR was written without CP_RB_CNTL.RB_RPTR_WR_ENA");
		else
			m->cp.rptr = value & (ring_dw(m) - 1);
		return true;
	case CP_RB_RPTR:
		return true;
	case CP_RB_BASE:
	case CP_RB_CNTL:
	case CP_RB_RPTR_ADDR:
	case CP_RB_RPTR_ADDR_HI:
		ring_setup(m, reg, value);
		return true;
	case CP_PFP_UCODE_ADDR:
		ucode_seek(m, MODEL_UCODE_PFP, value);
		return true;
	case CP_PFP_UCODE_DATA:
		ucode_write(m, MODEL_UCODE_PFP, value);
		return true;
	case CP_ME_RAM_WADDR:
		ucode_seek(m, MODEL_UCODE_ME, value);
		return true;
	case CP_ME_RAM_DATA:
		ucode_write(m, MODEL_UCODE_ME, value);
		return true;
	}
	return false;
}

bool cp_reg_read(struct model *m, u32 reg, u32 *value)
{
	switch (reg) {
	case CP_RB_RPTR:
		*value = m->cp.rptr;
		return true;
	case CP_RB_WPTR:
		*value = m->cp.wptr;
		return true;
	}
	return false;
}

static void write_rptr(struct model *m)
{
	u64 addr = (u64)(reg_get(m, CP_RB_RPTR_ADDR_HI) & 0xff) << 32 |
		   (reg_get(m, CP_RB_RPTR_ADDR) & ~3u);

	m->cp.rptr_due_ns = 0;
	if (!(reg_get(m, CP_RB_CNTL) & RB_NO_UPDATE) && addr)
		mc_write32(m, MC_WB, addr, m->cp.rptr);
}

/* The CP writes it immediately, or some time after the last packet. */
static void moved_rptr(struct model *m)
{
	if (m->config.slow)
		m->cp.rptr_due_ns = m->host->now_ns(m->ctx) + LATE_RPTR_NS;
	else
		write_rptr(m);
}

u64 cp_rptr_run(struct model *m)
{
	if (!m->cp.rptr_due_ns)
		return MODEL_NEVER;
	if (m->host->now_ns(m->ctx) < m->cp.rptr_due_ns)
		return m->cp.rptr_due_ns;
	write_rptr(m);
	return MODEL_NEVER;
}

static u32 packet_dwords(u32 header)
{
	return header >> 30 == 2 ? 1 : 2 + (header >> 16 & 0x3fff);
}

/* Copy @ndw dwords of the ring from @pos on, which may wrap. */
static bool ring_copy(struct model *m, u32 pos, u32 *out, u32 ndw)
{
	u64 base = (u64)reg_get(m, CP_RB_BASE) << 8;
	u32 size = ring_dw(m);
	u32 first = size - pos < ndw ? size - pos : ndw;

	return mc_read(m, MC_FETCH, base + pos * 4ull, out, first * 4ull) &&
	       (first == ndw || mc_read(m, MC_FETCH, base, out + first, (ndw - first) * 4ull));
}

/* Fetch the next packet of the ring; 0 if it is not complete yet. */
static u32 fetch_ring(struct model *m)
{
	u32 size = ring_dw(m);
	u32 avail = (m->cp.wptr - m->cp.rptr) & (size - 1);
	u32 ndw;

	if (!avail)
		return 0;
	if (!ring_copy(m, m->cp.rptr, m->cp.packet, 1)) {
		cp_hang(m, "the ring cannot be read");
		return 0;
	}
	ndw = packet_dwords(m->cp.packet[0]);
	if (ndw > avail) {
		if (ndw >= size)
			cp_hang(m, "a packet is longer than the ring");
		return 0;
	}
	if (!ring_copy(m, m->cp.rptr, m->cp.packet, ndw)) {
		cp_hang(m, "the ring cannot be read");
		return 0;
	}
	m->cp.rptr = (m->cp.rptr + ndw) & (size - 1);
	return ndw;
}

/* Fetch the next packet of the current indirect buffer; 0 after a hang of the CP. */
static u32 fetch_ib(struct model *m)
{
	struct pm4_stream *s = &m->cp.ib[m->cp.depth - 1];
	u32 ndw;

	if (!mc_read(m, MC_FETCH, s->addr, m->cp.packet, 4)) {
		cp_hang(m, "an indirect buffer cannot be read");
		return 0;
	}
	ndw = packet_dwords(m->cp.packet[0]);
	if (ndw > s->left_dw) {
		violation(m, "packet-truncated",
			  "the packet 0x%08x at 0x%llx has %u dwords, its indirect buffer has %u left",
			  m->cp.packet[0], (unsigned long long)s->addr, ndw, s->left_dw);
		cp_hang(m, "a packet runs past its indirect buffer");
		return 0;
	}
	if (!mc_read(m, MC_FETCH, s->addr, m->cp.packet, ndw * 4ull)) {
		cp_hang(m, "an indirect buffer cannot be read");
		return 0;
	}
	s->addr += ndw * 4ull;
	s->left_dw -= ndw;
	return ndw;
}

/* Test whether a fault option names this packet. */
static bool hang_due(struct model *m, u32 header)
{
	if (m->cp.packets_until_hang && --m->cp.packets_until_hang == 0)
		return true;
	return header >> 30 == 3 && m->cp.ops_until_hang && (header >> 8 & 0xff) == m->cp.hang_op &&
	       --m->cp.ops_until_hang == 0;
}

static bool is_draw(u32 header)
{
	static const u8 draws[] = { 0x27, 0x29, 0x2b, 0x2d, 0x2e, 0x3a };

	return header >> 30 == 3 && memchr(draws, header >> 8 & 0xff, sizeof(draws));
}

/* Test whether the engine delay begins here, in front of the first stream or copy. */
static bool delay_due(struct model *m)
{
	u64 base = (u64)reg_get(m, CP_RB_BASE) << 8;
	u32 header = 0;

	if (!m->cp.fresh || m->cp.rptr == m->cp.wptr ||
	    !mc_peek(m, base + m->cp.rptr * 4ull, &header, sizeof(header)) || header >> 30 != 3)
		return false;
	header = header >> 8 & 0xff;
	if (header != OP_INDIRECT_BUFFER && header != OP_CP_DMA)
		return false;
	m->cp.fresh = false;
	m->cp.due_ns = m->host->now_ns(m->ctx) + m->config.delay_ns;
	return m->config.delay_ns;
}

static u32 fetch(struct model *m)
{
	while (m->cp.depth && !m->cp.ib[m->cp.depth - 1].left_dw)
		m->cp.depth--;
	if (!m->cp.depth && delay_due(m))
		return 0;
	return m->cp.depth ? fetch_ib(m) : fetch_ring(m);
}

/* Execute one packet; false if there is no more work now. */
static bool step(struct model *m)
{
	u32 ndw;

	if (m->cp.state != CP_WAITING) {
		ndw = fetch(m);
		if (!ndw)
			return false;
		m->cp.packet_dw = ndw;
		if (m->cp.packet[0] >> 30 != 2) {
			count(m, MODEL_PACKET);
			if (hang_due(m, m->cp.packet[0])) {
				m->cp.pipe_stuck = is_draw(m->cp.packet[0]);
				cp_hang(m, "asked for by a fault option");
				return false;
			}
		}
	}
	switch (pm4_execute(m, m->cp.packet, m->cp.packet_dw)) {
	case PM4_DONE:
		m->cp.state = CP_IDLE;
		return true;
	case PM4_WAIT:
		m->cp.state = CP_WAITING;
		return false;
	case PM4_HANG:
		if (m->cp.state != CP_HUNG)
			cp_hang(m, "a packet that cannot be executed");
		return false;
	}
	return false;
}

u64 cp_run(struct model *m)
{
	u64 now = m->host->now_ns(m->ctx);
	u32 rptr = m->cp.rptr;
	int n;

	if (cp_halted(m) || m->config.dead_cp || m->cp.state == CP_HUNG || !cp_busy(m))
		return MODEL_NEVER;
	if (now < m->cp.due_ns)
		return m->cp.due_ns;
	if (m->cp.pipe_stuck) {
		cp_hang(m, "the graphics pipe hung in a draw and has not been reset");
		return MODEL_NEVER;
	}
	for (n = 0; n < SLICE_PACKETS && step(m); n++)
		;
	if (m->cp.rptr != rptr)
		moved_rptr(m);
	if (n == SLICE_PACKETS)
		return now;
	if (now < m->cp.due_ns)
		return m->cp.due_ns;
	if (m->cp.state == CP_WAITING)
		return now + POLL_NS;
	return MODEL_NEVER;
}
