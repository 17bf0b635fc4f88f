/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types of turns: which client's job enters the ring next (rcp_turn.c).
 *
 * A job that could run waits here for its turn, in front of the DRM scheduler, whose policy depends
 * on the kernel.  Turns go by client, to the one that has used the least card time.
 */
#ifndef RCP_TURN_TYPES_H
#define RCP_TURN_TYPES_H

#include <linux/dma-fence.h>
#include <linux/list.h>
#include <linux/rbtree.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

#include "rcp_credit.h"

struct rcp_job;

/* Copies in the ring, whatever time they take. */
#define RCP_TURN_COPIES		4u

enum rcp_turn_state {
	RCP_TURN_NONE,
	RCP_TURN_WAITING,
	RCP_TURN_GRANTED,
	RCP_TURN_IN_RING,
};

/**
 * struct rcp_turn - the turn of one job; protected by &rcp_turns.lock
 * @fence: signals when the job gets its turn; initialised each time it begins to wait
 * @node: entry of &rcp_turn_client.ready while the job waits
 * @state: where the job is; RCP_TURN_NONE before and after it is in the ring
 * @estimate_ns: card time that was charged in advance
 * @lost_ns: card time until the job was stopped, because it hung or was too slow
 */
struct rcp_turn {
	struct dma_fence fence;
	struct list_head node;
	enum rcp_turn_state state;
	u64 estimate_ns;
	u64 lost_ns;
};

/**
 * struct rcp_turn_client - the turns of one client; protected by &rcp_turns.lock
 * @node: entry of &rcp_turns.clients while @ready has jobs
 * @ready: jobs that wait for their turn, in the order of arrival
 * @used_ns: card time of its jobs, in advance for those in the ring; raised to that of the
 *	other clients after a pause
 * @batch_ns: card time of the jobs that finished since the last full batch
 * @batch: number of these jobs
 * @mean_ns: the longest mean of a batch since @learned_at, and in the period before it
 * @learned_at: jiffies when the period began
 * @in_ring: jobs that have their turn and are not finished
 * @ring_ns: their estimated card time
 * @measured: a batch has been measured, so @mean_ns is valid
 * @active: jobs of the client are in the ring or ready
 * @credit: for how long its jobs kept others waiting
 * @debt: jiffies for which its jobs kept others waiting without credit, since it had none in
 *	the ring
 * @pause_until: get_jiffies_64() up to which others go first
 */
struct rcp_turn_client {
	struct rb_node node;
	struct list_head ready;
	u64 used_ns;
	u64 batch_ns;
	unsigned int batch;
	u64 mean_ns[2];
	unsigned long learned_at;
	unsigned int in_ring;
	u64 ring_ns;
	bool measured;
	bool active;
	struct rcp_credit credit;
	u64 debt;
	u64 pause_until;
};

/**
 * struct rcp_turns - the turns of a card
 * @lock: protects all turns, and is the lock of each &rcp_turn.fence; taken with interrupts off
 * @context: fence context of the turns
 * @seqno: last seqno in @context
 * @clients: clients with ready jobs, the one with the least &rcp_turn_client.used_ns first
 * @granted: the job that has its turn and is not in the ring yet: one at a time, so that the
 *	order of the ring is the order of turns
 * @stopped: no job gets its turn, because the card is being reset, suspended or cut off
 * @in_ring: streams that have their turn and are not finished
 * @ring_ns: their estimated card time
 * @active: clients with streams in the ring or ready
 * @floor_ns: &rcp_turn_client.used_ns of the client that had the last turn
 * @last: the client that pushed or finished a stream last, to compare only
 * @copies: the client of the driver's copies
 * @last_at: jiffies of that
 * @other_at: jiffies when a client other than @last did so last
 * @shared: @other_at is valid
 * @timer: looks for clients whose pause is over
 */
struct rcp_turns {
	spinlock_t lock;
	u64 context;
	u64 seqno;
	struct rb_root_cached clients;
	struct rcp_job *granted;
	bool stopped;
	unsigned int in_ring;
	u64 ring_ns;
	unsigned int active;
	u64 floor_ns;
	const struct rcp_turn_client *last;
	struct rcp_turn_client copies;
	unsigned long last_at;
	unsigned long other_at;
	bool shared;
	struct timer_list timer;
};

/* Initialise the turns of a client, which are zeroed. */
static inline void rcp_turn_client_init(struct rcp_turn_client *client)
{
	RB_CLEAR_NODE(&client->node);
	INIT_LIST_HEAD(&client->ready);
}

#endif /* RCP_TURN_TYPES_H */
