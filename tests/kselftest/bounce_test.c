// SPDX-License-Identifier: GPL-2.0
/*
 * The card sees the pages that the CPU sees, also where the bus has bounce buffers: each dword of
 * a copy arrives, after each way in which a buffer can get other pages; and sharing that would
 * need copies is refused.  Also run with swiotlb=force, and with swiotlb=512,force: 1 MiB of
 * bounce buffers.
 *
 * The other half puts modules/bus.ko between card and memory: a bus of which parts work, and one
 * that does not tell.  It binds the card, so no other client may have the device open.
 */
#include "client.h"
#include "emulated.h"
#include "hold.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"

#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

static const uint64_t sizes[] = { 4096, 8192, 1 << 20 };

/* A source and a destination in system memory, mapped */
struct pair {
	uint64_t size;
	uint32_t src, dst;
	uint32_t *from, *to;
};

static int pair_open(struct pair *p, int fd, uint64_t size, uint32_t flags)
{
	int ret = gem_create(fd, size, 4096, GTT, flags, &p->src);

	p->size = size;
	ret = ret ? ret : gem_create(fd, size, 4096, GTT, flags, &p->dst);
	if (ret)
		return ret;
	p->from = gem_map(fd, p->src, size);
	p->to = gem_map(fd, p->dst, size);
	return p->from && p->to ? 0 : -ENOMEM;
}

static void pair_close(struct pair *p, int fd)
{
	munmap(p->from, p->size);
	munmap(p->to, p->size);
	gem_close(fd, p->src);
	gem_close(fd, p->dst);
}

/* Lets the card copy: the offset of the first wrong dword, the size if there is none, or -errno */
static long long pair_copy(struct pair *p, int fd, uint32_t seed)
{
	static struct stream s;
	int ret;

	stream_init(&s);
	stream_cp_dma(&s, p->src, GTT, 0, p->dst, GTT, 0, p->size);
	ret = stream_submit(&s, fd, NULL);
	ret = ret ? ret : gem_wait(fd, p->dst);
	return ret ? ret : (long long)gem_first_wrong(p->to, p->size, seed);
}

/* The same with new contents */
static long long pair_write_and_copy(struct pair *p, int fd, uint32_t seed)
{
	gem_fill(p->from, p->size, seed);
	gem_fill(p->to, p->size, ~seed);
	return pair_copy(p, fd, seed);
}

static int pair_place(struct pair *p, int fd, uint32_t domain)
{
	int ret = stream_place(fd, p->src, domain);

	ret = ret ? ret : stream_place(fd, p->dst, domain);
	return ret ? ret : gem_wait(fd, p->dst);
}

FIXTURE(bounce) {
	struct client c;
	struct pair pair;
	int kmsg;
};

FIXTURE_SETUP(bounce)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	if (card_is_r5xx())
		SKIP(_exit(HARNESS_SKIP), "R5xx: no stream may copy by the CP's DMA");
}

FIXTURE_TEARDOWN(bounce)
{
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Twice: the CPU also writes after the card has used the pages. */
TEST_F(bounce, copies)
{
	static const uint32_t flags[] = { 0, RADEON_GEM_GTT_WC, RADEON_GEM_GTT_UC };
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		for (j = 0; j < ARRAY_SIZE(flags); j++) {
			ASSERT_EQ(0, pair_open(&self->pair, self->c.fd, sizes[i], flags[j]));
			EXPECT_EQ(sizes[i], pair_write_and_copy(&self->pair, self->c.fd, 3 * i));
			EXPECT_EQ(sizes[i], pair_write_and_copy(&self->pair, self->c.fd, 3 * i + 1));
			pair_close(&self->pair, self->c.fd);
		}
	}
}

/* To VRAM and back: the pages are new ones. */
TEST_F(bounce, copies_after_moves)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ASSERT_EQ(0, pair_open(&self->pair, self->c.fd, sizes[i], 0));
		gem_fill(self->pair.from, sizes[i], i);
		ASSERT_EQ(0, pair_place(&self->pair, self->c.fd, VRAM));
		EXPECT_EQ(sizes[i], gem_first_wrong(self->pair.from, sizes[i], i));
		gem_fill(self->pair.from, sizes[i], i + 10);
		ASSERT_EQ(0, pair_place(&self->pair, self->c.fd, GTT));
		EXPECT_EQ(sizes[i], gem_first_wrong(self->pair.from, sizes[i], i + 10));
		EXPECT_EQ(sizes[i], pair_copy(&self->pair, self->c.fd, i + 10));
		EXPECT_EQ(sizes[i], pair_write_and_copy(&self->pair, self->c.fd, i + 20));
		pair_close(&self->pair, self->c.fd);
	}
}

/* A reset of the bus evicts VRAM. */
TEST_F(bounce, copies_after_evictions)
{
	size_t i;

	if (!card_slot() || geteuid())
		SKIP(return, "the card cannot be reset by this user");
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ASSERT_EQ(0, pair_open(&self->pair, self->c.fd, sizes[i], 0));
		ASSERT_EQ(0, pair_place(&self->pair, self->c.fd, VRAM));
		gem_fill(self->pair.from, sizes[i], i);
		ASSERT_EQ(0, card_pci_reset());
		EXPECT_EQ(sizes[i], gem_first_wrong(self->pair.from, sizes[i], i));
		EXPECT_EQ(sizes[i], pair_copy(&self->pair, self->c.fd, i));
		EXPECT_EQ(sizes[i], pair_write_and_copy(&self->pair, self->c.fd, i + 10));
		pair_close(&self->pair, self->c.fd);
	}
	/* The log has the lines of the resets. */
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

/* Messages at debug level, as a user asks for them to learn the reason of a refusal */
#define DEBUG	"/sys/module/drm/parameters/debug"

/* The size of all bounce buffers */
#define POOL		"/sys/kernel/debug/swiotlb/io_tlb_nslabs"
#define POOL_SLAB	2048

FIXTURE(sharing) {
	struct client c;
	char text[1024];
	int vgem, loud, kmsg;
};

FIXTURE_SETUP(sharing)
{
	self->vgem = client_open_vgem();
	ASSERT_EQ(0, client_open(&self->c));
	if (self->vgem < 0 || !self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "no vgem, or not rcp");
	/* vgem logs a message when it is loaded */
	self->loud = kmsg_open();
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, write_file(DEBUG, "2"));
}

FIXTURE_TEARDOWN(sharing)
{
	write_file(DEBUG, "0");
	client_close(&self->c);
	EXPECT_QUIET(self->loud);
	close(self->vgem);
}

/* No import if the card would see copies of its pages: errno and sentence */
TEST_F(sharing, imports)
{
	int dmabuf = vgem_dumb(8192);
	uint32_t handle, theirs;

	ASSERT_LE(0, dmabuf);
	EXPECT_EQ(bus_bounces() ? -EOPNOTSUPP : 0, gem_import(self->c.fd, dmabuf, &handle));
	if (bus_bounces())
		EXPECT_TRUE(kmsg_find(self->kmsg, "refused: the bus gives the card copies of the pages",
				      self->text, sizeof(self->text)));
	close(dmabuf);
	/* One that has no room in the bounce buffers is refused before the bus warns. */
	if (bus_bounces() && read_text(POOL, self->text, sizeof(self->text)) > 0) {
		dmabuf = vgem_dumb(POOL_SLAB * atoi(self->text) + 65536);
		ASSERT_LE(0, dmabuf);
		EXPECT_EQ(-EOPNOTSUPP, gem_import(self->c.fd, dmabuf, &handle));
		close(dmabuf);
	}
	/* Clients of the card share as ever. */
	EXPECT_EQ(0, gem_export_to(self->c.fd, self->c.fd, 8192, &theirs));
}

/* The same for exports; a refused one leaves the buffer free to move */
TEST_F(sharing, exports)
{
	uint32_t handle, theirs, domain;
	int dmabuf;

	ASSERT_EQ(0, gem_create(self->c.fd, 8192, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_export(self->c.fd, handle, &dmabuf));
	EXPECT_EQ(vgem_is_refused() ? -EOPNOTSUPP : 0, gem_import(self->vgem, dmabuf, &theirs));
	if (!vgem_is_refused())
		return;
	EXPECT_TRUE(kmsg_find(self->kmsg, "export to vgem refused: the bus gives it copies of the pages",
			      self->text, sizeof(self->text)));
	EXPECT_EQ(0, stream_place(self->c.fd, handle, VRAM));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &domain));
	EXPECT_EQ(VRAM, domain);
	close(dmabuf);
}

TEST_F(sharing, exports_larger_than_the_pool)
{
	uint32_t theirs;

	if (!vgem_is_refused() || read_text(POOL, self->text, sizeof(self->text)) <= 0)
		SKIP(return, "no bounce buffers");
	EXPECT_EQ(-ENOMEM, gem_export_to(self->c.fd, self->vgem,
					 POOL_SLAB * atoll(self->text) + 65536, &theirs));
	EXPECT_TRUE(kmsg_find(self->kmsg, "export to vgem refused: no room in the bus's bounce buffers",
			      self->text, sizeof(self->text)));
}

/* ---- modules/bus.ko ---- */

FIXTURE(bus) {
	struct client c;
	char text[1024];
	int kmsg;
};

FIXTURE_SETUP(bus)
{
	if (!card_slot() || geteuid() || !card_is_bound())
		SKIP(_exit(HARNESS_SKIP), "no card that this user can unbind");
	if (card_is_r5xx())
		SKIP(_exit(HARNESS_SKIP), "R5xx: no stream may copy by the CP's DMA");
	ASSERT_EQ(0, card_unbind());
}

/* The card works again without the module. */
FIXTURE_TEARDOWN(bus)
{
	if (card_is_bound())
		EXPECT_EQ(0, card_unbind());
	test_module_end("bus");
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
}

/* 0, or -EOPNOTSUPP or -ENOENT on a kernel that has no such thing */
static int put_bus(const char *how)
{
	char params[64];

	snprintf(params, sizeof(params), "slot=%s how=%s", card_slot(), how);
	return test_module("bus", params);
}

/* The card comes up, with so many notices, and copies; the bus shares nothing. */
static void works_on_bus(struct __test_metadata *_metadata, FIXTURE_DATA(bus) *self, int notices)
{
	struct pair pair;
	uint32_t handle;
	int dmabuf;
	size_t i;

	self->kmsg = kmsg_open();
	ASSERT_EQ(0, card_bind());
	EXPECT_EQ(notices, kmsg_notices(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	if (notices)
		EXPECT_NE(NULL, strstr(self->text, "the bus has bounce buffers"));
	ASSERT_EQ(0, client_open(&self->c));
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ASSERT_EQ(0, pair_open(&pair, self->c.fd, sizes[i], 0));
		EXPECT_EQ(sizes[i], pair_write_and_copy(&pair, self->c.fd, i));
		ASSERT_EQ(0, pair_place(&pair, self->c.fd, VRAM));
		ASSERT_EQ(0, pair_place(&pair, self->c.fd, GTT));
		EXPECT_EQ(sizes[i], pair_copy(&pair, self->c.fd, i));
		EXPECT_EQ(sizes[i], pair_write_and_copy(&pair, self->c.fd, i + 10));
		pair_close(&pair, self->c.fd);
	}
	dmabuf = vgem_dumb(8192);
	if (dmabuf >= 0)
		EXPECT_EQ(-EOPNOTSUPP, gem_import(self->c.fd, dmabuf, &handle));
	close(dmabuf);
	client_close(&self->c);
	/* No bounce buffer is left in use, and the driver frees what it has mapped. */
	EXPECT_EQ(0, test_module_value("bus", "now"));
	close(self->kmsg);
}

/* Single pages work, larger pieces do not. */
TEST_F(bus, bounces_pieces)
{
	int ret = put_bus("pieces");

	if (ret == -ENOENT || ret == -EOPNOTSUPP)
		SKIP(return, "no module for it: make test-module");
	ASSERT_EQ(0, ret);
	works_on_bus(_metadata, self, 1);
	EXPECT_LT(0, test_module_value("bus", "made"));
}

TEST_F(bus, has_no_room_for_pieces)
{
	int ret = put_bus("none");

	if (ret == -ENOENT || ret == -EOPNOTSUPP)
		SKIP(return, "no module for it: make test-module");
	ASSERT_EQ(0, ret);
	works_on_bus(_metadata, self, 1);
}

/* No page needs one, but the bus does not say so: only imports cannot be tried. */
TEST_F(bus, may_bounce)
{
	int ret = put_bus("direct");

	if (ret == -ENOENT || ret == -EOPNOTSUPP)
		SKIP(return, "no module for it: make test-module");
	ASSERT_EQ(0, ret);
	works_on_bus(_metadata, self, 0);
}

/* The copy at probe sees what no answer of the bus tells. */
TEST_F(bus, lies)
{
	int ret = put_bus("lies");

	if (ret == -ENOENT || ret == -EOPNOTSUPP)
		SKIP(return, "no module for it: make test-module");
	ASSERT_EQ(0, ret);
	self->kmsg = kmsg_open();
	EXPECT_EQ(-EOPNOTSUPP, card_bind());
	EXPECT_FALSE(card_is_bound());
	EXPECT_EQ(1, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	EXPECT_NE(NULL, strstr(self->text, "the card does not see the memory that the CPU sees"))
		TH_LOG("said: %s", self->text);
	EXPECT_LT(0, test_module_value("bus", "made"));
	EXPECT_EQ(0, test_module_value("bus", "now"));
	close(self->kmsg);
}

TEST_HARNESS_MAIN
