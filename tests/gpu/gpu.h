/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The drawing machine of R5xx, R6xx and R7xx: a draw goes in, memory changes.
 *
 * The machine executes shaders, rasterizes and blends as the chip does.  It knows the register file and the
 * host's memory, and nothing of the emulated card, QEMU, files, buffers or the checker: it judges
 * the checker, so it shares no table and no formula with it.
 *
 * Every access to memory goes through one call of the host, struct gpu_host.span, which names the
 * client of the chip that makes it.  The same inputs give the same bytes on every host.
 *
 * One thread uses a machine at a time.
 */
#ifndef GPU_H
#define GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gpu;

/* Clients of the memory controller. */
enum gpu_client {
	GPU_VERTEX,
	GPU_INDEX,
	GPU_TEXTURE,
	GPU_CONSTANT,
	GPU_SHADER,
	GPU_COLOR,
	GPU_DEPTH,
	GPU_HTILE,
	GPU_CMASK,
	GPU_FMASK,
	GPU_STRMOUT,
	GPU_ESGS_RING,
	GPU_GSVS_RING,
	GPU_SCRATCH,
	GPU_EXPORT,
	GPU_CP,		/* never the machine; a host whose packets ask for spans, too */
	GPU_CLIENTS
};

const char *gpu_client_name(enum gpu_client client);

/**
 * struct gpu_span - memory that a client may access
 * @first: GPU address of the first byte
 * @end: of the first byte behind it
 * @host: the byte of @first; NULL: nothing may be accessed from @first to @end
 */
struct gpu_span {
	uint64_t first, end;
	uint8_t *host;
};

enum gpu_chip {
	GPU_R600, GPU_RV610, GPU_RV630, GPU_RV670, GPU_RV620, GPU_RV635,
	GPU_RS780, GPU_RS880, GPU_RV770, GPU_RV730, GPU_RV710, GPU_RV740,
	GPU_RV515, GPU_R520, GPU_RV530, GPU_R580, GPU_RV560, GPU_RV570,
	GPU_CHIPS
};

/**
 * struct gpu_host - callbacks of the machine's host
 * @span: returns in @s the largest span around @addr that @client may read, or write if @write;
 *	the machine asks again at gpu_draw() and when an access leaves the span
 * @fault: an access left all spans, or the program or the state makes no sense: one line without a
 *	newline.  The machine goes on: reads return 0, writes are dropped, endless programs end
 *	the draw with GPU_HUNG
 * @seen: when the machine lets go of a span: @count accesses were made through it, from @first to
 *	@end - 1; may be NULL; not called with threads
 * @stale: with gpu_caches(): accesses from @first on had older bytes than were written last, or lost a write, because a
 *	flush or an invalidation is missing: a line for each client, cache and draw; may be NULL
 */
struct gpu_host {
	void (*span)(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s);
	void (*fault)(void *ctx, const char *what);
	void (*seen)(void *ctx, enum gpu_client client, bool write, uint64_t first, uint64_t end, uint64_t count);
	void (*stale)(void *ctx, uint64_t first, const char *what);
};

/**
 * gpu_create() - a machine
 * @host: its host; must outlive it
 * @ctx: passed to the calls of @host
 * @chip: the chip; pipes and banks come from GB_TILING_CONFIG, or GB_TILE_CONFIG, of the register file
 *
 * Return: the machine, or NULL without memory, or for a chip whose draws nothing executes.
 */
struct gpu *gpu_create(const struct gpu_host *host, void *ctx, enum gpu_chip chip);
void gpu_destroy(struct gpu *gpu);

/* Threads of a machine, at most. */
#define GPU_THREADS_MAX	16

/**
 * gpu_threads() - draw rows of tiles on several threads
 * @gpu: the machine; a draw that it has is dropped
 * @threads: with the caller's; 1: no others
 *
 * Results are the same for any number, but for the order of lines, and for pixels of a draw that hangs.
 * The calls of the host come from these threads, one at a time.
 *
 * Return: false if they could not be created; then the caller's draws alone.
 */
bool gpu_threads(struct gpu *gpu, unsigned int threads);

/* The register file: byte addresses 0 to GPU_REG_END, a dword each; owned by the host of the draw. */
#define GPU_REG_END	0x40000u

enum gpu_index { GPU_INDEX_AUTO, GPU_INDEX_16, GPU_INDEX_32 };

/* Vertex arrays of R5xx, at most. */
#define GPU_ARRAYS	16

/**
 * struct gpu_array - an array of R5xx's 3D_LOAD_VBPNTR
 * @address: of its first vertex
 * @count_dw: dwords of a vertex
 * @stride_dw: from one vertex to the next
 */
struct gpu_array {
	uint64_t address;
	uint8_t count_dw, stride_dw;
};

struct r500_upload;
struct r500_ram;

/**
 * struct gpu_draw_call - what a draw packet says
 * @index: where the indices come from
 * @count: indices of an instance
 * @instances: at least 1
 * @address: of the indices, unless @immediate
 * @immediate: the packet's data in host memory, in the order of its dwords: indices, or vertices of R5xx;
 *	must last as long as the draw; NULL: indices are at @address
 * @swap: VGT_DMA_SWAP_MODE
 * @opaque: the number of vertices comes from VGT_STRMOUT_DRAW_OPAQUE_*
 *
 * R5xx has these, and @address and @immediate, but none of the others:
 *
 * @control: VAP_VF_CNTL
 * @data_dw: dwords of @immediate, or at @address
 * @arrays: how many arrays the last 3D_LOAD_VBPNTR had
 * @array: they
 * @upload: programs and constants that registers have loaded (r500/upload.h); must last as long as the draw
 * @ram: RAM on the chip (r500/ram.h), or NULL; must last until a draw with another one, or the machine's end
 */
struct gpu_draw_call {
	enum gpu_index index;
	uint32_t count;
	uint32_t instances;
	uint64_t address;
	const uint32_t *immediate;
	uint32_t swap;
	bool opaque;
	uint32_t control;
	uint32_t data_dw;
	uint32_t arrays;
	struct gpu_array array[GPU_ARRAYS];
	const struct r500_upload *upload;
	struct r500_ram *ram;
};

/* GPU_MORE: the budget is spent before the draw is done; gpu_continue() goes on. */
enum gpu_result { GPU_DONE, GPU_MORE, GPU_HUNG };

/**
 * gpu_draw() - begins a draw and executes it within a budget
 * @gpu: the machine, which has no draw
 * @regs: register file of GPU_REG_END / 4 dwords; the draw keeps a reference until it is done
 * @call: the packet; copied
 * @budget: about how many shader instructions of 16 invocations may be executed in this call; four quads of pixels
 *	count as some
 *
 * Return: GPU_DONE, GPU_MORE, or GPU_HUNG if a program does not end within the machine's own limit.
 */
enum gpu_result gpu_draw(struct gpu *gpu, const uint32_t *regs, const struct gpu_draw_call *call, uint64_t budget);
enum gpu_result gpu_continue(struct gpu *gpu, uint64_t budget);
/* Drops what is left of a draw. */
void gpu_abort(struct gpu *gpu);

/**
 * gpu_sparse() - execute a part of each draw, for hosts that look at addresses and not at pictures
 * @gpu: a machine with one thread
 * @seed: selects the part; 0: whole draws
 * @steps: instructions of a run of a program of R6xx and R7xx, or of a vertex of R5xx, after which it counts as endless;
 *	0: as on the chip
 *
 * The part has the first and the last indices, the lowest and the highest of some thousand, the first
 * and the last instances, and of each polygon the tiles at its corners and at its bounds' corners; and
 * a few others by the seed.
 */
void gpu_sparse(struct gpu *gpu, uint32_t seed, uint32_t steps);

/*
 * Caches of R6xx and R7xx: of sources, then those that write; META: of CMASK and FMASK, of HTILE.  R5xx has TC, of textures,
 * CB (RB3D) and DB (ZB).
 */
enum gpu_cache_id {
	GPU_CACHE_TC, GPU_CACHE_VC, GPU_CACHE_SH, GPU_CACHE_CB, GPU_CACHE_DB, GPU_CACHE_SMX,
	GPU_CACHE_CB_META, GPU_CACHE_DB_META, GPU_CACHES
};

/**
 * gpu_caches() - put caches between the machine and memory
 * @gpu: a machine that has not drawn; its draws run on one thread
 * @seed: chooses which lines a cache drops for others before it is flushed; 0: as few as it can
 *
 * The host's memory has what was written last, except after gpu_fence().  A client that needs a flush to see it reads older
 * bytes until then.
 *
 * Return: false without memory, or if there are caches already.
 */
bool gpu_caches(struct gpu *gpu, uint32_t seed);

/**
 * gpu_flush() - write caches back and invalidate them
 * @gpu: the machine; nothing happens if it has no caches
 * @caches: a bit for each enum gpu_cache_id; VC is TC on chips without VC
 * @first, @end: the range
 * @keep: caches that write keep what they have
 */
void gpu_flush(struct gpu *gpu, uint32_t caches, uint64_t first, uint64_t end, bool keep);

/**
 * gpu_discard() - invalidate caches without writing them back
 * @gpu: the machine; nothing happens if it has no caches
 * @caches: as gpu_flush() has them
 *
 * What they have not written back is lost.  A line says so for each such cache.
 */
void gpu_discard(struct gpu *gpu, uint32_t caches);

/**
 * gpu_place() - registers may have moved lines of R5xx's caches
 * @gpu: the machine; nothing happens if it has no caches, or is no R5xx
 * @regs: register file of GPU_REG_END / 4 dwords
 *
 * To be called before gpu_flush() and gpu_discard(); gpu_draw() does the same.  RB3D and ZB write lines back to where their
 * registers then place the pixels.  A line says so for each target whose lines have moved.
 */
void gpu_place(struct gpu *gpu, const uint32_t *regs);

/**
 * gpu_fence() - the CPU learns that draws are done, and may look at memory
 * @gpu: the machine; nothing happens if it has no caches
 *
 * From now on the host's memory lacks what a cache has not written back, until the machine accesses the bytes or flushes
 * the cache.  A line says so for each such cache.
 */
void gpu_fence(struct gpu *gpu);

/**
 * gpu_packet_access() - a packet is about to read or write memory
 * @gpu: the machine; nothing happens if it has no caches
 * @write: it writes
 * @addr, @n: where; inside of @s
 * @s: the host's memory
 * @copy: if it reads: receives what memory has; otherwise NULL
 */
void gpu_packet_access(struct gpu *gpu, bool write, uint64_t addr, uint64_t n, const struct gpu_span *s, uint8_t *copy);

/* Memory or the host's spans have changed: cached programs and spans are dropped. */
void gpu_invalidate(struct gpu *gpu);

/**
 * struct gpu_counters - sums since gpu_create()
 * @samples: samples that passed depth and stencil, by backend (render backend of the sample's tile)
 * @strmout_needed: primitives that stream-out was given
 * @strmout_written: primitives that fit
 * @stats: pipeline statistics, in the order of SAMPLE_PIPELINESTAT
 * @strmout_dw: dwords written so far to each stream-out buffer; the host may change it
 *	(STRMOUT_BUFFER_UPDATE)
 */
struct gpu_counters {
	uint64_t samples[8];
	uint64_t strmout_needed, strmout_written;
	uint64_t stats[8];
	uint32_t strmout_dw[4];
};

struct gpu_counters *gpu_counters(struct gpu *gpu);

#endif
