// SPDX-License-Identifier: GPL-2.0
/*
 * Payers: the memory cgroups that system pages of buffers are charged to.
 *
 * The group of the process that creates a buffer pays for its pages and for the list of
 * them, whichever thread allocates them: a page fault of another process, an eviction for
 * another client, or suspend.
 *
 * If that group is full, an eviction for a client outside of its limit goes on, because a
 * client in a full group could otherwise keep VRAM from all others.  The pages then are not
 * charged, and the payer owes them.  A payer that owes gets no further VRAM, so it never owes
 * more than the VRAM that it had.
 *
 * Called by rcp_bo.c and rcp_tt.c, with the buffer reserved or new.
 * A client may have as many payers as it has buffers: a group that has been removed stays for the
 * buffers that it pays for.  The lock of the array of payers keeps each from being freed.
 */
#include <linux/memcontrol.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "rcp_bo_types.h"

/* The number of a group in &rcp_device.payers: no later group has the same. */
static unsigned long rcp_payer_index(const struct mem_cgroup *memcg)
{
#ifdef CONFIG_MEMCG
	if (memcg)
		return memcg->css.serial_nr;
#endif
	return 0;
}

/* Find the payer of a group, and take a reference.  As a rule it is the last one. */
static struct rcp_payer *rcp_payer_find(struct rcp_device *rdev, const struct mem_cgroup *memcg)
{
	struct rcp_payer *payer;

	xa_lock(&rdev->payers);
	payer = rdev->last_payer;
	if (!payer || payer->memcg != memcg)
		payer = xa_load(&rdev->payers, rcp_payer_index(memcg));
	if (payer) {
		kref_get(&payer->ref);
		rdev->last_payer = payer;
	}
	xa_unlock(&rdev->payers);
	return payer;
}

/*
 * Add a payer.  Returns a reference to another one if a thread has added that first, or NULL
 * without memory.
 */
static struct rcp_payer *rcp_payer_add(struct rcp_device *rdev, struct rcp_payer *payer)
{
	unsigned long index = rcp_payer_index(payer->memcg);
	struct rcp_payer *other;

	xa_lock(&rdev->payers);
	other = __xa_cmpxchg(&rdev->payers, index, NULL, payer, RCP_GFP_ACCOUNT);
	if (other && !xa_is_err(other))
		kref_get(&other->ref);
	xa_unlock(&rdev->payers);
	if (!other)
		return payer;
	return xa_is_err(other) ? NULL : other;
}

/**
 * rcp_payer_get() - get the payer of the current process
 * @rdev: the device
 *
 * Allocates outside of the lock: in a full group that takes long, and other groups need the lock.
 *
 * Context: may sleep.
 * Return: the payer, a reference, or NULL without memory.
 */
struct rcp_payer *rcp_payer_get(struct rcp_device *rdev)
{
	struct mem_cgroup *memcg = get_mem_cgroup_from_mm(current->mm);
	struct rcp_payer *payer = rcp_payer_find(rdev, memcg), *new;

	if (payer)
		goto put;
	new = kzalloc(sizeof(*new), RCP_GFP_ACCOUNT);
	if (!new)
		goto put;
	kref_init(&new->ref);
	new->rdev = rdev;
	new->memcg = memcg;
	payer = rcp_payer_add(rdev, new);
	if (payer == new)
		return new;
	kfree(new);
put:
	mem_cgroup_put(memcg);
	return payer;
}

static void rcp_payer_release(struct kref *ref)
{
	struct rcp_payer *payer = container_of(ref, struct rcp_payer, ref);
	struct rcp_device *rdev = payer->rdev;

	__xa_erase(&rdev->payers, rcp_payer_index(payer->memcg));
	if (rdev->last_payer == payer)
		rdev->last_payer = NULL;
}

/**
 * rcp_payer_put() - drop a reference
 * @payer: the payer, or NULL
 *
 * Context: may sleep.
 */
void rcp_payer_put(struct rcp_payer *payer)
{
	struct xarray *payers;
	bool last;

	if (!payer)
		return;
	payers = &payer->rdev->payers;
	xa_lock(payers);
	last = kref_put(&payer->ref, rcp_payer_release);
	xa_unlock(payers);
	if (!last)
		return;
	mem_cgroup_put(payer->memcg);
	kfree(payer);
}

/* The topmost group with a limit that applies to @memcg, or NULL. */
static struct mem_cgroup *rcp_payer_limit(struct mem_cgroup *memcg)
{
	struct mem_cgroup *limited = NULL;

#ifdef CONFIG_MEMCG
	for (; memcg; memcg = parent_mem_cgroup(memcg))
		if (READ_ONCE(memcg->memory.max) != PAGE_COUNTER_MAX ||
		    READ_ONCE(memcg->memory.high) != PAGE_COUNTER_MAX)
			limited = memcg;
#endif
	return limited;
}

/**
 * rcp_payer_may_owe() - test whether an eviction may go on without a charge
 * @payer: the payer, which could not be charged
 *
 * A thread to which the same limit applies must free memory of its own first.
 *
 * Context: process.
 * Return: true if the pages may be allocated without a charge.
 */
bool rcp_payer_may_owe(const struct rcp_payer *payer)
{
	struct mem_cgroup *limited = rcp_payer_limit(payer->memcg);
	struct mem_cgroup *own, *memcg;

	if (!limited)
		return false;
	/* A suspend or a PCI reset is not the work of a client. */
	if (READ_ONCE(payer->rdev->sched.cancelling))
		return true;
	own = get_mem_cgroup_from_mm(current->mm);
	for (memcg = own; memcg && memcg != limited; memcg = parent_mem_cgroup(memcg))
		;
	mem_cgroup_put(own);
	return !memcg;
}
