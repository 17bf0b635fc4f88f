// SPDX-License-Identifier: GPL-2.0
/*
 * DRM_RADEON_CS: accepted submissions, refused ones with their errno and verdict, and bad
 * chunks.  Nothing above debug level may reach the kernel's log.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "other.h"
#include "stream.h"

#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define BAD_PTR	((void *)8)

FIXTURE(cs) {
	struct client c;
	struct stream s;
	struct drm_rcp_verdict v;
	uint32_t bo;		/* one page of GTT */
	uint32_t *map;
	int kmsg;
};

FIXTURE_SETUP(cs)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	self->map = gem_map(self->c.fd, self->bo, 4096);
	ASSERT_NE(NULL, self->map);
	stream_init(&self->s);
	memset(&self->v, 0x55, sizeof(self->v));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
}

FIXTURE_TEARDOWN(cs)
{
	munmap(self->map, 4096);
	client_close(&self->c);
	if (self->c.rcp)
		EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Submits a list of chunks that client_submit() would not make. */
static int submit_chunks(int fd, const struct drm_radeon_cs_chunk *chunk, uint32_t n)
{
	uint64_t ptr[300];
	struct drm_radeon_cs arg = { .num_chunks = n, .chunks = (uintptr_t)ptr };
	uint32_t i;

	for (i = 0; i < n && i < ARRAY_SIZE(ptr); i++)
		ptr[i] = (uintptr_t)&chunk[i];
	return client_ioctl(fd, DRM_IOCTL_RADEON_CS, &arg);
}

static const uint32_t gfx_flags[2] = { RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX };

#define CHUNK(id, array) { id, sizeof(array) / 4, (uintptr_t)(array) }

TEST_F(cs, smallest)
{
	const struct drm_radeon_cs_chunk ib[] = { CHUNK(RADEON_CHUNK_ID_IB, stream_nops) };

	/* without relocations and flags: the gfx ring */
	EXPECT_EQ(0, submit_chunks(self->c.fd, ib, 1));
}

/*
 * Short streams are beside their job, in memory that the client's next submission uses again, and
 * longer ones do not: all lengths around the limit, with many in flight.  The last packet of each
 * writes.
 */
TEST_F(cs, streams_of_every_length)
{
	uint32_t first, end, write_dw, n;

	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 0);
	write_dw = self->s.n;
	first = write_dw + 9;
	end = first + 4096 / 8;
	memset(self->map, 0, 4096);
	for (n = first; n < end; n++) {
		stream_init(&self->s);
		while (self->s.n < n - write_dw)
			stream_dw(&self->s, PACKET2);
		stream_mem_write(&self->s, self->bo, GTT, 8 * (n - first), n);
		ASSERT_EQ(n, self->s.n);
		ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, &self->v));
	}
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	for (n = first; n < end; n++)
		EXPECT_EQ(n, self->map[2 * (n - first)]);
}

/* The first entry decides the placement of a buffer; the stream may use both entries. */
TEST_F(cs, a_buffer_named_twice)
{
	struct drm_radeon_cs_reloc relocs[2] = {
		{ .handle = self->bo, .read_domains = GTT },
		{ .handle = self->bo, .read_domains = GTT },
	};
	struct client_cs cs = { .ib = stream_nops, .ib_dw = ARRAY_SIZE(stream_nops), .relocs = relocs, .nrelocs = 2,
				.verdict = &self->v };

	usleep(100000);	/* so long that its place in the LRU is renewed */
	ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	EXPECT_EQ(RCP_STAGE_ACCEPTED, self->v.stage);
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

TEST_F(cs, accepted_with_verdict)
{
	stream_mem_write(&self->s, self->bo, GTT, 8, 0x123456789abcdef0ull);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, &self->v));
	EXPECT_EQ(RCP_STAGE_ACCEPTED, self->v.stage);
	EXPECT_EQ(0, self->v.code);
	EXPECT_EQ(0, self->v.error);
	EXPECT_EQ(0, self->v.text[0]);
	EXPECT_LE(2, self->v.packets);
	EXPECT_EQ(0, self->v.draws);
	EXPECT_LT(0, self->v.ib_dw);
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0x9abcdef0, self->map[2]);
	EXPECT_EQ(0x12345678, self->map[3]);
	EXPECT_EQ(0, self->map[1]);
	EXPECT_EQ(0, self->map[4]);
}

TEST_F(cs, validate_only_does_not_run)
{
	struct client_cs cs = {
		.flags = RADEON_CS_KEEP_TILING_FLAGS,
		.verdict = &self->v,
		.verdict_flags = RCP_VERDICT_VALIDATE_ONLY,
	};

	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	cs.ib = self->s.dw;
	cs.ib_dw = self->s.n;
	cs.relocs = self->s.reloc;
	cs.nrelocs = self->s.nreloc;
	ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	EXPECT_EQ(RCP_STAGE_ACCEPTED, self->v.stage);
	EXPECT_LE(1, self->v.packets);
	/* a stream that ran would complete before this later submission */
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, GTT, 64, 2));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0, self->map[0]);
	EXPECT_EQ(2, self->map[16]);
}

/* A stream can be validated although its buffer is not resident. */
TEST_F(cs, validate_only_of_a_buffer_that_is_not_resident)
{
	struct client_cs cs = {
		.flags = RADEON_CS_KEEP_TILING_FLAGS,
		.verdict = &self->v,
		.verdict_flags = RCP_VERDICT_VALIDATE_ONLY,
	};
	uint32_t handle, where, i;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, RADEON_GEM_DOMAIN_CPU, 0, &handle));
	for (i = 0; i < 2; i++) {
		stream_init(&self->s);
		stream_mem_write(&self->s, self->bo, GTT, 0, 1);
		stream_mem_write(&self->s, handle, GTT, i ? 4096 : 4088, 1);
		cs.ib = self->s.dw;
		cs.ib_dw = self->s.n;
		cs.relocs = self->s.reloc;
		cs.nrelocs = self->s.nreloc;
		EXPECT_EQ(i ? -EINVAL : 0, client_submit(self->c.fd, &cs));
		EXPECT_EQ(i ? RCP_STAGE_STREAM : RCP_STAGE_ACCEPTED, self->v.stage);
		EXPECT_EQ(i ? 1 : RCP_VERDICT_NONE, self->v.buffer);
		EXPECT_EQ(0, gem_busy(self->c.fd, handle, &where));
		EXPECT_EQ(RADEON_GEM_DOMAIN_CPU, where);
	}
}

/* Refusals by the checker, one stream each */
#define EXPECT_REFUSED(header_at, words) do {						\
	EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, &self->v));		\
	EXPECT_EQ(RCP_STAGE_STREAM, self->v.stage);					\
	EXPECT_NE(0, self->v.code);							\
	EXPECT_EQ(EINVAL, self->v.error);						\
	EXPECT_EQ(header_at, self->v.header);						\
	EXPECT_LE(self->v.header, self->v.dword);					\
	EXPECT_EQ(self->s.dw[header_at], self->v.packet);				\
	EXPECT_EQ(0, self->v.ib_dw);							\
	EXPECT_NE(NULL, memchr(self->v.text, 0, sizeof(self->v.text)));			\
	EXPECT_NE(NULL, strstr(self->v.text, words))					\
		TH_LOG("no '%s' in: %s", words, self->v.text);				\
} while (0)

static bool is_r5xx(void)
{
	return client_generation == RCP_GENERATION_R500;
}

TEST_F(cs, refuses_a_register_by_name)
{
	if (is_r5xx()) {
		stream_dw(&self->s, PACKET2);
		stream_register(&self->s, 0x0700, 0);
		EXPECT_REFUSED(1, "CP_RB_BASE");
		stream_init(&self->s);
		stream_register(&self->s, R500_RBBM_SOFT_RESET, 1);
		EXPECT_REFUSED(0, "RBBM_SOFT_RESET");
		EXPECT_EQ(R500_RBBM_SOFT_RESET, self->v.reg);
		return;
	}
	/* CP_RB_BASE, SET_CONFIG_REG counts from 0x8000 */
	stream_dw(&self->s, PACKET2);
	stream_packet3(&self->s, PKT_SET_CONFIG_REG, 2);
	stream_dw(&self->s, (0xc100 - 0x8000) / 4);
	stream_dw(&self->s, 0);
	EXPECT_REFUSED(1, "SET_CONFIG_REG");

	/* GRBM_SOFT_RESET */
	stream_init(&self->s);
	stream_packet3(&self->s, PKT_SET_CONFIG_REG, 2);
	stream_dw(&self->s, (0x8020 - 0x8000) / 4);
	stream_dw(&self->s, 1);
	EXPECT_REFUSED(0, "SET_CONFIG_REG");
	EXPECT_EQ(0x8020, self->v.reg);
	EXPECT_NE(NULL, strstr(self->v.text, "GRBM_SOFT_RESET"))
		TH_LOG("no register's name in: %s", self->v.text);
}

/* The checker knows the chip: a register of RV530 alone, and the chip's name in the refusal. */
TEST_F(cs, registers_of_other_chips)
{
	if (!is_r5xx())
		SKIP(return, "the registers of R6xx and R7xx are those of all chips");
	stream_register(&self->s, 0x4be8, 3);	/* FG_ZBREG_DEST */
	if (!strcmp(client_chip, "RV530")) {
		EXPECT_EQ(0, stream_submit(&self->s, self->c.fd, &self->v));
		return;
	}
	EXPECT_REFUSED(0, client_chip);
}

TEST_F(cs, refuses_packets_it_does_not_know)
{
	uint32_t op;

	for (op = 0; op < 256; op++) {
		/* opcodes that no R6xx/R7xx has */
		if (op >= 0x10 && op < 0x80)
			continue;
		stream_init(&self->s);
		stream_packet3(&self->s, op, 1);
		stream_dw(&self->s, 0);
		EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, &self->v))
			TH_LOG("opcode %#x", op);
		EXPECT_EQ(RCP_STAGE_STREAM, self->v.stage);
		EXPECT_EQ(0, self->v.header);
	}
}

TEST_F(cs, refuses_indirect_buffers)
{
	if (is_r5xx()) {
		stream_dw(&self->s, PACKET0(0x738, 2));
		stream_dw(&self->s, 0);
		stream_dw(&self->s, 16);
		EXPECT_REFUSED(0, "CP_IB_BASE");
		return;
	}
	stream_packet3(&self->s, 0x32, 3);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 16);
	EXPECT_REFUSED(0, "INDIRECT_BUFFER");
}

TEST_F(cs, refuses_types_0_and_1)
{
	stream_dw(&self->s, 0x8020 / 4);	/* type 0: one register */
	stream_dw(&self->s, 0);
	EXPECT_REFUSED(0, "");

	stream_init(&self->s);
	stream_dw(&self->s, 1u << 30);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 0);
	EXPECT_REFUSED(0, "");
}

TEST_F(cs, refuses_a_packet_that_runs_over)
{
	uint32_t i;

	for (i = 0; i < 7; i++)
		stream_dw(&self->s, PACKET2);
	stream_packet3(&self->s, PKT_NOP, 100);
	EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, &self->v));
	EXPECT_EQ(RCP_STAGE_STREAM, self->v.stage);
	EXPECT_EQ(7, self->v.header);
}

TEST_F(cs, refuses_a_missing_relocation)
{
	if (is_r5xx()) {
		stream_register(&self->s, R500_ZB_ZPASS_ADDR, 0);
		EXPECT_REFUSED(0, "ZB_ZPASS_ADDR");
	} else {
		stream_packet3(&self->s, PKT_MEM_WRITE, 4);
		stream_dw(&self->s, 0);
		stream_dw(&self->s, 0);
		stream_dw(&self->s, 1);
		stream_dw(&self->s, 1);
		EXPECT_REFUSED(0, "MEM_WRITE");
	}

	/* an index beyond the list */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	self->s.dw[self->s.n - 1] = 4;
	EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, &self->v));
	EXPECT_EQ(RCP_STAGE_STREAM, self->v.stage);
	/* an index inside an entry */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	self->s.dw[self->s.n - 1] = 0xfffffffd;
	EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, &self->v));
	EXPECT_EQ(RCP_STAGE_STREAM, self->v.stage);
	EXPECT_EQ(0, self->map[0]);
}

TEST_F(cs, refuses_writes_outside_the_buffer)
{
	static const uint64_t offsets[] = {
		4096, 4088 + 16, 1 << 20, 0xfffffff8, 0x100000000, 0xfffffffff8,
	};
	size_t i;

	/* the last offset that fits */
	stream_mem_write(&self->s, self->bo, GTT, 4088, 7);
	EXPECT_EQ(0, stream_submit(&self->s, self->c.fd, &self->v));
	/* R5xx writes through one register, of 32 bits. */
	for (i = 0; is_r5xx() && i < ARRAY_SIZE(offsets) && offsets[i] <= UINT32_MAX; i++) {
		stream_init(&self->s);
		stream_mem_write(&self->s, self->bo, GTT, offsets[i], 7);
		EXPECT_REFUSED(2, "ZB_ZPASS_ADDR");
		EXPECT_EQ(0, self->v.buffer);
	}
	for (i = 0; !is_r5xx() && i < ARRAY_SIZE(offsets); i++) {
		stream_init(&self->s);
		stream_mem_write(&self->s, self->bo, GTT, offsets[i], 7);
		EXPECT_REFUSED(0, "MEM_WRITE");
		EXPECT_EQ(0, self->v.buffer);

		stream_init(&self->s);
		stream_eop(&self->s, self->bo, GTT, offsets[i], EOP_DATA_64, 7);
		EXPECT_REFUSED(0, "EVENT_WRITE_EOP");

		stream_init(&self->s);
		stream_copy_dw(&self->s, self->bo, 0, self->bo, offsets[i], GTT);
		EXPECT_REFUSED(0, "COPY_DW");

		stream_init(&self->s);
		stream_cp_dma(&self->s, self->bo, GTT, 0, self->bo, GTT, offsets[i], 8);
		EXPECT_REFUSED(0, "CP_DMA");
	}
}

/* The driver's fence waits for copies that the stream does not wait for (the card is asked). */
TEST_F(cs, copies_without_a_wait)
{
	uint32_t i, at;

	if (is_r5xx())
		SKIP(return, "R5xx: no stream may copy by the CP's DMA");
	stream_init(&self->s);
	for (i = 0; i < 8; i++) {
		at = self->s.n;
		stream_cp_dma(&self->s, self->bo, GTT, 0, self->bo, GTT, 2048 + 8 * i, 8);
		self->s.dw[at + 2] &= 0xff;	/* no CP_SYNC */
	}
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, &self->v));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

TEST_F(cs, zero_length_ib)
{
	const struct drm_radeon_cs_chunk zero[] = {
		{ RADEON_CHUNK_ID_IB, 0, (uintptr_t)stream_nops },
		CHUNK(RADEON_CHUNK_ID_FLAGS, gfx_flags),
	};
	const struct drm_radeon_cs_chunk none[] = { CHUNK(RADEON_CHUNK_ID_FLAGS, gfx_flags) };

	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, zero, 2));
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, none, 1));
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, none, 0));
}

TEST_F(cs, caps)
{
	const struct drm_rcp_query_driver *d = &self->c.driver;
	struct drm_radeon_cs_chunk chunk[2] = { CHUNK(RADEON_CHUNK_ID_IB, stream_nops) };
	struct drm_radeon_cs_chunk many[257];
	size_t bytes = (d->max_ib_dw + 1) * 4ul;
	uint32_t *big, i;

	big = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, big);
	for (i = 0; i <= d->max_ib_dw; i++)
		big[i] = PACKET2;
	chunk[0].chunk_data = (uintptr_t)big;
	chunk[0].length_dw = d->max_ib_dw;
	EXPECT_EQ(0, submit_chunks(self->c.fd, chunk, 1));
	chunk[0].length_dw = d->max_ib_dw + 1;
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 1));
	chunk[0].length_dw = 0xffffffff;
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 1));
	chunk[0].length_dw = 0x40000000;	/* times four is nothing */
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 1));
	munmap(big, bytes);

	/* Buffer 0 does not exist, which is another error. */
	bytes = (d->max_relocs + 1) * sizeof(struct drm_radeon_cs_reloc);
	big = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, big);
	for (i = 0; i <= d->max_relocs; i++)
		((struct drm_radeon_cs_reloc *)big)[i].read_domains = GTT;
	chunk[0] = (struct drm_radeon_cs_chunk)CHUNK(RADEON_CHUNK_ID_IB, stream_nops);
	chunk[1].chunk_id = RADEON_CHUNK_ID_RELOCS;
	chunk[1].chunk_data = (uintptr_t)big;
	chunk[1].length_dw = (d->max_relocs + 1) * 4;
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 2));
	chunk[1].length_dw = d->max_relocs * 4;
	EXPECT_EQ(-ENOENT, submit_chunks(self->c.fd, chunk, 2));
	munmap(big, bytes);
	chunk[1].chunk_data = (uintptr_t)stream_nops;
	chunk[1].length_dw = 0xfffffffc;
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 2));
	chunk[1].length_dw = 3;			/* no whole entry */
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 2));

	ASSERT_LT(d->max_chunks, ARRAY_SIZE(many));
	for (i = 0; i < ARRAY_SIZE(many); i++)
		many[i] = chunk[0];
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, many, d->max_chunks + 1));
	EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, many, 0xffffffff));
}

TEST_F(cs, chunks_that_do_not_exist)
{
	static const uint32_t ids[] = {
		0, RADEON_CHUNK_ID_CONST_IB, 5, 0x3f, 0x41, 0x7f, 0x80000000, 0xffffffff,
	};
	struct drm_radeon_cs_chunk chunk[2] = { CHUNK(RADEON_CHUNK_ID_IB, stream_nops) };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		chunk[1] = (struct drm_radeon_cs_chunk)CHUNK(ids[i], stream_nops);
		EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 2))
			TH_LOG("chunk id %#x", ids[i]);
	}
}

TEST_F(cs, chunks_that_are_there_twice)
{
	const struct drm_radeon_cs_reloc reloc = { .handle = self->bo, .read_domains = GTT };
	const struct drm_rcp_cs_verdict arg = { (uintptr_t)&self->v, sizeof(self->v), 0 };
	const struct drm_rcp_sync sync = { 0 };
	const struct drm_rcp_cs_syncs syncs = { 0, sizeof(sync), (uintptr_t)&sync };
	struct drm_rcp_cs_context context = { 0 };
	const uint32_t reloc_flags[1] = { 0 };
	struct drm_radeon_cs_chunk chunk[8] = {
		CHUNK(RADEON_CHUNK_ID_IB, stream_nops),
		CHUNK(RADEON_CHUNK_ID_FLAGS, gfx_flags),
		{ RADEON_CHUNK_ID_RELOCS, sizeof(reloc) / 4, (uintptr_t)&reloc },
		{ RCP_CHUNK_ID_VERDICT, sizeof(arg) / 4, (uintptr_t)&arg },
		{ RCP_CHUNK_ID_CONTEXT, sizeof(context) / 4, (uintptr_t)&context },
		{ RCP_CHUNK_ID_SYNCS, sizeof(syncs) / 4, (uintptr_t)&syncs },
		CHUNK(RCP_CHUNK_ID_RELOC_FLAGS, reloc_flags),
	};
	static const char * const names[] = { "IB", "FLAGS", "RELOCS", "VERDICT", "CONTEXT", "SYNCS", "RELOC_FLAGS" };
	char text[64];
	size_t i;

	EXPECT_EQ(0, submit_chunks(self->c.fd, chunk, 7));
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		chunk[7] = chunk[i];
		EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 8));
		EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);
		snprintf(text, sizeof(text), "more than one %s chunk", names[i]);
		EXPECT_STREQ(text, self->v.text);
	}
	/* the client frees the buffer here, not during the next test */
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

TEST_F(cs, flags_of_any_length)
{
	const struct drm_rcp_cs_verdict arg = { (uintptr_t)&self->v, sizeof(self->v), 0 };
	static const uint32_t flags[5] = { RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX };
	struct drm_radeon_cs_chunk chunk[3] = {
		CHUNK(RADEON_CHUNK_ID_IB, stream_nops),
		CHUNK(RADEON_CHUNK_ID_FLAGS, flags),
		{ RCP_CHUNK_ID_VERDICT, sizeof(arg) / 4, (uintptr_t)&arg },
	};
	uint32_t n;

	for (n = 0; n <= ARRAY_SIZE(flags); n++) {
		bool good = n >= 1 && n <= 3;

		chunk[1].length_dw = n;
		EXPECT_EQ(good ? 0 : -EINVAL, submit_chunks(self->c.fd, chunk, 3))
			TH_LOG("%u dwords", n);
		EXPECT_EQ(good ? RCP_STAGE_ACCEPTED : RCP_STAGE_ARGUMENTS, self->v.stage);
		EXPECT_EQ(!good, !!strstr(self->v.text, "FLAGS chunk has"));
	}
}

TEST_F(cs, handles_that_do_not_exist)
{
	static const uint32_t none[] = { 0, 0x7ffffff0, 0xffffffff };
	uint64_t usage = 0, after = 0;
	size_t i;

	ASSERT_TRUE(memory_is_settled());
	client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &usage);
	for (i = 0; i < ARRAY_SIZE(none); i++) {
		stream_init(&self->s);
		stream_mem_write(&self->s, self->bo, GTT, 0, 1);
		stream_mem_write(&self->s, none[i], GTT, 0, 1);
		EXPECT_EQ(-ENOENT, stream_submit(&self->s, self->c.fd, &self->v));
		EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);
		EXPECT_EQ(ENOENT, self->v.error);
		EXPECT_EQ(1, self->v.buffer);
	}
	client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &after);
	EXPECT_EQ(usage, after);
	EXPECT_EQ(0, self->map[0]);
}

TEST_F(cs, another_clients_handle_is_none)
{
	struct client other;
	uint32_t handle, i;

	ASSERT_EQ(0, client_open(&other));
	for (i = 0; i < 8; i++)
		ASSERT_EQ(0, gem_create(other.fd, 4096, 4096, GTT, 0, &handle));
	stream_mem_write(&self->s, handle, GTT, 0, 1);
	EXPECT_EQ(-ENOENT, stream_submit(&self->s, self->c.fd, &self->v));
	client_close(&other);
}

TEST_F(cs, domains_that_do_not_exist)
{
	static const struct { uint32_t read, write; } bad[] = {
		{ 8, 0 }, { 0, 8 }, { 0x80000000, 0 }, { RADEON_GEM_DOMAIN_CPU, 0 },
		{ 0, RADEON_GEM_DOMAIN_CPU }, { 0, 0 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		stream_init(&self->s);
		stream_reloc(&self->s, self->bo, bad[i].read, bad[i].write);
		EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, &self->v))
			TH_LOG("read %#x write %#x", bad[i].read, bad[i].write);
		EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);
	}
}

TEST_F(cs, flags_and_rings_that_do_not_exist)
{
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .verdict = &self->v };
	uint32_t bit, ring;

	for (bit = 0; bit < 32; bit++) {
		cs.flags = 1u << bit;
		EXPECT_EQ(bit == 0 || bit == 2 ? 0 : -EINVAL, client_submit(self->c.fd, &cs))
			TH_LOG("flag bit %u", bit);
	}
	cs.flags = 0;
	/* work for the compute ring runs in the gfx ring; R5xx does not compute */
	cs.ring = RADEON_CS_RING_COMPUTE;
	EXPECT_EQ(is_r5xx() ? -EINVAL : 0, client_submit(self->c.fd, &cs));
	for (ring = RADEON_CS_RING_DMA; ring < 8; ring++) {
		cs.ring = ring;
		EXPECT_EQ(-EINVAL, client_submit(self->c.fd, &cs))
			TH_LOG("ring %u", ring);
	}
	cs.ring = 0xffffffff;
	EXPECT_EQ(-EINVAL, client_submit(self->c.fd, &cs));
}

TEST_F(cs, pointers_that_fault)
{
	struct drm_radeon_cs_chunk chunk[3] = {
		CHUNK(RADEON_CHUNK_ID_IB, stream_nops),
		CHUNK(RADEON_CHUNK_ID_FLAGS, gfx_flags),
		{ RADEON_CHUNK_ID_RELOCS, 4, (uintptr_t)BAD_PTR },
	};
	uint64_t ptr[1] = { (uintptr_t)BAD_PTR };
	struct drm_radeon_cs arg = { .num_chunks = 1, .chunks = (uintptr_t)BAD_PTR };
	uint8_t *page;

	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_CS, &arg));
	arg.chunks = (uintptr_t)ptr;
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_CS, &arg));
	ptr[0] = 0xffff888000000000ull;	/* the kernel's own memory */
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_CS, &arg));
	arg.chunks = 0;
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_CS, &arg));
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_CS, BAD_PTR));

	EXPECT_EQ(-EFAULT, submit_chunks(self->c.fd, chunk, 3));
	chunk[1].chunk_data = (uintptr_t)BAD_PTR;
	EXPECT_EQ(-EFAULT, submit_chunks(self->c.fd, chunk, 2));
	chunk[0].chunk_data = (uintptr_t)BAD_PTR;
	EXPECT_EQ(-EFAULT, submit_chunks(self->c.fd, chunk, 1));
	chunk[0].chunk_data = 0xffff888000000000ull;	/* the kernel's own memory */
	EXPECT_EQ(-EFAULT, submit_chunks(self->c.fd, chunk, 1));

	/* a stream that ends in an unmapped page */
	page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, page);
	ASSERT_EQ(0, munmap(page + 4096, 4096));
	memcpy(page + 4096 - 16, stream_nops, 16);
	chunk[0].chunk_data = (uintptr_t)page + 4096 - 16;
	EXPECT_EQ(-EFAULT, submit_chunks(self->c.fd, chunk, 1));
	chunk[0].length_dw = 4;
	EXPECT_EQ(0, submit_chunks(self->c.fd, chunk, 1));
	munmap(page, 4096);
}

TEST_F(cs, pointers_that_are_not_aligned)
{
	uint8_t odd[64];
	struct drm_radeon_cs_chunk chunk = { RADEON_CHUNK_ID_IB, 8, (uintptr_t)odd + 1 };

	memcpy(odd + 1, stream_nops, sizeof(stream_nops));
	EXPECT_EQ(0, submit_chunks(self->c.fd, &chunk, 1));
}

TEST_F(cs, verdict_chunk_that_is_wrong)
{
	struct drm_rcp_cs_verdict arg = { (uintptr_t)&self->v, sizeof(self->v), 0 };
	struct drm_radeon_cs_chunk chunk[2] = {
		CHUNK(RADEON_CHUNK_ID_IB, stream_nops),
		{ RCP_CHUNK_ID_VERDICT, sizeof(arg) / 4, (uintptr_t)&arg },
	};
	uint32_t i;

	ASSERT_EQ(0, submit_chunks(self->c.fd, chunk, 2));
	for (i = 0; i < 9; i++) {
		if (i == sizeof(arg) / 4)
			continue;
		chunk[1].length_dw = i;
		EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 2))
			TH_LOG("length %u", i);
	}
	chunk[1].length_dw = sizeof(arg) / 4;
	for (i = 1; i < 32; i++) {
		arg.flags = 1u << i;
		EXPECT_EQ(-EINVAL, submit_chunks(self->c.fd, chunk, 2))
			TH_LOG("flag bit %u", i);
	}
	arg.flags = 0;
	chunk[1].chunk_data = (uintptr_t)BAD_PTR;
	EXPECT_EQ(-EFAULT, submit_chunks(self->c.fd, chunk, 2));
}

TEST_F(cs, verdict_that_cannot_be_written)
{
	struct drm_rcp_cs_verdict arg = { (uintptr_t)BAD_PTR, sizeof(self->v), 0 };
	struct drm_radeon_cs_chunk chunk[2] = {
		CHUNK(RADEON_CHUNK_ID_IB, stream_nops),
		{ RCP_CHUNK_ID_VERDICT, sizeof(arg) / 4, (uintptr_t)&arg },
	};

	/* the stream runs, and the errno says so */
	EXPECT_EQ(0, submit_chunks(self->c.fd, chunk, 2));
	arg.flags = RCP_VERDICT_VALIDATE_ONLY;
	EXPECT_EQ(-EFAULT, submit_chunks(self->c.fd, chunk, 2));
}

TEST_F(cs, verdict_of_an_older_client)
{
	struct drm_rcp_cs_verdict arg = { (uintptr_t)&self->v, 8, 0 };
	struct drm_radeon_cs_chunk chunk[2] = {
		CHUNK(RADEON_CHUNK_ID_IB, stream_nops),
		{ RCP_CHUNK_ID_VERDICT, sizeof(arg) / 4, (uintptr_t)&arg },
	};

	EXPECT_EQ(0, submit_chunks(self->c.fd, chunk, 2));
	EXPECT_EQ(0, self->v.stage);
	EXPECT_EQ(0, self->v.code);
	EXPECT_EQ(0x55555555, self->v.dword);
	EXPECT_EQ(0x55, self->v.text[0]);
}

/* The stream is read once: a later write to it has no effect. */
/*
 * The stream is copied before the RELOC_FLAGS chunk, whose copy blocks.  A client that changes
 * the stream in the call does not change what runs.
 */
TEST_F(cs, stream_that_changes_after_the_copy)
{
	struct other call = { .fd = self->c.fd };
	const uint32_t *flags;
	uint32_t i, changed = 0;
	int gate;

	flags = stuck_memory(4096, &gate);
	if (!flags)
		SKIP(return, "no userfaultfd");
	stream_mem_write(&self->s, self->bo, GTT, 0, 0x1234);
	call.cs = (struct client_cs) {
		.ib = self->s.dw, .ib_dw = self->s.n,
		.relocs = self->s.reloc, .nrelocs = self->s.nreloc, .reloc_flags = flags,
	};
	ASSERT_EQ(0, other_begin(&call));
	for (i = 0; i < self->s.n; i++) {
		if (self->s.dw[i] != 0x1234)
			continue;
		self->s.dw[i] = 0x5678;
		changed++;
	}
	EXPECT_EQ(1, changed);
	close(gate);
	ASSERT_EQ(0, other_join(&call));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0x1234, self->map[0]);
}

TEST_F(cs, stream_can_be_reused_at_once)
{
	uint32_t i;

	for (i = 0; i < 100; i++) {
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, GTT, i * 8, i + 1));
		memset(self->s.dw, 0xff, self->s.n * 4);
	}
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	for (i = 0; i < 100; i++)
		ASSERT_EQ(i + 1, self->map[i * 2]);
}

/* A refused submission does not affect the good ones before and after it. */
TEST_F(cs, refusals_leave_no_trace)
{
	uint64_t before = 0, after = 0;
	uint32_t i;

	ASSERT_TRUE(memory_is_settled());
	client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &before);
	for (i = 0; i < 50; i++) {
		stream_init(&self->s);
		stream_mem_write(&self->s, self->bo, GTT, 0, 1000 + i);
		stream_packet3(&self->s, 0x32, 3);
		stream_dw(&self->s, 0);
		stream_dw(&self->s, 0);
		stream_dw(&self->s, 0);
		ASSERT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, &self->v));
		EXPECT_EQ(0, gem_busy(self->c.fd, self->bo, NULL));
	}
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, GTT, 8, 2));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0, self->map[0]);
	EXPECT_EQ(2, self->map[2]);
	client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &after);
	EXPECT_EQ(before, after);
}

/* Writes to the card's registers so far */
static uint32_t register_writes(volatile uint32_t *regs)
{
	regs[MODEL_REG_COUNTER / 4] = MODEL_MMIO_WRITE;
	return regs[MODEL_REG_VALUE / 4];
}

#define FLUSHES	64

static int write_often(struct stream *s, int fd, uint32_t bo, uint32_t domain)
{
	int i, ret = 0;

	for (i = 0; i < FLUSHES && !ret; i++) {
		ret = stream_write(s, fd, bo, domain, 0, i);
		ret = ret ? ret : gem_wait(fd, bo);
	}
	return ret;
}

/*
 * A submission without a buffer in VRAM writes to two registers: the write pointer of the ring,
 * and the read pointer of the interrupt ring when its interrupt is handled.  One with such a buffer
 * also flushes the CPU's path to VRAM, before it and at its end, but only if a CPU has mapped it.
 */
TEST_F(cs, flushes_for_mapped_vram_alone)
{
	volatile uint32_t *regs, *map;
	uint32_t vram, before;

	/* R5xx has more writes for an interrupt, and flushes by a read of VRAM. */
	if (is_r5xx())
		return;
	if (card_map(&regs))
		SKIP(return, "a real card");
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, GTT, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	before = register_writes(regs);
	ASSERT_EQ(0, write_often(&self->s, self->c.fd, self->bo, GTT));
	EXPECT_GE(2 * FLUSHES + FLUSHES / 2, register_writes(regs) - before);

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, VRAM, 0, &vram));
	before = register_writes(regs);
	ASSERT_EQ(0, write_often(&self->s, self->c.fd, vram, VRAM));
	EXPECT_GE(2 * FLUSHES + FLUSHES / 2, register_writes(regs) - before);

	map = gem_map(self->c.fd, vram, 4096);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(FLUSHES - 1, map[0]);
	before = register_writes(regs);
	ASSERT_EQ(0, write_often(&self->s, self->c.fd, vram, VRAM));
	EXPECT_LE(4 * FLUSHES - FLUSHES / 2, register_writes(regs) - before);
	munmap((void *)map, 4096);
}

/* The CPU maps the buffer, and the card's path to it reads ahead, while its job runs. */
TEST_F(cs, mapped_while_its_job_runs)
{
	volatile uint32_t *gate = gem_map(self->c.fd, self->bo, 4096), *map;
	uint32_t vram;

	ASSERT_NE(NULL, gate);
	gate[0] = 0;
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, VRAM, 0, &vram));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, vram, VRAM, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, vram));
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->bo, GTT, 0, 77);
	stream_mem_write(&self->s, vram, VRAM, 0, 2);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	map = gem_map(self->c.fd, vram, 4096);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(1, map[0]);
	gate[0] = 77;
	ASSERT_EQ(0, gem_wait(self->c.fd, vram));
	EXPECT_EQ(2, map[0]);
	munmap((void *)map, 4096);
	munmap((void *)gate, 4096);
}

TEST_HARNESS_MAIN
