// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Lines of the caches of colour and depth.  The pixels of a draw stay there, and the chip writes
 * them to memory later, to where the registers of the surfaces say at that time.  A stream that
 * changes these registers before a flush would move the lines, perhaps out of all buffers.
 *
 * Lines in on-chip RAM move nothing: CMASK, ZMASK and HiZ have numbers of tiles, no addresses.
 *
 * ck->cached has the caches that may hold lines: a draw adds what r500_check_color() and
 * r500_check_depth() say that it uses, r500_flush() removes them.
 *
 * Called by the draw check before a draw counts, at a flush, and at the end of the stream.  Takes
 * no lock.
 */
#include "r500_check.h"

/**
 * struct run - registers by which the chip places the lines of a cache when it writes them
 * @first: the first register, by dword number
 * @count: how many follow each other
 * @caches: R500_CACHE_*
 */
struct run {
	u32 first;
	u32 count;
	u32 caches;
};

static const struct run placing[] = {
	{ R500_INDEX(GB_AA_CONFIG), 1, R500_CACHE_COLOR | R500_CACHE_DEPTH },
	{ R500_INDEX(RB3D_CCTL), 1, R500_CACHE_COLOR },
	{ R500_INDEX(RB3D_COLOROFFSET), R500_COLORS, R500_CACHE_COLOR },
	{ R500_INDEX(RB3D_COLORPITCH), R500_COLORS, R500_CACHE_COLOR },
	{ R500_INDEX(RB3D_AARESOLVE_OFFSET), 1, R500_CACHE_COLOR },
	{ R500_INDEX(RB3D_AARESOLVE_PITCH), 1, R500_CACHE_COLOR },
	{ R500_INDEX(RB3D_AARESOLVE_CTL), 1, R500_CACHE_COLOR },
	{ R500_INDEX(ZB_FORMAT), 1, R500_CACHE_DEPTH },
	{ R500_INDEX(ZB_DEPTHOFFSET), 1, R500_CACHE_DEPTH },
	{ R500_INDEX(ZB_DEPTHPITCH), 1, R500_CACHE_DEPTH },
};

/**
 * r500_is_placing() - tell if the chip places lines of a cache by a register
 * @i: the register, by dword number
 *
 * Return: true if it does.
 */
bool r500_is_placing(u32 i)
{
	u32 n;

	for (n = 0; n < ARRAY_SIZE(placing); n++)
		if (i - placing[n].first < placing[n].count)
			return true;
	return false;
}

/**
 * r500_moved() - check that no cache holds lines that registers have moved since the last draw
 * @ck: the check
 *
 * Each draw asks before it counts, so all older lines are where the registers were before it.  The
 * last of such writes is refused, because only last writes are known: it stays the same if the
 * stream ends after it.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_moved(struct r500_checker *ck)
{
	u32 n, i, last = 0, caches = 0;

	for (n = 0; n < ARRAY_SIZE(placing); n++) {
		if (!(placing[n].caches & ck->cached))
			continue;
		for (i = placing[n].first; i < placing[n].first + placing[n].count; i++) {
			if (!r500_isset(ck, i) || r500_at(ck, i) < ck->last_draw ||
			    (caches && r500_at(ck, i) < r500_at(ck, last)))
				continue;
			last = i;
			caches = placing[n].caches & ck->cached;
		}
	}
	return caches ? r500_refuse_moved(ck, last, caches) : 0;
}

/**
 * r500_enlarged() - check that the cached lines of depth keep blocks as small as their draws had
 * @ck: the check; ZB_BW_CNTL or GB_Z_PEQ_CONFIG has just been written
 * @i: which of them, by dword number
 *
 * The chip evicts a line as a block of 4x4 or 8x8 pixels if these registers say so at that time
 * (guide 9.3.2.1, 9.4.9).  The last draw had the smallest block of those whose lines are cached, as
 * no larger one has passed here since.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_enlarged(struct r500_checker *ck, u32 i)
{
	if (!(ck->cached & R500_CACHE_DEPTH) || r500_depth_block(ck) <= ck->depth_block)
		return 0;
	return r500_refuse_moved(ck, i, R500_CACHE_DEPTH);
}
