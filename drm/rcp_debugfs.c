// SPDX-License-Identifier: GPL-2.0
/*
 * debugfs: what the card and the driver are doing, for people.
 *
 *   rcp_bringup   the steps of the last bring-up and their times
 *   rcp_ring      ring, interrupts and numbers
 *   rcp_jobs      what is in the ring
 *   rcp_memory    heaps and counters
 *   rcp_gart      what the card's page table maps
 *   rcp_refused   the last refused submissions
 *   rcp_capture, rcp_refused_stream   streams: rcp_capture.c
 *
 * Read-only.  Nothing here touches the card when it is gone.
 */
#include <linux/ktime.h>
#include <linux/seq_file.h>

#include <drm/drm_debugfs.h>
#include <drm/drm_drv.h>

#include "rcp_bo.h"

static struct rcp_device *rcp_debugfs_device(struct seq_file *m)
{
	const struct drm_info_node *node = m->private;

	return to_rcp(node->minor->dev);
}

static int rcp_show_bringup(struct seq_file *m, void *unused)
{
	const struct rcp_card *card = &rcp_debugfs_device(m)->card;
	u64 all = 0;
	u32 i;

	seq_printf(m, "chip %s, bring-ups %u, resets %u, %s\n", card->chip->name, card->starts,
		   card->resets, card->running ? "running" : "stopped");
	for (i = 0; i < card->nsteps; i++) {
		all += card->steps[i].ns;
		seq_printf(m, "%-16s %8llu us\n", card->steps[i].name,
			   div_u64(card->steps[i].ns, NSEC_PER_USEC));
	}
	seq_printf(m, "%-16s %8llu us\n", "all", div_u64(all, NSEC_PER_USEC));
	return 0;
}

static int rcp_show_ring(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	const struct rcp_card *card = &rdev->card;
	const struct rcp_timeline *tl = &rdev->sched.timeline;
	struct rcp_progress now;
	int idx;

	if (!drm_dev_enter(&rdev->drm, &idx))
		return 0;
	rcp_card_progress(&rdev->card, &now);
	seq_printf(m, "size_dw %u wptr %u rptr %u\n", card->ring.size_dw, card->ring.wptr,
		   now.rptr);
	seq_printf(m, "seqno emitted %llu signalled %llu completed %llu\n", tl->emitted,
		   tl->signalled, now.seqno);
	seq_printf(m, "grbm_status 0x%08x %s\n", now.grbm_status, now.busy ? "busy" : "idle");
	seq_printf(m, "irq %d %s handled %llu events %llu overflows %llu rescued %llu\n",
		   card->ih.irq, card->ih.msi ? "msi" : "intx", card->ih.interrupts,
		   card->ih.events, card->ih.overflows, tl->rescued);
	seq_printf(m, "jobs at once %u live %d resets %d%s\n", rdev->sched.limit,
		   atomic_read(&rdev->sched.live), atomic_read(&rdev->sched.resets),
		   READ_ONCE(rdev->sched.dead) ? " dead" : "");
	drm_dev_exit(idx);
	return 0;
}

static int rcp_show_jobs(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	struct rcp_timeline *tl = &rdev->sched.timeline;
	struct rcp_fence *fence;
	u64 now = ktime_get_ns();

	spin_lock_irq(&tl->lock);
	list_for_each_entry(fence, &tl->pending, node) {
		const struct rcp_job *job = fence->job;

		seq_printf(m, "seqno %llu %s ib_dw %u preamble_dw %u for %llu us %s[%d]\n",
			   job->seqno, job->kind == RCP_JOB_COPY ? "copy" : "ib", job->stream_dw,
			   job->preamble_dw, div_u64(now - job->run_ns, NSEC_PER_USEC),
			   job->comm, job->pid);
	}
	spin_unlock_irq(&tl->lock);
	return 0;
}

static int rcp_show_memory(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	const struct rcp_vram *vram = &rdev->card.vram;
	u32 i;

	seq_printf(m, "vram at 0x%llx size %llu visible %llu used %llu\n", vram->addr, vram->size,
		   vram->visible, rcp_ttm_usage(rdev, TTM_PL_VRAM));
	for (i = 0; i < vram->nreserved; i++)
		seq_printf(m, "  reserved 0x%llx size %llu: %s\n", vram->reserved[i].offset,
			   vram->reserved[i].size, vram->reserved[i].what);
	seq_printf(m, "gtt at 0x%llx size %llu used %llu\n", rdev->card.gart.addr,
		   rcp_ttm_size(rdev, TTM_PL_TT), rcp_ttm_usage(rdev, TTM_PL_TT));
	seq_printf(m, "system size %llu used %llu\n", (u64)rcp_tt_most() << PAGE_SHIFT,
		   (u64)atomic_long_read(&rdev->tt_pages) << PAGE_SHIFT);
	seq_printf(m, "moved %llu cleared %llu\n", (u64)atomic64_read(&rdev->count.bytes_moved),
		   (u64)atomic64_read(&rdev->count.bytes_cleared));
	seq_printf(m, "submitted %llu refused %llu\n", (u64)atomic64_read(&rdev->count.submitted),
		   (u64)atomic64_read(&rdev->count.refused));
	return 0;
}

static int rcp_show_gart(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	u32 mapped, unsnooped;
	int idx;

	if (!drm_dev_enter(&rdev->drm, &idx))
		return 0;
	mapped = rcp_gart_mapped(&rdev->card, &unsnooped);
	seq_printf(m, "%u of %u pages mapped, %u not snooped\n", mapped,
		   rdev->card.gart.pages, unsnooped);
	drm_dev_exit(idx);
	return 0;
}

static int rcp_show_refused(struct seq_file *m, void *unused)
{
	struct rcp_device *rdev = rcp_debugfs_device(m);
	struct rcp_refusal *copy;
	u64 from, to, i;

	copy = kvmalloc(sizeof(*copy), GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	spin_lock(&rdev->refusal_lock);
	to = rdev->nrefusals;
	spin_unlock(&rdev->refusal_lock);
	from = to > RCP_REFUSALS ? to - RCP_REFUSALS : 0;
	for (i = from; i < to; i++) {
		spin_lock(&rdev->refusal_lock);
		*copy = rdev->refusals[i % RCP_REFUSALS];
		spin_unlock(&rdev->refusal_lock);
		seq_printf(m, "%llu %s[%d] error %u code %u: %s\n",
			   div_u64(copy->ns, NSEC_PER_USEC), copy->comm, copy->pid,
			   copy->verdict.error, copy->verdict.code, copy->verdict.text);
	}
	kvfree(copy);
	return 0;
}

static const struct drm_info_list rcp_debugfs_files[] = {
	{ "rcp_bringup", rcp_show_bringup },
	{ "rcp_ring", rcp_show_ring },
	{ "rcp_jobs", rcp_show_jobs },
	{ "rcp_memory", rcp_show_memory },
	{ "rcp_gart", rcp_show_gart },
	{ "rcp_refused", rcp_show_refused },
};

/**
 * rcp_debugfs_init - offer the files
 * @minor: whose directory they go to
 */
void rcp_debugfs_init(struct drm_minor *minor)
{
	drm_debugfs_create_files(rcp_debugfs_files, ARRAY_SIZE(rcp_debugfs_files),
				 minor->debugfs_root, minor);
	rcp_capture_debugfs(minor);
}
