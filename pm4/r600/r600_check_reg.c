// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Register writes.  r600_windows_init() expands the tables' rows once per card into arrays
 * for each window: the effect of a write (PM4_UNIT_*, PM4_WRITE_*), the bits that must be
 * 0, and the number of consecutive registers without rules.  So a single comparison accepts
 * a packet of such registers.
 *
 * r600_init() calls r600_windows_init(), r600_check() calls r600_windows_tiling() for a
 * stream, r600_check_packet() calls r600_set_context() and r600_set_config() for a packet.  Takes
 * no lock.
 */
#include "r600_check.h"

/* Units, besides its group, that a write of element @n makes the next draw check again. */
static u64 handler_units(const struct pm4_reg_row *row, u32 n)
{
	switch ((enum pm4_reg_handler)row->handler) {
	case PM4_RH_CB_TILE:
	case PM4_RH_CB_FRAG:
		return PM4_UNIT_COLOR(n);
	case PM4_RH_CB_INFO:
		return PM4_WRITE_TILING;
	case PM4_RH_DB_INFO:
		return PM4_UNIT_TARGET | PM4_WRITE_TILING;
	case PM4_RH_DB_STATE:
		return PM4_UNIT_TARGET;
	case PM4_RH_HTILE_BASE:
		return PM4_UNIT_DEPTH;
	case PM4_RH_AA_CONFIG:
	case PM4_RH_SCISSOR:
		return PM4_UNIT_RASTER;
	case PM4_RH_CONST_BASE:
	case PM4_RH_CONST_SIZE:
		return PM4_CONST(n);
	case PM4_RH_PGM_START:
		return PM4_UNIT_PROGRAM;
	case PM4_RH_GS_MODE:
		return PM4_UNIT_GS;
	case PM4_RH_WAIT_UNTIL:
		return PM4_WRITE_WAIT;
	default:
		return 0;
	}
}

/* Flags of a write to element @n of a row, without the rules of its class. */
static u64 row_flags(const struct pm4_reg_row *row, u32 n)
{
	u64 group = row->state ? 1ull << (row->state - 1 + n * row->state_step) : 0;

	return handler_units(row, n) | group;
}

/* Bits that a stream may set, but that make the next draw check more. */
static u32 noted_bits(u32 reg)
{
	if (reg == PM4_R_DB_RENDER_CONTROL)
		return PM4_DEPTH_WORK;
	return reg == PM4_R_DB_RENDER_OVERRIDE ? PM4_FORCED_TESTS : 0;
}

static void expand_rule(struct r600_window *w, u32 i, const struct pm4_reg_row *row)
{
	u32 reg = w->base + 4 * i;
	u32 n;

	w->flags[i] = PM4_WRITE_DENIED;
	w->forbid[i] = 0;
	if (!row)
		return;
	n = row->stride ? (reg - row->offset) / row->stride : 0;
	switch ((enum pm4_class)row->cls) {
	case PM4_DENIED:
		return;
	case PM4_ALLOWED:
		w->flags[i] = row_flags(row, n);
		return;
	case PM4_FIELDS:
		w->flags[i] = row_flags(row, n);
		w->forbid[i] = ~row->mask;
		return;
	case PM4_FORCED:
		w->flags[i] = row_flags(row, n) | (row->value ? PM4_WRITE_FORCED : 0);
		w->forbid[i] = row->value ? 0 : row->mask;
		return;
	case PM4_RELOC:
		w->flags[i] = row_flags(row, n) | PM4_WRITE_RELOC;
		return;
	case PM4_TRACKED:
		w->flags[i] = row_flags(row, n);
		w->forbid[i] = ~row->mask | noted_bits(reg);
		return;
	}
}

/* Called from the last register to the first: the runs that start at i + 1 are known. */
static void expand(struct r600_window *w, u32 i, const struct pm4_reg_row *row)
{
	u32 plain = 0, open = 0, free = 0;

	if (i + 1 < w->nregs) {
		plain = w->plain_run[i + 1];
		open = w->any_value_run[i + 1];
		free = w->masked_run[i + 1];
	}
	expand_rule(w, i, row);
	if (w->forbid[i])
		w->flags[i] |= PM4_WRITE_BITS;
	w->plain_run[i] = w->flags[i] ? 0 : min(plain + 1, 255u);
	w->any_value_run[i] = w->flags[i] & PM4_WRITE_RULES ? 0 : min(open + 1, 255u);
	w->masked_run[i] = w->flags[i] & PM4_WRITE_RULES & ~(PM4_WRITE_TILING | PM4_WRITE_BITS) ?
		     0 : min(free + 1, 255u);
}

static void window_init(struct r600_window *w, const struct pm4_window *window, u32 chip)
{
	u32 i;

	w->base = window->base;
	w->nregs = (window->end - window->base) / 4;
	for (i = w->nregs; i--; )
		expand(w, i, pm4_reg_chain(&r600_tables, window->rows[i], chip));
}

/**
 * r600_windows_init() - expand the register tables for a card
 * @ck: the checker; @ck->card is valid
 */
void r600_windows_init(struct r600_checker *ck)
{
	window_init(&ck->context, &r600_tables.windows[PM4_WINDOW_CONTEXT], ck->card.chip);
	window_init(&ck->config, &r600_tables.windows[PM4_WINDOW_CONFIG], ck->card.chip);
}

/**
 * r600_windows_tiling() - select the source of array modes for the next stream
 * @ck: the checker
 * @keep: PM4_KEEP_TILING: no relocation may follow an INFO register
 */
void r600_windows_tiling(struct r600_checker *ck, bool keep)
{
	u64 *flags = ck->context.flags;
	u32 n;

	if (likely(keep == ck->keep_tiling))
		return;
	ck->keep_tiling = keep;
	for (n = 0; n < 8; n++)
		flags[(PM4_R_CB_COLOR_INFO - PM4_CONTEXT_BASE) / 4 + n] ^= PM4_WRITE_TILING;
	flags[(PM4_R_DB_DEPTH_INFO - PM4_CONTEXT_BASE) / 4] ^= PM4_WRITE_TILING;
}

/* A register that the client may not write, or not with this value. */
static noinline int __cold refuse_register(struct r600_checker *ck, u32 reg, const u32 *at)
{
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, ck->card.chip, reg);
	u32 value = *at;

	if (!row)
		return PM4_REFUSE(ck, .code = pm4_reg_find_any(&r600_tables, ck->card.chip, reg) ?
					      PM4_CODE_REGISTER_CHIP : PM4_CODE_REGISTER_UNKNOWN,
				  .at = at, .reg = reg, .actual = value);
	if (row->cls == PM4_DENIED)
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_DENIED,
				  .at = at, .reg = reg, .actual = value);
	if (row->cls == PM4_FORCED)
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE, .at = at,
				  .reg = reg, .expected = row->value,
				  .actual = value & row->mask);
	return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_BITS, .at = at,
			  .reg = reg, .expected = row->mask, .actual = value);
}

/*
 * Returns true if CMASK or FMASK shares the relocation of its colour buffer.  Mesa's first
 * driver for these chips does not use CMASK and FMASK and sends no relocation for them.
 * Like radeon, the checker then takes the relocation of the colour buffer, if the stream
 * has set that base.  The register must be alone in its packet because of
 * pm4_patches_max().
 */
static bool in_color_buffer(const struct r600_checker *ck, u32 reg, u32 *index)
{
	u32 base = PM4_R_CB_COLOR_BASE + (reg - PM4_R_CB_COLOR_TILE) % 32;

	if (reg < PM4_R_CB_COLOR_TILE || reg >= PM4_R_CB_COLOR_FRAG + 32 ||
	    PM4_COUNT(*ck->header) != 1 || r600_reloc_follows(ck) || !r600_context_isset(ck, base))
		return false;
	*index = r600_context_buffer(ck, base);
	return true;
}

/*
 * An address register and its relocation.  Clients leave stale offsets in registers of units
 * that are off: Mesa 26 sends the HTILE offset of an earlier, larger depth buffer together
 * with a level that has no HTILE.  So the draw judges an address, if a unit uses it.  An
 * offset past the end of its buffer never reaches the chip, because a unit may use the
 * address in a later stream, or in a way that no document describes: the chip gets the start
 * of the buffer, and only an empty buffer is refused here.  COHER_BASE is exempt: the CP only
 * flushes caches by it and accesses no memory.
 */
static int take_address(struct r600_checker *ck, struct r600_window *w, u32 i, const u32 *at)
{
	u32 reg = w->base + 4 * i;
	u32 kind = PM4_PATCH_ADDR_256;
	u32 index;

	if (!in_color_buffer(ck, reg, &index) && r600_next_reloc(ck, at, &index)) {
		ck->verdict->reg = reg;
		return 1;
	}
	if (!pm4_base_inside(r600_buffer(ck, index), *at) && reg != PM4_R_CP_COHER_BASE) {
		if (!r600_buffer(ck, index)->size)
			return r600_refuse_far(ck, index, (u64)*at << 8, reg, at);
		kind = PM4_PATCH_START_256;
	}
	w->buffer[i] = index;
	if (w->flags[i] & PM4_CONSTS_ALL)
		r600_slot_set(ck, r600_const_slot(i));
	r600_patch(ck, at, kind, index);
	return 0;
}

/* radeon's ABI: the relocation after an INFO register supplies the array mode. */
static int take_tiling(struct r600_checker *ck, u32 reg, const u32 *at)
{
	bool depth = reg == PM4_R_DB_DEPTH_INFO;
	u32 n = depth ? 8 : (reg - PM4_R_CB_COLOR_INFO) / 4;
	const struct pm4_buffer *buffer;
	u32 index, mode, tiled;

	ck->tiled[n] = *at;
	if (!r600_reloc_follows(ck))
		return 0;
	if (r600_next_reloc(ck, at, &index)) {
		ck->verdict->reg = reg;
		return 1;
	}
	buffer = &ck->buffers[index];
	if (depth) {
		mode = r600_tiling_mode(buffer, 0) == PM4_TILED_2D ? PM4_TILED_2D :
								    PM4_TILED_1D;
		tiled = (*at & ~(0xfu << 15)) | mode << 15;
	} else {
		tiled = *at | r600_tiling_mode(buffer, 0) << 8;
	}
	ck->tiled[n] = tiled;
	if (tiled != *at)
		r600_patch(ck, at, PM4_PATCH_VALUE, tiled);
	return 0;
}

/*
 * The chip has one copy of the registers of rings and memory export, of the division of the shader
 * core, and of the tuning of its units, so a write would affect shaders that still run.  Refuse the
 * write while draws of this stream may run, and note the waits.  Shaders of earlier streams have
 * ended before a stream that writes registers of rings and exports: the footprint reports these,
 * and the driver then waits before the stream.
 */
static noinline int single_or_wait(struct r600_checker *ck, u32 reg, u64 flags, const u32 *at)
{
	if (flags & PM4_WRITE_WAIT) {
		if (*at & PM4_WAIT_3D)
			ck->drawing = false;
		return 0;
	}
	if (ck->drawing)
		return PM4_REFUSE(ck, .code = PM4_CODE_NOT_IDLE, .at = at, .reg = reg,
				  .actual = *at);
	return 0;
}

static int set_register(struct r600_checker *ck, struct r600_window *w, u32 i,
			const u32 *at)
{
	u64 flags = r600_note_write(ck, w, i, at);
	u32 reg = w->base + 4 * i;
	u32 value = *at;

	if (!(flags & (PM4_WRITE_RULES | PM4_UNIT_SINGLE)) &&
	    likely(!ck->drawing || !(flags & PM4_GROUP_SINGLE)))
		return 0;
	if (unlikely(flags & (PM4_WRITE_DENIED | PM4_WRITE_FORCED) || value & w->forbid[i])) {
		const struct pm4_reg_row *r = pm4_reg_find(&r600_tables, ck->card.chip, reg);

		if (r && r->handler == PM4_RH_DB_CONTROL && !(value & ~r->mask)) {
			ck->depth_work = true;
			ck->dirty |= PM4_UNIT_TARGET;
		} else if (!r || !(flags & PM4_WRITE_FORCED) || (value & r->mask) != r->value) {
			return refuse_register(ck, reg, at);
		}
	}
	if (flags & (PM4_WRITE_WAIT | PM4_UNIT_SINGLE | PM4_GROUP_SINGLE) &&
	    single_or_wait(ck, reg, flags, at))
		return 1;
	if (flags & PM4_WRITE_RELOC)
		return take_address(ck, w, i, at);
	if (flags & PM4_WRITE_TILING)
		return take_tiling(ck, reg, at);
	return 0;
}

static int set_registers(struct r600_checker *ck, struct r600_window *w, u32 first, u32 count)
{
	const u32 *in = ck->header + 2;

	if (unlikely(first >= w->nregs || count > w->nregs - first))
		return PM4_REFUSE(ck, .code = PM4_CODE_RANGE, .at = ck->header + 1,
				  .expected = w->nregs, .offset = first, .actual = count);
	while (count--)
		if (set_register(ck, w, first++, in++))
			return 1;
	return 0;
}

/**
 * r600_set_config() - check the writes of a SET_CONFIG_REG packet
 * @ck: the check; ck->header is the packet, ck->cursor points past its end
 * @first: first register
 * @count: number of registers; may exceed the window
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_set_config(struct r600_checker *ck, u32 first, u32 count)
{
	return set_registers(ck, &ck->config, first, count);
}

/**
 * r600_set_context() - check the writes of a SET_CONTEXT_REG packet
 * @ck: the check; ck->header is the packet, ck->cursor points past its end
 * @first: first register
 * @count: number of registers; may exceed the window
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_set_context(struct r600_checker *ck, u32 first, u32 count)
{
	return set_registers(ck, &ck->context, first, count);
}
