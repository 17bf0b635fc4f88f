/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fixture of the programs that inject faults: for a call, the first, second,
 * ... nth allocation or user copy fails, until one round meets no failure any
 * more.  After each round the errno is one that a client can be told; after each
 * test no memory is left in use and the device works.
 *
 * Needs a kernel with FAULT_INJECTION, FAILSLAB, FAIL_PAGE_ALLOC and
 * FAULT_INJECTION_USERCOPY; on others it is skipped.  Run as root.
 */
#ifndef FAULTS_FIXTURE_H
#define FAULTS_FIXTURE_H

#include "client.h"
#include "faults.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <fcntl.h>
#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define MAX_NTH	3000u

FIXTURE(faults) {
	struct client c, other;
	struct stream s;
	struct faults f;
	uint32_t bo, vram;
	uint64_t vram_usage, gtt_usage;
	int kmsg;
};

FIXTURE_SETUP(faults)
{
	self->f.fd = -1;
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_open(&self->other));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	if (!faults_available())
		SKIP(_exit(HARNESS_SKIP), "this kernel cannot inject faults");
	ASSERT_EQ(0, faults_choose(false));
	ASSERT_EQ(0, faults_open(&self->f));
	ASSERT_LE(0, self->f.fd);
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &self->bo));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &self->vram));
	stream_init(&self->s);
	/*
	 * No page fault of the program itself meets a fault: one that must read the page from a
	 * file would kill the program.
	 */
	ASSERT_EQ(0, mlockall(MCL_CURRENT));
	self->vram_usage = gem_usage(self->other.fd, VRAM);
	self->gtt_usage = gem_usage(self->other.fd, GTT);
}

/*
 * The device works, and no more memory is in use than before: 0 or -errno.  A submission moves a
 * buffer only within the client's budget, and not before its jobs are in the ring, so one may leave
 * the buffer in the other heap: the next one asks again.
 */
static inline int aftermath(struct stream *s, int fd, uint32_t bo, uint64_t vram, uint64_t gtt)
{
	int i, ret;

	for (i = 0; i < 3000; i++) {
		ret = stream_write(s, fd, bo, GTT, 0, 1);
		ret = ret ? ret : gem_wait(fd, bo);
		if (ret)
			return ret;
		if (gem_usage(fd, VRAM) <= vram && gem_usage(fd, GTT) <= gtt)
			return 0;
		usleep(10000);
	}
	return -EBUSY;
}

FIXTURE_TEARDOWN(faults)
{
	if (self->f.fd >= 0) {
		EXPECT_EQ(0, aftermath(&self->s, self->c.fd, self->bo, self->vram_usage,
				       self->gtt_usage))
			TH_LOG("VRAM %llu was %llu, GTT %llu was %llu",
			       (unsigned long long)gem_usage(self->c.fd, VRAM),
			       (unsigned long long)self->vram_usage,
			       (unsigned long long)gem_usage(self->c.fd, GTT),
			       (unsigned long long)self->gtt_usage);
		close(self->f.fd);
	}
	client_close(&self->c);
	client_close(&self->other);
	close(self->kmsg);
}

static inline bool errno_is_fair(int ret)
{
	switch (-ret) {
	case 0:
	case ENOMEM:
	case EFAULT:
	case EINTR:
	case EAGAIN:
		return true;
	default:
		return false;
	}
}

/*
 * FAULTY(call, undo): evaluates @call with the 1st, 2nd, ... nth fault until
 * it meets none; then it must have succeeded.  @undo runs after each success.
 */
#define FAULTY(call, undo) do {								\
	int ret_;									\
	for (self->f.nth = 1; self->f.nth < MAX_NTH; self->f.nth++) {			\
		faults_arm(&self->f);							\
		ret_ = (call);								\
		faults_disarm(&self->f);						\
		EXPECT_TRUE(errno_is_fair(ret_))					\
			TH_LOG("fault %u: %d", self->f.nth, ret_);			\
		if (!ret_) {								\
			undo;								\
		}									\
		if (!self->f.injected)							\
			break;								\
	}										\
	EXPECT_EQ(0, ret_);								\
	EXPECT_GT(MAX_NTH, self->f.nth);						\
	TH_LOG("%u faults: %s", self->f.nth - 1, #call);				\
} while (0)

#endif /* FAULTS_FIXTURE_H */
