// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 dump: print the device core dump of a hang, with the ring, the shader programs and the
 * guilty stream decoded.  A mark in the ring shows how far the CP had fetched.  The rest of the
 * dump is text and is printed unchanged.
 */
#include <errno.h>
#include <stdlib.h>
#include "pm4_table.h"
#include "tool.h"

#define FIRST_LINE	"rcp devcoredump 1\n"
#define MAX_DW		(1u << 20)
#define MAX_BUFFERS	16384u
#define INDIRECT_BUFFER	0x32

/**
 * struct dump - state of the reader
 * @card: the card; without a front if the chip is unknown
 * @fields: print a line for each field
 * @ring_dw: size of the ring in dwords, 0 if the dump does not contain it
 * @rptr: CP_RB_RPTR
 * @wptr: CP_RB_WPTR
 * @ib_addr: address of the guilty stream, 0 if there is none
 * @from: first dword of the ring in the dump
 * @to: dword of the ring after the last one in the dump, later the length of a program or buffer
 * @dw: dwords of the ring, later of a program, of a buffer, of the stream
 * @ndw: number of @dw
 * @buffers: the buffers of the stream
 * @nbuffers: number of @buffers
 * @named: relocations of the stream; a dump lists only the first of many
 */
struct dump {
	struct pm4_card card;
	bool fields;
	u32 ring_dw, rptr, wptr;
	u64 ib_addr;
	u32 from, to;
	u32 *dw;
	u32 ndw;
	struct pm4_buffer *buffers;
	u32 nbuffers, named;
};

static void print_line(void *ctx, const char *text)
{
	puts(text);
}

/* A line of the head with a name and a number. */
static void take_number(struct dump *d, const char *line)
{
	long long value;
	char name[16];

	if (sscanf(line, "%15[a-z_]: %lli", name, &value) != 2)
		return;
	if (!strcmp(name, "ring_dw"))
		d->ring_dw = value;
	else if (!strcmp(name, "rptr"))
		d->rptr = value;
	else if (!strcmp(name, "wptr"))
		d->wptr = value;
	else if (!strcmp(name, "ib"))
		d->ib_addr = value;
	else if (!strcmp(name, "buffers"))
		d->named = value;
}

/* A line with a buffer: its number, address and size. */
static void take_buffer(struct dump *d, const char *line)
{
	unsigned long long size;
	unsigned int i;

	if (sscanf(line, "buffer %u: 0x%*x size %llu", &i, &size) == 2 && i == d->nbuffers &&
	    i < MAX_BUFFERS)
		d->buffers[d->nbuffers++].size = size;
}

/* A line of this format, before the dwords of a program or a buffer. */
static bool is_memory(const char *line, const char *format, struct dump *d)
{
	int end = 0;

	return sscanf(line, format, &d->to, &end) == 1 && end && !strcmp(line + end, ":\n");
}

/*
 * Print the lines up to the next dwords.  Returns 'r': ring, 'p': program, 'c': contents of a
 * buffer, 's': stream, '!': end of file.
 */
static char pass_lines(FILE *f, struct dump *d)
{
	char line[512], chip[17];

	while (fgets(line, sizeof(line), f)) {
		fputs(line, stdout);
		if (sscanf(line, "chip: %16s", chip) == 1)
			r6cs_card(chip, &d->card);
		else if (sscanf(line, "ring from %u to %u:", &d->from, &d->to) == 2)
			return 'r';
		else if (is_memory(line, "program %*[A-Z]: buffer %*u + 0x%*x, %u dwords%n", d))
			return 'p';
		else if (is_memory(line, "contents: buffer %*u, %u dwords%n", d))
			return 'c';
		else if (!strcmp(line, "stream:\n"))
			return 's';
		take_number(d, line);
		take_buffer(d, line);
	}
	return '!';
}

static void read_dwords(FILE *f, struct dump *d)
{
	unsigned int value;

	d->ndw = 0;
	while (d->ndw < MAX_DW && fscanf(f, " 0x%8x", &value) == 1)
		d->dw[d->ndw++] = value;
}

/* Distance in dwords from the first dword of the dump to dword @ring of the ring. */
static u32 distance(const struct dump *d, u32 ring)
{
	return (ring - d->from) & (d->ring_dw - 1);
}

/* Returns true if a packet of type 0 begins with the register that holds a stream's address. */
static bool writes_ib_base(const struct dump *d, u32 header)
{
	const struct pm4_front *front = d->card.front;
	const struct pm4_reg_row *row;

	if (header >> 30 || !front->type0_reg)
		return false;
	row = pm4_reg_find(front->tables, d->card.chip, 4 * front->type0_reg(header, 0));
	return row && !strcmp(row->name, "CP_IB_BASE");
}

/* Returns true if dword @at is the header of the packet that runs the guilty stream. */
static bool runs_stream(const struct dump *d, u32 at)
{
	const u32 *p = &d->dw[at];

	if (d->ib_addr && d->ndw - at > 2 && writes_ib_base(d, p[0]))
		return p[1] == d->ib_addr;
	return d->ib_addr && d->ndw - at > 3 && p[0] >> 30 == 3 &&
	       (p[0] >> 8 & 0xff) == INDIRECT_BUFFER && (p[1] & ~3u) == (u32)d->ib_addr &&
	       (p[2] & 0xff) == d->ib_addr >> 32;
}

/* Index of the packet that runs the guilty stream, or @d->ndw. */
static u32 find_stream(const struct dump *d)
{
	u32 at;

	for (at = 0; at < d->ndw; at += pm4_packet_dw(d->card.front, PM4_RING_GFX, d->card.chip,
						      d->dw[at]))
		if (runs_stream(d, at))
			return at;
	return d->ndw;
}

static void decode(const struct dump *d, const struct pm4_note *notes, u32 nnotes)
{
	struct pm4_decoder decoder = {
		.ib = d->dw, .ib_dw = d->ndw, .front = d->card.front, .chip = d->card.chip,
		.mark_dw = PM4_NO_DWORD, .fields = d->fields, .line = print_line,
	};

	if (notes) {
		decoder.first_dw = d->from;
		decoder.wrap_dw = d->ring_dw;
		decoder.notes = notes;
		decoder.nnotes = nnotes;
		decoder.privileged = true;
	} else if (d->nbuffers && d->nbuffers == d->named) {
		/* The decoder denies relocations that are not in the list. */
		decoder.buffers = d->buffers;
		decoder.nbuffers = d->nbuffers;
	}
	pm4_decode(&decoder);
}

static int show_ring(FILE *f, struct dump *d, char *error)
{
	struct pm4_note notes[] = {
		{ PM4_NO_DWORD, "RPTR: the CP had fetched all before this" },
		{ PM4_NO_DWORD, "WPTR: nothing was written from here on" },
		{ PM4_NO_DWORD, "the stream below" },
	};
	u32 ib;

	if (!d->ring_dw || d->ring_dw > MAX_DW || d->ring_dw & (d->ring_dw - 1) ||
	    d->from >= d->ring_dw || d->to >= d->ring_dw)
		return r6cs_err(error, "no ring of %u dwords has the part from %u to %u",
				d->ring_dw, d->from, d->to);
	read_dwords(f, d);
	if (d->ndw != distance(d, d->to))
		return r6cs_err(error, "the ring from %u to %u has %u dwords", d->from, d->to,
				d->ndw);
	if (d->rptr < d->ring_dw)
		notes[0].at_dw = distance(d, d->rptr);
	if (d->wptr < d->ring_dw)
		notes[1].at_dw = distance(d, d->wptr);
	ib = find_stream(d);
	if (ib < d->ndw)
		notes[2].at_dw = ib;
	decode(d, notes, ARRAY_SIZE(notes));
	if (notes[0].at_dw > d->ndw)
		printf("# RPTR %u is not in this part of the ring\n", d->rptr);
	else if (ib < d->ndw && notes[0].at_dw > ib)
		puts("# The CP had fetched the packet of the stream.  The card does not say\n"
		     "# how much of the stream it had executed.");
	else if (ib < d->ndw)
		puts("# The CP had not fetched the packet of the stream.");
	return 0;
}

/* A program, or the contents of a buffer, as text or in lines of eight dwords. */
static int show_memory(FILE *f, struct dump *d, bool program, char *error)
{
	struct pm4_program p = { .dw = d->dw, .front = d->card.front, .chip = d->card.chip,
				 .line = print_line };
	u32 i;

	read_dwords(f, d);
	if (d->ndw != d->to)
		return r6cs_err(error, "%s of %u dwords has %u", program ? "a program" : "a buffer",
				d->to, d->ndw);
	p.ndw = d->ndw;
	if (program && pm4_decode_program(&p))
		return 0;
	for (i = 0; i < d->ndw; i++) {
		if (i % 8 == 0)
			printf("%5u ", i);
		printf(" %08x%s", d->dw[i], i % 8 == 7 || i + 1 == d->ndw ? "\n" : "");
	}
	return 0;
}

static int show_stream(FILE *f, struct dump *d, char *error)
{
	read_dwords(f, d);
	if (!feof(f) || ferror(f))
		return r6cs_err(error, "something else after dword %u of the stream",
				d->ndw);
	decode(d, NULL, 0);
	return 0;
}

static int show(FILE *f, struct dump *d, char *error)
{
	char line[64], part;
	int ret;

	errno = 0;
	if (!fgets(line, sizeof(line), f) && ferror(f))
		return r6cs_err(error, "cannot be read: %s", strerror(errno));
	if (feof(f) || strcmp(line, FIRST_LINE))
		return r6cs_err(error, "not a dump: it does not begin with '%.17s'",
				FIRST_LINE);
	fputs(line, stdout);
	do {
		part = pass_lines(f, d);
		if (part == '!')
			return r6cs_err(error, "truncated: no stream in it");
		if (!d->card.front)
			return r6cs_err(error, "its chip is unknown");
		if (part == 'r')
			ret = show_ring(f, d, error);
		else if (part == 's')
			ret = show_stream(f, d, error);
		else
			ret = show_memory(f, d, part == 'p', error);
	} while (!ret && part != 's');
	return ret;
}

static int dump_one(const char *name, bool fields, char *error)
{
	struct dump d = { .fields = fields };
	FILE *f = fopen(strcmp(name, "-") ? name : "/dev/stdin", "r");
	int ret = -1;

	d.dw = malloc(MAX_DW * sizeof(*d.dw));
	d.buffers = calloc(MAX_BUFFERS, sizeof(*d.buffers));
	if (!f)
		snprintf(error, R6CS_ERROR, "cannot be opened: %s", strerror(errno));
	else if (!d.dw || !d.buffers)
		snprintf(error, R6CS_ERROR, "out of memory");
	else
		ret = show(f, &d, error);
	if (f)
		fclose(f);
	free(d.dw);
	free(d.buffers);
	return ret;
}

int tool_dump(int nfiles, char **files)
{
	struct input in = { .no_raw = true, .wants_fields = true };
	char error[R6CS_ERROR];
	int i, bad = 0;

	/* Plain dwords, which do not say of which chip they are. */
	for (i = 0; i < nfiles; i++)
		if (!strcmp(files[i], "--chip"))
			return tool_decode_raw(nfiles, files);
	if (input_open(&in, nfiles, files))
		return 2;
	for (i = 0; i < in.nfiles; i++) {
		if (!dump_one(in.files[i], in.fields, error))
			continue;
		fflush(stdout);
		fprintf(stderr, "error %s: %s\n", in.files[i], error);
		bad = 2;
	}
	input_close(&in);
	return bad;
}
