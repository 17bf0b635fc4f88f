// SPDX-License-Identifier: GPL-2.0
/*
 * Everything of the driver that runs without an ioctl, and ioctls, held in the middle while the
 * card is unbound, its clients are closed and the module is unloaded: nothing is freed under
 * them (the list is in drm/rcp_drv.c).  And a probe that is held while clients come.  Needs
 * modules/hold.ko.  Run as root.
 */
#include "client.h"
#include "emulated.h"
#include "hold.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define BYTES	65536u

struct scene {
	struct client c;
	struct stream s;
	struct late late;
	struct other other;
	uint32_t gtt, vram;
	volatile uint32_t *map;
	int dmabuf, vgem;
	int kmsg;
};

static int card_set(const char *name, const char *text)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/%s", card_slot(), name);
	return write_file(path, text);
}

/* ---- what makes the driver call a function ---- */

static int submit(struct scene *sc)
{
	return stream_write(&sc->s, sc->c.fd, sc->gtt, GTT, 0, 1);
}

static int submit_hang(struct scene *sc)
{
	stream_wait_mem(&sc->s, sc->gtt, GTT, 0, 0x12345678);
	return stream_submit(&sc->s, sc->c.fd, NULL);
}

/* A job that waits for a fence of another driver */
static int submit_late(struct scene *sc)
{
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .syncs = &in, .nsyncs = 1 };
	int ret = late_begin(&sc->late, sc->c.fd);

	if (!ret)
		ret = late_syncobj(&sc->late, sc->c.fd, &in.handle);
	stream_mem_write(&sc->s, sc->gtt, GTT, 0, 1);
	return ret ? ret : stream_submit_cs(&sc->s, sc->c.fd, &cs);
}

static int submit_from_work(struct scene *sc)
{
	int ret = submit_late(sc);

	return ret ? ret : late_signal(&sc->late);
}

/* A mapping is a user of the file. */
static int close_file(struct scene *sc)
{
	if (sc->map)
		munmap((void *)sc->map, BYTES);
	sc->map = NULL;
	if (sc->c.fd >= 0)
		client_close(&sc->c);
	sc->c.fd = -1;
	return 0;
}

/* The job stays queued, so that it is cancelled after a second. */
static int close_with_job(struct scene *sc)
{
	int ret = submit_late(sc);

	close_file(sc);
	return ret;
}

static int close_busy_buffer(struct scene *sc)
{
	int ret = submit(sc);

	gem_close(sc->c.fd, sc->gtt);
	return ret;
}

/* Calls that are held themselves, in another thread */

static int touch(struct other *o)
{
	o->value = *o->touch;
	return 0;
}

static int begin_touch(struct scene *sc)
{
	sc->other = (struct other) { .act = touch, .touch = sc->map };
	return other_start(&sc->other);
}

static int create(struct other *o)
{
	return gem_create(o->fd, BYTES, 4096, GTT, 0, &o->value);
}

static int begin_create(struct scene *sc)
{
	sc->other = (struct other) { .act = create, .fd = sc->c.fd };
	return other_start(&sc->other);
}

static int import(struct other *o)
{
	struct scene *sc = (struct scene *)((char *)o - offsetof(struct scene, other));

	return gem_import(sc->vgem, sc->dmabuf, &o->value);
}

static int begin_import(struct scene *sc)
{
	int ret = gem_export(sc->c.fd, sc->gtt, &sc->dmabuf);

	sc->vgem = client_open_vgem();
	if (sc->vgem < 0)
		return -ENODEV;
	sc->other = (struct other) { .act = import };
	return ret ? ret : other_start(&sc->other);
}

/* The only user of the buffer is a thread that closes it. */
static int close_bound(struct other *o)
{
	return gem_close(o->fd, o->value);
}

static int begin_close(struct scene *sc)
{
	int ret = submit(sc);

	ret = ret ? ret : gem_wait(sc->c.fd, sc->gtt);
	sc->other = (struct other) { .act = close_bound, .fd = sc->c.fd, .value = sc->gtt };
	return ret ? ret : other_start(&sc->other);
}

/* A driver maps a dma-buf for the kernel. */
static int map_dmabuf(struct other *o)
{
	struct scene *sc = (struct scene *)((char *)o - offsetof(struct scene, other));
	char params[32];

	snprintf(params, sizeof(params), "fd=%d", sc->dmabuf);
	return test_module("importer", params);
}

static int begin_vmap(struct scene *sc)
{
	int ret = gem_export(sc->c.fd, sc->gtt, &sc->dmabuf);

	sc->other = (struct other) { .act = map_dmabuf };
	return ret ? ret : other_start(&sc->other);
}

/* Without submissions the read sleeps until the card is gone.  No other file is open. */
static int read_capture(struct other *o)
{
	char text[64];

	(void)o;
	return read_debugfs("rcp_capture", text, sizeof(text));
}

static int begin_capture(struct scene *sc)
{
	int ret;

	sc->other = (struct other) { .act = read_capture };
	ret = other_start(&sc->other);
	hold_wait(0);
	close_file(sc);
	return ret;
}

static int read_ring(struct other *o)
{
	char text[1024];

	(void)o;
	return read_debugfs("rcp_ring", text, sizeof(text));
}

static int begin_debugfs(struct scene *sc)
{
	sc->other = (struct other) { .act = read_ring };
	return other_start(&sc->other);
}

static int read_fdinfo(struct other *o)
{
	char path[64], text[2048];

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", o->fd);
	return read_text(path, text, sizeof(text));
}

static int begin_fdinfo(struct scene *sc)
{
	sc->other = (struct other) { .act = read_fdinfo, .fd = sc->c.fd };
	return other_start(&sc->other);
}

static int read_temperature(struct other *o)
{
	int ret = -ENODEV;
	char text[32];
	glob_t found;

	(void)o;
	if (!glob("/sys/bus/pci/drivers/rcp/0*/hwmon/hwmon*/temp1_input", 0, NULL, &found)) {
		ret = read_text(found.gl_pathv[0], text, sizeof(text));
		globfree(&found);
	}
	return ret;
}

static int begin_hwmon(struct scene *sc)
{
	sc->other = (struct other) { .act = read_temperature };
	return other_start(&sc->other);
}

static int reset(struct other *o)
{
	(void)o;
	return card_set("reset", "1");
}

static int begin_reset(struct scene *sc)
{
	sc->other = (struct other) { .act = reset };
	return other_start(&sc->other);
}

static int fall_asleep(struct scene *sc)
{
	(void)sc;
	return card_set("power/autosuspend_delay_ms", "10");
}

/* ---- the scenes ---- */

FIXTURE(held) {
	struct scene sc;
};

FIXTURE_VARIANT(held) {
	const char *at;		/* this function is held, */
	const char *until;	/* and this one must not be called before it goes on */
	const char *how;	/* more parameters of hold.ko */
	int (*begin)(struct scene *sc);
	bool sleeps;		/* runtime_pm=1 */
	bool clock;		/* needs a card with a clock and a sensor */
};

#define SCENE(name, ...) \
	FIXTURE_VARIANT_ADD(held, name) { __VA_ARGS__ }

/* rcp_card_fini() frees the memory that the card and the CPU share, and unmaps the registers. */
SCENE(interrupt, .at = "rcp_irq_handler", .until = "rcp_card_fini", .begin = submit);
SCENE(watchdog, .at = "rcp_timeline_watchdog", .until = "rcp_card_fini", .begin = submit_hang,
      .how = "spin=1 ms=300");
SCENE(timestamps, .at = "rcp_card_stamp", .until = "rcp_card_fini", .begin = submit,
      .clock = true);
SCENE(write, .at = "rcp_job_write", .until = "rcp_card_fini", .begin = submit_from_work);
SCENE(ioctl, .at = "rcp_bo_create", .until = "rcp_card_fini", .begin = begin_create);
SCENE(fault, .at = "rcp_move_clear", .until = "rcp_card_fini", .begin = begin_touch);
SCENE(pin, .at = "rcp_bo_pin", .until = "rcp_card_fini", .begin = begin_import);
SCENE(vmap, .at = "ttm_bo_vmap", .until = "rcp_card_fini", .begin = begin_vmap);
SCENE(free, .at = "rcp_gart_unmap", .until = "rcp_card_fini", .begin = begin_close);
SCENE(debugfs, .at = "rcp_card_progress", .until = "rcp_card_fini", .begin = begin_debugfs);
SCENE(hwmon, .at = "rcp_card_temperature", .until = "rcp_card_fini", .begin = begin_hwmon,
      .clock = true);
SCENE(pci_reset, .at = "rcp_pci_reset_done", .until = "rcp_card_fini", .begin = begin_reset);
SCENE(runtime_suspend, .at = "rcp_sleep_runtime_suspend", .until = "rcp_card_fini",
      .begin = fall_asleep, .sleeps = true);
/* rcp_drv_release() begins after remove and the last client. */
SCENE(dump, .at = "rcp_dump_work", .until = "rcp_drv_release", .begin = submit_hang);
SCENE(capture, .at = "rcp_capture_read", .until = "rcp_drv_release", .begin = begin_capture);
SCENE(fdinfo, .at = "rcp_fdinfo_show", .until = "rcp_drv_release", .begin = begin_fdinfo);
/* rcp_ttm_fini() follows the scheduler. */
SCENE(hang, .at = "rcp_reset_work", .until = "rcp_ttm_fini", .begin = submit_hang);
SCENE(reap, .at = "rcp_sched_reap_work", .until = "rcp_ttm_fini", .begin = submit);
SCENE(ring, .at = "rcp_sched_work", .until = "rcp_ttm_fini", .begin = submit_from_work);
SCENE(queue, .at = "rcp_queue_dead_work", .until = "rcp_ttm_fini", .begin = close_file);
SCENE(closed_client, .at = "rcp_client_close_work", .until = "rcp_ttm_fini",
      .begin = close_with_job);
SCENE(account, .at = "rcp_accounts_work", .until = "rcp_ttm_fini", .begin = close_file);
/* rcp_gtt_fini() is one of the last steps. */
SCENE(lease_end, .at = "rcp_bind_end_work", .until = "rcp_gtt_fini",
      .begin = submit_from_work);
SCENE(buffer, .at = "rcp_bo_destroy", .until = "rcp_gtt_fini", .begin = close_busy_buffer);

FIXTURE_SETUP(held)
{
	struct scene *sc = &self->sc;

	*sc = (struct scene) { .late.driver = -1, .dmabuf = -1, .vgem = -1, .c.fd = -1 };
	sc->kmsg = kmsg_open();
	if (geteuid() || test_module("hold", "at=-") == -ENOENT)
		SKIP(_exit(HARNESS_SKIP), "not root, or no module that holds: make test-module");
	hold_end();
	if (variant->sleeps) {
		ASSERT_EQ(0, driver_unload());
		ASSERT_EQ(0, driver_load("runtime_pm=1"));
	}
	ASSERT_EQ(0, client_open(&sc->c));
	stream_init(&sc->s);
	ASSERT_EQ(0, gem_create(sc->c.fd, BYTES, 4096, GTT, 0, &sc->gtt));
	ASSERT_EQ(0, gem_create(sc->c.fd, BYTES, 4096, VRAM, 0, &sc->vram));
	sc->map = gem_map(sc->c.fd, sc->vram, BYTES);
	ASSERT_NE(NULL, sc->map);
}

FIXTURE_TEARDOWN(held)
{
	struct scene *sc = &self->sc;
	char text[512];

	EXPECT_EQ(0, driver_load(""));
	EXPECT_EQ(0, client_works());
	EXPECT_EQ(0, kmsg_alarms(sc->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(sc->kmsg);
}

/* Unbinds the card, and closes all that the process has of it. */
static int leave(struct scene *sc)
{
	int ret = card_unbind();

	if (sc->other.act)
		other_join(&sc->other);
	late_end(&sc->late);
	if (sc->dmabuf >= 0)
		close(sc->dmabuf);
	if (sc->vgem >= 0)
		close(sc->vgem);
	close_file(sc);
	return ret;
}

TEST_F(held, to_the_end)
{
	struct scene *sc = &self->sc;
	char params[256];
	int ret;

	if (variant->clock && !stream_has_clock())
		SKIP(return, "this generation has neither clock nor sensor");
	/* Drivers of other fences log a message when they are loaded. */
	if (!late_available() || (variant->begin == begin_import && client_open_vgem() < 0))
		SKIP(return, "neither vgem nor sw_sync");
	snprintf(params, sizeof(params), "at=%s until=%s %s", variant->at, variant->until,
		 variant->how ? variant->how : "ms=700");
	ASSERT_EQ(0, hold_begin(params));
	ret = variant->begin(sc);
	EXPECT_EQ(0, ret);
	EXPECT_TRUE(hold_wait(0));
	EXPECT_EQ(0, leave(sc));
	EXPECT_EQ(0, driver_unload());
	EXPECT_FALSE(hold_met(0)) TH_LOG("%s was called under %s", variant->until, variant->at);
	EXPECT_EQ(0, hold_end());
}

/* ---- a fence of another driver, whose callback stalls ---- */

FIXTURE(foreign) {
	struct scene sc[2];
	int kmsg;
};

FIXTURE_SETUP(foreign)
{
	unsigned int i;

	self->kmsg = kmsg_open();
	if (geteuid() || test_module("hold", "at=-") == -ENOENT || get_nprocs() < 2)
		SKIP(_exit(HARNESS_SKIP), "a single CPU, or no module that holds");
	hold_end();
	if (!late_available())
		SKIP(_exit(HARNESS_SKIP), "neither vgem nor sw_sync");
	for (i = 0; i < 2; i++) {
		struct scene *sc = &self->sc[i];

		ASSERT_EQ(0, client_open(&sc->c));
		stream_init(&sc->s);
		ASSERT_EQ(0, gem_create(sc->c.fd, BYTES, 4096, GTT, 0, &sc->gtt));
		ASSERT_EQ(0, submit_late(sc));
	}
}

/*
 * Works of unbound queues, the thread that makes their threads, and the thread of the scheduler
 * on kernels where it has one, run on these CPUs only, a mask of two.
 */
static void keep_workers_on(unsigned int cpus)
{
	char path[280], text[32];
	cpu_set_t set;
	glob_t found;
	size_t i;

	snprintf(text, sizeof(text), "%x", cpus);
	write_file("/sys/devices/virtual/workqueue/cpumask", text);
	CPU_ZERO(&set);
	for (i = 0; i < 2; i++)
		if (cpus & 1u << i)
			CPU_SET(i, &set);
	if (glob("/proc/[0-9]*", 0, NULL, &found))
		return;
	for (i = 0; i < found.gl_pathc; i++) {
		snprintf(path, sizeof(path), "%s/comm", found.gl_pathv[i]);
		if (read_text(path, text, sizeof(text)) > 0 &&
		    (!strcmp(text, "rcp\n") || !strcmp(text, "kthreadd\n")))
			sched_setaffinity(atoi(found.gl_pathv[i] + 6), sizeof(set), &set);
	}
	globfree(&found);
}

FIXTURE_TEARDOWN(foreign)
{
	char text[512];

	keep_workers_on(3);
	EXPECT_EQ(0, driver_load(""));
	EXPECT_EQ(0, client_works());
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

static void run_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static int signal_late(struct other *o)
{
	struct scene *sc = (struct scene *)((char *)o - offsetof(struct scene, other));

	run_on(1);
	return late_signal(&sc->late);
}

/*
 * Both files are closed and the card is unbound: the second fence ends the last jobs, and the
 * scheduler goes with them.  The callback on the first fence still uses it.  Nothing
 * that ends the jobs may wait for the CPU that stalls.
 */
TEST_F(foreign, callback_stalls)
{
	struct scene *sc = self->sc;

	run_on(0);
	close_file(&sc[0]);
	close_file(&sc[1]);
	ASSERT_EQ(0, card_unbind());
	keep_workers_on(1);
	ASSERT_EQ(0, hold_begin("at=rcp_turns_kick until=drm_sched_fini spin=1 ms=4500"));
	sc[0].other = (struct other) { .act = signal_late };
	ASSERT_EQ(0, other_start(&sc[0].other));
	EXPECT_TRUE(hold_wait(0));
	EXPECT_EQ(0, late_signal(&sc[1].late));
	EXPECT_EQ(0, other_join(&sc[0].other));
	late_end(&sc[0].late);
	late_end(&sc[1].late);
	EXPECT_EQ(0, driver_unload());
	EXPECT_FALSE(hold_met(0)) TH_LOG("the scheduler was freed under the callback");
	EXPECT_EQ(0, hold_end());
}

/* ---- a probe, and clients that come early ---- */

FIXTURE(probe) {
	struct client c;
	struct other bind;
	int kmsg;
};

FIXTURE_SETUP(probe)
{
	self->kmsg = kmsg_open();
	if (geteuid() || test_module("hold", "at=-") == -ENOENT)
		SKIP(_exit(HARNESS_SKIP), "not root, or no module that holds: make test-module");
	hold_end();
}

FIXTURE_TEARDOWN(probe)
{
	char text[512];

	EXPECT_EQ(0, driver_unload());
	EXPECT_EQ(0, driver_load(""));
	EXPECT_EQ(0, client_works());
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

static int bind_card(struct other *o)
{
	(void)o;
	return card_bind();
}

/* Opens the device as soon as there is one */
static bool open_early(struct client *c)
{
	uint64_t end = now_ns() + 60 * 1000000000ull;

	while (client_open(c))
		if (now_ns() > end)
			return false;
	return true;
}

/* A client that is inside before probe ends gives back only references that it took. */
TEST_F(probe, runtime_pm_of_an_early_client)
{
	uint32_t handle;

	ASSERT_EQ(0, driver_unload());
	ASSERT_EQ(0, driver_load("runtime_pm=1"));
	ASSERT_EQ(0, card_unbind());
	ASSERT_EQ(0, hold_begin("at=rcp_sleep_init,drm_gem_handle_create until=ttm_bo_init_reserved,- ms=20000,500"));
	self->bind = (struct other) { .act = bind_card };
	ASSERT_EQ(0, other_start(&self->bind));
	ASSERT_TRUE(open_early(&self->c));
	EXPECT_EQ(0, gem_create(self->c.fd, BYTES, 4096, GTT, 0, &handle));
	EXPECT_EQ(0, other_join(&self->bind));
	EXPECT_EQ(0, gem_create(self->c.fd, BYTES, 4096, GTT, 0, &handle));
	client_close(&self->c);
	EXPECT_EQ(0, hold_end());
}

/* A registration that fails after clients have come ends like an unbind. */
TEST_F(probe, fails_with_an_early_client)
{
	volatile uint32_t *map;
	uint32_t handle, value;
	char text[512];

	ASSERT_EQ(0, card_unbind());
	ASSERT_EQ(0, hold_begin("at=drm_dev_register error=12 ms=60000"));
	self->bind = (struct other) { .act = bind_card };
	ASSERT_EQ(0, other_start(&self->bind));
	ASSERT_TRUE(open_early(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, BYTES, 4096, VRAM, 0, &handle));
	map = gem_map(self->c.fd, handle, BYTES);
	ASSERT_NE(NULL, map);
	map[0] = 1;
	EXPECT_EQ(0, hold_release());
	EXPECT_GT(0, other_join(&self->bind));
	EXPECT_EQ(0, hold_end());
	EXPECT_EQ(-ENODEV, client_info_u32(self->c.fd, RADEON_INFO_DEVICE_ID, &value));
	EXPECT_EQ(-ENODEV, gem_create(self->c.fd, BYTES, 4096, VRAM, 0, &handle));
	EXPECT_EQ(0, map[1]);
	munmap((void *)map, BYTES);
	client_close(&self->c);
	/* the message of the failed probe */
	EXPECT_LE(1, kmsg_alarms(self->kmsg, text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, "no device for clients")) TH_LOG("said: %s", text);
}

/* The card falls asleep before the registration fails: it is awake when it is stopped. */
TEST_F(probe, fails_while_the_card_sleeps)
{
	char path[128], text[512] = "";

	ASSERT_EQ(0, driver_unload());
	ASSERT_EQ(0, driver_load("runtime_pm=1"));
	ASSERT_EQ(0, card_unbind());
	/* The delay of five seconds cannot be changed during a probe. */
	ASSERT_EQ(0, hold_begin("at=drm_dev_register error=12 ms=90000"));
	self->bind = (struct other) { .act = bind_card };
	ASSERT_EQ(0, other_start(&self->bind));
	EXPECT_TRUE(hold_wait(0));
	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/power/runtime_status", card_slot());
	EXPECT_TRUE(COMES_TRUE(read_text(path, text, sizeof(text)) > 0 &&
			       !strncmp(text, "suspended", 9)))
		TH_LOG("the card is %s", text);
	EXPECT_EQ(0, hold_release());
	EXPECT_GT(0, other_join(&self->bind));
	EXPECT_EQ(0, hold_end());
	/* no more than the message of the failed probe */
	EXPECT_LE(1, kmsg_alarms(self->kmsg, text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, "no device for clients")) TH_LOG("said: %s", text);
}

TEST_HARNESS_MAIN
