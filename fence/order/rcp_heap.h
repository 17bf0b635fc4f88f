/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A heap whose nodes are members of the caller's structs.
 *
 * It is leftist: no path to a right child is longer than the one to its left sibling, so each
 * operation visits O(log n) nodes in the worst case.  A pick runs with interrupts off, and clients
 * decide how many nodes there are.  Nothing here allocates or takes a lock.
 */
#ifndef RCP_HEAP_H
#define RCP_HEAP_H

#include "pm4_types.h"

/**
 * struct rcp_heap_node - an entry of a heap; zeroed while it is in none
 * @up: parent
 * @left: child with the larger rank
 * @right: the other child
 * @key: the entry with the least key comes first
 * @rank: nodes on the path of right children from here, this one included; 0: in no heap
 */
struct rcp_heap_node {
	struct rcp_heap_node *up;
	struct rcp_heap_node *left;
	struct rcp_heap_node *right;
	u64 key;
	u32 rank;
};

/**
 * struct rcp_heap - a heap
 * @first: the entry with the least key, or NULL
 */
struct rcp_heap {
	struct rcp_heap_node *first;
};

static inline bool rcp_heap_has(const struct rcp_heap_node *node)
{
	return node->rank;
}

void rcp_heap_add(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key);
void rcp_heap_remove(struct rcp_heap *heap, struct rcp_heap_node *node);
void rcp_heap_move(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key);

/* Change the key of an entry.  One that keeps its place costs no merge. */
static inline void rcp_heap_change(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	if ((!node->up || node->up->key <= key) && (!node->left || node->left->key >= key) &&
	    (!node->right || node->right->key >= key))
		node->key = key;
	else
		rcp_heap_move(heap, node, key);
}

#endif /* RCP_HEAP_H */
