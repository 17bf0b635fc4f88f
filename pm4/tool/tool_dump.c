// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 dump: the device core dump that the driver leaves after a hang, with the
 * guilty stream decoded.  Everything in front of the stream is text already and
 * is passed on as it is.
 */
#include <errno.h>
#include <stdlib.h>
#include "pm4_decode.h"
#include "tool.h"

#define FIRST_LINE	"rcp devcoredump 1\n"
#define MAX_DW		(1u << 20)

struct dump {
	int chip;
	u32 *ib;
	u32 ib_dw;
};

static void print_line(void *ctx, const char *text)
{
	puts(text);
}

/* The lines up to "stream:". */
static bool pass_head(FILE *f, struct dump *d)
{
	char line[512], chip[17];

	while (fgets(line, sizeof(line), f)) {
		fputs(line, stdout);
		if (sscanf(line, "chip: %16s", chip) == 1)
			d->chip = r6cs_chip(chip);
		if (!strcmp(line, "stream:\n"))
			return true;
	}
	return false;
}

static bool read_stream(FILE *f, struct dump *d)
{
	unsigned int value;

	d->ib = malloc(MAX_DW * sizeof(*d->ib));
	while (d->ib && d->ib_dw < MAX_DW && fscanf(f, " 0x%8x", &value) == 1)
		d->ib[d->ib_dw++] = value;
	return d->ib && feof(f) && !ferror(f);
}

static int show(FILE *f, struct dump *d, char *error)
{
	struct pm4_decoder decoder = { .mark_dw = PM4_NO_DWORD, .line = print_line };
	char line[64];

	if (!fgets(line, sizeof(line), f) || strcmp(line, FIRST_LINE)) {
		snprintf(error, R6CS_ERROR, "not a dump: it does not begin with '%.17s'",
			 FIRST_LINE);
		return -1;
	}
	fputs(line, stdout);
	if (!pass_head(f, d)) {
		snprintf(error, R6CS_ERROR, "truncated: no stream in it");
		return -1;
	}
	if (d->chip < 0) {
		snprintf(error, R6CS_ERROR, "its chip is not one of R6xx/R7xx");
		return -1;
	}
	if (!read_stream(f, d)) {
		snprintf(error, R6CS_ERROR, "something else behind dword %u of the stream",
			 d->ib_dw);
		return -1;
	}
	decoder.ib = d->ib;
	decoder.ib_dw = d->ib_dw;
	decoder.chip = d->chip;
	pm4_decode(&decoder);
	return 0;
}

int tool_dump(int nfiles, char **files)
{
	char error[R6CS_ERROR];
	int i, bad = 0;

	for (i = 0; i < nfiles; i++) {
		struct dump d = { .chip = -1 };
		FILE *f = strcmp(files[i], "-") ? fopen(files[i], "r") : stdin;
		int ret = -1;

		if (f)
			ret = show(f, &d, error);
		else
			snprintf(error, sizeof(error), "cannot be opened: %s", strerror(errno));
		if (ret) {
			fflush(stdout);
			fprintf(stderr, "error %s: %s\n", files[i], error);
			bad = 2;
		}
		if (f && f != stdin)
			fclose(f);
		free(d.ib);
	}
	return bad;
}
