// SPDX-License-Identifier: GPL-2.0
/*
 * The card of a replay: packets go to the CP of the model one by one, as if the ring had called one
 * indirect buffer, and draws go on to the machine.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model_int.h"
#include "r600/r600.h"

#include "replay_r500.h"

/* Shader instructions of 16 invocations in one call of the machine. */
#define BUDGET		(1ull << 24)
/* The CP polls in vain after so often: all work that it could wait for is done. */
#define MAX_POLLS	4u
/* Nanoseconds between two timestamps of a clock that is stopped. */
#define STEP_NS		1000u

struct replay {
	const struct replay_host *host;
	void *ctx;
	struct model *model;
	struct gpu *gpu;	/* NULL: draws do nothing */
	struct gpu_host machine;
	struct gpu_counters none;
	uint64_t now_ns;
	uint64_t spent;		/* of the budget of the draw */
};

/* A guest's memory is not there. */
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
	struct replay *r = ctx;
	struct timespec t;

	if (r->host->still)
		return r->now_ns += STEP_NS;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void outside(struct replay *r, bool write, u64 len, u64 addr)
{
	char line[128];

	snprintf(line, sizeof(line), "%s %s of %llu bytes at 0x%010llx is outside", gpu_client_name(GPU_CP),
		 write ? "write" : "read", (unsigned long long)len, (unsigned long long)addr);
	r->host->fault(r->ctx, line);
}

/* Memory of packets; the machine itself reads indices. */
static bool memory(void *ctx, u64 addr, void *rd, const void *wr, u64 len)
{
	struct replay *r = ctx;
	u64 done = 0;

	while ((rd || wr) && done < len) {
		struct gpu_span s = { 0 };
		u64 at = addr + done, n = len - done;

		r->host->span(r->ctx, at, GPU_CP, wr, &s);
		if (!s.host || at < s.first || at >= s.end) {
			outside(r, wr, len, addr);
			return false;
		}
		if (n > s.end - at)
			n = s.end - at;
		if (r->host->seen)
			r->host->seen(r->ctx, GPU_CP, wr, at, at + n, 1);
		if (!wr)
			memcpy((u8 *)rd + done, s.host + (at - s.first), n);
		if (r->gpu)
			gpu_packet_access(r->gpu, wr, at, n, &s, wr ? NULL : (u8 *)rd + done);
		if (wr)
			memcpy(s.host + (at - s.first), (const u8 *)wr + done, n);
		done += n;
	}
	return true;
}

static enum gpu_result draw(void *ctx, struct model *m, const struct gpu_draw_call *call)
{
	struct replay *r = ctx;
	u64 most = r->host->budget, n = BUDGET;
	enum gpu_result result;

	if (!r->gpu)
		return GPU_DONE;
	if (call)
		r->spent = 0;
	if (most && most - r->spent < n)
		n = most - r->spent;
	result = call ? gpu_draw(r->gpu, model_regs(m), call, n) : gpu_continue(r->gpu, n);
	r->spent += n;
	if (result == GPU_MORE && (!most || r->spent < most))
		return GPU_MORE;
	gpu_abort(r->gpu);
	/* So that the host hears of accesses with the draw that makes them. */
	gpu_invalidate(r->gpu);
	return result == GPU_HUNG ? GPU_HUNG : GPU_DONE;
}

static struct gpu_counters *counters(void *ctx)
{
	struct replay *r = ctx;

	return r->gpu ? gpu_counters(r->gpu) : &r->none;
}

static void flush(void *ctx, u32 caches, u64 first, u64 end, bool keep)
{
	struct replay *r = ctx;

	if (!r->gpu)
		return;
	gpu_place(r->gpu, model_regs(r->model));
	gpu_flush(r->gpu, caches, first, end, keep);
}

static void discard(void *ctx, u32 caches)
{
	struct replay *r = ctx;

	if (!r->gpu)
		return;
	gpu_place(r->gpu, model_regs(r->model));
	gpu_discard(r->gpu, caches);
}

static const struct model_host model_host = {
	.ram = no_ram, .msi = no_msi, .intx = no_intx, .now_ns = now_ns, .draw = draw, .counters = counters,
	.memory = memory, .flush = flush, .discard = discard,
};

/* What a driver sets before the first stream, as far as streams depend on it. */
static void bring_up(struct model *m)
{
	if (replay_is_r500(m))
		replay_r500_bring_up(m);
	else
		model_mmio_write(m, GB_TILING_CONFIG, r600_chip(m->chip)->tiling_config, 4);
	m->cp.started = true;
}

struct replay *replay_new(const char *chip, const struct replay_host *host, void *ctx)
{
	struct model_config config = {
		.chip = model_chip_by_name(chip), .vram_size = MIB(256), .bar_size = MIB(256), .permissive = true,
	};
	struct replay *r;

	if (!config.chip || !config.chip->gen->draws)
		return NULL;
	r = calloc(1, sizeof(*r));
	if (!r)
		return NULL;
	r->host = host;
	r->ctx = ctx;
	r->machine = (struct gpu_host){
		.span = host->span, .fault = host->fault, .seen = host->seen, .stale = host->stale,
	};
	r->model = model_new(&config, &model_host, r, NULL, NULL);
	r->gpu = gpu_create(&r->machine, ctx, config.chip->id);
	if (!r->model || !r->gpu) {
		replay_free(r);
		return NULL;
	}
	bring_up(r->model);
	return r;
}

void replay_free(struct replay *r)
{
	if (r->model)
		model_free(r->model);
	gpu_destroy(r->gpu);
	free(r);
}

struct replay_straps replay_straps(const struct replay *r)
{
	const struct model *m = r->model;

	if (replay_is_r500(m))
		return replay_r500_straps(m);
	return (struct replay_straps){
		.chip = m->chip->id, .tiling_config = reg_get(m, GB_TILING_CONFIG),
		.backends = r600_chip(m->chip)->backends,
	};
}

void replay_set_tiling(struct replay *r, uint32_t config)
{
	reg_set(r->model, GB_TILING_CONFIG, config);
}

void replay_draw_nothing(struct replay *r)
{
	gpu_destroy(r->gpu);
	r->gpu = NULL;
}

bool replay_caches(struct replay *r, uint32_t seed)
{
	return r->gpu && gpu_caches(r->gpu, seed);
}

void replay_clear_ram(struct replay *r, bool hyperz, bool cmask)
{
	if (replay_is_r500(r->model))
		replay_r500_clear_ram(r->model, hyperz, cmask);
}

void replay_flush(struct replay *r)
{
	if (r->gpu)
		gpu_flush(r->gpu, (1u << GPU_CACHES) - 1, 0, UINT64_MAX, false);
}

struct gpu *replay_gpu(struct replay *r)
{
	return r->gpu;
}

uint32_t *replay_regs(struct replay *r)
{
	return r->model->reg;
}

const struct r500_upload *replay_upload(const struct replay *r)
{
	return replay_r500_upload(r->model);
}

uint32_t replay_arrays(const struct replay *r, const struct gpu_array **arrays)
{
	return replay_r500_arrays(r->model, arrays);
}

uint64_t replay_clock(const struct replay *r)
{
	return replay_is_r500(r->model) ? 0 : gpu_clock(r->model);
}

#define GENERATORS	8u

/* Generators side by side, so that compilers make vectors of them. */
void replay_noise(uint32_t *to, uint32_t n, uint64_t seed)
{
	uint32_t x[GENERATORS], at, i;

	for (i = 0; i < GENERATORS; i++) {
		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		x[i] = (uint32_t)(seed >> 32) | 1;
	}
	for (at = 0; at < n; at += GENERATORS) {
		for (i = 0; i < GENERATORS; i++) {
			x[i] ^= x[i] << 13;
			x[i] ^= x[i] >> 17;
			x[i] ^= x[i] << 5;
		}
		if (n - at >= GENERATORS)
			memcpy(to + at, x, sizeof(x));
		else
			memcpy(to + at, x, sizeof(*to) * (n - at));
	}
}

void replay_leave(struct replay *r, const struct replay_left *left)
{
	if (replay_is_r500(r->model)) {
		replay_r500_leave(r->model, left->ram);
	} else {
		struct r600_cp *cp = &r600(r->model)->cp;

		memset(cp, 0, sizeof(*cp));
		cp->index_type = left->index_type;
		cp->instances = left->instances;
		cp->pred_active = left->predicated;
		cp->predicated = left->predicated;
	}
	memset(counters(r), 0, sizeof(struct gpu_counters));
	r->now_ns = 0;
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

static void reset(struct replay *r)
{
	if (r->gpu)
		gpu_abort(r->gpu);
	r->model->cp.state = CP_IDLE;
	r->model->cp.pipe_stuck = false;
}

bool replay_run(struct replay *r, const uint32_t *ib, uint32_t ndw, uint32_t *at)
{
	struct model *m = r->model;
	struct pm4_stream *s = &m->cp.ib[0];

	if (r->gpu)
		gpu_invalidate(r->gpu);
	m->cp.depth = 1;
	m->cp.ib_number++;
	/* A driver waits between two streams. */
	if (!replay_is_r500(m))
		r600(m)->cp.drawing = false;
	s->left_dw = ndw;
	while (s->left_dw) {
		u32 n;

		*at = ndw - s->left_dw;
		n = m->chip->gen->packet_dw(ib[*at]);
		/* The checker has seen to that. */
		if (n > s->left_dw)
			break;
		s->left_dw -= n;
		if (!execute(m, ib + *at, n)) {
			reset(r);
			return false;
		}
	}
	/* A driver's flush finds the registers that the stream leaves; old bytes of the last packets are the host's to hear. */
	if (r->gpu) {
		gpu_place(r->gpu, model_regs(m));
		gpu_invalidate(r->gpu);
	}
	return true;
}
