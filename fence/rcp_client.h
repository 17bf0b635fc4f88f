/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clients: open files that hold queues.  The statistics of the queues add up here.
 */
#ifndef RCP_CLIENT_H
#define RCP_CLIENT_H

#include <linux/atomic.h>
#include <linux/kref.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "rcp_account.h"

/**
 * struct rcp_client - an open file and its jobs
 * @kref: the file and each queue hold a reference
 * @release: frees the client; process context
 * @id: drm-client-id of fdinfo, for traces
 * @contexts: queues that exist, without the default one
 * @busy_ticks: sum of &rcp_job.ticks of its jobs
 * @jobs: jobs pushed
 * @hangs: resets that its jobs caused
 * @hits: resets that cost it a job
 * @last_hit: the last one in @hits.  Protected by &rcp_sched.reset_lock.
 * @closed: queued jobs are cancelled; set once, RCP_CLOSE_JIFFIES after close()
 * @queued: &rcp_turn.node of its jobs that wait for their turn.  Protected by &rcp_turns.lock.
 * @accounts: the accounts of the card
 * @lock: protects @account and @queues
 * @account: account of the process that used the file last; a reference
 * @queues: queues that exist, including queues of destroyed contexts
 * @close_work: sets @closed; holds a reference while it is pending
 */
struct rcp_client {
	struct kref kref;
	void (*release)(struct rcp_client *client);
	u64 id;
	atomic_t contexts;
	atomic64_t busy_ticks;
	atomic64_t jobs;
	atomic_t hangs;
	atomic_t hits;
	u32 last_hit;
	bool closed;
	struct list_head queued;
	struct rcp_accounts *accounts;
	spinlock_t lock;
	struct rcp_account *account;
	unsigned int queues;
	struct delayed_work close_work;
};

extern struct workqueue_struct *rcp_client_wq;

void rcp_client_init(struct rcp_client *client, struct rcp_accounts *accounts,
		     void (*release)(struct rcp_client *client));
struct rcp_account *rcp_client_account(struct rcp_client *client);
void rcp_client_close(struct rcp_client *client);
void rcp_client_put(struct rcp_client *client);

/* Add a queue, which has a reference to its client from then on. */
static inline void rcp_client_add_queue(struct rcp_client *client)
{
	kref_get(&client->kref);
	spin_lock(&client->lock);
	client->queues++;
	spin_unlock(&client->lock);
}

void rcp_client_drop_queue(struct rcp_client *client);

#endif /* RCP_CLIENT_H */
