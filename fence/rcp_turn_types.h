/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types of turns: which job enters the ring next (rcp_turn.c).
 *
 * fence/order/ decides; users and processes are nodes of its tree, in struct rcp_user and struct
 * rcp_account.
 */
#ifndef RCP_TURN_TYPES_H
#define RCP_TURN_TYPES_H

#include <linux/dma-fence.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/spinlock.h>

#include "order/rcp_order.h"

/**
 * struct rcp_turn - the turn of one job; protected by &rcp_turns.lock
 * @order: the job in the order
 * @fence: signals when the job is picked, or leaves the order; initialised each time it is queued
 * @node: entry of &rcp_client.queued while the job waits for its turn
 */
struct rcp_turn {
	struct rcp_order_job order;
	struct dma_fence fence;
	struct list_head node;
};

/**
 * struct rcp_turns - the turns of a card
 * @lock: protects all turns, and is the lock of each &rcp_turn.fence; taken with interrupts off
 * @order: who is next
 * @context: fence context of the turns
 * @seqno: last seqno in @context
 * @timer: asks @order again
 * @asks_at: when it does, ns; RCP_ORDER_NEVER if it is not set
 */
struct rcp_turns {
	spinlock_t lock;
	struct rcp_order order;
	u64 context;
	u64 seqno;
	struct hrtimer timer;
	u64 asks_at;
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

#endif /* RCP_TURN_TYPES_H */
