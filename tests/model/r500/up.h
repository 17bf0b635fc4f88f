/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The test bench for R5xx: a driver's bring-up in a few calls.
 */
#ifndef R500_UP_H
#define R500_UP_H

#include "r500/r500.h"
#include "rig.h"

#define pll_write(r, index, v)	(model_mmio_write((r)->m, CLOCK_CNTL_INDEX, (index) | PLL_WR_EN, 1), \
				 w(r, CLOCK_CNTL_DATA, v))

u32 mc_get(struct rig *r, u32 index);
void mc_set(struct rig *r, u32 index, u32 value);
u32 pcie_get(struct rig *r, u32 index);
void pcie_set(struct rig *r, u32 index, u32 value);

/* Bring-up, in the order of a driver. */
void r5_mc(struct rig *r);
void r5_flush_once(struct rig *r);
void r5_flush(struct rig *r);
void r5_gart(struct rig *r);
void r5_pipes(struct rig *r);
void r5_load(struct rig *r);
void r5_setup(struct rig *r);
void r5_start(struct rig *r);
void r5_up(struct rig *r);
/* A card that a driver has brought up without a violation. */
struct rig *up5(const char *chip, const struct model_config *override);

/* Packet 0 with one register, into the ring. */
void set_reg(struct rig *r, u32 reg, u32 value);
/* Call the indirect buffer at RIG_IB. */
void call_ib5(struct rig *r, u32 ndw);

#endif
