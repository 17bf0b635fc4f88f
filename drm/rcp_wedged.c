// SPDX-License-Identifier: GPL-2.0
/*
 * Uevents for the administrator of the machine: WEDGED=none after a reset of the card, and
 * WEDGED=rebind,bus-reset once it is dead.  Kernels before 6.17 have no such event.
 *
 * A client can hang the card at will, so an event for a reset follows the one before it after
 * RCP_WEDGED_PAUSE at least; resets between them have none.  A death is always told, once.  A
 * card that was pulled out has no event: its removal is one.
 *
 * Fences wait for a reset, and an event allocates memory: a work sends it, after devcoredump has
 * the dump of the hang, so that a udev rule finds it.
 */
#include <drm/drm_drv.h>

#include "rcp_device.h"

#define RCP_WEDGED_PAUSE	(10 * HZ)

static void rcp_wedged_tell(struct rcp_device *rdev, bool dead)
{
	struct rcp_wedged *w = &rdev->wedged;

	if (dead ? READ_ONCE(w->died) : w->told && time_before(jiffies, w->told + RCP_WEDGED_PAUSE))
		return;
	WRITE_ONCE(w->died, dead);
	w->told = jiffies | 1;
	rcp_compat_wedged(&rdev->drm, dead);
}

static void rcp_wedged_work(struct work_struct *work)
{
	struct rcp_device *rdev = container_of(work, struct rcp_device, wedged.work);
	int dead, idx;

	/* The reset that queued this work must end first. */
	mutex_lock(&rdev->sched.reset_lock);
	dead = READ_ONCE(rdev->sched.dead);
	mutex_unlock(&rdev->sched.reset_lock);
	flush_work(&rdev->dump.work);
	if (!drm_dev_enter(&rdev->drm, &idx))
		return;
	rcp_wedged_tell(rdev, dead);
	drm_dev_exit(idx);
}

/**
 * rcp_wedged_init() - prepare uevents
 * @rdev: the device
 */
void rcp_wedged_init(struct rcp_device *rdev)
{
	INIT_WORK(&rdev->wedged.work, rcp_wedged_work);
}

/**
 * rcp_wedged_reset() - send a uevent after the reset that begins
 * @rdev: the device
 *
 * Context: under &rcp_sched.reset_lock; fences may wait for the caller.
 */
void rcp_wedged_reset(struct rcp_device *rdev)
{
	schedule_work(&rdev->wedged.work);
}

/**
 * rcp_wedged_resume() - send a uevent if the card did not come up
 * @rdev: the device, after rcp_reset_resume()
 *
 * A card that works again may die again.
 *
 * Context: may sleep.
 */
void rcp_wedged_resume(struct rcp_device *rdev)
{
	if (READ_ONCE(rdev->sched.dead))
		rcp_wedged_reset(rdev);
	else
		WRITE_ONCE(rdev->wedged.died, false);
}
