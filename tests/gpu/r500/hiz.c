// SPDX-License-Identifier: GPL-2.0
/* HiZ: see hiz.h. */
#include "../watch.h"
#include "back_regs.h"
#include "r500.h"

enum { NEVER, LESS, EQUAL, LEQUAL, GREATER, NOTEQUAL, GEQUAL };

/* ZFUNC in the order of the enum is the one of control_of() in target.c. */
static void begin_test(struct r500_hiz *h, uint32_t func, bool equal)
{
	h->behind = func == GREATER || func == GEQUAL || (func == EQUAL && h->least);
	h->rejects = func == LESS || func == LEQUAL || func == GREATER || func == GEQUAL ||
		     (func == EQUAL && equal && h->max == h->least);
}

void r500_hiz_begin(struct gpu *gpu)
{
	static const uint8_t across[4] = { 1, 2, 3, 2 }, down[4] = { 1, 1, 1, 2 };
	uint32_t control = gpu_reg(gpu->regs, R500_ZB_BW_CNTL), pipes = r500_depth_pipes(gpu->chip);
	uint32_t sc = gpu_reg(gpu->regs, R500_SC_HYPERZ_EN);
	struct r500_hiz *h = &gpu->r500->hiz;

	if (!gpu->r500->ram || !gpu->db.live || !gpu_field(control, 0, 0) || gpu_field(control, 14, 12))
		return;
	gpu->r500->ram->hyperz_clear = false;
	h->ram = gpu->r500->ram->hiz;
	h->first = gpu_field(gpu_reg(gpu->regs, R500_ZB_HIZ_OFFSET), 17, 2);
	h->across = across[pipes - 1];
	h->down = down[pipes - 1];
	h->pitch = (gpu_reg(gpu->regs, R500_ZB_HIZ_PITCH) & 0x3ff0) / (8 * h->across);
	h->max = gpu_field(sc, 1, 1);
	h->least = gpu_field(control, 1, 1);
	h->writes = gpu->db.write_z;
	if (gpu_field(sc, 0, 0) && gpu->db.test_z)
		begin_test(h, gpu_field(gpu->db.control, 6, 4), gpu_field(control, 11, 11));
}

/* The byte of a block; NULL: it is outside of the RAM. */
static uint8_t *find(const struct r500_hiz *h, uint32_t x, uint32_t y)
{
	uint32_t pipe = x / 16 % h->across + y / 16 % h->down * h->across;
	uint64_t dw = h->first + (uint64_t)(y / (16 * h->down) * 2 + y / 8 % 2) * h->pitch + x / (16 * h->across) * 2 + x / 8 % 2;

	return dw < R500_HIZ_DW ? &h->ram[(dw * 4 + pipe) * 4 + y / 4 % 2 * 2 + x / 4 % 2] : NULL;
}

/* The upper 8 bits of the closest depth of a quad's samples. */
static int closest(const struct gpu *gpu, const struct gpu_quads *q, int first)
{
	bool max = gpu->r500->hiz.max;
	float z = max ? 0.0f : 1.0f;

	for (unsigned int s = 0; s < gpu->window.samples; s++)
		for (int i = first; i < first + 4; i++)
			if (q->covered[s] >> i & 1 && (max ? q->z[s].f[i] > z : q->z[s].f[i] < z))
				z = q->z[s].f[i];
	z = z > 0.0f ? z < 1.0f ? z : 1.0f : 0.0f;
	return (int)(z * 255.999f);
}

void r500_hiz_reject(struct gpu *gpu, struct gpu_quads *q)
{
	const struct r500_hiz *h = &gpu->r500->hiz;
	gpu_mask any, rejected = 0;

	if (!h->ram || !h->rejects)
		return;
	any = r500_any_sample(gpu, q);
	for (int i = 0; i < GPU_LANES; i += 4) {
		const uint8_t *byte = any >> i & 15 ? find(h, q->x[i], q->y[i]) : NULL;
		int z = byte ? closest(gpu, q, i) : 0;

		if (byte && (h->behind ? z + 1 < *byte : z > *byte + 1))
			rejected |= 15u << i;
	}
	for (unsigned int s = 0; s < gpu->window.samples; s++)
		q->covered[s] &= ~rejected;
	if (gpu->watch)
		gpu_watch_hiz(gpu, rejected);
}

/* The upper 8 bits of the farthest depth of a block in memory. */
static uint8_t farthest(struct gpu *gpu, uint32_t x, uint32_t y)
{
	const struct gpu_db *db = &gpu->db;
	bool least = gpu->r500->hiz.least;
	uint8_t all = least ? 255 : 0;

	for (uint32_t i = 0; i < 16; i++) {
		for (uint32_t s = 0; s < db->surface.samples; s++) {
			uint64_t addr = gpu_surface_address(&db->surface, (x & ~3u) + i % 4, (y & ~3u) + i / 4, 0, s);
			const uint8_t *p = gpu_mem_try(&gpu->mem, GPU_DEPTH, addr, db->bytes);

			/* Both formats have it in their last byte. */
			if (p && (least ? p[db->bytes - 1] < all : p[db->bytes - 1] > all))
				all = p[db->bytes - 1];
		}
	}
	return all;
}

void r500_hiz_update(struct gpu *gpu, const struct gpu_quads *q)
{
	const struct r500_hiz *h = &gpu->r500->hiz;
	gpu_mask any;
	uint8_t *last = NULL;

	if (!h->ram || !h->writes)
		return;
	any = r500_any_sample(gpu, q);
	for (int i = 0; i < GPU_LANES; i += 4) {
		uint8_t *byte = any >> i & 15 ? find(h, q->x[i], q->y[i]) : NULL;

		/* Quads of a block follow each other. */
		if (byte && byte != last)
			*byte = farthest(gpu, q->x[i], q->y[i]);
		last = byte ? byte : last;
	}
}
