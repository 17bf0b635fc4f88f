// SPDX-License-Identifier: GPL-2.0
/* Bad programs and state give one line, touch nothing outside, and end; budgets do not change pictures. */
#include <string.h>

#include "program.h"
#include "unit_rig.h"

static void rectangle(struct rig *rig)
{
	rig_vertex(rig, 0, 0, 0, 0, 1, 0, 0, 0, 1);
	rig_vertex(rig, 1, 64, 0, 0, 1, 1, 0, 0, 1);
	rig_vertex(rig, 2, 0, 64, 0, 1, 0, 1, 0, 1);
	rig_clear(rig);
}

static void hangs(struct rig *rig, const char *words, const char *what)
{
	rectangle(rig);
	tap_ok(rig_draw(rig, 17, 3) == GPU_HUNG && rig->lines && strstr(rig->last, words), "%s: \"%s\"", what, rig->last);
}

static void programs(struct rig *rig)
{
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_LOOP_START_DX10, 2, 0, false);
	rig_cf(rig, CF_LOOP_END, 1, 0, false);
	hangs(rig, "without an end", "an endless loop");
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_JUMP, 0, 0, false);
	rig_cf(rig, 0x1f, 0, 0, true);
	hangs(rig, "a CF opcode", "an unknown CF opcode");
	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, 0x07, 0, 0, 0, 0, ALU_LAST);
	rig_export(rig, 0, 0, 0, true);
	hangs(rig, "an ALU opcode", "an unknown ALU opcode");
	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, 0x00, 0, 0, 0, 0, 0);
	rig_export(rig, 0, 0, 0, true);
	hangs(rig, "without an end", "a group without an end");
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_POP, 0, 1, true);
	hangs(rig, "did not begin", "a stack that underflows");
	rig_program(rig, RIG_PS);
	rig_export(rig, 0, 9, 0, true);
	hangs(rig, "without a target", "an export to a target that does not exist");
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_CALL, 0, 0, false);
	hangs(rig, "nested calls", "a program that calls itself");
	rig_reg(rig, SQ_PGM_START_PS, 0x40);
	hangs(rig, "outside", "a program outside of memory");
	rig_reg(rig, SQ_PGM_START_PS, (RIG_BASE + RIG_PS) >> 8);
}

static void outside(struct rig *rig)
{
	rig_copy_programs(rig);
	rectangle(rig);
	rig->hole = RIG_COLOR + 0x1000;
	rig->hole_end = RIG_COLOR + 0x1100;
	gpu_invalidate(rig->gpu);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && rig->lines == 64 && strstr(rig->last, "colour write"),
	       "a tile that may not be written is not: \"%s\"", rig->last);
	tap_ok(rig_drawn(rig) == 64 * 64 - 64, "and all others are");
	rig->hole = 0;
	rig->hole_end = 0;
	rig_reg(rig, VGT_PRIMITIVE_TYPE, 4);
	tap_ok(rig_draw(rig, 15, 3) == GPU_DONE && rig->lines == 1, "a primitive type that does not exist: \"%s\"", rig->last);
	rig_field(rig, CB_COLOR0_INFO, 11, 8, 13);
	rectangle(rig);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && rig->lines == 1 && !rig_drawn(rig),
	       "an array mode that is not modelled: \"%s\"", rig->last);
	rig_field(rig, CB_COLOR0_INFO, 11, 8, 2);
	rig_vertex(rig, 0, 0.0f / 0.0f, 0, 0, 1, 1, 1, 1, 1);
	rig_vertex(rig, 1, 1e38f, 3e38f, 0, 1e-38f, 1, 1, 1, 1);
	rig_vertex(rig, 2, 64, 1.0f / 0.0f, 0, 1, 1, 1, 1, 1);
	for (uint32_t type = 1; type <= 6; type++)
		rig_draw(rig, type, 3);
	tap_ok(!rig->lines, "positions that are no numbers draw nothing");
}

/* A program that changes in memory is decoded again. */
static void changes(struct rig *rig)
{
	rig_copy_programs(rig);
	rectangle(rig);
	rig_draw(rig, 17, 3);
	rig_program(rig, RIG_PS);
	rig_export(rig, 0, 0, 0, true);
	rig_set_word(rig, RIG_PS + 4, rig_word(rig, RIG_PS + 4) | 4u);
	rig_draw(rig, 17, 3);
	tap_ok((rig_pixel(rig, 60, 3) & 0xff) == 0, "a program that has changed is decoded again");
}

static void slices(struct rig *rig)
{
	const struct gpu_draw_call call = { .index = GPU_INDEX_AUTO, .count = 3, .instances = 1 };
	static uint8_t whole[RIG_EDGE * RIG_EDGE * 4];
	enum gpu_result result;
	unsigned int parts = 1;

	rig_copy_programs(rig);
	rectangle(rig);
	rig_draw(rig, 17, 3);
	memcpy(whole, rig->bytes + RIG_COLOR, sizeof(whole));
	rig_clear(rig);
	result = gpu_draw(rig->gpu, rig->regs, &call, 10);
	while (result == GPU_MORE) {
		result = gpu_continue(rig->gpu, 10);
		parts++;
	}
	tap_ok(result == GPU_DONE && parts > 3 && !memcmp(whole, rig->bytes + RIG_COLOR, sizeof(whole)),
	       "a draw in %u slices gives the same picture", parts);
	gpu_draw(rig->gpu, rig->regs, &call, 1);
	gpu_abort(rig->gpu);
	tap_ok(gpu_continue(rig->gpu, 100) == GPU_DONE, "an aborted draw is done");
}

static uint64_t state = 0x9e3779b97f4a7c15u;

static uint32_t chance(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 32);
}

/* Registers of the draw, resources and samplers; windows and scissors stay, so that draws end soon. */
static void random_register(struct rig *rig)
{
	static const uint16_t pages[] = { 0x280, 0x281, 0x284, 0x286, 0x287, 0x288, 0x289, 0x28a, 0x28b, 0x28c, 0x28d };
	uint32_t reg = (uint32_t)pages[chance() % (sizeof(pages) / sizeof(pages[0]))] << 8 | (chance() & 0xfc);

	if (chance() % 4 == 0)
		reg = SQ_RESOURCE0_WORD0 + chance() % (512 * 7) * 4;
	if (reg == PA_SC_SCREEN_SCISSOR_BR)
		return;
	if (chance() % 2)
		rig->regs[reg / 4] ^= 1u << chance() % 32;
	else
		rig->regs[reg / 4] = chance() % 2 ? chance() : RIG_BASE >> 8;
}

/* Random bits of programs, state and vertices: the draw ends or pauses, and ASan watches. */
static void random_draws(unsigned int draws, uint64_t seed)
{
	unsigned int done = 0, more = 0, hung = 0;

	state = seed;
	for (unsigned int n = 0; n < draws; n++) {
		struct rig *rig = rig_new(chance() % GPU_CHIPS);
		const struct gpu_draw_call call = {
			.index = chance() % 3, .count = chance() % 64, .instances = chance() % 3,
			.address = RIG_BASE + RIG_INDICES, .swap = chance() % 4, .opaque = chance() % 16 == 0,
		};
		uint32_t places[] = { RIG_VS, RIG_VS + 0x200, RIG_PS, RIG_PS + 0x200, RIG_FS + 0x200, RIG_VERTICES };
		enum gpu_result result;

		rectangle(rig);
		rig_reg(rig, VGT_PRIMITIVE_TYPE, chance() % 24);
		for (unsigned int i = chance() % 12; i; i--)
			random_register(rig);
		for (unsigned int i = chance() % 12; i; i--)
			rig->bytes[places[chance() % 6] + chance() % 96] ^= 1u << chance() % 8;
		result = gpu_draw(rig->gpu, rig->regs, &call, 50000);
		done += result == GPU_DONE;
		more += result == GPU_MORE;
		hung += result == GPU_HUNG;
		rig_free(rig);
	}
	tap_ok(done + more + hung == draws && done, "%u random draws: %u done, %u paused, %u hung", draws, done, more, hung);
}

void unit_limits(void)
{
	struct rig *rig = rig_new(GPU_RV770);

	programs(rig);
	outside(rig);
	changes(rig);
	slices(rig);
	rig_free(rig);
	random_draws(200, 1);
}
