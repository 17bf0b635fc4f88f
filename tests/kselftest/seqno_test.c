// SPDX-License-Identifier: GPL-2.0
/*
 * Seqnos of submissions: their order, FENCE_QUERY, FENCE_WAIT and FENCE_EXPORT.  A
 * submission that must stay pending waits for a fence of another driver, which the test
 * signals.
 */
#include "client.h"
#include "hold.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(seqno) {
	struct client c;
	struct stream s;
	struct late late;
	uint32_t ctx, bo;
	volatile uint32_t *map;
	int kmsg;
};

FIXTURE_SETUP(seqno)
{
	self->late.driver = -1;
	late_available();
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!(self->c.driver.features & RCP_FEATURE_FENCES))
		SKIP(_exit(HARNESS_SKIP), "no fences");
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &self->ctx));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	self->map = gem_map(self->c.fd, self->bo, 4096);
	ASSERT_NE(NULL, self->map);
	stream_init(&self->s);
}

FIXTURE_TEARDOWN(seqno)
{
	late_end(&self->late);
	munmap((void *)self->map, 4096);
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Writes @value to the page, after @in if that is not 0. */
static int submit(FIXTURE_DATA(seqno) *self, uint32_t ctx, uint32_t in, uint32_t value,
		  uint64_t *seqno)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx, .seqno = 0x5555 };
	struct drm_rcp_sync sync = { .handle = in };
	struct client_cs cs = {
		.context = &context, .syncs = in ? &sync : NULL, .nsyncs = in ? 1 : 0,
	};
	int ret;

	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, value);
	ret = stream_submit_cs(&self->s, self->c.fd, &cs);
	*seqno = context.seqno;
	return ret;
}

/* The same, pending until late_signal() */
static int submit_late(FIXTURE_DATA(seqno) *self, uint32_t value, uint64_t *seqno)
{
	uint32_t in;
	int ret = late_begin(&self->late, self->c.fd);

	if (!ret)
		ret = late_syncobj(&self->late, self->c.fd, &in);
	return ret ? ret : submit(self, self->ctx, in, value, seqno);
}

/* ---- numbers ---- */

TEST_F(seqno, from_one_in_order)
{
	struct drm_rcp_fence_query q;
	uint64_t seqno, i;
	uint32_t other;

	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &other));
	ASSERT_EQ(0, fence_query(self->c.fd, self->ctx, 0, &q));
	EXPECT_EQ(self->ctx, q.ctx_id);
	EXPECT_EQ(0, q.submitted);
	EXPECT_EQ(0, q.completed);
	EXPECT_EQ(0, q.error);
	EXPECT_EQ(0, q.pad);
	for (i = 1; i <= 100; i++) {
		ASSERT_EQ(0, submit(self, self->ctx, 0, i, &seqno));
		ASSERT_EQ(i, seqno);
		if (i % 10 == 0) {
			ASSERT_EQ(0, submit(self, other, 0, i, &seqno));
			ASSERT_EQ(i / 10, seqno);
		}
	}
	/* context 0 has its own seqnos, and a CS without the chunk belongs to it */
	ASSERT_EQ(0, submit(self, 0, 0, 7, &seqno));
	EXPECT_EQ(1, seqno);
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, GTT, 0, 8));
	ASSERT_EQ(0, fence_query(self->c.fd, 0, 0, &q));
	EXPECT_EQ(2, q.submitted);
	EXPECT_EQ(0, fence_wait(self->c.fd, 0, 2, in_time(), NULL));
	EXPECT_EQ(0, fence_wait(self->c.fd, self->ctx, 100, in_time(), NULL));
	ASSERT_EQ(0, fence_query(self->c.fd, self->ctx, 100, &q));
	EXPECT_EQ(100, q.submitted);
	EXPECT_EQ(100, q.completed);
	EXPECT_EQ(0, q.error);
	EXPECT_EQ(8, self->map[0]);
}

#define THREADS	8
#define EACH	60

struct submitter {
	pthread_t thread;
	int fd, error;
	uint32_t ctx;
	uint64_t seqno[EACH];
};

static void *submit_many(void *arg)
{
	struct submitter *t = arg;
	struct stream *s = malloc(sizeof(*s));
	uint32_t i, bo;

	t->error = s ? gem_create(t->fd, 4096, 4096, GTT, 0, &bo) : -ENOMEM;
	for (i = 0; i < EACH && !t->error; i++) {
		struct drm_rcp_cs_context context = { .ctx_id = t->ctx };
		struct client_cs cs = { .context = &context };

		stream_init(s);
		stream_mem_write(s, bo, GTT, 8 * i, i);
		t->error = stream_submit_cs(s, t->fd, &cs);
		t->seqno[i] = context.seqno;
	}
	free(s);
	return NULL;
}

struct watcher {
	pthread_t thread;
	int fd, error;
	uint32_t ctx;
	bool wrong;
};

/* Until all jobs are complete: are the answers consistent, and do they only grow? */
static void *watch(void *arg)
{
	uint64_t submitted = 0, completed = 0;
	struct drm_rcp_fence_query q;
	int64_t end = in_time();
	struct watcher *w = arg;

	while (completed < THREADS * EACH && !w->error && (int64_t)now_ns() < end) {
		w->error = fence_query(w->fd, w->ctx, submitted, &q);
		w->wrong |= q.submitted < submitted || q.completed < completed ||
			    q.completed > q.submitted || q.error;
		submitted = q.submitted;
		completed = q.completed;
	}
	w->wrong |= completed != THREADS * EACH;
	return NULL;
}

TEST_F(seqno, eight_threads_at_once)
{
	struct watcher w = { .fd = self->c.fd, .ctx = self->ctx };
	static struct submitter t[THREADS];
	static bool seen[THREADS * EACH + 1];
	uint32_t i, k;

	ASSERT_EQ(0, pthread_create(&w.thread, NULL, watch, &w));
	for (i = 0; i < THREADS; i++) {
		t[i].fd = self->c.fd;
		t[i].ctx = self->ctx;
		ASSERT_EQ(0, pthread_create(&t[i].thread, NULL, submit_many, &t[i]));
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(t[i].thread, NULL);
		ASSERT_EQ(0, t[i].error);
		for (k = 0; k < EACH; k++) {
			ASSERT_LT(k ? t[i].seqno[k - 1] : 0, t[i].seqno[k]);
			ASSERT_GE(THREADS * EACH, t[i].seqno[k]);
			ASSERT_FALSE(seen[t[i].seqno[k]]);
			seen[t[i].seqno[k]] = true;
		}
	}
	EXPECT_EQ(0, fence_wait(self->c.fd, self->ctx, THREADS * EACH, in_time(), NULL));
	pthread_join(w.thread, NULL);
	EXPECT_EQ(0, w.error);
	EXPECT_FALSE(w.wrong);
}

/* A submission that fails takes no seqno, and returns 0. */
TEST_F(seqno, failures_take_none)
{
	struct drm_rcp_cs_context context = { .ctx_id = self->ctx };
	struct client_cs cs = { .context = &context };
	struct drm_rcp_verdict verdict;
	struct drm_rcp_sync sync = { .handle = 0xffffffff };
	uint64_t seqno;

	ASSERT_EQ(0, submit(self, self->ctx, 0, 1, &seqno));
	ASSERT_EQ(1, seqno);

	/* refused by the checker */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 1 << 20, 1);
	context.seqno = 0x5555;
	EXPECT_EQ(-EINVAL, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_EQ(0, context.seqno);

	/* an unknown buffer */
	stream_init(&self->s);
	stream_mem_write(&self->s, 0xffff, GTT, 0, 1);
	context.seqno = 0x5555;
	EXPECT_EQ(-ENOENT, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_EQ(0, context.seqno);

	/* an unknown syncobj */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	cs.syncs = &sync;
	cs.nsyncs = 1;
	context.seqno = 0x5555;
	EXPECT_EQ(-ENOENT, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_EQ(0, context.seqno);
	cs.syncs = NULL;

	/* an unknown flag of the chunk */
	context.flags = 1u << 1;
	EXPECT_EQ(-EINVAL, stream_submit_cs(&self->s, self->c.fd, &cs));
	context.flags = 0;

	/* validated only, hence not run */
	cs.verdict = &verdict;
	cs.verdict_flags = RCP_VERDICT_VALIDATE_ONLY;
	context.seqno = 0x5555;
	EXPECT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_EQ(0, context.seqno);

	ASSERT_EQ(0, submit(self, self->ctx, 0, 1, &seqno));
	EXPECT_EQ(2, seqno);
}

/* If the seqno cannot be written, the submission has no effect. */
TEST_F(seqno, number_cannot_be_stored)
{
	struct drm_rcp_cs_context *context = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
						  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct client_cs cs = { .context = context };
	uint64_t seqno;

	ASSERT_NE(MAP_FAILED, context);
	context->ctx_id = self->ctx;
	ASSERT_EQ(0, mprotect(context, 4096, PROT_READ));
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	EXPECT_EQ(-EFAULT, stream_submit_cs(&self->s, self->c.fd, &cs));
	ASSERT_EQ(0, fence_progress(self->c.fd, self->ctx, &seqno, NULL));
	EXPECT_EQ(0, seqno);
	EXPECT_EQ(0, gem_busy(self->c.fd, self->bo, NULL));
	EXPECT_EQ(0, self->map[0]);
	munmap(context, 4096);
}

TEST_F(seqno, not_submitted)
{
	struct drm_rcp_fence_query q;
	uint64_t seqno, n;
	uint32_t syncobj;
	int fd;

	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &syncobj));
	for (n = 0; n < 3; n++) {
		uint64_t beyond[] = { n + 1, n + 2, 1ull << 32, INT64_MAX, UINT64_MAX };
		uint32_t i;

		for (i = 0; i < ARRAY_SIZE(beyond); i++) {
			EXPECT_EQ(-EINVAL, fence_query(self->c.fd, self->ctx, beyond[i], &q));
			EXPECT_EQ(-EINVAL, fence_wait(self->c.fd, self->ctx, beyond[i], 0, NULL));
			EXPECT_EQ(-EINVAL, fence_wait(self->c.fd, self->ctx, beyond[i],
						      INT64_MAX, NULL));
			EXPECT_EQ(-EINVAL, fence_sync_file(self->c.fd, self->ctx, beyond[i], &fd));
			EXPECT_EQ(-EINVAL, fence_to_syncobj(self->c.fd, self->ctx, beyond[i],
							    syncobj, 0));
		}
		/* seqno 0 is complete from the beginning */
		EXPECT_EQ(0, fence_query(self->c.fd, self->ctx, 0, &q));
		EXPECT_EQ(0, fence_wait(self->c.fd, self->ctx, 0, 0, NULL));
		ASSERT_EQ(0, submit(self, self->ctx, 0, n, &seqno));
		EXPECT_EQ(0, fence_query(self->c.fd, self->ctx, n + 1, &q));
	}
	EXPECT_FALSE(syncobj_has_fence(self->c.fd, syncobj, 0));
}

/* ---- waits ---- */

TEST_F(seqno, polls_and_deadlines)
{
	int64_t moments[] = { 0, -1, INT64_MIN, 1, 1000, now_ns() - 1 };
	struct drm_rcp_fence_query q;
	uint32_t error = 1, i;
	uint64_t seqno;
	int64_t until;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, submit_late(self, 0xabc, &seqno));
	for (i = 0; i < ARRAY_SIZE(moments); i++) {
		EXPECT_EQ(-ETIME, fence_wait(self->c.fd, self->ctx, seqno, moments[i], NULL));
		EXPECT_EQ(-ETIME, bo_wait(self->c.fd, self->bo, 0, moments[i]));
		EXPECT_EQ(0, fence_wait(self->c.fd, self->ctx, 0, moments[i], &error));
		EXPECT_EQ(0, error);
	}
	until = in_ms(30);
	EXPECT_EQ(-ETIME, fence_wait(self->c.fd, self->ctx, seqno, until, NULL));
	EXPECT_LE(until, (int64_t)now_ns());
	ASSERT_EQ(0, fence_query(self->c.fd, self->ctx, seqno, &q));
	EXPECT_EQ(seqno, q.submitted);
	EXPECT_EQ(seqno - 1, q.completed);
	EXPECT_EQ(0, q.error);

	EXPECT_EQ(0, late_signal(&self->late));
	error = 1;
	EXPECT_EQ(0, fence_wait(self->c.fd, self->ctx, seqno, INT64_MAX, &error));
	EXPECT_EQ(0, error);
	EXPECT_EQ(0xabc, self->map[0]);
	for (i = 0; i < ARRAY_SIZE(moments); i++)
		EXPECT_EQ(0, fence_wait(self->c.fd, self->ctx, seqno, moments[i], NULL));
	ASSERT_EQ(0, fence_query(self->c.fd, self->ctx, seqno, &q));
	EXPECT_EQ(seqno, q.completed);
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

/* Several threads wait for one seqno, some for an earlier one. */
TEST_F(seqno, sleeping_waits_end)
{
	struct waiter w[4];
	uint64_t seqno;
	uint32_t i;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, submit_late(self, 1, &seqno));
	ASSERT_EQ(0, submit(self, self->ctx, 0, 2, &seqno));
	for (i = 0; i < ARRAY_SIZE(w); i++) {
		w[i] = (struct waiter) {
			.o = { .fd = self->c.fd, .act = wait_for_ever },
			.ctx = self->ctx,
			.seqno = seqno - i % 2,
			.error = 1,
		};
		ASSERT_EQ(0, other_begin(&w[i].o));
	}
	EXPECT_EQ(0, late_signal(&self->late));
	for (i = 0; i < ARRAY_SIZE(w); i++) {
		EXPECT_EQ(0, other_join(&w[i].o));
		EXPECT_EQ(0, w[i].error);
	}
	EXPECT_EQ(2, self->map[0]);
}

static volatile unsigned int alarms;

static void on_alarm(int number)
{
	(void)number;
	alarms++;
}

/*
 * Waits for @seqno until @until, and repeats the call while signals interrupt it.  Counts
 * the interruptions; -EBADMSG if one of them changed the argument.
 */
static int wait_in_a_storm(int fd, uint32_t ctx, uint64_t seqno, int64_t until, int *interrupted)
{
	struct drm_rcp_fence_wait wait = { .ctx_id = ctx, .seqno = seqno, .timeout_ns = until };
	const struct drm_rcp_fence_wait before = wait;
	int ret;

	for (*interrupted = 0; ; ++*interrupted) {
		ret = ioctl(fd, DRM_IOCTL_RCP_FENCE_WAIT, &wait) ? -errno : 0;
		if (ret != -EINTR)
			return ret;
		if (memcmp(&before, &wait, sizeof(wait)))
			return -EBADMSG;
	}
}

static int storm(bool begin, int flags)
{
	struct itimerval timer = { .it_value = { .tv_usec = begin ? 1000 : 0 },
				   .it_interval = { .tv_usec = begin ? 1000 : 0 } };
	struct sigaction action = { .sa_handler = on_alarm, .sa_flags = flags };

	if (begin && sigaction(SIGALRM, &action, NULL))
		return -errno;
	return setitimer(ITIMER_REAL, &timer, NULL) ? -errno : 0;
}

/* A wait of 200 ms ends after that time, however many signals come. */
TEST_F(seqno, signal_storm)
{
	static const int flags[] = { 0, SA_RESTART };
	uint64_t seqno;
	int64_t until;
	int n, ret;
	uint32_t i;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, submit_late(self, 1, &seqno));
	for (i = 0; i < ARRAY_SIZE(flags); i++) {
		alarms = 0;
		ASSERT_EQ(0, storm(true, flags[i]));
		until = in_ms(200);
		ret = wait_in_a_storm(self->c.fd, self->ctx, seqno, until, &n);
		EXPECT_LE(until, (int64_t)now_ns());
		ASSERT_EQ(0, storm(false, 0));
		EXPECT_EQ(-ETIME, ret);
		EXPECT_LT(0, alarms);
		EXPECT_EQ(!(flags[i] & SA_RESTART), n > 0);
	}
	EXPECT_EQ(0, late_signal(&self->late));
}

static int signal_after_alarms(struct other *o)
{
	while (alarms < 20)
		usleep(1000);
	return late_signal((struct late *)o->touch);
}

/* A storm of signals does not delay the end of a wait whose job completes. */
TEST_F(seqno, signal_storm_until_it_is_complete)
{
	struct other o = { .act = signal_after_alarms, .touch = (void *)&self->late };
	uint64_t seqno;
	int n;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, submit_late(self, 0x77, &seqno));
	alarms = 0;
	ASSERT_EQ(0, storm(true, 0));
	ASSERT_EQ(0, other_start(&o));
	EXPECT_EQ(0, wait_in_a_storm(self->c.fd, self->ctx, seqno, in_time(), &n));
	ASSERT_EQ(0, storm(false, 0));
	EXPECT_EQ(0x77, self->map[0]);
	EXPECT_EQ(0, other_join(&o));
}

/* ---- exports ---- */

TEST_F(seqno, export_a_sync_file)
{
	char name[32];
	uint64_t seqno;
	int fd, done, zero;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, submit_late(self, 0x99, &seqno));
	ASSERT_EQ(0, fence_sync_file(self->c.fd, self->ctx, seqno, &fd));
	ASSERT_EQ(0, fence_sync_file(self->c.fd, self->ctx, 0, &zero));
	EXPECT_EQ(FD_CLOEXEC, fcntl(fd, F_GETFD));
	EXPECT_EQ(-ETIME, sync_file_poll(fd, 0));
	EXPECT_EQ(0, sync_file_status(fd));
	EXPECT_EQ(0, sync_file_driver(fd, name));
	EXPECT_NE(0, name[0]);
	EXPECT_EQ(0, sync_file_poll(zero, 0));
	EXPECT_EQ(1, sync_file_status(zero));

	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, sync_file_poll(fd, 60000));
	EXPECT_EQ(1, sync_file_status(fd));
	EXPECT_EQ(0x99, self->map[0]);
	/* FENCE_WAIT and a new sync_file agree with poll() */
	EXPECT_EQ(0, fence_wait(self->c.fd, self->ctx, seqno, 0, NULL));
	ASSERT_EQ(0, fence_sync_file(self->c.fd, self->ctx, seqno, &done));
	EXPECT_EQ(1, sync_file_status(done));
	close(fd);
	close(done);
	close(zero);
}

/* The fence survives its context, its file and its buffers. */
TEST_F(seqno, sync_file_outlives_its_file)
{
	struct client other;
	uint32_t handle;
	uint64_t seqno;
	int fd;

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(other.fd, 4096, 4096, GTT, 0, &handle));
	stream_mem_write(&self->s, handle, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, other.fd, NULL));
	ASSERT_EQ(0, fence_progress(other.fd, 0, &seqno, NULL));
	ASSERT_EQ(1, seqno);
	ASSERT_EQ(0, fence_sync_file(other.fd, 0, 1, &fd));
	client_close(&other);
	EXPECT_EQ(0, sync_file_poll(fd, 60000));
	EXPECT_NE(0, sync_file_status(fd));
	close(fd);
}

TEST_F(seqno, export_to_syncobjs)
{
	uint32_t binary, timeline, replaced;
	uint64_t seqno, point = 99;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &binary));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &timeline));
	ASSERT_EQ(0, syncobj_create(self->c.fd, DRM_SYNCOBJ_CREATE_SIGNALED, &replaced));
	ASSERT_EQ(0, submit_late(self, 3, &seqno));
	ASSERT_EQ(0, fence_to_syncobj(self->c.fd, self->ctx, 0, timeline, 5));
	ASSERT_EQ(0, fence_to_syncobj(self->c.fd, self->ctx, seqno, timeline, 1ull << 40));
	ASSERT_EQ(0, fence_to_syncobj(self->c.fd, self->ctx, seqno, binary, 0));
	ASSERT_EQ(0, fence_to_syncobj(self->c.fd, self->ctx, seqno, replaced, 0));
	EXPECT_EQ(-ETIME, syncobj_wait(self->c.fd, binary, 0, in_ms(10)));
	EXPECT_EQ(-ETIME, syncobj_wait(self->c.fd, replaced, 0, 0));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, timeline, 5, 0));
	EXPECT_EQ(-ETIME, syncobj_wait(self->c.fd, timeline, 6, 0));
	EXPECT_EQ(-ETIME, syncobj_wait(self->c.fd, timeline, 1ull << 40, 0));
	EXPECT_EQ(0, syncobj_point(self->c.fd, timeline, &point));
	EXPECT_EQ(5, point);

	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, timeline, 1ull << 40, in_time()));
	EXPECT_EQ(3, self->map[0]);
	EXPECT_EQ(0, syncobj_wait(self->c.fd, binary, 0, in_time()));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, replaced, 0, in_time()));
	EXPECT_EQ(0, syncobj_point(self->c.fd, timeline, &point));
	EXPECT_EQ(1ull << 40, point);
	/* also of complete jobs */
	ASSERT_EQ(0, fence_to_syncobj(self->c.fd, self->ctx, seqno, timeline, (1ull << 40) + 1));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, timeline, (1ull << 40) + 1, in_time()));
	/* point 0 replaces the timeline by a binary fence */
	ASSERT_EQ(0, fence_to_syncobj(self->c.fd, self->ctx, seqno, timeline, 0));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, timeline, 0, in_time()));
}

/*
 * A client that waits by poll() or by a syncobj alone sees the job's write in VRAM,
 * although the driver has no ioctl in between.
 */
TEST_F(seqno, complete_means_visible)
{
	struct drm_rcp_cs_context context = { .ctx_id = self->ctx };
	struct drm_rcp_sync out = { .flags = RCP_SYNC_SIGNAL };
	struct client_cs cs = { .context = &context, .syncs = &out, .nsyncs = 1 };
	volatile uint32_t *map, *gate_map;
	uint32_t vram, gate, i;
	int fd;

	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &out.handle));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &vram));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &gate));
	map = gem_map(self->c.fd, vram, 65536);
	gate_map = gem_map(self->c.fd, gate, 4096);
	ASSERT_NE(NULL, map);
	ASSERT_NE(NULL, gate_map);
	gate_map[0] = gate_map[2] = 0;
	for (i = 0; i < 100; i++) {
		stream_init(&self->s);
		stream_mem_write(&self->s, gate, GTT, 8, i + 1);
		stream_wait_mem(&self->s, gate, GTT, 0, i + 1);
		stream_mem_write(&self->s, vram, VRAM, 4096, i + 1);
		ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
		/* the CPU reads the old value while the job runs, and may keep it */
		ASSERT_TRUE(COMES_TRUE(gate_map[2] == i + 1));
		ASSERT_EQ(i, map[1024]);
		gate_map[0] = i + 1;
		if (i & 1) {
			ASSERT_EQ(0, fence_sync_file(self->c.fd, self->ctx, context.seqno, &fd));
			ASSERT_EQ(0, sync_file_poll(fd, 60000));
			ASSERT_EQ(i + 1, map[1024]);
			close(fd);
		} else {
			ASSERT_EQ(0, syncobj_wait(self->c.fd, out.handle, 0, in_time()));
			ASSERT_EQ(i + 1, map[1024]);
		}
	}
	munmap((void *)map, 65536);
	munmap((void *)gate_map, 4096);
}

/* ---- bad arguments ---- */

/* Calls with @right, except for the changes to @arg that follow */
#define CALL(call, want, ...) do {					\
	typeof(right) arg = right;					\
									\
	__VA_ARGS__;							\
	EXPECT_EQ(want, client_ioctl(self->c.fd, call, &arg))		\
		TH_LOG("%s with %s", #call, #__VA_ARGS__);		\
} while (0)

TEST_F(seqno, bad_query)
{
	struct drm_rcp_fence_query right = { .ctx_id = self->ctx, .seqno = 1 };
	uint64_t seqno;
	uint32_t i;

	ASSERT_EQ(0, submit(self, self->ctx, 0, 1, &seqno));
	CALL(DRM_IOCTL_RCP_FENCE_QUERY, 0, (void)0);
	CALL(DRM_IOCTL_RCP_FENCE_QUERY, 0, arg.error = arg.submitted = arg.completed = ~0u);
	for (i = 0; i < 32; i++)
		CALL(DRM_IOCTL_RCP_FENCE_QUERY, -EINVAL, arg.flags = 1u << i);
	CALL(DRM_IOCTL_RCP_FENCE_QUERY, -EINVAL, arg.pad = 1);
	CALL(DRM_IOCTL_RCP_FENCE_QUERY, -EINVAL, arg.seqno = 2);
	CALL(DRM_IOCTL_RCP_FENCE_QUERY, -ENOENT, arg.ctx_id = self->ctx + 1);
	CALL(DRM_IOCTL_RCP_FENCE_QUERY, -ENOENT, arg.ctx_id = ~0u);
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RCP_FENCE_QUERY, (void *)8));
}

TEST_F(seqno, bad_wait)
{
	struct drm_rcp_fence_wait right = {
		.ctx_id = self->ctx, .seqno = 1, .timeout_ns = in_time(),
	};
	uint64_t seqno;
	uint32_t i;

	ASSERT_EQ(0, submit(self, self->ctx, 0, 1, &seqno));
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, 0, (void)0);
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, 0, arg.error = ~0u);
	for (i = 1; i < 32; i++)
		CALL(DRM_IOCTL_RCP_FENCE_WAIT, -EINVAL, arg.flags = 1u << i);
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, -EINVAL, arg.pad = 1);
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, -EINVAL, arg.deadline_ns = 1);
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, -EINVAL, arg.seqno = 2);
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, -ENOENT, arg.ctx_id = self->ctx + 1);
	/* a deadline is a hint, so any value is accepted */
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, 0, arg.flags = RCP_WAIT_DEADLINE);
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, 0, arg.flags = RCP_WAIT_DEADLINE,
	      arg.deadline_ns = 1);
	CALL(DRM_IOCTL_RCP_FENCE_WAIT, 0, arg.flags = RCP_WAIT_DEADLINE,
	      arg.deadline_ns = UINT64_MAX);
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RCP_FENCE_WAIT, (void *)8));
}

TEST_F(seqno, bad_export)
{
	struct drm_rcp_fence_export right = {
		.ctx_id = self->ctx, .seqno = 1, .flags = RCP_FENCE_EXPORT_SYNC_FILE, .fd = 12345,
	};
	uint32_t i, syncobj, both = RCP_FENCE_EXPORT_SYNC_FILE | RCP_FENCE_EXPORT_SYNCOBJ;
	struct rlimit files, none;
	uint64_t seqno;
	int fd;

	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &syncobj));
	ASSERT_EQ(0, submit(self, self->ctx, 0, 1, &seqno));
	for (i = 0; i < 32; i++)
		if (!(both & 1u << i))
			CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -EINVAL, arg.flags = 1u << i);
	for (i = 2; i < 32; i++)
		CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -EINVAL, arg.flags |= 1u << i);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -EINVAL, arg.flags = 0);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -EINVAL, arg.flags = both, arg.syncobj = syncobj);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -EINVAL, arg.syncobj = syncobj);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -EINVAL, arg.point = 1);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -EINVAL, arg.seqno = 2);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -ENOENT, arg.ctx_id = self->ctx + 1);
	right.flags = RCP_FENCE_EXPORT_SYNCOBJ;
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, 0, arg.syncobj = syncobj);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -ENOENT, arg.syncobj = 0);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -ENOENT, arg.syncobj = 0xfffffff);
	CALL(DRM_IOCTL_RCP_FENCE_EXPORT, -ENOENT, arg.syncobj = 0xfffffff, arg.point = 1);
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RCP_FENCE_EXPORT, (void *)8));

	/* no descriptor left */
	ASSERT_EQ(0, getrlimit(RLIMIT_NOFILE, &files));
	none = (struct rlimit) { .rlim_cur = 0, .rlim_max = files.rlim_max };
	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &none));
	EXPECT_EQ(-EMFILE, fence_sync_file(self->c.fd, self->ctx, 1, &fd));
	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &files));
	EXPECT_EQ(0, fence_sync_file(self->c.fd, self->ctx, 1, &fd));
	close(fd);
}

/* A wait with a deadline tells the driver of the fence, and a wait without does not. */
TEST_F(seqno, deadlines_reach_the_fence)
{
	struct drm_rcp_fence_wait fence = { .ctx_id = self->ctx };
	struct drm_rcp_bo_wait bo = { .handle = self->bo };
	uint64_t seqno;
	uint32_t in;
	int ret, i;

	if (!(self->c.driver.features & RCP_FEATURE_WAIT_DEADLINE))
		SKIP(return, "the kernel has no deadlines");
	if (late_begin(&self->late, self->c.fd))
		SKIP(return, "no fences of another driver");
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &in));
	ASSERT_EQ(0, submit(self, self->ctx, in, 1, &seqno));
	fence.seqno = seqno;
	for (i = 0; i < 4; i++) {
		ret = hold_begin("at=dma_fence_set_deadline ms=0");
		if (ret)
			SKIP(return, "no probe: %s", strerror(-ret));
		fence.flags = bo.flags = i & 1 ? RCP_WAIT_DEADLINE : 0;
		fence.deadline_ns = bo.deadline_ns = i & 1 ? now_ns() + 1000000 : 0;
		ret = i & 2 ? client_ioctl(self->c.fd, DRM_IOCTL_RCP_BO_WAIT, &bo) :
			      client_ioctl(self->c.fd, DRM_IOCTL_RCP_FENCE_WAIT, &fence);
		EXPECT_EQ(-ETIME, ret);
		EXPECT_EQ(i & 1, test_module_value("hold", "held") != 0);
		EXPECT_EQ(0, hold_end());
	}
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

TEST_HARNESS_MAIN
