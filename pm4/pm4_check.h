/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Internals of the checker: its state, and the functions that its files share.  Included
 * by pm4.c, pm4_check_*.c, pm4_refuse.c, pm4_harmless.c and pm4_verdict.c only.
 *
 * One check at a time uses a struct pm4_checker.  No function takes a lock.
 */
#ifndef PM4_CHECK_H
#define PM4_CHECK_H

#include "pm4_table.h"

#ifdef __KERNEL__
#include <linux/bitops.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#else
#define __ffs(x) ((u32)__builtin_ctzll(x))
#define __ffs64(x) __ffs(x)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define min_t(type, a, b) min((type)(a), (type)(b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#ifndef noinline
#define noinline __attribute__((noinline))
#endif
#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif
#ifndef __cold
#define __cold __attribute__((cold))
#endif

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u32 ror32(u32 word, u32 shift)
{
	return word >> shift | word << (32 - shift);
}
#endif

/*
 * Flags of a register: the effect of a write on the checker's state.  A packet's flags
 * are those of its registers, or-ed together.  The low bits, PM4_UNIT_*, are the units
 * that the next draw has to check again.
 */
#define PM4_UNIT_COLOR(n)	(1u << (n))	/* colour buffer n */
#define PM4_UNIT_COLORS		0xffu
#define PM4_UNIT_DEPTH		(1u << 8)
#define PM4_UNIT_TARGET		(1u << 9)	/* selects the surfaces in use */
#define PM4_UNIT_RASTER		(1u << 10)	/* samples, scissors: every surface */
#define PM4_UNIT_STRMOUT	(1u << 11)
#define PM4_UNIT_CONST_PS	(1u << 12)
#define PM4_UNIT_CONST_VS	(1u << 13)
#define PM4_UNIT_CONST_GS	(1u << 14)
#define PM4_UNIT_PROGRAM	(1u << 15)
#define PM4_UNIT_RING		(1u << 16)
#define PM4_UNIT_EXPORT		(1u << 17)
#define PM4_UNIT_GS		(1u << 18)	/* selects the programs that run */
#define PM4_UNIT_ITEM		(1u << 19)	/* item sizes of rings */
#define PM4_UNIT_ALL		0xfffffu
/* The chip has one copy of these registers, not one for each context. */
#define PM4_UNIT_SINGLE		(PM4_UNIT_RING | PM4_UNIT_EXPORT)
#define PM4_UNIT_SURFACES	(PM4_UNIT_COLORS | PM4_UNIT_DEPTH | PM4_UNIT_TARGET | \
				 PM4_UNIT_RASTER)
#define PM4_UNIT_CONSTS		(PM4_UNIT_CONST_PS | PM4_UNIT_CONST_VS | PM4_UNIT_CONST_GS)
/* Constant buffer n of the sixteen changed, in any stage. */
#define PM4_CONST(n)		(1ull << (32 + (n)))
#define PM4_CONSTS_ALL		(0xffffull << 32)
#define PM4_CONSTS(dirty)	((u32)((dirty) >> 32) & 0xffff)
/* State that no draw checks, but that the stream leaves in the chip. */
#define PM4_LEAVES_MASKS(n)	(1ull << (48 + (n)))	/* CMASK, FMASK of colour buffer n */
#define PM4_LEAVES_HTILE	(1ull << 56)
#define PM4_LEAVES_SQ_MGMT	(1ull << 57)
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

/* Largest width and height of a pixel rectangle that starts at 0,0. */
#define PM4_SCREEN_MAX		8192u

/* Registers of the larger window. */
#define PM4_WINDOW_REGS		PM4_CONFIG_REGS

/**
 * struct pm4_window - one of the two register windows, expanded for one card
 * @base: byte offset of the first register
 * @nregs: number of registers
 * @flags: PM4_UNIT_* and PM4_WRITE_* of each register
 * @forbid: bits that must be 0 in each register
 * @plain_run: number of registers from each one on that have no flags at all, at most 255
 * @any_value_run: number from each one on that have no PM4_WRITE_RULES: every value is
 *	allowed, and none is an address
 * @masked_run: the same, but bits that must be 0 and PM4_WRITE_TILING do not end the run
 * @last_write: position of the last write of each register; see struct pm4_checker
 * @buffer: relocation of each address register; valid if the stream has set the register
 */
struct pm4_window {
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
 * struct pm4_packet_rule - the rule of a packet, expanded for one card
 * @min_dw: least number of dwords after the header; no length fits a denied packet
 * @more_dw: how many more dwords are allowed
 * @handler: enum pm4_packet_handler; PM4_PH_NONE: the length is the only rule
 * @row: 1 + number of the packet's row, 0 if this chip has none
 * @room: dwords of the constant space that the packet writes, 0 for other packets
 * @unit: dwords of one constant
 * @plain: the length is the only rule; with @room, the range is a rule too
 */
struct pm4_packet_rule {
	u16 min_dw;
	u16 more_dw;
	u16 handler;
	u16 row;
	u16 room;
	u8 unit;
	bool plain;
};

/* How a draw uses colour buffers. */
enum pm4_color_use {
	PM4_COLOR_DRAW,		/* writes the pixels inside the scissors */
	PM4_COLOR_SPECIAL,	/* clears, expands, or copies the depth buffer to colour */
	PM4_COLOR_RESOLVE,	/* resolves buffer 0 into buffer 1 */
};

/**
 * struct pm4_rect - a rectangle of pixels that begins at the origin
 * @x: width in pixels
 * @y: height in lines
 */
struct pm4_rect {
	u32 x;
	u32 y;
};

/**
 * struct pm4_checker - state of one check
 *
 * The first members belong to the card and are the same for every check.
 *
 * The checker does not copy register values.  It remembers the position of each register's
 * last write and reads the value from the stream.  Positions are byte offsets that continue
 * from one check to the next.  So the writes of earlier streams lie at or below
 * @start_position and count as unset, and no check has to clear them until the 32 bits
 * overflow.
 *
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
 * @origin: @ib - @start_position, so that @origin + a position is the address of a dword
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
 * @drawing: draws of the stream may still run
 * @strmout_base_sent: bit n: STRMOUT_BASE_UPDATE has sent the base of stream-out buffer n
 * @strmout_base: the base that was sent: register value and relocation
 * @strmout_offset: offset in dwords that STRMOUT_BUFFER_UPDATE has set for each buffer
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
 * @result: counts and footprint
 * @verdict: the refusal
 */
struct pm4_checker {
	struct pm4_card card;
	u32 chip_bit;
	struct pm4_packet_rule packets[256];
	bool plain_event[0x1000];

	const struct pm4_input *in;
	const u32 *ib;
	const char *origin;
	u32 shift;
	const struct pm4_buffer *buffers;
	u32 nbuffers;
	const u32 *cursor;
	const u32 *end;
	const u32 *header;
	struct pm4_patch *patch;
	u64 *written;
	bool keep_tiling;
	enum pm4_color_use color_use;
	bool predicated;
	bool drawing;
	u8 strmout_base_sent;
	struct {
		u32 value;
		u32 buffer;
	} strmout_base[4];
	u32 strmout_offset[4];
	bool depth_ok;
	u8 gs_mode;
	u8 index_bytes;
	u8 index_bytes_predicated;
	struct pm4_rect scissor;
	u32 color_ok;
	u32 start_position;
	u32 next_position;
	u64 dirty;
	u64 touched;
	u32 tiled[9];
	u64 slots[PM4_SLOT_WORDS];
	struct pm4_result *result;
	struct pm4_verdict *verdict;

	struct pm4_window context;
	struct pm4_window config;
};

/*
 * Refusals.  The rule fills in struct pm4_why, pm4_refuse() adds the packet.  pm4_refuse()
 * always returns 1, so that a rule ends with "return pm4_refuse(...)".
 */

/**
 * struct pm4_why - the rule's part of a struct pm4_verdict
 * @code: enum pm4_code
 * @reg: byte offset of the register, 0: none
 * @field: 1 + number of the field in pm4_fields[], 0: none
 * @detail: depends on @code, see pm4_verdict.c
 * @at: the dword; NULL: the packet, or the last write of @reg
 * @buffer: the buffer, NULL: none
 * @expected: bound or value that the rule demands
 * @actual: value in the stream
 * @offset: offset in the buffer, in bytes
 * @shape: depends on @code, see pm4_verdict.c
 */
struct pm4_why {
	u32 code;
	u32 reg;
	u32 field;
	u32 detail;
	const u32 *at;
	const struct pm4_buffer *buffer;
	u64 expected;
	u64 actual;
	u64 offset;
	u64 shape[4];
};

int __cold pm4_refuse(struct pm4_checker *ck, const struct pm4_why *why);

/* FIELD_VALUE, .shape[0]: .expected is the only value, the largest value, or unused. */
enum { PM4_VALUE_EXACT, PM4_VALUE_MOST, PM4_VALUE_NOT_0 };

/* SURFACE_PITCH, .detail: the pitch breaks its unit or the width, or x exceeds the pitch. */
enum { PM4_PITCH_UNIT, PM4_PITCH_WIDTH, PM4_PITCH_X };

/* SURFACE_SCISSOR, .detail: kind of the scissor .reg; PM4_SCISSOR_DOWN: too many lines. */
enum { PM4_SCISSOR_TIGHTEST, PM4_SCISSOR_UNSET, PM4_SCISSOR_MOVED };
#define PM4_SCISSOR_DOWN	4u

/* FMASK_BOUNDS, CMASK_BOUNDS, HTILE_BOUNDS, .detail: origin of the required size. */
enum { PM4_MASK_LINES, PM4_MASK_SCISSOR, PM4_MASK_REGISTER };

/* The explicit 1 is for static analyzers, which do not look into another file. */
#define PM4_REFUSE(ck, ...) (pm4_refuse(ck, &(struct pm4_why){ __VA_ARGS__ }), 1)

/* Offset of a dword of the input. */
static inline u32 pm4_dword(const struct pm4_checker *ck, const u32 *p)
{
	return (u32)(p - ck->ib);
}

/**
 * pm4_patch() - append a patch to the list
 * @ck: the check
 * @at: the dword, in the input
 * @kind: enum pm4_patch_kind
 * @arg: relocation or value
 */
static __always_inline void pm4_patch(struct pm4_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	*ck->patch++ = (struct pm4_patch){ pm4_dword(ck, at) | kind << PM4_PATCH_KIND, arg };
}

static inline const struct pm4_buffer *pm4_buffer(const struct pm4_checker *ck, u32 index)
{
	return &ck->buffers[index];
}

static inline bool pm4_is_r7xx(const struct pm4_checker *ck)
{
	return ck->card.chip >= PM4_RV770;
}

/* Position of a dword of the input; @shift is ck->shift. */
static inline u32 pm4_position(const u32 *p, u32 shift)
{
	return (u32)(uintptr_t)p + shift;
}

/* Returns true if the stream has set register @i of a window. */
static inline bool pm4_isset(const struct pm4_checker *ck, const struct pm4_window *w, u32 i)
{
	return w->last_write[i] > ck->start_position;
}

/* The value that the stream set, otherwise 0 as in the harmless state. */
static inline u32 pm4_value(const struct pm4_checker *ck, const struct pm4_window *w, u32 i)
{
	u32 position = w->last_write[i];

	return position > ck->start_position ? *(const u32 *)(ck->origin + position) : 0;
}

/* Registers of the context window by byte offset. */
static inline bool pm4_context_isset(const struct pm4_checker *ck, u32 reg)
{
	return pm4_isset(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
}

static inline u32 pm4_context_get(const struct pm4_checker *ck, u32 reg)
{
	return pm4_value(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4);
}

/* Returns true if the stream has set all registers of a run. */
static __always_inline bool pm4_all_set(const struct pm4_checker *ck,
					const struct pm4_window *w, u32 first, u32 count)
{
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < count; i++)
		if (!pm4_isset(ck, w, first + i))
			return false;
	return true;
}

static inline bool pm4_context_all(const struct pm4_checker *ck, u32 reg, u32 count)
{
	return pm4_all_set(ck, &ck->context, (reg - PM4_CONTEXT_BASE) / 4, count);
}

/* CB_COLOR#_INFO of colour buffer n, or DB_DEPTH_INFO for 8, with the array mode in effect. */
static inline u32 pm4_surface_info(const struct pm4_checker *ck, u32 n)
{
	u32 reg = n < 8 ? PM4_R_CB_COLOR_INFO + 4 * n : PM4_R_DB_DEPTH_INFO;

	if (likely(ck->keep_tiling) || !pm4_context_isset(ck, reg))
		return pm4_context_get(ck, reg);
	return ck->tiled[n];
}

static inline u32 pm4_context_buffer(const struct pm4_checker *ck, u32 reg)
{
	return ck->context.buffer[(reg - PM4_CONTEXT_BASE) / 4];
}

static inline bool pm4_config_isset(const struct pm4_checker *ck, u32 reg)
{
	return pm4_isset(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4);
}

static inline bool pm4_config_all(const struct pm4_checker *ck, u32 reg, u32 count)
{
	return pm4_all_set(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4, count);
}

static inline u32 pm4_config_get(const struct pm4_checker *ck, u32 reg)
{
	return pm4_value(ck, &ck->config, (reg - PM4_CONFIG_BASE) / 4);
}

static inline u32 pm4_config_buffer(const struct pm4_checker *ck, u32 reg)
{
	return ck->config.buffer[(reg - PM4_CONFIG_BASE) / 4];
}

/* Returns true if @event may be sent without an address. */
static __always_inline bool pm4_plain_event(const struct pm4_checker *ck, u32 event)
{
	return event < ARRAY_SIZE(ck->plain_event) && ck->plain_event[event];
}

/* pm4_refuse.c: refusals that many rules share */
int __cold pm4_refuse_reloc(struct pm4_checker *ck, const u32 *where);
int __cold pm4_refuse_write(struct pm4_checker *ck, u32 index, const u32 *where, u32 reg);
int __cold pm4_refuse_unset(struct pm4_checker *ck, u32 reg);
int __cold pm4_refuse_unit(struct pm4_checker *ck, u32 unit, u32 first, u32 count);
int __cold pm4_refuse_base(struct pm4_checker *ck, u32 index, u64 offset, u32 unit,
			   const u32 *where, u32 reg);

/* Dwords after a type-3 header, minus 1. */
#define PM4_COUNT(header)	((header) >> 16 & 0x3fff)
#define PM4_TYPE3	0xc0000000u	/* lowest type-3 header */
#define PM4_FILLER	0x80000000u	/* type 2: a filler of one dword */
#define PM4_NOP_RELOC	0xc0001000u	/* header of a NOP with one dword */
#define PM4_PREDICATE	0x1u		/* type 3: the predicate may skip the packet */

/*
 * Returns true if the packet at ck->cursor is a relocation.  The predicate bit is allowed
 * because a NOP does nothing, skipped or not.
 */
static inline bool pm4_reloc_follows(const struct pm4_checker *ck)
{
	return ck->end - ck->cursor >= 2 && (ck->cursor[0] & ~PM4_PREDICATE) == PM4_NOP_RELOC;
}

/*
 * Index of the buffer that a relocation names.  The rotation turns a payload that is no
 * multiple of 4 into an index beyond the end of every list.
 */
static inline u32 pm4_reloc_index(u32 payload)
{
	return ror32(payload, 2);
}

/**
 * pm4_next_reloc() - consume the relocation of a dword
 * @ck: the check; ck->cursor advances past the relocation
 * @where: the dword that needs the relocation
 * @index: set to the buffer's index
 *
 * Return: 0, or 1 with the verdict filled in.
 */
static inline int pm4_next_reloc(struct pm4_checker *ck, const u32 *where, u32 *index)
{
	if (unlikely(!pm4_reloc_follows(ck)))
		goto refuse;
	*index = pm4_reloc_index(ck->cursor[1]);
	if (unlikely(*index >= ck->nbuffers))
		goto refuse;
	ck->cursor += 2;
	return 0;

refuse:
	pm4_refuse_reloc(ck, where);
	return 1;
}

/* Records that the stream can write through a relocation. */
static inline void pm4_mark_written(struct pm4_checker *ck, u32 index)
{
	ck->written[index / 64] |= 1ull << (index % 64);
}

/*
 * Mark a buffer as written, or refuse the write if the buffer is read-only.  @where and
 * @reg are optional.  The mark lasts for the whole stream, so a draw may skip the check of
 * a unit that has not changed.
 */
static inline int pm4_writable(struct pm4_checker *ck, u32 index, const u32 *where, u32 reg)
{
	if (unlikely(!ck->buffers[index].writable))
		return pm4_refuse_write(ck, index, where, reg);
	pm4_mark_written(ck, index);
	return 0;
}

/* Refuse a draw that needs a register that the stream has not set. */
static inline int pm4_must_be_set(struct pm4_checker *ck, u32 reg)
{
	if (likely(pm4_context_isset(ck, reg)))
		return 0;
	return pm4_refuse_unset(ck, reg);
}

/* pm4_check_gfx.c */
int pm4_check_gfx(struct pm4_checker *ck);
int pm4_check_packets(struct pm4_checker *ck, const u32 *p);

/* pm4_check_reg.c */
void pm4_windows_init(struct pm4_checker *ck);
void pm4_windows_tiling(struct pm4_checker *ck, bool keep);
int pm4_set_context(struct pm4_checker *ck, u32 first, u32 count);
int pm4_set_config(struct pm4_checker *ck, u32 first, u32 count);

/* pm4_check_packet.c */
void pm4_events_init(struct pm4_checker *ck);
int pm4_check_packet(struct pm4_checker *ck, const u32 *p, u64 dirty);

/* pm4_check_draw.c */
int pm4_draw(struct pm4_checker *ck, u64 dirty, bool predicated);

/**
 * struct pm4_tiling - alignments that an array mode demands of a surface
 * @pitch_align: in blocks of the format
 * @height_align: in blocks of the format
 * @base_align: in bytes
 */
struct pm4_tiling {
	u32 pitch_align;
	u32 height_align;
	u32 base_align;
};

/**
 * struct pm4_format - a texel or pixel format
 * @bytes: bytes of one block; 0: the format does not exist
 * @block_w: width of a block in texels
 * @block_h: height of a block in lines
 * @color: the CB can write the format
 */
struct pm4_format {
	u8 bytes;
	u8 block_w;
	u8 block_h;
	u8 color;
};

/* pm4_check_surface.c */
#define PM4_FORMATS 64
extern const struct pm4_format pm4_formats[PM4_FORMATS];

enum {
	PM4_LINEAR_GENERAL = 0,
	PM4_LINEAR_ALIGNED = 1,
	PM4_TILED_1D = 2,
	PM4_TILED_2D = 4,
};

int pm4_surface_layout(const struct pm4_card *card, u32 mode, u32 bytes,
		       u32 samples, struct pm4_tiling *layout);
u32 pm4_tiling_mode(const struct pm4_buffer *buffer, u32 mode);

/* pm4_check_scissor.c */
void pm4_scissor_update(struct pm4_checker *ck);
int __cold pm4_refuse_scissor(struct pm4_checker *ck, u32 surface, u32 index, bool down, u32 fits);

/* The space that SET_RESOURCE writes. */
#define PM4_RESOURCE_BASE	0x38000u
#define PM4_RESOURCE_DW		7u

enum { PM4_TYPE_TEXTURE = 2, PM4_TYPE_BUFFER = 3 };

/*
 * Slot of a descriptor from the offset of its first dword.  0xb6db6db7 is the inverse of 7
 * modulo 2^32, so an offset that is no multiple of 7 yields a number beyond every slot.
 */
static inline u32 pm4_resource_slot(u32 first)
{
	return first * 0xb6db6db7u;
}

/* Records that the stream has set a slot. */
static inline void pm4_slot_set(struct pm4_checker *ck, u32 slot)
{
	ck->slots[slot / 64] |= 1ull << (slot % 64);
}

/* Slot of the constant buffer whose base is context register @i. */
static inline u32 pm4_const_slot(u32 i)
{
	return PM4_RESOURCES + i - (PM4_R_SQ_ALU_CONST_CACHE_PS - PM4_CONTEXT_BASE) / 4;
}

/* Offset of a vertex buffer, 40 bits. */
static inline u64 pm4_vertex_offset(const u32 *words)
{
	return words[0] | (u64)(u8)words[2] << 32;
}

/* pm4_check_color.c, pm4_check_depth.c, pm4_check_resource.c */
int pm4_check_color(struct pm4_checker *ck, u32 n);
int pm4_check_depth(struct pm4_checker *ck);
int pm4_set_resources(struct pm4_checker *ck, u32 first, u32 count,
		      const u32 *words);

/* pm4_check_dma.c */
int pm4_check_dma(struct pm4_checker *ck);

static inline u32 pm4_bits(u32 value, u32 shift, u32 width)
{
	return value >> shift & (0xffffffffu >> (32 - width));
}

static inline u32 pm4_align(u32 value, u32 align)
{
	return (value + align - 1) / align * align;
}

/* Returns true if [offset, offset + bytes) lies inside a buffer; no sum can wrap. */
static inline bool pm4_inside(const struct pm4_buffer *buffer, u64 offset, u64 bytes)
{
	return offset <= buffer->size && bytes <= buffer->size - offset;
}

/* Returns true if the value of a base register, in units of 256 bytes, lies inside a buffer. */
static inline bool pm4_base_inside(const struct pm4_buffer *buffer, u32 base)
{
	return (u64)base << 8 < buffer->size;
}

/* Returns true if a vertex buffer (offset, size - 1 in word 1) lies inside a buffer. */
static inline bool pm4_vertex_inside(const struct pm4_buffer *buffer, const u32 *words)
{
	return pm4_inside(buffer, pm4_vertex_offset(words), (u64)words[1] + 1);
}

/*
 * Refuse a surface that may violate an alignment of @unit bytes, a power of two, at some
 * address of its buffer.
 */
static inline int pm4_aligned(struct pm4_checker *ck, u32 index, u64 offset, u32 unit,
			      const u32 *where, u32 reg)
{
	if (likely(!((offset | pm4_buffer(ck, index)->align) & (unit - 1))))
		return 0;
	return pm4_refuse_base(ck, index, offset, unit, where, reg);
}

#endif /* PM4_CHECK_H */
