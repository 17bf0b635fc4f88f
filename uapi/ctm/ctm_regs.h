/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Registers of R5xx that the library writes, with the names of AMD's R5xx guide (chapter 10) and
 * of Mesa where the guide has none.
 */
#ifndef CTM_REGS_H
#define CTM_REGS_H

#define WAIT_UNTIL			0x1720
#define   WAIT_3D_IDLECLEAN		(1u << 17)
#define VAP_VPORT_XSCALE		0x1d98
#define VAP_INDEX_OFFSET		0x208c
#define VAP_OUT_VTX_FMT_0		0x2090
#define   VTX_POS_PRESENT		1u
#define VAP_OUT_VTX_FMT_1		0x2094
#define VAP_VTE_CNTL			0x20b0
#define   VTX_XY_FMT			(1u << 8)
#define   VTX_Z_FMT			(1u << 9)
#define VAP_VTX_SIZE			0x20b4
#define VAP_VF_MAX_VTX_INDX		0x2134
#define VAP_CNTL_STATUS			0x2140
#define   PVS_BYPASS			(1u << 8)
#define VAP_PROG_STREAM_CNTL_0		0x2150
#define   DATA_TYPE_FLOAT_4		3u
#define   DST_VEC_LOC(n)		((uint32_t)(n) << 8)
#define   LAST_VEC			(1u << 13)
#define VAP_VTX_STATE_CNTL		0x2180
#define VAP_VSM_VTX_ASSM		0x2184
#define VAP_PROG_STREAM_CNTL_EXT_0	0x21e0
#define   SWIZZLE_XYZW			0xf688u
#define VAP_CLIP_CNTL			0x221c
#define   CLIP_DISABLE			(1u << 16)
#define GB_ENABLE			0x4008
#define GB_MSPOS0			0x4010
#define GB_MSPOS1			0x4014
#define GB_SELECT			0x401c
#define GB_AA_CONFIG			0x4020
#define GB_Z_PEQ_CONFIG			0x4028
#define RS_IP_0				0x4074
#define TX_INVALTAGS			0x4100
#define TX_ENABLE			0x4104
#define SU_TEX_WRAP_PS3			0x4114
#define GA_US_VECTOR_INDEX		0x4250
#define   US_VECTOR_CONST		(1u << 16)
#define GA_US_VECTOR_DATA		0x4254
#define GA_POLY_MODE			0x4288
#define GA_ROUND_MODE			0x428c
#define GA_OFFSET			0x4290
#define SU_TEX_WRAP			0x42a0
#define SU_POLY_OFFSET_ENABLE		0x42b4
#define SU_CULL_MODE			0x42b8
#define SU_DEPTH_SCALE			0x42c0
#define SU_DEPTH_OFFSET			0x42c4
#define RS_COUNT			0x4300
#define   HIRES_EN			(1u << 18)
#define RS_INST_COUNT			0x4304
#define RS_INST_0			0x4320
#define   RS_TEX_WRITE			(1u << 4)
#define SC_HYPERZ_EN			0x43a4
#define SC_EDGERULE			0x43a8
#define SC_CLIP_0_A			0x43b0
#define SC_CLIP_0_B			0x43b4
#define SC_CLIP_RULE			0x43d0
#define SC_SCISSOR0			0x43e0
#define SC_SCISSOR1			0x43e4
#define SC_SCREENDOOR			0x43e8
#define TX_FILTER0_0			0x4400
#define   CLAMP_TO_LAST			(2u | 2u << 3 | 2u << 6)
#define   FILTER_POINT			(1u << 9 | 1u << 11)
#define TX_FILTER1_0			0x4440
#define TX_FORMAT0_0			0x4480
#define   TXPITCH_EN			(1u << 31)
#define TX_FORMAT1_0			0x44c0
#define TX_FORMAT2_0			0x4500
#define   TXWIDTH_11			(1u << 15)
#define   TXHEIGHT_11			(1u << 16)
#define TX_OFFSET_0			0x4540
#define US_CONFIG			0x4600
#define US_PIXSIZE			0x4604
#define US_FC_BOOL_CONST		0x4620
#define US_FC_CTRL			0x4624
#define   FULL_FC_EN			(1u << 31)
#define US_CODE_ADDR			0x4630
#define US_CODE_RANGE			0x4634
#define US_CODE_OFFSET			0x4638
#define US_FORMAT0_0			0x4640	/* R520 */
#define US_OUT_FMT_0			0x46a4
#define   OUT_UNUSED			15u
#define   OUT_RGBA			0x3900u	/* components: red, green, blue, alpha */
/* Of two floats the guide stores components 0 and 1, and real cards 0 and 2 (Mesa). */
#define   OUT_RGGA			0x2900u
#define US_W_FMT			0x46b4
#define   W24				1u
#define FG_FOG_BLEND			0x4bc0
#define FG_ALPHA_FUNC			0x4bd4
#define FG_DEPTH_SRC			0x4bd8
#define   DEPTH_SRC_SHADER		1u
#define US_FC_INT_CONST_0		0x4c00
#define RB3D_CCTL			0x4e00
#define   INDEPENDENT_MASKS		(1u << 12)
#define   INDEPENDENT_FORMATS		(1u << 14)
#define RB3D_BLENDCNTL			0x4e04
#define RB3D_ABLENDCNTL			0x4e08
#define RB3D_COLOR_CHANNEL_MASK		0x4e0c
#define RB3D_ROPCNTL			0x4e18
#define RB3D_COLOROFFSET0		0x4e28
#define RB3D_COLORPITCH0		0x4e38
#define RB3D_DSTCACHE_CTLSTAT		0x4e4c
#define   DC_FLUSH_FREE			0xau
#define RB3D_DITHER_CTL			0x4e50
#define RB3D_AARESOLVE_CTL		0x4e88
#define RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD 0x4ea0
#define RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD 0x4ea4
#define ZB_CNTL				0x4f00
#define   Z_ENABLE			(1u << 1)
#define   ZWRITEENABLE			(1u << 2)
#define ZB_ZSTENCILCNTL			0x4f04
#define ZB_STENCILREFMASK		0x4f08
#define ZB_FORMAT			0x4f10
#define   DEPTH_16			0u
#define   DEPTH_24_8			2u
#define ZB_ZTOP				0x4f14
#define ZB_ZCACHE_CTLSTAT		0x4f18
#define   ZC_FLUSH_FREE			3u
#define ZB_BW_CNTL			0x4f1c
#define ZB_DEPTHOFFSET			0x4f20
#define ZB_DEPTHPITCH			0x4f24

/* Packet 0 that writes all its dwords to one register, @n of them. */
#define PACKET0_ONE_REG(reg, n)		(((uint32_t)(n) - 1) << 16 | 1u << 15 | (reg) / 4)
#define PACKET3(op, n)		(0xc0000000u | ((uint32_t)(n) - 1) << 16 | (uint32_t)(op) << 8)
#define   OP_NOP			0x10
#define   OP_DRAW_IMMD_2		0x35
#define FILLER				0x80000000u

/* VAP_VF_CNTL of a quad whose vertices are in the packet. */
#define QUAD				(13u | 3u << 4 | 4u << 16)

/* Bits of a format word that the guide defines. */
#define FORMAT_BITS			(CTM_FORMAT_PITCH | 3u << 16 | 7u << 24)

#endif /* CTM_REGS_H */
