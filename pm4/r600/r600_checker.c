// SPDX-License-Identifier: GPL-2.0 OR MIT
/**
 * DOC: The PM4 checker and its threat model
 *
 * R6xx and R7xx have no page tables per process: the command processor and the shaders
 * read and write every address that reaches the CP or a descriptor, no matter which client
 * owns the memory.  The checker is the only protection.  It assumes a hostile client that
 * knows the hardware better than this code does.  The client controls every dword of the
 * stream, and the contents of its own buffers even while the GPU runs.
 *
 * The checker walks a stream once, front to back, and only reads it: a stream that has
 * been checked cannot turn into another stream by being patched.  The check makes a list
 * of patches.  Once the buffers have addresses, pm4_patch_apply() applies the patches to
 * the copy of the stream that the GPU gets.  The copy has the length of the stream.  It
 * differs from the stream only in addresses, in array modes that a relocation supplies, and
 * in sizes that are clamped to the buffer: GL allows vertices and indices outside of their
 * buffers, and Mesa passes them on.  Every other access outside of a buffer is refused, and
 * so is every packet, register and event that is not in the tables.
 *
 * The verdict does not depend on addresses: the check knows the size of a buffer and the
 * alignment that each of its addresses will have.  So a stream is checked once, before its
 * buffers are placed, and the patches are valid for every placement.
 *
 * Clients never supply addresses.  A client supplies an offset into a buffer, and the next
 * packet, a NOP, holds the index of that buffer: a relocation.  If a packet states how much
 * it accesses, the check of the packet holds the range inside the buffer.  The accesses of
 * a draw follow from registers: the checker tracks these registers, and the next draw
 * checks them again if they changed.  Descriptors of textures and vertex buffers are
 * complete in themselves, so SET_RESOURCE checks them.
 *
 * The checker does not inspect shaders, because their memory can change after the check.
 * It assumes that a shader uses every constant buffer, ring and resource slot.  Shaders are
 * confined nevertheless: they reach data only through bases and sizes that the hardware
 * enforces (resources, constant buffers, rings, export, targets).
 *
 * A register that the stream has not set counts as 0, which disables its unit.  The driver
 * makes this true: the footprint lists the state that a stream inherits and leaves,
 * pm4_footprint_apply() finds the part of it that an earlier stream left, and
 * pm4_neutral_emit() writes the neutral values there.  This includes streams of the same
 * client, whose buffers may have moved since.  The tables say for each register to which group
 * of this state it belongs and what its neutral value is, or why it needs none.
 *
 * The chip has only one copy of some registers (rings, memory export) instead of one for
 * each context.  A write to them affects shaders that already run.  So a stream that writes
 * one of them after a draw must first wait for the 3D engine; between streams the driver
 * waits.  The driver also waits for the CP's DMA after each stream, because a copy without
 * CP_SYNC may outlive the packets after it.
 *
 * The check also reports the relocations through which the stream can write.  The caller
 * relies on this for implicit fences between clients, so each rule that asks whether a
 * buffer may be written marks the buffer (r600_writable()).
 *
 * Known limits and assumptions:
 *
 * - Instruction fetch.  The base of a program is inside a buffer, but the checker does
 *   not know the length of the program.  If a program runs past the end of its buffer, the
 *   sequencer executes foreign memory as instructions.  Such instructions can do no more
 *   than the client's own: they use the same checked bases.  The foreign words are not
 *   data to the shader, except as literal constants of instructions that are foreign too,
 *   and a client cannot choose how they are used.  In the worst case the program never
 *   ends, and the driver resets the card.
 * - Fetches.  The instruction selects texture or vertex fetch, the descriptor has a TYPE.
 *   The checker assumes that a texture fetch does not take the descriptor of a buffer for
 *   an address, nor a vertex fetch the descriptor of a texture: both are defined this way, and no
 *   check of a stream could see the shader's choice.  To refuse words 3 to 5 of a vertex
 *   buffer would not help: word 2, with stride and format, would be the texture's address.
 * - Resources of geometry shaders.  They begin at resource 336, so the ids 249 to 255 of a
 *   fetch name resources past the last: in the register space these are the words of samplers
 *   (0x3c018 is the first such resource as a whole).  The checker assumes that the chip keeps
 *   samplers elsewhere.  The second sampler of any client would be such a resource.
 * - A stream-out offset that the CP loads from memory.  The hardware compares the offset
 *   with the size that was checked.  The checker assumes that this comparison limits the
 *   stores of a shader: the name of the register says so, and every client relies on it.
 *   The instruction has no other bound than an array size of its own (R700 ISA, memory
 *   exports).
 * - Scratch, ES and GS rings are checked against their sizes and against the item count of
 *   the smallest real rings.  No document states how many items the chip has in flight.
 * - Clamping to sizes (vertex buffers, constant buffers, slices of a surface) follows AMD's
 *   register names and the guide.  Where the guide contradicts (scissors, 3.3), both bounds
 *   must hold.  Plain draws into linear colour buffers of one slice are the exception: only
 *   the scissors count.  The checker assumes, as all clients do, that the chip fetches
 *   neither an element of a vertex buffer that starts inside and ends outside, nor a sample
 *   that a texture does not have.  A vertex buffer may so end with its buffer, as many real
 *   ones do; only one that must be clamped anyway ends a whole fetch before it.
 * - The CP evaluates a predicate in SET_PREDICATION, even if the client does not wait for
 *   the query.  Of the packets with the predicate bit up to the next SET_PREDICATION, the
 *   CP skips all or none.  So a predicated INDEX_TYPE is valid for the predicated draws
 *   after it.
 * - Counters of samples, primitives and vertices belong to the chip.  A query whose begin and end
 *   are in two streams counts the work of other streams between them.
 * - ZPASS_DONE with an address writes to that address with EVENT_INDEX 1 and 0.  Mesa 7.x
 *   sends 0 and reads correct results.
 * - State that only changes pixels (blending, viewport, clip planes, stencil reference and the
 *   like: the rows with "stays picture" in the tables) keeps the value of the last stream.  A
 *   client can infer such values from the pixels of a draw that does not set them; every real
 *   client sets them.  COPY_DW cannot read them.
 * - What shaders leave inside of the shader core is not cleared: general purpose registers
 *   (256 of 16 bytes for each of 64 threads, in each SIMD) and, on R7xx, local data share (16 KiB
 *   for each SIMD).  Clearing them takes a draw with a shader of the driver that fills every
 *   thread of every SIMD, once for each change of the client; the shortest recorded stream with
 *   a single draw has 528 dwords.  The state of that draw would be state that the next client
 *   inherits.  No document says which SIMD a thread goes to, and the emulated card executes
 *   shaders without SIMDs and clears their registers, so that no test could show that such a
 *   draw reaches every register; hence there is none.  A client's shader can read such a
 *   register before it writes it, so a client should not keep secrets in a shader.  Constants
 *   are cleared.
 * - COPY_DW from a register that this stream has set in a packet of three or more registers
 *   without any rule is refused like one from an unset register: the walk does not record them.
 * - Hangs: waits that never complete, endless shaders, and the rules of the guide's section
 *   6 whose violation costs no more than a hang or a wrong pixel.  Real streams violate one
 *   of those rules (6.1.5, ES and GS threads on RV670).  A hang stops the client's own work
 *   until the driver resets the card.
 *
 * Implementation, file by file, from top to bottom:
 *
 * - r600_checker.c: r600_check() prepares the state, walks, and computes the footprint.
 * - r600_check_gfx.c walks the stream and accepts the common kinds of packets after a single
 *   test each.  Every other packet goes to r600_check_packet.c, which has all the rules and
 *   refuses.  The tests of the walk are short forms of those rules; tests/pm4/check_walk.c
 *   compares the two on recorded streams and on mutations of them.  r600_check_dma.c is the
 *   counterpart for the async DMA engine, in one file.
 * - r600_check_draw.c checks a draw: only the units of which a register was set since the
 *   last draw, and only the colour buffers and constant buffers that changed.
 *   r600_check_color.c and r600_check_depth.c compute the sizes of surfaces, within the
 *   scissors of r600_check_surface.c.
 * - r600_check_reg.c expands the tables once per card: the effect of a write to each
 *   register, and the number of consecutive registers without a rule for their value.
 *   r600_check_resource.c checks descriptors.
 * - r600_check_surface.c has formats, array modes and scissors, r600_refuse.c the refusals.
 *
 * The work is linear in the length of the stream: the checker looks at each packet once,
 * the work of a draw has a fixed upper bound, and the tables that live from stream to
 * stream have a fixed size.
 *
 * Context: no function takes a lock or sleeps.  One check at a time uses a struct
 * pm4_checker.
 */
#include "r600_check.h"

/*
 * Positions of a new checker start this far below 2^32, so that the overflow happens within
 * its first streams and is not a rare case.
 */
#define POSITIONS_EARLY	0x40000u

/* Positions overflow: mark all registers unset and restart with a stream of @bytes. */
static void __cold positions_restart(struct r600_checker *ck, u32 bytes)
{
	memset(ck->context.last_write, 0, sizeof(ck->context.last_write));
	memset(ck->config.last_write, 0, sizeof(ck->config.last_write));
	ck->next_position = bytes;
}

static void start(struct r600_checker *ck, const struct pm4_input *in,
		  struct pm4_patch *patches, u64 *written,
		  struct pm4_result *result, struct pm4_verdict *verdict)
{
	u32 bytes = in->ib_dw * sizeof(u32);

	ck->in = in;
	ck->ib = in->ib;
	ck->buffers = in->buffers;
	ck->nbuffers = min(in->nbuffers, 1u << 30);
	ck->cursor = in->ib;
	ck->end = in->ib + in->ib_dw;
	ck->header = NULL;
	ck->patch = patches;
	ck->written = written;
	r600_windows_tiling(ck, in->flags & PM4_KEEP_TILING);
	ck->color_use = PM4_COLOR_DRAW;
	ck->predicated = false;
	ck->instances = false;
	ck->drawing = false;
	ck->depth_work = false;
	ck->depth_ok = false;
	ck->color_ok = 0;
	ck->index_bytes = 0;
	ck->index_bytes_predicated = 0;
	ck->strmout_base_sent = 0;
	ck->strmout_offset_set = 0;
	memset(ck->strmout_offset, 0, sizeof(ck->strmout_offset));
	ck->gs_mode = 0;
	ck->dirty = 0;
	ck->touched = 0;
	ck->result = result;
	ck->verdict = verdict;
	memset(ck->slots, 0, sizeof(ck->slots));
	ck->alu_parts = 0;
	memset(written, 0, PM4_BITMAP_WORDS(ck->nbuffers) * sizeof(*written));
	if (unlikely(check_add_overflow(ck->next_position, bytes, &ck->next_position)))
		positions_restart(ck, bytes);
	ck->start_position = ck->next_position - bytes;
	ck->shift = ck->start_position - (u32)(uintptr_t)in->ib;
}

/*
 * Returns true if the stream leaves stream-out state.  Nearly every stream disables
 * stream-out, and most streams do nothing else with it: those leave nothing.
 */
static bool strmout_live_out(const struct r600_checker *ck)
{
	u32 left = r600_context_get(ck, PM4_R_VGT_STRMOUT_EN) |
		   r600_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_EN);
	u32 n;

#pragma GCC unroll 4
	for (n = 0; n < 4; n++)
		left |= r600_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n) |
			r600_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n);
	return left;
}

/* The state that the stream leaves: each group of which it has written any register. */
static void footprint_live_out(struct r600_checker *ck)
{
	struct pm4_live *live = &ck->result->footprint.live_out;
	u64 parts;
	u32 slot;

	memcpy(live->slots, ck->slots, sizeof(ck->slots));
	for (parts = ck->alu_parts; parts; parts &= parts - 1) {
		slot = R600_SLOT_ALU + (u32)__ffs64(parts);
		live->slots[slot / 64] |= 1ull << slot % 64;
	}
	live->groups = (ck->touched | ck->dirty) & PM4_STATE_ALL;
	if (live->groups & PM4_UNIT_STRMOUT && !strmout_live_out(ck))
		live->groups &= ~(u64)PM4_UNIT_STRMOUT;
	if (ck->predicated)
		live->groups |= 1ull << PM4_STATE_PREDICATE;
}

/**
 * r600_check() - check a stream
 * @head: the checker
 * @in: the stream, neither empty nor longer than PM4_MAX_DW
 * @patches: receives the patches; pm4_patches_max()
 * @written: receives the relocations through which the stream can write
 * @result: zero; receives the description of the stream
 * @verdict: says accepted; receives the reason of a refusal
 *
 * Return: 0 if the stream is accepted, 1 if it is refused.
 */
int r600_check(struct pm4_checker *head, const struct pm4_input *in, struct pm4_patch *patches,
	       u64 *written, struct pm4_result *result, struct pm4_verdict *verdict)
{
	struct r600_checker *ck = r600_checker(head);

	start(ck, in, patches, written, result, verdict);
	if (PM4_LIBRARY && in->ring == PM4_RING_DMA) {
		if (r600_check_dma(ck))
			return 1;
	} else {
		if (r600_check_gfx(ck))
			return 1;
		footprint_live_out(ck);
	}
	result->npatches = (u32)(ck->patch - patches);
	return 0;
}

/* Slot of the first constant of a space that a shader can read, 0 for other spaces. */
static u16 constants_slot(u32 space)
{
	switch (space) {
	case PM4_SPACE_ALU_CONST:
		return R600_SLOT_ALU;
	case PM4_SPACE_LOOP_CONST:
		return R600_SLOT_LOOP;
	case PM4_SPACE_BOOL_CONST:
		return R600_SLOT_BOOL;
	case PM4_SPACE_CTL_CONST:
		return R600_SLOT_CTL;
	}
	return 0;
}

/* The rule for the opcode whose first row is row @n - 1 of the tables. */
static struct r600_packet_rule packet_rule(const struct r600_checker *ck, u32 n)
{
	const struct pm4_packet_row *row;
	const struct pm4_space *space;
	struct r600_packet_rule rule;

	while (n && !(r600_tables.packet_rows[n - 1].chips & ck->chip_bit))
		n = r600_tables.packet_rows[n - 1].next;
	row = &r600_tables.packet_rows[n - 1];
	if (!n || row->cls == PM4_DENIED)
		return (struct r600_packet_rule){ .row = n, .min_dw = 0xffff };
	rule = (struct r600_packet_rule){
		.min_dw = row->min_dw, .more_dw = row->max_dw - row->min_dw,
		.handler = row->cls == PM4_TRACKED ? row->handler : PM4_PH_NONE,
		.row = n,
	};
	if (row->space)
		rule.slot = constants_slot(row->space - 1);
	rule.plain = rule.handler == PM4_PH_NONE || rule.handler == PM4_PH_NOP;
	if (rule.handler == PM4_PH_SET_CONST || rule.handler == PM4_PH_SET_SAMPLER) {
		space = &r600_tables.spaces[row->space - 1];
		rule.unit = rule.handler == PM4_PH_SET_CONST ? 1 : 3;
		if (space->unit_dw == rule.unit)
			rule.room = (space->end - space->base) / 4;
		rule.plain = rule.room;
	}
	rule.common = rule.plain || rule.handler == PM4_PH_SET_CONTEXT_REG ||
		      rule.handler == PM4_PH_SET_CONFIG_REG;
	return rule;
}

/**
 * r600_init() - expand the tables for a card
 * @head: the checker
 * @card: the card
 */
void r600_init(struct pm4_checker *head, const struct pm4_card *card)
{
	struct r600_checker *ck = r600_checker(head);
	u32 i;

	ck->card = *card;
	ck->chip_bit = 1u << card->chip;
	ck->next_position = -POSITIONS_EARLY;
	for (i = 0; i < 256; i++)
		ck->packets[i] = packet_rule(ck, r600_tables.packets[PM4_RING_GFX][i]);
	r600_events_init(ck);
	r600_windows_init(ck);
}
