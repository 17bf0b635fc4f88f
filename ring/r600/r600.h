/* SPDX-License-Identifier: GPL-2.0 */
/*
 * R6xx and R7xx: the interfaces between the files of this folder, which gives ring/ r600_gen.
 * No other file includes this.
 */
#ifndef R600_H
#define R600_H

#include <r600/pm4_r600.h>

#include "../rcp_priv.h"
#include "r600_regs.h"

/* Units in which the CP fetches, and of a stream in the ring. */
#define R600_FETCH_DW		16u

extern const struct rcp_gen r600_gen;

/* ---- chips ---- */

struct r600_golden;

/* Lists of golden registers, and of changes that enable a disabled ROM */
struct r600_golden_list {
	const struct r600_golden *rows;
	u32 count;
};

struct r600_rom_list {
	const struct rcp_rom_change *changes;
	u32 count;
};

extern const struct r600_golden_list r600_golden_r700, r600_golden_rv770, r600_golden_rv710,
	r600_golden_rv740;
extern const struct r600_rom_list r600_rom_r6xx, r600_rom_r7xx, r600_rom_rv730;

/**
 * struct r600_sq - default split of the shader core's resources
 * @gprs: GPRs of PS, VS, GS, ES and clause temporaries
 * @threads: threads of PS, VS, GS, ES
 * @stack: stack entries of PS, VS, GS, ES
 *
 * Clients change the split as they need.
 */
struct r600_sq {
	u32 gprs[5];
	u32 threads[4];
	u32 stack[4];
};

/**
 * struct r600_gfx - values that differ among R6xx chips and are not straps
 * @sq: split of the shader core's resources
 * @gs_extra: added to VGT_GS_PER_ES
 * @tc_cntl: TC_CNTL
 * @sx_debug: bits to set in SX_DEBUG_1
 * @db_debug: DB_DEBUG
 * @fifo_clear: bits to clear in SQ_MS_FIFO_SIZES
 * @fifo_set: bits to set there
 * @gdec: ARB_GDEC_RD_CNTL; 0: leave it alone
 */
struct r600_gfx {
	struct r600_sq sq;
	u32 gs_extra;
	u32 tc_cntl;
	u32 sx_debug;
	u32 db_debug;
	u32 fifo_clear;
	u32 fifo_set;
	u32 gdec;
};

/**
 * struct r700_gfx - values that differ among R7xx chips and are not straps
 * @export_size: SX colour export buffer
 * @export_pos: SX position export buffer
 * @export_smx: SX memory export buffer
 * @cf_insts: control flow instructions in flight
 * @prim_fifo: scan converter's primitive FIFO
 * @gs_depth: geometry shader primitive buffer
 * @gs_threads: geometry shader threads
 * @clk_off_delay: depth block clock gating delay
 * @fetch_hiwater: fetch FIFO high water mark
 * @event_ctl: SMX_EVENT_CTL is written
 * @later: RV730 and later: SMX_SAR_CTL0 and DB_DEBUG4 are written
 */
struct r700_gfx {
	u16 export_size;
	u16 export_pos;
	u16 export_smx;
	u8 cf_insts;
	u16 prim_fifo;
	u16 gs_depth;
	u8 gs_threads;
	u8 clk_off_delay;
	u8 fetch_hiwater;
	bool event_ctl;
	bool later;
};

extern const struct r600_gfx r600_gfx_r600, r600_gfx_rv610, r600_gfx_rv630, r600_gfx_rv635,
	r600_gfx_rv670;

/**
 * struct r600_row - what this folder knows about a chip: rcp_chip.row
 * @r7xx: RV770 and later: other MC, CP microcode and 3D defaults
 * @vertex_cache: the chip has a vertex cache; otherwise vertices use the texture cache
 * @pcie_gen2: the PCIe link supports 5 GT/s
 * @r6xx_55nm: an R6xx of 55 nm, whose link takes another sequence than the link of 65 nm
 * @buggy_flush: the flush of an event completes only with a SURFACE_SYNC of certain
 *	destinations
 * @eight_banks: memory has eight banks, whatever the strap says
 * @l1_tlb3: there is a register MC_VM_MD_L1_TLB3_CNTL
 * @golden: golden registers
 * @rom: changes that enable a disabled ROM
 * @gfx6: more about an R6xx
 * @gfx7: more about an R7xx
 * @max_pipes: shader pipes
 * @max_tile_pipes: tile pipes
 * @max_simds: SIMDs
 * @max_backends: render backends
 * @max_gprs: general purpose registers of one SIMD
 * @max_threads: threads of one SIMD
 * @max_stack_entries: stack entries of one SIMD
 * @max_hw_contexts: hardware contexts of the CP
 */
struct r600_row {
	bool r7xx;
	bool vertex_cache;
	bool pcie_gen2;
	bool r6xx_55nm;
	bool buggy_flush;
	bool eight_banks;
	bool l1_tlb3;
	const struct r600_golden_list *golden[2];
	const struct r600_rom_list *rom;
	const struct r600_gfx *gfx6;
	struct r700_gfx gfx7;
	u8 max_pipes;
	u8 max_tile_pipes;
	u8 max_simds;
	u8 max_backends;
	u16 max_gprs;
	u16 max_threads;
	u16 max_stack_entries;
	u8 max_hw_contexts;
};

static inline const struct r600_row *r600_row(const struct rcp_card *card)
{
	return card->chip->row;
}

/* One of two registers or values, by family. */
static inline u32 r600_by_family(const struct rcp_card *card, u32 r6xx, u32 r7xx)
{
	return r600_row(card)->r7xx ? r7xx : r6xx;
}

/* The files in rcp_chip.fw */
enum r600_fw {
	R600_FW_PFP,
	R600_FW_ME,
	R600_FW_RLC,
	R600_FW_COUNT
};

static_assert(R600_FW_COUNT <= RCP_FW_MAX);

/* ---- state of a card ---- */

/**
 * struct r600 - state of a card: rcp_card.priv
 * @ih_mem: the interrupt ring
 * @ih_rptr: its read pointer in bytes.  Protected by irq.lock.
 * @stamps: timestamps of jobs
 * @copied: seqno of the last fence in the ring if the CP has not waited for a copy before it,
 *	else 0.  For the writer of the ring only.
 * @copying: a copy was emitted, and not yet the fence after it.  As @copied.
 * @port_lock: keeps PCIE_PORT_INDEX and PCIE_PORT_DATA together
 * @clock_lock: keeps the two halves of the clock together
 * @want_gen2: raise the PCIe link, which is possible
 * @told_gen2: the parameter asks for it, so tell why if it stays
 * @tiling_config: GB_TILING_CONFIG; from the straps, as the next two
 * @backend_map: backend of each tile pipe, two bits each
 * @simds: SIMDs that are not fused off
 * @test_seqno: seqno of the last IB test
 */
struct r600 {
	struct rcp_dma ih_mem;
	u32 ih_rptr;
	struct rcp_dma stamps;
	u64 copied;
	bool copying;
	spinlock_t port_lock;	/* PCIE_PORT_INDEX with PCIE_PORT_DATA */
	spinlock_t clock_lock;	/* the two halves of the clock */
	bool want_gen2;
	bool told_gen2;
	u32 tiling_config;
	u32 backend_map;
	u32 simds;
	u64 test_seqno;
};

static inline struct r600 *r600_of(const struct rcp_card *card)
{
	return card->priv;
}

/* What the generation keeps in the write-back page */
#define R600_WB_SCRATCH		0u	/* SCRATCH_REG0..7, 256-byte aligned */
#define R600_WB_IH_WPTR		2048u	/* IH_RB_WPTR */
#define R600_WB_TEST		RCP_WB_FREE	/* 64 bits: fence of the IB test */
#define R600_WB_TEST_IB		3584u	/* stream of the IB test */

/* ---- memory controller, host data path, GART ---- */

int r600_mc_start(struct rcp_card *card);
void r600_mc_blackout(struct rcp_card *card);
void r600_mc_unblackout(struct rcp_card *card);
struct rcp_vram_range r600_mc_fb_location(struct rcp_card *card);
u32 r600_mc_width(struct rcp_card *card);
void r600_hdp_flush(struct rcp_card *card);

void r600_gart_fill(void *to, u32 count, dma_addr_t bus, u32 step, bool snooped);
int r600_gart_flush(struct rcp_card *card);
void r600_gart_enable(struct rcp_card *card);
void r600_gart_disable(struct rcp_card *card);

/* ---- microcode ---- */

void r600_rlc_start(struct rcp_card *card);
void r600_rlc_stop(struct rcp_card *card);
void r600_cp_load(struct rcp_card *card);

/* ---- video BIOS ---- */

u32 r600_indexed_read(struct rcp_card *card, enum rcp_atom_space space, u32 index);
void r600_indexed_write(struct rcp_card *card, enum rcp_atom_space space, u32 index, u32 value);
const struct rcp_rom_change *r600_rom_changes(const struct rcp_card *card, u32 *count);

/* ---- PCIe link ---- */

void r600_link_init(struct rcp_card *card);
bool r600_link_start(struct rcp_card *card);

/* ---- 3D engine ---- */

int r600_gfx_straps(struct rcp_card *card);
void r600_golden_start(struct rcp_card *card);
void r600_gfx_start(struct rcp_card *card);

/* ---- interrupt ring ---- */

int r600_ih_init(struct rcp_card *card);
void r600_ih_fini(struct rcp_card *card);
void r600_ih_start(struct rcp_card *card);
void r600_ih_enable_eop(struct rcp_card *card);
void r600_ih_stop(struct rcp_card *card);
u32 r600_ih_poll(struct rcp_card *card, bool rearm, bool *eop);

/* ---- command processor ---- */

void r600_cp_halt(struct rcp_card *card);
int r600_cp_start(struct rcp_card *card);
void r600_soft_reset(struct rcp_card *card);

int r600_ring_test(struct rcp_card *card);
int r600_ib_test(struct rcp_card *card);

/* ---- packets ---- */

/* Upper bounds on the ring space of the emit functions */
#define R600_EMIT_IB_DW		4u
#define R600_EMIT_FLUSH_DW	8u
#define R600_EMIT_FENCE_DW	13u
#define R600_EMIT_STAMP_DW	6u
#define R600_EMIT_WAIT_DW	3u
#define R600_EMIT_PFP_WAIT_DW	7u
#define R600_EMIT_SHADERS_END_DW	(2u + R600_EMIT_WAIT_DW)

/* Ring space of a job without its preamble and its copy */
#define R600_FRAME_DW	(R600_EMIT_PFP_WAIT_DW + R600_EMIT_SHADERS_END_DW + R600_EMIT_IB_DW + \
			 R600_EMIT_WAIT_DW + R600_EMIT_FLUSH_DW + R600_EMIT_FENCE_DW + \
			 2 * R600_EMIT_STAMP_DW + R600_FETCH_DW)

void r600_emit_wait(struct rcp_card *card, u32 what);
void r600_emit_dma_end(struct rcp_card *card);
void r600_emit_flush(struct rcp_card *card);
void r600_emit_call(struct rcp_card *card, u64 addr, u32 size_dw);
void r600_emit_eop_seqno(struct rcp_card *card, u64 addr, u64 seqno);
void r600_emit_begin(struct rcp_card *card, const struct rcp_work *work);
void r600_emit_end(struct rcp_card *card, const struct rcp_work *work);
u32 r600_copy_dw(u64 size, u32 span);
void r600_emit_copy(struct rcp_card *card, u64 dst_addr, u64 src_addr, u64 size, u32 span);
u64 r600_seqno(const struct rcp_card *card);
void r600_set_seqno(struct rcp_card *card, u64 seqno);
u64 r600_stamp(const struct rcp_card *card, u32 slot);

/* ---- answers ---- */

extern const struct rcp_reg_name r600_status_regs[];
extern const struct rcp_reg_name r600_snapshot_regs[];

int r600_info(const struct rcp_card *card, u32 request, u32 *value);
int r600_clock(struct rcp_card *card, u64 *ticks);
int r600_temperature(struct rcp_card *card, int *millidegrees);

#endif /* R600_H */
