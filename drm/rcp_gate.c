// SPDX-License-Identifier: GPL-2.0
/*
 * The gate to the card: who may use it, and who waits while the PCI core resets it.
 *
 * Ioctls that place buffers in VRAM or read registers enter with rcp_gate_enter(), as readers of a
 * lock, and wait there while a PCI reset holds it for writing.  Inside, the card is neither reset
 * by the PCI core nor suspended at runtime: the gate holds a runtime PM reference, which wakes the
 * card.
 *
 * Waits for fences, faults and dma-buf callbacks need no gate: they move no buffer into VRAM, so
 * an empty VRAM stays empty, and the GART's shadow keeps what they map while the card is away.
 * Only the moment at which a fault maps VRAM must not be in a reset.
 *
 * Called by ioctls, debugfs, hwmon and faults; rcp_pci_reset.c closes and opens it.  Lock order:
 * the gate is the outermost lock of an ioctl.
 */
#include <linux/pci.h>
#include <linux/pm_runtime.h>

#include <drm/drm_drv.h>

#include "rcp_device.h"

/**
 * rcp_gate_enter() - enter the gate, and wake the card
 * @rdev: the device
 * @idx: out: for rcp_gate_exit()
 *
 * Until rcp_gate_exit() the card is neither reset by the PCI core nor suspended.
 *
 * Context: may sleep; the caller holds no reservation, and accesses no user memory before
 * rcp_gate_exit().
 * Return: 0; -ENODEV if the card is gone, -EIO after a PCI error, -ERESTARTSYS.
 */
int rcp_gate_enter(struct rcp_device *rdev, int *idx)
{
	if (down_read_interruptible(&rdev->gate.lock))
		return -ERESTARTSYS;
	if (!drm_dev_enter(&rdev->drm, idx)) {
		up_read(&rdev->gate.lock);
		return -ENODEV;
	}
	if (pci_channel_offline(rdev->card.pdev)) {
		drm_dev_exit(*idx);
		up_read(&rdev->gate.lock);
		return -EIO;
	}
	/* Ignore a failed resume: the jobs then fail. */
	if (rdev->runtime_pm) {
		pm_runtime_get_sync(rdev->card.dev);
		pm_runtime_mark_last_busy(rdev->card.dev);
	}
	return 0;
}

/**
 * rcp_gate_enter_awake() - enter the gate if the card is awake, without keeping it awake
 * @rdev: the device
 * @idx: out: for rcp_gate_exit()
 *
 * The use does not count as activity for runtime PM.
 *
 * Context: as rcp_gate_enter(), but does not wait for a reset.
 * Return: true inside of the gate; false if the card is gone, asleep or being reset.
 */
bool rcp_gate_enter_awake(struct rcp_device *rdev, int *idx)
{
	if (!down_read_trylock(&rdev->gate.lock))
		return false;
	if (pci_channel_offline(rdev->card.pdev) || !drm_dev_enter(&rdev->drm, idx))
		goto closed;
	if (!rdev->runtime_pm || rcp_compat_pm_get_if_active(rdev->card.dev) > 0)
		return true;
	drm_dev_exit(*idx);
closed:
	up_read(&rdev->gate.lock);
	return false;
}

/**
 * rcp_gate_exit() - undo rcp_gate_enter() or rcp_gate_enter_awake()
 * @rdev: the device
 * @idx: from rcp_gate_enter() or rcp_gate_enter_awake()
 *
 * Context: process.
 */
void rcp_gate_exit(struct rcp_device *rdev, int idx)
{
	/*
	 * pm_runtime_put_autosuspend() of newer kernels marks the device busy, which
	 * rcp_gate_enter_awake() must not do.
	 */
	if (rdev->runtime_pm)
		__pm_runtime_suspend(rdev->card.dev, RPM_GET_PUT | RPM_ASYNC | RPM_AUTO);
	drm_dev_exit(idx);
	up_read(&rdev->gate.lock);
}
