// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 check and pm4 decode.
 *
 * check prints one line for each stream: "accept NAME", "refuse NAME CODE: sentence", or
 * "error NAME: message"; with --dump more of accepted streams (tool_patched.c).
 */
#include <stdlib.h>
#include "pm4_packet.h"
#include "tool_relatives.h"

/* Most notes of a stream. */
#define NOTES		8u

/**
 * struct notes - notes of an accepted stream
 * @count: their number
 * @verdict: the notes
 */
struct notes {
	u32 count;
	struct pm4_verdict verdict[NOTES];
};

static void keep_notes(const struct pm4_checker *ck, struct notes *notes)
{
	const struct pm4_verdict *from = pm4_check_notes(ck, &notes->count);

	if (notes->count > NOTES)
		notes->count = NOTES;
	if (notes->count)
		memcpy(notes->verdict, from, notes->count * sizeof(*from));
}

/*
 * Returns 0: accepted with @notes, 1: refused with @verdict, -1: the check is impossible, with
 * @error.  With @patch, an accepted stream gets its patches.
 */
static int check_one(struct r6cs *cs, bool patch, struct pm4_verdict *verdict,
		     struct notes *notes, char *error)
{
	struct pm4_checker *ck = cs->known ? calloc(1, pm4_checker_size(cs->card.front)) : NULL;
	u32 room = cs->known ? pm4_patches_max(cs->card.front, cs->in.ib_dw) : 0;
	struct pm4_patch *patches = calloc((size_t)room + 1, sizeof(*patches));
	u64 *written = calloc(PM4_BITMAP_WORDS((size_t)cs->in.nbuffers) + 1, sizeof(*written));
	struct pm4_result result;
	int ret = -1;

	memset(verdict, 0, sizeof(*verdict));
	notes->count = 0;
	if (!cs->known) {
		const struct relative *r = relative_find(cs->chip);

		if (r6cs_card(cs->chip, &cs->card))
			snprintf(error, R6CS_ERROR, "ring %u of %s: not checked", cs->ring,
				 cs->chip);
		else if (r)
			snprintf(error, R6CS_ERROR, "%s is %s: not checked", cs->chip, r->what);
		else
			snprintf(error, R6CS_ERROR, "chip %s: not checked", cs->chip);
	} else if (!ck || !patches || !written) {
		snprintf(error, R6CS_ERROR, "out of memory");
	} else {
		pm4_checker_init(ck, &cs->card);
		ret = pm4_check(ck, &cs->in, patches, room, written, &result, verdict);
		if (!ret)
			keep_notes(ck, notes);
		if (!ret && patch)
			pm4_patch_apply(cs->ib, patches, result.npatches, cs->addrs);
	}
	free(ck);
	free(patches);
	free(written);
	return ret;
}

/* As check_one(), with the words of a refusal. */
static int check_any(struct r6cs *cs, bool patch, struct notes *notes, const char **rule,
		     char *text, char *error)
{
	struct pm4_verdict verdict;
	int ret;

	notes->count = 0;
	if (cs->format)
		return cs->format->check(cs, rule, text, error);
	ret = check_one(cs, patch, &verdict, notes, error);
	if (ret > 0) {
		pm4_verdict_text(&verdict, cs->card.front, cs->card.chip, text, FORMAT_TEXT);
		*rule = pm4_code_name(verdict.code);
	}
	return ret;
}

static void print_notes(const struct r6cs *cs, const struct notes *notes)
{
	char text[PM4_VERDICT_TEXT];
	u32 i;

	for (i = 0; i < notes->count; i++) {
		pm4_verdict_text(&notes->verdict[i], cs->card.front, cs->card.chip, text,
				 sizeof(text));
		printf("note %s %s: %s\n", cs->name, pm4_code_name(notes->verdict[i].code), text);
	}
}

int tool_check(int nfiles, char **files)
{
	char error[R6CS_ERROR], text[FORMAT_TEXT];
	const char *rule;
	struct notes notes;
	struct input in = { .formats = formats, .wants_dump = true };
	struct r6cs cs;
	int ret, bad = 0;

	if (input_open(&in, nfiles, files))
		return 2;
	while (input_next(&in, &cs, error, &ret)) {
		if (!ret)
			ret = check_any(&cs, in.dump, &notes, &rule, text, error);
		if (!ret) {
			printf("accept %s\n", cs.name);
			print_notes(&cs, &notes);
			if (in.dump)
				ret = print_patched(&cs, error);
		}
		if (ret < 0) {
			printf("error %s: %s\n", cs.name, error);
			bad = 2;
		} else if (ret) {
			printf("refuse %s %s: %s\n", cs.name, rule, text);
			if (!bad)
				bad = 1;
		}
		r6cs_free(&cs);
	}
	input_close(&in);
	return bad;
}

/* Print the driver's verdict of a captured stream. */
static void print_driver(const struct r6cs *cs)
{
	if (!cs->captured)
		return;
	printf("# context %u number %llu, ", cs->ctx_id, (unsigned long long)cs->number);
	if (cs->driver_error)
		printf("refused by the driver with error %u: %s\n", cs->driver_error,
		       cs->driver_text);
	else
		puts("accepted by the driver");
}

/* Print the buffer of each relocation, and the dwords at which the stream names it. */
static void print_buffers(const struct r6cs *cs)
{
	const u32 *ib = cs->in.ib;
	u32 i, at, n, named;

	for (i = 0; i < cs->in.nbuffers; i++) {
		named = 0;
		printf("# relocation %u: buffer of %llu bytes", i,
		       (unsigned long long)cs->in.buffers[i].size);
		if (cs->in.map)
			printf(" at 0x%llx", (unsigned long long)cs->addrs[i]);
		/* With page tables the packets have addresses, and name no relocation. */
		if (cs->in.ring == PM4_RING_GFX && !r6cs_takes_map(cs->card.front))
			for (at = 0; at < cs->in.ib_dw; at += n) {
				n = pm4_packet_dw(cs->card.front, PM4_RING_GFX, cs->card.chip,
						  ib[at]);
				if ((ib[at] & ~PM4_PREDICATE) == PM4_NOP_RELOC &&
				    at + 1 < cs->in.ib_dw && ib[at + 1] == 4 * i)
					printf("%s %u", named++ ? "" : ", named at dwords", at + 1);
			}
		putchar('\n');
	}
}

static void print_line(void *ctx, const char *text)
{
	puts(text);
}

/* The stream of the constant engine, which runs ahead of the other. */
static void decode_const(const struct pm4_decoder *from, const struct r6cs *cs, bool marked)
{
	struct pm4_decoder d = *from;

	d.ib = cs->in.const_ib;
	d.ib_dw = cs->in.const_dw;
	d.ring = PM4_RING_CONST;
	d.notes = NULL;
	d.nnotes = 0;
	if (!marked)
		d.mark_dw = PM4_NO_DWORD;
	printf("# const IB, %u dwords\n", d.ib_dw);
	pm4_decode(&d);
	puts("# IB");
}

/* Print both streams, with the refusal marked in the one that it belongs to. */
static void decode_streams(struct pm4_decoder *d, const struct r6cs *cs,
			   const struct pm4_verdict *verdict, const struct notes *notes)
{
	bool in_const = verdict->ring == PM4_RING_CONST;
	struct pm4_note lines[NOTES];
	char text[NOTES][PM4_VERDICT_TEXT];
	u32 i;

	for (i = 0; i < notes->count; i++) {
		pm4_verdict_text(&notes->verdict[i], cs->card.front, cs->card.chip, text[i],
				 sizeof(text[i]));
		lines[i] = (struct pm4_note){ notes->verdict[i].dword, text[i] };
	}
	d->notes = lines;
	d->nnotes = notes->count;
	if (cs->in.const_dw)
		decode_const(d, cs, in_const);
	if (in_const)
		d->mark_dw = PM4_NO_DWORD;
	pm4_decode(d);
}

static const char *ring_name(enum pm4_ring ring)
{
	static const char * const names[PM4_RINGS] = { "gfx", "DMA", "compute", "const" };

	return names[ring];
}

/* Print the dwords as a shader program. */
static int decode_program(const struct r6cs *cs, bool vertex, char *error)
{
	struct pm4_program p = {
		.dw = cs->in.ib, .ndw = cs->in.ib_dw, .front = cs->card.front,
		.chip = cs->card.chip, .vertex = vertex, .line = print_line,
	};

	if (!cs->known)
		p.front = format_front(cs->chip);
	if (!p.front || !pm4_decode_program(&p))
		return r6cs_err(error, "%s: no programs of this chip are decoded", cs->chip);
	return 0;
}

/* Print what is asked for.  Returns as check_one(). */
static int decode_one(const struct input *in, struct r6cs *cs, char *error)
{
	struct pm4_decoder d = {
		.ib = cs->in.ib, .ib_dw = cs->in.ib_dw, .buffers = cs->in.buffers,
		.nbuffers = cs->in.nbuffers, .front = cs->card.front, .chip = cs->card.chip,
		.ring = cs->in.ring, .fields = in->fields, .mark_dw = PM4_NO_DWORD,
		.first_dw = cs->first_dw, .wrap_dw = cs->wrap_dw, .line = print_line,
	};
	char text[PM4_VERDICT_TEXT];
	const struct relative *r;
	struct pm4_verdict verdict;
	struct notes notes;
	int ret;

	if (cs->format && in->state)
		return r6cs_err(error, "--state is for streams of dwords");
	if (cs->format)
		return cs->format->decode(cs, error);
	if (in->program)
		return decode_program(cs, in->vertex, error);
	r = cs->known || cs->ring ? NULL : relative_find(cs->chip);
	if (r && r->near && !in->state)
		return relative_decode(r, cs);
	ret = check_one(cs, false, &verdict, &notes, error);
	if (ret < 0)
		return ret;
	if (r6cs_takes_map(cs->card.front)) {
		d.buffers = NULL;
		d.map = cs->in.map;
		d.nmap = cs->in.nmap;
	}
	printf("# %s: %s, %s ring, %u dwords, %u relocations\n", cs->name, cs->chip,
	       ring_name(cs->in.ring), cs->in.ib_dw, cs->in.nbuffers);
	if (cs->first_dw)
		printf("# the sentences count from dword %u\n", cs->first_dw);
	print_driver(cs);
	print_buffers(cs);
	/* Buffers may be missing, so only the driver knows whether the stream is good. */
	if (cs->driver_args)
		ret = 0;
	if (ret) {
		pm4_verdict_text(&verdict, cs->card.front, cs->card.chip, text, sizeof(text));
		d.mark_dw = verdict.dword;
		d.mark = text;
	}
	if (in->state && show_state(&d, in->state_dw, error))
		return -1;
	if (!in->state) {
		decode_streams(&d, cs, &verdict, &notes);
		if (show_programs(cs, &in->contents, error))
			return -1;
	}
	if (ret)
		printf("# refused, %s: %s\n", pm4_code_name(verdict.code), text);
	if (cs->driver_args)
		printf("# refused by the driver before its check of the stream: %s\n",
		       cs->driver_text);
	return ret || cs->driver_args;
}

static int decode_all(struct input in, int nfiles, char **files)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	int ret, bad = 0;

	if (input_open(&in, nfiles, files))
		return 2;
	while (input_next(&in, &cs, error, &ret)) {
		if (!ret)
			ret = decode_one(&in, &cs, error);
		if (ret < 0) {
			fflush(stdout);
			fprintf(stderr, "error %s: %s\n", cs.name, error);
			bad = 2;
		} else if (ret && !bad) {
			bad = 1;
		}
		r6cs_free(&cs);
	}
	input_close(&in);
	return bad;
}

int tool_decode(int nfiles, char **files)
{
	return decode_all((struct input){ .wants_fields = true, .wants_state = true,
					  .wants_program = true, .wants_contents = true,
					  .formats = formats },
			  nfiles, files);
}

/* pm4 dump of plain dwords: the same as pm4 decode --raw */
int tool_decode_raw(int nfiles, char **files)
{
	return decode_all((struct input){ .wants_fields = true, .raw = true }, nfiles, files);
}
