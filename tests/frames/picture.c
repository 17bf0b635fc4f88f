// SPDX-License-Identifier: GPL-2.0
/* Targets as pixels: the colours of sample 0 as they are stored, depth and stencil as grey. */
#include <math.h>
#include <stdlib.h>

#include "frame.h"
#include "watch.h"

const char *frame_target_name(u32 target)
{
	static const char *const names[FRAME_TARGETS] = {
		"colour 0", "colour 1", "colour 2", "colour 3", "colour 4", "colour 5", "colour 6", "colour 7",
		"depth", "stencil",
	};

	return names[target];
}

static u8 to_byte(float f)
{
	f = f > 0.0f ? f < 1.0f ? f : 1.0f : 0.0f;
	return (u8)(f * 255.0f + 0.5f);
}

static float as_float(u32 bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static float encode_srgb(float f)
{
	return f <= 0.0031308f ? 12.92f * f : 1.055f * powf(f, 1.0f / 2.4f) - 0.055f;
}

static void color_pixel(struct gpu *gpu, u32 target, const struct gpu_view *view, const u8 *element, u8 *to)
{
	u32 color[4];

	gpu_look_color(gpu, target, element, color);
	for (int c = 0; c < 3; c++) {
		float f = as_float(color[c]);

		to[c] = view->integer ? (u8)color[c] : to_byte(view->srgb ? encode_srgb(f) : f);
	}
}

static void depth_pixel(struct gpu *gpu, u32 target, const u8 *element, u8 *to)
{
	struct gpu_stored stored;

	gpu_look_depth(gpu, element, &stored);
	to[0] = target == FRAME_STENCIL ? stored.stencil : to_byte((float)stored.depth);
	to[1] = to[0];
	to[2] = to[0];
}

static void read_tile(struct gpu *gpu, u32 target, const struct gpu_view *view, struct frame_picture *p, u32 x, u32 y)
{
	u8 bytes[GPU_TILE_BYTES];
	u32 each = gpu_look_tile(gpu, target < FRAME_DEPTH ? target : GPU_VIEW_DEPTH, x, y, 0, bytes);

	for (u32 i = 0; i < 64; i++) {
		u32 px = x + i % 8, py = y + i / 8;
		u8 *to = p->rgba + 4ull * (py * p->width + px);

		if (px >= p->width || py >= p->height)
			continue;
		to[3] = 255;
		if (target < FRAME_DEPTH)
			color_pixel(gpu, target, view, bytes + i * each, to);
		else
			depth_pixel(gpu, target, bytes + i * each, to);
	}
}

void frame_flip(struct frame_picture *p)
{
	size_t row = 4ull * p->width;

	for (u32 y = 0; y < p->height / 2; y++) {
		u8 *a = p->rgba + y * row, *b = p->rgba + (p->height - 1 - y) * row;

		for (size_t i = 0; i < row; i++) {
			u8 byte = a[i];

			a[i] = b[i];
			b[i] = byte;
		}
	}
}

bool frame_picture(struct frame_card *card, u32 target, struct frame_picture *p)
{
	struct gpu *gpu = frame_gpu(card);
	struct gpu_view view;

	*p = (struct frame_picture){ 0 };
	gpu_look(gpu, frame_regs(card));
	if (!gpu_look_view(gpu, target < FRAME_DEPTH ? target : GPU_VIEW_DEPTH, &view) ||
	    (target == FRAME_STENCIL && !view.stencil))
		return false;
	*p = (struct frame_picture){
		.width = view.width, .height = view.height, .samples = view.samples, .integer = view.integer,
	};
	p->rgba = malloc(4ull * p->width * p->height);
	for (u32 y = 0; p->rgba && y < p->height; y += 8)
		for (u32 x = 0; x < p->width; x += 8)
			read_tile(gpu, target, &view, p, x, y);
	return p->rgba;
}
