// SPDX-License-Identifier: GPL-2.0
/*
 *	png FROM TO
 *
 * Writes a picture of the node (PAM with RGB_ALPHA) as PNG, without its alpha channel.
 */
#include <stdio.h>
#include <stdlib.h>

#include <png.h>

static unsigned char *read_pam(const char *path, unsigned int *width, unsigned int *height)
{
	FILE *f = fopen(path, "r");
	unsigned char *pixels;
	int body = 0;

	if (!f) {
		perror(path);
		return NULL;
	}
	if (fscanf(f, "P7 WIDTH %u HEIGHT %u DEPTH 4 MAXVAL 255 TUPLTYPE RGB_ALPHA ENDHDR%n", width, height, &body) != 2 ||
	    !body || fgetc(f) != '\n' || *width > 16384 || *height > 16384) {
		fprintf(stderr, "png: %s is no picture of the node\n", path);
		fclose(f);
		return NULL;
	}
	pixels = calloc(*height, *width * 4ul);
	if (pixels && fread(pixels, *width * 4ul, *height, f) != *height) {
		fprintf(stderr, "png: %s is cut\n", path);
		free(pixels);
		pixels = NULL;
	}
	fclose(f);
	return pixels;
}

int main(int argc, char **argv)
{
	png_image image = { .version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_RGB };
	unsigned char *pixels;

	if (argc != 3) {
		fprintf(stderr, "usage: png FROM TO\n");
		return 2;
	}
	pixels = read_pam(argv[1], &image.width, &image.height);
	if (!pixels)
		return 2;
	for (size_t i = 0; i < (size_t)image.width * image.height; i++)
		for (int c = 0; c < 3; c++)
			pixels[i * 3 + c] = pixels[i * 4 + c];
	if (!png_image_write_to_file(&image, argv[2], 0, pixels, 0, NULL)) {
		fprintf(stderr, "png: cannot write %s: %s\n", argv[2], image.message);
		return 2;
	}
	free(pixels);
	return 0;
}
