// SPDX-License-Identifier: GPL-2.0
/*
 * Hangs: the driver detects them by itself, resets the card within a bounded time, and
 * cancels jobs of the guilty client only.  The streams hang by waiting for memory that is
 * never written, which the checker accepts.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(reset) {
	struct client guilty, other;
	struct stream s;
	uint32_t bad, good, vram;
	uint32_t *bad_map, *good_map, *vram_map;
	uint32_t resets;
	int kmsg;
};

static int open_clients(FIXTURE_DATA(reset) *self)
{
	int ret = client_open(&self->guilty);

	ret = ret ? ret : client_open(&self->other);
	ret = ret ? ret : gem_create(self->guilty.fd, 4096, 4096, GTT, 0, &self->bad);
	ret = ret ? ret : gem_create(self->other.fd, 4096, 4096, GTT, 0, &self->good);
	ret = ret ? ret : gem_create(self->other.fd, 1 << 20, 4096, VRAM, 0, &self->vram);
	if (ret)
		return ret;
	self->bad_map = gem_map(self->guilty.fd, self->bad, 4096);
	self->good_map = gem_map(self->other.fd, self->good, 4096);
	self->vram_map = gem_map(self->other.fd, self->vram, 1 << 20);
	self->resets = client_resets(self->other.fd);
	return self->bad_map && self->good_map && self->vram_map ? 0 : -ENOMEM;
}

static void close_clients(FIXTURE_DATA(reset) *self)
{
	munmap(self->bad_map, 4096);
	munmap(self->good_map, 4096);
	munmap(self->vram_map, 1 << 20);
	client_close(&self->guilty);
	client_close(&self->other);
}

FIXTURE_SETUP(reset)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, open_clients(self));
	stream_init(&self->s);
	if (!self->guilty.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp: see gate_test");
}

FIXTURE_TEARDOWN(reset)
{
	char text[512];

	EXPECT_EQ(0, card_clock_steps(0));
	close_clients(self);
	/* a client caused the hang, so no message at warning level */
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

/*
 * For tests in which the card waits and does not hang: with the short timeout of the others a
 * slow machine could make a hang of it.
 */
#define PATIENT_MS	"60000"

static int bind_with_timeout(FIXTURE_DATA(reset) *self, const char *ms)
{
	int ret;

	close_clients(self);
	ret = card_bind_with_timeout(ms);
	return ret ? ret : open_clients(self);
}

static int submit_hang(struct stream *s, int fd, uint32_t handle)
{
	stream_init(s);
	stream_wait_mem(s, handle, GTT, 0, 0x12345678);
	return stream_submit(s, fd, NULL);
}

TEST_F(reset, only_the_guilty_pays)
{
	uint64_t start;
	uint32_t i;

	for (i = 0; i < (1 << 20) / 4; i++)
		self->vram_map[i] = i * 7;
	start = now_ns();
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	ASSERT_EQ(0, stream_write(&self->s, self->guilty.fd, self->bad, GTT, 64, 0xbad));
	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, i * 8, i + 1));
	if (card_timeout_is_near(start))
		SKIP(return, "the machine was as slow as the job timeout");

	EXPECT_EQ(0, gem_wait(self->other.fd, self->good));
	for (i = 0; i < 4; i++)
		EXPECT_EQ(i + 1, self->good_map[i * 2]);
	gem_wait(self->guilty.fd, self->bad);
	EXPECT_EQ(0, gem_busy(self->guilty.fd, self->bad, NULL));
	/* jobs of the guilty client after the hang did not run */
	EXPECT_EQ(0, self->bad_map[16]);
	EXPECT_EQ(self->resets + 1, client_resets(self->other.fd));
	/* VRAM is unchanged */
	for (i = 0; i < (1 << 20) / 4; i++)
		ASSERT_EQ(i * 7, self->vram_map[i]);

	/* both clients still work, without a second reset */
	ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, 256, 5));
	EXPECT_EQ(0, gem_wait(self->other.fd, self->good));
	EXPECT_EQ(5, self->good_map[64]);
	ASSERT_EQ(0, stream_write(&self->s, self->guilty.fd, self->bad, GTT, 256, 6));
	EXPECT_EQ(0, gem_wait(self->guilty.fd, self->bad));
	EXPECT_EQ(6, self->bad_map[64]);
	EXPECT_EQ(self->resets + 1, client_resets(self->other.fd));
}

/* The number after @key at the beginning of a line, ~0 if there is none */
static unsigned long long dump_number(const char *text, const char *key)
{
	const char *p = strstr(text, key);

	return p ? strtoull(p + strlen(key), NULL, 0) : ~0ull;
}

/* The driver fills a stream up to whole fetches of the CP (R5xx). */
#define FETCH_DW	16u

/* The first dword of the packet that runs a stream; the second one is its address. */
static uint32_t call_header(void)
{
	return client_generation == RCP_GENERATION_R500 ? PACKET0(0x738, 2) : PACKET3(0x32, 3);
}

/*
 * The dump has the ring from the guilty job on: first the packet that runs the stream, then
 * RPTR, and WPTR at the end.
 */
TEST_F(reset, a_dump_shows_where_the_card_stopped)
{
	static char text[1 << 20];
	unsigned long long rptr, wptr, size, addr;
	unsigned int from, to, i, stop, ib = 0, word[3] = {}, third;
	char line[16];
	uint64_t start;
	char *p;

	while (take_dump(text, sizeof(text)) > 0)
		;
	start = now_ns();
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	third = (self->s.n + FETCH_DW - 1) & -FETCH_DW;
	ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, 0, 1));
	if (card_timeout_is_near(start))
		SKIP(return, "the machine was as slow as the job timeout");
	gem_wait(self->guilty.fd, self->bad);
	for (i = 0; i < 2000 && take_dump(text, sizeof(text)) <= 0; i++)
		usleep(10000);
	ASSERT_EQ(0, gem_wait(self->other.fd, self->good));

	size = dump_number(text, "\nring_dw: ");
	rptr = dump_number(text, "\nrptr: ");
	wptr = dump_number(text, "\nwptr: ");
	addr = dump_number(text, "\nib: ");
	p = strstr(text, "\nring from ");
	ASSERT_NE(NULL, p);
	ASSERT_EQ(2, sscanf(p, "\nring from %u to %u:", &from, &to));
	TH_LOG("ring of %llu dwords from %u to %u, RPTR %llu", size, from, to, rptr);
	EXPECT_EQ(wptr, to);
	stop = (rptr - from) % size;
	EXPECT_LE(stop, (to - from) % size);
	p = strchr(p + 1, '\n');
	/* The third dword is the length on R5xx, the upper half of the address on the others. */
	if (client_generation != RCP_GENERATION_R500)
		third = addr >> 32;
	for (i = 0; i <= stop; i++) {
		word[0] = word[1];
		word[1] = word[2];
		ASSERT_EQ(1, sscanf(p, "\n0x%8x", &word[2]));
		p = strchr(p + 1, '\n');
		if (i >= 2 && word[0] == call_header() && word[1] == (uint32_t)addr && word[2] == third)
			ib++;
	}
	EXPECT_EQ(1, ib);
	/* Both jobs are in the ring, but the stream of the dump is the first one's. */
	EXPECT_LT(stop, (to - from) % size);
	snprintf(line, sizeof(line), "\n0x%08x\n", call_header());
	EXPECT_NE(NULL, strstr(p, line));
}

/* Find the dword @want in the lines of eight after @p, of numbers in hex and their first place. */
static int queue_has(const char *p, unsigned int places, uint32_t want)
{
	unsigned int place, i, first;
	int n;

	for (place = 0; place < places; place += 8) {
		if (sscanf(p, "\n%u:%n", &first, &n) != 1 || first != place)
			return -1;
		p += n;
		for (i = 0; i < 8; i++, p += n) {
			uint32_t word;

			if (sscanf(p, " %x%n", &word, &n) != 1)
				return -1;
			if (word == want)
				return 1;
		}
	}
	return 0;
}

/*
 * R5xx shows the registers behind an index: the PLLs, the GART, the memory controller, and the
 * dwords that the CP has fetched, dwords of the guilty stream too.
 */
TEST_F_TIMEOUT(reset, a_dump_has_what_lies_behind_an_index, 60)
{
	static const char * const names[] = {
		"PLL_GB_PIPE_CNTL [0x0d]", "PLL_CP_DYN_CNTL [0x0f]", "PCIE_TX_GART_CNTL [0x10]",
		"PCIE_TX_GART_BASE [0x13]", "PCIE_TX_GART_ERROR [0x18]", "MC_STATUS [0x",
		"MC_FB_LOCATION [0x",
	};
	static char text[1 << 20];
	char key[64], *p;
	size_t i;

	if (client_generation != RCP_GENERATION_R500)
		SKIP(return, "this generation has nothing behind an index that a dump needs");
	while (take_dump(text, sizeof(text)) > 0)
		;
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	gem_wait(self->guilty.fd, self->bad);
	for (i = 0; i < 2000 && take_dump(text, sizeof(text)) <= 0; i++)
		usleep(10000);
	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(key, sizeof(key), "\n%s", names[i]);
		p = strstr(text, key);
		ASSERT_NE(NULL, p) TH_LOG("no %s", names[i]);
	}
	/* The GART is on, and its table is somewhere. */
	EXPECT_EQ(1, dump_number(text, "\nPCIE_TX_GART_CNTL [0x10] ") & 1);
	EXPECT_NE(0, dump_number(text, "\nPCIE_TX_GART_BASE [0x13] "));
	EXPECT_EQ(0, dump_number(text, "\nPCIE_TX_GART_ERROR [0x18] "));
	ASSERT_EQ(1024, dump_number(text, "\nqueue of fetched dwords: "));
	p = strchr(strstr(text, "\nqueue of fetched dwords: ") + 1, '\n');
	/* The packet that calls the stream, and the draw in it */
	EXPECT_EQ(1, queue_has(p, 1024, call_header()));
	EXPECT_EQ(1, queue_has(p, 1024, dump_number(text, "\nib: ")));
	EXPECT_EQ(1, queue_has(p, 1024, PACKET3(PKT_3D_DRAW_IMMD_2, 13)));
	EXPECT_EQ(0, queue_has(p, 1024, 0xfeedface));
}

/* Submit a stream that hangs the card, with flags of its relocations or NULL, and take the dump. */
static int hang_with_dump(FIXTURE_DATA(reset) *self, const uint32_t *flags, char *text, size_t size)
{
	struct client_cs cs = { .reloc_flags = flags };
	int i, ret;

	while (take_dump(text, size) > 0)
		;
	ret = stream_submit_cs(&self->s, self->guilty.fd, &cs);
	if (ret)
		return ret;
	gem_wait(self->guilty.fd, self->bad);
	for (i = 0; i < 2000 && !ret; i++) {
		ret = take_dump(text, size);
		if (!ret)
			usleep(10000);
	}
	return ret;
}

/* Test whether the stream in a dump has @addr: on R5xx in one dword, on the others in two. */
static bool stream_has(const char *text, unsigned long long addr)
{
	const char *stream = strstr(text, "\nstream:\n");
	char line[32];

	if (client_generation == RCP_GENERATION_R500)
		snprintf(line, sizeof(line), "\n0x%08x\n", (uint32_t)addr);
	else
		snprintf(line, sizeof(line), "\n0x%08x\n0x%08x\n", (uint32_t)addr,
			 (uint32_t)(addr >> 32));
	return stream && strstr(stream, line);
}

/*
 * The dump names versions, client and buffers as the client knows them, with the addresses
 * that the stream has, and the work that the card was busy with.
 */
TEST_F(reset, a_dump_names_client_and_buffers)
{
	static char text[1 << 20];
	unsigned long long addr[2], size[2];
	unsigned int handle[2];
	uint32_t vram;
	struct utsname host;
	char line[192], heap[2][16];
	char *p;

	ASSERT_EQ(0, gem_create(self->guilty.fd, 8192, 4096, VRAM, 0, &vram));
	stream_wait_mem(&self->s, self->bad, GTT, 0, 0x12345678);
	stream_mem_write(&self->s, vram, VRAM, 0, 1);
	ASSERT_LT(0, hang_with_dump(self, NULL, text, sizeof(text)));
	ASSERT_EQ(0, uname(&host));
	EXPECT_NE(NULL, strstr(text, "\ndriver: rcp "));
	snprintf(line, sizeof(line), "\nkernel: %s\n", host.release);
	EXPECT_NE(NULL, strstr(text, line));
	EXPECT_NE(NULL, strstr(text, "\nother hangs: no dump while this one is kept\n"));
	snprintf(line, sizeof(line), "\nclient: %llu\n",
		 (unsigned long long)client_number(self->guilty.fd));
	EXPECT_NE(NULL, strstr(text, line));
	EXPECT_NE(NULL, strstr(text, "\ncontext: 0 number 1\n"));

	p = strstr(text, "\nbuffers: ");
	ASSERT_NE(NULL, p);
	ASSERT_EQ(8, sscanf(p, "\nbuffers: 2\n"
			       "buffer 0: 0x%llx size %llu handle %u %15[A-Z]\n"
			       "buffer 1: 0x%llx size %llu handle %u %15[A-Z] written\n",
			    &addr[0], &size[0], &handle[0], heap[0],
			    &addr[1], &size[1], &handle[1], heap[1]));
	EXPECT_EQ(4096, size[0]);
	EXPECT_EQ(8192, size[1]);
	EXPECT_EQ(self->bad, handle[0]);
	EXPECT_EQ(vram, handle[1]);
	EXPECT_EQ(0, strcmp(heap[0], "GTT"));
	EXPECT_EQ(0, strcmp(heap[1], "VRAM"));
	EXPECT_NE(addr[0], addr[1]);
	EXPECT_TRUE(stream_has(text, addr[0]))
		TH_LOG("the stream does not have 0x%llx", addr[0]);
	EXPECT_TRUE(stream_has(text, addr[1]))
		TH_LOG("the stream does not have 0x%llx", addr[1]);

	p = strstr(text, client_generation == RCP_GENERATION_R500 ? "\nRBBM_STATUS 0x0e40 0x" :
								  "\nGRBM_STATUS 0x8010 0x");
	ASSERT_NE(NULL, p);
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(p + 1, "\n"), p + 1);
	EXPECT_NE(NULL, strstr(line, " GUI_ACTIVE"))
		TH_LOG("%s", line);
}

/* What a program exports, and the end: dwords by which the test knows it */
static const uint32_t program[] = { 0xc0000000, 0x94000688, 0xc0014000, 0x94200688 };

static void set_program(FIXTURE_DATA(reset) *self, uint32_t reg, uint32_t handle, uint32_t domain,
			uint32_t offset)
{
	stream_packet3(&self->s, PKT_SET_CONTEXT_REG, 2);
	stream_dw(&self->s, (reg - 0x28000) / 4);
	stream_dw(&self->s, offset >> 8);
	stream_reloc(&self->s, handle, domain, 0);
}

/* A buffer with a program at @offset, which the stream names. */
static uint32_t add_program(FIXTURE_DATA(reset) *self, uint32_t reg, uint32_t domain,
			    uint32_t offset)
{
	uint32_t handle = 0, *map;

	if (gem_create(self->guilty.fd, 8192, 4096, domain, 0, &handle))
		return 0;
	map = gem_map(self->guilty.fd, handle, 8192);
	if (!map)
		return 0;
	memcpy(map + offset / 4, program, sizeof(program));
	munmap(map, 8192);
	set_program(self, reg, handle, domain, offset);
	return handle;
}

/* Test whether the dwords of @words follow a line of a dump, and no further dword follows them. */
static bool lines_follow(const char *text, const char *line, const uint32_t *words, unsigned int n)
{
	const char *p = strstr(text, line);
	unsigned int i, word;

	p = p ? strchr(p + 1, '\n') : NULL;
	for (i = 0; p && i < n; i++) {
		if (sscanf(p, "\n0x%8x", &word) != 1 || word != words[i])
			return false;
		p = strchr(p + 1, '\n');
	}
	return p && strncmp(p, "\n0x", 3);
}

/*
 * The dump has the programs that the stream names, in either heap, each once and without the zeros
 * behind it, and of the buffers only those that the client has marked.
 */
TEST_F(reset, a_dump_has_programs_and_marked_buffers)
{
	static char text[1 << 20];
	static uint32_t words[4096 / 4];
	const uint32_t ps = 0x28840, vs = 0x28858;
	uint32_t flags[8] = {}, marked, handle, *map, i, n;
	char line[96], *p;

	ASSERT_EQ(0, gem_create(self->guilty.fd, 4096, 4096, VRAM, 0, &marked));
	map = gem_map(self->guilty.fd, marked, 4096);
	ASSERT_NE(NULL, map);
	for (i = 0; i < 1024; i++)
		words[i] = map[i] = 0x54000000 + i;
	if (client_generation != RCP_GENERATION_R500) {
		handle = add_program(self, ps, VRAM, 0x100);
		ASSERT_NE(0, handle);
		ASSERT_NE(0, add_program(self, vs, GTT, 0xf00));
		set_program(self, ps, handle, VRAM, 0x100);
	}
	stream_wait_mem(&self->s, self->bad, GTT, 0, 0x12345678);
	n = self->s.nreloc;
	stream_mem_write(&self->s, marked, VRAM, 4096 - 8, 1);
	flags[n] = RCP_RELOC_DUMP;
	ASSERT_GE(8, self->s.nreloc);
	ASSERT_LT(0, hang_with_dump(self, flags, text, sizeof(text)));

	snprintf(line, sizeof(line), "\ncontents: buffer %u, 1024 dwords:\n", n);
	EXPECT_TRUE(lines_follow(text, line, words, 1024));
	p = strstr(text, "\ncontents: ");
	ASSERT_NE(NULL, p);
	EXPECT_EQ(NULL, strstr(p + 1, "\ncontents: "));
	if (client_generation == RCP_GENERATION_R500)
		return;
	EXPECT_TRUE(lines_follow(text, "\nprogram PS: buffer 0 + 0x100, 4 dwords:\n", program, 4));
	EXPECT_TRUE(lines_follow(text, "\nprogram VS: buffer 1 + 0xf00, 4 dwords:\n", program, 4));
	p = strstr(text, "\nprogram PS: ");
	ASSERT_NE(NULL, p);
	EXPECT_EQ(NULL, strstr(p + 1, "\nprogram PS: "));
}

/* More programs than a dump has, and more buffers than it lists */
#define PROGRAMS	130
#define LISTED		1024

/* The dump names what it cannot have: memory that the CPU does not reach, and what is too much. */
TEST_F(reset, a_dump_says_what_it_leaves_out)
{
	static struct drm_radeon_cs_reloc relocs[LISTED + 1];
	static char text[1 << 20];
	const uint32_t ps = 0x28840, flags[2] = { RCP_RELOC_DUMP };
	struct client_cs cs;
	uint32_t hidden, many, i;

	if (self->guilty.card.vram_visible < self->guilty.card.vram_size) {
		ASSERT_EQ(0, gem_create(self->guilty.fd, 4096, 4096, VRAM, RADEON_GEM_NO_CPU_ACCESS,
					&hidden));
		stream_mem_write(&self->s, hidden, VRAM, 0, 1);
		if (client_generation != RCP_GENERATION_R500)
			set_program(self, ps, hidden, VRAM, 0);
		stream_wait_mem(&self->s, self->bad, GTT, 0, 0x12345678);
		ASSERT_LT(0, hang_with_dump(self, flags, text, sizeof(text)));
		EXPECT_NE(NULL, strstr(text, "\ncontents: buffer 0, which the CPU cannot read\n"));
		if (client_generation != RCP_GENERATION_R500)
			EXPECT_NE(NULL, strstr(text, "\nprogram PS: buffer 0 + 0x0, which the CPU cannot read\n"));
	}
	if (client_generation == RCP_GENERATION_R500)
		return;

	ASSERT_EQ(0, gem_create(self->guilty.fd, 65536, 4096, GTT, 0, &many));
	stream_init(&self->s);
	for (i = 0; i < PROGRAMS; i++)
		set_program(self, ps, many, GTT, i << 8);
	stream_wait_mem(&self->s, self->bad, GTT, 0, 0x12345678);
	ASSERT_LT(0, hang_with_dump(self, NULL, text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, "\nprogram PS: buffer 0 + 0x7f00, 2 dwords:\n"));
	EXPECT_NE(NULL, strstr(text, "\nprogram: 2 more places name one\n"));

	/* The last relocation has the program, all others name one buffer. */
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->bad, GTT, 0, 0x12345678);
	set_program(self, ps, many, GTT, 0);
	ASSERT_EQ(2, self->s.nreloc);
	self->s.dw[self->s.n - 1] = LISTED * 4;
	for (i = 0; i <= LISTED; i++)
		relocs[i] = self->s.reloc[i == LISTED];
	stream_pad(&self->s, 8);
	cs = (struct client_cs) { .ib = self->s.dw, .ib_dw = self->s.n, .relocs = relocs,
				  .nrelocs = LISTED + 1, .flags = RADEON_CS_KEEP_TILING_FLAGS };
	while (take_dump(text, sizeof(text)) > 0)
		;
	ASSERT_EQ(0, client_submit(self->guilty.fd, &cs));
	gem_wait(self->guilty.fd, self->bad);
	for (i = 0; i < 2000 && take_dump(text, sizeof(text)) <= 0; i++)
		usleep(10000);
	ASSERT_GT(2000, i);
	EXPECT_NE(NULL, strstr(text, " in no listed buffer\n"));
}

/* The kernel keeps one dump: the log says which hang has it, and where it is. */
TEST_F(reset, the_log_tells_which_hang_has_a_dump)
{
	static char text[1 << 20];
	char who[96], comm[16], line[2048];
	char *p;
	int kmsg;

	while (take_dump(text, sizeof(text)) > 0)
		;
	kmsg = kmsg_open();
	ASSERT_LE(0, kmsg);
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	ASSERT_TRUE(kmsg_find(kmsg, "hang: ", line, sizeof(line)));
	/* A loader may run this program. */
	ASSERT_EQ(0, prctl(PR_GET_NAME, comm));
	snprintf(who, sizeof(who), "submission 1 of context 0 of %s[%d] did not finish in %u ms",
		 comm, getpid(), card_timeout_ms());
	EXPECT_NE(NULL, strstr(line, who))
		TH_LOG("%s", line);
	ASSERT_TRUE(kmsg_find(kmsg, "dump of this hang", line, sizeof(line)));
	p = strstr(line, ";rcp ");
	ASSERT_NE(NULL, p);
	p = strstr(p, ": dump of this hang: /");
	ASSERT_NE(NULL, p)
		TH_LOG("%s", line);
	p = strchr(p, '/');
	p[strcspn(p, ",")] = 0;
	EXPECT_EQ(0, access(p, R_OK))
		TH_LOG("not there: %s", p);

	gem_wait(self->guilty.fd, self->bad);
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	ASSERT_TRUE(kmsg_find(kmsg, "dump of this hang", line, sizeof(line)));
	EXPECT_NE(NULL, strstr(line, "no dump of this hang: an earlier one is not removed yet"))
		TH_LOG("%s", line);
	gem_wait(self->guilty.fd, self->bad);
	ASSERT_LT(0, take_dump(text, sizeof(text)));
	close(kmsg);
}

/* A process cannot write lines of its own into the kernel log or into a dump. */
TEST_F(reset, the_name_of_a_process_is_one_word)
{
	static char text[1 << 20];
	char line[2048], comm[16], who[32];
	int kmsg;

	while (take_dump(text, sizeof(text)) > 0)
		;
	kmsg = kmsg_open();
	ASSERT_LE(0, kmsg);
	ASSERT_EQ(0, prctl(PR_GET_NAME, comm));
	ASSERT_EQ(0, prctl(PR_SET_NAME, "one\nfake: x\x01"));
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	ASSERT_EQ(0, prctl(PR_SET_NAME, comm));
	snprintf(who, sizeof(who), " one_fake:_x_[%d] ", getpid());
	ASSERT_TRUE(kmsg_find(kmsg, "hang: ", line, sizeof(line)));
	EXPECT_NE(NULL, strstr(line, who))
		TH_LOG("%s", line);
	gem_wait(self->guilty.fd, self->bad);
	ASSERT_TRUE(kmsg_find(kmsg, "dump of this hang", line, sizeof(line)));
	ASSERT_LT(0, take_dump(text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, who))
		TH_LOG("%.300s", text);
	close(kmsg);
}

TEST_F(reset, detected_without_a_wait_or_submission)
{
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	EXPECT_TRUE(COMES_TRUE(client_resets(self->other.fd) != self->resets));
	EXPECT_EQ(self->resets + 1, client_resets(self->other.fd));
	EXPECT_EQ(0, gem_busy(self->other.fd, self->good, NULL));
}

TEST_F(reset, again_and_again)
{
	uint32_t i;

	/* a third hang would ban the process, with both files */
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, i * 8,
					  i + 100));
		EXPECT_EQ(0, gem_wait(self->other.fd, self->good));
		EXPECT_EQ(i + 100, self->good_map[i * 2]);
		EXPECT_EQ(self->resets + i + 1, client_resets(self->other.fd));
	}
}

TEST_F(reset, the_guilty_one_dies)
{
	uint64_t before = 0, after = 1;
	pid_t child;
	int i;

	client_info_u64(self->other.fd, RADEON_INFO_GTT_USAGE, &before);
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		struct client c;
		uint32_t handle;

		if (client_open(&c) || gem_create(c.fd, 1 << 20, 4096, GTT, 0, &handle) ||
		    submit_hang(&self->s, c.fd, handle))
			_exit(1);
		kill(getpid(), SIGKILL);
	}
	ASSERT_EQ(child, waitpid(child, &i, 0));
	EXPECT_TRUE(WIFSIGNALED(i));
	ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, 0, 77));
	EXPECT_EQ(0, gem_wait(self->other.fd, self->good));
	EXPECT_EQ(77, self->good_map[0]);
	EXPECT_EQ(self->resets + 1, client_resets(self->other.fd));
	for (i = 0; i < 1000 && after > before; i++) {
		client_info_u64(self->other.fd, RADEON_INFO_GTT_USAGE, &after);
		usleep(20000);
	}
	EXPECT_GE(before, after);
}

#define SMALL_JOBS	20
#define STEP_US		1000

/*
 * Jobs that come after a hung one, fewer than the ring takes, do not delay its detection.  The
 * ring takes many of a process whose jobs are known to be short, and that was alone for a second.
 * The clock of the card goes in steps, because on a slow machine no job would be known to be short.
 */
TEST_F(reset, not_delayed_by_small_jobs)
{
	long long emitted;
	uint32_t n;

	ASSERT_EQ(0, card_clock_steps(STEP_US));
	for (n = 0; n < 64; n++) {
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, 0, n));
		ASSERT_EQ(0, gem_wait(self->other.fd, self->good));
	}
	usleep(1500000);
	emitted = debugfs_value("rcp_ring", "seqno_emitted");
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	for (n = 0; n < SMALL_JOBS && client_resets(self->other.fd) == self->resets; n++) {
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, n * 8, n + 1));
		/* All of them are in the ring, where a bug could let them restart the timeout. */
		if (stream_has_clock())
			EXPECT_TRUE(debugfs_reaches("rcp_ring", "seqno_emitted", emitted + n + 2));
		let_work_run(card_timeout_ms() * 6 / 10);
	}
	EXPECT_EQ(self->resets + 1, client_resets(self->other.fd));
	EXPECT_EQ(0, gem_wait(self->other.fd, self->good));
	while (n--)
		EXPECT_EQ(n + 1, self->good_map[n * 2]);
}

/*
 * The seqnos of a card begin just below 2^32, and fences of R5xx have 32 bits: a reset that replays
 * jobs on both sides, and one after it.
 */
TEST_F(reset, seqnos_pass_32_bits)
{
	struct card_limits limits;
	long long last;
	uint32_t n;

	ASSERT_EQ(0, card_read_limits(&limits));
	ASSERT_EQ(0, bind_with_timeout(self, limits.alone));
	while (last = debugfs_value("rcp_ring", "seqno_emitted"), last < UINT32_MAX - 8) {
		ASSERT_LT(UINT32_MAX - 1000ll, last);
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, 0, (uint32_t)last));
		ASSERT_EQ(0, gem_wait(self->other.fd, self->good));
		ASSERT_EQ((uint32_t)last, self->good_map[0]);
	}
	ASSERT_GT(UINT32_MAX, last);
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	for (n = 0; n < 32; n++)
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, n * 8, n + 1));
	ASSERT_EQ(0, gem_wait(self->other.fd, self->good));
	for (n = 0; n < 32; n++)
		EXPECT_EQ(n + 1, self->good_map[n * 2]);
	EXPECT_EQ(self->resets + 1, client_resets(self->other.fd));
	EXPECT_LT(UINT32_MAX, debugfs_value("rcp_ring", "seqno_signalled"));

	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	ASSERT_EQ(0, stream_write(&self->s, self->other.fd, self->good, GTT, 0, 77));
	ASSERT_EQ(0, gem_wait(self->other.fd, self->good));
	EXPECT_EQ(77, self->good_map[0]);
	EXPECT_EQ(self->resets + 2, client_resets(self->other.fd));
	EXPECT_LT(UINT32_MAX, debugfs_value("rcp_ring", "seqno_completed"));
}

static void on_alarm(int number)
{
	(void)number;
}

/* A signal ends a wait for a buffer, and a wait for room for the next stream. */
TEST_F(reset, waits_can_be_interrupted)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct itimerval soon = { .it_value = { .tv_usec = 300000 }, .it_interval = { .tv_usec = 100000 } };
	struct itimerval never = { 0 };
	char text[16];
	int i, ret = 0;

	snprintf(text, sizeof(text), "%u", card_timeout_ms());
	ASSERT_EQ(0, bind_with_timeout(self, PATIENT_MS));
	ASSERT_EQ(0, sigaction(SIGALRM, &action, NULL));
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	ASSERT_EQ(0, setitimer(ITIMER_REAL, &soon, NULL));
	client_once = true;
	EXPECT_EQ(-EINTR, gem_wait(self->guilty.fd, self->bad));
	/* short jobs, so that the context is full before the card is reset */
	stream_init(&self->s);
	stream_dw(&self->s, PACKET2);
	for (i = 0; i < 1000 && !ret; i++)
		ret = stream_submit(&self->s, self->guilty.fd, NULL);
	client_once = false;
	EXPECT_EQ(-EINTR, ret);
	ASSERT_EQ(0, setitimer(ITIMER_REAL, &never, NULL));
	*(volatile uint32_t *)self->bad_map = 0x12345678;
	EXPECT_EQ(0, gem_wait(self->guilty.fd, self->bad));
	EXPECT_EQ(0, bind_with_timeout(self, text));
}

/* A stream whose wait ends in time is no hang. */
TEST_F(reset, slow_is_not_hung)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", card_timeout_ms());
	ASSERT_EQ(0, bind_with_timeout(self, PATIENT_MS));
	ASSERT_EQ(0, submit_hang(&self->s, self->guilty.fd, self->bad));
	usleep(100000);
	EXPECT_EQ(-EBUSY, gem_busy(self->guilty.fd, self->bad, NULL));
	*(volatile uint32_t *)self->bad_map = 0x12345678;
	EXPECT_EQ(0, gem_wait(self->guilty.fd, self->bad));
	EXPECT_EQ(self->resets, client_resets(self->other.fd));
	EXPECT_EQ(0, bind_with_timeout(self, text));
}

TEST_HARNESS_MAIN
