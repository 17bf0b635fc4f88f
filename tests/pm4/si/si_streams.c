// SPDX-License-Identifier: GPL-2.0
/*
 * The recorded streams: all are accepted, and so few waits are noted.  Mutations of them: what
 * radeon's parser refuses, the checker refuses, but COND_WRITE to memory.  Each mutation is
 * random, from a fixed start.
 */
#include <dirent.h>
#include <stdlib.h>
#include "si_scene.h"
#include "tap.h"
#include "random.h"
#include "pm4_util.h"
#include "streams.h"

#define MUTATIONS	20000u
#define MOST_STREAMS	4096u

static struct r6cs streams[MOST_STREAMS];
static u32 nstreams;

/* Returns 1 if the oracle finds a fault in an accepted stream. */
static u32 has_fault(const struct pm4_input *in, u32 chip, const char *name)
{
	const char *text = find_fault(in, chip, 2);

	if (text)
		tap_note("%s: the oracle: %s", name, text);
	return !!text;
}

/* All streams of a folder. */
static void test_folder(const char *folder, u32 want, u32 want_notes)
{
	u32 found = 0, refused = 0, notes = 0, unread = 0, faults = 0;
	DIR *dir = opendir(folder);
	struct dirent *e;
	char path[512], error[R6CS_ERROR];

	while (dir && (e = readdir(dir))) {
		struct r6cs *cs = &streams[nstreams];
		const struct said *s;

		if (!strstr(e->d_name, ".r6cs"))
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		found++;
		if (nstreams == MOST_STREAMS || !stream_load(path, cs, error)) {
			tap_note("%s: %s", path, nstreams == MOST_STREAMS ? "one too many" : error);
			unread++;
			continue;
		}
		nstreams++;
		s = ask_chip(&cs->in, cs->card.chip);
		if (s->verdict.code)
			tap_note("%s: %s", e->d_name, s->text);
		else
			faults += has_fault(&cs->in, cs->card.chip, e->d_name);
		refused += !!s->verdict.code;
		notes += s->nnotes;
		if (!radeon_takes(&cs->in))
			unread++;
	}
	if (dir)
		closedir(dir);
	tap_ok(found == want && !unread && !refused, "%s: %u streams, %u refused", folder, found, refused);
	tap_ok(notes == want_notes, "%u of them have a note", notes);
	tap_ok(!faults, "the oracle finds a fault in %u of them", faults);
}

static u32 next_random(void)
{
	static u64 state = 0x9e3779b97f4a7c15ull;

	return (u32)(random_next(&state) >> 16);
}

/* Offset of the packet that has dword @at. */
static u32 packet_of(const u32 *ib, u32 dw, u32 at)
{
	u32 p = 0, next = 0;

	while (next <= at && next < dw) {
		p = next;
		next += ib[p] >> 30 == 3 ? (ib[p] >> 16 & 0x3fff) + 2 : 1;
	}
	return p;
}

/* Change a dword of a packet, its opcode, its length, or put another packet in its place. */
static u32 mutate(u32 *ib, u32 dw)
{
	static const u8 ops[] = {
		0x37, 0x40, 0x3b, 0x45, 0x68, 0x69, 0x76, 0x73, 0x24, 0x25, 0x41, 0x3c, 0x46, 0x47, 0x48, 0x22,
		0x23, 0x11, 0x28, 0x1e,
	};
	static const u32 values[] = {
		0, 1, 3, 0xff, 0x100, 0x300, 0x440, 0x3fff, 0x9040, 0xa000, 0xa440, 0x10000, 0x1a000, 0x40000000,
		0x80000000, 0xe0000000, 0xffffffff, 0x213f, 0x200b, 0x3040, 0xa1fc, 0xa2a4,
	};
	u32 at = packet_of(ib, dw, next_random() % dw), n, i;

	switch (next_random() % 6) {
	case 0:
		ib[at] ^= 1u << next_random() % 32;
		return dw;
	case 1:
		ib[at] = (ib[at] & ~0xff00u) | (next_random() & 0xff) << 8;
		return dw;
	case 2:
		ib[at] = (ib[at] & ~0xff00u) | (u32)ops[next_random() % sizeof(ops)] << 8;
		return dw;
	case 3:
		return at + 1;
	case 4:
		n = 1 + next_random() % 9;
		if (at + 1 + n > dw)
			return dw;
		ib[at] = P(ops[next_random() % sizeof(ops)], n);
		for (i = 1; i <= n; i++)
			if (next_random() & 1)
				ib[at + i] = values[next_random() % ARRAY_SIZE(values)];
		return dw;
	}
	if (at + 1 < dw) {
		at += 1 + next_random() % min(dw - at - 1, 6u);
		ib[at] = next_random() & 1 ? values[next_random() % ARRAY_SIZE(values)] :
					     ib[at] ^ 1u << next_random() % 32;
	}
	return dw;
}

/* The only packet that radeon refuses wrongly. */
static bool has_cond_write_to_memory(const u32 *ib, u32 dw)
{
	u32 p;

	for (p = 0; p < dw; p += ib[p] >> 30 == 3 ? (ib[p] >> 16 & 0x3fff) + 2 : 1)
		if (ib[p] >> 30 == 3 && (ib[p] >> 8 & 0xff) == PM4_OP_COND_WRITE && p + 1 < dw &&
		    ib[p + 1] & 0x100)
			return true;
	return false;
}

static void test_mutations(void)
{
	u32 i, wrong = 0, accepted = 0, ours = 0, theirs = 0;

	for (i = 0; nstreams && i < MUTATIONS; i++) {
		struct r6cs *cs = &streams[next_random() % nstreams];
		u32 *ib = malloc(4ull * cs->in.ib_dw), n = next_random() % 4 ? 1 : 3;
		struct pm4_input in = cs->in;
		bool good, radeon;

		memcpy(ib, cs->in.ib, 4ull * cs->in.ib_dw);
		in.ib = ib;
		while (n--)
			in.ib_dw = mutate(ib, in.ib_dw);
		if (next_random() & 1)
			in.map = NULL;
		if (!(next_random() & 7))
			in.ring = PM4_RING_COMPUTE;
		good = !ask_chip(&in, cs->card.chip)->verdict.code;
		radeon = radeon_takes(&in);
		accepted += good;
		if (good)
			wrong += has_fault(&in, cs->card.chip, cs->chip);
		ours += !good && radeon;
		theirs += !good && !radeon;
		if (good && !radeon && !has_cond_write_to_memory(ib, in.ib_dw)) {
			tap_note("mutation %u of %s: radeon refuses it", i, cs->chip);
			wrong++;
		}
		free(ib);
	}
	tap_ok(!wrong && accepted > 1000 && ours > 1000 && theirs > 1000,
	       "%u mutations: %u accepted, %u refused as by radeon, %u refused here only", i, accepted, theirs,
	       ours);
}

void test_streams(void)
{
	test_folder("build/corpus-si", 1956, 3);
	test_folder("build/corpus-si/version1", 230, 1);
	test_mutations();
}
