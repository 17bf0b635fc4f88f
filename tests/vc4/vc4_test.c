// SPDX-License-Identifier: GPL-2.0
/*
 * Rules of VideoCore IV submissions: each hole is refused by its rule with its sentence, and a
 * neighbour of each is accepted.  The decoder marks the place of each refusal once, and goes on to
 * the render arguments.  With a folder as argument the test writes each case there as a file.
 */
#include <stdlib.h>
#include "cases.h"

#define MAX_IMAGE	(1u << 17)

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

/* What the decoder wrote. */
struct decoded {
	u32 marks;
	bool end;
};

static void take_line(void *ctx, const char *text)
{
	struct decoded *d = ctx;

	d->marks += !strncmp(text, "^^^^^  REFUSED", 14);
	d->end |= strstr(text, "MSAA ZS write:") != NULL;
}

static bool decodes(const struct vc4_input *in, const struct vc4_verdict *verdict, void *memory)
{
	struct decoded seen = { 0 };
	struct vc4_decoder d = { in, verdict, take_line, &seen };

	vc4_decode(&d, memory);
	return seen.end && seen.marks == (verdict->rule != VC4_ACCEPTED);
}

/* The copy has the size of the file, so that ASan sees each read past it. */
static bool check(const u8 *data, size_t size, struct vc4_verdict *verdict, char *text)
{
	u8 *copy = malloc(size);
	u32 n = vc4_file_buffers(data, size);
	struct vc4_buffer *buffers = calloc(n ? n : 1, sizeof(*buffers));
	struct vc4_input in;
	bool decoded = true;
	void *memory;

	memcpy(copy, data, size);
	memset(verdict, 0, sizeof(*verdict));
	verdict->rule = VC4_RULE_COUNT;
	if (!vc4_file_parse(copy, size, buffers, &in, text)) {
		memory = malloc(vc4_memory_size(&in));
		/* A check takes no word of its memory for granted. */
		memset(memory, 0xa5, vc4_memory_size(&in));
		vc4_check(&in, memory, verdict);
		vc4_verdict_text(verdict, text, VC4_TEXT);
		decoded = decodes(&in, verdict, memory);
		free(memory);
	}
	free(buffers);
	free(copy);
	return decoded;
}

void expect(const char *name, u32 rule, const char *words, const struct sub *s)
{
	static u8 data[MAX_IMAGE];
	size_t size = image(s, data);
	struct vc4_verdict verdict;
	char text[VC4_TEXT];
	bool decoded = check(data, size, &verdict, text);

	tried[rule] = true;
	if (!tap_ok(verdict.rule == rule && !strcmp(text, words), "%s", name)) {
		tap_note("%s, not %s", vc4_rule_name(verdict.rule), vc4_rule_name(rule));
		tap_note("said: %s", text);
	}
	if (!decoded)
		tap_ok(false, "%s: decoded, and marked once", name);
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
	test_words();
	test_hostile();
	test_guide();
	for (rule = 0; rule < VC4_RULE_COUNT; rule++) {
		if (tried[rule])
			continue;
		missing++;
		tap_note("no case for %s", vc4_rule_name(rule));
	}
	tap_ok(!missing, "each rule has a case");
	return tap_end();
}
