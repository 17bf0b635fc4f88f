/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Translation of commands to packets of R5xx.  Pure: memory in, dwords and a sentence out, no
 * device.  The files: ctm_translate.c walks the commands and keeps the state, ctm_start.c writes
 * what START_PROGRAM needs, ctm_program.c finds and scans a program, ctm_job.c serves them all.
 */
#ifndef CTM_JOB_H
#define CTM_JOB_H

#include <stdbool.h>
#include "ctm.h"

enum { CTM_GPU, CTM_GPUB, CTM_SYS, CTM_SYSC, CTM_ARENAS };

/* Room for a sentence of ctmError(). */
#define CTM_ERROR	384

/* An instruction in dwords, and the most of them. */
#define CTM_INST_DW	6u
#define CTM_INST_MAX	512u

/**
 * struct ctm_arena - memory of a connection
 * @base: its first GPU address
 * @size: its bytes; 0 if it does not exist
 * @cpu: where the CPU reaches it
 *
 * The number of an arena is its index in the relocation list.
 */
struct ctm_arena {
	uint32_t base;
	uint32_t size;
	const unsigned char *cpu;
};

/**
 * struct ctm_surface - an input, an output, or the conditional output
 * @set: it has been set
 * @arena: its arena
 * @offset: its bytes from the start of the arena
 * @format: enum ctm_format
 * @width: elements of a line
 * @height: lines
 */
struct ctm_surface {
	bool set;
	unsigned int arena;
	uint32_t offset;
	uint32_t format;
	uint32_t width;
	uint32_t height;
};

/* Memory that is copied when a program starts. */
struct ctm_memory {
	bool set;
	uint32_t address;
};

/* State that commands have set.  It stays until they set it again. */
struct ctm_state {
	struct ctm_surface input[CTM_INPUTS];
	struct ctm_surface output[CTM_OUTPUTS];
	struct ctm_surface cond;
	struct ctm_memory inst, constf, consti, constb, params;
	bool domain_set;
	uint32_t domain[4];
	uint32_t test;
	uint32_t loc;
	float value;
};

/**
 * struct ctm_program - a program and what it uses
 * @words: its instructions
 * @count: their number
 * @temps: highest temporary register
 * @constants: number of float constants that it can read
 * @inputs: bit mask of the inputs that it looks up
 * @outputs: bit mask of the outputs that it writes
 * @writes_w: it writes the conditional value
 * @integers: it reads integer constants
 * @booleans: it reads boolean constants
 * @full: it needs full flow control
 */
struct ctm_program {
	uint32_t words[CTM_INST_MAX * CTM_INST_DW];
	uint32_t count;
	uint32_t temps;
	uint32_t constants;
	uint32_t inputs;
	uint32_t outputs;
	bool writes_w;
	bool integers;
	bool booleans;
	bool full;
};

/**
 * struct ctm_job - one translation
 * @arenas: the memory
 * @r520: the chip is R520, which takes the size of an input twice
 * @state: state before the first command; after success that after the last one
 * @ib: receives the packets
 * @room: dwords at @ib
 * @used: dwords written
 * @starts: programs started
 * @error: the sentence after a failure
 * @program: the program of the last start
 * @uploaded: @program is in the card
 */
struct ctm_job {
	const struct ctm_arena *arenas;
	bool r520;
	struct ctm_state state;
	uint32_t *ib;
	uint32_t room;
	uint32_t used;
	uint32_t starts;
	char error[CTM_ERROR];
	struct ctm_program program;
	bool uploaded;
};

bool ctm_fail(struct ctm_job *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
const void *ctm_memory(const struct ctm_job *j, uint32_t address, uint32_t bytes);
bool ctm_find(const struct ctm_job *j, uint32_t address, unsigned int *arena, uint32_t *offset);
uint32_t ctm_format_bytes(uint32_t format);

bool ctm_translate(struct ctm_job *j, const uint32_t *words, uint32_t count);
bool ctm_program_take(struct ctm_job *j);
bool ctm_start(struct ctm_job *j);
bool ctm_write(struct ctm_job *j, uint32_t value);
bool ctm_reg(struct ctm_job *j, uint32_t reg, uint32_t value);

#endif /* CTM_JOB_H */
