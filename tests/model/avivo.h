/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Byte offsets of the registers that all generations share: the index to the others, and
 * the displays (AVIVO) with their VGA.
 */
#ifndef MODEL_AVIVO_H
#define MODEL_AVIVO_H

#define MM_INDEX			0x0000
#define   MM_INDEX_APER			0x80000000u
#define MM_DATA				0x0004
#define VGA_RENDER_CONTROL		0x0300
#define   VGA_VSTATUS_CNTL		0x30000u
#define VGA_MEMORY_BASE_ADDRESS		0x0310
#define VGA_HDP_CONTROL			0x0328
#define D1VGA_CONTROL			0x0330
#define   VGA_MODE_ENABLE		0x1u
#define D2VGA_CONTROL			0x0338
#define D1CRTC_CONTROL			0x6080
#define   CRTC_EN			0x1u
#define   CRTC_DISP_READ_REQUEST_DISABLE (1u << 24)
#define D1CRTC_STATUS			0x609c
#define D1CRTC_STATUS_POSITION		0x60a0
#define D1CRTC_STATUS_FRAME_COUNT	0x60a4
#define D1CRTC_STATUS_HV_COUNT		0x60ac
#define D1GRPH_ENABLE			0x6100
#define D1GRPH_CONTROL			0x6104
#define D1GRPH_PRIMARY_SURFACE_ADDRESS	0x6110
#define D1GRPH_SECONDARY_SURFACE_ADDRESS 0x6118
#define D1GRPH_PITCH			0x6120
#define D1GRPH_X_END			0x6134
#define D1GRPH_Y_END			0x6138
#define D1MODE_VIEWPORT_SIZE		0x6584
#define D2_OFFSET			0x0800		/* of the second display controller */

#endif
