/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A scene: all state of one draw as plain numbers, and the stream that sets it.
 * The checker's tests change one number at a time.
 */
#ifndef CHECK_SCENE_H
#define CHECK_SCENE_H

#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"

#define SCENE_DW	4096u
#define SCENE_BUFFERS	16u

/* Buffers of the default scene, by their use. */
enum {
	BUF_COLOR, BUF_PROGRAM, BUF_DEPTH, BUF_HTILE, BUF_CMASK, BUF_FMASK,
	BUF_STRMOUT, BUF_CONST, BUF_RING, BUF_EXPORT, BUF_INDEX, BUF_VERTEX,
	BUF_TEXTURE, BUF_MIP, BUF_QUERY, BUF_RESOLVE,
};

struct scene_color {
	bool on;
	u32 offset, size, view, info, mask;	/* register values; offset >> 8 */
	u32 tile_offset, frag_offset;
};

/**
 * struct scene - one draw
 *
 * The stream always sets the enables, and only the state of enabled units.  A buffer's
 * address is a multiple of its alignment.
 */
struct scene {
	struct pm4_card card;
	struct pm4_buffer buffers[SCENE_BUFFERS];
	u64 addrs[SCENE_BUFFERS];
	u32 nbuffers;
	u32 flags;
	enum pm4_ring ring;

	u32 target_mask, color_control, aa, sx_misc;
	u32 screen_br, window_tl, window_br, generic_tl, generic_br;
	struct scene_color color[8];
	u32 depth_control, render_control, depth_offset, depth_size, depth_view;
	u32 depth_info, htile_offset, htile_surface;
	u32 strmout_en, strmout_buffers, strmout_size, strmout_offset;
	u32 const_size[3], const_offset[3];
	bool strmout_bases;	/* of all four stream-out buffers */
	bool unused;		/* also state that no enabled unit uses: masks, items, division */
	u32 program_offset, gs_mode;
	bool gs_programs, rings, export;
	u32 ring_offset, ring_size, export_offset, export_size;
	u32 index_type, index_count, index_offset;
	bool draw_index;
	u32 vertex_slot, vertex[7], texture_slot, texture[7];
	bool use_vertex, use_texture;

	u32 dw[SCENE_DW];
	u32 ndw;
	u32 out[SCENE_DW];	/* the patched stream */
	u64 written;		/* bit for each buffer */
	struct pm4_result result;
	struct pm4_verdict verdict;
};

void scene_default(struct scene *s);
void scene_put(struct scene *s, u32 dw);
void scene_packet(struct scene *s, u32 op, u32 count, const u32 *body);
void scene_context(struct scene *s, u32 reg, u32 value);
void scene_config(struct scene *s, u32 reg, u32 value);
void scene_reloc(struct scene *s, u32 buffer);
void scene_state(struct scene *s);
void scene_draw(struct scene *s);
void scene_emit(struct scene *s);
void scene_counts(struct scene *s);
u32 scene_check(struct scene *s);
int check_and_patch(struct pm4_checker *ck, const struct pm4_input *in, const u64 *addrs,
		    u32 *out, u64 *written, struct pm4_result *result,
		    struct pm4_verdict *verdict);
u32 scene_run(struct scene *s);
void scene_text(const struct scene *s, char *text);
void scene_passes(struct scene *s, const char *name);
void scene_refused(struct scene *s, u32 want, const char *name);

/* Field builders. */
#define CB_INFO(format, mode)	((format) << 2 | (mode) << 8)
#define TILE_MAX(pitch, lines)	(((pitch) / 8 - 1) | ((pitch) * (lines) / 64 - 1) << 10)
#define SLICES(first, last)	((first) | (last) << 13)
#define DB_INFO(format, mode)	((format) | (mode) << 15)
#define XY(x, y)		((x) | (y) << 16)

/* The parts of pm4-check-test. */
void test_surfaces(void);
void test_resources(void);
void test_cut(void);
void test_packets(void);
void test_state(void);
void test_bases(void);
void test_masks(void);
void test_edges(void);
void test_idle(void);
void test_neutral(void);
void test_dma(void);
void test_again(void);
void test_written(void);
void test_refusals(void);
void test_clients(void);
void test_properties(void);

#endif /* CHECK_SCENE_H */
