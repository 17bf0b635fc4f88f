// SPDX-License-Identifier: GPL-2.0
/*
 * si-fuzz: the reader of recorded streams with a map, and the checker of Southern Islands.
 *
 * - No file makes the reader or the checker access memory past its end.
 * - What the checker accepts, radeon's parser accepts, but COND_WRITE to memory.
 * - A refusal has a sentence, and its dword is in its stream.
 * - A map only adds refusals.
 * - The oracle finds no fault in an accepted stream, with some seeds.
 * - The verdict does not depend on the streams before.
 */
#include <stdlib.h>
#include "si_scene.h"
#include "pm4_decode.h"
#include "tool/tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct pm4_checker *used[SI_CHIPS];

#define SEEDS	4u	/* runs of the oracle */

#define FINDING(...) (fprintf(stderr, "FINDING: " __VA_ARGS__), fputc('\n', stderr), abort())

static struct pm4_checker *checker(const struct pm4_card *card)
{
	struct pm4_checker *ck = malloc(pm4_checker_size(&si_front));

	if (!ck)
		abort();
	pm4_checker_init(ck, card);
	return ck;
}

/* The fault of radeon's parser: it refuses COND_WRITE to some memory. */
static bool has_cond_write(const struct pm4_input *in)
{
	u32 p;

	for (p = 0; p < in->ib_dw; p += in->ib[p] >> 30 == 3 ? (in->ib[p] >> 16 & 0x3fff) + 2 : 1)
		if (in->ib[p] >> 30 == 3 && (in->ib[p] >> 8 & 0xff) == PM4_OP_COND_WRITE)
			return true;
	return false;
}

static int check(struct pm4_checker *ck, const struct pm4_input *in, struct pm4_verdict *v)
{
	u64 *written = calloc(PM4_BITMAP_WORDS((size_t)in->nbuffers) + 1, sizeof(*written));
	struct pm4_result result;
	int ret;

	if (!written)
		abort();
	ret = pm4_check(ck, in, NULL, 0, written, &result, v);
	free(written);
	return ret;
}

static void judge(const struct pm4_card *card, const struct pm4_input *in)
{
	struct pm4_checker *fresh = checker(card);
	struct pm4_input no_map = *in;
	struct pm4_verdict v, again, without;
	char text[PM4_VERDICT_TEXT];
	u32 dw, notes;
	int ret;

	if (!used[card->chip])
		used[card->chip] = checker(card);
	ret = check(fresh, in, &v);
	if (check(used[card->chip], in, &again) != ret || memcmp(&v, &again, sizeof(v)))
		FINDING("the verdict depends on earlier streams");
	dw = v.ring == PM4_RING_CONST ? in->const_dw : in->ib_dw;
	if (ret && (!pm4_verdict_text(&v, &si_front, card->chip, text, sizeof(text)) ||
		    strstr(text, "refused by rule") || (v.dword != PM4_NO_DWORD && v.dword >= dw)))
		FINDING("refusal without words or place: %s", text);
	no_map.map = NULL;
	if (!ret) {
		pm4_check_notes(fresh, &notes);
		if (notes > 2)
			FINDING("%u notes", notes);
		if (!radeon_takes(in) && !has_cond_write(in))
			FINDING("radeon refuses it");
		if (check(fresh, &no_map, &without))
			FINDING("refused without a map");
		for (dw = 0; dw < SEEDS; dw++)
			if (si_oracle(in, card->backends, dw))
				FINDING("the oracle, seed %u: %s", dw, si_oracle(in, card->backends, dw));
	}
	free(fresh);
}

static void drop(void *ctx, const char *text)
{
	if (strlen(text) >= PM4_DECODE_LINE)
		FINDING("a line that is too long");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char error[R6CS_ERROR];
	struct r6cs cs;

	if (r6cs_parse(data, size, &cs, error) || !cs.known || cs.card.front != &si_front) {
		r6cs_free(&cs);
		return 0;
	}
	if (cs.in.ib_dw && cs.in.ib_dw <= 65536) {
		struct pm4_decoder d = {
			.ib = cs.in.ib, .ib_dw = cs.in.ib_dw, .front = &si_front,
			.chip = cs.card.chip, .ring = cs.in.ring, .map = cs.in.map,
			.nmap = cs.in.nmap, .mark_dw = PM4_NO_DWORD, .fields = size & 1,
			.line = drop,
		};

		judge(&cs.card, &cs.in);
		pm4_decode(&d);
	}
	r6cs_free(&cs);
	return 0;
}
