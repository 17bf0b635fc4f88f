// SPDX-License-Identifier: GPL-2.0
/*
 * Submissions in debugfs: rcp_capture, with one reader and several, fast and slow ones, and
 * rcp_refused_stream.  Run as root.
 */
#include "client.h"
#include "emulated.h"
#include "faults.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "rcp_capture.h"
#include "stream.h"

#include <endian.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define VRAM	RADEON_GEM_DOMAIN_VRAM

/* More than a reader's ring holds */
static uint8_t data[8 << 20], other_data[8 << 20];

struct submission {
	struct rcp_capture_submit submit;
	const uint32_t *stream;
	uint32_t ib_dw;
	const struct rcp_capture_reloc *relocs;
	const struct rcp_capture_bo *bos;
	uint32_t nrelocs;
	struct rcp_capture_done done;
};

static int open_debugfs(const char *name, int flags)
{
	char pattern[64];
	glob_t found;
	int fd;

	snprintf(pattern, sizeof(pattern), "/sys/kernel/debug/dri/*/%s", name);
	if (glob(pattern, 0, NULL, &found))
		return -1;
	fd = open(found.gl_pathv[0], flags | O_CLOEXEC);
	globfree(&found);
	return fd;
}

/* Reads all that is there now, @step bytes at a time */
static size_t read_now(int fd, uint8_t *to, size_t size, size_t step)
{
	size_t got = 0;
	ssize_t n;

	do {
		n = read(fd, to + got, size - got < step ? size - got : step);
		got += n > 0 ? n : 0;
	} while (n > 0 && got < size);
	return got;
}

/* The next section; NULL at the end, or if it is incomplete */
static const void *section(const uint8_t **at, const uint8_t *end, uint32_t *type, uint32_t *length)
{
	struct rcp_capture_section head;
	const uint8_t *payload;

	if ((size_t)(end - *at) < sizeof(head))
		return NULL;
	memcpy(&head, *at, sizeof(head));
	payload = *at + sizeof(head);
	*type = le32toh(head.type);
	*length = le32toh(head.length);
	if (le32toh(head.magic) != RCP_CAPTURE_MAGIC || le32toh(head.version) != RCP_CAPTURE_VERSION ||
	    *length > (size_t)(end - payload))
		return NULL;
	*at = payload + *length;
	return payload;
}

/* 1: a submission, 2: lost ones, whose number is added; 0: the end; -1: something else */
static int next(const uint8_t **at, const uint8_t *end, struct submission *s, uint64_t *lost)
{
	uint32_t want = RCP_CAPTURE_SUBMIT, type, length;
	const void *payload;

	memset(s, 0, sizeof(*s));
	if (*at == end)
		return 0;
	do {
		payload = section(at, end, &type, &length);
		if (!payload)
			return -1;
		if (type == RCP_CAPTURE_LOST && want == RCP_CAPTURE_SUBMIT) {
			*lost += le64toh(((const struct rcp_capture_lost *)payload)->submissions);
			return 2;
		}
		if (type != want++)
			return -1;
		if (type == RCP_CAPTURE_SUBMIT && length == sizeof(s->submit))
			memcpy(&s->submit, payload, length);
		else if (type == RCP_CAPTURE_DONE && length == sizeof(s->done))
			memcpy(&s->done, payload, length);
		else if (type == RCP_CAPTURE_STREAM && !(length % 4))
			s->stream = payload, s->ib_dw = length / 4;
		else if (type == RCP_CAPTURE_RELOCS && !(length % sizeof(*s->relocs)))
			s->relocs = payload, s->nrelocs = length / sizeof(*s->relocs);
		else if (type == RCP_CAPTURE_BO && length == s->nrelocs * sizeof(*s->bos))
			s->bos = payload;
		else
			return -1;
	} while (type != RCP_CAPTURE_DONE);
	return 1;
}

/* Offset of the value in it */
#define BAD_VALUE	3

/* A stream that writes a register that clients may not write */
static void stream_bad(struct stream *s)
{
	stream_init(s);
	stream_dw(s, PACKET2);
	stream_denied(s);
}

FIXTURE(capture) {
	struct client a, b;
	struct stream good, bad;
	uint32_t bo;
	int fd;
};

FIXTURE_SETUP(capture)
{
	ASSERT_EQ(0, client_open(&self->a));
	if (!self->a.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	ASSERT_EQ(0, client_open(&self->b));
	ASSERT_EQ(0, gem_create(self->a.fd, 65536, 8192, GTT, 0, &self->bo));
	ASSERT_EQ(0, gem_set_tiling(self->a.fd, self->bo, RADEON_TILING_MACRO, 512));
	stream_init(&self->good);
	stream_mem_write(&self->good, self->bo, GTT, 0, 1);
	stream_bad(&self->bad);
	self->fd = open_debugfs("rcp_capture", O_RDONLY | O_NONBLOCK);
	ASSERT_LE(0, self->fd);
}

FIXTURE_TEARDOWN(capture)
{
	close(self->fd);
	client_close(&self->b);
	client_close(&self->a);
}

TEST_F(capture, nothing_yet)
{
	struct pollfd p = { .fd = self->fd, .events = POLLIN };
	struct stat st;

	EXPECT_EQ(-1, read(self->fd, data, sizeof(data)));
	EXPECT_EQ(EAGAIN, errno);
	EXPECT_EQ(0, poll(&p, 1, 0));
	EXPECT_EQ(-1, lseek(self->fd, 0, SEEK_SET));
	ASSERT_EQ(0, fstat(self->fd, &st));
	EXPECT_EQ(0400, st.st_mode & 07777);
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	EXPECT_EQ(1, poll(&p, 1, 0));
	EXPECT_EQ(POLLIN, p.revents);
}

/* The sections of an accepted submission equal the arguments of the client. */
TEST_F(capture, accepted)
{
	const uint8_t *at = data, *end;
	struct submission s;
	uint64_t lost = 0, begin = now_ns(), done;

	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	done = now_ns();
	end = data + read_now(self->fd, data, sizeof(data), sizeof(data));
	ASSERT_EQ(1, next(&at, end, &s, &lost));
	EXPECT_STREQ(self->a.chip, s.submit.chip);
	EXPECT_EQ(self->a.card.pipes, le32toh(s.submit.pipes));
	EXPECT_EQ(self->a.card.banks, le32toh(s.submit.banks));
	EXPECT_EQ(self->a.card.group_bytes, le32toh(s.submit.group_bytes));
	EXPECT_EQ(self->a.card.backends, le32toh(s.submit.backends));
	EXPECT_EQ(getpid(), le32toh(s.submit.pid));
	EXPECT_EQ(0, strncmp(program_invocation_short_name, s.submit.comm, 15));
	EXPECT_NE(0, client_number(self->a.fd));
	EXPECT_EQ(client_number(self->a.fd), le64toh(s.submit.client_id));
	EXPECT_EQ(0, le32toh(s.submit.ctx_id));
	EXPECT_EQ(1, le64toh(s.submit.number));
	EXPECT_EQ(RADEON_CS_RING_GFX, le32toh(s.submit.ring));
	EXPECT_EQ(0, le32toh(s.submit.flags));
	EXPECT_LE(begin, le64toh(s.submit.begin_ns));
	EXPECT_LE(le64toh(s.submit.begin_ns), le64toh(s.submit.end_ns));
	EXPECT_LE(le64toh(s.submit.end_ns), done);
	ASSERT_EQ(self->good.n, s.ib_dw);
	EXPECT_EQ(0, memcmp(self->good.dw, s.stream, s.ib_dw * 4));
	ASSERT_EQ(1, s.nrelocs);
	EXPECT_EQ(0, memcmp(self->good.reloc, s.relocs, sizeof(*s.relocs)));
	EXPECT_EQ(65536, le64toh(s.bos[0].size));
	EXPECT_EQ(GTT, le32toh(s.bos[0].domains));
	EXPECT_EQ(GTT, le32toh(s.bos[0].placed));
	EXPECT_EQ(RADEON_TILING_MACRO, le32toh(s.bos[0].tiling));
	EXPECT_EQ(512, le32toh(s.bos[0].pitch));
	EXPECT_EQ(8192, le32toh(s.bos[0].alignment));
	EXPECT_EQ(0, le32toh(s.done.error));
	EXPECT_EQ(RCP_STAGE_ACCEPTED, le32toh(s.done.stage));
	EXPECT_STREQ("", s.done.text);
	EXPECT_EQ(0, next(&at, end, &s, &lost));
	EXPECT_EQ(0, lost);
}

/* Submissions of two clients appear in the order of their answers. */
TEST_F(capture, two_clients)
{
	struct drm_rcp_verdict v = { 0 };
	const uint8_t *at = data, *end;
	struct submission s;
	struct stream unknown;
	uint64_t lost = 0;

	stream_init(&unknown);
	stream_mem_write(&unknown, self->bo, GTT, 0, 1);
	unknown.reloc[0].handle = 12345;
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	ASSERT_EQ(-EINVAL, stream_submit(&self->bad, self->b.fd, &v));
	ASSERT_EQ(-ENOENT, stream_submit(&unknown, self->a.fd, NULL));
	end = data + read_now(self->fd, data, sizeof(data), sizeof(data));

	ASSERT_EQ(1, next(&at, end, &s, &lost));
	EXPECT_EQ(client_number(self->a.fd), le64toh(s.submit.client_id));
	EXPECT_EQ(0, le32toh(s.done.error));
	ASSERT_EQ(1, next(&at, end, &s, &lost));
	EXPECT_EQ(client_number(self->b.fd), le64toh(s.submit.client_id));
	EXPECT_EQ(0, le64toh(s.submit.number));
	EXPECT_EQ(EINVAL, le32toh(s.done.error));
	EXPECT_EQ(RCP_STAGE_STREAM, le32toh(s.done.stage));
	EXPECT_EQ(v.code, le32toh(s.done.code));
	EXPECT_EQ(v.dword, le32toh(s.done.dword));
	EXPECT_EQ(v.header, le32toh(s.done.header));
	EXPECT_EQ(v.packet, le32toh(s.done.packet));
	EXPECT_EQ(v.reg, le32toh(s.done.reg));
	EXPECT_EQ(v.buffer, le32toh(s.done.buffer));
	EXPECT_EQ(v.expected, le64toh(s.done.expected));
	EXPECT_EQ(v.actual, le64toh(s.done.actual));
	EXPECT_STREQ(v.text, s.done.text);
	EXPECT_EQ(0, s.nrelocs);
	ASSERT_EQ(self->bad.n, s.ib_dw);
	EXPECT_EQ(0, memcmp(self->bad.dw, s.stream, s.ib_dw * 4));
	ASSERT_EQ(1, next(&at, end, &s, &lost));
	EXPECT_EQ(ENOENT, le32toh(s.done.error));
	EXPECT_EQ(RCP_STAGE_ARGUMENTS, le32toh(s.done.stage));
	ASSERT_EQ(1, s.nrelocs);
	EXPECT_EQ(12345, le32toh(s.relocs[0].handle));
	EXPECT_EQ(0, le64toh(s.bos[0].size));
	EXPECT_EQ(0, next(&at, end, &s, &lost));
}

/* A new context numbers its submissions from 1. */
TEST_F(capture, context)
{
	struct drm_rcp_ctx_create create = { 0 };
	struct drm_rcp_cs_context context = { 0 };
	struct drm_radeon_cs_chunk chunks[] = {
		{ RADEON_CHUNK_ID_IB, self->good.n, (uintptr_t)self->good.dw },
		{ RADEON_CHUNK_ID_RELOCS, self->good.nreloc * sizeof(self->good.reloc[0]) / 4,
		  (uintptr_t)self->good.reloc },
		{ RCP_CHUNK_ID_CONTEXT, sizeof(context) / 4, (uintptr_t)&context },
	};
	uint64_t at_chunk[] = {
		(uintptr_t)&chunks[0], (uintptr_t)&chunks[1], (uintptr_t)&chunks[2],
	};
	struct drm_radeon_cs cs = { .num_chunks = 3, .chunks = (uintptr_t)at_chunk };
	const uint8_t *at = data, *end;
	struct submission s;
	uint64_t lost = 0;
	int i;

	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	ASSERT_EQ(0, client_ioctl(self->a.fd, DRM_IOCTL_RCP_CTX_CREATE, &create));
	context.ctx_id = create.ctx_id;
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, client_ioctl(self->a.fd, DRM_IOCTL_RADEON_CS, &cs));
	end = data + read_now(self->fd, data, sizeof(data), sizeof(data));
	ASSERT_EQ(1, next(&at, end, &s, &lost));
	EXPECT_EQ(0, le32toh(s.submit.ctx_id));
	for (i = 1; i <= 2; i++) {
		ASSERT_EQ(1, next(&at, end, &s, &lost));
		EXPECT_EQ(create.ctx_id, le32toh(s.submit.ctx_id));
		EXPECT_EQ(i, le64toh(s.submit.number));
		EXPECT_EQ(0, memcmp(self->good.dw, s.stream, s.ib_dw * 4));
	}
}

static int submit_flags(int fd, const struct stream *s, uint32_t flags)
{
	struct drm_rcp_verdict v;
	struct client_cs cs = {
		.ib = s->dw, .ib_dw = s->n, .relocs = s->reloc, .nrelocs = s->nreloc,
		.verdict = &v, .verdict_flags = flags,
	};

	return client_submit(fd, &cs);
}

TEST_F(capture, validate_only)
{
	const uint8_t *at = data, *end;
	struct submission s;
	uint64_t lost = 0;

	ASSERT_EQ(0, submit_flags(self->a.fd, &self->good, RCP_VERDICT_VALIDATE_ONLY));
	end = data + read_now(self->fd, data, sizeof(data), sizeof(data));
	ASSERT_EQ(1, next(&at, end, &s, &lost));
	EXPECT_EQ(RCP_CAPTURE_VALIDATE_ONLY, le32toh(s.submit.flags));
	EXPECT_EQ(0, le64toh(s.submit.number));
	EXPECT_EQ(0, le32toh(s.done.error));
}

/* A submission carries the grants that it was checked with, accepted or refused. */
TEST_F(capture, grants)
{
	const bool has_grants = client_generation == RCP_GENERATION_R500;
	const uint32_t of_a = has_grants ? RCP_CAPTURE_OWNS_HYPERZ : 0;
	const uint32_t of_b = has_grants ? RCP_CAPTURE_OWNS_CMASK : 0;
	const uint32_t flags[] = { of_a, of_b, of_a, 0 };
	const uint8_t *at = data, *end;
	uint32_t want[] = { 1, 1, 0 };
	struct submission s;
	uint64_t lost = 0;
	size_t i;

	ASSERT_EQ(0, client_info_u32(self->a.fd, RADEON_INFO_WANT_HYPERZ, &want[0]));
	ASSERT_EQ(0, client_info_u32(self->b.fd, RADEON_INFO_WANT_CMASK, &want[1]));
	EXPECT_EQ(has_grants, want[0]);
	EXPECT_EQ(has_grants, want[1]);
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	ASSERT_EQ(-EINVAL, stream_submit(&self->bad, self->b.fd, NULL));
	ASSERT_EQ(-EINVAL, stream_submit(&self->bad, self->a.fd, NULL));
	ASSERT_EQ(0, client_info_u32(self->a.fd, RADEON_INFO_WANT_HYPERZ, &want[2]));
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	end = data + read_now(self->fd, data, sizeof(data), sizeof(data));
	for (i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		ASSERT_EQ(1, next(&at, end, &s, &lost));
		EXPECT_EQ(flags[i], le32toh(s.submit.flags));
	}
	EXPECT_EQ(0, next(&at, end, &s, &lost));
}

/* Each reader gets all submissions, whatever the size of its reads. */
TEST_F(capture, several_readers)
{
	int late, other = open_debugfs("rcp_capture", O_RDONLY | O_NONBLOCK);
	size_t n;

	ASSERT_LE(0, other);
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	late = open_debugfs("rcp_capture", O_RDONLY | O_NONBLOCK);
	ASSERT_LE(0, late);
	ASSERT_EQ(-EINVAL, stream_submit(&self->bad, self->b.fd, NULL));
	n = read_now(self->fd, data, sizeof(data), sizeof(data));
	ASSERT_LT(0, n);
	EXPECT_EQ(n, read_now(other, other_data, sizeof(other_data), 7));
	EXPECT_EQ(0, memcmp(data, other_data, n));
	close(other);
	/* no submission from before the file was opened */
	EXPECT_GT(n, read_now(late, other_data, sizeof(other_data), sizeof(other_data)));
	close(late);
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	EXPECT_LT(0, read_now(self->fd, data, sizeof(data), sizeof(data)));
}

/* A submission for which the ring has no room is dropped and counted; no client fails. */
TEST_F(capture, overflow)
{
	static struct stream large;
	uint64_t lost = 0, none = 0;
	const uint8_t *at = data, *end;
	struct submission s;
	int i, ret, taken = 0, records = 0;
	const int n = 100;

	stream_init(&large);
	while (large.n < STREAM_MAX_DW)
		stream_dw(&large, PACKET2);
	for (i = 0; i < n; i++)
		ASSERT_EQ(0, submit_flags(self->a.fd, &large, RCP_VERDICT_VALIDATE_ONLY));
	end = data + read_now(self->fd, data, sizeof(data), 65536);
	while ((ret = next(&at, end, &s, &lost)) > 0) {
		if (ret == 2) {
			records++;
			continue;
		}
		taken++;
		ASSERT_EQ(STREAM_MAX_DW, s.ib_dw);
		ASSERT_EQ(0, memcmp(large.dw, s.stream, s.ib_dw * 4));
	}
	EXPECT_EQ(0, ret);
	EXPECT_LT(32, taken);
	EXPECT_LT(0, lost);
	EXPECT_EQ(n, taken + lost);
	/* The count came at the end, without a later submission. */
	EXPECT_EQ(1, records);
	/* The capture goes on where the ring wraps around. */
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, submit_flags(self->a.fd, &large, RCP_VERDICT_VALIDATE_ONLY));
		at = data;
		end = data + read_now(self->fd, data, sizeof(data), 10000);
		ASSERT_EQ(1, next(&at, end, &s, &none));
		ASSERT_EQ(0, memcmp(large.dw, s.stream, s.ib_dw * 4));
		ASSERT_EQ(0, next(&at, end, &s, &none));
	}
	EXPECT_EQ(0, none);
}

/* A read that fails consumes nothing. */
TEST_F(capture, bad_memory)
{
	size_t n;

	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	EXPECT_EQ(-1, syscall(SYS_read, self->fd, 8, 4096));
	EXPECT_EQ(EFAULT, errno);
	EXPECT_EQ(0, read(self->fd, data, 0));
	n = read_now(self->fd, data, sizeof(data), sizeof(data));
	EXPECT_LT(self->good.n * 4, n);
}

struct waiting {
	int fd;
	ssize_t n;
	uint8_t byte[16];
};

static void *read_blocking(void *arg)
{
	struct waiting *w = arg;

	w->n = read(w->fd, w->byte, sizeof(w->byte));
	return NULL;
}

TEST_F(capture, blocks)
{
	struct waiting w = { .fd = open_debugfs("rcp_capture", O_RDWR), .n = -2 };
	pthread_t thread;

	ASSERT_LE(0, w.fd);
	ASSERT_EQ(0, pthread_create(&thread, NULL, read_blocking, &w));
	usleep(50000);
	EXPECT_EQ(-2, *(volatile ssize_t *)&w.n);
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	ASSERT_EQ(0, pthread_join(thread, NULL));
	EXPECT_EQ(sizeof(w.byte), w.n);
	close(w.fd);
}

static short polled(int fd, int timeout_ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, timeout_ms) < 0 ? POLLNVAL : p.revents;
}

/* A plain read ends, whether or not clients submit; poll() tells when there is more. */
TEST_F(capture, ends)
{
	int fd = open_debugfs("rcp_capture", O_RDONLY);
	size_t n;

	ASSERT_LE(0, fd);
	EXPECT_EQ(0, read(fd, data, sizeof(data)));
	EXPECT_EQ(0, polled(fd, 0));
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	EXPECT_EQ(POLLIN, polled(fd, 60000));
	n = read_now(fd, data, sizeof(data), sizeof(data));
	EXPECT_LT(self->good.n * 4, n);
	EXPECT_EQ(0, read(fd, data, sizeof(data)));
	EXPECT_EQ(0, polled(fd, 0));
	close(fd);
}

/* Plain reads end although a client submits between them, and go on after the end. */
TEST_F(capture, ends_while_clients_submit)
{
	int fd = open_debugfs("rcp_capture", O_RDONLY), reads;
	size_t all = 0, once;
	ssize_t n;

	ASSERT_LE(0, fd);
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	once = read_now(self->fd, data, sizeof(data), sizeof(data));
	for (reads = 0; reads < 1000; reads++) {
		n = read(fd, data, 64);
		if (n <= 0)
			break;
		all += n;
		ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	}
	EXPECT_EQ(0, n);
	EXPECT_EQ(once, all);
	EXPECT_EQ(64, read(fd, data, 64));
	close(fd);
}

/* Each file of the card in debugfs comes to an end. */
TEST_F(capture, all_of_debugfs_ends)
{
	glob_t found;
	size_t i;
	ssize_t n;
	int fd;

	ASSERT_EQ(0, glob("/sys/kernel/debug/dri/*/*", 0, NULL, &found));
	for (i = 0; i < found.gl_pathc; i++) {
		fd = open(found.gl_pathv[i], O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			continue;
		do {
			n = read(fd, data, sizeof(data));
		} while (n > 0);
		close(fd);
	}
	EXPECT_LT(5, found.gl_pathc);
	globfree(&found);
}

/* A reader that waits gets the end of file at unbind, and unbind does not wait for it. */
TEST_F(capture, unbind)
{
	struct waiting w = { .fd = open_debugfs("rcp_capture", O_RDWR), .n = -2 };
	pthread_t thread;

	ASSERT_LE(0, w.fd);
	ASSERT_EQ(0, pthread_create(&thread, NULL, read_blocking, &w));
	usleep(50000);
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	ASSERT_EQ(0, pthread_join(thread, NULL));
	ASSERT_LT(0, w.n);
	/* The reader takes the rest, and then waits. */
	fcntl(w.fd, F_SETFL, O_NONBLOCK);
	read_now(w.fd, data, sizeof(data), sizeof(data));
	EXPECT_EQ(-1, read(w.fd, data, sizeof(data)));
	EXPECT_EQ(EAGAIN, errno);
	fcntl(w.fd, F_SETFL, 0);
	w.n = -2;
	ASSERT_EQ(0, pthread_create(&thread, NULL, read_blocking, &w));
	usleep(50000);
	EXPECT_EQ(0, card_unbind());
	ASSERT_EQ(0, pthread_join(thread, NULL));
	EXPECT_EQ(0, w.n);
	EXPECT_EQ(POLLIN | POLLHUP, polled(w.fd, 0));
	/* Earlier captures can still be read. */
	EXPECT_LT(0, read_now(self->fd, data, sizeof(data), sizeof(data)));
	EXPECT_EQ(0, read(self->fd, data, sizeof(data)));
	close(w.fd);
	EXPECT_EQ(0, card_bind());
}

/*
 * Each allocation fails in turn.  A capture that lacks memory fails no submission: accepted
 * submissions are shown or counted, and an earlier refused stream stays.
 */
TEST_F(capture, no_memory)
{
	uint64_t accepted = 0, shown = 0, lost = 0;
	const uint8_t *at = data, *end;
	struct submission s;
	struct faults f;
	int ret, fd;

	if (!faults_available())
		SKIP(return, "this kernel cannot inject faults");
	/* An accepted submission did not fail in the DRM core's copy of the arguments. */
	ASSERT_EQ(0, faults_choose(true));
	ASSERT_EQ(0, faults_steady());
	ASSERT_EQ(0, faults_open(&f));
	for (f.nth = 1; f.nth < 1000; f.nth++) {
		faults_arm(&f);
		ret = stream_submit(&self->good, self->a.fd, NULL);
		faults_disarm(&f);
		accepted += !ret;
		if (!f.injected)
			break;
		EXPECT_TRUE(!ret || ret == -ENOMEM || ret == -EFAULT || ret == -EINTR)
			TH_LOG("fault %u: %d", f.nth, ret);
	}
	EXPECT_EQ(0, ret);
	end = data + read_now(self->fd, data, sizeof(data), sizeof(data));
	while ((ret = next(&at, end, &s, &lost)) > 0)
		shown += ret == 1 && !le32toh(s.done.error);
	EXPECT_EQ(0, ret);
	/* Refused submissions may be among the lost ones. */
	EXPECT_LE(accepted, shown + lost);
	EXPECT_GE(accepted, shown);
	EXPECT_LT(0, lost);
	EXPECT_LT(0, shown);

	ASSERT_EQ(-EINVAL, stream_submit(&self->bad, self->b.fd, NULL));
	self->bad.dw[BAD_VALUE] = 2;
	for (f.nth = 1; f.nth < 1000; f.nth++) {
		faults_arm(&f);
		ret = stream_submit(&self->bad, self->b.fd, NULL);
		faults_disarm(&f);
		if (!f.injected)
			break;
		/* A refused stream is always there: the new one, or the one before. */
		fd = open_debugfs("rcp_refused_stream", O_RDONLY);
		at = data;
		end = data + read_now(fd, data, sizeof(data), sizeof(data));
		EXPECT_EQ(1, next(&at, end, &s, &lost));
		close(fd);
	}
	EXPECT_EQ(-EINVAL, ret);

	for (f.nth = 1; f.nth < 1000; f.nth++) {
		faults_arm(&f);
		fd = open_debugfs("rcp_capture", O_RDONLY | O_NONBLOCK);
		faults_disarm(&f);
		if (fd >= 0)
			close(fd);
		if (!f.injected)
			break;
	}
	EXPECT_LE(0, fd);
	close(f.fd);
}

TEST_F(capture, refused_stream)
{
	const uint8_t *at = data, *end;
	struct submission s;
	uint64_t lost = 0;
	int fd, before;

	ASSERT_EQ(-EINVAL, stream_submit(&self->bad, self->b.fd, NULL));
	/* An open file keeps its contents. */
	before = open_debugfs("rcp_refused_stream", O_RDONLY);
	ASSERT_LE(0, before);
	self->bad.dw[BAD_VALUE] = 2;
	ASSERT_EQ(-EINVAL, stream_submit(&self->bad, self->b.fd, NULL));
	ASSERT_EQ(0, stream_submit(&self->good, self->a.fd, NULL));
	fd = open_debugfs("rcp_refused_stream", O_RDONLY);
	ASSERT_LE(0, fd);
	end = data + read_now(fd, data, sizeof(data), sizeof(data));
	ASSERT_EQ(1, next(&at, end, &s, &lost));
	EXPECT_EQ(client_number(self->b.fd), le64toh(s.submit.client_id));
	EXPECT_EQ(EINVAL, le32toh(s.done.error));
	ASSERT_EQ(self->bad.n, s.ib_dw);
	EXPECT_EQ(2, s.stream[BAD_VALUE]);
	EXPECT_EQ(0, next(&at, end, &s, &lost));
	close(fd);
	at = data;
	end = data + read_now(before, data, sizeof(data), 100);
	ASSERT_EQ(1, next(&at, end, &s, &lost));
	EXPECT_EQ(1, s.stream[BAD_VALUE]);
	close(before);
}

TEST_HARNESS_MAIN
