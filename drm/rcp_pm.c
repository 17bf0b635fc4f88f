// SPDX-License-Identifier: GPL-2.0
/*
 * The card is stopped and brought up again while clients exist.
 *
 * System sleep, hibernation, runtime suspend, and PCI resets (rcp_pci_reset.c) all quiesce the card
 * and bring it up again.  Quiesce: clients' jobs end, the card copies VRAM to system memory and
 * stops; no buffer is left in VRAM, so no contents are lost.  Bring-up: as at probe (ring/), after
 * the video BIOS has posted the card.  Buffers return to VRAM with the submissions that name them.
 *
 * Only a system sleep freezes userspace.  Runtime suspend is off unless the parameter runtime_pm
 * is set.  An ioctl inside of the gate (rcp_gate.c) holds a runtime PM reference, which wakes the
 * card; a card with an unfinished job stays awake.
 *
 * The PM core and the PCI core call one at a time, and fence/ when the last job is over.  Takes no
 * locks.
 */
#include <linux/delay.h>
#include <linux/moduleparam.h>
#include <linux/pm_runtime.h>

#include <drm/drm_drv.h>

#include "mem/rcp_bo.h"

/* Default of power/autosuspend_delay_ms: how long an idle card stays awake. */
#define RCP_SLEEP_IDLE_MS	5000
/* TTM of some kernels only trylocks reservations, so an eviction may need several tries. */
#define RCP_PM_EVICT_TRIES	100

static bool runtime_pm;
module_param(runtime_pm, bool, 0444);
MODULE_PARM_DESC(runtime_pm, "Suspend an idle card at runtime (default: no); read at probe");

/* Evict VRAM.  If contents may be given up, only a failed allocation of TTM stops that. */
static int rcp_pm_empty_vram(struct rcp_device *rdev)
{
	int ret, tries = RCP_PM_EVICT_TRIES;

	do {
		ret = rcp_ttm_evict_vram(rdev);
		if (!ret || (ret != -EBUSY && !rcp_pm_gives_up(rdev)))
			break;
		usleep_range(1000, 2000);
	} while (--tries);
	return ret;
}

/**
 * rcp_pm_save() - end clients' jobs and evict VRAM
 * @rdev: the device
 *
 * A dead card cannot copy: buffers in invisible VRAM are lost, which is no error.  After an error
 * the caller resumes or suspends the scheduler.
 *
 * Context: may sleep.
 * Return: 0 or an error.
 */
int rcp_pm_save(struct rcp_device *rdev)
{
	int ret;

	rcp_reset_quiesce(&rdev->sched);
	ret = rcp_pm_empty_vram(rdev);
	return READ_ONCE(rdev->sched.dead) ? 0 : ret;
}

/**
 * rcp_pm_resume() - bring the card up again
 * @rdev: the device
 *
 * If that fails, further calls of clients fail.
 *
 * Context: may sleep.
 */
void rcp_pm_resume(struct rcp_device *rdev)
{
	if (rcp_pm_is_over(rdev))
		return;
	rcp_reset_resume(&rdev->sched, rcp_card_resume(&rdev->card));
	rcp_dump_resume(rdev);
	rcp_devfreq_resume(rdev);
}

/* ---- system sleep ---- */

/* Quiesce the card.  On an error it runs. */
static int rcp_sleep_suspend(struct device *dev)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);
	int ret;

	if (rcp_pm_is_over(rdev))
		return 0;
	rcp_devfreq_suspend(rdev);
	ret = rcp_pm_save(rdev);
	if (ret) {
		rcp_reset_resume(&rdev->sched, 0);
		rcp_devfreq_resume(rdev);
		return ret;
	}
	rcp_reset_suspend(&rdev->sched);
	rcp_clock_stop(&rdev->card);
	return 0;
}

static int rcp_sleep_resume(struct device *dev)
{
	rcp_pm_resume(dev_get_drvdata(dev));
	return 0;
}

/* ---- runtime suspend ---- */

/**
 * rcp_sleep_idle() - start the autosuspend delay when the last job is over
 * @sched: the scheduler of the device
 *
 * The ioctl that pushed the job may have left the gate long ago, so start the delay
 * again here.
 *
 * Context: any.
 */
void rcp_sleep_idle(struct rcp_sched *sched)
{
	struct rcp_device *rdev = rcp_from_sched(sched);
	int idx;

	if (!rdev->runtime_pm || !drm_dev_enter(&rdev->drm, &idx))
		return;
	pm_runtime_mark_last_busy(rdev->card.dev);
	pm_request_autosuspend(rdev->card.dev);
	drm_dev_exit(idx);
}

/* After -EBUSY the PM core tries again after the autosuspend delay, as does rcp_sleep_idle(). */
static int rcp_sleep_runtime_suspend(struct device *dev)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);

	rcp_job_reap(&rdev->sched);
	if (atomic_read(&rdev->sched.live) || rcp_sleep_suspend(dev)) {
		pm_runtime_mark_last_busy(dev);
		return -EBUSY;
	}
	return 0;
}

/* Set @waking to keep this bring-up out of the log: a client can cause it at will. */
static int rcp_sleep_runtime_resume(struct device *dev)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);

	rdev->card.waking = true;
	rcp_pm_resume(rdev);
	rdev->card.waking = false;
	return 0;
}

/**
 * rcp_sleep_init() - allow runtime suspend
 * @rdev: the device, complete
 *
 * Context: probe.
 */
void rcp_sleep_init(struct rcp_device *rdev)
{
	struct device *dev = rdev->card.dev;

	rdev->runtime_pm = runtime_pm && IS_ENABLED(CONFIG_PM);
	if (!rdev->runtime_pm)
		return;
	pm_runtime_set_autosuspend_delay(dev, RCP_SLEEP_IDLE_MS);
	pm_runtime_use_autosuspend(dev);
	pm_runtime_mark_last_busy(dev);
	pm_runtime_allow(dev);
	/* Drop the reference that the PCI core holds during probe. */
	pm_runtime_put_autosuspend(dev);
}

/**
 * rcp_sleep_fini() - undo rcp_sleep_init(), and keep the card awake from now on
 * @rdev: the device; clients may still be inside of the gate
 *
 * Context: remove.
 */
void rcp_sleep_fini(struct rcp_device *rdev)
{
	struct device *dev = rdev->card.dev;

	if (!rdev->runtime_pm)
		return;
	pm_runtime_get_sync(dev);
	pm_runtime_forbid(dev);
	pm_runtime_dont_use_autosuspend(dev);
}

const struct dev_pm_ops rcp_sleep_ops = {
	/* Also for freeze and thaw, poweroff and restore. */
	SYSTEM_SLEEP_PM_OPS(rcp_sleep_suspend, rcp_sleep_resume)
	RUNTIME_PM_OPS(rcp_sleep_runtime_suspend, rcp_sleep_runtime_resume, NULL)
};
