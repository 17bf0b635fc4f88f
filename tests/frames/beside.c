// SPDX-License-Identifier: GPL-2.0
/*
 * A frame beside a picture of it, of another renderer: which pixels differ, and which draw wrote each of them last.
 */
#include <stdlib.h>

#include <png.h>

#include "frame.h"

#define LINES	8u	/* pixels and draws that are printed */

struct beside {
	const struct frame_options *o;
	struct frame_picture p;		/* after the draw before, and after the last one */
	u32 *writer;			/* the draw that wrote each pixel last */
	u32 target;
	bool found;
};

bool frame_is_png(const char *path)
{
	FILE *f = fopen(path, "rb");
	u8 head[8] = { 0 };
	bool is = f && fread(head, sizeof(head), 1, f) == 1 && !png_sig_cmp(head, 0, sizeof(head));

	if (f)
		fclose(f);
	return is;
}

static u8 *read_png(const char *path, u32 *width, u32 *height, char *error)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	u8 *rgba = NULL;

	if (png_image_begin_read_from_file(&image, path)) {
		image.format = PNG_FORMAT_RGBA;
		if (image.width <= 16384 && image.height <= 16384)
			rgba = malloc(PNG_IMAGE_SIZE(image) + 1);
		if (rgba && png_image_finish_read(&image, NULL, rgba, 0, NULL)) {
			*width = image.width;
			*height = image.height;
			return rgba;
		}
	}
	r6cs_err(error, "%s cannot be read: %s", path, image.message[0] ? image.message : "it is too large");
	png_image_free(&image);
	free(rgba);
	return NULL;
}

static bool find_target(struct beside *b, struct frame_card *card, struct frame_picture *p)
{
	u32 first = b->o->target < FRAME_TARGETS ? b->o->target : 0;
	u32 last = b->o->target < FRAME_TARGETS ? b->o->target : FRAME_DEPTH - 1;

	for (b->target = first; b->target <= last; b->target++)
		if (frame_picture(card, b->target, p))
			return true;
	return false;
}

/* Pixels that the draw changed; a target of another size begins anew. */
static void note_writers(struct beside *b, const struct frame_picture *p, u32 draw)
{
	u32 n = p->width * p->height;

	if (!b->writer || b->p.width != p->width || b->p.height != p->height) {
		free(b->writer);
		b->writer = calloc(n + 1, sizeof(*b->writer));
		free(b->p.rgba);
		b->p = (struct frame_picture){ 0 };
	}
	for (u32 i = 0; b->writer && i < n; i++)
		if (!b->p.rgba || memcmp(b->p.rgba + 4 * i, p->rgba + 4 * i, 4))
			b->writer[i] = draw;
}

static bool after(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct beside *b = ctx;
	struct frame_picture p;

	if (e->kind != FRAME_DRAW)
		return true;
	b->found = find_target(b, card, &p);
	if (b->found) {
		note_writers(b, &p, e->draw);
		free(b->p.rgba);
		b->p = p;
	}
	return e->draw != b->o->draw;
}

/* Whether channels are further apart than the option allows. */
static bool differs(const struct beside *b, const u8 *x, const u8 *y)
{
	for (int c = 0; c < 3; c++)
		if (abs(x[c] - y[c]) > b->o->within)
			return true;
	return false;
}

struct count {
	u32 draw, pixels;
};

static int more_pixels(const void *x, const void *y)
{
	const struct count *a = x, *b = y;

	return a->pixels != b->pixels ? (a->pixels < b->pixels ? 1 : -1) : a->draw < b->draw ? -1 : a->draw > b->draw;
}

static void print_draws(const struct beside *b, struct count *counts)
{
	u32 left = 0;

	qsort(counts, b->o->draw + 1, sizeof(*counts), more_pixels);
	for (u32 i = 0; i <= b->o->draw && counts[i].pixels; i++) {
		if (i < LINES)
			printf("  draw %u wrote %u of them last\n", counts[i].draw, counts[i].pixels);
		else
			left++;
	}
	if (left)
		printf("  %u more draws\n", left);
}

static u32 print_difference(const struct beside *b, const u8 *other)
{
	struct count *counts = calloc(b->o->draw + 1, sizeof(*counts));
	u32 n = 0, all = b->p.width * b->p.height;

	for (u32 i = 0; counts && i <= b->o->draw; i++)
		counts[i].draw = i;
	for (u32 i = 0; i < all; i++) {
		const u8 *x = b->p.rgba + 4 * i, *y = other + 4 * i;
		u32 row = i / b->p.width;

		if (b->o->flip)
			x = b->p.rgba + 4 * ((b->p.height - 1 - row) * b->p.width + i % b->p.width);
		if (!differs(b, x, y))
			continue;
		if (n++ < LINES)
			printf("  pixel %u,%u: A %u %u %u, B %u %u %u\n", i % b->p.width, b->o->flip ? b->p.height - 1 - row : row,
			       x[0], x[1], x[2], y[0], y[1], y[2]);
		if (counts)
			counts[b->writer[(x - b->p.rgba) / 4]].pixels++;
	}
	printf("%s after draw %u: %u of %u pixels differ by more than %u of 255\n", frame_target_name(b->target), b->o->draw,
	       n, all, b->o->within);
	if (counts)
		print_draws(b, counts);
	free(counts);
	return n;
}

int frame_beside(struct frame_card *card, const struct frame_options *o, const char *png, bool *differ, char *error)
{
	struct beside b = { .o = o };
	const struct frame_sink sink = { .after = after, .ctx = &b };
	u32 width = 0, height = 0;
	u8 *other = read_png(png, &width, &height, error);
	int ret = other ? 0 : -1;

	if (!ret)
		frame_replay(card, &sink);
	if (!ret && !b.found)
		ret = r6cs_err(error, "draw %u has no such target", o->draw);
	if (!ret && !b.writer)
		ret = r6cs_err(error, "out of memory");
	if (!ret && (width != b.p.width || height != b.p.height))
		ret = r6cs_err(error, "%s has %u x %u pixels, %s of draw %u %u x %u", png, width, height,
			       frame_target_name(b.target), o->draw, b.p.width, b.p.height);
	if (!ret)
		*differ = print_difference(&b, other);
	free(b.p.rgba);
	free(b.writer);
	free(other);
	return ret;
}
