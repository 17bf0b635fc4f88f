// SPDX-License-Identifier: GPL-2.0
/*
 * Recorded submissions of VideoCore IV (.v4cs): check, decode, stats and bench.
 */
#include <stdlib.h>
#include "pm4_table.h"
#include "tool.h"
#include "vc4/pm4_vc4.h"

/**
 * struct v4cs - a submission
 * @in: it; points into the file
 * @buffers: its buffers
 * @memory: memory for a check
 */
struct v4cs {
	struct vc4_input in;
	struct vc4_buffer *buffers;
	void *memory;
};

static void v4cs_free(struct v4cs *v)
{
	free(v->buffers);
	free(v->memory);
}

static int v4cs_open(struct v4cs *v, const u8 *image, size_t size, char *error)
{
	*v = (struct v4cs){ 0 };
	v->buffers = calloc(vc4_file_buffers(image, size) + 1ull, sizeof(*v->buffers));
	if (!v->buffers)
		return r6cs_err(error, "out of memory");
	if (vc4_file_parse(image, size, v->buffers, &v->in, error)) {
		v4cs_free(v);
		return -1;
	}
	v->memory = malloc(vc4_memory_size(&v->in));
	if (v->memory)
		return 0;
	v4cs_free(v);
	r6cs_err(error, "out of memory");
	return -1;
}

static int v4cs_check(const struct r6cs *cs, const char **rule, char *text, char *error)
{
	struct vc4_verdict verdict;
	struct v4cs v;
	int ret;

	if (v4cs_open(&v, cs->image, cs->image_bytes, error))
		return -1;
	ret = vc4_check(&v.in, v.memory, &verdict);
	if (ret) {
		*rule = vc4_rule_name(verdict.rule);
		vc4_verdict_text(&verdict, text, FORMAT_TEXT);
	}
	v4cs_free(&v);
	return ret;
}

static void print_line(void *ctx, const char *text)
{
	puts(text);
}

static int v4cs_decode(const struct r6cs *cs, char *error)
{
	struct vc4_decoder d = { .line = print_line };
	char text[VC4_TEXT];
	struct vc4_verdict verdict;
	struct v4cs v;
	int ret;

	if (v4cs_open(&v, cs->image, cs->image_bytes, error))
		return -1;
	ret = vc4_check(&v.in, v.memory, &verdict);
	printf("# %s: BCM2835, %u buffers, list %u bytes, ", cs->name, v.in.nbuffers,
	       v.in.list_bytes);
	printf("%u records in %u bytes, uniforms %u bytes\n", v.in.nrecords, v.in.records_bytes,
	       v.in.uniforms_bytes);
	d.in = &v.in;
	d.verdict = &verdict;
	vc4_decode(&d, v.memory);
	if (ret) {
		vc4_verdict_text(&verdict, text, sizeof(text));
		printf("# refused, %s: %s\n", vc4_rule_name(verdict.rule), text);
	}
	v4cs_free(&v);
	return ret;
}

/* ---- stats ---- */

/* Counts of all submissions; a reserved code or number has no row, and is counted as the last. */
static struct {
	u64 submissions, refused, buffers, list, records_bytes, uniforms, code;
	u64 records[256];
	u64 items[16][PM4_SET_SIZE];
} counts;

static void count_list(const struct vc4_input *in)
{
	u32 at, bytes;

	for (at = 0; at < in->list_bytes; at += bytes) {
		u32 n = vc4_front.tables->records[in->list[at]];

		bytes = n ? vc4_front.tables->record_rows[n - 1].bytes : 1;
		counts.records[in->list[at]]++;
	}
}

/* What the lines of the decoder say of programs and textures, by the sets of the tables. */
static void count_item(void *ctx, u32 set, u32 number)
{
	counts.items[set][number % PM4_SET_SIZE]++;
}

static int v4cs_count(const struct r6cs *cs, char *error)
{
	struct vc4_verdict verdict;
	struct v4cs v;
	u32 i;

	if (v4cs_open(&v, cs->image, cs->image_bytes, error))
		return -1;
	counts.submissions++;
	counts.refused += vc4_check(&v.in, v.memory, &verdict);
	counts.buffers += v.in.nbuffers;
	counts.list += v.in.list_bytes;
	counts.records_bytes += v.in.records_bytes;
	counts.uniforms += v.in.uniforms_bytes;
	for (i = 0; i < v.in.nbuffers; i++)
		counts.code += v.in.buffers[i].code_bytes;
	count_list(&v.in);
	vc4_count(&v.in, v.memory, count_item, NULL);
	v4cs_free(&v);
	return 0;
}

static const char *item_name(const struct pm4_set *set, u32 number)
{
	u32 n = set->items[number];

	return n ? vc4_front.tables->item_rows[n - 1].name : "(reserved)";
}

static void v4cs_print_counts(void)
{
	const struct pm4_tables *t = vc4_front.tables;
	u32 i, n;

	if (!counts.submissions)
		return;
	printf("submissions %llu, refused %llu, buffers %llu, ",
	       (unsigned long long)counts.submissions, (unsigned long long)counts.refused,
	       (unsigned long long)counts.buffers);
	printf("bytes: lists %llu, records %llu, uniforms %llu, code %llu\n",
	       (unsigned long long)counts.list,
	       (unsigned long long)counts.records_bytes, (unsigned long long)counts.uniforms,
	       (unsigned long long)counts.code);
	for (i = 0; i < 256; i++)
		if (counts.records[i])
			printf("record %u %s %llu\n", i, t->records[i] ?
			       t->record_rows[t->records[i] - 1].name : "(reserved)",
			       (unsigned long long)counts.records[i]);
	for (i = 0; i < t->nsets; i++)
		for (n = 0; n < t->sets[i].size; n++)
			if (counts.items[i][n])
				printf("%s %u %s %llu\n", t->sets[i].name, n,
				       item_name(&t->sets[i], n),
				       (unsigned long long)counts.items[i][n]);
}

/* ---- bench ---- */

static struct {
	struct copy {
		struct v4cs v;
		u8 *image;
	} *copies;
	int n, accepted;
	u64 bytes, code;
} bench;

static int v4cs_bench_add(const struct r6cs *cs, char *error)
{
	struct copy *more = realloc(bench.copies, (bench.n + 1) * sizeof(*more)), *c;
	struct vc4_verdict verdict;
	u32 i;

	if (!more)
		return r6cs_err(error, "out of memory");
	bench.copies = more;
	c = &more[bench.n];
	c->image = malloc(cs->image_bytes);
	if (!c->image)
		return r6cs_err(error, "out of memory");
	memcpy(c->image, cs->image, cs->image_bytes);
	if (v4cs_open(&c->v, c->image, cs->image_bytes, error)) {
		free(c->image);
		return -1;
	}
	bench.n++;
	bench.accepted += !vc4_check(&c->v.in, c->v.memory, &verdict);
	bench.bytes += (u64)c->v.in.list_bytes + c->v.in.records_bytes + c->v.in.uniforms_bytes;
	for (i = 0; i < c->v.in.nbuffers; i++)
		bench.code += c->v.in.buffers[i].code_bytes;
	return 0;
}

static void check_all(void *ctx)
{
	struct vc4_verdict verdict;
	int i;

	for (i = 0; i < bench.n; i++)
		vc4_check(&bench.copies[i].v.in, bench.copies[i].v.memory, &verdict);
}

static void check_code(void *ctx)
{
	struct vc4_verdict verdict;
	int i;

	for (i = 0; i < bench.n; i++)
		vc4_check_code(&bench.copies[i].v.in, bench.copies[i].v.memory, &verdict);
}

static void print_cost(const char *what, double ns, double instructions, u64 bytes)
{
	if (!bytes)
		return;
	printf("%-26s %7.3f ns/byte", what, ns / bytes);
	if (instructions)
		printf(" %7.2f instructions/byte", instructions / bytes);
	putchar('\n');
}

static void v4cs_bench(int counter)
{
	struct cost all, code;

	if (!bench.n)
		return;
	all = measure(counter, check_all, NULL);
	code = measure(counter, check_code, NULL);
	printf("%d submissions, %llu bytes of lists, records and uniforms, ", bench.n,
	       (unsigned long long)bench.bytes);
	printf("%llu of code, %d accepted\n", (unsigned long long)bench.code, bench.accepted);
	print_cost("lists, records, uniforms", all.ns - code.ns,
		   (double)all.instructions - code.instructions, bench.bytes);
	print_cost("code", code.ns, code.instructions, bench.code);
	print_cost("together", all.ns, all.instructions, bench.bytes + bench.code);
	while (bench.n) {
		struct copy *c = &bench.copies[--bench.n];

		v4cs_free(&c->v);
		free(c->image);
	}
	free(bench.copies);
	bench.copies = NULL;
}

const struct format v4cs_format = {
	.magic = "V4CS",
	.front = &vc4_front,
	.check = v4cs_check,
	.decode = v4cs_decode,
	.count = v4cs_count,
	.print_counts = v4cs_print_counts,
	.bench_add = v4cs_bench_add,
	.bench = v4cs_bench,
};
