// SPDX-License-Identifier: GPL-2.0
/*
 * The command processor: ring and indirect-buffer fetch, the doorbell, and hangs.  The
 * generation has the registers, and executes the packets.
 *
 * The CP runs after the access to the doorbell (CP_RB_WPTR) has been answered.  The engine
 * delay represents the duration of work.  If the CP was idle, it elapses before the
 * first stream or copy of the ring.  Packets before that (a timestamp, cache flushes) take
 * effect immediately, as on a card, and the CP reads as busy during the delay.  The time of a
 * job elapses before each stream or copy.
 */
#include <string.h>

#include "model_int.h"

#define SLICE_PACKETS	4096		/* per model_run(), so accesses are served in between */
#define POLL_NS		100000ull	/* poll interval of a condition that does not hold */
#define WPTR_ALIGN_DW	16u
#define LATE_RPTR_NS	5000000ull

u32 cp_ring_dw(const struct model *m)
{
	u32 log2_qw = m->chip->gen->rb_cntl(m) & 0x3f;

	return 2u << (log2_qw > 22 ? 22 : log2_qw);
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

/* Reset pointers and engine state; microcode stays. */
void cp_reset(struct model *m)
{
	m->cp.state = CP_IDLE;
	m->cp.started = false;
	m->cp.rptr = 0;
	m->cp.wptr = 0;
	m->cp.depth = 0;
	m->cp.nfrozen = 0;
	m->cp.packet_dw = 0;
	m->cp.timed = false;
	m->cp.rptr_due_ns = 0;
}

void cp_power_on(struct model *m)
{
	m->cp.pipe_stuck = false;
	cp_reset(m);
	memset(m->cp.ucode, 0, sizeof(m->cp.ucode));
}

void cp_doorbell(struct model *m, u32 value)
{
	u32 size = cp_ring_dw(m);
	u32 old = (m->cp.wptr - m->cp.rptr) & (size - 1);
	u32 new = (value - m->cp.rptr) & (size - 1);
	bool idle = !cp_busy(m);

	count(m, MODEL_DOORBELL);
	if (value >= size)
		violation(m, "wptr-range", "CP_RB_WPTR was set to %u; the ring has %u dwords", value, size);
	else if (value % WPTR_ALIGN_DW)
		violation(m, "wptr-align", "CP_RB_WPTR was set to %u; the ring is filled in multiples of %u dwords",
			  value, WPTR_ALIGN_DW);
	if (m->cp.started && new < old)
		violation(m, "ring-overrun", "CP_RB_WPTR went from %u to %u past CP_RB_RPTR %u: unread packets are lost",
			  m->cp.wptr, value, m->cp.rptr);
	if (!(m->chip->gen->rb_cntl(m) & RB_RPTR_WR_ENA))
		frozen_publish(m, m->cp.wptr, value & (size - 1), size);
	m->cp.wptr = value & (size - 1);
	if (idle)
		m->cp.fresh = true;
}

void cp_set_rptr(struct model *m, u32 value)
{
	if (m->chip->gen->rb_cntl(m) & RB_RPTR_WR_ENA)
		m->cp.rptr = value & (cp_ring_dw(m) - 1);
	else
		violation(m, "rptr-locked", "CP_RB_RPTR_WR was written without CP_RB_CNTL.RB_RPTR_WR_ENA");
}

static void write_rptr(struct model *m)
{
	u64 addr = m->chip->gen->rptr_addr(m);

	m->cp.rptr_due_ns = 0;
	if (!(m->chip->gen->rb_cntl(m) & RB_NO_UPDATE) && addr)
		mc_write32(m, MC_WB, addr, m->cp.rptr);
}

/* The CP writes it immediately, or some time after the last packet, but not after it was halted. */
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
	if (!cp_halted(m) && m->host->now_ns(m->ctx) < m->cp.rptr_due_ns)
		return m->cp.rptr_due_ns;
	write_rptr(m);
	return MODEL_NEVER;
}

/* Copy @ndw dwords of the ring from @pos on, which may wrap. */
static bool ring_copy(struct model *m, u32 pos, u32 *out, u32 ndw)
{
	u64 base = m->chip->gen->ring_base(m);
	u32 size = cp_ring_dw(m);
	u32 first = size - pos < ndw ? size - pos : ndw;

	return mc_read(m, MC_FETCH, base + pos * 4ull, out, first * 4ull) &&
	       (first == ndw || mc_read(m, MC_FETCH, base, out + first, (ndw - first) * 4ull));
}

/* Fetch the next packet of the ring; 0 if it is not complete yet. */
static u32 fetch_ring(struct model *m)
{
	u32 size = cp_ring_dw(m);
	u32 avail = (m->cp.wptr - m->cp.rptr) & (size - 1);
	u32 ndw;

	if (!avail)
		return 0;
	if (!ring_copy(m, m->cp.rptr, m->cp.packet, 1)) {
		cp_hang(m, "the ring cannot be read");
		return 0;
	}
	ndw = m->chip->gen->packet_dw(m->cp.packet[0]);
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
	ndw = m->chip->gen->packet_dw(m->cp.packet[0]);
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
	if (!m->cp.ops_until_hang || m->chip->gen->op(header) != m->cp.hang_op || --m->cp.ops_until_hang)
		return false;
	if (m->cp.hangs_left) {
		m->cp.hangs_left--;
		m->cp.ops_until_hang = 1;
	}
	return true;
}

static bool takes_time(struct model *m)
{
	u64 base = m->chip->gen->ring_base(m);
	u32 header = 0;

	return m->cp.rptr != m->cp.wptr && mc_peek(m, base + m->cp.rptr * 4ull, &header, sizeof(header)) &&
	       m->chip->gen->takes_time(header);
}

/*
 * Test whether time begins to pass here: the engine delay before the first stream or copy, the
 * time of a job before each.  A job begins when the one before has ended, so a late host does
 * not make the card slower.
 */
static bool delay_due(struct model *m)
{
	u64 begin, ns = m->config.job_ns;

	if ((!m->cp.fresh && !ns) || !takes_time(m))
		return false;
	if (m->cp.timed) {
		m->cp.timed = false;
		return false;
	}
	begin = m->cp.fresh || !m->cp.due_ns ? m->host->now_ns(m->ctx) : m->cp.due_ns;
	if (m->cp.fresh)
		ns += m->config.delay_ns;
	m->cp.fresh = false;
	m->cp.timed = m->config.job_ns;
	m->cp.due_ns = begin + ns;
	return ns;
}

static u32 fetch(struct model *m)
{
	while (m->cp.depth && !m->cp.ib[m->cp.depth - 1].left_dw)
		m->cp.depth--;
	if (!m->cp.depth && delay_due(m))
		return 0;
	return m->cp.depth ? fetch_ib(m) : fetch_ring(m);
}

enum pm4_outcome cp_call(struct model *m, u64 addr, u32 size_dw)
{
	struct pm4_stream *s;

	if (m->cp.depth == CP_MAX_DEPTH) {
		violation(m, "ib-depth", "an indirect buffer at 0x%llx is nested deeper than IB2",
			  (unsigned long long)addr);
		return PM4_HANG;
	}
	if (!size_dw) {
		violation(m, "ib-size", "an indirect buffer of 0 dwords");
		return PM4_HANG;
	}
	if (!m->cp.depth) {
		m->cp.ib_number++;
		frozen_execute(m, addr, size_dw);
	}
	s = &m->cp.ib[m->cp.depth++];
	s->addr = addr;
	s->left_dw = size_dw;
	count(m, MODEL_IB);
	if (m->cp.ibs_until_hang && --m->cp.ibs_until_hang == 0) {
		cp_hang(m, "asked for by a fault option");
		return PM4_HANG;
	}
	return PM4_DONE;
}

/* Execute one packet; false if there is no more work now. */
static bool step(struct model *m)
{
	u32 ndw;

	if (m->cp.state == CP_IDLE) {
		ndw = fetch(m);
		if (!ndw)
			return false;
		m->cp.packet_dw = ndw;
		if (m->chip->gen->fetched)
			m->chip->gen->fetched(m, m->cp.packet, ndw);
		if (m->cp.packet[0] >> 30 != 2) {
			count(m, MODEL_PACKET);
			if (hang_due(m, m->cp.packet[0])) {
				m->cp.pipe_stuck = m->chip->gen->is_draw(m->cp.packet[0]);
				cp_hang(m, "asked for by a fault option");
				return false;
			}
		}
	}
	switch (m->chip->gen->execute(m, m->cp.packet, m->cp.packet_dw)) {
	case PM4_DONE:
		m->cp.state = CP_IDLE;
		return true;
	case PM4_WAIT:
		m->cp.state = CP_WAITING;
		m->cp.due_ns = 0;
		return false;
	case PM4_MORE:
		m->cp.state = CP_DRAWING;
		m->cp.due_ns = 0;
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
	if (n == SLICE_PACKETS || m->cp.state == CP_DRAWING)
		return now;
	if (now < m->cp.due_ns)
		return m->cp.due_ns;
	if (m->cp.timed)
		return now;
	if (m->cp.state == CP_WAITING)
		return now + POLL_NS;
	return MODEL_NEVER;
}
