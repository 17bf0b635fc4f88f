/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The test bench for R6xx/R7xx: a driver's bring-up in a few calls, and the DMA ring.
 */
#ifndef R600_UP_H
#define R600_UP_H

#include "r600/r600.h"
#include "rig.h"

#define RIG_IH		0x20000u
#define RIG_IH_BYTES	4096u
#define RIG_WB_IH	(RIG_WB + 0x800)
#define RIG_DMA		0x40000u
#define RIG_DMA_DW	1024u

/* Bring-up, in the order of a driver. */
void rig_mc(struct rig *r);
void rig_gart(struct rig *r);
void rig_flush(struct rig *r);
void rig_ih(struct rig *r);
void rig_rlc(struct rig *r);
void rig_cp_load(struct rig *r);
void rig_cp_setup(struct rig *r);
void rig_cp_start(struct rig *r);
void rig_dma(struct rig *r);
void rig_up(struct rig *r);
/* A card that a driver has brought up without a violation. */
struct rig *up(const char *chip, const struct model_config *override);

void dma_emit(struct rig *r, u32 dw);
void dma_commit(struct rig *r);

#define DMA_PACKET(r, ...)							\
	do {									\
		u32 d_[] = { __VA_ARGS__ };					\
		for (size_t i_ = 0; i_ < sizeof(d_) / 4; i_++)			\
			dma_emit(r, d_[i_]);					\
	} while (0)

#endif
