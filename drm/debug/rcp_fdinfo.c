// SPDX-License-Identifier: GPL-2.0
/*
 * /proc/PID/fdinfo of a client, as Documentation/gpu/drm-usage-stats.rst specifies it.
 *
 *   drm-engine-gfx         time that the client's jobs kept the card, in ns
 *   drm-cycles-gfx         the same in ticks of the reference clock, if the card stamps jobs
 *   drm-total-cycles-gfx   that clock now
 *   drm-{total,shared,active,resident}-{vram,gtt,system}
 *                          memory of the client's buffers, by their current heap
 *   radeon-jobs            jobs that the client has pushed
 *   radeon-hangs           resets that the client caused
 *
 * fence/rcp_time.c measures jobs.  A job that still runs counts up to now.
 *
 * Called by the DRM core for a read of fdinfo, and by rcp_drv_hung() for a hang.
 * Locks: &rcp_device.fdinfo_lock -> &drm_file.table_lock, for a batch of handles;
 * &rcp_timeline.lock alone.
 */
#include <linux/pci.h>
#include <linux/seq_file.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_gem.h>

#include "../mem/rcp_bo.h"

/* ---- what older kernels lack ---- */

#ifndef RCP_HAVE_DRM_MEMORY_STATS
struct drm_memory_stats {
	u64 shared;
	u64 private;
	u64 resident;
	u64 purgeable;
	u64 active;
};

#define DRM_GEM_OBJECT_RESIDENT	BIT(0)

static void drm_print_memory_stats(struct drm_printer *p, const struct drm_memory_stats *stats,
				   u32 supported, const char *region)
{
	drm_printf(p, "drm-total-%s:\t%llu KiB\n", region, (stats->private + stats->shared) >> 10);
	drm_printf(p, "drm-shared-%s:\t%llu KiB\n", region, stats->shared >> 10);
	drm_printf(p, "drm-active-%s:\t%llu KiB\n", region, stats->active >> 10);
	if (supported & DRM_GEM_OBJECT_RESIDENT)
		drm_printf(p, "drm-resident-%s:\t%llu KiB\n", region, stats->resident >> 10);
}
#endif

/* ---- memory ---- */

/* By the bit of RADEON_GEM_DOMAIN_*: a buffer counts in its current heap, with its full size. */
static const char *const rcp_fdinfo_regions[] = { "system", "gtt", "vram" };

/*
 * Submissions without implicit sync add BOOKKEEP fences only, so these count.  Not so
 * on a shared buffer: another driver's BOOKKEEP fences may be for its own use and may never
 * signal.
 */
static bool rcp_fdinfo_active(const struct drm_gem_object *gem)
{
	return !dma_resv_test_signaled(gem->resv, gem->dma_buf ? DMA_RESV_USAGE_READ :
				       DMA_RESV_USAGE_BOOKKEEP);
}

static void rcp_fdinfo_add(struct drm_memory_stats *stats, const struct rcp_bo *bo)
{
	const struct drm_gem_object *gem = &bo->tbo.base;

	if (gem->handle_count > 1 || gem->dma_buf)
		stats->shared += gem->size;
	else
		stats->private += gem->size;
	if (!READ_ONCE(bo->resident))
		return;
	stats->resident += gem->size;
	if (rcp_fdinfo_active(gem))
		stats->active += gem->size;
}

/* Buffers that are looked up under one hold of the lock of the handles. */
#define RCP_FDINFO_BATCH	32u

/* Get references to the next buffers of a file, from handle *@id on.  Returns how many. */
static unsigned int rcp_fdinfo_get(struct drm_file *drm_file, int *id,
				   struct drm_gem_object *gems[RCP_FDINFO_BATCH])
{
	unsigned int n;

	spin_lock(&drm_file->table_lock);
	for (n = 0; n < RCP_FDINFO_BATCH; n++, ++*id) {
		gems[n] = idr_get_next(&drm_file->object_idr, id);
		if (!gems[n])
			break;
		drm_gem_object_get(gems[n]);
	}
	spin_unlock(&drm_file->table_lock);
	return n;
}

/*
 * Count a buffer once, even if the file has several handles of it (GEM_OPEN makes them): the
 * number of the current round marks the buffers that have been counted.  fdinfo_lock keeps
 * two rounds apart.  A client may have any number of handles, and any number of fences on each
 * buffer, so the lock of the handles is not held while fences are tested.
 */
static void rcp_fdinfo_memory(struct rcp_device *rdev, struct drm_file *drm_file,
			      struct drm_printer *p)
{
	struct drm_memory_stats stats[ARRAY_SIZE(rcp_fdinfo_regions)] = {};
	struct drm_gem_object *gems[RCP_FDINFO_BATCH];
	unsigned int i, n;
	int id = 0;
	u64 round;

	if (mutex_lock_killable(&rdev->fdinfo_lock))
		return;
	round = ++rdev->fdinfo_round;
	while ((n = rcp_fdinfo_get(drm_file, &id, gems))) {
		for (i = 0; i < n; i++) {
			struct rcp_bo *bo = gem_to_rcp_bo(gems[i]);

			if (bo->fdinfo_round != round)
				rcp_fdinfo_add(&stats[ilog2(rcp_bo_domain(bo))], bo);
			bo->fdinfo_round = round;
			drm_gem_object_put(gems[i]);
		}
		cond_resched();
	}
	mutex_unlock(&rdev->fdinfo_lock);

	for (i = 0; i < ARRAY_SIZE(stats); i++)
		drm_print_memory_stats(p, &stats[i],
				       DRM_GEM_OBJECT_RESIDENT | DRM_GEM_OBJECT_ACTIVE,
				       rcp_fdinfo_regions[i]);
}

/* ---- engine ---- */

/* Only the oldest job runs, because the card runs one job at a time. */
static u64 rcp_fdinfo_unfinished(struct rcp_file *file, u64 now)
{
	struct rcp_timeline *tl = &file->rdev->sched.timeline;
	struct rcp_job *first;
	u64 ticks = 0;

	spin_lock_irq(&tl->lock);
	first = rcp_timeline_first(tl);
	if (first && first->queue->client == &file->base && !first->cancelled)
		ticks = rcp_time_running(first, now);
	spin_unlock_irq(&tl->lock);
	return ticks;
}

static void rcp_fdinfo_engine(struct rcp_file *file, struct drm_printer *p)
{
	struct rcp_device *rdev = file->rdev;
	u32 khz = rcp_time_khz(&rdev->sched);
	u64 ticks, now = 0;
	int idx;

	if (!khz)
		return;
	/* The time of a job is counted when the job is freed, so free the finished ones. */
	rcp_job_reap(&rdev->sched);
	ticks = atomic64_read(&file->base.busy_ticks);
	/* A read of fdinfo must not wake the card.  No job runs while the card sleeps. */
	if (rcp_gate_enter_awake(rdev, &idx)) {
		if (rcp_time_now(&rdev->sched, &now))
			now = 0;
		else
			ticks += rcp_fdinfo_unfinished(file, now);
		rcp_gate_exit(rdev, idx);
	}
	drm_printf(p, "drm-engine-gfx:\t%llu ns\n", mul_u64_u32_div(ticks, NSEC_PER_MSEC, khz));
	if (!rcp_card_has_stamps(&rdev->card))
		return;
	drm_printf(p, "drm-cycles-gfx:\t%llu\n", ticks);
	if (now)
		drm_printf(p, "drm-total-cycles-gfx:\t%llu\n", now);
}

/**
 * rcp_fdinfo_hung() - count the time of a job that hung
 * @job: the guilty job, before the reset
 *
 * Otherwise drm-engine-gfx would go backwards: fdinfo has shown that time while the job ran.
 *
 * Context: rcp_reset_work(), before the reset.
 */
void rcp_fdinfo_hung(struct rcp_job *job)
{
	u64 now;

	if (job->queue->client && !job->cancelled && !rcp_time_now(job->sched, &now))
		atomic64_add(rcp_time_running(job, now), &job->queue->client->busy_ticks);
}

/* ---- the file ---- */

/**
 * rcp_fdinfo_client_id() - get the drm-client-id of a file
 * @drm_file: a file that is being opened
 *
 * Context: any.
 * Return: a number that no other file has.
 */
u64 rcp_fdinfo_client_id(const struct drm_file *drm_file)
{
#ifdef RCP_HAVE_DRM_FDINFO
	return drm_file->client_id;
#else
	static atomic64_t ids;

	return atomic64_inc_return(&ids);
#endif
}

/* &drm_driver.show_fdinfo: print the driver's part of fdinfo.  Context: may sleep. */
void rcp_fdinfo_show(struct drm_printer *p, struct drm_file *drm_file)
{
	struct rcp_file *file = drm_file->driver_priv;

	rcp_fdinfo_engine(file, p);
	rcp_fdinfo_memory(file->rdev, drm_file, p);
	drm_printf(p, "radeon-jobs:\t%llu\n", (u64)atomic64_read(&file->base.jobs));
	drm_printf(p, "radeon-hangs:\t%d\n", atomic_read(&file->base.hangs));
}

#ifndef RCP_HAVE_DRM_FDINFO
/* The same of &file_operations, all of fdinfo, on kernels whose DRM core has none. */
void rcp_fdinfo_show_all(struct seq_file *m, struct file *filp)
{
	struct drm_file *drm_file = filp->private_data;
	struct drm_printer p = drm_seq_file_printer(m);
	struct rcp_file *file = drm_file->driver_priv;

	drm_printf(&p, "drm-driver:\t%s\n", drm_file->minor->dev->driver->name);
	drm_printf(&p, "drm-client-id:\t%llu\n", file->base.id);
	drm_printf(&p, "drm-pdev:\t%s\n", pci_name(file->rdev->card.pdev));
	rcp_fdinfo_show(&p, drm_file);
}
#endif
