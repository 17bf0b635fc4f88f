// SPDX-License-Identifier: GPL-2.0
/*
 * atom-diff: generated images, run by this driver's interpreter and by the in-tree one.
 *
 * Both see the same registers.  If both runs reach their end, accesses, parameters and memory
 * must be equal; if this interpreter refuses to go on, all accesses before that.  The same
 * holds for the tables by which a driver sets the clocks of an emulated card.
 *
 *	atom-diff [IMAGES [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "model.h"
#include "rcp_atom.h"
#include "../../pm4/tap.h"

#define IMAGE_MAX	0x10000u
#define IMAGES		6000u
#define STEPS		2000u
#define FINDING		"build/atom-finding.rom"

/* Faults of the in-tree interpreter do not count; see kernel.c. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "handle_segv=0:handle_sigbus=0";
}

static uint32_t mix(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}

static void note(struct tape *tape, char kind, unsigned int space, uint32_t index, uint32_t value)
{
	if (tape->n < TAPE_EVENTS)
		tape->event[tape->n] = (struct tape_event){ (uint8_t)kind | space << 8, index, value };
	tape->n++;
}

uint32_t tape_read(struct tape *tape, unsigned int space, uint32_t index)
{
	/* A register keeps its value for a while, or changes at once; polls end either way. */
	uint32_t age = tape->seed & 1 ? tape->n : tape->n / 64;
	uint32_t value = mix(tape->seed ^ mix(index ^ space << 28 ^ age * 0x10001));

	/* Small numbers and zeros reach other branches of jumps and cases. */
	if (!(value & 0x30000000))
		value &= 7;
	note(tape, 'r', space, index, value);
	return value;
}

void tape_write(struct tape *tape, unsigned int space, uint32_t index, uint32_t value)
{
	note(tape, 'w', space, index, value);
}

void tape_delay(struct tape *tape, uint32_t us)
{
	note(tape, 'd', 0, 0, us);
}

/* ---- this driver's side ---- */

struct mine {
	struct rcp_atom atom;
	struct rcp_atom_image image;
	struct rcp_atom_why why;
	struct tape tape;
	uint32_t equal_up_to;		/* events before the first access outside of the memory */
	uint32_t scratch[DIFF_SCRATCH_DW];
	uint32_t params[DIFF_PS];
};

static void look_for_notes(struct mine *m)
{
	if (m->atom.notes && m->equal_up_to == UINT32_MAX)
		m->equal_up_to = m->tape.n;
}

static u32 mine_read(void *priv, enum rcp_atom_space space, u32 index)
{
	struct mine *m = priv;

	look_for_notes(m);
	return tape_read(&m->tape, space, index);
}

static void mine_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
	struct mine *m = priv;

	look_for_notes(m);
	tape_write(&m->tape, space, index, value);
}

static void mine_delay(void *priv, u32 us)
{
	struct mine *m = priv;

	look_for_notes(m);
	tape_delay(&m->tape, us);
}

static const struct rcp_atom_ops ops = {
	.read = mine_read, .write = mine_write, .delay = mine_delay,
};

static bool mine_run(struct mine *m, const uint8_t *bytes, uint32_t size, uint32_t table)
{
	bool good;

	m->atom.image = &m->image;
	m->atom.ops = &ops;
	m->atom.priv = m;
	m->atom.scratch = m->scratch;
	m->atom.scratch_dw = DIFF_SCRATCH_DW;
	m->atom.max_steps = STEPS;
	m->equal_up_to = UINT32_MAX;
	if (!rcp_atom_parse(&m->image, bytes, size, &m->why))
		return false;
	good = rcp_atom_run(&m->atom, table, m->params, DIFF_PS);
	look_for_notes(m);
	return good;
}

/* ---- the comparison ---- */

static struct {
	uint32_t images, ended, refused, parsed_not, unread, notes, other, events;
} total;

static void say_event(const char *who, const struct tape *tape, uint32_t i)
{
	const struct tape_event *e = &tape->event[i];

	if (i >= tape->n || i >= TAPE_EVENTS)
		tap_note("%s: no access %u", who, i);
	else
		tap_note("%s: access %u: %c space %u register 0x%x value 0x%x", who, i, (int)(e->kind & 0xff),
			 e->kind >> 8, e->index, e->value);
}

static bool same_events(const struct tape *a, const struct tape *b, uint32_t n)
{
	if (n > TAPE_EVENTS)
		n = TAPE_EVENTS;
	for (uint32_t i = 0; i < n; i++) {
		if (i < a->n && i < b->n && !memcmp(&a->event[i], &b->event[i], sizeof(a->event[i])))
			continue;
		say_event("rcp    ", a, i);
		say_event("in-tree", b, i);
		return false;
	}
	return true;
}

static bool same_results(const struct mine *m, const struct kernel_run *k)
{
	for (uint32_t i = 0; i < DIFF_PS; i++)
		if (m->params[i] != k->ps[i]) {
			tap_note("parameter %u: 0x%x, in-tree 0x%x", i, m->params[i], k->ps[i]);
			return false;
		}
	for (uint32_t i = 0; i < DIFF_SCRATCH_DW; i++)
		if (m->scratch[i] != k->scratch[i]) {
			tap_note("scratch %u: 0x%x, in-tree 0x%x", i, m->scratch[i], k->scratch[i]);
			return false;
		}
	return true;
}

/* Compare both runs as far as possible. */
static bool agree(const struct mine *m, bool good, const struct kernel_run *k, enum kernel_end end)
{
	uint32_t n = m->tape.n < m->equal_up_to ? m->tape.n : m->equal_up_to;

	/* It does not bound its lists: a broken byte after a table makes it run away. */
	if (end == KERNEL_UNREAD) {
		total.unread++;
		return true;
	}
	total.events += n;
	if (end == KERNEL_OTHER) {
		total.other++;
		return same_events(&m->tape, k->tape, n < k->tape->n ? n : k->tape->n);
	}
	if (!same_events(&m->tape, k->tape, n))
		return false;
	if (m->atom.notes) {
		total.notes++;
		return true;
	}
	if (!good) {
		total.refused++;
		return true;
	}
	total.ended++;
	if (end != KERNEL_DONE || k->tape->n != m->tape.n) {
		tap_note("ended after %u accesses; in-tree %u after %u", m->tape.n, end, k->tape->n);
		return false;
	}
	return same_results(m, k);
}

/* Run a table of an image with both; the seed determines the values of registers. */
static bool compare(const uint8_t *made, uint32_t size, uint32_t table, const uint32_t *params,
		    uint32_t seed)
{
	static struct tape tape;
	uint8_t *bytes = malloc(size);
	struct mine *m = calloc(1, sizeof(*m));
	struct kernel_run k = { .tape = &tape };
	enum kernel_end end;
	bool good, same;

	if (!bytes || !m)
		exit(1);
	/* A copy of exactly its size, so that the sanitizer sees an access past its end. */
	memcpy(bytes, made, size);
	for (uint32_t i = 0; i < DIFF_PARAMS; i++)
		m->params[i] = k.ps[i] = params[i];
	for (uint32_t i = 0; i < DIFF_SCRATCH_DW; i++)
		m->scratch[i] = k.scratch[i] = mix(seed ^ i << 16);
	m->tape.seed = seed;
	memset(&tape, 0, sizeof(tape));
	tape.seed = seed;
	total.images++;
	good = mine_run(m, bytes, size, table);
	if (!good && m->why.text[0]) {
		total.parsed_not++;
		same = true;
	} else {
		k.most = m->tape.n + 8;
		end = kernel_run(&k, bytes, size, table);
		same = agree(m, good, &k, end);
	}
	if (!same) {
		FILE *f = fopen(FINDING, "wb");

		tap_note("seed %u, table %u, %s; the image is " FINDING, seed, table,
			 good ? "ended" : m->atom.why.text);
		if (f) {
			fwrite(made, 1, size, f);
			fclose(f);
		}
	}
	free(m);
	free(bytes);
	return same;
}

static bool try_image(uint32_t seed)
{
	static uint8_t made[IMAGE_MAX];
	uint32_t params[DIFF_PARAMS];

	for (uint32_t i = 0; i < DIFF_PARAMS; i++)
		params[i] = mix(seed + i) >> (i % 4 * 8);
	return compare(made, diff_image(made, seed), seed % 6, params, seed);
}

/* Set a clock of one emulated card with both, if its ROM has the table. */
static bool try_clock(const uint8_t *rom, uint32_t size, uint32_t table, uint32_t *runs)
{
	static const uint32_t clocks[] = { 30000, 25000, 60000, 50000 };
	struct rcp_atom_image image;
	struct rcp_atom_why why;

	if (!rcp_atom_parse(&image, rom, size, &why))
		return false;
	for (uint32_t seed = 0; rcp_atom_present(&image, true, table) && seed < 4; seed++) {
		uint32_t params[DIFF_PARAMS] = { clocks[seed] };

		(*runs)++;
		if (!compare(rom, size, table, params, seed))
			return false;
	}
	return true;
}

/* R5xx cards have no table for the memory clock. */
static bool try_clocks(void)
{
	static uint8_t rom[MODEL_ROM_SIZE];
	uint32_t ended = total.ended, engine = 0, memory = 0, chips = 0;
	const struct model_chip *chip;

	for (; (chip = model_chip_by_index(chips)); chips++) {
		model_rom_build(chip, 1u << 30, 0, rom);
		if (!try_clock(rom, sizeof(rom), 10, &engine) || !try_clock(rom, sizeof(rom), 11, &memory))
			return false;
	}
	return engine == 4 * chips && memory > 0 && total.ended == ended + engine + memory;
}

/* Opcodes of the in-tree table, without those that differ on purpose. */
static uint32_t opcodes_never_run(void)
{
	uint32_t never = 0;

	for (uint32_t i = 1; i <= 120; i++) {
		if (i == 56 || i == 57 || i == 83 || i == 100 || i == 101 || kernel_opcode[i])
			continue;
		tap_note("opcode 0x%02x never ran", i);
		never++;
	}
	return never;
}

int main(int argc, char **argv)
{
	uint32_t images = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : IMAGES;
	uint32_t seed = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 1;
	uint32_t bad = 0;
	bool clocks;

	for (uint32_t i = 0; i < images && bad < 5; i++)
		bad += !try_image(seed + i);
	tap_note("%u images, %u accesses: %u came to their end, %u were refused on the way, %u before; %u that the in-tree one could not read, %u with accesses to nothing, %u with opcodes of two readings",
		 total.images, total.events, total.ended, total.refused, total.parsed_not, total.unread, total.notes,
		 total.other);
	tap_ok(!bad, "the same as the in-tree interpreter on %u images from seed %u", total.images, seed);
	clocks = try_clocks();
	tap_ok(clocks, "the same with the tables of the emulated cards that set clocks");
	tap_ok(!opcodes_never_run(), "all opcodes were run");
	tap_ok(total.ended >= images / 4, "one image in four came to its end");
	return tap_end();
}
