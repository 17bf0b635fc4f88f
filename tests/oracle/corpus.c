// SPDX-License-Identifier: GPL-2.0
/*
 * oracle-corpus: holds recorded streams against the oracle.
 *
 *   oracle-corpus [--raw] [--ranges] FILE...
 *
 * By default a stream goes through the checker, and what it accepts is judged
 * as the driver would run it: the state that it inherits is made harmless
 * first.  --raw leaves the checker out (every inherited state is then excused,
 * since nothing would clean it) and --ranges prints every range.
 *
 * Exit status 0 when the oracle found nothing.
 */
#include <stdlib.h>

#include "run.h"

static void print(void *ctx, const struct oracle_access *a)
{
	char text[160];

	oracle_text(a, text, sizeof(text));
	printf("%s: %s\n", (const char *)ctx, text);
}

int main(int argc, char **argv)
{
	u32 files = 0, accepted = 0, bad = 0, unreadable = 0;
	struct oracle *o = malloc(sizeof(*o));
	bool raw = false, ranges = false;
	struct oracle_outcome out;
	struct r6cs cs;
	const char *why;
	char text[160];
	u32 k;
	int i;

	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		if (!strcmp(argv[i], "--raw"))
			raw = true;
		else if (!strcmp(argv[i], "--ranges"))
			ranges = true;
		else
			i = argc;
	}
	if (!o || i >= argc) {
		fprintf(stderr, "oracle-corpus [--raw] [--ranges] FILE...\n");
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
		if (out.accepted && o->nfaults) {
			bad++;
			for (k = 0; k < o->nfaults && k < ORACLE_FAULTS; k++) {
				oracle_text(&o->faults[k], text, sizeof(text));
				printf("fault %s: %s\n", argv[i], text);
			}
		}
		r6cs_free(&cs);
	}
	printf("%u files, %u accepted, %u unreadable, %u with faults\n", files,
	       accepted, unreadable, bad);
	free(o);
	return bad || unreadable;
}
