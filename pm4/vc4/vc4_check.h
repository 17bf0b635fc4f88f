/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Internals of the checker: the state of a check, and its parts from bottom to top: textures,
 * programs, records, the list, the render arguments.
 *
 * A part fills in struct vc4_why for a refusal and returns 1; vc4_refuse() adds the place.
 * Takes no lock.
 */
#ifndef VC4_CHECK_H
#define VC4_CHECK_H

#include "../pm4_util.h"
#include "../pm4_table.h"
#include "vc4_tables.h"
#include "pm4_vc4.h"

#define VC4_TILE_BYTES	16384u	/* a tile at full resolution */

/**
 * struct vc4_flow - memory for the branches of one program
 * @targets: bitmap of the instructions that a branch leads to, or that follow one
 * @reached: bitmap of the instructions that are reached from the start
 * @ends: bitmap of the instructions from which the end is reached
 * @head: for each instruction 1 + the last branch that leads to it
 * @next: for each branch 1 + another one with the same target
 * @todo: instructions to visit, and before these the branches
 */
struct vc4_flow {
	u64 *targets;
	u64 *reached;
	u64 *ends;
	u32 *head;
	u32 *next;
	u32 *todo;
};

/* Bytes for a program of @count instructions, and to align them after the lookups. */
#define VC4_FLOW_BYTES(count)	(8 + 3 * 8 * ((count) / 64 + 1) + 4 * 4 * ((count) + 1))

/**
 * struct vc4_checker - a check
 * @in: the submission
 * @verdict: receives the reason of a refusal
 * @programs: for each buffer its program, if it is a shader
 * @lookups: memory for the lookups that are not in use yet
 * @flow: memory for the program that is walked
 * @records: the next byte of the records
 * @uniforms: the next byte of the uniforms
 * @record: number of the current record, VC4_NONE before the first
 * @attributes: number of its attributes
 * @max_index: largest vertex that its draws name
 * @modes: bit mask of the primitive modes of its draws
 * @small_point: byte of a draw of points whose size the list has not set to 0.125 or more,
 *	VC4_NONE: there is none
 * @point: that size, as a float; 0: the list has not set it
 * @early_z: a draw has early Z
 * @columns: columns of tiles of the binner, 0 without a list
 * @rows: rows of tiles of the binner
 */
struct vc4_checker {
	const struct vc4_input *in;
	struct vc4_verdict *verdict;
	struct vc4_program *programs;
	struct vc4_lookup *lookups;
	struct vc4_flow flow;
	u32 records;
	u32 uniforms;
	u32 record;
	u32 attributes;
	u32 max_index;
	u32 modes;
	u32 small_point;
	u32 point;
	bool early_z;
	u32 columns;
	u32 rows;
};

/* The explicit 1 is for static analyzers, which do not look into another file. */
#define VC4_REFUSE(ck, ...) (vc4_refuse(ck, &(struct vc4_verdict){ __VA_ARGS__ }), 1)

/* vc4_refuse.c */
int __cold vc4_refuse(struct vc4_checker *ck, const struct vc4_verdict *why);
int __cold vc4_refuse_buffer(struct vc4_checker *ck, const struct vc4_verdict *why);

/* vc4_front.c */
void vc4_take_memory(struct vc4_checker *ck, void *memory);

/* vc4_layout.c: bytes of images */
u32 vc4_texture_bytes(u32 width, u32 height, u32 bytes);
u32 vc4_image_bytes(u32 format, u32 width, u32 height, u32 bytes);

/* vc4_texture.c */
bool vc4_texture_range(u32 p0, u32 p1, u64 *first, u64 *end);
int vc4_check_lookup(struct vc4_checker *ck, const struct vc4_program *p, u32 index, u32 at,
		     u32 stage);

/* vc4_flow.c, vc4_program.c */
void vc4_take_flow(struct vc4_checker *ck, u32 lookups, u32 count);
int vc4_check_flow(struct vc4_checker *ck, u32 buffer, u32 end, u32 last);
int vc4_check_program(struct vc4_checker *ck, u32 buffer);

/* vc4_record.c, vc4_list.c, vc4_render.c */
int vc4_begin_record(struct vc4_checker *ck, u32 attributes, const u8 *p);
int vc4_end_record(struct vc4_checker *ck);
int vc4_check_list(struct vc4_checker *ck);
int vc4_check_render(struct vc4_checker *ck);

/*
 * A shader record (guide table 45): handles, then the record with these bytes.
 */
#define RECORD_FLAGS		0
#define RECORD_VARYINGS		3
#define RECORD_STAGE(stage)	(12 * (stage))
#define STAGE_MASK		2
#define STAGE_TOTAL		3
#define STAGE_CODE		4
#define RECORD_ATTRIBUTE(i)	(36 + 8 * (i))
#define ATTRIBUTE_BYTES_1	4
#define ATTRIBUTE_STRIDE	5
#define ATTRIBUTE_VPM		6	/* of the vertex shader; 7: of the coordinate shader */

#define FLAG_SINGLE_THREADED	1u
#define FLAG_POINT_SIZE		2u
#define FLAG_CLIPPING		4u

#define HANDLES_BYTES(n)	(4 * (VC4_STAGES + (n)))
#define RECORD_BYTES(n)		(36 + 8 * (n))

/* The buffer of a handle, NULL if there is none or if it is a shader: vc4_refuse_buffer(). */
static inline const struct vc4_buffer *vc4_data_buffer(const struct vc4_checker *ck, u32 index)
{
	const struct vc4_buffer *buffer = &ck->in->buffers[index];

	return likely(index < ck->in->nbuffers && !buffer->code) ? buffer : NULL;
}

/* Little-endian, at any address. */
static inline u32 vc4_u16(const u8 *p)
{
	u16 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline u32 vc4_u32(const u8 *p)
{
	u32 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline u64 vc4_u64(const u8 *p)
{
	u64 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* A field of a record at @p; shift and mask are constants, so this is one load. */
static __always_inline u32 vc4_bits(const u8 *p, u32 shift, u32 mask)
{
	p += 1 + shift / 8;
	shift %= 8;
	if (mask <= 0xffu >> shift)
		return *p >> shift & mask;
	if (mask <= 0xffffu >> shift)
		return vc4_u16(p) >> shift & mask;
	return vc4_u32(p) >> shift & mask;
}

/* A float that the binner can handle as the size of points: 0.125 or more (erratum HW-2726). */
static inline bool vc4_is_point(u32 value)
{
	return value >= 0x3e000000 && value < 0x7f800000;
}

#define VC4_GET(p, field)	vc4_bits(p, PM4_S_##field, PM4_M_##field)

static inline bool vc4_test(const u64 *bitmap, u32 bit)
{
	return bitmap[bit / 64] >> bit % 64 & 1;
}

static inline void vc4_set(u64 *bitmap, u32 bit)
{
	bitmap[bit / 64] |= 1ull << bit % 64;
}

/*
 * Fields of an instruction, as the guide's figure 3 has them.  Bits 63:60 are the signal in
 * every form.
 */
#define VC4_SIGNAL(i)		((u32)((i) >> 60))
#define VC4_UNPACK(i)		((u32)((i) >> 57) & 7)
#define VC4_PM(i)		((u32)((i) >> 56) & 1)
#define VC4_PACK(i)		((u32)((i) >> 52) & 15)
#define VC4_COND_ADD(i)		((u32)((i) >> 49) & 7)
#define VC4_COND_MUL(i)		((u32)((i) >> 46) & 7)
#define VC4_SF(i)		((u32)((i) >> 45) & 1)
#define VC4_WS(i)		((u32)((i) >> 44) & 1)
#define VC4_WADDR_ADD(i)	((u32)((i) >> 38) & 63)
#define VC4_WADDR_MUL(i)	((u32)((i) >> 32) & 63)
#define VC4_OP_MUL(i)		((u32)(i) >> 29)
#define VC4_OP_ADD(i)		((u32)(i) >> 24 & 31)
#define VC4_RADDR_A(i)		((u32)(i) >> 18 & 63)
#define VC4_RADDR_B(i)		((u32)(i) >> 12 & 63)
#define VC4_ADD_A(i)		((u32)(i) >> 9 & 7)
#define VC4_ADD_B(i)		((u32)(i) >> 6 & 7)
#define VC4_MUL_A(i)		((u32)(i) >> 3 & 7)
#define VC4_MUL_B(i)		((u32)(i) & 7)
#define VC4_BRANCH_COND(i)	((u32)((i) >> 52) & 15)
#define VC4_BRANCH_REL(i)	((u32)((i) >> 51) & 1)
#define VC4_BRANCH_REG(i)	((u32)((i) >> 50) & 1)
#define VC4_BRANCH_UNUSED(i)	((u32)((i) >> 56) & 15)

/* The instruction that does nothing, as compilers write it. */
#define VC4_NOP			0x100009e7009e7000ull

/* Where a branch at @ip leads; the three delay slots run before. */
static inline s64 vc4_branch_target(u32 ip, u64 inst)
{
	return (s64)ip + 4 + (s32)(u32)inst / 8;
}

#endif /* VC4_CHECK_H */
