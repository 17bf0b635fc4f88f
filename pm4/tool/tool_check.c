// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 check and pm4 decode.
 *
 * check prints one line for each stream: "accept NAME", "refuse NAME CODE: sentence", or
 * "error NAME: message"; with --dump more of accepted streams (tool_patched.c).
 */
#include <stdlib.h>
#include "pm4_packet.h"
#include "tool.h"

/*
 * Returns 0: accepted, 1: refused with @verdict, -1: the check is impossible, with @error.  With
 * @patch, an accepted stream gets its patches.
 */
static int check_one(struct r6cs *cs, bool patch, struct pm4_verdict *verdict, char *error)
{
	struct pm4_checker *ck = cs->known ? calloc(1, pm4_checker_size(cs->card.front)) : NULL;
	u32 room = cs->known ? pm4_patches_max(cs->card.front, cs->in.ib_dw) : 0;
	struct pm4_patch *patches = calloc((size_t)room + 1, sizeof(*patches));
	u64 *written = calloc(PM4_BITMAP_WORDS((size_t)cs->in.nbuffers) + 1, sizeof(*written));
	struct pm4_result result;
	int ret = -1;

	memset(verdict, 0, sizeof(*verdict));
	if (!cs->known) {
		if (r6cs_card(cs->chip, &cs->card))
			snprintf(error, R6CS_ERROR, "ring %u of %s: not checked", cs->ring,
				 cs->chip);
		else
			snprintf(error, R6CS_ERROR, "chip %s: not checked", cs->chip);
	} else if (!ck || !patches || !written) {
		snprintf(error, R6CS_ERROR, "out of memory");
	} else {
		pm4_checker_init(ck, &cs->card);
		ret = pm4_check(ck, &cs->in, patches, room, written, &result, verdict);
		if (!ret && patch)
			pm4_patch_apply(cs->ib, patches, result.npatches, cs->addrs);
	}
	free(ck);
	free(patches);
	free(written);
	return ret;
}

int tool_check(int nfiles, char **files)
{
	char error[R6CS_ERROR], text[PM4_VERDICT_TEXT];
	struct pm4_verdict verdict;
	struct input in = { .wants_dump = true };
	struct r6cs cs;
	int ret, bad = 0;

	if (input_open(&in, nfiles, files))
		return 2;
	while (input_next(&in, &cs, error, &ret)) {
		if (!ret)
			ret = check_one(&cs, in.dump, &verdict, error);
		if (!ret)
			printf("accept %s\n", cs.name);
		if (!ret && in.dump)
			ret = print_patched(&cs, error);
		if (ret < 0) {
			printf("error %s: %s\n", cs.name, error);
			bad = 2;
		} else if (ret) {
			pm4_verdict_text(&verdict, cs.card.front, cs.card.chip, text, sizeof(text));
			printf("refuse %s %s: %s\n", cs.name, pm4_code_name(verdict.code), text);
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
		if (cs->in.ring == PM4_RING_GFX)
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

/* Print what is asked for.  Returns as check_one(). */
static int decode_one(const struct input *in, struct r6cs *cs, char *error)
{
	struct pm4_decoder d = {
		.ib = cs->in.ib, .ib_dw = cs->in.ib_dw, .buffers = cs->in.buffers,
		.nbuffers = cs->in.nbuffers, .front = cs->card.front, .chip = cs->card.chip,
		.ring = cs->in.ring, .fields = in->fields, .mark_dw = PM4_NO_DWORD,
		.line = print_line,
	};
	char text[PM4_VERDICT_TEXT];
	struct pm4_verdict verdict;
	int ret = check_one(cs, false, &verdict, error);

	if (ret < 0)
		return ret;
	printf("# %s: %s, %s ring, %u dwords, %u relocations\n", cs->name, cs->chip,
	       cs->in.ring == PM4_RING_DMA ? "DMA" : "gfx", cs->in.ib_dw, cs->in.nbuffers);
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
	if (!in->state)
		pm4_decode(&d);
	if (ret)
		printf("# refused, %s: %s\n", pm4_code_name(verdict.code), text);
	if (cs->driver_args)
		printf("# refused by the driver before its check of the stream: %s\n",
		       cs->driver_text);
	return ret || cs->driver_args;
}

int tool_decode(int nfiles, char **files)
{
	struct input in = { .wants_fields = true, .wants_state = true };
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
