// SPDX-License-Identifier: GPL-2.0
/*
 * r6cs-fuzz: the readers of recorded streams, the tool's and the oracle's, and the tool's
 * readers of captures, texts and .bof files.  No file may make a reader access memory past the file.  The oracle
 * must be able to read every stream for R6xx/R7xx that the tool accepts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "r6cs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int reader_of_tool(const uint8_t *data, size_t size);
void captures_of_tool(const uint8_t *data, size_t size);
void texts_of_tool(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *why;
	struct r6cs cs;
	u32 *out;

	captures_of_tool(data, size);
	texts_of_tool(data, size);
	why = r6cs_parse(&cs, data, size);
	if (!why) {
		out = malloc(4ull * cs.ib_dw + !cs.ib_dw);
		if (!out)
			abort();
		r6cs_relocate(&cs, out);
		free(out);
	}
	r6cs_free(&cs);
	if (reader_of_tool(data, size) && why && memcmp(why, "absurd", 6)) {
		fprintf(stderr, "FINDING: the tool reads what the oracle cannot: %s\n",
			why);
		abort();
	}
	return 0;
}
