/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Byte offsets of the registers of R6xx/R7xx that the model implements, with AMD's
 * names.  Where R6xx and R7xx differ both are here.
 */
#ifndef R600_REGS_H
#define R600_REGS_H

#define PCIE_PORT_INDEX			0x0038
#define PCIE_PORT_DATA			0x003c
/* Of the port, by PCIE_PORT_INDEX */
#define PCIE_LC_TRAINING_CNTL		0xa1
#define   LC_POINT_7_PLUS_EN		(1u << 6)
#define PCIE_LC_LINK_WIDTH_CNTL		0xa2
#define   LC_LINK_WIDTH_MASK		0x7u
#define   LC_LINK_WIDTH_RD_SHIFT	4
#define   LC_LINK_WIDTH_RD_MASK		0x70u
#define   LC_RECONFIG_ARC_MISSING_ESCAPE (1u << 7)
#define   LC_RECONFIG_NOW		(1u << 8)
#define   LC_RENEGOTIATION_SUPPORT	(1u << 9)
#define   LC_RENEGOTIATE_EN		(1u << 10)
#define   LC_UPCONFIGURE_DIS		(1u << 13)
#define PCIE_LC_SPEED_CNTL		0xa4
#define   LC_GEN2_EN_STRAP		(1u << 0)
#define   LC_TARGET_LINK_SPEED_OVERRIDE_EN (1u << 1)
#define   LC_FORCE_EN_HW_SPEED_CHANGE	(1u << 5)
#define   LC_FORCE_DIS_HW_SPEED_CHANGE	(1u << 6)
#define   LC_CURRENT_DATA_RATE		(1u << 11)
#define   LC_CLR_FAILED_SPD_CHANGE_CNT	(1u << 21)
#define   LC_OTHER_SIDE_EVER_SENT_GEN2	(1u << 23)
#define   LC_OTHER_SIDE_SUPPORTS_GEN2	(1u << 24)
#define CG_SPLL_FUNC_CNTL		0x0600
#define SRBM_IDLE			0x200000c0u	/* SRBM_STATUS of idle cards in logs of reset */
#define CP_STALLED_HUNG			0x00008002u	/* CP_STALLED_STAT2 of hung cards in these logs */
#define CG_SPLL_STATUS			0x060c
#define   SPLL_CHG_STATUS		0x2u
#define MPLL_FUNC_CNTL			0x0624	/* MPLL_AD_FUNC_CNTL of the R7xx */
#define VOLTAGE_PINS_MASK		0x0670	/* of the pins that select the core's voltage; of two boards with R7xx */
#define VOLTAGE_PINS			0x0678
#define   VOLTAGE_PINS_ALL		0x7u
#define MPLL_STATUS			0x0630
#define   MPLL_CHG_STATUS		0x2u
#define MPLL_CNTL_MODE			0x061c	/* has the lock of the memory PLL on RV770 */
#define   MPLL_LOCKED			0x10002u
#define ROM_INDEX			0x0110	/* reads of the ROM through registers */
#define ROM_STATUS			0x011c
#define   ROM_DONE			0x80u
#define I2C_CONTROL			0x7d80
#define I2C_STATUS			0x7d88
#define   I2C_DONE			0x10u
#define CG_MULT_THERMAL_STATUS		0x0740	/* R7xx */
#define CG_THERMAL_STATUS		0x07f4	/* R6xx */
#define SRBM_STATUS			0x0e50
#define   SRBM_MC_BUSY			0x3f00
#define SRBM_SOFT_RESET			0x0e60
#define VM_L2_CNTL			0x1400
#define VM_L2_CNTL2			0x1404
#define VM_CONTEXT0_CNTL		0x1410
#define VM_CONTEXT0_REQUEST_RESPONSE	0x1470
#define VM_CONTEXT0_INVALIDATION_LOW	0x1490
#define VM_CONTEXT0_INVALIDATION_HIGH	0x14b0
#define R7_VM_FAULT_DEFAULT		0x1518
#define R7_VM_PT_BASE			0x153c
#define R7_VM_PT_START			0x155c
#define R7_VM_PT_END			0x157c
#define R6_VM_FAULT_DEFAULT		0x1554
#define R6_VM_PT_BASE			0x1574
#define R6_VM_PT_START			0x1594
#define R6_VM_PT_END			0x15b4
#define BIOS_0_SCRATCH			0x1724
#define CHMAP				0x2004
#define R6_CITF_CNTL			0x200c
#define R7_MC_VM_FB_LOCATION		0x2024
#define R7_MC_VM_AGP_TOP		0x2028
#define R7_MC_VM_AGP_BOT		0x202c
#define R7_MC_VM_AGP_BASE		0x2030
#define R7_MC_VM_SYSTEM_LOW		0x2034
#define R7_MC_VM_SYSTEM_HIGH		0x2038
#define R7_MC_VM_SYSTEM_DEFAULT		0x203c
#define R6_MC_VM_FB_LOCATION		0x2180
#define R6_MC_VM_AGP_TOP		0x2184
#define R6_MC_VM_AGP_BOT		0x2188
#define R6_MC_VM_AGP_BASE		0x218c
#define R6_MC_VM_SYSTEM_LOW		0x2190
#define R6_MC_VM_SYSTEM_HIGH		0x2194
#define R6_MC_VM_SYSTEM_DEFAULT		0x2198
#define R6_RAMCFG			0x2408
#define R7_CITF_CNTL			0x25c0
#define R7_RAMCFG			0x2760
#define MC_INDEX			0x28f8
#define MC_DATA				0x28fc
#define HDP_NONSURFACE_BASE		0x2c04
#define HDP_DEBUG1			0x2f34
#define IH_RB_CNTL			0x3e00
#define IH_RB_BASE			0x3e04
#define IH_RB_RPTR			0x3e08
#define IH_RB_WPTR			0x3e0c
#define IH_RB_WPTR_ADDR_HI		0x3e10
#define IH_RB_WPTR_ADDR_LO		0x3e14
#define IH_CNTL				0x3e18
#define RLC_CNTL			0x3f00
#define RLC_UCODE_ADDR			0x3f2c
#define RLC_UCODE_DATA			0x3f30
#define RLC_GPU_CLOCK_COUNT_LSB		0x3f38
#define RLC_GPU_CLOCK_COUNT_MSB		0x3f3c
#define RLC_CAPTURE_GPU_CLOCK_COUNT	0x3f40
#define MM_CFGREGS			0x4000		/* configuration space */
#define BIF_541C			0x541c		/* has no name in the in-tree driver */
#define   BIF_541C_LINK_CNTL2_EN	(1u << 3)
#define MM_CFGREGS_CNTL			0x544c
#define   MM_WR_TO_CFG_EN		(1u << 3)
#define CONFIG_CNTL			0x5424
#define CONFIG_MEMSIZE			0x5428
#define CONFIG_APER_SIZE		0x5430
#define HDP_MEM_COHERENCY_FLUSH_CNTL	0x5480
#define BIF_FB_EN			0x5490
#define HDP_REG_COHERENCY_FLUSH_CNTL	0x54a0
#define R6_DMA_TILING_CONFIG		0x3ec4
#define R7_DMA_TILING_CONFIG		0x3ec8
#define HDP_TILING_CONFIG		0x2f3c
#define DCP_TILING_CONFIG		0x6ca0
#define R7_D1GRPH_PRIMARY_HIGH		0x6914
#define R7_D2GRPH_PRIMARY_HIGH		0x6114
#define GRBM_STATUS			0x8010
#define GRBM_STATUS2			0x8014
#define GRBM_SOFT_RESET			0x8020
#define WAIT_UNTIL			0x8040
#define   WAIT_CP_DMA_IDLE		(1u << 8)
#define   WAIT_3D_IDLE			(1u << 15)
#define   WAIT_3D_IDLECLEAN		(1u << 17)
#define SQ_RING_FIRST			0x8c40	/* base and size of each */
#define SQ_RING_LAST			0x8c6c
#define SX_EXPORT_BASE			0x9010
#define SX_EXPORT_SIZE			0x9014
#define CP_STRMOUT_CNTL			0x8490
#define SCRATCH_REG0			0x8500
#define SCRATCH_REG7			0x851c
#define SCRATCH_UMSK			0x8540
#define SCRATCH_ADDR			0x8544
#define CP_SEM_WAIT_TIMER		0x85bc
#define CP_COHER_CNTL			0x85f0
#define CP_COHER_SIZE			0x85f4
#define CP_COHER_BASE			0x85f8
#define CP_COHER_STATUS			0x85fc
#define DC_LUT_RW_INDEX			0x6488
#define CP_STALLED_STAT1		0x8674
#define CP_STALLED_STAT2		0x8678
#define CP_BUSY_STAT			0x867c
#define CP_STAT				0x8680
#define CP_ME_CNTL			0x86d8
#define CP_RB_RPTR			0x8700
#define CP_RB_WPTR_DELAY		0x8704
#define CC_GC_SHADER_PIPE_CONFIG	0x8950
#define GB_TILING_CONFIG		0x98f0
#define CC_RB_BACKEND_DISABLE		0x98f4
#define CP_RB_BASE			0xc100
#define CP_RB_CNTL			0xc104
#define CP_RB_RPTR_WR			0xc108
#define CP_RB_RPTR_ADDR			0xc10c
#define CP_RB_RPTR_ADDR_HI		0xc110
#define CP_RB_WPTR			0xc114
#define CP_INT_CNTL			0xc124
#define CP_INT_STATUS			0xc128
#define CP_PFP_UCODE_ADDR		0xc150
#define CP_PFP_UCODE_DATA		0xc154
#define CP_ME_RAM_RADDR			0xc158
#define CP_ME_RAM_WADDR			0xc15c
#define CP_ME_RAM_DATA			0xc160
#define CP_DEBUG			0xc1fc
#define DMA_RB_CNTL			0xd000
#define DMA_RB_BASE			0xd004
#define DMA_RB_RPTR			0xd008
#define DMA_RB_WPTR			0xd00c
#define DMA_RB_RPTR_ADDR_HI		0xd01c
#define DMA_RB_RPTR_ADDR_LO		0xd020
#define DMA_IB_CNTL			0xd024
#define DMA_CNTL			0xd02c
#define DMA_STATUS_REG			0xd034
#define CONTEXT_REGS			0x28000	/* from here on: state of draws, constants, descriptors */
#define VGT_EVENT_INITIATOR		0x28a90

/* Bits */
#define FB_READ_EN			0x1u
#define FB_WRITE_EN			0x2u
#define BLACKOUT_MASK			0x3u
#define CP_ME_HALT			(1u << 28)
#define CP_PFP_HALT			(1u << 26)
#define SOFT_RESET_CP			(1u << 0)
#define SRBM_RESET_BIF			(1u << 1)
#define SRBM_RESET_IH			(1u << 10)
#define R6_SRBM_RESET_DMA		(1u << 12)
#define SRBM_RESET_RLC			(1u << 13)
#define SRBM_RESET_VMC			(1u << 17)
#define R7_SRBM_RESET_DMA		(1u << 20)
#define PIPE_RESET			0x7f6au		/* DB CB PA SC SPI SH SX TC TA VC VGT */
#define GRBM_PIPE_BUSY			0x47730000u	/* VGT SX SH SPI SC PA DB CB */
#define GRBM_CP_BUSY			(1u << 29)
#define GRBM_GUI_ACTIVE			(1u << 31)
#define GRBM_IDLE			0x00003028u
#define RLC_ENABLE			(1u << 0)
#define L1_TLB_ENABLE			(1u << 0)
#define VM_L2_ENABLE			(1u << 0)
#define VM_ENABLE_CONTEXT		(1u << 0)
#define VM_PAGE_TABLE_DEPTH		(3u << 1)
#define PTE_VALID			(1u << 0)
#define PTE_SYSTEM			(1u << 1)
#define PTE_SNOOPED			(1u << 2)
#define PTE_READ			(1u << 5)
#define PTE_WRITE			(1u << 6)
#define PTE_ADDR			0x000000fffffff000ull
#define IH_RB_ENABLE			(1u << 0)
#define IH_WPTR_WRITEBACK		(1u << 8)
#define IH_OVERFLOW_ENABLE		(1u << 16)
#define IH_OVERFLOW_CLEAR		(1u << 31)
#define IH_ENABLE_INTR			(1u << 0)
#define IH_RPTR_REARM			(1u << 4)
#define INT_RB				(1u << 31)
#define INT_IB1				(1u << 30)
#define INT_IB2				(1u << 29)
#define INT_TIME_STAMP			(1u << 26)
#define DMA_RB_ENABLE			(1u << 0)
#define DMA_RPTR_WRITEBACK		(1u << 12)
#define DMA_IB_ENABLE			(1u << 0)
#define DMA_TRAP_ENABLE			(1u << 0)
#define DMA_IDLE			(1u << 0)

/* Interrupt sources */
#define SRC_CP_INT_RB			176
#define SRC_CP_INT_IB1			177
#define SRC_CP_INT_IB2			178
#define SRC_CP_EOP			181
#define SRC_DMA_TRAP			224

#endif
