// SPDX-License-Identifier: GPL-2.0
/*
 * The reader of recorded streams: a small file in full, every truncation of it,
 * and files with wrong lengths.  Then the relocator on that file.
 */
#include <stdlib.h>

#include "r6cs.h"
#include "tests.h"

#define HEADER	48
#define BOS	(HEADER + 2 * 24)
#define RELOCS	(BOS + 2 * 16)

/* Two buffers, two relocations, a MEM_WRITE with its relocation. */
static size_t small_file(u8 *data)
{
	static const u32 head[] = { 0, 1, 7, 2, 2, 0 };
	static const u64 sizes[] = { 0x180000, 4096 };
	static const u32 relocs[] = { 1, 2, 2, 0, 0, 4, 0, 0 };
	static const u32 ib[] = { 0xc0033d00, 16, 0, 1, 2, 0xc0001000, 4 };
	const u32 version = 1;

	memset(data, 0, 256);
	memcpy(data, "R6CS", 4);
	memcpy(data + 4, &version, 4);
	strcpy((char *)data + 8, "RV710");
	memcpy(data + 24, head, sizeof(head));
	memcpy(data + HEADER, &sizes[0], 8);
	memcpy(data + HEADER + 24, &sizes[1], 8);
	memcpy(data + BOS, relocs, sizeof(relocs));
	memcpy(data + RELOCS, ib, sizeof(ib));
	return RELOCS + sizeof(ib);
}

static const char *parse(const u8 *data, size_t size)
{
	struct r6cs cs;
	const char *why = r6cs_parse(&cs, data, size);

	r6cs_free(&cs);
	return why;
}

static void patched(const char *what, u32 at, u32 value)
{
	u8 data[256];
	size_t size = small_file(data);

	memcpy(data + at, &value, 4);
	tap_ok(parse(data, size), "refused: %s", what);
}

/* One buffer of 64 GiB, @n relocations of it, no stream. */
static size_t large_file(u8 *data, u32 n)
{
	const u32 head[] = { 0, 1, 0, n, 1, 0 };
	const u64 size = 1ull << 36;

	small_file(data);
	memcpy(data + 24, head, sizeof(head));
	memset(data + HEADER, 0, 24 + 16 * n);
	memcpy(data + HEADER, &size, 8);
	return HEADER + 24 + 16 * n;
}

/** r6cs_tests() - all of the above */
void r6cs_tests(void)
{
	u8 data[256], large[512], *exact;
	size_t size = small_file(data), n;
	u32 refused = 0, out[7];
	struct r6cs cs;

	tap_ok(!r6cs_parse(&cs, data, size), "a small file is read");
	tap_ok(cs.card.chip == PM4_RV710 && cs.card.pipes == 2 && cs.ib_dw == 7 &&
	       cs.nbuffers == 2 && cs.flags == 1, "... with its chip and counts");
	tap_ok(cs.buffers[1].size == 0x180000 && cs.addrs[0] == R6CS_FIRST_ADDR &&
	       cs.addrs[1] == R6CS_FIRST_ADDR + 2 * R6CS_PLACE,
	       "... and its relocations are placed apart");
	r6cs_relocate(&cs, out);
	tap_ok(out[1] == R6CS_FIRST_ADDR + 2 * R6CS_PLACE + 16 && !out[2] && out[6] == 4,
	       "the relocation goes into the packet only");
	r6cs_free(&cs);
	memcpy(large, data, size);
	large[HEADER + 20] = 1;
	large[HEADER + 24 + 20] = 12;
	tap_ok(!r6cs_parse(&cs, large, size) && cs.buffers[1].align == 256 &&
	       cs.addrs[1] == R6CS_FIRST_ADDR + 2 * R6CS_PLACE + 256 &&
	       cs.buffers[0].align == 1 << 19 && cs.addrs[0] == R6CS_FIRST_ADDR + (1 << 19),
	       "smaller alignments, of addresses that have no larger one");
	r6cs_free(&cs);

	for (n = 0; n < size; n++) {
		exact = malloc(n + 1);
		memcpy(exact, data, n);
		refused += !!parse(exact, n);
		free(exact);
	}
	tap_ok(refused == size, "all %zu truncations are refused", size);
	patched("another magic", 0, 0);
	patched("another version", 4, 2);
	patched("another chip", 8, 0x30305952);
	patched("more dwords than there are", 32, 8);
	patched("an absurd number of dwords", 32, ~0u);
	patched("an absurd number of relocations", 36, ~0u);
	patched("an absurd number of buffers", 40, ~0u);
	patched("a relocation of no buffer", BOS, 2);
	patched("an absurd buffer size", HEADER + 4, 0x1000);
	tap_ok(!parse(large, large_file(large, 7)), "seven buffers of 64 GiB");
	tap_ok(parse(large, large_file(large, 8)), "refused: eight of them, past the last address");
}
