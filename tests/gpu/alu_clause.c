// SPDX-License-Identifier: GPL-2.0
/*
 * ALU clauses: groups of up to five instructions.  All sources of a group are read before its first
 * result is written.
 */
#include <string.h>

#include "regs.h"
#include "shader.h"

static const union gpu_lanes zero_lanes;

/* Index that a relative operand adds, for each lane. */
static const union gpu_lanes *relative_index(struct gpu_group *g, unsigned int mode, union gpu_lanes *loop)
{
	if (mode < 4)
		return &g->ar[mode];
	for (int i = 0; i < GPU_LANES; i++)
		loop->i[i] = g->loops ? g->loop[g->loops - 1].index : 0;
	return loop;
}

static uint32_t locked_word(const struct gpu_group *g, unsigned int set, int32_t vec, unsigned int chan)
{
	uint32_t word = 0, at = (uint32_t)vec * 16 + chan * 4;

	if (vec >= 0 && vec < 32 && at + 4 <= g->lock_bytes[set])
		memcpy(&word, g->lock[set] + at, sizeof(word));
	return word;
}

static void relative_source(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_alu_op *op,
			    const struct gpu_src *src, union gpu_lanes *d)
{
	union gpu_lanes loop;
	const union gpu_lanes *ar = relative_index(g, op->index_mode, &loop);

	for (int i = 0; i < GPU_LANES; i++) {
		int64_t index = (int64_t)src->index + ar->i[i];

		d->u[i] = 0;
		if (src->kind == GPU_SRC_GPR && index >= 0 && index < stage->gprs)
			d->u[i] = g->gpr[index].c[src->chan].u[i];
		else if (src->kind == GPU_SRC_KCACHE && index >= 0 && index < 32)
			d->u[i] = locked_word(g, src->set, (int32_t)index, src->chan);
		else if (src->kind == GPU_SRC_CFILE && index >= 0 && index < 256)
			d->u[i] = gpu_reg(stage->regs, stage->cfile + 16 * (uint32_t)index + 4 * src->chan);
	}
}

static GPU_CLONES void fill(union gpu_lanes *d, uint32_t value)
{
	for (int i = 0; i < GPU_LANES; i++)
		d->u[i] = value;
}

static GPU_CLONES void signs(union gpu_lanes *d, const union gpu_lanes *from, uint32_t keep, uint32_t flip)
{
	for (int i = 0; i < GPU_LANES; i++)
		d->u[i] = (from->u[i] & keep) ^ flip;
}

/* A source that is relative, has a sign changed, or is no register. */
static const union gpu_lanes *other_source(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_alu_op *op,
					   const struct gpu_src *src, union gpu_lanes *room)
{
	uint32_t keep = src->absolute ? 0x7fffffff : 0xffffffff, flip = src->negate ? 0x80000000 : 0;
	const union gpu_lanes *from = room;

	if (src->relative && src->kind <= GPU_SRC_CFILE) {
		relative_source(stage, g, op, src, room);
	} else if (src->kind == GPU_SRC_GPR) {
		from = &g->gpr[src->index].c[src->chan];
	} else if (src->kind == GPU_SRC_PV) {
		from = &g->previous[!g->which][src->chan];
	} else if (src->kind == GPU_SRC_PS) {
		from = &g->previous[!g->which][4];
	} else {
		uint32_t value = src->value;

		if (src->kind == GPU_SRC_KCACHE)
			value = locked_word(g, src->set, src->index, src->chan);
		else if (src->kind == GPU_SRC_CFILE)
			value = gpu_reg(stage->regs, stage->cfile + 16 * src->index + 4 * src->chan);
		fill(room, (value & keep) ^ flip);
		return room;
	}
	if (src->absolute || src->negate) {
		signs(room, from, keep, flip);
		return room;
	}
	return from;
}

/* The value of a source, in place or in @room. */
static inline const union gpu_lanes *source(const struct gpu_stage *stage, struct gpu_group *g,
					    const struct gpu_alu_op *op, const struct gpu_src *src,
					    union gpu_lanes *room)
{
	if (!(src->relative | src->negate | src->absolute)) {
		if (src->kind == GPU_SRC_GPR)
			return &g->gpr[src->index].c[src->chan];
		if (src->kind == GPU_SRC_PV)
			return &g->previous[!g->which][src->chan];
		if (src->kind == GPU_SRC_PS)
			return &g->previous[!g->which][4];
	}
	return other_source(stage, g, op, src, room);
}

static gpu_mask lanes_of(const struct gpu_group *g, const struct gpu_alu_op *op)
{
	if (op->pred_sel == 2)
		return g->active & ~g->pred;
	if (op->pred_sel == 3)
		return g->active & g->pred;
	return g->active;
}

static GPU_CLONES void blend(union gpu_lanes *d, const union gpu_lanes *from, const union gpu_lanes *select)
{
	for (int i = 0; i < GPU_LANES; i++)
		d->u[i] = (from->u[i] & select->u[i]) | (d->u[i] & ~select->u[i]);
}

static void write_lanes(union gpu_lanes *d, const union gpu_lanes *from, gpu_mask mask)
{
	for (int i = 0; i < GPU_LANES; i++) {
		if (mask >> i & 1)
			d->u[i] = from->u[i];
	}
}

static void write_result(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_alu_op *op,
			 const union gpu_lanes *value, gpu_mask mask)
{
	union gpu_lanes loop;

	if (op->dst_relative) {
		const union gpu_lanes *ar = relative_index(g, op->index_mode, &loop);

		for (int i = 0; i < GPU_LANES; i++) {
			int64_t index = (int64_t)op->dst + ar->i[i];

			if (mask >> i & 1 && index >= 0 && index < stage->gprs)
				g->gpr[index].c[op->chan].u[i] = value->u[i];
		}
	} else if (mask == GPU_ALL_LANES) {
		g->gpr[op->dst].c[op->chan] = *value;
	} else if (mask == g->active) {
		blend(&g->gpr[op->dst].c[op->chan], value, &g->active_bits);
	} else {
		write_lanes(&g->gpr[op->dst].c[op->chan], value, mask);
	}
}

/* Computes the reductions of a group: the sources of slots that are missing are 0. */
static void reduce(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_alu_op *ops, unsigned int n,
		   const struct gpu_alu_row *row)
{
	const union gpu_lanes *a[4] = { &zero_lanes, &zero_lanes, &zero_lanes, &zero_lanes };
	const union gpu_lanes *b[4] = { &zero_lanes, &zero_lanes, &zero_lanes, &zero_lanes };
	union gpu_lanes room[8];

	for (unsigned int i = 0; i < n; i++) {
		const struct gpu_alu_op *op = &ops[i];

		if (op->row != row || op->slot > 3)
			continue;
		a[op->slot] = source(stage, g, op, &op->src[0], &room[op->slot * 2]);
		b[op->slot] = source(stage, g, op, &op->src[1], &room[op->slot * 2 + 1]);
	}
	row->reduce(g->previous[g->which], a, b);
}

static void compute(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_alu_op *ops, unsigned int n)
{
	const struct gpu_alu_row *reduced = NULL;
	union gpu_lanes room[3];

	for (unsigned int i = 0; i < n; i++) {
		const struct gpu_alu_op *op = &ops[i];
		const union gpu_lanes *src[3] = { &zero_lanes, &zero_lanes, &zero_lanes };

		if (op->row->reduce) {
			if (reduced != op->row)
				reduce(stage, g, ops, n, op->row);
			reduced = op->row;
			continue;
		}
		for (unsigned int s = 0; s < op->row->sources; s++)
			src[s] = source(stage, g, op, &op->src[s], &room[s]);
		op->row->fn(&g->previous[g->which][op->slot], src[0], src[1], src[2]);
	}
}

/* Output modifiers, and the instruction's effects beside its destination. */
static void finish(struct gpu_group *g, const struct gpu_alu_op *op, union gpu_lanes *d, gpu_mask mask)
{
	gpu_mask yes;

	switch (op->row->result) {
	case GPU_RES_NONE:
		return;
	case GPU_RES_AR:
		write_lanes(&g->ar[op->chan], d, mask);
		g->ar_written = true;
		return;
	case GPU_RES_FLOAT:
	case GPU_RES_REDUCE:
		break;
	default:
		yes = gpu_alu_finish(op->row, d);
		if (op->row->result == GPU_RES_KILL)
			g->killed |= yes & mask;
		if (op->update_pred)
			g->pred = (g->pred & ~mask) | (yes & mask);
		if (op->update_mask)
			gpu_set_active(g, g->active & ~(mask & ~yes));
	}
	if (op->omod || op->clamp)
		gpu_alu_modify(d, op->omod, op->clamp);
}

static void write_group(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_alu_op *ops, unsigned int n)
{
	gpu_mask mask[5];

	for (unsigned int i = 0; i < n; i++)
		mask[i] = lanes_of(g, &ops[i]);
	for (unsigned int i = 0; i < n; i++) {
		const struct gpu_alu_op *op = &ops[i];
		union gpu_lanes *d = &g->previous[g->which][op->slot];
		uint8_t result = op->row->result;

		if (result != GPU_RES_BITS)
			finish(g, op, d, mask[i]);
		if (op->write && result != GPU_RES_NONE && result != GPU_RES_AR)
			write_result(stage, g, op, d, mask[i]);
	}
}

void gpu_set_active(struct gpu_group *g, gpu_mask active)
{
	if (active == g->active)
		return;
	g->active = active;
	for (int i = 0; i < GPU_LANES; i++)
		g->active_bits.u[i] = active >> i & 1 ? 0xffffffff : 0;
}

/* Finds the locked constants: in place if they are in one piece, otherwise copied. */
static void lock(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_cf *cf, unsigned int set)
{
	uint32_t vecs = cf->lock_mode[set] == 1 ? 16 : cf->lock_mode[set] >= 2 ? 32 : 0;
	uint32_t first = cf->lock_addr[set] * 16, bytes = vecs * 16;
	uint32_t size = stage->const_bytes[cf->bank[set]];
	uint64_t addr = stage->const_addr[cf->bank[set]];

	if (cf->lock_mode[set] == 3 && g->loops)
		first += (uint32_t)g->loop[g->loops - 1].index * 16;
	g->lock_bytes[set] = 0;
	if (!vecs || first >= size)
		return;
	bytes = bytes < size - first ? bytes : size - first;
	g->lock_bytes[set] = bytes;
	g->lock[set] = gpu_mem_try(stage->mem, GPU_CONSTANT, addr + first, bytes);
	if (g->lock[set]) {
		gpu_mem_note(stage->mem, GPU_CONSTANT, false, addr + first, bytes);
	} else {
		gpu_mem_read(stage->mem, GPU_CONSTANT, addr + first, g->lock_copy[set], bytes);
		g->lock[set] = g->lock_copy[set];
	}
}

void gpu_alu_clause(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_cf *cf)
{
	lock(stage, g, cf, 0);
	lock(stage, g, cf, 1);
	for (uint32_t at = 0, number = 0; at < cf->count; number++) {
		uint32_t n = 1;

		while (!cf->alu[at + n - 1].last)
			n++;
		g->which = !g->which;
		compute(stage, g, cf->alu + at, n);
		write_group(stage, g, cf->alu + at, n);
		gpu_step(g, (int)number);
		at += n;
	}
}
