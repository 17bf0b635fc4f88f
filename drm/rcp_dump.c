// SPDX-License-Identifier: GPL-2.0
/*
 * The devcoredump of a hang, taken before the reset.
 *
 * The dump is text with one fact per line, so that it can be read without a tool: the guilty
 * job, the registers, the ring from that job on, and the job's stream as it was checked.
 * From the read pointer, the write pointer and the address of the stream, pm4 dump finds
 * the place in the ring where the CP stopped.
 *
 * rcp_reset_work() takes the dump through rcp_drv_hung(), and fences wait for it.  So the memory
 * is allocated in advance, and rcp_dump_work() passes the dump to devcoredump, which allocates.
 * While one dump waits for that work, further hangs have no dump.
 *
 * Locks: none.  &rcp_dump.full passes the memory between rcp_dump_hang() and rcp_dump_work().
 */
#include <linux/devcoredump.h>
#include <linux/pci.h>
#include <linux/vmalloc.h>

#include "rcp_device.h"
#include "rcp_trace.h"

/* Enough for the head and the registers. */
#define RCP_DUMP_HEAD	8192u
/* The guilty job with the longest preamble, and a part of the ring behind it. */
#define RCP_DUMP_RING	(PM4_NEUTRAL_MAX_DW + 1024u)
/* "0xxxxxxxxx\n" */
#define RCP_DUMP_DWORD	11u
#define RCP_DUMP_SIZE	(RCP_DUMP_HEAD + (RCP_DUMP_RING + RCP_IB_MAX_DW + 64) * RCP_DUMP_DWORD)

static __printf(2, 3) void rcp_dump_line(struct rcp_dump *dump, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	dump->used += vscnprintf(dump->text + dump->used, RCP_DUMP_SIZE - dump->used, fmt, args);
	va_end(args);
}

static void rcp_dump_job(struct rcp_dump *dump, const struct rcp_job *job)
{
	rcp_dump_line(dump, "job: seqno %llu %s %s[%d] fence %llu:%llu\n", job->seqno,
		      rcp_job_kind_name(job->kind), job->comm, job->pid,
		      job->base.s_fence->finished.context, job->base.s_fence->finished.seqno);
	rcp_dump_line(dump, "context: %u number %llu\nib_dw %u preamble_dw %u\n", job->queue->id,
		      job->number, job->stream_dw, job->preamble_dw);
	if (job->ib_addr)
		rcp_dump_line(dump, "ib: 0x%llx\n", job->ib_addr);
}

/*
 * Dump the ring from the start of the job, because a packet begins there and the job is the
 * oldest one that has not finished.  If RPTR is still in the padding in front of the job,
 * start at RPTR.
 */
static void rcp_dump_ring(struct rcp_dump *dump, const struct rcp_ring *ring,
			  const struct rcp_job *job)
{
	u32 mask = ring->size_dw - 1, from = job->ring_dw, rptr = dump->snap.rptr;
	const u32 *words = ring->mem.cpu;
	u32 i, n;

	if (rptr <= mask && ((from - rptr) & mask) < RCP_EMIT_PAD_DW)
		from = rptr;
	n = min((ring->wptr - from) & mask, RCP_DUMP_RING);
	rcp_dump_line(dump, "ring from %u to %u:\n", from, (from + n) & mask);
	for (i = 0; i < n; i++)
		rcp_dump_line(dump, "0x%08x\n", words[(from + i) & mask]);
}

static void rcp_dump_fill(struct rcp_dump *dump, struct rcp_device *rdev, struct rcp_job *job)
{
	const struct rcp_snapshot *snap = &dump->snap;
	u32 i;

	rcp_dump_line(dump, "rcp devcoredump 1\nchip: %s\npci: %04x\n", rdev->card.chip->name,
		      rdev->card.pdev->device);
	rcp_dump_job(dump, job);
	rcp_dump_line(dump, "completed: %llu\nring_dw: %u\nrptr: %u\nwptr: %u\n", snap->seqno,
		      rdev->card.ring.size_dw, snap->rptr, snap->wptr);
	rcp_dump_line(dump, "registers:\n");
	for (i = 0; i < snap->nregs; i++)
		rcp_dump_line(dump, "%s 0x%04x 0x%08x\n", snap->regs[i].name,
			      snap->regs[i].offset, snap->regs[i].value);
	rcp_dump_ring(dump, &rdev->card.ring, job);
	rcp_dump_line(dump, "stream:\n");
	for (i = 0; i < job->stream_dw; i++)
		rcp_dump_line(dump, "0x%08x\n", job->stream[i]);
}

/* Pass the dump to devcoredump, which then owns @text; allocate memory for the next dump. */
static void rcp_dump_work(struct work_struct *work)
{
	struct rcp_dump *dump = container_of(work, struct rcp_dump, work);
	struct rcp_device *rdev = container_of(dump, struct rcp_device, dump);

	if (dump->text)
		dev_coredumpv(rdev->card.dev, dump->text, dump->used, GFP_KERNEL);
	dump->text = vmalloc(RCP_DUMP_SIZE);
	/* Pairs with rcp_dump_hang(): publish the new memory before the flag. */
	smp_store_release(&dump->full, false);
}

/**
 * rcp_dump_hang() - log a hang and take its dump
 * @sched: the scheduler
 * @job: the guilty job
 *
 * Context: rcp_reset_work(), before the reset.
 */
void rcp_dump_hang(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_device *rdev = rcp_from_sched(sched);
	struct rcp_dump *dump = &rdev->dump;

	trace_rcp_hang(job, atomic_read(&sched->resets));
	dev_notice(rdev->card.dev, "hang in job %llu of %s[%d]: resetting the card\n", job->seqno,
		   job->comm, job->pid);

	/* Pairs with rcp_dump_work(): read the flag before @text. */
	if (smp_load_acquire(&dump->full))
		return;
	if (dump->text) {
		dump->used = 0;
		rcp_card_snapshot(&rdev->card, &dump->snap);
		rcp_dump_fill(dump, rdev, job);
	}
	dump->full = true;
	schedule_work(&dump->work);
}

/**
 * rcp_dump_init() - allocate memory for the first dump
 * @rdev: the device
 *
 * If the allocation fails, only the first hang has no dump.
 *
 * Context: may sleep.
 */
void rcp_dump_init(struct rcp_device *rdev)
{
	INIT_WORK(&rdev->dump.work, rcp_dump_work);
	rdev->dump.text = vmalloc(RCP_DUMP_SIZE);
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
}
