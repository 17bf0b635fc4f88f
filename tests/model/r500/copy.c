// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of the ring: CP DMA, and a blit of the 2D engine.  Streams must not use them.
 */
#include "r500/r500.h"

#define CHUNK		65536u
#define ORIGIN(xy)	((xy) == 0)

static bool copy(struct model *m, u64 src, u64 dst, u32 bytes)
{
	static u8 buf[CHUNK];

	while (bytes) {
		u32 n = bytes < CHUNK ? bytes : CHUNK;

		if (!mc_read(m, MC_CP, src, buf, n) || !mc_write(m, MC_CP, dst, buf, n))
			return false;
		src += n;
		dst += n;
		bytes -= n;
	}
	return true;
}

void copy_gui(struct model *m, u32 command)
{
	struct r500_engine *e = &r500(m)->engine;

	if ((command & CP_GUI_MODE) != CP_GUI_MODE || !(command & CP_GUI_BYTES)) {
		violation(m, "cp-dma", "CP_GUI_COMMAND 0x%08x is no copy in memory", command);
		return;
	}
	if (e->blitting)
		violation(m, "copy-2d", "CP DMA starts while the 2D engine may still work; wait for 2D idle and clean first");
	if (e->copying && !m->cp.depth && reg_get(m, CP_GUI_SRC_ADDR) == e->last_dst)
		violation(m, "copy-race", "CP DMA reads GPU address 0x%08x, which an earlier one writes, without a wait in between",
			  e->last_dst);
	e->copying = true;
	e->last_dst = reg_get(m, CP_GUI_DST_ADDR);
	copy(m, reg_get(m, CP_GUI_SRC_ADDR), reg_get(m, CP_GUI_DST_ADDR), command & CP_GUI_BYTES);
}

/* BITBLT_MULTI from origin to origin, with a pitch in 64 bytes and an offset in KiB for each. */
void copy_blit(struct model *m, const u32 *d)
{
	u64 src = (u64)(d[1] & 0x3fffff) << 10, dst = (u64)(d[2] & 0x3fffff) << 10;
	u32 src_pitch = (d[1] >> 22 & 0xff) * 64, dst_pitch = (d[2] >> 22 & 0xff) * 64;
	u32 width = (d[8] >> 16) * 4, height = d[8] & 0xffff;

	if (!ORIGIN(d[6]) || !ORIGIN(d[7]) || width > src_pitch || width > dst_pitch) {
		violation(m, "blit", "BITBLT_MULTI of %u bytes x %u from 0x%08x to 0x%08x, which the model does not follow",
			  width, height, d[6], d[7]);
		return;
	}
	r500(m)->engine.blitting = true;
	for (u32 row = 0; row < height; row++)
		if (!copy(m, src + (u64)row * src_pitch, dst + (u64)row * dst_pitch, width))
			return;
}
