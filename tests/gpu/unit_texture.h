/* SPDX-License-Identifier: GPL-2.0 */
/* Descriptors, samplers and instructions of textures, by field, for tests. */
#ifndef GPU_UNIT_TEXTURE_H
#define GPU_UNIT_TEXTURE_H

#include "texture_unit.h"
#include "unit_memory.h"

/* Fields of a descriptor; sizes are real ones, pitch in texels, addresses of bytes. */
struct unit_descriptor {
	uint32_t dim, mode, depth_order;
	uint32_t format, num_format, comp, degamma;
	uint32_t width, height, depth, pitch;
	uint32_t base_level, last_level, base_array, last_array;
	uint64_t base, mip;
	uint32_t sel;		/* DST_SEL as four octal digits, w first; 0 is 03210 */
};

void unit_descriptor_words(const struct unit_descriptor *d, uint32_t w[7]);

/* Instruction words: every coordinate normalised unless @texels, all selections straight. */
void unit_instruction(uint32_t inst[3], uint32_t op, bool texels);

/* Sampler words: one wrap mode, one filter in all places, all levels of detail. */
void unit_sampler(uint32_t w[3], uint32_t wrap, uint32_t filter, uint32_t mip_filter);

/**
 * struct unit_tex - a texture unit at work
 * @m: its memory
 * @unit: the unit
 * @inst: instruction
 * @res: resource
 * @sampler: sampler
 * @border: border colour
 * @src: source register
 * @dst: destination register
 * @grad: gradients
 */
struct unit_tex {
	struct unit_memory *m;
	struct gpu_texture_unit *unit;
	uint32_t inst[3], res[7], sampler[3], border[4];
	struct gpu_vec src, dst;
	struct gpu_gradients grad;
};

/* With registers of RV710: 2 pipes, 4 banks. */
void unit_tex_open(struct unit_tex *t, uint64_t base, uint64_t size);
void unit_tex_close(struct unit_tex *t);
/* The same coordinates in all lanes; then the instruction. */
void unit_tex_run(struct unit_tex *t, float x, float y, float z, float w);
void unit_tex_run_int(struct unit_tex *t, uint32_t x, uint32_t y, uint32_t z, uint32_t w);
bool unit_tex_is(const struct unit_tex *t, double x, double y, double z, double w, double most);

#endif
