// SPDX-License-Identifier: GPL-2.0
/*
 * pm4: check, decode, count and measure command streams, and print the tables.
 * Needs no card and no driver.
 */
#include "tool.h"

#define INPUT_HELP									\
	"\n"										\
	"FILE is a recorded stream (.r6cs), a capture of the driver (rcp_capture or\n"	\
	"rcp_refused_stream of debugfs) with any number of submissions, or - for standard\n" \
	"input.  A submission of a capture is named FILE:NUMBER PID COMM.\n"		\
	"\n"										\
	"  --raw              FILE holds plain little-endian dwords for the gfx ring, or a text\n" \
	"  --text             FILE is a text with dwords: a listing of radeon, umr or Mesa, a\n" \
	"                     dump of memory, or words of eight digits, in a log or a mail\n"	\
	"  --chip NAME        with --raw or --text: the chip, such as RV710\n"		\
	"  --buffers N[:SIZE] with --raw: relocations name N buffers (0) of SIZE bytes (1M)\n" \
	"  --ring NAME        with --raw, Southern Islands: gfx (default) or compute\n"	\
	"  --priority N       the same: priority of the submission\n"			\
	"  --const FILE       the same: plain dwords for the constant engine\n"		\
	"  --no-map           Southern Islands: say nothing of addresses\n"

#define FORMATS_HELP									\
	"\n"										\
	"FILE may also be a submission of VideoCore IV (.v4cs).\n"

#define FIELDS_HELP									\
	"\n"										\
	"The line of a register shows its fields, except fields that are 0 and have no name\n" \
	"for 0.\n"									\
	"\n"										\
	"  --fields           a line for each field, with its bits, even if it is 0\n"

static const struct command {
	const char *name;
	int (*run)(int nargs, char **args);
	bool files;
	const char *help;	/* usage: after the command's name */
	const char *more;	/* the command's own --help */
} commands[] = {
	{ "check", tool_check, true,
	  "[--dump] FILE...  accept or refuse; exit 0 only if all are accepted",
	  "Prints a line for each stream: accept NAME, refuse NAME RULE: sentence, or\n"
	  "error NAME: problem of the file.  After accept, lines note NAME RULE: sentence tell\n"
	  "what no check of the stream can decide.  Exit code: 0 all streams are accepted, 1 some\n"
	  "are refused, 2 some cannot be read or are of a chip that is not checked.\n"
	  "\n"
	  "  --dump             what the card would get, after the line of an accepted stream:\n"
	  "                     buffer RELOCATION ADDRESS BYTES (whole pages), null ADDRESS BYTES\n"
	  "                     (the driver's buffer for neutral addresses), p DWORD... (the\n"
	  "                     neutral preamble in full), s DWORD... (the stream with addresses)\n"
	  INPUT_HELP FORMATS_HELP },
	{ "decode", tool_decode, true,
	  "[--fields] [--state DWORD] [--program [--vertex]] FILE...  as text, with the refusal marked",
	  "Prints each stream as packets, registers and fields, one line for each dword, and\n"
	  "marks the dword for which the checker refuses the stream.  For captures it prints the\n"
	  "driver's verdict as well; if the driver refused the arguments, only that.  Lists the\n"
	  "buffer of each relocation and the dwords that name it.  Exit code as for check.\n"
	  "\n"
	  "  --program          with --raw or --text: the dwords are a shader program\n"
	  "                     (R5xx, R6xx, R7xx, BCM2835)\n"
	  "  --vertex           with --program of R5xx: a vertex program, not one of fragments\n"
	  "  --state DWORD      instead of the stream: each register and constant that it sets before\n"
	  "                     DWORD, with the last value and its dword; and the next draw\n"
	  FIELDS_HELP INPUT_HELP FORMATS_HELP },
	{ "r6cs", tool_export, true, "FILE... -o FOLDER  as recorded streams, one file each",
	  "Makes FOLDER if it is absent.  Writes each stream to FOLDER/CHIP-COMM-PID-N.r6cs\n"
	  "(without COMM and PID for streams that do not come from a capture), and overwrites\n"
	  "no file.  Exit code: 0, or 2 if a file cannot be read or written.\n" INPUT_HELP },
	{ "dump", tool_dump, true, "[--fields] FILE...  a hang's device core dump, decoded",
	  "FILE is a copy of /sys/class/devcoredump/*/data, or - for standard input.\n"
	  "Prints the ring from the guilty job on and marks the dword that CP_RB_RPTR points to:\n"
	  "the CP had fetched all dwords before it, and executed some of them.  Also marks\n"
	  "CP_RB_WPTR and the packet that runs the guilty stream.  The guilty stream comes last.\n"
	  "With --chip NAME, FILE holds plain dwords instead, as for pm4 decode --raw.\n"
	  FIELDS_HELP },
	{ "stats", tool_stats, true, "FILE...  packets and registers in them",
	  "Counts packets and registers over all streams.\n" INPUT_HELP FORMATS_HELP },
	{ "bench", tool_bench, true, "FILE...  time per dword of check, copy and patches",
	  "Checks all streams in turn, several times; the fastest round counts.\n"
	  INPUT_HELP FORMATS_HELP },
	{ "tables", tool_tables, false,
	  "[registers|packets|operands|events|fields]  the tables as Markdown",
	  "Prints each row with the source of its facts.  Of VideoCore IV: records, record-fields\n"
	  "or sets.\n" },
};

static int print_help(FILE *f, int ret)
{
	size_t i;

	fputs("usage:\n", f);
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(f, "  pm4 %-7s %s\n", commands[i].name, commands[i].help);
	fputs("See pm4 COMMAND --help.\n", f);
	return ret;
}

static bool is_help(const char *arg)
{
	return !strcmp(arg, "--help") || !strcmp(arg, "-h");
}

static int run(const struct command *c, int nargs, char **args)
{
	int i, ret;

	for (i = 0; i < nargs; i++) {
		if (!is_help(args[i]))
			continue;
		printf("usage: pm4 %s %s\n\n%s", c->name, c->help, c->more);
		return 0;
	}
	if (c->files && !nargs)
		return print_help(stderr, 2);
	ret = c->run(nargs, args);
	if (fflush(stdout) || ferror(stdout)) {
		fputs("pm4: cannot write\n", stderr);
		return 2;
	}
	return ret;
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc > 1 && is_help(argv[1]))
		return print_help(stdout, 0);
	for (i = 0; argc > 1 && i < ARRAY_SIZE(commands); i++)
		if (!strcmp(argv[1], commands[i].name))
			return run(&commands[i], argc - 2, argv + 2);
	return print_help(stderr, 2);
}
