// SPDX-License-Identifier: GPL-2.0
/*
 *	blocks PICTURE COLUMNS COLOURS
 *
 * Prints a picture of the node on a terminal: a character cell has two pixels, each the mean of its part of
 * the picture.  COLOURS is 256, or 0 for a terminal that takes any colour.
 */
#include <stdio.h>
#include <stdlib.h>

struct color {
	unsigned int c[3];
};

static unsigned char *pixels;
static unsigned int width, height;

static int read_picture(const char *path)
{
	FILE *f = fopen(path, "r");
	int ok = f && fscanf(f, "P7 WIDTH %u HEIGHT %u DEPTH 4 MAXVAL 255 TUPLTYPE RGB_ALPHA ENDHDR", &width, &height) == 2 &&
		 fgetc(f) == '\n' && width && height && width <= 16384 && height <= 16384;

	pixels = ok ? calloc(height, width * 4ul) : NULL;
	ok = pixels && fread(pixels, width * 4ul, height, f) == height;
	if (f)
		fclose(f);
	return ok;
}

/* The mean of part (x, y) of a picture that is cut into columns x rows parts. */
static struct color mean(unsigned int x, unsigned int y, unsigned int columns, unsigned int rows)
{
	unsigned int x1 = (x + 1) * width / columns, y1 = (y + 1) * height / rows, n = 0;
	struct color sum = { 0 };

	for (unsigned int j = y * height / rows; j < y1; j++)
		for (unsigned int i = x * width / columns; i < x1; i++, n++)
			for (unsigned int c = 0; c < 3; c++)
				sum.c[c] += pixels[((size_t)j * width + i) * 4 + c];
	for (unsigned int c = 0; c < 3 && n; c++)
		sum.c[c] /= n;
	return sum;
}

static void paint(unsigned int ground, const struct color *color, int colors)
{
	const unsigned int *c = color->c;

	/* The cube of 6 x 6 x 6 colours begins at 16. */
	if (colors)
		printf("\033[%u;5;%um", ground, 16 + (c[0] * 5 + 127) / 255 * 36 + (c[1] * 5 + 127) / 255 * 6 + (c[2] * 5 + 127) / 255);
	else
		printf("\033[%u;2;%u;%u;%um", ground, c[0], c[1], c[2]);
}

int main(int argc, char **argv)
{
	unsigned int columns = argc == 4 ? (unsigned int)atoi(argv[2]) : 0, rows;

	if (!columns || columns > 1000) {
		fprintf(stderr, "usage: blocks PICTURE COLUMNS 0|256\n");
		return 2;
	}
	if (!read_picture(argv[1])) {
		fprintf(stderr, "blocks: %s is no picture of the node\n", argv[1]);
		return 2;
	}
	if (columns > width)
		columns = width;
	rows = (columns * height / width + 1) & ~1u;
	for (unsigned int y = 0; y < rows; y += 2) {
		for (unsigned int x = 0; x < columns; x++) {
			struct color upper = mean(x, y, columns, rows), lower = mean(x, y + 1, columns, rows);

			paint(38, &upper, atoi(argv[3]));
			paint(48, &lower, atoi(argv[3]));
			fputs("\u2580", stdout);
		}
		puts("\033[0m");
	}
	return 0;
}
