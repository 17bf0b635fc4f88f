// SPDX-License-Identifier: GPL-2.0
/*
 * The chunks that rcp adds to DRM_RADEON_CS: each at most once and anywhere in the list;
 * a longer one must end in zeros, a shorter one is refused; the verdict of a bad one names
 * the chunk, the entry and the field.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"
#include "sync.h"

#include <sys/mman.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define TAIL	8	/* dwords, or 512 */
#define LONG	(512 + 16)

FIXTURE(chunk) {
	struct client c;
	struct drm_rcp_verdict v;
	struct drm_rcp_sync sync;
	uint32_t bo, syncobj;
	int kmsg;
};

/* The chunk under test, in memory that has room for a tail */
FIXTURE_VARIANT(chunk) {
	uint32_t id, dw;
	bool exact;		/* an array: of exactly the length that it needs */
	const char *name;	/* its name in verdicts */
};

FIXTURE_VARIANT_ADD(chunk, verdict) {
	.id = RCP_CHUNK_ID_VERDICT, .dw = sizeof(struct drm_rcp_cs_verdict) / 4, .name = "VERDICT",
};

FIXTURE_VARIANT_ADD(chunk, context) {
	.id = RCP_CHUNK_ID_CONTEXT, .dw = sizeof(struct drm_rcp_cs_context) / 4, .name = "CONTEXT",
};

FIXTURE_VARIANT_ADD(chunk, syncs) {
	.id = RCP_CHUNK_ID_SYNCS, .dw = sizeof(struct drm_rcp_cs_syncs) / 4, .name = "SYNCS",
};

FIXTURE_VARIANT_ADD(chunk, reloc_flags) {
	.id = RCP_CHUNK_ID_RELOC_FLAGS, .dw = 1, .exact = true, .name = "RELOC_FLAGS",
};

FIXTURE_SETUP(chunk)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!(self->c.driver.features & RCP_FEATURE_SYNCS))
		SKIP(_exit(HARNESS_SKIP), "no such chunks");
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &self->syncobj));
	self->sync = (struct drm_rcp_sync) { self->syncobj, RCP_SYNC_SIGNAL, 0 };
}

FIXTURE_TEARDOWN(chunk)
{
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Fills the chunk with good values */
static void fill(FIXTURE_DATA(chunk) *self, uint32_t id, uint32_t *payload)
{
	struct drm_rcp_cs_verdict verdict = {
		.verdict = (uintptr_t)&self->v, .size = sizeof(self->v),
	};
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct drm_rcp_cs_syncs syncs = {
		.count = 1, .stride = sizeof(self->sync), .syncs = (uintptr_t)&self->sync,
	};

	memset(payload, 0, 4 * LONG);
	switch (id) {
	case RCP_CHUNK_ID_VERDICT:
		memcpy(payload, &verdict, sizeof(verdict));
		break;
	case RCP_CHUNK_ID_CONTEXT:
		memcpy(payload, &context, sizeof(context));
		break;
	case RCP_CHUNK_ID_SYNCS:
		memcpy(payload, &syncs, sizeof(syncs));
		break;
	default:
		break;
	}
}

/*
 * Submits one buffer, one dword of filler, a verdict and @times the chunk @id of @dw
 * dwords at @payload, before or after the other chunks.
 */
static int submit(FIXTURE_DATA(chunk) *self, uint32_t id, const uint32_t *payload, uint32_t dw,
		  uint32_t times, bool first)
{
	const struct drm_radeon_cs_reloc reloc = { self->bo, GTT, GTT, 0 };
	const struct drm_rcp_cs_verdict verdict = {
		.verdict = (uintptr_t)&self->v, .size = sizeof(self->v),
	};
	const struct drm_radeon_cs_chunk tested = { id, dw, (uintptr_t)payload };
	struct drm_radeon_cs_chunk chunk[8];
	uint64_t pointer[8];
	struct drm_radeon_cs cs = { .chunks = (uintptr_t)pointer };
	uint32_t n = 0, i;

	memset(&self->v, 0x55, sizeof(self->v));
	for (i = 0; first && i < times; i++)
		chunk[n++] = tested;
	chunk[n++] = (struct drm_radeon_cs_chunk) { RADEON_CHUNK_ID_IB, 8, (uintptr_t)stream_nops };
	chunk[n++] = (struct drm_radeon_cs_chunk) { RADEON_CHUNK_ID_RELOCS, 4, (uintptr_t)&reloc };
	if (id != RCP_CHUNK_ID_VERDICT)
		chunk[n++] = (struct drm_radeon_cs_chunk) {
			RCP_CHUNK_ID_VERDICT, sizeof(verdict) / 4, (uintptr_t)&verdict };
	for (i = 0; !first && i < times; i++)
		chunk[n++] = tested;
	for (i = 0; i < n; i++)
		pointer[i] = (uintptr_t)&chunk[i];
	cs.num_chunks = n;
	return client_ioctl(self->c.fd, DRM_IOCTL_RADEON_CS, &cs);
}

TEST_F(chunk, anywhere_and_once)
{
	uint32_t payload[LONG];
	uint64_t submitted;
	bool first;
	int i;

	for (i = 0; i < 2; i++) {
		first = i;
		fill(self, variant->id, payload);
		EXPECT_EQ(0, submit(self, variant->id, payload, variant->dw, 1, first))
			TH_LOG("%s", self->v.text);
		EXPECT_EQ(RCP_STAGE_ACCEPTED, self->v.stage);
		fill(self, variant->id, payload);
		EXPECT_EQ(-EINVAL, submit(self, variant->id, payload, variant->dw, 2, first));
		if (variant->id == RCP_CHUNK_ID_VERDICT)
			continue;
		EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);
		EXPECT_EQ(EINVAL, self->v.error);
		EXPECT_NE(NULL, strstr(self->v.text, variant->name))
			TH_LOG("does not name the chunk: %s", self->v.text);
	}
	ASSERT_EQ(0, fence_progress(self->c.fd, 0, &submitted, NULL));
	EXPECT_EQ(2, submitted);
}

TEST_F(chunk, too_short)
{
	uint32_t payload[LONG], dw;

	for (dw = 0; dw < variant->dw; dw++) {
		fill(self, variant->id, payload);
		EXPECT_EQ(-EINVAL, submit(self, variant->id, payload, dw, 1, false))
			TH_LOG("%u dwords", dw);
		if (variant->id == RCP_CHUNK_ID_VERDICT)
			continue;
		EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);
		EXPECT_NE(NULL, strstr(self->v.text, variant->name))
			TH_LOG("does not name the chunk: %s", self->v.text);
	}
	EXPECT_FALSE(syncobj_has_fence(self->c.fd, self->syncobj, 0));
}

/* Fields of a later header: accepted if they are zero, refused otherwise. */
TEST_F(chunk, longer)
{
	static const uint32_t more[] = { 1, 2, 3, TAIL, 512 };
	uint32_t payload[LONG], i, k;

	for (i = 0; i < ARRAY_SIZE(more); i++) {
		fill(self, variant->id, payload);
		EXPECT_EQ(variant->exact ? -EINVAL : 0,
			  submit(self, variant->id, payload, variant->dw + more[i], 1, false))
			TH_LOG("%u dwords more: %s", more[i], self->v.text);
		for (k = 0; k < 2; k++) {
			fill(self, variant->id, payload);
			/* the first dword of the tail, and its last byte */
			if (k)
				payload[variant->dw + more[i] - 1] = 0x80000000;
			else
				payload[variant->dw] = 1;
			EXPECT_EQ(-EINVAL, submit(self, variant->id, payload,
						  variant->dw + more[i], 1, false))
				TH_LOG("%u dwords more", more[i]);
			if (variant->id == RCP_CHUNK_ID_VERDICT)
				continue;
			EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);
			EXPECT_NE(NULL, strstr(self->v.text, variant->name))
				TH_LOG("does not name the chunk: %s", self->v.text);
		}
	}
	/* a chunk of gigabytes is too long */
	fill(self, variant->id, payload);
	EXPECT_GT(0, submit(self, variant->id, payload, 0x40000000, 1, false));
	EXPECT_GT(0, submit(self, variant->id, payload, 0xffffffff, 1, false));
}

TEST_F(chunk, memory_that_is_not_there)
{
	uint32_t payload[LONG], *end;
	uint8_t *page;

	EXPECT_EQ(-EFAULT, submit(self, variant->id, (void *)8, variant->dw, 1, false));
	EXPECT_EQ(-EFAULT, submit(self, variant->id, NULL, variant->dw, 1, false));

	/* a struct that ends where an unmapped page begins, with a tail in it */
	page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, page);
	ASSERT_EQ(0, munmap(page + 4096, 4096));
	fill(self, variant->id, payload);
	end = (uint32_t *)(page + 4096) - variant->dw;
	memcpy(end, payload, 4 * variant->dw);
	EXPECT_EQ(0, submit(self, variant->id, end, variant->dw, 1, false));
	EXPECT_EQ(-EFAULT, submit(self, variant->id, end, variant->dw + TAIL, 1, false));
	munmap(page, 4096);
}

TEST_F(chunk, ids_that_are_not_there)
{
	static const uint32_t ids[] = { 0x3f, 0x44, 0x5f, 0x80, 0x10040, 0x80000041, 0xffffffff };
	uint32_t payload[LONG], i;

	if (variant->id != RCP_CHUNK_ID_VERDICT)
		SKIP(return, "the same for all");
	fill(self, 0, payload);
	for (i = 0; i < ARRAY_SIZE(ids); i++)
		EXPECT_GE(0, submit(self, ids[i], payload, 4, 1, false))
			TH_LOG("id %#x", ids[i]);
}

/* ---- the verdict names the field, and the entry where there are several ---- */

#define SAYS(id_, field, entry, ...) do {					\
	fill(self, id_, payload);						\
	__VA_ARGS__;								\
	EXPECT_EQ(-EINVAL, submit(self, id_, payload, variant->dw, 1, false))	\
		TH_LOG("%s", #__VA_ARGS__);					\
	EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);				\
	EXPECT_EQ(0, self->v.code);						\
	EXPECT_TRUE(strstr(self->v.text, variant->name) &&			\
		    strstr(self->v.text, field) && strstr(self->v.text, entry))	\
		TH_LOG("wants %s, %s, %s: %s", variant->name, field, entry, self->v.text); \
} while (0)

TEST_F(chunk, sentences)
{
	struct drm_rcp_sync two[2] = { { self->syncobj, RCP_SYNC_SIGNAL, 0 },
				       { self->syncobj, RCP_SYNC_SIGNAL, 0 } };
	struct drm_rcp_cs_context *context;
	struct drm_rcp_cs_syncs *syncs;
	uint32_t payload[LONG];

	context = (void *)payload;
	syncs = (void *)payload;
	switch (variant->id) {
	case RCP_CHUNK_ID_CONTEXT:
		SAYS(RCP_CHUNK_ID_CONTEXT, "flags", "", context->flags = 0x80);
		break;
	case RCP_CHUNK_ID_SYNCS:
		SAYS(RCP_CHUNK_ID_SYNCS, "stride", "", syncs->stride = 12);
		SAYS(RCP_CHUNK_ID_SYNCS, "count", "", syncs->count = 0x10000);
		two[1].flags = 0x80;
		SAYS(RCP_CHUNK_ID_SYNCS, "flags", "entry 1", syncs->count = 2,
		     syncs->syncs = (uintptr_t)two);
		two[1].flags = RCP_SYNC_SIGNAL;
		two[1].point = 7;
		SAYS(RCP_CHUNK_ID_SYNCS, "point", "entry 1", syncs->count = 2,
		     syncs->syncs = (uintptr_t)two);
		two[1].flags |= RCP_SYNC_TIMELINE;
		two[1].point = 0;
		SAYS(RCP_CHUNK_ID_SYNCS, "point", "entry 1", syncs->count = 2,
		     syncs->syncs = (uintptr_t)two);
		break;
	case RCP_CHUNK_ID_RELOC_FLAGS:
		SAYS(RCP_CHUNK_ID_RELOC_FLAGS, "FLAGS", "entry 0", payload[0] = 0x80);
		break;
	default:
		break;
	}
	EXPECT_FALSE(syncobj_has_fence(self->c.fd, self->syncobj, 0));
}

TEST_HARNESS_MAIN
