// SPDX-License-Identifier: GPL-2.0
/*
 * What an order does not learn while its lane is open: the time of a job that was not long, and that
 * raises no limit.
 */
#include "credit.c"

void short_job(void)
{
	struct rcp_order_node same;
	u64 ns = nondet_u64(), later = nondet_u64();
	u32 longs_before;

	any_children();
	node.is_long = false;
	longs_before = parent.longs;
	ASSUME(later >= order.now && later <= MOST_NS);
	/* learn(): a child that is not long has shown no long job in the last minute. */
	ASSUME(rcp_order_longest(&node, order.now) < RCP_ORDER_LONG_NS);
	/* The others are the tree's (order-lane-end). */
	ASSUME(ns < RCP_ORDER_LONG_NS && 2 * ns <= order.shared_ns);
	same = node;
	rcp_order_learn(&order, &node, ns, false);
	order.now = later;
	REACHED_IF(node.longest_ns != same.longest_ns, "a job was the longest of the last minute");
	PROVE(!node.is_long && parent.longs == longs_before, "a child is not long by such a job");
	PROVE(rcp_order_limit(&order, &node) == rcp_order_limit(&order, &same),
	      "no limit depends on such a job, at any later time");
	PROVE(rcp_order_has_credit_at(&order, &node) == rcp_order_has_credit_at(&order, &same),
	      "nor when a child may run a job");
}
