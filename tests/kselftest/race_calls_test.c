// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that meet a removed card, a PCI reset, a PCI error or another thread in the middle.
 * Needs modules/hold.ko and modules/importer.ko.  Run as root.
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

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define BYTES	65536u

FIXTURE(calls) {
	struct client c;
	struct stream s;
	uint32_t gtt, vram;
	int kmsg;
};

static void nothing(int signal)
{
	(void)signal;
}

FIXTURE_SETUP(calls)
{
	self->kmsg = kmsg_open();
	if (geteuid() || test_module("hold", "at=-") == -ENOENT)
		SKIP(_exit(HARNESS_SKIP), "not root, or no module that holds: make test-module");
	hold_end();
	sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = nothing }, NULL);
	ASSERT_EQ(0, client_open(&self->c));
	stream_init(&self->s);
	ASSERT_EQ(0, gem_create(self->c.fd, BYTES, 4096, GTT, 0, &self->gtt));
	ASSERT_EQ(0, gem_create(self->c.fd, BYTES, 4096, VRAM, 0, &self->vram));
}

FIXTURE_TEARDOWN(calls)
{
	char text[512];

	client_close(&self->c);
	if (!card_is_bound())
		card_bind();
	EXPECT_EQ(0, client_works());
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

/* A driver maps the dma-buf for the kernel, and finds @word there */
static int importer_reads(int dmabuf, uint32_t word)
{
	char params[64];

	snprintf(params, sizeof(params), "fd=%d word=%u", dmabuf, word);
	return test_module("importer", params);
}

/* dma-buf warns about a mapping that fails; a compositor maps a shared buffer for each frame. */
TEST_F(calls, importer_maps_after_unbind)
{
	int vgem = client_open_vgem(), dmabuf;
	uint32_t theirs;

	if (vgem < 0)
		SKIP(return, "no vgem");
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->vram, VRAM, 0, 42));
	ASSERT_EQ(0, gem_export(self->c.fd, self->vram, &dmabuf));
	/* in VRAM, without an importer */
	EXPECT_EQ(-ECANCELED, importer_reads(dmabuf, 42));
	ASSERT_EQ(0, gem_import(vgem, dmabuf, &theirs));
	EXPECT_EQ(-ECANCELED, importer_reads(dmabuf, 42));
	ASSERT_EQ(0, card_unbind());
	EXPECT_EQ(-ECANCELED, importer_reads(dmabuf, 42));
	close(dmabuf);
	close(vgem);
}

static int map_dmabuf(struct other *o)
{
	return importer_reads(o->fd, 0);
}

static int touch(struct other *o)
{
	o->value = *o->touch;
	return 0;
}

/* A driver maps a buffer for the kernel: no other thread can change the place of its pages. */
TEST_F(calls, vmap_holds_the_reservation)
{
	struct other mapping = { .act = map_dmabuf }, fault = { .act = touch };

	ASSERT_EQ(0, gem_export(self->c.fd, self->gtt, &mapping.fd));
	fault.touch = gem_map(self->c.fd, self->gtt, BYTES);
	ASSERT_NE(NULL, fault.touch);
	ASSERT_EQ(0, hold_begin("at=ttm_bo_vmap until=ttm_bo_vm_fault_reserved ms=700"));
	ASSERT_EQ(0, other_start(&mapping));
	EXPECT_TRUE(hold_wait(0));
	ASSERT_EQ(0, other_start(&fault));
	EXPECT_EQ(0, other_join(&fault));
	EXPECT_EQ(-ECANCELED, other_join(&mapping));
	EXPECT_FALSE(hold_met(0)) TH_LOG("a fault reserved the buffer in between");
	EXPECT_EQ(0, hold_end());
	munmap((void *)fault.touch, BYTES);
	close(mapping.fd);
}

static int submit_other(struct other *o)
{
	struct stream s;

	stream_init(&s);
	return stream_write(&s, o->fd, o->value, GTT, 0, 1);
}

/*
 * The last handle of a shared buffer goes while a submission names the buffer: the job still
 * waits for the other driver's fence.
 */
TEST_F(calls, handle_closed_under_submission)
{
	struct other o = { .act = submit_other, .fd = self->c.fd, .value = self->gtt };
	int vgem = client_open_vgem(), dmabuf;
	uint64_t submitted, completed;
	uint32_t fence;

	if (vgem < 0)
		SKIP(return, "no vgem");
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->gtt, GTT, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->gtt));
	ASSERT_EQ(0, gem_export(self->c.fd, self->gtt, &dmabuf));
	ASSERT_EQ(0, vgem_fence_attach(vgem, dmabuf, &fence));
	ASSERT_EQ(0, hold_begin("at=rcp_job_init ms=500"));
	ASSERT_EQ(0, other_start(&o));
	EXPECT_TRUE(hold_wait(0));
	gem_close(self->c.fd, self->gtt);
	EXPECT_EQ(0, other_join(&o));
	EXPECT_EQ(0, hold_end());
	EXPECT_EQ(0, fence_wait(self->c.fd, 0, 1, in_time(), NULL));
	/* as long as a job without dependencies takes, and more */
	EXPECT_EQ(0, client_works());
	ASSERT_EQ(0, fence_progress(self->c.fd, 0, &submitted, &completed));
	EXPECT_EQ(2, submitted);
	EXPECT_EQ(1, completed);
	EXPECT_EQ(0, vgem_fence_signal(vgem, fence));
	EXPECT_EQ(0, fence_wait(self->c.fd, 0, 2, in_time(), NULL));
	close(dmabuf);
	close(vgem);
}

static int reset(struct other *o)
{
	(void)o;
	return card_pci_reset();
}

/* The first of two functions: not called, -ENOMEM at once */
#define EACH_TRY_FAILS " error=12 skip=1 always=1 ms=1"

/* The buffers cannot leave VRAM: a fault waits until the card is back. */
TEST_F(calls, fault_in_a_reset)
{
	struct other resetting = { .act = reset };
	struct other fault = { .act = touch };

	fault.touch = gem_map(self->c.fd, self->vram, BYTES);
	ASSERT_NE(NULL, fault.touch);
	EXPECT_EQ(0, fault.touch[0]);
	ASSERT_EQ(0, hold_begin("at=rcp_ttm_evict_vram,rcp_pci_reset_done until=-,vmf_insert_pfn_prot"
				EACH_TRY_FAILS));
	ASSERT_EQ(0, other_start(&resetting));
	EXPECT_TRUE(hold_wait(1));
	ASSERT_EQ(0, other_start(&fault));
	EXPECT_EQ(0, other_join(&fault));
	EXPECT_EQ(0, other_join(&resetting));
	EXPECT_FALSE(hold_met(1)) TH_LOG("VRAM was mapped during the reset");
	EXPECT_EQ(0, hold_end());
	munmap((void *)fault.touch, BYTES);
}

/* debugfs does not wait for a reset: it leaves out what only the card knows. */
TEST_F(calls, debugfs_in_a_reset)
{
	struct other resetting = { .act = reset };
	char text[1024] = "";

	ASSERT_EQ(0, hold_begin("at=rcp_pci_reset_done ms=90000"));
	ASSERT_EQ(0, other_start(&resetting));
	EXPECT_TRUE(hold_wait(0));
	EXPECT_LT(0, read_debugfs("rcp_ring", text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, "seqno_emitted"));
	EXPECT_EQ(NULL, strstr(text, "seqno_completed"));
	EXPECT_EQ(0, hold_release());
	EXPECT_EQ(0, other_join(&resetting));
	EXPECT_EQ(0, hold_end());
}

static int pci_error(struct other *o)
{
	char params[64];

	(void)o;
	snprintf(params, sizeof(params), "slot=%s how=frozen", card_slot());
	return test_module("pci_error", params);
}

static int create(struct other *o)
{
	return gem_create(o->fd, BYTES, 4096, VRAM, 0, &o->value);
}

/* After a PCI error no ioctl uses the card before it is up. */
TEST_F(calls, ioctl_while_an_error_ends)
{
	struct other error = { .act = pci_error };
	struct other creating = { .act = create, .fd = self->c.fd };

	ASSERT_EQ(0, hold_begin("at=rcp_card_start until=rcp_bo_create ms=1000"));
	ASSERT_EQ(0, other_start(&error));
	EXPECT_TRUE(hold_wait(0));
	ASSERT_EQ(0, other_start(&creating));
	EXPECT_EQ(0, other_join(&creating));
	EXPECT_EQ(-ECANCELED, other_join(&error));
	EXPECT_FALSE(hold_met(0)) TH_LOG("an ioctl was inside while the card came up");
	EXPECT_EQ(0, hold_end());
}

static int read_jobs(struct other *o)
{
	char text[4096] = "", cell[64] = "";

	prctl(PR_SET_NAME, "jobs-reader");
	o->ret = read_debugfs("rcp_jobs", text, sizeof(text));
	o->value = o->ret > 0 && table_cell(text, 1, "run_us", cell) ? strlen(cell) : 0;
	return o->ret < 0 ? o->ret : 0;
}

/*
 * A job that begins while the file is read has run for no time, not for 2^64 us.  The reader is
 * held in the line of names.  It sleeps there: a CPU that spins in a kprobe without ftrace has its
 * interrupts off, and a page fault of the submitting thread would wait for its TLB flush.
 */
TEST_F(calls, job_begins_under_rcp_jobs)
{
	struct other reading = { .act = read_jobs };

	stream_wait_mem(&self->s, self->gtt, GTT, 0, 0x12345678);
	ASSERT_EQ(0, hold_begin("at=vsnprintf who=jobs-reader until=rcp_ring_commit ms=30000"));
	ASSERT_EQ(0, other_start(&reading));
	EXPECT_TRUE(hold_wait(0));
	EXPECT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(0, other_join(&reading));
	EXPECT_TRUE(hold_met(0));
	EXPECT_EQ(0, hold_end());
	EXPECT_NE(0, reading.value);
	EXPECT_GT(12, reading.value) TH_LOG("run_us has %u digits", reading.value);
	gem_wait(self->c.fd, self->gtt);
}

static int bind_pages(struct other *o)
{
	prctl(PR_SET_NAME, "binder");
	return stream_place(o->fd, o->value, GTT);
}

/*
 * A submission binds its buffers without the lock that others take: another one, whose buffers are
 * bound, reaches the ring while the first one writes the table, and while it flushes the TLBs.
 */
TEST_F(calls, bound_buffers_wait_for_no_binding)
{
	static const char *const at[] = { "rcp_gart_map", "rcp_gart_flush" };
	struct other binding = { .act = bind_pages };
	struct client other;
	char params[96];
	unsigned int i;

	ASSERT_EQ(0, client_open(&other));
	binding.fd = other.fd;
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->gtt, GTT, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->gtt));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, gem_create(other.fd, BYTES, 4096, GTT, 0, &binding.value));
		snprintf(params, sizeof(params), "at=%s who=binder until=rcp_ring_commit ms=30000",
			 at[i]);
		ASSERT_EQ(0, hold_begin(params));
		ASSERT_EQ(0, other_start(&binding));
		EXPECT_TRUE(hold_wait(0));
		EXPECT_EQ(0, stream_write(&self->s, self->c.fd, self->gtt, GTT, 0, i + 2));
		EXPECT_EQ(0, gem_wait(self->c.fd, self->gtt));
		EXPECT_TRUE(hold_met(0)) TH_LOG("a submission waited for %s", at[i]);
		EXPECT_EQ(0, other_join(&binding));
		EXPECT_EQ(0, hold_end());
		EXPECT_EQ(0, gem_wait(other.fd, binding.value));
	}
	client_close(&other);
}

TEST_HARNESS_MAIN
