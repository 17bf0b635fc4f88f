// SPDX-License-Identifier: GPL-2.0
/*
 * Placeholder microcode and the check of its upload.
 *
 * The card needs no real microcode, so none is shipped.  Each placeholder word
 * encodes its store and its index; the check reports the first word that an
 * upload loses, repeats, swaps or byte-swaps.
 *
 * Other microcode of the right size, such as the real one, is accepted: the report notes that its
 * content is not known.  An upload that mixes it with placeholder words, also words of another
 * store or file, or byte-swapped ones, is wrong, and so is one whose words are all equal.
 */
#include "model_int.h"

const char * const ucode_name[MODEL_UCODES] = { "PFP", "ME", "RLC" };

u32 model_ucode_words(const struct model_chip *chip, enum model_ucode kind)
{
	return chip->gen->ucode_words(chip, kind);
}

void model_ucode_file(const struct model_chip *chip, enum model_ucode kind, char name[MODEL_UCODE_NAME])
{
	chip->gen->ucode_file(chip, kind, name);
}

/* The tag is the file's, because chips share files. */
u32 model_ucode_word(const struct model_chip *chip, enum model_ucode kind, u32 index)
{
	char name[MODEL_UCODE_NAME];
	u32 tag = 0;

	model_ucode_file(chip, kind, name);
	for (const char *p = name; *p; p++)
		tag = (tag * 33 + (u8)*p) & 0xff;
	return 0xa0000000u | (u32)(kind + 1) << 24 | tag << 16 | index;
}

/* Test for two words in a row of any placeholder file. */
static bool are_placeholders(u32 first, u32 second)
{
	u32 kind = (first >> 24 & 0xf) - 1;

	return first >> 28 == 0xa && kind < MODEL_UCODES && second == first + 1;
}

/* Returns whether the word is wrong. */
static bool is_wrong(struct model *m, enum model_ucode kind, u32 value)
{
	struct ucode_store *s = &m->cp.ucode[kind];
	u32 last = s->last;

	if (!s->addr)
		s->first = value;
	s->varied |= value != s->first;
	s->last = value;
	if (value == model_ucode_word(m->chip, kind, s->addr)) {
		s->placed++;
		return s->strange;
	}
	s->strange++;
	return s->placed || (s->addr && (are_placeholders(last, value) ||
		are_placeholders(__builtin_bswap32(last), __builtin_bswap32(value))));
}

/* A write to the address register. */
void ucode_seek(struct model *m, enum model_ucode kind, u32 addr)
{
	m->cp.ucode[kind].addr = addr;
}

/* The same, of a store that counts by itself: an upload starts over. */
void ucode_start(struct model *m, enum model_ucode kind, u32 addr)
{
	ucode_seek(m, kind, addr);
	if (addr)
		violation(m, "ucode-order", "%s microcode address set to %u; an upload starts at 0",
			  ucode_name[kind], addr);
}

/* A write to the data register. */
void ucode_write(struct model *m, enum model_ucode kind, u32 value)
{
	struct ucode_store *s = &m->cp.ucode[kind];
	const char *locked = m->chip->gen->ucode_locked(m, kind);
	u32 words = model_ucode_words(m->chip, kind);

	if (locked) {
		violation(m, "ucode-while-running", "%s microcode was written %s", ucode_name[kind], locked);
		return;
	}
	if (s->addr == 0) {
		s->words = 0;
		s->complete = false;
		s->wrong = false;
		s->placed = s->strange = 0;
		s->varied = false;
	}
	if (s->addr != s->words || s->addr >= words) {
		if (!s->wrong)
			violation(m, "ucode-order",
				  "%s microcode word %u arrived when word %u of %u was due",
				  ucode_name[kind], s->addr, s->words, words);
		s->wrong = true;
		s->complete = false;
		s->addr++;
		return;
	}
	if (is_wrong(m, kind, value)) {
		u32 want = model_ucode_word(m->chip, kind, s->addr);

		if (!s->wrong)
			violation(m, "ucode-content",
				  "%s microcode word %u is 0x%08x, the placeholder file holds 0x%08x (big-endian)%s",
				  ucode_name[kind], s->addr, value, want,
				  __builtin_bswap32(value) == want ? ": it was not converted from big-endian" : "");
		s->wrong = true;
	}
	s->words++;
	s->addr++;
	if (s->words == words && !s->varied) {
		violation(m, "ucode-content", "each word of the %s microcode is 0x%08x", ucode_name[kind], value);
		s->wrong = true;
	}
	s->complete = s->words == words && !s->wrong;
	if (s->complete && s->strange && m->report)
		fprintf(m->report, "note the content of the %s microcode is not known\n", ucode_name[kind]);
}

bool ucode_ready(struct model *m, enum model_ucode kind)
{
	return m->cp.ucode[kind].complete;
}
