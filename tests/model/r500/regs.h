/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Byte offsets of the registers of R5xx that the model implements, with AMD's names.
 */
#ifndef R500_REGS_H
#define R500_REGS_H

#define CLOCK_CNTL_INDEX		0x0008	/* takes bytes */
#define   PLL_WR_EN			0x80u
#define   PLL_ADDR			0x3fu
#define CLOCK_CNTL_DATA			0x000c
/* By CLOCK_CNTL_INDEX */
#define PLL_SPLL			0x02	/* divider of the engine clock */
#define PLL_PIPE_CNTL			0x0d
#define PLL_CP_DYN_CNTL			0x0f
#define PLL_E2_DYN_CNTL			0x11
#define PLL_IDCT_DYN_CNTL		0x13
#define   PLL_FORCEON			(1u << 0)
#define BIOS_0_SCRATCH			0x0010
#define PCIE_INDEX			0x0030
#define PCIE_DATA			0x0034
/* By PCIE_INDEX */
#define PCIE_TX_GART_CNTL		0x10
#define   GART_EN			(1u << 0)
#define   GART_UNMAPPED_DISCARD		(3u << 1)
#define   GART_INVALIDATE_TLB		(1u << 8)
#define PCIE_TX_GART_BASE		0x13
#define PCIE_TX_GART_START_LO		0x14
#define PCIE_TX_GART_START_HI		0x15
#define PCIE_TX_GART_END_LO		0x16
#define PCIE_TX_GART_END_HI		0x17
#define GEN_INT_CNTL			0x0040
#define GEN_INT_STATUS			0x0044
#define   SW_INT			(1u << 25)	/* and its enable bit */
#define   SW_INT_FIRE			(1u << 26)
#define MC_IND_INDEX			0x0070
#define   MC_IND_READ			0x7f0000u
#define   MC_IND_WRITE			0xff0000u
#define   MC_IND_ADDR			0xffffu
#define MC_IND_DATA			0x0074
/* By MC_IND_INDEX; RV515 has them elsewhere */
#define RV515_MC_FB_LOCATION		0x01
#define RV515_MC_AGP_LOCATION		0x02
#define RV515_MC_AGP_BASE_2		0x04
#define RV515_MC_STATUS			0x08
#define   RV515_MC_IDLE			(1u << 4)
#define R520_MC_STATUS			0x00
#define   R520_MC_IDLE			(1u << 1)
#define R520_MC_FB_LOCATION		0x04
#define R520_MC_AGP_LOCATION		0x05
#define R520_MC_AGP_BASE_2		0x07
#define R520_MC_CNTL0			0x08
#define RBBM_SOFT_RESET			0x00f0
#define   SOFT_RESET_CP			(1u << 0)
#define   SOFT_RESET_VAP		(1u << 2)
#define   SOFT_RESET_MC			(1u << 8)
#define   SOFT_RESET_GA			(1u << 13)
#define CONFIG_MEMSIZE			0x00f8
#define CONFIG_APER_SIZE		0x0108
#define HOST_PATH_CNTL			0x0130
#define   HDP_READ_BUFFER_INVALIDATE	(1u << 27)
#define HDP_FB_LOCATION			0x0134
#define MSI_REARM_EN			0x0160
#define CP_RB_BASE			0x0700
#define CP_RB_CNTL			0x0704
#define CP_RB_RPTR_ADDR			0x070c
#define CP_RB_RPTR			0x0710
#define CP_RB_WPTR			0x0714
#define CP_RB_WPTR_DELAY		0x0718
#define CP_RB_RPTR_WR			0x071c
#define CP_GUI_SRC_ADDR			0x0720
#define CP_GUI_DST_ADDR			0x0724
#define CP_GUI_COMMAND			0x0728
#define   CP_GUI_BYTES			0x1fffffu
#define   CP_GUI_MODE			(3u << 30)
#define CP_IB_BASE			0x0738
#define CP_IB_BUFSZ			0x073c
#define CP_CSQ_CNTL			0x0740
#define   CSQ_MODE_MASK			(0xfu << 28)
#define   CSQ_PRIBM_INDBM		(4u << 28)
#define CP_CSQ_MODE			0x0744
#define CP_CSQ_ADDR			0x07f0
#define CP_CSQ_DATA			0x07f4
#define SCRATCH_UMSK			0x0770
#define SCRATCH_ADDR			0x0774
#define   SCRATCH_ALIGN			32u
#define CP_ME_RAM_ADDR			0x07d4
#define CP_ME_RAM_DATAH			0x07dc
#define CP_ME_RAM_DATAL			0x07e0
#define RBBM_STATUS			0x0e40
#define   RBBM_FIFO_FREE		0x40u
#define   RBBM_CP_BUSY			(1u << 16)
#define   RBBM_VAP_BUSY			(1u << 20)
#define   RBBM_GA_BUSY			(1u << 26)
#define   RBBM_GUI_ACTIVE		(1u << 31)
#define SCRATCH_REG0			0x15e0
#define SCRATCH_REG6			0x15f8
#define DST_PIPE_CONFIG			0x170c
#define RBBM_GUICNTL			0x172c
#define WAIT_UNTIL			0x1720
#define   WAIT_DMA_GUI_IDLE		(1u << 9)
#define   WAIT_2D_IDLE			(1u << 14)
#define   WAIT_3D_IDLE			(1u << 15)
#define   WAIT_2D_IDLECLEAN		(1u << 16)
#define   WAIT_3D_IDLECLEAN		(1u << 17)
#define ISYNC_CNTL			0x1724
#define   ISYNC_CPSCRATCH_IDLEGUI	(1u << 5)
#define SE_VPORT_XSCALE			0x1d98	/* the same registers as VAP_VPORT_* */
#define SE_VPORT_ZOFFSET		0x1dac
#define VAP_PORT_IDX			0x2040
#define VAP_VF_CNTL			0x2084
#define VAP_OUT_VTX_FMT_0		0x2090
#define VAP_OUT_VTX_FMT_1		0x2094
#define VAP_VPORT_XSCALE		0x2098
#define VAP_VPORT_ZOFFSET		0x20ac
#define VAP_VTE_CNTL			0x20b0
#define VAP_VTX_SIZE			0x20b4
#define VAP_CNTL_STATUS			0x2140
#define   PVS_BYPASS			(1u << 8)
#define VAP_PROG_STREAM_CNTL_0		0x2150
#define RB2D_DSTCACHE_MODE		0x3428
#define GB_TILE_CONFIG			0x4018
#define GB_AA_CONFIG			0x4020
#define GB_PIPE_SELECT			0x402c
#define RS_IP_0				0x4074
#define GB_PIPE_SELECT2			0x4124
#define TX_INVALTAGS			0x4100
#define TX_ENABLE			0x4104
#define GA_US_VECTOR_INDEX		0x4250
#define   US_VECTOR_ADDR		0x1ffu
#define   US_VECTOR_CONST		(1u << 16)
#define GA_US_VECTOR_DATA		0x4254
#define GA_ENHANCE			0x4274
#define GA_SOFT_RESET			0x429c
#define   GA_SOFT_RESET_3D		0x200u
#define SU_REG_DEST			0x42c8
#define RS_INST_COUNT			0x4304
#define RS_INST_0			0x4320
#define SC_HYPERZ			0x43a4
#define SC_SCISSOR0			0x43e0
#define SC_SCISSOR1			0x43e4
#define TX_FILTER0_0			0x4400
#define TX_FORMAT0_0			0x4480
#define TX_FORMAT1_0			0x44c0
#define TX_FORMAT2_0			0x4500
#define TX_OFFSET0			0x4540
#define US_CONFIG			0x4600
#define US_FC_BOOL_CONST		0x4620
#define US_FC_CTRL			0x4624
#define US_CODE_ADDR			0x4630
#define US_CODE_OFFSET			0x4638
#define US_OUT_FMT_0			0x46a4
#define FG_FOG_BLEND			0x4bc0
#define FG_ALPHA_FUNC			0x4bd4
#define FG_DEPTH_SRC			0x4bd8
#define FG_ZBREG_DEST			0x4be8
#define US_FC_INT_CONST_0		0x4c00
#define RB3D_CCTL			0x4e00
#define   CCTL_CMASK			0x600u
#define RB3D_BLENDCNTL			0x4e04
#define RB3D_ROPCNTL			0x4e18
#define RB3D_COLOROFFSET0		0x4e28
#define RB3D_COLORPITCH0		0x4e38
#define RB3D_COLOR_CHANNEL_MASK		0x4e0c
#define RB3D_DSTCACHE_CTLSTAT		0x4e4c
#define   DC_FLUSH			2u
#define   DC_FREE			8u
#define ZB_CNTL				0x4f00
#define ZB_ZSTENCILCNTL			0x4f04
#define ZB_FORMAT			0x4f10
#define ZB_ZTOP				0x4f14
#define ZB_ZCACHE_CTLSTAT		0x4f18
#define   ZC_FLUSH			1u
#define   ZC_FREE			2u
#define ZB_BW_CNTL			0x4f1c
#define   ZB_HYPERZ			0x1du
#define ZB_DEPTHOFFSET			0x4f20
#define ZB_DEPTHPITCH			0x4f24
#define ZB_ZPASS_DATA			0x4f58
#define ZB_ZPASS_ADDR			0x4f5c

#endif
