// SPDX-License-Identifier: GPL-2.0
/* pm4-draw: options, and which command they ask for. */
#include <limits.h>
#include <stdlib.h>

#include "frame.h"

static const char help[] =
	"usage: pm4-draw FILE [--draw N] [-o FRAME.png [--flip]] [--target T]\n"
	"       pm4-draw FILE --pixel X,Y[,SAMPLE] [--draw N] [--target T]\n"
	"\n"
	"FILE is a recording with the contents of its buffers (scripts/draw --record).  It is executed on\n"
	"an emulated R6xx/R7xx; a card is not needed.\n"
	"\n"
	"  --draw N      after draw N, counted from 1 in the file; the last one\n"
	"  -o PNG        write a target after the draw, its first row of memory on top\n"
	"  --flip        the last row of memory on top: GL's framebuffer objects begin at the bottom\n"
	"  --target T    a colour target, 0 to 7, or depth or stencil; the first one that there is\n"
	"  --pixel X,Y[,SAMPLE]\n"
	"                what became of each fragment of a pixel of the target, up to the draw\n"
	"\n"
	"Without --pixel: the draw's registers by name, and its programs.\n"
	"Exit code: 0, or 2 if the file cannot be replayed or has no such draw, target or pixel.\n";

static int usage(const char *what, const char *value)
{
	fprintf(stderr, "pm4-draw: %s%s%s; see pm4-draw --help\n", what, value ? " " : "", value ? value : "");
	return -1;
}

static bool parse_number(const char *text, const char **end, int *value)
{
	char *after;
	long n = strtol(text, &after, 10);

	*value = (int)n;
	*end = after;
	return after != text && *text >= '0' && *text <= '9' && n <= INT_MAX;
}

static bool parse_pixel(const char *text, struct frame_options *o)
{
	o->has_pixel = true;
	o->pixel[2] = -1;
	if (!parse_number(text, &text, &o->pixel[0]) || *text++ != ',' || !parse_number(text, &text, &o->pixel[1]))
		return false;
	return !*text || (*text == ',' && parse_number(text + 1, &text, &o->pixel[2]) && !*text);
}

static bool parse_target(const char *text, struct frame_options *o)
{
	const char *end;
	int n = 0;

	if (!strcmp(text, "depth"))
		o->target = FRAME_DEPTH;
	else if (!strcmp(text, "stencil"))
		o->target = FRAME_STENCIL;
	else if (parse_number(text, &end, &n) && !*end && n < (int)FRAME_DEPTH)
		o->target = n;
	else
		return false;
	return true;
}

/* Returns how many arguments it took, or -1 after a line. */
static int take_option(struct frame_options *o, char **args, int left)
{
	const char *name = args[0], *end;
	int n = 0;

	if (!strcmp(name, "--flip")) {
		o->flip = true;
		return 1;
	}
	if (strcmp(name, "-o") && strcmp(name, "--draw") && strcmp(name, "--target") && strcmp(name, "--pixel"))
		return usage("unknown option", name);
	if (left < 2)
		return usage("a value is missing behind", name);
	if (!strcmp(name, "-o")) {
		o->output = args[1];
	} else if (!strcmp(name, "--draw")) {
		if (!parse_number(args[1], &end, &n) || *end || !n)
			return usage("not the number of a draw:", args[1]);
		o->draw = n;
	} else if (!strcmp(name, "--target")) {
		if (!parse_target(args[1], o))
			return usage("not a target:", args[1]);
	} else if (!parse_pixel(args[1], o)) {
		return usage("not X,Y[,SAMPLE]:", args[1]);
	}
	return 2;
}

static int take_options(struct frame_options *o, const char **file, int argc, char **argv)
{
	int n;

	*o = (struct frame_options){ .target = FRAME_TARGETS };
	for (int i = 1; i < argc; i += n) {
		n = 1;
		if (argv[i][0] == '-') {
			n = take_option(o, argv + i, argc - i);
			if (n < 0)
				return -1;
			continue;
		}
		if (*file)
			return usage("one file too many:", argv[i]);
		*file = argv[i];
	}
	return *file ? 0 : usage("no file", NULL);
}

static int run(const struct frame_file *file, struct frame_options *o, char *error)
{
	struct frame_card *card;
	u32 draws;
	int ret;

	if (frame_file_can_replay(file, error))
		return -1;
	card = frame_card_new(file, error);
	if (!card)
		return -1;
	draws = frame_draws(card);
	if (!o->draw)
		o->draw = draws;
	if (o->draw > draws || !draws)
		ret = r6cs_err(error, "there is no draw %u; it has %u", o->draw, draws);
	else
		ret = o->has_pixel ? frame_history(card, o, error) : frame_draw(card, o, error);
	frame_card_free(card);
	return ret;
}

int main(int argc, char **argv)
{
	struct frame_options o;
	struct frame_file file;
	char error[FRAME_ERROR];
	const char *path = NULL;
	int ret;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		fputs(help, stdout);
		return 0;
	}
	if (take_options(&o, &path, argc, argv))
		return 2;
	ret = frame_file_read(&file, path, error);
	if (!ret)
		ret = run(&file, &o, error);
	if (ret)
		fprintf(stderr, "pm4-draw: %s: %s\n", path, error);
	frame_file_free(&file);
	if (fflush(stdout) || ferror(stdout)) {
		fputs("pm4-draw: cannot write\n", stderr);
		ret = -1;
	}
	return ret ? 2 : 0;
}
