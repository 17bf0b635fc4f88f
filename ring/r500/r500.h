/* SPDX-License-Identifier: GPL-2.0 */
/*
 * R5xx: the interfaces between the files of this folder, which gives ring/ r500_gen.
 * No other file includes this.
 */
#ifndef R500_H
#define R500_H

#include <r500/pm4_r500.h>

#include "../rcp_priv.h"
#include "r500_regs.h"

/* Units in which the CP fetches. */
#define R500_FETCH_DW		16u

extern const struct rcp_gen r500_gen;

/* ---- chips ---- */

/**
 * struct r500_row - what this folder knows about a chip: rcp_chip.row
 * @rv515: the memory controller has its registers where RV515 has them
 * @rv530: depth pipes have registers of their own, and there may be two
 * @hiz_dw: dwords of HiZ RAM, for each depth pipe
 */
struct r500_row {
	bool rv515;
	bool rv530;
	u32 hiz_dw;
};

/* Dwords of ZMASK RAM for each depth pipe, of CMASK RAM for each pixel pipe; one alone has more */
#define R500_MASK_DW		4096u
#define R500_CMASK_SINGLE_DW	5120u

static inline const struct r500_row *r500_row(const struct rcp_card *card)
{
	return card->chip->row;
}

/* ---- state of a card ---- */

/**
 * struct r500 - state of a card: rcp_card.priv
 * @emitted: seqno of the newest fence in the ring, which extends the card's seqnos to 64 bits
 * @host_path: HOST_PATH_CNTL, which a fence writes
 * @test_seqno: seqno of the last IB test
 */
struct r500 {
	atomic64_t emitted;
	u32 host_path;
	u32 test_seqno;
};

static inline struct r500 *r500_of(const struct rcp_card *card)
{
	return card->priv;
}

/*
 * What the card writes to the write-back page: the scratch registers of fences, at the address of
 * the seqno, which is 32-byte aligned.  SCRATCH_REG1 does not reach memory; ring and IB test write
 * it.
 */
#define R500_SCRATCH_SEQNO	SCRATCH_REG0
#define R500_SCRATCH_TEST	SCRATCH_REG2
#define R500_SCRATCH_UMSK	(BIT(0) | BIT(2))
#define R500_WB_TEST		(RCP_WB_SEQNO + 8)	/* fence of the IB test */
#define R500_WB_TEST_IB		3584u			/* stream of the IB test */

/* ---- registers behind an index ---- */

u32 r500_pll_rd(struct rcp_card *card, u32 index);
void r500_pll_wr(struct rcp_card *card, u32 index, u32 value);
u32 r500_pcie_rd(struct rcp_card *card, u32 index);
void r500_pcie_wr(struct rcp_card *card, u32 index, u32 value);
u32 r500_mc_rd(struct rcp_card *card, u32 index);
void r500_mc_wr(struct rcp_card *card, u32 index, u32 value);

/* ---- memory controller, host data path, GART ---- */

int r500_mc_idle(struct rcp_card *card);
int r500_mc_start(struct rcp_card *card);
struct rcp_vram_range r500_mc_fb_location(struct rcp_card *card);
u32 r500_mc_width(struct rcp_card *card);
u32 r500_mc_status_index(const struct rcp_card *card);
u32 r500_mc_fb_index(const struct rcp_card *card);
void r500_hdp_flush(struct rcp_card *card);

void r500_gart_fill(void *to, u32 count, dma_addr_t bus, u32 step, bool snooped);
int r500_gart_flush(struct rcp_card *card);
void r500_gart_enable(struct rcp_card *card);
void r500_gart_disable(struct rcp_card *card);

/* ---- video BIOS ---- */

u32 r500_indexed_read(struct rcp_card *card, enum rcp_atom_space space, u32 index);
void r500_indexed_write(struct rcp_card *card, enum rcp_atom_space space, u32 index, u32 value);
const struct rcp_rom_change *r500_rom_changes(const struct rcp_card *card, u32 *count);

/* ---- 3D engine ---- */

void r500_clocks_start(struct rcp_card *card);
int r500_gfx_idle(struct rcp_card *card);
int r500_gfx_start(struct rcp_card *card);

/* ---- interrupts ---- */

void r500_irq_start(struct rcp_card *card);
void r500_irq_stop(struct rcp_card *card);
u32 r500_irq_poll(struct rcp_card *card, bool rearm, bool *eop);

/* ---- command processor ---- */

void r500_cp_halt(struct rcp_card *card);
int r500_cp_start(struct rcp_card *card);
void r500_soft_reset(struct rcp_card *card);

int r500_ring_test(struct rcp_card *card);
int r500_ib_test(struct rcp_card *card);

/* ---- packets ---- */

/* Upper bounds on the ring space of the emit functions */
#define R500_EMIT_REG_DW	2u
#define R500_EMIT_IB_DW		3u
#define R500_EMIT_FENCE_DW	21u
#define R500_EMIT_CLEAR_DW	34u

/* The most ring space of a preamble or a copy; enough to clear 1.9 GiB. */
#define R500_WORK_MAX_DW	4096u

static_assert(R500_WORK_MAX_DW >= R500_PREAMBLE_MAX_DW);

/* Ring space of a job without its preamble and its copy */
#define R500_FRAME_DW	(R500_EMIT_REG_DW + R500_EMIT_CLEAR_DW + R500_EMIT_IB_DW + \
			 R500_EMIT_FENCE_DW + R500_FETCH_DW)

void r500_emit_reg(struct rcp_card *card, u32 reg, u32 value);
void r500_emit_fence(struct rcp_card *card, u32 scratch, u32 value);
void r500_emit_begin(struct rcp_card *card, const struct rcp_work *work);
void r500_emit_ib(struct rcp_card *card, u64 addr, u32 size_dw);
void r500_emit_end(struct rcp_card *card, const struct rcp_work *work);
u32 r500_copy_dw(u64 size, u32 span);
void r500_emit_copy(struct rcp_card *card, u64 dst_addr, u64 src_addr, u64 size, u32 span);
u64 r500_seqno(const struct rcp_card *card);
void r500_set_seqno(struct rcp_card *card, u64 seqno);

/* ---- answers ---- */

extern const struct rcp_reg_name r500_status_regs[];
extern const struct rcp_reg_name r500_snapshot_regs[];

int r500_info(const struct rcp_card *card, u32 request, u32 *value);
void r500_snapshot_indexed(struct rcp_card *card, struct rcp_snapshot *snap);

#endif /* R500_H */
