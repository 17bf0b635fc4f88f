// SPDX-License-Identifier: GPL-2.0
/*
 *	replay FILE [PICTURE]
 *	replay -o PICTURE WIDTHxHEIGHT FILE
 *	replay --sums FILE
 *
 * Executes a recording with contents (scripts/draw --record) on the render node, through the calls of
 * any client, on a card of the generation that it was made on.  With a picture of the node (PAM): succeeds only if a buffer of the last submission holds its
 * rows, from bottom to top and without gaps, as a read-back of GL leaves them there.  With -o it writes
 * such a picture from the buffer in system memory that the last submission writes.  With --sums it prints
 * a line for each submission: a hash of the buffers that the submission writes.
 */
#include "recording.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct player player;

static void die(const char *why)
{
	fprintf(stderr, "replay: %s\n", why);
	exit(2);
}

/* The file's name without folder and suffix */
static int name_length(const char *name)
{
	return strcspn(name, ".");
}

/* Returns how many submissions are refused. */
static unsigned int replay(const struct recording *r, const char *sums)
{
	const char *name = sums && strrchr(sums, '/') ? strrchr(sums, '/') + 1 : sums;
	unsigned int refused = 0;
	uint32_t i;
	int ret;

	for (i = 0; i < r->n; i++) {
		struct client_cs cs = { .ring = 0 };

		if (player_write(&player, i))
			die("no buffer of that size");
		ret = player_submit(&player, i, &cs);
		if (ret) {
			fprintf(stderr, "replay: submission %llu is refused: %s\n",
				(unsigned long long)r->submission[i].submit->number, strerror(-ret));
			refused++;
		}
		player_wait(&player, i);
		if (sums)
			printf("%.*s %u %016llx\n", name_length(name), name, i, (unsigned long long)player_sum(&player, i));
	}
	return refused;
}

/* Test whether a buffer holds the picture, whose rows are in the other order. */
static int holds(uint32_t b, const uint8_t *rows, size_t row, size_t height)
{
	size_t y;

	if (player.r->buffer[b].size < row * height)
		return 0;
	for (y = 0; y < height && !memcmp(player.map[b] + y * row, rows + (height - 1 - y) * row, row); y++)
		;
	return y == height;
}

static int find_picture(const struct recorded *s, const char *path)
{
	unsigned int width, height;
	int body = 0;
	size_t size;
	uint8_t *pam = recording_read(path, &size);

	if (!pam)
		die("a file cannot be read, or is empty");
	if (sscanf((char *)pam, "P7 WIDTH %u HEIGHT %u DEPTH 4 MAXVAL 255 TUPLTYPE RGB_ALPHA ENDHDR%n", &width, &height, &body) != 2 ||
	    size != body + 1 + 4ul * width * height)
		die("the picture is none of the node");
	for (uint32_t i = 0; i < s->nrelocs; i++)
		if (holds(s->buffer[i], pam + body + 1, 4ul * width, height))
			return 0;
	fprintf(stderr, "replay: no buffer of the last submission holds the picture\n");
	return 1;
}

/* The buffer in system memory that the submission writes. */
static uint32_t read_back(const struct recorded *s, size_t size)
{
	for (uint32_t i = 0; i < s->nrelocs; i++) {
		const struct rcp_capture_reloc *r = &s->relocs[i];

		if (r->write_domain == RADEON_GEM_DOMAIN_GTT && player.r->buffer[s->buffer[i]].size >= size)
			return s->buffer[i];
	}
	die("the last submission reads nothing back of that size");
	return 0;
}

static void write_picture(const struct recorded *s, const char *path, unsigned int width, unsigned int height)
{
	uint32_t b = read_back(s, 4ul * width * height);
	FILE *f = fopen(path, "w");
	bool ok = f;

	if (f) {
		fprintf(f, "P7\nWIDTH %u\nHEIGHT %u\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", width, height);
		for (unsigned int y = height; y--;)
			ok &= fwrite(player.map[b] + 4ul * width * y, 4, width, f) == width;
		ok &= !fclose(f);
	}
	if (!ok)
		die("the picture cannot be written");
}

int main(int argc, char **argv)
{
	bool sums = argc == 3 && !strcmp(argv[1], "--sums");
	unsigned int width, height, refused;
	struct recorded *last;
	const char *out = NULL, *why;
	struct recording r;
	struct client c;
	int i = 1;

	if (argc == 5 && !strcmp(argv[1], "-o") && sscanf(argv[3], "%ux%u", &width, &height) == 2 && width && height &&
	    width <= 16384 && height <= 16384) {
		out = argv[2];
		i = 4;
	} else if (sums) {
		i = 2;
	} else if (argc != 2 && argc != 3) {
		fprintf(stderr, "usage: replay FILE [PICTURE]\n       replay -o PICTURE WIDTHxHEIGHT FILE\n"
				"       replay --sums FILE\n");
		return 2;
	}
	if (client_open(&c))
		die("there is no render node");
	why = recording_load(&r, argv[i]);
	if (why)
		die(why);
	if (!recording_fits(&r, c.chip))
		die("a recording of another generation: replay it on a card of its own");
	if (player_open(&player, c.fd, &r))
		die("no memory");
	refused = replay(&r, sums ? argv[i] : NULL);
	last = &r.submission[r.n - 1];
	if (out)
		write_picture(last, out, width, height);
	if (refused)
		return 2;
	return argc == 3 && !sums ? find_picture(last, argv[2]) : 0;
}
