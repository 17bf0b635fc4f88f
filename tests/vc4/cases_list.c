// SPDX-License-Identifier: GPL-2.0
/*
 * The binner list: records, their order, state that a draw needs, and indices.
 */
#include "cases.h"

#define DRAW	s->at[33]
#define INDEXED	s->at[32]
#define END	(s->nlist - 2)	/* the semaphore */

static void test_codes(void)
{
	GOOD("base");
	GOOD("nop first, amid and before the end", INSERT(s, END, 1); INSERT(s, DRAW, 1);
	     INSERT(s, 0, 1));
	T("halt before the end", LIST_DENIED,
	  "bin list byte 113, HALT: no record can follow, so the list never ends with FLUSH", INSERT(s, END, 0));
	T("flush all amid draws", LIST_DENIED,
	  "bin list byte 99, FLUSH_ALL_STATE: it counts a frame as binned, and FLUSH ends the list", INSERT(s, INDEXED, 5));
	T("wait on semaphore", LIST_DENIED,
	  "bin list byte 113, WAIT_ON_SEMAPHORE: the binner would wait for another job", INSERT(s, END, 8));
	T("branch", LIST_DENIED,
	  "bin list byte 113, BRANCH: a list may not go on in memory that is not checked", INSERT(s, END, 16, 0, 0, 0, 0));
	T("branch to sub-list", LIST_DENIED,
	  "bin list byte 113, BRANCH_TO_SUB_LIST: a list may not call memory that is not checked", INSERT(s, END, 17, 0, 0, 0, 0));
	T("return", LIST_DENIED,
	  "bin list byte 113, RETURN_FROM_SUB_LIST: a list that is submitted is no sub-list", INSERT(s, END, 18));
	T("store", LIST_DENIED,
	  "bin list byte 113, STORE_MS_TILE_BUFFER: stores belong to the render list", INSERT(s, END, 24));
	T("store full resolution", LIST_DENIED,
	  "bin list byte 113, STORE_FULL_RES_TILE_BUFFER: stores belong to the render list", INSERT(s, END, 26, 0, 0, 0, 0));
	T("store general", LIST_DENIED,
	  "bin list byte 113, STORE_TILE_BUFFER_GENERAL: stores belong to the render list", INSERT(s, END, 28, 0, 0, 0, 0, 0, 0));
	T("load general", LIST_DENIED,
	  "bin list byte 113, LOAD_TILE_BUFFER_GENERAL: loads belong to the render list", INSERT(s, END, 29, 0, 0, 0, 0, 0, 0));
	T("VG coordinates", LIST_DENIED,
	  "bin list byte 113, VG_COORDINATE_ARRAY: VG lists name memory by its address", INSERT(s, END, 41, 4, 3, 0, 0, 0, 0, 0, 0, 0));
	T("VG inline", LIST_DENIED,
	  "bin list byte 113, VG_INLINE: VG shader states are not supported", INSERT(s, END, 42, 4));
	T("compressed", LIST_DENIED,
	  "bin list byte 113, COMPRESSED_PRIMITIVE: the binner alone writes compressed lists", INSERT(s, END, 48, 128));
	T("NV shader state", LIST_DENIED,
	  "bin list byte 80, NV_SHADER_STATE: NV shader states are not supported", INSERT(s, DRAW, 65, 0, 0, 0, 0));
	T("VG shader state", LIST_DENIED,
	  "bin list byte 80, VG_SHADER_STATE: VG shader states are not supported", INSERT(s, DRAW, 66, 0, 0, 0, 0));
	T("VG inline shader", LIST_DENIED,
	  "bin list byte 80, VG_INLINE_SHADER: VG shader states are not supported", INSERT(s, DRAW, 67, 0, 0, 0, 0, 0, 0, 0, 0));
	T("Z clipping", LIST_DENIED,
	  "bin list byte 80, Z_CLIPPING: no client needs it", INSERT(s, DRAW, 104, 0, 0, 0, 0, 0, 0, 0, 0));
	T("rendering config", LIST_DENIED,
	  "bin list byte 113, TILE_RENDERING_MODE_CONFIG: the render list is the driver's",
	  INSERT(s, END, 113, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
	T("tile coordinates", LIST_DENIED,
	  "bin list byte 113, TILE_COORDINATES: the render list is the driver's", INSERT(s, END, 115, 0, 0));
	T("reserved code", LIST_CODE,
	  "bin list byte 113, code 200: no record has this code", INSERT(s, END, 200));
	T("all ones", LIST_CODE,
	  "bin list byte 0, code 255: no record has this code", memset(s->list, 255, s->nlist));
	T("all zero", LIST_DENIED,
	  "bin list byte 0, HALT: no record can follow, so the list never ends with FLUSH", memset(s->list, 0, s->nlist));
	T("ends inside a record", LIST_CUT,
	  "bin list byte 99, INDEXED_PRIMITIVE: has 14 bytes, and 5 are left", s->nlist = INDEXED + 5);
	T("ends one byte early in a record", LIST_CUT,
	  "bin list byte 99, INDEXED_PRIMITIVE: has 14 bytes, and 13 are left", s->nlist = INDEXED + 13);
	GOOD("RHT boundary", INSERT(s, DRAW, 100, 0, 0));
}

static void test_order(void)
{
	T("state before the config", LIST_ORDER,
	  "bin list byte 0, POINT_SIZE: TILE_BINNING_MODE_CONFIG must be first", INSERT(s, 0, 98, 0, 0, 0, 0));
	T("draw before the config", LIST_ORDER,
	  "bin list byte 0, ARRAY_PRIMITIVE: TILE_BINNING_MODE_CONFIG must be first",
	  INSERT(s, 0, 33, 4, 3, 0, 0, 0, 0, 0, 0, 0));
	T("two configs", LIST_TWICE,
	  "bin list byte 16, TILE_BINNING_MODE_CONFIG: the list has one already",
	  INSERT(s, 16, 112, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0));
	T("two starts", LIST_TWICE,
	  "bin list byte 17, START_TILE_BINNING: the list has one already", INSERT(s, 17, 6));
	T("no start", LIST_UNSET,
	  "bin list byte 74, GL_SHADER_STATE: the list has no START_TILE_BINNING before this", cut(s, 16, 1));
	T("no start and no draw", LIST_MISSING,
	  "bin list byte 75, FLUSH: the list ends without START_TILE_BINNING", cut(s, 16, 1); cut(s, s->at[64] - 1,
	  END - s->at[64] + 1); s->nrecords = 0; s->nrecord_bytes = 0; s->no_uniforms = true);
	T("no semaphore", LIST_MISSING,
	  "bin list byte 113, FLUSH: the list ends without INCREMENT_SEMAPHORE", cut(s, END, 1));
	T("no flush", LIST_END,
	  "bin list byte 113, INCREMENT_SEMAPHORE: belongs at byte 112, at the end of the list", cut(s, END + 1, 1));
	T("ends with a draw", LIST_MISSING,
	  "bin list byte 99, INDEXED_PRIMITIVE: the list ends without FLUSH", cut(s, END, 2));
	T("semaphore amid draws", LIST_END,
	  "bin list byte 99, INCREMENT_SEMAPHORE: belongs at byte 114, at the end of the list", INSERT(s, INDEXED, 7));
	T("flush amid draws", LIST_END,
	  "bin list byte 99, FLUSH: belongs at byte 115, at the end of the list", INSERT(s, INDEXED, 4));
	T("only nops", LIST_MISSING,
	  "bin list byte 114, NOP: the list ends without FLUSH", memset(s->list, 1, s->nlist));
	GOOD("no draw at all", cut(s, s->at[64], END - s->at[64]); s->nrecords = 0;
	     s->nrecord_bytes = 0; s->no_uniforms = true);
	T("no format", LIST_UNSET,
	  "bin list byte 73, GL_SHADER_STATE: the list has no PRIMITIVE_LIST_FORMAT before this, so another job's would count", cut(s, s->at[56], 2));
	T("format after the shader state", LIST_UNSET,
	  "bin list byte 73, GL_SHADER_STATE: the list has no PRIMITIVE_LIST_FORMAT before this, so another job's would count", cut(s, s->at[56], 2);
	  INSERT(s, DRAW - 2, 56, 0x12));
	T("no clip window", LIST_UNSET,
	  "bin list byte 71, ARRAY_PRIMITIVE: the list has no CLIP_WINDOW before this, so another job's would count", cut(s, s->at[102], 9));
	T("no configuration bits", LIST_UNSET,
	  "bin list byte 76, ARRAY_PRIMITIVE: the list has no CONFIGURATION_BITS before this, so another job's would count", cut(s, s->at[96], 4));
	T("no XY scaling", LIST_UNSET,
	  "bin list byte 71, ARRAY_PRIMITIVE: the list has no CLIPPER_XY_SCALING before this, so another job's would count", cut(s, s->at[105], 9));
	T("no Z scaling", LIST_UNSET,
	  "bin list byte 71, ARRAY_PRIMITIVE: the list has no CLIPPER_Z_SCALING before this, so another job's would count", cut(s, s->at[106], 9));
	T("no viewport", LIST_UNSET,
	  "bin list byte 75, ARRAY_PRIMITIVE: the list has no VIEWPORT_OFFSET before this, so another job's would count", cut(s, s->at[103], 5));
	T("no shader state", LIST_UNSET,
	  "bin list byte 75, ARRAY_PRIMITIVE: the list has no GL_SHADER_STATE before this", cut(s, s->at[64], 5));
	T("clip window before the start", LIST_UNSET,
	  "bin list byte 80, ARRAY_PRIMITIVE: the list has no CLIP_WINDOW before this, so another job's would count", cut(s, s->at[102], 9);
	  INSERT(s, 16, 102, 0, 0, 0, 0, 0, 1, 0, 1));
	T("shader state before the start", LIST_UNSET,
	  "bin list byte 16, GL_SHADER_STATE: the list has no START_TILE_BINNING before this", cut(s, s->at[64], 5);
	  INSERT(s, 16, 64, 2, 0, 0, 0));
	GOOD("no flat shading, point size, line width and depth offset", cut(s, s->at[97], 5);
	     cut(s, s->at[98], 10); cut(s, s->at[101], 5));
}

static void multisample(struct sub *s)
{
	put(s, 15, 1, 1);
	put(s, 13, 2, 0x808);
	s->render.surfaces[VC4_COLOR_WRITE].bits |= 0x11;
}

static void test_config(void)
{
	T("no columns", LIST_FIELD,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: COLUMNS 0 is not allowed, at least 1", put(s, 13, 1, 0));
	T("no rows", LIST_FIELD,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: ROWS 0 is not allowed, at least 1", put(s, 14, 1, 0));
	T("64-bit color", LIST_FIELD,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: 64_BIT 1 is not allowed, only 0", put(s, 15, 1, 2));
	T("double buffer", LIST_FIELD,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: DOUBLE_BUFFER 1 is not allowed, only 0", put(s, 15, 1, 128));
	GOOD("block sizes and initial state", put(s, 15, 1, 0x7c));
	T("tile state fills the memory", LIST_GRID,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: 884736 bytes of tile state leave no room for tile lists in 524288", put(s, 13, 2, 0x6060 + 0x6000));
	T("tile state leaves no page", LIST_GRID,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: 524160 bytes of tile state leave no room for tile lists in 524288", put(s, 13, 2, 84 << 8 | 130));
	GOOD("largest grid", put(s, 13, 2, 84 << 8 | 129));
	T("multisample only in the list", LIST_SAMPLES,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: MULTISAMPLE is 1, and 0 in the render arguments", put(s, 15, 1, 1));
	T("multisample only in the frame", LIST_SAMPLES,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: MULTISAMPLE is 0, and 1 in the render arguments",
	  s->render.surfaces[VC4_COLOR_WRITE].bits |= 1);
	T("window of 64-pixel tiles in multisample mode", LIST_WINDOW,
	  "bin list byte 19, CLIP_WINDOW: the window ends at column 256, the tiles at 128", put(s, 15, 1, 1);
	  s->render.surfaces[VC4_COLOR_WRITE].bits |= 0x11);
	GOOD("multisample", multisample(s));
}

static void test_state(void)
{
	T("coverage pipe", LIST_FIELD,
	  "bin list byte 28, CONFIGURATION_BITS: COVERAGE_PIPE 1 is not allowed, only 0", put(s, s->at[96] + 1, 2, 0x0103));
	T("oversample 3", LIST_FIELD,
	  "bin list byte 28, CONFIGURATION_BITS: OVERSAMPLE 3 is not allowed, at most 1", multisample(s);
	  put(s, s->at[96] + 1, 1, 0xc3));
	T("oversample 16x", LIST_FIELD,
	  "bin list byte 28, CONFIGURATION_BITS: OVERSAMPLE 2 is not allowed, at most 1", multisample(s);
	  put(s, s->at[96] + 1, 1, 0x83));
	T("oversample 4x of tiles with one sample", LIST_FIELD,
	  "bin list byte 28, CONFIGURATION_BITS: OVERSAMPLE 1 is not allowed, only 0", put(s, s->at[96] + 1, 1, 0x43));
	GOOD("oversample 4x", multisample(s); put(s, s->at[96] + 1, 1, 0x43));
	T("antialiased points and lines", LIST_FIELD,
	  "bin list byte 28, CONFIGURATION_BITS: ANTIALIASED 1 is not allowed, only 0", put(s, s->at[96] + 1, 1, 0x13));
	T("reserved configuration bits", LIST_BITS,
	  "bin list byte 28, CONFIGURATION_BITS: 0x047003 sets bits 0x040000 that must be 0", put(s, s->at[96] + 3, 1, 4));
	GOOD("early Z", put(s, s->at[96] + 3, 1, 3));
	T("window wider than the tiles", LIST_WINDOW,
	  "bin list byte 19, CLIP_WINDOW: the window ends at column 257, the tiles at 256", put(s, s->at[102] + 5, 2, 257));
	T("window higher than the tiles", LIST_WINDOW,
	  "bin list byte 19, CLIP_WINDOW: the window ends at line 257, the tiles at 256", put(s, s->at[102] + 7, 2, 257));
	T("window moved out", LIST_WINDOW,
	  "bin list byte 19, CLIP_WINDOW: the window ends at column 257, the tiles at 256", put(s, s->at[102] + 1, 2, 1));
	T("window moved up", LIST_WINDOW,
	  "bin list byte 19, CLIP_WINDOW: the window ends at line 65791, the tiles at 256", put(s, s->at[102] + 3, 2, 65535));
	GOOD("window of the last pixel", put(s, s->at[102] + 1, 4, 255 | 255 << 16);
	     put(s, s->at[102] + 5, 4, 1 | 1 << 16));
	T("format of rectangles", LIST_FIELD,
	  "bin list byte 17, PRIMITIVE_LIST_FORMAT: TYPE 3 is not allowed, at most 2", put(s, s->at[56] + 1, 1, 0x13));
	T("format of coordinates", LIST_FIELD,
	  "bin list byte 17, PRIMITIVE_LIST_FORMAT: DATA 3 is not allowed, at most 1", put(s, s->at[56] + 1, 1, 0x32));
	GOOD("format of points", put(s, s->at[56] + 1, 1, 0x10));
	T("extended record", LIST_FIELD,
	  "bin list byte 75, GL_SHADER_STATE: EXTENDED 1 is not allowed, only 0", put(s, s->at[64] + 1, 1, 0xa));
	T("record at an address", LIST_FIELD,
	  "bin list byte 75, GL_SHADER_STATE: ADDRESS 1 is not allowed, only 0", put(s, s->at[64] + 1, 4, 0x12));
}

static void test_draws(void)
{
	T("array mode 7", LIST_FIELD,
	  "bin list byte 80, ARRAY_PRIMITIVE: MODE 7 is not allowed, at most 6", put(s, DRAW + 1, 1, 7));
	T("array mode 0x14", LIST_FIELD,
	  "bin list byte 80, ARRAY_PRIMITIVE: MODE 20 is not allowed, at most 6", put(s, DRAW + 1, 1, 0x14));
	GOOD("triangle fan", put(s, DRAW + 1, 1, 6));
	T("indexed mode 7", LIST_FIELD,
	  "bin list byte 99, INDEXED_PRIMITIVE: MODE 7 is not allowed, at most 6", put(s, INDEXED + 1, 1, 0x17));
	T("index type 2", LIST_FIELD,
	  "bin list byte 99, INDEXED_PRIMITIVE: INDEX_TYPE 2 is not allowed, at most 1", put(s, INDEXED + 1, 1, 0x24));
	T("index type 15", LIST_FIELD,
	  "bin list byte 99, INDEXED_PRIMITIVE: INDEX_TYPE 15 is not allowed, at most 1", put(s, INDEXED + 1, 1, 0xf4));
	T("vertices wrap", DRAW_WRAPS,
	  "bin list byte 80, ARRAY_PRIMITIVE: 2 vertices from 4294967295 exceed 32 bits", put(s, DRAW + 2, 4, 2); put(s, DRAW + 6, 4, ~0u));
	GOOD("no vertices from the last", put(s, DRAW + 2, 4, 0); put(s, DRAW + 6, 4, ~0u));
	GOOD("no vertices from 0", put(s, DRAW + 2, 4, 0));
	T("odd offset of 16-bit indices", INDEX_ALIGN,
	  "bin list byte 99, INDEXED_PRIMITIVE: offset 1 of the indices is not a multiple of 2", put(s, INDEXED + 6, 4, 1));
	GOOD("odd offset of 8-bit indices", put(s, INDEXED + 1, 1, 4); put(s, INDEXED + 6, 4, 1));
	T("one index too many", INDEX_BOUNDS,
	  "bin list byte 99, INDEXED_PRIMITIVE: 2049 indices of 2 bytes at 0 of buffer 4, which has 4096 bytes", put(s, INDEXED + 2, 4, 2049));
	GOOD("all indices", put(s, INDEXED + 2, 4, 2048));
	T("indices past the buffer", INDEX_BOUNDS,
	  "bin list byte 99, INDEXED_PRIMITIVE: 6 indices of 2 bytes at 4098 of buffer 4, which has 4096 bytes", put(s, INDEXED + 6, 4, 4098));
	T("indices wrap", INDEX_BOUNDS,
	  "bin list byte 99, INDEXED_PRIMITIVE: 2147483649 indices of 2 bytes at 0 of buffer 4, which has 4096 bytes", put(s, INDEXED + 2, 4, 0x80000001));
	T("one 8-bit index too many", INDEX_BOUNDS,
	  "bin list byte 99, INDEXED_PRIMITIVE: 7 indices of 1 byte at 4090 of buffer 4, which has 4096 bytes", put(s, INDEXED + 1, 1, 4);
	  put(s, INDEXED + 6, 4, 4090); put(s, INDEXED + 2, 4, 7));
	GOOD("8-bit indices to the end", put(s, INDEXED + 1, 1, 4); put(s, INDEXED + 6, 4, 4090));
	T("no index buffer", LIST_UNSET,
	  "bin list byte 90, INDEXED_PRIMITIVE: the list has no GEM_HANDLES before this", cut(s, s->at[254], 9));
	T("index buffer past the last", BUFFER_INDEX,
	  "bin list byte 99, INDEXED_PRIMITIVE: buffer 10, and there are 10",
	  put(s, s->at[254] + 1, 4, BASE_BUFFERS));
	T("index buffer is a shader", BUFFER_SHADER,
	  "bin list byte 99, INDEXED_PRIMITIVE: buffer 2 is a shader, and may only be run", put(s, s->at[254] + 1, 4, B_CS));
	GOOD("the other handle is free", put(s, s->at[254] + 5, 4, ~0u));
}

void test_list(void)
{
	test_codes();
	test_order();
	test_config();
	test_state();
	test_draws();
}
