/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Submissions for tests: a good one that uses every part, and the pieces to change it.  Each
 * becomes the bytes of a .v4cs file, so that the reader is tested with the checker.
 */
#ifndef VC4_SUB_H
#define VC4_SUB_H

#include "vc4/pm4_vc4.h"

#define MAX_LIST	98304	/* more draws than a list can have */
#define MAX_RECORDS	1024
#define MAX_WORDS	64
#define MAX_CODE	128
#define MAX_BUFFERS	16

/* Buffers of the base. */
enum {
	B_FS, B_VS, B_CS, B_VERTICES, B_INDICES, B_TEXTURE, B_COLOR, B_CONSTANTS, B_ZS, B_MSAA,
	BASE_BUFFERS
};

/* Fields of the file's buffers: sizes below are bytes. */
#define TEXTURE_BYTES	16384u	/* 64x64 texels of 4 bytes in T format */
#define FRAME_BYTES	262144u	/* 256x256 pixels of 4 bytes */

/**
 * struct sub - a submission that can be changed
 * @list: the binner list; @at: byte of the first record with each code
 * @record: the shader record, with its handles
 * @handles: handles of the lookups, by stage
 * @words: uniform words, by stage
 * @code: programs of the first three buffers
 * @size: sizes of the buffers; @kind: 1 for shaders; @code_bytes: of a shader, 0: all of @code
 * @more: bytes after the submission
 */
struct sub {
	u8 list[MAX_LIST];
	u32 nlist, at[256];
	u8 record[MAX_RECORDS];
	u32 nrecord_bytes, nrecords;
	u32 handles[VC4_STAGES][MAX_WORDS], nhandles[VC4_STAGES];
	u32 words[VC4_STAGES][MAX_WORDS], nwords[VC4_STAGES];
	u64 code[VC4_STAGES][MAX_CODE];
	u32 ncode[VC4_STAGES];
	u32 size[MAX_BUFFERS], kind[MAX_BUFFERS], code_bytes[MAX_BUFFERS];
	u32 nbuffers;
	struct vc4_render render;
	u32 more;
	bool no_uniforms;
};

void base(struct sub *s);
void no_list(struct sub *s);
size_t image(const struct sub *s, u8 *out);

/* The list. */
void put(struct sub *s, u32 at, u32 bytes, u32 value);
void insert(struct sub *s, u32 at, const u8 *bytes, u32 n);
void cut(struct sub *s, u32 at, u32 n);
#define INSERT(s, at, ...) \
	insert(s, at, (const u8[]){ __VA_ARGS__ }, sizeof((const u8[]){ __VA_ARGS__ }))

/* Bytes of the record after its handles. */
#define HANDLES		20u	/* two attributes */
void poke(struct sub *s, u32 at, u32 bytes, u32 value);

/* Programs. */
void program(struct sub *s, u32 stage, const u64 *code, u32 n);
#define PROGRAM(s, stage, ...) \
	program(s, stage, (const u64[]){ __VA_ARGS__ }, \
		sizeof((const u64[]){ __VA_ARGS__ }) / sizeof(u64))
void uniforms(struct sub *s, u32 stage, u32 nhandles, const u32 *handles, u32 n, const u32 *words);
void drop_code(struct sub *s, u32 stage, u32 ip, u32 n);
void add_code(struct sub *s, u32 stage, u32 ip, u64 inst);
/* The last instruction unlocks the scoreboard. */
void unlock(struct sub *s, u32 stage);
/* Points have a size of their own, 1.0: row 3 of a vertex, row 7 of a coordinate. */
void point_size(struct sub *s);
#define POINT_IP	14u	/* the coordinate shader's write of that row */

/* Instructions.  Inputs: R(0..5), A, B; file addresses with ra() and rb(). */
enum { A = 6, B = 7 };
enum { W_R0 = 32, W_R1, W_R2, W_R3, W_NOSWAP, W_R5, W_INT, W_NOP, W_UNIFORMS, W_QUAD, W_FLAGS,
	W_STENCIL, W_Z, W_COLOR_MS, W_COLOR, W_ALPHA, W_VPM, W_SETUP, W_DMA, W_MUTEX, W_RECIP,
	W_TMU0_S = 56, W_TMU0_T, W_TMU0_R, W_TMU0_B, W_TMU1_S, W_TMU1_T };
enum { R_UNIFORM = 32, R_VARYING = 35, R_ELEMENT = 38, R_NOP = 39, R_X = 41, R_VPM = 48,
	R_LD_WAIT = 50, R_MUTEX = 51 };
enum { OP_FADD = 1, OP_ADD = 12, OP_MIN = 18, OP_MAX = 19, OP_OR = 21, MUL_V8MIN = 4 };
enum { S_BREAK, S_NONE, S_SWITCH, S_END, S_WAIT, S_UNLOCK, S_LAST, S_COVERAGE, S_COLOR,
	S_COLOR_END, S_TMU0, S_TMU1, S_ALPHA, S_SMALL, S_LI, S_BRANCH };

#define NOP	0x100009e7009e7000ull

u64 add(u32 op, u32 waddr, u32 a, u32 b);
u64 mul(u64 inst, u32 op, u32 waddr, u32 a, u32 b);
u64 mov(u32 waddr, u32 from);
u64 ra(u64 inst, u32 addr);
u64 rb(u64 inst, u32 addr);
u64 sig(u64 inst, u32 signal);
u64 small(u64 inst, u32 value);
u64 cond(u64 inst, u32 add, u32 mul);
u64 ws(u64 inst);
u64 pack(u64 inst, u32 pm, u32 value);
u64 unpack(u64 inst, u32 value);
u64 li(u32 waddr, u32 value);
u64 branch(u32 condition, u32 from, u32 to);

/* Setups of the VPM. */
#define VPM_READ(rows, first)	((u32)(rows) % 16 << 20 | 0x1a00u | (first))
#define VPM_WRITE(first)	(0x1a00u | (first))

/* Texture words. */
#define P0(base, type, levels)	((u32)(base) | (u32)(type) % 16 << 4 | ((levels) - 1))
#define P1(width, height, type)	((u32)(type) / 16 << 31 | (u32)(height) % 2048 << 20 | \
				 (u32)(width) % 2048 << 8)
#define CUBE		(1u << 9)
#define STRIDE(bytes)	(1u << 30 | (u32)(bytes))

#endif /* VC4_SUB_H */
