/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Rules that the files r600_check_*.c share, and the functions by which these files call each
 * other: streams call packets, packets call registers and draws, draws call surfaces.
 *
 * One check at a time uses a struct r600_checker.  No function takes a lock.
 */
#ifndef R600_CHECK_H
#define R600_CHECK_H

#include "r600_refuse.h"

/**
 * r600_next_reloc() - consume the relocation of a dword
 * @ck: the check; ck->cursor advances past the relocation
 * @where: the dword that needs the relocation
 * @index: set to the buffer's index
 *
 * Return: 0, or 1 with the verdict filled in.
 */
static inline int r600_next_reloc(struct r600_checker *ck, const u32 *where, u32 *index)
{
	if (unlikely(!r600_reloc_follows(ck)))
		goto refuse;
	*index = pm4_reloc_index(ck->cursor[1]);
	if (unlikely(*index >= ck->nbuffers))
		goto refuse;
	ck->cursor += 2;
	return 0;

refuse:
	r600_refuse_reloc(ck, where);
	return 1;
}

/*
 * Mark a buffer as written, or refuse the write if the buffer is read-only.  @where and
 * @reg are optional.  The mark lasts for the whole stream, so a draw may skip the check of
 * a unit that has not changed.
 */
static inline int r600_writable(struct r600_checker *ck, u32 index, const u32 *where, u32 reg)
{
	if (unlikely(!ck->buffers[index].writable))
		return r600_refuse_write(ck, index, where, reg);
	r600_mark_written(ck, index);
	return 0;
}

/* Refuse a draw that needs a register that the stream has not set. */
static inline int r600_must_be_set(struct r600_checker *ck, u32 reg)
{
	if (likely(r600_context_isset(ck, reg)))
		return 0;
	return r600_refuse_unset(ck, reg);
}

/*
 * Refuse a surface that may violate an alignment of @unit bytes, a power of two, at some
 * address of its buffer.
 */
static inline int r600_aligned(struct r600_checker *ck, u32 index, u64 offset, u32 unit,
			       const u32 *where, u32 reg)
{
	if (likely(!((offset | r600_buffer(ck, index)->align) & (unit - 1))))
		return 0;
	return r600_refuse_base(ck, index, offset, unit, where, reg);
}

enum { PM4_TYPE_TEXTURE = 2, PM4_TYPE_BUFFER = 3 };

/* Offset of a vertex buffer, 40 bits. */
static inline u64 r600_vertex_offset(const u32 *words)
{
	return words[0] | (u64)(u8)words[2] << 32;
}

/* Returns true if a vertex buffer (offset, size - 1 in word 1) is inside a buffer. */
static inline bool r600_vertex_inside(const struct pm4_buffer *buffer, const u32 *words)
{
	return pm4_inside(buffer, r600_vertex_offset(words), (u64)words[1] + 1);
}

/**
 * struct r600_tiling - alignments that an array mode demands of a surface
 * @pitch_align: in blocks of the format
 * @height_align: in blocks of the format
 * @base_align: in bytes
 */
struct r600_tiling {
	u32 pitch_align;
	u32 height_align;
	u32 base_align;
};

/**
 * struct r600_format - a texel or pixel format
 * @bytes: bytes of one block; 0: the format does not exist
 * @block_w: width of a block in texels
 * @block_h: height of a block in lines
 * @color: the CB can write the format
 */
struct r600_format {
	u8 bytes;
	u8 block_w;
	u8 block_h;
	u8 color;
};

/* r600_check_surface.c */
#define PM4_FORMATS 64
extern const struct r600_format r600_formats[PM4_FORMATS];

int r600_surface_layout(const struct pm4_card *card, u32 mode, u32 bytes,
			u32 samples, struct r600_tiling *layout);
u32 r600_tiling_mode(const struct pm4_buffer *buffer, u32 mode);

void r600_scissor_update(struct r600_checker *ck);
int __cold r600_refuse_scissor(struct r600_checker *ck, u32 surface, u32 index, bool down,
			       u32 fits);

/* r600_check_color.c, r600_check_depth.c, r600_check_draw.c: draws and their targets */
int r600_check_color(struct r600_checker *ck, u32 n);
int r600_check_depth(struct r600_checker *ck);
int r600_draw(struct r600_checker *ck, u64 dirty);

/* r600_check_reg.c, r600_check_resource.c: registers and descriptors */
void r600_windows_init(struct r600_checker *ck);
void r600_windows_tiling(struct r600_checker *ck, bool keep);
int r600_set_context(struct r600_checker *ck, u32 first, u32 count);
int r600_set_config(struct r600_checker *ck, u32 first, u32 count);
int r600_set_resources(struct r600_checker *ck, u32 first, u32 count,
		       const u32 *words);

/* r600_packet_event.c, r600_check_packet.c: packets */
void r600_events_init(struct r600_checker *ck);
int r600_check_packet(struct r600_checker *ck, const u32 *p, u64 dirty);

/* r600_check_gfx.c, r600_check_dma.c: streams */
int r600_check_gfx(struct r600_checker *ck);
int r600_check_packets(struct r600_checker *ck, const u32 *p);
int r600_check_dma(struct r600_checker *ck);

/* The operations of the front, see struct pm4_front: r600_checker.c ... */
void r600_init(struct pm4_checker *head, const struct pm4_card *card);
int r600_check(struct pm4_checker *head, const struct pm4_input *in, struct pm4_patch *patches,
	       u64 *written, struct pm4_result *result, struct pm4_verdict *verdict);
/* ... r600_neutral.c ... */
u32 r600_neutral(const struct pm4_card *card, const struct pm4_live *reset,
		 u64 null_addr, u32 *out, u32 capacity_dw);
/* ... r600_say.c ... */
bool r600_say_register(struct pm4_text *t, u32 reg);
bool r600_say_rule(struct pm4_text *t, const struct pm4_verdict *v);
/* ... and, for the library, r600_show.c */
bool r600_program_next(const u32 *ib, u32 ib_dw, struct pm4_program_start *start);
u32 r600_packet_dw(enum pm4_ring ring, u32 chip, u32 header);
void r600_show(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row);

#endif /* R600_CHECK_H */
