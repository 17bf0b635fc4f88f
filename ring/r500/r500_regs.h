/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers and packets of R5xx that this folder uses, under AMD's names.
 *
 * Offsets are in bytes from the start of the register BAR.  Sources: AMD's R5xx acceleration
 * guide; for the memory controller, the GART and interrupts, which it leaves out, radeon_reg.h,
 * r500_reg.h, rv515d.h and r520d.h of the in-tree radeon driver; for GA_SOFT_RESET and
 * FG_ZBREG_DEST the headers of Mesa's r300 driver.
 */
#ifndef R500_REGS_H
#define R500_REGS_H

#include <linux/bits.h>

/* ---- registers behind an index: see r500_index.c ---- */
#define CLOCK_CNTL_INDEX		0x0008		/* takes bytes */
#define   PLL_WR_EN			BIT(7)
#define   PLL_ADDR			GENMASK(5, 0)
#define CLOCK_CNTL_DATA			0x000c
#define PCIE_INDEX			0x0030
#define PCIE_DATA			0x0034
#define MC_IND_INDEX			0x0070
#define   MC_IND_RD			0x7f0000
#define   MC_IND_WR			0xff0000
#define   MC_IND_ADDR			GENMASK(15, 0)
#define MC_IND_DATA			0x0074
/* By CLOCK_CNTL_INDEX */
#define PLL_GB_PIPE_CNTL		0x0d
#define PLL_CP_DYN_CNTL			0x0f
#define PLL_E2_DYN_CNTL			0x11
#define PLL_IDCT_DYN_CNTL		0x13
#define   PLL_FORCEON			BIT(0)
/* By PCIE_INDEX */
#define PCIE_TX_GART_CNTL		0x10
#define   GART_EN			BIT(0)
#define   GART_UNMAPPED_DISCARD		GENMASK(2, 1)
#define   GART_INVALIDATE_TLB		BIT(8)
#define PCIE_TX_DISCARD_RD_ADDR_LO	0x11
#define PCIE_TX_DISCARD_RD_ADDR_HI	0x12
#define PCIE_TX_GART_BASE		0x13
#define PCIE_TX_GART_START_LO		0x14
#define PCIE_TX_GART_START_HI		0x15
#define PCIE_TX_GART_END_LO		0x16
#define PCIE_TX_GART_END_HI		0x17
#define PCIE_TX_GART_ERROR		0x18
/* By MC_IND_INDEX; RV515 has its own numbers */
#define R520_MC_STATUS			0x00
#define   R520_MC_IDLE			BIT(1)
#define R520_MC_FB_LOCATION		0x04
#define R520_MC_AGP_LOCATION		0x05
#define R520_MC_AGP_BASE		0x06
#define R520_MC_AGP_BASE_2		0x07
#define R520_MC_CNTL0			0x08
#define   R520_MEM_NUM_CHANNELS		GENMASK(25, 24)
#define   R520_MC_CHANNEL_SIZE		BIT(23)
#define RV515_MC_FB_LOCATION		0x01
#define RV515_MC_AGP_LOCATION		0x02
#define RV515_MC_AGP_BASE		0x03
#define RV515_MC_AGP_BASE_2		0x04
#define RV515_MC_CNTL			0x05
#define   RV515_MEM_NUM_CHANNELS	GENMASK(1, 0)
#define RV515_MC_STATUS			0x08
#define   RV515_MC_IDLE			BIT(4)

/* Entries of the GART's table */
#define PTE_UNSNOOPED			BIT(0)
#define PTE_WRITE			BIT(2)
#define PTE_READ			BIT(3)
#define PTE_ADDR_LO			0x00fffff0u	/* bits 31 to 12 of the bus address */
#define PTE_ADDR_HI			0xff000000u	/* bits 39 to 32 */

/* ---- bus, interrupt, host data path ---- */
#define GEN_INT_CNTL			0x0040
#define   SW_INT_EN			BIT(25)
#define GEN_INT_STATUS			0x0044
#define   SW_INT			BIT(25)
#define   SW_INT_FIRE			BIT(26)
#define BUS_CNTL			0x004c
#define   BIOS_ROM_DIS			BIT(2)
#define CONFIG_CNTL			0x00e0
#define   CFG_VGA_RAM_EN		BIT(8)
#define   CFG_VGA_IO_DIS		BIT(9)
#define RBBM_SOFT_RESET			0x00f0
#define   SOFT_RESET_CP			BIT(0)
#define   SOFT_RESET_VAP		BIT(2)
#define   SOFT_RESET_MC			BIT(8)
#define   SOFT_RESET_GA			BIT(13)
#define CONFIG_MEMSIZE			0x00f8
#define HOST_PATH_CNTL			0x0130
#define   HDP_APER_CNTL			BIT(23)
#define   HDP_READ_BUFFER_INVALIDATE	BIT(27)
#define HDP_FB_LOCATION			0x0134
#define MSI_REARM_EN			0x0160
#define GPIOPAD_MASK			0x0198
#define GPIOPAD_A			0x019c
#define GPIOPAD_EN			0x01a0
#define SEPROM_CNTL1			0x01c0
#define   SCK_PRESCALE			GENMASK(31, 24)
#define SURFACE_CNTL			0x0b00
#define SURFACE0_INFO			0x0b0c
#define   SURFACES			8u
#define   SURFACE_STRIDE		0x10u
#define VIPH_CONTROL			0x0c40
#define   VIPH_EN			BIT(21)
#define DXMODE_INT_MASK			0x6540
#define DC_HOT_PLUG_DETECT1_INT_CONTROL	0x7d08
#define DC_HOT_PLUG_DETECT2_INT_CONTROL	0x7d18
#define   DC_HOT_PLUG_INT_EN		BIT(16)

/* ---- command processor ---- */
#define CP_RB_BASE			0x0700
#define CP_RB_CNTL			0x0704
#define   RB_BUFSZ(x)			(x)
#define   RB_BLKSZ(x)			((x) << 8)
#define   RB_MAX_FETCH(x)		((x) << 18)
#define   RB_NO_UPDATE			BIT(27)
#define   RB_RPTR_WR_ENA		BIT(31)
#define CP_RB_RPTR_ADDR			0x070c
#define CP_RB_RPTR			0x0710
#define CP_RB_WPTR			0x0714
#define CP_RB_WPTR_DELAY		0x0718
#define CP_RB_RPTR_WR			0x071c
#define CP_GUI_SRC_ADDR			0x0720
#define CP_GUI_DST_ADDR			0x0724
#define CP_GUI_COMMAND			0x0728
#define   CP_GUI_MEMORY			GENMASK(31, 30)	/* source and destination */
#define CP_IB_BASE			0x0738
#define CP_IB_BUFSZ			0x073c
#define CP_CSQ_CNTL			0x0740
#define   CSQ_PRIBM_INDBM		(4u << 28)
#define CP_CSQ_MODE			0x0744
#define SCRATCH_UMSK			0x0770
#define SCRATCH_ADDR			0x0774
#define CP_STAT				0x07c0
#define CP_ME_RAM_ADDR			0x07d4
#define CP_ME_RAM_DATAH			0x07dc
#define CP_ME_RAM_DATAL			0x07e0
#define CP_CSQ_ADDR			0x07f0		/* in bytes */
#define CP_CSQ_DATA			0x07f4
#define CP_CSQ_STAT			0x07f8
#define CP_CSQ2_STAT			0x07fc
#define RBBM_STATUS			0x0e40
#define   RBBM_FIFO_FREE		BIT(6)		/* all of its 64 entries */
#define   GUI_ACTIVE			BIT(31)
#define SCRATCH_REG0			0x15e0
#define SCRATCH_REG1			0x15e4
#define SCRATCH_REG2			0x15e8
#define DST_PIPE_CONFIG			0x170c
#define   PIPE_SELECT			GENMASK(3, 2)
#define   PIPE_AUTO_CONFIG		BIT(31)
#define WAIT_UNTIL			0x1720
#define   WAIT_DMA_GUI_IDLE		BIT(9)
#define   WAIT_2D_IDLECLEAN		BIT(16)
#define   WAIT_3D_IDLECLEAN		BIT(17)
#define ISYNC_CNTL			0x1724
#define   ISYNC_ANY2D_IDLE3D		BIT(0)
#define   ISYNC_ANY3D_IDLE2D		BIT(1)
#define   ISYNC_WAIT_IDLEGUI		BIT(4)
#define   ISYNC_CPSCRATCH_IDLEGUI	BIT(5)

/* ---- 2D and 3D engine ---- */
#define VAP_INDEX_OFFSET		0x208c
/* Has no name in the guide; the in-tree driver sets it to 0. */
#define VAP_20C8			0x20c8
#define VAP_CNTL_STATUS			0x2140
#define RB2D_DSTCACHE_MODE		0x3428
#define   DC_AUTOFLUSH_ENABLE		BIT(8)
#define   DC_DISABLE_IGNORE_PE		BIT(17)
#define GB_ENABLE			0x4008
#define GB_MSPOS0			0x4010
#define GB_MSPOS1			0x4014
#define   GB_MSPOS0_CENTER		0x66666666	/* all samples in the middle, in 1/12 */
#define   GB_MSPOS1_CENTER		0x06666666
#define GB_TILE_CONFIG			0x4018
#define   GB_TILE_ENABLE		BIT(0)
#define   GB_TILE_PIPES(x)		((x) << 1)
#define   GB_TILE_SIZE_16		BIT(4)
#define GB_SELECT			0x401c
#define GB_AA_CONFIG			0x4020
#define GB_PIPE_SELECT			0x402c
#define   GB_PIPES			GENMASK(11, 8)
#define   GB_MAX_PIPE			GENMASK(13, 12)
#define TX_INVALTAGS			0x4100
#define TX_FILTER0(n)			(0x4400 + 4 * (n))
#define   TX_FILTER0_ID(n)		((n) << 28)
#define TX_UNITS			16u
#define GB_PIPE_SELECT2			0x4124		/* RV530 */
#define   GB_Z_PIPES			GENMASK(1, 0)
#define GB_FIFO_SIZE2			0x4128		/* RV530 */
#define GA_IDLE				0x425c
#define GA_ENHANCE			0x4274
#define   GA_DEADLOCK_CNTL		BIT(0)
#define   GA_FASTSYNC_CNTL		BIT(1)
#define   GA_ENHANCE_3_2		GENMASK(3, 2)	/* set by the in-tree driver at bring-up */
#define GA_POLY_MODE			0x4288
#define   GA_TRIANGLES			(2u << 4 | 2u << 7)	/* front and back */
#define GA_ROUND_MODE			0x428c
#define   GA_ROUND_NEAREST		(BIT(0) | BIT(2))	/* geometry and colour */
#define GA_SOFT_RESET			0x429c
#define   GA_SOFT_RESET_CYCLES		0x200
#define SU_REG_DEST			0x42c8
#define SC_SCISSOR0			0x43e0
#define FG_ZBREG_DEST			0x4be8		/* RV530 */
#define   FG_ALL_Z_PIPES		GENMASK(1, 0)
#define RB3D_DSTCACHE_CTLSTAT		0x4e4c
#define   DC_FLUSH_ALL			BIT(1)
#define   DC_FREE_ALL			BIT(3)
#define ZB_ZCACHE_CTLSTAT		0x4f18
#define   ZC_FLUSH			BIT(0)
#define   ZC_FREE			BIT(1)

/* ---- packets ---- */
/* Write COUNT registers from REG on. */
#define PACKET0(reg, count)		(((count) - 1u) << 16 | (reg) >> 2)
#define PACKET2_NOP			0x80000000u
#define PACKET3(op, count)		(3u << 30 | ((count) - 1u) << 16 | (op) << 8)
#define   CLEAR_ZMASK			0x32u
#define   CLEAR_HIZ			0x37u
#define   CLEAR_CMASK			0x38u

#endif /* R500_REGS_H */
