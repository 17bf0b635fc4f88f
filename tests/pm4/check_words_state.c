// SPDX-License-Identifier: GPL-2.0
/*
 * The sentences of refusals: state that a draw lacks, or that packets before it have left.
 */
#include "check_words.h"

static void unset_scissors(struct scene *s)
{
	scene_emit(s);
	words_unset(s, R(PA_SC_SCREEN_SCISSOR_BR));
	words_unset(s, R(PA_SC_GENERIC_SCISSOR_BR));
	words_unset(s, R(PA_SC_WINDOW_SCISSOR_BR));
}

/* Draws whose stream is not only a scene. */
static void scissors(struct scene *s)
{
	scene_default(s);
	s->color[0].size = TILE_MAX(8192, 8);
	unset_scissors(s);
	words_expect(s, CODE(SURFACE_SCISSOR),
		     "dword 272: DRAW_INDEX_AUTO PA_SC_SCREEN_SCISSOR_BR: no scissor is set: a draw can reach 8192 lines, buffer 0 at CB_COLOR0_BASE holds 8");
	scene_default(s);
	unset_scissors(s);
	words_expect(s, CODE(SURFACE_SCISSOR),
		     "dword 272: DRAW_INDEX_AUTO PA_SC_SCREEN_SCISSOR_BR: no scissor is set: a draw can reach 8192 columns, the pitch in CB_COLOR0_SIZE is 64");
}

void test_state_words(struct scene *s)
{
	scissors(s);

	scene_default(s);
	scene_emit(s);
	words_unset(s, R(CB_COLOR_VIEW));
	words_expect(s, CODE(NOT_SET),
		     "dword 272: DRAW_INDEX_AUTO CB_COLOR0_VIEW: is needed, and the stream has not set it");

	scene_default(s);
	s->rings = true;
	scene_emit(s);
	scene_config(s, R(SQ_ESGS_RING_SIZE), 0);
	words_expect(s, CODE(NOT_IDLE),
		     "dword 337: SET_CONFIG_REG SQ_ESGS_RING_SIZE: earlier draws may still use this register: wait with WAIT_UNTIL WAIT_3D_IDLE first");

	scene_default(s);
	s->rings = true;
	scene_state(s);
	scene_context(s, R(SQ_GSVS_RING_ITEMSIZE), 5);
	scene_draw(s);
	words_expect(s, CODE(RING_ITEMS),
		     "dword 334: SET_CONTEXT_REG SQ_GSVS_RING_ITEMSIZE: 1024 bytes hold fewer than 64 items of 5 dwords; checked although it is off: VGT_GS_MODE at dword 269 (draw at dword 335)");

	scene_default(s);
	scene_emit(s);
	scene_context(s, R(DB_RENDER_CONTROL), 0x61);
	scene_draw(s);
	words_expect(s, CODE(REGISTER_VALUE),
		     "dword 277: SET_CONTEXT_REG DB_RENDER_CONTROL: must be 0x60, not 0x61 without a depth buffer (draw at dword 278)");
	scene_default(s);
	scene_emit(s);
	scene_context(s, R(DB_RENDER_OVERRIDE), 0x401);
	scene_draw(s);
	words_expect(s, CODE(REGISTER_VALUE),
		     "dword 277: SET_CONTEXT_REG DB_RENDER_OVERRIDE: must be 0x400, not 0x401 without HTILE (draw at dword 278)");
	scene_default(s);
	s->rings = true;
	scene_state(s);
	scene_context(s, R(SQ_PSTMP_RING_ITEMSIZE), 0);
	scene_draw(s);
	words_expect(s, CODE(RING_ITEMS),
		     "dword 334: SET_CONTEXT_REG SQ_PSTMP_RING_ITEMSIZE: a ring of 1024 bytes needs an item size (draw at dword 335)");

	scene_default(s);
	words_strmout(s);
	s->strmout_buffers = 3;
	s->strmout_bases = true;
	scene_state(s);
	scene_context(s, R(VGT_STRMOUT_BUFFER_SIZE) + 16, 4);
	scene_draw(s);
	words_expect(s, CODE(PACKET_MISSING),
		     "dword 315: DRAW_INDEX_AUTO: needs STRMOUT_BASE_UPDATE of stream-out buffer 1 before it, and the stream has none");

	scene_default(s);
	words_strmout(s);
	scene_state(s);
	scene_context(s, R(VGT_STRMOUT_BUFFER_BASE), 1);
	scene_reloc(s, BUF_STRMOUT);
	scene_draw(s);
	words_expect(s, CODE(STRMOUT_MISMATCH),
		     "dword 293: SET_CONTEXT_REG VGT_STRMOUT_BUFFER_BASE_0: is 0x100 in buffer 6 here, 0x0 in buffer 6 in STRMOUT_BASE_UPDATE (draw at dword 296)");

	scene_default(s);
	scene_context(s, R(VGT_STRMOUT_BUFFER_BASE) + 32, 3);
	scene_reloc(s, BUF_STRMOUT);
	scene_packet(s, OP(STRMOUT_BASE_UPDATE), 2, (u32[]){ 2, 3 });
	scene_reloc(s, BUF_QUERY);
	words_expect(s, CODE(STRMOUT_MISMATCH),
		     "dword 7: STRMOUT_BASE_UPDATE VGT_STRMOUT_BUFFER_BASE_2: is 0x300 in buffer 14 here, 0x300 in buffer 6 in the register");

	scene_default(s);
	words_strmout(s);
	scene_state(s);
	scene_packet(s, OP(STRMOUT_BUFFER_UPDATE), 5, (u32[]){ 0, 0, 0, 64, 0 });
	scene_context(s, R(VGT_STRMOUT_BUFFER_SIZE), 63);
	scene_draw(s);
	words_expect(s, CODE(STRMOUT_BOUNDS),
		     "dword 299: SET_CONTEXT_REG VGT_STRMOUT_BUFFER_SIZE_0: stream-out begins at byte 256, VGT_STRMOUT_BUFFER_SIZE gives 252 (draw at dword 300)");

	scene_default(s);
	scene_state(s);
	scene_packet(s, OP(DRAW_INDEX_IMMD), 4, (u32[]){ 5, 1, 0, 0 });
	words_expect(s, CODE(INDEX_COUNT),
		     "dword 273: DRAW_INDEX_IMMD: indices take 3 dwords, the packet has 2");
}
