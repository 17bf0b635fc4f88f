// SPDX-License-Identifier: GPL-2.0
/* Decodes CF instructions and their clauses, and keeps programs by address. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "regs.h"

/* A GPR that an instruction names. */
static void names(struct gpu_program *program, uint32_t gpr)
{
	if (gpr >= program->gprs)
		program->gprs = gpr + 1;
}

static const uint32_t inline_value[] = {
	[248 - 248] = 0, [249 - 248] = 0x3f800000, [250 - 248] = 1, [251 - 248] = 0xffffffff,
	[252 - 248] = 0x3f000000,
};

static const char *decode_src(struct gpu_program *program, struct gpu_src *src, uint32_t sel, bool relative,
			      uint32_t chan, bool negate)
{
	*src = (struct gpu_src){ .chan = chan, .negate = negate, .relative = relative };
	if (sel < 128) {
		src->kind = GPU_SRC_GPR;
		src->index = sel;
		if (!relative)
			names(program, sel);
	} else if (sel < 192) {
		src->kind = GPU_SRC_KCACHE;
		src->set = (sel - 128) / 32;
		src->index = sel & 31;
	} else if (sel >= 256) {
		src->kind = GPU_SRC_CFILE;
		src->index = sel - 256;
	} else if (sel == 254) {
		src->kind = GPU_SRC_PV;
	} else if (sel == 255) {
		src->kind = GPU_SRC_PS;
	} else if (sel >= 248) {
		/* Literals (253) are filled in when the group is complete. */
		src->kind = GPU_SRC_VALUE;
		src->index = sel;
		if (sel < 253)
			src->value = inline_value[sel - 248];
	} else {
		return "a source that does not exist";
	}
	return NULL;
}

static const char *decode_alu_op(struct gpu_program *program, struct gpu_alu_op *op, const uint32_t *w)
{
	bool op3 = gpu_field(w[1], 17, 15);
	uint32_t number = op3 ? gpu_field(w[1], 17, 13) :
			  program->r7xx ? gpu_field(w[1], 17, 7) : gpu_field(w[1], 17, 8);
	const char *bad;

	op->row = gpu_alu_find(op3, number, program->r7xx);
	if (!op->row)
		return "an ALU opcode that does not exist";
	bad = decode_src(program, &op->src[0], gpu_field(w[0], 8, 0), gpu_field(w[0], 9, 9),
			 gpu_field(w[0], 11, 10), gpu_field(w[0], 12, 12));
	if (!bad)
		bad = decode_src(program, &op->src[1], gpu_field(w[0], 21, 13), gpu_field(w[0], 22, 22),
				 gpu_field(w[0], 24, 23), gpu_field(w[0], 25, 25));
	if (!bad && op3)
		bad = decode_src(program, &op->src[2], gpu_field(w[1], 8, 0), gpu_field(w[1], 9, 9),
				 gpu_field(w[1], 11, 10), gpu_field(w[1], 12, 12));
	if (bad && op->row->sources)
		return bad;
	op->index_mode = gpu_field(w[0], 28, 26);
	op->pred_sel = gpu_field(w[0], 30, 29);
	op->last = gpu_field(w[0], 31, 31);
	op->dst = gpu_field(w[1], 27, 21);
	op->dst_relative = gpu_field(w[1], 28, 28);
	op->chan = gpu_field(w[1], 30, 29);
	op->clamp = gpu_field(w[1], 31, 31);
	op->write = true;
	if (!op3) {
		op->src[0].absolute = gpu_field(w[1], 0, 0);
		op->src[1].absolute = gpu_field(w[1], 1, 1);
		op->update_mask = gpu_field(w[1], 2, 2);
		op->update_pred = gpu_field(w[1], 3, 3);
		op->write = gpu_field(w[1], 4, 4);
		op->omod = program->r7xx ? gpu_field(w[1], 6, 5) : gpu_field(w[1], 7, 6);
	}
	if (op->write && !op->dst_relative)
		names(program, op->dst);
	program->kills |= op->row->result == GPU_RES_KILL;
	return NULL;
}

/* The slot of an instruction: its channel's, or the fifth for opcodes of that slot and if the channel is taken. */
static bool place(struct gpu_program *program, struct gpu_alu_op *op, unsigned int *taken)
{
	bool trans = op->row->flags & GPU_ALU_TRANS ||
		     (!program->r7xx && op->row->flags & GPU_ALU_TRANS_R6XX);

	op->slot = trans || *taken & 1u << op->chan ? 4 : op->chan;
	if (*taken & 1u << op->slot)
		return false;
	*taken |= 1u << op->slot;
	return true;
}

/* Reads the literals behind a group.  Returns their dwords, or a negative number: they are missing. */
static int literals(struct gpu_alu_op *first, const struct gpu_alu_op *end, const uint32_t *w, uint32_t left)
{
	int most = -1;

	for (struct gpu_alu_op *op = first; op < end; op++) {
		for (int s = 0; s < op->row->sources; s++) {
			struct gpu_src *src = &op->src[s];

			if (src->kind != GPU_SRC_VALUE || src->index != 253)
				continue;
			if (src->chan >= left)
				return -1;
			src->value = w[src->chan];
			most = src->chan > most ? src->chan : most;
		}
	}
	return (most + 2) / 2 * 2;
}

/* PV and PS of slots that the previous group left out are 0. */
static void resolve_previous(struct gpu_alu_op *op, unsigned int previous)
{
	for (int s = 0; s < 3; s++) {
		struct gpu_src *src = &op->src[s];

		if ((src->kind == GPU_SRC_PV && !(previous & 1u << src->chan)) ||
		    (src->kind == GPU_SRC_PS && !(previous & 1u << 4)))
			src->kind = GPU_SRC_VALUE;
	}
}

static const char *decode_alu(struct gpu_program *program, struct gpu_cf *cf)
{
	struct gpu_alu_op *first;
	unsigned int taken = 0, previous = 0;

	cf->alu = calloc(cf->clause_dw / 2, sizeof(*cf->alu));
	if (!cf->alu)
		return "more than memory holds";
	first = cf->alu;
	for (uint32_t at = 0; at + 2 <= cf->clause_dw;) {
		struct gpu_alu_op *op = &cf->alu[cf->count];
		const char *bad = decode_alu_op(program, op, cf->clause + at);
		int n;

		if (bad)
			return bad;
		if (!place(program, op, &taken))
			return "an ALU group with a slot used twice";
		resolve_previous(op, previous);
		cf->count++;
		at += 2;
		if (!op->last)
			continue;
		n = literals(first, op + 1, cf->clause + at, cf->clause_dw - at);
		if (n < 0)
			return "an ALU group without its literals";
		at += n;
		first = op + 1;
		previous = taken;
		taken = 0;
	}
	if (first != cf->alu + cf->count)
		return "an ALU group without an end";
	return NULL;
}

static const char *decode_fetches(struct gpu_program *program, struct gpu_cf *cf)
{
	cf->count = cf->clause_dw / 4;
	cf->fetch = calloc(cf->count, sizeof(*cf->fetch));
	if (!cf->fetch)
		return "more than memory holds";
	for (uint32_t i = 0; i < cf->count; i++) {
		struct gpu_fetch_op *op = &cf->fetch[i];

		memcpy(op->word, cf->clause + 4 * i, sizeof(op->word));
		op->op = gpu_field(op->word[0], 4, 0);
		op->src = gpu_field(op->word[0], 22, 16);
		op->src_relative = gpu_field(op->word[0], 23, 23);
		op->dst = gpu_field(op->word[1], 6, 0);
		op->dst_relative = gpu_field(op->word[1], 7, 7);
		names(program, op->src);
		names(program, op->dst);
	}
	return NULL;
}

static const char *read_clause(struct gpu_programs *programs, struct gpu_program *program, struct gpu_cf *cf,
			       uint32_t dw)
{
	cf->clause_addr = program->addr + 8ull * cf->addr;
	cf->clause = malloc(dw * sizeof(*cf->clause));
	if (!cf->clause)
		return "more than memory holds";
	cf->clause_dw = dw;
	if (!gpu_mem_read(programs->mem, GPU_SHADER, cf->clause_addr, cf->clause, dw * sizeof(*cf->clause)))
		return "a clause outside of memory";
	return NULL;
}

static const char *decode_alu_cf(struct gpu_programs *programs, struct gpu_program *program, struct gpu_cf *cf)
{
	const uint32_t *w = cf->word;
	const char *bad;

	cf->op = GPU_CF_ALU | gpu_field(w[1], 29, 26);
	cf->addr = gpu_field(w[0], 21, 0);
	cf->bank[0] = gpu_field(w[0], 25, 22);
	cf->bank[1] = gpu_field(w[0], 29, 26);
	cf->lock_mode[0] = gpu_field(w[0], 31, 30);
	cf->lock_mode[1] = gpu_field(w[1], 1, 0);
	cf->lock_addr[0] = gpu_field(w[1], 9, 2) * 16;
	cf->lock_addr[1] = gpu_field(w[1], 17, 10) * 16;
	program->memory |= cf->lock_mode[0] || cf->lock_mode[1];
	if (cf->op == (GPU_CF_ALU | 12))
		return "a CF opcode that does not exist";
	bad = read_clause(programs, program, cf, (gpu_field(w[1], 24, 18) + 1) * 2);
	return bad ? bad : decode_alu(program, cf);
}

static const char *decode_cf(struct gpu_programs *programs, struct gpu_program *program, struct gpu_cf *cf)
{
	const uint32_t *w = cf->word;
	const char *bad;
	uint32_t n;

	cf->decoded = true;
	if (gpu_field(w[1], 29, 29))
		return decode_alu_cf(programs, program, cf);
	cf->op = gpu_field(w[1], 29, 23);
	cf->end = gpu_field(w[1], 21, 21);
	cf->addr = w[0];
	cf->pop = gpu_field(w[1], 2, 0);
	cf->cf_const = gpu_field(w[1], 7, 3);
	cf->cond = gpu_field(w[1], 9, 8);
	program->kills |= cf->op == CF_KILL;
	/* R7xx waits for writes to memory; here each is done before the next instruction. */
	if (program->r7xx && cf->op == CF_WAIT_ACK)
		cf->op = CF_NOP;
	if (program->r7xx && cf->op >= CF_TEX_ACK && cf->op <= CF_VTX_TC_ACK)
		cf->op -= CF_TEX_ACK - CF_TEX;
	switch (cf->op) {
	case CF_TEX:
	case CF_VTX:
	case CF_VTX_TC:
		program->memory = true;
		n = gpu_field(w[1], 12, 10) + 1;
		if (program->r7xx)
			n += gpu_field(w[1], 19, 19) * 8;
		bad = read_clause(programs, program, cf, n * 4);
		return bad ? bad : decode_fetches(program, cf);
	case CF_EXPORT:
	case CF_EXPORT_DONE:
	case CF_MEM_EXPORT:
	case CF_MEM_STREAM0 ... CF_MEM_RING:
		if (cf->op == CF_MEM_EXPORT && !program->r7xx)
			return "a CF opcode that does not exist";
		program->memory |= cf->op != CF_EXPORT && cf->op != CF_EXPORT_DONE;
		n = gpu_field(w[0], 21, 15) + gpu_field(w[1], 20, 17);
		if (n > 127)
			return "an export of registers that do not exist";
		names(program, n);
		names(program, gpu_field(w[0], 29, 23));
		return NULL;
	case CF_NOP:
	case CF_LOOP_START ... CF_END:
		return NULL;
	}
	return "a CF opcode that does not exist";
}

static void drop_cf(struct gpu_program *program)
{
	for (uint32_t i = 0; i < program->size; i++) {
		free(program->cf[i].clause);
		free(program->cf[i].alu);
		free(program->cf[i].fetch);
	}
	free(program->cf);
	program->cf = NULL;
	program->size = 0;
	program->gprs = 0;
	program->kills = false;
	program->memory = false;
}

static bool unchanged(struct gpu_mem *mem, const struct gpu_program *program)
{
	for (uint32_t i = 0; i < program->size; i++) {
		const struct gpu_cf *cf = &program->cf[i];

		if (!cf->decoded)
			continue;
		if (cf->bad || !gpu_mem_equal(mem, GPU_SHADER, program->addr + 8ull * i, cf->word, sizeof(cf->word)))
			return false;
		if (cf->clause && !gpu_mem_equal(mem, GPU_SHADER, cf->clause_addr, cf->clause, 4ull * cf->clause_dw))
			return false;
	}
	return true;
}

struct gpu_program *gpu_program_get(struct gpu_programs *programs, uint64_t addr)
{
	struct gpu_program **bucket = &programs->bucket[(addr >> 8) % GPU_PROGRAM_BUCKETS];
	struct gpu_program *program;

	for (program = *bucket; program; program = program->next) {
		if (program->addr != addr)
			continue;
		if (!unchanged(programs->mem, program))
			drop_cf(program);
		return program;
	}
	program = calloc(1, sizeof(*program));
	if (!program)
		return NULL;
	program->addr = addr;
	program->r7xx = programs->r7xx;
	program->next = *bucket;
	*bucket = program;
	return program;
}

static bool grow(struct gpu_program *program, uint32_t index)
{
	uint32_t size = index / 32 * 32 + 32;
	struct gpu_cf *cf = realloc(program->cf, size * sizeof(*cf));

	if (!cf)
		return false;
	memset(cf + program->size, 0, (size - program->size) * sizeof(*cf));
	program->cf = cf;
	program->size = size;
	return true;
}

struct gpu_cf *gpu_program_cf(struct gpu_programs *programs, struct gpu_program *program, uint32_t index)
{
	struct gpu_cf *cf;

	if (index >= GPU_CF_MAX || (index >= program->size && !grow(program, index)))
		return NULL;
	cf = &program->cf[index];
	if (cf->decoded)
		return cf;
	if (!gpu_mem_read(programs->mem, GPU_SHADER, program->addr + 8ull * index, cf->word, sizeof(cf->word)))
		return NULL;
	cf->bad = decode_cf(programs, program, cf);
	return cf;
}

void gpu_programs_clear(struct gpu_programs *programs)
{
	for (int i = 0; i < GPU_PROGRAM_BUCKETS; i++) {
		while (programs->bucket[i]) {
			struct gpu_program *program = programs->bucket[i];

			programs->bucket[i] = program->next;
			drop_cf(program);
			free(program);
		}
	}
}
