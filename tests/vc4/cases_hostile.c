// SPDX-License-Identifier: GPL-2.0
/*
 * Hostile submissions.  Their aims: memory of the checker, code that is not checked,
 * reads of any address, a uniform stream out of step, textures, records, lists, render arguments,
 * other jobs, and endless work.  The other files have one hole for each rule; here are those that
 * need two parts to fit.
 */
#include "cases.h"

#define FS(ip)	s->code[VC4_FRAGMENT][ip]
#define VS(ip)	s->code[VC4_VERTEX][ip]
#define CS(ip)	s->code[VC4_COORDINATE][ip]
#define ADD(ip, inst)	add_code(s, VC4_FRAGMENT, ip, inst)
#define HANDLE(i)	s->record[4 * (i)]
#define COLOR		s->render.surfaces[VC4_COLOR_WRITE]

/* A second record like the first, with a draw of its own. */
static void second_record(struct sub *s)
{
	u32 end = s->nlist - 2;

	INSERT(s, end, 64, 2, 0, 0, 0, 33, 4, 3, 0, 0, 0, 0, 0, 0, 0);
	memcpy(s->record + s->nrecord_bytes, s->record, s->nrecord_bytes);
	s->nrecord_bytes *= 2;
	s->nrecords = 2;
}

static u8 *second(struct sub *s, u32 at)
{
	return s->record + s->nrecord_bytes / 2 + at;
}

static void test_memory(void)
{
	T("a second record takes the words of the first", UNIFORMS_CUT,
	  "uniforms, byte 32: 2 handles and the words have 24 bytes, and 0 are left",
	  second_record(s));
	T("a second record's coordinate shader is the number of buffers", BUFFER_INDEX,
	  "record 1, byte 80: buffer 10, and there are 10",
	  second_record(s);
	  *second(s, 8) = BASE_BUFFERS; s->no_uniforms = false;
	  memcpy(s->words[VC4_COORDINATE] + 1, (u32[]){ 0, 0, 0, 0, 0, 0, 0, 0 }, 32);
	  s->words[VC4_COORDINATE][1] = B_TEXTURE; s->words[VC4_COORDINATE][2] = B_CONSTANTS;
	  s->words[VC4_COORDINATE][3] = P0(0, 0, 1); s->words[VC4_COORDINATE][4] = P1(64, 64, 0);
	  s->words[VC4_COORDINATE][5] = 4092; s->nwords[VC4_COORDINATE] = 8);
	T("vertices of handle 2^31", BUFFER_INDEX,
	  "record 0, attribute 0: buffer 2147483651, and there are 10",
	  s->record[12 + 3] = 0x80);
	T("the fragment shader twice, also for vertices", RECORD_STAGE,
	  "record 0, byte 4: vertex shader (buffer 0) uses the tile buffer or values of a fragment, which only fragment shaders do",
	  HANDLE(1) = B_FS);
	T("attributes 8 by the count 0, a record of 2", RECORD_CUT,
	  "record 0, byte 0: 8 attributes need 144 bytes, and 72 are left",
	  put(s, s->at[64] + 1, 1, 0));
	T("a lookup's handle is 2^30, so that four times it wraps", BUFFER_INDEX,
	  "record 0, fragment shader, uniform 0: buffer 1073741824, and there are 10",
	  s->handles[0][1] = 0x40000000);
}

static void test_unchecked(void)
{
	T("branch over the end in two steps", BRANCH_TARGET,
	  "shader (buffer 0) ip 5: branch to ip 12 past the program end",
	  PROGRAM(s, VC4_FRAGMENT, branch(0, 0, 5), NOP, NOP, NOP, NOP, branch(15, 5, 12), NOP, NOP, NOP,
		  sig(NOP, S_END), NOP, NOP, ws(mov(W_DMA, 0)), sig(NOP, S_END), NOP, NOP));
	T("branch of 2^31 bytes back", BRANCH_TARGET,
	  "shader (buffer 0) ip 0: branch to ip -268435452 before the program",
	  ADD(0, NOP); ADD(0, NOP); ADD(0, NOP);
	  ADD(0, (branch(0, 0, 4) & ~0xffffffffull) | 0x80000000u));
	T("a branch whose last slot is the end", BRANCH_SLOT,
	  "shader (buffer 0) ip 8: the slots of this branch reach the end at ip 11",
	  ADD(8, branch(0, 8, 4)));
	T("the end in a slot of a branch to the start", BRANCH_SLOT,
	  "shader (buffer 0) ip 0: the slots of this branch reach the end at ip 2",
	  PROGRAM(s, VC4_FRAGMENT, branch(15, 0, 0), NOP, sig(NOP, S_END), NOP, NOP));
	T("DMA by the add unit with the pack of a color", CODE_WRITE,
	  "shader (buffer 0) ip 9, vpm_st_addr: it stores to any address",
	  FS(9) = pack(ws(mov(W_DMA, 0)), 1, 3));
	T("DMA beside a write of a color", CODE_WRITE,
	  "shader (buffer 0) ip 9, vpm_st_addr: it stores to any address",
	  FS(9) = mul(mov(W_COLOR, 0), MUL_V8MIN, W_DMA, 0, 0));
}

static void test_reads(void)
{
	T("clamp of a constant", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  FS(5) = li(W_R2, 0));
	T("clamp of a constant below 0", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  FS(5) = li(W_R2, 0x80000000));
	T("clamp that the mul unit overwrites beside the min", CODE_BOTH,
	  "shader (buffer 0) ip 6: r3 is written by both units",
	  FS(6) = mul(FS(6), MUL_V8MIN, W_R3, 0, 0));
	T("clamp that the mul unit overwrites under a condition", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  ADD(7, cond(mul(NOP, MUL_V8MIN, W_R3, 0, 0), 0, 2)));
	T("min before the max", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  FS(5) = ra(add(OP_MIN, W_R2, 4, A), R_UNIFORM);
	  FS(6) = small(add(OP_MAX, W_R3, 2, B), 0));
	T("max with the rotation of 0", CODE_ROTATE,
	  "shader (buffer 0) ip 5, r2: a rotation is no input",
	  FS(5) = small(add(OP_MAX, W_R2, 4, B), 48));
	T("direct read of the clamp plus itself", READ_CLAMP,
	  "shader (buffer 0) ip 7, tmu0_s: direct read of any address: the second operand is no uniform",
	  FS(7) = ra(add(OP_ADD, W_TMU0_S, 3, 3), R_UNIFORM));
	T("second read of the other unit without a clamp", READ_CLAMP,
	  "shader (buffer 0) ip 8, tmu1_s: direct read of any address: the first operand is not min(max(x, 0), uniform)",
	  ADD(8, ra(add(OP_ADD, W_TMU1_S, 0, A), R_UNIFORM)));
	T("direct read by both units", LOOKUP_UNITS,
	  "shader (buffer 0) ip 7: both units write texture coordinates",
	  FS(7) = mul(FS(7), MUL_V8MIN, W_TMU1_S, 3, 3));
}

static void test_stream(void)
{
	T("a coordinate by a unit that is off", LOOKUP_CONDITION,
	  "shader (buffer 0) ip 2, tmu0_t: a texture coordinate that is not always written",
	  FS(2) = cond(FS(2), 0, 0));
	T("a coordinate by an operation that is none, beside one that is", LOOKUP_CONDITION,
	  "shader (buffer 0) ip 2, tmu0_t: a texture coordinate that is not always written",
	  FS(2) = mul(mov(W_R2, 0), 0, W_TMU0_T, 1, 1));
	T("a uniform by both files beside S", LOOKUP_UNIFORM,
	  "shader (buffer 0) ip 3, tmu0_s: a texture coordinate takes a uniform, and the instruction reads one",
	  FS(3) = rb(ra(add(OP_ADD, W_TMU0_S, A, B), R_UNIFORM), R_UNIFORM));
	T("an immediate in front of an S that is open by B", LOOKUP_TWICE,
	  "shader (buffer 0) ip 3, tmu0_t: the lookup has this coordinate already",
	  ADD(2, li(W_TMU0_T, 0)));
	T("a reset before any branch that skips a word", UNIFORM_RESET,
	  "shader (buffer 0) ip 1, uniforms_address: reset of the uniform stream: the constant is 8, and the next word is at 4",
	  ADD(0, NOP);
	  ADD(0, ra(add(OP_ADD, W_UNIFORMS, 2, A), R_UNIFORM)); ADD(0, li(W_R2, 8)));
	T("a reset back to its own word", UNIFORM_RESET,
	  "shader (buffer 0) ip 1, uniforms_address: reset of the uniform stream: the constant is 0, and the next word is at 4",
	  ADD(0, NOP);
	  ADD(0, ra(add(OP_ADD, W_UNIFORMS, 2, A), R_UNIFORM)); ADD(0, li(W_R2, 0)));
	T("a reset beside a write of the mul unit to the constant", CODE_BOTH,
	  "shader (buffer 0) ip 0: r2 is written by both units",
	  ADD(0, NOP);
	  ADD(0, ra(add(OP_ADD, W_UNIFORMS, 2, A), R_UNIFORM));
	  ADD(0, mul(li(W_R2, 4), 0, W_R2, 0, 0)));
}

static void test_surfaces(void)
{
	static const u32 words[] = { P0(0, 0, 1) | CUBE, P1(16, 16, 0), 0, 0, 4092, 0 };

	T("a texture after a direct read, with the words of one", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 16384 bytes at 12288 of buffer 5, which has 16384 bytes",
	  s->words[0][0] = P0(0x3000, 0, 1));
	T("a level 15 of 1x1", TEXTURE_COUNT,
	  "record 0, fragment shader, uniform 0: 16 levels, and an image of this size has 1",
	  s->words[0][0] = P0(0, 0, 16);
	  s->words[0][1] = P1(1, 1, 0));
	T("a cube whose P2 has no stride", TEXTURE_CUBE,
	  "record 0, fragment shader, uniform 0: the cube has no stride",
	  ADD(2, mov(W_TMU0_T + 2, 1)); uniforms(s, 0, 2, (u32[]){ B_TEXTURE, B_CONSTANTS }, 5, words);
	  s->words[0][3] = 4092; s->words[0][4] = 0);
	T("a reserved type by the bit of P1", TEXTURE_TYPE,
	  "record 0, fragment shader, uniform 0: texture type 18 (18?) is not supported",
	  s->words[0][0] = P0(0, 18, 1);
	  s->words[0][1] = P1(64, 64, 18));
	T("64 bits a texel", TEXTURE_TYPE,
	  "record 0, fragment shader, uniform 0: texture type 15 (RGBA64) is not supported",
	  s->words[0][0] = P0(0, 15, 1));
	T("a base of 2^32 - 4096", TEXTURE_BOUNDS,
	  "record 0, fragment shader, uniform 0: the texture needs 16384 bytes at 4294963200 of buffer 5, which has 16384 bytes",
	  s->words[0][0] = P0(0xfffff000u, 0, 1));
	T("levels of 2048x1 in a page", TEXTURE_LEVELS,
	  "record 0, fragment shader, uniform 0: the levels need 32832 bytes before level 0, which is at 4096 of buffer 5",
	  s->words[0][0] = P0(0x1000, 0, 12);
	  s->words[0][1] = P1(2048, 1, 0));
	T("a clamp of ~0 at base 4", READ_BOUNDS,
	  "record 0, fragment shader, uniform 3: reads of 4 bytes up to 4 + 4294967295 of buffer 7, which has 4096 bytes",
	  s->words[0][2] = ~0u; s->words[0][3] = 4);
}

static void test_fetches(void)
{
	T("a draw of one vertex at 2^32 - 1", VERTEX_BOUNDS,
	  "record 0, attribute 0: vertex 4294967295 ends at 137438953456 of buffer 3, which has 4096 bytes",
	  put(s, s->at[33] + 2, 4, 1);
	  put(s, s->at[33] + 6, 4, ~0u));
	T("a maximum that only a draw without indices has", VERTEX_BOUNDS,
	  "record 0, attribute 0: vertex 65536 ends at 2097168 of buffer 3, which has 4096 bytes",
	  put(s, s->at[32] + 2, 4, 0); put(s, s->at[32] + 10, 4, 0x10000));
	T("stride 255 of the 17th vertex", VERTEX_BOUNDS,
	  "record 0, attribute 0: vertex 17 ends at 4351 of buffer 3, which has 4096 bytes",
	  poke(s, 41, 1, 255); put(s, s->at[32] + 10, 4, 17));
	T("an attribute of a byte at the end", ATTRIBUTE_BOUNDS,
	  "record 0, attribute 0: the first vertex ends at 4097 of buffer 3, which has 4096 bytes",
	  poke(s, 36, 4, 4096); poke(s, 40, 1, 0));
	T("attributes of both masks, the second at 240", ATTRIBUTE_VPM,
	  "record 0, attribute 1: 16 bytes at 240 of the vertex, which has 32 in the vertex shader",
	  poke(s, 50, 1, 240));
	T("2^32 - 1 indices of two bytes", INDEX_BOUNDS,
	  "bin list byte 99, INDEXED_PRIMITIVE: 4294967295 indices of 2 bytes at 0 of buffer 4, which has 4096 bytes",
	  put(s, s->at[32] + 2, 4, ~0u));
	T("no indices past the buffer", INDEX_BOUNDS,
	  "bin list byte 99, INDEXED_PRIMITIVE: 0 indices of 2 bytes at 4098 of buffer 4, which has 4096 bytes",
	  put(s, s->at[32] + 2, 4, 0);
	  put(s, s->at[32] + 6, 4, 4098));
	T("a mask of all eight with two attributes", RECORD_MASK,
	  "record 0, byte 34: vertex shader's mask 0xff names more than the 2 attributes",
	  poke(s, 14, 1, 0xff));
	T("an extended record of eight", LIST_FIELD,
	  "bin list byte 75, GL_SHADER_STATE: EXTENDED 1 is not allowed, only 0",
	  put(s, s->at[64] + 1, 1, 8));
}

static void test_lists(void)
{
	T("the configuration after a reserved code", LIST_CODE,
	  "bin list byte 0, code 2: no record has this code",
	  INSERT(s, 0, 2));
	T("a draw between configuration and start", LIST_UNSET,
	  "bin list byte 16, ARRAY_PRIMITIVE: the list has no START_TILE_BINNING before this",
	  INSERT(s, 16, 33, 4, 3, 0, 0, 0, 0, 0, 0, 0));
	T("a second configuration after the draws", LIST_TWICE,
	  "bin list byte 113, TILE_BINNING_MODE_CONFIG: the list has one already",
	  INSERT(s, s->nlist - 2, 112, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 0));
	T("a second start makes the state stale", LIST_TWICE,
	  "bin list byte 75, START_TILE_BINNING: the list has one already",
	  INSERT(s, s->at[64], 6));
	T("a flush inside of the last record", LIST_CUT,
	  "bin list byte 99, INDEXED_PRIMITIVE: has 14 bytes, and 13 are left",
	  s->nlist -= 2; s->list[s->nlist - 1] = 4;
	  s->nlist -= 1);
	T("a flush that the length of a record hides", LIST_CUT,
	  "bin list byte 113, POINT_SIZE: has 5 bytes, and 2 are left",
	  s->list[s->nlist - 2] = 98);
	T("a window of 2^16 - 1 at 1", LIST_WINDOW,
	  "bin list byte 19, CLIP_WINDOW: the window ends at column 65536, the tiles at 256",
	  put(s, s->at[102] + 1, 2, 1);
	  put(s, s->at[102] + 5, 2, 0xffff));
	T("a semaphore in front of the semaphore", LIST_END,
	  "bin list byte 113, INCREMENT_SEMAPHORE: belongs at byte 114, at the end of the list",
	  INSERT(s, s->nlist - 2, 7));
	T("rows 255 and columns 255", LIST_GRID,
	  "bin list byte 0, TILE_BINNING_MODE_CONFIG: 3121200 bytes of tile state leave no room for tile lists in 524288",
	  put(s, 13, 1, 255); put(s, 14, 1, 255));
}

static void test_frames(void)
{
	T("a frame wider than the binner, and its last tile", RENDER_TILES,
	  "render arguments: columns of tiles 0 to 4, and the frame and the list have 4",
	  s->render.width = 320;
	  s->render.max_x = 4; s->size[B_COLOR] = 1u << 20);
	T("all tiles of a u8", RENDER_TILES,
	  "render arguments: columns of tiles 0 to 255, and the frame and the list have 4",
	  s->render.max_x = 255; s->render.width = 4096);
	T("a T frame of one pixel in a page less a byte", SURFACE_BOUNDS,
	  "render arguments, color write: needs 4096 bytes at 0 of buffer 6, which has 4095 bytes",
	  s->render.width = 1; s->render.height = 1;
	  s->render.max_x = 0; s->render.max_y = 0; s->size[B_COLOR] = 4095);
	T("a store at 2^32 - 16", SURFACE_BOUNDS,
	  "render arguments, color write: needs 262144 bytes at 4294967280 of buffer 6, which has 262144 bytes",
	  COLOR.offset = 0xfffffff0u);
	T("a store into the code", BUFFER_SHADER,
	  "render arguments, color write: buffer 2 is a shader, and may only be run",
	  COLOR.hindex = B_CS);
	T("a full resolution store of the second column", SURFACE_BOUNDS,
	  "render arguments, MSAA color write: needs 458752 bytes at 655360 of buffer 9, which has 1048576 bytes",
	  s->render.surfaces[VC4_MSAA_COLOR_WRITE] = (struct vc4_surface){ B_MSAA, 16384 * 40, 0, 0 });
	T("a load of both kinds", SURFACE_BITS,
	  "render arguments, color read: bits 0x0001, only 0x0000 may be set",
	  s->render.surfaces[VC4_COLOR_READ] = (struct vc4_surface){ B_MSAA, 0, 1, 1 });
}

static void test_others(void)
{
	T("a scoreboard signal in coordinate code", RECORD_STAGE,
	  "record 0, byte 8: coordinate shader (buffer 2) uses the tile buffer or values of a fragment, which only fragment shaders do",
	  CS(2) = sig(NOP, S_WAIT); unlock(s, VC4_COORDINATE));
	T("rows of 64 by a stride of 0", VPM_ROWS,
	  "shader (buffer 1) ip 0, vpm_read_setup: the rows end at 65, and vertex memory has 64",
	  VS(0) = li(W_SETUP, VPM_READ(2, 0) & ~0x3f000u));
	T("a row of the next vertex", RECORD_ROWS,
	  "record 0, byte 35: vertex shader (buffer 1) reads 36 bytes of each vertex, which has 32",
	  VS(0) = li(W_SETUP, VPM_READ(8, 1)));
	T("two setups of which one is left", VPM_LEFT,
	  "shader (buffer 1) ip 16: 1 rows of a setup are not read at the end",
	  VS(2) = li(W_SETUP, VPM_READ(1, 0)));
	T("lines without their varying, beside triangles", RECORD_VARYINGS,
	  "record 0, byte 23: the draws set up 1 varyings, and the code reads 2",
	  poke(s, 3, 1, 1);
	  put(s, s->at[33] + 1, 1, 1));
	T("a result of the lookup that a branch skips", RESULT_LEFT,
	  "shader (buffer 0) ip 6: 1 results of TMU0 are not taken at a branch target",
	  PROGRAM(s, VC4_FRAGMENT, mov(W_TMU0_T, 0), mov(W_TMU0_S, 0), branch(0, 2, 7), NOP, NOP, NOP,
		  sig(NOP, S_TMU0), sig(NOP, S_END), NOP, NOP));
	T("the accumulators of the next thread by register 14", CODE_LAST,
	  "shader (buffer 0) ip 11: the last three instructions may not read uniforms, varyings, vertex memory or register 14",
	  FS(11) = rb(mov(W_R0, B), 14));
}

static void test_endless(void)
{
	T("two loops that lead into each other", BRANCH_ENDLESS,
	  "shader (buffer 0) ip 0: no way leads from here to the end",
	  PROGRAM(s, VC4_FRAGMENT, branch(0, 0, 8), NOP, NOP, NOP, branch(15, 4, 12), NOP, NOP, NOP,
		  NOP, NOP, NOP, NOP, branch(15, 12, 4), NOP, NOP, NOP, sig(NOP, S_END), NOP, NOP));
	T("a loop around the result", RESULT_LEFT,
	  "shader (buffer 0) ip 2: 1 results of TMU0 are not taken at a branch target",
	  PROGRAM(s, VC4_FRAGMENT, mov(W_TMU0_T, 0), mov(W_TMU0_S, 0), NOP, sig(NOP, S_TMU0),
		  branch(0, 4, 2), NOP, NOP, NOP, sig(NOP, S_END), NOP, NOP));
	T("five lookups of two words without a result", LOOKUP_FULL,
	  "shader (buffer 0) ip 9, tmu0_s: 10 words wait in TMU0, which holds 8",
	  PROGRAM(s, VC4_FRAGMENT, mov(W_TMU0_T, 0), mov(W_TMU0_S, 0), mov(W_TMU0_T, 0),
		  mov(W_TMU0_S, 0), mov(W_TMU0_T, 0), mov(W_TMU0_S, 0), mov(W_TMU0_T, 0),
		  mov(W_TMU0_S, 0), mov(W_TMU0_T, 0), mov(W_TMU0_S, 0), sig(NOP, S_END), NOP, NOP));
	T("a semaphore by the kind of an immediate", CODE_IMMEDIATE,
	  "shader (buffer 0) ip 0: semaphore: a semaphore stops the program until another one moves it",
	  ADD(0, unpack(li(W_NOP, 0), 4)));
	T("a mutex that a nop reads", CODE_READ,
	  "shader (buffer 0) ip 0: mutex: the mutex stops the program until another one releases it",
	  ADD(0, ra(NOP, R_MUTEX)));
	T("a wait of the binner after the start", LIST_DENIED,
	  "bin list byte 17, WAIT_ON_SEMAPHORE: the binner would wait for another job",
	  INSERT(s, 17, 8));
	T("a switch of threads without a last one, twice", THREAD_LAST,
	  "shader (buffer 0) ip 16: the last thread switch is missing",
	  poke(s, 0, 2, 4);
	  ADD(8, NOP); ADD(8, NOP); ADD(8, sig(NOP, S_SWITCH)); ADD(4, NOP); ADD(4, NOP);
	  ADD(4, sig(NOP, S_SWITCH)));
}

void test_hostile(void)
{
	test_memory();
	test_unchecked();
	test_reads();
	test_stream();
	test_surfaces();
	test_fetches();
	test_lists();
	test_frames();
	test_others();
	test_endless();
}
