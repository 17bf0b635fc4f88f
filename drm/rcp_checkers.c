// SPDX-License-Identifier: GPL-2.0
/*
 * The pool of PM4 checkers: one for each processor, up to RCP_CHECKERS_MAX.
 *
 * A submission holds a checker for one check only.  So waiting for a checker is waiting for
 * a check, which is short and waits for nothing.  The search for a free one begins with the one of
 * the processor, so that as a rule it is the first, and in the processor's cache.
 *
 * rcp_checker_get() and rcp_checker_put() are called from the CS ioctl.  No lock: a bit of each
 * checker says that it is in use.
 */
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "rcp_device.h"

/* Limits the memory on machines with many processors. */
#define RCP_CHECKERS_MAX	16u

/**
 * rcp_checkers_init() - allocate the checkers
 * @rdev: the device; its card has been started, so its straps are known
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM; rcp_checkers_fini() cleans up in both cases.
 */
int rcp_checkers_init(struct rcp_device *rdev)
{
	struct rcp_checkers *ck = &rdev->checkers;
	unsigned int count = min(num_possible_cpus(), RCP_CHECKERS_MAX);
	const struct pm4_front *front = rdev->card.pm4.front;

	init_waitqueue_head(&ck->wait);
	ck->all = kcalloc(count, sizeof(*ck->all), GFP_KERNEL);
	if (!ck->all)
		return -ENOMEM;
	for (; ck->count < count; ck->count++) {
		struct pm4_checker *checker = kvzalloc(pm4_checker_size(front), GFP_KERNEL);

		if (!checker)
			return -ENOMEM;
		pm4_checker_init(checker, &rdev->card.pm4);
		ck->all[ck->count].pm4 = checker;
	}
	return 0;
}

/**
 * rcp_checkers_fini() - free the checkers
 * @rdev: the device; no submission holds a checker
 *
 * Context: may sleep.
 */
void rcp_checkers_fini(struct rcp_device *rdev)
{
	struct rcp_checkers *ck = &rdev->checkers;

	while (ck->count)
		kvfree(ck->all[--ck->count].pm4);
	kfree(ck->all);
}

static struct rcp_checker *rcp_checker_try(struct rcp_checkers *ck)
{
	struct rcp_checker *first = &ck->all[raw_smp_processor_id() % ck->count];
	struct rcp_checker *checker = first;

	do {
		if (!test_and_set_bit_lock(0, &checker->busy))
			return checker;
		if (++checker == ck->all + ck->count)
			checker = ck->all;
	} while (checker != first);
	return NULL;
}

/**
 * rcp_checker_get() - take a checker
 * @rdev: the device
 *
 * Context: may sleep, until another thread has finished its check; reservations may be held.
 * Return: the checker; never NULL.
 */
struct rcp_checker *rcp_checker_get(struct rcp_device *rdev)
{
	struct rcp_checkers *ck = &rdev->checkers;
	struct rcp_checker *checker;

	wait_event_idle_exclusive(ck->wait, (checker = rcp_checker_try(ck)));
	return checker;
}

/**
 * rcp_checker_put() - give a checker back
 * @rdev: the device
 * @checker: the checker
 *
 * Context: process.
 */
void rcp_checker_put(struct rcp_device *rdev, struct rcp_checker *checker)
{
	struct rcp_checkers *ck = &rdev->checkers;

	clear_bit_unlock(0, &checker->busy);
	/* Pairs with the barrier of prepare_to_wait_event(), before the condition is read. */
	if (wq_has_sleeper(&ck->wait))
		wake_up(&ck->wait);
}
