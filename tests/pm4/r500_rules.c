// SPDX-License-Identifier: GPL-2.0
/*
 * Rules of packets, registers, chips and draws, and what the check changes in a stream.
 */
#include "r500_scene.h"
#include "tap.h"

static void test_packets(void)
{
	tap_ok(refused_dw(PM4_R580, 0, 1, 0x80000000), "a filler");
	tap_ok(refused_dw(PM4_R580, 0, 3, 0xc0001000, 0, 0x80000000), "a relocation that nothing takes");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 1, 0x4e14 / 4), "a header alone");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 2, 1 << 16 | 0x4e14 / 4, 0), "one of two registers");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 3, 2 << 16 | 0x1d98 / 4, 0, 0), "two of three registers");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 5, 0x2200 / 4, 0, 3 << 16 | 0x8000 | 0x2208 / 4, 0, 0),
	       "half a vector");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 2, 0xc0011000, 0), "a NOP without its end");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 1, 0xc0001000), "half a relocation");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_HEADER_BITS, 2, 0x2000 | 0x4e14 / 4, 0), "bit 13 of a register's number");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_HEADER_BITS, 2, 0x4000 | 0x4e14 / 4, 0), "bit 14 of a register's number");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_HEADER_BITS, 2, 0xc0001001, 0), "low bits of a header");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_PACKET_UNKNOWN, 2, 0xc0001100, 0), "an unknown packet");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_PACKET_DENIED, 2, 0xc0009b00, 0), "a packet of the 2D engine");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_PACKET_DENIED, 2, 0xc0002a00, 0), "3D_DRAW_INDX");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_DRAW_SOURCE, 4, 0xc0023300, 0x80000810, 0, 0), "INDX_BUFFER alone");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_PACKET_LENGTH, 3, 0xc0013400, 0x24, 0), "a draw that is too long");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 2, 0x8000 | 0x4e14 / 4, 0), "ONE_REG_WR of another register");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 2, 0x4254 / 4, 0), "a port without ONE_REG_WR");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 5, 3 << 16 | 0x8000 | 0x2208 / 4, 0, 0, 0, 0), "an upload without an index");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 4, 0x2200 / 4, 0, 0x8000 | 0x2208 / 4, 0), "a quarter of a vector");
	tap_ok(refused_dw(PM4_R580, 0, 7, 0x2200 / 4, 0, 3 << 16 | 0x8000 | 0x2208 / 4, 0, 0, 0, 0), "a vector");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 7, 0x4250 / 4, 0, 3 << 16 | 0x8000 | 0x4254 / 4, 0, 0, 0, 0), "two thirds of an instruction");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 16, 0x4250 / 4, 1 << 16, 0x80000000, 11 << 16 | 0x8000 | 0x4254 / 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "a packet between the index and the upload");
	tap_ok(refused_dw(PM4_R580, 0, 7, 0x4250 / 4, 1 << 16, 3 << 16 | 0x8000 | 0x4254 / 4, 0, 0, 0, 0), "a constant");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_FIELD_VALUE, 2 + 25, 24u << 16 | 0xc0002f00, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80000000), "17 vertex arrays");
	tap_ok(refused_dw(PM4_R580, 0, 2, 0xc0002f00, 0), "no vertex arrays");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_RELOC_MISSING, 4, 0xc0022f00, 1, 0, 0), "a vertex array without a relocation");
}

/* More arrays than the chip has, in a packet longer than any number of them needs. */
static void test_too_many_arrays(void)
{
	struct scene s;
	u32 n, ndw, i;

	for (n = 17; n <= 31; n += 14) {
		for (ndw = 254; ndw <= 258; ndw++) {
			scene_empty(&s, PM4_R580);
			packet(&s, 0x2f, ndw);
			dw(&s, n);
			for (i = 1; i < ndw; i++)
				dw(&s, 0);
			for (i = 0; i < n; i++)
				nop(&s, B_VERTEX);
			tap_ok(refused(&s, PM4_CODE_PACKET_LENGTH), "%u vertex arrays in %u dwords", n, ndw);
		}
	}
}

/* The counts of a stream, in which a relocation is a part of its packet. */
static void test_counts(void)
{
	struct pm4_counts counts;
	struct scene s;

	scene_empty(&s, PM4_R580);
	reg(&s, 0x4f58, 0);
	address(&s, 0x4f5c, 0, B_QUERY);
	dw(&s, 0x80000000);
	dw(&s, 0x4480 / 4 | 1 << 16);
	dw(&s, 0);
	dw(&s, 0);
	nop(&s, 0);
	pm4_count(&r500_front, s.ib, s.n, &counts);
	tap_ok(!ask(&s)->refused && counts.packets == 4 && counts.registers == 4,
	       "packets (%u), registers (%u)", counts.packets, counts.registers);
}

static void test_registers(void)
{
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_UNKNOWN, 2, 0x4ffc / 4, 0), "a register that no row has");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_UNKNOWN, 2, 0x7ffc / 4, 0), "the last register of a header");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_DENIED, 2, 0x6538 / 4, 0), "a register of the display");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_UNKNOWN, 4, 2 << 16 | 0x4fd4 / 4, 0, 0, 0), "a run that leaves the rows");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_BITS, 2, 0x4f14 / 4, 2), "a bit without a field");
	tap_ok(refused_dw(PM4_R580, 0, 2, 0x4f14 / 4, 1), "a bit with a field");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_CHIP, 2, 0x4640 / 4, 0), "US_FORMAT0 of R520 on R580");
	tap_ok(refused_dw(PM4_R520, 0, 2, 0x4640 / 4, 0), "US_FORMAT0 on R520");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_CHIP, 2, 0x4be8 / 4, 3), "FG_ZBREG_DEST of RV530 on R580");
	tap_ok(refused_dw(PM4_RV530, 0, 2, 0x4be8 / 4, 3), "FG_ZBREG_DEST on RV530");
	tap_ok(refused_dw(PM4_RV530, PM4_CODE_PIPES, 2, 0x4be8 / 4, 1), "a Z pipe left out at the end");
	tap_ok(refused_dw(PM4_RV515, 0, 2, 0x42c8 / 4, 1), "the only pipe");
	tap_ok(refused_dw(PM4_RV570, 0, 2, 0x42c8 / 4, 7), "three pipes of three");
	tap_ok(refused_dw(PM4_RV570, PM4_CODE_PIPES, 2, 0x42c8 / 4, 3), "two pipes of three");
	tap_ok(refused_dw(PM4_RV560, 0, 2, 0x42c8 / 4, 3), "two pipes of two");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_RELOC_MISSING, 2, 0x4e28 / 4, 0), "an address without a relocation");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_RELOC_INDEX, 4, 0x4e28 / 4, 0, 0xc0001000, 32), "a relocation of no buffer");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_RELOC_INDEX, 4, 0x4e28 / 4, 0, 0xc0001000, 2), "half a relocation's number");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_BITS, 4, 0x4e28 / 4, 16, 0xc0001000, 0), "an address that is no multiple of 32");
}

/* The US_FORMAT0 of R520 must say the size of the texture. */
static void test_r520(void)
{
	struct scene s;

	scene_begin(&s, PM4_R520);
	draw_list(&s, 3);
	tap_ok(accepted(&s), "R520: the size of a texture twice");
	*last(&s, 0x4640) = 62 << 11 | 63;
	tap_ok(refused(&s, PM4_CODE_TEXTURE_SIZE), "R520: another size for the shader");
	*last(&s, 0x4640) = 64 << 11 | 63;
	tap_ok(refused(&s, PM4_CODE_TEXTURE_SIZE), "R520: a larger size for the shader");
	/* One texel, for which US_FORMAT0 would be 0. */
	scene_begin(&s, PM4_R520);
	*last(&s, 0x4480) = 0;
	without(&s, 0x4640);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_NOT_SET), "R520: no size for the shader");
}

/*
 * RV530: a write of FG_ZBREG_DEST is lost while SU_REG_DEST leaves its only raster pipe out, so the
 * second Z pipe would keep the depth buffer of another client.
 */
static void test_z_pipes(void)
{
	struct scene s;

	scene_begin(&s, PM4_RV530);
	reg(&s, 0x4be8, 1);
	reg(&s, 0x4f58, 0);
	reg(&s, 0x42c8, 0);
	reg(&s, 0x42c8, 1);
	reg(&s, 0x4be8, 3);
	address(&s, 0x4f20, 0, B_DEPTH);
	draw_list(&s, 3);
	tap_ok(accepted(&s), "RV530: both Z pipes listen again");
	scene_begin(&s, PM4_RV530);
	reg(&s, 0x4be8, 1);
	reg(&s, 0x42c8, 0);
	reg(&s, 0x4be8, 3);
	reg(&s, 0x42c8, 1);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_PIPES) && ask(&s)->verdict.reg == 0x4be8 && ask(&s)->faults,
	       "RV530: a Z pipe is selected while the raster pipe does not listen");
}

/* After a draw, each form of a write that enables a target without an address counts. */
static void test_written_after_a_draw(void)
{
	static const char * const name[] = { "one register", "the second of two", "a run of four" };
	struct scene s;
	u32 form, i;

	for (form = 0; form < 3; form++) {
		u32 first = form ? 0x46a4 : 0x46a8, count = form < 2 ? form + 1 : 4;

		scene_begin(&s, PM4_R580);
		draw_list(&s, 3);
		tap_ok(accepted(&s), "a draw before %s", name[form]);
		dw(&s, (count - 1) << 16 | first / 4);
		for (i = 0; i < count; i++)
			dw(&s, first + 4 * i == 0x46a8 ? 0 : 15);
		draw_list(&s, 3);
		tap_ok(refused(&s, PM4_CODE_NOT_SET), "a draw after %s", name[form]);
	}
}

/* The range of the indices is cut to the elements of the arrays. */
static void test_max_index(void)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	at = s.n + 1;
	reg(&s, 0x2134, 15);
	draw_indices(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && a->out[at] == 15, "the largest index that the array has");
	*last(&s, 0x2134) = 16;
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 15, "a larger one is cut");
	/* Elements of 32 bytes, in the same buffer. */
	arrays(&s, B_VERTEX, 0, 4, 8);
	draw_indices(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 7, "and again for the next draw with fewer elements");
	arrays(&s, B_VERTEX, 0, 4, 4);
	draw_indices(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 7, "more elements leave it");
	reg(&s, 0x2134, 15);
	draw_indices(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 7 && *last(&s, 0x2134) == 15, "a new one is not cut");
}

/* A logic operation without a colour buffer is disabled. */
static void test_rop(void)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	/* RB3D_COLOROFFSET0 becomes a write of another register. */
	at = (u32)(last(&s, 0x4e28) - s.ib);
	s.ib[at - 1] = 0x4e04 / 4;
	s.ib[at] = 0;
	s.nrelocs--;
	memmove(&s.reloc[0], &s.reloc[1], s.nrelocs * sizeof(s.reloc[0]));
	memmove(&s.index[0], &s.index[1], s.nrelocs * sizeof(s.index[0]));
	reg(&s, 0x4e0c, 0);
	at = s.n + 1;
	reg(&s, 0x4e18, 2 << 8 | 4);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 2 << 8, "a logic operation without a buffer is disabled");
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->result.npatches, "and stays so");
	reg(&s, 0x4e18, 2 << 8 | 4);
	reg(&s, 0x4e0c, 15);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_NOT_SET), "colour needs its buffer");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e0c, 0);
	reg(&s, 0x4e18, 2 << 8 | 4);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && a->out[s.n - 3] == (2 << 8 | 4), "with a buffer it stays");
	/* The buffer of an earlier framebuffer, smaller than the present one. */
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e0c, 0);
	reg(&s, 0x4f00, 0);
	reg(&s, 0x43e4, 0x1fff << 13);
	at = s.n + 1;
	reg(&s, 0x4e18, 2 << 8 | 4);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 2 << 8, "a logic operation with a smaller buffer is disabled");
	reg(&s, 0x4e18, 2 << 8 | 4);
	reg(&s, 0x4e0c, 15);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "colour needs all of its buffer");
}

/* One write of RB3D_ROPCNTL is not used by a draw and disabled for another. */
static void test_rop_once(void)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	reg(&s, 0x4f00, 0);
	reg(&s, 0x4e0c, 0);
	at = s.n + 1;
	reg(&s, 0x4e18, 2 << 8 | 4);
	reg(&s, 0x43e4, 0x1fff << 13);
	draw_list(&s, 3);
	reg(&s, 0x43e4, *last(&s, 0x43e0));
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 2 << 8, "two draws to depth alone");
	reg(&s, 0x4e0c, 15);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_REGISTER_VALUE), "a disabled logic operation, then a draw that needs it");
	*last(&s, 0x4e0c) = 0;
	reg(&s, 0x4e18, 2 << 8 | 4);
	reg(&s, 0x4e0c, 15);
	at = s.n - 3;
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && a->out[at] == (2 << 8 | 4), "with a write of its own it is kept");
	reg(&s, 0x4e0c, 0);
	reg(&s, 0x43e4, 0x1fff << 13);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "a used logic operation is not disabled for a later draw");
}

static void test_draws(void)
{
	struct scene s;

	scene_begin(&s, PM4_R580);
	draw_indices(&s, 0);
	tap_ok(refused(&s, PM4_CODE_DRAW_SOURCE), "0 indices");
	scene_begin(&s, PM4_R580);
	draw_data(&s, 0, 0);
	tap_ok(refused(&s, PM4_CODE_DRAW_SOURCE), "0 vertices in the packet");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	reg(&s, 0x4480, 64 << 11 | 63);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "a texture that grows after a draw");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	reg(&s, 0x43e4, 64 << 13 | 63);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "a scissor that grows after a draw");
	scene_begin(&s, PM4_R580);
	draw_data(&s, 3, 12);
	s.ib[s.n - 13] = 4 | 2 << 4 | 3 << 16;
	tap_ok(refused(&s, PM4_CODE_DRAW_SOURCE), "vertices in a packet for another walk");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	s.ib[s.n - 1] += 3;
	tap_ok(refused(&s, PM4_CODE_DRAW_SOURCE), "triangles with flags");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	s.ib[s.n - 1] |= 1 << 14;
	tap_ok(refused(&s, PM4_CODE_NOT_SET), "VAP_ALT_NUM_VERTICES is not set");
	scene_empty(&s, PM4_R580);
	draw_data(&s, 3, 12);
	tap_ok(refused(&s, PM4_CODE_NOT_SET), "VAP_VTX_SIZE is not set");
	scene_begin(&s, PM4_R580);
	draw_indices(&s, 3);
	s.ib[s.n - 4] += 1 << 16;
	s.ib[s.n - 3] |= 1 << 11;
	dw(&s, 2);
	tap_ok(accepted(&s), "indices of 32 bits");
}

void test_rules(void)
{
	test_packets();
	test_registers();
	test_too_many_arrays();
	test_counts();
	test_r520();
	test_z_pipes();
	test_written_after_a_draw();
	test_max_index();
	test_rop();
	test_rop_once();
	test_draws();
}
