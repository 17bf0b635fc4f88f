// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 r6cs: write captures or raw dwords as recorded streams (.r6cs), one file each.
 *
 * A recorded stream contains the chip, but neither the card's tiling nor the alignment of
 * buffers: its readers assume the usual tiling of the chip and 1 MiB.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "tool.h"

static int write_file(const char *path, const struct bytes *b, char *error)
{
	/* x: never overwrite a file. */
	FILE *f = fopen(path, "wbx");
	bool bad;

	if (!f)
		return r6cs_err(error, "%.180s cannot be made: %s", path, strerror(errno));
	bad = fwrite(b->data, 1, b->size, f) != b->size;
	bad |= fclose(f) != 0;
	if (bad)
		snprintf(error, R6CS_ERROR, "%.180s cannot be written: %s", path, strerror(errno));
	return bad ? -1 : 0;
}

/* rv710-glxgears-123-4.r6cs */
static void make_path(char *path, size_t size, const struct input *in, const struct r6cs *cs,
		      unsigned int n)
{
	char comm[sizeof(in->comm)];
	char chip[sizeof(cs->chip)];
	size_t i;

	for (i = 0; i + 1 < sizeof(chip) && cs->chip[i]; i++)
		chip[i] = cs->chip[i] >= 'A' && cs->chip[i] <= 'Z' ? cs->chip[i] + 'a' - 'A' :
			  cs->chip[i] > ' ' && cs->chip[i] < 0x7f && cs->chip[i] != '/' ?
			  cs->chip[i] : '_';
	chip[i] = 0;
	for (i = 0; i + 1 < sizeof(comm) && in->comm[i]; i++)
		comm[i] = in->comm[i] == '/' ? '_' : in->comm[i];
	comm[i] = 0;
	if (cs->captured)
		snprintf(path, size, "%s/%s-%s-%u-%u.r6cs", in->folder, chip, comm, in->pid, n);
	else
		snprintf(path, size, "%s/%s-%u.r6cs", in->folder, chip, n);
}

int tool_export(int nargs, char **args)
{
	struct input in = { .wants_folder = true };
	char error[R6CS_ERROR], path[4096];
	unsigned int n = 0;
	bool full = false;
	struct r6cs cs;
	int ret, bad = 0;

	if (input_open(&in, nargs, args))
		return 2;
	if (!in.folder) {
		fputs("pm4: r6cs wants -o FOLDER\n", stderr);
		return 2;
	}
	if (mkdir(in.folder, 0777) && errno != EEXIST) {
		fprintf(stderr, "pm4: folder %s cannot be made: %s\n", in.folder, strerror(errno));
		return 2;
	}
	/* A folder that takes no file does not take the next one either. */
	while (!full && input_next(&in, &cs, error, &ret)) {
		if (!ret) {
			make_path(path, sizeof(path), &in, &cs, ++n);
			ret = write_file(path, &in.image, error);
			full = ret;
		}
		if (ret) {
			fprintf(stderr, "error %s: %s\n", cs.name, error);
			bad = 2;
		} else {
			printf("%s: %u dwords, %u relocations\n", path, cs.in.ib_dw,
			       cs.in.nbuffers);
		}
		r6cs_free(&cs);
	}
	input_close(&in);
	return bad;
}
