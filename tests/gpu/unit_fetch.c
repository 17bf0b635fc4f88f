// SPDX-License-Identifier: GPL-2.0
/* Vertex fetches: addresses, bounds, formats of instruction and resource, DST_SEL, spans. */
#include <string.h>

#include "fetch.h"
#include "float.h"
#include "unit_memory.h"
#include "unit_surface.h"

#define XYZW	(0u << 9 | 1u << 12 | 2u << 15 | 3u << 18)
#define BASE	0x2300001000ull

/* A buffer of type 3 at BASE. */
static void buffer(uint32_t res[7], uint32_t bytes, uint32_t stride, uint32_t format)
{
	memset(res, 0, 28);
	res[0] = (uint32_t)BASE;
	res[1] = bytes - 1;
	res[2] = (uint32_t)(BASE >> 32) & 0xff;
	res[2] |= stride << 8 | format << 20;
	res[6] = 3u << 30;
}

/* One lane's element. */
static void fetch_1(struct unit_memory *m, const uint32_t inst[3], const uint32_t res[7], uint32_t index,
		    uint32_t out[4])
{
	struct gpu_fetch f = { 0 };
	union gpu_lanes at = { .u = { 0 } };
	struct gpu_vec v;
	int i;

	memset(&v, 0xee, sizeof(v));
	at.u[3] = index;
	gpu_fetch_decode(&f, inst, res);
	gpu_fetch_run(&f, &m->mem, GPU_VERTEX, 1 << 3, &at, &v);
	for (i = 0; i < 4; i++)
		out[i] = v.c[i].u[3];
}

static void addresses(struct unit_memory *m)
{
	uint32_t res[7], out[4], inst[3] = { 0, XYZW | 1 << 21, 0 };

	buffer(res, 64, 8, 29 | 1 << 6);
	fetch_1(m, inst, res, 2, out);
	tap_ok(out[0] == unit_dword(m, 16) && out[1] == unit_dword(m, 20) && !out[2] && out[3] == 1,
	       "element 2 of 32_32, integers: the fourth component is 1");
	inst[2] = 4;
	fetch_1(m, inst, res, 1, out);
	tap_ok(out[0] == unit_dword(m, 12), "OFFSET");
	inst[2] = 4 | 1 << 18;
	fetch_1(m, inst, res, 1, out);
	tap_ok(out[0] == unit_dword(m, 4), "CONST_BUF_NO_STRIDE");
	inst[2] = 0;
	res[2] |= 2u << 30;
	fetch_1(m, inst, res, 0, out);
	tap_ok(out[0] == __builtin_bswap32(unit_dword(m, 0)), "ENDIAN_SWAP of the resource");
	inst[1] = XYZW | 13 << 22 | 1 << 28;
	fetch_1(m, inst, res, 0, out);
	tap_ok(out[0] == unit_dword(m, 0) && !out[1], "the instruction's own format and swap");
	inst[1] = XYZW | 1 << 22 | 1 << 30;
	fetch_1(m, inst, res, 0, out);
	tap_ok(gpu_float(out[0]) == (int8_t)unit_dword(m, 0) / 127.0f, "... signed");
	inst[1] = XYZW | 14 << 22;
	inst[2] = 2 << 16;
	fetch_1(m, inst, res, 0, out);
	tap_ok(out[0] == __builtin_bswap32(unit_dword(m, 0)) && out[3] == 0x3f800000,
	       "... with a swap; the fourth component of floats is 1.0");
}

static void bounds(struct unit_memory *m)
{
	uint32_t res[7], out[4], inst[3] = { 0, XYZW | 1 << 21, 0 };

	buffer(res, 18, 8, 29 | 1 << 6);
	fetch_1(m, inst, res, 2, out);
	tap_ok(out[0] == (unit_dword(m, 16) & 0xffff) && !out[1],
	       "an element that starts inside has zeros past the size");
	fetch_1(m, inst, res, 3, out);
	tap_ok(!out[0] && !out[1] && !out[3], "one that starts past the size is 0");
	buffer(res, 16, 8, 29 | 1 << 6);
	fetch_1(m, inst, res, 2, out);
	tap_ok(!out[0], "the size is exact");
	fetch_1(m, inst, res, 0xffffffff, out);
	tap_ok(!out[0], "the largest index");
	inst[2] = 0xffff;
	fetch_1(m, inst, res, 0, out);
	tap_ok(!out[0] && !m->faults, "the largest offset");
	inst[2] = 0;
	res[6] = 2u << 30;
	fetch_1(m, inst, res, 0, out);
	tap_ok(!out[0] && !out[3], "a resource that is no buffer reads 0");
	buffer(res, 64, 8, 63);
	fetch_1(m, inst, res, 0, out);
	tap_ok(!out[0] && !m->faults, "so does one of no format");
	/* The size of a buffer that the host does not have. */
	buffer(res, 1u << 31, 8, 29 | 1 << 6);
	fetch_1(m, inst, res, 0x1000, out);
	tap_ok(!out[0] && m->faults == 1, "memory that is not there is 0 and a fault");
}

static void registers(struct unit_memory *m)
{
	uint32_t res[7], inst[3] = { 0, 5u << 9 | 7u << 12 | 4u << 15 | 0u << 18 | 1 << 21, 0 };
	struct gpu_fetch f = { 0 };
	struct gpu_vec v;
	int i, wrong = 0;

	buffer(res, 64, 4, 13 | 1 << 6);
	for (i = 0; i < 16; i++)
		v.c[0].u[i] = v.c[1].u[i] = 15 - i;
	gpu_fetch_decode(&f, inst, res);
	gpu_fetch_run(&f, &m->mem, GPU_VERTEX, 0xfffe, &v.c[0], &v);
	for (i = 1; i < 16; i++)
		wrong += v.c[0].u[i] != 1 || v.c[1].u[i] != (uint32_t)(15 - i) || v.c[2].u[i] ||
			 v.c[3].u[i] != unit_dword(m, 4 * (15 - i));
	tap_ok(!wrong, "16 lanes into the register of the index: 1, masked, 0, x");
	tap_ok(v.c[0].u[0] == 15, "an inactive lane keeps its register");
	res[2] = (res[2] & ~(63u << 20)) | 14u << 20;
	inst[1] = XYZW | 1 << 21;
	gpu_fetch_decode(&f, inst, res);
	tap_ok(f.reader.format == gpu_format(14), "a new descriptor is decoded again");
}

/* Elements across two spans of the host are whole. */
static void spans(struct unit_memory *m)
{
	uint32_t res[7], out[4], inst[3] = { 0, XYZW | 1 << 21, 0 };

	m->page = 8;
	buffer(res, 64, 12, 47 | 1 << 6);
	fetch_1(m, inst, res, 1, out);
	tap_ok(out[0] == unit_dword(m, 12) && out[2] == unit_dword(m, 20) && m->faults == 1,
	       "an element in two spans");
	m->page = 0;
}

void unit_fetch(void)
{
	struct unit_memory *m = unit_memory(BASE, 4096);

	addresses(m);
	bounds(m);
	registers(m);
	spans(m);
	unit_memory_free(m);
}
