// SPDX-License-Identifier: GPL-2.0
/*
 * Rules that the guide states in its text and its errata: restrictions on instructions (section 3),
 * texture results of threads (4), the tile buffer (5), what vertex and coordinate shaders write (7),
 * points, draws, filters and samples.
 */
#include "cases.h"

#define FS(ip)	s->code[VC4_FRAGMENT][ip]
#define CS(ip)	s->code[VC4_COORDINATE][ip]
#define ADD_CS(ip, inst) add_code(s, VC4_COORDINATE, ip, inst)
#define COLOR	s->render.surfaces[VC4_COLOR_WRITE]

enum { W_EXP = 54, OP_FMIN = 3, OP_FMAX = 4 };
#define ONE	32u	/* the small immediate 1.0 */
#define EIGHTH	45u
#define ROTATE(a, b, n)	small(mul(NOP, MUL_V8MIN, W_R0, a, b), 48 + (n))

/* A fragment program without varyings and uniforms: these instructions and its end. */
#define FRAGMENT(...) do { \
		PROGRAM(s, VC4_FRAGMENT, __VA_ARGS__, sig(NOP, S_END), NOP, sig(NOP, S_UNLOCK)); \
		uniforms(s, VC4_FRAGMENT, 0, NULL, 0, NULL); \
		poke(s, 3, 1, 0); \
	} while (0)

static void test_coupled(void)
{
	T("Z and color", CODE_COUPLED,
	  "shader (buffer 0) ip 2: both units access coupled units, and an instruction accesses one",
	  FRAGMENT(NOP, NOP, mul(mov(W_Z, 0), MUL_V8MIN, W_COLOR, 0, 0)));
	T("SFU and color", CODE_COUPLED,
	  "shader (buffer 0) ip 2: both units access coupled units, and an instruction accesses one",
	  FRAGMENT(NOP, NOP, mul(mov(W_COLOR, 0), MUL_V8MIN, W_RECIP, 0, 0)));
	T("two SFU operations", CODE_COUPLED,
	  "shader (buffer 0) ip 0: both units access coupled units, and an instruction accesses one",
	  FRAGMENT(mul(mov(W_RECIP, 0), MUL_V8MIN, W_EXP, 0, 0), NOP));
	T("an immediate for two units", CODE_COUPLED,
	  "shader (buffer 0) ip 2: both units access coupled units, and an instruction accesses one",
	  FRAGMENT(NOP, NOP, mul(li(W_COLOR, 0), 0, W_RECIP, 0, 0)));
	T("SFU and texture", CODE_COUPLED,
	  "shader (buffer 0) ip 2: both units access coupled units, and an instruction accesses one",
	  FS(2) = mul(FS(2), MUL_V8MIN, W_RECIP, 0, 0));
	T("a result beside an SFU operation", CODE_COUPLED,
	  "shader (buffer 0) ip 8: LOAD_TMU0 and a write access coupled units, and an instruction accesses one",
	  FS(8) = sig(mov(W_RECIP, 0), S_TMU0));
	T("a color read beside the color of all samples", CODE_COUPLED,
	  "shader (buffer 0) ip 2: LOAD_COLOR and a write access coupled units, and an instruction accesses one",
	  FRAGMENT(NOP, NOP, sig(mov(W_COLOR, 0), S_COLOR)));
	GOOD("a color read beside the color of a sample",
	     FRAGMENT(NOP, NOP, sig(mov(W_COLOR_MS, 0), S_COLOR)));
	GOOD("a stencil setup beside a color",
	     FRAGMENT(NOP, NOP, mul(mov(W_COLOR, 0), MUL_V8MIN, W_STENCIL, 0, 0)));
	GOOD("a varying beside a texture coordinate", FS(1) = NOP;
	     FS(2) = rb(mov(W_TMU0_T, B), R_VARYING));
	T("both units write an accumulator", CODE_BOTH,
	  "shader (buffer 0) ip 0: r1 is written by both units",
	  FRAGMENT(mul(mov(W_R1, 0), MUL_V8MIN, W_R1, 0, 0), NOP));
	GOOD("both units write register 3, of two files",
	     FRAGMENT(mul(mov(3, 0), MUL_V8MIN, 3, 0, 0), NOP));
}

static void test_results(void)
{
	T("r4 one after an SFU operation", CODE_RESULT,
	  "shader (buffer 0) ip 1: r4 is read before ip 3, when the SFU is done",
	  FRAGMENT(mov(W_RECIP, 0), mov(W_R0, 4)));
	T("r4 two after an SFU operation", CODE_RESULT,
	  "shader (buffer 0) ip 2: r4 is read before ip 3, when the SFU is done",
	  FRAGMENT(mov(W_RECIP, 0), NOP, mul(NOP, MUL_V8MIN, W_R0, 0, 4)));
	T("r4 after an SFU operation of an immediate", CODE_RESULT,
	  "shader (buffer 0) ip 1: r4 is read before ip 3, when the SFU is done",
	  FRAGMENT(li(W_EXP, 0), mov(W_R0, 4)));
	GOOD("r4 three after an SFU operation", FRAGMENT(mov(W_RECIP, 0), NOP, NOP, mov(W_R0, 4)));
	GOOD("r4 as the input of no operation",
	     FRAGMENT(mov(W_RECIP, 0), mul(NOP, 0, W_NOP, 4, 4), NOP));
	T("an SFU operation after another", CODE_RESULT,
	  "shader (buffer 0) ip 2: r4 is written before ip 3, when the SFU is done",
	  FRAGMENT(mov(W_RECIP, 0), NOP, mov(W_EXP, 0)));
	T("a color read after an SFU operation", CODE_RESULT,
	  "shader (buffer 0) ip 2: r4 is written before ip 4, when the SFU is done",
	  FRAGMENT(NOP, mov(W_RECIP, 0), sig(NOP, S_COLOR)));
	GOOD("a color read three after an SFU operation",
	     FRAGMENT(mov(W_RECIP, 0), NOP, NOP, sig(NOP, S_COLOR)));
	T("a texture result after an SFU operation", CODE_RESULT,
	  "shader (buffer 0) ip 5: r4 is written before ip 7, when the SFU is done",
	  add_code(s, VC4_FRAGMENT, 4, mov(W_RECIP, 0)));
	T("an SFU result on its way to a branch target", CODE_RESULT,
	  "shader (buffer 0) ip 6: an SFU result is on its way to a branch target before ip 7, when the SFU is done",
	  FRAGMENT(branch(0, 0, 6), NOP, NOP, NOP, mov(W_RECIP, 0), NOP, NOP, mov(W_R0, 4)));
	GOOD("an SFU operation well before a branch target",
	     FRAGMENT(branch(0, 0, 7), NOP, NOP, NOP, mov(W_RECIP, 0), NOP, NOP, mov(W_R0, 4)));
	T("an SFU operation in the last slot", CODE_RESULT,
	  "shader (buffer 0) ip 4: an SFU result is on its way to a branch target before ip 6, when the SFU is done",
	  FRAGMENT(branch(0, 0, 5), NOP, NOP, mov(W_RECIP, 0), NOP, mov(W_R0, 4)));
	T("the mask one after Z", CODE_MASK,
	  "shader (buffer 0) ip 3: the multisample mask is read before ip 5, when the test of Z is done",
	  FRAGMENT(NOP, NOP, mov(W_Z, 0), ra(mov(W_R0, A), 42), NOP));
	T("the mask two after Z", CODE_MASK,
	  "shader (buffer 0) ip 4: the multisample mask is read before ip 5, when the test of Z is done",
	  FRAGMENT(NOP, NOP, mov(W_Z, 0), mov(W_COLOR, 0), ra(mov(W_R0, A), 42)));
	GOOD("the mask three after Z",
	     FRAGMENT(NOP, NOP, mov(W_Z, 0), mov(W_COLOR, 0), NOP, ra(mov(W_R0, A), 42)));
	GOOD("the face one after Z", FRAGMENT(NOP, NOP, mov(W_Z, 0), rb(mov(W_R0, B), 42), NOP));
	T("Z in the last slot of a branch", CODE_MASK,
	  "shader (buffer 0) ip 5: a branch target before ip 7, when the test of Z is done",
	  FRAGMENT(NOP, branch(0, 1, 6), NOP, NOP, mov(W_Z, 0), NOP, ra(mov(W_R0, A), 42)));
}

static void test_rotations(void)
{
	T("rotation by r5 after its write", CODE_ROTATE,
	  "shader (buffer 0) ip 1, r0: the rotation is by r5, which the instruction before writes",
	  FRAGMENT(mov(W_R5, 0), ROTATE(1, 2, 0)));
	GOOD("rotation by r5 two after its write", FRAGMENT(mov(W_R5, 0), NOP, ROTATE(1, 2, 0)));
	GOOD("rotation by 3 after a write of r5", FRAGMENT(mov(W_R5, 0), ROTATE(1, 2, 3)));
	T("rotation by r5 after a varying", CODE_ROTATE,
	  "shader (buffer 0) ip 2, r0: the rotation is by r5, which the instruction before writes",
	  add_code(s, VC4_FRAGMENT, 2, ROTATE(2, 3, 0)));
	T("rotation by r5 after an immediate", CODE_ROTATE,
	  "shader (buffer 0) ip 1, r0: the rotation is by r5, which the instruction before writes",
	  FRAGMENT(li(W_R5, 0), ROTATE(1, 2, 0)));
	T("rotation of an accumulator after its write", CODE_ROTATE,
	  "shader (buffer 0) ip 1, r0: r2 is rotated, which the instruction before writes",
	  FRAGMENT(mov(W_R2, 0), ROTATE(1, 2, 3)));
	T("rotation of an accumulator after a write of the mul unit", CODE_ROTATE,
	  "shader (buffer 0) ip 1, r0: r1 is rotated, which the instruction before writes",
	  FRAGMENT(mul(NOP, MUL_V8MIN, W_R1, 0, 0), ROTATE(1, 2, 3)));
	GOOD("rotation of an accumulator two after its write",
	     FRAGMENT(mov(W_R2, 0), NOP, ROTATE(1, 2, 3)));
	GOOD("rotation of another accumulator", FRAGMENT(mov(W_R3, 0), ROTATE(1, 2, 3)));
	T("rotation of a register of a file", CODE_ROTATE,
	  "shader (buffer 0) ip 0, r0: only r0 to r3 are rotated",
	  FRAGMENT(ra(ROTATE(A, A, 3), 5), NOP));
	T("rotation of r4", CODE_ROTATE,
	  "shader (buffer 0) ip 0, r0: only r0 to r3 are rotated", FRAGMENT(ROTATE(4, 1, 3), NOP));
	T("rotation as an input", CODE_ROTATE,
	  "shader (buffer 0) ip 0, r1: a rotation is no input",
	  FRAGMENT(small(mul(add(OP_OR, W_R1, B, B), MUL_V8MIN, W_R0, 1, 1), 51), NOP));
	GOOD("rotation beside an operation of accumulators",
	     FRAGMENT(small(mul(mov(W_R1, 3), MUL_V8MIN, W_R0, 1, 1), 51), NOP));
	T("rotation at a branch target", CODE_ROTATE,
	  "shader (buffer 0) ip 5, r0: what runs before a rotation at a branch target may write its input",
	  FRAGMENT(branch(0, 0, 5), NOP, NOP, mov(W_R1, 0), NOP, ROTATE(1, 2, 3)));
	GOOD("rotation one after a branch target",
	     FRAGMENT(branch(0, 0, 5), NOP, NOP, mov(W_R1, 0), NOP, NOP, ROTATE(1, 2, 3)));
}

static void test_tile_buffer(void)
{
	T("color in the second instruction", CODE_FIRST,
	  "shader (buffer 0) ip 1, tlb_color_all: the first two instructions can have the tile buffer of the tile before",
	  FRAGMENT(NOP, mov(W_COLOR, 0)));
	T("scoreboard in the first instruction", CODE_FIRST,
	  "shader (buffer 0) ip 0: the first two instructions can have the tile buffer of the tile before",
	  FRAGMENT(sig(NOP, S_WAIT), NOP, mov(W_COLOR, 0)));
	T("color read in the first instruction", CODE_FIRST,
	  "shader (buffer 0) ip 0: the first two instructions can have the tile buffer of the tile before",
	  FRAGMENT(sig(NOP, S_COLOR), NOP, mov(W_COLOR, 4)));
	T("Z in the second instruction", CODE_FIRST,
	  "shader (buffer 0) ip 1, tlb_z: the first two instructions can have the tile buffer of the tile before",
	  FRAGMENT(NOP, mov(W_Z, 0), mov(W_COLOR, 0)));
	GOOD("stencil setup and color in the first three",
	     FRAGMENT(mov(W_STENCIL, 0), sig(NOP, S_NONE), sig(mov(W_COLOR, 0), S_WAIT)));
	T("color without an unlock", CODE_UNLOCK,
	  "shader (buffer 0) ip 2: the scoreboard is not unlocked after this on each way to the end",
	  FRAGMENT(NOP, NOP, mov(W_COLOR, 0)); FS(5) = NOP);
	T("unlock before a color", CODE_UNLOCK,
	  "shader (buffer 0) ip 3: the scoreboard is not unlocked after this on each way to the end",
	  FRAGMENT(NOP, NOP, sig(NOP, S_UNLOCK), mov(W_COLOR, 0)); FS(6) = NOP);
	GOOD("unlock after the color", FRAGMENT(NOP, NOP, mov(W_COLOR, 0), sig(NOP, S_UNLOCK));
	     FS(6) = NOP);
	T("unlock on one way", CODE_UNLOCK,
	  "shader (buffer 0) ip 2: the scoreboard is not unlocked after this on each way to the end",
	  FRAGMENT(NOP, NOP, mov(W_COLOR, 0), branch(0, 3, 8), NOP, NOP, NOP, sig(NOP, S_UNLOCK), NOP);
	  FS(11) = NOP);
	T("two samples of a pixel that has one", RECORD_SAMPLES,
	  "record 0, byte 0: fragment shader (buffer 0) accesses more samples than the 1 of a pixel",
	  FRAGMENT(NOP, NOP, sig(NOP, S_COLOR), sig(mov(W_COLOR_MS, 4), S_COLOR),
		   mov(W_COLOR_MS, 4)));
	T("two samples written", RECORD_SAMPLES,
	  "record 0, byte 0: fragment shader (buffer 0) accesses more samples than the 1 of a pixel",
	  FRAGMENT(NOP, NOP, mov(W_COLOR_MS, 4), mov(W_COLOR_MS, 4)));
	GOOD("one sample", FRAGMENT(NOP, NOP, sig(NOP, S_COLOR), mov(W_COLOR_MS, 4)));
	GOOD("four samples in multisample mode", put(s, 15, 1, 1); put(s, 13, 2, 0x808);
	     COLOR.bits |= 0x11;
	     FRAGMENT(NOP, NOP, sig(NOP, S_COLOR), sig(mov(W_COLOR_MS, 4), S_COLOR),
		      sig(mov(W_COLOR_MS, 4), S_COLOR), sig(mov(W_COLOR_MS, 4), S_COLOR),
		      mov(W_COLOR_MS, 4)));
	T("a sample in a loop", RECORD_SAMPLES,
	  "record 0, byte 0: fragment shader (buffer 0) accesses more samples than the 1 of a pixel",
	  FRAGMENT(NOP, NOP, NOP, sig(NOP, S_COLOR), branch(0, 4, 2), NOP, NOP, NOP,
		   mov(W_COLOR, 4)));
	GOOD("a sample after a loop", FRAGMENT(NOP, NOP, NOP, branch(0, 3, 2), NOP, NOP, NOP,
					       sig(NOP, S_COLOR), mov(W_COLOR, 4));
	     s->nwords[VC4_FRAGMENT] = 1);	/* the address for the loop */
}

/* The vertex shader writes rows 0 to 4: ip 11 to 15; the coordinate shader 0 to 6: 7 to 13. */
static void test_outputs(void)
{
	T("a vertex without its last varying", RECORD_OUTPUT,
	  "record 0, byte 4: vertex shader (buffer 1) may leave out row 4 of the 5 of a vertex",
	  drop_code(s, VC4_VERTEX, 11, 1));
	T("more varyings than the vertex shader writes", RECORD_OUTPUT,
	  "record 0, byte 4: vertex shader (buffer 1) may leave out row 5 of the 6 of a vertex",
	  poke(s, 3, 1, 3); add_code(s, VC4_FRAGMENT, 2, rb(mov(W_R2, B), R_VARYING)));
	T("a vertex without its head", RECORD_OUTPUT,
	  "record 0, byte 4: vertex shader (buffer 1) may leave out row 0 of the 5 of a vertex",
	  s->code[VC4_VERTEX][1] = ws(li(W_SETUP, VPM_WRITE(1))));
	T("a coordinate of six rows", RECORD_OUTPUT,
	  "record 0, byte 8: coordinate shader (buffer 2) may leave out row 6 of the 7 of a vertex",
	  drop_code(s, VC4_COORDINATE, 7, 1));
	T("a coordinate without its point size", RECORD_OUTPUT,
	  "record 0, byte 8: coordinate shader (buffer 2) may leave out row 7 of the 8 of a vertex",
	  point_size(s); drop_code(s, VC4_COORDINATE, POINT_IP, 1));
	T("a row under a condition", RECORD_OUTPUT,
	  "record 0, byte 8: coordinate shader (buffer 2) may leave out row 2 of the 7 of a vertex",
	  CS(9) = cond(CS(9), 2, 0));
	T("a row by no operation", RECORD_OUTPUT,
	  "record 0, byte 8: coordinate shader (buffer 2) may leave out row 2 of the 7 of a vertex",
	  CS(9) = add(0, W_VPM, 0, 0));
	T("every second row", RECORD_OUTPUT,
	  "record 0, byte 8: coordinate shader (buffer 2) may leave out row 1 of the 7 of a vertex",
	  CS(1) = ws(li(W_SETUP, VPM_WRITE(0) + 0x1000)));
	GOOD("rows in two blocks", ADD_CS(9, ws(li(W_SETUP, VPM_WRITE(2)))));
	GOOD("rows by the mul unit and by an immediate", CS(9) = mul(NOP, MUL_V8MIN, W_VPM, 0, 0);
	     CS(10) = li(W_VPM, 0));
	GOOD("a row more", ADD_CS(9, mov(W_VPM, 0)));
	T("rows on one way", RECORD_OUTPUT,
	  "record 0, byte 8: coordinate shader (buffer 2) may leave out row 0 of the 7 of a vertex",
	  ADD_CS(14, NOP); s->nwords[VC4_COORDINATE] = 0; CS(13) = mov(W_VPM, 0);
	  ADD_CS(7, NOP); ADD_CS(7, NOP); ADD_CS(7, NOP); ADD_CS(7, branch(0, 7, 18)));
	GOOD("rows after a branch", s->nwords[VC4_COORDINATE] = 0; CS(13) = mov(W_VPM, 0);
	     ADD_CS(7, NOP); ADD_CS(7, NOP); ADD_CS(7, NOP); ADD_CS(7, NOP);
	     ADD_CS(7, branch(0, 7, 12)));
	T("a row in the middle of two ways moves the others", RECORD_OUTPUT,
	  "record 0, byte 8: coordinate shader (buffer 2) may leave out row 0 of the 7 of a vertex",
	  s->nwords[VC4_COORDINATE] = 0; CS(13) = mov(W_VPM, 0);
	  ADD_CS(7, mov(W_VPM, 0)); ADD_CS(7, NOP); ADD_CS(7, NOP); ADD_CS(7, NOP);
	  ADD_CS(7, branch(0, 7, 12)));
	T("bits of a write setup without a meaning", VPM_SETUP,
	  "shader (buffer 2) ip 1, vpm_write_setup: the setup sets bits 0x20000000 that must be 0",
	  CS(1) = ws(li(W_SETUP, VPM_WRITE(0) | 1u << 29)));
	T("bits of a read setup without a meaning", VPM_SETUP,
	  "shader (buffer 2) ip 0, vpm_read_setup: the setup sets bits 0x40000 that must be 0",
	  CS(0) = li(W_SETUP, VPM_READ(4, 0) | 1u << 18));
}

/* The vertex shader writes all 64 rows. */
static void many_varyings(struct sub *s, u32 n)
{
	u32 i;

	for (i = 0; i < 59; i++)
		add_code(s, VC4_VERTEX, 11, mov(W_VPM, 0));
	for (i = 2; i < n; i++)
		add_code(s, VC4_FRAGMENT, 0, rb(mov(W_R0, B), R_VARYING));
	poke(s, 3, 1, n);
}

static void test_limits(void)
{
	GOOD("61 varyings", many_varyings(s, 61));
	T("62 varyings", RECORD_LIMIT,
	  "record 0, byte 23: 62 varyings, and a vertex has room for 61", many_varyings(s, 62));
	GOOD("60 varyings and a point size", point_size(s); many_varyings(s, 60);
	     drop_code(s, VC4_VERTEX, 11, 1));
	T("61 varyings and a point size", RECORD_LIMIT,
	  "record 0, byte 23: 61 varyings, and a vertex has room for 60", point_size(s);
	  many_varyings(s, 61));
	T("255 varyings", RECORD_LIMIT,
	  "record 0, byte 23: 255 varyings, and a vertex has room for 61", poke(s, 3, 1, 255));
}

/* Both draws are of points. */
static void points(struct sub *s)
{
	put(s, s->at[33] + 1, 1, 0);
	put(s, s->at[32] + 1, 1, 0x10);
	add_code(s, VC4_FRAGMENT, 0, rb(mov(W_R0, B), R_VARYING));
	add_code(s, VC4_FRAGMENT, 0, rb(mov(W_R0, B), R_VARYING));
}

/* Points whose size the coordinate shader writes by @inst. */
static void own_points(struct sub *s, u64 inst)
{
	points(s);
	point_size(s);
	CS(POINT_IP) = inst;
}

/* A lookup and a direct read, then the size by uniform 5. */
static void point_after_lookups(struct sub *s, u32 size)
{
	static const u32 handles[] = { B_TEXTURE, B_CONSTANTS };
	const u32 words[] = { 0x3f800000, P0(0, 0, 1), P1(64, 64, 0), 4092, 0, size };

	own_points(s, ra(mov(W_VPM, A), R_UNIFORM));
	ADD_CS(POINT_IP, sig(NOP, S_TMU0));
	ADD_CS(POINT_IP, ra(add(OP_ADD, W_TMU0_S, 3, A), R_UNIFORM));
	ADD_CS(POINT_IP, ra(add(OP_MIN, W_R3, 2, A), R_UNIFORM));
	ADD_CS(POINT_IP, small(add(OP_MAX, W_R2, 4, B), 0));
	ADD_CS(POINT_IP, sig(NOP, S_TMU0));
	ADD_CS(POINT_IP, mov(W_TMU0_S, 0));
	ADD_CS(POINT_IP, mov(W_TMU0_T, 1));
	uniforms(s, VC4_COORDINATE, 2, handles, 6, words);
}

/* A branch, a reset of the uniform stream at its target, then the size by uniform 2. */
static void point_after_branch(struct sub *s, u32 size)
{
	const u32 words[] = { 0x3f800000, 0, size };
	u32 i;

	own_points(s, ra(mov(W_VPM, A), R_UNIFORM));
	ADD_CS(POINT_IP, NOP);
	ADD_CS(POINT_IP, NOP);
	ADD_CS(POINT_IP, ra(add(OP_ADD, W_UNIFORMS, 2, A), R_UNIFORM));
	ADD_CS(POINT_IP, li(W_R2, 8));
	for (i = 0; i < 4; i++)
		ADD_CS(POINT_IP, NOP);
	ADD_CS(POINT_IP, branch(0, POINT_IP, POINT_IP + 5));
	uniforms(s, VC4_COORDINATE, 0, NULL, 3, words);
}

/* The size is written in a slot of a branch, from a register that @inst writes before it. */
static void point_in_slot(struct sub *s, u64 inst)
{
	own_points(s, mov(W_VPM, 1));
	ADD_CS(POINT_IP + 1, NOP);
	ADD_CS(POINT_IP + 1, NOP);
	ADD_CS(POINT_IP + 1, NOP);
	ADD_CS(POINT_IP, branch(0, POINT_IP + 1, POINT_IP + 6));
	ADD_CS(POINT_IP, inst);
}

static void test_points(void)
{
	T("points of size 0", LIST_POINT,
	  "bin list byte 80, ARRAY_PRIMITIVE: the list has set no POINT_SIZE of 0.125 or more before this",
	  points(s); put(s, s->at[98] + 1, 4, 0));
	T("points just below 0.125", LIST_POINT,
	  "bin list byte 80, ARRAY_PRIMITIVE: points of size 0x3dffffff, which is not 0.125 or more",
	  points(s); put(s, s->at[98] + 1, 4, 0x3dffffff));
	GOOD("points of 0.125", points(s); put(s, s->at[98] + 1, 4, 0x3e000000));
	T("points of -1", LIST_POINT,
	  "bin list byte 80, ARRAY_PRIMITIVE: points of size 0xbf800000, which is not 0.125 or more",
	  points(s); put(s, s->at[98] + 1, 4, 0xbf800000));
	T("points of no number", LIST_POINT,
	  "bin list byte 80, ARRAY_PRIMITIVE: points of size 0x7fc00000, which is not 0.125 or more",
	  points(s); put(s, s->at[98] + 1, 4, 0x7fc00000));
	T("points without a size", LIST_POINT,
	  "bin list byte 75, ARRAY_PRIMITIVE: the list has set no POINT_SIZE of 0.125 or more before this",
	  points(s); cut(s, s->at[98], 5));
	T("a size of points before the start", LIST_POINT,
	  "bin list byte 80, ARRAY_PRIMITIVE: the list has set no POINT_SIZE of 0.125 or more before this",
	  points(s); cut(s, s->at[98], 5); INSERT(s, 16, 98, 0, 0, 0x80, 0x3f));
	GOOD("triangles beside points of size 0", put(s, s->at[98] + 1, 4, 0));
	GOOD("own size beside points of size 0", own_points(s, small(add(OP_OR, W_VPM, B, B), ONE));
	     put(s, s->at[98] + 1, 4, 0));
	T("a size from a vertex", RECORD_POINT,
	  "record 0, byte 8: coordinate shader (buffer 2) does not clamp the size of points to 0.125",
	  own_points(s, mov(W_VPM, 3)));
	GOOD("triangles with a size from a vertex", point_size(s); CS(POINT_IP) = mov(W_VPM, 3));
	GOOD("a size that is clamped", own_points(s, small(add(OP_FMAX, W_VPM, 3, B), EIGHTH)));
	T("a size that is clamped to 1/16", RECORD_POINT,
	  "record 0, byte 8: coordinate shader (buffer 2) does not clamp the size of points to 0.125",
	  own_points(s, small(add(OP_FMAX, W_VPM, 3, B), EIGHTH - 1)));
	T("a clamp from above", RECORD_POINT,
	  "record 0, byte 8: coordinate shader (buffer 2) does not clamp the size of points to 0.125",
	  own_points(s, small(add(OP_FMIN, W_VPM, 3, B), EIGHTH)));
	GOOD("a clamp before", own_points(s, mov(W_VPM, 1));
	     ADD_CS(POINT_IP, small(add(OP_FMAX, W_R1, 3, B), EIGHTH)));
	GOOD("a clamp before, in a file, under the clamp from above",
	     own_points(s, ra(small(add(OP_FMIN, W_VPM, A, B), ONE), 5)); ADD_CS(POINT_IP, NOP);
	     ADD_CS(POINT_IP, small(add(OP_FMAX, 5, 3, B), EIGHTH)));
	T("a clamp that is overwritten under a condition", RECORD_POINT,
	  "record 0, byte 8: coordinate shader (buffer 2) does not clamp the size of points to 0.125",
	  own_points(s, mov(W_VPM, 1)); ADD_CS(POINT_IP, cond(mov(W_R1, 3), 2, 0));
	  ADD_CS(POINT_IP, small(add(OP_FMAX, W_R1, 3, B), EIGHTH)));
	T("a clamp of another register", RECORD_POINT,
	  "record 0, byte 8: coordinate shader (buffer 2) does not clamp the size of points to 0.125",
	  own_points(s, mov(W_VPM, 2)); ADD_CS(POINT_IP, small(add(OP_FMAX, W_R1, 3, B), EIGHTH)));
	GOOD("a size by an immediate", own_points(s, li(W_VPM, 0x3e000000)));
	T("a smaller size by an immediate", RECORD_POINT,
	  "record 0, byte 8: coordinate shader (buffer 2) does not clamp the size of points to 0.125",
	  own_points(s, li(W_VPM, 0x3dffffff)));
	GOOD("a size by a uniform", own_points(s, ra(mov(W_VPM, A), R_UNIFORM));
	     s->words[VC4_COORDINATE][1] = 0x3e000000; s->nwords[VC4_COORDINATE] = 2);
	T("a smaller size by a uniform", RECORD_POINT,
	  "record 0, coordinate shader, uniform 1: points of size 0x3d000000, which is not 0.125 or more",
	  own_points(s, ra(mov(W_VPM, A), R_UNIFORM)); s->words[VC4_COORDINATE][1] = 0x3d000000;
	  s->nwords[VC4_COORDINATE] = 2);
	GOOD("a clamp to a uniform", own_points(s, ra(add(OP_FMAX, W_VPM, 3, A), R_UNIFORM));
	     s->words[VC4_COORDINATE][1] = 0x3e000000; s->nwords[VC4_COORDINATE] = 2);
	T("a clamp to a uniform of 0", RECORD_POINT,
	  "record 0, coordinate shader, uniform 1: points of size 0x00000000, which is not 0.125 or more",
	  own_points(s, ra(add(OP_FMAX, W_VPM, 3, A), R_UNIFORM));
	  s->words[VC4_COORDINATE][1] = 0; s->nwords[VC4_COORDINATE] = 2);
	GOOD("a size by a uniform after lookups", point_after_lookups(s, 0x3e000000));
	T("a smaller size by a uniform after lookups", RECORD_POINT,
	  "record 0, coordinate shader, uniform 5: points of size 0x3d000000, which is not 0.125 or more",
	  point_after_lookups(s, 0x3d000000));
	GOOD("a size by a uniform after a branch", point_after_branch(s, 0x3e000000));
	T("a smaller size by a uniform after a branch", RECORD_POINT,
	  "record 0, coordinate shader, uniform 2: points of size 0x3d000000, which is not 0.125 or more",
	  point_after_branch(s, 0x3d000000));
	GOOD("a clamp before a branch, the size in a slot",
	     point_in_slot(s, small(add(OP_FMAX, W_R1, 3, B), EIGHTH)));
	T("no clamp before a branch, the size in a slot", RECORD_POINT,
	  "record 0, byte 8: coordinate shader (buffer 2) does not clamp the size of points to 0.125",
	  point_in_slot(s, mov(W_R1, 3)));
}

/* A list of @n draws. */
static void draws(struct sub *s, u32 n)
{
	u8 draw[10];

	memcpy(draw, s->list + s->at[33], sizeof(draw));
	for (; n > 2; n--)
		insert(s, s->nlist - 2, draw, sizeof(draw));
}

static void test_draws(void)
{
	GOOD("7920 draws", draws(s, 7920));
	T("7921 draws", LIST_DRAWS,
	  "bin list byte 79293, ARRAY_PRIMITIVE: draw 7921, and a list can have 7920 before counters of state wrap",
	  draws(s, 7921));
}

static void test_sampling(void)
{
	T("filter 6", TEXTURE_FILTER,
	  "record 0, fragment shader, uniform 1: MIN_FILTER 6 is reserved",
	  s->words[0][1] |= 6 << 4);
	T("filter 7", TEXTURE_FILTER,
	  "record 0, fragment shader, uniform 1: MIN_FILTER 7 is reserved",
	  s->words[0][1] |= 7 << 4);
	GOOD("filter 5", s->words[0][1] |= 5 << 4);
	T("eight levels of 64x64", TEXTURE_COUNT,
	  "record 0, fragment shader, uniform 0: 8 levels, and an image of this size has 7",
	  s->words[0][0] = P0(8192, 0, 8); s->size[B_TEXTURE] = 65536);
	GOOD("seven levels of 16x64", s->words[0][0] = P0(8192, 0, 7);
	     s->words[0][1] = P1(16, 64, 0); s->size[B_TEXTURE] = 65536);
	T("eight levels of 127x1", TEXTURE_COUNT,
	  "record 0, fragment shader, uniform 0: 8 levels, and an image of this size has 7",
	  s->words[0][0] = P0(65536, 0, 8); s->words[0][1] = P1(127, 1, 0);
	  s->size[B_TEXTURE] = 1 << 20);
	T("two levels of 1x1", TEXTURE_COUNT,
	  "record 0, fragment shader, uniform 0: 2 levels, and an image of this size has 1",
	  s->words[0][0] = P0(4096, 0, 2); s->words[0][1] = P1(1, 1, 0));
	GOOD("twelve levels of 2048x1", s->words[0][0] = P0(65536, 0, 12);
	     s->words[0][1] = P1(2048, 1, 0); s->size[B_TEXTURE] = 1 << 20);
	T("a border of a cube", TEXTURE_WRAP,
	  "record 0, fragment shader, uniform 1: a border of a cube, which has none",
	  s->words[0][0] |= CUBE; s->words[0][1] |= 3 << 2);
	GOOD("a border of an image", s->words[0][1] |= 15);
}

static void test_samples(void)
{
	T("four samples stored without decimation", SURFACE_SAMPLES,
	  "render arguments, color write: DECIMATE is 0, and must be 1 with MULTISAMPLE 1",
	  no_list(s); COLOR.bits |= 1);
	T("decimation of one sample", SURFACE_SAMPLES,
	  "render arguments, color write: DECIMATE is 1, and must be 0 with MULTISAMPLE 0",
	  no_list(s); COLOR.bits |= 0x10);
	GOOD("four samples stored with decimation", no_list(s); COLOR.bits |= 0x11);
	GOOD("multisample mode without a color write", no_list(s); COLOR.bits |= 1;
	     COLOR.hindex = VC4_NONE;
	     s->render.surfaces[VC4_MSAA_COLOR_WRITE] = (struct vc4_surface){ B_MSAA, 0, 0, 0 });
	T("Z of four samples", SURFACE_SAMPLES,
	  "render arguments, ZS write: a store of the four samples of a pixel has no size here",
	  no_list(s); COLOR.bits |= 0x11;
	  s->render.surfaces[VC4_ZS_WRITE] = (struct vc4_surface){ B_ZS, 0, 2 | 1 << 4, 0 });
	GOOD("Z of four samples at full resolution", no_list(s); COLOR.bits |= 0x11;
	     s->render.surfaces[VC4_MSAA_ZS_WRITE] = (struct vc4_surface){ B_MSAA, 0, 0, 0 });
	T("early Z after a load at full resolution", RENDER_EARLY_Z,
	  "render arguments, ZS read: a load at full resolution, and a draw has early Z",
	  put(s, 15, 1, 1); put(s, 13, 2, 0x808); COLOR.bits |= 0x11;
	  put(s, s->at[96] + 3, 1, 1);
	  s->render.surfaces[VC4_ZS_READ] = (struct vc4_surface){ B_MSAA, 0, 0, 1 });
	GOOD("a load at full resolution without early Z",
	     put(s, 15, 1, 1); put(s, 13, 2, 0x808); COLOR.bits |= 0x11;
	     s->render.surfaces[VC4_ZS_READ] = (struct vc4_surface){ B_MSAA, 0, 0, 1 });
	GOOD("early Z in multisample mode", put(s, 15, 1, 1); put(s, 13, 2, 0x808);
	     COLOR.bits |= 0x11; put(s, s->at[96] + 3, 1, 1));
	GOOD("early Z with one sample, after a load at full resolution",
	     put(s, s->at[96] + 3, 1, 1);
	     s->render.surfaces[VC4_ZS_READ] = (struct vc4_surface){ B_MSAA, 0, 0, 1 });
}

void test_guide(void)
{
	test_coupled();
	test_results();
	test_rotations();
	test_tile_buffer();
	test_outputs();
	test_limits();
	test_points();
	test_draws();
	test_sampling();
	test_samples();
}
