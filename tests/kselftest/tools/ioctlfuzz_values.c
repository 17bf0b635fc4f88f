// SPDX-License-Identifier: GPL-2.0
/*
 * The values that calls are made of: mostly right, sometimes at a limit, sometimes bad.
 */
#include "ioctlfuzz.h"
#include "sync.h"

#include <errno.h>

struct counts *counts;

uint32_t rnd(uint32_t *s)
{
	uint32_t x = *s ? *s : 0x9e3779b9;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return *s = x;
}

uint32_t below(uint32_t *s, uint32_t n)
{
	return rnd(s) % n;
}

bool one_in(uint32_t *s, uint32_t n)
{
	return !below(s, n);
}

uint64_t odd_number(uint32_t *s)
{
	static const uint64_t odd[] = {
		0, 1, 3, 4, 7, 8, 255, 256, 4095, 4096, 4097, 65535, 65536, 0x7fffffff,
		0x80000000, 0xffffffff, 0x100000000, 0xfffffffff000, 0x7fffffffffffffff,
		0x8000000000000000, 0xfffffffffffffff8, 0xffffffffffffffff,
	};

	return one_in(s, 4) ? rnd(s) : odd[below(s, sizeof(odd) / sizeof(odd[0]))];
}

void *odd_pointer(struct runner *r, uint32_t *s)
{
	switch (below(s, 4)) {
	case 0: return NULL;
	case 1: return (void *)8;
	case 2: return (void *)0xffff888000000000ul;
	default: return (uint8_t *)r->stream.dw + below(s, 64);
	}
}

uint32_t a_handle(struct runner *r, uint32_t *s)
{
	if (one_in(s, 24))
		return odd_number(s);
	return r->handle[below(s, MAX_HANDLES)];
}

uint32_t a_context(struct runner *r, uint32_t *s)
{
	return one_in(s, 24) ? odd_number(s) : r->ctx[below(s, MAX_CONTEXTS)];
}

uint32_t a_syncobj(struct runner *r, uint32_t *s)
{
	return one_in(s, 24) ? odd_number(s) : r->syncobj[below(s, MAX_SYNCOBJS)];
}

/* No timeout is too long: a fence exists only of a submission, and every job ends. */
int64_t a_timeout(uint32_t *s)
{
	switch (below(s, 4)) {
	case 0: return INT64_MAX;
	case 1: return in_ms(below(s, 20));
	case 2: return odd_number(s);
	default: return 0;
	}
}

/* The errnos that a client may be told by any of the calls. */
void expect(struct runner *r, const char *what, int ret)
{
	static const int fair[] = {
		0, EINVAL, EFAULT, ENOENT, ENOMEM, EACCES, EPERM, EBUSY, EBADF, ENODEV,
		ENOTTY, ENOSPC, EEXIST, EINTR, EIO, EAGAIN, EOPNOTSUPP, ETIME, EOVERFLOW,
		ECANCELED,
	};
	size_t i;

	__atomic_add_fetch(&counts->calls, 1, __ATOMIC_RELAXED);
	for (i = 0; i < sizeof(fair) / sizeof(fair[0]); i++)
		if (ret == -fair[i])
			return;
	r->wrong = what;
	r->wrong_errno = -ret;
}
