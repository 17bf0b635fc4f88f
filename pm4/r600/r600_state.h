/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The state of a check: the card's rules, the registers and slots that the stream has set,
 * and the position in the stream; with the functions that read and record them.  Nothing here
 * refuses a stream.
 *
 * One check at a time uses a struct r600_checker.  No function takes a lock.
 */
#ifndef R600_STATE_H
#define R600_STATE_H

#include "../pm4_packet.h"
#include "../pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"

/* The space that SET_RESOURCE writes. */
#define PM4_RESOURCE_BASE	PM4_SPACE_RESOURCE_BASE
#define PM4_RESOURCE_DW		7u

/* Array modes of surfaces. */
enum {
	PM4_LINEAR_GENERAL = 0,
	PM4_LINEAR_ALIGNED = 1,
	PM4_TILED_1D = 2,
	PM4_TILED_2D = 4,
};

/*
 * Flags of a register: the effect of a write on the checker's state.  A packet's flags
 * are its registers' flags, or-ed together.
 *
 * The bits of PM4_STATE_ALL are the groups of state that the write leaves in the chip, as the
 * tables number them (tables/state.tbl).  The low bits, PM4_UNIT_*, are also the units that the
 * next draw checks again; three of them are no groups.
 */
#define PM4_UNIT(group)		(1u << PM4_STATE_##group)
#define PM4_UNIT_COLOR(n)	(1u << (PM4_STATE_COLOR0 + (n)))	/* colour buffer n */
#define PM4_UNIT_COLORS		0xffu
#define PM4_UNIT_DEPTH		PM4_UNIT(DEPTH)
#define PM4_UNIT_TARGET		PM4_UNIT(TARGETS)
#define PM4_UNIT_RASTER		(1u << 10)	/* samples, scissors: every surface */
#define PM4_UNIT_STRMOUT	PM4_UNIT(STRMOUT)
#define PM4_UNIT_CONST_PS	PM4_UNIT(CONST_PS)
#define PM4_UNIT_CONST_VS	PM4_UNIT(CONST_VS)
#define PM4_UNIT_CONST_GS	PM4_UNIT(CONST_GS)
#define PM4_UNIT_PROGRAM	(1u << 15)	/* bases of programs */
#define PM4_UNIT_RING		PM4_UNIT(RING)
#define PM4_UNIT_EXPORT		PM4_UNIT(EXPORT)
#define PM4_UNIT_GS		(1u << 18)	/* selects the programs that run */
#define PM4_UNIT_ITEM		PM4_UNIT(ITEMS)
#define PM4_UNIT_ALL		0xfffffu
/* The chip has one copy of these registers, not one for each context. */
#define PM4_UNIT_SINGLE		(PM4_UNIT_RING | PM4_UNIT_EXPORT)
/* And of these, which each stream of some clients sets before its first draw. */
#define PM4_GROUP_SINGLE	(1ull << PM4_STATE_SQ_MGMT | 1ull << PM4_STATE_TUNING)
#define PM4_UNIT_SURFACES	(PM4_UNIT_COLORS | PM4_UNIT_DEPTH | PM4_UNIT_TARGET | \
				 PM4_UNIT_RASTER)
#define PM4_UNIT_CONSTS		(PM4_UNIT_CONST_PS | PM4_UNIT_CONST_VS | PM4_UNIT_CONST_GS)
/* Constant buffer n of the sixteen changed, in any stage. */
#define PM4_CONST(n)		(1ull << (32 + (n)))
#define PM4_CONSTS_ALL		(0xffffull << 32)
#define PM4_CONSTS(dirty)	((u32)((dirty) >> 32) & 0xffff)
/* Rules of a write. */
#define PM4_WRITE_BITS		(1u << 26)	/* some bits must be 0 */
#define PM4_WRITE_WAIT		(1u << 27)	/* the write makes the CP wait */
#define PM4_WRITE_FORCED	(1u << 28)	/* only one value is allowed, not 0 */
#define PM4_WRITE_TILING	(1u << 29)	/* a relocation may supply the array mode */
#define PM4_WRITE_RELOC		(1u << 30)	/* the register takes a relocation */
#define PM4_WRITE_DENIED	(1u << 31)

/* Rules that depend on the value or on a relocation. */
#define PM4_WRITE_RULES		(PM4_WRITE_DENIED | PM4_WRITE_RELOC | PM4_WRITE_FORCED | \
				 PM4_WRITE_BITS | PM4_WRITE_TILING | PM4_WRITE_WAIT)

/* WAIT_UNTIL: WAIT_3D_IDLE or WAIT_3D_IDLECLEAN */
#define PM4_WAIT_3D		(1u << 15 | 1u << 17)

/* DB_RENDER_CONTROL: clears, copies, RESUMMARIZE_ENABLE */
#define PM4_DEPTH_WORK		0x1fu
/* DB_RENDER_OVERRIDE: FORCE_HIZ_ENABLE, FORCE_HIS_ENABLE0 and 1; 1 forces a test on */
#define PM4_FORCED_TESTS	0x15u

/* Largest width and height of a pixel rectangle that starts at 0,0. */
#define PM4_SCREEN_MAX		8192u

/* Registers of the larger window. */
#define PM4_WINDOW_REGS		PM4_CONFIG_REGS

/**
 * struct r600_window - one of the two register windows, expanded for one card
 * @base: byte offset of the first register
 * @nregs: number of registers
 * @flags: PM4_UNIT_* and PM4_WRITE_* of each register
 * @forbid: bits of each register that must be 0, or that r600_set_context() notes
 * @plain_run: number of registers from each one on that have no flags at all, at most 255
 * @any_value_run: number from each one on that have no PM4_WRITE_RULES: every value is
 *	allowed, and none is an address
 * @masked_run: the same, but bits that must be 0 and PM4_WRITE_TILING do not end the run
 * @last_write: position of the last write of each register; see struct r600_checker
 * @buffer: relocation of each address register; valid if the stream has set the register
 */
struct r600_window {
	u32 base;
	u32 nregs;
	u64 flags[PM4_WINDOW_REGS];
	u32 forbid[PM4_WINDOW_REGS];
	u8 plain_run[PM4_WINDOW_REGS];
	u8 any_value_run[PM4_WINDOW_REGS];
	u8 masked_run[PM4_WINDOW_REGS];
	u32 last_write[PM4_WINDOW_REGS];
	u32 buffer[PM4_WINDOW_REGS];
};

/**
 * struct r600_packet_rule - the rule of a packet, expanded for one card; 16 bytes, so that the
 *	walk finds it by a shift
 * @min_dw: least number of dwords after the header; no length fits a denied packet
 * @more_dw: how many more dwords are allowed
 * @handler: enum pm4_packet_handler; PM4_PH_NONE: the length is the only rule
 * @row: 1 + number of the packet's row, 0 if this chip has none
 * @room: dwords of the constant space that the packet writes, 0 for other packets
 * @unit: dwords of one constant
 * @slot: slot of the first constant that a shader can read, 0 if the packet sets none
 * @plain: the length is the only rule; with @room, the range is a rule too
 * @common: @plain, or a packet that sets registers: the walk may accept it without
 *	r600_check_packet()
 */
struct r600_packet_rule {
	u16 min_dw;
	u16 more_dw;
	u16 handler;
	u16 row;
	u16 room;
	u16 slot;
	u16 unit;
	bool plain;
	bool common;
};

/* How a draw uses colour buffers. */
enum r600_color_use {
	PM4_COLOR_DRAW,		/* writes the pixels inside the scissors */
	PM4_COLOR_SPECIAL,	/* clears, expands, or copies the depth buffer to colour */
	PM4_COLOR_RESOLVE,	/* resolves buffer 0 into buffer 1 */
};

/**
 * struct r600_rect - a rectangle of pixels that begins at the origin
 * @x: width in pixels
 * @y: height in lines
 */
struct r600_rect {
	u32 x;
	u32 y;
};

/**
 * struct r600_checker - state of one check
 *
 * The first members belong to the card and are the same for every check.
 *
 * The checker does not copy register values.  It remembers the position of each register's
 * last write and reads the value from the stream.  Positions are byte offsets that continue
 * from one check to the next.  So the writes of earlier streams are at or below
 * @start_position and count as unset, and need no clearing until the 32 bits
 * overflow.
 *
 * @head: for pm4_check()
 * @card: the card
 * @chip_bit: the chip's bit in the tables' masks
 * @packets: rule of each opcode of the graphics ring
 * @plain_event: VGT_EVENT_INITIATOR values (type and EVENT_INDEX) that need no address
 * @context: the window at PM4_CONTEXT_BASE
 * @config: the window at PM4_CONFIG_BASE
 *
 * The other members belong to one stream.
 *
 * @in: the stream
 * @ib: the stream's dwords
 * @shift: @start_position - @ib modulo 2^32, so that an address + @shift is a position
 * @buffers: the relocation list
 * @nbuffers: length of @buffers; at most 2^30, see pm4_reloc_index()
 * @patch: the next free patch; pm4_patches_max() leaves room for every patch
 * @written: one bit for each relocation through which the stream can write
 * @cursor: next dword of the input
 * @end: end of the input
 * @header: header of the current packet
 * @keep_tiling: PM4_KEEP_TILING
 * @color_use: use that the colour buffers were last checked for
 * @predicated: the stream has set the predicate
 * @instances: the stream has set the number of instances
 * @drawing: draws of the stream may still run
 * @strmout_base_sent: bit n: STRMOUT_BASE_UPDATE has sent the base of stream-out buffer n
 * @strmout_base: the base that was sent: register value and relocation
 * @strmout_offset_set: bit n: STRMOUT_BUFFER_UPDATE has set the offset of stream-out buffer n
 * @strmout_offset: that offset in dwords; 0 if it comes from memory
 * @depth_work: the stream has asked for work of the depth block besides the tests
 * @depth_ok: the depth buffer has passed its check and has not changed since
 * @gs_mode: VGT_GS_MODE.MODE at the last check of the programs
 * @index_bytes: size of an index in bytes; 0 if no INDEX_TYPE has set it, or only one that
 *	the CP may have skipped
 * @index_bytes_predicated: the same for a packet that the CP skips together with all
 *	predicated packets since the last SET_PREDICATION
 * @scissor: how far from the origin the scissors let a draw reach
 * @color_ok: colour buffers that have passed their check and have not changed since;
 *	four bits for each as in CB_TARGET_MASK
 * @start_position: position of the first dword, which is a header and no register write
 * @next_position: position of the next stream's first dword
 * @dirty: PM4_UNIT_* and PM4_CONST() of the registers set since the last draw
 * @touched: the same of all registers that this stream set before its last draw
 * @tiled: CB_COLOR#_INFO and, last, DB_DEPTH_INFO with the array mode of their
 *	relocations; valid without @keep_tiling if the stream has set the register
 * @slots: slots that this stream has set
 * @alu_parts: blocks of ALU constants of which this stream has set a part
 * @result: counts and footprint
 * @verdict: the refusal
 */
struct r600_checker {
	struct pm4_checker head;
	struct pm4_card card;
	u32 chip_bit;
	struct r600_packet_rule packets[256];
	bool plain_event[0x1000];

	const struct pm4_input *in;
	const u32 *ib;
	u32 shift;
	const struct pm4_buffer *buffers;
	u32 nbuffers;
	const u32 *cursor;
	const u32 *end;
	const u32 *header;
	struct pm4_patch *patch;
	u64 *written;
	bool keep_tiling;
	enum r600_color_use color_use;
	bool predicated;
	bool instances;
	bool drawing;
	u8 strmout_base_sent;
	struct {
		u32 value;
		u32 buffer;
	} strmout_base[4];
	u8 strmout_offset_set;
	u32 strmout_offset[4];
	bool depth_work;
	bool depth_ok;
	u8 gs_mode;
	u8 index_bytes;
	u8 index_bytes_predicated;
	struct r600_rect scissor;
	u32 color_ok;
	u32 start_position;
	u32 next_position;
	u64 dirty;
	u64 touched;
	u32 tiled[9];
	u64 slots[R600_SLOT_WORDS];
	u64 alu_parts;
	struct pm4_result *result;
	struct pm4_verdict *verdict;

	struct r600_window context;
	struct r600_window config;
};

/* The checker of a head. */
static inline struct r600_checker *r600_checker(struct pm4_checker *head)
{
	return (struct r600_checker *)((char *)head - offsetof(struct r600_checker, head));
}

/* Offset of a dword of the input. */
static inline u32 r600_dword(const struct r600_checker *ck, const u32 *p)
{
	return (u32)(p - ck->ib);
}

/**
 * r600_patch() - append a patch to the list
 * @ck: the check
 * @at: the dword, in the input
 * @kind: enum pm4_patch_kind
 * @arg: relocation or value
 */
static __always_inline void r600_patch(struct r600_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	*ck->patch++ = (struct pm4_patch){ r600_dword(ck, at) | kind << PM4_PATCH_KIND, arg };
}

/* The rule of an opcode of the graphics ring. */
static inline const struct r600_packet_rule *r600_rule(const struct r600_checker *ck, u32 opcode)
{
	return &ck->packets[opcode];
}

static inline const struct pm4_buffer *r600_buffer(const struct r600_checker *ck, u32 index)
{
	return &ck->buffers[index];
}

static inline bool r600_is_r7xx(const struct r600_checker *ck)
{
	return ck->card.chip >= PM4_RV770;
}

/* Position of a dword of the input; @shift is ck->shift. */
static inline u32 r600_position(const u32 *p, u32 shift)
{
	return (u32)(uintptr_t)p + shift;
}

/* Note that dword @at of the stream sets register @i of a window.  Returns the register's flags. */
static inline u64 r600_note_write(struct r600_checker *ck, struct r600_window *w, u32 i,
				  const u32 *at)
{
	w->last_write[i] = r600_position(at, ck->shift);
	ck->dirty |= w->flags[i];
	return w->flags[i];
}

/* Returns true if the stream has set register @i of a window. */
static inline bool r600_isset(const struct r600_checker *ck, const struct r600_window *w, u32 i)
{
	return w->last_write[i] > ck->start_position;
}

/* The value that the stream set, otherwise 0 as in the neutral state. */
static inline u32 r600_value(const struct r600_checker *ck, const struct r600_window *w, u32 i)
{
	u32 position = w->last_write[i], start = ck->start_position;

	return position > start ? *(const u32 *)((const char *)ck->ib + (position - start)) : 0;
}

/* Registers of the context window by byte offset. */
static inline bool r600_context_isset(const struct r600_checker *ck, u32 reg)
{
	return r600_isset(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
}

static inline u32 r600_context_get(const struct r600_checker *ck, u32 reg)
{
	return r600_value(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
}

/* Returns true if the stream has set all registers of a run. */
static __always_inline bool r600_all_set(const struct r600_checker *ck,
					 const struct r600_window *w, u32 first, u32 count)
{
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < count; i++)
		if (!r600_isset(ck, w, first + i))
			return false;
	return true;
}

/* CB_COLOR#_INFO of colour buffer n, or DB_DEPTH_INFO for 8, with the array mode in effect. */
static inline u32 r600_surface_info(const struct r600_checker *ck, u32 n)
{
	u32 reg = n < 8 ? PM4_R_CB_COLOR_INFO + 4 * n : PM4_R_DB_DEPTH_INFO;

	if (likely(ck->keep_tiling) || !r600_context_isset(ck, reg))
		return r600_context_get(ck, reg);
	return ck->tiled[n];
}

/* Relocation of an address register that the stream has set. */
static inline u32 r600_reg_buffer(const struct r600_checker *ck, const struct r600_window *w,
				  u32 i)
{
	return w->buffer[i];
}

static inline u32 r600_context_buffer(const struct r600_checker *ck, u32 reg)
{
	return r600_reg_buffer(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
}

static inline bool r600_config_isset(const struct r600_checker *ck, u32 reg)
{
	return r600_isset(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4);
}

static inline u32 r600_config_get(const struct r600_checker *ck, u32 reg)
{
	return r600_value(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4);
}

static inline u32 r600_config_buffer(const struct r600_checker *ck, u32 reg)
{
	return r600_reg_buffer(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4);
}

/* Returns true if @event may be sent without an address. */
static __always_inline bool r600_plain_event(const struct r600_checker *ck, u32 event)
{
	return event < ARRAY_SIZE(ck->plain_event) && ck->plain_event[event];
}

/*
 * Slot of a descriptor from the offset of its first dword.  0xb6db6db7 is the inverse of 7
 * modulo 2^32, so an offset that is no multiple of 7 yields a number beyond every slot.
 */
static inline u32 r600_resource_slot(u32 first)
{
	return first * 0xb6db6db7u;
}

/* Records that the stream has set a slot. */
static inline void r600_slot_set(struct r600_checker *ck, u32 slot)
{
	ck->slots[slot / 64] |= 1ull << (slot % 64);
}

/*
 * Records that the stream has set constants.  A block of ALU constants counts as set once a
 * packet sets all of it; of other blocks the draw reads what an earlier stream has left.
 */
static inline void r600_constants_set(struct r600_checker *ck, u32 first_slot, u32 first,
				      u32 count)
{
	u32 end = first + count;

	if (first_slot != R600_SLOT_ALU) {
		for (; first < end; first++)
			r600_slot_set(ck, first_slot + first);
		return;
	}
	for (; first < end; first = (first / R600_ALU_BLOCK_DW + 1) * R600_ALU_BLOCK_DW) {
		if (first % R600_ALU_BLOCK_DW || end - first < R600_ALU_BLOCK_DW)
			ck->alu_parts |= 1ull << first / R600_ALU_BLOCK_DW;
		else
			r600_slot_set(ck, R600_SLOT_ALU + first / R600_ALU_BLOCK_DW);
	}
}

/* Slot of the constant buffer whose base is context register @i. */
static inline u32 r600_const_slot(u32 i)
{
	return R600_RESOURCES + i - (PM4_R_SQ_ALU_CONST_CACHE_PS - PM4_CONTEXT_BASE) / 4;
}

/*
 * Returns true if the packet at ck->cursor is a relocation.  The predicate bit is allowed
 * because a NOP does nothing, skipped or not.
 */
static inline bool r600_reloc_follows(const struct r600_checker *ck)
{
	return ck->end - ck->cursor >= 2 && (ck->cursor[0] & ~PM4_PREDICATE) == PM4_NOP_RELOC;
}

/* Records that the stream inherits a group of state. */
static inline void r600_inherit(struct r600_checker *ck, u32 group)
{
	ck->result->footprint.live_in.groups |= 1ull << group;
}

/* Records that the stream can write through a relocation. */
static inline void r600_mark_written(struct r600_checker *ck, u32 index)
{
	ck->written[index / 64] |= 1ull << (index % 64);
}

#endif /* R600_STATE_H */
