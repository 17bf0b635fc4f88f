// SPDX-License-Identifier: GPL-2.0
/*
 * Invariants of the order, computed from its nodes without its own functions.
 */
#include "sim.h"

static u32 count(const struct rcp_heap_node *node, const char **why)
{
	u32 left, right;

	if (!node)
		return 0;
	if ((node->left && (node->left->up != node || node->left->key < node->key)) ||
	    (node->right && (node->right->up != node || node->right->key < node->key)) ||
	    node->rank != (node->right ? node->right->rank : 0) + 1 ||
	    (node->right && node->right->rank > node->left->rank))
		*why = "a heap is out of order";
	left = count(node->left, why);
	right = count(node->right, why);
	return left + right + 1;
}

static const struct rcp_heap_node *top(const struct rcp_heap_node *node)
{
	while (node->up)
		node = node->up;
	return node;
}

struct sums {
	u32 ready, in_ring, blocked, wanting, longs, placed, paused, away;
};

static const char *broken_child(const struct rcp_order *order, const struct rcp_order_node *node)
{
	const struct rcp_order_node *parent = node->parent;
	bool is_process = parent->parent;
	bool others = parent->wanting > node->wants;

	if ((node->ready || node->in_ring || node->blocked) && !node->wants)
		return "a child with a job, or one that waits to copy, does not want the card";
	if (!node->ready && rcp_heap_has(&node->place))
		return "a child without a ready job has a place";
	if (node->is_ready && others && !order->draining && rcp_order_credit(node, order->now) < 0)
		return "a child without credit may run beside others";
	if (!others && (is_process || node->ready_heap.first) && rcp_heap_has(&node->place) &&
	    !node->is_ready)
		return "a child that is alone pauses";
	if (rcp_heap_has(&node->away) && node->ready)
		return "a child with a ready job is waited for";
	if (node->is_ready && top(&node->place) != parent->ready_heap.first)
		return "a ready child is not in the heap of ready ones";
	if (!node->is_ready && rcp_heap_has(&node->place) &&
	    top(&node->place) != parent->paused_heap.first)
		return "a paused child is not in the heap of paused ones";
	if (is_process && node->ready && !rcp_heap_has(&node->place) &&
	    node->in_ring < RCP_ORDER_PLACES)
		return "a process with a ready job is lost";
	if (!is_process && (node->ready_heap.first || node->paused_heap.first) &&
	    !rcp_heap_has(&node->place) && node->in_ring < RCP_ORDER_PLACES)
		return "a user with a ready job is lost";
	if (!rcp_heap_has(&node->place) && !node->ready && !node->in_ring && !node->blocked &&
	    node->wants && !rcp_heap_has(&node->timer))
		return "a child wants the card forever";
	if (rcp_heap_has(&node->place) && !node->is_ready && !rcp_heap_has(&node->timer))
		return "a pause has no end";
	if (rcp_heap_has(&node->timer) && top(&node->timer) != order->timers.first)
		return "a timer is lost";
	return NULL;
}

static const char *broken_parent(const struct rcp_order_node *node, const struct sums *sum)
{
	const char *why = NULL;

	if (node->wanting != sum->wanting || node->longs != sum->longs)
		return "a count of children is wrong";
	if (node->ready != sum->ready || node->in_ring != sum->in_ring ||
	    node->blocked != sum->blocked)
		return "a count of jobs is wrong";
	if (count(node->ready_heap.first, &why) != sum->placed ||
	    count(node->paused_heap.first, &why) != sum->paused ||
	    count(node->absent_heap.first, &why) != sum->away)
		return "a heap has other entries than its children";
	return why;
}

static void add(struct sums *sum, const struct rcp_order_node *child)
{
	sum->ready += child->ready;
	sum->in_ring += child->in_ring;
	sum->blocked += child->blocked;
	sum->wanting += child->wants;
	sum->longs += child->wants && child->is_long;
	sum->placed += child->is_ready;
	sum->paused += rcp_heap_has(&child->place) && !child->is_ready;
	sum->away += rcp_heap_has(&child->away);
}

/**
 * sim_broken() - test the invariants
 * @order: the order
 * @nodes: its users and processes
 * @number: their number
 *
 * Return: a sentence, or NULL if all hold.
 */
const char *sim_broken(const struct rcp_order *order, struct rcp_order_node *const *nodes,
		       u32 number)
{
	struct sums sum, all = { 0 };
	const char *why = NULL;
	u32 i, j, timers = 0, streams = 0;

	for (i = 0; i < number; i++) {
		why = broken_child(order, nodes[i]);
		if (why)
			return why;
		timers += rcp_heap_has(&nodes[i]->timer);
		if (nodes[i]->parent == &order->card) {
			add(&all, nodes[i]);
			memset(&sum, 0, sizeof(sum));
			for (j = 0; j < number; j++)
				if (nodes[j]->parent == nodes[i])
					add(&sum, nodes[j]);
			why = broken_parent(nodes[i], &sum);
		} else {
			streams += nodes[i]->in_ring;
			if (count(nodes[i]->ready_heap.first, &why) != nodes[i]->ready)
				why = "a process has lost a job";
		}
		if (why)
			return why;
	}
	why = broken_parent(&order->card, &all);
	if (!why && count(order->timers.first, &why) != timers)
		return "a timer is of no child";
	if (!why && count(order->ring.first, &why) + !!order->picked !=
	    order->streams + order->copies_in_ring)
		return "the ring has another number of jobs";
	if (!why && order->streams != streams)
		return "a stream is of no process";
	return why;
}
