// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * ctm-as: fragment programs of R5xx as text, to and from the dwords that set_inst_fmt takes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ctm_as.h"
#include "ctm_as_elf.h"
#include "r500/r500_us.h"

#define TEXT_MAX	(1u << 20)

static void usage(FILE *to)
{
	fputs("Usage: ctm-as [--raw] [--no-check] [-o OUTPUT] FILE\n"
	      "       ctm-as --disassemble FILE\n"
	      "\n"
	      "Assembles the fragment program in FILE, \"-\" for the standard input, to an ELF file, a.ctm by\n"
	      "default, or with --raw to its dwords alone.  --no-check leaves out the rules for programs.\n"
	      "--disassemble writes the program in FILE, ELF or dwords, as text.\n", to);
}

static void *read_all(const char *path, size_t *size)
{
	FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
	char *data = malloc(TEXT_MAX + 1);

	if (!f || !data) {
		fprintf(stderr, "ctm-as: %s cannot be read\n", path);
		exit(2);
	}
	*size = fread(data, 1, TEXT_MAX, f);
	data[*size] = 0;
	if (f != stdin)
		fclose(f);
	return data;
}

static int disassemble(const char *path)
{
	size_t size;
	char *data = read_all(path, &size), line[1024];
	const uint32_t *words;
	uint32_t bytes, i;
	const char *why = ctm_as_elf_text(data, size, &words, &bytes);

	if (why) {
		fprintf(stderr, "ctm-as: %s: %s\n", path, why);
		return 1;
	}
	for (i = 0; i + CTM_AS_DW <= bytes / 4; i += CTM_AS_DW) {
		uint32_t inst[CTM_AS_DW];
		struct pm4_text t = { .buf = line, .size = sizeof(line) };

		memcpy(inst, words + i, sizeof(inst));
		r500_say_inst(&t, inst);
		puts(line);
	}
	free(data);
	return 0;
}

static int assemble(const char *path, const char *output, int raw, int check)
{
	static struct ctm_as_program p;
	struct ctm_as_error e;
	size_t size;
	char *text = read_all(path, &size);
	FILE *f;
	int bad;

	if (strlen(text) != size || size == TEXT_MAX) {
		fprintf(stderr, "ctm-as: %s is no text of less than a megabyte\n", path);
		return 1;
	}
	if (ctm_as_assemble(text, &p, &e) || (check && ctm_as_check(&p, &e))) {
		fprintf(stderr, "%s:%u:%u: %s\n", path, e.line, e.column, e.text);
		return 1;
	}
	f = fopen(output, "wb");
	bad = !f;
	if (f && raw)
		bad = fwrite(p.words, 4 * CTM_AS_DW, p.count, f) != p.count;
	else if (f)
		bad = ctm_as_elf_write(&p, f);
	if (f)
		bad |= fclose(f);
	if (bad)
		fprintf(stderr, "ctm-as: %s cannot be written\n", output);
	free(text);
	return bad ? 2 : 0;
}

int main(int argc, char **argv)
{
	const char *output = "a.ctm", *input = NULL;
	int raw = 0, check = 1, back = 0, i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--raw")) {
			raw = 1;
		} else if (!strcmp(argv[i], "--no-check")) {
			check = 0;
		} else if (!strcmp(argv[i], "--disassemble")) {
			back = 1;
		} else if (!strcmp(argv[i], "-o") && i + 1 < argc) {
			output = argv[++i];
		} else if (!strcmp(argv[i], "--help")) {
			usage(stdout);
			return 0;
		} else if ((argv[i][0] == '-' && argv[i][1]) || input) {
			usage(stderr);
			return 2;
		} else {
			input = argv[i];
		}
	}
	if (!input) {
		usage(stderr);
		return 2;
	}
	return back ? disassemble(input) : assemble(input, output, raw, check);
}
