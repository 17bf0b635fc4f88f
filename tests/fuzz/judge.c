// SPDX-License-Identifier: GPL-2.0
/*
 * Properties of every stream, accepted or not:
 *
 *  - confined: every access of an accepted stream that the oracle finds is inside the
 *    stream's buffers.  The chip is full of another client's state, of which the preamble
 *    has reset only the state that the stream inherits;
 *  - alone: the same after a stream of another client.  The preamble has reset only the
 *    intersection of the state that the other stream left and this stream inherits;
 *  - the stream writes only to buffers that the checker marks as written;
 *  - the patched stream differs from the client's only in relocated dwords, in clamped
 *    vertices and indices, and in levels that are removed because they cannot exist;
 *  - neither the memory after the stream nor earlier checks change the result;
 *  - a stream that ends after the packet at fault is refused for the same reason, and a
 *    stream that ends before that packet is accepted.
 *
 * Buffers are allocated to the byte, so that the sanitizer sees every access past their
 * end.  One thread; the checkers of the chips are kept.
 */
#include <stdlib.h>

#include "judge.h"
#include "pm4_decode.h"
#include "run.h"

struct judge_counts judge_counts;

/* Limits of an input; longer ones only cost time. */
#define JUDGE_MAX_DW 20000u

static struct pm4_checker *checkers[2][R600_CHIPS][R6CS_STRAPS];
static struct oracle *oracle;
static u8 *untouched[R600_CHIPS];

static void *need(void *p)
{
	if (!p)
		abort();
	return p;
}

static struct pm4_checker *checker(const struct r6cs *cs)
{
	struct pm4_card card = oracle_card(cs);
	u32 chip = card.chip;
	struct pm4_checker **ck = &checkers[cs->r5xx][chip][cs->straps];

	if (!*ck) {
		*ck = need(calloc(1, pm4_checker_size(card.front)));
		pm4_checker_init(*ck, &card);
	}
	if (!cs->r5xx && !untouched[chip]) {
		untouched[chip] = need(malloc(ORACLE_REGS));
		oracle_probe(*ck, untouched[chip]);
	}
	return *ck;
}

/**
 * struct outcome - one check
 * @refused: return value of pm4_check()
 * @out: the patched stream
 * @written: the checker's bitmap
 * @result: if accepted
 * @verdict: if not
 */
struct outcome {
	int refused;
	u32 *out;
	u64 *written;
	struct pm4_result result;
	struct pm4_verdict verdict;
};

static void check(const struct r6cs *cs, const u32 *ib, u32 ndw,
		  struct outcome *oc)
{
	struct pm4_input in = {
		.ib = ib, .ib_dw = ndw,
		.buffers = cs->buffers, .nbuffers = cs->nbuffers,
		.ring = cs->ring == 1 ? PM4_RING_DMA : PM4_RING_GFX,
		.flags = oracle_flags(cs),
	};
	struct pm4_checker *ck = checker(cs);
	u32 room = pm4_patches_max(ck->front, ndw), words = PM4_BITMAP_WORDS(cs->nbuffers);
	struct pm4_patch *patches = need(malloc(room * sizeof(*patches) + !room));

	memset(oc, 0, sizeof(*oc));
	oc->out = need(malloc(4ull * ndw + !ndw));
	oc->written = need(malloc(words * sizeof(u64) + !words));
	memset(oc->written, 0xff, words * sizeof(u64));
	oc->refused = pm4_check(ck, &in, patches, room, oc->written,
				&oc->result, &oc->verdict);
	if (!oc->refused) {
		memcpy(oc->out, ib, 4ull * ndw);
		pm4_patch_apply(oc->out, patches, oc->result.npatches, cs->addrs);
	}
	free(patches);
}

static void outcome_free(struct outcome *oc)
{
	free(oc->out);
	free(oc->written);
}

/* The first @ndw dwords in memory of their own. */
static u32 *cut(const struct r6cs *cs, u32 ndw)
{
	u32 *ib = need(malloc(4ull * ndw + !ndw));

	memcpy(ib, cs->ib, 4ull * ndw);
	return ib;
}

static const char *first_fault(const char *when, char *text)
{
	int n = snprintf(text, JUDGE_TEXT, "%s: ", when);

	oracle_text(&oracle->faults[0], text + n, JUDGE_TEXT - (size_t)n);
	return text;
}

static void new_oracle(const struct r6cs *cs, const struct outcome *oc)
{
	oracle_init(oracle, &cs->card);
	if (cs->r5xx)
		oracle_r500_begin(oracle, &cs->card, cs->owns);
	else
		memcpy(oracle->known, untouched[cs->card.chip], ORACLE_REGS);
	oracle_buffers(oracle, cs->buffers, cs->addrs, oc->written, cs->nbuffers);
	oracle->null_addr = ORACLE_NULL_ADDR;
	oracle->null_bytes = ORACLE_NULL_BYTES;
}

static void run(const struct r6cs *cs, const u32 *ib, u32 ndw)
{
	if (cs->r5xx)
		oracle_r500_run(oracle, ib, ndw);
	else
		oracle_run(oracle, ib, ndw);
}

static void neutral(const struct r6cs *cs, const struct pm4_live *reset)
{
	static u32 pm4[R600_PREAMBLE_MAX_DW];
	struct pm4_card card = oracle_card(cs);

	run(cs, pm4, pm4_neutral_emit(&card, reset, ORACLE_NULL_ADDR, pm4,
				      card.front->preamble_max_dw));
}

static const char *confined(const struct r6cs *cs, const struct outcome *oc,
			    char *text)
{
	new_oracle(cs, oc);
	if (cs->ring == 1) {
		oracle_run_dma(oracle, oc->out, cs->ib_dw);
	} else {
		neutral(cs, &oc->result.footprint.live_in);
		if (oracle->nfaults)
			return first_fault("preamble", text);
		run(cs, oc->out, cs->ib_dw);
		if (cs->r5xx)
			oracle_r500_end(oracle);
	}
	judge_counts.draws += oracle->draws;
	judge_counts.ranges += oracle->accesses;
	return oracle->nfaults ? first_fault("accepted", text) : NULL;
}

/*
 * Another client runs the stream's tail with buffers of its own, on the chip
 * that the stream left.
 */
static const char *alone(const struct r6cs *cs, const struct outcome *first,
			 char *text)
{
	struct pm4_live live = first->result.footprint.live_out, reset;
	struct r6cs other = *cs;
	const char *why = NULL;
	struct outcome second;
	u32 at = 0, half, i, *ib;

	half = cs->ib_dw ? cs->ib[cs->ib_dw - 1] * 2654435761u % cs->ib_dw : 0;
	while (at < half)
		at += cs->ib[at] >> 30 == 2 ? 1 :
		      (cs->ib[at] >> 16 & 0x3fff) + 2;
	if (at >= cs->ib_dw || cs->ring == 1)
		return NULL;
	other.addrs = need(calloc(cs->nbuffers + 1, sizeof(*other.addrs)));
	for (i = 0; i < cs->nbuffers; i++)
		other.addrs[i] = cs->addrs[i] + (cs->r5xx ? R6CS_R5XX_END_ADDR : R6CS_END_ADDR);
	ib = need(malloc(4ull * (cs->ib_dw - at)));
	memcpy(ib, cs->ib + at, 4ull * (cs->ib_dw - at));
	check(&other, ib, cs->ib_dw - at, &second);
	if (!second.refused) {
		memset(&reset, 0xff, sizeof(reset));
		new_oracle(cs, first);
		neutral(cs, &reset);
		run(cs, first->out, cs->ib_dw);
		oracle->nfaults = 0;
		oracle_buffers(oracle, other.buffers, other.addrs, second.written,
			       other.nbuffers);
		pm4_footprint_apply(oracle_card(cs).front, &live, &second.result.footprint, &reset);
		neutral(cs, &reset);
		run(cs, second.out, cs->ib_dw - at);
		if (oracle->nfaults)
			why = first_fault("after another client", text);
	}
	outcome_free(&second);
	free(other.addrs);
	free(ib);
	return why;
}

/* The register that dword @i of a stream of R5xx writes, 0 if it writes none. */
static u32 register_of(const struct r6cs *cs, u32 i)
{
	u32 at, n;

	for (at = 0; at < i; at += n) {
		n = cs->ib[at] >> 30 == 2 ? 1 : (cs->ib[at] >> 16 & 0x3fff) + 2;
		if (i < at + n)
			return cs->ib[at] >> 30 == 0 ? 4 * ((cs->ib[at] & 0x1fff) + i - at - 1) : 0;
	}
	return 0;
}

/*
 * R5xx: SC_SCISSOR1 may get narrower, VAP_VF_MAX_VTX_INDX lower, and RB3D_ROPCNTL may lose
 * ROP_ENABLE.
 */
static bool cut_register(const struct r6cs *cs, u32 i, u32 left)
{
	if (!cs->r5xx || left > cs->ib[i])
		return false;
	switch (register_of(cs, i)) {
	case 0x43e4:
		return !((cs->ib[i] ^ left) & ~0x1fffu);
	case 0x2134:
		return true;
	case 0x4e18:
		return (cs->ib[i] ^ left) == 4;
	}
	return false;
}

/* The last value below dword @end that a stream of R5xx, as @out has it, gives a register; or @none */
static u32 last_value(const struct r6cs *cs, const u32 *out, u32 end, u32 reg, u32 none)
{
	u32 at, n, i, to;

	for (at = 0; at < end; at += n) {
		n = cs->ib[at] >> 30 == 2 ? 1 : (cs->ib[at] >> 16 & 0x3fff) + 2;
		for (i = at + 1; cs->ib[at] >> 30 == 0 && i < at + n; i++) {
			to = (cs->ib[at] & 0x1fff) + (cs->ib[at] & 1u << 15 ? 0 : i - at - 1);
			none = 4 * to == reg ? out[i] : none;
		}
	}
	return none;
}

/* R5xx: a draw of which the scissor ends before it begins becomes a NOP. */
static bool dropped_draw(const struct r6cs *cs, const u32 *out, u32 i)
{
	u32 first, last;

	if (!cs->r5xx || cs->ib[i] >> 30 != 3 || out[i] != ((cs->ib[i] & ~0xff00u) | 0x1000))
		return false;
	first = last_value(cs, out, i, 0x43e0, 0);
	last = last_value(cs, out, i, 0x43e4, 0);
	return (first & 0x1fff) > (last & 0x1fff) || (first >> 13 & 0x1fff) > (last >> 13 & 0x1fff);
}

/* Dwords that a relocation may change: those that the naive relocator changes. */
static const char *only_relocated(const struct r6cs *cs,
				  const struct outcome *oc, char *text)
{
	/* Offsets of the array mode in descriptors, CB_COLOR#_INFO and DB_DEPTH_INFO. */
	static const u32 array_modes = 0xf << 3 | 0xf << 8 | 0xf << 15;
	u32 *naive = need(malloc(4ull * cs->ib_dw + !cs->ib_dw));
	const char *why = NULL;
	u32 i;

	r6cs_relocate(cs, naive);
	for (i = 0; !why && cs->ring != 1 && i < cs->ib_dw; i++) {
		if (oc->out[i] == cs->ib[i] || oc->out[i] == naive[i])
			continue;
		/* Array modes from the buffer, when the client asks for it. */
		if (!cs->r5xx && !(cs->flags & PM4_KEEP_TILING) &&
		    !((oc->out[i] ^ naive[i]) & ~array_modes))
			continue;
		if (cut_register(cs, i, oc->out[i]) || dropped_draw(cs, oc->out, i))
			continue;
		snprintf(text, JUDGE_TEXT,
			 "dword %u: 0x%08x became 0x%08x, not 0x%08x", i,
			 cs->ib[i], oc->out[i], naive[i]);
		why = text;
	}
	free(naive);
	return why;
}

static bool same_verdict(const struct outcome *a, const struct outcome *b)
{
	return a->refused == b->refused && a->verdict.code == b->verdict.code &&
	       a->verdict.dword == b->verdict.dword && a->verdict.header == b->verdict.header;
}

static bool same(const struct r6cs *cs, const struct outcome *a, const struct outcome *b)
{
	if (!same_verdict(a, b))
		return false;
	if (a->refused)
		return true;
	return a->result.npatches == b->result.npatches &&
	       !memcmp(a->out, b->out, 4ull * cs->ib_dw) &&
	       !memcmp(a->written, b->written,
		       PM4_BITMAP_WORDS(cs->nbuffers) * sizeof(u64)) &&
	       !memcmp(&a->result.footprint, &b->result.footprint,
		       sizeof(a->result.footprint));
}

static const char *independent(const struct r6cs *cs, const struct outcome *oc,
			       char *text)
{
	u32 *ib = need(malloc(4ull * (cs->ib_dw + 64)));
	struct outcome again;
	const char *why = NULL;
	u32 i;

	memcpy(ib, cs->ib, 4ull * cs->ib_dw);
	for (i = 0; i < 64; i++)
		ib[cs->ib_dw + i] = 0xc0001000;
	check(cs, ib, cs->ib_dw, &again);
	if (!same(cs, oc, &again)) {
		snprintf(text, JUDGE_TEXT,
			 "second check with other dwords after it: code %u at %u, then %u at %u",
			 oc->verdict.code, oc->verdict.dword,
			 again.verdict.code, again.verdict.dword);
		why = text;
	}
	outcome_free(&again);
	free(ib);
	return why;
}

/* The check of the first @ndw dwords alone. */
static void check_cut(const struct r6cs *cs, u32 ndw, struct outcome *oc)
{
	u32 *ib = cut(cs, ndw);

	check(cs, ib, ndw, oc);
	outcome_free(oc);
	free(ib);
}

/* The packet at which the check ended; the verdict on a draw may name an earlier register. */
static u32 at_fault(const struct pm4_verdict *v)
{
	return v->draw == PM4_NO_DWORD ? v->header : v->draw;
}

/* End of the packet at @at and of the relocations after it. */
static u32 packet_end(const struct r6cs *cs, u32 at)
{
	u32 n = cs->ib[at] >> 30 == 2 ? 1 : (cs->ib[at] >> 16 & 0x3fff) + 2;

	if (n > cs->ib_dw - at)
		return cs->ib_dw;
	for (at += n; at + 1 < cs->ib_dw && cs->ib[at] >> 1 == 0xc0001000 >> 1;)
		at += 2;
	return at;
}

/*
 * The stream before the packet at fault is accepted, and together with that packet it is
 * refused like the whole stream.
 */
static const char *prefix(const struct r6cs *cs, const struct outcome *oc,
			  char *text)
{
	u32 ndw = at_fault(&oc->verdict);
	struct outcome part;

	if (!oc->refused || ndw >= cs->ib_dw || cs->ring == 1)
		return NULL;
	check_cut(cs, packet_end(cs, ndw), &part);
	if (!same_verdict(oc, &part)) {
		snprintf(text, JUDGE_TEXT,
			 "refused with code %u at %u, but with code %u at %u when cut after that packet",
			 oc->verdict.code, oc->verdict.dword,
			 part.verdict.code, part.verdict.dword);
		return text;
	}
	if (!ndw)
		return NULL;
	check_cut(cs, ndw, &part);
	/* R5xx: a stream that ends here may leave pipes out, a draw without its indices, or full caches. */
	if (!part.refused || part.verdict.code == PM4_CODE_PIPES ||
	    part.verdict.code == PM4_CODE_INDEX_MISSING ||
	    part.verdict.code == PM4_CODE_NOT_FLUSHED)
		return NULL;
	snprintf(text, JUDGE_TEXT,
		 "refused with code %u at %u, but the stream before packet %u already with code %u at %u",
		 oc->verdict.code, oc->verdict.dword, ndw,
		 part.verdict.code, part.verdict.dword);
	return text;
}

static const char *sentence(const struct r6cs *cs, const struct outcome *oc,
			    char *text)
{
	char words[PM4_VERDICT_TEXT];
	size_t n;

	if (!oc->refused)
		return NULL;
	memset(words, 0x7f, sizeof(words));
	n = pm4_verdict_text(&oc->verdict, oracle_card(cs).front, cs->card.chip, words,
			     sizeof(words));
	if (oc->verdict.code && n > 8 && n < sizeof(words) && !words[n])
		return NULL;
	snprintf(text, JUDGE_TEXT, "code %u has a sentence of %zu bytes",
		 oc->verdict.code, n);
	return text;
}

/**
 * struct reading - output of the decoder
 * @lines: number of lines
 * @longest: length of the longest line
 */
struct reading {
	u64 lines;
	size_t longest;
};

static void read_line(void *ctx, const char *line)
{
	struct reading *r = ctx;
	size_t n = strlen(line);

	r->lines++;
	if (n > r->longest)
		r->longest = n;
}

/* The decoder accepts any dwords and prints a few lines about each. */
static const char *decoded(const struct r6cs *cs, const u32 *ib,
			   const struct outcome *oc, char *text)
{
	struct reading r = { 0 };
	struct pm4_decoder d = {
		.front = oracle_card(cs).front,
		.ib = ib, .ib_dw = cs->ib_dw, .chip = cs->card.chip,
		.ring = cs->ring == 1 ? PM4_RING_DMA : PM4_RING_GFX,
		.buffers = cs->buffers, .nbuffers = cs->nbuffers,
		.mark_dw = oc->refused ? oc->verdict.dword : PM4_NO_DWORD,
		.mark = "here", .line = read_line, .ctx = &r,
	};

	pm4_decode(&d);
	if (r.longest < PM4_DECODE_LINE && r.lines <= 4ull * cs->ib_dw + 4)
		return NULL;
	snprintf(text, JUDGE_TEXT, "decoder: %llu lines for %u dwords, the longest has %zu bytes",
		 (unsigned long long)r.lines, cs->ib_dw, r.longest);
	return text;
}

static const char *judge(const struct r6cs *cs, u32 often, char *text)
{
	u32 *ib = cut(cs, cs->ib_dw);
	const char *why = NULL;
	struct outcome oc;

	check(cs, ib, cs->ib_dw, &oc);
	judge_counts.streams++;
	if (!oc.refused) {
		judge_counts.accepted++;
		why = confined(cs, &oc, text);
		if (!why)
			why = only_relocated(cs, &oc, text);
		if (!why && !(often & 3))
			why = alone(cs, &oc, text);
	} else {
		why = sentence(cs, &oc, text);
	}
	if (!why && !(often & 3))
		why = independent(cs, &oc, text);
	if (!why && !(often & 7))
		why = prefix(cs, &oc, text);
	if (!why && !(often & 15))
		why = decoded(cs, ib, &oc, text);
	outcome_free(&oc);
	free(ib);
	return why;
}

/**
 * judge_stream() - judge one .r6cs file by all properties
 * @data: the file
 * @size: length of the file
 * @text: JUDGE_TEXT bytes, receive the answer
 *
 * Return: NULL, or the violated property.  NULL for a file that is no stream.
 */
const char *judge_stream(const uint8_t *data, size_t size, char *text)
{
	const char *why = NULL;
	struct r6cs cs;
	u32 often = 0;
	size_t i;

	if (!oracle)
		oracle = need(malloc(sizeof(*oracle)));
	for (i = size > 64 ? size - 64 : 0; i < size; i++)
		often = often * 31 + data[i];
	often ^= (u32)size;
	if (!r6cs_parse(&cs, data, size) && cs.ib_dw <= JUDGE_MAX_DW &&
	    cs.ring < 2)
		why = judge(&cs, often, text);
	r6cs_free(&cs);
	return why;
}

/* Only the verdict on a file; false if it is no stream. */
static bool verdict_of(const uint8_t *data, size_t size, struct outcome *oc)
{
	struct r6cs cs;
	bool good;

	good = !r6cs_parse(&cs, data, size) && cs.ib_dw &&
	       cs.ib_dw <= JUDGE_MAX_DW && cs.ring < 2;
	if (good) {
		check(&cs, cs.ib, cs.ib_dw, oc);
		outcome_free(oc);
	}
	r6cs_free(&cs);
	return good;
}

/**
 * judge_packet_at_fault() - find the packet for which a stream is refused
 * @data: a .r6cs file
 * @size: length of the file
 *
 * Return: header offset of the packet; ~0 if the stream is accepted, or if the refusal
 * concerns no packet.
 */
uint32_t judge_packet_at_fault(const uint8_t *data, size_t size)
{
	struct outcome oc;

	if (!verdict_of(data, size, &oc) || !oc.refused)
		return ~0u;
	return at_fault(&oc.verdict);
}

/** judge_accepts() - test whether the checker accepts a .r6cs file */
bool judge_accepts(const uint8_t *data, size_t size)
{
	struct outcome oc;

	return verdict_of(data, size, &oc) && !oc.refused;
}
