/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree for which an order with an open lane stands: what rcp_order_lane_leave() makes of it, as
 * order-lane-close proves.  The other theorems of the lane compare it with the tree that the tree's
 * own events leave.
 */
#ifndef ORDER_PROOF_LANE_H
#define ORDER_PROOF_LANE_H

#include "../../../fence/order/rcp_order.h"

/* What a child has used. */
static inline u64 lane_used(const struct rcp_order *order, const struct rcp_order_node *node)
{
	return node->used_ns + (u64)order->lane_ns + order->streams_ns;
}

/* The level of its siblings. */
static inline u64 lane_floor(const struct rcp_order *order, const struct rcp_order_node *node)
{
	u64 picked = node->used_ns + (u64)order->lane_floor_ns;

	return picked > node->parent->floor_ns ? picked : node->parent->floor_ns;
}

#endif /* ORDER_PROOF_LANE_H */
