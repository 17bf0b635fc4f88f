// SPDX-License-Identifier: GPL-2.0
/*
 * The ioctls of radeon_drm.h, and the DRM core's ioctls that its clients use, with their
 * arguments.  See ioctls.h.
 */
#include "client.h"
#include "ioctls.h"
#include "stream.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ARG(type, member) .name = #member, \
	.at = offsetof(struct rig, arg) + offsetof(struct type, member), \
	.size = sizeof(((struct type *)0)->member)
#define RIG(label, member) .name = label, \
	.at = offsetof(struct rig, member), .size = sizeof(((struct rig *)0)->member)
#define IS(...) .values = (const uint64_t[]){ __VA_ARGS__ }, \
	.n = sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t)
#define BITS	0, 1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x8000, 0x10000, 0x40000000, 0x80000000, 0xffffffff
#define HANDLES	RIG_VRAM, 0, 3, RIG_FOREIGN, 0x7fffffff, 0x80000000, 0xffffffff
#define PLACES	0, 0x1000, VALUE_EDGE4, 0xffff888000001000, 0x8000000000000000, 0xffffffffffffffff
#define SMALL	0, 1, 0xffffffff
#define WIDE	0, 1, 0xffffffff, 0x100000000, 0xffffffffffffffff

#define GTT	RADEON_GEM_DOMAIN_GTT
#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define ARG_OF(rig, type) ((struct type *)(rig)->arg)

/* --- memory */

static const struct field gem_info[] = {
	{ ARG(drm_radeon_gem_info, gart_size), IS(0xffffffffffffffff) },
	{ ARG(drm_radeon_gem_info, vram_size), IS(0xffffffffffffffff) },
	{ ARG(drm_radeon_gem_info, vram_visible), IS(0xffffffffffffffff) },
	{ 0 }
};

static void prepare_create(struct rig *rig)
{
	struct drm_radeon_gem_create *arg = ARG_OF(rig, drm_radeon_gem_create);

	arg->size = 8192;
	arg->alignment = 4096;
	arg->initial_domain = GTT;
}

static void after_create(struct rig *rig, int err)
{
	struct drm_radeon_gem_create *arg = ARG_OF(rig, drm_radeon_gem_create);
	uint32_t domain, flags, pitch;

	if (err || gem_initial_domain(rig->fd, arg->handle, &domain) ||
	    gem_get_tiling(rig->fd, arg->handle, &flags, &pitch))
		return;
	printf(" made-for=0x%x tiling=0x%x pitch=0x%x", domain, flags, pitch);
	gem_busy(rig->fd, arg->handle, &domain);
	printf(" is-in=0x%x", domain);
}

static const struct field gem_create_fields[] = {
	{ ARG(drm_radeon_gem_create, size), IS(0, 1, 4095, 4096, 4097, 0x40000000, 0x100000000,
					       0x7fffffffffffffff, 0xffffffffffffefff, 0xfffffffffffff001,
					       0xffffffffffffffff) },
	{ ARG(drm_radeon_gem_create, alignment), IS(0, 1, 4095, 4097, 8192, 0x3000, 0x20000, 0x100000, 0x100001,
						    0x200000, 0x80000000, 0x100000000, 0x100001000,
						    0xffffffffffffffff) },
	{ ARG(drm_radeon_gem_create, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_create, initial_domain), IS(BITS, 3, 5, 6, 7) },
	{ ARG(drm_radeon_gem_create, flags), IS(BITS, 3, 6, 0x14, 0x1f) },
	{ 0 }
};

static void prepare_create_vram(struct rig *rig)
{
	prepare_create(rig);
	ARG_OF(rig, drm_radeon_gem_create)->initial_domain = VRAM;
}

static const struct field gem_create_vram[] = {
	{ ARG(drm_radeon_gem_create, alignment), IS(0, 1, 0x3000, 0x20000, 0x100000) },
	{ ARG(drm_radeon_gem_create, flags), IS(1, 2, 4, 8, 0x10, 0x14, 0x18) },
	{ 0 }
};

static void prepare_handle(struct rig *rig)
{
	uint32_t handle = RIG_GTT;

	memcpy(rig->arg, &handle, sizeof(handle));
}

static void prepare_mmap(struct rig *rig)
{
	prepare_handle(rig);
	ARG_OF(rig, drm_radeon_gem_mmap)->size = RIG_BUFFER;
}

static void after_mmap(struct rig *rig, int err)
{
	void *p;

	if (err)
		return;
	p = mmap(NULL, RIG_BUFFER, PROT_READ | PROT_WRITE, MAP_SHARED, rig->fd,
		 ARG_OF(rig, drm_radeon_gem_mmap)->addr_ptr);
	printf(p == MAP_FAILED ? " does-not-map" : " maps");
	if (p != MAP_FAILED)
		munmap(p, RIG_BUFFER);
}

static const struct field gem_mmap[] = {
	{ ARG(drm_radeon_gem_mmap, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_mmap, pad), IS(1, 0xffffffff) },
	{ ARG(drm_radeon_gem_mmap, offset), IS(1, 4096, RIG_BUFFER, RIG_BUFFER + 1, 0xffffffffffffffff) },
	{ ARG(drm_radeon_gem_mmap, size), IS(0, 1, RIG_BUFFER + 1, 0xffffffffffffffff) },
	{ ARG(drm_radeon_gem_mmap, addr_ptr), .kind = FIELD_ADDRESS, IS(1, 0xffffffffffffffff) },
	{ 0 }
};

static const struct field gem_pread[] = {
	{ ARG(drm_radeon_gem_pread, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_pread, pad), IS(1) },
	{ ARG(drm_radeon_gem_pread, size), IS(4, RIG_BUFFER + 1) },
	{ ARG(drm_radeon_gem_pread, data_ptr), IS(PLACES, VALUE_MEMORY) },
	{ 0 }
};

static const struct field gem_set_domain[] = {
	{ ARG(drm_radeon_gem_set_domain, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_set_domain, read_domains), IS(BITS, 6, 7) },
	{ ARG(drm_radeon_gem_set_domain, write_domain), IS(BITS, 6, 7) },
	{ 0 }
};

static const struct field gem_wait_idle[] = {
	{ ARG(drm_radeon_gem_wait_idle, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_wait_idle, pad), IS(1, 0xffffffff) },
	{ 0 }
};

/* Waits for the clears, so that buffers are idle. */
static void prepare_busy(struct rig *rig)
{
	prepare_handle(rig);
	gem_wait(rig->fd, RIG_VRAM);
}

static const struct field gem_busy_fields[] = {
	{ ARG(drm_radeon_gem_busy, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_busy, domain), IS(SMALL) },
	{ 0 }
};

static void after_set_tiling(struct rig *rig, int err)
{
	uint32_t flags, pitch;

	if (!err && !gem_get_tiling(rig->fd, ARG_OF(rig, drm_radeon_gem_set_tiling)->handle, &flags, &pitch))
		printf(" reads-back=0x%x,0x%x", flags, pitch);
}

static const struct field set_tiling[] = {
	{ ARG(drm_radeon_gem_set_tiling, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_set_tiling, tiling_flags), IS(BITS, 3, 0x3f, 0x7f, 0x1000000) },
	{ ARG(drm_radeon_gem_set_tiling, pitch), IS(1, 7, 0x4000, 0x4001, 0xffffffff) },
	{ 0 }
};

static void prepare_get_tiling(struct rig *rig)
{
	prepare_handle(rig);
	gem_set_tiling(rig->fd, RIG_GTT, RADEON_TILING_MICRO | RADEON_TILING_MACRO, 0x1234);
}

static const struct field get_tiling[] = {
	{ ARG(drm_radeon_gem_get_tiling, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_get_tiling, tiling_flags), IS(0xffffffff) },
	{ ARG(drm_radeon_gem_get_tiling, pitch), IS(0xffffffff) },
	{ 0 }
};

static void prepare_va(struct rig *rig)
{
	struct drm_radeon_gem_va *arg = ARG_OF(rig, drm_radeon_gem_va);

	arg->handle = RIG_GTT;
	arg->operation = RADEON_VA_MAP;
	arg->flags = RADEON_VM_PAGE_READABLE | RADEON_VM_PAGE_WRITEABLE | RADEON_VM_PAGE_SNOOPED;
	arg->offset = 8 << 20;
}

static const struct field gem_va[] = {
	{ ARG(drm_radeon_gem_va, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_va, operation), IS(0, 2, 3, 0xffffffff) },
	{ ARG(drm_radeon_gem_va, vm_id), IS(1, 0xffffffff) },
	{ ARG(drm_radeon_gem_va, flags), IS(0, 1, 8, 0xffffffff) },
	{ ARG(drm_radeon_gem_va, offset), IS(WIDE) },
	{ 0 }
};

static void after_op(struct rig *rig, int err)
{
	uint32_t domain;

	if (!err && !gem_initial_domain(rig->fd, ARG_OF(rig, drm_radeon_gem_op)->handle, &domain))
		printf(" made-for=0x%x", domain);
}

static const struct field gem_op[] = {
	{ ARG(drm_radeon_gem_op, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_op, op), IS(1, 2, 3, 0xffffffff) },
	{ ARG(drm_radeon_gem_op, value), IS(1, 0xffffffffffffffff) },
	{ 0 }
};

static void prepare_op_set(struct rig *rig)
{
	struct drm_radeon_gem_op *arg = ARG_OF(rig, drm_radeon_gem_op);

	arg->handle = RIG_GTT;
	arg->op = RADEON_GEM_OP_SET_INITIAL_DOMAIN;
	arg->value = VRAM;
}

static const struct field gem_op_set[] = {
	{ ARG(drm_radeon_gem_op, handle), IS(HANDLES) },
	{ ARG(drm_radeon_gem_op, value), IS(BITS, 6, 7, 0x100000002, 0xffffffffffffffff) },
	{ 0 }
};

static void prepare_userptr(struct rig *rig)
{
	struct drm_radeon_gem_userptr *arg = ARG_OF(rig, drm_radeon_gem_userptr);

	arg->size = 4096;
	arg->flags = RADEON_GEM_USERPTR_READONLY;
}

static const struct field gem_userptr[] = {
	{ ARG(drm_radeon_gem_userptr, addr), IS(1, VALUE_MEMORY, 0x1000, 0xffffffffffffffff) },
	{ ARG(drm_radeon_gem_userptr, size), IS(0, 1, 4097, 0xffffffffffffffff) },
	{ ARG(drm_radeon_gem_userptr, flags), IS(0, 2, 8, 0x10, 0xffffffff) },
	{ ARG(drm_radeon_gem_userptr, handle), IS(1) },
	{ 0 }
};

/* --- INFO */

static void prepare_info(struct rig *rig)
{
	struct drm_radeon_info *arg = ARG_OF(rig, drm_radeon_info);

	memset(rig->value, 0xa5, sizeof(rig->value));
	memset(rig->value, 0, 4);
	arg->value = (uintptr_t)rig->value;
}

/* Does an answer depend on the time, or on the driver's own memory? */
static bool info_varies(uint32_t request)
{
	return request == RADEON_INFO_TIMESTAMP || request == RADEON_INFO_NUM_BYTES_MOVED ||
	       request == RADEON_INFO_VRAM_USAGE || request == RADEON_INFO_GTT_USAGE;
}

static void after_info(struct rig *rig, int err)
{
	uint32_t value;
	size_t n;

	if (err)
		return;
	for (n = sizeof(rig->value); n > 4 && rig->value[n - 1] == 0xa5; n--)
		;
	memcpy(&value, rig->value, sizeof(value));
	printf(" bytes=%zu", n);
	if (!info_varies(ARG_OF(rig, drm_radeon_info)->request))
		printf(" answer=0x%x", value);
}

#define INFO_REQUESTS	0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7, 0x8, 0x9, 0xa, 0xb, 0xc, 0xd, 0xe, 0xf, \
	0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, \
	0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x30, 0x40, 0x7fffffff, 0x80000000, 0xffffffff

static const struct field info[] = {
	{ ARG(drm_radeon_info, request), IS(INFO_REQUESTS) },
	{ ARG(drm_radeon_info, pad), IS(1, 0xffffffff) },
	{ ARG(drm_radeon_info, value), .kind = FIELD_ADDRESS, IS(PLACES, VALUE_EDGE8) },
	{ 0 }
};

/* The same requests with another input, and with an unmapped output. */
static void prepare_info_1(struct rig *rig)
{
	prepare_info(rig);
	memset(rig->value, 0, 4);
	rig->value[0] = 1;
}

static void prepare_info_ones(struct rig *rig)
{
	prepare_info(rig);
	memset(rig->value, 0xff, 4);
}

static void prepare_info_unmapped(struct rig *rig)
{
	prepare_info(rig);
	ARG_OF(rig, drm_radeon_info)->value = 0x1000;
}

static const struct field info_requests[] = {
	{ ARG(drm_radeon_info, request), IS(INFO_REQUESTS) },
	{ 0 }
};

#define PREPARE_INFO(name, asks) \
static void prepare_##name(struct rig *rig) \
{ \
	prepare_info(rig); \
	ARG_OF(rig, drm_radeon_info)->request = asks; \
}

PREPARE_INFO(crtc, RADEON_INFO_CRTC_FROM_ID)
PREPARE_INFO(hyperz, RADEON_INFO_WANT_HYPERZ)
PREPARE_INFO(cmask, RADEON_INFO_WANT_CMASK)
PREPARE_INFO(ring, RADEON_INFO_RING_WORKING)
PREPARE_INFO(clock, RADEON_INFO_TIMESTAMP)

/* Waits for the clears, so that the engine is idle. */
static void prepare_reg(struct rig *rig)
{
	prepare_info(rig);
	ARG_OF(rig, drm_radeon_info)->request = RADEON_INFO_READ_REG;
	gem_wait(rig->fd, RIG_VRAM);
}

static const struct field info_right[] = {
	{ RIG("in", value[0]), IS(0, 1, 2, 0xff) },
	{ 0 }
};

static const struct field info_ring[] = {
	{ RIG("in", value[0]), IS(0, 1, 2, 3, 4, 5, 0xff) },
	{ RIG("in-high", value[3]), IS(0x80) },
	{ 0 }
};

/* A field of four bytes would overlap the low two bytes of a register's offset. */
static const struct field info_reg[] = {
	{ .name = "in", .at = offsetof(struct rig, value), .size = 4,
	  IS(0, 0x8000, 0x8004, 0x8008, 0x800c, 0x8010, 0x8011, 0x8014, 0x8020, 0xd034, 0xd834, 0xe50, 0xe54,
	     0xf6bc, 0x8670, 0x8500, 0xfffc, 0x28354, 0xffffffff) },
	{ 0 }
};

static const struct field info_clock[] = {
	{ ARG(drm_radeon_info, value), .kind = FIELD_ADDRESS, IS(PLACES, VALUE_EDGE8) },
	{ 0 }
};

/* --- submissions */

static void prepare_cs(struct rig *rig)
{
	static struct stream s;
	struct drm_radeon_cs *cs = ARG_OF(rig, drm_radeon_cs);
	size_t i;

	stream_init(&s);
	stream_mem_write(&s, RIG_GTT, GTT, 8, 0x600df00d);
	stream_pad(&s, RIG_IB_DW);
	memcpy(rig->ib, s.dw, sizeof(rig->ib));
	memcpy(rig->reloc, s.reloc, sizeof(rig->reloc));
	rig->flags[0] = RADEON_CS_KEEP_TILING_FLAGS;
	rig->chunk[0] = (struct drm_radeon_cs_chunk){ RADEON_CHUNK_ID_IB, RIG_IB_DW, (uintptr_t)rig->ib };
	rig->chunk[1] = (struct drm_radeon_cs_chunk){ RADEON_CHUNK_ID_RELOCS, 4, (uintptr_t)rig->reloc };
	rig->chunk[2] = (struct drm_radeon_cs_chunk){ RADEON_CHUNK_ID_FLAGS, 2, (uintptr_t)rig->flags };
	rig->chunk[3] = (struct drm_radeon_cs_chunk){ RADEON_CHUNK_ID_FLAGS, 3, (uintptr_t)rig->flags };
	for (i = 0; i < sizeof(rig->chunk_ptr) / sizeof(rig->chunk_ptr[0]); i++)
		rig->chunk_ptr[i] = (uintptr_t)&rig->chunk[i < 2 ? i : 2];
	cs->num_chunks = 3;
	cs->chunks = (uintptr_t)rig->chunk_ptr;
}

static void after_cs(struct rig *rig, int err)
{
	uint32_t *p;

	if (err)
		return;
	p = gem_map(rig->fd, RIG_GTT, RIG_BUFFER);
	if (!p || gem_wait(rig->fd, RIG_GTT))
		printf(" is-lost");
	else
		printf(p[2] == 0x600df00d ? " wrote" : " wrote-nothing");
	if (p)
		munmap(p, RIG_BUFFER);
}

#define R6XX	.generation = RCP_GENERATION_R600
#define R5XX	.generation = RCP_GENERATION_R500

static const struct field cs[] = {
	{ ARG(drm_radeon_cs, num_chunks), IS(0, 2, 4, 16, 17, 20, 0xffffffff), .fatal = 1 },
	{ ARG(drm_radeon_cs, cs_id), IS(1, 0xffffffff) },
	{ ARG(drm_radeon_cs, chunks), .kind = FIELD_ADDRESS, IS(PLACES, VALUE_EDGE8) },
	{ ARG(drm_radeon_cs, gart_limit), IS(1, 0xffffffffffffffff) },
	{ ARG(drm_radeon_cs, vram_limit), IS(1, 0xffffffffffffffff) },
	{ RIG("chunk_ptr[0]", chunk_ptr[0]), IS(PLACES, VALUE_EDGE8) },
	{ RIG("ib.id", chunk[0].chunk_id), IS(0, 1, 3, 4, 5, 0x3f, 0x44, 0xffffffff), .fatal = 8 },
	{ RIG("ib.length", chunk[0].length_dw), IS(0, 1, 7, 8, 15, 0x4001, 0x40001, 0xffffffff), .fatal = 2 },
	{ RIG("ib.data", chunk[0].chunk_data), IS(PLACES) },
	{ RIG("relocs.id", chunk[1].chunk_id), IS(0, 2, 3, 4, 5, 0x3f, 0x44, 0xffffffff) },
	{ RIG("relocs.length", chunk[1].length_dw), IS(0, 5, 8, 0x10004, 1, 3, 0xffffffff), .fatal = 3 },
	{ RIG("relocs.data", chunk[1].chunk_data), IS(PLACES) },
	{ RIG("flags.id", chunk[2].chunk_id), IS(0, 2, 4, 5, 0x3f, 0x44, 0xffffffff, 1), .fatal = 1 },
	{ RIG("flags.length", chunk[2].length_dw), IS(0, 1, 3, 4, 5, 0xffffffff), .fatal = 1 },
	{ RIG("flags.data", chunk[2].chunk_data), IS(PLACES) },
	{ RIG("flags[0]", flags[0]), IS(BITS, 5) },
	{ RIG("ring", flags[1]), IS(1, 2, 3, 5, 0x80000000, 0xffffffff, 4), .fatal = 1, R6XX },
	{ RIG("ring", flags[1]), IS(1, 2, 5, 0x80000000, 0xffffffff, 3, 4), .fatal = 2, R5XX },
	{ RIG("priority", flags[2]), IS(1, 0xffffffff) },
	{ RIG("reloc.handle", reloc[0].handle), IS(HANDLES) },
	{ RIG("reloc.read", reloc[0].read_domains), IS(BITS, 6) },
	{ RIG("reloc.write", reloc[0].write_domain), IS(BITS, 6) },
	{ RIG("reloc.flags", reloc[0].flags), IS(0xf, 0x10, 0xffffffff) },
	{ RIG("stream[0]", ib[0]), IS(0, 0x40000000, 0x80000000, 0xc0000000, 0xc0023d00, 0xc0043d00, 0xc03f3d00,
				      0xffffffff, 0xc0031000), R6XX },
	{ RIG("stream[1]", ib[1]), IS(1, 4, RIG_BUFFER - 8, RIG_BUFFER - 4, RIG_BUFFER, 0xfffffff8), R6XX },
	{ RIG("stream[2]", ib[2]), IS(1, 0xff, 0x100, 0x40000, 0x80000000, 0xffffffff), R6XX },
	{ RIG("stream[5]", ib[5]), IS(0, 0x80000000, 0xc0011000), R6XX },
	{ RIG("stream[6]", ib[6]), IS(1, 4, 8, 0xfffffffc, 0xffffffff), R6XX },
	{ RIG("stream[8]", ib[8]), IS(0, 0x40000000, 0xc0001000, 0xc0001001, 0xc0070000, 0xc0061000, 0xc0016800,
				      0xc0ff1000, 0xffffffff), R6XX },
	/* The data of a query, its address with a relocation, and both once more */
	{ RIG("query[0]", ib[0]), IS(0, 0x13d5, 0x13d7, 0x113d6, 0x93d6, 0x40000000, 0xc0000000, 0xffffffff,
				     0x33d6), .fatal = 1, R5XX },
	{ RIG("query[2]", ib[2]), IS(0x13d6, 0x93d7, 0x113d7, 0x1fff), R5XX },
	{ RIG("query[3]", ib[3]), IS(1, 2, 4, RIG_BUFFER - 4, RIG_BUFFER - 3, RIG_BUFFER, 0xfffffffc,
				     0xffffffff), .fatal = 4, R5XX },
	{ RIG("query[4]", ib[4]), IS(0, 0x80000000, 0xc0011000), R5XX },
	{ RIG("query[5]", ib[5]), IS(1, 4, 8, 0xfffffffc, 0xffffffff), R5XX },
	{ 0 }
};

/* A submission with a list of two buffers, one of which the stream does not name. */
static void prepare_cs_two(struct rig *rig)
{
	prepare_cs(rig);
	rig->chunk[1].length_dw = 8;
	rig->reloc[1] = (struct drm_radeon_cs_reloc){ RIG_VRAM, VRAM, VRAM, 0 };
}

static const struct field cs_two[] = {
	{ RIG("reloc.handle", reloc[1].handle), IS(RIG_GTT, 0, 3, RIG_FOREIGN, 0xffffffff) },
	{ RIG("reloc.read", reloc[1].read_domains), IS(0, GTT, 1, 7) },
	{ RIG("reloc.write", reloc[1].write_domain), IS(0, GTT, 1, 7) },
	{ 0 }
};

/* A stream of nothing, without a list of buffers. */
static void prepare_cs_alone(struct rig *rig)
{
	size_t i;

	prepare_cs(rig);
	for (i = 0; i < RIG_IB_DW; i++)
		rig->ib[i] = PACKET2;
	ARG_OF(rig, drm_radeon_cs)->num_chunks = 1;
}

static const struct field cs_alone[] = {
	{ RIG("ib.id", chunk[0].chunk_id), IS(0, 1, 3, 4, 5, 0x3f, 0x44, 0xffffffff), .fatal = 8 },
	{ RIG("ib.length", chunk[0].length_dw), IS(0, 1, 2, 3, 7, 8) },
	{ RIG("stream[0]", ib[0]), IS(0, 0x80000001, 0xffffffff, 0xc0001000, 0xc00d1000, 0xc00e1000, 0xc00f1000) },
	{ 0 }
};

/* The ring of the DMA engine, with a stream of its own: a NOP is 0xf0000000. */
static void prepare_cs_dma(struct rig *rig)
{
	size_t i;

	prepare_cs(rig);
	for (i = 0; i < RIG_IB_DW; i++)
		rig->ib[i] = 0xf0000000;
	rig->flags[1] = RADEON_CS_RING_DMA;
}

/* --- the DRM core's */

static void prepare_version(struct rig *rig)
{
	struct drm_version *arg = ARG_OF(rig, drm_version);

	arg->name = (char *)rig->value;
	arg->name_len = 32;
}

static void after_version(struct rig *rig, int err)
{
	if (!err)
		printf(" name=%.32s", (char *)rig->value);
}

static const struct field version[] = {
	{ ARG(drm_version, version_major), IS(SMALL) },
	{ ARG(drm_version, version_minor), IS(SMALL) },
	{ ARG(drm_version, version_patchlevel), IS(SMALL) },
	{ ARG(drm_version, name_len), IS(0, 3, 6, 7) },
	{ ARG(drm_version, name), .kind = FIELD_ADDRESS, IS(0x1000) },
	{ ARG(drm_version, date_len), .kind = FIELD_ADDRESS, IS(0, 4) },
	{ ARG(drm_version, desc_len), .kind = FIELD_ADDRESS, IS(0, 4) },
	{ 0 }
};

static const struct field get_cap[] = {
	{ ARG(drm_get_cap, capability), IS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15,
					   0xffffffffffffffff) },
	{ ARG(drm_get_cap, value), IS(0xffffffffffffffff) },
	{ 0 }
};

static const struct field set_client_cap[] = {
	{ ARG(drm_set_client_cap, capability), IS(0, 1, 2, 3, 4, 5, 6, 0xffffffffffffffff) },
	{ ARG(drm_set_client_cap, value), IS(1, 2) },
	{ 0 }
};

static const struct field gem_close_fields[] = {
	{ ARG(drm_gem_close, handle), IS(HANDLES) },
	{ ARG(drm_gem_close, pad), IS(1, 0xffffffff) },
	{ 0 }
};

static const struct field gem_flink[] = {
	{ ARG(drm_gem_flink, handle), IS(HANDLES) },
	{ ARG(drm_gem_flink, name), .kind = FIELD_ADDRESS, IS(0xffffffff) },
	{ 0 }
};

static const struct field gem_open[] = {
	{ ARG(drm_gem_open, name), IS(VALUE_FLINKED, 0x7fffffff, 0xffffffff) },
	{ ARG(drm_gem_open, handle), IS(RIG_GTT, 0xffffffff) },
	{ 0 }
};

static void after_export(struct rig *rig, int err)
{
	int fd = ARG_OF(rig, drm_prime_handle)->fd;

	if (err || fd <= STDERR_FILENO)
		return;
	printf(" holds=0x%lx", (long)lseek(fd, 0, SEEK_END));
	close(fd);
}

static const struct field prime_export[] = {
	{ ARG(drm_prime_handle, handle), IS(HANDLES) },
	{ ARG(drm_prime_handle, flags), IS(1, DRM_RDWR, DRM_CLOEXEC, DRM_RDWR | DRM_CLOEXEC, 0x80000000, 0xffffffff) },
	{ ARG(drm_prime_handle, fd), .kind = FIELD_ADDRESS, IS(0xffffffff) },
	{ 0 }
};

static const struct field prime_import[] = {
	{ ARG(drm_prime_handle, fd), IS(VALUE_EXPORTED, VALUE_EXPORTED_OTHER, VALUE_NULL_FD, 1000, 0xffffffff) },
	{ ARG(drm_prime_handle, flags), IS(1, 0xffffffff) },
	{ 0 }
};

#define RADEON(nr, ...)	{ #nr, DRM_IOCTL_RADEON_##nr, __VA_ARGS__ }
#define INFO(name, ...)	{ "INFO-" name, DRM_IOCTL_RADEON_INFO, __VA_ARGS__ }

const struct call calls[] = {
	RADEON(GEM_INFO, .fields = gem_info),
	RADEON(GEM_CREATE, .prepare = prepare_create, .after = after_create, .fields = gem_create_fields),
	{ "GEM_CREATE-VRAM", DRM_IOCTL_RADEON_GEM_CREATE, .prepare = prepare_create_vram,
	  .after = after_create, .fields = gem_create_vram },
	RADEON(GEM_MMAP, .prepare = prepare_mmap, .after = after_mmap, .fields = gem_mmap),
	RADEON(GEM_PREAD, .prepare = prepare_handle, .fields = gem_pread, .primary = true),
	RADEON(GEM_PWRITE, .prepare = prepare_handle, .fields = gem_pread, .primary = true),
	RADEON(GEM_SET_DOMAIN, .prepare = prepare_handle, .fields = gem_set_domain),
	RADEON(GEM_WAIT_IDLE, .prepare = prepare_handle, .fields = gem_wait_idle),
	RADEON(GEM_BUSY, .prepare = prepare_busy, .fields = gem_busy_fields),
	RADEON(GEM_SET_TILING, .prepare = prepare_handle, .after = after_set_tiling, .fields = set_tiling),
	RADEON(GEM_GET_TILING, .prepare = prepare_get_tiling, .fields = get_tiling),
	RADEON(GEM_VA, .prepare = prepare_va, .fields = gem_va),
	RADEON(GEM_OP, .prepare = prepare_handle, .after = after_op, .fields = gem_op),
	{ "GEM_OP-SET", DRM_IOCTL_RADEON_GEM_OP, .prepare = prepare_op_set, .after = after_op, .fields = gem_op_set },
	RADEON(GEM_USERPTR, .prepare = prepare_userptr, .fields = gem_userptr),
	RADEON(INFO, .prepare = prepare_info, .after = after_info, .fields = info),
	INFO("1", .prepare = prepare_info_1, .after = after_info, .fields = info_requests),
	INFO("ONES", .prepare = prepare_info_ones, .after = after_info, .fields = info_requests),
	INFO("UNMAPPED", .prepare = prepare_info_unmapped, .fields = info_requests),
	INFO("CRTC_FROM_ID", .prepare = prepare_crtc, .after = after_info, .fields = info_right),
	INFO("WANT_HYPERZ", .prepare = prepare_hyperz, .after = after_info, .fields = info_right),
	INFO("WANT_CMASK", .prepare = prepare_cmask, .after = after_info, .fields = info_right),
	INFO("RING_WORKING", .prepare = prepare_ring, .after = after_info, .fields = info_ring),
	INFO("READ_REG", .prepare = prepare_reg, .after = after_info, .fields = info_reg),
	INFO("TIMESTAMP", .prepare = prepare_clock, .after = after_info, .fields = info_clock),
	RADEON(CS, .prepare = prepare_cs, .after = after_cs, .fields = cs),
	{ "CS-TWO", DRM_IOCTL_RADEON_CS, .prepare = prepare_cs_two, .after = after_cs, .fields = cs_two },
	{ "CS-ALONE", DRM_IOCTL_RADEON_CS, .prepare = prepare_cs_alone, .fields = cs_alone },
	{ "CS-DMA", DRM_IOCTL_RADEON_CS, .prepare = prepare_cs_dma },
	{ "VERSION", DRM_IOCTL_VERSION, .prepare = prepare_version, .after = after_version, .fields = version },
	{ "GET_CAP", DRM_IOCTL_GET_CAP, .fields = get_cap, .primary = true },
	{ "SET_CLIENT_CAP", DRM_IOCTL_SET_CLIENT_CAP, .fields = set_client_cap, .primary = true },
	{ "GEM_CLOSE", DRM_IOCTL_GEM_CLOSE, .prepare = prepare_handle, .fields = gem_close_fields },
	{ "GEM_FLINK", DRM_IOCTL_GEM_FLINK, .prepare = prepare_handle, .fields = gem_flink, .primary = true },
	{ "GEM_OPEN", DRM_IOCTL_GEM_OPEN, .fields = gem_open, .primary = true },
	{ "PRIME_HANDLE_TO_FD", DRM_IOCTL_PRIME_HANDLE_TO_FD, .prepare = prepare_handle, .after = after_export,
	  .fields = prime_export },
	{ "PRIME_FD_TO_HANDLE", DRM_IOCTL_PRIME_FD_TO_HANDLE, .fields = prime_import },
};

const size_t ncalls = sizeof(calls) / sizeof(calls[0]);
