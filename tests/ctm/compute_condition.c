// SPDX-License-Identifier: GPL-2.0
/*
 * Conditional output, errors, and a hang.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "compute.h"

static bool passes(enum ctm_cond_test test, uint32_t v, uint32_t b)
{
	switch (test) {
	case CTM_COND_NEVER:
		return false;
	case CTM_COND_LESS:
		return v < b;
	case CTM_COND_LEQUAL:
		return v <= b;
	case CTM_COND_EQUAL:
		return v == b;
	case CTM_COND_GEQUAL:
		return v >= b;
	case CTM_COND_GREATER:
		return v > b;
	case CTM_COND_NOTEQUAL:
		return v != b;
	default:
		return true;
	}
}

/**
 * struct pass - a conditional pass
 * @bits: 16 or 24
 * @loc: before or after the program
 * @test: the test
 */
struct pass {
	unsigned int bits;
	enum ctm_cond_loc loc;
	enum ctm_cond_test test;
};

#define N	(32 * 16)

static float value_of(unsigned int i)
{
	return (float)(i * 7 % 16) / 15;
}

static void fill(struct bench *b, const struct pass *p)
{
	unsigned int i;

	for (i = 0; i < N; i++) {
		uint32_t buffer = (uint32_t)lrint((i * 5 % 16) / 15.0 * ((1 << p->bits) - 1));

		((float *)pixels(b, 0))[i] = value_of(i);
		((float *)pixels(b, 1))[i] = -1;
		if (p->bits == 16)
			((uint16_t *)pixels(b, 2))[i] = (uint16_t)buffer;
		else
			((uint32_t *)pixels(b, 2))[i] = buffer << 8 | 0x5a;
	}
}

static unsigned int wrong(const struct bench *b, const struct pass *p)
{
	unsigned int i, bad = 0, passed = 0;

	for (i = 0; i < N; i++) {
		uint32_t max = (1u << p->bits) - 1, old = (uint32_t)lrint((i * 5 % 16) / 15.0 * max);
		double v = p->loc == CTM_COND_AFTER ? value_of(i) : 0.4f;
		uint32_t value = (uint32_t)lrint(v * max), now;
		bool pass = passes(p->test, value, old);
		float out = ((float *)pixels(b, 1))[i];

		passed += pass;
		now = p->bits == 16 ? ((uint16_t *)pixels(b, 2))[i] : ((uint32_t *)pixels(b, 2))[i] >> 8;
		bad += out != (pass ? value_of(i) : -1) || now != (pass ? value : old) ||
		       (p->bits == 24 && (((uint32_t *)pixels(b, 2))[i] & 0xff) != 0x5a);
	}
	/* A test that passes for all or none tells little. */
	if (p->test != CTM_COND_NEVER && p->test != CTM_COND_ALWAYS && p->test != CTM_COND_EQUAL &&
	    (passed < N / 16 || passed == N))
		bad++;
	return bad;
}

static unsigned int conditional(struct bench *b, const struct pass *p)
{
	fill(b, p);
	bench_begin(b,
		    "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
		    "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r1.rgb, r1.rgb; ALPHA MAX r0._ W, r1.r, r1.r");
	ctmAppendSetInpFmt(&b->pack, 0, surface(b, 0), CTM_FLOAT32_1, 0, 32, 16);
	ctmAppendSetOutFmt(&b->pack, 0, surface(b, 1), CTM_FLOAT32_1, 0, 32, 16);
	ctmAppendSetCondOutFmt(&b->pack, surface(b, 2), p->bits == 16 ? CTM_UINT16_1 : CTM_UINT8_4, 0, 32, 16);
	ctmAppendSetCondTest(&b->pack, p->test);
	ctmAppendSetCondLoc(&b->pack, p->loc);
	ctmAppendSetCondVal(&b->pack, 0.4f);
	bench_area(b, 32, 16, 32, 16);
	ctmAppendSimple(&b->pack, CTM_INV_COND_OUT_CACHE);
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	return bench_submit(b) ? N : wrong(b, p);
}

void compute_condition(struct bench *b)
{
	unsigned int bits, bad;
	struct pass p;

	for (bits = 16; bits <= 24; bits += 8)
		for (p.loc = CTM_COND_BEFORE; p.loc <= CTM_COND_AFTER; p.loc++) {
			p.bits = bits;
			for (p.test = CTM_COND_NEVER, bad = 0; p.test <= CTM_COND_ALWAYS; p.test++)
				bad += conditional(b, &p);
			tap_ok(!bad, "eight tests %s the program, %u bits (%u wrong)",
			       p.loc ? "after" : "before", bits, bad);
		}
}

/* Of a refused buffer nothing stays: not the domain that it has set before its fault. */
static void nothing_stays(struct bench *b)
{
	uint32_t base = b->info.baseAddressSYSc + 0x10000, junk = 0;
	unsigned int i, wrong = 0;

	bench_begin(b, "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, 0.5, 0.5");
	ctmAppendSetOutFmt(&b->pack, 0, surface(b, 1), CTM_FLOAT32_1, 0, 16, 16);
	bench_area(b, 16, 16, 16, 16);
	wrong += !!bench_submit(b);
	b->pack.used = 0;
	ctmAppendSetDomain(&b->pack, 0, 0, 0, 0);
	ctmAppend(&b->pack, (enum ctm_command)0x7f, &junk, 1);
	wrong += !!amSubmitCommandBuffer(b->dev, base, 4 * b->pack.used);
	memset(pixels(b, 1), 0, 1024);
	b->pack.used = 0;
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	wrong += !!bench_submit(b);
	for (i = 0; i < 256; i++)
		wrong += ((float *)pixels(b, 1))[i] != 0.5f;
	tap_ok(!wrong, "a refused buffer leaves no state (%u wrong)", wrong);
}

static void no_card(const char *name, int error)
{
	AMmanagedDeviceInfo info;
	AMmanagedDevice dev;

	errno = 0;
	dev = amOpenManagedConnection(name, &info);
	tap_ok(!dev && errno == error, "no connection to %s", name);
	amCloseManagedConnection(dev);
}

void compute_errors(struct bench *b)
{
	uint32_t *words = b->pack.words, base = b->info.baseAddressSYSc + 0x10000;

	tap_ok(!amSubmitCommandBuffer(b->dev, 0x1000, 8) && strstr(ctmError(b->dev), "does not lie in an arena"),
	       "a command buffer outside of the arenas");
	tap_ok(!amSubmitCommandBuffer(b->dev, base + 2, 8) && strstr(ctmError(b->dev), "multiples of 4"),
	       "a command buffer at an odd address");
	words[0] = 0x12345678;
	tap_ok(!amSubmitCommandBuffer(b->dev, base, 4) && strstr(ctmError(b->dev), "0x12345678 is no command"),
	       "a word that is no command");
	words[0] = CTM_COMMAND(CTM_SET_DOMAIN, 4);
	tap_ok(!amSubmitCommandBuffer(b->dev, base, 8) && strstr(ctmError(b->dev), "3 are missing"), "half a command");
	tap_ok(!amCommandBufferConsumed(b->dev, b->last_id + 1) && !amCommandBufferConsumed(b->dev, 0) &&
	       strstr(ctmError(b->dev), "3 are missing"),
	       "an id that no submission has is never consumed");
	tap_ok(amCommandBufferConsumed(b->dev, b->last_id) && amCommandBufferConsumed(b->dev, 1),
	       "earlier ids stay consumed");
	nothing_stays(b);
	no_card("/dev/pcie9", ENODEV);
	no_card("/dev/dri/renderD200", ENOENT);
	/* A bit of a texture instruction that the guide does not define. */
	b->unchecked = true;
	bench_begin(b, ".inst 0x7803 0x00500000 0xe400e400 0 0 0\nOUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r");
	b->unchecked = false;
	ctmAppendSetInpFmt(&b->pack, 0, surface(b, 0), CTM_FLOAT32_1, 0, 32, 16);
	ctmAppendSetOutFmt(&b->pack, 0, surface(b, 1), CTM_FLOAT32_1, 0, 32, 16);
	bench_area(b, 32, 16, 32, 16);
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	tap_ok(!amSubmitCommandBuffer(b->dev, base, 4 * b->pack.used) &&
	       strstr(ctmError(b->dev), "The kernel refuses the translation: "), "a program that the kernel refuses");
	tap_note("%s", ctmError(b->dev));
	b->pack.used = 0;
	ctmAppendSimple(&b->pack, CTM_WAIT_IDLE);
	tap_ok(!bench_submit(b), "the next submission is accepted");
}

/* A program that never ends comes back as an error, and the next connection computes. */
void compute_hang(struct bench *b)
{
	struct bench next = { 0 };

	bench_begin(b, "here: FC JUMP JUMP_FUNC=0xff JUMP_ADDR=here\nOUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r");
	ctmAppendSetOutFmt(&b->pack, 0, surface(b, 1), CTM_FLOAT32_1, 0, 32, 16);
	bench_area(b, 32, 16, 32, 16);
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	tap_ok(bench_submit(b) && strstr(ctmError(b->dev), "it hung the card"), "a hang is an error");
	bench_open(&next);
	compute_condition(&next);
	amCloseManagedConnection(next.dev);
}
