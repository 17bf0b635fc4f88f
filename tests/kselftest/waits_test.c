// SPDX-License-Identifier: GPL-2.0
/*
 * Submissions that wait in the kernel, for a locked buffer, for room in their context, or
 * for clears; and those that must not wait.  A signal ends a wait, no lock or memory is
 * left, and the same submission succeeds later.
 *
 * A stream that polls memory until the test writes there (the gate) blocks the card; each
 * test ends before this job counts as hung.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

/* Far more of the longest streams (64 KiB) than the ring has slots */
#define STREAMS	12
#define CLIENTS	6

/* Incomplete jobs that a context may have */
#define JOBS	64

/* More jobs than the ring takes, and more than that */
#define FILL	40
#define CLEARS	24

/* Buffers, and readers of each, all with a fence of their own */
#define SHARED	256
#define READERS	400

/* Fences that another process puts on one buffer, and submissions with a part of them */
#define FOREIGN		8000
#define PER_ROUND	16
#define FENCES	"/sys/kernel/debug/dma_buf/bufinfo"

#define TIMEOUT	"/sys/module/rcp/parameters/job_timeout_ms"

FIXTURE(waits) {
	struct client c;
	struct stream s;
	uint32_t gate;		/* the dword that the card polls */
	volatile uint32_t *map;
	uint32_t *big;		/* a NOP as long as a stream may be */
	int vgem;		/* another driver, or -1 */
	int kmsg;
};

static void no_more_than_a_signal(int signal)
{
	(void)signal;
}

FIXTURE_SETUP(waits)
{
	struct sigaction action = { .sa_handler = no_more_than_a_signal };
	struct sigaction anew = { .sa_handler = no_more_than_a_signal, .sa_flags = SA_RESTART };

	/* loading vgem may log a message */
	self->vgem = client_open_vgem();
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->gate));
	self->map = gem_map(self->c.fd, self->gate, 4096);
	ASSERT_NE(NULL, self->map);
	self->map[0] = self->map[2] = 0;
	self->big = calloc(self->c.driver.max_ib_dw, 4);
	ASSERT_NE(NULL, self->big);
	self->big[0] = PACKET3(PKT_NOP, self->c.driver.max_ib_dw - 1);
	ASSERT_EQ(0, sigaction(SIGUSR1, &action, NULL));
	ASSERT_EQ(0, sigaction(SIGUSR2, &anew, NULL));
	client_once = true;
}

FIXTURE_TEARDOWN(waits)
{
	if (self->vgem >= 0)
		close(self->vgem);
	free(self->big);
	munmap((void *)self->map, 4096);
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/*
 * Blocks the card until the test writes 1 to map[0].  The buffer is resident already,
 * because a copy by TTM could overtake a stream whose buffer is not.
 */
static int close_gate(FIXTURE_DATA(waits) *self)
{
	int ret;

	stream_init(&self->s);
	stream_mem_write(&self->s, self->gate, GTT, 8, 1);
	stream_wait_mem(&self->s, self->gate, GTT, 0, 1);
	ret = stream_submit(&self->s, self->c.fd, NULL);
	if (!ret && !COMES_TRUE(self->map[2]))
		ret = -ETIME;
	return ret;
}

static int import(struct other *o)
{
	uint32_t theirs;
	int ret = gem_import(o->fd, o->value, &theirs);

	return ret ? ret : gem_close(o->fd, theirs);
}

/*
 * An import by another driver keeps the lock of a buffer until the card has moved it.  One
 * submission waits for that lock while it has another; a second, younger submission must
 * back off and waits for the first.
 */
TEST_F(waits, for_locks)
{
	struct drm_radeon_cs_reloc x = { .read_domains = GTT }, y = x;
	struct drm_radeon_cs_reloc moved = { .read_domains = VRAM };
	struct drm_radeon_cs_reloc older[2], younger[2];
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .nrelocs = 2 };
	struct other importer = { .fd = self->vgem, .act = import };
	struct other first = { .fd = self->c.fd }, second = first;
	uint32_t *p;
	int dmabuf;

	if (self->vgem < 0)
		SKIP(return, "no vgem");
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, gem_export_to(self->c.fd, self->vgem, 4096, &x.handle));
		return;
	}

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &x.handle));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &y.handle));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &moved.handle));
	p = gem_map(self->c.fd, moved.handle, 4096);
	ASSERT_NE(NULL, p);
	p[0] = 0x5eed;

	cs.relocs = &moved;
	cs.nrelocs = 1;
	ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	/* an import waits without the lock for a job that is not in the ring */
	ASSERT_EQ(0, gem_wait(self->c.fd, moved.handle));
	ASSERT_EQ(0, close_gate(self));
	ASSERT_EQ(0, gem_export(self->c.fd, moved.handle, &dmabuf));
	importer.value = dmabuf;
	ASSERT_EQ(0, other_begin(&importer));

	older[0] = x;
	older[1] = moved;
	first.cs = cs;
	first.cs.relocs = older;
	first.cs.nrelocs = 2;
	ASSERT_EQ(0, other_begin(&first));
	younger[0] = y;
	younger[1] = x;
	second.cs = first.cs;
	second.cs.relocs = younger;
	ASSERT_EQ(0, other_begin(&second));

	EXPECT_EQ(-EINTR, other_interrupt(&second));
	EXPECT_FALSE(first.done);
	EXPECT_EQ(-EINTR, other_interrupt(&first));
	/* neither submission left a lock behind */
	cs.relocs = younger;
	cs.nrelocs = 2;
	EXPECT_EQ(0, client_submit(self->c.fd, &cs));
	EXPECT_FALSE(importer.done);

	self->map[0] = 1;
	EXPECT_EQ(0, other_join(&importer));
	EXPECT_EQ(0x5eed, p[0]);
	close(dmabuf);
	cs.relocs = older;
	EXPECT_EQ(0, client_submit(self->c.fd, &cs));
	EXPECT_EQ(0, gem_wait(self->c.fd, moved.handle));
	munmap(p, 4096);
}

/*
 * Streams wait in memory of their clients: queued long streams, however many, do not starve
 * other clients.
 */
TEST_F(waits, for_no_other_client)
{
	struct client_cs cs = { .ib = self->big, .ib_dw = self->c.driver.max_ib_dw };
	static const uint32_t nop = PACKET2;
	struct client clients[CLIENTS], last;
	struct other small = { .cs = { .ib = &nop, .ib_dw = 1 } };
	int i, k;

	ASSERT_EQ(0, close_gate(self));
	for (i = 0; i < CLIENTS; i++) {
		ASSERT_EQ(0, client_open(&clients[i]));
		for (k = 0; k < STREAMS; k++)
			ASSERT_EQ(0, client_submit(clients[i].fd, &cs));
	}
	ASSERT_EQ(0, client_open(&last));
	small.fd = last.fd;
	other_begin(&small);
	EXPECT_TRUE(other_done(&small));
	self->map[0] = 1;
	EXPECT_EQ(0, other_join(&small));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->gate));
	for (i = 0; i < CLIENTS; i++)
		client_close(&clients[i]);
	client_close(&last);
}

/*
 * A context has a limited number of incomplete jobs, however short: at the limit its own
 * submissions wait, submissions of other clients do not.
 */
TEST_F(waits, for_its_own)
{
	static const uint32_t nop = PACKET2;
	struct other own = { .fd = self->c.fd, .cs = { .ib = &nop, .ib_dw = 1 } };
	struct client other;
	int i;

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, close_gate(self));
	for (i = 1; i < JOBS; i++)
		ASSERT_EQ(0, client_submit(self->c.fd, &own.cs));
	ASSERT_EQ(0, other_begin(&own));
	EXPECT_EQ(-EINTR, other_interrupt(&own));
	EXPECT_EQ(0, client_submit(other.fd, &own.cs));
	ASSERT_EQ(0, other_begin(&own));
	self->map[0] = 1;
	EXPECT_EQ(0, other_join(&own));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->gate));
	client_close(&other);
}

#define SUBMITTERS	16

/* How often a thread has slept */
static long long sleeps(pid_t tid)
{
	char path[64], text[2048] = "";
	const char *at;

	snprintf(path, sizeof(path), "/proc/self/task/%d/status", tid);
	read_text(path, text, sizeof(text));
	at = strstr(text, "\nvoluntary_ctxt_switches:");
	return at ? strtoll(strchr(at, ':') + 1, NULL, 10) : -1;
}

/*
 * Any number of threads may wait for room in a context.  A job that is freed, perhaps by a
 * submission of another client, wakes one of them: there is room for one.
 */
TEST_F(waits, one_for_each_room)
{
	static const uint32_t nop = PACKET2;
	struct other all[SUBMITTERS];
	long long before[SUBMITTERS];
	uint32_t i, over = 0, woken = 0;

	ASSERT_EQ(0, close_gate(self));
	self->map[4] = 0;
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->gate, GTT, 16, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	for (i = 0; i < SUBMITTERS; i++)
		all[i] = (struct other){ .fd = self->c.fd, .cs = { .ib = &nop, .ib_dw = 1 } };
	for (i = 2; i < JOBS; i++)
		ASSERT_EQ(0, client_submit(self->c.fd, &all[0].cs));
	for (i = 0; i < SUBMITTERS; i++)
		ASSERT_EQ(0, other_begin(&all[i]));
	for (i = 0; i < SUBMITTERS; i++)
		before[i] = sleeps(all[i].tid);
	/* The first job is over, the second one is not. */
	self->map[0] = 1;
	EXPECT_TRUE(COMES_TRUE(({
		for (i = 0, over = 0; i < SUBMITTERS; i++)
			over += all[i].done;
		over;
	})));
	let_work_run(100);
	for (i = 0; i < SUBMITTERS; i++)
		woken += !all[i].done && sleeps(all[i].tid) != before[i];
	EXPECT_EQ(1, over);
	EXPECT_EQ(0, woken);
	self->map[4] = 1;
	for (i = 0; i < SUBMITTERS; i++)
		EXPECT_EQ(0, other_join(&all[i]));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->gate));
}

/*
 * Writing a verdict blocks nothing that other clients need: many long streams are
 * validated, and the write of each verdict blocks in a page fault.
 */
TEST_F(waits, for_no_verdict_of_others)
{
	static const uint32_t nop = PACKET2;
	struct other others[CLIENTS][STREAMS] = {}, small = { .fd = self->c.fd };
	struct client clients[CLIENTS];
	struct drm_rcp_verdict *verdict;
	int i, k, gate;

	verdict = stuck_memory(4096, &gate);
	if (!verdict)
		SKIP(return, "no userfaultfd");
	for (i = 0; i < CLIENTS; i++) {
		ASSERT_EQ(0, client_open(&clients[i]));
		for (k = 0; k < STREAMS; k++) {
			struct other *o = &others[i][k];

			o->fd = clients[i].fd;
			o->cs.ib = self->big;
			o->cs.ib_dw = self->c.driver.max_ib_dw;
			o->cs.verdict = verdict;
			o->cs.verdict_flags = RCP_VERDICT_VALIDATE_ONLY;
			ASSERT_EQ(0, other_begin(o));
		}
	}
	small.cs.ib = &nop;
	small.cs.ib_dw = 1;
	other_begin(&small);
	EXPECT_TRUE(other_done(&small));
	close(gate);
	EXPECT_EQ(0, other_join(&small));
	for (i = 0; i < CLIENTS; i++) {
		for (k = 0; k < STREAMS; k++)
			EXPECT_EQ(0, other_join(&others[i][k]));
		client_close(&clients[i]);
	}
	EXPECT_LT(0, verdict->ib_dw);
}

/*
 * A submission collects the fences of all users of its buffers, which takes long if there
 * are very many.  A signal also ends that; signalled fences are skipped.
 */
TEST_F(waits, for_very_many)
{
	struct itimerspec often = {
		.it_value.tv_nsec = 20000000, .it_interval.tv_nsec = 20000000,
	};
	struct sigevent tell = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	struct drm_radeon_cs_reloc relocs[SHARED] = {};
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = relocs, .nrelocs = SHARED };
	uint64_t enough;
	int dmabuf, i;
	timer_t timer;

	if (self->vgem < 0)
		SKIP(return, "no vgem");
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, gem_export_to(self->c.fd, self->vgem, 4096, &relocs[0].handle));
		return;
	}
	/* All would take minutes on the debug kernel, where the first are many. */
	enough = now_ns() + 5000000000ull;
	for (i = 0; i < SHARED; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &relocs[i].handle));
		relocs[i].read_domains = relocs[i].write_domain = GTT;
		ASSERT_EQ(0, gem_export(self->c.fd, relocs[i].handle, &dmabuf));
		if (now_ns() < enough)
			ASSERT_EQ(0, vgem_readers_attach(self->vgem, dmabuf, READERS));
		close(dmabuf);
	}
	ASSERT_EQ(0, timer_create(CLOCK_MONOTONIC, &tell, &timer));
	ASSERT_EQ(0, timer_settime(timer, 0, &often, NULL));
	EXPECT_EQ(-EINTR, client_submit(self->c.fd, &cs));
	ASSERT_EQ(0, timer_delete(timer));
	close(self->vgem);
	self->vgem = -1;
	EXPECT_EQ(0, client_submit(self->c.fd, &cs));
	EXPECT_EQ(0, gem_wait(self->c.fd, relocs[SHARED - 1].handle));
}

/* CPU time of this thread, in ns */
static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* CPU time of @n submissions that write a buffer, 0 if one fails */
static uint64_t cost_of_writes(int fd, uint32_t handle, unsigned int n)
{
	struct drm_radeon_cs_reloc reloc = {
		.handle = handle, .read_domains = GTT, .write_domain = GTT,
	};
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1 };
	uint64_t begin = cpu_ns();

	while (n--)
		if (client_submit(fd, &cs))
			return 0;
	return cpu_ns() - begin;
}

/* Another process adds fences to a shared buffer. */
static int add_elsewhere(int vgem, int dmabuf, unsigned int n)
{
	pid_t child = fork();
	int status = -1;

	if (!child)
		_exit(-vgem_readers_attach(vgem, dmabuf, n));
	waitpid(child, &status, 0);
	return status;
}

/* Fences that the reservations of all exported buffers hold, signalled or not; -1: not known */
static int fences_held(void)
{
	FILE *file = fopen(FENCES, "r");
	char line[256];
	int n = 0;

	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file))
		n += strstr(line, "fence:") != NULL;
	fclose(file);
	return n;
}

/*
 * Another user of a shared buffer adds thousands of fences: a submission that waits for them costs
 * as much for each, however many there are, and drops those that have signalled.  So one with many
 * fences costs as much as PER_ROUND with a part of them; were each compared with all others, it
 * would cost PER_ROUND times as much.  Both wait as often for a CPU of the host.
 */
TEST_F(waits, for_thousands_of_another_user)
{
	const unsigned int fences[2] = { FOREIGN, FOREIGN / PER_ROUND };
	const unsigned int writes[2] = { 1, PER_ROUND };
	uint64_t cost, least[2] = { ~0ull, ~0ull };
	uint32_t handles[2];
	int dmabuf, held, i, k;

	if (self->vgem < 0 || vgem_is_refused())
		SKIP(return, "no vgem that imports");
	held = fences_held();
	/* They signal by themselves after ten seconds: the many first. */
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &handles[i]));
		ASSERT_EQ(0, gem_export(self->c.fd, handles[i], &dmabuf));
		ASSERT_EQ(0, add_elsewhere(self->vgem, dmabuf, fences[i]));
		close(dmabuf);
	}
	for (k = 0; k < 3; k++) {
		for (i = 0; i < 2; i++) {
			cost = cost_of_writes(self->c.fd, handles[i], writes[i]);
			ASSERT_LT(0, cost);
			least[i] = cost < least[i] ? cost : least[i];
		}
	}
	EXPECT_GT(5 * least[1], least[0]);
	close(self->vgem);
	self->vgem = -1;
	for (i = 0; i < 2; i++) {
		EXPECT_LT(0, cost_of_writes(self->c.fd, handles[i], 8));
		EXPECT_EQ(0, gem_wait(self->c.fd, handles[i]));
	}
	if (held >= 0)
		EXPECT_GT(held + 100, fences_held());
}

/* More contexts than a job has dependencies that are searched one by one */
#define CONTEXTS	20

/* A write to a buffer in a context that waits for a fence, or for none */
static int write_in(int fd, uint32_t ctx, uint32_t handle, const struct late *late)
{
	struct drm_radeon_cs_reloc reloc = {
		.handle = handle, .read_domains = GTT, .write_domain = GTT,
	};
	struct drm_rcp_cs_context context = { .ctx_id = ctx };
	struct drm_rcp_sync sync = {};
	struct client_cs cs = {
		.ib = stream_nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1, .context = &context,
		.syncs = &sync, .nsyncs = 1,
	};
	int ret = late_syncobj(late, fd, &sync.handle);

	return ret ?: client_submit(fd, &cs);
}

/* Of many contexts whose jobs a submission waits for it waits for the last job of each. */
TEST_F(waits, for_the_last_of_each_context)
{
	struct drm_radeon_cs_reloc relocs[CONTEXTS + 1] = {};
	struct client_cs cs = {
		.ib = stream_nops, .ib_dw = 8, .relocs = relocs, .nrelocs = CONTEXTS + 1,
	};
	struct late first, last;
	uint32_t ctx = 0, i;

	if (late_begin(&first, self->c.fd) || late_begin(&last, self->c.fd))
		SKIP(return, "no fences of another driver");
	for (i = 0; i <= CONTEXTS; i++) {
		relocs[i].read_domains = relocs[i].write_domain = GTT;
		ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &relocs[i].handle));
		if (i < CONTEXTS)
			ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
		/* the last context has two */
		ASSERT_EQ(0, write_in(self->c.fd, ctx, relocs[i].handle, i < CONTEXTS ? &first : &last));
	}
	ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	ASSERT_EQ(0, late_signal(&first));
	/* The job of the first buffer is over, and the job of both has not run. */
	EXPECT_EQ(0, fence_wait(self->c.fd, ctx, 1, in_time(), NULL));
	let_work_run(50);
	EXPECT_EQ(-EBUSY, gem_busy(self->c.fd, relocs[0].handle, NULL));
	ASSERT_EQ(0, late_signal(&last));
	EXPECT_EQ(0, gem_wait(self->c.fd, relocs[0].handle));
	late_end(&first);
	late_end(&last);
}

/* Submits a stream in another process, whose turns are its own.  Returns it, or -1. */
static pid_t submit_elsewhere(struct stream *s, int fd, int *end)
{
	int ready[2], over[2];
	char done = 0;
	pid_t child;

	if (pipe(ready) || pipe(over))
		return -1;
	child = fork();
	if (!child) {
		close(over[1]);
		done = !stream_submit(s, fd, NULL);
		if (write(ready[1], &done, 1) != 1 || read(over[0], &done, 1))
			_exit(1);
		_exit(0);
	}
	close(over[0]);
	close(ready[1]);
	if (child > 0 && (read(ready[0], &done, 1) != 1 || !done))
		child = -1;
	close(ready[0]);
	*end = over[1];
	return child;
}

/*
 * Copies by the driver, of which a process can cause many, have no priority: when a stream of
 * another process runs and blocks the card, not all copies are done.
 */
TEST_F(waits, for_their_turn)
{
	struct drm_radeon_cs_reloc relocs[CLEARS];
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = relocs, .nrelocs = CLEARS };
	volatile uint32_t *map;
	uint32_t bo, last = 0;
	struct client other;
	struct stream s;
	int i, end, status;
	pid_t child;

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(other.fd, 4096, 4096, GTT, 0, &bo));
	map = gem_map(other.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	map[0] = map[4] = 0;
	ASSERT_EQ(0, close_gate(self));
	for (i = 0; i < FILL; i++)
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->gate, GTT, 16, i));
	stream_init(&s);
	stream_mem_write(&s, bo, GTT, 0, 1);
	stream_wait_mem(&s, bo, GTT, 16, 1);
	child = submit_elsewhere(&s, other.fd, &end);
	ASSERT_LT(0, child);
	for (i = 0; i < CLEARS; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 2 << 20, 4096, VRAM, 0, &last));
		relocs[i] = (struct drm_radeon_cs_reloc) { .handle = last, .read_domains = VRAM };
	}
	ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	/* A new process begins behind this one, by the time that its jobs are expected to take. */
	usleep(300000);
	self->map[0] = 1;
	EXPECT_TRUE(COMES_TRUE(map[0]));
	/* The submission reads the buffer; only the clear writes it. */
	EXPECT_EQ(-ETIME, bo_wait(self->c.fd, last, RCP_BO_WAIT_WRITERS, 0));
	map[4] = 1;
	EXPECT_EQ(0, gem_wait(other.fd, bo));
	EXPECT_EQ(0, gem_wait(self->c.fd, last));
	close(end);
	EXPECT_EQ(child, waitpid(child, &status, 0));
	munmap((void *)map, 4096);
	client_close(&other);
}

/* Creates and uses buffers until one fails; the CPU would clear smaller ones. */
#define MADE	96
#define CLEARED	(64 << 10)

static unsigned int to_make;

static int make_many(struct other *o)
{
	int ret = 0;

	for (o->value = 0; o->value < to_make && !ret; o->value += !ret) {
		struct drm_radeon_cs_reloc reloc = { .read_domains = VRAM };
		struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1 };

		ret = gem_create(o->fd, CLEARED, 4096, VRAM, 0, &reloc.handle);
		if (!ret)
			ret = client_submit(o->fd, &cs);
	}
	return ret;
}

/*
 * A client that uses new buffers faster than the card clears them waits, because its clears
 * would delay the jobs of others.  A signal ends that wait.
 */
TEST_F(waits, for_buffers_to_be_cleared)
{
	struct other maker = { .fd = self->c.fd, .act = make_many };

	to_make = MADE;
	ASSERT_EQ(0, close_gate(self));
	ASSERT_EQ(0, other_begin(&maker))
		TH_LOG("after %u buffers", maker.value);
	EXPECT_LE(8, maker.value);
	EXPECT_GE(MADE / 2, maker.value);
	EXPECT_EQ(-EINTR, other_interrupt(&maker));
	ASSERT_EQ(0, other_begin(&maker));
	EXPECT_GE(1, maker.value);
	self->map[0] = 1;
	EXPECT_EQ(0, other_join(&maker));
	EXPECT_EQ(MADE, maker.value);
}

static struct {
	uint32_t moves, cleared;
} pair;

/* Submits with one buffer that moves to VRAM, and waits before another one is cleared. */
static int submit_pair(struct other *o)
{
	static struct stream s;

	stream_init(&s);
	stream_mem_write(&s, pair.moves, VRAM, 0, 2);
	stream_mem_write(&s, pair.cleared, VRAM, 0, 2);
	return stream_submit(&s, o->fd, NULL);
}

/*
 * A submission that starts again, because other clients changed its buffers in between,
 * waits for the fences that are on its buffers then.
 */
TEST_F(waits, and_looks_again)
{
	struct other first = { .fd = self->c.fd, .act = submit_pair };
	struct other filler = { .fd = self->c.fd, .act = make_many };
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .syncs = &in, .nsyncs = 1 };
	struct client second;
	struct late late;
	uint32_t moves, where;
	int dmabuf;
	volatile uint64_t *p;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, client_open(&second));
	ASSERT_EQ(0, gem_create(self->c.fd, CLEARED, 4096, GTT, 0, &pair.moves));
	ASSERT_EQ(0, gem_create(self->c.fd, CLEARED, 4096, VRAM, 0, &pair.cleared));
	p = gem_map(self->c.fd, pair.moves, CLEARED);
	ASSERT_NE(NULL, p);
	p[0] = p[1] = 0;
	ASSERT_EQ(0, gem_export(self->c.fd, pair.moves, &dmabuf));
	ASSERT_EQ(0, gem_import(second.fd, dmabuf, &moves));
	ASSERT_EQ(0, late_begin(&late, second.fd));
	ASSERT_EQ(0, late_syncobj(&late, second.fd, &in.handle));

	/*
	 * The card is blocked, and the client has as many pending clears as it may.
	 * Few are left for later: jobs after the one that waits for the other driver would
	 * fill the context's queue.
	 */
	to_make = MADE / 2;
	ASSERT_EQ(0, close_gate(self));
	ASSERT_EQ(0, other_begin(&filler));
	ASSERT_EQ(0, other_begin(&first));

	/* at the same time one buffer moves, and a job that waits for another driver writes it */
	ASSERT_EQ(0, stream_write(&self->s, second.fd, moves, VRAM, 8, 1));
	EXPECT_EQ(-EBUSY, gem_busy(second.fd, moves, &where));
	EXPECT_EQ(VRAM, where);
	stream_init(&self->s);
	stream_mem_write(&self->s, moves, VRAM, 0, 1);
	ASSERT_EQ(0, stream_submit_cs(&self->s, second.fd, &cs));

	self->map[0] = 1;
	EXPECT_EQ(0, other_join(&first));
	EXPECT_EQ(0, other_join(&filler));
	EXPECT_TRUE(COMES_TRUE(p[1]));
	let_work_run(100);
	EXPECT_EQ(0, p[0]);
	EXPECT_EQ(0, late_signal(&late));
	EXPECT_EQ(0, gem_wait(self->c.fd, pair.moves));
	EXPECT_EQ(2, p[0]);
	late_end(&late);
	munmap((void *)p, CLEARED);
	close(dmabuf);
	client_close(&second);
}

/* Locks a buffer for a moment */
static int lock_once(struct other *o)
{
	uint32_t flags, pitch;

	return gem_get_tiling(o->fd, o->value, &flags, &pitch);
}

/* Does a call get the lock of a buffer, although another thread waits to move that? */
static bool lock_is_free(int fd, uint32_t bo)
{
	struct other o = { .fd = fd, .act = lock_once, .value = bo };

	if (other_start(&o))
		return false;
	return other_done(&o) ? !other_join(&o) : other_interrupt(&o) && false;
}

/* A buffer with contents, and a job that waits for another driver before it uses the buffer */
static void use_late(struct __test_metadata *_metadata, FIXTURE_DATA(waits) *self,
		     struct late *late, int fd, uint32_t domain, uint32_t *bo)
{
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .syncs = &in, .nsyncs = 1 };

	ASSERT_EQ(0, late_begin(late, fd));
	ASSERT_EQ(0, late_syncobj(late, fd, &in.handle));
	ASSERT_EQ(0, gem_create(fd, 1 << 20, 4096, domain,
				domain == VRAM ? RADEON_GEM_NO_CPU_ACCESS : 0, bo));
	/* a move needs the card */
	ASSERT_EQ(0, stream_write(&self->s, fd, *bo, VRAM, 0, 0x5eed));
	ASSERT_EQ(0, gem_wait(fd, *bo));
	stream_init(&self->s);
	stream_mem_write(&self->s, *bo, VRAM, 8, 2);
	ASSERT_EQ(0, stream_submit_cs(&self->s, fd, &cs));
}

/* A job that waits for another driver uses a buffer, and a thread moves that to system memory. */
static void moved_while_used(struct __test_metadata *_metadata, FIXTURE_DATA(waits) *self,
			     struct other *mover, uint32_t domain)
{
	uint32_t *touched = NULL;
	struct late late;
	int dmabuf = -1;
	uint32_t bo;

	use_late(_metadata, self, &late, self->c.fd, domain, &bo);
	if (mover->act) {
		ASSERT_EQ(0, gem_export(self->c.fd, bo, &dmabuf));
		mover->value = dmabuf;
	} else {
		touched = gem_map(self->c.fd, bo, 1 << 20);
		ASSERT_NE(NULL, touched);
		mover->touch = touched;
	}
	ASSERT_EQ(0, other_begin(mover));
	EXPECT_TRUE(lock_is_free(self->c.fd, bo));
	EXPECT_FALSE(mover->done);
	EXPECT_EQ(0, late_signal(&late));
	EXPECT_EQ(0, other_join(mover));
	if (touched) {
		EXPECT_EQ(0x5eed, mover->value);
		munmap(touched, 1 << 20);
	} else {
		close(dmabuf);
	}
	late_end(&late);
}

/*
 * A page fault that must move a buffer waits for the jobs that use it, which may wait for another
 * driver, without the lock of the buffer: submissions that name the buffer, and evictions, need it.
 */
TEST_F(waits, without_a_lock_in_a_fault)
{
	struct other mover = { .fd = self->c.fd };

	if (!late_available())
		SKIP(return, "no fence that signals late");
	if (self->c.card.vram_size < 2 * self->c.card.vram_visible)
		SKIP(return, "only on a card with invisible VRAM");
	moved_while_used(_metadata, self, &mover, VRAM);
}

/* The same for an import by another driver */
TEST_F(waits, without_a_lock_in_an_import)
{
	struct other mover = { .fd = self->vgem, .act = import };

	if (!late_available() || self->vgem < 0 || vgem_is_refused())
		SKIP(return, "neither a fence that signals late nor an importer");
	moved_while_used(_metadata, self, &mover, VRAM | GTT);
}

/*
 * While an import waits, the DRM core holds a lock of the importing device that all clients of that
 * device need: the import ends by a signal, and when it has waited as long as a job may take.
 */
TEST_F(waits, for_a_time_in_an_import)
{
	struct other mover = { .fd = self->vgem, .act = import };
	char timeout[16] = "", text[512] = "";
	struct client anew;
	struct late late;
	int dmabuf;
	uint32_t bo;

	if (!late_available() || self->vgem < 0 || vgem_is_refused() || !card_has_limits())
		SKIP(return, "no fence that signals late, no importer, or no card to bind again");
	ASSERT_LT(0, read_text(TIMEOUT, timeout, sizeof(timeout)));
	ASSERT_EQ(0, card_bind_with_timeout("500"));
	ASSERT_EQ(0, client_open(&anew));
	use_late(_metadata, self, &late, anew.fd, VRAM | GTT, &bo);
	ASSERT_EQ(0, gem_export(anew.fd, bo, &dmabuf));
	mover.value = dmabuf;
	EXPECT_EQ(-EBUSY, import(&mover));
	ASSERT_EQ(0, card_bind_with_timeout("20000"));
	close(dmabuf);
	late_end(&late);
	client_close(&anew);

	ASSERT_EQ(0, client_open(&anew));
	use_late(_metadata, self, &late, anew.fd, VRAM | GTT, &bo);
	ASSERT_EQ(0, gem_export(anew.fd, bo, &dmabuf));
	mover.value = dmabuf;
	ASSERT_EQ(0, other_begin(&mover));
	EXPECT_EQ(-EINTR, other_interrupt(&mover));
	EXPECT_EQ(0, late_signal(&late));
	EXPECT_EQ(0, import(&mover));
	close(dmabuf);
	late_end(&late);
	client_close(&anew);
	EXPECT_EQ(0, card_bind_with_timeout(timeout));
	/* a bind has its lines */
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

TEST_HARNESS_MAIN
