// SPDX-License-Identifier: GPL-2.0
/*
 * Fault injection into the kernel's workers during a reset and into probe: the reset succeeds, a
 * probe that fails leaves nothing behind, and the next probe works.  See faults_fixture.h for how
 * it is done and for the kernel that it needs.
 */
#include "client.h"
#include "emulated.h"
#include "faults.h"
#include "faults_fixture.h"
#include "kernel.h"
#include "stream.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

#define BIND	"/sys/bus/pci/drivers/rcp/bind"
#define TIMEOUT	"/sys/module/rcp/parameters/job_timeout_ms"

/* The kernel's workers, one of which does the reset. */
struct workers {
	int fd[128];		/* fail-nth of each */
	int n;
};

static void workers_arm(struct workers *w, unsigned int nth)
{
	struct dirent *e;
	DIR *d = opendir("/proc");
	char path[300], text[32];

	w->n = 0;
	while (d && (e = readdir(d)) && w->n < (int)ARRAY_SIZE(w->fd)) {
		snprintf(path, sizeof(path), "/proc/%s/comm", e->d_name);
		if (read_text(path, text, sizeof(text)) <= 0 || strncmp(text, "kworker", 7))
			continue;
		snprintf(path, sizeof(path), "/proc/%s/fail-nth", e->d_name);
		w->fd[w->n] = open(path, O_RDWR | O_CLOEXEC);
		snprintf(text, sizeof(text), "%u", nth);
		if (w->fd[w->n] >= 0 && pwrite(w->fd[w->n], text, strlen(text), 0) > 0)
			w->n++;
	}
	if (d)
		closedir(d);
}

/* Returns how many workers met their fault. */
static int workers_disarm(struct workers *w)
{
	int i, met = 0;

	for (i = 0; i < w->n; i++) {
		char text[16] = "";

		if (pread(w->fd[i], text, sizeof(text) - 1, 0) > 0 && atoi(text) == 0)
			met++;
		/* the worker may have ended by now */
		if (pwrite(w->fd[i], "0", 1, 0) != 1 && errno != ESRCH)
			abort();
		close(w->fd[i]);
	}
	return met;
}

/* Takes the dumps that wait: their number, and whether the last describes the hang. */
static int take_dumps(bool *good)
{
	const char *status = client_generation == RCP_GENERATION_R500 ? "\nRBBM_STATUS " :
									"\nGRBM_STATUS ";
	static char text[1 << 20];
	static struct stream s;
	char stream[32];
	int n = 0;

	stream_init(&s);
	stream_wait_mem(&s, 1, GTT, 0, 0x12345678);
	snprintf(stream, sizeof(stream), "\nstream:\n0x%08x\n", s.dw[0]);
	for (; take_dump(text, sizeof(text)) > 0; n++)
		*good = !strncmp(text, "rcp devcoredump 1\n", 18) && strstr(text, "\njob: seqno ") &&
			strstr(text, status) && strstr(text, stream);
	return n;
}

/* A process that hangs the card, and stops after the submission and after the reset */
static pid_t begin_hang(struct stream *s)
{
	pid_t child = fork();
	struct client guilty;
	uint32_t bo;

	if (child)
		return child;
	if (client_open(&guilty) || gem_create(guilty.fd, 4096, 4096, GTT, 0, &bo))
		_exit(1);
	stream_init(s);
	stream_wait_mem(s, bo, GTT, 0, 0x12345678);
	if (stream_submit(s, guilty.fd, NULL))
		_exit(1);
	raise(SIGSTOP);
	gem_wait(guilty.fd, bo);
	raise(SIGSTOP);
	_exit(0);
}

/* Waits until the process has stopped again or ended; returns whether it fares well. */
static bool hang_went_on(pid_t child)
{
	int status;

	return waitpid(child, &status, WUNTRACED) == child && (WIFSTOPPED(status) || !status);
}

/* A hang and its reset, with the nth fault in each worker of the kernel. */
static void one_hang(struct __test_metadata *_metadata, FIXTURE_DATA(faults) *self,
		     unsigned int nth, int *met, int *dumps, bool *good)
{
	uint32_t before = 0, after = 0;
	struct workers w;
	pid_t guilty;
	int i;

	before = client_resets(self->c.fd);
	/* a process of its own, because a process that hangs often is banned */
	guilty = begin_hang(&self->s);
	ASSERT_LE(0, guilty);
	ASSERT_TRUE(hang_went_on(guilty));
	workers_arm(&w, nth);
	kill(guilty, SIGCONT);
	ASSERT_TRUE(hang_went_on(guilty));
	/* the dump comes after the reset; a fault may cost it */
	*dumps = take_dumps(good);
	for (i = 0; i < (nth ? 20 : 1000) && !*dumps; i++) {
		usleep(10000);
		*dumps = take_dumps(good);
	}
	*met = workers_disarm(&w);
	kill(guilty, SIGCONT);
	ASSERT_TRUE(hang_went_on(guilty));
	after = client_resets(self->c.fd);
	EXPECT_EQ(before + 1, after)
		TH_LOG("fault %u", nth);
	ASSERT_EQ(0, aftermath(&self->s, self->c.fd, self->bo, self->vram_usage,
			       self->gtt_usage));
}

static void unbind_device(struct __test_metadata *_metadata, FIXTURE_DATA(faults) *self)
{
	client_close(&self->c);
	client_close(&self->other);
	ASSERT_EQ(0, card_unbind());
}

/* Sets the fixture up again, after the device was unbound. */
static void open_again(struct __test_metadata *_metadata, FIXTURE_DATA(faults) *self)
{
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_open(&self->other));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &self->bo));
	self->vram_usage = gem_usage(self->c.fd, VRAM);
	self->gtt_usage = gem_usage(self->c.fd, GTT);
}

/*
 * A reset succeeds whichever allocation of the workers fails; if none fails, it
 * leaves one dump.
 */
TEST_F_TIMEOUT(faults, reset, 600)
{
	bool good = false;
	unsigned int nth;
	char timeout[16];
	int met, dumps, hangs = 0, taken = 0, without = 0, quiet = 0;
	uint64_t start;

	/* A short timeout, because each fault costs a hang. */
	unbind_device(_metadata, self);
	snprintf(timeout, sizeof(timeout), "%u", card_timeout_ms());
	ASSERT_EQ(0, write_file(TIMEOUT, "600"));
	ASSERT_EQ(0, card_bind());
	open_again(_metadata, self);

	take_dumps(&good);
	ASSERT_EQ(0, faults_choose(true));
	/* 6.1 frees a dump twice if it cannot make a device for it */
	ASSERT_EQ(0, faults_spare("dev_set_name", "device_register"));
	start = now_ns();
	/* A worker that starts at this time has no fault armed: stop after three hangs without one. */
	for (nth = 1; nth < MAX_NTH && quiet < 3; nth += !!met) {
		one_hang(_metadata, self, nth, &met, &dumps, &good);
		/* the dump of the last hang may come late */
		taken += dumps;
		EXPECT_GE(++hangs, taken);
		without += !dumps;
		quiet = met ? 0 : quiet + 1;
	}
	EXPECT_GT(MAX_NTH, nth);
	EXPECT_LT(1, nth);
	TH_LOG("%u faults in resets, %d of them cost a dump; %llu ms", nth - 1, without,
	       (unsigned long long)(now_ns() - start) / 1000000);
	one_hang(_metadata, self, 0, &met, &dumps, &good);
	do {
		usleep(1000000);
	} while (take_dumps(&good));
	one_hang(_metadata, self, 0, &met, &dumps, &good);
	EXPECT_EQ(1, dumps);
	EXPECT_TRUE(good);

	unbind_device(_metadata, self);
	ASSERT_EQ(0, write_file(TIMEOUT, timeout));
	ASSERT_EQ(0, card_bind());
	open_again(_metadata, self);
}

/* Binds the card while every allocation below one function of the kernel fails. */
static int probe_without(const char *function, unsigned int order)
{
	int ret = faults_always(function, order), ended;

	if (!ret)
		ret = card_bind();
	ended = faults_always(NULL, 0);
	return ended ? ended : ret;
}

/* Parts of probe where a single failure has no effect, or counting does not reach it. */
TEST_F_TIMEOUT(faults, probe_parts, 300)
{
	uint32_t crystal = 0, without = 0, sclk = 0;

	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &crystal));
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_MAX_SCLK, &sclk));
	EXPECT_LT(0, sclk);
	unbind_device(_metadata, self);
	/* the registers; the page table; the ring in every size; the ring and the dummy page */
	EXPECT_EQ(-ENOMEM, probe_without("pci_iomap", 0));
	EXPECT_EQ(-ENOMEM, probe_without("ioremap_wc", 0));
	EXPECT_EQ(-ENOMEM, probe_without("dma_alloc_attrs", 6));
	EXPECT_EQ(-ENOMEM, probe_without("dma_alloc_attrs", 4));
	/* the ROM: probe succeeds without it, and assumes the usual crystal */
	EXPECT_EQ(0, probe_without("pci_map_rom", 0));
	open_again(_metadata, self);
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &without));
	EXPECT_EQ(crystal, without);
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_MAX_SCLK, &sclk));
	EXPECT_EQ(0, sclk);
	unbind_device(_metadata, self);
	ASSERT_EQ(0, card_bind());
	open_again(_metadata, self);
}

/* Binds the driver with the 1st fault, or one of them in so many, until it meets none. */
static void probe_with_faults(struct __test_metadata *_metadata, FIXTURE_DATA(faults) *self)
{
	const char *stride = getenv("RCP_FAULT_STRIDE");
	unsigned int step = stride ? atoi(stride) : 1;
	uint64_t start = now_ns();

	ASSERT_LT(0, step);
	for (self->f.nth = 1; self->f.nth < MAX_NTH; self->f.nth += step) {
		int fd = open(BIND, O_WRONLY | O_CLOEXEC);
		int ret;

		ASSERT_LE(0, fd);
		faults_arm(&self->f);
		ret = write(fd, card_slot(), strlen(card_slot())) < 0 ? -errno : 0;
		faults_disarm(&self->f);
		close(fd);
		/* probe may succeed without the allocation: then unbind again */
		if (ret == 0)
			ASSERT_EQ(0, card_unbind());
		if (!self->f.injected) {
			EXPECT_EQ(0, ret);
			break;
		}
		EXPECT_TRUE(ret == 0 || ret == -ENOMEM || ret == -EFAULT || ret == -ENODEV ||
			    ret == -ENOENT || ret == -EBUSY)
			TH_LOG("fault %u: %d", self->f.nth, ret);
	}
	EXPECT_GT(MAX_NTH, self->f.nth);
	TH_LOG("up to %u faults in probe, each %u; %llu ms", self->f.nth - step, step,
	       (unsigned long long)(now_ns() - start) / 1000000);
}

/* The chip of each generation that has this test */
static bool is_first_chip(FIXTURE_DATA(faults) *self)
{
	return !strcmp(self->c.chip, "RV710") || !strcmp(self->c.chip, "R580");
}

/*
 * Each allocation of probe fails once, and the next probe works.  In two halves,
 * because only one place can be spared at a time: Linux 6.1 warns when it removes an
 * interrupt from /proc that it failed to add, and TTM does not unregister its shrinker.
 * rcp_ttm_init() is linked after the functions that request the interrupt.
 */
TEST_F_TIMEOUT(faults, probe_card, 900)
{
	if (!is_first_chip(self))
		SKIP(return, "the same on every chip of a generation, and long");
	ASSERT_EQ(0, faults_choose(true));
	ASSERT_EQ(0, faults_within(NULL, "rcp_ttm_init"));
	ASSERT_EQ(0, faults_depth(9));
	ASSERT_EQ(0, faults_spare("register_handler_proc", "show_interrupts"));
	ASSERT_EQ(0, faults_steady());
	unbind_device(_metadata, self);
	probe_with_faults(_metadata, self);
	ASSERT_EQ(0, card_bind());
	open_again(_metadata, self);
}

TEST_F_TIMEOUT(faults, probe_device, 900)
{
	if (!is_first_chip(self))
		SKIP(return, "the same on every chip of a generation, and long");
	ASSERT_EQ(0, faults_choose(true));
	ASSERT_EQ(0, faults_within("rcp_ttm_init", NULL));
	ASSERT_EQ(0, faults_depth(9));
	ASSERT_EQ(0, faults_spare("ttm_global_init", NULL));
	unbind_device(_metadata, self);
	probe_with_faults(_metadata, self);
	ASSERT_EQ(0, card_bind());
	open_again(_metadata, self);
}

TEST_HARNESS_MAIN
