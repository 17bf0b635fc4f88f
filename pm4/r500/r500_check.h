/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Rules that the files r500_*.c share, and the functions by which these files call each other:
 * the walk calls registers and packets, packets call draws, draws call surfaces and textures.
 *
 * One check at a time uses a struct r500_checker.  No function takes a lock.
 */
#ifndef R500_CHECK_H
#define R500_CHECK_H

#include "r500_refuse.h"

/**
 * r500_next_reloc() - consume the relocation of a dword
 * @ck: the check; ck->cursor advances past the relocation
 * @reg: the register of the dword, 0 if it is none
 * @where: the dword that needs the relocation
 * @index: set to the buffer's index
 *
 * Return: 0, or 1 with the verdict filled in.
 */
static inline int r500_next_reloc(struct r500_checker *ck, u32 reg, const u32 *where, u32 *index)
{
	if (unlikely(!r500_reloc_follows(ck)))
		goto refuse;
	*index = pm4_reloc_index(ck->cursor[1]);
	if (unlikely(*index >= ck->nbuffers))
		goto refuse;
	ck->cursor += 2;
	return 0;
refuse:
	r500_refuse_reloc(ck, reg, where);
	return 1;
}

/**
 * r500_writes() - note that the stream can write a buffer
 * @ck: the check
 * @index: the buffer
 * @reg: the register with its address, 0 if it is none
 * @where: the dword that the verdict names, NULL for the last write of @reg
 *
 * Return: 0, or 1 with the verdict filled in if the buffer may only be read.
 */
static inline int r500_writes(struct r500_checker *ck, u32 index, u32 reg, const u32 *where)
{
	ck->written[index / 64] |= 1ull << index % 64;
	if (likely(r500_buffer(ck, index)->writable))
		return 0;
	return r500_refuse_read_only(ck, index, reg, where);
}

/**
 * struct r500_tile - a tile of pixels
 * @width: log2 of the width in pixels
 * @height: log2 of the height in lines
 */
struct r500_tile {
	u8 width;
	u8 height;
};

/*
 * The chip writes the lines of a cache to where the registers say at that time, so the guide wants
 * the cache to be empty before these registers change.  Returns true if registers of @dirty have
 * changed while a cache may hold lines; r500_moved() knows whether they place those.
 */
static __always_inline bool r500_may_move(const struct r500_checker *ck, u32 dirty)
{
	return dirty & R500_WRITE_MOVES && ck->cached;
}

/* Round up to a power of two. */
static inline u32 r500_round(u32 value, u32 unit)
{
	return (value + unit - 1) & -unit;
}

/* Micro tiling, as in RB3D_COLORPITCH, ZB_DEPTHPITCH and TX_OFFSET. */
enum { R500_LINEAR, R500_TILED, R500_SQUARE };

/* Bytes of a micro tile, a macro tile, and log2 of its micro tiles in a direction. */
#define R500_MICRO_BYTES	32u
#define R500_MACRO_BYTES	2048u
#define R500_MACRO_TILES	3u

/* Micro tiles by tiling and log2 of the bytes of a pixel; without a width: no such tile. */
extern const struct r500_tile r500_micro_tiles[4][8];

/*
 * SURFACE_MODE, .detail: no such micro tiles; no such combination of fast fill and compression; the
 * same without micro tiles; compression of 16 bits; a clear of parts of tiles, by the scissor, by
 * another register (.shape: the value that clips nothing), or by lines; a point whose size comes
 * from a vertex, or that is smaller than the scissor that it clears.
 */
enum {
	R500_MODE_TILES,
	R500_MODE_COMBINATION,
	R500_MODE_LINEAR,
	R500_MODE_16_BITS,
	R500_MODE_CLEAR,
	R500_MODE_CLIPS,
	R500_MODE_LINES,
	R500_MODE_VERTEX,
	R500_MODE_POINT,
};

/*
 * UPLOAD, .detail: the port takes whole instructions and constants in a packet of its own; the
 * packet before it sets the index; the number of dwords is no multiple of .expected; there are
 * only .expected constants or vectors.
 */
enum { R500_UPLOAD_FORM, R500_UPLOAD_INDEX, R500_UPLOAD_UNIT, R500_UPLOAD_END };

/*
 * INSTRUCTION, .detail: bits that must be 0; an operation of textures, or of the ALU, that is not
 * documented; operations of the two units that do not go together; an operation that cannot be
 * without output modifier; a predicate, or an operation on a stack, that is reserved; the semaphore
 * is acquired while it is, or may be, held; the program ends with it.
 */
enum {
	R500_INST_BITS,
	R500_INST_TEX_OP,
	R500_INST_ALU_OP,
	R500_INST_ALU_PAIR,
	R500_INST_OMOD,
	R500_INST_PREDICATE,
	R500_INST_STACK,
	R500_INST_ACQUIRE,
	R500_INST_HELD,
};

/*
 * DRAW_SOURCE, .detail: INDX_BUFFER without a draw before it; PRIM_WALK does not fit the packet;
 * the type of the primitives; no vertices; vertices without any dword; the stream has not set the
 * arrays; INDX_BUFFER has another destination; vertices are shorter than VAP_OUT_VTX_FMT says; no
 * vertex slots; the draw may execute instruction .actual, which the stream has not uploaded.
 */
enum {
	R500_SOURCE_ALONE,
	R500_SOURCE_WALK,
	R500_SOURCE_PRIMITIVE,
	R500_SOURCE_NOTHING,
	R500_SOURCE_EMPTY,
	R500_SOURCE_ARRAYS,
	R500_SOURCE_DESTINATION,
	R500_SOURCE_SHORT,
	R500_SOURCE_SLOTS,
	R500_SOURCE_PROGRAM,
};

/* Tiling flags of a buffer (radeon_drm.h): macro; micro; square micro tiles. */
#define R500_TILING_MACRO	0x1u
#define R500_TILING_MICRO	0x2u
#define R500_TILING_SQUARE	0x20u

/* Bits of the tiling of a buffer: macro in bit 0, micro from bit 1 on. */
static inline u32 r500_buffer_tiling(const struct pm4_buffer *buffer)
{
	u32 bits = buffer->tiling & R500_TILING_MACRO ? 1 : 0;

	if (buffer->tiling & R500_TILING_MICRO)
		return bits | R500_TILED << 1;
	return buffer->tiling & R500_TILING_SQUARE ? bits | R500_SQUARE << 1 : bits;
}

/**
 * r500_texture_address() - note the address of a texture, whose tiling is in its low bits
 * @ck: the check
 * @n: the texture
 * @at: the dword of TX_OFFSET
 * @index: its relocation
 */
static __always_inline void r500_texture_address(struct r500_checker *ck, u32 n, const u32 *at,
						 u32 index)
{
	u32 value = *at;

	if (!(ck->flags & PM4_KEEP_TILING)) {
		value |= r500_buffer_tiling(r500_buffer(ck, index)) << 2;
		if (value != *at)
			r500_patch(ck, at, PM4_PATCH_VALUE, value);
	}
	ck->texture_buffer[n] = index;
	ck->texture_offset[n] = value;
	r500_patch(ck, at, PM4_PATCH_ADDR_32, index);
}

/**
 * r500_flush() - note a flush of a cache, which moves no lines
 * @ck: the check
 * @i: RB3D_DSTCACHE_CTLSTAT or ZB_ZCACHE_CTLSTAT, by dword number
 * @value: its value: only one that also frees the lines empties the cache
 */
static __always_inline void r500_flush(struct r500_checker *ck, u32 i, u32 value)
{
	if (i == R500_INDEX(RB3D_DSTCACHE_CTLSTAT)) {
		if ((value & R500_EMPTY_COLOR) == R500_EMPTY_COLOR)
			ck->cached &= ~R500_CACHE_COLOR;
	} else if ((value & R500_EMPTY_DEPTH) == R500_EMPTY_DEPTH) {
		ck->cached &= ~R500_CACHE_DEPTH;
	}
}

/* r500_surface.c */
u32 r500_depth_block(const struct r500_checker *ck);
int r500_check_color(struct r500_checker *ck);
int r500_check_depth(struct r500_checker *ck);
int r500_check_resolve(struct r500_checker *ck);

/* r500_cache.c */
bool r500_is_placing(u32 i);
int r500_moved(struct r500_checker *ck);
int r500_enlarged(struct r500_checker *ck, u32 i);

/* r500_texture.c */
int r500_check_textures(struct r500_checker *ck);

/* r500_format.c */
u32 r500_promised_dw(const struct r500_checker *ck);
int r500_check_promise(struct r500_checker *ck, u32 dw);

/* r500_program.c */
void r500_own_slots(struct r500_slots *own, u32 slots, u32 first, u32 count);
void r500_note_flow(struct r500_checker *ck, u32 slot, u32 word, bool flow);
int r500_check_pixel_program(struct r500_checker *ck);
int r500_check_vertex_program(struct r500_checker *ck);

/* r500_draw.c */
int r500_arrays(struct r500_checker *ck, const u32 *body, u32 ndw);
int r500_draw_vbuf(struct r500_checker *ck, u32 control);
int r500_draw_immd(struct r500_checker *ck, u32 control, u32 body_dw);
int r500_draw_indx(struct r500_checker *ck, u32 control, u32 body_dw);

/* r500_packet.c */
int r500_packet(struct r500_checker *ck);
int r500_packet_inside(struct r500_checker *ck, const u32 *body, u32 header, size_t body_dw);

/* r500_reg.c */
void r500_regs_init(struct r500_checker *ck);
void r500_regs_flags(struct r500_checker *ck, u32 flags);
int r500_registers(struct r500_checker *ck);
int r500_pipes_whole(struct r500_checker *ck);

/* r500_upload.c */
void r500_vectors_set(struct r500_checker *ck, u32 first, u32 count);
int r500_fragments(struct r500_checker *ck, const u32 *p, u32 count);
int r500_upload(struct r500_checker *ck);

/* r500_walk.c */
int r500_walk(struct r500_checker *ck);

/* r500_checker.c, r500_neutral.c, r500_say.c, r500_show.c: operations of the front */
void r500_init(struct pm4_checker *head, const struct pm4_card *card);
int r500_check(struct pm4_checker *head, const struct pm4_input *in, struct pm4_patch *patches,
	       u64 *written, struct pm4_result *result, struct pm4_verdict *verdict);
u32 r500_neutral(const struct pm4_card *card, const struct pm4_live *reset, u64 null_addr,
		 u32 *out, u32 capacity_dw);
bool r500_say_register(struct pm4_text *t, u32 reg);
bool r500_say_rule(struct pm4_text *t, const struct pm4_verdict *v);
u32 r500_packet_dw(enum pm4_ring ring, u32 chip, u32 header);
u32 r500_type0_reg(u32 header, u32 n);
void r500_show(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row);
void r500_show_program(const struct pm4_program *p);

#endif /* R500_CHECK_H */
