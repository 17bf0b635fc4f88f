// SPDX-License-Identifier: GPL-2.0
/*
 * The first jobs on a card, the smallest first: a fence, a write, copies with checksums,
 * moves by the driver, recorded frames; then measurements.  Stops at the first failure.  A few
 * seconds.
 *
 *	trial FOLDER [NODE]
 *
 * FOLDER has the recorded frames; NODE is the render node if rcp has several.  Prints TAP.
 * scripts/first-light runs it as root, so that it can read the driver's counters.
 */
#include "client.h"
#include "kernel.h"
#include "measure.h"
#include "r6cs_replay.h"
#include "stream.h"
#include "sync.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define MIB		(1u << 20)
#define FRAMES		12
/* Longer than the driver takes to end a hang, by default 10 s */
#define PATIENCE_MS	20000
/* The driver's poll may look between the end of a job and its interrupt, on a busy machine */
#define MAX_LATE	2

static struct client card;
static struct stream s;
static int kmsg = -1;
static int step;

/* Counters of the driver before the first job */
static const char *const counters[] = { "hangs", "card_resets" };
static long long before[2], rescued_before;
static int late;

__attribute__((format(printf, 1, 2)))
static void ok(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	printf("ok %d ", ++step);
	vprintf(fmt, args);
	printf("\n");
	va_end(args);
}

__attribute__((format(printf, 1, 2), noreturn))
static void stop(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	printf("not ok %d ", ++step);
	vprintf(fmt, args);
	printf("\n1..%d\n", step);
	va_end(args);
	exit(1);
}

static void remember(void)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		before[i] = debugfs_value("rcp_state", counters[i]);
	if (before[0] < 0)
		printf("# debugfs cannot be read: hangs and lost interrupts are not seen\n");
	rescued_before = debugfs_value("rcp_ring", "irq_rescued");
}

/* Counters that none of these jobs may change, but for a few late interrupts */
static void look(const char *what)
{
	long long rescued;
	char text[512];
	unsigned int i;

	for (i = 0; i < 2; i++)
		if (debugfs_value("rcp_state", counters[i]) != before[i])
			stop("%s: the driver has counted one more in %s", what, counters[i]);
	rescued = debugfs_value("rcp_ring", "irq_rescued");
	if (rescued != rescued_before && ++late > MAX_LATE)
		stop("%s: an interrupt was lost again; polling has found the job", what);
	if (rescued != rescued_before)
		printf("# %s: polling has found the job before its interrupt\n", what);
	rescued_before = rescued;
	if (kmsg >= 0 && kmsg_alarms(kmsg, text, sizeof(text)))
		stop("%s: the kernel warns: %s", what, text);
}

/* Waits for the last submission of the file; the time from @start in microseconds. */
static unsigned int finish(const char *what, uint64_t start)
{
	uint64_t submitted;
	uint32_t error;
	int ret;

	ret = fence_progress(card.fd, 0, &submitted, NULL);
	ret = ret ? ret : fence_wait(card.fd, 0, submitted, in_ms(PATIENCE_MS), &error);
	if (ret)
		stop("%s: waiting for its fence: %s", what, strerror(-ret));
	if (error)
		stop("%s: it ended with: %s", what, strerror(error));
	look(what);
	return (unsigned int)((now_ns() - start) / 1000);
}

/* Submits the stream and waits; returns the time in microseconds. */
static unsigned int run(const char *what)
{
	struct drm_rcp_verdict verdict = { 0 };
	uint64_t start = now_ns();
	int ret;

	stream_pad(&s, 16);
	ret = stream_submit(&s, card.fd, &verdict);
	if (ret)
		stop("%s: submission: %s", what, verdict.text[0] ? verdict.text : strerror(-ret));
	return finish(what, start);
}

static uint32_t new_buffer(const char *what, uint64_t size, uint32_t domain)
{
	uint32_t handle;
	int ret = gem_create(card.fd, size, 4096, domain, 0, &handle);

	if (ret)
		stop("%s: a buffer of %" PRIu64 " bytes: %s", what, size, strerror(-ret));
	return handle;
}

static uint32_t *map(const char *what, uint32_t handle, uint64_t size)
{
	void *p = gem_map(card.fd, handle, size);

	if (!p)
		stop("%s: mapping: %s", what, strerror(errno));
	return p;
}

static void fence(void)
{
	stream_init(&s);
	stream_dw(&s, PACKET2);
	ok("fence: an empty stream, %u us", run("fence"));
}

/* The card writes 64 bits, the CPU reads them. */
static void one_write(const char *what, uint32_t domain)
{
	const uint64_t value = 0x0123456789abcdefull;
	uint32_t handle = new_buffer(what, 4096, domain);
	uint32_t *memory = map(what, handle, 4096);
	unsigned int us;

	memset(memory, 0, 4096);
	stream_init(&s);
	stream_mem_write(&s, handle, domain, 8, value);
	us = run(what);
	if (memory[2] != (uint32_t)value || memory[3] != value >> 32)
		stop("%s: 0x%08x%08x instead of 0x%016" PRIx64, what, memory[3], memory[2], value);
	if (memory[1] || memory[4])
		stop("%s: its neighbours have changed", what);
	ok("%s: %u us", what, us);
	munmap(memory, 4096);
	gem_close(card.fd, handle);
}

static void fill(uint32_t *memory, uint32_t bytes, uint32_t seed)
{
	uint32_t i;

	for (i = 0; i < bytes / 4; i++)
		memory[i] = seed = seed * 1664525 + 1013904223;
}

/* FNV-1a over dwords */
static uint64_t checksum(const uint32_t *memory, uint32_t bytes)
{
	uint64_t sum = 0xcbf29ce484222325ull;
	uint32_t i;

	for (i = 0; i < bytes / 4; i++)
		sum = (sum ^ memory[i]) * 0x100000001b3ull;
	return sum;
}

static void same(const char *what, const uint32_t *want, const uint32_t *got, uint32_t bytes)
{
	uint32_t i, wrong = 0, first = 0;

	for (i = 0; i < bytes / 4; i++)
		if (want[i] != got[i] && !wrong++)
			first = i;
	if (wrong)
		stop("%s: %u of %u dwords are wrong, the first at 0x%x: 0x%08x instead of 0x%08x",
		     what, wrong, bytes / 4, 4 * first, got[first], want[first]);
}

static void one_copy(const char *what, uint32_t src, uint32_t from, uint32_t dst, uint32_t to,
		     uint32_t bytes)
{
	uint32_t at, n;

	stream_init(&s);
	for (at = 0; at < bytes; at += n) {
		n = bytes - at < MIB ? bytes - at : MIB;
		stream_cp_dma(&s, src, from, at, dst, to, at, n);
	}
	run(what);
}

/* From system memory to VRAM and back, by packets of the client */
static void copy(uint32_t bytes)
{
	uint32_t handle[3] = {
		new_buffer("copy", bytes, GTT), new_buffer("copy", bytes, VRAM), new_buffer("copy", bytes, GTT),
	};
	uint32_t *from = map("copy", handle[0], bytes), *to = map("copy", handle[2], bytes);
	uint64_t start = now_ns();

	fill(from, bytes, bytes);
	memset(to, 0, bytes);
	one_copy("copy to VRAM", handle[0], GTT, handle[1], VRAM, bytes);
	one_copy("copy from VRAM", handle[1], VRAM, handle[2], GTT, bytes);
	same("copy", from, to, bytes);
	ok("copy: %u KiB to VRAM and back, checksum %016" PRIx64 ", %u us", bytes / 1024,
	   checksum(to, bytes), (unsigned int)((now_ns() - start) / 1000));
	munmap(from, bytes);
	munmap(to, bytes);
	gem_close(card.fd, handle[0]);
	gem_close(card.fd, handle[1]);
	gem_close(card.fd, handle[2]);
}

/* Submits an empty stream with a buffer, and waits. */
static void place(const char *what, uint32_t handle, uint32_t domain)
{
	uint64_t start = now_ns();
	int ret = stream_place(card.fd, handle, domain);

	if (ret)
		stop("%s: submission: %s", what, strerror(-ret));
	finish(what, start);
}

/* The driver moves a buffer to the domain of a submission. */
static void move(uint32_t bytes)
{
	static const uint32_t way[] = { VRAM, GTT, VRAM, GTT };
	uint32_t handle = new_buffer("move", bytes, GTT), *want = malloc(bytes), *got;
	uint64_t start = now_ns();
	unsigned int i;

	if (!want)
		stop("move: no memory");
	got = map("move", handle, bytes);
	fill(want, bytes, ~bytes);
	memcpy(got, want, bytes);
	for (i = 0; i < 4; i++) {
		place("move", handle, way[i]);
		same("move", want, got, bytes);
	}
	ok("move: %u KiB, twice to VRAM and back, checksum %016" PRIx64 ", %u us", bytes / 1024,
	   checksum(got, bytes), (unsigned int)((now_ns() - start) / 1000));
	munmap(got, bytes);
	free(want);
	gem_close(card.fd, handle);
}

static bool fits(const struct r6cs_frame *f)
{
	struct drm_radeon_gem_info gem = { 0 };

	client_ioctl(card.fd, DRM_IOCTL_RADEON_GEM_INFO, &gem);
	return f->ring == 0 && f->bo_bytes <= gem.vram_visible / 4 && f->bo_bytes <= 64 * MIB;
}

/* Plays a frame; false if there is no program for its shaders. */
static bool play(const struct r6cs_frame *f)
{
	struct drm_rcp_verdict verdict = { 0 };
	struct replay r;
	uint64_t start;
	bool played;
	int ret = replay_prepare(&r, card.fd, f);

	if (ret)
		stop("frame %s: its buffers: %s", f->name, strerror(-ret));
	start = now_ns();
	played = !r.drawn.left;
	if (played) {
		ret = replay_submit(&r, &verdict, 0);
		if (ret)
			stop("frame %s: %s", f->name, verdict.text[0] ? verdict.text : strerror(-ret));
		ok("frame %s: %u us", f->name, finish(f->name, start));
	}
	replay_release(&r);
	return played;
}

static int by_length(const void *a, const void *b)
{
	const struct r6cs_frame *x = a, *y = b;

	return x->ib_dw < y->ib_dw ? -1 : x->ib_dw > y->ib_dw;
}

/* Frames of this chip, the shortest first */
static void frames(const char *folder)
{
	struct r6cs_frame *all;
	char why[R6CS_ERROR];
	char **paths;
	int n = r6cs_list(folder, card.chip, &paths), loaded = 0, played = 0, i;

	if (n <= 0)
		stop("frames: none of %s in %s", card.chip, folder);
	all = calloc(n, sizeof(*all));
	if (!all)
		stop("frames: no memory");
	for (i = 0; i < n; i++) {
		if (r6cs_load(paths[i], &all[loaded], why))
			stop("frames: %s: %s", paths[i], why);
		if (fits(&all[loaded]))
			loaded++;
		else
			r6cs_free(&all[loaded]);
	}
	qsort(all, loaded, sizeof(*all), by_length);
	for (i = 0; i < loaded && played < FRAMES; i++)
		played += play(&all[i]);
	if (!played)
		stop("frames: this card can play none of them");
	printf("# frames: %d of %d recorded on %s\n", played, n, card.chip);
	for (i = 0; i < loaded; i++)
		r6cs_free(&all[i]);
	free(all);
	r6cs_list_free(paths, n);
}

int main(int argc, char **argv)
{
	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: trial FOLDER [NODE]\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("TAP version 13\n");
	if ((argc == 3 ? client_open_node(&card, argv[2]) : client_open(&card)) || !card.rcp)
		stop("open: %s is no render node of rcp", argc == 3 ? argv[2] : "the first");
	kmsg = kmsg_open();
	remember();
	ok("open: %s at %s", card.chip, card.node);
	fence();
	one_write("write to system memory", GTT);
	one_write("write to VRAM", VRAM);
	if (client_generation == RCP_GENERATION_R500) {
		printf("# copy: no stream of R5xx may copy; the driver does, below\n");
	} else {
		copy(4096);
		copy(64 * 1024);
		copy(4 * MIB);
	}
	move(64 * 1024);
	move(4 * MIB);
	frames(argv[1]);
	measure(&card);
	look("measurements");
	client_close(&card);
	printf("1..%d\n", step);
	return 0;
}
