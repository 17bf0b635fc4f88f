// SPDX-License-Identifier: GPL-2.0
/*
 * pm4-judge: the judge by execution.
 *
 *   pm4-judge [-s SEED] [-n STREAMS] [-t SECONDS] [-o DIR] FILE...
 *	mutates the streams of recordings, cases and .r6cs of R5xx until STREAMS are accepted or SECONDS are over;
 *	findings are lines, and cases in DIR; exit status 1 if there are any
 *   pm4-judge [-c SEED] ...
 *	with caches (gpu_caches()); of cases and recordings a missing flush is a finding
 *   pm4-judge --replay FILE...
 *	runs cases and the submissions of recordings; TAP
 *   pm4-judge --sums FILE...
 *	a line for each submission of recordings: a hash of the bytes that it writes
 *
 * The same seed finds the same with -n.  Bad input is one line, and exit status 2.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "../pm4/tap.h"
#include "draw.h"

#define MAX_KEPT	4096u
#define MAX_FINDINGS	20u
#define MAX_COUNTERS	(1u << 18)
#define REPAIRS		4u
#define SLOW		100000u	/* accesses of a run */

/* An input that showed something new: the stream as a file, and the rest. */
struct kept {
	struct draw_memory *memory;
	u8 *file;
	u32 size;
	u32 nedits;
	struct draw_edit edit[DRAW_EDITS];
	u64 cost;	/* accesses of its run */
};

static struct kept kept[MAX_KEPT];
static u32 nkept, recorded;
static u8 *counters, *counters_end;
static u8 covered[MAX_COUNTERS];
static u64 near_seen[GPU_CLIENTS][2];
static u32 edges;
static struct draw_case now;
static bool caches;

/* Counters of the instrumented objects: the checker, the card and the machine. */
void __sanitizer_cov_8bit_counters_init(u8 *first, u8 *end);
void __sanitizer_cov_8bit_counters_init(u8 *first, u8 *end)
{
	counters = first;
	counters_end = end - first < (long)MAX_COUNTERS ? end : first + MAX_COUNTERS;
}

static void clear_counters(void)
{
	memset(counters, 0, (size_t)(counters_end - counters));
}

static u64 clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000ull + (u64)t.tv_nsec;
}

/* A bit for each power of two of a count. */
static u8 bucket[256];

static void fill_buckets(void)
{
	static const u8 bits[] = { 0, 1, 2, 4, 8, 8, 8, 8 };
	u32 n;

	for (n = 0; n < 256; n++)
		bucket[n] = n < 8 ? bits[n] : n < 16 ? 16 : n < 32 ? 32 : n < 128 ? 64 : 128;
}

/* Whether the edge has not been covered so often. */
static bool cover(const u8 *p)
{
	u8 *seen = &covered[p - counters], bits = bucket[*p] & ~*seen;

	if (!bits)
		return false;
	edges += !*seen;
	*seen |= bits;
	return true;
}

/* Whether the run has covered more than all before it, or come nearer to an end. */
static bool is_new(const struct draw_verdict *v)
{
	bool new = false;
	u64 eight;
	u8 *p;
	u32 i;

	/* Most edges are not covered. */
	for (p = counters; counters_end - p >= 8; p += 8) {
		memcpy(&eight, p, sizeof(eight));
		for (i = 0; eight; i++, eight >>= 8)
			new |= cover(p + i);
	}
	for (; p < counters_end; p++)
		new |= cover(p);
	for (i = 0; i < 2 * GPU_CLIENTS; i++) {
		u64 bit = v->near[i / 2][i % 2] ? 1ull << (v->near[i / 2][i % 2] - 1) : 0;

		if (bit & ~near_seen[i / 2][i % 2])
			new = true;
		near_seen[i / 2][i % 2] |= bit;
	}
	return new;
}

static void keep(const struct draw_case *c, u32 at, u64 cost)
{
	static u8 file[1 << 17];
	struct kept *k = &kept[at];

	k->size = (u32)stream_write(&c->stream, file, sizeof(file));
	free(k->file);
	k->file = malloc(k->size);
	if (!k->file)
		abort();
	memcpy(k->file, file, k->size);
	k->memory = c->memory;
	k->nedits = c->nedits;
	memcpy(k->edit, c->edit, sizeof(k->edit));
	k->cost = cost;
}

static void take(void *ctx, const struct draw_case *c)
{
	if (nkept == MAX_KEPT / 2)
		return;
	keep(c, nkept++, 0);
	recorded = nkept;
}

static const char *load(const char *path)
{
	FILE *f = fopen(path, "rb");
	char magic[4] = "";
	const char *why;

	if (f) {
		why = fread(magic, 4, 1, f) == 1 ? NULL : "is empty";
		fclose(f);
		if (why)
			return why;
	}
	if (memcmp(magic, "PM4J", 4) && memcmp(magic, "R6CS", 4))
		return draw_capture(path, take, NULL);
	why = magic[0] == 'P' ? draw_case_load(&now, path) : draw_case_stream(&now, path);
	if (!why)
		take(NULL, &now);
	return why;
}

/* Without the packet at fault a stream may be accepted. */
static void repair(struct stream *s)
{
	struct draw_verdict v;
	u32 tries;

	for (tries = 0; tries < REPAIRS && !draw_accepts(s, &v) && v.at < s->ndw; tries++)
		stream_remove(s, v.at, stream_packet_dw(s, v.at));
}

static void pick(struct random *r)
{
	u32 tries, i = 0;

	for (tries = 0; tries < 4; tries++) {
		i = mutate_below(r, 2) ? mutate_below(r, nkept) :
		    nkept - 1 - mutate_below(r, nkept < 256 ? nkept : 256);
		if (kept[i].cost < SLOW)
			break;
	}
	stream_read(&now.stream, kept[i].file, kept[i].size);
	now.memory = kept[i].memory;
	now.nedits = kept[i].nedits;
	memcpy(now.edit, kept[i].edit, sizeof(now.edit));
}

static u32 options_of(struct random *r)
{
	u32 x = mutate_rnd(r);

	return (x % 64 ? 0 : DRAW_WHOLE) | (x >> 8 & 15 ? 0 : DRAW_TWICE) | (x >> 12 & 15 ? 0 : DRAW_NEXT) |
	       (x >> 16 & 3 ? 0 : DRAW_ORACLE);
}

static void report(u64 streams, double seconds)
{
	struct rusage use;
	int i;

	getrusage(RUSAGE_SELF, &use);

	printf("judged: %llu accepted, %llu refused, %llu draws, %llu hung, %llu endless programs, %u kept, %u of %u edges, %.0f s, %ld MiB\n",
	       (unsigned long long)streams, (unsigned long long)draw_stats.refused,
	       (unsigned long long)draw_stats.draws, (unsigned long long)draw_stats.hung,
	       (unsigned long long)draw_stats.endless, nkept, edges,
	       (u32)(counters_end - counters), seconds, use.ru_maxrss / 1024);
	if (caches)
		printf("caches: %llu lines about missing flushes\n", (unsigned long long)draw_stats.stale);
	printf("%-14s %14s %12s %s\n", "client", "accesses", "at the end", "nearest byte to it");
	for (i = 0; i < GPU_CLIENTS; i++) {
		const struct draw_client *c = &draw_stats.client[i];

		if (c->near)
			printf("%-14s %14llu %12llu %llu\n", gpu_client_name(i), (unsigned long long)c->accesses,
			       (unsigned long long)c->ends, (unsigned long long)c->near - 1);
		else
			printf("%-14s %14llu %12s -\n", gpu_client_name(i), (unsigned long long)c->accesses, "-");
	}
}

static bool found(const struct draw_verdict *v, const char *dir, u32 number)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%08x-%u.pm4j", dir, now.seed, number);
	printf("FINDING: %s: %s\n", path, v->finding);
	fflush(stdout);
	return draw_case_save(&now, path);
}

/* Accesses of all runs: a measure of time that is the same on all machines. */
static u64 accesses(void)
{
	u64 sum = 0;
	int i;

	for (i = 0; i < GPU_CLIENTS; i++)
		sum += draw_stats.client[i].accesses;
	return sum;
}

static int fuzz(u32 seed, u64 streams, u32 seconds, const char *dir)
{
	struct random r = { seed * 0x9e3779b97f4a7c15ull + 0x632be59bd9b4e019ull };
	u64 begin = clock_ns(), before;
	u32 findings = 0, tried = 0;
	struct draw_verdict v;
	u32 i;

	memset(&draw_stats, 0, sizeof(draw_stats));
	fill_buckets();
	draw_begins = clear_counters;
	for (i = 0; i < recorded; i++) {
		pick(&r);
		stream_read(&now.stream, kept[i].file, kept[i].size);
		now.memory = kept[i].memory;
		now.nedits = kept[i].nedits;
		draw_tighten(&now, &r, true);
		keep(&now, i, 0);
	}
	while (draw_stats.accepted < streams && findings < MAX_FINDINGS) {
		if (!(++tried & 63) && seconds && clock_ns() - begin > seconds * 1000000000ull)
			break;
		pick(&r);
		draw_mutate(&now, &r);
		now.options = options_of(&r);
		clear_counters();
		repair(&now.stream);
		if (!mutate_below(&r, 3))
			draw_tighten(&now, &r, !mutate_below(&r, 16));
		before = accesses();
		draw_run(&now, &v);
		if (v.finding[0] && !found(&v, dir, findings++)) {
			fprintf(stderr, "pm4-judge: cannot write to %s\n", dir);
			return 2;
		}
		if (v.accepted && is_new(&v))
			keep(&now, nkept < MAX_KEPT ? nkept++ : recorded + mutate_below(&r, MAX_KEPT - recorded),
			     accesses() - before);
	}
	report(draw_stats.accepted, (double)(clock_ns() - begin) / 1e9);
	return findings ? 1 : 0;
}

static void judge_one(void *ctx, const struct draw_case *c)
{
	const char *path = ctx;
	struct draw_verdict v;

	draw_run(c, &v);
	tap_ok(!v.finding[0], "%s%s%s", path, v.finding[0] ? ": " : "", v.finding);
	draw_memory_free(c->memory);
}

static void sum_one(void *ctx, const struct draw_case *c)
{
	struct draw_verdict v;

	draw_run(c, &v);
	printf("%016llx %u\n", (unsigned long long)draw_sum(c->memory), c->stream.ndw);
	draw_memory_free(c->memory);
}

static int each(int n, char **files, void (*take_one)(void *ctx, const struct draw_case *c))
{
	const char *why;
	int i;

	for (i = 0; i < n; i++) {
		why = draw_case_load(&now, files[i]);
		if (!why)
			take_one(files[i], &now);
		else if (!strcmp(why, "is no case"))
			why = draw_capture(files[i], take_one, files[i]);
		if (!why)
			continue;
		fprintf(stderr, "pm4-judge: %s %s\n", files[i], why);
		return 2;
	}
	return 0;
}

static int usage(void)
{
	fprintf(stderr, "usage: pm4-judge [-c SEED] [-s SEED] [-n STREAMS] [-t SECONDS] [-o DIR] FILE...\n"
			"       pm4-judge [-c SEED] --replay FILE...\n"
			"       pm4-judge [-c SEED] --sums FILE...\n");
	return 2;
}

int main(int argc, char **argv)
{
	u64 streams = ~0ull, value;
	u32 seed = 1, seconds = 0;
	const char *dir = ".", *why;
	char *end;
	int i;

	if (argc > 2 && !strcmp(argv[1], "-c")) {
		value = strtoull(argv[2], &end, 10);
		if (*end || end == argv[2])
			return usage();
		argc -= 2;
		argv += 2;
		caches = true;
		draw_caches((u32)value, argc > 1 && argv[1][1] == '-');
	}
	if (argc > 2 && !strcmp(argv[1], "--replay")) {
		i = each(argc - 2, argv + 2, judge_one);
		return i ? i : tap_end();
	}
	if (argc > 2 && !strcmp(argv[1], "--sums"))
		return each(argc - 2, argv + 2, sum_one);
	for (i = 1; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		value = strtoull(argv[i + 1], &end, 10);
		if (!strcmp(argv[i], "-o"))
			dir = argv[i + 1];
		else if (*end || end == argv[i + 1])
			return usage();
		else if (!strcmp(argv[i], "-s"))
			seed = (u32)value;
		else if (!strcmp(argv[i], "-n"))
			streams = value;
		else if (!strcmp(argv[i], "-t"))
			seconds = (u32)value;
		else
			return usage();
	}
	if (i >= argc || (streams == ~0ull && !seconds))
		return usage();
	for (; i < argc; i++) {
		why = load(argv[i]);
		if (!why)
			continue;
		fprintf(stderr, "pm4-judge: %s %s\n", argv[i], why);
		return 2;
	}
	if (!nkept) {
		fprintf(stderr, "pm4-judge: no stream in the files\n");
		return 2;
	}
	return fuzz(seed, streams, seconds, dir);
}
