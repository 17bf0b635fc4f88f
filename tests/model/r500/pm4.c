// SPDX-License-Identifier: GPL-2.0
/*
 * PM4 of R5xx: packet 0 writes registers, and with them calls indirect buffers, copies and
 * interrupts; the packets of type 3 are draws and a few more.
 */
#include "r500/r500.h"

#define TYPE0_INDEX	0x1fffu		/* of a register, in dwords */
#define TYPE0_RESERVED	0x6000u
#define TYPE0_ONE_REG	0x8000u
#define INDX_ONE_REG	(1u << 31)
#define OP_CP_DMA	0x41u

static enum pm4_outcome do_nothing(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	return PM4_DONE;
}

static enum pm4_outcome draw(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	return engine_draw(m, op, d, ndw);
}

/* Memory fills a register; with indices it is the port of the vertex engine. */
static enum pm4_outcome indx_buffer(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 reg = (d[0] & TYPE0_INDEX) * 4;

	if (m->cp.state != CP_DRAWING && !mc_touch(m, MC_GFX, d[1], (u64)d[2] * 4, "INDX_BUFFER"))
		return PM4_DONE;
	if (reg == VAP_PORT_IDX)
		return draw_indices(m, d[1], d[2]);
	for (u32 i = 0; i < d[2]; i++)
		r500_write_cp(m, d[0] & INDX_ONE_REG ? reg : reg + i * 4, mc_read32(m, MC_CP, d[1] + i * 4));
	return PM4_DONE;
}

/* Array count, then for each pair sizes and two addresses; half of Mesa's have a dword more. */
static enum pm4_outcome load_vbpntr(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 n = d[0] & 0x1f, need = 1 + n + (n + 1) / 2;

	if (ndw == need || ndw == need + 1) {
		draw_arrays(m, d, ndw);
		return PM4_DONE;
	}
	violation(m, "packet-length", "LOAD_VBPNTR of %u arrays with %u payload dwords; it has %u", n, ndw, need);
	return PM4_HANG;
}

static enum pm4_outcome clear_ram(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	engine_clear_ram(m, op, d[0], d[1], d[2]);
	return PM4_DONE;
}

static enum pm4_outcome bitblt(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	copy_blit(m, d);
	return PM4_DONE;
}

static const struct packet_row rows[] = {
	{ 0x10, 1, PACKET_ANY_LENGTH, do_nothing, "NOP", 0 },
	{ 0x28, 2, PACKET_ANY_LENGTH, draw, "3D_DRAW_VBUF", 0 },
	{ 0x29, 2, PACKET_ANY_LENGTH, draw, "3D_DRAW_IMMD", 0 },
	{ 0x2a, 2, PACKET_ANY_LENGTH, draw, "3D_DRAW_INDX", 0 },
	{ 0x2f, 1, PACKET_ANY_LENGTH, load_vbpntr, "LOAD_VBPNTR", 0 },
	{ 0x32, 3, 3, clear_ram, "3D_CLEAR_ZMASK", 0 },
	{ 0x33, 3, 3, indx_buffer, "INDX_BUFFER", 0 },
	{ 0x34, 1, 1, draw, "3D_DRAW_VBUF_2", 0 },
	{ 0x35, 1, PACKET_ANY_LENGTH, draw, "3D_DRAW_IMMD_2", 0 },
	{ 0x36, 1, PACKET_ANY_LENGTH, draw, "3D_DRAW_INDX_2", 0 },
	{ 0x37, 3, 3, clear_ram, "3D_CLEAR_HIZ", 0 },
	{ 0x38, 3, 3, clear_ram, "3D_CLEAR_CMASK", 0 },
	{ 0x9b, 9, 9, bitblt, "BITBLT_MULTI", 0 },
};

static enum pm4_outcome type0(struct model *m, const u32 *pkt, u32 ndw)
{
	u32 reg = (pkt[0] & TYPE0_INDEX) * 4, step = pkt[0] & TYPE0_ONE_REG ? 0 : 4;

	if (pkt[0] & TYPE0_RESERVED) {
		violation(m, "packet-type0", "packet 0x%08x names a register beyond 0x7fff", pkt[0]);
		return PM4_HANG;
	}
	for (u32 i = 1; i < ndw; i++, reg += step) {
		if (reg != CP_IB_BUFSZ) {
			r500_write_cp(m, reg, pkt[i]);
			continue;
		}
		/* The CP fetches from the new stream at once. */
		if (i != ndw - 1) {
			violation(m, "ib-last", "packet 0x%08x writes %u registers after CP_IB_BUFSZ", pkt[0], ndw - 1 - i);
			return PM4_HANG;
		}
		if (m->cp.depth) {
			violation(m, "ib-depth", "an indirect buffer at 0x%08x is called by another one",
				  reg_get(m, CP_IB_BASE));
			return PM4_HANG;
		}
		return cp_call(m, reg_get(m, CP_IB_BASE) & ~3u, pkt[i] & 0x7fffff);
	}
	return PM4_DONE;
}

static enum pm4_outcome type3(struct model *m, const u32 *pkt, u32 ndw)
{
	const struct packet_row *row = packet_row(m, rows, sizeof(rows) / sizeof(rows[0]), 0, pkt, ndw);

	return row ? row->run(m, row->op, pkt + 1, ndw - 1) : PM4_HANG;
}

enum pm4_outcome r500_execute(struct model *m, const u32 *packet, u32 ndw)
{
	return packet_execute(m, packet, ndw, type0, type3);
}

u32 r500_packet_dw(u32 header)
{
	switch (header >> 30) {
	case 1:
		return 3;
	case 2:
		return 1;
	}
	return 2 + (header >> 16 & 0x3fff);
}

static u32 first_reg(u32 header)
{
	return header >> 30 ? 0 : (header & TYPE0_INDEX) * 4;
}

/* Copies have no packet of their own, so they have the opcode that other generations give them. */
u32 r500_op(u32 header)
{
	if (first_reg(header) == CP_GUI_SRC_ADDR)
		return OP_CP_DMA;
	return header >> 30 == 3 ? header >> 8 & 0xff : MODEL_NO_OP;
}

bool r500_is_draw(u32 header)
{
	u32 op = header >> 8 & 0xff;

	return header >> 30 == 3 && ((op >= 0x28 && op <= 0x2a) || (op >= 0x34 && op <= 0x36));
}

bool r500_takes_time(u32 header)
{
	return first_reg(header) == CP_IB_BASE || first_reg(header) == CP_GUI_SRC_ADDR ||
	       (header >> 30 == 3 && (header >> 8 & 0xff) == 0x9b);
}

bool r500_ib_call(const u32 *packet, u32 ndw, u64 *addr, u32 *size_dw)
{
	if (first_reg(packet[0]) != CP_IB_BASE || ndw != 3)
		return false;
	*addr = packet[1] & ~3u;
	*size_dw = packet[2] & 0x7fffff;
	return true;
}
