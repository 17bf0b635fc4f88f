// SPDX-License-Identifier: GPL-2.0 OR MIT
/**
 * DOC: The checker, and what it defends
 *
 * R6xx and R7xx have no page tables per process: whatever address reaches the
 * command processor or a shader's descriptors is read or written, whoever it
 * belongs to.  The checker is the only wall.  Whoever submits streams is taken
 * to be hostile, knows the hardware better than we do and controls every dword
 * of the stream and the contents of its own buffers, also while the GPU runs.
 *
 * A stream is walked once, front to back, and only read, so that what was checked
 * cannot become something else by being patched.  The check makes a list of patches;
 * pm4_patch_apply() applies them to the copy of the stream that the GPU gets, when the
 * buffers have their addresses.  The copy
 * has the length of the stream and differs from it only in addresses, in the array
 * modes that a relocation supplies, and in sizes that are cut to what is there: GL lets
 * vertices and indices reach out of their buffers, and Mesa passes that on.  All else
 * that reaches out is refused, and what is not in the tables.
 *
 * The verdict does not depend on addresses: of a buffer the check knows the size and the
 * alignment that every address of it has.  So a stream is checked once, before its
 * buffers are placed, and the patches hold wherever they are placed then.
 *
 * An address is never the client's: it is an offset into a buffer that the
 * next packet, a NOP with the buffer's number, names.  Where a packet says
 * itself how much it touches, the range is checked there.  What a draw touches
 * follows from registers; those are remembered, and looked at again at the next
 * draw if they changed.  Descriptors of textures and vertex buffers are complete
 * in themselves and checked when they are set.
 *
 * Shaders are not inspected, since their memory can change after the check.
 * They are taken to use every constant buffer, ring and resource slot there is.
 * That confines them: a shader reaches data only through bases and sizes that
 * the hardware bounds (resources, constant buffers, rings, export, targets).
 *
 * State that a stream did not set itself counts as 0, which switches off the
 * unit in question.  That this is so is not hoped for: the footprint says what a
 * stream inherits and what it leaves, and the driver has pm4_harmless_emit()
 * write the harmless values where an earlier stream left others, also where
 * that was the same client, whose buffers may have moved since.
 *
 * Registers of which the chip has one copy and not one for each context (rings,
 * memory export) act on shaders that already run.  A stream that writes one after a
 * draw must have waited for the 3D engine; between streams the driver does.  It also
 * waits for the CP's DMA behind each stream, since a copy without CP_SYNC may outlive
 * the packets after it.
 *
 * The check also says through which relocations the stream can write.  The caller
 * relies on that for fences between clients, so each rule that asks whether a buffer may
 * be written marks it (pm4_writable()).
 *
 * What is left:
 *
 * - Instruction fetch.  A program's base is inside a buffer, its length is known
 *   to nobody.  A program that runs on behind its buffer makes the sequencer read
 *   what lies there as instructions.  Such instructions can do no more than the
 *   client's own: they work on the same checked bases.  The words are not
 *   data to the shader, except as the literal constants of instructions that
 *   are already foreign; a client cannot choose what they do with them.  At
 *   worst the program never ends, which the reset takes care of.
 * - A fetch goes by the instruction's kind, a descriptor by its TYPE: that a texture
 *   fetch takes none of a buffer for its address, and the other way round, is how
 *   each is defined; nothing here could tell what a shader does.
 * - A stream-out offset that the command processor loads from memory.  The
 *   hardware compares it with the size that was checked.  That it holds what a
 *   shader stores to that size is what the register is called and how every client
 *   uses it; the instruction has no bound but an array size of its own (R700 ISA,
 *   memory exports).
 * - Scratch, ES and GS rings are held to their sizes, and to as many items as the
 *   smallest real ones have; how many the chip has at work at once is in no document.
 * - That a unit clamps at its size (vertex buffers, constant buffers, slices of a
 *   surface) is what AMD's names and the guide say of it; where the guide says
 *   otherwise (scissors, 3.3) both bounds have to hold, but for plain draws into linear
 *   colour buffers of one slice, where the scissors alone count.  That an element of a
 *   vertex buffer is not fetched that begins inside and ends outside, nor a sample that a
 *   texture does not have, is taken for granted, as all clients do.
 * - The CP decides about a predicate in SET_PREDICATION, also where the client does not
 *   wait for the query: of the packets with the predicate bit up to the next one, it skips
 *   all or none.  So a predicated INDEX_TYPE holds for predicated draws behind it.
 * - ZPASS_DONE with an address writes there whether EVENT_INDEX is 1 or 0.  Mesa 7.x sends
 *   0, and found its results.
 * - Waits that never come true, endless shaders, and the rules of the guide's
 *   section 6 whose breach costs no more than a hang or a wrong pixel.  One of them
 *   (6.1.5, ES and GS threads on RV670) real streams do break.  Those stop the
 *   client's own work until the driver resets the card.
 *
 * How it is done, file by file:
 *
 * - pm4_check_gfx.c walks the stream and lets through what is fine as it is: one
 *   question for each of the common kinds of packets.  Everything else goes to
 *   pm4_check_packet.c, which has all the rules and refuses.  The walk's questions are
 *   short forms of those rules; tests/pm4/check_walk.c compares both, on recorded streams
 *   and mutations of them.
 * - pm4_check_reg.c expands the tables once per card: what writing a register
 *   means, and how many registers in a row have no rule for their value.  Values
 *   are not copied; for each register the checker remembers the dword of the stream that
 *   set it last.  These numbers count on from stream to stream, so that nothing has to be
 *   cleared until 32 bits are full.  A register is set if its number is behind that of the
 *   stream's first dword: of an earlier stream nothing holds.
 * - pm4_check_draw.c looks at a draw: only at the units of which a register was
 *   set since the last one; of colour buffers and constants, only at those that were.
 *   pm4_check_color.c, _depth.c, _resource.c and _surface.c know sizes.
 * - pm4_check_dma.c is the same for the async DMA engine, in one file.
 *
 * The work is linear in the stream's length: each packet is looked at once, a
 * draw costs no more than all there is to look at, and the tables that are kept from
 * stream to stream are of fixed size.
 *
 * The functions here take no lock and do not sleep; one struct pm4_checker is
 * used by one check at a time.
 */
#include "pm4_check.h"

static u32 __cold first_field(u32 first, u32 count, u32 bits)
{
	u32 i;

	for (i = first; i < first + count; i++)
		if (bits >> pm4_fields[i].shift & (0xffffffffu >> (32 - pm4_fields[i].width)))
			return i + 1;
	return 0;
}

/* 1 + number of the first field of a register that has one of these bits. */
static u32 __cold bad_field(const struct pm4_checker *ck, u32 reg, u32 bits)
{
	const struct pm4_layout *word6 = &pm4_layouts[PM4_L_SQ_TEX_RESOURCE_WORD6];
	const struct pm4_reg_row *row = pm4_reg_find(ck->card.chip, reg);

	if (row)
		return first_field(row->fields, row->nfields, bits);
	if (reg >= PM4_RESOURCE_BASE && (reg - PM4_RESOURCE_BASE) / 4 % PM4_RESOURCE_DW == 6)
		return first_field(word6->fields, word6->nfields, bits);
	return 0;
}

/*
 * A draw was refused for a register.  Who wrote the stream looks for the place
 * where it was set: the last one before the draw, if there is any.
 */
static void __cold blame_write(const struct pm4_checker *ck, struct pm4_verdict *v)
{
	bool config = v->reg < PM4_CONFIG_END;
	u32 opcode = config ? PM4_OP_SET_CONFIG_REG : PM4_OP_SET_CONTEXT_REG;
	u32 index = (v->reg - (config ? PM4_CONFIG_BASE : PM4_CONTEXT_BASE)) / 4;
	const u32 *p;
	u32 count;

	v->draw = v->header;
	for (p = ck->in->ib; p < ck->header; p += count) {
		count = *p >> 30 == 3 ? PM4_COUNT(*p) + 2 : 1;
		if (*p >> 30 != 3 || (*p >> 8 & 0xff) != opcode ||
		    index < p[1] || index - p[1] >= count - 2)
			continue;
		v->header = pm4_dword(ck, p);
		v->packet = *p;
		v->dword = v->header + 2 + index - p[1];
	}
	if (v->header == v->draw)
		v->draw = PM4_NO_DWORD;
}

/**
 * pm4_refuse() - say why a stream is refused
 * @ck: the check
 * @why: what the rule knows; the packet is filled in here
 *
 * Return: 1, always.
 */
int __cold pm4_refuse(struct pm4_checker *ck, const struct pm4_why *why)
{
	struct pm4_verdict *v = ck->verdict;

	v->code = why->code;
	v->ring = ck->in->ring;
	v->reg = why->reg;
	v->field = why->field;
	v->detail = why->detail;
	v->expected = why->expected;
	v->actual = why->actual;
	v->offset = why->offset;
	memcpy(v->shape, why->shape, sizeof(v->shape));
	if (why->buffer)
		v->buffer = (u32)(why->buffer - ck->in->buffers);
	if (why->at)
		v->dword = pm4_dword(ck, why->at);
	if (!ck->header || ck->header >= ck->end)
		return 1;
	v->header = pm4_dword(ck, ck->header);
	v->packet = *ck->header;
	if (v->dword == PM4_NO_DWORD) {
		v->dword = v->header;
		if (v->reg && ck->in->ring == PM4_RING_GFX)
			blame_write(ck, v);
	}
	if (v->code == PM4_CODE_REGISTER_BITS)
		v->field = bad_field(ck, v->reg, (u32)v->actual & ~(u32)v->expected);
	return 1;
}

/* What stands at ck->at is not the relocation that @where needs. */
int __cold pm4_refuse_reloc(struct pm4_checker *ck, const u32 *where)
{
	if (!pm4_reloc_follows(ck))
		return PM4_REFUSE(ck, .code = PM4_CODE_RELOC_MISSING, .at = where,
				  .expected = ck->end - ck->at,
				  .actual = ck->at < ck->end ? *ck->at : 0);
	return PM4_REFUSE(ck, .code = PM4_CODE_RELOC_INDEX, .at = ck->at + 1,
			  .expected = ck->in->nbuffers, .actual = ck->at[1]);
}

int __cold pm4_refuse_write(struct pm4_checker *ck, u32 index, const u32 *where, u32 reg)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_READ_ONLY, .reg = reg, .at = where,
			  .buffer = pm4_buffer(ck, index));
}

int __cold pm4_refuse_unset(struct pm4_checker *ck, u32 reg)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .reg = reg);
}

/* Constants of @unit dwords that are not whole, or do not begin with a first dword. */
int __cold pm4_refuse_unit(struct pm4_checker *ck, u32 unit, u32 first, u32 count)
{
	if (first % unit)
		return PM4_REFUSE(ck, .code = PM4_CODE_CONST_OFFSET, .at = ck->header + 1,
				  .expected = unit, .actual = first);
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH, .expected = unit,
			  .actual = count, .shape = { unit });
}

int __cold pm4_refuse_base(struct pm4_checker *ck, u32 index, u64 offset, u32 unit,
			   const u32 *where, u32 reg)
{
	const struct pm4_buffer *buffer = pm4_buffer(ck, index);

	return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_BASE, .reg = reg, .at = where,
			  .buffer = buffer, .offset = offset, .expected = unit,
			  .actual = offset & (unit - 1) ? offset : buffer->align);
}

/* The first streams of a checker find the count of places full: that is no rare case then. */
#define PLACES_EARLY	0x40000u

/* The count of places is full: forget all of them, and begin it with a stream of @bytes. */
static void __cold places_begin_again(struct pm4_checker *ck, u32 bytes)
{
	memset(ck->context.at, 0, sizeof(ck->context.at));
	memset(ck->config.at, 0, sizeof(ck->config.at));
	ck->next = bytes;
}

static void start(struct pm4_checker *ck, const struct pm4_input *in,
		  struct pm4_patch *patches, u64 *written,
		  struct pm4_result *result, struct pm4_verdict *verdict)
{
	u32 bytes = min(in->ib_dw, PM4_MAX_DW) * sizeof(u32);

	ck->in = in;
	ck->ib = in->ib;
	ck->buffers = in->buffers;
	ck->nbuffers = min(in->nbuffers, 1u << 30);
	ck->at = in->ib;
	ck->end = in->ib + in->ib_dw;
	ck->header = NULL;
	ck->patch = patches;
	ck->written = written;
	pm4_windows_tiling(ck, in->flags & PM4_KEEP_TILING);
	ck->color_use = PM4_COLOR_DRAW;
	ck->predicated = false;
	ck->drawing = false;
	ck->depth_ok = false;
	ck->color_ok = 0;
	ck->index_bytes = 0;
	ck->index_bytes_predicated = 0;
	ck->strmout_told = 0;
	memset(ck->strmout_start, 0, sizeof(ck->strmout_start));
	ck->gs_mode = 0;
	ck->dirty = 0;
	ck->touched = 0;
	ck->result = result;
	ck->verdict = verdict;
	memset(ck->slots, 0, sizeof(ck->slots));
	memset(written, 0, PM4_BITMAP_WORDS(ck->nbuffers) * sizeof(*written));
	if (unlikely(check_add_overflow(ck->next, bytes, &ck->next)))
		places_begin_again(ck, bytes);
	ck->start = ck->next - bytes;
	ck->origin = (const char *)((uintptr_t)in->ib - ck->start);
	ck->shift = ck->start - (u32)(uintptr_t)in->ib;
	memset(result, 0, sizeof(*result));
	memset(verdict, 0, sizeof(*verdict));
	verdict->dword = PM4_NO_DWORD;
	verdict->header = PM4_NO_DWORD;
	verdict->buffer = PM4_NO_BUFFER;
	verdict->draw = PM4_NO_DWORD;
}

/*
 * Nearly every stream switches stream-out off, and most do nothing else with it:
 * they leave nothing.
 */
static bool strmout_left(const struct pm4_checker *ck)
{
	u32 left = pm4_context_get(ck, PM4_R_VGT_STRMOUT_EN) |
		   pm4_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_EN);
	u32 n;

#pragma GCC unroll 4
	for (n = 0; n < 4; n++)
		left |= pm4_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n) |
			pm4_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n);
	return left;
}

/* What the stream leaves: a group is left when any register of it was written. */
static void finish(struct pm4_checker *ck)
{
	static const struct {
		u32 units;
		u32 group;
	} groups[] = {
		{ PM4_UNIT_DEPTH, PM4_STATE_DEPTH },
		{ PM4_UNIT_TARGET | PM4_UNIT_RASTER, PM4_STATE_TARGETS },
		{ PM4_UNIT_CONST_PS, PM4_STATE_CONST_PS },
		{ PM4_UNIT_CONST_VS, PM4_STATE_CONST_VS },
		{ PM4_UNIT_CONST_GS, PM4_STATE_CONST_GS },
		{ PM4_UNIT_PROGRAM | PM4_UNIT_GS, PM4_STATE_PROGRAM },
		{ PM4_UNIT_RING, PM4_STATE_RING },
		{ PM4_UNIT_EXPORT, PM4_STATE_EXPORT },
		{ PM4_UNIT_ITEM, PM4_STATE_ITEMS },
	};
	struct pm4_footprint *fp = &ck->result->footprint;
	u64 left = ck->touched | ck->dirty;
	u32 touched = (u32)left;
	u32 i;

	memcpy(fp->left, ck->slots, sizeof(fp->left));
	fp->left_state = (touched & PM4_UNIT_COLORS) << PM4_STATE_COLOR0 |
			 (u32)(left >> 48 & 0xff) << PM4_STATE_MASKS0;
	if (left & PM4_LEAVES_HTILE)
		fp->left_state |= 1u << PM4_STATE_HTILE;
	if (left & PM4_LEAVES_SQ_MGMT)
		fp->left_state |= 1u << PM4_STATE_SQ_MGMT;
#pragma GCC unroll 16
	for (i = 0; i < ARRAY_SIZE(groups); i++)
		if (touched & groups[i].units)
			fp->left_state |= 1u << groups[i].group;
	if (touched & PM4_UNIT_STRMOUT && strmout_left(ck))
		fp->left_state |= 1u << PM4_STATE_STRMOUT;
	if (ck->predicated)
		fp->left_state |= 1u << PM4_STATE_PREDICATE;
}

/**
 * pm4_check() - check a stream and say what has to be patched
 * @ck: a checker of the card; no other check may use it meanwhile
 * @in: the stream
 * @patches: where to put the patches
 * @capacity: room there; pm4_patches_max() are needed
 * @written: PM4_BITMAP_WORDS() words for the stream's relocations; a bit is set for
 *	each relocation through which the stream can write, all others are cleared
 * @result: what the stream is; only meaningful when it is accepted
 * @verdict: why it is refused
 *
 * Two relocations may name the same buffer; the bits are the relocations'.
 *
 * Return: 0 if the stream is accepted, 1 if it is refused.  In the second case
 * @patches and @written hold rubbish, and the stream must not run.
 */
int pm4_check(struct pm4_checker *ck, const struct pm4_input *in,
	      struct pm4_patch *patches, u32 capacity, u64 *written,
	      struct pm4_result *result, struct pm4_verdict *verdict)
{
	start(ck, in, patches, written, result, verdict);
	if (!in->ib_dw)
		return PM4_REFUSE(ck, .code = PM4_CODE_EMPTY);
	if (in->ib_dw > PM4_MAX_DW)
		return PM4_REFUSE(ck, .code = PM4_CODE_TOO_LONG,
				  .expected = PM4_MAX_DW, .actual = in->ib_dw);
	if (capacity < pm4_patches_max(in->ib_dw))
		return PM4_REFUSE(ck, .code = PM4_CODE_OUTPUT_TOO_SMALL,
				  .expected = pm4_patches_max(in->ib_dw), .actual = capacity);
	if (in->ring == PM4_RING_DMA) {
		if (pm4_check_dma(ck))
			return 1;
	} else {
		if (pm4_check_gfx(ck))
			return 1;
		finish(ck);
	}
	result->npatches = (u32)(ck->patch - patches);
	return 0;
}

size_t pm4_checker_size(void)
{
	return sizeof(struct pm4_checker);
}

static struct pm4_packet_rule packet_rule(const struct pm4_checker *ck, u32 n)
{
	const struct pm4_packet_row *row;
	const struct pm4_space *space;
	struct pm4_packet_rule rule;

	while (n && !(pm4_packet_rows[n - 1].chips & ck->chip_bit))
		n = pm4_packet_rows[n - 1].next;
	row = &pm4_packet_rows[n - 1];
	if (!n || row->cls == PM4_DENIED)
		return (struct pm4_packet_rule){ .row = n, .min_dw = 0xffff };
	rule = (struct pm4_packet_rule){
		.min_dw = row->min_dw, .more_dw = row->max_dw - row->min_dw,
		.handler = row->cls == PM4_TRACKED ? row->handler : PM4_PH_NONE,
		.row = n,
	};
	rule.plain = rule.handler == PM4_PH_NONE || rule.handler == PM4_PH_NOP;
	if (rule.handler == PM4_PH_SET_CONST || rule.handler == PM4_PH_SET_SAMPLER) {
		space = &pm4_spaces[row->space - 1];
		rule.unit = rule.handler == PM4_PH_SET_CONST ? 1 : 3;
		if (space->unit_dw == rule.unit)
			rule.room = (space->end - space->base) / 4;
		rule.plain = rule.room;
	}
	return rule;
}

/**
 * pm4_checker_init() - make a checker for a card
 * @ck: pm4_checker_size() bytes
 * @card: the card; copied
 */
void pm4_checker_init(struct pm4_checker *ck, const struct pm4_card *card)
{
	u32 i;

	memset(ck, 0, sizeof(*ck));
	ck->card = *card;
	ck->chip_bit = 1u << card->chip;
	ck->next = -PLACES_EARLY;
	for (i = 0; i < 256; i++)
		ck->packets[i] = packet_rule(ck, pm4_gfx_packets[i]);
	pm4_events_init(ck);
	pm4_windows_init(ck);
}
