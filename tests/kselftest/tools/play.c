// SPDX-License-Identifier: GPL-2.0
/*
 * The demo's player: shows the card and its bring-up, plays recorded frames through
 * DRM_RADEON_CS, and shows two refused streams with their verdicts, one of them accepted with a
 * buffer that is large enough, and that the card works after that.  Runs inside the
 * VM (scripts/demo starts it) or on a real card.
 *
 * usage: play [-n FRAMES] [-r REPEAT] [-v] DIR|FILE...
 *   DIR: play frames in it that were recorded on this chip
 * Exit code: 0 when every frame was accepted and finished, and every bad
 * stream was refused.
 */
#include "client.h"
#include "kernel.h"
#include "r6cs_replay.h"
#include "stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MIB(bytes)	((unsigned long long)((bytes) >> 20))
#define BAR_CELLS	40
#define COLUMNS		100
#define PAGE		4096u

struct totals {
	unsigned int played, failed, skipped;
	uint64_t prepare_ns, submit_ns, wait_ns;
	uint64_t packets, draws, registers, dwords;
};

static const char *color(const char *code)
{
	static int tty = -1;

	if (tty < 0)
		tty = isatty(STDOUT_FILENO) || getenv("FORCE_COLOR");
	return tty ? code : "";
}

#define BOLD	color("\033[1m")
#define RED	color("\033[31m")
#define PLAIN	color("\033[0m")

static void show_card(const struct client *c)
{
	struct drm_radeon_gem_info gem = { 0 };
	uint32_t id = 0;

	client_info_u32(c->fd, RADEON_INFO_DEVICE_ID, &id);
	client_ioctl(c->fd, DRM_IOCTL_RADEON_GEM_INFO, &gem);
	printf("%sCard%s      %s, PCI id 1002:%04x, at %s, driver %s\n", BOLD, PLAIN,
	       c->chip, id, c->node, c->rcp ? "rcp" : "radeon");
	printf("Memory    %llu MiB VRAM (%llu MiB of it visible to the CPU), %llu MiB GTT\n",
	       MIB(gem.vram_size), MIB(gem.vram_visible), MIB(gem.gart_size));
	if (c->rcp)
		printf("Tiling    %u pipes, %u banks, %u bytes per group; %u render backends\n",
		       c->card.pipes, c->card.banks, c->card.group_bytes, c->card.backends);
}

/* Prints an indented sentence in lines of at most COLUMNS characters. */
static void print_wrapped(const char *text)
{
	const unsigned int room = COLUMNS - 2;

	while (strlen(text) > room) {
		unsigned int n = room;

		while (n && text[n] != ' ')
			n--;
		if (!n)
			n = room;
		printf("  %.*s\n", (int)n, text);
		text += n + (text[n] == ' ');
	}
	printf("  %s\n", text);
}

/* Shows the steps of bring-up from debugfs. */
static void show_bringup(void)
{
	char text[4096], step[64], us[64];
	unsigned int row;

	if (read_debugfs("rcp_bringup", text, sizeof(text)) <= 0)
		return;
	printf("\n%sBring-up%s  %lld us\n", BOLD, PLAIN, debugfs_value("rcp_state", "bringup_us"));
	for (row = 1; table_cell(text, row, "step", step) && table_cell(text, row, "us", us); row++)
		printf("  %-16s %8s us\n", step, us);
}

/* "rv710-glmark2-desktop-12" without its chip, and not too long for a line */
static const char *short_name(const struct r6cs_frame *frame)
{
	static char text[48];
	const char *p = strchr(frame->name, '-');
	size_t len;

	p = p ? p + 1 : frame->name;
	len = strlen(p);
	if (len < sizeof(text))
		strcpy(text, p);
	else
		snprintf(text, sizeof(text), "%.28s..%s", p, p + len - 17);
	return text;
}

static void print_time(uint64_t ns)
{
	if (ns < 10000000)
		printf("%7.1f us", ns / 1e3);
	else
		printf("%7.1f ms", ns / 1e6);
}

/* Plays a frame; returns the time of its fence, 0 on failure. */
static uint64_t play_frame(const struct client *c, const struct r6cs_frame *frame,
			   unsigned int repeat, struct totals *t)
{
	struct drm_rcp_verdict verdict = { 0 };
	struct r6cs_counts counts;
	struct replay r;
	uint64_t t0, t1, t2, best = 0;
	unsigned int i;
	int ret;

	t0 = now_ns();
	ret = replay_prepare(&r, c->fd, frame);
	t->prepare_ns += now_ns() - t0;
	if (ret) {
		printf("  %-47s %sno buffers: %s%s\n", short_name(frame), RED,
		       strerror(-ret), PLAIN);
		t->failed++;
		return 0;
	}
	for (i = 0; i < repeat && !ret; i++) {
		t0 = now_ns();
		ret = replay_submit(&r, c->rcp ? &verdict : NULL, 0);
		t1 = now_ns();
		ret = ret ? ret : replay_wait(&r);
		t2 = now_ns();
		t->submit_ns += t1 - t0;
		t->wait_ns += t2 - t1;
		if (!best || t2 - t0 < best)
			best = t2 - t0;
	}
	replay_release(&r);
	r6cs_count(frame, &counts);
	if (ret) {
		printf("  %-47s %s%s%s\n", short_name(frame), RED,
		       verdict.text[0] ? verdict.text : strerror(-ret), PLAIN);
		t->failed++;
		return 0;
	}
	t->played++;
	counts.packets -= counts.nops;
	t->packets += counts.packets * repeat;
	t->draws += counts.draws * repeat;
	t->registers += counts.registers * repeat;
	t->dwords += frame->ib_dw * repeat;
	printf("  %-47s %7u %6u %6u  ", short_name(frame), counts.packets,
	       counts.draws, counts.registers);
	print_time(best);
	printf("\n");
	return best;
}

static void bar(const char *what, uint64_t ns, uint64_t all)
{
	int cells = all ? (int)(ns * BAR_CELLS / all) : 0, i;

	printf("  %-22s ", what);
	for (i = 0; i < BAR_CELLS; i++)
		fputs(i < cells ? "#" : ".", stdout);
	printf(" %5.1f %%\n", all ? 100.0 * ns / all : 0.0);
}

static void show_totals(const struct totals *t)
{
	uint64_t all = t->prepare_ns + t->submit_ns + t->wait_ns;

	printf("\n%u frames, %" PRIu64 " dwords, %" PRIu64 " packets, %" PRIu64
	       " draws, %" PRIu64 " registers set", t->played, t->dwords, t->packets,
	       t->draws, t->registers);
	if (t->skipped)
		printf("; %u need more memory than this card has", t->skipped);
	printf("\n\n%sWhere the time went%s (%.1f ms)\n", BOLD, PLAIN, all / 1e6);
	bar("creating buffers", t->prepare_ns, all);
	bar("check and submission", t->submit_ns, all);
	bar("waiting for the fence", t->wait_ns, all);
}

static bool fits(const struct client *c, const struct r6cs_frame *frame)
{
	struct drm_radeon_gem_info gem = { 0 };

	client_ioctl(c->fd, DRM_IOCTL_RADEON_GEM_INFO, &gem);
	return frame->ring == 0 && frame->bo_bytes <= gem.vram_size / 2 &&
	       frame->bo_bytes <= gem.gart_size / 2;
}

static uint32_t draws(const struct r6cs_frame *frame)
{
	struct r6cs_counts counts;

	r6cs_count(frame, &counts);
	return counts.draws;
}

static bool show_refusal(const char *what, int ret, const struct drm_rcp_verdict *v,
			 const uint32_t *ib, uint32_t ib_dw)
{
	printf("\n%sRefused%s   %s\n", BOLD, PLAIN, what);
	if (ret != -EINVAL || v->stage != RCP_STAGE_STREAM) {
		printf("  %sbut it was not: %s%s\n", RED,
		       ret ? strerror(-ret) : "it was accepted", PLAIN);
		return false;
	}
	print_wrapped(v->text);
	printf("  dword %u of %u", v->dword, ib_dw);
	if (v->dword < ib_dw)
		printf(" holds 0x%08x", ib[v->dword]);
	printf(", in the packet at dword %u", v->header);
	if (v->reg)
		printf(", register 0x%05x", v->reg);
	if (v->buffer != RCP_VERDICT_NONE)
		printf(", buffer %u", v->buffer);
	printf("; rule %u\n", v->code);
	return true;
}

/* What the draws of the refused stream could have written past its buffer of @size bytes */
static void show_reach(const struct drm_rcp_verdict *v, uint64_t size)
{
	unsigned long long past;
	char text[256];

	if (v->expected != size || v->actual <= size)
		return;
	past = v->actual - size;
	snprintf(text, sizeof(text),
		 "Its draws could write %llu bytes past the end of that buffer, %llu pages of %s.",
		 past, (past + PAGE - 1) / PAGE, "other programs or of the kernel");
	print_wrapped(text);
	puts("  Nothing of the stream was executed.");
}

/* A good frame, but its largest buffer is one page: the checker must refuse it. */
static bool refuse_small_buffer(const struct client *c, const struct r6cs_frame *frame,
				uint64_t *size)
{
	struct r6cs_file_bo *bo = malloc(frame->nbo * sizeof(*bo));
	struct r6cs_frame bad = *frame;
	struct drm_rcp_verdict v = { 0 };
	struct replay r;
	uint32_t i, drawn = 0;
	char what[128];
	bool ok;
	int ret;

	if (!bo)
		return false;
	memcpy(bo, frame->bo, frame->nbo * sizeof(*bo));
	for (i = 0; i < frame->nreloc; i++) {
		uint32_t n = frame->reloc[i].bo;

		if (frame->reloc[i].write_domain && bo[n].size > bo[drawn].size)
			drawn = n;
	}
	*size = bo[drawn].size;
	bo[drawn].size = PAGE;
	bad.bo = bo;
	ret = replay_prepare(&r, c->fd, &bad);
	if (!ret) {
		ret = replay_submit(&r, &v, 0);
		replay_release(&r);
	}
	snprintf(what, sizeof(what), "%s, with a render target of one page", short_name(frame));
	ok = show_refusal(what, ret, &v, frame->ib, frame->ib_dw);
	if (ok)
		show_reach(&v, PAGE);
	free(bo);
	return ok;
}

/* The same frame with its own buffers: the same dwords are accepted and executed. */
static bool accept_large_buffer(const struct client *c, const struct r6cs_frame *frame,
				uint64_t size)
{
	struct drm_rcp_verdict v = { 0 };
	struct replay r;
	uint64_t t0 = now_ns();
	int ret;

	ret = replay_prepare(&r, c->fd, frame);
	if (!ret) {
		t0 = now_ns();
		ret = replay_submit(&r, &v, 0);
		ret = ret ? ret : replay_wait(&r);
		replay_release(&r);
	}
	printf("\n%sAccepted%s  the same %u dwords, with a render target of %llu bytes\n", BOLD,
	       PLAIN, frame->ib_dw, (unsigned long long)size);
	if (ret) {
		printf("  %sbut it was not: %s%s\n", RED, v.text[0] ? v.text : strerror(-ret),
		       PLAIN);
		return false;
	}
	printf("  %u packets, %u draw%s, %u registers; its fence after", v.packets, v.draws,
	       v.draws == 1 ? "" : "s", v.registers);
	print_time(now_ns() - t0);
	printf("\n");
	return true;
}

/* A stream that would stop the command processor. */
static bool refuse_register(const struct client *c)
{
	static struct stream s;
	struct drm_rcp_verdict v = { 0 };
	int ret;

	stream_init(&s);
	stream_packet3(&s, PKT_NOP, 1);
	stream_dw(&s, 0);
	stream_packet3(&s, PKT_SET_CONFIG_REG, 2);
	stream_dw(&s, (0x8020 - 0x8000) / 4);	/* GRBM_SOFT_RESET */
	stream_dw(&s, 1);
	ret = stream_submit(&s, c->fd, &v);
	return show_refusal("a stream that resets the command processor", ret, &v, s.dw, s.n);
}

/* The card executes work after the refusals, and had no hang more than the @before. */
static bool show_alive(long long before)
{
	uint64_t submitted = 0, refused = 0, t0 = now_ns();
	long long hangs = debugfs_value("rcp_state", "hangs");
	int ret = client_works();

	printf("\n%sAlive%s     ", BOLD, PLAIN);
	if (ret || hangs > before) {
		printf("%sno: %s%s\n", RED, ret ? strerror(-ret) : "the card hung", PLAIN);
		return false;
	}
	printf("another client's write, submitted now, arrived in memory after");
	print_time(now_ns() - t0);
	printf("\n");
	if (!debugfs_submissions(&submitted, &refused))
		printf("  %" PRIu64 " submissions accepted, %" PRIu64 " refused, %lld hangs\n",
		       submitted, refused, hangs);
	return true;
}

/* All paths of the command line: files as they are, folders by the card's chip. */
static int collect(const struct client *c, char **args, char ***paths)
{
	struct stat st;
	int n = 0;

	if (args[0] && !args[1] && !stat(args[0], &st) && S_ISDIR(st.st_mode))
		return r6cs_list(args[0], c->chip, paths);
	while (args[n])
		n++;
	*paths = args;
	return n;
}

int main(int argc, char **argv)
{
	struct r6cs_frame frame, shown = { 0 };
	struct totals t = { 0 };
	unsigned int limit = 12, repeat = 3;
	long long hangs;
	struct client c;
	char **paths;
	bool ok;
	int opt, n, i;

	while ((opt = getopt(argc, argv, "n:r:")) != -1) {
		if (opt == 'n')
			limit = atoi(optarg);
		else if (opt == 'r')
			repeat = atoi(optarg);
		else
			goto usage;
	}
	if (optind == argc || !limit || !repeat)
		goto usage;
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (client_open(&c)) {
		fprintf(stderr, "play: no render node of rcp or radeon\n");
		return 1;
	}
	hangs = debugfs_value("rcp_state", "hangs");
	show_card(&c);
	show_bringup();

	n = collect(&c, argv + optind, &paths);
	if (n <= 0) {
		fprintf(stderr, "play: no frames of %s\n", c.chip);
		return 1;
	}
	if ((unsigned int)n < limit)
		limit = n;
	printf("\n%sFrames%s    recorded from Mesa, each submitted %u times\n", BOLD, PLAIN, repeat);
	printf("  %-47s %7s %6s %6s  %10s\n", "", "packets", "draws", "regs", "to fence");
	/* spread evenly over the list */
	for (i = 0; i < (int)limit; i++) {
		const char *path = paths[(long)i * n / limit];
		char why[R6CS_ERROR];

		if (r6cs_load(path, &frame, why)) {
			fprintf(stderr, "play: %s: %s\n", path, why);
			t.failed++;
			continue;
		}
		if (!fits(&c, &frame)) {
			t.skipped++;
			r6cs_free(&frame);
			continue;
		}
		if (play_frame(&c, &frame, repeat, &t) && !shown.file && draws(&frame))
			shown = frame;
		else
			r6cs_free(&frame);
	}
	show_totals(&t);

	ok = t.played && !t.failed;
	if (c.rcp) {
		uint64_t size;

		/* A few frames may be without a draw. */
		if (shown.file)
			ok &= refuse_small_buffer(&c, &shown, &size) &&
			      accept_large_buffer(&c, &shown, size);
		ok &= refuse_register(&c);
		ok &= show_alive(hangs);
	}
	r6cs_free(&shown);
	client_close(&c);
	return ok ? 0 : 1;

usage:
	fprintf(stderr, "usage: play [-n FRAMES] [-r REPEAT] DIR|FILE...\n");
	return 2;
}
