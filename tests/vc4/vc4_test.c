// SPDX-License-Identifier: GPL-2.0
/*
 * Rules of VideoCore IV submissions: each hole is refused by its rule with its sentence, and a
 * neighbour of each is accepted.  With a folder as argument it writes each case there as a file.
 */
#include <stdlib.h>
#include "cases.h"

#define MAX_IMAGE	(1u << 16)

static const char *folder;
static bool tried[VC4_RULE_COUNT];

static void write_case(const char *name, const u8 *data, size_t size)
{
	char path[512];
	size_t i;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s.v4cs", folder, name);
	for (i = strlen(folder) + 1; path[i]; i++)
		if (path[i] == ' ' || path[i] == '/')
			path[i] = '-';
	f = fopen(path, "wb");
	if (f) {
		fwrite(data, 1, size, f);
		fclose(f);
	}
}

/* The copy has the size of the file, so that ASan sees each read behind it. */
static void check(const u8 *data, size_t size, struct vc4_verdict *verdict, char *text)
{
	u8 *copy = malloc(size);
	u32 n = vc4_file_buffers(data, size);
	struct vc4_buffer *buffers = calloc(n ? n : 1, sizeof(*buffers));
	struct vc4_input in;
	void *memory;

	memcpy(copy, data, size);
	memset(verdict, 0, sizeof(*verdict));
	verdict->rule = VC4_RULE_COUNT;
	if (!vc4_file_parse(copy, size, buffers, &in, text)) {
		memory = malloc(vc4_memory_size(&in));
		vc4_check(&in, memory, verdict);
		vc4_verdict_text(verdict, text, VC4_TEXT);
		free(memory);
	}
	free(buffers);
	free(copy);
}

void expect(const char *name, u32 rule, const char *words, const struct sub *s)
{
	static u8 data[MAX_IMAGE];
	size_t size = image(s, data);
	struct vc4_verdict verdict;
	char text[VC4_TEXT];

	check(data, size, &verdict, text);
	tried[rule] = true;
	if (!tap_ok(verdict.rule == rule && !strcmp(text, words), "%s", name)) {
		tap_note("%s, not %s", vc4_rule_name(verdict.rule), vc4_rule_name(rule));
		tap_note("said: %s", text);
	}
	if (folder)
		write_case(name, data, size);
}

int main(int argc, char **argv)
{
	u32 rule, missing = 0;

	folder = argc > 1 ? argv[1] : NULL;
	test_list();
	test_records();
	test_textures();
	test_programs();
	test_branches();
	test_render();
	test_files();
	for (rule = 0; rule < VC4_RULE_COUNT; rule++) {
		if (tried[rule])
			continue;
		missing++;
		tap_note("no case for %s", vc4_rule_name(rule));
	}
	tap_ok(!missing, "each rule has a case");
	return tap_end();
}
