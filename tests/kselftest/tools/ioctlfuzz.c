// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the driver's ioctls from inside the VM.
 *
 * Programs of calls over both headers are made up from a seed, kept when they
 * reach code that no other did (where the kernel has KCOV), and mutated:
 * buffers are created, mapped, shared, tiled, closed; streams are built from
 * packets that are right but for some dwords, cut, repeated, or taken from
 * recorded frames; contexts and syncobjs come and go, and submissions wait for each
 * other; pointers are bad now and then.  Several threads share one
 * file, several processes share buffers, some are killed in the middle.
 *
 * It has found something when the kernel reports something, when a call's errno
 * is none that the driver documents, or when the device does not work
 * afterwards.  The kernel's report is for scripts/vm to see.
 *
 * usage: ioctlfuzz [-s SEED] [-t SECONDS] [-n PROGRAMS] [-j PROCESSES] [CORPUS]
 *   The same seed and -j 1 -n N make the same calls.
 */
#include "client.h"
#include "kernel.h"
#include "r6cs.h"
#include "stream.h"
#include "sync.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define GTT		RADEON_GEM_DOMAIN_GTT
#define MAX_CALLS	24
#define MAX_HANDLES	32
#define MAX_CONTEXTS	6
#define MAX_SYNCOBJS	6
#define MAX_FRAMES	48
#define POOL		256

/* KCOV, as its documentation has it */
#define KCOV_INIT_TRACE	_IOR('c', 1, unsigned long)
#define KCOV_ENABLE	_IO('c', 100)
#define KCOV_DISABLE	_IO('c', 101)
#define KCOV_TRACE_PC	0
#define COVER_WORDS	(64 << 10)
#define SEEN_BITS	(1 << 20)

enum call_kind {
	CALL_CREATE, CALL_CLOSE, CALL_MAP, CALL_TOUCH, CALL_WAIT, CALL_BUSY,
	CALL_TILING, CALL_OP, CALL_SHARE, CALL_INFO, CALL_QUERY, CALL_SUBMIT,
	CALL_SUBMIT_FRAME, CALL_CONTEXT, CALL_FENCE, CALL_SYNCOBJ, CALL_BO_WAIT,
	CALL_RAW, CALL_REOPEN, CALL_KINDS
};

/* One call: what it does follows from its own seed, so that programs can mutate. */
struct call {
	uint8_t kind;
	uint32_t seed;
};

struct program {
	struct call call[MAX_CALLS];
	uint32_t ncalls;
};

/* The state of the process that runs programs. */
struct runner {
	int fd;
	uint32_t handle[MAX_HANDLES];
	uint64_t size[MAX_HANDLES];
	uint32_t ctx[MAX_CONTEXTS];	/* 0: none, or the default one */
	uint32_t syncobj[MAX_SYNCOBJS];
	uint32_t next;
	struct stream stream;
	const char *wrong;	/* the call that answered what it must not */
	int wrong_errno;
};

struct shared {
	uint64_t calls, submitted, refused, programs, kept, covered;
	uint8_t seen[SEEN_BITS / 8];
};

static struct shared *shared;
static struct r6cs_frame frames[MAX_FRAMES];
static int nframes;
static int kcov = -1;
static unsigned long *cover;

/* A small generator that is the same everywhere. */
static uint32_t rnd(uint32_t *state)
{
	uint32_t x = *state ? *state : 0x9e3779b9;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return *state = x;
}

static uint32_t below(uint32_t *s, uint32_t n)
{
	return rnd(s) % n;
}

static bool one_in(uint32_t *s, uint32_t n)
{
	return !below(s, n);
}

/* Numbers at which things change. */
static uint64_t odd_number(uint32_t *s)
{
	static const uint64_t odd[] = {
		0, 1, 3, 4, 7, 8, 255, 256, 4095, 4096, 4097, 65535, 65536, 0x7fffffff,
		0x80000000, 0xffffffff, 0x100000000, 0xfffffffff000, 0x7fffffffffffffff,
		0x8000000000000000, 0xfffffffffffffff8, 0xffffffffffffffff,
	};

	return one_in(s, 4) ? rnd(s) : odd[below(s, sizeof(odd) / sizeof(odd[0]))];
}

static void *odd_pointer(struct runner *r, uint32_t *s)
{
	switch (below(s, 4)) {
	case 0: return NULL;
	case 1: return (void *)8;
	case 2: return (void *)0xffff888000000000ul;
	default: return (uint8_t *)r->stream.dw + below(s, 64);
	}
}

static uint32_t a_handle(struct runner *r, uint32_t *s)
{
	if (one_in(s, 24))
		return odd_number(s);
	return r->handle[below(s, MAX_HANDLES)];
}

/* What a client may be told, by any of the calls. */
static void expect(struct runner *r, const char *what, int ret)
{
	static const int fair[] = {
		0, EINVAL, EFAULT, ENOENT, ENOMEM, EACCES, EPERM, EBUSY, EBADF, ENODEV,
		ENOTTY, ENOSPC, EEXIST, EINTR, EIO, EAGAIN, EOPNOTSUPP, ETIME, EOVERFLOW,
		ECANCELED,
	};
	size_t i;

	__atomic_add_fetch(&shared->calls, 1, __ATOMIC_RELAXED);
	for (i = 0; i < sizeof(fair) / sizeof(fair[0]); i++)
		if (ret == -fair[i])
			return;
	r->wrong = what;
	r->wrong_errno = -ret;
}

static void do_create(struct runner *r, uint32_t *s)
{
	static const uint32_t sizes[] = { 1, 4096, 8192, 65536, 1 << 20, 4 << 20 };
	static const uint32_t domains[] = { VRAM, GTT, VRAM | GTT };
	uint32_t slot = r->next++ % MAX_HANDLES, handle;
	uint64_t size = sizes[below(s, 6)], align = 1u << below(s, 18);
	uint32_t domain = domains[below(s, 3)], flags = one_in(s, 3) ? 1u << below(s, 5) : 0;
	int ret;

	/* not what would only show that memory has an end */
	if (one_in(s, 10))
		size = odd_number(s);
	if (size > 16 << 20 && size < 1ull << 34)
		size = 4096;
	if (one_in(s, 10))
		align = odd_number(s);
	if (one_in(s, 20))
		domain = rnd(s);
	if (one_in(s, 20))
		flags = rnd(s);
	ret = gem_create(r->fd, size, align, domain, flags, &handle);
	expect(r, "GEM_CREATE", ret);
	if (ret)
		return;
	if (r->handle[slot])
		gem_close(r->fd, r->handle[slot]);
	r->handle[slot] = handle;
	r->size[slot] = size;
}

static void do_touch(struct runner *r, uint32_t *s)
{
	uint32_t slot = below(s, MAX_HANDLES);
	uint64_t size = r->size[slot] < 4096 ? 4096 : r->size[slot];
	volatile uint32_t *p;
	uint32_t i;

	if (!r->handle[slot] || size > 8 << 20)
		return;
	p = gem_map(r->fd, r->handle[slot], size);
	if (!p)
		return;
	for (i = 0; i < 4; i++)
		p[below(s, size / 4)] += i;
	if (one_in(s, 4)) {
		/* closed while it is mapped */
		gem_close(r->fd, r->handle[slot]);
		r->handle[slot] = 0;
		p[0] = 1;
	}
	munmap((void *)p, size);
}

static void do_share(struct runner *r, uint32_t *s)
{
	uint32_t handle, other;
	int dmabuf, ret;
	struct client c;

	handle = a_handle(r, s);
	ret = gem_export(r->fd, handle, &dmabuf);
	expect(r, "HANDLE_TO_FD", ret);
	if (ret)
		return;
	if (!client_open(&c)) {
		expect(r, "FD_TO_HANDLE", gem_import(c.fd, dmabuf, &other));
		if (one_in(s, 2)) {
			stream_init(&r->stream);
			stream_mem_write(&r->stream, other, GTT, 0, rnd(s));
			expect(r, "CS", stream_submit(&r->stream, c.fd, NULL));
		}
		client_close(&c);
	}
	close(dmabuf);
}

/* A packet that is accepted, if there are buffers. */
static void good_packet(struct runner *r, uint32_t *s)
{
	struct stream *st = &r->stream;
	uint32_t h = r->handle[below(s, MAX_HANDLES)], h2 = r->handle[below(s, MAX_HANDLES)];
	uint32_t domain = one_in(s, 2) ? VRAM : GTT;
	uint64_t offset = below(s, 500) * 8;

	if (!h || !h2)
		return;
	switch (below(s, 5)) {
	case 0:
		stream_eop(st, h, domain, offset, 1 + below(s, 3), rnd(s));
		break;
	case 1:
		stream_copy_dw(st, h, offset, h2, below(s, 1000) * 4, domain);
		break;
	case 2:
		stream_cp_dma(st, h, domain, offset & ~0xffull, h2, domain, 0, 4 + below(s, 60) * 4);
		break;
	case 3:
		/* a wait that is already over, so that nothing hangs */
		stream_mem_write(st, h, domain, 0, 1);
		stream_wait_mem(st, h, domain, 0, 1);
		break;
	default:
		stream_mem_write(st, h, domain, offset, rnd(s));
		break;
	}
}

static void a_packet(struct runner *r, uint32_t *s)
{
	struct stream *st = &r->stream;
	uint32_t h = a_handle(r, s), h2 = a_handle(r, s);
	uint32_t domain = one_in(s, 2) ? VRAM : GTT;
	uint64_t offset = one_in(s, 6) ? odd_number(s) : below(s, 500) * 8;
	uint32_t i, n;

	switch (below(s, 9)) {
	case 0:
		stream_mem_write(st, h, domain, offset, rnd(s));
		break;
	case 1:
		stream_eop(st, h, domain, offset, below(s, 5), rnd(s));
		break;
	case 2:
		stream_copy_dw(st, h, offset, h2, below(s, 1000) * 4, domain);
		break;
	case 3:
		stream_cp_dma(st, h, domain, offset, h2, domain, below(s, 100) * 8,
			      one_in(s, 4) ? odd_number(s) : below(s, 4096));
		break;
	case 4:
		stream_packet3(st, PKT_SET_CONTEXT_REG, 1 + (n = 1 + below(s, 4)));
		stream_dw(st, below(s, 0x410));
		for (i = 0; i < n; i++)
			stream_dw(st, odd_number(s));
		if (one_in(s, 2))
			stream_reloc(st, h, domain, 0);
		break;
	case 5:
		stream_packet3(st, PKT_DRAW_INDEX_AUTO, 2);
		stream_dw(st, below(s, 100));
		stream_dw(st, 2);
		break;
	case 6:
		stream_packet3(st, PKT_EVENT_WRITE, 1);
		stream_dw(st, below(s, 64));
		break;
	case 7:
		stream_packet3(st, below(s, 256), n = 1 + below(s, 6));
		for (i = 0; i < n; i++)
			stream_dw(st, odd_number(s));
		break;
	default:
		good_packet(r, s);
		break;
	}
}

static uint32_t a_context(struct runner *r, uint32_t *s)
{
	return one_in(s, 24) ? odd_number(s) : r->ctx[below(s, MAX_CONTEXTS)];
}

static uint32_t a_syncobj(struct runner *r, uint32_t *s)
{
	return one_in(s, 24) ? odd_number(s) : r->syncobj[below(s, MAX_SYNCOBJS)];
}

/* A wait for a submission ends by itself: nothing can be waited for that was not submitted. */
static int64_t a_timeout(uint32_t *s)
{
	switch (below(s, 4)) {
	case 0: return INT64_MAX;
	case 1: return in_ms(below(s, 20));
	case 2: return odd_number(s);
	default: return 0;
	}
}

static void some_syncs(struct runner *r, uint32_t *s, struct drm_rcp_sync *syncs, uint32_t n)
{
	while (n--) {
		syncs[n].handle = a_syncobj(r, s);
		syncs[n].flags = one_in(s, 16) ? rnd(s) : below(s, 4);
		syncs[n].point = syncs[n].flags & RCP_SYNC_TIMELINE ? 1 + below(s, 8) : 0;
		if (one_in(s, 24))
			syncs[n].point = odd_number(s);
	}
}

static void submit(struct runner *r, uint32_t *s, struct client_cs *cs)
{
	struct drm_rcp_cs_context context = { .ctx_id = a_context(r, s) };
	struct drm_rcp_verdict verdict;
	struct drm_rcp_sync syncs[6];
	uint32_t reloc_flags[64], i;
	int ret;

	if (one_in(s, 2))
		cs->context = &context;
	if (one_in(s, 4))
		context.flags = one_in(s, 4) ? rnd(s) : RCP_CS_NO_IMPLICIT_SYNC;
	if (one_in(s, 3)) {
		cs->nsyncs = 1 + below(s, 6);
		some_syncs(r, s, syncs, cs->nsyncs);
		cs->syncs = syncs;
	}
	if (one_in(s, 4) && cs->nrelocs <= 64) {
		for (i = 0; i < 64; i++)
			reloc_flags[i] = one_in(s, 64) ? rnd(s) : below(s, 4);
		cs->reloc_flags = reloc_flags;
	}
	if (one_in(s, 32))
		cs->context = odd_pointer(r, s);
	if (one_in(s, 32))
		cs->syncs = odd_pointer(r, s);
	if (one_in(s, 32))
		cs->nsyncs = odd_number(s);
	if (one_in(s, 32))
		cs->reloc_flags = odd_pointer(r, s);

	if (one_in(s, 2))
		cs->verdict = &verdict;
	if (one_in(s, 8))
		cs->verdict_flags = one_in(s, 4) ? rnd(s) : RCP_VERDICT_VALIDATE_ONLY;
	if (one_in(s, 16))
		cs->flags = rnd(s);
	if (one_in(s, 16))
		cs->ring = below(s, 6);
	if (one_in(s, 32))
		cs->ib_dw = odd_number(s);
	if (one_in(s, 32))
		cs->nrelocs = odd_number(s);
	if (one_in(s, 32))
		cs->ib = odd_pointer(r, s);
	if (one_in(s, 32))
		cs->relocs = odd_pointer(r, s);
	if (one_in(s, 32))
		cs->verdict = odd_pointer(r, s);
	ret = client_submit(r->fd, cs);
	expect(r, "CS", ret);
	__atomic_add_fetch(ret ? &shared->refused : &shared->submitted, 1, __ATOMIC_RELAXED);
}

static void do_submit(struct runner *r, uint32_t *s)
{
	struct client_cs cs = { .flags = RADEON_CS_KEEP_TILING_FLAGS };
	uint32_t n = 1 + below(s, 8);
	bool good = one_in(s, 2);

	stream_init(&r->stream);
	while (n--) {
		if (good)
			good_packet(r, s);
		else
			a_packet(r, s);
	}
	stream_pad(&r->stream, 8);
	while (!good && one_in(s, 3) && r->stream.n)
		r->stream.dw[below(s, r->stream.n)] = odd_number(s);
	cs.ib = r->stream.dw;
	cs.ib_dw = r->stream.n;
	cs.relocs = r->stream.reloc;
	cs.nrelocs = r->stream.nreloc;
	submit(r, s, &cs);
}

/* Does a stream wait for something?  A mutated wait could hang the card for seconds. */
static bool may_hang(const uint32_t *ib, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if ((ib[i] & 0xc000ff00) == (0xc0000000 | PKT_WAIT_REG_MEM << 8))
			return true;
	return false;
}

static void do_submit_frame(struct runner *r, uint32_t *s)
{
	struct drm_radeon_cs_reloc *relocs;
	struct client_cs cs = { 0 };
	const struct r6cs_frame *f;
	uint32_t *ib, i;

	if (!nframes)
		return;
	f = &frames[below(s, nframes)];
	ib = malloc(f->ib_dw * 4);
	relocs = calloc(f->nreloc + 1, sizeof(*relocs));
	if (ib && relocs && !may_hang(f->ib, f->ib_dw)) {
		memcpy(ib, f->ib, f->ib_dw * 4);
		for (i = 0; i < f->nreloc; i++) {
			relocs[i].handle = r->handle[f->reloc[i].bo % MAX_HANDLES];
			relocs[i].read_domains = f->reloc[i].read_domains;
			relocs[i].write_domain = f->reloc[i].write_domain;
			relocs[i].flags = f->reloc[i].flags;
		}
		do {
			ib[below(s, f->ib_dw)] ^= one_in(s, 2) ? 1u << below(s, 32) : rnd(s);
		} while (!one_in(s, 3));
		cs.ib = ib;
		cs.ib_dw = one_in(s, 4) ? 1 + below(s, f->ib_dw) : f->ib_dw;
		cs.relocs = relocs;
		cs.nrelocs = f->nreloc;
		cs.flags = f->cs_flags;
		if (!may_hang(ib, f->ib_dw))
			submit(r, s, &cs);
	}
	free(ib);
	free(relocs);
}

/* Any number, any size, anything in it. */
static void do_raw(struct runner *r, uint32_t *s)
{
	static const uint8_t generic[] = { 0x00, 0x06, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x2d, 0x2e };
	uint64_t arg[32];
	uint32_t i, nr = one_in(s, 4) ? generic[below(s, sizeof(generic))] :
			 DRM_COMMAND_BASE + below(s, 0x60);
	uint32_t size = one_in(s, 3) ? below(s, sizeof(arg)) : 8 * (1 + below(s, 6));
	void *p = one_in(s, 12) ? odd_pointer(r, s) : arg;

	for (i = 0; i < 32; i++)
		arg[i] = one_in(s, 3) ? a_handle(r, s) : odd_number(s);
	expect(r, "a raw ioctl", client_ioctl(r->fd, _IOC(_IOC_READ | _IOC_WRITE, 'd', nr, size), p));
}

static void do_context(struct runner *r, uint32_t *s)
{
	uint32_t slot = below(s, MAX_CONTEXTS), ctx;
	struct drm_rcp_ctx_state state;
	int ret;

	switch (below(s, 3)) {
	case 0:
		ret = ctx_create(r->fd, one_in(s, 12) ? rnd(s) : below(s, 2),
				 one_in(s, 12) ? odd_number(s) : 0, &ctx);
		expect(r, "CTX_CREATE", ret);
		if (ret)
			break;
		if (r->ctx[slot])
			expect(r, "CTX_DESTROY", ctx_destroy(r->fd, r->ctx[slot]));
		r->ctx[slot] = ctx;
		break;
	case 1:
		expect(r, "CTX_DESTROY", ctx_destroy(r->fd, one_in(s, 4) ? a_context(r, s) : r->ctx[slot]));
		r->ctx[slot] = 0;
		break;
	default:
		expect(r, "CTX_STATE", ctx_state(r->fd, a_context(r, s), &state));
		break;
	}
}

static void do_fence(struct runner *r, uint32_t *s)
{
	uint32_t ctx = a_context(r, s);
	struct drm_rcp_fence_query query;
	uint64_t seqno = 0;
	int fd, ret;

	ret = fence_query(r->fd, ctx, 0, &query);
	expect(r, "FENCE_QUERY", ret);
	if (!ret)
		seqno = one_in(s, 16) ? odd_number(s) : query.submitted - below(s, 3);
	switch (below(s, 4)) {
	case 0:
		expect(r, "FENCE_QUERY", fence_query(r->fd, ctx, seqno, &query));
		break;
	case 1:
		expect(r, "FENCE_WAIT", fence_wait(r->fd, ctx, seqno, a_timeout(s), NULL));
		break;
	case 2:
		ret = fence_sync_file(r->fd, ctx, seqno, &fd);
		expect(r, "FENCE_EXPORT", ret);
		if (ret)
			break;
		sync_file_poll(fd, below(s, 3));
		expect(r, "SYNCOBJ_FD_TO_HANDLE", syncobj_import(r->fd, a_syncobj(r, s), fd));
		close(fd);
		break;
	default:
		expect(r, "FENCE_EXPORT", fence_to_syncobj(r->fd, ctx, seqno, a_syncobj(r, s),
							   below(s, 4)));
		break;
	}
}

static void do_syncobj(struct runner *r, uint32_t *s)
{
	uint32_t slot = below(s, MAX_SYNCOBJS), handle;
	uint64_t point;
	int ret;

	switch (below(s, 4)) {
	case 0:
	case 1:
		ret = syncobj_create(r->fd, below(s, 2), &handle);
		expect(r, "SYNCOBJ_CREATE", ret);
		if (ret)
			break;
		if (r->syncobj[slot])
			syncobj_destroy(r->fd, r->syncobj[slot]);
		r->syncobj[slot] = handle;
		break;
	case 2:
		expect(r, "SYNCOBJ_SIGNAL", syncobj_signal(r->fd, a_syncobj(r, s), 1 + below(s, 8)));
		break;
	default:
		expect(r, "SYNCOBJ_QUERY", syncobj_point(r->fd, a_syncobj(r, s), &point));
		break;
	}
}

static void do_reopen(struct runner *r)
{
	int fd = r->fd;
	struct client c;

	if (client_open(&c))
		return;
	r->fd = c.fd;
	memset(r->handle, 0, sizeof(r->handle));
	memset(r->ctx, 0, sizeof(r->ctx));
	memset(r->syncobj, 0, sizeof(r->syncobj));
	close(fd);
}

static void run_call(struct runner *r, const struct call *call)
{
	uint32_t seed = call->seed, *s = &seed, a, b;
	uint8_t answer[256];
	uint64_t offset;

	switch (call->kind) {
	case CALL_CREATE:
		do_create(r, s);
		break;
	case CALL_CLOSE:
		a = below(s, MAX_HANDLES);
		expect(r, "GEM_CLOSE", gem_close(r->fd, r->handle[a]));
		r->handle[a] = 0;
		break;
	case CALL_MAP:
		expect(r, "GEM_MMAP", gem_map_offset(r->fd, a_handle(r, s), 4096, &offset));
		break;
	case CALL_TOUCH:
		do_touch(r, s);
		break;
	case CALL_WAIT:
		expect(r, "WAIT_IDLE", gem_wait(r->fd, a_handle(r, s)));
		break;
	case CALL_BUSY:
		expect(r, "BUSY", gem_busy(r->fd, a_handle(r, s), &a));
		break;
	case CALL_TILING:
		expect(r, "SET_TILING", gem_set_tiling(r->fd, a_handle(r, s),
						       one_in(s, 4) ? rnd(s) : below(s, 4), rnd(s)));
		expect(r, "GET_TILING", gem_get_tiling(r->fd, a_handle(r, s), &a, &b));
		break;
	case CALL_OP: {
		struct drm_radeon_gem_op op = { a_handle(r, s), below(s, 4), odd_number(s) };

		expect(r, "GEM_OP", client_ioctl(r->fd, DRM_IOCTL_RADEON_GEM_OP, &op));
		break;
	}
	case CALL_SHARE:
		do_share(r, s);
		break;
	case CALL_INFO:
		memset(answer, below(s, 4), 8);
		expect(r, "INFO", client_info(r->fd, below(s, 0x30),
					      one_in(s, 8) ? odd_pointer(r, s) : answer));
		break;
	case CALL_QUERY:
		a = below(s, sizeof(answer));
		expect(r, "RCP_QUERY", client_query(r->fd, below(s, 8), one_in(s, 8) ?
						    odd_pointer(r, s) : answer, &a));
		break;
	case CALL_SUBMIT:
		do_submit(r, s);
		break;
	case CALL_SUBMIT_FRAME:
		do_submit_frame(r, s);
		break;
	case CALL_CONTEXT:
		do_context(r, s);
		break;
	case CALL_FENCE:
		do_fence(r, s);
		break;
	case CALL_SYNCOBJ:
		do_syncobj(r, s);
		break;
	case CALL_BO_WAIT:
		expect(r, "BO_WAIT", bo_wait(r->fd, a_handle(r, s), one_in(s, 12) ? rnd(s) : below(s, 4),
					     a_timeout(s)));
		break;
	case CALL_RAW:
		do_raw(r, s);
		break;
	case CALL_REOPEN:
		if (one_in(s, 4))
			do_reopen(r);
		break;
	}
}

/* --- coverage: true if the last program reached something new */

static void cover_open(void)
{
	kcov = open("/sys/kernel/debug/kcov", O_RDWR | O_CLOEXEC);
	if (kcov < 0)
		return;
	if (ioctl(kcov, KCOV_INIT_TRACE, COVER_WORDS))
		goto none;
	cover = mmap(NULL, COVER_WORDS * sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, kcov, 0);
	if (cover != MAP_FAILED && !ioctl(kcov, KCOV_ENABLE, KCOV_TRACE_PC))
		return;
none:
	close(kcov);
	kcov = -1;
}

static bool cover_new(void)
{
	unsigned long n, i;
	bool new = false;

	if (kcov < 0)
		return false;
	n = __atomic_load_n(&cover[0], __ATOMIC_RELAXED);
	for (i = 1; i <= n && i < COVER_WORDS; i++) {
		uint32_t bit = (cover[i] * 0x9e3779b97f4a7c15ul) >> 44;
		uint8_t mask = 1 << (bit % 8);

		if (!(__atomic_fetch_or(&shared->seen[bit / 8], mask, __ATOMIC_RELAXED) & mask)) {
			__atomic_add_fetch(&shared->covered, 1, __ATOMIC_RELAXED);
			new = true;
		}
	}
	return new;
}

/* --- programs */

static void make_up(struct program *p, uint32_t *s)
{
	uint32_t i;

	p->ncalls = 4 + below(s, MAX_CALLS - 4);
	for (i = 0; i < p->ncalls; i++) {
		/* something to work on comes first */
		p->call[i].kind = i < 3 ? CALL_CREATE : below(s, CALL_KINDS);
		p->call[i].seed = rnd(s);
	}
}

static void mutate(struct program *p, const struct program *from, uint32_t *s)
{
	uint32_t i, n;

	*p = *from;
	for (n = 1 + below(s, 4); n; n--) {
		i = below(s, p->ncalls);
		switch (below(s, 4)) {
		case 0:
			p->call[i].seed = rnd(s);
			break;
		case 1:
			p->call[i].seed ^= 1u << below(s, 32);
			break;
		case 2:
			p->call[i].kind = below(s, CALL_KINDS);
			break;
		default:
			if (p->ncalls < MAX_CALLS)
				p->call[p->ncalls++] = p->call[i];
		}
	}
}

static void *other_thread(void *arg)
{
	struct runner *first = arg;
	struct runner *r = malloc(sizeof(*r));
	struct program p;
	uint32_t i, s;

	if (!r)
		return NULL;
	/* the same file and handles, and calls of its own */
	memcpy(r, first, sizeof(*r));
	s = r->next ^ 0x5bd1e995;
	make_up(&p, &s);
	for (i = 0; i < p.ncalls; i++)
		if (p.call[i].kind != CALL_REOPEN)
			run_call(r, &p.call[i]);
	if (r->wrong) {
		first->wrong = r->wrong;
		first->wrong_errno = r->wrong_errno;
	}
	free(r);
	return NULL;
}

static int run_program(struct runner *r, const struct program *p, bool threads)
{
	pthread_t thread;
	bool beside;
	uint32_t i;

	if (cover)
		__atomic_store_n(&cover[0], 0, __ATOMIC_RELAXED);
	beside = threads && !pthread_create(&thread, NULL, other_thread, r);
	for (i = 0; i < p->ncalls; i++)
		run_call(r, &p->call[i]);
	if (beside)
		pthread_join(thread, NULL);
	__atomic_add_fetch(&shared->programs, 1, __ATOMIC_RELAXED);
	return r->wrong ? -1 : 0;
}

static int fuzz(uint32_t seed, uint64_t until_ns, uint64_t programs, bool alone)
{
	static struct program pool[POOL];
	struct runner *r = calloc(1, sizeof(*r));
	uint32_t npool = 0, s = seed;
	struct program p;
	struct client c;

	if (!r || client_open(&c))
		return 2;
	r->fd = c.fd;
	cover_open();
	while (programs-- && now_ns() < until_ns) {
		uint32_t before = s;

		if (npool && !one_in(&s, 4))
			mutate(&p, &pool[below(&s, npool)], &s);
		else
			make_up(&p, &s);
		if (run_program(r, &p, !alone && one_in(&s, 4))) {
			fprintf(stderr, "ioctlfuzz: %s answered with errno %d (%s); seed %u, state %u\n",
				r->wrong, r->wrong_errno, strerror(r->wrong_errno), seed, before);
			return 1;
		}
		if (cover_new()) {
			pool[npool < POOL ? npool++ : below(&s, POOL)] = p;
			__atomic_add_fetch(&shared->kept, 1, __ATOMIC_RELAXED);
		}
	}
	return 0;
}

static void load_frames(const char *dir, const char *chip)
{
	char **paths;
	int n = r6cs_list(dir, chip, &paths), i;

	for (i = 0; i < n && nframes < MAX_FRAMES; i++)
		if (!r6cs_load(paths[i], &frames[nframes], NULL))
			nframes++;
	if (n > 0)
		r6cs_list_free(paths, n);
}

int main(int argc, char **argv)
{
	uint32_t seed = time(NULL), jobs = 2, round = 0;
	uint64_t seconds = 30, programs = ~0ull, start = now_ns(), until;
	int opt, bad = 0, alarms, kmsg = kmsg_open();
	char text[512];
	struct client c;

	while ((opt = getopt(argc, argv, "s:t:n:j:")) != -1) {
		if (opt == 's')
			seed = strtoul(optarg, NULL, 0);
		else if (opt == 't')
			seconds = strtoull(optarg, NULL, 0);
		else if (opt == 'n')
			programs = strtoull(optarg, NULL, 0);
		else if (opt == 'j')
			jobs = strtoul(optarg, NULL, 0);
		else
			return 2;
	}
	if (client_open(&c)) {
		fprintf(stderr, "ioctlfuzz: no device\n");
		return 2;
	}
	load_frames(optind < argc ? argv[optind] : "build/corpus", c.chip);
	client_close(&c);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	until = start + seconds * 1000000000ull;
	printf("ioctlfuzz: seed %u, %u processes, %d frames\n", seed, jobs, nframes);
	fflush(stdout);

	/* Rounds of a few seconds; in each but a lone process', some are killed. */
	while (now_ns() < until && !bad) {
		uint64_t end = jobs == 1 ? until : now_ns() + 5000000000ull;
		pid_t child[16];
		uint32_t i, s = seed + round;
		int status;

		for (i = 0; i < jobs && i < 16; i++) {
			child[i] = fork();
			if (!child[i])
				_exit(fuzz(seed + 1000 * round + i + 1, end < until ? end : until,
					   programs, jobs == 1));
		}
		if (jobs > 1 && one_in(&s, 2)) {
			usleep(below(&s, 3000000));
			kill(child[0], SIGKILL);
		}
		for (i = 0; i < jobs && i < 16; i++) {
			waitpid(child[i], &status, 0);
			if (WIFEXITED(status) && WEXITSTATUS(status))
				bad = 1;
			/* a mapping whose memory could not be had, or our own kill */
			if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL &&
			    WTERMSIG(status) != SIGBUS) {
				fprintf(stderr, "ioctlfuzz: died of signal %d\n", WTERMSIG(status));
				bad = 1;
			}
		}
		if (client_works()) {
			fprintf(stderr, "ioctlfuzz: the device does not work after round %u\n", round);
			bad = 1;
		}
		round++;
		if (programs != ~0ull)
			break;
	}
	alarms = kmsg_alarms(kmsg, text, sizeof(text));
	if (alarms) {
		fprintf(stderr, "ioctlfuzz: the kernel said: %s\n", text);
		bad = 1;
	}
	printf("ioctlfuzz: %llu programs, %llu calls, %llu streams accepted, %llu refused, %llu kept, %llu places covered\n",
	       (unsigned long long)shared->programs, (unsigned long long)shared->calls,
	       (unsigned long long)shared->submitted, (unsigned long long)shared->refused,
	       (unsigned long long)shared->kept, (unsigned long long)shared->covered);
	printf("%sok 1 ioctlfuzz\n1..1\n", bad ? "not " : "");
	return bad;
}
