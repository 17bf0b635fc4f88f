// SPDX-License-Identifier: GPL-2.0
/*
 * Streams for R5xx, the question to checker and oracle, and the test of a stream that both must
 * refuse.
 */
#include <stdlib.h>
#include "r500.h"
#include "r500_scene.h"
#include "tap.h"

void dw(struct scene *s, u32 value)
{
	if (s->n == SCENE_DW)
		abort();
	s->ib[s->n++] = value;
}

/* The next dword takes the address of a buffer. */
void place(struct scene *s, u32 buffer)
{
	if (s->nrelocs == SCENE_RELOCS)
		abort();
	s->reloc[s->nrelocs] = s->n;
	s->index[s->nrelocs++] = buffer;
}

void reg(struct scene *s, u32 offset, u32 value)
{
	dw(s, offset / 4);
	dw(s, value);
}

void nop(struct scene *s, u32 buffer)
{
	dw(s, 0xc0001000);
	dw(s, 4 * buffer);
}

void address(struct scene *s, u32 offset, u32 value, u32 buffer)
{
	dw(s, offset / 4);
	place(s, buffer);
	dw(s, value);
	nop(s, buffer);
}

void packet(struct scene *s, u32 op, u32 count)
{
	dw(s, 0xc0000000 | (count - 1) << 16 | op << 8);
}

/* To the fragment shader; @index is GA_US_VECTOR_INDEX. */
void upload(struct scene *s, u32 index, const u32 *words, u32 count)
{
	reg(s, 0x4250, index);
	dw(s, (count - 1) << 16 | 0x8000 | 0x4254 / 4);
	while (count--)
		dw(s, *words++);
}

/* One array: size and stride in dwords. */
void arrays(struct scene *s, u32 buffer, u32 offset, u32 size, u32 stride)
{
	packet(s, 0x2f, 3);
	dw(s, 1);
	dw(s, size | stride << 8);
	place(s, buffer);
	dw(s, offset);
	nop(s, buffer);
}

/* Flush and free, of colour and of depth. */
void empty_caches(struct scene *s)
{
	reg(s, 0x4e4c, 0xa);
	reg(s, 0x4f18, 3);
}

void draw_list(struct scene *s, u32 count)
{
	packet(s, 0x34, 1);
	dw(s, 4 | 2 << 4 | count << 16);
}

void draw_data(struct scene *s, u32 count, u32 ndw)
{
	packet(s, 0x35, 1 + ndw);
	dw(s, 4 | 3 << 4 | count << 16);
	while (ndw--)
		dw(s, 0);
}

void draw_indices(struct scene *s, u32 count)
{
	u32 n;

	packet(s, 0x36, 1 + (count + 1) / 2);
	dw(s, 4 | 1 << 4 | count << 16);
	for (n = 0; n < (count + 1) / 2; n++)
		dw(s, 0x00010000);
}

void draw_buffer(struct scene *s, u32 count, u32 offset, u32 ndw)
{
	packet(s, 0x36, 1);
	dw(s, 4 | 1 << 4 | count << 16);
	packet(s, 0x33, 3);
	dw(s, 0x80000000 | 0x2040 / 4);
	place(s, B_INDEX);
	dw(s, offset);
	dw(s, ndw);
	nop(s, B_INDEX);
}

/* The value of the last write of a register by reg() or address(). */
u32 *last(struct scene *s, u32 offset)
{
	u32 at, n, *found = NULL;

	for (at = 0; at < s->n; at += n) {
		n = s->ib[at] >> 30 == 2 ? 1 : (s->ib[at] >> 16 & 0x3fff) + 2;
		if (s->ib[at] == offset / 4)
			found = &s->ib[at + 1];
	}
	if (!found)
		abort();
	return found;
}

void scene_empty(struct scene *s, u32 chip)
{
	static const struct { u8 pipes, backends; } straps[] = {
		{ 1, 1 }, { 4, 1 }, { 1, 2 }, { 4, 1 }, { 2, 1 }, { 3, 1 },
	};
	u32 i;

	memset(s, 0, sizeof(*s));
	s->card = (struct pm4_card){ .front = &r500_front, .chip = chip,
				     .pipes = straps[chip].pipes,
				     .backends = straps[chip].backends };
	s->flags = PM4_KEEP_TILING;
	for (i = 0; i < SCENE_BUFFERS; i++) {
		s->buffers[i] = (struct pm4_buffer){ .size = 65536, .align = 4096, .writable = true };
		s->addrs[i] = 0x1000000 + i * 0x4000000ull;
	}
}

static const u32 fragment[] = { 0x00000105, 0, 0, 0, 0, 0 };

/*
 * 64x64 pixels of 4 bytes, linear, in 16 KiB; depth of 4 bytes; a texture of 64x64 texels of 4
 * bytes; 16 vertices of 16 bytes.
 */
void scene_begin(struct scene *s, u32 chip)
{
	static const u32 vertex[] = { 0x00f00203, 0x00d10001, 0x01248001, 0x01248001 };
	u32 i;

	scene_empty(s, chip);
	for (i = 0; i < 4; i++)
		s->buffers[i].size = 16384;
	s->buffers[B_VERTEX].size = 256;
	s->buffers[B_INDEX].size = 64;
	s->buffers[B_QUERY].size = 16;
	reg(s, 0x43e0, 0);
	reg(s, 0x43e4, 63 << 13 | 63);
	reg(s, 0x43d0, 0xffff);
	reg(s, 0x43e8, 0xffffff);
	reg(s, 0x4020, 0);
	reg(s, 0x4e88, 0);
	reg(s, 0x4e00, 1 << 14);
	address(s, 0x4e28, 0, B_COLOR);
	reg(s, 0x4e38, 6 << 21 | 64);
	reg(s, 0x4e04, 0);
	reg(s, 0x4e0c, 15);
	reg(s, 0x4e18, 0);
	reg(s, 0x4f10, 2);
	address(s, 0x4f20, 0, B_DEPTH);
	reg(s, 0x4f24, 64);
	reg(s, 0x4f1c, 0);
	reg(s, 0x43a4, 0);
	reg(s, 0x4028, 0);
	reg(s, 0x4f00, 6);
	reg(s, 0x4104, 1);
	reg(s, 0x4400, 2 << 3 | 2);
	reg(s, 0x4480, 63 << 11 | 63);
	reg(s, 0x44c0, 12);
	reg(s, 0x4500, 0);
	if (chip == PM4_R520)
		reg(s, 0x4640, 63 << 11 | 63);
	address(s, 0x4540, 0, B_TEXTURE);
	reg(s, 0x4440, 0);
	reg(s, 0x45c0, 0);
	for (i = 1; i < 4; i++)
		reg(s, 0x46a4 + 4 * i, 15);
	reg(s, 0x4600, 2);
	reg(s, 0x4604, 0);
	reg(s, 0x4624, 0);
	reg(s, 0x4630, 0);
	reg(s, 0x4634, 0);
	reg(s, 0x4638, 0);
	upload(s, 0, fragment, 6);
	reg(s, 0x2140, 0);
	reg(s, 0x2090, 1);
	reg(s, 0x2094, 0);
	reg(s, 0x2150, 0x2003);
	reg(s, 0x21e0, 0xf688f688);
	for (i = 0x22d0; i <= 0x22dc; i += 4)
		reg(s, i, 0);
	reg(s, 0x2200, 0);
	dw(s, 3 << 16 | 0x8000 | 0x2208 / 4);
	for (i = 0; i < 4; i++)
		dw(s, vertex[i]);
	reg(s, 0x2080, 0xb0085a);
	reg(s, 0x2288, 0xffff);
	reg(s, 0x208c, 0);
	reg(s, 0x2134, 15);
	reg(s, 0x2138, 0);
	reg(s, 0x20b4, 4);
	arrays(s, B_VERTEX, 0, 4, 4);
}

static void judge(const struct scene *s, const u32 *ib, struct answer *a, const u64 *written)
{
	static struct oracle o;
	u32 owns = (s->flags & PM4_OWNS_HYPERZ ? R5_OWNS_HYPERZ : 0) |
		   (s->flags & PM4_OWNS_CMASK ? R5_OWNS_CMASK : 0);
	static u32 preamble[R500_PREAMBLE_MAX_DW];

	oracle_init(&o, &s->card);
	oracle_buffers(&o, s->buffers, s->addrs, written, SCENE_BUFFERS);
	oracle_r500_begin(&o, &s->card, owns);
	if (!a->refused)
		oracle_r500_run(&o, preamble,
				pm4_neutral_emit(&s->card, &a->result.footprint.live_in, 0, preamble,
						 R500_PREAMBLE_MAX_DW));
	oracle_r500_run(&o, ib, s->n);
	oracle_r500_end(&o);
	a->faults = o.nfaults;
	if (o.nfaults)
		oracle_text(&o.faults[0], a->fault, sizeof(a->fault));
}

static struct pm4_checker *checker[R500_CHIPS];

/* The next question about the chip goes to a new checker. */
void forget(const struct scene *s)
{
	free(checker[s->card.chip]);
	checker[s->card.chip] = NULL;
}

const struct answer *ask(struct scene *s)
{
	static struct answer a;
	struct pm4_checker **ck = &checker[s->card.chip];
	struct pm4_input in = { .ib = s->ib, .ib_dw = s->n, .buffers = s->buffers,
				.nbuffers = SCENE_BUFFERS, .flags = s->flags };
	u32 i;

	if (!*ck) {
		*ck = malloc(pm4_checker_size(&r500_front));
		pm4_checker_init(*ck, &s->card);
	}
	memset(&a, 0, sizeof(a));
	a.refused = pm4_check(*ck, &in, a.patches, pm4_patches_max(&r500_front, s->n), &a.written,
			      &a.result, &a.verdict);
	pm4_verdict_text(&a.verdict, &r500_front, s->card.chip, a.text, sizeof(a.text));
	memcpy(a.out, s->ib, 4 * s->n);
	if (!a.refused) {
		pm4_patch_apply(a.out, a.patches, a.result.npatches, s->addrs);
		judge(s, a.out, &a, &a.written);
		return &a;
	}
	for (i = 0; i < s->nrelocs; i++)
		a.out[s->reloc[i]] += (u32)s->addrs[s->index[i]];
	judge(s, a.out, &a, NULL);
	return &a;
}

static void try_hole(const struct hole *h, u32 chip)
{
	static struct scene s;
	const struct answer *a;
	const char *name = pm4_chip_name(&r500_front, chip);

	scene_begin(&s, chip);
	h->make(&s, true);
	a = ask(&s);
	if (!tap_ok(!a->refused && !a->faults, "%s, the good neighbour of: %s", name, h->what))
		tap_note("%s%s", a->text, a->faults ? a->fault : "");
	scene_begin(&s, chip);
	h->make(&s, false);
	a = ask(&s);
	if (!tap_ok(a->refused && a->verdict.code == h->code && (!h->reg || a->verdict.reg == h->reg),
		    "%s, refused: %s", name, h->what))
		tap_note("%s: %s", pm4_code_name(a->verdict.code), a->text);
	if (!tap_ok(a->refused && a->faults, "%s, the oracle also sees it: %s", name, h->what))
		tap_note("%s", a->text);
}

/* On a chip with four pipes. */
void try_holes(const struct hole *holes, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++)
		try_hole(&holes[i], PM4_R580);
}

bool accepted(struct scene *s)
{
	const struct answer *a = ask(s);

	if (a->refused || a->faults)
		tap_note("%s%s", a->text, a->faults ? a->fault : "");
	return !a->refused && !a->faults;
}

bool refused(struct scene *s, u32 code)
{
	const struct answer *a = ask(s);

	if (!a->refused || a->verdict.code != code)
		tap_note("%s: %s", pm4_code_name(a->verdict.code), a->text);
	return a->refused && a->verdict.code == code;
}

/* A stream of a few dwords, without state. */
bool refused_dw(u32 chip, u32 code, u32 n, ...)
{
	struct scene s;
	va_list ap;

	scene_empty(&s, chip);
	va_start(ap, n);
	while (n--)
		dw(&s, va_arg(ap, u32));
	va_end(ap);
	return code ? refused(&s, code) : accepted(&s);
}

/* Takes the write of a register out of a scene. */
void without(struct scene *s, u32 offset)
{
	*last(s, offset) = 0;
	last(s, offset)[-1] = 0x4e14 / 4;
}
