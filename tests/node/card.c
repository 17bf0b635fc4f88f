// SPDX-License-Identifier: GPL-2.0
/*
 * The card: the command processor of tests/model without its ring, and the machine of tests/gpu.
 *
 * Packets go to the CP one by one, as if the ring had called one indirect buffer.  Draws go on to
 * the machine, whose accesses may only reach the buffers of the stream, to the byte.  With
 * RCP_NODE_MACHINE=null nothing is drawn.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model_int.h"
#include "r600/r600.h"

#include "node.h"

/* Shader instructions of 16 invocations in one call of the machine. */
#define BUDGET		(1ull << 24)
#define MAX_FAULTS	20u	/* lines; later faults are counted */
/* The CP polls in vain after so long: all work that it could wait for is done. */
#define MAX_POLLS	4u

static struct card {
	struct model *model;
	struct gpu *gpu;	/* NULL: the null machine */
	struct gpu_counters none;
	struct node_bo **bos;	/* of the stream that runs, by address */
	uint32_t nbos;
	uint32_t faults;
} card;

const char *node_chip(void)
{
	const char *chip = getenv("RCP_NODE_CHIP");

	return chip && *chip ? chip : "RV770";
}

/* Whatever the guest's memory would be is not there. */
static void *no_ram(void *ctx, u64 gpa, u64 len)
{
	return NULL;
}

static void no_msi(void *ctx, u64 addr, u32 data)
{
}

static void no_intx(void *ctx, bool level)
{
}

static u64 now_ns(void *ctx)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void fault(void *ctx, const char *what)
{
	if (card.faults++ < MAX_FAULTS)
		node_say("draw: %s", what);
}

/* The buffer of the stream at an address, or the gap between two. */
static void span(void *ctx, u64 addr, enum gpu_client client, bool write, struct gpu_span *s)
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

static const struct gpu_host machine_host = { .span = span, .fault = fault };

static enum gpu_result draw(void *ctx, struct model *m, const struct gpu_draw_call *call)
{
	if (!card.gpu)
		return GPU_DONE;
	return call ? gpu_draw(card.gpu, model_regs(m), call, BUDGET) : gpu_continue(card.gpu, BUDGET);
}

static struct gpu_counters *counters(void *ctx)
{
	return card.gpu ? gpu_counters(card.gpu) : &card.none;
}

static const struct model_host host = {
	.ram = no_ram, .msi = no_msi, .intx = no_intx, .now_ns = now_ns, .draw = draw, .counters = counters,
};

static void wr(u32 reg, u32 value)
{
	model_mmio_write(card.model, reg, value, 4);
}

/* What a driver sets before the first stream, as far as streams depend on it. */
static void bring_up(struct model *m)
{
	bool r7 = is_r7xx(m);
	u32 first = NODE_MEMORY >> 24, last = (NODE_MEMORY + NODE_MEMORY_SIZE - 1) >> 24;

	wr(BIF_FB_EN, 0);
	wr(r7 ? R7_CITF_CNTL : R6_CITF_CNTL, BLACKOUT_MASK);
	wr(r7 ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION, last << 16 | first);
	wr(r7 ? R7_MC_VM_SYSTEM_LOW : R6_MC_VM_SYSTEM_LOW, NODE_MEMORY >> 12);
	wr(r7 ? R7_MC_VM_SYSTEM_HIGH : R6_MC_VM_SYSTEM_HIGH, (NODE_MEMORY + NODE_MEMORY_SIZE - 1) >> 12);
	wr(HDP_NONSURFACE_BASE, NODE_MEMORY >> 8);
	wr(r7 ? R7_CITF_CNTL : R6_CITF_CNTL, 0);
	wr(BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
	wr(GB_TILING_CONFIG, r600_chip(m->chip)->tiling_config);
	m->cp.started = true;
}

static bool make_machine(u32 chip)
{
	const char *machine = getenv("RCP_NODE_MACHINE"), *threads = getenv("RCP_NODE_THREADS");

	if (machine && !strcmp(machine, "null"))
		return true;
	card.gpu = gpu_create(&machine_host, NULL, chip);
	if (card.gpu && threads && !gpu_threads(card.gpu, atoi(threads) > 0 ? atoi(threads) : 1))
		node_say("no threads; draws run on one");
	return card.gpu;
}

bool node_card_init(void)
{
	struct model_config config = {
		.chip = model_chip_by_name(node_chip()),
		.vram_size = NODE_MEMORY_SIZE, .bar_size = MIB(256), .permissive = true,
	};

	if (card.model)
		return true;
	if (!config.chip || config.chip->gen != &r600_gen) {
		node_say("there is no chip \"%s\" among R6xx and R7xx", node_chip());
		return false;
	}
	card.model = model_new(&config, &host, NULL, node_memory(), NULL);
	if (!card.model || !make_machine(config.chip->id))
		return false;
	bring_up(card.model);
	return true;
}

struct node_straps node_card_straps(void)
{
	const struct r600_chip *chip = r600_chip(card.model->chip);

	return (struct node_straps){ chip->chip.id, chip->tiling_config, chip->backends };
}

uint64_t node_card_clock(void)
{
	return gpu_clock(card.model);
}

static int by_address(const void *a, const void *b)
{
	const struct node_bo *x = *(struct node_bo * const *)a, *y = *(struct node_bo * const *)b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

/* Executes one packet to its end; false if the CP hangs. */
static bool execute(struct model *m, const u32 *packet, u32 ndw)
{
	for (u32 polls = 0; polls < MAX_POLLS;) {
		switch (m->chip->gen->execute(m, packet, ndw)) {
		case PM4_DONE:
			m->cp.state = CP_IDLE;
			return true;
		case PM4_MORE:
			m->cp.state = CP_DRAWING;
			break;
		case PM4_WAIT:
			m->cp.state = CP_WAITING;
			polls++;
			break;
		case PM4_HANG:
			return false;
		}
	}
	return false;
}

/* After a hang the card is reset; the rest of the stream is lost. */
static void reset(struct model *m, u32 dword, u32 header)
{
	node_say("the card hangs at dword %u of a stream, packet 0x%08x", dword, header);
	if (card.gpu)
		gpu_abort(card.gpu);
	m->cp.state = CP_IDLE;
	m->cp.pipe_stuck = false;
}

void node_card_run(const uint32_t *ib, uint32_t ndw, struct node_bo **bos, uint32_t nbos)
{
	struct model *m = card.model;
	struct pm4_stream *s = &m->cp.ib[0];

	qsort(bos, nbos, sizeof(*bos), by_address);
	card.bos = bos;
	card.nbos = nbos;
	if (card.gpu)
		gpu_invalidate(card.gpu);
	m->cp.depth = 1;
	m->cp.ib_number++;
	s->left_dw = ndw;
	while (s->left_dw) {
		u32 at = ndw - s->left_dw, n = m->chip->gen->packet_dw(ib[at]);

		/* The checker has seen to that. */
		if (n > s->left_dw)
			break;
		s->left_dw -= n;
		if (!execute(m, ib + at, n)) {
			reset(m, at, ib[at]);
			break;
		}
	}
	card.bos = NULL;
	card.nbos = 0;
}
