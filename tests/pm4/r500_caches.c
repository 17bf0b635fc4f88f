// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of the caches of colour and depth: draws, flushes, and registers that change in any order.
 * Every surface has room, so the checker must refuse exactly the streams in which the oracle sees
 * lines that move.
 */
#include <string.h>
#include "random.h"
#include "r500_scene.h"
#include "tap.h"

#define STREAMS	20000u
#define STEPS	24u

static u64 state = RANDOM_START;

static u32 below(u32 limit)
{
	return random_below(&state, limit);
}

#define PICK(...) pick((const u32[]){ __VA_ARGS__ }, sizeof((const u32[]){ __VA_ARGS__ }) / 4)

static u32 pick(const u32 *values, u32 count)
{
	return values[below(count)];
}

static void flush_color(struct scene *s)
{
	reg(s, 0x4e4c, PICK(0, 2, 3, 8, 10, 10, 10, 11, 14, 15));
}

static void flush_depth(struct scene *s)
{
	reg(s, 0x4f18, PICK(0, 1, 2, 3, 3, 3));
}

/* What a draw uses. */
static void use(struct scene *s)
{
	switch (below(9)) {
	case 0:
	case 1:
		reg(s, 0x4f00, PICK(0, 0, 1, 2, 4, 6));
		break;
	case 2:
		reg(s, 0x4f1c, PICK(0, 0, 0x20));
		break;
	case 3:
	case 4:
		reg(s, 0x4e0c, PICK(0, 0, 15));
		break;
	case 5:
		reg(s, 0x4e04, PICK(0, 4));
		break;
	case 6:
		reg(s, 0x4e18, PICK(0, 0x504));
		break;
	case 7:
		reg(s, 0x46a8, PICK(0, 15));
		break;
	default:
		reg(s, 0x43e4, PICK(63 << 13 | 63, 31 << 13 | 15));
	}
}

/* Where its lines are. */
static void move(struct scene *s)
{
	u32 n;

	switch (below(12)) {
	case 0:
		reg(s, 0x4020, PICK(0, 0, 1));
		break;
	case 1:
		reg(s, 0x4e00, PICK(1 << 14, 1 << 14 | 1 << 5));
		break;
	case 2:
	case 3:
		address(s, 0x4e28 + 4 * below(4), 0, PICK(B_COLOR, B_SPARE));
		break;
	case 4:
		reg(s, 0x4e38 + 4 * below(4), 6 << 21 | 64);
		break;
	case 5:
		dw(s, 3 << 16 | 0x4e38 / 4);
		for (n = 0; n < 4; n++)
			dw(s, 6 << 21 | PICK(64, 128));
		break;
	case 6:
		address(s, 0x4e80, 0, B_SPARE);
		break;
	case 7:
		reg(s, 0x4e84, 64);
		break;
	case 8:
		reg(s, 0x4e88, PICK(0, 0, 1));
		break;
	case 9:
		address(s, 0x4f20, 0, PICK(B_DEPTH, B_SPARE));
		break;
	case 10:
		reg(s, 0x4f24, PICK(64, 128));
		break;
	default:
		/* With a flush in the same packet. */
		dw(s, 2 << 16 | 0x4f10 / 4);
		dw(s, PICK(0, 2));
		dw(s, 0);
		dw(s, PICK(0, 1, 3));
	}
}

static void step(struct scene *s)
{
	switch (below(8)) {
	case 0:
	case 1:
		draw_list(s, 3);
		break;
	case 2:
		flush_color(s);
		break;
	case 3:
		flush_depth(s);
		break;
	case 4:
		empty_caches(s);
		break;
	case 5:
	case 6:
		use(s);
		break;
	default:
		move(s);
	}
}

static void begin(struct scene *s, u32 chip)
{
	u32 n;

	scene_begin(s, chip);
	for (n = 0; n < SCENE_BUFFERS; n++)
		s->buffers[n].size = 1 << 20;
	for (n = 1; n < 4; n++) {
		address(s, 0x4e28 + 4 * n, 0, B_COLOR);
		reg(s, 0x4e38 + 4 * n, 6 << 21 | 64);
	}
	address(s, 0x4e80, 0, B_SPARE);
	reg(s, 0x4e84, 64);
}

/* The stream ends after the packet that is refused, and its relocation: nothing else changes. */
static bool same_if_cut(struct scene *s, const struct pm4_verdict *v)
{
	u32 n = s->n;
	const struct answer *a;

	s->n = v->header + (s->ib[v->header] >> 16 & 0x3fff) + 2;
	if (s->n < n && s->ib[s->n] == 0xc0001000)
		s->n += 2;
	a = ask(s);
	s->n = n;
	return a->refused && a->verdict.code == v->code && a->verdict.dword == v->dword;
}

static bool fits(struct scene *s, const struct answer *a)
{
	struct pm4_verdict v = a->verdict;

	if (!a->refused)
		return !a->faults;
	return v.code == PM4_CODE_NOT_FLUSHED && a->faults &&
	       strstr(a->fault, "moves dirty lines") && same_if_cut(s, &v);
}

/* The sentence of a refusal names the writes that are missing. */
static void test_sentence(u32 flush, u32 value, u32 moved, const char *text)
{
	static struct scene s;
	const struct answer *a;

	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	if (flush)
		reg(&s, flush, value);
	reg(&s, moved, 0);
	a = ask(&s);
	if (!tap_ok(a->refused && strstr(a->text, text), "says: %s", text))
		tap_note("%s", a->text);
}

void test_caches(void)
{
	static struct scene s;
	const struct answer *a;
	u32 n, k, refused = 0, wrong = 0;

	for (n = 0; n < STREAMS; n++) {
		begin(&s, n % R500_CHIPS);
		for (k = below(STEPS); k--; )
			step(&s);
		a = ask(&s);
		refused += a->refused;
		if (fits(&s, a) || wrong++)
			continue;
		tap_note("stream %u: %s%s%s", n, a->refused ? a->text : "accepted", a->faults ? "; " : "",
			 a->faults ? a->fault : "");
	}
	tap_ok(!wrong, "lines move in %u of %u random streams, and checker and oracle agree on each",
	       refused, STREAMS);
	test_sentence(0, 0, 0x4020,
		      "GB_AA_CONFIG: the cache of colour and that of depth may hold lines of a draw: first write 0xa to RB3D_DSTCACHE_CTLSTAT and 0x3 to ZB_ZCACHE_CTLSTAT");
	test_sentence(0x4f18, 3, 0x4020,
		      "GB_AA_CONFIG: the cache of colour may hold lines of a draw: first write 0xa to RB3D_DSTCACHE_CTLSTAT");
	test_sentence(0, 0, 0x4f10,
		      "ZB_FORMAT: the cache of depth may hold lines of a draw: first write 0x3 to ZB_ZCACHE_CTLSTAT");
	tap_ok(refused > STREAMS / 5 && refused < STREAMS * 4 / 5, "both kinds are frequent");
}
