/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The PM4 checker's public face.
 *
 * A command stream comes in as plain dwords with the list of buffers it may
 * use.  The check writes no dword of it: it makes a list of patches, or it refuses
 * the stream with a verdict.  Addresses are needed only when the patches are
 * applied, so that a stream is checked before its buffers are placed, and once.
 * Nothing here knows of rings, fences or DRM: the same sources build
 * into the kernel module, the userspace library, the fuzzers and the pm4 tool.
 *
 * No function here sleeps, allocates or takes a lock.  Two streams may be
 * checked at the same time with two struct pm4_checker.
 */
#ifndef PM4_H
#define PM4_H

#include "pm4_types.h"
#include "pm4_verdict.h"

/* The twelve chips, in the order of their bits in a chip mask. */
enum pm4_chip {
	PM4_R600,
	PM4_RV610,
	PM4_RV630,
	PM4_RV670,
	PM4_RV620,
	PM4_RV635,
	PM4_RS780,
	PM4_RS880,
	PM4_RV770,
	PM4_RV730,
	PM4_RV710,
	PM4_RV740,
	PM4_CHIPS
};

enum pm4_ring {
	PM4_RING_GFX,
	PM4_RING_DMA,
};

/* SQ_CONFIG and the registers behind it that divide the shader core. */
#define PM4_SQ_MGMT	6u

/**
 * struct pm4_card - what the checker must know of a card
 * @chip: which of the twelve
 * @pipes: tile pipes: 1, 2, 4 or 8 (GB_TILING_CONFIG.PIPE_TILING)
 * @banks: memory banks: 4 or 8 (GB_TILING_CONFIG.BANK_TILING)
 * @group_bytes: pipe interleave in bytes: 256 or 512 (GB_TILING_CONFIG.GROUP_SIZE)
 * @backends: render backends that write a ZPASS_DONE result
 * @sq_mgmt: what the driver's bring-up left in SQ_CONFIG and the five registers behind it,
 *	by which the shader core is divided; for pm4_harmless_emit() alone
 */
struct pm4_card {
	enum pm4_chip chip;
	u8 pipes;
	u8 banks;
	u16 group_bytes;
	u8 backends;
	u32 sq_mgmt[PM4_SQ_MGMT];
};

/**
 * struct pm4_buffer - one entry of a stream's relocation list
 * @size: its real size in bytes
 * @align: the buffer's GPU address is a multiple of this, wherever the buffer is placed:
 *	a power of two, at least 256
 * @tiling: RADEON_TILING_* flags of the buffer (the values of radeon_drm.h)
 * @pitch: pitch that belongs to @tiling, in bytes
 * @writable: false refuses every use that writes
 */
struct pm4_buffer {
	u64 size;
	u32 align;
	u32 tiling;
	u32 pitch;
	bool writable;
};

/* The client keeps the tiling of its own descriptors (RADEON_CS_KEEP_TILING_FLAGS). */
#define PM4_KEEP_TILING 0x1u

/**
 * struct pm4_input - one stream as a client submitted it
 * @ib: the dwords; must not change while they are checked
 * @ib_dw: their number
 * @buffers: the relocation list, in the client's order
 * @nbuffers: its length
 * @ring: which engine is to run it
 * @flags: PM4_KEEP_TILING
 */
struct pm4_input {
	const u32 *ib;
	u32 ib_dw;
	const struct pm4_buffer *buffers;
	u32 nbuffers;
	enum pm4_ring ring;
	u32 flags;
};

/*
 * What holds an address and is known one by one.  Slots of resources, 0x38000 to
 * 0x3c000 in steps of 7 dwords; then the bases of constant buffers, sixteen each of
 * pixel, vertex and geometry shaders.
 */
#define PM4_RESOURCES		585u
#define PM4_CONST_BASES		48u
#define PM4_SLOTS		(PM4_RESOURCES + PM4_CONST_BASES)
#define PM4_SLOT_WORDS		10u

/*
 * State besides the resource slots through which a draw can reach memory.  One
 * bit each in pm4_footprint: if a stream does not set all of a group itself, it
 * inherits the group, and runs on the harmless values.
 */
enum pm4_state_group {
	PM4_STATE_COLOR0,	/* and seven more: colour buffer n */
	PM4_STATE_DEPTH = 8,	/* depth and stencil */
	PM4_STATE_TARGETS,	/* which surfaces are in use, samples */
	PM4_STATE_STRMOUT,
	PM4_STATE_CONST_PS,
	PM4_STATE_CONST_VS,
	PM4_STATE_CONST_GS,
	PM4_STATE_PROGRAM,
	PM4_STATE_RING,		/* scratch, ES/GS */
	PM4_STATE_EXPORT,	/* memory export */
	PM4_STATE_PREDICATE,
	PM4_STATE_MASKS0,	/* and seven more: CMASK and FMASK of colour buffer n */
	PM4_STATE_HTILE = PM4_STATE_MASKS0 + 8,
	PM4_STATE_ITEMS,	/* sizes of the rings' items */
	PM4_STATE_SQ_MGMT,	/* how registers, threads and stacks are divided */
	PM4_STATE_GROUPS
};

#define PM4_STATE_ALL ((1u << PM4_STATE_GROUPS) - 1)

/**
 * struct pm4_footprint - what a stream leaves in the chip, and what it inherits
 * @left: slots that hold an address once the stream has run
 * @inherited: slots that some draw could fetch through without this stream having
 *	set them first
 * @left_state: the same as @left for the groups of enum pm4_state_group
 * @inherited_state: the same as @inherited for those groups
 *
 * Whoever runs streams one after another keeps the union of what was left and
 * has the intersection with what the next one inherits put to the harmless
 * values of pm4_harmless_emit() before it runs.
 */
struct pm4_footprint {
	u64 left[PM4_SLOT_WORDS];
	u64 inherited[PM4_SLOT_WORDS];
	u32 left_state;
	u32 inherited_state;
};

/**
 * struct pm4_result - what an accepted stream is
 * @npatches: patches in the list
 * @packets: packets seen
 * @draws: draw packets among them
 * @registers: register writes
 * @footprint: its address state
 */
struct pm4_result {
	u32 npatches;
	u32 packets;
	u32 draws;
	u32 registers;
	struct pm4_footprint footprint;
};

/* The dword offset of a patch has PM4_PATCH_KIND bits. */
#define PM4_MAX_DW	(1u << 24)

/**
 * enum pm4_patch_kind - what a patch does to its dword
 * @PM4_PATCH_VALUE: the dword becomes @arg
 * @PM4_PATCH_ADDR_256: address >> 8 is added to the dword
 * @PM4_PATCH_ADDR_NEXT: the dword and bits 7:0 of the next one are a 40-bit offset, and
 *	become an address
 * @PM4_PATCH_ADDR_VERTEX: the same, with bits 39:32 in bits 7:0 of the dword after the
 *	next (vertex buffers; linear copies of the DMA engine)
 * @PM4_PATCH_ADDR_FILL: the same, with bits 39:32 in bits 23:16 of the dword after the
 *	next (fills of the DMA engine)
 *
 * Bits of the low dword that are not address stay as they are, because addresses are
 * multiples of 256 and those bits are below.
 */
enum pm4_patch_kind {
	PM4_PATCH_VALUE,
	PM4_PATCH_ADDR_256,
	PM4_PATCH_ADDR_NEXT,
	PM4_PATCH_ADDR_VERTEX,
	PM4_PATCH_ADDR_FILL,
};

/**
 * struct pm4_patch - one change that a checked stream needs before it runs
 * @dword: offset of the dword, and enum pm4_patch_kind from bit PM4_PATCH_KIND on
 * @arg: index of the relocation whose address it takes, or the value
 */
struct pm4_patch {
	u32 dword;
	u32 arg;
};

#define PM4_PATCH_KIND	24

/**
 * pm4_patches_max() - how many patches a stream can need
 * @ib_dw: its length
 *
 * Each packet with its relocations has at most 4 patches in 7 dwords, so that a stream
 * has at most that, rounded down:
 *
 * - DRAW_INDEX with offset and count cut: 4 in 7 (header, 4 dwords, relocation of 2);
 * - a descriptor: 7 dwords and at least one relocation.  Vertex buffer with offset and
 *   size cut: 4 in 9; texture with tiling and levels: 4 in 11;
 * - a register: one patch, and a relocation: 1 in 3; CMASK or FMASK without one has a
 *   packet of its own: 1 in 3;
 * - other packets have one patch for each relocation, and at least two dwords besides:
 *   1 in 4 or 2 in 6;
 * - the DMA engine, whose relocations are not in the stream: write and fill 1 in 4, linear
 *   copy 2 in 5, tiled copy 2 in 7.
 *
 * Return: the room that pm4_check() demands.
 */
static inline u32 pm4_patches_max(u32 ib_dw)
{
	return ib_dw / 7 * 4 + ib_dw % 7 * 4 / 7;
}

/* Words of a bitmap with one bit for each relocation. */
#define PM4_BITMAP_WORDS(nbuffers)	(((nbuffers) + 63u) / 64u)

#define PM4_NO_BUFFER	0xffffffffu
#define PM4_NO_DWORD	0xffffffffu

/**
 * struct pm4_verdict - why a stream was refused
 * @code: enum pm4_code; 0 when accepted; the values are stable
 * @dword: offset into the stream, PM4_NO_DWORD if it is about no dword
 * @header: dword offset of the packet's header
 * @packet: the packet's header dword, 0 if there is none
 * @reg: byte offset of the register, 0 if it is about none
 * @field: 1 + number in pm4_fields[] of the field that broke the rule, a register's or a
 *	packet's; 0: none
 * @buffer: index into the relocation list or PM4_NO_BUFFER
 * @detail: what else the sentence needs (depends on @code, see pm4_verdict.c)
 * @expected: the bound or value that the rule asks for
 * @actual: what the stream holds
 * @offset: where in the buffer, in bytes, for rules about ranges
 * @shape: width, height, slices and what else the sentence needs (depends on @code)
 * @ring: enum pm4_ring: which engine's packets these are
 * @draw: for a register that a draw was refused for: dword offset of the draw's
 *	header, and @dword and @header are where the register was set last;
 *	PM4_NO_DWORD otherwise
 */
struct pm4_verdict {
	u32 code;
	u32 dword;
	u32 header;
	u32 packet;
	u32 reg;
	u32 field;
	u32 buffer;
	u32 detail;
	u64 expected;
	u64 actual;
	u64 offset;
	u64 shape[4];
	u32 ring;
	u32 draw;
};

/* Longest sentence of pm4_verdict_text(), with its NUL. */
#define PM4_VERDICT_TEXT 256

struct pm4_checker;

size_t pm4_checker_size(void);
void pm4_checker_init(struct pm4_checker *ck, const struct pm4_card *card);

int pm4_check(struct pm4_checker *ck, const struct pm4_input *in,
	      struct pm4_patch *patches, u32 capacity, u64 *written,
	      struct pm4_result *result, struct pm4_verdict *verdict);
void pm4_patch_apply(u32 *ib, const struct pm4_patch *patches, u32 count, const u64 *addrs);

size_t pm4_verdict_text(const struct pm4_verdict *verdict, enum pm4_chip chip,
			char *text, size_t size);
const char *pm4_code_name(u32 code);
const char *pm4_chip_name(enum pm4_chip chip);

/* Stable, upper bound on what pm4_harmless_emit() writes for one footprint. */
#define PM4_HARMLESS_MAX_DW 8192u

u32 pm4_harmless_emit(const struct pm4_card *card, const u64 *slots,
		      u32 state_groups, u64 null_addr, u32 *out, u32 capacity_dw);

#endif /* PM4_H */
