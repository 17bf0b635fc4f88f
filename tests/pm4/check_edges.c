// SPDX-License-Identifier: GPL-2.0
/*
 * Edge cases besides the tables of rules: last packets, last registers, packets that look like
 * others, the room for patches, and differences between chips.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

/* The same packet at the end of the stream, and one dword shorter. */
static void test_ends(struct scene *s)
{
	static const u32 bodies[][10] = {
		/* opcode, dwords, body */
		{ PM4_OP_SET_CONTEXT_REG, 2, 0x105, 1 },
		{ PM4_OP_SET_CONTEXT_REG, 3, 0x105, 1, 2 },
		{ PM4_OP_SET_CONTEXT_REG, 3, 0x8e, 1, 2 },
		{ PM4_OP_SET_CONTEXT_REG, 2, 0x8e, 1 },
		{ PM4_OP_SET_CONFIG_REG, 2, 0x256, 1 },
		{ PM4_OP_EVENT_WRITE, 1, 0x16 },
		{ PM4_OP_NUM_INSTANCES, 1, 1 },
		{ PM4_OP_SURFACE_SYNC, 4, 0, 0xffffffff, 0, 10 },
		{ PM4_OP_SET_SAMPLER, 4, 0, 0, 0, 0 },
		{ PM4_OP_SET_CTL_CONST, 2, 0, 0 },
		{ PM4_OP_INDEX_TYPE, 1, 1 },
		{ PM4_OP_WAIT_REG_MEM, 6, 3, 0x2124, 0, 1, 1, 10 },
	};
	struct pm4_counts counts;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bodies); i++) {
		scene_default(s);
		scene_packet(s, bodies[i][0], bodies[i][1], bodies[i] + 2);
		pm4_count(&r600_front, s->dw, s->ndw, &counts);
		tap_ok(!scene_check(s) && !memcmp(s->dw, s->out, s->ndw * 4) &&
		       counts.packets == 1, "packet 0x%02x at the end", bodies[i][0]);
		s->ndw--;
		tap_ok(scene_check(s) == PM4_CODE_TRUNCATED, "... and short of a dword");
	}
	scene_default(s);
	scene_state(s);
	scene_draw(s);
	tap_ok(!scene_check(s), "a draw at the end");
	s->ndw--;
	tap_ok(scene_check(s) == PM4_CODE_TRUNCATED, "... and short of a dword");
}

static void one_packet(struct scene *s, const char *name, u32 op, u32 n, const u32 *body,
		       u32 want)
{
	u32 code;

	scene_default(s);
	scene_packet(s, op, n, body);
	code = scene_check(s);
	tap_ok(code == want, "%s: %s", name, pm4_code_name(code));
}

/* A packet of zeros from @first on. */
static void one_run(struct scene *s, const char *name, u32 op, u32 n, u32 first, u32 want)
{
	u32 body[16] = { first };

	one_packet(s, name, op, n, body, want);
}

static void test_windows(struct scene *s)
{
	one_packet(s, "last context registers", PM4_OP_SET_CONTEXT_REG, 3,
		   (u32[]){ 0x39e, 0, 0 }, 0);
	one_packet(s, "config registers over the end", PM4_OP_SET_CONFIG_REG, 3,
		   (u32[]){ 0xaff, 0, 0 }, PM4_CODE_RANGE);
	one_packet(s, "config register past the end", PM4_OP_SET_CONFIG_REG, 2,
		   (u32[]){ 0xb00, 0 }, PM4_CODE_RANGE);
	one_packet(s, "config registers, a run with one denied", PM4_OP_SET_CONFIG_REG, 3,
		   (u32[]){ 0x255, 0, 0 }, PM4_CODE_REGISTER_DENIED);
	one_packet(s, "an address in a run", PM4_OP_SET_CONTEXT_REG, 3, (u32[]){ 0x10, 0, 0 },
		   PM4_CODE_RELOC_MISSING);
	one_run(s, "resources over the end", PM4_OP_SET_RESOURCE, 15, 584 * 7, PM4_CODE_RANGE);
	one_run(s, "resource between two slots", PM4_OP_SET_RESOURCE, 8, 3,
		PM4_CODE_CONST_OFFSET);
	one_run(s, "resources, no whole number", PM4_OP_SET_RESOURCE, 10, 0,
		PM4_CODE_PACKET_LENGTH);
	one_run(s, "sampler past the end", PM4_OP_SET_SAMPLER, 4, 0x3fc, PM4_CODE_RANGE);
}

static void test_chips(struct scene *s)
{
	scene_default(s);
	s->strmout_en = 1;
	s->strmout_buffers = 1;
	s->strmout_size = 16;
	scene_emit(s);
	tap_ok(!scene_check(s), "stream-out on R7xx, whose CP was told the base");
	s->ndw = 0;
	scene_state(s);
	/* Take STRMOUT_BASE_UPDATE and its relocation out. */
	for (u32 i = 0; i + 5 <= s->ndw; i++) {
		if (s->dw[i] != (0xc0010000u | PM4_OP_STRMOUT_BASE_UPDATE << 8))
			continue;
		memmove(s->dw + i, s->dw + i + 5, (s->ndw - i - 5) * 4);
		s->ndw -= 5;
	}
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_PACKET_MISSING, "... and was not");
	s->card.chip = PM4_RV670;
	tap_ok(!scene_check(s), "on R6xx it finds out for itself");
	s->card.chip = PM4_RS780;
	tap_ok(scene_check(s) == PM4_CODE_PACKET_MISSING, "RS780 is like R7xx there");
}

/* A base that changes after STRMOUT_BASE_UPDATE differs from the CP's. */
static void test_strmout_told(struct scene *s)
{
	static const struct {
		u32 offset, buffer, code;
	} moves[] = {
		{ 1, BUF_STRMOUT, 0 }, { 2, BUF_STRMOUT, PM4_CODE_STRMOUT_MISMATCH },
		{ 1, BUF_QUERY, PM4_CODE_STRMOUT_MISMATCH },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(moves); i++) {
		scene_default(s);
		s->strmout_en = 1;
		s->strmout_buffers = 1;
		s->strmout_size = 16;
		s->strmout_offset = 1;
		s->ndw = 0;
		scene_state(s);
		scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_BASE, moves[i].offset);
		scene_reloc(s, moves[i].buffer);
		scene_draw(s);
		scene_check(s);
		tap_ok(s->verdict.code == moves[i].code &&
		       (!moves[i].code || (s->verdict.reg == PM4_R_VGT_STRMOUT_BUFFER_BASE &&
					   s->verdict.buffer == moves[i].buffer)),
		       "stream-out base %u of buffer %u after another was told: %s",
		       moves[i].offset, moves[i].buffer, pm4_code_name(s->verdict.code));
	}
}

static void test_resolve(struct scene *s)
{
	scene_default(s);
	s->aa = 2;
	s->color_control = 7 << 4;
	s->color[0].info = CB_INFO(0x1a, 4);
	s->color[1] = s->color[0];
	s->color[1].info = CB_INFO(0x1a, 1);
	s->buffers[BUF_COLOR].size = 65536;
	s->buffers[BUF_RESOLVE].size = 16384;
	scene_passes(s, "a resolve");
	s->buffers[BUF_COLOR].size--;
	scene_refused(s, PM4_CODE_SURFACE_BOUNDS, "... of a source that is short");
	s->buffers[BUF_COLOR].size++;
	s->color_control = 0;
	s->target_mask = 0xff;
	scene_refused(s, PM4_CODE_SURFACE_MODE, "both as targets of a draw with 4 samples");
	s->color_control = 7 << 4;
	s->target_mask = 0;
	s->buffers[BUF_RESOLVE].size--;
	scene_refused(s, PM4_CODE_SURFACE_BOUNDS, "a resolve with no target");
}

static void test_texture_slices(struct scene *s)
{
	scene_default(s);
	s->use_texture = true;
	s->texture[0] = 2 | 1 << 3 | 7 << 8 | 63u << 19;
	s->texture[1] = 15 | 3 << 13 | 0x1au << 26;
	s->texture[5] = 3 << 17;
	s->texture[6] = 2u << 30;
	scene_passes(s, "a 3D texture whose last slice is its last");
	s->texture[5] = 4 << 17;
	scene_refused(s, PM4_CODE_RESOURCE_ARRAY, "... or one past it");
	s->texture[5] = 3 << 17 | 2;
	s->texture[3] = 4;
	s->buffers[BUF_MIP].size = 4 * 256 + 8 * 256 * 2 + 4 * 256;
	scene_passes(s, "its mips at an offset");
	s->buffers[BUF_MIP].size--;
	scene_refused(s, PM4_CODE_SURFACE_BOUNDS, "... one byte short");
}

/* Bodies that look like the headers and bodies of other packets. */
static void test_disguises(struct scene *s)
{
	static const u32 nop[] = { 0, 0xffffffff, 0, 0xc0016900, 0x10, 7, 0xc0002d00 };
	struct pm4_counts counts;
	u32 i;

	for (i = 1; i <= ARRAY_SIZE(nop); i++) {
		scene_default(s);
		scene_packet(s, PM4_OP_NOP, i, nop);
		scene_context(s, 0x28414, 1);
		scene_packet(s, PM4_OP_SET_CONTEXT_REG, 3, (u32[]){ 0x105, 1, 2 });
		scene_config(s, 0x8958, 1);
		scene_packet(s, PM4_OP_SET_CONFIG_REG, 3, (u32[]){ 0x2900, 1, 2 });
		s->ndw -= 4;
		tap_ok(!scene_check(s) && !memcmp(s->dw, s->out, s->ndw * 4),
		       "a NOP with %u dwords of disguise", i);
		/* With one dword it names a relocation, and counts as none. */
		pm4_count(&r600_front, s->dw, s->ndw, &counts);
		tap_ok(counts.packets == 3 + (i > 1) && counts.registers == 4,
		       "packets (%u), registers (%u)", counts.packets, counts.registers);
	}
	one_packet(s, "WAIT_REG_MEM that looks like a full flush", PM4_OP_WAIT_REG_MEM, 6,
		   (u32[]){ 3, 0xffffffff, 0, 0, 0, 0 }, PM4_CODE_WAIT_REGISTER);
	one_packet(s, "SURFACE_SYNC of all but the first 256 bytes", PM4_OP_SURFACE_SYNC, 4,
		   (u32[]){ 0, 0xffffffff, 1, 0 }, PM4_CODE_RELOC_MISSING);
}

/* DRAW_INDEX: forbidden and required bits. */
static void test_draw_index(struct scene *s)
{
	static const struct {
		u32 at, value, code;
	} changes[] = {
		{ 3, 1, PM4_CODE_FIELD_BITS },		/* base, high: bits above 39 */
		{ 1, 2, PM4_CODE_DRAW_SOURCE },		/* initiator: VGT makes indices */
		{ 1, 0x40, PM4_CODE_DRAW_SOURCE },	/* initiator: opaque */
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(changes); i++) {
		scene_default(s);
		s->draw_index = true;
		scene_emit(s);
		s->dw[s->ndw - 2 - changes[i].at] = changes[i].at == 3 ? 0x100 : changes[i].value;
		tap_ok(scene_check(s) == changes[i].code, "DRAW_INDEX, dword %u from its end",
		       changes[i].at);
	}
	scene_default(s);
	s->draw_index = true;
	scene_emit(s);
	s->ndw -= 2;
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "DRAW_INDEX without its relocation");
	scene_default(s);
	s->draw_index = true;
	s->index_count = 0;
	s->index_offset = s->buffers[BUF_INDEX].size;
	tap_ok(!scene_run(s) && s->out[s->ndw - 6] < s->addrs[BUF_INDEX] + s->index_offset,
	       "DRAW_INDEX of nothing past the end has its base held");
	scene_default(s);
	s->draw_index = true;
	s->addrs[BUF_INDEX] = 0x4fffffff00ull;
	s->buffers[BUF_INDEX].align = 256;
	s->index_offset = 0x102;
	scene_run(s);
	tap_ok(!s->verdict.code && s->out[s->ndw - 6] == 2 && s->out[s->ndw - 5] == 0x50,
	       "DRAW_INDEX: its address in 40 bits");
}

/* Two descriptors in one packet, each with its relocation. */
static void test_two_slots(struct scene *s)
{
	u32 body[15] = { 160 * 7, 4, 7, 0, 0, 0, 0, 3u << 30, 8, 7, 0, 0, 0, 0, 3u << 30 };

	scene_default(s);
	scene_packet(s, PM4_OP_SET_RESOURCE, 15, body);
	scene_reloc(s, 2);
	scene_reloc(s, 3);
	tap_ok(!scene_check(s) && s->out[2] == (3 << 20) + 4 && s->out[9] == (4 << 20) + 8 &&
	       s->result.footprint.live_out.slots[2] == 3ull << 32, "two vertex buffers in one packet");
	s->ndw -= 2;
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "... one relocation short");
	one_packet(s, "COPY_DW, other bits", PM4_OP_COPY_DW, 5, (u32[]){ 4, 0, 0, 0, 0 },
		   PM4_CODE_FIELD_BITS);
	one_packet(s, "WAIT_REG_MEM, other bits", PM4_OP_WAIT_REG_MEM, 6,
		   (u32[]){ 0x23, 0x2124, 0, 0, 0, 0 }, PM4_CODE_FIELD_BITS);
	one_packet(s, "STRMOUT_BUFFER_UPDATE, other bits", PM4_OP_STRMOUT_BUFFER_UPDATE, 5,
		   (u32[]){ 0x406, 0, 0, 0, 0 }, PM4_CODE_FIELD_BITS);
	one_packet(s, "EVENT_WRITE_EOP, unknown event", PM4_OP_EVENT_WRITE_EOP, 5,
		   (u32[]){ 0x53f, 0, 0, 0, 0 }, PM4_CODE_EVENT_UNKNOWN);
}

/* Packets that exceed the end of the stream, and registers of a packet after the first. */
static void test_walk(struct scene *s)
{
	u32 body[8] = { 160 * 7, 4, 7, 0, 0, 0, 0, 3u << 30 };
	u32 sizes[3] = { (PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS - PM4_CONTEXT_BASE) / 4, 0, 1 };

	scene_default(s);
	scene_packet(s, PM4_OP_SET_RESOURCE, 8, body);
	scene_reloc(s, 2);
	s->ndw--;
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "a vertex buffer, cut off in its relocation");

	scene_default(s);
	scene_emit(s);
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, 3, sizes);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_NOT_SET &&
	       s->verdict.reg == PM4_R_SQ_ALU_CONST_CACHE_PS + 4,
	       "two registers in one packet: the second counts too");

	scene_default(s);
	s->color[1] = s->color[0];
	s->target_mask = 0xff;
	scene_emit(s);
	scene_context(s, PM4_R_CB_COLOR_VIEW, s->color[0].view);
	scene_context(s, PM4_R_CB_COLOR_VIEW + 4, SLICES(0, 2047));
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_BOUNDS &&
	       s->verdict.reg == PM4_R_CB_COLOR_BASE + 4,
	       "two colour buffers that changed: both are looked at");
}

static void test_room(void)
{
	static const u32 ib[2] = { 0x80000000, 0x80000000 };
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	struct pm4_input in = { .ib = ib, .ib_dw = 2 };
	struct pm4_card card = { .front = &r600_front, .chip = PM4_RV770, .pipes = 8, .banks = 8,
				 .group_bytes = 256, .backends = 4 };
	struct pm4_patch patches[2];
	struct pm4_verdict verdict;
	struct pm4_result result;
	u64 written;

	pm4_checker_init(ck, &card);
	tap_ok(pm4_check(ck, &in, patches, 0, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_OUTPUT_TOO_SMALL, "no room for patches");
	tap_ok(!pm4_check(ck, &in, patches, 1, &written, &result, &verdict) && !result.npatches,
	       "room for one, and none is needed");
	in.ib_dw = 1 << 24;
	tap_ok(pm4_check(ck, &in, patches, 2, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_OUTPUT_TOO_SMALL &&
	       verdict.expected == ((1 << 24) * 4ull) / 7, "room for the longest stream");
	in.ib_dw++;
	tap_ok(pm4_check(ck, &in, patches, 0xffffffff, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_TOO_LONG, "a stream that is longer");
	free(ck);
}

/*
 * The maximum number of patches for the length of a stream.  The sanitizer sees a patch past
 * the end of the allocation.
 */
static void test_most_patches(struct scene *s)
{
	u32 i;

	scene_default(s);
	s->buffers[BUF_INDEX].size = 8;
	scene_packet(s, PM4_OP_DRAW_INDEX, 4, (u32[]){ 64, 0, 9, 0 });
	scene_reloc(s, BUF_INDEX);
	tap_ok(pm4_patches_max(&r600_front, s->ndw) == 4 && scene_check(s) == PM4_CODE_NOT_SET,
	       "a draw whose indices are cut, and nothing else");
	s->ndw = 0;
	scene_state(s);
	for (i = 0; i < 400; i++) {
		scene_packet(s, PM4_OP_DRAW_INDEX, 4, (u32[]){ 64, 0, 9, 0 });
		scene_reloc(s, BUF_INDEX);
	}
	scene_check(s);
	tap_ok(!s->verdict.code && s->result.npatches == 4 * 400 + 6 &&
	       s->out[s->ndw - 6] == s->addrs[BUF_INDEX] + 6 && s->out[s->ndw - 4] == 1,
	       "400 of them one after another: %u patches", s->result.npatches);
}

void test_edges(void)
{
	static struct scene s;

	test_ends(&s);
	test_windows(&s);
	test_chips(&s);
	test_strmout_told(&s);
	test_resolve(&s);
	test_texture_slices(&s);
	test_disguises(&s);
	test_draw_index(&s);
	test_two_slots(&s);
	test_walk(&s);
	test_room();
	test_most_patches(&s);
}
