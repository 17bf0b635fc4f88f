// SPDX-License-Identifier: GPL-2.0
/* Caches: who sees which bytes until which flush, the line that names it, and draws with caches. */
#include <stdio.h>
#include <string.h>

#include "mem.h"
#include "program.h"
#include "unit_rig.h"

#define BASE	0x1000000u
#define SIZE	0x8000u
#define OLD	0x11111111u
#define NEW	0x22222222u
#define THIRD	0x33333333u
#define ALL	UINT64_MAX

/* Memory, its machine, and the lines about old bytes. */
struct bench {
	uint8_t bytes[SIZE];
	struct gpu_mem mem;
	unsigned int lines;
	char last[256];
};

static void span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	struct bench *b = ctx;

	(void)client;
	(void)write;
	if (addr >= BASE && addr < BASE + SIZE)
		*s = (struct gpu_span){ BASE, BASE + SIZE, b->bytes };
}

static void stale(void *ctx, uint64_t first, const char *what)
{
	struct bench *b = ctx;

	(void)first;
	b->lines++;
	snprintf(b->last, sizeof(b->last), "%s", what);
}

static const struct gpu_host host = { .span = span, .stale = stale };

static void set_up(struct bench *b, enum gpu_chip chip, uint32_t seed)
{
	if (b->mem.cache)
		gpu_cache_destroy(b->mem.cache);
	memset(b->bytes, OLD & 0xff, SIZE);
	b->lines = 0;
	gpu_mem_init(&b->mem, &host, b);
	b->mem.cache = gpu_cache_create(&host, b, chip, seed);
}

static uint32_t get(struct bench *b, enum gpu_client client, uint32_t at)
{
	uint32_t v = 0;

	gpu_mem_read(&b->mem, client, BASE + at, &v, 4);
	return v;
}

static void put(struct bench *b, enum gpu_client client, uint32_t at, uint32_t v)
{
	gpu_mem_write(&b->mem, client, BASE + at, &v, 4);
}

/* The CPU, whose writes no cache sees. */
static void poke(struct bench *b, uint32_t at, uint32_t v)
{
	memcpy(b->bytes + at, &v, 4);
}

static uint32_t peek(const struct bench *b, uint32_t at)
{
	uint32_t v;

	memcpy(&v, b->bytes + at, 4);
	return v;
}

static void sync_range(struct bench *b, uint32_t id, uint64_t first, uint64_t end)
{
	gpu_cache_sync(b->mem.cache, 1u << id, first, end, false);
}

/* Whether exactly one line came, with this text. */
static bool said(struct bench *b, const char *text)
{
	unsigned int lines;

	gpu_mem_forget(&b->mem);
	lines = b->lines;
	b->lines = 0;
	return text ? lines == 1 && strstr(b->last, text) : !lines;
}

static void sources(struct bench *b)
{
	static const struct {
		enum gpu_client client;
		enum gpu_cache_id id;
		const char *name, *text;
	} rows[] = {
		{ GPU_TEXTURE, GPU_CACHE_TC, "TC",
		  "texture reads 0x0001000104 to 0x0001000107, of which TC keeps older bytes: TC_ACTION_ENA of a SURFACE_SYNC is missing" },
		{ GPU_VERTEX, GPU_CACHE_VC, "VC", "of which VC keeps older bytes: VC_ACTION_ENA" },
		{ GPU_CONSTANT, GPU_CACHE_SH, "SH, constants", "of which SH keeps older bytes: SH_ACTION_ENA" },
		{ GPU_SHADER, GPU_CACHE_SH, "SH, programs", "shader reads" },
	};

	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t others = ((1u << GPU_CACHES) - 1) & ~(1u << rows[i].id);
		bool before;

		set_up(b, GPU_RV770, 0);
		before = get(b, rows[i].client, 0x104) == OLD;
		poke(b, 0x104, NEW);
		tap_ok(before && get(b, rows[i].client, 0x104) == OLD && said(b, rows[i].text), "%s keeps a line", rows[i].name);
		gpu_cache_sync(b->mem.cache, others, 0, ALL, false);
		tap_ok(get(b, rows[i].client, 0x104) == OLD && !said(b, NULL), "%s: other caches' flushes change nothing", rows[i].name);
		sync_range(b, rows[i].id, BASE, BASE + 0x100);
		sync_range(b, rows[i].id, BASE + 0x140, ALL);
		tap_ok(get(b, rows[i].client, 0x104) == OLD && !said(b, NULL), "%s: neither does its own beside the line", rows[i].name);
		sync_range(b, rows[i].id, BASE + 0x13f, BASE + 0x140);
		tap_ok(get(b, rows[i].client, 0x104) == NEW && said(b, NULL), "%s drops a line of the range", rows[i].name);
		poke(b, 0x104, OLD);
		sync_range(b, rows[i].id, 0, ALL);
		tap_ok(get(b, rows[i].client, 0x104) == OLD && said(b, NULL), "%s drops all lines", rows[i].name);
	}
}

static void writers(struct bench *b)
{
	static const struct {
		enum gpu_client client;
		enum gpu_cache_id id;
		const char *text;
	} rows[] = {
		{ GPU_COLOR, GPU_CACHE_CB,
		  "texture reads 0x0001000104 to 0x0001000107, of which CB has bytes that are not in memory: CB_ACTION_ENA of a SURFACE_SYNC, or a cache flush event, is missing" },
		{ GPU_CMASK, GPU_CACHE_CB_META, "CB_META has bytes that are not in memory: CB_ACTION_ENA" },
		{ GPU_FMASK, GPU_CACHE_CB_META, "CB_META has bytes" },
		{ GPU_DEPTH, GPU_CACHE_DB, "DB has bytes that are not in memory: DB_ACTION_ENA" }, { GPU_HTILE, GPU_CACHE_DB_META, "DB_META has bytes" },
		{ GPU_STRMOUT, GPU_CACHE_SMX, "SMX has bytes that are not in memory: SMX_ACTION_ENA" },
	};

	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *name = gpu_client_name(rows[i].client);

		set_up(b, GPU_RV770, 0);
		put(b, rows[i].client, 0x104, NEW);
		tap_ok(get(b, rows[i].client, 0x104) == NEW && said(b, NULL), "%s sees what it wrote", name);
		tap_ok(get(b, GPU_TEXTURE, 0x104) == OLD && said(b, rows[i].text), "a texture does not see it: %s", name);
		gpu_cache_sync(b->mem.cache, ((1u << GPU_CACHES) - 1) & ~(1u << rows[i].id), 0, ALL, false);
		tap_ok(get(b, GPU_TEXTURE, 0x104) == OLD && said(b, rows[i].text), "%s: other caches' flushes change nothing", name);
		sync_range(b, rows[i].id, BASE + 0x104, BASE + 0x105);
		tap_ok(get(b, GPU_TEXTURE, 0x104) == OLD && said(b, "TC keeps older bytes"), "%s is written back, and TC keeps its line", name);
		sync_range(b, GPU_CACHE_TC, 0, ALL);
		tap_ok(get(b, GPU_TEXTURE, 0x104) == NEW && said(b, NULL), "%s: after both the texture has it", name);
		put(b, rows[i].client, 0x104, OLD);
		gpu_cache_sync(b->mem.cache, 1u << rows[i].id, 0, ALL, true);
		sync_range(b, GPU_CACHE_TC, 0, ALL);
		tap_ok(get(b, GPU_TEXTURE, 0x104) == OLD && get(b, rows[i].client, 0x104) == OLD && said(b, NULL),
		       "%s: a flush without an invalidation writes back", name);
	}
}

/* What the CPU sees while caches have not written back, and what becomes of its own writes. */
static void fences(struct bench *b)
{
	static const struct {
		enum gpu_client client;
		enum gpu_cache_id id;
		const char *text;
	} rows[] = {
		{ GPU_COLOR, GPU_CACHE_CB,
		  "a fence passes, and of 0x0001000104 to 0x000100013f CB has bytes that are not in memory: CB_ACTION_ENA of a SURFACE_SYNC, or a cache flush event, is missing" },
		{ GPU_DEPTH, GPU_CACHE_DB, "DB has bytes that are not in memory: DB_ACTION_ENA" },
		{ GPU_CMASK, GPU_CACHE_CB_META, "CB_META has bytes" }, { GPU_HTILE, GPU_CACHE_DB_META, "DB_META has bytes" },
		{ GPU_STRMOUT, GPU_CACHE_SMX, "SMX has bytes that are not in memory: SMX_ACTION_ENA" },
	};

	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t id = rows[i].id;
		const char *name = gpu_client_name(rows[i].client);

		set_up(b, GPU_RV770, 0);
		put(b, rows[i].client, 0x104, NEW);
		put(b, rows[i].client, 0x13c, NEW);
		gpu_cache_fence(b->mem.cache);
		tap_ok(peek(b, 0x104) == OLD && peek(b, 0x13c) == OLD && said(b, rows[i].text), "%s: the CPU sees old bytes", name);
		gpu_cache_fence(b->mem.cache);
		tap_ok(peek(b, 0x104) == OLD && said(b, NULL), "%s: a second fence is silent", name);
		poke(b, 0x104, THIRD);
		poke(b, 0x108, THIRD);
		gpu_cache_sync(b->mem.cache, ((1u << GPU_CACHES) - 1) & ~(1u << id), 0, ALL, false);
		tap_ok(peek(b, 0x104) == THIRD && peek(b, 0x13c) == OLD, "%s: other caches' flushes change nothing", name);
		gpu_cache_sync(b->mem.cache, 1u << id, 0, ALL, i & 1);
		tap_ok(peek(b, 0x104) == NEW && peek(b, 0x13c) == NEW && peek(b, 0x108) == THIRD, "%s: the flush writes over the CPU's bytes", name);
		gpu_cache_fence(b->mem.cache);
		tap_ok(peek(b, 0x104) == NEW && said(b, NULL), "%s: a fence after the flush", name);

		put(b, rows[i].client, 0x104, THIRD);
		gpu_cache_fence(b->mem.cache);
		tap_ok(said(b, "a fence passes") && get(b, GPU_TEXTURE, 0x104) == NEW && said(b, "texture reads"),
		       "%s: after the fence the machine has memory's", name);
		tap_ok(get(b, rows[i].client, 0x104) == THIRD && said(b, NULL), "%s: and its cache its own", name);
		gpu_cache_fence(b->mem.cache);
		sync_range(b, id, BASE + 0x100, BASE + 0x101);
		tap_ok(peek(b, 0x104) == THIRD, "%s: a flush of the range", name);

		set_up(b, GPU_RV770, 0);
		put(b, rows[i].client, 0x200, NEW);
		gpu_cache_sync(b->mem.cache, 1u << id, 0, ALL, true);
		poke(b, 0x200, THIRD);
		tap_ok(get(b, rows[i].client, 0x200) == NEW && !said(b, NULL), "%s: a flush that does not invalidate keeps what was written", name);
		tap_ok(peek(b, 0x200) == NEW, "%s: and writes it", name);
	}
	set_up(b, GPU_RV770, 1);
	for (uint32_t at = 0; at < SIZE; at += 64)
		put(b, GPU_COLOR, at, NEW);
	gpu_cache_fence(b->mem.cache);
	for (uint32_t at = 4; at < SIZE; at += 64)
		put(b, GPU_COLOR, at, NEW);
	sync_range(b, GPU_CACHE_CB, 0, ALL);
	for (uint32_t at = 0; at < SIZE; at += 64)
		b->lines += peek(b, at) != NEW || peek(b, at + 4) != NEW;
	tap_ok(said(b, "a fence passes"), "lines that are dropped for others are written back");
}

/* Clients without a cache, and two caches with the same line. */
static void memory(struct bench *b)
{
	set_up(b, GPU_RV770, 0);
	put(b, GPU_COLOR, 0x80, NEW);
	tap_ok(get(b, GPU_INDEX, 0x80) == OLD && said(b, "index reads"), "indices have what memory has");
	tap_ok(get(b, GPU_CP, 0x80) == OLD && said(b, "CP reads"), "packets have what memory has");
	tap_ok(get(b, GPU_CP, 0x84) == OLD && said(b, NULL), "bytes beside are not in question");
	sync_range(b, GPU_CACHE_CB, 0, ALL);
	tap_ok(get(b, GPU_INDEX, 0x80) == NEW && get(b, GPU_CP, 0x80) == NEW && said(b, NULL), "both see it after the flush, and keep nothing");
	put(b, GPU_CP, 0x80, OLD);
	tap_ok(get(b, GPU_INDEX, 0x80) == OLD && said(b, NULL), "a packet's write is in memory");

	set_up(b, GPU_RV770, 0);
	put(b, GPU_COLOR, 0x80, NEW);
	put(b, GPU_CP, 0x80, 0x33333333);
	tap_ok(said(b, "CP writes 0x0001000080 to 0x0001000083, of which CB has bytes"), "a packet writes what the CB has not written back");
	tap_ok(get(b, GPU_TEXTURE, 0x80) == 0x33333333 && said(b, NULL), "memory has the packet's bytes");
	tap_ok(get(b, GPU_COLOR, 0x80) == OLD && said(b, "colour reads 0x0001000080 to 0x0001000083, of which CB keeps older bytes"), "the CB has its own");

	set_up(b, GPU_RV770, 0);
	put(b, GPU_COLOR, 0x80, NEW);
	put(b, GPU_STRMOUT, 0x90, NEW);
	put(b, GPU_COLOR, 0x98, NEW);
	sync_range(b, GPU_CACHE_CB, 0, ALL);
	tap_ok(get(b, GPU_TEXTURE, 0x80) == NEW && get(b, GPU_TEXTURE, 0x98) == NEW && said(b, NULL), "two caches write bytes of one line");
	tap_ok(get(b, GPU_TEXTURE, 0x90) == OLD && said(b, "SMX has bytes"), "each flush writes its cache's");
	put(b, GPU_DEPTH, 0xc0, NEW);
	tap_ok(get(b, GPU_COLOR, 0xc0) == OLD && said(b, "colour reads") && peek(b, 0xc0) == OLD,
	       "what another cache that writes does not see is lost");
	put(b, GPU_ESGS_RING, 0x104, OLD);
	get(b, GPU_VERTEX, 0x104);
	put(b, GPU_ESGS_RING, 0x104, NEW);
	tap_ok(get(b, GPU_VERTEX, 0x104) == NEW && said(b, NULL), "rings need no flush");
}

static void kinds(struct bench *b)
{
	const uint32_t word = OLD;
	bool tried;

	set_up(b, GPU_RV710, 0);
	get(b, GPU_VERTEX, 0);
	poke(b, 0, NEW);
	tap_ok(get(b, GPU_VERTEX, 0) == OLD && said(b, "vertex reads 0x0001000000 to 0x0001000003, of which TC keeps"), "RV710 fetches vertices through TC");
	sync_range(b, GPU_CACHE_VC, 0, ALL);
	tap_ok(get(b, GPU_VERTEX, 0) == NEW && said(b, NULL), "VC's action is TC's there");
	set_up(b, GPU_RV770, 0);
	gpu_cache_by_tc(b->mem.cache, true);
	get(b, GPU_VERTEX, 0);
	poke(b, 0, NEW);
	sync_range(b, GPU_CACHE_VC, 0, ALL);
	tap_ok(get(b, GPU_VERTEX, 0) == OLD && said(b, "TC keeps"), "a clause fetches vertices through TC");

	set_up(b, GPU_RV770, 0);
	tried = gpu_mem_equal(&b->mem, GPU_SHADER, BASE + 0x100, &word, 4);
	poke(b, 0x100, NEW);
	tap_ok(tried && gpu_mem_equal(&b->mem, GPU_SHADER, BASE + 0x100, &word, 4) && said(b, "shader reads"), "programs are compared with SH's bytes");
	tap_ok(!gpu_mem_try(&b->mem, GPU_TEXTURE, BASE, 4) && gpu_mem_try(&b->mem, GPU_COLOR, BASE, 4) == b->bytes,
	       "only clients whose bytes are the host's get them");
	/* 32 places for 512 lines */
	set_up(b, GPU_RV770, 1);
	for (uint32_t at = 0; at < SIZE; at += 64)
		get(b, GPU_TEXTURE, at);
	memset(b->bytes, NEW & 0xff, SIZE);
	tried = get(b, GPU_TEXTURE, 0) == NEW;
	for (uint32_t at = 64; at < SIZE; at += 64)
		tried |= get(b, GPU_TEXTURE, at) == NEW;
	tap_ok(tried, "a seed drops lines");
	set_up(b, GPU_RV770, 1);
	for (uint32_t at = 0; at < SIZE; at += 64)
		put(b, GPU_COLOR, at, NEW);
	tried = get(b, GPU_TEXTURE, 0) == NEW;
	for (uint32_t at = 64; at < SIZE; at += 64)
		tried |= get(b, GPU_TEXTURE, at) == NEW;
	tap_ok(tried, "and writes lines back");
	set_up(b, GPU_R580, 0);
	get(b, GPU_VERTEX, 0x80);
	poke(b, 0x80, NEW);
	tap_ok(get(b, GPU_VERTEX, 0x80) == NEW && said(b, NULL), "R5xx keeps no vertices from one draw to the next");
	put(b, GPU_COLOR, 0x80, OLD);
	tap_ok(get(b, GPU_VERTEX, 0x80) == NEW && said(b, "vertex reads 0x0001000080 to 0x0001000083, of which RB3D has bytes that are not in memory: DC_FLUSH of RB3D_DSTCACHE_CTLSTAT is missing"),
	       "they have what memory has");
	gpu_cache_destroy(b->mem.cache);
	b->mem.cache = NULL;
}

/* Lines that are freed and not written, and bytes that are taken. */
static void losses(struct bench *b)
{
	uint8_t bytes[4] = { 0 };

	set_up(b, GPU_R580, 0);
	put(b, GPU_COLOR, 0x104, NEW);
	put(b, GPU_DEPTH, 0x204, NEW);
	gpu_cache_discard(b->mem.cache, 1u << GPU_CACHE_CB);
	tap_ok(peek(b, 0x104) == OLD && peek(b, 0x204) == NEW &&
	       said(b, "0x0001000104 to 0x0001000107 of RB3D are freed and not in memory: DC_FLUSH of RB3D_DSTCACHE_CTLSTAT is missing"),
	       "lines that are freed and not written are lost");
	tap_ok(get(b, GPU_COLOR, 0x104) == OLD && said(b, NULL), "the cache has memory's bytes then");
	gpu_cache_discard(b->mem.cache, 1u << GPU_CACHE_CB);
	tap_ok(said(b, NULL), "nothing is lost of a clean cache");
	gpu_cache_fence(b->mem.cache);
	poke(b, 0x204, THIRD);
	b->lines = 0;
	gpu_cache_discard(b->mem.cache, 1u << GPU_CACHE_DB);
	tap_ok(peek(b, 0x204) == THIRD && said(b, "of ZB are freed"), "the CPU's bytes stay");

	put(b, GPU_COLOR, 0x104, NEW);
	tap_ok(!gpu_cache_take(b->mem.cache, GPU_CACHE_CB, BASE + 0x100, 4, bytes) &&
	       !gpu_cache_take(b->mem.cache, GPU_CACHE_DB, BASE + 0x104, 4, bytes), "bytes that a cache has not written are not taken");
	tap_ok(gpu_cache_take(b->mem.cache, GPU_CACHE_CB, BASE + 0x104, 4, bytes) && bytes[0] == (NEW & 0xff) && peek(b, 0x104) == OLD,
	       "others are, and memory has what it had");
	tap_ok(get(b, GPU_COLOR, 0x104) == OLD && said(b, NULL), "and so has the cache");
}

static void set_constant(struct rig *rig, float v)
{
	union { float f; uint32_t u; } bits = { .f = v };

	rig_set_word(rig, RIG_CONSTANTS, bits.u);
}

static bool shows(struct rig *rig, uint32_t red, unsigned int lines)
{
	rig->stale = 0;
	rig_clear(rig);
	gpu_flush(rig->gpu, 1u << GPU_CACHE_CB, 0, ALL, false);
	rig_draw(rig, 4, 3);
	gpu_invalidate(rig->gpu);
	if (rig->stale != lines)
		tap_note("%u lines, the last one: %s", rig->stale, rig->last);
	return (rig_pixel(rig, 9, 7) & 0xff) == red && rig->stale == lines;
}

/* The pixel program returns a constant. */
static void draws(enum gpu_chip chip)
{
	struct rig *rig = rig_new(chip);

	tap_ok(gpu_caches(rig->gpu, 0), "chip %d has caches", chip);
	for (uint32_t n = 0; n < 3; n++)
		rig_vertex(rig, n, n == 1 ? 128 : 0, n == 2 ? 128 : 0, 0.5f, 1, 0, 0, 0, 0);
	rig_reg(rig, SQ_ALU_CONST_CACHE_PS_0, (RIG_BASE + RIG_CONSTANTS) >> 8);
	rig_reg(rig, SQ_ALU_CONST_BUFFER_SIZE_PS_0, 1);
	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, 0x19, 0, 0, 128, 0, ALU_LAST);
	rig_export(rig, 0, 0, 0, true);
	set_constant(rig, 1);
	tap_ok(shows(rig, 255, 0), "chip %d draws through its caches", chip);
	set_constant(rig, 0.5f);
	tap_ok(shows(rig, 255, 1) && strstr(rig->last, "constant reads"), "the draw has the old constant, and one line says so");
	gpu_flush(rig->gpu, 1u << GPU_CACHE_SH, 0, ALL, false);
	tap_ok(shows(rig, 128, 0), "after the invalidation it has the new one");
	rig_vertex(rig, 1, 8, 0, 0.5f, 1, 0, 0, 0, 0);
	tap_ok(shows(rig, 128, 1) && strstr(rig->last, "vertex reads"), "the draw has the old vertices");
	rig_copy_programs(rig);
	tap_ok(shows(rig, 128, 2), "the draw runs the old program");
	gpu_flush(rig->gpu, 1u << GPU_CACHE_VC | 1u << GPU_CACHE_SH, 0, ALL, false);
	rig_vertex(rig, 1, 128, 0, 0.5f, 1, 1, 1, 1, 1);
	tap_ok(shows(rig, 0, 0) == false && rig->stale == 0, "the new program and vertices");
	rig_free(rig);
}

#define PS_WHITE	0x3000u	/* beside the rig's programs */
#define PATTERN		0x11u

/* A pixel program that samples texture 0, the memory of RIG_RESOLVED; and one that returns white. */
static void sample_programs(struct rig *rig)
{
	const uint32_t sample[4] = { 0x10, (0 | 1u << 3 | 2u << 6 | 3u << 9) << 9 | 15u << 28, (0 | 1u << 3 | 2u << 6 | 3u << 9) << 20, 0 };
	const uint32_t texture[7] = {
		1 | 2u << 3 | (RIG_EDGE / 8 - 1) << 8 | (RIG_EDGE - 1) << 19, (RIG_EDGE - 1) | 26u << 26,
		(RIG_BASE + RIG_RESOLVED) >> 8, 0, (1u << 3 | 2u << 6 | 3u << 9) << 16, 0, 2u << 30,
	};

	for (uint32_t i = 0; i < 7; i++)
		rig_reg(rig, SQ_RESOURCE0_WORD0 + 4 * i, texture[i]);
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_TEX, 0x200 / 8, 0, false);
	rig_export(rig, 0, 0, 0, true);
	memcpy(rig->bytes + RIG_PS + 0x200, sample, sizeof(sample));
	rig_program(rig, PS_WHITE);
	rig_alu_clause(rig, CF_ALU, 4);
	for (uint32_t c = 0; c < 4; c++)
		rig_alu(rig, 0x19, 0, c, 249, 0, c == 3 ? ALU_LAST : 0);
	rig_export(rig, 0, 0, 0, true);
	for (uint32_t n = 0; n < 3; n++)
		rig_vertex(rig, n, n == 1 ? 128 : 0, n == 2 ? 128 : 0, 0.5f, 1, n == 1 ? 2 : 0, n == 2 ? 2 : 0, 0, 0);
}

static void draw_to(struct rig *rig, uint32_t program, uint32_t target)
{
	rig_reg(rig, SQ_PGM_START_PS, (RIG_BASE + program) >> 8);
	rig_reg(rig, CB_COLOR0_BASE, (RIG_BASE + target) >> 8);
	rig_draw(rig, 4, 3);
	gpu_invalidate(rig->gpu);
}

/* A stream that samples a texture, draws to it, and samples it again, with the caches @sync in a SURFACE_SYNC between. */
static uint32_t sample_again(struct rig *rig, uint32_t sync)
{
	gpu_flush(rig->gpu, (1u << GPU_CACHES) - 1, 0, ALL, false);
	memset(rig->bytes + RIG_RESOLVED, PATTERN, RIG_EDGE * RIG_EDGE * 4);
	rig->stale = 0;
	draw_to(rig, RIG_PS, RIG_COLOR);
	tap_ok(rig_pixel(rig, 9, 7) == 0x01010101 * PATTERN && !rig->stale, "a texture is sampled");
	draw_to(rig, PS_WHITE, RIG_RESOLVED);
	gpu_flush(rig->gpu, sync, RIG_BASE + RIG_RESOLVED, RIG_BASE + RIG_RESOLVED + RIG_EDGE * RIG_EDGE * 4, false);
	draw_to(rig, RIG_PS, RIG_COLOR);
	return rig_pixel(rig, 9, 7);
}

static void within_a_stream(enum gpu_chip chip)
{
	struct rig *rig = rig_new(chip);
	const uint32_t old = 0x01010101 * PATTERN, tc = 1u << GPU_CACHE_TC, cb = 1u << GPU_CACHE_CB;

	tap_ok(gpu_caches(rig->gpu, 0), "chip %d has caches", chip);
	sample_programs(rig);
	tap_ok(sample_again(rig, tc | cb) == UINT32_MAX && !rig->stale, "and again, rewritten, behind a SURFACE_SYNC of both caches");
	tap_ok(sample_again(rig, cb) == old && rig->stale == 1 && strstr(rig->last, "TC keeps older bytes: TC_ACTION_ENA"),
	       "without TC_ACTION_ENA the texture has its old texels");
	tap_ok(sample_again(rig, tc) == old && rig->stale == 1 && strstr(rig->last, "CB has bytes that are not in memory: CB_ACTION_ENA"),
	       "without CB_ACTION_ENA as well");
	tap_ok(sample_again(rig, 0) == old && rig->stale == 1, "without a SURFACE_SYNC as well");
	rig_free(rig);
}

void unit_cache(void)
{
	static struct bench b;

	sources(&b);
	writers(&b);
	fences(&b);
	memory(&b);
	kinds(&b);
	losses(&b);
	draws(GPU_RV670);
	draws(GPU_RV710);
	draws(GPU_RV770);
	within_a_stream(GPU_RV670);
	within_a_stream(GPU_RV710);
}
