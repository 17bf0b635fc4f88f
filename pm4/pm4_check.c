// SPDX-License-Identifier: GPL-2.0
/**
 * DOC: The checker, and what it defends
 *
 * R6xx and R7xx have no page tables per process: whatever address reaches the
 * command processor or a shader's descriptors is read or written, whoever it
 * belongs to.  The checker is the only wall.  Whoever submits streams is taken
 * to be hostile, knows the hardware better than we do and controls every dword
 * of the stream and the contents of its own buffers, also while the GPU runs.
 *
 * A stream is walked once, front to back.  Every dword is copied to a second
 * buffer, which is what the GPU gets; nothing there is ever read again, so that
 * what was checked cannot become something else by being patched.  The output
 * has the length of the input and differs from it only in addresses and in the
 * array modes that a relocation supplies.  What is not in the tables is refused.
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
 * What is left:
 *
 * - Instruction fetch.  A program's base is inside a buffer, its length is known
 *   to nobody.  A program that runs on behind its buffer makes the sequencer read
 *   what lies there as instructions.  Such instructions can do no more than the
 *   client's own: they work on the same checked bases.  The words are not
 *   data to the shader, except as the literal constants of instructions that
 *   are already foreign; a client cannot choose what they do with them.  At
 *   worst the program never ends, which the reset takes care of.
 * - A stream-out offset that the command processor loads from memory.  The
 *   hardware compares it with the size that was checked.
 * - Waits that never come true, endless shaders: those stop the client's own
 *   work until the driver resets the card.
 *
 * The functions here take no lock and do not sleep; one struct pm4_checker is
 * used by one check at a time.
 */
#include "pm4_check.h"

#define TYPE2_FILLER	0x80000000u
#define NOP_RELOC	0xc0001000u	/* a NOP of one dword */
#define PREDICATE	0x1u

/* A type-3 header with nothing but its opcode and count. */
#define TYPE3_MASK	0xc00000ffu
#define TYPE3		0xc0000000u

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
	v->reg = why->reg;
	v->detail = why->detail;
	v->expected = why->expected;
	v->actual = why->actual;
	v->offset = why->offset;
	memcpy(v->shape, why->shape, sizeof(v->shape));
	if (why->buffer)
		v->buffer = (u32)(why->buffer - ck->in->buffers);
	if (why->at)
		v->dword = pm4_dword(ck, why->at);
	if (ck->header && ck->header < ck->end) {
		v->header = pm4_dword(ck, ck->header);
		v->packet = *ck->header;
		if (v->dword == PM4_NO_DWORD)
			v->dword = v->header;
	}
	return 1;
}

/* The packet at ck->at is a relocation. */
int pm4_reloc_follows(const struct pm4_checker *ck)
{
	return ck->end - ck->at >= 2 && ck->at[0] == NOP_RELOC;
}

/**
 * pm4_next_reloc() - take the relocation that belongs to a dword
 * @ck: the check; its position moves behind the relocation
 * @where: the dword that needs it
 * @index: number of the buffer
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int pm4_next_reloc(struct pm4_checker *ck, const u32 *where, u32 *index)
{
	u32 payload;

	if (unlikely(!pm4_reloc_follows(ck)))
		return PM4_REFUSE(ck, .code = PM4_CODE_RELOC_MISSING,
				  .at = where);
	payload = ck->at[1];
	if (unlikely(payload & 3 || payload / 4 >= ck->in->nbuffers))
		return PM4_REFUSE(ck, .code = PM4_CODE_RELOC_INDEX,
				  .at = ck->at + 1,
				  .expected = ck->in->nbuffers, .actual = payload);
	ck->at += 2;
	*index = payload / 4;
	return 0;
}

/**
 * pm4_writable() - refuse to write a buffer that is only to be read
 * @ck: the check
 * @index: the buffer
 * @where: the dword that names it, NULL: the packet
 * @reg: the register that names it, 0: none
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int pm4_writable(struct pm4_checker *ck, u32 index, const u32 *where, u32 reg)
{
	if (likely(ck->in->buffers[index].writable))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_READ_ONLY, .reg = reg, .buffer = pm4_buffer(ck, index),
			  .at = where);
}

/* A packet that has no row for this chip, or a row that denies it. */
static int __cold refuse_packet(struct pm4_checker *ck, u32 opcode,
				const struct pm4_packet_row *row)
{
	if (row)
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_DENIED);
	if (pm4_gfx_packets[opcode])
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_CHIP);
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_UNKNOWN);
}

static int refuse_range(struct pm4_checker *ck, u32 first, u32 count, u32 room)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_RANGE,
			  .at = ck->header + 1,
			  .expected = room, .offset = first, .actual = count);
}

/* Mark registers as set; a packet may have any number of them. */
static inline void mark_set(u64 *set, u32 first, u32 count)
{
	while (count) {
		u32 bit = first % 64;
		u32 n = min(count, 64 - bit);

		set[first / 64] |= (~0ull >> (64 - n)) << bit;
		first += n;
		count -= n;
	}
}

/*
 * A run of registers.  All of it is remembered and copied in one loop, which
 * also finds out whether one of them needs more than that; if so the run is
 * done over, register by register.
 */
static inline __attribute__((always_inline)) int
set_run(struct pm4_checker *ck, struct pm4_window *w, const u32 *flags,
	const u32 *forbid, u32 *value, u64 *set, u32 nregs, u32 ndw)
{
	const u32 *in = ck->header + 2;
	u32 *out = ck->out;
	u32 first = in[-1];
	u32 count = ndw - 1;
	u32 units = 0, bad = 0;
	u32 i;

	if (unlikely(first >= nregs || count > nregs - first))
		return refuse_range(ck, first, count, nregs);
	out[0] = in[-2];
	out[1] = first;
	for (i = 0; i < count; i++) {
		u32 v = in[i];

		units |= flags[first + i];
		bad |= v & forbid[first + i];
		value[first + i] = v;
		out[2 + i] = v;
	}
	ck->result->registers += count;
	if (unlikely(units & ck->special || bad))
		return pm4_set_registers(ck, w, first, count, in);
	ck->dirty |= units;
	mark_set(set, first, count);
	return 0;
}

static int check_packet(struct pm4_checker *ck, u32 header, u32 ndw)
{
	u32 opcode = header >> 8 & 0xff;
	const struct pm4_packet_row *row = NULL;

	if (opcode == PM4_OP_SET_CONFIG_REG && !(header & 0xff))
		return set_run(ck, &ck->config, ck->config_flags, ck->config_forbid,
			       ck->config_value, ck->config_set, PM4_CONFIG_REGS, ndw);
	if (ck->packets[opcode])
		row = &pm4_packet_rows[ck->packets[opcode] - 1];
	if (unlikely(!row || row->cls == PM4_DENIED))
		return refuse_packet(ck, opcode, row);
	if (unlikely(header & 0xff)) {
		/* A packet that is skipped must not be one that sets state. */
		if ((header & 0xff) != PREDICATE || (row->handler != PM4_PH_DRAW &&
						     row->handler != PM4_PH_DRAW_INDEX &&
						     row->handler != PM4_PH_DRAW_IMMEDIATE))
			return PM4_REFUSE(ck, .code = PM4_CODE_HEADER_BITS,
					  .actual = header & 0xff);
	}
	if (unlikely(ndw < row->min_dw || ndw > row->max_dw ||
		     (row->unit_dw > 1 && (ndw - 1) % row->unit_dw)))
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH,
				  .expected = row->min_dw, .detail = row->max_dw,
				  .actual = ndw);
	if (row->cls == PM4_TRACKED)
		return pm4_packet_tracked(ck, row, ndw);
	memcpy(ck->out, ck->header, (1 + ndw) * sizeof(u32));
	return 0;
}

static int __cold refuse_header(struct pm4_checker *ck, u32 header)
{
	switch (header >> 30) {
	case 0:
		return PM4_REFUSE(ck, .code = PM4_CODE_TYPE0,
				  .reg = (header & 0xffff) << 2);
	case 2:
		return PM4_REFUSE(ck, .code = PM4_CODE_HEADER_BITS,
				  .actual = header & ~TYPE2_FILLER);
	}
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_TYPE, .actual = header >> 30);
}

static int check_gfx(struct pm4_checker *ck)
{
	const u32 *end = ck->end;
	const u32 *p = ck->in->ib;
	u32 packets = 0;

	while (p < end) {
		u32 header = *p;
		u32 ndw, n;
		int refused;

		ck->header = p;
		packets++;
		if (unlikely(header >> 30 != 3)) {
			if (header != TYPE2_FILLER)
				return refuse_header(ck, header);
			*ck->out++ = header;
			p++;
			continue;
		}
		ndw = (header >> 16 & 0x3fff) + 1;
		if (unlikely(end - p <= (ptrdiff_t)ndw))
			return PM4_REFUSE(ck, .code = PM4_CODE_TRUNCATED,
					  .expected = ndw, .actual = end - p - 1);
		ck->at = p + 1 + ndw;
		if (likely((header & 0xc000ffff) == (TYPE3 | PM4_OP_SET_CONTEXT_REG << 8)))
			refused = set_run(ck, &ck->context, ck->context_flags,
					  ck->context_forbid, ck->context_value,
					  ck->context_set, PM4_CONTEXT_REGS, ndw);
		else
			refused = check_packet(ck, header, ndw);
		if (unlikely(refused))
			return 1;
		/* The relocations that the packet took. */
		p += 1 + ndw;
		ck->out += 1 + ndw;
		for (n = ck->at - p; n; n--)
			*ck->out++ = *p++;
	}
	ck->result->packets = packets;
	return 0;
}

static void start(struct pm4_checker *ck, const struct pm4_input *in, u32 *out,
		  struct pm4_result *result, struct pm4_verdict *verdict)
{
	ck->in = in;
	ck->at = in->ib;
	ck->end = in->ib + in->ib_dw;
	ck->header = NULL;
	ck->out = out;
	ck->keep_tiling = in->flags & PM4_KEEP_TILING;
	ck->special = PM4_WRITE_DENIED | PM4_WRITE_RELOC | PM4_WRITE_FORCED |
		      PM4_WRITE_INDEX | (ck->keep_tiling ? 0 : PM4_WRITE_TILING);
	ck->resolve = false;
	ck->predicated = false;
	ck->depth_ok = false;
	ck->color_ok = 0;
	ck->index_bytes = 4;
	ck->dirty = PM4_UNIT_ALL;
	ck->touched = 0;
	ck->result = result;
	ck->verdict = verdict;
	memset(ck->resources, 0, sizeof(ck->resources));
	memset(ck->context_set, 0, sizeof(ck->context_set));
	memset(ck->config_set, 0, sizeof(ck->config_set));
	memset(result, 0, sizeof(*result));
	memset(verdict, 0, sizeof(*verdict));
	verdict->dword = PM4_NO_DWORD;
	verdict->header = PM4_NO_DWORD;
	verdict->buffer = PM4_NO_BUFFER;
}

static bool any_set(const struct pm4_checker *ck, u32 reg, u32 count, u32 stride)
{
	u32 i;

	for (i = 0; i < count; i++)
		if (pm4_context_isset(ck, reg + i * stride))
			return true;
	return false;
}

/* What the stream leaves: a group is left when any register of it was written. */
static void finish(struct pm4_checker *ck)
{
	struct pm4_footprint *fp = &ck->result->footprint;
	u32 left = 0;
	u32 i;

	for (i = 0; i < PM4_RESOURCE_WORDS; i++)
		fp->left[i] = ck->resources[i];
	for (i = 0; i < 8; i++)
		if (any_set(ck, PM4_R_CB_COLOR_BASE + 4 * i, 7, 0x20))
			left |= 1u << (PM4_STATE_COLOR0 + i);
	if (any_set(ck, PM4_R_DB_DEPTH_SIZE, 2, 4) ||
	    any_set(ck, PM4_R_DB_DEPTH_BASE, 3, 4) ||
	    any_set(ck, PM4_R_DB_HTILE_SURFACE, 1, 4))
		left |= 1u << PM4_STATE_DEPTH;
	if (pm4_context_isset(ck, PM4_R_CB_TARGET_MASK) ||
	    pm4_context_isset(ck, PM4_R_CB_COLOR_CONTROL) ||
	    pm4_context_isset(ck, PM4_R_DB_DEPTH_CONTROL) ||
	    pm4_context_isset(ck, PM4_R_DB_RENDER_CONTROL) ||
	    pm4_context_isset(ck, PM4_R_DB_RENDER_OVERRIDE) ||
	    pm4_context_isset(ck, PM4_R_SX_MISC) ||
	    pm4_context_isset(ck, PM4_R_PA_SC_AA_CONFIG))
		left |= 1u << PM4_STATE_TARGETS;
	if (any_set(ck, PM4_R_VGT_STRMOUT_EN, 1, 4) ||
	    any_set(ck, PM4_R_VGT_STRMOUT_BUFFER_EN, 1, 4) ||
	    any_set(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE, 4, 16) ||
	    any_set(ck, PM4_R_VGT_STRMOUT_BUFFER_SIZE, 4, 16))
		left |= 1u << PM4_STATE_STRMOUT;
	if (any_set(ck, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS, 16, 4) ||
	    any_set(ck, PM4_R_SQ_ALU_CONST_CACHE_PS, 16, 4))
		left |= 1u << PM4_STATE_CONST_PS;
	if (any_set(ck, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_VS, 16, 4) ||
	    any_set(ck, PM4_R_SQ_ALU_CONST_CACHE_VS, 16, 4))
		left |= 1u << PM4_STATE_CONST_VS;
	if (any_set(ck, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_GS, 16, 4) ||
	    any_set(ck, PM4_R_SQ_ALU_CONST_CACHE_GS, 16, 4))
		left |= 1u << PM4_STATE_CONST_GS;
	if (any_set(ck, PM4_R_SQ_PGM_START_PS, 1, 4) ||
	    any_set(ck, PM4_R_SQ_PGM_START_VS, 1, 4) ||
	    any_set(ck, PM4_R_SQ_PGM_START_GS, 1, 4) ||
	    any_set(ck, PM4_R_SQ_PGM_START_ES, 1, 4) ||
	    any_set(ck, PM4_R_SQ_PGM_START_FS, 1, 4) ||
	    any_set(ck, PM4_R_VGT_GS_MODE, 1, 4))
		left |= 1u << PM4_STATE_PROGRAM;
	for (i = 0; i < 12; i++)
		if (pm4_config_isset(ck, PM4_R_SQ_ESGS_RING_BASE + 4 * i))
			left |= 1u << PM4_STATE_RING;
	if (pm4_config_isset(ck, PM4_R_SX_MEMORY_EXPORT_BASE) ||
	    pm4_config_isset(ck, PM4_R_SX_MEMORY_EXPORT_SIZE))
		left |= 1u << PM4_STATE_EXPORT;
	if (ck->predicated)
		left |= 1u << PM4_STATE_PREDICATE;
	fp->left_state = left;
}

/**
 * pm4_check() - check a stream and write out what may run
 * @ck: a checker of the card; no other check may use it meanwhile
 * @in: the stream
 * @out: where to write; may be write-combined, is never read
 * @out_capacity_dw: room there; as much as the stream's length is needed
 * @result: what the stream is; only meaningful when it is accepted
 * @verdict: why it is refused
 *
 * Return: 0 if the stream is accepted, 1 if it is refused.  In the second case
 * the output holds rubbish and must not run.
 */
int pm4_check(struct pm4_checker *ck, const struct pm4_input *in, u32 *out,
	      u32 out_capacity_dw, struct pm4_result *result, struct pm4_verdict *verdict)
{
	start(ck, in, out, result, verdict);
	if (!in->ib_dw)
		return PM4_REFUSE(ck, .code = PM4_CODE_EMPTY);
	if (out_capacity_dw < in->ib_dw)
		return PM4_REFUSE(ck, .code = PM4_CODE_OUTPUT_TOO_SMALL,
				  .expected = in->ib_dw, .actual = out_capacity_dw);
	if (in->ring == PM4_RING_DMA) {
		if (pm4_check_dma(ck))
			return 1;
	} else {
		if (check_gfx(ck))
			return 1;
		finish(ck);
	}
	result->out_dw = in->ib_dw;
	return 0;
}

size_t pm4_checker_size(void)
{
	return sizeof(struct pm4_checker);
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
	for (i = 0; i < 256; i++) {
		u32 row = pm4_gfx_packets[i];

		while (row && !(pm4_packet_rows[row - 1].chips & ck->chip_bit))
			row = pm4_packet_rows[row - 1].next;
		ck->packets[i] = row;
	}
	pm4_windows_init(ck);
}
