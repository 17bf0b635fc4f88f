// SPDX-License-Identifier: GPL-2.0
/*
 * Images truncated at each length, and with each byte changed: parser, interpreter and
 * disassembler get memory of exactly their size, and succeed or fail with an error message.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "rig.h"
#include "../../ring/atom/tool/atom_tool.h"

#define TABLES	6

static u32 no_read(void *priv, enum rcp_atom_space space, u32 index)
{
	return index * 0x9e3779b1u ^ space;
}

static void no_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
}

static void no_delay(void *priv, u32 us)
{
}

static const struct rcp_atom_ops ops = {
	.read = no_read, .write = no_write, .delay = no_delay,
};

static struct {
	u32 parsed, ended, sentences;
} total;

/* An error message fits, is one line, and begins with a word or a number. */
static bool is_sentence(const struct rcp_atom_why *why)
{
	size_t n = strlen(why->text);

	total.sentences++;
	if (n > 10 && n < sizeof(why->text) - 1 && !strchr(why->text, '\n'))
		return true;
	tap_note("no sentence: '%s'", why->text);
	return false;
}

static bool survives(const u8 *made, u32 size)
{
	u8 *bytes = malloc(size ? size : 1);
	struct rcp_atom_image image;
	struct rcp_atom_firmware firmware;
	struct rcp_atom_rom rom;
	struct rcp_atom_why why = { };
	bool good = true;
	char text[32];

	if (!bytes)
		return false;
	memcpy(bytes, made, size);
	if (!rcp_atom_rom(bytes, size, &rom, &why))
		good &= is_sentence(&why);
	why.text[0] = 0;
	if (!rcp_atom_parse(&image, bytes, size, &why)) {
		good &= is_sentence(&why);
		free(bytes);
		return good;
	}
	total.parsed++;
	rcp_atom_message(&image, text, sizeof(text));
	if (!rcp_atom_firmware(&image, &firmware, &why))
		good &= is_sentence(&why);
	rcp_atom_scratch_bytes(&image, NULL);
	for (u32 i = 0; i < TABLES; i++) {
		static struct rcp_atom atom;
		static u32 scratch[16];

		memset(&atom, 0, sizeof(atom));
		atom.image = &image;
		atom.ops = &ops;
		atom.scratch = scratch;
		atom.scratch_dw = 16;
		atom.max_steps = 300;
		if (rcp_atom_run(&atom, i, NULL, 0))
			total.ended++;
		else
			good &= is_sentence(&atom.why);
		if (atom.notes)
			good &= is_sentence(&atom.note);
		why.text[0] = 0;
		if (!atom_code_is_good(&image, i, &why))
			good &= is_sentence(&why);
	}
	free(bytes);
	return good;
}

/* End of the last table; zeros and the checksum follow. */
static u32 used(const u8 *bytes, u32 size)
{
	size--;
	while (size && !bytes[size - 1])
		size--;
	return size;
}

void cut_tests(void)
{
	static u8 made[0x10000];
	u32 n, size, bad = 0;

	size = diff_image(made, 2);
	n = used(made, size);
	for (u32 i = 0; i <= n && bad < 5; i++)
		bad += !survives(made, i);
	tap_ok(!bad && total.parsed > 500 && total.sentences > 5000,
	       "an image cut at each of its %u bytes: %u could be read, %u runs ended, %u sentences", n,
	       total.parsed, total.ended, total.sentences);
	memset(&total, 0, sizeof(total));
	for (u32 i = 0; i < n && bad < 5; i++) {
		static const u8 flips[] = { 0x01, 0x80, 0xff };
		u8 was = made[i];

		made[i] ^= flips[i % 3];
		bad += !survives(made, size);
		made[i] = (u8)(i & 1 ? 0 : 0xff);
		bad += !survives(made, size);
		made[i] = was;
	}
	tap_ok(!bad && total.ended > 1000 && total.sentences > 1000,
	       "each byte broken, two ways: %u could be read, %u runs ended, %u sentences",
	       total.parsed, total.ended, total.sentences);
	bad = 0;
	for (u32 seed = 10; seed < 60 && bad < 5; seed++) {
		size = diff_image(made, seed);
		for (u32 i = seed; i < size && bad < 5; i += 199)
			bad += !survives(made, i);
	}
	tap_ok(!bad, "other images, cut here and there");
}
