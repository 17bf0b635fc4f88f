// SPDX-License-Identifier: (GPL-2.0 OR MIT)
/*
 * A client of rcp from open() to a timeline wait, as an example: a context, a buffer,
 * a command stream with a verdict, and a point of a timeline syncobj that the card
 * signals.  It needs rcp_drm.h and libdrm, and nothing else of this project.  In this folder:
 *
 *	cc -o sample -I../../uapi sample.c $(pkg-config --cflags --libs libdrm)
 *
 * Prints TAP, so that the tests run it as it is (sample_test).
 */
/* Offsets for mmap() begin at 4 GiB: without this a program of 32 bits cannot map a buffer. */
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>
#include <rcp_drm.h>

_Static_assert(sizeof(off_t) == 8, "mmap() of a buffer takes an offset of 64 bits");

#define NEEDED	(RCP_FEATURE_VERDICT | RCP_FEATURE_CONTEXTS | RCP_FEATURE_FENCES | \
		 RCP_FEATURE_SYNCS | RCP_FEATURE_SYNCS_TIMELINE)
#define BYTES	4096
#define ANSWER	0xc0ffee

#define CHUNK(id, data)		{ (id), sizeof(data) / 4, (uintptr_t)(data) }

static int step;

/* drmIoctl() and libdrm's syncobj calls return 0, or another value with errno set. */
static void check(int failed, const char *what)
{
	step++;
	if (failed) {
		printf("not ok %d - %s: %s\n1..%d\n", step, what, strerror(errno), step);
		exit(1);
	}
	printf("ok %d - %s\n", step, what);
}

/* A render node that answers RCP_QUERY: radeon.ko, which has the same name, does not. */
static int open_rcp(void)
{
	struct drm_rcp_query_driver driver;
	char path[32];
	int i;

	for (i = 128; i < 192; i++) {
		struct drm_rcp_query query = {
			.type = RCP_QUERY_DRIVER,
			.size = sizeof(driver),
			.data = (uintptr_t)&driver,
		};
		int fd;

		snprintf(path, sizeof(path), "/dev/dri/renderD%d", i);
		fd = open(path, O_RDWR | O_CLOEXEC);
		memset(&driver, 0, sizeof(driver));
		if (fd >= 0 && !drmIoctl(fd, DRM_IOCTL_RCP_QUERY, &query) &&
		    (driver.features & NEEDED) == NEEDED)
			return fd;
		if (fd >= 0)
			close(fd);
	}
	return -1;
}

int main(void)
{
	struct drm_radeon_gem_create create = {
		.size = BYTES, .alignment = BYTES, .initial_domain = RADEON_GEM_DOMAIN_GTT,
	};
	struct drm_rcp_fence_wait wait = { .timeout_ns = 0 };	/* does not sleep */
	struct drm_rcp_ctx_create ctx = { .priority = RCP_CTX_PRIORITY_NORMAL };
	struct drm_radeon_gem_mmap map = { .size = BYTES };
	volatile uint32_t *memory;
	struct drm_rcp_verdict verdict;
	struct drm_rcp_sync sync = { .flags = RCP_SYNC_SIGNAL | RCP_SYNC_TIMELINE, .point = 1 };
	uint64_t point = 1;
	int fd = open_rcp(), ret;

	if (fd < 0) {
		printf("ok 1 # SKIP no rcp with timeline syncobjs\n1..1\n");
		return 0;
	}
	check(drmIoctl(fd, DRM_IOCTL_RCP_CTX_CREATE, &ctx), "create a context");
	check(drmSyncobjCreate(fd, 0, &sync.handle), "create a syncobj");
	check(drmIoctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &create), "create a buffer");
	map.handle = create.handle;
	check(drmIoctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &map), "find its place in the file");
	memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, map.addr_ptr);
	check(memory == MAP_FAILED, "map it");
	memory[0] = 0;

	/*
	 * MEM_WRITE stores 64 bits at an offset into the buffer that the NOP after it
	 * names, by the dword in the RELOCS chunk where its entry begins.
	 */
	const uint32_t ib[8] = {
		3u << 30 | 3 << 16 | 0x3d << 8,		/* MEM_WRITE, four dwords follow */
		0, 0,					/* offset, low and high */
		ANSWER, 0,				/* data */
		3u << 30 | 0 << 16 | 0x10 << 8, 0,	/* NOP: relocation 0 */
		2u << 30,				/* filler */
	};
	const struct drm_radeon_cs_reloc relocs[] = { {
		.handle = create.handle, .write_domain = RADEON_GEM_DOMAIN_GTT,
	} };
	const struct drm_rcp_cs_verdict ask[] = { {
		.verdict = (uintptr_t)&verdict, .size = sizeof(verdict),
	} };
	struct drm_rcp_cs_context context[] = { { .ctx_id = ctx.ctx_id } };
	const struct drm_rcp_cs_syncs syncs[] = { {
		.count = 1, .stride = sizeof(sync), .syncs = (uintptr_t)&sync,
	} };
	const struct drm_radeon_cs_chunk chunks[] = {
		CHUNK(RADEON_CHUNK_ID_IB, ib),
		CHUNK(RADEON_CHUNK_ID_RELOCS, relocs),
		CHUNK(RCP_CHUNK_ID_VERDICT, ask),
		CHUNK(RCP_CHUNK_ID_CONTEXT, context),
		CHUNK(RCP_CHUNK_ID_SYNCS, syncs),
	};
	const uint64_t pointers[] = {
		(uintptr_t)&chunks[0], (uintptr_t)&chunks[1], (uintptr_t)&chunks[2],
		(uintptr_t)&chunks[3], (uintptr_t)&chunks[4],
	};
	struct drm_radeon_cs cs = { .num_chunks = 5, .chunks = (uintptr_t)pointers };

	/* If the stream is refused, the verdict has the reason and the place. */
	ret = drmIoctl(fd, DRM_IOCTL_RADEON_CS, &cs);
	if (ret)
		printf("# dword %d: %s\n", (int)verdict.dword, verdict.text);
	check(ret, "submit");

	/* INT64_MAX waits without a limit; after the wait the card's write is visible. */
	check(drmSyncobjTimelineWait(fd, &sync.handle, &point, 1, INT64_MAX, 0, NULL), "wait");
	errno = EIO;
	check(memory[0] != ANSWER, "find what the card wrote");

	/* The same by seqno, with the error of the submission: 0 is success. */
	wait.ctx_id = ctx.ctx_id;
	wait.seqno = context[0].seqno;
	check(drmIoctl(fd, DRM_IOCTL_RCP_FENCE_WAIT, &wait), "ask for the submission");
	errno = wait.error;
	check(wait.error, "find that it ended well");
	printf("1..%d\n", step);
	return 0;	/* the kernel frees the rest with the file */
}
