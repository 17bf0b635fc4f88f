/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers of a draw, for draw.c and target.c.
 */
#ifndef ORACLE_DRAW_H
#define ORACLE_DRAW_H

#include "oracle.h"

enum {
	DB_DEPTH_SIZE = 0x28000,
	DB_DEPTH_VIEW = 0x28004,
	DB_DEPTH_BASE = 0x2800c,
	DB_DEPTH_INFO = 0x28010,
	DB_HTILE_DATA_BASE = 0x28014,
	CB_COLOR0_BASE = 0x28040,
	CB_COLOR0_SIZE = 0x28060,
	CB_COLOR0_VIEW = 0x28080,
	CB_COLOR0_INFO = 0x280a0,
	CB_COLOR0_TILE = 0x280c0,
	CB_COLOR0_FRAG = 0x280e0,
	CB_COLOR0_MASK = 0x28100,
	SQ_ALU_CONST_BUFFER_SIZE_PS_0 = 0x28140,
	SQ_ALU_CONST_BUFFER_SIZE_VS_0 = 0x28180,
	SQ_ALU_CONST_BUFFER_SIZE_GS_0 = 0x281c0,
	PA_SC_SCREEN_SCISSOR_BR = 0x28034,
	PA_SC_WINDOW_OFFSET = 0x28200,
	PA_SC_WINDOW_SCISSOR_BR = 0x28208,
	PA_SC_GENERIC_SCISSOR_BR = 0x28244,
	CB_TARGET_MASK = 0x28238,
	SX_MISC = 0x28350,
	DB_DEPTH_CONTROL = 0x28800,
	CB_COLOR_CONTROL = 0x28808,
	SQ_PGM_START_PS = 0x28840,
	SQ_PGM_START_VS = 0x28858,
	SQ_PGM_START_GS = 0x2886c,
	SQ_PGM_START_ES = 0x28880,
	SQ_PGM_START_FS = 0x28894,
	SQ_ALU_CONST_CACHE_PS_0 = 0x28940,
	SQ_ALU_CONST_CACHE_VS_0 = 0x28980,
	SQ_ALU_CONST_CACHE_GS_0 = 0x289c0,
	VGT_GS_MODE = 0x28a40,
	VGT_STRMOUT_EN = 0x28ab0,
	VGT_STRMOUT_BUFFER_SIZE_0 = 0x28ad0,
	VGT_STRMOUT_BUFFER_BASE_0 = 0x28ad8,
	VGT_STRMOUT_BUFFER_EN = 0x28b20,
	PA_SC_MODE_CNTL = 0x28a4c,
	PA_SC_AA_CONFIG = 0x28c04,
	DB_RENDER_CONTROL = 0x28d0c,
	DB_RENDER_OVERRIDE = 0x28d10,
	DB_HTILE_SURFACE = 0x28d24,
	SQ_CONFIG = 0x8c00,
	SQ_STACK_RESOURCE_MGMT_2 = 0x8c14,
	SQ_RING_FIRST = 0x8c40,
	SQ_RING_ITEMSIZE_FIRST = 0x288a8,
	SX_MEMORY_EXPORT_BASE = 0x9010,
	SX_MEMORY_EXPORT_SIZE = 0x9014,
	SQ_RESOURCE_0 = 0x38000,
};

#define UNSET	"rests on state that the stream has not set"

static inline u32 field(u32 v, unsigned int low, unsigned int bits)
{
	return v >> low & ((1u << bits) - 1);
}

/* Bits of a register that may be 1: all, if the stream has not set it. */
static inline u32 worst(const struct oracle *o, u32 reg)
{
	return oracle_known(o, reg) ? oracle_reg(o, reg) : ~0u;
}

static inline u64 base_of(const struct oracle *o, u32 reg)
{
	return (u64)oracle_reg(o, reg) << 8;
}

void oracle_colour(struct oracle *o, u32 i);
void oracle_depth(struct oracle *o);

#endif /* ORACLE_DRAW_H */
