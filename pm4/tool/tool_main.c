// SPDX-License-Identifier: GPL-2.0
/*
 * pm4: check, decode, count and measure recorded command streams, and print the
 * tables.  Runs anywhere: no card, no kernel.
 */
#include "tool.h"

static const struct {
	const char *name;
	int (*run)(int nfiles, char **files);
	bool files;
	const char *help;
} commands[] = {
	{ "check", tool_check, true, "FILE...  accept or refuse; exit 0 only if all are accepted" },
	{ "decode", tool_decode, true, "FILE...  as text, with the refusal marked" },
	{ "dump", tool_dump, true, "FILE...  a hang's device core dump, its stream decoded" },
	{ "stats", tool_stats, true, "FILE...  packets and registers in them" },
	{ "bench", tool_bench, true, "FILE...  time per dword of check, copy and patches" },
	{ "tables", tool_tables, false,
	  "[registers|packets|events|fields]  the tables as Markdown" },
};

static int print_help(FILE *f, int ret)
{
	size_t i;

	fputs("usage:\n", f);
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(f, "  pm4 %-7s %s\n", commands[i].name, commands[i].help);
	return ret;
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return print_help(stdout, 0);
	for (i = 0; argc > 1 && i < ARRAY_SIZE(commands); i++) {
		int ret;

		if (strcmp(argv[1], commands[i].name))
			continue;
		if (commands[i].files && argc < 3)
			break;
		ret = commands[i].run(argc - 2, argv + 2);
		if (fflush(stdout) || ferror(stdout)) {
			fputs("pm4: cannot write\n", stderr);
			return 2;
		}
		return ret;
	}
	return print_help(stderr, 2);
}
