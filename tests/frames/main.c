// SPDX-License-Identifier: GPL-2.0
/* pm4-draw: options, and which command they ask for. */
#include <limits.h>
#include <stdlib.h>

#include "frame.h"

static const char help[] =
	"usage: pm4-draw FILE [--draw N] [-o FRAME.png [--flip]] [--target T|--texture N]\n"
	"       pm4-draw FILE --pixel X,Y[,SAMPLE] [--draw N] [--target T]\n"
	"       pm4-draw FILE --trace vertex I|pixel X,Y[,SAMPLE]|thread N [--draw N]\n"
	"       pm4-draw FILE --trim -o SMALL [--draw N]\n"
	"       pm4-draw --compare A B\n"
	"       pm4-draw --compare FILE --caches SEED\n"
	"       pm4-draw --compare A B.png [--draw N] [--target T] [--flip] [--within 0..255]\n"
	"       pm4-draw FILE --json\n"
	"       pm4-draw FILE --page FRAME.html\n"
	"\n"
	"FILE is a recording with the contents of its buffers (rcp-draw --record).  It is executed on\n"
	"an emulated R5xx/R6xx/R7xx; a card is not needed.  Of a capture of the driver, which has no contents,\n"
	"and of a device core dump or a report (rcp-report), only the state, the packets and saved programs are\n"
	"shown.\n"
	"\n"
	"  --draw N      after draw N, counted from 1 in the file; the last one\n"
	"  -o PNG        write a target after the draw, its first row of memory on top\n"
	"  --flip        the last row of memory on top: GL's framebuffer objects begin at the bottom\n"
	"  --target T    a colour target, 0 to 7, or depth or stencil; the first one that there is\n"
	"  --texture N   write texture N of the draw instead, as its program names it: the first level and slice\n"
	"  --pixel X,Y[,SAMPLE]\n"
	"                what became of each fragment of a pixel of the target, up to the draw\n"
	"\n"
	"  --trace WHAT  the draw's program for the vertex with an index, for each fragment of a pixel, or for the\n"
	"                fragment with a number, from 0 on in the order of the machine: step by step, with the\n"
	"                registers that change and the bytes that are fetched\n"
	"  --trim        write a recording with only those packets and contents that give the draw, which is\n"
	"                its last one, the same pixels\n"
	"  --compare     two recordings: the first draw whose pixels differ, with the differences of its\n"
	"                state, programs and constants.  A recording and a picture of another renderer: the pixels that\n"
	"                are further apart than --within of 255 (2), and which draw wrote them last\n"
	"  --caches SEED with the chip's caches: what a packet of the stream does not flush is old, and a line on\n"
	"                standard error says which flush is missing; SEED chooses what caches drop earlier (0: as little as\n"
	"                they can).  --compare of one recording: without caches (A) and with them (B)\n"
	"  --json        the whole frame: packets, state that each draw changes, programs, constants, targets\n"
	"  --page HTML   the same, with the pixels after each draw, as a page for a browser; with --pixel, with the\n"
	"                fragments of that pixel, too\n"
	"\n"
	"Without these: the draw's registers by name, and its programs.\n"
	"Exit code: 0; 1 if two recordings differ; 2 if a file cannot be replayed or has no such draw,\n"
	"target or pixel.\n";

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

/* vertex I, thread N, or pixel X,Y[,SAMPLE]. */
static int take_trace(struct frame_options *o, char **args, int left)
{
	const char *end;
	int n = 0;

	o->trace = true;
	if (left < 3)
		return usage("two values are missing behind", args[0]);
	if (!strcmp(args[1], "pixel"))
		return parse_pixel(args[2], o) ? 3 : usage("not X,Y[,SAMPLE]:", args[2]);
	if (strcmp(args[1], "vertex") && strcmp(args[1], "thread"))
		return usage("not vertex, pixel or thread:", args[1]);
	o->trace_kind = args[1][0] == 'v' ? FRAME_TRACE_VERTEX : FRAME_TRACE_THREAD;
	if (!parse_number(args[2], &end, &n) || *end)
		return usage("not the number of a vertex or thread:", args[2]);
	o->number = n;
	return 3;
}

/* Returns how many arguments it took, or -1 after a line. */
static int take_option(struct frame_options *o, char **args, int left)
{
	const char *name = args[0], *end;
	int n = 0;

	if (!strcmp(name, "--trace"))
		return take_trace(o, args, left);
	if (!strcmp(name, "--flip")) {
		o->flip = true;
		return 1;
	}
	if (!strcmp(name, "--compare") || !strcmp(name, "--json") || !strcmp(name, "--trim")) {
		o->compare |= name[2] == 'c';
		o->json |= name[2] == 'j';
		o->trim |= name[2] == 't';
		return 1;
	}
	if (strcmp(name, "-o") && strcmp(name, "--draw") && strcmp(name, "--target") && strcmp(name, "--pixel") &&
	    strcmp(name, "--page") && strcmp(name, "--texture") && strcmp(name, "--within") && strcmp(name, "--caches"))
		return usage("unknown option", name);
	if (left < 2)
		return usage("a value is missing behind", name);
	if (!strcmp(name, "-o")) {
		o->output = args[1];
	} else if (!strcmp(name, "--page")) {
		o->page = args[1];
	} else if (!strcmp(name, "--draw")) {
		if (!parse_number(args[1], &end, &n) || *end || !n)
			return usage("not the number of a draw:", args[1]);
		o->draw = n;
	} else if (!strcmp(name, "--target")) {
		if (!parse_target(args[1], o))
			return usage("not a target:", args[1]);
	} else if (!strcmp(name, "--within")) {
		if (!parse_number(args[1], &end, &o->within) || *end || o->within > 255)
			return usage("not a number from 0 to 255:", args[1]);
	} else if (!strcmp(name, "--caches")) {
		if (!parse_number(args[1], &end, &n) || *end)
			return usage("not a seed:", args[1]);
		o->caches = true;
		o->seed = n;
	} else if (!strcmp(name, "--texture")) {
		if (!parse_number(args[1], &end, &o->texture) || *end)
			return usage("not the number of a texture:", args[1]);
	} else if (!parse_pixel(args[1], o)) {
		return usage("not X,Y[,SAMPLE]:", args[1]);
	}
	return 2;
}

static int take_options(struct frame_options *o, const char *files[2], int argc, char **argv)
{
	int n, nfiles = 0;

	*o = (struct frame_options){ .target = FRAME_TARGETS, .texture = -1, .within = 2 };
	for (int i = 1; i < argc; i += n) {
		n = 1;
		if (argv[i][0] == '-') {
			n = take_option(o, argv + i, argc - i);
			if (n < 0)
				return -1;
			continue;
		}
		if (nfiles == 2)
			return usage("one file too many:", argv[i]);
		files[nfiles++] = argv[i];
	}
	if (!nfiles)
		return usage("no file", NULL);
	if (o->texture >= 0 && !o->output)
		return usage("--texture wants -o PNG", NULL);
	if (o->trim && !o->output)
		return usage("--trim wants -o SMALL", NULL);
	if (o->compare && nfiles == 1 && o->caches)
		files[1] = files[0];
	else if (o->compare && nfiles == 1)
		return usage("--compare wants two files", NULL);
	if (!o->compare && nfiles == 2)
		return usage("one file too many:", files[1]);
	return 0;
}

/* @second: a picture beside the frame, or NULL. */
static int run(const struct frame_file *file, struct frame_options *o, const char *second, bool *differ, char *error)
{
	struct frame_export export = { 0 };
	struct frame_card *card;
	u32 draws;
	int ret;

	card = frame_card_new(file, !o->trim && !o->trace && !(o->has_pixel && !o->page) && !o->compare, error);
	if (!card)
		return -1;
	draws = frame_draws(card);
	if (!o->draw)
		o->draw = draws;
	/* A capture may have streams without a draw: most that are refused have none. */
	if (o->draw > draws || (!draws && (!file->bare || o->page)))
		ret = r6cs_err(error, "there is no draw %u; it has %u", o->draw, draws);
	else if (o->compare)
		ret = frame_beside(card, o, second, differ, error);
	else if (o->trim)
		ret = frame_trim(file, o, error);
	else if (o->trace)
		ret = frame_trace(card, o, error);
	else if (o->page)
		ret = frame_page(card, o, error);
	else if (o->json)
		ret = frame_export(card, stdout, &export, error);
	else
		ret = o->has_pixel ? frame_history(card, o, stdout, error) : frame_draw(card, o, error);
	frame_card_free(card);
	return ret;
}

/* @contents: the command needs them.  Return: 0, or -1 after a line. */
static int read_file(struct frame_file *file, const char *path, bool contents)
{
	char error[FRAME_ERROR];

	if (!frame_file_read(file, path, error) && !frame_file_check(file, error)) {
		if (!file->bare || !contents)
			return 0;
		r6cs_err(error, "it has no contents of its buffers: record it with rcp-draw --record (scripts/draw)");
	}
	fprintf(stderr, "pm4-draw: %s: %s\n", path, error);
	return -1;
}

static int run_files(struct frame_options *o, const char *const paths[2])
{
	struct frame_file file[2] = { 0 };
	char error[FRAME_ERROR];
	bool differ = false;
	bool contents = o->output || o->has_pixel || o->trace || o->compare;
	bool two = o->compare && !frame_is_png(paths[1]);
	int ret = read_file(&file[0], paths[0], contents);

	if (!ret && two)
		ret = read_file(&file[1], paths[1], contents);
	file[0].caches = o->caches && (!two || paths[0] != paths[1]);
	file[1].caches = o->caches;
	file[0].seed = file[1].seed = o->seed;
	if (!ret) {
		ret = two ? frame_compare(&file[0], &file[1], &differ, error) : run(&file[0], o, paths[1], &differ, error);
		if (ret)
			fprintf(stderr, "pm4-draw: %s: %s\n", paths[0], error);
	}
	frame_file_free(&file[0]);
	frame_file_free(&file[1]);
	return ret ? 2 : differ;
}

int main(int argc, char **argv)
{
	const char *paths[2] = { NULL, NULL };
	struct frame_options o;
	int ret;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		fputs(help, stdout);
		return 0;
	}
	if (take_options(&o, paths, argc, argv))
		return 2;
	ret = run_files(&o, paths);
	if (fflush(stdout) || ferror(stdout)) {
		fputs("pm4-draw: cannot write\n", stderr);
		ret = 2;
	}
	return ret;
}
