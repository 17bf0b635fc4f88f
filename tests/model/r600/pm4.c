// SPDX-License-Identifier: GPL-2.0
/*
 * PM4: the packets with their lengths, and the execution of those that touch
 * only registers and the stream itself.  Packets that touch memory or
 * synchronise are in pm4_mem.c.
 *
 * A draw is executed by the host, if it has a machine for it.  The packet waits until the draw is
 * done, so everything after it, such as an end of pipe, finds its results.  The index range of
 * each draw is checked against the page table.
 */
#include <string.h>

#include "r600/pm4.h"

#define OP_INDIRECT_BUFFER	0x32
#define OP_CP_DMA		0x41

#define USE_OPAQUE	(1u << 6)	/* of VGT_DRAW_INITIATOR */
#define R6		1u
#define R7		2u

static enum pm4_outcome do_nothing(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	return PM4_DONE;
}

static enum pm4_outcome me_initialize(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	if (d[2] != r600_chip(m->chip)->hw_contexts - 1)
		violation(m, "me-init", "ME_INITIALIZE announces %u hardware contexts, %s has %u", d[2] + 1,
			  m->chip->name, r600_chip(m->chip)->hw_contexts);
	m->cp.started = true;
	return PM4_DONE;
}

static enum pm4_outcome indirect_buffer(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	bool first = !m->cp.depth;
	enum pm4_outcome outcome = cp_call(m, pm4_addr(d[0], d[1], 3), d[2] & 0xfffff);

	if (first && m->cp.depth)
		alone_begins(m);
	return outcome;
}

static enum pm4_outcome indirect_buffer_end(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	if (m->cp.depth)
		m->cp.ib[m->cp.depth - 1].left_dw = 0;
	return PM4_DONE;
}

struct reg_window {
	u32 op;
	u32 base;
	u32 end;
	const char *name;
};

static const struct reg_window windows[] = {
	{ 0x68, 0x08000, 0x0ac00, "SET_CONFIG_REG" },
	{ 0x69, 0x28000, 0x29000, "SET_CONTEXT_REG" },
	{ 0x6a, 0x30000, 0x32000, "SET_ALU_CONST" },
	{ 0x6b, 0x3e380, 0x40000, "SET_BOOL_CONST" },
	{ 0x6c, 0x3e200, 0x3e380, "SET_LOOP_CONST" },
	{ 0x6d, 0x38000, 0x3c000, "SET_RESOURCE" },
	{ 0x6e, 0x3c000, 0x3cff0, "SET_SAMPLER" },
	{ 0x6f, 0x3cff0, 0x3e200, "SET_CTL_CONST" },
};

/* Write a register; a few writes have side effects. */
static void set_reg(struct model *m, u32 reg, u32 value)
{
	reg_write_cp(m, reg, value);
	if (reg == VGT_EVENT_INITIATOR)
		pm4_vgt_event(m, value);
	else if (reg == CP_INT_STATUS)
		pm4_interrupt(m, value);
}

static enum pm4_outcome set_regs(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	const struct reg_window *w = windows;
	u32 reg;

	while (w->op != op)
		w++;
	reg = w->base + (d[0] & 0xffff) * 4;
	if (w->base >= CONTEXT_REGS && reg + (ndw - 1) * 4 <= w->end &&
	    (VGT_EVENT_INITIATOR < reg || VGT_EVENT_INITIATOR >= reg + (ndw - 1) * 4)) {
		regs_write_state(m, reg, d + 1, ndw - 1);
		return PM4_DONE;
	}
	for (u32 i = 1; i < ndw; i++, reg += 4) {
		if (reg >= w->end) {
			violation(m, "register-window", "%s reaches 0x%05x, its window ends at 0x%05x",
				  w->name, reg, w->end);
			return PM4_DONE;
		}
		set_reg(m, reg, d[i]);
	}
	return PM4_DONE;
}

static enum pm4_outcome one_reg_write(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	set_reg(m, (d[0] & 0xffff) * 4, d[1]);
	return PM4_DONE;
}

static enum pm4_outcome reg_rmw(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 reg = (d[0] & 0xffff) * 4;

	set_reg(m, reg, (reg_read_cp(m, reg) & d[1]) | d[2]);
	return PM4_DONE;
}

static enum pm4_outcome index_type(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	r600(m)->cp.index_type = d[0];
	return PM4_DONE;
}

static enum pm4_outcome num_instances(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	r600(m)->cp.instances = d[0];
	return PM4_DONE;
}

static bool wide_indices(const struct model *m)
{
	return (r600(m)->cp.index_type & 3) == 1;
}

static void check_draw(struct model *m)
{
	alone_draw(m);
	if (r600(m)->tiling_config && reg_get(m, GB_TILING_CONFIG) != r600(m)->tiling_config && !r600(m)->cp.tiling_told) {
		r600(m)->cp.tiling_told = true;
		violation(m, "tiling-config", "a draw while GB_TILING_CONFIG is 0x%08x; the straps of %s give 0x%08x",
			  reg_get(m, GB_TILING_CONFIG), m->chip->name, r600(m)->tiling_config);
	}
	count(m, MODEL_DRAW);
	r600(m)->cp.drawing = true;
	r600(m)->cp.drawn = true;
	r600(m)->cp.dirty = true;
	r600(m)->cp.flush_begun = false;
	r600(m)->cp.flush_ended = false;
}

/* Begins a draw, or goes on with it. */
static enum pm4_outcome execute_draw(struct model *m, struct gpu_draw_call *call)
{
	bool begins = m->cp.state != CP_DRAWING;

	if (begins)
		check_draw(m);
	if (!m->host->draw)
		return PM4_DONE;
	call->instances = r600(m)->cp.instances ? r600(m)->cp.instances : 1;
	call->swap = r600(m)->cp.index_type >> 2 & 3;
	switch (m->host->draw(m->ctx, m, begins ? call : NULL)) {
	case GPU_DONE:
		return PM4_DONE;
	case GPU_MORE:
		return PM4_MORE;
	case GPU_HUNG:
		break;
	}
	m->cp.pipe_stuck = true;
	cp_hang(m, "a draw does not end");
	return PM4_HANG;
}

static enum gpu_index index_size(const struct model *m)
{
	return wide_indices(m) ? GPU_INDEX_32 : GPU_INDEX_16;
}

/* Nothing is known of its indices. */
static enum pm4_outcome draw_mpeg(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	check_draw(m);
	return PM4_DONE;
}

static enum pm4_outcome draw_auto(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	struct gpu_draw_call call = { .index = GPU_INDEX_AUTO, .count = d[0], .opaque = d[1] & USE_OPAQUE };

	return execute_draw(m, &call);
}

/* The packet ends the indices, if its count is larger. */
static enum pm4_outcome draw_immediate(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	u32 per_dw = wide_indices(m) ? 1 : 2, there = (ndw - 2) * per_dw;
	struct gpu_draw_call call = { .index = index_size(m), .immediate = d + 2 };

	call.count = d[0] < there ? d[0] : there;
	return execute_draw(m, &call);
}

/* DRAW_INDEX and DRAW_INDEX_2, which has the buffer's size in front. */
static enum pm4_outcome draw_index(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	const u32 *p = op == 0x27 ? d + 1 : d;
	u64 bytes = (u64)p[2] * (wide_indices(m) ? 4 : 2);
	struct gpu_draw_call call = {
		.index = index_size(m), .count = p[2], .address = pm4_addr(p[0], p[1], 1),
	};

	if (bytes && m->cp.state != CP_DRAWING) {
		ahead_access(m, call.address, bytes, true);
		mc_touch(m, MC_GFX, call.address, bytes, "the indices of a draw");
	}
	return execute_draw(m, &call);
}

static const struct packet_row rows[] = {
	{ 0x10, 1, PACKET_ANY_LENGTH, do_nothing, "NOP", 0 },
	{ 0x17, 1, PACKET_ANY_LENGTH, indirect_buffer_end, "INDIRECT_BUFFER_END", 0 },
	{ 0x20, 2, 2, pm4_set_predication, "SET_PREDICATION", 0 },
	{ 0x21, 3, 3, reg_rmw, "REG_RMW", 0 },
	{ 0x22, 3, 3, pm4_cond_exec, "COND_EXEC", 0 },
	{ 0x23, 1, 1, do_nothing, "PRED_EXEC", 0 },
	{ 0x24, 1, 1, do_nothing, "START_3D_CMDBUF", R6 },
	{ 0x27, 5, 5, draw_index, "DRAW_INDEX_2", 0 },
	{ 0x28, 2, 2, do_nothing, "CONTEXT_CONTROL", 0 },
	{ 0x29, 2, PACKET_ANY_LENGTH, draw_immediate, "DRAW_INDEX_IMMD_BE", 0 },
	{ 0x2a, 1, 1, index_type, "INDEX_TYPE", 0 },
	{ 0x2b, 4, 4, draw_index, "DRAW_INDEX", 0 },
	{ 0x2d, 2, 2, draw_auto, "DRAW_INDEX_AUTO", 0 },
	{ 0x2e, 2, PACKET_ANY_LENGTH, draw_immediate, "DRAW_INDEX_IMMD", 0 },
	{ 0x2f, 1, 1, num_instances, "NUM_INSTANCES", 0 },
	{ 0x32, 3, 3, indirect_buffer, "INDIRECT_BUFFER", 0 },
	{ 0x34, 5, 5, pm4_strmout_update, "STRMOUT_BUFFER_UPDATE", 0 },
	{ 0x38, 3, 3, indirect_buffer, "INDIRECT_BUFFER_MP", 0 },
	{ 0x39, 2, 2, pm4_mem_semaphore, "MEM_SEMAPHORE", 0 },
	{ 0x3a, 1, PACKET_ANY_LENGTH, draw_mpeg, "MPEG_INDEX", 0 },
	{ 0x3b, 5, 5, pm4_copy_dw, "COPY_DW", 0 },
	{ 0x3c, 6, 6, pm4_wait_reg_mem, "WAIT_REG_MEM", 0 },
	{ 0x3d, 4, 4, pm4_mem_write, "MEM_WRITE", 0 },
	{ 0x40, 1, 1, pm4_cp_interrupt, "CP_INTERRUPT", 0 },
	{ 0x41, 5, 5, pm4_cp_dma, "CP_DMA", 0 },
	{ 0x42, 1, 1, do_nothing, "PFP_SYNC_ME", R7 },
	{ 0x43, 4, 4, pm4_surface_sync, "SURFACE_SYNC", 0 },
	{ 0x44, 6, 6, me_initialize, "ME_INITIALIZE", 0 },
	{ 0x45, 8, 8, pm4_cond_write, "COND_WRITE", 0 },
	{ 0x46, 1, 3, pm4_event_write, "EVENT_WRITE", 0 },
	{ 0x47, 5, 5, pm4_event_write_eop, "EVENT_WRITE_EOP", 0 },
	{ 0x57, 2, 2, one_reg_write, "ONE_REG_WRITE", 0 },
	{ 0x68, 2, PACKET_ANY_LENGTH, set_regs, "SET_CONFIG_REG", 0 },
	{ 0x69, 1, PACKET_ANY_LENGTH, set_regs, "SET_CONTEXT_REG", 0 },	/* Mesa sets no register with it */
	{ 0x6a, 2, PACKET_ANY_LENGTH, set_regs, "SET_ALU_CONST", 0 },
	{ 0x6b, 2, PACKET_ANY_LENGTH, set_regs, "SET_BOOL_CONST", 0 },
	{ 0x6c, 2, PACKET_ANY_LENGTH, set_regs, "SET_LOOP_CONST", 0 },
	{ 0x6d, 2, PACKET_ANY_LENGTH, set_regs, "SET_RESOURCE", 0 },
	{ 0x6e, 2, PACKET_ANY_LENGTH, set_regs, "SET_SAMPLER", 0 },
	{ 0x6f, 2, PACKET_ANY_LENGTH, set_regs, "SET_CTL_CONST", 0 },
	{ 0x72, 2, 2, do_nothing, "STRMOUT_BASE_UPDATE", 0 },
	{ 0x73, 1, 1, do_nothing, "SURFACE_BASE_UPDATE", 0 },
};

static enum pm4_outcome type0(struct model *m, const u32 *pkt, u32 ndw)
{
	u32 reg = (pkt[0] & 0xffff) * 4;

	for (u32 i = 1; i < ndw; i++, reg += 4)
		set_reg(m, reg, pkt[i]);
	return PM4_DONE;
}

static enum pm4_outcome type3(struct model *m, const u32 *pkt, u32 ndw)
{
	const struct packet_row *row = packet_row(m, rows, sizeof(rows) / sizeof(rows[0]), is_r7xx(m) ? R7 : R6,
						  pkt, ndw);

	if (!row)
		return PM4_HANG;
	if (!m->cp.started && row->op != 0x44 && !r600(m)->cp.complained) {
		violation(m, "me-init", "%s before ME_INITIALIZE; it must be the first packet after a CP reset",
			  row->name);
		r600(m)->cp.complained = true;
	}
	if ((pkt[0] & 1) && r600(m)->cp.pred_active && r600(m)->cp.predicated)
		return PM4_DONE;
	return row->run(m, row->op, pkt + 1, ndw - 1);
}

enum pm4_outcome pm4_execute(struct model *m, const u32 *pkt, u32 ndw)
{
	return packet_execute(m, pkt, ndw, type0, type3);
}

u32 r600_packet_dw(u32 header)
{
	return header >> 30 == 2 ? 1 : 2 + (header >> 16 & 0x3fff);
}

static bool is_op(u32 header, u32 op)
{
	return header >> 30 == 3 && (header >> 8 & 0xff) == op;
}

u32 r600_op(u32 header)
{
	return header >> 30 == 3 ? header >> 8 & 0xff : MODEL_NO_OP;
}

bool r600_is_draw(u32 header)
{
	static const u8 draws[] = { 0x27, 0x29, 0x2b, 0x2d, 0x2e, 0x3a };

	return header >> 30 == 3 && memchr(draws, header >> 8 & 0xff, sizeof(draws));
}

bool r600_takes_time(u32 header)
{
	return is_op(header, OP_INDIRECT_BUFFER) || is_op(header, OP_CP_DMA);
}

bool r600_ib_call(const u32 *packet, u32 ndw, u64 *addr, u32 *size_dw)
{
	if (!is_op(packet[0], OP_INDIRECT_BUFFER) || ndw != 4)
		return false;
	*addr = pm4_addr(packet[1], packet[2], 3);
	*size_dw = packet[3] & 0xfffff;
	return true;
}
