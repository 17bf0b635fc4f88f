// SPDX-License-Identifier: GPL-2.0
/*
 * What the administrator of the machine gets of a hang: the devcoredump, taken before the reset,
 * lines in the log, and a uevent after it.
 *
 * The dump is text with one fact per line, so that it can be read without a tool: versions,
 * the guilty job and its buffers, the registers, the CP's queue where the card shows it, the ring
 * from that job on, the shader programs that the job's stream names, buffers that the client has
 * marked, and the stream as it was checked.  From the read pointer, the write
 * pointer and the address of the stream, pm4 dump finds out how much of the ring the CP had
 * fetched.  Registers behind an index have their number in brackets.
 *
 * rcp_reset_work() takes the dump through rcp_drv_hung(), and fences wait for it.  So the memory
 * is allocated in advance, and rcp_dump_work() passes the dump to devcoredump, which allocates.
 * While one dump waits for that work, further hangs have no dump.  devcoredump keeps one dump of
 * a device, until userspace removes it or for five minutes, and drops all others until then.
 * The log tells which hang has a dump, and where it is.
 *
 * Uevents are WEDGED=none after a reset of the card, and WEDGED=rebind,bus-reset once it is dead.
 * Kernels before 6.17 have no such event.  A client can hang the card at will, so an event for a
 * reset follows the one before it after RCP_DUMP_PAUSE at least; resets between them have none.  A
 * death is always told, once.  A card that was pulled out has no event: its removal is one.  The
 * same work sends the event, after devcoredump has the dump, so that a udev rule finds it.
 *
 * &rcp_dump.full passes the memory between rcp_dump_hang() and rcp_dump_work(), without a lock.
 */
#include <linux/devcoredump.h>
#include <linux/pci.h>
#include <linux/sysfs.h>
#include <linux/utsname.h>
#include <linux/vmalloc.h>

#include <drm/drm_drv.h>

#include <pm4_decode.h>

#include "../rcp_device.h"
#include "rcp_trace.h"

/* Enough for the head and the registers. */
#define RCP_DUMP_HEAD	8192u
/* " xxxxxxxx", and in lines of eight "\nNNNN:" */
#define RCP_DUMP_QUEUE	(RCP_SNAPSHOT_QUEUE_DW * 10u + 64u)
/* The guilty job with the longest preamble of any front, and the part of the ring after it. */
#define RCP_DUMP_RING	(8192u + 1024u)
/* "0xxxxxxxxx\n" */
#define RCP_DUMP_DWORD	11u
/* The longest line of a buffer */
#define RCP_DUMP_BO	96u
/* Dwords of all programs, and of all marked buffers */
#define RCP_DUMP_PROGRAMS_DW	16384u
#define RCP_DUMP_CONTENTS_DW	16384u
#define RCP_DUMP_SIZE	(RCP_DUMP_HEAD + RCP_DUMP_QUEUE + \
			 (2 * RCP_JOB_BOS + RCP_DUMP_PROGRAMS) * RCP_DUMP_BO + \
			 (RCP_DUMP_RING + RCP_IB_MAX_DW + RCP_DUMP_PROGRAMS_DW + \
			  RCP_DUMP_CONTENTS_DW + 64) * RCP_DUMP_DWORD)

/* The longest list of a register's fields */
#define RCP_DUMP_FIELDS	512u

/* Between two uevents of a card that works, in jiffies */
#define RCP_DUMP_PAUSE	(10 * HZ)

static __printf(2, 3) void rcp_dump_line(struct rcp_dump *dump, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	dump->used += vscnprintf(dump->text + dump->used, RCP_DUMP_SIZE - dump->used, fmt, args);
	va_end(args);
}

static void rcp_dump_job(struct rcp_dump *dump, const struct rcp_job *job)
{
	struct rcp_word word;

	rcp_dump_line(dump, "job: seqno %llu %s %s[%d] fence %llu:%llu\n", job->seqno,
		      rcp_job_kind_name(job->kind), rcp_word(&word, job->comm), job->pid,
		      job->base.s_fence->finished.context, job->base.s_fence->finished.seqno);
	rcp_dump_line(dump, "client: %llu\n", job->queue->client ? job->queue->client->id : 0);
	rcp_dump_line(dump, "context: %u number %llu\nib_dw %u preamble_dw %u\n", job->queue->id,
		      job->number, job->stream_dw, job->preamble_dw);
	if (job->ib_addr)
		rcp_dump_line(dump, "ib: 0x%llx\n", job->ib_addr);
}

/* List the buffers in the order of the relocations, whose numbers the stream has. */
static void rcp_dump_bos(struct rcp_dump *dump, const struct rcp_job *job)
{
	u32 i;

	rcp_dump_line(dump, "buffers: %u\n", job->nbos);
	for (i = 0; i < min(job->nbos, RCP_JOB_BOS); i++)
		rcp_dump_line(dump, "buffer %u: 0x%llx size %llu handle %u %s%s\n", i,
			      job->bos[i].addr, job->bos[i].size, job->bos[i].handle,
			      job->bos[i].vram ? "VRAM" : "GTT",
			      job->bos[i].write ? " written" : "");
}

static void rcp_dump_regs(struct rcp_dump *dump, const struct rcp_device *rdev)
{
	const struct rcp_reg_value *reg = dump->snap.regs;
	size_t room;
	u32 i;

	rcp_dump_line(dump, "registers:\n");
	for (i = 0; i < dump->snap.nregs; i++, reg++) {
		if (reg->indexed) {
			rcp_dump_line(dump, "%s [0x%02x] 0x%08x\n", reg->name, reg->offset,
				      reg->value);
			continue;
		}
		rcp_dump_line(dump, "%s 0x%04x 0x%08x", reg->name, reg->offset, reg->value);
		room = min_t(size_t, RCP_DUMP_FIELDS, RCP_DUMP_SIZE - dump->used);
		dump->used += pm4_decode_fields(rdev->card.pm4.front, rdev->card.pm4.chip,
						reg->offset, reg->value, dump->text + dump->used,
						room);
		rcp_dump_line(dump, "\n");
	}
}

/* The queue of the CP, in lines of eight dwords with the number of the first one. */
static void rcp_dump_queue(struct rcp_dump *dump)
{
	const struct rcp_snapshot *snap = &dump->snap;
	u32 i;

	if (snap->queue_dw)
		rcp_dump_line(dump, "queue of fetched dwords: %u\n", snap->queue_dw);
	for (i = 0; i < snap->queue_dw; i++) {
		if (i % 8 == 0)
			rcp_dump_line(dump, "%s%u:", i ? "\n" : "", i);
		rcp_dump_line(dump, " %08x", snap->queue[i]);
	}
	if (snap->queue_dw)
		rcp_dump_line(dump, "\n");
}

/*
 * Dump the ring from the start of the job, because a packet begins there and the job is the
 * oldest one that has not finished.  If RPTR is still in the padding before the job,
 * start at RPTR.
 */
static void rcp_dump_ring(struct rcp_dump *dump, const struct rcp_ring *ring, u32 pad_dw,
			  const struct rcp_job *job)
{
	u32 mask = ring->size_dw - 1, from = job->ring_dw, rptr = dump->snap.rptr;
	const u32 *words = ring->mem.cpu;
	u32 i, n;

	if (rptr <= mask && ((from - rptr) & mask) < pad_dw)
		from = rptr;
	n = min((ring->wptr - from) & mask, RCP_DUMP_RING);
	rcp_dump_line(dump, "ring from %u to %u:\n", from, (from + n) & mask);
	for (i = 0; i < n; i++)
		rcp_dump_line(dump, "0x%08x\n", words[(from + i) & mask]);
}

static void rcp_dump_words(struct rcp_dump *dump, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++)
		rcp_dump_line(dump, "0x%08x\n", dump->memory->words[i]);
}

/* Test whether a program is one of those found before. */
static bool rcp_dump_is_found(const struct rcp_dump_memory *memory, u32 n,
			      const struct pm4_program_start *start)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (memory->found[i].addr == start->addr && memory->found[i].stage == start->stage)
			return true;
	return false;
}

static u32 rcp_dump_find_bo(const struct rcp_job *job, u64 addr)
{
	u32 i, n = min(job->nbos, RCP_JOB_BOS);

	for (i = 0; i < n; i++)
		if (addr >= job->bos[i].addr && addr - job->bos[i].addr < job->bos[i].size)
			break;
	return i;
}

/* A program ends with its buffer at the latest; zeros at the end are not part of it. */
static u32 rcp_dump_program(struct rcp_dump *dump, struct rcp_device *rdev,
			    const struct rcp_job *job, const struct pm4_program_start *start,
			    u32 room)
{
	u32 i = rcp_dump_find_bo(job, start->addr), count;
	u64 offset;

	if (i >= min(job->nbos, RCP_JOB_BOS)) {
		rcp_dump_line(dump, "program %s: 0x%llx in no listed buffer\n", start->stage,
			      start->addr);
		return 0;
	}
	offset = start->addr - job->bos[i].addr;
	count = min_t(u64, (job->bos[i].size - offset) / 4, min(room, RCP_DUMP_PROGRAM_DW));
	if (!rcp_peek(rdev, start->addr, dump->memory->words, count)) {
		rcp_dump_line(dump, "program %s: buffer %u + 0x%llx, which the CPU cannot read\n",
			      start->stage, i, offset);
		return 0;
	}
	while (count > 2 && !dump->memory->words[count - 1])
		count--;
	rcp_dump_line(dump, "program %s: buffer %u + 0x%llx, %u dwords:\n", start->stage, i, offset,
		      count);
	rcp_dump_words(dump, count);
	return count;
}

/*
 * The programs that the stream names, each once.  The card does not say which draw it hangs in, so
 * all are of interest.
 */
static void rcp_dump_programs(struct rcp_dump *dump, struct rcp_device *rdev,
			      const struct rcp_job *job)
{
	const struct pm4_front *front = rdev->card.pm4.front;
	struct pm4_program_start start = {};
	u32 room = RCP_DUMP_PROGRAMS_DW, n = 0, left = 0;

	while (pm4_program_next(front, job->stream, job->stream_dw, &start)) {
		if (rcp_dump_is_found(dump->memory, n, &start))
			continue;
		if (n == RCP_DUMP_PROGRAMS || room < 2) {
			left++;
			continue;
		}
		dump->memory->found[n++] = start;
		room -= rcp_dump_program(dump, rdev, job, &start, room);
	}
	if (left)
		rcp_dump_line(dump, "program: %u more places name one\n", left);
}

/* Test whether an earlier relocation names a marked buffer as well. */
static bool rcp_dump_is_marked_before(const struct rcp_job *job, u32 i)
{
	u32 j;

	for (j = 0; j < i; j++)
		if (job->bos[j].dump && job->bos[j].handle == job->bos[i].handle)
			return true;
	return false;
}

/* The first bytes of the buffers that the client has marked with RCP_RELOC_DUMP. */
static void rcp_dump_contents(struct rcp_dump *dump, struct rcp_device *rdev,
			      const struct rcp_job *job)
{
	u32 i, done, count, want, room = RCP_DUMP_CONTENTS_DW;
	const struct rcp_job_bo *bo = job->bos;

	for (i = 0; i < min(job->nbos, RCP_JOB_BOS) && room; i++, bo++) {
		if (!bo->dump || rcp_dump_is_marked_before(job, i))
			continue;
		want = min_t(u64, bo->size / 4, room);
		if (!rcp_peek(rdev, bo->addr, dump->memory->words, 1)) {
			rcp_dump_line(dump, "contents: buffer %u, which the CPU cannot read\n", i);
			continue;
		}
		rcp_dump_line(dump, "contents: buffer %u, %u dwords:\n", i, want);
		for (done = 0; done < want; done += count) {
			count = min(want - done, RCP_DUMP_PROGRAM_DW);
			/* A part of a buffer that cannot be read shows as zeros. */
			if (!rcp_peek(rdev, bo->addr + 4ull * done, dump->memory->words, count))
				memset(dump->memory->words, 0, count * 4);
			rcp_dump_words(dump, count);
		}
		room -= want;
	}
}

static void rcp_dump_fill(struct rcp_dump *dump, struct rcp_device *rdev, struct rcp_job *job)
{
	const struct rcp_snapshot *snap = &dump->snap;
	u32 i;

	rcp_dump_line(dump, "rcp devcoredump 1\nchip: %s\npci: %04x\n", rdev->card.chip->name,
		      rdev->card.pdev->device);
	rcp_dump_line(dump, "driver: rcp %s\nkernel: %s\n", RCP_VERSION,
		      init_utsname()->release);
	rcp_dump_line(dump, "kept: for five minutes, or until a write to this file\n"
		      "other hangs: no dump while this one is kept\n");
	rcp_dump_job(dump, job);
	rcp_dump_line(dump, "completed: %llu\nring_dw: %u\nrptr: %u\nwptr: %u\n", snap->seqno,
		      rdev->card.ring.size_dw, snap->rptr, snap->wptr);
	rcp_dump_bos(dump, job);
	rcp_dump_regs(dump, rdev);
	rcp_dump_queue(dump);
	rcp_dump_ring(dump, &rdev->card.ring, rdev->card.traits->pad_dw, job);
	if (dump->memory && job->kind == RCP_JOB_IB && job->ib_addr) {
		rcp_dump_programs(dump, rdev, job);
		rcp_dump_contents(dump, rdev, job);
	}
	rcp_dump_line(dump, "stream:\n");
	for (i = 0; i < job->stream_dw; i++)
		rcp_dump_line(dump, "0x%08x\n", job->stream[i]);
}

/* Test whether devcoredump has a dump of this device: it links each from its device. */
static bool rcp_dump_is_kept(struct device *dev)
{
	struct kernfs_node *link = sysfs_get_dirent(dev->kobj.sd, "devcoredump");

	sysfs_put(link);
	return link;
}

/* Pass the dump to devcoredump, which then owns @text, and drops it if it has another one. */
static void rcp_dump_pass(struct rcp_device *rdev, char *text, size_t used)
{
	struct device *dev = rdev->card.dev;
	char path[64];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/devcoredump/data", dev_name(dev));
	if (rcp_dump_is_kept(dev)) {
		vfree(text);
		dev_notice(dev, "no dump of this hang: an earlier one is not removed yet, see %s\n",
			   path);
		return;
	}
	dev_coredumpv(dev, text, used, GFP_KERNEL);
	if (rcp_dump_is_kept(dev))
		dev_notice(dev, "dump of this hang: %s, for five minutes or until a write to it\n",
			   path);
	else
		dev_notice(dev, "no dump of this hang: the kernel did not take it\n");
}

/* Send a uevent, unless the card is gone, or the last one was a moment ago. */
static void rcp_dump_tell(struct rcp_device *rdev, bool dead)
{
	struct rcp_dump *dump = &rdev->dump;
	int idx;

	if (!drm_dev_enter(&rdev->drm, &idx))
		return;
	if (!(dead ? READ_ONCE(dump->died) :
		     dump->told && time_before(jiffies, dump->told + RCP_DUMP_PAUSE))) {
		WRITE_ONCE(dump->died, dead);
		dump->told = jiffies | 1;
		rcp_compat_wedged(&rdev->drm, dead);
	}
	drm_dev_exit(idx);
}

/* Pass the dump on, and allocate memory for the next dump. */
static void rcp_dump_pass_on(struct rcp_device *rdev)
{
	struct rcp_dump *dump = &rdev->dump;

	/* Pairs with rcp_dump_hang(): read the flag before @text. */
	if (!smp_load_acquire(&dump->full))
		return;
	if (dump->text)
		rcp_dump_pass(rdev, dump->text, dump->used);
	else
		dev_notice(rdev->card.dev, "no dump of this hang: no memory\n");
	dump->text = vmalloc(RCP_DUMP_SIZE);
	/* Pairs with rcp_dump_hang(): publish the new memory before the flag. */
	smp_store_release(&dump->full, false);
}

static void rcp_dump_work(struct work_struct *work)
{
	struct rcp_device *rdev = container_of(work, struct rcp_device, dump.work);
	int dead;

	rcp_dump_pass_on(rdev);
	/* The reset that queued this work must end first. */
	mutex_lock(&rdev->sched.reset_lock);
	dead = READ_ONCE(rdev->sched.dead);
	mutex_unlock(&rdev->sched.reset_lock);
	rcp_dump_tell(rdev, dead);
}

/**
 * rcp_dump_hang() - log a hang and take its dump
 * @sched: the scheduler
 * @job: the guilty job
 *
 * The caller queues &rcp_dump.work.
 *
 * Context: rcp_reset_work(), before the reset.
 */
void rcp_dump_hang(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_device *rdev = rcp_from_sched(sched);
	struct rcp_account *blocker = rcp_emit_blocker(sched, job);
	struct rcp_dump *dump = &rdev->dump;
	const char *link = READ_ONCE(rdev->card.link_raised) ?
			   " (the PCIe link is raised; pcie_gen2=0 leaves it alone)" : "";
	struct rcp_word word;

	trace_rcp_hang(job, atomic_read(&sched->resets));
	if (job->kind == RCP_JOB_COPY)
		dev_notice(rdev->card.dev, "hang: a copy of the driver did not finish in %u ms: resetting the card%s\n",
			   rcp_turns_timeout_ms(&sched->turns), link);
	else
		dev_notice(rdev->card.dev,
			   "hang: submission %llu of context %u of %s[%d] did not finish in %u ms: resetting the card%s\n",
			   job->number, job->queue->id, rcp_word(&word, job->comm), job->pid,
			   rcp_turns_timeout_ms(&sched->turns), link);
	if (blocker)
		dev_notice(rdev->card.dev, "hang: the card had not begun with it: an earlier submission of process %d left the 3D engine busy\n",
			   pid_nr(blocker->pid));

	/* Pairs with rcp_dump_pass_on(): read the flag before @text. */
	if (smp_load_acquire(&dump->full)) {
		dev_notice(rdev->card.dev, "no dump of this hang: the last one is not stored yet\n");
		return;
	}
	if (dump->text) {
		dump->used = 0;
		rcp_card_snapshot(&rdev->card, &dump->snap);
		rcp_dump_fill(dump, rdev, job);
	}
	/* Pairs with smp_load_acquire() in rcp_dump_pass_on(). */
	smp_store_release(&dump->full, true);
}

/**
 * rcp_dump_slow() - log a job that is stopped, because it kept others waiting for too long
 * @sched: the scheduler
 * @job: the job
 *
 * Without a dump: the job worked.
 *
 * Context: as rcp_dump_hang().
 */
void rcp_dump_slow(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_word word;
	u64 kept_ms;

	rcp_turns_oldest(&sched->turns, &kept_ms);
	dev_notice(rcp_from_sched(sched)->card.dev,
		   "slow: submission %llu of context %u of %s[%d] kept others waiting for %llu ms, longer than its process may: resetting the card\n",
		   job->number, job->queue->id, rcp_word(&word, job->comm), job->pid, kept_ms);
}

/**
 * rcp_dump_resume() - send a uevent if the card did not come up
 * @rdev: the device, after rcp_reset_resume()
 *
 * A card that works again may die again.
 *
 * Context: may sleep.
 */
void rcp_dump_resume(struct rcp_device *rdev)
{
	if (READ_ONCE(rdev->sched.dead))
		schedule_work(&rdev->dump.work);
	else
		WRITE_ONCE(rdev->dump.died, false);
}

/**
 * rcp_dump_init() - allocate memory for the first dump
 * @rdev: the device
 *
 * If an allocation fails, the first hang has no dump, or no dump has programs and contents.
 *
 * Context: may sleep.
 */
void rcp_dump_init(struct rcp_device *rdev)
{
	INIT_WORK(&rdev->dump.work, rcp_dump_work);
	rdev->dump.text = vmalloc(RCP_DUMP_SIZE);
	rdev->dump.memory = vmalloc(sizeof(*rdev->dump.memory));
}

/**
 * rcp_dump_fini() - pass on the last dump and free the memory
 * @rdev: the device; its scheduler is closed
 *
 * Context: may sleep.
 */
void rcp_dump_fini(struct rcp_device *rdev)
{
	flush_work(&rdev->dump.work);
	vfree(rdev->dump.text);
	rdev->dump.text = NULL;
	vfree(rdev->dump.memory);
	rdev->dump.memory = NULL;
}
