// SPDX-License-Identifier: GPL-2.0
/*
 * Credit, for a child with any sibling, at any time of the first 73 years.
 */
#include "../proof.h"
#include "../../../fence/order/rcp_order_credit.c"

#define MOST_NS		(1ll << 61)
#define MOST_CHILDREN	(1u << 16)

static struct rcp_order order;
static struct rcp_order_node node, sibling, parent, card;

/* What holds of a credit and its time. */
static bool is_credit(s64 credit_ns, u64 at)
{
	return credit_ns <= RCP_ORDER_CREDIT && credit_ns >= -MOST_NS && at <= order.now;
}

/* What holds of children and of their parent, which has the least credit of them. */
static bool is_credited(const struct rcp_order_node *child)
{
	return is_credit(child->credit_ns, child->credit_at) &&
	       is_credit(parent.least_ns, parent.least_at) &&
	       rcp_order_least(&parent, order.now) <= rcp_order_credit(child, order.now);
}

static void any_child(struct rcp_order_node *child)
{
	child->parent = &parent;
	child->credit_ns = (s64)nondet_u64();
	child->credit_at = nondet_u64();
	child->longest_ns = nondet_u64();
	child->longest_at = nondet_u64();
	ASSUME(child->longest_ns <= MOST_NS && child->longest_at <= order.now);
	ASSUME(is_credited(child));
}

static void any_children(void)
{
	order.now = nondet_u64();
	order.shared_ns = nondet_u64();
	order.draining = nondet_bool();
	ASSUME(order.now <= MOST_NS && order.shared_ns <= 60 * RCP_ORDER_S);
	parent.least_ns = (s64)nondet_u64();
	parent.least_at = nondet_u64();
	parent.wanting = nondet_u32();
	parent.longs = nondet_u32();
	ASSUME(parent.longs <= parent.wanting && parent.wanting <= MOST_CHILDREN);
	any_child(&node);
	any_child(&sibling);
}

void limit(void)
{
	u64 ns, longest;
	s64 credit;

	any_children();
	credit = rcp_order_credit(&node, order.now);
	longest = rcp_order_longest(&node, order.now);
	ns = rcp_order_limit(&order, &node);
	REACHED_IF(ns > 2 * order.shared_ns, "a child that has shown a long job has more");
	PROVE(ns >= order.shared_ns, "each job may keep others waiting for the shared limit");
	PROVE(ns <= 2 * order.shared_ns || ns <= 4 * longest,
	      "a child has no more than twice that, or four times its longest job");
	PROVE(ns == order.shared_ns || (!order.draining && (s64)ns <= credit),
	      "a child has no more than its credit, or the shared limit");
}

void pause(void)
{
	u64 at, longest;
	s64 credit;

	any_children();
	node.wants = nondet_bool();
	credit = rcp_order_credit(&node, order.now);
	longest = rcp_order_longest(&node, order.now);
	at = rcp_order_may_run_at(&order, &node);
	REACHED_IF(at > order.now, "a child pauses");
	REACHED_IF(at == order.now, "a child may run a job");
	if (parent.wanting == node.wants || order.draining) {
		PROVE(at == order.now, "a child that is alone never pauses");
		return;
	}
	PROVE(at > order.now || (credit >= 0 && at == order.now), "a child without credit pauses");
	PROVE(at == order.now || credit < (s64)RCP_ORDER_SAVED_NS, "credit of ten seconds is enough");
	PROVE(at == order.now || credit < 0 || longest > RCP_ORDER_SAVE_NS,
	      "only a child with long jobs saves");
	PROVE((s64)(at - order.now) <= (s64)RCP_ORDER_SAVED_NS - credit || at == order.now,
	      "a pause is as long as credit takes to grow");
	order.now = at;
	PROVE(rcp_order_may_run_at(&order, &node) == at, "a pause ends when it was said to");
}

void learn(void)
{
	u64 ns = nondet_u64(), longest;
	bool stopped = nondet_bool();
	u32 others = nondet_u32();

	any_children();
	node.is_long = nondet_bool();
	ASSUME(ns <= MOST_NS && others < MOST_CHILDREN);
	parent.longs = others + node.is_long;
	longest = rcp_order_longest(&node, order.now);
	rcp_order_learn(&order, &node, ns, stopped);
	REACHED_IF(node.is_long && ns < RCP_ORDER_LONG_NS, "an earlier job was long");
	PROVE(parent.longs == others + node.is_long, "the parent counts the children with long jobs");
	PROVE(ns < RCP_ORDER_LONG_NS || node.is_long, "a long job is known");
	PROVE(rcp_order_longest(&node, order.now) == (!stopped && ns > longest ? ns : longest),
	      "the longest job of the last minute is known, and none that was stopped");
}

/*
 * A run for each number of children with long jobs, without another child and with one: a product
 * of two unknowns stops the solver.  The last number is the largest one.
 */
#ifndef RUNS
#define RUNS 0
#endif
static const u32 longs[] = { 0, 1, 2, 3, MOST_CHILDREN };

/* A job of up to two hours; a limit is a minute at most, and then the card is reset. */
void spend(void)
{
	u64 kept_ns = nondet_u64() >> 21, cost_ns;
	bool stopped = nondet_bool();
	s64 credit, least;
	u32 shares;

	any_children();
	parent.longs = longs[RUNS / 2];
	parent.wanting = parent.longs + RUNS % 2;
	shares = parent.wanting < 2 ? 2 : parent.wanting;
	credit = rcp_order_credit(&node, order.now);
	least = rcp_order_least(&parent, order.now);
	cost_ns = stopped ? 2 * shares * kept_ns : shares * kept_ns;
	rcp_order_spend(&order, &node, kept_ns, stopped);
	REACHED_IF(shares == 3 && parent.least_ns < least, "a child of three owes most");
	if (kept_ns < RCP_ORDER_LONG_NS) {
		PROVE(rcp_order_credit(&node, order.now) == credit, "a short job costs nothing");
		return;
	}
	PROVE(cost_ns <= (u64)MOST_NS, "what a job costs fits in 61 bits");
	PROVE(node.credit_ns == credit - (s64)cost_ns && node.credit_at == order.now,
	      "a job costs its time for each child that shares the card, twice if it is stopped");
	PROVE(rcp_order_least(&parent, order.now) == min(node.credit_ns, least),
	      "the parent has the least credit of its children");
}

void begin(void)
{
	struct rcp_order_node child;

	any_children();
	parent.parent = nondet_bool() ? &card : NULL;
	child.parent = &parent;
	rcp_order_begin_credit(&child, order.now);
	REACHED_IF(child.credit_ns < 0, "a new process has no credit");
	PROVE(!parent.parent || rcp_order_credit(&child, order.now) <=
	      rcp_order_credit(&sibling, order.now), "a new process has no more than a sibling");
	PROVE(is_credited(&child), "the parent has the least credit");
	PROVE(!rcp_order_owes(&child, order.now) || child.credit_ns < RCP_ORDER_CREDIT,
	      "a new user owes nothing");
}

void forget(void)
{
	struct rcp_order_node again, process;

	any_children();
	parent.parent = &card;
	parent.credit_ns = (s64)nondet_u64();
	parent.credit_at = nondet_u64();
	ASSUME(is_credit(parent.credit_ns, parent.credit_at));
	if (rcp_order_owes(&parent, order.now))
		return;
	REACHED("a user owes nothing");
	again.parent = &card;
	rcp_order_begin_credit(&again, order.now);
	process.parent = &again;
	again.parent = &card;
	rcp_order_begin_credit(&process, order.now);
	PROVE(rcp_order_credit(&again, order.now) == rcp_order_credit(&parent, order.now) &&
	      rcp_order_credit(&process, order.now) == rcp_order_credit(&node, order.now),
	      "a user that is forgotten, and comes back, has the same credit");
}
