// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend and resume under faults.  First systematic ones: the first, second, ... nth
 * allocation of the driver fails, until a round meets no fault.  Each time the system
 * either stays awake or suspends, the device works afterwards, and VRAM keeps its
 * contents.  Then jobs in flight, a hung job, and a card that does not come back.
 *
 * `sleeper hibernate` (vm/hibernate-guest) hibernates instead: the contents of VRAM survive.
 *
 * Run as root by vm/resume-guest, after devices are set to suspend one by one (pm_async 0)
 * and only as far as pm_test says.  Prints a line for each test, "SLEEPER status name";
 * the card is dead in the end.
 */
#include "client.h"
#include "emulated.h"
#include "faults.h"
#include "greedy.h"
#include "kernel.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define BUFFERS	2
#define BYTES	(64 * 1024)
#define MAX_NTH	1000

static struct stream stream;

static bool device_works(int fd, uint32_t bo, volatile uint32_t *map, uint32_t value)
{
	return !stream_write(&stream, fd, bo, VRAM, 0, value) && !gem_wait(fd,
			     bo) && map[0] == value;
}

static int sleep_once(void)
{
	return write_file("/sys/power/state", "freeze");
}

static int with_faults(struct client *c)
{
	uint32_t bo[BUFFERS], *map[BUFFERS];
	unsigned int slept = 0, refused = 0;
	struct faults f = { .nth = 1 };
	uint32_t i, j;
	int ret = -1;

	if (faults_choose(true) || faults_open(&f))
		return 1;
	for (i = 0; i < BUFFERS; i++) {
		if (gem_create(c->fd, BYTES, 4096, VRAM, 0, &bo[i]))
			return 1;
		map[i] = gem_map(c->fd, bo[i], BYTES);
		if (!map[i])
			return 1;
		for (j = 0; j < BYTES / 4; j++)
			map[i][j] = i << 24 | j;
	}
	for (; f.nth < MAX_NTH; f.nth++) {
		/* in VRAM again, if the last round evicted it */
		for (i = 0; i < BUFFERS; i++)
			if (!device_works(c->fd, bo[i], map[i], 0))
				return 1;
		faults_arm(&f);
		ret = sleep_once();
		faults_disarm(&f);
		slept += !ret;
		refused += !!ret;
		if (!device_works(c->fd, bo[0], map[0], f.nth))
			return 1;
		/* all except the eight bytes that the stream wrote */
		for (i = 0; i < BUFFERS; i++)
			for (j = 2; j < BYTES / 4; j++)
				if (map[i][j] != (i << 24 | j))
					goto lost;
		if (!f.injected)
			break;
	}
	printf("%u faults in suspend and resume: slept %u times, stayed awake %u times\n",
	       f.nth - 1, slept, refused);
	return f.injected || ret || f.nth < 2;

lost:
	printf("fault %u: buffer %u has lost dword %u\n", f.nth, i, j);
	return 1;
}

/* The card has the time to complete the job. */
static int with_work(struct client *c, uint32_t bo, volatile uint32_t *map)
{
	return stream_write(&stream, c->fd, bo, GTT, 64, 7) || sleep_once() || gem_wait(c->fd,
			    bo) || map[16] != 7;
}

/* The job hung before and hangs again after resume: it is detected once. */
static int with_a_hang(struct client *c, struct client *other, uint32_t bo, uint32_t theirs)
{
	uint32_t before = client_resets(c->fd);

	stream_init(&stream);
	stream_wait_mem(&stream, bo, GTT, 0, 0x12345678);
	if (stream_submit(&stream, c->fd, NULL) || stream_write(&stream, other->fd, theirs, GTT, 64,
								8))
		return 1;
	return sleep_once() || gem_wait(c->fd, bo) || gem_wait(other->fd, theirs) ||
	       client_resets(c->fd) != before + 1;
}

#define HUNG_BYTES	(2u << 20)

/*
 * Another process has 30 jobs that hang, and the eviction of VRAM waits for them.  Its first hang
 * may come before it is asked to go; the second one drops all its jobs.
 */
static int with_many_hangs(struct client *c)
{
	uint32_t before = client_resets(c->fd), bo, *map;
	pid_t child;
	int ret;

	if (gem_create(c->fd, HUNG_BYTES, 4096, VRAM, 0, &bo))
		return 1;
	map = gem_map(c->fd, bo, HUNG_BYTES);
	if (!map)
		return 2;
	gem_fill(map, HUNG_BYTES, 3);
	if (stream_place(c->fd, bo, VRAM) || gem_wait(c->fd, bo))
		return 3;
	child = greedy_hang(30);
	if (child < 0)
		return 4;
	ret = sleep_once() ? 5 : 0;
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	if (!ret && client_resets(c->fd) > before + 3) {
		printf("%u hangs\n", client_resets(c->fd) - before);
		ret = 6;
	}
	if (!ret && gem_first_wrong(map, HUNG_BYTES, 3) != HUNG_BYTES)
		ret = 7;
	munmap(map, HUNG_BYTES);
	gem_close(c->fd, bo);
	return ret;
}

static int wait_fence(struct other *o)
{
	return fence_wait(o->fd, 0, o->value, INT64_MAX, (uint32_t *)o->touch);
}

static int wait_sync_file(struct other *o)
{
	return sync_file_poll(o->value, -1);
}

/*
 * Waits survive a suspend and end after it: for a job on the card, and for one that waits
 * for another driver, which runs after the resume or is cancelled.
 */
static int with_waits(struct client *c, uint32_t bo, struct late *late)
{
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .context = &context };
	struct other fence = { .fd = c->fd, .act = wait_fence }, file = { .act = wait_sync_file };
	struct drm_rcp_ctx_state state;
	uint32_t error = ~0u, late_error = ~0u;
	uint64_t seqno;
	int fd;

	stream_init(&stream);
	stream_wait_mem(&stream, bo, GTT, 128, 0x12345678);
	if (late_syncobj(late, c->fd, &in.handle) || stream_submit_cs(&stream, c->fd, &cs))
		return 1;
	fence.value = context.seqno;
	fence.touch = &error;
	stream_init(&stream);
	stream_mem_write(&stream, bo, GTT, 64, 11);
	cs.syncs = &in;
	cs.nsyncs = 1;
	if (stream_submit_cs(&stream, c->fd, &cs))
		return 2;
	seqno = context.seqno;
	if (fence_sync_file(c->fd, 0, seqno, &fd))
		return 3;
	file.value = fd;
	if (other_begin(&fence) || other_begin(&file) || sleep_once())
		return 4;
	if (other_join(&fence) || (error != ETIME && error != ECANCELED))
		return 5;
	/* the second job ends after the other driver's fence, which may signal by itself */
	if (fence_wait(c->fd, 0, seqno, 0, NULL) != -ETIME && !sync_file_status(late->sync_file))
		return 6;
	late_signal(late);
	if (other_join(&file) || fence_wait(c->fd, 0, seqno, 0, &late_error))
		return 7;
	/* its context hung, or lost its jobs on the card */
	if (late_error != ECANCELED && (late_error || error != ECANCELED))
		return 8;
	if (sync_file_status(fd) != (late_error ? -ECANCELED : 1))
		return 8;
	close(fd);
	if (ctx_state(c->fd, 0, &state) || state.lost < 2 ||
	    !(state.status & (RCP_CTX_STATUS_GUILTY | RCP_CTX_STATUS_UNKNOWN)))
		return 9;
	return stream_write(&stream, c->fd, bo, GTT, 64, 12) || gem_wait(c->fd, bo);
}

/*
 * VRAM can be evicted although another device has pages of the aperture: more than half of
 * the aperture leaves VRAM.
 */
static int with_an_export(struct client *c, int vgem, uint32_t exported)
{
	uint64_t size = 520ull << 20, step = 13ull << 20, offset;
	uint32_t bo, theirs, *map;
	int dmabuf, ret = 0;

	if (gem_export(c->fd, exported, &dmabuf) || gem_import(vgem, dmabuf, &theirs))
		return 1;
	if (gem_create(c->fd, size, 4096, VRAM, RADEON_GEM_NO_CPU_ACCESS, &bo))
		return 2;
	for (offset = 0; offset < size; offset += step) {
		if (stream_write(&stream, c->fd, bo, VRAM, offset, offset + 1))
			return 3;
	}
	if (sleep_once())
		return 4;
	map = gem_map(c->fd, bo, size);
	if (!map)
		return 5;
	for (offset = 0; offset < size && !ret; offset += step)
		if (map[offset / 4] != (uint32_t)offset + 1)
			ret = 6;
	munmap(map, size);
	gem_close(c->fd, bo);
	gem_close(vgem, theirs);
	close(dmabuf);
	return ret;
}

/* The system resumes all the same, and clients get errors. */
static int without_a_card(struct client *c, uint32_t bo)
{
	if (stream_write(&stream, c->fd, bo, GTT, 64, 9) || stick(REG_RING_TEST,
			 0xcafedead) || sleep_once())
		return 1;
	return gem_wait(c->fd, bo) || stream_write(&stream, c->fd, bo, GTT, 64, 10) != -EIO;
}

#define HIBERNATED_BYTES	(1024 * 1024)

/* Is all except the two dwords that the card wrote unchanged? */
static bool is_kept(const uint32_t *map)
{
	uint32_t i;

	for (i = 2; i < HIBERNATED_BYTES / 4; i++)
		if (map[i] != i * 11)
			return false;
	return true;
}

/*
 * @how is a word for pm_test: freeze and restore only, or a whole hibernation, whose image
 * cannot be written, so that the system continues after freeze and thaw.
 */
static int hibernate(struct client *c, const char *how)
{
	uint32_t bo, i, *map;
	int ret;

	if (gem_create(c->fd, HIBERNATED_BYTES, 4096, VRAM, 0, &bo))
		return 1;
	map = gem_map(c->fd, bo, HIBERNATED_BYTES);
	if (!map)
		return 2;
	for (i = 0; i < HIBERNATED_BYTES / 4; i++)
		map[i] = i * 11;
	if (!device_works(c->fd, bo, map, 5) || write_file("/sys/power/pm_test", how))
		return 3;
	ret = write_file("/sys/power/state", "disk");
	if (ret && (strcmp(how, "none") || (ret != -ENODEV && ret != -ENOSPC)))
		return 4;
	if (map[0] != 5 || !is_kept(map))
		return 5;
	if (!device_works(c->fd, bo, map, 6) || !is_kept(map))
		return 6;
	munmap(map, HIBERNATED_BYTES);
	return gem_close(c->fd, bo);
}

static void result(int status, const char *name)
{
	if (status)
		printf("%s: %d\n", name, status);
	printf("SLEEPER %d %s\n", !!status, name);
}

int main(int argc, char **argv)
{
	struct client c, other;
	struct late late;
	uint32_t bo, theirs;
	uint32_t *map;
	int vgem;

	if (client_open(&c))
		return 1;
	if (argc > 1 && !strcmp(argv[1], "hibernate")) {
		result(hibernate(&c, "devices"), "hibernate.restore");
		result(hibernate(&c, "none"), "hibernate.thaw");
		return 0;
	}
	if (client_open(&other) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo) ||
	    gem_create(other.fd, 4096, 4096, GTT, 0, &theirs))
		return 1;
	map = gem_map(c.fd, bo, 4096);
	if (!map)
		return 1;
	if (faults_available())
		result(with_faults(&c), "suspend.faults");
	result(with_work(&c, bo, map), "suspend.work");
	result(with_a_hang(&c, &other, bo, theirs), "suspend.hang");
	result(with_many_hangs(&c), "suspend.many_hangs");
	/* vgem was loaded before the root file system became inaccessible */
	if (late_available() && !late_begin(&late, c.fd)) {
		result(with_waits(&c, bo, &late), "suspend.waits");
		late_end(&late);
	}
	vgem = client_open_vgem();
	if (vgem >= 0)
		result(with_an_export(&c, vgem, bo), "suspend.export");
	/* not every kernel lets the registers be mapped */
	if (!stick(0, 0))
		result(without_a_card(&c, bo), "suspend.dead");
	return 0;
}
