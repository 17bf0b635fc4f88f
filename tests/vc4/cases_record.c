// SPDX-License-Identifier: GPL-2.0
/*
 * Shader records, attributes, and the uniforms of their programs.
 */
#include "cases.h"

#define ATTRIBUTE(i)	(36u + 8 * (i))

static void handle(struct sub *s, u32 i, u32 buffer)
{
	memcpy(s->record + 4 * i, &buffer, 4);
}

/* Draws with @mode, and reads @n varyings. */
static void varyings(struct sub *s, u32 mode, u32 n)
{
	put(s, s->at[33] + 1, 1, mode);
	put(s, s->at[32] + 1, 1, 0x10 | mode);
	for (; n > 2; n--)
		add_code(s, VC4_FRAGMENT, 0, rb(mov(W_R0, B), R_VARYING));
	if (n == 1)
		drop_code(s, VC4_FRAGMENT, 0, 1);
}

static void test_counts(void)
{
	T("fewer records than declared", RECORD_COUNT,
	  "record 0, byte 72: the list has 1 records, and the client declares 2", s->nrecords = 2);
	T("more records than declared", RECORD_COUNT,
	  "bin list byte 75, GL_SHADER_STATE: this is record 1, and the client declares 0", s->nrecords = 0);
	T("second shader state without a record", RECORD_COUNT,
	  "bin list byte 99, GL_SHADER_STATE: this is record 2, and the client declares 1",
	  INSERT(s, s->at[32], 64, 2, 0, 0, 0));
	T("second shader state past the records", RECORD_CUT,
	  "record 1, byte 72: 2 attributes need 72 bytes, and 0 are left", s->nrecords = 2;
	  INSERT(s, s->at[32], 64, 2, 0, 0, 0));
	T("record cut", RECORD_CUT,
	  "record 0, byte 0: 2 attributes need 72 bytes, and 68 are left", s->nrecord_bytes -= 4);
	T("record of eight attributes", RECORD_CUT,
	  "record 0, byte 0: 8 attributes need 144 bytes, and 72 are left", put(s, s->at[64] + 1, 1, 0));
	T("bytes past the records", RECORD_LEFT,
	  "record 0, byte 72: the records end at byte 72 of 76", s->nrecord_bytes += 4);
	T("records without a list", RECORD_COUNT,
	  "records, byte 0: the list has 0 records, and the client declares 1", s->nlist = 0);
	T("uniforms without a list", UNIFORMS_LEFT,
	  "uniforms, byte 0: the uniforms end at byte 0 of 32", no_list(s); s->no_uniforms = false);
	GOOD("no list", no_list(s));
	T("uniforms cut", UNIFORMS_CUT,
	  "uniforms, byte 28: 0 handles and the words have 4 bytes, and 0 are left", s->nwords[VC4_COORDINATE] = 0);
	T("three shaders share the words of one", UNIFORMS_CUT,
	  "uniforms, byte 24: 0 handles and the words have 4 bytes, and 0 are left",
	  s->nwords[VC4_VERTEX] = 0; s->nwords[VC4_COORDINATE] = 0);
	T("words past the uniforms", UNIFORMS_LEFT,
	  "uniforms, byte 32: the uniforms end at byte 32 of 36", s->nwords[VC4_COORDINATE] = 2);
}

static void test_programs_of_record(void)
{
	T("shader past the last buffer", BUFFER_INDEX,
	  "record 0, byte 0: buffer 10, and there are 10", handle(s, 0, BASE_BUFFERS));
	T("shader of handle ~0", BUFFER_INDEX,
	  "record 0, byte 4: buffer 4294967295, and there are 10", handle(s, 1, ~0u));
	T("data buffer as shader", BUFFER_DATA,
	  "record 0, byte 8: buffer 3 is no shader", handle(s, 2, B_VERTICES));
	T("record flags", RECORD_FLAGS,
	  "record 0, byte 20: flags 0xd set bits that must be 0", poke(s, 0, 2, 13));
	T("high record flags", RECORD_FLAGS,
	  "record 0, byte 20: flags 0x8005 set bits that must be 0", poke(s, 0, 2, 0x8005));
	GOOD("point size", point_size(s));
	T("threads without a switch", RECORD_THREADS,
	  "record 0, byte 20: FS single threaded is 0, and the code says 1", poke(s, 0, 2, 4));
	T("fragment code at 8", RECORD_OFFSET,
	  "record 0, byte 24: fragment shader begins at byte 8 of buffer 0, not at 0", poke(s, 4, 4, 8));
	T("coordinate code at 8", RECORD_OFFSET,
	  "record 0, byte 48: coordinate shader begins at byte 8 of buffer 2, not at 0", poke(s, 28, 4, 8));
	GOOD("addresses of uniforms are free", poke(s, 8, 4, ~0u); poke(s, 20, 4, ~0u));
	T("tile buffer from vertex code", RECORD_STAGE,
	  "record 0, byte 4: vertex shader (buffer 0) uses the tile buffer or values of a fragment, which only fragment shaders do", handle(s, 1, B_FS));
	T("fragment code reads vertex memory", RECORD_STAGE,
	  "record 0, byte 0: fragment shader (buffer 2) uses the vertex memory, which only the others do", handle(s, 0, B_CS);
	  poke(s, 3, 1, 0));
	T("tile buffer written in vertex code", RECORD_STAGE,
	  "record 0, byte 4: vertex shader (buffer 1) uses the tile buffer or values of a fragment, which only fragment shaders do",
	  add_code(s, VC4_VERTEX, 3, mov(W_COLOR, 0)); unlock(s, VC4_VERTEX));
	T("scoreboard in vertex code", RECORD_STAGE,
	  "record 0, byte 4: vertex shader (buffer 1) uses the tile buffer or values of a fragment, which only fragment shaders do",
	  add_code(s, VC4_VERTEX, 3, sig(NOP, S_WAIT)); unlock(s, VC4_VERTEX));
	T("pixel read in vertex code", RECORD_STAGE,
	  "record 0, byte 4: vertex shader (buffer 1) uses the tile buffer or values of a fragment, which only fragment shaders do",
	  add_code(s, VC4_VERTEX, 3, ra(mov(W_R0, A), R_X)));
	T("varying in vertex code", RECORD_STAGE,
	  "record 0, byte 4: vertex shader (buffer 1) reads 1 varyings, which only fragment shaders do",
	  add_code(s, VC4_VERTEX, 3, rb(mov(W_R0, B), R_VARYING)));
	T("thread switch in vertex code", RECORD_STAGE,
	  "record 0, byte 4: vertex shader (buffer 1) switches threads, which only fragment shaders do",
	  add_code(s, VC4_VERTEX, 3, NOP); add_code(s, VC4_VERTEX, 3, NOP);
	  add_code(s, VC4_VERTEX, 3, sig(NOP, S_LAST)));
	GOOD("mov in vertex code", add_code(s, VC4_VERTEX, 3, mov(W_R0, 0)));
}

static void test_varyings(void)
{
	T("a varying left", RECORD_VARYINGS,
	  "record 0, byte 23: the draws set up 3 varyings, and the code reads 2", poke(s, 3, 1, 3));
	T("a varying too many", RECORD_VARYINGS,
	  "record 0, byte 23: the draws set up 1 varyings, and the code reads 2", poke(s, 3, 1, 1));
	T("points without their two", RECORD_VARYINGS,
	  "record 0, byte 23: the draws set up 4 varyings, and the code reads 2", varyings(s, 0, 2));
	GOOD("points", varyings(s, 0, 4));
	T("lines without their one", RECORD_VARYINGS,
	  "record 0, byte 23: the draws set up 3 varyings, and the code reads 2", varyings(s, 1, 2));
	GOOD("line strips", varyings(s, 3, 3));
	T("points and triangles of one record", RECORD_VARYINGS,
	  "record 0, byte 23: the draws set up 2 varyings, and the code reads 4", varyings(s, 0, 4);
	  put(s, s->at[32] + 1, 1, 0x14));
	T("varying through both files", CODE_BOTH,
	  "shader (buffer 0) ip 0: varying is read through both files", s->code[VC4_FRAGMENT][0] =
	  ra(rb(mov(W_R0, B), R_VARYING), R_VARYING));
}

static void test_attributes(void)
{
	T("mask names a third attribute", RECORD_MASK,
	  "record 0, byte 34: vertex shader's mask 0x07 names more than the 2 attributes", poke(s, 14, 1, 7));
	T("coordinate mask names the eighth", RECORD_MASK,
	  "record 0, byte 46: coordinate shader's mask 0x81 names more than the 2 attributes", poke(s, 26, 1, 0x81));
	GOOD("mask of one", poke(s, 14, 1, 1));
	T("vertex code reads a row too many", RECORD_ROWS,
	  "record 0, byte 35: vertex shader (buffer 1) reads 32 bytes of each vertex, which has 28", poke(s, 15, 1, 28));
	T("coordinate code reads a row too many", RECORD_ROWS,
	  "record 0, byte 47: coordinate shader (buffer 2) reads 16 bytes of each vertex, which has 15", poke(s, 27, 1, 15));
	GOOD("a row that is not read", poke(s, 15, 1, 36));
	T("attribute past the vertex", ATTRIBUTE_VPM,
	  "record 0, attribute 1: 16 bytes at 49 of the vertex, which has 32 in the vertex shader", poke(s, ATTRIBUTE(1) + 6, 1, 49));
	GOOD("attribute in the rest of a unit", poke(s, ATTRIBUTE(1) + 6, 1, 48));
	T("attribute far past the vertex", ATTRIBUTE_VPM,
	  "record 0, attribute 0: 16 bytes at 255 of the vertex, which has 16 in the coordinate shader", poke(s, ATTRIBUTE(0) + 7, 1, 255));
	GOOD("place of an attribute that is masked", poke(s, ATTRIBUTE(1) + 7, 1, 255));
	T("attribute past the buffer", ATTRIBUTE_BOUNDS,
	  "record 0, attribute 0: the first vertex ends at 4097 of buffer 3, which has 4096 bytes", poke(s, ATTRIBUTE(0), 4, 4081));
	T("attribute wraps", ATTRIBUTE_BOUNDS,
	  "record 0, attribute 0: the first vertex ends at 4294967311 of buffer 3, which has 4096 bytes", poke(s, ATTRIBUTE(0), 4, ~0u));
	T("vertex past the buffer", VERTEX_BOUNDS,
	  "record 0, attribute 0: vertex 5 ends at 4097 of buffer 3, which has 4096 bytes", poke(s, ATTRIBUTE(0), 4, 3921));
	GOOD("last vertex at the end", poke(s, ATTRIBUTE(0), 4, 3920));
	T("maximum index of the second draw", VERTEX_BOUNDS,
	  "record 0, attribute 0: vertex 128 ends at 4112 of buffer 3, which has 4096 bytes", put(s, s->at[32] + 10, 4, 128));
	GOOD("largest index", put(s, s->at[32] + 10, 4, 127));
	T("first vertex of an array", VERTEX_BOUNDS,
	  "record 0, attribute 0: vertex 128 ends at 4112 of buffer 3, which has 4096 bytes", put(s, s->at[33] + 6, 4, 126));
	GOOD("last array of the buffer", put(s, s->at[33] + 6, 4, 125));
	T("largest index and stride", VERTEX_BOUNDS,
	  "record 0, attribute 0: vertex 4294967295 ends at 1095216660241 of buffer 3, which has 4096 bytes", put(s, s->at[32] + 10, 4, ~0u);
	  poke(s, ATTRIBUTE(0) + 5, 1, 255));
	T("index times stride wraps", VERTEX_BOUNDS,
	  "record 0, attribute 0: vertex 134217728 ends at 4294967312 of buffer 3, which has 4096 bytes", put(s, s->at[32] + 10, 4, 0x08000000));
	GOOD("stride 0", put(s, s->at[32] + 10, 4, ~0u); poke(s, ATTRIBUTE(0) + 5, 1, 0);
	     poke(s, ATTRIBUTE(1) + 5, 1, 0); poke(s, ATTRIBUTE(0), 4, 4080);
	     poke(s, ATTRIBUTE(1), 4, 4080));
	T("attribute's buffer past the last", BUFFER_INDEX,
	  "record 0, attribute 1: buffer 10, and there are 10", handle(s, 4, BASE_BUFFERS));
	T("attribute's buffer is a shader", BUFFER_SHADER,
	  "record 0, attribute 0: buffer 1 is a shader, and may only be run", handle(s, 3, B_VS));
}

void test_records(void)
{
	test_counts();
	test_programs_of_record();
	test_varyings();
	test_attributes();
}
