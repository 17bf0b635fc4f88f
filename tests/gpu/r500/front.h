/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The front of R5xx (VAP, GA and the culling of SU): a draw packet goes in, primitives on the window
 * come out, as pieces for the common setup, with the attributes of their vertices.
 *
 * The fetcher, the vertex program, clipping, viewport, flat shading, clamps of colours and the sizes of
 * points and lines are done here; what the rasterizer (RS) makes of the attributes is not.
 */
#ifndef GPU_R500_FRONT_H
#define GPU_R500_FRONT_H

#include "../machine.h"
#include "upload.h"

/* An array of 3D_LOAD_VBPNTR. */
struct r500_array {
	uint64_t address;
	uint8_t count_dw, stride_dw;
};

/**
 * struct r500_call - a draw packet
 * @vf_cntl: VAP_VF_CNTL
 * @arrays: how many arrays the last 3D_LOAD_VBPNTR had
 * @data: what follows VAP_VF_CNTL in the packet: vertices or indices; NULL: indices are at @index_address
 * @data_dw: dwords of @data, or of the index buffer
 * @index_address: where INDX_BUFFER points to
 */
struct r500_call {
	uint32_t vf_cntl;
	uint32_t arrays;
	struct r500_array array[16];
	const uint32_t *data;
	uint32_t data_dw;
	uint64_t index_address;
};

#define R500_COLORS	4
#define R500_TEXTURES	8

/**
 * struct r500_vertex - a vertex behind the vertex program
 * @position: clip coordinates, or what stands for them where VAP_VTE_CNTL says so
 * @point_size: in pixels before its clamps
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
 * @stuffed: textures that points replace with the place in the sprite
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
 * @shape: what it was assembled as
 * @front: it is a front face
 * @vertex: attributes; a corner's are the sum of them by its weights.  Flat ones are the same in all three
 * @pieces: 0: nothing of it is visible
 * @line_half: half the width of pieces that are lines, in 1/256 of a pixel
 */
struct r500_primitive {
	uint8_t shape;
	bool front;
	struct r500_vertex vertex[3];
	unsigned int pieces;
	struct gpu_piece piece[GPU_PIECES];
	uint32_t line_half;
};

struct r500_front;

struct r500_front *r500_front_create(void);
void r500_front_destroy(struct r500_front *front);

/**
 * r500_front_begin() - begins a draw
 * @front: the front; a draw that it has is dropped
 * @mem: the host's memory
 * @regs: register file of GPU_REG_END / 4 dwords; must last as long as the draw
 * @upload: programs and constants; must last as long as the draw
 * @call: the packet; copied, but for what @data points to
 * @counters: vertices and primitives are counted here
 *
 * Return: NULL, or why nothing is drawn.
 */
const char *r500_front_begin(struct r500_front *front, struct gpu_mem *mem, const uint32_t *regs,
			     const struct r500_upload *upload, const struct r500_call *call,
			     struct gpu_counters *counters);

/**
 * r500_front_next() - the next primitive, also if nothing of it is visible
 * @front: the front
 * @p: the primitive
 * @budget: is reduced by the instructions that vertex programs execute
 *
 * Return: false if the draw has no more, or a program hangs.
 */
bool r500_front_next(struct r500_front *front, struct r500_primitive *p, int64_t *budget);

/* Why the draw hangs; NULL: it does not. */
const char *r500_front_hang(const struct r500_front *front);
const struct r500_layout *r500_front_layout(const struct r500_front *front);

#endif
