// SPDX-License-Identifier: GPL-2.0
/*
 * Microcode, the CP's start, the ring, hangs and resets.
 */
#include "r600/up.h"

static void set_scratch(struct rig *r, u32 value)
{
	PACKET(r, 0x68, (SCRATCH_REG0 - 0x8000) / 4, value);
}

TEST(every_chip_comes_up_and_passes_a_ring_test)
{
	const struct model_chip *c;

	for (unsigned int i = 0; (c = r600_chip_by_index(i)); i++) {
		struct rig *r = up(c->name, NULL);

		w(r, SCRATCH_REG0, 0xcafedead);
		set_scratch(r, 0xdeadbeef);
		go(r);
		EQ(rd(r, SCRATCH_REG0), 0xdeadbeef);
		EQ(ram32(r, RIG_WB), 0xdeadbeef);
		EQ(ram32(r, RIG_WB_RPTR), r->wptr);
		EQ(rd(r, CP_RB_RPTR), r->wptr);
		CLEAN(r);
		rig_free(r);
	}
}

TEST(scratch_mirrors_only_masked_registers)
{
	struct rig *r = up("RV710", NULL);

	w(r, SCRATCH_UMSK, 0xfe);
	w(r, SCRATCH_REG0, 5);
	w(r, SCRATCH_REG0 + 4, 6);
	EQ(ram32(r, RIG_WB), 0);
	EQ(ram32(r, RIG_WB + 4), 6);
	CLEAN(r);
	rig_free(r);
}

TEST(the_cp_does_not_start_without_microcode)
{
	struct rig *r = rig_new("RV710", NULL);

	rig_pci(r);
	rig_mc(r);
	rig_gart(r);
	rig_rlc(r);
	rig_cp_load(r);
	r->m->cp.ucode[MODEL_UCODE_ME].complete = false;
	rig_cp_setup(r);
	rig_cp_start(r);
	BROKE(r, "cp-before-ucode");
	CHECK(rd(r, CP_ME_CNTL) & CP_ME_HALT);
	rig_free(r);
}

TEST(the_cp_does_not_start_without_the_rlc)
{
	struct rig *r = rig_new("RV710", NULL);

	rig_pci(r);
	rig_mc(r);
	rig_gart(r);
	rig_cp_load(r);
	rig_cp_setup(r);
	rig_cp_start(r);
	BROKE(r, "cp-before-rlc");
	rig_free(r);
}

TEST(me_initialize_is_in_the_ring_before_the_start)
{
	struct rig *r = rig_new("RV710", NULL);

	rig_pci(r);
	rig_mc(r);
	rig_gart(r);
	rig_rlc(r);
	rig_cp_load(r);
	rig_cp_setup(r);
	w(r, CP_ME_CNTL, 0xff);
	BROKE(r, "cp-before-init");
	rig_free(r);
}

TEST(nothing_runs_before_me_initialize)
{
	struct rig *r = rig_new("RV710", NULL);

	rig_pci(r);
	rig_mc(r);
	rig_gart(r);
	rig_rlc(r);
	rig_cp_load(r);
	rig_cp_setup(r);
	set_scratch(r, 1);
	set_scratch(r, 2);
	commit(r);
	w(r, CP_ME_CNTL, 0xff);
	run(r);
	BROKE(r, "me-init");
	rig_free(r);
}

TEST(me_initialize_announces_the_chips_contexts)
{
	struct rig *r = up("RV710", NULL);

	PACKET(r, 0x44, 1, 0, 7, 1 << 16, 0, 0);
	go(r);
	BROKE(r, "me-init");
	rig_free(r);
}

TEST(a_swapped_microcode_word_is_noticed)
{
	struct rig *r = rig_new("RV710", NULL);

	w(r, CP_PFP_UCODE_ADDR, 0);
	w(r, CP_PFP_UCODE_DATA, model_ucode_word(r->m->chip, MODEL_UCODE_PFP, 0));
	w(r, CP_PFP_UCODE_DATA, __builtin_bswap32(model_ucode_word(r->m->chip, MODEL_UCODE_PFP, 1)));
	BROKE(r, "ucode-content");
	rig_free(r);
}

/* Numbers without order, as in real microcode. */
static u32 other_word(u32 i)
{
	return (i + 1) * 0x9e3779b9u;
}

static u32 upload(struct rig *r, u32 (*word)(u32 i))
{
	w(r, CP_PFP_UCODE_ADDR, 0);
	for (u32 i = 0; i < model_ucode_words(r->m->chip, MODEL_UCODE_PFP); i++)
		w(r, CP_PFP_UCODE_DATA, word(i));
	return ucode_ready(r->m, MODEL_UCODE_PFP);
}

static u32 mixed_word(u32 i)
{
	return i == 100 ? model_ucode_word(model_chip_by_name("RV710"), MODEL_UCODE_PFP, i) : other_word(i);
}

static u32 later_word(u32 i)
{
	return model_ucode_word(model_chip_by_name("RV710"), MODEL_UCODE_PFP, i + 1);
}

static u32 first_word_differs(u32 i)
{
	return i ? later_word(i - 1) : 0x1234;
}

static u32 swapped_word(u32 i)
{
	return __builtin_bswap32(later_word(i - 1));
}

static u32 other_chips_word(u32 i)
{
	return model_ucode_word(model_chip_by_name("RV770"), MODEL_UCODE_PFP, i);
}

static u32 me_word(u32 i)
{
	return model_ucode_word(model_chip_by_name("RV710"), MODEL_UCODE_ME, i);
}

static u32 no_word(u32 i)
{
	return 0;
}

TEST(other_microcode_of_the_right_size_is_accepted)
{
	struct rig *r = rig_new("RV710", NULL);

	CHECK(upload(r, other_word));
	CLEAN(r);
	CHECK(upload(r, other_word));
	CLEAN(r);
	rig_free(r);
}

TEST(microcode_that_is_known_to_be_wrong_is_noticed)
{
	static u32 (* const bad[])(u32 i) = {
		mixed_word, later_word, first_word_differs, swapped_word, other_chips_word, me_word, no_word,
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rig *r = rig_new("RV710", NULL);

		CHECK(!upload(r, bad[i]));
		BROKE(r, "ucode-content");
		rig_free(r);
	}
}

TEST(a_microcode_word_too_many_is_noticed)
{
	struct rig *r = rig_new("RV710", NULL);

	rig_cp_load(r);
	CHECK(ucode_ready(r->m, MODEL_UCODE_PFP));
	CHECK(ucode_ready(r->m, MODEL_UCODE_ME));
	CLEAN(r);
	w(r, CP_ME_RAM_WADDR, 0);
	for (u32 i = 0; i <= model_ucode_words(r->m->chip, MODEL_UCODE_ME); i++)
		w(r, CP_ME_RAM_DATA, model_ucode_word(r->m->chip, MODEL_UCODE_ME, i));
	BROKE(r, "ucode-order");
	CHECK(!ucode_ready(r->m, MODEL_UCODE_ME));
	rig_free(r);
}

TEST(an_rlc_word_out_of_order_is_noticed)
{
	struct rig *r = rig_new("RV670", NULL);

	w(r, RLC_UCODE_ADDR, 0);
	w(r, RLC_UCODE_DATA, model_ucode_word(r->m->chip, MODEL_UCODE_RLC, 0));
	w(r, RLC_UCODE_ADDR, 2);
	w(r, RLC_UCODE_DATA, model_ucode_word(r->m->chip, MODEL_UCODE_RLC, 2));
	BROKE(r, "ucode-order");
	rig_free(r);
}

TEST(microcode_is_not_loaded_into_a_running_cp)
{
	struct rig *r = up("RV710", NULL);

	w(r, CP_ME_RAM_DATA, 0);
	BROKE(r, "ucode-while-running");
	rig_free(r);
}

TEST(the_ring_wraps_in_the_middle_of_a_packet)
{
	struct rig *r = up("RV710", NULL);

	for (int i = 0; i < 3; i++) {
		while (r->wptr != RIG_RING_DW - 2) {
			emit(r, 0x80000000);
			if (r->wptr % 1024 == 0)
				go(r);
		}
		set_scratch(r, 100 + i);
		go(r);
		EQ(rd(r, SCRATCH_REG0), 100 + i);
	}
	CLEAN(r);
	rig_free(r);
}

TEST(wptr_rules)
{
	struct rig *r = up("RV710", NULL);

	w(r, CP_RB_WPTR, r->wptr + 3);
	BROKE(r, "wptr-align");
	rig_free(r);
	/* half of a fetch of the CP */
	r = up("RV710", NULL);
	w(r, CP_RB_WPTR, r->wptr + 8);
	BROKE(r, "wptr-align");
	rig_free(r);
	r = up("RV710", NULL);
	w(r, CP_RB_WPTR, RIG_RING_DW);
	BROKE(r, "wptr-range");
	rig_free(r);
}

TEST(a_wptr_that_passes_rptr_loses_packets)
{
	struct model_config c = { .delay_ns = 1000000 };
	struct rig *r = up("RV710", &c);

	w(r, CP_RB_WPTR, 256);
	w(r, CP_RB_WPTR, 128);
	BROKE(r, "ring-overrun");
	rig_free(r);
}

TEST(ring_registers_are_fixed_while_the_cp_runs)
{
	struct rig *r = up("RV710", NULL);

	w(r, CP_RB_BASE, 0x1234);
	BROKE(r, "ring-live");
	rig_free(r);
	r = up("RV710", NULL);
	w(r, CP_RB_RPTR_WR, 0);
	BROKE(r, "rptr-locked");
	rig_free(r);
}

static void call_ib(struct rig *r, u32 ndw)
{
	PACKET(r, 0x32, (u32)(RIG_GART + RIG_IB), 0, ndw);
}

/* Packets before the stream, such as a job's first timestamp, are not late. */
TEST(a_stream_takes_the_delay_and_the_engine_is_busy_until_its_end)
{
	struct model_config c = { .delay_ns = 2000000 };
	struct rig *r = up("RV710", &c);
	u64 next;

	ram_set32(r, RIG_IB, 0x80000000);
	set_scratch(r, 8);
	call_ib(r, 1);
	set_scratch(r, 9);
	call_ib(r, 1);
	commit(r);
	next = model_run(r->m);
	EQ(next, r->now + 2000000);
	EQ(rd(r, SCRATCH_REG0), 8);
	CHECK(rd(r, GRBM_STATUS) & GRBM_GUI_ACTIVE);
	CHECK(rd(r, GRBM_STATUS) & GRBM_CP_BUSY);
	r->now = next;
	EQ(model_run(r->m), MODEL_NEVER);
	EQ(rd(r, SCRATCH_REG0), 9);
	CHECK(!(rd(r, GRBM_STATUS) & GRBM_GUI_ACTIVE));
	rig_free(r);
}

TEST(a_delay_is_over_when_a_test_says_so)
{
	struct model_config c = { .delay_ns = 2000000 };
	struct rig *r = up("RV710", &c);

	ram_set32(r, RIG_IB, 0x80000000);
	w(r, MODEL_REG_GO, 1);
	call_ib(r, 1);
	set_scratch(r, 9);
	commit(r);
	EQ(model_run(r->m), r->now + 2000000);
	CHECK(rd(r, SCRATCH_REG0) != 9);
	w(r, MODEL_REG_GO, 1);
	EQ(model_run(r->m), MODEL_NEVER);
	EQ(rd(r, SCRATCH_REG0), 9);
	rig_free(r);
}

/* Each stream takes its time, also if the host is late; the time does not pass while the CP waits. */
TEST(jobs_take_their_time_one_after_the_other)
{
	struct model_config c = { .job_ns = 20000 };
	struct rig *r = up("RV710", &c);
	u64 begin = r->now;

	ram_set32(r, RIG_IB, 0x80000000);
	for (u32 i = 1; i <= 3; i++) {
		call_ib(r, 1);
		set_scratch(r, i);
	}
	commit(r);
	EQ(model_run(r->m), begin + 20000);
	CHECK(rd(r, GRBM_STATUS) & GRBM_GUI_ACTIVE);
	r->now = begin + 25000;
	EQ(model_run(r->m), begin + 40000);
	EQ(rd(r, SCRATCH_REG0), 1);
	r->now = begin + 70000;
	EQ(model_run(r->m), r->now);
	EQ(rd(r, SCRATCH_REG0), 2);
	EQ(model_run(r->m), MODEL_NEVER);
	EQ(rd(r, SCRATCH_REG0), 3);
	/* An idle card begins with a job when it comes. */
	r->now += 1000000;
	call_ib(r, 1);
	commit(r);
	EQ(model_run(r->m), r->now + 20000);
	rig_free(r);
}

TEST(a_partly_published_packet_waits_for_the_rest)
{
	struct rig *r = up("RV710", NULL);

	while (r->wptr % 16 != 15)
		emit(r, 0x80000000);
	set_scratch(r, 4);
	w(r, CP_RB_WPTR, r->wptr & ~15u);
	run(r);
	EQ(rd(r, SCRATCH_REG0), 0);
	go(r);
	EQ(rd(r, SCRATCH_REG0), 4);
	CLEAN(r);
	rig_free(r);
}

static void restart(struct rig *r)
{
	w(r, CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT);
	w(r, SCRATCH_UMSK, 0);
	w(r, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rd(r, GRBM_SOFT_RESET);
	w(r, GRBM_SOFT_RESET, 0);
	CHECK(!(rd(r, GRBM_STATUS) & GRBM_GUI_ACTIVE));
	rig_cp_setup(r);
	rig_cp_start(r);
}

TEST(a_hang_stays_until_a_soft_reset)
{
	struct model_config c = { .hang_packet = 3 };
	struct rig *r = up("RV710", &c);

	set_scratch(r, 1);
	set_scratch(r, 2);
	go(r);
	EQ(rd(r, SCRATCH_REG0), 1);
	CHECK(rd(r, GRBM_STATUS) & GRBM_GUI_ACTIVE);
	EQ(model_count(r->m, MODEL_HANG), 1);
	restart(r);
	set_scratch(r, 3);
	go(r);
	EQ(rd(r, SCRATCH_REG0), 3);
	CLEAN(r);
	rig_free(r);
}

TEST(a_soft_reset_keeps_microcode_and_wants_the_cp_halted)
{
	struct rig *r = up("RV710", NULL);

	w(r, CP_ME_CNTL, CP_ME_HALT | CP_PFP_HALT);
	w(r, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rd(r, GRBM_SOFT_RESET);
	w(r, GRBM_SOFT_RESET, 0);
	CHECK(ucode_ready(r->m, MODEL_UCODE_ME));
	CHECK(rd(r, CP_ME_CNTL) & CP_ME_HALT);
	EQ(rd(r, CP_RB_WPTR), 0);
	CLEAN(r);
	rig_free(r);
	r = up("RV710", NULL);
	w(r, GRBM_SOFT_RESET, SOFT_RESET_CP);
	BROKE(r, "reset-unhalted");
	rig_free(r);
}

TEST(a_hang_can_be_asked_for_by_opcode)
{
	struct rig *r = up("RV710", NULL);

	w(r, MODEL_REG_HANG_OP, 0x10);
	set_scratch(r, 1);
	PACKET(r, 0x10, 0);
	set_scratch(r, 2);
	go(r);
	EQ(rd(r, SCRATCH_REG0), 1);
	EQ(model_count(r->m, MODEL_HANG), 1);
	rig_free(r);
}

TEST(a_hang_by_opcode_can_come_again)
{
	struct rig *r = up("RV710", NULL);
	u32 i;

	w(r, MODEL_REG_HANG_OP, 0x10 | 1 << 8);
	for (i = 1; i <= 3; i++) {
		PACKET(r, 0x10, 0);
		set_scratch(r, i);
		go(r);
		EQ(rd(r, SCRATCH_REG0) == i, i == 3);
		EQ(model_count(r->m, MODEL_HANG), i < 3 ? i : 2);
		if (i < 3)
			restart(r);
	}
	rig_free(r);
}

TEST(a_dead_cp_is_busy_for_ever)
{
	struct model_config c = { .dead_cp = true };
	struct rig *r = up("RV710", &c);

	EQ(model_run(r->m), MODEL_NEVER);
	CHECK(rd(r, GRBM_STATUS) & GRBM_CP_BUSY);
	EQ(rd(r, CP_RB_RPTR), 0);
	rig_free(r);
}

TEST(a_cp_that_rejects_its_microcode_stays_halted)
{
	struct model_config c = { .no_microcode = true };
	struct rig *r = up("RV670", &c);

	CHECK(rd(r, CP_ME_CNTL) & CP_ME_HALT);
	CHECK(!(rd(r, GRBM_STATUS) & GRBM_CP_BUSY));
	rig_free(r);
}

TEST(a_soft_reset_is_read_back_before_its_release)
{
	struct rig *r = rig_new("RV710", NULL);

	w(r, GRBM_SOFT_RESET, SOFT_RESET_CP);
	w(r, GRBM_SOFT_RESET, 0);
	BROKE(r, "reset-posted");
	rig_free(r);
}
