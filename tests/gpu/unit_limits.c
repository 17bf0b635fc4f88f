// SPDX-License-Identifier: GPL-2.0
/* Bad programs and state give one line, touch nothing outside, and end; budgets do not change pictures. */
#include <stdio.h>
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

/* The last line says what hangs and where; @before: lines of accesses outside, which come first. */
static void hangs_after(struct rig *rig, unsigned int before, uint32_t cf, const char *words, const char *what)
{
	char where[64];

	snprintf(where, sizeof(where), ", CF instruction %u of the program at 0x%010llx", cf,
		 (unsigned long long)gpu_reg(rig->regs, SQ_PGM_START_PS) << 8);
	rectangle(rig);
	tap_ok(rig_draw(rig, 17, 3) == GPU_HUNG && rig->lines == before + 1 && strstr(rig->last, words) &&
	       strstr(rig->last, where) && !strncmp(rig->last, "PS hangs: ", 10), "%s: \"%s\"", what, rig->last);
}

static void hangs(struct rig *rig, uint32_t cf, const char *words, const char *what)
{
	hangs_after(rig, 0, cf, words, what);
}

static void programs(struct rig *rig)
{
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_LOOP_START_DX10, 2, 0, false);
	rig_cf(rig, CF_LOOP_END, 1, 0, false);
	hangs(rig, 1, "without an end", "an endless loop");
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_LOOP_START, 2, 0, false);
	rig_cf(rig, CF_LOOP_END, 1, 0, false);
	rig_export(rig, 0, 0, 0, true);
	rig_reg(rig, SQ_LOOP_CONST_0, 500);
	rectangle(rig);
	gpu_sparse(rig->gpu, 1, 1000);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE, "a loop within the limit of a sparse draw");
	rig_reg(rig, SQ_LOOP_CONST_0, 1000);
	hangs(rig, 1, "without an end", "a loop past the limit of a sparse draw");
	gpu_sparse(rig->gpu, 0, 0);
	rectangle(rig);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE, "... ends in a whole draw");
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_JUMP, 0, 0, false);
	rig_cf(rig, 0x1f, 0, 0, true);
	hangs(rig, 1, "a CF opcode", "an unknown CF opcode");
	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, 0x07, 0, 0, 0, 0, ALU_LAST);
	rig_export(rig, 0, 0, 0, true);
	hangs(rig, 0, "an ALU opcode", "an unknown ALU opcode");
	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_alu(rig, 0x00, 0, 0, 0, 0, 0);
	rig_export(rig, 0, 0, 0, true);
	hangs(rig, 0, "without an end", "a group without an end");
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_POP, 0, 1, true);
	hangs(rig, 0, "did not begin", "a stack that underflows");
	rig_program(rig, RIG_PS);
	rig_export(rig, 0, 9, 0, true);
	hangs(rig, 0, "without a target", "an export to a target that does not exist");
	rig_program(rig, RIG_PS);
	rig_cf(rig, CF_CALL, 0, 0, false);
	hangs(rig, 0, "nested calls", "a program that calls itself");
	/* Memory export, which no client has, and the rings and streams of other stages */
	for (unsigned int i = 0; i < 3; i++) {
		static const uint32_t writes[] = { CF_MEM_EXPORT, CF_MEM_RING, CF_MEM_STREAM0 };

		rig_program(rig, RIG_PS);
		rig_memory(rig, writes[i], 0, 0, 0, 0, true);
		hangs(rig, 0, "a memory that the stage does not have", "a pixel program that writes memory");
	}
	rig_program(rig, RIG_PS);
	rig_cf(rig, 0x24 + 0x0a, 0, 0, true);
	hangs(rig, 0, "a CF opcode", "a CF opcode between others");
	rig_program(rig, RIG_PS);
	rig_fetch_clause(rig, 1);
	rig_fetch(rig, 0, 0, 0, 0, 1);
	rig_set_word(rig, RIG_PS + 0x200, (rig_word(rig, RIG_PS + 0x200) & ~31u) | 1);
	rig_export(rig, 0, 0, 0, true);
	hangs(rig, 0, "a fetch opcode", "an unknown fetch opcode");
	rig_set_word(rig, RIG_PS + 0x200, (rig_word(rig, RIG_PS + 0x200) & ~31u) | 9);
	hangs(rig, 0, "a texture opcode", "an unknown texture opcode");
	rig_reg(rig, SQ_PGM_START_PS, 0x40);
	hangs_after(rig, 1, 0, "outside of memory", "a program outside of memory");
	/* The program's buffer ends: behind CF instructions that have no end, or before a clause. */
	rig_reg(rig, SQ_PGM_START_PS, (RIG_BASE + RIG_PS) >> 8);
	rig_program(rig, RIG_PS);
	rig->hole = RIG_PS + 24;
	rig->hole_end = RIG_FS;
	for (int i = 0; i < 3; i++)
		rig_cf(rig, CF_NOP, 0, 0, false);
	gpu_invalidate(rig->gpu);
	hangs_after(rig, 1, 3, "outside of memory", "a program that goes past its buffer");
	rig_program(rig, RIG_PS);
	rig_alu_clause(rig, CF_ALU, 1);
	rig_export(rig, 0, 0, 0, true);
	gpu_invalidate(rig->gpu);
	hangs_after(rig, 1, 0, "a clause outside of memory", "a clause past the program");
	rig->hole = 0;
	rig->hole_end = 0;
	gpu_invalidate(rig->gpu);
}

/* What a resource without a type, or of the other one, returns is 0, without an access. */
static void resources(struct rig *rig)
{
	const uint32_t reg = SQ_RESOURCE0_WORD0;
	const uint32_t samples[] = { 0x03, 0x10, 0x13 };
	unsigned int n = 0;

	rig_copy_programs(rig);
	rig_program(rig, RIG_PS);
	rig_fetch_clause(rig, 1);
	rig_fetch(rig, 0, 0, 0, 0, 0);
	rig_export(rig, 0, 0, 0, true);
	rig_reg(rig, reg, 0x40);
	rig_reg(rig, reg + 4, 0xffff);
	rig_reg(rig, reg + 8, 16u << 8 | 35u << 20);
	for (uint32_t type = 0; type < 3; type++) {
		rig_reg(rig, reg + 24, type << 30);
		rectangle(rig);
		n += rig_draw(rig, 17, 3) == GPU_DONE && !rig->lines && !rig_drawn(rig);
	}
	tap_ok(n == 3, "a vertex fetch from a resource that is no buffer reads 0");
	n = 0;
	for (unsigned int i = 0; i < 3; i++) {
		rig_set_word(rig, RIG_PS + 0x200, (rig_word(rig, RIG_PS + 0x200) & ~31u) | samples[i]);
		for (uint32_t type = 0; type < 4; type += type ? 2 : 1) {
			rig_reg(rig, reg + 24, type << 30);
			rectangle(rig);
			n += rig_draw(rig, 17, 3) == GPU_DONE && !rig->lines && !rig_drawn(rig);
		}
	}
	tap_ok(n == 9, "a texture of a resource that is none reads 0");
	rig_reg(rig, reg + 24, 0);
	rig_copy_programs(rig);
}

/* A target whose slice has no row, and one past its end. */
static void sizes(struct rig *rig)
{
	const uint32_t size = gpu_reg(rig->regs, CB_COLOR0_SIZE);

	rig_copy_programs(rig);
	rectangle(rig);
	rig_reg(rig, CB_COLOR0_SIZE, 63);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && rig->lines == 1 && !rig_drawn(rig) &&
	       strstr(rig->last, "CB_COLOR0_SIZE 0x0000003f: not a colour target"), "a colour target of no row: \"%s\"",
	       rig->last);
	rig_reg(rig, CB_COLOR0_SIZE, 7 | 15u << 10);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && !rig->lines && rig_drawn(rig) == 64 * 16,
	       "pixels past the rows of a target are dropped");
	rig_reg(rig, CB_COLOR0_SIZE, size);
	rig_clear(rig);
	rig_reg(rig, DB_DEPTH_CONTROL, 0x76);
	rig_reg(rig, DB_DEPTH_INFO, 6 | 2u << 15);
	rig_reg(rig, DB_DEPTH_BASE, (RIG_BASE + RIG_DEPTH) >> 8);
	rig_reg(rig, DB_DEPTH_SIZE, 63);
	tap_ok(rig_draw(rig, 17, 3) == GPU_DONE && rig->lines == 1 && rig_drawn(rig) == 64 * 64 &&
	       strstr(rig->last, "DB_DEPTH_SIZE 0x0000003f: not a depth buffer"), "a depth buffer of no row: \"%s\"",
	       rig->last);
	rig_reg(rig, DB_DEPTH_CONTROL, 0);
	rig_reg(rig, DB_DEPTH_INFO, 0);
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
	rig_reg(rig, CB_TARGET_MASK, 0);
	tap_ok(gpu_draw(rig->gpu, rig->regs, &call, 1000) == GPU_MORE, "pixels without a program spend the budget");
	gpu_abort(rig->gpu);
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
		struct rig *rig = rig_new(chance() % GPU_RV515);
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
	resources(rig);
	sizes(rig);
	outside(rig);
	changes(rig);
	slices(rig);
	rig_free(rig);
	random_draws(200, 1);
}
