/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Inside of the checker: its state and what its files call of each other.
 * Included by pm4_check*.c only.  One struct pm4_checker belongs to one check
 * at a time; nothing here takes a lock.
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
 * What a register write makes of the checker's state: one word per register,
 * or-ed together over a packet.  The low bits are what has to be looked at
 * again before the next draw.
 */
#define PM4_UNIT_COLOR(n)	(1u << (n))	/* colour buffer n */
#define PM4_UNIT_COLORS		0xffu
#define PM4_UNIT_DEPTH		(1u << 8)
#define PM4_UNIT_TARGET		(1u << 9)	/* which surfaces are in use */
#define PM4_UNIT_RASTER		(1u << 10)	/* samples and scissors: every surface */
#define PM4_UNIT_STRMOUT	(1u << 11)
#define PM4_UNIT_CONST_PS	(1u << 12)
#define PM4_UNIT_CONST_VS	(1u << 13)
#define PM4_UNIT_CONST_GS	(1u << 14)
#define PM4_UNIT_PROGRAM	(1u << 15)
#define PM4_UNIT_RING		(1u << 16)
#define PM4_UNIT_EXPORT		(1u << 17)
#define PM4_UNIT_GS		(1u << 18)	/* which programs run */
#define PM4_UNIT_ITEM		(1u << 19)	/* items of rings */
#define PM4_UNIT_ALL		0xfffffu
/* Of these the chip has no copy for each context. */
#define PM4_UNIT_SINGLE		(PM4_UNIT_RING | PM4_UNIT_EXPORT)
#define PM4_UNIT_SURFACES	(PM4_UNIT_COLORS | PM4_UNIT_DEPTH | PM4_UNIT_TARGET | \
				 PM4_UNIT_RASTER)
#define PM4_UNIT_CONSTS		(PM4_UNIT_CONST_PS | PM4_UNIT_CONST_VS | PM4_UNIT_CONST_GS)
/* Which of the sixteen constant buffers was set, of whatever stage. */
#define PM4_CONST(n)		(1ull << (32 + (n)))
#define PM4_CONSTS_ALL		(0xffffull << 32)
#define PM4_CONSTS(dirty)	((u32)((dirty) >> 32) & 0xffff)
/* What nothing has to be looked at for, but is left in the chip. */
#define PM4_LEAVES_MASKS(n)	(1ull << (48 + (n)))	/* CMASK, FMASK of colour buffer n */
#define PM4_LEAVES_HTILE	(1ull << 56)
#define PM4_LEAVES_SQ_MGMT	(1ull << 57)
/* How it may be written. */
#define PM4_WRITE_BITS		(1u << 26)	/* has bits that must be 0 */
#define PM4_WRITE_WAIT		(1u << 27)	/* makes the CP wait */
#define PM4_WRITE_FORCED	(1u << 28)	/* must have one value, not 0 */
#define PM4_WRITE_TILING	(1u << 29)	/* may take tiling from a relocation */
#define PM4_WRITE_RELOC		(1u << 30)	/* takes a relocation */
#define PM4_WRITE_DENIED	(1u << 31)

/* A rule that goes by the value, or by a relocation. */
#define PM4_WRITE_RULES		(PM4_WRITE_DENIED | PM4_WRITE_RELOC | PM4_WRITE_FORCED | \
				 PM4_WRITE_BITS | PM4_WRITE_TILING | PM4_WRITE_WAIT)

/* WAIT_UNTIL: WAIT_3D_IDLE or WAIT_3D_IDLECLEAN */
#define PM4_WAIT_3D		(1u << 15 | 1u << 17)

/* A pixel rectangle starts at 0,0; this is the farthest that it reaches. */
#define PM4_SCREEN_MAX		8192u

/* The larger of the two windows has so many. */
#define PM4_WINDOW_REGS		PM4_CONFIG_REGS

/**
 * struct pm4_window - one of the two register windows, as one card sees it
 * @flags: PM4_UNIT_* and PM4_WRITE_* of each register
 * @forbid: bits that must be 0 in each register
 * @plain: how many registers from each one on may have any value and matter to
 *	nobody
 * @open: how many from each one on may have any value and hold no address
 * @free: the same where each may have bits that must be 0
 * @base: byte offset of the first register
 * @nregs: registers
 * @at: where each was set last; see struct pm4_checker
 * @buffer: relocation of a register with an address; valid where it is set
 */
struct pm4_window {
	u32 base;
	u32 nregs;
	u64 flags[PM4_WINDOW_REGS];
	u32 forbid[PM4_WINDOW_REGS];
	u8 plain[PM4_WINDOW_REGS];
	u8 open[PM4_WINDOW_REGS];
	u8 free[PM4_WINDOW_REGS];
	u32 at[PM4_WINDOW_REGS];
	u32 buffer[PM4_WINDOW_REGS];
};

/**
 * struct pm4_packet_rule - a packet's row, as one card sees it
 * @min_dw: least dwords behind the header
 * @more_dw: how many more there may be
 * @handler: enum pm4_packet_handler; PM4_PH_NONE: the length is the only rule
 * @row: 1 + number of its row, 0 if this chip has none; denied ones have no
 *	length that fits
 * @room: dwords of the space of constants that it writes, 0: not constants alone
 * @unit: dwords of one constant
 * @plain: nothing but the length matters, or with @room the range
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

/* What a draw does with colour buffers. */
enum pm4_color_use {
	PM4_COLOR_DRAW,		/* writes the pixels that the scissors leave */
	PM4_COLOR_SPECIAL,	/* clears, expands, or copies the depth buffer into one */
	PM4_COLOR_RESOLVE,	/* of buffer 0 into buffer 1 */
};

/**
 * struct pm4_rect - a rectangle of pixels that begins at the origin
 * @x: columns
 * @y: lines
 */
struct pm4_rect {
	u32 x;
	u32 y;
};

/**
 * struct pm4_checker - one check
 *
 * The first part is the card's and does not change from one check to the next.
 *
 * What a stream sets is not copied: of each register it is remembered where it
 * was set last.  Places are bytes, counted on from one check to the next, so that
 * what earlier ones left lies at or below @start and needs no clearing until the
 * count is full.
 *
 * @card: the card
 * @chip_bit: its bit in the tables' masks
 * @packets: the tables' packets for this chip
 * @plain_event: events, with their EVENT_INDEX, that may be sent without address
 * @context: the window at PM4_CONTEXT_BASE
 * @config: the window at PM4_CONFIG_BASE
 *
 * The rest is of one stream.
 *
 * @in: the stream
 * @ib: its dwords
 * @origin: so far before them that a place is the offset of its dword from here
 * @shift: what makes places of addresses: the same from 0, modulo 2^32
 * @buffers: its relocations
 * @nbuffers: their number; at most 2^30, so that all numbers have room
 * @patch: where the next patch goes; there is room, see pm4_patches_max()
 * @written: bit for each relocation through which the stream can write
 * @at: next dword of the input
 * @end: behind its last dword
 * @header: first dword of the packet at work
 * @keep_tiling: PM4_KEEP_TILING
 * @start: the place of the first dword; a header, so that no register is set there
 * @next: the place behind the last one
 * @dirty: PM4_UNIT_* and PM4_CONST() that changed since they were last looked at
 * @touched: the same that this stream wrote; up to the last draw
 * @drawn: how far from the origin a pixel can be drawn, as the scissors last said
 * @color_ok: colour buffers that were found good and have not changed since,
 *	four bits for each as in CB_TARGET_MASK
 * @tiled: CB_COLOR#_INFO and, last, DB_DEPTH_INFO with the tiling of their
 *	relocations; valid where they are set, without @keep_tiling
 * @depth_ok: the same of the depth buffer
 * @color_use: what the colour buffers were last checked for
 * @predicated: the stream has set the predicate
 * @drawing: draws of the stream may still run
 * @gs_mode: VGT_GS_MODE.MODE when the programs were last looked at
 * @strmout_told: stream-out buffers whose base the CP was told of
 * @strmout_base: what it was told: the register's value and its relocation
 * @strmout_start: where in them it was told to begin, in dwords
 * @index_bytes: bytes of an index, 0 when the stream has not said, or only in a
 *	packet that may have been skipped
 * @index_bytes_predicated: the same for a packet that runs if and only if all
 *	predicated packets since the last SET_PREDICATION do
 * @slots: slots that this stream has set
 * @result: what is counted
 * @verdict: where to say why
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
	const u32 *at;
	const u32 *end;
	const u32 *header;
	struct pm4_patch *patch;
	u64 *written;
	bool keep_tiling;
	enum pm4_color_use color_use;
	bool predicated;
	bool drawing;
	u8 strmout_told;
	struct {
		u32 value;
		u32 buffer;
	} strmout_base[4];
	u32 strmout_start[4];
	bool depth_ok;
	u8 gs_mode;
	u8 index_bytes;
	u8 index_bytes_predicated;
	struct pm4_rect drawn;
	u32 color_ok;
	u32 start;
	u32 next;
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
 * Refusals.  pm4_refuse() fills in the packet, the caller the rest; it always
 * returns 1, so that "return pm4_refuse(...)" reads as it works.
 */

/**
 * struct pm4_why - what a rule knows of a refusal, as in struct pm4_verdict
 * @code: enum pm4_code
 * @reg: register, 0: none
 * @field: 1 + number of the field in pm4_fields[], 0: none
 * @detail: depends on the code
 * @at: the dword, NULL: the packet, or where the register was set
 * @buffer: the buffer, NULL: none
 * @expected: bound or value that the rule asks for
 * @actual: what the stream holds
 * @offset: in the buffer, bytes
 * @shape: of a surface
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

/* FIELD_VALUE, .shape[0]: how .expected bounds the field. */
enum { PM4_VALUE_EXACT, PM4_VALUE_MOST, PM4_VALUE_NOT_0 };

/* SURFACE_PITCH, .detail: what is wrong with the pitch, or with the place in a line. */
enum { PM4_PITCH_UNIT, PM4_PITCH_WIDTH, PM4_PITCH_X };

/* SURFACE_SCISSOR, .detail: which scissor .reg is, and whether lines or columns are too many. */
enum { PM4_SCISSOR_TIGHTEST, PM4_SCISSOR_UNSET, PM4_SCISSOR_MOVED };
#define PM4_SCISSOR_DOWN	4u

/* FMASK_BOUNDS, CMASK_BOUNDS, HTILE_BOUNDS, .detail: what the size follows from. */
enum { PM4_MASK_LINES, PM4_MASK_SCISSOR, PM4_MASK_REGISTER };

/* The 1 is spelt out for analyzers, which do not look into another file. */
#define PM4_REFUSE(ck, ...) (pm4_refuse(ck, &(struct pm4_why){ __VA_ARGS__ }), 1)

/* Offset of a dword of the input. */
static inline u32 pm4_dword(const struct pm4_checker *ck, const u32 *p)
{
	return (u32)(p - ck->ib);
}

/**
 * pm4_patch() - add a patch to the list
 * @ck: the check
 * @at: the dword, in the input
 * @kind: enum pm4_patch_kind
 * @arg: relocation, or value
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

/* The place of a dword of the input; @shift is ck->shift. */
static inline u32 pm4_place(const u32 *p, u32 shift)
{
	return (u32)(uintptr_t)p + shift;
}

/* Whether the stream has set register @i of a window. */
static inline bool pm4_isset(const struct pm4_checker *ck, const struct pm4_window *w, u32 i)
{
	return w->at[i] > ck->start;
}

/* What the stream set, or the 0 that the harmless state has. */
static inline u32 pm4_value(const struct pm4_checker *ck, const struct pm4_window *w, u32 i)
{
	u32 at = w->at[i];

	return at > ck->start ? *(const u32 *)(ck->origin + at) : 0;
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

/* Whether all of a run of registers is set. */
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

/* An INFO register with its array mode: colour buffer n, or depth for 8. */
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

/* An event without an address: may it have this EVENT_INDEX, and no other bits? */
static __always_inline bool pm4_plain_event(const struct pm4_checker *ck, u32 event)
{
	return event < ARRAY_SIZE(ck->plain_event) && ck->plain_event[event];
}

/* pm4_check.c: refusals that many rules share */
int __cold pm4_refuse_reloc(struct pm4_checker *ck, const u32 *where);
int __cold pm4_refuse_write(struct pm4_checker *ck, u32 index, const u32 *where, u32 reg);
int __cold pm4_refuse_unset(struct pm4_checker *ck, u32 reg);
int __cold pm4_refuse_unit(struct pm4_checker *ck, u32 unit, u32 first, u32 count);
int __cold pm4_refuse_base(struct pm4_checker *ck, u32 index, u64 offset, u32 unit,
			   const u32 *where, u32 reg);

/* Of a type-3 header: dwords behind it - 1. */
#define PM4_COUNT(header)	((header) >> 16 & 0x3fff)
#define PM4_TYPE3	0xc0000000u	/* the least header of type 3 */
#define PM4_FILLER	0x80000000u	/* type 2: one dword, which does nothing */
#define PM4_NOP_RELOC	0xc0001000u	/* a NOP of one dword */
#define PM4_PREDICATE	0x1u		/* type 3: skip the packet where the predicate says so */

/* The packet at ck->at is a relocation; whether the CP skips a NOP makes no difference. */
static inline bool pm4_reloc_follows(const struct pm4_checker *ck)
{
	return ck->end - ck->at >= 2 && (ck->at[0] & ~PM4_PREDICATE) == PM4_NOP_RELOC;
}

/*
 * The buffer that a relocation names: a number that is no multiple of 4 comes out
 * larger than any list.
 */
static inline u32 pm4_reloc_index(u32 payload)
{
	return ror32(payload, 2);
}

/**
 * pm4_next_reloc() - take the relocation that belongs to a dword
 * @ck: the check; its position moves behind the relocation
 * @where: the dword that needs it
 * @index: number of the buffer
 *
 * Return: 0, or 1 with the verdict filled in.
 */
static inline int pm4_next_reloc(struct pm4_checker *ck, const u32 *where, u32 *index)
{
	if (unlikely(!pm4_reloc_follows(ck)))
		goto refuse;
	*index = pm4_reloc_index(ck->at[1]);
	if (unlikely(*index >= ck->nbuffers))
		goto refuse;
	ck->at += 2;
	return 0;

refuse:
	pm4_refuse_reloc(ck, where);
	return 1;
}

/* The stream can write through a relocation. */
static inline void pm4_mark_written(struct pm4_checker *ck, u32 index)
{
	ck->written[index / 64] |= 1ull << (index % 64);
}

/*
 * Mark a buffer as written, or refuse that if it is only to be read; @where and @reg may
 * be none.  What is not looked at again because it was found good was marked then.
 */
static inline int pm4_writable(struct pm4_checker *ck, u32 index, const u32 *where, u32 reg)
{
	if (unlikely(!ck->buffers[index].writable))
		return pm4_refuse_write(ck, index, where, reg);
	pm4_mark_written(ck, index);
	return 0;
}

/* Refuse a draw that needs a register which the stream has not set. */
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
 * struct pm4_tiling - how an array mode lays out a surface, in its format's blocks
 * @pitch_align: blocks
 * @height_align: blocks
 * @base_align: bytes
 */
struct pm4_tiling {
	u32 pitch_align;
	u32 height_align;
	u32 base_align;
};

/**
 * struct pm4_format - a texel or pixel format
 * @bytes: of one block; 0: no such format
 * @block_w: texels of a block
 * @block_h: lines of a block
 * @color: the colour block can write it
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

/* pm4_check_draw.c */
int __cold pm4_refuse_scissor(struct pm4_checker *ck, u32 surface, u32 index, bool down, u32 fits);

/* The space that SET_RESOURCE writes. */
#define PM4_RESOURCE_BASE	0x38000u
#define PM4_RESOURCE_DW		7u

enum { PM4_TYPE_TEXTURE = 2, PM4_TYPE_BUFFER = 3 };

/*
 * The slot of a descriptor's first dword.  Times the inverse of 7 in 32 bits: what
 * is no multiple of 7 comes out larger than any slot.
 */
static inline u32 pm4_resource_slot(u32 first)
{
	return first * 0xb6db6db7u;
}

/* A slot is set. */
static inline void pm4_slot_set(struct pm4_checker *ck, u32 slot)
{
	ck->slots[slot / 64] |= 1ull << (slot % 64);
}

/* The slot of a constant buffer's base, by its context register. */
static inline u32 pm4_const_slot(u32 i)
{
	return PM4_RESOURCES + i - (PM4_R_SQ_ALU_CONST_CACHE_PS - PM4_CONTEXT_BASE) / 4;
}

/* A vertex buffer: 40 bits of offset, and its size - 1. */
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

/* Whether [offset, offset + bytes) lies in a buffer; no sum can wrap. */
static inline bool pm4_inside(const struct pm4_buffer *buffer, u64 offset, u64 bytes)
{
	return offset <= buffer->size && bytes <= buffer->size - offset;
}

/* Whether a base register's address, in units of 256 bytes, lies in a buffer. */
static inline bool pm4_base_inside(const struct pm4_buffer *buffer, u32 base)
{
	return (u64)base << 8 < buffer->size;
}

/* Whether a vertex buffer lies in a buffer. */
static inline bool pm4_vertex_inside(const struct pm4_buffer *buffer, const u32 *words)
{
	return pm4_inside(buffer, pm4_vertex_offset(words), (u64)words[1] + 1);
}

/*
 * Refuse a surface whose address might be no multiple of @unit, a power of two, wherever
 * its buffer is placed.
 */
static inline int pm4_aligned(struct pm4_checker *ck, u32 index, u64 offset, u32 unit,
			      const u32 *where, u32 reg)
{
	if (likely(!((offset | pm4_buffer(ck, index)->align) & (unit - 1))))
		return 0;
	return pm4_refuse_base(ck, index, offset, unit, where, reg);
}

#endif /* PM4_CHECK_H */
