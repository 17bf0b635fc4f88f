// SPDX-License-Identifier: GPL-2.0
/*
 * The card is taken from under its clients and comes back: system sleep, hibernation,
 * runtime suspend, PCI resets and PCI errors.
 *
 * Each of them is rcp_pm_down() and rcp_pm_up().  Down: clients' jobs end, the card copies
 * VRAM to system memory, and stops; nothing is left in VRAM, so nothing can be lost there.
 * Up: the one bring-up of ring/, which posts the card if it has to.  Buffers return to VRAM
 * with the submissions that name them.
 *
 * Userspace is frozen for a system sleep only.  A PCI reset closes the gate: ioctls that
 * place buffers in VRAM or read registers pass it with rcp_pm_enter(), and wait there until
 * the card is back.  Waits for fences, faults and dma-buf callbacks need no gate: they hold
 * reservations, under which a buffer can only leave VRAM, so an empty VRAM stays empty.
 * The GART notes what is mapped meanwhile in its shadow.
 *
 * Runtime suspend is off unless the parameter runtime_pm is set.  Each passage of the gate
 * holds a reference and wakes the card; a card with a job that is not over stays awake.
 *
 * A PCI error is no reset that was announced: the card cannot copy any more.  VRAM is lost,
 * jobs fail, and CTX_STATE tells clients so.
 *
 * Lock order: the gate is the outermost lock of an ioctl.
 */
#include <linux/delay.h>
#include <linux/moduleparam.h>
#include <linux/pci.h>
#include <linux/pm_runtime.h>
#include <linux/slab.h>

#include <drm/drm_drv.h>

#include "rcp_bo.h"
#include "rcp_pm.h"

/* How long an unused card stays awake, unless power/autosuspend_delay_ms says otherwise. */
#define RCP_PM_IDLE_MS		5000

/* TTM of some kernels gives up where a thread holds a buffer's reservation for a moment. */
#define RCP_PM_EVICT_TRIES	100

static bool runtime_pm;
module_param(runtime_pm, bool, 0444);
MODULE_PARM_DESC(runtime_pm, "Let a card that is not used sleep (default: no); read at probe");

/* ---- the gate ---- */

/**
 * rcp_pm_enter() - use the card
 * @rdev: the device
 * @idx: for rcp_pm_exit()
 *
 * Wakes the card.  Inside, it is neither reset from outside nor put to sleep.
 *
 * Context: may sleep; no reservation and no user memory may be waited for across it.
 * Return: 0; -ENODEV if the card is gone, -EIO after a PCI error, -ERESTARTSYS.
 */
int rcp_pm_enter(struct rcp_device *rdev, int *idx)
{
	struct rcp_pm *pm = &rdev->pm;

	for (;;) {
		if (down_read_interruptible(&pm->gate))
			return -ERESTARTSYS;
		if (likely(!READ_ONCE(pm->closed)))
			break;
		up_read(&pm->gate);
		if (wait_event_interruptible(pm->opened, !READ_ONCE(pm->closed)))
			return -ERESTARTSYS;
	}
	if (!drm_dev_enter(&rdev->drm, idx)) {
		up_read(&pm->gate);
		return -ENODEV;
	}
	if (pci_channel_offline(rdev->card.pdev)) {
		drm_dev_exit(*idx);
		up_read(&pm->gate);
		return -EIO;
	}
	/* If it does not come back the jobs say so. */
	if (pm->runtime) {
		pm_runtime_get_sync(rdev->card.dev);
		pm_runtime_mark_last_busy(rdev->card.dev);
	}
	return 0;
}

/**
 * rcp_pm_enter_awake() - use the card if that does not wake it, nor keep it awake
 * @rdev: the device
 * @idx: for rcp_pm_exit()
 *
 * Context: as rcp_pm_enter(), but does not wait for a reset.
 * Return: false if the card is gone, asleep or being reset.
 */
bool rcp_pm_enter_awake(struct rcp_device *rdev, int *idx)
{
	struct rcp_pm *pm = &rdev->pm;

	if (!down_read_trylock(&pm->gate))
		return false;
	if (READ_ONCE(pm->closed) || pci_channel_offline(rdev->card.pdev) ||
	    !drm_dev_enter(&rdev->drm, idx))
		goto closed;
	if (!pm->runtime || rcp_compat_pm_get_if_active(rdev->card.dev) > 0)
		return true;
	drm_dev_exit(*idx);
closed:
	up_read(&pm->gate);
	return false;
}

/**
 * rcp_pm_exit() - undo rcp_pm_enter() or rcp_pm_enter_awake()
 * @rdev: the device
 * @idx: what it set
 *
 * Context: any.
 */
void rcp_pm_exit(struct rcp_device *rdev, int idx)
{
	/* Newer kernels' pm_runtime_put_autosuspend() would count a mere look as a use. */
	if (rdev->pm.runtime)
		__pm_runtime_suspend(rdev->card.dev, RPM_GET_PUT | RPM_ASYNC | RPM_AUTO);
	drm_dev_exit(idx);
	up_read(&rdev->pm.gate);
}

/* Returns when every ioctl that is inside has left, and the next ones wait. */
static void rcp_pm_close_gate(struct rcp_pm *pm)
{
	WRITE_ONCE(pm->closed, true);
	down_write(&pm->gate);
	up_write(&pm->gate);
}

static void rcp_pm_open_gate(struct rcp_pm *pm)
{
	WRITE_ONCE(pm->closed, false);
	wake_up_all(&pm->opened);
}

/* ---- down and up ---- */

static int rcp_pm_empty_vram(struct rcp_device *rdev)
{
	int ret, tries = RCP_PM_EVICT_TRIES;

	do {
		ret = rcp_ttm_evict_vram(rdev);
		if (ret == -EBUSY)
			usleep_range(1000, 2000);
	} while (ret == -EBUSY && --tries);
	return ret;
}

/*
 * End jobs and save VRAM.  A dead card cannot copy; the buffers that the CPU does not reach
 * stay lost.  After an error all goes on as before.
 */
static int rcp_pm_save(struct rcp_device *rdev)
{
	int ret;

	rcp_sched_quiesce(&rdev->sched);
	ret = rcp_pm_empty_vram(rdev);
	return READ_ONCE(rdev->sched.dead) ? 0 : ret;
}

/* After a shutdown, or on the way out, the card stays as it is. */
static bool rcp_pm_is_closed(struct rcp_device *rdev)
{
	return READ_ONCE(rdev->sched.dead) == -ENODEV;
}

static int rcp_pm_down(struct rcp_device *rdev)
{
	int ret;

	if (rcp_pm_is_closed(rdev))
		return 0;
	ret = rcp_pm_save(rdev);
	if (ret) {
		rcp_sched_resume(&rdev->sched, 0);
		return ret;
	}
	rcp_sched_suspend(&rdev->sched);
	return 0;
}

/* If the card does not come back, clients learn that from their next calls. */
static void rcp_pm_up(struct rcp_device *rdev)
{
	if (!rcp_pm_is_closed(rdev))
		rcp_sched_resume(&rdev->sched, rcp_card_start(&rdev->card));
}

/* ---- system sleep and hibernation ---- */

static int rcp_pm_suspend(struct device *dev)
{
	return rcp_pm_down(dev_get_drvdata(dev));
}

static int rcp_pm_resume(struct device *dev)
{
	rcp_pm_up(dev_get_drvdata(dev));
	return 0;
}

/* ---- runtime suspend ---- */

/**
 * rcp_pm_idle() - the last job is over
 * @rdev: the device
 *
 * The ioctl that pushed the job may have left long ago: the time of being idle starts here.
 *
 * Context: any.
 */
void rcp_pm_idle(struct rcp_device *rdev)
{
	int idx;

	if (!rdev->pm.runtime || !drm_dev_enter(&rdev->drm, &idx))
		return;
	pm_runtime_mark_last_busy(rdev->card.dev);
	pm_request_autosuspend(rdev->card.dev);
	drm_dev_exit(idx);
}

/* -EBUSY: it is tried again after the time of being idle, and by rcp_pm_idle(). */
static int rcp_pm_runtime_suspend(struct device *dev)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);

	if (!rcp_sched_is_idle(&rdev->sched) || rcp_pm_down(rdev)) {
		pm_runtime_mark_last_busy(dev);
		return -EBUSY;
	}
	return 0;
}

/* A client can have the card wake at any time, so that is nothing for the log. */
static int rcp_pm_runtime_resume(struct device *dev)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);

	rdev->card.waking = true;
	rcp_pm_up(rdev);
	rdev->card.waking = false;
	return 0;
}

static void rcp_pm_runtime_init(struct rcp_device *rdev)
{
	struct device *dev = rdev->card.dev;

	rdev->pm.runtime = runtime_pm && IS_ENABLED(CONFIG_PM);
	if (!rdev->pm.runtime)
		return;
	pm_runtime_set_autosuspend_delay(dev, RCP_PM_IDLE_MS);
	pm_runtime_use_autosuspend(dev);
	pm_runtime_mark_last_busy(dev);
	pm_runtime_allow(dev);
	/* The PCI core's reference. */
	pm_runtime_put_autosuspend(dev);
}

static void rcp_pm_runtime_fini(struct rcp_device *rdev)
{
	struct device *dev = rdev->card.dev;

	if (!rdev->pm.runtime)
		return;
	pm_runtime_get_sync(dev);
	pm_runtime_forbid(dev);
	pm_runtime_dont_use_autosuspend(dev);
}

const struct dev_pm_ops rcp_pm_ops = {
	/* Also freeze and thaw, poweroff and restore. */
	SYSTEM_SLEEP_PM_OPS(rcp_pm_suspend, rcp_pm_resume)
	RUNTIME_PM_OPS(rcp_pm_runtime_suspend, rcp_pm_runtime_resume, NULL)
};

/* ---- PCI resets and errors ---- */

/*
 * A reset cannot be refused: buffers that system memory has no room for stay in VRAM and lose
 * their contents.  Unmap all CPU mappings: the next fault maps the pages that a buffer has then.
 */
static void rcp_pm_reset_prepare(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	if (rcp_pm_is_closed(rdev))
		return;
	rcp_pm_close_gate(&rdev->pm);
	if (rcp_pm_save(rdev)) {
		dev_notice(&pdev->dev, "PCI reset: not all of VRAM could be saved\n");
		atomic_inc(&rdev->sched.vram_lost);
	}
	unmap_mapping_range(rdev->drm.anon_inode->i_mapping, 0, 0, 1);
	rcp_sched_suspend(&rdev->sched);
}

static void rcp_pm_reset_done(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	rcp_card_found(&rdev->card);
	rcp_pm_up(rdev);
	rcp_pm_open_gate(&rdev->pm);
}

/*
 * The bus has cut the card off.  Should it never come back, no callback says so; hence jobs
 * and ioctls fail, instead of waiting, until rcp_pm_error_over().
 */
static pci_ers_result_t rcp_pm_error_detected(struct pci_dev *pdev, pci_channel_state_t state)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	if (state == pci_channel_io_normal)
		return PCI_ERS_RESULT_CAN_RECOVER;
	if (!rcp_pm_is_closed(rdev)) {
		dev_notice(&pdev->dev, "PCI error: the bus has cut the card off\n");
		rcp_sched_fail(&rdev->sched);
	}
	return state == pci_channel_io_frozen ? PCI_ERS_RESULT_NEED_RESET :
						PCI_ERS_RESULT_DISCONNECT;
}

static pci_ers_result_t rcp_pm_slot_reset(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	if (!rdev->pm.config || pci_load_saved_state(pdev, rdev->pm.config))
		return PCI_ERS_RESULT_DISCONNECT;
	pci_restore_state(pdev);
	return PCI_ERS_RESULT_RECOVERED;
}

static void rcp_pm_error_over(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	/* Nothing was stopped for an error that the bus has corrected. */
	if (!READ_ONCE(rdev->sched.stopped))
		return;
	rcp_card_found(&rdev->card);
	rcp_pm_up(rdev);
}

const struct pci_error_handlers rcp_pm_error_handlers = {
	.reset_prepare = rcp_pm_reset_prepare,
	.reset_done = rcp_pm_reset_done,
	.error_detected = rcp_pm_error_detected,
	.slot_reset = rcp_pm_slot_reset,
	.resume = rcp_pm_error_over,
};

/* ---- life ---- */

/**
 * rcp_pm_prepare() - make the gate, before there are clients
 * @rdev: the device
 */
void rcp_pm_prepare(struct rcp_device *rdev)
{
	init_rwsem(&rdev->pm.gate);
	init_waitqueue_head(&rdev->pm.opened);
}

/**
 * rcp_pm_init() - the device is complete: it may sleep from now on
 * @rdev: the device
 *
 * Context: probe.
 */
void rcp_pm_init(struct rcp_device *rdev)
{
	struct pci_dev *pdev = rdev->card.pdev;

	/* Without the memory for it a PCI error cannot be recovered from. */
	pci_save_state(pdev);
	rdev->pm.config = pci_store_saved_state(pdev);
	rcp_pm_runtime_init(rdev);
}

/**
 * rcp_pm_fini() - the card is leaving, and awake
 * @rdev: the device; drm_dev_unplug() has been called
 *
 * Context: remove.
 */
void rcp_pm_fini(struct rcp_device *rdev)
{
	rcp_pm_runtime_fini(rdev);
	kfree(rdev->pm.config);
	rdev->pm.config = NULL;
}
