// SPDX-License-Identifier: GPL-2.0
/*
 * r500_registers(): a packet of registers with any dwords, any distance before the end of the
 * stream, any rules and relocations.
 *
 * A turn of the loop over the registers reads one and what it consumes, so one or two represent
 * every number.
 */
#include "../proof.h"
#include "r500_tables.h"

/*
 * The source knows these registers by their numbers, and no other from the next: a window of 60
 * represents the whole.
 */
#undef PM4_MMREG_REGS
#undef PM4_R_RB3D_COLOROFFSET
#undef PM4_R_RB3D_COLORPITCH
#undef PM4_R_ZB_DEPTHOFFSET
#undef PM4_R_ZB_DEPTHPITCH
#undef PM4_R_RB3D_AARESOLVE_OFFSET
#undef PM4_R_TX_OFFSET
#undef PM4_R_TX_FILTER0
#undef PM4_R_SU_REG_DEST
#undef PM4_R_FG_ZBREG_DEST
#undef PM4_R_ZB_ZPASS_DATA
#undef PM4_R_RB3D_DSTCACHE_CTLSTAT
#undef PM4_R_ZB_ZCACHE_CTLSTAT
#undef PM4_R_VAP_PVS_VECTOR_INDX_REG
#define PM4_MMREG_REGS			60u
#define PM4_R_RB3D_COLOROFFSET		(0 * 4)
#define PM4_R_RB3D_COLORPITCH		(4 * 4)
#define PM4_R_ZB_DEPTHOFFSET		(8 * 4)
#define PM4_R_ZB_DEPTHPITCH		(9 * 4)
#define PM4_R_RB3D_AARESOLVE_OFFSET	(10 * 4)
#define PM4_R_ZB_ZPASS_DATA		(12 * 4)
#define PM4_R_RB3D_DSTCACHE_CTLSTAT	(14 * 4)
#define PM4_R_ZB_ZCACHE_CTLSTAT		(15 * 4)
#define PM4_R_TX_OFFSET			(16 * 4)
#define PM4_R_TX_FILTER0		(32 * 4)
#define PM4_R_SU_REG_DEST		(48 * 4)
#define PM4_R_FG_ZBREG_DEST		(50 * 4)
#define PM4_R_VAP_PVS_VECTOR_INDX_REG	(56 * 4)

#define WORLD_REGS 3
#include "surface.h"

/* The sources' own: the harness has a stream. */
#undef r500_patch
#undef r500_writes

#ifndef RUNS
#define RUNS 0
#endif

/* The packet has this register, and perhaps the next. */
#define first_reg	(2 * RUNS)

static u32 handler_of(u32 i)
{
	switch (i) {
	case 0 ... 3: return PM4_RH_COLOR_BASE;
	case 4 ... 7: return PM4_RH_COLOR_PITCH;
	case 8: return PM4_RH_DEPTH_BASE;
	case 9: return PM4_RH_DEPTH_PITCH;
	case 10: return PM4_RH_RESOLVE_BASE;
	case 12: return PM4_RH_ZPASS_DATA;
	case 13: return PM4_RH_ZPASS_ADDR;
	case 14: return PM4_RH_COLOR_CACHE;
	case 15: return PM4_RH_DEPTH_CACHE;
	case 16 ... 31: return PM4_RH_TX_BASE;
	case 32 ... 47: return PM4_RH_TX_FILTER;
	case 48: case 50: return PM4_RH_PIPES;
	case 52: return PM4_RH_BW_CNTL;
	case 53: return PM4_RH_Z_PEQ;
	case 54: return PM4_RH_US_DATA;
	case 55: return PM4_RH_VS_DATA;
	case 56: return PM4_RH_VS_INDEX;
	default: return PM4_RH_NONE;
	}
}

#define REGS	2
static u32 stream[1 + REGS + 2 * REGS + 1];
static struct pm4_patch patches[2 * REGS];
static u64 written[1];
static u32 refused_lines, lines;

int r500_moved(struct r500_checker *ck) { return refused_lines |= nondet_bool(); }

int r500_enlarged(struct r500_checker *ck, u32 i)
{
	lines++;
	return refused_lines |= nondet_bool();
}

bool r500_is_placing(u32 i) { return nondet_bool(); }
int r500_refuse_reloc(struct r500_checker *ck, u32 reg, const u32 *where) { return 1; }

int r500_refuse_read_only(struct r500_checker *ck, u32 index, u32 reg, const u32 *where)
{
	return 1;
}

int r500_packet(struct r500_checker *ck) { return 1; }
int r500_upload(struct r500_checker *ck) { return 1; }

const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	static const struct pm4_reg_row row;

	return nondet_bool() ? &row : NULL;
}

const struct pm4_reg_row *pm4_reg_find_any(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	return NULL;
}

/* A verdict names a dword of the stream, and a row of world_regs[] is none. */
#define r500_dword(ck, p)	nondet_u32()
/* r500-value proves the position of a write. */
#define r500_position(ck, p)	((ck)->start_position + 4 * (u32)((p) - stream) - 4)
#include "../../../pm4/r500/r500_reg.c"

static u32 npatches, nrelocs;

/* The next patch changes dword @at, and is of @kind. */
static u32 prove_patch(const struct r500_checker *ck, u32 at, u32 kind)
{
	CUT(ck->patch > patches + npatches, "the register has its patch");
	PROVE(patches[npatches].dword == (at | kind << PM4_PATCH_KIND),
	      "the patch is the register's");
	return patches[npatches++].arg;
}

/* The next relocation: the buffer. */
static u32 prove_reloc(const struct r500_checker *ck, u32 count)
{
	const u32 *reloc = stream + 1 + count + 2 * nrelocs++;

	CUT(reloc + 2 <= ck->end, "a relocation is inside the stream");
	CUT(reloc[0] == PM4_NOP_RELOC && pm4_reloc_index(reloc[1]) < WORLD_BUFFERS,
	    "a register has its relocation");
	return pm4_reloc_index(reloc[1]);
}

/* The tiling of a buffer (radeon_drm.h): macro in bit 0, micro from bit 1 on. */
static u32 tiling(u32 index)
{
	u32 flags = world_buffers[index].tiling;

	return (flags & 1) | (flags & 2 ? 2 : flags & 0x20 ? 4 : 0);
}

/* The value of dword @at with the tiling of its buffer: a patch, if it is another one. */
static u32 prove_tiling(const struct r500_checker *ck, u32 at, u32 value)
{
	if (value != stream[at])
		PROVE(prove_patch(ck, at, PM4_PATCH_VALUE) == value,
		      "the tiling is the buffer's");
	return value;
}

static bool partial_before, pipes_before;

static void prove_register(const struct r500_checker *ck, u32 k, u32 count)
{
	u32 i = first_reg + k, value = stream[1 + k], flags = R500_FLAGS(ck->regs[i]), index, own;
	bool keep = ck->flags & PM4_KEEP_TILING;

	PROVE(i < PM4_MMREG_REGS, "the register is one of the window");
	PROVE(!(flags & R500_WRITE_DENIED), "the register may be written");
	PROVE(!(value & R500_FORBID(ck->regs[i])), "no bit is set that must be 0");
	PROVE((ck->dirty & flags) == flags, "the marks of the register are kept");
	if (!partial_before || handler_of(i) != PM4_RH_ZPASS_DATA)
		PROVE(ck->last[i] == ck->start_position + 4 * k, "the last write is kept");
	if (partial_before)
		PROVE(flags & R500_WRITE_PIPES, "while some pipes do not listen few are set");
	if (!(flags & R500_WRITE_SLOW))
		return;
	switch (handler_of(i)) {
	case PM4_RH_COLOR_BASE:
	case PM4_RH_DEPTH_BASE:
	case PM4_RH_RESOLVE_BASE:
	case PM4_RH_ZPASS_ADDR:
		index = prove_reloc(ck, count);
		PROVE(prove_patch(ck, 1 + k, PM4_PATCH_ADDR_32) == index,
		      "the address of the buffer is added");
		own = handler_of(i) == PM4_RH_COLOR_BASE ? ck->color_buffer[i % 4] :
		      handler_of(i) == PM4_RH_DEPTH_BASE ? ck->depth_buffer :
		      handler_of(i) == PM4_RH_RESOLVE_BASE ? ck->resolve_buffer : index;
		PROVE(own == index, "the surface has the buffer of its relocation");
		if (handler_of(i) != PM4_RH_ZPASS_ADDR)
			return;
		REACHED("a query is accepted");
		prove_byte(index, value, 3);
		PROVE(world_buffers[index].writable && written[0] >> index & 1,
		      "a written buffer is reported");
		PROVE(world_regs[0].is_set ||
		      world_result.footprint.live_in.groups >> PM4_STATE_QUERY & 1,
		      "the counter is the stream's, or inherited");
		return;
	case PM4_RH_COLOR_PITCH:
	case PM4_RH_DEPTH_PITCH:
		if (!keep) {
			index = prove_reloc(ck, count);
			value = prove_tiling(ck, 1 + k,
					     (value & ~(7u << 16)) | tiling(index) << 16);
		}
		PROVE((i == R500_INDEX(ZB_DEPTHPITCH) ? ck->depth_pitch : ck->color_pitch[i % 4]) ==
		      value, "the pitch has the tiling of its buffer");
		return;
	case PM4_RH_TX_BASE:
		index = prove_reloc(ck, count);
		if (!keep)
			value = prove_tiling(ck, 1 + k, value | tiling(index) << 2);
		PROVE(prove_patch(ck, 1 + k, PM4_PATCH_ADDR_32) == index,
		      "the address of the buffer is added");
		PROVE(ck->texture_buffer[i % 16] == index && ck->texture_offset[i % 16] == value,
		      "the texture has the buffer of its relocation");
		REACHED_IF(npatches == 4, "textures with tiling are accepted");
		return;
	case PM4_RH_TX_FILTER:
		PROVE(value >> 28 == i % 16, "a texture has its own number");
		return;
	case PM4_RH_COLOR_CACHE:
	case PM4_RH_DEPTH_CACHE:
		PROVE(!refused_lines, "no lines are refused");
		return;
	case PM4_RH_BW_CNTL:
	case PM4_RH_Z_PEQ:
		PROVE(lines && !refused_lines, "blocks are not enlarged");
		return;
	case PM4_RH_PIPES:
		PROVE(ck->partial || ((!world_regs[1].is_set ||
				       !(~world_regs[1].value & ck->all_pipes)) &&
				      (!world_regs[2].is_set || (world_regs[2].value & 3) == 3)),
		      "it is known that some pipes do not listen");
		PROVE(i != R500_INDEX(FG_ZBREG_DEST) || !world_regs[1].is_set ||
		      !(~world_regs[1].value & ck->all_pipes),
		      "raster pipes that do not listen get no write");
		return;
	default:
		PROVE(0, "any other rule in code refuses");
	}
}

void registers(void)
{
	static const u32 rows[] = { PM4_R_ZB_ZPASS_DATA, PM4_R_SU_REG_DEST, PM4_R_FG_ZBREG_DEST };
	struct r500_checker any, *ck = &any;
	u32 rest = nondet_u32(), i, k, count = 1;
	bool refused;

	surface_world(ck, rows, ARRAY_SIZE(rows));
	for (i = 0; i < ARRAY_SIZE(stream); i++)
		stream[i] = nondet_u32();
	ASSUME(rest && rest <= ARRAY_SIZE(stream));
	world_in.ib = stream;
	ck->header = stream;
	ck->end = stream + rest;
	ck->patch = patches;
	ck->written = written;
	partial_before = nondet_bool();
	ck->partial = partial_before ? stream : NULL;
	for (k = 0; k < REGS && first_reg < PM4_MMREG_REGS; k++) {
		ck->handler[first_reg + k] = handler_of(first_reg + k);
		ASSUME(invariant_register(ck, first_reg + k));
		ASSUME(invariant_handler(ck, first_reg + k));
	}
	/* The write is the last one before its handler runs. */
	if (first_reg == R500_INDEX(SU_REG_DEST) || first_reg == R500_INDEX(FG_ZBREG_DEST)) {
		i = first_reg == R500_INDEX(SU_REG_DEST) ? 1 : 2;
		world_regs[i].is_set = true;
		world_regs[i].value = stream[1];
	}
	stream[0] = first_reg | 0x2000;
	PROVE(nondet_bool() || r500_registers(ck), "no reserved bit of the header is set");
	stream[0] = first_reg | 0x4000;
	PROVE(nondet_bool() || r500_registers(ck), "no reserved bit of the header is set");
	/* Headers of known values, so that the model checker knows the places of the registers. */
	if (nondet_bool()) {
		stream[0] = first_reg;
		refused = r500_registers(ck);
	} else {
		count = 2;
		stream[0] = first_reg | 1 << 16;
		refused = r500_registers(ck);
	}
	if (refused)
		return;
	REACHED("a packet is accepted");
	CUT(count < rest, "the values are inside the stream");
	prove_register(ck, 0, count);
	if (first_reg == R500_INDEX(SU_REG_DEST) || first_reg == R500_INDEX(FG_ZBREG_DEST))
		partial_before = ck->partial;
	if (count == 2)
		prove_register(ck, 1, count);
	PROVE(ck->cursor == stream + 1 + count + 2 * nrelocs && ck->cursor <= ck->end,
	      "the relocations are inside the stream");
	PROVE(ck->patch == patches + npatches &&
	      invariant_room(npatches, 1 + count + 2 * nrelocs),
	      "pm4_patches_max() has room for the patches");
}
