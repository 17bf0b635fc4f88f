// SPDX-License-Identifier: GPL-2.0
/*
 * Tables that pm4_gen refuses: the first line of each file of badtables/ has the expected
 * part of the message.
 */
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "table_test.h"
#include "tap.h"

static void refuse(const char *file)
{
	char want[128], command[512], output[4096], place[256];
	bool said, placed;
	FILE *f = fopen(file, "r");
	size_t n;
	int rc;

	if (!f || fscanf(f, "# expect: %127[^\n]", want) != 1)
		strcpy(want, "(the file does not say)");
	if (f)
		fclose(f);
	unlink("build/pm4-bad.c");
	snprintf(command, sizeof(command),
		 "build/pm4_gen -p r600 -c build/pm4-bad.c -h build/pm4-bad.h %s '%s' 2>&1",
		 "pm4/r600/tables/chips.tbl", file);
	f = popen(command, "r");
	n = f ? fread(output, 1, sizeof(output) - 1, f) : 0;
	output[n] = 0;
	rc = f ? pclose(f) : -1;
	said = strstr(output, want);
	snprintf(place, sizeof(place), "%s:", file);
	placed = strstr(output, place);
	tap_ok(said && placed && WIFEXITED(rc) && WEXITSTATUS(rc) == 1 &&
	       access("build/pm4-bad.c", F_OK),
	       "%s: %s", strrchr(file, '/') + 1, want);
	if (!said || !placed)
		tap_note("said: %s", output);
}

void test_generator(void)
{
	glob_t g;
	size_t i;

	if (glob("tests/pm4/badtables/*.tbl", 0, NULL, &g)) {
		tap_ok(false, "no bad tables: not run from the top of the tree?");
		return;
	}
	for (i = 0; i < g.gl_pathc; i++)
		refuse(g.gl_pathv[i]);
	globfree(&g);
}
