// SPDX-License-Identifier: GPL-2.0
/*
 * Computes the memory accesses of one draw from the register file.
 *
 * The oracle does not read shader code: every access that an enabled unit or a valid
 * descriptor allows counts, for every draw.  State that the stream has not set is hostile:
 * if it can enable a unit, the unit is enabled, and if it bounds an access, the access
 * is unbounded.
 *
 * Called by packets.c; no locks.
 */
#include "draw.h"

static void stream_out(struct oracle *o)
{
	u32 i, base, size;

	bool on = worst(o, VGT_STRMOUT_EN) & 1;

	for (i = 0; i < 4; i++) {
		base = VGT_STRMOUT_BUFFER_BASE_0 + 16 * i;
		size = VGT_STRMOUT_BUFFER_SIZE_0 + 16 * i;
		/* A store that ignores switch and size would use the base. */
		if (oracle_known(o, base))
			oracle_touch(o, "stream-out base", i, base_of(o, base), 4, true);
		else
			oracle_fault(o, "stream-out base", i, UNSET);
		if (!on || !(worst(o, VGT_STRMOUT_BUFFER_EN) >> i & 1))
			continue;
		if (oracle_known(o, size) && !oracle_reg(o, size))
			continue;
		if (!oracle_known(o, base) || !oracle_known(o, size)) {
			oracle_fault(o, "stream-out buffer", i, UNSET);
			continue;
		}
		oracle_touch(o, "stream-out buffer", i, base_of(o, base),
			     4ull * oracle_reg(o, size), true);
		if (!(o->strmout_filled >> i & 1))
			oracle_fault(o, "stream-out offset", i, "is that of another client");
		/* On chips with STRMOUT_BASE_UPDATE the CP may use the base of that packet. */
		if (!o->cp_has_strmout_base)
			continue;
		if (o->strmout_base[i] == ORACLE_UNBOUNDED)
			oracle_fault(o, "stream-out base of the CP", i, UNSET);
		else
			oracle_touch(o, "stream-out base of the CP", i,
				     o->strmout_base[i],
				     4ull * oracle_reg(o, size), true);
	}
}

static void constants(struct oracle *o, const char *what, u32 size0, u32 base0)
{
	u32 i, size, base, lines;

	for (i = 0; i < 16; i++) {
		size = size0 + 4 * i;
		base = base0 + 4 * i;
		lines = field(oracle_reg(o, size), 0, 9);
		if (oracle_known(o, size) && !lines)
			continue;
		if (!oracle_known(o, size) || !oracle_known(o, base)) {
			oracle_fault(o, what, i, UNSET);
			continue;
		}
		/* The size counts lines of sixteen constants. */
		oracle_touch(o, what, i, base_of(o, base), 256ull * lines, false);
	}
}

/*
 * A program addresses items of a ring.  The ring must hold at least as many items as the
 * smallest of Mesa's rings: 64 between shaders, 128 of scratch.
 */
static void ring_items(struct oracle *o, const char *what, u32 i)
{
	u64 bytes = 256ull * oracle_reg(o, SQ_RING_FIRST + 4 + 8 * i);
	u32 item = SQ_RING_ITEMSIZE_FIRST + 4 * i;

	if (!oracle_known(o, item))
		oracle_fault(o, what, i, UNSET);
	else if (i > 1 && !field(oracle_reg(o, item), 0, 15))
		oracle_fault(o, what, i, "items without a size");
	else if (bytes / (i > 1 ? 128 : 64) < 4ull * field(oracle_reg(o, item), 0, 15))
		oracle_fault(o, what, i, "too few items");
}

static void rings(struct oracle *o, bool geometry)
{
	static const char *const name[] = {
		"ESGS ring", "GSVS ring", "ES scratch ring", "GS scratch ring",
		"VS scratch ring", "PS scratch ring", "FBUF ring",
		"reduction ring",
	};
	u32 i, base, size;

	for (i = 0; i < ARRAY_SIZE(name); i++) {
		base = SQ_RING_FIRST + 8 * i;
		size = base + 4;
		if (i < 4 && !geometry)
			continue;
		if (oracle_known(o, size) && !oracle_reg(o, size))
			continue;
		if (!oracle_known(o, base) || !oracle_known(o, size)) {
			oracle_fault(o, name[i], i, UNSET);
			continue;
		}
		oracle_touch(o, name[i], i, base_of(o, base),
			     256ull * oracle_reg(o, size), true);
		ring_items(o, name[i], i);
	}
}

/*
 * State without a known user: bases of CMASK, FMASK and HTILE of surfaces that have none,
 * and the division of the shader core.  No document says that the chip ignores it.
 */
static void idle_state(struct oracle *o)
{
	u32 i;

	for (i = 0; i < 8; i++) {
		if (!oracle_known(o, CB_COLOR0_TILE + 4 * i))
			oracle_fault(o, "CMASK base", i, UNSET);
		if (!oracle_known(o, CB_COLOR0_FRAG + 4 * i))
			oracle_fault(o, "FMASK base", i, UNSET);
	}
	if (!oracle_known(o, DB_HTILE_DATA_BASE))
		oracle_fault(o, "HTILE base", 0, UNSET);
	for (i = SQ_CONFIG; i <= SQ_STACK_RESOURCE_MGMT_2; i += 4)
		if (!oracle_known(o, i))
			oracle_fault(o, "shader resources", i, UNSET);
}

static void memory_export(struct oracle *o)
{
	if (oracle_known(o, SX_MEMORY_EXPORT_SIZE) &&
	    !oracle_reg(o, SX_MEMORY_EXPORT_SIZE))
		return;
	if (!oracle_known(o, SX_MEMORY_EXPORT_SIZE) ||
	    !oracle_known(o, SX_MEMORY_EXPORT_BASE)) {
		oracle_fault(o, "memory export", 0, UNSET);
		return;
	}
	oracle_fault(o, "memory export", 0, "size without a rule");
}

static void programs(struct oracle *o, bool geometry)
{
	static const struct {
		const char *what;
		u32 reg;
		bool geometry;
	} pgm[] = {
		{ "pixel shader", SQ_PGM_START_PS, false },
		{ "vertex shader", SQ_PGM_START_VS, false },
		{ "fetch shader", SQ_PGM_START_FS, false },
		{ "geometry shader", SQ_PGM_START_GS, true },
		{ "export shader", SQ_PGM_START_ES, true },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(pgm); i++) {
		if (pgm[i].geometry && !geometry)
			continue;
		if (!oracle_known(o, pgm[i].reg)) {
			oracle_fault(o, pgm[i].what, 0, UNSET);
			continue;
		}
		/* The first instruction of a program; the length is unknown. */
		oracle_touch(o, pgm[i].what, 0, base_of(o, pgm[i].reg), 8,
			     false);
	}
}

static void vertex_buffer(struct oracle *o, u32 slot, const u32 *w)
{
	oracle_touch(o, "vertex buffer", slot,
		     (u64)field(w[2], 0, 8) << 32 | w[0], 1ull + w[1], false);
}

static void texture(struct oracle *o, u32 slot, const u32 *w)
{
	struct surface_texture t;
	struct surface_extent e;
	struct surface_format f;
	const char *why;
	u32 samples;

	surface_texture_read(w, &t);
	f = surface_format(t.format);
	why = surface_texture_extent(&o->chip, &t, &e);
	if (field(w[6], 0, 2) || field(w[6], 8, 22) || field(w[5], 30, 2))
		why = "interlaced, clamped for MPEG, or with bits that have no name";
	if (why) {
		oracle_fault(o, "texture", slot, why);
		return;
	}
	samples = t.dim >= 6 ? 1u << t.last_level : 1;
	if (e.base)
		oracle_base(o, "texture", slot, (u64)w[2] << 8, t.mode, f.bytes, samples);
	if (e.mip)
		oracle_base(o, "texture mip levels", slot, (u64)w[3] << 8, t.mode, f.bytes, samples);
	oracle_touch(o, "texture", slot, (u64)w[2] << 8, e.base, false);
	/* A texture without levels may not point outside either. */
	oracle_touch(o, "texture mip levels", slot, (u64)w[3] << 8, e.mip ? e.mip : 1, false);
}

static void resource(struct oracle *o, u32 slot)
{
	const u32 *w = &o->reg[SQ_RESOURCE_0 / 4 + 7 * slot];
	const u8 *known = &o->known[SQ_RESOURCE_0 / 4 + 7 * slot];
	u32 i, type = w[6] >> 30;

	if (known[6] && type < 2)
		return;
	for (i = 0; i < 7; i++) {
		if (known[i])
			continue;
		oracle_fault(o, "descriptor", slot, UNSET);
		return;
	}
	if (type == 3)
		vertex_buffer(o, slot, w);
	else
		texture(o, slot, w);
}

/* A shader can use any descriptor; descriptors that have not changed were judged before. */
static void resources(struct oracle *o)
{
	u32 word, slot;
	u64 bits;

	for (word = 0; word < ORACLE_DIRTY_WORDS; word++) {
		bits = o->resource_dirty[word];
		o->resource_dirty[word] = 0;
		for (; bits; bits &= bits - 1) {
			slot = 64 * word + (u32)__builtin_ctzll(bits);
			if (slot < R600_RESOURCES)
				resource(o, slot);
		}
	}
}

/**
 * oracle_draw() - judge everything that a draw could touch now
 * @o: oracle
 */
void oracle_draw(struct oracle *o)
{
	bool geometry = worst(o, VGT_GS_MODE) & 3;
	/* MULTIPASS kills the primitives of R6xx; Mesa gives R7xx another bit. */
	bool pixels = o->chip.r7xx || !oracle_known(o, SX_MISC) ||
		      !(oracle_reg(o, SX_MISC) & 1);
	u32 i;

	o->draws++;
	o->drawing = true;
	/* Without primitives the colour and depth blocks access no memory. */
	if (pixels) {
		for (i = 0; i < 8; i++)
			oracle_colour(o, i);
		oracle_depth(o);
	}
	idle_state(o);
	stream_out(o);
	constants(o, "pixel constants", SQ_ALU_CONST_BUFFER_SIZE_PS_0,
		  SQ_ALU_CONST_CACHE_PS_0);
	constants(o, "vertex constants", SQ_ALU_CONST_BUFFER_SIZE_VS_0,
		  SQ_ALU_CONST_CACHE_VS_0);
	constants(o, "geometry constants", SQ_ALU_CONST_BUFFER_SIZE_GS_0,
		  SQ_ALU_CONST_CACHE_GS_0);
	rings(o, geometry);
	memory_export(o);
	programs(o, geometry);
	resources(o);
}
