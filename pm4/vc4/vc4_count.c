// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Counts for statistics: the numbers of instructions by the sets of the tables, and the types of
 * the textures that lookups name.  Any submission can be counted.
 *
 * No locks, no allocation.
 */
#include "vc4_check.h"

/**
 * struct count - a count
 * @ck: programs, as in a check
 * @item: receives each number with its set
 * @ctx: its first argument
 */
struct count {
	struct vc4_checker ck;
	void (*item)(void *ctx, u32 set, u32 number);
	void *ctx;
};

static void count_instruction(const struct count *c, u64 inst)
{
	u32 signal = VC4_SIGNAL(inst);

	c->item(c->ctx, PM4_SET_SIGNAL, signal);
	if (signal == PM4_I_SIGNAL_BRANCH) {
		c->item(c->ctx, PM4_SET_BRANCH, VC4_BRANCH_COND(inst));
		return;
	}
	c->item(c->ctx, VC4_WS(inst) ? PM4_SET_WRITE_B : PM4_SET_WRITE_A, VC4_WADDR_ADD(inst));
	c->item(c->ctx, VC4_WS(inst) ? PM4_SET_WRITE_A : PM4_SET_WRITE_B, VC4_WADDR_MUL(inst));
	if (signal == PM4_I_SIGNAL_LOAD_IMMEDIATE) {
		c->item(c->ctx, PM4_SET_IMMEDIATE, VC4_UNPACK(inst));
		return;
	}
	c->item(c->ctx, PM4_SET_ADD, VC4_OP_ADD(inst));
	c->item(c->ctx, PM4_SET_MUL, VC4_OP_MUL(inst));
	c->item(c->ctx, PM4_SET_READ_A, VC4_RADDR_A(inst));
	if (signal != PM4_I_SIGNAL_SMALL_IMMEDIATE)
		c->item(c->ctx, PM4_SET_READ_B, VC4_RADDR_B(inst));
}

/* The textures of one program; @at: its first word. */
static void count_textures(const struct count *c, const struct vc4_program *p, u32 at)
{
	const u8 *words = c->ck.in->uniforms + at;
	u32 i, p0, p1;

	for (i = 0; i < p->nlookups; i++) {
		if (p->lookups[i].direct)
			continue;
		p0 = vc4_u32(words + 4 * p->lookups[i].words[0]);
		p1 = vc4_u32(words + 4 * p->lookups[i].words[1]);
		c->item(c->ctx, PM4_SET_TEXTURE, pm4_get(TEXTURE_P0_TYPE, p0) |
			pm4_get(TEXTURE_P1_TYPE_4, p1) << 4);
	}
}

/* The uniforms of a record.  Returns false at the end, or if their place is unknown. */
static bool count_record(struct count *c, u32 attributes)
{
	const struct vc4_input *in = c->ck.in;
	u32 stage, handle, bytes;

	bytes = HANDLES_BYTES(attributes) + RECORD_BYTES(attributes);
	if (bytes > in->records_bytes - c->ck.records)
		return false;
	for (stage = 0; stage < VC4_STAGES; stage++) {
		const struct vc4_program *p;

		handle = vc4_u32(in->records + c->ck.records + 4 * stage);
		if (handle >= in->nbuffers || !in->buffers[handle].code)
			return false;
		p = &c->ck.programs[handle];
		if (p->words == VC4_NONE || 4ull * p->words + 4ull * p->nlookups >
		    in->uniforms_bytes - c->ck.uniforms)
			return false;
		count_textures(c, p, c->ck.uniforms + 4 * p->nlookups);
		c->ck.uniforms += 4 * (p->words + p->nlookups);
	}
	c->ck.records += bytes;
	return true;
}

static void count_records(struct count *c)
{
	const struct vc4_input *in = c->ck.in;
	u32 at, n, bytes, attributes;

	for (at = 0; at < in->list_bytes; at += bytes) {
		n = vc4_tables.records[in->list[at]];
		bytes = n ? vc4_tables.record_rows[n - 1].bytes : 1;
		if (bytes > in->list_bytes - at)
			return;
		if (in->list[at] != PM4_RECORD_GL_SHADER_STATE)
			continue;
		attributes = VC4_GET(in->list + at, GL_SHADER_STATE_ATTRIBUTES);
		if (!count_record(c, attributes ? attributes : 8))
			return;
	}
}

/**
 * vc4_count() - count the numbers of a submission
 * @in: the submission; need not have been checked
 * @memory: vc4_memory_size() bytes, aligned to 8
 * @item: receives each number with its set
 * @ctx: its first argument
 */
void vc4_count(const struct vc4_input *in, void *memory,
	       void (*item)(void *ctx, u32 set, u32 number), void *ctx)
{
	struct vc4_verdict verdict;
	struct count c = { .ck = { .in = in, .verdict = &verdict }, .item = item, .ctx = ctx };
	u32 i, ip;

	vc4_take_memory(&c.ck, memory);
	for (i = 0; i < in->nbuffers; i++) {
		if (!in->buffers[i].code)
			continue;
		if (vc4_check_program(&c.ck, i))
			c.ck.programs[i].words = VC4_NONE;
		for (ip = 0; ip < in->buffers[i].code_bytes / 8; ip++)
			count_instruction(&c, vc4_u64(in->buffers[i].code + 8ull * ip));
	}
	count_records(&c);
}
