// SPDX-License-Identifier: GPL-2.0
/*
 * pm4-replay: checks files for the properties of the fuzzer, without libFuzzer.
 *
 *   pm4-replay FILE...
 *
 * TAP on stdout; exit status 1 if a property is violated.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../pm4/tap.h"
#include "judge.h"

static uint8_t *load(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	long n;

	if (!f)
		return NULL;
	n = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
	if (n >= 0 && !fseek(f, 0, SEEK_SET)) {
		data = malloc((size_t)n + 1);
		if (data)
			*size = fread(data, 1, (size_t)n, f);
	}
	fclose(f);
	return data;
}

int main(int argc, char **argv)
{
	char text[JUDGE_TEXT];
	const char *why;
	uint8_t *data;
	size_t size;
	int i;

	for (i = 1; i < argc; i++) {
		size = 0;
		data = load(argv[i], &size);
		why = data ? judge_stream(data, size, text) :
			     "cannot be read";
		tap_ok(!why, "%s%s%s", argv[i], why ? ": " : "", why ? why : "");
		free(data);
	}
	tap_note("%llu streams, %llu accepted, %llu draws",
		 (unsigned long long)judge_counts.streams,
		 (unsigned long long)judge_counts.accepted,
		 (unsigned long long)judge_counts.draws);
	return tap_end();
}
