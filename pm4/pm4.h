/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Interface of the PM4 checker.
 *
 * The input is a command stream as plain dwords and the list of buffers that the stream
 * may use.  The check does not write the stream: it makes a list of patches, or it refuses
 * the stream with a verdict.  The check needs no GPU addresses; pm4_patch_apply() does.
 * So a stream is checked once, before its buffers are placed.
 *
 * A front (struct pm4_front) knows the language of one generation of chips: its packets and
 * registers, the check, the neutral state, and the words of its refusals.  It has a folder of its
 * own; pm4/ has what all fronts share, and knows none of them: only pm4_fronts.h names them.  The
 * checker does not depend on rings, fences or DRM: the same sources build into the kernel
 * module, the userspace library, the fuzzers and the pm4 tool.
 *
 * Context: no function sleeps, allocates or takes a lock.  Two checks may run at the same
 * time if each has its own struct pm4_checker.
 */
#ifndef PM4_H
#define PM4_H

#include "pm4_types.h"
#include "pm4_codes.h"

struct pm4_front;

enum pm4_ring {
	PM4_RING_GFX,
	PM4_RING_DMA,
	PM4_RING_COMPUTE,
	PM4_RING_CONST,	/* the constant engine: runs beside the ring of the stream */
	PM4_RINGS
};

/* Most registers whose neutral value is the value of bring-up. */
#define PM4_BRINGUP_REGS	16u

/**
 * struct pm4_card - properties of a card that the checker needs
 * @front: the front of its generation
 * @chip: the chip, by its number in the front
 * @pipes: tile pipes
 * @banks: memory banks
 * @group_bytes: pipe interleave in bytes
 * @backends: render backends that write the result of a query
 * @bringup: values that the driver's bring-up wrote to registers that no constant makes
 *	neutral, set by pm4_bringup_set(); used only by pm4_neutral_emit()
 *
 * Only the front reads the members from @pipes on.  It says which of them it needs, and which
 * values they may have; the others are 0.
 */
struct pm4_card {
	const struct pm4_front *front;
	u32 chip;
	u8 pipes;
	u8 banks;
	u16 group_bytes;
	u8 backends;
	u32 bringup[PM4_BRINGUP_REGS];
};

/**
 * struct pm4_buffer - one entry of a stream's relocation list
 * @size: allocated size in bytes
 * @align: every GPU address that the buffer may get is a multiple of this; a power of two,
 *	at least 256
 * @tiling: RADEON_TILING_* flags of the buffer (the values of radeon_drm.h)
 * @pitch: pitch that belongs to @tiling, in bytes
 * @writable: if false, the checker refuses every use that writes
 */
struct pm4_buffer {
	u64 size;
	u32 align;
	u32 tiling;
	u32 pitch;
	bool writable;
};

/*
 * Flags of a stream.  A front declares in &pm4_front.flags those that it knows, and ignores the
 * others.  The reader of recorded streams refuses a file with a flag that its front would ignore.
 */
#define PM4_KEEP_TILING 0x1u	/* descriptors keep their tiling (RADEON_CS_KEEP_TILING_FLAGS) */
#define PM4_OWNS_HYPERZ	0x2u	/* the client owns HiZ and ZMASK RAM (RADEON_INFO_WANT_HYPERZ) */
#define PM4_OWNS_CMASK	0x4u	/* the client owns CMASK RAM (RADEON_INFO_WANT_CMASK) */
#define PM4_USE_VM	0x8u	/* addresses are page tables' (RADEON_CS_USE_VM) */

/* Bits of &pm4_mapping.flags, as in DRM_RADEON_GEM_VA. */
#define PM4_MAP_READ	0x2u
#define PM4_MAP_WRITE	0x4u

/**
 * struct pm4_mapping - a part of the client's address space
 * @va: first address
 * @size: size in bytes
 * @buffer: index into the relocation list; PM4_NO_BUFFER: mapped, but not in the list
 * @flags: PM4_MAP_*
 */
struct pm4_mapping {
	u64 va;
	u64 size;
	u32 buffer;
	u32 flags;
};

/**
 * struct pm4_input - one stream as a client submitted it
 * @ib: the dwords; must not change during the check
 * @ib_dw: length of @ib in dwords
 * @buffers: the relocation list, in the client's order
 * @nbuffers: length of @buffers
 * @ring: the engine that will run the stream
 * @flags: PM4_KEEP_TILING, PM4_OWNS_*, PM4_USE_VM
 *
 * Only for fronts whose chips have page tables and a constant engine:
 *
 * @const_ib: the stream of the constant engine
 * @const_dw: length of @const_ib in dwords, 0 if there is none
 * @priority: priority of the submission; selects the ring among several of a kind
 * @map: the client's address space, by address, without overlaps; NULL if it is unknown
 * @nmap: length of @map
 * @no_address: 1 + index of the first relocation whose buffer has no address; 0: all have one
 */
struct pm4_input {
	const u32 *ib;
	u32 ib_dw;
	const struct pm4_buffer *buffers;
	u32 nbuffers;
	enum pm4_ring ring;
	u32 flags;
	const u32 *const_ib;
	u32 const_dw;
	u32 priority;
	const struct pm4_mapping *map;
	u32 nmap;
	u32 no_address;
};

/*
 * Room for the slots of any front, in words of 64 bits.  What a slot is, is the front's: its
 * header pm4_FRONT.h numbers them.  &pm4_front.slot_words is the number of words that the front
 * uses, and its sources assert that this is enough.  A front uses 0 words if all its state is in
 * groups, or if it has no neutral state.
 */
#define PM4_SLOT_WORDS		13u

/**
 * struct pm4_live - a set of state
 * @slots: one bit for each slot: state that the front tracks one by one; the words from
 *	&pm4_front.slot_words on are not used
 * @groups: one bit for each group of state other than slots through which a draw can reach
 *	memory, see data or hang; the tables name them (tables/state.tbl of the front).  A
 *	stream that does not set a group inherits it, and runs on the neutral values
 */
struct pm4_live {
	u64 slots[PM4_SLOT_WORDS];
	u64 groups;
};

/**
 * struct pm4_footprint - state that a stream leaves in the chip, and state that it inherits
 * @live_out: slots and groups that the stream has set
 * @live_in: slots that a draw of the stream may fetch through or read, and groups that it may
 *	use, before the stream sets them
 */
struct pm4_footprint {
	struct pm4_live live_out;
	struct pm4_live live_in;
};

/**
 * struct pm4_result - description of an accepted stream
 * @npatches: number of patches in the list
 * @draws: number of draw packets
 * @footprint: address state that the stream leaves and inherits
 */
struct pm4_result {
	u32 npatches;
	u32 draws;
	struct pm4_footprint footprint;
};

/**
 * struct pm4_counts - counts of an accepted stream; see pm4_count()
 * @packets: number of packets, without the NOPs that name a relocation
 * @registers: number of register writes
 */
struct pm4_counts {
	u32 packets;
	u32 registers;
};

/* Longest stream: the dword offset of a patch has PM4_PATCH_KIND bits. */
#define PM4_MAX_DW	(1u << 24)

/**
 * enum pm4_patch_kind - effect of a patch on its dword
 * @PM4_PATCH_VALUE: replace the dword by @arg
 * @PM4_PATCH_ADDR_256: add address >> 8 to the dword
 * @PM4_PATCH_ADDR_NEXT: add the address to a 40-bit offset: the dword has bits 31:0, the
 *	next dword has bits 39:32 in its bits 7:0
 * @PM4_PATCH_ADDR_VERTEX: the same, with bits 39:32 in bits 7:0 of the dword after the
 *	next (vertex buffers; linear copies of the DMA engine)
 * @PM4_PATCH_ADDR_FILL: the same, with bits 39:32 in bits 23:16 of the dword after the
 *	next (fills of the DMA engine)
 * @PM4_PATCH_START_256: replace the dword by address >> 8, the start of the buffer
 * @PM4_PATCH_ADDR_32: add the address to an offset in bytes.  The sum has 32 bits: the card has
 *	no higher addresses
 * @PM4_PATCH_ADDR_1024: add address >> 10 to an offset in KiB in bits 21:0.  The address has 32
 *	bits and is a multiple of 1024, so no carry leaves these bits
 *
 * Low bits of the dword that are not part of the offset keep their value, because addresses
 * are multiples of 256.
 */
enum pm4_patch_kind {
	PM4_PATCH_VALUE,
	PM4_PATCH_ADDR_256,
	PM4_PATCH_ADDR_NEXT,
	PM4_PATCH_ADDR_VERTEX,
	PM4_PATCH_ADDR_FILL,
	PM4_PATCH_START_256,
	PM4_PATCH_ADDR_32,
	PM4_PATCH_ADDR_1024,
};

/**
 * struct pm4_patch - one change that a checked stream needs before it runs
 * @dword: offset of the dword; enum pm4_patch_kind from bit PM4_PATCH_KIND on
 * @arg: index of the relocation whose address is added, or the value
 */
struct pm4_patch {
	u32 dword;
	u32 arg;
};

#define PM4_PATCH_KIND	24

/* Length in u64 words of a bitmap with one bit for each relocation. */
#define PM4_BITMAP_WORDS(nbuffers)	(((nbuffers) + 63u) / 64u)

#define PM4_NO_BUFFER	0xffffffffu
#define PM4_NO_DWORD	0xffffffffu

/**
 * struct pm4_verdict - the reason for a refusal
 * @code: enum pm4_code; 0 if the stream is accepted; the values are stable
 * @dword: dword offset into the stream, PM4_NO_DWORD if the rule concerns no dword
 * @header: dword offset of the packet's header, PM4_NO_DWORD if there is none
 * @packet: the packet's header dword, 0 if there is none
 * @reg: byte offset of the register, 0 if the rule concerns none
 * @field: 1 + number in the front's tables of the field that broke the rule, in a register or
 *	a packet; 0: none
 * @buffer: index into the relocation list or PM4_NO_BUFFER
 * @detail: depends on @code, see pm4_verdict.c and FRONT_say.c
 * @expected: bound or value that the rule demands
 * @actual: value in the stream
 * @offset: for rules about ranges: offset in the buffer, in bytes
 * @shape: depends on @code; for surfaces: width, height, slices, bytes | samples << 8
 * @ring: enum pm4_ring, the engine of the stream
 * @draw: dword offset of a draw's header if the draw was refused for a register; @dword and
 *	@header are then the last write of the register.  Otherwise PM4_NO_DWORD
 * @off_reg: the register that switches off the unit of @reg, which is checked nevertheless;
 *	0 if the unit is on
 * @off_dw: dword of the last write of @off_reg, PM4_NO_DWORD if the stream does not set it
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
	u32 off_reg;
	u32 off_dw;
};

/**
 * struct pm4_program_start - place of a stream that names a shader program
 * @packet: dword offset of the packet's header; 0 for the first call of pm4_program_next()
 * @next: number of the packet's register to go on with
 * @dword: dword offset of the address
 * @stage: name of the stage, for instance PS
 * @addr: address of the program if the stream has addresses, else its offset in the buffer
 */
struct pm4_program_start {
	u32 packet;
	u32 next;
	u32 dword;
	const char *stage;
	u64 addr;
};

/* Room for the longest sentence of pm4_verdict_text(), with its NUL. */
#define PM4_VERDICT_TEXT 256

/**
 * struct pm4_checker - head of a front's checker
 * @front: the front
 *
 * The rest belongs to the front: &pm4_front.checker_size bytes in all.
 */
struct pm4_checker {
	const struct pm4_front *front;
};

struct pm4_packet_row;
struct pm4_program;
struct pm4_tables;
struct pm4_text;
struct pm4_walk;

/**
 * struct pm4_front - the language of one generation of chips
 * @name: name of the front and its folder
 * @tables: registers, packets, events and fields (pm4_table.h), and the chips
 * @rings: bit mask of enum pm4_ring: the engines whose streams @check can check
 * @flags: flags of &pm4_input that @check knows; what reads streams from files refuses others
 * @patches: the largest number of patches in @patch_dw dwords; see pm4_patches_max()
 * @patch_dw: at least @patches; 1 if the front has no patches
 * @slot_words: words of &pm4_live.slots in use, at most PM4_SLOT_WORDS; 0: the front has no slots
 * @preamble_max_dw: upper bound, in dwords, on the preamble of any footprint; stable
 * @checker_size: bytes of a checker
 * @init: expands the tables for a card; the checker is zero but for its head
 * @check: clears @written, checks the stream and lists its patches; pm4_check() has checked the
 *	arguments, and cleared @result and @verdict
 * @neutral: writes the neutral preamble; arguments and result are as for pm4_neutral_emit().
 *	NULL: the front has no neutral state, and is for the library only
 * @notes: see pm4_check_notes(); NULL: the front has none
 * @opcode: finds the opcode in a header, for &pm4_tables.packets; -1 if it has none
 * @count: adds the packet of a header to the counts of its stream; NULL: the front has no packets
 * @program_next: see pm4_program_next(); NULL: streams of the front name no programs in memory
 * @say_register: names a register that has no row; returns false for the others
 * @say_rule: says the rule of a verdict in the words of the front; returns false for the rules that
 *	pm4_verdict.c says
 * @packet_dw: see pm4_packet_dw()
 * @type0_reg: dword number of the register that dword @n of a packet of type 0 writes; NULL if
 *	streams have no such packets
 * @show: decodes the packet whose header is the next dword of the walk (pm4_show.h)
 * @show_program: decodes a shader program, see pm4_decode_program(); NULL: the front knows none
 *
 * The module has none of the operations from @packet_dw on: they are NULL.
 *
 * Context: no operation sleeps, allocates or takes a lock.
 */
struct pm4_front {
	const char *name;
	const struct pm4_tables *tables;
	u32 rings;
	u32 flags;
	u32 patches;
	u32 patch_dw;
	u32 slot_words;
	u32 preamble_max_dw;
	size_t checker_size;
	void (*init)(struct pm4_checker *ck, const struct pm4_card *card);
	int (*check)(struct pm4_checker *ck, const struct pm4_input *in,
		     struct pm4_patch *patches, u64 *written,
		     struct pm4_result *result, struct pm4_verdict *verdict);
	u32 (*neutral)(const struct pm4_card *card, const struct pm4_live *reset,
		       u64 null_addr, u32 *out, u32 capacity_dw);
	const struct pm4_verdict *(*notes)(const struct pm4_checker *ck, u32 *count);
	int (*opcode)(enum pm4_ring ring, u32 header);
	void (*count)(u32 header, struct pm4_counts *counts);
	bool (*program_next)(const u32 *ib, u32 ib_dw, struct pm4_program_start *start);
	bool (*say_register)(struct pm4_text *t, u32 reg);
	bool (*say_rule)(struct pm4_text *t, const struct pm4_verdict *verdict);
	u32 (*packet_dw)(enum pm4_ring ring, u32 chip, u32 header);
	u32 (*type0_reg)(u32 header, u32 n);
	void (*show)(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row);
	void (*show_program)(const struct pm4_program *p);
};

/**
 * pm4_patches_max() - the largest number of patches that a stream can need
 * @front: the front
 * @ib_dw: length of the stream in dwords
 *
 * A packet with its relocations needs at most &pm4_front.patches patches in &pm4_front.patch_dw
 * dwords.  So the stream needs at most that share, rounded down.
 *
 * Return: the capacity that pm4_check() demands.
 */
static inline u32 pm4_patches_max(const struct pm4_front *front, u32 ib_dw)
{
	return ib_dw / front->patch_dw * front->patches +
	       ib_dw % front->patch_dw * front->patches / front->patch_dw;
}

size_t pm4_checker_size(const struct pm4_front *front);
void pm4_checker_init(struct pm4_checker *ck, const struct pm4_card *card);

int pm4_check(struct pm4_checker *ck, const struct pm4_input *in,
	      struct pm4_patch *patches, u32 capacity, u64 *written,
	      struct pm4_result *result, struct pm4_verdict *verdict);
void pm4_count(const struct pm4_front *front, const u32 *ib, u32 ib_dw, struct pm4_counts *counts);
const struct pm4_verdict *pm4_check_notes(const struct pm4_checker *ck, u32 *count);
bool pm4_program_next(const struct pm4_front *front, const u32 *ib, u32 ib_dw,
		      struct pm4_program_start *start);
void pm4_patch_apply(u32 *ib, const struct pm4_patch *patches, u32 count, const u64 *addrs);

size_t pm4_verdict_text(const struct pm4_verdict *verdict, const struct pm4_front *front,
			u32 chip, char *text, size_t size);
const char *pm4_code_name(u32 code);
const char *pm4_chip_name(const struct pm4_front *front, u32 chip);
int pm4_chip_find(const struct pm4_front *front, const char *name);

bool pm4_footprint_apply(const struct pm4_front *front, struct pm4_live *live,
			 const struct pm4_footprint *footprint, struct pm4_live *reset);
void pm4_bringup_set(struct pm4_card *card, u32 reg, u32 value);
u32 pm4_neutral_emit(const struct pm4_card *card, const struct pm4_live *reset,
		     u64 null_addr, u32 *out, u32 capacity_dw);

#endif /* PM4_H */
