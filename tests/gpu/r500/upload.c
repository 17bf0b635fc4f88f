// SPDX-License-Identifier: GPL-2.0
/*
 * Uploads of R5xx: see upload.h.  The guide's 6.4.10 and 6.4.11 say where vectors are and how their
 * addresses wrap, 7.8 says it for fragment programs.
 */
#include "upload.h"

#include "front_regs.h"

#define CONST_START	1024u
#define CLIP_START	1536u
#define CLIP_LAST	1543u

/* Constants have 512 addresses and 256 entries, so the upper half are the same ones. */
static uint32_t *vector_at(struct r500_upload *u, uint32_t at)
{
	if (at < CONST_START)
		return u->pvs[at];
	if (at < CLIP_START)
		return u->pvs_constant[(at - CONST_START) % R500_PVS_CONSTANTS];
	return at <= CLIP_LAST ? u->clip[at - CLIP_START] : (uint32_t *)0;
}

/* Each memory wraps to its own begin; the memory of clipping without its last vector. */
static uint32_t vector_after(uint32_t at)
{
	if (at == CONST_START - 1)
		return 0;
	if (at == CLIP_START - 1)
		return CONST_START;
	return at == CLIP_LAST - 1 ? CLIP_START : at + 1;
}

static void vector_data(struct r500_upload *u, uint32_t value)
{
	uint32_t *vector = vector_at(u, u->vector);

	if (vector)
		vector[u->vector_dw] = value;
	u->vector_dw = (u->vector_dw + 1) % 4;
	if (!u->vector_dw)
		u->vector = vector_after(u->vector);
}

/* The clamp of constants keeps what is no number. */
static uint32_t clamped(uint32_t bits)
{
	uint32_t magnitude = bits & 0x7fffffff;

	if (magnitude > 0x3f800000 && magnitude <= 0x7f800000)
		return (bits & 0x80000000) | 0x3f800000;
	return bits;
}

static void us_data(struct r500_upload *u, uint32_t value)
{
	bool constant = u->us_index >> 16 & 1;
	uint32_t size = constant ? 4 : 6;

	if (constant)
		u->us_constant[u->us_at % R500_US_CONSTANTS][u->us_dw] = u->us_index >> 17 & 1 ? clamped(value) : value;
	else
		u->us[u->us_at % R500_US_SLOTS][u->us_dw] = value;
	u->us_dw = (u->us_dw + 1) % size;
	u->us_at += !u->us_dw;
}

bool r500_upload_write(struct r500_upload *u, uint32_t reg, uint32_t value)
{
	switch (reg) {
	case R500_VAP_PVS_VECTOR_INDX_REG:
		u->vector = value & 0x7ff;
		u->vector_dw = 0;
		return true;
	case R500_VAP_PVS_VECTOR_DATA_REG:
	case R500_VAP_PVS_VECTOR_DATA_REG_128:
		vector_data(u, value);
		return true;
	case R500_GA_US_VECTOR_INDEX:
		u->us_index = value;
		u->us_at = value & 0x1ff;
		u->us_dw = 0;
		return true;
	case R500_GA_US_VECTOR_DATA:
		us_data(u, value);
		return true;
	}
	return false;
}
