// SPDX-License-Identifier: GPL-2.0
/*
 * The card is stopped and brought up again while clients exist.
 *
 * System sleep, hibernation and runtime suspend (rcp_sleep.c), and PCI resets (rcp_pci_reset.c)
 * all quiesce the card and bring it up again.  Quiesce: clients' jobs end, the card copies VRAM to
 * system memory and stops; no buffer is left in VRAM, so no contents are lost.  Bring-up: as at
 * probe (ring/), after the video BIOS has posted the card.  Buffers return to VRAM with the
 * submissions that name them.
 *
 * The PM core and the PCI core call one at a time.
 */
#include <linux/delay.h>

#include "mem/rcp_bo.h"

/* TTM of some kernels only trylocks reservations, so an eviction may need several tries. */
#define RCP_PM_EVICT_TRIES	100

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
 * rcp_pm_is_over() - test whether the card stays stopped: after a shutdown, or during remove
 * @rdev: the device
 *
 * Context: any.
 * Return: true if it does.
 */
bool rcp_pm_is_over(struct rcp_device *rdev)
{
	return READ_ONCE(rdev->sched.dead) == -ENODEV;
}

/**
 * rcp_pm_suspend() - quiesce the card
 * @rdev: the device
 *
 * Context: may sleep.
 * Return: 0; or an error, and the card runs.
 */
int rcp_pm_suspend(struct rcp_device *rdev)
{
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
	rcp_wedged_resume(rdev);
	rcp_devfreq_resume(rdev);
}
