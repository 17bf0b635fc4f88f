/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interface of pm4.c's dispatcher and the packet handlers.  A handler gets the
 * payload without the header; its length has been checked against the row.
 */
#ifndef MODEL_PM4_H
#define MODEL_PM4_H

#include "r600/r600.h"

enum pm4_outcome pm4_event_write(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_event_write_eop(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_wait_reg_mem(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_cond_write(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_mem_write(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_mem_semaphore(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_copy_dw(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_cp_dma(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_strmout_update(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_surface_sync(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_cp_interrupt(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_set_predication(struct model *m, u32 op, const u32 *d, u32 ndw);
enum pm4_outcome pm4_cond_exec(struct model *m, u32 op, const u32 *d, u32 ndw);

void pm4_vgt_event(struct model *m, u32 initiator);
void pm4_interrupt(struct model *m, u32 bits);

static inline u64 pm4_addr(u32 lo, u32 hi, u32 low_mask)
{
	return (u64)(hi & 0xff) << 32 | (lo & ~low_mask);
}

#endif
