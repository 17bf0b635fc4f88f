// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Register writes.  r500_regs_init() expands the tables' rows once per card into arrays: the
 * effect of a write, the bits that must be 0, and the number of consecutive registers without a
 * rule, so that a single comparison accepts a packet of such registers.
 *
 * The walk accepts the common writes itself and leaves the others to r500_registers(): those with
 * a relocation or a rule in code, those that it refuses, and all writes while some pipes do not
 * listen.  Takes no lock.
 */
#include "r500_check.h"

/* TX_FILTER0.ID */
#define R500_TEXTURE_NUMBER	(PM4_M_TX_FILTER0_ID << PM4_S_TX_FILTER0_ID)

/* What, besides its group, a write makes the next draw check again. */
static u32 handler_flags(const struct pm4_reg_row *row, u32 n)
{
	switch ((enum pm4_reg_handler)row->handler) {
	case PM4_RH_COLOR_BASE:
		return R500_GROUP(COLOR) | R500_WRITE_SLOW;
	case PM4_RH_COLOR_PITCH:
		return R500_GROUP(COLOR);
	case PM4_RH_DEPTH:
	case PM4_RH_DEPTH_PITCH:
		return R500_GROUP(DEPTH);
	case PM4_RH_DEPTH_BASE:
		return R500_GROUP(DEPTH) | R500_WRITE_SLOW;
	case PM4_RH_BW_CNTL:
		return R500_GROUP(COLOR) | R500_WRITE_SLOW;
	case PM4_RH_Z_PEQ:
		return R500_WRITE_SLOW;
	case PM4_RH_RESOLVE:
		return R500_GROUP(RESOLVE);
	case PM4_RH_RESOLVE_BASE:
		return R500_GROUP(RESOLVE) | R500_WRITE_SLOW;
	case PM4_RH_COLOR_CACHE:
	case PM4_RH_DEPTH_CACHE:
		return R500_WRITE_SLOW;
	case PM4_RH_TEXTURE:
		return 1u << n;
	case PM4_RH_TX_FILTER:
		return 1u << n | (n ? R500_WRITE_SLOW : 0);
	case PM4_RH_TX_BASE:
		return 1u << n | R500_WRITE_SLOW;
	case PM4_RH_US_DATA:
		return R500_GROUP(PROGRAM) | R500_WRITE_SLOW;
	case PM4_RH_VS_FLOW:
		return R500_GROUP(VSHADER);
	case PM4_RH_VS_DATA:
		return R500_GROUP(VSHADER) | R500_WRITE_SLOW;
	case PM4_RH_PIPES:
		return R500_WRITE_PIPES | R500_WRITE_SLOW;
	case PM4_RH_ZPASS_DATA:
		return R500_WRITE_PIPES;
	case PM4_RH_ZPASS_ADDR:
		return R500_WRITE_PIPES | R500_WRITE_SLOW;
	default:
		return 0;
	}
}

static void expand_rule(struct r500_checker *ck, u32 i, const struct pm4_reg_row *row)
{
	u32 flags, forbid = 0, n;

	ck->regs[i] = R500_RULE(R500_WRITE_DENIED | R500_WRITE_SLOW, 0);
	if (!row || row->cls == PM4_DENIED)
		return;
	ck->handler[i] = row->handler;
	n = (4 * i - row->offset) / row->stride;
	flags = handler_flags(row, n);
	if (row->state && row->state - 1 != PM4_STATE_FLOW)
		flags |= 1u << (row->state - 1);
	if (r500_is_placing(i))
		flags |= R500_WRITE_MOVES;
	/* The only value of a forced register is 0. */
	if (row->cls == PM4_FORCED)
		forbid = row->mask;
	else if (row->cls != PM4_ALLOWED)
		forbid = ~row->mask;
	/* Most streams have one texture, for whose number bits that must be 0 are enough. */
	if (row->handler == PM4_RH_TX_FILTER && !n)
		forbid |= R500_TEXTURE_NUMBER;
	ck->regs[i] = R500_RULE(flags, forbid);
}

/* Returns true if a draw needs the value, or the footprint that the stream has set it. */
static bool is_tracked(const struct r500_checker *ck, u32 i)
{
	return ck->handler[i] != PM4_RH_NONE || R500_FLAGS(ck->regs[i]) & PM4_STATE_ALL;
}

/* Called from the last register to the first: the runs that start at i + 1 are known. */
static void expand_runs(struct r500_checker *ck, u32 i)
{
	u64 rule = ck->regs[i];

	ck->simple[i] = R500_SLOW(rule) ? 0 : min(ck->simple[i + 1] + 1, 255);
	ck->masked[i] = R500_SLOW(rule) || is_tracked(ck, i) ? 0 : min(ck->masked[i + 1] + 1, 255);
	ck->plain[i] = ck->masked[i] && !R500_FORBID(rule) ? min(ck->plain[i + 1] + 1, 255) : 0;
}

/* Registers that need the owner of a RAM, with the bits that do. */
static const struct {
	u32 reg;
	u32 bits;
	u32 owner;
} owned[R500_OWNED] = {
	{ PM4_R_RB3D_CCTL, R500_CCTL_CMASK, PM4_OWNS_CMASK },
	{ PM4_R_RB3D_CMASK_OFFSET0, ~0u, PM4_OWNS_CMASK },
	{ PM4_R_RB3D_CMASK_PITCH0, ~0u, PM4_OWNS_CMASK },
	{ PM4_R_ZB_BW_CNTL, R500_BW_HYPERZ, PM4_OWNS_HYPERZ },
	{ PM4_R_SC_HYPERZ_EN, R500_SC_HYPERZ, PM4_OWNS_HYPERZ },
	{ PM4_R_GB_Z_PEQ_CONFIG, ~0u, PM4_OWNS_HYPERZ },
	{ PM4_R_ZB_ZMASK_OFFSET, ~0u, PM4_OWNS_HYPERZ },
	{ PM4_R_ZB_ZMASK_PITCH, ~0u, PM4_OWNS_HYPERZ },
	{ PM4_R_ZB_HIZ_OFFSET, ~0u, PM4_OWNS_HYPERZ },
	{ PM4_R_ZB_HIZ_PITCH, ~0u, PM4_OWNS_HYPERZ },
};

/**
 * r500_regs_init() - expand the register tables for a card
 * @ck: the checker; @ck->card is valid
 */
void r500_regs_init(struct r500_checker *ck)
{
	const struct pm4_window *window = &r500_tables.windows[PM4_WINDOW_MMREG];
	u32 i;

	for (i = PM4_MMREG_REGS; i--; ) {
		expand_rule(ck, i, pm4_reg_chain(&r500_tables, window->rows[i], ck->card.chip));
		expand_runs(ck, i);
	}
	for (i = 0; i < R500_OWNED; i++)
		ck->owned_forbid[i] = R500_FORBID(ck->regs[owned[i].reg / 4]);
	ck->flags = PM4_KEEP_TILING | PM4_OWNS_HYPERZ | PM4_OWNS_CMASK;
}

/* A register has a rule in code, or has not.  The runs that start after it are known. */
static void set_slow(struct r500_checker *ck, u32 i, bool slow)
{
	if (slow)
		ck->regs[i] |= R500_RULE(R500_WRITE_SLOW, 0);
	else
		ck->regs[i] &= ~R500_RULE(R500_WRITE_SLOW, 0);
	expand_runs(ck, i);
}

/**
 * r500_regs_flags() - set the rules up for the flags of a stream
 * @ck: the checker
 * @flags: PM4_KEEP_TILING, PM4_OWNS_*
 */
void r500_regs_flags(struct r500_checker *ck, u32 flags)
{
	u32 i, changed = flags ^ ck->flags;

	if (likely(!changed))
		return;
	for (i = 0; i < ARRAY_SIZE(owned); i++) {
		u64 *rule = &ck->regs[owned[i].reg / 4];
		u32 forbid;

		if (!(changed & owned[i].owner))
			continue;
		forbid = ck->owned_forbid[i];
		if (!(flags & owned[i].owner))
			forbid |= owned[i].bits;
		*rule = R500_RULE(R500_FLAGS(*rule), forbid);
	}
	/* Without HyperZ depth has no blocks. */
	if (changed & PM4_OWNS_HYPERZ) {
		set_slow(ck, R500_INDEX(ZB_BW_CNTL), flags & PM4_OWNS_HYPERZ);
		set_slow(ck, R500_INDEX(GB_Z_PEQ_CONFIG), flags & PM4_OWNS_HYPERZ);
	}
	/* From the last to the first, for the runs; an address comes before them. */
	for (i = R500_COLORS + 1; changed & PM4_KEEP_TILING && i--; ) {
		u32 reg = i < R500_COLORS ? PM4_R_RB3D_COLORPITCH + 4 * i : PM4_R_ZB_DEPTHPITCH;

		set_slow(ck, reg / 4, !(flags & PM4_KEEP_TILING));
	}
	ck->flags = flags;
}

/* TX_FILTER0.ID is another number than the texture's. */
static noinline int __cold refuse_number(struct r500_checker *ck, u32 reg, const u32 *at)
{
	return R500_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE, .at = at, .reg = reg,
			   .expected = (reg - PM4_R_TX_FILTER0) / 4,
			   .actual = pm4_get(TX_FILTER0_ID, *at));
}

/* A register that the client may not write, or not with this value. */
static noinline int __cold refuse_register(struct r500_checker *ck, u32 reg, const u32 *at)
{
	const struct pm4_reg_row *row = pm4_reg_find(&r500_tables, ck->card.chip, reg);
	u32 i, value = *at;

	if (!row)
		return R500_REFUSE(ck, .code = pm4_reg_find_any(&r500_tables, ck->card.chip, reg) ?
					       PM4_CODE_REGISTER_CHIP : PM4_CODE_REGISTER_UNKNOWN,
				   .at = at, .reg = reg, .actual = value);
	if (row->cls == PM4_DENIED)
		return R500_REFUSE(ck, .code = PM4_CODE_REGISTER_DENIED,
				   .at = at, .reg = reg, .actual = value);
	if (row->cls == PM4_FORCED)
		return R500_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE, .at = at, .reg = reg,
				   .expected = row->value, .actual = value);
	if (row->handler == PM4_RH_TX_FILTER && !(value & ~row->mask))
		return refuse_number(ck, reg, at);
	for (i = 0; i < ARRAY_SIZE(owned); i++)
		if (owned[i].reg == reg && !(value & ~row->mask))
			return R500_REFUSE(ck, .code = PM4_CODE_NOT_OWNER, .at = at, .reg = reg,
					   .detail = owned[i].owner,
					   .expected = row->mask & ~owned[i].bits, .actual = value);
	return R500_REFUSE(ck, .code = PM4_CODE_REGISTER_BITS, .at = at,
			   .reg = reg, .expected = row->mask, .actual = value);
}

/* radeon's ABI: without PM4_KEEP_TILING, the relocation of a pitch supplies the tiling. */
static int take_tiling(struct r500_checker *ck, u32 reg, const u32 *at, u32 *pitch)
{
	u32 index;

	*pitch = *at;
	if (ck->flags & PM4_KEEP_TILING)
		return 0;
	if (r500_next_reloc(ck, reg, at, &index))
		return 1;
	*pitch = (*at & ~(7u << 16)) | r500_buffer_tiling(r500_buffer(ck, index)) << 16;
	if (*pitch != *at)
		r500_patch(ck, at, PM4_PATCH_VALUE, *pitch);
	return 0;
}

/* An address register and its relocation. */
static int take_address(struct r500_checker *ck, u32 reg, const u32 *at, u32 *index)
{
	if (r500_next_reloc(ck, reg, at, index))
		return 1;
	r500_patch(ck, at, PM4_PATCH_ADDR_32, *index);
	return 0;
}

/* The same for a texture, whose tiling is in the low bits of its address. */
static int take_texture(struct r500_checker *ck, u32 reg, const u32 *at)
{
	u32 index;

	if (r500_next_reloc(ck, reg, at, &index))
		return 1;
	r500_texture_address(ck, (reg - PM4_R_TX_OFFSET) / 4, at, index);
	return 0;
}

/*
 * TX_FILTER0.ID is the number by which programs name the texture (guide 10.8), and TX_ENABLE may
 * go by either number.  So a texture with the number of another one could be read in its place,
 * with the address that the last client has left there.  This holds for textures that no draw of
 * the stream uses as well.
 */
static int take_filter(struct r500_checker *ck, u32 reg, const u32 *at)
{
	if (likely(pm4_get(TX_FILTER0_ID, *at) == (reg - PM4_R_TX_FILTER0) / 4))
		return 0;
	return refuse_number(ck, reg, at);
}

static noinline int __cold refuse_query(struct r500_checker *ck, u32 reg, const u32 *at, u32 index)
{
	return R500_REFUSE(ck, .code = PM4_CODE_CONST_BOUNDS, .at = at, .reg = reg,
			   .buffer = r500_buffer(ck, index), .offset = *at,
			   .expected = r500_buffer(ck, index)->size, .actual = 4);
}

/*
 * The write makes the chip store the counter of the samples that passed.  The counter goes on
 * from stream to stream, so a stream that has not set it would read another client's.
 */
static int take_query(struct r500_checker *ck, u32 reg, const u32 *at)
{
	u32 index;

	if (take_address(ck, reg, at, &index))
		return 1;
	if (!r500_is_set(ck, ZB_ZPASS_DATA))
		r500_inherit(ck, PM4_STATE_QUERY);
	if (!pm4_inside(r500_buffer(ck, index), *at, 4))
		return refuse_query(ck, reg, at, index);
	return r500_writes(ck, index, reg, at);
}

/* A register that some pipes would not take. */
static noinline int __cold refuse_partial(struct r500_checker *ck, u32 reg, const u32 *at)
{
	return R500_REFUSE(ck, .code = PM4_CODE_PIPES, .at = at, .reg = reg,
			   .detail = r500_dword(ck, ck->partial), .actual = *ck->partial,
			   .expected = ck->all_pipes);
}

/*
 * SU_REG_DEST and, on RV530, FG_ZBREG_DEST select the pipes that take register writes.  A pipe
 * that is left out keeps what it has: registers of another client, with its addresses.
 *
 * FG_ZBREG_DEST is itself a register of the raster pipe (guide 9.1.15), so that a write of it is
 * lost while SU_REG_DEST leaves the pipe out.
 */
static int take_pipes(struct r500_checker *ck, u32 i, const u32 *at)
{
	u32 pipes = ck->all_pipes, z = R500_ALL_Z_PIPES;

	if (r500_is_set(ck, SU_REG_DEST))
		pipes &= *r500_at(ck, R500_INDEX(SU_REG_DEST));
	if (r500_is_set(ck, FG_ZBREG_DEST))
		z &= *r500_at(ck, R500_INDEX(FG_ZBREG_DEST));
	ck->partial = NULL;
	if (pipes != ck->all_pipes) {
		ck->partial = r500_at(ck, R500_INDEX(SU_REG_DEST));
		if (i == R500_INDEX(FG_ZBREG_DEST))
			return refuse_partial(ck, 4 * i, at);
	} else if (z != R500_ALL_Z_PIPES) {
		ck->partial = r500_at(ck, R500_INDEX(FG_ZBREG_DEST));
	}
	return 0;
}

/* A port of programs, not in the form that r500_upload() takes. */
static noinline int __cold refuse_port(struct r500_checker *ck, u32 reg, const u32 *at)
{
	return R500_REFUSE(ck, .code = PM4_CODE_UPLOAD, .at = at, .reg = reg,
			   .detail = R500_UPLOAD_FORM);
}

/* Rules in code. */
static noinline int run_handler(struct r500_checker *ck, u32 i, const u32 *at)
{
	u32 reg = 4 * i;

	switch ((enum pm4_reg_handler)ck->handler[i]) {
	case PM4_RH_COLOR_BASE:
		return take_address(ck, reg, at,
				    &ck->color_buffer[i - R500_INDEX(RB3D_COLOROFFSET)]);
	case PM4_RH_COLOR_PITCH:
		return take_tiling(ck, reg, at,
				   &ck->color_pitch[i - R500_INDEX(RB3D_COLORPITCH)]);
	case PM4_RH_DEPTH_BASE:
		return take_address(ck, reg, at, &ck->depth_buffer);
	case PM4_RH_DEPTH_PITCH:
		return take_tiling(ck, reg, at, &ck->depth_pitch);
	case PM4_RH_RESOLVE_BASE:
		return take_address(ck, reg, at, &ck->resolve_buffer);
	case PM4_RH_ZPASS_ADDR:
		return take_query(ck, reg, at);
	case PM4_RH_TX_FILTER:
		return take_filter(ck, reg, at);
	case PM4_RH_TX_BASE:
		return take_texture(ck, reg, at);
	case PM4_RH_PIPES:
		return take_pipes(ck, i, at);
	case PM4_RH_BW_CNTL:
	case PM4_RH_Z_PEQ:
		return r500_enlarged(ck, i);
	case PM4_RH_COLOR_CACHE:
	case PM4_RH_DEPTH_CACHE:
		if (r500_may_move(ck, ck->dirty) && r500_moved(ck))
			return 1;
		r500_flush(ck, i, *at);
		return 0;
	default:
		return refuse_port(ck, reg, at);
	}
}

static noinline int set_register(struct r500_checker *ck, u32 i, const u32 *at)
{
	u32 flags = R500_FLAGS(ck->regs[i]);

	if (unlikely(ck->partial && !(flags & R500_WRITE_PIPES)))
		return refuse_partial(ck, 4 * i, at);
	if (unlikely(flags & R500_WRITE_DENIED || *at & R500_FORBID(ck->regs[i])))
		return refuse_register(ck, 4 * i, at);
	/* Only the write that reaches all pipes sets the counter. */
	if (!ck->partial || i != R500_INDEX(ZB_ZPASS_DATA))
		ck->last[i] = r500_position(ck, at);
	ck->dirty |= flags;
	return flags & R500_WRITE_SLOW ? run_handler(ck, i, at) : 0;
}

/* A packet with any number of registers, or one that no header can name, or cut off. */
static noinline int set_registers(struct r500_checker *ck, u32 header)
{
	u32 count = PM4_COUNT(header) + 1, first = R500_REG(header), i;
	const u32 *at = ck->header + 1;

	if (header & R500_TYPE0_BITS)
		return R500_REFUSE(ck, .code = PM4_CODE_HEADER_BITS,
				   .actual = header & R500_TYPE0_BITS);
	if (ck->end - at < count)
		return R500_REFUSE(ck, .code = PM4_CODE_TRUNCATED, .reg = 4 * first,
				   .at = ck->header, .expected = count, .actual = ck->end - at);
	ck->cursor = at + count;
	for (i = 0; i < count; i++, at++) {
		if (unlikely(first + i >= PM4_MMREG_REGS))
			return refuse_register(ck, 4 * (first + i), at);
		if (set_register(ck, first + i, at))
			return 1;
	}
	return 0;
}

/**
 * r500_registers() - check a type-0 packet
 * @ck: the check; ck->header is the packet
 *
 * Sets ck->cursor past the packet and its relocations.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_registers(struct r500_checker *ck)
{
	const u32 *at = ck->header + 1;
	u32 header = at[-1];

	if (header & R500_ONE_REG)
		return r500_upload(ck);
	if (header >= PM4_MMREG_REGS || at == ck->end)
		return set_registers(ck, header);
	ck->cursor = at + 1;
	return set_register(ck, header, at);
}

/**
 * r500_pipes_whole() - check the packets up to the one after which all pipes listen again
 * @ck: the check; ck->cursor is past the packet that left some pipes out
 *
 * Queries need such packets: each pipe stores its own counter.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_pipes_whole(struct r500_checker *ck)
{
	while (ck->partial) {
		if (ck->cursor >= ck->end)
			return R500_REFUSE(ck, .code = PM4_CODE_PIPES, .at = ck->partial,
					   .reg = ck->partial ==
						  r500_at(ck, R500_INDEX(SU_REG_DEST)) ?
						  PM4_R_SU_REG_DEST : PM4_R_FG_ZBREG_DEST,
					   .detail = PM4_NO_DWORD, .actual = *ck->partial,
					   .expected = ck->all_pipes);
		ck->header = ck->cursor;
		if (PM4_TYPE(*ck->header) == 0 ? r500_registers(ck) : r500_packet(ck))
			return 1;
	}
	return 0;
}
