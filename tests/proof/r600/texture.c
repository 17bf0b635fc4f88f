// SPDX-License-Identifier: GPL-2.0
/*
 * Bounds of descriptors: any texture and any vertex buffer, with any words, on any card.
 *
 * The words of a descriptor are those that the chip gets, with the patches of the check.  A patch
 * of an address adds a buffer's address, and the statements count from the start of this buffer.
 */
#define IN_PACKET(at)	in_packet(at)
static _Bool in_packet(const unsigned int *at);
#include "surface.h"

static u32 words[PM4_RESOURCE_DW];
static bool in_packet(const u32 *at)
{
	return at >= words && at < words + PM4_RESOURCE_DW;
}

/* The buffer of the relocation that a patch adds to a word, or none. */
static struct { bool has; u32 kind, index; } patched[PM4_RESOURCE_DW];
static u32 final[PM4_RESOURCE_DW];
static u32 relocs, patches;

static inline void proof_patch(struct r600_checker *ck, const u32 *at, u32 kind, u32 arg)
{
	u32 i = at - words;

	PROVE(i < PM4_RESOURCE_DW, "a patch changes a word of the descriptor");
	PROVE(!patched[i].has, "an address is added to a word once, after its value");
	patches++;
	if (kind == PM4_PATCH_VALUE) {
		final[i] = arg;
		return;
	}
	patched[i].has = true;
	patched[i].kind = kind;
	patched[i].index = arg;
}

static inline int proof_next_reloc(struct r600_checker *ck, const u32 *where, u32 *index)
{
	PROVE(where >= words && where < words + PM4_RESOURCE_DW, "a word needs it");
	relocs++;
	*index = nondet_u32();
	ASSUME(*index < ck->nbuffers);
	return nondet_bool();
}

#define r600_patch	proof_patch
#define r600_next_reloc	proof_next_reloc
#undef r600_refuse_scissor
#include "../../../pm4/r600/r600_check_surface.c"

/*
 * Level 0 does not depend on the loop over the smaller levels, which may only lower the last level;
 * mips.c proves it.
 */
struct texture;
static struct texture *t;
static u64 end;
static void any_levels(struct texture *t, u64 *end);

#define for(...)	while (any_levels(t, &end), 0)
#include "../../../pm4/r600/r600_check_resource.c"
#undef for

/* Bytes of the chain of the smaller levels. */
static u64 chain_bytes;

static void any_levels(struct texture *t, u64 *end)
{
	u32 last = nondet_u32();

	PROVE(TEXTURE_WITH_LEVELS(t), "what mips.c assumes of a texture");
	*end = chain_bytes = nondet_u64();
	ASSUME(last <= t->last_level && (last == t->last_level || t->too_many));
	t->last_level = last;
	/* mips.c proves it. */
	ASSUME(!last || *end);
}

static struct pm4_verdict verdict;

static void words_world(struct r600_checker *ck)
{
	u32 i;

	surface_world(ck, NULL, 0);
	ck->verdict = &verdict;
	for (i = 0; i < PM4_RESOURCE_DW; i++)
		final[i] = words[i] = nondet_u32();
}

/* A relocation has two dwords, and pm4_patches_max() room for four patches in seven. */
static void prove_patches(void)
{
	PROVE(invariant_room(patches, PM4_RESOURCE_DW + 2 * relocs),
	      "pm4_patches_max() has room for the patches");
}

/* The buffer whose address a patch of @kind adds to word @i. */
static const struct pm4_buffer *buffer_of(const struct r600_checker *ck, u32 i, u32 kind)
{
	PROVE(patched[i].has && patched[i].kind == kind, "the word gets the address of a buffer");
	PROVE(patched[i].index < ck->nbuffers, "the buffer is one of the list");
	return &ck->buffers[patched[i].index];
}

/* Each byte of a vertex buffer, and 64 bytes from there if the check has cut it. */
void vertex_bytes(void)
{
	struct r600_checker any, *ck = &any;
	const struct pm4_buffer *buffer;
	u64 first, byte = nondet_u64();

	words_world(ck);
	if (set_buffer(ck, any_below(R600_RESOURCES), words))
		return;
	prove_patches();
	REACHED("a vertex buffer is accepted");
	REACHED_IF(final[1] != words[1] && final[0] == words[0], "a vertex buffer is cut");
	buffer = buffer_of(ck, 0, PM4_PATCH_ADDR_VERTEX);
	first = final[0] + ((u64)(final[2] & 0xff) << 32);
	ASSUME(byte <= final[1]);
	PROVE(first + byte < buffer->size, "each byte of the vertex buffer is in its buffer");
	if (final[1] != words[1] && final[1])
		PROVE(first + byte + 64 <= buffer->size, "a fetch from a cut buffer ends inside");
	PROVE(final[1] <= words[1], "a vertex buffer never grows");
}

static struct texture_fields {
	u32 dim, mode, pitch, lines, first, last, depth, samples, bytes, unit;
	u64 row;
} f;

/* Bytes of a block of a format, which is 4 x 4, 2 x 1 or one texel. */
static u32 format_bytes(u32 format)
{
	switch (format) {
	case 0x25:
		return 1;
	case 0x2d ... 0x2e: case 0x31: case 0x34:
		return 8;
	case 0x2f ... 0x30:
		return 12;
	case 0x32 ... 0x33: case 0x35:
		return 16;
	}
	if (format >= 0x27)
		return 4;
	return format <= 3 ? 1 : format <= 0xc ? 2 : format <= 0x1b ? 4 : format <= 0x20 ? 8 : 16;
}

static u32 block_shift(u32 format)
{
	return format >= 0x31 ? 2 : 0;
}

/* The fields of the texture as the chip gets it. */
static void decode(const struct r600_checker *ck)
{
	u32 format = final[1] >> 26, tall = block_shift(format);
	u32 wide = format == 0x27 || format == 0x28 ? 1 : tall;

	f.dim = final[0] & 7;
	f.mode = final[0] >> 3 & 0xf;
	f.pitch = (8 * ((final[0] >> 8 & 0x7ff) + 1)) >> wide;
	f.lines = ((final[1] & 0x1fff) + (1 << tall)) >> tall;
	f.depth = (final[1] >> 13 & 0x1fff) + 1;
	f.first = final[5] >> 4 & 0x1fff;
	f.last = final[5] >> 17 & 0x1fff;
	f.samples = f.dim >= 6 ? 1u << (final[5] & 3) : 1;
	f.bytes = format_bytes(format);
	f.unit = tile_lines(&ck->card, f.mode);
	f.row = (u64)f.pitch * f.bytes * f.samples;
	PROVE((final[0] >> 19) + 1 <= f.pitch << wide, "each line ends at the pitch");
}

/*
 * Level 0: each line of each slice, by every reading of the fields: the slices end at LAST_ARRAY,
 * or after TEX_DEPTH slices or six faces from BASE_ARRAY on; all samples of a pixel count.
 */
void texture_level0(void)
{
	struct r600_checker any, *ck = &any;
	const struct pm4_buffer *buffer;
	u32 slice, row_end, slices;
	u64 bytes, byte = nondet_u64();

	words_world(ck);
	if (set_texture(ck, any_below(R600_RESOURCES), words))
		return;
	prove_patches();
	REACHED("a texture is accepted");
	decode(ck);
	REACHED_IF(f.dim == 7 && f.samples == 4 && f.last == 3, "a multisampled array is accepted");
	REACHED_IF(f.dim == 2 && f.depth == 5 && f.mode == 4, "a tiled 3D texture is accepted");
	slices = f.dim == 2 ? f.depth : f.first + (f.dim == 3 ? 6 : f.depth);
	if (slices <= f.last)
		slices = f.last + 1;
	slice = any_below(slices);
	row_end = proof_align(any_below(f.lines) + 1, f.unit);
	MONOTONE(row_end, f.row, proof_align(f.lines, f.unit), f.row);
	bytes = proof_times(proof_align(f.lines, f.unit), f.row);
	ONE_MORE(slice, bytes);
	MONOTONE(slice + 1, bytes, slices, bytes);
	ASSUME(byte < proof_times(row_end, f.row));
	buffer = buffer_of(ck, 2, PM4_PATCH_ADDR_256);
	PROVE(final[2] * 256ull + proof_times(slice, bytes) + byte < buffer->size,
	      "each byte of level 0 is in its buffer");
}

/*
 * The smaller levels, whose bytes mips.c proves.  A texture with one level does not use its mip
 * address, which is in a buffer even so.
 */
void texture_mip_address(void)
{
	struct r600_checker any, *ck = &any;
	u64 byte = nondet_u64();

	words_world(ck);
	if (set_texture(ck, any_below(R600_RESOURCES), words))
		return;
	REACHED("a texture is accepted");
	PROVE(final[3] * 256ull < buffer_of(ck, 3, PM4_PATCH_ADDR_256)->size,
	      "the mip address is in its buffer");
	/* LAST_LEVEL is the number of samples of a multisampled texture. */
	if ((final[0] & 7) < 6 && final[5] & 15 && byte < chain_bytes)
		PROVE(final[3] * 256ull + byte < buffer_of(ck, 3, PM4_PATCH_ADDR_256)->size,
		      "each byte of the smaller levels is in its buffer");
}
