// SPDX-License-Identifier: GPL-2.0
/*
 * A GART aperture of 64 MiB that clients have to share: submissions take turns, buffers move within
 * it, and what cannot fit is refused.  Binds the card again with another size, so it needs root.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"

#include <sys/mman.h>
#include <sys/wait.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define APERTURE	"/sys/module/rcp/parameters/gart_mib"

FIXTURE(aperture) {
	struct client c;
	struct stream s;
	uint64_t size;
	int kmsg;
};

static int rebind(const char *mib)
{
	int ret = write_file(APERTURE, mib);

	ret = ret ? ret : card_unbind();
	return ret ? ret : card_bind();
}

FIXTURE_SETUP(aperture)
{
	struct drm_radeon_gem_info info;

	self->kmsg = -1;
	if (access(APERTURE, W_OK) || !card_slot())
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	close(client_open_vgem());
	ASSERT_EQ(0, rebind("64"));
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	ASSERT_LT(info.gart_size, 64ull << 20);
	self->size = info.gart_size;
	self->kmsg = kmsg_open();
}

FIXTURE_TEARDOWN(aperture)
{
	if (self->kmsg < 0)
		return;
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
	EXPECT_EQ(0, rebind("0"));
	EXPECT_EQ(0, client_works());
}

#define PARTS	3
#define ROUNDS	24

/* The child: submits with @part bytes in each of its buffers; 0 if all is well. */
static int work(uint64_t part, uint32_t seed)
{
	uint32_t handle[PARTS], i, r, *p;
	struct stream *s = malloc(sizeof(*s));
	struct client c;

	if (client_open(&c))
		return 1;
	for (i = 0; i < PARTS; i++) {
		if (gem_create(c.fd, part, 4096, GTT, 0, &handle[i]))
			return 2;
		p = gem_map(c.fd, handle[i], part);
		if (!p)
			return 3;
		p[part / 4 - 1] = seed + i;
		munmap(p, part);
	}
	for (r = 0; r < ROUNDS; r++) {
		stream_init(s);
		for (i = 0; i < PARTS; i++)
			stream_mem_write(s, handle[i], GTT, 4096 * r, seed + r * PARTS + i);
		if (stream_submit(s, c.fd, NULL))
			return 4;
	}
	for (i = 0; i < PARTS; i++) {
		if (gem_wait(c.fd, handle[i]))
			return 5;
		p = gem_map(c.fd, handle[i], part);
		for (r = 0; r < ROUNDS; r++)
			if (p[1024 * r] != seed + r * PARTS + i)
				return 6;
		if (p[part / 4 - 1] != seed + i)
			return 7;
		munmap(p, part);
	}
	client_close(&c);
	return 0;
}

/* Two clients take turns when each submission of either needs 60 % of the aperture. */
TEST_F_TIMEOUT(aperture, two_clients_take_turns, 120)
{
	uint64_t part = self->size / 5 & ~4095ull;
	int status[2], i;
	pid_t child[2];

	for (i = 0; i < 2; i++) {
		child[i] = fork();
		ASSERT_LE(0, child[i]);
		if (!child[i])
			_exit(work(part, 0x1000 * (i + 1)));
	}
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(child[i], waitpid(child[i], &status[i], 0));
		EXPECT_EQ(0, status[i]);
	}
}

/* A submission that needs more than the whole aperture fails, and the verdict says how much. */
TEST_F(aperture, more_than_the_aperture)
{
	struct drm_rcp_verdict v;
	uint64_t part = (self->size / 4 + 4096) & ~4095ull;
	uint32_t handle[4], i;
	char expected[64];

	stream_init(&self->s);
	for (i = 0; i < 4; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, part, 4096, GTT, 0, &handle[i]));
		stream_mem_write(&self->s, handle[i], GTT, 0, i);
	}
	EXPECT_EQ(-ENOMEM, stream_submit(&self->s, self->c.fd, &v));
	EXPECT_EQ(4 * part, v.actual);
	snprintf(expected, sizeof(expected), "need %llu bytes, the aperture has %llu",
		 (unsigned long long)(4 * part), (unsigned long long)self->size);
	EXPECT_NE(NULL, strstr(v.text, expected))
		TH_LOG("%s", v.text);
	for (i = 0; i < 4; i++)
		EXPECT_EQ(0, stream_write(&self->s, self->c.fd, handle[i], GTT, 8, i + 1));
	for (i = 0; i < 4; i++)
		EXPECT_EQ(0, gem_wait(self->c.fd, handle[i]));
	EXPECT_EQ(-ENOMEM, gem_create(self->c.fd, self->size + 4096, 4096, GTT, 0, &handle[0]));
}

/* Small buffers all over the aperture do not keep a submission from using most of it. */
TEST_F_TIMEOUT(aperture, fragmented, 60)
{
	const uint64_t small = 512 << 10;
	uint64_t large = self->size / 20 * 9 & ~4095ull;
	uint32_t n = self->size / small, i, handle[128], big[2];

	ASSERT_GE(ARRAY_SIZE(handle), n);
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, small, 4096, GTT, 0, &handle[i]));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle[i], GTT, 0, i));
	}
	for (i = 0; i < n; i += 2)
		ASSERT_EQ(0, gem_close(self->c.fd, handle[i]));
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, gem_create(self->c.fd, large, 4096, GTT, 0, &big[i]));
	/* the two of them and one in between */
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, big[0], GTT, 0, 1));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle[1], GTT, 0, 1));
	stream_init(&self->s);
	stream_mem_write(&self->s, handle[1], GTT, 8, 1);
	stream_mem_write(&self->s, big[0], GTT, 8, 1);
	stream_mem_write(&self->s, big[1], GTT, 8, 1);
	EXPECT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(0, gem_wait(self->c.fd, big[1]));
}

/* Nor does a buffer of the submission that lies between the holes. */
TEST_F(aperture, repacked)
{
	uint64_t part = self->size / 100 & ~4095ull;
	uint32_t first, small, big[2], i, *p;

	ASSERT_EQ(0, gem_create(self->c.fd, 40 * part, 4096, GTT, 0, &first));
	ASSERT_EQ(0, gem_create(self->c.fd, 2 * part, 4096, GTT, 0, &small));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, first, GTT, 0, 1));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, small, GTT, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, small));
	ASSERT_EQ(0, gem_close(self->c.fd, first));
	stream_init(&self->s);
	stream_mem_write(&self->s, small, GTT, 8, 7);
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 45 * part, 4096, GTT, 0, &big[i]));
		stream_mem_write(&self->s, big[i], GTT, 8, 7);
	}
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, small));
	p = gem_map(self->c.fd, small, 4096);
	ASSERT_NE(NULL, p);
	EXPECT_EQ(1, p[0]);
	EXPECT_EQ(7, p[2]);
	munmap(p, 4096);
	EXPECT_EQ(0, gem_wait(self->c.fd, big[1]));
}

/* Exports of three times the aperture leave room for a submission that needs most of it. */
TEST_F_TIMEOUT(aperture, exports_have_no_addresses, 60)
{
	uint64_t part = self->size / 4 & ~4095ull;
	int vgem = client_open_vgem();
	uint32_t theirs[12], handle, i;

	if (vgem < 0)
		SKIP(return, "no vgem");
	for (i = 0; i < ARRAY_SIZE(theirs); i++)
		ASSERT_EQ(0, gem_export_to(self->c.fd, vgem, part, &theirs[i]));
	ASSERT_EQ(0, gem_create(self->c.fd, self->size / 10 * 9, 4096, GTT, 0, &handle));
	EXPECT_EQ(0, stream_write(&self->s, self->c.fd, handle, GTT, 0, 1));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	for (i = 0; i < ARRAY_SIZE(theirs); i++)
		ASSERT_EQ(0, gem_close(vgem, theirs[i]));
	close(vgem);
}

TEST_HARNESS_MAIN
