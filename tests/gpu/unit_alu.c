// SPDX-License-Identifier: GPL-2.0
/* Opcodes of the ALU beside their numbers and values; modifiers of results. */
#include <stdio.h>
#include <string.h>

#include "alu.h"
#include "unit_alu.h"
#include "unit_rig.h"

/* Of one chip: how many rows each opcode has, and how many were compared. */
struct tally {
	bool r7xx;
	unsigned int op2[UNIT_ALU_OP2], op3[UNIT_ALU_OP3], compared;
};

static bool is(const char *name, const char *other)
{
	return name && !strcmp(name, other);
}

/* The row that the machine has under the number of @name; counts it. */
static const struct gpu_alu_row *by_name(struct tally *t, const char *name)
{
	const struct gpu_alu_row *row = NULL;

	for (unsigned int i = 0; i < UNIT_ALU_OP2; i++) {
		if (!is(unit_alu_op2[i], name))
			continue;
		row = gpu_alu_find(false, i, t->r7xx);
		t->op2[i]++;
	}
	for (unsigned int i = 0; i < UNIT_ALU_OP3; i++) {
		if (!is(unit_alu_op3[i], name))
			continue;
		row = gpu_alu_find(true, i, t->r7xx);
		t->op3[i]++;
	}
	t->compared++;
	if (!row || strcmp(row->name, name)) {
		tap_ok(false, "%s is %s", name, row ? row->name : "no opcode");
		return NULL;
	}
	return row;
}

static void fill(union gpu_lanes *lanes, uint32_t value)
{
	for (int i = 0; i < GPU_LANES; i++)
		lanes->u[i] = value;
}

/* Floats in order, as integers. */
static int64_t rank(uint32_t bits)
{
	int64_t magnitude = bits & 0x7fffffff;

	return bits >> 31 ? -magnitude : magnitude;
}

static bool equal(uint32_t got, uint32_t want, bool near)
{
	int64_t off = rank(got) - rank(want);

	return got == want || (near && off >= -1 && off <= 1);
}

static bool decides(const struct gpu_alu_row *row)
{
	return row->result == GPU_RES_PRED || row->result == GPU_RES_STACK ||
	       row->result == GPU_RES_KILL;
}

static unsigned int sources(const uint32_t *s)
{
	unsigned int n = 0;

	while (n < 3 && s[n] != UNIT_ALU_UNUSED)
		n++;
	return n;
}

/* The result in all lanes, and the mask of lanes of an opcode that decides. */
static void compare(struct tally *t, const struct unit_alu_value *v)
{
	const uint32_t *s = v->sources;
	const struct gpu_alu_row *row = by_name(t, v->name);
	gpu_mask want_mask = v->flags & UNIT_ALU_TRUE ? GPU_ALL_LANES : 0, mask = want_mask;
	union gpu_lanes a, b, c, d;
	bool good;

	if (!row)
		return;
	fill(&a, s[0]);
	fill(&b, s[1]);
	fill(&c, s[2]);
	if (decides(row)) {
		row->fn(&d, &a, &b, &c);
		mask = gpu_alu_finish(row, &d);
	}
	gpu_alu_eval(row, &d, &a, &b, &c);
	if (row->sources != sources(s))
		tap_ok(false, "%s has %u sources", v->name, row->sources);
	good = mask == want_mask;
	for (int i = 0; i < GPU_LANES; i++)
		good &= equal(d.u[i], v->result, v->flags & UNIT_ALU_NEAR);
	if (!good)
		tap_ok(false, "R%uxx: %s of %08x %08x %08x is %08x, not %08x; lanes %04x, not %04x",
		       t->r7xx ? 7 : 6, v->name, s[0], s[1], s[2], v->result, d.u[0], want_mask,
		       mask);
}

static void compare_slots(struct tally *t, const struct unit_alu_slots *s)
{
	const struct gpu_alu_row *row = by_name(t, s->name);
	union gpu_lanes a[4], b[4], d[4];
	const union gpu_lanes *const as[4] = { &a[0], &a[1], &a[2], &a[3] };
	const union gpu_lanes *const bs[4] = { &b[0], &b[1], &b[2], &b[3] };
	bool good;

	if (!row)
		return;
	for (int i = 0; i < 4; i++) {
		fill(&a[i], s->a[i]);
		fill(&b[i], s->b[i]);
	}
	good = row->result == GPU_RES_REDUCE && row->reduce;
	if (good)
		row->reduce(d, as, bs);
	for (int i = 0; good && i < 4 * GPU_LANES; i++)
		good = d[i % 4].u[i / 4] == s->result[i % 4];
	if (!good)
		tap_ok(false, "%s of (%08x %08x, ...) is (%08x %08x %08x %08x)", s->name,
		       s->a[0], s->b[0], s->result[0], s->result[1], s->result[2], s->result[3]);
}

static void compare_families(struct tally *t)
{
	static const char *const comparison[] = { "E", "GT", "GE", "NE" };

	for (unsigned int i = 0; i < unit_alu_families_count * unit_alu_pairs_count; i++) {
		const struct unit_alu_family *f = &unit_alu_families[i / unit_alu_pairs_count];
		const struct unit_alu_pair *p = &unit_alu_pairs[i % unit_alu_pairs_count];

		for (unsigned int c = 0; f->type == p->type && c < 4; c++) {
			char name[32];
			bool yes = p->truth & 1u << c;
			struct unit_alu_value v = {
				.name = name, .sources = { p->a, p->b, UNIT_ALU_UNUSED },
				.result = yes ? f->yes : f->no, .flags = yes ? UNIT_ALU_TRUE : 0,
			};

			if (!(f->comparisons & 1u << c))
				continue;
			snprintf(name, sizeof(name), "%s%s%s", f->before, comparison[c], f->behind);
			compare(t, &v);
		}
	}
}

/* Slots: vector, only the fifth, or only the fifth on R6xx. */
static unsigned int placement(bool op3, unsigned int op)
{
	if (op3)
		return op >= 0x0c && op <= 0x0f ? GPU_ALU_TRANS : 0;
	if (op >= 0x70 && op <= 0x72)
		return GPU_ALU_TRANS_R6XX;
	return op >= 0x61 && op <= 0x79 ? GPU_ALU_TRANS : 0;
}

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

/* The use of the result follows from the name. */
static bool kind_fits(const struct gpu_alu_row *row)
{
	const bool predicate = row->result == GPU_RES_PRED || row->result == GPU_RES_STACK;

	return begins(row->name, "PRED_SET") == predicate &&
	       begins(row->name, "KILL") == (row->result == GPU_RES_KILL) &&
	       begins(row->name, "MOVA") == (row->result == GPU_RES_AR);
}

/* @rows: how many values were compared. */
static void check_opcode(bool op3, unsigned int op, bool r7xx, const char *name, unsigned int rows)
{
	const struct gpu_alu_row *row = gpu_alu_find(op3, op, r7xx);

	if (r7xx && is(name, "MOVA_GPR_INT"))
		name = NULL;
	if (!row && !name)
		return;
	if (!row || !is(name, row->name))
		tap_ok(false, "R%uxx: OP%u 0x%x is %s, not %s", r7xx ? 7 : 6, op3 ? 3 : 2, op,
		       name ? name : "no opcode", row ? row->name : "no opcode");
	else if ((row->flags & (GPU_ALU_TRANS | GPU_ALU_TRANS_R6XX)) != placement(op3, op))
		tap_ok(false, "%s has other slots", name);
	else if (!kind_fits(row))
		tap_ok(false, "the result of %s is used in another way", name);
	else if (row->result != GPU_RES_NONE && rows < 2)
		tap_ok(false, "R%uxx: %s has %u values, and needs two", r7xx ? 7 : 6, name, rows);
}

static void opcodes(bool r7xx)
{
	const uint8_t other = r7xx ? UNIT_ALU_R6XX : UNIT_ALU_R7XX;
	struct tally t = { .r7xx = r7xx };

	for (unsigned int i = 0; i < unit_alu_values_count; i++) {
		if (!(unit_alu_values[i].flags & other))
			compare(&t, &unit_alu_values[i]);
	}
	for (unsigned int i = 0; i < unit_alu_slots_count; i++)
		compare_slots(&t, &unit_alu_slots[i]);
	compare_families(&t);
	/* OP2's number has 11 bits on R7xx, and no opcode above 0x7f. */
	for (unsigned int i = 0; i < 2048; i++) {
		const bool named = i < UNIT_ALU_OP2;

		check_opcode(false, i, r7xx, named ? unit_alu_op2[i] : NULL, named ? t.op2[i] : 0);
	}
	for (unsigned int i = 0; i < UNIT_ALU_OP3; i++)
		check_opcode(true, i, r7xx, unit_alu_op3[i], t.op3[i]);
	tap_ok(true, "R%uxx: %u values; each opcode has two, its number and its slots",
	       r7xx ? 7 : 6, t.compared);
}

static void modifiers(void)
{
	union gpu_lanes d;

	for (int i = 0; i < GPU_LANES; i++)
		d.u[i] = i ? 0x3f400000 : 0x7fc00000;
	gpu_alu_modify(&d, 1, true);
	tap_ok(d.u[0] == 0 && d.f[1] == 1.0f, "a result is doubled, then clamped; NaN clamps to 0");
	gpu_alu_modify(&d, 3, false);
	tap_ok(d.f[1] == 0.5f, "a result is halved");
}

void unit_alu(void)
{
	opcodes(false);
	opcodes(true);
	modifiers();
}
