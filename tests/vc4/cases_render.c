// SPDX-License-Identifier: GPL-2.0
/*
 * Render arguments: the frame, its tiles and its surfaces.
 */
#include "cases.h"

#define R		s->render
#define SURFACE(use)	s->render.surfaces[use]
#define FORMAT(n)	((n) << 4)	/* of general loads and stores */
#define PIXEL(n)	((n) << 8)
#define COLOR		1u
#define ZS		2u

static void surface(struct sub *s, u32 use, u32 buffer, u32 offset, u32 bits, u32 flags)
{
	SURFACE(use) = (struct vc4_surface){ buffer, offset, bits, flags };
}

static void test_frame(void)
{
	T("render flags", RENDER_BITS,
	  "render arguments: flags 0x10, only 0xf may be set", R.flags = 16);
	GOOD("all render flags", R.flags = 15);
	T("width 0", RENDER_SIZE,
	  "render arguments: a frame of 0x256, and 1x1 to 4096x4096 can be rendered", R.width = 0);
	T("height 0", RENDER_SIZE,
	  "render arguments: a frame of 256x0, and 1x1 to 4096x4096 can be rendered", R.height = 0);
	T("width 4097", RENDER_SIZE,
	  "render arguments: a frame of 4097x256, and 1x1 to 4096x4096 can be rendered", R.width = 4097);
	T("height 65535", RENDER_SIZE,
	  "render arguments: a frame of 256x65535, and 1x1 to 4096x4096 can be rendered", R.height = 65535);
	T("tile columns of the binner", RENDER_TILES,
	  "render arguments: columns of tiles 0 to 4, and the frame and the list have 4", R.max_x = 4; R.width = 320;
	  R.height = 192; R.max_y = 2);
	T("tile rows of the binner", RENDER_TILES,
	  "render arguments: rows of tiles 0 to 4, and the frame and the list have 4", R.max_y = 4; R.height = 320;
	  R.width = 192; R.max_x = 2);
	T("tile column of the frame", RENDER_TILES,
	  "render arguments: columns of tiles 0 to 3, and the frame and the list have 3", R.width = 192);
	T("tile row of the frame", RENDER_TILES,
	  "render arguments: rows of tiles 0 to 3, and the frame and the list have 3", R.height = 192);
	T("tile column of the frame without a list", RENDER_TILES,
	  "render arguments: columns of tiles 0 to 4, and the frame and the list have 4", no_list(s); R.max_x = 4);
	GOOD("more tiles than the binner without a list", no_list(s); R.width = 320; R.height = 192;
	     R.max_x = 4; R.max_y = 2);
	GOOD("one pixel of the last column", R.width = 193);
	T("columns in reverse", RENDER_TILES,
	  "render arguments: columns of tiles 3 to 2, and the frame and the list have 4", R.min_x = 3; R.max_x = 2);
	T("rows in reverse", RENDER_TILES,
	  "render arguments: rows of tiles 3 to 2, and the frame and the list have 4", R.min_y = 3; R.max_y = 2);
	T("256 columns", RENDER_TILES,
	  "render arguments: columns of tiles 0 to 255, and the frame and the list have 4", R.min_x = 0; R.max_x = 255);
	GOOD("one tile", R.min_x = 3; R.min_y = 3);
	T("tiles of multisample mode", RENDER_TILES,
	  "render arguments: columns of tiles 0 to 8, and the frame and the list have 8", no_list(s);
	  SURFACE(VC4_COLOR_WRITE).bits |= 0x11; R.max_x = 8);
	GOOD("all tiles of multisample mode", no_list(s); SURFACE(VC4_COLOR_WRITE).bits |= 0x11;
	     R.max_x = 7; R.max_y = 7);
	T("nothing written", RENDER_NOTHING,
	  "render arguments: no surface is written", SURFACE(VC4_COLOR_WRITE).hindex = VC4_NONE);
	T("no buffers and no list", RENDER_NOTHING,
	  "render arguments: no surface is written", no_list(s); s->nbuffers = 0;
	  SURFACE(VC4_COLOR_WRITE).hindex = VC4_NONE);
	T("no buffers", BUFFER_INDEX,
	  "bin list byte 99, INDEXED_PRIMITIVE: buffer 4, and there are 0", s->nbuffers = 0);
	T("a color write without any buffer", BUFFER_INDEX,
	  "render arguments, color write: buffer 6, and there are 0", no_list(s); s->nbuffers = 0);
	GOOD("only ZS written", surface(s, VC4_ZS_WRITE, B_ZS, 0, ZS | FORMAT(1), 0);
	     SURFACE(VC4_COLOR_WRITE).hindex = VC4_NONE);
}

static void test_color(void)
{
	T("color write flags", SURFACE_FLAGS,
	  "render arguments, color write: flags 0x1, only 0x0 may be set", SURFACE(VC4_COLOR_WRITE).flags = 1);
	T("64-bit frame", SURFACE_BITS,
	  "render arguments, color write: bits 0x0046, only 0x00dd may be set", SURFACE(VC4_COLOR_WRITE).bits |= 2);
	T("decimate 16x", SURFACE_BITS,
	  "render arguments, color write: bits 0x0064, only 0x00dd may be set", SURFACE(VC4_COLOR_WRITE).bits |= 0x20);
	T("double buffered frame", SURFACE_BITS,
	  "render arguments, color write: bits 0x1044, only 0x00dd may be set", SURFACE(VC4_COLOR_WRITE).bits |= 1 << 12);
	T("bits of no surface", SURFACE_BITS,
	  "render arguments, color write: bits 0x0046, only 0x00dd may be set",
	  surface(s, VC4_ZS_WRITE, B_ZS, 0, ZS | FORMAT(1), 0);
	  SURFACE(VC4_COLOR_WRITE).hindex = VC4_NONE; SURFACE(VC4_COLOR_WRITE).bits |= 2);
	T("memory format 3", SURFACE_FORMAT,
	  "render arguments, color write: FORMAT 3 is not allowed, at most 2", SURFACE(VC4_COLOR_WRITE).bits |= 0xc0);
	T("pixel format 3", SURFACE_FORMAT,
	  "render arguments, color write: PIXEL 3 is not allowed, at most 2", SURFACE(VC4_COLOR_WRITE).bits |= 0xc);
	T("unaligned color", SURFACE_ALIGN,
	  "render arguments, color write: offset 8 is not a multiple of 16", SURFACE(VC4_COLOR_WRITE).offset = 8;
	  s->size[B_COLOR] += 4096);
	GOOD("color at 16", SURFACE(VC4_COLOR_WRITE).offset = 16; s->size[B_COLOR] += 4096);
	T("color past the buffer", SURFACE_BOUNDS,
	  "render arguments, color write: needs 262144 bytes at 16 of buffer 6, which has 262144 bytes", SURFACE(VC4_COLOR_WRITE).offset = 16);
	T("color wraps", SURFACE_BOUNDS,
	  "render arguments, color write: needs 262144 bytes at 4294967280 of buffer 6, which has 262144 bytes", SURFACE(VC4_COLOR_WRITE).offset = 0xfffffff0);
	T("color one byte short", SURFACE_BOUNDS,
	  "render arguments, color write: needs 262144 bytes at 0 of buffer 6, which has 262143 bytes", s->size[B_COLOR] = FRAME_BYTES - 1);
	T("padded tiles of T format", SURFACE_BOUNDS,
	  "render arguments, color write: needs 262144 bytes at 0 of buffer 6, which has 202500 bytes", R.width = 225; R.height = 225;
	  s->size[B_COLOR] = 225 * 225 * 4);
	GOOD("raster of 565", SURFACE(VC4_COLOR_WRITE).bits = 2 << 2;
	     s->size[B_COLOR] = FRAME_BYTES / 2);
	T("raster of 565 one byte short", SURFACE_BOUNDS,
	  "render arguments, color write: needs 131072 bytes at 0 of buffer 6, which has 131071 bytes",
	  SURFACE(VC4_COLOR_WRITE).bits = 2 << 2; s->size[B_COLOR] = FRAME_BYTES / 2 - 1);
	T("raster lines padded to a micro-tile", SURFACE_BOUNDS,
	  "render arguments, color write: needs 262144 bytes at 0 of buffer 6, which has 259072 bytes", R.width = 253;
	  SURFACE(VC4_COLOR_WRITE).bits = 1 << 2; s->size[B_COLOR] = 253 * 256 * 4);
	T("color to no buffer", BUFFER_INDEX,
	  "render arguments, color write: buffer 10, and there are 10",
	  SURFACE(VC4_COLOR_WRITE).hindex = BASE_BUFFERS);
	T("color to a shader", BUFFER_SHADER,
	  "render arguments, color write: buffer 2 is a shader, and may only be run", SURFACE(VC4_COLOR_WRITE).hindex = B_CS);
}

static void test_loads(void)
{
	GOOD("color load", surface(s, VC4_COLOR_READ, B_COLOR, 0, COLOR | FORMAT(1), 0));
	T("color load of ZS", SURFACE_BUFFER,
	  "render arguments, color read: BUFFER is 2, and must be 1",
	  surface(s, VC4_COLOR_READ, B_COLOR, 0, ZS | FORMAT(1), 0));
	T("color load of everything", SURFACE_BUFFER,
	  "render arguments, color read: BUFFER is 5, and must be 1",
	  surface(s, VC4_COLOR_READ, B_COLOR, 0, 5 | FORMAT(1), 0));
	T("ZS load of color", SURFACE_BUFFER,
	  "render arguments, ZS read: BUFFER is 1, and must be 2",
	  surface(s, VC4_ZS_READ, B_ZS, 0, COLOR | FORMAT(1), 0));
	T("ZS store of color", SURFACE_BUFFER,
	  "render arguments, ZS write: BUFFER is 1, and must be 2",
	  surface(s, VC4_ZS_WRITE, B_ZS, 0, COLOR | FORMAT(1), 0));
	T("load of format 3", SURFACE_FORMAT,
	  "render arguments, color read: FORMAT 3 is not allowed, at most 2",
	  surface(s, VC4_COLOR_READ, B_COLOR, 0, COLOR | FORMAT(3), 0));
	T("load of pixel 3", SURFACE_FORMAT,
	  "render arguments, color read: PIXEL 3 is not allowed, at most 2",
	  surface(s, VC4_COLOR_READ, B_COLOR, 0, COLOR | FORMAT(1) | PIXEL(3), 0));
	T("ZS load with a pixel format", SURFACE_FORMAT,
	  "render arguments, ZS read: PIXEL 1 is not allowed, at most 0",
	  surface(s, VC4_ZS_READ, B_ZS, 0, ZS | FORMAT(1) | PIXEL(1), 0));
	T("load with a mode", SURFACE_BITS,
	  "render arguments, color read: bits 0x0051, only 0x0337 may be set",
	  surface(s, VC4_COLOR_READ, B_COLOR, 0, COLOR | FORMAT(1) | 0x40, 0));
	T("ZS store without a clear", SURFACE_BITS,
	  "render arguments, ZS write: bits 0x4012, only 0x0337 may be set",
	  surface(s, VC4_ZS_WRITE, B_ZS, 0, ZS | FORMAT(1) | 1 << 14, 0));
	T("unaligned load", SURFACE_ALIGN,
	  "render arguments, color read: offset 8 is not a multiple of 16",
	  surface(s, VC4_COLOR_READ, B_COLOR, 8, COLOR | FORMAT(1) | PIXEL(2), 0));
	T("load past the buffer", SURFACE_BOUNDS,
	  "render arguments, color read: needs 262144 bytes at 16 of buffer 6, which has 262144 bytes",
	  surface(s, VC4_COLOR_READ, B_COLOR, 16, COLOR | FORMAT(1), 0));
	GOOD("load of 565", surface(s, VC4_COLOR_READ, B_COLOR, FRAME_BYTES / 2,
				    COLOR | FORMAT(1) | PIXEL(2), 0));
	T("LT frame", SURFACE_BOUNDS,
	  "render arguments, ZS read: needs 262144 bytes at 0 of buffer 8, which has 262080 bytes", s->size[B_ZS] = FRAME_BYTES - 64;
	  surface(s, VC4_ZS_READ, B_ZS, 0, ZS | FORMAT(2), 0));
	T("load flags", SURFACE_FLAGS,
	  "render arguments, color read: flags 0x2, only 0x1 may be set",
	  surface(s, VC4_COLOR_READ, B_COLOR, 0, COLOR | FORMAT(1), 2));
	T("full resolution ZS store by flag", SURFACE_FLAGS,
	  "render arguments, ZS write: flags 0x1, only 0x0 may be set",
	  surface(s, VC4_ZS_WRITE, B_ZS, 0, 0, 1));
	T("load from no buffer", BUFFER_INDEX,
	  "render arguments, ZS read: buffer 10, and there are 10",
	  surface(s, VC4_ZS_READ, BASE_BUFFERS, 0, ZS | FORMAT(1), 0));
	T("load from a shader", BUFFER_SHADER,
	  "render arguments, ZS read: buffer 0 is a shader, and may only be run",
	  surface(s, VC4_ZS_READ, B_FS, 0, ZS | FORMAT(1), 0));
}

/* The last tile, 3 3 of a stride of 8: 28 tiles of 16 KiB. */
static void test_full_resolution(void)
{
	T("full resolution load one tile short", SURFACE_BOUNDS,
	  "render arguments, color read: needs 458752 bytes at 0 of buffer 9, which has 442368 bytes",
	  surface(s, VC4_COLOR_READ, B_MSAA, 0, 0, 1); s->size[B_MSAA] = 27 * 16384);
	GOOD("full resolution load", surface(s, VC4_COLOR_READ, B_MSAA, 0, 0, 1);
	     s->size[B_MSAA] = 28 * 16384);
	T("full resolution load with flag bits", SURFACE_ALIGN,
	  "render arguments, color read: offset 2 is not a multiple of 16",
	  surface(s, VC4_COLOR_READ, B_MSAA, 2, 0, 1));
	T("full resolution load with bits", SURFACE_BITS,
	  "render arguments, ZS read: bits 0x0002, only 0x0000 may be set",
	  surface(s, VC4_ZS_READ, B_MSAA, 0, ZS, 1));
	T("MSAA store one tile short", SURFACE_BOUNDS,
	  "render arguments, MSAA color write: needs 458752 bytes at 0 of buffer 9, which has 458751 bytes",
	  surface(s, VC4_MSAA_COLOR_WRITE, B_MSAA, 0, 0, 0); s->size[B_MSAA] = 28 * 16384 - 1);
	GOOD("MSAA store", surface(s, VC4_MSAA_COLOR_WRITE, B_MSAA, 0, 0, 0);
	     s->size[B_MSAA] = 28 * 16384);
	T("MSAA ZS store past the buffer", SURFACE_BOUNDS,
	  "render arguments, MSAA ZS write: needs 458752 bytes at 1048576 of buffer 9, which has 1048576 bytes",
	  surface(s, VC4_MSAA_ZS_WRITE, B_MSAA, 64 * 16384, 0, 0));
	T("unaligned MSAA store", SURFACE_ALIGN,
	  "render arguments, MSAA ZS write: offset 8 is not a multiple of 16",
	  surface(s, VC4_MSAA_ZS_WRITE, B_MSAA, 8, 0, 0));
	T("MSAA store with bits", SURFACE_BITS,
	  "render arguments, MSAA ZS write: bits 0x0002, only 0x0000 may be set",
	  surface(s, VC4_MSAA_ZS_WRITE, B_MSAA, 0, ZS, 0));
	T("MSAA store with flags", SURFACE_FLAGS,
	  "render arguments, MSAA ZS write: flags 0x1, only 0x0 may be set",
	  surface(s, VC4_MSAA_ZS_WRITE, VC4_NONE, 0, 0, 1));
}

void test_render(void)
{
	test_frame();
	test_color();
	test_loads();
	test_full_resolution();
}
