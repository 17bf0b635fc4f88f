/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Accounts: what one client holds and uses, however many files and contexts it has.
 *
 * A client is a process.  The process that submits, moves or creates something is charged,
 * also on a file that it shares with another process.  An account outlives the files of its
 * process, so that closing and opening a file renews neither a budget nor a strike.
 *
 * References: files that use the account, queues, and jobs.  An account without references
 * stays until its process has ended, or for RCP_ACCOUNT_KEEP_MS; the last one of a user while the
 * user owes credit (fence/order/).
 */
#ifndef RCP_ACCOUNT_H
#define RCP_ACCOUNT_H

#include <linux/atomic.h>
#include <linux/dma-fence.h>
#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "rcp_turn_types.h"

/* This many hangs within the window ban a context ... */
#define RCP_BAN_HANGS		3u
#define RCP_BAN_WINDOW_MS	60000u
/* ... and this many banned contexts within ten windows ban the client, ... */
#define RCP_BAN_CONTEXTS	3u
/* ... as do this many hangs in the same time, in any of its contexts. */
#define RCP_BAN_CLIENT_HANGS	(RCP_BAN_HANGS * RCP_BAN_CONTEXTS)

/* An account without references is kept for this time while its process lives. */
#define RCP_ACCOUNT_KEEP_MS	(10 * RCP_BAN_WINDOW_MS)

/* Queues of a client, one of each file and one of each context; and of all clients of a user. */
#define RCP_ACCOUNT_QUEUES	1024u
#define RCP_USER_QUEUES		(8 * RCP_ACCOUNT_QUEUES)

/* Submissions of a client that are not freed yet, in all its contexts */
#define RCP_ACCOUNT_JOBS	4096u

/* Clears of VRAM for a client that are not finished, each of RCP_CLEAR_PIECE bytes at most */
#define RCP_ACCOUNT_CLEARS	32u

/* Buckets of the hash tables */
#define RCP_ACCOUNT_BITS	8

/**
 * struct rcp_strikes - times of the last events of a rate limit
 * @at: jiffies of each event; a ring buffer
 * @count: events since initialisation
 */
struct rcp_strikes {
	unsigned long at[RCP_BAN_CLIENT_HANGS];
	unsigned int count;
};

/**
 * struct rcp_user - what all clients of a user hold together
 * @node: entry of &rcp_accounts.users
 * @uid: the user
 * @accounts: accounts that point here.  Protected by &rcp_accounts.lock.
 * @queues: queues of these accounts
 * @order: the user in the order of clients.  Protected by &rcp_turns.lock.
 */
struct rcp_user {
	struct hlist_node node;
	kuid_t uid;
	unsigned int accounts;
	atomic_t queues;
	struct rcp_order_node order;
};

/**
 * struct rcp_account - a client: one process on one card
 * @node: entry of &rcp_accounts.pids
 * @all: all accounts of the card
 * @pid: the process; a reference
 * @user: the user of the process when the account was opened; freed with its last account
 * @refs: references; 0: the account is idle
 * @idle_since: jiffies when @refs dropped to 0.  Protected by &rcp_accounts.lock.
 * @queues: queues that it created
 * @jobs: its submissions that are not freed yet, see rcp_account_get_job()
 * @wait: woken when @jobs drops
 * @hangs: resets that its jobs caused
 * @order: the process in the order of clients.  Protected by &rcp_turns.lock.
 * @banned: the client may not submit any more; set once
 * @lock: protects the members that follow
 * @strikes: when its jobs hung the card
 * @bans: when its contexts were banned
 * @budget: bytes that may be moved for the client at @budget_jiffies; negative if overdrawn
 * @budget_jiffies: get_jiffies_64() of the last update of @budget
 * @spare_job: memory of a freed job, for the next one of the client; or NULL
 * @spare_stream: the same for a stream that has no room in the memory of its job
 * @spare_lists: the same for the lists of a short submission
 * @spare_long_lists: the same for the lists of a longer one
 * @clears: fences of the last clears for the client, a ring, or NULL; references
 * @nclears: clears so far
 */
struct rcp_account {
	struct hlist_node node;
	struct rcp_accounts *all;
	struct pid *pid;
	struct rcp_user *user;
	atomic_t refs;
	unsigned long idle_since;
	atomic_t queues;
	atomic_t jobs;
	wait_queue_head_t wait;
	atomic_t hangs;
	struct rcp_order_node order;
	bool banned;
	spinlock_t lock;
	struct rcp_strikes strikes;
	struct rcp_strikes bans;
	s64 budget;
	u64 budget_jiffies;
	void *spare_job;
	void *spare_stream;
	void *spare_lists;
	void *spare_long_lists;
	struct dma_fence *clears[RCP_ACCOUNT_CLEARS];
	unsigned int nclears;
};

/**
 * struct rcp_accounts - all accounts of a card
 * @lock: protects the tables; &rcp_turns.lock nests inside it
 * @pids: accounts by process
 * @users: users by uid
 * @turns: the order that users and processes join
 * @sweep: frees accounts that are idle for long, or whose process has ended
 */
struct rcp_accounts {
	spinlock_t lock;
	DECLARE_HASHTABLE(pids, RCP_ACCOUNT_BITS);
	DECLARE_HASHTABLE(users, RCP_ACCOUNT_BITS);
	struct rcp_turns *turns;
	struct delayed_work sweep;
};

void rcp_accounts_init(struct rcp_accounts *all, struct rcp_turns *turns);
void rcp_accounts_fini(struct rcp_accounts *all);

struct rcp_account *rcp_account_open(struct rcp_accounts *all);
void rcp_account_put_last(struct rcp_account *account);

unsigned long rcp_account_budget_due(struct rcp_account *account);
void rcp_account_budget_spend(struct rcp_account *account, u64 bytes);
struct dma_fence *rcp_account_begin_clear(struct rcp_account *account, unsigned int *slot);
void rcp_account_end_clear(struct rcp_account *account, unsigned int slot,
			   struct dma_fence *fence);

bool rcp_strike(struct rcp_strikes *strikes, unsigned int limit, unsigned int window_ms);
void rcp_account_blame(struct rcp_account *account, bool owner);
void rcp_account_ban_context(struct rcp_account *account, bool whole);

/* Take another reference to an account, or to NULL.  Any context. */
static inline void rcp_account_get(struct rcp_account *account)
{
	if (account)
		atomic_inc(&account->refs);
}

/* Drop a reference to an account, or to NULL.  rcp_accounts_fini() and the sweep free.  Process. */
static inline void rcp_account_put(struct rcp_account *account)
{
	if (account && !atomic_add_unless(&account->refs, -1, 1))
		rcp_account_put_last(account);
}

/*
 * Take the spare memory of a client, or allocate @size bytes, the same in all calls for a spare;
 * NULL without memory.  It is charged to the client, and not zeroed: it never belongs to another
 * client, so its contents are not secret.  Each spare saves 240 to 290 instructions of a
 * submission, 1 to 2 % of it.  May sleep.
 */
static inline void *rcp_account_take(void **spare, size_t size)
{
	return xchg(spare, NULL) ?: kmalloc(size, GFP_KERNEL_ACCOUNT);
}

/* Keep memory, or NULL, for the next rcp_account_take(), or free it.  Any context. */
static inline void rcp_account_keep(void **spare, void *memory)
{
	/* KASAN finds uses after the free only of memory that goes back. */
	if (!IS_ENABLED(CONFIG_KASAN))
		memory = xchg(spare, memory);
	/* There was none, as a rule. */
	if (likely(!memory))
		return;
	kfree(memory);
}

/* Wait until the client may have one more job; 0 or -ERESTARTSYS.  Sleeps, without locks. */
static inline int rcp_account_get_job(struct rcp_account *account)
{
	return wait_event_interruptible_exclusive(account->wait,
						  atomic_add_unless(&account->jobs, 1,
								    RCP_ACCOUNT_JOBS));
}

/* Undo rcp_account_get_job(); the caller has a reference.  Any context. */
static inline void rcp_account_put_job(struct rcp_account *account)
{
	atomic_dec(&account->jobs);
	/* Pairs with the barrier of prepare_to_wait_event(), before the condition is read. */
	if (wq_has_sleeper(&account->wait))
		wake_up(&account->wait);
}

/* Test whether the client has budget left for moves. */
static inline bool rcp_account_budget_left(struct rcp_account *account)
{
	return !rcp_account_budget_due(account);
}

/* Test whether the client is banned. */
static inline bool rcp_account_is_banned(const struct rcp_account *account)
{
	return account && READ_ONCE(account->banned);
}

/* Test whether the calling process is the client. */
static inline bool rcp_account_is_current(const struct rcp_account *account)
{
	return account && account->pid == task_tgid(current);
}

#endif /* RCP_ACCOUNT_H */
