// SPDX-License-Identifier: GPL-2.0
/*
 * Grants: RAM on the chip that one file at a time may use.
 *
 * Some generations have RAM that no address names: HiZ, ZMASK and CMASK.  A client asks for it
 * with DRM_RADEON_INFO (WANT_HYPERZ, WANT_CMASK).  From then on its streams are checked with the
 * flag of the grant, and only streams with the flag may use the RAM.  The front of the generation
 * names the grants that there are (&pm4_front.flags).
 *
 * A grant has a new owner only when all jobs with its flag are complete: a job that comes late
 * would change the contents under the new owner.  The new owner does not see the contents of the
 * last one, because rcp_emit_job() clears the RAM before the first stream of another file.
 *
 * Called from ioctls, from open() and close(), and for completed jobs.
 */
#include "rcp_device.h"

/* PM4_OWNS_* of each grant */
static const u32 rcp_grant_flags[RCP_GRANTS] = { PM4_OWNS_HYPERZ, PM4_OWNS_CMASK };

static void rcp_grant_drop_locked(struct rcp_grant *grant, struct rcp_file *file, u32 flag)
{
	if (grant->owner != file)
		return;
	grant->owner = NULL;
	WRITE_ONCE(file->owns, file->owns & ~flag);
}

/**
 * rcp_grant_want() - ask for a grant, or give it up
 * @file: the client
 * @flag: PM4_OWNS_HYPERZ or PM4_OWNS_CMASK
 * @want: the client asks for it
 *
 * Context: process; does not wait.
 * Return: true if the client owns the grant now.
 */
bool rcp_grant_want(struct rcp_file *file, u32 flag, bool want)
{
	struct rcp_device *rdev = file->rdev;
	struct rcp_grant *grant = &rdev->grants.all[flag == PM4_OWNS_CMASK];
	bool owns;

	if (!(rdev->card.pm4.front->flags & flag))
		return false;
	spin_lock(&rdev->grants.lock);
	if (!want) {
		rcp_grant_drop_locked(grant, file, flag);
	} else if (!grant->owner && !atomic_read(&grant->jobs)) {
		grant->owner = file;
		WRITE_ONCE(file->owns, file->owns | flag);
	}
	owns = grant->owner == file;
	spin_unlock(&rdev->grants.lock);
	return owns;
}

/**
 * rcp_grants_use() - get the grants with which a stream of a client is checked
 * @file: the client
 *
 * The grants get no new owner before rcp_grants_unuse().
 *
 * Context: process.
 * Return: PM4_OWNS_*.
 */
u32 rcp_grants_use(struct rcp_file *file)
{
	struct rcp_grants *grants = &file->rdev->grants;
	u32 i, owns;

	if (likely(!READ_ONCE(file->owns)))
		return 0;
	spin_lock(&grants->lock);
	owns = file->owns;
	for (i = 0; i < RCP_GRANTS; i++)
		if (owns & rcp_grant_flags[i])
			atomic_inc(&grants->all[i].jobs);
	spin_unlock(&grants->lock);
	return owns;
}

/**
 * rcp_grants_release() - rcp_grants_unuse() for a stream that used grants
 * @rdev: the device
 * @owns: result of rcp_grants_use()
 *
 * Context: any.
 */
void rcp_grants_release(struct rcp_device *rdev, u32 owns)
{
	u32 i;

	for (i = 0; i < RCP_GRANTS; i++)
		if (owns & rcp_grant_flags[i])
			atomic_dec(&rdev->grants.all[i].jobs);
}

/**
 * rcp_grants_close() - take the grants from a client that has closed the device
 * @file: the client
 *
 * Context: process.
 */
void rcp_grants_close(struct rcp_file *file)
{
	struct rcp_grants *grants = &file->rdev->grants;
	u32 i;

	spin_lock(&grants->lock);
	for (i = 0; i < RCP_GRANTS; i++)
		rcp_grant_drop_locked(&grants->all[i], file, rcp_grant_flags[i]);
	spin_unlock(&grants->lock);
}
