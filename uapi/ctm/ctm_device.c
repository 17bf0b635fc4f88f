// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Connections: a render node of rcp, a context of it, and the arenas, which are one buffer each.
 *
 * A submission names all arenas, so that the card may reach them and nothing else.  Ids are the
 * numbers that the kernel gives to submissions of the context.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <rcp_drm.h>
#include "ctm_job.h"
#include "ctm_regs.h"

#define NODE_FIRST	128
#define NODE_END	192
#define FEATURES	(RCP_FEATURE_VERDICT | RCP_FEATURE_CONTEXTS | RCP_FEATURE_FENCES)

/* Arenas of 16 MiB, or what of it there is. */
#define ARENA_MAX	(16u << 20)
#define ARENA_MIN	(1u << 20)

/* Commands of a submission. */
#define COMMANDS_MAX	(1u << 20)

/* Ids of AMD's calls have 32 bits and are never 0. */
#define IDS		0xffffffffull

/**
 * struct AMmanagedDeviceRec - a connection
 * @fd: the render node
 * @ctx: context of the submissions
 * @arenas: the arenas, for the translation
 * @handles: their buffers
 * @domains: RADEON_GEM_DOMAIN_* of each
 * @max_dw: longest submission
 * @last: number of the last submission
 * @failed: number of the last submission whose error the client knows
 * @job: the translation, with the state that commands have set
 * @error: sentence of ctmError()
 */
struct AMmanagedDeviceRec {
	int fd;
	uint32_t ctx;
	struct ctm_arena arenas[CTM_ARENAS];
	uint32_t handles[CTM_ARENAS];
	uint32_t domains[CTM_ARENAS];
	uint32_t max_dw;
	uint64_t last;
	uint64_t failed;
	struct ctm_job job;
	char error[CTM_ERROR];
};

static int call(int fd, unsigned long request, void *argument)
{
	int ret;

	do {
		ret = ioctl(fd, request, argument);
	} while (ret && (errno == EINTR || errno == EAGAIN));
	return ret;
}

static int query(int fd, uint32_t type, void *data, uint32_t size)
{
	struct drm_rcp_query q = { .type = type, .size = size, .data = (uintptr_t)data };

	memset(data, 0, size);
	return call(fd, DRM_IOCTL_RCP_QUERY, &q);
}

/* The node is an R5xx card of rcp: else an errno. */
static int is_card(int fd, struct drm_rcp_query_driver *driver, struct drm_rcp_query_card *card)
{
	if (query(fd, RCP_QUERY_DRIVER, driver, sizeof(*driver)) ||
	    (driver->features & FEATURES) != FEATURES)
		return ENODEV;
	if (query(fd, RCP_QUERY_CARD, card, sizeof(*card)))
		return errno;
	return card->generation == RCP_GENERATION_R500 ? 0 : ENODEV;
}

/* A render node, or "/dev/pcieN": the card N of those with R5xx. */
static int open_node(const char *name, struct drm_rcp_query_driver *driver,
		     struct drm_rcp_query_card *card)
{
	bool count = !strncmp(name, "/dev/pcie", 9);
	unsigned long n = count ? strtoul(name + 9, NULL, 10) : 0;
	char path[32];
	int fd, i, error = ENODEV;

	for (i = NODE_FIRST; i < (count ? NODE_END : NODE_FIRST + 1); i++) {
		snprintf(path, sizeof(path), "/dev/dri/renderD%d", i);
		fd = open(count ? path : name, O_RDWR | O_CLOEXEC);
		if (fd < 0) {
			if (!count)
				error = errno;
			continue;
		}
		error = is_card(fd, driver, card);
		if (!error && !n--)
			return fd;
		error = error ? error : ENODEV;
		close(fd);
	}
	errno = error;
	return -1;
}

static void *map_arena(int fd, uint32_t handle, uint32_t size)
{
	struct drm_radeon_gem_mmap m = { .handle = handle, .size = size };
	void *cpu;

	if (call(fd, DRM_IOCTL_RADEON_GEM_MMAP, &m))
		return NULL;
	cpu = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)m.addr_ptr);
	return cpu == MAP_FAILED ? NULL : cpu;
}

/* One arena; half of it, if there is no room, and so on. */
static void add_arena(AMmanagedDevice d, unsigned int n)
{
	static const struct { uint32_t base, domain, flags; } kinds[CTM_ARENAS] = {
		[CTM_GPU] = { 0x10000000, RADEON_GEM_DOMAIN_VRAM, RADEON_GEM_CPU_ACCESS },
		[CTM_GPUB] = { 0x20000000, RADEON_GEM_DOMAIN_VRAM, RADEON_GEM_CPU_ACCESS },
		[CTM_SYS] = { 0x40000000, RADEON_GEM_DOMAIN_GTT, RADEON_GEM_GTT_WC },
		[CTM_SYSC] = { 0x60000000, RADEON_GEM_DOMAIN_GTT, 0 },
	};
	struct drm_radeon_gem_create create;
	struct drm_gem_close done;
	uint32_t size;
	void *cpu;

	for (size = ARENA_MAX; size >= ARENA_MIN; size /= 2) {
		create = (struct drm_radeon_gem_create){
			.size = size, .alignment = 4096,
			.initial_domain = kinds[n].domain, .flags = kinds[n].flags,
		};
		if (call(d->fd, DRM_IOCTL_RADEON_GEM_CREATE, &create))
			continue;
		cpu = map_arena(d->fd, create.handle, size);
		if (cpu) {
			d->handles[n] = create.handle;
			d->domains[n] = kinds[n].domain;
			d->arenas[n] = (struct ctm_arena){ .base = kinds[n].base,
							   .size = size,
							   .cpu = cpu };
			return;
		}
		done = (struct drm_gem_close){ .handle = create.handle };
		call(d->fd, DRM_IOCTL_GEM_CLOSE, &done);
	}
}

static void fill_info(const struct ctm_arena *a, AMmanagedDeviceInfo *info)
{
	*info = (AMmanagedDeviceInfo){
		.baseAddressGPU = a[CTM_GPU].base,
		.arenaSizeGPU = a[CTM_GPU].size,
		.baseAddressGPUb = a[CTM_GPUB].base,
		.arenaSizeGPUb = a[CTM_GPUB].size,
		.baseAddressSYS = a[CTM_SYS].base,
		.arenaSizeSYS = a[CTM_SYS].size,
		.baseAddressSYSc = a[CTM_SYSC].base,
		.arenaSizeSYSc = a[CTM_SYSC].size,
		.baseAddressCPU = (void *)a[CTM_SYS].cpu,
		.baseAddressCPUc = (void *)a[CTM_SYSC].cpu,
		.baseAddressCPUg = (void *)a[CTM_GPU].cpu,
		.baseAddressCPUgb = (void *)a[CTM_GPUB].cpu,
	};
}

static void release(AMmanagedDevice d)
{
	unsigned int i;

	for (i = 0; i < CTM_ARENAS; i++)
		if (d->arenas[i].size)
			munmap((void *)d->arenas[i].cpu, d->arenas[i].size);
	if (d->fd >= 0)
		close(d->fd);	/* frees context and buffers */
	free(d->job.ib);
	free(d);
}

/**
 * amOpenManagedConnection() - open a connection to a card
 * @name: a render node, or "/dev/pcie0" for the first R5xx card of rcp, "/dev/pcie1" for the next
 * @info: receives the arenas
 *
 * Return: the connection; NULL with errno set: ENODEV if there is no R5xx card of rcp.
 */
AMmanagedDevice amOpenManagedConnection(const char *name, AMmanagedDeviceInfo *info)
{
	struct drm_rcp_ctx_create ctx = { .priority = RCP_CTX_PRIORITY_NORMAL };
	struct drm_rcp_query_driver driver;
	struct drm_rcp_query_card card;
	AMmanagedDevice d = calloc(1, sizeof(*d));
	unsigned int i;
	int error;

	if (!d)
		return NULL;
	d->fd = open_node(name, &driver, &card);
	if (d->fd < 0 || call(d->fd, DRM_IOCTL_RCP_CTX_CREATE, &ctx))
		goto fail;
	d->ctx = ctx.ctx_id;
	d->max_dw = driver.max_ib_dw;
	for (i = 0; i < CTM_ARENAS; i++)
		add_arena(d, i);
	errno = ENOMEM;
	d->job = (struct ctm_job){ .arenas = d->arenas, .r520 = !strcmp(card.chip_name, "R520"),
				   .room = d->max_dw, .ib = malloc(4ul * d->max_dw) };
	if (!d->job.ib || !d->arenas[CTM_GPU].size || !d->arenas[CTM_SYSC].size)
		goto fail;
	fill_info(d->arenas, info);
	return d;
fail:
	error = errno;
	release(d);
	errno = error;
	return NULL;
}

static void wait_for(AMmanagedDevice d, uint64_t number)
{
	struct drm_rcp_fence_wait wait = {
		.ctx_id = d->ctx, .seqno = number, .timeout_ns = INT64_MAX,
	};

	call(d->fd, DRM_IOCTL_RCP_FENCE_WAIT, &wait);
}

/**
 * amCloseManagedConnection() - close a connection
 * @dev: the connection; NULL does nothing
 *
 * Waits for what is submitted.  The arenas are gone afterwards.
 */
void amCloseManagedConnection(AMmanagedDevice dev)
{
	if (!dev)
		return;
	wait_for(dev, dev->last);
	release(dev);
}

/* All arenas, in the order in which the translation numbers them. */
static unsigned int relocations(const struct AMmanagedDeviceRec *d,
				struct drm_radeon_cs_reloc *relocs)
{
	unsigned int i;

	for (i = 0; i < CTM_ARENAS; i++) {
		/* An arena that does not exist has no address, so no relocation names it. */
		unsigned int k = d->arenas[i].size ? i : CTM_SYSC;

		relocs[i] = (struct drm_radeon_cs_reloc){
			.handle = d->handles[k],
			.read_domains = d->domains[k],
			.write_domain = d->domains[k],
		};
	}
	return i;
}

/* Returns the kernel's number of the submission, 0 with the sentence set. */
static uint64_t submit(AMmanagedDevice d)
{
	struct drm_rcp_verdict verdict = { 0 };
	struct drm_radeon_cs_reloc relocs[CTM_ARENAS];
	struct drm_rcp_cs_verdict ask = { .verdict = (uintptr_t)&verdict, .size = sizeof(verdict) };
	struct drm_rcp_cs_context context = { .ctx_id = d->ctx };
	uint32_t flags = RADEON_CS_KEEP_TILING_FLAGS;
	struct drm_radeon_cs_chunk chunks[] = {
		{ RADEON_CHUNK_ID_IB, d->job.used, (uintptr_t)d->job.ib },
		{ RADEON_CHUNK_ID_RELOCS, relocations(d, relocs) * sizeof(relocs[0]) / 4,
		  (uintptr_t)relocs },
		{ RADEON_CHUNK_ID_FLAGS, 1, (uintptr_t)&flags },
		{ RCP_CHUNK_ID_VERDICT, sizeof(ask) / 4, (uintptr_t)&ask },
		{ RCP_CHUNK_ID_CONTEXT, sizeof(context) / 4, (uintptr_t)&context },
	};
	uint64_t pointers[5];
	struct drm_radeon_cs cs = { .num_chunks = 5, .chunks = (uintptr_t)pointers };
	unsigned int i;

	for (i = 0; i < 5; i++)
		pointers[i] = (uintptr_t)&chunks[i];
	if (!call(d->fd, DRM_IOCTL_RADEON_CS, &cs))
		return context.seqno;
	if (verdict.code)
		snprintf(d->error, sizeof(d->error), "The kernel refuses the translation: %s.",
			 verdict.text);
	else
		snprintf(d->error, sizeof(d->error), "The kernel takes no submission: %s.",
			 strerror(errno));
	return 0;
}

static uint32_t id_of(uint64_t number)
{
	return (uint32_t)((number - 1) % IDS + 1);
}

static AMuint32 refuse(AMmanagedDevice d, const char *sentence)
{
	snprintf(d->error, sizeof(d->error), "%s", sentence);
	return 0;
}

/* The commands, copied; NULL with the sentence set. */
static uint32_t *take_commands(AMmanagedDevice d, AMuint32 address, AMuint32 bytes)
{
	const void *commands = ctm_memory(&d->job, address, bytes);
	uint32_t *words;

	if (address % 4 || bytes % 4 || !bytes || bytes > COMMANDS_MAX) {
		snprintf(d->error, sizeof(d->error),
			 "A command buffer of %u bytes at 0x%x: both are multiples of 4, and it has at most %u bytes.",
			 bytes, address, COMMANDS_MAX);
		return NULL;
	}
	if (!commands) {
		snprintf(d->error, sizeof(d->error),
			 "The command buffer of %u bytes at 0x%x does not lie in an arena.", bytes,
			 address);
		return NULL;
	}
	words = malloc(bytes);
	if (words)
		memcpy(words, commands, bytes);
	else
		refuse(d, "There is no memory for a copy of the commands.");
	return words;
}

/**
 * amSubmitCommandBuffer() - translate commands and submit them
 * @dev: the connection
 * @address: their GPU address
 * @bytes: their size
 *
 * The commands, and the programs, constants and parameters that they start with, are copied
 * before the call returns.  If a command is refused, none of the buffer runs, and the state is
 * that before the call.
 *
 * Return: the id of the submission; 0 if it is refused, and ctmError() says why.
 */
AMuint32 amSubmitCommandBuffer(AMmanagedDevice dev, AMuint32 address, AMuint32 bytes)
{
	uint32_t *words = take_commands(dev, address, bytes);
	struct ctm_state before = dev->job.state;
	uint64_t number = 0;

	if (!words)
		return 0;
	if (!ctm_translate(&dev->job, words, bytes / 4)) {
		refuse(dev, dev->job.error);
	} else {
		/* Commands that only set state are also a submission. */
		if (!dev->job.used)
			ctm_write(&dev->job, FILLER);
		number = submit(dev);
	}
	free(words);
	if (!number) {
		dev->job.state = before;
		return 0;
	}
	dev->last = number;
	dev->error[0] = 0;
	return id_of(number);
}

/* Says how a submission has failed, once. */
static void say_failure(AMmanagedDevice d, uint64_t number, uint32_t error)
{
	if (!error || number <= d->failed)
		return;
	d->failed = number;
	snprintf(d->error, sizeof(d->error), "Submission %u did not run to its end: %s.",
		 id_of(number), error == ETIME ? "it hung the card" : strerror((int)error));
}

/**
 * amCommandBufferConsumed() - ask whether a submission has ended
 * @dev: the connection
 * @id: what amSubmitCommandBuffer() has returned
 *
 * Does not wait.  A submission that hung the card has ended, and ctmError() says so.
 *
 * Return: 1 if it has ended, 0 if it has not, or if there was no such submission.
 */
AMuint32 amCommandBufferConsumed(AMmanagedDevice dev, AMuint32 id)
{
	struct drm_rcp_fence_query q = { .ctx_id = dev->ctx };
	uint64_t back = (id_of(dev->last) + IDS - id) % IDS;

	if (!id || back >= dev->last)
		return 0;
	q.seqno = dev->last - back;
	if (call(dev->fd, DRM_IOCTL_RCP_FENCE_QUERY, &q)) {
		snprintf(dev->error, sizeof(dev->error), "The card does not answer: %s.",
			 strerror(errno));
		return errno == ENODEV;
	}
	if (q.completed < q.seqno)
		return 0;
	say_failure(dev, q.seqno, q.error);
	return 1;
}

/**
 * ctmError() - what went wrong last
 * @dev: the connection
 *
 * Return: one sentence; empty if the last submission was accepted and nothing has failed since.
 */
const char *ctmError(AMmanagedDevice dev)
{
	return dev->error;
}
