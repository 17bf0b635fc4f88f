// SPDX-License-Identifier: GPL-2.0
/*
 * A frame as one HTML page.  Contents of the frame are JSON with escapes, in an element that no browser
 * executes; the policy of the page lets its one script run, by its hash, and nothing be loaded.
 */
#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

#include "frame.h"
#include "page_parts.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void write_base64(FILE *f, const u8 *bytes, size_t size)
{
	for (size_t i = 0; i < size; i += 3) {
		u32 left = size - i < 3 ? size - i : 3;
		u32 v = bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);

		for (u32 c = 0; c < 4; c++)
			fputc(c <= left ? letters[v >> (18 - 6 * c) & 63] : '=', f);
	}
}

static int write_tiles(FILE *f, const struct bytes *tiles, char *error)
{
	uLongf packed = compressBound(tiles->size);
	u8 *to = malloc(packed);

	if (!to || compress2(to, &packed, tiles->data, tiles->size, 9) != Z_OK) {
		free(to);
		return r6cs_err(error, "out of memory");
	}
	write_base64(f, to, packed);
	free(to);
	return 0;
}

static int write_page(struct frame_card *card, FILE *f, struct frame_export *e, char *error)
{
	int ret;

	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '" PAGE_SCRIPT_HASH
	      "'; style-src '" PAGE_STYLE_HASH "'\">\n<title>pm4-draw</title>\n<style>", f);
	fwrite(page_style, 1, sizeof(page_style), f);
	fputs("</style></head><body>\n", f);
	fwrite(page_body, 1, sizeof(page_body), f);
	fputs("<script type=\"application/json\" id=\"frame\">", f);
	ret = frame_export(card, f, e, error);
	fputs("</script>\n<script type=\"text/plain\" id=\"tiles\">", f);
	if (!ret)
		ret = write_tiles(f, &e->tiles, error);
	fputs("</script>\n<script>", f);
	fwrite(page_script, 1, sizeof(page_script), f);
	fputs("</script></body></html>\n", f);
	return ret;
}

/* The lines of --pixel, of a replay of their own. */
static int read_history(const struct frame_file *file, const struct frame_options *o, char **history, char *error)
{
	struct frame_card *card = frame_card_new(file, false, error);
	size_t size;
	FILE *f = open_memstream(history, &size);
	int ret = -1;

	if (!f)
		r6cs_err(error, "out of memory");
	else if (card)
		ret = frame_history(card, o, f, error);
	if (f)
		fclose(f);
	if (card)
		frame_card_free(card);
	return ret;
}

static int write_file(struct frame_card *card, const char *path, struct frame_export *e, char *error)
{
	FILE *f = fopen(path, "w");
	int ret = f ? write_page(card, f, e, error) : 0;
	bool bad = !f || ferror(f);

	if (f && fclose(f))
		bad = true;
	if (!ret && bad)
		ret = r6cs_err(error, "%s cannot be written: %s", path, strerror(errno));
	if (!ret)
		printf("%s: %u draws, %zu bytes of tiles%s\n", path, e->draws, e->tiles.size,
		       e->left_out ? "; there are too many, those of the last draws are missing" : "");
	return ret;
}

int frame_page(struct frame_card *card, const struct frame_options *o, char *error)
{
	struct frame_export e = { .want_tiles = true };
	char *history = NULL;
	int ret = o->has_pixel ? read_history(frame_of(card), o, &history, error) : 0;

	e.history = history;
	if (!ret)
		ret = write_file(card, o->page, &e, error);
	free(e.tiles.data);
	free(history);
	return ret;
}
