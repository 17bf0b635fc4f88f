// SPDX-License-Identifier: GPL-2.0
/*
 * atom: inspects the image of a video BIOS.  Needs neither a card nor the kernel.
 */
#include <errno.h>
#include <stdlib.h>

#include "atom_tool.h"

#define PARAMS_MAX	16

static const char help[] =
	"usage:\n"
	"  atom IMAGE               what a driver reads from it, and the list of its tables\n"
	"  atom IMAGE TABLE...      these tables: command tables disassembled, data as bytes\n"
	"  atom IMAGE --all         everything\n"
	"  atom IMAGE --run TABLE [PARAMETER...]\n"
	"                           runs a command table on registers that are not there, and\n"
	"                           prints each access; --seed N before TABLE: they hold made-up\n"
	"                           values, not 0.  A register that a table polls without end\n"
	"                           gets other values, and the output says so\n"
	"\n"
	"IMAGE is a file, or - for standard input: what sysfs gives as a card's rom (write 1 to\n"
	"it first), or a BIOS update.  TABLE is AMD's name, such as ASIC_Init or FirmwareInfo; or\n"
	"the number of a command table, or data:NUMBER.  Offsets are those in the image.\n"
	"\n"
	"Exit code: 0, 1 if the image or a table of it is broken, 2 for other errors, 3 if a run\n"
	"polls for an answer that only a card can give.\n";

static int misused(const char *what, const char *name)
{
	fprintf(stderr, "atom: %s%s\n", what, name);
	fputs("See atom --help.\n", stderr);
	return ATOM_MISUSED;
}

static bool number_of(const char *text, u32 *number)
{
	unsigned long value;
	char *end;

	errno = 0;
	value = strtoul(text, &end, 0);
	if (end == text || *end || *text == '-' || errno || value > 0xffffffff)
		return false;
	*number = (u32)value;
	return true;
}

/* Find a table by name or number. */
static bool find_table(const char *name, bool *command, u32 *number)
{
	u32 i;

	*command = true;
	if (number_of(name, number))
		return true;
	for (i = 0; i < RCP_ATOM_COMMANDS; i++)
		if (!strcmp(name, rcp_atom_command_name(i))) {
			*number = i;
			return true;
		}
	*command = false;
	if (!strncmp(name, "data:", 5))
		return number_of(name + 5, number);
	for (i = 0; i < RCP_ATOM_DATA; i++)
		if (!strcmp(name, rcp_atom_data_name(i))) {
			*number = i;
			return true;
		}
	return false;
}

static int show_all(const struct rcp_atom_image *image)
{
	int status = atom_overview(image);
	u32 i;

	for (i = 0; i < image->ncommands; i++)
		if (rcp_atom_present(image, true, i))
			status |= atom_command(image, i);
	for (i = 0; i < image->ndata; i++)
		if (rcp_atom_present(image, false, i))
			status |= atom_data(image, i);
	return status;
}

static int show_tables(const struct rcp_atom_image *image, char **names)
{
	int status = ATOM_GOOD;
	bool command;
	u32 number;

	for (; *names; names++) {
		if (!find_table(*names, &command, &number))
			return misused("no table has the name ", *names);
		status |= command ? atom_command(image, number) : atom_data(image, number);
	}
	return status;
}

static int run_table(const struct rcp_atom_image *image, char **args)
{
	u32 params[PARAMS_MAX] = { }, nparams, number, seed = 0;
	bool command;

	if (*args && !strcmp(*args, "--seed")) {
		if (!args[1] || !number_of(args[1], &seed))
			return misused("--seed wants a number", "");
		args += 2;
	}
	if (!*args)
		return misused("--run wants a table", "");
	if (!find_table(*args, &command, &number) || !command)
		return misused("no command table has the name ", *args);
	for (nparams = 0; *++args; nparams++)
		if (nparams == PARAMS_MAX || !number_of(*args, &params[nparams]))
			return misused("at most 16 numbers are parameters, not ", *args);
	return atom_trace(image, number, seed, params, nparams);
}

/* What the arguments ask for.  Tables of Vega and later have other names and layouts. */
static int show(const struct rcp_atom_image *image, char **args)
{
	bool same;
	const char *generation = atom_generation(image, &same);

	if (generation && !strcmp(generation, ATOM_LATER))
		return misused("the tables of an image are not known: it is one of ", generation);
	if (!*args)
		return atom_overview(image);
	if (!strcmp(*args, "--all") && !args[1])
		return show_all(image);
	if (!strcmp(*args, "--run"))
		return run_table(image, args + 1);
	if (**args == '-')
		return misused("unknown option ", *args);
	return show_tables(image, args);
}

static int look(const char *path, char **args)
{
	struct rcp_atom_why why = { };
	struct rcp_atom_image image;
	int status = ATOM_BROKEN;
	size_t size;
	u8 *bytes = atom_file(path, &size);

	if (!bytes)
		return ATOM_MISUSED;
	if (!rcp_atom_parse(&image, bytes, size, &why)) {
		if (atom_foreign(bytes, size))
			status = ATOM_MISUSED;
		else
			fprintf(stderr, "atom: %s: %s\n", path, why.text);
	} else {
		status = show(&image, args);
	}
	free(bytes);
	return status;
}

int main(int argc, char **argv)
{
	int status;

	if (argc < 2) {
		fputs(help, stderr);
		return ATOM_MISUSED;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		fputs(help, stdout);
		return ATOM_GOOD;
	}
	if (argv[1][0] == '-' && argv[1][1])
		return misused("the image comes first, not ", argv[1]);
	status = look(argv[1], argv + 2);
	if (fflush(stdout) || ferror(stdout)) {
		fputs("atom: cannot write\n", stderr);
		return ATOM_MISUSED;
	}
	return status;
}
