/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An R5xx, R6xx or R7xx card that executes checked streams, without ring, bus and driver: the command processor
 * of tests/model and the machine of tests/gpu.  Hosts: the native node (tests/node) and the judge of
 * the fuzzer (tests/fuzz).
 *
 * Every access to memory, of packets and of draws, goes through the host's span, so the
 * host decides to the byte what a stream may reach.  One thread uses a card at a time.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "../gpu/gpu.h"

struct replay;

/**
 * struct replay_host - callbacks of the card's host
 * @span: as struct gpu_host has it; packets ask as GPU_CP
 * @fault: an access left all spans, a program or a packet makes no sense: one line without a newline
 * @seen: as struct gpu_host has it, and for each access of a packet; may be NULL
 * @budget: of a draw, in shader instructions of 16 invocations; the rest of the draw is
 *	dropped.  0: none
 * @stale: as struct gpu_host has it, with replay_caches(); may be NULL
 * @still: the GPU clock moves by timestamps, so that two runs write the same
 */
struct replay_host {
	void (*span)(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s);
	void (*fault)(void *ctx, const char *what);
	void (*seen)(void *ctx, enum gpu_client client, bool write, uint64_t first, uint64_t end, uint64_t count);
	void (*stale)(void *ctx, uint64_t first, const char *what);
	uint64_t budget;
	bool still;
};

/**
 * struct replay_straps - properties of the card for the checker
 * @r500: it is an R5xx
 * @chip: number of the chip, in the order of the chips of its generation
 * @tiling_config: GB_TILING_CONFIG of R6xx/R7xx
 * @pipes: pixel pipes of R5xx
 * @backends: render backends; depth pipes of R5xx
 */
struct replay_straps {
	bool r500;
	uint32_t chip;
	uint32_t tiling_config;
	uint32_t pipes;
	uint32_t backends;
};

/**
 * replay_new() - a card after bring-up
 * @chip: its name
 * @host: its host; must outlive it
 * @ctx: passed to the calls of @host
 *
 * Return: the card; NULL without memory, or if there is no such chip.
 */
struct replay *replay_new(const char *chip, const struct replay_host *host, void *ctx);
void replay_free(struct replay *r);
struct replay_straps replay_straps(const struct replay *r);
/* Another board of R6xx/R7xx: GB_TILING_CONFIG from now on. */
void replay_set_tiling(struct replay *r, uint32_t config);

/* Draws do nothing from now on. */
void replay_draw_nothing(struct replay *r);
/* Caches from now on, as gpu_caches() has them.  Return: false if there are none. */
bool replay_caches(struct replay *r, uint32_t seed);
/* Between two streams: RAM on R5xx's chip, which the driver clears for a new owner. */
void replay_clear_ram(struct replay *r, bool hyperz, bool cmask);
/* Before each stream: the driver has written back and invalidated all caches. */
void replay_flush(struct replay *r);
/* The machine; NULL: draws do nothing. */
struct gpu *replay_gpu(struct replay *r);
/* The register file: GPU_REG_END / 4 dwords, which the host may change between two runs. */
uint32_t *replay_regs(struct replay *r);
/* Programs and constants of R5xx, which are in the chip; NULL: another generation. */
const struct r500_upload *replay_upload(const struct replay *r);
/* Vertex arrays that R5xx's next draw reads.  Return: their number. */
uint32_t replay_arrays(const struct replay *r, const struct gpu_array **arrays);
/* Numbers for what others have left: @n dwords. */
void replay_noise(uint32_t *to, uint32_t n, uint64_t seed);
/* Ticks of the reference clock. */
uint64_t replay_clock(const struct replay *r);

/**
 * struct replay_left - state that has no register
 * @index_type: INDEX_TYPE
 * @instances: NUM_INSTANCES
 * @predicated: a predicate is on, and says that packets with its bit are skipped
 * @ram: not 0: seed of R5xx's programs, constants, vertex arrays and counts
 */
struct replay_left {
	uint32_t index_type, instances;
	bool predicated;
	uint64_t ram;
};

/* Sets what an earlier stream has left; counters of queries and the clock begin again. */
void replay_leave(struct replay *r, const struct replay_left *left);

/**
 * replay_run() - execute a checked stream with its addresses filled in
 * @r: the card
 * @ib: the dwords
 * @ndw: their number
 * @at: receives the offset of the packet at which the card hangs; also current during the run
 *
 * After a hang the card is reset; the rest of the stream is lost.
 *
 * Return: false if the card hangs.
 */
bool replay_run(struct replay *r, const uint32_t *ib, uint32_t ndw, uint32_t *at);

#endif
