// SPDX-License-Identifier: GPL-2.0
/*
 * The reader of version 2: a valid file, every truncation of it, wrong lengths and wrong maps.
 * Each file is in a block of exactly its size, so that the address sanitizer sees an access past
 * its end.
 */
#include <stdlib.h>
#include "si_scene.h"
#include "tap.h"
#include "streams.h"

enum { VERSION = 4, CHIP = 8, RING = 24, FLAGS = 28, IB_DW = 32, NRELOC = 36, NBO = 40, RESERVED = 44,
       CONST_DW = 48, NVA = 52, PRIORITY = 56, RESERVED2 = 60, BO0 = 64, BO1 = 88, RELOC0 = 112, VA0 = 128,
       VA1 = 152, CONST0 = 176, IB0 = 184, SIZE = 196 };

static void put32(u8 *p, u32 v)
{
	memcpy(p, &v, 4);
}

static void put64(u8 *p, u64 v)
{
	memcpy(p, &v, 8);
}

static u8 *good_file(void)
{
	static u8 p[SIZE];

	memset(p, 0, SIZE);
	memcpy(p, "R6CS", 4);
	put32(p + VERSION, 2);
	memcpy(p + CHIP, "PITCAIRN", 9);
	put32(p + FLAGS, 3);
	put32(p + IB_DW, 3);
	put32(p + NRELOC, 1);
	put32(p + NBO, 2);
	put32(p + CONST_DW, 2);
	put32(p + NVA, 2);
	put32(p + PRIORITY, 7);
	put64(p + BO0, 0x1000);
	put64(p + BO1, 0x2000);
	put32(p + RELOC0, 1);
	put64(p + VA0, 0x800000);
	put64(p + VA0 + 8, 0x2000);
	put32(p + VA0 + 16, 1);
	put32(p + VA0 + 20, 22);
	put64(p + VA1, 0x802000);
	put64(p + VA1 + 8, 0x1000);
	put32(p + VA1 + 16, 0xffffffff);
	put32(p + VA1 + 20, 2);
	put32(p + CONST0, 0xc0001000);
	put32(p + IB0, 0xc0011000);
	return p;
}

static void test_good(void)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	bool good = stream_parse(good_file(), SIZE, &cs, error);

	good = good && cs.known && cs.in.ring == PM4_RING_GFX && cs.in.ib_dw == 3 && cs.in.const_dw == 2 &&
	       cs.in.priority == 7 && cs.in.nmap == 2 && cs.in.nbuffers == 1 &&
	       cs.in.ib[0] == 0xc0011000 && cs.in.const_ib[0] == 0xc0001000 &&
	       cs.in.flags == PM4_USE_VM && cs.card.chip == PM4_PITCAIRN && cs.card.backends == 8;
	tap_ok(good, "a file of version 2 is read (%s)", error);
	tap_ok(good && cs.in.map[0].va == 0x800000 && cs.in.map[0].size == 0x2000 &&
	       cs.in.map[0].buffer == 0 && cs.in.map[0].flags == 22 &&
	       cs.in.map[1].buffer == PM4_NO_BUFFER && !cs.in.no_address &&
	       cs.addrs[0] == 0x800000, "its map names the relocation");
	r6cs_free(&cs);
}

static void test_cut(void)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	u32 n, wrong = 0;

	for (n = 0; n < SIZE; n++) {
		wrong += stream_parse(good_file(), n, &cs, error) || !strstr(error, "truncated");
		r6cs_free(&cs);
	}
	tap_ok(!wrong, "each truncation is refused");
}

/* A value in the file, and the message. */
static void test_bad_values(void)
{
	static const struct {
		const char *what;
		u32 at;
		u32 value;
		const char *message;
	} bad[] = {
		{ "version 3", VERSION, 3, "version 3 is not known (1 and 2 are)" },
		{ "version 0", VERSION, 0, "version 0 is not known (1 and 2 are)" },
		{ "the DMA ring", RING, 1, "ring 1 has no PM4 packets" },
		{ "ring 3", RING, 3, "ring 3 has no PM4 packets" },
		{ "ring 4", RING, 4, "ring 4 has no PM4 packets" },
		{ "a reserved word", RESERVED, 1, "reserved word" },
		{ "the second reserved word", RESERVED2, 1, "reserved word" },
		{ "2^31 dwords of const IB", CONST_DW, 0x80000000, "truncated" },
		{ "2^31 mappings", NVA, 0x80000000, "truncated" },
		{ "2^32 - 1 mappings", NVA, 0xffffffff, "truncated" },
		{ "one dword of const IB less", CONST_DW, 1, "4 bytes too many" },
		{ "a buffer without a byte", BO0, 0, "buffer 0: size 0" },
		{ "a relocation of a buffer that is none", RELOC0, 2, "relocation 0 names buffer 2 of 2" },
		{ "a mapping of a buffer that is none", VA0 + 16, 2, "mapping 0 names buffer 2 of 2" },
		{ "mappings that overlap", VA1, 0x801fff, "one before ends at" },
		{ "mappings that are not in order", VA1, 0x100000, "one before ends at" },
		{ "two mappings of one address", VA1, 0x800000, "one before ends at" },
		{ "a mapping without a byte", VA1 + 8, 0, "mapping 1: 0 bytes" },
		{ "a mapping past 2^48", VA1 + 4, 0x10000, "exceed 48 bits" },
		{ "a mapping of 2^48 bytes", VA1 + 12, 0x10000, "exceed 48 bits" },
	};
	char error[R6CS_ERROR];
	struct r6cs cs;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		u8 *p = good_file();
		bool taken;

		put32(p + bad[i].at, bad[i].value);
		taken = stream_parse(p, SIZE, &cs, error);
		r6cs_free(&cs);
		tap_ok(!taken && strstr(error, bad[i].message), "%s: %s", bad[i].what, error);
	}
}

static void test_good_values(void)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	u8 *p = good_file();
	bool good;

	put64(p + VA1, 0xffffffffe000);
	put64(p + VA1 + 8, 0x2000);
	good = stream_parse(p, SIZE, &cs, error);
	r6cs_free(&cs);
	tap_ok(good, "a mapping that ends at 2^48 (%s)", error);
	p = good_file();
	put32(p + RING, 5);
	good = stream_parse(p, SIZE, &cs, error) && cs.known && cs.in.ring == PM4_RING_COMPUTE;
	r6cs_free(&cs);
	tap_ok(good, "a compute ring (%s)", error);
	p = good_file();
	put32(p + VA0 + 16, 0);
	good = stream_parse(p, SIZE, &cs, error) && cs.known && cs.in.no_address == 1 &&
	       cs.in.map[0].buffer == PM4_NO_BUFFER;
	r6cs_free(&cs);
	tap_ok(good, "a mapped buffer without a relocation, and the other way round (%s)", error);
}

/* Version 2 is for chips with page tables only. */
static void test_other_chips(void)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	u8 *p = good_file();
	bool taken;

	memset(p + CHIP, 0, 16);
	memcpy(p + CHIP, "RV710", 5);
	taken = stream_parse(p, SIZE, &cs, error);
	r6cs_free(&cs);
	tap_ok(!taken && strstr(error, "version 2 is not for chip 'RV710'"), "%s", error);
}

/* Version 1: addresses of the buffers in pages. */
static void test_version1(void)
{
	enum { V1_BO0 = 48, V1_RELOC0 = 96, V1_IB0 = 128, V1_SIZE = 132 };
	char error[R6CS_ERROR];
	struct r6cs cs;
	u8 p[V1_SIZE] = "R6CS";
	bool good;

	put32(p + VERSION, 1);
	memcpy(p + CHIP, "VERDE", 6);
	put32(p + FLAGS, 3);
	put32(p + IB_DW, 1);
	put32(p + NRELOC, 2);
	put32(p + NBO, 2);
	put64(p + V1_BO0, 0x2000);
	put64(p + V1_BO0 + 24, 0x1000);
	put32(p + V1_RELOC0 + 16, 1);
	good = stream_parse(p, V1_SIZE, &cs, error) && cs.known && !cs.in.map && !cs.in.no_address;
	r6cs_free(&cs);
	tap_ok(good, "version 1 without addresses has no map (%s)", error);
	put32(p + V1_BO0 + 20, 0x900);
	put32(p + V1_BO0 + 44, 0x800);
	good = stream_parse(p, V1_SIZE, &cs, error) && cs.in.nmap == 2 && cs.in.map[0].va == 0x800000 &&
	       cs.in.map[0].buffer == 1 && cs.in.map[1].va == 0x900000 && cs.in.map[1].buffer == 0 &&
	       cs.in.map[1].size == 0x2000 && cs.in.map[0].flags == (PM4_MAP_READ | PM4_MAP_WRITE);
	r6cs_free(&cs);
	tap_ok(good, "with addresses it has one, in their order (%s)", error);
	put32(p + V1_BO0 + 44, 0x901);
	good = !stream_parse(p, V1_SIZE, &cs, error) && strstr(error, "overlap");
	r6cs_free(&cs);
	tap_ok(good, "buffers that overlap: %s", error);
	put32(p + V1_BO0 + 44, 0);
	good = stream_parse(p, V1_SIZE, &cs, error) && cs.in.nmap == 1 && cs.in.no_address == 2;
	r6cs_free(&cs);
	tap_ok(good, "one of two has no address (%s)", error);
}

/* Any byte of the file with any value: no crash, and a result. */
static void test_any_byte(void)
{
	static const u8 bytes[] = { 0, 1, 0x7f, 0x80, 0xff };
	char error[R6CS_ERROR];
	struct r6cs cs;
	u32 i, j, read = 0;

	for (i = 0; i < SIZE; i++)
		for (j = 0; j < sizeof(bytes); j++) {
			u8 *p = good_file();

			p[i] = bytes[j];
			read += stream_parse(p, SIZE, &cs, error);
			r6cs_free(&cs);
		}
	tap_ok(read > SIZE, "any byte may have any value: %u files are read", read);
}

void test_files(void)
{
	test_good();
	test_cut();
	test_bad_values();
	test_good_values();
	test_other_chips();
	test_version1();
	test_any_byte();
}
