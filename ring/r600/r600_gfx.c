// SPDX-License-Identifier: GPL-2.0
/*
 * Straps and the default state of the 3D engine.
 *
 * The straps tell how many pipes, SIMDs, backends and memory banks a card has.  The tiling
 * configuration, which all clients share, follows from them, and so does struct pm4_card, from
 * which the checker computes surface sizes.  The rest of the file initialises registers that
 * clients may not set, or that clients expect to hold defaults.  The values are facts of the
 * in-tree radeon driver (r600.c, rv770.c), which has them from AMD.
 *
 * Called at bring-up, one call at a time; takes no locks.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/log2.h>
#include <linux/minmax.h>

#include "r600.h"

#define R600_MAX_BACKENDS	8
#define R600_MAX_QD_PIPES	8
#define R600_VTX_REUSE_MASK	0xff
#define R600_DEALLOC_MASK	0x7f
#define R600_GS_PER_ES_MAX	256u

/* ---- straps ---- */

/* Assign a backend to each tile pipe, two bits each, spread evenly. */
static u32 r600_gfx_backend_map(const struct r600_row *row, u32 disabled)
{
	u32 pipes = row->max_tile_pipes;
	u32 enabled = BIT(row->max_backends) - 1;
	u32 backends, share, rest, map = 0;
	int i, n;

	if (enabled & ~disabled)
		enabled &= ~disabled;
	backends = hweight32(enabled);
	share = pipes / backends;
	rest = pipes % backends;

	for (i = 0; i < row->max_backends; i++) {
		if (!(enabled & BIT(row->max_backends - 1 - i)))
			continue;
		for (n = share + (rest ? 1 : 0); n > 0; n--)
			map = map << 2 | (row->max_backends - 1 - (u32)i);
		if (rest)
			rest--;
	}
	return map;
}

/* Return the memory geometry in the fields of GB_TILING_CONFIG. */
static u32 r600_gfx_memory_tiling(struct rcp_card *card, u32 ramcfg)
{
	u32 banks, rows, burst;

	if (r600_row(card)->r7xx) {
		banks = FIELD_GET(GENMASK(1, 0), ramcfg) ? 1 : 0;
		if (r600_row(card)->eight_banks)
			banks = 1;
		rows = FIELD_GET(GENMASK(5, 3), ramcfg);
		burst = FIELD_GET(BIT(9), ramcfg);
	} else {
		banks = FIELD_GET(BIT(0), ramcfg);
		rows = FIELD_GET(GENMASK(4, 2), ramcfg);
		burst = FIELD_GET(BIT(8), ramcfg);
	}
	rows = min(rows, 3u);
	return BANK_TILING(banks) | GROUP_SIZE(burst) | ROW_TILING(rows) |
	       SAMPLE_SPLIT(rows) | BANK_SWAPS(1);
}

/**
 * r600_gfx_straps() - read the straps
 * @card: the card
 *
 * Fills card->pm4, and what INFO tells of them.
 *
 * Context: any; one call at a time.
 * Return: 0, or -ENODEV after one logged line if the straps read all ones.
 */
int r600_gfx_straps(struct rcp_card *card)
{
	const struct r600_row *row = r600_row(card);
	struct r600 *r600 = r600_of(card);
	u32 ramcfg = rcp_rd(card, r600_by_family(card, R600_RAMCFG, R700_MC_ARB_RAMCFG));
	u32 shader_pipes = rcp_rd(card, CC_GC_SHADER_PIPE_CONFIG);
	u32 disabled = rcp_rd(card, CC_RB_BACKEND_DISABLE) >> 16 & (BIT(R600_MAX_BACKENDS) - 1);
	u32 simds = BIT(row->max_simds) - 1;
	u32 fused = shader_pipes >> 16 & simds;

	if (ramcfg == ~0u || shader_pipes == ~0u) {
		rcp_err(card, "straps read all ones: %s is 0x%08x, CC_GC_SHADER_PIPE_CONFIG 0x%08x\n",
			r600_row(card)->r7xx ? "MC_ARB_RAMCFG" : "RAMCFG", ramcfg, shader_pipes);
		return -ENODEV;
	}
	r600->backend_map = r600_gfx_backend_map(row, disabled);
	r600->simds = hweight32(simds & ~fused) ?: row->max_simds;
	r600->tiling_config = PIPE_TILING(ilog2(row->max_tile_pipes)) |
			      r600_gfx_memory_tiling(card, ramcfg) |
			      BACKEND_MAP(r600->backend_map);

	card->pm4.pipes = row->max_tile_pipes;
	card->pm4.banks = r600->tiling_config & BANK_TILING(1) ? 8 : 4;
	card->pm4.group_bytes = r600->tiling_config & GROUP_SIZE(1) ? 512 : 256;
	card->pm4.backends = row->max_backends;
	return 0;
}

/* ---- common to both families ---- */

static void r600_gfx_tiling(struct rcp_card *card)
{
	u32 tiling = r600_of(card)->tiling_config;
	u32 inactive = FIELD_GET(INACTIVE_QD_PIPES, rcp_rd(card, CC_GC_SHADER_PIPE_CONFIG));
	u32 pipes = R600_MAX_QD_PIPES - hweight32(inactive);

	rcp_wr(card, GB_TILING_CONFIG, tiling);
	rcp_wr(card, DCP_TILING_CONFIG, tiling & 0xffff);
	rcp_wr(card, HDP_TILING_CONFIG, tiling & 0xffff);
	if (r600_row(card)->r7xx) {
		rcp_wr(card, R700_DMA_TILING_CONFIG, tiling & 0xffff);
		rcp_wr(card, R700_DMA_TILING_CONFIG2, tiling & 0xffff);
		rcp_wr(card, R700_CGTS_SYS_TCC_DISABLE, 0);
		rcp_wr(card, R700_CGTS_TCC_DISABLE, 0);
		rcp_wr(card, R700_CGTS_USER_SYS_TCC_DISABLE, 0);
		rcp_wr(card, R700_CGTS_USER_TCC_DISABLE, 0);
		rcp_wr(card, SPI_CONFIG_CNTL, pipes == 1 ? DISABLE_INTERP_1 : 0);
	} else {
		rcp_wr(card, R600_DMA_TILING_CONFIG, tiling & 0xffff);
	}
	rcp_wr(card, VGT_OUT_DEALLOC_CNTL, (pipes * 4) & R600_DEALLOC_MASK);
	rcp_wr(card, VGT_VERTEX_REUSE_BLOCK_CNTL, (pipes * 4 - 2) & R600_VTX_REUSE_MASK);
}

/* Disable state that clients expect to be off. */
static void r600_gfx_quiet_state(struct rcp_card *card)
{
	int i;

	rcp_wr(card, PA_SC_MULTI_CHIP_CNTL, 0);
	rcp_wr(card, VGT_GS_VERTEX_REUSE, 16);
	rcp_wr(card, PA_SC_LINE_STIPPLE_STATE, 0);
	rcp_wr(card, VGT_STRMOUT_EN, 0);
	rcp_wr(card, SX_MISC, 0);
	rcp_wr(card, PA_SC_MODE_CNTL, 0);
	rcp_wr(card, PA_SC_AA_CONFIG, 0);
	rcp_wr(card, PA_SC_LINE_STIPPLE, 0);
	rcp_wr(card, SPI_INPUT_Z, 0);
	rcp_wr(card, SPI_PS_IN_CONTROL_0, NUM_INTERP(2));
	rcp_wr(card, CB_COLOR7_FRAG, 0);
	for (i = 0; i < 8; i++)
		rcp_wr(card, CB_COLOR0_BASE + 4 * i, 0);
	rcp_wr(card, PA_CL_ENHANCE, CLIP_VTX_REORDER_ENA | NUM_CLIP_SEQ(3));
	rcp_wr(card, VC_ENHANCE, 0);
}

/*
 * Write a register that streams may change, and keep the value: a stream that does not set it
 * gets this value back.
 */
static void r600_gfx_kept(struct rcp_card *card, u32 reg, u32 value)
{
	pm4_bringup_set(&card->pm4, reg, value);
	rcp_wr(card, reg, value);
}

/* Set the shader priorities, and enable the vertex cache if the chip has one. */
static void r600_gfx_sq_config(struct rcp_card *card, u32 extra)
{
	u32 value = rcp_rd(card, SQ_CONFIG);

	value &= ~(PS_PRIO(3u) | VS_PRIO(3u) | GS_PRIO(3u) | ES_PRIO(3u) | VC_ENABLE);
	value |= DX9_CONSTS | extra | PS_PRIO(0u) | VS_PRIO(1u) | GS_PRIO(2u) | ES_PRIO(3u);
	if (r600_row(card)->vertex_cache)
		value |= VC_ENABLE;
	r600_gfx_kept(card, SQ_CONFIG, value);
}

static void r600_gfx_sq(struct rcp_card *card, const struct r600_sq *sq)
{
	unsigned int i;

	r600_gfx_kept(card, SQ_GPR_RESOURCE_MGMT_1,
		      NUM_PS_GPRS(sq->gprs[0]) | NUM_VS_GPRS(sq->gprs[1]) |
		      NUM_CLAUSE_TEMP_GPRS(sq->gprs[4]));
	r600_gfx_kept(card, SQ_GPR_RESOURCE_MGMT_2,
		      NUM_GS_GPRS(sq->gprs[2]) | NUM_ES_GPRS(sq->gprs[3]));
	r600_gfx_kept(card, SQ_THREAD_RESOURCE_MGMT,
		      NUM_PS_THREADS(sq->threads[0]) | NUM_VS_THREADS(sq->threads[1]) |
		      NUM_GS_THREADS(sq->threads[2]) | NUM_ES_THREADS(sq->threads[3]));
	r600_gfx_kept(card, SQ_STACK_RESOURCE_MGMT_1,
		      NUM_PS_STACK_ENTRIES(sq->stack[0]) | NUM_VS_STACK_ENTRIES(sq->stack[1]));
	r600_gfx_kept(card, SQ_STACK_RESOURCE_MGMT_2,
		      NUM_GS_STACK_ENTRIES(sq->stack[2]) | NUM_ES_STACK_ENTRIES(sq->stack[3]));
	/*
	 * Rings and scratch get size 0, and the driver's null buffer as their base.  The
	 * checker relies on these values in the registers that clients may not set.
	 */
	for (i = 0; i < SQ_RINGS; i++) {
		rcp_wr(card, SQ_ESGS_RING_BASE + 8 * i, lower_32_bits(card->null.addr >> 8));
		rcp_wr(card, SQ_ESGS_RING_SIZE + 8 * i, 0);
	}
}

/* ---- R6xx ---- */

/* Small FIFOs, for chips without a vertex cache */
#define R600_SMALL_FIFOS	(CACHE_FIFO_SIZE(0xa) | FETCH_FIFO_HIWATER(0xa) | \
			 DONE_FIFO_HIWATER(0xe0) | ALU_UPDATE_FIFO_HIWATER(0x8))

const struct r600_gfx r600_gfx_r600 = {
	.sq.gprs = { 124, 124, 0, 0, 4 },
	.sq.threads = { 136, 48, 4, 4 },
	.sq.stack = { 128, 128, 0, 0 },
	.tc_cntl = TC_L2_SIZE(0) | L2_DISABLE_LATE_HIT,
	.sx_debug = SMX_EVENT_RELEASE,
	.db_debug = PREZ_MUST_WAIT_FOR_POSTZ_DONE,
	.fifo_clear = DONE_FIFO_HIWATER(0xffu), .fifo_set = DONE_FIFO_HIWATER(0x4),
};

/* RV610, RV620, RS780, RS880 */
const struct r600_gfx r600_gfx_rv610 = {
	.sq.gprs = { 44, 44, 17, 17, 2 },
	.sq.threads = { 79, 78, 4, 31 },
	.sq.stack = { 40, 40, 32, 16 },
	.gs_extra = 32,
	.tc_cntl = TC_L2_SIZE(8),
	.sx_debug = SMX_EVENT_RELEASE | ENABLE_NEW_SMX_ADDRESS,
	.db_debug = PREZ_MUST_WAIT_FOR_POSTZ_DONE,
	.fifo_clear = ~0u, .fifo_set = R600_SMALL_FIFOS,
};

const struct r600_gfx r600_gfx_rv630 = {
	.sq.gprs = { 44, 44, 18, 18, 2 },
	.sq.threads = { 79, 78, 4, 31 },
	.sq.stack = { 40, 40, 32, 16 },
	.tc_cntl = TC_L2_SIZE(4),
	.sx_debug = SMX_EVENT_RELEASE | ENABLE_NEW_SMX_ADDRESS,
	.db_debug = PREZ_MUST_WAIT_FOR_POSTZ_DONE,
	.fifo_clear = DONE_FIFO_HIWATER(0xffu), .fifo_set = DONE_FIFO_HIWATER(0x4),
};

const struct r600_gfx r600_gfx_rv635 = {
	.sq.gprs = { 44, 44, 18, 18, 2 },
	.sq.threads = { 79, 78, 4, 31 },
	.sq.stack = { 40, 40, 32, 16 },
	.tc_cntl = TC_L2_SIZE(4),
	.sx_debug = SMX_EVENT_RELEASE | ENABLE_NEW_SMX_ADDRESS,
};

const struct r600_gfx r600_gfx_rv670 = {
	.sq.gprs = { 44, 44, 17, 17, 2 },
	.sq.threads = { 79, 78, 4, 31 },
	.sq.stack = { 64, 64, 64, 64 },
	.gs_extra = 128,
	.tc_cntl = TC_L2_SIZE(0),
	.sx_debug = SMX_EVENT_RELEASE | ENABLE_NEW_SMX_ADDRESS,
	.gdec = 0x21,
};

/* Sample positions, one signed nibble each for x and y, as graphics APIs define them. */
#define R600_LOCS_2S		0x0000c44cu
#define R600_LOCS_4S		0xa66a22eeu
#define R600_LOCS_8S_WD0		0xea61c4beu
#define R600_LOCS_8S_WD1		0x874b0016u

static void r600_gfx_start_r6xx(struct rcp_card *card)
{
	const struct r600_gfx *g = r600_row(card)->gfx6;

	rcp_wr(card, CP_QUEUE_THRESHOLDS, ROQ_IB1_START(0x16) | ROQ_IB2_START(0x2b));
	rcp_wr(card, CP_MEQ_THRESHOLDS, R600_MEQ_END(0x40) | R600_ROQ_END(0x40));
	r600_gfx_kept(card, TA_CNTL_AUX, DISABLE_CUBE_ANISO | SYNC_GRADIENT | SYNC_WALKER |
		      SYNC_ALIGNER);
	if (g->gdec)
		rcp_wr(card, R600_ARB_GDEC_RD_CNTL, g->gdec);
	rcp_rmw(card, R600_SX_DEBUG_1, 0, g->sx_debug);
	r600_gfx_kept(card, R600_DB_DEBUG, g->db_debug);
	r600_gfx_kept(card, R600_DB_WATERMARKS, DEPTH_FREE(4) | DEPTH_CACHELINE_FREE(16) |
		      DEPTH_FLUSH(16) | DEPTH_PENDING_FREE(4));
	rcp_wr(card, VGT_NUM_INSTANCES, 0);
	rcp_wr(card, SPI_CONFIG_CNTL, 0);
	rcp_wr(card, SPI_CONFIG_CNTL_1, VTX_DONE_DELAY(0));
	rcp_rmw(card, SQ_MS_FIFO_SIZES, g->fifo_clear, g->fifo_set);
	r600_gfx_sq_config(card, 0);
	r600_gfx_sq(card, &g->sq);
	rcp_wr(card, VGT_CACHE_INVALIDATION, r600_row(card)->vertex_cache ?
	       CACHE_INVALIDATION_VC_TC : CACHE_INVALIDATION_TC);
	r600_gfx_kept(card, R600_PA_SC_AA_SAMPLE_LOCS_2S, R600_LOCS_2S);
	r600_gfx_kept(card, R600_PA_SC_AA_SAMPLE_LOCS_4S, R600_LOCS_4S);
	r600_gfx_kept(card, R600_PA_SC_AA_SAMPLE_LOCS_8S_WD0, R600_LOCS_8S_WD0);
	r600_gfx_kept(card, R600_PA_SC_AA_SAMPLE_LOCS_8S_WD1, R600_LOCS_8S_WD1);
	r600_gfx_kept(card, VGT_ES_PER_GS, 128);
	r600_gfx_kept(card, VGT_GS_PER_ES,
		      min(r600_row(card)->max_pipes * 16 + g->gs_extra, R600_GS_PER_ES_MAX));
	r600_gfx_kept(card, VGT_GS_PER_VS, 2);
	r600_gfx_quiet_state(card);
	rcp_wr(card, R600_TC_CNTL, g->tc_cntl);
	rcp_rmw(card, R600_ARB_POP, 0, ENABLE_TC128);
	rcp_wr(card, R600_PA_SC_ENHANCE, FORCE_EOV_MAX_CLK_CNT(4095));
}

/* ---- R7xx ---- */

#define R700_SX_SETS	7
#define R700_HIZ_FIFO	0x30
#define R700_EARLYZ_FIFO	0x130

static void r600_gfx_r700_memory_export(struct rcp_card *card, const struct r700_gfx *g)
{
	rcp_rmw(card, R700_SX_DEBUG_1, 0, ENABLE_NEW_SMX_ADDRESS);
	rcp_rmw(card, R700_SMX_DC_CTL0, CACHE_DEPTH(0x1ff),
		CACHE_DEPTH(R700_SX_SETS * 64 - 1));
	if (g->event_ctl)
		rcp_wr(card, R700_SMX_EVENT_CTL, ES_FLUSH_CTL(4) | GS_FLUSH_CTL(4) |
		       ACK_FLUSH_CTL(3) | SYNC_FLUSH_CTL);
	if (g->later)
		rcp_wr(card, R700_SMX_SAR_CTL0, 0x3f3f);
	rcp_rmw(card, R700_DB_DEBUG3, DB_CLK_OFF_DELAY(0x1f), DB_CLK_OFF_DELAY(g->clk_off_delay));
	if (g->later)
		rcp_rmw(card, R700_DB_DEBUG4, 0, DISABLE_TILE_COVERED_FOR_PS_ITER);
	rcp_wr(card, R700_SX_EXPORT_BUFFER_SIZES, COLOR_BUFFER_SIZE(g->export_size / 4 - 1) |
	       POSITION_BUFFER_SIZE(g->export_pos / 4 - 1) |
	       SMX_BUFFER_SIZE(g->export_smx / 4 - 1));
	rcp_wr(card, R700_PA_SC_FIFO_SIZE, SC_PRIM_FIFO_SIZE(g->prim_fifo) |
	       SC_HIZ_TILE_FIFO_SIZE(R700_HIZ_FIFO) |
	       SC_EARLYZ_TILE_FIFO_SIZE(R700_EARLYZ_FIFO));
}

static void r600_gfx_r700_sq(struct rcp_card *card, const struct r700_gfx *g)
{
	const struct r600_row *row = r600_row(card);
	u32 gprs = row->max_gprs, threads = row->max_threads;
	u32 stack = row->max_stack_entries / 4;
	u32 ring = gprs * 38 / 64;
	struct r600_sq sq = {
		.gprs = { gprs * 24 / 64, gprs * 24 / 64, gprs * 7 / 64, gprs * 7 / 64,
			  gprs * 24 / 64 / 2 },
		.threads = { threads / 2, threads / 4,
			     threads / 8 > g->gs_threads ? g->gs_threads : g->gs_threads / 8,
			     threads / 8 },
		.stack = { stack, stack, stack, stack },
	};
	int i;

	rcp_wr(card, SQ_MS_FIFO_SIZES, CACHE_FIFO_SIZE(16 * g->cf_insts) |
	       DONE_FIFO_HIWATER(0xe0) | ALU_UPDATE_FIFO_HIWATER(0x8) |
	       FETCH_FIFO_HIWATER(g->fetch_hiwater));
	r600_gfx_sq_config(card, EXPORT_SRC_C);
	r600_gfx_sq(card, &sq);
	for (i = 0; i < 8; i++)
		rcp_wr(card, R700_SQ_DYN_GPR_SIZE_SIMD_AB_0 + 4 * i,
		       SIMDA_RING0(ring) | SIMDA_RING1(ring) |
		       SIMDB_RING0(ring) | SIMDB_RING1(ring));
}

static void r600_gfx_start_r7xx(struct rcp_card *card)
{
	const struct r700_gfx *g = &r600_row(card)->gfx7;

	rcp_wr(card, CP_QUEUE_THRESHOLDS, ROQ_IB1_START(0x16) | ROQ_IB2_START(0x2b));
	rcp_wr(card, CP_MEQ_THRESHOLDS, R700_STQ_SPLIT(0x30));
	r600_gfx_kept(card, TA_CNTL_AUX, DISABLE_CUBE_ANISO);
	r600_gfx_r700_memory_export(card, g);
	rcp_wr(card, VGT_NUM_INSTANCES, 1);
	rcp_wr(card, SPI_CONFIG_CNTL_1, VTX_DONE_DELAY(4));
	rcp_wr(card, CP_PERFMON_CNTL, 0);
	r600_gfx_r700_sq(card, g);
	rcp_wr(card, R700_PA_SC_FORCE_EOV_MAX_CNTS,
	       FORCE_EOV_MAX_CLK_CNT(4095) | FORCE_EOV_MAX_REZ_CNT(255));
	rcp_wr(card, VGT_CACHE_INVALIDATION, R700_AUTO_INVLD_ES_GS |
	       (r600_row(card)->vertex_cache ? CACHE_INVALIDATION_VC_TC : CACHE_INVALIDATION_TC));
	r600_gfx_kept(card, VGT_ES_PER_GS, 128);
	r600_gfx_kept(card, VGT_GS_PER_ES,
		      min(g->gs_depth + r600_row(card)->max_pipes * 16u, R600_GS_PER_ES_MAX));
	r600_gfx_kept(card, VGT_GS_PER_VS, 2);
	r600_gfx_quiet_state(card);
	rcp_wr(card, PA_SC_EDGERULE, 0xaaaaaaaa);
	rcp_wr(card, PA_SC_CLIPRECT_RULE, 0xffff);
	rcp_wr(card, R700_TCP_CNTL, 0);
}

/**
 * r600_gfx_start() - initialise the 3D engine
 * @card: the card; the straps are read, and the CP is halted
 *
 * Context: any; one call at a time.
 */
void r600_gfx_start(struct rcp_card *card)
{
	rcp_wr(card, GRBM_CNTL, GRBM_READ_TIMEOUT(0xff));
	r600_gfx_tiling(card);
	if (r600_row(card)->r7xx)
		r600_gfx_start_r7xx(card);
	else
		r600_gfx_start_r6xx(card);
	rcp_rmw(card, HDP_HOST_PATH_CNTL, 0, 0);
}
