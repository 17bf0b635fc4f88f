// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts after a hang: the error of each submission, in order; guilty and innocent
 * contexts; bans of contexts and of files; and the job timeout with and without other
 * jobs that wait.  The streams hang by polling memory that is never written.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"
#include "sync.h"

#include <sys/mman.h>
#include <sys/wait.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define NEVER	0x12345678
#define TIMEOUT	"/sys/module/rcp/parameters/job_timeout_ms"

FIXTURE(state) {
	struct client c, other;
	struct stream s;
	struct drm_rcp_query_limits limits;
	struct drm_rcp_ctx_state state;
	struct drm_rcp_verdict v;
	struct late late;
	uint32_t bo, theirs;
	volatile uint32_t *map, *their_map;
	uint32_t resets, losses;
	int kmsg;
};

static int open_clients(FIXTURE_DATA(state) *self)
{
	uint32_t size = sizeof(self->limits);
	int ret = client_open(&self->c);

	ret = ret ? ret : client_open(&self->other);
	ret = ret ? ret : client_query(self->c.fd, RCP_QUERY_LIMITS, &self->limits, &size);
	ret = ret ? ret : gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo);
	ret = ret ? ret : gem_create(self->other.fd, 4096, 4096, GTT, 0, &self->theirs);
	if (ret)
		return ret;
	self->map = gem_map(self->c.fd, self->bo, 4096);
	self->their_map = gem_map(self->other.fd, self->theirs, 4096);
	self->resets = client_resets(self->c.fd);
	self->losses = client_losses(self->c.fd);
	return self->map && self->their_map ? 0 : -ENOMEM;
}

static void close_clients(FIXTURE_DATA(state) *self)
{
	munmap((void *)self->map, 4096);
	munmap((void *)self->their_map, 4096);
	client_close(&self->c);
	client_close(&self->other);
}

/* The card is bound again with another job timeout. */
static int bind_with_timeout(FIXTURE_DATA(state) *self, const char *ms)
{
	int ret;

	close_clients(self);
	ret = card_bind_with_timeout(ms);
	return ret ? ret : open_clients(self);
}

FIXTURE_SETUP(state)
{
	self->late.driver = -1;
	late_available();
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!(self->c.driver.features & RCP_FEATURE_CONTEXTS))
		SKIP(_exit(HARNESS_SKIP), "no contexts");
	client_close(&self->c);
	ASSERT_EQ(0, open_clients(self));
}

FIXTURE_TEARDOWN(state)
{
	char text[512];

	late_end(&self->late);
	close_clients(self);
	/* a client caused it, so no alarm */
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

/* Submits the stream, after @in if that is not 0. */
static int submit(FIXTURE_DATA(state) *self, int fd, uint32_t ctx, uint32_t in, uint64_t *seqno)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx };
	struct drm_rcp_sync sync = { .handle = in };
	struct client_cs cs = {
		.context = &context, .verdict = &self->v,
		.syncs = in ? &sync : NULL, .nsyncs = in ? 1 : 0,
	};
	int ret;

	memset(&self->v, 0x55, sizeof(self->v));
	ret = stream_submit_cs(&self->s, fd, &cs);
	if (seqno)
		*seqno = context.seqno;
	return ret;
}

static int hang_after(FIXTURE_DATA(state) *self, uint32_t ctx, uint32_t in, uint64_t *seqno)
{
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->bo, GTT, 0, NEVER);
	return submit(self, self->c.fd, ctx, in, seqno);
}

static int hang(FIXTURE_DATA(state) *self, uint32_t ctx, uint64_t *seqno)
{
	return hang_after(self, ctx, 0, seqno);
}

/* Writes of the two clients to their own pages */
static int work(FIXTURE_DATA(state) *self, uint32_t ctx, uint32_t in, uint32_t value,
		uint64_t *seqno)
{
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 64, value);
	return submit(self, self->c.fd, ctx, in, seqno);
}

static int other_work(FIXTURE_DATA(state) *self, uint32_t value, uint64_t *seqno)
{
	stream_init(&self->s);
	stream_mem_write(&self->s, self->theirs, GTT, 64, value);
	return submit(self, self->other.fd, 0, 0, seqno);
}

/* The errno with which @seqno ended, or a negative errno of the wait */
static int ended(int fd, uint32_t ctx, uint64_t seqno)
{
	struct drm_rcp_fence_query q;
	uint32_t error;
	int ret = fence_wait(fd, ctx, seqno, in_time(), &error);

	ret = ret ? ret : fence_query(fd, ctx, seqno, &q);
	if (!ret && (q.error != error || q.completed < seqno))
		return -EPROTO;
	return ret ? ret : (int)error;
}

TEST_F(state, guilty_and_innocent)
{
	uint64_t bad, behind, mine, theirs, start, i;
	int hung, lost, well;
	uint32_t ctx, friend;

	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &friend));
	/* From then on this process is alone, and has two jobs in the ring. */
	usleep(1500000);
	start = now_ns();
	ASSERT_EQ(0, hang(self, ctx, &bad));
	/* another context of the same file */
	stream_init(&self->s);
	stream_dw(&self->s, PACKET2);
	ASSERT_EQ(0, submit(self, self->c.fd, friend, 0, &mine));
	ASSERT_EQ(0, work(self, ctx, 0, 0xbad, &behind));
	ASSERT_EQ(0, fence_sync_file(self->c.fd, ctx, bad, &hung));
	ASSERT_EQ(0, fence_sync_file(self->c.fd, ctx, behind, &lost));
	/* and another file */
	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, other_work(self, i + 1, &theirs));
	ASSERT_EQ(0, fence_sync_file(self->other.fd, 0, theirs, &well));
	if (card_timeout_is_near(start))
		SKIP(return, "the machine was as slow as the job timeout");

	/* the state is up to date before the first fence of the hang signals */
	EXPECT_EQ(0, sync_file_poll(hung, 60000));
	EXPECT_EQ(self->losses + 1, client_losses(self->c.fd));
	EXPECT_EQ(self->losses, client_losses(self->other.fd));
	ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
	EXPECT_EQ(RCP_CTX_STATUS_GUILTY, self->state.status);
	EXPECT_EQ(1, self->state.hangs);
	EXPECT_EQ(bad, self->state.hang_seqno);
	EXPECT_LE(1, self->state.lost);
	EXPECT_EQ(-ETIME, sync_file_status(hung));
	EXPECT_EQ(ETIME, ended(self->c.fd, ctx, bad));

	EXPECT_EQ(0, sync_file_poll(lost, 60000));
	ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
	EXPECT_EQ(2, self->state.lost);
	EXPECT_EQ(0, self->state.innocent);
	EXPECT_EQ(-ECANCELED, sync_file_status(lost));
	EXPECT_EQ(ECANCELED, ended(self->c.fd, ctx, behind));
	EXPECT_EQ(0, self->map[16]);

	EXPECT_EQ(0, ended(self->c.fd, friend, mine));
	ASSERT_EQ(0, ctx_state(self->c.fd, friend, &self->state));
	EXPECT_EQ(RCP_CTX_STATUS_INNOCENT, self->state.status);
	EXPECT_EQ(1, self->state.innocent);
	EXPECT_EQ(0, self->state.hangs);
	EXPECT_EQ(0, self->state.lost);
	EXPECT_EQ(0, self->state.hang_seqno);

	/* Resets are counted, not jobs, and only those that hit the ring while they were in it. */
	EXPECT_EQ(0, sync_file_poll(well, 60000));
	EXPECT_EQ(1, sync_file_status(well));
	for (i = 1; i <= theirs; i++)
		EXPECT_EQ(0, ended(self->other.fd, 0, i));
	ASSERT_EQ(0, ctx_state(self->other.fd, 0, &self->state));
	EXPECT_GE(1, self->state.innocent);
	EXPECT_EQ(self->state.innocent ? RCP_CTX_STATUS_INNOCENT : 0, self->state.status);
	EXPECT_EQ(0, self->state.lost);
	EXPECT_EQ(theirs, self->their_map[16]);

	/* a query resets no counter, and the context still works */
	ASSERT_EQ(0, work(self, ctx, 0, 0x900d, &bad));
	EXPECT_EQ(0, ended(self->c.fd, ctx, bad));
	EXPECT_EQ(0x900d, self->map[16]);
	EXPECT_EQ(0, bo_wait(self->c.fd, self->bo, 0, in_time()));
	ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
	EXPECT_EQ(RCP_CTX_STATUS_GUILTY, self->state.status);
	EXPECT_EQ(1, self->state.hangs);
	EXPECT_EQ(2, self->state.lost);
	/* no other context is guilty */
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &self->state));
	EXPECT_EQ(0, self->state.status);
	close(hung);
	close(lost);
	close(well);
}

/* Contexts without jobs during the hang do not see it. */
TEST_F(state, bystanders)
{
	uint64_t seqno;

	ASSERT_EQ(0, other_work(self, 1, &seqno));
	ASSERT_EQ(0, ended(self->other.fd, 0, seqno));
	ASSERT_EQ(0, hang(self, 0, &seqno));
	EXPECT_EQ(ETIME, ended(self->c.fd, 0, seqno));
	ASSERT_EQ(0, ctx_state(self->other.fd, 0, &self->state));
	EXPECT_EQ(0, self->state.status);
	EXPECT_EQ(0, self->state.innocent);
	EXPECT_EQ(self->resets + 1, client_resets(self->c.fd));
}

/*
 * Two jobs of a context are in the ring, a job of another client between them; a third
 * one still waits for another driver.  They complete in order, and FENCE_QUERY reports no
 * job as complete before its fence has signalled.
 */
TEST_F(state, completes_in_order)
{
	uint64_t seqno[3], theirs, completed = 0, start, now, i;
	int64_t end = in_time();
	uint32_t ctx, in;
	int fd[3];

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &in));
	start = now_ns();
	ASSERT_EQ(0, hang(self, ctx, &seqno[0]));
	ASSERT_EQ(0, other_work(self, 1, &theirs));
	ASSERT_EQ(0, work(self, ctx, 0, 2, &seqno[1]));
	ASSERT_EQ(0, work(self, ctx, in, 3, &seqno[2]));
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, fence_sync_file(self->c.fd, ctx, seqno[i], &fd[i]));
	if (card_timeout_is_near(start))
		SKIP(return, "the machine was as slow as the job timeout");
	do {
		ASSERT_EQ(0, fence_progress(self->c.fd, ctx, NULL, &now));
		ASSERT_LE(completed, now);
		completed = now;
		ASSERT_GE(2, completed);
		for (i = 0; i < completed; i++)
			ASSERT_NE(0, sync_file_status(fd[i]));
		for (i = 0; i < 2; i++)
			if (sync_file_status(fd[i + 1]))
				ASSERT_NE(0, sync_file_status(fd[i]));
	} while (completed < 2 && (int64_t)now_ns() < end);
	EXPECT_EQ(2, completed);
	EXPECT_EQ(-ETIME, sync_file_status(fd[0]));
	EXPECT_EQ(-ECANCELED, sync_file_status(fd[1]));
	/* the job will not run, but does not end before the fence that it waits for */
	EXPECT_EQ(0, sync_file_status(self->late.sync_file));
	EXPECT_EQ(-ETIME, fence_wait(self->c.fd, ctx, seqno[2], 0, NULL));
	EXPECT_EQ(0, sync_file_status(fd[2]));
	EXPECT_EQ(0, ended(self->other.fd, 0, theirs));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(ECANCELED, ended(self->c.fd, ctx, seqno[2]));
	EXPECT_EQ(0, self->map[16]);
	ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
	EXPECT_EQ(3, self->state.lost);
	EXPECT_EQ(1, self->state.hangs);
	for (i = 0; i < 3; i++)
		close(fd[i]);
}

/*
 * A job that becomes ready after a hang of its context is cancelled after the context's jobs
 * that are still in the ring.  The ring stays busy with the other client's job, because the
 * card takes long for a first stream.
 */
TEST_F(state, cancelled_behind_older_jobs)
{
	uint64_t seqno[3], theirs;
	volatile uint32_t *regs;
	uint32_t ctx, in, delay;
	char text[16] = "";
	int fd[3], i;

	if (!late_available() || card_map(&regs))
		SKIP(return, "neither vgem nor sw_sync, or no emulated card");
	/* longer than the card takes below */
	ASSERT_LT(0, read_text(TIMEOUT, text, sizeof(text)));
	ASSERT_EQ(0, bind_with_timeout(self, "2000"));
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &in));
	ASSERT_EQ(0, hang(self, ctx, &seqno[0]));
	ASSERT_EQ(0, other_work(self, 1, &theirs));
	ASSERT_EQ(0, work(self, ctx, 0, 2, &seqno[1]));
	ASSERT_EQ(0, work(self, ctx, in, 3, &seqno[2]));
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, fence_sync_file(self->c.fd, ctx, seqno[i], &fd[i]));
	delay = regs[MODEL_REG_DELAY_US / 4];
	ASSERT_EQ(0, model_write(MODEL_REG_DELAY_US, 400000));
	EXPECT_EQ(0, sync_file_poll(fd[0], 60000));
	EXPECT_EQ(0, model_write(MODEL_REG_DELAY_US, delay));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, sync_file_poll(fd[2], 60000));
	EXPECT_EQ(-ECANCELED, sync_file_status(fd[1]));
	EXPECT_EQ(-ECANCELED, sync_file_status(fd[2]));
	EXPECT_EQ(0, ended(self->other.fd, 0, theirs));
	for (i = 0; i < 3; i++)
		close(fd[i]);
	late_end(&self->late);
	EXPECT_EQ(0, bind_with_timeout(self, text));
}

/* A job does not inherit the error of a fence that it waited for. */
TEST_F(state, errors_are_not_passed_on)
{
	struct drm_rcp_sync out = { .flags = RCP_SYNC_SIGNAL }, in = { .flags = 0 };
	struct client_cs cs = { .syncs = &out, .nsyncs = 1 };
	int fd;

	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &out.handle));
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->bo, GTT, 0, NEVER);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	ASSERT_EQ(0, syncobj_export(self->c.fd, out.handle, &fd));
	ASSERT_EQ(0, syncobj_create(self->other.fd, 0, &in.handle));
	ASSERT_EQ(0, syncobj_import(self->other.fd, in.handle, fd));
	cs.syncs = &in;
	stream_init(&self->s);
	stream_mem_write(&self->s, self->theirs, GTT, 64, 5);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->other.fd, &cs));
	EXPECT_EQ(0, ended(self->other.fd, 0, 1));
	EXPECT_EQ(5, self->their_map[16]);
	EXPECT_EQ(-ETIME, sync_file_status(fd));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, out.handle, 0, in_time()));
	/* a wait for the buffer does not report it either */
	EXPECT_EQ(0, bo_wait(self->c.fd, self->bo, 0, in_time()));
	close(fd);
}

/* The errors of a banned context, or of a context of a banned process */
static void expect_banned(struct __test_metadata *_metadata, FIXTURE_DATA(state) *self,
			  uint32_t ctx)
{
	uint64_t seqno = 1;

	EXPECT_EQ(-ECANCELED, work(self, ctx, 0, 1, &seqno));
	EXPECT_EQ(0, seqno);
	EXPECT_EQ(ECANCELED, self->v.error);
	EXPECT_NE(NULL, strcasestr(self->v.text, "ban"))
		TH_LOG("verdict: %s", self->v.text);
}

/*
 * After as many hangs as the limits say, each with jobs after it, the context is banned;
 * its file and its other contexts are not.  The context stores as many failures as the
 * limits say, and reports that it dropped older ones.
 */
TEST_F_TIMEOUT(state, ban_and_memory_of_failures, 300)
{
	uint32_t round, i, ctx, in, fresh, many = self->limits.max_queued;
	uint64_t seqno = 0, total = 0, first, n;
	struct drm_rcp_fence_query q;

	if (!late_available() || !self->limits.ban_window_ms)
		SKIP(return, "no bans, or neither vgem nor sw_sync");
	ASSERT_LT(0, self->limits.ban_hangs);
	if (many > 64)
		many = 64;
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	for (round = 1; round <= self->limits.ban_hangs; round++) {
		/* the jobs after it are queued before the hang begins */
		ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
		ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &in));
		ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
		ASSERT_EQ(0, self->state.status & RCP_CTX_STATUS_BANNED);
		ASSERT_EQ(0, hang_after(self, ctx, in, &first));
		EXPECT_EQ(total + 1, first);
		for (i = 1; i < many; i++)
			ASSERT_EQ(0, work(self, ctx, 0, 1, &seqno));
		total += many;
		EXPECT_EQ(total, seqno);
		EXPECT_EQ(0, late_signal(&self->late));
		late_end(&self->late);
		EXPECT_EQ(ETIME, ended(self->c.fd, ctx, first));
		EXPECT_EQ(ECANCELED, ended(self->c.fd, ctx, seqno));
		ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
		EXPECT_EQ(round, self->state.hangs);
		EXPECT_EQ(total, self->state.lost);
		EXPECT_EQ(first, self->state.hang_seqno);
	}
	EXPECT_EQ(0, self->map[16]);
	EXPECT_EQ(RCP_CTX_STATUS_GUILTY | RCP_CTX_STATUS_BANNED, self->state.status);
	expect_banned(_metadata, self, ctx);
	/* queries still succeed */
	EXPECT_EQ(0, fence_wait(self->c.fd, ctx, total, 0, NULL));
	EXPECT_EQ(-EINVAL, fence_wait(self->c.fd, ctx, total + 1, 0, NULL));
	for (n = 1; n <= total; n++) {
		uint32_t want = (n - 1) % many ? ECANCELED : ETIME;

		if (total - n >= self->limits.error_history)
			want = ENODATA;
		ASSERT_EQ(0, fence_query(self->c.fd, ctx, n, &q));
		EXPECT_EQ(want, q.error)
			TH_LOG("%llu of %llu", (unsigned long long)n, (unsigned long long)total);
	}
	TH_LOG("%llu failed, %u remembered", (unsigned long long)total, self->limits.error_history);
	/* all other contexts still work */
	ASSERT_EQ(0, work(self, 0, 0, 7, &seqno));
	EXPECT_EQ(0, ended(self->c.fd, 0, seqno));
	EXPECT_EQ(7, self->map[16]);
	EXPECT_EQ(0, ctx_create(self->c.fd, 0, 0, &fresh));
	ASSERT_EQ(0, work(self, fresh, 0, 8, &seqno));
	EXPECT_EQ(0, ended(self->c.fd, fresh, seqno));
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &self->state));
	EXPECT_EQ(0, self->state.status & RCP_CTX_STATUS_BANNED);
	EXPECT_EQ(0, ctx_destroy(self->c.fd, ctx));
}

/* A context that asked for it is banned by its first hang, which also cancels its queue. */
TEST_F(state, ban_on_hang)
{
	uint64_t first, second, queued, start;
	uint32_t ctx, in;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, ctx_create(self->c.fd, RCP_CTX_CREATE_BAN_ON_HANG, 0, &ctx));
	ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &in));
	start = now_ns();
	ASSERT_EQ(0, hang(self, ctx, &first));
	ASSERT_EQ(0, work(self, ctx, 0, 1, &second));
	ASSERT_EQ(0, work(self, ctx, in, 1, &queued));
	if (card_timeout_is_near(start))
		SKIP(return, "the machine was as slow as the job timeout");
	EXPECT_EQ(ETIME, ended(self->c.fd, ctx, first));
	/* the ban is in effect before the fence signals */
	expect_banned(_metadata, self, ctx);
	ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
	EXPECT_EQ(RCP_CTX_STATUS_GUILTY | RCP_CTX_STATUS_BANNED, self->state.status);
	EXPECT_EQ(1, self->state.hangs);
	EXPECT_EQ(ECANCELED, ended(self->c.fd, ctx, second));
	EXPECT_EQ(-ETIME, fence_wait(self->c.fd, ctx, queued, 0, NULL));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(ECANCELED, ended(self->c.fd, ctx, queued));
	EXPECT_EQ(0, self->map[16]);
	ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
	EXPECT_EQ(3, self->state.lost);
}

/*
 * As many banned contexts as the limits say ban the process, also if one of them was
 * destroyed before it hung.  Queries still succeed.  A new file of the process is banned, and
 * another process is not, neither on a file of its own nor on this one.
 */
TEST_F_TIMEOUT(state, ban_of_the_process, 300)
{
	uint32_t ctx, spare, i, handle;
	struct client again;
	uint64_t seqno;
	int fd, status;
	pid_t child;

	if (!self->limits.ban_window_ms || !self->limits.ban_contexts)
		SKIP(return, "no bans");
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &spare));
	for (i = 0; i < self->limits.ban_contexts; i++) {
		ASSERT_EQ(0, ctx_create(self->c.fd, RCP_CTX_CREATE_BAN_ON_HANG, 0, &ctx));
		ASSERT_EQ(0, hang(self, ctx, &seqno));
		ASSERT_EQ(0, fence_sync_file(self->c.fd, ctx, seqno, &fd));
		if (i == 1)
			ASSERT_EQ(0, ctx_destroy(self->c.fd, ctx));
		EXPECT_EQ(0, sync_file_poll(fd, 60000));
		EXPECT_EQ(-ETIME, sync_file_status(fd));
		close(fd);
	}
	expect_banned(_metadata, self, ctx);
	expect_banned(_metadata, self, spare);
	expect_banned(_metadata, self, 0);
	EXPECT_EQ(-ECANCELED, ctx_create(self->c.fd, 0, 0, &ctx));
	/* also without a context chunk */
	EXPECT_EQ(-ECANCELED, stream_write(&self->s, self->c.fd, self->bo, GTT, 64, 1));
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &self->state));
	EXPECT_EQ(RCP_CTX_STATUS_BANNED, self->state.status & RCP_CTX_STATUS_BANNED);
	EXPECT_EQ(0, self->state.status & RCP_CTX_STATUS_GUILTY);
	EXPECT_EQ(0, fence_progress(self->c.fd, spare, NULL, NULL));
	EXPECT_EQ(0, fence_wait(self->c.fd, 0, 0, 0, NULL));
	EXPECT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &handle));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0, ctx_destroy(self->c.fd, spare));

	close_clients(self);
	/* time for the teardown of the queues */
	let_work_run(300);
	ASSERT_EQ(0, client_open(&again));
	EXPECT_EQ(-ECANCELED, ctx_create(again.fd, 0, 0, &ctx));
	ASSERT_EQ(0, ctx_state(again.fd, 0, &self->state));
	EXPECT_EQ(RCP_CTX_STATUS_BANNED, self->state.status);
	client_close(&again);
	ASSERT_EQ(0, open_clients(self));
	EXPECT_EQ(-ECANCELED, client_works());
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(client_works() || ctx_create(self->c.fd, 0, 0, &ctx) ||
		      work(self, ctx, 0, 7, &seqno) || ended(self->c.fd, ctx, seqno) ||
		      work(self, 0, 0, 8, &seqno) || ended(self->c.fd, 0, seqno));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(8, self->map[16]);
}

/*
 * The strikes are the process's strikes: neither a new context nor a new file begins without them,
 * and in the end the process is banned with all its files.  No other process is.
 */
TEST_F_TIMEOUT(state, strikes_survive_close, 300)
{
	uint32_t n = self->limits.ban_hangs * self->limits.ban_contexts, ctx, i;
	uint64_t seqno;
	int status;
	pid_t child;

	if (!self->limits.ban_window_ms || !n)
		SKIP(return, "no bans");
	for (i = 0; i < n; i++) {
		ctx = 0;
		ASSERT_EQ(0, ctx_state(self->c.fd, 0, &self->state));
		EXPECT_EQ(0, self->state.status);
		if (i & 1)
			ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
		ASSERT_EQ(0, hang(self, ctx, &seqno));
		EXPECT_EQ(ETIME, ended(self->c.fd, ctx, seqno));
		close_clients(self);
		ASSERT_EQ(0, open_clients(self));
	}
	expect_banned(_metadata, self, 0);
	EXPECT_EQ(-ECANCELED, ctx_create(self->c.fd, 0, 0, &ctx));
	EXPECT_EQ(-ECANCELED, client_works());
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(client_works() || work(self, 0, 0, 9, &seqno) ||
		      ended(self->c.fd, 0, seqno));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(9, self->map[16]);
}

/* Hangs a context of the parent's file until the process is banned. */
static int hang_until_banned(FIXTURE_DATA(state) *self, uint32_t ctx, bool whole)
{
	uint64_t seqno;
	uint32_t i;

	for (i = 0; i < self->limits.ban_hangs; i++)
		if (hang(self, ctx, &seqno) || ended(self->c.fd, ctx, seqno) != ETIME)
			return 1;
	if (work(self, ctx, 0, 1, &seqno) != -ECANCELED)
		return 2;
	/* also with a file of its own */
	return whole && client_works() != -ECANCELED ? 3 : 0;
}

/*
 * A process that hangs a context of a file that it shares is banned, and the other process is not:
 * neither if that has submitted to the context first, nor if it was the one that hung it.
 */
TEST_F_TIMEOUT(state, who_submits_is_banned, 300)
{
	uint32_t ctx, other, round;
	uint64_t seqno;
	int status;
	pid_t child;

	if (!self->limits.ban_window_ms)
		SKIP(return, "no bans");
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &other));
	for (round = 0; round < 2; round++) {
		ctx = round ? other : 0;
		if (!round) {
			ASSERT_EQ(0, work(self, ctx, 0, 3, &seqno));
			ASSERT_EQ(0, ended(self->c.fd, ctx, seqno));
		}
		child = fork();
		ASSERT_LE(0, child);
		if (!child)
			_exit(hang_until_banned(self, ctx, !round));
		ASSERT_EQ(child, waitpid(child, &status, 0));
		EXPECT_EQ(0, status);
		ASSERT_EQ(0, work(self, ctx, 0, 4 + round, &seqno));
		EXPECT_EQ(0, ended(self->c.fd, ctx, seqno));
		EXPECT_EQ(4 + round, self->map[16]);
		ASSERT_EQ(0, ctx_state(self->c.fd, ctx, &self->state));
		EXPECT_EQ(RCP_CTX_STATUS_GUILTY, self->state.status);
	}
	EXPECT_EQ(0, client_works());
}

/* ---- the job timeout ---- */

#define LONG_MS		"40000"

/* The contexts of a process do not contend: the short limit is for those who keep others waiting. */
TEST_F(state, own_contexts_may_wait)
{
	uint64_t seqno, theirs;
	char text[16] = "";

	ASSERT_LT(0, read_text(TIMEOUT, text, sizeof(text)));
	ASSERT_EQ(0, bind_with_timeout(self, LONG_MS));
	EXPECT_EQ(atoi(LONG_MS), self->limits.job_timeout_ms);
	EXPECT_GT(self->limits.job_timeout_ms, self->limits.shared_timeout_ms);
	ASSERT_EQ(0, hang(self, 0, &seqno));
	ASSERT_EQ(0, other_work(self, 1, &theirs));
	usleep(self->limits.shared_timeout_ms * 1000 + 1000000);
	EXPECT_EQ(-ETIME, fence_wait(self->c.fd, 0, seqno, 0, NULL));
	EXPECT_EQ(self->resets, client_resets(self->c.fd));
	self->map[0] = NEVER;
	EXPECT_EQ(0, ended(self->c.fd, 0, seqno));
	EXPECT_EQ(0, ended(self->other.fd, 0, theirs));
	EXPECT_EQ(self->resets, client_resets(self->c.fd));
	EXPECT_EQ(0, bind_with_timeout(self, text));
}

TEST_HARNESS_MAIN
