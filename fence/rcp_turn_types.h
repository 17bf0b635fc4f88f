/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types of turns: which job enters the ring next (rcp_turn.c).
 *
 * fence/order/ decides; users and processes are nodes of its tree, in struct rcp_user and struct
 * rcp_account.
 */
#ifndef RCP_TURN_TYPES_H
#define RCP_TURN_TYPES_H

#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "order/rcp_order.h"

/**
 * struct rcp_turn - the turn of one job; protected by &rcp_turns.lock
 * @order: the job in the order
 * @node: entry of &rcp_client.queued while the job waits for its turn, or of &rcp_turns.picked
 * @waiting: entry of &rcp_turns.waiting
 * @entry: entry of &rcp_queue.jobs while the job is pushed and not in the ring
 */
struct rcp_turn {
	struct rcp_order_job order;
	struct list_head node;
	struct list_head waiting;
	struct list_head entry;
};

/**
 * struct rcp_turns - the turns of a card
 * @lock: protects all turns; taken with interrupts off
 * @order: who is next
 * @busy_ns: card time of the jobs that have left the ring
 * @limit: jobs that may be in the ring at once; as many as fit with the largest preambles
 * @waiting: streams that wait for their turn and are not cancelled; one of each queue
 * @picked: jobs that were picked while another one looked for its turn
 * @timer: queues @work, which asks @order again
 * @asks_at: when it does, ns; RCP_ORDER_NEVER if it is not set
 * @wq: runs @work
 * @work: writes the jobs that are next to the ring
 */
struct rcp_turns {
	spinlock_t lock;
	struct rcp_order order;
	u64 busy_ns;
	u32 limit;
	struct list_head waiting;
	struct list_head picked;
	struct hrtimer timer;
	u64 asks_at;
	struct workqueue_struct *wq;
	struct work_struct work;
};

/* Add a user or a process, zeroed. */
static inline void rcp_turns_join(struct rcp_turns *turns, struct rcp_order_node *node,
				  struct rcp_order_node *parent)
{
	spin_lock_irq(&turns->lock);
	rcp_order_join(&turns->order, node, parent, ktime_get_ns());
	spin_unlock_irq(&turns->lock);
}

/* Remove a user or a process without jobs. */
static inline void rcp_turns_leave(struct rcp_turns *turns, struct rcp_order_node *node)
{
	spin_lock_irq(&turns->lock);
	rcp_order_leave(&turns->order, node, ktime_get_ns());
	spin_unlock_irq(&turns->lock);
}

/* Test whether a user would forget a debt if it left. */
static inline bool rcp_turns_owes(struct rcp_turns *turns, const struct rcp_order_node *user)
{
	bool owes;

	spin_lock_irq(&turns->lock);
	owes = rcp_order_owes(user, ktime_get_ns());
	spin_unlock_irq(&turns->lock);
	return owes;
}

/* Test whether a process is before another one; NULL, the kernel, is before all. */
static inline bool rcp_turns_is_before(struct rcp_turns *turns,
				       const struct rcp_order_node *process,
				       const struct rcp_order_node *other)
{
	bool before;

	if (!process || !other)
		return other;
	spin_lock_irq(&turns->lock);
	before = rcp_order_is_before(process, other);
	spin_unlock_irq(&turns->lock);
	return before;
}

/* Pick no more jobs.  Jobs still leave the ring, and join the order.  The caller has the ring. */
static inline void rcp_turns_stop(struct rcp_turns *turns)
{
	spin_lock_irq(&turns->lock);
	rcp_order_stop(&turns->order, ktime_get_ns());
	spin_unlock_irq(&turns->lock);
}

/* Restart the limits of the oldest job, which was held up by others.  The order is stopped. */
static inline void rcp_turns_rerun(struct rcp_turns *turns)
{
	spin_lock_irq(&turns->lock);
	rcp_order_restart(&turns->order, ktime_get_ns());
	spin_unlock_irq(&turns->lock);
}

/*
 * Count the streams that wait for their turn, and one more if copies wait; @moves: threads that
 * wait to push a copy.
 */
static inline unsigned int rcp_turns_waiting(struct rcp_turns *turns, unsigned int *moves)
{
	unsigned int n;

	spin_lock_irq(&turns->lock);
	n = turns->order.card.ready + !!turns->order.copies.first;
	*moves = turns->order.card.blocked;
	spin_unlock_irq(&turns->lock);
	return n;
}

/* The timeout of a job, in ms, however many others wait. */
static inline unsigned int rcp_turns_timeout_ms(const struct rcp_turns *turns)
{
	return div_u64(turns->order.timeout_ns, NSEC_PER_MSEC);
}

#endif /* RCP_TURN_TYPES_H */
