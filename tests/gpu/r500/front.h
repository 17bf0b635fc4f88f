/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The front of R5xx (VAP, GA and the culling of SU): a draw packet goes in, primitives on the window
 * come out, as pieces for the common setup, with the attributes of their vertices.
 *
 * The fetcher, the vertex program, clipping, viewport, flat shading, clamps of colours and the sizes of
 * points are done here; the rasterizer's (RS) work on the attributes is not.
 *
 * One thread fills a batch.  Then several may ask for its primitives.
 */
#ifndef GPU_R500_FRONT_H
#define GPU_R500_FRONT_H

#include "../machine.h"
#include "pvs.h"
#include "upload.h"

#define R500_COLORS	4
#define R500_TEXTURES	8

/**
 * struct r500_vertex - a vertex after the vertex program
 * @position: clip coordinates, or their replacement where VAP_VTE_CNTL says so
 * @point_size: in pixels, before its clamps
 */
struct r500_vertex {
	float position[4];
	float point_size;
	float color[R500_COLORS][4];
	float tex[R500_TEXTURES][4];
};

/**
 * struct r500_layout - the packet that the rasterizer gets for a vertex
 * @colors: how many there are; @color: their numbers, in order
 * @components: of textures; @component: texture and channel of each, in order
 * @stuffed: a bit for each texture that points replace with the place in the sprite
 * @stuff: S and T of the sprite's lower left corner, then of the upper right one
 */
struct r500_layout {
	uint8_t colors, color[R500_COLORS];
	uint8_t components;
	struct { uint8_t texture, channel; } component[4 * R500_TEXTURES];
	uint8_t stuffed;
	float stuff[4];
};

/**
 * struct r500_primitive - a primitive on the window
 * @id: its number in the draw
 * @shape: what it was assembled as
 * @front: it is a front face
 * @vertex: attributes; a corner's attributes are their sum by its weights.  Flat ones are the same in all three
 * @pieces: 0: nothing of it is visible
 * @culled: pieces of a face that is culled
 */
struct r500_primitive {
	uint32_t id;
	uint8_t shape;
	bool front;
	struct r500_vertex vertex[3];
	unsigned int pieces;
	unsigned int culled;
	struct gpu_piece piece[GPU_PIECES];
};

struct r500_front;

struct r500_front *r500_front_create(void);
void r500_front_destroy(struct r500_front *front);

/**
 * r500_front_begin() - begins a draw
 * @front: the front; a draw that it has is dropped
 * @mem: the host's memory
 * @regs: register file of GPU_REG_END / 4 dwords; must last as long as the draw
 * @call: the packet; copied, but for what it points to
 *
 * Return: NULL, or why nothing is drawn.
 */
const char *r500_front_begin(struct r500_front *front, struct gpu_mem *mem, const uint32_t *regs,
			     const struct gpu_draw_call *call);

/* A part of the draw that has begun, as gpu_sparse() says. */
void r500_front_sparse(struct r500_front *front, uint32_t seed, uint32_t steps);

/**
 * struct r500_front_trace - who follows a vertex through its program
 * @index: its index
 * @pvs: the steps
 * @fetched: is called before them for the arrays' values; may be NULL
 */
struct r500_front_trace {
	uint32_t index;
	struct r500_pvs_trace pvs;
	void (*fetched)(void *ctx, const struct gpu_fetched *f);
};

/* Of the draw that has begun; NULL: no caller.  @trace must last as long as the draw. */
void r500_front_trace(struct r500_front *front, const struct r500_front_trace *trace);

/**
 * r500_front_fill() - the next batch of primitives, through the vertex program
 * @front: the front
 * @budget: is reduced by a sixteenth of the instructions that vertex programs execute
 *
 * Return: how many primitives there are; 0: the draw has no more, or a program hangs.
 */
uint32_t r500_front_fill(struct r500_front *front, int64_t *budget);

/* Why the draw hangs; NULL: it does not. */
const char *r500_front_hang(const struct r500_front *front);

/* Primitive @n of the batch on the window; changes nothing of the front. */
void r500_front_primitive(const struct r500_front *front, uint32_t n, struct r500_primitive *p);

const struct r500_layout *r500_front_layout(const struct r500_front *front);

/* What setup and scan converter know of the registers: scissors, offsets, samples, lines. */
void r500_window(struct gpu_window *w, const uint32_t *regs);

#endif
