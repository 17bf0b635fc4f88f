// SPDX-License-Identifier: GPL-2.0
/*
 * The card of the node: tests/replay's card, whose packets and draws may only reach the buffers of the
 * stream, to the byte.  With RCP_NODE_MACHINE=null nothing is drawn; with RCP_NODE_CACHES=SEED there are
 * caches, and accesses that lack a flush are lines.
 */
#include <stdlib.h>
#include <string.h>

#include "node.h"
#include "pm4.h"

#define MAX_FAULTS	20u	/* lines; later faults are counted */

static struct card {
	struct replay *replay;
	struct node_bo **bos;	/* of the stream that runs, by address */
	uint32_t nbos;
	uint32_t faults;
} card;

const char *node_chip(void)
{
	const char *chip = getenv("RCP_NODE_CHIP");

	return chip && *chip ? chip : "RV770";
}

static void fault(void *ctx, const char *what)
{
	if (card.faults++ < MAX_FAULTS)
		node_say("draw: %s", what);
}

static void stale(void *ctx, uint64_t first, const char *what)
{
	fault(ctx, what);
}

/* The buffer of the stream at an address, or the gap between two. */
static void span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	uint32_t low = 0, high = card.nbos;

	*s = (struct gpu_span){ .first = 0, .end = UINT64_MAX };
	if (addr >= NODE_NULL && addr < NODE_NULL + NODE_PAGE) {
		*s = (struct gpu_span){ NODE_NULL, NODE_NULL + NODE_PAGE, node_memory() };
		return;
	}
	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (card.bos[mid]->addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (low < card.nbos)
		s->end = card.bos[low]->addr;
	if (!low) {
		s->first = addr < NODE_NULL ? 0 : NODE_NULL + NODE_PAGE;
		s->end = addr < NODE_NULL ? NODE_NULL : s->end;
		return;
	}
	s->first = card.bos[low - 1]->addr + card.bos[low - 1]->size;
	if (addr >= s->first)
		return;
	s->end = s->first;
	s->first = card.bos[low - 1]->addr;
	s->host = node_bo_bytes(card.bos[low - 1]);
}

static const struct replay_host host = { .span = span, .fault = fault, .stale = stale };

bool node_card_init(void)
{
	const char *machine = getenv("RCP_NODE_MACHINE"), *threads = getenv("RCP_NODE_THREADS");
	const char *caches = getenv("RCP_NODE_CACHES");

	if (card.replay)
		return true;
	card.replay = replay_new(node_chip(), &host, NULL);
	if (!card.replay) {
		node_say("there is no chip \"%s\" among R5xx, R6xx and R7xx", node_chip());
		return false;
	}
	if (machine && !strcmp(machine, "null"))
		replay_draw_nothing(card.replay);
	else if (caches && !replay_caches(card.replay, strtoul(caches, NULL, 0)))
		node_say("no caches: %s has none here", node_chip());
	else if (threads && !gpu_threads(replay_gpu(card.replay), atoi(threads) > 0 ? atoi(threads) : 1))
		node_say("no threads; draws run on one");
	return true;
}

struct replay_straps node_card_straps(void)
{
	return replay_straps(card.replay);
}

uint64_t node_card_clock(void)
{
	return replay_clock(card.replay);
}

void node_card_clear(uint32_t flags)
{
	replay_clear_ram(card.replay, flags & PM4_OWNS_HYPERZ, flags & PM4_OWNS_CMASK);
}

static int by_address(const void *a, const void *b)
{
	const struct node_bo *x = *(struct node_bo * const *)a, *y = *(struct node_bo * const *)b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

void node_card_run(const uint32_t *ib, uint32_t ndw, struct node_bo **bos, uint32_t nbos)
{
	uint32_t at;

	qsort(bos, nbos, sizeof(*bos), by_address);
	card.bos = bos;
	card.nbos = nbos;
	replay_flush(card.replay);
	if (!replay_run(card.replay, ib, ndw, &at))
		node_say("the card hangs at dword %u of a stream, packet 0x%08x", at, ib[at]);
	card.bos = NULL;
	card.nbos = 0;
}
