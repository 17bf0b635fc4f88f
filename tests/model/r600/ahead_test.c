// SPDX-License-Identifier: GPL-2.0
/*
 * The two stages of the CP: copies that may still be running, caches that fill again,
 * flushes that do not end.
 */
#include "r600/up.h"

#define FENCE		(RIG_GART + RIG_DATA + 0x8000)
#define COPIED		(RIG_FB + MIB(8))
#define CP_SYNC		0x80000000u
#define BY_PFP		(1u << 8)
#define CACHES		(1u << 23 | 1u << 24 | 1u << 27)

static const struct model_config alone = { .alone = true };

static void copy(struct rig *r, u64 src, u64 dst, u32 flags)
{
	PACKET(r, 0x41, (u32)src, flags, (u32)dst, 0, 4096);
}

static void wait_until(struct rig *r, u32 what)
{
	PACKET(r, 0x68, (WAIT_UNTIL - 0x8000) / 4, what);
}

/* The driver's fence: writes @n to memory when earlier work is done. */
static void fence(struct rig *r, u32 n)
{
	PACKET(r, 0x47, 0x514, (u32)FENCE, 1u << 29 | 2 << 24, n, 0);
}

static void wait_for_fence(struct rig *r, u32 n, u32 engine)
{
	PACKET(r, 0x3c, 0x13 | engine, (u32)FENCE, 0, n, ~0u, 10);
}

/* An indirect buffer of two dwords of header and data, twice in the ring's way. */
static void call(struct rig *r, const u32 *dw, u32 n)
{
	for (u32 i = 0; i < n; i++)
		ram_set32(r, RIG_IB + i * 4, dw[i]);
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, n);
}

static void call_draw(struct rig *r, u64 indices)
{
	u32 ib[] = { pkt3(0x43, 4), CACHES, ~0u, 0, 10, pkt3(0x2b, 4), (u32)indices, 0, 16, 0 };

	PACKET(r, 0x43, CACHES, ~0u, 0, 10);
	call(r, ib, sizeof(ib) / 4);
}

static void call_mem_write(struct rig *r, u64 addr)
{
	u32 ib[] = { pkt3(0x3d, 4), (u32)addr, 0, 1, 2 };

	call(r, ib, sizeof(ib) / 4);
}

static void chained(const char *chip, u32 flags, bool wait, bool fenced, bool bad)
{
	struct rig *r = up(chip, &alone);

	copy(r, DATA, COPIED, flags);
	if (wait)
		wait_until(r, WAIT_CP_DMA_IDLE);
	if (fenced)
		fence(r, 1);
	copy(r, COPIED + 0x800, COPIED + 0x10000, flags);
	go(r);
	if (bad)
		BROKE(r, "copy-race");
	else
		CLEAN(r);
	rig_free(r);
}

TEST(a_copy_may_read_before_an_earlier_one_has_written)
{
	chained("RV670", CP_SYNC, true, false, true);
	chained("RV670", CP_SYNC, false, false, true);
	chained("RV710", 0, true, false, true);
	chained("RV710", CP_SYNC, false, false, false);
	chained("RV670", CP_SYNC, true, true, false);
}

TEST(copies_of_other_memory_do_not_race)
{
	struct rig *r = up("RV670", &alone);

	copy(r, DATA, COPIED, CP_SYNC);
	copy(r, DATA, COPIED + 0x1000, CP_SYNC);
	copy(r, COPIED + 0x2000, COPIED + 0x4000, CP_SYNC);
	go(r);
	CLEAN(r);
	rig_free(r);
}

static void draw_behind_copy(const char *chip, bool waits, u32 engine, bool bad)
{
	struct rig *r = up(chip, &alone);

	copy(r, DATA, COPIED, CP_SYNC);
	wait_until(r, WAIT_CP_DMA_IDLE);
	fence(r, 5);
	if (waits)
		wait_for_fence(r, 5, engine);
	call_draw(r, COPIED + 64);
	go(r);
	if (bad)
		BROKE(r, "copy-ahead");
	else
		CLEAN(r);
	rig_free(r);
}

TEST(indices_are_fetched_ahead_of_a_copy)
{
	static const char *const chips[] = { "RV670", "RV710" };

	for (int i = 0; i < 2; i++) {
		draw_behind_copy(chips[i], false, 0, true);
		draw_behind_copy(chips[i], true, 0, true);
		draw_behind_copy(chips[i], true, BY_PFP, false);
	}
}

TEST(the_micro_engine_writes_ahead_of_a_copy_on_r6xx)
{
	struct rig *r = up("RV670", &alone);

	copy(r, DATA, COPIED, CP_SYNC);
	wait_until(r, WAIT_CP_DMA_IDLE);
	call_mem_write(r, COPIED);
	go(r);
	BROKE(r, "copy-ahead");
	rig_free(r);
	r = up("RV710", &alone);
	copy(r, DATA, COPIED, CP_SYNC);
	wait_until(r, WAIT_CP_DMA_IDLE);
	call_mem_write(r, COPIED);
	go(r);
	CLEAN(r);
	rig_free(r);
}

/* The two-packet form: the micro engine writes, the prefetch parser waits for it. */
TEST(a_mem_write_tells_what_the_micro_engine_knows)
{
	for (int r7 = 0; r7 < 2; r7++) {
		struct rig *r = up(r7 ? "RV710" : "RV670", &alone);

		copy(r, DATA, COPIED, CP_SYNC);
		wait_until(r, WAIT_CP_DMA_IDLE);
		PACKET(r, 0x3d, (u32)FENCE, 1 << 18, 9, 0);
		wait_for_fence(r, 9, BY_PFP);
		call_draw(r, COPIED);
		go(r);
		if (r7)
			CLEAN(r);
		else
			BROKE(r, "copy-ahead");
		rig_free(r);
	}
}

TEST(a_stream_may_race_with_itself)
{
	struct rig *r = up("RV670", &alone);
	u32 ib[] = {
		pkt3(0x41, 5), (u32)DATA, 0, (u32)COPIED, 0, 64,
		pkt3(0x3d, 4), (u32)COPIED, 0, 1, 2,
	};

	call(r, ib, sizeof(ib) / 4);
	wait_until(r, WAIT_CP_DMA_IDLE);
	go(r);
	CLEAN(r);
	rig_free(r);
}

/* Shaders that still run fill the caches again. */
TEST(caches_are_invalidated_behind_the_last_shader)
{
	for (int early = 0; early < 2; early++) {
		struct rig *r = up("RV710", &alone);

		call_draw(r, DATA);
		fence(r, 1);
		if (early)
			PACKET(r, 0x43, CACHES, ~0u, 0, 10);
		wait_until(r, WAIT_3D_IDLE);
		if (!early)
			PACKET(r, 0x43, CACHES, ~0u, 0, 10);
		call(r, (u32[]){ pkt3(0x2b, 4), (u32)DATA, 0, 16, 0 }, 5);
		go(r);
		if (early)
			BROKE(r, "caches");
		else
			CLEAN(r);
		rig_free(r);
	}
}

static void flush(const char *chip, bool event, u32 bits, bool bad)
{
	struct rig *r = up(chip, &alone);

	call_draw(r, DATA);
	if (event)
		PACKET(r, 0x46, 0x16);
	if (bits)
		PACKET(r, 0x43, bits, ~0u, 0, 10);
	fence(r, 1);
	go(r);
	if (bad)
		BROKE(r, "buggy-flush");
	else
		CLEAN(r);
	rig_free(r);
}

TEST(some_chips_end_a_flush_only_with_a_surface_sync)
{
	static const char *const buggy[] = { "RV670", "RS780", "RS880" };

	for (int i = 0; i < 3; i++) {
		flush(buggy[i], false, 0, true);
		flush(buggy[i], true, 0, true);
		flush(buggy[i], true, CACHES, true);
		flush(buggy[i], false, 0x81, true);
		flush(buggy[i], true, 0x81, false);
	}
	flush("RV710", false, 0, false);
	flush("R600", false, 0, false);
}

static void stamp(struct rig *r, u32 event)
{
	PACKET(r, 0x47, 0x500 | event, (u32)FENCE + 8, 3u << 29, 0, 0);
}

/* A flush that has ended serves one event, before the fence or behind it. */
TEST(each_event_of_the_ring_that_flushes_needs_its_surface_sync)
{
	static const u32 flushes[] = { 0x04, 0x14 };

	for (u32 i = 0; i < 4; i++) {
		struct rig *r = up("RV670", &alone);

		stamp(r, 0x14);		/* nothing has been drawn */
		call_draw(r, DATA);
		PACKET(r, 0x46, 0x16);
		PACKET(r, 0x43, 0x81, ~0u, 0, 10);
		if (i & 1)
			stamp(r, flushes[i / 2]);
		fence(r, 1);
		if (!(i & 1))
			stamp(r, i ? flushes[1] : 0x28);
		go(r);
		if (i)
			BROKE(r, "buggy-flush");
		else
			CLEAN(r);
		rig_free(r);
	}
}

TEST(a_fence_after_draws_flushes)
{
	for (int drawn = 0; drawn < 2; drawn++) {
		struct rig *r = up("RV710", NULL);

		if (drawn)
			call_draw(r, DATA);
		PACKET(r, 0x46, 0x16);
		PACKET(r, 0x47, 0x528, (u32)FENCE, 1u << 29 | 2 << 24, 1, 0);
		go(r);
		EQ(model_count(r->m, MODEL_FLUSH), 1);
		if (drawn)
			BROKE(r, "fence-dirty");
		else
			CLEAN(r);
		fence(r, 2);
		EQ(model_count(r->m, MODEL_FLUSH), 1);
		go(r);
		EQ(model_count(r->m, MODEL_FLUSH), 2);
		rig_free(r);
	}
}
