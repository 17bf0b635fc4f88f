// SPDX-License-Identifier: GPL-2.0
/*
 * Credit: may a child run a job now, and for how long may the job keep its siblings waiting?
 *
 * A job cannot be preempted, so one long job makes all others wait.  That is no fault as long as it
 * is rare.  Credit grows by a second each second, up to RCP_ORDER_CREDIT.  A job that keeps
 * siblings waiting costs n times as long, for n children that share the card with long jobs, and
 * one time more if others want the card too, so that the n leave the share of one child to these.
 * It does not depend on how many small clients there are.
 *
 * One rule holds for the processes of a user and for users.
 */
#include "pm4_util.h"
#include "rcp_order.h"

/* The most credit, which a child has at first */
#define RCP_ORDER_CREDIT	((s64)(20 * RCP_ORDER_S))
/* For so long it is known that a child has long jobs. */
#define RCP_ORDER_KNOWN_NS	(60 * RCP_ORDER_S)
/* The longest limit of a child that has not shown longer jobs, as a multiple of the shared one */
#define RCP_ORDER_UNKNOWN	2u
/* A child whose jobs are longer saves for the next one, up to ... */
#define RCP_ORDER_SAVE_NS	(2 * RCP_ORDER_S)
#define RCP_ORDER_SAVED_NS	(10 * RCP_ORDER_S)

/**
 * rcp_order_credit() - get the credit of a child
 * @node: the child
 * @now: ns
 *
 * Context: any.
 * Return: ns, negative if the child has none.
 */
s64 rcp_order_credit(const struct rcp_order_node *node, u64 now)
{
	s64 grown = node->credit_ns + (s64)(now - node->credit_at);

	return min(grown, RCP_ORDER_CREDIT);
}

/* The least credit of the children of a node, also of those that are gone. */
static s64 rcp_order_least(const struct rcp_order_node *node, u64 now)
{
	s64 grown = node->least_ns + (s64)(now - node->least_at);

	return min(grown, RCP_ORDER_CREDIT);
}

/* The longest job of the last minute. */
static u64 rcp_order_longest(const struct rcp_order_node *node, u64 now)
{
	return now - node->longest_at < RCP_ORDER_KNOWN_NS ? node->longest_ns : 0;
}

/**
 * rcp_order_has_credit_at() - tell when a child has enough credit for a job beside siblings
 * @order: the order
 * @node: the child
 *
 * Context: any.
 * Return: ns; not after &rcp_order.now if it has now.
 */
u64 rcp_order_has_credit_at(const struct rcp_order *order, const struct rcp_order_node *node)
{
	s64 needs = 0, credit;
	u64 longest, saves;

	longest = rcp_order_longest(node, order->now);
	credit = rcp_order_credit(node, order->now);
	if (longest > RCP_ORDER_SAVE_NS) {
		saves = longest + longest / 4;
		needs = min(saves, RCP_ORDER_SAVED_NS);
	}
	return credit >= needs ? order->now : order->now + (u64)(needs - credit);
}

/**
 * rcp_order_limit() - tell for how long a job may keep siblings waiting
 * @order: the order
 * @node: the child whose job it is
 *
 * As long as its credit lasts, and the shared limit at least.  Beyond twice that limit only a child
 * that has shown jobs that end may: four times the longest one.
 *
 * Context: any.
 * Return: ns.
 */
u64 rcp_order_limit(const struct rcp_order *order, const struct rcp_order_node *node)
{
	u64 most = max(RCP_ORDER_UNKNOWN * order->shared_ns,
		       4 * rcp_order_longest(node, order->now));
	u64 credit = max(rcp_order_credit(node, order->now), 0ll);

	if (order->draining || credit < order->shared_ns)
		return order->shared_ns;
	return min(most, credit);
}

/**
 * rcp_order_owes() - test whether a user has less than the most credit, or had such processes
 * @node: the user
 * @now: ns
 *
 * Without the node what is owed would be forgotten.
 *
 * Context: any.
 * Return: true if it does.
 */
bool rcp_order_owes(const struct rcp_order_node *node, u64 now)
{
	return rcp_order_credit(node, now) < RCP_ORDER_CREDIT ||
	       rcp_order_least(node, now) < RCP_ORDER_CREDIT;
}

/**
 * rcp_order_spend() - charge a child for a job that kept its siblings waiting
 * @order: the order
 * @node: the child
 * @kept_ns: for how long
 * @stopped: the job was stopped, which costs twice
 *
 * Context: any.
 */
void rcp_order_spend(struct rcp_order *order, struct rcp_order_node *node, u64 kept_ns,
		     bool stopped)
{
	struct rcp_order_node *parent = node->parent;
	u32 shares = parent->longs + (parent->wanting > parent->longs);
	s64 least;

	if (kept_ns < RCP_ORDER_LONG_NS)
		return;
	if (shares < 2)
		shares = 2;
	node->credit_ns = rcp_order_credit(node, order->now) -
			  (s64)(kept_ns * shares * (stopped ? 2 : 1));
	node->credit_at = order->now;
	least = rcp_order_least(parent, order->now);
	parent->least_ns = min(node->credit_ns, least);
	parent->least_at = order->now;
}

/**
 * rcp_order_learn() - note how long a job of a child took
 * @order: the order
 * @node: the child; it wants the card
 * @ns: time that the ring lost to the job
 * @stopped: the job did not end by itself
 *
 * Context: any.
 */
void rcp_order_learn(struct rcp_order *order, struct rcp_order_node *node, u64 ns, bool stopped)
{
	bool was = node->is_long;

	if (!stopped && ns >= rcp_order_longest(node, order->now)) {
		node->longest_ns = ns;
		node->longest_at = order->now;
	}
	node->is_long = ns >= RCP_ORDER_LONG_NS ||
			rcp_order_longest(node, order->now) >= RCP_ORDER_LONG_NS;
	node->parent->longs += node->is_long - was;
}

/**
 * rcp_order_begin_credit() - give a child its first credit
 * @node: a user, or a process, which has the least credit of all processes of its user
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_begin_credit(struct rcp_order_node *node, u64 now)
{
	bool is_process = node->parent->parent;

	node->credit_ns = is_process ? rcp_order_least(node->parent, now) : RCP_ORDER_CREDIT;
	node->credit_at = now;
	node->least_ns = RCP_ORDER_CREDIT;
	node->least_at = now;
}
