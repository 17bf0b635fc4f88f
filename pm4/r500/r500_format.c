// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What vertices are made of.  VAP_OUT_VTX_FMT_0 and _1 promise the geometry assembler (GA) so many
 * dwords of each vertex.  With PVS_BYPASS no vertex program writes them: they are the dwords that
 * the arrays or the packet deliver, after the stream control (PSC) has sorted them.  The GA waits
 * for dwords that never come, and the chip hangs, so that even a read of a register may not return.
 *
 * The PSC can also make dwords: packed types expand, and a swizzle can select constants.  So the
 * promise is known only if each element has a type of whole floats, and its channels as they are.
 *
 * Called by the draw check: r500_promised_dw() when these registers have changed, and
 * r500_check_promise() for each draw while there is a promise.  Takes no lock.
 */
#include "r500_check.h"

/* VAP_PROG_STREAM_CNTL: DATA_TYPE */
#define DATA_TYPE(cntl)		((cntl) & 15)
/* FLOAT_1 to FLOAT_4, FLOAT_8 */
#define WHOLE_FLOATS		(0xfu | 1u << 10)

/* Swizzles that select the channels X, Y, Z, W in this order, three bits each. */
#define IDENTITY		(0u | 1u << 3 | 2u << 6 | 3u << 9)

/* What the tables give a stream that does not set them. */
#define NEUTRAL_FORMAT		1u
#define NEUTRAL_STREAM		0x2003u
#define NEUTRAL_EXT		0xf688f688u

/* Half of a register of the stream control, of which element @n has one. */
static u32 half(const struct r500_checker *ck, u32 first, u32 n, u32 neutral)
{
	return r500_value(ck, first + n / 2, neutral) >> n % 2 * 16 & 0xffff;
}

/* Returns true if a channel that element @n writes is none of its own. */
static bool is_swizzled(u32 ext)
{
	u32 c, differs = (ext ^ IDENTITY) & 0xfff;

	for (c = 0; c < 4; c++)
		if (ext >> (12 + c) & 1 && differs >> 3 * c & 7)
			return true;
	return false;
}

/* Returns true if the stream control makes no dword. */
static bool makes_nothing(const struct r500_checker *ck)
{
	u32 n, cntl, ext;

	for (n = 0; n < R500_ELEMENTS; n++) {
		cntl = half(ck, R500_INDEX(VAP_PROG_STREAM_CNTL), n, NEUTRAL_STREAM);
		ext = half(ck, R500_INDEX(VAP_PROG_STREAM_CNTL_EXT), n, NEUTRAL_EXT);
		if (!(WHOLE_FLOATS >> DATA_TYPE(cntl) & 1) || is_swizzled(ext))
			return false;
		if (cntl & R500_LAST_VEC)
			break;
	}
	return true;
}

/* Dwords of a vertex: position, colours, point size, textures. */
static u32 format_dw(u32 format0, u32 format1)
{
	u32 n, dw = pm4_get(VAP_OUT_VTX_FMT_0_VTX_PT_SIZE_PRESENT, format0);

	for (n = 0; n < 5; n++)
		dw += 4 * (format0 >> n & 1);
	for (n = 0; n < 8; n++)
		dw += min(format1 >> 3 * n & 7, 4u);
	return dw;
}

/**
 * r500_promised_dw() - dwords that the GA waits for, of each vertex without a vertex program
 * @ck: the check
 *
 * Return: their number, or 0 if the stream control may make some of them.
 */
u32 r500_promised_dw(const struct r500_checker *ck)
{
	if (!makes_nothing(ck))
		return 0;
	return format_dw(r500_value(ck, R500_INDEX(VAP_OUT_VTX_FMT_0), NEUTRAL_FORMAT),
			 r500_get(ck, VAP_OUT_VTX_FMT_1));
}

/**
 * r500_check_promise() - check that the vertices of a draw have all that the GA waits for
 * @ck: the check
 * @dw: dwords of a vertex
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_check_promise(struct r500_checker *ck, u32 dw)
{
	if (dw >= ck->promised_dw)
		return 0;
	return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .reg = PM4_R_VAP_OUT_VTX_FMT_0,
			   .detail = R500_SOURCE_SHORT, .expected = ck->promised_dw, .actual = dw);
}
