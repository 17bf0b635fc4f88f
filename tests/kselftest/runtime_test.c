// SPDX-License-Identifier: GPL-2.0
/*
 * Runtime PM (parameter runtime_pm): an idle card suspends and resumes at its first use;
 * calls that wake it and calls that do not, uses that keep it awake, and contents that
 * survive.  The emulated card counts each access in D3hot as a violation, and forgets
 * VRAM and registers.  Run as root.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <glob.h>
#include <pthread.h>
#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define BYTES	(256u * 1024)

FIXTURE(runtime) {
	struct client c;
	struct stream s;
	uint32_t vram, gtt;
	uint32_t *vram_map, *gtt_map;
	int kmsg;
};

static int card_file(const char *name, char *text, size_t size)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/%s", card_slot(), name);
	return read_text(path, text, size);
}

static int card_set(const char *name, const char *text)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/%s", card_slot(), name);
	return write_file(path, text);
}

/* Is the card in D3hot according to the PCI core and the PM core? */
static bool asleep(void)
{
	char status[32] = "", state[16] = "";

	card_file("power/runtime_status", status, sizeof(status));
	card_file("power_state", state, sizeof(state));
	return !strncmp(status, "suspended", 9) && !strncmp(state, "D3hot", 5);
}

static bool falls_asleep(void)
{
	return COMES_TRUE(asleep());
}

/*
 * Whether the card falls asleep soon after a use.  A test that looks whether a use has woken it
 * keeps it awake, because a slow machine looks after that time.
 */
static int may_sleep(bool may)
{
	return card_set("power/autosuspend_delay_ms", may ? "100" : "600000");
}

FIXTURE_SETUP(runtime)
{
	char text[8] = "";
	uint32_t i;

	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	stream_init(&self->s);
	read_text("/sys/module/rcp/parameters/runtime_pm", text, sizeof(text));
	if (text[0] != 'Y' || geteuid())
		SKIP(_exit(HARNESS_SKIP), "the card may not sleep: load rcp with runtime_pm=1");
	ASSERT_EQ(0, may_sleep(true));
	ASSERT_EQ(0, gem_create(self->c.fd, BYTES, 4096, VRAM, 0, &self->vram));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->gtt));
	self->vram_map = gem_map(self->c.fd, self->vram, BYTES);
	self->gtt_map = gem_map(self->c.fd, self->gtt, 4096);
	ASSERT_NE(NULL, self->vram_map);
	ASSERT_NE(NULL, self->gtt_map);
	for (i = 0; i < BYTES / 4; i++)
		self->vram_map[i] = i * 3 + 1;
	ASSERT_TRUE(falls_asleep());
}

FIXTURE_TEARDOWN(runtime)
{
	char text[512];

	client_close(&self->c);
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

static int write_value(struct stream *s, int fd, uint32_t bo, uint32_t domain, uint32_t value)
{
	return stream_write(s, fd, bo, domain, 0, value);
}

static bool contents_kept(const uint32_t *map)
{
	uint32_t i;

	for (i = 2; i < BYTES / 4; i++)
		if (map[i] != i * 3 + 1)
			return false;
	return true;
}

TEST_F(runtime, buffers_are_kept)
{
	uint32_t round;

	for (round = 1; round <= 3; round++) {
		ASSERT_EQ(0, may_sleep(false));
		ASSERT_EQ(0, write_value(&self->s, self->c.fd, self->vram, VRAM, round));
		EXPECT_FALSE(asleep());
		EXPECT_EQ(0, gem_wait(self->c.fd, self->vram));
		EXPECT_EQ(round, self->vram_map[0]);
		ASSERT_EQ(0, may_sleep(true));
		ASSERT_TRUE(falls_asleep());
		/* A page fault maps the pages that VRAM was saved to; the card stays suspended. */
		EXPECT_EQ(round, self->vram_map[0]);
		EXPECT_TRUE(contents_kept(self->vram_map));
		EXPECT_TRUE(asleep());
	}
}

static int hwmon_read(void)
{
	char pattern[128], text[32];
	glob_t found;
	int ret = -ENOENT;

	snprintf(pattern, sizeof(pattern), "/sys/bus/pci/devices/%s/hwmon/hwmon*/temp1_input", card_slot());
	if (!glob(pattern, 0, NULL, &found))
		ret = read_text(found.gl_pathv[0], text, sizeof(text));
	globfree(&found);
	return ret;
}

static int fdinfo_read(int fd)
{
	char path[64], text[4096];

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	return read_text(path, text, sizeof(text));
}

TEST_F(runtime, queries_do_not_wake_it)
{
	uint32_t value, size = sizeof(struct drm_rcp_query_memory);
	struct drm_rcp_query_memory memory;
	struct drm_rcp_ctx_state state;
	char text[1024];
	int ret;

	/* The files of debugfs show what they know without the card's registers. */
	EXPECT_LT(0, read_debugfs("rcp_ring", text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, "seqno_emitted"));
	EXPECT_LT(0, read_debugfs("rcp_state", text, sizeof(text)));
	EXPECT_LT(0, read_debugfs("rcp_gart", text, sizeof(text)));
	EXPECT_LT(0, read_debugfs("rcp_memory", text, sizeof(text)));
	ret = hwmon_read();
	EXPECT_TRUE(ret == -EAGAIN || ret == -ENOENT)
		TH_LOG("hwmon: %d", ret);
	EXPECT_LT(0, fdinfo_read(self->c.fd));
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_DEVICE_ID, &value));
	EXPECT_EQ(0, client_query(self->c.fd, RCP_QUERY_MEMORY, &memory, &size));
	EXPECT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(0, state.status);
	EXPECT_EQ(0, gem_wait(self->c.fd, self->vram));
	EXPECT_EQ(0, gem_busy(self->c.fd, self->vram, NULL));
	self->gtt_map[0] = 1;
	EXPECT_TRUE(asleep());
	/* nor do they keep the card awake */
	ASSERT_EQ(0, may_sleep(false));
	if (card_is_r5xx()) {
		EXPECT_EQ(0, write_value(&self->s, self->c.fd, self->gtt, GTT, 1));
	} else {
		EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CURRENT_GPU_TEMP, &value));
	}
	EXPECT_FALSE(asleep());
	ASSERT_EQ(0, may_sleep(true));
	for (ret = 0; ret < 6000 && !asleep(); ret++) {
		hwmon_read();
		fdinfo_read(self->c.fd);
		read_debugfs("rcp_ring", text, sizeof(text));
		usleep(10000);
	}
	EXPECT_TRUE(asleep());
}

TEST_F(runtime, uses_wake_it)
{
	uint32_t size = sizeof(struct drm_rcp_query_clocks), value = REG_STATUS, bo;
	struct drm_rcp_query_clocks clocks;
	uint64_t ticks = 0;

	/* R5xx has no clock, and its clients read no registers. */
	if (!card_is_r5xx()) {
		ASSERT_EQ(0, may_sleep(false));
		EXPECT_EQ(0, client_info_u64(self->c.fd, RADEON_INFO_TIMESTAMP, &ticks));
		EXPECT_NE(0, ticks);
		EXPECT_FALSE(asleep());
		ASSERT_EQ(0, may_sleep(true));
		EXPECT_TRUE(falls_asleep());
		EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_READ_REG, &value));
		EXPECT_NE(0, value);
		EXPECT_TRUE(falls_asleep());
		EXPECT_EQ(0, client_query(self->c.fd, RCP_QUERY_CLOCKS, &clocks, &size));
		EXPECT_NE(0, clocks.gpu_ticks);
		EXPECT_TRUE(falls_asleep());
	}
	ASSERT_EQ(0, may_sleep(false));
	EXPECT_EQ(0, gem_create(self->c.fd, BYTES, 4096, VRAM, 0, &bo));
	EXPECT_FALSE(asleep());
	ASSERT_EQ(0, may_sleep(true));
	EXPECT_TRUE(falls_asleep());
}

/* A job that waits for another driver is not on the card yet, but keeps it awake. */
TEST_F(runtime, a_job_keeps_it_awake)
{
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .context = &context, .syncs = &in, .nsyncs = 1 };
	struct late late;

	if (late_begin(&late, self->c.fd))
		SKIP(return, "no driver with a fence that is late");
	ASSERT_EQ(0, late_syncobj(&late, self->c.fd, &in.handle));
	stream_init(&self->s);
	stream_mem_write(&self->s, self->gtt, GTT, 0, 41);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	/* longer than the time that jobs have before the card suspends */
	usleep(4000000);
	EXPECT_FALSE(asleep());
	late_signal(&late);
	EXPECT_EQ(0, gem_wait(self->c.fd, self->gtt));
	EXPECT_EQ(41, self->gtt_map[0]);
	EXPECT_TRUE(falls_asleep());
	late_end(&late);
}

/* Another device uses a buffer that was in VRAM, and this device uses one of the other. */
TEST_F(runtime, sharing)
{
	uint32_t theirs, ours, mine, *map;
	int dmabuf, back, vgem;

	vgem = client_open_vgem();
	if (vgem < 0)
		SKIP(return, "no other driver");
	ASSERT_EQ(0, gem_export(self->c.fd, self->vram, &dmabuf));
	map = mmap(NULL, BYTES, PROT_READ, MAP_SHARED, dmabuf, 0);
	ASSERT_NE(MAP_FAILED, (void *)map);
	EXPECT_TRUE(contents_kept(map));
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, gem_import(vgem, dmabuf, &theirs));
		return;
	}
	EXPECT_EQ(0, gem_import(vgem, dmabuf, &theirs));
	EXPECT_TRUE(asleep());
	/* as each way round */
	ASSERT_EQ(0, gem_export(vgem, theirs, &back));
	EXPECT_EQ(0, gem_import(self->c.fd, back, &ours));
	EXPECT_EQ(0, gem_create(self->c.fd, BYTES, 4096, GTT, 0, &mine));
	ASSERT_EQ(0, write_value(&self->s, self->c.fd, self->vram, GTT, 9));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->vram));
	EXPECT_EQ(9, map[0]);
	EXPECT_TRUE(falls_asleep());
	EXPECT_TRUE(contents_kept(map));
	munmap(map, BYTES);
	gem_close(vgem, theirs);
	EXPECT_TRUE(asleep());
	close(back);
	close(dmabuf);
	close(vgem);
	EXPECT_EQ(0, client_works());
}

struct busy {
	pthread_t thread;
	volatile bool stop;
	uint32_t rounds;
	int err;
};

static void *keep_busy(void *arg)
{
	struct busy *b = arg;
	struct stream *s = malloc(sizeof(*s));
	uint32_t bo, *map = NULL;
	struct client c;

	b->err = s ? client_open(&c) : -ENOMEM;
	if (!b->err)
		b->err = gem_create(c.fd, BYTES, 4096, VRAM, 0, &bo);
	if (!b->err)
		map = gem_map(c.fd, bo, BYTES);
	for (; !b->err && !b->stop; b->rounds++) {
		map[BYTES / 8] = b->rounds;
		b->err = write_value(s, c.fd, bo, VRAM, b->rounds + 1);
		if (!b->err)
			b->err = gem_wait(c.fd, bo);
		if (!b->err && (map[0] != b->rounds + 1 || map[BYTES / 8] != b->rounds))
			b->err = -EBADMSG;
		usleep(b->rounds % 5 * 1000);
	}
	free(s);
	return NULL;
}

/* The card suspends whenever it is idle, while clients come and go. */
TEST_F_TIMEOUT(runtime, at_once, 240)
{
	struct busy busy[2] = { };
	uint64_t end;
	uint32_t i;

	ASSERT_EQ(0, card_set("power/autosuspend_delay_ms", "0"));
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, pthread_create(&busy[i].thread, NULL, keep_busy, &busy[i]));
	end = now_ns() + 60 * 1000000000ull;
	while ((busy[0].rounds < 20 || busy[1].rounds < 20) && !busy[0].err && !busy[1].err &&
	       now_ns() < end)
		usleep(10000);
	for (i = 0; i < 2; i++) {
		busy[i].stop = true;
		pthread_join(busy[i].thread, NULL);
		EXPECT_EQ(0, busy[i].err);
	}
	EXPECT_TRUE(contents_kept(self->vram_map));
	EXPECT_TRUE(falls_asleep());
}

TEST_F(runtime, reset_and_unbind)
{
	ASSERT_EQ(0, card_set("reset", "1"));
	EXPECT_TRUE(contents_kept(self->vram_map));
	ASSERT_EQ(0, write_value(&self->s, self->c.fd, self->vram, VRAM, 3));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->vram));
	EXPECT_EQ(3, self->vram_map[0]);
	EXPECT_TRUE(falls_asleep());
	ASSERT_EQ(0, card_unbind());
	EXPECT_EQ(-ENODEV, write_value(&self->s, self->c.fd, self->vram, VRAM, 4));
	ASSERT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
}

TEST_HARNESS_MAIN
