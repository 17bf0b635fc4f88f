// SPDX-License-Identifier: GPL-2.0
/*
 * Clients: open files, and what happens to their jobs at close().
 *
 * close() does not wait for the card.  After it the jobs of the file have one second to reach the
 * card; jobs that are still queued then are cancelled, without their turn; a job that waits for a
 * fence, when that signals.
 *
 * The ioctls and rcp_queue.c call.  Locks: &rcp_client.lock, under which no other is taken.
 */
#include <linux/jiffies.h>

#include "rcp_client.h"
#include "rcp_sched_types.h"

/* Jobs of a closed file that are still queued after this time are cancelled. */
#define RCP_CLOSE_JIFFIES	HZ

/* Tears down the queues, and marks the closed clients, of all devices. */
struct workqueue_struct *rcp_client_wq;

static void rcp_client_close_work(struct work_struct *work)
{
	struct rcp_client *client = container_of(to_delayed_work(work), struct rcp_client,
						 close_work);

	WRITE_ONCE(client->closed, true);
	rcp_turns_close(client->accounts->turns, client);
	rcp_client_put(client);
}

/**
 * rcp_client_init() - initialise a client without queues
 * @client: the client, zeroed; the caller gets its first reference
 * @accounts: the accounts of the card
 * @release: frees the client
 *
 * Context: any.
 */
void rcp_client_init(struct rcp_client *client, struct rcp_accounts *accounts,
		     void (*release)(struct rcp_client *client))
{
	kref_init(&client->kref);
	client->accounts = accounts;
	client->release = release;
	spin_lock_init(&client->lock);
	INIT_LIST_HEAD(&client->queued);
	INIT_DELAYED_WORK(&client->close_work, rcp_client_close_work);
}

/**
 * rcp_client_account() - look up the account of the process that uses a file
 * @client: the file
 *
 * Several processes may share the file.  The account of the last one is found without a look
 * into the table.
 *
 * Context: may sleep.
 * Return: the account, with a reference, or NULL when out of memory.
 */
struct rcp_account *rcp_client_account(struct rcp_client *client)
{
	struct rcp_account *account, *last;

	spin_lock(&client->lock);
	account = rcp_account_is_current(client->account) ? client->account : NULL;
	rcp_account_get(account);
	spin_unlock(&client->lock);
	if (account)
		return account;
	account = rcp_account_open(client->accounts);
	if (!account)
		return NULL;
	rcp_account_get(account);
	spin_lock(&client->lock);
	last = client->account;
	client->account = account;
	spin_unlock(&client->lock);
	rcp_account_put(last);
	return account;
}

/**
 * rcp_client_close() - schedule the cancellation of the client's queued jobs
 * @client: the client of a file that is being closed; the caller still holds a reference to
 *	one of its queues
 *
 * Does not wait.  Jobs have RCP_CLOSE_JIFFIES to reach the card; jobs that are still queued
 * then fail with -ESRCH.
 *
 * Context: any.
 */
void rcp_client_close(struct rcp_client *client)
{
	kref_get(&client->kref);
	queue_delayed_work(rcp_client_wq, &client->close_work, RCP_CLOSE_JIFFIES);
}

static void rcp_client_free(struct kref *kref)
{
	struct rcp_client *client = container_of(kref, struct rcp_client, kref);

	rcp_account_put(client->account);
	client->release(client);
}

/**
 * rcp_client_put() - drop a reference
 * @client: the client
 *
 * Context: process; the last reference may free the device.
 */
void rcp_client_put(struct rcp_client *client)
{
	kref_put(&client->kref, rcp_client_free);
}

/**
 * rcp_client_drop_queue() - undo rcp_client_add_queue()
 * @client: the client
 *
 * Without queues there are no jobs for close_work to cancel.
 *
 * Context: process; the last reference may free the device.
 */
void rcp_client_drop_queue(struct rcp_client *client)
{
	bool last;

	spin_lock(&client->lock);
	last = !--client->queues;
	spin_unlock(&client->lock);
	if (last && cancel_delayed_work(&client->close_work))
		rcp_client_put(client);
	rcp_client_put(client);
}
