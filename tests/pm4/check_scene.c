// SPDX-License-Identifier: GPL-2.0
/*
 * Scenes: the default one draws into a linear 64 x 64 colour buffer of 4 bytes a
 * pixel; all other units are off.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

static const u32 programs[] = {
	PM4_R_SQ_PGM_START_PS, PM4_R_SQ_PGM_START_VS, PM4_R_SQ_PGM_START_FS,
	PM4_R_SQ_PGM_START_GS, PM4_R_SQ_PGM_START_ES,
};

void scene_default(struct scene *s)
{
	u32 i;

	memset(s, 0, sizeof(*s));
	s->card = (struct pm4_card){ .front = &r600_front, .chip = PM4_RV710, .pipes = 2, .banks = 4,
				     .group_bytes = 256, .backends = 1 };
	s->nbuffers = SCENE_BUFFERS;
	for (i = 0; i < SCENE_BUFFERS; i++) {
		s->buffers[i] = (struct pm4_buffer){ .size = 1 << 18, .align = 1 << 20,
						     .writable = true };
		s->addrs[i] = (u64)(i + 1) << 20;
	}
	s->flags = PM4_KEEP_TILING;
	s->target_mask = 0xf;
	s->screen_br = XY(8192, 8192);
	s->generic_br = XY(8192, 8192);
	s->window_tl = 1u << 31;
	s->generic_tl = 1u << 31;
	s->window_br = XY(64, 64);
	s->color[0].on = true;
	s->color[0].size = TILE_MAX(64, 64);
	s->color[0].info = CB_INFO(0x1a, 1);
	s->index_count = 3;
	s->index_type = 0;
	s->vertex_slot = 160;
	s->ring_size = 4;
}

void scene_put(struct scene *s, u32 dw)
{
	if (s->ndw == SCENE_DW)
		abort();
	s->dw[s->ndw++] = dw;
}

void scene_packet(struct scene *s, u32 op, u32 count, const u32 *body)
{
	u32 i;

	scene_put(s, 0xc0000000u | (count - 1) << 16 | op << 8);
	for (i = 0; i < count; i++)
		scene_put(s, body[i]);
}

void scene_context(struct scene *s, u32 reg, u32 value)
{
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, 2,
		     (u32[]){ (reg - PM4_CONTEXT_BASE) / 4, value });
}

void scene_config(struct scene *s, u32 reg, u32 value)
{
	scene_packet(s, PM4_OP_SET_CONFIG_REG, 2,
		     (u32[]){ (reg - PM4_CONFIG_BASE) / 4, value });
}

void scene_reloc(struct scene *s, u32 buffer)
{
	scene_packet(s, PM4_OP_NOP, 1, (u32[]){ buffer * 4 });
}

static void address(struct scene *s, u32 reg, u32 value, u32 buffer)
{
	if (reg < PM4_CONFIG_END)
		scene_config(s, reg, value);
	else
		scene_context(s, reg, value);
	scene_reloc(s, buffer);
}

static void color_state(struct scene *s, u32 n)
{
	const struct scene_color *c = &s->color[n];

	scene_context(s, PM4_R_CB_COLOR_INFO + 4 * n, c->on ? c->info : 0);
	if (!c->on)
		return;
	address(s, PM4_R_CB_COLOR_BASE + 4 * n, c->offset, n ? BUF_RESOLVE : BUF_COLOR);
	scene_context(s, PM4_R_CB_COLOR_SIZE + 4 * n, c->size);
	scene_context(s, PM4_R_CB_COLOR_VIEW + 4 * n, c->view);
	scene_context(s, PM4_R_CB_COLOR_MASK + 4 * n, c->mask);
	address(s, PM4_R_CB_COLOR_TILE + 4 * n, c->tile_offset, BUF_CMASK);
	address(s, PM4_R_CB_COLOR_FRAG + 4 * n, c->frag_offset, BUF_FMASK);
}

static void depth_state(struct scene *s)
{
	scene_context(s, PM4_R_DB_DEPTH_CONTROL, s->depth_control);
	scene_context(s, PM4_R_DB_RENDER_CONTROL, s->render_control);
	scene_context(s, PM4_R_DB_RENDER_OVERRIDE, 0);
	scene_context(s, PM4_R_DB_DEPTH_INFO, s->depth_info);
	if (!s->depth_info)
		return;
	address(s, PM4_R_DB_DEPTH_BASE, s->depth_offset, BUF_DEPTH);
	scene_context(s, PM4_R_DB_DEPTH_SIZE, s->depth_size);
	scene_context(s, PM4_R_DB_DEPTH_VIEW, s->depth_view);
	scene_context(s, PM4_R_DB_HTILE_SURFACE, s->htile_surface);
	address(s, PM4_R_DB_HTILE_DATA_BASE, s->htile_offset, BUF_HTILE);
}

static void strmout_state(struct scene *s)
{
	u32 n;

	scene_context(s, PM4_R_VGT_STRMOUT_EN, s->strmout_en);
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, s->strmout_buffers);
	if (!s->strmout_en)
		return;
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_SIZE, s->strmout_size);
	address(s, PM4_R_VGT_STRMOUT_BUFFER_BASE, s->strmout_offset, BUF_STRMOUT);
	for (n = 1; s->strmout_bases && n < 4; n++)
		address(s, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n, 0, BUF_STRMOUT);
	scene_packet(s, PM4_OP_STRMOUT_BASE_UPDATE, 2, (u32[]){ 0, s->strmout_offset });
	scene_reloc(s, BUF_STRMOUT);
	for (n = 0; n < 4; n++)
		if (s->strmout_buffers & 0x1111 << n)
			scene_packet(s, PM4_OP_STRMOUT_BUFFER_UPDATE, 5, (u32[]){ n << 8, 0, 0, 0, 0 });
}

static void const_state(struct scene *s)
{
	u32 stage, i;

	for (stage = 0; stage < 3; stage++) {
		for (i = 0; i < 16; i++)
			scene_context(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS + 64 * stage + 4 * i,
				      i == 5 ? s->const_size[stage] : 0);
		if (s->const_size[stage])
			address(s, PM4_R_SQ_ALU_CONST_CACHE_PS + 64 * stage + 20,
				s->const_offset[stage], BUF_CONST);
	}
}

static void program_state(struct scene *s)
{
	u32 i;

	for (i = 0; i < (s->gs_programs ? 5 : 3); i++)
		address(s, programs[i], s->program_offset, BUF_PROGRAM);
	for (i = 0; i < 5; i++)
		scene_context(s, PM4_R_SQ_PGM_CF_OFFSET_PS + 4 * i, 0);
	scene_context(s, PM4_R_VGT_GS_MODE, s->gs_mode);
	for (i = 0; s->rings && i < 6; i++) {
		scene_config(s, PM4_R_SQ_ESGS_RING_SIZE + 8 * i, s->ring_size);
		address(s, PM4_R_SQ_ESGS_RING_BASE + 8 * i, s->ring_offset, BUF_RING);
		if (i > 1 && !s->unused)
			scene_context(s, PM4_R_SQ_ESGS_RING_ITEMSIZE + 4 * i, 1);
	}
	if (s->export) {
		scene_config(s, PM4_R_SX_MEMORY_EXPORT_SIZE, s->export_size);
		address(s, PM4_R_SX_MEMORY_EXPORT_BASE, s->export_offset, BUF_EXPORT);
	}
}

/* The first registers of a group, without an address. */
static void group_state(struct scene *s, u32 group, u32 most)
{
	u32 i;

	for (i = r600_tables.state_first[group]; most && i < r600_tables.state_first[group + 1]; i++) {
		const struct pm4_state_reg *r = &r600_tables.state_regs[i];

		if (!(r->chips >> s->card.chip & 1))
			continue;
		if (r->reg < PM4_CONFIG_END)
			scene_config(s, r->reg, r->value);
		else
			scene_context(s, r->reg, r->value);
		most--;
	}
}

/* State that stays in the chip although no draw of the scene uses it. */
static void unused_state(struct scene *s)
{
	static const u8 whole[] = { PM4_STATE_TUNING, PM4_STATE_PRIMITIVE, PM4_STATE_PIPELINE,
				    PM4_STATE_ENHANCE, PM4_STATE_GS };
	static const u8 parts[] = { PM4_STATE_SCAN, PM4_STATE_FILTER, PM4_STATE_BORDER_PS,
				    PM4_STATE_BORDER_VTX };
	u32 i;

	for (i = 0; i < 8; i++) {
		if (s->color[i].on)
			continue;
		address(s, PM4_R_CB_COLOR_TILE + 4 * i, 0, BUF_CMASK);
		address(s, PM4_R_CB_COLOR_FRAG + 4 * i, 0, BUF_FMASK);
	}
	if (!s->depth_info)
		address(s, PM4_R_DB_HTILE_DATA_BASE, 0, BUF_HTILE);
	for (i = 0; i < 9; i++)
		scene_context(s, PM4_R_SQ_ESGS_RING_ITEMSIZE + 4 * i, i > 1 && i < 6);
	for (i = 0; i < 6; i++)
		scene_config(s, PM4_R_SQ_CONFIG + 4 * i, 0);
	for (i = 0; i < ARRAY_SIZE(whole); i++)
		group_state(s, whole[i], ~0u);
	for (i = 0; i < ARRAY_SIZE(parts); i++)
		group_state(s, parts[i], 1);
	scene_packet(s, PM4_OP_NUM_INSTANCES, 1, (u32[]){ 1 });
}

static void resource(struct scene *s, u32 slot, const u32 *words, u32 a, u32 b)
{
	u32 body[8] = { slot * 7 };

	memcpy(body + 1, words, 7 * sizeof(u32));
	scene_packet(s, PM4_OP_SET_RESOURCE, 8, body);
	scene_reloc(s, a);
	if (b != a)
		scene_reloc(s, b);
}

void scene_state(struct scene *s)
{
	u32 n;

	scene_context(s, PM4_R_CB_TARGET_MASK, s->target_mask);
	scene_context(s, PM4_R_CB_COLOR_CONTROL, s->color_control);
	scene_context(s, PM4_R_SX_MISC, s->sx_misc);
	scene_context(s, PM4_R_PA_SC_AA_CONFIG, s->aa);
	scene_context(s, PM4_R_PA_SC_SCREEN_SCISSOR_BR, s->screen_br);
	scene_context(s, PM4_R_PA_SC_GENERIC_SCISSOR_TL, s->generic_tl);
	scene_context(s, PM4_R_PA_SC_GENERIC_SCISSOR_BR, s->generic_br);
	scene_context(s, PM4_R_PA_SC_WINDOW_SCISSOR_TL, s->window_tl);
	scene_context(s, PM4_R_PA_SC_WINDOW_SCISSOR_BR, s->window_br);
	for (n = 0; n < 8; n++)
		color_state(s, n);
	depth_state(s);
	strmout_state(s);
	const_state(s);
	program_state(s);
	if (s->unused)
		unused_state(s);
	if (s->use_vertex)
		resource(s, s->vertex_slot, s->vertex, BUF_VERTEX, BUF_VERTEX);
	if (s->use_texture)
		resource(s, s->texture_slot, s->texture, BUF_TEXTURE, BUF_MIP);
	scene_packet(s, PM4_OP_INDEX_TYPE, 1, (u32[]){ s->index_type });
}

void scene_draw(struct scene *s)
{
	if (!s->draw_index) {
		scene_packet(s, PM4_OP_DRAW_INDEX_AUTO, 2, (u32[]){ s->index_count, 2 });
		return;
	}
	scene_packet(s, PM4_OP_DRAW_INDEX, 4,
		     (u32[]){ s->index_offset, 0, s->index_count, 0 });
	scene_reloc(s, BUF_INDEX);
}

/* Sets what COPY_DW, a stored filled size and an opaque draw read. */
void scene_counts(struct scene *s)
{
	scene_packet(s, PM4_OP_STRMOUT_BUFFER_UPDATE, 5, (u32[]){ 0, 0, 0, 0, 0 });
	scene_context(s, PM4_R_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, 0);
	scene_context(s, PM4_R_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE, 0);
	scene_context(s, PM4_R_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE, 4);
}

/* The whole scene as a stream. */
void scene_emit(struct scene *s)
{
	s->ndw = 0;
	scene_state(s);
	scene_draw(s);
}

/**
 * check_and_patch() - check a stream, and patch an accepted one
 * @ck: checker
 * @in: the stream
 * @addrs: its buffers' addresses
 * @out: receives the patched stream; unchanged if it is refused
 * @written: PM4_BITMAP_WORDS() words, or NULL; the same
 * @result: for pm4_check()
 * @verdict: the same
 *
 * Patches and bitmap are in allocations of exactly their sizes; all bits of the bitmap are set before.
 */
int check_and_patch(struct pm4_checker *ck, const struct pm4_input *in, const u64 *addrs,
		    u32 *out, u64 *written, struct pm4_result *result,
		    struct pm4_verdict *verdict)
{
	u32 room = pm4_patches_max(ck->front, in->ib_dw);
	u32 words = PM4_BITMAP_WORDS(in->nbuffers);
	struct pm4_patch *patches = malloc(room * sizeof(*patches));
	u64 *bits = malloc(words * sizeof(*bits));
	int refused;

	memset(bits, 0xff, words * sizeof(*bits));
	refused = pm4_check(ck, in, patches, room, bits, result, verdict);
	if (refused != !!verdict->code || (!refused && result->npatches > room))
		abort();
	if (!refused) {
		memcpy(out, in->ib, in->ib_dw * sizeof(u32));
		pm4_patch_apply(out, patches, result->npatches, addrs);
		if (written)
			memcpy(written, bits, words * sizeof(*bits));
	}
	free(patches);
	free(bits);
	return refused;
}

/* Check the stream in an allocation of exactly its size. */
u32 scene_check(struct scene *s)
{
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	u32 *ib = malloc(s->ndw * sizeof(u32)), *out = malloc(s->ndw * sizeof(u32));
	struct pm4_input in = { .ib = ib, .ib_dw = s->ndw, .buffers = s->buffers,
				.nbuffers = s->nbuffers, .flags = s->flags,
				.ring = s->ring };
	u32 i;

	for (i = 0; i < s->nbuffers; i++)
		if (s->addrs[i] & (s->buffers[i].align - 1))
			abort();
	memcpy(ib, s->dw, s->ndw * sizeof(u32));
	pm4_checker_init(ck, &s->card);
	s->written = 0;
	if (!check_and_patch(ck, &in, s->addrs, out, &s->written, &s->result, &s->verdict))
		memcpy(s->out, out, s->ndw * sizeof(u32));
	if (memcmp(ib, s->dw, s->ndw * sizeof(u32)))
		abort();
	free(ck);
	free(ib);
	free(out);
	return s->verdict.code;
}

u32 scene_run(struct scene *s)
{
	scene_emit(s);
	return scene_check(s);
}

void scene_text(const struct scene *s, char *text)
{
	pm4_verdict_text(&s->verdict, &r600_front, s->card.chip, text, PM4_VERDICT_TEXT);
}

/**
 * scene_passes() - expect that the checker accepts the scene
 * @s: the scene
 * @name: what it shows
 */
void scene_passes(struct scene *s, const char *name)
{
	char text[PM4_VERDICT_TEXT];
	u32 code = scene_run(s);

	scene_text(s, text);
	tap_ok(!code, "%s passes %s", name, text);
}

/**
 * scene_refused() - expect that the checker refuses the scene
 * @s: the scene
 * @want: the code
 * @name: what it shows
 */
void scene_refused(struct scene *s, u32 want, const char *name)
{
	u32 code = scene_run(s);

	tap_ok(code == want, "%s: %s", name, pm4_code_name(code));
}
