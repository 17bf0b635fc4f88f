/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Rules that the files pm4_check_*.c share, and the functions by which these files call each
 * other: streams call packets, packets call registers and draws, draws call surfaces.
 *
 * One check at a time uses a struct pm4_checker.  No function takes a lock.
 */
#ifndef PM4_CHECK_H
#define PM4_CHECK_H

#include "pm4_refuse.h"

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

enum { PM4_TYPE_TEXTURE = 2, PM4_TYPE_BUFFER = 3 };

/* Offset of a vertex buffer, 40 bits. */
static inline u64 pm4_vertex_offset(const u32 *words)
{
	return words[0] | (u64)(u8)words[2] << 32;
}

/* Returns true if a vertex buffer (offset, size - 1 in word 1) lies inside a buffer. */
static inline bool pm4_vertex_inside(const struct pm4_buffer *buffer, const u32 *words)
{
	return pm4_inside(buffer, pm4_vertex_offset(words), (u64)words[1] + 1);
}

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

int pm4_surface_layout(const struct pm4_card *card, u32 mode, u32 bytes,
		       u32 samples, struct pm4_tiling *layout);
u32 pm4_tiling_mode(const struct pm4_buffer *buffer, u32 mode);

void pm4_scissor_update(struct pm4_checker *ck);
int __cold pm4_refuse_scissor(struct pm4_checker *ck, u32 surface, u32 index, bool down, u32 fits);

/* pm4_check_color.c, pm4_check_depth.c, pm4_check_draw.c: draws and their targets */
int pm4_check_color(struct pm4_checker *ck, u32 n);
int pm4_check_depth(struct pm4_checker *ck);
int pm4_draw(struct pm4_checker *ck, u64 dirty, bool predicated);

/* pm4_check_reg.c, pm4_check_resource.c: registers and descriptors */
void pm4_windows_init(struct pm4_checker *ck);
void pm4_windows_tiling(struct pm4_checker *ck, bool keep);
int pm4_set_context(struct pm4_checker *ck, u32 first, u32 count);
int pm4_set_config(struct pm4_checker *ck, u32 first, u32 count);
int pm4_set_resources(struct pm4_checker *ck, u32 first, u32 count,
		      const u32 *words);

/* pm4_check_packet.c */
void pm4_events_init(struct pm4_checker *ck);
int pm4_check_packet(struct pm4_checker *ck, const u32 *p, u64 dirty);

/* pm4_check_gfx.c, pm4_check_dma.c: streams */
int pm4_check_gfx(struct pm4_checker *ck);
int pm4_check_packets(struct pm4_checker *ck, const u32 *p);
int pm4_check_dma(struct pm4_checker *ck);

#endif /* PM4_CHECK_H */
