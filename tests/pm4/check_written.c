// SPDX-License-Identifier: GPL-2.0
/*
 * The buffers that a stream can write: each rule that requires a writable buffer marks its
 * relocation, and a buffer that is only read is not marked.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

#define BIT(n) (1ull << (n))

/**
 * struct writer - a packet with up to two relocations, of buffers 3 and 5
 * @written: bitmap of the written ones
 */
struct writer {
	const char *name;
	u32 op, n, dw[6], relocs;
	u64 written;
};

#define OP(x) PM4_OP_##x

static const struct writer writers[] = {
	{ "MEM_WRITE, 64 bits", OP(MEM_WRITE), 4, { 0, 0, 0, 0 }, 1, BIT(3) },
	{ "MEM_WRITE, 32 bits", OP(MEM_WRITE), 4, { 0, 1 << 18, 0, 0 }, 1, BIT(3) },
	{ "ZPASS_DONE", OP(EVENT_WRITE), 3, { 0x115, 0, 0 }, 1, BIT(3) },
	{ "SAMPLE_PIPELINESTAT", OP(EVENT_WRITE), 3, { 0x21e, 0, 0 }, 1, BIT(3) },
	{ "SAMPLE_STREAMOUTSTATS", OP(EVENT_WRITE), 3, { 0x320, 0, 0 }, 1, BIT(3) },
	{ "EVENT_WRITE_EOP, 32 bits", OP(EVENT_WRITE_EOP), 5, { 0x528, 0, 1u << 29, 0, 0 }, 1, BIT(3) },
	{ "EVENT_WRITE_EOP, time stamp", OP(EVENT_WRITE_EOP), 5, { 0x528, 0, 3u << 29, 0, 0 }, 1, BIT(3) },
	{ "an event without an address", OP(EVENT_WRITE), 1, { 0x16 }, 0, 0 },
	{ "STRMOUT_BUFFER_UPDATE, stores", OP(STRMOUT_BUFFER_UPDATE), 5, { 7, 0, 0, 0, 0 }, 1, BIT(3) },
	{ "STRMOUT_BUFFER_UPDATE, loads", OP(STRMOUT_BUFFER_UPDATE), 5, { 4, 0, 0, 0, 0 }, 1, 0 },
	{ "STRMOUT_BUFFER_UPDATE, both", OP(STRMOUT_BUFFER_UPDATE), 5, { 5, 0, 0, 0, 0 }, 2, BIT(3) },
	{ "COPY_DW, to memory", OP(COPY_DW), 5, { 2, 0xa2cb, 0, 0, 0 }, 1, BIT(3) },
	{ "COPY_DW, from memory", OP(COPY_DW), 5, { 1, 0, 0, 0xa2cb, 0 }, 1, 0 },
	{ "COPY_DW, memory to memory", OP(COPY_DW), 5, { 3, 0, 0, 0, 0 }, 2, BIT(5) },
	{ "CP_DMA", OP(CP_DMA), 5, { 0, 0, 0, 0, 4 }, 2, BIT(5) },
	{ "WAIT_REG_MEM", OP(WAIT_REG_MEM), 6, { 0x13, 0, 0, 1, 1, 4 }, 1, 0 },
	{ "SET_PREDICATION", OP(SET_PREDICATION), 2, { 0, 1 << 16 }, 1, 0 },
	{ "SURFACE_SYNC", OP(SURFACE_SYNC), 4, { 0, 1, 0, 10 }, 1, 0 },
};

static void test_packets_that_write(struct scene *s)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(writers); i++) {
		const struct writer *w = &writers[i];

		scene_default(s);
		scene_counts(s);
		scene_packet(s, w->op, w->n, w->dw);
		if (w->relocs > 0)
			scene_reloc(s, 3);
		if (w->relocs > 1)
			scene_reloc(s, 5);
		tap_ok(!scene_check(s) && s->written == w->written, "%s writes %s", w->name,
		       w->written ? "its buffer" : "no buffer");
	}
}

static void run(struct scene *s, u64 want, const char *name)
{
	scene_run(s);
	tap_ok(!s->verdict.code && s->written == want, "written: %s (0x%llx)", name,
	       (unsigned long long)s->written);
}

/* All buffers that a draw can write, and all that it only reads. */
static void test_draws(struct scene *s)
{
	const u64 depth = BIT(BUF_DEPTH) | BIT(BUF_HTILE);

	scene_default(s);
	s->use_vertex = true;
	s->vertex[1] = 15;
	s->vertex[6] = 3u << 30;
	s->use_texture = true;
	s->texture[0] = 1 | 1 << 3 | 7 << 8 | 63u << 19;
	s->texture[1] = 15 | 0x1au << 26;
	s->texture[6] = 2u << 30;
	s->draw_index = true;
	s->const_size[0] = 1;
	run(s, BIT(BUF_COLOR), "a colour buffer; programs, constants, indices, vertices, texels are read");
	s->target_mask = 0;
	run(s, 0, "a colour buffer that is masked is not");
	s->depth_info = DB_INFO(3, 2);
	s->depth_size = TILE_MAX(64, 64);
	run(s, BIT(BUF_DEPTH), "a depth buffer");
	s->depth_info |= 1 << 25;
	s->htile_surface = 3;
	run(s, depth, "... and its HTILE");
	s->sx_misc = 1;
	run(s, depth, "... on R7xx whatever SX_MISC says");
	s->card.chip = PM4_RV635;
	run(s, 0, "nothing when no pixel is drawn");

	scene_default(s);
	s->color[0].info = CB_INFO(0x1a, 4) | 1 << 18;
	run(s, BIT(BUF_COLOR) | BIT(BUF_CMASK), "CMASK");
	s->color[0].info = CB_INFO(0x1a, 4) | 2 << 18;
	run(s, BIT(BUF_COLOR) | BIT(BUF_CMASK) | BIT(BUF_FMASK), "FMASK");
	s->color[0].info = CB_INFO(0x1a, 4);
	s->color[1] = s->color[0];
	s->color[1].info = CB_INFO(0x1a, 1);
	s->aa = 2;
	s->color_control = 7 << 4;
	run(s, BIT(BUF_COLOR) | BIT(BUF_RESOLVE), "the destination of a resolve");

	scene_default(s);
	s->target_mask = 0;
	s->strmout_en = 1;
	s->strmout_buffers = 1;
	s->strmout_size = 16;
	run(s, BIT(BUF_STRMOUT), "a stream-out buffer");
	scene_default(s);
	s->target_mask = 0;
	s->rings = true;
	run(s, BIT(BUF_RING), "rings and scratch");
	s->rings = false;
	s->export = true;
	run(s, BIT(BUF_EXPORT), "memory export");
	scene_emit(s);
	s->ndw -= 3;
	tap_ok(!scene_check(s) && !s->written, "written: nothing without a draw");
}

/* A buffer that was checked is not checked again, and stays marked. */
static void test_several_draws(struct scene *s)
{
	scene_default(s);
	scene_emit(s);
	scene_draw(s);
	scene_context(s, PM4_R_CB_COLOR_BASE, 0);
	scene_reloc(s, BUF_RESOLVE);
	scene_draw(s);
	scene_context(s, PM4_R_CB_TARGET_MASK, 0);
	scene_draw(s);
	tap_ok(!scene_check(s) && s->written == (BIT(BUF_COLOR) | BIT(BUF_RESOLVE)),
	       "written: both buffers when the second draw has another");
	scene_default(s);
	scene_state(s);
	scene_context(s, PM4_R_CB_COLOR_BASE, 0);
	scene_reloc(s, BUF_RESOLVE);
	scene_draw(s);
	tap_ok(!scene_check(s) && s->written == BIT(BUF_RESOLVE),
	       "written: not the buffer that no draw has used");
}

/* Bits count relocations, also if two have the same buffer, and beyond bit 63. */
static void test_many(void)
{
	static const u32 at[] = { 0, 63, 64, 129 };
	struct pm4_card card = { .front = &r600_front, .chip = PM4_RV770, .pipes = 8, .banks = 8,
				 .group_bytes = 256, .backends = 4 };
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	static struct pm4_buffer buffers[130];
	static u64 addrs[130];
	u32 ib[7 * ARRAY_SIZE(at)], out[ARRAY_SIZE(ib)], i;
	struct pm4_input in = { .ib = ib, .ib_dw = ARRAY_SIZE(ib), .buffers = buffers,
				.nbuffers = ARRAY_SIZE(buffers) };
	struct pm4_verdict verdict;
	struct pm4_result result;
	u64 written[3];

	for (i = 0; i < ARRAY_SIZE(buffers); i++) {
		buffers[i] = (struct pm4_buffer){ .size = 4096, .align = 4096, .writable = true };
		addrs[i] = 1 << 20;
	}
	for (i = 0; i < ARRAY_SIZE(at); i++)
		memcpy(ib + 7 * i, ((u32[]){ 0xc0033d00, 0, 0, 1, 2, 0xc0001000, 4 * at[i] }), 28);
	pm4_checker_init(ck, &card);
	tap_ok(!check_and_patch(ck, &in, addrs, out, written, &result, &verdict) &&
	       written[0] == (BIT(0) | BIT(63)) && written[1] == BIT(0) && written[2] == BIT(1),
	       "written: relocations 0, 63, 64 and 129 of 130");
	in.ib_dw = 7;
	tap_ok(!check_and_patch(ck, &in, addrs, out, written, &result, &verdict) &&
	       written[0] == BIT(0) && !written[1] && !written[2],
	       "written: nothing of the stream before");
	free(ck);
}

void test_written(void)
{
	static struct scene s;

	test_packets_that_write(&s);
	test_draws(&s);
	test_several_draws(&s);
	test_many();
}
