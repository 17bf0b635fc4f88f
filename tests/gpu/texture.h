/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The texture unit: all instructions of TEX clauses but the vertex fetches, for 16 invocations.
 *
 *	texture_size.c	the descriptor: levels, slices, surfaces
 *	texture_wrap.c	coordinates to texels
 *	texture_lod.c	gradients and level of detail
 *	texture.c	instructions, filters
 *
 * The unit keeps decoded descriptors by their words, so a descriptor may change at any time.  A
 * texel outside of the descriptor is never read: coordinates are wrapped, clamped or 0.
 */
#ifndef GPU_TEXTURE_H
#define GPU_TEXTURE_H

#include "format.h"
#include "lanes.h"
#include "mem.h"
#include "tile.h"

/**
 * struct gpu_gradients - gradients that SET_GRADIENTS_H and _V left for the *_G instructions
 *
 * One for each group of 16 invocations; the group's owner keeps it.
 */
struct gpu_gradients {
	struct gpu_vec h, v;
};

struct gpu_texture_unit;

/**
 * gpu_texture_unit_create() - a texture unit
 * @mem: where textures are; must outlive it
 * @chip: the chip
 *
 * Return: the unit, or NULL without memory.
 */
struct gpu_texture_unit *gpu_texture_unit_create(struct gpu_mem *mem, enum gpu_chip chip);
void gpu_texture_unit_destroy(struct gpu_texture_unit *unit);

/*
 * Before the first instruction of each draw, and after gpu_mem_forget(): takes over
 * GB_TILING_CONFIG and TA_CNTL_AUX of the register file, and drops host addresses.
 */
void gpu_texture_begin(struct gpu_texture_unit *unit, const uint32_t *regs);

/* Calls @fetched for each texel of invocation @lane from now on; NULL: no longer. */
void gpu_texture_follow(struct gpu_texture_unit *unit, void (*fetched)(void *ctx, const struct gpu_fetched *f),
			void *ctx, int lane);

/**
 * struct gpu_tex_call - a texture instruction of a group
 * @inst: its three dwords
 * @res: seven dwords of the resource that RESOURCE_ID names
 * @sampler: three dwords of the sampler that SAMPLER_ID names
 * @border: its border colour register: red, green, blue, alpha
 * @mask: invocations that execute it; the others keep @dst and @grad
 * @src: the source GPR of all 16 invocations (SRC_SEL is applied here).  Gradients use all four
 *	invocations of a quad with one in @mask, so helper invocations need valid values
 * @dst: the destination GPR; may be @src.  DST_SEL 7 keeps the component
 * @grad: the group's gradients
 */
struct gpu_tex_call {
	const uint32_t *inst;
	const uint32_t *res;
	const uint32_t *sampler;
	const uint32_t *border;
	gpu_mask mask;
	const struct gpu_vec *src;
	struct gpu_vec *dst;
	struct gpu_gradients *grad;
};

/**
 * gpu_texture_run() - execute a texture instruction
 * @unit: the texture unit
 * @call: instruction, state and registers
 *
 * A resource that is no texture, or that has no format or array mode, reads zeros.
 *
 * Return: false if the instruction is none of the texture unit's; nothing was written.
 */
bool gpu_texture_run(struct gpu_texture_unit *unit, const struct gpu_tex_call *call);

/* Whether an instruction writes gpu_tex_call.grad. */
bool gpu_texture_keeps_gradients(const uint32_t inst[3]);

#endif
