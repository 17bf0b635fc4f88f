// SPDX-License-Identifier: GPL-2.0
/*
 * The interrupt ring, MSI and INTx; the async DMA engine.
 */
#include "r600/up.h"

TEST(one_message_until_the_driver_moves_rptr)
{
	struct rig *r = up("RV710", NULL);

	ih_post(r->m, SRC_CP_EOP, 0);
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(r->msis, 1);
	w(r, IH_RB_RPTR, 16);
	EQ(r->msis, 2);
	w(r, IH_RB_RPTR, 32);
	EQ(r->msis, 2);
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(r->msis, 3);
	CLEAN(r);
	rig_free(r);
}

/* The time runs from the event, also for one that comes while the sender is not armed. */
TEST(a_late_message_comes_so_long_after_its_event)
{
	struct model_config c = { .irq_ns = 40000 };
	struct rig *r = up("RV710", &c);
	u64 begin = r->now;

	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(ram32(r, RIG_WB_IH), 16);
	EQ(model_run(r->m), begin + 40000);
	EQ(r->msis, 0);
	/* Later events do not put it off. */
	r->now = begin + 30000;
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(model_run(r->m), begin + 40000);
	r->now = begin + 40000;
	EQ(model_run(r->m), MODEL_NEVER);
	EQ(r->msis, 1);
	r->now = begin + 60000;
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(model_run(r->m), MODEL_NEVER);
	w(r, IH_RB_RPTR, 16);
	EQ(model_run(r->m), begin + 70000);
	r->now = begin + 70000;
	model_run(r->m);
	EQ(r->msis, 2);
	/* What the driver has seen is no event any more. */
	w(r, IH_RB_RPTR, 48);
	r->now = begin + 100000;
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(model_run(r->m), begin + 140000);
	r->now = begin + 140000;
	model_run(r->m);
	EQ(r->msis, 3);
	/* No message is sent once messages are off. */
	w(r, IH_RB_RPTR, 64);
	ih_post(r->m, SRC_CP_EOP, 0);
	model_config_write(r->m, 0xa2, 0, 2);
	r->now += 40000;
	EQ(model_run(r->m), MODEL_NEVER);
	EQ(r->msis, 3);
	CLEAN(r);
	rig_free(r);
}

TEST(the_interrupt_ring_wraps)
{
	struct rig *r = up("RV710", NULL);

	for (u32 i = 0; i < RIG_IH_BYTES / 16 + 3; i++) {
		ih_post(r->m, SRC_CP_EOP, i);
		EQ(ram32(r, RIG_IH + i * 16 % RIG_IH_BYTES + 4), i);
		EQ(ram32(r, RIG_WB_IH), (i + 1) * 16 % RIG_IH_BYTES);
		w(r, IH_RB_RPTR, (i + 1) * 16 % RIG_IH_BYTES);
	}
	EQ(r->msis, RIG_IH_BYTES / 16 + 3);
	CLEAN(r);
	rig_free(r);
}

TEST(an_overflow_is_flagged_and_cleared)
{
	struct rig *r = up("RV710", NULL);

	for (u32 i = 0; i < RIG_IH_BYTES / 16; i++)
		ih_post(r->m, SRC_CP_EOP, 0);
	EQ(ram32(r, RIG_WB_IH) & 1, 1);
	w(r, IH_RB_CNTL, rd(r, IH_RB_CNTL) | IH_OVERFLOW_CLEAR);
	EQ(rd(r, IH_RB_WPTR) & 1, 0);
	rig_free(r);
}

TEST(intx_follows_the_pointers)
{
	struct model_config c = { .no_msi = true };
	struct rig *r = up("RV710", &c);

	ih_post(r->m, SRC_CP_EOP, 0);
	ih_post(r->m, SRC_CP_EOP, 0);
	CHECK(r->line);
	EQ(r->lines, 1);
	w(r, IH_RB_RPTR, 16);
	CHECK(r->line);
	w(r, IH_RB_RPTR, 32);
	CHECK(!r->line);
	EQ(r->msis, 0);
	CLEAN(r);
	rig_free(r);
}

TEST(rearm_belongs_to_msi)
{
	struct model_config c = { .no_msi = true };
	struct rig *r = up("RV710", &c);

	w(r, IH_CNTL, 0);
	w(r, IH_CNTL, IH_RPTR_REARM | IH_ENABLE_INTR);
	BROKE(r, "ih-rearm");
	rig_free(r);
	r = up("RV710", NULL);
	w(r, IH_CNTL, 0);
	w(r, IH_CNTL, IH_ENABLE_INTR);
	BROKE(r, "ih-rearm");
	rig_free(r);
}

TEST(interrupt_ring_registers_are_fixed_while_it_runs)
{
	struct rig *r = up("RV710", NULL);

	w(r, IH_RB_BASE, 1);
	BROKE(r, "ih-live");
	rig_free(r);
	r = up("RV710", NULL);
	w(r, IH_RB_RPTR, 8);
	BROKE(r, "ih-rptr");
	rig_free(r);
}

TEST(a_disabled_ring_takes_no_entries)
{
	struct rig *r = up("RV710", NULL);

	w(r, IH_CNTL, IH_RPTR_REARM);
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(r->msis, 0);
	EQ(rd(r, IH_RB_WPTR), 0);
	rig_free(r);
}

TEST(interrupts_can_be_dropped)
{
	struct model_config c = { .drop_irq = 2 };
	struct rig *r = up("RV710", &c);

	for (u32 i = 1; i <= 6; i++) {
		ih_post(r->m, SRC_CP_EOP, 0);
		w(r, IH_RB_RPTR, i * 16);
	}
	EQ(r->msis, 3);
	EQ(model_count(r->m, MODEL_IRQ_DROPPED), 3);
	rig_free(r);
}

TEST(a_lost_message_disarms_until_rptr_is_written)
{
	struct rig *r = up("RV710", NULL);

	w(r, MODEL_REG_DROP_IRQ, 1);
	ih_post(r->m, SRC_CP_EOP, 0);
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(r->msis, 0);
	EQ(model_count(r->m, MODEL_IRQ_DROPPED), 1);
	w(r, IH_RB_RPTR, 0);
	EQ(r->msis, 1);
	CLEAN(r);
	rig_free(r);
}

TEST(integrated_chips_lose_messages)
{
	static const char *const chips[] = { "RS780", "RS880" };
	struct model_config pin = { .no_msi = true };

	for (int c = 0; c < 2; c++) {
		struct rig *r = up(chips[c], NULL);

		for (u32 i = 1; i <= 10; i++) {
			ih_post(r->m, SRC_CP_EOP, 0);
			w(r, IH_RB_RPTR, i * 16);
		}
		EQ(r->msis, 8);
		rig_free(r);
		r = up(chips[c], &pin);
		for (u32 i = 1; i <= 10; i++) {
			ih_post(r->m, SRC_CP_EOP, 0);
			w(r, IH_RB_RPTR, i * 16);
		}
		EQ(r->lines, 10);
		CLEAN(r);
		rig_free(r);
	}
}

TEST(a_message_can_overtake_the_write_pointer)
{
	struct model_config c = { .irq_overtakes = true };
	struct rig *r = up("RV710", &c);

	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(r->msis, 1);
	EQ(ram32(r, RIG_WB_IH), 0);
	/* A handler that found no entry re-arms, and is called again. */
	w(r, IH_RB_RPTR, 0);
	EQ(ram32(r, RIG_WB_IH), 16);
	EQ(r->msis, 2);
	w(r, IH_RB_RPTR, 16);
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(ram32(r, RIG_WB_IH), 16);
	EQ(rd(r, IH_RB_WPTR), 32);
	EQ(ram32(r, RIG_WB_IH), 32);
	/* Without a re-arm it arrives some time later. */
	w(r, IH_RB_RPTR, 32);
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(ram32(r, RIG_WB_IH), 32);
	run(r);
	EQ(ram32(r, RIG_WB_IH), 48);
	CLEAN(r);
	rig_free(r);
}

TEST(re_arming_can_be_blind_to_what_is_there)
{
	struct rig *r = up("RV710", NULL);

	w(r, MODEL_REG_HABITS, MODEL_HABIT_REARM_IS_BLIND);
	ih_post(r->m, SRC_CP_EOP, 0);
	ih_post(r->m, SRC_CP_EOP, 0);
	w(r, IH_RB_RPTR, 16);
	EQ(r->msis, 1);
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(r->msis, 2);
	CLEAN(r);
	rig_free(r);
}

TEST(no_message_without_bus_mastering)
{
	struct rig *r = up("RV710", NULL);

	w(r, IH_RB_RPTR, 0);
	model_config_write(r->m, 0x04, 0x3, 2);
	ih_post(r->m, SRC_CP_EOP, 0);
	EQ(r->msis, 0);
	CHECK(violations(r));
	rig_free(r);
}

static struct rig *dma_up(const char *chip)
{
	struct rig *r = up(chip, NULL);

	rig_dma(r);
	CLEAN(r);
	return r;
}

TEST(dma_write_fence_and_trap)
{
	struct rig *r = dma_up("RV710");

	DMA_PACKET(r, 2u << 28 | 1, (u32)DATA, 0, 0xdeadbeef, 6u << 28, (u32)DATA + 4, 0, 42, 7u << 28);
	dma_commit(r);
	EQ(ram32(r, RIG_DATA), 0xdeadbeef);
	EQ(ram32(r, RIG_DATA + 4), 42);
	EQ(ram32(r, RIG_IH), SRC_DMA_TRAP);
	EQ(ram32(r, RIG_WB + 0xc00), 36);
	EQ(rd(r, DMA_STATUS_REG) & DMA_IDLE, 1);
	EQ(r->msis, 1);
	CLEAN(r);
	rig_free(r);
}

TEST(dma_copy_is_five_dwords_on_r7xx)
{
	struct rig *r = dma_up("RV710");

	ram_set32(r, RIG_DATA, 0x11);
	DMA_PACKET(r, 3u << 28 | 1, (u32)DATA + 0x100, (u32)DATA, 0, 0);
	dma_commit(r);
	EQ(ram32(r, RIG_DATA + 0x100), 0x11);
	CLEAN(r);
	rig_free(r);
}

TEST(dma_copy_is_four_dwords_on_r6xx)
{
	struct rig *r = dma_up("RV670");

	ram_set32(r, RIG_DATA, 0x11);
	DMA_PACKET(r, 3u << 28 | 1, (u32)DATA + 0x100, (u32)DATA, 0);
	dma_commit(r);
	EQ(ram32(r, RIG_DATA + 0x100), 0x11);
	CLEAN(r);
	rig_free(r);
}

TEST(dma_indirect_buffers_end_on_eight_dwords)
{
	struct rig *r = dma_up("RV710");

	ram_set32(r, RIG_IB, 2u << 28 | 1);
	ram_set32(r, RIG_IB + 4, (u32)DATA);
	ram_set32(r, RIG_IB + 8, 0);
	ram_set32(r, RIG_IB + 12, 9);
	while (r->dma_wptr % 8 != 5)
		dma_emit(r, 0xf0000000);
	DMA_PACKET(r, 4u << 28, (u32)(RIG_GART + RIG_IB), 4 << 16);
	dma_commit(r);
	EQ(ram32(r, RIG_DATA), 9);
	CLEAN(r);
	DMA_PACKET(r, 4u << 28, (u32)(RIG_GART + RIG_IB), 4 << 16);
	dma_commit(r);
	BROKE(r, "dma-ib-align");
	rig_free(r);
}

TEST(the_dma_ring_wraps)
{
	struct rig *r = dma_up("RV710");

	while (r->dma_wptr != RIG_DMA_DW - 2)
		dma_emit(r, 0xf0000000);
	dma_commit(r);
	DMA_PACKET(r, 2u << 28 | 1, (u32)DATA, 0, 3);
	dma_commit(r);
	EQ(ram32(r, RIG_DATA), 3);
	EQ(rd(r, DMA_RB_RPTR), 8);
	CLEAN(r);
	rig_free(r);
}

TEST(a_broken_dma_packet_stops_the_engine_until_its_reset)
{
	struct rig *r = dma_up("RV710");

	dma_emit(r, 1u << 28);
	dma_commit(r);
	BROKE(r, "dma-packet");
	EQ(rd(r, DMA_STATUS_REG) & DMA_IDLE, 0);
	w(r, SRBM_SOFT_RESET, R7_SRBM_RESET_DMA);
	w(r, SRBM_SOFT_RESET, 0);
	EQ(rd(r, DMA_STATUS_REG) & DMA_IDLE, 1);
	rig_free(r);
}
