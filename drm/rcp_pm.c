// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend and resume while clients exist: system sleep, hibernation, runtime suspend, PCI
 * resets and PCI errors.
 *
 * Each of them goes down and comes up again.  Down: clients' jobs end, the card copies VRAM
 * to system memory and stops; no buffer is left in VRAM, so no contents are lost.  Up: the
 * same bring-up as at probe (ring/), after the video BIOS has posted the card.  Buffers return to
 * VRAM with the submissions that name them.
 *
 * Only a system sleep freezes userspace.  A PCI reset closes the gate: ioctls that place
 * buffers in VRAM or read registers pass it with rcp_pm_enter(), and wait there until the
 * card is back.  Waits for fences, faults and dma-buf callbacks do not need the gate: they
 * move no buffer into VRAM, so an empty VRAM stays empty.  What they map in the GART meanwhile
 * goes into the GART's shadow.
 *
 * Runtime suspend is off unless the parameter runtime_pm is set.  An ioctl inside of the
 * gate holds a runtime PM reference, which wakes the card; a card with an unfinished job
 * stays awake.
 *
 * A PCI error is not announced like a reset, and the card cannot copy any more.  VRAM is
 * lost, jobs fail, and CTX_STATE reports that to clients.
 *
 * Called by the PM core, the PCI core and the ioctls.  Lock order: the gate is the outermost
 * lock of an ioctl.
 */
#include <linux/delay.h>
#include <linux/moduleparam.h>
#include <linux/pci.h>
#include <linux/pm_runtime.h>
#include <linux/slab.h>

#include <drm/drm_drv.h>

#include "rcp_bo.h"

/* Default of power/autosuspend_delay_ms: how long an idle card stays awake. */
#define RCP_PM_IDLE_MS		5000

/* TTM of some kernels only trylocks reservations, so an eviction may need several tries. */
#define RCP_PM_EVICT_TRIES	100

static bool runtime_pm;
module_param(runtime_pm, bool, 0444);
MODULE_PARM_DESC(runtime_pm, "Suspend an idle card at runtime (default: no); read at probe");

/* ---- the gate ---- */

/**
 * rcp_pm_enter() - enter the gate, and wake the card
 * @rdev: the device
 * @idx: out: for rcp_pm_exit()
 *
 * Until rcp_pm_exit() the card is neither reset by the PCI core nor suspended.
 *
 * Context: may sleep; the caller holds no reservation, and accesses no user memory before
 * rcp_pm_exit().
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
	/* Ignore a failed resume: the jobs then fail. */
	if (pm->runtime) {
		pm_runtime_get_sync(rdev->card.dev);
		pm_runtime_mark_last_busy(rdev->card.dev);
	}
	return 0;
}

/**
 * rcp_pm_enter_awake() - enter the gate if the card is awake, without keeping it awake
 * @rdev: the device
 * @idx: out: for rcp_pm_exit()
 *
 * The use does not count as activity for runtime PM.
 *
 * Context: as rcp_pm_enter(), but does not wait for a reset.
 * Return: true inside of the gate; false if the card is gone, asleep or being reset.
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
 * @idx: from rcp_pm_enter() or rcp_pm_enter_awake()
 *
 * Context: process.
 */
void rcp_pm_exit(struct rcp_device *rdev, int idx)
{
	/*
	 * pm_runtime_put_autosuspend() of newer kernels marks the device busy, which
	 * rcp_pm_enter_awake() must not do.
	 */
	if (rdev->pm.runtime)
		__pm_runtime_suspend(rdev->card.dev, RPM_GET_PUT | RPM_ASYNC | RPM_AUTO);
	drm_dev_exit(idx);
	up_read(&rdev->pm.gate);
}

/**
 * rcp_pm_map_begin() - keep PCI resets away while a CPU mapping of VRAM is made
 * @rdev: the device
 *
 * rcp_pm_reset_prepare() zaps the mappings after the last rcp_pm_map_end().
 *
 * Context: any locks may be held, because it does not wait.
 * Return: true, and the caller calls rcp_pm_map_end(); false during a PCI reset.
 */
bool rcp_pm_map_begin(struct rcp_device *rdev)
{
	if (!down_read_trylock(&rdev->pm.gate))
		return false;
	if (!READ_ONCE(rdev->pm.closed))
		return true;
	up_read(&rdev->pm.gate);
	return false;
}

/**
 * rcp_pm_map_end() - undo rcp_pm_map_begin()
 * @rdev: the device
 *
 * Context: process.
 */
void rcp_pm_map_end(struct rcp_device *rdev)
{
	up_read(&rdev->pm.gate);
}

/**
 * rcp_pm_map_wait() - wait until rcp_pm_map_begin() may succeed
 * @rdev: the device
 *
 * Context: sleeps until a PCI reset is over, or until a fatal signal; no reservation is held.
 */
void rcp_pm_map_wait(struct rcp_device *rdev)
{
	wait_event_killable(rdev->pm.opened, !READ_ONCE(rdev->pm.closed));
}

/*
 * Close the gate, and wait until every ioctl and fault inside has left.  Further ioctls, and
 * faults in VRAM, wait.
 */
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

/*
 * End clients' jobs and evict VRAM.  A dead card cannot copy: buffers in invisible VRAM are
 * lost, which is no error.  After an error the caller resumes or suspends the scheduler.
 */
static int rcp_pm_save(struct rcp_device *rdev)
{
	int ret;

	rcp_reset_quiesce(&rdev->sched);
	ret = rcp_pm_empty_vram(rdev);
	return READ_ONCE(rdev->sched.dead) ? 0 : ret;
}

/* After a shutdown, or during remove, the card stays stopped. */
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
		rcp_reset_resume(&rdev->sched, 0);
		return ret;
	}
	rcp_reset_suspend(&rdev->sched);
	return 0;
}

/* If the bring-up fails, further calls of clients fail. */
static void rcp_pm_up(struct rcp_device *rdev)
{
	if (!rcp_pm_is_closed(rdev))
		rcp_reset_resume(&rdev->sched, rcp_card_resume(&rdev->card));
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
 * rcp_pm_idle() - start the autosuspend delay when the last job is over
 * @rdev: the device
 *
 * The ioctl that pushed the job may have left the gate long ago, so the delay has to start
 * again here.
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

/* After -EBUSY the PM core tries again after the autosuspend delay, as does rcp_pm_idle(). */
static int rcp_pm_runtime_suspend(struct device *dev)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);

	if (!rcp_sched_is_idle(&rdev->sched) || rcp_pm_down(rdev)) {
		pm_runtime_mark_last_busy(dev);
		return -EBUSY;
	}
	return 0;
}

/* Set @waking to keep this bring-up out of the log: a client can cause it at will. */
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
	/* Drop the reference that the PCI core holds during probe. */
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
	/* Used for freeze and thaw, poweroff and restore, too. */
	SYSTEM_SLEEP_PM_OPS(rcp_pm_suspend, rcp_pm_resume)
	RUNTIME_PM_OPS(rcp_pm_runtime_suspend, rcp_pm_runtime_resume, NULL)
};

/* ---- PCI resets and errors ---- */

/*
 * A reset cannot be refused: buffers that cannot be copied to system memory lose their
 * contents.  Unmap all CPU mappings, so that none leads to VRAM: the next fault maps
 * the pages that a buffer has then.
 */
static void rcp_pm_reset_prepare(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);
	int lost;

	if (rcp_pm_is_closed(rdev))
		return;
	rcp_pm_close_gate(&rdev->pm);
	lost = atomic_read(&rdev->sched.vram_lost);
	if (rcp_pm_save(rdev))
		atomic_inc(&rdev->sched.vram_lost);
	if (lost != atomic_read(&rdev->sched.vram_lost))
		dev_notice(&pdev->dev, "PCI reset: not all of VRAM could be saved\n");
	unmap_mapping_range(rdev->drm.anon_inode->i_mapping, 0, 0, 1);
	rcp_reset_suspend(&rdev->sched);
}

static void rcp_pm_reset_done(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	rcp_card_clear_lost(&rdev->card);
	rcp_pm_up(rdev);
	rcp_pm_open_gate(&rdev->pm);
}

/*
 * The bus has cut the card off.  No callback reports a card that never comes back, so jobs
 * and ioctls fail until rcp_pm_error_over() instead of waiting for it.
 */
static pci_ers_result_t rcp_pm_error_detected(struct pci_dev *pdev, pci_channel_state_t state)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	if (state == pci_channel_io_normal)
		return PCI_ERS_RESULT_CAN_RECOVER;
	if (!rcp_pm_is_closed(rdev)) {
		dev_notice(&pdev->dev, "PCI error: the bus has cut the card off\n");
		rcp_reset_fail(&rdev->sched);
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

	/* For an error that the bus has corrected, the card was not stopped. */
	if (!READ_ONCE(rdev->sched.stopped))
		return;
	rcp_pm_close_gate(&rdev->pm);
	rcp_card_clear_lost(&rdev->card);
	rcp_pm_up(rdev);
	rcp_pm_open_gate(&rdev->pm);
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
 * rcp_pm_prepare() - initialise the gate, before there are clients
 * @rdev: the device
 *
 * Context: probe.
 */
void rcp_pm_prepare(struct rcp_device *rdev)
{
	init_rwsem(&rdev->pm.gate);
	init_waitqueue_head(&rdev->pm.opened);
}

/**
 * rcp_pm_init() - allow runtime suspend and recovery from PCI errors
 * @rdev: the device, complete
 *
 * Context: probe.
 */
void rcp_pm_init(struct rcp_device *rdev)
{
	struct pci_dev *pdev = rdev->card.pdev;

	/* If there is no memory for the state, the driver cannot recover from a PCI error. */
	pci_save_state(pdev);
	rdev->pm.config = pci_store_saved_state(pdev);
	rcp_pm_runtime_init(rdev);
}

/**
 * rcp_pm_fini() - undo rcp_pm_init(), and keep the card awake from now on
 * @rdev: the device; clients may still be inside of the gate
 *
 * Context: remove.
 */
void rcp_pm_fini(struct rcp_device *rdev)
{
	rcp_pm_runtime_fini(rdev);
	kfree(rdev->pm.config);
	rdev->pm.config = NULL;
}
