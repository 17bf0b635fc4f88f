// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts: creation, ids, limits, sharing, state and destruction; neither destroying a
 * context nor closing its file waits.  Pending jobs wait for a fence of another driver,
 * so no job hangs the card.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(ctx) {
	struct client c;
	struct stream s;
	struct drm_rcp_query_limits limits;
	struct late late;
	uint32_t bo;
	volatile uint32_t *map;
	int kmsg;
};

FIXTURE_SETUP(ctx)
{
	uint32_t size = sizeof(self->limits);

	self->late.driver = -1;
	late_available();
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!(self->c.driver.features & RCP_FEATURE_CONTEXTS))
		SKIP(_exit(HARNESS_SKIP), "no contexts");
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_LIMITS, &self->limits, &size));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	self->map = gem_map(self->c.fd, self->bo, 4096);
	ASSERT_NE(NULL, self->map);
	stream_init(&self->s);
}

FIXTURE_TEARDOWN(ctx)
{
	late_end(&self->late);
	munmap((void *)self->map, 4096);
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Submits a write of @value at @offset of @bo to context @ctx, after @in if that is not 0. */
static int submit(struct stream *s, int fd, uint32_t ctx, uint32_t in, uint32_t bo,
		  uint64_t offset, uint64_t value, uint64_t *seqno)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx, .seqno = 0x5555 };
	struct drm_rcp_sync sync = { .handle = in };
	struct client_cs cs = {
		.context = &context, .syncs = in ? &sync : NULL, .nsyncs = in ? 1 : 0,
	};
	int ret;

	stream_init(s);
	stream_mem_write(s, bo, GTT, offset, value);
	ret = stream_submit_cs(s, fd, &cs);
	*seqno = context.seqno;
	return ret;
}

/* Submits a job that is pending until late_signal(), in context @ctx of @fd. */
static int submit_late(FIXTURE_DATA(ctx) *self, int fd, uint32_t ctx, uint32_t bo, uint64_t *seqno)
{
	uint32_t in;
	int ret = late_begin(&self->late, self->c.fd);

	if (!ret)
		ret = late_syncobj(&self->late, fd, &in);
	if (!ret)
		ret = submit(&self->s, fd, ctx, in, bo, 0, 0x1a7e, seqno);
	return ret;
}

TEST_F(ctx, create_and_destroy)
{
	struct drm_rcp_ctx_state state;
	uint64_t seqno;
	uint32_t a, b;

	ASSERT_EQ(0, ctx_create(self->c.fd, 0, RCP_CTX_PRIORITY_NORMAL, &a));
	ASSERT_EQ(0, ctx_create(self->c.fd, RCP_CTX_CREATE_BAN_ON_HANG, 0, &b));
	EXPECT_NE(0, a);
	EXPECT_NE(0, b);
	EXPECT_NE(a, b);
	ASSERT_EQ(0, submit(&self->s, self->c.fd, b, 0, self->bo, 0, 5, &seqno));
	EXPECT_EQ(1, seqno);
	EXPECT_EQ(0, fence_wait(self->c.fd, b, 1, in_time(), NULL));
	EXPECT_EQ(5, self->map[0]);
	EXPECT_EQ(0, ctx_destroy(self->c.fd, a));
	EXPECT_EQ(-ENOENT, ctx_destroy(self->c.fd, a));
	EXPECT_EQ(-ENOENT, ctx_state(self->c.fd, a, &state));
	EXPECT_EQ(-ENOENT, submit(&self->s, self->c.fd, a, 0, self->bo, 0, 5, &seqno));
	EXPECT_EQ(0, seqno);
	EXPECT_EQ(0, ctx_state(self->c.fd, b, &state));
	EXPECT_EQ(0, ctx_destroy(self->c.fd, b));
}

TEST_F(ctx, fresh_state)
{
	struct drm_rcp_ctx_state state;
	uint64_t seqno;
	uint32_t ctx, i;

	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &state));
		EXPECT_EQ(ctx, state.ctx_id);
		EXPECT_EQ(0, state.status);
		EXPECT_EQ(0, state.hangs);
		EXPECT_EQ(0, state.innocent);
		EXPECT_EQ(0, state.lost);
		EXPECT_EQ(0, state.hang_seqno);
		/* a job that completes does not change it */
		ASSERT_EQ(0, submit(&self->s, self->c.fd, ctx, 0, self->bo, 0, 5, &seqno));
		EXPECT_EQ(0, fence_wait(self->c.fd, ctx, seqno, in_time(), NULL));
	}
	EXPECT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(0, state.ctx_id);
	EXPECT_EQ(-ENOENT, ctx_state(self->c.fd, 0xffffffff, &state));
	EXPECT_EQ(-ENOENT, ctx_state(self->c.fd, 0x80000000, &state));
}

TEST_F(ctx, bad_arguments)
{
	struct drm_rcp_ctx_create create;
	struct drm_rcp_ctx_destroy destroy = { .ctx_id = 0 };
	static const uint32_t priorities[] = { 2, 3, 31, 32, 33, 0x80000000, 0xffffffff };
	uint32_t ctx, i;

	for (i = 1; i < 32; i++) {
		EXPECT_EQ(-EINVAL, ctx_create(self->c.fd, 1u << i, 0, &ctx))
			TH_LOG("flag %u", i);
	}
	for (i = 0; i < ARRAY_SIZE(priorities); i++) {
		EXPECT_EQ(-EINVAL, ctx_create(self->c.fd, 0, priorities[i], &ctx))
			TH_LOG("priority %u", priorities[i]);
	}
	create = (struct drm_rcp_ctx_create) { .pad = 1 };
	EXPECT_EQ(-EINVAL, client_ioctl(self->c.fd, DRM_IOCTL_RCP_CTX_CREATE, &create));
	/* an output is not an input */
	create = (struct drm_rcp_ctx_create) { .ctx_id = 0xffffffff };
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RCP_CTX_CREATE, &create));
	EXPECT_NE(0xffffffff, create.ctx_id);

	EXPECT_EQ(-EINVAL, client_ioctl(self->c.fd, DRM_IOCTL_RCP_CTX_DESTROY, &destroy));
	destroy = (struct drm_rcp_ctx_destroy) { .ctx_id = create.ctx_id, .pad = 1 };
	EXPECT_EQ(-EINVAL, client_ioctl(self->c.fd, DRM_IOCTL_RCP_CTX_DESTROY, &destroy));
	destroy.pad = 0;
	EXPECT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RCP_CTX_DESTROY, &destroy));
	EXPECT_EQ(-ENOENT, ctx_destroy(self->c.fd, 0xffffffff));
}

TEST_F(ctx, priorities)
{
	uint32_t ctx, i;

	for (i = 0; i < 32; i++)
		EXPECT_EQ(self->limits.priorities & 1u << i ? 0 : -EINVAL,
			  ctx_create(self->c.fd, 0, i, &ctx));
}

/* The id of a destroyed context is reused only after all other ids. */
TEST_F(ctx, ids_are_cyclic)
{
	uint32_t ids[256], i, k;

	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ids[i]));
		ASSERT_EQ(0, ctx_destroy(self->c.fd, ids[i]));
		for (k = 0; k < i; k++)
			ASSERT_NE(ids[k], ids[i]);
	}
}

/* Creates contexts until one is refused: their number, and the errno in @ret */
static uint32_t fill(int fd, uint32_t *ids, uint32_t max, int *ret)
{
	uint32_t n;

	for (n = 0; n < max; n++) {
		*ret = ctx_create(fd, 0, 0, &ids[n]);
		if (*ret)
			break;
	}
	return n;
}

TEST_F(ctx, limit)
{
	uint32_t max = self->limits.max_contexts, n, id, i;
	uint32_t *ids = calloc(max + 1, sizeof(*ids));
	struct client other;
	uint64_t seqno;
	int ret = 0;

	ASSERT_NE(NULL, ids);
	ASSERT_LT(0, max);
	n = fill(self->c.fd, ids, max + 1, &ret);
	EXPECT_EQ(max, n);
	EXPECT_EQ(-ENOSPC, ret);
	/* the limit is per file, not per card */
	ASSERT_EQ(0, client_open(&other));
	EXPECT_EQ(0, ctx_create(other.fd, 0, 0, &id));
	client_close(&other);
	/* the default context does not count */
	EXPECT_EQ(0, submit(&self->s, self->c.fd, 0, 0, self->bo, 0, 1, &seqno));
	/* a context without jobs frees its place at once */
	for (i = 0; i < 200; i++) {
		ASSERT_EQ(0, ctx_destroy(self->c.fd, ids[0]));
		ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ids[0]));
	}
	EXPECT_EQ(-ENOSPC, ctx_create(self->c.fd, 0, 0, &id));
	for (i = 0; i < n; i++)
		ASSERT_EQ(0, ctx_destroy(self->c.fd, ids[i]));
	free(ids);
}

#define PROCESS_LIMIT	1024	/* files and contexts together */

/* Another process, as the same user: it has a limit of its own. */
static bool another_process_may(void)
{
	pid_t child = fork();
	struct client c;
	int status;
	uint32_t id;

	if (!child)
		_exit(client_open(&c) || ctx_create(c.fd, 0, 0, &id));
	return child > 0 && waitpid(child, &status, 0) == child && !status;
}

TEST_F(ctx, limit_of_a_process)
{
	uint32_t max = self->limits.max_contexts, n = 0, files = 0, id;
	struct client c[PROCESS_LIMIT / 64];
	uint32_t *ids = calloc(max, sizeof(*ids));
	int ret = 0;

	ASSERT_NE(NULL, ids);
	while (files < PROCESS_LIMIT / 64 && !client_open(&c[files])) {
		n += 1 + fill(c[files++].fd, ids, max, &ret);
		if (ret)
			break;
	}
	EXPECT_EQ(-ENOSPC, ret);
	/* with the fixture's contexts */
	EXPECT_GE(PROCESS_LIMIT, n);
	EXPECT_LE(PROCESS_LIMIT - 8, n);
	EXPECT_EQ(-ENOSPC, ctx_create(self->c.fd, 0, 0, &id));
	EXPECT_TRUE(another_process_may());
	while (files)
		client_close(&c[--files]);
	EXPECT_EQ(0, ctx_create(self->c.fd, 0, 0, &id));
	free(ids);
}

#define USER_LIMIT	8192	/* the same of all processes of a user */
#define PROCESSES	(USER_LIMIT / PROCESS_LIMIT + 1)

struct tally {
	volatile uint32_t contexts, full, spaces;
	volatile bool mapped, over;
};

/* A process that creates as many contexts as it can, and keeps them until the parent says so */
static int hoard(struct tally *tally, uint32_t max)
{
	uint32_t *ids = calloc(max, sizeof(*ids)), n = 0, files;
	struct client c;
	int ret = 0;

	for (files = 0; ids && !ret && files < PROCESS_LIMIT; files++) {
		ret = client_open(&c);
		n += ret ? 0 : 1 + fill(c.fd, ids, max, &ret);
	}
	__atomic_add_fetch(&tally->contexts, n, __ATOMIC_SEQ_CST);
	__atomic_add_fetch(&tally->full, 1, __ATOMIC_SEQ_CST);
	while (!tally->over)
		usleep(5000);
	return ret != -ENOSPC;
}

/* Another user has a limit of its own. */
static bool another_user_may(const char *node)
{
	struct stat mode = { 0 };
	struct client c;
	int status = 1;
	uint32_t id;
	pid_t child;

	if (stat(node, &mode) || chmod(node, 0666))
		return false;
	child = fork();
	if (!child)
		_exit(setuid(65534) || client_open(&c) || ctx_create(c.fd, 0, 0, &id));
	if (child < 0 || waitpid(child, &status, 0) != child)
		status = 1;
	return !chmod(node, mode.st_mode & 0777) && !status;
}

TEST_F_TIMEOUT(ctx, limit_of_a_user, 400)
{
	struct tally *tally = mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child[PROCESSES];
	int i, status, ret = 0;
	uint32_t id;

	ASSERT_NE(MAP_FAILED, tally);
	for (i = 0; i < PROCESSES; i++) {
		child[i] = fork();
		ASSERT_LE(0, child[i]);
		if (child[i])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		_exit(hoard(tally, self->limits.max_contexts));
	}
	for (i = 0; i < 60000 && tally->full < PROCESSES; i++)
		usleep(5000);
	EXPECT_EQ(PROCESSES, tally->full);
	/* with the fixture's contexts */
	EXPECT_GE(USER_LIMIT, tally->contexts);
	EXPECT_LE(USER_LIMIT - 8, tally->contexts);
	/* A context of an earlier test that had a job to finish may give its place back only now. */
	for (i = 0; i < 8 && !ret; i++)
		ret = ctx_create(self->c.fd, 0, 0, &id);
	EXPECT_EQ(-ENOSPC, ret);
	EXPECT_TRUE(another_user_may(self->c.node));
	tally->over = true;
	for (i = 0; i < PROCESSES; i++) {
		EXPECT_EQ(child[i], waitpid(child[i], &status, 0));
		EXPECT_EQ(0, status);
	}
	EXPECT_EQ(0, ctx_create(self->c.fd, 0, 0, &id));
	munmap(tally, sizeof(*tally));
}

/* As hoard(), in a user namespace of the user, as one of its subordinate ids. */
static int hoard_inside(struct tally *tally, uint32_t max)
{
	if (setresuid(1000, 1000, 1000) || unshare(CLONE_NEWUSER))
		return 1;
	__atomic_add_fetch(&tally->spaces, 1, __ATOMIC_SEQ_CST);
	while (!tally->mapped)
		usleep(5000);
	return setresuid(1, 1, 1) ? 1 : hoard(tally, max);
}

/* Each child has another subordinate id. */
static bool map_ids(const pid_t *child)
{
	char path[64], text[64];
	bool good = true;
	int i, fd, n;

	for (i = 0; i < PROCESSES; i++) {
		snprintf(path, sizeof(path), "/proc/%d/uid_map", child[i]);
		n = snprintf(text, sizeof(text), "0 1000 1\n1 %d 1\n", 100000 + i);
		fd = open(path, O_WRONLY);
		good &= fd >= 0 && write(fd, text, n) == n;
		close(fd);
	}
	return good;
}

/* Subordinate ids are no other users. */
TEST_F_TIMEOUT(ctx, limit_of_a_user_in_namespaces, 400)
{
	struct tally *tally = mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct stat mode = { 0 };
	pid_t child[PROCESSES];
	int i, status;

	if (access("/proc/self/ns/user", F_OK))
		SKIP(return, "this kernel has no user namespaces");
	ASSERT_NE(MAP_FAILED, tally);
	ASSERT_EQ(0, stat(self->c.node, &mode));
	ASSERT_EQ(0, chmod(self->c.node, 0666));
	for (i = 0; i < PROCESSES; i++) {
		child[i] = fork();
		ASSERT_LE(0, child[i]);
		if (child[i])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		_exit(hoard_inside(tally, self->limits.max_contexts));
	}
	for (i = 0; i < 60000 && tally->spaces < PROCESSES; i++)
		usleep(5000);
	EXPECT_TRUE(map_ids(child));
	tally->mapped = true;
	for (i = 0; i < 60000 && tally->full < PROCESSES; i++)
		usleep(5000);
	EXPECT_EQ(PROCESSES, tally->full);
	EXPECT_EQ(USER_LIMIT, tally->contexts);
	tally->over = true;
	for (i = 0; i < PROCESSES; i++) {
		EXPECT_EQ(child[i], waitpid(child[i], &status, 0));
		EXPECT_EQ(0, status);
	}
	EXPECT_EQ(0, chmod(self->c.node, mode.st_mode & 0777));
	munmap(tally, sizeof(*tally));
}

/* A destroyed context counts until its last job completes. */
TEST_F(ctx, limit_counts_pending_work)
{
	uint32_t max = self->limits.max_contexts, n, id, busy;
	uint32_t *ids = calloc(max + 1, sizeof(*ids));
	int64_t end = in_time();
	uint64_t seqno;
	int ret = 0;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_NE(NULL, ids);
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &busy));
	n = fill(self->c.fd, ids, max, &ret);
	ASSERT_EQ(max - 1, n);
	ASSERT_EQ(0, submit_late(self, self->c.fd, busy, self->bo, &seqno));
	ASSERT_EQ(0, ctx_destroy(self->c.fd, busy));
	EXPECT_EQ(-ENOSPC, ctx_create(self->c.fd, 0, 0, &id));
	EXPECT_EQ(0, late_signal(&self->late));
	do {
		usleep(1000);
		ret = ctx_create(self->c.fd, 0, 0, &id);
	} while (ret == -ENOSPC && (int64_t)now_ns() < end);
	EXPECT_EQ(0, ret);
	free(ids);
}

TEST_F(ctx, belongs_to_its_file)
{
	struct drm_rcp_fence_query query;
	struct drm_rcp_ctx_state state;
	struct client other;
	uint64_t seqno;
	uint32_t ctx, theirs;
	int fd;

	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	ASSERT_EQ(0, submit(&self->s, self->c.fd, ctx, 0, self->bo, 0, 1, &seqno));
	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(other.fd, 4096, 4096, GTT, 0, &theirs));
	EXPECT_EQ(-ENOENT, ctx_state(other.fd, ctx, &state));
	EXPECT_EQ(-ENOENT, fence_query(other.fd, ctx, 0, &query));
	EXPECT_EQ(-ENOENT, fence_wait(other.fd, ctx, 1, 0, NULL));
	EXPECT_EQ(-ENOENT, fence_sync_file(other.fd, ctx, 1, &fd));
	EXPECT_EQ(-ENOENT, submit(&self->s, other.fd, ctx, 0, theirs, 0, 1, &seqno));
	EXPECT_EQ(-ENOENT, ctx_destroy(other.fd, ctx));
	/* context 0 differs between files */
	ASSERT_EQ(0, submit(&self->s, self->c.fd, 0, 0, self->bo, 0, 1, &seqno));
	EXPECT_EQ(1, seqno);
	ASSERT_EQ(0, fence_query(other.fd, 0, 0, &query));
	EXPECT_EQ(0, query.submitted);
	client_close(&other);
	EXPECT_EQ(0, ctx_destroy(self->c.fd, ctx));
}

/* Passes @fd to a child by a socket: the result of ctx_destroy() there. */
static int destroy_elsewhere(int fd, uint32_t ctx)
{
	char control[CMSG_SPACE(sizeof(int))] = { 0 }, byte = 0;
	struct iovec data = { .iov_base = &byte, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &data, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control),
	};
	int pair[2], status, got = -1;
	struct cmsghdr *c;
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return -errno;
	child = fork();
	if (child < 0)
		return -errno;
	if (!child) {
		/* not the inherited descriptor */
		close(fd);
		if (recvmsg(pair[1], &message, 0) != 1)
			_exit(255);
		c = CMSG_FIRSTHDR(&message);
		if (!c || c->cmsg_type != SCM_RIGHTS)
			_exit(254);
		memcpy(&got, CMSG_DATA(c), sizeof(got));
		_exit(-ctx_destroy(got, ctx));
	}
	c = CMSG_FIRSTHDR(&message);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(fd));
	if (sendmsg(pair[0], &message, 0) != 1)
		kill(child, SIGKILL);
	close(pair[0]);
	close(pair[1]);
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return -ECHILD;
	return -WEXITSTATUS(status);
}

TEST_F(ctx, shared_with_the_file_description)
{
	struct drm_rcp_ctx_state state;
	uint32_t ctx, more;
	uint64_t seqno;
	int again;

	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	again = dup(self->c.fd);
	ASSERT_LE(0, again);
	EXPECT_EQ(0, ctx_state(again, ctx, &state));
	ASSERT_EQ(0, submit(&self->s, again, ctx, 0, self->bo, 0, 1, &seqno));
	EXPECT_EQ(1, seqno);
	EXPECT_EQ(0, ctx_create(again, 0, 0, &more));
	close(again);
	EXPECT_EQ(0, ctx_state(self->c.fd, more, &state));
	EXPECT_EQ(0, fence_wait(self->c.fd, ctx, 1, in_time(), NULL));
	EXPECT_EQ(0, destroy_elsewhere(self->c.fd, more));
	EXPECT_EQ(-ENOENT, destroy_elsewhere(self->c.fd, more));
	EXPECT_EQ(-ENOENT, ctx_state(self->c.fd, more, &state));
	EXPECT_EQ(0, ctx_destroy(self->c.fd, ctx));
}

struct waiter {
	struct other o;
	uint32_t ctx, error;
	uint64_t seqno;
};

static int wait_for_ever(struct other *o)
{
	struct waiter *w = (struct waiter *)o;

	return fence_wait(o->fd, w->ctx, w->seqno, INT64_MAX, &w->error);
}

/* A job that is pending when its context is destroyed still runs and signals its fence. */
TEST_F(ctx, destroy_does_not_wait)
{
	struct waiter w = { .o = { .fd = self->c.fd, .act = wait_for_ever } };
	struct drm_rcp_fence_query query;
	int sync_file;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &w.ctx));
	ASSERT_EQ(0, submit_late(self, self->c.fd, w.ctx, self->bo, &w.seqno));
	ASSERT_EQ(0, fence_sync_file(self->c.fd, w.ctx, w.seqno, &sync_file));
	ASSERT_EQ(0, other_begin(&w.o));
	ASSERT_EQ(0, ctx_destroy(self->c.fd, w.ctx));
	EXPECT_EQ(0, sync_file_status(self->late.sync_file));
	EXPECT_EQ(0, sync_file_status(sync_file));
	EXPECT_FALSE(w.o.done);
	EXPECT_EQ(-ENOENT, fence_query(self->c.fd, w.ctx, 0, &query));
	EXPECT_EQ(-ENOENT, fence_wait(self->c.fd, w.ctx, w.seqno, 0, NULL));
	EXPECT_EQ(0, self->map[0]);
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, other_join(&w.o));
	EXPECT_EQ(0, w.error);
	EXPECT_EQ(0, sync_file_poll(sync_file, 60000));
	EXPECT_EQ(1, sync_file_status(sync_file));
	EXPECT_EQ(0x1a7e, self->map[0]);
	close(sync_file);
}

/*
 * Close returns while a job still waits for another driver.  The job then runs if it
 * becomes ready in time, or is cancelled with ESRCH; its fence does not signal before the
 * other driver's.
 */
TEST_F(ctx, close_does_not_wait)
{
	int dmabuf, sync_file, status;
	struct client other;
	uint32_t theirs, ctx;
	uint64_t seqno;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_export(self->c.fd, self->bo, &dmabuf));
	ASSERT_EQ(0, gem_import(other.fd, dmabuf, &theirs));
	ASSERT_EQ(0, ctx_create(other.fd, 0, 0, &ctx));
	ASSERT_EQ(0, submit_late(self, other.fd, ctx, theirs, &seqno));
	ASSERT_EQ(0, fence_sync_file(other.fd, ctx, seqno, &sync_file));
	client_close(&other);
	EXPECT_EQ(0, sync_file_status(self->late.sync_file));
	EXPECT_EQ(0, sync_file_status(sync_file));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, sync_file_poll(sync_file, 60000));
	status = sync_file_status(sync_file);
	EXPECT_TRUE(status == 1 || status == -ESRCH)
		TH_LOG("status %d", status);
	EXPECT_EQ(status == 1 ? 0x1a7e : 0, self->map[0]);
	/* the buffer is idle again in either case */
	EXPECT_EQ(0, bo_wait(self->c.fd, self->bo, 0, in_time()));
	close(sync_file);
	close(dmabuf);
}

/* The same after one second, which is the time that jobs of a closed file have. */
TEST_F(ctx, closed_work_ends)
{
	struct client other;
	uint32_t theirs;
	uint64_t seqno;
	int sync_file;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(other.fd, 4096, 4096, GTT, 0, &theirs));
	ASSERT_EQ(0, submit_late(self, other.fd, 0, theirs, &seqno));
	ASSERT_EQ(0, fence_sync_file(other.fd, 0, seqno, &sync_file));
	client_close(&other);
	let_work_run(3000);
	/* the job does not end before the fence that it waits for */
	EXPECT_EQ(0, sync_file_status(sync_file));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, sync_file_poll(sync_file, 60000));
	EXPECT_EQ(-ESRCH, sync_file_status(sync_file));
	close(sync_file);
	EXPECT_EQ(0, client_works());
}

/* A killed process leaves nothing behind, whatever its contexts had queued. */
TEST_F(ctx, killed_with_work_queued)
{
	uint32_t ctx, i, theirs, in;
	struct client other;
	uint64_t seqno;
	int ready[2], status;
	pid_t child;
	char byte;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, pipe(ready));
	ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		if (client_open(&other) || gem_create(other.fd, 4096, 4096, GTT, 0, &theirs) ||
		    late_syncobj(&self->late, other.fd, &in))
			_exit(1);
		for (i = 0; i < 8; i++)
			if (ctx_create(other.fd, 0, 0, &ctx) ||
			    submit(&self->s, other.fd, ctx, in, theirs, i * 8, 1, &seqno))
				_exit(2);
		if (write(ready[1], "", 1) == 1)
			pause();
		_exit(3);
	}
	close(ready[1]);
	ASSERT_EQ(1, read(ready[0], &byte, 1));
	kill(child, SIGKILL);
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status));
	EXPECT_EQ(0, sync_file_status(self->late.sync_file));
	EXPECT_EQ(0, late_signal(&self->late));
	close(ready[0]);
	EXPECT_EQ(0, client_works());
}

TEST_HARNESS_MAIN
