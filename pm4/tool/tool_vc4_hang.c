// SPDX-License-Identifier: GPL-2.0
/*
 * Dumps of a hang of VideoCore IV, as vc4_dump_hang_state and Mesa (VC4_DEBUG=dump) write them: a
 * version, the result of the ioctl DRM_VC4_GET_HANG_STATE, and the contents of the buffers.
 *
 * The lists are shown as they are in memory, with addresses instead of handles, and the place at
 * which each stopped; then the programs that their shader records name.
 */
#include <stdlib.h>
#include "pm4_decode.h"
#include "pm4_table.h"
#include "pm4_util.h"
#include "tool.h"
#include "vc4/pm4_vc4.h"

/* The state of the hardware, in the order of struct drm_vc4_get_hang_state. */
#define REGISTERS(X) \
	X(bo_count) X(start_bin) X(start_render) X(ct0ca) X(ct0ea) X(ct1ca) X(ct1ea) X(ct0cs) \
	X(ct1cs) X(ct0ra0) X(ct1ra0) X(bpca) X(bpcs) X(bpoa) X(bpos) X(vpmbase) X(dbge) X(fdbgo) \
	X(fdbgb) X(fdbgr) X(fdbgs) X(errstat)

enum {
#define REGISTER(name) R_##name,
	REGISTERS(REGISTER)
#undef REGISTER
	NREGISTERS
};

static const char * const names[] = {
#define REGISTER(name) #name,
	REGISTERS(REGISTER)
#undef REGISTER
};

#define PAD		16u	/* words that the kernel keeps for more registers */
#define PROGRAMS	256u
#define SHADER_STATE	64u	/* code of the record that names shaders */
#define STAGES		3u
#define STAGE_BYTES	12u	/* from the code of a stage to the code of the next */

struct head {
	u32 version;
	u32 bo[2];		/* a pointer */
	u32 registers[NREGISTERS];
	u32 pad[PAD];
};

struct buffer {
	u32 handle, paddr, size, pad;
};

/* Memory of a buffer. */
struct place {
	u32 addr, size;
	const u8 *contents;
};

/**
 * struct dump - a dump
 * @head: its head
 * @buffers: its buffers
 * @places: their memory, by address
 * @programs: addresses of programs, each once
 * @nprograms: number of @programs
 */
struct dump {
	struct head head;
	const struct buffer *buffers;
	struct place *places;
	u32 programs[PROGRAMS], nprograms;
};

static bool is_hang(const u8 *image, size_t size)
{
	struct head h;
	u32 i, used = 0;

	if (size < sizeof(h))
		return false;
	memcpy(&h, image, sizeof(h));
	for (i = 0; i < PAD; i++)
		used |= h.pad[i];
	return !h.version && !used && h.registers[R_bo_count] &&
	       h.registers[R_bo_count] <= VC4_MAX_BUFFERS &&
	       (h.registers[R_start_bin] || h.registers[R_start_render]);
}

static int by_address(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static int open_dump(struct dump *d, const u8 *image, size_t size, char *error)
{
	u32 i, count;
	u64 need;

	memset(d, 0, sizeof(*d));
	memcpy(&d->head, image, sizeof(d->head));
	count = d->head.registers[R_bo_count];
	need = sizeof(d->head) + (u64)count * sizeof(*d->buffers);
	d->buffers = (const void *)(image + sizeof(d->head));
	d->places = calloc(count, sizeof(*d->places));
	if (!d->places)
		return r6cs_err(error, "out of memory");
	for (i = 0; need <= size && i < count; i++) {
		d->places[i] = (struct place){ d->buffers[i].paddr, d->buffers[i].size,
					       image + need };
		need += d->buffers[i].size;
	}
	qsort(d->places, count, sizeof(*d->places), by_address);
	if (need == size)
		return 0;
	free(d->places);
	snprintf(error, R6CS_ERROR, "a dump of a hang with %s%llu bytes, the file has %zu",
		 need > size ? "at least " : "", (unsigned long long)need, size);
	return -1;
}

/* The bytes at an address, @left to the end of their buffer; NULL if no buffer has it. */
static const u8 *at_address(const struct dump *d, u32 addr, u32 *left)
{
	u32 low = 0, high = d->head.registers[R_bo_count], mid, at;
	const struct place *p;

	/* The last one that does not begin past the address. */
	while (low < high) {
		mid = low + (high - low) / 2;
		if (d->places[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	p = &d->places[low - 1];
	at = addr - p->addr;
	if (at >= p->size)
		return NULL;
	*left = p->size - at;
	return p->contents + at;
}

static u32 word(const u8 *p)
{
	return p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
}

static void add_program(struct dump *d, u32 addr)
{
	u32 i;

	for (i = 0; i < d->nprograms; i++)
		if (d->programs[i] == addr)
			return;
	if (d->nprograms < PROGRAMS)
		d->programs[d->nprograms++] = addr;
}

/* The addresses of the programs of a shader record. */
static void show_record(struct dump *d, u32 addr)
{
	static const char * const stages[STAGES] = { "fragment", "vertex", "coordinate" };
	u32 left, i;
	const u8 *p = at_address(d, addr, &left);

	if (!p || left < STAGES * STAGE_BYTES) {
		printf("            record at 0x%08x: not in this file\n", addr);
		return;
	}
	printf("            record at 0x%08x: flags 0x%x, %u varyings", addr, p[0] | p[1] << 8,
	       p[3]);
	for (i = 0; i < STAGES; i++) {
		printf(", %s shader 0x%08x", stages[i], word(p + STAGE_BYTES * i + 4));
		add_program(d, word(p + STAGE_BYTES * i + 4));
	}
	putchar('\n');
}

/* A list from @start to @end, and where it stopped. */
static void show_list(struct dump *d, const char *what, u32 start, u32 end, u32 stopped)
{
	char text[PM4_DECODE_LINE];
	u32 left, bytes, addr;
	const u8 *p = at_address(d, start, &left);

	printf("%s list, 0x%08x to 0x%08x, stopped at 0x%08x:\n", what, start, end, stopped);
	if (!p) {
		puts("            not in this file");
		return;
	}
	if (end > start && end - start < left)
		left = end - start;
	for (addr = start; left; addr += bytes, p += bytes, left -= bytes) {
		bytes = vc4_decode_record(p, left, text, sizeof(text));
		printf("%c %08x  %s\n", addr == stopped ? '>' : ' ', addr, text);
		if (*p == SHADER_STATE && bytes == 5)
			show_record(d, word(p + 1) & ~15u);
		/* A list without an end goes on to its last record. */
		if (!*p && end <= start)
			break;
	}
}

static void print_line(void *ctx, const char *text)
{
	puts(text);
}

/* A program up to the second instruction after the signal of the end. */
static int show_program(const struct dump *d, u32 addr, char *error)
{
	struct pm4_program p = { .front = &vc4_front, .line = print_line };
	u32 left, n = 0, i, *dw;
	const u8 *code = at_address(d, addr, &left);

	printf("shader at 0x%08x:%s\n", addr, code ? "" : " not in this file");
	if (!code)
		return 0;
	while (8 * n + 8 <= left && code[8 * n + 7] >> 4 != 3)
		n++;
	n = min(n + 3, left / 8);
	dw = malloc(8ull * n + 1);
	if (!dw)
		return r6cs_err(error, "out of memory");
	for (i = 0; i < 2 * n; i++)
		dw[i] = word(code + 4 * i);
	p.dw = dw;
	p.ndw = 2 * n;
	pm4_decode_program(&p);
	free(dw);
	return 0;
}

static int hang_decode(const struct r6cs *cs, char *error)
{
	struct dump d;
	const u32 *r = d.head.registers;
	int ret = 0;
	u32 i;

	if (open_dump(&d, cs->image, cs->image_bytes, error))
		return -1;
	printf("# %s: BCM2835, a dump of a hang, %u buffers\n", cs->name, r[R_bo_count]);
	for (i = R_start_bin; i < NREGISTERS; i++)
		printf("%-12s 0x%08x\n", names[i], r[i]);
	for (i = 0; i < r[R_bo_count]; i++)
		printf("buffer %u: %u bytes at 0x%08x\n", i, d.buffers[i].size, d.buffers[i].paddr);
	if (r[R_start_bin])
		show_list(&d, "bin", r[R_start_bin], r[R_ct0ea], r[R_ct0ca]);
	if (r[R_start_render])
		show_list(&d, "render", r[R_start_render], r[R_ct1ea], r[R_ct1ca]);
	for (i = 0; !ret && i < d.nprograms; i++)
		ret = show_program(&d, d.programs[i], error);
	free(d.places);
	return ret;
}

static int no_submission(char *error)
{
	return r6cs_err(error, "a dump of a hang, which pm4 decode shows: no submission");
}

static int hang_check(const struct r6cs *cs, const char **rule, char *text, char *error)
{
	return no_submission(error);
}

static int hang_count(const struct r6cs *cs, char *error)
{
	return no_submission(error);
}

static void hang_print_counts(void)
{
}

static void hang_bench(int counter)
{
}

const struct format vc4_hang_format = {
	.is = is_hang,
	.front = &vc4_front,
	.check = hang_check,
	.decode = hang_decode,
	.count = hang_count,
	.print_counts = hang_print_counts,
	.bench_add = hang_count,
	.bench = hang_bench,
};
