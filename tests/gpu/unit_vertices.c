// SPDX-License-Identifier: GPL-2.0
/* From indices to primitives: order of assembly, restart, instances, stream-out, geometry programs. */
#include <stdio.h>
#include <string.h>

#include "program.h"
#include "unit_rig.h"
#include "vgt.h"

static uint32_t order[128];

/* All primitives of a draw of @type: their vertices, and the provoking one, in a row.  Returns how many. */
static unsigned int assemble(struct rig *rig, uint32_t type, struct gpu_draw_call call)
{
	struct gpu_vgt vgt;
	struct gpu_primitive p;
	unsigned int n = 0, prims = 0;

	rig_reg(rig, VGT_PRIMITIVE_TYPE, type);
	call.instances = call.instances ? call.instances : 1;
	gpu_vgt_begin(&vgt, NULL, rig->regs, &call);
	memset(order, 0xff, sizeof(order));
	while (gpu_vgt_next(&vgt, &p) && n + 7 < 128) {
		for (int i = 0; i < p.count; i++)
			order[n++] = p.index[i];
		order[n++] = p.index[p.provoking];
		prims++;
	}
	return prims;
}

#define SAME(...) \
	(!memcmp(order, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ })))

static void types(struct rig *rig)
{
	struct gpu_draw_call call = { .count = 4 };

	tap_ok(assemble(rig, 4, call) == 1 && SAME(0, 1, 2, 2), "a triangle list drops what is left over");
	tap_ok(assemble(rig, 3, call) == 3 && SAME(0, 1, 1, 1, 2, 2, 2, 3, 3), "a line strip");
	tap_ok(assemble(rig, 18, call) == 4 && order[9] == 3 && order[10] == 0, "a line loop returns to its start");
	tap_ok(assemble(rig, 5, call) == 2 && SAME(0, 1, 2, 2, 0, 2, 3, 3), "a triangle fan");
	tap_ok(assemble(rig, 6, call) == 2 && SAME(0, 1, 2, 2, 2, 1, 3, 3), "odd triangles of a strip swap two vertices");
	tap_ok(assemble(rig, 19, call) == 2 && SAME(0, 1, 3, 3, 1, 2, 3, 3), "a quad's last vertex provokes for both halves");
	tap_ok(assemble(rig, 21, call) == 2 && SAME(0, 1, 2, 0, 0, 2, 3, 0), "a polygon's first vertex provokes");
	call.count = 6;
	tap_ok(assemble(rig, 20, call) == 4 && SAME(0, 1, 3, 3, 0, 3, 2, 3, 2, 3, 5, 5), "a quad strip");
	tap_ok(assemble(rig, 12, call) == 1 && SAME(0, 1, 2, 3, 4, 5, 4), "a triangle with adjacency");
	tap_ok(assemble(rig, 11, call) == 3 && SAME(0, 1, 2, 3, 2, 1, 2, 3, 4, 3), "a line strip with adjacency");
	call.count = 8;
	tap_ok(assemble(rig, 13, call) == 2 && SAME(0, 1, 2, 6, 4, 3, 4, 2, 5, 6, 7, 4, 0, 4),
	       "a triangle strip with adjacency");
	rig_field(rig, PA_SU_SC_MODE_CNTL, 19, 19, 0);
	call.count = 4;
	tap_ok(assemble(rig, 6, call) == 2 && SAME(0, 1, 2, 0, 1, 3, 2, 1), "the first vertex provokes, and stays first");
	tap_ok(assemble(rig, 19, call) == 2 && SAME(0, 1, 2, 0, 0, 2, 3, 0), "a quad's first vertex provokes for both halves");
	tap_ok(assemble(rig, 20, call) == 2 && SAME(0, 1, 3, 0, 0, 3, 2, 0), "the first vertex of a quad strip");
	rig_field(rig, PA_SU_SC_MODE_CNTL, 19, 19, 1);
}

static void indices(struct rig *rig)
{
	const uint32_t words[3] = { 5 | 6u << 16, 7 | 0xffffu << 16, 8 | 9u << 16 };
	const uint32_t swapped[1] = { 0x05000600 };
	struct gpu_draw_call call = { .index = GPU_INDEX_16, .count = 6, .immediate = words };

	rig_reg(rig, VGT_MULTI_PRIM_IB_RESET_EN, 1);
	rig_reg(rig, VGT_MULTI_PRIM_IB_RESET_INDX, 0xffff);
	rig_reg(rig, VGT_INDX_OFFSET, 100);
	tap_ok(assemble(rig, 3, call) == 3 && SAME(105, 106, 106, 106, 107, 107, 108, 109, 109),
	       "the restart index is compared before the offset is added");
	rig_reg(rig, VGT_MULTI_PRIM_IB_RESET_EN, 0);
	rig_reg(rig, VGT_INDX_OFFSET, 0);
	rig_reg(rig, VGT_MAX_VTX_INDX, 8);
	tap_ok(assemble(rig, 3, call) == 5 && order[7] == 8, "indices are clamped to VGT_MAX_VTX_INDX");
	rig_reg(rig, VGT_MAX_VTX_INDX, UINT32_MAX);
	call = (struct gpu_draw_call){ .index = GPU_INDEX_16, .count = 2, .immediate = swapped, .swap = 1 };
	tap_ok(assemble(rig, 2, call) == 1 && SAME(6, 5, 5), "bytes of 16-bit indices are swapped");
	call = (struct gpu_draw_call){ .count = 2, .instances = 3 };
	tap_ok(assemble(rig, 2, call) == 3, "each instance has all primitives");
	rig_reg(rig, VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE, 24);
	rig_reg(rig, VGT_STRMOUT_DRAW_OPAQUE_OFFSET, 4);
	rig_reg(rig, VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE, 4);
	call = (struct gpu_draw_call){ .opaque = true };
	tap_ok(assemble(rig, 1, call) == 5, "an opaque draw counts what was written");
}

/* A sparse draw of points has the ends, the extremes, and few others. */
static void sparse(struct rig *rig)
{
	uint32_t words[500], taken = 0;
	struct gpu_draw_call call = { .index = GPU_INDEX_16, .count = 1000, .instances = 1, .immediate = words };
	bool first = false, last = false, low = false, high = false;
	struct gpu_primitive p;
	struct gpu_vgt vgt;

	for (uint32_t i = 0; i < 500; i++)
		words[i] = 0x00640064;
	words[0] = 0x00640065;
	words[499] = 0x00660064;
	words[150] = 0x00050064;
	words[350] = 0x00643000;
	rig_reg(rig, VGT_PRIMITIVE_TYPE, 1);
	gpu_vgt_begin(&vgt, NULL, rig->regs, &call);
	gpu_vgt_sparse(&vgt, 1);
	while (gpu_vgt_next(&vgt, &p)) {
		first |= p.index[0] == 0x65;
		last |= p.index[0] == 0x66;
		low |= p.index[0] == 5;
		high |= p.index[0] == 0x3000;
		taken++;
	}
	tap_ok(first && last && low && high && taken < 300, "a sparse draw has the first, last and extreme indices");
	call.count = 60;
	call.instances = 9;
	gpu_vgt_begin(&vgt, NULL, rig->regs, &call);
	gpu_vgt_sparse(&vgt, 1);
	for (taken = 0; gpu_vgt_next(&vgt, &p); taken++)
		;
	tap_ok(taken == 180, "and few instances, each of which is whole if it is short");
}

static bool counted(struct rig *rig, const uint64_t want[8])
{
	struct gpu_counters *c = gpu_counters(rig->gpu);
	bool same = !memcmp(c->stats, want, sizeof(c->stats));

	for (int i = 0; !same && i < 8; i++)
		printf("# statistic %d is %llu, not %llu\n", i, (unsigned long long)c->stats[i],
		       (unsigned long long)want[i]);
	memset(c, 0, sizeof(*c));
	return same;
}

/*
 * Pixels, primitives after and before the clipper, vertices, primitives into and out of a geometry
 * program, primitives and vertices of the VGT.
 */
static void statistics(void)
{
	struct rig *rig = rig_new(GPU_RV770);

	for (uint32_t v = 0; v < 6; v++)
		rig_vertex(rig, v, v % 2 ? 8 : 0, v / 2 * 8.0f, 0, 1, 1, 1, 1, 1);
	counted(rig, (const uint64_t[8]){ 0 });
	rig_draw(rig, 6, 6);
	tap_ok(counted(rig, (const uint64_t[8]){ 128, 4, 4, 6, 0, 0, 4, 6 }), "statistics of a strip");
	rig_draw(rig, 4, 5);
	tap_ok(counted(rig, (const uint64_t[8]){ 28, 1, 1, 3, 0, 0, 1, 5 }), "vertices that are left over are counted");
	/* All of it is outside of depth. */
	for (uint32_t v = 0; v < 3; v++)
		rig_vertex(rig, v, v % 2 ? 8 : 0, v / 2 * 8.0f, -9, 1, 1, 1, 1, 1);
	rig_draw(rig, 4, 3);
	tap_ok(counted(rig, (const uint64_t[8]){ 0, 0, 1, 3, 0, 0, 1, 3 }), "the clipper drops a primitive");
	rig_free(rig);
}

/* Stream-out of R2 in a strip of four vertices, into a buffer that holds @size_dw. */
static void stream(struct rig *rig, uint32_t size_dw)
{
	rig_program(rig, RIG_VS);
	rig_cf(rig, CF_CALL_FS, 0, 0, false);
	rig_memory(rig, CF_MEM_STREAM0, 0, 0, 2, 0, false);
	rig_export(rig, 1, 60, 1, true);
	rig_reg(rig, VGT_STRMOUT_EN, 1);
	rig_reg(rig, VGT_STRMOUT_BUFFER_EN, 1);
	rig_reg(rig, VGT_STRMOUT_BUFFER_BASE_0, (RIG_BASE + RIG_STRMOUT) >> 8);
	rig_reg(rig, VGT_STRMOUT_BUFFER_SIZE_0, size_dw);
	rig_reg(rig, VGT_STRMOUT_VTX_STRIDE_0, 4);
	memset(rig->bytes + RIG_STRMOUT, 0xee, 0x200);
	for (uint32_t v = 0; v < 4; v++)
		rig_vertex(rig, v, 0, 0, 0, 1, v + 1.0f, 0, 0, 0);
	memset(gpu_counters(rig->gpu), 0, sizeof(struct gpu_counters));
	rig_draw(rig, 6, 4);
	rig_reg(rig, VGT_STRMOUT_EN, 0);
}

static void stream_out(void)
{
	struct rig *rig = rig_new(GPU_RV770);
	const float want[6] = { 1, 2, 3, 3, 2, 4 };
	struct gpu_counters *c = gpu_counters(rig->gpu);
	bool good = true;

	stream(rig, 24);
	for (int v = 0; v < 6; v++)
		good &= !memcmp(rig->bytes + RIG_STRMOUT + 16 * v, &want[v], 4);
	tap_ok(good && c->strmout_written == 2 && c->strmout_dw[0] == 24, "stream-out writes vertices of triangles in order");
	stream(rig, 23);
	tap_ok(c->strmout_needed == 2 && c->strmout_written == 1 && rig_word(rig, RIG_STRMOUT + 48) == 0xeeeeeeee,
	       "a primitive that does not fit whole is not written");
	rig_reg(rig, VGT_STRMOUT_EN, 1);
	rig_reg(rig, VGT_STRMOUT_BUFFER_EN, 0);
	memset(c, 0, sizeof(*c));
	rig_draw(rig, 6, 4);
	tap_ok(c->strmout_needed == 2 && !c->strmout_written, "without a buffer primitives are needed, not written");
	rig_reg(rig, VGT_STRMOUT_BUFFER_EN, 1);
	memset(c, 0, sizeof(*c));
	rig_draw(rig, 17, 3);
	tap_ok(!c->strmout_needed && !c->strmout_dw[0], "rectangles are no part of stream-out");
	rig_free(rig);
}

/* A geometry program that emits a triangle of its point's vertex, moved by constants in the vertices 1 and 2. */
static void geometry(void)
{
	struct rig *rig = rig_new(GPU_RV770);
	const uint32_t ring = SQ_RESOURCE0_WORD0 + 28 * (336 + 0), copy = SQ_RESOURCE0_WORD0 + 28 * (160 + 1);

	/* ES: the vertex's position to the ESGS ring. */
	rig_program(rig, 0x2800);
	rig_cf(rig, CF_CALL_FS, 0, 0, false);
	rig_memory(rig, CF_MEM_RING, 0, 0, 1, 0, true);
	/* GS: three times the position, with 32 pixels added to x, then to y. */
	rig_program(rig, 0x3000);
	rig_fetch_clause(rig, 1);
	rig_fetch(rig, 0, 0, 0, 0, 2);
	rig_memory(rig, CF_MEM_RING, 0, 0, 2, 0, false);
	rig_cf(rig, CF_EMIT_VERTEX, 0, 0, false);
	rig_alu_clause(rig, CF_ALU, 2);
	rig_alu(rig, 0x00, 2, 0, CHAN(2, 0), 253, ALU_LAST);
	rig_literal(rig, 0x42000000, 0);
	rig_memory(rig, CF_MEM_RING, 0, 4, 2, 0, false);
	rig_cf(rig, CF_EMIT_VERTEX, 0, 0, false);
	rig_alu_clause(rig, CF_ALU, 2);
	rig_alu(rig, 0x00, 2, 1, CHAN(2, 1), 253, ALU_LAST);
	rig_literal(rig, 0x42000000, 0);
	rig_memory(rig, CF_MEM_RING, 0, 8, 2, 0, false);
	rig_cf(rig, CF_EMIT_VERTEX, 0, 0, true);
	/* VS: the copy. */
	rig_program(rig, RIG_VS);
	rig_fetch_clause(rig, 1);
	rig_fetch(rig, 1, 0, 0, 0, 1);
	rig_export(rig, 1, 60, 1, false);
	rig_export(rig, 2, 0, 1, true);
	rig_reg(rig, SQ_PGM_START_ES, (RIG_BASE + 0x2800) >> 8);
	rig_reg(rig, SQ_PGM_START_GS, (RIG_BASE + 0x3000) >> 8);
	rig_reg(rig, VGT_GS_MODE, 3);
	rig_reg(rig, VGT_GS_OUT_PRIM_TYPE, 2);
	rig_reg(rig, SQ_ESGS_RING_BASE, (RIG_BASE + RIG_RINGS) >> 8);
	rig_reg(rig, SQ_ESGS_RING_SIZE, 0x10);
	rig_reg(rig, SQ_GSVS_RING_BASE, (RIG_BASE + RIG_RINGS + 0x1000) >> 8);
	rig_reg(rig, SQ_GSVS_RING_SIZE, 0x10);
	rig_reg(rig, SQ_ESGS_RING_ITEMSIZE, 4);
	rig_reg(rig, SQ_GSVS_RING_ITEMSIZE, 12);
	rig_reg(rig, SQ_GS_VERT_ITEMSIZE, 4);
	for (int i = 0; i < 2; i++) {
		uint32_t reg = i ? copy : ring;

		rig_reg(rig, reg, RIG_BASE + RIG_RINGS + 0x1000 * i);
		rig_reg(rig, reg + 4, 0xfff);
		rig_reg(rig, reg + 8, 4u << 8 | 35u << 20);
		rig_reg(rig, reg + 24, 3u << 30);
	}
	rig_vertex(rig, 0, 0, 0, 0, 1, 1, 1, 1, 1);
	rig_vertex(rig, 1, 32, 32, 0, 1, 1, 1, 1, 1);
	tap_ok(rig_draw(rig, 1, 2) == GPU_DONE && !rig->lines && rig_drawn(rig) == 2 * 528 &&
	       rig_pixel(rig, 20, 5) && !rig_pixel(rig, 5, 20) && rig_pixel(rig, 52, 37),
	       "a geometry program makes a triangle of each point");
	tap_ok(counted(rig, (const uint64_t[8]){ 1056, 2, 2, 2, 2, 2, 2, 2 }), "statistics with a geometry program");
	rig_free(rig);
}

void unit_vertices(void)
{
	struct rig *rig = rig_new(GPU_RV770);

	types(rig);
	indices(rig);
	sparse(rig);
	rig_free(rig);
	statistics();
	stream_out();
	geometry();
}
