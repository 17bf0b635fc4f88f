/* SPDX-License-Identifier: GPL-2.0 */
/*
 * R5xx as a generation of the drawing machine.  Data flows through these files:
 *
 *	upload.c	programs and constants in the chip
 *	front.h		vertices to pieces of primitives
 *	rs.c		attributes of vertices to registers of fragment programs
 *	us*.c, tx*.c	fragment programs, textures
 *	ram.h		blocks that are cleared: ZMASK, CMASK
 *	lines.c		lines of caches that registers move
 *	target.c	depth buffer and colour targets, for the common db.c and cb.c
 *	trace.c		the steps of a program, for hosts that ask
 *	pixel.c		the order of these for four quads, and the alpha test and fog (FG)
 *	r500.c		the generation
 */
#ifndef GPU_R500_R500_H
#define GPU_R500_R500_H

#include "front.h"
#include "hiz.h"
#include "tx.h"
#include "us.h"

/* Writes of the rasterizer, at most: 16 of textures and 16 of colours. */
#define R500_INPUTS	GPU_INPUTS

/* Where a component of an input comes from: colours 0 to 15, textures from 16 on, or these. */
enum { R500_FROM_ZERO = -1, R500_FROM_ONE = -2, R500_FROM_FACE = -3 };
#define R500_FROM_TEX	16

/**
 * struct r500_input - a write of the rasterizer to a register
 * @reg: the register
 * @from: where each component comes from
 */
struct r500_input {
	uint8_t reg;
	int8_t from[4];
};

/* The largest scissor of draws to a target; of clears until there is one. */
struct r500_size {
	uint64_t base;
	bool drawn;
	uint32_t size[2];
};

#define R500_SIZES	64u

/**
 * struct r500_placed - a surface whose lines the caches may have
 * @used: draws have used it since its cache was clean
 * @s: where its registers have placed it
 * @width, @height: what they may have written
 */
struct r500_placed {
	bool used;
	struct gpu_surface s;
	uint32_t width, height;
};

/* Four targets, the resolve, depth. */
#define R500_PLACED	6u

/**
 * struct gpu_r500 - what a machine of R5xx, or a part of one, has of its own
 * @front: the machine's; parts share it
 * @tx: texture unit
 * @group: pixels of the fragment program
 * @program: it
 * @temps: registers that it may read or write, from 0 on
 * @kills: it has an instruction that kills pixels
 * @inputs: writes of the rasterizer; @input: they
 * @two_sided: back faces have colours 2 and 3 for 0 and 1
 * @select: target's channel: which one of the program
 * @signed_most: target's number that is 1, if it is signed and blended by its bits; otherwise 0
 * @depth_source: depth comes from the program
 * @cb_clear: the depth block writes a colour (ZB_CB_CLEAR)
 * @ram: of the last draw's chip, or NULL
 * @zmask: blocks of the depth buffer; @cmask: of target 0
 * @hiz: of the depth buffer
 * @primitive: the one whose pieces are drawn
 * @trace: of a vertex
 * @placed: with caches: what they may have lines of
 * @size: of the targets so far; @next_size: the one that is forgotten next
 */
struct gpu_r500 {
	struct r500_front *front;
	struct r500_tx tx;
	struct us_group group;
	struct us_program program;
	uint32_t temps;
	bool kills;
	uint32_t inputs;
	struct r500_input input[R500_INPUTS];
	bool two_sided;
	uint32_t alpha_func;
	uint8_t select[4][4];
	uint32_t signed_most[4];
	bool depth_source;
	bool cb_clear;
	struct r500_ram *ram;
	struct r500_blocks zmask, cmask;
	struct r500_hiz hiz;
	struct r500_primitive primitive;
	struct r500_front_trace trace;
	struct r500_placed placed[R500_PLACED];
	struct r500_size size[R500_SIZES];
	uint32_t next_size;
};

/* rs.c */
void r500_rs_begin(struct gpu *gpu);
/* Inputs of the scan's corners. */
void r500_rs_setup(struct gpu *gpu, const struct gpu_piece *piece);
/* Registers of the group. */
void r500_rs_interpolate(struct gpu *gpu, const struct gpu_quads *q);

/* target.c */
void r500_targets_begin(struct gpu *gpu);
/* Pixels take the colour that ZB_DEPTHCLEARVALUE has. */
void r500_cb_clear(struct gpu *gpu, const struct gpu_quads *q);
/* Makes the memory of the depth blocks valid that the quads are in. */
void r500_expand_depth(struct gpu *gpu, const struct gpu_quads *q);
/* The same of target 0. */
void r500_expand_color(struct gpu *gpu, const struct gpu_quads *q);

/* Bytes of a pixel by RB3D_COLORPITCH; 0: it has no format. */
uint8_t r500_color_bytes(uint32_t pitch);

/* lines.c: nothing happens without caches */
/* Before the targets begin: lines of older draws are where the registers place them now. */
void r500_lines_move(struct gpu *gpu);
/* After they have begun. */
void r500_lines_note(struct gpu *gpu);

/* trace.c: of the vertex or the group that is watched, if there is one */
void r500_trace_vertex(struct gpu *gpu);
void r500_trace_pixel(struct gpu *gpu);

/* pixel.c */
void r500_pixels_begin(struct gpu *gpu, const struct r500_upload *upload);
void r500_pixels_run(struct gpu *gpu, struct gpu_quads *q);
/* Lanes that a sample covers. */
gpu_mask r500_any_sample(const struct gpu *gpu, const struct gpu_quads *q);

#endif
