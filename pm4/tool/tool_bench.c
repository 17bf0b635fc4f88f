// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 bench: measures three kinds of work over all files: the check; check, copy and patch,
 * which is all that a submission needs; the copy alone.
 */
#include <stdlib.h>
#include <unistd.h>
#include "tool.h"

/**
 * struct chip - a chip of the streams
 * @front: its front
 * @chip: its number in the front
 * @checker: its checker
 * @live: state that the streams so far have left
 * @next: the next chip
 */
struct chip {
	const struct pm4_front *front;
	u32 chip;
	struct pm4_checker *checker;
	struct pm4_live live;
	struct chip *next;
};

struct bench {
	struct input input;
	struct r6cs *cs;
	struct chip **chip;
	struct chip *chips;
	int n;
	u32 *out;
	u32 out_dw;
	struct pm4_patch *patches;
	u32 room;
	u64 *written;
	u32 nbuffers;
	u64 dwords, patched, accepted, refused;
	u64 preambles, preamble_dw;
	int others;	/* submissions of other formats */
	int counter;
};

static int check_one(struct bench *b, int i, struct pm4_result *result)
{
	struct pm4_verdict verdict;

	return pm4_check(b->chip[i]->checker, &b->cs[i].in, b->patches,
			 b->room, b->written, result, &verdict);
}

static void check_all(void *ctx)
{
	struct bench *b = ctx;
	struct pm4_result result;
	int i;

	for (i = 0; i < b->n; i++)
		check_one(b, i, &result);
}

static void prepare_all(void *ctx)
{
	struct bench *b = ctx;
	struct pm4_result result;
	int i;

	for (i = 0; i < b->n; i++) {
		if (check_one(b, i, &result))
			continue;
		memcpy(b->out, b->cs[i].in.ib, (size_t)b->cs[i].in.ib_dw * 4);
		pm4_patch_apply(b->out, b->patches, result.npatches, b->cs[i].addrs);
		__asm__ volatile("" : : "r"(b->out) : "memory");
	}
}

static void copy_all(void *ctx)
{
	struct bench *b = ctx;
	int i;

	for (i = 0; i < b->n; i++) {
		memcpy(b->out, b->cs[i].in.ib, (size_t)b->cs[i].in.ib_dw * 4);
		__asm__ volatile("" : : "r"(b->out) : "memory");
	}
}

static void print_cost(const struct bench *b, const char *what, struct cost c)
{
	printf("%-18s %7.3f ns/dword", what, c.ns / b->dwords);
	if (c.instructions)
		printf("  %7.3f instructions/dword", (double)c.instructions / b->dwords);
	putchar('\n');
}

/* Returns NULL without memory. */
static struct chip *find_chip(struct bench *b, const struct pm4_card *card)
{
	struct chip *c;

	for (c = b->chips; c; c = c->next)
		if (c->front == card->front && c->chip == card->chip)
			return c;
	c = calloc(1, sizeof(*c));
	if (!c)
		return NULL;
	*c = (struct chip){ .front = card->front, .chip = card->chip, .next = b->chips };
	b->chips = c;
	c->checker = calloc(1, pm4_checker_size(card->front));
	if (!c->checker)
		return NULL;
	pm4_checker_init(c->checker, card);
	return c;
}

static int load(struct bench *b)
{
	char error[R6CS_ERROR];
	struct r6cs *cs, *more, next;
	int ret, i;
	u32 room;

	while (input_next(&b->input, &next, error, &ret)) {
		if (!ret && next.format) {
			ret = next.format->bench_add(&next, error);
			b->others += !ret;
			if (!ret)
				continue;
		}
		more = realloc(b->cs, (b->n + 1) * sizeof(*b->cs));
		if (!more) {
			r6cs_free(&next);
			return -1;
		}
		b->cs = more;
		cs = &b->cs[b->n];
		*cs = next;
		if (ret || !cs->known) {
			fprintf(stderr, "skip %s: %s\n", cs->name,
				ret ? error : "another chip or ring");
			r6cs_free(cs);
			continue;
		}
		b->n++;
		b->dwords += cs->in.ib_dw + cs->in.const_dw;
		if (b->out_dw < cs->in.ib_dw)
			b->out_dw = cs->in.ib_dw;
		if (b->nbuffers < cs->in.nbuffers)
			b->nbuffers = cs->in.nbuffers;
	}
	b->chip = calloc(b->n + 1, sizeof(*b->chip));
	for (i = 0; b->chip && i < b->n; i++) {
		b->chip[i] = find_chip(b, &b->cs[i].card);
		if (!b->chip[i])
			return -1;
		room = pm4_patches_max(b->cs[i].card.front, b->cs[i].in.ib_dw);
		if (b->room < room)
			b->room = room;
	}
	b->out = b->out_dw ? malloc((size_t)b->out_dw * 4) : NULL;
	b->patches = malloc((b->room + 1ull) * sizeof(*b->patches));
	b->written = malloc((PM4_BITMAP_WORDS((size_t)b->nbuffers) + 1) * sizeof(*b->written));
	return b->chip && b->out && b->patches && b->written ? 0 : -1;
}

/* Length in dwords of a job's preamble, after all jobs before it on the same chip. */
static u32 preamble_dw(struct pm4_live *live, const struct r6cs *cs,
		       const struct pm4_footprint *footprint)
{
	const struct pm4_front *front = cs->card.front;
	u32 *out = front->neutral ? calloc(front->preamble_max_dw, sizeof(*out)) : NULL;
	struct pm4_live reset;
	u32 dw = 0;

	pm4_footprint_apply(front, live, footprint, &reset);
	if (out)
		dw = pm4_neutral_emit(&cs->card, &reset, 1 << 16, out, front->preamble_max_dw);
	free(out);
	return dw;
}

static void count_verdicts(struct bench *b)
{
	struct pm4_result result;
	u32 dw;
	int i;

	for (i = 0; i < b->n; i++) {
		if (check_one(b, i, &result)) {
			b->refused++;
			continue;
		}
		b->accepted++;
		b->patched += result.npatches;
		dw = preamble_dw(&b->chip[i]->live, &b->cs[i], &result.footprint);
		b->preambles += dw > 0;
		b->preamble_dw += dw;
	}
}

static void print_streams(struct bench *b)
{
	count_verdicts(b);
	printf("%d streams, %llu dwords, %llu accepted, %llu refused, best of %d rounds%s\n", b->n,
	       (unsigned long long)b->dwords, (unsigned long long)b->accepted,
	       (unsigned long long)b->refused, MEASURE_ROUNDS,
	       b->counter < 0 ? " (no instruction counter here)" : "");
	print_cost(b, "check", measure(b->counter, check_all, b));
	print_cost(b, "check, copy, patch", measure(b->counter, prepare_all, b));
	print_cost(b, "memcpy", measure(b->counter, copy_all, b));
	printf("patches            %7.3f for each dword\n", (double)b->patched / b->dwords);
	printf("preamble           %7.3f for each dword (%llu of %llu streams, run in turn)\n",
	       (double)b->preamble_dw / b->dwords, (unsigned long long)b->preambles,
	       (unsigned long long)b->accepted);
}

int tool_bench(int nfiles, char **files)
{
	struct bench b = { .counter = measure_counter(), .input = { .formats = formats } };
	const struct format * const *f;
	struct chip *c;
	bool streams;
	int i, ret = 1;

	if (input_open(&b.input, nfiles, files))
		return 2;
	streams = !load(&b);
	if (!streams && !b.others) {
		fputs("pm4: nothing to measure\n", stderr);
		goto out;
	}
	if (streams)
		print_streams(&b);
	for (f = formats; *f; f++)
		(*f)->bench(b.counter);
	ret = 0;
out:
	input_close(&b.input);
	for (i = 0; i < b.n; i++)
		r6cs_free(&b.cs[i]);
	while ((c = b.chips)) {
		b.chips = c->next;
		free(c->checker);
		free(c);
	}
	free(b.chip);
	free(b.cs);
	free(b.out);
	free(b.patches);
	free(b.written);
	if (b.counter >= 0)
		close(b.counter);
	return ret;
}
