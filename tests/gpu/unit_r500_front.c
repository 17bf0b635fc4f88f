// SPDX-License-Identifier: GPL-2.0
/* Tests of R5xx's front: values of operations, vertex programs, uploads, streams, primitives, windows. */
#include <string.h>

#include "unit_r500.h"

static struct r500_upload u;

static void port(uint32_t index, uint32_t data, uint32_t at, uint32_t count, uint32_t value)
{
	r500_upload_write(&u, index, at);
	while (count--)
		r500_upload_write(&u, data, value++);
}

void test_r500_upload(void)
{
	static struct r500_upload before;

	port(0x2200, 0x2208, 5, 8, 100);
	tap_ok(u.pvs[5][0] == 100 && u.pvs[5][3] == 103 && u.pvs[6][0] == 104 && u.pvs[6][3] == 107, "code of PVS");
	port(0x2200, 0x2204, 1023, 8, 200);
	tap_ok(u.pvs[1023][3] == 203 && u.pvs[0][0] == 204 && !u.pvs_constant[0][0], "code wraps to its first vector");
	port(0x2200, 0x2208, 1024 + 255, 8, 300);
	tap_ok(u.pvs_constant[255][0] == 300 && u.pvs_constant[0][0] == 304, "constants of PVS");
	port(0x2200, 0x2208, 1535, 8, 400);
	tap_ok(u.pvs_constant[255][0] == 400 && u.pvs_constant[0][0] == 404 && !u.clip[0][0],
	       "constants wrap before the planes");
	port(0x2200, 0x2208, 1541, 12, 500);
	tap_ok(u.clip[5][0] == 500 && u.clip[6][0] == 504 && u.clip[0][0] == 508 && !u.clip[7][0],
	       "planes wrap before the last vector");
	port(0x2200, 0x2208, 1543, 4, 600);
	tap_ok(u.clip[R500_CLIP_POINT_TEX][3] == 603, "the last vector");
	memcpy(&before, &u, sizeof(u));
	port(0x2200, 0x2208, 1544, 4, 700);
	tap_ok(!memcmp(before.pvs, u.pvs, sizeof(u.pvs)) && !memcmp(before.clip, u.clip, sizeof(u.clip)),
	       "what is after it changes nothing");
	port(0x4250, 0x4254, 3, 12, 800);
	tap_ok(u.us[3][0] == 800 && u.us[3][5] == 805 && u.us[4][5] == 811, "code of US");
	port(0x4250, 0x4254, 2 | 1 << 16, 8, 900);
	tap_ok(u.us_constant[2][0] == 900 && u.us_constant[3][3] == 907, "constants of US");
	port(0x4250, 0x4254, 9 | 3 << 16, 1, 0x40000000);
	port(0x4250, 0x4254, 10 | 3 << 16, 1, 0xc0400000);
	port(0x4250, 0x4254, 11 | 3 << 16, 1, 0xbf000000);
	tap_ok(u.us_constant[9][0] == 0x3f800000 && u.us_constant[10][0] == 0xbf800000 &&
	       u.us_constant[11][0] == 0xbf000000, "constants of US that are clamped");
	tap_ok(!r500_upload_write(&u, 0x2080, 1), "another register is no port");
}

int main(void)
{
	test_r500_ops();
	test_r500_programs();
	test_r500_upload();
	test_r500_streams();
	test_r500_primitives();
	test_r500_window();
	return tap_end();
}
