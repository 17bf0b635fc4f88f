// SPDX-License-Identifier: GPL-2.0
/*
 * --alone: no draw reaches memory through an address that another indirect buffer left in
 * the chip.
 *
 * The model remembers for each register the indirect buffer that set it; writes by the
 * driver, in the ring or through MMIO, have no such owner.  At a draw, each address that is
 * switched on must come from this indirect buffer or from the driver.  (It is not documented
 * that the chip ignores a stream-out buffer that is off, or constants of size 0.)
 *
 * If an indirect buffer changed the division of the shader core, the driver must restore the
 * division of bring-up.  The read caches must be invalidated after the last fence, because
 * the memory may have another owner by now.  No indirect buffer begins while shaders of an
 * earlier one may run, because both use the same registers.
 *
 * The in-tree driver does none of this, so the check is an option.
 */
#include "r600/r600.h"

#define RESOURCES		585u
#define RESOURCE_BASE		0x38000u
#define VGT_GS_MODE		0x28a40u
#define VGT_STRMOUT_BUFFER_BASE	0x28ad8u
#define CB_COLOR_BASE		0x28040u
#define CB_COLOR_INFO		0x280a0u
#define CB_COLOR_TILE		0x280c0u
#define CB_COLOR_FRAG		0x280e0u
#define CB_TARGET_MASK		0x28238u
#define DB_DEPTH_BASE		0x2800cu
#define DB_DEPTH_INFO		0x28010u
#define DB_HTILE_DATA_BASE	0x28014u
#define SQ_ALU_CONST_CACHE_PS	0x28940u
#define SQ_PGM_START_PS		0x28840u
#define SQ_PGM_START_VS		0x28858u
#define SQ_PGM_START_GS		0x2886cu
#define SQ_PGM_START_ES		0x28880u
#define SQ_PGM_START_FS		0x28894u
#define SQ_CONFIG		0x8c00u
#define SQ_STACK_RESOURCE_MGMT_2 0x8c14u
#define SQ_ESGS_RING_ITEMSIZE	0x288a8u
#define SQ_ESGS_RING_BASE	0x8c40u
#define SQ_ESGS_RING_SIZE	0x8c44u
#define SX_MEMORY_EXPORT_BASE	0x9010u
#define SX_MEMORY_EXPORT_SIZE	0x9014u

/* Index of a register that divides the shader core (SQ_CONFIG to SQ_STACK_RESOURCE_MGMT_2), or -1. */
static int division_index(u32 reg)
{
	return reg >= SQ_CONFIG && reg <= SQ_STACK_RESOURCE_MGMT_2 ? (int)(reg - SQ_CONFIG) / 4 : -1;
}

void alone_wrote_state(struct model *m, u32 reg, u32 n)
{
	u32 owner = m->cp.depth ? m->cp.ib_number : 0;

	for (u32 i = 0; i < n; i++)
		r600(m)->owner[reg / 4 + i] = owner;
}

void alone_wrote(struct model *m, u32 reg, u32 value)
{
	int n = division_index(reg);

	r600(m)->owner[reg / 4] = m->cp.depth ? m->cp.ib_number : 0;
	if (!m->config.alone || m->cp.depth || n < 0 || value == r600(m)->division[n])
		return;
	violation(m, "alone",
		  "the ring divides the shader core by register 0x%05x = 0x%08x, and bring-up by 0x%08x",
		  reg, value, r600(m)->division[n]);
}

void alone_wrote_mmio(struct model *m, u32 reg, u32 value)
{
	int n = division_index(reg);

	if (n >= 0)
		r600(m)->division[n] = value;
}

void alone_begins(struct model *m)
{
	if (m->config.alone && r600(m)->cp.drawing)
		violation(m, "shaders", "indirect buffer %u begins while shaders of an earlier one may run",
			  m->cp.ib_number);
}

static void own(struct model *m, u32 reg, const char *what, u32 n)
{
	u32 owner = r600(m)->owner[reg / 4];

	if (!owner || owner == m->cp.ib_number)
		return;
	violation(m, "alone",
		  "a draw of indirect buffer %u reaches memory through %s %u (register 0x%05x = 0x%08x), which indirect buffer %u left",
		  m->cp.ib_number, what, n, reg, reg_get(m, reg), owner);
	r600(m)->owner[reg / 4] = 0;	/* report it once */
}

/* A descriptor is on if its type is texture or buffer. */
static void resources(struct model *m)
{
	for (u32 i = 0; i < RESOURCES; i++) {
		u32 reg = RESOURCE_BASE + i * 28;

		if (reg_get(m, reg + 24) >> 31)
			own(m, reg + 24, "resource", i);
	}
}

static void colors(struct model *m)
{
	u32 mask = reg_get(m, CB_TARGET_MASK);

	for (u32 i = 0; i < 8; i++) {
		u32 info = reg_get(m, CB_COLOR_INFO + i * 4);

		/* It is not documented that the chip ignores these bases for a surface without them. */
		own(m, CB_COLOR_TILE + i * 4, "CMASK", i);
		own(m, CB_COLOR_FRAG + i * 4, "FMASK", i);
		if (info >> 2 & 0x3f && mask >> (i * 4) & 0xf)
			own(m, CB_COLOR_BASE + i * 4, "colour buffer", i);
	}
}

static void depth(struct model *m)
{
	u32 info = reg_get(m, DB_DEPTH_INFO);

	own(m, DB_HTILE_DATA_BASE, "HTILE", 0);
	if (info & 7)
		own(m, DB_DEPTH_BASE, "depth buffer", 0);
}

static void streamout(struct model *m)
{
	for (u32 i = 0; i < 4; i++)
		own(m, VGT_STRMOUT_BUFFER_BASE + i * 16, "stream-out buffer", i);
}

static void constants(struct model *m)
{
	for (u32 i = 0; i < 48; i++)
		own(m, SQ_ALU_CONST_CACHE_PS + i * 4, "constant cache", i);
}

static void programs(struct model *m, bool gs)
{
	own(m, SQ_PGM_START_PS, "pixel shader", 0);
	own(m, SQ_PGM_START_VS, "vertex shader", 0);
	own(m, SQ_PGM_START_FS, "fetch shader", 0);
	if (!gs)
		return;
	own(m, SQ_PGM_START_GS, "geometry shader", 0);
	own(m, SQ_PGM_START_ES, "export shader", 0);
}

static void rings(struct model *m)
{
	for (u32 i = 0; i < 6; i++) {
		if (!reg_get(m, SQ_ESGS_RING_SIZE + i * 8))
			continue;
		own(m, SQ_ESGS_RING_BASE + i * 8, "ring", i);
		own(m, SQ_ESGS_RING_ITEMSIZE + i * 4, "items of ring", i);
	}
	if (reg_get(m, SX_MEMORY_EXPORT_SIZE))
		own(m, SX_MEMORY_EXPORT_BASE, "memory export", 0);
}

/* These hold no address, but a draw without registers or threads for its shaders never ends. */
static void division(struct model *m)
{
	for (u32 reg = SQ_CONFIG; reg <= SQ_STACK_RESOURCE_MGMT_2; reg += 4)
		own(m, reg, "division of the shader core", (reg - SQ_CONFIG) / 4);
}

void alone_draw(struct model *m)
{
	bool gs = reg_get(m, VGT_GS_MODE) & 3;

	if (!m->config.alone || !m->cp.depth)
		return;
	if (!r600(m)->cp.caches_empty)
		violation(m, "caches",
			  "a draw of indirect buffer %u may hit lines of texture, vertex and shader caches from before the last fence",
			  m->cp.ib_number);
	r600(m)->cp.caches_empty = true;	/* report it once */
	resources(m);
	colors(m);
	depth(m);
	streamout(m);
	constants(m);
	programs(m, gs);
	rings(m);
	division(m);
}
