// SPDX-License-Identifier: GPL-2.0
/*
 * Placeholder microcode and the check of its upload.
 *
 * The card needs no real microcode, so none is shipped.  Each placeholder word
 * encodes its store and its index; the check reports the first word that an
 * upload loses, repeats, swaps or byte-swaps.
 */
#include "model_int.h"

#define R6_PFP_WORDS	576u
#define R6_ME_WORDS	(1792u * 3)
#define R6_RLC_WORDS	768u
#define R7_PFP_WORDS	848u
#define R7_ME_WORDS	1360u
#define R7_RLC_WORDS	1024u

static const char * const kind_name[] = { "PFP", "ME", "RLC" };

u32 model_ucode_words(const struct model_chip *chip, enum model_ucode kind)
{
	static const u32 words[2][MODEL_UCODES] = {
		{ R6_PFP_WORDS, R6_ME_WORDS, R6_RLC_WORDS },
		{ R7_PFP_WORDS, R7_ME_WORDS, R7_RLC_WORDS },
	};

	return words[chip->r7xx][kind];
}

/*
 * The tag is the firmware prefix's, not the chip's: RS880 loads RS780's files
 * and RV740 loads RV730's.  The RLC's files serve a whole generation.
 */
u32 model_ucode_word(const struct model_chip *chip, enum model_ucode kind, u32 index)
{
	u32 tag = 0;

	if (kind == MODEL_UCODE_RLC)
		tag = chip->r7xx ? 0x70 : 0x60;
	else
		for (const char *p = chip->firmware; *p; p++)
			tag = (tag * 33 + (u8)*p) & 0xff;
	return 0xa0000000u | (u32)(kind + 1) << 24 | tag << 16 | index;
}

const char *model_ucode_file(const struct model_chip *chip, enum model_ucode kind)
{
	static _Thread_local char name[32];

	if (kind == MODEL_UCODE_RLC)
		return chip->r7xx ? "R700_rlc.bin" : "R600_rlc.bin";
	snprintf(name, sizeof(name), "%s_%s.bin", chip->firmware,
		 kind == MODEL_UCODE_PFP ? "pfp" : "me");
	return name;
}

static bool store_writable(struct model *m, enum model_ucode kind)
{
	if (kind == MODEL_UCODE_RLC) {
		if (reg_get(m, RLC_CNTL) & RLC_ENABLE) {
			violation(m, "ucode-while-running",
				  "RLC_UCODE_DATA was written while RLC_CNTL.RLC_ENABLE is set; the RLC must be stopped first");
			return false;
		}
		return true;
	}
	if (!(reg_get(m, CP_ME_CNTL) & CP_ME_HALT)) {
		violation(m, "ucode-while-running",
			  "%s microcode was written while CP_ME_CNTL.ME_HALT is clear; the CP must be halted first",
			  kind_name[kind]);
		return false;
	}
	return true;
}

/* A write to the address register: an upload starts over. */
void ucode_seek(struct model *m, enum model_ucode kind, u32 addr)
{
	struct ucode_store *s = &m->cp.ucode[kind];

	s->addr = addr;
	if (kind != MODEL_UCODE_RLC && addr != 0)
		violation(m, "ucode-order", "%s microcode address set to %u; an upload starts at 0",
			  kind_name[kind], addr);
}

/* A write to the data register. */
void ucode_write(struct model *m, enum model_ucode kind, u32 value)
{
	struct ucode_store *s = &m->cp.ucode[kind];
	u32 words = model_ucode_words(m->chip, kind);
	u32 want;

	if (!store_writable(m, kind))
		return;
	if (s->addr == 0) {
		s->words = 0;
		s->complete = false;
		s->wrong = false;
	}
	if (s->addr != s->words || s->addr >= words) {
		if (!s->wrong)
			violation(m, "ucode-order",
				  "%s microcode word %u arrived when word %u of %u was due",
				  kind_name[kind], s->addr, s->words, words);
		s->wrong = true;
		s->complete = false;
		s->addr++;
		return;
	}
	want = model_ucode_word(m->chip, kind, s->addr);
	if (value != want) {
		if (!s->wrong)
			violation(m, "ucode-content",
				  "%s microcode word %u is 0x%08x, the placeholder file holds 0x%08x (big-endian)%s",
				  kind_name[kind], s->addr, value, want,
				  __builtin_bswap32(value) == want ? ": it was not converted from big-endian" : "");
		s->wrong = true;
	}
	s->words++;
	s->addr++;
	s->complete = s->words == words && !s->wrong;
}

bool ucode_ready(struct model *m, enum model_ucode kind)
{
	return m->cp.ucode[kind].complete;
}
