// SPDX-License-Identifier: GPL-2.0
/*
 * The leftist heap, with up to four entries of any keys: a run for each of its shapes.  What is
 * assumed of the heap before an operation is proven after it.
 */
#include "../proof.h"
#include "../../../fence/order/rcp_heap.c"

#ifndef RUNS
#define RUNS 0
#endif

#define ENTRIES 5u

static struct rcp_heap heap;
static struct rcp_heap_node e0, e1, e2, e3, e4;
static struct rcp_heap_node *const entries[ENTRIES] = { &e0, &e1, &e2, &e3, &e4 };
/* Which entries are in the heap, and their number. */
static bool is_in[ENTRIES];
static u32 size;

static bool is_member(const struct rcp_heap_node *node)
{
	u32 i;

	for (i = 0; i < ENTRIES; i++)
		if (node == entries[i])
			return is_in[i];
	return false;
}

/* Test whether a child of @node is an entry that names it as its parent, and comes after it. */
static bool is_child(const struct rcp_heap_node *node, const struct rcp_heap_node *child)
{
	return !child || (is_member(child) && child->up == node && child->key >= node->key);
}

/* Test whether an entry is below the first one: by at most as many steps as there are others. */
static bool is_below(const struct rcp_heap_node *node)
{
	u32 i;

	for (i = 1; i < ENTRIES; i++) {
		if (node == heap.first)
			return true;
		if (!node->up || (node->up->left != node && node->up->right != node))
			return false;
		node = node->up;
	}
	return node == heap.first;
}

/* Test whether the heap has each of its entries once, in order, with their ranks. */
static bool is_heap(void)
{
	const struct rcp_heap_node *node;
	u32 i, left, right;

	if (!heap.first)
		return !size;
	if (!is_member(heap.first) || heap.first->up)
		return false;
	for (i = 0; i < ENTRIES; i++) {
		if (!is_in[i])
			continue;
		node = entries[i];
		if (!is_child(node, node->left) || !is_child(node, node->right) || !is_below(node))
			return false;
		if (node->left && node->left == node->right)
			return false;
		left = node->left ? node->left->rank : 0;
		right = node->right ? node->right->rank : 0;
		if (left < right || node->rank != right + 1)
			return false;
	}
	return true;
}

/*
 * The shapes: for each entry its place, a for the left child of entry 0, A for the right one, b for
 * the left child of entry 1, and so on.
 */
static const char *const shapes[] = {
	"", "-", "-a", "-ab", "-aA", "-abc", "-abB", "-aAb", "-aAc",
};

static void hang(struct rcp_heap_node *node, char place)
{
	if (place == '-') {
		heap.first = node;
	} else if (place >= 'a') {
		node->up = entries[place - 'a'];
		node->up->left = node;
	} else {
		node->up = entries[place - 'A'];
		node->up->right = node;
	}
}

/* A heap of the shape of this run, with any keys. */
static void any_heap(void)
{
	const char *shape = shapes[RUNS];
	u32 i;

	for (size = 0; shape[size]; size++) {
		is_in[size] = true;
		entries[size]->key = nondet_u64();
		hang(entries[size], shape[size]);
	}
	for (i = size; i--;)
		entries[i]->rank = entries[i]->right ? entries[i]->right->rank + 1 : 1;
	ASSUME(is_heap());
}

void add(void)
{
	u64 key = nondet_u64();

	any_heap();
	rcp_heap_add(&heap, &e4, key);
	is_in[4] = true;
	size++;
	REACHED_IF(size == 5 && heap.first == &e4, "an entry comes first in a heap of four");
	REACHED_IF(size == 5 && !e4.left, "an entry comes last");
	PROVE(is_heap() && e4.key == key, "the heap has its entries and the new one, in order");
}

/* An entry of the heap, any one. */
static u32 any_entry(void)
{
	u32 n = nondet_u32();

	ASSUME(n < size);
	return n;
}

/* The calls have constant entries, which the model checker follows one by one. */
#define EACH_ENTRY(n, call) \
	do { \
		u32 each; \
		for (each = 0; each < size; each++) \
			if (each == (n)) \
				call; \
	} while (0)

void take(void)
{
	u32 n, entries_before;

	any_heap();
	n = any_entry();
	entries_before = size;
	EACH_ENTRY(n, rcp_heap_remove(&heap, entries[each]));
	is_in[n] = false;
	size--;
	REACHED_IF(entries_before > 3 && n == 1, "an entry between others leaves");
	PROVE(is_heap(), "the heap has the entries that stay, in order");
	PROVE(!rcp_heap_has(entries[n]) && !entries[n]->up, "the entry is in no heap");
}

void change(void)
{
	u64 key = nondet_u64();
	u32 n;

	any_heap();
	n = any_entry();
	EACH_ENTRY(n, rcp_heap_change(&heap, entries[each], key));
	REACHED_IF(size == 4 && n == 1 && heap.first == entries[n], "an entry comes first");
	REACHED_IF(size == 4 && !n && heap.first != entries[n], "the first entry comes later");
	PROVE(is_heap() && entries[n]->key == key, "the heap has its entries, in order");
}
