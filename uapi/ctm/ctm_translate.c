// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The walk over commands.  Each command has a row with its length and its function; a function
 * changes the state or writes packets.  The first thing that is wrong ends the translation with a
 * sentence, and the caller submits nothing.
 *
 * The words are read once: the caller has copied them from memory that the card may write.
 */
#include <string.h>
#include "ctm_job.h"
#include "ctm_regs.h"

/**
 * struct command - a row of the commands
 * @name: as the guide spells it
 * @code: enum ctm_command
 * @parameters: their number
 * @run: the function; @p are the parameters
 */
struct command {
	const char *name;
	uint8_t code;
	uint8_t parameters;
	bool (*run)(struct ctm_job *j, const struct command *c, const uint32_t *p);
};

static bool reserved(struct ctm_job *j, const struct command *c, const char *what, uint32_t value,
		     uint32_t allowed)
{
	if (!(value & ~allowed))
		return true;
	return ctm_fail(j, "%s: %s is 0x%x, of which the bits 0x%x are reserved.", c->name, what,
			value, value & ~allowed);
}

/* A base address of @bytes in an arena. */
static bool base(struct ctm_job *j, const struct command *c, uint32_t address, uint32_t bytes)
{
	unsigned int arena;
	uint32_t offset;

	if (address % CTM_ALIGN)
		return ctm_fail(j, "%s: the base address 0x%x is no multiple of %u.", c->name,
				address, CTM_ALIGN);
	if (!ctm_find(j, address, &arena, &offset))
		return ctm_fail(j, "%s: the base address 0x%x lies in no arena.", c->name, address);
	if (j->arenas[arena].size - offset < bytes)
		return ctm_fail(j,
			"%s: %u bytes at 0x%x end outside of the arena, which has %u bytes from there.",
			c->name, bytes, address, j->arenas[arena].size - offset);
	return true;
}

static bool linear(struct ctm_job *j, const struct command *c, uint32_t word)
{
	if (!(word >> 16 & 3))
		return true;
	return ctm_fail(j, "%s: tiling %u is not public, only 0 (linear) is.", c->name,
			word >> 16 & 3);
}

/* A program, constants or parameters: their format word has no meaning beyond "linear". */
static bool memory(struct ctm_job *j, const struct command *c, const uint32_t *p, uint32_t bytes,
		   struct ctm_memory *m)
{
	if (!base(j, c, p[0], bytes) || !reserved(j, c, "the format word", p[1], FORMAT_BITS) ||
	    !linear(j, c, p[1]))
		return false;
	*m = (struct ctm_memory){ .set = true, .address = p[0] };
	return true;
}

static bool set_inst(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	j->uploaded = false;
	return memory(j, c, p, 4 * CTM_INST_DW, &j->state.inst);
}

static bool set_constf(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return memory(j, c, p, 16, &j->state.constf);
}

static bool set_consti(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return memory(j, c, p, 4 * CTM_INTEGERS, &j->state.consti);
}

static bool set_constb(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return memory(j, c, p, 4, &j->state.constb);
}

static bool set_params(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	const uint32_t parameters[2] = { p[0], 0 };

	return memory(j, c, parameters, 4 * CTM_PARAMS, &j->state.params);
}

/* Base, format word and height. */
static bool surface(struct ctm_job *j, const struct command *c, const uint32_t *p,
		    struct ctm_surface *s)
{
	uint32_t width = p[1] & CTM_FORMAT_PITCH, format = p[1] >> 24 & 7,
		 bytes = ctm_format_bytes(format);

	if (!reserved(j, c, "the format word", p[1], FORMAT_BITS) || !linear(j, c, p[1]))
		return false;
	if (!bytes)
		return ctm_fail(j, "%s: format %u is reserved.", c->name, format);
	if (!width || width > CTM_EXTENT_MAX || !p[2] || p[2] > CTM_EXTENT_MAX)
		return ctm_fail(j, "%s: %u x %u elements; both sides are 1 to %u.", c->name, width,
				p[2], CTM_EXTENT_MAX);
	if (width * bytes % CTM_LINE_ALIGN)
		return ctm_fail(j, "%s: a line of %u bytes is no multiple of %u.", c->name,
				width * bytes, CTM_LINE_ALIGN);
	if (!base(j, c, p[0], width * bytes * p[2]))
		return false;
	*s = (struct ctm_surface){ .set = true, .format = format, .width = width, .height = p[2] };
	ctm_find(j, p[0], &s->arena, &s->offset);
	return true;
}

static bool set_inp(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	if (p[0] >= CTM_INPUTS)
		return ctm_fail(j, "%s: input %u; there are %u.", c->name, p[0], CTM_INPUTS);
	return surface(j, c, p + 1, &j->state.input[p[0]]);
}

static bool set_out(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	if (p[0] >= CTM_OUTPUTS)
		return ctm_fail(j, "%s: output %u; there are %u.", c->name, p[0], CTM_OUTPUTS);
	return surface(j, c, p + 1, &j->state.output[p[0]]);
}

static bool set_cond_out(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	if (!p[2]) {
		j->state.cond.set = false;
		return true;
	}
	if ((p[1] >> 24 & 7) > CTM_UINT8_4)
		return ctm_fail(
			j, "%s: format %u; a conditional output has 16 bits (0) or 24 bits (1).",
			c->name, p[1] >> 24 & 7);
	return surface(j, c, p, &j->state.cond);
}

static bool set_domain(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		if (!reserved(j, c, "a corner", p[i], 0xfff))
			return false;
	if (p[2] < p[0] || p[3] < p[1])
		return ctm_fail(j, "%s: the last corner (%u, %u) stands before the first (%u, %u).",
				c->name, p[2], p[3], p[0], p[1]);
	memcpy(j->state.domain, p, sizeof(j->state.domain));
	j->state.domain_set = true;
	return true;
}

static bool set_cond_test(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	j->state.test = *p;
	return reserved(j, c, "the test", *p, 7);
}

static bool set_cond_loc(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	j->state.loc = *p;
	return reserved(j, c, "the place", *p, 1);
}

static bool set_cond_val(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	memcpy(&j->state.value, p, 4);
	if (j->state.value >= 0 && j->state.value <= 1)
		return true;
	return ctm_fail(j, "%s: the value is not 0.0 to 1.0.", c->name);
}

static bool start_program(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return reserved(j, c, "the parameter", *p, 0) && ctm_start(j);
}

/* The 3D engine is idle, and what it has written is in memory. */
static bool wait_idle(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return reserved(j, c, "the parameter", *p, 0) && ctm_reg(j, WAIT_UNTIL, WAIT_3D_IDLECLEAN);
}

static bool inv_inp(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return reserved(j, c, "the parameter", *p, 0) && ctm_reg(j, TX_INVALTAGS, 0);
}

/* The colour cache writes back what it gives up: to flush and to forget is one operation. */
static bool flush_out(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return reserved(j, c, "the parameter", *p, 0) &&
	       ctm_reg(j, RB3D_DSTCACHE_CTLSTAT, DC_FLUSH_FREE);
}

static bool flush_cond(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return reserved(j, c, "the parameter", *p, 0) &&
	       ctm_reg(j, ZB_ZCACHE_CTLSTAT, ZC_FLUSH_FREE);
}

/* The next start copies the program again. */
static bool inv_inst(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	j->uploaded = false;
	return reserved(j, c, "the parameter", *p, 0);
}

/* Constants are copied at each start, so these caches hold nothing old. */
static bool inv_copied(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return reserved(j, c, "the parameter", *p, 0);
}

static bool no_counters(struct ctm_job *j, const struct command *c, const uint32_t *p)
{
	return ctm_fail(j, "%s: no performance counter of these chips is public.", c->name);
}

static const struct command commands[] = {
	{ "set_inst_fmt", CTM_SET_INST_FMT, 2, set_inst },
	{ "set_constf_fmt", CTM_SET_CONSTF_FMT, 2, set_constf },
	{ "set_consti_fmt", CTM_SET_CONSTI_FMT, 2, set_consti },
	{ "set_constb_fmt", CTM_SET_CONSTB_FMT, 2, set_constb },
	{ "set_inp_fmt", CTM_SET_INP_FMT, 4, set_inp },
	{ "set_out_fmt", CTM_SET_OUT_FMT, 4, set_out },
	{ "set_domain", CTM_SET_DOMAIN, 4, set_domain },
	{ "set_params", CTM_SET_PARAMS, 1, set_params },
	{ "start_program", CTM_START_PROGRAM, 1, start_program },
	{ "wait_idle", CTM_WAIT_IDLE, 1, wait_idle },
	{ "set_cond_out_fmt", CTM_SET_COND_OUT_FMT, 3, set_cond_out },
	{ "set_cond_loc", CTM_SET_COND_LOC, 1, set_cond_loc },
	{ "set_cond_val", CTM_SET_COND_VAL, 1, set_cond_val },
	{ "set_cond_test", CTM_SET_COND_TEST, 1, set_cond_test },
	{ "inv_inp_cache", CTM_INV_INP_CACHE, 1, inv_inp },
	{ "flush_out_cache", CTM_FLUSH_OUT_CACHE, 1, flush_out },
	{ "inv_cond_out_cache", CTM_INV_COND_OUT_CACHE, 1, flush_cond },
	{ "flush_cond_out_cache", CTM_FLUSH_COND_OUT_CACHE, 1, flush_cond },
	{ "inv_inst_cache", CTM_INV_INST_CACHE, 1, inv_inst },
	{ "inv_constf_cache", CTM_INV_CONSTF_CACHE, 1, inv_copied },
	{ "inv_consti_cache", CTM_INV_CONSTI_CACHE, 1, inv_copied },
	{ "inv_constb_cache", CTM_INV_CONSTB_CACHE, 1, inv_copied },
	{ "init_perf_counters", CTM_INIT_PERF_COUNTERS, 1, no_counters },
	{ "start_perf_counters", CTM_START_PERF_COUNTERS, 1, no_counters },
	{ "stop_perf_counters", CTM_STOP_PERF_COUNTERS, 1, no_counters },
	{ "read_perf_counters", CTM_READ_PERF_COUNTERS, 1, no_counters },
};

static const struct command *find_command(uint32_t word)
{
	unsigned int i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (CTM_COMMAND(commands[i].code, commands[i].parameters) == word)
			return &commands[i];
	return NULL;
}

/**
 * ctm_translate() - translate commands
 * @j: the job: arenas, chip, state, and room for the packets
 * @words: the commands
 * @count: their dwords
 *
 * Return: true; false with the sentence in the job, and its state as the commands before have
 * left it.
 */
bool ctm_translate(struct ctm_job *j, const uint32_t *words, uint32_t count)
{
	const struct command *c;
	uint32_t at;

	j->used = j->starts = 0;
	j->uploaded = false;
	for (at = 0; at < count; at += c->parameters + 1) {
		c = find_command(words[at]);
		if (!c)
			return ctm_fail(j, "Dword %u: 0x%08x is no command.", at, words[at]);
		if (count - at <= c->parameters)
			return ctm_fail(j,
					"Dword %u: %s has %u parameters, of which %u are missing.",
					at, c->name, c->parameters, at + 1 + c->parameters - count);
		if (!c->run(j, c, words + at + 1))
			return false;
	}
	return true;
}
