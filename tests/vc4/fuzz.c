// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzer of VideoCore IV submissions: changes fields of recorded ones and asks the oracle after
 * each accept whether every access is inside the buffers.
 *
 *	vc4-fuzz [--runs N | --seconds N] [--seed N] [--save FOLDER] FILE...
 *	vc4-fuzz --judge yes FILE...		the oracle alone, without the checker
 *	vc4-fuzz --large BYTES FILE...		writes a submission with that many bytes of state
 *
 * Deterministic for a seed.  Exit code 1 if there is a finding.
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "oracle.h"
#include "pm4_table.h"

#define HEAD		144u	/* bytes before the buffers */
#define MAX_SIZE	(1u << 17)
#define MAX_FILES	1024
#define SPARE		4096u	/* room for bytes that a mutation adds */

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0";	/* of the oracle, after a finding */
}

/**
 * struct file - a recorded submission, and where its parts are
 * @data: the bytes
 * @size: their number
 * @list: offset of the list; the other parts follow
 */
struct file {
	u8 *data;
	u32 size, nbuffers, list, list_bytes, records, records_bytes, uniforms, uniforms_bytes;
	u32 code, code_bytes;
};

static struct file files[MAX_FILES];
static u32 nfiles;
static unsigned long long seed = 1;

static u32 rnd(u32 n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return n ? (u32)(seed >> 33) % n : 0;
}

static u32 pad(u32 n)
{
	return (n + 3) & ~3u;
}

static void find_parts(struct file *f)
{
	f->list_bytes = get32(f->data + 24);
	f->records_bytes = get32(f->data + 28);
	f->uniforms_bytes = get32(f->data + 36);
	f->nbuffers = get32(f->data + 40);
	f->list = HEAD + 16 * f->nbuffers;
	f->records = f->list + pad(f->list_bytes);
	f->uniforms = f->records + pad(f->records_bytes);
	f->code = f->uniforms + pad(f->uniforms_bytes);
	f->code_bytes = f->size > f->code ? f->size - f->code : 0;
}

static bool read_file(const char *name, struct file *f)
{
	FILE *in = fopen(name, "rb");

	f->data = malloc(MAX_SIZE + SPARE);
	f->size = in ? fread(f->data, 1, MAX_SIZE, in) : 0;
	if (in)
		fclose(in);
	if (f->size < HEAD || f->size == MAX_SIZE) {
		free(f->data);
		return false;
	}
	find_parts(f);
	return true;
}

static void put32(u8 *p, u32 value)
{
	memcpy(p, &value, 4);
}

/* A value that is likely to be at an edge, of @width bits, near the present one. */
static u32 edge(u32 now, u32 width)
{
	u32 max = width > 31 ? ~0u : (1u << width) - 1;

	switch (rnd(9)) {
	case 0: return 0;
	case 1: return max;
	case 2: return now + 1;
	case 3: return now - 1;
	case 4: return now ^ 1u << rnd(width);
	case 5: return now * 2;
	case 6: return now / 2;
	case 7: return 1u << rnd(width);
	default: return rnd(max ? max : ~0u);
	}
}

static void set_bits(u8 *p, u32 shift, u32 width)
{
	u32 value = 0, i;

	for (i = 0; i < width; i++)
		value |= (u32)(p[(shift + i) / 8] >> (shift + i) % 8 & 1) << i;
	value = edge(value, width);
	for (i = 0; i < width; i++) {
		p[(shift + i) / 8] &= ~(1u << (shift + i) % 8);
		p[(shift + i) / 8] |= (value >> i & 1) << (shift + i) % 8;
	}
}

/* ---- mutations, by part ---- */

static const struct pm4_record_row *row_at(const struct file *f, u32 at)
{
	u32 n = vc4_front.tables->records[f->data[f->list + at]];

	return n ? &vc4_front.tables->record_rows[n - 1] : NULL;
}

/* A record of the list at random. */
static u32 some_record(const struct file *f)
{
	u32 at = 0, pick = 0, n = 0;
	const struct pm4_record_row *row;

	for (; at < f->list_bytes; at += row->bytes) {
		row = row_at(f, at);
		if (!row || row->bytes > f->list_bytes - at)
			break;
		if (!rnd(++n))
			pick = at;
	}
	return pick;
}

static void change_field(struct file *f)
{
	u32 at = some_record(f);
	const struct pm4_record_row *row = f->list_bytes ? row_at(f, at) : NULL;
	const struct pm4_field *field;

	if (!row || !row->nfields || row->bytes > f->list_bytes - at)
		return;
	field = &vc4_front.tables->fields[row->fields + rnd(row->nfields)];
	set_bits(f->data + f->list + at + 1, field->shift, field->width);
}

/* Remove a record, double it, or exchange it with the next one: the list keeps its length. */
static void change_order(struct file *f)
{
	u32 a = some_record(f), n, m;
	const struct pm4_record_row *row = f->list_bytes ? row_at(f, a) : NULL, *next;
	u8 *p = f->data + f->list + a, copy[64];

	if (!row || row->bytes > f->list_bytes - a)
		return;
	n = row->bytes;
	next = a + n < f->list_bytes ? row_at(f, a + n) : NULL;
	if (rnd(3) == 0) {
		memset(p, 1, n);
	} else if (next && next->bytes <= f->list_bytes - a - n) {
		m = next->bytes;
		memcpy(copy, p, n);
		memmove(p, p + n, m);
		memcpy(p + m, copy, n);
	}
}

static void change_record(struct file *f)
{
	u32 at;

	if (f->records_bytes < 4)
		return;
	at = rnd(f->records_bytes);
	if (rnd(2))
		set_bits(f->data + f->records + (at & ~3u), 0, 32);
	else
		set_bits(f->data + f->records + at, 0, 8);
}

static void change_uniform(struct file *f)
{
	static const u8 fields[][2] = {
		{ 0, 4 }, { 4, 4 }, { 8, 1 }, { 9, 1 }, { 12, 20 }, { 8, 11 }, { 20, 11 }, { 31, 1 },
		{ 30, 2 }, { 12, 18 }, { 0, 32 }, { 0, 8 },
	};
	u32 n = rnd(sizeof(fields) / sizeof(fields[0]));

	if (f->uniforms_bytes >= 4)
		set_bits(f->data + f->uniforms + (rnd(f->uniforms_bytes) & ~3u), fields[n][0],
			 fields[n][1]);
}

static u8 *some_instruction(const struct file *f)
{
	return f->data + f->code + rnd(f->code_bytes / 8) * 8;
}

static void change_instruction(struct file *f)
{
	static const u8 fields[][2] = {
		{ 60, 4 }, { 57, 3 }, { 56, 1 }, { 52, 4 }, { 49, 3 }, { 46, 3 }, { 45, 1 },
		{ 44, 1 }, { 38, 6 }, { 32, 6 }, { 29, 3 }, { 24, 5 }, { 18, 6 }, { 12, 6 },
		{ 9, 3 }, { 6, 3 }, { 3, 3 }, { 0, 3 }, { 0, 32 },
	};
	static const u8 addresses[] = { 32, 35, 39, 40, 41, 48, 49, 50, 56, 57, 58, 59, 60, 61, 14,
					3, 16 };
	u32 n = rnd(sizeof(fields) / sizeof(fields[0])), i, value;
	u8 *p;

	if (f->code_bytes < 8)
		return;
	p = some_instruction(f);
	if (fields[n][1] != 6 || rnd(2)) {
		set_bits(p, fields[n][0], fields[n][1]);
		return;
	}
	value = addresses[rnd(sizeof(addresses))];
	for (i = 0; i < 6; i++) {
		u32 bit = fields[n][0] + i;

		p[bit / 8] = (p[bit / 8] & ~(1u << bit % 8)) | (value >> i & 1) << bit % 8;
	}
}

/* An instruction of another place, or of another program. */
static void change_code(struct file *f)
{
	const struct file *other = rnd(2) ? f : &files[rnd(nfiles)];
	u8 copy[8], *a, *b;

	if (f->code_bytes < 16 || other->code_bytes < 16)
		return;
	a = some_instruction(f);
	b = some_instruction(other);
	memcpy(copy, a, 8);
	memcpy(a, b, 8);
	if (other == f && rnd(2))
		memcpy(b, copy, 8);
}

/* Patterns that the rules are about. */
static void plant(struct file *f)
{
	static const unsigned long long patterns[] = {
		0x100009e7009e7000ull,	/* nop */
		0xd00208a713980dc0ull,	/* max r2, r0.., 0 */
		0x100208e712827580ull,	/* min r3, r2, uniform */
		0x10020e270c827780ull,	/* add tmu0_s, r3, uniform */
		0xa00009e7009e7000ull,	/* load tmu0 */
		0x10020e67159e7000ull,	/* mov tmu0_t, r0 */
		0x10020e27159e7000ull,	/* mov tmu0_s, r0 */
		0xe00208a700000008ull,	/* li r2, 8 */
		0x10020a270c827580ull,	/* add uniforms_address, r2, uniform */
		0xf00809e700000008ull,	/* branch over one */
		0xf0f809e7ffffffe0ull,	/* branch back */
		0x300009e7009e7000ull,	/* end */
		0x200009e7009e7000ull,	/* thread switch */
		0x600009e7009e7000ull,	/* last thread switch */
		0x10020ca7159e7000ull,	/* mov vpm_ld_addr, r0 */
		0xe0020c6700101a00ull,	/* li vpm_read_setup, one row */
	};

	if (f->code_bytes >= 8)
		memcpy(some_instruction(f), &patterns[rnd(sizeof(patterns) / 8)], 8);
}

static void change_render(struct file *f)
{
	static const u8 words[][2] = {
		{ 44, 16 }, { 46, 16 }, { 48, 8 }, { 49, 8 }, { 50, 8 }, { 51, 8 },
	};
	u32 n = rnd(6 + 6), at;

	if (n < 6) {
		set_bits(f->data + words[n][0], 0, words[n][1]);
		return;
	}
	at = 52 + 12 * (n - 6);
	switch (rnd(4)) {
	case 0:
		put32(f->data + at, rnd(f->nbuffers + 1));
		break;
	case 1:
		set_bits(f->data + at + 4, rnd(2) * 12, 20);
		break;
	default:
		set_bits(f->data + at + 8, rnd(16), 1);
	}
}

static void change_buffer(struct file *f)
{
	u8 *p = f->data + HEAD + 16 * rnd(f->nbuffers);
	u32 size = get32(p);

	switch (rnd(4)) {
	case 0:
		put32(p, size - 1);
		break;
	case 1:
		put32(p, size / 2);
		break;
	case 2:
		put32(p, size > 4096 ? size - 4096 : size);
		break;
	default:
		put32(p, edge(size, 32));
	}
}

static void mutate(struct file *f)
{
	static void (* const kinds[])(struct file *f) = {
		change_field, change_field, change_order, change_record, change_uniform,
		change_uniform, change_instruction, change_instruction, change_code, plant,
		change_render, change_buffer,
	};
	u32 n = 1 + rnd(3);

	while (n--)
		kinds[rnd(sizeof(kinds) / sizeof(kinds[0]))](f);
}

/* ---- runs ---- */

static void no_line(void *ctx, const char *text)
{
	*(u32 *)ctx += (u32)strlen(text);
}

/* Returns 1: accepted, 0: refused, -1: no submission, -2: a finding. */
static int run(const u8 *data, u32 size, bool decode, struct oracle *o)
{
	u32 n = vc4_file_buffers(data, size);
	struct vc4_buffer *buffers = calloc(n ? n : 1, sizeof(*buffers));
	struct vc4_verdict verdict;
	struct vc4_input in;
	char text[VC4_TEXT];
	void *memory;
	u32 letters = 0;
	int ret = -1;

	if (!vc4_file_parse(data, size, buffers, &in, text)) {
		memory = malloc(vc4_memory_size(&in));
		ret = !vc4_check(&in, memory, &verdict);
		vc4_verdict_text(&verdict, text, sizeof(text));
		if (decode) {
			struct vc4_decoder d = { &in, &verdict, no_line, &letters };

			vc4_decode(&d, memory);
		}
		if (ret && !oracle(o, &in))
			ret = -2;
		free(memory);
	}
	free(buffers);
	return ret;
}

/* The oracle's word for each file, whatever the checker says. */
static int judge(void)
{
	struct vc4_buffer *buffers;
	struct vc4_input in;
	char text[VC4_TEXT];
	struct oracle o;
	u32 i, outside = 0;

	for (i = 0; i < nfiles; i++) {
		struct file *f = &files[i];

		buffers = calloc(vc4_file_buffers(f->data, f->size) + 1ull, sizeof(*buffers));
		if (!vc4_file_parse(f->data, f->size, buffers, &in, text) && !oracle(&o, &in)) {
			printf("outside: %s\n", o.finding);
			outside++;
		}
		free(buffers);
	}
	printf("judge: %u submissions, %u outside\n", nfiles, outside);
	return outside ? 1 : 0;
}

static void save(const char *folder, const u8 *data, u32 size, unsigned long long n)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/finding-%llu.v4cs", folder, n);
	f = fopen(path, "wb");
	if (f) {
		fwrite(data, 1, size, f);
		fclose(f);
	}
}

static int write_large(unsigned long bytes)
{
	const struct pm4_record_row *row;
	u32 i, at, flags, end;
	u8 head[HEAD];
	unsigned long n;

	for (i = 0; i < nfiles; i++) {
		struct file *f = &files[i];

		flags = end = 0;
		for (at = 0; at < f->list_bytes; at += row->bytes) {
			row = row_at(f, at);
			if (f->data[f->list + at] == 97)
				flags = at;
			if (f->data[f->list + at] == 7)
				end = at;
		}
		if (!flags || !end)
			continue;
		n = bytes / 5;
		memcpy(head, f->data, HEAD);
		put32(head + 24, f->list_bytes + 5 * n);
		fwrite(head, 1, HEAD, stdout);
		fwrite(f->data + HEAD, 1, f->list + end - HEAD, stdout);
		while (n--)
			fwrite(f->data + f->list + flags, 1, 5, stdout);
		fwrite(f->data + f->list + end, 1, f->list_bytes - end, stdout);
		n = bytes / 5 * 5 + f->list_bytes;
		fwrite("\0\0\0", 1, -n & 3, stdout);
		fwrite(f->data + f->records, 1, f->size - f->records, stdout);
		return 0;
	}
	return 2;
}

int main(int argc, char **argv)
{
	unsigned long long runs = 10000, n, accepted = 0, refused = 0, broken = 0, findings = 0;
	unsigned long large = 0;
	long seconds = 0;
	bool alone = false;
	time_t start = time(NULL);
	const char *folder = NULL;
	struct oracle o;
	int i;

	for (i = 1; i < argc; i++) {
		if (argv[i][0] != '-' || i + 1 == argc) {
			if (nfiles < MAX_FILES && read_file(argv[i], &files[nfiles]))
				nfiles++;
		} else if (!strcmp(argv[i], "--runs")) {
			runs = strtoull(argv[++i], NULL, 0);
		} else if (!strcmp(argv[i], "--seconds")) {
			seconds = atol(argv[++i]);
		} else if (!strcmp(argv[i], "--seed")) {
			seed = strtoull(argv[++i], NULL, 0);
		} else if (!strcmp(argv[i], "--save")) {
			folder = argv[++i];
		} else if (!strcmp(argv[i], "--judge")) {
			alone = argv[++i];
		} else if (!strcmp(argv[i], "--large")) {
			large = strtoul(argv[++i], NULL, 0);
		}
	}
	if (!nfiles)
		return 2;
	if (large)
		return write_large(large);
	if (alone)
		return judge();
	for (n = 0; seconds ? time(NULL) - start < seconds : n < runs; n++) {
		struct file f = files[n < nfiles ? n : rnd(nfiles)];
		int ret;

		f.data = memcpy(malloc(f.size), f.data, f.size);
		if (n >= nfiles)
			mutate(&f);
		ret = run(f.data, f.size, n % 16 == 0, &o);
		accepted += ret == 1;
		refused += ret == 0;
		broken += ret == -1;
		if (ret == -2) {
			findings++;
			printf("FINDING %llu: %s\n", n, o.finding);
			if (folder)
				save(folder, f.data, f.size, n);
		}
		free(f.data);
	}
	printf("fuzzer: %llu submissions, %llu accepted, %llu refused, %llu broken, %llu findings\n", n,
	       accepted, refused, broken, findings);
	return findings ? 1 : 0;
}
