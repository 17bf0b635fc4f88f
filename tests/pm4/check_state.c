// SPDX-License-Identifier: GPL-2.0
/*
 * State that a stream did not set: draws that are refused for it, live-in and live-out
 * state, and the preamble that makes it neutral.
 */
#include "check_scene.h"
#include "tap.h"

static const char *either(bool first, const char *a, const char *b)
{
	return first ? a : b;
}

static bool inherited(const struct scene *s, u32 group)
{
	return s->result.footprint.live_in.groups >> group & 1;
}

static bool left(const struct scene *s, u32 group)
{
	return s->result.footprint.live_out.groups >> group & 1;
}

static bool slot(const u64 *words, u32 n)
{
	return words[n / 64] >> (n % 64) & 1;
}

/* A stream without one of its registers; the relocation after it goes too. */
static void drop(struct scene *s, u32 reg)
{
	bool config = reg < PM4_CONFIG_END;
	u32 header = 0xc0010000u | (config ? PM4_OP_SET_CONFIG_REG :
					     PM4_OP_SET_CONTEXT_REG) << 8;
	u32 first = (reg - (config ? PM4_CONFIG_BASE : PM4_CONTEXT_BASE)) / 4;
	u32 i, n;

	for (i = 0; i + 3 <= s->ndw; i++) {
		if (s->dw[i] != header || s->dw[i + 1] != first)
			continue;
		n = i + 3 < s->ndw && s->dw[i + 3] == 0xc0001000u ? 5 : 3;
		memmove(s->dw + i, s->dw + i + n, (s->ndw - i - n) * sizeof(u32));
		s->ndw -= n;
		return;
	}
}

static void everything(struct scene *s)
{
	scene_default(s);
	s->depth_control = 2;
	s->depth_info = DB_INFO(3, 2);
	s->depth_size = TILE_MAX(64, 64);
	s->strmout_en = 1;
	s->strmout_buffers = 1;
	s->strmout_size = 16;
	s->const_size[0] = 1;
	s->strmout_bases = true;
	s->unused = true;
	s->rings = true;
	s->export = true;
	s->gs_programs = true;
	s->gs_mode = 3;
}

static const struct {
	u32 reg;
	u32 code;	/* code of the refusal without it, or ... */
	u32 group;	/* ... the inherited group */
} needs[] = {
	{ PM4_R_CB_COLOR_BASE, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_CB_COLOR_SIZE, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_CB_COLOR_VIEW, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_CB_COLOR_INFO, 0, PM4_STATE_COLOR0 },
	{ PM4_R_CB_COLOR_INFO + 28, 0, PM4_STATE_COLOR0 + 7 },
	{ PM4_R_CB_COLOR_TILE, 0, PM4_STATE_MASKS0 },
	{ PM4_R_CB_COLOR_FRAG, 0, PM4_STATE_MASKS0 },
	{ PM4_R_CB_COLOR_TILE + 12, 0, PM4_STATE_MASKS0 + 3 },
	{ PM4_R_CB_COLOR_FRAG + 28, 0, PM4_STATE_MASKS0 + 7 },
	{ PM4_R_CB_TARGET_MASK, 0, PM4_STATE_TARGETS },
	{ PM4_R_CB_COLOR_CONTROL, 0, PM4_STATE_TARGETS },
	{ PM4_R_SX_MISC, 0, PM4_STATE_TARGETS },
	{ PM4_R_PA_SC_AA_CONFIG, 0, PM4_STATE_TARGETS },
	{ PM4_R_DB_RENDER_CONTROL, 0, PM4_STATE_TARGETS },
	{ PM4_R_DB_DEPTH_BASE, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_DB_DEPTH_SIZE, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_DB_DEPTH_VIEW, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_DB_DEPTH_INFO, 0, PM4_STATE_DEPTH },
	{ PM4_R_DB_HTILE_DATA_BASE, 0, PM4_STATE_HTILE },
	{ PM4_R_VGT_STRMOUT_EN, 0, PM4_STATE_STRMOUT },
	{ PM4_R_VGT_STRMOUT_BUFFER_EN, 0, PM4_STATE_STRMOUT },
	{ PM4_R_VGT_STRMOUT_BUFFER_BASE, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_VGT_STRMOUT_BUFFER_BASE + 32, 0, PM4_STATE_STRMOUT },
	{ PM4_R_VGT_STRMOUT_BUFFER_SIZE, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS, 0, PM4_STATE_CONST_PS },
	{ PM4_R_SQ_ALU_CONST_BUFFER_SIZE_VS + 60, 0, PM4_STATE_CONST_VS },
	{ PM4_R_SQ_ALU_CONST_BUFFER_SIZE_GS + 32, 0, PM4_STATE_CONST_GS },
	{ PM4_R_SQ_ALU_CONST_CACHE_PS + 20, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_SQ_PGM_START_PS, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_SQ_PGM_START_VS, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_SQ_PGM_START_GS, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_SQ_PGM_START_ES, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_SQ_PGM_START_FS, 0, PM4_STATE_PROGRAM },
	{ PM4_R_SQ_PGM_CF_OFFSET_ES, 0, PM4_STATE_PROGRAM },
	{ PM4_R_VGT_GS_MODE, 0, PM4_STATE_PROGRAM },
	{ PM4_R_SQ_ESGS_RING_BASE, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_SQ_PSTMP_RING_BASE, PM4_CODE_NOT_SET, 0 },
	{ PM4_R_SQ_VSTMP_RING_SIZE, 0, PM4_STATE_RING },
	{ PM4_R_SQ_GSVS_RING_ITEMSIZE, 0, PM4_STATE_ITEMS },
	{ PM4_R_SQ_PSTMP_RING_ITEMSIZE, PM4_CODE_RING_ITEMS, 0 },
	{ PM4_R_SQ_CONFIG, 0, PM4_STATE_SQ_MGMT },
	{ PM4_R_SQ_THREAD_RESOURCE_MGMT, 0, PM4_STATE_SQ_MGMT },
	{ PM4_R_SQ_STACK_RESOURCE_MGMT_2, 0, PM4_STATE_SQ_MGMT },
	{ PM4_R_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ, 0, PM4_STATE_TUNING },
	{ PM4_R_TA_CNTL_AUX, 0, PM4_STATE_TUNING },
	{ PM4_R_DB_DEBUG, 0, PM4_STATE_TUNING },
	{ PM4_R_DB_WATERMARKS, 0, PM4_STATE_TUNING },
	{ PM4_R_VGT_ES_PER_GS, 0, PM4_STATE_GS },
	{ PM4_R_VGT_GS_PER_ES, 0, PM4_STATE_GS },
	{ PM4_R_VGT_GS_MAX_VERT_OUT, 0, PM4_STATE_GS },
	{ PM4_R_VGT_ENHANCE, 0, PM4_STATE_ENHANCE },
	{ PM4_R_VGT_PRIMITIVE_TYPE, 0, PM4_STATE_PRIMITIVE },
	{ PM4_R_SQ_PGM_RESOURCES_VS, 0, PM4_STATE_PIPELINE },
	{ PM4_R_SPI_VS_OUT_CONFIG, 0, PM4_STATE_PIPELINE },
	{ PM4_R_VGT_VTX_CNT_EN, 0, PM4_STATE_PIPELINE },
	{ PM4_R_SX_MEMORY_EXPORT_BASE, 0, PM4_STATE_EXPORT },
	{ PM4_R_SX_MEMORY_EXPORT_SIZE, 0, PM4_STATE_EXPORT },
};

static void test_needs(struct scene *s)
{
	char name[48];
	u32 i, code;

	everything(s);
	tap_ok(!scene_run(s), "a stream that sets everything passes");
	tap_ok(s->result.footprint.live_in.groups == PM4_STATE_ALWAYS,
	       "... and inherits only what no stream sets (0x%llx)",
	       (unsigned long long)s->result.footprint.live_in.groups);
	for (i = 0; i < ARRAY_SIZE(needs); i++) {
		pm4_reg_name(pm4_reg_find(&r600_tables, s->card.chip, needs[i].reg), needs[i].reg, name,
			     sizeof(name));
		everything(s);
		scene_emit(s);
		drop(s, needs[i].reg);
		code = scene_check(s);
		if (needs[i].code)
			tap_ok(code == needs[i].code && s->verdict.reg == needs[i].reg,
			       "without %s: %s", name, pm4_code_name(code));
		else
			tap_ok(!code && s->result.footprint.live_in.groups ==
			       (PM4_STATE_ALWAYS | 1ull << needs[i].group),
			       "without %s: inherited 0x%llx (%s)", name,
			       (unsigned long long)s->result.footprint.live_in.groups,
			       pm4_code_name(code));
	}
}

static void test_empty(struct scene *s)
{
	scene_default(s);
	scene_packet(s, PM4_OP_NOP, 1, (u32[]){ 0 });
	tap_ok(!scene_check(s) && !s->result.footprint.live_in.groups &&
	       !s->result.footprint.live_out.groups, "no draw: nothing inherited, nothing left");
	scene_default(s);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_NOT_SET, "a draw without any state");
}

static void test_left(struct scene *s)
{
	u32 group;

	everything(s);
	scene_run(s);
	for (group = 0; group < 64; group++)
		if (group != PM4_STATE_PREDICATE && PM4_STATE_ALL >> group & 1)
			tap_ok(left(s, group), "a stream that sets all leaves group %u: %s", group,
			       r600_tables.state_names[group]);
	tap_ok(!left(s, PM4_STATE_PREDICATE), "... but no predicate");
	scene_default(s);
	scene_context(s, PM4_R_CB_COLOR_VIEW + 12, 1);
	scene_check(s);
	tap_ok(s->result.footprint.live_out.groups == 1ull << (PM4_STATE_COLOR0 + 3),
	       "a single register leaves its group");
	scene_default(s);
	scene_context(s, PM4_R_VGT_STRMOUT_EN, 0);
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, 0);
	tap_ok(!scene_check(s) && !left(s, PM4_STATE_STRMOUT),
	       "stream-out that is switched off is not left");
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 48, 1);
	tap_ok(!scene_check(s) && left(s, PM4_STATE_STRMOUT), "... but a size is");
	scene_default(s);
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, 8);
	tap_ok(!scene_check(s) && left(s, PM4_STATE_STRMOUT), "... and a buffer that is on");
	scene_default(s);
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16, 0);
	scene_reloc(s, BUF_STRMOUT);
	tap_ok(!scene_check(s) && left(s, PM4_STATE_STRMOUT), "... and a base");
}

static void test_slots(struct scene *s)
{
	const struct pm4_footprint *fp = &s->result.footprint;

	scene_default(s);
	s->use_vertex = true;
	s->vertex[6] = 3u << 30;
	tap_ok(!scene_run(s), "a draw with one vertex buffer");
	tap_ok(slot(fp->live_out.slots, 160) && !slot(fp->live_out.slots, 161), "... leaves its slot");
	tap_ok(!slot(fp->live_in.slots, 160) && slot(fp->live_in.slots, 161) && slot(fp->live_in.slots, 0) &&
	       slot(fp->live_in.slots, R600_RESOURCES - 1) &&
	       !(fp->live_in.slots[R600_SLOTS / 64] >> (R600_SLOTS % 64)), "... and inherits all others");
	s->vertex_slot = R600_RESOURCES - 1;
	tap_ok(!scene_run(s) && slot(fp->live_out.slots, R600_RESOURCES - 1) && !slot(fp->live_out.slots, 160),
	       "the last slot is left like any other");
	scene_default(s);
	scene_emit(s);
	s->use_vertex = true;
	s->vertex[6] = 3u << 30;
	scene_state(s);
	scene_draw(s);
	tap_ok(!scene_check(s) && slot(fp->live_in.slots, 160),
	       "a slot that is set after the first draw is inherited by it");
}

/* The base of a constant buffer of any size. */
static void test_const_slots(struct scene *s)
{
	static const u32 first = (PM4_R_SQ_ALU_CONST_CACHE_PS - PM4_CONTEXT_BASE) / 4;
	static const u32 bases[] = { 1, 17, 46 };
	const struct pm4_footprint *fp = &s->result.footprint;
	u32 i, n, own;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		n = bases[i];
		own = R600_RESOURCES + n;
		scene_default(s);
		memset(s->const_size, 0, sizeof(s->const_size));
		scene_context(s, PM4_R_SQ_ALU_CONST_CACHE_PS + 4 * n, 0);
		scene_reloc(s, BUF_CONST);
		scene_state(s);
		scene_draw(s);
		tap_ok(!scene_check(s) && slot(fp->live_out.slots, own) && !slot(fp->live_in.slots, own) &&
		       !slot(fp->live_out.slots, own ^ 1) && slot(fp->live_in.slots, own ^ 1),
		       "the base of constant buffer %u is left and not inherited", n);
	}
	scene_default(s);
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, 3, (u32[]){ first + 31, 0, 0 });
	scene_reloc(s, BUF_CONST);
	scene_reloc(s, BUF_CONST);
	tap_ok(!scene_check(s) && slot(fp->live_out.slots, R600_RESOURCES + 31) &&
	       slot(fp->live_out.slots, R600_RESOURCES + 32) && !slot(fp->live_out.slots, R600_RESOURCES + 33),
	       "... and both of two in a packet");
}

/* Constants are left by the stream that sets them, and inherited unless it sets them first. */
static void test_constants(struct scene *s)
{
	static const struct { u32 op, first, count, slot; bool set, left; } cases[] = {
		{ PM4_OP_SET_ALU_CONST, 0, 32, R600_SLOT_ALU, true, true },
		{ PM4_OP_SET_ALU_CONST, 0, 4, R600_SLOT_ALU, false, true },
		{ PM4_OP_SET_ALU_CONST, 1, 32, R600_SLOT_ALU + 1, false, true },
		{ PM4_OP_SET_ALU_CONST, 31, 34, R600_SLOT_ALU + 1, true, true },
		{ PM4_OP_SET_ALU_CONST, 31, 34, R600_SLOT_ALU + 3, false, false },
		{ PM4_OP_SET_ALU_CONST, 2047, 1, R600_SLOT_ALU + 63, false, true },
		{ PM4_OP_SET_LOOP_CONST, 0, 1, R600_SLOT_LOOP, true, true },
		{ PM4_OP_SET_LOOP_CONST, 64, 32, R600_SLOT_LOOP + 95, true, true },
		{ PM4_OP_SET_LOOP_CONST, 64, 31, R600_SLOT_LOOP + 95, false, false },
		{ PM4_OP_SET_BOOL_CONST, 2, 1, R600_SLOT_BOOL + 2, true, true },
		{ PM4_OP_SET_CTL_CONST, 0, 2, R600_SLOT_CTL + 1, true, true },
	};
	const struct pm4_footprint *fp = &s->result.footprint;
	u32 body[65], i, walked;

	for (i = 0; i < 2 * ARRAY_SIZE(cases); i++) {
		u32 n = i / 2;

		memset(body, 0, sizeof(body));
		body[0] = cases[n].first;
		scene_default(s);
		scene_packet(s, PM4_OP_NOP, 1, (u32[]){ 0 });
		scene_packet(s, cases[n].op, 1 + cases[n].count, body);
		/* The walk leaves a stream's last dwords to the full rules. */
		walked = i & 1;
		if (walked) {
			scene_state(s);
			scene_draw(s);
			/* too late for the first draw */
			scene_packet(s, cases[n].op, 1 + cases[n].count, body);
		}
		tap_ok(!scene_check(s) && slot(fp->live_out.slots, cases[n].slot) == cases[n].left &&
		       (!walked || slot(fp->live_in.slots, cases[n].slot) == !cases[n].set),
		       "%u constants from %u on, slot %u: %s, %s", cases[n].count, cases[n].first,
		       cases[n].slot, either(cases[n].set, "set", "inherited"),
		       either(cases[n].left, "left", "not left"));
	}
}

static void test_predicate(struct scene *s)
{
	scene_default(s);
	scene_emit(s);
	s->dw[s->ndw - 3] |= 1;
	tap_ok(!scene_check(s) && inherited(s, PM4_STATE_PREDICATE),
	       "a predicated draw inherits the predicate");
	scene_default(s);
	scene_packet(s, PM4_OP_SET_PREDICATION, 2, (u32[]){ 0, 0 });
	scene_state(s);
	scene_draw(s);
	s->dw[s->ndw - 3] |= 1;
	tap_ok(!scene_check(s) && !inherited(s, PM4_STATE_PREDICATE) &&
	       left(s, PM4_STATE_PREDICATE), "... unless the stream has set it");
	scene_default(s);
	scene_emit(s);
	scene_packet(s, PM4_OP_EVENT_WRITE, 1, (u32[]){ 0x16 });
	s->dw[s->ndw - 2] |= 1;
	tap_ok(!scene_check(s) && inherited(s, PM4_STATE_PREDICATE),
	       "an event with the predicate bit inherits it as well");
}

/* The number of instances, as a packet sets it; the CP may skip a predicated packet. */
static void test_instances(struct scene *s)
{
	static const struct { bool packet, predicated, reg, inherited, left; } cases[] = {
		{ false, false, false, true, false }, { true, false, false, false, true },
		{ true, true, false, true, true }, { false, false, true, true, true },
	};
	u32 i, walked;

	for (i = 0; i < 2 * ARRAY_SIZE(cases); i++) {
		scene_default(s);
		scene_packet(s, PM4_OP_NOP, 1, (u32[]){ 0 });
		if (cases[i / 2].packet)
			scene_packet(s, PM4_OP_NUM_INSTANCES, 1, (u32[]){ 3 });
		if (cases[i / 2].predicated)
			s->dw[s->ndw - 2] |= 1;
		if (cases[i / 2].reg)
			scene_config(s, PM4_R_VGT_NUM_INSTANCES, 3);
		/* Alone in its stream the packet is left to the full rules. */
		walked = i & 1;
		if (walked) {
			scene_state(s);
			scene_draw(s);
		}
		/* A draw comes with an INDEX_TYPE. */
		tap_ok(!scene_check(s) && (!walked || inherited(s, PM4_STATE_DRAWS) ==
					   cases[i / 2].inherited) &&
		       left(s, PM4_STATE_DRAWS) == (walked || cases[i / 2].left),
		       "number of instances, case %u: %s, %s", i / 2,
		       either(cases[i / 2].inherited, "inherited", "set"),
		       either(cases[i / 2].left, "left", "not left"));
	}
}

/* The type of indices: the stream's type, unless the CP may have skipped it. */
static void test_index_types(struct scene *s)
{
	static const struct { bool packet, packet_may, draw, draw_may, inherited; } cases[] = {
		{ false, false, true, false, true }, { true, false, true, false, false },
		{ true, true, true, false, true }, { true, true, true, true, false },
		{ false, false, true, true, true }, { false, false, false, false, false },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		scene_default(s);
		scene_state(s);
		/* Without the INDEX_TYPE at the end of the state. */
		s->ndw -= 2;
		scene_packet(s, PM4_OP_NUM_INSTANCES, 1, (u32[]){ 1 });
		scene_packet(s, PM4_OP_SET_PREDICATION, 2, (u32[]){ 0, 0 });
		if (cases[i].packet)
			scene_packet(s, PM4_OP_INDEX_TYPE, 1, (u32[]){ 1 });
		if (cases[i].packet_may)
			s->dw[s->ndw - 2] |= 1;
		s->draw_index = cases[i].draw;
		scene_draw(s);
		if (cases[i].draw_may)
			s->dw[s->ndw - 7] |= 1;
		tap_ok(!scene_check(s) && inherited(s, PM4_STATE_DRAWS) == cases[i].inherited &&
		       left(s, PM4_STATE_DRAWS), "type of indices, case %u: %s", i,
		       either(cases[i].inherited, "inherited", "set"));
	}
	scene_default(s);
	scene_packet(s, PM4_OP_NOP, 1, (u32[]){ 0 });
	scene_packet(s, PM4_OP_INDEX_TYPE, 1, (u32[]){ 0 });
	tap_ok(!scene_check(s) && left(s, PM4_STATE_DRAWS), "INDEX_TYPE leaves its type");
}

/* Groups of so many registers that a stream never sets them all: every draw inherits them. */
static void test_always(struct scene *s)
{
	static const u8 groups[] = { PM4_STATE_SCAN, PM4_STATE_FILTER, PM4_STATE_BORDER_PS,
				     PM4_STATE_BORDER_VTX };
	u32 i;

	everything(s);
	scene_run(s);
	for (i = 0; i < ARRAY_SIZE(groups); i++)
		tap_ok(inherited(s, groups[i]), "every draw inherits %s",
		       r600_tables.state_names[groups[i]]);
}

/* Registers that a stream copies to leave their groups like those that it sets. */
static void test_copied(struct scene *s)
{
	static const struct { u32 reg, group; } copies[] = {
		{ PM4_R_TA_CNTL_AUX, PM4_STATE_TUNING },
		{ PM4_R_TD_FILTER4 + 140, PM4_STATE_FILTER },
		{ PM4_R_TD_PS_SAMPLER_BORDER_RED + 16, PM4_STATE_BORDER_PS },
		{ PM4_R_TD_GS_SAMPLER_BORDER_ALPHA + 272, PM4_STATE_BORDER_VTX },
		{ PM4_R_PA_SC_LINE_STIPPLE_STATE, PM4_STATE_SCAN },
	};
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(copies); i++) {
		for (k = 0; k < 2; k++) {
			scene_default(s);
			scene_packet(s, PM4_OP_NOP, 4, (u32[]){ 0, 0, 0, 0 });
			if (k) {
				scene_packet(s, PM4_OP_COPY_DW, 5,
					     (u32[]){ 1, 0, 0, copies[i].reg / 4, 0 });
				scene_reloc(s, BUF_QUERY);
			} else {
				scene_config(s, copies[i].reg, 1);
			}
			tap_ok(!scene_check(s) && left(s, copies[i].group),
			       "register 0x%x, %s: its group is left", copies[i].reg,
			       k ? "copied to" : "set");
		}
	}
}

/* After a refused draw, the corrected stream passes. */
static void test_dirty(struct scene *s)
{
	u32 mask;

	scene_default(s);
	scene_emit(s);
	s->buffers[BUF_RESOLVE].size = 64;
	s->color[1] = s->color[0];
	s->color[1].on = true;
	scene_state(s);
	scene_draw(s);
	tap_ok(!scene_check(s), "a bad buffer that the target mask leaves out");
	mask = s->ndw;
	scene_context(s, PM4_R_CB_TARGET_MASK, 0xff);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_BOUNDS &&
	       s->verdict.draw > mask && s->verdict.header < mask, "... is found when the mask takes it in");
	s->ndw = mask;
	scene_context(s, PM4_R_PA_SC_WINDOW_SCISSOR_BR, XY(65, 64));
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_SCISSOR, "a scissor that grows is noticed");
	s->ndw = mask;
	scene_context(s, PM4_R_PA_SC_AA_CONFIG, 3);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_MODE, "samples that grow are noticed");

	/* One register of the first colour buffer, between two draws. */
	scene_default(s);
	s->buffers[BUF_COLOR].size = 16384;
	scene_emit(s);
	mask = s->ndw;
	scene_context(s, PM4_R_CB_COLOR_VIEW, SLICES(0, 1));
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_BOUNDS && s->verdict.draw > mask,
	       "a colour buffer that changes after a draw is looked at again");

	/* A linear buffer that holds all drawn pixels, but not all of its last slice. */
	s->depth_info = DB_INFO(3, 2);
	s->depth_size = TILE_MAX(64, 64);
	s->color[0].size = TILE_MAX(64, 72);
	s->ndw = 0;
	scene_emit(s);
	scene_draw(s);
	mask = s->ndw;
	tap_ok(!scene_check(s), "a linear buffer that the scissors bound");
	scene_context(s, PM4_R_CB_COLOR_CONTROL, 4 << 4);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_BOUNDS && s->verdict.draw > mask,
	       "... is looked at again for an expansion");
	s->ndw = mask;
	scene_context(s, PM4_R_DB_RENDER_CONTROL, 8);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_BOUNDS && s->verdict.draw > mask,
	       "... and for a copy of the stencil buffer");
}

/* A stream that draws, makes the CP wait for @until, and then changes @reg. */
static u32 change_while(struct scene *s, u32 until, u32 reg, u32 value)
{
	scene_default(s);
	s->rings = s->export = true;
	scene_emit(s);
	if (until)
		scene_config(s, PM4_R_WAIT_UNTIL, until);
	scene_config(s, reg, value);
	if (reg == PM4_R_SQ_PSTMP_RING_BASE)
		scene_reloc(s, BUF_RING);
	/* The walk leaves a stream's last dwords to the full rules. */
	scene_packet(s, PM4_OP_NOP, 4, (u32[]){ 0, 0, 0, 0 });
	return scene_check(s);
}

/* Single-copy registers, while draws that use them may still run. */
static void test_single(struct scene *s)
{
	static const u32 regs[] = {
		PM4_R_SQ_ESGS_RING_SIZE, PM4_R_SQ_PSTMP_RING_SIZE, PM4_R_SQ_PSTMP_RING_BASE,
		PM4_R_SX_MEMORY_EXPORT_SIZE, PM4_R_SQ_CONFIG, PM4_R_SQ_GPR_RESOURCE_MGMT_1,
		PM4_R_SQ_STACK_RESOURCE_MGMT_2, PM4_R_DB_DEBUG, PM4_R_DB_WATERMARKS,
		PM4_R_TA_CNTL_AUX, PM4_R_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ,
	};
	static const struct { u32 value; bool enough; } waits[] = {
		{ 0, false }, { 1 << 8, false }, { 1 << 14, false }, { 1 << 16, false },
		{ 1 << 15, true }, { 1 << 17, true }, { 1 << 15 | 1 << 8, true },
	};
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(regs); i++) {
		for (k = 0; k < ARRAY_SIZE(waits); k++) {
			u32 code = change_while(s, waits[k].value, regs[i], 0);

			tap_ok(waits[k].enough ? !code : code == PM4_CODE_NOT_IDLE &&
			       s->verdict.reg == regs[i],
			       "register 0x%x after a draw and WAIT_UNTIL 0x%x", regs[i],
			       waits[k].value);
		}
	}
	change_while(s, 1 << 15, regs[0], 0);
	scene_draw(s);
	scene_config(s, regs[1], 0);
	tap_ok(scene_check(s) == PM4_CODE_NOT_IDLE, "a wait is good until the next draw");
	/* The division of the shader core in one packet. */
	for (i = 0; i < 2; i++) {
		scene_default(s);
		scene_emit(s);
		if (!i)
			scene_packet(s, PM4_OP_SET_CONFIG_REG, 2,
				     (u32[]){ (PM4_R_WAIT_UNTIL - PM4_CONFIG_BASE) / 4, 1 << 15 });
		scene_packet(s, PM4_OP_SET_CONFIG_REG, 6,
			     (u32[]){ (PM4_R_SQ_GPR_RESOURCE_MGMT_1 - PM4_CONFIG_BASE) / 4, 0, 0, 0, 0, 0 });
		tap_ok(scene_check(s) == (i ? PM4_CODE_NOT_IDLE : 0), "a run of SQ_*_RESOURCE_MGMT %s",
		       i ? "while a draw may run" : "after a wait");
	}
	/* In one packet with its neighbours, where it is no plain register either. */
	scene_default(s);
	s->rings = true;
	scene_emit(s);
	scene_packet(s, PM4_OP_SET_CONFIG_REG, 2,
		     (u32[]){ (PM4_R_WAIT_UNTIL - PM4_CONFIG_BASE) / 4, 1 << 15 });
	scene_packet(s, PM4_OP_SET_CONFIG_REG, 3,
		     (u32[]){ (PM4_R_SQ_PSTMP_RING_BASE - PM4_CONFIG_BASE) / 4, 0, 0 });
	scene_reloc(s, BUF_RING);
	tap_ok(!scene_check(s), "base and size in one packet");
	tap_ok(left(s, PM4_STATE_RING), "... are left by a stream that draws nothing with them");
}

/* A ring that is on has room for the items of a wavefront, scratch for two. */
static void test_items(struct scene *s)
{
	u32 i, more;

	for (i = 0; i < 6; i++) {
		for (more = 0; more < 3; more++) {
			scene_default(s);
			s->rings = true;
			s->ring_size = more == 2 ? 0 : 16;
			scene_state(s);
			scene_context(s, PM4_R_SQ_ESGS_RING_ITEMSIZE + 4 * i,
				      (i < 2 ? 16 : 8) + (more > 0));
			scene_draw(s);
			tap_ok(scene_check(s) == (more == 1 ? PM4_CODE_RING_ITEMS : 0),
			       "ring %u, %s", i, more == 2 ? "off" : more ? "item too large" : "just");
		}
	}
}

/*
 * Work of the depth block on surfaces that are off, of which only the base is in a buffer; and
 * scratch without an item size.
 */
static void test_off_surfaces(struct scene *s)
{
	static const struct { u32 reg, value, info, code; } cases[] = {
		{ PM4_R_DB_RENDER_CONTROL, 0x01, 0, PM4_CODE_REGISTER_VALUE },
		{ PM4_R_DB_RENDER_CONTROL, 0x10, 0, PM4_CODE_REGISTER_VALUE },
		{ PM4_R_DB_RENDER_CONTROL, 0x60, 0, 0 },
		{ PM4_R_DB_RENDER_CONTROL, 0x1f, DB_INFO(3, 2), 0 },
		{ PM4_R_DB_RENDER_OVERRIDE, 1, DB_INFO(3, 2), PM4_CODE_REGISTER_VALUE },
		{ PM4_R_DB_RENDER_OVERRIDE, 1 << 4, 0, PM4_CODE_REGISTER_VALUE },
		{ PM4_R_DB_RENDER_OVERRIDE, 2 | 2 << 2 | 2 << 4, DB_INFO(3, 2), 0 },
		{ PM4_R_DB_RENDER_OVERRIDE, 1, DB_INFO(3, 2) | 1 << 25, 0 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		scene_default(s);
		s->depth_info = cases[i].info;
		s->depth_size = TILE_MAX(64, 64);
		s->htile_surface = 3;
		scene_emit(s);
		scene_context(s, cases[i].reg, cases[i].value);
		scene_draw(s);
		tap_ok(scene_check(s) == cases[i].code &&
		       (!cases[i].code || (s->verdict.reg == cases[i].reg &&
					   s->verdict.actual == cases[i].value)),
		       "register 0x%x = 0x%x, depth 0x%x: %s", cases[i].reg, cases[i].value,
		       cases[i].info, pm4_code_name(s->verdict.code));
	}
	for (i = 0; i < 6; i++) {
		scene_default(s);
		s->rings = true;
		scene_state(s);
		scene_context(s, PM4_R_SQ_ESGS_RING_ITEMSIZE + 4 * i, 0);
		scene_draw(s);
		tap_ok(scene_check(s) == (i < 2 ? 0 : PM4_CODE_RING_ITEMS),
		       "ring %u with items of size 0", i);
	}
}

/* A constant buffer of size 0 begins inside its buffer, or the chip gets the buffer's start. */
static void test_const_base(struct scene *s)
{
	u32 reg = PM4_R_SQ_ALU_CONST_CACHE_VS + 12, i;

	for (i = 0; i < 2; i++) {
		scene_default(s);
		s->buffers[BUF_CONST].size = 1024;
		scene_state(s);
		scene_context(s, reg, i ? 4 : 3);
		scene_reloc(s, BUF_CONST);
		scene_draw(s);
		tap_ok(!scene_check(s) &&
		       s->out[s->ndw - 6] == (s->addrs[BUF_CONST] >> 8) + (i ? 0 : 3),
		       "constants of no size, %u bytes from the end", i ? 0 : 256);
	}
}

/* A disabled stream-out buffer also is in its buffer, and none begins past its end. */
static void test_strmout(struct scene *s)
{
	u32 base = PM4_R_VGT_STRMOUT_BUFFER_BASE + 32, size = PM4_R_VGT_STRMOUT_BUFFER_SIZE, i;

	for (i = 0; i < 4; i++) {
		scene_default(s);
		s->buffers[BUF_STRMOUT].size = 513;
		s->strmout_en = i & 1;
		s->strmout_buffers = i & 1;
		scene_state(s);
		scene_context(s, base, i < 2 ? 1 : 2);
		scene_reloc(s, BUF_STRMOUT);
		scene_draw(s);
		tap_ok(scene_check(s) == (i < 2 ? 0 : PM4_CODE_STRMOUT_BOUNDS) &&
		       (i < 2 || s->verdict.reg == base),
		       "base of a stream-out buffer that is off, stream-out %s", i & 1 ? "on" : "off");
		scene_context(s, size + 32, i < 2 ? 64 : 65);
		scene_draw(s);
		tap_ok(scene_check(s) == (i < 2 ? 0 : PM4_CODE_STRMOUT_BOUNDS), "... and its size");
	}
	scene_default(s);
	s->buffers[BUF_STRMOUT].writable = false;
	scene_state(s);
	scene_context(s, base, 0);
	scene_reloc(s, BUF_STRMOUT);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_READ_ONLY, "... nor may it be read-only");

	for (i = 0; i < 2; i++) {
		scene_default(s);
		s->strmout_en = s->strmout_buffers = 1;
		s->strmout_size = 64;
		s->buffers[BUF_STRMOUT].size = 256;
		scene_state(s);
		scene_packet(s, PM4_OP_STRMOUT_BUFFER_UPDATE, 5, (u32[]){ 0, 0, 0, 32, 0 });
		scene_draw(s);
		scene_context(s, size, 32 - i);
		scene_draw(s);
		tap_ok(i ? scene_check(s) == PM4_CODE_STRMOUT_BOUNDS && s->verdict.reg == size :
		       !scene_check(s), "a size that shrinks to %u dwords, told to begin at 32",
		       32 - i);
	}
}

/* A buffer that is enabled for another vertex stream counts as enabled. */
static void test_strmout_streams(struct scene *s)
{
	static const struct { u32 on; bool all; u32 code; } cases[] = {
		{ 0x1111, false, 0 }, { 0x1000, false, 0 }, { 0xffff, true, 0 },
		{ 0x0020, false, PM4_CODE_NOT_SET }, { 0x0400, false, PM4_CODE_NOT_SET },
		{ 0x8000, false, PM4_CODE_NOT_SET }, { 0x10001, false, PM4_CODE_REGISTER_BITS },
	};
	u32 i, n;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		scene_default(s);
		s->card.chip = PM4_RV670;
		s->strmout_en = 1;
		s->strmout_buffers = cases[i].on;
		s->strmout_size = 16;
		s->strmout_bases = cases[i].all;
		scene_state(s);
		/* This chip's CP has no copy of the bases. */
		for (n = 0; s->dw[n] != (0xc0010000u | PM4_OP_STRMOUT_BASE_UPDATE << 8); n++)
			;
		s->dw[n] = 0xc0011000;
		for (n = 1; cases[i].all && n < 4; n++)
			scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n, 16);
		scene_draw(s);
		tap_ok(scene_check(s) == cases[i].code, "stream-out buffers 0x%x: %s", cases[i].on,
		       pm4_code_name(s->verdict.code));
	}
	scene_default(s);
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, 0x80);
	tap_ok(!scene_check(s) && left(s, PM4_STATE_STRMOUT), "... which is left");
}

/* The refusal of a draw names the dword that set the register last. */
static void test_blame(struct scene *s)
{
	u32 at, draw;

	scene_default(s);
	scene_packet(s, PM4_OP_NOP, 3, (u32[]){ 0xc0016900, 0x10, 9 });
	scene_put(s, 0x80000000);
	scene_state(s);
	at = s->ndw;
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, 4,
		     (u32[]){ (PM4_R_CB_COLOR_VIEW - PM4_CONTEXT_BASE) / 4 - 1, 0, SLICES(0, 2047),
			      0 });
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, 3, (u32[]){ 0x10, 0x3ff, 0 });
	scene_reloc(s, BUF_COLOR);
	scene_reloc(s, BUF_RESOLVE);
	draw = s->ndw;
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_BOUNDS && s->verdict.reg == PM4_R_CB_COLOR_BASE,
	       "a base near the buffer's end");
	tap_ok(s->verdict.header == at + 5 && s->verdict.dword == at + 7 &&
	       s->verdict.draw == draw && s->verdict.packet == s->dw[at + 5],
	       "... is told where it was set last, and where drawn (%u %u %u)",
	       s->verdict.header, s->verdict.dword, s->verdict.draw);
	tap_ok(s->verdict.buffer == BUF_COLOR && s->verdict.offset == 0x3ff00 &&
	       s->verdict.expected == s->buffers[BUF_COLOR].size,
	       "... with the buffer, the offset and the size");
	scene_default(s);
	scene_draw(s);
	scene_check(s);
	tap_ok(s->verdict.header == 0 && s->verdict.dword == 0 && s->verdict.draw == PM4_NO_DWORD,
	       "what was never set is told at the draw");
	scene_default(s);
	scene_context(s, PM4_R_SQ_PGM_CF_OFFSET_VS, 0x30);
	tap_ok(scene_check(s) == PM4_CODE_REGISTER_VALUE && s->verdict.dword == 2 &&
	       s->verdict.actual == 0x30 && s->verdict.expected == 0 &&
	       s->verdict.reg == PM4_R_SQ_PGM_CF_OFFSET_VS, "a value that is forced");
}

/* A depth buffer counts for any setting of the depth block. */
static void test_depth_uses(struct scene *s)
{
	static const struct {
		u32 reg, value;
	} uses[] = {
		{ PM4_R_DB_DEPTH_CONTROL, 0 }, { PM4_R_DB_DEPTH_CONTROL, 1 },
		{ PM4_R_DB_DEPTH_CONTROL, 2 }, { PM4_R_DB_DEPTH_CONTROL, 4 },
		{ PM4_R_DB_RENDER_CONTROL, 1 }, { PM4_R_DB_RENDER_CONTROL, 0x800 },
		{ PM4_R_DB_RENDER_OVERRIDE, 1 << 11 }, { PM4_R_DB_RENDER_OVERRIDE, 2 },
		{ PM4_R_DB_RENDER_OVERRIDE, 1 << 9 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(uses); i++) {
		scene_default(s);
		s->depth_info = DB_INFO(3, 2);
		s->depth_size = TILE_MAX(64, 64);
		s->buffers[BUF_DEPTH].size = 16383;
		scene_state(s);
		scene_context(s, uses[i].reg, uses[i].value);
		scene_draw(s);
		tap_ok(scene_check(s) == PM4_CODE_SURFACE_BOUNDS,
		       "register 0x%x = 0x%x: depth counts", uses[i].reg, uses[i].value);
	}
}

void test_state(void)
{
	static struct scene s;

	test_needs(&s);
	test_empty(&s);
	test_left(&s);
	test_slots(&s);
	test_const_slots(&s);
	test_constants(&s);
	test_predicate(&s);
	test_instances(&s);
	test_index_types(&s);
	test_copied(&s);
	test_always(&s);
	test_dirty(&s);
	test_single(&s);
	test_items(&s);
	test_off_surfaces(&s);
	test_const_base(&s);
	test_blame(&s);
	test_depth_uses(&s);
	test_strmout(&s);
	test_strmout_streams(&s);
}
