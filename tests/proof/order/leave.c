// SPDX-License-Identifier: GPL-2.0
/*
 * A child leaves the tree of tree.c, at either level, when no time has passed since the last event:
 * time.c has that.  A child that settles starts no timer that is due.
 */
#include "tree.c"

/* The time, of which the sources know only differences. */
#define NOW	(1ull << 60)

void leave(void)
{
	any_level();
	ASSUME(order.now == NOW);
	order.now = NOW;
	ASSUME(!child.ready && !child.in_ring && !child.blocked);
	ASSUME(!child.ready_heap.first && !child.paused_heap.first);
	order.runs[0].node = nondet_bool() ? &child : &child1;
	order.runs[1].node = nondet_bool() ? &child : NULL;
	rcp_order_leave(&order, &child, NOW);
	REACHED_IF(child1.is_ready && child2.place.rank == PAUSED, "a child leaves others");
	PROVE(child.place.rank == NONE && child.away.rank == NONE && child.timer.rank == NONE,
	      "a child that has left is in no heap");
	PROVE(!child.wants && order.runs[0].node != &child && order.runs[1].node != &child,
	      "a child that has left wants nothing and keeps none waiting");
	PROVE_TREE();
}

void timer(void)
{
	any_level();
	ASSUME(child.timer.rank == NONE);
	rcp_order_settle(&order, &child);
	REACHED_IF(child.timer.rank == TIMERS && child.place.rank == PAUSED, "a pause has a timer");
	REACHED_IF(child.timer.rank == TIMERS && child.place.rank == NONE, "a want has a timer");
	PROVE(child.timer.rank == NONE || child.timer.key > order.now,
	      "a timer that starts is not due");
}
