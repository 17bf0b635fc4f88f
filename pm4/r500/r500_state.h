/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The state of a check: the card's rules, the registers that the stream has set, and the
 * position in the stream; with the functions that read and record them.  Nothing here refuses
 * a stream.
 *
 * One check at a time uses a struct r500_checker.  No function takes a lock.
 */
#ifndef R500_STATE_H
#define R500_STATE_H

#include "../pm4_packet.h"
#include "../pm4_table.h"
#include "../pm4_why.h"
#include "pm4_r500.h"
#include "r500_tables.h"

/* A type-0 header: the first register, and all dwords to this one register. */
#define R500_REG(header)	((header) & 0x1fff)
#define R500_ONE_REG		0x8000u
#define R500_TYPE0_BITS		0x6000u	/* must be 0 */
#define R500_TYPE0_REGS		0x2000u	/* registers that a header can name */

#define R500_INDEX(name)	(PM4_R_##name / 4)

/*
 * Flags of a register: the effect of a write on the checker's state.
 *
 * Bits 0..15 are the textures.  The bits of PM4_STATE_ALL are the groups of state that the write
 * leaves in the chip, as the tables number them (tables/state.tbl); the next draw
 * must check both again.
 */
#define R500_UNITS		16u
#define R500_TEXTURES		0xffffu
#define R500_GROUP(group)	(1u << PM4_STATE_##group)
#define R500_WRITE_PIPES	(1u << 28)	/* allowed while some pipes do not listen */
#define R500_WRITE_MOVES	(1u << 29)	/* the chip may write cached lines elsewhere then */
#define R500_WRITE_DENIED	(1u << 30)
#define R500_FIRST_DRAW		R500_WRITE_DENIED	/* in &r500_checker.dirty */
#define R500_DRAW_AGAIN		R500_WRITE_PIPES	/* there: the next draw is checked anyway */
#define R500_WRITE_SLOW		(1u << 31)	/* denied, a relocation, or a rule in code */

/* The caches that a draw writes, and the values that empty them. */
#define R500_CACHE_COLOR	1u
#define R500_CACHE_DEPTH	2u
#define R500_EMPTY_COLOR	0xau	/* RB3D_DSTCACHE_CTLSTAT: DC_FLUSH, DC_FREE */
#define R500_EMPTY_DEPTH	3u	/* ZB_ZCACHE_CTLSTAT: ZC_FLUSH, ZC_FREE */

/* Samples and scissor change the reach of every surface. */
#define R500_RASTER		R500_GROUP(RASTER)

/* SC_SCISSOR1: the last pixel and line that a draw can reach */
#define R500_X1(scissor)	(((scissor) & 0x1fff) + 1)
#define R500_Y1(scissor)	(((scissor) >> 13 & 0x1fff) + 1)

/* RB3D_ROPCNTL: ROP_ENABLE */
#define R500_ROP_ENABLE		4u

/* RB3D_CCTL: AA_COMPRESSION_ENABLE, CMASK_ENABLE */
#define R500_CCTL_CMASK		0x600u
/* ZB_BW_CNTL: HIZ_ENABLE, FAST_FILL, RD_COMP_ENABLE, WR_COMP_ENABLE */
#define R500_BW_HYPERZ		0x1du
/* ZB_BW_CNTL: FAST_FILL, RD_COMP_ENABLE, WR_COMP_ENABLE */
#define R500_BW_COMPRESSED	0x1cu
/* ZB_BW_CNTL: ZB_CB_CLEAR */
#define R500_BW_CLEAR		0x20u
/* SC_HYPERZ_EN: HZ_EN */
#define R500_SC_HYPERZ		0x1u
/* VAP_CNTL_STATUS: PVS_BYPASS */
#define R500_PVS_BYPASS		0x100u

/* FG_ZBREG_DEST of RV530 */
#define R500_ALL_Z_PIPES	3u

#define R500_COLORS		4u

/* Vectors of the vertex shader that the guide (6.4.10) describes. */
#define R500_VECTORS		1544u
/* The program's vectors, before the constants. */
#define R500_INSTRUCTIONS	1024u

/* VAP_PVS_FLOW_CNTL_ADDRS_LW_# and _UW_#, in turn. */
#define R500_FLOW_REGS		32u

/* Instructions of fragment programs. */
#define R500_PIXEL_SLOTS	512u

/* US_OUT_FMT_#.OUT_FMT: the target is not used */
#define R500_UNUSED	15u
#define R500_ARRAYS		16u

/* Elements of a vertex, and VAP_PROG_STREAM_CNTL: LAST_VEC */
#define R500_ELEMENTS		16u
#define R500_LAST_VEC		(1u << 13)

/*
 * Rule of a register, expanded for one card: the flags of a write from bit 32 on, and the bits that
 * must be 0.  The walk loads both at once.
 */
#define R500_RULE(flags, forbid)	((u64)(flags) << 32 | (forbid))
#define R500_FLAGS(rule)		((u32)((rule) >> 32))
#define R500_FORBID(rule)		((u32)(rule))
#define R500_SLOW(rule)			((rule) >> 63)	/* R500_WRITE_SLOW */

/**
 * struct r500_packet_rule - rule of a type-3 packet, expanded for one card
 * @min_dw: least number of dwords after the header; no length fits a denied packet
 * @more_dw: how many more dwords are allowed
 * @handler: enum pm4_packet_handler
 * @row: 1 + number of the packet's row, 0 if there is none
 */
struct r500_packet_rule {
	u16 min_dw;
	u16 more_dw;
	u16 handler;
	u16 row;
};

/**
 * struct r500_shape - the size of a texture, and the registers that it follows from
 * @format0: TX_FORMAT0
 * @format1: TX_FORMAT1
 * @format2: TX_FORMAT2
 * @filter: TX_FILTER0
 * @tiling: R500_SHAPE_TILING() of TX_OFFSET, or 0 if the entry is empty
 * @unit: alignment in bytes that the tiling needs
 * @bytes: bytes of all levels, slices and faces
 */
struct r500_shape {
	u32 format0;
	u32 format1;
	u32 format2;
	u32 filter;
	u32 tiling;
	u32 unit;
	u64 bytes;
};

/* Bits of TX_OFFSET that are no part of the address, and a bit that no empty entry has. */
#define R500_SHAPE_TILING(offset)	(((offset) & 31) | 32)

#define R500_SHAPES_LOG2	5u

/* Registers that need the owner of HyperZ or CMASK RAM. */
#define R500_OWNED		10u

/**
 * struct r500_slots - slots of instructions that the stream has uploaded
 * @end: all before this one; uploads that continue these need no bits
 * @gaps: there are others, and @more is valid
 * @more: one bit for each of them
 */
struct r500_slots {
	u32 end;
	bool gaps;
	u64 more[R500_INSTRUCTIONS / 64];
};

/**
 * struct r500_checker - state of one check
 *
 * The first members belong to the card and are the same for every check.
 *
 * The checker does not copy register values.  It remembers the position of each register's last
 * write and reads the value from the stream.  Positions are byte offsets that continue from one
 * check to the next.  So the writes of earlier streams are below @start_position and count as
 * unset, and no check must clear them until the 32 bits overflow.  The position of a write is
 * the position of the dword before its value: the header, if the packet has one register.
 *
 * @head: for pm4_check()
 * @card: the card
 * @all_pipes: SU_REG_DEST that reaches all pipes
 * @packets: rule of each opcode
 * @list_header: header of the draws that r500_walk() gives to r500_draw_vbuf() itself, 0 if the
 *	rules of the card have no such packet
 * @immd_header: the same for r500_draw_immd(), without the number of dwords, which that checks
 * @arrays_header: the same for r500_arrays()
 * @regs: R500_RULE() of each register
 * @handler: enum pm4_reg_handler of each register
 * @plain: number of registers from each one on that have no rule and whose value no draw
 *	needs, at most 255; 0 for registers outside of the window
 * @masked: the same, but bits that must be 0 do not end the run
 * @simple: the same, but only a relocation or a rule in code ends it
 * @flags: flags of the stream for which @regs is set up: PM4_KEEP_TILING, PM4_OWNS_*
 * @owned_forbid: bits that must be 0 in the registers that need the owner of a RAM, also for it
 * @shapes: sizes of textures that an earlier check has computed.  The registers in an entry and
 *	the card determine the size, so entries stay valid from stream to stream
 *
 * The other members belong to one stream.
 *
 * @last: position of the last write of each register
 * @in: the stream
 * @origin: the stream - @start_position, so that @origin + a position is an address
 * @values: @origin and a dword, so that @values + the position of a write is its value
 * @nbuffers: length of the relocation list; at most 2^30, see pm4_reloc_index()
 * @start_position: position of the first dword
 * @next_position: position of the next stream's first dword
 * @cursor: next dword of the stream
 * @end: end of the stream
 * @header: header of the current packet
 * @patch: the next free patch
 * @written: one bit for each relocation through which the stream can write
 * @dirty: flags of the registers set since the last draw
 * @touched: the same of all registers that the stream set before its last draw, and of constants of
 *	fragment programs, for which no draw is checked again
 * @uses: caches of the surfaces that the last draw has used: R500_CACHE_*
 * @cached: caches that may hold lines of a draw
 * @depth_block: r500_depth_block() of the last draw that used depth
 * @last_draw: header of the last draw
 * @partial: SU_REG_DEST or FG_ZBREG_DEST leaves some pipes out: the last write of it, or NULL
 * @scissor: SC_SCISSOR1, after cuts
 * @scissor_left: SC_SCISSOR0, the largest XS0 of the draws since that write
 * @empty: the scissor ends before it begins, so that a draw becomes a NOP
 * @scissor_at: position of the write that @scissor comes from
 * @cut: patch that narrows it, or NULL
 * @max_index: VAP_VF_MAX_VTX_INDX, after cuts
 * @max_index_at: position of the write that @max_index comes from
 * @max_index_cut: patch that lowers it, or NULL
 * @rop_cut: position of the write of RB3D_ROPCNTL that a patch disables, or 0
 * @rop_used: position of the one that a draw with colour has used, or 0
 * @samples: samples of a pixel
 * @textures_ok: textures that have passed their check and have not changed since
 * @textures_set: textures of which the stream has set all registers
 * @color_buffer: relocations of the colour buffers, valid if the stream has set the base
 * @depth_buffer: relocation of the depth buffer
 * @resolve_buffer: relocation of the destination of a resolve
 * @texture_buffer: relocations of the textures
 * @color_pitch: RB3D_COLORPITCH# with the tiling of its relocation, without PM4_KEEP_TILING
 * @depth_pitch: ZB_DEPTHPITCH, the same
 * @texture_offset: TX_OFFSET_# with the tiling of its relocation
 * @arrays: the last 3D_LOAD_VBPNTR after its header, or NULL
 * @arrays_slack: least number of bytes from the offset of an array to the end of its buffer,
 *	without the bytes of one element; negative if an array may not have room for it, or none is
 *	set
 * @arrays_stride: no array has more bytes from one element to the next
 * @constants_first: first constant of the last upload for vertex programs
 * @constants_end: the one after its last, which may be past the end of the ring; 0: no upload
 * @promised_dw: dwords of a vertex that the rasterizer waits for, if nothing but the fetched dwords
 *	can give it any; otherwise 0
 * @next_slot: slot of fragment programs after the slots of the last upload, ~0 if there is none
 * @semaphore: the texture semaphore before that slot
 * @pixel_own: slots of fragment programs that the stream has uploaded, or that are neutral
 * @vertex_own: the same of vertex programs
 * @flow_at: position of the last packet with all VAP_PVS_FLOW_CNTL_ADDRS registers that the walk
 *	has accepted without noting each of them in @last, 0 if there is none
 * @flow: the stream has uploaded flow control of fragment programs, and @jumps is valid
 * @jumps: target of each slot that jumps; 0: it is no flow control
 * @result: counts and footprint
 * @verdict: the refusal
 * @why: the facts of a refusal.  A local struct in each rule would give the rules a stack frame,
 *	which the kernel protects with a canary, although they hardly ever refuse
 */
struct r500_checker {
	struct pm4_checker head;
	struct pm4_card card;
	u32 all_pipes;
	struct r500_packet_rule packets[256];
	u32 list_header;
	u32 immd_header;
	u32 arrays_header;
	u64 regs[PM4_MMREG_REGS];
	u8 handler[PM4_MMREG_REGS];
	u8 plain[R500_TYPE0_REGS];
	u8 masked[R500_TYPE0_REGS];
	u8 simple[R500_TYPE0_REGS];
	u32 flags;
	u32 owned_forbid[R500_OWNED];
	struct r500_shape shapes[1 << R500_SHAPES_LOG2];

	u32 last[PM4_MMREG_REGS];
	const struct pm4_input *in;
	const char *origin;
	const char *values;
	u32 nbuffers;
	u32 start_position;
	u32 next_position;
	const u32 *cursor;
	const u32 *end;
	const u32 *header;
	struct pm4_patch *patch;
	u64 *written;
	u32 dirty;
	u32 touched;
	u32 uses;
	u32 cached;
	u32 depth_block;
	const u32 *last_draw;
	const u32 *partial;
	u32 scissor;
	u32 scissor_left;
	bool empty;
	u32 scissor_at;
	struct pm4_patch *cut;
	u32 max_index;
	u32 max_index_at;
	struct pm4_patch *max_index_cut;
	u32 rop_cut;
	u32 rop_used;
	u32 samples;
	u32 textures_ok;
	u32 textures_set;
	u32 color_buffer[R500_COLORS];
	u32 depth_buffer;
	u32 resolve_buffer;
	u32 texture_buffer[R500_UNITS];
	u32 color_pitch[R500_COLORS];
	u32 depth_pitch;
	u32 texture_offset[R500_UNITS];
	const u32 *arrays;
	s64 arrays_slack;
	u32 arrays_stride;
	u32 constants_first;
	u32 constants_end;
	u32 promised_dw;
	u32 next_slot;
	u32 semaphore;
	struct r500_slots pixel_own;
	struct r500_slots vertex_own;
	u32 flow_at;
	bool flow;
	u16 jumps[R500_PIXEL_SLOTS];
	struct pm4_result *result;
	struct pm4_verdict *verdict;
	struct pm4_why why;
};

/* The checker of a head. */
static inline struct r500_checker *r500_checker(struct pm4_checker *head)
{
	return (struct r500_checker *)((char *)head - offsetof(struct r500_checker, head));
}

/* The rule of an opcode. */
static inline const struct r500_packet_rule *r500_rule(const struct r500_checker *ck, u32 opcode)
{
	return &ck->packets[opcode];
}

/* Offset of a dword of the input. */
static inline u32 r500_dword(const struct r500_checker *ck, const u32 *p)
{
	return (u32)(p - ck->in->ib);
}

/* Position of the write whose value is a dword of the input. */
static inline u32 r500_position(const struct r500_checker *ck, const u32 *p)
{
	return (u32)((const char *)p - ck->values);
}

/**
 * r500_patch() - append a patch to the list
 * @ck: the check
 * @at: the dword, in the input
 * @kind: enum pm4_patch_kind
 * @arg: relocation or value
 */
static inline void r500_patch(struct r500_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	*ck->patch++ = (struct pm4_patch){ r500_dword(ck, at) | kind << PM4_PATCH_KIND, arg };
}

static inline const struct pm4_buffer *r500_buffer(const struct r500_checker *ck, u32 index)
{
	return &ck->in->buffers[index];
}

/* Returns true if the stream has set register @i, a dword number. */
static inline bool r500_isset(const struct r500_checker *ck, u32 i)
{
	return ck->last[i] >= ck->start_position;
}

/* The dword of the last write of a register that the stream has set. */
static inline const u32 *r500_at(const struct r500_checker *ck, u32 i)
{
	return (const u32 *)(ck->values + ck->last[i]);
}

/* The value that the stream set, otherwise @neutral. */
static inline u32 r500_value(const struct r500_checker *ck, u32 i, u32 neutral)
{
	return r500_isset(ck, i) ? *r500_at(ck, i) : neutral;
}

#define r500_is_set(ck, name)	r500_isset(ck, R500_INDEX(name))
#define r500_get(ck, name)	r500_value(ck, R500_INDEX(name), 0)

/* Returns true if the packet at ck->cursor is a relocation. */
static inline bool r500_reloc_follows(const struct r500_checker *ck)
{
	return ck->end - ck->cursor >= 2 && ck->cursor[0] == PM4_NOP_RELOC;
}

/* The bits of a run of slots in the word of its first one. */
static inline u64 r500_slot_mask(u32 first, u32 end)
{
	u64 mask = ~0ull << first % 64;

	return end > (first | 63) ? mask : mask & ((1ull << end % 64) - 1);
}

/* A group of state that the stream uses before it sets it. */
static inline void r500_inherit(struct r500_checker *ck, u32 group)
{
	ck->result->footprint.live_in.groups |= 1ull << group;
}

#endif /* R500_STATE_H */
