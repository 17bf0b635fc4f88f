// SPDX-License-Identifier: GPL-2.0
/*
 *	compare PICTURE REFERENCE [SHARE [COVERED]]
 *
 * Compares two pictures of the node.  A channel may differ by TOLERANCE.  Rules of rasterization leave
 * room at edges: there, where neighbours in the reference differ, a pixel may have any value between
 * them.  At most one covered pixel in SHARE (200) may be beyond, and COVERED percent of the reference (50) are
 * covered, so that an empty one compares with nothing.  Prints the numbers.
 */
#include <stdio.h>
#include <stdlib.h>

#define TOLERANCE	2
#define EDGE		16

struct picture {
	int width, height;
	unsigned char *pixels;
};

static void read_picture(struct picture *p, const char *path)
{
	FILE *f = fopen(path, "r");
	size_t n = 0;

	if (f && fscanf(f, "P7 WIDTH %d HEIGHT %d DEPTH 4 MAXVAL 255 TUPLTYPE RGB_ALPHA ENDHDR", &p->width, &p->height) == 2 &&
	    fgetc(f) == '\n') {
		p->pixels = calloc(p->height, p->width * 4ul);
		n = p->pixels ? fread(p->pixels, p->width * 4ul, p->height, f) : 0;
	}
	if (!n || n != (size_t)p->height) {
		fprintf(stderr, "compare: %s is no picture of the node\n", path);
		exit(2);
	}
	fclose(f);
}

static int at(const struct picture *p, int x, int y, int c)
{
	return p->pixels[((size_t)y * p->width + x) * 4 + c];
}

static int clamp(int x, int end)
{
	return x < 0 ? 0 : x >= end ? end - 1 : x;
}

/* The smallest and largest value among a pixel and its neighbours. */
static void around(const struct picture *p, int x, int y, int c, int *low, int *high)
{
	*low = 255;
	*high = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int v = at(p, clamp(x + dx, p->width), clamp(y + dy, p->height), c);

			*low = v < *low ? v : *low;
			*high = v > *high ? v : *high;
		}
}

/* The difference of a pixel that is beyond, else 0. */
static int beyond(const struct picture *p, const struct picture *ref, int x, int y)
{
	int worst = 0;

	for (int c = 0; c < 4; c++) {
		int v = at(p, x, y, c), r = at(ref, x, y, c), low, high;

		if (abs(v - r) <= TOLERANCE)
			continue;
		around(ref, x, y, c, &low, &high);
		if (high - low < EDGE || v < low - TOLERANCE || v > high + TOLERANCE)
			worst = abs(v - r) > worst ? abs(v - r) : worst;
	}
	return worst;
}

int main(int argc, char **argv)
{
	struct picture p, ref;
	int covered = 0, off = 0, most = 0, share, least, worst;

	share = argc > 3 ? atoi(argv[3]) : 200;
	least = argc > 4 ? atoi(argv[4]) : 50;
	if (argc < 3 || argc > 5 || share < 1 || least < 0) {
		fprintf(stderr, "usage: compare PICTURE REFERENCE [SHARE [COVERED]]\n");
		return 2;
	}
	read_picture(&p, argv[1]);
	read_picture(&ref, argv[2]);
	if (p.width != ref.width || p.height != ref.height) {
		fprintf(stderr, "compare: %dx%d and %dx%d\n", p.width, p.height, ref.width, ref.height);
		return 1;
	}
	for (int y = 0; y < ref.height; y++)
		for (int x = 0; x < ref.width; x++) {
			covered += at(&ref, x, y, 0) || at(&ref, x, y, 1) || at(&ref, x, y, 2);
			worst = beyond(&p, &ref, x, y);
			off += worst > 0;
			most = worst > most ? worst : most;
		}
	printf("%d of %d covered pixels of a picture of %d differ, by %d at most\n", off, covered, ref.width * ref.height, most);
	if (!covered || covered * 100 < least * ref.width * ref.height) {
		fprintf(stderr, "compare: too little of %s is covered\n", argv[2]);
		return 1;
	}
	return off * share > covered;
}
