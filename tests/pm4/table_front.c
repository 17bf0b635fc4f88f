// SPDX-License-Identifier: GPL-2.0
/*
 * The seam of a generation: pm4/ serves a front of which it knows nothing.  The front here has
 * two chips, one window, packets of one kind, and a language of its own.
 */
#include <stdlib.h>
#include "pm4_show.h"
#include "pm4_fronts.h"
#include "table_test.h"
#include "tap.h"

#define WINDOW_BASE	0x100u
#define WINDOW_REGS	4u

static const struct pm4_chip chips[] = { { .name = "T1" }, { .name = "T2" } };

static const struct pm4_field fields[] = { { "LOW", 0, 4, 0, 0 } };

static const struct pm4_reg_row rows[] = {
	{ .name = "T_ONE", .offset = 0x100, .count = 1, .stride = 4, .chips = 3,
	  .cls = PM4_ALLOWED, .nfields = 1 },
	{ .name = "T_TWO", .offset = 0x108, .count = 1, .stride = 4, .chips = 2,
	  .cls = PM4_DENIED, .reason = "no client needs it" },
	/* Outside of the window, so without an index. */
	{ .name = "T_FAR#", .offset = 0x400, .count = 2, .stride = 8, .chips = 1u << 0,
	  .cls = PM4_DENIED, .reason = "far away" },
};

static const u16 window_rows[WINDOW_REGS] = { 1, 0, 2, 0 };

static const struct pm4_window windows[] = {
	{ "T", WINDOW_BASE, WINDOW_BASE + 4 * WINDOW_REGS, window_rows },
};

static const struct pm4_state_reg state_regs[] = {
	{ 0x100, 3, 2, PM4_NEUTRAL_BRINGUP },
	{ 0x100, 3, 1, PM4_NEUTRAL_VALUE },
};

static const u16 state_first[PM4_GROUPS + 1] = { [PM4_GROUPS] = 2 };
static const struct pm4_event events[] = { [2] = { "SECOND", NULL, NULL, 2, PM4_EVENT_PLAIN, 1 } };

static const struct pm4_tables tables = {
	.chips = chips, .nchips = 2, .windows = windows, .nwindows = 1,
	.reg_rows = rows, .nreg_rows = ARRAY_SIZE(rows), .state_regs = state_regs,
	.state_first = state_first, .fields = fields, .nfields = 1,
	.events = events, .nevents = ARRAY_SIZE(events),
};

/* What the operations were called with. */
static struct {
	const struct pm4_input *in;
	u32 inits, checks;
} seen;

static void init(struct pm4_checker *ck, const struct pm4_card *card)
{
	seen.inits += card->chip;
}

static int check(struct pm4_checker *ck, const struct pm4_input *in, struct pm4_patch *patches,
		 u64 *written, struct pm4_result *result, struct pm4_verdict *verdict)
{
	seen.in = in;
	seen.checks++;
	return 0;
}

static u32 neutral(const struct pm4_card *card, const struct pm4_live *reset, u64 null_addr,
		   u32 *out, u32 capacity_dw)
{
	return capacity_dw + card->chip;
}

static int opcode(enum pm4_ring ring, u32 header)
{
	return -1;
}

static bool say_register(struct pm4_text *t, u32 reg)
{
	if (reg == 0x500)
		say(t, "the fifth");
	return reg == 0x500;
}

static bool say_rule(struct pm4_text *t, const struct pm4_verdict *v)
{
	if (v->code == PM4_CODE_NOT_SET)
		say(t, "first set it");
	return v->code == PM4_CODE_NOT_SET;
}

static u32 packet_dw(enum pm4_ring ring, u32 chip, u32 header)
{
	return 3;
}

static void show(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row)
{
	pm4_line_start(w, true);
	say(&w->t, "head %u", header);
	pm4_line_end(w);
	while (w->at < w->end) {
		pm4_line_start(w, false);
		pm4_show_reg(w, 0x100);
		pm4_line_end(w);
	}
}

static const struct pm4_front front = {
	.name = "test", .tables = &tables, .rings = 1u << PM4_RING_GFX, .patches = 2, .patch_dw = 5,
	.slot_words = 2,
	.checker_size = sizeof(struct pm4_checker) + 8, .init = init, .check = check,
	.neutral = neutral, .opcode = opcode, .say_register = say_register, .say_rule = say_rule,
	.packet_dw = packet_dw, .show = show,
};

static void test_lookups(void)
{
	tap_ok(!strcmp(pm4_chip_name(&front, 1), "T2") && !strcmp(pm4_chip_name(&front, 2), "?") &&
	       pm4_chip_find(&front, "T2") == 1 && pm4_chip_find(&front, "RV710") == -1,
	       "chips are those of the front");
	tap_ok(pm4_chip_find(&r600_front, "RV710") == 10 && pm4_chip_find(&r600_front, "T1") == -1,
	       "and of r600");
	tap_ok(pm4_reg_find(&tables, 0, 0x100) == &rows[0] && !pm4_reg_find(&tables, 0, 0x108) &&
	       pm4_reg_find(&tables, 1, 0x108) == &rows[1] && !pm4_reg_find(&tables, 1, 0x10c) &&
	       pm4_reg_find(&tables, 0, 0x408) == &rows[2] && !pm4_reg_find(&tables, 1, 0x408) &&
	       !pm4_reg_find(&tables, 0, 0x404) && !pm4_reg_find(&tables, 0, 0x101),
	       "registers inside and outside of its window, by chip");
	tap_ok(pm4_reg_find_any(&tables, 0, 0x108) == &rows[1] &&
	       !pm4_packet_find_any(&tables, PM4_RING_DMA, 0, 0),
	       "and of the other chip; no packets");
}

static void test_entry(void)
{
	struct pm4_checker *ck = malloc(pm4_checker_size(&front));
	struct pm4_card card = { .front = &front, .chip = 1 };
	const u32 ib[] = { 1, 2, 3 };
	struct pm4_input in = { .ib = ib, .ib_dw = 3 };
	struct pm4_verdict verdict;
	struct pm4_patch patches[8];
	struct pm4_result result;
	u64 written;
	bool good;

	memset(&result, 0xff, sizeof(result));
	pm4_checker_init(ck, &card);
	good = !pm4_check(ck, &in, patches, 8, &written, &result, &verdict);
	tap_ok(good && seen.inits == 1 && seen.checks == 1 && seen.in == &in && !verdict.code &&
	       !result.npatches && verdict.dword == PM4_NO_DWORD,
	       "a stream goes to the front of its checker");
	in.ring = PM4_RING_DMA;
	tap_ok(pm4_check(ck, &in, patches, 8, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_CHIP_RING && seen.checks == 1,
	       "but not one of a ring that the front cannot check");
	in.ring = PM4_RING_GFX;
	in.ib_dw = 0;
	tap_ok(pm4_check(ck, &in, patches, 8, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_EMPTY && seen.checks == 1, "nor an empty one");
	tap_ok(pm4_neutral_emit(&card, NULL, 0, NULL, 7) == 8, "the front writes the preamble");
	free(ck);
}

static void test_patches(void)
{
	struct pm4_front none = { .patches = 0, .patch_dw = 1 };
	u32 ib[] = { 0x61f, 0x10800003, 0x0040003f };
	const u64 addrs[] = { 0x1000, 0xf0000800 };
	const struct pm4_patch patches[] = {
		{ 0 | PM4_PATCH_ADDR_32 << PM4_PATCH_KIND, 1 },
		{ 1 | PM4_PATCH_ADDR_1024 << PM4_PATCH_KIND, 1 },
		{ 2 | PM4_PATCH_ADDR_1024 << PM4_PATCH_KIND, 0 },
	};

	tap_ok(!pm4_patches_max(&front, 2) && pm4_patches_max(&front, 3) == 1 &&
	       pm4_patches_max(&front, 5) == 2 && pm4_patches_max(&front, 14) == 5 &&
	       pm4_patches_max(&front, PM4_MAX_DW) == PM4_MAX_DW / 5 * 2 &&
	       !pm4_patches_max(&none, PM4_MAX_DW),
	       "room for as many patches as packets of the front need");
	pm4_patch_apply(ib, patches, ARRAY_SIZE(patches), addrs);
	tap_ok(ib[0] == 0xf0000e1f && ib[1] == 0x10bc0005 && ib[2] == 0x00400043,
	       "addresses of 32 bits, in bytes and in KiB");
}

static void test_events(void)
{
	tap_ok(pm4_event_find(&tables, 2) == &events[2] && !pm4_event_find(&tables, 1) &&
	       !pm4_event_find(&tables, 3), "as many events as the front has");
}

static void test_live_words(void)
{
	struct pm4_front wide = front;
	struct pm4_footprint fp = { .live_out = { .slots = { [PM4_SLOT_WORDS - 1] = 6 } } };
	struct pm4_live live = { .slots = { 8, [PM4_SLOT_WORDS - 1] = 1 } }, reset;

	wide.slot_words = PM4_SLOT_WORDS;
	tap_ok(!pm4_footprint_apply(&wide, &live, &fp, &reset) && live.slots[0] == 8 &&
	       live.slots[PM4_SLOT_WORDS - 1] == 7, "slots that a stream only leaves, in the last word");
	fp = (struct pm4_footprint){ .live_in = { .groups = 1 } };
	live.groups = 3;
	memset(&reset, 0xff, sizeof(reset));
	tap_ok(pm4_footprint_apply(&wide, &live, &fp, &reset) && reset.groups == 1 && !reset.slots[0] &&
	       !reset.slots[PM4_SLOT_WORDS - 1] && live.slots[0] == 8 && live.groups == 2,
	       "a stream without slots inherits none");
	fp = (struct pm4_footprint){ .live_in = { .slots = { [PM4_SLOT_WORDS - 1] = 5 } } };
	tap_ok(pm4_footprint_apply(&wide, &live, &fp, &reset) && reset.slots[PM4_SLOT_WORDS - 1] == 5 &&
	       live.slots[PM4_SLOT_WORDS - 1] == 2, "slots that a stream only inherits");
}

static void test_live(void)
{
	struct pm4_footprint fp = {
		.live_in = { .slots = { 1, 2, 4 }, .groups = 8 },
		.live_out = { .slots = { 16, 32, 64 }, .groups = 128 },
	};
	struct pm4_live live = { .slots = { 3, 3, 3 }, .groups = 9 }, reset;
	struct pm4_card card = { .front = &front, .chip = 1 };

	tap_ok(pm4_footprint_apply(&front, &live, &fp, &reset) && live.slots[0] == 18 &&
	       live.slots[1] == 33 && live.slots[2] == 3 && live.groups == 129 &&
	       reset.slots[0] == 1 && reset.slots[1] == 2 && reset.groups == 8,
	       "state in as many words as the front has");
	test_live_words();
	pm4_bringup_set(&card, 0x100, 5);
	pm4_bringup_set(&card, 0x108, 6);
	tap_ok(card.bringup[3] == 5 && !card.bringup[0], "bring-up by the front's rows");
	card.chip = 0;
	pm4_bringup_set(&card, 0x100, 7);
	tap_ok(card.bringup[3] == 5, "and by chip");
}

/* Returns true if the verdict has the expected sentence. */
static bool says(struct pm4_verdict v, u32 chip, const char *want)
{
	char text[PM4_VERDICT_TEXT];

	v.header = 0;
	v.draw = PM4_NO_DWORD;
	pm4_verdict_text(&v, &front, chip, text, sizeof(text));
	if (!strcmp(text, want))
		return true;
	tap_note("'%s', not '%s'", text, want);
	return false;
}

static void test_sentences(void)
{
	tap_ok(says((struct pm4_verdict){ .code = PM4_CODE_REGISTER_DENIED, .reg = 0x108 }, 1,
		    "dword 0: header 0x00000000 T_TWO: no client needs it") &&
	       says((struct pm4_verdict){ .code = PM4_CODE_REGISTER_CHIP, .reg = 0x108 }, 0,
		    "dword 0: header 0x00000000 T_TWO: T1 does not have this register"),
	       "names, reasons and chips of the front");
	tap_ok(says((struct pm4_verdict){ .code = PM4_CODE_NOT_SET, .reg = 0x500 }, 0,
		    "dword 0: header 0x00000000 the fifth: first set it"),
	       "words of the front come first");
	tap_ok(says((struct pm4_verdict){ .code = PM4_CODE_SURFACE_SCISSOR }, 0,
		    "dword 0: header 0x00000000: refused by rule 36"),
	       "a rule of another front has no words here");
}

struct lines {
	char text[8][PM4_DECODE_LINE];
	u32 n;
};

static void keep_line(void *ctx, const char *text)
{
	struct lines *l = ctx;

	snprintf(l->text[l->n++ % 8], PM4_DECODE_LINE, "%s", text);
}

static void test_walk(void)
{
	const u32 ib[] = { 7, 0x12, 0x3, 8, 1 };
	struct lines l = { .n = 0 };
	struct pm4_decoder d = {
		.front = &front, .ib = ib, .ib_dw = ARRAY_SIZE(ib), .mark_dw = PM4_NO_DWORD,
		.line = keep_line, .ctx = &l,
	};

	pm4_decode(&d);
	tap_ok(l.n == 6 && !strcmp(l.text[0], "    0  00000007  head 7") &&
	       !strcmp(l.text[1], "    1  00000012      T_ONE = 0x12 LOW=2 other=0x10") &&
	       !strcmp(l.text[3], "    3  00000008  head 8") &&
	       !strcmp(l.text[5], "       (1 dwords are missing)"),
	       "packets of the front's length, shown by the front");
}

void test_front(void)
{
	test_lookups();
	test_entry();
	test_patches();
	test_events();
	test_live();
	test_sentences();
	test_walk();
}
