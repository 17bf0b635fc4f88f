// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of the commands: options, and files with streams.
 *
 * A file is a recorded stream (.r6cs), a capture with any number of submissions, or with
 * --raw plain dwords, a text with them or a .bof file; "-" is standard input.  The first bytes
 * select the format.
 * Captures are read submission by submission, so that a command can follow a capture that
 * grows.
 *
 * Every stream first becomes the bytes of a .r6cs file.  So a single parser checks all
 * formats, and pm4 r6cs can write the bytes.
 */
#include <errno.h>
#include <stdlib.h>
#include "tool_bof.h"
#include "tool_relatives.h"
#include "tool_text.h"

#define RAW_MAX_BUFFERS		65536u
#define RAW_BUFFER_SIZE		(1ull << 20)
#define CS_USE_VM		0x2u	/* RADEON_CS_USE_VM */
#define RING_COMPUTE		5u	/* in a file */
#define READ_CHUNK		65536u

/* ---- options ---- */

static bool parse_dword(const char *text, u32 *value)
{
	unsigned long long n;
	char *end;

	n = strtoull(text, &end, 0);
	*value = n;
	return end != text && !*end && *text != '-' && n < PM4_NO_DWORD;
}

/* N or N:SIZE, where the suffix of SIZE may be K, M or G */
static bool parse_buffers(struct input *in, const char *text)
{
	unsigned long long n, size = RAW_BUFFER_SIZE;
	char *end;

	n = strtoull(text, &end, 0);
	if (end == text || *text == '-' || n > RAW_MAX_BUFFERS)
		return false;
	if (*end == ':') {
		const char *from = end + 1;
		int shift = 0;

		size = strtoull(from, &end, 0);
		if (end == from || *from == '-')
			return false;
		if (*end == 'K')
			shift = 10;
		else if (*end == 'M')
			shift = 20;
		else if (*end == 'G')
			shift = 30;
		if (shift)
			end++;
		if (!size || size > (1ull << 40) >> shift)
			return false;
		size <<= shift;
	}
	in->nbuffers = n;
	in->buffer_size = size;
	return !*end;
}

static int usage_error(const char *fmt, const char *what)
{
	fputs("pm4: ", stderr);
	fprintf(stderr, fmt, what);
	fputs("; see pm4 --help\n", stderr);
	return -1;
}

/* Options for chips with page tables and several engines.  Returns 0 for other options. */
static int take_engine_option(struct input *in, char **args, int left)
{
	const char *name = args[0];

	if (!in->no_raw && !strcmp(name, "--no-map")) {
		in->no_map = true;
		return 1;
	}
	if (in->no_raw || (strcmp(name, "--ring") && strcmp(name, "--priority") &&
			   strcmp(name, "--const")))
		return 0;
	if (left < 2)
		return usage_error("%s wants a value", name);
	if (!strcmp(name, "--const"))
		in->const_name = args[1];
	else if (!strcmp(name, "--priority") && !parse_dword(args[1], &in->priority))
		return usage_error("--priority %s is not a number", args[1]);
	else if (!strcmp(name, "--ring") && !strcmp(args[1], "compute"))
		in->ring = RING_COMPUTE;
	else if (!strcmp(name, "--ring") && strcmp(args[1], "gfx"))
		return usage_error("--ring %s is neither gfx nor compute", args[1]);
	return 2;
}

/* The option --chip.  Returns 2, or -1 with a message. */
static int take_chip(struct input *in, const char *name)
{
	const struct relative *r = relative_find(name);
	struct pm4_card card;

	in->chip = name;
	/* decode has the option --program, and takes relatives; of other chips, programs alone. */
	if (r6cs_card(name, &card) ||
	    (in->wants_program && ((r && r->near) || format_front(name))))
		return 2;
	if (!r)
		return usage_error("--chip %s: no such chip is checked", name);
	fprintf(stderr, "pm4: --chip %s: it is %s: not checked%s\n", name, r->what,
		r->near ? "; decode shows what is common" : "");
	return -1;
}

static int take_option(struct input *in, char **args, int left)
{
	const char *name = args[0];
	int n = take_engine_option(in, args, left);

	if (n)
		return n;

	if ((!strcmp(name, "--raw") || !strcmp(name, "--text")) && !in->no_raw) {
		in->raw = true;
		in->text |= name[2] == 't';
		return 1;
	}
	if (!strcmp(name, "--fields") && in->wants_fields) {
		in->fields = true;
		return 1;
	}
	if (!strcmp(name, "--program") && in->wants_program) {
		in->program = true;
		return 1;
	}
	if (!strcmp(name, "--vertex") && in->wants_program) {
		in->vertex = true;
		return 1;
	}
	if (!strcmp(name, "--dump") && in->wants_dump) {
		in->dump = true;
		return 1;
	}
	if (in->no_raw || (strcmp(name, "--chip") && strcmp(name, "--buffers") &&
			   (strcmp(name, "-o") || !in->wants_folder) &&
			   (strcmp(name, "--state") || !in->wants_state)))
		return usage_error("unknown option %s", name);
	if (left < 2)
		return usage_error("%s wants a value", name);
	if (!strcmp(name, "-o")) {
		in->folder = args[1];
	} else if (!strcmp(name, "--state")) {
		if (!parse_dword(args[1], &in->state_dw))
			return usage_error("--state %s is not the number of a dword", args[1]);
		in->state = true;
	} else if (!strcmp(name, "--buffers")) {
		if (!parse_buffers(in, args[1]))
			return usage_error("--buffers %s is not N[:SIZE[K|M|G]]", args[1]);
	} else {
		return take_chip(in, args[1]);
	}
	return 2;
}

/* These options need a raw file, and a chip with several engines. */
static int check_engine_options(const struct input *in)
{
	struct pm4_card card;

	if (!in->ring && !in->priority && !in->const_name)
		return 0;
	if (!in->raw)
		return usage_error("%s", "--ring, --priority and --const go with --raw");
	if (!r6cs_card(in->chip, &card) || !r6cs_takes_map(card.front))
		return usage_error("--ring, --priority and --const: %s has one engine", in->chip);
	if (in->const_name && in->wants_folder)
		return usage_error("%s", "a recorded stream cannot have --const without a map");
	return 0;
}

/**
 * input_open() - parse the arguments of a command
 * @in: the input; zero except for @no_raw, @formats, @wants_folder and the other @wants_*
 * @nargs: number of arguments
 * @args: options and files; reordered, must outlive @in
 *
 * Return: 0, or -1 after printing an error.
 */
int input_open(struct input *in, int nargs, char **args)
{
	int i, n;

	in->files = args;
	in->buffer_size = RAW_BUFFER_SIZE;
	for (i = 0; i < nargs; i += n) {
		n = 1;
		if (args[i][0] == '-' && args[i][1]) {
			n = take_option(in, args + i, nargs - i);
			if (n < 0)
				return -1;
		} else {
			args[in->nfiles++] = args[i];
		}
	}
	if (!in->nfiles)
		return usage_error("%s", "no file");
	if (in->raw && !in->chip)
		return usage_error("%s wants --chip NAME", in->text ? "--text" : "--raw");
	if (!in->raw && in->program)
		return usage_error("%s", "--program goes with --raw or --text");
	if (in->vertex && !in->program)
		return usage_error("%s", "--vertex goes with --program");
	if (!in->raw && (in->chip || in->nbuffers))
		return usage_error("%s", "--chip and --buffers go with --raw or --text");
	return check_engine_options(in);
}

static int read_all(FILE *f, struct bytes *b, char *error)
{
	size_t n;
	u8 *p;

	do {
		p = bytes_add(b, READ_CHUNK);
		if (!p)
			return r6cs_err(error, "too large");
		n = fread(p, 1, READ_CHUNK, f);
		b->size -= READ_CHUNK - n;
	} while (n == READ_CHUNK);
	if (ferror(f))
		return r6cs_err(error, "cannot be read: %s", strerror(errno));
	return 0;
}

/* ---- raw dwords ---- */

/* Replace a text by its dwords. */
static int read_text(const struct input *in, struct bytes *dwords, struct r6cs *cs, char *error)
{
	struct text t = { 0 };
	int ret = text_dwords(dwords->data, dwords->size, &t, error);

	free(dwords->data);
	*dwords = t.dwords;
	cs->first_dw = t.first_dw;
	cs->wrap_dw = t.wrap_dw;
	if (!ret && t.missing_dw)
		printf("note %s: %u dwords are not in the text, from dword %u on: fillers\n",
		       in->name, t.missing_dw, t.missing_at);
	return ret;
}

static int read_raw(struct input *in, struct r6cs *cs, char *error)
{
	struct r6cs_head head = { .chip = in->chip, .ring = in->ring };
	struct pm4_card card;
	struct bytes dwords = { 0 };
	u32 i;
	int ret = read_all(in->file, &dwords, error);

	if (r6cs_card(in->chip, &card) && r6cs_takes_map(card.front))
		head.cs_flags = CS_USE_VM;
	if (!ret && !in->text && is_bof(dwords.data, dwords.size)) {
		ret = in->nbuffers ? r6cs_err(error, "a .bof file has its buffers: no --buffers") :
		      bof_stream(&in->image, dwords.data, dwords.size, &head, error);
		free(dwords.data);
		return ret;
	}
	if (!ret && (in->text || is_text(dwords.data, dwords.size)))
		ret = read_text(in, &dwords, cs, error);
	if (!ret && dwords.size % 4) {
		snprintf(error, R6CS_ERROR, "%zu bytes are not whole dwords", dwords.size);
		ret = -1;
	}
	if (!ret) {
		head.ib_dw = dwords.size / 4;
		head.nreloc = in->nbuffers;
		head.nbo = in->nbuffers;
		ret = r6cs_begin(&in->image, &head);
		for (i = 0; !ret && i < in->nbuffers; i++)
			ret = r6cs_add_bo(&in->image, in->buffer_size, 2, 0, 0);
		for (i = 0; !ret && i < in->nbuffers; i++)
			ret = r6cs_add_reloc(&in->image, i, 2, 2, 0);
		if (!ret)
			ret = r6cs_add_ib(&in->image, dwords.data, head.ib_dw);
		if (ret)
			snprintf(error, R6CS_ERROR, "out of memory");
	}
	free(dwords.data);
	return ret;
}

/* Add the parts that the format of a recorded stream has no room for without a map. */
static int add_engine(struct input *in, struct r6cs *cs, char *error)
{
	struct bytes dwords = { 0 };
	FILE *f;
	int ret;

	cs->in.priority = in->priority;
	if (!in->const_name)
		return 0;
	f = fopen(in->const_name, "rb");
	if (!f)
		return r6cs_err(error, "%.200s cannot be opened: %s", in->const_name,
				strerror(errno));
	ret = read_all(f, &dwords, error);
	fclose(f);
	if (!ret && dwords.size % 4)
		ret = r6cs_err(error, "%zu bytes of --const are not whole dwords", dwords.size);
	if (ret) {
		free(dwords.data);
		return ret;
	}
	free(cs->const_ib);
	cs->const_ib = (u32 *)(void *)dwords.data;
	cs->in.const_ib = cs->const_ib;
	cs->in.const_dw = dwords.size / 4;
	return 0;
}

/* ---- files ---- */

static int next_file(struct input *in, char *error)
{
	const char *name = in->files[in->at++];

	in->submission = 0;
	snprintf(in->name, sizeof(in->name), "%s", name);
	in->file = strcmp(name, "-") ? fopen(name, "rb") : stdin;
	if (in->file)
		return 0;
	snprintf(error, R6CS_ERROR, "cannot be opened: %s", strerror(errno));
	return -1;
}

static void end_file(struct input *in)
{
	if (in->file && in->file != stdin)
		fclose(in->file);
	in->file = NULL;
	in->capture = false;
	contents_free(&in->contents);
}

/* Set @in->capture from the first four bytes of the file, which go into @in->image. */
static int detect_capture(struct input *in, char *error)
{
	u8 *magic = bytes_add(&in->image, 4);
	size_t n;

	if (!magic)
		return r6cs_err(error, "out of memory");
	n = bytes_follow(magic, 4, in->file);
	in->image.size = n;
	in->capture = n == 4 && is_capture(magic);
	return 0;
}

/* The format of the file, NULL if it is to hold a stream of dwords. */
static const struct format *find_format(const struct input *in)
{
	const struct format * const *f;

	if (in->raw || !in->formats || in->image.size < 4)
		return NULL;
	for (f = in->formats; *f; f++)
		if ((*f)->magic ? !memcmp(in->image.data, (*f)->magic, 4) :
				  (*f)->is(in->image.data, in->image.size))
			return *f;
	return NULL;
}

/* The whole file is one stream. */
static int read_single(struct input *in, struct r6cs *cs, char *error)
{
	int ret = in->raw ? read_raw(in, cs, error) : read_all(in->file, &in->image, error);
	u32 first_dw = cs->first_dw, wrap_dw = cs->wrap_dw;

	end_file(in);
	if (ret)
		return ret;
	cs->format = find_format(in);
	cs->image = in->image.data;
	cs->image_bytes = in->image.size;
	if (cs->format)
		return 0;
	if (is_text(in->image.data, in->image.size)) {
		const char *shown = text_shown(in->image.data, in->image.size);

		return r6cs_err(error, "%s", shown ? shown :
				"a text: --text --chip NAME reads the dwords in it");
	}
	if (!in->raw && is_bof(in->image.data, in->image.size))
		return r6cs_err(error,
				"a .bof file of device 0x%04x: --raw --chip NAME reads its stream",
				bof_device(in->image.data, in->image.size));
	ret = r6cs_parse(in->image.data, in->image.size, cs, error);
	cs->first_dw = first_dw;
	cs->wrap_dw = wrap_dw;
	if (!ret && in->no_map) {
		cs->in.map = NULL;
		cs->in.nmap = 0;
	}
	return !ret && in->raw && cs->known ? add_engine(in, cs, error) : ret;
}

/* Returns 1 at the end of a file, else like input_next()'s @ret. */
static int read_one(struct input *in, struct r6cs *cs, char *error)
{
	bool first = !in->file;
	int ret = 0;

	in->image.size = 0;
	if (first)
		ret = next_file(in, error);
	if (!ret && first && !in->raw)
		ret = detect_capture(in, error);
	if (!ret && !in->capture)
		return read_single(in, cs, error);
	if (!ret)
		ret = capture_next(in, first, cs, error);
	if (ret)
		end_file(in);
	return ret;
}

/**
 * input_next() - read the next stream
 * @in: the input
 * @cs: receives the stream and its name; the caller calls r6cs_free()
 * @error: R6CS_ERROR bytes, receive the message
 * @ret: set to 0, or to -1 with @error
 *
 * After an error the next call continues with the next file.
 *
 * Return: true, or false after the last stream.
 */
bool input_next(struct input *in, struct r6cs *cs, char *error, int *ret)
{
	do {
		memset(cs, 0, sizeof(*cs));
		/* The next read may wait for a capture that grows: show the output before. */
		fflush(stdout);
		if (!in->file && in->at == in->nfiles)
			return false;
		*ret = read_one(in, cs, error);
	} while (*ret > 0);
	cs->name = in->name;
	return true;
}

/**
 * input_close() - close the file and free the memory of an input
 * @in: the input
 */
void input_close(struct input *in)
{
	end_file(in);
	free(in->image.data);
	memset(&in->image, 0, sizeof(in->image));
}
