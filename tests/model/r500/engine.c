// SPDX-License-Identifier: GPL-2.0
/*
 * The 3D and 2D engines.  The machine executes draws (draw.c), but for copies of a texel (texel.c) and programs
 * that poll memory.
 *
 * The CP does not wait for the engines, and colour and depth stay in the caches of the pipes
 * until a flush.  So the model tracks the lines of each pipe, and the waits of the ring; a
 * fence that passes too early is a violation.  SU_REG_DEST selects the pipes
 * that a register write reaches, flushes among them.
 */
#include <string.h>

#include "r500/poll.h"
#include "r500/r500.h"

static void own(struct model *m, u32 reg, const char *what, u32 n)
{
	u32 owner = r500(m)->owner[reg / 4];

	if (!owner || owner == m->cp.ib_number)
		return;
	violation(m, "alone",
		  "a draw of indirect buffer %u reaches memory through %s %u (register 0x%04x = 0x%08x), which indirect buffer %u left",
		  m->cp.ib_number, what, n, reg, reg_get(m, reg), owner);
	r500(m)->owner[reg / 4] = 0;	/* report it once */
}

/*
 * Programs name textures by TX_FILTER0.ID, and TX_ENABLE may go by the same numbers: then registers
 * with the number of another texture are used in its place.
 */
static void own_numbers(struct model *m)
{
	for (u32 i = 0; i < 16; i++) {
		u32 id = reg_get(m, TX_FILTER0_0 + i * 4) >> 28;

		if (id == i)
			continue;
		violation(m, "alone", "a draw of indirect buffer %u while texture %u has the number %u",
			  m->cp.ib_number, i, id);
		return;		/* report it once */
	}
}

/* With --alone: no draw uses addresses of another indirect buffer, or lines of another owner. */
static void check_alone(struct model *m)
{
	struct r500_engine *e = &r500(m)->engine;
	u32 textures = reg_get(m, TX_ENABLE) & 0xffff;

	if (!m->config.alone || !m->cp.depth)
		return;
	if (reg_get(m, RB3D_COLOR_CHANNEL_MASK) & 0xf)
		own(m, RB3D_COLOROFFSET0, "colour buffer", 0);
	if (reg_get(m, ZB_CNTL) & 7)
		own(m, ZB_DEPTHOFFSET, "depth buffer", 0);
	for (u32 i = 0; i < 16; i++)
		if (textures >> i & 1)
			own(m, TX_OFFSET0 + i * 4, "texture", i);
	own_numbers(m);
	if (textures && e->textures)
		violation(m, "caches", "a draw of indirect buffer %u may hit lines of textures from before the last fence",
			  m->cp.ib_number);
	e->textures = false;	/* report it once */
}

/* What bring-up has set from the straps. */
static void check_pipes(struct model *m)
{
	static const u32 sizes[] = { 0, 3, 6, 7 };
	u32 n = reg_get(m, GB_PIPE_SELECT) >> 12 & 3;
	u32 tiles = 0x11 | sizes[n] << 1;

	/* Mesa's r300 restores 0xf after a query on each chip, so bits of pipes that are not there do not matter. */
	if (r500_pipes(m) & ~reg_get(m, SU_REG_DEST))
		violation(m, "pipes", "a draw while SU_REG_DEST is 0x%x; %s has the pipes 0x%x",
			  reg_get(m, SU_REG_DEST), m->chip->name, r500_pipes(m));
	if (reg_get(m, GB_TILE_CONFIG) != tiles)
		violation(m, "tiling-config", "a draw while GB_TILE_CONFIG is 0x%08x; the straps of %s give 0x%02x",
			  reg_get(m, GB_TILE_CONFIG), m->chip->name, tiles);
}

/* Test whether the program is the one that polls memory (poll.h). */
static bool polls(const struct model *m)
{
	static const u32 program[R500_POLL_INSTRUCTIONS * US_WORDS] = R500_POLL_PROGRAM;
	u32 first = (reg_get(m, US_CODE_ADDR) + reg_get(m, US_CODE_OFFSET)) & US_VECTOR_ADDR;

	return first + R500_POLL_INSTRUCTIONS <= US_INSTRUCTIONS &&
	       !memcmp(r500(m)->draw.upload.us[first], program, sizeof(program));
}

/* Number @n of the constants */
static float constant(const struct model *m, u32 n)
{
	float value;

	memcpy(&value, &r500(m)->draw.upload.us_constant[n / 4][n % 4], sizeof(value));
	return value;
}

/* Test whether the texel does not yet have the value that the program waits for. */
static bool waits(struct model *m)
{
	u32 at = (u32)constant(m, 4), want = 0;

	for (u32 i = 0; i < 4; i++)
		want |= (u32)(constant(m, i) * 255 + 0.5f) << i * 8;
	return mc_read32(m, MC_GFX, (reg_get(m, TX_OFFSET0) & ~31u) + at * 4) != want;
}

/* COUNT of the packets (guide 5.2.3.10) */
#define COUNT_BITS	0x3fffu

void engine_clear_ram(struct model *m, u32 op, u32 first, u32 ndw, u32 value)
{
	u32 pipes = (u32)__builtin_popcount(r500_pipes(m)), ram, size, *cleared;
	struct r500_draw *draw = &r500(m)->draw;

	ram = op == 0x32 ? RAM_ZMASK : op == 0x37 ? RAM_HIZ : RAM_CMASK;
	cleared = &r500(m)->engine.cleared[op == 0x32 ? 0 : op == 0x37 ? 1 : 2];
	if (ram != RAM_CMASK && r500_chip(m)->z_pipes > pipes)
		pipes = r500_chip(m)->z_pipes;
	size = 4096 * pipes;
	if (ram == RAM_HIZ)
		size = (!strcmp(m->chip->name, "RV515") || !strcmp(m->chip->name, "R520") ? 10240 : 15360) * pipes;
	if (ram == RAM_CMASK && pipes == 1)
		size = 5120;
	if (first > size || ndw > size - first) {
		violation(m, "ram-bounds", "packet 0x%02x clears %u dwords from %u on; %s has %u", op, ndw, first,
			  m->chip->name, size);
		return;
	}
	/* The guide's COUNT has 14 bits; Mesa sends larger numbers on chips of several pipes, and means them. */
	*(ram == RAM_CMASK ? &draw->ram.cmask_clear : &draw->ram.hyperz_clear) = false;
	if (ram == RAM_HIZ)
		r500_ram_clear_hiz(draw->ram.hiz, first, ndw, value);
	else
		r500_ram_clear(ram == RAM_ZMASK ? draw->ram.zmask : draw->ram.cmask, first, ndw, value);
	if (m->cp.depth)
		return;
	if (ndw & ~COUNT_BITS)
		violation(m, "ram-count", "packet 0x%02x clears %u dwords; its COUNT has 14 bits", op, ndw);
	ndw &= COUNT_BITS;
	/* In pieces, one after the other */
	*cleared = !first ? ndw : first == *cleared ? first + ndw : 0;
	if (*cleared != size)
		return;
	r500(m)->engine.known_ram |= ram;
	count(m, MODEL_RAM_CLEAR);
}

/* With --alone: no draw uses RAM that holds what an unknown owner or the power-on left. */
static void check_ram(struct model *m)
{
	struct r500_engine *e = &r500(m)->engine;
	u32 uses = (reg_get(m, ZB_BW_CNTL) & ZB_HYPERZ || reg_get(m, SC_HYPERZ) & 1 ? RAM_HIZ | RAM_ZMASK : 0) |
		   (reg_get(m, RB3D_CCTL) & CCTL_CMASK ? RAM_CMASK : 0);

	if (!m->config.alone || !(uses & ~e->known_ram))
		return;
	violation(m, "ram-unknown", "a draw of indirect buffer %u uses RAM on the chip that was not cleared since the reset",
		  m->cp.ib_number);
	e->known_ram |= uses;	/* report it once */
}

static void begin_draw(struct model *m)
{
	struct r500_engine *e = &r500(m)->engine;

	check_alone(m);
	check_pipes(m);
	check_ram(m);
	count(m, MODEL_DRAW);
	e->drawing = true;
	e->colour = e->depth = r500_pipes(m);
}

enum pm4_outcome engine_draw(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	struct r500_engine *e = &r500(m)->engine;

	if (m->cp.state != CP_DRAWING && !e->waiting)
		begin_draw(m);
	/* The machine does not wait for memory. */
	e->waiting = polls(m) && waits(m);
	if (e->waiting)
		return PM4_WAIT;
	if (polls(m) || texel_draw(m) || !m->host->draw)
		return PM4_DONE;
	return draw_run(m, op, d, ndw);
}

void engine_wait_until(struct model *m, u32 value)
{
	struct r500_engine *e = &r500(m)->engine;

	if (value & (WAIT_3D_IDLE | WAIT_3D_IDLECLEAN))
		e->drawing = false;
	if (value & (WAIT_2D_IDLE | WAIT_2D_IDLECLEAN))
		e->blitting = false;
	if (value & WAIT_DMA_GUI_IDLE)
		e->copying = false;
}

/* Depth pipes that a register write reaches. */
static u32 depth_pipes(const struct model *m)
{
	if (r500_chip(m)->z_pipes > 1)
		return reg_get(m, SU_REG_DEST) & 1 ? reg_get(m, FG_ZBREG_DEST) & 3 : 0;
	return reg_get(m, SU_REG_DEST) & r500_pipes(m);
}

/* ZB_ZPASS_ADDR writes the count of each pipe that it reaches to the same address. */
static void zpass(struct model *m, u32 addr)
{
	u32 pipes = depth_pipes(m);

	for (u32 i = 0; i < 4; i++)
		if (pipes >> i & 1)
			mc_write32(m, MC_GFX, addr & ~3u, draw_counted(m, i));
}

/* Scale and offset of the viewport have two addresses each. */
static void viewport(struct model *m, u32 reg, u32 value)
{
	if (reg >= SE_VPORT_XSCALE && reg <= SE_VPORT_ZOFFSET)
		reg_set(m, reg - SE_VPORT_XSCALE + VAP_VPORT_XSCALE, value);
	else if (reg >= VAP_VPORT_XSCALE && reg <= VAP_VPORT_ZOFFSET)
		reg_set(m, reg - VAP_VPORT_XSCALE + SE_VPORT_XSCALE, value);
}

/*
 * Flushes and frees of a cache of the machine.  One that does not reach all pipes leaves the lines of the others, of which the
 * machine knows nothing: nothing happens.
 */
static void cache_write(struct model *m, u32 caches, bool flush, bool free)
{
	if (r500_pipes(m) & ~reg_get(m, SU_REG_DEST))
		return;
	if (flush && m->host->flush)
		m->host->flush(m->ctx, caches, 0, UINT64_MAX, !free);
	else if (free && !flush && m->host->discard)
		m->host->discard(m->ctx, caches);
}

bool engine_reg_write(struct model *m, u32 reg, u32 value)
{
	struct r500_engine *e = &r500(m)->engine;
	u32 reached = reg_get(m, SU_REG_DEST);

	r500_upload_write(&r500(m)->draw.upload, reg, value);
	viewport(m, reg, value);
	switch (reg) {
	case RB3D_DSTCACHE_CTLSTAT:
		if (value & DC_FLUSH)
			e->colour &= ~reached;
		cache_write(m, 1u << GPU_CACHE_CB, value & DC_FLUSH, value & DC_FREE);
		return false;
	case ZB_ZCACHE_CTLSTAT:
		if (value & ZC_FLUSH)
			e->depth &= ~reached;
		cache_write(m, 1u << GPU_CACHE_DB, value & ZC_FLUSH, value & ZC_FREE);
		return false;
	case TX_INVALTAGS:
		e->textures = false;
		cache_write(m, 1u << GPU_CACHE_TC, true, true);
		return false;
	case ZB_ZPASS_ADDR:
		zpass(m, value);
		return false;
	case ZB_ZPASS_DATA:
		draw_count_from(m, depth_pipes(m), value);
		return false;
	case CP_GUI_COMMAND:
		copy_gui(m, value);
		return false;
	case HOST_PATH_CNTL:
		if (value & HDP_READ_BUFFER_INVALIDATE)
			hdp_drop_lines(m);
		return false;
	case GA_SOFT_RESET:
		if (value & GA_SOFT_RESET_3D)
			m->cp.pipe_stuck = e->waiting = false;
		return false;
	}
	return false;
}

/* A scratch register or an interrupt of the ring says that work is done. */
void engine_fence(struct model *m, const char *by)
{
	struct r500_engine *e = &r500(m)->engine;

	if (m->cp.depth)
		return;
	if (e->colour | e->depth)
		violation(m, "fence-dirty",
			  "%s passes while pipes 0x%x hold lines of colour and 0x%x of depth that are not in memory", by,
			  e->colour, e->depth);
	else if (e->drawing && !(reg_get(m, ISYNC_CNTL) & ISYNC_CPSCRATCH_IDLEGUI))
		violation(m, "fence-early", "%s passes while the 3D engine may still draw", by);
	else if (e->copying || e->blitting)
		violation(m, "copy-live", "%s passes while a copy may still run", by);
	if (m->host->fence)
		m->host->fence(m->ctx);
	e->colour = e->depth = 0;	/* report it once */
	e->textures = true;
}

/* A program that waits is not ended by it, only by GA_SOFT_RESET. */
void engine_reset(struct model *m)
{
	if (r500(m)->engine.waiting && m->config.alone)
		m->cp.pipe_stuck = true;
	r500(m)->engine = (struct r500_engine){ .textures = true };
	memset(&r500(m)->draw, 0, sizeof(r500(m)->draw));
	if (m->host->flush)
		m->host->flush(m->ctx, (1u << GPU_CACHES) - 1, 0, UINT64_MAX, false);
}
