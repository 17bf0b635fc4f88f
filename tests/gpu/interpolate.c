// SPDX-License-Identifier: GPL-2.0
/* Interpolation: the weights of a polygon's corners in pixels, linear on the window and in space. */
#include "machine.h"

GPU_CLONES void gpu_weights_at(const struct gpu_scan *s, const struct gpu_places *at, struct gpu_weights *out)
{
	for (int i = 0; i < GPU_LANES; i++) {
		double x = at->x[i], y = at->y[i];
		float l1 = (float)(s->l1[0] + s->l1[1] * x + s->l1[2] * y);
		float l2 = (float)(s->l2[0] + s->l2[1] * x + s->l2[2] * y);
		float w0 = (1.0f - l1 - l2) * s->rw[0], w1 = l1 * s->rw[1], w2 = l2 * s->rw[2];
		float w = 1.0f / (w0 + w1 + w2);

		out->linear[0].f[i] = l1;
		out->linear[1].f[i] = l2;
		out->persp[0].f[i] = w1 * w;
		out->persp[1].f[i] = w2 * w;
		out->w.f[i] = w;
	}
}

/* The centre, or the sample that the program runs for. */
GPU_CLONES void gpu_center(const struct gpu *gpu, const struct gpu_quads *q, struct gpu_places *at)
{
	double dx = 0.5, dy = 0.5;

	if (q->sample >= 0) {
		dx += gpu->window.sample_x[q->sample] / 256.0;
		dy += gpu->window.sample_y[q->sample] / 256.0;
	}
	for (int i = 0; i < GPU_LANES; i++) {
		at->x[i] = q->x[i] + dx;
		at->y[i] = q->y[i] + dy;
	}
}

/* The centre of pixels that are covered whole, and the first covered sample of the others. */
void gpu_centroid(const struct gpu *gpu, const struct gpu_quads *q, struct gpu_places *at)
{
	for (int i = 0; i < GPU_LANES; i++) {
		int first = -1;
		bool all = true;

		for (int s = (int)gpu->window.samples - 1; s >= 0; s--) {
			if (q->covered[s] >> i & 1)
				first = s;
			else
				all = false;
		}
		if (!all && first >= 0) {
			at->x[i] = q->x[i] + 0.5 + gpu->window.sample_x[first] / 256.0;
			at->y[i] = q->y[i] + 0.5 + gpu->window.sample_y[first] / 256.0;
		}
	}
}

/* The bits of a flat input, which may be an integer: a sum would change the bits of -0 and some NaN. */
void gpu_constant(union gpu_lanes *d, float base)
{
	for (int i = 0; i < GPU_LANES; i++)
		d->f[i] = base;
}

GPU_CLONES void gpu_plane(union gpu_lanes *d, float base, float d1, float d2, const union gpu_lanes *weight)
{
	for (int i = 0; i < GPU_LANES; i++)
		d->f[i] = base + weight[0].f[i] * d1 + weight[1].f[i] * d2;
}
