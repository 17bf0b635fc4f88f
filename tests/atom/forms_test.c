// SPDX-License-Identifier: GPL-2.0
/*
 * Every opcode with operands, at every place, from every source, for every part of the
 * dword on both sides.
 *
 * The expected result is computed here bit by bit, from a list of the bits of each part, and
 * shares no code with the interpreter.
 */
#include <string.h>

#include "rig.h"

#define DST_INDEX	0x15u
#define SRC_INDEX	0x16u

/* First and last bit of each part; rows in the order of enum asm_part. */
static const struct bits { int first, last; } source_bits[8] = {
	{ 0, 31 }, { 0, 15 }, { 8, 23 }, { 16, 31 }, { 0, 7 }, { 8, 15 }, { 16, 23 }, { 24, 31 },
};

/* The destination's, by the source's part and the place; the fourth word is the dword. */
static const struct bits place_bits[8][4] = {
	{ { 0, 31 }, { 0, 31 }, { 0, 31 }, { 0, 31 } },
	{ { 0, 15 }, { 8, 23 }, { 16, 31 }, { 0, 31 } },
	{ { 0, 15 }, { 8, 23 }, { 16, 31 }, { 0, 31 } },
	{ { 0, 15 }, { 8, 23 }, { 16, 31 }, { 0, 31 } },
	{ { 0, 7 }, { 8, 15 }, { 16, 23 }, { 24, 31 } },
	{ { 0, 7 }, { 8, 15 }, { 16, 23 }, { 24, 31 } },
	{ { 0, 7 }, { 8, 15 }, { 16, 23 }, { 24, 31 } },
	{ { 0, 7 }, { 8, 15 }, { 16, 23 }, { 24, 31 } },
};

static const u32 values[][2] = {
	{ 0x00000000, 0xffffffff }, { 0x12345678, 0x9abcdef0 }, { 0xffffffff, 0x00000001 },
	{ 0x80018001, 0x80018001 }, { 0xfedcba98, 0x00030205 }, { 0x00000005, 0x00000000 },
	{ 0x01020408, 0x11131719 },
};

static u32 take(u32 dword, struct bits b)
{
	u32 value = 0;

	for (int i = b.first; i <= b.last; i++)
		if (dword & 1u << i)
			value |= 1u << (i - b.first);
	return value;
}

static u32 give(u32 dword, struct bits b, u32 value)
{
	for (int i = b.first; i <= b.last; i++) {
		dword &= ~(1u << i);
		if (value & 1u << (i - b.first))
			dword |= 1u << i;
	}
	return dword;
}

static u32 doubled(u32 value, unsigned int times)
{
	while (times--)
		value *= 2;
	return value;
}

static u32 halved(u32 value, unsigned int times)
{
	while (times--)
		value /= 2;
	return value;
}

struct form {
	enum asm_op op;
	const char *name;
	enum asm_place dst, src;
	enum asm_part part;
	unsigned int place;
	u32 d, s, mask;
};

/* The expected result of a form. */
struct outcome {
	u32 dst;			/* the destination's dword */
	bool reads, writes;		/* its destination */
	u32 quotient, remainder;
	bool equal, above;
};

static u32 source_of(const struct form *f)
{
	static const int immediate_bits[8] = { 32, 16, 16, 16, 8, 8, 8, 8 };

	if (f->src == ASM_IMM)
		return take(f->s, (struct bits){ 0, immediate_bits[f->part] - 1 });
	return take(f->s, source_bits[f->part]);
}

static struct outcome expect(const struct form *f)
{
	struct bits db = place_bits[f->part][f->place];
	u32 d = take(f->d, db), s = source_of(f), r = d;
	struct outcome o = { .reads = true, .writes = true };

	switch (f->op) {
	case ASM_MOVE:
		o.reads = f->part != ASM_DWORD;
		r = s;
		break;
	case ASM_AND:
		r = d & s;
		break;
	case ASM_OR:
		r = d | s;
		break;
	case ASM_XOR:
		r = d ^ s;
		break;
	case ASM_ADD:
		r = d + s;
		break;
	case ASM_SUB:
		r = d - s;
		break;
	case ASM_MASK:
		r = (d & take(f->mask, (struct bits){ 0, source_bits[f->part].last -
						       source_bits[f->part].first })) | s;
		break;
	case ASM_SHL:
		r = take(doubled(f->d, (s & 0xff) % 32), db);
		break;
	case ASM_SHR:
		r = take(halved(f->d, (s & 0xff) % 32), db);
		break;
	case ASM_MUL:
		o.writes = false;
		o.quotient = d * s;
		break;
	case ASM_DIV:
		o.writes = false;
		if (s) {
			o.quotient = d / s;
			o.remainder = d - o.quotient * s;
		}
		break;
	case ASM_COMPARE:
		o.writes = false;
		o.equal = d == s;
		o.above = d > s;
		break;
	case ASM_TEST:
		o.writes = false;
		o.equal = (d & s) == 0;
		break;
	default:
		break;
	}
	o.dst = o.writes ? give(f->d, db, r) : f->d;
	return o;
}

static struct asm_operand at(enum asm_place place, u32 index, u32 value)
{
	return (struct asm_operand){ place, place == ASM_IMM ? value : index };
}

static const int space_of[] = {
	[ASM_REG] = RCP_ATOM_MM, [ASM_PLL] = RCP_ATOM_PLL, [ASM_MC] = RCP_ATOM_MC,
	[ASM_PS] = -1, [ASM_WS] = -1, [ASM_FB] = -1, [ASM_ID] = -1, [ASM_IMM] = -1,
};

/* Place the values of both operands for the form; values of WS come from parameters. */
static void prepare(struct rig *rig, u32 *params, enum asm_place place, u32 index, u32 value,
		    u32 data_pos)
{
	switch (place) {
	case ASM_REG:
	case ASM_PLL:
	case ASM_MC:
		rig_set(rig, space_of[place], index, value);
		break;
	case ASM_PS:
		params[index] = value;
		break;
	case ASM_WS:
		params[index + 8] = value;
		break;
	case ASM_FB:
		rig->scratch[index] = value;
		break;
	case ASM_ID:
		asm_put16(&rig->a, data_pos + index, value);
		asm_put16(&rig->a, data_pos + index + 2, value >> 16);
		break;
	case ASM_IMM:
		break;
	}
}

#define OUT_WS		0x30u	/* parameters that receive values that are not visible otherwise */
#define OUT_QUOTIENT	0x31u
#define OUT_REMAINDER	0x32u
#define OUT_JUMPS	0x33u	/* a bit for each jump that was not taken */
#define PARAMS		0x40u

/* Bits of OUT_JUMPS, in the order of the opcodes from JUMP on. */
static u32 jumps_left(const struct outcome *o)
{
	bool below = !o->equal && !o->above;
	bool taken[7] = {
		true, o->equal, below, o->above, below || o->equal, o->above || o->equal, !o->equal,
	};
	u32 left = 0;

	for (u32 i = 0; i < 7; i++)
		if (!taken[i])
			left |= 1u << i;
	return left;
}

/* The data table comes first, so that it has the same offset in all images. */
static u32 assemble(struct rig *rig, const struct form *f, u32 data_index)
{
	struct asm_operand dst = at(f->dst, DST_INDEX, 0);
	struct asm_operand src = at(f->src, f->src == ASM_ID ? data_index : SRC_INDEX, f->s);
	u32 data;

	asm_data(&rig->a, 5, 1, 1);
	data = rig->a.table;
	for (u32 i = 0; i < 16; i++)
		asm_32(&rig->a, 0xa5a5a5a5);
	asm_end(&rig->a);

	asm_command(&rig->a, 1, 0x40, 0);
	asm_op8(&rig->a, ASM_SET_DATA_BLOCK, 5);
	asm_move(&rig->a, WS(DST_INDEX), PS(DST_INDEX + 8));
	asm_move(&rig->a, WS(SRC_INDEX), PS(SRC_INDEX + 8));
	if (f->op == ASM_MASK)
		asm_mask(&rig->a, dst, f->place, f->mask, src, f->part);
	else
		asm_two(&rig->a, f->op, dst, f->place, src, f->part);
	asm_move(&rig->a, PS(OUT_WS), WS(DST_INDEX));
	asm_move(&rig->a, PS(OUT_QUOTIENT), WS(0x40));
	asm_move(&rig->a, PS(OUT_REMAINDER), WS(0x41));
	for (u32 i = 0; i < 7; i++) {
		asm_jump(&rig->a, ASM_JUMP + i, i);
		asm_two(&rig->a, ASM_OR, PS(OUT_JUMPS), 0, IMM(1u << i), ASM_DWORD);
		asm_label(&rig->a, i);
	}
	asm_op(&rig->a, ASM_EOT);
	asm_end(&rig->a);
	return data;
}

/* The accesses of the form itself, in order. */
static bool right_events(const struct rig *rig, const struct form *f, const struct outcome *o)
{
	struct rig_event want[3];
	u32 n = 0;

	if (space_of[f->dst] >= 0 && o->reads)
		want[n++] = (struct rig_event){ 'r', (u8)space_of[f->dst], DST_INDEX, f->d };
	if (space_of[f->src] >= 0)
		want[n++] = (struct rig_event){ 'r', (u8)space_of[f->src], SRC_INDEX, f->s };
	if (space_of[f->dst] >= 0 && o->writes)
		want[n++] = (struct rig_event){ 'w', (u8)space_of[f->dst], DST_INDEX, o->dst };
	if (rig->nevents != n)
		return false;
	for (u32 i = 0; i < n; i++)
		if (want[i].kind != rig->event[i].kind || want[i].space != rig->event[i].space ||
		    want[i].index != rig->event[i].index || want[i].value != rig->event[i].value)
			return false;
	return true;
}

static u32 result(const struct rig *rig, const struct form *f, const u32 *params)
{
	switch (f->dst) {
	case ASM_PS:
		return params[DST_INDEX];
	case ASM_WS:
		return params[OUT_WS];
	case ASM_FB:
		return rig->scratch[DST_INDEX];
	default:
		return rig_reg(rig, space_of[f->dst], DST_INDEX);
	}
}

/* Test one form with one pair of values, and print differences. */
static bool try_form(struct rig *rig, const struct form *f)
{
	static const u32 data_index = 8;
	struct outcome o = expect(f);
	u32 params[PARAMS] = { };
	u32 data;

	rig->a.pos = 0x400;
	rig->nregs = 0;
	memset(rig->scratch, 0, sizeof(rig->scratch));
	data = assemble(rig, f, data_index);
	prepare(rig, params, f->dst, DST_INDEX, f->d, data);
	prepare(rig, params, f->src, f->src == ASM_ID ? data_index : SRC_INDEX, f->s, data);
	if (!rcp_atom_parse(&rig->image, rig->a.bytes, rig->a.size, &rig->why)) {
		tap_note("%s", rig->why.text);
		return false;
	}
	/* Both flags survive a run. */
	memset(&rig->atom, 0, sizeof(rig->atom));
	if (!rig_ready(rig) || !rig_run(rig, 1, params, PARAMS)) {
		tap_note("%s", rig->atom.why.text);
		return false;
	}
	if (result(rig, f, params) == o.dst && right_events(rig, f, &o) &&
	    params[OUT_QUOTIENT] == o.quotient && params[OUT_REMAINDER] == o.remainder &&
	    params[OUT_JUMPS] == jumps_left(&o))
		return true;
	tap_note("%s place %d[%u] from %d part %d, 0x%08x and 0x%08x: 0x%08x, not 0x%08x; %s",
		 f->name, f->dst, f->place, f->src, f->part, f->d, f->s, result(rig, f, params),
		 o.dst, rig_events(rig));
	tap_note("quotient %x, not %x; remainder %x, not %x; jumps %x, not %x",
		 params[OUT_QUOTIENT], o.quotient, params[OUT_REMAINDER], o.remainder,
		 params[OUT_JUMPS], jumps_left(&o));
	return false;
}

static void all_forms(struct rig *rig, enum asm_op op, const char *name)
{
	static const enum asm_place places[] = {
		ASM_REG, ASM_PS, ASM_WS, ASM_FB, ASM_PLL, ASM_MC,
	};
	struct form f = { .op = op, .name = name };
	u32 bad = 0, n = 0;

	for (u32 i = 0; i < ARRAY_SIZE(places) * 8 * 8 * 4; i++) {
		f.dst = places[i / 256];
		f.src = i / 32 % 8;
		f.part = i / 4 % 8;
		f.place = i % 4;
		for (u32 v = 0; v < ARRAY_SIZE(values); v++) {
			f.d = values[v][0];
			f.s = values[v][1];
			f.mask = 0xff00f0a5 + v * 0x01010101;
			n++;
			bad += bad < 5 && !try_form(rig, &f);
		}
	}
	tap_ok(!bad, "%s: %u forms and values", name, n);
}

/* CLEAR, SHIFT_LEFT and SHIFT_RIGHT have only a destination, with the part of the attribute. */
static bool try_alone(struct rig *rig, enum asm_op op, enum asm_place place, enum asm_part part,
		      u32 d, u8 count)
{
	struct form f = { .op = op, .dst = place, .src = ASM_IMM, .d = d, .part = part };
	struct bits b = source_bits[part];
	u32 params[PARAMS] = { };
	struct outcome o = { .reads = true, .writes = true };
	u32 value = take(d, b);

	if (op == ASM_CLEAR)
		value = 0;
	else if (op == ASM_SHIFT_LEFT)
		value = doubled(value, count % 32);
	else
		value = halved(value, count % 32);
	o.dst = give(d, b, value);
	rig->a.pos = 0x400;
	rig->nregs = 0;
	asm_command(&rig->a, 1, 0x40, 0);
	asm_move(&rig->a, WS(DST_INDEX), PS(DST_INDEX + 8));
	if (op == ASM_CLEAR)
		asm_clear(&rig->a, at(place, DST_INDEX, 0), part);
	else
		asm_shift(&rig->a, op, at(place, DST_INDEX, 0), part, count);
	asm_move(&rig->a, PS(OUT_WS), WS(DST_INDEX));
	asm_op(&rig->a, ASM_EOT);
	asm_end(&rig->a);
	prepare(rig, params, place, DST_INDEX, d, 0);
	if (!rig_ready(rig) || !rig_run(rig, 1, params, PARAMS)) {
		tap_note("%s", rig->atom.why.text);
		return false;
	}
	if (result(rig, &f, params) == o.dst && right_events(rig, &f, &o))
		return true;
	tap_note("opcode %d place %d part %d, 0x%08x by %u: 0x%08x, not 0x%08x; %s", op, place,
		 part, d, count, result(rig, &f, params), o.dst, rig_events(rig));
	return false;
}

static void alone_forms(struct rig *rig, enum asm_op op, const char *name)
{
	static const enum asm_place places[] = {
		ASM_REG, ASM_PS, ASM_WS, ASM_FB, ASM_PLL, ASM_MC,
	};
	static const u8 counts[] = { 0, 1, 3, 7, 8, 15, 16, 31, 32, 33, 255 };
	u32 bad = 0, n = 0;

	for (u32 i = 0; i < ARRAY_SIZE(places) * 8 * ARRAY_SIZE(counts); i++)
		for (u32 v = 0; v < ARRAY_SIZE(values); v++) {
			n++;
			bad += bad < 5 &&
			       !try_alone(rig, op, places[i / 8 % ARRAY_SIZE(places)], i % 8,
					  values[v][0], counts[i / 8 / ARRAY_SIZE(places)]);
		}
	tap_ok(!bad, "%s: %u forms and values", name, n);
}

void forms_tests(void)
{
	static const struct {
		enum asm_op op;
		const char *name;
	} ops[] = {
		{ ASM_MOVE, "MOVE" }, { ASM_AND, "AND" }, { ASM_OR, "OR" }, { ASM_XOR, "XOR" },
		{ ASM_ADD, "ADD" }, { ASM_SUB, "SUB" }, { ASM_MUL, "MUL" }, { ASM_DIV, "DIV" },
		{ ASM_MASK, "MASK" }, { ASM_COMPARE, "COMPARE" }, { ASM_TEST, "TEST" },
		{ ASM_SHL, "SHL" }, { ASM_SHR, "SHR" },
	};
	static struct rig rig;

	rig_open(&rig);
	for (u32 i = 0; i < ARRAY_SIZE(ops); i++)
		all_forms(&rig, ops[i].op, ops[i].name);
	alone_forms(&rig, ASM_CLEAR, "CLEAR");
	alone_forms(&rig, ASM_SHIFT_LEFT, "SHIFT_LEFT");
	alone_forms(&rig, ASM_SHIFT_RIGHT, "SHIFT_RIGHT");
}
