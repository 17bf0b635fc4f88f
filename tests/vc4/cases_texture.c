// SPDX-License-Identifier: GPL-2.0
/*
 * Words of lookups: types, sizes, levels and faces of textures, and direct reads.
 */
#include "cases.h"

#define WORD(n)	s->words[VC4_FRAGMENT][n]

static void texture(struct sub *s, u32 p0, u32 p1, u32 bytes)
{
	WORD(0) = p0;
	WORD(1) = p1;
	s->size[B_TEXTURE] = bytes;
}

/* A lookup with R, or with B and R: words P2 and P3 after P1. */
static void parameters(struct sub *s, u32 p0, u32 p1, u32 bytes, u32 n, u32 p2, u32 p3)
{
	const u32 handles[] = { B_TEXTURE, B_CONSTANTS };
	const u32 words[] = { p0, p1, p2, n == 3 ? 4092 : p3, n == 3 ? 0 : 4092, 0 };

	s->size[B_TEXTURE] = bytes;
	uniforms(s, VC4_FRAGMENT, 2, handles, n + 2, words);
	add_code(s, VC4_FRAGMENT, 2, mov(W_TMU0_R, 1));
	if (n == 4)
		add_code(s, VC4_FRAGMENT, 2, mov(W_TMU0_B, 1));
}

static void cube(struct sub *s, u32 stride, u32 bytes)
{
	parameters(s, P0(0, 0, 1) | CUBE, P1(64, 64, 0), bytes, 3, STRIDE(stride), 0);
}

static void test_types(void)
{
	static const struct { u32 type, bytes; } types[] = {
		{ 0, 16384 }, { 1, 16384 }, { 2, 8192 }, { 3, 8192 }, { 4, 8192 }, { 5, 4096 },
		{ 6, 4096 }, { 7, 8192 }, { 8, 4096 }, { 9, 8192 }, { 10, 4096 }, { 11, 8192 },
		{ 16, 16384 },
	};
	char name[64];
	size_t i;

	/* ETC1: 16x16 blocks of 8 bytes are LT, half as much. */
	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		u32 bytes = types[i].type == 8 ? 2048 : types[i].bytes;

		snprintf(name, sizeof(name), "texture of type %u", types[i].type);
		GOOD(name, texture(s, P0(0, types[i].type, 1), P1(64, 64, types[i].type), bytes));
	}
	for (i = 12; i < 32; i++) {
		char words[128];
		static const char * const known[] = { "BW1", "A4", "A1", "RGBA64" };

		if (i == 16)
			continue;
		snprintf(name, sizeof(name), "texture of type %zu", i);
		if (i == 17)
			snprintf(words, sizeof(words), "YUYV422R");
		else if (i < 16)
			snprintf(words, sizeof(words), "%s", known[i - 12]);
		else
			snprintf(words, sizeof(words), "%zu?", i);
		{
			char all[VC4_TEXT];

			snprintf(all, sizeof(all),
				 "record 0, fragment shader, uniform 0: texture type %zu (%s) is not supported",
				 i, words);
			T(name, TEXTURE_TYPE, all,
			  texture(s, P0(0, i, 1), P1(64, 64, i), 1 << 20));
		}
	}
}

static void test_sizes(void)
{
	T("T texture one byte short", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 16384 bytes at 0 of buffer 5, which has 16383 bytes",
	  texture(s, P0(0, 0, 1), P1(64, 64, 0), 16383));
	T("T texture with the padding", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 24576 bytes at 0 of buffer 5, which has 16384 bytes",
	  texture(s, P0(0, 0, 1), P1(65, 64, 0), 16384));
	GOOD("T texture of three tiles", texture(s, P0(0, 0, 1), P1(65, 32, 0), 12288));
	T("LT texture one byte short", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 4096 bytes at 0 of buffer 5, which has 4095 bytes",
	  texture(s, P0(0, 0, 1), P1(16, 64, 0), 4095));
	GOOD("LT texture", texture(s, P0(0, 0, 1), P1(16, 64, 0), 4096));
	GOOD("LT texture by its height", texture(s, P0(0, 0, 1), P1(64, 13, 0), 4096));
	T("LT texture a micro-tile higher", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 8192 bytes at 0 of buffer 5, which has 4160 bytes",
	  texture(s, P0(0, 0, 1), P1(64, 17, 0), 4096 + 64));
	T("width 0 is 2048", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 32768 bytes at 0 of buffer 5, which has 32767 bytes",
	  texture(s, P0(0, 0, 1), P1(0, 4, 0), 32767));
	GOOD("2048x4", texture(s, P0(0, 0, 1), P1(0, 4, 0), 32768));
	T("height 0 is 2048", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 16384 bytes at 0 of buffer 5, which has 16383 bytes",
	  texture(s, P0(0, 5, 1), P1(8, 0, 5), 16383));
	T("base past the buffer", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 16384 bytes at 4294963200 of buffer 5, which has 16384 bytes",
	  texture(s, P0(0xfffff000, 0, 1), P1(64, 64, 0), 16384));
	GOOD("base of the second page", texture(s, P0(4096, 0, 1), P1(64, 64, 0), 20480));
	T("base of the second page, one byte short", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 16384 bytes at 4096 of buffer 5, which has 20479 bytes",
	  texture(s, P0(4096, 0, 1), P1(64, 64, 0), 20479));
	T("raster lines a power of two apart", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 51200 bytes at 0 of buffer 5, which has 40000 bytes",
	  texture(s, P0(0, 16, 1), P1(100, 100, 16), 100 * 100 * 4));
	GOOD("raster lines padded", texture(s, P0(0, 16, 1), P1(100, 100, 16), 128 * 100 * 4));
	T("ETC1 one block short", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 192 bytes at 0 of buffer 5, which has 191 bytes",
	  texture(s, P0(0, 8, 1), P1(17, 4, 8), 191));
	GOOD("ETC1 of five blocks", texture(s, P0(0, 8, 1), P1(17, 4, 8), 192));
}

static void test_levels(void)
{
	/* 64x64 of 4 bytes: levels of 4096 and 1024 bytes. */
	T("levels before the buffer", TEXTURE_LEVELS,
	  "record 0, fragment shader, uniform 0: the levels need 5120 bytes before level 0, which is at 4096 of buffer 5",
	  texture(s, P0(4096, 0, 3), P1(64, 64, 0), 65536));
	GOOD("one level below", texture(s, P0(4096, 0, 2), P1(64, 64, 0), 65536));
	GOOD("seven levels", texture(s, P0(8192, 0, 7), P1(64, 64, 0), 65536));
	/* 65x65 is padded to 128x128: level 1 is 64x64, not 32x32. */
	T("levels of a size that is no power of two", TEXTURE_LEVELS,
	  "record 0, fragment shader, uniform 0: the levels need 16384 bytes before level 0, which is at 12288 of buffer 5",
	  texture(s, P0(12288, 0, 2), P1(65, 65, 0), 65536));
	GOOD("levels with the padding", texture(s, P0(16384, 0, 2), P1(65, 65, 0), 65536));
	T("raster levels", TEXTURE_LEVELS,
	  "record 0, fragment shader, uniform 0: the levels need 5120 bytes before level 0, which is at 4096 of buffer 5",
	  texture(s, P0(4096, 16, 3), P1(64, 64, 16), 65536));
	T("twelve levels at 0", TEXTURE_LEVELS,
	  "record 0, fragment shader, uniform 0: the levels need 5592512 bytes before level 0, which is at 0 of buffer 5",
	  texture(s, P0(0, 0, 12), P1(0, 0, 0), 1 << 30));
}

static void test_faces(void)
{
	T("cube without a stride", TEXTURE_CUBE,
	  "record 0, fragment shader, uniform 0: the cube has no stride", WORD(0) |= CUBE);
	T("cube with stride 0", TEXTURE_CUBE,
	  "record 0, fragment shader, uniform 0: the cube has no stride", cube(s, 0, 1 << 20));
	T("cube with two strides", TEXTURE_CUBE,
	  "record 0, fragment shader, uniform 0: the cube has more than one stride",
	  parameters(s, P0(0, 0, 1) | CUBE, P1(64, 64, 0), 1 << 20, 4, STRIDE(16384),
		     STRIDE(16384)));
	GOOD("cube", cube(s, 16384, 6 * 16384));
	T("last face one byte short", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 98304 bytes at 0 of buffer 5, which has 98303 bytes", cube(s, 16384, 6 * 16384 - 1));
	T("faces overlap", TEXTURE_FACES,
	  "record 0, fragment shader, uniform 0: a face with its levels has 16384 bytes, and the next one begins after 12288", cube(s, 12288, 1 << 20));
	T("faces overlap the levels", TEXTURE_FACES,
	  "record 0, fragment shader, uniform 0: a face with its levels has 20480 bytes, and the next one begins after 16384",
	  parameters(s, P0(4096, 0, 2) | CUBE, P1(64, 64, 0), 1 << 20, 3, STRIDE(16384), 0));
	GOOD("faces with levels",
	     parameters(s, P0(4096, 0, 2) | CUBE, P1(64, 64, 0), 1 << 20, 3, STRIDE(20480), 0));
	T("five strides wrap", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 4295000064 bytes at 0 of buffer 5, which has 1048576 bytes", cube(s, 0x33334000, 1 << 20));
	T("child size", TEXTURE_CHILD,
	  "record 0, fragment shader, uniform 2: child image parameters are not supported",
	  parameters(s, P0(0, 0, 1), P1(64, 64, 0), 1 << 20, 3, 2u << 30, 0));
	T("child offset in P3", TEXTURE_CHILD,
	  "record 0, fragment shader, uniform 3: child image parameters are not supported",
	  parameters(s, P0(0, 0, 1), P1(64, 64, 0), 1 << 20, 4, 0, 3u << 30));
	GOOD("bias", parameters(s, P0(0, 0, 1), P1(64, 64, 0), 16384, 4, 0, 0));
	GOOD("stride of no cube", parameters(s, P0(0, 0, 1), P1(64, 64, 0), 16384, 3,
					     STRIDE(0x33334000) | 1, 0));
}

static void test_direct(void)
{
	T("clamp a byte too high", READ_BOUNDS,
	  "record 0, fragment shader, uniform 3: reads of 4 bytes up to 0 + 4093 of buffer 7, which has 4096 bytes", WORD(2) = 4093);
	T("clamp wraps", READ_BOUNDS,
	  "record 0, fragment shader, uniform 3: reads of 4 bytes up to 0 + 4294967295 of buffer 7, which has 4096 bytes", WORD(2) = ~0u);
	T("base past the clamp", READ_BOUNDS,
	  "record 0, fragment shader, uniform 3: reads of 4 bytes up to 4 + 4092 of buffer 7, which has 4096 bytes", WORD(3) = 4);
	T("base and clamp wrap", READ_BOUNDS,
	  "record 0, fragment shader, uniform 3: reads of 4 bytes up to 2147483648 + 2147483648 of buffer 7, which has 4096 bytes", WORD(2) = 0x80000000; WORD(3) = 0x80000000);
	GOOD("base at the end", WORD(2) = 0; WORD(3) = 4092);
	T("buffer of two bytes", READ_BOUNDS,
	  "record 0, fragment shader, uniform 3: reads of 4 bytes up to 0 + 0 of buffer 7, which has 2 bytes", s->size[B_CONSTANTS] = 2; WORD(2) = 0);
	T("direct read of no buffer", BUFFER_INDEX,
	  "record 0, fragment shader, uniform 0: buffer 10, and there are 10",
	  s->handles[VC4_FRAGMENT][1] = BASE_BUFFERS);
	T("texture is a shader", BUFFER_SHADER,
	  "record 0, fragment shader, uniform 0: buffer 0 is a shader, and may only be run", s->handles[VC4_FRAGMENT][0] = B_FS);
	T("texture after a direct read is checked as one", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 4: the texture needs 16384 bytes at 0 of buffer 7, which has 4096 bytes",
	  add_code(s, VC4_FRAGMENT, 10, sig(NOP, S_TMU0));
	  add_code(s, VC4_FRAGMENT, 10, mov(W_TMU0_S, 0));
	  add_code(s, VC4_FRAGMENT, 10, mov(W_TMU0_T, 1));
	  s->handles[VC4_FRAGMENT][2] = B_CONSTANTS; s->nhandles[VC4_FRAGMENT] = 3;
	  WORD(4) = P0(0, 0, 1); WORD(5) = P1(64, 64, 0); s->nwords[VC4_FRAGMENT] = 6);
	GOOD("texture after a direct read",
	     add_code(s, VC4_FRAGMENT, 10, sig(NOP, S_TMU0));
	     add_code(s, VC4_FRAGMENT, 10, mov(W_TMU0_S, 0));
	     add_code(s, VC4_FRAGMENT, 10, mov(W_TMU0_T, 1));
	     s->handles[VC4_FRAGMENT][2] = B_TEXTURE; s->nhandles[VC4_FRAGMENT] = 3;
	     WORD(4) = P0(0, 0, 1); WORD(5) = P1(64, 64, 0); s->nwords[VC4_FRAGMENT] = 6);
}

void test_textures(void)
{
	test_types();
	test_sizes();
	test_levels();
	test_faces();
	test_direct();
}
