// SPDX-License-Identifier: GPL-2.0
/*
 * Streams written by hand, with known accesses: for each kind of packet and unit
 * one that just fits its buffer and one that exceeds it by a byte, a slice or a
 * setting.
 */
#include <stdlib.h>

#include "oracle.h"
#include "tests.h"

#define BUF	0x1000000ull
#define SIZE	0x10000ull

static struct oracle *o;
static const struct pm4_card rv710 = { NULL, PM4_RV710, 2, 4, 256, 1 };
static const struct pm4_card rv635 = { NULL, PM4_RV635, 2, 8, 256, 1 };
static struct pm4_buffer buffer;
static const u64 addr = BUF;
static u64 written;
static u32 ib[256];
static u32 ndw;

static void start(const struct pm4_card *card)
{
	oracle_init(o, card);
	buffer = (struct pm4_buffer){ .size = SIZE, .align = BUF, .writable = true };
	written = 1;
	oracle_buffers(o, &buffer, &addr, &written, 1);
	ndw = 0;
}

static void packet(u32 op, u32 n, const u32 *body)
{
	ib[ndw++] = 3u << 30 | (n - 1) << 16 | op << 8;
	memcpy(ib + ndw, body, 4 * n);
	ndw += n;
}

#define P(op, ...) packet(op, sizeof((u32[]){ __VA_ARGS__ }) / 4, \
			  (u32[]){ __VA_ARGS__ })
#define CONTEXT(reg, value) P(0x69, ((reg) - 0x28000) / 4, value)
#define CONFIG(reg, value) P(0x68, ((reg) - 0x8000) / 4, value)
#define DRAW() P(0x2d, 3, 2)

static u32 run(void)
{
	u32 n = oracle_run(o, ib, ndw);

	ndw = 0;
	return n;
}

/* A chip on which a draw reads only the first bytes of programs and the like. */
static void start_quiet(const struct pm4_card *card)
{
	u32 i;

	start(card);
	memset(o->known, 1, sizeof(o->known));
	for (i = 0; i < 4; i++)
		o->reg[0x28ad8 / 4 + 4 * i] = BUF >> 8;
	CONTEXT(0x28840, BUF >> 8);
	CONTEXT(0x28858, BUF >> 8);
	CONTEXT(0x28894, BUF >> 8);
}

static bool faulty(const char *what)
{
	u32 n = run(), i;

	for (i = 0; i < n && i < ORACLE_FAULTS; i++)
		if (!strcmp(o->faults[i].what, what))
			return true;
	return false;
}

static bool fine(void)
{
	char text[160];
	u32 n = run();

	if (n) {
		oracle_text(&o->faults[0], text, sizeof(text));
		printf("# %s\n", text);
	}
	return !n;
}

static void draw_fits(const char *name)
{
	DRAW();
	tap_ok(fine(), "%s", name);
}

static void draw_faults(const char *what, const char *name)
{
	DRAW();
	tap_ok(faulty(what), "%s", name);
}

static void cp_packets(void)
{
	u64 end = BUF + SIZE;

	start(&rv710);
	P(0x3d, end - 8, 0, 1, 2);
	tap_ok(fine(), "MEM_WRITE of the last 8 bytes");
	P(0x3d, end, 0, 1, 2);
	tap_ok(faulty("MEM_WRITE"), "MEM_WRITE past the end");
	start(&rv710);
	P(0x3d, end - 4, 1 << 18, 1, 2);
	tap_ok(fine(), "32-bit MEM_WRITE of the last 4 bytes");
	P(0x3d, end - 8, 1, 1, 2);
	tap_ok(faulty("MEM_WRITE"), "address bits 39:32 count");
	start(&rv710);
	P(0x47, 0x14, end - 8, 3u << 29, 0, 0);
	tap_ok(fine(), "EOP with a 64-bit value in the last 8 bytes");
	P(0x47, 0x14, end - 4, 3u << 29, 0, 0);
	tap_ok(fine(), "EOP rounds a 64-bit address down");
	P(0x47, 0x14, end, 1u << 29, 0, 0);
	tap_ok(faulty("EVENT_WRITE_EOP"), "EOP past the end");
	start(&rv710);
	P(0x47, 0x14, end, 0, 0, 0);
	tap_ok(fine(), "EOP that discards its data touches nothing");
	start(&rv710);
	P(0x46, 0x15, end - 8, 0);
	tap_ok(fine(), "ZPASS_DONE of one backend needs 8 bytes");
	o->card.backends = 4;
	P(0x46, 0x15, end - 56, 0);
	tap_ok(fine(), "ZPASS_DONE of four backends needs 56 bytes");
	P(0x46, 0x15, end - 48, 0);
	tap_ok(faulty("event"), "ZPASS_DONE of four backends in 48 bytes");
	start(&rv710);
	P(0x46, 0x15);
	tap_ok(faulty("event"), "ZPASS_DONE without an address");
	start(&rv710);
	P(0x46, 0x28);
	tap_ok(faulty("event"), "a timestamp event in EVENT_WRITE");
	start(&rv710);
	P(0x41, BUF, 0, end - 100, 0, 100);
	tap_ok(fine(), "CP_DMA that ends with the buffer");
	P(0x41, BUF, 0, end - 100, 0, 101);
	tap_ok(faulty("CP_DMA destination"), "CP_DMA one byte longer");
	start(&rv710);
	P(0x41, BUF, 0, BUF, 0, 4 | 1 << 27);
	tap_ok(faulty("CP_DMA"), "CP_DMA into registers");
	start(&rv710);
	P(0x3b, 3, BUF, 0, end - 4, 0);
	tap_ok(fine(), "COPY_DW memory to memory");
	P(0x3b, 3, end, 0, BUF, 0);
	tap_ok(faulty("COPY_DW source"), "COPY_DW from past the end");
	start(&rv710);
	P(0x20, end - 16, 1 << 16);
	tap_ok(fine(), "predicate of one backend: 16 bytes");
	P(0x20, end - 16, 2 << 16);
	tap_ok(faulty("predicate"), "predicate of primitive counts: 32 bytes");
	start(&rv710);
	P(0x34, 7, end - 4, 0, 0, 0);
	tap_ok(faulty("stream-out filled size"), "stream-out filled size of another client");
	start(&rv710);
	P(0x34, 0, 0, 0, 0, 0);
	P(0x34, 7, end - 4, 0, 0, 0);
	tap_ok(fine(), "stream-out filled size in the last dword");
	P(0x34, 4, 0, 0, end, 0);
	tap_ok(faulty("stream-out offset"), "stream-out offset from past the end");
	start(&rv710);
	P(0x32, BUF, 0, 16);
	tap_ok(faulty("packet"), "INDIRECT_BUFFER has no rule");
	start(&rv710);
	P(0x28, 0x80000000, 0x80000000);
	tap_ok(fine(), "CONTEXT_CONTROL of every real stream");
	P(0x28, 0x80000000, 0x80000001);
	tap_ok(faulty("CONTEXT_CONTROL"), "CONTEXT_CONTROL that shadows");
	start(&rv710);
	ib[ndw++] = 3u << 30 | 4 << 16 | 0x10 << 8;
	tap_ok(faulty("packet"), "a packet that runs past the end");
	start(&rv710);
	ib[ndw++] = 3u << 30 | 0x3fff << 16 | 0x10 << 8;
	tap_ok(faulty("packet"), "a NOP whose body may be taken for packets");
	start(&rv710);
	buffer.writable = false;
	P(0x3d, BUF, 0, 1, 2);
	tap_ok(faulty("MEM_WRITE"), "a write to a read-only buffer");
	start(&rv710);
	P(0x3d, BUF, 0, 1, 2);
	tap_ok(fine(), "a write to a buffer that is marked as written");
	written = ~1ull;
	P(0x3d, BUF, 0, 1, 2);
	tap_ok(faulty("MEM_WRITE"), "... and to one that is not");
	start(&rv710);
	written = 0;
	P(0x3c, 0x13, BUF, 0, 1, 1, 4);
	tap_ok(fine(), "a read of a buffer that is not marked as written");
}

static void registers(void)
{
	start(&rv710);
	CONFIG(0x8040, 0);
	CONFIG(0x8958, 4);
	tap_ok(fine(), "WAIT_UNTIL and the primitive type are a client's");
	CONFIG(0x98f0, 0);
	tap_ok(faulty("register"), "GB_TILING_CONFIG is not");
	start(&rv710);
	CONFIG(0x8500, 0);
	tap_ok(faulty("register"), "nor are the CP's scratch registers");
	start(&rv710);
	ib[ndw++] = 0x6538 / 4;
	ib[ndw++] = 0;
	tap_ok(faulty("register"), "nor is what type 0 reaches below 0x8000");
	start(&rv710);
	CONTEXT(0x287f0, 2);
	tap_ok(faulty("register"), "VGT_DRAW_INITIATOR as a register");
	start(&rv710);
	CONTEXT(0x28a90, 0x15);
	tap_ok(faulty("event"), "VGT_EVENT_INITIATOR as a register");
}

/* Colour buffer 0 at the start of the buffer: CB_COLOR0_SIZE and CB_COLOR0_INFO. */
static void target(u32 size, u32 info)
{
	CONTEXT(0x28040, BUF >> 8);
	CONTEXT(0x28060, size);
	CONTEXT(0x280a0, info);
}

/* All scissors end at @x, @y. */
static void drawable(u32 x, u32 y)
{
	CONTEXT(0x28034, y << 16 | x);
	CONTEXT(0x28208, y << 16 | x);
	CONTEXT(0x28244, y << 16 | x);
}

static void colour(void)
{
	start_quiet(&rv710);
	/* 128x128x4B linear is the whole buffer. */
	CONTEXT(0x28040, BUF >> 8);
	CONTEXT(0x28060, 15 | 255 << 10);
	CONTEXT(0x28080, 0);
	CONTEXT(0x280a0, 26 << 2 | 1 << 8);
	draw_fits("a disabled colour buffer reaches nothing");
	CONTEXT(0x28238, 0xf);
	draw_fits("128x128x4B linear is 65536 bytes");
	CONTEXT(0x28060, 15 | 256 << 10);
	draw_fits("one tile more of a linear slice is no pixel that is drawn");
	CONTEXT(0x28808, 4 << 4);
	draw_faults("colour buffer", "... but too much for an expansion");
	CONTEXT(0x28808, 0);
	CONTEXT(0x28d0c, 8);
	draw_faults("colour buffer", "... and for a copy of the stencil buffer");
	CONTEXT(0x28d0c, 0);
	CONTEXT(0x28080, 1);
	draw_faults("colour buffer", "... and in front of a second slice");
	CONTEXT(0x28080, 0);
	CONTEXT(0x280a0, 26 << 2 | 1 << 8 | 1 << 18);
	draw_faults("colour buffer", "... and with CMASK");
	CONTEXT(0x280a0, 26 << 2 | 2 << 8);
	draw_faults("colour buffer", "... and 1D tiled");
	start_quiet(&rv710);
	target(15 | 127 << 10, 26 << 2 | 4 << 8);
	CONTEXT(0x28080, 1 << 13);
	CONTEXT(0x28238, 1);
	draw_fits("two slices of 128x64x4B, 2D tiled");
	CONTEXT(0x28080, 2 << 13);
	draw_faults("colour buffer", "a third slice");
	start_quiet(&rv710);
	CONTEXT(0x28c04, 1);
	target(15 | 127 << 10, 26 << 2 | 4 << 8);
	CONTEXT(0x28238, 1);
	draw_fits("two samples of 128x64x4B");
	CONTEXT(0x28c04, 2);
	draw_faults("colour buffer", "four samples");
	start_quiet(&rv710);
	CONTEXT(0x28060, 15 | 127 << 10);
	CONTEXT(0x280a0, 26 << 2 | 4 << 8);
	CONTEXT(0x280a4, 26 << 2 | 4 << 8);
	CONTEXT(0x28808, 7 << 4);
	CONTEXT(0x28040, BUF >> 8);
	draw_faults("colour buffer", "a resolve writes the masked second one");
	start_quiet(&rv710);
	CONTEXT(0x28040, BUF >> 8);
	CONTEXT(0x280a0, 26 << 2 | 4 << 8 | 1 << 18);
	CONTEXT(0x280c0, BUF >> 8);
	CONTEXT(0x28100, 511);
	CONTEXT(0x28238, 1);
	draw_fits("CMASK of 512 blocks: 65536 bytes");
	CONTEXT(0x28100, 512);
	draw_faults("CMASK", "CMASK of 513 blocks");
	start_quiet(&rv710);
	target(7 | 7 << 10, 26 << 2 | 1 << 8 | 1 << 18);
	CONTEXT(0x28034, 8 << 16 | 8);
	CONTEXT(0x280c0, (BUF + SIZE - 512) >> 8);
	CONTEXT(0x28238, 1);
	draw_fits("CMASK of 64x8: two blocks, a group for each of two pipes");
	CONTEXT(0x280c0, (BUF + SIZE - 256) >> 8);
	draw_faults("CMASK", "... and not the second alone");
	start_quiet(&rv710);
	target(7 | 255 << 10, 26 << 2 | 1 << 8 | 1 << 18);
	CONTEXT(0x28034, 8 << 16 | 8);
	CONTEXT(0x280c0, (BUF + SIZE - 512) >> 8);
	CONTEXT(0x28238, 1);
	draw_fits("CMASK of 64x256: 256x256 in two macro tiles of 256x128");
	CONTEXT(0x28060, 7 | 256 << 10);
	draw_faults("CMASK", "... of 64x257: a third");
	start_quiet(&rv710);
	CONTEXT(0x28c04, 1);
	target(3 | 7 << 10, 26 << 2 | 4 << 8 | 2 << 18);
	drawable(32, 16);
	CONTEXT(0x280c0, BUF >> 8);
	CONTEXT(0x280e0, (BUF + SIZE - 4096) >> 8);
	CONTEXT(0x28238, 1);
	draw_fits("FMASK of 32x16: rows of 128 pixels, two bytes each");
	CONTEXT(0x280e0, (BUF + SIZE - 2048) >> 8);
	draw_faults("FMASK", "... and not half of them");
	start_quiet(&rv710);
	CONTEXT(0x280a0, 2 << 18);
	CONTEXT(0x28238, 1);
	draw_faults("colour buffer", "FMASK without a colour format");
	start_quiet(&rv635);
	CONTEXT(0x28350, 1);
	CONTEXT(0x280a0, 26 << 2 | 4 << 8);
	CONTEXT(0x28238, 1);
	draw_fits("with all primitives killed, no colour");
	start_quiet(&rv710);
	CONTEXT(0x28350, 1);
	CONTEXT(0x280a0, 26 << 2 | 4 << 8);
	CONTEXT(0x28238, 1);
	draw_faults("colour buffer", "... which that bit does not do on R7xx");
}

/*
 * Masks of colour buffer @i, a 32x16 2D tiled one of 2^@log_samples samples unless
 * @info says something else; FMASK begins @fmask bytes before the buffer's end.
 */
static void masked(u32 i, u32 info, u32 log_samples, u32 fmask)
{
	CONTEXT(0x28c04, log_samples);
	drawable(32, 16);
	CONTEXT(0x28040 + 4 * i, BUF >> 8);
	CONTEXT(0x28060 + 4 * i, 3 | 7 << 10);
	CONTEXT(0x280a0 + 4 * i, 26 << 2 | 2 << 18 | info);
	CONTEXT(0x280c0 + 4 * i, BUF >> 8);
	CONTEXT(0x280e0 + 4 * i, (BUF + SIZE - fmask) >> 8);
	CONTEXT(0x28238, 0xf << 4 * i);
}

/* It is not known whether the chip uses these, so they must be inside. */
static void idle(void)
{
	static const struct {
		u32 reg;
		const char *what;
	} regs[] = {
		{ 0x280c0, "CMASK base" }, { 0x280dc, "CMASK base" }, { 0x280e0, "FMASK base" },
		{ 0x280fc, "FMASK base" }, { 0x28014, "HTILE base" },
		{ 0x8c00, "shader resources" }, { 0x8c14, "shader resources" },
	};
	static const u32 bases[] = {
		0x8c40, 0x8c68, 0x9010, 0x2800c, 0x28014, 0x28040, 0x2805c, 0x280c0, 0x280fc,
		0x28840, 0x28858, 0x2886c, 0x28880, 0x28894, 0x28940, 0x289fc, 0x28ad8, 0x28b08,
	};
	u32 i;

	for (i = 0; i < sizeof(regs) / sizeof(*regs); i++) {
		start_quiet(&rv710);
		o->known[regs[i].reg / 4] = 0;
		DRAW();
		tap_ok(faulty(regs[i].what), "0x%05x as another client left it", regs[i].reg);
	}
	for (i = 0; i < sizeof(bases) / sizeof(*bases); i++) {
		start_quiet(&rv710);
		if (bases[i] < 0x28000)
			P(0x68, (bases[i] - 0x8000) / 4, (BUF + SIZE) >> 8);
		else
			CONTEXT(bases[i], (BUF + SIZE) >> 8);
		tap_ok(faulty("base register"), "0x%05x past the buffer, and no draw", bases[i]);
	}
	start_quiet(&rv710);
	P(0x68, (0x8c68 - 0x8000) / 4, BUF >> 8, 2);
	CONTEXT(0x288bc, 1);
	draw_fits("scratch for 128 items of a dword");
	CONTEXT(0x288bc, 2);
	draw_faults("PS scratch ring", "... of two");
	CONTEXT(0x288bc, 0);
	draw_faults("PS scratch ring", "... of none");
	o->known[0x288bc / 4] = 0;
	CONTEXT(0x288c0, 0);
	draw_faults("PS scratch ring", "... of as many as another client left");
}

static void masks(void)
{
	start_quiet(&rv710);
	masked(0, 4 << 8, 3, 128 * 16 * 8);
	draw_fits("FMASK of eight samples: eight bytes a pixel");
	masked(0, 4 << 8, 3, 128 * 16 * 8 - 2048);
	draw_faults("FMASK", "... a round of all banks less");
	start_quiet(&rv710);
	masked(0, 4 << 8, 1, 512 * 16);
	CONTEXT(0x28060, 63 | 127 << 10);
	draw_fits("... half as many, but of all, where few pixels of a line are drawn");
	masked(0, 4 << 8, 1, 512 * 16 - 2048);
	CONTEXT(0x28060, 63 | 127 << 10);
	draw_faults("FMASK", "... and no fewer");
	start_quiet(&rv710);
	masked(0, 4 << 8, 2, 2 * 4096);
	CONTEXT(0x28080, 1 << 13);
	draw_fits("FMASK of two slices: twice as much");
	masked(0, 4 << 8, 2, 2 * 4096 - 2048);
	draw_faults("FMASK", "... less than that");
	start_quiet(&rv710);
	masked(0, 4 << 8, 2, 64 * 2 * 80);
	CONTEXT(0x28100, 79 << 12);
	draw_fits("FMASK_TILE_MAX that asks for more than the lines do");
	CONTEXT(0x28100, 80 << 12);
	draw_faults("FMASK", "... and for a tile too many");
	start_quiet(&rv710);
	masked(0, 4 << 8, 2, 4096);
	CONTEXT(0x28060, 3 | 8 << 10);
	draw_faults("FMASK", "FMASK of a ninth tile: as many lines again");
	start_quiet(&rv710);
	masked(1, 2 << 8, 2, 4096);
	CONTEXT(0x28808, 7 << 4);
	draw_fits("FMASK of a resolve's 1D tiled destination");
	masked(1, 2 << 8, 2, 4096 + 256);
	draw_faults("FMASK", "... is 2D tiled and begins with a round of all banks");
	start_quiet(&rv710);
	masked(0, 4 << 8, 0, 3 * 4096 - 1024);
	CONTEXT(0x28080, 2 << 13);
	CONTEXT(0x28100, 0);
	draw_faults("FMASK", "one sample also has FMASK, if it is on");
	start_quiet(&rv710);
	masked(0, 4 << 8, 0, 3 * 4096);
	CONTEXT(0x28080, 2 << 13);
	CONTEXT(0x280c0, (BUF + SIZE - 3 * 1024) >> 8);
	CONTEXT(0x28100, 4);
	draw_fits("CMASK of five blocks a slice: two groups for each of two pipes");
	CONTEXT(0x280c0, (BUF + SIZE - 2 * 1024) >> 8);
	draw_faults("CMASK", "... not the sum of the blocks, rounded once");
}

static void several_samples(void)
{
	u32 mode;

	for (mode = 0; mode <= 2; mode++) {
		start_quiet(&rv710);
		CONTEXT(0x28c04, 1);
		CONTEXT(0x28034, 8 << 16 | 8);
		CONTEXT(0x28040, BUF >> 8);
		CONTEXT(0x280a0, 26 << 2 | mode << 8);
		CONTEXT(0x28238, 1);
		DRAW();
		tap_ok(faulty("colour buffer"), "two samples in array mode %u", mode);
		CONTEXT(0x28c04, 0);
		o->nfaults = 0;
		draw_fits("... and one");
	}
	start_quiet(&rv710);
	CONTEXT(0x28c04, 1);
	CONTEXT(0x28034, 8 << 16 | 8);
	CONTEXT(0x2800c, BUF >> 8);
	CONTEXT(0x28010, 3 | 2 << 15);
	draw_faults("depth buffer", "depth of two samples, 1D tiled");
	start_quiet(&rv710);
	CONTEXT(0x28c04, 1);
	CONTEXT(0x28034, 8 << 16 | 8);
	CONTEXT(0x28040, BUF >> 8);
	CONTEXT(0x28044, BUF >> 8);
	CONTEXT(0x280a0, 26 << 2 | 4 << 8);
	CONTEXT(0x280a4, 26 << 2 | 2 << 8);
	CONTEXT(0x28808, 7 << 4);
	draw_fits("a resolve of two samples into 1D tiles");
}

static bool middle(const char *what)
{
	u32 n = run(), i;

	for (i = 0; i < n && i < ORACLE_FAULTS; i++)
		if (!strcmp(o->faults[i].what, what) && strstr(o->faults[i].fault, "middle"))
			return true;
	return false;
}

/* Macro tiles of 2 pipes and 4 banks: 2048 bytes of 4-byte elements. */
static void bases(void)
{
	start_quiet(&rv710);
	CONTEXT(0x28034, 8 << 16 | 8);
	CONTEXT(0x28040, (BUF + 2048) >> 8);
	CONTEXT(0x280a0, 26 << 2 | 4 << 8);
	CONTEXT(0x28238, 1);
	draw_fits("colour that begins with the second macro tile");
	CONTEXT(0x28040, (BUF + 1024) >> 8);
	DRAW();
	tap_ok(middle("colour buffer"), "... in the middle of the first");
	CONTEXT(0x280a0, 26 << 2 | 2 << 8);
	o->nfaults = 0;
	draw_fits("... where 1D tiles may begin");
	start_quiet(&rv710);
	CONTEXT(0x28034, 8 << 16 | 8);
	CONTEXT(0x2800c, (BUF + 1024) >> 8);
	CONTEXT(0x28010, 3 | 4 << 15);
	DRAW();
	tap_ok(middle("depth buffer"), "depth in the middle of a macro tile");
	start_quiet(&rv710);
	P(0x6d, 7 * 20, 1 | 4 << 3 | 3 << 8 | 31u << 19, 31 | 26u << 26, (BUF + 1024) >> 8, BUF >> 8,
	  0, 0, 2u << 30);
	DRAW();
	tap_ok(middle("texture"), "a texture in the middle of a macro tile");
	start_quiet(&rv710);
	P(0x6d, 7 * 20, 1 | 4 << 3 | 7 << 8 | 63u << 19, 63 | 26u << 26, BUF >> 8, (BUF + 1024) >> 8,
	  0, 1, 2u << 30);
	DRAW();
	tap_ok(middle("texture mip levels"), "... and its levels");
}

static void depth_block(void)
{
	start_quiet(&rv710);
	CONTEXT(0x28000, 15 | 255 << 10);
	CONTEXT(0x28010, 3 | 4 << 15);
	draw_faults("depth buffer", "both tests off, at address 0");
	start_quiet(&rv710);
	CONTEXT(0x28000, 15 | 255 << 10);
	CONTEXT(0x28010, 0);
	draw_fits("neither a format nor HTILE");
	CONTEXT(0x28010, 4 << 15 | 1u << 25);
	DRAW();
	tap_ok(faulty("depth buffer") || faulty("HTILE"), "HTILE without a format");
	start_quiet(&rv710);
	CONTEXT(0x28000, 15 | 255 << 10);
	CONTEXT(0x2800c, BUF >> 8);
	CONTEXT(0x28010, 3 | 4 << 15);
	CONTEXT(0x28800, 6);
	draw_fits("128x128 of 8_24 is 65536 bytes");
	CONTEXT(0x28010, 7 | 4 << 15);
	draw_faults("depth buffer", "X24_8_32 is twice that");
	start_quiet(&rv710);
	CONTEXT(0x28000, 15 | 127 << 10);
	CONTEXT(0x2800c, BUF >> 8);
	CONTEXT(0x28010, 3 | 4 << 15 | 1 << 25);
	CONTEXT(0x28014, (BUF + SIZE - 4096) >> 8);
	CONTEXT(0x28d24, 3);
	CONTEXT(0x28800, 6);
	draw_fits("HTILE of 16x8 tiles pads to 32x32: 4096 bytes");
	CONTEXT(0x28014, (BUF + SIZE - 3840) >> 8);
	draw_faults("HTILE", "... 256 bytes less");
	start_quiet(&rv710);
	CONTEXT(0x28000, 15 | 127 << 10);
	CONTEXT(0x2800c, BUF >> 8);
	CONTEXT(0x28010, 3 | 4 << 15 | 1 << 25);
	CONTEXT(0x28014, BUF >> 8);
	CONTEXT(0x28d24, 0xb);
	draw_fits("HTILE as every client has it");
	CONTEXT(0x28d24, 7);
	draw_faults("HTILE", "linear HTILE");
}

/* Three indices in six bytes, after INDEX_TYPE packets that may be skipped. */
static void index_predicate(void)
{
	static const struct {
		const char *steps;	/* sizes, 'a' and 'b' predicated; P: SET_PREDICATION */
		bool plain, maybe;	/* two bytes for certain */
	} cases[] = {
		{ "", false, false }, { "2", true, true }, { "4", false, false },
		{ "a", false, true }, { "2a", true, true }, { "2b", false, false },
		{ "4a", false, true }, { "2ba", true, true }, { "4aP", false, false },
		{ "2aP", true, true }, { "2bPa", false, true }, { "4aP2", true, true },
	};
	const char *p;
	bool small;
	u32 i, k;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (k = 0; k < 2; k++) {
			start_quiet(&rv710);
			for (p = cases[i].steps; *p; p++) {
				if (*p == 'P') {
					P(0x20, 0, 0);
					continue;
				}
				P(0x2a, *p == '4' || *p == 'b');
				ib[ndw - 2] |= *p >= 'a';
			}
			P(0x2b, BUF + SIZE - 6, 0, 3, 0);
			ib[ndw - 5] |= k;
			small = cases[i].plain;
			if (k)
				small = cases[i].maybe;
			tap_ok(faulty("index buffer") != small, "indices after \"%s\", predicate %u",
			       cases[i].steps, k);
		}
}

/* A linear texture of 128 texels by @rows + 1 of 4 bytes. */
static void texture(u32 rows, u32 base, u32 mip, u32 last_level)
{
	P(0x6d, 7 * 200, 1 | 1 << 3 | 15 << 8 | 127u << 19, rows | 26u << 26, base, mip, 0,
	  last_level, 2u << 30);
}

static void fetches(void)
{
	u32 slot = 7 * 200;

	start_quiet(&rv710);
	P(0x2a, 0);
	P(0x2b, BUF + SIZE - 6, 0, 3, 0);
	tap_ok(fine(), "three 16-bit indices at the end");
	P(0x2a, 1);
	P(0x2b, BUF + SIZE - 6, 0, 3, 0);
	tap_ok(faulty("index buffer"), "three 32-bit ones");
	index_predicate();
	start_quiet(&rv710);
	P(0x2d, 3, 0);
	tap_ok(faulty("index buffer"), "DRAW_INDEX_AUTO that fetches all the same");
	start_quiet(&rv710);
	P(0x6d, slot, BUF, SIZE - 1, 0, 0, 0, 0, 3u << 30);
	draw_fits("vertex buffer of the whole buffer");
	P(0x6d, slot, BUF, SIZE, 0, 0, 0, 0, 3u << 30);
	draw_faults("vertex buffer", "one byte more");
	start_quiet(&rv710);
	texture(127, BUF >> 8, BUF >> 8, 0);
	draw_fits("texture 128x128x4B");
	texture(127, BUF >> 8, (BUF + SIZE) >> 8, 0);
	draw_faults("texture mip levels", "... without levels, and their address elsewhere");
	texture(128, BUF >> 8, 0, 0);
	draw_faults("texture", "129 rows");
	start_quiet(&rv710);
	texture(127, BUF >> 8, 0, 1);
	draw_faults("texture mip levels", "a level at mip address 0");
	start_quiet(&rv710);
	P(0x6d, slot + 6, 1u << 30);
	draw_fits("an invalid descriptor");
	CONTEXT(0x28140, 1);
	draw_faults("pixel constants", "a constant buffer at address 0");
	start_quiet(&rv710);
	CONTEXT(0x28140, 256);
	CONTEXT(0x28940, BUF >> 8);
	draw_fits("256 lines of constants");
	CONTEXT(0x28940, (BUF >> 8) + 1);
	draw_faults("pixel constants", "... one line later");
}

static void outputs(void)
{
	start_quiet(&rv710);
	CONTEXT(0x28ab0, 1);
	CONTEXT(0x28b20, 2);
	CONTEXT(0x28ae0, SIZE / 4);
	CONTEXT(0x28ae8, BUF >> 8);
	P(0x72, 1, BUF >> 8);
	P(0x34, 0x100, 0, 0, 0, 0);
	draw_fits("stream-out into the whole buffer");
	CONTEXT(0x28ae0, SIZE / 4 + 1);
	draw_faults("stream-out buffer", "one dword more");
	start_quiet(&rv710);
	CONTEXT(0x28ab0, 1);
	CONTEXT(0x28b20, 2);
	CONTEXT(0x28ae0, 4);
	CONTEXT(0x28ae8, BUF >> 8);
	draw_faults("stream-out base of the CP", "a base that the CP was not told");
	P(0x72, 1, 0);
	draw_faults("stream-out base of the CP", "... or that differs");
	start_quiet(&rv710);
	CONFIG(0x8c44, 1);
	draw_fits("an ESGS ring without geometry shaders");
	CONTEXT(0x2886c, BUF >> 8);
	CONTEXT(0x28880, BUF >> 8);
	CONTEXT(0x28a40, 1);
	draw_faults("ESGS ring", "... and with");
	start_quiet(&rv710);
	CONFIG(0x8c68, BUF >> 8);
	CONFIG(0x8c6c, SIZE / 256);
	CONTEXT(0x288bc, 1);
	draw_fits("pixel scratch of the whole buffer");
	CONFIG(0x9014, 1);
	draw_faults("memory export", "memory export has no rule");
}

/* Changes of state under running shaders, and the effect of scissors. */
static void under_draws(void)
{
	start_quiet(&rv710);
	CONFIG(0x8c68, BUF >> 8);
	CONFIG(0x8c6c, 1);
	DRAW();
	CONFIG(0x8c6c, 0);
	tap_ok(faulty("register"), "a ring that changes after a draw");
	start_quiet(&rv710);
	DRAW();
	CONFIG(0x8040, 1 << 15);
	CONFIG(0x8c68, BUF >> 8);
	CONFIG(0x8c6c, 2);
	CONTEXT(0x288bc, 1);
	draw_fits("... and after a wait");
	start_quiet(&rv710);
	target(7 | 63 << 10, 26 << 2 | 1 << 8);
	CONTEXT(0x28034, 8192 << 16 | 8192);
	CONTEXT(0x28208, 8192 << 16 | 8192);
	CONTEXT(0x28244, 64 << 16 | 64);
	CONTEXT(0x28240, 1u << 31);
	CONTEXT(0x28238, 1);
	draw_fits("a colour buffer as large as the generic scissor");
	CONTEXT(0x28240, 0);
	CONTEXT(0x28200, 100 << 16);
	draw_faults("colour buffer", "... which a window offset moves");
	start_quiet(&rv710);
	target(7 | 63 << 10, 26 << 2 | 1 << 8);
	CONTEXT(0x28034, 64 << 16 | 64);
	CONTEXT(0x28238, 1);
	CONTEXT(0x28030, 1u << 31);
	draw_fits("... and of the screen's");
	CONTEXT(0x28030, 1 << 14);
	draw_faults("colour buffer", "... with a corner that may be negative");
	start_quiet(&rv710);
	target(7 | 63 << 10, 26 << 2 | 1 << 8);
	CONTEXT(0x28034, 64 << 16 | 64);
	CONTEXT(0x28238, 1);
	CONTEXT(0x28a4c, 1 << 9);
	draw_faults("colour buffer", "tiles for which no scissor counts");
	start_quiet(&rv710);
	CONTEXT(0x28238, 0);
	CONTEXT(0x280a0, 26 << 2 | 1 << 8);
	CONTEXT(0x28d0c, 4);
	draw_faults("colour buffer", "depth is copied into a colour buffer, masked or not");
}

static void leftovers(void)
{
	start(&rv710);
	draw_faults("colour buffer", "a draw on a chip of which nothing is known");
	start_quiet(&rv710);
	o->known[0x28238 / 4] = 0;
	CONTEXT(0x280a0, 26 << 2);
	o->known[0x28040 / 4] = 0;
	draw_faults("colour buffer", "an inherited target mask enables");
	start_quiet(&rv710);
	CONTEXT(0x28238, 0);
	ib[ndw - 3] |= 1;
	CONTEXT(0x280a0, 26 << 2);
	o->known[0x28040 / 4] = 0;
	draw_faults("colour buffer", "a predicated write may not have happened");
	start_quiet(&rv710);
	P(0x3b, 1, BUF, 0, 0x28ab0 / 4, 0);
	DRAW();
	tap_ok(faulty("stream-out buffer") || o->known[0x28ab0 / 4] == 0,
	       "COPY_DW leaves a register unknown");
	start_quiet(&rv710);
	o->known[(0x38000 + 28 * 5 + 24) / 4] = 0;
	draw_faults("descriptor", "an inherited descriptor");
	start_quiet(&rv710);
	o->known[0x28858 / 4] = 0;
	ndw = 0;
	draw_faults("vertex shader", "an inherited program");
	start_quiet(&rv710);
	o->known[0x28ae8 / 4] = 0;
	draw_faults("stream-out base", "the inherited base of a stream-out buffer that is off");
}

static void dma(void)
{
	u32 copy[5] = { 3u << 28 | 16, BUF, BUF + SIZE - 64, 0, 0 };
	/* A 1D tiled surface of 64x256 dwords, from row 248 on, into rows. */
	u32 tiled[7] = { 3u << 28 | 1 << 23 | 512, BUF >> 8,
			 1u << 31 | 2 << 27 | 2 << 24 | 255 << 10 | 7,
			 255 << 12, 248 << 17, BUF, 0 };

	start(&rv710);
	tap_ok(!oracle_run_dma(o, copy, 5), "DMA copy of the last 64 bytes");
	copy[0]++;
	tap_ok(oracle_run_dma(o, copy, 5), "68 bytes");
	start(&rv710);
	tap_ok(!oracle_run_dma(o, tiled, 7), "tiled copy of the last 8 rows");
	tiled[4] = 249 << 17;
	tap_ok(oracle_run_dma(o, tiled, 7), "... from a row later");
	start(&rv710);
	tiled[4] = 248 << 17;
	tiled[3] |= 1;
	tap_ok(oracle_run_dma(o, tiled, 7), "... in the slice after it");
	tiled[3] = 255 << 12;
	start(&rv710);
	tiled[0] = 3u << 28 | 1 << 23 | 1;
	tiled[4] = 63 << 3;
	tap_ok(!oracle_run_dma(o, tiled, 7), "tiled copy from the last column");
	tiled[4] = 64 << 3;
	tap_ok(oracle_run_dma(o, tiled, 7), "... from the one after it");
	start(&rv710);
	/* 2D tiled, in macro tiles of 32x16: 64x64 and the slice after it. */
	tiled[2] = 1u << 31 | 4 << 27 | 2 << 24 | 63 << 10 | 7;
	tiled[3] = 63 << 12 | 1;
	tiled[4] = 0;
	tap_ok(!oracle_run_dma(o, tiled, 7), "2D tiled slices of whole macro tiles");
	tiled[3] = 55 << 12 | 1;
	tap_ok(oracle_run_dma(o, tiled, 7), "... of half macro tiles");
	start(&rv710);
	tiled[3] = 62 << 12 | 1;
	tap_ok(oracle_run_dma(o, tiled, 7), "... of a row that ends in the middle");
	start(&rv710);
	tiled[2] = 1u << 31 | 4 << 27 | 2 << 24 | 63 << 10 | 1;
	tiled[3] = 63 << 12;
	tap_ok(oracle_run_dma(o, tiled, 7), "... narrower than a macro tile");
	tiled[3] = 0;
	start(&rv710);
	tiled[0] = 2u << 28 | 1 << 23 | 1;
	tap_ok(oracle_run_dma(o, tiled, 7), "a tiled write has no rule");
	start(&rv710);
	tap_ok(oracle_run_dma(o, copy, 4), "a packet that runs past the end");
}

/** oracle_tests() - all of the above */
void oracle_tests(void)
{
	o = malloc(sizeof(*o));
	if (!o)
		abort();
	cp_packets();
	registers();
	colour();
	idle();
	masks();
	several_samples();
	bases();
	depth_block();
	fetches();
	outputs();
	under_draws();
	leftovers();
	dma();
	free(o);
}
