// SPDX-License-Identifier: GPL-2.0
/*
 * Draws: the calls of the host's machine, how the CP waits for it, and the packets that read its
 * counts.
 */
#include "r600/up.h"

#define VALID	(1ull << 63)

TEST(a_draw_is_told_its_indices_and_instances)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x2d, 3, 2);
	go(r);
	EQ(r->call.index, GPU_INDEX_AUTO);
	EQ(r->call.count, 3);
	EQ(r->call.instances, 1);
	EQ(r->call.opaque, false);
	PACKET(r, 0x2f, 5);
	PACKET(r, 0x2a, 1 | 2 << 2);
	PACKET(r, 0x2b, (u32)DATA, 0, 64, 0);
	go(r);
	EQ(r->call.index, GPU_INDEX_32);
	EQ(r->call.count, 64);
	EQ(r->call.instances, 5);
	EQ(r->call.address, DATA);
	EQ(r->call.swap, 2);
	CHECK(!r->call.immediate);
	PACKET(r, 0x2a, 0);
	PACKET(r, 0x2e, 4, 1, 0x20001, 0x40003);
	go(r);
	EQ(r->call.index, GPU_INDEX_16);
	EQ(r->call.count, 4);
	CHECK(r->call.immediate);
	PACKET(r, 0x2e, 9, 1, 0x20001, 0x40003);
	go(r);
	EQ(r->call.count, 4);
	PACKET(r, 0x2d, 0, 2 | 1 << 6);
	go(r);
	EQ(r->call.opaque, true);
	CLEAN(r);
	rig_free(r);
}

TEST(the_cp_waits_for_a_draw_that_takes_long)
{
	struct rig *r = up("RV710", NULL);

	r->slices = 2;
	PACKET(r, 0x2d, 3, 2);
	PACKET(r, 0x3d, (u32)DATA, 1 << 18, 7, 0);
	commit(r);
	model_run(r->m);
	EQ(ram32(r, RIG_DATA), 0);
	CHECK(rd(r, GRBM_STATUS) & GRBM_GUI_ACTIVE);
	run(r);
	EQ(ram32(r, RIG_DATA), 7);
	EQ(r->draws, 1);
	EQ(r->goes_on, 2);
	EQ(model_count(r->m, MODEL_DRAW), 1);
	CLEAN(r);
	rig_free(r);
}

TEST(packets_flush_caches)
{
	static const struct {
		u32 bits, caches;
	} actions[] = {
		{ 1u << 23, 1u << GPU_CACHE_TC }, { 1u << 24, 1u << GPU_CACHE_VC }, { 1u << 27, 1u << GPU_CACHE_SH },
		{ 1u << 25, 1u << GPU_CACHE_CB | 1u << GPU_CACHE_CB_META },
		{ 1u << 26, 1u << GPU_CACHE_DB | 1u << GPU_CACHE_DB_META }, { 1u << 28, 1u << GPU_CACHE_SMX },
		{ 1u << 0 | 1u << 7 | 1u << 14, 0 },
	};
	static const u32 written = 1u << GPU_CACHE_CB | 1u << GPU_CACHE_DB | 1u << GPU_CACHE_SMX;
	struct rig *r = up("RV710", NULL);
	unsigned int before;

	for (u32 i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		PACKET(r, 0x43, actions[i].bits, 2, 0x10, 10);
		go(r);
		EQ(r->flush.caches, actions[i].caches);
		EQ(r->flush.first, 0x1000);
		EQ(r->flush.end, 0x1200);
		EQ(r->flush.keep, false);
	}
	PACKET(r, 0x43, 1u << 23, ~0u, 0, 10);
	go(r);
	EQ(r->flush.first, 0);
	EQ(r->flush.end, UINT64_MAX);
	PACKET(r, 0x43, 1u << 20 | 1u << 23, 2, 0x10, 10);
	go(r);
	EQ(r->flush.first, 0);
	EQ(r->flush.end, UINT64_MAX);
	PACKET(r, 0x46, 0x06);
	go(r);
	EQ(r->flush.caches, written);
	EQ(r->flush.keep, true);
	PACKET(r, 0x46, 0x16);
	go(r);
	EQ(r->flush.caches, written);
	EQ(r->flush.keep, false);
	EQ(r->flush.end, UINT64_MAX);
	PACKET(r, 0x47, 0x504, (u32)DATA, 1u << 29, 7, 0);
	go(r);
	EQ(r->flush.keep, true);
	PACKET(r, 0x47, 0x514, (u32)DATA, 1u << 29, 7, 0);
	go(r);
	EQ(r->flush.keep, false);
	PACKET(r, 0x46, 0x2e);
	go(r);
	EQ(r->flush.caches, 1u << GPU_CACHE_CB_META);
	PACKET(r, 0x46, 0x2c);
	go(r);
	EQ(r->flush.caches, 1u << GPU_CACHE_DB_META);
	EQ(r->flush.keep, false);
	before = r->flush.count;
	PACKET(r, 0x46, 0x1f);
	PACKET(r, 0x47, 0x528, (u32)DATA, 1u << 29, 7, 0);
	go(r);
	EQ(r->flush.count, before);
	CLEAN(r);
	EQ(r->fence.count, 0);
	PACKET(r, 0x47, 0x514, (u32)DATA, 1u << 29 | 2u << 24, 7, 0);
	go(r);
	EQ(r->fence.count, 1);
	EQ(r->fence.flushes, before + 1);
	rig_free(r);
	r = up("RV670", NULL);
	PACKET(r, 0x46, 0x16);
	go(r);
	EQ(r->flush.caches, written | 1u << GPU_CACHE_CB_META | 1u << GPU_CACHE_DB_META);
	EQ(r->flush.keep, false);
	CLEAN(r);
	rig_free(r);
}

TEST(packets_see_memory_behind_caches)
{
	struct rig *r = up("RV710", NULL);
	unsigned int before = r->packet.count;

	PACKET(r, 0x3d, (u32)DATA + 8, 1 << 18, 7, 0);
	go(r);
	EQ(r->packet.count, before + 1);
	EQ(r->packet.addr, DATA + 8);
	EQ(r->packet.n, 4);
	EQ(ram32(r, RIG_DATA + 8), 7);
	/* COPY_DW from memory to memory */
	r->packet.old = DATA + 8;
	PACKET(r, 0x3b, 3, (u32)DATA + 8, 0, (u32)DATA + 16, 0);
	go(r);
	EQ(ram32(r, RIG_DATA + 16), 0x11111111);
	CLEAN(r);
	rig_free(r);
}

TEST(an_endless_draw_hangs_the_pipe)
{
	struct rig *r = up("RV710", NULL);

	r->hangs = true;
	PACKET(r, 0x2d, 3, 2);
	PACKET(r, 0x3d, (u32)DATA, 1 << 18, 7, 0);
	go(r);
	EQ(ram32(r, RIG_DATA), 0);
	EQ(model_count(r->m, MODEL_HANG), 1);
	CHECK(rd(r, GRBM_STATUS) & GRBM_PIPE_BUSY);
	CLEAN(r);
	rig_free(r);
}

TEST(queries_write_what_was_counted)
{
	struct rig *r = up("RV770", NULL);

	r->counters.samples[0] = 7;
	r->counters.samples[3] = 9;
	r->counters.strmout_needed = 5;
	r->counters.strmout_written = 4;
	for (u32 i = 0; i < 8; i++)
		r->counters.stats[i] = i + 100;
	PACKET(r, 0x46, 0x115, (u32)DATA, 0);
	PACKET(r, 0x46, 0x320, (u32)DATA + 0x100, 0);
	PACKET(r, 0x46, 0x21e, (u32)DATA + 0x200, 0);
	go(r);
	EQ(ram64(r, RIG_DATA), VALID | 7);
	EQ(ram64(r, RIG_DATA + 16), VALID);
	EQ(ram64(r, RIG_DATA + 48), VALID | 9);
	EQ(ram64(r, RIG_DATA + 0x100), VALID | 5);
	EQ(ram64(r, RIG_DATA + 0x108), VALID | 4);
	EQ(ram64(r, RIG_DATA + 0x200), 100);
	EQ(ram64(r, RIG_DATA + 0x238), 107);
	CLEAN(r);
	rig_free(r);
}

TEST(statistics_count_between_start_and_stop)
{
	struct rig *r = up("RV670", NULL);

	r->counters.stats[7] = 10;
	PACKET(r, 0x46, 0x1a);
	go(r);
	r->counters.stats[7] = 14;
	PACKET(r, 0x46, 0x21e, (u32)DATA, 0);
	PACKET(r, 0x46, 0x1a);
	go(r);
	EQ(ram64(r, RIG_DATA + 0x38), 10);
	r->counters.stats[7] = 15;
	PACKET(r, 0x46, 0x19);
	PACKET(r, 0x46, 0x19);
	go(r);
	r->counters.stats[7] = 18;
	PACKET(r, 0x46, 0x21e, (u32)DATA, 0);
	go(r);
	EQ(ram64(r, RIG_DATA + 0x38), 13);
	CLEAN(r);
	rig_free(r);
}

static void query(struct rig *r, u32 offset, u64 begin, u64 end)
{
	ram_set32(r, offset, (u32)begin);
	ram_set32(r, offset + 4, 1u << 31);
	ram_set32(r, offset + 8, (u32)end);
	ram_set32(r, offset + 12, 1u << 31);
}

/* Returns whether the predicate of two queries lets a draw through. */
static bool draws(struct rig *r, u32 operation, u32 sense)
{
	u32 before = r->draws;

	PACKET(r, 0x20, (u32)DATA, operation << 16 | sense);
	PACKET(r, 0x20, (u32)DATA + 0x100, operation << 16 | sense | 1u << 31);
	emit(r, pkt3(0x2d, 2) | 1);
	emit(r, 3);
	emit(r, 2);
	PACKET(r, 0x20, 0, 0);
	go(r);
	return r->draws != before;
}

TEST(a_predicate_may_have_several_queries)
{
	struct rig *r = up("RV710", NULL);

	query(r, RIG_DATA, 10, 12);
	query(r, RIG_DATA + 0x100, 5, 5);
	EQ(draws(r, 1, 1 << 8), true);
	EQ(draws(r, 1, 0), false);
	query(r, RIG_DATA, 10, 10);
	EQ(draws(r, 1, 1 << 8), false);
	query(r, RIG_DATA + 0x100, 5, 6);
	EQ(draws(r, 1, 1 << 8), true);
	/* stream-out: needed and written at the begin, then both at the end */
	query(r, RIG_DATA, 0, 0);
	query(r, RIG_DATA + 16, 4, 3);
	query(r, RIG_DATA + 0x100, 0, 0);
	query(r, RIG_DATA + 0x110, 4, 4);
	EQ(draws(r, 2, 1 << 8), false);
	query(r, RIG_DATA + 16, 4, 4);
	EQ(draws(r, 2, 1 << 8), true);
	CLEAN(r);
	rig_free(r);
}

TEST(streamout_goes_on_from_the_filled_size)
{
	struct rig *r = up("RV710", NULL);

	r->counters.strmout_dw[2] = 20;
	PACKET(r, 0x34, 2 << 8 | 1 << 1, 0, 0, 48, 0);
	PACKET(r, 0x34, 2 << 8 | 3 << 1 | 1, (u32)DATA, 0, 0, 0);
	go(r);
	EQ(ram32(r, RIG_DATA), 20);
	ram_set32(r, RIG_DATA + 16, 32);
	PACKET(r, 0x34, 2 << 8 | 2 << 1, 0, 0, (u32)DATA + 16, 0);
	go(r);
	EQ(r->counters.strmout_dw[2], 32);
	CLEAN(r);
	rig_free(r);
}
