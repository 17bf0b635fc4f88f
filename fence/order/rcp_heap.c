// SPDX-License-Identifier: GPL-2.0
/*
 * The leftist heap; see rcp_heap.h.
 */
#include "pm4_util.h"
#include "rcp_heap.h"

static u32 rcp_heap_rank(const struct rcp_heap_node *node)
{
	return node ? node->rank : 0;
}

/* Restore the rank of a node whose children have changed. */
static void rcp_heap_rerank(struct rcp_heap_node *node)
{
	struct rcp_heap_node *left = node->left;

	if (rcp_heap_rank(left) < rcp_heap_rank(node->right)) {
		node->left = node->right;
		node->right = left;
	}
	node->rank = rcp_heap_rank(node->right) + 1;
}

/* Merge two heaps into *@link, below @up.  Of equal keys @a's comes first. */
static void rcp_heap_merge(struct rcp_heap_node **link, struct rcp_heap_node *a,
			   struct rcp_heap_node *b, struct rcp_heap_node *up)
{
	struct rcp_heap_node *last = up;

	while (a && b) {
		if (b->key < a->key)
			swap(a, b);
		*link = a;
		a->up = last;
		last = a;
		link = &a->right;
		a = a->right;
	}
	*link = a ? a : b;
	if (*link)
		(*link)->up = last;
	for (; last != up; last = last->up)
		rcp_heap_rerank(last);
}

/**
 * rcp_heap_add() - add an entry
 * @heap: the heap
 * @node: the entry, in no heap
 * @key: its key
 *
 * Context: any.
 */
void rcp_heap_add(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	node->left = NULL;
	node->right = NULL;
	node->key = key;
	node->rank = 1;
	rcp_heap_merge(&heap->first, heap->first, node, NULL);
}

/**
 * rcp_heap_remove() - remove an entry
 * @heap: the heap
 * @node: an entry of it
 *
 * Context: any.
 */
void rcp_heap_remove(struct rcp_heap *heap, struct rcp_heap_node *node)
{
	struct rcp_heap_node *up = node->up, **link = &heap->first;
	u32 rank;

	if (up)
		link = up->left == node ? &up->left : &up->right;
	rcp_heap_merge(link, node->left, node->right, up);
	for (; up; up = up->up) {
		rank = up->rank;
		rcp_heap_rerank(up);
		if (up->rank == rank)
			break;
	}
	node->rank = 0;
	node->up = NULL;
}

/**
 * rcp_heap_move() - change the key of an entry that does not keep its place
 * @heap: the heap
 * @node: an entry of it
 * @key: its new key
 *
 * Context: any.
 */
void rcp_heap_move(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	rcp_heap_remove(heap, node);
	rcp_heap_add(heap, node, key);
}
