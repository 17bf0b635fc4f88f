// SPDX-License-Identifier: GPL-2.0
/*
 * Sleep: system sleep, hibernation and runtime suspend.
 *
 * Only a system sleep freezes userspace.  Runtime suspend is off unless the parameter runtime_pm
 * is set.  An ioctl inside of the gate (rcp_gate.c) holds a runtime PM reference, which wakes the
 * card; a card with an unfinished job stays awake.
 *
 * Called by the PM core, and by fence/ when the last job is over.  Takes no locks.
 */
#include <linux/moduleparam.h>
#include <linux/pci.h>
#include <linux/pm_runtime.h>

#include <drm/drm_drv.h>

#include "rcp_device.h"

/* Default of power/autosuspend_delay_ms: how long an idle card stays awake. */
#define RCP_SLEEP_IDLE_MS	5000

static bool runtime_pm;
module_param(runtime_pm, bool, 0444);
MODULE_PARM_DESC(runtime_pm, "Suspend an idle card at runtime (default: no); read at probe");

static int rcp_sleep_suspend(struct device *dev)
{
	return rcp_pm_suspend(dev_get_drvdata(dev));
}

static int rcp_sleep_resume(struct device *dev)
{
	rcp_pm_resume(dev_get_drvdata(dev));
	return 0;
}

/* ---- runtime suspend ---- */

/**
 * rcp_sleep_idle() - start the autosuspend delay when the last job is over
 * @rdev: the device
 *
 * The ioctl that pushed the job may have left the gate long ago, so start the delay
 * again here.
 *
 * Context: any.
 */
void rcp_sleep_idle(struct rcp_device *rdev)
{
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

	if (!rcp_sched_is_idle(&rdev->sched) || rcp_pm_suspend(rdev)) {
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
