// SPDX-License-Identifier: GPL-2.0
/*
 * The reader of recorded streams: a valid file, every truncation of it, and files
 * with wrong lengths.  Each is in a block of exactly its size, so that the address
 * sanitizer sees an access past its end.
 */
#include <stdlib.h>
#include "table_test.h"
#include "tap.h"
#include "r600/pm4_r600.h"
#include "streams.h"

enum { VERSION = 4, CHIP = 8, RING = 24, FLAGS = 28, IB_DW = 32, NRELOC = 36, NBO = 40,
       RESERVED = 44, BO0 = 48, RELOC0 = 96, IB0 = 128, SIZE = 140 };

static void put32(u8 *p, u32 v)
{
	memcpy(p, &v, 4);
}

/* Two buffers, two relocations, three dwords. */
static void good_file(u8 *p)
{
	u64 size = (1 << 20) + 1;

	memset(p, 0, SIZE);
	memcpy(p, "R6CS", 4);
	put32(p + VERSION, 1);
	memcpy(p + CHIP, "RV710", 5);
	put32(p + FLAGS, 1);
	put32(p + IB_DW, 3);
	put32(p + NRELOC, 2);
	put32(p + NBO, 2);
	memcpy(p + BO0, &size, 8);
	put32(p + BO0 + 24, 4096);
	put32(p + BO0 + 24 + 12, 3);
	put32(p + RELOC0, 1);
	put32(p + IB0, 0x80000000);
	put32(p + IB0 + 8, 0x1234);
}

static void test_good(void)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	u8 file[SIZE];
	bool good;

	good_file(file);
	good = stream_parse(file, SIZE, &cs, error) && cs.known;
	good = good && cs.card.front == &r600_front && cs.card.chip == PM4_RV710;
	good = good && cs.card.pipes == 2 && cs.card.banks == 4 && cs.card.group_bytes == 256;
	good = good && cs.in.ib_dw == 3 && cs.in.ib[2] == 0x1234 && cs.in.flags == PM4_KEEP_TILING;
	good = good && cs.in.nbuffers == 2 && cs.in.buffers[0].size == 4096 &&
	       cs.in.buffers[0].tiling == 3 && cs.in.buffers[1].size == (1 << 20) + 1;
	good = good && cs.addrs[1] == 1 << 20 && cs.addrs[0] == 3 << 20 &&
	       cs.in.buffers[0].align == 1 << 20;
	tap_ok(good, "a good file: chip, buffers at multiples of 1 MiB that do not meet, dwords");
	r6cs_free(&cs);
}

static void test_truncated(void)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	u8 file[SIZE + 1];
	int n, bad = 0;

	good_file(file);
	file[SIZE] = 0;
	for (n = 0; n < SIZE; n++) {
		bad += stream_parse(file, n, &cs, error) || strncmp(error, "truncated: ", 11);
		r6cs_free(&cs);
	}
	tap_ok(!bad, "every truncation is refused as such");
	bad = stream_parse(file, SIZE + 1, &cs, error) || !strstr(error, "1 bytes too many");
	r6cs_free(&cs);
	tap_ok(!bad, "bytes after the stream are refused");
}

static void lie(int at, u32 value, const char *want, const char *what)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	u8 file[SIZE];
	bool taken;

	good_file(file);
	put32(file + at, value);
	taken = stream_parse(file, SIZE, &cs, error);
	r6cs_free(&cs);
	tap_ok(!taken && strstr(error, want), "%s: %s", what, error);
}

/* A second buffer that fits into the address space, but not after the first. */
static void test_no_room(void)
{
	char error[R6CS_ERROR];
	u64 size = (1ull << 40) - (1 << 20);
	struct r6cs cs;
	u8 file[SIZE];
	bool taken;

	good_file(file);
	memcpy(file + BO0 + 24, &size, 8);
	taken = stream_parse(file, SIZE, &cs, error);
	r6cs_free(&cs);
	tap_ok(!taken && strstr(error, "buffer 1: size"), "no room after the first buffer: %s", error);
}

static void test_foreign(void)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	u8 file[SIZE];
	bool good;

	good_file(file);
	memcpy(file + CHIP, "BONAIRE", 7);
	good = stream_parse(file, SIZE, &cs, error) && !cs.known && cs.in.ib_dw == 3;
	r6cs_free(&cs);
	good_file(file);
	put32(file + RING, 3);
	good = good && stream_parse(file, SIZE, &cs, error) && !cs.known;
	r6cs_free(&cs);
	tap_ok(good, "another chip or ring is read, and not taken for one of ours");
}

/* Any byte of the file with any value: no crash, and a result. */
static void test_any_byte(void)
{
	static const u8 bytes[] = { 0, 1, 0x7f, 0x80, 0xff };
	char error[R6CS_ERROR];
	u8 file[SIZE];
	unsigned int i, j, bad = 0;
	struct r6cs cs;

	for (i = 0; i < SIZE; i++)
		for (j = 0; j < ARRAY_SIZE(bytes); j++) {
			good_file(file);
			file[i] = bytes[j];
			if (!stream_parse(file, SIZE, &cs, error))
				bad += !strcmp(error, "(none)");
			r6cs_free(&cs);
		}
	tap_ok(!bad, "any byte set to anything gives a stream or a reason");
}

void test_r6cs(void)
{
	test_good();
	test_truncated();
	lie(0, 0x12345678, "does not begin with R6CS", "magic");
	lie(VERSION, 2, "version 2", "version");
	lie(RESERVED, 1, "reserved", "reserved word");
	lie(IB_DW, 0xffffffff, "truncated", "too many dwords");
	lie(NRELOC, 0xffffffff, "truncated", "too many relocations");
	lie(NBO, 0xffffffff, "truncated", "too many buffers");
	lie(RELOC0, 2, "relocation 0 names buffer 2 of 2", "relocation of no buffer");
	lie(BO0 + 4, 0xffffffff, "buffer 0: size", "buffer larger than the address space");
	test_no_room();
	test_foreign();
	test_any_byte();
}
