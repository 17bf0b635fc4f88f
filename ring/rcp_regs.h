/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers that have the same offsets on all Radeons of ring/, under AMD's names.
 *
 * Offsets are in bytes from the start of the register BAR.  Sources: r500_reg.h, avivod.h and
 * r600_reg.h of the in-tree radeon driver.
 */
#ifndef RCP_REGS_H
#define RCP_REGS_H

#include <linux/bits.h>

/* ---- display: stopped while VRAM is not accessible, see rcp_scanout.c ---- */
#define VGA_RENDER_CONTROL		0x0300
#define   VGA_VSTATUS_CNTL		GENMASK(17, 16)
#define VGA_MEMORY_BASE_ADDRESS		0x0310
#define VGA_HDP_CONTROL			0x0328
#define   VGA_MEMORY_DISABLE		BIT(4)
#define D1VGA_CONTROL			0x0330
#define D2VGA_CONTROL			0x0338
#define   DVGA_MODE_ENABLE		BIT(0)
#define   DVGA_TIMING_SELECT		BIT(8)
#define D1CRTC_CONTROL			0x6080
#define   CRTC_MASTER_EN		BIT(0)
#define   CRTC_DISP_READ_REQUEST_DISABLE BIT(24)
#define D1CRTC_STATUS_FRAME_COUNT	0x60a4
#define D1CRTC_UPDATE_LOCK		0x60e8
#define D1GRPH_ENABLE			0x6100
#define   GRPH_ENABLE			BIT(0)
#define D1GRPH_CONTROL			0x6104
#define   GRPH_DEPTH			GENMASK(1, 0)	/* log2 of bytes per pixel */
#define D1GRPH_PRIMARY_SURFACE_ADDRESS	0x6110
#define D1GRPH_SECONDARY_SURFACE_ADDRESS 0x6118
#define D1GRPH_PITCH			0x6120		/* in pixels */
#define D1GRPH_Y_END			0x6138
#define D1GRPH_UPDATE			0x6144
#define   GRPH_UPDATE_LOCK		BIT(16)
#define D2_OFFSET			0x0800
/* Only chips with wide_surfaces have these, and not D2_OFFSET apart. */
#define D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH	0x6914
#define D1GRPH_SECONDARY_SURFACE_ADDRESS_HIGH	0x691c
#define D2GRPH_PRIMARY_SURFACE_ADDRESS_HIGH	0x6114
#define D2GRPH_SECONDARY_SURFACE_ADDRESS_HIGH	0x611c

#endif /* RCP_REGS_H */
