// SPDX-License-Identifier: GPL-2.0
/*
 * Clients with more buffers than fit, for a while: they create, write, submit, move, check,
 * export to vgem and import from udmabuf, and are killed; jobs hang; the system is suspended
 * (as far as /sys/power/pm_test says) and the device unbound under them.  Each client checks
 * every page of its buffers, to the byte.
 *
 *	soak SECONDS [SEED]
 *
 * The seed decides the events, the machine their timing.  Prints TAP.
 */
#include "client.h"
#include "emulated.h"
#include "faults.h"
#include "kernel.h"
#include "late.h"
#include "stream.h"
#include "sync.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <linux/udmabuf.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define CLIENTS	3
#define BUFFERS	24
#define MAX_PAGES	512
#define WORDS	1024		/* in a page; the last two are the card's */

/* Exit codes of a client: success, the device went away, or wrong contents */
enum { DONE, GONE = 77, WRONG = 78 };

struct buffer {
	uint32_t handle, pages;
	uint32_t *map;
	uint32_t seed[MAX_PAGES];	/* 0: zeros */
	uint64_t tail[MAX_PAGES];
};

static struct buffer buffers[BUFFERS];
static struct client me;
static struct stream stream;
static struct faults faults = { .fd = -1 };
static volatile sig_atomic_t ending;
static uint64_t state;
static int vgem = -1;

static uint32_t rnd(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 16) % n;
}

static void end(int sig)
{
	(void)sig;
	ending = 1;
}

/* A call failed, which is right if memory is short or the device is gone. */
static void failed(int ret, const char *what)
{
	if (ret == -ENODEV || ret == -EIO || ret == -ENOENT || ret == -ECANCELED)
		_exit(GONE);
	if (ret != -ENOMEM && ret != -EINTR && ret != -EFAULT) {
		printf("# %s: %d\n", what, ret);
		fflush(stdout);
		_exit(WRONG);
	}
}

/* Contents are wrong: ends the client if the loss was reported. */
static void excused(void)
{
	struct drm_rcp_ctx_state state = { .lost = 0 };
	struct drm_radeon_gem_info info;

	/* The contents of VRAM were lost with the device. */
	if (client_ioctl(me.fd, DRM_IOCTL_RADEON_GEM_INFO, &info) == -ENODEV)
		_exit(GONE);
	/* Jobs after a hang at suspend are cancelled. */
	if (!ctx_state(me.fd, 0, &state) && state.lost)
		_exit(GONE);
}

static void check(struct buffer *b, uint32_t page)
{
	const uint32_t *p = b->map + page * WORDS;
	uint64_t tail = p[WORDS - 2] | (uint64_t)p[WORDS - 1] << 32;
	uint32_t i, want;

	for (i = 0; i < WORDS - 2; i++) {
		want = b->seed[page] ? b->seed[page] + i * 2654435761u : 0;
		if (p[i] == want)
			continue;
		excused();
		printf("# page %u of %u, word %u: 0x%x, not 0x%x\n", page, b->pages, i, p[i], want);
		fflush(stdout);
		_exit(WRONG);
	}
	if (tail != b->tail[page]) {
		excused();
		printf("# page %u of %u, tail: 0x%llx, not 0x%llx\n", page, b->pages,
		       (unsigned long long)tail, (unsigned long long)b->tail[page]);
		fflush(stdout);
		_exit(WRONG);
	}
}

static void drop(struct buffer *b)
{
	munmap(b->map, b->pages * 4096ull);
	gem_close(me.fd, b->handle);
	memset(b, 0, sizeof(*b));
}

static void create(struct buffer *b)
{
	static const uint32_t domains[] = { VRAM, GTT, VRAM | GTT, RADEON_GEM_DOMAIN_CPU };
	uint32_t pages = rnd(4) ? 1 + rnd(64) : 1 + rnd(MAX_PAGES);
	int ret = gem_create(me.fd, pages * 4096ull, 4096, domains[rnd(4)],
			     rnd(8) ? 0 : RADEON_GEM_NO_CPU_ACCESS, &b->handle);

	if (ret) {
		failed(ret, "create");
		return;
	}
	b->pages = pages;
	b->map = gem_map(me.fd, b->handle, pages * 4096ull);
	if (!b->map) {
		failed(-errno, "map");
		gem_close(me.fd, b->handle);
		memset(b, 0, sizeof(*b));
	}
}

static void write_page(struct buffer *b)
{
	uint32_t page = rnd(b->pages), seed = 1 + rnd(1u << 30), i;
	uint32_t *p = b->map + page * WORDS;

	if (gem_wait(me.fd, b->handle))
		return;
	for (i = 0; i < WORDS - 2; i++)
		p[i] = seed + i * 2654435761u;
	b->seed[page] = seed;
}

/* Submits writes to some buffers, which also move. */
static void submit(void)
{
	struct buffer *used[8];
	uint32_t page[8], n, i, count = 1 + rnd(8);
	uint64_t value[8];
	int ret;

	stream_init(&stream);
	for (n = 0; n < count;) {
		struct buffer *b = &buffers[rnd(BUFFERS)];

		if (!b->pages)
			break;
		used[n] = b;
		page[n] = rnd(b->pages);
		value[n] = (uint64_t)rnd(1u << 31) << 32 | rnd(1u << 31);
		stream_mem_write(&stream, b->handle, rnd(2) ? VRAM : GTT, page[n] * 4096ull + 4088,
				 value[n]);
		n++;
	}
	if (!n)
		return;
	ret = stream_submit(&stream, me.fd, NULL);
	if (ret) {
		failed(ret, "submit");
		return;
	}
	for (i = 0; i < n; i++)
		used[i]->tail[page[i]] = value[i];
	for (i = 0; i < n; i++) {
		ret = gem_wait(me.fd, used[i]->handle);
		if (ret)
			failed(ret, "wait");
	}
}

static void export(struct buffer *b)
{
	uint32_t theirs;
	int dmabuf, ret = gem_export(me.fd, b->handle, &dmabuf);

	if (ret) {
		failed(ret, "export");
		return;
	}
	if (vgem >= 0 && !gem_import(vgem, dmabuf, &theirs)) {
		check(b, rnd(b->pages));
		submit();
		gem_close(vgem, theirs);
	}
	close(dmabuf);
}

static void import(void)
{
	struct udmabuf_create udma = { .size = 65536 };
	int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC), dmabuf, ret;
	uint32_t handle, *p;

	if (device < 0)
		return;
	udma.memfd = memfd_create("pages", MFD_ALLOW_SEALING);
	dmabuf = ftruncate(udma.memfd, 65536) || fcntl(udma.memfd, F_ADD_SEALS, F_SEAL_SHRINK) ?
		 -1 : ioctl(device, UDMABUF_CREATE, &udma);
	p = mmap(NULL, 65536, PROT_READ, MAP_SHARED, udma.memfd, 0);
	close(udma.memfd);
	close(device);
	if (dmabuf < 0 || p == MAP_FAILED)
		return;
	ret = gem_import(me.fd, dmabuf, &handle);
	if (!ret) {
		ret = stream_write(&stream, me.fd, handle, GTT, 65528, 0x5eed);
		ret = ret ? ret : gem_wait(me.fd, handle);
		if (!ret && p[16382] != 0x5eed) {
			excused();
			ret = -EBADMSG;
		}
		gem_close(me.fd, handle);
	}
	munmap(p, 65536);
	close(dmabuf);
	if (ret)
		failed(ret, "import");
}

static void act(struct buffer *b)
{
	switch (rnd(16)) {
	case 0:
		drop(b);
		break;
	case 1:
		export(b);
		break;
	case 2:
		import();
		break;
	case 3 ... 5:
		submit();
		break;
	case 6 ... 9:
		write_page(b);
		break;
	default:
		check(b, rnd(b->pages));
	}
}

static int client(uint64_t seed)
{
	uint32_t i, page;

	signal(SIGTERM, end);
	state = seed;
	if (client_open(&me))
		return GONE;
	vgem = client_open_vgem();
	if (faults_available() && rnd(2))
		faults_open(&faults);
	while (!ending) {
		struct buffer *b = &buffers[rnd(BUFFERS)];

		if (faults.fd >= 0 && !rnd(4)) {
			faults.nth = 1 + rnd(40);
			faults_arm(&faults);
		}
		if (!b->pages)
			create(b);
		else
			act(b);
		if (faults.fd >= 0)
			faults_disarm(&faults);
	}
	for (i = 0; i < BUFFERS; i++)
		for (page = 0; page < buffers[i].pages; page++)
			check(&buffers[i], page);
	return DONE;
}

static pid_t start(uint64_t seed)
{
	pid_t child = fork();

	if (!child)
		_exit(client(seed));
	return child;
}

static void hang(void)
{
	struct client c;
	uint32_t bo;

	if (fork())
		return;
	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo))
		_exit(DONE);
	stream_init(&stream);
	stream_wait_mem(&stream, bo, GTT, 0, 0x12345678);
	stream_submit(&stream, c.fd, NULL);
	gem_wait(c.fd, bo);
	_exit(DONE);
}

static long long memory_used(const char *heap)
{
	return debugfs_cell("rcp_memory", heap, "used");
}

static bool settled(const char *heap, long long wanted)
{
	if (COMES_TRUE(memory_used(heap) == wanted))
		return true;
	printf("# %s: %lld in use, %lld before\n", heap, memory_used(heap), wanted);
	return false;
}

static unsigned int done, gone, wrong, killed;

static void ended(int status)
{
	if (WIFSIGNALED(status)) {
		/*
		 * SIGBUS: contents were lost with a dead card, or there was no memory;
		 * SIGTERM: the client had just started.
		 */
		if (WTERMSIG(status) != SIGKILL && WTERMSIG(status) != SIGBUS &&
		    WTERMSIG(status) != SIGTERM) {
			printf("# a client died of signal %d\n", WTERMSIG(status));
			wrong++;
		}
		killed++;
	} else if (WEXITSTATUS(status) == WRONG) {
		wrong++;
	} else if (WEXITSTATUS(status) == GONE) {
		gone++;
	} else {
		done++;
	}
}

/*
 * Errors in the log.  TTM logs one when it has no memory for a list of pages, before the
 * driver can refuse: the only line that a failing allocation may cause.
 */
static int alarms(int kmsg)
{
	char line[1024];
	ssize_t size;
	int n = 0;

	while ((size = read(kmsg, line, sizeof(line) - 1)) > 0 || errno == EPIPE) {
		line[size > 0 ? size : 0] = 0;
		if (size <= 0 || (atoi(line) & 7) > 3)
			continue;
		printf("# said: %s\n", line);
		n++;
	}
	return n;
}

static int result(int n, bool good, const char *name)
{
	printf("%s %d soak.%s\n", good ? "ok" : "not ok", n, name);
	return !good;
}

int main(int argc, char **argv)
{
	uint64_t seconds = argc > 1 ? strtoull(argv[1], NULL, 0) : 60;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1, clients = 0, until;
	long long vram, gtt, system;
	pid_t child[CLIENTS], pid;
	unsigned int suspends = 0, slept = 0;
	int i, status, bad = 0, kmsg;

	printf("TAP version 13\n1..5\n# %llu s, seed %llu\n", (unsigned long long)seconds,
	       (unsigned long long)seed);
	fflush(stdout);
	close(client_open_vgem());
	if (faults_available())
		faults_choose(true);
	state = seed * 0x9e3779b97f4a7c15ull | 1;
	vram = memory_used("vram");
	gtt = memory_used("gtt");
	system = memory_used("system");
	kmsg = kmsg_open();
	for (i = 0; i < CLIENTS; i++)
		child[i] = start(state + ++clients * 0x1234567);
	until = now_ns() + seconds * 1000000000ull;
	while (now_ns() < until) {
		usleep(300000 + rnd(1000000));
		switch (rnd(10)) {
		case 0:
			hang();
			break;
		case 6:
			slept += !write_file("/sys/power/state", "freeze");
			suspends++;
			break;
		case 1:
			card_unbind();
			card_bind();
			break;
		case 2: case 3:
			kill(child[rnd(CLIENTS)], SIGKILL);
			break;
		case 4: case 5:
			kill(child[rnd(CLIENTS)], SIGTERM);
			break;
		default:
			break;
		}
		while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
			for (i = 0; i < CLIENTS && child[i] != pid; i++)
				;
			if (i == CLIENTS)
				continue;
			ended(status);
			child[i] = start(state + ++clients * 0x1234567);
		}
	}
	for (i = 0; i < CLIENTS; i++)
		kill(child[i], SIGTERM);
	while ((pid = waitpid(-1, &status, 0)) > 0)
		for (i = 0; i < CLIENTS; i++)
			if (child[i] == pid)
				ended(status);
	printf("# %llu clients: %u to their end, %u lost the device, %u killed; %u of %u suspends\n",
	       (unsigned long long)clients, done, gone, killed, slept, suspends);
	bad |= result(1, !wrong && done, "contents");
	bad |= result(2, settled("vram", vram) && settled("gtt", gtt) &&
		      settled("system", system), "nothing_left");
	bad |= result(3, !client_works(), "works_afterwards");
	bad |= result(4, !alarms(kmsg), "silent");
	bad |= result(5, slept == suspends, "suspends");
	return bad;
}
