// SPDX-License-Identifier: GPL-2.0
/*
 * Greedy clients.  See greedy.h.
 */
#include "greedy.h"
#include "kernel.h"
#include "late.h"
#include "stream.h"
#include "sync.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <linux/dma-buf.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define MIB	(1ull << 20)
#define PAGE	4096u
#define OTHER_USER	65534
#define END	0x12345678u	/* ends a job of hold() */

static struct stream stream;
volatile bool *greedy_ready;
int greedy_shared = -1;

static void is_ready(void)
{
	if (greedy_ready)
		*greedy_ready = true;
}

/* ---- jobs that take a time ---- */

#define GATES	(PAGE / 16)

/* Jobs that wait for memory, which a thread writes after a time, in the order of the jobs */
struct gates {
	int fd;
	uint32_t bo;
	volatile uint32_t *map;
	volatile uint32_t begun, ended;
	unsigned int ms;
	uint32_t ctx;
};

#define FILES	200

/* What greedy_end() opens */
static volatile uint32_t *all_gates[FILES];

static void greedy_end(int signal)
{
	for (unsigned int n = 0; n < FILES && all_gates[n]; n++)
		for (unsigned int i = 0; i < GATES; i++)
			all_gates[n][4 * i] = END;
	_exit(signal != SIGTERM);
}

static void *open_gates(void *arg)
{
	struct gates *g = arg;

	for (;;) {
		while (g->ended == g->begun)
			usleep(500);
		usleep(g->ms * 1000);
		g->map[4 * (g->ended % GATES)] = END;
		g->ended++;
	}
	return NULL;
}

static int gates_create(struct gates *g, int fd, unsigned int ms)
{
	static unsigned int count;
	int ret = gem_create(fd, PAGE, PAGE, GTT, 0, &g->bo);

	if (ret)
		return ret;
	*g = (struct gates){ .fd = fd, .bo = g->bo, .map = gem_map(fd, g->bo, PAGE), .ms = ms };
	all_gates[count++] = g->map;
	return g->map ? 0 : -ENOMEM;
}

static int gates_begin(struct gates *g, int fd, unsigned int ms)
{
	int ret = gates_create(g, fd, ms);
	pthread_t thread;

	return ret ? ret : -pthread_create(&thread, NULL, open_gates, g);
}

/* Submits a job that runs for that time, with other buffers; at most @most are unfinished. */
static int gates_submit(struct gates *g, const uint32_t *bos, unsigned int n, unsigned int most)
{
	uint32_t at = g->begun % GATES;
	unsigned int i;
	int ret;

	while (g->begun - g->ended >= most)
		usleep(500);
	g->map[4 * at] = 0;
	g->map[4 * at + 2] = 0;
	stream_init(&stream);
	stream_mem_write(&stream, g->bo, GTT, 16 * at + 8, 1);
	stream_wait_mem(&stream, g->bo, GTT, 16 * at, END);
	for (i = 0; i < n; i++)
		stream_reloc(&stream, bos[i], GTT, 0);
	ret = g->ctx ? stream_submit_in(&stream, g->fd, g->ctx) : stream_submit(&stream, g->fd, NULL);
	g->begun += !ret;
	return ret;
}

static int repeat(const struct client *c, unsigned int ms, unsigned int most)
{
	struct gates g;
	int ret = gates_begin(&g, c->fd, ms);

	while (!ret)
		ret = gates_submit(&g, NULL, 0, most);
	return ret;
}

/* A heavy frame after the other */
static int frames(const struct client *c)
{
	return repeat(c, 3000, 2);
}

/* As many jobs as the ring takes, each just below the limit that applies when others wait */
static int fill_ring(const struct client *c)
{
	return repeat(c, 1800, 30);
}

/* Buffers that fill the aperture, except for 6 MiB */
static int fill_aperture(const struct client *c, uint32_t bos[16], unsigned int *n)
{
	struct drm_radeon_gem_info info;
	int ret = client_ioctl(c->fd, DRM_IOCTL_RADEON_GEM_INFO, &info);
	uint64_t part;

	*n = 16;
	part = (info.gart_size - 6 * MIB) / *n & ~(uint64_t)(PAGE - 1);
	for (unsigned int i = 0; i < *n && !ret; i++)
		ret = gem_create(c->fd, part, PAGE, GTT, 0, &bos[i]);
	return ret;
}

/* Always an unfinished job of a second that uses all of the aperture */
static int keep_aperture(const struct client *c)
{
	uint32_t bos[16];
	unsigned int n;
	struct gates g;
	int ret = gates_begin(&g, c->fd, 1000);

	ret = ret ? ret : fill_aperture(c, bos, &n);
	while (!ret)
		ret = gates_submit(&g, bos, n, 2);
	return ret;
}

/* A new buffer with a fence of vgem on it */
static int late_buffer(const struct client *c, int vgem, uint32_t *bo, uint32_t *fence)
{
	int dmabuf, ret = gem_create(c->fd, PAGE, PAGE, GTT, 0, bo);

	ret = ret ? ret : gem_export(c->fd, *bo, &dmabuf);
	if (ret)
		return ret;
	ret = vgem_fence_attach(vgem, dmabuf, fence);
	close(dmabuf);
	return ret;
}

/* Jobs on all of the aperture that wait for another driver, the next one before the last starts */
static int wait_for_aperture(const struct client *c)
{
	uint32_t bos[16], late[2] = { 0, 0 }, fence[2];
	unsigned int n, i, b;
	int vgem = client_open_vgem(), ret;

	ret = vgem < 0 ? -ENODEV : fill_aperture(c, bos, &n);
	for (i = 0; !ret; i ^= 1) {
		ret = late_buffer(c, vgem, &late[i], &fence[i]);
		stream_init(&stream);
		stream_reloc(&stream, late[i], GTT, GTT);
		for (b = 0; b < n && !ret; b++)
			stream_reloc(&stream, bos[b], GTT, GTT);
		ret = ret ? ret : stream_submit(&stream, c->fd, NULL);
		usleep(500000);
		if (!late[i ^ 1])
			continue;
		vgem_fence_signal(vgem, fence[i ^ 1]);
		gem_close(c->fd, late[i ^ 1]);
	}
	return ret;
}

/* ---- many files, many buffers ---- */

#define QUEUED	64

/* Ends each job 20 ms after it has begun on the card, in whatever order the files run. */
static void *open_files(void *arg)
{
	struct gates *g = arg;

	for (unsigned int i = 0;; i = (i + 1) % FILES) {
		volatile uint32_t *gate = &g[i].map[4 * (g[i].ended % GATES)];

		if (g[i].ended != g[i].begun && gate[2]) {
			usleep(g[i].ms * 1000);
			gate[0] = END;
			g[i].ended++;
		} else if (!i) {
			usleep(500);
		}
	}
	return NULL;
}

/* 200 files, each with 64 jobs of 20 ms in flight, as far as the driver accepts them */
static int many_files(const struct client *c)
{
	static struct client file[FILES];
	static struct gates g[FILES];
	pthread_t thread;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < FILES && !ret; i++) {
		ret = client_open_node(&file[i], c->node);
		ret = ret ? ret : gates_create(&g[i], file[i].fd, 20);
	}
	ret = ret ? ret : -pthread_create(&thread, NULL, open_files, g);
	is_ready();
	for (i = 0; !ret; i = (i + 1) % FILES)
		ret = gates_submit(&g[i], NULL, 0, QUEUED);
	return ret;
}

#define CONTEXTS	200

/* 200 contexts of one file, each with a job of 20 ms in flight */
static int many_contexts(const struct client *c)
{
	static struct gates g[CONTEXTS];
	static uint32_t ctx[CONTEXTS];
	pthread_t thread;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < CONTEXTS && !ret; i++) {
		ret = ctx_create(c->fd, 0, 0, &ctx[i]);
		ret = ret ? ret : gates_create(&g[i], c->fd, 20);
		g[i].ctx = ctx[i];
	}
	ret = ret ? ret : -pthread_create(&thread, NULL, open_files, g);
	is_ready();
	for (i = 0; !ret; i = (i + 1) % CONTEXTS)
		ret = gates_submit(&g[i], NULL, 0, 1);
	return ret;
}

#define SMALL	8000

static int submit_small(const struct client *c, const struct drm_radeon_cs_reloc *relocs)
{
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = relocs, .nrelocs = SMALL };

	return client_submit(c->fd, &cs);
}

static int create_small(const struct client *c, struct drm_radeon_cs_reloc *relocs)
{
	int ret = 0;

	for (unsigned int i = 0; i < SMALL && !ret; i++) {
		relocs[i] = (struct drm_radeon_cs_reloc){ .read_domains = GTT };
		ret = gem_create(c->fd, PAGE, PAGE, GTT, 0, &relocs[i].handle);
	}
	return ret;
}

/* Three sets of 8,000 buffers of 4 KiB, of which the aperture takes two, in turn */
static int bind_in_turn(const struct client *c)
{
	static struct drm_radeon_cs_reloc relocs[3][SMALL];
	unsigned int i;
	int ret = 0;

	for (i = 0; i < 3 && !ret; i++)
		ret = create_small(c, relocs[i]);
	is_ready();
	for (i = 0; !ret; i++)
		ret = submit_small(c, relocs[i % 3]);
	return ret;
}

/* 8,000 new buffers of 4 KiB in each submission */
static int bind_new(const struct client *c)
{
	static struct drm_radeon_cs_reloc relocs[SMALL];
	int ret;

	do {
		ret = create_small(c, relocs);
		ret = ret ? ret : submit_small(c, relocs);
		for (unsigned int i = 0; i < SMALL && !ret; i++)
			ret = gem_close(c->fd, relocs[i].handle);
	} while (!ret);
	return ret;
}

/* ---- moves ---- */

#define TOUCHED	96

/* Touches 96 buffers of 4 MiB in turn, which do not fit into CPU-visible VRAM together. */
static int fault_in_turn(const struct client *c)
{
	static volatile uint32_t *map[TOUCHED];
	uint32_t bo;
	int ret = 0;

	for (unsigned int i = 0; i < TOUCHED && !ret; i++) {
		ret = gem_create(c->fd, 4 * MIB, PAGE, VRAM, 0, &bo);
		map[i] = ret ? NULL : gem_map(c->fd, bo, 4 * MIB);
		ret = ret ? ret : map[i] ? 0 : -ENOMEM;
	}
	for (unsigned int i = 0; !ret; i++)
		*map[i % TOUCHED] = i;
	return ret;
}

/* New buffers of a quarter of VRAM, one after the other */
static int clear_vram(const struct client *c)
{
	struct drm_radeon_gem_info info;
	int ret = client_ioctl(c->fd, DRM_IOCTL_RADEON_GEM_INFO, &info);
	uint32_t bo;

	while (!ret) {
		ret = gem_create(c->fd, info.vram_size / 4, PAGE, VRAM, 0, &bo);
		ret = ret ? ret : stream_place(c->fd, bo, VRAM);
		ret = ret ? ret : gem_close(c->fd, bo);
	}
	return ret;
}

#define ROUND	16

/* Moves 16 buffers of 4 MiB from VRAM to the GTT, in a new file each time. */
static int move_in_files(const struct client *c)
{
	struct client file;
	uint32_t bo[ROUND];
	int ret;

	do {
		ret = client_open_node(&file, c->node);
		for (unsigned int i = 0; i < ROUND && !ret; i++) {
			ret = gem_create(file.fd, 4 * MIB, PAGE, VRAM, 0, &bo[i]);
			ret = ret ? ret : stream_place(file.fd, bo[i], VRAM);
		}
		for (unsigned int i = 0; i < ROUND && !ret; i++)
			ret = stream_place(file.fd, bo[i], GTT);
		if (!ret)
			client_close(&file);
	} while (!ret);
	return ret;
}

#define MAPPERS		3
#define MAPPINGS	54000	/* of each; a process may have 65,530 */

/* Maps a buffer so many times, and touches each mapping. */
static int map_all(const struct client *c, uint32_t bo)
{
	volatile uint32_t *map;

	for (unsigned int n = 0; n < MAPPINGS; n++) {
		map = gem_map(c->fd, bo, PAGE);
		if (!map)
			return -errno;
		*map = n;
	}
	return 0;
}

/* The same in this process and two children, which keep their mappings. */
static int map_often(const struct client *c, uint32_t bo)
{
	char done[MAPPERS];
	int pipes[2], ret;

	if (pipe(pipes))
		return -errno;
	for (unsigned int i = 1; i < MAPPERS; i++) {
		if (fork())
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (map_all(c, bo) || write(pipes[1], done, 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(pipes[1]);
	ret = map_all(c, bo);
	for (unsigned int i = 1; i < MAPPERS && !ret; i++)
		ret = read(pipes[0], done, 1) == 1 ? 0 : -EIO;
	return ret;
}

/* Moves a buffer with 160,000 mappings from VRAM to the GTT and back. */
static int move_mapped(const struct client *c)
{
	uint32_t bo;
	int ret = gem_create(c->fd, PAGE, PAGE, VRAM | GTT, 0, &bo);

	ret = ret ? ret : map_often(c, bo);
	is_ready();
	for (unsigned int i = 0; !ret; i++) {
		ret = stream_place(c->fd, bo, i % 2 ? GTT : VRAM);
		ret = ret ? ret : gem_wait(c->fd, bo);
	}
	return ret;
}

/* ---- waits and hangs ---- */

#define ENTRIES	50000

/* Waits with 50,000 entries on the fence of one job after the other */
static int wait_often(const struct client *c)
{
	struct drm_rcp_sync sync = { .flags = RCP_SYNC_SIGNAL };
	struct client_cs cs = { .syncs = &sync, .nsyncs = 1 };
	uint32_t *handles = malloc(ENTRIES * sizeof(*handles));
	struct drm_syncobj_wait wait = {
		.handles = (uintptr_t)handles, .count_handles = ENTRIES,
		.timeout_nsec = INT64_MAX, .flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL,
	};
	struct gates g;
	int ret = handles ? gates_begin(&g, c->fd, 100) : -ENOMEM;

	ret = ret ? ret : syncobj_create(c->fd, 0, &sync.handle);
	for (unsigned int i = 0; i < ENTRIES && !ret; i++)
		handles[i] = sync.handle;
	while (!ret) {
		ret = gates_submit(&g, NULL, 0, 1);
		stream_init(&stream);
		stream_dw(&stream, PACKET2);
		ret = ret ? ret : stream_submit_cs(&stream, c->fd, &cs);
		ret = ret ? ret : client_ioctl(c->fd, DRM_IOCTL_SYNCOBJ_WAIT, &wait);
	}
	return ret;
}

#define HANGS	20

/* Leaves a job that never ends in each of 20 files, and dies. */
static int leave_hangs(const struct client *c)
{
	struct client file;
	uint32_t bo;
	int ret = 0;

	for (unsigned int i = 0; i < HANGS && !ret; i++) {
		ret = client_open_node(&file, c->node);
		ret = ret ? ret : gem_create(file.fd, PAGE, PAGE, GTT, 0, &bo);
		stream_init(&stream);
		stream_wait_mem(&stream, bo, GTT, 0, END);
		ret = ret ? ret : stream_submit(&stream, file.fd, NULL);
	}
	_exit(!!ret);
}

#define GUILTY	32

/* A job that never ends in one of 32 contexts after the other, as long as the driver accepts them */
static int hang_in_turn(const struct client *c)
{
	uint32_t ctx[GUILTY], bo;
	int ret = gem_create(c->fd, PAGE, PAGE, GTT, 0, &bo);

	for (unsigned int i = 0; i < GUILTY && !ret; i++)
		ret = ctx_create(c->fd, 0, 0, &ctx[i]);
	for (unsigned int i = 0; !ret; i = (i + 1) % GUILTY) {
		stream_init(&stream);
		stream_wait_mem(&stream, bo, GTT, 0, END);
		ret = stream_submit_in(&stream, c->fd, ctx[i]);
		ret = ret ? ret : gem_wait(c->fd, bo);
	}
	/* Banned: the small client is alone. */
	while (ret == -ECANCELED)
		pause();
	return ret;
}

static int hang_in_contexts(unsigned int n)
{
	struct drm_rcp_cs_context context = { 0 };
	struct client_cs cs = { .context = &context };
	struct client c;
	uint32_t bo;
	int ret = client_open(&c);

	ret = ret ? ret : gem_create(c.fd, PAGE, PAGE, GTT, 0, &bo);
	while (n-- && !ret) {
		ret = ctx_create(c.fd, 0, 0, &context.ctx_id);
		stream_init(&stream);
		stream_wait_mem(&stream, bo, GTT, 0, END);
		ret = ret ? ret : stream_submit_cs(&stream, c.fd, &cs);
	}
	return ret;
}

pid_t greedy_hang(unsigned int n)
{
	char ready = 0;
	int pipes[2];
	pid_t child;

	if (pipe(pipes))
		return -1;
	child = fork();
	if (!child) {
		if (hang_in_contexts(n) || write(pipes[1], &ready, 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(pipes[1]);
	if (child > 0 && read(pipes[0], &ready, 1) != 1)
		child = -1;
	close(pipes[0]);
	return child;
}

/* ---- many processes ---- */

/* Runs a client in a process of its own, which ends with this one. */
static pid_t start(int (*run)(const struct client *c))
{
	pid_t child = fork();
	struct client c;

	if (child)
		return child;
	signal(SIGTERM, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	_exit(client_open(&c) || run(&c));
}

static int start_many(unsigned int n, int (*run)(const struct client *c))
{
	while (n--)
		if (start(run) < 0)
			return -errno;
	for (;;)
		pause();
}

static int submit_nops(const struct client *c)
{
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8 };

	return client_submit(c->fd, &cs);
}

static void *flood_on(void *arg)
{
	while (!submit_nops(arg))
		;
	return NULL;
}

#define THREADS	3

/* Always a stream ready that takes next to no time */
static int flood(const struct client *c)
{
	pthread_t thread;

	for (unsigned int i = 1; i < THREADS; i++)
		if (pthread_create(&thread, NULL, flood_on, (void *)c))
			return -EAGAIN;
	flood_on((void *)c);
	return -EIO;
}

/* A job that never ends after the other, whatever becomes of them */
static int never_end(const struct client *c)
{
	uint32_t bo;
	int ret = gem_create(c->fd, PAGE, PAGE, GTT, 0, &bo);

	while (!ret || ret == -ECANCELED) {
		stream_init(&stream);
		stream_wait_mem(&stream, bo, GTT, 0, END);
		ret = stream_submit(&stream, c->fd, NULL);
		ret = ret ? ret : gem_wait(c->fd, bo);
		usleep(1000);
	}
	return ret;
}

static int never_end_once(const struct client *c)
{
	uint32_t bo;
	int ret = gem_create(c->fd, PAGE, PAGE, GTT, 0, &bo);

	stream_init(&stream);
	stream_wait_mem(&stream, bo, GTT, 0, END);
	ret = ret ? ret : stream_submit(&stream, c->fd, NULL);
	return ret ? ret : gem_wait(c->fd, bo);
}

#define ENDLESS	8

static int never_end_in_many(const struct client *c)
{
	(void)c;
	return start_many(ENDLESS, never_end);
}

static int never_end_in_new(const struct client *c)
{
	pid_t child;

	(void)c;
	do
		child = start(never_end_once);
	while (child > 0 && waitpid(child, NULL, 0) == child);
	return -errno;
}

/* Jobs that never end, each of which uses all of the aperture */
static int never_end_on_aperture(const struct client *c)
{
	uint32_t bos[16];
	unsigned int n;
	struct gates g;
	int ret = gates_create(&g, c->fd, 0);

	ret = ret ? ret : fill_aperture(c, bos, &n);
	while (!ret || ret == -ECANCELED) {
		g.ended = g.begun;
		ret = gates_submit(&g, bos, n, 1);
		ret = ret ? ret : gem_wait(c->fd, g.bo);
	}
	return ret;
}

#define IDLERS	40
/* Less than the second for which they want the card.  With 50 ms they take all of an emulated CPU. */
#define IDLE_US	500000

static int now_and_then(const struct client *c)
{
	int ret;

	do {
		ret = submit_nops(c);
		usleep(IDLE_US);
	} while (!ret);
	return ret;
}

static int many_idlers(const struct client *c)
{
	(void)c;
	return start_many(IDLERS, now_and_then);
}

#define FENCED	60

/* 60 contexts, each with as many streams as it may have that wait for another driver */
static int wait_for_fences(const struct client *c)
{
	struct drm_rcp_cs_context context = { 0 };
	struct drm_rcp_sync sync = { 0 };
	struct client_cs cs = { .context = &context, .syncs = &sync, .nsyncs = 1 };
	struct late late;
	int ret = late_begin(&late, c->fd);

	ret = ret ? ret : late_syncobj(&late, c->fd, &sync.handle);
	for (unsigned int i = 0; i < FENCED * QUEUED && !ret; i++) {
		if (!(i % QUEUED))
			ret = ctx_create(c->fd, 0, 0, &context.ctx_id);
		stream_init(&stream);
		stream_dw(&stream, PACKET2);
		ret = ret ? ret : stream_submit_cs(&stream, c->fd, &cs);
	}
	is_ready();
	while (!ret)
		pause();
	return ret;
}

/* ---- fences of others ---- */

#define FOREIGN		4000
#define FOREIGN_S	8	/* vgem's signal after ten */

/* Puts another driver's fences on a buffer, as reads: no reader waits for them. */
static int put_fences(const struct client *c, int vgem, int onto)
{
	struct dma_buf_import_sync_file import = { .flags = DMA_BUF_SYNC_READ };
	int dmabuf, ret;
	uint32_t bo;

	ret = gem_create(c->fd, PAGE, PAGE, GTT, 0, &bo);
	ret = ret ? ret : gem_export(c->fd, bo, &dmabuf);
	if (ret)
		return ret;
	ret = vgem_readers_attach(vgem, dmabuf, FOREIGN);
	ret = ret ? ret : dmabuf_sync_file(dmabuf, DMA_BUF_SYNC_WRITE, &import.fd);
	ret = ret ? ret : client_ioctl(onto, DMA_BUF_IOCTL_IMPORT_SYNC_FILE, &import);
	if (!ret)
		close(import.fd);
	close(dmabuf);
	gem_close(c->fd, bo);
	return ret;
}

/* Always 4,000 unsignalled fences on the buffer that the small client reads */
static int keep_fences(const struct client *c)
{
	int ret, vgem, last = -1;

	for (;;) {
		vgem = client_open_vgem();
		ret = vgem < 0 ? -ENODEV : put_fences(c, vgem, greedy_shared);
		if (ret)
			return ret;
		/* signals those from before */
		if (last >= 0)
			close(last);
		last = vgem;
		is_ready();
		sleep(FOREIGN_S);
	}
}

int greedy_run(const struct greedy *greedy)
{
	struct sigaction action = { .sa_handler = greedy_end };
	struct client c;
	int ret;

	if (greedy->other && setuid(OTHER_USER))
		return -errno;
	ret = client_open(&c);
	sigaction(SIGTERM, &action, NULL);
	return ret ? ret : greedy->run(&c);
}

const struct greedy greedy_all[] = {
	{ "aperture", "one unfinished job of 1 s at any time, on all of the aperture", .run = keep_aperture,
	  .least_s = 12 },
	{ "foreign", "jobs on all of the aperture that wait for another driver", .run = wait_for_aperture },
	{ "ring", "30 jobs of 1.8 s in flight", .run = fill_ring, .least_s = 12 },
	{ "frames", "one job of 3 s after the other", .run = frames, .least_s = 24 },
	{ "files", "200 files, each with 64 jobs of 20 ms in flight", .run = many_files, .lead_s = 60 },
	{ "contexts", "200 contexts, each with a job of 20 ms in flight", true, .run = many_contexts,
	  .lead_s = 60 },
	{ "bind", "3 x 8,000 buffers of 4 KiB, of which two thirds fit, in turn", .run = bind_in_turn,
	  .lead_s = 60 },
	{ "new", "8,000 new buffers of 4 KiB in each submission", .run = bind_new },
	{ "faults", "CPU faults in 96 x 4 MiB of VRAM in turn", .run = fault_in_turn },
	{ "moves", "moves 64 MiB from VRAM to the GTT, in a new file each time", .run = move_in_files },
	{ "maps", "moves a buffer with 160,000 mappings", .run = move_mapped, .lead_s = 120 },
	{ "clears", "new buffers of a quarter of VRAM, one after the other", .run = clear_vram },
	{ "waits", "waits with 50,000 entries on one fence", true, .run = wait_often },
	/* Its credit lasts half a minute. */
	{ "guilty", "a job that never ends in one of 32 contexts after the other", true,
	  .run = hang_in_turn, .least_s = 60 },
	{ "hangs", "leaves 20 jobs that never end in 20 files, and dies", .run = leave_hangs, .least_s = 12 },
	{ "flood", "three threads that always have a stream of eight dwords ready", .run = flood },
	{ "endless", "eight processes, each with a job that never ends", .run = never_end_in_many,
	  .least_s = 30, .other = true },
	{ "processes", "a new process for each job that never ends", .run = never_end_in_new,
	  .least_s = 30, .other = true },
	{ "holder", "jobs that never end, on all of the aperture", .run = never_end_on_aperture,
	  .least_s = 30, .other = true },
	{ "idlers", "40 processes, each with an empty stream every 500 ms", .run = many_idlers,
	  .other = true },
	{ "fenced", "3,840 streams in 60 contexts that wait for another driver", true,
	  .run = wait_for_fences, .lead_s = 20, .other = true },
	{ "fences", "4,000 fences of another driver on a buffer that the small client reads", .run = keep_fences,
	  .lead_s = 60, .other = true, .shares = true },
};

const unsigned int greedy_count = sizeof(greedy_all) / sizeof(greedy_all[0]);
