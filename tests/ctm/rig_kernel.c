// SPDX-License-Identifier: GPL-2.0
/*
 * A kernel for the library in one process: the system calls that libctm makes, with the kernel's
 * checker (judge.c) and the emulated card behind them.  The linker redirects the calls (--wrap).
 *
 * It is strict: a call that the uapi does not have fails, and so do chunks that the driver would
 * refuse.  A buffer of more than a mebibyte finds no room.  A fence is signalled when a client
 * has asked for it twice.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <radeon_drm.h>
#include "rcp_drm.h"
#include "r500/up.h"
#include "compute.h"

/* The checker has names that the model also has: it is called through judge.c. */
bool judge(const char *chip, uint32_t *ib, uint32_t dw, const uint32_t *sizes, const uint64_t *addrs,
	   uint32_t nbuffers, char *why, size_t size);

#define FDS		4u
#define FD_FIRST	1000
#define BUFFERS		4u
#define BUFFER_BYTES	(1u << 20)
#define MEMORY		0x400000u	/* of the buffers, in guest memory */
#define IB_DW		16384u
#define CTX		7u

/**
 * struct file - an open render node, with a card of its own
 * @r: the card; NULL: closed
 * @buffers: buffers so far
 * @submitted: last number
 * @asked: how often the last number was asked for
 * @hung: the submission that hung the card, 0: none
 * @mapped: mappings
 */
struct file {
	struct rig *r;
	uint32_t buffers;
	uint64_t submitted;
	uint32_t asked;
	uint64_t hung;
	uint32_t mapped;
};

static struct file files[FDS];
static const char chip[] = "R580";

/* The machine's accesses go through the card. */
static void span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	model_span(((struct rig *)ctx)->m, addr, write, s);
}

static const struct gpu_host machine = { .span = span };

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_ioctl(int fd, unsigned long request, ...);
void *__real_mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset);
void *__wrap_mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset);
int __real_munmap(void *addr, size_t length);
int __wrap_munmap(void *addr, size_t length);

static struct file *file(int fd)
{
	return fd >= FD_FIRST && fd < FD_FIRST + (int)FDS && files[fd - FD_FIRST].r ? &files[fd - FD_FIRST] : NULL;
}

int __wrap_open(const char *path, int flags, ...)
{
	if (strncmp(path, "/dev/dri/", 9))
		return __real_open(path, flags);
	for (unsigned int i = 0; i < FDS && !strcmp(path, "/dev/dri/renderD129"); i++) {
		if (files[i].r)
			continue;
		files[i] = (struct file){ .r = up5(chip, NULL) };
		files[i].r->gpu = gpu_create(&machine, files[i].r, GPU_R580);
		return FD_FIRST + (int)i;
	}
	errno = ENOENT;
	return -1;
}

int __wrap_close(int fd)
{
	struct file *f = file(fd);

	if (!f)
		return __real_close(fd);
	/* A client that leaves mappings behind leaks. */
	if (f->mapped)
		abort();
	gpu_destroy(f->r->gpu);
	rig_free(f->r);
	f->r = NULL;
	return 0;
}

static int no(int error)
{
	errno = error;
	return -1;
}

static int query(const struct drm_rcp_query *q)
{
	static const struct drm_rcp_query_driver driver = {
		.features = RCP_FEATURE_VERDICT | RCP_FEATURE_CONTEXTS | RCP_FEATURE_FENCES, .max_ib_dw = IB_DW,
	};
	static const struct drm_rcp_query_card card = { .chip_name = "R580", .generation = RCP_GENERATION_R500 };

	if (q->type == RCP_QUERY_DRIVER && q->size == sizeof(driver))
		memcpy((void *)(uintptr_t)q->data, &driver, sizeof(driver));
	else if (q->type == RCP_QUERY_CARD && q->size == sizeof(card))
		memcpy((void *)(uintptr_t)q->data, &card, sizeof(card));
	else
		return no(EINVAL);
	return 0;
}

static int gem_create(struct file *f, struct drm_radeon_gem_create *c)
{
	if (c->size > BUFFER_BYTES)
		return no(ENOMEM);
	if (f->buffers == BUFFERS || c->size != BUFFER_BYTES || c->alignment != 4096)
		return no(EINVAL);
	c->handle = ++f->buffers;
	return 0;
}

static int gem_mmap(const struct file *f, struct drm_radeon_gem_mmap *m)
{
	if (!m->handle || m->handle > f->buffers || m->size != BUFFER_BYTES)
		return no(ENOENT);
	m->addr_ptr = (uint64_t)m->handle * BUFFER_BYTES;
	return 0;
}

void *__wrap_mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
	struct file *f = file(fd);

	if (!f)
		return __real_mmap(addr, length, prot, flags, fd, offset);
	if (length != BUFFER_BYTES || offset % BUFFER_BYTES)
		abort();
	f->mapped++;
	return f->r->ram + MEMORY + offset;
}

int __wrap_munmap(void *addr, size_t length)
{
	for (unsigned int i = 0; i < FDS; i++)
		if (files[i].r && (u8 *)addr > files[i].r->ram && (u8 *)addr < files[i].r->ram + RIG_RAM) {
			files[i].mapped--;
			return 0;
		}
	return __real_munmap(addr, length);
}

/**
 * struct submission - the chunks of a CS
 * @ib: a copy of the stream
 */
struct submission {
	uint32_t ib[IB_DW];
	uint32_t ib_dw;
	const struct drm_radeon_cs_reloc *relocs;
	uint32_t nrelocs;
	const struct drm_rcp_cs_verdict *verdict;
	struct drm_rcp_cs_context *context;
	bool keep_tiling;
};

static bool take_chunk(struct submission *s, const struct drm_radeon_cs_chunk *c)
{
	const void *data = (const void *)(uintptr_t)c->chunk_data;

	switch (c->chunk_id) {
	case RADEON_CHUNK_ID_IB:
		if (!c->length_dw || c->length_dw > IB_DW)
			return false;
		memcpy(s->ib, data, 4 * c->length_dw);
		s->ib_dw = c->length_dw;
		return true;
	case RADEON_CHUNK_ID_RELOCS:
		s->relocs = data;
		s->nrelocs = c->length_dw * 4 / sizeof(*s->relocs);
		return c->length_dw * 4 % sizeof(*s->relocs) == 0;
	case RADEON_CHUNK_ID_FLAGS:
		s->keep_tiling = *(const uint32_t *)data & RADEON_CS_KEEP_TILING_FLAGS;
		return c->length_dw == 1;
	case RCP_CHUNK_ID_VERDICT:
		s->verdict = data;
		return c->length_dw * 4 == sizeof(*s->verdict);
	case RCP_CHUNK_ID_CONTEXT:
		s->context = (void *)(uintptr_t)c->chunk_data;
		return c->length_dw * 4 == sizeof(*s->context);
	}
	return false;
}

static bool take_chunks(struct submission *s, const struct drm_radeon_cs *cs)
{
	const uint64_t *pointers = (const uint64_t *)(uintptr_t)cs->chunks;

	for (unsigned int i = 0; i < cs->num_chunks; i++)
		if (!take_chunk(s, (const struct drm_radeon_cs_chunk *)(uintptr_t)pointers[i]))
			return false;
	return s->ib_dw && s->relocs && s->verdict && s->context && s->context->ctx_id == CTX && s->keep_tiling;
}

/* Checked and patched; the verdict is the kernel's. */
static bool check(const struct file *f, struct submission *s)
{
	struct drm_rcp_verdict *v = (void *)(uintptr_t)s->verdict->verdict;
	uint32_t sizes[BUFFERS], i;
	uint64_t addrs[BUFFERS];
	char why[256];

	if (s->nrelocs > BUFFERS)
		return false;
	for (i = 0; i < s->nrelocs; i++) {
		if (!s->relocs[i].handle || s->relocs[i].handle > f->buffers || !s->relocs[i].write_domain)
			return false;
		sizes[i] = BUFFER_BYTES;
		addrs[i] = RIG_GART + MEMORY + (uint64_t)s->relocs[i].handle * BUFFER_BYTES;
	}
	if (judge(chip, s->ib, s->ib_dw, sizes, addrs, s->nrelocs, why, sizeof(why)))
		return true;
	v->code = 1;
	snprintf(v->text, sizeof(v->text), "%s", why);
	return false;
}

static int submit(struct file *f, const struct drm_radeon_cs *cs)
{
	static struct submission s;
	struct rig *r = f->r;

	memset(&s, 0, sizeof(s));
	if (f->hung)
		return no(ECANCELED);
	if (!take_chunks(&s, cs) || !check(f, &s))
		return no(EINVAL);
	s.context->seqno = ++f->submitted;
	f->asked = 0;
	memcpy(r->ram + RIG_IB, s.ib, 4 * s.ib_dw);
	call_ib5(r, s.ib_dw);
	set_reg(r, RB3D_DSTCACHE_CTLSTAT, 0xa);
	set_reg(r, ZB_ZCACHE_CTLSTAT, 3);
	set_reg(r, WAIT_UNTIL, WAIT_3D_IDLECLEAN);
	set_reg(r, SCRATCH_REG0, (u32)f->submitted);
	go(r);
	if (ram32(r, RIG_WB) != (u32)f->submitted)
		f->hung = f->submitted;
	if (violations(r)) {
		printf("Bail out! %s\n", model_last_violation(r->m));
		exit(1);
	}
	return 0;
}

static int fence_query(struct file *f, struct drm_rcp_fence_query *q)
{
	if (q->ctx_id != CTX || q->flags || q->pad || q->seqno > f->submitted)
		return no(EINVAL);
	q->submitted = f->submitted;
	q->completed = f->submitted - (f->asked < 2);
	if (q->seqno == f->submitted)
		f->asked++;
	q->error = q->seqno <= q->completed && q->seqno == f->hung ? ETIME : 0;
	return 0;
}

static int fence_wait(const struct file *f, const struct drm_rcp_fence_wait *w)
{
	return w->ctx_id == CTX && w->seqno <= f->submitted ? 0 : no(EINVAL);
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
	static unsigned int calls;
	struct file *f = file(fd);
	void *argument;
	va_list ap;

	va_start(ap, request);
	argument = va_arg(ap, void *);
	va_end(ap);
	if (!f)
		return no(EBADF);
	/* A signal: the client calls again. */
	if (++calls % 13 == 0)
		return no(EINTR);
	switch (request) {
	case DRM_IOCTL_RCP_QUERY:
		return query(argument);
	case DRM_IOCTL_RCP_CTX_CREATE:
		((struct drm_rcp_ctx_create *)argument)->ctx_id = CTX;
		return 0;
	case DRM_IOCTL_RADEON_GEM_CREATE:
		return gem_create(f, argument);
	case DRM_IOCTL_RADEON_GEM_MMAP:
		return gem_mmap(f, argument);
	case DRM_IOCTL_RADEON_CS:
		return submit(f, argument);
	case DRM_IOCTL_RCP_FENCE_QUERY:
		return fence_query(f, argument);
	case DRM_IOCTL_RCP_FENCE_WAIT:
		return fence_wait(f, argument);
	}
	return no(ENOTTY);
}

void device_wait(AMmanagedDevice dev)
{
}
