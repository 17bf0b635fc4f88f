// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the translation: each command against the packets in tests/ctm/golden.txt, each
 * translation against the kernel's checker with the arenas' sizes and with a dword less, and each
 * wrong command against its sentence.
 *
 * translate_test --golden writes the packets, as pm4 decode shows them.
 */
#include <stdlib.h>
#include "ctm_as.h"
#include "ctm_as_elf.h"
#include "ctm_job.h"
#include "pm4.h"
#include "pm4_decode.h"
#include "r500/pm4_r500.h"
#include "tap.h"

#define GOLDEN	"tests/ctm/golden.txt"
#define ARENA	(1u << 20)
#define ROOM	16384u

static const uint32_t bases[CTM_ARENAS] = { 0x10000000, 0x20000000, 0x40000000, 0x60000000 };
static unsigned char *memory[CTM_ARENAS];
static struct ctm_arena arenas[CTM_ARENAS];
static uint32_t ib[ROOM], commands[512];
static struct ctm_pack pack;
static struct ctm_job job;

/* Places in SYSC; inputs are in GPU, outputs in GPUB and SYS. */
#define PROGRAM		(bases[CTM_SYSC])
#define FLOATS		(bases[CTM_SYSC] + 0x4000)
#define INTEGERS	(bases[CTM_SYSC] + 0x8000)
#define BOOLEANS	(bases[CTM_SYSC] + 0x8800)
#define PARAMS		(bases[CTM_SYSC] + 0x9000)
#define TAIL(bytes)	(ARENA - (bytes))

#define COPY	"TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n" \
		"OUT TEX_SEM_WAIT LAST; RGB MAX.DISABLED r1._ A.rgb, r1.rgb, r1.rgb; ALPHA MAX.DISABLED r1._ A.a, r1.a, r1.a"

static void *at(uint32_t address)
{
	unsigned int i;

	for (i = 0; i < CTM_ARENAS; i++)
		if (address - bases[i] < ARENA)
			return memory[i] + (address - bases[i]);
	return NULL;
}

static void program(const char *text)
{
	static struct ctm_as_program p;
	struct ctm_as_error e;

	if (ctm_as_assemble(text, &p, &e)) {
		fprintf(stderr, "%u:%u %s\n", e.line, e.column, e.text);
		abort();
	}
	memset(at(PROGRAM), 0, 4 * CTM_INST_DW * CTM_INST_MAX);
	memcpy(at(PROGRAM), p.words, 4 * CTM_INST_DW * p.count);
}

static void begin(void)
{
	unsigned int i;

	for (i = 0; i < CTM_ARENAS; i++)
		arenas[i] = (struct ctm_arena){ .base = bases[i], .size = ARENA, .cpu = memory[i] };
	pack = (struct ctm_pack){ .words = commands, .size = sizeof(commands) / 4 };
	job = (struct ctm_job){ .arenas = arenas, .ib = ib, .room = ROOM };
}

static bool translate(void)
{
	return ctm_translate(&job, commands, pack.used);
}

/* Everything that a copy of 64 x 32 float4 needs but the start. */
static void copy_state(enum ctm_format format, uint32_t bytes)
{
	float params[96] = { [32] = 3 * 64, [65] = 3 * 32 };

	begin();
	program(COPY);
	memcpy(at(PARAMS), params, sizeof(params));
	ctmAppendSetInstFmt(&pack, PROGRAM);
	ctmAppendSetInpFmt(&pack, 0, bases[CTM_GPU] + TAIL(64 * 32 * bytes), format, 0, 64, 32);
	ctmAppendSetOutFmt(&pack, 0, bases[CTM_GPUB] + TAIL(64 * 32 * bytes), format, 0, 64, 32);
	ctmAppendSetDomain(&pack, 0, 0, 63, 31);
	ctmAppendSetParams(&pack, PARAMS);
}

static void start(void)
{
	ctmAppendSimple(&pack, CTM_START_PROGRAM);
}

/* ---- submissions of the scenarios of the golden file ---- */

static void simple(enum ctm_command code)
{
	begin();
	ctmAppendSimple(&pack, code);
}

static void s_wait_idle(void) { simple(CTM_WAIT_IDLE); }
static void s_inv_inp(void) { simple(CTM_INV_INP_CACHE); }
static void s_flush_out(void) { simple(CTM_FLUSH_OUT_CACHE); }
static void s_inv_cond(void) { simple(CTM_INV_COND_OUT_CACHE); }
static void s_flush_cond(void) { simple(CTM_FLUSH_COND_OUT_CACHE); }

/* Commands that set state or forget copies write no packet of their own. */
static void s_state(void)
{
	copy_state(CTM_FLOAT32_4, 16);
	ctmAppendSetConstfFmt(&pack, FLOATS);
	ctmAppendSetConstiFmt(&pack, INTEGERS);
	ctmAppendSetConstbFmt(&pack, BOOLEANS);
	ctmAppendSetCondOutFmt(&pack, bases[CTM_SYS], CTM_UINT8_4, 0, 64, 32);
	ctmAppendSetCondTest(&pack, CTM_COND_LESS);
	ctmAppendSetCondLoc(&pack, CTM_COND_AFTER);
	ctmAppendSetCondVal(&pack, 0.5f);
	ctmAppendSimple(&pack, CTM_INV_INST_CACHE);
	ctmAppendSimple(&pack, CTM_INV_CONSTF_CACHE);
	ctmAppendSimple(&pack, CTM_INV_CONSTI_CACHE);
	ctmAppendSimple(&pack, CTM_INV_CONSTB_CACHE);
}

static void s_copy(void)
{
	copy_state(CTM_FLOAT32_4, 16);
	start();
}

static void s_copy_16(void) { copy_state(CTM_UINT16_1, 2); start(); }
static void s_copy_8888(void) { copy_state(CTM_UINT8_4, 4); start(); }
static void s_copy_float(void) { copy_state(CTM_FLOAT32_1, 4); start(); }
static void s_copy_float2(void) { copy_state(CTM_FLOAT32_2, 8); start(); }

/* The second start writes neither the fixed state nor the program again. */
static void s_twice(void)
{
	copy_state(CTM_FLOAT32_4, 16);
	start();
	ctmAppendSimple(&pack, CTM_FLUSH_OUT_CACHE);
	ctmAppendSimple(&pack, CTM_WAIT_IDLE);
	ctmAppendSimple(&pack, CTM_INV_INP_CACHE);
	ctmAppendSetDomain(&pack, 8, 4, 15, 7);
	start();
}

/* The program of the second start has changed in memory. */
static void s_again(void)
{
	copy_state(CTM_FLOAT32_4, 16);
	start();
	ctmAppendSimple(&pack, CTM_INV_INST_CACHE);
	start();
}

static void s_constants(void)
{
	uint32_t i;

	copy_state(CTM_FLOAT32_1, 4);
	program("FC LOOP JUMP_ADDR=3 INT_ADDR=2\nALU; RGB MAD r1.rgb, r1.rgb, c2.rgb, c0.rgb\n"
		"FC ENDLOOP JUMP_FUNC=0xff JUMP_ANY JUMP_ADDR=1 INT_ADDR=2\n"
		"FC JUMP JUMP_FUNC=0x55 JUMP_ADDR=4 BOOL_ADDR=3\n"
		"OUT TEX_SEM_WAIT LAST; RGB MAD r0._ A.r, r1.rgb, 1, 0");
	for (i = 0; i < 12; i++)
		((uint32_t *)at(FLOATS))[i] = 0x3f800000 + i;
	for (i = 0; i < 32; i++)
		((uint32_t *)at(INTEGERS))[i] = 0xff010000 | i;
	*(uint32_t *)at(BOOLEANS) = 0x8000000f;
	ctmAppendSetConstfFmt(&pack, FLOATS);
	ctmAppendSetConstiFmt(&pack, INTEGERS);
	ctmAppendSetConstbFmt(&pack, BOOLEANS);
	start();
}

/* Outputs 1 and 3 of four; the first is another's memory with no channel. */
static void s_outputs(void)
{
	copy_state(CTM_FLOAT32_4, 16);
	program("OUT TEX_SEM_WAIT LAST; RGB MAX r0._ B.rgb, r0.rgb, r0.rgb; ALPHA MAX r0._ D.a, r0.a, r0.a");
	ctmAppendSetOutFmt(&pack, 1, bases[CTM_SYS], CTM_UINT8_4, 0, 64, 32);
	ctmAppendSetOutFmt(&pack, 3, bases[CTM_SYS] + TAIL(64 * 32 * 4), CTM_FLOAT32_1, 0, 64, 32);
	start();
}

static void conditional(enum ctm_format format, enum ctm_cond_loc loc, uint32_t bytes)
{
	copy_state(CTM_FLOAT32_4, 16);
	if (loc == CTM_COND_AFTER)
		program("OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.rgb, r0.rgb, r0.rgb; ALPHA MAX r0._ W, r0.r, r0.r");
	ctmAppendSetCondOutFmt(&pack, bases[CTM_SYS] + TAIL(64 * 32 * bytes), format, 0, 64, 32);
	ctmAppendSetCondTest(&pack, CTM_COND_GREATER);
	ctmAppendSetCondLoc(&pack, loc);
	ctmAppendSetCondVal(&pack, 0.25f);
	start();
}

static void s_cond_before(void) { conditional(CTM_UINT16_1, CTM_COND_BEFORE, 2); }
static void s_cond_after(void) { conditional(CTM_UINT8_4, CTM_COND_AFTER, 4); }

/* The largest sizes. */
static void s_largest(void)
{
	copy_state(CTM_FLOAT32_1, 4);
	ctmAppendSetInpFmt(&pack, 0, bases[CTM_GPU], CTM_UINT16_1, 0, 4096, 128);
	ctmAppendSetInpFmt(&pack, 15, bases[CTM_GPU], CTM_UINT16_1, 0, 128, 4096);
	program("TEX LOOKUP r1.rgba, t15.rgba, r0.rgba\n" COPY);
	ctmAppendSetOutFmt(&pack, 0, bases[CTM_GPUB], CTM_UINT16_1, 0, 128, 4096);
	ctmAppendSetDomain(&pack, 0, 4095, 127, 4095);
	start();
}

static const struct scenario {
	const char *name;
	void (*make)(void);
} scenarios[] = {
	{ "wait_idle", s_wait_idle },
	{ "inv_inp_cache", s_inv_inp },
	{ "flush_out_cache", s_flush_out },
	{ "inv_cond_out_cache", s_inv_cond },
	{ "flush_cond_out_cache", s_flush_cond },
	{ "commands that set state", s_state },
	{ "start_program: copy of FLOAT32_4", s_copy },
	{ "start_program: copy of UINT16_1", s_copy_16 },
	{ "start_program: copy of UINT8_4", s_copy_8888 },
	{ "start_program: copy of FLOAT32_1", s_copy_float },
	{ "start_program: copy of FLOAT32_2", s_copy_float2 },
	{ "start_program twice", s_twice },
	{ "start_program, inv_inst_cache, start_program", s_again },
	{ "start_program: constants and flow control", s_constants },
	{ "start_program: outputs B and D", s_outputs },
	{ "start_program: condition before", s_cond_before },
	{ "start_program: condition after", s_cond_after },
	{ "start_program: the largest sizes", s_largest },
};

/* ---- the golden file ---- */

static char *text;
static size_t used;
static const size_t text_size = 4u << 20;

static void collect(void *ctx, const char *line)
{
	/* Without the number of the dword, so that a difference shows where it is. */
	used += snprintf(text + used, text_size - used, "%s\n", line + 7);
}

static void show(const struct scenario *s)
{
	struct pm4_decoder d = { .ib = ib, .front = &r500_front, .chip = PM4_R580,
				 .mark_dw = PM4_NO_DWORD, .line = collect };

	s->make();
	if (!translate())
		used += snprintf(text + used, text_size - used, "%s\n", job.error);
	used += snprintf(text + used, text_size - used, "== %s: %u dwords\n", s->name, job.used);
	d.ib_dw = job.used;
	pm4_decode(&d);
}

/* The copy in full.  Of each scenario after it, lines that the copy does not have. */
static char *without(char *from, const char *copy)
{
	char *line, *to = from, *end, save;

	for (line = from; *line; line = end) {
		end = strchr(line, '\n') + 1;
		save = *end;
		*end = 0;
		if (!strstr(copy, line)) {
			*end = save;
			memmove(to, line, end - line);
			to += end - line;
		}
		*end = save;
	}
	*to = 0;
	return to;
}

static void make_golden(void)
{
	static char copy[1u << 20];
	size_t i, start;

	used = 0;
	for (i = 0; i < ARRAY_SIZE(scenarios); i++) {
		start = used;
		show(&scenarios[i]);
		if (scenarios[i].make == s_copy)
			strcpy(copy, text + start);
		else if (copy[0])
			used = without(text + start, copy) - text;
	}
}

static void test_golden(void)
{
	static char golden[4u << 20];
	FILE *f = fopen(GOLDEN, "r");
	size_t n = f ? fread(golden, 1, sizeof(golden) - 1, f) : 0, i, line = 1;

	if (f)
		fclose(f);
	golden[n] = 0;
	make_golden();
	for (i = 0; golden[i] && golden[i] == text[i]; i++)
		line += golden[i] == '\n';
	if (!tap_ok(n && !strcmp(golden, text), "each command has the packets of " GOLDEN))
		tap_note("line %zu: not %.60s", line, text + i);
}

/* ---- the kernel's checker ---- */

static const struct { u8 pipes, backends; } straps[] = {
	{ 1, 1 }, { 4, 1 }, { 1, 2 }, { 4, 1 }, { 2, 1 }, { 3, 1 },
};

static bool accepted(u32 chip, unsigned int arena, u32 less, char *why)
{
	struct pm4_card card = { .front = &r500_front, .chip = chip, .pipes = straps[chip].pipes,
				 .backends = straps[chip].backends };
	struct pm4_checker *ck = malloc(pm4_checker_size(&r500_front));
	static struct pm4_patch patches[ROOM];
	struct pm4_buffer buffers[CTM_ARENAS];
	struct pm4_input in = { .ib = ib, .ib_dw = job.used, .buffers = buffers,
				.nbuffers = CTM_ARENAS, .flags = PM4_KEEP_TILING };
	struct pm4_result result;
	struct pm4_verdict verdict;
	u64 written;
	u32 i;

	for (i = 0; i < CTM_ARENAS; i++)
		buffers[i] = (struct pm4_buffer){ .size = ARENA - (i == arena ? less : 0), .align = 4096,
						  .writable = true };
	pm4_checker_init(ck, &card);
	pm4_check(ck, &in, patches, pm4_patches_max(&r500_front, job.used), &written, &result, &verdict);
	pm4_verdict_text(&verdict, &r500_front, chip, why, PM4_VERDICT_TEXT);
	free(ck);
	return !verdict.code;
}

static void test_accepted(void)
{
	char why[PM4_VERDICT_TEXT];
	u32 chip;
	size_t i;
	bool good;

	for (i = 0; i < ARRAY_SIZE(scenarios); i++) {
		for (chip = 0, good = true; good && chip < R500_CHIPS; chip++) {
			scenarios[i].make();
			job.r520 = chip == PM4_R520;
			good = translate() && (!job.used || accepted(chip, 0, 0, why));
		}
		if (!tap_ok(good, "all chips accept: %s", scenarios[i].name))
			tap_note("chip %u: %s %s", chip - 1, job.error, why);
	}
}

/* The arena that ends where the last element ends, without its last dword. */
static void refused_outside(void (*make)(void), unsigned int arena, const char *what)
{
	char why[PM4_VERDICT_TEXT] = "";
	bool good;

	make();
	good = translate() && accepted(PM4_R580, arena, 0, why) && !accepted(PM4_R580, arena, 4, why);
	if (!tap_ok(good, "a dword outside of the arena: %s", what))
		tap_note("%s %s", job.error, why);
}

static void test_outside(void)
{
	refused_outside(s_copy, CTM_GPU, "input");
	refused_outside(s_copy, CTM_GPUB, "output");
	refused_outside(s_copy_16, CTM_GPU, "input of 16 bits");
	refused_outside(s_copy_8888, CTM_GPUB, "output of 8 bits");
	refused_outside(s_copy_float2, CTM_GPUB, "output of two floats");
	refused_outside(s_outputs, CTM_SYS, "output D");
	refused_outside(s_cond_before, CTM_SYS, "conditional output of 16 bits");
	refused_outside(s_cond_after, CTM_SYS, "conditional output of 24 bits");
}

/* A stream is nothing beyond its dwords: a prefix of it is no other draw. */
static void test_state_kept(void)
{
	struct ctm_state kept;
	uint32_t n;

	copy_state(CTM_FLOAT32_4, 16);
	tap_ok(translate() && !job.used, "state alone is no packet");
	kept = job.state;
	n = 0;
	pack.used = 0;
	start();
	tap_ok(translate() && job.used > 300 && job.starts == 1 && !memcmp(&kept, &job.state, sizeof(kept)),
	       "the next command buffer starts with the state of the last");
	job.room = n = job.used - 1;
	tap_ok(!translate() && strstr(job.error, "need more than the") && job.used == n,
	       "a submission that is too long is refused");
	job.room++;
	tap_ok(translate(), "one that just fits is not");
}

/* ---- sentences ---- */

static void sentence(const char *words)
{
	bool good = !translate() && strstr(job.error, words) && job.error[strlen(job.error) - 1] == '.';

	if (!tap_ok(good, "refused: %s", words))
		tap_note("%s", job.error);
}

static void one_command(uint32_t code, unsigned int n, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
			const char *words)
{
	const uint32_t p[4] = { a, b, c, d };

	begin();
	ctmAppend(&pack, code, p, n);
	sentence(words);
}

#define F4	CTM_FORMAT(CTM_FLOAT32_4)

static void test_command_errors(void)
{
	uint32_t gpu = bases[CTM_GPU];

	begin();
	commands[pack.used++] = 0xc0004200;
	sentence("Dword 0: 0xc0004200 is no command");
	begin();
	commands[pack.used++] = CTM_COMMAND(CTM_SET_DOMAIN, 3);
	sentence("is no command");
	begin();
	ctmAppendSetDomain(&pack, 0, 0, 1, 1);
	pack.used = 2;
	sentence("set_domain has 4 parameters, of which 3 are missing");
	one_command(CTM_SET_INP_FMT, 4, 16, gpu, F4 | 4, 1, "input 16; there are 16");
	one_command(CTM_SET_OUT_FMT, 4, 4, gpu, F4 | 4, 1, "output 4; there are 4");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu + 1024, F4 | 4, 1, "is no multiple of 2048");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu + ARENA, F4 | 4, 1, "lies in no arena");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu - 2048, F4 | 4, 1, "lies in no arena");
	one_command(CTM_SET_INP_FMT, 4, 0, 0, F4 | 4, 1, "lies in no arena");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu + TAIL(2048), F4 | 4, 33, "end outside of the arena, which has 2048");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu, F4 | 6, 1, "are reserved");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu, CTM_FORMAT(5) | 4, 1, "format 5 is reserved");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu, F4 | CTM_FORMAT_TILING(1) | 4, 1, "tiling 1 is not public");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu, F4, 1, "0 x 1 elements");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu, F4 | 4, 0, "4 x 0 elements");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu, F4 | 4100, 1, "4100 x 1 elements");
	one_command(CTM_SET_INP_FMT, 4, 0, gpu, F4 | 4, 4097, "4 x 4097 elements");
	one_command(CTM_SET_OUT_FMT, 4, 0, gpu, CTM_FORMAT(CTM_FLOAT32_1) | 4, 1, "a line of 16 bytes is no multiple");
	one_command(CTM_SET_COND_OUT_FMT, 3, gpu, CTM_FORMAT(CTM_FLOAT32_1) | 8, 1, 0, "16 bits (0) or 24 bits (1)");
	one_command(CTM_SET_COND_TEST, 1, 8, 0, 0, 0, "bits 0x8 are reserved");
	one_command(CTM_SET_COND_LOC, 1, 2, 0, 0, 0, "bits 0x2 are reserved");
	one_command(CTM_SET_COND_VAL, 1, 0x40000000, 0, 0, 0, "not 0.0 to 1.0");
	one_command(CTM_SET_COND_VAL, 1, 0x7fc00000, 0, 0, 0, "not 0.0 to 1.0");
	one_command(CTM_SET_DOMAIN, 4, 0, 0, 4096, 0, "reserved");
	one_command(CTM_SET_DOMAIN, 4, 5, 0, 4, 0, "(4, 0) stands before the first (5, 0)");
	one_command(CTM_SET_INST_FMT, 2, 12, 0, 0, 0, "no multiple of 2048");
	one_command(CTM_SET_CONSTF_FMT, 2, gpu, 1, 0, 0, "reserved");
	one_command(CTM_SET_CONSTI_FMT, 2, gpu, CTM_FORMAT_TILING(2), 0, 0, "tiling 2 is not public");
	one_command(CTM_SET_PARAMS, 1, gpu + ARENA, 0, 0, 0, "lies in no arena");
	one_command(CTM_START_PROGRAM, 1, 1, 0, 0, 0, "reserved");
	one_command(CTM_WAIT_IDLE, 1, 1, 0, 0, 0, "reserved");
	one_command(CTM_START_PERF_COUNTERS, 1, 0, 0, 0, 0, "start_perf_counters: no performance counter");
	one_command(CTM_READ_PERF_COUNTERS, 1, 0, 0, 0, 0, "read_perf_counters: no performance counter");
	one_command(CTM_START_PROGRAM, 1, 0, 0, 0, 0, "no set_domain");
	/* Each arena ends before the next one begins. */
	one_command(CTM_SET_OUT_FMT, 4, 0, bases[CTM_SYS] + TAIL(2048), F4 | 4096, 4096, "end outside of the arena");
}

static void started(const char *program_text, const char *words)
{
	copy_state(CTM_FLOAT32_4, 16);
	if (program_text)
		program(program_text);
	start();
	sentence(words);
}

#define END	"\nOUT TEX_SEM_WAIT LAST; RGB MAD r0._ A.rgb"

static void test_start_errors(void)
{
	begin();
	ctmAppendSetDomain(&pack, 0, 0, 0, 0);
	start();
	sentence("no set_inst_fmt");
	started("ALU", "none of 512 is OUT with TEX_SEM_WAIT and LAST");
	started("OUT LAST", "has no last instruction");
	started("OUT TEX_SEM_WAIT LAST", "writes no output");
	started("TEX OP7 r0.rgba, t0.rgba, r0.rgba" END, "Instruction 0 of the program: no public fact");
	started("TEX LOOKUP r0.rgba, t3.rgba, r0.rgba" END, "input 3, which no set_inp_fmt");
	started("OUT TEX_SEM_WAIT LAST; RGB MAD r0._ C.r", "output 2, which no set_out_fmt");
	started("ALU; RGB MAD r0.rgb, c0.rgb" END, "no set_constf_fmt");
	started("FC LOOP JUMP_ADDR=1" END, "no set_consti_fmt");
	started("FC JUMP JUMP_FUNC=0x55 JUMP_ADDR=1" END, "no set_constb_fmt");
	copy_state(CTM_FLOAT32_4, 16);
	program("ALU; RGB MAD r0.rgb, c128.rgb" END);
	ctmAppendSetConstfFmt(&pack, bases[CTM_SYSC] + TAIL(2048));
	start();
	sentence("2064 bytes of constants at 0x600ff800 end outside");
	copy_state(CTM_FLOAT32_4, 16);
	ctmAppendSetDomain(&pack, 0, 0, 64, 31);
	start();
	sentence("the domain ends at (64, 31), outside of output 0 with 64 x 32");
	copy_state(CTM_FLOAT32_4, 16);
	ctmAppendSetCondOutFmt(&pack, bases[CTM_SYS], CTM_UINT16_1, 0, 64, 16);
	start();
	sentence("outside of the conditional output");
	copy_state(CTM_FLOAT32_4, 16);
	ctmAppendSetCondOutFmt(&pack, bases[CTM_SYS], CTM_UINT16_1, 0, 64, 32);
	ctmAppendSetCondLoc(&pack, CTM_COND_AFTER);
	start();
	sentence("which writes no W");
	/* A program at the end of its arena. */
	copy_state(CTM_FLOAT32_4, 16);
	ctmAppendSetInstFmt(&pack, bases[CTM_SYS] + TAIL(2048));
	start();
	sentence("none of 85 is OUT");
}

static void elf(uint32_t count, uint32_t *size)
{
	static struct ctm_as_program p;
	struct ctm_as_error e;
	FILE *f = fmemopen(at(PROGRAM), 0x4000, "wb");

	ctm_as_assemble(COPY, &p, &e);
	p.count = count;
	ctm_as_elf_write(&p, f);
	*size = ftell(f);
	fclose(f);
}

static void test_elf(void)
{
	const uint32_t *words;
	uint32_t size, bytes, plain, i, k = 0;
	bool same = true;

	s_copy();
	translate();
	plain = job.used;
	copy_state(CTM_FLOAT32_4, 16);
	elf(2, &size);
	start();
	tap_ok(translate() && job.used == plain, "a program as an ELF file is the same program");
	tap_ok(!ctm_as_elf_text(at(PROGRAM), size, &words, &bytes) && bytes == 48, "the assembler reads its ELF file");
	elf(1, &size);
	sentence("does not end: its last instruction");
	elf(0, &size);
	sentence("has 0 bytes");
	/* Damaged: no byte of the file makes the translation read outside of the arena (ASan). */
	elf(2, &size);
	for (i = 0; i < 84; i++)
		for (k = 0; k < 8; k++) {
			((unsigned char *)at(PROGRAM))[i] ^= 1u << k;
			same &= translate() || job.error[0];
			((unsigned char *)at(PROGRAM))[i] ^= 1u << k;
		}
	tap_ok(same, "a damaged ELF file has a sentence or is a program");
}

static void test_pack(void)
{
	uint32_t words[8] = { 0 };

	pack = (struct ctm_pack){ .words = words, .size = 7 };
	ctmAppendSetDomain(&pack, 1, 2, 3, 4);
	ctmAppendSetConstfFmt(&pack, 2048);
	tap_ok(pack.used == 8 && !words[5] && words[0] == 0xc0031400, "a command without room is counted, not written");
	pack = (struct ctm_pack){ .words = words, .size = 8 };
	ctmAppendSetDomain(&pack, 1, 2, 3, 4);
	ctmAppendSetConstiFmt(&pack, 2048);
	tap_ok(pack.used == 8 && words[5] == 0xc0010f00, "set_consti_fmt is 0xc0010f00");
	pack.used = 0;
	ctmAppendSetCondTest(&pack, CTM_COND_LESS);
	tap_ok(words[0] == 0xc0001b00, "set_cond_test is 0xc0001b00");
}

/* Any words: a sentence or a stream that the checker accepts. */
static void test_any(void)
{
	u64 state = 88172645463325252ull;
	u32 i, k, starts = 0, bad = 0, said = 0;
	char why[PM4_VERDICT_TEXT] = "";

	for (i = 0; i < 20000; i++) {
		scenarios[6 + i % (ARRAY_SIZE(scenarios) - 6)].make();
		for (k = 0; k < 1 + i % 3; k++) {
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			if (state & 1)
				commands[(state >> 8) % pack.used] ^= 1u << (state >> 40 & 31);
			else
				((u32 *)at(PROGRAM))[(state >> 8 & 0xff) % 60] ^= 1u << (state >> 40 & 31);
		}
		job.r520 = i & 1;
		if (!translate()) {
			said += job.error[strlen(job.error) - 1] == '.';
			continue;
		}
		starts += job.starts;
		/* Undefined bits and operations of an instruction are for the kernel to refuse. */
		if (job.used && !accepted(job.r520 ? PM4_R520 : PM4_R580, 0, 0, why) && !strstr(why, "nstruction") &&
		    !bad++)
			tap_note("%s", why);
	}
	tap_ok(starts > 3000 && said > 1000, "random changes: %u starts, %u sentences", starts, said);
	tap_ok(!bad, "the checker accepts what the library translates (%u not)", bad);
}

int main(int argc, char **argv)
{
	unsigned int i;

	text = malloc(text_size);
	for (i = 0; i < CTM_ARENAS; i++)
		memory[i] = calloc(1, ARENA);
	if (argc > 1 && !strcmp(argv[1], "--golden")) {
		make_golden();
		fputs(text, stdout);
		return 0;
	}
	test_pack();
	test_golden();
	test_accepted();
	test_outside();
	test_state_kept();
	test_command_errors();
	test_start_errors();
	test_elf();
	test_any();
	for (i = 0; i < CTM_ARENAS; i++)
		free(memory[i]);
	free(text);
	return tap_end();
}
