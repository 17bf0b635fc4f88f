// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Programs: found in memory, copied once, and scanned for what they use.  Only what no public
 * fact explains is refused here; the kernel checks uploads as well.
 */
#include <elf.h>
#include <string.h>
#include "ctm_job.h"

enum { ALU, OUT, FC, TEX };

#define TYPE(inst)		((inst)[0] & 3)
#define SEM_WAIT		(1u << 2)
#define LAST			(1u << 8)
#define IS_END(inst)		(TYPE(inst) == OUT && (~(inst)[0] & (SEM_WAIT | LAST)) == 0)
#define RELATIVE_TEMPS		127u
#define PARTIAL_BRANCHES	4	/* nested ones, in partial flow control */

static void temp(struct ctm_program *g, uint32_t address, bool relative)
{
	uint32_t n = relative ? RELATIVE_TEMPS : address & 127;

	if (n > g->temps)
		g->temps = n;
}

/* Three sources of ten bits: address, constant, relative. */
static void sources(struct ctm_program *g, uint32_t word)
{
	unsigned int i;

	for (i = 0; i < 3; i++, word >>= 10) {
		bool constant = word >> 8 & 1, relative = word >> 9 & 1;
		uint32_t n = word & 255;

		if (constant && (relative ? 255 : n) >= g->constants)
			g->constants = relative ? CTM_CONSTANTS : n + 1;
		else if (!constant && n < 128)
			temp(g, n, relative);
	}
}

static void scan_alu(struct ctm_program *g, const uint32_t *inst)
{
	sources(g, inst[1]);
	sources(g, inst[2]);
	temp(g, inst[4] >> 4, inst[4] >> 11 & 1);
	temp(g, inst[5] >> 4, inst[5] >> 11 & 1);
	if (TYPE(inst) != OUT)
		return;
	if (inst[0] >> 15 & 7)
		g->outputs |= 1u << (inst[3] >> 29 & 3);
	if (inst[0] >> 18 & 1)
		g->outputs |= 1u << (inst[4] >> 29 & 3);
	if (inst[4] >> 31)
		g->writes_w = true;
}

static bool scan_tex(struct ctm_job *j, uint32_t slot, const uint32_t *inst)
{
	struct ctm_program *g = &j->program;
	uint32_t op = inst[1] >> 22 & 7;

	if (op == 7)
		return ctm_fail(
			j, "Instruction %u of the program: no public fact bounds uncached reads.",
			slot);
	temp(g, inst[2], inst[2] >> 7 & 1);
	temp(g, inst[2] >> 16, inst[2] >> 23 & 1);
	if (op == 6) {
		temp(g, inst[3], inst[3] >> 7 & 1);
		temp(g, inst[3] >> 16, inst[3] >> 23 & 1);
	}
	if (op != 0 && op != 2)
		g->inputs |= 1u << (inst[1] >> 16 & 15);
	return true;
}

/* Jumps that ask a boolean have a function whose odd bits differ from the even ones. */
static void scan_fc(struct ctm_program *g, const uint32_t *inst, int *branches)
{
	uint32_t op = inst[2] & 7, function = inst[2] >> 8 & 0xff;
	uint32_t stay = inst[2] >> 24 & 3, go = inst[2] >> 26 & 3;

	if ((function >> 1 & 0x55) != (function & 0x55))
		g->booleans = true;
	if (op == 1 || op == 3)
		g->integers = true;
	*branches += stay == 2 ? 1 : stay == 1 ? -(int)(inst[2] >> 16 & 31) : 0;
	if (op || inst[2] >> 6 & 3 || *branches > PARTIAL_BRANCHES || go == 3)
		g->full = true;
}

static bool scan(struct ctm_job *j)
{
	struct ctm_program *g = &j->program;
	const uint32_t *inst = g->words;
	int branches = 0;
	uint32_t i;

	for (i = 0; i < g->count; i++, inst += CTM_INST_DW) {
		if (TYPE(inst) == FC)
			scan_fc(g, inst, &branches);
		else if (TYPE(inst) == TEX && !scan_tex(j, i, inst))
			return false;
		else if (TYPE(inst) <= OUT)
			scan_alu(g, inst);
	}
	/* The rasterizer writes the parameters to eight registers. */
	if (g->temps < 7)
		g->temps = 7;
	return true;
}

/* Instructions alone: up to the first that can be the last one. */
static bool take_plain(struct ctm_job *j, const unsigned char *data, uint32_t bytes)
{
	struct ctm_program *g = &j->program;
	uint32_t *inst = g->words;

	for (; g->count < CTM_INST_MAX && bytes >= 4 * CTM_INST_DW; bytes -= 4 * CTM_INST_DW) {
		memcpy(inst, data, 4 * CTM_INST_DW);
		data += 4 * CTM_INST_DW;
		g->count++;
		if (IS_END(inst))
			return true;
		inst += CTM_INST_DW;
	}
	return ctm_fail(j,
		"The program at 0x%x has no last instruction: none of %u is OUT with TEX_SEM_WAIT and LAST.",
		j->state.inst.address, g->count);
}

/* The first segment with instructions. */
static bool elf_segment(const unsigned char *data, uint32_t bytes, Elf32_Phdr *segment)
{
	Elf32_Ehdr head;
	uint64_t at;
	unsigned int i;

	if (bytes < sizeof(head))
		return false;
	memcpy(&head, data, sizeof(head));
	if (head.e_ident[EI_CLASS] != ELFCLASS32 || head.e_ident[EI_DATA] != ELFDATA2LSB ||
	    head.e_phentsize != sizeof(*segment))
		return false;
	for (i = 0; i < head.e_phnum; i++) {
		at = (uint64_t)head.e_phoff + i * sizeof(*segment);
		if (at + sizeof(*segment) > bytes)
			return false;
		memcpy(segment, data + at, sizeof(*segment));
		if (segment->p_type == PT_LOAD && segment->p_flags & PF_X)
			return (uint64_t)segment->p_offset + segment->p_filesz <= bytes;
	}
	return false;
}

static bool take_elf(struct ctm_job *j, const unsigned char *data, uint32_t bytes)
{
	struct ctm_program *g = &j->program;
	Elf32_Phdr segment;

	if (!elf_segment(data, bytes, &segment))
		return ctm_fail(
			j, "The program at 0x%x is an ELF file without a segment of instructions.",
			j->state.inst.address);
	if (!segment.p_filesz || segment.p_filesz % (4 * CTM_INST_DW) ||
	    segment.p_filesz > sizeof(g->words))
		return ctm_fail(j,
			"The program at 0x%x has %u bytes: a program is 1 to %u instructions of %u bytes.",
			j->state.inst.address, segment.p_filesz, CTM_INST_MAX, 4 * CTM_INST_DW);
	memcpy(g->words, data + segment.p_offset, segment.p_filesz);
	g->count = segment.p_filesz / (4 * CTM_INST_DW);
	if (!IS_END(g->words + CTM_INST_DW * (g->count - 1)))
		return ctm_fail(j,
			"The program at 0x%x does not end: its last instruction is not OUT with TEX_SEM_WAIT and LAST.",
			j->state.inst.address);
	return true;
}

/**
 * ctm_program_take() - copy and scan the program that set_inst_fmt names
 * @j: the job
 *
 * Return: true; false with the sentence in the job.
 */
bool ctm_program_take(struct ctm_job *j)
{
	const struct ctm_arena *arena;
	const unsigned char *data;
	unsigned int number;
	uint32_t offset, bytes;

	memset(&j->program, 0, sizeof(j->program));
	if (!j->state.inst.set || !ctm_find(j, j->state.inst.address, &number, &offset))
		return ctm_fail(j, "start_program: no set_inst_fmt has named a program.");
	arena = &j->arenas[number];
	data = arena->cpu + offset;
	bytes = arena->size - offset;
	if (!(bytes >= SELFMAG && !memcmp(data, ELFMAG, SELFMAG) ? take_elf(j, data, bytes) :
								     take_plain(j, data, bytes)))
		return false;
	return scan(j);
}
