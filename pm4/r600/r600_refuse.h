/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Refusals.  The rule fills in struct pm4_why, r600_refuse() adds the packet.  r600_refuse()
 * always returns 1, so that a rule ends with "return PM4_REFUSE(...)".  Takes no lock.
 */
#ifndef R600_REFUSE_H
#define R600_REFUSE_H

#include "../pm4_why.h"
#include "r600_state.h"

int __cold r600_refuse(struct r600_checker *ck, const struct pm4_why *why);

/* The explicit 1 is for static analyzers, which do not look into another file. */
#define PM4_REFUSE(ck, ...) (r600_refuse(ck, &(struct pm4_why){ __VA_ARGS__ }), 1)

/* Refusals that many rules share. */
int __cold r600_refuse_reloc(struct r600_checker *ck, const u32 *where);
int __cold r600_refuse_write(struct r600_checker *ck, u32 index, const u32 *where, u32 reg);
int __cold r600_refuse_unset(struct r600_checker *ck, u32 reg);
int __cold r600_refuse_far(struct r600_checker *ck, u32 index, u64 offset, u32 reg,
			   const u32 *at);
int __cold r600_refuse_unit(struct r600_checker *ck, u32 unit, u32 first, u32 count);
int __cold r600_refuse_base(struct r600_checker *ck, u32 index, u64 offset, u32 unit,
			    const u32 *where, u32 reg);

#endif /* R600_REFUSE_H */
