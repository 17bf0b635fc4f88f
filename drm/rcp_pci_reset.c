// SPDX-License-Identifier: GPL-2.0
/*
 * PCI resets and PCI errors.
 *
 * A reset is announced: it closes the gate (rcp_gate.c), the card is quiesced, and comes up after
 * it.  A PCI error is not, and the card cannot copy any more: VRAM is lost, jobs fail, and
 * CTX_STATE reports that to clients.
 *
 * Called by the PCI core with the lock of the PCI device, as remove is.
 */
#include <linux/pci.h>
#include <linux/slab.h>

#include "rcp_device.h"

/*
 * Close the gate, and wait until all ioctls and faults inside have left it.  Further ioctls, and
 * faults in VRAM, wait until the same thread opens it.
 */
static void rcp_pci_reset_close(struct rcp_gate *gate)
{
	down_write(&gate->lock);
	WRITE_ONCE(gate->closed, true);
}

/*
 * A reset cannot be refused: buffers that cannot be copied to system memory lose their
 * contents.  Unmap all CPU mappings, so that none leads to VRAM: the next fault maps
 * the pages that a buffer has then.
 */
static void rcp_pci_reset_prepare(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);
	int lost;

	if (rcp_pm_is_over(rdev))
		return;
	rcp_pci_reset_close(&rdev->gate);
	rcp_devfreq_suspend(rdev);
	lost = atomic_read(&rdev->sched.vram_lost);
	if (rcp_pm_save(rdev))
		atomic_inc(&rdev->sched.vram_lost);
	if (lost != atomic_read(&rdev->sched.vram_lost))
		dev_notice(&pdev->dev, "PCI reset: not all of VRAM could be saved\n");
	unmap_mapping_range(rdev->drm.anon_inode->i_mapping, 0, 0, 1);
	rcp_reset_suspend(&rdev->sched);
	rcp_clock_stop(&rdev->card);
}

static void rcp_pci_reset_done(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	rcp_card_clear_lost(&rdev->card);
	rcp_pm_resume(rdev);
	if (!READ_ONCE(rdev->gate.closed))
		return;
	WRITE_ONCE(rdev->gate.closed, false);
	up_write(&rdev->gate.lock);
}

/*
 * The bus has cut the card off.  No callback reports a card that never comes back, so jobs
 * and ioctls fail until rcp_pci_error_over() instead of waiting for it.
 */
static pci_ers_result_t rcp_pci_error_detected(struct pci_dev *pdev, pci_channel_state_t state)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	if (state == pci_channel_io_normal)
		return PCI_ERS_RESULT_CAN_RECOVER;
	if (!rcp_pm_is_over(rdev)) {
		dev_notice(&pdev->dev, "PCI error: the bus has cut the card off\n");
		rcp_devfreq_suspend(rdev);
		rcp_reset_fail(&rdev->sched);
	}
	return state == pci_channel_io_frozen ? PCI_ERS_RESULT_NEED_RESET :
						PCI_ERS_RESULT_DISCONNECT;
}

static pci_ers_result_t rcp_pci_slot_reset(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	if (!rdev->pci_config || pci_load_saved_state(pdev, rdev->pci_config))
		return PCI_ERS_RESULT_DISCONNECT;
	pci_restore_state(pdev);
	return PCI_ERS_RESULT_RECOVERED;
}

static void rcp_pci_error_over(struct pci_dev *pdev)
{
	struct rcp_device *rdev = pci_get_drvdata(pdev);

	/* For an error that the bus has corrected, the card was not stopped. */
	if (!READ_ONCE(rdev->sched.stopped))
		return;
	rcp_pci_reset_close(&rdev->gate);
	rcp_pci_reset_done(pdev);
}

const struct pci_error_handlers rcp_pci_error_handlers = {
	.reset_prepare = rcp_pci_reset_prepare,
	.reset_done = rcp_pci_reset_done,
	.error_detected = rcp_pci_error_detected,
	.slot_reset = rcp_pci_slot_reset,
	.resume = rcp_pci_error_over,
};

/**
 * rcp_pci_reset_init() - allow recovery from PCI errors
 * @rdev: the device
 *
 * Context: probe.
 */
void rcp_pci_reset_init(struct rcp_device *rdev)
{
	struct pci_dev *pdev = rdev->card.pdev;

	/* If there is no memory for the state, the driver cannot recover from a PCI error. */
	pci_save_state(pdev);
	rdev->pci_config = pci_store_saved_state(pdev);
}

/**
 * rcp_pci_reset_fini() - undo rcp_pci_reset_init()
 * @rdev: the device
 *
 * Context: remove.
 */
void rcp_pci_reset_fini(struct rcp_device *rdev)
{
	kfree(rdev->pci_config);
	rdev->pci_config = NULL;
}
