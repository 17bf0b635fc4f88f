/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers and packets of R6xx and R7xx that this folder uses, under AMD's names.
 *
 * Offsets are in bytes from the start of the register BAR.  The prefix R600_ or R700_ marks a
 * register that moved between the families, or that only one of them has.  Sources: AMD's
 * R6xx/R7xx 3D register reference and acceleration guide; for the memory controller, the
 * interrupt ring and the RLC, which AMD's documents leave out, r600d.h, rv770d.h and r600_reg.h
 * of the in-tree radeon driver.
 */
#ifndef R600_REGS_H
#define R600_REGS_H

#include <linux/bits.h>

/* ---- PCIe link: see r600_link.c ---- */
#define PCIE_PORT_INDEX			0x0038
#define PCIE_PORT_DATA			0x003c
/* Configuration space among the registers */
#define MM_CFGREGS			0x4000
#define   LINK_CNTL2			0x88
#define     TARGET_LINK_SPEED		GENMASK(3, 0)	/* 2: 5 GT/s */
#define     SELECTABLE_DEEMPHASIS	BIT(6)
/* Neither the register nor the bit has a name in the in-tree driver. */
#define BIF_541C			0x541c
#define   BIF_541C_LINK_CNTL2_EN	BIT(3)
#define MM_CFGREGS_CNTL			0x544c
#define   MM_WR_TO_CFG_EN		BIT(3)
/* By PCIE_PORT_INDEX */
#define PCIE_LC_TRAINING_CNTL		0xa1
#define   LC_POINT_7_PLUS_EN		BIT(6)
#define PCIE_LC_LINK_WIDTH_CNTL		0xa2
#define   LC_LINK_WIDTH			GENMASK(2, 0)
#define   LC_LINK_WIDTH_RD		GENMASK(6, 4)
#define   LC_RECONFIG_ARC_MISSING_ESCAPE	BIT(7)
#define   LC_RECONFIG_NOW		BIT(8)
#define   LC_RENEGOTIATION_SUPPORT	BIT(9)
#define   LC_RENEGOTIATE_EN		BIT(10)
#define   LC_UPCONFIGURE_SUPPORT	BIT(12)
#define   LC_UPCONFIGURE_DIS		BIT(13)
#define PCIE_LC_SPEED_CNTL		0xa4
#define   LC_GEN2_EN_STRAP		BIT(0)
#define   LC_TARGET_LINK_SPEED_OVERRIDE_EN	BIT(1)
#define   R600_LC_SPEED_CNTL_4_3	GENMASK(4, 3)	/* without a name either */
#define   LC_FORCE_EN_HW_SPEED_CHANGE	BIT(5)
#define   LC_FORCE_DIS_HW_SPEED_CHANGE	BIT(6)
#define   LC_SPEED_CHANGE_ATTEMPTS_ALLOWED	GENMASK(9, 8)
#define   LC_CURRENT_DATA_RATE		BIT(11)	/* set: 5 GT/s */
#define   LC_VOLTAGE_TIMER_SEL		GENMASK(17, 14)
#define   LC_CLR_FAILED_SPD_CHANGE_CNT	BIT(21)
#define   LC_OTHER_SIDE_EVER_SENT_GEN2	BIT(23)
#define   LC_OTHER_SIDE_SUPPORTS_GEN2	BIT(24)

/* ---- thermal sensor ---- */
#define CG_MULT_THERMAL_STATUS		0x0740	/* R7xx */
#define   R700_ASIC_T			GENMASK(25, 16)
#define   R700_ASIC_T_ABOVE		BIT(9)	/* of the field */
#define CG_THERMAL_STATUS		0x07f4	/* R6xx */
#define   R600_ASIC_T			GENMASK(8, 0)

/* ---- system register bus ---- */
#define SRBM_STATUS			0x0e50
#define   SRBM_MC_BUSY			GENMASK(13, 8)	/* VMC, MCB, MCDZ..MCDW */
#define SRBM_SOFT_RESET			0x0e60
#define   SOFT_RESET_GRBM		BIT(8)
#define   SOFT_RESET_IH			BIT(10)
#define   SOFT_RESET_RLC		BIT(13)
#define   SOFT_RESET_SEM		BIT(15)
#define   SOFT_RESET_VMC		BIT(17)

/* ---- bus interface ---- */
#define CONFIG_CNTL			0x5424
#define   CFG_VGA_RAM_EN		BIT(0)
#define   CFG_VGA_IO_DIS		BIT(1)
#define CONFIG_MEMSIZE			0x5428
#define INTERRUPT_CNTL			0x5468
#define   IH_DUMMY_RD_OVERRIDE		BIT(0)
#define   IH_REQ_NONSNOOP_EN		BIT(3)
#define INTERRUPT_CNTL2			0x546c
#define HDP_MEM_COHERENCY_FLUSH_CNTL	0x5480
#define BIF_FB_EN			0x5490
#define   FB_READ_EN			BIT(0)
#define   FB_WRITE_EN			BIT(1)
#define HDP_REG_COHERENCY_FLUSH_CNTL	0x54a0

/* ---- host data path ---- */
#define HDP_HOST_PATH_CNTL		0x2c00
#define HDP_NONSURFACE_BASE		0x2c04
#define HDP_NONSURFACE_INFO		0x2c08
#define HDP_NONSURFACE_SIZE		0x2c0c
#define HDP_SURFACE0			0x2c14	/* 32 groups of 5 registers */
#define   HDP_SURFACE_STRIDE		0x18
#define   HDP_SURFACES			32
#define HDP_DEBUG1			0x2f34
#define HDP_TILING_CONFIG		0x2f3c

/* ---- memory controller ---- */
#define R600_CITF_CNTL			0x200c
#define R700_MC_CITF_CNTL		0x25c0
#define   MC_BLACKOUT			GENMASK(1, 0)
#define CHMAP				0x2004
#define   NOOFCHAN			GENMASK(13, 12)
#define R600_RAMCFG			0x2408
#define R700_MC_ARB_RAMCFG		0x2760
#define R600_MC_VM_FB_LOCATION		0x2180
#define R600_MC_VM_AGP_TOP		0x2184
#define R600_MC_VM_AGP_BOT		0x2188
#define R600_MC_VM_AGP_BASE		0x218c
#define R600_MC_VM_SYSTEM_APERTURE_LOW_ADDR	0x2190
#define R600_MC_VM_SYSTEM_APERTURE_HIGH_ADDR	0x2194
#define R600_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR	0x2198
#define R700_MC_VM_FB_LOCATION		0x2024
#define R700_MC_VM_AGP_TOP		0x2028
#define R700_MC_VM_AGP_BOT		0x202c
#define R700_MC_VM_AGP_BASE		0x2030
#define R700_MC_VM_SYSTEM_APERTURE_LOW_ADDR	0x2034
#define R700_MC_VM_SYSTEM_APERTURE_HIGH_ADDR	0x2038
#define R700_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR	0x203c

/* R6xx: one L1 TLB control for each client of the memory controller */
#define R600_MC_VM_L1_TLB_MCB_RD_UVD_CNTL	0x2124
#define R600_MC_VM_L1_TLB_MCB_WR_UVD_CNTL	0x212c
#define R600_MC_VM_L1_TLB_MCD_RD_A_CNTL		0x219c
#define R600_MC_VM_L1_TLB_MCD_RD_B_CNTL		0x21a0
#define R600_MC_VM_L1_TLB_MCD_WR_A_CNTL		0x21a4
#define R600_MC_VM_L1_TLB_MCD_WR_B_CNTL		0x21a8
#define R600_MC_VM_L1_TLB_MCB_RD_GFX_CNTL	0x21fc
#define R600_MC_VM_L1_TLB_MCB_RD_SYS_CNTL	0x2200
#define R600_MC_VM_L1_TLB_MCB_RD_HDP_CNTL	0x2204
#define R600_MC_VM_L1_TLB_MCB_RD_PDMA_CNTL	0x2208
#define R600_MC_VM_L1_TLB_MCB_RD_SEM_CNTL	0x220c
#define R600_MC_VM_L1_TLB_MCB_WR_GFX_CNTL	0x2210
#define R600_MC_VM_L1_TLB_MCB_WR_SYS_CNTL	0x2214
#define R600_MC_VM_L1_TLB_MCB_WR_HDP_CNTL	0x2218
#define R600_MC_VM_L1_TLB_MCB_WR_PDMA_CNTL	0x221c
#define R600_MC_VM_L1_TLB_MCB_WR_SEM_CNTL	0x2220
#define   ENABLE_L1_TLB				BIT(0)
#define   ENABLE_L1_FRAGMENT_PROCESSING		BIT(1)
#define   R600_ENABLE_L1_STRICT_ORDERING	BIT(2)
#define   R600_SYSTEM_ACCESS_MODE_NOT_IN_SYS	(3u << 6)
#define   R600_ENABLE_SEMAPHORE_MODE		BIT(10)
#define   R600_ENABLE_WAIT_L2_QUERY		BIT(11)
#define   R600_EFFECTIVE_L1_TLB_SIZE(x)		((x) << 12)
#define   R600_EFFECTIVE_L1_QUEUE_SIZE(x)	((x) << 15)

/* R7xx */
#define R700_MC_VM_MB_L1_TLB0_CNTL		0x2234
#define R700_MC_VM_MB_L1_TLB1_CNTL		0x2238
#define R700_MC_VM_MB_L1_TLB2_CNTL		0x223c
#define R700_MC_VM_MB_L1_TLB3_CNTL		0x2240
#define R700_MC_VM_MD_L1_TLB0_CNTL		0x2654
#define R700_MC_VM_MD_L1_TLB1_CNTL		0x2658
#define R700_MC_VM_MD_L1_TLB2_CNTL		0x265c
#define RV740_MC_VM_MD_L1_TLB3_CNTL		0x2698
#define   R700_SYSTEM_ACCESS_MODE_NOT_IN_SYS	(3u << 3)
#define   R700_EFFECTIVE_L1_TLB_SIZE(x)		((x) << 15)
#define   R700_EFFECTIVE_L1_QUEUE_SIZE(x)	((x) << 18)

/* ---- virtual memory: L2 and context 0 ---- */
#define VM_L2_CNTL			0x1400
#define   ENABLE_L2_CACHE		BIT(0)
#define   ENABLE_L2_FRAGMENT_PROCESSING	BIT(1)
#define   ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE BIT(9)
#define   R600_EFFECTIVE_L2_QUEUE_SIZE(x)	((x) << 13)
#define   R700_EFFECTIVE_L2_QUEUE_SIZE(x)	((x) << 14)
#define VM_L2_CNTL2			0x1404
#define VM_L2_CNTL3			0x1408
#define   R600_BANK_SELECT_1(x)		((x) << 5)
#define   R700_CACHE_UPDATE_MODE(x)	((x) << 6)
#define VM_CONTEXT0_CNTL		0x1410	/* contexts 1 to 7 follow */
#define   VM_CONTEXTS			7	/* as many as the in-tree driver writes */
#define   ENABLE_CONTEXT		BIT(0)
#define   RANGE_PROTECTION_FAULT_ENABLE_DEFAULT	BIT(4)
#define VM_CONTEXT0_REQUEST_RESPONSE	0x1470
#define   REQUEST_TYPE(x)		(x)
#define   RESPONSE_TYPE			GENMASK(7, 4)
#define   RESPONSE_FAILED		(2u << 4)
#define VM_CONTEXT0_INVALIDATION_LOW_ADDR	0x1490
#define VM_CONTEXT0_INVALIDATION_HIGH_ADDR	0x14b0
#define R600_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR	0x1554
#define R600_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR	0x1574
#define R600_VM_CONTEXT0_PAGE_TABLE_START_ADDR	0x1594
#define R600_VM_CONTEXT0_PAGE_TABLE_END_ADDR	0x15b4
#define R700_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR	0x1518
#define R700_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR	0x153c
#define R700_VM_CONTEXT0_PAGE_TABLE_START_ADDR	0x155c
#define R700_VM_CONTEXT0_PAGE_TABLE_END_ADDR	0x157c

/* Page table entry of context 0 */
#define   PTE_VALID			BIT_ULL(0)
#define   PTE_SYSTEM			BIT_ULL(1)
#define   PTE_SNOOPED			BIT_ULL(2)
#define   PTE_READABLE			BIT_ULL(5)
#define   PTE_WRITEABLE			BIT_ULL(6)
#define   PTE_ADDR			GENMASK_ULL(39, 12)

/* ---- run list controller ---- */
#define RLC_CNTL			0x3f00
#define   RLC_ENABLE			BIT(0)
#define RLC_HB_CNTL			0x3f0c
#define RLC_HB_BASE			0x3f10
#define RLC_HB_WPTR_LSB_ADDR		0x3f14
#define RLC_HB_WPTR_MSB_ADDR		0x3f18
#define RLC_HB_WPTR			0x3f1c
#define RLC_HB_RPTR			0x3f20
#define RLC_UCODE_ADDR			0x3f2c
#define RLC_UCODE_DATA			0x3f30
#define RLC_GPU_CLOCK_COUNT_LSB		0x3f38
#define RLC_GPU_CLOCK_COUNT_MSB		0x3f3c
#define RLC_CAPTURE_GPU_CLOCK_COUNT	0x3f40
#define RLC_MC_CNTL			0x3f44
#define RLC_UCODE_CNTL			0x3f48

/* ---- async DMA: only switched off ---- */
#define DMA_RB_CNTL			0xd000
#define DMA_CNTL			0xd02c

/* ---- interrupt ring ---- */
#define IH_RB_CNTL			0x3e00
#define   IH_RB_ENABLE			BIT(0)
#define   IH_RB_SIZE(log2_dw)		((log2_dw) << 1)
#define   IH_WPTR_WRITEBACK_ENABLE	BIT(8)
#define   IH_WPTR_OVERFLOW_ENABLE	BIT(16)
#define   IH_WPTR_OVERFLOW_CLEAR	BIT(31)
#define IH_RB_BASE			0x3e04
#define IH_RB_RPTR			0x3e08
#define IH_RB_WPTR			0x3e0c
#define   IH_RB_OVERFLOW		BIT(0)
#define IH_RB_WPTR_ADDR_HI		0x3e10
#define IH_RB_WPTR_ADDR_LO		0x3e14
#define IH_CNTL				0x3e18
#define   ENABLE_INTR			BIT(0)
#define   RPTR_REARM			BIT(4)
#define   MC_WRREQ_CREDIT(x)		((x) << 15)
#define   MC_WR_CLEAN_CNT(x)		((x) << 20)

/* Source ids of its entries */
#define   IH_SOURCE(dw0)		((dw0) & 0xff)
#define   IH_SOURCE_CP_RB		176
#define   IH_SOURCE_CP_IB1		177
#define   IH_SOURCE_CP_IB2		178
#define   IH_SOURCE_EOP			181

/* ---- video BIOS: access to the ROM, and indexed registers for its tables ---- */
#define MC_IND_INDEX			0x0070
#define   MC_IND_ALL			(0x7fu << 16)
#define   MC_IND_WR_EN			BIT(23)
#define MC_IND_DATA			0x0074
#define RS780_MC_INDEX			0x28f8
#define   RS780_MC_IND_ADDR		0x1ff
#define   RS780_MC_IND_WR_EN		BIT(9)
#define RS780_MC_DATA			0x28fc
#define CG_SPLL_FUNC_CNTL		0x0600
#define   SPLL_BYPASS_EN		BIT(3)
#define CG_SPLL_STATUS			0x060c
#define   SPLL_CHG_STATUS		BIT(1)
#define GENERAL_PWRMGT			0x0618
#define   OPEN_DRAIN_PADS		BIT(11)
#define LOWER_GPIO_ENABLE		0x0710
#define   LOWER_GPIO_ROM		BIT(10)
#define CTXSW_VID_LOWER_GPIO_CNTL	0x0718
#define HIGH_VID_LOWER_GPIO_CNTL	0x071c
#define MEDIUM_VID_LOWER_GPIO_CNTL	0x0720
#define LOW_VID_LOWER_GPIO_CNTL		0x0724
#define VIPH_CONTROL			0x0c40
#define   VIPH_EN			BIT(21)
#define ROM_CNTL			0x1600
#define   SCK_OVERWRITE			BIT(1)
#define   SCK_PRESCALE_CRYSTAL_CLK	GENMASK(31, 28)
#define BUS_CNTL			0x5420
#define   BIOS_ROM_DIS			BIT(1)

/* ---- graphics register bus ---- */
#define GRBM_CNTL			0x8000
#define   GRBM_READ_TIMEOUT(x)		(x)
#define GRBM_STATUS			0x8010
#define   CP_BUSY			BIT(29)
#define   GUI_ACTIVE			BIT(31)
#define GRBM_STATUS2			0x8014
#define GRBM_SOFT_RESET			0x8020
#define   SOFT_RESET_CP			BIT(0)
#define   SOFT_RESET_CB			BIT(1)
#define   SOFT_RESET_CR			BIT(2)	/* R6xx only */
#define   SOFT_RESET_DB			BIT(3)
#define   SOFT_RESET_PA			BIT(5)
#define   SOFT_RESET_SC			BIT(6)
#define   SOFT_RESET_SMX		BIT(7)	/* R6xx only */
#define   SOFT_RESET_SPI		BIT(8)
#define   SOFT_RESET_SH			BIT(9)
#define   SOFT_RESET_SX			BIT(10)
#define   SOFT_RESET_TC			BIT(11)
#define   SOFT_RESET_TA			BIT(12)
#define   SOFT_RESET_VC			BIT(13)
#define   SOFT_RESET_VGT		BIT(14)
#define GRBM_INT_CNTL			0x8060

/* ---- command processor ---- */
#define SCRATCH_REG0			0x8500
#define SCRATCH_UMSK			0x8540
#define SCRATCH_ADDR			0x8544
#define CP_SEM_WAIT_TIMER		0x85bc
#define CP_STALLED_STAT1		0x8674
#define CP_STALLED_STAT2		0x8678
#define CP_BUSY_STAT			0x867c
#define CP_STAT				0x8680
#define CP_ME_CNTL			0x86d8
#define   CP_PFP_HALT			BIT(26)
#define   CP_ME_HALT			BIT(28)
#define   CP_ME_RUN			0xff
#define CP_RB_RPTR			0x8700
#define CP_RB_WPTR_DELAY		0x8704
#define CP_QUEUE_THRESHOLDS		0x8760
#define   ROQ_IB1_START(x)		(x)
#define   ROQ_IB2_START(x)		((x) << 8)
#define CP_MEQ_THRESHOLDS		0x8764
#define   R600_MEQ_END(x)		((x) << 16)
#define   R600_ROQ_END(x)		((x) << 24)
#define   R700_STQ_SPLIT(x)		(x)
#define CP_PERFMON_CNTL			0x87fc
#define CP_RB_BASE			0xc100
#define CP_RB_CNTL			0xc104
#define   RB_BUFSZ(log2_qw)		(log2_qw)
#define   RB_BLKSZ(log2_qw)		((log2_qw) << 8)
#define   RB_NO_UPDATE			BIT(27)
#define   RB_RPTR_WR_ENA		BIT(31)
#define CP_RB_RPTR_WR			0xc108
#define CP_RB_RPTR_ADDR			0xc10c
#define CP_RB_RPTR_ADDR_HI		0xc110
#define CP_RB_WPTR			0xc114
#define CP_INT_CNTL			0xc124
#define   CNTX_BUSY_INT_ENABLE		BIT(19)
#define   CNTX_EMPTY_INT_ENABLE		BIT(20)
#define   TIME_STAMP_INT_ENABLE		BIT(26)
#define   RB_INT_ENABLE			BIT(31)
#define CP_PFP_UCODE_ADDR		0xc150
#define CP_PFP_UCODE_DATA		0xc154
#define CP_ME_RAM_RADDR			0xc158
#define CP_ME_RAM_WADDR			0xc15c
#define CP_ME_RAM_DATA			0xc160
#define CP_DEBUG			0xc1fc

/* ---- straps and tiling ---- */
#define CC_GC_SHADER_PIPE_CONFIG	0x8950
#define   INACTIVE_QD_PIPES		GENMASK(15, 8)
#define CC_RB_BACKEND_DISABLE		0x98f4
#define GB_TILING_CONFIG		0x98f0
#define   PIPE_TILING(x)		((x) << 1)
#define   BANK_TILING(x)		((x) << 4)
#define   GROUP_SIZE(x)			((x) << 6)
#define   ROW_TILING(x)			((x) << 8)
#define   BANK_SWAPS(x)			((x) << 11)
#define   SAMPLE_SPLIT(x)		((x) << 14)
#define   BACKEND_MAP(x)		((x) << 16)
#define DCP_TILING_CONFIG		0x6ca0
#define R600_DMA_TILING_CONFIG		0x3ec4
#define R700_DMA_TILING_CONFIG		0x3ec8
#define R700_DMA_TILING_CONFIG2		0xd0b8
#define R700_CGTS_SYS_TCC_DISABLE	0x3f90
#define R700_CGTS_USER_SYS_TCC_DISABLE	0x3f94
#define R700_CGTS_TCC_DISABLE		0x9148
#define R700_CGTS_USER_TCC_DISABLE	0x914c

/* ---- 3D engine: registers that bring-up sets ---- */
#define R600_ARB_POP			0x2418
#define   ENABLE_TC128			BIT(30)
#define R600_ARB_GDEC_RD_CNTL		0x246c
#define WAIT_UNTIL			0x8040
#define   WAIT_CP_DMA_IDLE		BIT(8)
#define   WAIT_3D_IDLE			BIT(15)
#define   WAIT_3D_IDLECLEAN		BIT(17)
#define VGT_CACHE_INVALIDATION		0x88c4
#define   CACHE_INVALIDATION_TC		1u
#define   CACHE_INVALIDATION_VC_TC	2u
#define   R700_AUTO_INVLD_ES_GS		(3u << 6)
#define VGT_GS_PER_ES			0x88c8
#define VGT_ES_PER_GS			0x88cc
#define VGT_GS_VERTEX_REUSE		0x88d4
#define VGT_GS_PER_VS			0x88e8
#define VGT_NUM_INSTANCES		0x8974
#define PA_CL_ENHANCE			0x8a14
#define   CLIP_VTX_REORDER_ENA		BIT(0)
#define   NUM_CLIP_SEQ(x)		((x) << 1)
#define PA_SC_LINE_STIPPLE_STATE	0x8b10
#define PA_SC_MULTI_CHIP_CNTL		0x8b20
#define R700_PA_SC_FORCE_EOV_MAX_CNTS	0x8b24
#define   FORCE_EOV_MAX_CLK_CNT(x)	(x)
#define   FORCE_EOV_MAX_REZ_CNT(x)	((x) << 16)
#define R600_PA_SC_AA_SAMPLE_LOCS_2S	0x8b40
#define R600_PA_SC_AA_SAMPLE_LOCS_4S	0x8b44
#define R600_PA_SC_AA_SAMPLE_LOCS_8S_WD0 0x8b48
#define R600_PA_SC_AA_SAMPLE_LOCS_8S_WD1 0x8b4c
#define R700_PA_SC_FIFO_SIZE		0x8bcc
#define   SC_PRIM_FIFO_SIZE(x)		(x)
#define   SC_HIZ_TILE_FIFO_SIZE(x)	((x) << 12)
#define   SC_EARLYZ_TILE_FIFO_SIZE(x)	((x) << 20)
#define R600_PA_SC_ENHANCE		0x8bf0
#define SQ_CONFIG			0x8c00
#define   VC_ENABLE			BIT(0)
#define   EXPORT_SRC_C			BIT(1)
#define   DX9_CONSTS			BIT(2)
#define   PS_PRIO(x)			((x) << 24)
#define   VS_PRIO(x)			((x) << 26)
#define   GS_PRIO(x)			((x) << 28)
#define   ES_PRIO(x)			((u32)(x) << 30)
#define SQ_GPR_RESOURCE_MGMT_1		0x8c04
#define   NUM_PS_GPRS(x)		(x)
#define   NUM_VS_GPRS(x)		((x) << 16)
#define   NUM_CLAUSE_TEMP_GPRS(x)	((u32)(x) << 28)
#define SQ_GPR_RESOURCE_MGMT_2		0x8c08
#define   NUM_GS_GPRS(x)		(x)
#define   NUM_ES_GPRS(x)		((x) << 16)
#define SQ_THREAD_RESOURCE_MGMT		0x8c0c
#define   NUM_PS_THREADS(x)		(x)
#define   NUM_VS_THREADS(x)		((x) << 8)
#define   NUM_GS_THREADS(x)		((x) << 16)
#define   NUM_ES_THREADS(x)		((x) << 24)
#define SQ_STACK_RESOURCE_MGMT_1	0x8c10
#define   NUM_PS_STACK_ENTRIES(x)	(x)
#define   NUM_VS_STACK_ENTRIES(x)	((x) << 16)
#define SQ_STACK_RESOURCE_MGMT_2	0x8c14
#define   NUM_GS_STACK_ENTRIES(x)	(x)
#define   NUM_ES_STACK_ENTRIES(x)	((x) << 16)
#define SQ_ESGS_RING_BASE		0x8c40	/* eight rings, base and size each */
#define SQ_ESGS_RING_SIZE		0x8c44
#define SQ_RINGS			8
#define SQ_MS_FIFO_SIZES		0x8cf0
#define   CACHE_FIFO_SIZE(x)		(x)
#define   FETCH_FIFO_HIWATER(x)		((x) << 8)
#define   DONE_FIFO_HIWATER(x)		((x) << 16)
#define   ALU_UPDATE_FIFO_HIWATER(x)	((x) << 24)
#define R700_SQ_DYN_GPR_SIZE_SIMD_AB_0	0x8db0	/* 8 registers */
#define   SIMDA_RING0(x)		(x)
#define   SIMDA_RING1(x)		((x) << 8)
#define   SIMDB_RING0(x)		((x) << 16)
#define   SIMDB_RING1(x)		((x) << 24)
#define R700_SX_EXPORT_BUFFER_SIZES	0x900c
#define   COLOR_BUFFER_SIZE(x)		(x)
#define   POSITION_BUFFER_SIZE(x)	((x) << 8)
#define   SMX_BUFFER_SIZE(x)		((x) << 16)
#define R600_SX_DEBUG_1			0x9054
#define R700_SX_DEBUG_1			0x9058
#define   SMX_EVENT_RELEASE		BIT(0)
#define   ENABLE_NEW_SMX_ADDRESS	BIT(16)
#define SPI_CONFIG_CNTL			0x9100
#define   DISABLE_INTERP_1		BIT(5)
#define SPI_CONFIG_CNTL_1		0x913c
#define   VTX_DONE_DELAY(x)		(x)
#define TA_CNTL_AUX			0x9508
#define   DISABLE_CUBE_ANISO		BIT(1)
#define   SYNC_GRADIENT			BIT(24)
#define   SYNC_WALKER			BIT(25)
#define   SYNC_ALIGNER			BIT(26)
#define R600_TC_CNTL			0x9608
#define   TC_L2_SIZE(x)			((x) << 5)
#define   L2_DISABLE_LATE_HIT		BIT(9)
#define R700_TCP_CNTL			0x9610
#define VC_ENHANCE			0x9714
#define R600_DB_DEBUG			0x9830
#define   PREZ_MUST_WAIT_FOR_POSTZ_DONE	BIT(31)
#define R600_DB_WATERMARKS		0x9838
#define   DEPTH_FREE(x)			(x)
#define   DEPTH_FLUSH(x)		((x) << 5)
#define   DEPTH_PENDING_FREE(x)		((x) << 15)
#define   DEPTH_CACHELINE_FREE(x)	((x) << 20)
#define R700_DB_DEBUG3			0x98b0
#define   DB_CLK_OFF_DELAY(x)		((x) << 11)
#define R700_DB_DEBUG4			0x9b8c
#define   DISABLE_TILE_COVERED_FOR_PS_ITER BIT(6)
#define R700_SMX_SAR_CTL0		0xa008
#define R700_SMX_DC_CTL0		0xa020
#define   CACHE_DEPTH(x)		((x) << 1)
#define R700_SMX_EVENT_CTL		0xa02c
#define   ES_FLUSH_CTL(x)		(x)
#define   GS_FLUSH_CTL(x)		((x) << 3)
#define   ACK_FLUSH_CTL(x)		((x) << 6)
#define   SYNC_FLUSH_CTL		BIT(8)

/* Context registers; the register bus reaches them above the BAR's 64 KiB */
#define CB_COLOR0_BASE			0x28040	/* 8 registers */
#define CB_COLOR7_FRAG			0x280fc
#define PA_SC_CLIPRECT_RULE		0x2820c
#define PA_SC_EDGERULE			0x28230
#define SX_MISC				0x28350
#define SPI_PS_IN_CONTROL_0		0x286cc
#define   NUM_INTERP(x)			(x)
#define SPI_INPUT_Z			0x286d8
#define PA_SC_LINE_STIPPLE		0x28a0c
#define PA_SC_MODE_CNTL			0x28a4c
#define VGT_ENHANCE			0x28a50
#define VGT_STRMOUT_EN			0x28ab0
#define PA_SC_AA_CONFIG			0x28c04
#define VGT_VERTEX_REUSE_BLOCK_CNTL	0x28c58
#define VGT_OUT_DEALLOC_CNTL		0x28c5c

/* ---- packets that this folder emits ---- */
#define PACKET2_NOP			0x80000000u
#define PACKET3(op, count)		(0xc0000000u | (((count) & 0x3fffu) << 16) | ((op) << 8))
#define   PACKET3_INDIRECT_BUFFER	0x32u
#define   PACKET3_WAIT_REG_MEM		0x3cu
#define     WAIT_REG_MEM_EQUAL		3u
#define     WAIT_REG_MEM_MEMORY		BIT(4)
#define     WAIT_REG_MEM_PFP		BIT(8)
#define   PACKET3_SURFACE_SYNC		0x43u
#define     DEST_BASE_0_ENA		BIT(0)
#define     CB1_DEST_BASE_ENA		BIT(7)
#define     FULL_CACHE_ENA		BIT(20)	/* R7xx */
#define     TC_ACTION_ENA		BIT(23)
#define     VC_ACTION_ENA		BIT(24)
#define     SH_ACTION_ENA		BIT(27)
#define   PACKET3_ME_INITIALIZE		0x44u
#define     ME_INITIALIZE_DEVICE_ID(x)	((x) << 16)
#define   PACKET3_EVENT_WRITE		0x46u
#define     VGT_FLUSH			0x24u
#define     FLUSH_AND_INV_DB_META	0x2cu
#define     FLUSH_AND_INV_CB_META	0x2eu
#define   PACKET3_EVENT_WRITE_EOP	0x47u
#define     CACHE_FLUSH_AND_INV_EVENT_TS 0x14u
#define     CACHE_FLUSH_AND_INV_EVENT	0x16u
#define     BOTTOM_OF_PIPE_TS		0x28u
#define     EVENT_INDEX_TS		(5u << 8)
#define     EOP_DATA_SEL(x)		((x) << 29)
#define       EOP_DATA_64		2u
#define       EOP_DATA_CLOCK		3u
#define     EOP_INT_SEL(x)		((x) << 24)
#define       EOP_INT_AFTER_WRITE	2u
#define   PACKET3_SET_CONFIG_REG	0x68u
#define     SET_CONFIG_REG_BASE		0x8000u

#endif /* R600_REGS_H */
