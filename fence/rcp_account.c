// SPDX-License-Identifier: GPL-2.0
/*
 * Accounts of clients: lookup by process, lifetime, strikes.
 *
 * open(), submissions, and page faults look up the account of the calling process and create
 * it if there is none.  Kernel threads have no account.  The table is keyed by struct pid,
 * to which the account holds a reference, so that a reused process number is another client.
 *
 * A process that closes its last file keeps its account for RCP_ACCOUNT_KEEP_MS, with all
 * strikes and budgets.  The account of a process that has ended goes with the next sweep, but
 * for the last account of a user, which stays as long as the user owes credit.
 *
 * Called by rcp_client.c, rcp_queue*.c, rcp_job.c and drm/.  Locks: &rcp_accounts.lock and
 * &rcp_account.lock are taken with interrupts on; only &rcp_turns.lock nests inside the former.
 */
#include <linux/cred.h>
#include <linux/jiffies.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/user_namespace.h>

#include "rcp_account.h"

/* Interval of the sweeps while there are idle accounts */
#define RCP_ACCOUNT_SWEEP_JIFFIES	(10 * HZ)

static struct rcp_account *rcp_account_find(struct rcp_accounts *all, const struct pid *pid)
{
	struct rcp_account *account;

	lockdep_assert_held(&all->lock);
	hash_for_each_possible(all->pids, account, node, (unsigned long)pid) {
		if (account->pid == pid) {
			atomic_inc(&account->refs);
			return account;
		}
	}
	return NULL;
}

static struct rcp_user *rcp_user_find(struct rcp_accounts *all, kuid_t uid)
{
	struct rcp_user *user;

	lockdep_assert_held(&all->lock);
	hash_for_each_possible(all->users, user, node, __kuid_val(uid))
		if (uid_eq(user->uid, uid))
			return user;
	return NULL;
}

/*
 * Add @account, and @user unless the user is known.  Another thread of the process may have
 * been faster: then return its account.  Members that were not used are freed by the caller.
 */
static struct rcp_account *rcp_account_add(struct rcp_accounts *all, struct rcp_account *account,
					   struct rcp_user *user)
{
	struct rcp_account *found;

	spin_lock(&all->lock);
	found = rcp_account_find(all, account->pid);
	if (!found) {
		account->user = rcp_user_find(all, user->uid);
		if (!account->user) {
			account->user = user;
			hash_add(all->users, &user->node, __kuid_val(user->uid));
			rcp_turns_join(all->turns, &user->order, &all->turns->order.card);
		}
		account->user->accounts++;
		rcp_turns_join(all->turns, &account->order, &account->user->order);
		hash_add(all->pids, &account->node, (unsigned long)account->pid);
		found = account;
	}
	spin_unlock(&all->lock);
	return found;
}

/* Free an account, and its user if it was the last one. */
static void rcp_account_free(struct rcp_account *account)
{
	unsigned int i;

	for (i = 0; i < RCP_ACCOUNT_CLEARS; i++)
		dma_fence_put(account->clears[i]);
	kfree(account->spare_job);
	kfree(account->spare_stream);
	kfree(account->spare_lists);
	kfree(account->spare_long_lists);
	put_pid(account->pid);
	kfree(account->user);
	kfree(account);
}

/*
 * The user of the calling process.  Inside a user namespace a process may take any id of it, so all
 * of its ids are the owner of the outermost one.  Root's ids tell nothing of the user: services
 * make them for others, and give each a range of ids of its own.
 */
static kuid_t rcp_account_uid(void)
{
	const struct user_namespace *space = current_user_ns();

	while (space != &init_user_ns && space->parent != &init_user_ns)
		space = space->parent;
	return space == &init_user_ns || uid_eq(space->owner, GLOBAL_ROOT_UID) ? current_uid() :
	       space->owner;
}

static struct rcp_account *rcp_account_create(struct rcp_accounts *all)
{
	struct rcp_account *account = kzalloc(sizeof(*account), GFP_KERNEL_ACCOUNT);
	struct rcp_user *user = kzalloc(sizeof(*user), GFP_KERNEL_ACCOUNT);
	struct rcp_account *found = NULL;

	if (account && user) {
		account->all = all;
		account->pid = get_pid(task_tgid(current));
		atomic_set(&account->refs, 1);
		init_waitqueue_head(&account->wait);
		spin_lock_init(&account->lock);
		user->uid = rcp_account_uid();
		found = rcp_account_add(all, account, user);
	}
	if (!found || found->user != user)
		kfree(user);
	if (!found)
		kfree(account);
	else if (found != account)
		rcp_account_free(account);
	return found;
}

/**
 * rcp_account_open() - look up the account of the calling process, or create it
 * @all: the accounts of the card
 *
 * Context: may sleep; reservations may be held.
 * Return: the account, with a reference; NULL for a kernel thread, or when out of memory.
 */
struct rcp_account *rcp_account_open(struct rcp_accounts *all)
{
	struct rcp_account *account;

	if (current->flags & PF_KTHREAD)
		return NULL;
	spin_lock(&all->lock);
	account = rcp_account_find(all, task_tgid(current));
	spin_unlock(&all->lock);
	return account ?: rcp_account_create(all);
}

/**
 * rcp_account_put_last() - drop a reference that may be the last one
 * @account: the account
 *
 * Context: process.
 */
void rcp_account_put_last(struct rcp_account *account)
{
	struct rcp_accounts *all = account->all;

	if (!atomic_dec_and_lock(&account->refs, &all->lock))
		return;
	account->idle_since = jiffies;
	schedule_delayed_work(&all->sweep, RCP_ACCOUNT_SWEEP_JIFFIES);
	spin_unlock(&all->lock);
}

/* Remove an idle account from the tables.  The caller frees it after it drops the lock. */
static void rcp_account_remove(struct rcp_account *account)
{
	struct rcp_turns *turns = account->all->turns;
	struct rcp_user *user = account->user;

	lockdep_assert_held(&account->all->lock);
	hash_del(&account->node);
	rcp_turns_leave(turns, &account->order);
	if (--user->accounts) {
		account->user = NULL;
		return;
	}
	hash_del(&user->node);
	rcp_turns_leave(turns, &user->order);
}

/*
 * The last account of a user stays while the user owes credit: otherwise a process that has used it
 * up would end, and the next one would have a new credit.
 */
static bool rcp_account_is_over(const struct rcp_account *account)
{
	bool alive;

	lockdep_assert_held(&account->all->lock);
	if (time_after(jiffies, account->idle_since + msecs_to_jiffies(RCP_ACCOUNT_KEEP_MS)))
		return true;
	if (account->user->accounts == 1 &&
	    rcp_turns_owes(account->all->turns, &account->user->order))
		return false;
	rcu_read_lock();
	alive = pid_task(account->pid, PIDTYPE_TGID);
	rcu_read_unlock();
	return !alive;
}

/*
 * Free the idle accounts of a bucket: all of them, or those that are over.  Returns the number
 * of idle accounts that stay.
 */
static unsigned int rcp_accounts_sweep(struct rcp_accounts *all, struct hlist_head *bucket,
				       bool everything)
{
	struct rcp_account *account;
	struct hlist_node *next;
	unsigned int idle = 0;
	HLIST_HEAD(accounts);

	spin_lock(&all->lock);
	hlist_for_each_entry_safe(account, next, bucket, node) {
		if (atomic_read(&account->refs))
			continue;
		if (!everything && !rcp_account_is_over(account)) {
			idle++;
			continue;
		}
		rcp_account_remove(account);
		hlist_add_head(&account->node, &accounts);
	}
	spin_unlock(&all->lock);
	hlist_for_each_entry_safe(account, next, &accounts, node)
		rcp_account_free(account);
	return idle;
}

static unsigned int rcp_accounts_sweep_all(struct rcp_accounts *all, bool everything)
{
	unsigned int i, idle = 0;

	for (i = 0; i < ARRAY_SIZE(all->pids); i++) {
		idle += rcp_accounts_sweep(all, &all->pids[i], everything);
		cond_resched();
	}
	return idle;
}

static void rcp_accounts_work(struct work_struct *work)
{
	struct rcp_accounts *all = container_of(to_delayed_work(work), struct rcp_accounts, sweep);

	if (rcp_accounts_sweep_all(all, false))
		schedule_delayed_work(&all->sweep, RCP_ACCOUNT_SWEEP_JIFFIES);
}

/**
 * rcp_accounts_init() - initialise the accounts of a card
 * @all: the accounts
 * @turns: the order of clients; initialised before the first account is opened
 *
 * Context: any.
 */
void rcp_accounts_init(struct rcp_accounts *all, struct rcp_turns *turns)
{
	spin_lock_init(&all->lock);
	all->turns = turns;
	hash_init(all->pids);
	hash_init(all->users);
	INIT_DELAYED_WORK(&all->sweep, rcp_accounts_work);
}

/**
 * rcp_accounts_fini() - free all accounts
 * @all: the accounts; no reference is left
 *
 * Context: may sleep.
 */
void rcp_accounts_fini(struct rcp_accounts *all)
{
	cancel_delayed_work_sync(&all->sweep);
	rcp_accounts_sweep_all(all, true);
}

/* ---- moves ---- */

/* Budget for a client's moves: bytes per jiffy (128 MiB/s), and bytes in a burst. */
#define RCP_BUDGET_RATE		((128ll << 20) / HZ)
#define RCP_BUDGET_BURST	(64ll << 20)

/**
 * rcp_account_budget_due() - get the time until a client has budget left for moves
 * @account: the client
 *
 * A move may overdraw the budget; later moves then wait until it is positive again.
 *
 * Context: process.
 * Return: jiffies until the budget is positive, 0 if it is.
 */
unsigned long rcp_account_budget_due(struct rcp_account *account)
{
	u64 now = get_jiffies_64();
	s64 missing;

	spin_lock(&account->lock);
	/* The first call of a client counts from jiffy 0, so it gets the full burst. */
	account->budget = min_t(s64, RCP_BUDGET_BURST, account->budget +
				(s64)(now - account->budget_jiffies) * RCP_BUDGET_RATE);
	account->budget_jiffies = now;
	missing = 1 - account->budget;
	spin_unlock(&account->lock);
	return missing > 0 ? DIV_ROUND_UP_ULL(missing, RCP_BUDGET_RATE) : 0;
}

/**
 * rcp_account_budget_spend() - charge moves to a client's budget
 * @account: the client
 * @bytes: bytes that were moved for the client
 *
 * Context: process.
 */
void rcp_account_budget_spend(struct rcp_account *account, u64 bytes)
{
	spin_lock(&account->lock);
	account->budget -= bytes;
	spin_unlock(&account->lock);
}

/* ---- clears ---- */

/**
 * rcp_account_begin_clear() - find a slot for another clear of VRAM
 * @account: the client
 * @slot: returns the slot for rcp_account_end_clear()
 *
 * Context: process.
 * Return: NULL, or the fence of an earlier clear to wait for first, a reference.
 */
struct dma_fence *rcp_account_begin_clear(struct rcp_account *account, unsigned int *slot)
{
	struct dma_fence *fence;

	spin_lock(&account->lock);
	*slot = account->nclears % RCP_ACCOUNT_CLEARS;
	fence = account->clears[*slot];
	if (fence && dma_fence_is_signaled(fence))
		fence = NULL;
	if (!fence)
		account->nclears++;
	dma_fence_get(fence);
	spin_unlock(&account->lock);
	return fence;
}

/**
 * rcp_account_end_clear() - record a clear
 * @account: the client
 * @slot: its slot
 * @fence: its fence; takes a reference
 *
 * Context: process.
 */
void rcp_account_end_clear(struct rcp_account *account, unsigned int slot,
			   struct dma_fence *fence)
{
	dma_fence_get(fence);
	spin_lock(&account->lock);
	swap(account->clears[slot], fence);
	spin_unlock(&account->lock);
	dma_fence_put(fence);
}

/* ---- strikes ---- */

/**
 * rcp_strike() - record an event of a rate limit
 * @strikes: the events so far, serialised by the caller
 * @limit: number of events, at most RCP_BAN_CLIENT_HANGS
 * @window_ms: length of the window
 *
 * Context: any.
 * Return: true if this is at least the @limit-th event within the window.
 */
bool rcp_strike(struct rcp_strikes *strikes, unsigned int limit, unsigned int window_ms)
{
	const unsigned int size = ARRAY_SIZE(strikes->at);
	unsigned long now = jiffies;

	strikes->at[strikes->count++ % size] = now;
	return strikes->count >= limit &&
	       now - strikes->at[(strikes->count - limit) % size] <= msecs_to_jiffies(window_ms);
}

/**
 * rcp_account_blame() - account a hang to the client that submitted the guilty job
 * @account: the client
 * @owner: the job was in a context of the client itself, whose bans the context counts
 *
 * A client that hangs contexts of another one is banned as a whole, because the ban of the
 * context would hit the other one.
 *
 * Context: process; called before the first fence of the hang signals.
 */
void rcp_account_blame(struct rcp_account *account, bool owner)
{
	atomic_inc(&account->hangs);
	spin_lock(&account->lock);
	if (rcp_strike(&account->strikes, owner ? RCP_BAN_CLIENT_HANGS : RCP_BAN_HANGS,
		       owner ? 10 * RCP_BAN_WINDOW_MS : RCP_BAN_WINDOW_MS))
		WRITE_ONCE(account->banned, true);
	spin_unlock(&account->lock);
}

/**
 * rcp_account_ban_context() - account the ban of a context to its client
 * @account: the client
 * @whole: ban the client at once
 *
 * Context: process.
 */
void rcp_account_ban_context(struct rcp_account *account, bool whole)
{
	spin_lock(&account->lock);
	if (rcp_strike(&account->bans, RCP_BAN_CONTEXTS, 10 * RCP_BAN_WINDOW_MS) || whole)
		WRITE_ONCE(account->banned, true);
	spin_unlock(&account->lock);
}
