// SPDX-License-Identifier: GPL-2.0
/*
 * Results for a whole group have the bits of those for one invocation: textures of four bytes in one span,
 * beside the same memory in spans of 256 bytes, which are read texel by texel; and pixels of colour targets.
 */
#include <string.h>

#include "format.h"
#include "unit_surface.h"
#include "unit_texture.h"

#define BASE	0x40000ull
#define BYTES	(1u << 18)
#define TRIES	3000

enum { OP_LD = 0x03, OP_SAMPLE = 0x10, OP_SAMPLE_LZ = 0x13 };

static uint32_t below(uint32_t n)
{
	return unit_random() % n;
}

/* Numbers near the texture, far away, and none. */
static uint32_t any_float(float size)
{
	static const uint32_t odd[] = {
		0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x4b000000, 0xcb000001, 1,
	};
	union { float f; uint32_t u; } v;

	if (!below(16))
		return odd[below(8)];
	v.f = ((float)below(1 << 16) / 16384 - 1.5f) * size;
	/* Also exactly between two texels. */
	if (!below(4))
		v.f = (float)(int32_t)(v.f * 2) / 2;
	return v.u;
}

/* A number near one that is between two bytes. */
static uint32_t near_half(void)
{
	return ((2 * below(255) + 1) << 23) / 510 + 0x3f000000;
}

static void any_texture(struct unit_tex *t, bool load)
{
	static const uint32_t modes[] = { GPU_LINEAR_ALIGNED, GPU_1D_THIN, GPU_2D_THIN };
	struct unit_descriptor d = {
		.dim = GPU_2D, .mode = modes[below(3)], .format = 26, .width = 1 + below(100), .height = 1 + below(100),
		.base = BASE, .mip = BASE, .comp = below(4) ? 0 : 1, .degamma = below(4) == 0,
		.sel = below(2) ? 0 : 07045 + below(4),
	};

	d.pitch = (d.width + 63) / 64 * 64;
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, load ? OP_LD : below(2) ? OP_SAMPLE : OP_SAMPLE_LZ, load || below(2));
	t->inst[2] |= below(1 << 10) & 0x3ef;
	unit_sampler(t->sampler, below(2) ? GPU_REPEAT : GPU_CLAMP, below(2), 0);
	for (int i = 0; i < GPU_LANES; i++) {
		for (int c = 0; c < 4; c++)
			t->src.c[c].u[i] = load ? below(110) - 5 : any_float(t->inst[1] >> 28 & 1 ? 1 : 64);
		t->src.c[3].u[i] = below(8) ? 0 : below(3);
	}
}

/* The result of the instruction with spans of some size; what it keeps is 0x55. */
static void result(struct unit_tex *t, uint64_t page, gpu_mask mask, struct gpu_vec *to)
{
	static uint32_t regs[GPU_REG_END / 4];
	struct gpu_tex_call call = {
		.inst = t->inst, .res = t->res, .sampler = t->sampler, .border = t->border,
		.mask = mask, .src = &t->src, .dst = to, .grad = &t->grad,
	};

	regs[0x98f0 / 4] = 1 << 1;
	memset(to, 0x55, sizeof(*to));
	t->m->page = page;
	gpu_mem_forget(&t->m->mem);
	gpu_texture_begin(t->unit, regs);
	gpu_texture_run(t->unit, &call);
}

static void test_textures(bool load)
{
	struct gpu_vec whole, split;
	struct unit_tex t;
	unsigned int differ = 0;

	unit_tex_open(&t, BASE, BYTES);
	for (int n = 0; n < TRIES; n++) {
		gpu_mask mask = below(4) ? GPU_ALL_LANES : unit_random() & GPU_ALL_LANES;

		any_texture(&t, load);
		result(&t, 0, mask, &whole);
		result(&t, 256, mask, &split);
		differ += memcmp(&whole, &split, sizeof(whole)) != 0;
	}
	unit_tex_close(&t);
	tap_ok(!differ, "%s of a group are those of its invocations: %u of %u differ", load ? "loads" : "samples",
	       differ, TRIES);
}

static void test_pixels(void)
{
	struct gpu_color_format c;
	struct gpu_vec in, out;
	union gpu_lanes word;
	unsigned int differ = 0;

	for (uint32_t swap = 0; swap < 4; swap++) {
		gpu_color_init(&c, 26, GPU_UNORM, swap, 0);
		for (int n = 0; n < TRIES && c.pack_lanes; n++) {
			for (int i = 0; i < GPU_LANES; i++)
				for (int k = 0; k < 4; k++)
					in.c[k].u[i] = below(2) ? any_float(1) : near_half();
			c.pack_lanes(&c, &in, &word);
			c.unpack_lanes(&c, &word, &out);
			for (int i = 0; i < GPU_LANES; i++) {
				uint32_t color[4], back[4], one = 0;

				for (int k = 0; k < 4; k++)
					color[k] = in.c[k].u[i];

				gpu_color_pack(&c, color, 15, (uint8_t *)&one);
				gpu_color_unpack(&c, (const uint8_t *)&one, back);
				differ += one != word.u[i];
				for (int k = 0; k < 4; k++)
					differ += back[k] != out.c[k].u[i];
			}
		}
	}
	tap_ok(!differ, "pixels of a group are packed and unpacked as one is: %u differ", differ);
}

void unit_lanes(void)
{
	test_textures(false);
	test_textures(true);
	test_pixels();
}
