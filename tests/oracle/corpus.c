// SPDX-License-Identifier: GPL-2.0
/*
 * oracle-corpus: judges recorded streams with the oracle.
 *
 *   oracle-corpus [--raw] [--ranges] [--tight] FILE...
 *
 * By default the oracle judges the streams that the checker accepts, in the way the driver
 * runs them: after the neutral preamble.  --raw omits the checker, and allows every
 * inherited state because there is no preamble.  --ranges prints every range.  --tight
 * judges each stream again with the smallest size and alignment of each buffer that the
 * checker accepts, so that a rule of the checker that is a byte short becomes a fault.
 *
 * Exit status 0 if the oracle found no fault.
 */
#include <stdlib.h>

#include "run.h"

static void print(void *ctx, const struct oracle_access *a)
{
	char text[160];

	oracle_text(a, text, sizeof(text));
	printf("%s: %s\n", (const char *)ctx, text);
}

static u32 print_faults(const struct oracle *o, const char *file, const char *when)
{
	char text[160];
	u32 k;

	for (k = 0; k < o->nfaults && k < ORACLE_FAULTS; k++) {
		oracle_text(&o->faults[k], text, sizeof(text));
		printf("fault %s%s: %s\n", file, when, text);
	}
	return !!o->nfaults;
}

/* The least accepted alignment, and an address with no larger one. */
static void misalign(struct r6cs *cs, u32 i)
{
	u32 *align = &cs->buffers[i].align;

	do {
		*align /= 2;
	} while (*align >= 256 && oracle_accepts(cs));
	*align *= 2;
	cs->addrs[i] += *align & (R6CS_PLACE - 1);
}

/* Relocation by relocation; each keeps its result while the next is tried. */
static u32 judge_tight(struct oracle *o, struct r6cs *cs, const char *file)
{
	u64 low, high, middle;
	u32 i;

	for (i = 0; i < cs->nbuffers; i++) {
		low = 0;
		high = cs->buffers[i].size;
		while (low < high) {
			middle = low + (high - low) / 2;
			cs->buffers[i].size = middle;
			if (oracle_accepts(cs))
				high = middle;
			else
				low = middle + 1;
		}
		cs->buffers[i].size = high;
		misalign(cs, i);
	}
	oracle_judge(o, cs, false, &(struct oracle_outcome){ 0 });
	return print_faults(o, file, " (tight)");
}

int main(int argc, char **argv)
{
	u32 files = 0, accepted = 0, bad = 0, unreadable = 0;
	struct oracle *o = malloc(sizeof(*o));
	bool raw = false, ranges = false, tight = false;
	struct oracle_outcome out;
	struct r6cs cs;
	const char *why;
	int i;

	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		if (!strcmp(argv[i], "--raw"))
			raw = true;
		else if (!strcmp(argv[i], "--ranges"))
			ranges = true;
		else if (!strcmp(argv[i], "--tight"))
			tight = true;
		else
			i = argc;
	}
	if (!o || i >= argc) {
		fprintf(stderr, "oracle-corpus [--raw] [--ranges] [--tight] FILE...\n");
		return 2;
	}
	for (; i < argc; i++) {
		files++;
		why = r6cs_load(&cs, argv[i]);
		if (why) {
			printf("unreadable %s: %s\n", argv[i], why);
			unreadable++;
			r6cs_free(&cs);
			continue;
		}
		out = (struct oracle_outcome){
			.trace = ranges ? print : NULL, .trace_ctx = argv[i],
		};
		oracle_judge(o, &cs, raw, &out);
		if (!out.accepted)
			printf("refused %s: %s\n", argv[i], out.refusal);
		else
			accepted++;
		if (out.accepted && print_faults(o, argv[i], ""))
			bad++;
		else if (out.accepted && tight)
			bad += judge_tight(o, &cs, argv[i]);
		r6cs_free(&cs);
	}
	printf("%u files, %u accepted, %u unreadable, %u with faults\n", files,
	       accepted, unreadable, bad);
	free(o);
	return bad || unreadable;
}
