// SPDX-License-Identifier: GPL-2.0
/*
 * What is left to look at after a hang: a devcoredump, made before the reset.
 *
 * Text, one fact per line, so that it needs no tool to be read: who hung, the
 * registers, what was in the ring, and the guilty stream, which `pm4 decode`
 * takes after its dwords have been cut out.
 *
 * Called by the timeout handler, which fences wait for: memory is only taken if
 * it can be had without waiting, and without it there is no dump.
 */
#include <linux/devcoredump.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <drm/drm_drv.h>
#include <drm/drm_print.h>

#include "rcp_device.h"
#include "rcp_trace.h"

/* Enough for the head, the registers and the last of the ring. */
#define RCP_DUMP_HEAD	16384u
#define RCP_DUMP_RING	256u
/* "0xxxxxxxxx\n" */
#define RCP_DUMP_DWORD	11u

struct rcp_dump {
	char *text;
	size_t size;
	size_t used;
};

static __printf(2, 3) void rcp_dump_line(struct rcp_dump *dump, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	dump->used += vscnprintf(dump->text + dump->used, dump->size - dump->used, fmt, args);
	va_end(args);
}

static void rcp_dump_job(struct rcp_dump *dump, const struct rcp_job *job)
{
	rcp_dump_line(dump, "job: seqno %llu %s %s[%d] fence %llu:%llu ib 0x%llx ib_dw %u preamble_dw %u\n",
		      job->seqno, job->kind == RCP_JOB_COPY ? "copy" : "ib", job->comm, job->pid,
		      job->base.s_fence->finished.context, job->base.s_fence->finished.seqno,
		      job->ib.addr, job->ib_dw, job->preamble_dw);
}

static void rcp_dump_fill(struct rcp_dump *dump, struct rcp_device *rdev, struct rcp_job *job,
			  const struct rcp_snapshot *snap)
{
	const struct rcp_ring *ring = &rdev->card.ring;
	const u32 *words = ring->mem.cpu;
	u32 i;

	rcp_dump_line(dump, "rcp devcoredump 1\nchip: %s\npci: %04x\n", rdev->card.chip->name,
		      rdev->card.pdev->device);
	rcp_dump_job(dump, job);
	rcp_dump_line(dump, "completed: %llu\nrptr: %u\nwptr: %u\n", snap->seqno, snap->rptr,
		      snap->wptr);
	rcp_dump_line(dump, "registers:\n");
	for (i = 0; i < snap->nregs; i++)
		rcp_dump_line(dump, "%s 0x%04x 0x%08x\n", snap->regs[i].name,
			      snap->regs[i].offset, snap->regs[i].value);
	rcp_dump_line(dump, "ring up to wptr:\n");
	for (i = RCP_DUMP_RING; i; i--)
		rcp_dump_line(dump, "0x%08x\n", words[(ring->wptr - i) & (ring->size_dw - 1)]);
	rcp_dump_line(dump, "stream:\n");
	for (i = 0; job->ib.cpu && i < job->ib_dw; i++)
		rcp_dump_line(dump, "0x%08x\n", job->ib.cpu[i]);
}

/**
 * rcp_dump_hang - remember a hang
 * @sched: the scheduler
 * @job: the job that is blamed
 *
 * Context: the timeout handler, before the reset.
 */
void rcp_dump_hang(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_device *rdev = rcp_from_sched(sched);
	struct rcp_snapshot *snap;
	struct rcp_dump dump = {};

	trace_rcp_hang(job, atomic_read(&sched->resets));
	dev_notice(rdev->card.dev, "hang in job %llu of %s[%d]: resetting the card\n", job->seqno,
		   job->comm, job->pid);

	snap = kmalloc(sizeof(*snap), GFP_NOWAIT | __GFP_NOWARN);
	dump.size = RCP_DUMP_HEAD + (size_t)job->ib_dw * RCP_DUMP_DWORD;
	dump.text = __vmalloc(dump.size, GFP_NOWAIT | __GFP_NOWARN);
	if (snap && dump.text) {
		rcp_card_snapshot(&rdev->card, snap);
		rcp_dump_fill(&dump, rdev, job, snap);
		/* Takes the memory over. */
		dev_coredumpv(rdev->card.dev, dump.text, dump.used, GFP_NOWAIT | __GFP_NOWARN);
		dump.text = NULL;
	}
	vfree(dump.text);
	kfree(snap);
}
