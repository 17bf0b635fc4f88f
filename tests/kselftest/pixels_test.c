// SPDX-License-Identifier: GPL-2.0
/*
 * Frames of Mesa with textures, blending, depth, queries, stream-out, samples and geometry programs, recorded with
 * contents: each submission leaves the same bytes as on the native node, alone and under all that the
 * driver does to a client beside its draws.  R6xx/R7xx; RCP_DRAWN is the folder of the recordings.
 *
 * The frames set all state that they use.  The other fixture draws with state that no stream of
 * its client sets.
 */
#include "client.h"
#include "dirty.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "recording.h"
#include "stream.h"
#include "sync.h"

#include <ctype.h>
#include <stdlib.h>
#include <sys/mman.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define NEVER	0x12345678

FIXTURE(pixels) {
	struct client c, other;
	struct recording r;
	struct player p;
	uint64_t *want;
	struct stream s;
	struct dirty dirty;
	struct client_cs cs;
	struct drm_rcp_sync in;
	uint32_t gate, hangs;
	volatile uint32_t *gate_map;
	int vgem, kmsg;
};

/* What a test does before a submission is made, while it may be on the card, and when it is done: 0 or -errno */
typedef int (*around)(FIXTURE_DATA(pixels) *self, uint32_t i);

static const char *folder(const char *otherwise)
{
	const char *dir = getenv("RCP_DRAWN");

	return dir ? dir : otherwise;
}

/* The sums of one recording from the list of all: 0, or -1 if there are others than submissions */
static int load_sums(const char *name, uint64_t *want, uint32_t n)
{
	unsigned long long sum;
	char path[256], of[64];
	uint32_t found = 0, i;
	FILE *f;

	snprintf(path, sizeof(path), "%s/pictures", folder("tests/corpus/drawn"));
	f = fopen(path, "r");
	while (f && fscanf(f, "%63s %u %llx", of, &i, &sum) == 3) {
		if (strcmp(of, name))
			continue;
		if (i != found++ || i >= n)
			break;
		want[i] = sum;
	}
	if (f)
		fclose(f);
	return found == n ? 0 : -1;
}

FIXTURE_SETUP(pixels)
{
	char name[64], path[256];
	const char *why;
	size_t i;

	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp || client_generation == RCP_GENERATION_R500)
		SKIP(_exit(HARNESS_SKIP), "rcp on R6xx and R7xx draws these frames");
	snprintf(name, sizeof(name), "scenes-%s", self->c.chip);
	for (i = 0; name[i]; i++)
		name[i] = tolower(name[i]);
	snprintf(path, sizeof(path), "%s/%s.rcpc", folder("build/drawn"), name);
	if (access(path, R_OK))
		SKIP(_exit(HARNESS_SKIP), "no recording of this chip");
	why = recording_load(&self->r, path);
	ASSERT_EQ(NULL, why)
		TH_LOG("%s", why);
	ASSERT_LT(0, self->r.n);
	self->want = calloc(self->r.n, sizeof(*self->want));
	ASSERT_EQ(0, load_sums(name, self->want, self->r.n));
	ASSERT_EQ(0, client_open(&self->other));
	ASSERT_EQ(0, player_open(&self->p, self->c.fd, &self->r));
	ASSERT_EQ(0, gem_create(self->other.fd, 4096, 4096, GTT, 0, &self->gate));
	self->gate_map = gem_map(self->other.fd, self->gate, 4096);
	ASSERT_NE(NULL, self->gate_map);
	/* vgem logs a message when it is loaded */
	self->vgem = client_open_vgem();
	self->kmsg = kmsg_open();
	self->hangs = 0;
}

FIXTURE_TEARDOWN(pixels)
{
	char text[1024];

	player_close(&self->p);
	recording_free(&self->r);
	client_close(&self->c);
	client_close(&self->other);
	close(self->vgem);
	if (self->hangs) {
		EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
			TH_LOG("%s", text);
	} else {
		EXPECT_QUIET(self->kmsg);
	}
	close(self->kmsg);
}

/* Plays all submissions; the number of the first whose bytes are not the native node's, or -1. */
static int first_wrong(FIXTURE_DATA(pixels) *self, around before, around after, around behind)
{
	uint32_t i;
	int ret;

	for (i = 0; i < self->r.n; i++) {
		ret = player_write(&self->p, i);
		ret = ret || !before ? ret : before(self, i);
		ret = ret ? ret : player_submit(&self->p, i, &self->cs);
		ret = ret || !after ? ret : after(self, i);
		ret = ret ? ret : player_wait(&self->p, i);
		ret = ret || !behind ? ret : behind(self, i);
		if (ret)
			printf("# submission %u: %s\n", i, strerror(-ret));
		if (ret || player_sum(&self->p, i) != self->want[i])
			return i;
	}
	return -1;
}

TEST_F(pixels, alone)
{
	EXPECT_EQ(-1, first_wrong(self, NULL, NULL, NULL));
}

static int dirty(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	(void)i;
	return dirty_submit(&self->dirty);
}

/* Before each submission another client leaves all in the chip that a client may set. */
TEST_F(pixels, beside_a_client_that_sets_all)
{
	ASSERT_EQ(0, dirty_make(&self->dirty, self->other.fd));
	EXPECT_LT(600, self->dirty.registers);
	EXPECT_EQ(-1, first_wrong(self, dirty, NULL, NULL));
}

/* Does submission @i name a large buffer?  The call waits until it is cleared when it is new. */
static bool has_large(const FIXTURE_DATA(pixels) *self, uint32_t i)
{
	const struct recorded *r = &self->r.submission[i];
	uint32_t k;

	for (k = 0; k < r->nrelocs; k++)
		if (self->r.buffer[r->buffer[k]].size > RECORDING_LARGE)
			return true;
	return false;
}

/* Keeps the card until the gate is @i + 1. */
static int shut(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->gate, GTT, 0, i + 1);
	return stream_submit(&self->s, self->other.fd, NULL);
}

/* The next job waits for another client's fence, and goes to the ring by the scheduler. */
static int shut_and_wait(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	uint64_t submitted;
	int file, ret;

	if (has_large(self, i))
		return 0;
	ret = shut(self, i);
	ret = ret ? ret : fence_progress(self->other.fd, 0, &submitted, NULL);
	ret = ret ? ret : fence_sync_file(self->other.fd, 0, submitted, &file);
	ret = ret ? ret : syncobj_import(self->c.fd, self->in.handle, file);
	if (!ret)
		close(file);
	return ret;
}

/* The job cannot have run. */
static int open_gate(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	uint64_t submitted;
	int ret = fence_progress(self->c.fd, 0, &submitted, NULL);

	if (!ret && !has_large(self, i) && fence_wait(self->c.fd, 0, submitted, 0, NULL) != -ETIME)
		ret = -EBUSY;
	*self->gate_map = i + 1;
	return ret;
}

TEST_F(pixels, by_the_scheduler)
{
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &self->in.handle));
	self->cs.syncs = &self->in;
	self->cs.nsyncs = 1;
	EXPECT_EQ(-1, first_wrong(self, shut_and_wait, open_gate, NULL));
}

/* All small buffers of submission @i get a place in @domain, by one job behind it. */
static int place(FIXTURE_DATA(pixels) *self, uint32_t i, uint32_t domain)
{
	const struct recorded *r = &self->r.submission[i];
	struct drm_radeon_cs_reloc *relocs = calloc(r->nrelocs, sizeof(*relocs));
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = relocs };
	uint32_t k;
	int ret;

	if (!relocs)
		return -ENOMEM;
	for (k = 0; k < r->nrelocs; k++) {
		if (self->r.buffer[r->buffer[k]].size > RECORDING_LARGE)
			continue;
		relocs[cs.nrelocs].handle = self->p.handle[r->buffer[k]];
		relocs[cs.nrelocs++].read_domains = domain;
	}
	ret = client_submit(self->c.fd, &cs);
	free(relocs);
	return ret;
}

static int place_gtt(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	return place(self, i, GTT);
}

static int place_vram(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	return place(self, i, VRAM);
}

/* The next submission brings the buffers back. */
TEST_F(pixels, evicted_behind_each_submission)
{
	EXPECT_EQ(-1, first_wrong(self, NULL, place_gtt, NULL));
}

/* Also the buffers that the CPU writes */
TEST_F(pixels, evicted_before_each_submission)
{
	EXPECT_EQ(-1, first_wrong(self, place_gtt, place_vram, NULL));
}

/* The CPU reads buffers that the card still moves. */
TEST_F(pixels, read_behind_evictions)
{
	EXPECT_EQ(-1, first_wrong(self, NULL, NULL, place_gtt));
}

/* Tiled surfaces, HTILE and samples are behind the GART. */
TEST_F(pixels, in_system_memory)
{
	self->p.domain = GTT;
	EXPECT_EQ(-1, first_wrong(self, NULL, NULL, NULL));
}

/* Every 19th submission, beginning with the last one of a frame */
static bool is_chosen(uint32_t i)
{
	return i % 19 == 17;
}

/* A new client each time, because one that hangs often is banned. */
static int hang(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	int ret;

	if (!is_chosen(i))
		return 0;
	self->hangs++;
	client_close(&self->other);
	ret = client_open(&self->other);
	ret = ret ? ret : gem_create(self->other.fd, 4096, 4096, GTT, 0, &self->gate);
	return ret ? ret : shut(self, NEVER);
}

/* The job is in the ring behind the one that hangs. */
TEST_F(pixels, replayed_after_hangs)
{
	uint32_t resets = client_resets(self->c.fd);

	EXPECT_EQ(-1, first_wrong(self, hang, NULL, NULL));
	EXPECT_LT(2, self->hangs);
	EXPECT_EQ(resets + self->hangs, client_resets(self->c.fd));
}

static int reset(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	self->hangs += is_chosen(i);
	return is_chosen(i) ? card_pci_reset() : 0;
}

/* VRAM is lost and comes back, before the submission, and while it may be on the card. */
TEST_F(pixels, over_pci_resets)
{
	if (!card_slot() || geteuid())
		SKIP(return, "the card cannot be reset by this user");
	EXPECT_EQ(-1, first_wrong(self, reset, reset, NULL));
	EXPECT_LT(2, self->hangs);
}

/* RCP_SLEEPS is the state that vm/hibernate-guest and vm/resume-guest ask for. */
static int sleep_once(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	int ret;

	if (!is_chosen(i))
		return 0;
	self->hangs++;
	ret = write_file("/sys/power/state", getenv("RCP_SLEEPS"));
	/* A hibernation without swap ends with thaw. */
	return ret == -ENODEV || ret == -ENOSPC ? 0 : ret;
}

TEST_F(pixels, over_sleep)
{
	if (!getenv("RCP_SLEEPS"))
		SKIP(return, "not in a VM that sleeps");
	EXPECT_EQ(-1, first_wrong(self, sleep_once, sleep_once, NULL));
	EXPECT_LT(2, self->hangs);
}

/* What the CPU writes is in memory of another device, and what it reads. */
TEST_F(pixels, memory_of_another_device)
{
	uint32_t k;

	if (self->vgem < 0 || bus_bounces())
		SKIP(return, "no vgem, or no import of its buffers on this bus");
	for (k = 0; k < self->r.nbuffers; k++) {
		uint64_t size = self->r.buffer[k].size;
		int dmabuf;

		if (self->r.buffer[k].domain != GTT)
			continue;
		dmabuf = vgem_dumb(size);
		ASSERT_LE(0, dmabuf);
		ASSERT_EQ(0, gem_import(self->c.fd, dmabuf, &self->p.handle[k]));
		self->p.map[k] = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, dmabuf, 0);
		ASSERT_NE(MAP_FAILED, self->p.map[k]);
		close(dmabuf);
	}
	EXPECT_EQ(-1, first_wrong(self, NULL, NULL, NULL));
}

static int share(FIXTURE_DATA(pixels) *self, uint32_t i)
{
	const struct recorded *r = &self->r.submission[i];
	uint32_t k, theirs;
	int dmabuf, ret = 0;

	/* Shared buffers stay where both devices reach them. */
	for (k = 0; k < r->nrelocs && !ret; k++) {
		if (self->r.buffer[r->buffer[k]].size > RECORDING_LARGE)
			continue;
		ret = gem_export(self->c.fd, self->p.handle[r->buffer[k]], &dmabuf);
		if (ret)
			break;
		ret = gem_import(self->vgem, dmabuf, &theirs);
		close(dmabuf);
	}
	return ret;
}

/* All buffers are exported, surfaces too, before the card uses them first. */
TEST_F(pixels, memory_that_another_device_has)
{
	if (self->vgem < 0 || vgem_is_refused())
		SKIP(return, "no vgem, or no export to it on this bus");
	self->p.domain = GTT;
	EXPECT_EQ(-1, first_wrong(self, share, NULL, NULL));
}

TEST_HARNESS_MAIN
