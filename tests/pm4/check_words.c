// SPDX-License-Identifier: GPL-2.0
/*
 * The sentences of refusals: for each code, and for each form of its sentence, a refused
 * stream and the whole sentence.
 */
#include <stdlib.h>
#include "check_words.h"

static bool seen[PM4_CODE_COUNT];

/* Test whether a sentence has room for the largest numbers of dwords and buffers. */
static bool has_room(const struct scene *s)
{
	struct pm4_verdict v = s->verdict;
	char text[PM4_VERDICT_TEXT];

	if (v.dword != PM4_NO_DWORD)
		v.dword = PM4_MAX_DW - 1;
	if (v.draw != PM4_NO_DWORD)
		v.draw = PM4_MAX_DW - 1;
	if (v.buffer != PM4_NO_BUFFER) {
		v.buffer = (1 << 30) - 1;
		v.offset = 0xffffffff00;
	}
	return pm4_verdict_text(&v, &r600_front, s->card.chip, text, sizeof(text)) < sizeof(text) - 1;
}

/* Compare a scene's verdict with the code and the sentence. */
void words_compare(const struct scene *s, u32 code, const char *words)
{
	char text[PM4_VERDICT_TEXT];

	scene_text(s, text);
	seen[code] = true;
	if (!tap_ok(s->verdict.code == code && !strcmp(text, words) && has_room(s), "%s: %s",
		    pm4_code_name(s->verdict.code), text))
		tap_note("instead of %s: %s", pm4_code_name(code), words);
}

/* Check a scene, and compare. */
void words_expect(struct scene *s, u32 code, const char *words)
{
	scene_check(s);
	words_compare(s, code, words);
}

/* RV770 with four backends; all buffers have 4096 bytes. */
void words_small(struct scene *s)
{
	u32 i;

	scene_default(s);
	s->card.chip = PM4_RV770;
	s->card.backends = 4;
	for (i = 0; i < SCENE_BUFFERS; i++)
		s->buffers[i].size = 4096;
}

/* A stream without a register: a clear colour is set instead. */
void words_unset(struct scene *s, u32 reg)
{
	u32 i;

	for (i = 0; i + 1 < s->ndw; i++)
		if (s->dw[i] == (0xc0010000u | OP(SET_CONTEXT_REG) << 8) &&
		    s->dw[i + 1] == (reg - PM4_CONTEXT_BASE) / 4)
			s->dw[i + 1] = (R(CB_CLEAR_RED) - PM4_CONTEXT_BASE) / 4;
}

/* A scene with stream-out into one buffer. */
void words_strmout(struct scene *s)
{
	s->strmout_en = 1;
	s->strmout_buffers = 1;
	s->strmout_size = 64;
}

/* Refusals for other reasons than the stream's dwords: its length, its ring, the caller's room. */
static void test_caller_words(struct scene *s)
{
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	struct pm4_input in = { .ib = s->dw, .ib_dw = 14, .ring = PM4_RING_DMA };
	struct pm4_card card = { .front = &r600_front, .chip = PM4_RV670, .pipes = 2, .banks = 4,
				 .group_bytes = 256, .backends = 1 };
	struct pm4_patch patches[8];
	struct pm4_result result;
	u64 written;

	pm4_checker_init(ck, &card);
	scene_default(s);
	s->card = card;
	pm4_check(ck, &in, patches, 8, &written, &result, &s->verdict);
	words_compare(s, CODE(CHIP_RING),
		      "streams of the DMA engine run on R7xx only, not on RV670");
	in.ring = PM4_RING_GFX;
	pm4_check(ck, &in, patches, 7, &written, &result, &s->verdict);
	words_compare(s, CODE(OUTPUT_TOO_SMALL),
		      "the stream needs room for 8 patches, there is room for 7");
	in.ib_dw = PM4_MAX_DW + 1;
	pm4_check(ck, &in, patches, 8, &written, &result, &s->verdict);
	words_compare(s, CODE(TOO_LONG),
		      "the stream has 16777217 dwords, the maximum is 16777216");
	free(ck);
}

/*
 * The sentence for a register that the chip lacks.  A stream cannot cause it while all chips
 * have all registers that packets reach, so the test uses MC_VM_FB_LOCATION.
 */
static void test_chip_words(struct scene *s)
{
	scene_default(s);
	s->verdict = (struct pm4_verdict){
		.code = CODE(REGISTER_CHIP), .dword = 2, .header = 0, .packet = 0xc0016800,
		.reg = 0x2180, .buffer = PM4_NO_BUFFER, .draw = PM4_NO_DWORD,
	};
	words_compare(s, CODE(REGISTER_CHIP),
		      "dword 2: SET_CONFIG_REG MC_VM_FB_LOCATION: RV710 does not have this register");
}

/* Each code has a row above. */
static void test_all_codes(void)
{
	static const struct {
		u32 code;
		const char *reason;
	} silent[] = {
		{ CODE(ACCEPTED), "an accepted stream has no sentence" },
		{ CODE(RESOURCE_DIM), "all values of the field are dimensions" },
	};
	u32 code, i, missing = 0;

	for (i = 0; i < ARRAY_SIZE(silent); i++) {
		tap_ok(!seen[silent[i].code], "%s: %s", pm4_code_name(silent[i].code),
		       silent[i].reason);
		seen[silent[i].code] = true;
	}
	/* From PIPES on they are R5xx's codes. */
	for (code = 0; code < PM4_CODE_PIPES; code++) {
		if (seen[code])
			continue;
		tap_note("no sentence is read of %s", pm4_code_name(code));
		missing++;
	}
	tap_ok(!missing, "the sentence of each code is read");
}

void test_refusals(void)
{
	static struct scene s;

	test_packet_words(&s);
	test_stream_words(&s);
	test_draw_words(&s);
	test_state_words(&s);
	test_caller_words(&s);
	test_chip_words(&s);
	test_all_codes();
}
