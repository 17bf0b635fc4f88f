// SPDX-License-Identifier: GPL-2.0
/*
 * All calls other than submissions, and run_call().
 */
#include "ioctlfuzz.h"
#include "sync.h"

#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static void do_create(struct runner *r, uint32_t *s)
{
	static const uint32_t sizes[] = { 1, 4096, 8192, 65536, 1 << 20, 4 << 20 };
	static const uint32_t domains[] = { VRAM, GTT, VRAM | GTT };
	uint32_t slot = r->next++ % MAX_HANDLES, handle;
	uint64_t size = sizes[below(s, 6)], align = 1u << below(s, 18);
	uint32_t domain = domains[below(s, 3)], flags = one_in(s, 3) ? 1u << below(s, 5) : 0;
	int ret;

	/* no size that only uses up memory */
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
		/* close the mapped buffer */
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
			expect(r, "CS", stream_write(&r->stream, c.fd, other, GTT, 0, rnd(s)));
		}
		client_close(&c);
	}
	close(dmabuf);
}

/* An ioctl of any number and size with any contents. */
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

void run_call(struct runner *r, const struct call *call)
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
